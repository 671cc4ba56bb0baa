"""The numbers of an attack: its roll, what is added to it, and what it has to reach."""

from __future__ import annotations

from affray.core.dice import Dice, Throw
from affray.rulesets.quest import geometry
from affray.rulesets.quest.attack.declared import (
    CRITICAL,
    DECISIVE,
    DIRE,
    DISARM,
    FUMBLE,
    HIT,
    MISS,
    SUPER,
    TRAGEDY,
    Attack,
)
from affray.rulesets.quest.condition import modifiers
from affray.rulesets.quest.state import QuestCombat
from affray.rulesets.quest.terms import CENTER, DISARMING, IRON_GRIP, STEADY_AIM, WEAPON


class AttackRoll(Throw):
    """d20 plus accuracy against a target number; 20 and 1 go on with a d4, its 4 with a d6.

    Rules: attack.roll, crit.natural-20, crit.always-hits, crit.super-d4, crit.decisive-d6,
    fail.natural-1-misses, fail.tragedy-d4, fail.dire-d6.
    """

    def __init__(self, bonus: int, number: int) -> None:
        self.bonus = bonus
        self.number = number

    def made(self, dice: Dice) -> int:
        face = dice.roll(20)
        if face == 20:
            if dice.roll(4) < 4:
                return CRITICAL
            return DECISIVE if dice.roll(6) == 6 else SUPER
        if face == 1:
            if dice.roll(4) < 4:
                return FUMBLE
            return DIRE if dice.roll(6) == 6 else TRAGEDY
        return HIT if face + self.bonus >= self.number else MISS

    def key(self) -> tuple[int, ...]:
        return (max(1, min(21, self.number - self.bonus)),)

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        found: list[tuple[str, list[int], int]] = [
            ("attack", faces[:1], faces[0] + self.bonus),
            ("against", [], self.number),
        ]
        return found + [("then", [face], face) for face in faces[1:]]


def target_number(combat: QuestCombat, attack: Attack) -> int:
    """Return what the attack roll has to reach: the target's number, with cover.

    Rules: attack.target-number, geometry.cover.
    """
    attacker = combat.units[attack.actor]
    target = combat.units[attack.target]
    number = modifiers.target_number(combat, target, attacker)
    if not attack.melee() and geometry.covered(combat, attacker, target):
        number += 2
    if attack.disarming() and target.has_feat(IRON_GRIP):
        number += 4  # attack.disarm
    return number


def accuracy(combat: QuestCombat, attack: Attack) -> int:
    """Return all that is added to the d20. Rule: attack.accuracy-bonuses-add."""
    attacker = combat.units[attack.actor]
    target = combat.units[attack.target]
    weapon = attack.weapon
    total = modifiers.accuracy(combat, attacker) + attack.accuracy
    total += attacker.boost_hit  # action.ba-hit
    if weapon is not None:
        total += weapon.accuracy
        if attack.manner == DISARM and weapon.has(DISARMING):
            total += 2
        steady = attack.feats() and attacker.has_feat(STEADY_AIM)
        far = geometry.distance(combat, attacker, target) > 6
        if steady and far and weapon.kind == WEAPON and not weapon.melee:
            total += 1
    if attack.aim == CENTER:
        total += 1  # attack.center-mass
    if geometry.behind(combat, attacker, target):
        total += 1  # attack.from-behind
    return total
