"""The doors through which what counts of a combatant changes: each tells what it does.

States, resources and places go from value to value here and nowhere else, so that the events of a
step add up to what it changed. Hit points are the business of ``damage/``.
"""

from __future__ import annotations

from typing import Final

from affray.core.event import (
    ConditionGained,
    ConditionLost,
    Moved,
    Placed,
    ResourceGained,
    ResourceSpent,
)
from affray.rulesets.sovereign.sheet import equipment
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant

# What the numbers of a combatant are called, in the ledger and in events.
HP: Final = "hp"
MAIN: Final = "main"
MOVE: Final = "move"
HASTE: Final = "haste-main"
STRAIN: Final = "strain"
CASTINGS: Final = "castings"
EFFORT: Final = "effort"
SECOND: Final = "second-effort"
OWN_WAYS: Final = ("run", "screen", "charge")  # the ways in which somebody moves by itself


def ledger(unit: SovereignCombatant) -> dict[str, int]:
    """Return every number of somebody that events account for, by name; what is 0 is left out.

    States count 1, flight its feet. What is Readied, Stowed, unloaded, blunted and kept waiting
    has its name behind a blank.
    """
    found = {
        HP: unit.hp,
        MAIN: int(unit.main),
        MOVE: int(unit.step),
        HASTE: int(unit.extra),
        STRAIN: unit.strain,
        CASTINGS: unit.casting,
        EFFORT: unit.effort,
        SECOND: unit.second,
        "prone": int(unit.prone),
        "total-defense": int(unit.total),
        "charging": int(unit.charging),
        "screening": int(unit.wards != 0),
        "disengaged": int(unit.disengaged != 0),
        "holding": int(unit.holding),
        "swarming": int(unit.swarm >= 0),
        "grappling": int(unit.grappling >= 0),
        "frail": int(unit.frail),
        "asleep": int(unit.asleep),
        "broken": int(unit.broken),
        "retreating": int(unit.retreating),
        "cornered": int(unit.fighting),
        "disrupted": int(unit.hurt),
        "steeled": int(unit.steeled),
        "unseen": int(unit.unseen),
        "surprised": int(unit.surprised),
        "aloft": unit.aloft,
    }
    own = unit.sheet
    for weapon, name in enumerate(own.weapons):
        found[f"unloaded {name}"] = unit.unloaded >> weapon & 1
        found[f"harmless {name}"] = unit.harmless >> weapon & 1
    for thing in range(len(own.weapons) + len(own.gear)):
        name = equipment.name_of(unit, thing)
        found[f"readied {name}"] = equipment.readied(unit, thing)
        if own.stowed:
            found[f"stowed {name}"] = unit.stowed[thing]
    if unit.hung >= 0:
        found[f"hung {own.spells[unit.hung].id}"] = 1
    for held in unit.effects:
        found[held.effect.id] = 1
    return {name: value for name, value in found.items() if value}


# ---- telling -------------------------------------------------------------------------------------


def tell_state(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    what: str,
    before: int,
    after: int,
    rule: str,
    source: int = -1,
) -> None:
    """Tell that a state has begun, ended, or is another."""
    if combat.watched and before != after:
        if after > before:
            combat.tell(ConditionGained(unit.index, what, before, after, rule, source))
        else:
            combat.tell(ConditionLost(unit.index, what, before, after, rule, source))


def tell_resource(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    what: str,
    before: int,
    after: int,
    rule: str,
    source: int = -1,
) -> None:
    """Tell that somebody has more or less of something."""
    if combat.watched and before != after:
        if after > before:
            combat.tell(ResourceGained(unit.index, what, before, after, rule, source))
        else:
            combat.tell(ResourceSpent(unit.index, what, before, after, rule, source))


# ---- states --------------------------------------------------------------------------------------


def set_prone(
    combat: SovereignCombat, unit: SovereignCombatant, now: bool, rule: str, source: int = -1
) -> None:
    """Let somebody lie, or stand."""
    tell_state(combat, unit, "prone", int(unit.prone), int(now), rule, source)
    unit.prone = now


def set_total(
    combat: SovereignCombat, unit: SovereignCombatant, now: bool, rule: str, source: int = -1
) -> None:
    """Let Total Defense begin or end."""
    tell_state(combat, unit, "total-defense", int(unit.total), int(now), rule, source)
    unit.total = now


def set_charging(
    combat: SovereignCombat, unit: SovereignCombatant, now: bool, rule: str, source: int = -1
) -> None:
    """Let the penalty of a charge begin or end."""
    tell_state(combat, unit, "charging", int(unit.charging), int(now), rule, source)
    unit.charging = now


def set_holding(
    combat: SovereignCombat, unit: SovereignCombatant, now: bool, rule: str, source: int = -1
) -> None:
    """Let somebody hold its action, or hold it no more."""
    tell_state(combat, unit, "holding", int(unit.holding), int(now), rule, source)
    unit.holding = now


