"""Non-interference: what a seat cannot know makes no difference to anything it is shown.

A game has ``tests/GAME/unknown.py`` with ``pairs(seed, count)``: pairs of quiescent fights that
differ only in what a seat cannot know, and that seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from affray.core.choice import Agent, Choice, Pending
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.errors import AffrayError
from affray.core.ruleset import Ruleset
from affray.core.scene import Scene
from affray.core.setup import Setup, SideSetup
from affray.odds import odds
from affray.session.question import Question
from affray.session.view import POLICIES, Observer

Thing = TypeVar("Thing")

HERE = Path(__file__).parents[1]
GAMES = sorted(
    [one.parent.name for one in HERE.glob("*/unknown.py") if one.parent.name != "contract"]
)
ODDS = 60  # lines of dice
EVERY = 8  # of so many pairs one is looked at for odds and refusals
FEW = 8  # keys of a question whose refusals are looked at


def setting(combat: Combat[Any]) -> Setup:
    """Return of a fight's setup what a view reads: its seats and its sides."""
    setup = Setup(combat.grid, [f"seat-{number}" for number in range(combat.gm + 1)])
    setup.sides = [SideSetup(one, one, 0, []) for one in combat.side_ids]
    return setup


class Nobody(Agent):
    """Answers nothing."""

    def decide(self, choice: Choice) -> int:
        raise Pending(choice)


def pairs_of(game: str, seed: int, count: int) -> list[tuple[Combat[Any], Combat[Any], int]]:
    found = list(import_module(f"tests.{game}.unknown").pairs(seed, count))
    assert len(found) >= count
    return found


def asked(combat: Combat[Any], seed: int) -> Choice | None:
    """Return the next question of a quiescent fight, dice dealt by a seed."""
    scene = Scene(combat)
    scene.run(SeededDice(seed), Nobody())
    return scene.choice


def some(things: Sequence[Thing]) -> Sequence[Thing]:
    """Return a few of many, from all over."""
    return things[:: 1 + len(things) // FEW]


def shown(
    ruleset: Ruleset, setup: Setup, combat: Combat[Any], seat: int, seed: int
) -> list[tuple[str, object]]:
    """Return all that a seat is shown of a fight and of its next question, each with its name."""
    name = setup.seats[seat]
    found: list[tuple[str, object]] = []
    for numbers in POLICIES:
        observer = Observer(ruleset, setup, name, numbers)
        found.append((f"state, {numbers}", observer.state(combat)))
    observer = Observer(ruleset, setup, name)
    choice = asked(combat, seed)
    if choice is None or not choice.seats >> seat & 1:
        return [*found, ("whether it is asked", False)]
    question = Question(choice, ruleset, setup.seats)
    found.append(("question", observer.question(choice.combat, question)))
    if seed % EVERY:
        return found
    for key in [*some(question.keys), *some(choice.candidates())]:
        found.append((f"why not {key}", question.why_not(key)))
    start = observer.seen(combat)
    for option in some(question.options):
        try:
            chances = str(odds(start, [option.answer], ruleset, budget=ODDS, seed=1))
        except AffrayError as fault:
            chances = str(fault)
        found.append((f"odds of {option.key}", chances))
    return found


def check_pair(
    ruleset: Ruleset,
    setup: Setup,
    pair: tuple[Combat[Any], Combat[Any], int],
    seed: int,
) -> None:
    """Check that a seat is shown the same of both fights of a pair."""
    one, other, seat = pair
    differ = (one.key(), one.dice.state()) != (other.key(), other.dice.state())
    assert differ, "the two do not differ"
    expected = shown(ruleset, setup, one, seat, seed)
    found = shown(ruleset, setup, other, seat, seed)
    for (what, first), (where, second) in zip(expected, found, strict=True):
        assert (what, first) == (where, second)
