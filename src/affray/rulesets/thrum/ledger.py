"""The numbers of a combatant that events account for: what they are, the one way to change each.

Whoever changes one of them elsewhere changes it unseen: the events of a fight would not add up.
"""

from __future__ import annotations

from affray.core.event import (
    ConditionGained,
    ConditionLost,
    Damaged,
    Healed,
    Moved,
    Part,
    Placed,
    ResourceGained,
    ResourceSpent,
)
from affray.rulesets.thrum.feature import Feature
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import FATIGUE, LOADS, TOLERANCES


def numbers_of(unit: ThrumCombatant) -> dict[str, int]:
    """Return every number that events account for, by the name that events give it."""
    found = {
        "fatigue": unit.fatigue,
        "stress": unit.stress,
        "fatigue-tolerance": unit.fatigue_tolerance,
        "stress-tolerance": unit.stress_tolerance,
        "wounds": unit.wounds,
    }
    for number, nova in enumerate(unit.sheet.novas):
        found[f"potential {nova}"] = unit.potential[number]
    for held in unit.effects:
        found[held.effect.id] = found.get(held.effect.id, 0) + held.n
    if unit.stance >= 0:
        found[stance_name(unit, unit.stance)] = 1
    if unit.kept >= 0:
        found[f"kept {unit.sheet.abilities[unit.kept].id}"] = 1
    return found


def stance_name(unit: ThrumCombatant, slot: int) -> str:
    """Return what events call a Stance of somebody, by its place on the sheet."""
    return f"stance {unit.sheet.abilities[slot].id}"


def rule_of(cause: str) -> str:
    """Return the rule that a cause is, "" if it is an ability: only ids of rules have parts."""
    return cause if "." in cause else ""


def ability_of(cause: str) -> str:
    """Return the ability that a cause is, "" if it is a rule."""
    return "" if "." in cause else cause


# ---- Loads, Tolerances, Wounds -------------------------------------------------------------------


def set_load(
    combat: ThrumCombat,
    unit: ThrumCombatant,
    load: int,
    after: int,
    cause: str,
    other: int = -1,
    ability: str = "",
    parts: list[Part] | None = None,
) -> None:
    """Set a Load because of a rule or an ability.

    ``other`` did it, with ``ability`` if the cause is a rule; ``parts`` add up to the change.
    """
    before = unit.load(load)
    if load == FATIGUE:
        unit.fatigue = after
    else:
        unit.stress = after
    combat.mark_changed()
    if not combat.watched or before == after:
        return
    what = LOADS[load]
    rule = rule_of(cause)
    deed = ability or ability_of(cause)
    if after > before:
        combat.tell(Damaged(unit.index, what, before, after, rule, other, deed, parts))
    else:
        combat.tell(Healed(unit.index, what, before, after, rule, other, deed, parts))


def set_tolerance(
    combat: ThrumCombat, unit: ThrumCombatant, load: int, after: int, rule: str
) -> None:
    """Set the Tolerance for a Load."""
    before = unit.fatigue_tolerance if load == FATIGUE else unit.stress_tolerance
    if load == FATIGUE:
        unit.fatigue_tolerance = after
    else:
        unit.stress_tolerance = after
    combat.mark_changed()
    if combat.watched and after < before:
        combat.tell(ResourceSpent(unit.index, TOLERANCES[load], before, after, rule))
    elif combat.watched and after > before:
        combat.tell(ResourceGained(unit.index, TOLERANCES[load], before, after, rule))


def add_wound(combat: ThrumCombat, unit: ThrumCombatant, rule: str) -> None:
    """Give one Wound more."""
    unit.wounds += 1
    combat.mark_changed()
    if combat.watched:
        combat.tell(Damaged(unit.index, "wounds", unit.wounds - 1, unit.wounds, rule))


def set_potential(
    combat: ThrumCombat, unit: ThrumCombatant, nova: int, after: int, rule: str
) -> None:
    """Set the store of a Nova ability, by its place among those of the sheet."""
    before = unit.potential[nova]
    unit.potential[nova] = after
    name = f"potential {unit.sheet.novas[nova]}"
    if combat.watched and after > before:
        combat.tell(ResourceGained(unit.index, name, before, after, rule))
    elif combat.watched and after < before:
        combat.tell(ResourceSpent(unit.index, name, before, after, rule))


