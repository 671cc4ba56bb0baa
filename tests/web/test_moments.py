"""A moment that is kept as a case is a case that passes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import affray
from affray import bots
from affray.checking.casefile import read_cases
from affray.checking.cases import run
from affray.web.moments import case_of
from tests.web.test_things import PACK

ENCOUNTERS = ["tollgate-ambush", "hollow-way", "ford-of-reeds", "pay-the-toll", "broken-causeway"]


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_a_moment_comes_out_again(encounter: str, tmp_path: Path) -> None:
    fight = affray.start(encounter, seed=2)
    for _ in range(25):
        fight.choose(bots.greedy(fight.choice))
    check(case_of(fight), tmp_path)


def check(told: dict[str, str], folder: Path) -> None:
    path = folder / told["name"]
    path.write_text(told["text"], "utf-8")
    (case,) = read_cases(path)
    result = run(case)
    assert result.ok, result.problems


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_rulings_stand_in_it_where_they_were_made(encounter: str, tmp_path: Path) -> None:
    fight = affray.start(encounter, seed=2)
    for number in range(24):
        fight.choose(bots.greedy(fight.choice))
        if number % 8 == 7:  # in the middle of a step, too: it begins again after the ruling
            name = next(one.name for one in fight.combat.units if one.cell >= 0)
            fight.edit(f"{name}.at", fight.value(f"{name}.at"), 'He said "no"')
    while not fight.asking:
        fight.choose(bots.greedy(fight.choice))
    told = case_of(fight)
    assert told["text"].count("[[then]]") == 3
    assert 'reason = "He said \\"no\\""' in told["text"]
    check(told, tmp_path)


def test_who_joined_and_who_left_stand_in_it(tmp_path: Path) -> None:
    fight = affray.start("broken-causeway", seed=2)
    for number in range(16):
        fight.choose(bots.greedy(fight.choice))
        if number == 9:
            fight.add("plinker", [15, 9], "foes", reason="He had slept behind the wall")
    fight.remove("biffer-2", "Called away")
    while not fight.asking:
        fight.choose(bots.greedy(fight.choice))
    told = case_of(fight)
    assert "add" in told["text"]
    check(told, tmp_path)


def test_a_ruling_that_was_taken_back_is_no_part_of_it(tmp_path: Path) -> None:
    fight = affray.start("broken-causeway", seed=2)
    for _ in range(12):
        fight.choose(bots.greedy(fight.choice))
    fight.edit("plinker-1.fatigue", 2, "Tired")
    fight.undo()
    fight.edit("plinker-1.fatigue", 1, "A little tired")
    fight.choose(bots.greedy(fight.choice))
    told = case_of(fight)
    assert "A little tired" in told["text"]
    assert '"Tired"' not in told["text"]
    check(told, tmp_path)


def test_what_a_reroll_dealt_stands_in_it(tmp_path: Path) -> None:
    fight = affray.start("broken-causeway", seed=2)
    while not fight.dice:
        fight.choose(bots.greedy(fight.choice))
    fight.reroll(1, 6, "It fell off the table")
    for _ in range(4):
        fight.choose(bots.greedy(fight.choice))
    check(case_of(fight), tmp_path)


@pytest.mark.parametrize(
    ("encounter", "seeds"), [("sovereign/pay-the-toll", [4, 7]), ("ingenuity/drowned-ford", [1])]
)
def test_what_a_side_is_asked_within_a_step_comes_out_again(
    encounter: str, seeds: list[int], tmp_path: Path
) -> None:
    """A question of several seats, too, and all that follows once it is answered."""
    for seed in seeds:
        fight = affray.start(encounter, seed=seed)
        chance = random.Random(seed)
        answers = 0
        while fight.choice.who or not fight.timeline.open.answers:
            answers += 1
            keys = fight.choice.keys
            offers = [key for key in keys if key.split()[0] in ("parley", "surrender")]
            fight.choose(offers[0] if offers and answers > 9 else chance.choice(keys))
        for _ in range(3):
            check(case_of(fight), tmp_path)
            on = [key for key in ("fight on", "refuse") if key in fight.choice.keys]
            fight.choose(on[0] if on else bots.greedy(fight.choice))


def test_a_die_in_the_middle_of_a_step_comes_out_again(tmp_path: Path) -> None:
    fight = affray.start("broken-causeway", seed=2, dice="real")
    seen = 0
    while seen < 5:
        if fight.dice_wanted is None:
            fight.choose(bots.greedy(fight.choice))
            continue
        told = case_of(fight)
        assert f'rolls = "d{fight.dice_wanted.sides} for ' in told["text"]
        check(told, tmp_path)
        fight.give_die(1 + seen)
        seen += 1


def test_a_moment_names_the_packs_that_have_to_lie_beside_it(tmp_path: Path) -> None:
    (tmp_path / "more.toml").write_text(PACK, "utf-8")
    fight = affray.start("broken-causeway", seed=2, packs=tmp_path / "more.toml")
    fight.choose(bots.greedy(fight.choice))
    told = case_of(fight)
    assert 'packs = ["more.toml"]' in told["text"]
    check(told, tmp_path)
