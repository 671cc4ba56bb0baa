"""Shoving and grappling: what follows a hit that deals no damage."""

from __future__ import annotations

from affray.core.choice import Menu
from affray.core.grid import IMPASSABLE, WALL
from affray.rulesets.sovereign import damage, geometry, movement, sheet
from affray.rulesets.sovereign.state import MELEE, Body, Field, Strike


def succeed(field: Field, unit: Body, target: Body, aim: int) -> None:
    """Make the check that follows the hit. Rules: shove.check, grapple.check."""
    size = sheet.manhandling(unit, target)
    if aim == 1:
        number = sheet.OPPOSED + sheet.brace(target.sheet)
        bonus = sheet.brace(unit.sheet) + size
        if sheet.check(field, unit.index, bonus, number, "shove.check"):
            shove(field, unit, target)
        return
    number = sheet.OPPOSED + sheet.wrestle(target.sheet)
    if sheet.check(field, unit.index, sheet.wrestle(unit.sheet) + size, number, "grapple.check"):
        hold(field, unit, target)


def shove(field: Field, unit: Body, target: Body) -> None:
    """Rule: shove.result."""
    options = [(1, f"{target.name} prone")]
    for cell in pushes(field, unit, target):
        options.append((2 + cell, f"push {field.grid.name(cell)}"))
    answer = field.ask(Menu(unit.seats, unit.index, "shove.result", options, 1))
    target.hurt = True  # spell.disrupted-round
    field.touch()
    if answer == 1:
        target.prone = True
        if field.watched:
            field.say("falls prone", target.index, unit.index, rule="shove.result")
    else:
        movement.thrust(field, target, answer - 2)


def pushes(field: Field, unit: Body, target: Body) -> list[int]:
    """Return where a target can be forced to. Rules: shove.result, grid.forced-limits."""
    grid = field.grid
    now = geometry.between(grid, unit.cell, unit.size, target.cell, target.size)
    found: list[int] = []
    for goal, _, _ in movement.exits_of(field, target, target.side).rows[target.cell]:
        cells = grid.footprint(goal, target.size)
        if not field.free(goal, target.size, target.index):
            continue
        if any([grid.ground[one] in (WALL, IMPASSABLE) for one in cells]):
            continue
        low = geometry.height(grid, target.cell, target.size)
        if geometry.height(grid, goal, target.size) > low + 2:
            continue
        if geometry.between(grid, unit.cell, unit.size, goal, target.size) >= now:
            found.append(goal)
    return found


def hold(field: Field, unit: Body, target: Body) -> None:
    """Rules: grapple.one-each, screen.ends-when-helpless."""
    unit.grappling = target.index
    target.hurt = True
    target.ward = -1
    unit.ward = -1
    field.touch()
    if field.watched:
        field.say("grapples", unit.index, target.index, rule="grapple.check")


def unarmed(unit: Body) -> Strike | None:
    """Return the unarmed attack."""
    for one in unit.sheet.strikes:
        if one.unarmed and one.mode == MELEE:
            return one
    return None


def squeeze(field: Field) -> None:
    """Deal the damage of grapples at the end of a round. Rule: grapple.damage."""
    for who in field.asked():
        unit = field.units[who]
        one = unarmed(unit)
        if unit.grappling >= 0 and unit.able() and one is not None:
            target = field.units[unit.grappling]
            amount = damage.rolled(field, unit, target, one, 0)
            damage.hurt(field, target, amount, who, "grapple.damage", spares=one.spares)


def settle(field: Field) -> None:
    """End grapples whose grappler is felled or too far away. Rule: grapple.release."""
    for unit in field.units:
        if unit.grappling >= 0:
            target = field.units[unit.grappling]
            gone = not target.present or not unit.able()
            if gone or not geometry.adjacent(field, unit, target):
                unit.grappling = -1
                field.touch()


def escape(field: Field, unit: Body) -> None:
    """Rule: grapple.escape: one check against every grappler."""
    bonus = sheet.wrestle(unit.sheet)
    total = sheet.check_total(field, unit.index, bonus, "grapple.escape")
    for one in sheet.grapplers(field, unit):
        if total >= sheet.OPPOSED + sheet.wrestle(one.sheet) + sheet.manhandling(one, unit):
            one.grappling = -1
    field.touch()


def throw(field: Field, unit: Body) -> None:
    """Throw the one it holds. Rules: grapple.move, grapple.move-fails."""
    target = field.units[unit.grappling]
    bonus = sheet.wrestle(unit.sheet) + sheet.manhandling(unit, target)
    number = sheet.OPPOSED + sheet.wrestle(target.sheet)
    unit.grappling = -1
    field.touch()
    if not sheet.check(field, unit.index, bonus, number, "grapple.move"):
        return
    options = [(1 + cell, f"throw {field.grid.name(cell)}") for cell in pushes(field, unit, target)]
    target.prone = True
    if options:
        asked = Menu(unit.seats, unit.index, "grapple.move", options, options[0][0])
        movement.thrust(field, target, field.ask(asked) - 1)
