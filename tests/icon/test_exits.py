"""The search for ways agrees with the rules' sentences, worked out anew for every step."""

from __future__ import annotations

import random

import pytest

from affray.core.grid import WALL
from affray.rulesets.icon.geometry import distance, sight
from affray.rulesets.icon.movement import moving
from tests.icon.table import Sheet, Table, sheet
from tests.rules import rule

SIZE = 6
FAR = 9


def drawn(seed: int) -> Table:
    """Draw a map with walls, mud and heights, a mover A, its ally B and the foes c and d."""
    luck = random.Random(seed)
    words = []
    for _ in range(SIZE * SIZE):
        word = luck.choice([".", ".", ".", ",", "#", "."])
        words.append(word + luck.choice(["", "", "", "1", "2"]) if word == "." else word)
    for name, place in zip("ABcd", luck.sample(range(SIZE * SIZE), 4), strict=True):
        words[place] = name + luck.choice(["", "1"])
    rows = [" ".join(words[at : at + SIZE]) for at in range(0, SIZE * SIZE, SIZE)]
    sheets: dict[str, Sheet] = {name: sheet(pc=name.isupper()) for name in "ABcd"}
    table = Table("\n".join(rows), **sheets)
    if luck.random() < 0.3:
        table["d"].hp = 0  # it lies there: no foe that counts
        table["d"].fate = 1
    return table


def step_cost(table: Table, here: int, goal: int, *, dash: bool) -> int:
    """Return what a step costs by the rules' own words, 0 if it cannot be made."""
    combat = table.combat
    if combat.grid.ground[goal] == WALL:
        return 0
    foes = [one for one in combat.units if one.side == 1 and one.able()]
    if any(one.cell == goal for one in foes):
        return 0
    cost = 1 + max(0, combat.levels[goal] - combat.levels[here])
    if combat.difficult(here):
        cost += 1
    if not dash and any(distance.from_cell(combat, here, one) <= 1 for one in foes):
        cost += 1
    return cost


def costs(table: Table, *, dash: bool) -> dict[int, int]:
    """Return the least cost of every space one may stop in, by trying step after step."""
    grid = table.combat.grid
    start = table["A"].cell
    best = {start: 0}
    edge = [start]
    while edge:
        here = edge.pop(0)
        for goal in grid.cross[here]:
            cost = step_cost(table, here, goal, dash=dash)
            if cost and best[here] + cost < best.get(goal, FAR + 1):
                best[goal] = best[here] + cost
                edge.append(goal)
    taken = [one.cell for one in table.combat.units if one.cell >= 0]
    return {cell: cost for cell, cost in best.items() if cell not in taken}


@rule("icon/move.costs-stack", "icon/move.engagement", "icon/move.elevation-up")
@rule("icon/move.obstruction", "icon/move.through-allies", "icon/move.dash-ignores")
@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("dash", [False, True])
def test_the_search_finds_the_costs_that_the_rules_say(seed: int, *, dash: bool) -> None:
    table = drawn(seed)
    kind = moving.DASH if dash else moving.PLAIN

    move = moving.Move(table.combat, table["A"], FAR, kind)
    reach = move.reach()

    assert {cell: reach.cost(cell) for cell in reach.cells} == costs(table, dash=dash)


@rule("icon/move.insufficient")
@pytest.mark.parametrize("seed", range(25))
def test_every_way_that_is_offered_can_be_walked_for_its_price(seed: int) -> None:
    table = drawn(seed)
    move = moving.Move(table.combat, table["A"], FAR, moving.PLAIN)
    reach = move.reach()
    start = table["A"].cell

    for cell in reach.cells:
        here = start
        spent = 0
        for goal in reach.path(cell):
            price = move.price_from(here, goal)
            assert price > 0
            spent += price
            here = goal
        assert (here, spent) == (cell, reach.cost(cell))


@rule("icon/los.taller-blocks", "icon/los.distant-terrain", "icon/los.impassable")
@pytest.mark.parametrize("seed", range(25))
def test_what_hides_one_from_the_other_hides_the_other_from_the_one(seed: int) -> None:
    table = drawn(seed)
    units = [one for one in table.combat.units if one.able()]

    for a in units:
        for b in units:
            there = sight.sees(table.combat, a, b) == sight.HIDDEN
            back = sight.sees(table.combat, b, a) == sight.HIDDEN
            assert there == back


@rule("icon/los.trace")
@pytest.mark.parametrize("seed", range(10))
def test_a_line_crosses_the_spaces_that_a_fine_walk_along_it_enters(seed: int) -> None:
    """Many points of the line between the centres, none of them on a border."""
    luck = random.Random(seed)
    table = drawn(seed)
    grid = table.combat.grid
    for _ in range(20):
        a, b = luck.sample(range(SIZE * SIZE), 2)
        steps = 5040
        entered = set()
        for n in range(1, steps):
            # Twice the coordinates, in parts of a step, so that borders are whole numbers.
            x = (2 * grid.xs[a] + 1) * steps + 2 * (grid.xs[b] - grid.xs[a]) * n
            y = (2 * grid.ys[a] + 1) * steps + 2 * (grid.ys[b] - grid.ys[a]) * n
            if x % (2 * steps) and y % (2 * steps):
                entered.add(grid.at(x // (2 * steps), y // (2 * steps)))

        assert set(sight.between(table.combat, a, b)) == entered - {a, b}
