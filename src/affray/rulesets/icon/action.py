"""What one may do in a turn: the options, who says no, and paying."""

from __future__ import annotations

from typing import Final

from affray.core.choice import Option
from affray.core.walk import walk
from affray.rulesets.icon import ability as abilities
from affray.rulesets.icon import area, condition, damage, geometry, movement, terrain
from affray.rulesets.icon.deed import Use
from affray.rulesets.icon.state import IconCombat, Unit
from affray.rulesets.icon.terms import ATTACKED, FIRST_OWN, MOVED
from affray.rulesets.icon.vocabulary import IMMOBILE, Ability

STANDARD: Final = 1
DROP_STANCE: Final = 2
WORK: Final = 100  # WORK + number of the object
USE: Final = 10_000  # USE + place of the ability * USE + code
CELL: Final = 1000  # codes from here: terrain
ENDLESS: Final = 1_000_000  # a range that nothing limits

FACTS: Final = {
    "action.costs": "its whole cost is not available",
    "action.one-attack-per-round": "it has already attacked this round",
    "action.no-repeat": "it was already used in this turn",
    "action.limited-uses": "it has no uses left",
    "action.recharge": "it is not recharged",
    "action.interact": "it is not next to the object",
    "attack.target-hostile": "the target is not in range and sight",
    "attack.no-self-or-ally": "that is no legal target",
    "aoe.close-blast": "there is no place in sight for it",
    "effect.stealth": "the target is in stealth",
    "effect.summon": "a summon is nobody's target",
    "resource.limit-break-cost": "there is not enough Resolve",
    "resource.limit-break-once": "it was used in this combat",
    "interrupt.off-turn": "it answers a trigger",
    "move.standard": "the standard move is spent",
    "effect.stance": "no stance can be dropped now",
    "golden.specific-beats-general": "its stance forbids it",
    "action.rescue-limits": "nobody there can be rescued",
    "status.immobile": "it is immobile",
    "terrain.destructible": "there is no such terrain in reach",
}


def fact(rule: str) -> str:
    return FACTS.get(rule, rule)


# ---- targets and ranges ------------------------------------------------------------------------


def picks_targets(ability: Ability) -> bool:
    """Return whether somebody is chosen as its target."""
    return ability.attack != "" or ability.target not in ("", "self", "space")


def needs_target(ability: Ability) -> bool:
    """Return whether a target is named together with the ability."""
    return not ability.shape and not ability.before and picks_targets(ability)


def reach_of(combat: IconCombat, unit: Unit, ability: Ability, target: Unit | None) -> int:
    """Return the range of an ability.

    Rules: attack.height-range, status.blinded, golden.specific-beats-general.
    """
    level = combat.elevation(target) if target is not None and target.cell >= 0 else -1
    return Range(combat, unit, ability).down(level)


def reach_now(combat: IconCombat, use: Use, target: Unit) -> int:
    """Return the range of what is under way: what modified it is spent already.

    Rules: attack.next-ability-modifiers, effect.true-strike.
    """
    reach = Range(combat, combat.units[use.actor], use.ability)
    reach.level += use.farther
    if use.strikes_true():
        reach.most = ENDLESS
    return reach.down(combat.elevation(target))


class Range:
    """How far somebody's ability reaches. Rules: attack.height-range, status.blinded."""

    def __init__(self, combat: IconCombat, unit: Unit, ability: Ability) -> None:
        slow = abilities.slowly(combat, unit)
        self.level = ability.range if ability.attack else ability.target_range
        self.level += abilities.number(combat, unit, ability, "range", slow=slow)
        self.up = combat.elevation(unit) if ability.attack == "ranged" else 0
        self.most = blinded(combat, unit, ability, ENDLESS)

    def down(self, level: int) -> int:
        """Return the range against something at an elevation, -1 none."""
        reach = self.level
        if 0 <= level < self.up:
            reach += self.up - level
        return reach if reach < self.most else self.most


def blinded(combat: IconCombat, unit: Unit, ability: Ability, reach: int) -> int:
    """Return a range as blindness allows. Rules: status.blinded, effect.true-strike."""
    most = [one.max_range for one in unit.statuses() if one.max_range]
    if most and not blind_fighter(combat, unit, ability):
        return min(reach, *most)
    return reach


