"""Where commands print, and whether they can write."""

from __future__ import annotations

import json
import sys

from rich.console import Console


def out() -> Console:
    """Return the console of what was asked for."""
    return Console(highlight=False, markup=False, emoji=False)


def err() -> Console:
    """Return the console of everything else."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def put_json(data: object) -> None:
    """Print data as JSON."""
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n")


def put_line(data: object) -> None:
    """Print data as one line of JSON."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n")
