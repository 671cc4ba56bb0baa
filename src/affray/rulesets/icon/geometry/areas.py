"""Laying an area, space by space; who is in it; cover from it."""

from __future__ import annotations

from affray.core.grid import CHEBYSHEV
from affray.rulesets.icon import choice
from affray.rulesets.icon.action import modifiers
from affray.rulesets.icon.attack import targeting
from affray.rulesets.icon.attack.use import NO_NUMBERS, Use
from affray.rulesets.icon.definitions import Ability
from affray.rulesets.icon.geometry import distance, patterns, sight
from affray.rulesets.icon.geometry.maps import blocked
from affray.rulesets.icon.state import IconCombat, IconCombatant

FAR = 1000


def origin_of(combat: IconCombat, use: Use) -> int:
    """Let the user of an area choose the origin among its spaces. Rule: aoe.origin."""
    user = combat.units[use.actor]
    cells = distance.footprint(combat, user)
    if len(cells) == 1:
        return cells[0]
    asked = choice.Cells(combat, user.seats, user.index, "aoe.origin", cells, "")
    return combat.ask(asked) - 1


def lay(combat: IconCombat, use: Use) -> bool:
    """Lay the pattern, find the attack space and who is in the area.

    Rules: aoe.attack-and-area-spaces, aoe.combined, aoe.non-attack-area, aoe.user-exempt,
    aoe.ranged-can-hit-user.
    """
    user = combat.units[use.actor]
    ability = use.ability
    size = ability.size + modifiers.number(combat, user, ability, "size", slow=use.slow)
    reach = ability.reach
    shape = ability.shape
    origin = origin_of(combat, use)
    if shape == "close-blast" and "becomes-blast-range-2" in use.mods.flags:
        menu = [(0, "close blast"), (1, "blast within 2")]
        rule = "aoe.close-blast"
        asked = choice.Pick(user.seats, user.index, rule, menu, "shape", passes=False)
        if combat.ask(asked) == 1:
            shape = "blast"
            reach = 2
    use.area.reach = reach
    if reach >= 0:
        use.area.reach += modifiers.number(combat, user, ability, "range", slow=use.slow)
    use.area.origin = origin
    use.area.cells = cells_of(combat, use, user, shape, size)
    if not use.area.cells:
        return False
    add_second(combat, use)
    use.area.exempt = ability.own or use.area.reach < 0
    unit = combat.at(use.cell) if use.cell >= 0 else None
    if unit is not None and unit.able() and unit is not user:
        if not ability.attack:
            use.target = unit.index
        elif combat.hostile(unit, user) and not hidden(combat, use, user, unit):
            use.target = use.first = unit.index
    find(combat, use)
    cover(combat, use)
    combat.mark_changed()
    return True


def finds_room(combat: IconCombat, unit: IconCombatant, ability: Ability) -> bool:
    """Return whether a close blast can be placed at all.

    Rules: aoe.close-blast, aoe.attack-space-sight, status.blinded.
    """
    if "becomes-blast-range-2" in ability.flags:
        return True
    slow = modifiers.slowly(combat, unit)
    far = 1 + ability.size + modifiers.number(combat, unit, ability, "size", slow=slow)
    if far > targeting.blinded(combat, unit, ability, FAR):
        return False
    grid = combat.grid
    for origin in distance.footprint(combat, unit):
        for cell in grid.around(origin, far):
            if grid.distance(cell, origin, CHEBYSHEV) == far and not blocked(grid, cell):
                if sight.sees_cell(combat, unit, cell):
                    return True
    return False


def hidden(combat: IconCombat, use: Use, user: IconCombatant, unit: IconCombatant) -> bool:
    """Return whether the user of an area sees nothing of somebody. Rule: aoe.attack-space-sight."""
    return sight.sees(combat, user, unit) == sight.HIDDEN


def find(combat: IconCombat, use: Use) -> None:
    """Note who is in the area, without the attacked one and an exempt user.

    Rules: aoe.once-per-character, aoe.user-exempt, aoe.attack-space-without-foe.
    """
    use.area.units = []
    for unit in patterns.standing(combat, use.area.cells):
        if use.area.exempt and unit.index == use.actor:
            continue
        if use.ability.attack and unit.index == use.target:
            continue
        use.area.units.append(unit.index)


def look_again(combat: IconCombat, use: Use) -> None:
    """Find who is in the area after interrupts; who left the attack space is a target no more.

    Rules: interrupt.timing, aoe.attack-space-without-foe.
    """
    if use.void:
        use.target = -1
    find(combat, use)
    cover(combat, use)


def aim_again(combat: IconCombat, use: Use) -> None:
    """Find who is in an area that was laid before. Rule: action.delay."""
    user = combat.units[use.actor]
    use.area.origin = user.cell
    use.area.reach = use.ability.reach
    unit = combat.at(use.cell) if use.cell >= 0 else None
    use.target = -1
    if unit is not None and unit.able() and unit is not user:
        if not use.ability.attack or combat.hostile(unit, user):
            use.target = use.first = unit.index
    find(combat, use)
    cover(combat, use)


