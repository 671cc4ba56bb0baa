"""Every case of ICON's folder comes out as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.checking import cases

FOLDER = Path(__file__).parents[2] / "cases" / "icon"
FILES = sorted(FOLDER.rglob("*.toml"))


def test_there_are_cases() -> None:
    assert FILES


@pytest.mark.parametrize("file", FILES, ids=[str(one.relative_to(FOLDER)) for one in FILES])
def test_a_case_comes_out_as_it_says(file: Path) -> None:
    results = cases.check(file)

    assert results
    assert not [str(one) for one in results if not one.ok]
