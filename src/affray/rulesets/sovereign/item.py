"""Gear: what is Readied and Stowed, potions, oil, smoke and caltrops."""

from __future__ import annotations

from affray.core.dice import DAMAGE, OTHER
from affray.rulesets.sovereign import damage, geometry, sheet
from affray.rulesets.sovereign.card import FIRE
from affray.rulesets.sovereign.condition import BURNING, FLYING, last
from affray.rulesets.sovereign.gm import Question
from affray.rulesets.sovereign.state import MOST, NATURAL, Body, Field

SMOKE_RADIUS = 2  # squares
SMOKE_LASTS = 2  # the end of the next round but one
SMOKE_FAR = 6  # squares: the second of its ranges
FIFTHS = 5


def name_of(unit: Body, thing: int) -> str:
    """Return a thing by its place: the weapons, then the gear."""
    own = unit.sheet
    if thing < len(own.weapons):
        return own.weapons[thing]
    return own.gear[thing - len(own.weapons)]


def place_of(unit: Body, name: str) -> int:
    """Return the place of a thing, -1 if its sheet has no use for it."""
    own = unit.sheet
    if name in own.weapons:
        return own.weapons.index(name)
    return len(own.weapons) + own.gear.index(name) if name in own.gear else -1


def readied(unit: Body, thing: int) -> int:
    count = len(unit.sheet.weapons)
    return unit.stock[thing] if thing < count else unit.carried[thing - count]


def add(unit: Body, thing: int, amount: int) -> None:
    count = len(unit.sheet.weapons)
    if thing < count:
        unit.stock[thing] += amount
    else:
        unit.carried[thing - count] += amount


def too_much(unit: Body, thing: int) -> bool:
    """Return whether one thing more would be more than may be Readied. Rule: sheet.readied."""
    own = unit.sheet
    if not own.room or thing >= len(own.weights):
        return False
    load = own.load
    for one, weight in enumerate(own.weights):
        load += weight * (readied(unit, one) + (1 if one == thing else 0))
    return load > own.room


def burdened(unit: Body, thing: int) -> bool:
    """Return whether one thing more would be more than may be Stowed. Rule: sheet.stowed."""
    own = unit.sheet
    if not own.sack or thing >= len(own.weights):
        return False
    load = sum([weight * unit.stowed[one] for one, weight in enumerate(own.weights)])
    return load + own.weights[thing] > own.sack


def ready(field: Field, unit: Body, thing: int) -> None:
    """Take a thing from the pack; a weapon comes to a hand that is free. Rule: ready.action."""
    unit.stowed[thing] -= 1
    add(unit, thing, 1)
    own = unit.sheet
    if thing < len(own.weapons):
        hands = 2 if own.both[thing] and not own.shot[thing] else 1
        if sheet.free_hands(unit) >= hands:
            take_in_hand(unit, thing)
    field.mark_changed()


def take_in_hand(unit: Body, weapon: int) -> None:
    """Take a weapon in a hand that is free, the better one if it is. Rule: sheet.hands."""
    if unit.hand == NATURAL:
        unit.hand = weapon
    elif unit.off == NATURAL and sheet.free_hands(unit):
        unit.off = weapon


def quick(unit: Body, weapon: int) -> bool:
    """Return whether a feat Readies a stowed weapon as an Instant. Content: armsmaster, deadeye."""
    own = unit.sheet
    if not own.feats or not own.stowed or unit.stowed[weapon] < 1:
        return False
    return own.feat("deadeye" if own.shot[weapon] else "armsmaster") > 0


def at_once(unit: Body) -> list[int]:
    """Return what can be Readied as an Instant. Rules: economy.instant-source, sheet.readied."""
    own = unit.sheet
    if not own.stowed or not (own.feat("armsmaster") or own.feat("deadeye")):
        return []
    weapons = range(len(own.weapons))
    return [place for place in weapons if quick(unit, place) and not too_much(unit, place)]


def stow(field: Field, unit: Body, thing: int) -> None:
    """Put a thing into the pack. Rule: ready.action."""
    add(unit, thing, -1)
    unit.stowed[thing] += 1
    empty_hands(unit)
    field.mark_changed()


def empty_hands(unit: Body) -> None:
    """Forget what is held of which nothing is left."""
    if unit.hand >= 0 and unit.stock[unit.hand] < 1:
        unit.hand = NATURAL
    if unit.off >= 0 and unit.stock[unit.off] < (2 if unit.off == unit.hand else 1):
        unit.off = NATURAL


def drop(field: Field, unit: Body, thing: int) -> None:
    """Let a thing fall into the own square. Rule: ready.drop."""
    add(unit, thing, -1)
    empty_hands(unit)
    field.litter.append(unit.cell * MOST + field.library.weapons.index(name_of(unit, thing)))
    field.litter.sort()
    field.mark_changed()


