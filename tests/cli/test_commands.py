"""The commands as one types them, on real fights; compiled and interpreted alike."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import affray
from affray.checking import fuzz, invariants, sessions
from affray.cli.app import ORDER
from affray.cli.fuzz import unseen
from affray.content import list_encounters
from affray.render import terminal
from affray.session.journal import read
from affray.session.timeline import Timeline
from tests.cli.conftest import Cli

DUEL = """
ruleset = "thrum"
id = "yard"
name = "In the Yard"
round_limit = 12

[map]
rows = [
  "......",
  "..,...",
  "......",
]

[[map.zone]]
name = "players"
rects = [[0, 0, 0, 2]]

[[side]]
id = "ferrymen"
start = "players"
members = [{ id = "ansa-brock" }]

[[side]]
id = "foes"
members = [{ id = "biffer", at = [4, 1] }]
"""


@pytest.fixture
def yard(tmp_path: Path) -> str:
    """Return the path of a small encounter."""
    path = tmp_path / "yard.toml"
    path.write_text(DUEL)
    return str(path)


# -- the command itself ---------------------------------------------------------------------------


def test_the_version_is_printed(cli: Cli) -> None:
    assert cli("--version").out == f"affray {affray.__version__}\n"


def test_help_names_every_command(cli: Cli) -> None:
    text = cli("--help").out

    for command in ORDER:
        assert re.search(rf"^\s+{command}\b", text, re.MULTILINE), command
        assert cli(command, "--help").status == 0


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["frobnicate"],
        ["run"],
        ["sim", "--frob"],
        ["odds", "thrum/broken-causeway"],
        ["check"],
        ["replay"],
        ["validate"],
        ["schema"],
        ["play", "thrum/broken-causeway", "--seed", "x"],
    ],
)
def test_wrong_usage_exits_2(cli: Cli, words: list[str]) -> None:
    ran = cli(*words)

    assert ran.status == 2
    assert "Traceback" not in ran.err


def affray_command(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    home = str(Path(affray.__file__).parents[1])
    return subprocess.run(
        [sys.executable, "-m", "affray", *words],
        env={**os.environ, "PYTHONPATH": home},
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_it_runs_as_a_module() -> None:
    ran = affray_command("list", "thrum", "--json")

    assert ran.returncode == 0
    assert json.loads(ran.stdout)[0]["id"] == "thrum"


def test_a_closed_pipe_is_no_bug() -> None:
    home = str(Path(affray.__file__).parents[1])
    line = f"'{sys.executable}' -m affray rules thrum --json | head -1"

    ran = subprocess.run(
        ["/bin/sh", "-c", line],
        env={**os.environ, "PYTHONPATH": home},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert ran.stdout == "[\n"
    assert "bug" not in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    "words", ["list", "rules thrum --json", "sim thrum/broken-causeway -n 1 --json"]
)
def test_a_full_disk_is_no_bug(words: str) -> None:
    home = str(Path(affray.__file__).parents[1])
    ran = subprocess.run(
        ["/bin/sh", "-c", f"'{sys.executable}' -m affray {words} > /dev/full"],
        env={**os.environ, "PYTHONPATH": home},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert ran.returncode == 2
    assert ran.stderr == "affray: the output cannot be written: No space left on device\n"


# -- list -----------------------------------------------------------------------------------------


def test_all_that_there_is_to_play_is_listed(cli: Cli) -> None:
    data = cli("list", "--json").json()

    assert [one["id"] for one in data] == ["icon", "ingenuity", "quest", "sovereign", "thrum"]
    for one in data:
        keys = [f"{one['id']}/{encounter['id']}" for encounter in one["encounters"]]
        assert keys == [listing.key for listing in list_encounters(one["id"])]
        assert one["characters"]
        assert one["creatures"]


def test_the_page_names_rulesets_encounters_and_members(cli: Cli) -> None:
    page = cli("list").out

    assert "thrum  Thrum" in page
    assert "broken-causeway" in page
    assert "ansa-brock" in page
    assert "biffer" in page


def test_an_unknown_ruleset_names_the_nearest(cli: Cli) -> None:
    ran = cli("list", "thrumm")

    assert ran.status == 2
    assert "did you mean 'thrum'" in ran.err


# -- bad encounters, for all that take one --------------------------------------------------------

TAKERS = [["run"], ["sim", "-n", "2"], ["play"], ["odds", "x", "pass"]]


@pytest.mark.parametrize("command", TAKERS, ids=lambda command: command[0])
@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("broken-causewya", "did you mean thrum/broken-causeway"),
        ("hold-the-gate", "icon/hold-the-gate or thrum/hold-the-gate"),
        ("no/such.toml", "cannot be read"),
        ("BROKEN", "yard.toml: "),
    ],
)
def test_a_bad_encounter_is_told_in_one_message(
    cli: Cli, yard: str, command: list[str], word: str, message: str
) -> None:
    if word == "BROKEN":
        Path(yard).write_text(DUEL.replace('"biffer", at', '"bifer", at'))
        word = yard
        message = "did you mean biffer"
    words = [one if one != "x" else word for one in command]
    if "x" not in command:
        words.insert(1, word)

    ran = cli(*words)

    assert ran.status == 2
    assert message in ran.err
    assert ran.err.startswith("affray: ")
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("command", TAKERS, ids=lambda command: command[0])
def test_a_pack_that_cannot_be_read_is_told(cli: Cli, yard: str, command: list[str]) -> None:
    words = [one if one != "x" else yard for one in command]
    if "x" not in command:
        words.insert(1, yard)

    ran = cli(*words, "--pack", f"{yard}.no")

    assert ran.status == 2
    assert "cannot be read" in ran.err


# -- packs ---------------------------------------------------------------------------------------

PACK = """
ruleset = "thrum"
name = "Mill Folk"

