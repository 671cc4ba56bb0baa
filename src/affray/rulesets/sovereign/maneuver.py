"""Shoving and grappling: what follows a hit that deals no damage."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.core.window import Deed
from affray.rulesets.sovereign import (
    damage,
    falling,
    geometry,
    gm,
    item,
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
    if size == gm.TOO_BIG:
        return
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
    """Roll STR/Brawl or STR/Exert, whichever one likes. Rule: shove.check.

    The better is no question unless the other is one's speciality.
    """
    own = unit.sheet
    brawl = sheet.wrestle(own)
    exert = sheet.mod(own, sheet.STR) + sheet.skill(own, "exert")
    special = own.special == "exert" or own.expert
    if special and exert < brawl:
        options = [(1, "shove by brawl"), (2, "shove by exert")]
        asked = Menu(unit.seats, unit.index, "shove.check", options, 1)
        special = field.ask(asked) == 2
    if special:
        return sheet.skill_check(field, unit, "exert", exert + size, number, "shove.check")
    return sheet.check(field, unit.index, max(brawl, exert) + size, number, "shove.check")


def shove(field: Field, unit: Body, target: Body) -> None:
    """Throw somebody down, or push it away; one who flies can only be pushed.

    Rule: shove.result.
    """
    options = [] if target.has(FLYING) else [(1, f"{target.name} prone")]
    for cell in pushes(field, unit, target):
        options.append((2 + cell, f"push {field.grid.name(cell)}"))
    if not options:
        return
    asked = Menu(unit.seats, unit.index, "shove.result", options, options[0][0])
    answer = field.ask(asked) if len(options) > 1 else options[0][0]
    damage.jostled(field, target)
    field.mark_changed()
    if answer == 1:
        fell(field, unit, target, "shove.result")
    else:
        falling.thrust(field, target, answer - 2)


def fell(field: Field, unit: Body, target: Body, rule: str) -> None:
    target.prone = True
    field.mark_changed()
    if field.watched:
        field.say("falls prone", target.index, unit.index, rule=rule)


def pull_down(field: Field, unit: Body, target: Body) -> None:
    """Pull down whom a bite has hit, unless it flies. Content: pull-down."""
    if target.has(FLYING):
        return
    options = [(1, f"pull {target.name} down"), (PASS, "let it stand")]
    if field.ask(Menu(unit.seats, unit.index, "check.opposed", options, 1)) == 1:
        number = sheet.OPPOSED + sheet.brace(target.sheet)
        made = sheet.check(field, unit.index, unit.sheet.skill, number, "check.opposed")
        if reaction.known(field, unit, target.index) and made and target.present:
            fell(field, unit, target, "check.opposed")


def pushes(field: Field, unit: Body, target: Body) -> list[int]:
    """Return where a target can be forced to: not nearer. Rule: shove.result."""
    now = geometry.apart(field, unit, target)
    return [goal for goal in forced(field, target) if gap(field, unit, target, goal) >= now]


def gap(field: Field, unit: Body, target: Body, goal: int) -> int:
    """Return how far apart the two would be if the target were elsewhere."""
    up, other = unit.aloft, target.aloft
    return geometry.between(field.grid, unit.cell, unit.size, goal, target.size, up, other)


def forced(field: Field, target: Body, partner: Body | None = None) -> list[int]:
    """Return the adjacent squares into which somebody can be forced.

    A ``partner`` who moves at the same time is in nobody's way.
    Rules: grid.forced-limits, grid.impassable.
    """
    grid = field.grid
    here = target.cell
    low = geometry.height(grid, here, target.size)
    held = movement.standing(field, target)
    beside = grid.footprint(partner.cell, partner.size) if partner is not None else []
    cut = terrain.cut_by(grid, target.size, [one for one in held if one not in beside])
    found: list[int] = []
    for goal in grid.near[here]:
        if not grid.footprint(goal, target.size) or not terrain.open_to(grid, goal, target.size):
            continue
        others = [field.holder(one) for one in grid.footprint(goal, target.size)]
        mine = (-1, target.index, partner.index if partner is not None else -1)
        if (here, goal) in cut or not all([one in mine for one in others]):
            continue
        if geometry.height(grid, goal, target.size) > low + 2:
            continue
        if terrain.wall_on(field, here, goal, target.size) != 0:
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
    field.mark_changed()
    if field.watched:
        field.say("holds", unit.index, target.index, rule="grapple.check")


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
                field.mark_changed()


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
    field.mark_changed()


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
        field.mark_changed()
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
        target.prone = not target.has(FLYING)
        damage.jostled(field, target)
        falling.thrust(field, target, answer - 2)


def drag(field: Field, unit: Body, target: Body) -> None:
    """Move with the target up to 10 ft, the two staying adjacent.

    Rules: grapple.move, economy.response-windows.
    """
    left = DRAGGED
    while left > 0:
        ways = drags(field, unit, target, left)
        options = [
            (1 + place, f"drag to {field.grid.name(way[0])} with it at {field.grid.name(way[1])}")
            for place, way in enumerate(ways)
        ]
        if not ways:
            return
        if left < DRAGGED:
            options.append((PASS, "no farther"))
        asked = Menu(unit.seats, unit.index, "grapple.move", options, options[0][0])
        answer = field.ask(asked) if len(options) > 1 else options[0][0]
        if answer == PASS:
            return
        way = ways[answer - 1]
        reaction.answered(field, Deed(unit.index, target.index), rolled=False)
        if unit.grappling < 0 or way not in drags(field, unit, target, left):
            return
        left -= cost_of(field, unit, way[0])
        together(field, unit, target, way)
        if unit.grappling < 0:
            return


def together(field: Field, unit: Body, target: Body, way: tuple[int, int]) -> None:
    """Move both by one step; who is dragged over a drop falls. Rule: grid.forced-limits."""
    deep = geometry.height(field.grid, target.cell, target.size)
    field.leave(unit)
    field.move(target, way[1])
    field.stand(unit, way[0])
    field.stir = True
    damage.jostled(field, target)
    movement.part_screens(field)
    settle(field)
    falling.fall(field, target, deep - geometry.height(field.grid, way[1], target.size))
    item.prick(field, target)


def drags(field: Field, unit: Body, target: Body, left: int = DRAGGED) -> list[tuple[int, int]]:
    """Return where the two can go by one step each, first those in which the target follows.

    Rules: grapple.move, grapple.restraint: whoever is held by another moves nowhere.
    """
    if not unit.able() or any([one is not target for one in sheet.grapplers(field, unit)]):
        return []
    behind: list[tuple[int, int]] = []
    beside: list[tuple[int, int]] = []
    goals = forced(field, target, unit)
    for own in forced(field, unit, target):
        if not level(field, unit, own) or cost_of(field, unit, own) > left:
            continue
        for other in goals:
            if adjoin(field, unit, target, own, other):
                (behind if other == unit.cell else beside).append((own, other))
    return behind + beside


def adjoin(field: Field, unit: Body, target: Body, own: int, other: int) -> bool:
    """Return whether the two would stand adjacent. Rule: grid.adjacent."""
    grid = field.grid
    taken = grid.footprint(own, unit.size)
    if any([one in taken for one in grid.footprint(other, target.size)]):
        return False
    up, above = unit.aloft, target.aloft
    return geometry.between(grid, own, unit.size, other, target.size, up, above) == 1


def cost_of(field: Field, unit: Body, goal: int) -> int:
    """Return what a step costs one who drags another. Rule: grid.difficult."""
    taken = field.grid.footprint(goal, unit.size)
    rough = terrain.rough(field.grid, goal, unit.size) or item.among(field, taken)
    return 2 if rough and not unit.has(FLYING) else 1


def level(field: Field, unit: Body, goal: int) -> bool:
    """Return whether one walks on freely. Rule: grid.ledges."""
    there = geometry.height(field.grid, goal, unit.size)
    return abs(there - height_of(field, unit)) <= 2 or unit.has(FLYING)


def height_of(field: Field, unit: Body) -> int:
    return geometry.height(field.grid, unit.cell, unit.size)
