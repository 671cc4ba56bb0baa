"""``affray sim`` on the toy fight."""

from __future__ import annotations

import csv
import json
import os
import signal
import sys
import tracemalloc
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from affray.cli.sim import binned, read_width
from affray.intervals import wilson
from affray.sim import batches, executors, rows
from affray.sim.counts import Row
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


def test_of_one_fight_no_error_is_known(cli: Cli) -> None:
    ran = cli("sim", "toy", "-n", "1", "--seed", "4")

    assert ran.status == 0
    assert "nan" not in ran.out


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
        (["--format", "xlsx"], "expected csv, parquet or none"),
        (["--on", "moon"], "expected local-ray, ray or ray://HOST:PORT"),
        (["--seat", "players=nowhere:bot"], "nowhere:bot cannot be imported"),
        (["--out", "a", "--resume", "b"], "found --out too"),
        (["--resume", "a", "--force"], "which keeps what is there"),
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


def test_parquet_gets_the_rows_in_parts_that_are_one_table(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "PARTITION", 10)
    monkeypatch.setattr(executors.Here, "span", 0.0)  # one fight a portion

    ran = cli("sim", "toy", "-n", "35", "--out", str(tmp_path), "--format", "parquet")

    assert ran.status == 0
    assert f"one row a fight: {tmp_path / 'fights'}" in ran.out
    assert [one.name for one in sorted((tmp_path / "fights").iterdir())] == [
        f"part-{first:012}.parquet" for first in (0, 10, 20, 30)
    ]
    table = table_of(tmp_path).to_pydict()
    batch = batches.run(toy.prepare, count=35)
    assert table["fight"] == list(range(35))
    assert table["ana.down"].count(True) == batch.fallen[0]
    assert sum(table["ana.hp"]) == batch.measures[0]["hp"].total


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
    assert (
        "there is a run already; --force overwrites it, --resume goes on with it, --first"
        in ran.err
    )
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


def table_of(folder: Path) -> Any:
    """Read all parts of a run's rows, as anybody would."""
    from pyarrow import dataset  # late, for it begins threads

    return dataset.dataset(folder / "fights").to_table()


def until(monkeypatch: pytest.MonkeyPatch, last: int) -> None:
    """Let the machine go down when a fight is about to be played."""
    begun = batches.Arena.fight

    def fight(arena: batches.Arena, number: int) -> Row:
        if number == last:
            raise MemoryError("no more")
        return begun(arena, number)

    monkeypatch.setattr(batches.Arena, "fight", fight)


def close(table: rows.Table, *, keep: bool) -> None:
    assert table.file is not None
    table.file.close()


@pytest.mark.parametrize("format_", ["csv", "parquet", "none"])
def test_a_run_goes_on_where_it_stopped_whatever_stopped_it(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format_: str
) -> None:
    monkeypatch.setattr(rows, "PARTITION", 8)
    monkeypatch.setattr(executors.Here, "span", 0.0)
    one, two = tmp_path / "one", tmp_path / "two"
    words = ("sim", "toy", "-n", "60", "--format", format_, "--jobs", "1", "--json")
    whole = cli(*words, "--resume", str(one)).json()
    with monkeypatch.context() as patched:
        until(patched, 41)
        assert cli(*words, "--resume", str(two)).status == 70
    there = json.loads((two / "summary.json").read_text())["fights"]
    assert 8 <= there <= 41

    played: list[int] = []
    begun = batches.Arena.fight

    def noted(arena: batches.Arena, number: int) -> Row:
        played.append(number)
        return begun(arena, number)

    monkeypatch.setattr(batches.Arena, "fight", noted)
    assert cli(*words, "--resume", str(two)).json() == whole
    assert played == list(range(there, 60))
    assert (two / "summary.json").read_bytes() == (one / "summary.json").read_bytes() or (
        format_ == "parquet"  # whose parts are cut elsewhere
    )
    if format_ == "csv":
        assert (two / "fights.csv").read_bytes() == (one / "fights.csv").read_bytes()
    if format_ == "parquet":
        assert table_of(one).equals(table_of(two))
    assert cli(*words, "--resume", str(two)).json() == whole  # nothing is left to play
    assert not list(tmp_path.glob("*/*.part"))


def test_a_run_that_was_killed_goes_on_too(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing could be tidied: what grows lies there, with more than was counted."""
    monkeypatch.setattr(rows, "PARTITION", 8)
    monkeypatch.setattr(executors.Here, "span", 0.0)
    with monkeypatch.context() as patched:
        until(patched, 41)
        patched.setattr(rows.Table, "leave", close)
        rows_of(cli, tmp_path, "-n", "60", "--jobs", "1")
    assert (tmp_path / "fights.csv.part").is_file()
    with (tmp_path / "fights.csv.part").open("a") as file:
        file.write("half a li")

    ran = cli("sim", "toy", "-n", "60", "--resume", str(tmp_path))

    assert ran.status == 0
    assert "fights 0 to 59" in ran.out
    with (tmp_path / "fights.csv").open(newline="") as file:
        assert [int(row["fight"]) for row in csv.DictReader(file)] == list(range(60))


def test_two_runs_do_not_write_to_one_folder(cli: Cli, tmp_path: Path) -> None:
    with rows.RunFolder(tmp_path):
        ran = rows_of(cli, tmp_path)

    assert ran.status == 2
    assert "another run is writing there" in ran.err


def test_rows_take_no_more_memory_however_many_fights_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight times the fights, the same memory: all that is kept of them is a part of the table."""
    monkeypatch.setattr(rows, "PARTITION", 500)
    peaks: list[int] = []
    arena = batches.Plan(toy.prepare, 1, {}, keep_rows=True).arena
    played = arena.batch(0, 50)
    for number, portions in enumerate((20, 160)):
        with rows.RunFolder(tmp_path / str(number), "parquet") as kept:
            total = kept.go_on({}, arena.empty(0))
            tracemalloc.start()
            for portion in range(portions):
                part = replace(played, first=50 * portion)
                total += part
                kept.add(part)
                kept.note(total)
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
            kept.finish(total)
            assert total.count == 50 * portions

    assert peaks[1] < 1.1 * peaks[0]


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
