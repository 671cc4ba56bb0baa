"""At the designer's desk: what there is shown, new files, what they come to."""

from __future__ import annotations

import json
import tomllib
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from affray.checking.cases import check
from affray.cli.app import app
from affray.content.game import BUILTIN
from affray.encounters.blank import NEW
from affray.encounters.entries import cannot_pack, entries
from affray.session.start import start

RUN = CliRunner()
OWN_PLAYER = "def first(question):\n    return question.fallback\n"


def ran(*words: str, status: int = 0) -> str:
    result = RUN.invoke(app, list(words))
    assert result.exit_code == status, result.output
    return result.output


# ---- show ----------------------------------------------------------------------------------------


def test_a_creature_is_shown_with_what_it_can_do() -> None:
    said = ran("show", "thrum", "Biffer")

    assert said.startswith("Biffer  biffer, creature of Thrum\n")
    assert "speed              4" in said
    assert "Shoulder Through" in said


def test_the_syntax_of_packs_can_be_pasted_into_a_pack(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(ran("show", "thrum", "biffer", "--toml"), "utf-8")

    assert "a valid pack: own.toml, thrum, 1 creature" in ran("validate", str(path))
    assert tomllib.loads(path.read_text("utf-8"))["creature"][0]["replaces"] is True


def test_data_of_everything_of_that_id_are_json() -> None:
    found = json.loads(ran("show", "icon", "shield-lane", "--json"))

    assert [one["table"] for one in found] == ["stance", "ability"]


def test_all_that_is_called_so_is_in_the_syntax_of_packs(tmp_path: Path) -> None:
    """A stance and the ability that takes it; of what is a rule, which."""
    path = tmp_path / "own.toml"
    path.write_text(ran("show", "icon", "shield-lane", "--toml"), "utf-8")
    reload = ran("show", "quest", "burning", "--toml", status=2)

    assert "a valid pack: own.toml, icon, 1 ability, 1 stance" in ran("validate", str(path))
    assert "[quest/" in reload


def test_an_own_player_is_watched_as_it_was_simulated(tmp_path: Path) -> None:
    (tmp_path / "desk_players.py").write_text(OWN_PLAYER, "utf-8")
    words = ["quest/ford-of-reeds", "--seed", "3", "--seat", "foes=desk_players:first"]
    with chdir(tmp_path):
        counted = json.loads(ran("sim", *words, "-n", "1", "--json"))
        seen = json.loads(ran("run", *words, "--json"))

    assert seen["outcome"]["rounds"] == counted["rounds"]["mean"]


def test_what_a_game_holds_is_listed_by_table() -> None:
    assert "  class: bladesworn, wayfarer, mystic" in ran("show", "quest")


def test_an_ability_of_a_stat_block_is_found_in_it() -> None:
    assert "ability of toll-brute" in ran("show", "icon", "gate-kick")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("thrum", "bifer"), 'found "bifer", expected something of Thrum; did you mean biffer?'),
        (("thrumm", "biffer"), "thrumm: no such ruleset; did you mean 'thrum'?"),
        (
            ("thrum", "burning", "--toml"),
            "found status burning, expected what a pack can say: it is a rule of Thrum "
            "[thrum/status.burning]; affray rules thrum status.burning",
        ),
        (("quest", "reach", "--toml"), "it is a rule of Quest [quest/feat.reach]"),
        (("sovereign", "grappled", "--toml"), "it is a rule of Sovereign [sovereign/grapple."),
    ],
)
def test_what_is_not_there_is_told(words: tuple[str, ...], fault: str) -> None:
    assert fault in " ".join(ran("show", *words, status=2).split())


@pytest.mark.parametrize("ruleset", BUILTIN)
def test_every_entry_that_no_pack_can_say_has_its_reason(ruleset: str) -> None:
    reasons: dict[str, Any] = {}
    for one in entries(ruleset):
        why = cannot_pack(ruleset, one)
        if why:
            reasons[one.table] = why

    assert not {"character", "creature", "weapon"} & set(reasons)
    assert all([f"[{ruleset}/" in why for why in reasons.values()])


# ---- new -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", BUILTIN)
def test_new_files_hold_and_play(ruleset: str, tmp_path: Path) -> None:
    paths = {kind: tmp_path / f"{kind}.toml" for kind in NEW}
    for kind, path in paths.items():
        ran("new", kind, ruleset, "--out", str(path))
    ran("validate", *[str(path) for path in paths.values()])
    text = paths["encounter"].read_text("utf-8")
    own = tomllib.loads(paths["pack"].read_text("utf-8"))["creature"][0]
    mine = text.replace(f'"{own["like"]}"', f'"{own["id"]}"')
    assert mine != text
    paths["encounter"].write_text(mine, "utf-8")

    fight = start(
        paths["encounter"],
        seed=1,
        packs=paths["pack"],
        seats=dict.fromkeys(("players", "foes"), "greedy"),
    )
    fight.auto()

    assert fight.outcome
    assert [result.problems for result in check(paths["case"])] == [[]]


def test_a_file_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("mine", "utf-8")

    said = ran("new", "pack", "quest", "--out", str(path), status=2)

    assert "own.toml: is there already, expected a new file" in " ".join(said.split())
    assert path.read_text("utf-8") == "mine"


def test_an_unknown_kind_of_file_is_told_with_the_nearest() -> None:
    assert "did you mean 'pack'?" in ran("new", "pakc", "quest", status=2)