def set_frail(
    combat: SovereignCombat, unit: SovereignCombatant, now: bool, rule: str, source: int = -1
) -> None:
    """Make somebody Frail."""
    tell_state(combat, unit, "frail", int(unit.frail), int(now), rule, source)
    unit.frail = now


def set_asleep(
    combat: SovereignCombat, unit: SovereignCombatant, now: bool, rule: str, source: int = -1
) -> None:
    """Put somebody to sleep, or wake it."""
    tell_state(combat, unit, "asleep", int(unit.asleep), int(now), rule, source)
    unit.asleep = now


def set_broken(
    combat: SovereignCombat, unit: SovereignCombatant, now: bool, rule: str, source: int = -1
) -> None:
    """Break the will of somebody, or restore it."""
    tell_state(combat, unit, "broken", int(unit.broken), int(now), rule, source)
    unit.broken = now


def set_retreating(
    combat: SovereignCombat, unit: SovereignCombatant, now: bool, rule: str, source: int = -1
) -> None:
    """Let a retreat begin or end."""
    tell_state(combat, unit, "retreating", int(unit.retreating), int(now), rule, source)
    unit.retreating = now


def set_cornered(
    combat: SovereignCombat, unit: SovereignCombatant, now: bool, rule: str, source: int = -1
) -> None:
    """Let one that is cornered fight to the death, or no more."""
    tell_state(combat, unit, "cornered", int(unit.fighting), int(now), rule, source)
    unit.fighting = now


def set_disrupted(
    combat: SovereignCombat, unit: SovereignCombatant, now: bool, rule: str, source: int = -1
) -> None:
    """Keep a mage from casting for the round, or no more."""
    tell_state(combat, unit, "disrupted", int(unit.hurt), int(now), rule, source)
    unit.hurt = now


def set_steeled(
    combat: SovereignCombat, unit: SovereignCombatant, now: bool, rule: str, source: int = -1
) -> None:
    """Let a mage cast regardless of harm, or no more."""
    tell_state(combat, unit, "steeled", int(unit.steeled), int(now), rule, source)
    unit.steeled = now


def set_surprised(
    combat: SovereignCombat, unit: SovereignCombatant, now: bool, rule: str, source: int = -1
) -> None:
    """Take somebody by surprise, or let it recover."""
    tell_state(combat, unit, "surprised", int(unit.surprised), int(now), rule, source)
    unit.surprised = now


def set_unseen(
    combat: SovereignCombat, unit: SovereignCombatant, now: bool, rule: str, source: int = -1
) -> None:
    """Hide somebody, or show it to all; who sees it go, or come, knows of that."""
    before = unit.unseen
    if before and not now:
        unit.unseen = False
    tell_state(combat, unit, "unseen", int(before), int(now), rule, source)
    unit.unseen = now


def set_wards(combat: SovereignCombat, unit: SovereignCombatant, now: int, rule: str) -> None:
    """Say whom somebody screens, as bits."""
    tell_state(combat, unit, "screening", int(unit.wards != 0), int(now != 0), rule)
    if unit.wards != now:
        unit.wards = now
        combat.screening = combat.all_screening()


def set_disengaged(combat: SovereignCombat, unit: SovereignCombatant, now: int, rule: str) -> None:
    """Say which enemies somebody provokes no more, as bits."""
    tell_state(combat, unit, "disengaged", int(unit.disengaged != 0), int(now != 0), rule)
    unit.disengaged = now


def set_swarm(combat: SovereignCombat, unit: SovereignCombatant, now: int, rule: str) -> None:
    """Say in whose swarm somebody waits: its target, -1 for none."""
    tell_state(combat, unit, "swarming", int(unit.swarm >= 0), int(now >= 0), rule)
    unit.swarm = now


def set_grappling(combat: SovereignCombat, unit: SovereignCombatant, now: int, rule: str) -> None:
    """Say whom somebody holds, -1 for nobody; the event names the one that is or was held."""
    whom = now if now >= 0 else unit.grappling
    tell_state(combat, unit, "grappling", int(unit.grappling >= 0), int(now >= 0), rule, whom)
    if unit.grappling != now:
        unit.grappling = now
        combat.grappled = combat.all_grappled()


def set_unloaded(
    combat: SovereignCombat, unit: SovereignCombatant, weapon: int, now: bool, rule: str
) -> None:
    """Say whether a weapon has to be reloaded."""
    before = unit.unloaded >> weapon & 1
    name = f"unloaded {unit.sheet.weapons[weapon]}" if combat.watched else ""
    tell_state(combat, unit, name, before, int(now), rule)
    unit.unloaded = unit.unloaded | 1 << weapon if now else unit.unloaded & ~(1 << weapon)


