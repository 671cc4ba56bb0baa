"""Surprise, initiative, and the order of turns and rounds."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign import death, turn
from affray.rulesets.sovereign.terms import (
    ACT_PHASE,
    INITIATIVE_PHASE,
    ROUND_PHASE,
    SHIELD,
    SIDE_PHASE,
    SURPRISE_PHASE,
)
from tests.rules import rule
from tests.sovereign.table import Table, body, strike

HIT = "attack b with sword"


def crowd(rows: str, third: str = "") -> Table:
    """A table of people like each other."""
    sheets = {letter: body() for letter in rows.split() if letter != "."}
    return Table(rows, third=third, **sheets)  # type: ignore[arg-type]


def roll(table: Table, dice: str) -> list[int]:
    agent = table.script([], dice)
    turn.roll_initiative(table.combat)
    table.done(agent)
    return table.combat.order


def fresh(rows: str = "A . b", **more: object) -> Table:
    """A table before the fight has begun."""
    third = str(more.pop("third", ""))
    sheets = {"A": body(strike()), "b": body(strike()), **more}
    table = Table(rows, third=third, **sheets)  # type: ignore[arg-type]
    table.combat.phase = SURPRISE_PHASE
    table.combat.order = []
    table.combat.round = 0
    return table


# ---- initiative


@rule("sovereign/init.one-roll-per-side")
def test_every_side_rolls_one_die_however_many_it_counts() -> None:
    table = crowd("A C D b x", third="x")

    assert roll(table, "d8 5 6 7") == [2, 1, 0]


@rule("sovereign/init.party-dex")
@pytest.mark.parametrize(
    ("first", "second", "party", "order"),
    [(1, 0, 5, [0, 1]), (1, 0, 4, [1, 0]), (1, 2, 4, [0, 1]), (-1, -2, 7, [0, 1]),
     (-1, -2, 6, [1, 0])],
)  # fmt: skip
def test_the_best_dexterity_of_the_party_counts_even_if_it_is_bad(
    first: int, second: int, party: int, order: list[int]
) -> None:
    """Against a 6."""
    one, two = body(mods=(0, first, 0, 0, 0)), body(mods=(0, second, 0, 0, 0))
    table = Table("A C b", A=one, C=two, b=body(mods=(2, 2, 2, 2, 2)))

    assert roll(table, f"d8 {party} 6") == order


@rule("sovereign/init.party-dex")
def test_only_members_present_lend_their_dexterity() -> None:
    table = Table("A C b", A=body(), C=body(mods=(0, 2, 0, 0, 0)), b=body())
    table.combat.leave(table["C"])
    table["C"].present = False

    assert roll(table, "d8 5 6") == [1, 0]


@rule("sovereign/init.highest-first", "sovereign/init.party-wins-ties")
@pytest.mark.parametrize(
    ("dice", "order"),
    [("d8 3 5 4", [1, 2, 0]), ("d8 5 5 4", [0, 1, 2]), ("d8 3 4 3", [1, 0, 2]),
     ("d8 8 1 2", [0, 2, 1])],
)  # fmt: skip
def test_sides_act_by_their_totals_the_party_first_of_equals(dice: str, order: list[int]) -> None:
    table = crowd("A b x", third="x")

    assert roll(table, dice) == order


@rule("sovereign/init.other-ties")
@pytest.mark.parametrize(
    ("dice", "order"),
    [("d8 1 5 5 2 3", [2, 1, 0]), ("d8 1 5 5 4 4 3 2", [1, 2, 0]), ("d8 5 5 5 1 2", [0, 2, 1])],
)
def test_other_sides_that_tie_roll_again_until_it_is_broken(dice: str, order: list[int]) -> None:
    table = crowd("A b x", third="x")

    assert roll(table, dice) == order


@rule("sovereign/init.never-rerolled", "sovereign/turn.round")
def test_the_order_stands_though_the_quickest_falls() -> None:
    table = Table("A C b", A=body(mods=(0, 2, 0, 0, 0)), C=body(), b=body())
    roll(table, "d8 5 6")
    assert table.combat.order == [0, 1]
    table.script([], "")
    death.die(table.combat, table["A"], "death.npc")
    turn.end_round(table.combat)

    assert (table.combat.phase, table.combat.round) == (ROUND_PHASE, 2)
    table.steps(1)
    assert (table.combat.order, table.combat.phase) == ([0, 1], SIDE_PHASE)


# ---- turns


def acting(table: Table) -> str:
    return table.combat.units[table.combat.active].name if table.combat.active >= 0 else ""


@rule("sovereign/turn.sides-in-order", "sovereign/turn.members-any-order", "sovereign/turn.round")
def test_all_of_a_side_act_in_the_order_it_likes_then_the_next_side() -> None:
    table = crowd("A C D b")
    table.combat.phase = ROUND_PHASE
    seen: list[str] = []
    answers = ["act D", "end turn", "act A", "end turn", "end turn", "end turn"]
    agent = table.script(answers, "")

    while table.combat.round == 1:
        turn.step(table.combat)
        if acting(table) and (not seen or seen[-1] != acting(table)):
            seen.append(acting(table))

    table.done(agent)
    assert seen == ["D", "A", "C", "b"]
    assert [keys for _, word, keys in table.asked if word == "turn.members-any-order"] == [
        ["act A", "act C", "act D"],
        ["act A", "act C"],
    ]


@rule("sovereign/turn.members-any-order")
def test_the_order_may_differ_from_round_to_round() -> None:
    table = crowd("A C b")
    for first in "CA":
        table.combat.phase = ROUND_PHASE
        table.combat.turn_of = 0
        table.steps(2, f"act {first}")

        assert acting(table) == first
        table.combat.active = -1


@rule("sovereign/turn.member-completes")
def test_nobody_else_of_the_side_acts_before_a_member_has_finished() -> None:
    table = Table("A C . . . . b", A=body(strike()), C=body(), b=body())
    table.turn_of("A")

    table.steps(3, "go prone", "stand up", "disengage")

    assert (acting(table), table.combat.phase) == ("A", ACT_PHASE)
    assert not any("act C" in keys for _, _, keys in table.asked)


@rule("sovereign/turn.member-completes", "sovereign/turn.members-any-order")
def test_one_that_has_acted_is_not_picked_again_in_the_round() -> None:
    table = crowd("A C b")
    table.combat.phase = SIDE_PHASE
    table["A"].acted = True

    table.steps(1)

    assert acting(table) == "C"


@rule("sovereign/turn.actions-any-order")
@pytest.mark.parametrize("keys", [
    [HIT, "go prone", "stand up"], ["go prone", "stand up", HIT], ["go prone", HIT, "stand up"],
])  # fmt: skip
def test_main_move_and_free_actions_come_in_any_order(keys: list[str]) -> None:
    table = Table("A b", A=body(strike()), b=body())
    table["b"].main = False
    table.turn_of("A")

    table.steps(3, *keys, dice="d20 1")

    assert (table["A"].main, table["A"].step) == (False, False)


@rule("sovereign/turn.no-split-move")
def test_what_is_left_of_a_move_is_lost_with_the_next_action() -> None:
    table = Table("A . . b .", A=body(strike()), b=body())
    table["b"].main = False

    table.act("A", "run", "move 2,0")
    table.act("A", HIT, dice="d20 1")

    assert table.refused("A", "run") == "economy.move"
    assert table.refused("A", "run with main") == "economy.main"


@rule("sovereign/turn.refresh", "sovereign/economy.move")
def test_a_new_round_gives_back_main_and_move_and_carries_nothing_over() -> None:
    table = Table("A b", A=body(strike()), b=body())
    table["b"].main = table["b"].step = False
    table.script([], "")

    turn.end_round(table.combat)
    assert not table["b"].main
    turn.begin_round(table.combat)

    assert (table["b"].main, table["b"].step) == (True, True)
    assert not table["b"].acted


@rule("sovereign/turn.refresh", "sovereign/snap.out-of-turn")
def test_a_main_given_up_before_the_own_turn_is_not_given_back_by_it() -> None:
    table = Table("A b", A=body(strike()), b=body(strike()))
    table["b"].main = False
    table.script([], "")

    turn.begin_turn(table.combat, table["b"])

    assert not table["b"].main


@rule("sovereign/turn.end-of-round-order")
def test_grapples_hurt_before_the_dying_die_and_the_charge_ends_last() -> None:
    """The damage falls on one whose AC is still lowered; the dying of the round are still there."""
    table = Table("A b\nC d", A=body(), b=body(), C=body(), d=body())
    table.grapple("A", "b")
    table["C"].hp = 0
    table["C"].fate = 1
    table["C"].fell = 1
    table.combat.round = 7
    table.combat.watched = True
    agent = table.script([], "d2 2")

    turn.end_round(table.combat)
    table.done(agent)

    told = [one.rule for one in table.combat.events]
    assert told.index("grapple.damage") < told.index("death.six-rounds")


@rule("sovereign/turn.dice-order", "sovereign/grapple.damage")
def test_dice_of_one_moment_are_rolled_by_sides_and_listing() -> None:
    table = Table("A b\nC d", A=body(), b=body(), C=body(), d=body())
    table.grapple("d", "C")
    table.grapple("A", "b")
    table.combat.turn_of = 0
    table.combat.watched = True
    table.script([], "d2 1 2")

    turn.end_round(table.combat)

    assert (table["b"].hp, table["C"].hp) == (19, 18)


# ---- surprise


@rule("sovereign/surprise.free-round", "sovereign/surprise.is-round-zero")
def test_the_enemies_of_the_surprised_have_a_whole_round_with_all_their_actions() -> None:
    table = fresh("A b c")
    table.combat.surprise = "given 1"
    table["b"].sheet.ac = 30
    table.steps(3)

    assert (table.combat.round, table.combat.order, acting(table)) == (0, [0], "A")
    assert (table["A"].main, table["A"].step) == (True, True)
    table.steps(2, HIT, "end turn", dice="d20 1")

    assert [who for who, _, _ in table.asked if who == "b"] == []


@rule("sovereign/surprise.before-initiative", "sovereign/surprise.is-round-zero")
def test_initiative_is_rolled_after_the_free_round_and_the_ambushers_may_act_again() -> None:
    table = fresh()
    table.combat.surprise = "given 1"
    table.steps(3)
    table.steps(3, "end turn")
    assert (table.combat.phase, table["b"].surprised) == (INITIATIVE_PHASE, True)

    table.steps(1, dice="d8 5 5")
    assert not table["b"].surprised
    table.steps(2)

    assert (table.combat.round, acting(table)) == (1, "A")
    assert table["A"].main


@rule("sovereign/surprise.gm-decides")
def test_by_default_nobody_is_surprised() -> None:
    table = fresh()

    table.steps(2, dice="d8 5 5")

    assert table.combat.round == 1
    assert not table["b"].surprised


@rule("sovereign/surprise.opposed-check", "sovereign/surprise.gm-decides")
@pytest.mark.parametrize(
    ("how", "own", "second", "taken"),
    [
        ("stealth", {"mods": (0, 1, 0, 0, 0), "skills": {"sneak": 1}}, 3, True),
        ("stealth", {"mods": (0, 1, 0, 0, 0), "skills": {"sneak": 1}}, 2, False),
        ("forced-entry", {"mods": (1, 0, 0, 0, 0), "skills": {"exert": 1}}, 3, True),
        ("forced-entry", {"mods": (1, 0, 0, 0, 0), "skills": {"exert": 1}}, 2, False),
    ],
)
def test_stealth_goes_by_dex_and_sneak_and_force_by_str_and_exert(
    how: str, own: dict[str, object], second: int, taken: bool
) -> None:
    """Against WIS 0 and Notice 1: number 9."""
    sheet = body(strike(), **own)  # type: ignore[arg-type]
    table = fresh(A=sheet, b=body(strike(), skills={"notice": 1}))
    table.combat.surprise = f"{how} 1"

    table.steps(1, dice=f"d6 4 {second}")

    assert table["b"].surprised is taken


@rule("sovereign/surprise.opposed-check", "sovereign/check.group")
@pytest.mark.parametrize(("second", "taken"), [(3, True), (2, False)])
def test_the_best_of_a_group_rolls_with_one_more_or_less_for_each_other(
    second: int, taken: bool
) -> None:
    """Best 1, others +1, 0 and -1: 1 in all; against the best Notice of 0."""
    sneaks = [
        body(strike(), skills={"sneak": level}, mods=(0, 0, 0, 0, 0)) for level in (1, 1, 0, -1)
    ]
    table = fresh(
        "A C D E\n. . b c",
        A=sneaks[3],
        C=sneaks[1],
        D=sneaks[2],
        E=sneaks[0],
        b=body(skills={"notice": 0}),
        c=body(skills={"notice": -1}),
    )
    table.combat.surprise = "stealth 1"

    table.steps(1, dice=f"d6 4 {second}")

    assert table["b"].surprised is table["c"].surprised is taken


@rule("sovereign/surprise.no-reactions")
def test_the_surprised_make_no_instants_nor_blows_nor_screens_but_keep_their_shield() -> None:
    table = Table(
        "A b .\n. c .",
        A=body(strike(shock=2, shock_ac=15)),
        b=body(strike(), ac=14, shield=True),
        c=body(strike(), skills={"stab": 2}, screens=2),
    )
    table.guard("c", "b")
    for name in "bc":
        table[name].surprised = True

    table.act("A", HIT, dice="d20 1")
    table.act("A", "run", "move 0,1")

    assert table["b"].hp == 20
    assert [who for who, _, _ in table.asked if who in "bc" and who] == []


@rule("sovereign/surprise.no-reactions")
def test_one_that_cannot_be_surprised_answers_but_has_no_turn() -> None:
    table = fresh("A b c", b=body(strike(), feats={"alert": 1}), c=body(strike()))
    table.combat.surprise = "given 1"
    table.steps(3)
    assert not table["b"].surprised
    assert table["c"].surprised

    table.steps(1, HIT, dice="d20 1")
    assert [who for who, _, _ in table.asked if who == "b"]
    table.steps(3, "end turn")

    assert table.combat.phase == INITIATIVE_PHASE


@rule("sovereign/surprise.free-round-order")
def test_of_several_ambushers_the_party_acts_first_and_then_as_listed() -> None:
    table = Table("A b x c", third="x", b=body(), x=body(), A=body(), c=body())
    table.combat.phase = SURPRISE_PHASE
    table.combat.surprise = "given 1"

    table.steps(1)

    assert table.combat.order[:2] == [0, 2]


@rule("sovereign/surprise.is-round-zero", "sovereign/turn.end-of-round-order")
def test_the_free_round_ends_like_any_other() -> None:
    table = fresh()
    table.combat.surprise = "given 1"
    table.steps(3)
    table["A"].charging = True
    table["A"].swarm = table["b"].index
    table["A"].set_count(SHIELD, 1)

    table.steps(3, "end turn")
    assert (table["A"].charging, table["A"].swarm) == (False, -1)
    table.steps(2, dice="d8 5 5")

    assert table["A"].used[SHIELD] == 0
