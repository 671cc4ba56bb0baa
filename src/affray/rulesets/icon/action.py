"""What one may do in a turn: the options, who says no, and paying."""

from __future__ import annotations

from typing import Final

from affray.core.choice import Option
from affray.core.walk import walk
from affray.rulesets.icon import ability as abilities
from affray.rulesets.icon import condition, damage, geometry, movement
from affray.rulesets.icon.state import (
    ATTACKED,
    FIRST_OWN,
    MOVED,
    STATES,
    Ability,
    IconCombat,
    Unit,
    Use,
)

STANDARD: Final = 1
DROP_STANCE: Final = 2
USE: Final = 10_000  # USE + place of the ability * USE + code
CELL: Final = 1000  # codes from here: terrain

FACTS: Final = {
    "action.costs": "its whole cost is not available",
    "action.one-attack-per-round": "it has already attacked this round",
    "action.no-repeat": "it was already used in this turn",
    "action.limited-uses": "it has no uses left",
    "action.recharge": "it is not recharged",
    "attack.target-hostile": "the target is not in range and sight",
    "attack.no-self-or-ally": "that is no legal target",
    "effect.stealth": "the target is in stealth",
    "resource.limit-break-cost": "there is not enough Resolve",
    "resource.limit-break-once": "it was used in this combat",
    "interrupt.off-turn": "it answers a trigger",
    "move.standard": "the standard move is spent",
    "effect.stance": "no stance can be dropped now",
    "action.rescue-limits": "nobody there can be rescued",
    "status.immobile": "it is immobile",
    "terrain.destructible": "there is no such terrain in reach",
}


def fact(rule: str) -> str:
    return FACTS.get(rule, rule)


def needs_target(ability: Ability) -> bool:
    """Return whether a target is named together with the ability."""
    if ability.shape or ability.before:
        return False
    return ability.attack != "" or ability.target not in ("", "self", "space")


def reach_of(combat: IconCombat, unit: Unit, ability: Ability, target: Unit | None) -> int:
    """Return the range of an ability. Rules: attack.height-range, status.blinded."""
    reach = ability.range if ability.attack else ability.target_range
    reach += sum([mod.n for mod in ability.mods if mod.word == "range"])
    if ability.attack == "ranged" and target is not None and target.cell >= 0:
        reach += max(0, combat.elevation(unit) - combat.elevation(target))
    if unit.status("blinded") and not blind_fighter(unit, ability):
        reach = min(reach, 2)
    return reach


def blind_fighter(unit: Unit, ability: Ability) -> bool:
    """Return whether true strike sets blindness aside. Rule: effect.true-strike."""
    if any([mod.word == "true-strike" for mod in ability.mods]) or ability.has("true-strike"):
        return True
    for trigger in ability.triggers:
        if trigger.when == "user-stealth" and unit.has(STATES["stealth"]):
            return any([mod.word == "true-strike" for mod in trigger.mods])
    return False


def bars_target(combat: IconCombat, unit: Unit, ability: Ability, target: Unit) -> str:
    """Return the rule that forbids a target, "" if none does.

    Rules: attack.target-hostile, attack.no-self-or-ally, effect.stealth, action.rescue-limits.
    """
    who = "foe" if ability.attack else ability.target
    foe = combat.hostile(unit, target)
    if who == "incapacitated-ally":
        if foe or target is unit or not damage.can_be_rescued(target):
            return "action.rescue-limits"
    elif not target.able():
        return "attack.no-self-or-ally"
    elif who == "foe":
        if not foe and not ("allies-too" in ability.flags and target is not unit):
            return "attack.target-hostile"
    elif who == "ally":
        if foe or target is unit:
            return "attack.no-self-or-ally"
    elif who == "self-or-ally" and foe:
        return "attack.no-self-or-ally"
    far = geometry.apart(combat, unit, target)
    if far > reach_of(combat, unit, ability, target) or far < ability.least:
        return "attack.target-hostile"
    if target is unit:
        return ""
    if foe and far > 1 and target.has(STATES["stealth"]) and not blind_fighter(unit, ability):
        return "effect.stealth"
    if geometry.sees(combat, unit, target) == geometry.HIDDEN:
        return "attack.target-hostile"
    return ""


def bars_use(combat: IconCombat, unit: Unit, place: int) -> str:
    """Return the rule that forbids an ability whatever its target.

    Rules: action.costs, action.one-attack-per-round, action.no-repeat, action.limited-uses,
    action.recharge, resource.limit-break-cost, resource.limit-break-once, interrupt.off-turn.
    """
    ability = unit.sheet.abilities[place]
    if ability.uses:
        return "interrupt.off-turn"
    if abilities.cost_of(ability) > unit.actions or (ability.uses_move and unit.used[MOVED]):
        return "action.costs"
    if abilities.part_of(unit, ability).attack and unit.used[ATTACKED]:
        return "action.one-attack-per-round"
    used = unit.used[FIRST_OWN + place]
    if ability.has("limit-break"):
        if used:
            return "resource.limit-break-once"
        if unit.resolve < ability.resolve:
            return "resource.limit-break-cost"
    elif ability.recharge:
        if used:
            return "action.recharge"
    elif ability.limit:
        if used >= ability.limit:
            return "action.limited-uses"
    elif used and not ability.has("repeatable"):
        return "action.no-repeat"
    if ability.basic in ("run", "dash") and unit.has(STATES["immobile"]):
        return "status.immobile"
    if ability.basic in ("run", "dash") and unit.stance() == "stance-shield-lane":
        return "effect.stance"
    return ""


