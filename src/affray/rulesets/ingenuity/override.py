"""What the game master says past the rules: who joins, who leaves, whom harm strikes."""

from __future__ import annotations

from affray.core.combat import RULE_OVERRIDE, Harm
from affray.core.errors import InvalidError
from affray.core.event import Placed
from affray.core.setup import Member
from affray.rulesets.ingenuity import carrying, condition, damage, death, end, gm, setup
from affray.rulesets.ingenuity.movement import ground, paths
from affray.rulesets.ingenuity.resource import downtime, spending
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import (
    ACTIVE,
    DEPLOY_PHASE,
    LEFT,
    ORDER_PHASE,
    PICK_PHASE,
    RANKS,
    TYPELESS,
)


def enlist(combat: IngenuityCombat, member: Member) -> None:
    """Add a newcomer with its gear. Rules: setup.held-items, setup.starting-state.

    Raises:
        InvalidError: it cannot begin in the state that is stated.
    """
    found = downtime.faults(member, combat.options[RANKS])
    if found:
        rule = "[ingenuity/setup.starting-state]"
        raise InvalidError([f"{member.name}.with.{what} {rule}" for what in found])
    unit = setup.enlisted(member, len(combat.units), combat.library)
    unit.present = False
    if combat.options[RANKS]:
        gm.ranked(unit)
    combat.units.append(unit)


def enter(combat: IngenuityCombat, unit: IngenuityCombatant, member: Member) -> None:
    """Let a newcomer take its space; it has a turn in this round if nobody has had one yet.

    Who hides is hidden from it too. Rules: movement.occupied, setup.initiative.fixed,
    condition.hidden, setup.starting-state.

    Raises:
        InvalidError: it cannot stand there.
    """
    cell = member.cell
    if not ground.standing(combat, cell, unit.size) or not paths.room(combat, unit, cell):
        where = combat.grid.name(cell)
        raise InvalidError(
            [f"{unit.name}: it cannot stand at {where} [ingenuity/movement.occupied]"]
        )
    for other in combat.units:
        if other.side != unit.side:
            if member.undetected:
                unit.stealth = setup.APPROACH
                unit.hidden |= 1 << other.index
            if other.hidden:
                other.hidden |= 1 << unit.index
    unit.present = True
    combat.stand(unit, cell)
    begun = combat.phase not in (ORDER_PHASE, DEPLOY_PHASE)
    unit.acted = begun and any(one.acted for one in combat.units)
    combat.mark_changed()
    if combat.watched:
        combat.tell(Placed(unit.index, -1, cell, RULE_OVERRIDE, "joins", -1, "joins"))
    downtime.take_up(combat, unit, member)
    carrying.weigh(combat, unit)


def withdraw(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Take somebody out of the fight; a turn of its own is over. Rule: end.last-team."""
    death.gone(combat, unit, LEFT, RULE_OVERRIDE)
    unit.left_by = -1  # by no exit
    if combat.active == unit.index:
        spending.set_actions(combat, unit, 0, RULE_OVERRIDE)
        combat.active = -1
        combat.phase = PICK_PHASE


def strike(combat: IngenuityCombat, unit: IngenuityCombatant, harm: Harm) -> None:
    """Let somebody lose endurance, then health; or health at once.

    What comes of it is as always: consciousness, death, rage; fate may halve it.
    Rules: damage.endurance-first, damage.direct-health, death.zero, fate.halve.
    """
    direct = harm.amount if harm.what == "health" else 0
    damage.hurt(combat, unit, harm.amount, TYPELESS, RULE_OVERRIDE, direct=direct)
    begun = combat.phase not in (ORDER_PHASE, DEPLOY_PHASE) and not combat.ambush
    if begun and not combat.outcome:
        end.check(combat)


def ruled(combat: IngenuityCombat, before: IngenuityCombat) -> None:
    """Knock out whoever is set to no health; health alone brings nobody round.

    It does not risk death, as if the last of its health was lost exactly.
    Rules: death.zero, death.exact, action.resuscitate.outcome.
    """
    for unit, was in zip(combat.units, before.units, strict=True):
        if unit.health < 1 <= was.health and unit.awake and unit.fate == ACTIVE:
            condition.knock_out(combat, unit, "death.zero")
