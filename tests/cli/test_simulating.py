"""``affray sim`` on the toy fight."""

from __future__ import annotations

import csv
import json
import os
import signal
import sys
import types
from pathlib import Path

import pytest

from affray.cli.sim import binned, read_width
from affray.sim import batches
from affray.sim.counts import Row
from affray.sim.intervals import wilson
from tests.bots import toy
from tests.cli.conftest import Cli, Ran

pytestmark = pytest.mark.usefixtures("toys")


def test_the_page_says_who_wins_how_fast_and_who_falls(cli: Cli) -> None:
    ran = cli("sim", "toy", "-n", "200", "--seed", "4")
    batch = batches.run(toy.prepare, seed=4, count=200)

    assert ran.status == 0
    assert "fights 0 to 199 of seed 4; players greedy, foes greedy, gm default" in ran.out
    low, high = wilson(batch.wins[0], 200)
    assert f"{batch.wins[0] / 2:.1f} %" in ran.out
    assert f"{100 * low:.1f} to {100 * high:.1f} %" in ran.out
    assert f"toy/end.last-standing {batch.wins[0]}" in ran.out
    assert f"mean {batch.length().mean:.2f} +- {batch.length().error:.2f}" in ran.out
    assert "raider-2" in ran.out
    assert ran.err == ""  # no progress bar where stderr is no terminal


def test_json_says_the_same_for_any_jobs(cli: Cli) -> None:
    one = cli("sim", "toy", "-n", "120", "--jobs", "1", "--json").json()
    two = cli("sim", "toy", "-n", "120", "--jobs", "2", "--json").json()

    assert one == two
    assert one["fights"] == 120
    assert one["ruleset"] == "toy"
    assert one["wins"]["heroes"]["wilson"] != one["wins"]["heroes"]["anytime"]


def test_a_run_is_taken_up_again_by_the_number_of_the_first_fight(cli: Cli) -> None:
    later = cli("sim", "toy", "-n", "30", "--first", "20", "--json").json()
    expected = batches.run(toy.prepare, first=20, count=30)

    assert later["digest"] == f"{expected.digest:016x}"


def test_seats_take_players_by_name(cli: Cli) -> None:
    ran = cli("sim", "toy", "-n", "50", "--seat", "players=random", "--json")

    assert ran.json()["players"] == {"players": "random", "foes": "greedy", "gm": "default"}


def test_a_width_stops_the_run(cli: Cli) -> None:
    ran = cli("sim", "toy", "-n", "5000", "--within", "8%")

    assert ran.status == 0
    assert "Wilson, stopped by width" in ran.out


@pytest.mark.parametrize(("text", "width"), [("2%", 0.02), ("0.02", 0.02), ("", 0.0)])
def test_a_width_is_read(text: str, width: float) -> None:
    assert read_width(text) == pytest.approx(width)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-n", "0"], "greater than or equal to 1"),
        (["-n", "many"], "valid integer"),
        (["--first", "-1"], "--first"),
        (["--seat", "players"], "expected SEAT=PLAYER"),
        (["--seat", "players=greedi"], "did you mean 'greedy'"),
        (["--seat", "players=human"], "no player is called 'human'"),
        (["--seat", "player=random"], "did you mean 'players'"),
        (["--seat", "foes=random", "--seat", "foes=greedy"], "given twice"),
        (["--within", "wide"], "expected a width such as 2%"),
        (["--within", "80%"], "expected a width such as 2%"),
        (["--format", "xlsx"], "expected csv or parquet"),
        (["--frobnicate"], "--frobnicate"),
        (["another"], "another"),
    ],
)
def test_wrong_usage_is_told_and_exits_2(cli: Cli, words: list[str], message: str) -> None:
    ran = cli("sim", "toy", *words)

    assert ran.status == 2
    assert message in ran.err
    assert ran.out == ""
    assert "Traceback" not in ran.err


