"""The ``affray`` command: one module per group of commands, imported when it is asked for."""

from __future__ import annotations

import sys

from affray.core import VERSION


def main() -> None:
    """Run the command line and exit with its status."""
    if sys.argv[1:] == ["--version"]:  # asked for by scripts: at once
        sys.stdout.write(f"affray {VERSION}\n")
        return
    from affray.cli.app import app

    app()
