"""Gear: taking up and putting down, potions, oil, smoke and caltrops."""

from __future__ import annotations

from affray.core.dice import DAMAGE, OTHER
from affray.core.event import Part
from affray.rulesets.sovereign import actions, changes, condition, geometry
from affray.rulesets.sovereign.choice.menus import AskCell
from affray.rulesets.sovereign.condition import BURNING, FLYING, last
from affray.rulesets.sovereign.damage import bonuses, dealing
from affray.rulesets.sovereign.movement.terrain import shut
from affray.rulesets.sovereign.sheet import equipment
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import FIRE, MOST

SMOKE_RADIUS = 2  # squares
SMOKE_LASTS = 2  # the end of the next round but one
SMOKE_FAR = 6  # squares: the second of its ranges


def ready(combat: SovereignCombat, unit: SovereignCombatant, thing: int) -> None:
    """Take a thing from the pack; a weapon comes to a hand that is free. Rule: ready.action."""
    changes.add_stowed(combat, unit, thing, -1, "ready.action")
    changes.add_readied(combat, unit, thing, 1, "ready.action")
    own = unit.sheet
    if thing < len(own.weapons):
        hands = 2 if own.both[thing] and not own.shot[thing] else 1
        if equipment.free_hands(unit) >= hands:
            equipment.take_in_hand(unit, thing)
    combat.mark_changed()


def stow(combat: SovereignCombat, unit: SovereignCombatant, thing: int) -> None:
    """Put a thing into the pack. Rule: ready.action."""
    changes.add_readied(combat, unit, thing, -1, "ready.action")
    changes.add_stowed(combat, unit, thing, 1, "ready.action")
    equipment.empty_hands(unit)
    combat.mark_changed()


def drop(combat: SovereignCombat, unit: SovereignCombatant, thing: int) -> None:
    """Let a thing fall into the own square. Rule: ready.drop."""
    changes.add_readied(combat, unit, thing, -1, "ready.drop")
    equipment.empty_hands(unit)
    combat.litter.append(
        unit.cell * MOST + combat.library.weapons.index(equipment.name_of(unit, thing))
    )
    combat.litter.sort()
    combat.mark_changed()


