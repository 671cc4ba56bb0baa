"""The chances of an option, worked out in a process of its own from what the asker's seat knows."""

from __future__ import annotations

import time
from fractions import Fraction
from functools import lru_cache
from typing import Final

import msgspec

from affray import odds
from affray.bots.loops import finish
from affray.bots.simple import GreedyBot
from affray.core.choice import Agent, Choice
from affray.core.dice import SeededDice
from affray.core.ruleset import Ruleset
from affray.core.scene import PrefixedDice, Scene
from affray.core.setup import Setup
from affray.intervals import wilson
from affray.session.fight import Fight
from affray.session.start import open_header, reopened
from affray.web.driver import Driver
from affray.web.forecast import BUDGET, PARTS, forecast, rounded
from affray.web.seats import Seat
from affray.web.views import Lens, Plain, encode

FIRST: Final = 60  # runs of the first look, which shows what a run costs
ENOUGH: Final = 2.0  # seconds that the whole may take
FIGHTS: Final = 400  # that programs play on, at most: five points of 100 either way
LEAST: Final = 12  # however long they take
LONG: Final = 1.8  # seconds for more
STEPS: Final = 2_000  # of one fight
SECONDS: Final = 15.0  # after which it is given up


def moment(fight: Fight) -> tuple[bytes, bytes]:
    """Return a fight as it is now as data: what never changes, and its last state and open step."""
    journal = fight.snapshot()
    header = {name: value for name, value in journal.header.items() if name != "dice"}
    return encode(header), msgspec.json.encode(journal.entries)


@lru_cache(maxsize=16)
def _begun(header: bytes) -> tuple[Ruleset, Setup]:
    return open_header({**msgspec.json.decode(header), "dice": "seeded"})


def prepare(header: bytes) -> None:
    """Get ready for questions about a fight: what never changes of it is read; see ``moment``."""
    _begun(header)


def _again(header: bytes, lines: bytes, seats: list[Plain], dice: list[str]) -> Fight:
    ruleset, setup = _begun(header)
    fight = reopened({**msgspec.json.decode(header), "dice": dice}, ruleset, setup)
    Driver(fight, {seat["id"]: Seat.of(seat) for seat in seats})
    for line in msgspec.json.decode(lines):
        fight.timeline.retell(line)
    fight.timeline.advance()
    return fight


class Resumed(Agent):
    """Gives the answers of the step under way, then plays on."""

    def __init__(self, answers: list[int], policy: Agent) -> None:
        self.answers = answers
        self.policy = policy
        self.used = 0

    def decide(self, choice: Choice) -> int:
        """Return the next answer."""
        if self.used < len(self.answers):
            self.used += 1
            return self.answers[self.used - 1]
        return self.policy.decide(choice)


def winners(
    header: bytes,
    lines: bytes,
    seats: list[Plain],
    dice: list[str],
    path: str = "",
    value: object = None,
) -> Plain:
    """Return who wins how often if programs play on from a moment, with an interval for the first.

    Args:
        header: what never changes of the fight; see ``moment``.
        lines: its last state and the step under way.
        seats: of the table.
        dice: the seats whose dice are rolled by hand.
        path: of a value that is supposed to be another, as of ``Fight.edit``; "" all is as it is.
        value: what it is supposed to be.

    Returns:
        for each side its part of 10,000, those of nobody, how many fights were played, and who
        of those still up falls in which part of them, those who fall most first.

    Raises:
        InvalidError: no such path, or a value that cannot stand there.
    """
    fight = _again(header, lines, seats, dice)
    if path:
        fight.edit(path, value, "supposed")
    timeline = fight.timeline
    sides = [side.id for side in fight.setup.sides]
    wins = dict.fromkeys(sides, 0)
    ruleset = fight.ruleset
    up = [
        unit.index
        for unit in timeline.combat.units
        if not ruleset.down(timeline.combat, unit.index)
    ]
    fallen = dict.fromkeys(up, 0)
    scene = Scene(
        timeline.combat,
        [answer.answer for answer in timeline.open.answers],
        list(timeline.open.told),
    )
    policy = GreedyBot(fight.ruleset.tactics())
    begun = time.monotonic()
    runs = 0
    while runs < FIGHTS and (runs < LEAST or time.monotonic() - begun < LONG):
        fresh = SeededDice(fight.seed + 1 + runs, runs)
        combat = scene.begun(PrefixedDice(scene.faces[:], fresh), Resumed(scene.answers, policy))
        combat.step()
        combat.dice = fresh
        combat.agents = [policy] * len(combat.agents)
        finish(combat, STEPS)
        runs += 1
        if 0 <= combat.winner < len(sides):
            wins[sides[combat.winner]] += 1
        for who in up:
            fallen[who] += ruleset.down(combat, who)
    first = wins[sides[0]]
    low, high = wilson(first, runs)
    shares = [Fraction(wins[side], runs) for side in sides]
    parts = rounded([*shares, 1 - sum(shares, Fraction(0))])
    return {
        "sides": [[side, part] for side, part in zip(sides, parts, strict=False)],
        "none": parts[-1],
        "low": int(low * PARTS),
        "high": int(high * PARTS),
        "runs": runs,
        "fallen": [
            [str(timeline.combat.units[who].name), PARTS * fallen[who] // runs]
            for who in sorted(up, key=lambda who: -fallen[who])
            if fallen[who]
        ],
    }


def forecast_of(
    header: bytes,
    lines: bytes,
    seats: list[Plain],
    dice: list[str],
    audience: str,
    numbers: str,
    key: str,
) -> Plain:
    """Return the forecast of an option for one audience.

    Args:
        header: what never changes of the fight; see ``moment``.
        lines: its last state and the step under way.
        seats: of the table.
        dice: the seats whose dice are rolled by hand.
        audience: whose knowledge it is worked out from.
        numbers: how the numbers of foes are shown.
        key: of the option.
    """
    return forecast_at(_again(header, lines, seats, dice), audience, numbers, key)


def forecast_at(
    fight: Fight, audience: str, numbers: str, key: str, enough: float = ENOUGH
) -> Plain:
    """Return the forecast of an option for one audience; ``enough``: seconds that it may take."""
    lens = Lens(fight, audience, numbers)
    asked = fight.choice
    option = asked.choice.option(asked.read(key))
    timeline = fight.timeline
    combat = lens.observer.seen(timeline.combat)  # what is hidden has no part in it
    answers = [answer.answer for answer in timeline.open.answers]
    answers.append(asked.read(key))
    names = [str(unit.name) for unit in combat.units]

    def found(budget: int) -> odds.Odds:
        told: list[int] = list(timeline.open.told)
        return odds.odds(
            combat, answers, fight.ruleset, told=told, budget=budget, lines=8, seed=fight.seed
        )

    begun = time.monotonic()
    result = found(FIRST)
    share = enough / max(time.monotonic() - begun, 0.001)
    budget = min(BUDGET, int(FIRST * share))
    if not all([line.exact for line in result.lines]) and budget > 2 * FIRST:
        result = found(budget)
    # Whoever was called within the step under way was nobody at its beginning.
    targets = [names[target] for target in option.targets if target < len(names)]
    return forecast(lens, result, [name for name in targets if name != asked.who], asked.who)
