"""What somebody threatens: where it could come in a turn of its own, and what it strikes there."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from affray.core.grid import Grid
from affray.core.reach import Exits, Obstacles


class Threat:
    """What somebody could do to its enemies if its turn began now.

    As things stand: everybody else stays where they are, nobody answers, no die is rolled. It may
    use all the movement of a turn that still leaves it an attack (all there is, if it has none),
    and every weapon in hand and ability of its own that an ordinary turn could use on an enemy and
    that harms or hinders. Who is down or gone threatens nothing; who has no turn has its own place.

    ``moves`` are the cells where it could stop by moving, its own included, ascending; a large
    mover is named by its lowest cell. ``strikes`` are the cells, ascending, at which an enemy would
    be in the reach of one of its attacks from one of the places where it could make it: an ordinary
    enemy of one cell, but where somebody stands now, that one as it is, with all its cells; a
    friend is none. ``attacks`` names each attack that counts, in the order of the sheet, with its
    farthest range in the unit of the game.
    """

    def __init__(
        self, moves: list[int], strikes: list[int], attacks: list[tuple[str, int]]
    ) -> None:
        self.moves = moves
        self.strikes = strikes
        self.attacks = attacks


@mypyc_attr(allow_interpreted_subclasses=True)
class Aim:
    """One attack of somebody: from which places, how near and how far, and what it strikes there.

    ``near`` and ``far`` bound the columns or rows, whichever are more, between whoever attacks and
    the cell that is struck or aimed at; what the game's own distance forbids, ``strikes`` does.
    """

    def __init__(self, name: str, told: int, near: int, far: int, places: list[int]) -> None:
        self.name = name
        self.told = told  # its range in the unit of the game
        self.near = near
        self.far = far
        self.places = places

    def strikes(self, place: int, cell: int) -> bool:
        """Return whether the rules allow it from a place on who is at a cell, or on the cell."""
        raise NotImplementedError


def reached(grid: Grid, size: int, aim: Aim, known: set[int]) -> list[int]:
    """Return the cells that somebody of a size reaches with an attack, but for those known already.

    For each cell places are tried from the nearest on, until the attack strikes from one.
    """
    if not aim.places:
        return []
    places = Places(grid, size, aim)
    left = places.left - aim.far
    top = places.top - aim.far
    wide = places.right + size + aim.far - left
    high = places.bottom + size + aim.far - top
    found: list[int] = []
    for cell in grid.block(left, top, wide, high):
        if cell not in known and places.struck_from(cell) >= 0:
            found.append(cell)
    return found


class Places:
    """The places of an attack, as a map of them and the block of cells in which they lie."""

    def __init__(self, grid: Grid, size: int, aim: Aim) -> None:
        flags = [0] * grid.size
        for place in aim.places:
            flags[place] = 1
        columns = [grid.xs[place] for place in aim.places]
        rows = [grid.ys[place] for place in aim.places]
        self.grid = grid
        self.size = size
        self.aim = aim
        self.here = bytes(flags)
        self.left = min(columns)
        self.right = max(columns)
        self.top = min(rows)
        self.bottom = max(rows)

    def struck_from(self, cell: int) -> int:
        """Return the nearest place from which the attack strikes a cell, -1 if there is none.

        Those at one distance form the rim of a square: of it only what lies in the block counts.
        """
        aim = self.aim
        size = self.size
        x = self.grid.xs[cell]
        y = self.grid.ys[cell]
        gap = max(
            self.left - x, x - self.right - size + 1, self.top - y, y - self.bottom - size + 1
        )
        most = max(x - self.left, self.right - x, y - self.top, self.bottom - y)
        for apart in range(max(aim.near, gap), min(aim.far, most) + 1):
            before = x - apart - size + 1
            above = y - apart - size + 1
            first = max(before, self.left)
            last = min(x + apart, self.right)
            for row in range(max(above, self.top), min(y + apart, self.bottom) + 1):
                if row in (above, y + apart) or apart == 0:
                    columns = list(range(first, last + 1))
                else:
                    columns = [one for one in (before, x + apart) if first <= one <= last]
                for column in columns:
                    place = row * self.grid.width + column
                    if self.here[place] and aim.strikes(place, cell):
                        return place
        return -1


def moved_on(exits: Exits, obstacles: Obstacles, starts: list[int], points: int) -> list[int]:
    """Return where somebody can stop after one more move, from whichever of several cells.

    Each of the starts is among them; the move has as many points from each.
    """
    left = spread(exits, obstacles, starts, points)
    return [cell for cell in left if left[cell] == points or not obstacles.closed[cell]]


def spread(
    exits: Exits, obstacles: Obstacles, starts: list[int], points: int, layers: int = 1
) -> dict[int, int]:
    """Return what is left of a move at each node that it reaches from whichever of several.

    A node is a cell or, in two ``layers``, twice the cell, plus 1 after an odd count of diagonal
    steps: every second of them costs twice as much.
    """
    left: dict[int, int] = dict.fromkeys(starts, points)
    at: list[list[int]] = [[] for _ in range(points)]
    at.append(list(starts))
    for now in range(points, 0, -1):
        for node in at[now]:
            if left[node] > now:
                continue  # reached with more left
            cell = node // layers
            second = node % layers
            rest = now - obstacles.leave[cell]
            for goal, price, slant in exits.rows[cell]:
                more = obstacles.enter[goal]
                if more < 0:
                    continue
                cost = price + more
                to = goal
                if layers > 1:
                    to = goal * layers + (second ^ slant)
                    cost += cost * (slant & second)
                if rest - cost > left.get(to, -1):
                    left[to] = rest - cost
                    at[rest - cost].append(to)
    return left


def names_of(aims: list[Aim]) -> list[tuple[str, int]]:
    """Return the name of each attack, once, with its farthest range."""
    found: dict[str, int] = {}
    for aim in aims:
        found[aim.name] = max(found.get(aim.name, 0), aim.told)
    return list(found.items())
