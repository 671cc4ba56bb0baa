"""How often a plain player is asked: everything, and with what need not be asked left out."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from affray.bots import greedy
from affray.cli.playing import line
from affray.cli.playing.sitting import Sitting
from tests.cli.plainly import all_asked, begun, keys, lines_of

# As measured when everything was asked: thrum 221, ingenuity 176 in 4 rounds, sovereign 36 in 2,
# icon 63 in 7; other fights here, the same measure.
FIGHTS = (
    ("icon/tollgate-ambush", 3),
    ("ingenuity/ash-chapel", 2),
    ("quest/toll-bridge", 2),
    ("sovereign/pay-the-toll", 2),
    ("thrum/broken-causeway", 3),
)


@pytest.mark.parametrize(("encounter", "rounds"), FIGHTS)
def test_a_plain_player_is_asked_a_third_as_often_and_comes_to_the_same(
    encounter: str, rounds: int
) -> None:
    given, whole = all_asked(encounter, rounds)

    lines, fight = lines_of(encounter, given, rounds)

    states = [made.digest for made in whole.timeline.done]
    assert states == [made.digest for made in fight.timeline.done][: len(states)]
    assert len(lines) * 3 <= len(given), f"{len(lines)} of {len(given)}"


def test_everything_is_asked_if_that_is_wanted() -> None:
    fight = begun("thrum/broken-causeway")
    table = Sitting(fight, Console(file=io.StringIO()), rules=False, ask_all=True)
    asked = 0
    for _ in range(40):
        line.settle(table)
        asked += 1
        table.obey(greedy(fight.choice).key)

    assert len(keys(fight)) == asked
