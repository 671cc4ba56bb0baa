"""What a program knows of a battle when it thinks for one unit, and what harm it may hope for.

Floats live here, in ``worth`` and in bots only; sums run in a fixed order, with + - * / and
comparisons alone, so that every machine plays the same.
"""

from __future__ import annotations

from typing import Final

from affray.core.objectives import goal_cells, is_prey
from affray.rulesets.quest import damage, geometry
from affray.rulesets.quest.attack import declared, numbers
from affray.rulesets.quest.condition import modifiers
from affray.rulesets.quest.condition.modifiers import undetected
from affray.rulesets.quest.definitions import Sheet, Thing
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import CENTER, FATAL, SLOWING, SNEAK_ATTACK

FAR: Final = 99


class Appraisal:
    """What a unit knows and can do in this one choice, each thing worked out once."""

    def __init__(self, combat: QuestCombat, unit: QuestCombatant) -> None:
        self.combat = combat
        self.unit = unit
        self.foes: list[QuestCombatant] = []
        for other in combat.units:
            if other.side != unit.side and other.present:
                if not other.unseen or not undetected(other, unit):
                    self.foes.append(other)
        self.arms = declared.weapons(combat, unit, False)
        self.pairs: list[tuple[Thing, QuestCombatant]] | None = None
        self.near = -1

    def strikes(self) -> list[tuple[Thing, QuestCombatant]]:
        """Return with what in hand which foe can be struck from here."""
        if self.pairs is None:
            self.pairs = []
            for thing in self.arms:
                for foe in self.foes:
                    if can_attack(self.combat, self.unit, foe, thing):
                        self.pairs.append((thing, foe))
        return self.pairs

    def can_strike(self) -> bool:
        """Return whether any foe can be struck from here."""
        return len(self.strikes()) > 0

    def distance(self) -> int:
        """Return the distance to the nearest foe, FAR if there is none."""
        if self.near < 0:
            self.near = FAR
            for foe in self.foes:
                self.near = min(self.near, geometry.distance(self.combat, self.unit, foe))
        return self.near

    def heads_for_goal(self) -> bool:
        """Return whether there is a place to win by, and the unit does not stand there."""
        goals = goal_cells(self.combat.objectives, self.unit.side)
        return len(goals) > 0 and self.unit.cell not in goals

    def shoots(self) -> bool:
        """Return whether a ranged weapon is in hand."""
        return any(not arm.melee for arm in self.arms)


def can_attack(
    combat: QuestCombat, unit: QuestCombatant, foe: QuestCombatant, thing: Thing
) -> bool:
    """Return whether a foe can be attacked with a weapon now."""
    return (
        declared.cannot_attack(combat, unit, foe, thing, declared.IN_HAND, declared.ORDINARY) == ""
    )


def nearest(combat: QuestCombat, unit: QuestCombatant) -> QuestCombatant | None:
    """Return the nearest enemy that a unit knows of."""
    best: QuestCombatant | None = None
    least = 0
    for other in combat.units:
        if other.side != unit.side and other.present:
            if other.unseen and undetected(other, unit):
                continue
            apart = geometry.distance(combat, unit, other)
            if best is None or apart < least:
                best = other
                least = apart
    return best


# ---- damage to be hoped for ----------------------------------------------------------------------


def harm_of(unit: QuestCombatant, thing: Thing) -> float:
    """Return the damage that a hit with a weapon deals on average, before reductions."""
    dice = thing.dice
    more = damage.extra_dice(unit, thing)
    total = (dice.count + more) * (dice.sides + 1) / 2.0
    if thing.melee:
        total += modifiers.strength(unit) + unit.boost_damage
    return max(0.0, total)


def average_harm(combat: QuestCombat, unit: QuestCombatant) -> float:
    """Return the damage that a unit may hope for with one attack."""
    best = 0.0
    for thing in declared.weapons(combat, unit, False):
        best = max(best, harm_of(unit, thing))
    for spell in unit.sheet.spells:
        if spell.attack and spell.mp <= unit.mp:
            best = max(best, spell.dice.count * (spell.dice.sides + 1) / 2.0)
    return best


def threat(of: Sheet) -> int:
    """Return twice the damage of the best attack on a sheet: worked out once."""
    if of.threat < 0:
        best = 0
        for thing in of.weapons:
            plus = 2 * of.strength if thing.melee else 0
            more = of.focus.get(thing.id, 0)
            best = max(best, (thing.dice.count + more) * (thing.dice.sides + 1) + plus)
        for spell in of.spells:
            if spell.attack:
                best = max(best, spell.dice.count * (spell.dice.sides + 1))
        of.threat = best
    return of.threat


def chance(combat: QuestCombat, attack: declared.Attack) -> float:
    """Return the chance that an attack hits."""
    need = numbers.target_number(combat, attack) - numbers.accuracy(combat, attack)
    return (21 - max(2, min(20, need))) / 20.0


def strike_worth(
    combat: QuestCombat, unit: QuestCombatant, attack: declared.Attack, harm: float
) -> float:
    """Return the worth of an attack: damage hoped for, more if it may fell; allies count less."""
    target = combat.units[attack.target]
    weapon = attack.weapon
    type = (
        weapon.type if weapon is not None else attack.spell.type if attack.spell is not None else 0
    )
    if unit.unseen and harm and undetected(unit, target):
        harm += 5.0 if unit.has_feat(SNEAK_ATTACK) else 2.5
    net = damage.mitigated(combat, target, int(harm + 0.5), type, False)
    hope = 0.0 if type in target.sheet.immune else 0.25  # criticals pierce any armour
    worth = chance(combat, attack) * max(hope, min(net, target.hp + 2)) / 4.0
    if net >= target.hp:
        worth *= 1.8
    if combat.objectives and is_prey(combat.objectives, unit.side, target.name):
        worth *= 2.5
    worth *= 1.0 + threat(target.sheet) / 40.0
    return worth if target.side != unit.side else -worth


def plain_aim(
    combat: QuestCombat, unit: QuestCombatant, target: QuestCombatant, thing: Thing | None
) -> int:
    """Return where to aim: at a wound that is likely and counts, else at the centre."""
    if thing is None:
        arms = declared.weapons(combat, unit, False)
        thing = arms[0]
        for arm in arms:
            if harm_of(unit, arm) > harm_of(unit, thing):
                thing = arm
    net = damage.mitigated(combat, target, int(harm_of(unit, thing) + 0.5), thing.type, False)
    if net >= target.hp or net < 4:
        return CENTER
    return FATAL if net >= 5 else SLOWING
