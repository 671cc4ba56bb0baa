"""The ``affray`` command: one module per group of commands, imported when it is asked for."""

from __future__ import annotations

import sys

from affray.core import VERSION


def main() -> None:
    """Run the command line and exit with its status."""
    words = sys.argv[1:]
    if words == ["--version"]:  # asked for by scripts: at once
        sys.stdout.write(f"affray {VERSION}\n")
        return
    if words[:1] == ["list"] and _listed(words[1:]):
        return
    from affray.cli.app import app

    app()


def _listed(words: list[str]) -> bool:
    """Print the plain list at once, without the machinery of options; tell whether that was all."""
    from affray.cli.listing import quick

    try:
        done = quick(words)
        sys.stdout.flush()
    except Exception:  # the command itself meets it again, and tells it
        return False
    return done
