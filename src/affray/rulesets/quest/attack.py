"""The one attack pipeline: declared, rolled, resolved, answered, step by step."""

from __future__ import annotations

from typing import Final

from affray.core.dice import ATTACK, DAMAGE, Dice, Throw
from affray.core.window import Deed
from affray.rulesets.quest import damage, explain, geometry, item, reaction, sheet
from affray.rulesets.quest import spell as spells
from affray.rulesets.quest.condition import flat_footed, gain, named, undetected
from affray.rulesets.quest.death import drop_out, kill
from affray.rulesets.quest.state import QuestCombat, Unit, agility, with_at
from affray.rulesets.quest.terms import (
    AIMS,
    CENTER,
    CRUSHING,
    DEFEATED,
    DISARMING,
    IRON_GRIP,
    LONG,
    NATURAL,
    RELOAD,
    SLOWING,
    SNEAK_ATTACK,
    STEADY_AIM,
    THROWN,
    TOPPLING,
    UNAIMED,
    WEAPON,
)
from affray.rulesets.quest.written import Spell, Thing

# Results of an attack roll.
MISS: Final = 0
HIT: Final = 1
CRITICAL: Final = 2
SUPER: Final = 3
DECISIVE: Final = 4
FUMBLE: Final = 5
TRAGEDY: Final = 6
DIRE: Final = 7
RESULTS: Final = (
    "miss",
    "hit",
    "critical",
    "super critical",
    "decisive victory",
    "auto fail",
    "tragedy",
    "dire fail",
)
RESULT_RULES: Final = (
    "attack.roll",
    "attack.roll",
    "crit.natural-20",
    "crit.super-d4",
    "crit.decisive-d6",
    "fail.natural-1-misses",
    "fail.tragedy-d4",
    "fail.dire-d6",
)

# How an attack is paid for.
ORDINARY: Final = 0
ADDITIONAL: Final = 1
FREE_HIT: Final = 2
OPENING: Final = 3
CAST: Final = 4

# How a weapon is used.
IN_HAND: Final = 0  # melee, or shot
HURLED: Final = 1
DISARM: Final = 2

LONGEST: Final = 2  # distance of a long weapon


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


class Strike(Deed):
    """One attack. Declared whole before the d20. Rule: attack.declaration."""

    def __init__(self, actor: int, target: int, weapon: Thing | None, manner: int) -> None:
        super().__init__(actor, target)
        self.weapon = weapon  # None: a spell
        self.manner = manner
        self.spell: Spell | None = None
        self.aim = UNAIMED
        self.paid = ORDINARY
        self.critical = False  # a free critical hit: not rolled
        self.more_dice: list[tuple[int, int]] = []  # of a spell's notes
        self.accuracy = 0
        self.hit = False
        self.felled = False
        self.sneak = False
        self.result = MISS
        self.place = -1  # of the spell on its caster's sheet
        self.notes = 0  # how often its option was paid for

    def feats(self) -> bool:
        """Return whether feats of the attacker count. Rule: action.extra-attack-no-feats."""
        return self.paid != ADDITIONAL

    def melee(self) -> bool:
        """Return whether it is a melee attack."""
        weapon = self.weapon
        return weapon is not None and weapon.melee and self.manner != HURLED

    def disarming(self) -> bool:
        spell = self.spell
        return self.manner == DISARM or (spell is not None and spell.status == "disarmed")


# ---- what may be attacked with what ------------------------------------------------------------


def weapons(combat: QuestCombat, unit: Unit, melee: bool) -> list[Thing]:
    """Return what a unit can strike with: in its hands, natural, or its bare hands.

    Rules: attack.hands, attack.natural-weapons, attack.unarmed, freehit.melee-only.
    """
    found: list[Thing] = []
    for piece in unit.held_things:
        thing = combat.thing(piece)
        if thing.kind == WEAPON and (thing.melee or not melee) and thing not in found:
            found.append(thing)
    for thing in unit.sheet.weapons:
        if thing.has(NATURAL) and thing not in found:
            found.append(thing)
    if not any([one.melee for one in found]):
        found.append(combat.library.by_id["unarmed"])
    return found