def test_one_row_is_written_for_every_fight(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "rows"

    ran = cli("sim", "toy", "-n", "60", "--first", "5", "--out", str(folder))

    assert ran.status == 0
    assert sorted(path.name for path in folder.iterdir()) == ["fights.csv", "summary.json"]
    with (folder / "fights.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    batch = batches.run(toy.prepare, first=5, count=60)
    assert [int(row["fight"]) for row in rows] == list(range(5, 65))
    assert sum(row["winner"] == "heroes" for row in rows) == batch.wins[0]
    assert sum(int(row["raider-1.down"]) for row in rows) == batch.fallen[2]
    assert sum(int(row["ana.hp"]) for row in rows) == batch.measures[0]["hp"].total
    summary = json.loads((folder / "summary.json").read_text())
    assert summary["digest"] == f"{batch.digest:016x}"


def test_a_folder_that_cannot_be_written_is_refused_before_anything_runs(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setattr(batches, "run", None)  # playing would fail

    ran = cli("sim", "toy", "--out", str(file / "rows"))

    assert ran.status == 2
    assert "cannot be written: Not a directory" in ran.err


def test_parquet_without_its_library_names_the_extra(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    ran = cli("sim", "toy", "--out", str(tmp_path), "--format", "parquet")

    assert ran.status == 2
    assert "affray[parquet]" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_parquet_gets_the_rows_as_columns(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stand-in for the library notes the table that it is given."""
    tables: list[dict[str, list[object]]] = []

    def table(columns: dict[str, list[object]]) -> dict[str, list[object]]:
        return columns

    def write_table(columns: dict[str, list[object]], path: str) -> None:
        tables.append(columns)
        Path(path).write_text("parquet")

    arrow, parquet = types.ModuleType("pyarrow"), types.ModuleType("pyarrow.parquet")
    vars(arrow)["table"] = table
    vars(parquet)["write_table"] = write_table
    monkeypatch.setitem(sys.modules, "pyarrow", arrow)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", parquet)

    ran = cli("sim", "toy", "-n", "30", "--out", str(tmp_path), "--format", "parquet")

    assert ran.status == 0
    assert (tmp_path / "fights.parquet").read_text() == "parquet"
    (columns,) = tables
    assert columns["fight"] == list(range(30))
    assert set(columns["ana.down"]) == {True, False}


def test_an_interrupt_prints_what_there_is_and_exits_130(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = batches.Arena.fight

    def fight(arena: batches.Arena, number: int) -> Row:
        if number == 70:
            os.kill(os.getpid(), signal.SIGINT)
        return begun(arena, number)

    monkeypatch.setattr(batches.Arena, "fight", fight)

    ran = cli("sim", "toy", "-n", "90000", "--jobs", "1", "--out", str(tmp_path))

    assert ran.status == 130
    assert "fights 0 to 70" in ran.out
    assert "true whenever one stops" in ran.out
    assert "interrupted after 71 of 90,000 fights" in ran.err
    assert len((tmp_path / "fights.csv").read_text().splitlines()) == 72


def test_what_is_left_of_everybody_is_printed_on_demand(cli: Cli) -> None:
    batch = batches.run(toy.prepare, count=30)
    mean = batch.measures[1]["hp"].mean()

    assert "hp" not in cli("sim", "toy", "-n", "30").out
    assert f"{mean.mean:.2f} +- {mean.error:.2f}" in cli("sim", "toy", "-n", "30", "--measures").out


def test_fights_that_do_not_end_are_pointed_out(cli: Cli) -> None:
    ran = cli("sim", "toy", "-n", "12", "--most-steps", "5")

    assert "12 fights did not end within the cap of steps: 0, 1, 2" in ran.out


def test_a_bug_asks_for_a_report_with_seed_and_fight(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(arena: batches.Arena, number: int) -> Row:
        raise RuntimeError("a rule gone wrong")

    monkeypatch.setattr(batches.Arena, "_fight", broken)

    ran = cli("sim", "toy", "-n", "12", "--seed", "77")

    assert ran.status == 70
    assert "this is a bug in Affray, please report: seed 77, fight 0: RuntimeError" in ran.err
    assert "Traceback" not in ran.err
    details = Path(ran.err.rpartition(": ")[2].strip())
    assert "a rule gone wrong" in details.read_text()
    details.unlink()


def test_many_lengths_share_the_lines_of_the_histogram() -> None:
    few = binned({3: 2, 5: 1})
    many = binned({10: 1, 11: 2, 60: 4})

    assert few == [("3", 2), ("4", 0), ("5", 1)]
    assert many[0] == ("10 to 12", 3)
    assert many[-1] == ("58 to 60", 4)
    assert len(many) == 17


def test_rows_go_to_a_folder_that_is_named_at_the_end(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    ran = cli("sim", "toy", "-n", "2", "--out", str(tmp_path / "new"))

    assert f"one row a fight: {tmp_path / 'new' / 'fights.csv'}" in ran.out
    for wrong in ("rows.csv", "file"):
        refused = cli("sim", "toy", "-n", "2", "--out", str(tmp_path / wrong))
        assert refused.status == 2
        assert "expected a folder: fights.csv goes there" in refused.err
        assert not (tmp_path / "rows.csv").exists()


# -- rows that are there already -------------------------------------------------------------------


def rows_of(cli: Cli, folder: Path, *words: str) -> Ran:
    return cli("sim", "toy", "-n", "20", "--out", str(folder), *words)


def test_rows_are_never_overwritten_unless_forced(cli: Cli, tmp_path: Path) -> None:
    rows_of(cli, tmp_path)
    before = (tmp_path / "fights.csv").read_text()

    ran = rows_of(cli, tmp_path, "--seed", "9")

    assert ran.status == 2
    assert "there are rows already; --force overwrites it, --first N goes on" in ran.err
    assert (tmp_path / "fights.csv").read_text() == before
    assert len(list(tmp_path.iterdir())) == 2
    assert rows_of(cli, tmp_path, "--seed", "9", "--force").status == 0
    assert (tmp_path / "fights.csv").read_text() != before


def test_a_run_in_two_parts_leaves_the_rows_and_the_summary_of_one(
    cli: Cli, tmp_path: Path
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    cli("sim", "toy", "-n", "40", "--out", str(one))
    rows_of(cli, two)
    ran = rows_of(cli, two, "--first", "20")

    assert ran.status == 0
    for name in ("fights.csv", "summary.json"):
        assert (two / name).read_bytes() == (one / name).read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--first", "19"], "ends before fight 20: --first 20 goes on"),
        (["--first", "20", "--seed", "4"], "its seed is 1, this run's is 4"),
        (["--first", "20", "--seat", "foes=random"], "its players is"),
    ],
)
def test_rows_of_another_run_are_not_gone_on_with(
    cli: Cli, tmp_path: Path, words: list[str], said: str
) -> None:
    rows_of(cli, tmp_path)
    before = (tmp_path / "fights.csv").read_text()
    ran = rows_of(cli, tmp_path, *words)

    assert ran.status == 2
    assert said in ran.err
    assert (tmp_path / "fights.csv").read_text() == before


@pytest.mark.parametrize("name", ["fights.csv", "summary.json"])
@pytest.mark.parametrize("text", ["", "fight\n1\n", "{}", "[]", "\x00", '{"first": 0}'])
def test_what_is_no_run_is_not_gone_on_with(cli: Cli, tmp_path: Path, name: str, text: str) -> None:
    rows_of(cli, tmp_path)
    (tmp_path / name).write_text(text)
    ran = rows_of(cli, tmp_path, "--first", "20")

    assert ran.status == 2
    assert "cannot be gone on with" in ran.err


def test_a_full_disk_costs_the_rows_not_the_page(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "fights.csv").symlink_to("/dev/full")

    ran = rows_of(cli, tmp_path)

    assert ran.status == 2
    assert "fights.csv: cannot be written: No space left on device" in ran.err
    assert "Who wins" in ran.out
    assert "bug" not in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["fights.csv"]
