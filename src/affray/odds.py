"""Exact chances of a step, by running the rules over every roll.

Everybody who is asked on the way keeps to the documented default: the base line. Then each of these
questions is answered otherwise, one at a time: a line each, worked out when somebody reads them.
Where that would take too many runs a line is sampled, and says so, with the bounds of its chances.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeAlias

from affray.core.combat import Combat
from affray.core.ruleset import Ruleset
from affray.core.runs import Asked, Policy, Runs, Tally
from affray.intervals import wilson

BUDGET: Final = 20_000  # runs, for all lines together
LINES: Final = 40  # besides the first
LEAST: Final = 200  # runs of a sampled line

Result: TypeAlias = tuple[int, ...]  # of one combatant, as the ruleset's ``result_names`` name it
Joint: TypeAlias = tuple[Result, ...]  # of several, in the order of ``Odds.who``


@dataclass(slots=True)
class Line:
    """The chances if one question (or none) is answered otherwise than by default.

    ``who`` are the combatants that this line or the base line may change.
    """

    who: list[str]
    names: tuple[str, ...]
    answers: list[tuple[str, str]]  # who, key
    weights: dict[Joint, int]  # whole numbers that add up to ``scale``
    scale: int
    exact: bool
    runs: int
    _before: Callable[[str], Result]
    _chances: dict[Joint, Fraction] | None = None
    verb: str = ""  # of the option that is answered otherwise
    called: str = ""  # that option in the game's own words; "" if it has none for it

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
        """Return the chances of the results of one combatant, ascending.

        Raises:
            ValueError: if nobody of this name is present.
        """
        if who not in self.who:
            return {self._before(who): Fraction(1)}
        place = self.who.index(who)
        found: dict[Result, Fraction] = {}
        for joint, chance in self.chances.items():
            found[joint[place]] = found.get(joint[place], Fraction(0)) + chance
        return dict(sorted(found.items()))

    def of(self, who: str, name: str) -> dict[int, Fraction]:
        """Return the chances of one number of one combatant, ascending.

        Raises:
            ValueError: if nobody of this name is present, or no number is called so.
        """
        if name not in self.names:
            raise ValueError(f"no number called {name!r}; there are {', '.join(self.names)}")
        place = self.names.index(name)
        found: dict[int, Fraction] = {}
        for result, chance in self.marginal(who).items():
            found[result[place]] = found.get(result[place], Fraction(0)) + chance
        return dict(sorted(found.items()))

    def bounds(self, chance: Fraction) -> tuple[float, float]:
        """Return between which numbers one of its chances lies: Wilson's 95 % if it is sampled."""
        if self.exact:
            return float(chance), float(chance)
        return wilson(round(chance * self.scale), self.scale)

    def told(self, chance: Fraction, longest: int) -> str:
        """Return what is to be said beside a chance in percent: it as ``n/d``, or its bounds.

        Args:
            chance: of this line.
            longest: fraction in characters that is still told.
        """
        if not self.exact:
            low, high = self.bounds(chance)
            return f"{low:.1%} to {high:.1%}"
        text = fraction(chance)
        return text if len(text) <= longest else ""

    def how(self) -> str:
        """Return how it was worked out."""
        runs = "1 run" if self.runs == 1 else f"{self.runs:,} runs"
        return f"exact, {runs}" if self.exact else f"sampled, {runs}, bounds of 95 %"

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
                self._told(chance)
                | {
                    who: dict(zip(self.names, one, strict=True))
                    for who, one in zip(self.who, joint, strict=True)
                }
                for joint, chance in self.chances.items()
            ],
            "marginals": {
                who: [
                    self._told(chance) | dict(zip(self.names, result, strict=True))
                    for result, chance in self.marginal(who).items()
                ]
                for who in self.who
            },
        }

    def _told(self, chance: Fraction) -> dict[str, object]:
        told: dict[str, object] = {"chance": fraction(chance)}
        if not self.exact:
            low, high = self.bounds(chance)
            told["bounds"] = [round(low, 4), round(high, 4)]
        return told


@dataclass(slots=True)
class Share:
    """What the lines that are not worked out yet may take: see ``odds``."""

    others: list[tuple[Asked, str]]  # by whom and by which rule asked, and the answer
    budget: int  # runs left
    least: int
    seed: int


