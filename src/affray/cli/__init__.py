"""The ``affray`` command: one module per group of commands."""

from __future__ import annotations

from affray.cli import chances, fuzzing, listing, playing, recording, ruling, simulating, writing  # noqa: F401 - each adds its commands
from affray.cli.app import app

__all__ = ["app", "main"]


def main() -> None:
    """Run the command line and exit with its status."""
    app()
