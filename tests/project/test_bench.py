"""The bench stands: its encounters begin and have the attack whose odds it measures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bench.__main__ as bench
from bench import battles, bots, counter
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


def test_a_slow_minute_is_not_held_against_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work and yardstick both take three times as long: what is held stays the same."""
    now = 0.0
    slow = 1.0

    def take(seconds: float) -> int:
        nonlocal now
        now += seconds * slow
        return 0

    monkeypatch.setattr(bench, "process_time", lambda: now)
    monkeypatch.setattr(bench, "measuring", lambda: take(bench.YARDSTICK / 1e6))
    ruler = bench.Ruler()
    quiet = ruler.best(lambda: take(0.5))
    slow = 3.0
    busy = ruler.best(lambda: take(0.5))

    assert quiet == pytest.approx((0.5, 0.5))
    assert busy == pytest.approx((1.5, 0.5))


def test_turns_are_counted_and_instructions_where_they_can_be() -> None:
    arena = Arena(str(ENCOUNTERS / "quest.toml"))

    once, twice = arena.turns(1), arena.turns(2)

    assert 8 < once < twice
    few = counter.instructions(lambda: sum(range(10)))
    many = counter.instructions(lambda: sum(range(100_000)))
    assert few == many == -1 or 0 < few < many


def test_what_the_interpreter_was_built_with_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told = "'--enable-optimizations' '--with-pydebug=no' 'CFLAGS=-O2 -g'"
    monkeypatch.setattr("sysconfig.get_config_var", lambda name: told)

    assert bench.configured() == "--enable-optimizations --with-pydebug=no CFLAGS=-O2 -g"


def test_the_tables_of_players_are_written_from_what_was_kept(tmp_path: Path) -> None:
    page, file = tmp_path / "page.md", tmp_path / "kept.jsonl"
    page.write_text("Before\n\n<!-- ladder -->\nold\n<!-- end -->\n\nAfter\n")
    row = {"part": "ladder", "game": "thrum", "first": "steady", "second": "greedy", "draws": 1}
    counts = {"wins": 6, "losses": 1, "both": 3, "neither": 0, "pairs": 4}
    lines = [
        row | counts | {"encounter": "one", "wins": 0},  # measured again below
        row | counts | {"encounter": "one"},
        row | counts | {"encounter": "two"},
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))

    bots.write_page(page, bots.kept(file))

    text = page.read_text()
    assert (
        "| steady against greedy | thrum | 12, 2, 2 | 81 % [60, 96] | 6 : 0 | 75 %: holds |" in text
    )
    assert text.startswith("Before\n\n<!-- ladder -->\n| Who")
    assert text.endswith("|\n<!-- end -->\n\nAfter\n")
