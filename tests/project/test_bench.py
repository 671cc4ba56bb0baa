"""The bench stands: its encounters begin and have the attack whose odds it measures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bench.__main__ as bench
from affray.bots import Level
from affray.bots.thinking import THINKING
from affray.content import encounter_data, list_encounters, load_encounter
from affray.sim.matches import Match
from bench import battles, bots, counted, counter
from bench.arena import ENCOUNTERS, EVERY, GAMES, NO_KIND, Arena

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", GAMES)
def test_its_encounter_has_an_ordinary_attack(game: str) -> None:
    arena = Arena(str(ENCOUNTERS / f"{game}.toml"))

    before, answers = arena.attack()

    assert answers
    assert before.round >= 2


@pytest.mark.parametrize("game", GAMES)
def test_its_battle_begins_and_is_fought(game: str) -> None:
    battle = battles.fought(battles.encounter(game, head=12), rounds=1)

    assert battle.decisions > 24
    assert battle.rounds == 2


def test_a_slow_minute_is_not_held_against_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work and yardstick both take three times as long: what is held stays the same."""
    now = 0.0
    slow = 1.0

    def take(seconds: float) -> int:
        nonlocal now
        now += seconds * slow
        return 0

    monkeypatch.setattr(bench, "process_time", lambda: now)
    monkeypatch.setattr(bench, "measuring", lambda: take(bench.YARDSTICK / 1e6))
    ruler = bench.Ruler()
    quiet = ruler.best(lambda: take(0.5))
    slow = 3.0
    busy = ruler.best(lambda: take(0.5))

    assert quiet == pytest.approx((0.5, 0.5))
    assert busy == pytest.approx((1.5, 0.5))


def test_turns_are_counted_and_instructions_where_they_can_be() -> None:
    arena = Arena(str(ENCOUNTERS / "quest.toml"))

    once, twice = arena.turns(1), arena.turns(2)

    assert 8 < once < twice
    few = counter.instructions(lambda: sum(range(10)))
    many = counter.instructions(lambda: sum(range(100_000)))
    assert few == many == -1 or 0 < few < many


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_counted_is_held_in_every_game(game: str) -> None:
    floors = [floors[GAMES.index(game)] for floors, _ in bench.COUNTED.values()]

    assert bench.of_instructions(game, floors)[1]
    for place in range(len(floors)):
        over = [*floors]
        over[place] *= 1.01
        assert not bench.of_instructions(game, over)[1]


@pytest.mark.parametrize("game", GAMES)
def test_likely_answers_are_found_of_every_question_or_of_one_kind_alone(game: str) -> None:
    arena = Arena(str(ENCOUNTERS / f"{game}.toml"))
    records = arena.recorded(1)
    asked = {kind: arena.compared(records, kind) for kind in counted.LIKELY.values()}

    assert asked[EVERY] == len(records[0])
    assert asked["move"] + asked["action"] <= asked[EVERY]
    assert min(asked["move"], asked["action"]) > 0
    assert asked[NO_KIND] == 0