[[creature]]
id = "miller"
name = "Miller"
speed = 4
initiative = 0
attack = 2
resilience = 1
evasion = 0
resolve = 1
fatigue_tolerance = 2
stress_tolerance = 1
"""


@pytest.fixture
def mill(tmp_path: Path) -> tuple[str, str]:
    """Return the paths of an encounter and of the pack that it needs."""
    encounter, pack = tmp_path / "mill.toml", tmp_path / "folk.toml"
    encounter.write_text(DUEL.replace('"biffer"', '"miller"'))
    pack.write_text(PACK)
    return str(encounter), str(pack)


def test_a_pack_adds_members_for_every_command(
    cli: Cli, mill: tuple[str, str], tmp_path: Path
) -> None:
    encounter, pack = mill
    journal = str(tmp_path / "mill.jsonl")

    simulated = cli("sim", encounter, "-n", "3", "--pack", pack, "--json")
    ran = cli("run", encounter, "--pack", pack, "--seed", "2", "--journal", journal, "--json")
    listed = cli("list", "thrum", "--pack", pack)
    odds = cli("odds", encounter, "ansa-brock: basic-attack miller", "--pack", pack)
    valid = cli("validate", encounter, pack, "--pack", pack)

    assert simulated.json()["combatants"][1]["name"] == "miller"
    assert ran.json()["combatants"][1]["name"] == "miller"
    assert cli("replay", journal, "-q").status == 0  # the journal holds the pack
    assert "miller (folk.toml)" in listed.out
    assert odds.status == 0
    assert valid.status == 0, valid.err
    assert "a valid encounter: In the Yard" in valid.out


def test_a_pack_is_validated(cli: Cli, mill: tuple[str, str]) -> None:
    _, pack = mill

    good = cli("validate", pack)
    Path(pack).write_text(PACK.replace("speed = 4", "sped = 4").replace("miller", "biffer"))
    bad = cli("validate", pack)

    assert good.status == 0
    assert "a valid pack: Mill Folk, thrum, 1 creature" in good.out
    assert bad.status == 2
    assert "sped" in bad.err


def test_an_encounter_without_its_pack_names_the_stranger(cli: Cli, mill: tuple[str, str]) -> None:
    ran = cli("run", mill[0])

    assert ran.status == 2
    assert "miller" in ran.err


# -- run ------------------------------------------------------------------------------------------


def test_a_fight_is_told_with_boards_and_its_end(cli: Cli, yard: str) -> None:
    ran = cli("run", yard, "--seed", "4")

    assert ran.status == 0
    assert "In the Yard" in ran.out
    assert "--seed 4" in ran.out
    assert ran.out.count("    0 1 2 3") == 2  # once placed, and at the end
    assert "ansa-brock" in ran.out
    assert re.search(r"(ferrymen|foes) wins? after \d+ rounds?|Nobody wins", ran.out)


def test_boards_every_round_and_rules_on_demand(cli: Cli, yard: str) -> None:
    plain = cli("run", yard, "--seed", "4").out
    rich = cli("run", yard, "--seed", "4", "--boards", "--rules").out
    rounds = cli("run", yard, "--seed", "4", "--json").json()["outcome"]["rounds"]

    assert rich.count("    0 1 2 3") == rounds + 1
    assert len(re.findall(r"\[[a-z-]+\.[a-z.-]+\]", rich)) > 10
    assert len(re.findall(r"\[[a-z-]+\.[a-z.-]+\]", plain)) == 1  # how it ended


def test_json_of_a_fight_holds_its_events_and_end(cli: Cli, yard: str) -> None:
    one = cli("run", yard, "--seed", "4", "--json").json()
    again = cli("run", yard, "--seed", "4", "--json").json()
    other = cli("run", yard, "--seed", "5", "--json").json()

    assert one == again
    assert one["digest"] != other["digest"]
    assert one["seats"] == {"players": "greedy", "foes": "greedy", "gm": "default"}
    assert one["outcome"]["reason"]
    assert {line["name"] for line in one["combatants"]} == {"ansa-brock", "biffer"}
    assert len(one["events"]) >= len(one["log"]) > 5


def test_the_fight_of_a_simulation_can_be_watched(cli: Cli, yard: str, tmp_path: Path) -> None:
    """Fight 3 of seed 9 is the same in sim and run."""
    folder = tmp_path / "rows"
    cli("sim", yard, "-n", "1", "--first", "3", "--seed", "9", "--out", str(folder))
    header, row = (folder / "fights.csv").read_text().splitlines()
    simulated = dict(zip(header.split(","), row.split(","), strict=True))

    watched = cli("run", yard, "--seed", "9", "--fight", "3", "--json").json()

    assert simulated["winner"] == (watched["outcome"]["winner"] or "")
    assert simulated["reason"] == watched["outcome"]["reason"]
    assert int(simulated["rounds"]) == watched["outcome"]["rounds"]


def test_a_seed_is_made_up_and_printed(cli: Cli, yard: str) -> None:
    data = cli("run", yard, "--json").json()

    assert data == cli("run", yard, "--json", "--seed", str(data["seed"])).json()


def test_a_seat_that_is_not_there_is_told(cli: Cli, yard: str) -> None:
    ran = cli("run", yard, "--seat", "foe=random")

    assert ran.status == 2
    assert "did you mean 'foes'" in ran.err


def test_a_journal_that_cannot_be_written_is_refused_first(cli: Cli, yard: str) -> None:
    ran = cli("run", yard, "--journal", f"{yard}/journal")

    assert ran.status == 2
    assert "cannot be written" in ran.err
    assert ran.out == ""


def test_a_bug_leaves_a_report_with_seed_and_journal(
    cli: Cli, yard: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = Timeline.step

    def failing(timeline: Timeline) -> bool:
        if len(timeline.done) == 9:
            raise RuntimeError("a rule gone wrong")
        return step(timeline)

    monkeypatch.setattr(Timeline, "step", failing)

    ran = cli("run", yard, "--seed", "4")

    assert ran.status == 70
    assert "this is a bug in Affray, please report: RuntimeError: a rule gone wrong" in ran.err
    assert "seed 4" in ran.err
    assert "Traceback" not in ran.err
    report = Path(ran.err.rpartition(": ")[2].strip())
    text = report.read_text()
    report.unlink()
    assert "Traceback" in text
    assert text.count('"digest"') >= 9


# -- sim ------------------------------------------------------------------------------------------


def test_a_simulation_is_the_same_for_any_number_of_workers(cli: Cli, yard: str) -> None:
    words = ("sim", yard, "-n", "60", "--seed", "3", "--json")

    one = cli(*words, "--jobs", "1").json()

    assert one == cli(*words, "--jobs", "2").json()
    assert sum(one["rounds"]["histogram"].values()) == one["fights"] == 60
    assert one["wins"]["ferrymen"]["fights"] > 0


def test_the_page_of_a_simulation_is_whole_on_80_columns(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two ways to win, with numbers, are a wide column: it is the one that gives way."""
    monkeypatch.setenv("COLUMNS", "80")

    page = cli("sim", "ingenuity/toll-bridge", "-n", "20", "--seed", "3").out

    assert "Who wins" in page
    assert "…" not in page
    shares = re.findall(r"^\S+ +[0-9.]+ % +[0-9.]+ to [0-9.]+ % +\d+", page, re.MULTILINE)
    assert len(shares) == 3
    assert max(len(line) for line in page.splitlines()[1:]) <= 80