def forbids(combat: IconCombat, unit: Unit, code: int) -> str:
    """Return the rule that forbids a code, "" if none does: asked by options and refusals."""
    if code == STANDARD:
        if unit.has(STATES["immobile"]):
            return "status.immobile"
        return "move.standard" if unit.used[MOVED] else ""
    if code == DROP_STANCE:
        started = unit.used[MOVED] or unit.actions < 2
        return "effect.stance" if started or not unit.stance() else ""
    place, target = parts(code)
    rule = bars_use(combat, unit, place)
    if rule:
        return rule
    ability = abilities.part_of(unit, unit.sheet.abilities[place])
    if target >= CELL:
        return bars_cell(combat, unit, ability, target - CELL)
    if target:
        return bars_target(combat, unit, ability, combat.units[target - 1])
    if needs_target(ability):
        return "" if ability.optional else "attack.no-self-or-ally"
    return ""


def bars_cell(combat: IconCombat, unit: Unit, ability: Ability, cell: int) -> str:
    """Rule: terrain.destructible."""
    if ability.attack == "" or combat.toughness[cell] <= 0:
        return "terrain.destructible"
    far = geometry.from_cell(combat, cell, unit)
    if far > reach_of(combat, unit, ability, None) or far < ability.least:
        return "terrain.destructible"
    holder = combat.at(cell)
    if holder is not None and holder.able():
        return "terrain.destructible"
    return "" if geometry.sees_cell(combat, unit, cell) else "terrain.destructible"


def parts(code: int) -> tuple[int, int]:
    return code // USE - 1, code % USE


def thinkable(combat: IconCombat, unit: Unit) -> list[int]:
    """Return every code one may think of, in a fixed order."""
    found = [STANDARD, DROP_STANCE]
    for place, whole in enumerate(unit.sheet.abilities):
        base = (place + 1) * USE
        if whole.uses:
            found.append(base)
            continue
        ability = abilities.part_of(unit, whole)
        if not needs_target(ability):
            found.append(base)
            continue
        if ability.optional:
            found.append(base)
        found.extend([base + 1 + one.index for one in combat.units if one.cell >= 0])
        if ability.attack:
            for cell in range(combat.grid.size):
                if combat.toughness[cell] > 0:
                    found.append(base + CELL + cell)
    return found


def possible(combat: IconCombat, unit: Unit) -> list[int]:
    found: list[int] = []
    barred: dict[int, bool] = {}
    for code in thinkable(combat, unit):
        if code >= USE:
            place = code // USE - 1
            if place not in barred:
                barred[place] = bars_use(combat, unit, place) != ""
            if barred[place]:
                continue
        if forbids(combat, unit, code) == "":
            found.append(code)
    return found


def key(combat: IconCombat, unit: Unit, code: int) -> str:
    if code == STANDARD:
        return "move"
    if code == DROP_STANCE:
        return "drop stance"
    place, target = parts(code)
    id = unit.sheet.abilities[place].id
    if target >= CELL:
        return f"{id} at {combat.grid.name(target - CELL)}"
    return f"{id} {combat.units[target - 1].name}" if target else id


def option(combat: IconCombat, unit: Unit, code: int) -> Option:
    word = key(combat, unit, code)
    if code < USE:
        return Option(code, word, word, unit.index)
    place, target = parts(code)
    ability = unit.sheet.abilities[place]
    cost = abilities.cost_of(ability)
    if target >= CELL:
        cells = [target - CELL]
        return Option(code, word, "use", unit.index, None, cells, ability.id, cost)
    targets = [target - 1] if target else []
    return Option(code, word, "use", unit.index, targets, None, ability.id, cost)


def perform(combat: IconCombat, unit: Unit, code: int) -> None:
    """Pay and do. Rules: action.costs, action.combo, status.stunned, resource.limit-break-cost."""
    if code == STANDARD:
        unit.used[MOVED] += 1
        walk(combat, movement.Move(combat, unit, unit.sheet.speed, movement.PLAIN))
        return
    if code == DROP_STANCE:
        condition.end_stance(combat, unit)
        return
    place, target = parts(code)
    whole = unit.sheet.abilities[place]
    ability = abilities.part_of(unit, whole)
    unit.actions -= abilities.cost_of(whole)
    unit.used[FIRST_OWN + place] += 1
    if whole.uses_move:
        unit.used[MOVED] += 1
    if whole.parts:
        unit.combo += 1
    unit.resolve -= whole.resolve
    stunned = unit.status("stunned")
    use = Use(unit.index, target - 1 if 0 < target < CELL else -1, ability)
    use.whole = whole
    use.slow = unit.slow_now
    if target >= CELL:
        use.cell = target - CELL
    elif ability.target == "self" and not ability.attack:
        use.target = unit.index
    combat.touch()
    abilities.perform(combat, use)
    if stunned:
        condition.lose(combat, unit, "stunned")
        unit.ended = True
