"""What a hit does: damage, what blocks it, and the effects that follow."""

from __future__ import annotations

from typing import Final

from affray.core.dice import ATTACK
from affray.rulesets.ingenuity import (
    attack,
    bearing,
    condition,
    damage,
    geometry,
    maneuver,
    spell,
    test,
    weapon,
)
from affray.rulesets.ingenuity.state import (
    ARCANE,
    COLD,
    FIGHTING,
    FIRE,
    SHOCK,
    STRUCK,
    TRIED,
    VERSATILE,
    IngenuityCombat,
    Unit,
)


def strength(combat: IngenuityCombat, unit: Unit, deed: attack.Attack) -> int:
    """Return the damage of a hit before anything is taken off.

    Rules: attack.damage, attack.critical.damage, attack.versatile, attack.damage.uses-final-result.
    """
    one = deed.weapon
    total = deed.total + (one.crit if deed.critical else one.damage) + deed.harm
    if one.has(VERSATILE) and one.hands == 1 and weapon.free_hands(combat, unit) >= 1:
        total += 1
    return total + (0 if deed.ranged or deed.power is not None else condition.rage(unit))


def wound(
    combat: IngenuityCombat, unit: Unit, target: Unit, deed: attack.Attack, base: int
) -> None:
    """Deal the damage of a hit, to what blocks it or to the character.

    Rules: attack.reduction, attack.min-damage, reaction.block.damage, reaction.block.excess,
    reaction.block.any-type, reaction.block.no-size.
    """
    if deed.weapon.harmless:
        return
    total = strength(combat, unit, deed)
    size = unit.bulk() if unit.bulk() != target.bulk() else 0
    blocking = deed.block is not None or deed.screen
    if blocking:
        amount = damage.softened(target, blocked(combat, target, deed, total), deed.type)
    else:
        less = damage.deflection(target, deed.type, size, deed.parries, base)
        if deed.power is not None and deed.power.ignores_metal:
            less = max(0, less - target.sheet.metal)
        amount = damage.reduced(target, total, less, deed.type)
        if deed.power is not None and deed.power.works == "ignite" and target.is_held("wet"):
            amount = (amount + 1) // 2
    deed.through = amount
    rule = "attack.damage" if deed.power is None else "power.attack"
    damage.hurt(combat, target, amount, deed.type, rule, nonlethal=deed.nonlethal, deed=deed)


def blocked(combat: IngenuityCombat, target: Unit, deed: attack.Attack, total: int) -> int:
    """Wear what blocks; return the excess. Rules: reaction.block.damage, reaction.block.excess."""
    if deed.block is None:
        return screened(combat, target, total)
    piece = deed.block
    thing = combat.thing(piece)
    taken = max(1, total - thing.block)
    room = thing.durability - piece.wear
    piece.wear = min(thing.durability, piece.wear + taken)
    combat.mark_changed()
    if combat.watched:
        combat.say("blocks", target.index, -1, thing.id, min(taken, room), "reaction.block.damage")
    return max(0, taken - room)


def screened(combat: IngenuityCombat, target: Unit, total: int) -> int:
    """Let a shield of force take a hit; return the excess. Rule: reaction.block.damage."""
    power = combat.library.power("shield-of-force")
    taken = max(1, total - power.block)
    room = target.amount("shielded")
    if combat.watched:
        combat.say("blocks", target.index, -1, power.id, min(taken, room), "reaction.block.damage")
    condition.lessen(combat, target, "shielded", taken)
    if target.concentrates != power.id:
        condition.lose(combat, target, "shielded")  # made for this block alone
    elif not target.is_held("shielded"):
        condition.stop_concentrating(combat, target)
    return max(0, taken - room)


def on_hit(combat: IngenuityCombat, unit: Unit, target: Unit, deed: attack.Attack) -> None:
    """Let what a weapon, a creature or a manoeuvre adds follow from the same result.

    Rules: attack.on-hit, maneuver.attack, reaction.block.effects.
    """
    if deed.power is not None:
        spell.follow(combat, unit, target, deed.power, deed)
        return
    listed = [(deed.weapon.on_hit, deed.weapon.on_hit_n, deed.weapon.against)]
    if deed.piece is None or deed.weapon.natural:
        listed.append((unit.sheet.on_hit, unit.sheet.on_hit_n, unit.sheet.against))
    for name, n, against in listed:
        if not name or not target.present:
            continue
        if not against and not deed.through:
            continue  # only with damage
        more = 1 if target.sheet.steady and name == "prone" else 0
        if not against or damage.withstand(combat, target, deed.total, against, deed, more):
            inflict(combat, unit, target, name, n)
    if deed.critical and target.present and unit.is_held("elemental"):
        element(combat, unit, target, deed)
    if deed.maneuver is not None and target.present:
        maneuver.follow(combat, unit, target, deed)


