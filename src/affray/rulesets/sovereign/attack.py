"""Attacks: declared, answered, screened, rolled, answered again, inflicted."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu
from affray.core.dice import ATTACK
from affray.core.effect import Sum
from affray.core.window import Deed, offer
from affray.rulesets.sovereign import damage, geometry, reaction, sheet
from affray.rulesets.sovereign.condition import MARKED, lay
from affray.rulesets.sovereign.death import litter
from affray.rulesets.sovereign.state import (
    MELEE,
    NO_RELOAD,
    SCREENED,
    SHOT,
    THROWN,
    Body,
    Field,
    Strike,
)

# What a hit is to do.
HARM: Final = 0
SHOVE: Final = 1
GRAPPLE: Final = 2
AIMS: Final = ("attack", "shove", "grapple")

# How an attack comes about.
ORDINARY: Final = 0
SNAP: Final = 1
FREE: Final = 2  # of opportunity
CHARGED: Final = 3
SWARM: Final = 4


class Blow(Deed):
    """One attack under way. Rule: attack.sequence."""

    def __init__(self, actor: int, target: int, strike: Strike, aim: int, manner: int) -> None:
        super().__init__(actor, target)
        self.strike = strike
        self.aim = aim
        self.manner = manner
        self.others = 0  # other assailants of a swarm
        self.rolled = False
        self.total = 0
        self.forced = 0  # Veteran's Luck: 1 a hit, -1 a miss
        self.hit = False
        self.wound = 0


# ---- may it be made ------------------------------------------------------------------------------


def cannot_attack(field: Field, unit: Body, strike: Strike, target: Body) -> str:
    """Return the rule that forbids an attack, "" if none does.

    Rules: melee.action, melee.long, ranged.action, swarm.eligible.
    """
    if not target.present or not field.enemies(unit, target):
        return "attack.sequence"
    if not sheet.in_hand(unit, strike):
        return "ready.sheathing-free"
    if not strike.unarmed and sheet.held_fast(field, unit):
        return "grapple.restraint"
    if not sheet.loaded(unit, strike):
        return "reload.starts-loaded"
    far = geometry.apart(field, unit, target)
    if strike.mode == MELEE and far > strike.reach:
        return "melee.range"
    if strike.mode != MELEE and far > strike.range_max:
        return "ranged.max-range"
    if strike.mode == SHOT and strike.hands == 2 and not unit.sheet.feat("deadeye"):
        if sheet.engaged(field, unit):
            return "ranged.two-handed-in-melee"
    if not geometry.sighted(field, unit, target):
        return "los.needed-to-attack"
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
        if sheet.engaged(field, unit) and unit.sheet.feat("deadeye") < 2:
            total.add(-4, "attack.mod.thrown-in-melee")
    if target.has(MARKED) and "pack-mark" in unit.sheet.abilities:
        total.add(1, "attack.mods-stack")
    if target.unseen:
        total.add(-4, "attack.mod.unseen-known")
    if blow.manner == SNAP:
        total.add(-4, "snap.penalty")
    elif blow.manner == CHARGED:
        total.add(2, "charge.attack")
    elif blow.manner == SWARM:
        total.add(min(6, 2 * blow.others), "swarm.bonus")
    return total


# ---- making it -----------------------------------------------------------------------------------


def assault(field: Field, blow: Blow) -> None:
    """Make an attack and inflict what it brings. Rule: attack.sequence."""
    strike(field, blow)
    apply(field, blow)


def strike(field: Field, blow: Blow) -> None:
    """Work an attack out up to its wound; ``apply`` inflicts it."""
    unit = field.units[blow.actor]
    unit.unseen = False
    field.stir = True
    field.touch()
    if field.watched:
        what = blow.strike.id
        field.say(AIMS[blow.aim] + "s", blow.actor, blow.target, what, blow.manner, "attack.roll")
    offer(field, reaction.Instants(field, blow, False))
    if not stands(field, blow):
        return
    spend(field, unit, blow.strike)
    screen(field, blow)
    parts = modifiers(field, blow)
    face = field.roll(20, ATTACK, blow.actor, "attack.roll")
    blow.total = face + parts.total  # attack.no-naturals
    blow.rolled = True
    if field.watched:
        what = "hits" if hits(field, blow) else "misses"
        field.say(what, blow.actor, blow.target, blow.strike.id, blow.total, "attack.meet-or-beat")
    offer(field, reaction.Instants(field, blow, True))
    if not unit.able() or not field.units[blow.target].present:
        blow.void = "snap.before-damage"
        return
    blow.hit = hits(field, blow)
    if blow.aim == HARM:
        blow.wound = wound(field, blow)


def stands(field: Field, blow: Blow) -> bool:
    """Return whether a declared attack is still possible. Rule: economy.broken-action."""
    unit = field.units[blow.actor]
    if not unit.able() or cannot_attack(field, unit, blow.strike, field.units[blow.target]):
        blow.void = "economy.broken-action"
    return blow.void == ""


def hits(field: Field, blow: Blow) -> bool:
    """Rules: attack.meet-or-beat, luck.veteran."""
    if blow.forced:
        return blow.forced > 0
    return blow.total >= sheet.ac(field, field.units[blow.target])


def wound(field: Field, blow: Blow) -> int:
    """Return the damage of a hit or the Shock of a miss.

    Rules: damage.shock-floor, swarm.bonus-not-shock.
    """
    unit = field.units[blow.actor]
    target = field.units[blow.target]
    swarm = blow.manner == SWARM
    if blow.hit:
        bonus = min(3, blow.others) if swarm else 0
        floor = damage.shock(field, unit, target, blow.strike, swarm)
        return max(damage.rolled(field, unit, target, blow.strike, bonus), floor)
    if blow.strike.mode != MELEE:
        return 0
    return damage.missed(field, unit, target, blow.strike, swarm)


def apply(field: Field, blow: Blow) -> None:
    """Inflict what an attack has come to."""
    from affray.rulesets.sovereign import maneuver

    unit = field.units[blow.actor]
    target = field.units[blow.target]
    if blow.void or not target.present:
        return
    if blow.aim != HARM:
        if blow.hit:
            maneuver.succeed(field, unit, target, blow.aim)
        return
    rule = "damage.roll" if blow.hit else "shock.on-miss"
    spares = blow.strike.spares
    damage.hurt(field, target, blow.wound, blow.actor, rule, spares=spares)
    if blow.hit and target.present and "pack-mark" in unit.sheet.abilities:
        lay(field, target, MARKED, blow.actor)


def spend(field: Field, unit: Body, one: Strike) -> None:
    """Use up what an attack uses up. Rules: ranged.thrown-lands, reload.bow, reload.crossbow."""
    if one.mode == SHOT and one.weapon >= 0 and one.reload != NO_RELOAD:
        unit.unloaded |= 1 << one.weapon
        field.touch()


def land(field: Field, blow: Blow) -> None:
    """Let a thrown weapon lie in its target's square. Rule: ranged.thrown-lands."""
    unit = field.units[blow.actor]
    weapon = blow.strike.weapon
    if blow.strike.mode == THROWN and weapon >= 0 and unit.stock[weapon] > 0 and not blow.void:
        cell = field.units[blow.target].cell
        unit.stock[weapon] -= 1
        if cell >= 0:
            litter(field, cell, unit, weapon)