@pytest.mark.parametrize("player", ["random", "reckless", "noisy", "careless", "default"])
def test_every_player_by_name_plays_a_real_fight(cli: Cli, yard: str, player: str) -> None:
    seats = ("--seat", f"players={player}", "--seat", f"foes={player}")

    data = cli("sim", yard, "-n", "3", *seats, "--json").json()

    assert data["players"]["players"] == player
    assert data["unfinished"] == []


# -- replay ---------------------------------------------------------------------------------------


@pytest.fixture
def journal(cli: Cli, yard: str, tmp_path: Path) -> Path:
    path = tmp_path / "yard.jsonl"
    assert cli("run", yard, "--seed", "4", "--journal", str(path)).status == 0
    return path


def test_a_journal_is_verified_and_shown(cli: Cli, yard: str, journal: Path) -> None:
    shown = cli("replay", str(journal))
    told = cli("run", yard, "--seed", "4").out.splitlines()[1:]

    assert shown.status == 0
    assert shown.out.splitlines()[:-1] == told
    assert "all as recorded" in shown.out
    assert cli("replay", str(journal), "-q").out.count("\n") == 1
    assert cli("replay", str(journal), "--json").json()["same"] is True


def test_an_edited_journal_names_the_first_line_that_differs(cli: Cli, journal: Path) -> None:
    lines = journal.read_text().splitlines()
    number = next(n for n, line in enumerate(lines) if n > 6 and '"digest"' in line)
    entry = json.loads(lines[number])
    entry["digest"] = "0" * 16
    lines[number] = json.dumps(entry)
    journal.write_text("\n".join(lines) + "\n")

    ran = cli("replay", str(journal))

    assert ran.status == 2
    assert f"line {number + 1}: digest" in ran.err
    assert f"the {number} lines before it are as recorded" in ran.err
    assert ran.out  # what comes before it is shown


