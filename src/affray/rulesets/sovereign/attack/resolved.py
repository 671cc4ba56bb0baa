"""An attack from its declaration to its wound: answered, screened, rolled, inflicted."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.dice import ATTACK
from affray.core.effect import Sum
from affray.core.event import Rolled, Told
from affray.rulesets.sovereign import actions, changes, gm, items, resource
from affray.rulesets.sovereign.action import maneuver
from affray.rulesets.sovereign.attack import declared, rolled, screening
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.attack.rolled import AttackDie
from affray.rulesets.sovereign.choice.menus import AskStrike
from affray.rulesets.sovereign.condition import BLADED, MARKED, lay, litter, reveal
from affray.rulesets.sovereign.damage import dealing, wound
from affray.rulesets.sovereign.death import resist_again
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.magic import spells
from affray.rulesets.sovereign.reaction import windows
from affray.rulesets.sovereign.sheet import equipment, numbers
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import (
    ACTIVE,
    AIMS,
    HARM,
    KILLED,
    MELEE,
    NATURAL,
    NO_RELOAD,
    ORDINARY,
    PULLED,
    SHOT,
    THROWN,
)


def make(combat: SovereignCombat, attack: Attack) -> None:
    """Make an attack and inflict what it brings. Rule: attack.sequence."""
    work_out(combat, attack)
    inflict(combat, attack)


def work_out(combat: SovereignCombat, attack: Attack) -> None:
    """Work an attack out up to its wound; ``inflict`` inflicts it.

    Rules: attack.sequence, economy.broken-action, screen.before-roll; boils and blades as their
    spells say.
    """
    unit = combat.units[attack.actor]
    resist_again(combat, combat.units[attack.target])
    combat.stir = True
    combat.mark_changed()
    if combat.watched:
        what = attack.strike.id
        combat.tell(
            Told(
                AIMS[attack.aim] + "s",
                attack.actor,
                attack.target,
                what,
                attack.manner,
                "attack.roll",
            )
        )
    if not attack.answered:
        windows.answered(combat, attack, rolled=False)
    if not stands(combat, attack):
        return
    spells.fester(combat, unit)
    if not unit.able():
        attack.void = "economy.broken-action"
        return
    spend(combat, unit, attack.strike)
    screening.screen(combat, attack)
    if attack.void or not touches_blades(combat, attack):
        return
    parts = declared.modifiers(combat, attack)
    reveal(combat, unit)
    if combat.topics:
        parts.add(gm.modifier(combat, unit.index), "attack.mod.gm")
    bonus = parts.total
    face = cast_die(combat, attack, bonus)
    explain_roll(combat, parts)
    attack.total = face + bonus  # attack.no-naturals
    attack.rolled = True
    attack.more = wound.dual_bonus(combat, unit, combat.units[attack.target], attack.strike)
    land(combat, attack)
    told = rolled.tell(combat, attack, "")
    goes_on = windows.answer_roll(combat, attack)
    rolled.tell(combat, attack, told)
    if not goes_on:
        return
    attack.hit = rolled.hits(combat, attack) and rolled.counts(combat, attack)
    if combat.watched:
        attack.parts = []
    attack.wound = wound.of_attack(combat, attack)


def cast_die(combat: SovereignCombat, attack: Attack, bonus: int) -> int:
    """Roll the d20; nobody looking on, only as finely as anything that follows can tell.

    Where others could answer, what they do may move the AC: then every face counts.
    """
    if combat.watched or windows.meddled(combat, attack):
        return combat.roll(20, ATTACK, attack.actor, "attack.roll")
    need = numbers.ac(combat, combat.units[attack.target]) - bonus
    return combat.throw(AttackDie(need), ATTACK, attack.actor, "attack.roll")


def explain_roll(combat: SovereignCombat, parts: Sum) -> None:
    """Say of the die that has just been told what is added to it."""
    if combat.watched:
        told = combat.events[-1]
        if isinstance(told, Rolled):
            told.because("to hit", parts)


def stands(combat: SovereignCombat, attack: Attack) -> bool:
    """Return whether a declared attack is still possible. Rule: economy.broken-action."""
    unit = combat.units[attack.actor]
    if attack.void == "" and not unit.able():
        attack.void = "economy.broken-action"
    if attack.void == "" and declared.cannot_attack(
        combat, unit, attack.strike, combat.units[attack.target]
    ):
        attack.void = "economy.broken-action"
    return attack.void == ""


def touches_blades(combat: SovereignCombat, attack: Attack) -> bool:
    """Let the blades about a target strike first; False: the attacker can attack no more."""
    target = combat.units[attack.target]
    unit = combat.units[attack.actor]
    if attack.strike.mode == MELEE and target.effects and target.has(BLADED):
        spells.blades(combat, target, unit)
        if not unit.able():
            attack.void = "economy.broken-action"
            return False
    return True


def inflict(combat: SovereignCombat, attack: Attack) -> None:
    """Inflict what an attack has come to. Rule: damage.hp."""
    unit = combat.units[attack.actor]
    target = combat.units[attack.target]
    if attack.void or not target.present:
        return
    if attack.aim != HARM:
        if attack.hit:
            maneuver.succeed(combat, unit, target, attack.aim)
        return
    rule = "damage.roll" if attack.hit else "shock.on-miss"
    one = attack.strike
    fought = target.hp > 0
    dealing.hurt(
        combat,
        target,
        attack.wound,
        attack.actor,
        rule,
        spares=one.spares,
        harm=one.harm,
        magic=one.art != "",
        parts=attack.parts,
        upright=attack.upright,
    )
    if attack.hit and (unit.able() or attack.upright):
        follow(combat, attack)
    killed = fought and (not target.present or target.hp == 0)
    if killed and unit.able() and unit.sheet.feat("whirlwind-assault") > 1:
        if attack.manner == ORDINARY and not unit.used[KILLED] and not attack.second:
            unit.set_count(KILLED, 1)
            second_attack(combat, unit)


def follow(combat: SovereignCombat, attack: Attack) -> None:
    """Do what follows a hit. Content: pack-mark, pull-down, military-oil."""
    unit = combat.units[attack.actor]
    target = combat.units[attack.target]
    own = unit.sheet
    if attack.strike.oil:
        items.kindle(combat, unit, target)
    if target.present and "pack-mark" in own.abilities:
        lay(combat, target, MARKED, attack.actor)
    if target.fate == ACTIVE and "pull-down" in own.abilities and not target.prone:
        if combat.active == unit.index and not unit.used[PULLED]:
            unit.set_count(PULLED, 1)
            maneuver.pull_down(combat, unit, target)


def second_attack(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Strike once more after a kill, with a Readied weapon at any target in range.

    Another weapon than that in hand is drawn. Content: whirlwind-assault.
    """
    options = [(PASS, "no more")]
    hands = (unit.hand, unit.off)
    for place, one in enumerate(unit.sheet.strikes):
        if one.listed and not one.art:
            equipment.take(unit, one)
            for foe in combat.units:
                if not declared.cannot_attack(combat, unit, one, foe):
                    code = actions.coded(actions.ATTACK, place, foe.index)
                    options.append((code, f"{foe.name} with {one.id}"))
            unit.hand, unit.off = hands
    if len(options) > 1:
        rule, default = "damage.roll", options[1][0]
        asked = AskStrike(unit.seats, unit.index, rule, options, [], default)
        code = combat.ask(asked)
        if code != PASS:
            place, foe_index = actions.thing_of(code), actions.target_of(code)
            one = unit.sheet.strikes[place]
            equipment.take(unit, one)
            attack = Attack(unit.index, foe_index, one, HARM, ORDINARY)
            attack.second = True
            make(combat, attack)


