"""The words of cases, listed: whatever is listed can be asked for."""

from __future__ import annotations

import pytest

from affray.checking.vocabulary import vocabulary
from affray.content import list_encounters
from affray.content.game import BUILTIN
from affray.core.choice import Absent
from affray.core.dice import SeededDice
from affray.core.event import KINDS
from affray.sim.batches import from_content
from affray.state.paths import get


@pytest.mark.parametrize("game", BUILTIN)
def test_every_path_that_is_listed_leads_somewhere(game: str) -> None:
    words = vocabulary(game)
    rules, setup = from_content(list_encounters(game)[0].key)()
    combat = rules.begin(setup, SeededDice(1), [Absent() for _ in setup.seats])
    name = combat.units[0].name
    paths = [*words.combat]
    paths += [f"{name}.{one}" for one in [*words.combatant, *words.effects, *words.read]]

    for path in paths:
        get(combat, rules, path)
    assert len(words.effects) > 5


@pytest.mark.parametrize("game", BUILTIN)
def test_a_condition_that_nobody_has_reads_as_nothing(game: str) -> None:
    words = vocabulary(game)
    rules, setup = from_content(list_encounters(game)[0].key)()
    combat = rules.begin(setup, SeededDice(1), [Absent() for _ in setup.seats])
    held = {one.effect.id for one in combat.units[0].effects}
    free = [one for one in words.effects if one not in held]

    assert [get(combat, rules, f"{combat.units[0].name}.{one}") for one in free] == [0] * len(free)


def test_every_kind_of_event_is_listed_with_its_fields() -> None:
    words = vocabulary("quest")

    assert list(words.events) == list(KINDS)
    assert {"who", "what", "before", "after", "parts"} <= set(words.events["damaged"])
    assert "- `damaged`: who, other" in words.page("Quest")
