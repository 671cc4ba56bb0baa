"""Action codes: what is done in a turn as a number, as a key and as an option."""

from __future__ import annotations

from typing import Final

from affray.core.choice import Option
from affray.rulesets.icon.action import modifiers
from affray.rulesets.icon.attack import targeting
from affray.rulesets.icon.state import IconCombat, IconCombatant

STANDARD: Final = 1
DROP_STANCE: Final = 2
WORK: Final = 100  # WORK + number of the object
USE: Final = 10_000  # USE + place of the ability * USE + code
CELL: Final = 1000  # codes from here: terrain


def parts(code: int) -> tuple[int, int]:
    """Return the ability's place and what it is aimed at: 0 nothing, 1 + unit, CELL + space."""
    return code // USE - 1, code % USE


def tough_cells(combat: IconCombat) -> list[int]:
    """Return the spaces of destructible terrain."""
    return combat.lay().tough


def codes_of(combat: IconCombat, unit: IconCombatant, place: int, tough: list[int]) -> list[int]:
    """Return every code of an ability, in a fixed order."""
    base = (place + 1) * USE
    whole = unit.sheet.abilities[place]
    ability = modifiers.part_of(unit, whole)
    if whole.basic == "interact":
        return []
    if whole.uses or not targeting.needs_target(ability):
        return [base]
    found = [base] if ability.optional else []
    found += [base + 1 + one.index for one in combat.units if one.cell >= 0]
    if ability.attack:
        found += [base + CELL + cell for cell in tough]
    return found


def thinkable(combat: IconCombat, unit: IconCombatant) -> list[int]:
    """Return every code one may think of, in a fixed order."""
    found = [STANDARD, DROP_STANCE, *[WORK + n for n in range(len(combat.things))]]
    tough = tough_cells(combat)
    for place in range(len(unit.sheet.abilities)):
        found += codes_of(combat, unit, place, tough)
    return found


def key(combat: IconCombat, unit: IconCombatant, code: int) -> str:
    """Return the key of an action code, as a player writes it."""
    if code == STANDARD:
        return "move"
    if code == DROP_STANCE:
        return "drop stance"
    if code < USE:
        return f"interact {combat.things[code - WORK].id}"
    place, target = parts(code)
    id = unit.sheet.abilities[place].id
    if target >= CELL:
        return f"{id} at {combat.grid.name(target - CELL)}"
    return f"{id} {combat.units[target - 1].name}" if target else id


def option(combat: IconCombat, unit: IconCombatant, code: int) -> Option:
    """Return the option of an action code, with all its parts."""
    word = key(combat, unit, code)
    if code < WORK:
        return Option(code, word, word, unit.index)
    if code < USE:
        return Option(code, word, "use", unit.index, None, combat.things[code - WORK].cells)
    place, target = parts(code)
    ability = unit.sheet.abilities[place]
    cost = modifiers.cost_of(combat, unit, ability)
    if target >= CELL:
        cells = [target - CELL]
        return Option(code, word, "use", unit.index, None, cells, ability.id, cost)
    targets = [target - 1] if target else []
    return Option(code, word, "use", unit.index, targets, None, ability.id, cost)
