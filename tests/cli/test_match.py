"""``affray match`` and ``affray fit`` on the command line."""

from __future__ import annotations

import json

from typer.testing import CliRunner

from affray.cli import app

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


def test_fit_prints_a_weight_for_each_feature() -> None:
    ran = run(app, ["fit", "quest", "-n", "100", "--json"])
    data = json.loads(ran.output)

    assert ran.exit_code == 0
    assert len(data["weights"]) >= 5
    assert data["ruleset"] == "quest"
