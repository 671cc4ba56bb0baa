"""From fight to fight: Effort, and what is done once a day."""

from __future__ import annotations

import pytest

from affray.content.problems import InvalidError
from affray.core.setup import Objective, Setup, SideSetup
from affray.rulesets.sovereign import resource
from affray.rulesets.sovereign.choice.acting import Act
from affray.rulesets.sovereign.damage import dealing
from affray.rulesets.sovereign.ruleset import Sovereign
from affray.rulesets.sovereign.terms import ONCE, SIDE_PHASE, SPENT_DIE_HARD, TOUCHES
from tests.rules import rule
from tests.sovereign.table import Table, body, strike
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
    table["A"].set_count(TOUCHES, 2)

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


# ---- objectives ----------------------------------------------------------------------------------


def aims(table: Table, *objectives: Objective) -> None:
    """Let the encounter state objectives."""
    table.combat.objectives = list(objectives)
    table.combat.counts = [0] * len(objectives)


def next_round(table: Table) -> None:
    """Let the present round be over."""
    for unit in table.combat.units:
        unit.acted = True
    table.combat.active = -1
    table.combat.phase = SIDE_PHASE
    table.combat.turn_of = len(table.combat.order) - 1
    table.steps(1)


@rule("sovereign/end.objective")
def test_a_zone_is_reached_at_once() -> None:
    table = Table("A . . . . b", A=body(), b=body())
    aims(table, Objective("reached", 0, True, cells=[2]))
    table.turn_of("A")

    table.steps(1, "run", "move 2,0")

    assert (table.combat.outcome, table.combat.winner) == ("end.objective", 0)


@rule("sovereign/end.objective")
def test_so_many_reach_a_zone_and_whoever_left_the_map_by_it_counts() -> None:
    table = Table("A B . . . b", A=body(), B=body(), b=body())
    table.combat.gates = [0]
    aims(table, Objective("reached", 0, True, cells=[0], number=2))
    table.turn_of("A")

    table.steps(1, "run", "leave 0,0")
    assert (table.combat.outcome, table.combat.counts) == ("", [1])
    table.turn_of("B")
    table.steps(1, "run", "move 0,0")

    assert (table.combat.outcome, table.combat.winner) == ("end.objective", 0)


@rule("sovereign/end.objective")
@pytest.mark.parametrize(
    ("objective", "rounds"),
    [
        (Objective("hold", 1, True, cells=[5], number=2), 2),
        (Objective("rounds-survived", 1, True, number=3), 3),
        (Objective("rounds-survived", 0, False, number=2), 2),
    ],
)
def test_what_names_rounds_is_looked_at_when_they_end(objective: Objective, rounds: int) -> None:
    table = Table("A . . . . b", A=body(), b=body())
    aims(table, objective)
    for _ in range(rounds):
        assert table.combat.outcome == ""
        next_round(table)
        table.steps(1) if not table.combat.outcome else None

    assert (table.combat.outcome, table.combat.winner) == ("end.objective", 1)


@rule("sovereign/end.objective")
def test_whoever_is_felled_is_taken_out_and_is_struck_first() -> None:
    table = Table("b A c", A=body(strike()), b=body(hp=3), c=body(hp=3))
    aims(table, Objective("taken-out", 1, False, who=["c"]))
    plain = Sovereign().tactics()
    table.turn_of("A")
    asked = Act(table.combat, table["A"], held=False)
    asked.combat = table.combat
    assert asked.key(plain.answer(asked)) == "attack c with sword"
    dealing.hurt(table.combat, table["c"], 9, 0, "damage.roll", spares=False)

    table.steps(1, "end turn")

    assert (table.combat.outcome, table.combat.winner) == ("end.objective", 0)


@rule("sovereign/end.objective")
def test_a_plain_player_runs_where_its_side_wins_by_standing() -> None:
    table = Table("A b . . . . . .", A=body(strike()), b=body())
    plain = Sovereign().tactics()
    aims(table, Objective("reached", 0, True, cells=[6]))
    table.turn_of("A")
    asked = Act(table.combat, table["A"], held=False)
    asked.combat = table.combat

    assert asked.key(plain.answer(asked)).startswith("run")
    far = plain.value(table.combat, 0)
    table.combat.move(table["A"], 5)
    assert plain.value(table.combat, 0) > far


@rule("sovereign/end.objective")
def test_an_objective_without_its_zone_is_refused() -> None:
    table = Table("A . b", A=body(), b=body())
    setup = Setup(table.combat.grid, ["players", "foes", "gm"])
    setup.sides = [SideSetup("party", "Party", 0, []), SideSetup("foes", "Foes", 1, [])]
    setup.objectives = [Objective("reached", 0, True)]

    faults = Sovereign().faults(setup)

    assert "win[0]: found no zone, expected one for reached [sovereign/end.objective]" in faults
