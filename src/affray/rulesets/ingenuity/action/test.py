"""Tests: attribute die, skill die, luck die, rerolls, help and fate."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.dice import CHECK, Dice, Throw
from affray.core.event import Told
from affray.rulesets.ingenuity import condition, damage, geometry, gm
from affray.rulesets.ingenuity.choice import fate, reroll
from affray.rulesets.ingenuity.choice.menu import Listed
from affray.rulesets.ingenuity.reaction import budget
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import (
    ATTRIBUTES,
    CHARISMA,
    DEVOTED,
    MIGHTY,
    REACTIONS,
    RESOLVE,
    SKILLS,
    STRENGTH,
    USES,
)

LUCKY: Final = 20
LUCK_PLUS: Final = 4  # test.luck-bonus
UNKNOWN_LEVEL: Final = -1000
MIGHT: Final = "hysterical-might"
HEARING: Final = 20  # metres


class TestThrow(Throw):
    """Attribute die, skill die and luck die, with the rerolls that disadvantage forces.

    The result is (attribute * 100 + skill) * 100 + luck, the luck brought down to the lowest face
    that means the same. Rules: dice.order, test.composition, test.disadvantage, test.luck-die.
    """

    __test__ = False

    def __init__(
        self, attribute: int, skill: int, worse: int, marks: list[int], open: bool
    ) -> None:
        self.attribute = attribute
        self.skill = skill
        self.worse = worse
        self.marks = marks
        self.open = open  # the faces are needed apart

    def made(self, dice: Dice) -> int:
        first = dice.roll(self.attribute)
        second = dice.roll(self.skill)
        luck = self.band(dice.roll(LUCKY))
        for _ in range(self.worse):
            if first >= second:
                first = min(first, dice.roll(self.attribute))
            else:
                second = min(second, dice.roll(self.skill))
        if not self.open:
            first, second = first + second, 0
        return (first * 100 + second) * 100 + luck

    def band(self, face: int) -> int:
        best = 1
        for mark in self.marks:
            if best < mark <= face:
                best = mark
        return best

    def key(self) -> tuple[int, ...]:
        marks = [mark for mark in self.marks if 1 < mark <= LUCKY]
        return (self.attribute, self.skill, self.worse, int(self.open), *sorted(marks))

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        return [("dice", faces, sum(faces[:2]))]


class Test:
    """One test to be made, and what came of it."""

    __test__ = False

    def __init__(self, unit: IngenuityCombatant, attribute: int, skill: int, rule: str) -> None:
        self.unit = unit
        self.attribute = attribute
        self.skill = skill
        self.rule = rule
        self.purpose = CHECK
        self.proficiency = 0  # the one that is added
        self.bonus = 0  # everything else that is added
        self.better = 0  # sources of advantage
        self.worse = 0  # sources of disadvantage
        self.target = -1
        self.helps = False  # it is for the target, not against it
        self.attack = False  # attack.luck-no-bonus
        self.threshold = LUCKY  # of a critical
        self.again = 0  # what luck gets on top if the attack would miss
        self.luck_bonus = 0
        self.level = UNKNOWN_LEVEL  # the difficulty, where it is known
        self.total = 0
        self.luck = 0


def make(combat: IngenuityCombat, test: Test) -> int:
    """Make a test and return its result.

    Rules: test.composition, test.success, test.cancel, test.luck-bonus, test.no-luck-reroll,
    test.untrained, maneuver.bonus-to-luck.
    """
    unit = test.unit
    more = help_from_outside(combat, test)
    bonus = test.proficiency + test.bonus + more + condition.on_tests(unit)
    if test.attribute == STRENGTH:
        bonus += condition.rage(unit)
    worse = test.worse + condition.hindrances(unit, test.attribute, test.target, test.helps)
    net = test.better - worse + gm.circumstance(combat)
    plus = test.luck_bonus + unit.sheet.luck
    dice = [unit.sheet.attributes[test.attribute], unit.sheet.skills[test.skill]]
    shown = net > 0 or unit.fate_points > 0
    marks = [2 - plus, test.threshold - plus, LUCKY - plus, LUCKY]
    if test.again:
        marks.append(test.threshold - plus - test.again)
    throw = TestThrow(dice[0], dice[1], max(0, -net), marks, shown)
    rolled = combat.throw(throw, test.purpose, unit.index, test.rule)
    faces = [rolled // 10000, rolled // 100 % 100, rolled % 100]
    lucky = faces[2] == LUCKY
    for _ in range(max(0, net)):
        names = (ATTRIBUTES[test.attribute], SKILLS[test.skill])
        reroll.reroll(combat, unit, test.purpose, names, faces, dice)
    raised = False
    if unit.fate_points > 0:
        words = (ATTRIBUTES[test.attribute], SKILLS[test.skill], "luck")
        raised = fate.maximize(combat, unit, words, faces, [*dice, LUCKY])
    condition.used_up(combat, unit)
    test.luck = faces[2] + plus
    test.total = faces[0] + faces[1] + bonus
    if not test.attack and test.luck >= LUCKY:
        test.total += LUCK_PLUS
    failed = raised and test.level != UNKNOWN_LEVEL and test.total < test.level
    if lucky or failed:
        fate.favour(combat, unit)
    if combat.watched:
        against = f"{test.level}" if test.level > 0 and not test.attack else ""
        combat.tell(Told("result", unit.index, test.target, against, test.total, test.rule))
    return test.total


def help_from_outside(combat: IngenuityCombat, test: Test) -> int:
    """Return what talents and might add: of the tester, and of allies who hear it.

    Rules: maneuver.reaction, test.assist, test.assist.best-only.
    """
    unit = test.unit
    more = 0
    if test.attribute == STRENGTH and not unit.used[MIGHTY] and knows(unit, MIGHT):
        more += might(combat, unit)
    if unit.talented("divine-devotion") and not unit.used[DEVOTED]:
        more += devotion(combat, test)
    if not test.attack:  # attacks cannot be assisted
        best = 0
        for ally in combat.units:
            if ally is not unit and ally.talented("inspirational-charisma"):
                best = max(best, inspiration(combat, ally, unit))
        more += best
    return more


def knows(unit: IngenuityCombatant, maneuver: str) -> bool:
    """Return whether somebody has learned a manoeuvre, or one that works like it."""
    for one in unit.sheet.maneuvers:
        if one.works == maneuver:
            return True
    return False


def may_react(combat: IngenuityCombat, unit: IngenuityCombatant) -> bool:
    """Return whether somebody has a reaction left."""
    return budget.can_react(combat, unit)


def might(combat: IngenuityCombat, unit: IngenuityCombatant) -> int:
    """Let somebody strain itself for 4 more. Rules: maneuver.reaction, action.resources."""
    one = combat.library.named[MIGHT]
    if unit.health <= one.health or unit.spent() or not may_react(combat, unit):
        return 0
    options = [(PASS, "pass"), (1, one.id)]
    if combat.ask(Listed(unit.seats, unit.index, "maneuver.reaction", options)) == PASS:
        return 0

    unit.used[MIGHTY] = 1
    unit.used[USES] += 1
    unit.used[REACTIONS] += 1
    if combat.watched:
        combat.tell(Told("uses", unit.index, unit.index, one.id, 0, "maneuver.reaction"))
    damage.pay_health(combat, unit, one.health)
    return one.test_bonus if unit.awake else 0


def devotion(combat: IngenuityCombat, test: Test) -> int:
    """Let a communion proficiency stand in for another, once a rest. Rule: test.one-proficiency."""
    unit = test.unit
    best = 0
    for name, bonus in unit.sheet.proficiencies.items():
        if combat.library.schools.get(name) == "communion":
            best = max(best, bonus)
    if best <= test.proficiency:
        return 0
    options = [(PASS, "pass"), (1, "divine-devotion")]
    if combat.ask(Listed(unit.seats, unit.index, "test.one-proficiency", options)) == PASS:
        return 0
    unit.used[DEVOTED] = 1
    if combat.watched:
        combat.tell(
            Told("draws on", unit.index, -1, "divine-devotion", best, "test.one-proficiency")
        )
    return best - test.proficiency


def inspiration(combat: IngenuityCombat, ally: IngenuityCombatant, unit: IngenuityCombatant) -> int:
    """Let a charismatic ally assist: 4 gives 1, 8 gives 2. Rules: test.assist, reaction.one."""
    if not ally.able() or not combat.allies(ally, unit) or ally.focus < 2:
        return 0
    if ally.cell < 0 or unit.cell < 0 or not may_react(combat, ally):
        return 0
    if geometry.distance(combat, ally, unit) > HEARING:
        return 0
    options = [(PASS, "pass"), (1, f"inspirational-charisma for {unit.name}")]
    about = [-1, unit.index]
    if combat.ask(Listed(ally.seats, ally.index, "test.assist", options, PASS, about)) == PASS:
        return 0
    spending.spend(combat, ally, 0, 2)
    ally.used[REACTIONS] += 1
    if combat.watched:
        combat.tell(
            Told("uses", ally.index, unit.index, "inspirational-charisma", 0, "test.assist")
        )
    result = make(combat, Test(ally, RESOLVE, CHARISMA, "test.assist"))
    return 2 if result >= 8 else 1 if result >= 4 else 0


def luck_test(
    combat: IngenuityCombat, unit: IngenuityCombatant, difficulty: int, rule: str
) -> bool:
    """Roll the luck die alone. Rules: test.luck-test, fate.maximize."""
    face = combat.roll(LUCKY, CHECK, unit.index, rule)
    if face == LUCKY:
        fate.favour(combat, unit)
    if face + unit.sheet.luck >= difficulty:
        return True
    if unit.fate_points > 0 and LUCKY + unit.sheet.luck >= difficulty:
        options = [(PASS, "no fate"), (1, "fate luck")]
        if combat.ask(Listed(unit.seats, unit.index, "fate.maximize", options, 1)) != PASS:
            fate.pay(combat, unit, "luck", "fate.maximize")
            return True
    return False


def opposed(own: int, other: int, alike: bool) -> bool:
    """Return whether a contest is won: when both do the very same thing a tie changes nothing.

    Rule: test.contest.
    """
    return own > other if alike else own >= other


def bulk(unit: IngenuityCombatant, other: IngenuityCombatant, catching: bool) -> int:
    """Return what sizes add to a contest of bodies, from the first one's side.

    Where one catches or avoids, the smaller counts higher; where one shoves, lifts, holds or
    knocks down, the larger adds the difference. Rule: test.contest.size.
    """
    more = unit.bulk() - other.bulk()
    return -more if catching else more
