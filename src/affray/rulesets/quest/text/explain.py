"""Why a number is what it is: its parts, each with its rule, in the order in which rules add them.

What the rules play with is worked out in ``sheet`` and ``attack``; tests hold the sums equal over
long runs.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from affray.core.event import Rolled
from affray.rulesets.quest import carrying, geometry
from affray.rulesets.quest.attack import declared
from affray.rulesets.quest.attack.declared import HURLED, Attack
from affray.rulesets.quest.condition import modifiers
from affray.rulesets.quest.condition.modifiers import flat_footed
from affray.rulesets.quest.definitions import Status
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import (
    CENTER,
    DISARMING,
    DISRUPTING,
    DISRUPTING_THREE,
    GUARDING,
    IRON_GRIP,
    PHYSICAL,
    READY_BLADE,
    SLOWING,
    STEADY_AIM,
    WEAKENING,
    WEAPON,
)

Parts: TypeAlias = list[tuple[int, str]]

NAMES: Final = (
    "accuracy",
    "agility",
    "strength",
    "movement",
    "free hit slots",
    "bonus actions",
    "target number",
)


def breakdown(combat: QuestCombat, unit: QuestCombatant, name: str) -> Parts:
    """Return the parts of one number of a unit: they add up to it.

    The target number is that against an attacker whom it detects, without cover.
    """
    if name == "accuracy":
        return accuracy(combat, unit)
    if name == "agility":
        return agility(unit)
    if name == "strength":
        return told([(unit.sheet.strength, "sheet.modifiers"), *wounded(unit, WEAKENING, 1)])
    if name == "movement":
        return movement(combat, unit)
    if name == "free hit slots":
        more = 1 if unit.has_feat(READY_BLADE) else 0
        return floored([*agility(unit), (1, "freehit.slots"), (more, "freehit.slots")])
    if name == "bonus actions":
        found = [(2, "turn.allowance"), *wounded(unit, WEAKENING, 1)]
        return told([*found, *[(status.bonus_actions, status.rule) for status in statuses(unit)]])
    return base_number(combat, unit, None)


def told(parts: Parts) -> Parts:
    """Leave out what adds nothing."""
    return [part for part in parts if part[0]]


def floored(parts: Parts) -> Parts:
    """Raise a sum below 0 to it."""
    total = sum(amount for amount, _ in parts)
    return told([*parts, (-total if total < 0 else 0, "wound.penalties-can-go-negative")])


def statuses(unit: QuestCombatant) -> list[Status]:
    """Return the states of a unit that change numbers."""
    return [held.effect for held in unit.effects if isinstance(held.effect, Status)]


def wounded(unit: QuestCombatant, kind: int, by: int) -> Parts:
    """Return what wounds of a kind take, each ``by``."""
    rules = {
        SLOWING: "wound.slowing-agility",
        WEAKENING: "wound.weakening-strength",
        DISRUPTING: "wound.disrupting-battle",
    }
    return [(-by * unit.wounds[kind], rules[kind])]


def accuracy(combat: QuestCombat, unit: QuestCombatant) -> Parts:
    """Return the parts of the current Accuracy modifier."""
    fresh = 2 if combat.options[DISRUPTING_THREE] else 3
    parts = [(unit.sheet.accuracy, "sheet.modifiers"), *wounded(unit, DISRUPTING, 1)]
    return told([*parts, (-fresh * unit.fresh, "wound.disrupting-round")])


def agility(unit: QuestCombatant) -> Parts:
    """Return the parts of the current Agility modifier."""
    parts = [(unit.sheet.agility, "sheet.modifiers"), *wounded(unit, SLOWING, 1)]
    if unit.sheet.armour is not None:
        parts.append((unit.sheet.armour.agility, "sheet.armour"))
    return told([*parts, *[(status.agility, status.rule) for status in statuses(unit)]])


def movement(combat: QuestCombat, unit: QuestCombatant) -> Parts:
    """Return the parts of how many spaces a move action gives."""
    own = unit.sheet
    parts = [(own.movement, "sheet.derived")]
    parts.append((-2 * unit.wounds[SLOWING], "wound.slowing-movement"))
    if own.armour is not None:
        parts.append((own.armour.movement, "sheet.armour"))
    shield = carrying.shield_of(combat, unit)
    if shield is not None:
        parts.append((shield.movement, "sheet.armour"))
    parts += [(status.movement, status.rule) for status in statuses(unit)]
    total = sum(amount for amount, _ in parts)
    return told([*parts, (-total if total < 0 else 0, "move.never-negative")])


def base_number(
    combat: QuestCombat, unit: QuestCombatant, attacker: QuestCombatant | None
) -> Parts:
    """Return the parts of a target number before cover."""
    if flat_footed(combat, unit, attacker):
        return [(5, "condition.flat-footed-five")]
    if unit.prone:
        return [(5, "condition.prone-five-plus-agility"), *agility(unit)]
    parts = [(10, "attack.target-number"), *agility(unit), (unit.boost_dodge, "action.ba-dodge")]
    shield = carrying.shield_of(combat, unit)
    if shield is not None:
        parts.append((shield.dodge, "attack.hands"))
    return told(parts)


# ---- attacks -------------------------------------------------------------------------------------


def target_number(combat: QuestCombat, attack: declared.Attack) -> Parts:
    """Return the parts of what an attack has to reach, as ``attack.target_number`` adds them."""
    attacker = combat.units[attack.actor]
    target = combat.units[attack.target]
    parts = base_number(combat, target, attacker)
    if not attack.melee() and geometry.covered(combat, attacker, target):
        parts.append((2, "geometry.cover"))
    if attack.disarming() and target.has_feat(IRON_GRIP):
        parts.append((4, "attack.disarm"))
    return parts


def attack_bonus(combat: QuestCombat, attack: declared.Attack) -> Parts:
    """Return the parts of what is added to the d20, as ``attack.accuracy`` adds them."""
    attacker = combat.units[attack.actor]
    target = combat.units[attack.target]
    weapon = attack.weapon
    parts = [*accuracy(combat, attacker), (attacker.boost_hit, "action.ba-hit")]
    parts.append((attack.accuracy, "spell.notes-options"))
    if weapon is not None:
        parts.append((weapon.accuracy, "attack.accuracy-bonuses-add"))
        helps = attack.manner == declared.DISARM and weapon.has(DISARMING)
        parts.append((2 if helps else 0, "attack.disarm"))
        steady = attack.feats() and attacker.has_feat(STEADY_AIM)
        far = geometry.distance(combat, attacker, target) > 6
        steady = steady and far and weapon.kind == WEAPON and not weapon.melee
        parts.append((1 if steady else 0, "attack.accuracy-bonuses-add"))
    parts.append((1 if attack.aim == CENTER else 0, "attack.center-mass"))
    behind = geometry.behind(combat, attacker, target)
    return told([*parts, (1 if behind else 0, "attack.from-behind")])


def add_reasons(combat: QuestCombat, bonus: Parts, number: Parts) -> None:
    """Say of the attack roll just told what made up its numbers."""
    event = combat.events[-1] if combat.events else None
    if isinstance(event, Rolled):
        event.reasons.extend([("attack", amount, rule) for amount, rule in bonus])
        event.reasons.extend([("against", amount, rule) for amount, rule in number])


# ---- damage --------------------------------------------------------------------------------------


def damage(
    attack: Attack, attacker: QuestCombatant, target: QuestCombatant, dice: int, gross: int
) -> Parts:
    """Return what the damage that arrives is made of: dice, additions, multiple, reductions.

    ``dice`` is what the dice show, ``gross`` the damage before reductions.
    """
    parts = [(dice, "damage.by-weapon-or-spell"), *additions(attack, attacker)]
    sum_ = sum(amount for amount, _ in parts)
    if sum_ < 0:
        parts.append((-sum_, "damage.minimum-zero"))
    rule = "crit.super-quadruples" if attack.times() == 4 else "crit.doubles-damage"
    parts.append((gross - max(0, sum_), rule))
    return told([*parts, *stopped(target, gross, attack.type(), attack.crushing())])


def additions(attack: Attack, attacker: QuestCombatant) -> Parts:
    """Return what is added to the damage dice of an attack, as ``damage.flat_bonus`` has it."""
    weapon = attack.weapon
    if weapon is None:
        return [(attack.spell.dice.plus, attack.spell.id)] if attack.spell is not None else []
    parts = [(weapon.dice.plus, weapon.id)]
    if weapon.kind == WEAPON and (weapon.melee or attack.manner == HURLED):
        if attack.adds_strength():
            parts.append((modifiers.strength(attacker), "damage.strength"))
        if weapon.melee:
            parts.append((attacker.boost_damage, "action.ba-melee-damage"))
    return parts


def stopped(target: QuestCombatant, gross: int, type: int, crushing: bool) -> Parts:
    """Return what is taken off damage of a type, as ``damage.mitigated`` has it: all below 0."""
    own = target.sheet
    if type in own.immune:
        return told([(-gross, "immune")])
    parts = [(-own.resist.get(type, 0), "resistance")]
    if type < len(PHYSICAL):
        parts.append((-own.hide, "hide"))
        parts.append((-2 if target.has_feat(GUARDING) else 0, "feat.guarding"))
        parts += [(-status.reduction, status.id) for status in statuses(target)]
        if own.armour is not None:
            worn = own.armour.reduction
            parts.append((-(max(0, worn - 1) if crushing else worn), "sheet.armour"))
    less = sum(amount for amount, _ in parts)
    if gross + less < 0:
        parts.append((-(gross + less), "damage.minimum-zero"))
    return told(parts)
