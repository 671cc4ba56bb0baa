"""Who plays a seat of a simulation: a player of Affray by name, or anybody's own.

An own player is what may sit in a fight too: an ``Agent``, a class of them, or a function that is
given a question and returns its answer. Or it is a function of a ``seat``, which makes an agent for
each fight. It is named by its import path, ``module:name``, or handed over itself, if it can be
pickled. What it does wrong is told as its fault, not as one of the rules.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from inspect import Parameter, signature
from pkgutil import resolve_name
from typing import Any, ClassVar, TypeAlias

from affray.bots import LEVELS, seated
from affray.content.problems import nearest, show
from affray.core.choice import Agent, Choice, Option
from affray.core.dice import Suspended
from affray.core.errors import AffrayError, InvalidError
from affray.core.ruleset import Ruleset, Tactics
from affray.core.setup import Setup


@dataclass(frozen=True, slots=True)
class Seat:
    """What a player is told that is to play a seat in one fight.

    Attributes:
        name: what the encounter calls the seat.
        number: its number.
        ruleset: whose rules are played.
        setup: the encounter made ready.
        seed: of the run; chance of its own comes from it, the fight and the seat, as in
            ``affray.bots.BotRandom(seat.seed, seat.fight, seat.number)``, or results differ
            with the number of workers.
        fight: the number of the fight.
    """

    name: str
    number: int
    ruleset: Ruleset
    setup: Setup
    seed: int
    fight: int

    @property
    def tactics(self) -> Tactics:
        """What programs need to play the ruleset well."""
        return self.ruleset.tactics()


Maker: TypeAlias = Callable[[Seat], Agent]
Answers: TypeAlias = Callable[[Any], Option | str | int]  # a function of a question
Own: TypeAlias = Maker | Agent | type[Agent] | Answers
Player: TypeAlias = str | Own  # one of LEVELS, an import path, or an own player itself


class BotFaultError(AffrayError):
    """A player of somebody's own failed: its fault, not one of the rules.

    Attributes:
        player: what it is called.
        seat: the name of its seat.
        seed: of the run.
        fight: the number of the fight.
        trace: where it happened, for who wrote it.
    """

    def __init__(
        self, player: str, seat: str, seed: int, fight: int, fault: str, trace: str = ""
    ) -> None:
        super().__init__(player, seat, seed, fight, fault, trace)
        self.player = player
        self.seat = seat
        self.seed = seed
        self.fight = fight
        self.fault = fault
        self.trace = trace

    def __str__(self) -> str:
        """Return who failed, where and how."""
        where = f"the seat {self.seat}, fight {self.fight} of seed {self.seed}"
        at = f"\n{self.trace.rstrip()}" if self.trace else ""
        return f"the player {self.player} failed ({where}): {self.fault}{at}"


class Guarded(Agent):
    """An own player at its seat: what it does wrong is told as its fault."""

    def __init__(self, inner: Agent, player: str, seat: Seat) -> None:
        self.inner = inner
        self.player = player
        self.seat = seat
        self.__name__ = player  # what a fight calls it

    def decide(self, choice: Choice) -> int:
        """Return its answer.

        Raises:
            BotFaultError: it failed, or its answer is not legal.
        """
        try:
            answer = self.inner.decide(choice)
        except (Suspended, BotFaultError):
            raise
        except Exception as fault:
            said = f"{type(fault).__name__}: {fault}"
            raise self.blamed(f"{said}, asked {choice.kind}", own_trace(fault)) from fault
        if type(answer) is int and choice.allows(answer):
            return answer
        raise self.blamed(f"found the answer {show(answer)}, expected one of {choice.kind}'s")

    def blamed(self, fault: str, trace: str = "") -> BotFaultError:
        """Return its fault."""
        seat = self.seat
        return BotFaultError(self.player, seat.name, seat.seed, seat.fight, fault, trace)


class GuardedThinker(Guarded):
    """An own player that imagines what may come: steps are recorded for it."""

    thinks: ClassVar[bool] = True


def own_trace(fault: Exception) -> str:
    """Return where a fault happened, from the call of the player on."""
    stack = traceback.extract_tb(fault.__traceback__)[1:]
    return "".join(traceback.format_list(stack)[-3:])


def maker_of(player: Player) -> Own | None:
    """Return an own player, or what makes it; None for one of Affray's.

    Raises:
        InvalidError: there is no such player, or it cannot be imported.
    """
    if not isinstance(player, str):
        _check(player, "the player")
        return player
    if player in LEVELS:
        return None
    if ":" not in player:
        close = nearest(player, LEVELS)
        hint = f"; did you mean {close!r}?" if close else f" ({', '.join(LEVELS)})"
        own = "" if close else "; an own player is named module:function"
        raise InvalidError([f"no player is called {show(player)}{hint}{own}"])
    try:
        found = resolve_name(player)
    except Exception as fault:  # whatever somebody else's module may do
        said = f"{type(fault).__name__}: {fault}"
        raise InvalidError([f"the player {player} cannot be imported: {said}"]) from fault
    _check(found, f"the player {player}")
    one: Own = found
    return one


def _check(found: object, place: str) -> None:
    if not callable(found) and not isinstance(found, Agent):
        what = f"found {show(found)}, expected an Agent, or a function of a question or a seat"
        raise InvalidError([f"{place}: {what}"])


def name_of(player: Player) -> str:
    """Return what a player is called in results."""
    if isinstance(player, str):
        return player
    kind = player if hasattr(player, "__qualname__") else type(player)
    return f"{kind.__module__}:{kind.__qualname__}"


def made(own: Own, seat: Seat) -> object:
    """Return an own player for one fight; an agent begins each as it was handed over.

    Args:
        own: the player, or what makes it.
        seat: what it is told.
    """
    if isinstance(own, Agent):
        return deepcopy(own)
    call: Any = own
    try:
        parameters = list(signature(call).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    if isinstance(own, type):
        return call(seat) if parameters else call()
    if not parameters or is_seat(parameters[0]):
        return call(seat)
    from affray.session.seats import Answering  # other players need no questions

    return Answering(call, seat.setup.seats)


def is_seat(parameter: Parameter) -> bool:
    """Return whether the parameter of a function is a seat, not a question: it says so.

    Args:
        parameter: the first one.
    """
    said = parameter.annotation
    return said is Seat or str(said).rpartition(".")[2] == "Seat" or parameter.name == "seat"


def take_seat(player: Player, maker: Own | None, seat: Seat) -> Agent:
    """Return the agent that plays a seat in one fight.

    Args:
        player: who it is.
        maker: what ``maker_of`` returned for it.
        seat: what it is told.

    Raises:
        BotFaultError: an own player could not be made.
    """
    if maker is None:
        tactics = seat.ruleset.tactics()
        return seated(str(player), tactics, seat.seed, seat.fight, seat.number)
    name = name_of(player)
    try:
        inner = made(maker, seat)
    except Exception as fault:
        said = f"{type(fault).__name__}: {fault}"
        place = (name, seat.name, seat.seed, seat.fight)
        raise BotFaultError(*place, said, own_trace(fault)) from fault
    if not isinstance(inner, Agent):
        found = f"made {show(inner)}, expected an affray.core.choice.Agent"
        raise BotFaultError(name, seat.name, seat.seed, seat.fight, found)
    guard = GuardedThinker if inner.thinks else Guarded
    return guard(inner, name, seat)
