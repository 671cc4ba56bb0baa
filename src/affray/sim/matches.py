"""Matches of two players: every fight twice with the sides swapped, on the same dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from affray.core.errors import InvalidError
from affray.core.setup import Setup
from affray.intervals import anytime, wilson
from affray.sim import batches
from affray.sim.batches import Source, from_content
from affray.sim.counts import Batch
from affray.sim.executors import Executor


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

    def share(self) -> float:
        """Return the share of the fights that the first player won, a draw counting half."""
        return (self.wins + self.draws / 2) / self.fights if self.fights else 0.5

    def interval(self) -> tuple[float, float]:
        """Return Wilson's 95 % interval of the share of wins among fights that somebody won."""
        return wilson(self.wins, self.wins + self.losses)

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
    progress: Callable[[Batch], None] | None = None,
) -> Match:
    """Play a match: ``pairs`` fights, each twice with the sides swapped.

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
        progress: called with the counts of the half under way.

    Raises:
        InvalidError: the encounter is at fault, or has not two sides with seats of their own.
        BrokenFightError: the rules failed in a fight.
    """
    source = encounter if callable(encounter) else from_content(encounter, packs)
    _, setup = source()
    found = Match(first, second, str(encounter) if not callable(encounter) else "")
    winners: list[dict[int, int]] = []  # of each half: by fight, 1 the first player, -1 the second
    for place in (0, 1):  # the side that the first player plays
        won: dict[int, int] = {}

        def note(batch: Batch, won: dict[int, int] = won, place: int = place) -> None:
            for row in batch.rows:
                won[row.fight] = 0 if row.winner < 0 else 1 if row.winner == place else -1

        batch = batches.run(
            source,
            seed=seed,
            first=first_fight,
            count=pairs,
            seats=seated_by_side(setup, first, second, place),
            jobs=jobs,
            executor=executor,
            progress=progress,
            rows=note,
        )
        winners.append(won)
        if batch.stopped:
            found.stopped = batch.stopped
            break
    for won in winners:
        for result in won.values():
            found.wins += result > 0
            found.losses += result < 0
            found.draws += result == 0
    if len(winners) == 2:
        for fight in sorted(set(winners[0]) & set(winners[1])):
            both = (winners[0][fight], winners[1][fight])
            found.pairs += 1
            found.both += both == (1, 1)
            found.neither += both == (-1, -1)
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
