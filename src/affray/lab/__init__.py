"""The lab: is a fight fair, what would make it fair, what does a change do.

Everything here plays batches of fights (:mod:`affray.sim`) and says what they tell: with an
interval, the players and the versions beside every number.
"""

from affray.lab.balancing import Balance, balance
from affray.lab.changes import Change
from affray.lab.differences import Difference, diff
from affray.lab.fairness import Fairness, Thresholds, fair
from affray.lab.sweeping import Axis, Point, Sweep, sweep
from affray.lab.variants import Variant, variant
from affray.lab.worths import Piece, Worth, Worths, worth

__all__ = [
    "Axis",
    "Balance",
    "Change",
    "Difference",
    "Fairness",
    "Piece",
    "Point",
    "Sweep",
    "Thresholds",
    "Variant",
    "Worth",
    "Worths",
    "balance",
    "diff",
    "fair",
    "sweep",
    "variant",
    "worth",
]
