"""The odds of attacks equal an independent enumeration, as fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Final

import pytest

from affray import odds
from affray.core.choice import Absent, Choice
from affray.core.dice import table_of
from affray.rulesets.ingenuity.choice import act
from affray.rulesets.ingenuity.choice.reroll import Again
from affray.rulesets.ingenuity.ruleset import Ingenuity
from affray.rulesets.ingenuity.sheet import Sheet
from tests.ingenuity.table import Table, library, sheet
from tests.rules import rule

MOST: Final = 120  # runs, of some 0.04 ms compiled: with advantages and fate too in under 5 ms
Chances = dict[int, Fraction]
Rolled = tuple[int, int, int, Fraction]  # attribute die, skill die, luck die, chance


def engine(table: Table, key: str, *later: str, who: str = "b", reply: str = "") -> Chances:
    """What the engine says of somebody's endurance after A's action; ``reply`` is b's."""
    table.begin_turn("A")
    table.combat.watched = False
    table.combat.agents = [Absent()] * 4
    asked: Choice = act.Act(table.combat, table["A"], True)
    first = [asked.read(key)]
    found = odds.odds(table.combat, first, Ingenuity(library()), keys=list(later), budget=4000)
    assert found.base.exact
    assert found.base.runs <= MOST
    answers = [("A" if reply.startswith("fate") else "b", reply)] if reply else []
    line = next(one for one in found.lines if one.answers == answers)
    assert line.exact
    return line.of(who, "endurance")


def add(chances: Chances, value: int, chance: Fraction) -> None:
    chances[value] = chances.get(value, Fraction(0)) + chance


def rolls(first: int = 6, second: int = 6) -> Iterator[Rolled]:
    """Every roll of a test."""
    one = Fraction(1, first * second * 20)
    for a, b, luck in product(range(1, first + 1), range(1, second + 1), range(1, 21)):
        yield a, b, luck, one


def worse() -> Iterator[Rolled]:
    """Every roll of a test with one disadvantage: the greater die again, the lower face kept."""
    for a, b, luck, chance in rolls():
        for face in range(1, 7):
            if a >= b:
                yield min(a, face), b, luck, chance / 6
            else:
                yield a, min(b, face), luck, chance / 6


def better() -> Iterator[Rolled]:
    """Every roll of a test with one advantage: the lower die again, the higher face kept."""
    for a, b, luck, chance in rolls():
        for face in range(1, 7):
            if a <= b:
                yield max(a, face), b, luck, chance / 6
            else:
                yield a, max(b, face), luck, chance / 6


def again(before: Iterator[Rolled]) -> Iterator[Rolled]:
    """Every roll with one more advantage."""
    for a, b, luck, chance in before:
        for face in range(1, 7):
            if a <= b:
                yield max(a, face), b, luck, chance / 6
            else:
                yield a, max(b, face), luck, chance / 6


def left(
    total: int, luck: int, level: int, deflection: int, damage: int = 4, crit: int = 8, at: int = 19
) -> int:
    """Return the endurance left of 90 after an attack with a spear."""
    critical = luck >= at
    if not critical and total < level:
        return 90
    return 90 - max(1, total + (crit if critical else damage) - deflection)


def foe(**more: int) -> Sheet:
    return sheet(numbers={"evasion": 7, "physical": 5, "stamina": 0, "endurance": 90, **more})


STAB = ("attack b with spear", "strength piercing")
SHOT = ("shoot b with shortbow", "dexterity piercing")


@rule("ingenuity/attack.hit", "ingenuity/attack.critical.no-miss", "ingenuity/attack.min-damage")
@pytest.mark.parametrize(("before", "proficiency"), [(0, 1), (1, 0), (2, 2)])
def test_the_odds_of_a_plain_attack(before: int, proficiency: int) -> None:
    table = Table("A b", A=sheet(["spear"], prof={"Martial": proficiency}), b=foe())
    table.count("A", "attacks", before)
    expected: Chances = {}
    for a, b, luck, chance in rolls():
        add(expected, left(a + b + proficiency - 2 * before, luck, 7, 5), chance)
    assert engine(table, *STAB) == expected


