"""What a fight knows of itself, against slow versions: who is near, held, in the way."""

from __future__ import annotations

from random import Random

import pytest

from affray.rulesets.sovereign import changes, geometry
from affray.rulesets.sovereign.attack.declared import cannot_attack, open_to, usable
from affray.rulesets.sovereign.choice.acting import Pick
from affray.rulesets.sovereign.choice.aiming import Centre
from affray.rulesets.sovereign.definitions import Spell
from affray.rulesets.sovereign.movement import terrain, walking, ways
from affray.rulesets.sovereign.play.tactics import SovereignTactics
from affray.rulesets.sovereign.play.worth import can_strike, foes_of
from tests.rules import rule
from tests.sovereign.table import Table, body, strike

SIDE = 9


def crowd(seed: int) -> Table:
    """Return a field full of small and big of both sides, on several heights."""
    dice = Random(seed)
    rows = [["." for _ in range(SIDE)] for _ in range(SIDE)]
    sheets = {}
    for name in "ABCDEFabcdef":
        size = dice.choice([1, 1, 1, 2, 3])
        spots = [
            (x, y)
            for x in range(SIDE - size + 1)
            for y in range(SIDE - size + 1)
            if all(rows[y + n // size][x + n % size] == "." for n in range(size * size))
        ]
        if spots:
            x, y = dice.choice(spots)
            for n in range(size * size):
                rows[y + n // size][x + n % size] = name
            sheets[name] = body(size=size)
    levels = [str(dice.choice([0, 0, 5, 15])) for _ in range(SIDE * SIDE)]
    return Table("\n".join([" ".join(row) for row in rows]), heights=" ".join(levels), **sheets)  # type: ignore[arg-type]


@rule("sovereign/grid.distance")
@pytest.mark.parametrize("seed", range(12))
def test_nobody_within_a_distance_is_missing_among_those_nearby(seed: int) -> None:
    table = crowd(seed)
    combat = table.combat
    for unit in combat.units:
        for far in range(6):
            near = combat.nearby(unit, far)
            assert len(near) == len(set(near))
            for one in combat.units:
                off = max(combat.grid.apart(unit.cell, unit.size, one.cell, one.size))
                if one is not unit and off <= far:
                    assert one in near


def test_one_who_passes_through_an_ally_is_nearby_and_on_its_square() -> None:
    table = Table("A . b c", A=body(), b=body(), c=body())
    combat = table.combat
    combat.move(table["c"], table.cell("2,0"))

    assert combat.passing == [table["c"].index]
    assert set(combat.nearby(table["A"], 2)) == {table["b"], table["c"]}
    assert combat.on(table.cell("2,0")) == [table["b"], table["c"]]
    assert combat.clone().passing == combat.passing

    combat.move(table["b"], table.cell("1,0"))

    assert combat.on(table.cell("2,0")) == [table["c"]]

    combat.move(table["c"], table.cell("3,0"))

    assert combat.passing == []
    assert combat.nearby(table["A"], 1) == [table["b"]]


@pytest.mark.parametrize("seed", range(6))
def test_a_first_look_never_rules_out_who_is_near(seed: int) -> None:
    combat = crowd(seed).combat
    for unit in combat.units:
        for one in combat.units:
            off = max(combat.grid.apart(unit.cell, unit.size, one.cell, one.size))
            steps = combat.grid.far(unit.cell)[one.cell]
            for far in range(5):
                if geometry.beyond(steps, far, unit.size, one.size):
                    assert off > far


@rule("sovereign/grid.no-corner-cutting", "sovereign/grid.enemies-block")
@pytest.mark.parametrize("seed", range(4))
def test_a_single_step_costs_what_it_costs_among_all_ways(seed: int) -> None:
    table = crowd(seed)
    combat, dice = table.combat, Random(seed)
    for unit in combat.units:
        unit.prone = dice.random() < 0.2
        unit.unseen = dice.random() < 0.2
    for unit in combat.units:
        way = walking.Move(combat, unit, ways.RUN)
        exits = ways.exits_of(combat, unit)
        for here in range(combat.grid.size):
            for goal in combat.grid.near[here]:
                assert way.step_price(here, goal) == exits.price(here, goal)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_highest_ground_under_a_body_counts(size: int) -> None:
    grid = crowd(3).combat.grid
    for cell in range(grid.size):
        assert geometry.height(grid, cell, size) == grid.top(cell, size)


@rule("sovereign/grid.area-square")
@pytest.mark.parametrize("radius", [1, 2, 4])
def test_the_centres_of_a_spell_catch_whom_their_squares_hold(radius: int) -> None:
    table = crowd(5)
    combat = table.combat
    spell = Spell("any", "Any", 1, 40)
    centre = Centre(combat, combat.units[0], spell, radius)
    for row in range(SIDE + 1):
        for column in range(SIDE + 1):
            cells = geometry.area(combat.grid, column, row, radius)
            caught = any(combat.holder(cell) >= 0 for cell in cells)
            assert centre.catches(column, row) is caught


@rule("sovereign/charge.minimum", "sovereign/charge.straight")
@pytest.mark.parametrize("seed", range(8))
def test_somebody_can_charge_if_a_straight_way_ends_anywhere(seed: int) -> None:
    combat = crowd(seed).combat
    dice = Random(seed)
    for unit in combat.units:
        unit.prone = dice.random() < 0.3
    for unit in combat.units:
        goals = walking.Move(combat, unit, ways.CHARGE).lines().goals()
        assert ways.can_charge(combat, unit) is (len(goals) > 0)


@pytest.mark.parametrize("seed", range(6))
def test_whoever_can_strike_acts_first_but_for_casters(seed: int) -> None:
    combat = crowd(seed).combat
    dice = Random(seed)
    bow = strike("bow", far=(8, 12))
    bow.weapon = -1
    for unit in combat.units:
        unit.hand = -1
        unit.sheet.strikes = [bow] if dice.random() < 0.5 else []
        unit.sheet.spells = [Spell("any", "Any", 1, 40)] if dice.random() < 0.3 else []
        unit.casting = 1
    waiting = [unit.index for unit in combat.units if unit.side == 0]
    ranks = [
        2 * len(unit.sheet.spells) + can_strike(combat, unit, unit.hand)
        for unit in combat.units
        if unit.side == 0
    ]
    picked = SovereignTactics().pick(combat, Pick(combat, 0, waiting))
    assert picked == 1 + waiting[ranks.index(max(ranks))]


@pytest.mark.parametrize("seed", range(6))
def test_a_square_is_weighed_by_the_nearest_foe_of_all(seed: int) -> None:
    combat = crowd(seed).combat
    tactics = SovereignTactics()
    unit = combat.units[0]
    foes = foes_of(combat, unit)
    near = tactics.approaches(combat, unit, foes)
    steps = combat.grid.far(unit.cell)
    for cell in range(combat.grid.size):
        every = [terrain.ways_from(combat, foe.cell)[cell] for foe in foes]
        least = min([way for way in every if way >= 0], default=500)
        assert tactics.place(1, cell, steps[cell], 2, near) == abs(least - 1) + 0.8


@rule("sovereign/grapple.one-each")
def test_whom_somebody_grapples_is_noted_and_recounted() -> None:
    table = Table("A b C", A=body(), b=body(), C=body())
    table.grapple("A", "b")
    table.grapple("C", "b")
    assert table.combat.grappled == 1 << table["b"].index

    changes.set_grappling(table.combat, table["A"], -1, "grapple.release")
    assert table.combat.grappled == 1 << table["b"].index
    assert table.combat.clone().grappled == table.combat.grappled

    changes.set_grappling(table.combat, table["C"], -1, "grapple.release")
    assert table.combat.grappled == 0

    table.combat.grappled = 1
    assert "grapples" in table.combat.recount()


@rule("sovereign/screen.one-ward")
def test_who_screens_anybody_is_noted_and_recounted() -> None:
    table = Table("A b C", A=body(), b=body(), C=body())
    me = table["A"]
    changes.set_wards(table.combat, me, 1 << table["C"].index, "screen.action")
    assert table.combat.screening == 1 << me.index
    assert table.combat.clone().screening == table.combat.screening

    changes.set_wards(table.combat, me, 0, "screen.duration")
    assert table.combat.screening == 0

    table.combat.screening = 1
    assert "screen somebody" in table.combat.recount()


@rule("sovereign/ranged.two-handed-in-melee", "sovereign/melee.range", "sovereign/ranged.max-range")
@pytest.mark.parametrize("seed", range(4))
def test_an_attack_can_be_made_if_it_is_usable_and_the_target_open_to_it(seed: int) -> None:
    table = crowd(seed)
    combat = table.combat
    sword, bow = strike(), strike("bow", far=(3, 5), hands=2)
    bow.weapon = sword.weapon = -1
    for unit in combat.units:
        unit.sheet.strikes = [sword, bow]
    for unit in combat.units:
        for way in (sword, bow):
            for one in combat.units:
                far = geometry.apart(combat, unit, one)
                can = usable(combat, unit, way) and open_to(combat, unit, way, one, far)
                assert can == (cannot_attack(combat, unit, way, one) == "")


def test_who_is_beside_another_square_is_looked_for_from_there() -> None:
    table = Table("A . . b C", A=body(), b=body(), C=body())
    unit, cell = table["A"], table.cell("2,0")

    assert table.combat.about(unit, cell, 1) == [table["b"]]
    assert table.combat.about(unit, cell, 2) == [table["b"], table["C"]]
    assert table.combat.nearby(unit, 2) == []
