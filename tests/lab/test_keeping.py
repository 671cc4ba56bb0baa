"""``--resume``: what was played once is not played again, and the end is that of one run."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from typer.testing import CliRunner

from affray import lab
from affray.cli.app import app
from affray.core.errors import InvalidError
from affray.lab.keeping import Kept
from affray.lab.pairs import Pairs
from affray.lab.sequences import ALWAYS, FIXED
from affray.lab.sweeping import Won
from affray.lab.swings import Swings, watch
from affray.sim import batches
from affray.sim.batches import Arena, Plan
from affray.sim.executors import Here, Portion, Stop, Work, never
from tests.lab.exact import duel as duel

T = TypeVar("T")

pytestmark = pytest.mark.usefixtures("duel")
DAWN = "duel/at-dawn"


class Breaking(Here):
    """Plays in this process until so many fights were played, then Ctrl-C comes."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.fights = 0

    def results(
        self, work: Work[T], portions: Iterable[Portion], stop: Stop = never
    ) -> Generator[T, None, None]:
        play = work.open()
        for first, count in portions:
            if self.fights + count > self.most:
                raise KeyboardInterrupt
            self.fights += count
            yield play(first, count, stop)


def ask(question: str, **how: Any) -> Any:
    """Ask a question of the lab, a small one."""
    if question == "diff":
        return lab.diff(DAWN, changes=["bandit.hp-=2"], **{"count": 60, **how})
    if question == "same answers":
        how = {"count": 60, "same_answers": True, **how}
        return lab.diff(DAWN, changes=["bandit.hp-=2"], **how)
    if question == "sweep":
        return lab.sweep(DAWN, ["bandit.hp=3,4,6"], **{"count": 40, **how})
    return lab.fair(DAWN, expected=(0.8, 0.9), **{"most": 250, "watched": 30, **how})


def told(found: Any) -> dict[str, Any]:
    data = dict(found.as_data())
    data.pop("seconds", None)
    return data


@pytest.mark.parametrize(
    ("question", "breaks"),
    [
        ("diff", (20, 0, 20)),
        ("same answers", (30, 20)),
        ("sweep", (50, 30)),
        ("fair", (130, 60)),
    ],
)
def test_what_was_broken_off_goes_on_to_the_same_end(
    question: str, breaks: tuple[int, ...], tmp_path: Path
) -> None:
    whole = ask(question)
    places = [Breaking(most) for most in (*breaks, 10_000)]
    stops = []
    for place in places[:-1]:
        with Kept(tmp_path) as keep:
            try:
                stops.append(ask(question, keep=keep, executor=place).as_data()["stopped"])
            except KeyboardInterrupt:
                assert question == "fair"  # whose fights listen to the signal itself
    with Kept(tmp_path) as keep:
        found = ask(question, keep=keep, executor=places[-1])
    with Kept(tmp_path) as keep:
        again = ask(question, keep=keep, executor=Breaking(0))

    assert set(stops) <= {"interrupted"}
    assert told(found) == told(whole)
    assert told(again) == told(whole)
    played = [place.fights for place in places]
    assert 0 < played[-1] < sum(played)
    assert sum(played) == {"sweep": 120, "fair": 250}.get(question, 60)


def test_more_fights_of_a_verdict_go_on_where_the_first_ended(tmp_path: Path) -> None:
    for most in (60, 230):
        with Kept(tmp_path) as keep:
            found = ask("fair", keep=keep, most=most)

    assert told(found) == told(ask("fair", most=230))
    assert found.first.stopped == "count"


