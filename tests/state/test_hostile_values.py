"""Whatever is written where a value stands is set or refused: never a crash, never half of it."""

from __future__ import annotations

from typing import Any

import pytest

from affray.checking.vocabulary import vocabulary
from affray.content import list_encounters
from affray.content.game import BUILTIN
from affray.core.choice import Absent
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.errors import AffrayError
from affray.core.ruleset import Ruleset
from affray.sim.batches import from_content
from affray.state.paths import put

VALUES: list[object] = [
    "typo",
    "",
    -5,
    999_999,
    True,
    2.5,
    [],
    ["typo"],
    [-7],
    [999_999],
    [[]],
    [{}],
    [{"is": "Typo"}],
    [{"id": "typo"}],
    {},
    {"typo": 1},
    {"is": "Typo"},
    {"order": ["typo"]},
    None,
]


def begun(game: str) -> tuple[Ruleset, Combat[Any]]:
    rules, setup = from_content(list_encounters(game)[0].key)()
    return rules, rules.begin(setup, SeededDice(1), [Absent() for _ in setup.seats])


def goes_on(combat: Combat[Any]) -> list[str]:
    """What goes wrong when a fight goes on from a state that was accepted."""
    combat.changes = 0
    try:
        for _ in range(3):
            if not combat.outcome:
                combat.step()
    except AffrayError:
        return []
    except Exception as fault:
        return [f"accepted, and then {type(fault).__name__}: {fault}"]
    return []


@pytest.mark.parametrize("game", BUILTIN)
def test_no_value_crashes_or_is_half_set(game: str) -> None:
    rules, combat = begun(game)
    words = vocabulary(game)
    name = combat.units[0].name
    own = [*words.combatant, *words.effects[:3], *words.read]
    wrong: list[str] = []
    for path in [*words.combat, *[f"{name}.{one}" for one in own]]:
        for value in VALUES:
            for deep in (path, f"{path}.0", f"{path}.typo"):
                trial = combat.clone()
                key = trial.key()
                try:
                    put(trial, rules, deep, value)
                except AffrayError:
                    if trial.key() != key:
                        wrong.append(f"{deep} = {value!r}: refused, and yet something is set")
                except Exception as fault:
                    wrong.append(f"{deep} = {value!r}: {type(fault).__name__}: {fault}")
                else:
                    wrong += [f"{deep} = {value!r}: {one}" for one in goes_on(trial)]

    assert not wrong, "\n".join(wrong)
