"""Many fights at once: batches, counts that add up, intervals; here or on a cluster."""

from affray.sim.batches import BrokenFightError, from_content, run
from affray.sim.counts import Batch
from affray.sim.executors import Executor
from affray.sim.matches import Match, match
from affray.sim.places import executor
from affray.sim.players import BotFaultError, Seat
from affray.sim.rows import RunFolder

__all__ = [
    "Batch",
    "BotFaultError",
    "BrokenFightError",
    "Executor",
    "Match",
    "RunFolder",
    "Seat",
    "executor",
    "from_content",
    "match",
    "run",
]