def blind_fighter(combat: IconCombat, unit: Unit, ability: Ability) -> bool:
    """Return whether true strike sets blindness and stealth aside. Rule: effect.true-strike."""
    if not ability.attack:
        return False
    if ability.has("true-strike") or any([mod.word == "true-strike" for mod in ability.mods]):
        return True
    if unit.pending:
        if any([mod.word == "true-strike" for mod in abilities.next_mods(combat, unit, ability)]):
            return True
    slow = abilities.slowly(combat, unit)
    for trigger in ability.triggers:
        if any([mod.word == "true-strike" for mod in trigger.mods]):
            if trigger.when in abilities.ALONE:
                if abilities.alone(combat, unit, trigger, slow=slow):
                    return True
    return False


def bars_target(
    combat: IconCombat, unit: Unit, ability: Ability, target: Unit, reach: Range | None = None
) -> str:
    """Return the rule that forbids a target, "" if none does; ``reach``: if it is known already.

    Rules: attack.target-hostile, attack.no-self-or-ally, effect.stealth, action.rescue-limits,
    setup.two-sides.
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
        if not combat.allies(unit, target):
            return "attack.no-self-or-ally"
    elif who == "self-or-ally" and foe:
        return "attack.no-self-or-ally"
    if target is unit:
        return ""
    far = combat.apart(unit, target)
    if reach is None:
        reach = Range(combat, unit, ability)
    level = combat.elevation(target) if reach.up and target.cell >= 0 else -1
    if far < ability.least or far > reach.down(level):
        return "attack.target-hostile"
    if foe and far > 1 and combat.has(target, "stealth"):
        if not blind_fighter(combat, unit, ability):
            return "effect.stealth"
    if geometry.sees(combat, unit, target) == geometry.HIDDEN:
        return "attack.target-hostile"
    return ""


def bars_cell(
    combat: IconCombat, unit: Unit, ability: Ability, cell: int, reach: Range | None = None
) -> str:
    """Return the rule that forbids attacking terrain. Rule: terrain.destructible."""
    if ability.attack == "" or combat.toughness[cell] <= 0:
        return "terrain.destructible"
    far = geometry.from_cell(combat, cell, unit)
    if reach is None:
        reach = Range(combat, unit, ability)
    if far > reach.down(combat.levels[cell]) or far < ability.least:
        return "terrain.destructible"
    return "" if geometry.sees_cell(combat, unit, cell) else "terrain.destructible"


# ---- what may be done --------------------------------------------------------------------------


def bars_use(combat: IconCombat, unit: Unit, place: int) -> str:
    """Return the rule that forbids an ability whatever its target.

    Rules: action.costs, action.free, action.one-attack-per-round, action.no-repeat,
    action.limited-uses, action.recharge, resource.limit-break-cost, resource.limit-break-once,
    interrupt.off-turn, golden.specific-beats-general.
    """
    whole = unit.sheet.abilities[place]
    ability = abilities.part_of(unit, whole)
    if whole.uses:
        return "interrupt.off-turn"
    if abilities.cost_of(combat, unit, whole) > unit.actions:
        return "action.costs"
    if ability.uses_move and unit.used[MOVED]:
        return "action.costs"
    if unit.used[ATTACKED] and abilities.is_attack(whole, ability):
        return "action.one-attack-per-round"
    used = unit.used[FIRST_OWN + place]
    if whole.has("limit-break"):
        if used:
            return "resource.limit-break-once"
        if unit.resolve < whole.resolve:
            return "resource.limit-break-cost"
    elif whole.recharge:
        if used:
            return "action.recharge"
    elif whole.limit:
        if used >= whole.limit + sum([mod.n for mod in whole.mods if mod.word == "uses"]):
            return "action.limited-uses"
    elif used and not whole.has("repeatable"):
        return "action.no-repeat"
    if whole.basic in ("run", "dash"):
        if unit.holds(IMMOBILE):
            return "status.immobile"
        if condition.forbidden(unit, whole.basic):
            return "golden.specific-beats-general"
    if ability.shape == "close-blast" and not area.finds_room(combat, unit, ability):
        return "aoe.close-blast"
    return ""


def bars_work(combat: IconCombat, unit: Unit, code: int) -> str:
    """Return the rule that forbids working an object. Rule: action.interact."""
    if code - WORK >= len(combat.things) or code - WORK not in terrain.workable(combat, unit):
        return "action.interact"
    place = basic_place(unit, "interact")
    if place < 0:
        return "action.interact"
    return bars_use(combat, unit, place)


def basic_place(unit: Unit, basic: str) -> int:
    for place, one in enumerate(unit.sheet.abilities):
        if one.basic == basic:
            return place
    return -1


def forbids(combat: IconCombat, unit: Unit, code: int) -> str:
    """Return the rule that forbids a code, "" if none does: asked by options and refusals."""
    if code == STANDARD:
        if unit.holds(IMMOBILE):
            return "status.immobile"
        return "move.standard" if unit.used[MOVED] else ""
    if code == DROP_STANCE:
        begun = unit.used[MOVED] > 0 or acted(unit)
        return "effect.stance" if begun or not unit.stance() else ""
    if code < USE:
        return bars_work(combat, unit, code)
    place, target = parts(code)
    rule = bars_use(combat, unit, place)
    return rule or bars_aim(combat, unit, place, target)


def bars_aim(combat: IconCombat, unit: Unit, place: int, target: int) -> str:
    """Return the rule that forbids what an ability is aimed at."""
    ability = abilities.part_of(unit, unit.sheet.abilities[place])
    if target >= CELL:
        return bars_cell(combat, unit, ability, target - CELL)
    if target:
        return bars_target(combat, unit, ability, combat.units[target - 1])
    if needs_target(ability):
        return "" if ability.optional else "attack.no-self-or-ally"
    return ""


def acted(unit: Unit) -> bool:
    """Return whether it has done anything in its turn yet. Rule: effect.stance."""
    if unit.actions < 2:
        return True
    for place, one in enumerate(unit.sheet.abilities):
        free = not one.uses and not one.recharge and not one.resolve
        if free and one.per not in ("round", "combat") and unit.used[FIRST_OWN + place]:
            return True
    return False


def parts(code: int) -> tuple[int, int]:
    return code // USE - 1, code % USE


def tough_cells(combat: IconCombat) -> list[int]:
    """Return the spaces of destructible terrain."""
    return combat.lay().tough


def codes_of(combat: IconCombat, unit: Unit, place: int, tough: list[int]) -> list[int]:
    """Return every code of an ability, in a fixed order."""
    base = (place + 1) * USE
    whole = unit.sheet.abilities[place]
    ability = abilities.part_of(unit, whole)
    if whole.basic == "interact":
        return []
    if whole.uses or not needs_target(ability):
        return [base]
    found = [base] if ability.optional else []
    found += [base + 1 + one.index for one in combat.units if one.cell >= 0]
    if ability.attack:
        found += [base + CELL + cell for cell in tough]
    return found


def thinkable(combat: IconCombat, unit: Unit) -> list[int]:
    """Return every code one may think of, in a fixed order."""
    found = [STANDARD, DROP_STANCE, *[WORK + n for n in range(len(combat.things))]]
    tough = tough_cells(combat)
    for place in range(len(unit.sheet.abilities)):
        found += codes_of(combat, unit, place, tough)
    return found


def possible(combat: IconCombat, unit: Unit) -> list[int]:
    """Return every code that nothing forbids, in the order of ``thinkable``."""
    general = [STANDARD, DROP_STANCE, *[WORK + n for n in range(len(combat.things))]]
    found = [code for code in general if forbids(combat, unit, code) == ""]
    tough = tough_cells(combat)
    here = [(combat.apart(unit, one), one) for one in combat.units if one.cell >= 0]
    for place, whole in enumerate(unit.sheet.abilities):
        if whole.uses or whole.basic == "interact" or bars_use(combat, unit, place):
            continue
        base = (place + 1) * USE
        ability = abilities.part_of(unit, whole)
        if not needs_target(ability):
            found.append(base)
            continue
        if ability.optional:
            found.append(base)
        reach = Range(combat, unit, ability)
        farthest = max(0, reach.down(0))
        for far, other in here:
            if far <= farthest and bars_target(combat, unit, ability, other, reach) == "":
                found.append(base + 1 + other.index)
        if ability.attack:
            for cell in tough:
                if bars_cell(combat, unit, ability, cell, reach) == "":
                    found.append(base + CELL + cell)
    return found


# ---- options -----------------------------------------------------------------------------------


def key(combat: IconCombat, unit: Unit, code: int) -> str:
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


def option(combat: IconCombat, unit: Unit, code: int) -> Option:
    word = key(combat, unit, code)
    if code < WORK:
        return Option(code, word, word, unit.index)
    if code < USE:
        return Option(code, word, "use", unit.index, None, combat.things[code - WORK].cells)
    place, target = parts(code)
    ability = unit.sheet.abilities[place]
    cost = abilities.cost_of(combat, unit, ability)
    if target >= CELL:
        cells = [target - CELL]
        return Option(code, word, "use", unit.index, None, cells, ability.id, cost)
    targets = [target - 1] if target else []
    return Option(code, word, "use", unit.index, targets, None, ability.id, cost)


def why(combat: IconCombat, unit: Unit, code: int, rule: str) -> str:
    """Return the fact for which a code is refused. Rule: attack.cost-types."""
    if rule == "action.costs" and code >= USE:
        whole = unit.sheet.abilities[parts(code)[0]]
        cost = abilities.cost_of(combat, unit, whole)
        needs = f"{cost} action{'s' if cost != 1 else ''}"
        if abilities.part_of(unit, whole).uses_move:
            needs += " and the standard move"
        word = f"a {whole.weight()} attack" if whole.attack else whole.name
        return (
            f"{word} needs {needs}, and {unit.actions} {'is' if unit.actions == 1 else 'are'} left"
        )
    return fact(rule)


# ---- doing it ----------------------------------------------------------------------------------


def perform(combat: IconCombat, unit: Unit, code: int) -> None:
    """Pay and do; whoever is stunned ends its turn by that.

    Rules: action.costs, action.combo, status.stunned, resource.limit-break-cost, effect.stealth.
    """
    if code == STANDARD:
        unit.used[MOVED] += 1
        walk(combat, movement.Move(combat, unit, unit.sheet.speed, movement.PLAIN))
        return
    stunned = [one for one in unit.statuses() if one.ends_turn]
    if code == DROP_STANCE:
        condition.end_stance(combat, unit)
        condition.lose(combat, unit, "stealth")
    elif code < USE:
        place = basic_place(unit, "interact")
        pay(combat, unit, place)
        terrain.work(combat, unit, code - WORK)
        condition.lose(combat, unit, "stealth")
    else:
        use_ability(combat, unit, code)
    if stunned:
        unit.ended = True
        for one in stunned:
            condition.lose(combat, unit, one.id)


def pay(combat: IconCombat, unit: Unit, place: int) -> None:
    """Pay for an ability. Rules: action.costs, action.combo, resource.limit-break-cost."""
    whole = unit.sheet.abilities[place]
    unit.actions -= abilities.cost_of(combat, unit, whole)
    unit.used[FIRST_OWN + place] += 1
    if abilities.part_of(unit, whole).uses_move:
        unit.used[MOVED] += 1
    if whole.parts:
        unit.combo += 1
    unit.resolve -= whole.resolve
    combat.mark_changed()


def use_ability(combat: IconCombat, unit: Unit, code: int) -> None:
    place, target = parts(code)
    whole = unit.sheet.abilities[place]
    ability = abilities.part_of(unit, whole)
    use = Use(unit.index, target - 1 if 0 < target < CELL else -1, ability)
    use.whole = whole
    use.slow = unit.slow_now
    if target >= CELL:
        use.cell = target - CELL
    elif ability.target == "self" and not ability.attack:
        use.target = unit.index
    pay(combat, unit, place)
    abilities.perform(combat, use)
