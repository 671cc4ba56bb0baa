"""Fights to the end, as fast as they go."""

from __future__ import annotations

from typing import Any

from affray.core.combat import Combat
from affray.core.scene import recorded_step


def finish(combat: Combat[Any], most: int) -> int:
    """Step until the fight is over or ``most`` steps are made; return how many were made.

    Where somebody thinks, every step is recorded.
    """
    made = 0
    thinking = any([agent.thinks for agent in combat.agents])
    while not combat.outcome and made < most:
        if thinking:
            recorded_step(combat)
        else:
            combat.step()
        made += 1
    return made
