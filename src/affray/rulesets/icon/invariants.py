"""What holds of every state between two steps: bounds, and derived state equal to a recount."""

from __future__ import annotations

from affray.rulesets.icon.geometry.terrain import HIGHEST
from affray.rulesets.icon.resource import MOST_RESOLVE, MOST_WOUNDS
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import DEAD, DEFEATED, FATES, PHASES

MOST_TURNS = 2  # foe.elite


def recount(combat: IconCombat) -> str:
    """Return what derived state or bound is wrong, "" if nothing is."""
    for unit in combat.units:
        fault = of_unit(combat, unit)
        if fault:
            return f"{unit.name} {fault}"
    for cell, index in combat.holders().items():
        unit = combat.units[index]
        if not unit.present or cell not in combat.grid.footprint(unit.cell, unit.size):
            return f"{combat.grid.name(cell)} is held by somebody who is not there"
    return of_round(combat) or of_terrain(combat)


def of_unit(combat: IconCombat, unit: IconCombatant) -> str:
    """Return what is wrong with a combatant."""
    sheet = unit.sheet
    if not 0 <= unit.hp <= unit.max_hp():
        return f"has hit points out of bounds, expected 0 to {unit.max_hp()}"
    if not 0 <= unit.fate < len(FATES):
        return "has no fate that there is"
    if (unit.hp == 0) != (unit.fate in (DEFEATED, DEAD)):
        return f"is {FATES[unit.fate]} at {unit.hp} hit points"
    if not 0 <= unit.vigor <= unit.max_hp():
        return f"has vigor out of bounds, expected 0 to {unit.max_hp()}"
    if not 0 <= unit.wounds <= MOST_WOUNDS:
        return f"has wounds out of bounds, expected 0 to {MOST_WOUNDS}"
    for text in unit.pending:
        if text not in combat.library.nexts:
            known = ", ".join(combat.library.nexts)
            return f"has {text!r} pending, expected some of: {known}"
    if not 0 <= unit.resolve <= MOST_RESOLVE or unit.actions < 0:
        return "has spent what it has not"
    if unit.elixirs < 0 or unit.combo < 0 or not 0 <= unit.turns <= MOST_TURNS:
        return "has elixirs, a combo counter or turns out of bounds"
    if len(unit.used) != len(unit.scopes) or min(unit.used) < 0:
        return f"has counters out of bounds, expected {len(unit.scopes)}"
    if not -1 <= unit.off < combat.grid.size:
        return "left by a space that there is not"
    for delay in unit.delays:
        parts = (
            len(sheet.abilities[delay.place].parts) if delay.place < len(sheet.abilities) else -1
        )
        if delay.place < 0 or not -1 <= delay.part < max(0, parts) or parts < 0:
            return "has announced an ability that it has not"
        if not -1 <= delay.target < len(combat.units):
            return "has announced an ability against nobody there is"
    if unit.able():
        for cell in combat.grid.footprint(unit.cell, unit.size):
            if combat.holder(cell) != unit.index:
                return "does not hold its space"
    return ""


def of_round(combat: IconCombat) -> str:
    """Return what is wrong with the course of the round."""
    units = len(combat.units)
    if not 0 <= combat.phase < len(PHASES) or combat.place < 0:
        return "the round is in no phase that there is"
    if combat.starter not in (0, 1):
        return "nobody is due to start the round"
    if combat.last not in (-1, 0, 1) or combat.latest not in (-1, 0, 1):
        return "no side that there is took the last turn"
    if combat.owed and not 0 <= min(combat.owed) <= max(combat.owed) < units:
        return "a turn is owed to nobody that there is"
    if len(combat.worked) != len(combat.things) or (combat.worked and min(combat.worked) < 0):
        return f"objects were worked that there are not, expected {len(combat.things)} numbers"
    for number in combat.open_things:
        if not 0 <= number < len(combat.things):
            return "an object is open that there is not"
    if len(combat.kept) != len(combat.objectives) or (combat.kept and min(combat.kept) < 0):
        return f"conditions were kept that there are not, expected {len(combat.objectives)} numbers"
    return ""


def of_terrain(combat: IconCombat) -> str:
    """Return what is wrong with the terrain as it is now. Rules: terrain.height."""
    size = combat.grid.size
    for name, layer in (
        ("base", combat.base),
        ("floor", combat.floor),
        ("levels", combat.levels),
        ("toughness", combat.toughness),
    ):
        if len(layer) != size or min(layer) < 0:
            return f"{name} is out of bounds, expected {size} numbers from 0"
    if max(combat.levels) > HIGHEST:
        return f"terrain is higher than {HIGHEST}"
    if max(combat.floor) > 3 or max(combat.base) > 3:
        return "terrain is of no kind that there is"
    for patch in combat.patches:
        if not 0 <= patch.cell < size or not -1 <= patch.anchor < len(combat.units):
            return "something was placed where there is no space, or by nobody that there is"
        if patch.summon and patch.summon not in combat.library.summons:
            return f"there is no summon {patch.summon!r}"
    return ""
