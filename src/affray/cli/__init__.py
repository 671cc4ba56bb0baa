"""The ``affray`` command: one module per group of commands."""

from __future__ import annotations

# Each of them adds its commands.
from affray.cli import check, fit, fuzz, match, odds, play, rules, serve, sim, validate  # noqa: F401
from affray.cli import list as listing  # noqa: F401
from affray.cli.app import app

__all__ = ["app", "main"]


def main() -> None:
    """Run the command line and exit with its status."""
    app()
