"""From fight to fight: Effort, and what is done once a day."""

from __future__ import annotations

import pytest

from affray.content.problems import InvalidError
from affray.rulesets.sovereign import resource
from affray.rulesets.sovereign.damage import dealing
from affray.rulesets.sovereign.ruleset import Sovereign
from affray.rulesets.sovereign.terms import ONCE, SPENT_DIE_HARD, TOUCHES
from tests.rules import rule
from tests.sovereign.table import Table, body
from tests.sovereign.test_library import begun

HIT = "attack b with sword"


def left(table: Table, name: str) -> dict[str, int]:
    return Sovereign().aftermath(table.combat, table[name].index)


@rule("sovereign/effort.pool")
def test_effort_for_the_fight_returns_and_effort_for_the_day_does_not() -> None:
    """Healing Touch is for the fight, Counter Magic for the day, Pavis while it lasts."""
    own = body()
    own.arts, own.effort = ["healing-touch", "counter-magic", "pavis-of-elements"], 4
    table = Table("A b", A=own, b=body())
    for name in ("healing-touch", "counter-magic"):
        resource.commit(table.combat, table["A"], name)
    table.act("A", "raise pavis-of-elements")
    assert table["A"].effort == 1
    assert left(table, "A")["effort"] == 3

    table.act("A", "take back effort")

    assert (table["A"].effort, left(table, "A")["effort"]) == (2, 3)


@rule("sovereign/effort.pool")
def test_each_pool_is_carried_on_by_itself() -> None:
    own = body()
    own.arts, own.effort, own.second = ["vital-furnace", "counter-magic"], 2, 2
    own.traditions = ["high-mage", "healer"]
    table = Table("A b", A=own, b=body())

    for name in ("counter-magic", "vital-furnace", "vital-furnace"):
        resource.commit(table.combat, table["A"], name)

    found = left(table, "A")
    assert (found["effort"], found["second_effort"]) == (1, 0)


@rule("sovereign/effort.pool", "sovereign/spell.slots")
def test_what_is_done_once_a_day_is_done_in_the_next_fight_too() -> None:
    """[die-hard]: the first time in a day."""
    own = body(feats={"die-hard": 2})
    table = Table("A b", A=own, b=body())
    table.script([], "")
    dealing.hurt(table.combat, table["A"], 30, 1, "damage.roll", spares=False)
    table["A"].used[TOUCHES] = 2

    found = left(table, "A")

    assert (found["spent.die-hard"], found["touches"]) == (1, 2)
    assert "spent.nullifier" not in found


@rule("sovereign/effort.pool")
def test_a_member_begins_with_what_it_has_spent_that_day() -> None:
    values = {"spent.die-hard": 1, "touches": 2, "effort": 1, "second_effort": 0, "casting": 0}

    unit = begun("brother-ansel", **values)

    assert (unit.used[ONCE], unit.used[TOUCHES], unit.effort) == (SPENT_DIE_HARD, 2, 1)


@pytest.mark.parametrize("values", [{"spent.die-hard": 2}, {"touches": -1}, {"hp": 0}])
def test_what_cannot_be_carried_on_is_refused(values: dict[str, int]) -> None:
    from affray.content.library import encounter_from
    from affray.encounters.prepare import prepare

    member = {"id": "brother-ansel", "name": "Ana", "at": [0, 0], "with": values}
    other = {"id": "ash-wolf", "name": "Bob", "at": [2, 0]}
    encounter = encounter_from(
        {
            "ruleset": "sovereign",
            "id": "small",
            "name": "Small",
            "map": {"rows": ["..."]},
            "side": [{"id": "party", "members": [member]}, {"id": "foes", "members": [other]}],
        },
        "small.toml",
    )

    with pytest.raises(InvalidError, match=next(iter(values))):
        prepare(encounter)


@rule("sovereign/morale.surrender", "sovereign/end.escaped")
def test_the_captured_keep_their_hit_points() -> None:
    table = Table("A b c", A=body(), b=body(), c=body())
    table["b"].hp = 7

    table.act("b", "surrender")

    assert left(table, "b")["hp"] == 7


@rule("sovereign/death.healed")
def test_healing_wakes_no_sleeper() -> None:
    """[sleep]: roused by damage or by a Main action."""
    table = Table("A C b", A=body(), C=body(), b=body())
    table["C"].hp, table["C"].asleep = 5, True

    dealing.heal(table.combat, table["C"], 4, "item.potion")

    assert (table["C"].hp, table["C"].asleep) == (9, True)


@rule("sovereign/death.frail", "sovereign/death.less-lethal")
def test_nobody_spares_the_frail() -> None:
    from tests.sovereign.table import strike

    table = Table("A b c", A=body(strike(bonus=9, spares=True)), b=body(hp=3), c=body())
    table["b"].frail, table["b"].main = True, False

    table.act("A", HIT, dice="d20 10 d8 5")

    assert not table["b"].present
