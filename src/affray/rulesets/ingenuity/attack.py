"""Attacks: the sequence from the declaration to the after-move, in the order of the rule."""

from __future__ import annotations

from typing import Final

from affray.core.dice import ATTACK, OTHER
from affray.core.grid import ALTERNATING
from affray.core.window import Deed
from affray.rulesets.ingenuity import (
    answer,
    bearing,
    condition,
    damage,
    geometry,
    hit,
    reaction,
    test,
    weapon,
)
from affray.rulesets.ingenuity.state import (
    ATTACKED,
    ATTACKS,
    BACKSWING,
    BLUDGEONING,
    CAST,
    CAUSED,
    CLEAVE,
    FIGHTING,
    FOUGHT,
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
    IngenuityCombat,
    Maneuver,
    Piece,
    Power,
    Thing,
    Unit,
)

STRAY: Final = 1


class Attack(Deed):
    """An attack under way."""

    def __init__(self, actor: int, target: int, weapon_: Thing, piece: Piece | None) -> None:
        super().__init__(actor, target)
        self.thing = -1  # what is attacked instead of anybody: its number among the objects
        self.weapon = weapon_
        self.piece = piece
        self.thrown = False
        self.ranged = False
        self.lethal = False  # mercy is out of the question
        self.attribute = STRENGTH
        self.proficiency = ""
        self.type = TYPELESS
        self.nonlethal = weapon_.has(NONLETHAL)
        self.bonus = 0  # of a manoeuvre
        self.harm = 0  # damage that a manoeuvre adds
        self.luck_bonus = 0
        self.sources = 0  # further sources of advantage
        self.against = 0  # further sources of disadvantage
        self.maneuver: Maneuver | None = None
        self.power: Power | None = None  # a power's: its test is made elsewhere
        self.area = False  # nobody can intercept it
        self.effect = False  # no attack at all: it can only be intercepted
        self.sizeless = False  # sizes do not change evasion
        self.counts = 1  # attacks that it counts for
        self.halts = False  # a readied Crippling Attack
        self.free = -1  # who intercepted, while it has a defence free
        self.dodges = False
        self.catches = False  # Arrow Catch
        self.dodgers: list[int] = []
        self.parry: Piece | None = None
        self.parries = 0
        self.hard = -1  # Hard Parry: who makes it
        self.hook: Thing | None = None  # Hook Parry: the weapon
        self.ripostes: list[tuple[int, int]] = []  # who, and 1 if improvised
        self.worn: list[tuple[int, Piece]] = []
        self.block: Piece | None = None
        self.screen = False  # a shield of force takes the hit
        self.strayed = False
        self.made = False  # its test was rolled
        self.total = 0
        self.edge = 0  # what counts with the total only where it is compared with a defence
        self.luck = 0
        self.critical = False
        self.hit = False
        self.level = 0  # what it was compared with
        self.through = 0  # damage that reached the character

    def landed(self, who: int) -> bool:
        """Return whether it hit somebody, and got past what blocked it. Rule: maneuver.attack."""
        blocked = self.block is not None or self.screen
        return self.hit and self.target == who and (self.through > 0 or not blocked)


def attack(combat: IngenuityCombat, deed: Attack) -> None:
    """Carry out an attack whose weapon, target and type are declared. Rule: attack.sequence."""
    unit = combat.units[deed.actor]
    announce(combat, deed)
    pay(combat, unit, deed, 1)
    reaction.offer_before(combat, deed)
    if goes_on(combat, unit, deed):
        roll(combat, unit, deed)
        finish(combat, unit, deed)
    afterwards(combat, deed)


def goes_on(combat: IngenuityCombat, unit: Unit, deed: Attack) -> bool:
    """Return whether an attack that was answered is still possible: who, where, with what.

    Rules: action.ready.timing, action.no-target.
    """
    target = combat.units[deed.target]
    if not unit.able() or not target.present:
        return False
    if weapon.at_hand(combat, unit, deed.weapon, deed.piece):
        if weapon.reach_penalty(combat, unit, target, deed.weapon, deed.ranged) >= 0:
            if geometry.sees(combat, unit, target):
                return True
    if combat.watched:
        combat.say("comes to nothing", deed.actor, deed.target, "", 0, "action.no-target")
    return False


