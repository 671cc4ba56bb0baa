"""Objectives, for games whose own rules know but one end: how else their encounters may end.

A game says who is left of a fight and who is lost to it; the rest is read off the map.
"""

from __future__ import annotations

from typing import Any, Final

from affray.core.combat import Combat
from affray.core.grid import CHEBYSHEV
from affray.core.setup import Objective, Setup

KINDS: Final = (
    "last-standing",
    "rounds-survived",
    "taken-out",
    "reached",
    "hold",
    "clear",
    "protect",
)
IN_ZONE: Final = ("reached", "hold", "clear")
AT_ROUND_END: Final = ("rounds-survived", "hold", "clear", "protect")
OF_SOMEBODY: Final = ("taken-out", "protect")

# When objectives are looked at.
ANY_TIME: Final = 0
TURN_END: Final = 1
ROUND_END: Final = 2

WHOLE: Final = 1000  # how far an objective is that is met


class Roll:
    """Who is left of a fight and who is lost to it, by index: those who left it alive are neither.

    Attributes:
        left: of each whether it is still in the fight.
        lost: of each whether it has fallen, or was taken.
    """

    def __init__(self, left: list[bool], lost: list[bool]) -> None:
        self.left = left
        self.lost = lost


def faults(setup: Setup) -> list[tuple[str, str]]:
    """Return what is wrong with the objectives of an encounter: the place of each, and what."""
    found: list[tuple[str, str]] = []
    wins = defeats = 0
    for one in setup.objectives:
        place = f"win[{wins}]" if one.wins else f"defeat[{defeats}]"
        wins += int(one.wins)
        defeats += int(not one.wins)
        what = fault(one, len(setup.sides))
        if what:
            found.append((place, what))
    return found


def fault(one: Objective, sides: int) -> str:
    """Return what is wrong with an objective, "" if nothing is."""
    if one.kind not in KINDS:
        return f"found {one.kind}, expected one of {', '.join(KINDS)}"
    if not one.wins and one.kind == "last-standing":
        return "found last-standing as a defeat, expected it as a win"
    if not one.wins and sides != 2:
        return f"found a defeat among {sides} sides, expected a win: who else would have won?"
    if one.kind in IN_ZONE and not one.cells:
        return f"found no zone, expected one for {one.kind}"
    if one.kind == "protect" and one.cells:
        return "found a zone, expected none: nothing on the map can be destroyed"
    if one.kind in OF_SOMEBODY and not one.who:
        return f"found nobody in who, expected members for {one.kind}"
    if one.kind in AT_ROUND_END and one.number < 1:
        return f"found no rounds, expected them for {one.kind}"
    return ""


def winner(
    combat: Combat[Any], objectives: list[Objective], counts: list[int], roll: Roll, moment: int
) -> int:
    """Return the side that an objective makes the winner now, -1 if none does.

    Of several at once the first that the encounter states counts.

    Args:
        combat: the fight.
        objectives: those of its encounter.
        counts: of each what ``count_round`` and ``count_leaver`` have counted.
        roll: who is left of the fight.
        moment: ``ANY_TIME``, ``TURN_END`` or ``ROUND_END``.
    """
    for number, one in enumerate(objectives):
        if is_due(one, moment) and met(combat, one, counts[number], roll):
            return one.side if one.wins else 1 - one.side
    return -1


def is_due(one: Objective, moment: int) -> bool:
    """Return whether an objective is looked at now, as its kind or the encounter says."""
    if one.kind in AT_ROUND_END or one.when == "round-end":
        return moment == ROUND_END
    return moment >= TURN_END or one.when != "turn-end"


def met(combat: Combat[Any], one: Objective, count: int, roll: Roll) -> bool:
    """Return whether an objective is met, looked at in its moment."""
    if one.kind == "reached":
        return standing(combat, one, roll, ours=True) + count >= max(1, one.number)
    if one.kind == "taken-out":
        those = named(combat, one)
        return bool(those) and not any([roll.left[who] for who in those])
    if one.kind == "hold":
        return count >= one.number
    if one.kind == "last-standing" or combat.round < one.number:
        return False
    if one.kind == "rounds-survived":
        return any([roll.left[unit.index] for unit in combat.units if unit.side == one.side])
    if one.kind == "protect":
        return not any([roll.lost[who] for who in named(combat, one)])
    return standing(combat, one, roll, ours=False) == 0