def lying(field: Field, unit: Body, number: int) -> list[int]:
    """Return the cells within melee range where a thing lies. Rule: pickup.action."""
    return [one // MOST for one in at_hand(field, unit) if one % MOST == number]


def at_hand(field: Field, unit: Body) -> list[int]:
    """Return what lies within melee range. Rule: pickup.action."""
    grid, cell, size = field.grid, unit.cell, unit.size
    return [one for one in field.litter if geometry.between(grid, cell, size, one // MOST, 1) <= 1]


def take_up(field: Field, unit: Body, number: int, cell: int) -> None:
    """Rule: pickup.action: what is picked up is Readied, a weapon in hand."""
    field.litter.remove(cell * MOST + number)
    thing = place_of(unit, field.library.weapons[number])
    add(unit, thing, 1)
    if thing < len(unit.sheet.weapons):
        take_in_hand(unit, thing)
    field.mark_changed()


def gather(field: Field, unit: Body) -> None:
    """Pick up on rising what lies in the own square. Rule: stand.action."""
    here = [one for one in field.litter if one // MOST == unit.cell]
    for one in here:
        thing = place_of(unit, field.library.weapons[one % MOST])
        if thing < 0 or too_much(unit, thing):
            continue
        if thing >= len(unit.sheet.weapons) or sheet.free_hands(unit) > 0:
            take_up(field, unit, one % MOST, unit.cell)


# ---- potions -------------------------------------------------------------------------------------


def quaff(field: Field, unit: Body, target: Body) -> None:
    """Let a potion heal, if its strain can be borne. Rules: item.potion, strain.limit."""
    unit.carried[unit.sheet.gear.index("healing-potion")] -= 1
    field.mark_changed()
    if target.strain < target.sheet.strain_max:
        target.strain += 1
        amount = field.roll(6, OTHER, target.index, "item.potion") + 1
        damage.heal(field, target, amount, "item.potion")


def can_take(target: Body) -> bool:
    """Rule: strain.limit."""
    return target.strain < target.sheet.strain_max


# ---- oil, smoke, caltrops ------------------------------------------------------------------------


def kindle(field: Field, unit: Body, target: Body) -> None:
    """Let oil burn on until the end of the next round. Content: military-oil."""
    if target.present:
        last(field, target, BURNING, field.round + 1, unit.index)


def burn(field: Field) -> None:
    """Deal at the end of a round what oil still burns. Content: military-oil."""
    rule = "damage.roll"
    for who in field.asked():
        unit = field.units[who]
        due = [held for held in unit.effects if held.effect is BURNING and field.round >= held.n]
        for held in due:
            unit.effects.remove(held)
            if unit.present:
                amount = field.roll(8, DAMAGE, held.source, "damage.roll")
                amount += sheet.killing(field.units[held.source])
                damage.hurt(field, unit, amount, held.source, rule, spares=False, harm=FIRE)


def splash(field: Field, unit: Body, target: Body) -> None:
    """Let oil that missed burst in a random square beside the target. Content: military-oil."""
    beside = [one for one in field.grid.near[target.cell] if open_square(field, one)]
    if not beside:
        return
    cell = beside[field.roll(len(beside), OTHER, unit.index, "ranged.thrown-lands") - 1]
    amount = field.roll(3, DAMAGE, unit.index, "damage.roll") + sheet.killing(unit)
    for who in field.asked():
        one = field.units[who]
        if one.present and geometry.between(field.grid, cell, 1, one.cell, one.size) <= 1:
            damage.hurt(field, one, amount, unit.index, "damage.roll", spares=False, harm=FIRE)


def open_square(field: Field, cell: int) -> bool:
    from affray.rulesets.sovereign.terrain import shut

    return not shut(field.grid, cell)


def smoke_spots(field: Field, unit: Body) -> list[int]:
    """Return the squares at whose north-west corner a smoke pot may burst."""
    grid = field.grid
    found: list[int] = []
    for cell in grid.around(unit.cell, SMOKE_FAR):
        spot = geometry.spot_of(grid, grid.column(cell), grid.row(cell))
        if open_square(field, cell) and geometry.sees_spot(field, unit, spot):
            found.append(cell)
    return found


def smoke(field: Field, unit: Body) -> None:
    """Fill a square of 10 ft radius with smoke. Content: smoke-pot."""
    grid = field.grid
    options = [(1 + cell, f"smoke {grid.name(cell)}") for cell in smoke_spots(field, unit)]
    default = options[0][0]
    asks = "where does the smoke pot burst?"
    asked = Question(unit.seats, unit.index, "grid.area-square", options, default, asks)
    cell = field.ask(asked) - 1 if len(options) > 1 else default - 1
    unit.carried[unit.sheet.gear.index("smoke-pot")] -= 1
    last = field.round + SMOKE_LASTS
    for one in geometry.area(grid, grid.column(cell), grid.row(cell), SMOKE_RADIUS):
        field.smoke = [other for other in field.smoke if other // 1000 != one]
        field.smoke.append(one * 1000 + last)
    field.smoke.sort()
    field.mark_changed()


def clear_smoke(field: Field) -> None:
    if field.smoke:
        field.smoke = [one for one in field.smoke if one % 1000 > field.round]
        field.mark_changed()


def caltrop_spots(field: Field, unit: Body) -> list[int]:
    grid = field.grid
    found: list[int] = []
    for cell in grid.footprint(unit.cell, unit.size):
        for one in grid.near[cell]:
            free = one not in field.caltrops and one not in found and field.free(one)
            if free and open_square(field, one):
                found.append(one)
    return found


def strew(field: Field, unit: Body) -> None:
    """Strew an adjacent square with caltrops. Content: caltrops."""
    grid = field.grid
    options = [(1 + cell, f"strew {grid.name(cell)}") for cell in caltrop_spots(field, unit)]
    default = options[0][0]
    asks = "which square is strewn?"
    asked = Question(unit.seats, unit.index, "skill.action", options, default, asks)
    cell = field.ask(asked) - 1 if len(options) > 1 else default - 1
    unit.carried[unit.sheet.gear.index("caltrops")] -= 1
    field.caltrops.append(cell)
    field.caltrops.sort()
    field.mark_changed()


def among(field: Field, cells: list[int]) -> bool:
    """Return whether caltrops lie in any of some squares."""
    return bool(field.caltrops) and any([one in field.caltrops for one in cells])


def prick(field: Field, unit: Body) -> None:
    """Hurt one who has entered a square of caltrops without slowing. Content: caltrops."""
    if unit.present and not unit.has(FLYING):
        if among(field, field.grid.footprint(unit.cell, unit.size)):
            damage.hurt(field, unit, 1, -1, "grid.difficult", spares=False)
