"""What is brought is told all of its faults: those that ``affray validate`` tells of that file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import pytest
from typer.testing import CliRunner

from affray.cli import app
from affray.web import uploads
from tests.ford import AT_THE_FORD
from tests.web.serving import ROOT

HALL: Final = AT_THE_FORD
PACK: Final = (ROOT / "examples" / "tougher_biffers.toml").read_text("utf-8")

# Broken files, and of how many faults each is told at least.
BROKEN: Final[dict[str, tuple[str, int]]] = {
    "a row too short, and more": (
        HALL.replace('"PP....",\n]', '"PP...",\n]')
        .replace('id = "plinker"', 'id = "plinkre"')
        .replace('seat = "foes"', "seat = 7"),
        3,
    ),
    "nothing at all": ("", 5),
    "a name and no more": ('id = "x"\nname = "X"\n', 3),
    "no game": (HALL.replace('"thrum"', '"thrumm"'), 1),
    "no TOML": ("ruleset = ", 1),
    "two places in a wall": (
        HALL.replace("PP.,.1", "PP.,##").replace("at = [4, 1]", "at = [9, 1]"),
        1,
    ),
    "a case": ('case = "x"\nruleset = "thrum"\n', 1),
    "a pack with an unknown word": (PACK.replace("[[creature]]", "[[creature]]\nlegs = 4", 1), 1),
    "a pack with several faults": (
        PACK.replace("[[creature]]", '[[creature]]\nlegs = 4\nsize = "big"', 1) + "\n[[weapon]]\n",
        2,
    ),
    "a pack of no game": ("[[creature]]\nid = 'x'\n", 1),
}


def validated(path: Path, *packs: Path) -> list[str]:
    """Return the faults of a file that the command tells."""
    words = [word for pack in packs for word in ("--pack", str(pack))]
    ran = CliRunner().invoke(app.app, ["validate", str(path), "--json", *words])
    found: list[str] = json.loads(ran.stdout)[0]["problems"]
    return found


@pytest.mark.parametrize("what", BROKEN)
def test_the_table_tells_the_faults_that_the_command_tells(what: str, tmp_path: Path) -> None:
    text, least = BROKEN[what]
    path = tmp_path / "brought.toml"
    path.write_text(text, "utf-8")
    found = uploads.looked_at(path.name, text, {})["faults"]
    assert len(found) >= least
    if not what.startswith("a case"):  # of which the table plays none
        assert found == validated(path)


def test_a_pack_is_looked_at_beside_those_that_were_brought_before(tmp_path: Path) -> None:
    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    first.write_text(PACK, "utf-8")
    second.write_text(PACK, "utf-8")
    found = uploads.looked_at("second.toml", PACK, {"first.toml": PACK})["faults"]
    assert found == validated(second, first)
    assert not uploads.looked_at("first.toml", PACK, {"first.toml": PACK})["faults"]


def test_what_is_too_large_for_the_table_is_told_among_its_faults() -> None:
    rows = ",\n".join(['"' + "PP".ljust(101, ".") + '"'] * 101)
    wide = HALL[: HALL.index("rows = [")] + f"rows = [{rows}]\n" + HALL[HALL.index("[[side]]") :]
    found = uploads.looked_at("wide.toml", wide, {})["faults"]
    assert found == ["wide.toml: map: found 10201 cells, expected at most 10000"]
    for width, height in ((101, 100), (200, 200)):
        blank = re.sub(r"rows = \[.*?\]", f"width = {width}\nheight = {height}", wide, flags=re.S)
        told = f"wide.toml: map: found {width * height} cells, expected at most 10000"
        assert told in uploads.looked_at("wide.toml", blank, {})["faults"]
