"""What every result of the lab says of itself before its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.core import VERSION
from affray.core.ruleset import Ruleset


def heading(
    kind: str, encounter: str, ruleset: Ruleset, seed: int, players: Mapping[str, str]
) -> dict[str, Any]:
    """Return what identifies a result: which question, what was played, by whom, by which rules.

    Args:
        kind: the question, as its command is called: ``fair``, ``balance``, ``sweep``, ``diff``...
        encounter: an id, or the path of a file as it was given.
        ruleset: whose rules were played.
        seed: what all dice and whims of players came from.
        players: seat to player.
    """
    return {
        "kind": kind,
        "affray": VERSION,
        "ruleset": ruleset.id,
        "rules_version": ruleset.version,
        "encounter": encounter,
        "seed": seed,
        "players": dict(players),
    }