def count_round(
    combat: Combat[Any], objectives: list[Objective], counts: list[int], roll: Roll
) -> None:
    """Count at the end of a round for how many in a row each zone was held."""
    for number, one in enumerate(objectives):
        if one.kind == "hold":
            held = standing(combat, one, roll, ours=True) and not standing(
                combat, one, roll, ours=False
            )
            counts[number] = counts[number] + 1 if held else 0


def count_leaver(
    objectives: list[Objective], counts: list[int], side: int, cells: list[int]
) -> None:
    """Count somebody who leaves the map by some cells: they may be what its side is to reach."""
    for number, one in enumerate(objectives):
        if one.kind == "reached" and one.side == side:
            counts[number] += int(any([cell in one.cells for cell in cells]))


def named(combat: Combat[Any], one: Objective) -> list[int]:
    """Return whom an objective names, by index."""
    return [unit.index for unit in combat.units if unit.name in one.who]


def standing(combat: Combat[Any], one: Objective, roll: Roll, ours: bool) -> int:
    """Return how many of a side stand in the zone of its objective; not ``ours``: of the others."""
    found = 0
    for unit in combat.units:
        if (unit.side == one.side) == ours and roll.left[unit.index] and unit.cell >= 0:
            cells = combat.grid.footprint(unit.cell, unit.size)
            found += int(any([cell in one.cells for cell in cells]))
    return found


# -- for players that are programs -----------------------------------------------------------------


def progress(
    combat: Combat[Any], objectives: list[Objective], counts: list[int], roll: Roll, side: int
) -> int:
    """Return how far a side is with its objectives, less the others with theirs, in thousandths."""
    total = 0
    for number, one in enumerate(objectives):
        far = progress_of(combat, one, counts[number], roll)
        total += far if (one.side == side) == one.wins else -far
    return total


def progress_of(combat: Combat[Any], one: Objective, count: int, roll: Roll) -> int:
    """Return how far an objective is, from 0 to ``WHOLE``."""
    if one.kind in ("rounds-survived", "protect", "clear"):
        far = min(WHOLE, WHOLE * combat.round // one.number)
        beset = one.kind == "clear" and standing(combat, one, roll, ours=False) > 0
        return far // 2 if beset else far
    if one.kind == "taken-out":
        those = named(combat, one)
        return WHOLE * sum([int(not roll.left[who]) for who in those]) // max(1, len(those))
    if one.kind == "hold":
        kept = WHOLE * min(count, one.number) // one.number
        return (7 * kept + 3 * near(combat, one, 1, roll)) // 10
    if one.kind == "reached":
        wanted = max(1, one.number)
        return (WHOLE * min(count, wanted) + near(combat, one, wanted - count, roll)) // wanted
    return 0


def near(combat: Combat[Any], one: Objective, wanted: int, roll: Roll) -> int:
    """Return how near the first so many of a side are to a zone: ``WHOLE`` for each in it."""
    wide = combat.grid.width + combat.grid.height
    ways: list[int] = []
    for unit in combat.units:
        if unit.side == one.side and roll.left[unit.index] and unit.cell >= 0:
            ways.append(way_to(combat, unit.cell, one))
    ways.sort()
    return sum([WHOLE - WHOLE * way // wide for way in ways[: max(0, wanted)]])


def way_to(combat: Combat[Any], cell: int, one: Objective) -> int:
    """Return how many cells it is from one to the zone of an objective, as a king of chess goes."""
    return min([combat.grid.distance(cell, other, CHEBYSHEV) for other in one.cells])


def goal_cells(objectives: list[Objective], side: int) -> list[int]:
    """Return the cells where a side wins by standing there, none if there are none."""
    for one in objectives:
        if one.side == side and one.wins and one.kind in ("reached", "hold"):
            return one.cells
    return []


def ways_to(combat: Combat[Any], goals: list[int]) -> list[int]:
    """Return of every cell of the map how many cells it is from the nearest of some; [] of none."""
    found: list[int] = []
    for goal in goals:
        row = combat.grid.far(goal)
        found = [min(a, b) for a, b in zip(found, row, strict=True)] if found else list(row)
    return found


def is_prey(objectives: list[Objective], side: int, name: str) -> bool:
    """Return whether a side wins as soon as somebody is taken out."""
    for one in objectives:
        if one.kind == "taken-out" and (one.side == side) == one.wins and name in one.who:
            return True
    return False
