"""The path search: cheapest ways first, least harm among equals.

Compiled, it works on typed arrays; interpreted, ``paths_plain`` does the same on plain lists, twice
as fast there. A property test holds the two equal.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core import paths_plain
from affray.core.arrays import append, vec
from affray.core.reach import (
    ALTERNATE,
    MOST_HARM,
    PLAIN,
    SHIFT,
    WAIVE,
    Exits,
    Obstacles,
    Reach,
    filled,
)

COMPILED: Final = not __file__.endswith(".py")


ENTRY: Final = 32  # an entry of a chain is its node, and 1 + the next entry << ENTRY
NODE: Final = (1 << ENTRY) - 1


def flood(
    exits: Exits, start: int, budget: int, obstacles: Obstacles, mode: int = PLAIN, layer: int = 0
) -> Reach:
    """Search all cells that ``budget`` reaches from ``start``.

    ``mode`` ALTERNATE: every second diagonal step costs twice as much; WAIVE: the first step that
    costs more than 1 costs 1. ``layer`` 1 says that a diagonal step, or the waiver, is already
    used. Ties go to the first found, exits in their order.
    """
    found = Reach(start, 1 if mode == PLAIN else 2, exits)
    if COMPILED:
        search(exits, start, budget, obstacles, mode, layer, found)
    else:
        paths_plain.search(exits, start, budget, obstacles, mode, layer, found)
    return found


def search(
    exits: Exits, start: i64, budget: i64, obstacles: Obstacles, mode: i64, layer: i64, found: Reach
) -> None:
    """Fill ``found``: buckets of equal cost, each node settled at its least harm."""
    if mode == PLAIN:
        search_cells(exits, start, budget, obstacles, found)
    else:
        search_layers(exits, start, budget, obstacles, mode, layer, found)


def search_cells(exits: Exits, start: i64, budget: i64, obstacles: Obstacles, found: Reach) -> None:
    """Fill ``found`` where a node is a cell and a step costs what it always costs."""
    leave = obstacles.leave
    enter = obstacles.enter
    closed = obstacles.closed
    hazard = obstacles.hazard
    first = exits.first
    goals = exits.goals
    prices = exits.prices
    least: i64 = exits.least
    values = found.values
    back = found.back
    seen = exits.bytes[:]
    seen[start] = 1  # one may not stop there
    settled = found.cells
    # Buckets as chains: of each cost the first and the last entry, of each entry cell and next.
    heads = nothing(exits, budget + 1)
    tails = nothing(exits, budget + 1)
    entries = exits.none[:]  # room for most searches; a longer one appends
    room: i64 = len(entries)
    count: i64 = 1
    entries[0] = start
    heads[0] = 0
    tails[0] = 0
    values[start] = 0
    cost: i64
    for cost in range(budget + 1):
        at: i64 = heads[cost]
        while at >= 0:
            cell: i64 = entries[at] & NODE
            value = values[cell]
            if value >> SHIFT == cost:
                if seen[cell] == 0:
                    seen[cell] = 1
                    if closed[cell] == 0:
                        settled.append(cell)
                base: i64 = value + (leave[cell] << SHIFT)
                near: i64 = base + (least << SHIFT)  # no step costs less
                k: i64 = first[cell]
                last: i64 = first[cell + 1] if cost + least <= budget else k
                while k < last:
                    goal: i64 = goals[k]
                    k += 1
                    if values[goal] <= near:
                        continue  # reached as cheaply
                    more: i64 = enter[goal]
                    if more < 0:
                        continue  # barred
                    # Harm is capped, so that it never spills into the cost.
                    harm = i64(hazard[goal])
                    if harm > 0 and (base & MOST_HARM) + harm > MOST_HARM:
                        harm = MOST_HARM - (base & MOST_HARM)
                    total: i64 = base + ((more + prices[k - 1]) << SHIFT) + harm
                    bucket: i64 = total >> SHIFT
                    if bucket <= budget and total < values[goal]:
                        values[goal] = total
                        back[goal] = cell
                        entry: i64 = count
                        count += 1
                        if entry < room:
                            entries[entry] = goal
                        else:
                            entries = append(entries, goal)
                        tail: i64 = tails[bucket]
                        if tail < 0:
                            heads[bucket] = entry
                        else:
                            entries[tail] |= (entry + 1) << ENTRY
                        tails[bucket] = entry
            at = (entries[at] >> ENTRY) - 1
    found.values = values  # arrays are values: what was written is handed back
    found.back = back


def search_layers(
    exits: Exits, start: i64, budget: i64, obstacles: Obstacles, mode: i64, layer: i64, found: Reach
) -> None:
    """Fill ``found`` where a cell is two nodes: its second layer says what is already used."""
    leave = obstacles.leave
    enter = obstacles.enter
    closed = obstacles.closed
    hazard = obstacles.hazard
    first = exits.first
    goals = exits.goals
    prices = exits.prices
    slants = exits.slants
    least: i64 = exits.least_of(mode)
    values = found.values
    back = found.back
    seen = exits.bytes[:]
    settled = found.cells
    heads = nothing(exits, budget + 1)
    tails = nothing(exits, budget + 1)
    begin: i64 = start * 2 + layer
    entries = exits.none[:]
    room: i64 = len(entries)
    count: i64 = 1
    entries[0] = begin
    heads[0] = 0
    tails[0] = 0
    values[begin] = 0
    cost: i64
    for cost in range(budget + 1):
        at: i64 = -1
        while True:
            at = heads[cost] if at < 0 else (entries[at] >> ENTRY) - 1
            if at < 0:
                break
            node: i64 = entries[at] & NODE
            value = values[node]
            if value >> SHIFT != cost:
                continue
            cell: i64 = node >> 1
            if seen[cell] == 0:
                seen[cell] = 1
                if cell != start and closed[cell] == 0:
                    settled.append(cell)
            if cost + least > budget:
                continue  # nothing can be paid from here
            now: i64 = node & 1
            waives = mode == WAIVE and now == 0
            base: i64 = value + (leave[cell] << SHIFT)
            near: i64 = base + (least << SHIFT)  # no step costs less that is not waived
            k: i64
            for k in range(first[cell], first[cell + 1]):
                goal: i64 = goals[k]
                slant: i64 = 0  # no choice of two, one of them written out: that is put in a box
                if mode == ALTERNATE:
                    slant = slants[k]
                to: i64 = goal * 2 + (now ^ slant)
                if values[to] <= near and not waives:
                    continue  # reached as cheaply
                more: i64 = enter[goal]
                if more < 0:
                    continue  # barred
                more += prices[k]
                harm = i64(hazard[goal])
                if harm > 0 and (base & MOST_HARM) + harm > MOST_HARM:
                    harm = MOST_HARM - (base & MOST_HARM)
                total: i64 = base + ((more + (slant & now) * more) << SHIFT) + harm
                if waives and more + leave[cell] > 1:
                    to = goal * 2 + 1
                    total = value + (1 << SHIFT) + harm
                bucket: i64 = total >> SHIFT
                if bucket <= budget and total < values[to]:
                    values[to] = total
                    back[to] = node
                    entry: i64 = count
                    count += 1
                    if entry < room:
                        entries[entry] = to
                    else:
                        entries = append(entries, to)
                    tail: i64 = tails[bucket]
                    if tail < 0:
                        heads[bucket] = entry
                    else:
                        entries[tail] |= (entry + 1) << ENTRY
                    tails[bucket] = entry
    found.values = values
    found.back = back


def nothing(exits: Exits, size: i64) -> vec[i64]:
    """Return an array of -1; a slice of one that is there already is made quickest."""
    return exits.none[:size] if size <= exits.size else filled(size, -1)
