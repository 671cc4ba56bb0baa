"""What chances come to in words: whom an answer hurts, who falls."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Final

from affray.odds import Line, Odds, Result, odds
from affray.session.fight import Fight

# What hurts: the value that is watched, and whether it falls (-1) or grows (+1).
HARM: Final[dict[str, tuple[tuple[str, int], ...]]] = {
    "icon": (("hp", -1), ("vigor", -1), ("wounds", 1)),
    "ingenuity": (("health", -1), ("endurance", -1)),
    "quest": (("hp", -1), ("fatal wounds", 1), ("slowing wounds", 1), ("weakening wounds", 1)),
    "sovereign": (("hp", -1),),
    "thrum": (("fatigue", 1), ("stress", 1)),
}
GONE: Final = ("gone", "incapacitated", "unconscious")
MAIN: Final = {"icon": "hp", "ingenuity": "health", "quest": "hp", "sovereign": "hp"}


FIRST: Final = 16  # runs of the rules that show what one costs
MOST: Final = 3_000


def quick(fight: Fight, key: str, seconds: float) -> Odds:
    """Return the chances of an answer alone, all others answering by default, in little time.

    Raises:
        AffrayError: the rules refuse it.
    """
    timeline = fight.timeline
    answers = [answer.answer for answer in timeline.open.answers]
    answers.append(fight.choice.read(key))

    def found(budget: int) -> Odds:
        return odds(
            timeline.combat,
            answers,
            fight.ruleset,
            told=timeline.open.told,
            budget=budget,
            lines=0,
            least=1,
            seed=fight.seed,
        )

    begun = time.monotonic()
    first = found(FIRST)
    each = (time.monotonic() - begun) / max(first.runs, 1)
    budget = min(int(seconds / max(each, 0.00001)), MOST)
    return first if first.exact or budget <= 2 * FIRST else found(budget)


def harm(
    odds: Odds, ruleset: str, who: str, line: Line, result: Result, before: Result | None = None
) -> int:
    """Return how much a result hurts somebody, 0 not at all; ``before``: if not as of the odds."""
    old = odds.result_before(who) if before is None else before
    found = 0
    for name, sign in HARM.get(ruleset, ()):
        if name in line.names:
            at = line.names.index(name)
            found += max((result[at] - old[at]) * sign, 0)
    return found


def falls(
    odds: Odds, ruleset: str, who: str, line: Line, result: Result, before: Result | None = None
) -> bool:
    """Return whether somebody goes down by a result; ``before``: if not as of the odds."""
    old = odds.result_before(who) if before is None else before
    for name in GONE:
        if name in line.names:
            at = line.names.index(name)
            if result[at] > old[at]:
                return True
    main = MAIN.get(ruleset, "")
    if main not in line.names:
        return False
    at = line.names.index(main)
    return result[at] <= 0 < old[at]


def shares(odds: Odds, ruleset: str, who: str, line: Line) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances that somebody is hurt, falls, and has anything changed at all."""
    hurt = down = other = Fraction(0)
    for result, chance in line.marginal(who).items():
        gone = falls(odds, ruleset, who, line, result)
        down += chance if gone else 0
        hurt += chance if gone or harm(odds, ruleset, who, line, result) else 0
        other += chance if result != odds.result_before(who) else 0
    return hurt, down, other


def headline(odds: Odds, ruleset: str, names: dict[str, str] | None = None) -> str:
    """Return who is hurt or falls by an answer, if all others answer by default, in a few words.

    Args:
        odds: of the answer.
        ruleset: the id of the game.
        names: what to call people; by their words in keys if left out.
    """
    line = odds.base
    parts: list[tuple[Fraction, str]] = []
    for who in line.who:
        hurt, down, other = shares(odds, ruleset, who, line)
        name = (names or {}).get(who, who)
        if hurt:
            falling = f", {percent(down)} down" if down else ""
            parts.append((hurt, f"{name} hurt {percent(hurt)}{falling}"))
        elif other and other != 1:
            parts.append((other, f"{name} affected {percent(other)}"))
    parts.sort(key=lambda one: -one[0])
    about = "" if line.exact else "about "
    return about + "; ".join([text for _, text in parts[:3]]) if parts else ""


def percent(chance: Fraction) -> str:
    """Return a chance in whole percents; what is not nothing is no 0, what is not sure no 100."""
    whole = round(float(chance) * 100)
    if whole == 0 and chance > 0:
        return "<1 %"
    if whole == 100 and chance < 1:
        return ">99 %"
    return f"{whole} %"
