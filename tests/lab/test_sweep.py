"""One value or two over several: on the same dice, compared with the encounter as it is."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from affray.cli.app import app
from affray.cli.sweep import sentences
from affray.content.problems import InvalidError
from affray.lab.charts import chart
from affray.lab.differences import diff
from affray.lab.sweeping import Axis, Point, Sweep, read_axis, sweep
from affray.lab.variants import variant
from affray.sim.batches import run

TOLL = "sovereign/pay-the-toll"
HP = "toll-cutter.max_hp=5,12"


@pytest.fixture(scope="module")
def hit_points() -> Sweep:
    return sweep(TOLL, [HP], count=8)


@pytest.mark.parametrize(
    ("text", "axis"),
    [
        ("a.b=1,2,5", Axis("a.b", (1, 2, 5))),
        ("a.b=1..4", Axis("a.b", (1, 2, 3, 4))),
        ("a.b=-2..2:2", Axis("a.b", (-2, 0, 2))),
        ("a.b*=0.8..1.2:0.2", Axis("a.b", (Decimal("0.8"), 1, Decimal("1.2")), "*=")),
        ("a.b=true,false", Axis("a.b", (True, False))),
        ("a.b=hard,easy", Axis("a.b", ("hard", "easy"))),
        ('a.b=["x","y"],[]', Axis("a.b", (["x", "y"], []))),
        ('a.b="x, y",z', Axis("a.b", ("x, y", "z"))),
    ],
)
def test_values_are_a_list_a_range_or_both(text: str, axis: Axis) -> None:
    assert read_axis(text) == axis


@pytest.mark.parametrize(
    ("axes", "fault"),
    [
        (["a.b=5..1"], "found the range 5..1, expected one that rises"),
        (["a.b=0..1:0"], "expected one that rises"),
        (["a.b=1..999999"], "at most 200 values"),
        (["a.b=,"], "found no values"),
        ([], "found 0 paths to vary, expected one or two"),
        (["a=1", "b=1", "c=1"], "found 3 paths"),
        (["round_limit=1", "round_limit=2"], "found it twice"),
        (["round_limit=1..40", "toll-cutter.hp=1..40"], "found 1,600 sets of values"),
        (["round_limit=3,0"], "found 0, expected a whole number from 1"),
    ],
)
def test_what_cannot_be_varied_is_refused_before_anything_is_played(
    axes: list[str], fault: str
) -> None:
    with pytest.raises(InvalidError, match=fault):
        sweep(TOLL, axes, count=10_000)


def test_each_point_is_what_a_simulation_of_it_plays(hit_points: Sweep) -> None:
    for point in hit_points.points:
        alone = run(variant(TOLL, changes=[f"toll-cutter.max_hp={point.values[0]}"]), count=8)
        assert (point.batch.wins, point.batch.digest) == (alone.wins, alone.digest)


def test_points_are_compared_with_the_encounter_as_it_is(hit_points: Sweep) -> None:
    pairs = diff(TOLL, changes=["toll-cutter.max_hp=12"], count=8).pairs

    assert (hit_points.base, hit_points.as_is) == (0, True)
    assert (hit_points.points[1].better, hit_points.points[1].worse) == (pairs.better, pairs.worse)
    other = sweep(TOLL, {"toll-cutter.max_hp": [12]}, count=1)
    assert (other.base, other.as_is) == (0, False)


def test_what_is_broken_off_has_intervals_that_are_true_whenever_one_stops() -> None:
    def stop(point: Point) -> None:
        if point.values == (12,):
            raise KeyboardInterrupt

    found = sweep(TOLL, [HP], count=2, progress=stop)

    assert found.stopped == "interrupted"
    assert [point.kind for point in found.points] == ["whenever you stop"]


def test_of_a_single_set_of_values_the_page_names_it(hit_points: Sweep) -> None:
    alone = replace(hit_points, points=hit_points.points[:1])

    assert any(line.endswith("with toll-cutter.max_hp = 5.") for line in sentences(alone))


def test_a_grid_of_two_has_every_pair_of_values() -> None:
    found = sweep(TOLL, ["toll-cutter.max_hp*=1,2", "round_limit=2,3"], count=1, jobs=2)

    assert [point.values for point in found.points] == [(1, 2), (1, 3), (2, 2), (2, 3)]
    assert found.as_data()["compared_with"] == [1, 2]
    layers = chart(found)["layer"]
    assert [layer["mark"] for layer in layers] == ["rect", "text"]


def test_rows_and_a_chart_are_written(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("rows.csv", "chart.svg")]

    ran = CliRunner().invoke(
        app, ["sweep", TOLL, HP, "-n", "2", "--out", str(files[0]), "--chart", str(files[1])]
    )

    assert ran.exit_code == 0, ran.output
    assert "as it is" in ran.stdout
    rows = list(csv.DictReader(files[0].read_text().splitlines()))
    assert [row["toll-cutter.max_hp"] for row in rows] == ["5", "12"]
    assert rows[0]["fights"] == "2"
    assert files[1].read_text().startswith("<svg")


def test_a_chart_of_one_path_shows_the_intervals(hit_points: Sweep) -> None:
    made = chart(hit_points)

    assert made["encoding"]["x"]["type"] == "quantitative"
    band = made["layer"][0]["encoding"]
    assert (band["y"]["field"], band["y2"]["field"]) == ("low", "high")
    assert made["data"]["values"][0]["low"] <= made["data"]["values"][0]["share"]


def test_json_names_players_versions_and_what_was_varied() -> None:
    ran = CliRunner().invoke(app, ["sweep", TOLL, HP, "-n", "1", "--json"])

    data: dict[str, Any] = json.loads(ran.stdout)
    assert (data["kind"], data["paths"]) == ("sweep", ["toll-cutter.max_hp"])
    assert data["players"]["foes"] == "greedy"
    assert [point["values"] for point in data["points"]] == [[5], [12]]


@pytest.mark.parametrize(
    "words",
    [
        ["--chart", "chart.gif"],
        ["--out", "rows.txt"],
        ["--set", "nobody.hp=1"],
        ["--on", "the-moon"],
    ],
)
def test_bad_input_is_status_2(words: list[str]) -> None:
    ran = CliRunner().invoke(app, ["sweep", TOLL, HP, "-n", "1", *words])

    assert ran.exit_code == 2
    assert "found" in ran.stderr
