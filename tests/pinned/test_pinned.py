"""Golden fights and counts of choices come out as they are pinned."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.session import replay
from tests.pinned import play


@pytest.mark.parametrize("key", play.ENCOUNTERS)
def test_the_golden_fight_is_played_again_line_by_line(key: str, tmp_path: Path) -> None:
    fight = play.golden(key)

    fight.save(tmp_path / "now.jsonl")

    now = (tmp_path / "now.jsonl").read_text(encoding="utf-8").splitlines()
    then = play.journal_of(key).read_text(encoding="utf-8").splitlines()
    different = [
        n for n, pair in enumerate(zip(now[1:], then[1:], strict=False), 2) if pair[0] != pair[1]
    ]
    assert not different, f"first different line: {different[0]}"
    assert len(now) == len(then)


@pytest.mark.parametrize("key", play.ENCOUNTERS)
def test_the_golden_fight_replays(key: str) -> None:
    result = replay.replay(play.journal_of(key))

    assert result.difference is None, str(result)
    assert result.fight.over


@pytest.mark.parametrize("key", play.ENCOUNTERS)
def test_as_many_choices_are_offered_as_are_pinned(key: str) -> None:
    ruleset, _, name = key.partition("/")
    assert play.perft(key) == play.pinned(ruleset)[name]
