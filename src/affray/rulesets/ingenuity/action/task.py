"""Short Tasks, searching and tending others, and helping with them."""

from __future__ import annotations

from typing import Final

from affray.core.event import Told
from affray.rulesets.ingenuity import condition, geometry, gm
from affray.rulesets.ingenuity.action import test
from affray.rulesets.ingenuity.actions import SMOTHER
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import DEXTERITY, HANDLING, INTELLECT, PERCEPTION

TRIES: Final = 3  # test.retry
USUAL: Final = 8  # test.difficulties
GIVEN_UP: Final = 100

# What can be assisted besides the tasks of the encounter.
SEARCHING: Final = 900
REVIVING: Final = 901
STAUNCHING: Final = 902
DEEDS: Final = 1_000_000  # more than there are things to be assisted
HELP: Final = {SEARCHING: "search", REVIVING: "resuscitate", STAUNCHING: "staunch"}


def forbids(combat: IngenuityCombat, unit: IngenuityCombatant, number: int) -> str:
    """Return the rule that forbids a task. Rules: action.short-task, test.retry."""
    one = combat.tasks[number]
    if combat.tries[number] < 0:
        return "action.short-task"
    if combat.tries[number] >= TRIES:
        return "test.retry"
    return "" if geometry.distance_to(combat, unit, one.cell) <= 1 else "geometry.adjacent"


def test_of(combat: IngenuityCombat, unit: IngenuityCombatant, number: int) -> test.Test:
    """Return the test of a task, the same for who assists. Rules: test.composition, test.assist."""
    one = combat.tasks[number]
    made = test.Test(unit, one.attribute, one.skill, "action.short-task")
    made.proficiency = unit.sheet.proficiencies.get(one.proficiency, 0)
    return made


def carry_out(combat: IngenuityCombat, unit: IngenuityCombatant, number: int) -> None:
    """Make the test of a task once its third action is spent.

    Rules: action.short-task, test.difficulties, test.automatic-when-certain, test.retry,
    test.assist, test.assist.best-only.
    """
    one = combat.tasks[number]
    made = test_of(combat, unit, number)
    made.bonus = help_with(combat, unit, number, 0)
    made.level = one.difficulty
    if made.level < 0:
        made.level = gm.difficulty(combat, USUAL)
    if gm.certain(unit, made.proficiency + made.bonus, made.level) or test.passed(combat, made):
        combat.tries[number] = -1
        if combat.watched:
            combat.tell(Told("achieves", unit.index, -1, one.id, 0, "action.short-task"))
        return
    combat.tries[number] += 1
    if combat.watched:
        combat.tell(Told("fails", unit.index, -1, one.id, 0, "test.retry"))
    if combat.tries[number] < TRIES:
        if not gm.may_retry(combat):
            combat.tries[number] = GIVEN_UP
    combat.mark_changed()


