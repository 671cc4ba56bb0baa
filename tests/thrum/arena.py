"""Small Thrum encounters as data, made ready the way a file would be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from affray.content import encounter_from
from affray.core.choice import Absent
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.encounters.prepare import prepare, roster_of
from affray.rulesets.thrum.state import ThrumCombat

ROWS = ["PP....FF", "PP....FF", "PP....FF"]
PCS: dict[str, Any] = {"id": "party", "members": [{"id": "ansa-brock"}]}
FOES: dict[str, Any] = {"id": "foes", "members": [{"id": "biffer"}]}


def arena(**changes: Any) -> dict[str, Any]:
    """Return an encounter as a file would hold it; ``party`` and ``foes`` replace members."""
    party = changes.pop("party", PCS["members"])
    foes = changes.pop("foes", FOES["members"])
    sides = changes.pop("side", [{**PCS, "members": party}, {**FOES, "members": foes}])
    rows = changes.pop("rows", ROWS)
    return {
        "ruleset": "thrum",
        "id": "arena",
        "name": "The arena",
        "map": {"rows": rows},
        "side": sides,
        **changes,
    }


def ready(packs: Sequence[Path] = (), **changes: Any) -> tuple[Ruleset, Setup]:
    """Make an encounter ready to play."""
    return prepare(encounter_from(arena(**changes), "arena.toml", roster_of(packs)), packs)


def begun(**changes: Any) -> ThrumCombat:
    """Begin a fight of an encounter: nothing has been rolled or asked."""
    ruleset, setup = ready(**changes)
    combat = ruleset.begin(setup, SeededDice(1), [Absent()] * len(setup.seats))
    assert isinstance(combat, ThrumCombat)
    return combat


def refusals(packs: Sequence[Path] = (), **changes: Any) -> list[str]:
    """Return the lines with which an encounter is refused."""
    with pytest.raises(InvalidError) as caught:
        ready(packs, **changes)
    return caught.value.problems


def refusal(packs: Sequence[Path] = (), **changes: Any) -> str:
    """Return the one line with which an encounter is refused."""
    lines = refusals(packs, **changes)
    assert len(lines) == 1, lines
    return lines[0]
