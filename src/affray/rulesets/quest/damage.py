"""Damage and healing, in the order in which the rules count them."""

from __future__ import annotations

from typing import Final

from affray.core.dice import DAMAGE, OTHER, Dice, Known, Table, Throw
from affray.core.event import Damaged, Healed, Part, Told
from affray.rulesets.quest.attack.declared import HURLED, Attack
from affray.rulesets.quest.condition import modifiers, states, wounds
from affray.rulesets.quest.condition.states import FROZEN
from affray.rulesets.quest.death import drop_out
from affray.rulesets.quest.definitions import Amount, Status, Thing
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import (
    DEFEATED,
    FATAL,
    FIRE,
    GUARDING,
    PHYSICAL,
    SNEAK_ATTACK,
    WEAPON,
    WEAPON_FOCUS,
)
from affray.rulesets.quest.text import explain

FATAL_BONUS: Final = 16  # wound.fatal


class DiceSum(Throw):
    """Several kinds of dice added up, in the order given: (count, sides) each."""

    def __init__(self, groups: list[tuple[int, int]]) -> None:
        self.groups = groups

    def made(self, dice: Dice) -> int:
        total = 0
        for count, sides in self.groups:
            for _ in range(count):
                total += dice.roll(sides)
        return total

    def key(self) -> tuple[int, ...]:
        found: list[int] = []
        for count, sides in sorted(self.groups):
            found.append(count)
            found.append(sides)
        return tuple(found)

    def table(self, known: Known) -> Table:
        ways: dict[int, int] = {0: 1}
        for count, sides in self.groups:
            for _ in range(count):
                more: dict[int, int] = {}
                for total, weight in ways.items():
                    for face in range(1, sides + 1):
                        more[total + face] = more.get(total + face, 0) + weight
                ways = more
        return sorted(ways.items())

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        return [("damage", faces, sum(faces))]


def roll(
    combat: QuestCombat, groups: list[tuple[int, int]], purpose: int, who: int, rule: str, what: str
) -> int:
    """Roll dice of several kinds as one throw; none at all come to 0 unrolled."""
    groups = [group for group in groups if group[0] > 0]
    if not groups:
        return 0
    return combat.throw(DiceSum(groups), purpose, who, rule, what)


def roll_amount(combat: QuestCombat, amount: Amount, who: int, rule: str, what: str) -> int:
    """Roll dice with a number added."""
    return roll(combat, [(amount.count, amount.sides)], OTHER, who, rule, what) + amount.plus


# ---- of an attack --------------------------------------------------------------------------------


def dice_of(combat: QuestCombat, attack: Attack) -> list[tuple[int, int]]:
    """Return the damage dice, in their order, of an attack that hurts.

    Rules: attack.dice-order, damage.by-weapon-or-spell, feat.weapon-focus, sneak.damage,
    feat.sneak-attack.
    """
    attacker = combat.units[attack.actor]
    groups: list[tuple[int, int]] = []
    if attack.weapon is not None:
        dice = attack.weapon.dice
        groups.append((dice.count, dice.sides))
        if attack.feats():
            groups.append((extra_dice(attacker, attack.weapon), dice.sides))
    elif attack.spell is not None:
        groups.append((attack.spell.dice.count, attack.spell.dice.sides))
    if attack.sneak:
        groups.append((1, 4))
        if attack.feats() and attacker.has_feat(SNEAK_ATTACK):
            groups.append((1, 4))
    groups += attack.more_dice
    return groups


def extra_dice(unit: QuestCombatant, weapon: Thing) -> int:
    """Return how many more dice a focused weapon rolls. Rule: feat.weapon-focus."""
    return unit.sheet.focus.get(weapon.id, 0) if unit.has_feat(WEAPON_FOCUS) else 0


def flat_bonus(attack: Attack, attacker: QuestCombatant) -> int:
    """Return what is added to the dice.

    Rules: damage.strength, action.ba-melee-damage.
    """
    weapon = attack.weapon
    if weapon is None:
        return attack.spell.dice.plus if attack.spell is not None else 0
    total = weapon.dice.plus
    if weapon.kind == WEAPON and (weapon.melee or attack.manner == HURLED):
        if attack.adds_strength():
            total += modifiers.strength(attacker)
        if weapon.melee:
            total += attacker.boost_damage
    return total


def rolled(combat: QuestCombat, attack: Attack) -> int:
    """Return what the damage dice of an attack show. Rule: damage.by-weapon-or-spell."""
    groups = dice_of(combat, attack)
    rule = "damage.by-weapon-or-spell"
    return roll(combat, groups, DAMAGE, attack.actor, rule, attack.means())


def gross(combat: QuestCombat, attack: Attack, dice: int) -> int:
    """Return the damage of an attack before reductions; a critical hit multiplies all of it.

    Rules: damage.order, crit.doubles-damage, crit.super-quadruples, sneak.damage-multiplied.
    """
    return max(0, dice + flat_bonus(attack, combat.units[attack.actor])) * attack.times()


