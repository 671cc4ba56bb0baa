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

from affray.core.choice import Agent, Choice
from affray.core.combat import Combat
from affray.core.dice import Dice, Known, OddsDice, SeededDice
from affray.core.errors import AffrayError
from affray.core.ruleset import Ruleset
from affray.core.scene import PrefixedDice, Scene
from affray.core.suspension import asked

# Distributions of throws, by class and key: pure numbers, worked out once.
TABLES: Final[Known] = {}
BUDGET: Final = 20_000  # runs, for all lines together
LINES: Final = 40  # besides the first
LEAST: Final = 200  # runs of a sampled line
LOOKS: Final = 4  # how often the options of a question are looked at: they may differ

Result: TypeAlias = tuple[int, ...]  # of one combatant, as the ruleset's ``result_names`` name it
Joint: TypeAlias = tuple[Result, ...]  # of several, in the order of ``Odds.who``
Asked: TypeAlias = tuple[str, str]  # who decides, by which rule


@dataclass(slots=True)
class Line:
    """The chances if one question (or none) is answered otherwise than by default."""

    who: list[str]
    names: tuple[str, ...]
    answers: list[tuple[str, str]]  # who, key
    chances: dict[Joint, Fraction]
    exact: bool
    runs: int

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
    words: dict[str, list[str]] = field(default_factory=dict)  # what values are called, by name

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


@dataclass(slots=True)
class _Met:
    """A question that was asked on the way, and what could be answered."""

    keys: list[str] = field(default_factory=list)
    default: str = ""
    looks: int = 0


class _Policy(Agent):
    """Recorded answers, then staged keys of the same seats, then defaults but for one question."""

    def __init__(self, first: list[int], keys: Sequence[str]) -> None:
        self.first = first
        self.keys = list(keys)
        self.met: dict[Asked, _Met] = {}
        self.question: Asked | None = None
        self.key = ""
        self.used = 0
        self.staged = 0
        self.seats = 0

    def rewind(self) -> None:
        """Get ready for the next run."""
        self.used = 0
        self.staged = 0

    def decide(self, choice: Choice) -> int:
        """Return what the policy says."""
        if self.used < len(self.first):
            self.used += 1
            self.seats = choice.seats
            return self.first[self.used - 1]
        if self.staged < len(self.keys) and choice.seats == self.seats:
            self.staged += 1
            return choice.read(self.keys[self.staged - 1])
        question = (asked(choice), choice.rule)
        if question == self.question:
            try:
                return choice.read(self.key)
            except AffrayError:  # here it is not among the options
                return choice.fallback()
        if self.question is None:
            self._look(question, choice)
        return choice.fallback()

    def _look(self, question: Asked, choice: Choice) -> None:
        met = self.met.setdefault(question, _Met())
        if met.looks < LOOKS:
            met.looks += 1
            keys = [choice.key(answer) for answer in choice.answers()]
            met.keys += [key for key in keys if key not in met.keys]
            if not choice.varies:
                met.default = choice.key(choice.fallback())


class _Runs:
    """The runs of one step from one state."""

    def __init__(
        self, combat: Combat[Any], policy: _Policy, ruleset: Ruleset, told: list[int], seed: int
    ) -> None:
        self.known = TABLES
        before = combat.clone()
        before.dice = OddsDice(self.known)  # its clones are itself: nothing to copy
        self.scene = Scene(before)
        self.policy = policy
        self.ruleset = ruleset
        self.told = told
        self.seed = seed
        self.watch = [unit.index for unit in combat.units if unit.present]

    def measure(self, combat: Combat[Any]) -> Joint:
        """Return the results of everybody."""
        return tuple([self.ruleset.result(combat, who) for who in self.watch])

    def once(self, dice: Dice) -> Joint:
        """Run the step with some dice.

        Raises:
            Suspended: something is missing that nobody here can give.
        """
        self.policy.rewind()
        after = self.scene.outcome(
            PrefixedDice(self.told, dice) if self.told else dice, self.policy
        )
        return self.measure(after)

    def exactly(self, most: int) -> tuple[dict[Joint, Fraction] | None, int]:
        """Run over every roll; None if that takes more than ``most`` runs. And how many it took."""
        dice = OddsDice(self.known)
        found: dict[Joint, dict[int, int]] = {}
        runs = 0
        going = True
        while going:
            if runs == most:
                return None, runs
            joint = self.once(dice)
            runs += 1
            # Lines differ in scale; whole numbers are added as long as they share one.
            by_scale = found.setdefault(joint, {})
            by_scale[dice.scale] = by_scale.get(dice.scale, 0) + dice.weight
            going = dice.again()
        return {
            joint: sum([Fraction(weight, scale) for scale, weight in by.items()], Fraction(0))
            for joint, by in sorted(found.items())
        }, runs

    def sampled(self, runs: int) -> dict[Joint, Fraction]:
        """Run with that many seeded fights."""
        found: dict[Joint, int] = {}
        for number in range(runs):
            joint = self.once(SeededDice(self.seed, number))
            found[joint] = found.get(joint, 0) + 1
        return {joint: Fraction(count, runs) for joint, count in sorted(found.items())}

    def line(self, answers: list[tuple[str, str]], share: int, least: int) -> Line:
        """Work out a line in ``share`` runs: exactly if they suffice, else in ``least`` or more."""
        chances, runs = self.exactly(share)
        exact = chances is not None
        if chances is None:
            more = max(share, least)
            chances = self.sampled(more)
            runs += more
        return Line([], (), answers, chances, exact, runs)


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
    policy = _Policy(answers, keys)
    runs = _Runs(combat, policy, ruleset, list(told), seed)
    found = [runs.line([], max(budget // 2, 1), least)]
    others = [
        (question, key)
        for question, met in policy.met.items()
        for key in met.keys
        if key != met.default
    ]
    left = budget - found[0].runs
    for number, (question, key) in enumerate(others[:lines]):
        policy.question, policy.key = question, key
        share = max(left // (min(len(others), lines) - number), least)
        found.append(runs.line([(question[0] or question[1], key)], share, least))
        left -= found[-1].runs
    return _projected(runs, combat, found, len(others) - len(others[:lines]))


def _projected(runs: _Runs, combat: Combat[Any], lines: list[Line], left: int) -> Odds:
    """Keep those combatants whom some roll or answer changes."""
    before = runs.measure(combat)
    places = [
        place
        for place in range(len(before))
        if any(joint[place] != before[place] for line in lines for joint in line.chances)
    ]
    who = [str(combat.units[runs.watch[place]].name) for place in places]
    names = runs.ruleset.result_names()
    for line in lines:
        chances: dict[Joint, Fraction] = {}
        for joint, chance in line.chances.items():
            kept = tuple([joint[place] for place in places])
            chances[kept] = chances.get(kept, Fraction(0)) + chance
        line.who, line.names, line.chances = who, names, chances
    known = {name: before[place] for name, place in zip(who, places, strict=True)}
    words = {name: runs.ruleset.value_words(combat, -1, name) for name in names}
    return Odds(who, names, known, lines, left, words)
