"""The odds of attacks equal an independent enumeration, as fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import icepool
import pytest

from affray import odds
from affray.core.choice import Absent
from affray.rulesets.thrum.choice import steps
from affray.rulesets.thrum.ruleset import Thrum
from affray.rulesets.thrum.terms import ACTION_PHASE, EVASION, RESILIENCE, RESOLVE
from tests.rules import rule
from tests.thrum.table import Table, npc, pc

Chances = dict[int, Fraction]


def pool(boons: int) -> icepool.Die[int]:
    """2d6 with the extra dice of net Boons (highest two kept) or Banes (lowest two)."""
    dice = icepool.d6.pool(2 + abs(boons))
    return dice.highest(2).sum() if boons > 0 else dice.lowest(2).sum()


def contest(mine: int, boons: int, theirs: int, their_boons: int) -> tuple[Fraction, Fraction]:
    """The chances of a plain Success and of a Critical."""
    margin = pool(boons) + mine - pool(their_boons) - theirs
    better = Fraction((margin > 0).quantity(True), margin.denominator())
    critical = Fraction((margin >= 5).quantity(True), margin.denominator())
    return better - critical, critical


def found(table: Table, key: str, defence: int, name: str = "fatigue") -> Chances:
    """What the engine says of a number of b after A's Action."""
    table.begin_turn("A")
    table.combat.phase = ACTION_PHASE
    table.combat.watched = False
    table.combat.agents = [Absent()] * len(table.setup.seats)
    asked = steps.Act(table.combat, table["A"])
    first = [asked.read(key), 1 + defence]
    return odds.odds(table.combat, first, Thrum(), lines=0).base.of("b", name)


def fatigue(success: int, critical: int, chances: tuple[Fraction, Fraction]) -> Chances:
    expected: Chances = {0: 1 - chances[0] - chances[1]}
    for amount, chance in zip((success, critical), chances, strict=True):
        expected[amount] = expected.get(amount, Fraction(0)) + chance
    return expected


def ansa() -> Table:
    return Table("A b . .", A=pc(POW=2, FIN=0, abilities=["sockem"]), b=npc("biffer"))


def archer() -> Table:
    sheet = pc(POW=2, abilities=["piercing-shot", "flaming-arrow"])
    return Table("A . . b . .", A=sheet, b=npc("plinker", 2))


def behind_a_wall() -> Table:
    sheet = pc(POW=2, abilities=["piercing-shot"])
    return Table(
        "A . . . b",
        heights="0 0 0 2 0",
        A=sheet,
        b=npc("plinker"),
    )


def with_marks(make: Callable[[], Table], **marks: str) -> Callable[[], Table]:
    def made() -> Table:
        table = make()
        for name, words in marks.items():
            for word in words.split():
                table.give(name, word)
        return table

    return made


def tired(make: Callable[[], Table]) -> Callable[[], Table]:
    def made() -> Table:
        table = make()
        table["A"].fatigue = table["A"].fatigue_tolerance + 1
        return table

    return made


def frayed(make: Callable[[], Table]) -> Callable[[], Table]:
    def made() -> Table:
        table = make()
        table["b"].stress = table["b"].stress_tolerance + 1
        return table

    return made


def braced(make: Callable[[], Table]) -> Callable[[], Table]:
    def made() -> Table:
        table = make()
        table.enter_stance("b", "brace")
        return table

    return made


# attack, who defends with what, (modifier, boons, defence modifier, defence boons), (hit, critical)
ATTACKS = [
    (ansa, "sockem b", RESILIENCE, (6, 0, 1, 0), (2, 3)),
    (ansa, "sockem b", EVASION, (6, 0, 0, 1), (2, 3)),
    (ansa, "basic-attack b", RESILIENCE, (6, -1, 1, 0), (2, 2)),
    (archer, "piercing-shot b", EVASION, (6, 0, 3, 1), (2, 3)),
    (with_marks(archer, b="vulnerable"), "piercing-shot b", EVASION, (6, 0, 3, 0), (3, 4)),
    (with_marks(archer, A="weakened"), "piercing-shot b", RESILIENCE, (6, -1, 0, 0), (2, 3)),
    (with_marks(archer, b="dazed"), "piercing-shot b", RESILIENCE, (6, 0, 0, -1), (2, 3)),
    (behind_a_wall, "piercing-shot b", RESILIENCE, (6, -1, 0, 0), (2, 3)),
    (tired(archer), "piercing-shot b", EVASION, (6, -1, 3, 1), (2, 3)),
    (frayed(ansa), "sockem b", RESILIENCE, (6, 0, 1, -1), (2, 3)),
    (braced(ansa), "sockem b", RESILIENCE, (6, 0, 1, 1), (2, 3)),
    (frayed(braced(ansa)), "sockem b", RESILIENCE, (6, 0, 1, 0), (2, 3)),
    (with_marks(archer, b="hidden dazed"), "piercing-shot b", EVASION, (6, -1, 3, 0), (2, 3)),
]


@rule("thrum/roll.contest", "thrum/roll.boon", "thrum/roll.bane", "thrum/roll.boon-bane-cancel")
@pytest.mark.parametrize(("make", "key", "defence", "numbers", "amounts"), ATTACKS)
def test_the_odds_of_an_attack_are_those_of_icepool(
    make: Callable[[], Table],
    key: str,
    defence: int,
    numbers: tuple[int, int, int, int],
    amounts: tuple[int, int],
) -> None:
    table = make()
    table["b"].fatigue_tolerance = 9  # no Incapacity Roll, whose drain would change the Load

    chances = found(table, key, defence)

    expected = fatigue(*amounts, contest(*numbers))
    assert {value: chance for value, chance in chances.items() if chance} == expected


@rule("thrum/attack.finisher", "thrum/incapacity.roll")
def test_the_chance_to_fell_by_a_finisher_is_that_of_both_rolls() -> None:
    """A biffer with Fatigue 2 of 3: 4 or 5 after a Success or Critical, then 2d6 + 1 above that."""
    table = ansa()
    table["b"].fatigue = 2
    plain, critical = contest(6, 0, 1, 0)
    holds = {load: Fraction(((pool(0) + 1) > load).quantity(True), 36) for load in (4, 5)}

    chances = found(table, "sockem b", RESILIENCE, "incapacitated")

    assert chances[1] == plain * (1 - holds[4]) + critical * (1 - holds[5])
    assert sum(chances.values()) == 1


@rule("thrum/attack.mental-defences")
def test_the_odds_of_a_mental_attack() -> None:
    """Addle: Disoriented and 1 Slowed on a Success."""
    table = Table("A . . b", A=pc(FIN=2, abilities=["addle"]), b=npc("bonesetter"))

    slowed = found(table, "addle b", RESOLVE, "slowed")

    assert slowed[1] == sum(contest(6, 0, 2, 0))
