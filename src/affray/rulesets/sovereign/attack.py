"""Attacks: declared, answered, screened, rolled, answered again, inflicted."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.core.dice import ATTACK, Dice, Throw
from affray.core.effect import Sum
from affray.rulesets.sovereign import (
    art,
    damage,
    geometry,
    gm,
    item,
    magic,
    reaction,
    screening,
    sheet,
)
from affray.rulesets.sovereign.blow import AIMS, CHARGED, HARM, ORDINARY, SNAP, SWARM, Blow
from affray.rulesets.sovereign.condition import BLADED, BLUNTED, MARKED, lay, number, reveal
from affray.rulesets.sovereign.death import litter, resist_again
from affray.rulesets.sovereign.state import (
    ACTIVE,
    KILLED,
    MELEE,
    NATURAL,
    NO_RELOAD,
    PULLED,
    SHOT,
    THROWN,
    Body,
    Field,
    Strike,
)


class AttackDie(Throw):
    """The d20 of an attack, as far as an AC and the same with Total Defense tell its faces apart.

    ``need`` is what the face must come to; the result is the least face of its kind.
    Rules: attack.meet-or-beat, attack.no-naturals, total.ac.
    """

    def __init__(self, need: int) -> None:
        self.need = max(1 - sheet.GUARD, min(21, need))

    def made(self, dice: Dice) -> int:
        face = dice.roll(20)
        for least in (self.need + sheet.GUARD, self.need):
            if face >= least:
                return max(1, least)
        return 1

    def key(self) -> tuple[int, ...]:
        return (self.need,)


# ---- may it be made ------------------------------------------------------------------------------


def cannot_attack(field: Field, unit: Body, strike: Strike, target: Body) -> str:
    """Return the rule that forbids an attack, "" if none does.

    Rules: melee.action, melee.long, ranged.action, swarm.eligible.
    """
    if not target.present or target.side == unit.side:
        return "attack.sequence"
    if not sheet.in_hand(unit, strike):
        return "ready.sheathing-free" if strike.hands < 2 else "sheet.hands"
    if not strike.unarmed and sheet.held_fast(field, unit):
        return "grapple.restraint"
    if strike.weapon >= 0 and unit.unloaded >> strike.weapon & 1:
        return "reload.starts-loaded"
    if geometry.apart(field, unit, target) > strike.span():
        return "melee.range" if strike.mode == MELEE else "ranged.max-range"
    if (
        strike.mode != MELEE
        and strike.hands == 2
        and not unit.sheet.feat("deadeye")
        and sheet.engaged(field, unit)
    ):
        return "ranged.two-handed-in-melee"
    if strike.oil and not sheet.free_hands(unit):
        return "sheet.hands"
    if strike.art and not art.ready(field, unit, strike.art):
        return "effort.pool"
    if not geometry.located(field, unit, target):
        return "attack.mod.unseen-unknown"
    if not geometry.sighted(field, unit, target):
        return "los.needed-to-attack"
    if strike.art and geometry.unseen(field, unit, target):
        return "attack.mod.unseen-known"
    return ""


def modifiers(field: Field, blow: Blow) -> Sum:
    """Return what is added to the die, each entry once; never to the AC.

    Rules: attack.mods-stack, cover.all-attacks, cover.not-armour, ranged.normal-range,
    ranged.one-handed-in-melee, ranged.into-melee, melee.skill, ranged.skill, attack.untrained.
    """
    unit = field.units[blow.actor]
    target = field.units[blow.target]
    strike = blow.strike
    total = Sum(ATTACK, blow.actor, blow.target, field.watched)
    total.add(strike.bonus, "attack.roll")
    far = geometry.apart(field, unit, target)
    if target.prone or target.helpless():
        if far <= 1 or (strike.mode == MELEE and far <= strike.reach):
            total.add(2, "attack.mod.prone-near")
        elif strike.mode != MELEE:
            total.add(-2, "attack.mod.prone-distant")
    if unit.prone and strike.mode == MELEE:
        total.add(-4, "attack.mod.self-prone")
    hidden = geometry.cover(field, unit, target)
    if hidden in (geometry.BLIND, 8):
        total.add(-4, "attack.mod.full-cover")
    elif hidden > 0:
        total.add(-2, "attack.mod.half-cover")
    if strike.mode != MELEE:
        if far > strike.range:
            total.add(-2, "ranged.long-range")
        if hindered(unit, strike) and sheet.engaged(field, unit):
            total.add(-4, "attack.mod.thrown-in-melee")
    if unit.off >= 0 and sheet.dual(unit):
        total.add(-1, "dual.penalty")
    if target.effects and "pack-mark" in unit.sheet.abilities and marked(field, unit, target):
        total.add(1, "attack.mods-stack")
    if unit.effects:
        total.add(number(unit, 1), "attack.mods-stack")
    if target.effects:
        total.add(number(target, 2), "attack.mods-stack")
    if geometry.unseen(field, unit, target):
        total.add(-4, "attack.mod.unseen-known")
    if blow.manner == SNAP:
        steady = strike.mode != MELEE and unit.sheet.feat("steady-hands") > 1
        total.add(-2 if steady else -4, "snap.penalty")
    elif blow.manner == CHARGED:
        total.add(2, "charge.attack")
    elif blow.manner == SWARM:
        total.add(min(6, 2 * blow.others), "swarm.bonus")
    return total


def marked(field: Field, unit: Body, target: Body) -> bool:
    """Return whether the attacker's own pack has marked a target. Content: pack-mark."""
    for held in target.effects:
        if held.effect is MARKED and field.units[held.source].side == unit.side:
            return True
    return False