def test_a_truncated_journal_is_told(cli: Cli, journal: Path) -> None:
    text = journal.read_text()
    journal.write_text(text[: len(text) // 2])

    ran = cli("replay", str(journal), "-q")

    assert ran.status == 2
    assert "yard.jsonl: line " in ran.err


@pytest.mark.parametrize(
    ("change", "message"),
    [({"content": "0" * 16}, "content"), ({"rules": 99}, "rules"), ({"format": 7}, "format")],
)
def test_a_journal_of_another_version_is_told(
    cli: Cli, journal: Path, change: dict[str, object], message: str
) -> None:
    header, *lines = journal.read_text().splitlines()
    header = json.dumps(json.loads(header) | change)
    journal.write_text("\n".join([header, *lines]) + "\n")

    ran = cli("replay", str(journal), "-q")

    assert ran.status == 2
    assert "line 1: " in ran.err
    assert message in ran.err


def test_what_is_no_journal_is_told(cli: Cli, yard: str) -> None:
    for path in (yard, f"{yard}.no"):
        ran = cli("replay", path)

        assert ran.status == 2
        assert "Traceback" not in ran.err


# -- play -----------------------------------------------------------------------------------------


def test_a_fight_is_played_by_typing_and_saved_and_gone_on_with(
    cli: Cli, yard: str, tmp_path: Path
) -> None:
    saved = tmp_path / "saved.jsonl"

    first = cli("play", yard, "--seed", "4", "--save", str(saved), typed="1\n1\n")
    later = cli("play", str(saved), typed="quit\n")

    assert first.status == later.status == 0
    assert f"saved: {saved}" in first.out
    assert "ansa-brock" in later.out
    header, *lines = saved.read_text().splitlines()
    assert sum('"by": "person"' in line for line in lines) >= 1
    assert json.loads(header)["seats"] == {"players": "human", "foes": "greedy", "gm": "default"}


def test_a_saved_fight_goes_on_with_those_who_sat_there(
    cli: Cli, yard: str, tmp_path: Path
) -> None:
    saved, again = tmp_path / "saved.jsonl", tmp_path / "again.jsonl"
    cli("play", yard, "--seed", "4", "--save", str(saved), typed="1\n1\n")

    cli("play", str(saved), "--save", str(again), "--seat", "players=greedy", typed="")

    seats = {"players": "greedy", "foes": "greedy", "gm": "default"}
    assert read(again).seats() == seats
    assert '"end"' in again.read_text().splitlines()[-1]
    assert cli("replay", str(again), "-q").status == 0


def test_a_person_may_sit_on_any_seat(cli: Cli, yard: str) -> None:
    ran = cli(
        *("play", yard, "--seed", "4", "--seat", "players=greedy", "--seat", "foes=human"),
        typed="quit\n",
    )

    assert "Biffer, " in ran.out


def test_dice_of_the_table_are_asked_for(cli: Cli, yard: str) -> None:
    ran = cli("play", yard, "--dice", "real", typed="13\n9\n7 3\n")

    assert "Roll 2d6 for Ansa Brock (initiative)" in ran.out
    assert "13: 2 dice show 2 to 12 together" in ran.out
    assert "a d6 shows 1 to 6" in ran.out  # the faces of the second pool


def test_a_program_may_play_over_json(cli: Cli, yard: str) -> None:
    lines = cli("play", yard, "--seed", "4", "--json", typed="").out.splitlines()

    question = next(json.loads(line) for line in lines if '"options"' in line)
    assert question["who"] == "ansa-brock"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seat", "players=humann"], "did you mean 'human'"),
        (["--seat", "nobody=human"], "no seat 'nobody'"),
        (["--dice", "loaded"], "loaded"),
        (["--save", "no/such/folder/file"], "cannot be written"),
    ],
)
def test_a_table_that_cannot_be_laid_is_told(
    cli: Cli, yard: str, words: list[str], message: str
) -> None:
    ran = cli("play", yard, *words)

    assert ran.status == 2
    assert message in ran.err


