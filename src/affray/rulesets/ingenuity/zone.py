"""Areas that last: vines, grease, light, and fire kept on a place."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.core.effect import TURN_END
from affray.core.grid import ALTERNATING
from affray.rulesets.ingenuity import condition, damage, geometry, test
from affray.rulesets.ingenuity.state import (
    AGILITY,
    DEXTERITY,
    ENTANGLED,
    GREASED,
    SUPPRESSED,
    ZONES,
    IngenuityCombat,
    Unit,
    Zone,
)


def rough(zone: Zone) -> bool:
    """Return whether an area is difficult ground."""
    return zone.kind in (ENTANGLED, GREASED)


def spaces(combat: IngenuityCombat, zone: Zone) -> list[int]:
    """Return the spaces of an area. Rule: power.area."""
    grid = combat.grid
    if zone.kind == SUPPRESSED:
        return grid.around(zone.centre, zone.radius)
    return [
        cell
        for cell in grid.around(zone.centre, zone.radius)
        if grid.distance(cell, zone.centre, ALTERNATING) <= zone.radius
        and geometry.look(combat, cell, zone.centre)
    ]


def inside(combat: IngenuityCombat, zone: Zone, unit: Unit) -> bool:
    if unit.cell < 0:
        return False
    area = spaces(combat, zone)
    return any([one in area for one in combat.grid.footprint(unit.cell, unit.size)])


def make(combat: IngenuityCombat, unit: Unit, kind: int, centre: int, radius: int) -> Zone:
    one = Zone(kind, centre, radius)
    one.owner = unit.index
    combat.zones.append(one)
    combat.mark_changed()
    if combat.watched:
        combat.say("fills an area", unit.index, -1, ZONES[kind], 0, "power.area", cell=centre)
    return one


def pass_round(combat: IngenuityCombat) -> None:
    """End the areas whose last round is over."""
    if combat.zones:
        combat.zones = [one for one in combat.zones if one.last == 0 or one.last > combat.round]


def enter(combat: IngenuityCombat, unit: Unit, came_from: int = -1) -> None:
    """Let areas do to who enters a space of theirs what they do. Rule: power.area."""
    for one in combat.zones[:]:
        if not unit.present or one not in combat.zones:
            continue
        if inside(combat, one, unit) or leaves_cover(combat, one, unit, came_from):
            if one.kind == SUPPRESSED:
                shoot(combat, one, unit)
            else:
                catch(combat, one, unit)


def leaves_cover(combat: IngenuityCombat, zone: Zone, unit: Unit, came_from: int) -> bool:
    """Return whether somebody leaves cover in an area that is under fire. Rule: geometry.cover."""
    if zone.kind != SUPPRESSED or came_from not in spaces(combat, zone):
        return False
    owner = combat.units[zone.owner]
    if owner.cell < 0 or not geometry.behind_cover(combat, owner, unit, came_from):
        return False
    return not geometry.behind_cover(combat, owner, unit)


def begin_turn(combat: IngenuityCombat, unit: Unit) -> None:
    """Let areas do the same to who starts a turn in them."""
    for one in combat.zones[:]:
        if unit.present and rough(one) and inside(combat, one, unit):
            catch(combat, one, unit)


def catch(combat: IngenuityCombat, zone: Zone, unit: Unit) -> None:
    """Test agility against an area: held and pierced by vines, prone on grease.

    Rules: power.area, damage.other-sources.
    """
    if not rough(zone) or not unit.awake or (zone.kind == GREASED and unit.prone):
        return
    if zone.kind == ENTANGLED and unit.is_held("bound"):
        return
    made = test.Test(unit, DEXTERITY, AGILITY, "power.area")
    made.level = zone.result
    if test.make(combat, made) >= zone.result:
        return
    if zone.kind == GREASED:
        condition.fall_prone(combat, unit, "power.area")
        return
    one = combat.library.power("entangle")
    less = damage.deflection(unit, one.type, 0, 0)
    amount = damage.reduced(unit, one.damage, less, one.type)
    damage.hurt(combat, unit, amount, one.type, "power.area")
    if combat.active >= 0:
        condition.gain(combat, unit, "bound", 1, zone.owner, TURN_END, combat.active)


def light_grease(combat: IngenuityCombat, unit: Unit) -> None:
    """Let fire light the grease that somebody stands in."""
    for one in combat.zones[:]:
        if one.kind == GREASED and one in combat.zones and inside(combat, one, unit):
            burn(combat, one)


def burn_over(combat: IngenuityCombat, centre: int, radius: int) -> None:
    """Let an area of fire light the grease that it touches."""
    for one in combat.zones[:]:
        if one.kind == GREASED and one in combat.zones:
            for cell in spaces(combat, one):
                if combat.grid.distance(cell, centre, ALTERNATING) <= radius:
                    burn(combat, one)
                    break


def burn(combat: IngenuityCombat, one: Zone) -> None:
    """Burn grease off: burning 2 for everybody in it. Rule: condition.burning."""
    combat.zones.remove(one)
    for other in combat.units:
        if other.present and inside(combat, one, other):
            condition.gain(combat, other, "burning", 2, one.owner)


def shoot(combat: IngenuityCombat, zone: Zone, unit: Unit) -> None:
    """Let Suppressing Fire strike at who comes into it, once each, two at most."""
    from affray.rulesets.ingenuity import maneuver

    owner = combat.units[zone.owner]
    if zone.n >> unit.index & 1 or zone.n.bit_count() > 1 or unit is owner or not owner.able():
        return
    armed = maneuver.covering(combat, owner, unit)
    if armed is None:
        return
    options = [(PASS, "hold fire"), (1, f"shoot {unit.name}")]
    if combat.ask(Menu(owner.seats, owner.index, "maneuver.attack", options)) == PASS:
        return
    zone.n |= 1 << unit.index
    maneuver.suppress(combat, owner, unit, armed[0], armed[1])
