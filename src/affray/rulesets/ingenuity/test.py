"""Tests: attribute die, skill die, luck die, rerolls, help and fate."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu, UnlistedMenu
from affray.core.dice import CHECK, Dice, Throw
from affray.rulesets.ingenuity import condition
from affray.rulesets.ingenuity.state import (
    ATTRIBUTES,
    CHARISMA,
    CIRCUMSTANCES,
    DEVOTED,
    MIGHTY,
    REACTIONS,
    RESOLVE,
    SKILLS,
    STRENGTH,
    USES,
    IngenuityCombat,
    Unit,
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
        marks = [one for one in self.marks if 1 < one <= LUCKY]
        return (self.attribute, self.skill, self.worse, int(self.open), *sorted(marks))

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        return [("dice", faces, sum(faces[:2]))]


class Again(Throw):
    """A die that is rolled again and of which the higher face is kept. Rule: test.advantage."""

    def __init__(self, sides: int, face: int) -> None:
        self.sides = sides
        self.face = face

    def made(self, dice: Dice) -> int:
        return max(self.face, dice.roll(self.sides))

    def key(self) -> tuple[int, ...]:
        return (self.sides, self.face)


class Test:
    """One test to be made, and what came of it."""

    __test__ = False

    def __init__(self, unit: Unit, attribute: int, skill: int, rule: str) -> None:
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
    net = test.better - worse + circumstance(combat, test)
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
        reroll(combat, test, faces, dice)
    raised = unit.fate_points > 0 and maximize(combat, test, faces, [*dice, LUCKY])
    condition.used_up(combat, unit)
    test.luck = faces[2] + plus
    test.total = faces[0] + faces[1] + bonus
    if not test.attack and test.luck >= LUCKY:
        test.total += LUCK_PLUS
    failed = raised and test.level != UNKNOWN_LEVEL and test.total < test.level
    if lucky or failed:
        favour(combat, unit)
    if combat.watched:
        combat.say("result", unit.index, test.target, "", test.total, test.rule)
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


def knows(unit: Unit, maneuver: str) -> bool:
    for one in unit.sheet.maneuvers:
        if one.works == maneuver:
            return True
    return False


def may_react(combat: IngenuityCombat, unit: Unit) -> bool:
    from affray.rulesets.ingenuity import damage

    return damage.can_react(combat, unit)


def might(combat: IngenuityCombat, unit: Unit) -> int:
    """Let somebody strain itself for 4 more. Rules: maneuver.reaction, action.resources."""
    one = combat.library.named[MIGHT]
    if unit.health <= one.health or unit.spent() or not may_react(combat, unit):
        return 0
    options = [(PASS, "pass"), (1, one.id)]
    if combat.ask(Menu(unit.seats, unit.index, "maneuver.reaction", options)) == PASS:
        return 0
    from affray.rulesets.ingenuity import damage

    unit.used[MIGHTY] = 1
    unit.used[USES] += 1
    unit.used[REACTIONS] += 1
    if combat.watched:
        combat.say("uses", unit.index, unit.index, one.id, 0, "maneuver.reaction")
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
    if combat.ask(Menu(unit.seats, unit.index, "test.one-proficiency", options)) == PASS:
        return 0
    unit.used[DEVOTED] = 1
    if combat.watched:
        combat.say("draws on", unit.index, -1, "divine-devotion", best, "test.one-proficiency")
    return best - test.proficiency


def inspiration(combat: IngenuityCombat, ally: Unit, unit: Unit) -> int:
    """Let a charismatic ally assist: 4 gives 1, 8 gives 2. Rules: test.assist, reaction.one."""
    from affray.rulesets.ingenuity import geometry

    if not ally.able() or not combat.allies(ally, unit) or ally.focus < 2:
        return 0
    if ally.cell < 0 or unit.cell < 0 or not may_react(combat, ally):
        return 0
    if geometry.distance(combat, ally, unit) > HEARING:
        return 0
    options = [(PASS, "pass"), (1, f"inspirational-charisma for {unit.name}")]
    if combat.ask(Menu(ally.seats, ally.index, "test.assist", options)) == PASS:
        return 0
    condition.spend(combat, ally, 0, 2)
    ally.used[REACTIONS] += 1
    if combat.watched:
        combat.say("uses", ally.index, unit.index, "inspirational-charisma", 0, "test.assist")
    result = make(combat, Test(ally, RESOLVE, CHARISMA, "test.assist"))
    return 2 if result >= 8 else 1 if result >= 4 else 0


def circumstance(combat: IngenuityCombat, test: Test) -> int:
    """Let the GM grant advantage or disadvantage, if the encounter says so.

    Rule: gm.circumstance.
    """
    if not combat.options[CIRCUMSTANCES]:
        return 0
    options = [(PASS, "nothing"), (1, "advantage"), (2, "disadvantage")]
    answer = combat.ask(Menu(1 << combat.gm, -1, "gm.circumstance", options))
    return (0, 1, -1)[answer]


def favour(combat: IngenuityCombat, unit: Unit) -> None:
    """Give fate back to fortune's favourites: on a rolled 20, and where maximising was in vain."""
    if unit.talented("fortunes-favour"):
        unit.fate_points = min(3, unit.fate_points + 1)  # fate.amount
        if combat.watched:
            combat.say("draws on", unit.index, -1, "fortunes-favour", 1, "fate.amount")


