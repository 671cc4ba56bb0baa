"""Players that think do not look: what a seat cannot know changes nothing that it decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, ClassVar

import pytest

from affray.bots import Level, ThinkingBot
from affray.bots.supposing import Scenes, knows_all
from affray.bots.thinking import PlainPolicy
from affray.core.choice import Agent, Choice
from affray.core.combat import Combat
from affray.core.dice import SeededDice, Suspended
from affray.core.ruleset import PLACE, Ruleset
from affray.core.scene import recorded_step
from tests.icon.unknown import pairs as of_icon
from tests.ingenuity.unknown import pairs as of_ingenuity
from tests.quest.unknown import pairs as of_quest
from tests.sovereign.unknown import pairs as of_sovereign
from tests.thrum.unknown import pairs as of_thrum

Pairs = Callable[[int, int], Iterator[tuple[Combat[Any], Combat[Any], int]]]
GAMES: dict[str, Pairs] = {
    "icon": of_icon,
    "ingenuity": of_ingenuity,
    "quest": of_quest,
    "sovereign": of_sovereign,
    "thrum": of_thrum,
}
# Of so many pairs a step begins with a question to the seat, and it compares several answers.
LEVEL = Level("little", 3, 6, 1)
LEAST = Level("least", 2, 2, 1)  # for many questions: what it finds does not matter, but why


class Decided(Suspended):
    """Somebody has decided: the rest of the step is of no interest."""


class Deciding(Agent):
    """Notes what a thinking player decides first, then stops the step."""

    thinks: ClassVar[bool] = True

    def __init__(self, inner: ThinkingBot) -> None:
        self.inner = inner
        self.choice: Choice | None = None
        self.answer = -1

    def decide(self, choice: Choice) -> int:
        self.choice = choice
        self.answer = self.inner.decide(choice)
        raise Decided(choice)


class Elsewhere(Agent):
    """Another seat is asked first: what it knows is not what the seat knows."""

    def decide(self, choice: Choice) -> int:
        raise Decided(choice)


def decision(combat: Combat[Any], seat: int) -> Deciding:
    ruleset = combat.ruleset
    assert isinstance(ruleset, Ruleset)
    work = combat.clone()
    work.dice = SeededDice(3)
    player = Deciding(ThinkingBot(ruleset.tactics(), LEVEL, 9))
    work.agents = [player if one == seat else Elsewhere() for one in range(len(combat.agents))]
    with suppress(Decided):
        recorded_step(work)
    return player


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_cannot_know_changes_no_decision(game: str) -> None:
    compared = 0
    for one, other, seat in GAMES[game](11, 24):
        here, there = decision(one, seat), decision(other, seat)

        assert (here.choice is None) == (there.choice is None)
        if here.choice is None or there.choice is None:
            continue
        assert here.answer == there.answer
        thought, again = here.inner.thought, there.inner.thought
        assert (thought is None) == (again is None)
        if thought is not None and again is not None:
            compared += 1
            assert (thought.options, thought.totals) == (again.options, again.totals)

    assert compared >= 3


class Listening(Agent):
    """Answers for a seat, and notes what it was asked, what it knew by then, and the answer."""

    thinks: ClassVar[bool] = True

    def __init__(self, inner: ThinkingBot | PlainPolicy, seat: int) -> None:
        self.inner = inner
        self.seat = seat
        self.declared: list[tuple[str, int]] = []  # by others in the step under way, whom it sees
        self.noted: list[tuple[object, object]] = []

    def decide(self, choice: Choice) -> int:
        combat = choice.combat
        answer = self.inner.decide(choice)
        seen = [repr(event) for event in combat.events if event.seen >> self.seat & 1]
        asked = (choice.kind, choice.rule, choice.who, choice.answers())
        known = combat.ruleset.blind(combat, self.seat).key()
        came_to: object = answer
        if isinstance(self.inner, ThinkingBot):
            thought = self.inner.thought
            came_to = (answer, thought and (thought.options, thought.totals))
        self.noted.append(((asked, seen, known, self.declared[:]), came_to))
        return answer


class Plainly(Agent):
    """Answers plainly for the others, as documented for the GM; who is seen declares openly."""

    thinks: ClassVar[bool] = True

    def __init__(self, listening: Listening) -> None:
        self.listening = listening

    def decide(self, choice: Choice) -> int:
        combat: Combat[Any] = choice.combat
        rules = combat.ruleset
        assert isinstance(rules, Ruleset)
        answer = int(PlainPolicy(rules.tactics()).decide(choice))
        if choice.who >= 0 and rules.knows(combat, self.listening.seat, choice.who) == PLACE:
            self.listening.declared.append((choice.rule, answer))
        return answer


def decisions(
    combat: Combat[Any], seat: int, steps: int, level: Level | None = None
) -> list[tuple[object, object]]:
    """Return what a seat knew at each question of some steps, and what it came to."""
    work = combat.clone()
    work.dice = SeededDice(3)
    work.watched = True
    work.events = []
    rules = work.ruleset
    assert isinstance(rules, Ruleset)
    tactics = rules.tactics()
    inner = PlainPolicy(tactics) if level is None else ThinkingBot(tactics, level, 9)
    listening = Listening(inner, seat)
    others = Plainly(listening)
    work.agents = [listening if one == seat else others for one in range(len(work.agents))]
    for _ in range(steps):
        if work.outcome:
            break
        listening.declared.clear()
        recorded_step(work)
    return listening.noted


def compared(
    one: list[tuple[object, object]], other: list[tuple[object, object]]
) -> Iterator[tuple[object, object]]:
    """Yield what came of equal knowledge, as long as it is equal."""
    for here, there in zip(one, other, strict=False):
        if here[0] != there[0]:
            return  # from here on they know of different things
        yield here[1], there[1]


@pytest.mark.parametrize("game", ["icon", "ingenuity", "quest", "sovereign"])
def test_plain_play_does_not_look_either_in_the_middle_of_steps(game: str) -> None:
    """As long as a seat has been asked and told the same, it answers the same."""
    count = 0
    for one, other, seat in GAMES[game](500, 16):
        for here, there in compared(decisions(one, seat, 6), decisions(other, seat, 6)):
            count += 1
            assert here == there

    assert count > 30


@pytest.mark.parametrize("game", ["ingenuity", "sovereign"])
def test_players_that_think_do_not_look_in_the_middle_of_steps(game: str) -> None:
    """Nor what the hidden were asked and passed up, nor what they rolled unheard."""
    count = 0
    for one, other, seat in GAMES[game](11, 24):
        pair = decisions(one, seat, 6, LEAST), decisions(other, seat, 6, LEAST)
        for here, there in compared(*pair):
            count += 1
            assert here == there

    assert count > 60


def test_in_thrum_there_is_nothing_that_a_seat_could_not_know() -> None:
    """So plain play there has nowhere to look."""
    seats: set[int] = set()
    for combat, _, _ in of_thrum(500, 16):
        ruleset = combat.ruleset
        assert isinstance(ruleset, Ruleset)
        for seat in range(len(combat.agents)):
            seats.add(seat)
            assert {ruleset.knows(combat, seat, unit.index) for unit in combat.units} == {PLACE}
            assert ruleset.blind(combat, seat).key() == combat.key()

    assert len(seats) > 2


@pytest.mark.parametrize("game", ["ingenuity", "quest", "sovereign"])
def test_whoever_is_not_seen_is_supposed_to_be_somewhere(game: str) -> None:
    """Everybody who takes part stands on the map, those who are known where they do."""
    places: set[int] = set()
    for combat, _, seat in GAMES[game](5, 4):
        ruleset = combat.ruleset
        assert isinstance(ruleset, Ruleset)
        assert not knows_all(combat, seat)
        unknown = [one for one in combat.units if ruleset.knows(combat, seat, one.index) != PLACE]
        for number in range(3):
            copy = ruleset.blind(combat, seat)
            ruleset.tactics().suppose(copy, seat, SeededDice(4, number))
            assert copy.recount() == ""
            for unit in combat.units:
                twin = copy.units[unit.index]
                if unit not in unknown:
                    assert twin.cell == unit.cell
                elif unit.present and unit.able():
                    assert twin.present
                    assert twin.cell >= 0
                    places.add(twin.cell)

    assert len(places) > 3


class Looking(Agent):
    """Notes what a thinking player would imagine at each question."""

    thinks: ClassVar[bool] = True

    def __init__(self) -> None:
        self.seen: list[Scenes] = []

    def decide(self, choice: Choice) -> int:
        self.seen.append(Scenes(choice.combat.ruleset.tactics(), choice, SeededDice(1)))
        return choice.fallback()


def test_where_nothing_is_hidden_the_step_itself_is_imagined() -> None:
    for combat, _, seat in of_thrum(3, 2):
        assert knows_all(combat, seat)
        work = combat.clone()
        looking = Looking()
        work.agents = [looking] * len(combat.agents)
        while not looking.seen and not work.outcome:
            recorded_step(work)

        assert all(one.at(0) is one.real for one in looking.seen)
