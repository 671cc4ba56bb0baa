"""A step run over every roll: what exact chances are counted from.

A run is the same step from the same state with the same answers; only the dice fall otherwise.
"""

from __future__ import annotations

from typing import Any, Final

from affray.core.choice import Agent, Choice
from affray.core.combat import Combat
from affray.core.dice import Dice, Known, OddsDice, SeededDice
from affray.core.ruleset import Ruleset, Words
from affray.core.scene import PrefixedDice, Scene
from affray.core.suspension import asked

# Distributions of throws, by class and key: pure numbers, worked out once.
TABLES: Final[Known] = {}
LOOKS: Final = 4  # how often the options of a question are looked at: they may differ

Result = tuple[int, ...]  # of one combatant, as the ruleset's ``result_names`` name it
Changes = tuple[tuple[int, Result], ...]  # who is not as before, by index, and how
Traces = tuple[tuple[int, tuple[int, ...]], ...]  # the same, by the numbers that tell results apart
Joint = tuple[Result, ...]  # of several
Asked = tuple[str, str]  # who decides, by which rule


class Met:
    """A question that was asked on the way, and what could be answered."""

    def __init__(self) -> None:
        self.answers: dict[str, int] = {}  # by key
        self.default = ""
        self.looks = 0

    def look(self, choice: Choice) -> None:
        """Note what can be answered this time, unless that was looked at often enough.

        Where the options vary with the dice, those of the first roll stand for all.
        """
        if self.looks >= LOOKS or (choice.varies and self.looks > 0):
            return
        self.looks += 1
        for answer in choice.answers():
            self.answers.setdefault(choice.key(answer), answer)
        if not choice.varies:
            self.default = choice.key(choice.fallback())


class Policy(Agent):
    """Recorded answers, then staged keys of the same seats, then defaults but for one question."""

    def __init__(self, first: list[int], keys: list[str]) -> None:
        self.first = first
        self.keys = keys
        self.met: dict[Asked, Met] = {}
        self.question: Asked | None = None
        self.key = ""
        self.answer = 0  # what the key was the answer of when it was met
        self.used = 0
        self.staged = 0
        self.seats = 0
        self.words: Words | None = None  # of the game
        self.verb = ""  # of the option that the key names
        self.called = ""  # that option in the game's own words; "" if it has none for it

    def deviate(self, question: Asked, key: str) -> None:
        """Answer one of the questions that were met otherwise from now on."""
        self.question = question
        self.key = key
        self.answer = self.met[question].answers[key]
        self.verb = self.called = ""

    def note(self, choice: Choice, answer: int) -> int:
        """Return an answer that was looked for; note what it is called."""
        if not self.verb and self.words is not None:
            option = choice.option(answer)
            self.verb = option.verb
            self.called = self.words.label(choice, option)[0]
        return answer

    def rewind(self) -> None:
        """Get ready for the next run."""
        self.used = 0
        self.staged = 0

    def constant(self) -> bool:
        """Return whether nothing is left that is answered once."""
        return self.used == len(self.first) and self.staged == len(self.keys)

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
        if self.question is None:
            met = self.met.get(question)
            if met is None:
                met = Met()
                self.met[question] = met
            met.look(choice)
        elif question == self.question:
            if choice.allows(self.answer) and choice.key(self.answer) == self.key:
                return self.note(choice, self.answer)
            for answer in [*choice.answers(), *choice.unlisted()]:
                if choice.key(answer) == self.key:
                    return self.note(choice, answer)
        return choice.fallback()  # the key, if one is asked for, is not among the options here


class Tally:
    """How often each thing came of a step: whole weights, and what they add up to.

    Attributes:
        weights: of everything that changed, each once.
        scale: their sum.
        exact: whether every roll was tried.
        runs: how often the rules were run.
    """

    def __init__(
        self, weights: list[tuple[Changes, int]], scale: int, exact: bool, runs: int
    ) -> None:
        self.weights = weights
        self.scale = scale
        self.exact = exact
        self.runs = runs

    def changed(self) -> set[int]:
        """Return whom it changes, by index."""
        return {who for changes, _ in self.weights for who, _ in changes}


class Share:
    """What one thing that came of a step weighs, by the scale of the lines that led to it."""

    def __init__(self, changes: Changes) -> None:
        self.changes = changes
        self.weights: dict[int, int] = {}


