"""``affray fair``: the verdict, what belongs to it, and what scripts make of it."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest
from scipy.stats import binomtest
from typer.testing import CliRunner

from affray import lab
from affray.cli.app import app
from affray.cli.fair import footnotes
from affray.core.errors import InvalidError
from affray.intervals import Moments, exact, wilson
from affray.lab import fairness, sequences
from affray.lab.fairness import DEADLY, FAIR, FAVOURS, LOOK, Expectation, Pair, Step, Thresholds
from affray.lab.sequences import ALWAYS, FIXED, Interval
from affray.lab.swings import Swings, came_back, passes, watch
from affray.sim import batches
from affray.sim.batches import Arena, Plan
from affray.sim.counts import Row
from tests.lab import exact as known
from tests.lab.exact import duel as duel

run = CliRunner().invoke
CAUSEWAY = "thrum/broken-causeway"


# -- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "high", "sides", "words"),
    [
        (0.42, 0.58, 2, ["fair"]),
        (0.02, 0.20, 2, ["deadly"]),
        (0.27, 0.38, 2, ["favours foes"]),
        (0.70, 0.95, 2, ["favours party"]),
        (0.38, 0.45, 2, ["favours foes", "fair"]),
        (0.10, 0.90, 2, ["deadly", "favours foes", "fair", "favours party"]),
        (0.30, 0.36, 3, ["fair"]),
        (0.05, 0.15, 3, ["deadly"]),
        (0.0, 0.0, 2, ["deadly"]),
        (1.0, 1.0, 2, ["favours party"]),
    ],
)
def test_chances_have_words_by_thresholds(
    low: float, high: float, sides: int, words: list[str]
) -> None:
    names = ["party", "foes", "wolves"][:sides]
    zones = Thresholds().touched(low, high, sides)

    found = [fairness.spoken(zone, names, 0) for zone in zones]

    assert found == words


def test_thresholds_that_do_not_rise_are_refused() -> None:
    with pytest.raises(InvalidError, match="expected them to rise"):
        Thresholds(low=0.7, high=0.6)


def test_an_expectation_is_met_missed_or_undecided() -> None:
    expected = Expectation(0.4, 0.6)

    assert expected.answer(Interval(0.5, 0.45, 0.55, ALWAYS)) == "met"
    assert expected.answer(Interval(0.7, 0.65, 0.75, ALWAYS)) == "missed"
    assert expected.answer(Interval(0.58, 0.5, 0.65, ALWAYS)) == "undecided"


# -- intervals -----------------------------------------------------------------------------------


def test_the_exact_interval_contains_wilsons_where_few_fights_tell() -> None:
    for hits, n in [(0, 10), (1, 10), (23, 24), (24, 24), (620, 1000)]:
        expected = binomtest(hits, n).proportion_ci(confidence_level=0.95, method="exact")
        assert exact(hits, n) == pytest.approx((expected.low, expected.high), abs=1e-9)

    assert exact(23, 24)[0] < wilson(23, 24)[0]


def test_a_mean_of_few_values_has_no_interval() -> None:
    assert math.isnan(sequences.of_mean(Moments(99, 400, 2000))[0])
    low, high = sequences.of_mean(Moments(400, 2000, 12000))
    assert low < 5 < high


# -- the verdict ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("duel")
def test_it_stops_by_itself_at_a_look_and_knows_the_duel() -> None:
    steps: list[Step] = []

    found = lab.fair(known.close, seed=5, progress=steps.append)
    chance = found.first.result()

    assert found.verdict() == "favours a"
    assert found.first.stopped == "verdict"
    assert found.first.batch.count % LOOK == 0
    assert chance.low < known.wins(0) < chance.high
    assert chance.kind == ALWAYS
    assert 0 < steps[0].done <= found.first.batch.count
    assert found.swings is None  # no game's weights tell how it stands


@pytest.mark.usefixtures("duel")
def test_what_was_broken_off_after_the_verdict_does_not_say_that_it_stopped_by_itself() -> None:
    found = lab.fair(known.close, seed=5)
    assert "It stopped by itself when the verdict was known." in footnotes(found)
    found.stopped = "interrupted"
    assert "It was broken off after the verdict was known." in footnotes(found)


@pytest.mark.usefixtures("duel")
def test_its_fights_are_those_of_a_simulation() -> None:
    found = lab.fair(known.close, seed=5)
    batch = batches.run(known.close, seed=5, count=found.first.batch.count)

    assert batch.digest == found.first.batch.digest
    assert batch.wins == found.first.batch.wins


@pytest.mark.usefixtures("duel")
def test_two_workers_come_to_the_same_verdict_after_the_same_fights() -> None:
    one = lab.fair(known.close, seed=5)
    two = lab.fair(known.close, seed=5, jobs=2)

    assert two.first.batch.digest == one.first.batch.digest
    assert two.as_data()["pairs"] == one.as_data()["pairs"]


@pytest.mark.usefixtures("duel")
def test_what_is_expected_is_settled_before_it_stops() -> None:
    wide = lab.fair(known.close, seed=5, expected=(0.6, 0.9))
    narrow = lab.fair(known.close, seed=5, expected=(0.9, 1.0))
    never = lab.fair(known.close, seed=5, expected=(0.78, 0.79), most=400)

    assert (wide.answer(), narrow.answer(), never.answer()) == ("met", "missed", "undecided")
    assert never.first.batch.count == 400


@pytest.mark.usefixtures("duel")
def test_the_band_has_four_pairs_and_fixed_numbers_where_somebody_thinks() -> None:
    found = lab.fair(known.close, seed=5, players="band", thinker="steady", few=3)
    pairs = {pair.name: pair for pair in found.pairs}

    assert list(pairs) == list(fairness.WHICH["band"])
    assert pairs[fairness.OUTPLAYED].batch.players == {
        "players": "greedy",
        "foes": "steady",
        "gm": "default",
    }
    assert [pair.kind for pair in found.pairs] == [ALWAYS, FIXED, FIXED, FIXED]
    assert [pair.batch.count for pair in found.pairs[1:]] == [3, 3, 3]


@pytest.mark.usefixtures("duel")
def test_draws_are_lines_of_their_own_and_count_half_in_the_verdict() -> None:
    pair = Pair(fairness.EQUAL, Arena(Plan(known.close, 1, {})).empty(0), 0)
    row = Arena(Plan(known.close, 1, {})).fight(0)
    for number in range(100):
        winner, reason = (0, "x") if number < 30 else (1, "x") if number < 60 else (-1, "limit")
        pair.add(replace_row(row, number, winner, reason if number < 95 else ""))

    assert pair.wins(0).share == 0.3
    assert pair.draws().share == 0.35
    assert pair.unfinished().share == 0.05
    assert pair.result().share == pytest.approx(0.5)


def replace_row(row: Row, number: int, winner: int, reason: str) -> Row:
    return row._replace(fight=number, winner=winner, reason=reason)


def test_no_such_side_or_player_is_refused_with_the_nearest() -> None:
    with pytest.raises(InvalidError, match="did you mean ferrymen"):
        lab.fair(CAUSEWAY, side="ferryman")
    with pytest.raises(InvalidError, match="did you mean sharp"):
        lab.fair(CAUSEWAY, thinker="shrap", players="band")
    with pytest.raises(InvalidError, match="expected one of plain"):
        lab.fair(CAUSEWAY, players="simple")


# -- what moves the chance to win ----------------------------------------------------------------


def test_movements_are_booked_to_what_happened_and_add_up() -> None:
    arena = Arena(Plan(batches.from_content(CAUSEWAY), 1, {}))
    one, two = watch(arena, 0, range(2))
    both = one + two

    assert both.fights == 2
    assert both.total.total == one.total.total + two.total.total
    assert sum([sums.total for sums in both.moved.values()]) <= both.total.total
    assert sum([told.share for told in both.most(1000)]) <= 1.0
    points = [told.points for told in both.most(4)]
    assert points == sorted(points, reverse=True)
    assert all(one.cause.text() for one in both.most(4))


def test_watching_changes_nothing() -> None:
    arena = Arena(Plan(batches.from_content(CAUSEWAY), 1, {}))
    (seen,) = watch(arena, 0, [3])
    row = arena.fight(3)
    won = row.winner >= 0

    assert seen.won == won


def test_leads_and_comebacks_are_counted_at_the_start_of_rounds() -> None:
    assert passes([0.7, 0.5, 0.3, 0.35, 0.65]) == 2
    assert passes([0.5, 0.55, 0.45]) == 0
    assert came_back([0.5, 0.15, 0.6], won=True)
    assert not came_back([0.5, 0.15, 0.6], won=False)
    assert Swings(won=20, comebacks=8).word() == "swingy"


# -- the command ---------------------------------------------------------------------------------


def test_the_command_says_all_of_it() -> None:
    words = ["fair", CAUSEWAY, "--players", "plain", "-n", "2", "--jobs", "1"]
    page = run(app, words)
    data = json.loads(run(app, [*words, "--json"]).output)

    assert page.exit_code == 0, page.output
    for word in (
        "not decided after 2 fights",
        "The Ferrymen win",
        "Who falls",
        "moves the chance",
    ):
        assert word in page.output
    assert "thrum rules version" in page.output
    assert "whenever you stop" in " ".join(page.output.split())
    assert data["kind"] == "fair"
    assert data["verdict"] == "undecided"
    assert data["pairs"][0]["fights"] == 2
    assert data["pairs"][0]["draws"]["valid"] == ALWAYS
    assert len(data["swings"]["telling"]) > 3
    assert {"affray", "rules_version", "seed", "players"} <= set(data)


@pytest.mark.parametrize(
    ("expect", "status", "told"),
    [("0-60", 1, "expected 0 to 60 %"), ("60-100", 0, ""), ("75-80", 3, "undecided")],
)
@pytest.mark.usefixtures("duel")
def test_what_is_expected_decides_the_status(expect: str, status: int, told: str) -> None:
    words = ["fair", "duel/at-dawn", "--players", "plain", "-n", "150", "--jobs", "1"]
    ran = run(app, [*words, "--expect", expect])

    assert ran.exit_code == status, ran.output
    assert told in ran.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--fair", "60"], "expected two percentages"),
        (["--expect", "70-60"], "expected two percentages"),
        (["--deadly", "x"], "expected a share"),
        (["--side", "foe"], "did you mean foes"),
        (["--deadly", "50%"], "expected them to rise"),
        (["--seat", "foe=greedy"], "did you mean 'foes'"),
    ],
)
def test_bad_input_is_refused(words: list[str], told: str) -> None:
    ran = run(app, ["fair", CAUSEWAY, *words])

    assert ran.exit_code == 2
    assert told in " ".join(ran.output.replace("│", " ").split())


def test_the_words_of_the_zones_are_those_of_the_page() -> None:
    assert [zone.word for zone in Thresholds().zones(2)] == [DEADLY, FAVOURS, FAIR, FAVOURS]
    assert replace(Thresholds(), deadly=0.1).zones(2)[0].high == 0.1
