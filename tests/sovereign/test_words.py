"""The log: every fact in a sentence, and no fact twice."""

from __future__ import annotations

from affray.core.event import Told
from affray.rulesets.sovereign.reaction.windows import Step
from affray.rulesets.sovereign.text.questions import deed_of
from affray.rulesets.sovereign.text.words import SovereignWords

from .table import Table, body, strike


def log(table: Table) -> list[str]:
    """Return what has been told, each line indented."""
    words = SovereignWords()
    lines: list[str] = []
    for event in table.combat.events:
        depth = words.weight(event)
        if depth >= 0:
            text = "".join([part for _, part in words.parts(table.combat, event)])
            lines.append("  " * depth + text)
    return lines


def test_an_attack_is_told_with_its_sum_and_once() -> None:
    sword = strike(bonus=3, damage="1d8+1")
    table = Table("A . b", A=body(strike(bonus=3, damage="1d8+1", reach=2)), b=body(sword))
    table["b"].prone = True
    table["b"].main = False
    table.combat.watched = True

    table.act("A", "attack b with sword", dice="d20 9 d8 6")

    assert log(table) == [
        "    A attacks B with sword.",
        "      A rolls to hit: d20 [9] +3 attack bonus, +2 it lies.",
        "      A hits B: 14.",
        "      A rolls damage: d8 [6].",
        "      B loses 7 hit points: 6 dice, +1 sword; 13 left.",
    ]


def test_a_snap_attack_is_told_as_the_instant_that_it_is() -> None:
    table = Table("A b", A=body(), b=body(strike(bonus=3)))
    table.combat.watched = True

    table.act("A", "go prone", "b snap at A with sword", dice="d20 5")

    assert log(table) == [
        "    A drops to the ground.",
        "      B answers: snap at A with sword.",
        "      B rolls to hit: d20 [5] +3 attack bonus, -4 Snap Attack.",
        "      B misses A: 4.",
        "      A is prone.",
    ]


def test_an_action_of_one_s_own_is_told_as_what_is_done_whatever_pays_for_it() -> None:
    words = SovereignWords()
    keys = ("charge", "run", "run with main", "draw sword")
    told = [words.sentence(Told("acts", 0, -1, key)) for key in keys]
    assert told == ["charges.", "runs.", "runs.", "decides: {what}."]


def test_where_to_go_is_asked_as_the_movement_that_it_is() -> None:
    table = Table("A B . . c", A=body(), B=body(), c=body())
    table["c"].main = False
    table.combat.watched = True
    questions = SovereignWords().questions

    table.act("A", "charge", "move 3,0", "no attack")

    rules = [rule for _, rule, _ in table.asked]
    assert "charge.straight" in rules
    assert "run.rate" not in rules
    assert "charge" in questions["charge.straight"]


def test_a_step_is_told_with_where_who_makes_it_has_come() -> None:
    table = Table("A . b", A=body(), b=body())
    names = ["A", "B"]
    assert deed_of(table.combat, Step(0, 0), names) == f"A is on its way, now at {table.at('A')}"


def test_a_grapple_tells_what_its_check_came_to() -> None:
    table = Table("A b", A=body(skills={"brawl": 1}), b=body())
    table["b"].main = False
    table.combat.watched = True

    table.act("A", "grapple b with unarmed", dice="d20 18 d6 4 3")

    assert log(table)[-2:] == ["      A succeeds: 8 against 8.", "      A holds B fast."]
