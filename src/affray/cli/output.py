"""Where commands print, and whether they can write."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from affray.core.errors import InvalidError


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


def check_writable(path: Path) -> None:
    """Refuse a file that could not be written later.

    Raises:
        InvalidError: its folder does not exist or is closed, or it is a folder itself.
    """
    if path.is_dir():
        raise InvalidError([f"{path}: cannot be written: it is a folder"])
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as fault:
        raise unwritable(path, fault) from fault


def unwritable(path: Path, fault: OSError) -> InvalidError:
    """Return the message for a path that cannot be written."""
    return InvalidError([f"{path}: cannot be written: {fault.strerror or fault}"])
