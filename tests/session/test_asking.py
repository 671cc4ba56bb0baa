"""How a question is put to people: what is left to spend, how many stand already."""

from __future__ import annotations

import pytest

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