def cannot_attack(
    combat: QuestCombat, unit: Unit, target: Unit, weapon: Thing, manner: int, paid: int
) -> str:
    """Return the rule that forbids an attack with a weapon on a target, "" if none does.

    Rules: attack.only-enemies, attack.melee-range, attack.ranged-range, sneak.no-target.
    """
    if target is unit or not target.present:
        return "death.out-of-battle" if target is not unit else "attack.only-enemies"
    if undetected(target, unit):
        return "sneak.no-target"
    apart = geometry.distance(combat, unit, target)
    if manner == HURLED or not weapon.melee:
        if manner == HURLED and not (weapon.has(THROWN) or weapon.attack):
            return "attack.ranged-range"
        if manner != HURLED and ready_piece(unit, weapon) < 0:
            return "attack.reload"
        if apart > weapon.range or not geometry.sees(combat, unit, target):
            return "attack.ranged-range"
        return ""
    if manner == DISARM and not target.held_things:
        return "attack.disarm"
    reach = 1 if paid == ADDITIONAL else sheet.reach(unit)
    if geometry.in_zone_from(combat, unit, target.cell, target.size, reach):
        return ""
    long = weapon.has(LONG) and paid != FREE_HIT and apart <= LONGEST
    if long and geometry.sees(combat, unit, target):
        return ""
    return "attack.melee-range"


def ready_piece(unit: Unit, weapon: Thing) -> int:
    """Return a loaded piece of a weapon in hand, -1 if there is none. Rule: attack.reload."""
    for piece in unit.held_things:
        if piece == weapon.number * 2:
            return piece
    return -1


# ---- numbers -----------------------------------------------------------------------------------


def target_number(combat: QuestCombat, deed: Strike) -> int:
    """Return what the attack roll has to reach, by precedence: flat-footed, prone, normal.

    Rules: attack.target-number, condition.flat-footed-five, condition.prone-five-plus-agility,
    condition.flat-footed-over-prone, condition.no-dodge-bonuses, geometry.cover.
    """
    attacker = combat.units[deed.actor]
    target = combat.units[deed.target]
    if flat_footed(combat, target, attacker):
        number = 5
    elif target.prone:
        number = 5 + agility(target)
    else:
        number = 10 + agility(target) + sheet.dodge(combat, target)
    if not deed.melee() and geometry.covered(combat, attacker, target):
        number += 2
    if deed.disarming() and target.has_feat(IRON_GRIP):
        number += 4  # attack.disarm
    return number


def accuracy(combat: QuestCombat, deed: Strike) -> int:
    """Return all that is added to the d20. Rule: attack.accuracy-bonuses-add."""
    attacker = combat.units[deed.actor]
    target = combat.units[deed.target]
    weapon = deed.weapon
    total = sheet.accuracy(combat, attacker) + attacker.boost_hit + deed.accuracy  # action.ba-hit
    if weapon is not None:
        total += weapon.accuracy
        if deed.manner == DISARM and weapon.has(DISARMING):
            total += 2
        steady = deed.feats() and attacker.has_feat(STEADY_AIM)
        far = geometry.distance(combat, attacker, target) > 6
        if steady and far and weapon.kind == WEAPON and not weapon.melee:
            total += 1
    if deed.aim == CENTER:
        total += 1  # attack.center-mass
    if geometry.behind(combat, attacker, target):
        total += 1  # attack.from-behind
    return total


def dice_of(combat: QuestCombat, deed: Strike) -> list[tuple[int, int]]:
    """Return the damage dice in their order.

    Rules: attack.dice-order, damage.by-weapon-or-spell, feat.weapon-focus, sneak.damage,
    feat.sneak-attack.
    """
    attacker = combat.units[deed.actor]
    groups: list[tuple[int, int]] = []
    if deed.weapon is not None:
        dice = deed.weapon.dice
        groups.append((dice.count, dice.sides))
        if deed.feats():
            groups.append((sheet.extra_dice(attacker, deed.weapon), dice.sides))
    elif deed.spell is not None:
        groups.append((deed.spell.dice.count, deed.spell.dice.sides))
    if deed.sneak and groups and groups[0][0] > 0:
        groups.append((1, 4))
        if deed.feats() and attacker.has_feat(SNEAK_ATTACK):
            groups.append((1, 4))
    groups += deed.more_dice
    return groups


