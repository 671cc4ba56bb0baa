"""The numbers of a combatant that events account for, and the doors by which they change.

Hit points, vigor, wounds, Resolve, actions, what is held, uses in a combat, and the place: whatever
changes one of them goes through here, so that nothing changes untold.
"""

from __future__ import annotations

from affray.core.combat import COMBAT
from affray.core.effect import Held
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
from affray.rulesets.icon.definitions import Ability
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import FIRST_OWN

NEXT = "next-ability"  # how many modifications wait for somebody's next ability


def ledger(unit: IconCombatant) -> dict[str, int]:
    """Return every number of a combatant that events account for, by name."""
    found = {
        "hp": unit.hp,
        "vigor": unit.vigor,
        "wounds": unit.wounds,
        "resolve": unit.resolve,
        "actions": unit.actions,
        NEXT: len(unit.pending),
    }
    for held in unit.effects:
        found[held.effect.id] = found.get(held.effect.id, 0) + 1
    for place, ability in enumerate(unit.sheet.abilities):
        if unit.scopes[FIRST_OWN + place] == COMBAT:
            found[uses_of(ability)] = uses_left(ability, unit.used[FIRST_OWN + place])
    return found


# ---- numbers -----------------------------------------------------------------------------------


def set_hp(
    combat: IconCombat,
    unit: IconCombatant,
    hp: int,
    rule: str,
    by: int = -1,
    ability: str = "",
    parts: list[Part] | None = None,
) -> None:
    """Change hit points; ``parts`` add up to the difference."""
    before = unit.hp
    if hp == before:
        return
    unit.hp = hp
    combat.mark_changed()
    if combat.watched:
        if hp < before:
            combat.tell(Damaged(unit.index, "hp", before, hp, rule, by, ability, parts))
        else:
            combat.tell(Healed(unit.index, "hp", before, hp, rule, by, ability, parts))


def set_vigor(
    combat: IconCombat,
    unit: IconCombatant,
    vigor: int,
    rule: str,
    by: int = -1,
    ability: str = "",
    parts: list[Part] | None = None,
) -> None:
    """Change vigor; ``parts`` add up to the difference."""
    before = unit.vigor
    if vigor == before:
        return
    unit.vigor = vigor
    combat.mark_changed()
    if combat.watched:
        if vigor < before:
            combat.tell(Damaged(unit.index, "vigor", before, vigor, rule, by, ability, parts))
        else:
            combat.tell(Healed(unit.index, "vigor", before, vigor, rule, by, ability, parts))


def set_wounds(combat: IconCombat, unit: IconCombatant, wounds: int, rule: str) -> None:
    """Change the number of wounds."""
    before = unit.wounds
    if wounds == before:
        return
    unit.wounds = wounds
    combat.mark_changed()
    if combat.watched:
        combat.tell(Damaged(unit.index, "wounds", before, wounds, rule))


def set_resolve(combat: IconCombat, unit: IconCombatant, resolve: int, rule: str) -> None:
    """Change Resolve."""
    before = unit.resolve
    if resolve == before:
        return
    unit.resolve = resolve
    combat.mark_changed()
    if combat.watched:
        tell_resource(combat, unit, "resolve", before, resolve, rule)


def set_actions(combat: IconCombat, unit: IconCombatant, actions: int, rule: str) -> None:
    """Change the actions that are left in a turn."""
    before = unit.actions
    if actions == before:
        return
    unit.actions = actions
    combat.mark_changed()
    if combat.watched:
        tell_resource(combat, unit, "actions", before, actions, rule)


def set_pending(combat: IconCombat, unit: IconCombatant, pending: list[str], rule: str) -> None:
    """Change what modifies somebody's next ability."""
    before = len(unit.pending)
    unit.pending = pending
    after = len(pending)
    if before == after:
        return
    combat.mark_changed()
    if combat.watched:
        if after > before:
            combat.tell(ConditionGained(unit.index, NEXT, before, after, rule))
        else:
            combat.tell(ConditionLost(unit.index, NEXT, before, after, rule))


