"""The tests run on what they claim to run on: compiled when told so, interpreted otherwise."""

from __future__ import annotations

import os
import traceback
from pathlib import Path

import affray.core.arrays
import affray.core.combat
import affray.rulebook.catalogue
from affray.content import load_encounter
from affray.core.choice import Pending, Script
from affray.core.dice import Dice, ScriptedDice, SeededDice
from affray.core.errors import ScriptError
from affray.encounters.prepare import prepare

ENCOUNTER = Path(__file__).parents[2] / "bench" / "encounters" / "thrum.toml"


def test_the_package_under_test_is_compiled_exactly_when_expected() -> None:
    expected = os.environ.get("AFFRAY_EXPECT_COMPILED") == "1"

    assert affray.core.combat.__file__.endswith(".py") is not expected


def test_what_must_stay_interpreted_is_interpreted() -> None:
    assert affray.core.arrays.__file__.endswith(".py")
    assert affray.rulebook.catalogue.__file__.endswith(".py")


def test_where_it_is_compiled_a_step_that_is_broken_off_makes_no_frames() -> None:
    """It happens at every question, and nobody reads where; interpreted, Python makes them."""
    compiled = not affray.core.combat.__file__.endswith(".py")

    assert ("step" in frames_of(SeededDice(1))) is not compiled


def test_an_error_in_a_rule_has_its_frames_compiled_too() -> None:
    assert {"step", "roll"} <= frames_of(ScriptedDice([]))


def frames_of(dice: Dice) -> set[str]:
    """Return the functions that the exception came through in which a fight breaks off."""
    ruleset, setup = prepare(load_encounter(str(ENCOUNTER)))
    answers: list[int] = []
    combat = ruleset.begin(setup, dice, [Script(answers)] * len(setup.seats))
    while True:
        before = combat.clone()
        try:
            combat.step()
        except Pending as asked:
            if isinstance(dice, SeededDice):
                return functions(asked)
            answers.append(asked.choice.fallback())
            combat = before
            combat.agents = [Script(answers)] * len(setup.seats)
        except ScriptError as fault:
            return functions(fault)
        else:
            answers.clear()
            combat.agents = [Script(answers)] * len(setup.seats)


def functions(fault: Exception) -> set[str]:
    return {frame.name for frame in traceback.extract_tb(fault.__traceback__)}