class Runs:
    """The runs of one step from one state."""

    def __init__(
        self, combat: Combat[Any], policy: Policy, ruleset: Ruleset, told: list[int]
    ) -> None:
        before = combat.clone()
        before.dice = OddsDice(TABLES)  # its clones are itself: nothing to copy
        self.before = before
        self.scene = Scene(before)
        self.policy = policy
        policy.words = ruleset.words()
        self.ruleset = ruleset
        self.told = told
        self.watch: list[int] = [unit.index for unit in combat.units if unit.present]
        # Before the step, of those who were asked about.
        self.results: dict[int, Result] = {}
        self.traces: dict[int, tuple[int, ...]] = {}

    def once(self, dice: Dice) -> Combat[Any]:
        """Return what the step comes to with some dice.

        Raises:
            Suspended: something is missing that nobody here can give.
        """
        self.policy.rewind()
        return self.scene.outcome(PrefixedDice(self.told, dice) if self.told else dice, self.policy)

    def changed(self, after: Combat[Any]) -> Traces:
        """Return who of those that were present is not as before, and what tells how."""
        found: list[tuple[int, tuple[int, ...]]] = []
        for who in self.watch:
            if not self.ruleset.alike(self.before, after, who):
                trace = self.ruleset.trace(after, who)
                if trace != self.trace(who):
                    found.append((who, trace))
        return tuple(found)

    def changes(self, after: Combat[Any], traces: Traces) -> Changes:
        """Return how those are who are not as before."""
        ruleset = self.ruleset
        return tuple([(who, ruleset.traced(after, who, trace)) for who, trace in traces])

    def trace(self, who: int) -> tuple[int, ...]:
        """Return what tells the result of somebody before the step."""
        known = self.traces.get(who)
        if known is None:
            known = self.ruleset.trace(self.before, who)
            self.traces[who] = known
        return known

    def result(self, who: int) -> Result:
        """Return what is told of somebody before the step."""
        known = self.results.get(who)
        if known is None:
            known = self.ruleset.result(self.before, who)
            self.results[who] = known
        return known

    def name(self, who: int) -> str:
        """Return the name of somebody."""
        return str(self.before.units[who].name)

    def result_of(self, name: str) -> Result:
        """Return what is told before the step of whoever is present under a name.

        Raises:
            ValueError: if nobody of this name is present.
        """
        for one in self.watch:
            if self.name(one) == name:
                return self.result(one)
        present = ", ".join([self.name(one) for one in self.watch])
        raise ValueError(f"nobody called {name!r} is present; present are {present}")

    def joints(self, tally: Tally, who: list[int]) -> dict[Joint, int]:
        """Return the weights of a tally by the results of all whom it changes, and others."""
        found: dict[Joint, int] = {}
        for changes, weight in tally.weights:
            now = [self.result(one) for one in who]
            for one, result in changes:
                now[who.index(one)] = result
            found[tuple(now)] = weight
        return found

    def exactly(self, most: int) -> Tally:
        """Run over every roll; not exact, and without weights, if ``most`` runs do not suffice."""
        dice = OddsDice(TABLES)
        # Lines through the tree differ in scale; whole numbers are added as long as they share one.
        shares: dict[Traces, Share] = {}
        scales: list[int] = []
        runs = 0
        going = True
        while going:
            if runs == most:
                return Tally([], 1, False, runs)
            after = self.once(dice)
            runs += 1
            traces = self.changed(after)
            share = shares.get(traces)
            if share is None:
                share = Share(self.changes(after, traces))
                shares[traces] = share
            scale = dice.scale
            share.weights[scale] = share.weights.get(scale, 0) + dice.weight
            if scale not in scales:
                scales.append(scale)
            going = dice.again()
        common = 1
        for scale in scales:
            common = common // divisor(common, scale) * scale
        found: list[tuple[Changes, int]] = []
        for share in shares.values():
            total = 0
            for scale, weight in share.weights.items():
                total += weight * (common // scale)
            found.append((share.changes, total))
        return Tally(found, common, True, runs)

    def sampled(self, runs: int, seed: int) -> Tally:
        """Run with that many seeded fights."""
        weights: dict[Changes, int] = {}
        for number in range(runs):
            after = self.once(SeededDice(seed, number))
            changes = self.changes(after, self.changed(after))
            weights[changes] = weights.get(changes, 0) + 1
        return Tally(list(weights.items()), runs, False, runs)


def divisor(a: int, b: int) -> int:
    """Return the greatest number that divides both."""
    while b:
        a, b = b, a % b
    return a
