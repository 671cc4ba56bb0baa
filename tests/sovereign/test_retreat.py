"""Retreat and being cornered, parley, pursuit."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign import turn
from affray.rulesets.sovereign.choice.moving import MoveTo
from affray.rulesets.sovereign.damage import dealing
from affray.rulesets.sovereign.movement.walking import Move
from affray.rulesets.sovereign.movement.ways import RUN
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.terms import CAPTURED, MORTAL
from tests.rules import rule
from tests.sovereign.table import Table, body, strike


def npc(**more: object) -> Sheet:
    own = body(strike(), npc=True, **more)  # type: ignore[arg-type]
    own.tags = ["humanoid"]
    return own


def beaten(rows: str, gates: list[int], **more: Sheet) -> Table:
    """One whose heart has broken; a strong enemy."""
    sheets = {"A": body(strike(), level=9), "b": npc(), **more}
    table = Table(rows, **sheets)  # type: ignore[arg-type]
    table.combat.gates = gates
    table["b"].broken = True
    return table


# ---- retreat


@rule("sovereign/morale.retreat", "sovereign/morale.when-checked")
def test_a_retreat_begins_with_the_own_turn_and_leads_towards_an_open_edge() -> None:
    table = beaten("A . b . . .", [5])
    assert table.refused("b", "attack A with unarmed") == "melee.range"
    table.script([], "")
    turn.begin_turn(table.combat, table["b"])

    asked = MoveTo(Move(table.combat, table["b"], RUN))
    keys = [asked.key(one) for one in asked.answers()]

    assert keys == ["stay", "move 3,0", "move 4,0", "move 5,0", "leave 5,0"]
    assert table.refused("b", "attack A with sword") == "morale.retreat"
    assert table.refused("b", "disengage") == ""
    assert asked.why_not("move 1,0")[0] == "morale.retreat"


@rule("sovereign/morale.retreat", "sovereign/aoo.able-foes")
def test_one_in_retreat_strikes_at_nobody_that_passes() -> None:
    table = beaten("b A . . .", [])
    table["b"].retreating = True
    table["b"].main = False

    table.act("A", "run", "move 4,0")

    assert not any(word == "aoo.who" for _, word, _ in table.asked)


@rule("sovereign/morale.cornered", "sovereign/morale.surrender")
@pytest.mark.parametrize(("answer", "fate"), [("surrenders", CAPTURED), ("fights to the death", 0)])
def test_one_without_a_way_out_surrenders_or_fights_as_the_gm_says(answer: str, fate: int) -> None:
    table = beaten("A . b", [])
    agent = table.script([answer], "")

    turn.begin_turn(table.combat, table["b"])
    table.done(agent)

    assert table["b"].fate == fate
    name = "b"
    assert table[name].fighting is (fate == 0)
    if fate == 0:
        table.combat.move(table["b"], 1)
        assert table.refused("b", "attack A with sword") == ""


@rule("sovereign/morale.cornered")
def test_a_way_that_foes_bar_is_none_and_beasts_fight_on_unasked() -> None:
    open_way = beaten("A . b .", [3])
    barred = beaten("A . b c", [3], c=npc())
    barred["c"].side = 0
    beast = beaten("A . b", [])
    beast["b"].sheet.tags = ["animal"]
    for table, answers, fighting in (
        (open_way, [], False),
        (barred, ["fights to the death"], True),
        (beast, [], True),
    ):
        agent = table.script(answers, "")
        turn.begin_turn(table.combat, table["b"])
        table.done(agent)

        assert table["b"].fighting is fighting


@rule("sovereign/morale.surrender")
def test_one_who_gave_up_and_is_attacked_again_fights_again() -> None:
    table = Table("A b c", A=body(strike(reach=2)), b=npc(), c=npc())
    table["c"].main = table["b"].main = False
    table.act("b", "surrender")
    assert table["b"].fate == CAPTURED
    assert turn.ready(table.combat, 1) == [table["c"].index]

    table.act("A", "attack b with sword", dice="d20 1")

    assert table["b"].fate != CAPTURED
    assert table["b"].able()


# ---- parley


@rule("sovereign/end.agreement", "sovereign/skill.action", "sovereign/economy.main")
@pytest.mark.parametrize(
    ("broken", "first", "answer", "over"),
    [
        (True, "they make peace", "they make peace", True),
        (False, "they fight on", "they fight on", False),
        (False, "they fight on", "they make peace", True),
    ],
)
def test_the_gm_decides_on_parley_for_npcs_by_default_if_they_have_lost_heart(
    broken: bool, first: str, answer: str, over: bool
) -> None:
    table = Table("A . b", A=body(), b=npc())
    table["b"].broken = broken

    table.act("A", "parley", answer)

    asked = next(keys for _, word, keys in table.asked if word == "end.agreement")
    assert asked[0] == first
    assert (table.combat.outcome == "end.agreement") is over
    assert table.combat.winner == -1
    assert not table["A"].main


@rule("sovereign/end.agreement")
def test_players_decide_for_themselves() -> None:
    table = Table("A . b", A=body(), b=npc())

    table.act("b", "parley", "make peace")

    assert table.combat.outcome == "end.agreement"


@rule("sovereign/end.agreement")
def test_all_sides_must_agree() -> None:
    table = Table("A . b x", third="x", A=body(), b=npc(), x=npc())

    table.act("A", "parley", "they make peace", "they fight on")

    assert not table.combat.outcome


@rule("sovereign/aoo.standing-actions", "sovereign/end.agreement")
def test_an_appeal_provokes_and_dies_with_who_makes_it() -> None:
    table = Table("A C b", A=body(), C=body(hp=2), b=body(strike(bonus=20), npc=True))
    table["b"].main = False

    table.act("C", "parley", "b strikes with sword", dice="d20 10 d8 5")

    assert table["C"].fate == MORTAL
    assert not table.combat.outcome


# ---- pursuit


def chase(distance: int, **more: object) -> Table:
    """A flees, b is about to act."""
    row = ["A", *["."] * (distance - 1), "b"]
    beast = body(strike(), npc=True, named=False)
    table = Table(" ".join(row), A=body(), b=beast, **more)  # type: ignore[arg-type]
    table["A"].retreating = True
    return table


@rule("sovereign/end.pursuit")
@pytest.mark.parametrize(("distance", "follows"), [(18, True), (19, False)])
def test_a_monster_follows_straight_within_ninety_feet(distance: int, follows: bool) -> None:
    table = chase(distance)
    agent = table.script([], "")

    turn.begin_turn(table.combat, table["b"])
    table.done(agent)

    assert table["b"].step is follows


@rule("sovereign/end.pursuit")
@pytest.mark.parametrize(("face", "follows"), [(2, True), (3, False)])
def test_round_a_corner_it_goes_on_with_a_one_or_two(face: int, follows: bool) -> None:
    table = chase(8, solids=[(15, 0, 0, 20, 5, 20)])
    agent = table.script([], f"d6 {face}")

    turn.begin_turn(table.combat, table["b"])
    table.done(agent)

    assert table["b"].step is follows


@rule("sovereign/end.pursuit")
def test_nothing_is_rolled_while_anybody_stands_and_fights() -> None:
    table = Table(
        "A . C . . b", A=body(), C=body(), b=body(npc=True), solids=[(15, 0, 0, 20, 5, 20)]
    )
    table["A"].retreating = True
    agent = table.script([], "")

    turn.begin_turn(table.combat, table["b"])
    table.done(agent)

    assert table["b"].step


@rule("sovereign/end.pursuit", "sovereign/economy.free")
def test_the_party_may_take_to_flight_and_then_fights_no_more() -> None:
    table = Table("A b", A=body(strike()), b=body())

    table.act("A", "flee")

    assert table["A"].retreating
    assert table.refused("A", "attack b with sword") == "morale.retreat"


@rule("sovereign/morale.individual")
def test_one_who_fights_to_the_death_breaks_no_more() -> None:
    table = beaten("A . b", [])
    agent = table.script(["fights to the death"], "")
    turn.begin_turn(table.combat, table["b"])
    dealing.hurt(table.combat, table["b"], 15, -1, "damage.roll", spares=False)
    turn.begin_turn(table.combat, table["b"])
    table.done(agent)

    assert table["b"].fighting
