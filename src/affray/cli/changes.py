"""What ``sweep``, ``diff`` and ``worth`` share: options, numbers in words."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Annotated, TypeAlias

import typer
from rich.table import Table

from affray import __version__
from affray.core.ruleset import Ruleset
from affray.sim.places import cores

Sets: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="PATH=VALUE",
        help="Change a value of the encounter, a sheet or the content: biffer.tier=1, "
        "ogre.hp*=1.2, weapon.spear.damage+=1, foes.members-=biffer; may be repeated.",
    ),
]


def workers(jobs: int, on: str, fights: int) -> int:
    """Return how many workers to play on: here one a core, if there is enough for them to do."""
    if on or jobs:
        return jobs
    return cores() if fights >= 40 else 1


def percent(share: float) -> str:
    """Return a share in percent: ``51.2 %``."""
    return "-" if math.isnan(share) else f"{100 * share:.1f} %"


def points(change: float) -> str:
    """Return a change in percentage points, with its sign; of nothing none."""
    return "-" if math.isnan(change) else f"{100 * change + 0.0:+.1f}" if change else "0"


def between(low: float, high: float, show: Callable[[float], str]) -> str:
    """Return an interval; "" where it is not known."""
    if math.isnan(low) or math.isnan(high):
        return ""
    return f"{show(low)} to {show(high)}"


def number_of(share: float) -> str:
    """Return a share in percent without the sign of it."""
    return f"{100 * share:.1f}"


def many(count: int, word: str) -> str:
    """Return a count with its word: ``1 fight``, ``2 fights``."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def columns(*titles: str, right: tuple[str, ...] = ()) -> Table:
    """Return an empty table; the columns in ``right`` are numbers."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for title in titles:
        first = title == titles[0]
        table.add_column(title, justify="right" if title in right else "left", no_wrap=not first)
    return table


def rests_on(seed: int, players: Mapping[str, str], ruleset: Ruleset, kind: str) -> list[str]:
    """Return what an answer rests on: who played, by which rules, what its intervals mean."""
    seats = ", ".join([f"{seat} {player}" for seat, player in players.items()])
    return [
        f"Seed {seed}; {seats}; affray {__version__}, {ruleset.id} rules version "
        f"{ruleset.version}.",
        f"Intervals are of 95 %, true {kind}.",
    ]
