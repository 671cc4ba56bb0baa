"""The engine: state, grid, dice, choices, effects, windows, orders, steps. Knows no ruleset."""

from typing import Final

VERSION: Final = "0.2.0"  # of Affray as a whole; a journal tells which one wrote it