def spend(combat: SovereignCombat, unit: SovereignCombatant, one: Strike) -> None:
    """Use up what an attack uses up. Rules: reload.bow, reload.crossbow, effort.pool."""
    if one.mode == SHOT and one.weapon >= 0 and one.reload != NO_RELOAD:
        changes.set_unloaded(combat, unit, one.weapon, True, "reload.bow")
        combat.mark_changed()
    if one.oil:
        oil = equipment.place_of(unit, "military-oil")
        changes.add_readied(combat, unit, oil, -1, "ranged.thrown-lands")
        combat.mark_changed()
    if one.art:
        resource.commit(combat, unit, one.art)


def land(combat: SovereignCombat, attack: Attack) -> None:
    """Let what was thrown lie in its target's square, hit or miss. Rule: ranged.thrown-lands."""
    unit = combat.units[attack.actor]
    weapon = attack.strike.weapon
    if attack.strike.mode != THROWN or weapon < 0 or unit.stock[weapon] < 1:
        return
    part_with(combat, unit, weapon, combat.units[attack.target].cell)


def part_with(combat: SovereignCombat, unit: SovereignCombatant, weapon: int, cell: int) -> None:
    """Let a weapon that was thrown lie in a square. Rule: ranged.thrown-lands."""
    changes.add_readied(combat, unit, weapon, -1, "ranged.thrown-lands")
    if unit.hand == weapon:
        unit.hand = NATURAL
    elif unit.off == weapon:
        unit.off = NATURAL
    litter(combat, cell, unit, weapon)
