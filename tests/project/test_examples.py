"""Every example runs, from anywhere, and says what it is there to say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import affray
from affray.encounters.prepare import check_pack

SAYS = {
    "bot_of_your_own.py": (["1"], " of 2 fights won: "),
    "sweep_a_value.py": (["4"], "4 of them: ferrymen win "),
    "what_are_the_chances.py": ([], "is unharmed: exactly 57.5%, in 400 tries"),
}
ELSEWHERE = ["web_client.py"]  # it needs a table: tests/web play one with it


def test_every_example_is_run(checkout: Path) -> None:
    names = sorted(path.name for path in (checkout / "examples").glob("*.py"))

    assert names == sorted([*SAYS, *ELSEWHERE])


@pytest.mark.parametrize(("name", "ran"), SAYS.items(), ids=list(SAYS))
def test_the_example_runs(
    checkout: Path, tmp_path: Path, name: str, ran: tuple[list[str], str]
) -> None:
    words, said = ran
    done = subprocess.run(
        [sys.executable, str(checkout / "examples" / name), *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(affray.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert said in done.stdout


def test_the_example_of_a_pack_is_played_and_named(checkout: Path) -> None:
    pack = checkout / "examples" / "tougher_biffers.toml"

    what, notes = check_pack(pack)
    fight = affray.start("thrum", "broken-causeway", seed=1, packs=pack)

    assert what == "Tougher Biffers, thrum, 2 creatures, 1 ability"
    assert notes == ["replaces creature biffer"]
    assert fight.log()[0] == "tougher_biffers.toml replaces creature biffer."