def set_harmless(
    combat: SovereignCombat, unit: SovereignCombatant, weapon: int, rule: str, source: int
) -> None:
    """Take the harm from a weapon in somebody's hand."""
    before = unit.harmless >> weapon & 1
    name = f"harmless {unit.sheet.weapons[weapon]}" if combat.watched else ""
    tell_state(combat, unit, name, before, 1, rule, source)
    unit.harmless |= 1 << weapon


def set_hung(combat: SovereignCombat, unit: SovereignCombatant, now: int, rule: str) -> None:
    """Say which spell somebody keeps waiting, by its place; -1 for none."""
    if combat.watched:
        place = now if now >= 0 else unit.hung
        name = f"hung {unit.sheet.spells[place].id}"
        tell_state(combat, unit, name, int(unit.hung >= 0), int(now >= 0), rule)
    unit.hung = now


def set_aloft(combat: SovereignCombat, unit: SovereignCombatant, now: int, rule: str) -> None:
    """Say how many feet above its ground somebody is."""
    tell_state(combat, unit, "aloft", unit.aloft, now, rule)
    unit.aloft = now


# ---- resources -----------------------------------------------------------------------------------


def set_main(
    combat: SovereignCombat, unit: SovereignCombatant, now: bool, rule: str, source: int = -1
) -> None:
    """Give or take the Main of the round."""
    tell_resource(combat, unit, MAIN, int(unit.main), int(now), rule, source)
    unit.main = now


def set_move(
    combat: SovereignCombat, unit: SovereignCombatant, now: bool, rule: str, source: int = -1
) -> None:
    """Give or take the Move of the round."""
    tell_resource(combat, unit, MOVE, int(unit.step), int(now), rule, source)
    unit.step = now


def set_extra(
    combat: SovereignCombat, unit: SovereignCombatant, now: bool, rule: str, source: int = -1
) -> None:
    """Give or take the Main that Haste gives."""
    tell_resource(combat, unit, HASTE, int(unit.extra), int(now), rule, source)
    unit.extra = now


def strain(combat: SovereignCombat, unit: SovereignCombatant, rule: str, source: int = -1) -> None:
    """Let somebody bear one more point of System Strain."""
    tell_resource(combat, unit, STRAIN, unit.strain, unit.strain + 1, rule, source)
    unit.strain += 1


def spend_casting(combat: SovereignCombat, unit: SovereignCombatant, rule: str) -> None:
    """Take one casting."""
    tell_resource(combat, unit, CASTINGS, unit.casting, unit.casting - 1, rule)
    unit.casting -= 1


def add_effort(
    combat: SovereignCombat, unit: SovereignCombatant, amount: int, second: bool, rule: str
) -> None:
    """Add to the Effort of a tradition, the ``second`` one's or the first one's."""
    if second:
        tell_resource(combat, unit, SECOND, unit.second, unit.second + amount, rule)
        unit.second += amount
    else:
        tell_resource(combat, unit, EFFORT, unit.effort, unit.effort + amount, rule)
        unit.effort += amount


def add_readied(
    combat: SovereignCombat, unit: SovereignCombatant, thing: int, amount: int, rule: str
) -> None:
    """Add to what is Readied of a thing: a weapon, or a piece of gear behind the weapons."""
    if combat.watched:
        before = equipment.readied(unit, thing)
        name = f"readied {equipment.name_of(unit, thing)}"
        tell_resource(combat, unit, name, before, before + amount, rule)
    equipment.add(unit, thing, amount)


def add_stowed(
    combat: SovereignCombat, unit: SovereignCombatant, thing: int, amount: int, rule: str
) -> None:
    """Add to what is Stowed of a thing."""
    if combat.watched:
        before = unit.stowed[thing]
        name = f"stowed {equipment.name_of(unit, thing)}"
        tell_resource(combat, unit, name, before, before + amount, rule)
    equipment.stow(unit, thing, amount)


# ---- places --------------------------------------------------------------------------------------


def move(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    goal: int,
    rule: str,
    way: str,
    source: int = -1,
) -> None:
    """Let somebody come from its square to another; ``way`` says how."""
    before = unit.cell
    combat.move(unit, goal)
    tell_moved(combat, unit, before, rule, way, source)


def tell_moved(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    before: int,
    rule: str,
    way: str,
    source: int = -1,
) -> None:
    """Tell that somebody has come from a square to the one it is on.

    A step by itself is told without a word of its way: the sentence of a movement tells all.
    """
    if combat.watched and before != unit.cell:
        what = "" if way in OWN_WAYS else way
        combat.tell(Moved(unit.index, before, unit.cell, rule, way, source, what))


def leave(combat: SovereignCombat, unit: SovereignCombatant, rule: str, way: str) -> None:
    """Take somebody off the map."""
    before = unit.cell
    combat.leave(unit)
    if combat.watched and before >= 0:
        combat.tell(Placed(unit.index, before, -1, rule, way))
