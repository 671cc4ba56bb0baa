"""Tests: attribute die, skill die, luck die, rerolls, help and fate."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from affray.core.choice import PASS
from affray.core.dice import CHECK, AskingThrow, Dice, Known, OddsDice, Table, Throw, table_of
from affray.core.effect import Sum
from affray.core.event import Part, Told
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
STRAY: Final = 1  # the highest face that leads astray what may go astray
LUCK_PLUS: Final = 4  # test.luck-bonus
FAVOURED: Final = "fortunes-favour"
UNKNOWN_LEVEL: Final = -1000
MIGHT: Final = "hysterical-might"
HEARING: Final = 20  # metres


class Pair(Throw):
    """The two dice of a test that are added up, as attribute * 100 + skill, for counting."""

    def __init__(self, attribute: int, skill: int, worse: int) -> None:
        self.attribute = attribute
        self.skill = skill
        self.worse = worse

    def made(self, dice: Dice) -> int:
        first = dice.roll(self.attribute)
        second = dice.roll(self.skill)
        return self.worsened(dice, first, second)

    def worsened(self, dice: Dice, first: int, second: int) -> int:
        """Roll the greater die again, once for each disadvantage, and keep the lower face."""
        for _ in range(self.worse):
            if first >= second:
                first = min(first, dice.roll(self.attribute))
            else:
                second = min(second, dice.roll(self.skill))
        return first * 100 + second

    def key(self) -> tuple[int, ...]:
        return (self.attribute, self.skill, self.worse)


class TestThrow(Pair):
    """Attribute die, skill die and luck die, with the rerolls that disadvantage forces.

    The result is (attribute * 100 + skill) * 100 + luck, the two dice added up in the first place
    unless they are needed apart, and the luck brought down to the lowest face that means the same
    to any test. ``marks`` are the faces of it from which on something else happens to this one.
    Rules: dice.order, test.composition, test.disadvantage, test.luck-die.
    """

    __test__ = False

    def __init__(
        self,
        attribute: int,
        skill: int,
        worse: int,
        steps: list[int],
        marks: list[int],
        open: bool,
    ) -> None:
        super().__init__(attribute, skill, worse)
        self.steps = steps
        self.marks = marks
        self.open = open  # the faces are needed apart

    def made(self, dice: Dice) -> int:
        first = dice.roll(self.attribute)
        second = dice.roll(self.skill)
        luck = self.step(dice.roll(LUCKY))
        return self.shown(self.worsened(dice, first, second)) * 100 + luck

    def step(self, face: int) -> int:
        """Return the lowest face of the luck die that means the same to any test."""
        best = 1
        for step in self.steps:
            if best < step <= face:
                best = step
        return best

    def shown(self, pair: int) -> int:
        """Return the two dice as the result shows them."""
        return pair if self.open else (pair // 100 + pair % 100) * 100

    def key(self) -> tuple[int, ...]:
        marks = [mark for mark in self.marks if 1 < mark <= LUCKY]
        return (self.attribute, self.skill, self.worse, int(self.open), *sorted(marks))

    def table(self, known: Known) -> Table:
        """Count the luck die by what it may mean, apart from the two that are added up."""
        found: dict[int, int] = {}
        bands = luck_bands(self.marks)
        for pair, weight in table_of(Pair(self.attribute, self.skill, self.worse), known):
            for luck, count in bands:
                result = self.shown(pair) * 100 + luck
                found[result] = found.get(result, 0) + weight * count
        return sorted(found.items())

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        first, second = faces[:2]
        for face in faces[3:]:
            if first >= second:
                first = min(first, face)
            else:
                second = min(second, face)
        return [("dice", faces, first + second)]


class LuckThrow(Throw):
    """The luck die alone, of which only some faces make a difference."""

    def __init__(self, marks: list[int]) -> None:
        self.marks = marks

    def made(self, dice: Dice) -> int:
        return dice.roll(LUCKY)

    def key(self) -> tuple[int, ...]:
        return tuple(self.marks)

    def table(self, known: Known) -> Table:
        return luck_bands(self.marks)


def luck_bands(marks: list[int]) -> Table:
    """Return the faces of the luck die that differ in what follows, each with how many are alike.

    ``marks`` are the faces from which on something else happens.
    """
    found: Table = []
    for face in range(1, LUCKY + 1):
        if face == 1 or face in marks:
            found.append((face, 1))
        else:
            first, count = found[-1]
            found[-1] = (first, count + 1)
    return found


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
        self.risky = False  # the luck die may lead it astray
        self.graded = True  # by how much it succeeds makes a difference
        self.threshold = LUCKY  # of a critical
        self.again = 0  # what luck gets on top if the attack would miss
        self.luck_bonus = 0
        self.level = UNKNOWN_LEVEL  # the difficulty, where it is known
        self.total = 0
        self.luck = 0
        self.reasons: list[Part] = []  # of the bonus, as far as they are told

    def add(self, bonus: Sum) -> None:
        """Add to the bonus, with what it is made of."""
        self.bonus += bonus.total
        if bonus.parts:
            self.reasons = [*self.reasons, *bonus.parts]


@mypyc_attr(allow_interpreted_subclasses=True)
class Tested(Told):
    """What a test came to, and what that is made of; ``what`` is its level, where it is known."""

    FIELDS: ClassVar[tuple[str, ...]] = (*Told.FIELDS, "parts")

    def __init__(self, test: Test, parts: list[Part]) -> None:
        level = f"{test.level}" if test.level > 0 and not test.attack else ""
        super().__init__("result", test.unit.index, test.target, level, test.total, test.rule)
        self.parts = parts


def make(combat: IngenuityCombat, test: Test) -> int:
    """Make a test and return its result.

    Rules: test.composition, test.success, test.cancel, test.luck-bonus, test.no-luck-reroll,
    test.untrained, maneuver.bonus-to-luck.
    """
    unit = test.unit
    more = help_from_outside(combat, test)
    conditions = condition.on_tests(unit)
    if test.attribute == STRENGTH:
        conditions += condition.rage(unit)
    bonus = test.proficiency + test.bonus + more + conditions
    worse = test.worse + condition.hindrances(unit, test.attribute, test.target, test.helps)
    net = test.better - worse + gm.circumstance(combat)
    plus = test.luck_bonus + unit.sheet.luck
    result = rolled(combat, test, net, plus, bonus)
    condition.used_up(combat, unit)
    test.luck = luck_of(result) + plus
    test.total = sum_of(result) + bonus
    if not test.attack and test.luck >= LUCKY:
        test.total += LUCK_PLUS
    failed = fate_of(result) > 0 and test.level != UNKNOWN_LEVEL and test.total < test.level
    if is_lucky(result) or failed:
        fate.favour(combat, unit)
    if combat.watched:
        parts = [(sum_of(result), "test.composition"), (test.proficiency, "test.one-proficiency")]
        said = sum(amount for amount, _ in test.reasons)
        parts += [*test.reasons, (test.bonus - said, "what else counts"), (more, "test.assist")]
        parts.append((conditions, "condition.sickness"))
        parts.append((test.total - sum_of(result) - bonus, "test.luck-bonus"))
        combat.tell(Tested(test, [parts[0], *[one for one in parts[1:] if one[0]]]))
    return test.total


def passed(combat: IngenuityCombat, test: Test) -> bool:
    """Make a test of which only counts whether it reaches its level; return whether it does.

    Rule: test.success.
    """
    test.graded = False
    return make(combat, test) >= test.level


def rolled(combat: IngenuityCombat, test: Test, net: int, plus: int, bonus: int) -> int:
    """Roll the dice of a test, and let some be rolled again or raised; see ``shown``.

    ``net`` are the advantages that are left, below 0 the disadvantages; ``plus`` is added to the
    luck die, ``bonus`` to the others.
    """
    unit = test.unit
    sides = [unit.sheet.attributes[test.attribute], unit.sheet.skills[test.skill]]
    steps = [STRAY + 1 - plus, test.threshold - plus, LUCKY - plus, LUCKY]
    if test.again:
        steps.append(test.threshold - plus - test.again)
    marks = steps[1:2] + steps[4:] if test.attack else [LUCKY - plus]
    if test.risky:
        marks.append(STRAY + 1 - plus)
    if unit.fate_points > 0 or unit.talented(FAVOURED):
        marks.append(LUCKY)
    if net <= 0 and unit.fate_points == 0 and test.graded:
        throw = TestThrow(sides[0], sides[1], -net, steps, marks, False)
        value = combat.throw(throw, test.purpose, unit.index, test.rule, dice_of(combat, test))
        return shown(value // 10000, value % 100, value % 100 == LUCKY, 0)
    points = unit.fate_points
    combat.mark_changed()
    result = combat.dice.throw(OpenTest(combat, test, sides, net, steps, marks, plus, bonus))
    unit.fate_points = points - fate_of(result)  # where chances are counted nobody has paid yet
    return result


def dice_of(combat: IngenuityCombat, test: Test) -> str:
    """Return for whoever watches which dice are added up."""
    return f"{ATTRIBUTES[test.attribute]} and {SKILLS[test.skill]}" if combat.watched else ""


def shown(dice: int, luck: int, lucky: bool, spent: int) -> int:
    """Return in one number what the dice of a test show in the end.

    Args:
        dice: the sum of attribute die and skill die.
        luck: the face of the luck die.
        lucky: whether that was rolled as a 20.
        spent: the points of fate that went into them.
    """
    return ((dice * 100 + luck) * 2 + (1 if lucky else 0)) * 4 + spent


def sum_of(result: int) -> int:
    """Return the sum of attribute die and skill die."""
    return result // 800


def luck_of(result: int) -> int:
    """Return the face of the luck die."""
    return result // 8 % 100


def is_lucky(result: int) -> bool:
    """Return whether the luck die was rolled as a 20."""
    return result // 4 % 2 == 1


def fate_of(result: int) -> int:
    """Return how many points of fate were spent on the dice."""
    return result % 4


class OpenTest(AskingThrow):
    """The dice of a test of which some may be rolled again, or raised by fate.

    The result is what ``shown`` returns. Its chances are not counted face by face: the luck die has
    no part in a reroll, and where a test has only to be passed neither sum nor luck is read.
    Rules: dice.order, test.advantage, test.no-luck-reroll, fate.maximize.
    """

    def __init__(
        self,
        combat: IngenuityCombat,
        test: Test,
        sides: list[int],
        net: int,
        steps: list[int],
        marks: list[int],
        plus: int,
        bonus: int,
    ) -> None:
        self.combat = combat
        self.test = test
        self.sides = sides
        self.net = net
        self.steps = steps
        self.marks = marks
        self.plus = plus
        self.bonus = bonus
        self.names = (ATTRIBUTES[test.attribute], SKILLS[test.skill], "luck")

    def made(self, dice: Dice) -> int:
        test = self.test
        sides, worse = self.sides, max(0, -self.net)
        apart = self.net > 0 or test.unit.fate_points > 0
        throw = TestThrow(sides[0], sides[1], worse, self.steps, self.marks, apart)
        value = self.combat.throw(
            throw, test.purpose, test.unit.index, test.rule, dice_of(self.combat, test)
        )
        faces = [value // 10000, value // 100 % 100, value % 100]
        lucky = faces[2] == LUCKY
        for _ in range(self.net):
            self.reroll(faces)
        spent = self.maximize(faces)
        return shown(faces[0] + faces[1], faces[2], lucky, spent)

    def reroll(self, faces: list[int]) -> None:
        """Let one of the two dice be rolled again."""
        test = self.test
        reroll.reroll(self.combat, test.unit, test.purpose, self.names, faces, self.sides)

    def maximize(self, faces: list[int]) -> int:
        """Let fate raise dice; return how many points that took."""
        unit = self.test.unit
        if unit.fate_points == 0:
            return 0
        return fate.maximize(self.combat, unit, self.names, faces, [*self.sides, LUCKY])

    def settled(self) -> bool:
        for agent in self.combat.agents:
            if not agent.constant():
                return False
        return True

    def key(self) -> tuple[int, ...]:
        unit, test = self.test.unit, self.test
        need = UNKNOWN_LEVEL if test.graded else test.level - self.bonus
        about = (unit.index, test.attribute, test.skill, unit.fate_points, self.net, need)
        return (*about, self.plus, int(test.attack), *self.sides, *self.marks)

    def table(self, known: Known) -> Table:
        """Count the two dice as a pair through every reroll, then bring in luck and fate."""
        combat, unit = self.combat, self.test.unit
        dice, points, changes = combat.dice, unit.fate_points, combat.changes
        throw = Pair(self.sides[0], self.sides[1], max(0, -self.net))
        pairs = dict(table_of(throw, known))
        bands = luck_bands(self.marks)
        found: dict[int, int] = {}
        try:
            for _ in range(self.net):
                pairs = self.rerolled(pairs, known)
            for pair, weight in pairs.items():
                for luck, count in bands:
                    faces = [pair // 100, pair % 100, luck]
                    spent = self.maximize(faces)
                    unit.fate_points = points
                    result = shown(faces[0] + faces[1], faces[2], luck == LUCKY, spent)
                    found[result] = found.get(result, 0) + weight * count
        finally:
            combat.dice, unit.fate_points, combat.changes = dice, points, changes
        return sorted((found if self.test.graded else self.merged(found)).items())

    def rerolled(self, pairs: dict[int, int], known: Known) -> dict[int, int]:
        """Return how the two dice lie once one of them was rolled again."""
        found: dict[int, int] = {}
        common = self.sides[0] * self.sides[1]
        for pair, weight in pairs.items():
            dice = OddsDice(known)
            self.combat.dice = dice
            going = True
            while going:
                faces = [pair // 100, pair % 100]
                self.reroll(faces)
                lie = faces[0] * 100 + faces[1]
                found[lie] = found.get(lie, 0) + weight * dice.weight * (common // dice.scale)
                going = dice.again()
        return found

    def merged(self, found: dict[int, int]) -> dict[int, int]:
        """Count all results that pass as one of them, and all that fail."""
        test = self.test
        favoured = test.unit.talented(FAVOURED)
        first: dict[int, int] = {}
        counted: dict[int, int] = {}
        for result, weight in found.items():
            total = sum_of(result) + self.bonus
            if not test.attack and luck_of(result) + self.plus >= LUCKY:
                total += LUCK_PLUS
            passes = 1 if total >= test.level else 0
            kind = shown(passes, 0, favoured and is_lucky(result), fate_of(result))
            one = first.setdefault(kind, result)
            counted[one] = counted.get(one, 0) + weight
        return counted


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

    unit.set_count(MIGHTY, 1)
    unit.count(USES)
    unit.count(REACTIONS)
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
    unit.set_count(DEVOTED, 1)
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
    ally.count(REACTIONS)
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
    marks = [difficulty - unit.sheet.luck]
    if unit.talented(FAVOURED):
        marks.append(LUCKY)
    face = combat.throw(LuckThrow(marks), CHECK, unit.index, rule)
    if face == LUCKY:
        fate.favour(combat, unit)
    if face + unit.sheet.luck >= difficulty:
        return True
    if unit.fate_points > 0 and LUCKY + unit.sheet.luck >= difficulty:
        options = [(PASS, "no fate"), (1, "fate luck")]
        if combat.ask(fate.DieToRaise(unit, options, ("luck",), [face], [LUCKY], 1)) != PASS:
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
