"""The attack roll: evasion, boons and curses, a miss, a hit or a critical hit."""

from __future__ import annotations

from typing import Final

from affray.core.dice import ATTACK, Dice, Throw
from affray.core.event import Rolled
from affray.rulesets.icon.action import modifiers
from affray.rulesets.icon.attack.use import Use
from affray.rulesets.icon.condition import effects, saves, statuses
from affray.rulesets.icon.definitions import State
from affray.rulesets.icon.geometry import sight
from affray.rulesets.icon.movement import exits
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.text.explain import Parts

MISS: Final = 0
HIT: Final = 1
CRITICAL: Final = 2


class AttackRoll(Throw):
    """d20, bonus, the best boon or curse die: 0 a miss, 1 a hit, 2 a critical hit.

    Rules: roll.attack-formula, roll.attack-hit, roll.boon-highest, roll.curse-highest,
    roll.natural-faces-mean-nothing, attack.critical, attack.critical-always-hits.
    """

    def __init__(self, bonus: int, boons: int, defense: int) -> None:
        self.bonus = bonus
        self.boons = boons
        self.defense = defense

    def made(self, dice: Dice) -> int:
        total = dice.roll(20) + self.bonus
        best = 0
        for _ in range(abs(self.boons)):
            best = max(best, dice.roll(6))
        total += best if self.boons > 0 else -best
        if total >= 20:
            return CRITICAL
        return HIT if total >= self.defense else MISS

    def key(self) -> tuple[int, ...]:
        return (self.bonus, self.boons, self.defense)

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        best = max([0, *faces[1:]])
        total = faces[0] + self.bonus + (best if self.boons > 0 else -best)
        return [(saves.best_die(best, self.boons), faces, total), ("against", [], self.defense)]


def outcome(combat: IconCombat, use: Use, user: IconCombatant, target: IconCombatant) -> int:
    """Return a miss, a hit or a critical hit. Rules: attack.auto-hit, effect.evasion."""
    if use.ability.has("auto-hit"):
        return HIT
    if effects.evades(combat, use, target):
        return MISS
    parts = boon_parts(combat, use, user, target)
    boons = sum(amount for amount, _ in parts)
    throw = AttackRoll(user.sheet.attack_bonus, boons, target.sheet.defense)
    result = combat.throw(throw, ATTACK, user.index, "roll.attack-formula")
    if combat.watched:
        add_reasons(combat, "boons", parts)
    return result


def attack_boons(combat: IconCombat, use: Use, user: IconCombatant, target: IconCombatant) -> int:
    """Return net boons of an attack. Rule: roll.boon-curse-cancel."""
    return sum(amount for amount, _ in boon_parts(combat, use, user, target))


def boon_parts(
    combat: IconCombat, use: Use, user: IconCombatant, target: IconCombatant
) -> list[tuple[int, str]]:
    """Return the boons of an attack, curses as negative ones, each with its rule.

    Rules: attack.height-boon, attack.low-ground-curse, attack.ranged-next-to-foe, status.dazed,
    effect.aura, effect.mark.
    """
    parts: list[tuple[int, str]] = []
    if use.mods.all.boons or use.mods.line.boons:
        parts.append((use.mods.all.boons, "action.triggers"))
        parts.append((use.mods.line.boons, "attack.next-ability-modifiers"))
    up = combat.elevation(user) - combat.elevation(target)
    if up:
        parts.append((1, "attack.height-boon") if up > 0 else (-1, "attack.low-ground-curse"))
    if use.ability.attack == "ranged" and exits.foe_adjacent(combat, user):
        parts.append((-1, "attack.ranged-next-to-foe"))
    parts += statuses.attack_curses(user)
    for held in target.effects:
        if isinstance(held.effect, State) and held.effect.boons_against:
            parts.append((held.effect.boons_against, "effect.mark"))
    for other in combat.units:
        if combat.allies(other, user) and other.able():
            for trait in other.sheet.traits:
                if trait.aura_boons and combat.apart(other, user) <= trait.aura:
                    parts.append((trait.aura_boons, "effect.aura"))
    if modifiers.slowly(combat, user):
        for trait in user.sheet.traits:
            if trait.slow_boons and (not trait.gambit_only or use.whole.gambit):
                parts.append((trait.slow_boons, "action.charge"))
    return [part for part in parts if part[0]]


def note_cover(combat: IconCombat, use: Use, user: IconCombatant, target: IconCombatant) -> None:
    """Note whether the target of what is no area has cover. Rule: attack.cover-halves."""
    if not use.area.cells and use.ability.ranged():
        if sight.sees(combat, user, target) == sight.COVERED:
            use.attack.covered = [*use.attack.covered, target.index]


def add_reasons(combat: IconCombat, what: str, parts: Parts) -> None:
    """Say of the roll just told what made up its boons."""
    event = combat.events[-1] if combat.events else None
    if isinstance(event, Rolled):
        event.reasons.extend([(what, amount, rule) for amount, rule in parts])
