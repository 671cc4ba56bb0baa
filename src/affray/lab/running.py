"""Playing what adds up: portions of fights, wherever they are played, until all are or Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any, Final, Protocol, Self, TypeVar

from affray.sim.batches import Portions
from affray.sim.executors import Executor, Work, on_this_machine

INTERRUPTED: Final = "interrupted"


class Counted(Protocol):
    """Counts of fights; those of fights that follow each other add up."""

    first: int
    count: int
    stopped: str

    def __add__(self, later: Any, /) -> Self:
        """Return these and those that follow."""
        ...


C = TypeVar("C", bound=Counted)


def played(
    work: Work[C],
    total: C,
    count: int,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Callable[[C], None] | None = None,
) -> C:
    """Play the fights of some work and return their counts.

    Ctrl-C ends it with those of the fights that are complete; ``stopped`` then says so.

    Args:
        work: what is played.
        total: counts of no fights, from the number of the first on; or of those that were played
            already.
        count: how many fights in all.
        jobs: worker processes; the result is the same for any number.
        executor: where to play instead; it stays open.
        progress: called with the counts so far.

    Raises:
        InvalidError: the workers could not work.
        BrokenFightError: the rules failed in a fight.
    """
    left = max(0, count - total.count)
    before = total.count
    with lent(executor, jobs, left) as place:
        portions = Portions(total.first + before, left, place.jobs)
        with closing(place.results(work, portions)) as parts:
            try:
                for part in parts:
                    total = total + part
                    portions.played = total.count - before
                    if progress is not None:
                        progress(total)
            except KeyboardInterrupt:
                total.stopped = INTERRUPTED
    return total


@contextmanager
def lent(executor: Executor | None, jobs: int, count: int = 1) -> Iterator[Executor]:
    """Lend the executor that was given, which stays open, or one for this run alone.

    Args:
        executor: where to play; None for worker processes of this machine.
        jobs: how many of them.
        count: how many fights there are: more workers than fights serve nobody.
    """
    if executor is not None:
        yield executor
        return
    with on_this_machine(max(1, min(jobs, count))) as made:
        yield made