def deal(combat: QuestCombat, attack: Attack) -> bool:
    """Deal the damage of a hit, and the wound of its aim; return whether it leaves that wound.

    What arrives decides on the wound; a fatal one may then add flat damage.
    Rules: damage.order, wound.fatal, wound.fatal-flat.
    """
    attacker = combat.units[attack.actor]
    target = combat.units[attack.target]
    type = attack.type()
    dice = rolled(combat, attack)
    whole = gross(combat, attack, dice)
    lost = mitigated(combat, target, whole, type, attack.crushing())
    parts: list[Part] = []
    if combat.watched:
        parts = explain.damage(attack, attacker, target, dice, whole)
    wounded = wounds.leaves_wound(attack, lost)
    if wounded:
        wounds.inflict(combat, target, attack.aim, attacker.index)
        if attack.aim == FATAL and combat.roll(4, DAMAGE, attacker.index, "wound.fatal") == 4:
            lost += FATAL_BONUS
            parts.append((FATAL_BONUS, "wound.fatal-flat"))
    hurt(combat, target, lost, type, attacker.index, "damage.order", attack.means(), parts)
    attack.felled = not target.present
    return wounded


# ---- taking damage -------------------------------------------------------------------------------


def physical(type: int) -> bool:
    """Return whether a type of damage is physical: blunt, slash or pierce."""
    return type < len(PHYSICAL)


def reduction(unit: QuestCombatant) -> int:
    """Return what feats and states take off physical damage besides hide and armour.

    Rules: damage.reductions, feat.guarding.
    """
    total = 2 if unit.has_feat(GUARDING) else 0
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Status):
            total += effect.reduction
    return total


def mitigated(
    combat: QuestCombat, target: QuestCombatant, gross: int, type: int, crushing: bool
) -> int:
    """Return the net damage: all flat reductions subtract, down to 0; immunity makes it 0.

    Rules: damage.reductions, damage.minimum-zero, damage.each-attack-separately, sheet.armour,
    feat.guarding.
    """
    if type in target.sheet.immune:
        return 0
    less = target.sheet.resist.get(type, 0)
    if physical(type):
        less += target.sheet.hide + reduction(target)
        if target.sheet.armour is not None:
            worn = target.sheet.armour.reduction
            less += max(0, worn - 1) if crushing else worn
    return max(0, gross - less)


def hurt(
    combat: QuestCombat,
    unit: QuestCombatant,
    amount: int,
    type: int,
    source: int,
    rule: str,
    ability: str,
    parts: list[Part],
) -> None:
    """Take damage off hit points; at 0 the unit is defeated.

    ``parts`` says what the amount is made of, of ``ability`` by ``source``, if anybody watches.
    Rules: death.zero-hit-points, condition.frozen.
    """
    if not unit.present:
        return
    before = unit.hp
    unit.hp = max(0, unit.hp - amount)
    combat.mark_changed()
    if combat.watched:
        who = unit.index
        if unit.hp == before:
            combat.tell(Told("unharmed", who, source, ability, 0, rule))
        else:
            if amount > before:
                parts.append((before - amount, "death.zero-hit-points"))
            combat.tell(Damaged(who, "hp", before, unit.hp, rule, source, ability, parts))
    if amount > 0 and type == FIRE:
        states.lose(combat, unit, FROZEN)
    if before > 0 and unit.hp == 0:
        drop_out(combat, unit, DEFEATED, "death.zero-hit-points")


def fall(combat: QuestCombat, unit: QuestCombatant, deep: int) -> None:
    """Hurt a unit that drops: 1d6 for each full 2, without reductions. Rule: move.fall."""
    amount = roll(combat, [(deep // 2, 6)], OTHER, unit.index, "move.fall", "fall")
    hurt(combat, unit, amount, 0, -1, "move.fall", "fall", [(amount, "move.fall")])


# ---- healing -------------------------------------------------------------------------------------


def heal(
    combat: QuestCombat,
    unit: QuestCombatant,
    amount: int,
    removes: int,
    source: int,
    chooser: QuestCombatant | None,
    ability: str,
    parts: list[Part],
) -> None:
    """Give hit points back as one instance, and remove wounds.

    ``chooser`` chooses the wounds that the source removes: the unit itself unless another is named.
    ``parts`` says what the amount is made of.
    Rules: damage.healing-cap, spell.heal-is-one-instance.
    """
    if not unit.present:
        return  # death.out-of-battle
    before = unit.hp
    gained = max(0, min(amount, unit.max_hp - unit.hp))
    unit.hp += gained
    combat.mark_changed()
    if combat.watched and amount:
        who, rule = unit.index, "damage.healing-cap"
        if not gained:
            combat.tell(Told("unhealed", who, source, ability, 0, rule))
        else:
            if gained < amount:
                parts.append((gained - amount, rule))
            combat.tell(Healed(who, "hp", before, unit.hp, rule, source, ability, parts))
    wounds.after_healing(combat, unit, gained, removes, unit if chooser is None else chooser)
