"""How a fight stood at every line of its journal, and what was luck in it and what decision.

From a moment plain programs play on, again and again; how often a side wins is its chance there.
What a step made of the chance is told apart: a decision is worth what the chance is once it is
given, before any die falls, less what it would have been had a plain program decided; what the dice
then made of it is luck. Both begin from the same dice in every run, so that they differ by what
was done. Everything is sampled: nothing is told without its error.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from affray.bots.loops import finish
from affray.bots.simple import GreedyBot
from affray.core.choice import Agent, Choice
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.errors import AffrayError
from affray.core.scene import PrefixedDice, Scene
from affray.core.suspension import Answer, asked
from affray.intervals import wilson
from affray.session.fight import Fight
from affray.session.replay import opened
from affray.session.timeline import Done
from affray.web.chances import STEPS, Resumed
from affray.web.driver import Driver
from affray.web.forecast import PARTS, rounded
from affray.web.replays import retell
from affray.web.uploads import JOURNAL, journal_from
from affray.web.views import Plain

RUNS: Final = 40  # fights that are played on from a moment
MOST: Final = 400
LINES: Final = 4_000  # of a journal that are looked at
LEAST: Final = 10  # fights, however long they take
LONG: Final = 1.0  # seconds for more of one moment
SLICE: Final = 3.0  # seconds after which no further moment is begun
CPU: Final = 60  # seconds of the processor after which it is given up
SURE: Final = 2.0  # standard deviations within which a difference is told to lie


class Recorded(Agent):
    """Gives recorded answers as long as they are asked for, else those of a policy."""

    def __init__(self, answers: Sequence[Answer], policy: Agent) -> None:
        self.answers = answers
        self.policy = policy
        self.used = 0
        self.differs = False  # whether the policy would have answered otherwise
        self.comparing = False

    def decide(self, choice: Choice) -> int:
        """Return the next answer."""
        if self.used < len(self.answers) and asked(choice) == self.answers[self.used].who:
            try:
                answer = choice.read(self.answers[self.used].key)
            except AffrayError:  # other dice have left no room for it
                return self.policy.decide(choice)
            self.used += 1
            if self.comparing:
                self.differs = self.differs or self.policy.decide(choice) != answer
            return answer
        return self.policy.decide(choice)


class Played:
    """Plays on from moments of one fight, from each with the same dice."""

    def __init__(self, fight: Fight, runs: int, fresh: int) -> None:
        """Hold what stays the same.

        Args:
            fight: of which moments are judged.
            runs: from each moment.
            fresh: the number of the first run: others than before have other dice.
        """
        self.policy = GreedyBot(fight.ruleset.tactics())
        self.sides = [side.id for side in fight.setup.sides]
        self.seed = fight.seed
        self.runs = runs
        self.fresh = fresh

    def on(
        self, before: Combat[Any], faces: list[int], answers: Sequence[Answer | int] = ()
    ) -> list[int]:
        """Return who wins each run from a quiescent state, -1 for nobody.

        Args:
            before: the state.
            faces: dice of the step under way that are known.
            answers: of that step; those that stand as ``Answer`` are given if they are asked for.
        """
        if before.outcome:
            return [before.winner] * self.runs
        found: list[int] = []
        begun = time.monotonic()
        for run in range(self.fresh, self.fresh + self.runs):
            if len(found) >= LEAST and time.monotonic() - begun > LONG:
                break
            dice = SeededDice(self.seed + 1 + run, run)
            known = [one for one in answers if isinstance(one, int)]
            given = [one for one in answers if isinstance(one, Answer)]
            agent = Recorded(given, self.policy) if given else Resumed(known, self.policy)
            combat = Scene(before).begun(PrefixedDice(faces[:], dice), agent)
            combat.step()
            combat.dice = dice
            combat.agents = [self.policy] * len(combat.agents)
            finish(combat, STEPS)
            found.append(combat.winner if combat.outcome else -1)
        return found

    def now(self, fight: Fight) -> list[int]:
        """Return who wins each run from a fight as it stands."""
        opened = fight.timeline.open
        answers = [said.answer for said in opened.answers]
        return self.on(fight.timeline.combat, list(opened.told), answers)

    def decided(self, made: Done) -> bool:
        """Return whether anybody answered otherwise in a step than a plain program would have."""
        if not made.answers:
            return False
        agent = Recorded(made.answers, self.policy)
        agent.comparing = True
        dice = PrefixedDice(made.dice[:], SeededDice(self.seed))
        Scene(made.before).begun(dice, agent).step()
        return agent.differs


def along(
    text: str,
    lines: list[int],
    runs: int = RUNS,
    *,
    split: bool = False,
    fresh: int = 0,
    seconds: float = SLICE,
) -> Plain:
    """Return how a fight stood after some lines of its journal.

    Args:
        text: the journal.
        lines: after which of its lines, 0 before the first.
        runs: fights that are played on from each; fewer where that takes long.
        split: also tell luck and decisions of these lines apart.
        fresh: the number of the first run, for dice that were not used before.
        seconds: after which no further line is begun; at least one is done.

    Returns:
        ``sides``; ``points``: for each line the chances of the sides, an interval for the first,
        ``runs``, ``exact`` once the fight is over, and if wanted ``luck``, ``decision``, ``ruling``
        as [change of the first side's chance, its error]; all in parts of 10,000; ``left``: lines
        that there was no time for.

    Raises:
        InvalidError: it is no journal, its encounter cannot be set up any more, or a line cannot
            be played.
    """
    journal = journal_from(text)
    fight = opened(journal, JOURNAL)
    Driver(fight, {})
    played = Played(fight, runs, fresh)
    entries = journal.entries[:LINES]
    wanted = {line for line in lines if 0 <= line <= len(entries)}
    points: list[Plain] = []
    left: list[int] = []
    until = time.monotonic() + seconds
    before: list[int] = []
    for line in range(max(wanted, default=-1) + 1):
        entry = entries[line - 1] if line else {}
        if line:
            retell(fight, line + 1, entry)
        late = bool(points) and time.monotonic() > until
        if line in wanted and late:
            left.append(line)
        if late or not (line in wanted or (split and line + 1 in wanted)):
            before = []
            continue
        made = fight.timeline.done[-1] if "step" in entry else None
        decided = bool(before) and made is not None and played.decided(made)
        same = bool(before) and made is not None and not made.dice and not decided
        wins = before if same else played.now(fight)  # what plain programs do changes no chance
        if line in wanted:
            point = told(line, played.sides, wins, exact=bool(fight.timeline.combat.outcome))
            if before:
                point |= parted(played, made, before, wins, decided=decided)
                if "edit" in entry or "reroll" in entry:
                    point["ruling"] = change(before, wins)
            points.append(point)
        before = wins if split else []
    return {"sides": played.sides, "points": points, "left": left}


def told(line: int, sides: list[str], wins: list[int], *, exact: bool) -> Plain:
    """Return the chances at a line from who won each run."""
    runs = len(wins)
    shares = [Fraction(wins.count(side), runs) for side in range(len(sides))]
    parts = rounded([*shares, 1 - sum(shares, Fraction(0))])
    low, high = wilson(wins.count(0), runs)
    found: Plain = {"line": line, "sides": parts[:-1], "none": parts[-1], "runs": runs}
    if exact:
        return {**found, "low": parts[0], "high": parts[0], "exact": True}
    return {**found, "low": int(low * PARTS), "high": int(high * PARTS)}


def parted(
    played: Played, made: Done | None, before: list[int], after: list[int], *, decided: bool
) -> Plain:
    """Return what a line made of the first side's chance, luck and decision told apart.

    Args:
        played: plays on from the moment between the two.
        made: the step that the line tells of, None if it tells of something else.
        before: who won each run before the line.
        after: who won each run after it.
        decided: whether a plain program would have answered otherwise.
    """
    if made is None:
        return {}
    chosen = before
    if decided:
        chosen = played.on(made.before, [], made.answers) if made.dice else after
    found: Plain = {"decision": change(before, chosen)} if decided else {}
    if made.dice:
        found["luck"] = change(chosen, after)
    return found


def change(one: list[int], other: list[int]) -> list[int]:
    """Return how much oftener the first side wins in other runs, and the error of that."""
    pairs = [(new == 0) - (old == 0) for old, new in zip(one, other, strict=False)]
    count = len(pairs)
    mean = sum(pairs) / count
    spread = sum([(pair - mean) ** 2 for pair in pairs]) / max(count - 1, 1)
    # Runs that all agree leave room for some that would not: as if one more had differed.
    error = SURE * math.sqrt(max(spread, 1 / (count + 1)) / count)
    return [round(mean * PARTS), round(error * PARTS)]