@rule("ingenuity/test.disadvantage", "ingenuity/attack.prone.ranged")
def test_the_odds_of_an_attack_with_disadvantage() -> None:
    archer = sheet(["shortbow"], ammo={"arrow": 5})
    table = Table("A . b", A=archer, b=foe())
    table["b"].prone = True
    expected: Chances = {}
    for a, b, luck, chance in worse():
        add(expected, left(a + b, luck, 7, 5, 3, 9), chance)
    assert engine(table, *SHOT) == expected


@rule("ingenuity/test.advantage", "ingenuity/attack.prone.melee")
def test_the_odds_of_an_attack_with_advantage() -> None:
    table = Table("A b", A=sheet(["spear"]), b=foe())
    table["b"].prone = True
    expected: Chances = {}
    for a, b, luck, chance in better():
        add(expected, left(a + b, luck, 7, 5), chance)
    assert engine(table, *STAB) == expected


@rule("ingenuity/test.advantage", "ingenuity/attack.prone.melee", "ingenuity/condition.grappled")
@pytest.mark.parametrize("fate", [0, 2])
def test_the_odds_of_an_attack_with_two_advantages(fate: int) -> None:
    table = Table("A b c", A=sheet(["spear"]), b=foe(), c=foe())
    table["A"].fate_points = fate
    table["b"].prone = True
    table["b"].grappling = table["c"].index
    expected: Chances = {}
    for a, b, luck, chance in again(better()):
        add(expected, left(a + b, luck, 7, 5), chance)
    assert engine(table, *STAB) == expected


@rule("ingenuity/fate.maximize")
def test_the_odds_of_an_attack_whose_luck_is_bought() -> None:
    table = Table("A b", A=sheet(["spear"]), b=foe())
    table["A"].fate_points = 1
    table["b"].prone = True
    expected: Chances = {}
    for a, b, _, chance in better():
        add(expected, left(a + b, 20, 7, 5), chance)
    assert engine(table, *STAB, reply="fate luck") == expected


@rule("ingenuity/fate.maximize")
def test_the_odds_of_an_attack_with_a_further_answer_are_those_of_every_face() -> None:
    table = Table("A b", A=sheet(["spear"]), b=foe())
    table["A"].fate_points = 1
    expected: Chances = {}
    for a, b, luck, chance in rolls():
        add(expected, left(a + b, luck, 7, 5), chance)
    assert engine(table, *STAB, "no fate") == expected


@rule("ingenuity/death.killing-strike", "ingenuity/test.advantage")
def test_the_odds_of_a_killing_strike_are_counted_in_few_runs() -> None:
    table = Table("A b", A=sheet(["spear"]), b=foe(constitution=8, health=5))
    table["A"].fate_points = 3
    table["b"].awake = False
    table.begin_turn("A")
    table.combat.watched = False
    table.combat.agents = [Absent()] * 4
    asked: Choice = act.Act(table.combat, table["A"], True)
    found = odds.odds(
        table.combat, [asked.read("kill b with spear")], Ingenuity(library()), lines=0
    )
    expected = Fraction(0)
    for a, b, luck, chance in better():
        expected += chance if a + b + (4 if luck == 20 else 0) >= 8 else 0
    assert found.exact
    assert found.runs <= 100
    assert found.base.of("b", "gone")[1] >= expected


@rule("ingenuity/reaction.dodge", "ingenuity/reaction.dodge.floor", "ingenuity/reaction.dodge.luck")
def test_the_odds_against_a_dodge() -> None:
    nimble = sheet(dice={"agility": 4}, numbers={"evasion": 4, "endurance": 90, "stamina": 1})
    table = Table("A b", A=sheet(["spear"]), b=nimble)
    levels: Chances = {}
    for a, b, luck, chance in rolls(6, 4):
        add(levels, max(4, a + b + (4 if luck == 20 else 0)), chance)
    expected: Chances = {}
    for a, b, luck, chance in rolls():
        for level, likely in levels.items():
            add(expected, left(a + b, luck, level, 0), chance * likely)
    assert engine(table, *STAB, reply="dodge") == expected


