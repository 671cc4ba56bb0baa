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
    # Arrays of the compiled build are read as lists, so that the two can be compared in one run.
    leave: Any = as_list(obstacles.leave)
    enter: Any = as_list(obstacles.enter)
    closed: Any = as_list(obstacles.closed)
    hazard: Any = as_list(obstacles.hazard)
    rows = exits.rows
    layers = 1 if mode == PLAIN else 2
    values: Any = found.values
    back: Any = found.back
    seen = [False] * len(rows)
    settled = found.cells
    waiting: list[list[int]] = [[] for _ in range(budget + 1)]
    begin = start * layers + layer
    waiting[0].append(begin)
    values[begin] = 0
    for cost in range(budget + 1):
        for node in waiting[cost]:
            value = values[node]
            if value >> SHIFT != cost:
                continue
            cell = node // layers
            if not seen[cell]:
                seen[cell] = True
                if cell != start and not closed[cell]:
                    settled.append(cell)
            if cost + exits.least > budget:
                continue  # nothing can be paid from here
            now = node - cell * layers
            base = value + (leave[cell] << SHIFT)
            for goal, price, slant in rows[cell]:
                more = enter[goal]
                if more < 0 or (layers == 1 and values[goal] <= value):
                    continue  # barred, or reached as cheaply: prices are never negative
                more += price
                to = goal
                harm = hazard[goal]
                if harm and (base & MOST_HARM) + harm > MOST_HARM:
                    harm = MOST_HARM - (base & MOST_HARM)
                total = base + (more << SHIFT) + harm
                if mode == ALTERNATE:
                    to = goal * 2 + (now ^ slant)
                    total += ((slant & now) * more) << SHIFT
                elif mode == WAIVE:
                    to = goal * 2 + now
                    if now == 0 and more + leave[cell] > 1:
                        to = goal * 2 + 1
                        total = value + (1 << SHIFT) + harm
                if total >> SHIFT <= budget and total < values[to]:
                    values[to] = total
                    back[to] = node
                    waiting[total >> SHIFT].append(to)
