"""Movement step by step: a way is chosen, walked, and chosen anew when something happened on it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from affray.core.combat import Combat, U
from affray.core.grid import Grid, direction_of, step_of

LONGEST: Final = 200  # steps of an explicit path


@mypyc_attr(allow_interpreted_subclasses=True)
class Walk:
    """One movement under way: the ruleset answers, ``walk`` loops.

    Prices are in the ruleset's unit.
    """

    def __init__(self, mover: int, pool: int) -> None:
        self.mover = mover
        self.pool = pool
        self.spent = 0
        self.layer = 0  # parity of diagonal steps, where they alternate
        self.plan: list[int] = []
        self.stopped = ""  # rule id of what ended it for good
        self.over = False  # it has come to its end

    def left(self) -> int:
        """Return what can still be spent: worked out anew each time it is asked."""
        return self.pool - self.spent if self.pool > self.spent else 0

    def goes(self) -> bool:
        """Return whether the mover still can."""
        raise NotImplementedError

    def more(self) -> bool:
        """Return whether there may be something to choose after what has happened."""
        return self.left() > 0

    def choose(self) -> bool:
        """Ask and set a new plan; False: stay here."""
        raise NotImplementedError

    def price(self, goal: int) -> int:
        """Return what the step to a neighbour costs, -1 if it is barred."""
        raise NotImplementedError

    def veer(self, goal: int) -> int:
        """Return where an affordable step really goes.

        -1 nowhere (what it cost is the ruleset's).
        """
        return goal

    def bumped(self, goal: int) -> None:
        """Note that a step of the plan is barred, or dearer than what is left."""

    def before(self, goal: int) -> None:
        """Answer the leaving, the mover still in place."""

    def enter(self, goal: int) -> None:
        """Make the step itself."""
        raise NotImplementedError

    def after(self, came_from: int) -> None:
        """Do what entering brings: fall first, then terrain, then triggers."""

    def finish(self) -> None:
        """End the movement: back to the last free cell if the mover shares one."""


def walk(combat: Combat[U], way: Walk) -> None:
    """Move: ask for a way; price, answer, price again, pay and make each step.

    When anything was asked, rolled or changed in a step, the rest of the plan is dropped and the
    mover chooses again, seeing what happened; an undisturbed walk asks once.
    """
    unsure = True
    while way.goes():
        if not way.plan:
            if not unsure or not way.choose():
                break
            unsure = False
            continue
        stamp = combat.changes
        if not take_step(combat, way, way.plan.pop(0)):
            way.plan = []
            if combat.changes == stamp:
                break  # a bad plan, not a surprise
            unsure = True
        elif combat.changes != stamp + 1:  # the step itself counts once
            way.plan = []
            unsure = way.more()
    way.finish()
    way.over = True


def take_step(combat: Combat[U], way: Walk, goal: int) -> bool:
    """Make one step of a plan; False if it could not be made."""
    price = way.price(goal)
    if not 0 <= price <= way.left():
        way.bumped(goal)
        return False
    goal = way.veer(goal)
    if goal < 0:
        return False
    way.before(goal)
    if not way.goes():
        return False
    price = way.price(goal)  # again: the answers may have changed it
    if not 0 <= price <= way.left():
        return False
    way.spent += price
    came_from = combat.units[way.mover].cell
    way.enter(goal)
    way.after(came_from)
    return True


def path_answer(grid: Grid, start: int, cells: list[int]) -> int:
    """Return the negative int that stands for an explicit path: base-9 digits, a direction each.

    0 if the cells are no chain of neighbours.
    """
    here = start
    digits: list[int] = []
    for goal in cells:
        dx = goal % grid.width - here % grid.width
        dy = goal // grid.width - here // grid.width
        if max(abs(dx), abs(dy)) != 1:
            return 0
        digits.append(direction_of(dx, dy) + 1)
        here = goal
    number = 0
    for digit in reversed(digits):
        number = number * 9 + digit
    return -number - 1


def path_cells(grid: Grid, start: int, answer: int) -> list[int]:
    """Return the cells of an explicit path; empty if it leaves the map."""
    number = -answer - 1
    cells: list[int] = []
    here = start
    while number > 0 and len(cells) < LONGEST:
        if number % 9 == 0:
            return []  # no direction
        dx, dy = step_of(number % 9 - 1)
        here = grid.beside(here, dx, dy)
        if here < 0:
            return []
        cells.append(here)
        number //= 9
    return cells
