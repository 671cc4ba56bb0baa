"""Fights to the end, as fast as they go."""

from __future__ import annotations

from typing import Any

from affray.core.combat import Combat


def finish(combat: Combat[Any], most: int) -> int:
    """Step until the fight is over or ``most`` steps are made; return how many were made."""
    made = 0
    while not combat.outcome and made < most:
        combat.step()
        made += 1
    return made
