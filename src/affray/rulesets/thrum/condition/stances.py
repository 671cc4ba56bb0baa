"""Taking, keeping and ending a Stance."""

from __future__ import annotations

from affray.rulesets.thrum.feature import Ability, Trigger
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
    unit.stance = slot
    combat.mark_changed()
    combat.refresh(unit)
    ability = unit.sheet.abilities[slot]
    if combat.watched:
        combat.say(
            "renews" if renewed else "takes stance", unit.index, -1, ability.id, 0, "stance.one"
        )
    ability.taken(combat, unit, renewed)
    event = Trigger(STANCED, unit.index, unit.index, None)
    event.amount = 1 + before  # the place of the Stance that it was in
    trigger(combat, event)


def drop_stance(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """End the Stance, and a second one whose benefit was kept. Rule: stance.none."""
    ability = unit.stance_ability()
    unit.stance = -1
    unit.kept = -1
    combat.mark_changed()
    combat.refresh(unit)
    if ability is not None:
        if combat.watched:
            combat.say("stance ends", unit.index, -1, ability.id)
        ability.ended(combat, unit)


def end_stance(combat: ThrumCombat, unit: ThrumCombatant, ability: Ability) -> None:
    """End one Stance by its own text; if two are in force the other stays."""
    for feature in unit.in_force():
        if feature.keeps_stance(combat, unit, ability):
            return
    if unit.kept == ability.slot and unit.stance != ability.slot:
        unit.kept = -1
        combat.refresh(unit)
        ability.ended(combat, unit)
        return
    kept = unit.kept
    drop_stance(combat, unit)
    unit.kept = kept
    combat.refresh(unit)


def in_stance(owner: ThrumCombatant, ability: Ability) -> bool:
    """Return whether a Stance is still in force. Rule: incapacitated.stance-ends."""
    return ability.slot in (owner.stance, owner.kept)


def end_own(combat: ThrumCombat, owner: ThrumCombatant, ability: Ability) -> None:
    """End a Stance by its own text, if it has not ended already. Rule: stance.persists."""
    if in_stance(owner, ability):
        end_stance(combat, owner, ability)
