"""Standing orders: about what, by whom, until when; and how they are written down."""

from __future__ import annotations

import pytest

import affray
from affray.session.fight import Fight
from affray.session.orders import ASK, DEFAULT, Order, Standing, orders_of, read_order


def fight() -> Fight:
    return affray.start("icon/tollgate-ambush", seed=1, seats={"foes": "greedy"})


@pytest.mark.parametrize(
    "order",
    [
        Order("players", "pass"),
        Order("players", "pass", "reaction.window"),
        Order("players", "pass", "", "goblin"),
        Order("players", "pass", "aoo.who", "goblin-2", 3),
        Order("players", "pass", "aoo.who", "", 3, ("pass", "snap and shove")),
    ],
)
def test_an_order_is_read_as_it_is_written(order: Order) -> None:
    assert read_order(order.seat, order.about, order.key) == order


def test_an_order_holds_for_its_rule_its_offers_and_its_rounds() -> None:
    table = fight()
    question, combat = table.choice, table.combat
    verbs = tuple({option.verb for option in question.options})

    assert Order("players", "x", question.rule).fits(question, combat)
    assert not Order("foes", "x", question.rule).fits(question, combat)
    assert not Order("players", "x", "aoe.arc").fits(question, combat)
    assert Order("players", "x", "", "", 0, verbs).fits(question, combat)
    assert not Order("players", "x", "", "", 0, ("pass",)).fits(question, combat)
    combat.round = 4
    assert Order("players", "x", "", "", 4).fits(question, combat)
    assert not Order("players", "x", "", "", 3).fits(question, combat)


def test_defaults_of_rows_stand_unless_they_are_asked_for() -> None:
    table = fight()
    while table.choice.rule != "turn.slow-declare":
        table.choose(table.choice.fallback)

    assert Standing(table).answer() is not None
    assert Standing(table, rows=False).answer() is None
    table.order("players", ASK, "turn.slow-declare")
    assert Standing(table).answer() is None
    table.cancel_orders("players")
    table.order("players", "slow turn", "turn.slow-declare")
    answer = Standing(table).answer()
    assert answer is None or answer[0] == "normal turn"  # the core itself has answered


def test_what_stood_is_journalled_as_such_and_undo_does_not_stop_at_it() -> None:
    table = fight()
    for _ in range(4):
        table.choose(table.choice.fallback)
    before = table.digest
    table.choose(table.choice.fallback)
    Standing(table).take()
    assert "standing" in table.journal.text()

    table.undo()

    assert table.digest == before
    assert orders_of(table) == []


def test_another_answer_to_what_stood_runs_the_rest_again_with_the_same_dice() -> None:
    table = affray.start("thrum/broken-causeway", seed=1, seats={"foes": "greedy"})
    while table.choice.rule != "attack.physical-defences":
        table.choose(table.choice.fallback)
    point = table.point()
    dice = len(table.events)
    key = table.choice.fallback.key
    table.choose(key, standing=True)
    known = [event for event in table.events[:dice] if event.kind == "rolled"]

    table.reconsider(point, "no defence")

    assert [event for event in table.events[:dice] if event.kind == "rolled"] == known
    answers = [one for made in table.timeline.done for one in made.answers]
    assert "no defence" in [one.key for one in answers + table.timeline.open.answers]
    assert DEFAULT not in [one.key for one in answers]


def test_what_was_answered_by_hand_stands_before_an_order_when_a_step_begins_anew() -> None:
    """The order could answer the question before, too, but came after it."""
    fight = affray.start("icon/drowned-crown", seed=3)
    wanted = ("vial-flinger-1", "normal turn", "quicklime")
    while fight.choice.rule != "aoe.arc":
        keys = fight.choice.keys
        fight.choose(next((key for key in wanted if key in keys), keys[0]))
    offered = fight.choice.keys
    fight.choose("space 9,0")
    both = [key for key in fight.choice.keys if key in offered]
    fight.order(fight.choice.seats[0], both[0], "aoe.arc")
    given = [one.key for one in fight.timeline.open.answers]
    assert given[:3] == ["quicklime", "space 9,0", both[0]]
    before = fight.digest

    fight.edit("vial-flinger-1.hp", 1)
    assert [one.key for one in fight.timeline.open.answers] == given
    fight.undo(same_dice=True)
    assert [one.key for one in fight.timeline.open.answers] == given
    assert fight.digest == before