def note_help(
    combat: IngenuityCombat, unit: IngenuityCombatant, what: int, whom: int, result: int
) -> None:
    """Note what an assistant gives to who makes the main test in this round.

    Rules: test.assist, test.assist.best-only.
    """
    more = min(4, max(0, result // 4))
    combat.helps.append((unit.index * DEEDS + deed_of(what, whom)) * 10 + more)
    if combat.watched:
        word = HELP[what] if what in HELP else combat.tasks[what].id
        combat.tell(
            Told("assists", unit.index, whom if what > SEARCHING else -1, word, more, "test.assist")
        )


def deed_of(what: int, whom: int) -> int:
    """Return a number for what is assisted, and for whom it is."""
    return 1 + what * 1000 + whom


def help_with(combat: IngenuityCombat, unit: IngenuityCombatant, what: int, whom: int) -> int:
    """Return the highest bonus that others gave in this round; with that it is used.

    Rules: test.assist, test.assist.best-only.
    """
    best = 0
    kept: list[int] = []
    for note in combat.helps:
        other = combat.units[note // 10 // DEEDS]
        fits = note // 10 % DEEDS == deed_of(what, whom)
        if fits and other is not unit and combat.allies(unit, other):
            best = max(best, note % 10)
        else:
            kept.append(note)
    combat.helps = kept
    return best


def done(combat: IngenuityCombat) -> bool:
    """Return whether every task of the encounter is achieved."""
    return bool(combat.tries) and all(tried < 0 for tried in combat.tries)


def helped_by(combat: IngenuityCombat, unit: IngenuityCombatant, staunching: bool) -> int:
    """Use one of what helps to treat somebody; return what it adds."""
    for piece in unit.pieces:
        thing = combat.thing(piece)
        more = thing.staunch if staunching else thing.resuscitate
        if more and piece.uses > 0:
            piece.uses -= 1
            return more
    return 0


def tending(unit: IngenuityCombatant, other: IngenuityCombatant, rule: str) -> test.Test:
    """Return the test of who treats somebody, the same for who assists.

    Rules: action.resuscitate.test, action.treat, test.assist.
    """
    made = test.Test(unit, INTELLECT, HANDLING, rule)
    made.proficiency = unit.sheet.proficiencies.get("Healing", 0)
    made.target, made.helps = other.index, True
    return made


def resuscitate(
    combat: IngenuityCombat, unit: IngenuityCombatant, other: IngenuityCombatant
) -> None:
    """Try to bring somebody round.

    Rules: action.resuscitate, action.resuscitate.test, action.resuscitate.outcome.
    """
    condition.fall_prone(combat, unit, "action.resuscitate")
    made = tending(unit, other, "action.resuscitate.test")
    made.bonus = helped_by(combat, unit, staunching=False)
    made.bonus += help_with(combat, unit, REVIVING, other.index)
    made.level = 8 if other.health > 0 else 10
    if test.passed(combat, made):
        condition.wake(combat, other, "action.resuscitate.outcome")


def searching(unit: IngenuityCombatant) -> test.Test:
    """Return the test of who searches, the same for who assists. Rules: action.search."""
    best = DEXTERITY
    if unit.sheet.attributes[INTELLECT] > unit.sheet.attributes[DEXTERITY]:
        best = INTELLECT
    made = test.Test(unit, best, PERCEPTION, "action.search")
    made.proficiency = unit.sheet.proficiencies.get("Search", 0)
    return made


def search(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Look for the hidden within 20 m. Rules: action.search, test.assist."""
    made = searching(unit)
    made.bonus = help_with(combat, unit, SEARCHING, 0)
    result = test.make(combat, made)
    for other in combat.units:
        if other.hidden >> unit.index & 1 and result >= other.stealth:
            if other.cell >= 0 and geometry.distance(combat, unit, other) <= 20:
                if combat.watched:
                    combat.tell(Told("finds", unit.index, other.index, "", result, "action.search"))
                left = other.hidden & ~(1 << unit.index)
                condition.set_hidden(combat, other, left, "action.search")


def treat(
    combat: IngenuityCombat, unit: IngenuityCombatant, other: IngenuityCombatant, verb: int
) -> None:
    """Smother a fire, or try to staunch a wound. Rules: action.treat, test.assist."""
    if verb == SMOTHER:
        condition.lessen(combat, other, "burning", 2)
        return
    made = tending(unit, other, "action.treat")
    made.bonus = helped_by(combat, unit, staunching=True)
    made.bonus += help_with(combat, unit, STAUNCHING, other.index)
    made.level = 6
    if test.passed(combat, made):
        condition.lessen(combat, other, "bleeding", 2)


def assist(combat: IngenuityCombat, unit: IngenuityCombatant, what: int, whom: int) -> None:
    """Make the same test as who will do it in this round. Rule: test.assist."""
    if what == SEARCHING:
        made = searching(unit)
    elif what == REVIVING:
        made = tending(unit, combat.units[whom], "action.resuscitate.test")
    elif what == STAUNCHING:
        made = tending(unit, combat.units[whom], "action.treat")
    else:
        made = test_of(combat, unit, what)
    note_help(combat, unit, what, whom, test.make(combat, made))
