"""Attacks: the sequence from the declaration to the after-move, in the order of the rule."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu
from affray.core.dice import ATTACK, OTHER
from affray.core.window import Deed
from affray.rulesets.ingenuity import condition, damage, geometry, movement, reaction, test
from affray.rulesets.ingenuity.state import (
    AGILITY,
    ATTACKS,
    ATTRIBUTES,
    BACKSWING,
    CAUSED,
    CLEAVE,
    DEXTERITY,
    FIGHTING,
    FIRE,
    LAST,
    MOMENTUM,
    NONLETHAL,
    RISKY,
    STRENGTH,
    STRUCK,
    SWIFT,
    SWUNG,
    TRIED,
    TYPELESS,
    TYPES,
    VERSATILE,
    WIDE,
    IngenuityCombat,
    Maneuver,
    Piece,
    Thing,
    Unit,
)

STRAY: Final = 1
GUIDED: Final = ("arrow", "bolt")  # of bows and crossbows: attack.trip-property


class Attack(Deed):
    """An attack under way."""

    def __init__(self, actor: int, target: int, weapon: Thing, piece: Piece | None) -> None:
        super().__init__(actor, target)
        self.weapon = weapon
        self.piece = piece
        self.thrown = False
        self.ranged = False
        self.attribute = STRENGTH
        self.proficiency = ""
        self.type = TYPELESS
        self.nonlethal = weapon.has(NONLETHAL)
        self.bonus = 0  # of a manoeuvre
        self.harm = 0  # damage that a manoeuvre adds
        self.luck_bonus = 0
        self.sources = 0  # further sources of advantage
        self.maneuver: Maneuver | None = None
        self.power = False  # a power's: its test is made already
        self.free = -1  # who intercepted, while it has a defence free
        self.dodges = False
        self.dodgers: list[int] = []
        self.parry: Piece | None = None
        self.parries = 0
        self.worn: list[tuple[int, Piece]] = []
        self.block: Piece | None = None
        self.strayed = False
        self.total = 0
        self.luck = 0
        self.critical = False
        self.hit = False
        self.through = 0  # damage that reached the character


# ---- weapons -------------------------------------------------------------------------------------


def arms(combat: IngenuityCombat, unit: Unit) -> list[tuple[Thing, Piece | None]]:
    """Return what somebody can attack with: what it holds, and its body.

    Rules: attack.unarmed, attack.improvised, item.broken.
    """
    found: list[tuple[Thing, Piece | None]] = []
    for piece in unit.pieces:
        if not piece.held:
            continue
        thing = combat.thing(piece)
        if piece.wear >= thing.durability or not thing.attributes:
            thing = combat.library.by_id["improvised"]
        found.append((thing, piece))
    for thing in unit.sheet.weapons:
        if thing.natural:
            found.append((thing, None))
    bare = combat.library.by_id["bare-hands"]
    if all([one is not bare for one, _ in found]):
        found.append((bare, None))
    return found


def free_hands(combat: IngenuityCombat, unit: Unit) -> int:
    """Rule: sheet.hands."""
    used = 0
    for piece in unit.pieces:
        if piece.held:
            used += combat.thing(piece).hands
    return unit.sheet.hands - used


def ways(weapon: Thing) -> list[bool]:
    """Return whether a weapon strikes (False) and flies (True)."""
    found: list[bool] = []
    if weapon.melee:
        found.append(False)
    if weapon.range:
        found.append(True)
    return found


def cannot_attack(
    combat: IngenuityCombat,
    unit: Unit,
    target: Unit,
    weapon: Thing,
    piece: Piece | None,
    flies: bool,
) -> str:
    """Return the rule that forbids an attack, "" if none does. Rule: attack.sequence."""
    if not target.present or target.cell < 0 or unit.cell < 0:
        return "attack.ally"
    if flies and weapon.ammo:
        number = ammo_of(combat, weapon)
        if number >= 0 and unit.ammo[number] < 1:
            return "attack.ammunition"
        if piece is not None and weapon.reload and piece.loaded < 1:
            return "attack.ammunition"
    if weapon.has(WIDE) and walled(combat, unit, max(1, weapon.unfit)):
        return "attack.wide"
    if reach_penalty(combat, unit, target, weapon, flies) < 0:
        return "geometry.range" if flies else "geometry.reach"
    if not geometry.sees(combat, unit, target):
        return "geometry.line-of-sight"
    return ""


def ammo_of(combat: IngenuityCombat, weapon: Thing) -> int:
    return combat.library.ammo.index(weapon.ammo) if weapon.ammo in combat.library.ammo else -1


def walled(combat: IngenuityCombat, unit: Unit, within: int) -> bool:
    """Return whether a wall or another solid thing is near. Rule: attack.wide."""
    grid = combat.grid
    wide = unit.size + 2 * within
    for cell in grid.block(grid.xs[unit.cell] - within, grid.ys[unit.cell] - within, wide, wide):
        if grid.ground[cell] in movement.SOLID:
            if geometry.distance_to(combat, unit, cell) <= within:
                return True
    return False


def reach_penalty(
    combat: IngenuityCombat, unit: Unit, target: Unit, weapon: Thing, flies: bool
) -> int:
    """Rules: geometry.reach, geometry.range, attack.trip-property."""
    apart = geometry.distance(combat, unit, target)
    if not flies:
        return geometry.bands(apart, weapon.reach, max(weapon.reach, weapon.reach_max))
    less = geometry.bands(apart, weapon.range, weapon.range_max)
    if less > 0 and unit.sheet.guiding and weapon.ammo.endswith(GUIDED):
        less -= 1
    return less


def choose_how(combat: IngenuityCombat, unit: Unit, deed: Attack) -> None:
    """Let the attacker pick attribute, proficiency, type and intent; the best is proposed.

    Rules: attack.choices, damage.choose-type, attack.nonlethal, test.one-proficiency.
    """
    weapon = deed.weapon
    target = combat.units[deed.target]
    names = weapon.proficiencies
    if deed.maneuver is not None:
        names = [one for one in names if one in deed.maneuver.proficiencies] or names
    best = names[0] if names else ""
    for name in names:
        if unit.sheet.proficiencies.get(name, 0) > unit.sheet.proficiencies.get(best, 0):
            best = name
    deed.proficiency = best
    options: list[tuple[int, str]] = []
    top = -1000
    default = 1
    mercies = 1 if deed.ranged or weapon.has(NONLETHAL) else 2
    for attribute in weapon.attributes:
        for type in weapon.types:
            for mercy in range(mercies):
                code = 1 + (attribute * 100 + type) * 2 + mercy
                word = f"{ATTRIBUTES[attribute]} {TYPES[type]}"
                options.append((code, word + (" nonlethal" if mercy else "")))
                less = damage.deflection(target, type, 0, 0) + (100 if mercy else 0)
                worth = unit.sheet.attributes[attribute] * 2 - less
                if worth > top:
                    top, default = worth, code
    answer = default
    if len(options) > 1:
        answer = combat.ask(Menu(unit.seats, unit.index, "attack.choices", options, default))
    code = answer - 1
    deed.attribute = code // 2 // 100
    deed.type = code // 2 % 100
    if code % 2:
        deed.nonlethal = True
        deed.bonus -= 2


# ---- the sequence --------------------------------------------------------------------------------


def attack(combat: IngenuityCombat, deed: Attack) -> None:
    """Carry out an attack whose weapon, target and type are declared. Rule: attack.sequence."""
    unit = combat.units[deed.actor]
    if combat.watched:
        combat.say("attacks", deed.actor, deed.target, deed.weapon.id, 0, "attack.sequence")
    pay(combat, unit, deed)
    reaction.offer_before(combat, deed)
    if unit.able() and combat.units[deed.target].present:
        roll(combat, unit, deed)
        finish(combat, unit, deed)
    afterwards(combat, deed)


def pay(combat: IngenuityCombat, unit: Unit, deed: Attack) -> None:
    """Use up ammunition. Rules: attack.ammunition, attack.thrown."""
    if deed.ranged and deed.weapon.ammo:
        number = ammo_of(combat, deed.weapon)
        if number >= 0:
            unit.ammo[number] -= 1
        if deed.piece is not None and deed.weapon.reload:
            deed.piece.loaded -= 1
    combat.touch()


def bonus_of(combat: IngenuityCombat, unit: Unit, deed: Attack) -> int:
    """Return the flat part of an attack test.

    Rules: attack.test, attack.multiple, attack.multiple.round, attack.multiple.swift,
    attack.backswing, attack.cleave, attack.momentum, attack.hands, geometry.range.
    """
    weapon = deed.weapon
    target = combat.units[deed.target]
    total = unit.sheet.proficiencies.get(deed.proficiency, 0) + deed.bonus
    before = unit.used[ATTACKS]
    total -= 2 * before
    if before and weapon.has(SWIFT):
        total += 1
    total -= max(0, reach_penalty(combat, unit, target, weapon, deed.ranged))
    if weapon.has(BACKSWING) and unit.used[SWUNG] >> weapon.number & 1:
        total += 2
    tried = unit.used[TRIED]
    if weapon.has(CLEAVE) and tried and not tried >> target.index & 1:
        total += 2
    if weapon.has(MOMENTUM) and unit.used[STRUCK] >> target.index & 1:
        total += 1
    if unit.talented("ambidexterity") and unit.used[LAST] not in (0, 1 + weapon.number):
        total += 1
    if unit.is_held("raging") and deed.attribute == STRENGTH:
        total += 1
    return total


def advantages(combat: IngenuityCombat, unit: Unit, target: Unit, ranged: bool) -> tuple[int, int]:
    """Count the sources of advantage and of disadvantage for a target as it stands.

    Rules: attack.sneak, attack.flank, attack.sneak-flank, attack.prone.melee, attack.prone.ranged,
    attack.cover, attack.unseen-target, attack.unconscious-target.
    """
    better = worse = 0
    if geometry.unseen(combat, unit, target):
        better += 1
    if geometry.flanked(combat, target):
        better += 1
    if target.prone:
        if ranged:
            worse += 1
        else:
            better += 1
    if ranged and target.cover == target.cell and geometry.behind_cover(combat, unit, target):
        worse += 1
    if target.hidden >> unit.index & 1:
        worse += 1
    return better, worse


def roll(combat: IngenuityCombat, unit: Unit, deed: Attack) -> None:
    """Make the attack test; from now on it counts.

    Rules: attack.test, attack.multiple.counted, attack.luck-no-bonus, attack.unfit.
    """
    target = combat.units[deed.target]
    made = test.Test(unit, deed.attribute, FIGHTING, "attack.test")
    made.purpose = ATTACK
    made.attack = True
    made.target = deed.target
    made.threshold = deed.weapon.threshold
    made.luck_bonus = deed.luck_bonus
    made.bonus = bonus_of(combat, unit, deed)
    made.better, made.worse = advantages(combat, unit, target, deed.ranged)
    made.better += deed.sources
    if deed.weapon.unfit and geometry.distance(combat, unit, target) <= deed.weapon.unfit:
        made.worse += 1
    if not deed.ranged and unit.is_held("feinted"):
        for held in unit.effects:
            if held.effect.id == "feinted" and held.source == deed.target:
                made.better += 1
        condition.lose(combat, unit, "feinted")
    unit.used[ATTACKS] += 1
    unit.used[CAUSED] = 1
    unit.used[LAST] = 1 + deed.weapon.number
    deed.total = test.make(combat, made)
    deed.luck = made.luck
    deed.critical = made.luck >= deed.weapon.threshold
    unit.used[TRIED] |= 1 << deed.target


def finish(combat: IngenuityCombat, unit: Unit, deed: Attack) -> None:
    """Stray, compare, block, hurt, and let the effects of a hit follow.

    Rules: attack.stray.trigger, attack.hit, attack.miss, attack.critical.no-miss, reaction.block.
    """
    if deed.luck <= STRAY and (deed.ranged or deed.weapon.has(RISKY)):
        stray(combat, deed)
    target = combat.units[deed.target]
    level = evade(combat, target, deed)
    level = max(0, level + unit.sheet.size - target.sheet.size)
    deed.hit = deed.critical or deed.total >= level
    if not deed.hit:
        unit.used[SWUNG] |= 1 << deed.weapon.number
        if combat.watched:
            combat.say("misses", deed.actor, deed.target, "", level, "attack.hit")
        return
    unit.used[STRUCK] |= 1 << deed.target
    unit.used[SWUNG] &= ~(1 << deed.weapon.number)
    if combat.watched:
        combat.say(
            "critical" if deed.critical else "hits",
            deed.actor,
            deed.target,
            "",
            level,
            "attack.hit",
        )
    reaction.offer_block(combat, deed)
    wound(combat, unit, target, deed)
    if deed.through and target.present and target.awake:
        on_hit(combat, unit, target, deed)


def stray(combat: IngenuityCombat, deed: Attack) -> None:
    """Go at somebody else beside the target, with the roll already made.

    Rules: attack.stray.random, attack.stray.candidates, attack.stray.resolve,
    attack.stray.reactions, attack.risky.
    """
    first = combat.units[deed.target]
    others = [
        (one.cell, one.index)
        for one in combat.units
        if one.present
        and one.index not in (deed.actor, deed.target)
        and geometry.distance(combat, one, first) <= 1
    ]
    if not others:
        return
    others.sort()
    number = 1
    if len(others) > 1:
        number = combat.roll(len(others), OTHER, deed.actor, "attack.stray.random")
    deed.target = others[number - 1][1]
    deed.dodges = False
    deed.parry = None
    deed.parries = 0
    deed.free = -1
    deed.strayed = True
    if combat.watched:
        combat.say("strays", deed.actor, deed.target, "", 0, "attack.stray.trigger")
    reaction.offer_aimed(combat, deed)


def evade(combat: IngenuityCombat, target: Unit, deed: Attack) -> int:
    """Return the evasion, or the better of it and the dodge.

    Rules: reaction.dodge, reaction.dodge.floor, reaction.dodge.luck, attack.size.dodge.
    """
    level = condition.evasion(target)
    if not deed.dodges:
        return level
    made = test.Test(target, DEXTERITY, AGILITY, "reaction.dodge")
    made.bonus = target.sheet.proficiencies.get("Dodge", 0) + condition.guard(target)
    return max(level, test.make(combat, made))


def wound(combat: IngenuityCombat, unit: Unit, target: Unit, deed: Attack) -> None:
    """Deal the damage of a hit, to what blocks it or to the character.

    Rules: attack.damage, attack.critical.damage, attack.versatile, attack.damage.uses-final-result,
    reaction.block.damage, reaction.block.excess, reaction.block.any-type.
    """
    weapon = deed.weapon
    total = deed.total + (weapon.crit if deed.critical else weapon.damage) + deed.harm
    if weapon.has(VERSATILE) and weapon.hands == 1 and free_hands(combat, unit) >= 1:
        total += 1
    if unit.is_held("raging") and not deed.ranged:
        total += 1
    size = unit.sheet.size if unit.sheet.size != target.sheet.size else 0
    if deed.block is not None:
        amount = blocked(combat, target, deed.block, total)
        if amount and deed.type in target.sheet.resists:
            amount = (amount + 1) // 2
    else:
        less = damage.deflection(target, deed.type, size, deed.parries)
        amount = damage.reduced(target, total, less, deed.type)
    deed.through = amount
    free = deed.free == target.index
    rule = "attack.damage"
    damage.hurt(combat, target, amount, deed.type, rule, nonlethal=deed.nonlethal, free=free)


def blocked(combat: IngenuityCombat, target: Unit, piece: Piece, total: int) -> int:
    """Wear what blocks; return the excess. Rules: reaction.block.damage, reaction.block.excess."""
    thing = combat.thing(piece)
    taken = max(1, total - thing.block)
    room = thing.durability - piece.wear
    piece.wear = min(thing.durability, piece.wear + taken)
    combat.touch()
    if combat.watched:
        combat.say("blocks", target.index, -1, thing.id, min(taken, room), "reaction.block.damage")
    return max(0, taken - room)


def on_hit(combat: IngenuityCombat, unit: Unit, target: Unit, deed: Attack) -> None:
    """Let what a weapon, a creature or a manoeuvre adds follow from the same result.

    Rules: attack.on-hit, maneuver.attack, reaction.block.effects.
    """
    from affray.rulesets.ingenuity import maneuver

    for name, n, against in (
        (deed.weapon.on_hit, deed.weapon.on_hit_n, deed.weapon.against),
        (unit.sheet.on_hit, unit.sheet.on_hit_n, unit.sheet.against),
    ):
        if name and (
            not against
            or damage.withstand(
                combat, target, deed.total, against, unit.index, deed.free == target.index
            )
        ):
            difficulty = unit.sheet.poison if name == "poison" else -1
            condition.gain(combat, target, name, n, unit.index, 0, difficulty)
    if deed.type == FIRE and target.is_held("wet"):
        condition.lose(combat, target, "wet")
    if deed.maneuver is not None:
        maneuver.follow(combat, unit, target, deed.maneuver, deed.total, deed.free == target.index)


def afterwards(combat: IngenuityCombat, deed: Attack) -> None:
    """Wear what parried, let the dodgers move, put down what was thrown, give away the hidden.

    Rules: reaction.parry.wear, reaction.dodge.after, attack.thrown, condition.hidden.
    """
    for who, piece in deed.worn:
        thing = combat.thing(piece)
        piece.wear = min(thing.durability, piece.wear + 1)
        if combat.watched:
            combat.say("wears", who, -1, thing.id, 1, "reaction.parry.wear")
    unit = combat.units[deed.actor]
    if deed.thrown and deed.piece is not None and deed.piece in unit.pieces:
        unit.pieces.remove(deed.piece)
        deed.piece.held = False
        where = combat.units[deed.target].cell
        deed.piece.cell = where if where >= 0 else unit.cell
        combat.litter.append(deed.piece)
    if unit.hidden:
        unit.hidden = 0
        combat.touch()
    for who in deed.dodgers:
        after_dodge(combat, combat.units[who])


def after_dodge(combat: IngenuityCombat, unit: Unit) -> None:
    """Let a dodger fall prone, take cover or go 1 m. Rule: reaction.dodge.after."""
    moved = False
    while unit.able():
        options = [(PASS, "stay")]
        if not unit.prone:
            options.append((1, "drop prone"))
        if unit.cover != unit.cell and geometry.covers_beside(combat, unit.cell, unit.size):
            options.append((2, "seek cover"))
        if not moved and not unit.prone:
            for cell in movement.steps(combat, unit):
                options.append((10 + cell, f"step {combat.grid.name(cell)}"))
        if len(options) == 1:
            return
        answer = combat.ask(Menu(unit.seats, unit.index, "reaction.dodge.after", options))
        if answer == PASS:
            return
        if answer == 1:
            condition.fall_prone(combat, unit, "reaction.dodge.after")
        elif answer == 2:
            unit.cover = unit.cell
            combat.touch()
        else:
            moved = True
            unit.cover = -1
            combat.move(unit, answer - 10)