def test_what_likely_answers_take_is_told_without_the_fights(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parts = {"likely": 100.0, "likely_moves": 10.0, "likely_actions": 20.0, "likely_none": 100.0}
    works = {name: lambda _game, n=n: counted.Work(int, n) for name, n in parts.items()}
    monkeypatch.setattr(counted, "WORKS", works)
    fights, each = 5000.0, {"likely": 60.0, "likely_moves": 200.0, "likely_actions": 150.0}
    found = {name: one + fights / parts[name] for name, one in each.items()}

    told = bench.likely("quest", {**found, "likely_none": fights / parts["likely_none"]})

    assert told == pytest.approx([60.0, 200.0, 150.0])


def test_works_are_counted_a_part_each() -> None:
    few = counted.instructions("quest", "decisions", "rules")

    assert not few or 5 < few["rules"] < few["decisions"]


def test_nothing_is_counted_where_there_is_no_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    monkeypatch.setattr(counter, "instructions", lambda _work: -1)

    assert not counter.able()
    assert counter.counted("quest", {"rules": lambda: None}) == {}
    assert bench.of_instructions("quest", [])[0].row_count == 0


def test_what_the_interpreter_was_built_with_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told = "'--enable-optimizations' '--with-pydebug=no' 'CFLAGS=-O2 -g'"
    monkeypatch.setattr("sysconfig.get_config_var", lambda name: told)

    assert bench.configured() == "--enable-optimizations --with-pydebug=no CFLAGS=-O2 -g"


def test_the_tables_of_players_are_written_from_what_was_kept(tmp_path: Path) -> None:
    page, file = tmp_path / "page.md", tmp_path / "kept.jsonl"
    other = "<!-- cost -->\nkept\n<!-- end -->\n"
    page.write_text(f"Before\n\n<!-- ladder -->\n<!-- end -->\n\n{other}")
    first, second, third = bots.sources("thrum")
    row = {"part": "ladder", "game": "thrum", "first": "steady", "second": "greedy", "rules": 7}
    counts = {"wins": 6, "losses": 1, "draws": 1, "both": 3, "neither": 0, "pairs": 4}
    before = row | counts | {"encounter": bots.TOGETHER, "wins": 99, "alike": ""}
    once = row | counts | {"encounter": first[0], "alike": bots.mark(first[1], "steady", "greedy")}
    again = once | {"encounter": second[0]}
    again["alike"] = bots.mark(second[1], "steady", "greedy")
    kept = [before, once | {"wins": 0}, again, once]
    file.write_text("".join(json.dumps(line) + "\n" for line in kept))

    bots.write_page(page, bots.kept(file))

    text = page.read_text()
    assert (
        "| steady against greedy | thrum | 12, 2, 2 | 81 % [45, 98] | 6 : 0, 8 | 88 % | "
        "75 %: holds, not sure | 7 |" in text
    )
    assert text.startswith("Before\n\n<!-- ladder -->\n| Who")
    assert text.endswith(f"|\n<!-- end -->\n\n{other}")

    changed = row | counts | {"encounter": third[0], "alike": "of other rules"}
    assert bots.ladder_table([before])[-1].endswith("| 7, as it was |")
    assert bots.ladder_table([once, again, changed])[-1].endswith("| 7, as it was |")


def test_what_is_kept_is_one_line_of_each_thing_in_order(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    rows = [
        {"part": "regret", "game": "quest", "kind": "target", "mean": 0.2},
        {"part": "regret", "game": "quest", "kind": "move", "mean": 0.1},
        {"part": "cost", "game": "quest", "player": "sharp", "ms": 4.0},
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in [rows[2] | {"ms": 9.0}, *rows]))

    bots.keep_only(file, bots.kept(file))

    assert [json.loads(line) for line in file.read_text().splitlines()] == [rows[2], *rows[:2]]


def test_the_page_of_players_tells_what_is_kept(tmp_path: Path) -> None:
    """But for its last cells, which tell of what has changed since."""
    page, again = ROOT / "docs" / "players.md", tmp_path / "players.md"
    again.write_text(page.read_text(encoding="utf-8"), encoding="utf-8")

    bots.write_page(again, bots.kept(bots.RECORDS))

    assert cells(again) == cells(page)


def test_what_is_missed_is_told_by_game_and_figure() -> None:
    row: bots.Row = {"part": "ladder", "encounter": bots.TOGETHER, "game": "thrum"}
    row |= {"both": 0, "neither": 0}
    cost: bots.Row = {"part": "cost", "player": "steady"}
    steady = row | {"first": "steady", "second": "greedy", "pairs": 50, "draws": 0}
    sharp = row | {"first": "sharp", "second": "steady", "pairs": 60, "draws": 0}
    rows: list[bots.Row] = [
        steady | {"wins": 74, "losses": 26},
        steady | {"wins": 75, "losses": 25, "game": "quest"},
        sharp | {"wins": 70, "losses": 50, "both": 11, "neither": 1},
        sharp | {"wins": 63, "losses": 57, "both": 6, "neither": 3, "game": "icon"},
        {"part": "cost", "game": "thrum", "player": "steady", "ms": 1.01},
        {"part": "cost", "game": "icon", "player": "steady", "ms": 0.99},
        cost | {"game": "quest", "ms": 1.5, "millions": 13.4},
        cost | {"game": "sovereign", "ms": 0.9, "millions": 13.6},
    ]

    told = {line.split(" | ")[0]: line.split(" | ")[1:] for line in bots.figures_table(rows)}

    none = "not measured"
    assert told["| steady against greedy: at least 75 %, aim 88 %"] == [
        *[none, none, "75 %", none],
        "74 %, missed |",
    ]
    assert told["| sharp against steady: surely better"] == [
        *["52 %, not settled", none, none, none],
        "58 % |",
    ]
    assert told["| steady: 1 ms a thought"] == [
        *["0.99 ms", none, "0.99 ms", "1.01 ms, missed"],
        "1.01 ms, missed |",
    ]


def cells(page: Path) -> list[list[str]]:
    lines = page.read_text(encoding="utf-8").splitlines()
    return [line.split(" | ")[:5] for line in lines if line.startswith("| ")]


def test_an_entry_of_the_ladder_ends_when_it_is_settled_and_goes_on_from_what_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[int, int]] = []

    def won(first: str, second: str, source: object, **words: int) -> Match:
        asked.append((words["first_fight"], words["pairs"]))
        pairs = words["pairs"]
        return Match(first, second, "", wins=2 * pairs, both=pairs, pairs=pairs)

    monkeypatch.setattr(bots, "match", won)
    rung = bots.LADDER[1]
    rows = [row for row in bots.climb("quest", rung, []) if row["part"] == "ladder"]

    assert rung.hold == 0.75
    assert [row["pairs"] for row in rows] == [6, 6, 6]
    assert {row["stop"] for row in rows} == {"holds"}
    assert asked == [(0, 6)] * 3

    asked.clear()
    earlier = [rows[0] | {"wins": 0, "losses": 12, "both": 0, "neither": 6}, rows[1]]
    earlier.append(rows[2] | {"alike": "other levels"})
    again = [row for row in bots.climb("quest", rung, earlier) if row["part"] == "ladder"]

    assert asked[0] == (0, 6), "the third is played up to the others"
    assert asked[1:4] == [(6, 6)] * 3
    assert again[-1]["stop"] == "holds"
    assert again[-3]["losses"] == 12


