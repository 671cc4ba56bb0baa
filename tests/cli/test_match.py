"""``affray match`` and ``affray fit`` on the command line."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from affray.cli.app import app

run = CliRunner().invoke


def test_a_match_prints_a_table_and_who_is_better() -> None:
    ran = run(app, ["match", "greedy", "greedy", "quest/cairn-gate", "-n", "2", "--jobs", "1"])

    assert ran.exit_code == 0
    assert "Who is better is not known yet" in ran.output


def test_a_match_as_json_holds_every_count() -> None:
    words = ["match", "greedy", "default", "quest/cairn-gate", "-n", "2", "--jobs", "1", "--json"]
    data = json.loads(run(app, words).output)

    assert data["together"]["fights"] == 4
    assert data["matches"][0]["encounter"] == "quest/cairn-gate"


def test_an_unknown_player_is_refused_with_the_nearest() -> None:
    ran = run(app, ["match", "greedy", "shrap", "quest/cairn-gate"])

    assert ran.exit_code == 2
    assert "did you mean sharp?" in ran.output


def test_encounters_are_checked_before_any_is_fought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("affray.cli.match.match", None)  # it would fail
    three = run(app, ["match", "greedy", "random", "quest/cairn-gate", "ingenuity/drowned-ford"])
    nowhere = run(app, ["match", "greedy", "random", "quest/cairn-gate", "nosuch"])

    assert three.exit_code == nowhere.exit_code == 2
    assert "found 3 sides, expected 2" in three.output
    assert "nosuch" in nowhere.output


def test_a_player_that_meets_itself_is_told_apart() -> None:
    ran = run(app, ["match", "greedy", "greedy", "quest/cairn-gate", "-n", "2", "--jobs", "1"])

    assert "greedy (1)" in ran.output
    assert "greedy (2)" in ran.output


def test_run_tells_what_players_that_think_considered() -> None:
    words = ["run", "quest/ford-of-reeds", "--seed", "3", "--seat", "foes=steady", "--think"]
    told = run(app, words).output
    data = json.loads(run(app, [*words, "--json"]).output)

    assert "futures, the plain one)" in told
    assert "(1 future, " in told
    assert "against the plain one)" in told
    assert data["thoughts"]
    others = 0
    for one in data["thoughts"]:
        assert one["chosen"] in [option["key"] for option in one["options"]]
        assert sum(option["futures"] for option in one["options"]) <= 16
        assert one["options"][0]["gain"] == 0.0, "the plain answer comes first"
        for option in one["options"][1:]:
            others += option["key"] == one["chosen"]
            assert option["gain"] > 0.0 or option["key"] != one["chosen"]
    assert others > 0
    assert {one["who"] for one in data["thoughts"]} <= {
        "moor-pikeman-1",
        "moor-pikeman-2",
        "hollow-bowman",
        "ashback-hound-1",
        "ashback-hound-2",
        "fen-witch",
    }


def test_odds_may_be_asked_in_a_fight_of_players_that_think() -> None:
    words = ["odds", "quest/ford-of-reeds", "moor-pikeman-1: end turn", "--seed", "3", "--json"]
    plain = json.loads(run(app, words).output)
    sharp = run(app, [*words, "--seat", "foes=steady"])
    again = run(app, [*words, "--seat", "foes=steady"])

    assert plain["who"] == json.loads(sharp.output)["who"] == "moor-pikeman-1"
    assert sharp.output == again.output


def test_odds_refuse_a_seat_that_is_not_there() -> None:
    ran = run(app, ["odds", "quest/ford-of-reeds", "end turn", "--seat", "foe=steady"])

    assert ran.exit_code == 2
    assert "did you mean 'foes'?" in ran.output


def test_fit_prints_a_weight_for_each_feature() -> None:
    ran = run(app, ["fit", "quest", "-n", "100", "--json"])
    data = json.loads(ran.output)

    assert ran.exit_code == 0
    assert len(data["weights"]) >= 5
    assert data["ruleset"] == "quest"
