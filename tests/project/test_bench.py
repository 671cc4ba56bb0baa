"""The bench stands: its encounters begin and have the attack whose odds it measures."""

from __future__ import annotations

import pytest

from bench.__main__ import ENCOUNTERS, GAMES, Arena


@pytest.mark.parametrize("game", GAMES)
def test_its_encounter_has_an_ordinary_attack(game: str) -> None:
    arena = Arena(str(ENCOUNTERS / f"{game}.toml"))

    before, answers = arena.attack()

    assert answers
    assert before.round >= 2
