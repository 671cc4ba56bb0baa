"""Action codes: what is done in a turn as a number, as a key and as an option."""

from __future__ import annotations

from typing import Final

from affray.core.action import ActionSpace
from affray.core.choice import Option
from affray.rulesets.icon.action import modifiers
from affray.rulesets.icon.attack import targeting
from affray.rulesets.icon.state import IconCombat, IconCombatant

STANDARD: Final = 1
DROP_STANCE: Final = 2
WORK: Final = 100  # WORK + number of the object
USE: Final = 10_000  # USE + place of the ability * USE + code
HEAVY: Final = "basic-heavy-attack"  # what the content calls the basic attacks, melee and ranged
BASIC: Final = ("basic-melee", "basic-ranged")
CELL: Final = 1000  # codes from here: terrain

VERBS: Final = (
    "pass",
    "stop",
    "move",
    "use",
    "interact",
    "drop-stance",
    "interrupt",
    "act",
    "slow-turn",
    "target",
    "help",
    "place",
    "lay",
    "shape",
    "direct",
    "dash",
    "pull",
    "raise",
    "let-act",
    "mark",
    "cleanse",
    "end-mark",
    "surrender",
    "flee",
    "stay-away",
    "kill",
)


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
    found += [base + 1 + unit.index for unit in combat.units if not unit.awaited()]
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
        return Option(code, word, "move" if code == STANDARD else "drop-stance", unit.index)
    if code < USE:
        number = code - WORK
        cells = combat.things[number].cells
        return Option(code, word, "interact", unit.index, None, cells, object=1 + number)
    place, target = parts(code)
    ability = unit.sheet.abilities[place]
    cost = modifiers.cost_of(combat, unit, ability)
    who = unit.index
    cells = [target - CELL] if target >= CELL else []
    targets = [target - 1] if 0 < target < CELL else []
    thing = HEAVY if ability.id in BASIC else ability.id
    return Option(code, word, "use", who, targets, cells, thing, cost, 1 + place)


def code_in(combat: IconCombat, answer: int, space: ActionSpace) -> int:
    """Return the action code of what ``option`` says of an answer."""
    if answer < WORK:
        return space.packed(space.verb("move" if answer == STANDARD else "drop-stance"))
    if answer < USE:
        number = answer - WORK
        cells = combat.things[number].cells
        place = 1 + cells[-1] if cells else 0
        return space.packed(space.verb("interact"), 1 + number, 0, place)
    place, target = parts(answer)
    if target >= CELL:
        return space.packed(space.verb("use"), 1 + place, 0, 1 + target - CELL)
    return space.packed(space.verb("use"), 1 + place, target)


def space(combat: IconCombat) -> ActionSpace:
    """Return the bounds of the action codes of a fight.

    An object is 1 + the place of an ability or trait on its owner's sheet, or 1 + the number of a
    thing, an area, a direction, or of whatever else a menu counts.
    """
    grid = combat.grid
    most = 10 * (max(grid.width, grid.height) + 2)  # dashes: straight.SHORT for each space
    for unit in combat.units:
        most = max(most, len(unit.sheet.abilities), len(unit.sheet.traits) + grid.size)
    objects = 1 + max(most, len(combat.things))
    return ActionSpace(VERBS, objects, 1 + len(combat.units), 1 + grid.size)
