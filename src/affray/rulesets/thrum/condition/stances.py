"""Taking, keeping and ending a Stance."""

from __future__ import annotations

from affray.core.event import Told
from affray.rulesets.thrum.feature import Ability, Trigger
from affray.rulesets.thrum.ledger import set_kept, set_stance
from affray.rulesets.thrum.reaction.triggers import trigger
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import STANCED


def take_stance(combat: ThrumCombat, unit: ThrumCombatant, slot: int) -> None:
    """Enter a Stance, which ends the old one; what it does on being taken happens now.

    Rules: stance.one, stance.persists, stance.renew.
    """
    renewed = unit.stance == slot
    old = unit.stance_ability()
    if old is not None and not renewed:
        old.ended(combat, unit)
    before = unit.stance
    set_stance(combat, unit, slot, "stance.one")
    ability = unit.sheet.abilities[slot]
    if combat.watched and renewed:
        combat.tell(Told("renews", unit.index, -1, ability.id, 0, "stance.renew"))
    ability.taken(combat, unit, renewed)
    event = Trigger(STANCED, unit.index, unit.index, None)
    event.amount = 1 + before  # the place of the Stance that it was in
    trigger(combat, event)


def drop_stance(combat: ThrumCombat, unit: ThrumCombatant, rule: str = "stance.none") -> None:
    """End the Stance, and a second one whose benefit was kept. Rule: stance.none."""
    set_kept(combat, unit, -1, rule)
    leave_stance(combat, unit, rule)


def leave_stance(combat: ThrumCombat, unit: ThrumCombatant, rule: str) -> None:
    """End the Stance alone."""
    ability = unit.stance_ability()
    set_stance(combat, unit, -1, rule)
    if ability is not None:
        ability.ended(combat, unit)


def end_stance(combat: ThrumCombat, unit: ThrumCombatant, ability: Ability) -> None:
    """End one Stance by its own text; if two are in force the other stays."""
    for feature in unit.in_force():
        if feature.keeps_stance(combat, unit, ability):
            return
    if unit.kept == ability.slot and unit.stance != ability.slot:
        set_kept(combat, unit, -1, "stance.persists")
        ability.ended(combat, unit)
    else:
        leave_stance(combat, unit, "stance.persists")


def in_stance(owner: ThrumCombatant, ability: Ability) -> bool:
    """Return whether a Stance is still in force. Rule: incapacitated.stance-ends."""
    return ability.slot in (owner.stance, owner.kept)


def end_own(combat: ThrumCombat, owner: ThrumCombatant, ability: Ability) -> None:
    """End a Stance by its own text, if it has not ended already. Rule: stance.persists."""
    if in_stance(owner, ability):
        end_stance(combat, owner, ability)