def announce(combat: IngenuityCombat, deed: Attack) -> None:
    if combat.watched:
        combat.say("attacks", deed.actor, deed.target, deed.weapon.id, 0, "attack.sequence")


def pay(combat: IngenuityCombat, unit: Unit, deed: Attack, shots: int) -> None:
    """Use up ammunition. Rules: attack.ammunition, action.resources."""
    if deed.ranged and deed.weapon.ammo:
        number = weapon.ammo_of(combat, deed.weapon)
        if number >= 0:
            unit.ammo[number] = max(0, unit.ammo[number] - shots)
        if deed.piece is not None and deed.weapon.reload:
            deed.piece.loaded = max(0, deed.piece.loaded - shots)
    combat.mark_changed()


def bonus_of(combat: IngenuityCombat, unit: Unit, deed: Attack) -> int:
    """Return the flat part of an attack test, the proficiency left out.

    Rules: attack.test, attack.multiple, attack.multiple.round, attack.multiple.maneuvers,
    attack.multiple.swift, attack.backswing, attack.cleave, attack.momentum, attack.hands,
    geometry.range.
    """
    one = deed.weapon
    target = combat.units[deed.target]
    total = deed.bonus
    before = unit.used[ATTACKS]
    total -= 2 * before
    if before and one.has(SWIFT):
        total += 1
    total -= max(0, weapon.reach_penalty(combat, unit, target, one, deed.ranged))
    if one.has(BACKSWING) and unit.used[SWUNG] >> one.number & 1:
        total += 2
    goal = goal_of(combat, deed)
    if one.has(CLEAVE) and unit.used[LAST] and not unit.used[TRIED] >> goal & 1:
        total += 2
    if one.has(MOMENTUM) and unit.used[STRUCK] >> goal & 1:
        total += 1
    if unit.talented("ambidexterity") and unit.used[LAST] not in (0, mark_of(deed)):
        total += 1
    if deed.piece is not None:
        if deed.piece.single and not deed.ranged:
            total -= 1
        if deed.piece.jarred:
            total -= 2
    if unit.effects:
        total += hampered(unit)
    return total


def hampered(unit: Unit) -> int:
    """Return what conditions add to attacks alone, of weapons and of powers."""
    return unit.amount("breathing") - (2 if unit.is_held("netted") else 0)


def goal_of(combat: IngenuityCombat, deed: Attack) -> int:
    """Return what tells one target from another, things among them. Rule: attack.objects."""
    return deed.target if deed.thing < 0 else len(combat.units) + deed.thing


def mark_of(deed: Attack) -> int:
    """Return what tells one weapon in one hand from another."""
    return weapon.mark_of(deed.weapon, deed.piece)


def advantages(combat: IngenuityCombat, unit: Unit, target: Unit, ranged: bool) -> tuple[int, int]:
    """Count the sources of advantage and of disadvantage for a target as it stands.

    Rules: attack.sneak, attack.flank, attack.sneak-flank, attack.prone.melee, attack.prone.ranged,
    attack.cover, attack.unseen-target, attack.unconscious-target, condition.grappled,
    attack.flank.no-contribution, condition.cover.
    """
    better = worse = 0
    if geometry.unseen(combat, unit, target) or looks_away(combat, unit, target):
        better += 1
    held_fast = target.grappling >= 0 and target.grappling != unit.index
    if held_fast or geometry.flanked(combat, target):
        better += 1
    if target.prone:
        if ranged:
            worse += 1
        else:
            better += 1
    if ranged and target.cover == target.cell and geometry.behind_cover(combat, unit, target):
        worse += 1
    if geometry.blind_to(combat, unit, target):
        worse += 1
    return better, worse


def looks_away(combat: IngenuityCombat, unit: Unit, target: Unit) -> bool:
    """Return whether a diversion, or an ally's provocation, makes this a sneak attack."""
    for held in target.effects:
        if held.effect.id == "diverted":
            return True
        if held.effect.id == "provoked" and held.source != unit.index:
            if combat.allies(unit, combat.units[held.source]):
                return True
    return False


