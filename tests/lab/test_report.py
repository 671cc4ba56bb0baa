"""Reports: what the page says is what the fights were, and all that it needs is in it."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any, TypeVar

import pyarrow.parquet
import pytest
from typer.testing import CliRunner

from affray.cli.app import app
from affray.core.errors import InvalidError
from affray.core.grid import Grid
from affray.lab.report import Report, extras, fights, maps, of_encounter, of_result, reading
from affray.lab.report.changes import searched
from affray.lab.report.fights import Fights
from affray.lab.report.page import write_parquet
from affray.lab.report.parts import Chart, Table
from affray.lab.report.retold import retold
from affray.lab.watch import Watcher
from affray.sim import batches
from affray.sim.batches import Plan, from_content
from affray.sim.executors import Here, Portion, Stop, Work, never
from scripts import demo
from tests.ford import FORD

T = TypeVar("T")
FIGHTS = 12


@pytest.fixture(scope="module")
def ford(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ford") / "at-the-ford.toml"
    path.write_text(FORD, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def report(ford: Path) -> Report:
    return of_encounter(ford, seed=5, count=FIGHTS)


@pytest.fixture(scope="module")
def played(ford: Path) -> Fights:
    watcher = Watcher(Plan(from_content(ford), 5, {}, keep_rows=True))
    found = Fights(watcher)
    found.seen = watcher.batch(0, FIGHTS)
    found.keep(found.seen)
    return found


def part(report: Report, section: str, kind: type[Any]) -> Any:
    (found,) = [one for one in report.sections if one.id == section]
    return next(one for one in found.parts if isinstance(one, kind))


# -- the page --------------------------------------------------------------------------------------


def test_the_page_says_who_played_by_which_rules_and_from_which_seed(report: Report) -> None:
    text = report.html()

    assert "<h1>At the &lt;Ford&gt;</h1>" in text
    for name, value in [("Rules", "thrum, rules version "), ("Seed", "5</dd>"), ("Affray", "")]:
        assert f"<dt>{name}</dt><dd>{value}" in text
    assert "players greedy, foes greedy, gm default" in text
    assert "12 (0 to 11)" in text


def test_the_page_is_the_same_every_time(ford: Path, report: Report) -> None:
    assert of_encounter(ford, seed=5, count=FIGHTS).html() == report.html()


def test_nothing_in_the_page_is_fetched_from_elsewhere(report: Report) -> None:
    """Addresses stand in Vega's own code only, as names of formats; the page forbids requests."""
    text = report.html().replace(extras.vega(), "")

    assert "default-src 'none'" in text
    assert re.findall(r"(?:src|href)=\"(?!#|data:,)[^\"]*\"", text) == []
    addresses = re.findall(r"https?://[\w./-]+", text)
    assert {one.rpartition("/")[0] for one in addresses} == {
        "https://vega.github.io/schema/vega-lite"
    }


def test_what_goes_into_a_script_cannot_end_it(report: Report) -> None:
    embedded = re.search(r'id="charts">(.*?)</script>', report.html(), re.DOTALL)

    assert embedded is not None
    assert "<" not in embedded[1]
    assert len(json.loads(embedded[1])) == sum(
        isinstance(one, Chart) for section in report.sections for one in section.parts
    )


def test_the_page_counts_what_a_simulation_counts(ford: Path, report: Report) -> None:
    batch = batches.run(ford, seed=5, count=FIGHTS)

    assert report.heading["wins"] == batch.as_data()["wins"]
    table: Table = part(report, "glance", Table)
    assert [row[3] for row in table.rows] == [*map(str, batch.wins), str(batch.draws), "0"]


# -- its data --------------------------------------------------------------------------------------


def test_a_page_is_written_with_its_data_beside_it(report: Report, tmp_path: Path) -> None:
    written = report.write(tmp_path / "deep" / "ford.html")
    rows = pyarrow.parquet.read_table(tmp_path / "deep" / "ford-data" / "fights.parquet")

    assert [path.name for path in written] == [
        *("ford.html", "fights.parquet", "health.parquet", "places.parquet", "deeds.parquet")
    ]
    assert rows.num_rows == FIGHTS
    assert {"fight", "winner", "rounds", "ansa-brock.down", "ferrymen.left"} <= set(
        rows.column_names
    )
    with pytest.raises(InvalidError, match="there is a file already"):
        report.write(tmp_path / "deep" / "ford.html")
    assert report.write(tmp_path / "deep" / "ford.html", force=True) == written


