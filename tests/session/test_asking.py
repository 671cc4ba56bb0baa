"""How a question is put to people: what is left to spend, how many stand already."""

from __future__ import annotations

import pytest

import affray
from affray.session import asking


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("1 aa, 0 ma, 2 ba", "1 attack action, 2 bonus actions"),
        ("Main, Move", "Main Action, Move Action"),
        ("no Main, Move", "Move Action"),
        ("no Main, no Move", "nothing left to spend"),
    ],
)
def test_what_is_left_is_told_in_the_words_of_the_game(prompt: str, told: str) -> None:
    assert asking.left_of(prompt) == told


def test_who_is_led_by_another_is_not_counted_among_those_to_be_placed() -> None:
    """A Minion comes with its leader: nobody is asked where it begins."""
    fight = affray.start("thrum/broken-causeway", seed=1)
    side = [unit.name for unit in fight.combat.units if unit.side == 0]
    assert "minion-of-mirel-osh" in side
    assert len(side) == 5
    fight.auto(steps=1)
    assert asking.placed(fight.choice, fight.combat) == " (0 of 4 placed)"
