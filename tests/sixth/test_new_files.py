"""New files for a game from outside: they hold, and its content is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.checking.cases import check
from affray.core.errors import InvalidError
from affray.encounters.blank import new_case, new_encounter, new_pack
from affray.encounters.entries import cannot_pack, find
from affray.encounters.prepare import check_encounter


@pytest.mark.usefixtures("duel")
def test_new_files_of_a_game_from_outside_hold(tmp_path: Path) -> None:
    encounter, case = tmp_path / "encounter.toml", tmp_path / "case.toml"
    encounter.write_text(new_encounter("duel"), "utf-8")
    case.write_text(new_case("duel"), "utf-8")

    assert check_encounter(encounter).name == "A new encounter"
    assert [result.problems for result in check(case)] == [[]]
    with pytest.raises(InvalidError, match="Duel takes no packs"):
        new_pack("duel")


@pytest.mark.usefixtures("duel")
def test_what_a_game_from_outside_holds_is_found() -> None:
    (one,) = find("duel", "ana")

    assert one.table == "character"
    with pytest.raises(InvalidError, match="Duel takes no packs"):
        cannot_pack("duel", one)
