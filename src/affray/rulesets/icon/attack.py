"""The attack part of an ability: the roll, its boons and curses, its results."""

from __future__ import annotations

from typing import Final

from affray.core.dice import ATTACK, OTHER, Dice, Throw
from affray.rulesets.icon import ability as abilities
from affray.rulesets.icon import area, explain, geometry, operation, reaction, terrain
from affray.rulesets.icon.deed import EFFECT, LINE, Use
from affray.rulesets.icon.state import IconCombat, Unit
from affray.rulesets.icon.vocabulary import State

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
        return [("roll", faces, total), ("against", [], self.defense)]


def make(combat: IconCombat, use: Use) -> None:
    """Make the attack part of an ability.

    Rules: attack.steps, attack.miss-results, attack.auto-hit, aoe.single-roll,
    aoe.attack-space-without-foe, terrain.destructible, interrupt.timing.
    """
    use.phase = LINE
    if use.target < 0:
        if use.cell >= 0 and combat.toughness[use.cell] > 0:
            terrain.batter(combat, use)
        return
    stamp = combat.changes
    reaction.targeted(combat, use)
    goes_on = reaction.can_go_on(combat, use)
    if use.cells and (combat.changes != stamp or not goes_on):
        area.look_again(combat, use)
    if not goes_on:
        return
    user = combat.units[use.actor]
    target = combat.units[use.target]
    use.attacked = target.index
    cover(combat, use, user, target)
    use.result = outcome(combat, use, user, target)
    if combat.watched:
        words = ("miss", "hit", "critical")
        combat.say("attack", user.index, target.index, words[use.result], rule="attack.steps")
    if use.result == MISS and combat.has(target, "dodge") and not use.strikes_true():
        use.immune.append(target.index)  # effect.dodge
    use.late = [*abilities.added(use), *use.late]
    if use.result == CRITICAL:
        for trigger in use.ability.triggers:
            if trigger.when == "critical":
                for mod in trigger.mods:
                    use.all.add(mod)
                use.late += [*trigger.hit, *trigger.ops]
    for op in use.ability.hit if use.result else use.ability.miss:
        if operation.goes_on(combat, use):
            operation.run(combat, use, op)
    use.phase = EFFECT
    after(combat, use)


def cover(combat: IconCombat, use: Use, user: Unit, target: Unit) -> None:
    """Note whether the target of what is no area has cover. Rule: attack.cover-halves."""
    if not use.cells and use.ability.ranged():
        if geometry.sees(combat, user, target) == geometry.COVERED:
            use.covered.append(target.index)


def outcome(combat: IconCombat, use: Use, user: Unit, target: Unit) -> int:
    """Return a miss, a hit or a critical hit. Rules: attack.auto-hit, effect.evasion."""
    if use.ability.has("auto-hit"):
        return HIT
    if evades(combat, use, target):
        return MISS
    parts = boon_parts(combat, use, user, target)
    boons = sum([amount for amount, _ in parts])
    throw = AttackRoll(user.sheet.attack_bonus, boons, target.sheet.defense)
    result = combat.throw(throw, ATTACK, user.index, "roll.attack-formula")
    if combat.watched:
        explain.add_reasons(combat, "boons", parts)
    return result


def evades(combat: IconCombat, use: Use, target: Unit) -> bool:
    """Roll the evasion die. Rules: effect.evasion, move.fly, roll.special-rolls."""
    if use.strikes_true():
        return False
    flies = use.ability.attack == "melee" and combat.has(target, "flying")
    if not flies and not combat.has(target, "evasion"):
        return False
    evasion = combat.library.states["evasion"]
    rolled = combat.roll(evasion.die, OTHER, target.index, "effect.evasion")
    return rolled >= evasion.miss_on


def attack_boons(combat: IconCombat, use: Use, user: Unit, target: Unit) -> int:
    """Return net boons of an attack. Rule: roll.boon-curse-cancel."""
    return sum([amount for amount, _ in boon_parts(combat, use, user, target)])


def boon_parts(combat: IconCombat, use: Use, user: Unit, target: Unit) -> list[tuple[int, str]]:
    """Return the boons of an attack, curses as negative ones, each with its rule.

    Rules: attack.height-boon, attack.low-ground-curse, attack.ranged-next-to-foe, status.dazed,
    effect.aura, effect.mark.
    """
    parts: list[tuple[int, str]] = []
    if use.all.boons or use.line.boons:
        parts.append((use.all.boons, "action.triggers"))
        parts.append((use.line.boons, "attack.next-ability-modifiers"))
    up = combat.elevation(user) - combat.elevation(target)
    if up:
        parts.append((1, "attack.height-boon") if up > 0 else (-1, "attack.low-ground-curse"))
    if use.ability.attack == "ranged" and geometry.foe_adjacent(combat, user):
        parts.append((-1, "attack.ranged-next-to-foe"))
    for status in user.statuses():
        if status.curses:
            parts.append((-status.curses, "status.dazed"))
    for held in target.effects:
        if isinstance(held.effect, State) and held.effect.boons_against:
            parts.append((held.effect.boons_against, "effect.mark"))
    for other in combat.units:
        if combat.allies(other, user) and other.able():
            for trait in other.sheet.traits:
                if trait.aura_boons and combat.apart(other, user) <= trait.aura:
                    parts.append((trait.aura_boons, "effect.aura"))
    if abilities.slowly(combat, user):
        for trait in user.sheet.traits:
            if trait.slow_boons and (not trait.gambit_only or use.whole.gambit):
                parts.append((trait.slow_boons, "action.charge"))
    return [one for one in parts if one[0]]


# ---- afterwards --------------------------------------------------------------------------------


def end_brief(combat: IconCombat, use: Use) -> None:
    """End effects that last for this attack or ability only."""
    for who, held in use.brief:
        if held in combat.units[who].effects:
            combat.units[who].effects.remove(held)
            combat.mark_changed()
    use.brief = []


def after(combat: IconCombat, use: Use) -> None:
    """Do what follows an attack: lines that waited for it, and interrupts of who was missed.

    Rule: interrupt.timing.
    """
    end_brief(combat, use)
    for op, theirs in use.waiting:
        owner = combat.units[theirs.actor]
        if (op.after == "miss") == (use.result == MISS) and owner.able():
            theirs.phase = EFFECT
            operation.carry_out(combat, theirs, op)
    use.waiting = []
    if use.result == MISS:
        reaction.missed(combat, use)
