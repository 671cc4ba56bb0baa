"""Shoving and grappling: what follows a hit that deals no damage."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.rulesets.sovereign import (
    damage,
    falling,
    geometry,
    movement,
    reaction,
    sheet,
    terrain,
)
from affray.rulesets.sovereign.condition import FLYING
from affray.rulesets.sovereign.state import MELEE, Body, Field, Strike

DRAGGED = 2  # squares


def succeed(field: Field, unit: Body, target: Body, aim: int) -> None:
    """Make the check that follows the hit. Rules: shove.check, grapple.check."""
    size = sheet.manhandling(field, unit, target)
    if aim == 1:
        made = braced_check(field, unit, size, sheet.OPPOSED + sheet.brace(target.sheet))
    else:
        number = sheet.OPPOSED + sheet.wrestle(target.sheet)
        bonus = sheet.wrestle(unit.sheet) + size
        made = sheet.check(field, unit.index, bonus, number, "grapple.check")
    if not reaction.known(field, unit, target.index) or not made or not target.present:
        return
    if aim == 1:
        shove(field, unit, target)
    else:
        hold(field, unit, target)


def braced_check(field: Field, unit: Body, size: int, number: int) -> bool:
    """Roll STR/Brawl or STR/Exert, whichever is better. Rule: shove.check."""
    own = unit.sheet
    exert = sheet.mod(own, sheet.STR) + sheet.skill(own, "exert")
    bonus = sheet.brace(own) + size
    if exert == sheet.brace(own) and (own.special == "exert" or own.expert):
        return sheet.skill_check(field, unit, "exert", bonus, number, "shove.check")
    return sheet.check(field, unit.index, bonus, number, "shove.check")


def shove(field: Field, unit: Body, target: Body) -> None:
    """Rule: shove.result."""
    options = [(1, f"{target.name} prone")]
    for cell in pushes(field, unit, target):
        options.append((2 + cell, f"push {field.grid.name(cell)}"))
    answer = field.ask(Menu(unit.seats, unit.index, "shove.result", options, 1))
    damage.jostled(field, target)
    field.touch()
    if answer == 1:
        fell(field, unit, target, "shove.result")
    else:
        falling.thrust(field, target, answer - 2)


def fell(field: Field, unit: Body, target: Body, rule: str) -> None:
    target.prone = True
    field.touch()
    if field.watched:
        field.say("falls prone", target.index, unit.index, rule=rule)


def pull_down(field: Field, unit: Body, target: Body) -> None:
    """Pull down whom a bite has hit. Content: pull-down."""
    options = [(1, f"pull {target.name} down"), (PASS, "let it stand")]
    if field.ask(Menu(unit.seats, unit.index, "check.opposed", options, 1)) == 1:
        number = sheet.OPPOSED + sheet.brace(target.sheet)
        made = sheet.check(field, unit.index, unit.sheet.skill, number, "check.opposed")
        if reaction.known(field, unit, target.index) and made and target.present:
            fell(field, unit, target, "check.opposed")


def pushes(field: Field, unit: Body, target: Body) -> list[int]:
    """Return where a target can be forced to: not nearer. Rule: shove.result."""
    grid = field.grid
    now = geometry.between(grid, unit.cell, unit.size, target.cell, target.size)
    return [
        goal
        for goal in forced(field, target)
        if geometry.between(grid, unit.cell, unit.size, goal, target.size) >= now
    ]


def forced(field: Field, target: Body) -> list[int]:
    """Return the adjacent squares into which somebody can be forced.

    Rules: grid.forced-limits, grid.impassable.
    """
    grid = field.grid
    here = target.cell
    low = geometry.height(grid, here, target.size)
    cut = terrain.cut_by(grid, target.size, movement.standing(field, target))
    found: list[int] = []
    for goal in grid.near[here]:
        if not grid.footprint(goal, target.size) or not terrain.open_to(grid, goal, target.size):
            continue
        if not field.free(goal, target.size, target.index) or (here, goal) in cut:
            continue
        if geometry.height(grid, goal, target.size) > low + 2:
            continue
        if terrain.wide_barrier(field, here, goal, target.size) != 0:
            continue
        dx = grid.column(goal) - grid.column(here)
        dy = grid.row(goal) - grid.row(here)
        if dx and dy and terrain.cuts(field, here, dx, dy, target.size, terrain.WALKS):
            continue
        found.append(goal)
    return found


# ---- grapples ------------------------------------------------------------------------------------


def hold(field: Field, unit: Body, target: Body) -> None:
    """Rules: grapple.one-each, screen.ends-when-helpless, spell.disrupted-round."""
    unit.grappling = target.index
    target.wards = 0
    damage.jostled(field, target)
    field.touch()
    if field.watched:
        field.say("grapples", unit.index, target.index, rule="grapple.check")


def unarmed(unit: Body) -> Strike | None:
    """Return the unarmed attack."""
    for one in unit.sheet.strikes:
        if one.unarmed and one.mode == MELEE and one.listed:
            return one
    return None


def squeeze(field: Field) -> None:
    """Deal the damage of grapples at the end of a round. Rule: grapple.damage."""
    for who in field.asked():
        unit = field.units[who]
        one = unarmed(unit)
        if unit.grappling >= 0 and unit.able() and one is not None:
            target = field.units[unit.grappling]
            if not target.present:
                continue
            amount = damage.rolled(field, unit, target, one, 0)
            amount = max(amount, damage.shock(field, unit, target, one, False))
            damage.hurt(
                field,
                target,
                amount,
                who,
                "grapple.damage",
                spares=one.spares,
                harm=one.harm,
            )


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
    if not reaction.known(field, unit, unit.index):
        return
    for one in sheet.grapplers(field, unit):
        number = sheet.OPPOSED + sheet.wrestle(one.sheet) + sheet.manhandling(field, one, unit)
        if total >= number:
            one.grappling = -1
    field.touch()


def move_held(field: Field, unit: Body) -> None:
    """Drag the one it holds, or throw it. Rules: grapple.move, grapple.move-fails."""
    target = field.units[unit.grappling]
    bonus = sheet.wrestle(unit.sheet) + sheet.manhandling(field, unit, target)
    number = sheet.OPPOSED + sheet.wrestle(target.sheet)
    made = sheet.check(field, unit.index, bonus, number, "grapple.move")
    if not reaction.known(field, unit, target.index) or unit.grappling < 0:
        return
    if not made:
        unit.grappling = -1
        field.touch()
        return
    options = [(2 + cell, f"throw {field.grid.name(cell)}") for cell in forced(field, target)]
    if drags(field, unit, target):
        options.append((1, "drag"))
    if not options:
        return
    asked = Menu(unit.seats, unit.index, "grapple.move", options, options[0][0])
    answer = field.ask(asked) if len(options) > 1 else options[0][0]
    if answer == 1:
        drag(field, unit, target)
    else:
        unit.grappling = -1
        target.prone = True
        damage.jostled(field, target)
        falling.thrust(field, target, answer - 2)


def drag(field: Field, unit: Body, target: Body) -> None:
    """Move with the target up to 10 ft, the two staying adjacent. Rule: grapple.move."""
    for made in range(DRAGGED):
        ways = drags(field, unit, target)
        options = [
            (1 + place, f"drag to {field.grid.name(way[0])} with it at {field.grid.name(way[1])}")
            for place, way in enumerate(ways)
        ]
        if made:
            options.append((PASS, "no farther"))
        if not ways:
            return
        asked = Menu(unit.seats, unit.index, "grapple.move", options, options[0][0])
        answer = field.ask(asked) if len(options) > 1 else options[0][0]
        if answer == PASS:
            return
        own, other = ways[answer - 1]
        field.leave(unit)
        deep = geometry.height(field.grid, target.cell, target.size)
        field.move(target, other)
        field.stand(unit, own)
        field.stir = True
        damage.jostled(field, target)
        movement.part_screens(field)
        settle(field)
        falling.fall(field, target, deep - geometry.height(field.grid, other, target.size))
        if unit.grappling < 0:
            return


def drags(field: Field, unit: Body, target: Body) -> list[tuple[int, int]]:
    """Return where the two can go by one step: the grappler ahead, or the target ahead."""
    grid = field.grid
    found: list[tuple[int, int]] = []
    for goal in forced(field, unit):
        if level(field, unit, goal):
            if unit.size == target.size:
                found.append((goal, unit.cell))
            elif geometry.between(grid, goal, unit.size, target.cell, target.size) == 1:
                found.append((goal, target.cell))
    if unit.size == target.size:
        for goal in forced(field, target):
            if abs(height_of(field, target) - height_of(field, unit)) <= 2:
                found.append((target.cell, goal))
    return found


def level(field: Field, unit: Body, goal: int) -> bool:
    """Return whether one walks on freely. Rule: grid.ledges."""
    there = geometry.height(field.grid, goal, unit.size)
    return abs(there - height_of(field, unit)) <= 2 or unit.has(FLYING)


def height_of(field: Field, unit: Body) -> int:
    return geometry.height(field.grid, unit.cell, unit.size)
