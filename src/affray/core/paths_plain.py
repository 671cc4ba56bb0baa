"""The twin of ``paths.search`` for the interpreter: the same rule on plain lists.

Never compiled.
"""

from __future__ import annotations

from typing import Any

from affray.core.reach import ALTERNATE, MOST_HARM, PLAIN, SHIFT, WAIVE, Exits, Obstacles, Reach


def as_list(items: Any) -> list[int]:
    return items if isinstance(items, list) else list(items)


def search(
    exits: Exits,
    start: int,
    budget: int,
    obstacles: Obstacles,
    mode: int,
    layer: int,
    found: Reach,
) -> None:
    """Fill ``found``: buckets of equal cost, each node settled at its least harm."""
    if mode == PLAIN:
        search_cells(exits, start, budget, obstacles, found)
    else:
        search_layers(exits, start, budget, obstacles, mode, layer, found)


def search_cells(exits: Exits, start: int, budget: int, obstacles: Obstacles, found: Reach) -> None:
    """Fill ``found`` where a node is a cell and a step costs what it always costs."""
    # Arrays of the compiled build are read as lists, so that the two can be compared in one run.
    leave: Any = as_list(obstacles.leave)
    enter: Any = as_list(obstacles.enter)
    closed: Any = as_list(obstacles.closed)
    hazard: Any = as_list(obstacles.hazard)
    runs = exits.in_runs()
    values: Any = found.values
    back: Any = found.back
    seen = [False] * len(runs)
    seen[start] = True  # one may not stop there
    settled = found.cells
    waiting: list[list[int]] = [[] for _ in range(budget + 1)]
    waiting[0].append(start)
    values[start] = 0
    last = budget - exits.least  # what lies farther off cannot pay for a step
    most = (budget << SHIFT) + MOST_HARM
    for cost in range(budget + 1):
        for cell in waiting[cost]:
            value = values[cell]
            if value >> SHIFT != cost:
                continue
            if not seen[cell]:
                seen[cell] = True
                if not closed[cell]:
                    settled.append(cell)
            if cost > last:
                continue
            base = value + (leave[cell] << SHIFT)
            for price, goals in runs[cell]:
                cheapest = base + (price << SHIFT)
                if cheapest > most:
                    continue
                bucket = waiting[cheapest >> SHIFT]
                for goal in goals:
                    if values[goal] <= cheapest:
                        continue  # reached as cheaply
                    more = enter[goal]
                    harm = hazard[goal]
                    if more or harm:
                        if more < 0:
                            continue  # barred
                        harm = min(harm, MOST_HARM - (base & MOST_HARM))
                        total = cheapest + (more << SHIFT) + harm
                        if total > most or values[goal] <= total:
                            continue
                        values[goal] = total
                        waiting[total >> SHIFT].append(goal)
                    else:
                        values[goal] = cheapest
                        bucket.append(goal)
                    back[goal] = cell


def search_layers(
    exits: Exits,
    start: int,
    budget: int,
    obstacles: Obstacles,
    mode: int,
    layer: int,
    found: Reach,
) -> None:
    """Fill ``found`` where a node is a cell and what has been used up on the way there."""
    leave: Any = as_list(obstacles.leave)
    enter: Any = as_list(obstacles.enter)
    closed: Any = as_list(obstacles.closed)
    hazard: Any = as_list(obstacles.hazard)
    rows = exits.rows
    values: Any = found.values
    back: Any = found.back
    seen = [False] * len(rows)
    seen[start] = True  # one may not stop there
    settled = found.cells
    waiting: list[list[int]] = [[] for _ in range(budget + 1)]
    begin = start * 2 + layer
    waiting[0].append(begin)
    values[begin] = 0
    last = budget - exits.least_of(mode)
    most = (budget << SHIFT) + MOST_HARM
    for cost in range(budget + 1):
        for node in waiting[cost]:
            value = values[node]
            if value >> SHIFT != cost:
                continue
            cell = node >> 1
            if not seen[cell]:
                seen[cell] = True
                if not closed[cell]:
                    settled.append(cell)
            if cost > last:
                continue
            now = node & 1
            leaving = leave[cell]
            base = value + (leaving << SHIFT)
            waives = mode == WAIVE and now == 0
            for goal, price, slant in rows[cell]:
                to = goal * 2 + now
                if values[to] <= base and not slant and not waives:
                    continue  # reached as cheaply
                more = enter[goal]
                if more < 0:
                    continue  # barred
                more += price
                total = base + (more << SHIFT)
                if waives:
                    if more + leaving > 1:
                        to += 1
                        total = value + (1 << SHIFT)
                elif slant and mode == ALTERNATE:
                    if now:
                        to -= 1
                        total += more << SHIFT
                    else:
                        to += 1
                harm = hazard[goal]
                if harm:
                    total += min(harm, MOST_HARM - (value & MOST_HARM))
                if total < values[to] and total <= most:
                    values[to] = total
                    back[to] = node
                    waiting[total >> SHIFT].append(to)
