"""Two versions of a fight on the same dice: what stays the same, where they part, who gains."""

from __future__ import annotations

import json
import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from typer.testing import CliRunner

from affray.cli.app import app
from affray.content.game import game_ids
from affray.content.library import list_encounters
from affray.content.problems import InvalidError
from affray.core.choice import Agent, Choice, Menu, UnitMenu
from affray.lab.answers import Answered, Answers, alike, given_by, recorded, repeating
from affray.lab.differences import Difference, diff, of_change
from affray.lab.pairs import Ending, Pair, Pairs, Parting, health, reduction
from affray.lab.sequences import ALWAYS, FIXED
from affray.lab.variants import variant
from affray.session.fight import Fight
from affray.sim.batches import run

TOLL = "sovereign/pay-the-toll"
CHANGE = "toll-cutter.max_hp+=2"


def command(*words: str) -> str:
    ran = CliRunner().invoke(app, list(words), prog_name="affray")
    assert ran.exit_code == 0, ran.output
    return ran.stdout


@pytest.fixture(scope="module")
def tougher() -> Difference:
    return diff(TOLL, changes=[CHANGE], count=8)


@pytest.mark.parametrize("id", game_ids())
def test_a_change_that_touches_nothing_changes_no_fight(id: str) -> None:
    """Nor does a name, which no rule reads."""
    encounter = next(one for one in list_encounters(id))

    found = diff(encounter.key, changes=["name=Another name"], count=1)

    assert (found.pairs.count, found.pairs.same) == (1, 1)
    assert found.verdict() == "same"
    assert found.pairs.parted == {}


def test_either_version_is_what_a_simulation_of_it_plays(tougher: Difference) -> None:
    for place, version in enumerate((tougher.first, tougher.second)):
        batch = run(version, count=8)
        winners = [tougher.pairs.winners[place][side] for side in batch.sides]
        assert winners == batch.wins
        assert tougher.pairs.wins[place].total == batch.wins[0]
        assert tougher.pairs.rounds[place].total == sum(
            [rounds * fights for rounds, fights in batch.rounds.items()]
        )


def test_where_a_pair_parts_is_the_first_step_in_which_something_else_happens(
    tougher: Difference,
) -> None:
    pair = tougher.pairs.notable["earliest"][0]
    assert pair.parting is not None
    fights = [
        Fight(*version(), 1, fight=pair.fight, seats={"players": "greedy", "foes": "greedy"})
        for version in (tougher.first, tougher.second)
    ]
    told = [
        [fight.log(done.events) for done in fight.timeline.done[: pair.parting.step + 1]]
        for fight in fights
    ]

    assert told[0][:-1] == told[1][:-1]
    assert told[0][-1] != told[1][-1]
    for sentence, lines in zip(pair.parting.sentences, told, strict=True):
        assert any([sentence in line for line in lines[-1]])


def test_the_number_of_workers_changes_nothing(tougher: Difference) -> None:
    again = diff(TOLL, changes=[CHANGE], count=8, jobs=2)

    assert again.pairs == tougher.pairs


def test_an_encounter_against_another_file_and_a_pack(tmp_path: Path) -> None:
    variant(TOLL, changes=["toll-cutter.max_hp=6"]).write(tmp_path / "tougher.toml")
    pack = tmp_path / "tougher-cutter.toml"
    pack.write_text(
        'ruleset = "sovereign"\n[[creature]]\nid = "toll-cutter"\nlike = "toll-cutter"\n'
        "replaces = true\nhp = 6\n"
    )

    written = diff(TOLL, tmp_path / "tougher.toml", count=3)
    packed = diff(TOLL, second_packs=[pack], count=3)
    changed = diff(TOLL, changes=["toll-cutter.max_hp=6"], count=3)

    assert written.pairs == changed.pairs == packed.pairs
    assert written.run_command(1, 3) == f"affray run {tmp_path}/tougher.toml --seed 1 --fight 3"
    assert changed.run_command(1, 3) == ""