@pytest.mark.parametrize(
    ("both", "neither", "pairs", "reason"),
    [(11, 1, 60, "better"), (1, 12, 60, "worse"), (6, 4, 60, ""), (6, 4, 399, "all fights")],
)
def test_levels_are_told_apart_by_the_pairs_that_one_of_them_won(
    both: int, neither: int, pairs: int, reason: str
) -> None:
    split = pairs - both - neither
    found = Match("b", "a", "", 2 * both + split, 2 * neither + split, 0, both, neither, pairs)

    assert bots.LADDER[-1].settled(found) == reason


def test_an_encounter_is_played_until_its_label_is_known() -> None:
    easy = next(one for one in list_encounters("thrum") if one.id == "choir-in-the-mire")
    only = [easy.id]

    first = list(bots.encounters("thrum", only, 10, "greedy", 1, []))
    then = list(bots.encounters("thrum", only, 200, "greedy", 1, first))

    assert [row["count"] for row in first] == [10]
    assert bots.said_of(easy, first[-1]) == bots.UNKNOWN
    assert then[0]["count"] == 20
    assert bots.said_of(easy, then[-1]) == bots.YES
    assert not [row for row in then[:-1] if bots.said_of(easy, row) == bots.YES]
    assert list(bots.encounters("thrum", only, 200, "greedy", 1, then[-1:])) == []
    changed = then[-1] | {"alike": "other rules"}
    assert next(bots.encounters("thrum", only, 200, "greedy", 1, [changed]))["count"] == 10


def test_an_encounter_is_what_it_says_once_its_interval_lies_there() -> None:
    even = next(one for one in list_encounters("quest") if one.difficulty == "even")
    row = {"wins": 300, "draws": 0, "count": 600}

    assert bots.said_of(even, row) == bots.YES
    assert bots.said_of(even, row | {"count": 60, "wins": 30}) == bots.UNKNOWN
    assert bots.said_of(even, row | {"count": 60, "wins": 20}) == bots.UNKNOWN
    assert bots.said_of(even, row | {"count": 60, "wins": 2}) == bots.NO

    known = {"part": "encounters", "game": "quest", "encounter": even.id, "rules": 3}
    played = row | known | {"player": "sharp", "draws": 2}
    played["alike"] = bots.mark_of_listed(even, "sharp")
    before = played | {"player": "greedy", "alike": "of another map"}
    counts = "300, 298, 2 | 50 % [43, 57]"
    assert bots.encounter_table([played, before])[2:] == [
        f"| {even.key} | {even.label.lower()} | greedy | {counts} | as it was | 3 |",
        f"| {even.key} | {even.label.lower()} | sharp | {counts} | yes | 3 |",
    ]


def test_the_mark_of_an_encounter_does_not_hang_on_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = list_encounters("quest")[0]
    mark = bots.mark_of_listed(one, "sharp")
    data = encounter_data(load_encounter(one.key))

    monkeypatch.setattr(bots, "encounter_data", lambda _encounter: data | {"difficulty": "even"})
    assert bots.mark_of_listed(one, "sharp") == mark

    monkeypatch.setattr(bots, "encounter_data", lambda _encounter: data | {"round_limit": 3})
    assert bots.mark_of_listed(one, "sharp") != mark


def test_the_mark_of_fights_does_not_hang_on_features_that_count_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, source = next(bots.sources("quest"))
    mark = bots.mark(source, "steady")
    weights = source()[0].tactics().weights()

    def weigh(found: list[float]) -> str:
        monkeypatch.setattr("affray.rulesets.quest.play.tactics.WEIGHTS", found)
        return bots.mark(source, "steady")

    assert weights[-1] == 0.0
    assert weigh([*weights, 0.0]) == weigh(weights[:-1]) == mark
    if not bots.COMPILED:  # what was compiled is not patched
        assert weigh([*weights, 0.1]) != mark


def test_the_mark_of_fights_hangs_on_the_levels_that_played_them_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, source = next(bots.sources("quest"))
    steady, sharp = bots.mark(source, "steady", "greedy"), bots.mark(source, "sharp", "steady")
    alone = bots.mark(source, "sharp")

    assert len({steady, sharp, alone}) == 3
    changed = (Level("steady", 8, 16, 3), *THINKING[1:])
    monkeypatch.setattr(bots, "levels", lambda _tactics: changed)
    assert bots.mark(source, "steady", "greedy") != steady
    assert bots.mark(source, "sharp", "steady") != sharp
    assert bots.mark(source, "sharp") == alone

    changed = (THINKING[0], Level("sharp", 10, 32, 2, first=1), *THINKING[2:])
    monkeypatch.setattr(bots, "levels", lambda _tactics: changed)
    assert bots.mark(source, "sharp") != alone
