"""An attack as it is declared: what it is to do, what forbids it, what is added to the die."""

from __future__ import annotations

from affray.core.dice import ATTACK
from affray.core.effect import Sum
from affray.core.event import Part
from affray.core.window import Deed
from affray.rulesets.sovereign import condition, geometry, resource
from affray.rulesets.sovereign.condition import MARKED, number
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.sheet import equipment
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import CHARGED, MELEE, SNAP, SWARM, THROWN


class Attack(Deed):
    """One attack under way. Rule: attack.sequence."""

    def __init__(self, actor: int, target: int, strike: Strike, aim: int, manner: int) -> None:
        super().__init__(actor, target)
        self.strike = strike
        self.aim = aim
        self.manner = manner
        self.others = 0  # other assailants of a swarm
        self.second = False  # it follows a kill, and none follows it
        self.answered = False  # Instants have answered its declaration: it was one itself
        self.upright = False  # its target stood when it was to be inflicted together with others
        self.rolled = False
        self.total = 0
        self.forced = 0  # Veteran's Luck: 1 a hit, -1 a miss
        self.turned = False  # an Instant has made a hit of a miss, or a miss of a hit
        self.hit = False
        self.wound = 0
        self.parts: list[Part] | None = None  # what the wound is made of, where somebody watches
        self.more = 0  # what fighting with two adds


def cannot_attack(
    combat: SovereignCombat, unit: SovereignCombatant, strike: Strike, target: SovereignCombatant
) -> str:
    """Return the rule that forbids an attack, "" if none does.

    Rules: melee.action, melee.long, ranged.action, swarm.eligible.
    """
    if not target.present or target.side == unit.side:
        return "attack.sequence"
    if not geometry.located(combat, unit, target):
        return "attack.mod.unseen-unknown"
    no = unready(combat, unit, strike)
    if no == "" and geometry.apart(combat, unit, target) > strike.span():
        no = "melee.range" if strike.mode == MELEE else "ranged.max-range"
    if no == "":
        no = hampered(combat, unit, strike)
    return no or out_of_sight(combat, unit, strike, target)


def unready(combat: SovereignCombat, unit: SovereignCombatant, strike: Strike) -> str:
    """Return the rule that forbids an attack as it is held: hands, a grapple, no missile in it.

    Rules: ready.sheathing-free, sheet.hands, grapple.restraint, reload.starts-loaded.
    """
    if not equipment.in_hand(unit, strike):
        return "ready.sheathing-free" if strike.hands < 2 else "sheet.hands"
    if not strike.unarmed and condition.held_fast(combat, unit):
        return "grapple.restraint"
    if strike.weapon >= 0 and unit.unloaded >> strike.weapon & 1:
        return "reload.starts-loaded"
    return ""


def hampered(combat: SovereignCombat, unit: SovereignCombatant, strike: Strike) -> str:
    """Return the rule that forbids an attack by what is about, by a hand too few, by no Effort.

    Rules: ranged.two-handed-in-melee, sheet.hands, effort.pool.
    """
    if (
        strike.mode != MELEE
        and strike.hands == 2
        and not unit.sheet.feat("deadeye")
        and engaged(combat, unit, known=True)
    ):
        return "ranged.two-handed-in-melee"
    if strike.oil and not equipment.free_hands(unit):
        return "sheet.hands"
    if strike.art and not resource.ready(combat, unit, strike.art):
        return "effort.pool"
    return ""


def out_of_sight(
    combat: SovereignCombat, unit: SovereignCombatant, strike: Strike, target: SovereignCombatant
) -> str:
    """Return the rule by which a target is not seen, "" if it is.

    Rules: los.needed-to-attack, attack.mod.unseen-known.
    """
    if not geometry.sighted(combat, unit, target):
        return "los.needed-to-attack"
    if strike.art and geometry.unseen(combat, unit, target):
        return "attack.mod.unseen-known"
    return ""


def usable(combat: SovereignCombat, unit: SovereignCombatant, strike: Strike) -> bool:
    """Return whether nothing but its target can forbid an attack: asked once for all targets."""
    return unready(combat, unit, strike) == "" and hampered(combat, unit, strike) == ""


