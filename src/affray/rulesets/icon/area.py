"""Choosing targets and laying patterns, space by space; cover from areas."""

from __future__ import annotations

from affray.core.choice import Menu
from affray.core.grid import CHEBYSHEV
from affray.rulesets.icon import ability as abilities
from affray.rulesets.icon import choice, geometry
from affray.rulesets.icon.state import IconCombat, Unit, Use


def origin_of(combat: IconCombat, use: Use) -> int:
    """Let the user of an area choose the origin among its spaces. Rule: aoe.origin."""
    user = combat.units[use.actor]
    cells = geometry.footprint(combat, user)
    if len(cells) == 1:
        return cells[0]
    asked = choice.Cells(combat, user.seats, user.index, "aoe.origin", cells, "")
    return combat.ask(asked) - 1


def aim(combat: IconCombat, use: Use) -> bool:
    """Choose targets and area; False if there is nothing to aim at."""
    ability = use.ability
    if use.cells or (use.answered is not None and not ability.attack):
        return True
    if ability.shape:
        lay(combat, use)
        return bool(use.cells)
    if ability.before and ability.attack:
        return pick_target(combat, use)
    return True


def pick_target(combat: IconCombat, use: Use) -> bool:
    """Choose the attack's target after what happens before. Rule: action.order-of-components."""
    from affray.rulesets.icon import action

    user = combat.units[use.actor]
    menu = [
        (1 + one.index, f"target {one.name}")
        for one in combat.units
        if action.bars_target(combat, user, use.ability, one) == ""
    ]
    if not menu:
        return False
    answer = menu[0][0]
    if len(menu) > 1:
        answer = combat.ask(Menu(user.seats, user.index, "attack.target-hostile", menu, menu[0][0]))
    use.target = use.first = answer - 1
    return True


def lay(combat: IconCombat, use: Use) -> None:
    """Lay the pattern, find the attack space and who is in the area.

    Rules: aoe.attack-and-area-spaces, aoe.combined, aoe.non-attack-area, aoe.user-exempt,
    aoe.ranged-can-hit-user, aoe.once-per-character, status.blinded.
    """
    user = combat.units[use.actor]
    ability = use.ability
    slow = use.slow
    size = ability.size + abilities.number(combat, user, ability, "size", slow)
    reach = ability.reach
    shape = ability.shape
    origin = origin_of(combat, use)
    if shape == "close-blast" and "becomes-blast-range-2" in ability.flags:
        menu = [(0, "close blast"), (1, "blast within 2")]
        if combat.ask(Menu(user.seats, user.index, "aoe.close-blast", menu)) == 1:
            shape = "blast"
            reach = 2
    if reach >= 0:
        reach += abilities.number(combat, user, ability, "range", slow)
        if user.status("blinded"):
            reach = min(reach, 2)
    use.cells = cells_of(combat, use, user, origin, shape, size, reach)
    if not use.cells:
        return
    spot = use.cell
    add_second(combat, use)
    exempt = (ability.reach < 0 and shape != "blast") or ability.own or reach < 0
    inside = geometry.standing(combat, use.cells)
    found = [one.index for one in inside if one is not user or not exempt]
    if ability.attack and spot >= 0:
        target = combat.at(spot)
        if target is not None and target.able() and combat.hostile(target, user):
            if geometry.sees(combat, user, target) != geometry.HIDDEN:
                use.target = use.first = target.index
                found = [one for one in found if one != target.index]
    elif not ability.attack and inside and spot >= 0:
        target = combat.at(spot)
        if target is not None and target.able():
            use.target = target.index
    use.area = found
    combat.touch()


def cells_of(
    combat: IconCombat, use: Use, user: Unit, origin: int, shape: str, size: int, reach: int
) -> list[int]:
    """Return the spaces of the pattern that the user chooses; sets the attack space."""
    if shape == "line":
        return lay_line(combat, use, user, origin, size)
    if shape == "arc":
        return lay_arc(combat, use, user, origin, size, reach)
    if use.ability.own:
        use.cell = origin
        return geometry.blast(combat, origin, size)
    if shape == "cross" and reach < 0:
        cells = geometry.cross(combat, origin, size, whole=False)
        use.cell = nearest_target(combat, use, user, cells, origin)
        return cells
    shot = use.ability.attack == "ranged"
    spots = geometry.centres(combat, user, origin, size, reach, shot=shot)
    if not spots:
        return []
    centre = spots[0]
    if len(spots) > 1:
        asked = choice.Cells(combat, user.seats, user.index, f"aoe.{shape}", spots, "")
        centre = combat.ask(asked) - 1
    use.cell = centre
    if shape == "cross":
        return geometry.cross(combat, centre, size, whole=True)
    return geometry.blast(combat, centre, size)


def lay_line(combat: IconCombat, use: Use, user: Unit, origin: int, size: int) -> list[int]:
    """Rules: aoe.line, aoe.line-attack-space."""
    areas = geometry.lines(combat, origin, size)
    if not areas:
        return []
    number = 0
    if len(areas) > 1:
        number = combat.ask(choice.Areas(combat, user, "aoe.line", areas))
    use.cell = nearest_target(combat, use, user, areas[number], origin)
    return areas[number]


def nearest_target(combat: IconCombat, use: Use, user: Unit, cells: list[int], origin: int) -> int:
    """Return the space of the first character, the user choosing between equals.

    Rules: aoe.line-attack-space, aoe.cross-attack-space.
    """
    least = -1
    found: list[int] = []
    for cell in cells:
        unit = combat.at(cell)
        if unit is None or not unit.able() or unit is user:
            continue
        far = combat.grid.distance(cell, origin, CHEBYSHEV)
        if least < 0 or far == least:
            least = far
            found.append(cell)
    if not found:
        return cells[-1] if cells else -1
    if len(found) == 1 or not use.ability.attack:
        return found[0]
    asked = choice.Cells(combat, user.seats, user.index, "aoe.line-attack-space", found, "")
    return combat.ask(asked) - 1


def lay_arc(
    combat: IconCombat, use: Use, user: Unit, origin: int, size: int, reach: int
) -> list[int]:
    """Lay an arc space by space; the last is the attack space. Rules: aoe.arc, aoe.arc-range."""
    laid: list[int] = []
    while len(laid) < size:
        cells = geometry.arc_spaces(combat, user, origin, laid, size, reach)
        if not cells:
            break
        asked = choice.Cells(combat, user.seats, user.index, "aoe.arc", cells, "")
        laid.append(combat.ask(asked) - 1)
    if laid:
        use.cell = laid[-1]
    return laid


def add_second(combat: IconCombat, use: Use) -> None:
    """Draw the second pattern from the first one's attack space. Rule: aoe.combined."""
    ability = use.ability
    if not ability.plus_shape or use.cell < 0:
        return
    size = ability.plus_size + (1 if "plus-size-1" in ability.flags else 0)
    if ability.plus_shape == "cross":
        more = geometry.cross(combat, use.cell, size, whole=False)
    else:
        more = geometry.blast(combat, use.cell, size)
    user = geometry.footprint(combat, combat.units[use.actor])
    for cell in more:
        if cell not in use.cells and cell not in user:
            use.cells.append(cell)


def cover_of(combat: IconCombat, use: Use) -> None:
    """Note who has cover from an area. Rule: aoe.cover-from-origin."""
    user = combat.units[use.actor]
    if not use.cells or use.ability.has("melee") or user.cell < 0:
        return
    for one in use.area:
        unit = combat.units[one]
        if unit.able() and unit is not user:
            if geometry.sees(combat, user, unit) != geometry.CLEAR and one not in use.covered:
                use.covered.append(one)
