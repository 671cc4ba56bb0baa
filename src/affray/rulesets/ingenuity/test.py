"""Tests: attribute die, skill die, luck die, rerolls and fate."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu
from affray.core.dice import CHECK, Dice, Throw
from affray.rulesets.ingenuity import condition
from affray.rulesets.ingenuity.state import ATTRIBUTES, SKILLS, IngenuityCombat, Unit

LUCKY: Final = 20
LUCK_PLUS: Final = 4  # test.luck-bonus


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
        marks = [one for one in self.marks if 1 < one <= LUCKY]
        return (self.attribute, self.skill, self.worse, int(self.open), *sorted(marks))

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        return [("dice", faces, sum(faces[:2]))]


class Test:
    """One test to be made, and what came of it."""

    __test__ = False

    def __init__(self, unit: Unit, attribute: int, skill: int, rule: str) -> None:
        self.unit = unit
        self.attribute = attribute
        self.skill = skill
        self.rule = rule
        self.purpose = CHECK
        self.bonus = 0
        self.better = 0  # sources of advantage
        self.worse = 0  # sources of disadvantage
        self.target = -1
        self.attack = False  # attack.luck-no-bonus
        self.threshold = LUCKY  # of a critical
        self.luck_bonus = 0
        self.total = 0
        self.luck = 0


def make(combat: IngenuityCombat, test: Test) -> int:
    """Make a test and return its result.

    Rules: test.composition, test.cancel, test.luck-bonus, test.no-luck-reroll,
    maneuver.bonus-to-luck.
    """
    unit = test.unit
    bonus = test.bonus + condition.on_tests(unit)
    worse = test.worse + condition.hindrances(unit, test.attribute, test.target)
    net = test.better - worse
    plus = test.luck_bonus + unit.sheet.luck
    dice = [unit.sheet.attributes[test.attribute], unit.sheet.skills[test.skill]]
    shown = net > 0 or unit.fate_points > 0
    marks = [2 - plus, test.threshold - plus, LUCKY - plus, LUCKY]
    throw = TestThrow(dice[0], dice[1], max(0, -net), marks, shown)
    rolled = combat.throw(throw, test.purpose, unit.index, test.rule)
    faces = [rolled // 10000, rolled // 100 % 100, rolled % 100]
    for _ in range(max(0, net)):
        reroll(combat, test, faces, dice)
    if unit.fate_points > 0:
        maximize(combat, test, faces, [*dice, LUCKY])
    condition.used_up(combat, unit)
    if unit.talented("fortunes-favour") and faces[2] == LUCKY:
        unit.fate_points = min(3, unit.fate_points + 1)
    test.luck = faces[2] + plus
    test.total = faces[0] + faces[1] + bonus
    if not test.attack and test.luck >= LUCKY:
        test.total += LUCK_PLUS
    if combat.watched:
        combat.say("result", unit.index, test.target, "", test.total, test.rule)
    return test.total


def reroll(combat: IngenuityCombat, test: Test, faces: list[int], dice: list[int]) -> None:
    """Let the tester roll one die again and keep the higher face. Rule: test.advantage."""
    names = (ATTRIBUTES[test.attribute], SKILLS[test.skill])
    options = [(PASS, "keep both")]
    options += [(1 + n, f"reroll {names[n]} {faces[n]}") for n in range(2)]
    best = 1 if gain_of(faces[0], dice[0]) >= gain_of(faces[1], dice[1]) else 2
    asked = Menu(test.unit.seats, test.unit.index, "test.advantage", options, best)
    asked.varies = True
    answer = combat.ask(asked)
    if answer != PASS:
        face = combat.roll(dice[answer - 1], test.purpose, test.unit.index, "test.advantage")
        faces[answer - 1] = max(faces[answer - 1], face)


def gain_of(face: int, sides: int) -> int:
    """Return the expected gain of a reroll in 27720ths, the least common multiple up to 12."""
    return (sides - face) * (sides - face + 1) * (27720 // sides)


def maximize(combat: IngenuityCombat, test: Test, faces: list[int], dice: list[int]) -> None:
    """Let fate set a die to its highest face. Rules: fate.maximize, fate.spend."""
    names = (ATTRIBUTES[test.attribute], SKILLS[test.skill], "luck")
    unit = test.unit
    while unit.fate_points > 0:
        options = [(PASS, "no fate")]
        options += [(1 + n, f"fate {names[n]}") for n in range(3) if faces[n] < dice[n]]
        if len(options) == 1:
            return
        answer = combat.ask(Menu(unit.seats, unit.index, "fate.maximize", options))
        if answer == PASS:
            return
        unit.fate_points -= 1
        faces[answer - 1] = dice[answer - 1]
        if combat.watched:
            combat.say("spends fate", unit.index, -1, names[answer - 1], 0, "fate.maximize")


def luck_test(combat: IngenuityCombat, unit: Unit, difficulty: int, rule: str) -> bool:
    """Roll the luck die alone. Rules: test.luck-test, fate.maximize."""
    face = combat.roll(LUCKY, CHECK, unit.index, rule)
    if face + unit.sheet.luck >= difficulty:
        return True
    if unit.fate_points > 0 and LUCKY + unit.sheet.luck >= difficulty:
        options = [(PASS, "no fate"), (1, "fate luck")]
        if combat.ask(Menu(unit.seats, unit.index, "fate.maximize", options, 1)) != PASS:
            unit.fate_points -= 1
            return True
    return False