def inflict(combat: IngenuityCombat, unit: Unit, target: Unit, name: str, n: int) -> None:
    """Lay on what an entry lists. Rule: attack.on-hit."""
    if name == "poison":
        difficulty = unit.sheet.poison + 1000 * max(0, combat.round)
        condition.gain(combat, target, name, n, unit.index, 0, difficulty)
    elif name == "prone":
        condition.fall_prone(combat, target, "attack.on-hit")
    else:
        condition.gain(combat, target, name, max(1, n), unit.index)


def element(combat: IngenuityCombat, unit: Unit, target: Unit, deed: attack.Attack) -> None:
    """Let a critical of an Elemental Weapon do what its element does."""
    types = weapon.types_of(unit, deed.weapon, deed.piece)
    if deed.type not in types or deed.weapon.types == [deed.type]:
        return
    if deed.type == FIRE:
        condition.gain(combat, target, "burning", 1, unit.index)
    elif deed.type == SHOCK:
        condition.gain(combat, target, "stunned", 1, unit.index)
    elif deed.type == COLD:
        condition.spend(combat, target, min(2, target.stamina), 0)
    elif deed.type == ARCANE:
        condition.spend(combat, target, 0, min(2, target.focus))


OBJECT: Final = 4  # evasion of an object as big as a man, and its size


def strike_object(combat: IngenuityCombat, unit: Unit, deed: attack.Attack, cell: int) -> None:
    """Attack what can be destroyed: nothing answers, nothing but size is taken off.

    Rules: attack.objects, attack.multiple.counted, attack.thrown, attack.stray.trigger,
    condition.blinded.
    """
    one = deed.weapon
    deed.lethal = True
    weapon.choose_how(combat, unit, deed)
    made = test.Test(unit, deed.attribute, FIGHTING, "attack.test")
    made.purpose = ATTACK
    made.attack = True
    made.threshold = one.threshold
    made.proficiency = unit.sheet.proficiencies.get(deed.proficiency, 0)
    apart = geometry.distance_to(combat, unit, cell)
    far = max(0, weapon.penalty_at(unit, apart, one, deed.ranged))
    deed.thing = combat.objects().index(cell)
    made.bonus = attack.bonus_of(combat, unit, deed) - far + damage.rallied(combat, unit)
    made.luck_bonus = attack.luck_of_magic(combat, unit)
    made.level = max(0, OBJECT + unit.bulk() - OBJECT)  # attack.size.evasion
    made.worse = 1 if one.unfit and apart <= one.unfit else 0
    made.worse += 1 if unit.is_held("blinded") else 0
    attack.mark(unit, deed)
    unit.used[TRIED] |= 1 << attack.goal_of(combat, deed)
    deed.total = test.make(combat, made)
    deed.luck = made.luck
    deed.critical = made.luck >= one.threshold
    if attack.goes_astray(deed):
        attack.stray(combat, deed, cell, 1)
    if deed.strayed:
        attack.finish(combat, unit, deed)
        attack.afterwards(combat, deed)
        return
    if deed.critical or deed.total >= made.level:
        unit.used[STRUCK] |= 1 << attack.goal_of(combat, deed)
        damage_object(combat, unit, deed, cell)
    else:
        attack.fail(unit, deed)
    if deed.thrown and deed.piece is not None:
        bearing.part_with(combat, unit, deed.piece, -1 if one.breaks else cell)
    combat.mark_changed()


def damage_object(combat: IngenuityCombat, unit: Unit, deed: attack.Attack, cell: int) -> None:
    """Rules: attack.objects, attack.damage, attack.size.deflection."""
    total = strength(combat, unit, deed) - max(0, OBJECT - unit.bulk())
    combat.struck[combat.objects().index(cell)] += max(1, total)
    if combat.watched:
        done = "destroys" if combat.ruined(cell) else "damages"
        amount = combat.struck[combat.objects().index(cell)]
        combat.say(done, unit.index, -1, "", amount, "attack.objects", cell=cell)