def hindered(unit: Body, strike: Strike) -> bool:
    """Return whether melee hampers a ranged attack. Rules: ranged.one-handed-in-melee."""
    if strike.art or unit.sheet.feat("deadeye") > 1:
        return False
    return not (strike.small and strike.mode == THROWN and unit.sheet.feat("close-combatant"))


# ---- making it -----------------------------------------------------------------------------------


def assault(field: Field, blow: Blow) -> None:
    """Make an attack and inflict what it brings. Rule: attack.sequence."""
    strike(field, blow)
    apply(field, blow)


def strike(field: Field, blow: Blow) -> None:
    """Work an attack out up to its wound; ``apply`` inflicts it.

    Rules: attack.sequence, economy.broken-action, screen.before-roll, snap.before-damage,
    boils and blades as their spells say.
    """
    unit = field.units[blow.actor]
    resist_again(field, field.units[blow.target])
    field.stir = True
    field.mark_changed()
    if field.watched:
        what = blow.strike.id
        field.say(AIMS[blow.aim] + "s", blow.actor, blow.target, what, blow.manner, "attack.roll")
    reaction.answered(field, blow, rolled=False)
    if not stands(field, blow):
        return
    magic.fester(field, unit)
    if not unit.able():
        blow.void = "economy.broken-action"
        return
    spend(field, unit, blow.strike)
    screening.screen(field, blow)
    if blow.void or not touches_blades(field, blow):
        return
    parts = modifiers(field, blow)
    reveal(field, unit)
    bonus = parts.total + (gm.modifier(field, unit.index) if field.topics else 0)
    face = cast_die(field, blow, bonus)
    blow.total = face + bonus  # attack.no-naturals
    blow.rolled = True
    blow.more = dual_bonus(field, unit, field.units[blow.target], blow.strike)
    land(field, blow)
    told = tell(field, blow, "")
    reaction.answered(field, blow, rolled=True)
    tell(field, blow, told)
    if not unit.able() or not field.units[blow.target].present:
        blow.void = "snap.before-damage"
        return
    blow.hit = hits(field, blow) and counts(field, blow)
    if blow.aim == HARM:
        blow.wound = wound(field, blow)


def tell(field: Field, blow: Blow, told: str) -> str:
    """Tell whether a blow hits, and again if an Instant has turned it; return what was told."""
    if not field.watched:
        return ""
    what = "hits" if hits(field, blow) else "misses"
    if what != told:
        name = f"{what} after all" if told else what
        field.say(name, blow.actor, blow.target, blow.strike.id, blow.total, "attack.meet-or-beat")
    return what


