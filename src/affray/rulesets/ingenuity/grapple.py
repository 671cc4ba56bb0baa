"""Grapples: how they begin, how control passes, how one breaks free."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu
from affray.rulesets.ingenuity import condition, test
from affray.rulesets.ingenuity.state import (
    ATHLETICS,
    CONTESTED,
    CONTROLLING,
    HOLDS,
    STRENGTH,
    IngenuityCombat,
    Maneuver,
    Unit,
)

HELD_BY: Final = ("Unarmed", "Lifting", "Wrestling")


def seize(combat: IngenuityCombat, unit: Unit, target: Unit, result: int) -> None:
    """Begin a grapple in control, or contested on half the evasion.

    Rule: maneuver.grapple-control.
    """
    level = condition.evasion(target)
    if result >= level:
        hold(combat, unit, target, CONTROLLING)
    elif result >= (level + 1) // 2:
        hold(combat, unit, target, CONTESTED)


def hold(combat: IngenuityCombat, unit: Unit, target: Unit, control: int) -> None:
    """Rule: condition.grappled."""
    condition.let_go(combat, target)
    unit.grappling, target.grappling = target.index, unit.index
    unit.control, target.control = control, CONTROLLING - control
    combat.mark_changed()
    if combat.watched:
        combat.say("grapples", unit.index, target.index, HOLDS[control], 0, "condition.grappled")


def wrestle(combat: IngenuityCombat, unit: Unit, target: Unit, one: Maneuver, more: int) -> None:
    """Contest for control, or to break free. Rules: maneuver.grapple-control, test.contest."""
    from affray.rulesets.ingenuity import maneuver

    result = maneuver.tested(combat, unit, one, target, more, -1)
    answer = test.Test(target, STRENGTH, ATHLETICS, "test.contest")
    answer.proficiency = target.sheet.proficiency(list(HELD_BY))
    answer.target = unit.index
    other = test.make(combat, answer)
    if not test.opposed(result, other, alike=False):
        return
    word = "hold on" if unit.control == CONTROLLING else f"be {HOLDS[unit.control + 1]}"
    options = [(PASS, word), (1, "break free")]
    if combat.ask(Menu(unit.seats, unit.index, "maneuver.grapple-control", options)) != PASS:
        condition.let_go(combat, unit)
    elif unit.control != CONTROLLING:
        hold(combat, unit, target, unit.control + 1)