def look_back(combat: IngenuityCombat, unit: Unit, target: Unit) -> None:
    """End what counts for the first attack only, whoever provoked or diverted."""
    condition.lose(combat, target, "diverted")
    for held in target.effects:
        if held.effect.id == "provoked" and held.source != unit.index:
            if combat.allies(unit, combat.units[held.source]):
                condition.lose_from(combat, target, "provoked", held.source)


def roll(combat: IngenuityCombat, unit: Unit, deed: Attack) -> None:
    """Make the attack test; from now on it counts.

    Rules: attack.test, attack.multiple.counted, attack.luck-no-bonus, attack.unfit,
    attack.critical.threshold.
    """
    target = combat.units[deed.target]
    made = test.Test(unit, deed.attribute, FIGHTING, "attack.test")
    made.purpose = ATTACK
    made.attack = True
    made.target = deed.target
    made.threshold = deed.weapon.threshold
    made.luck_bonus = deed.luck_bonus
    made.again = luck_if_miss(deed)
    made.proficiency = unit.sheet.proficiencies.get(deed.proficiency, 0)
    made.bonus = bonus_of(combat, unit, deed) + damage.rallied(combat, unit)
    weigh(combat, unit, deed, made)
    if deed.weapon.unfit and geometry.distance(combat, unit, target) <= deed.weapon.unfit:
        made.worse += 1
    made.luck_bonus += luck_of_magic(combat, unit)
    mark(unit, deed)
    deed.total = test.make(combat, made)
    deed.luck = made.luck
    deed.critical = made.luck >= deed.weapon.threshold
    unit.used[TRIED] |= 1 << deed.target


def luck_of_magic(combat: IngenuityCombat, unit: Unit) -> int:
    """Return what Spell Combat adds to an attack after a power, and let it add to the next power.

    Rule: maneuver.bonus-to-luck.
    """
    if combat.active != unit.index or not unit.talented("spell-combat"):
        return 0
    more = unit.used[CAST]
    unit.used[CAST] = 0
    unit.used[FOUGHT] = 1
    return more


def weigh(combat: IngenuityCombat, unit: Unit, deed: Attack, made: test.Test) -> None:
    """Count the sources for and against an attack, and end those that count but once.

    Rules: attack.sequence, test.cancel.
    """
    target = combat.units[deed.target]
    made.better, made.worse = advantages(combat, unit, target, deed.ranged)
    made.better += deed.sources
    made.worse += deed.against
    if not deed.ranged and unit.from_whom("feinted", deed.target):
        made.better += 1
        condition.lose_from(combat, unit, "feinted", deed.target)
    look_back(combat, unit, target)


def mark(unit: Unit, deed: Attack) -> None:
    """Count an attack from the moment its test is rolled.

    Rules: attack.multiple.counted, attack.backswing.
    """
    deed.made = True
    unit.used[ATTACKS] += deed.counts
    unit.used[CAUSED] = 1
    unit.used[LAST] = mark_of(deed)
    unit.used[SWUNG] &= ~(1 << max(0, deed.weapon.number))


def finish(combat: IngenuityCombat, unit: Unit, deed: Attack) -> None:
    """Stray, compare, block, hurt, and let the effects of a hit follow.

    Rules: attack.stray.trigger, attack.hit, attack.miss, attack.critical.no-miss, reaction.block.
    """
    if goes_astray(deed):
        stray(combat, deed, combat.units[deed.target].cell, combat.units[deed.target].size)
    target = combat.units[deed.target]
    level = answer.evade(combat, unit, target, deed)
    base = 0
    if deed.hard == target.index:
        base = answer.hard_parry(combat, target, deed)
    deed.level = level
    deed.hit = deed.critical or deed.total >= level
    if deed.hook is not None and not deed.critical and answer.hooked(combat, target, deed.hook):
        deed.hit = False
    if not deed.hit and luck_if_miss(deed):
        crush(deed)
    if not deed.hit:
        missed(combat, unit, target, deed)
        return
    unit.used[STRUCK] |= 1 << deed.target
    if combat.watched:
        word = "critical" if deed.critical else "hits"
        combat.say(word, deed.actor, deed.target, "", level, "attack.hit")
    reaction.offer_block(combat, deed)
    hit.wound(combat, unit, target, deed, base)
    if target.present and deed.landed(deed.target):
        hit.on_hit(combat, unit, target, deed)