# ---- screening -----------------------------------------------------------------------------------


def screen_number(unit: Body) -> int:
    """Return a screener's number. Rule: screen.opposed-check."""
    own = unit.sheet
    if not own.pc:
        return sheet.OPPOSED + own.skill
    best = max(own.mods[sheet.STR], own.mods[sheet.DEX])
    skill = max(own.skills.get("brawl", -1), own.skills.get("stab", -1))
    return sheet.OPPOSED + best + skill + (2 if own.feat("valiant-defender") else 0)


def can_screen(field: Field, unit: Body, blow: Blow) -> bool:
    """Rules: screen.limit, screen.needs-skill, screen.feasible, screen.proximity."""
    if unit.ward != blow.target or not unit.able() or sheet.held_fast(field, unit):
        return False
    actor = field.units[blow.actor]
    if actor.size > 1 and blow.strike.mode == MELEE and unit.sheet.feat("valiant-defender") < 2:
        return False
    if blow.strike.id == "hurled-rock" or not geometry.sighted(field, unit, actor):
        return False
    against = unit.used[SCREENED]
    if against >> blow.actor & 1:
        return True
    return bits(against) < unit.sheet.screens


def bits(number: int) -> int:
    count = 0
    while number:
        count += number & 1
        number >>= 1
    return count


def screen(field: Field, blow: Blow) -> None:
    """Let screeners throw themselves in the way.

    Rules: screen.before-roll, screen.optional, screen.several, screen.redirect,
    screen.attacker-succeeds, screen.ranged, screen.all-kinds.
    """
    holders: list[Body] = []
    for who in field.asked():
        unit = field.units[who]
        if can_screen(field, unit, blow):
            options = [(1, "screen"), (PASS, "do not screen")]
            if field.ask(Menu(unit.seats, who, "screen.optional", options, 1)) == 1:
                holders.append(unit)
                unit.used[SCREENED] |= 1 << blow.actor
    if not holders:
        return
    actor = field.units[blow.actor]
    bonus = screen_bonus(actor, blow.strike)
    total = sheet.check_total(field, blow.actor, bonus, "screen.opposed-check")
    held = [one for one in holders if total < screen_number(one)]
    if not held:
        return
    lowest = min([screen_number(one) for one in held])
    worst = [one for one in held if screen_number(one) == lowest]
    chosen = worst[0]
    if len(worst) > 1:
        options = [(1 + one.index, f"{one.name} takes it") for one in worst]
        asked = Menu(worst[0].seats, -1, "screen.several", options, options[0][0])
        chosen = field.units[field.ask(asked) - 1]
    blow.target = chosen.index
    if field.watched:
        field.say("screens", chosen.index, blow.first, "", 0, "screen.redirect")


def screen_bonus(actor: Body, one: Strike) -> int:
    """Rule: screen.opposed-check."""
    if not actor.sheet.pc:
        return actor.sheet.skill
    return max(actor.sheet.mods[sheet.STR], actor.sheet.mods[sheet.DEX]) + one.level
