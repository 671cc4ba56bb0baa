"""Casting, interruption, and what the spells do."""

from __future__ import annotations

from typing import Final

from affray.core.dice import DAMAGE
from affray.core.window import Deed, offer
from affray.rulesets.sovereign import damage, geometry, reaction, sheet
from affray.rulesets.sovereign.condition import CHILLED, lay
from affray.rulesets.sovereign.death import die
from affray.rulesets.sovereign.state import Body, Field, Spell

CODED: Final = ("arcane-spark", "sleep", "grave-chill", "magic-bomb")
RADIUS: Final = 4  # squares: 20 ft


def cannot_cast(field: Field, unit: Body, spell: Spell, target: Body) -> str:
    """Rules: spell.slots, spell.disrupted-round, grapple.no-casting, spell.creatures."""
    if unit.casting < 1:
        return "spell.slots"
    if unit.hurt:
        return "spell.disrupted-round"
    if sheet.held_fast(field, unit):
        return "grapple.no-casting"
    if unit.sheet.pc and (unit.sheet.armour != "none" or unit.sheet.shield):
        return "spell.armour"
    far = spell.range * (unit.sheet.level if spell.by_level else 1)
    if geometry.apart(field, unit, target) > far:
        return "spell.creatures"
    return "" if geometry.sighted(field, unit, target) else "los.needed-to-attack"


def cast(field: Field, unit: Body, spell: Spell, target: Body) -> None:
    """Cast a spell, if nothing interrupts it.

    Rules: spell.action, snap.interrupts-casting, economy.broken-action.
    """
    field.stir = True
    offer(field, reaction.Instants(field, Deed(unit.index, target.index), False))
    if not unit.able() or unit.hurt or not target.present:
        if field.watched:
            field.say("interrupted", unit.index, -1, spell.id, 0, "snap.interrupts-casting")
        return
    unit.casting -= 1
    unit.unseen = False
    field.touch()
    if field.watched:
        field.say("casts", unit.index, target.index, spell.id, 0, "spell.action")
    if spell.id == "sleep":
        sleep(field, target)
    elif spell.id == "magic-bomb":
        for one in caught(field, target):
            harm(field, unit, one, 8, sheet.EVASION)
    elif spell.id == "arcane-spark" and target.sheet.npc and target.sheet.level <= 1:
        die(field, target, "death.npc")
    else:
        harm(field, unit, target, 8 if spell.id == "arcane-spark" else 4, sheet.PHYSICAL)


def caught(field: Field, target: Body) -> list[Body]:
    """Return everybody in the square about the target's corner. Rule: grid.area-square."""
    grid = field.grid
    cells = geometry.area(grid, grid.column(target.cell), grid.row(target.cell), RADIUS)
    found: list[Body] = []
    for who in field.asked():
        one = field.units[who]
        if one.present and any([c in cells for c in grid.footprint(one.cell, one.size)]):
            found.append(one)
    return found


def sleep(field: Field, target: Body) -> None:
    """Put the living of 4 HD or fewer to sleep."""
    from affray.rulesets.sovereign.death import let_go

    for one in caught(field, target):
        dull = "undead" in one.sheet.tags or "construct" in one.sheet.tags
        if one.sheet.level <= 4 and one.able() and not dull:
            one.asleep = True
            let_go(field, one)
            field.touch()
            if field.watched:
                field.say("falls asleep", one.index, rule="spell.creatures")


def harm(field: Field, unit: Body, target: Body, sides: int, kind: int) -> None:
    """Roll a die for each caster level; a save halves. Rule: save.roll."""
    total = 0
    for _ in range(unit.sheet.level):
        total += field.roll(sides, DAMAGE, unit.index, "damage.roll")
    saved = sheet.save(field, target, kind, 0, "save.roll")
    if saved:
        total //= 2
    damage.hurt(field, target, total, unit.index, "damage.roll", spares=False)
    if sides == 4 and not saved and target.present:
        lay(field, target, CHILLED, unit.index)
