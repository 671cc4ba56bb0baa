"""Many fights at once: batches, counts that add up, intervals."""

from affray.sim.batches import BrokenFightError, from_content, run
from affray.sim.counts import Batch

__all__ = ["Batch", "BrokenFightError", "from_content", "run"]