@pytest.mark.parametrize(
    ("second", "fault"),
    [
        ("tollgate-ambush", "found Sovereign and ICON, expected two fights of one game"),
        ("storm-the-gate", "found the sides .*, expected the same in both"),
    ],
)
def test_what_cannot_be_compared_is_refused(second: str, fault: str) -> None:
    with pytest.raises(InvalidError, match=fault):
        diff(TOLL, second, count=1)


# -- the change itself: players answer alike -------------------------------------------------------


class Saying(Agent):
    """Says what it is told to, in order."""

    def __init__(self, *answers: int) -> None:
        self.answers = list(answers)

    def decide(self, choice: Any) -> int:
        return self.answers.pop(0)


class ThinkingSayer(Saying):
    thinks: ClassVar[bool] = True


def menu(*keys: str, who: int = 0, round: int = 1, rule: str = "turn.act", first: int = 1) -> Menu:
    """Return a question whose answers are numbered from ``first`` on."""
    asked = Menu(1, who, rule, [(first + place, key) for place, key in enumerate(keys)])
    units = [SimpleNamespace(name=name) for name in ("Ana", "Bo")]
    asked.combat = SimpleNamespace(units=units, round=round)
    return asked


def test_an_answer_is_given_again_by_who_is_asked_what_in_which_round_for_which_time() -> None:
    answers = Answers()
    one = recorded([Saying(1, 2, 2, 1, 2)], answers)[0]
    for question in (
        menu("hit", "run"),
        menu("hit", "run"),
        menu("hit", "run", who=1),
        menu("hit", "run", rule="turn.react"),
        menu("hit", "run", round=2),
    ):
        one.decide(question)
    other = repeating([Saying(9, 9)], answers)[0]

    again = [  # in another order, and Bo is asked once more
        other.decide(menu("hit", "run", who=1)),
        other.decide(menu("hit", "run", who=1)),
        other.decide(menu("hit", "run", round=2)),
        other.decide(menu("hit", "run")),
        other.decide(menu("hit", "run", rule="turn.react")),
        other.decide(menu("hit", "run")),
        other.decide(menu("hit", "run", round=3)),
    ]

    assert again == [2, 9, 2, 1, 1, 2, 9]
    assert answers.answered == Answered(same=5, refused=0, new=2)


def test_an_answer_is_known_by_its_key_and_given_again_only_where_it_is_allowed() -> None:
    answers = Answers()
    one = recorded([Saying(2, 2)], answers)[0]
    one.decide(menu("hit Bo", "run"))
    one.decide(menu("hit Bo", "run"))
    other = repeating([Saying(7)], answers)[0]

    renumbered = menu("wait", "hit Bo", "run", first=1)
    assert other.decide(renumbered) == 3
    assert other.decide(menu("hit Bo", "wait")) == 7
    assert answers.answered == Answered(same=1, refused=1, new=0)


def aimed(verb: str, *keys: str) -> Choice:
    """Return a question whose answers aim at Ana (1) and Bo (2)."""
    asked = UnitMenu(1, 0, "turn.act", list(enumerate(keys)), verb=verb)
    asked.combat = menu().combat
    return asked


def test_what_is_called_otherwise_is_known_by_where_it_stands_if_it_does_the_same() -> None:
    given = given_by(aimed("strike", "wait", "Ana with spear", "Bo with spear"), 2)
    other = ("wait", "Ana with spear", "Bo with better-spear")

    assert alike(aimed("strike", *other), given, named=False) == 2
    assert alike(aimed("strike", *other), given) is None  # known by name alone
    assert alike(aimed("mend", *other), given, named=False) is None
    assert alike(aimed("strike", "wait", "Ana with spear"), given, named=False) is None


def test_whom_an_answer_meant_is_told_by_the_name_only_if_places_tell_nothing() -> None:
    """One of three guards has become a captain: the second guard is now called the first."""
    given = given_by(aimed("strike", "wait", "guard-1", "guard-2"), 2)
    renamed = aimed("strike", "wait", "captain", "guard-1", "guard-2")

    assert alike(renamed, given, named=False) == 2
    assert alike(renamed, given, named=True) == 3