# ---- what is on somebody -------------------------------------------------------------------------


def tell_gained(
    combat: ThrumCombat,
    unit: ThrumCombatant,
    effect: Feature,
    n: int,
    rule: str,
    source: int,
    ability: str = "",
) -> None:
    """Tell that somebody has just gained ``n`` of an effect, from ``source``."""
    now = level(unit, effect)
    combat.tell(ConditionGained(unit.index, effect.id, now - n, now, rule, source, ability))


def tell_lost(
    combat: ThrumCombat, unit: ThrumCombatant, effect: Feature, n: int, rule: str, other: int = -1
) -> None:
    """Tell that somebody has just lost ``n`` of an effect."""
    now = level(unit, effect)
    combat.tell(ConditionLost(unit.index, effect.id, now + n, now, rule, other))


def level(unit: ThrumCombatant, effect: Feature) -> int:
    """Return how much of an effect is on somebody: its number, or how many hold it."""
    return sum(held.n for held in unit.effects if held.effect is effect)


def set_stance(combat: ThrumCombat, unit: ThrumCombatant, slot: int, rule: str) -> None:
    """Let somebody be in another Stance, by its place on the sheet; -1 in none."""
    before = unit.stance
    unit.stance = slot
    combat.mark_changed()
    combat.refresh(unit)
    if not combat.watched or before == slot:
        return
    if before >= 0:
        combat.tell(ConditionLost(unit.index, stance_name(unit, before), 1, 0, rule))
    if slot >= 0:
        combat.tell(ConditionGained(unit.index, stance_name(unit, slot), 0, 1, rule))


def set_kept(combat: ThrumCombat, unit: ThrumCombatant, slot: int, rule: str) -> None:
    """Let somebody keep the benefit of another second Stance; -1 of none."""
    before = unit.kept
    unit.kept = slot
    combat.mark_changed()
    combat.refresh(unit)
    if not combat.watched or before == slot:
        return
    abilities = unit.sheet.abilities
    if before >= 0:
        combat.tell(ConditionLost(unit.index, f"kept {abilities[before].id}", 1, 0, rule))
    if slot >= 0:
        combat.tell(ConditionGained(unit.index, f"kept {abilities[slot].id}", 0, 1, rule))


# ---- places --------------------------------------------------------------------------------------


def put_on(
    combat: ThrumCombat, unit: ThrumCombatant, cell: int, rule: str, way: str, other: int = -1
) -> None:
    """Put somebody on the map who is not on it."""
    unit.present = True
    combat.stand(unit, cell)
    if combat.watched:
        combat.tell(Placed(unit.index, -1, cell, rule, way, other))


def take_off(combat: ThrumCombat, unit: ThrumCombatant, rule: str, way: str) -> None:
    """Take somebody off the map, who takes part no longer."""
    here = unit.cell
    combat.leave(unit)
    unit.present = False
    combat.mark_changed()
    if combat.watched and here >= 0:
        combat.tell(Placed(unit.index, here, -1, rule, way))


def carry(
    combat: ThrumCombat,
    unit: ThrumCombatant,
    goal: int,
    cause: str,
    way: str,
    other: int = -1,
    ability: str = "",
) -> None:
    """Move somebody to an adjacent square: by its own step, or because ``other`` makes it."""
    here = unit.cell
    combat.move(unit, goal)
    if combat.watched:
        what = ability or ability_of(cause)
        combat.tell(Moved(unit.index, here, goal, rule_of(cause), way, other, what))


def transfer(
    combat: ThrumCombat, unit: ThrumCombatant, goal: int, cause: str, way: str, other: int = -1
) -> None:
    """Put somebody on the map elsewhere, without a way between."""
    here = unit.cell
    combat.move(unit, goal)
    if combat.watched and here != goal:
        what = ability_of(cause)
        combat.tell(Placed(unit.index, here, goal, rule_of(cause), way, other, what))
