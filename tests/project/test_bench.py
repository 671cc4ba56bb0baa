"""The bench stands: its encounters begin and have the attack whose odds it measures."""

from __future__ import annotations

import pytest

from bench import battles
from bench.__main__ import ENCOUNTERS, GAMES, Arena


@pytest.mark.parametrize("game", GAMES)
def test_its_encounter_has_an_ordinary_attack(game: str) -> None:
    arena = Arena(str(ENCOUNTERS / f"{game}.toml"))

    before, answers = arena.attack()

    assert answers
    assert before.round >= 2


@pytest.mark.parametrize("game", GAMES)
def test_its_battle_begins_and_is_fought(game: str) -> None:
    battle = battles.fought(game, head=12, rounds=1)

    assert battle.decisions > 24
    assert battle.rounds == 2
