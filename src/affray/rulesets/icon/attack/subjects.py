"""Whom an operation concerns: ``dsl.who``."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.grid import CHEBYSHEV
from affray.rulesets.icon import choice
from affray.rulesets.icon.attack.use import EFFECT, Use
from affray.rulesets.icon.definitions import Op
from affray.rulesets.icon.geometry import distance
from affray.rulesets.icon.state import IconCombat, IconCombatant

OF_AREA: Final = ("area", "area-foes", "area-allies")


def concerned(combat: IconCombat, use: Use, op: Op) -> list[IconCombatant]:
    """Return whom an operation concerns: a word of ``dsl.who``."""
    units = combat.units
    user = units[use.actor]
    who = op.who
    if who == "user":
        return [user]
    if who == "target":
        found = [units[one] for one in [use.target, *use.targets] if one >= 0]
        if "self-too" in use.mods.flags and found and user not in found:
            found.append(user)
        return found
    if who == "triggerer":
        return [units[use.trigger_user]] if use.trigger_user >= 0 else []
    if who == "ally":
        return [units[use.ally]] if use.ally >= 0 else []
    if who == "collided":
        return [units[use.results.collided]] if use.results.collided >= 0 else []
    if who == "first-blocker":
        return [units[use.way.blocker]] if use.way.blocker >= 0 else []
    if who == "passed-foes":
        return [units[one] for one in use.way.passed]
    if who == "area-failed":
        return [units[one] for one in use.results.failed]
    if who in OF_AREA:
        return in_area(combat, use, op)
    if who == "one-ally":
        return one_ally(combat, use, op)
    return around(combat, use, op)


def around(combat: IconCombat, use: Use, op: Op) -> list[IconCombatant]:
    """Return those near the user, or near the area, by row, then column. Rule: roll.dice-order."""
    user = combat.units[use.actor]
    found: list[IconCombatant] = []
    if user.cell < 0:
        return found
    foes = op.who in ("foes-within", "area-adjacent-foes")
    for unit in distance.in_rows(combat):
        if not unit.able() or unit is user or (unit.side != user.side) != foes:
            continue
        if op.who == "area-adjacent-foes":
            cells = use.area.cells
            if not cells and use.target >= 0:
                cells = [combat.units[use.target].cell]
            near = [distance.from_cell(combat, cell, unit) for cell in cells]
            if 1 in near:
                found.append(unit)
        elif combat.apart(unit, user) <= (1 if op.who == "adjacent-allies" else op.range):
            found.append(unit)
    return found


def in_area(combat: IconCombat, use: Use, op: Op) -> list[IconCombatant]:
    """Return those in the area; lines beyond attack and area reach the attack space too.

    Rules: aoe.additional-effects, aoe.friendly-fire, aoe.attack-and-area-spaces.
    """
    side = combat.units[use.actor].side
    ids = use.area.units[:]
    if use.phase == EFFECT and use.ability.attack and use.target >= 0 and use.target not in ids:
        ids.append(use.target)
    found: list[IconCombatant] = []
    if not ids:
        return found
    for unit in distance.in_rows(combat):
        if unit.index not in ids:
            continue
        foe = unit.side != side
        if op.who == "area-foes" and not foe:
            continue
        if use.mods.all.foes_only and not foe and op.name != "remove-blight":
            continue
        if op.who == "area-allies" and (foe or unit.index == use.actor):
            continue
        found.append(unit)
    return found


def one_ally(combat: IconCombat, use: Use, op: Op) -> list[IconCombatant]:
    """Let the user choose one ally near somebody, or none.

    Further lines with the same words mean the same ally; a target that fell lies where it fell.
    """
    words = f"{op.origin} {op.within}"
    for known, answer in use.results.helped:
        if known == words:
            return [combat.units[answer - 1]] if answer != PASS else []
    near = allies_near(combat, use, op)
    if not near:
        return []
    user = combat.units[use.actor]
    menu = [(PASS, "no ally")] + [(1 + unit.index, f"ally {unit.name}") for unit in near]
    rule = "action.order-of-components"
    first = 1 + near[0].index
    answer = combat.ask(choice.Whom(user.seats, user.index, rule, menu, "help", first))
    use.results.helped = [*use.results.helped, (words, answer)]
    return [combat.units[answer - 1]] if answer != PASS else []


def allies_near(combat: IconCombat, use: Use, op: Op) -> list[IconCombatant]:
    """Return the allies of the user near it or near its target, by row, then column."""
    user = combat.units[use.actor]
    centre = user
    within = op.within
    if op.origin == "target" and use.target >= 0:
        centre = combat.units[use.target]
    elif "aura-plus-1" in use.mods.flags:
        within += 1
    cell = centre.cell if centre.cell >= 0 or centre is user else use.results.stood
    if cell < 0:
        return []
    grid = combat.grid
    return [
        unit
        for unit in distance.in_rows(combat)
        if unit.able()
        and combat.allies(unit, user)
        and unit is not centre
        and grid.distance(unit.cell, cell, CHEBYSHEV, unit.size, centre.size) <= within
    ]
