"""What the game master says past the rules: who joins, who leaves, whom harm strikes."""

from __future__ import annotations

from affray.core.combat import RULE_OVERRIDE, Harm
from affray.core.errors import InvalidError
from affray.core.event import Fell, Placed
from affray.core.setup import Member
from affray.rulesets.sovereign import changes, condition, death, end, setup
from affray.rulesets.sovereign.damage import dealing, falling
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import (
    ACTIVE,
    DEAD,
    ESCAPED,
    FATES,
    INITIATIVE_PHASE,
    SURPRISE_PHASE,
)


def enlist(combat: SovereignCombat, member: Member) -> None:
    """Add a newcomer. Rules: sheet.hands, sheet.npc, morale.henchmen.

    Raises:
        InvalidError: it cannot begin as is stated.
    """
    member.arrives = 0
    found = setup.member_faults(member, "")
    if member.group:
        what = "found a group, expected none: who joins breaks with its whole side"
        found.append(f".group: {what} [sovereign/morale.group]")
    if found:
        raise InvalidError([f"{member.name}{fault}" for fault in found])
    unit = setup.enlisted(member, len(combat.units))
    if unit.sheet.henchman:
        unit.seats |= 1 << combat.gm
    unit.present = False
    combat.units.append(unit)
    combat.refresh_all()


def enter(combat: SovereignCombat, unit: SovereignCombatant, cell: int) -> None:
    """Let a newcomer stand on its square; it acts with its side, unless that has begun to act.

    A side of which nobody was left when initiative was rolled acts last. Rules: grid.squares,
    turn.sides-in-order, init.never-rerolled.
    """
    unit.present = True
    combat.stand(unit, cell)
    combat.mark_changed()
    if combat.watched:
        combat.tell(Placed(unit.index, -1, cell, RULE_OVERRIDE, "joins", -1, "joins"))
    if combat.phase in (SURPRISE_PHASE, INITIATIVE_PHASE):
        return
    if unit.side in combat.order:
        begun = any(one.acted for one in combat.units if one.side == unit.side)
        unit.acted = begun or combat.order.index(unit.side) < combat.turn_of
    elif combat.round:
        combat.order.append(unit.side)


def withdraw(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Take somebody out of the fight; nobody's morale is checked. Rule: end.escaped."""
    unit.fate = ESCAPED
    condition.let_go(combat, unit)
    for other in combat.units:
        if other.grappling == unit.index:
            changes.set_grappling(combat, other, -1, "grapple.release")
        if other.swarm == unit.index:
            changes.set_swarm(combat, other, -1, RULE_OVERRIDE)
    changes.leave(combat, unit, RULE_OVERRIDE, FATES[ESCAPED])
    unit.present = False
    combat.mark_changed()
    if combat.watched:
        combat.tell(Fell(unit.index, RULE_OVERRIDE, -1, FATES[ESCAPED]))


def strike(combat: SovereignCombat, unit: SovereignCombatant, harm: Harm) -> None:
    """Let somebody lose hit points; at 0 it falls, and morale is checked as always.

    Rules: damage.hp, death.npc, death.mortally-injured, death.hit-while-down, morale.when-checked.
    """
    parts = [(harm.amount, RULE_OVERRIDE)]
    dealing.suffer(combat, unit, harm.amount, -1, RULE_OVERRIDE, spares=False, parts=parts)
    condition.settle(combat)
    falling.plunge(combat)
    end.check(combat)


def ruled(combat: SovereignCombat, before: SovereignCombat) -> None:
    """Fell whoever is set to no hit points; whoever lies and has some again comes to.

    Rules: death.npc, death.mortally-injured, death.frail, death.healed.

    Raises:
        InvalidError: it is dead.
    """
    for unit, was in zip(combat.units, before.units, strict=True):
        if unit.hp < 1 <= was.hp and unit.fate == ACTIVE and unit.present:
            death.fell(combat, unit)
            condition.settle(combat)
        elif was.hp < 1 <= unit.hp and unit.fate == DEAD:
            what = "it is dead: hit points do not bring it back"
            raise InvalidError([f"{unit.name}.hp: {what} [sovereign/death.npc]"])
        elif was.hp < 1 <= unit.hp:
            condition.wake(combat, unit)