def reroll(combat: IngenuityCombat, test: Test, faces: list[int], dice: list[int]) -> None:
    """Let the tester roll one die again and keep the higher face, or the one that it prefers.

    Rule: test.advantage.
    """
    names = (ATTRIBUTES[test.attribute], SKILLS[test.skill])
    words = [f"reroll {names[n]} {faces[n]}" for n in range(2)]
    options = [(PASS, "keep both"), (1, words[0]), (2, words[1])]
    others = [(3, f"{words[0]} and choose"), (4, f"{words[1]} and choose")]
    best = 1 if gain_of(faces[0], dice[0]) >= gain_of(faces[1], dice[1]) else 2
    unit = test.unit
    asked = UnlistedMenu(unit.seats, unit.index, "test.advantage", options, others, best)
    asked.varies = True
    answer = combat.ask(asked)
    if answer == PASS:
        return
    which = (answer - 1) % 2
    if answer <= 2:
        again = Again(dice[which], faces[which])
        faces[which] = combat.throw(again, test.purpose, unit.index, "test.advantage")
        return
    face = combat.roll(dice[which], test.purpose, unit.index, "test.advantage")
    if face != faces[which]:
        low, high = min(face, faces[which]), max(face, faces[which])
        kept = [(high, f"keep {high}"), (low, f"keep {low}")]
        choose = Menu(unit.seats, unit.index, "test.advantage", kept, high)
        choose.varies = True
        faces[which] = combat.ask(choose)


def gain_of(face: int, sides: int) -> int:
    """Return the expected gain of a reroll in 27720ths, the least common multiple up to 12."""
    return (sides - face) * (sides - face + 1) * (27720 // sides)


def maximize(combat: IngenuityCombat, test: Test, faces: list[int], dice: list[int]) -> bool:
    """Let fate set dice to their highest face. Rules: fate.maximize, fate.spend."""
    names = (ATTRIBUTES[test.attribute], SKILLS[test.skill], "luck")
    unit = test.unit
    raised = False
    while unit.fate_points > 0:
        options = [(PASS, "no fate")]
        options += [(1 + n, f"fate {names[n]}") for n in range(3) if faces[n] < dice[n]]
        if len(options) == 1:
            break
        answer = combat.ask(Menu(unit.seats, unit.index, "fate.maximize", options))
        if answer == PASS:
            break
        unit.fate_points -= 1
        raised = True
        faces[answer - 1] = dice[answer - 1]
        if combat.watched:
            combat.say("spends fate", unit.index, -1, names[answer - 1], 0, "fate.maximize")
    return raised


def luck_test(combat: IngenuityCombat, unit: Unit, difficulty: int, rule: str) -> bool:
    """Roll the luck die alone. Rules: test.luck-test, fate.maximize."""
    face = combat.roll(LUCKY, CHECK, unit.index, rule)
    if face == LUCKY:
        favour(combat, unit)
    if face + unit.sheet.luck >= difficulty:
        return True
    if unit.fate_points > 0 and LUCKY + unit.sheet.luck >= difficulty:
        options = [(PASS, "no fate"), (1, "fate luck")]
        if combat.ask(Menu(unit.seats, unit.index, "fate.maximize", options, 1)) != PASS:
            unit.fate_points -= 1
            return True
    return False


def opposed(own: int, other: int, alike: bool) -> bool:
    """Return whether a contest is won: when both do the very same thing a tie changes nothing.

    Rule: test.contest.
    """
    return own > other if alike else own >= other


def bulk(unit: Unit, other: Unit, catching: bool) -> int:
    """Return what sizes add to a contest of bodies, from the first one's side.

    Where one catches or avoids, the smaller counts higher; where one shoves, lifts, holds or
    knocks down, the larger adds the difference. Rule: test.contest.size.
    """
    more = unit.bulk() - other.bulk()
    return -more if catching else more


# What a task is called by how hard it is. Rule: test.difficulties.
LADDER: Final = {
    "trivial": 0,
    "simple": 4,
    "standard": 6,
    "moderate": 8,
    "challenging": 10,
    "complex": 12,
    "demanding": 14,
    "daunting": 16,
    "arduous": 18,
    "ambitious": 20,
    "absurd": 22,
    "improbable": 24,
}


def difficulty(combat: IngenuityCombat, usual: int) -> int:
    """Let the GM seat say how hard something is that no rule fixes. Rule: test.difficulties."""
    options = [(level, word) for word, level in LADDER.items()]
    return combat.ask(Menu(1 << combat.gm, -1, "test.difficulties", options, usual))


def certain(test: Test, level: int) -> bool:
    """Return whether a task cannot fail. Rules: test.automatic-when-certain, test.difficulties."""
    return level <= 0 or 2 + test.proficiency + test.bonus + condition.on_tests(test.unit) >= level
