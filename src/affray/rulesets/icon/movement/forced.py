"""Being moved: shoves, pulls, swaps, teleports."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.event import Placed, Told
from affray.core.grid import step_of
from affray.rulesets.icon import choice, ledger
from affray.rulesets.icon.condition import effects, states
from affray.rulesets.icon.geometry import distance
from affray.rulesets.icon.geometry.maps import blocked
from affray.rulesets.icon.movement import exits, landing
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import FORCED


def opposite(direction: int) -> int:
    """Return the opposite of a direction."""
    return (direction + 4) % 8


def heading(combat: IconCombat, by: IconCombatant, origin: int, unit: IconCombatant) -> int:
    """Return the direction of a shove; ``origin`` is a space of an area, -1 the shover.

    Rule: move.shove-direction.
    """
    grid = combat.grid
    size = by.size if origin < 0 else 1
    cell = by.cell if origin < 0 else origin
    dx = unit.cell % grid.width - cell % grid.width
    dy = unit.cell // grid.width - cell // grid.width
    wide, high = grid.apart(cell, size, unit.cell, unit.size)
    along_x = 2 if dx > 0 else 6
    along_y = 4 if dy > 0 else 0
    if wide > high:
        return along_x
    if high > wide:
        return along_y
    if wide == 0:  # the origin lies under the target
        menu = [(d, f"to the {word}") for d, word in ((0, "n"), (2, "e"), (4, "s"), (6, "w"))]
    else:
        menu = [(along_x, "along the row"), (along_y, "along the column")]
    rule = "move.shove-direction"
    first = menu[0][0]
    asked = choice.Pick(by.seats, by.index, rule, menu, "direct", first, passes=False, target=unit)
    return combat.ask(asked)


def shove(
    combat: IconCombat,
    by: IconCombatant,
    unit: IconCombatant,
    spaces: int,
    direction: int,
    *,
    pull: bool = False,
) -> bool:
    """Move somebody in a straight line; return whether it collided.

    Rules: move.shove, move.shove-free, move.collide, effect.sturdy, terrain.climbable.
    """
    if not effects.may_be_moved(combat, unit, by):
        return False
    foe = combat.hostile(unit, by)
    if foe:
        spaces = shortened(combat, by, unit, spaces)
        if combat.has(unit, "sturdy"):
            spaces = min(spaces, effects.spaces_left(combat, unit))
    spaces = within(combat, unit, spaces, direction)
    collided = False
    made = 0
    path = [unit.cell]
    dx, dy = step_of(direction)
    while made < spaces and unit.able():
        if pull and drawn(combat, by, unit, direction):
            break
        goal = combat.grid.beside(unit.cell, dx, dy)
        if not enterable(combat, unit, goal):
            collided = True
            break
        path.append(unit.cell)
        ledger.step(combat, unit, goal, "move.shove", "pull" if pull else "shove", by.index)
        made += 1
        if foe:
            unit.count(FORCED)
        landing.land(combat, unit, path[-1], falls=True, hurts=True)
    landing.settle(combat, unit, path)
    if made:
        if not pull:
            states.stance_ends(combat, unit, "shoved")
        if not foe and unit.able():
            landing.moved(combat, unit, own=False)
    if collided and combat.watched:
        combat.tell(Told("collides", unit.index, by.index, "", 0, "move.collide"))
    return collided


def shortened(combat: IconCombat, by: IconCombatant, unit: IconCombatant, spaces: int) -> int:
    """Return how far a foe moves somebody whose traits make that less. Rule: move.shove."""
    best = 0
    name = ""
    for trait in unit.sheet.traits:
        if trait.shortened > best:
            best = trait.shortened
            name = trait.name
    if best and combat.watched:
        combat.tell(
            Told("holds ground", unit.index, by.index, name, min(best, spaces), "move.shove")
        )
    return spaces - best


def drawn(combat: IconCombat, by: IconCombatant, unit: IconCombatant, direction: int) -> bool:
    """Return whether a pull brings somebody no nearer. Rule: move.shove."""
    wide, high = combat.grid.apart(by.cell, by.size, unit.cell, unit.size)
    return max(wide, high) <= 1 or (high if direction in (0, 4) else wide) == 0


def within(combat: IconCombat, unit: IconCombatant, spaces: int, direction: int) -> int:
    """Return how far a shove goes so that it does not end over the fallen. Rule: move.collide."""
    dx, dy = step_of(direction)
    best = 0
    cell = unit.cell
    for made in range(1, spaces + 1):
        cell = combat.grid.beside(cell, dx, dy)
        if not enterable(combat, unit, cell):
            return spaces if best == made - 1 else best
        if exits.free_to_stand(combat, unit, cell):
            best = made
    return best


def enterable(combat: IconCombat, unit: IconCombatant, goal: int) -> bool:
    """Return whether a shove can take somebody there.

    Rules: move.collide, effect.intangible, move.fly.
    """
    cells = combat.grid.footprint(goal, unit.size) if goal >= 0 else []
    if not cells or any(blocked(combat.grid, cell) for cell in cells):
        return False
    if exits.height(combat, cells) > combat.elevation(unit) and not combat.has(unit, "flying"):
        return False
    objects = exits.obstructions(combat)
    for cell in cells:
        if cell in objects:
            return False
        other = combat.at(cell)
        if other is not None and other is not unit and other.able():
            if not combat.has(other, "intangible"):
                return False
    return True


def teleport(combat: IconCombat, unit: IconCombatant, spaces: int) -> None:
    """Let somebody teleport up to so many spaces. Rule: move.teleport."""
    if states.untouched(combat, unit) or effects.immobile(unit):
        return
    goals = [
        cell
        for cell in combat.grid.around(unit.cell, spaces + unit.size - 1)
        if cell != unit.cell and exits.free_to_stand(combat, unit, cell)
    ]
    if not goals:
        return
    answer = combat.ask(
        choice.Cells(combat, unit.seats, unit.index, "move.teleport", goals, "stay")
    )
    if answer != PASS:
        came_from = unit.cell
        ledger.put(combat, unit, answer - 1, "move.teleport", "teleport")
        landing.land(combat, unit, came_from, falls=False, hurts=True)
        landing.moved(combat, unit)


def swap(combat: IconCombat, a: IconCombatant, b: IconCombatant) -> bool:
    """Let ``a`` trade spaces with another, as a teleport of both; return whether it happened.

    Nobody can while one of them is passing over somebody: that space is not free.

    Rules: move.teleport, status.immobile, status.slashed, effect.unstoppable, effect.sturdy.
    """
    if effects.immobile(a) or states.untouched(combat, a) or a.size != b.size:
        return False
    if not effects.may_be_moved(combat, b, a) or combat.shares(a) or combat.shares(b):
        return False
    here = a.cell
    there = b.cell
    far = distance.span(combat, here, there)
    if combat.hostile(a, b) and combat.has(b, "sturdy"):
        if far > effects.spaces_left(combat, b):
            return False
    combat.leave(a)
    combat.leave(b)
    combat.stand(a, there)
    combat.stand(b, here)
    combat.mark_changed()
    if combat.watched:
        combat.tell(Placed(a.index, here, there, "move.teleport", "swap", b.index))
        combat.tell(Placed(b.index, there, here, "move.teleport", "swapped", a.index))
    landing.land(combat, a, here, falls=False, hurts=True)
    landing.land(combat, b, there, falls=False, hurts=True)
    landing.moved(combat, a)
    if combat.hostile(a, b):
        b.count(FORCED, far)
    else:
        landing.moved(combat, b, own=False)
    return True
