"""A moment that is kept as a case is a case that passes."""

from __future__ import annotations

from pathlib import Path

import pytest

import affray
from affray import bots
from affray.checking.casefile import read_cases
from affray.checking.cases import run
from affray.web.moments import case_of
from affray.web.wire import RefusedError

ENCOUNTERS = ["tollgate-ambush", "hollow-way", "ford-of-reeds", "pay-the-toll", "broken-causeway"]


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_a_moment_comes_out_again(encounter: str, tmp_path: Path) -> None:
    fight = affray.start(encounter, seed=2)
    for _ in range(25):
        fight.choose(bots.greedy(fight.choice))
    while not fight.choice.who:
        fight.choose(bots.greedy(fight.choice))
    told = case_of(fight)
    path = tmp_path / told["name"]
    path.write_text(told["text"], "utf-8")
    (case,) = read_cases(path)
    result = run(case)
    assert result.ok, result.problems


def test_a_fight_with_a_ruling_is_no_case() -> None:
    fight = affray.start("broken-causeway", seed=2)
    fight.edit("plinker-1.fatigue", 2, "Tired")
    with pytest.raises(RefusedError, match="ruling"):
        case_of(fight)
