"""Exact chances of a step, by running the rules over every roll.

Everybody who is asked on the way keeps to the documented default; then each of these questions is
answered otherwise, one at a time: a line each. Where that would take too many runs a line is
sampled, and says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, TypeAlias

from affray.core.combat import Combat
from affray.core.ruleset import Ruleset
from affray.core.runs import Policy, Runs, Tally

BUDGET: Final = 20_000  # runs, for all lines together
LINES: Final = 40  # besides the first
LEAST: Final = 200  # runs of a sampled line

Result: TypeAlias = tuple[int, ...]  # of one combatant, as the ruleset's ``result_names`` name it
Joint: TypeAlias = tuple[Result, ...]  # of several, in the order of ``Odds.who``


@dataclass(slots=True)
class Line:
    """The chances if one question (or none) is answered otherwise than by default."""

    who: list[str]
    names: tuple[str, ...]
    answers: list[tuple[str, str]]  # who, key
    weights: dict[Joint, int]  # whole numbers that add up to ``scale``
    scale: int
    exact: bool
    runs: int
    _chances: dict[Joint, Fraction] | None = None

    @property
    def chances(self) -> dict[Joint, Fraction]:
        """The chances of every result, ascending."""
        if self._chances is None:
            self._chances = {
                joint: Fraction(weight, self.scale)
                for joint, weight in sorted(self.weights.items())
            }
        return self._chances

    def marginal(self, who: str) -> dict[Result, Fraction]:
        """Return the chances of the results of one combatant, ascending."""
        place = self.who.index(who)
        found: dict[Result, Fraction] = {}
        for joint, chance in self.chances.items():
            found[joint[place]] = found.get(joint[place], Fraction(0)) + chance
        return dict(sorted(found.items()))

    def of(self, who: str, name: str) -> dict[int, Fraction]:
        """Return the chances of one number of one combatant, ascending."""
        place = self.names.index(name)
        found: dict[int, Fraction] = {}
        for result, chance in self.marginal(who).items():
            found[result[place]] = found.get(result[place], Fraction(0)) + chance
        return dict(sorted(found.items()))

    def title(self) -> str:
        """Return which answers it holds for."""
        if not self.answers:
            return "All others answer by default"
        return "If " + " and ".join([f"{who} answers {key!r}" for who, key in self.answers])

    def data(self) -> dict[str, object]:
        """Return it as plain data; chances as "n/d"."""
        return {
            "answers": [{"who": who, "key": key} for who, key in self.answers],
            "exact": self.exact,
            "runs": self.runs,
            "results": [
                {"chance": fraction(chance)}
                | {
                    who: dict(zip(self.names, one, strict=True))
                    for who, one in zip(self.who, joint, strict=True)
                }
                for joint, chance in self.chances.items()
            ],
            "marginals": {
                who: [
                    {"chance": fraction(chance)} | dict(zip(self.names, result, strict=True))
                    for result, chance in self.marginal(who).items()
                ]
                for who in self.who
            },
        }


@dataclass(slots=True)
class Odds:
    """The chances of a step: ``who`` are the combatants that it may change."""

    who: list[str]
    names: tuple[str, ...]
    before: dict[str, Result]
    lines: list[Line]
    left: int = 0  # answers that were not worked out
    ruleset: Ruleset | None = field(default=None, repr=False, compare=False)
    state: Combat[Any] | None = field(default=None, repr=False, compare=False)  # before the step
    _words: dict[str, list[str]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def words(self) -> dict[str, list[str]]:
        """What the values from 0 are called, by name; empty lists for plain numbers."""
        if not self._words and self.ruleset is not None and self.state is not None:
            for name in self.names:
                self._words[name] = self.ruleset.value_words(self.state, -1, name)
        return self._words

    @property
    def base(self) -> Line:
        """The line in which all others answer by default."""
        return self.lines[0]

    @property
    def exact(self) -> bool:
        """Whether no line is sampled."""
        return all(line.exact for line in self.lines)

    @property
    def runs(self) -> int:
        """How often the rules were run."""
        return sum(line.runs for line in self.lines)

    def data(self) -> dict[str, object]:
        """Return them as plain data; chances as "n/d"."""
        before = {who: dict(zip(self.names, one, strict=True)) for who, one in self.before.items()}
        return {
            "exact": self.exact,
            "runs": self.runs,
            "left": self.left,
            "before": before,
            "lines": [line.data() for line in self.lines],
        }

    def table(self) -> str:
        """Return them in lines to read, combatant by combatant."""
        rows: list[str] = []
        for line in self.lines:
            label = "exact" if line.exact else "sampled"
            runs = "1 run" if line.runs == 1 else f"{line.runs:,} runs"
            rows.append(f"{line.title()} ({label}, {runs})")
            for who in line.who:
                for result, chance in line.marginal(who).items():
                    share = f"{float(chance):8.2%}"
                    text = fraction(chance)
                    text = f"  {text}" if line.exact and len(text) <= 24 else ""
                    rows.append(f"  {who:<20} {self.changes(who, result):<36} {share}{text}")
            if not line.who:
                rows.append("  nothing changes")
        if self.left:
            rows.append(f"{self.left} more answers are not shown")
        return "\n".join(rows)

    def changes(self, who: str, result: Result) -> str:
        """Return what a result changes of somebody, in a line.

        Args:
            who: the name of a combatant.
            result: one of the results, in the order of ``names``.
        """
        pairs = zip(self.names, self.before[who], result, strict=True)
        changes = [
            f"{name} {self._called(name, old)} -> {self._called(name, new)}"
            for name, old, new in pairs
            if old != new
        ]
        return ", ".join(changes) or "unchanged"

    def _called(self, name: str, value: int) -> str:
        words = self.words.get(name, [])
        return words[value] if 0 <= value < len(words) else str(value)

    def __str__(self) -> str:
        """Return the table."""
        return self.table()


def fraction(chance: Fraction) -> str:
    """Return a chance as ``n/d``."""
    return f"{chance.numerator}/{chance.denominator}"


def odds(
    combat: Combat[Any],
    answers: list[int],
    ruleset: Ruleset,
    *,
    told: Sequence[int] = (),
    keys: Sequence[str] = (),
    budget: int = BUDGET,
    lines: int = LINES,
    least: int = LEAST,
    seed: int = 0,
) -> Odds:
    """Return the chances of every result of the next step of a quiescent combat.

    Args:
        combat: the state before the step; it is not changed.
        answers: the first answers of the step.
        ruleset: says what is told of a combatant.
        told: dice of the step that have fallen already, as ``sides * 1000 + face``.
        keys: further answers of the same seats, for choices in stages.
        budget: how many runs all lines together may take; half are for the first.
        lines: how many other answers are worked out.
        least: how many runs a sampled line takes at least.
        seed: of sampled lines.

    Raises:
        AffrayError: an answer that the rules refuse.
    """
    policy = Policy(answers, list(keys))
    runs = Runs(combat, policy, ruleset, list(told))
    tallies = [tally_of(runs, max(budget // 2, 1), least, seed)]
    deviations: list[list[tuple[str, str]]] = [[]]
    others = [
        (question, key)
        for question, met in policy.met.items()
        for key in met.keys
        if key != met.default
    ]
    left = budget - tallies[0].runs
    for number, (question, key) in enumerate(others[:lines]):
        policy.question, policy.key = question, key
        share = max(left // (min(len(others), lines) - number), least)
        tallies.append(tally_of(runs, share, least, seed))
        deviations.append([(question[0] or question[1], key)])
        left -= tallies[-1].runs
    return told_of(runs, tallies, deviations, len(others) - len(others[:lines]))


def tally_of(runs: Runs, share: int, least: int, seed: int) -> Tally:
    """Work out a line in ``share`` runs: exactly if they suffice, else in ``least`` or more."""
    exact = runs.exactly(share)
    if exact.exact:
        return exact
    sampled = runs.sampled(max(share, least), seed)
    sampled.runs += exact.runs
    return sampled


def told_of(
    runs: Runs, tallies: list[Tally], deviations: list[list[tuple[str, str]]], left: int
) -> Odds:
    """Return what was counted in terms of those combatants whom some roll or answer changes."""
    changed = {who for tally in tallies for changes, _ in tally.weights for who, _ in changes}
    watched = [who for who in runs.watch if who in changed]
    who = [str(runs.before.units[one].name) for one in watched]
    names = runs.ruleset.result_names()

    lines = [
        Line(
            who,
            names,
            answers,
            runs.joints(tally, watched),
            tally.scale,
            tally.exact,
            tally.runs,
        )
        for tally, answers in zip(tallies, deviations, strict=True)
    ]
    known = {name: runs.result(one) for name, one in zip(who, watched, strict=True)}
    return Odds(who, names, known, lines, left, runs.ruleset, runs.before)