def lying(combat: SovereignCombat, unit: SovereignCombatant, number: int) -> list[int]:
    """Return the cells within melee range where a thing lies. Rule: pickup.action."""
    return [one // MOST for one in at_hand(combat, unit) if one % MOST == number]


def at_hand(combat: SovereignCombat, unit: SovereignCombatant) -> list[int]:
    """Return what lies within melee range. Rule: pickup.action."""
    grid, cell, size = combat.grid, unit.cell, unit.size
    return [
        piece
        for piece in combat.litter
        if geometry.between(grid, cell, size, piece // MOST, 1) <= 1
    ]


def take_up(combat: SovereignCombat, unit: SovereignCombatant, number: int, cell: int) -> None:
    """Pick up a thing: it is Readied, a weapon in hand. Rule: pickup.action."""
    combat.litter.remove(cell * MOST + number)
    thing = equipment.place_of(unit, combat.library.weapons[number])
    changes.add_readied(combat, unit, thing, 1, "pickup.action")
    if thing < len(unit.sheet.weapons):
        equipment.take_in_hand(unit, thing)
    combat.mark_changed()


def gather(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Pick up on rising what lies in the own square. Rule: stand.action."""
    here = [piece for piece in combat.litter if piece // MOST == unit.cell]
    for one in here:
        thing = equipment.place_of(unit, combat.library.weapons[one % MOST])
        if thing < 0 or equipment.too_much(unit, thing):
            continue
        if thing >= len(unit.sheet.weapons) or equipment.free_hands(unit) > 0:
            take_up(combat, unit, one % MOST, unit.cell)


# ---- potions -------------------------------------------------------------------------------------


def quaff(combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant) -> None:
    """Let a potion heal, if its strain can be borne. Rules: item.potion, strain.limit."""
    potion = equipment.place_of(unit, "healing-potion")
    changes.add_readied(combat, unit, potion, -1, "item.potion")
    combat.mark_changed()
    if target.strain < target.sheet.strain_max:
        changes.strain(combat, target, "strain.limit")
        face = combat.roll(6, OTHER, target.index, "item.potion")
        parts: list[Part] | None = [(face, "item.potion"), (1, "healing-potion")]
        dealing.heal(combat, target, face + 1, "item.potion", unit.index, parts)


# ---- oil, smoke, caltrops ------------------------------------------------------------------------


def kindle(combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant) -> None:
    """Let oil burn on until the end of the next round. Content: military-oil."""
    if target.present:
        last(combat, target, BURNING, combat.round + 1, unit.index)


def burn(combat: SovereignCombat) -> None:
    """Deal at the end of a round what oil still burns. Content: military-oil."""
    rule = "damage.roll"
    for who in combat.asked():
        unit = combat.units[who]
        due = [held for held in unit.effects if held.effect is BURNING and combat.round >= held.n]
        for held in due:
            condition.remove(combat, unit, held, "turn.end-of-round-order")
            if unit.present:
                face = combat.roll(8, DAMAGE, held.source, "damage.roll")
                more = bonuses.killing(combat.units[held.source])
                parts = oil_parts(combat, face, more)
                dealing.hurt(
                    combat,
                    unit,
                    face + more,
                    held.source,
                    rule,
                    spares=False,
                    harm=FIRE,
                    ability="military-oil",
                    parts=parts,
                )


def splash(combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant) -> None:
    """Let oil that missed burst in a random square beside the target. Content: military-oil."""
    beside = [one for one in combat.grid.near[target.cell] if open_square(combat, one)]
    if not beside:
        return
    cell = beside[combat.roll(len(beside), OTHER, unit.index, "ranged.thrown-lands") - 1]
    face = combat.roll(3, DAMAGE, unit.index, "damage.roll")
    more = bonuses.killing(unit)
    for who in combat.asked():
        one = combat.units[who]
        if one.present and geometry.between(combat.grid, cell, 1, one.cell, one.size) <= 1:
            parts = oil_parts(combat, face, more)
            dealing.hurt(
                combat,
                one,
                face + more,
                unit.index,
                "damage.roll",
                spares=False,
                harm=FIRE,
                ability="military-oil",
                parts=parts,
            )


def oil_parts(combat: SovereignCombat, face: int, more: int) -> list[Part] | None:
    """Return what burning oil's harm is made of, None where nobody watches."""
    if not combat.watched:
        return None
    parts = [(face, "damage.roll")]
    return [*parts, (more, "class.killing-blow")] if more else parts


def open_square(combat: SovereignCombat, cell: int) -> bool:
    """Return whether a square can be entered."""
    return not shut(combat.grid, cell)


def smoke_spots(combat: SovereignCombat, unit: SovereignCombatant) -> list[int]:
    """Return the squares at whose north-west corner a smoke pot may burst."""
    grid = combat.grid
    found: list[int] = []
    for cell in grid.around(unit.cell, SMOKE_FAR):
        spot = geometry.spot_of(grid, grid.column(cell), grid.row(cell))
        if open_square(combat, cell) and geometry.sees_spot(combat, unit, spot):
            found.append(cell)
    return found


def smoke(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Fill a square of 10 ft radius with smoke. Content: smoke-pot."""
    grid = combat.grid
    options = [(2 + cell, f"smoke {grid.name(cell)}") for cell in smoke_spots(combat, unit)]
    default = options[0][0]
    asks = "where does the smoke pot burst?"
    seats, rule, verb = unit.seats, "grid.area-square", actions.PLAIN[actions.SMOKE]
    asked = AskCell(seats, unit.index, rule, options, default, verb, "smoke-pot", -1, asks)
    cell = combat.ask(asked) - 2 if len(options) > 1 else default - 2
    changes.add_readied(combat, unit, equipment.place_of(unit, "smoke-pot"), -1, "ready.drop")
    last = combat.round + SMOKE_LASTS
    for one in geometry.area(grid, grid.column(cell), grid.row(cell), SMOKE_RADIUS):
        combat.smoke = [other for other in combat.smoke if other // 1000 != one]
        combat.smoke.append(one * 1000 + last)
    combat.smoke.sort()
    combat.mark_changed()


def clear_smoke(combat: SovereignCombat) -> None:
    """Let smoke clear whose time is over."""
    if combat.smoke:
        combat.smoke = [one for one in combat.smoke if one % 1000 > combat.round]
        combat.mark_changed()


def caltrop_spots(combat: SovereignCombat, unit: SovereignCombatant) -> list[int]:
    """Return the squares beside somebody that can be strewn with caltrops."""
    grid = combat.grid
    found: list[int] = []
    for cell in grid.footprint(unit.cell, unit.size):
        for one in grid.near[cell]:
            holder = combat.holder(one)
            known = holder >= 0 and geometry.located(combat, unit, combat.units[holder])
            free = one not in combat.caltrops and one not in found and not known
            if free and open_square(combat, one):
                found.append(one)
    return found


def strew(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Strew an adjacent square with caltrops. Content: caltrops."""
    grid = combat.grid
    options = [(2 + cell, f"strew {grid.name(cell)}") for cell in caltrop_spots(combat, unit)]
    default = options[0][0]
    asks = "which square is strewn?"
    seats, rule, verb = unit.seats, "skill.action", actions.PLAIN[actions.STREW]
    asked = AskCell(seats, unit.index, rule, options, default, verb, "caltrops", -1, asks)
    cell = combat.ask(asked) - 2 if len(options) > 1 else default - 2
    changes.add_readied(combat, unit, equipment.place_of(unit, "caltrops"), -1, "skill.action")
    combat.caltrops.append(cell)
    combat.caltrops.sort()
    combat.mark_changed()


def among(combat: SovereignCombat, cells: list[int]) -> bool:
    """Return whether caltrops lie in any of some squares."""
    return bool(combat.caltrops) and any(cell in combat.caltrops for cell in cells)


def prick(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Hurt one who has entered a square of caltrops without slowing. Content: caltrops."""
    if unit.present and not unit.has(FLYING):
        if among(combat, combat.grid.footprint(unit.cell, unit.size)):
            dealing.hurt(combat, unit, 1, -1, "grid.difficult", spares=False)
