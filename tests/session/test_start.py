"""Beginning and loading fights by name: the way from files to a session and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from affray.checking import cases
from affray.content.encounter import Encounter
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.encounters import prepare as arrange
from affray.session import replay, start
from tests.core.duel import Duel, face_to_face

ENCOUNTER = """
ruleset = "thrum"
id = "yard"
name = "The yard"
[map]
rows = ["P...F", "P...F"]
[[side]]
id = "heroes"
members = [{ id = "ansa-brock", at = [0, 0] }]
[[side]]
id = "beasts"
members = [{ id = "biffer", at = [4, 0] }]
"""


@pytest.fixture(autouse=True)
def prepared(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Encounter, list[Path]]]:
    """Play every encounter as a duel; note what was prepared."""
    seen: list[tuple[Encounter, list[Path]]] = []

    def prepare(encounter: Encounter, packs: Any = ()) -> tuple[Ruleset, Setup]:
        seen.append((encounter, list(packs)))
        return Duel(), face_to_face()

    monkeypatch.setattr(arrange, "prepare", prepare)
    return seen


def yard(tmp_path: Path) -> Path:
    path = tmp_path / "yard.toml"
    path.write_text(ENCOUNTER, encoding="utf-8")
    return path


def test_a_fight_begins_by_the_id_of_an_encounter(
    prepared: list[tuple[Encounter, list[Path]]],
) -> None:
    fight = start.start("thrum", "broken-causeway", seed=7, seats={"foes": "greedy"})

    assert fight.seed == 7
    assert fight.seats["foes"] == "greedy"
    assert prepared[0][0].id == "broken-causeway"
    assert fight.journal.header["encounter"]["id"] == "broken-causeway"


def test_a_journal_needs_nothing_but_itself(
    tmp_path: Path, prepared: list[tuple[Encounter, list[Path]]]
) -> None:
    path = yard(tmp_path)
    fight = start.start("thrum", path, seed=7)
    fight.choose("end")
    fight.save(tmp_path / "fight.jsonl")
    path.unlink()

    loaded = replay.load(tmp_path / "fight.jsonl")

    assert loaded.digest == fight.digest
    assert loaded.journal.text() == fight.journal.text()
    assert prepared[1][0] == prepared[0][0]


@pytest.mark.parametrize(
    ("ruleset", "encounter", "said"),
    [
        ("thrum", "broken-causway", "did you mean thrum/broken-causeway"),
        ("thrum", "none.toml", r"none\.toml: cannot be read"),
        ("chess", "broken-causeway", "chess"),
    ],
)
def test_what_cannot_be_begun_is_one_clear_message(ruleset: str, encounter: str, said: str) -> None:
    with pytest.raises(InvalidError, match=said):
        start.start(ruleset, encounter)


@pytest.mark.parametrize("word", ["broken-causeway", "thrum/broken-causeway"])
def test_an_encounter_may_be_named_alone(word: str) -> None:
    alone, both = start.start(word, seed=7), start.start("thrum", word, seed=7)

    assert alone.digest == both.digest


def test_a_file_may_be_named_alone(tmp_path: Path) -> None:
    alone, both = start.start(yard(tmp_path), seed=7), start.start("thrum", yard(tmp_path), 7)

    assert alone.digest == both.digest


@pytest.mark.parametrize(
    ("ruleset", "encounter", "said"),
    [
        ("thrm", "broken-causeway", 'found the ruleset "thrm"; did you mean thrum?'),
        ("thrum", "broken-causway", "did you mean thrum/broken-causeway?"),
        ("broken-causway", "", "did you mean thrum/broken-causeway?"),
        ("thrum", "", "expected an encounter (thrum/broken-causeway, "),
    ],
)
def test_a_wrong_word_names_the_nearest(ruleset: str, encounter: str, said: str) -> None:
    with pytest.raises(InvalidError) as fault:
        start.start(ruleset, encounter)

    assert said in str(fault.value)


def test_a_seed_is_a_number_and_one_pack_needs_no_list(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match='seed: found "x", expected a whole number'):
        start.start("thrum", "broken-causeway", "x")  # type: ignore[arg-type]
    with pytest.raises(InvalidError, match=r"none\.toml: cannot be read"):
        start.start("thrum", "broken-causeway", packs=str(tmp_path / "none.toml"))


def test_an_encounter_of_another_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="found an encounter of thrum, expected quest"):
        start.start("quest", yard(tmp_path))


def test_a_journal_with_a_damaged_encounter_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    start.start("thrum", yard(tmp_path)).save(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    header = json.loads(lines[0])
    header["encounter"]["map"]["rowz"] = []
    path.write_text("\n".join([json.dumps(header), *lines[1:], ""]), encoding="utf-8")

    with pytest.raises(InvalidError, match=r"fight\.jsonl: line 1: its encounter: map\.rowz"):
        replay.replay(path)


# -- cases ---------------------------------------------------------------------------------------

CASE = """
ruleset = "thrum"
title = "At the gate"
[script]
answers = ["ana: guard"]
dice = ["d6 6 1"]
[expect]
ana.guarding = 1
"""


def test_a_case_names_an_encounter_holds_one_or_lies_beside_one(
    tmp_path: Path, prepared: list[tuple[Encounter, list[Path]]]
) -> None:
    yard(tmp_path)
    tables = ENCOUNTER.split("[map]")[1]
    for name, text in (
        ("id.toml", f'encounter = "broken-causeway"\n{CASE}'),
        ("beside.toml", f'encounter = "yard.toml"\n{CASE}'),
        ("inline.toml", f"{CASE}[map]{tables}"),
    ):
        path = tmp_path / "cases" / name if name != "beside.toml" else tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        (result,) = cases.check(path)
        assert result.problems == [], name

    assert [one.id for one, _ in prepared] == ["broken-causeway", "yard", "case"]


def test_a_fault_in_the_tables_of_a_case_is_named_with_its_place(tmp_path: Path) -> None:
    tables = ENCOUNTER.split("[map]")[1].replace("rows", "rowz")
    path = tmp_path / "case.toml"
    path.write_text(f"{CASE}[map]{tables}", encoding="utf-8")
    (result,) = cases.check(path)

    assert any("case.toml: map.rowz: unknown key" in one for one in result.problems)
