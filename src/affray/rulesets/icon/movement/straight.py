"""Straight ways: dashes up to something, over it, along a line."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.grid import CHEBYSHEV
from affray.rulesets.icon import choice
from affray.rulesets.icon.attack.use import Use
from affray.rulesets.icon.definitions import Op
from affray.rulesets.icon.movement import exits, moving
from affray.rulesets.icon.state import IconCombat, IconCombatant

SHORT = 10  # an answer is 1 + the direction, and SHORT for each space of a shorter dash


def dash(combat: IconCombat, use: Use, op: Op, unit: IconCombatant, spaces: int) -> None:
    """Dash up to so many spaces in one straight line: over foes if it says so, else up to one.

    Rules: move.dash-ignores, move.obstruction, move.dash-pays-terrain.
    """
    if spaces <= 0 or not unit.able():
        return
    way = moving.Move(combat, unit, spaces, moving.KINDS.get(op.kind, moving.DASH))
    way.over_foes = op.through
    menu = [(PASS, "stay")]
    for heading in [use.way.heading] if use.way.heading >= 0 else [0, 2, 4, 6]:
        word = "dash on" if use.way.heading >= 0 else f"dash {'nesw'[heading // 2]}"
        menu += options(combat, way, heading, word)
    answer = PASS
    if len(menu) > 1:
        answer = combat.ask(choice.Pick(unit.seats, unit.index, "move.dash-ignores", menu, "dash"))
    use.way.blocker = -1
    if answer == PASS:
        way.finish()
        return
    use.way.heading = (answer - 1) % SHORT
    go(combat, way, use, answer // SHORT or spaces)


def options(combat: IconCombat, way: moving.Move, heading: int, word: str) -> list[tuple[int, str]]:
    """Return as far as one gets in a direction, and every shorter way that ends on a free space."""
    here = way.unit.cell
    left = way.left()
    ends: list[int] = []
    made = 0
    struck = False
    for cell in combat.grid.ray(here, heading, left):
        toll = way.toll(here, cell)
        if not 0 <= toll <= left:
            break
        struck = bool(barring(combat, way, cell))
        if struck or way.obstacles().barred(cell):
            break
        made += 1
        left -= toll
        here = cell
        if exits.free_to_stand(combat, way.unit, cell):
            ends.append(made)
    whole = [(1 + heading, word)] if made or struck else []
    shorter = [end for end in ends if end < made or struck]
    return whole + [(1 + heading + SHORT * one, f"{word} {one}") for one in shorter]


def go(combat: IconCombat, way: moving.Move, use: Use, steps: int) -> None:
    """Go in one straight line until something stops it.

    A foe whose space could not be entered for the costs of the step has stopped nobody.
    Rules: move.obstruction, move.insufficient, move.no-stop-when-shared, effect.intangible.
    """
    unit = way.unit
    for cell in combat.grid.ray(unit.cell, use.way.heading, steps):
        if not way.goes():
            break
        if not 0 <= way.toll(unit.cell, cell) <= way.left():
            break
        bars = barring(combat, way, cell)
        if bars:
            use.way.blocker = bars[-1].index
            break
        for other in in_way(combat, unit, cell):
            if other.index not in use.way.passed:
                use.way.passed = [*use.way.passed, other.index]
        price = way.price(cell)
        if price < 0:
            break
        way.spent += price
        came_from = unit.cell
        way.enter(cell)
        way.after(came_from)
    use.way.left = way.left()
    way.finish()
    use.way.path = [*use.way.path, *way.path]


def barring(combat: IconCombat, way: moving.Move, goal: int) -> list[IconCombatant]:
    """Return the foes that bar a mover's way. Rule: move.obstruction."""
    return [one for one in in_way(combat, way.unit, goal) if way.bars(one)]


def in_way(combat: IconCombat, unit: IconCombatant, goal: int) -> list[IconCombatant]:
    """Return the foes that stand where somebody would be."""
    found: list[IconCombatant] = []
    for cell in combat.grid.footprint(goal, unit.size):
        other = combat.at(cell)
        if other is not None and other.able() and combat.hostile(other, unit):
            if other not in found:
                found.append(other)
    return found


def dash_on(combat: IconCombat, use: Use, op: Op, user: IconCombatant) -> None:
    """Let the user spend what is left of a dash, if whoever stopped it is out of the way."""
    if use.way.blocker < 0 or not user.able():
        return
    ahead = combat.grid.ray(user.cell, use.way.heading, 1)
    if ahead and combat.units[use.way.blocker] not in in_way(combat, user, ahead[0]):
        dash(combat, use, op, user, use.way.left)


def along(move: moving.Move, cells: list[int], origin: int) -> None:
    """Set a movement to end on the last free space of a line that it reaches.

    Those who stand on the line are passed; the user chooses between two ends as far away.
    Rules: move.dash-pays-terrain, aoe.line.
    """
    move.lane = cells
    grid = move.combat.grid
    size = grid.size
    reached = [node % size for node in move.reach().cells]
    ends = [cell for cell in cells if cell in reached and cell != move.unit.cell]
    far = max([0, *[grid.distance(cell, origin, CHEBYSHEV) for cell in ends]])
    move.goals = [cell for cell in ends if grid.distance(cell, origin, CHEBYSHEV) == far]
    move.barred_at = -1