# -- odds -----------------------------------------------------------------------------------------


def test_odds_are_fractions_and_percent(cli: Cli, yard: str) -> None:
    ran = cli("odds", yard, "ansa-brock: basic-attack biffer")
    data = cli("odds", yard, "ansa-brock: basic-attack biffer", "--json").json()

    assert ran.status == 0
    assert "exact" in ran.out
    assert re.search(r"\d\d\.\d\d%  \d+/\d+", ran.out)
    chances = [one["chance"].split("/") for one in data["lines"][0]["marginals"]["biffer"]]
    least = {int(scale) for _, scale in chances}
    whole = max(least)
    assert sum(int(n) * (whole // int(scale)) for n, scale in chances) == whole


def test_the_moment_can_be_changed(cli: Cli, yard: str) -> None:
    data = cli(
        *("odds", yard, "ansa-brock: basic-attack biffer", "--set", "biffer.fatigue=1", "--json")
    ).json()

    assert data["before"]["biffer"]["fatigue"] == 1


def test_a_later_moment_can_be_asked_for(cli: Cli, yard: str) -> None:
    data = cli(*("odds", yard, "ansa-brock: basic-attack biffer", "--round", "2", "--json")).json()

    assert data["round"] >= 2


@pytest.mark.parametrize(
    ("option", "status", "message"),
    [
        ("ansa-brok: basic-attack biffer", 2, "did you mean 'ansa-brock'"),
        ("ansa-brock: sing", 2, "found 'sing', which is never offered to ansa-brock"),
        ("ansa-brock: basic-atack biffer", 2, "did you mean 'basic-attack biffer'?"),
        ("ansa-brock: basic-attack ansa-brock", 1, "[target.enemy]"),
    ],
)
def test_an_option_that_is_never_offered_is_told(
    cli: Cli, yard: str, option: str, status: int, message: str
) -> None:
    ran = cli("odds", yard, option)

    assert ran.status == status
    assert message in ran.err


def test_a_value_that_cannot_be_is_told(cli: Cli, yard: str) -> None:
    option = "ansa-brock: basic-attack biffer"

    assert cli("odds", yard, option, "--set", "biffer.fatigue").status == 2
    assert "biffer.fatige" in cli("odds", yard, option, "--set", "biffer.fatige=1").err


# -- check ----------------------------------------------------------------------------------------

CASE = (
    DUEL.replace('id = "yard"\nname = "In the Yard"\nround_limit = 12\n', 'title = "A start"\n')
    + """
[expect]
round = 0
"""
)


def test_cases_are_checked(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(CASE)

    ran = cli("check", str(tmp_path), "-v")

    assert ran.status == 0
    assert "good.toml: A start: as expected" in ran.out
    assert "1 case, as expected" in ran.out


def test_a_case_that_fails_shows_expected_and_found(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(CASE.replace("round = 0", "round = 5"))

    ran = cli("check", str(tmp_path))
    data = cli("check", str(tmp_path), "--json")

    assert ran.status == data.status == 1
    assert "round: expected 5, found 0" in ran.out
    assert [one["ok"] for one in data.json()] == [False]


def test_a_case_that_rolls_other_dice_is_not_as_expected(cli: Cli, tmp_path: Path) -> None:
    head, _, rest = CASE.partition("[expect]")
    (tmp_path / "dice.toml").write_text(f'{head}[script]\ndice = ["d20 1"]\n[expect]{rest}')

    ran = cli("check", str(tmp_path))

    assert ran.status == 1
    assert "dice.toml: A start\n  script.dice: " in ran.out
    assert "1 case, 1 not as expected" in ran.out


def test_a_case_that_cannot_be_read_exits_2(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(CASE.replace('title = "A start"', "title = 5"))

    assert cli("check", str(tmp_path)).status == 2
    assert cli("check", str(tmp_path / "none")).status == 2


def test_odds_can_be_asked_at_the_end_of_a_case(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text(
        CASE
        + """
[script]
answers = ["ansa-brock: place 0,1"]
dice = ["d6 6 6", "d6 1 1"]
"""
    )

    ran = cli("odds", "-", "ansa-brock: brace", "--case", str(path), "--json")

    assert ran.status == 0, ran.err
    assert ran.json()["who"] == "ansa-brock"


# -- validate and schema --------------------------------------------------------------------------


def test_valid_files_are_named_with_what_they_hold(cli: Cli, yard: str, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    case.write_text(CASE)

    ran = cli("validate", yard, str(case))

    assert ran.status == 0
    assert "a valid encounter: In the Yard, thrum, 2 sides, 2 combatants" in ran.out
    assert "a valid case: A start" in ran.out


def test_every_fault_of_every_file_is_told(cli: Cli, yard: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(
        DUEL.replace("round_limit = 12", "round_limit = -1").replace("at = [4", "at = [9")
    )

    ran = cli("validate", yard, str(bad), str(tmp_path / "none.toml"))
    data = cli("validate", yard, str(bad), "--json")

    assert ran.status == data.status == 2
    assert "bad.toml: round_limit: " in ran.err
    assert "none.toml: cannot be read" in ran.err
    assert [one["ok"] for one in data.json()] == [True, False]


@pytest.mark.parametrize("words", [["validate"], ["replay"], ["check"], ["fuzz", "--case"]])
def test_a_pipe_that_nobody_writes_is_refused(cli: Cli, tmp_path: Path, words: list[str]) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    ran = cli(*words, str(pipe))

    assert ran.status == 2
    assert "pipe.toml: cannot be read: it is no regular file" in ran.err + ran.out


def test_what_the_shell_pipes_in_is_read(yard: str) -> None:
    home = str(Path(affray.__file__).parents[1])
    ran = subprocess.run(
        ["/bin/sh", "-c", f"cat '{yard}' | '{sys.executable}' -m affray validate /dev/stdin"],
        env={**os.environ, "PYTHONPATH": home},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert ran.returncode == 0
    assert "/dev/stdin: a valid encounter" in ran.stdout


def test_a_message_shows_no_control_characters(cli: Cli, tmp_path: Path) -> None:
    ran = cli("validate", str(tmp_path / "a\u202eb\x1b[31m.toml"))

    assert ran.status == 2
    assert "\u202e" not in ran.err
    assert "\x1b" not in ran.err


def test_a_schema_is_printed(cli: Cli) -> None:
    assert cli("schema", "encounter").json()["title"] == "Encounter"
    assert cli("schema", "pack").json()["title"] == "Pack"
    assert cli("schema", "case").json()["title"] == "Case"


def test_an_unknown_kind_of_schema_is_told(cli: Cli) -> None:
    ran = cli("schema", "encountr")

    assert ran.status == 2
    assert "did you mean 'encounter'" in ran.err


# -- fuzz -----------------------------------------------------------------------------------------


def test_fuzzing_says_what_it_did_and_what_never_happened(cli: Cli, tmp_path: Path) -> None:
    words = ("fuzz", "thrum", "--fights", "2", "--seed", "5", "--out", str(tmp_path))

    one = cli(*words, "--json")
    again = cli(*words, "--json")

    assert one.status == 0, one.out
    assert one.json() == again.json()
    (data,) = one.json()
    assert data["fights"] == 2
    assert data["decisions"] > 50
    assert "nova" in data["never"]
    page = cli(*words).out
    assert "thrum: seed 5: 2 fights" in page
    assert "every promise held" in page


def test_a_stance_was_seen_that_somebody_held_under_a_name_with_its_table() -> None:
    held = unseen("icon", {"stance-braced-pike"})

    assert held["stance"] == ["shield-lane", "hearth-ring"]


def test_sessions_are_fuzzed_and_a_failure_is_shown_again(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = cli("fuzz", "thrum", "--session", "--fights", "1", "--seed", "3")
    assert sound.status == 0
    assert "every promise held" in sound.out
    assert "never seen" not in sound.out

    def broken(attempt: sessions.Attempt) -> None:
        raise invariants.BrokenPromiseError("nobody undoes", "but somebody did")

    monkeypatch.setattr(sessions.Attempt, "do_back", broken)
    monkeypatch.setattr(sessions, "SHRINKS", 5)
    words = ["--session", "--fights", "9", "--seed", "3", "--out", str(tmp_path)]
    ran = cli("fuzz", "thrum", *words)
    assert ran.status == 1
    assert "broken: nobody undoes: but somebody did" in ran.out
    (file,) = tmp_path.glob("fuzz-thrum-3-*.json")
    again = cli("fuzz", "--case", str(file))
    assert again.status == 1
    assert "that is done: nobody undoes: but somebody did" in again.out
    monkeypatch.undo()
    assert cli("fuzz", "--case", str(file)).out == "It does not fail any more.\n"


def test_a_failure_is_written_to_a_file_that_shows_it_again(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = invariants.check_state

    def unsound(combat: object) -> None:
        if getattr(combat, "round", 0) == 2:
            raise invariants.BrokenPromiseError("rounds are no more than one", "round 2")

    monkeypatch.setattr(fuzz, "check_state", unsound)
    ran = cli("fuzz", "thrum", "--fights", "9", "--seed", "5", "--out", str(tmp_path))
    (file,) = tmp_path.iterdir()
    still = cli("fuzz", "--case", str(file))
    monkeypatch.setattr(fuzz, "check_state", sound)
    mended = cli("fuzz", "--case", str(file))

    assert ran.status == still.status == 1
    assert "broken: rounds are no more than one" in ran.out
    assert "It still fails" in still.out
    assert mended.status == 0
    assert "does not fail any more" in mended.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["thrumm"], "did you mean 'thrum'"),
        (["dragons"], "no ruleset to play"),
        (["thrum", "--out", "no/such/folder"], "is no folder"),
        (["--case", "no-such-file"], "cannot be read"),
        (["--case", "pyproject.toml"], "cannot be read"),
    ],
)
def test_what_cannot_be_fuzzed_is_told(cli: Cli, words: list[str], message: str) -> None:
    ran = cli("fuzz", *words)

    assert ran.status == 2
    assert message in ran.err


def test_measures_are_shown_with_their_limits() -> None:
    loads = {"fatigue": 2, "fatigue tolerance": 6, "wounds": 1}

    assert terminal.numbers(loads) == "fatigue 2/6  wounds 1"
    assert terminal.numbers({"hp": 7, "max hp": 28, "vigor": 0}) == "hp 7/28  vigor 0"


def test_validate_finds_in_a_case_what_check_would_find(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "case.toml").write_text(
        CASE.replace("[expect]", '[state]\nactve = "ana"\n[expect]')
    )

    ran = cli("validate", str(tmp_path / "case.toml"))

    assert ran.status == 2
    assert "actve: there is no such value; did you mean active?" in ran.err


def test_the_words_of_cases_are_listed_for_a_game(cli: Cli) -> None:
    page = cli("schema", "case", "--paths", "thrum")
    data = cli("schema", "case", "--paths", "thrum", "--json").json()

    assert page.status == 0
    assert "# Words for cases of Thrum" in page.out
    assert "damaged" in data["events"]
    assert cli("schema", "pack", "--paths", "thrum").status == 2
    assert cli("schema", "case", "--paths", "thrim").status == 2
