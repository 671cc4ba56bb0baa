"""Delaying: moving the whole turn, for good."""

from __future__ import annotations

from affray.rulesets.thrum.terms import DELAY_PHASE
from tests.rules import rule
from tests.thrum.table import Table, npc, pc

IDLE = ("stop", "no action", "no stance")


def row(order: str = "BAC") -> Table:
    """Bob, Alice and Carl, and d who goes last."""
    return Table("A B C . . . . d", order=order + "d", A=pc(), B=pc(), C=pc(), d=npc("biffer"))


@rule("thrum/delay.choose-a-point")
def test_one_delays_to_directly_after_another_who_has_not_acted() -> None:
    table = row()

    assert table.offers() == ["act", "delay A", "delay C", "delay d"]
    table.step("B: delay C")

    assert table.order() == "ACBd"
    assert table.combat.lineup.now() == table["A"].index


@rule("thrum/delay.choose-a-point")
def test_nobody_delays_behind_one_who_has_acted_this_round() -> None:
    table = row()
    table.turn("B", "act", *IDLE)

    assert table.offers() == ["act", "delay C", "delay d"]


@rule("thrum/delay.choose-a-point")
def test_the_gm_seat_delays_for_an_npc() -> None:
    table = row("dBA")

    choice = table.question()

    assert choice is not None
    assert table.setup.seats[choice.seat()] == "foes"
    assert table.combat.units[choice.who].name == "d"


@rule("thrum/delay.is-permanent")
def test_the_new_place_holds_in_all_later_rounds() -> None:
    table = row()

    table.step("B: delay A")
    for name in "ABC":
        table.turn(name, *(["act"] if name != "B" else []), *IDLE)
    table.turn("d", *IDLE)
    table.step()

    assert (table.combat.round, table.order()) == (2, "ABCd")


@rule("thrum/delay.once-per-round")
def test_one_who_has_delayed_must_act_when_its_place_comes_up() -> None:
    table = row()
    table.step("B: delay A")
    table.turn("A", "act", *IDLE)

    table.turn("B", *IDLE)  # no choice to delay again

    assert table.combat.lineup.now() == table["C"].index


@rule("thrum/delay.once-per-round")
def test_in_the_next_round_it_may_delay_again() -> None:
    table = row()
    table.step("B: delay A")
    table.combat.lineup.at = 4
    table.step()
    table.combat.lineup.at = 1

    assert table.offers() == ["act", "delay C", "delay d"]


@rule("thrum/delay.chained")
def test_alice_delays_behind_bob_who_delayed_behind_her() -> None:
    """Order Bob, Alice, Carl. Bob delays after Alice: Alice, Bob, Carl. Alice delays after Bob:
    Bob, Alice, Carl. Bob must act now; that order then stands for later rounds.
    """
    table = row()

    table.step("B: delay A")
    assert table.order() == "ABCd"
    table.step("A: delay B")
    assert table.order() == "BACd"
    table.turn("B", *IDLE)
    table.turn("A", *IDLE)
    table.turn("C", "act", *IDLE)
    table.turn("d", *IDLE)
    table.step()

    assert (table.combat.round, table.order()) == (2, "BACd")


@rule("thrum/delay.no-start-of-turn")
def test_a_delay_brings_no_start_panic_end_or_tick_at_the_old_place() -> None:
    table = row()
    table["B"].stress = 3  # Tolerance 2: Frayed
    table.give("B", "burning", 2)

    table.step("B: delay A")  # no dice
    assert (table["B"].stress, table["B"].fatigue, table.n("B", "burning")) == (3, 0, 2)

    table.turn("A", "act", *IDLE)
    table.turn("B", *IDLE, dice="2 2")
    assert (table["B"].stress, table["B"].fatigue, table.n("B", "burning")) == (3, 1, 1)
    assert [event.who for event in table.told("turn")] == [table["A"].index, table["B"].index]


@rule("thrum/delay.who-cannot")
def test_an_incapacitated_character_cannot_delay() -> None:
    table = row()
    table["B"].incapacitated = True

    assert table.offers() == []


@rule("thrum/delay.who-cannot")
def test_the_last_of_the_order_cannot_delay() -> None:
    table = row()
    table.combat.lineup.at = 3

    assert table.offers() == []


@rule("thrum/delay.who-cannot")
def test_there_is_no_delay_in_round_zero() -> None:
    table = Table("b . c", opening=True, area="1,0", A=pc(REF=5), b=npc("biffer"), c=npc("biffer"))
    table.step(dice="6 6 1 1 1 1")

    asked: list[str] = []
    for key in ("place 1,0", "no stance", "", "no stance", "", "no stance"):
        asked += table.offers()
        table.step(*[key] if key else [])

    assert asked
    assert not [key for key in asked if "delay" in key]
    assert table.combat.phase != DELAY_PHASE