def test_a_column_that_a_row_lacks_is_empty_there(tmp_path: Path) -> None:
    write_parquet(tmp_path / "one.parquet", [{"a": 1}, {"a": 2, "b": "x"}])

    table = pyarrow.parquet.read_table(tmp_path / "one.parquet")
    assert table.to_pydict() == {"a": [1, 2], "b": [None, "x"]}


def test_a_folder_is_no_place_for_a_page(report: Report, tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="found the folder"):
        report.write(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(InvalidError, match="cannot be written"):
        report.write(tmp_path / "file" / "page.html")


def test_what_is_broken_off_before_a_fight_is_complete_is_no_report(ford: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        of_encounter(ford, executor=BrokenOff(0))
    assert of_encounter(ford, executor=BrokenOff(2)).heading["stopped"] == "interrupted"


class BrokenOff(Here):
    """Plays so many fights, then Ctrl-C comes."""

    def __init__(self, fights: int) -> None:
        self.fights = fights

    def results(
        self, work: Work[T], portions: Iterable[Portion], stop: Stop = never
    ) -> Generator[T, None, None]:
        if self.fights:
            yield work.open()(0, self.fights)
        raise KeyboardInterrupt


def test_without_the_extra_it_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)

    with pytest.raises(InvalidError, match=r"needs altair: install the extra \(affray\[charts"):
        of_encounter("thrum/broken-causeway")


# -- single things ---------------------------------------------------------------------------------


def test_fights_to_read_are_the_fights_that_were_played(played: Fights) -> None:
    arena = played.watcher.arena
    picked = fights.worth_reading(played)

    assert len(picked) == len({row.fight for _, row in picked}) >= 2
    for _, row in picked[:2]:
        fight = retold(arena.ruleset, arena.setup, played.watcher.plan, row.fight)
        assert fight.outcome is not None
        assert (fight.combat.winner, fight.outcome.reason, fight.outcome.rounds) == (
            row.winner,
            row.reason,
            row.rounds,
        )


def test_the_best_fight_leaves_most_and_the_worst_least(played: Fights) -> None:
    ahead = dict(zip([row.fight for row in played.rows], fights.margins(played), strict=True))
    picked = {title: ahead[row.fight] for title, row in fights.worth_reading(played)}

    won = [ahead[row.fight] for row in played.rows if row.winner == 0]
    assert picked["The best for The Ferrymen"] == max(won)
    assert all(-1 <= one <= 1 for one in ahead.values())


def test_the_curve_of_wins_ends_at_the_share(played: Fights) -> None:
    section = fights.curve(played)
    assert section is not None
    chart = section.parts[0]
    assert isinstance(chart, Chart)
    rows = next(
        layer["data"]["values"] for layer in chart.spec["layer"] if "share" in str(layer["data"])
    ) if "data" not in chart.spec else chart.spec["data"]["values"]  # fmt: skip
    last = {row["side"]: row for row in rows if row["fights"] == FIGHTS}

    assert last["The Ferrymen"]["share"] == played.seen.batch.wins[0] / FIGHTS
    assert last["The Ferrymen"]["low"] <= last["The Ferrymen"]["share"]
    assert fights.marks(1000)[-1] == 1000
    assert len(fights.marks(1000)) <= fights.POINTS


def test_rounds_that_hardly_a_fight_reaches_are_left_out(played: Fights) -> None:
    assert 1 <= fights.last_round(played.seen) <= max(played.seen.batch.rounds)
    assert fights.spread(20, 8) == [0, 3, 6, 9, 11, 14, 17, 20]
    assert fights.spread(3, 8) == [0, 1, 2, 3]
    assert fights.median_of({1: 3, 4: 1}) == 1


def test_a_map_shows_walls_heights_and_as_much_as_happened() -> None:
    grid = Grid(3, 1, [0, 4, 0], [0, 0, 2], edges=[(0, 1, 1)])
    field = "".join(maps.field(grid))
    marks = maps.heat(grid, {0: 3, 2: 1, -1: 7}, 1, "its places")

    assert field.count("<rect") == 4  # three cells, one of them hatched
    assert "height 2" in field
    assert 'class="e2"' in field
    assert 'class="barrier"' in field
    assert len(marks) == 2  # nothing lies off the map
    assert "0,0: 75.0 % of its places" in marks[0]
    assert "<polygon" in marks[0]


# -- results of other commands ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def simulated(ford: Path) -> dict[str, Any]:
    batch = batches.run(ford, seed=5, count=FIGHTS)
    return {"encounter": str(ford), "ruleset": "thrum", **batch.as_data()}


def test_a_simulation_becomes_a_page(simulated: dict[str, Any]) -> None:
    made = of_result(json.loads(json.dumps(simulated)))

    assert made.title == "At The Ford"
    assert [section.id for section in made.sections] == [
        *("glance", "rounds", "fallen", "left", "result")
    ]
    assert made.data["rounds"]
    assert "As it was printed" in made.html()


FAIR = {
    "kind": "fair",
    "encounter": "thrum/x",
    "side": "ferrymen",
    "verdict": "fair",
    "thresholds": {"fair": [0.4, 0.6], "deadly": 0.25},
    "pairs": [
        {
            "pair": "equal plain",
            "fights": 400,
            "words": ["fair"],
            "chance": {"share": 0.5, "interval": [0.42, 0.58], "valid": "whenever you stop"},
            "wins": {"ferrymen": {"share": 0.5, "interval": [0.42, 0.58]}},
        }
    ],
    "swings": {"word": "open", "telling": [{"event": "ana falls", "points_per_fight": 3.5}]},
}
DIFF = {
    "kind": "diff",
    "first": {"encounter": "a", "packs": [], "changes": []},
    "second": {"encounter": "a", "packs": ["x/mine.toml"], "changes": ["foes.hp +10%"]},
    "side": "party",
    "fights": 1000,
    "identical": 900,
    "verdict": "worse",
    "wins": {"first": 500, "second": 450, "gained": 10, "lost": 60, "change": -0.05,
             "interval": [-0.07, -0.03]},
    "parted": [{"rules": ["r", "r"], "fights": 100, "fight": 7, "sentences": ["a", "b"]}],
    "notable": {"lost": [{"fight": 7, "winners": ["party", None], "run": ["affray run a", ""]}]},
}  # fmt: skip


POINT = {"fights": 400, "rounds": 5.2, "change": -0.1, "party share": 0.6, "party low": 0.55,
         "party high": 0.65, "foes share": 0.4, "foes low": 0.35, "foes high": 0.45}  # fmt: skip
SWEEP = {"kind": "sweep", "side": "party", "compared_with": [10]}
NUMBERS = [{"values": [hp], **POINT} for hp in (10, 20)]
WORDS = [{"values": [word], **POINT} for word in ("axe", "bow")]
GRID = [{"values": [hp, word], **POINT} for hp in (10, 20) for word in ("axe", "bow")]
WORTH = {
    "kind": "worth",
    "side": "party",
    "pieces": [
        {"whose": "ana", "kind": "feats", "id": "big-swing", "side": "party", "worth": 0.12,
         "interval": [0.05, 0.19], "uses": 30, "watched": 20, "verdict": "better"},
        {"whose": "ana", "kind": "feats", "id": "swim", "worth": 0.0, "interval": [0.0, 0.0],
         "never_used": True},
        {"whose": "bo", "kind": "member", "id": "bo", "worth": None, "interval": [None, None]},
    ],
    "refused": [{"whose": "bo", "kind": "feats", "id": "x", "reason": "she needs it"}],
}  # fmt: skip
BALANCE = {
    "kind": "balance",
    "side": "party",
    "goal": 0.65,
    "written": "mine.toml",
    "found": [
        {"by": "foes.hp", "finding": "reached", "told": ["every foe: hp 10 to 12"],
         "fitted": {"share": 0.64, "interval": [0.62, 0.66], "valid": "for this many fights"},
         "curve": [{"at": at, "fights": 100, "share": 0.5, "interval": [0.4, 0.6]}
                   for at in (1.2, 1.0)]},
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (FAIR, ["Verdict: fair (judged for ferrymen).", "equal plain", "42 to 58 %", "ana falls"]),
        (DIFF, ["900 of 1,000 fights are identical.", "-7.0 to -3.0", "affray run a", "a / b"]),
        (
            {**SWEEP, "paths": ["foes.hp"], "points": NUMBERS},
            [
                "What foes.hp does",
                "Changes are against foes.hp 10.",
                "60.0 %",
                "55 to 65 %",
                "-10.0",
            ],
        ),
        ({**SWEEP, "paths": ["foes.weapon"], "points": WORDS}, ["axe", "bow"]),
        (
            {**SWEEP, "paths": ["foes.hp", "foes.weapon"], "points": GRID},
            [
                "What foes.hp and foes.weapon do,",
                "foes.hp / foes.weapon",
                "Percent of fights that party win.",
                '--v:0.600">60<',
            ],
        ),
        (WORTH, ["Ana: big swing", "+5.0 to +19.0", "1.5", "Never used", "Ana: swim", "she needs"]),
        (BALANCE, ["win 65 %", "every foe: hp 10 to 12", "62 to 66 %", "mine.toml", "By foes.hp"]),
        ({"kind": "sweep"}, ["What a value does"]),
        ({"kind": "worth"}, ["on the same dice"]),
        (
            {**BALANCE, "found": [{"by": "foes.hp", "finding": "jumps"}]},
            ["Nothing that was turned"],
        ),
        ({"kind": "balance"}, ["What makes it fair"]),
        ({"kind": "fair"}, ["Verdict: unknown"]),
        ({"kind": "diff"}, ["0 of 0 fights are identical."]),
        (
            {
                "kind": "diff",
                "answers": "same",
                "answered": {"same": 97, "refused": 2, "new": 1},
            },
            ["The change itself: players answer", "That is 97.0 % of the second"],
        ),
    ],
    ids=lambda one: str(one.get("paths", one["kind"])) if isinstance(one, dict) else "",
)
def test_a_page_shows_what_a_result_holds(result: dict[str, Any], words: list[str]) -> None:
    text = of_result(result).html()

    for one in words:
        assert one in text


@pytest.mark.parametrize("result", [{"kind": "poem"}, {}, []], ids=str)
def test_what_is_no_result_is_refused(result: Any) -> None:
    with pytest.raises(InvalidError, match="expected"):
        of_result(result)


def test_numbers_that_are_none_are_not_drawn() -> None:
    assert reading.known({"share": None, "interval": [0, 1]}) is None
    assert reading.known({"share": 0.5, "interval": [None, 1]}) is None
    assert reading.known("x") is None
    assert reading.known({"share": 0.5, "wilson": [0.4, 0.6]}) == (0.5, 0.4, 0.6)


# -- the command -----------------------------------------------------------------------------------


def affray(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


def test_the_command_writes_where_it_is_told(
    ford: Path, simulated: dict[str, Any], tmp_path: Path
) -> None:
    page, result = tmp_path / "page.html", tmp_path / "sim.json"
    result.write_text(json.dumps(simulated), encoding="utf-8")
    done = affray("report", str(ford), "-n", "3", "--out", str(page), "--json")
    again = affray("report", str(ford), "-n", "3", "--out", str(page))
    shown = affray("report", str(result), "--out", str(tmp_path / "sim.html"))

    assert done.exit_code == 0
    assert json.loads(done.stdout)["fights"] == 3
    assert json.loads(done.stdout)["written"][0] == str(page)
    assert again.exit_code == 2
    assert "--force" in again.stderr
    assert shown.exit_code == 0
    assert "no network needed" in shown.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [("{", "found no JSON"), ("[]", "found no table"), ('{"kind": "poem"}', "expected one of")],
)
def test_a_file_that_is_no_result_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "what.json"
    path.write_text(text, encoding="utf-8")
    done = affray("report", str(path))

    assert done.exit_code == 2
    assert said in done.stderr


def test_a_page_is_no_encounter_to_report_on(tmp_path: Path) -> None:
    page = tmp_path / "diff.html"
    page.write_text("<!doctype html>", encoding="utf-8")
    done = affray("report", str(page))

    assert done.exit_code == 2
    assert "found .html, expected an encounter (.toml) or a result (.json)" in done.stderr


# -- the demonstration -----------------------------------------------------------------------------


def test_the_demonstration_judges_its_fight_and_writes_a_page_or_says_what_that_takes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run: list[tuple[str, ...]] = []
    monkeypatch.setattr(demo, "command", lambda *words: run.append(words))
    demo.judged(200)

    assert [words[:2] for words in run] == [
        ("fair", "broken-causeway"),
        ("report", "broken-causeway"),
    ]

    def missing() -> None:
        raise InvalidError(["a report needs altair"])

    monkeypatch.setattr(demo, "check_extra", missing)
    run.clear()
    demo.judged(200)

    assert [words[0] for words in run] == ["fair"]
    assert capsys.readouterr().out.count(".[charts]") == 1


def test_settings_of_a_knob_are_told_in_few_digits() -> None:
    tried = [{"at": at, "share": 0.5, "interval": [0.4, 0.6]} for at in (1, 0.746154, 1200)]
    chart = searched({"by": "foes.hp", "curve": tried}, None)

    assert chart is not None
    assert [row["name"] for row in chart.rows] == ["0.746", "1", "1200"]
