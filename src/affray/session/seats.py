"""Who sits where: people, bots by their names, agents; and whose dice are rolled by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from affray.bots import LEVELS, seated
from affray.content.problems import InvalidError, listed, nearest, show
from affray.core.choice import Agent
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.core.suspension import HandRolled

HUMAN: Final = "human"
EMPTY: Final = "default"

Who: TypeAlias = str | Agent  # "human", the name of a bot, or an agent


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


def player(who: Who, ruleset: Ruleset, seed: int, fight: int, seat: int) -> Agent | None:
    """Return who answers, None for a person; a bot's chance comes from seed, fight and seat.

    Raises:
        InvalidError: no bot is called so; the nearest is named.
    """
    if isinstance(who, Agent):
        return who
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
    return who if isinstance(who, str) else type(who).__name__.lower()


def hand_rolled(setup: Setup, dice: str | Sequence[str]) -> HandRolled:
    """Return whose dice are typed in, from ``seeded``, ``real``, or the seats that roll by hand.

    Raises:
        InvalidError: no seat is called so.
    """
    if dice == "seeded":
        return HandRolled()
    if dice == "real":
        return HandRolled(all_dice=True)
    seats = 0
    for name in [dice] if isinstance(dice, str) else dice:
        if name not in setup.seats:
            known = listed(["seeded", "real", *setup.seats])
            raise InvalidError([f"found the dice {show(name)}, expected one of {known}"])
        seats |= 1 << setup.seats.index(name)
    return HandRolled(seats)