def flat_bonus(deed: Strike, attacker: Unit) -> int:
    """Return what is added to the dice.

    Rules: damage.strength, action.extra-attack-no-strength, action.ba-melee-damage.
    """
    weapon = deed.weapon
    if weapon is None:
        return deed.spell.dice.plus if deed.spell is not None else 0
    total = weapon.dice.plus
    if weapon.kind == WEAPON and (weapon.melee or deed.manner == HURLED):
        if deed.paid != ADDITIONAL:
            total += sheet.strength(attacker)
        if weapon.melee:
            total += attacker.boost_damage
    return total


# ---- the pipeline ------------------------------------------------------------------------------


def attack(combat: QuestCombat, deed: Strike) -> None:
    """Carry out one declared attack completely, with what it triggers.

    Rules: attack.dice-order, move.facing, fail.zone-of-the-target, sneak.until-seen,
    crit.on-free-hits, attack.thrown-weapon-lands.
    """
    attacker = combat.units[deed.actor]
    target = combat.units[deed.target]
    turn_to(combat, attacker, target)
    exposed = geometry.in_zone(combat, target, attacker)
    deed.sneak = undetected(attacker, target)
    if combat.watched:
        what = deed.weapon.id if deed.weapon is not None else ""
        if deed.spell is not None:
            what = deed.spell.id
        combat.say("attacks", attacker.index, target.index, what, deed.aim, "attack.roll")
    combat.attacks += 1
    spend_shot(combat, attacker, deed)
    if deed.critical:
        deed.result = CRITICAL  # fail.tragedy-no-roll
    else:
        roll = AttackRoll(accuracy(combat, deed), target_number(combat, deed))
        deed.result = combat.throw(roll, ATTACK, attacker.index, "attack.roll", RESULTS[0])
        if combat.watched:
            bonus = explain.attack_bonus(combat, deed)
            explain.add_reasons(combat, bonus, explain.target_number(combat, deed))
            word, rule = RESULTS[deed.result], RESULT_RULES[deed.result]
            combat.say("result", attacker.index, target.index, word, deed.result, rule)
    reveal(combat, attacker)
    if deed.manner == HURLED:
        land(combat, attacker, deed, target.cell)
    if deed.result in (HIT, CRITICAL, SUPER):
        deed.hit = True
        hit(combat, deed)
    elif deed.result == DECISIVE:
        # crit.decisive-d6, crit.decisive-no-more-rolls
        deed.hit = deed.felled = True
        drop_out(combat, target, DEFEATED, "crit.decisive-d6")
    elif deed.result >= FUMBLE:
        fumble(combat, deed, exposed)
    combat.attacks -= 1
    reaction.settle(combat)
    reaction.feat_attacks(combat, deed)


def turn_to(combat: QuestCombat, unit: Unit, other: Unit) -> None:
    """Rule: move.facing."""
    facing = geometry.facing_to(combat, unit, other)
    if facing >= 0 and facing != unit.facing:
        unit.facing = facing
        combat.mark_changed()


def reveal(combat: QuestCombat, unit: Unit) -> None:
    """Rules: sneak.until-seen, condition.flat-footed-toward-sneaker."""
    if unit.unseen:
        unit.unseen = 0
        combat.mark_changed()
        if combat.watched:
            combat.say("revealed", unit.index, rule="sneak.until-seen")


def spend_shot(combat: QuestCombat, unit: Unit, deed: Strike) -> None:
    """Unload a weapon that has to be reloaded after each shot. Rule: attack.reload."""
    weapon = deed.weapon
    if weapon is not None and weapon.has(RELOAD) and deed.manner == IN_HAND:
        piece = ready_piece(unit, weapon)
        unit.held_things = with_at(unit.held_things, unit.held_things.index(piece), piece + 1)
        combat.mark_changed()