def cast_die(field: Field, blow: Blow, bonus: int) -> int:
    """Roll the d20; nobody looking on, only as finely as anything that follows can tell.

    Where others could answer, what they do may move the AC: then every face counts.
    """
    if field.watched or reaction.meddled(field, blow):
        return field.roll(20, ATTACK, blow.actor, "attack.roll")
    need = sheet.ac(field, field.units[blow.target]) - bonus
    return field.throw(AttackDie(need), ATTACK, blow.actor, "attack.roll")


def stands(field: Field, blow: Blow) -> bool:
    """Return whether a declared attack is still possible. Rule: economy.broken-action."""
    unit = field.units[blow.actor]
    if blow.void == "" and not unit.able():
        blow.void = "economy.broken-action"
    if blow.void == "" and cannot_attack(field, unit, blow.strike, field.units[blow.target]):
        blow.void = "economy.broken-action"
    return blow.void == ""


def touches_blades(field: Field, blow: Blow) -> bool:
    """Let the blades about a target strike first; False: the attacker can attack no more."""
    target = field.units[blow.target]
    unit = field.units[blow.actor]
    if blow.strike.mode == MELEE and target.effects and target.has(BLADED):
        magic.blades(field, target, unit)
        if not unit.able():
            blow.void = "economy.broken-action"
            return False
    return True


def hits(field: Field, blow: Blow) -> bool:
    """Rules: attack.meet-or-beat, luck.veteran; an Assassin's knife from the dark cannot miss."""
    if blow.forced:
        return blow.forced > 0
    unit = field.units[blow.actor]
    target = field.units[blow.target]
    if field.round == 0 and blow.strike.small and unit.sheet.feat("assassin"):
        if geometry.apart(field, unit, target) <= 1:
            return True
    return blow.total >= sheet.ac(field, target)


def counts(field: Field, blow: Blow) -> bool:
    """Return whether a hit counts: blunt-contact, and a great Nullifier against magic."""
    target = field.units[blow.target]
    held = target.held(BLUNTED) if target.effects and blow.strike.weapon >= 0 else None
    if held is not None:
        unit = field.units[blow.actor]
        return magic.resists(field, field.units[held.source], unit, sheet.PHYSICAL)
    return not (blow.strike.art and art.nullifies(field, target))


def wound(field: Field, blow: Blow) -> int:
    """Return the damage of a hit or the Shock of a miss.

    Rules: damage.shock-floor, swarm.bonus-not-shock, dual.damage, dual.not-shock,
    shock.snap-and-aoo.
    """
    unit = field.units[blow.actor]
    target = field.units[blow.target]
    one = blow.strike
    swarm = blow.manner == SWARM
    if sheet.blunted(unit, one):
        return 0
    if blow.hit:
        bonus = min(3, blow.others) if swarm else 0
        found = damage.rolled(field, unit, target, one, bonus, blow.more)
        floor = damage.shock(field, unit, target, one, swarm)
        return found if floor <= found or (not swarm and damage.ignores(field, target)) else floor
    if one.oil:
        item.splash(field, unit, target)
    if one.mode != MELEE:
        return 0
    found = 0
    if one.unarmed and unit.sheet.feat("unarmed-combatant") > 1:
        found = damage.fist(field, unit)
    return found + damage.missed(field, unit, target, one, swarm)


def dual_bonus(field: Field, unit: Body, target: Body, one: Strike) -> int:
    """Rule: dual.damage: +2 with both weapons in range of the target."""
    if unit.off < 0 or one.weapon < 0 or not sheet.dual(unit):
        return 0
    far = geometry.apart(field, unit, target)
    both = sheet.covers(unit, unit.hand, far) and sheet.covers(unit, unit.off, far)
    return 2 if both else 0