class Odds:
    """The chances of a step: of its base line at once, of the others when they are first read.

    Attributes:
        names: what is told of a combatant.
        base: the line in which all others answer by default.
        left: how many answers are not worked out.
        ruleset: says what the results are called.
        state: the fight before the step.
    """

    def __init__(self, runs: Runs, base: Tally, share: Share, left: int) -> None:
        self.names = runs.ruleset.result_names()
        self.left = left
        self.ruleset = runs.ruleset
        self.state: Combat[Any] = runs.before
        self._runs = runs
        self._share = share
        self._changed = base.changed()
        self.base = self._line(base, [])
        self._lines: list[Line] = []
        self._words: dict[str, list[str]] = {}

    @property
    def lines(self) -> list[Line]:
        """The base line, then one for each other answer of anybody on the way."""
        if not self._lines:
            found = [self.base]
            share, runs = self._share, self._runs
            left = share.budget
            for number, (question, key) in enumerate(share.others):
                runs.policy.deviate(question, key)
                most = max(left // (len(share.others) - number), share.least)
                tally = tally_of(runs, most, share.least, share.seed)
                line = self._line(tally, [(question[0] or question[1], key)])
                line.verb, line.called = runs.policy.verb, runs.policy.called
                found.append(line)
                left -= tally.runs
            self._lines = found
        return self._lines

    def _line(self, tally: Tally, answers: list[tuple[str, str]]) -> Line:
        runs = self._runs
        changed = self._changed | tally.changed()
        watched = [who for who in runs.watch if who in changed]
        who = [runs.name(one) for one in watched]
        return Line(
            who,
            self.names,
            answers,
            runs.joints(tally, watched),
            tally.scale,
            tally.exact,
            tally.runs,
            runs.result_of,
        )

    @property
    def who(self) -> list[str]:
        """The combatants that some line may change, in the order of the fight."""
        changed = {who for line in self.lines for who in line.who}
        names = [self._runs.name(one) for one in self._runs.watch]
        return [name for name in names if name in changed]

    @property
    def before(self) -> dict[str, Result]:
        """Those that some line may change, as they are before the step."""
        return {who: self.result_before(who) for who in self.who}

    def result_before(self, who: str) -> Result:
        """Return how somebody is before the step.

        Args:
            who: the name of a combatant that is present.

        Raises:
            ValueError: if nobody of this name is present.
        """
        return self._runs.result_of(who)

    @property
    def words(self) -> dict[str, list[str]]:
        """What the values from 0 are called, by name; empty lists for plain numbers."""
        if not self._words:
            for name in self.names:
                self._words[name] = self.ruleset.value_words(self.state, -1, name)
        return self._words

    @property
    def exact(self) -> bool:
        """Whether no line is sampled."""
        return all(line.exact for line in self.lines)

    @property
    def runs(self) -> int:
        """How often the rules were run for all lines."""
        return sum(line.runs for line in self.lines)

    def data(self) -> dict[str, object]:
        """Return them as plain data; chances as "n/d", of sampled lines with their bounds."""
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
            rows.append(f"{line.title()} ({line.how()})")
            for who in line.who:
                for result, chance in line.marginal(who).items():
                    share = f"{float(chance):8.2%}"
                    text = line.told(chance, 24)
                    text = f"  {text}" if text else ""
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
        pairs = zip(self.names, self.result_before(who), result, strict=True)
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

    The base line is worked out here, the others when ``lines`` (or what needs them) is first read.

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
    base = tally_of(runs, max(budget // 2, 1), least, seed)
    others = [
        (question, key)
        for question, met in policy.met.items()
        for key in met.answers
        if key != met.default
    ]
    share = Share(others[:lines], budget - base.runs, least, seed)
    return Odds(runs, base, share, len(others) - len(share.others))


def tally_of(runs: Runs, share: int, least: int, seed: int) -> Tally:
    """Work out a line in ``share`` runs: exactly if they suffice, else in ``least`` or more."""
    exact = runs.exactly(share)
    if exact.exact:
        return exact
    sampled = runs.sampled(max(share, least), seed)
    sampled.runs += exact.runs
    return sampled