def test_people_are_known_by_their_place_unless_somebody_came_or_went() -> None:
    for named, expected in ((False, 2), (True, 9)):
        answers = Answers(named=named)
        recorded([Saying(2)], answers)[0].decide(menu("hit", "run"))
        asked = menu("hit", "run")
        asked.combat.units[0].name = "Ana the Bold"
        assert repeating([Saying(9)], answers)[0].decide(asked) == expected


def test_players_that_think_go_on_thinking_where_answers_are_noted_and_repeated() -> None:
    for seat in (recorded, repeating):
        found = seat([Saying(), ThinkingSayer()], Answers())
        assert [one.thinks for one in found] == [False, True]


def test_with_the_same_answers_a_change_that_touches_nothing_changes_no_fight() -> None:
    found = diff(TOLL, changes=["name=Another name"], count=2, same_answers=True)

    assert found.verdict() == "same"
    same, refused, new = found.pairs.answered
    assert same > 100
    assert (refused, new) == (0, 0)


def test_the_same_answers_leave_the_first_version_as_it_was_and_pairs_more_alike() -> None:
    """A hook line that does more harm: whoever sees that chooses it more often."""
    words: dict[str, Any] = {"changes": ["ability.hook-line.success[0].n+=1"], "count": 6}
    own = diff("thrum/broken-causeway", **words)
    found = diff("thrum/broken-causeway", same_answers=True, **words)

    assert found.pairs.winners[0] == own.pairs.winners[0]
    assert found.pairs.margins[0] == own.pairs.margins[0]
    mine, theirs = reduction(found.pairs.margins), reduction(own.pairs.margins)
    assert mine is not None
    assert theirs is not None
    assert mine > 2 * theirs
    assert found.pairs.answered.same > 1000
    assert min(found.pairs.answered) > 0
    assert found.run_command(1, 3) == ""
    again = diff("thrum/broken-causeway", same_answers=True, jobs=2, **words)
    assert again.pairs == found.pairs
    assert Pairs.taken(json.loads(json.dumps(found.pairs.as_data()))) == found.pairs


def test_pages_say_which_of_the_two_questions_they_answer(tmp_path: Path) -> None:
    words = ("diff", TOLL, "--set", CHANGE, "-n", "3")
    folder = ("--resume", str(tmp_path / "kept"))
    own, same = command(*words), command(*words, "--same-answers", *folder)

    assert "once players respond to it" in " ".join(own.split())
    assert "The change itself (--same-answers)" in same
    assert "answers in B" in same
    data = json.loads(command(*words, "--same-answers", "--json"))
    assert data["answers"] == "same"
    assert sum(data["answered"].values()) > 100
    assert "B with the answers of A" in " ".join(same.split())
    told = command(*words, "--same-answers", "--show", "2")
    assert "The change itself" in told
    refused = CliRunner().invoke(app, [*words, *folder])
    assert refused.exit_code == 2
    assert "its answers is same, this run's is own" in " ".join(refused.stderr.split())


# -- numbers ---------------------------------------------------------------------------------------


def pair(number: int, before: bool, now: bool, *, margin: int = 0) -> Pair:
    parting = None if before == now and not margin else Parting(number, 1, ("a", "a"), ("", ""))
    ends = [Ending(won, 0, 3, "us" if won else "them", True) for won in (before, now)]
    return Pair(number, ends[0], ends[1]._replace(margin=margin), parting)


def test_counts_of_pairs_add_up_in_any_portions() -> None:
    some = [pair(n, n % 3 == 0, n % 4 == 0, margin=10 * n) for n in range(20)]
    whole, parts = Pairs(), [Pairs(), Pairs(7)]
    for one in some:
        whole.add(one)
        parts[one.fight >= 7].add(one)

    assert parts[0] + parts[1] == whole
    assert (whole.better, whole.worse) == (3, 5)
    assert [one.fight for one in whole.notable["better"]] == [16, 8, 4]
    with pytest.raises(ValueError, match="does not follow"):
        parts[1] + parts[0]


def test_pairs_are_worth_as_many_more_fights_as_their_differences_vary_less() -> None:
    """Half of ten fights are won, one of them in one version only: 0.25 + 0.24 over 0.09."""
    pairs = Pairs()
    for number in range(10):
        pairs.add(pair(number, number < 5, number < 4))

    found = reduction(pairs.wins)

    assert found is not None
    assert math.isclose(found, (0.25 + 0.24) / 0.09, rel_tol=1e-9)
    assert reduction(pairs.rounds) is None


