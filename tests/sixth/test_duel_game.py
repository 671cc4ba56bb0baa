"""A sixth game by registration alone: whatever Affray does with its own games it does with this."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

import affray
from affray.checking import cases
from affray.cli.app import app
from affray.content import load_encounter
from affray.content.library import encounter_from
from affray.content.problems import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.encounters.prepare import prepare
from affray.rulebook import catalogue
from affray.session.replay import replay
from affray.sim import batches
from tests.contract import suite

if TYPE_CHECKING:  # so that the types of the whole package are checked
    from duel_game import library, ruleset  # noqa: F401

HERE = Path(__file__).parent
GAME = HERE / "duel_game"
pytestmark = pytest.mark.usefixtures("duel")


def command(*words: str, typed: str = "") -> str:
    ran = CliRunner().invoke(app, list(words), input=typed, prog_name="affray")
    assert ran.exit_code == 0, ran.output
    return ran.stdout


def started(seed: int = 1) -> affray.Fight:
    return affray.start("duel", "at-dawn", seed=seed)


def test_it_is_played_by_keys_and_undone() -> None:
    fight = started()
    before = fight.digest

    fight.choose("move 1,0")
    fight.undo()

    assert fight.digest == before
    with pytest.raises(affray.IllegalError, match=r"no free square.*movement\.free-square"):
        fight.choose("move 3,1")


def test_it_is_played_to_the_end_saved_loaded_and_replayed(tmp_path: Path) -> None:
    fight = started()
    fight.auto()
    fight.save(tmp_path / "duel.jsonl")

    assert fight.outcome is not None
    assert fight.outcome.reason == "end.last-side"
    assert affray.load(tmp_path / "duel.jsonl").digest == fight.digest
    assert replay(tmp_path / "duel.jsonl").same


def test_its_odds_are_exact() -> None:
    """Skill 2 hits on 3 to 6; the parry, which the default leaves out, stops half of that."""
    data: dict[str, Any] = {
        "ruleset": "duel",
        "id": "close",
        "name": "Close",
        "map": {"rows": ["...."]},
        "side": [
            {"id": "a", "members": [{"id": "ana", "at": [1, 0]}]},
            {"id": "b", "members": [{"id": "bandit", "at": [2, 0]}]},
        ],
    }
    ruleset, setup = prepare(encounter_from(data, "close"))
    fight = affray.Fight(ruleset, setup)

    found = fight.odds("strike bandit")

    assert found.exact
    assert found.base.marginal("bandit")[(6,)] == Fraction(1, 3)


@pytest.mark.parametrize("jobs", [1, 2])
def test_it_is_simulated_by_any_number_of_workers(jobs: int) -> None:
    batch = batches.run("duel/at-dawn", seed=3, count=24, jobs=jobs)

    assert batch.count == sum(batch.wins) + batch.draws == 24
    assert batch.digest == batches.run("duel/at-dawn", seed=3, count=24).digest


def test_every_command_knows_it(tmp_path: Path) -> None:
    listing = command("list")
    assert listing.index("thrum") < listing.index("duel  Duel")
    assert "at-dawn" in listing
    assert json.loads(command("list", "duel", "--json"))[0]["characters"][0]["id"] == "ana"
    assert "Round 1" in command("run", "at-dawn", "--seed", "1")
    assert "friends" in command("sim", "at-dawn", "-n", "20")
    assert "nothing changes" in command("odds", "at-dawn", "ana: move 1,0")
    assert "reaction.parry" in command("rules", "duel")
    assert "a valid encounter" in command("validate", str(GAME / "encounters" / "at-dawn.toml"))
    assert command("check", str(GAME / "cases"))
    assert "what now?" in command("play", "at-dawn", "--seed", "1", typed="quit\n")
    assert command("fuzz", "duel", "--fights", "3", "--seed", "1", "--out", str(tmp_path))


def test_its_rules_are_all_enforced_in_the_module_of_their_kind() -> None:
    found = catalogue.coverage("duel")

    assert (found.unenforced, found.unknown) == ([], [])
    assert found.in_kind.percent == 100
    assert found.places["reaction.parry"].enforced[0].startswith("duel_game/attack.py:")
    assert found.tested is None  # its tests are wherever it comes from


def test_its_cases_are_checked() -> None:
    results = cases.check(GAME / "cases")

    assert [one.title for one in results if not one.ok] == []
    assert len(results) == 1


@pytest.mark.parametrize("check", suite.CHECKS, ids=lambda check: check.__name__)
def test_it_keeps_the_contract(check: Callable[[Ruleset, Setup, int], None]) -> None:
    check(*prepare(load_encounter("duel/at-dawn")), 11)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"surprise": {"by": "a"}}, "surprise: found surprise, expected no such key: Duel has no"),
        ({"options": {"fog": True}}, "options: found options, expected no such key"),
        ({"facing": "N"}, "side[0].members[0].facing: found facing, expected no such key"),
        ({"with": {"hp": 9}}, "ana: found hp = 9, expected hp from 1 to 8"),
        ({"allied": ["b"]}, "side[0].allied: found allied, expected no such key"),
        ({"id": "anna"}, "expected a character or creature of duel; did you mean ana?"),
    ],
)
def test_what_it_has_no_rule_for_is_refused(change: dict[str, Any], told: str) -> None:
    member = {"id": "ana", "at": [0, 0]}
    member.update({key: change[key] for key in ("facing", "with", "id") if key in change})
    side: dict[str, Any] = {"id": "a", "members": [member]}
    side.update({key: change[key] for key in ("allied",) if key in change})
    data: dict[str, Any] = {
        **{"ruleset": "duel", "id": "x", "name": "X", "map": {"rows": ["...."]}},
        "side": [side, {"id": "b", "members": [{"id": "bandit", "at": [3, 0]}]}],
        **{key: change[key] for key in ("surprise", "options") if key in change},
    }

    with pytest.raises(InvalidError) as refused:
        prepare(encounter_from(data, "x"))

    assert any(told in line for line in refused.value.problems)


def test_it_is_found_by_its_entry_point_in_any_process(tmp_path: Path) -> None:
    """As a package that was installed: its metadata lie on the path, nobody registers it."""
    info = tmp_path / "duel_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: duel-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[affray.games]\nduel = duel_game.game:GAME\n")
    package = Path(affray.__file__).parents[1]
    path = os.pathsep.join(map(str, [package, tmp_path, HERE]))

    for words in (["list", "duel"], ["sim", "at-dawn", "-n", "40", "--jobs", "2"]):
        done = subprocess.run(
            [sys.executable, "-m", "affray", *words],
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert "riends" in done.stdout or "at-dawn" in done.stdout
