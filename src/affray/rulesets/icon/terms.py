"""The closed sets of a fight: counters and their periods, phases, fates, degrees of states."""

from __future__ import annotations

from typing import Final

from affray.core.combat import COMBAT, ROUND, TURN

# How a state is held.
ONCE: Final = 1  # Held.n of what can be saved against...
ONGOING: Final = 2  # ... and of what cannot
JUMPS: Final = 3  # of a mark that may go on to another: a master talent
WIDER: Final = 2  # added to Held.n of a stance: its aura is 1 larger...
STEADIER: Final = 4  # ... and gives a boon on saves
SPENT: Final = ("stealth", "defiance")  # end by being used: what a sheet gives is held

# The counters of a combatant, and when each starts afresh.
ATTACKED: Final = 0  # the one attack of the round
INTERRUPTED: Final = 1
MOVED: Final = 2  # the standard move of the turn
SPACES: Final = 3  # moved by itself in this turn
SHOVED: Final = 4  # shoves caused in its own turn
FORCED: Final = 5  # spaces moved by foes in this turn: effect.sturdy
CUT: Final = 6  # status.slashed in this turn
COUNTERED: Final = 7
SLANTED: Final = 8  # diagonal steps of its own turn that a trait allows
FIRST_OWN: Final = 9  # ability n counts in slot FIRST_OWN + n, traits after the abilities
COUNTERS: Final = (
    "attacked",
    "interrupted",
    "moved",
    "spaces",
    "shoved",
    "forced",
    "cut",
    "countered",
    "slanted",
)
SCOPES: Final = (ROUND, TURN, TURN, TURN, TURN, TURN, TURN, TURN, TURN)
PERIODS: Final = {"turn": TURN, "round": ROUND, "combat": COMBAT}

# The parts of a round.
DECLARE: Final = 0
NORMAL: Final = 1
SLOW: Final = 2
PLACE: Final = 3
PHASES: Final = ("declare", "normal", "slow", "place")

# What has become of somebody.
ACTIVE: Final = 0
DEFEATED: Final = 1
DEAD: Final = 2
SURRENDERED: Final = 3
FLED: Final = 4
FATES: Final = ("active", "defeated", "dead", "surrendered", "fled")
