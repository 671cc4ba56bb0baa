"""Dealing the damage of an ability: rolled once, to each in turn, interrupts after it."""

from __future__ import annotations

from typing import Final

from affray.rulesets.icon import death, reaction
from affray.rulesets.icon.action import operation
from affray.rulesets.icon.attack import subjects
from affray.rulesets.icon.attack.use import AREA, LINE, Use
from affray.rulesets.icon.condition import effects, statuses
from affray.rulesets.icon.damage import levels, taking
from affray.rulesets.icon.damage.taking import Damage
from affray.rulesets.icon.definitions import Op
from affray.rulesets.icon.geometry import terrain
from affray.rulesets.icon.state import IconCombat, IconCombatant

RESULTS: Final = ("miss", "hit", "critical")


def deal(combat: IconCombat, use: Use, blow: Damage) -> bool:
    """Deal damage of a use of an ability; return whether it hurt.

    Rules: damage.order, damage.immune, surrender.when, defeat.at-zero, effect.counter,
    interrupt.timing.
    """
    unit = combat.units[blow.target]
    if taking.unharmed(combat, unit, blow) or unit.index in use.results.immune:
        return False
    if use.target == unit.index:
        use.results.stood = unit.cell
    taking.reduce(combat, use, blow)
    if blow.amount <= 0:
        return False
    loss = blow.amount - taking.absorbed(unit, blow, blow.amount)
    if death.surrenders(combat, use, unit, loss):
        return False
    taking.take(combat, unit, blow)
    dealer = combat.units[blow.dealer]
    hostile = combat.hostile(dealer, unit)
    if hostile:
        statuses.hurt_by_foe(combat, unit)
    if unit.hp <= 0:
        if hostile and dealer.index == use.actor and not unit.sheet.mob:
            use.results.slain = True
        death.defeat(combat, unit, dealer.index)
    elif hostile:
        counter = effects.counters(combat, unit)
        if counter:
            taking.suffer(combat, Damage(unit.index, dealer.index, counter, "effect.counter"))
    if hostile and blow.attack:
        reaction.damaged(combat, use, unit)
    return True


def run_damage(combat: IconCombat, use: Use, op: Op) -> None:
    """Deal damage: rolled once for all it reaches; what traits and summons deal is no ability's.

    Rules: aoe.area-damage-once, damage.types, damage.flat-fixed, terrain.destructible,
    effect.dodge, surrender.when.
    """
    targets = [one for one in subjects.concerned(combat, use, op) if one.able()]
    walls = walls_hit(combat, use, op)
    if not targets and not walls:
        return
    user = combat.units[use.actor]
    amount = op.amount
    rule = "damage.flat-fixed"
    godly = op.type == "godly"
    if op.level:
        if combat.watched:
            rule = levels.rule_of(user.sheet, level_of(use, op))
        amount, past = rolled(combat, use, op, targets)
        godly = godly or past
    spread = use.results.spread or op.who in subjects.OF_AREA
    for unit in targets:
        blow = taking.Damage(use.actor, unit.index, amount, rule)
        blow.ability = use.whole.id
        blow.type = "godly" if godly else op.type or user.sheet.type
        blow.pierce = op.pierce or use.piercing() or use.ability.has("pierce")
        blow.godly = godly
        blow.covered = shielded(combat, use, unit)
        blow.ranged = use.ability.attack == "ranged" and use.phase in (LINE, AREA)
        blow.area = spread and unit.index != use.attack.attacked
        blow.attack = bool(use.ability.attack) and use.phase in (LINE, AREA)
        if use.passive:
            taking.suffer(combat, blow)
        else:
            deal(combat, use, blow)
        if use.results.slain and not use.results.slay_done:
            operation.slay(combat, use)
    for cell in walls:
        terrain.wreck(combat, cell, amount)


def shielded(combat: IconCombat, use: Use, unit: IconCombatant) -> bool:
    """Return whether somebody has cover from damage, or was given cover or resistance against it.

    Cover from what is no area is cover from its ranged attack alone; cover that somebody holds is
    cover from the same.
    Rules: attack.cover-halves, aoe.cover-from-origin.
    """
    if unit.index in use.attack.shielded:
        return True
    if use.area.cells:
        counts = not use.ability.has("melee")
    else:
        counts = use.phase == LINE and use.ability.attack == "ranged"
    return counts and (unit.index in use.attack.covered or combat.has(unit, "cover"))


def rolled(combat: IconCombat, use: Use, op: Op, targets: list[IconCombatant]) -> tuple[int, bool]:
    """Return rolled damage and whether it is godly; for all in an area it is rolled once.

    Rules: aoe.area-damage-once, attack.critical, foe.mob, attack.next-ability-modifiers.
    """
    for known, amount, godly in use.results.rolled:
        if known is op and use.results.spread:
            return amount, godly
    boosts = 0
    bonus = 0
    if use.phase != LINE:
        if use.mods.next is not None:
            boosts = use.mods.next.boost
            bonus = use.mods.next.bonus
    else:
        bonus = use.bonus()
        if targets:
            bonus += target_bonus(combat, combat.units[use.actor], targets[0])
        if use.attack.result > 0:
            boosts = use.mods.all.boost + use.mods.line.boost + (1 if use.attack.result == 2 else 0)
    what = source_of(use, op) if combat.watched else ""
    found = levels.roll(combat, use.actor, level_of(use, op), boosts, bonus, what)
    if use.results.spread:
        use.results.rolled = [*use.results.rolled, (op, found[0], found[1])]
    return found


def source_of(use: Use, op: Op) -> str:
    """Return in a word what brings damage about: the attack's result, the area, "" an effect."""
    if op.who in subjects.OF_AREA:
        return "area"
    return RESULTS[use.attack.result] if use.phase == LINE and use.attack.result >= 0 else ""


def walls_hit(combat: IconCombat, use: Use, op: Op) -> list[int]:
    """Return the terrain that damage of an area reaches. Rule: terrain.destructible."""
    if op.who != "area" or use.mods.all.foes_only:
        return []
    own = use.cell if use.phase == AREA and use.ability.attack else -1  # that of the attack
    return [cell for cell in use.area.cells if cell != own and combat.toughness[cell] > 0]


def level_of(use: Use, op: Op) -> str:
    """Return the level of damage, as mods and talents replace it. Rule: damage.fray-fixed."""
    if op.who in subjects.OF_AREA and use.mods.all.area_level and use.phase == AREA:
        return use.mods.all.area_level
    heavier = "drawn-heavy" in use.mods.flags or "gallery-heavy" in use.mods.flags
    return "heavy" if op.level == "light" and heavier else op.level


def target_bonus(combat: IconCombat, user: IconCombatant, target: IconCombatant) -> int:
    """Return the bonus dice that effects and traits give against a target.

    Rules: action.triggers, damage.bonus.
    """
    bonus = 1 if combat.has(user, "finishing-blow") and target.bloodied() else 0
    for trait in user.sheet.traits:
        if trait.bonus_blight and target.holds(trait.bonus_blight):
            bonus += 1
    return bonus


def batter(combat: IconCombat, use: Use) -> None:
    """Hit destructible terrain: always, and never critically. Rule: terrain.destructible."""
    for op in use.ability.hit:
        if op.name == "damage":
            amount = op.amount
            if op.level:
                boosts = use.mods.all.boost + use.mods.line.boost
                amount, _ = levels.roll(combat, use.actor, op.level, boosts, use.bonus())
            terrain.wreck(combat, use.cell, amount)
