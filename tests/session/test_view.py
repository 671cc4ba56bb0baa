"""What a seat is shown of a fight: all it may know, as plain data, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from affray.core.errors import IllegalError, InvalidError
from affray.core.event import Damaged, Told
from affray.session.fight import Fight
from affray.session.view import SPECTATOR, Observer
from tests.contract.test_view import Veiled
from tests.core.duel import skirmish
from tests.session.test_fight import by_hand, duel
from tests.session.test_journal import eventful


def plain(value: Any) -> bool:
    """Whether something is made of whole numbers, texts, lists and tables only."""
    if isinstance(value, dict):
        return all(type(name) is str and plain(one) for name, one in value.items())
    if isinstance(value, list):
        return all(plain(one) for one in value)
    return type(value) in (int, str)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("numbers", ["exact", "bands", "hidden"])
def test_a_view_is_plain_data_that_json_gives_back(seed: int, numbers: str) -> None:
    fight = eventful(seed)
    for seat in (*fight.setup.seats, SPECTATOR):
        view = fight.view(seat, numbers=numbers)
        assert plain(view)
        assert json.loads(json.dumps(view)) == view
        assert view == fight.view(seat, numbers=numbers)


def test_the_seat_that_is_asked_is_shown_the_question_with_the_parts_of_every_option() -> None:
    fight = duel()
    question = fight.view("players")["question"]

    assert question["kind"] == "turn"
    assert question["rule"] == "duel/turn.deed"
    assert question["who"] == "ana"
    assert question["fallback"] == "end"
    assert [one["key"] for one in question["options"]] == fight.choice.keys
    strike = question["options"][3]
    assert (strike["verb"], strike["targets"], strike["cells"]) == ("strike", ["bob"], [])
    assert set(strike) == {"key", "verb", "who", "targets", "cells", "ability", "cost"}


def test_others_are_shown_that_somebody_decides_and_the_master_what() -> None:
    fight = duel()

    assert fight.view("foes")["question"] == {"waiting": 1}
    assert fight.view(SPECTATOR)["question"] == {"waiting": 1}
    assert fight.view("gm")["question"]["seats"] == ["players"]


def test_everybody_is_shown_with_place_numbers_and_marks() -> None:
    view = duel().view("players")
    ana, bob = view["combatants"]

    assert (ana["name"], ana["own"], bob["own"]) == ("ana", 1, 0)
    assert ana["cell"] == [1, 1]
    assert ana["measures"]["hp"] == 8
    assert (view["round"], view["turn"]) == (1, "ana")
    assert view["order"] == [["ana", "acting"], ["bob", "later"]]
    assert [side["seat"] for side in view["sides"]] == ["players", "foes"]
    assert view["outcome"] == {}


def test_numbers_of_foes_are_exact_in_quarters_or_not_shown() -> None:
    fight = duel()
    shares = {10: 4, 8: 4, 7: 3, 5: 2, 3: 2, 2: 1, 1: 1}
    for hp, quarters in shares.items():
        fight.edit("bob.hp", hp)
        ana, bob = fight.view("players", numbers="bands")["combatants"]
        assert bob["bands"]["hp"] == quarters
        assert "measures" not in bob
        assert ana["measures"]["hp"] == 8
    ana, bob = fight.view("players", numbers="hidden")["combatants"]
    assert not {"measures", "bands"} & set(bob)
    assert "measures" in fight.view("gm", numbers="hidden")["combatants"][1]
    everybody = fight.view(SPECTATOR, numbers="hidden")["combatants"]
    assert not any("measures" in one for one in everybody)


def harmed() -> Fight:
    fight = by_hand(None, 6, 1)
    fight.choose("strike bob")
    fight.choose("pass")
    for face in (6, 1, 3):
        fight.give_die(face)
    fight.choose("keep")
    fight.timeline.events.append(Damaged(1, "hp", 10, 4, parts=[(6, "strike")]))
    return fight


def test_events_do_not_tell_numbers_that_are_not_shown() -> None:
    fight = harmed()
    exact = [one for one in fight.view("players")["events"] if one["kind"] == "damaged"]
    hidden = [
        one for one in fight.view("players", numbers="hidden")["events"] if one["kind"] == "damaged"
    ]

    assert exact[0]["before"] == 10
    assert not {"before", "after", "parts"} & set(hidden[0])
    assert str(exact[0]["after"]) not in hidden[0]["text"]
    assert hidden[0]["amount"] == exact[0]["amount"]
    own = fight.view("foes", numbers="hidden")["events"]
    assert [one for one in own if one["kind"] == "damaged"] == exact


def test_events_are_those_that_the_seat_knows_of() -> None:
    fight = duel()
    secret = Told("whispers", 0)
    secret.seen = 0b110  # foes and the master
    fight.timeline.events.append(secret)

    def names(seat: str) -> list[str]:
        return [one["name"] for one in fight.view(seat)["events"]]

    assert "whispers" in names("foes")
    assert "whispers" in names("gm")
    assert "whispers" not in names("players")
    assert "whispers" not in names(SPECTATOR)
    assert all("seen" not in one for one in fight.view("foes")["events"])


def test_what_others_are_asked_is_not_told() -> None:
    fight = harmed()

    def asked(seat: str) -> list[str]:
        events = fight.view(seat)["events"]
        return [one["what"] for one in events if one["kind"] == "asked"]

    assert len(asked("gm")) == len(asked("players")) + len(asked("foes"))
    assert asked(SPECTATOR) == []


def test_events_that_are_known_already_are_left_out() -> None:
    fight = harmed()
    whole = fight.view("players")
    later = fight.view("players", since=3)

    assert later["heard"] == whole["heard"] == len(whole["events"])
    assert later["events"] == whole["events"][3:]


def test_what_the_master_sets_only_the_master_is_told() -> None:
    fight = duel()
    fight.edit("bob.hp", 3)

    told = next(one for one in fight.view("gm")["events"] if one["kind"] == "ruling")
    assert told["what"] == "bob.hp = 3"
    ruling = next(one for one in fight.view("players")["events"] if one["kind"] == "ruling")
    assert "what" not in ruling
    assert ruling["text"] == "The game master rules."


def test_a_die_that_is_wanted_is_shown() -> None:
    fight = duel(dice="real")

    assert fight.view("players")["die"]["sides"] == 6
    assert fight.view("players")["question"] == {}


def test_who_is_unknown_is_nowhere_in_the_view() -> None:
    fight = Fight(Veiled(), skirmish(), 2)
    whole = json.dumps(fight.view("gm"))
    view = fight.view("players")
    state = {name: one for name, one in view.items() if name not in ("events", "question")}

    assert "imp-2" in whole
    assert "imp-2" not in json.dumps(state)
    assert "imp-2" not in json.dumps(fight.view(SPECTATOR)["combatants"])
    assert "imp-2" in json.dumps(fight.view("foes")["combatants"])


def test_what_is_known_of_all_is_what_is_known_of_each() -> None:
    fight = Fight(Veiled(), skirmish(), 2)
    combat = fight.combat
    known: set[tuple[int, ...]] = set()
    for seat in (*fight.setup.seats, SPECTATOR):
        one = Observer(fight.ruleset, fight.setup, seat)
        every = range(len(combat.units))
        assert one.knows_of_all(combat) == [one.knows(combat, who) for who in every]
        assert one.owns(combat) == [one.own(combat, who) for who in every]
        assert one.who_takes_part(combat) == [one.takes_part(combat, who) for who in every]
        known.add(tuple(one.knows_of_all(combat)))
    assert len(known) > 1


def test_an_ended_fight_tells_how() -> None:
    fight = duel(skirmish(), 5, seats={"players": "greedy", "foes": "greedy"})
    view = fight.view("players")
    outcome = fight.outcome

    assert outcome is not None
    assert view["outcome"]["reason"] == outcome.reason
    assert view["question"] == {}


def test_odds_and_refusals_are_those_of_the_seat_that_is_asked() -> None:
    fight = Fight(Veiled(), skirmish(), 2, seats={"foes": "greedy"})
    seat = fight.choice.seats[0]
    fight.odds(fight.choice.keys[0], seat=seat)
    fight.why_not("strike bob", seat=seat)
    for ask in (fight.odds, fight.why_not):
        with pytest.raises(IllegalError, match="gm is not asked here"):
            ask(fight.choice.keys[0], seat="gm")


@pytest.mark.parametrize(
    ("seat", "numbers", "said"),
    [
        ("player", "exact", "did you mean players"),
        ("players", "roughly", "expected exact, bands, hidden"),
    ],
)
def test_what_is_no_seat_or_policy_is_refused(seat: str, numbers: str, said: str) -> None:
    with pytest.raises(InvalidError, match=said):
        duel().view(seat, numbers=numbers)
