"""How a fight ended."""

from __future__ import annotations

from typing import NamedTuple


class Outcome(NamedTuple):
    """How a fight ended: the winning side (None: nobody), the rule that ended it, the round."""

    winner: str | None
    reason: str
    rounds: int