def cells_of(combat: IconCombat, use: Use, user: IconCombatant, shape: str, size: int) -> list[int]:
    """Return the spaces of the pattern that the user chooses; sets the attack space."""
    origin = use.area.origin
    reach = use.area.reach
    if shape == "line":
        return lay_line(combat, use, user, origin, size)
    if shape == "arc":
        return lay_arc(combat, use, user, size)
    if use.ability.own and shape != "cross":
        use.cell = origin
        return patterns.blast(combat, origin, size)
    if shape == "cross" and reach < 0:
        cells = patterns.cross(combat, origin, size, whole=use.ability.own)
        find_attack_space(combat, use, user, cells)
        return cells
    shot = use.ability.attack == "ranged"
    most = targeting.blinded(combat, user, use.ability, FAR)
    spots = patterns.centres(combat, user, origin, size, reach, shot=shot, most=most)
    if not spots:
        return []
    centre = spots[0]
    if len(spots) > 1:
        rule = f"aoe.{shape}"
        asked = choice.Cells(combat, user.seats, user.index, rule, spots, "", use.ability.name)
        centre = combat.ask(asked) - 1
    use.cell = centre
    if shape == "cross":
        return patterns.cross(combat, centre, size, whole=True)
    return patterns.blast(combat, centre, size)


def lay_line(
    combat: IconCombat, use: Use, user: IconCombatant, origin: int, size: int
) -> list[int]:
    """Return the line that the user chooses; sets the attack space.

    Rules: aoe.line, aoe.line-attack-space.
    """
    areas = patterns.lines(combat, origin, size)
    if not areas:
        return []
    number = 0
    if len(areas) > 1:
        number = combat.ask(choice.Areas(combat, user, "aoe.line", areas, use.ability.name))
    find_attack_space(combat, use, user, areas[number])
    return areas[number]


def find_attack_space(combat: IconCombat, use: Use, user: IconCombatant, cells: list[int]) -> None:
    """Find the space of the first character, the user choosing between equals.

    Where nobody stands there is none, and a second pattern is drawn from the last space.
    Rules: aoe.line-attack-space, aoe.cross-attack-space, aoe.combined.
    """
    grid = combat.grid
    origin = use.area.origin
    found: list[int] = []
    for cell in cells:  # from the nearest to the farthest
        unit = combat.at(cell)
        if unit is None or not unit.able() or unit is user:
            continue
        if not found or distance.span(combat, cell, origin) == distance.span(
            combat, found[0], origin
        ):
            found.append(cell)
    somewhere = bool(found)
    if not found and use.ability.plus_shape:
        far = max([grid.distance(cell, origin, CHEBYSHEV) for cell in cells])
        found = [cell for cell in cells if grid.distance(cell, origin, CHEBYSHEV) == far]
    if not found:
        return
    spot = found[0]
    if len(found) > 1 and (use.ability.attack or use.ability.plus_shape):
        rule = "aoe.line-attack-space" if use.ability.shape == "line" else "aoe.cross-attack-space"
        asked = choice.Cells(combat, user.seats, user.index, rule, found, "")
        spot = combat.ask(asked) - 1
    use.area.drawn = spot
    if somewhere:
        use.cell = spot


def lay_arc(combat: IconCombat, use: Use, user: IconCombatant, size: int) -> list[int]:
    """Lay an arc space by space; the last is the attack space. Rules: aoe.arc, aoe.arc-range."""
    laid: list[int] = []
    use.area.cells = laid  # so far: who lays it may look
    reach = use.area.reach
    seen = use.ability.attack != "" or reach >= 0
    if reach >= 0:
        reach = targeting.blinded(combat, user, use.ability, reach)
    while len(laid) < size:
        cells = patterns.arc_spaces(combat, user, use.area.origin, laid, size, reach, seen=seen)
        if not cells:
            break
        what = f"{use.ability.name}, space {len(laid) + 1} of {size}"
        asked = choice.Cells(combat, user.seats, user.index, "aoe.arc", cells, "", what)
        laid.append(combat.ask(asked) - 1)
    if laid:
        use.cell = laid[-1]
    return laid


def add_second(combat: IconCombat, use: Use) -> None:
    """Draw the second pattern from the first one's attack space.

    Rules: aoe.combined, aoe.no-overlap-origin.
    """
    ability = use.ability
    spot = use.cell if use.cell >= 0 else use.area.drawn
    if not ability.plus_shape or spot < 0:
        return
    size = ability.plus_size + (1 if "plus-size-1" in use.mods.flags else 0)
    if ability.plus_shape == "cross":
        more = patterns.cross(combat, spot, size, whole=False)
    else:
        more = patterns.blast(combat, spot, size)
    own = distance.footprint(combat, combat.units[use.actor])
    laid = use.area.cells
    use.area.cells = [*laid, *[cell for cell in more if cell not in laid and cell not in own]]


def cover(combat: IconCombat, use: Use) -> None:
    """Note who has cover from an area. Rule: aoe.cover-from-origin."""
    use.attack.covered = NO_NUMBERS
    for unit in [*use.area.units, *([use.target] if use.target >= 0 else [])]:
        cover_one(combat, use, combat.units[unit])


def cover_one(combat: IconCombat, use: Use, unit: IconCombatant) -> None:
    """Note whether somebody has cover from an area, as seen from the user's origin space."""
    user = combat.units[use.actor]
    if use.ability.has("melee") or not unit.able() or not user.able() or unit is user:
        return
    spot = use.area.origin if use.area.origin in distance.footprint(combat, user) else user.cell
    if sight.sees_from(combat, user, [spot], unit) != sight.CLEAR:
        use.attack.covered = [*use.attack.covered, unit.index]
