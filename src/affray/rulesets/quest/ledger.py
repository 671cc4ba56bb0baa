"""The numbers of a battle: those that events account for, and what holds of them between steps."""

from __future__ import annotations

from affray.core.grid import DIRECTIONS, WALL
from affray.rulesets.quest import carrying
from affray.rulesets.quest.actions import BOOSTERS
from affray.rulesets.quest.condition import modifiers
from affray.rulesets.quest.resource import free_hits, spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import AIMS, KINDS, WOUNDS


def ledger(combat: QuestCombat, unit: QuestCombatant) -> dict[str, int]:
    """Return hit points, actions, MP, conditions with their levels, and things by name."""
    found = {
        "hp": unit.hp,
        "max hp": unit.max_hp,
        "mp": unit.mp,
        "aa": unit.aa,
        "ma": unit.ma,
        "ba": unit.ba,
        "free-hits": free_hits.left(unit),
        "disrupting-fresh": unit.fresh,
        "prone": int(unit.prone),
        "disengaged": int(unit.disengaged),
        "channeling": int(modifiers.channeling(unit)),
        "undetected": int(unit.unseen > 0),
        "summoning-sick": int(unit.sick != 0),
        "thralled": int(unit.thrall > 0),
        "fleeing": int(unit.fleeing),
    }
    for kind in range(len(unit.owed)):
        found[f"owed-{KINDS[kind]}"] = unit.owed[kind]
    for kind in range(WOUNDS):
        found[f"wound-{AIMS[kind]}"] = unit.wounds[kind]
    for which, level in enumerate(spending.boosts_of(unit)):
        found[BOOSTERS[which]] = level
    for held in unit.effects:
        found[held.effect.id] = 1
    for piece in unit.held_things:
        name = carrying.held_name(combat, piece)
        found[name] = found.get(name, 0) + 1
    for piece in unit.carried:
        name = carrying.carried_name(combat, piece)
        found[name] = found.get(name, 0) + 1
    return found


def recount(combat: QuestCombat) -> str:
    """Return what derived state or bound is wrong."""
    if not set(combat.opening) <= {unit.index for unit in combat.units}:
        return "somebody who is not there has an opening attack to make"
    for unit in combat.units:
        if unit.present:
            for cell in combat.grid.footprint(unit.cell, unit.size):
                if combat.holder(cell) != unit.index:
                    return f"{unit.name} does not hold its space"
                if combat.grid.ground[cell] == WALL:
                    return f"{unit.name} stands in a wall"
            if unit.hp < 1:
                return f"{unit.name} is active without hit points"
        if not 0 <= unit.facing < len(DIRECTIONS):
            return f"{unit.name} faces no direction"
        if unit.thrall and unit.summoner < 0:
            return f"{unit.name} is a thrall of nobody"
        for other in combat.units:
            if unit.unseen >> other.index & 1 and not combat.enemies(unit, other):
                return f"{unit.name} is undetected by its own team"
        if not 0 <= unit.hp <= unit.max_hp:
            return f"{unit.name} has hit points out of bounds, expected 0 to {unit.max_hp}"
        if not 0 <= unit.mp <= max(unit.sheet.max_mp, 0):
            return f"{unit.name} has MP out of bounds, expected 0 to {max(unit.sheet.max_mp, 0)}"
        if min(unit.aa, unit.ma, unit.ba, *unit.owed) < 0:
            return f"{unit.name} has spent actions that it has not"
        if not 0 <= unit.fresh <= unit.wounds[3] or min(unit.wounds) < 0:
            return f"{unit.name} has wounds out of bounds"
        if carrying.hands_free(combat, unit) < 0:
            return f"{unit.name} holds more than it has hands for"
        if modifiers.channeling(unit) and not unit.free_handed():
            return f"{unit.name} channels while it cannot act"
    for cell, index in combat.holders().items():
        unit = combat.units[index]
        if not unit.present or cell not in combat.grid.footprint(unit.cell, unit.size):
            return f"{combat.grid.name(cell)} is held by somebody who is not there"
    return ""
