"""Dice: fair, keyed by purpose, restorable; odds of throws against an independent opinion."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest

from affray.core.dice import (
    ATTACK,
    DAMAGE,
    PURPOSES,
    SAVE,
    Dice,
    Known,
    OddsDice,
    PairPool,
    Pool,
    ScriptedDice,
    SeededDice,
    Table,
    Throw,
    Unrolled,
    distribution,
    table_of,
)
from affray.core.errors import ScriptError

# Chi-square with sides - 1 degrees of freedom: exceeded by chance once in 10,000.
CRITICAL = {2: 15.14, 3: 18.42, 4: 21.11, 6: 25.74, 20: 50.80, 100: 161.32}


def chi_square(faces: list[int], sides: int) -> float:
    expected = len(faces) / sides
    counts = [faces.count(face) for face in range(1, sides + 1)]
    return sum([(count - expected) ** 2 / expected for count in counts])


def rolled(dice: Dice, count: int, sides: int = 1_000_000, *, purpose: int = ATTACK) -> list[int]:
    dice.about(purpose, 0, 1, "test")
    return [dice.roll(sides) for _ in range(count)]


@pytest.mark.parametrize("sides", CRITICAL)
def test_faces_are_uniform_over_the_dice_of_one_roll(sides: int) -> None:
    faces = rolled(SeededDice(11), 20_000, sides)

    assert set(faces) == set(range(1, sides + 1))
    assert chi_square(faces, sides) < CRITICAL[sides]


@pytest.mark.parametrize("sides", CRITICAL)
@pytest.mark.parametrize("vary", ["seed", "fight", "take", "round", "who", "occurrence"])
def test_first_faces_are_uniform_over_every_part_of_the_key(sides: int, vary: str) -> None:
    faces = []
    again = SeededDice(5)
    # Dice hold a counter for everybody up to the last who rolled: fewer of those.
    for number in range(1_000 if vary == "who" else 5_000):
        if vary == "occurrence":
            again.about(ATTACK, 0, 1, "test")
            faces.append(again.roll(sides))
            continue
        key = {"seed": 5, "fight": 0, "take": 0, "round": 1, "who": 0, "purpose": ATTACK}
        key[vary] += number
        dice = SeededDice(key["seed"], key["fight"], key["take"])
        dice.about(key["purpose"], key["who"], key["round"], "test")
        faces.append(dice.roll(sides))

    assert chi_square(faces, sides) < CRITICAL[sides]


def test_purposes_are_independent_and_one_without_a_slot_is_refused() -> None:
    faces = []
    for fight in range(600):
        dice = SeededDice(5, fight)
        for purpose in range(PURPOSES):
            dice.about(purpose, 0, 1, "test")
            faces.append(dice.roll(6))

    assert chi_square(faces, 6) < CRITICAL[6]
    with pytest.raises(AssertionError, match="slot"):
        dice.about(PURPOSES, 0, 1, "test")


def test_neighbouring_keys_are_independent() -> None:
    pairs = []
    for fight in range(7_200):
        first, second = SeededDice(1, fight), SeededDice(1, fight + 1)
        pairs.append((rolled(first, 1, 6)[0] - 1) * 6 + rolled(second, 1, 6)[0])

    assert chi_square(pairs, 36) < 75.5  # 35 degrees of freedom, once in 10,000


def test_an_extra_roll_elsewhere_changes_nothing() -> None:
    def attack(*, disturbed: bool) -> list[int]:
        dice = SeededDice(7)
        if disturbed:
            for purpose, who in ((DAMAGE, 0), (SAVE, 0), (ATTACK, 1), (ATTACK, -1)):
                dice.about(purpose, who, 1, "test")
                dice.roll(20)
        return rolled(dice, 5)

    assert attack(disturbed=True) == attack(disturbed=False)


def test_a_second_roll_of_a_kind_is_another_one_and_the_next_round_starts_afresh() -> None:
    dice, other = SeededDice(7), SeededDice(7)
    first, second = rolled(dice, 3), rolled(dice, 3)
    other.about(ATTACK, 0, 2, "test")
    next_round = [other.roll(1_000_000) for _ in range(3)]
    dice.about(ATTACK, 0, 2, "test")

    assert first != second
    assert [dice.roll(1_000_000) for _ in range(3)] == next_round


def test_parts_of_a_throw_do_not_shift_each_other() -> None:
    def second_part(dice_of_first: int) -> list[int]:
        dice = SeededDice(3)
        dice.about(ATTACK, 0, 1, "test")
        dice.part(0)
        first = [dice.roll(6) for _ in range(dice_of_first)]
        dice.part(1)
        return [len(first) - dice_of_first, *[dice.roll(1_000_000) for _ in range(3)]]

    assert second_part(1) == second_part(9)


def test_another_die_in_a_pool_leaves_the_others() -> None:
    assert rolled(SeededDice(3), 4) == rolled(SeededDice(3), 6)[:4]


def test_seeds_of_any_size_deal_differently() -> None:
    seeds = [0, 1, -1, -2, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**64, -(2**40), 10**40, -(10**40)]

    dealt = {seed: tuple(rolled(SeededDice(seed), 4)) for seed in seeds}

    assert len(set(dealt.values())) == len(seeds)


def test_fights_and_takes_beyond_32_bits_deal_differently() -> None:
    numbers = [0, 1, 2**31, 2**32 + 5, 2**33 + 7]

    assert len({tuple(rolled(SeededDice(1, fight), 4)) for fight in numbers}) == len(numbers)
    assert len({tuple(rolled(SeededDice(1, 0, take), 4)) for take in range(50)}) == 50


def test_restored_dice_go_on_where_the_saved_ones_were() -> None:
    dice = SeededDice(-9, 4, 2)
    rolled(dice, 3)
    dice.about(SAVE, 2, 1, "test")
    other = SeededDice(0)
    other.restore(dice.state())

    assert rolled(other, 5) == rolled(dice, 5)
    assert other.state() == dice.state()
    assert rolled(dice.clone(), 5) == rolled(dice, 5)


def test_a_clone_does_not_move_its_original() -> None:
    dice = SeededDice(1)
    state = dice.state()
    rolled(dice.clone(), 5)

    assert dice.state() == state


# -- scripted dice -------------------------------------------------------------------------------


def test_scripted_dice_refuse_a_die_of_other_sides_and_one_too_many() -> None:
    dice = ScriptedDice([(20, 14), (6, 3)])

    assert rolled(dice, 1, 20) == [14]
    with pytest.raises(ScriptError, match="die 2 is scripted d6 3, but test rolls a d8"):
        dice.roll(8)
    assert dice.roll(6) == 3
    with pytest.raises(ScriptError, match="all 2 scripted dice are used"):
        dice.roll(6)


def test_a_face_that_the_die_does_not_have_is_refused() -> None:
    with pytest.raises(ScriptError, match="scripted d6 7"):
        rolled(ScriptedDice([(6, 7)]), 1, 6)


def test_live_dice_wait_for_the_missing_one() -> None:
    dice = ScriptedDice([], live=True)

    with pytest.raises(Unrolled) as wanted:
        rolled(dice, 1, 20, purpose=SAVE)

    assert (wanted.value.sides, wanted.value.purpose, wanted.value.who) == (20, SAVE, 0)


# -- odds ----------------------------------------------------------------------------------------


def chances(table: Table) -> dict[int, Fraction]:
    total = sum([weight for _, weight in table])
    return {value: Fraction(weight, total) for value, weight in table}


@pytest.mark.parametrize("high", [True, False])
@pytest.mark.parametrize(
    ("count", "sides", "kept"), [(1, 20, 1), (2, 20, 1), (3, 6, 2), (4, 6, 3), (5, 4, 2), (3, 8, 3)]
)
def test_the_odds_of_a_pool_are_those_of_icepool(
    count: int, sides: int, kept: int, high: bool
) -> None:
    pool = icepool.d(sides).pool(count)
    one = pool.highest(kept).sum() if high else pool.lowest(kept).sum()
    expected = {int(value): Fraction(one.quantity(value), one.denominator()) for value in one}

    found = chances(distribution(Pool(count, sides, kept, high), {}))

    assert found == expected


def test_a_pair_pool_tells_doubles() -> None:
    found = chances(distribution(PairPool(3, 6, 2, True), {}))

    doubles = sum([chance for value, chance in found.items() if value % 2])
    assert doubles == Fraction(51, 216)  # the highest stands twice: 3k - 2 of 216 for every k
    assert sum(found.values()) == 1


class Ladder(Throw):
    """A d4; on a 4 a d6 more: lines of unequal length and scale."""

    def made(self, dice: Dice) -> int:
        face = dice.roll(4)
        return face if face < 4 else 4 + dice.throw(Pool(1, 6, 1, True))

    def key(self) -> tuple[int, ...]:
        return ()


def test_lines_of_unequal_length_are_weighed_rightly() -> None:
    found = chances(distribution(Ladder(), {}))

    assert found[1] == found[2] == found[3] == Fraction(1, 4)
    assert [found[4 + face] for face in range(1, 7)] == [Fraction(1, 24)] * 6


def test_odds_dice_walk_every_line_once() -> None:
    dice = OddsDice({})
    total = Fraction(0)
    lines = []
    while True:
        lines.append((dice.roll(4), dice.throw(Pool(2, 6, 1, True))))
        total += Fraction(dice.weight, dice.scale)
        if not dice.again():
            break

    assert lines == [(face, high) for face in range(1, 5) for high in range(1, 7)]
    assert total == 1


def test_throws_of_two_games_may_have_the_same_name() -> None:
    def two_games() -> list[type[Throw]]:
        class High(Throw):
            def made(self, dice: Dice) -> int:
                return dice.roll(2) + 10

            def key(self) -> tuple[int, ...]:
                return (1,)

        class Low(Throw):
            def made(self, dice: Dice) -> int:
                return dice.roll(2)

            def key(self) -> tuple[int, ...]:
                return (1,)

        High.__name__ = Low.__name__ = "AttackRoll"
        return [High, Low]

    known: Known = {}

    tables = [table_of(one(), known) for one in two_games()]

    assert tables == [[(11, 1), (12, 1)], [(1, 1), (2, 1)]]
