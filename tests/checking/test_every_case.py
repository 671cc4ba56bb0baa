"""Every case of every game comes out as it says."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from affray.checking import cases
from affray.content.game import BUILTIN

FOLDER = Path(__file__).parents[2] / "cases"
BESIDE = sorted(FOLDER.rglob("*.toml"))
PACKS = {
    (file.parent / name).resolve()
    for file in BESIDE
    for name in tomllib.loads(file.read_text(encoding="utf-8")).get("packs", [])
}
FILES = [one for one in BESIDE if one.resolve() not in PACKS]


@pytest.mark.parametrize("game", BUILTIN)
def test_every_game_has_cases(game: str) -> None:
    assert len([one for one in FILES if one.is_relative_to(FOLDER / game)]) > 20


@pytest.mark.parametrize("file", FILES, ids=[str(one.relative_to(FOLDER)) for one in FILES])
def test_a_case_comes_out_as_it_says(file: Path) -> None:
    results = cases.check(file)

    assert results
    assert not [str(one) for one in results if not one.ok]