def fail(unit: Unit, deed: Attack) -> None:
    """Note that a swing or shot missed. Rule: attack.backswing."""
    if deed.weapon.has(BACKSWING):
        unit.used[SWUNG] |= 1 << deed.weapon.number


def missed(combat: IngenuityCombat, unit: Unit, target: Unit, deed: Attack) -> None:
    """Rule: attack.miss."""
    fail(unit, deed)
    if combat.watched:
        combat.say("misses", deed.actor, deed.target, "", deed.level, "attack.hit")
    if deed.catches and deed.total >= condition.evasion(target) + unit.bulk() - target.bulk():
        answer.catch(combat, unit, target, deed)


def crush(deed: Attack) -> None:
    """Let a Crushing Strike that would miss look again. Rule: maneuver.bonus-to-luck."""
    deed.luck += luck_if_miss(deed)
    deed.critical = deed.luck >= deed.weapon.threshold
    deed.hit = deed.critical


def luck_if_miss(deed: Attack) -> int:
    """Return what the manoeuvre adds to the luck of an attack that would miss."""
    one = deed.maneuver
    if one is None or not one.luck_if_miss:
        return 0
    if deed.type == BLUDGEONING and one.luck_if_miss_bludgeoning:
        return one.luck_if_miss_bludgeoning
    return one.luck_if_miss


def goes_astray(deed: Attack) -> bool:
    """Rules: attack.stray.trigger, attack.risky, power.attack.luck."""
    loose = deed.ranged or deed.weapon.has(RISKY)
    return loose and deed.luck <= STRAY and deed.power is None and not deed.strayed


def stray(combat: IngenuityCombat, deed: Attack, cell: int, wide: int) -> None:
    """Go at somebody else within 1 m of a place, with the roll already made.

    Rules: attack.stray.random, attack.stray.candidates, attack.stray.resolve,
    attack.stray.reactions, attack.risky, gm.random.
    """
    others = [
        (one.cell, one.index)
        for one in combat.units
        if one.present
        and one.cell >= 0
        and one.index not in (deed.actor, deed.target)
        and combat.grid.distance(one.cell, cell, ALTERNATING, one.size, wide) <= 1
    ]
    if not others:
        return
    others.sort()
    number = 1
    if len(others) > 1:
        if combat.watched:
            for place, (_, who) in enumerate(others):
                combat.say("may be struck", who, -1, "", 1 + place, "gm.random")
        number = combat.roll(len(others), OTHER, deed.actor, "attack.stray.random")
    deed.target = others[number - 1][1]
    deed.dodges = deed.catches = False
    deed.parry = None
    deed.parries = 0
    deed.hard = -1
    deed.hook = None
    deed.free = -1
    deed.strayed = True
    if combat.watched:
        combat.say("strays", deed.actor, deed.target, "", 0, "attack.stray.trigger")
    reaction.offer_aimed(combat, deed)


def afterwards(combat: IngenuityCombat, deed: Attack) -> None:
    """Wear what parried, let dodgers move, put down what was thrown, give away the hidden.

    Rules: reaction.parry.wear, reaction.dodge.after, attack.thrown, condition.hidden,
    action.ready.timing.
    """
    from affray.rulesets.ingenuity import counter, maneuver

    for who, piece in deed.worn:
        thing = combat.thing(piece)
        piece.wear = min(thing.durability, piece.wear + 1)
        if combat.watched:
            combat.say("wears", who, -1, thing.id, 1, "reaction.parry.wear")
    unit = combat.units[deed.actor]
    if deed.made and deed.thrown and deed.piece is not None and deed.piece in unit.pieces:
        where = combat.units[deed.target].cell
        where = -1 if deed.weapon.breaks else where if where >= 0 else unit.cell
        bearing.part_with(combat, unit, deed.piece, where)
    if unit.hidden:
        unit.hidden = 0
        combat.mark_changed()
    for who in deed.dodgers:
        answer.after_dodge(combat, combat.units[who])
    attacked = combat.units[deed.target]
    if condition.idle(attacked) and attacked.awake:
        answer.take_up_arms(combat, attacked)
    for who, less in deed.ripostes:
        maneuver.riposte(combat, combat.units[who], unit, less == 1)
    counter.trigger(combat, unit, ATTACKED, deed.target)
