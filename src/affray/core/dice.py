"""Dice: the only source of chance.

``SeededDice`` is keyed by purpose: what is rolled elsewhere cannot shift a roll. The numbers of a
roll come from (seed, fight, take, purpose, round, actor, occurrence, part, index), so a change in
one place leaves all other rolls as they were, on any platform, compiled or not.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from affray.core.arrays import append, i64, vec
from affray.core.errors import ScriptError

# What a roll is for. A ruleset numbers further purposes from OWN_PURPOSES on.
INITIATIVE: Final = 0
ATTACK: Final = 1
DAMAGE: Final = 2
SAVE: Final = 3
CHECK: Final = 4
OTHER: Final = 5
OWN_PURPOSES: Final = 6
PURPOSES: Final = 12  # slots for each actor
PURPOSE_NAMES: Final = ("initiative", "attack", "damage", "save", "check", "other")

MASK: Final = 0xFFFFFFFF
GOLDEN: Final = 0x9E3779B9


class Suspended(Exception):  # noqa: N818 - not an error: the step waits for the world outside
    """Something from outside is missing: throw the half-run combat away, keep the snapshot."""


class Unrolled(Suspended):
    """A die is missing: real dice at the table. ``rule`` and ``who`` say what it is for."""

    def __init__(self, sides: int, purpose: int, who: int, rule: str) -> None:
        super().__init__(f"d{sides} for {rule}")
        self.sides = sides
        self.purpose = purpose
        self.who = who
        self.rule = rule


@mypyc_attr(allow_interpreted_subclasses=True)
class Throw:
    """A roll with a rule of its own: a pure function of dice and a few numbers."""

    def made(self, dice: Dice) -> int:
        """Roll and return the coarsest result that the rest of the rule reads."""
        raise NotImplementedError

    def key(self) -> tuple[int, ...]:
        """Return canonical numbers: two throws of a class with equal keys have the same odds."""
        raise NotImplementedError

    def table(self, known: Known) -> Table:
        """Return every result with its whole-number weight, ascending.

        Override where counting is faster.
        """
        return distribution(self, known)

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        """Return for the log, per side of the roll: its name, its faces, its total."""
        return [("roll", faces, sum(faces))]


@mypyc_attr(allow_interpreted_subclasses=True)
class AskingThrow(Throw):
    """A throw with questions in the middle, such as which die to roll again.

    Its odds hold as long as the same questions get the same answers: for one line of ``Runs``.
    """

    def settled(self) -> bool:
        """Return whether all its questions get the same answer whenever they are asked."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """Where faces come from; dice have up to 999 sides.

    ``log`` takes every face as ``sides * 1000 + face`` while it is a list.
    """

    def __init__(self) -> None:
        self.log: list[int] | None = None

    def about(self, purpose: int, who: int, round: int, rule: str) -> None:
        """Say what the coming dice are for, and whose."""

    def part(self, number: int, who: int = -1) -> None:
        """Begin an independent part of a throw: its dice do not shift with those of other parts.

        ``who`` rolls them if that is somebody else than the throw is for.
        """

    def roll(self, sides: int) -> int:
        """Return a face from 1 to ``sides``."""
        raise NotImplementedError

    def throw(self, throw: Throw) -> int:
        return throw.made(self)

    def clone(self) -> Dice:
        """Return dice that will fall the same."""
        raise NotImplementedError

    def state(self) -> list[int]:
        """Return plain numbers that ``restore`` takes back."""
        return []

    def restore(self, state: list[int]) -> None:
        pass


def scramble(x: i64) -> i64:
    """Mix 32 bits so that every input bit moves every output bit: multiply, shift, xor."""
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & 0xFFFFFFFF
    x = ((x ^ (x >> 15)) * 0x046CA68B) & 0xFFFFFFFF
    return x ^ (x >> 16)


class SeededDice(Dice):
    """Dice keyed by purpose.

    ``take`` is raised by an undo, so that seen dice are not dealt again.
    """

    def __init__(self, seed: int, fight: int = 0, take: int = 0) -> None:
        super().__init__()
        self.seed = seed
        self.fight = fight
        self.take = take
        self.round = -1
        self.counts: vec[i64] = vec[i64]()  # how often each (actor, purpose) rolled this round
        self.base = -1  # worked out for the first roll
        self.other = 0
        self.key = 0
        self.lane = 0
        self.index = 0

    def rekey(self) -> None:
        """Fold seed, fight and take into two words; seeds and fights may be any whole numbers."""
        first: i64 = scramble(self.take & MASK)
        second: i64 = scramble((self.take + GOLDEN) & MASK)
        for number in (self.seed, self.fight):
            first = scramble(first ^ (1 if number < 0 else 0))
            while number not in (0, -1):
                first = scramble(first ^ (number & MASK))
                second = scramble((second + GOLDEN) & MASK ^ (number & MASK))
                number >>= 32
            first = scramble((first + GOLDEN) & MASK)
        self.base = first
        self.other = scramble(second ^ first)

    def about(self, purpose: int, who: int, round: int, rule: str) -> None:
        """Start the numbers of a roll from its key."""
        assert purpose < PURPOSES, f"purpose {purpose} of {rule} has no slot"
        counts = self.counts
        if round != self.round:
            self.round = round
            for other in range(len(counts)):
                counts[other] = 0
        slot: i64 = (who + 1) * PURPOSES + purpose
        if slot >= len(counts):
            while slot >= len(counts):
                counts = append(counts, 0)
            self.counts = counts
        count: i64 = counts[slot] + 1
        counts[slot] = count
        if self.base < 0:
            self.rekey()
        base: i64 = self.base
        turn: i64 = round + 1
        mixed: i64 = scramble((base + turn * GOLDEN) & MASK)
        mixed = scramble(mixed ^ slot)
        self.key = scramble((mixed + count * GOLDEN) & MASK)
        self.lane = 0
        self.index = 0

    def part(self, number: int, who: int = -1) -> None:
        """Begin an independent part of a throw."""
        self.lane = number
        self.index = 0

    def roll(self, sides: int) -> int:
        # Exactly uniform: a word in the short last stretch is replaced by one of its own, so that
        # the next die stays where it is.
        """Return a face from 1 to ``sides``."""
        key: i64 = self.key
        place: i64 = self.index + (self.lane << 16)
        word: i64 = scramble((key + place * GOLDEN) & MASK)
        word = scramble(word ^ self.other)
        self.index += 1
        span: i64 = sides
        product: i64 = word * span
        least: i64 = 0x100000000 % span
        while (product & 0xFFFFFFFF) < least:
            word = scramble((word + 0x3C6EF372) & MASK)
            product = word * span
        face = int(product >> 32) + 1
        if self.log is not None:
            self.log.append(sides * 1000 + face)
        return face

    def clone(self) -> Dice:
        """Return dice that will fall the same."""
        twin = SeededDice(0, 0, 0)
        twin.seed = self.seed
        twin.fight = self.fight
        twin.take = self.take
        twin.base = self.base
        twin.other = self.other
        twin.round = self.round
        twin.counts = self.counts[:]
        twin.log = self.log[:] if self.log is not None else None
        return twin

    def state(self) -> list[int]:
        """Return plain numbers that ``restore`` takes back."""
        counts = [int(count) for count in self.counts]
        return [self.seed, self.fight, self.take, self.round, *counts]

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how dice that fall the same are made: for copies and pickles."""
        return (seeded_at, (self.state(), self.log))

    def restore(self, state: list[int]) -> None:
        """Go on where ``state`` was taken."""
        self.seed = state[0]
        self.fight = state[1]
        self.take = state[2]
        self.round = state[3]
        counts: vec[i64] = vec[i64]()
        for count in state[4:]:
            counts = append(counts, count)
        self.counts = counts
        self.base = -1


