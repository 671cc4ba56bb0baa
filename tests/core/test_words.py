"""Events are told by tables of sentences, alike in every game that uses them."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.combat import Combat
from affray.core.dice import ScriptedDice
from affray.core.event import Event, Rolled, Told
from affray.core.words import DEED, OUTCOME, ROUND, TURN, Sentences, title
from tests.core.duel import Duel, arena
from tests.core.test_walk import field


class Plain(Sentences):
    def __init__(self) -> None:
        super().__init__(
            {
                "strikes": "strikes {other} with {what} for {amount}.",
                "gate": "|The gate at {cell}.",
            },
            {"strikes": DEED},
            {"attack.roll": "to hit"},
            {"end.last": "one is left"},
        )

    def victor(self, combat: Combat[Any], side: int) -> str:
        return f"side {side} wins"


def told(event: Event) -> str:
    duel = field(arena(["...", "..."], [("ana", "blade", 0, "0,0"), ("bob", "brute", 1, "2,1")]))
    return "".join([text for _, text in Plain().parts(duel, event)])


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Told("round", amount=3), "Round 3"),
        (Told("turn", 0), "ana's turn."),
        (Told("strikes", 0, 1, "boar-spear", 4), "ana strikes bob with boar spear for 4."),
        (Told("gate", 0, cell=4), "The gate at 1,1."),
        (Told("gate", 0), "The gate at off the map."),
        (Told("strikes", 0, -1, "fist"), "ana strikes somebody with fist for 0."),
        (Told("ends", -1, 1, rule="end.last"), "The fight ends: one is left; side 1 wins."),
        (Told("unheard of", 1), "bob unheard of."),
    ],
)
def test_an_event_is_told_in_a_sentence(event: Event, sentence: str) -> None:
    assert told(event) == sentence


@pytest.mark.parametrize(
    ("rolled", "sentence"),
    [
        (
            Rolled(0, "", "attack.roll", 1, [20], [5], [("attack", [5], 8), ("against", [], 12)]),
            "ana rolls to hit: d20+3 [5] = 8 against 12.",
        ),
        (
            Rolled(1, "", "x.y", 9, [6, 6, 20], [2, 4, 11], [("dice", [2, 4, 11], 9)]),
            "bob rolls 2d6 d20 [2 4 11] = 9.",
        ),
        (
            Rolled(0, "", "x.y", 1, [6, 8], [2, 4], [("attack", [2], 2), ("against", [4], 3)]),
            "ana rolls d6 [2] against d8\u22121 [4] = 3.",
        ),
    ],
)
def test_a_roll_is_told_with_dice_totals_and_what_it_is_against(
    rolled: Rolled, sentence: str
) -> None:
    assert told(rolled) == sentence


def test_lines_are_indented_by_what_they_tell() -> None:
    names = ("round", "ends", "turn", "strikes", "gate")

    assert [Plain().weight(Event(name)) for name in names] == [ROUND, ROUND, TURN, DEED, OUTCOME]


def test_what_can_be_told_is_known() -> None:
    duel = Duel().begin(arena(["..."], [("ana", "blade", 0, "0,0")]), ScriptedDice([]), [])

    assert [Plain().knows(duel, Event(name)) for name in ("turn", "gate", "x")] == [
        True,
        True,
        False,
    ]
    assert Plain().knows(duel, Rolled(0, "", "", 1, [6], [1], [("roll", [1], 1)]))


def test_somebody_is_called_by_the_sheet_or_by_a_name_of_its_own() -> None:
    assert title("toll-brute", "toll-brute", "Toll Brute") == "Toll Brute"
    assert title("toll-brute-2", "toll-brute", "Toll Brute") == "Toll Brute 2"
    assert title("grim-hob", "toll-brute", "Toll Brute") == "Grim Hob"
    assert title("toll-brute-red", "toll-brute", "Toll Brute") == "Toll Brute Red"
