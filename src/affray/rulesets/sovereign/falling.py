"""Falls, leaps, and being forced into another square."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.core.dice import DAMAGE
from affray.rulesets.sovereign import art, damage, geometry, item, sheet
from affray.rulesets.sovereign.condition import FLYING, lose
from affray.rulesets.sovereign.state import Body, Field

MOST_DICE = 20


def thrust(field: Field, target: Body, goal: int) -> None:
    """Force somebody into a square; it provokes nothing.

    Rules: aoo.forced-movement, grid.forced-limits, fall.damage.
    """
    from affray.rulesets.sovereign import maneuver, movement

    deep = geometry.height(field.grid, target.cell, target.size)
    field.move(target, goal)
    field.stir = True
    deep -= geometry.height(field.grid, goal, target.size)
    movement.part_screens(field)
    maneuver.settle(field)
    if field.watched:
        field.say("is pushed", target.index, rule="shove.result")
    fall(field, target, deep)
    item.prick(field, target)


def fall(field: Field, target: Body, feet: int) -> None:
    """Rules: fall.damage, fall.prone; those who fly do not fall."""
    if feet < 10 or target.has(FLYING) or art.soft_landing(field, target):
        return
    dice = min(MOST_DICE, feet // 10)
    spikes = field.grid.zones.get("spikes", [])
    if any([one in spikes for one in field.grid.footprint(target.cell, target.size)]):
        dice += 1
    total = 0
    for _ in range(dice):
        total += field.roll(6, DAMAGE, target.index, "fall.damage")
    if damage.hurt(field, target, total, -1, "fall.damage", spares=False):
        target.prone = True


def plunge(field: Field) -> None:
    """Let those fall who are in the air and fly no more: felled, asleep, or at the end of flight.

    Rule: fall.damage. Content: steps-of-air.
    """
    for unit in field.units:
        if unit.aloft and unit.present and (unit.helpless() or not unit.has(FLYING)):
            lose(field, unit, FLYING)
            deep = unit.aloft
            unit.aloft = 0
            fall(field, unit, deep)


def leap(field: Field, unit: Body, feet: int) -> None:
    """Leap down on purpose; a check may halve the distance. Rule: fall.controlled."""
    own = unit.sheet
    if feet < 10:
        return
    options = [(1, "roll to land well"), (PASS, "just fall")]
    if field.ask(Menu(unit.seats, unit.index, "fall.controlled", options, 1)) == 1:
        best = max(sheet.mod(own, sheet.DEX), sheet.mod(own, sheet.STR))
        bonus = best + sheet.skill(own, "exert")
        number = 7 + feet // 10
        if sheet.skill_check(field, unit, "exert", bonus, number, "fall.controlled"):
            feet //= 2
    fall(field, unit, feet)
