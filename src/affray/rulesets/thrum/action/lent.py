"""From where an ability may be used, and which Actions the features of others lend."""

from __future__ import annotations

from affray.core.choice import Option
from affray.core.event import Told
from affray.rulesets.thrum.actions import EXTRA, lent_code, lent_owner, lent_slot, thing
from affray.rulesets.thrum.feature import Ability, Origin, Trigger
from affray.rulesets.thrum.reaction.listening import acts, listening
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import OFFERS, ORIGINS


def origins(combat: ThrumCombat, user: ThrumCombatant, ability: Ability) -> list[Origin]:
    """Return the squares from which a use may be judged, one's own first. Rule: cover.origin."""
    found = [Origin(user.cell, ability.range)]
    if not combat.listens & ORIGINS:
        return found
    for who in combat.hearers(ORIGINS):
        owner = combat.units[who]
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
    if not combat.listens & OFFERS:
        return found
    for who in combat.hearers(OFFERS):
        owner = combat.units[who]
        if owner.listens & OFFERS and owner.present:
            event = Trigger(OFFERS, unit.index, owner.index, None)
            for feature in listening(combat, owner, OFFERS):
                if isinstance(feature, Ability) and acts(combat, owner, feature):
                    base = owner.index * 1000 + feature.slot * 20
                    found.extend([base + code for code in feature.codes(combat, owner, event)])
    return found


def offered(combat: ThrumCombat, offer: int) -> Ability:
    """Return the ability that lends an Action."""
    return combat.units[lent_owner(offer)].sheet.abilities[lent_slot(offer)]


def offer_event(combat: ThrumCombat, unit: ThrumCombatant, offer: int) -> Trigger:
    """Return the question for Actions that a lending ability is asked."""
    return Trigger(OFFERS, unit.index, lent_owner(offer), None)


def offer_option(combat: ThrumCombat, unit: ThrumCombatant, answer: int) -> Option:
    """Return a lent Action with its key and parts; it is done to its lender, or to one it names."""
    offer = answer - EXTRA
    owner = combat.units[lent_owner(offer)]
    ability = offered(combat, offer)
    event = offer_event(combat, unit, offer)
    key = ability.word(combat, owner, event, lent_code(offer))
    about = ability.about(combat, owner, event, lent_code(offer))
    targets = [owner.index] if about in (-1, owner.index) else [owner.index, about]
    found = Option(answer, key, "borrow", unit.index, targets, None, ability.id)
    found.object = thing(lent_slot(offer), lent_code(offer))
    return found


def take_offer(combat: ThrumCombat, unit: ThrumCombatant, offer: int) -> None:
    """Take a lent Action."""
    owner = combat.units[lent_owner(offer)]
    ability = offered(combat, offer)
    if combat.watched:
        combat.tell(Told("borrows", unit.index, owner.index, ability.id))
    ability.respond(combat, owner, offer_event(combat, unit, offer), lent_code(offer))