@rule("ingenuity/reaction.parry", "ingenuity/damage.classes")
def test_the_odds_against_a_parry() -> None:
    holder = sheet(["straight-sword"], numbers={"evasion": 6, "endurance": 90, "physical": 4})
    table = Table("A b", A=sheet(["spear"]), b=holder)
    expected: Chances = {}
    for a, b, luck, chance in rolls():
        add(expected, left(a + b, luck, 6, 4 + 3), chance)
    assert engine(table, *STAB, reply="parry with straight-sword") == expected


@rule("ingenuity/attack.size.evasion", "ingenuity/attack.size.deflection")
@pytest.mark.parametrize("size", [2, 3, 5, 6])
def test_the_odds_against_somebody_of_another_size(size: int) -> None:
    table = Table("A b", A=sheet(["spear"]), b=foe(size=size))
    expected: Chances = {}
    for a, b, luck, chance in rolls():
        add(expected, left(a + b, luck, 7 + 4 - size, 5 + size - 4), chance)
    assert engine(table, *STAB) == expected


@rule("ingenuity/attack.stray.trigger", "ingenuity/attack.stray.random")
@pytest.mark.parametrize("who", ["b", "c", "d"])
def test_the_odds_of_a_shot_that_may_stray(who: str) -> None:
    archer = sheet(["shortbow"], ammo={"arrow": 5})
    table = Table("A . c b d", A=archer, b=foe(), c=foe(evasion=5), d=foe(evasion=9))
    expected: Chances = {}
    for a, b, luck, chance in rolls():
        level = {"b": 7, "c": 5, "d": 9}[who]
        struck = left(a + b, luck, level, 5, 3, 9)
        if luck > 1:
            add(expected, struck if who == "b" else 90, chance)
        else:
            add(expected, struck if who != "b" else 90, chance / 2)
            add(expected, 90, chance / 2)
    assert engine(table, *SHOT, who=who) == expected


@rule("ingenuity/power.steps", "ingenuity/power.attack", "ingenuity/power.attack.luck")
def test_the_odds_of_a_power() -> None:
    mage = sheet(powers=["harm"], dice={"communion": 8, "resolve": 6}, prof={"Anarchy": 2})
    table = Table("A b", A=mage, b=foe(constitution=9, elemental=3))
    expected: Chances = {}
    for a, b, luck, chance in rolls(6, 8):
        result = a + b + 2 + (4 if luck == 20 else 0)
        whole = max(1, result + 4 - 3)
        if result < 6:
            add(expected, 90, chance)
        else:
            add(expected, 90 - (whole if result >= 9 else (whole + 1) // 2), chance)
    assert engine(table, "harm b") == expected


def swung(properties: Callable[[Table], None], weapon: str) -> Table:
    table = Table("A b", A=sheet([weapon]), b=foe())
    properties(table)
    return table


@rule("ingenuity/attack.multiple.swift", "ingenuity/attack.versatile")
def test_the_odds_of_a_second_blow_with_a_swift_weapon() -> None:
    table = swung(lambda one: one.count("A", "attacks", 1), "longknife")
    expected: Chances = {}
    for a, b, luck, chance in rolls():
        add(expected, left(a + b - 1, luck, 7, 5, 4, 8, 20), chance)
    assert engine(table, "attack b with longknife", "strength piercing") == expected


@rule("ingenuity/test.advantage")
def test_of_a_die_rolled_again_only_the_face_that_is_kept_counts() -> None:
    assert table_of(Again(6, 4), {}) == [(4, 4), (5, 1), (6, 1)]
    assert table_of(Again(6, 1), {}) == [(face, 1) for face in range(1, 7)]
