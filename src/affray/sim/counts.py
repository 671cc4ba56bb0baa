"""Counts of fights that add up."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from affray.sim.intervals import Mean, Moments, anytime, wilson

DIGEST: Final = 1 << 64


class Row(NamedTuple):
    """What is kept of one fight; ``winner`` is a side, -1 nobody; the last two go by combatant."""

    fight: int
    winner: int
    reason: str  # rule id of the end; empty if the fight did not end within the cap
    rounds: int
    steps: int
    digest: int
    down: tuple[bool, ...]
    measures: tuple[Mapping[str, int], ...]


@dataclass
class Batch:
    """Counts of the fights ``first`` to ``first + count - 1`` of a seed."""

    seed: int
    first: int
    sides: tuple[str, ...]
    names: tuple[str, ...]
    side_of: tuple[int, ...]
    players: dict[str, str]
    wins: list[int]
    fallen: list[int]  # by combatant
    measures: list[dict[str, Moments]]  # by combatant: what its line showed at the end
    count: int = 0
    draws: int = 0
    steps: int = 0
    digest: int = 0  # of all fights, in any order
    reasons: Counter[tuple[int, str]] = field(default_factory=Counter)  # winner, rule id
    rounds: Counter[int] = field(default_factory=Counter)
    unfinished: list[int] = field(default_factory=list)  # fights that hit the cap of steps
    rows: list[Row] = field(default_factory=list)
    stopped: str = ""  # why before the count was full: "interrupted" or "width"

    def add(self, row: Row, *, keep: bool = False) -> None:
        """Count the next fight.

        Args:
            row: what came of the fight.
            keep: keep the row itself as well.
        """
        self.count += 1
        self.steps += row.steps
        self.digest = (self.digest + row.digest) % DIGEST
        if not row.reason:
            self.unfinished.append(row.fight)
        elif row.winner >= 0:
            self.wins[row.winner] += 1
        else:
            self.draws += 1
        self.reasons[row.winner, row.reason] += 1
        self.rounds[row.rounds] += 1
        for who, down in enumerate(row.down):
            self.fallen[who] += down
        for sums, values in zip(self.measures, row.measures, strict=True):
            for name, value in values.items():
                sums[name] = sums.get(name, Moments()) + Moments(1, value, value * value)
        if keep:
            self.rows.append(row)

    def __add__(self, later: Batch) -> Batch:
        """Return this batch and the one that follows it, without rows."""
        if (self.seed, self.first + self.count) != (later.seed, later.first):
            raise ValueError(f"fight {later.first} does not follow {self.first + self.count - 1}")
        return replace(
            self,
            wins=_sums(self.wins, later.wins),
            fallen=_sums(self.fallen, later.fallen),
            measures=[
                {name: a.get(name, Moments()) + b.get(name, Moments()) for name in {**a, **b}}
                for a, b in zip(self.measures, later.measures, strict=True)
            ],
            count=self.count + later.count,
            draws=self.draws + later.draws,
            steps=self.steps + later.steps,
            digest=(self.digest + later.digest) % DIGEST,
            reasons=self.reasons + later.reasons,
            rounds=self.rounds + later.rounds,
            unfinished=self.unfinished + later.unfinished,
            rows=[],
        )

    def share_width(self) -> float:
        """Return half the width of the widest Wilson interval among the sides' wins."""
        bounds = [wilson(wins, self.count) for wins in self.wins]
        return max([(high - low) / 2 for low, high in bounds])

    def length(self) -> Mean:
        """Return the mean number of rounds."""
        total = Moments()
        for rounds, fights in self.rounds.items():
            total += Moments(fights, rounds * fights, rounds * rounds * fights)
        return total.mean()

    def rounds_at(self, share: float) -> int:
        """Return the number of rounds within which this share of the fights is over."""
        seen = 0
        for rounds in sorted(self.rounds):
            seen += self.rounds[rounds]
            if seen >= share * self.count:
                return rounds
        return 0

    def as_data(self) -> dict[str, object]:
        """Return everything as plain data for JSON, intervals and errors included."""
        return {
            "seed": self.seed,
            "first": self.first,
            "fights": self.count,
            "stopped": self.stopped,
            "players": self.players,
            "digest": f"{self.digest:016x}",
            "steps": self.steps,
            "wins": {
                side: self._share(wins) for side, wins in zip(self.sides, self.wins, strict=True)
            },
            "draws": self._share(self.draws),
            "unfinished": self.unfinished,
            "reasons": [
                {"winner": self.side(winner), "reason": reason, "fights": fights}
                for (winner, reason), fights in sorted(self.reasons.items())
            ],
            "rounds": {
                **_rounded(self.length()),
                "median": self.rounds_at(0.5),
                "histogram": {str(rounds): self.rounds[rounds] for rounds in sorted(self.rounds)},
            },
            "combatants": [
                {
                    "name": name,
                    "side": self.sides[self.side_of[who]],
                    "fallen": self._share(self.fallen[who]),
                    "measures": {
                        what: {**_rounded(sums.mean()), "sum": sums.total, "squares": sums.squares}
                        for what, sums in self.measures[who].items()
                    },
                }
                for who, name in enumerate(self.names)
            ],
        }

    def side(self, winner: int) -> str | None:
        """Return the id of a side, None for nobody."""
        return self.sides[winner] if winner >= 0 else None

    def _share(self, hits: int) -> dict[str, object]:
        return {
            "fights": hits,
            "share": hits / self.count if self.count else None,
            "wilson": list(wilson(hits, self.count)),
            "anytime": list(anytime(hits, self.count)),
        }


def _sums(one: Sequence[int], other: Sequence[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)]


def _rounded(mean: Mean) -> dict[str, float | None]:
    return {
        "mean": None if math.isnan(mean.mean) else mean.mean,
        "error": None if math.isnan(mean.error) else mean.error,
    }
