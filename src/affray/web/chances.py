"""The chances of an option, worked out in a process of its own from what the asker's seat knows."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Final

import msgspec

from affray import odds
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.session.fight import Fight
from affray.session.start import open_header, reopened
from affray.web.driver import Driver
from affray.web.forecast import BUDGET, forecast
from affray.web.seats import Seat
from affray.web.views import Lens, Plain, encode

FIRST: Final = 60  # runs of the first look, which shows what a run costs
ENOUGH: Final = 2.0  # seconds that the whole may take
SECONDS: Final = 15.0  # after which it is given up


def moment(fight: Fight) -> tuple[bytes, bytes]:
    """Return a fight as it is now as data: what never changes, and its last state and open step."""
    journal = fight.snapshot()
    header = {name: value for name, value in journal.header.items() if name != "dice"}
    return encode(header), msgspec.json.encode(journal.entries)


@lru_cache(maxsize=16)
def _begun(header: bytes) -> tuple[Ruleset, Setup]:
    return open_header({**msgspec.json.decode(header), "dice": "seeded"})


def _again(header: bytes, lines: bytes, seats: list[Plain], dice: list[str]) -> Fight:
    ruleset, setup = _begun(header)
    fight = reopened({**msgspec.json.decode(header), "dice": dice}, ruleset, setup)
    Driver(fight, {one["id"]: Seat.of(one) for one in seats})
    for line in msgspec.json.decode(lines):
        fight.timeline.retell(line)
    fight.timeline.advance()
    return fight


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
    fight = _again(header, lines, seats, dice)
    lens = Lens(fight, audience, numbers)
    asked = fight.choice
    option = next((one for one in asked.options if one.key == key), None)
    timeline = fight.timeline
    combat = lens.observer.seen(timeline.combat)  # what is hidden has no part in it
    answers = [one.answer for one in timeline.open.answers]
    answers.append(asked.read(key))
    names = [str(one.name) for one in combat.units]

    def found(budget: int) -> odds.Odds:
        told: list[int] = list(timeline.open.told)
        return odds.odds(
            combat, answers, fight.ruleset, told=told, budget=budget, lines=8, seed=fight.seed
        )

    begun = time.monotonic()
    result = found(FIRST)
    share = ENOUGH / max(time.monotonic() - begun, 0.001)
    budget = min(BUDGET, int(FIRST * share))
    if not all([one.exact for one in result.lines]) and budget > 2 * FIRST:
        result = found(budget)
    targets = [names[one] for one in option.targets] if option is not None else []
    targets += [one for one in key.split() if one in names and one not in targets]
    return forecast(lens, result, [one for one in targets if one != asked.who], asked.who)