def seeded_at(state: list[int], log: list[int] | None = None) -> SeededDice:
    """Return seeded dice that go on where ``state`` was taken, between two rolls."""
    dice = SeededDice(0)
    dice.restore(state)
    dice.log = log
    return dice


class ScriptedDice(Dice):
    """Dice written down: ``faces`` as (sides, face).

    ``live``: a missing die suspends the step (real dice at the table) instead of failing the
    script.
    """

    def __init__(self, faces: list[tuple[int, int]], live: bool = False) -> None:
        super().__init__()
        self.faces = faces
        self.live = live
        self.used = 0
        self.purpose = OTHER
        self.who = -1
        self.rule = ""

    def about(self, purpose: int, who: int, round: int, rule: str) -> None:
        self.purpose = purpose
        self.who = who
        self.rule = rule

    def part(self, number: int, who: int = -1) -> None:
        if who >= 0:
            self.who = who

    def roll(self, sides: int) -> int:
        if self.used == len(self.faces):
            if self.live:
                raise Unrolled(sides, self.purpose, self.who, self.rule)
            raise ScriptError(
                f"{self.rule} rolls a d{sides}, but all {self.used} scripted dice are used"
            )
        want, face = self.faces[self.used]
        if want != sides or not 1 <= face <= sides:
            raise ScriptError(
                f"die {self.used + 1} is scripted d{want} {face}, but {self.rule} rolls a d{sides}"
            )
        self.used += 1
        if self.log is not None:
            self.log.append(sides * 1000 + face)
        return face

    def clone(self) -> Dice:
        twin = ScriptedDice(self.faces, self.live)
        twin.used = self.used
        twin.log = self.log[:] if self.log is not None else None
        return twin

    def state(self) -> list[int]:
        return [self.used]

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how dice that go on with the same script are made."""
        return (scripted_at, (self.faces, self.live, self.used, self.log))

    def restore(self, state: list[int]) -> None:
        self.used = state[0]


def scripted_at(
    faces: list[tuple[int, int]], live: bool, used: int, log: list[int] | None
) -> ScriptedDice:
    """Return scripted dice of which so many are used."""
    dice = ScriptedDice(faces, live)
    dice.used = used
    dice.log = log
    return dice


Table = list[tuple[int, int]]
Known = dict[tuple[type[Throw], tuple[int, ...]], Table]  # by class and key of the throw


class OddsDice(Dice):
    """One line through the tree of all rolls; ``again`` moves on to the next line.

    ``weight`` over ``scale`` is the chance of the line so far, in whole numbers.
    """

    def __init__(self, known: Known) -> None:
        super().__init__()
        self.known = known
        self.answered: Known = {}  # throws with questions, as they are answered in these lines
        self.path: list[int] = []
        self.tables: list[Table] = []
        self.totals: list[int] = []  # of the weights of each table
        self.at = 0
        self.weight = 1
        self.scale = 1

    def roll(self, sides: int) -> int:
        if self.at == len(self.path):
            self.branch(flat(sides))
        return self.pick()

    def throw(self, throw: Throw) -> int:
        if isinstance(throw, AskingThrow):
            if not throw.settled():
                return throw.made(self)
            if self.at == len(self.path):
                self.branch(self.table_with_answers(throw))
        elif self.at == len(self.path):
            self.branch(table_of(throw, self.known))
        return self.pick()

    def table_with_answers(self, throw: AskingThrow) -> Table:
        """Return the distribution of a throw with questions, worked out once for its key."""
        key = (type(throw), throw.key())
        table = self.answered.get(key)
        if table is None:
            table = throw.table(self.known)
            self.answered[key] = table
        return table

    def branch(self, table: Table) -> None:
        """Begin with the first of the results that are possible here."""
        total = 0
        for _, weight in table:
            total += weight
        self.path.append(0)
        self.tables.append(table)
        self.totals.append(total)

    def pick(self) -> int:
        """Return the result that this line has here, and go on."""
        at = self.at
        value, weight = self.tables[at][self.path[at]]
        self.at += 1
        self.weight *= weight
        self.scale *= self.totals[at]
        return value

    def again(self) -> bool:
        while self.path:
            self.path[-1] += 1
            if self.path[-1] < len(self.tables[-1]):
                self.rewind()
                return True
            self.path.pop()
            self.tables.pop()
            self.totals.pop()
        return False

    def rewind(self) -> None:
        self.at = 0
        self.weight = 1
        self.scale = 1

    def clone(self) -> Dice:
        return self  # one line through the tree is shared by every clone of the run


def table_of(throw: Throw, known: Known) -> Table:
    """Return the distribution of a throw, worked out once for its class and key."""
    key = (type(throw), throw.key())
    table = known.get(key)
    if table is None:
        table = throw.table(known)
        known[key] = table
    return table


def flat(sides: int) -> Table:
    return [(face, 1) for face in range(1, sides + 1)]


def distribution(throw: Throw, known: Known) -> Table:
    """Return every result of a throw with its whole-number weight, ascending.

    By trying every die.
    """
    dice = OddsDice(known)
    runs: list[tuple[int, int, int]] = []
    while True:
        value = throw.made(dice)
        runs.append((value, dice.weight, dice.scale))
        if not dice.again():
            break
    # Lines may differ in scale (a ladder rolls more dice): bring all to a common multiple.
    common = 1
    for _, _, scale in runs:
        if common % scale:
            common *= scale
    found: dict[int, int] = {}
    for value, weight, scale in runs:
        found[value] = found.get(value, 0) + weight * (common // scale)
    return sorted(found.items())


@mypyc_attr(allow_interpreted_subclasses=True)
class Pool(Throw):
    """The sum of the ``kept`` highest (or lowest) of ``count`` equal dice."""

    def __init__(self, count: int, sides: int, kept: int, high: bool) -> None:
        self.count = count
        self.sides = sides
        self.kept = kept
        self.high = high

    def made(self, dice: Dice) -> int:
        return self.value(self.keep(dice))

    def value(self, faces: list[int]) -> int:
        """Return what the kept faces come to."""
        total = 0
        for face in faces:
            total += face
        return total

    def keep(self, dice: Dice) -> list[int]:
        faces = [dice.roll(self.sides) for _ in range(self.count)]
        if self.kept < self.count:
            faces.sort()
            faces = faces[self.count - self.kept :] if self.high else faces[: self.kept]
        return faces

    def key(self) -> tuple[int, ...]:
        return (self.count, self.sides, self.kept, 1 if self.high else 0)

    def table(self, known: Known) -> Table:
        found: dict[int, int] = {}
        self.spread(1, self.count, [], 1, found)
        return sorted(found.items())

    def spread(
        self, step: int, left: int, kept: list[int], weight: int, found: dict[int, int]
    ) -> None:
        """Count the ways in which so many of the dice left show the next face, best faces first."""
        if step == self.sides or left == 0:
            faces = kept + [self.face(step)] * min(left, self.kept - len(kept))
            value = self.value(faces)
            found[value] = found.get(value, 0) + weight
            return
        ways = 1  # of choosing `many` among the dice left
        for many in range(left + 1):
            more = [self.face(step)] * min(many, self.kept - len(kept))
            self.spread(step + 1, left - many, kept + more, weight * ways, found)
            ways = ways * (left - many) // (many + 1)

    def face(self, step: int) -> int:
        """Return the ``step``-th best face for what is kept."""
        return self.sides + 1 - step if self.high else step


class PairPool(Pool):
    """A pool of which two dice are kept.

    The result is twice their sum, plus 1 if they are equal.
    """

    def value(self, faces: list[int]) -> int:
        return 2 * sum(faces) + (1 if faces[0] == faces[1] else 0)