def land(combat: QuestCombat, unit: Unit, deed: Strike, cell: int) -> None:
    """Leave a thrown weapon in the target's space; a thrown item is used up.

    Rule: attack.thrown-weapon-lands.
    """
    weapon = deed.weapon
    assert weapon is not None
    piece = weapon.number * 2
    if piece in unit.held_things:
        unit.let_go(piece)
    else:
        unit.unpack(piece)
    if not weapon.attack:
        combat.strew(cell, piece)
    combat.mark_changed()


def hit(combat: QuestCombat, deed: Strike) -> None:
    """Resolve a hit: disarm, or damage and wound, then what the weapon or spell adds.

    Rules: damage.order, crit.doubles-damage, crit.super-quadruples, sneak.damage-multiplied,
    wound.six-or-more, wound.net-damage, wound.single-attack, attack.aim-one-part.
    """
    attacker = combat.units[deed.actor]
    target = combat.units[deed.target]
    if deed.manner == DISARM:
        item.disarm(combat, attacker, target, False)
        return
    groups = dice_of(combat, deed)
    weapon = deed.weapon
    spell = deed.spell
    wounded = False
    if weapon is not None or (spell is not None and spell.dice.count > 0):
        what = weapon.id if weapon is not None else spell.id if spell is not None else ""
        rolled = damage.roll(
            combat, groups, DAMAGE, attacker.index, "damage.by-weapon-or-spell", what
        )
        times = 4 if deed.result == SUPER else 2 if deed.result == CRITICAL else 1
        gross = max(0, rolled + flat_bonus(deed, attacker)) * times
        sort = weapon.type if weapon is not None else spell.type if spell is not None else 0
        crushing = weapon is not None and weapon.has(CRUSHING)
        net = damage.mitigated(combat, target, gross, sort, crushing)
        lost = net
        if weapon is not None and deed.aim < CENTER and net >= damage.WOUND_AT:
            wounded = True
            lost += damage.wound(combat, target, deed.aim, attacker.index)
        damage.hurt(combat, target, lost, sort, attacker.index, "damage.order")
        deed.felled = not target.present
    if not target.present:
        return
    if wounded and deed.aim == SLOWING and weapon is not None and weapon.has(TOPPLING):
        fall_prone(combat, target, "prone.definition")
    if weapon is not None and weapon.status:
        status = named(weapon.status, combat.library)
        if status is not None:
            gain(combat, target, status, attacker.index)
    if spell is not None:
        spells.on_hit(combat, deed)


def fall_prone(combat: QuestCombat, unit: Unit, rule: str) -> None:
    """Rule: prone.definition."""
    if unit.present and not unit.prone:
        unit.prone = True
        combat.mark_changed()
        if combat.watched:
            combat.say("falls prone", unit.index, rule=rule)


def fumble(combat: QuestCombat, deed: Strike, exposed: bool) -> None:
    """Let the unit attacked strike back at a natural 1.

    An enemy only, in the zone of the unit attacked, and only if that one can act.
    Rules: fail.free-hit, fail.zone-of-the-target, fail.tragedy-and-dire-need-zone,
    fail.struck-unit-must-be-able, attack.only-enemies, freehit.enemy-natural-1,
    disengage.not-fumbles, fail.tragedy-needs-no-slot, fail.strike-back-is-melee.
    """
    attacker = combat.units[deed.actor]
    target = combat.units[deed.target]
    if not exposed or not combat.enemies(attacker, target) or not target.free_handed():
        return
    if deed.result == DIRE:
        if combat.watched:
            combat.say("fatal blow", target.index, attacker.index, rule="fail.dire-d6")
        turn_to(combat, target, attacker)
        kill(combat, attacker)
    else:
        window = reaction.Strikes(
            combat,
            [target.index],
            [attacker.index],
            "fail.tragedy-free-critical" if deed.result == TRAGEDY else "fail.free-hit",
        )
        window.critical = deed.result == TRAGEDY
        reaction.strikes(combat, window)


def aims(deed: Strike) -> list[int]:
    """Return the aims that an attack may declare.

    Rules: attack.aim-choice, attack.aim-no-penalty, attack.unaimed, attack.physical-or-spell.
    """
    if deed.weapon is None or deed.manner == DISARM:
        return [UNAIMED]
    return list(range(len(AIMS)))
