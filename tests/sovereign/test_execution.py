"""Who can be executed, with what, and what becomes of those who are hard to kill."""

from __future__ import annotations

import pytest

from affray.content.problems import InvalidError
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.terms import (
    ACTIVE,
    BLUNT,
    DEAD,
    MORTAL,
    POINT,
    STABLE,
    SURPRISE_PHASE,
)
from tests.rules import rule
from tests.sovereign.table import Table, body, strike
from tests.sovereign.test_gm import executed


def knife(**more: object) -> Strike:
    one = strike("knife", damage="1d4+1", **more)  # type: ignore[arg-type]
    one.small = True
    return one


def before(rows: str = "A b c", executions: str = "A b", **sheets: Sheet) -> Table:
    """A table before its fight; ``executions`` pairs actors with victims."""
    table = Table(rows, **sheets)  # type: ignore[arg-type]
    table.combat.phase = SURPRISE_PHASE
    for pair in executions.split(";"):
        actor, victim = pair.split()
        table.combat.executions.append([table[actor].index, 0, table[victim].index])
    return table


@rule("sovereign/execution.fail", "sovereign/death.mortally-injured")
def test_the_twice_die_hard_keep_one_hit_point_of_an_execution_too() -> None:
    """[die-hard]."""
    table = before(A=body(knife()), b=body(feats={"die-hard": 2}), c=body())

    table.steps(1, dice="d20 1")

    assert (table["b"].hp, table["b"].fate, table["b"].prone) == (1, ACTIVE, False)


@rule("sovereign/execution.fail", "sovereign/death.frail")
def test_the_frail_die_of_an_execution() -> None:
    table = before(A=body(knife()), b=body(), c=body())
    table["b"].frail = True

    table.steps(1, dice="d20 1")

    assert table["b"].fate == DEAD


@rule("sovereign/execution.fail", "sovereign/death.stable")
def test_the_die_hard_stabilise_even_so() -> None:
    """[die-hard]."""
    table = before(A=body(knife()), b=body(feats={"die-hard": 1}), c=body())

    table.steps(1, dice="d20 1")

    assert table["b"].fate == STABLE


@rule("sovereign/execution.unsuspecting")
def test_who_has_been_struck_suspects() -> None:
    """The second of two who stalk one victim comes too late."""
    table = before("A b C", "A b;C b", A=body(knife()), b=body(hp=50), C=body(knife()))

    table.steps(1, dice="d20 20")

    assert table["b"].hp == 45


@rule("sovereign/execution.unsuspecting", "sovereign/surprise.careful-party")
@pytest.mark.parametrize("hidden", [False, True])
def test_a_careful_party_is_executed_only_by_the_hidden(hidden: bool) -> None:
    table = before("A b c", "b A", A=body(hp=50), b=body(knife()), c=body())
    table.combat.careful = True
    table["b"].unseen = hidden

    table.steps(1, dice="d20 20" if hidden else "")

    assert table["A"].hp == (45 if hidden else 50)


@rule("sovereign/execution.unsuspecting", "sovereign/surprise.no-reactions")
def test_the_unsuspecting_answer_nothing() -> None:
    """[impervious-defense]: an Instant; and nobody strikes at the Assassin who steps up."""
    own = body(knife(), feats={"assassin": 2})
    victim = body(strike(), hp=50, feats={"impervious-defense": 2})
    table = before("c . .\nA . b", "A b", A=own, b=victim, c=body(strike()))

    table.steps(1, "move 1,1", "stay", dice="d20 20")

    assert table["b"].hp == 45
    assert "aoo.who" not in [word for _, word, _ in table.asked]
    assert not table["b"].surprised


@rule("sovereign/ranged.thrown-lands", "sovereign/execution.ranged-check")
def test_a_knife_thrown_in_an_execution_lies_with_its_victim() -> None:
    own = body(knife(far=(6, 12), thrown=True), skills={"shoot": 1})
    table = before("A . b", "A b", A=own, b=body(hp=50))

    table.steps(1, dice="d6 6 6 d20 20")

    assert (table["A"].stock, table.combat.litter[0] // 200) == ((0,), 2)


@rule("sovereign/execution.save", "sovereign/execution.ranged-check")
@pytest.mark.parametrize(("face", "hp"), [(17, 0), (18, 45)])
def test_a_throw_lowers_the_save_by_the_skill_of_its_check(face: int, hp: int) -> None:
    """Shoot 3, whatever the thrower's Stab."""
    own = body(knife(far=(6, 12), thrown=True), skills={"shoot": 3, "stab": 0})
    table = before("A . b", "A b", A=own, b=body(hp=50))

    table.steps(1, dice=f"d6 6 6 d20 {face}")

    assert table["b"].hp == hp


@rule("sovereign/execution.minute", "sovereign/ready.sheathing-free", "sovereign/sheet.hands")
@pytest.mark.parametrize(("stock", "hp"), [(1, 45), (0, 50)])
def test_what_is_readied_is_drawn_in_the_minute(stock: int, hp: int) -> None:
    bow = strike("bow", far=(9, 9), hands=2)
    bow.weapon = 1
    table = before("A b", "A b", A=body(knife(), bow, weapons=["small-bow"]), b=body(hp=50))
    table["A"].hand = 1
    table["A"].stock = (stock, 1)

    table.steps(1, dice="d20 20" if stock else "")

    assert (table["b"].hp, table["A"].hand) == (hp, 0 if stock else 1)


@rule("sovereign/execution.unsuspecting")
def test_nobody_executes_a_comrade() -> None:
    with pytest.raises(InvalidError, match=r"execution\.minute"):
        executed("", executions="ana club ana")


@rule("sovereign/execution.fail", "sovereign/execution.melee-hit")
def test_a_victim_is_maimed_where_it_stands() -> None:
    table = before(A=body(knife()), b=body(npc=True, named=False), c=body())

    table.steps(1, dice="d20 1")

    assert (table["b"].fate, table["b"].hp, table["b"].prone) == (MORTAL, 0, True)


@rule("sovereign/execution.success", "sovereign/damage.maximum")
@pytest.mark.parametrize(("harm", "hp"), [(POINT, 48), (BLUNT, 45)])
def test_the_most_that_a_blade_does_to_bones_is_the_least(harm: int, hp: int) -> None:
    """[brittle-bones]: 1d4+1 comes to 2."""
    one = knife()
    one.harm = harm
    bones = body(npc=True, hp=50, abilities=["brittle-bones"])
    table = before(A=body(one), b=bones, c=body())

    table.steps(1, dice="d20 20")

    assert table["b"].hp == hp
