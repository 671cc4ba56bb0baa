"""From where an ability may be used, and which Actions the features of others lend."""

from __future__ import annotations

from affray.core.event import Told
from affray.rulesets.thrum.feature import Ability, Origin, Trigger
from affray.rulesets.thrum.reaction.listening import acts, listening
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import OFFERS, ORIGINS


def origins(combat: ThrumCombat, user: ThrumCombatant, ability: Ability) -> list[Origin]:
    """Return the squares from which a use may be judged, one's own first. Rule: cover.origin."""
    found = [Origin(user.cell, ability.range)]
    for owner in combat.units:
        if owner.listens & ORIGINS and owner.present:
            for feature in listening(combat, owner, ORIGINS):
                found.extend(feature.origins(combat, owner, user, ability))
    for place in found:
        if place.only:
            return [place]
    return found


def offers(combat: ThrumCombat, unit: ThrumCombatant) -> list[int]:
    """Return the Actions that features lend somebody: owner * 1000 + slot * 20 + code."""
    found: list[int] = []
    for owner in combat.units:
        if owner.listens & OFFERS and owner.present:
            event = Trigger(OFFERS, unit.index, owner.index, None)
            for feature in listening(combat, owner, OFFERS):
                if isinstance(feature, Ability) and acts(combat, owner, feature):
                    base = owner.index * 1000 + feature.slot * 20
                    found.extend([base + code for code in feature.codes(combat, owner, event)])
    return found


def offered(combat: ThrumCombat, offer: int) -> Ability:
    """Return the ability that lends an Action."""
    return combat.units[offer // 1000].sheet.abilities[offer % 1000 // 20]


def offer_key(combat: ThrumCombat, unit: ThrumCombatant, offer: int) -> str:
    owner = combat.units[offer // 1000]
    event = Trigger(OFFERS, unit.index, owner.index, None)
    return offered(combat, offer).word(combat, owner, event, offer % 20)


def take_offer(combat: ThrumCombat, unit: ThrumCombatant, offer: int) -> None:
    """Take a lent Action."""
    owner = combat.units[offer // 1000]
    event = Trigger(OFFERS, unit.index, owner.index, None)
    if combat.watched:
        combat.tell(Told("borrows", unit.index, owner.index, offered(combat, offer).id))
    offered(combat, offer).respond(combat, owner, event, offer % 20)
