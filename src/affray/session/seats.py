"""Who sits where: people, bots by their names, agents; and whose dice are rolled by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from affray.bots import LEVELS, seated
from affray.content.problems import InvalidError, listed, nearest, show
from affray.core.choice import Agent, Choice, Option
from affray.core.errors import IllegalError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.core.suspension import HandRolled
from affray.session.question import Question

HUMAN: Final = "human"
EMPTY: Final = "default"

Answers: TypeAlias = Callable[[Question], Option | str | int]
Who: TypeAlias = str | Agent | Answers  # "human", the name of a bot, an agent, or a function


class Answering(Agent):
    """A function at a seat: it gets the question, and returns an option, its key or its number."""

    def __init__(self, answers: Answers, names: Sequence[str]) -> None:
        self.answers = answers
        self.names = list(names)

    def decide(self, choice: Choice) -> int:
        """Return what the function answers.

        Raises:
            IllegalError: that is no answer, or one that the rules forbid.
            AmbiguousError: it is a key that fits several options.
            UnknownKeyError: it is a key that names nothing.
        """
        question = Question(choice, choice.combat.ruleset, self.names)
        answer: object = self.answers(question)
        if not isinstance(answer, Option | str | int):
            fact = f"{called(self.answers)} returned {show(answer)}, not an option, a key, a number"
            raise IllegalError("answer so", fact, choice.rule)
        return question.read(answer)


def place_of(name: str, seats: Sequence[str]) -> int:
    """Return which of the seats of a fight is called so.

    Raises:
        InvalidError: none is; the nearest is named.
    """
    if name not in seats:
        close = nearest(name, seats)
        hint = f"; did you mean {close}?" if close else f" ({listed(seats)})"
        raise InvalidError([f"found the seat {show(name)}, expected one of this fight{hint}"])
    return seats.index(name)


def player(
    who: Who, ruleset: Ruleset, names: Sequence[str], seed: int, fight: int, seat: int
) -> Agent | None:
    """Return who answers, None for a person; a bot's chance comes from seed, fight and seat.

    Args:
        who: a person, a bot by its name, an agent, or a function that answers questions.
        ruleset: of the game that is played.
        names: of the seats.
        seed: of the fight, with ``fight`` and ``seat``.
        fight: its number.
        seat: the number of the seat.

    Raises:
        InvalidError: no bot is called so; the nearest is named.
    """
    if isinstance(who, Agent):
        return who
    if not isinstance(who, str) and callable(who):
        return Answering(who, names)
    if who == HUMAN:
        return None
    if who not in LEVELS:
        known = [HUMAN, *LEVELS]
        close = nearest(str(who), known)
        hint = f"; did you mean {close}?" if close else ""
        raise InvalidError([f"found {show(who)}, expected one of {listed(known)}{hint}"])
    return seated(who, ruleset.tactics(), seed, fight, seat)


def called(who: Who) -> str:
    """Return the word for a player: its name, or of an agent its kind."""
    if isinstance(who, str):
        return who
    name = getattr(who, "__name__", type(who).__name__)
    word = re.sub(r"[^a-z0-9_]+", "_", name.lower()).strip("_")[:99]
    return word if word[:1].isalpha() else f"_{word}"


def hand_rolled(setup: Setup, dice: str | Sequence[str]) -> HandRolled:
    """Return whose dice are typed in: ``seeded``, ``real``, or the seats and combatants named.

    Raises:
        InvalidError: no seat and nobody is called so.
    """
    if dice == "seeded":
        return HandRolled()
    if dice == "real":
        return HandRolled(all_dice=True)
    members = [member.name for member in setup.members]
    seats = 0
    names: list[str] = []
    for name in [dice] if isinstance(dice, str) else dice:
        if name in setup.seats:
            seats |= 1 << setup.seats.index(name)
        elif name in members:
            names.append(name)
        else:
            known = listed(["seeded", "real", *setup.seats, *members])
            raise InvalidError([f"found the dice {show(name)}, expected one of {known}"])
    return HandRolled(seats, tuple(names))