def apply(field: Field, blow: Blow) -> None:
    """Inflict what an attack has come to. Rules: damage.hp, shove.no-damage."""
    unit = field.units[blow.actor]
    target = field.units[blow.target]
    if blow.void or not target.present:
        return
    if blow.aim != HARM:
        from affray.rulesets.sovereign import maneuver

        if blow.hit:
            maneuver.succeed(field, unit, target, blow.aim)
        return
    rule = "damage.roll" if blow.hit else "shock.on-miss"
    one = blow.strike
    fought = target.hp > 0
    damage.hurt(
        field,
        target,
        blow.wound,
        blow.actor,
        rule,
        spares=one.spares,
        harm=one.harm,
        magic=one.art != "",
    )
    if blow.hit and unit.able():
        follow(field, blow)
    killed = fought and (not target.present or target.hp == 0)
    if killed and unit.able() and unit.sheet.feat("whirlwind-assault") > 1:
        if blow.manner == ORDINARY and not unit.used[KILLED] and not blow.second:
            unit.used[KILLED] = 1
            second_attack(field, unit)


def follow(field: Field, blow: Blow) -> None:
    """Do what follows a hit. Content: pack-mark, pull-down, military-oil."""
    unit = field.units[blow.actor]
    target = field.units[blow.target]
    own = unit.sheet
    if blow.strike.oil:
        item.kindle(field, unit, target)
    if target.present and "pack-mark" in own.abilities:
        lay(field, target, MARKED, blow.actor)
    if target.fate == ACTIVE and "pull-down" in own.abilities and not target.prone:
        if field.active == unit.index and not unit.used[PULLED]:
            from affray.rulesets.sovereign import maneuver

            unit.used[PULLED] = 1
            maneuver.pull_down(field, unit, target)


def second_attack(field: Field, unit: Body) -> None:
    """Strike once more after a kill, with a Readied weapon at any target in range.

    Another weapon than that in hand is drawn. Content: whirlwind-assault.
    """
    options = [(PASS, "no more")]
    hands = (unit.hand, unit.off)
    for place, one in enumerate(unit.sheet.strikes):
        if one.listed and not one.art:
            take(unit, one)
            for foe in field.units:
                if not cannot_attack(field, unit, one, foe):
                    options.append((1 + place * 1000 + foe.index, f"{foe.name} with {one.id}"))
            unit.hand, unit.off = hands
    if len(options) > 1:
        asked = Menu(unit.seats, unit.index, "damage.roll", options, options[1][0])
        code = field.ask(asked)
        if code != PASS:
            place, foe_index = (code - 1) // 1000, (code - 1) % 1000
            one = unit.sheet.strikes[place]
            take(unit, one)
            blow = Blow(unit.index, foe_index, one, HARM, ORDINARY)
            blow.second = True
            assault(field, blow)


def take(unit: Body, one: Strike) -> None:
    """Take a Readied weapon in hand if it is not held. Rule: ready.sheathing-free."""
    if one.weapon >= 0 and unit.stock[one.weapon] > 0 and not sheet.holds(unit, one.weapon):
        unit.hand = one.weapon
        unit.off = NATURAL


def spend(field: Field, unit: Body, one: Strike) -> None:
    """Use up what an attack uses up. Rules: reload.bow, reload.crossbow, effort.pool."""
    if one.mode == SHOT and one.weapon >= 0 and one.reload != NO_RELOAD:
        unit.unloaded |= 1 << one.weapon
        field.mark_changed()
    if one.oil:
        unit.carried[unit.sheet.gear.index("military-oil")] -= 1
        field.mark_changed()
    if one.art:
        art.commit(field, unit, one.art)


def land(field: Field, blow: Blow) -> None:
    """Let what was thrown lie in its target's square, hit or miss. Rule: ranged.thrown-lands."""
    unit = field.units[blow.actor]
    weapon = blow.strike.weapon
    if blow.strike.mode != THROWN or weapon < 0 or unit.stock[weapon] < 1:
        return
    part_with(field, unit, weapon, field.units[blow.target].cell)


def part_with(field: Field, unit: Body, weapon: int, cell: int) -> None:
    """Let a weapon that was thrown lie in a square. Rule: ranged.thrown-lands."""
    unit.stock[weapon] -= 1
    if unit.hand == weapon:
        unit.hand = NATURAL
    elif unit.off == weapon:
        unit.off = NATURAL
    litter(field, cell, unit, weapon)