def set_used(combat: IconCombat, unit: IconCombatant, place: int, used: int, rule: str) -> None:
    """Change how often an ability has been used, by its place on the sheet."""
    slot = FIRST_OWN + place
    whole = unit.sheet.abilities[place]
    had = unit.used[slot]
    unit.set_count(slot, used)
    combat.mark_changed()
    if combat.watched and unit.scopes[slot] == COMBAT:
        before = uses_left(whole, had)
        after = uses_left(whole, used)
        if before != after:
            tell_resource(combat, unit, uses_of(whole), before, after, rule)


def uses_of(whole: Ability) -> str:
    """Return what the uses of an ability are called."""
    return f"{whole.id} uses"


def uses_left(whole: Ability, used: int) -> int:
    """Return how often an ability can still be used in its period."""
    most = 1
    if whole.limit and not whole.recharge and not whole.has("limit-break"):
        most = whole.limit + sum(mod.n for mod in whole.mods if mod.word == "uses")
    return max(0, most - used)


def tell_resource(
    combat: IconCombat, unit: IconCombatant, what: str, before: int, after: int, rule: str
) -> None:
    """Tell that a resource became less or more."""
    if after < before:
        combat.tell(ResourceSpent(unit.index, what, before, after, rule))
    else:
        combat.tell(ResourceGained(unit.index, what, before, after, rule))


# ---- what is held ------------------------------------------------------------------------------


def count(unit: IconCombatant, id: str) -> int:
    """Return how often a state is held: from several sources, or until several moments."""
    return len([held for held in unit.effects if held.effect.id == id])


def hold(combat: IconCombat, unit: IconCombatant, held: Held, rule: str = "") -> None:
    """Put a state on somebody."""
    unit.effects = [*unit.effects, held]
    combat.mark_changed()
    if combat.watched:
        id = held.effect.id
        have = count(unit, id)
        combat.tell(ConditionGained(unit.index, id, have - 1, have, rule, held.source))


def drop(combat: IconCombat, unit: IconCombatant, held: Held, rule: str = "") -> None:
    """End a state that somebody holds."""
    unit.effects = [effect for effect in unit.effects if effect is not held]
    combat.mark_changed()
    if combat.watched:
        id = held.effect.id
        have = count(unit, id)
        combat.tell(ConditionLost(unit.index, id, have + 1, have, rule, held.source))


def drop_all(combat: IconCombat, unit: IconCombatant, rule: str) -> None:
    """End every state that somebody holds."""
    if combat.watched:
        for held in unit.effects[:]:
            drop(combat, unit, held, rule)
    if unit.effects:
        combat.mark_changed()
    unit.effects = []


def expire(combat: IconCombat, moment: int, anchor: int) -> None:
    """End what lasts until a moment of somebody's turn."""
    if not combat.watched:
        combat.expire(moment, anchor)
        return
    for unit in combat.units:
        for held in unit.effects[:]:
            if held.ends == moment and held.anchor == anchor:
                drop(combat, unit, held)


# ---- places ------------------------------------------------------------------------------------


def step(
    combat: IconCombat, unit: IconCombatant, goal: int, rule: str, way: str, by: int = -1
) -> None:
    """Take one step of a movement; steps that nothing interrupts are told as one."""
    before = unit.cell
    combat.move(unit, goal)
    if not combat.watched:
        return
    last = combat.events[-1] if combat.events else None
    if isinstance(last, Moved) and last.who == unit.index and last.way == way:
        if last.after == before and last.other == by:
            last.after = goal
            last.cells.append(goal)
            return
    combat.tell(Moved(unit.index, before, goal, rule, way, by))


def put(
    combat: IconCombat, unit: IconCombatant, goal: int, rule: str, way: str, by: int = -1
) -> None:
    """Put somebody on a place of the map without a way between."""
    before = unit.cell
    if before >= 0:
        combat.move(unit, goal)
    else:
        combat.stand(unit, goal)
    if combat.watched and goal != before:
        combat.tell(Placed(unit.index, before, goal, rule, way, by))


def remove(combat: IconCombat, unit: IconCombatant, rule: str, way: str) -> None:
    """Take somebody off the map."""
    before = unit.cell
    combat.leave(unit)
    if combat.watched and before >= 0:
        combat.tell(Placed(unit.index, before, -1, rule, way))
