"""Names for the numbers of a state: what is told can be read back."""

from __future__ import annotations

import re
from typing import Any

import pytest

from affray.bots import seated
from affray.content import list_encounters
from affray.content.game import BUILTIN
from affray.core.choice import Absent
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.sim.batches import from_content
from affray.state import paths

STEPS = 60


def fight(encounter: str, steps: int = STEPS) -> tuple[Ruleset, Combat[Any]]:
    """Some steps of a noisy fight."""
    rules, setup = from_content(encounter)()
    combat = rules.begin(setup, SeededDice(7), [Absent() for _ in setup.seats])
    tactics = rules.tactics()
    combat.agents = [seated("noisy", tactics, 7, 1, seat) for seat in range(len(setup.seats))]
    while steps and not combat.outcome:
        combat.step()
        steps -= 1
    return rules, combat


@pytest.mark.parametrize("encounter", [one.key for id in BUILTIN for one in list_encounters(id)])
def test_what_is_told_of_a_state_is_what_a_case_may_expect_of_it(encounter: str) -> None:
    rules, combat = fight(encounter)
    places = list(combat.FIELDS)
    places += [f"{unit.name}.{field}" for unit in combat.units for field in ("at", *unit.FIELDS)]

    for place in places:
        told = paths.told(combat, rules, place)
        if any(len(digits) > 6 for digits in re.findall(r"\d+", str(told))):
            continue  # a packed number that files cannot hold
        assert paths.matches(combat, rules, place, told), f"{place} = {told}"


@pytest.mark.parametrize(
    ("encounter", "path", "value", "told"),
    [
        ("thrum/broken-causeway", "lineup.order", ["biffer-1", "ansa-brock"], None),
        ("thrum/broken-causeway", "active", "none", None),
        ("thrum/broken-causeway", "phase", 0, "initiative"),
        ("sovereign/pay-the-toll", "order", [1, 0], ["foes", "lantern-company"]),
        ("sovereign/pay-the-toll", "litter", ["3,4 spear"], None),
        ("sovereign/pay-the-toll", "corpses", ["3,4 foes", "5,4 lantern-company"], None),
        ("quest/toll-bridge", "litter", ["3,4 dagger", "5,4 crossbow unloaded"], None),
    ],
)
def test_numbers_are_told_by_their_names(
    encounter: str, path: str, value: object, told: object
) -> None:
    rules, combat = fight(encounter, 0)

    paths.put(combat, rules, path, value)

    assert paths.told(combat, rules, path) == (value if told is None else told)


def test_a_set_of_bits_is_told_and_stated_by_names() -> None:
    rules, combat = fight("quest/toll-bridge", 0)
    first, second = combat.units[0].name, combat.units[4].name

    paths.put(combat, rules, f"{first}.unseen", [second])

    assert combat.units[0].unseen == 1 << 4
    assert paths.told(combat, rules, f"{first}.unseen") == [second]
    with pytest.raises(InvalidError, match="unseen"):
        paths.put(combat, rules, f"{first}.unseen", [second, "nobody"])


def test_whose_turn_it_is_in_an_order_of_sides_is_told_by_the_side() -> None:
    rules, combat = fight("sovereign/pay-the-toll", 0)
    paths.put(combat, rules, "order", ["foes", "lantern-company"])

    paths.put(combat, rules, "turn_of", "lantern-company")

    assert paths.get(combat, rules, "turn_of") == 1
    assert paths.told(combat, rules, "turn_of") == "lantern-company"


def test_a_flag_of_a_piece_of_state_is_no_name() -> None:
    rules, combat = fight("thrum/broken-causeway", 0)
    terrain: Any = rules.record("Terrain")
    terrain.creator, terrain.active, terrain.cells = 0, 1, [3]
    fields: Any = combat
    fields.terrains = [terrain]

    told: Any = paths.told(combat, rules, "terrains")

    assert told[0]["creator"] == combat.units[0].name
    assert (told[0]["active"], told[0]["cells"]) == (1, ["3,0"])
