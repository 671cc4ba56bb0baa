"""Thrum's rolls: 2d6, one more die per net Boon or Bane, contests and checks."""

from __future__ import annotations

from typing import Final

from affray.core.dice import (
    ATTACK,
    CHECK,
    INITIATIVE,
    SAVE,
    Dice,
    Known,
    PairPool,
    Pool,
    Table,
    Throw,
    table_of,
)
from affray.core.event import Rolled
from affray.rulesets.thrum.feature import Number, Trigger
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import NUMBER_NAMES, ROLLED

MARGIN: Final = 5  # a Critical, either way


class Contest(Throw):
    """Active total less reactive total, kept within 5 either way.

    Each side: 2d6 plus its modifier; for each net Boon one more d6 and the two highest kept, for
    each net Bane one more and the two lowest. All active dice fall before the reactive ones. With
    ``pairs`` the result is 4 * (margin + 5), plus 2 if the active and 1 if the reactive kept dice
    are equal. ``graded``: see ``contest``; it makes the table coarser, not the roll.
    Rules: roll.contest, roll.boon, roll.bane, roll.flat-bonus, roll.dice-order.
    """

    def __init__(
        self,
        active: int,
        boons: int,
        reactive: int,
        their_boons: int,
        pairs: bool = False,
        graded: int = 0,
        other: int = -1,
    ) -> None:
        self.graded = graded
        self.other = other  # who rolls the reactive dice, -1 the environment
        self.active = active
        self.boons = boons
        self.reactive = reactive
        self.their_boons = their_boons
        self.pairs = pairs

    def made(self, dice: Dice) -> int:
        dice.part(0)
        mine = dice.throw(pair_pool(self.boons) if self.pairs else pool(self.boons))
        dice.part(1, self.other)
        theirs = dice.throw(pair_pool(self.their_boons) if self.pairs else pool(self.their_boons))
        return self.outcome(mine, theirs)

    def table(self, known: Known) -> Table:
        """Set every sum of one pool against every sum of the other."""
        mine = table_of(pair_pool(self.boons) if self.pairs else pool(self.boons), known)
        theirs = table_of(
            pair_pool(self.their_boons) if self.pairs else pool(self.their_boons), known
        )
        found: dict[int, int] = {}
        for one, weight in mine:
            for other, their_weight in theirs:
                value = self.graded_outcome(one, other)
                found[value] = found.get(value, 0) + weight * their_weight
        return sorted(found.items())

    def graded_outcome(self, mine: int, theirs: int) -> int:
        """Return the result, one margin standing for all of its grade if only that is read."""
        value = self.outcome(mine, theirs)
        if not self.graded:
            return value
        margin = value // 4 - MARGIN if self.pairs else value
        if margin <= 0:
            grade = -MARGIN if -margin >= self.graded else 0
        else:
            grade = MARGIN if margin >= MARGIN else 1
        return (grade + MARGIN) * 4 + value % 4 if self.pairs else grade

    def outcome(self, mine: int, theirs: int) -> int:
        """Return the result for what the two pools came to."""
        if not self.pairs:
            return max(-MARGIN, min(MARGIN, self.active - self.reactive + mine - theirs))
        margin = self.active - self.reactive + mine // 2 - theirs // 2
        return (max(-MARGIN, min(MARGIN, margin)) + MARGIN) * 4 + mine % 2 * 2 + theirs % 2

    def key(self) -> tuple[int, ...]:
        return (
            self.active - self.reactive,
            self.boons,
            self.their_boons,
            1 if self.pairs else 0,
            self.graded,
        )

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        mine = 2 + abs(self.boons)
        return [
            (
                called("attack", self.boons),
                faces[:mine],
                kept(faces[:mine], self.boons) + self.active,
            ),
            (
                called("defence", self.their_boons),
                faces[mine:],
                kept(faces[mine:], self.their_boons) + self.reactive,
            ),
        ]


