"""The lab: is a fight fair, what would make it fair, what does a change do.

Everything here plays batches of fights (:mod:`affray.sim`) and says what they tell: with an
interval, the players and the versions beside every number.
"""

from affray.lab.balancing import Balance, balance
from affray.lab.fairness import Fairness, Thresholds, fair

__all__ = ["Balance", "Fairness", "Thresholds", "balance", "fair"]
