"""What holds of every state between two steps: bounds, and derived state equal to a recount."""

from __future__ import annotations

from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import ACTIVE, COUNTERS, FATES, MOST, PHASES, POOLS


def recount(combat: SovereignCombat) -> str:
    """Return what derived state or bound is wrong, "" if nothing is."""
    fault = of_turns(combat) or of_ground(combat)
    if combat.grappled != combat.all_grappled():
        fault = fault or "those whom somebody grapples are others than is noted"
    if combat.screening != combat.all_screening():
        fault = fault or "those who screen somebody are others than is noted"
    for unit in combat.units:
        fault = fault or of_place(combat, unit) or of_numbers(unit) or of_others(combat, unit)
    if fault:
        return fault
    for cell, index in combat.holders().items():
        one = combat.units[index]
        if not one.present or cell not in combat.grid.footprint(one.cell, one.size):
            return f"{combat.grid.name(cell)} is held by somebody who is not there"
    return ""


def of_turns(combat: SovereignCombat) -> str:
    """Return what is wrong with whose turn it is."""
    sides, units = len(combat.side_ids), len(combat.units)
    if not 0 <= combat.phase < len(PHASES):
        return "the round has no such phase"
    for place, side in enumerate(combat.order):
        if not 0 <= side < sides or side in combat.order[:place]:
            return "the order is not of sides, each once"
    if not 0 <= combat.turn_of < max(1, len(combat.order)):
        return "it is the turn of no side of the order"
    if not -1 <= combat.active < units:
        return "whoever acts is nobody there is"
    for pool in [*combat.struck, *combat.joined]:
        if not 0 <= pool // POOLS < sides or not pool % POOLS < units:
            return "a swarm is of no side, or against nobody"
    return ""


def of_ground(combat: SovereignCombat) -> str:
    """Return what is wrong with what lies about."""
    cells = combat.grid.width * combat.grid.height
    things = len(combat.library.weapons)
    for piece in combat.litter:
        if not 0 <= piece < cells * MOST or piece % MOST >= things:
            return "what lies about is nothing, or lies nowhere"
    for corpse in combat.corpses:
        if not 0 <= corpse < cells * 10 or corpse % 10 >= len(combat.side_ids):
            return "a corpse is of no side, or lies nowhere"
    for thorn in combat.thorns:
        if not 0 <= thorn < cells * 200:
            return "thorns grow nowhere"
    for one in combat.smoke:
        if not 0 <= one < cells * 1000:
            return "smoke hangs nowhere"
    for caltrop in combat.caltrops:
        if not 0 <= caltrop < cells:
            return "caltrops lie nowhere"
    return ""


def of_place(combat: SovereignCombat, unit: SovereignCombatant) -> str:
    """Return what is wrong with where somebody is, and whether it acts."""
    if unit.present:
        for cell in combat.grid.footprint(unit.cell, unit.size):
            if combat.holder(cell) != unit.index:
                return f"{unit.name} does not hold its square"
        if unit.hp < 1 and unit.fate == ACTIVE:
            return f"{unit.name} is active without hit points"
    if not 0 <= unit.fate < len(FATES):
        return f"{unit.name} has no such fate"
    return f"{unit.name} is below its ground" if unit.aloft < 0 else ""


def of_numbers(unit: SovereignCombatant) -> str:
    """Return what is wrong with what somebody has, carries and has spent."""
    own = unit.sheet
    if not 0 <= unit.hp <= own.max_hp:
        return f"{unit.name} has hit points out of bounds, expected 0 to {own.max_hp}"
    if not 0 <= unit.strain <= own.strain_max:
        return f"{unit.name} has strain out of bounds, expected 0 to {own.strain_max}"
    carried = [*unit.stock, *unit.carried, *unit.stowed]
    if min([0, unit.casting, unit.effort, unit.second, *carried]) < 0:
        return f"{unit.name} has spent what it has not"
    if len(unit.used) != len(COUNTERS):
        return f"{unit.name} has more or fewer counters than there are"
    for have, had in (
        (unit.stock, own.stock),
        (unit.carried, own.carried),
        (unit.stowed, own.stowed),
    ):
        if len(have) != len(had):
            return f"{unit.name} carries things that its sheet does not list"
    weapons = len(own.weapons)
    if not -1 <= unit.hand < weapons or not -1 <= unit.off < weapons:
        return f"{unit.name} holds a weapon that its sheet does not list"
    if unit.unloaded >> weapons or unit.harmless >> weapons:
        return f"{unit.name} has states of weapons that its sheet does not list"
    if not -1 <= unit.hung < len(own.spells):
        return f"{unit.name} has hung a spell that its sheet does not list"
    return ""


def of_others(combat: SovereignCombat, unit: SovereignCombatant) -> str:
    """Return what is wrong with what somebody has to do with others."""
    units = len(combat.units)
    if not -1 <= unit.grappling < units:
        return f"{unit.name} grapples nobody there is"
    if not -1 <= unit.swarm < units:
        return f"{unit.name} swarms nobody there is"
    if unit.wards >> units or unit.disengaged >> units:
        return f"{unit.name} screens or disengages from nobody there is"
    if unit.located >> len(combat.side_ids):
        return f"{unit.name} is located by no side there is"
    return ""
