"""Many fights at once: batches, counts that add up, intervals."""

from affray.sim.batches import BrokenFightError, from_content, run
from affray.sim.counts import Batch
from affray.sim.matches import Match, match

__all__ = ["Batch", "BrokenFightError", "Match", "from_content", "match", "run"]