@pytest.mark.parametrize("question", ["diff", "sweep"])
def test_more_fights_after_the_first_were_seen_have_intervals_for_any_stop(
    question: str, tmp_path: Path
) -> None:
    kinds: list[str] = []
    shares: list[object] = []
    for count in (40, 40, 20, 60):
        with Kept(tmp_path) as keep:
            found = ask(question, keep=keep, count=count)
        kinds.append(found.kind)
        shares.append(told(found)["first" if question == "diff" else "points"])

    assert kinds == [FIXED, FIXED, ALWAYS, ALWAYS]
    assert shares[0] == shares[1]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 2}, "its first seed is 1, this run's is 2"),
        ({"side": "bandits"}, "its side is friends, this run's is bandits"),
        ({"changes": ["bandit.hp-=3"]}, "its second content is "),
    ],
)
def test_another_question_is_refused(change: dict[str, Any], said: str, tmp_path: Path) -> None:
    how: dict[str, Any] = {"changes": ["bandit.hp-=2"], "count": 4}
    with Kept(tmp_path) as keep:
        lab.diff(DAWN, **how, keep=keep)

    with Kept(tmp_path) as keep, pytest.raises(InvalidError, match=said):
        lab.diff(DAWN, **{**how, **change}, keep=keep)


def spoil_part(folder: Path) -> None:
    (folder / "pairs.json").write_text('{"first": 0}')


def spoil_head(folder: Path) -> None:
    (folder / "run.json").write_text("[")


def bring_more(folder: Path) -> None:
    (folder / "run.json").rename(folder / "letter.json")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (spoil_part, "pairs.json is damaged"),
        (spoil_head, "run.json is damaged"),
        (bring_more, "it holds something else"),
    ],
)
def test_what_is_no_run_is_left_alone(
    spoil: Callable[[Path], None], said: str, tmp_path: Path
) -> None:
    with Kept(tmp_path) as keep:
        ask("diff", keep=keep, count=4)
    spoil(tmp_path)
    before = {path.name: path.read_text() for path in tmp_path.iterdir()}

    with Kept(tmp_path) as keep, pytest.raises(InvalidError, match=said):
        ask("diff", keep=keep, count=4)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == before


def test_two_runs_cannot_write_to_one_folder(tmp_path: Path) -> None:
    with Kept(tmp_path), pytest.raises(InvalidError, match="another run is writing there"):
        Kept(tmp_path)


def test_what_was_played_is_on_the_disk_before_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("affray.lab.keeping.SECONDS", 0.0)
    seen: list[int] = []

    def look(pairs: Pairs) -> None:
        seen.append(json.loads((tmp_path / "pairs.json").read_text())["count"] - pairs.count)

    with Kept(tmp_path) as keep:
        ask("diff", keep=keep, count=40, progress=look)

    assert len(seen) > 1
    assert set(seen) == {0}


@pytest.mark.parametrize(
    "words",
    [
        ["fair", DAWN, "--players", "plain", "-n", "60"],
        ["sweep", DAWN, "bandit.hp=3,6", "-n", "20"],
        ["diff", DAWN, "--set", "bandit.hp-=2", "-n", "20"],
    ],
)
def test_the_commands_keep_and_go_on(words: list[str], tmp_path: Path) -> None:
    ask_for = [*words, "--jobs", "1", "--json", "--resume", str(tmp_path / "run")]
    ran = [CliRunner().invoke(app, ask_for) for _ in range(2)]
    found = [json.loads(one.stdout) for one in ran]
    for data in found:
        data.pop("seconds", None)

    assert [one.exit_code for one in ran] == [0, 0]
    assert found[0] == found[1]
    assert (tmp_path / "run" / "run.json").is_file()


def test_wins_are_kept_as_bits() -> None:
    won = Won()
    won.extend([number % 3 == 0 for number in range(21)])
    again = Won(bytes(won.bits), won.count)
    again.extend([True])

    assert (won.count, len(won.bits)) == (21, 3)
    assert [won.first(21) >> number & 1 for number in range(21)] == [1, 0, 0] * 7
    assert won.first(4) == 0b1001
    assert again.first(22) == won.first(21) | 1 << 21


def test_the_watched_fights_of_a_verdict_are_kept_too() -> None:
    arena = Arena(Plan(batches.from_content("quest/ford-of-reeds"), 1, {}))
    whole = sum(watch(arena, 0, range(2)), Swings())

    assert Swings.taken(json.loads(json.dumps(whole.as_sums()))) == whole
    assert whole.moved
