"""Every question that fights come to is asked as one would ask it at the table."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any, Final

import pytest

from affray.bots import RandomBot, finish
from affray.content import list_encounters
from affray.content.game import BUILTIN
from affray.core.choice import Agent, Choice, Menu
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.session.asking import sentence
from affray.session.question import Question
from affray.sim.batches import from_content
from affray.sim.generated import generated, mirrored

# What is said where a game has no words of its own: the title of a rule, and "whom?".
TITLED: Final = re.compile(r": (whom|which|where)\?$|: [^:]+, or [^:]+\?$")
FIGHTS: Final = 24
RAIN: Final = [(1, "yes"), (2, "no")]
FIRST: Final = "Corin Halewright"  # the first of the Tide Stair
ROUNDS: Final = 400  # answers of a fight at the most


class Listening(Agent):
    """Answers at random, and notes how each question reads, by what asks it."""

    def __init__(self, seed: int, rules: Ruleset, seats: list[str], said: dict[str, str]) -> None:
        self.inner = RandomBot(seed)
        self.rules = rules
        self.seats = seats
        self.said = said
        self.combat: Combat[Any] | None = None

    def decide(self, choice: Choice) -> int:
        if self.combat is not None:
            question = Question(choice, self.rules, self.seats)
            first = question.options[0].key.partition(" ")[0]
            key = f"{question.rule} | {choice.prompt()} | {first}"
            if key not in self.said:
                self.said[key] = sentence(question, self.combat)
        return self.inner.decide(choice)


def said_in(game: str, fights: int) -> tuple[dict[str, str], set[str]]:
    """Return how the questions of some random fights read, and the ids of whoever fought."""
    said: dict[str, str] = {}
    ids: set[str] = set()
    sources = [from_content(one.key) for one in list_encounters() if one.ruleset == game]
    sources += [make(game, number) for number in range(8) for make in (generated, mirrored)]
    for number, source in enumerate(islice(sources, fights)):
        try:
            rules, setup = source()
        except InvalidError:
            continue  # no such encounter is without fault in this game
        agents: list[Agent] = []
        listening = [
            Listening(100 * number + seat, rules, setup.seats, said)
            for seat in range(len(setup.seats))
        ]
        agents.extend(listening)
        combat = rules.begin(setup, SeededDice(5, number), agents)
        ids |= {unit.name for unit in combat.units if "-" in unit.name}
        for agent in listening:
            agent.combat = combat
        finish(combat, ROUNDS)
    return said, ids


@pytest.mark.parametrize("game", BUILTIN)
def test_questions_are_asked_in_words_of_the_game_and_call_people_by_name(game: str) -> None:
    said, ids = said_in(game, FIGHTS)

    assert len(said) > 15
    assert {key: text for key, text in said.items() if TITLED.search(text)} == {}
    assert {key: text for key, text in said.items() if ids & {*re.findall(r"[\w-]+", text)}} == {}
    assert {key: text for key, text in said.items() if "{" in text or "  " in text} == {}


def test_a_ruling_on_nobody_is_asked_of_the_game_master_alone() -> None:
    """One that its game has no words for names whom it is about, if it is about anybody."""

    class Asked(Menu):
        kind = "ruling"

        def prompt(self) -> str:
            return "does it rain?"

    rules, setup = from_content("thrum/tide-stair")()
    agents: list[Agent] = [RandomBot(seat) for seat in range(len(setup.seats))]
    combat = rules.begin(setup, SeededDice(5, 1), agents)
    finish(combat, 40)  # everybody is placed

    def said(seat: int, who: int) -> str:
        choice = Asked(1 << seat, who, "roll.critical", RAIN, 1)
        return sentence(Question(choice, rules, setup.seats, setup.sides), combat)

    assert said(setup.gm(), -1) == "Game master: does it rain?"
    assert said(setup.gm(), 0) == f"Game master, about {FIRST}: does it rain?"
    assert said(0, -1) == f"{setup.sides[0].name}: does it rain?"  # and a side by its name
