"""What spectators are told of a table that lets them see the past only: all of it, some steps late.

Whatever would be told to spectators waits here until so many steps more have been made. Who comes
later sees what those see who are there already. Once the fight is over nothing has to wait.
"""

from __future__ import annotations

from collections import deque
from typing import Final

import msgspec

from affray.web.views import LOG, Plain

MOST: Final = 50  # steps that spectators may be behind
WORDS: Final = 32  # messages of one number that wait besides steps; more are not told
LATEST: Final = ("people", "vote", "settings")  # of these only the last of a number counts
LIVE: Final = ("left", "whole")  # of a clock, which says nothing any more when it is told


class Late:
    """A message that waits, and what a spectator sees who has heard it."""

    def __init__(self, seq: int, message: Plain, state: Plain) -> None:
        self.seq = seq
        self.kind = str(message["t"])
        self.raw = msgspec.json.encode(message)
        self.state = state


class Past:
    """The messages to spectators of one table, told some steps late."""

    def __init__(self, steps: int, states: list[Plain]) -> None:
        """Begin with what is known.

        Args:
            steps: how many later ones have to be made before a step is told.
            states: whole views (messages ``full``) of the last steps, the one shown now first.
        """
        self.steps = steps
        self.shown = _timeless(states[0])
        self.waiting: deque[Late] = deque()
        for state in map(_timeless, states[1:]):
            self.waiting.append(Late(int(state["seq"]), state, state))

    @property
    def seq(self) -> int:
        """The number of what spectators see."""
        return int(self.shown["seq"])

    @property
    def latest(self) -> Plain:
        """What spectators see once all that waits is told."""
        return self.waiting[-1].state if self.waiting else self.shown

    def step(self, message: Plain, view: Plain) -> None:
        """Keep a step until it is due.

        Args:
            message: as spectators would hear it at once.
            view: the whole view after it.
        """
        message = _timeless(message)
        old = [] if message.get("anew") else self.latest["log"]
        told = {name: message[name] for name in ("seq", "digest", "choice", "turn", "paused")}
        log = [*old, *message["log"]][-LOG:]
        state = {**self.latest, **told, "view": view, "log": log, "trouble": ""}
        self.waiting.append(Late(int(message["seq"]), message, state))

    def say(self, seq: int, message: Plain) -> None:
        """Keep any other message until it is due.

        Args:
            seq: the number of the step after which it would be told.
            message: what would be told to everybody.
        """
        state = self.latest
        if message["t"] in ("people", "vote"):
            state = {**state, message["t"]: message[message["t"]]}
        late = Late(seq, message, state)
        beside = 0
        for place in range(len(self.waiting) - 1, -1, -1):
            other = self.waiting[place]
            if other.seq != seq or other.kind in ("step", "full"):
                break
            if other.kind == late.kind and late.kind in LATEST:
                del self.waiting[place]
                break
            beside += 1
        if beside < WORDS or late.kind in LATEST:
            self.waiting.append(late)

    def due(self, seq: int, *, over: bool) -> list[bytes]:
        """Return the messages that may be told by now.

        Args:
            seq: the number of the last step made.
            over: whether the fight is over.
        """
        found: list[bytes] = []
        while self.waiting and (over or self.waiting[0].seq + self.steps <= seq):
            late = self.waiting.popleft()
            self.shown = late.state
            found.append(late.raw)
        return found


def _timeless(message: Plain) -> Plain:
    turn = message.get("turn")
    if turn is None:
        return message
    return {**message, "turn": {name: turn[name] for name in turn if name not in LIVE}}