class Check(Throw):
    """2d6 plus a modifier against a number: 1 if the total is greater, else 0.

    Plus 2 for equal dice.
    """

    def __init__(self, modifier: int, boons: int, against: int) -> None:
        self.modifier = modifier
        self.boons = boons
        self.against = against

    def made(self, dice: Dice) -> int:
        rolled = dice.throw(pair_pool(self.boons))
        return (1 if rolled // 2 + self.modifier > self.against else 0) + rolled % 2 * 2

    def key(self) -> tuple[int, ...]:
        return (self.modifier - self.against, self.boons)

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        return [
            (called("roll", self.boons), faces, kept(faces, self.boons) + self.modifier),
            ("against", [], self.against),
        ]


class Plain(Throw):
    """2d6 plus a modifier, against nothing; with ``pairs`` twice that, plus 1 for equal dice."""

    def __init__(self, modifier: int, pairs: bool = False) -> None:
        self.modifier = modifier
        self.pairs = pairs

    def made(self, dice: Dice) -> int:
        if self.pairs:
            return dice.throw(pair_pool(0)) + 2 * self.modifier
        return dice.throw(pool(0)) + self.modifier

    def key(self) -> tuple[int, ...]:
        return (self.modifier, 1 if self.pairs else 0)

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        return [("roll", faces, sum(faces) + self.modifier)]


def pool(boons: int) -> Pool:
    """Return the dice of one side for net Boons: the two that count kept.

    Rules: roll.boon (drop the lowest), roll.bane (drop the highest).
    """
    return Pool(2 + abs(boons), 6, 2, boons > 0)


def pair_pool(boons: int) -> PairPool:
    """Return such dice that also tell whether the two kept are equal."""
    return PairPool(2 + abs(boons), 6, 2, boons > 0)


def called(name: str, boons: int) -> str:
    """Return what a roll is called in events: ``attack with 2 Boons``."""
    if not boons:
        return name
    word = "Boon" if boons > 0 else "Bane"
    return f"{name} with a {word}" if abs(boons) == 1 else f"{name} with {abs(boons)} {word}s"


def kept(faces: list[int], boons: int) -> int:
    """Return the sum of the two dice that count."""
    ordered = sorted(faces)
    return sum(ordered[-2:] if boons > 0 else ordered[:2])


def contest(
    combat: ThrumCombat,
    active: ThrumCombatant,
    modifier: int,
    boons: int,
    reactive: ThrumCombatant | None,
    their_modifier: int,
    their_boons: int,
    rule: str,
    what: str = "",
    graded: int = 0,
) -> int:
    """Roll a contest and return its margin; the active side succeeds if it is above 0.

    ``graded`` above 0: only failure, success and the Criticals of either side are told apart
    afterwards, that of the reactive side from this margin on; exact odds need no finer results.

    Boons and Banes on one roll cancel; those of the other roll never count here.
    Rules: roll.contest, roll.tie, roll.boon-bane-cancel, roll.per-roll.
    """
    pairs = active.notices & ROLLED != 0 or (
        reactive is not None and reactive.notices & ROLLED != 0
    )
    other = reactive.index if reactive is not None else -1
    throw = Contest(modifier, boons, their_modifier, their_boons, pairs, graded, other)
    result = combat.throw(throw, ATTACK, active.index, rule, what)
    if not pairs:
        return result
    if result % 4 >= 2:
        paired(combat, active)
    if result % 2 and reactive is not None:
        paired(combat, reactive)
    return result // 4 - MARGIN


def check(
    combat: ThrumCombat,
    unit: ThrumCombatant,
    modifier: int,
    boons: int,
    against: int,
    rule: str,
    what: str,
    numbers: list[Number] | None = None,
) -> bool:
    """Roll 2d6 plus a modifier; True if the total is greater than ``against``: a tie fails.

    ``numbers`` say what modifier and Boons are made of.
    """
    purpose = CHECK if what == "panic" else SAVE
    result = combat.throw(Check(modifier, boons, against), purpose, unit.index, rule, what)
    if combat.watched:
        rolled = combat.events[-1]
        if isinstance(rolled, Rolled):
            for number in numbers or []:
                rolled.because(NUMBER_NAMES[number.kind], number)
    if result >= 2:
        paired(combat, unit)
    return result % 2 == 1


def roll_initiative(combat: ThrumCombat, unit: ThrumCombatant) -> int:
    """Roll initiative for one combatant and return the total. Rule: setup.initiative-roll."""
    return plain(
        combat, unit, unit.sheet.initiative, INITIATIVE, "setup.initiative-roll", "initiative"
    )


def plain(
    combat: ThrumCombat, unit: ThrumCombatant, modifier: int, purpose: int, rule: str, what: str
) -> int:
    """Roll 2d6 plus a modifier, against nothing; return the total."""
    if not unit.notices & ROLLED:
        return combat.throw(Plain(modifier), purpose, unit.index, rule, what)
    rolled = combat.throw(Plain(modifier, True), purpose, unit.index, rule, what)
    if rolled % 2:
        paired(combat, unit)
    return rolled // 2


def paired(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Tell whoever feeds on it that two kept dice of a roll were equal."""
    if unit.notices & ROLLED:
        event = Trigger(ROLLED, unit.index, unit.index, None)
        event.amount = 1
        for feature in unit.in_force():  # one still to be placed too: initiative
            if feature.notices & ROLLED:
                feature.notice(combat, unit, event)
