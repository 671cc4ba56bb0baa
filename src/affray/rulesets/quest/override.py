"""What the game master says past the rules: who joins, who leaves, whom harm strikes."""

from __future__ import annotations

from affray.core.combat import RULE_OVERRIDE, Harm
from affray.core.errors import InvalidError
from affray.core.event import Placed
from affray.core.setup import Member
from affray.rulesets.quest import damage, death, end, setup
from affray.rulesets.quest.condition.modifiers import agility
from affray.rulesets.quest.geometry import room
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import DEFEATED, KILLED, VANISHED
from affray.rulesets.quest.turn import lineup


def enlist(combat: QuestCombat, member: Member) -> None:
    """Add a newcomer. Rule: setup.unit.

    Raises:
        InvalidError: its numbers are out of bounds.
    """
    member.arrives = 0
    found = setup.member_faults(member, "", [])
    if found:
        raise InvalidError([f"{member.name}{fault.place}: {fault.text()}" for fault in found])
    combat.units.append(setup.combatant_of(member, len(combat.units)))


def enter(combat: QuestCombat, unit: QuestCombatant, cell: int) -> None:
    """Let a newcomer stand on the map, and insert it in the lineup by its Agility modifier.

    It has not noticed those who hide. Rules: initiative.newcomers, setup.placement, sneak.ambush.

    Raises:
        InvalidError: it cannot stand there.
    """
    if not room(combat.grid, cell, unit.size):
        raise InvalidError([f"{unit.name}: there is no room for it at {combat.grid.name(cell)}"])
    hides = unit.unseen > 0
    unit.unseen = 0
    for other in combat.units:
        if combat.enemies(other, unit):
            if hides:
                unit.unseen |= 1 << other.index
            if other.unseen:
                other.unseen |= 1 << unit.index
    combat.placed = (*combat.placed, agility(unit))
    combat.stand(unit, cell)
    if combat.watched:
        own = unit.sheet.id
        combat.tell(Placed(unit.index, -1, cell, RULE_OVERRIDE, "joins", -1, own))
    if unit.facing < 0:
        setup.face_enemies(combat, unit)
    lineup.enter_lineup(combat, unit)
    combat.mark_changed()


def withdraw(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Take a unit out of the battle. Rule: death.out-of-battle."""
    death.drop_out(combat, unit, VANISHED, RULE_OVERRIDE)


def strike(combat: QuestCombat, unit: QuestCombatant, harm: Harm) -> None:
    """Let a unit lose hit points; at 0 it is defeated. Rule: death.zero-hit-points."""
    combat.stirred = 0
    parts = [(harm.amount, RULE_OVERRIDE)]
    damage.hurt(combat, unit, harm.amount, 0, -1, RULE_OVERRIDE, "", parts)
    if not combat.outcome and end.decided(combat):
        end.conclude(combat)


def ruled(combat: QuestCombat, before: QuestCombat) -> None:
    """Defeat a unit that is set to no hit points; one that is defeated stays out.

    Rules: death.zero-hit-points, death.out-of-battle.

    Raises:
        InvalidError: it is out of the battle, or the number is below 0.
    """
    for unit, was in zip(combat.units, before.units, strict=True):
        if unit.hp < 0:
            raise InvalidError([f"{unit.name}.hp: found {unit.hp}, expected 0 or more"])
        if unit.hp < 1 <= was.hp and unit.present:
            death.drop_out(combat, unit, DEFEATED, "death.zero-hit-points")
        elif was.hp < 1 <= unit.hp and unit.fate in (DEFEATED, KILLED):
            what = "it is out of the battle for good: hit points do not bring it back"
            raise InvalidError([f"{unit.name}.hp: {what} [quest/death.out-of-battle]"])
