"""An attack under way: what it is to do, how it came about, what it has come to."""

from __future__ import annotations

from typing import Final

from affray.core.window import Deed
from affray.rulesets.sovereign.card import Strike

# What a hit is to do.
HARM: Final = 0
SHOVE: Final = 1
GRAPPLE: Final = 2
AIMS: Final = ("attack", "shove", "grapple")

# How an attack comes about.
ORDINARY: Final = 0
SNAP: Final = 1
FREE: Final = 2  # of opportunity
CHARGED: Final = 3
SWARM: Final = 4


class Blow(Deed):
    """One attack under way. Rule: attack.sequence."""

    def __init__(self, actor: int, target: int, strike: Strike, aim: int, manner: int) -> None:
        super().__init__(actor, target)
        self.strike = strike
        self.aim = aim
        self.manner = manner
        self.others = 0  # other assailants of a swarm
        self.second = False  # it follows a kill, and none follows it
        self.rolled = False
        self.total = 0
        self.forced = 0  # Veteran's Luck: 1 a hit, -1 a miss
        self.turned = False  # an Instant has made a hit of a miss, or a miss of a hit
        self.hit = False
        self.wound = 0
        self.more = 0  # what fighting with two adds