def test_the_interval_of_a_change_is_true_as_often_as_it_says() -> None:
    """Of every outcome of pairs, weighed by its chance."""
    for n, up, down in ((20, 0.2, 0.0005), (50, 0.2, 0.002), (80, 0.1, 0.05), (100, 0.05, 0.0001)):
        covered = [0.0, 0.0]
        for gained in range(n + 1):
            for lost in range(n + 1 - gained):
                ways = math.comb(n, gained) * math.comb(n - gained, lost)
                chance = ways * up**gained * down**lost * (1 - up - down) ** (n - gained - lost)
                if chance > 1e-12:
                    for place, kind in enumerate((FIXED, ALWAYS)):
                        low, high = of_change(gained, lost, n, kind)
                        covered[place] += chance * (low <= up - down <= high)
        assert min(covered) >= 0.945, (n, up, down)


def test_the_interval_of_a_change_that_is_valid_whenever_is_wider() -> None:
    assert of_change(9, 2, 100, ALWAYS)[0] < of_change(9, 2, 100, FIXED)[0] < 0.07
    assert of_change(9, 2, 100, ALWAYS)[1] > of_change(9, 2, 100, FIXED)[1] > 0.07


@pytest.mark.parametrize(
    ("start", "now", "left"),
    [
        ({"hp": 20, "max hp": 20}, {"hp": 5, "max hp": 20}, 250),
        ({"hp": 20, "max hp": 20}, {"hp": -3, "max hp": 20}, 0),
        ({"fatigue": 0, "fatigue tolerance": 4}, {"fatigue": 1, "fatigue tolerance": 4}, 800),
        ({"fatigue": 0, "fatigue tolerance": 4}, {"fatigue": 9, "fatigue tolerance": 4}, 0),
        ({"health": 12, "stamina": 9}, {"health": 6, "stamina": 0}, 500),
    ],
)
def test_health_is_what_is_left_of_hit_points_or_until_a_load_is_too_much(
    start: dict[str, int], now: dict[str, int], left: int
) -> None:
    assert health(start, now) == left


# -- the command -----------------------------------------------------------------------------------


def test_the_page_says_who_gains_what_stays_and_what_to_read(tmp_path: Path) -> None:
    words = ("diff", TOLL, "--set", CHANGE, "-n", "6")

    page = command(*words, "--write", str(tmp_path / "b"))

    assert "B: sovereign/pay-the-toll with toll-cutter.max_hp += 2" in page
    assert "fights are identical, step by step" in page
    assert "Where they part first:" in page
    assert f"affray run {tmp_path}/b/pay-the-toll.toml --seed 1 --fight" in page
    assert "players greedy" in page
    assert "true for this many fights" in page


def test_a_fight_of_both_is_told_once_while_it_is_the_same() -> None:
    page = command("diff", TOLL, "--set", CHANGE, "--show", "2")

    assert page.index("both alike:") < page.index("A goes on:") < page.index("B goes on:")
    same = command("diff", TOLL, "--set", "name=Else", "--show", "2")
    assert "They are identical to the end." in same


def test_json_begins_as_all_results_of_the_lab_do() -> None:
    data = json.loads(command("diff", TOLL, "--set", CHANGE, "-n", "3", "--json"))

    assert data["kind"] == "diff"
    assert data["second"]["changes"] == ["toll-cutter.max_hp += 2"]
    assert data["identical"] + sum([one["fights"] for one in data["parted"]]) == 3


def test_a_script_is_told_by_the_status_whether_it_came_as_expected() -> None:
    def status(*words: str) -> int:
        return CliRunner().invoke(app, ["diff", TOLL, "-n", "2", *words]).exit_code

    assert status("--expect", "same") == 0
    assert status("--set", "toll-cutter.max_hp=40", "--expect", "same") == 1
    assert status("--expect", "sme") == 2
    assert status("--set", "toll-cuter.hp=1") == 2
    assert status("--side", "nobody") == 2
    assert status("--seat", "nobody=greedy") == 2
