"""Counts of fights that add up."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from affray.intervals import Mean, Moments, anytime, wilson

DIGEST: Final = 1 << 64
NAMED: Final = 1000  # unfinished fights that are kept by number: all of them are counted


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
    unfinished: list[int] = field(default_factory=list)  # fights that hit the cap: the first NAMED
    rows: list[Row] = field(default_factory=list)
    stopped: str = ""  # why before the count was full: "interrupted" or "width"

    def add(self, row: Row, *, keep: bool = False) -> None:
        """Count the next fight.

        Args:
            row: what came of the fight.
            keep: keep the row itself as well.
        """
        self.add_all([row], keep=keep)

    def add_all(self, rows: Sequence[Row], *, keep: bool = False) -> None:
        """Count the next fights.

        Args:
            rows: what came of them.
            keep: keep the rows themselves as well.
        """
        wins, fallen = self.wins, self.fallen
        digest = self.digest
        sums: list[dict[str, list[int]]] = [{} for _ in self.measures]
        for row in rows:
            self.steps += row.steps
            digest += row.digest
            if not row.reason:
                if len(self.unfinished) < NAMED:
                    self.unfinished.append(row.fight)
            elif row.winner >= 0:
                wins[row.winner] += 1
            else:
                self.draws += 1
            for who, down in enumerate(row.down):
                if down:
                    fallen[who] += 1
            for own, values in zip(sums, row.measures, strict=True):
                for name, value in values.items():
                    if name in own:
                        own[name].append(value)
                    else:
                        own[name] = [value]
        self.count += len(rows)
        self.digest = digest % DIGEST
        self.reasons.update([(row.winner, row.reason) for row in rows])
        self.rounds.update([row.rounds for row in rows])
        for moments, own in zip(self.measures, sums, strict=True):
            for name, found in own.items():
                more = Moments(len(found), sum(found), sum([value * value for value in found]))
                moments[name] = moments[name] + more if name in moments else more
        if keep:
            self.rows.extend(rows)

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
            unfinished=(self.unfinished + later.unfinished)[:NAMED],
            rows=[],
        )

    @property
    def endless(self) -> int:
        """How many fights hit the cap of steps."""
        return sum([fights for (_, reason), fights in self.reasons.items() if not reason])

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
            "endless": self.endless,
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
                        what: {
                            **_rounded(sums.mean()),
                            "fights": sums.n,
                            "sum": sums.total,
                            "squares": sums.squares,
                        }
                        for what, sums in self.measures[who].items()
                    },
                }
                for who, name in enumerate(self.names)
            ],
        }

    def take(self, data: Mapping[str, Any]) -> None:
        """Count what ``as_data`` returned of another batch of the same plan, in place of nothing.

        Args:
            data: as it was returned, or as JSON gives it back.

        Raises:
            ValueError: it is of other sides or combatants, or not what was returned.
        """
        try:
            self._take(data)
        except (KeyError, TypeError, AttributeError, IndexError) as fault:
            raise ValueError(f"no counts of a simulation: {fault}") from fault

    def _take(self, data: Mapping[str, Any]) -> None:
        names = tuple([one["name"] for one in data["combatants"]])
        if (tuple(data["wins"]), names, data["seed"]) != (self.sides, self.names, self.seed):
            raise ValueError("other sides, combatants or seed")
        self.first = int(data["first"])
        self.count = int(data["fights"])
        self.draws = int(data["draws"]["fights"])
        self.steps = int(data["steps"])
        self.digest = int(data["digest"], 16)
        self.stopped = str(data["stopped"])
        self.unfinished = [int(fight) for fight in data["unfinished"]]
        self.wins = [int(data["wins"][side]["fights"]) for side in self.sides]
        for one in data["reasons"]:
            winner = -1 if one["winner"] is None else self.sides.index(one["winner"])
            self.reasons[winner, str(one["reason"])] = int(one["fights"])
        for rounds, fights in data["rounds"]["histogram"].items():
            self.rounds[int(rounds)] = int(fights)
        for who, one in enumerate(data["combatants"]):
            self.fallen[who] = int(one["fallen"]["fights"])
            for what, sums in one["measures"].items():
                found = Moments(int(sums["fights"]), int(sums["sum"]), int(sums["squares"]))
                self.measures[who][what] = found
        ended = sum(self.wins) + self.draws + self.endless
        if not self.count == ended == self.rounds.total() == self.reasons.total():
            raise ValueError("the counts do not add up")

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
