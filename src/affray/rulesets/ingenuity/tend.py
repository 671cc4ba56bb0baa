"""Tending others, and searching: resuscitation, bleeding, fire, the hidden."""

from __future__ import annotations

from affray.rulesets.ingenuity import condition, geometry, task, test
from affray.rulesets.ingenuity.code import SMOTHER
from affray.rulesets.ingenuity.state import (
    DEXTERITY,
    HANDLING,
    INTELLECT,
    PERCEPTION,
    IngenuityCombat,
    Unit,
)


def helped_by(combat: IngenuityCombat, unit: Unit, staunching: bool) -> int:
    """Use one of what helps to treat somebody; return what it adds."""
    for piece in unit.pieces:
        thing = combat.thing(piece)
        more = thing.staunch if staunching else thing.resuscitate
        if more and piece.uses > 0:
            piece.uses -= 1
            return more
    return 0


def tending(unit: Unit, other: Unit, rule: str) -> test.Test:
    """Return the test of who treats somebody, the same for who assists.

    Rules: action.resuscitate.test, action.treat, test.assist.
    """
    made = test.Test(unit, INTELLECT, HANDLING, rule)
    made.proficiency = unit.sheet.proficiencies.get("Healing", 0)
    made.target, made.helps = other.index, True
    return made


def resuscitate(combat: IngenuityCombat, unit: Unit, other: Unit) -> None:
    """Rules: action.resuscitate, action.resuscitate.test, action.resuscitate.outcome."""
    condition.fall_prone(combat, unit, "action.resuscitate")
    made = tending(unit, other, "action.resuscitate.test")
    made.bonus = helped_by(combat, unit, staunching=False)
    made.bonus += task.help_with(combat, unit, task.REVIVING, other.index)
    made.level = 8 if other.health > 0 else 10
    if test.make(combat, made) >= made.level:
        condition.wake(combat, other, "action.resuscitate.outcome")


def searching(unit: Unit) -> test.Test:
    """Return the test of who searches, the same for who assists. Rules: action.search."""
    best = DEXTERITY
    if unit.sheet.attributes[INTELLECT] > unit.sheet.attributes[DEXTERITY]:
        best = INTELLECT
    made = test.Test(unit, best, PERCEPTION, "action.search")
    made.proficiency = unit.sheet.proficiencies.get("Search", 0)
    return made


def search(combat: IngenuityCombat, unit: Unit) -> None:
    """Rules: action.search, test.assist."""
    made = searching(unit)
    made.bonus = task.help_with(combat, unit, task.SEARCHING, 0)
    result = test.make(combat, made)
    for other in combat.units:
        if other.hidden >> unit.index & 1 and result >= other.stealth:
            if other.cell >= 0 and geometry.distance(combat, unit, other) <= 20:
                other.hidden &= ~(1 << unit.index)
                if combat.watched:
                    combat.say("finds", unit.index, other.index, "", result, "action.search")


def treat(combat: IngenuityCombat, unit: Unit, other: Unit, verb: int) -> None:
    """Rules: action.treat, test.assist."""
    if verb == SMOTHER:
        condition.lessen(combat, other, "burning", 2)
        return
    made = tending(unit, other, "action.treat")
    made.bonus = helped_by(combat, unit, staunching=True)
    made.bonus += task.help_with(combat, unit, task.STAUNCHING, other.index)
    made.level = 6
    if test.make(combat, made) >= made.level:
        condition.lessen(combat, other, "bleeding", 2)


def assist(combat: IngenuityCombat, unit: Unit, what: int, whom: int) -> None:
    """Make the same test as who will do it in this round. Rule: test.assist."""
    if what == task.SEARCHING:
        made = searching(unit)
    elif what == task.REVIVING:
        made = tending(unit, combat.units[whom], "action.resuscitate.test")
    elif what == task.STAUNCHING:
        made = tending(unit, combat.units[whom], "action.treat")
    else:
        made = task.test_of(combat, unit, what)
    task.note_help(combat, unit, what, whom, test.make(combat, made))