def open_to(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    strike: Strike,
    target: SovereignCombatant,
    far: int,
) -> bool:
    """Return whether an attack that is usable can be made at a target so many squares off."""
    if not target.present or target.side == unit.side or far > strike.span():
        return False
    located = geometry.located(combat, unit, target)
    return located and out_of_sight(combat, unit, strike, target) == ""


def engaged(combat: SovereignCombat, unit: SovereignCombatant, *, known: bool = False) -> bool:
    """Return whether somebody is in melee; ``known``: as far as its side knows.

    Rule: ranged.engaged.
    """
    for other in combat.nearby(unit, 1):
        if other.side == unit.side or not other.able():
            continue
        if known and not geometry.located(combat, unit, other):
            continue
        if geometry.adjacent(combat, unit, other) and armed_now(combat, other):
            return True
    return False


def armed_now(combat: SovereignCombat, unit: SovereignCombatant) -> bool:
    """Return whether somebody is armed for melee with what it may strike with now.

    Rules: ranged.engaged, grapple.restraint.
    """
    if not equipment.armed(unit):
        return False
    if not condition.held_fast(combat, unit):
        return True
    return any(strike.unarmed and equipment.counts(unit, strike) for strike in unit.sheet.strikes)


def modifiers(combat: SovereignCombat, attack: Attack) -> Sum:
    """Return what is added to the die, each entry once; never to the AC.

    Rules: attack.mods-stack, cover.all-attacks, cover.not-armour, ranged.normal-range,
    ranged.one-handed-in-melee, ranged.into-melee, melee.skill, ranged.skill, attack.untrained.
    """
    unit = combat.units[attack.actor]
    target = combat.units[attack.target]
    strike = attack.strike
    total = Sum(ATTACK, attack.actor, attack.target, combat.watched)
    total.add(strike.bonus, "attack.roll")
    far = geometry.apart(combat, unit, target)
    if target.prone or target.helpless():  # death.helpless-target
        if far <= 1 or (strike.mode == MELEE and far <= strike.reach):
            total.add(2, "attack.mod.prone-near")
        elif strike.mode != MELEE:
            total.add(-2, "attack.mod.prone-distant")
    if unit.prone and strike.mode == MELEE:
        total.add(-4, "attack.mod.self-prone")
    hidden = geometry.cover(combat, unit, target)
    if hidden in (geometry.BLIND, 8):
        total.add(-4, "attack.mod.full-cover")
    elif hidden > 0:
        total.add(-2, "attack.mod.half-cover")
    if strike.mode != MELEE:
        if far > strike.range:
            total.add(-2, "ranged.long-range")
        if hindered(unit, strike) and engaged(combat, unit):
            total.add(-4, "attack.mod.thrown-in-melee")
    if unit.off >= 0 and equipment.dual(unit):
        total.add(-1, "dual.penalty")
    if target.effects and "pack-mark" in unit.sheet.abilities and marked(combat, unit, target):
        total.add(1, "attack.mods-stack")
    if unit.effects:
        total.add(number(unit, 1), "attack.mods-stack")
    if target.effects:
        total.add(number(target, 2), "attack.mods-stack")
    if geometry.unseen(combat, unit, target):
        total.add(-4, "attack.mod.unseen-known")
    if attack.manner == SNAP:
        steady = strike.mode != MELEE and unit.sheet.feat("steady-hands") > 1
        total.add(-2 if steady else -4, "snap.penalty")
    elif attack.manner == CHARGED:
        total.add(2, "charge.attack")
    elif attack.manner == SWARM:
        total.add(min(6, 2 * attack.others), "swarm.bonus")
    return total


def marked(combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant) -> bool:
    """Return whether the attacker's own pack has marked a target. Content: pack-mark."""
    for held in target.effects:
        if held.effect is MARKED and combat.units[held.source].side == unit.side:
            return True
    return False


def hindered(unit: SovereignCombatant, strike: Strike) -> bool:
    """Return whether melee hampers a ranged attack. Rules: ranged.one-handed-in-melee."""
    if strike.art or unit.sheet.feat("deadeye") > 1:
        return False
    return not (strike.small and strike.mode == THROWN and unit.sheet.feat("close-combatant"))
