"""What a plain player types: every answer alone, or whole turns in a line."""

from __future__ import annotations

import io
from typing import NamedTuple

from rich.console import Console

import affray
from affray.bots import greedy
from affray.cli.playing import line
from affray.cli.playing.sitting import Sitting
from affray.core.suspension import PERSON, STANDING
from affray.session.fight import Fight


class Given(NamedTuple):
    """One answer of the plain player, and what it answered."""

    rule: str
    who: str
    key: str
    verbs: frozenset[str]
    aside: bool  # a reaction, or no turn of anybody


def begun(encounter: str) -> Fight:
    return affray.start(encounter, seed=1, seats={"foes": "greedy"})


def all_asked(encounter: str, rounds: int) -> tuple[list[Given], Fight]:
    fight = begun(encounter)
    given: list[Given] = []
    while not fight.over and fight.combat.round <= rounds:
        question = fight.choice
        key = greedy(question).key
        verbs = frozenset([option.verb for option in question.options])
        aside = question.reaction
        given.append(Given(question.rule, question.who, key, verbs, aside))
        fight.choose(key)
    return given, fight


def keys(fight: Fight) -> list[str]:
    answers = [one for made in fight.timeline.done for one in made.answers]
    answers += fight.timeline.open.answers
    return [one.key for one in answers if one.by in (PERSON, STANDING)]


def typed(rest: list[Given], default: str) -> str:
    """Return the line that a plain player types who wants to give these answers next."""
    first = rest[0]
    if first.aside:
        alike = [one for one in rest if one.rule == first.rule and one.verbs <= first.verbs]
        always = len(alike) > 1 and all(one.key == default for one in alike)
        return f"always {first.key}" if always and first.key == default else first.key
    parts: list[str] = []
    actor = ""
    for one in rest[:12]:
        if actor and one.who != actor:
            break
        actor = actor or one.who
        parts.append(one.key)
    return "; ".join(parts)


def lines_of(encounter: str, given: list[Given], rounds: int) -> tuple[list[str], Fight]:
    """Return the lines with which a plain player comes to these answers, and the fight."""
    fight = begun(encounter)
    table = Sitting(fight, Console(file=io.StringIO(), width=100), rules=False)
    line.settle(table)
    lines: list[str] = []
    while not fight.over and fight.combat.round <= rounds:
        assert len(lines) <= len(given)
        known = keys(fight)
        wrong = [n for n, key in enumerate(known[: len(given)]) if key != given[n].key]
        if wrong:  # a default stood that the player wants otherwise: its key changes that
            one = given[wrong[0]]
            lines.append(f"{one.key} for {one.who}")
        else:
            lines.append(typed(given[len(known) :], fight.choice.fallback.key))
        table.obey(lines[-1])
    return lines, fight
