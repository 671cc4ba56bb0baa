"""Matches of two players: every fight twice with the sides swapped, on the same dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from affray.core.errors import InvalidError
from affray.core.setup import Setup
from affray.intervals import anytime
from affray.sim import batches
from affray.sim.batches import Source, from_content
from affray.sim.counts import Batch
from affray.sim.executors import Executor, on_this_machine

FIRST_BLOCK: Final = 10  # fights of a match that are played from one side, then from the other
LONGEST_BLOCK: Final = 50


@dataclass(slots=True)
class Match:
    """What came of a match: counts of fights of the first player, and of whole pairs.

    A pair is one fight number played twice, each player once on either side, with the same dice.
    """

    first: str
    second: str
    encounter: str
    wins: int = 0  # fights that the first player won
    losses: int = 0
    draws: int = 0  # and fights without an end
    both: int = 0  # pairs of which the first player won both fights
    neither: int = 0  # pairs of which the second won both
    pairs: int = 0
    stopped: str = ""  # "interrupted"

    def __add__(self, other: Match) -> Match:
        """Return the counts of both, for several encounters together."""
        return Match(
            self.first,
            self.second,
            "",
            self.wins + other.wins,
            self.losses + other.losses,
            self.draws + other.draws,
            self.both + other.both,
            self.neither + other.neither,
            self.pairs + other.pairs,
            self.stopped or other.stopped,
        )

    @property
    def fights(self) -> int:
        """How many fights were played."""
        return self.wins + self.losses + self.draws

    def add(self, result: int) -> None:
        """Count a fight: 1 the first player won it, -1 the second, 0 nobody."""
        self.wins += result > 0
        self.losses += result < 0
        self.draws += result == 0

    def count(self, results: tuple[int, int]) -> None:
        """Count a pair by the results of its two fights."""
        for one in results:
            self.add(one)
        self.pairs += 1
        self.both += results == (1, 1)
        self.neither += results == (-1, -1)

    def share(self) -> float:
        """Return the share of the fights that the first player won, a draw counting half."""
        return (self.wins + self.draws / 2) / self.fights if self.fights else 0.5

    def interval(self) -> tuple[float, float]:
        """Return the anytime-valid 95 % interval of ``share``, a draw counting half."""
        return anytime(self.wins + self.draws / 2, self.fights)

    def better(self) -> tuple[float, float]:
        """Return the anytime-valid 95 % interval of the first player's share of decided pairs.

        A pair is decided if one player won both of its fights. Above one half the first player is
        better, below it the second, however often one looks.
        """
        return anytime(self.both, self.both + self.neither)

    def verdict(self) -> str:
        """Return the better player's name, "" while that is not known."""
        low, high = self.better()
        return self.first if low > 0.5 else self.second if high < 0.5 else ""

    def as_data(self) -> dict[str, object]:
        """Return everything as plain data for JSON."""
        low, high = self.interval()
        sure, at_most = self.better()
        return {
            "players": [self.first, self.second],
            "encounter": self.encounter,
            "fights": self.fights,
            "wins": self.wins,
            "losses": self.losses,
            "draws": self.draws,
            "share": self.share(),
            "interval": [low, high],
            "pairs": self.pairs,
            "both": self.both,
            "neither": self.neither,
            "better": [sure, at_most],
            "verdict": self.verdict(),
        }


def match(
    first: str,
    second: str,
    encounter: str | Path | Source,
    *,
    pairs: int = 100,
    first_fight: int = 0,
    seed: int = 1,
    packs: Sequence[str | Path] = (),
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Callable[[Match], None] | None = None,
) -> Match:
    """Play a match: ``pairs`` fights, each twice with the sides swapped.

    They are played in blocks, one side after the other, the first of ten fights and each twice as
    long as the last, up to fifty. Broken off, a match has the whole pairs of its blocks: what was
    played from one side alone tells nothing.

    Args:
        first: a player, as ``affray.bots.LEVELS`` names them.
        second: the other.
        encounter: an id, the path of a file, or what returns a ruleset and a setup; of two sides.
        pairs: how many fights, each played twice.
        first_fight: the number of the first of them: a match may be gone on with, and the counts
            added up.
        seed: what dice and whims of players come from.
        packs: paths of packs to add to the ruleset's content.
        jobs: worker processes; the result is the same for any number.
        executor: where to play instead, as ``affray.sim.executor`` returns it; it stays open.
        progress: called with the counts so far, fights that lack their twin included.

    Raises:
        InvalidError: the encounter is at fault, or has not two sides with seats of their own.
        BrokenFightError: the rules failed in a fight.
    """
    source = encounter if callable(encounter) else from_content(encounter, packs)
    _, setup = source()
    seats = [seated_by_side(setup, first, second, place) for place in (0, 1)]
    found = Match(first, second, str(encounter) if not callable(encounter) else "")
    begun, end, size = first_fight, first_fight + pairs, FIRST_BLOCK
    with ExitStack() as opened:
        place = executor or opened.enter_context(on_this_machine(jobs))
        while begun < end and not found.stopped:
            size = min(size, end - begun)
            winners: list[dict[int, int]] = [{}, {}]  # by fight: 1 the first player, -1 the second
            told = replace(found)
            for side, won in enumerate(winners):  # the side that the first player plays

                def note(
                    batch: Batch,
                    won: dict[int, int] = won,
                    side: int = side,
                    told: Match = told,
                ) -> None:
                    for row in batch.rows:
                        won[row.fight] = 0 if row.winner < 0 else 1 if row.winner == side else -1
                        told.add(won[row.fight])
                    if progress is not None:
                        progress(told)

                batch = batches.run(
                    source,
                    seed=seed,
                    first=begun,
                    count=size,
                    seats=seats[side],
                    executor=place,
                    rows=note,
                )
                if batch.stopped:
                    found.stopped = batch.stopped
                    break
            for fight in sorted(winners[0].keys() & winners[1].keys()):
                found.count((winners[0][fight], winners[1][fight]))
            begun += size
            size = min(2 * size, LONGEST_BLOCK)
    return found


def seated_by_side(setup: Setup, first: str, second: str, place: int) -> dict[str, str]:
    """Return who plays each seat if the first player has the side ``place``.

    Raises:
        InvalidError: there are not two sides, or a seat decides for both.
    """
    if len(setup.sides) != 2:
        raise InvalidError([f"match: found {len(setup.sides)} sides, expected 2"])
    found: dict[str, str] = {}
    for side, seats in enumerate(seats_of_sides(setup)):
        for seat in sorted(seats):
            if setup.seats[seat] in found:
                raise InvalidError([f"match: the seat {setup.seats[seat]} decides for both sides"])
            found[setup.seats[seat]] = first if side == place else second
    return found


def seats_of_sides(setup: Setup) -> list[set[int]]:
    """Return the seats that decide for each side, the game master's left out."""
    found = [{side.seat} - {setup.gm()} for side in setup.sides]
    for member in setup.members:
        for seat in range(len(setup.seats)):
            if member.seats >> seat & 1 and seat != setup.gm():
                found[member.side].add(seat)
    return found
