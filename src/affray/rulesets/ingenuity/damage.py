"""Damage: reduction, endurance, health, consciousness and death."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.core.choice import PASS, Menu
from affray.core.dice import SAVE
from affray.rulesets.ingenuity import condition, test
from affray.rulesets.ingenuity.state import (
    ALERT,
    ATHLETICS,
    DEAD,
    ELEMENTAL_TYPES,
    FIRE,
    INSIGHT,
    INTELLECT,
    PHYSICAL_TYPES,
    PREPARED,
    RAGED,
    REACTIONS,
    SHOCK,
    STRENGTH,
    TOLERATED,
    Condition,
    IngenuityCombat,
    Unit,
)

if TYPE_CHECKING:
    from affray.rulesets.ingenuity.attack import Attack


def deflection(unit: Unit, type: int, size: int, more: int, base: int = 0) -> int:
    """Return what is taken off damage of a type.

    ``size`` is that of the attacker, 0 for none; ``more`` is what a parry adds, ``base`` what a
    Hard Parry puts in place of a lower physical deflection.
    Rules: attack.reduction, attack.size.deflection, attack.size.floor, action.guard,
    reaction.parry, damage.classes, damage.elemental, damage.psychic, damage.unspecified.
    """
    if type >= ELEMENTAL_TYPES:
        return 0
    sheet = unit.sheet
    total = sheet.physical if type < PHYSICAL_TYPES else sheet.elemental
    total += condition.guard(unit)
    if type < PHYSICAL_TYPES:
        total = max(total - 2 * condition.rage(unit), base) + more
    if size:
        total += unit.bulk() - size
    return max(0, total)


def reduced(unit: Unit, total: int, less: int, type: int) -> int:
    """Return what is left of a total: at least 1, then what resistance and wards leave.

    Rules: damage.order, attack.min-damage, condition.minor.
    """
    if type == SHOCK and unit.is_held("wet"):
        total += 2
    return softened(unit, max(1, total - less), type)


def softened(unit: Unit, amount: int, type: int) -> int:
    """Return what immunity, resistance and wards leave of damage that is reduced already.

    Rules: damage.order, condition.immunity.
    """
    if condition.immune_to(unit, type):
        return 0
    for _ in range(condition.halvings(unit, type)):
        amount = (amount + 1) // 2
    return amount


def can_react(
    combat: IngenuityCombat, unit: Unit, free: bool = False, defensive: bool = False
) -> bool:
    """Return whether somebody has a reaction left, or needs none.

    Rules: reaction.one, reaction.any-turn, reaction.extra, reaction.unable, surprise.no-actions,
    condition.stunned, gm.optional-surprise-reactions, reaction.defensive-list, action.wait.
    """
    if not unit.able() or (unit.effects and (unit.is_held("stunned") or numbed(unit))):
        return False
    if combat.caught(unit) and not combat.options[ALERT]:
        return False
    if free or (defensive and prepared(unit)):
        return True
    return unit.used[REACTIONS] < (2 if unit.effects and unit.is_held("waiting") else 1)


def numbed(unit: Unit) -> bool:
    """Return whether a pack's condition keeps somebody from reacting."""
    for held in unit.effects:
        if isinstance(held.effect, Condition) and held.effect.numbs:
            return True
    return False


def prepared(unit: Unit) -> bool:
    """Return whether Prepared Defence makes the next defensive reaction free."""
    return not unit.used[PREPARED] and unit.talented("prepared-defense")


def spend_reaction(
    combat: IngenuityCombat, unit: Unit, free: bool = False, defensive: bool = False
) -> None:
    """Use up a reaction unless it is free. Rules: reaction.free, reaction.one."""
    if free:
        return
    if defensive and prepared(unit):
        unit.used[PREPARED] = 1
    else:
        unit.used[REACTIONS] += 1
    combat.mark_changed()


def may_defend(combat: IngenuityCombat, unit: Unit, deed: Attack | None) -> bool:
    """Return whether somebody can fortify or resist now, perhaps for free after it intercepted.

    Rules: reaction.intercept.defence, reaction.unable.
    """
    return can_react(combat, unit, deed is not None and deed.free == unit.index, True)


def spend_defence(combat: IngenuityCombat, unit: Unit, deed: Attack | None) -> None:
    """Use up a reaction, or the one free defence of who intercepted.

    Rule: reaction.intercept.defence.
    """
    if deed is not None and deed.free == unit.index:
        deed.free = -1
    else:
        spend_reaction(combat, unit, defensive=True)


def withstand(
    combat: IngenuityCombat,
    unit: Unit,
    result: int,
    name: str,
    deed: Attack | None,
    more: int = 0,
) -> bool:
    """Compare a result with constitution or willpower; return whether the effect applies."""
    return margin(combat, unit, result, name, deed, more) >= 0


def margin(
    combat: IngenuityCombat,
    unit: Unit,
    result: int,
    name: str,
    deed: Attack | None,
    more: int = 0,
) -> int:
    """Return by how much a result reaches a defence, or the test that replaces it.

    ``deed`` is what it comes with, ``more`` what the defender has on top against this effect.
    Rules: reaction.effect-compare, reaction.fortify, reaction.resist, reaction.window.
    """
    level = condition.defence(unit, name) + more
    physical = name == "constitution"
    if result < level or name not in ("constitution", "willpower"):
        return result - level
    paid = unit.stamina if physical else unit.focus
    if not may_defend(combat, unit, deed) or (paid < 1 and unit.fate_points < 1):
        return result - level
    word = "fortify" if physical else "resist"
    key = word if paid else f"fate and {word}"
    menu = Menu(unit.seats, unit.index, f"reaction.{word}", [(PASS, "pass"), (1, key)])
    if combat.ask(menu) == PASS:
        return result - level
    if not paid:
        recover(combat, unit, 1 if physical else 2)
    spend_defence(combat, unit, deed)
    total = fortify(combat, unit, result + 1) if physical else resist(combat, unit, result + 1)
    return result - max(level, total + more)


def recover(combat: IngenuityCombat, unit: Unit, number: int) -> None:
    """Let fate restore half of endurance (0), stamina (1) or focus (2). Rule: fate.recover."""
    unit.fate_points -= 1
    if number == 0:
        most = unit.most_endurance()
        unit.endurance = min(most, unit.endurance + (most + 1) // 2)
    elif number == 1:
        most = unit.most_stamina()
        unit.stamina = min(most, unit.stamina + (most + 1) // 2)
    else:
        most = unit.most_focus()
        unit.focus = min(most, unit.focus + (most + 1) // 2)
    combat.mark_changed()
    if combat.watched:
        what = ("endurance", "stamina", "focus")[number]
        combat.say("spends fate", unit.index, -1, what, 0, "fate.recover")


def fortify(combat: IngenuityCombat, unit: Unit, level: int) -> int:
    """Rules: reaction.fortify, resource.stamina-costs, action.guard."""
    condition.spend(combat, unit, 1, 0)
    made = test.Test(unit, STRENGTH, ATHLETICS, "reaction.fortify")
    made.purpose = SAVE
    made.level = level
    made.proficiency = unit.sheet.proficiencies.get("Fortitude", 0)
    made.bonus = condition.guard(unit) + rallied(combat, unit)
    return test.make(combat, made)


def resist(combat: IngenuityCombat, unit: Unit, level: int) -> int:
    """Rules: reaction.resist, resource.focus-costs, action.guard."""
    condition.spend(combat, unit, 0, 1)
    made = test.Test(unit, INTELLECT, INSIGHT, "reaction.resist")
    made.purpose = SAVE
    made.level = level
    made.proficiency = unit.sheet.proficiencies.get("Resistance", 0)
    made.bonus = condition.guard(unit) + rallied(combat, unit)
    return test.make(combat, made)


def rallied(combat: IngenuityCombat, unit: Unit) -> int:
    """Return what a Rally adds to one attack or defence test, and use it up."""
    more = unit.amount("rallied") if unit.effects else 0
    if more:
        condition.lose(combat, unit, "rallied")
    return more


def hurt(
    combat: IngenuityCombat,
    unit: Unit,
    amount: int,
    type: int,
    rule: str,
    *,
    nonlethal: bool = False,
    direct: int = 0,
    deed: Attack | None = None,
    spares_health: bool = False,
) -> None:
    """Take damage that is reduced already; ``direct`` of it goes straight to health.

    Rules: damage.order, damage.endurance-first, damage.excess, damage.direct-health, fate.halve,
    damage.other-sources.
    """
    if spares_health:
        amount = min(amount, unit.endurance)
    if not unit.present or amount <= 0:
        return
    amount, direct = halve(combat, unit, amount, direct)
    combat.mark_changed()
    if combat.watched:
        combat.say("hurt", unit.index, -1, "", amount, rule)
    combat.quiet = -1
    if unit.simple:
        direct = 0  # gm.creature-ranks: only endurance is tracked
    at_zero = unit.health == 0
    harmed = unit.harmed() or unit.bloodied()
    beyond = soak(unit, amount - direct)
    if type == FIRE:
        kindle(combat, unit)
    if unit.simple:
        common_falls(combat, unit, deed)
    else:
        lose_health(combat, unit, beyond + direct, at_zero, nonlethal, deed)
    if unit.effects and unit.present and unit.is_held("sleeping"):
        rouse(combat, unit)
    if not harmed and unit.able() and unit.talented("rage"):
        fly_into_rage(combat, unit)


def soak(unit: Unit, amount: int) -> int:
    """Let endurance take damage; return what is beyond it. Rule: damage.endurance-first."""
    had = unit.endurance
    unit.endurance -= min(had, amount)
    tolerates = had > 0 and not unit.endurance and not unit.used[TOLERATED]
    if tolerates and unit.talented("pain-tolerance"):
        unit.used[TOLERATED] = 1
        return 0
    return max(0, amount - had)


def kindle(combat: IngenuityCombat, unit: Unit) -> None:
    """Let fire dry the wet and light what is oiled or greased. Rule: condition.minor."""
    from affray.rulesets.ingenuity import zone

    if unit.effects:
        condition.lose(combat, unit, "wet")
        if unit.is_held("oiled"):
            condition.lose(combat, unit, "oiled")
            condition.gain(combat, unit, "burning", 2, unit.index)
    if combat.zones and unit.cell >= 0:
        zone.light_grease(combat, unit)


def rouse(combat: IngenuityCombat, unit: Unit) -> None:
    """Wake a sleeper; who has no health left stays down."""
    condition.lose(combat, unit, "sleeping")
    if unit.health > 0 and not unit.awake:
        condition.wake(combat, unit, "power.steps")


def fly_into_rage(combat: IngenuityCombat, unit: Unit) -> None:
    """Let the damage that harms or bloodies somebody be answered with rage. Rule: reaction.one."""
    if not (unit.harmed() or unit.bloodied()) or unit.is_held("raging"):
        return
    if not can_react(combat, unit):
        return
    options = [(PASS, "pass"), (1, "rage")]
    if combat.ask(Menu(unit.seats, unit.index, "maneuver.reaction", options)) != PASS:
        spend_reaction(combat, unit)
        begin_rage(combat, unit)


def begin_rage(combat: IngenuityCombat, unit: Unit) -> None:
    """Rule: condition.concentration."""
    condition.concentrate(combat, unit, "rage")
    condition.gain(combat, unit, "raging", 1, unit.index)
    if combat.active == unit.index:
        unit.used[RAGED] = 1


def common_falls(combat: IngenuityCombat, unit: Unit, deed: Attack | None) -> None:
    """Let a common creature fall at zero endurance, as who felled it chooses.

    Rule: gm.creature-ranks.
    """
    if unit.endurance > 0:
        return
    if unit.awake:
        condition.knock_out(combat, unit, "gm.creature-ranks")
    who = deed.actor if deed is not None else combat.active
    foe = combat.units[who] if who >= 0 else unit
    seats = foe.seats if foe.side != unit.side else 1 << combat.gm
    options = [(PASS, "unconscious"), (1, "dead")]
    if combat.ask(Menu(seats, unit.index, "gm.creature-ranks", options)) != PASS:
        die(combat, unit, "gm.creature-ranks")


def pay_health(combat: IngenuityCombat, unit: Unit, amount: int) -> None:
    """Pay with health: a loss like any other. Rules: action.resources, damage.ko-check."""
    unit.health -= amount
    combat.quiet = -1
    combat.mark_changed()
    check_consciousness(combat, unit, None)


def halve(combat: IngenuityCombat, unit: Unit, amount: int, direct: int) -> tuple[int, int]:
    """Let fate halve the damage of one source, rounded up, or put endurance before it.

    Rules: fate.halve, fate.recover, fate.spend.
    """
    halved = False
    while unit.fate_points > 0:
        options = [(PASS, "take it")]
        if amount > 1 and not halved:
            options.append((1, "fate halve"))
        if unit.endurance < min(amount - direct, unit.most_endurance()):
            options.append((2, "fate endurance"))
        if len(options) == 1:
            break
        answer = combat.ask(Menu(unit.seats, unit.index, "fate.halve", options))
        if answer == PASS:
            break
        if answer == 2:
            recover(combat, unit, 0)
            continue
        halved = True
        unit.fate_points -= 1
        amount = (amount + 1) // 2
        direct = min(direct, amount)
        if combat.watched:
            combat.say("spends fate", unit.index, -1, "half the damage", 0, "fate.halve")
    return amount, direct


def lose_health(
    combat: IngenuityCombat,
    unit: Unit,
    loss: int,
    at_zero: bool,
    nonlethal: bool,
    deed: Attack | None,
) -> None:
    """Take a loss of health, and what follows at zero.

    Rules: death.zero, death.exact, death.risk, death.nonlethal, death.nonlethal-later,
    death.further, damage.ko-check, damage.endurance-only.
    """
    if at_zero:
        if unit.awake:
            condition.knock_out(combat, unit, "death.conscious-at-zero")
        risk_death(combat, unit, "death.further")
        return
    if loss <= 0:
        return
    left = unit.health
    unit.health = max(0, left - loss)
    if unit.health == 0:
        if unit.awake:
            condition.knock_out(combat, unit, "death.zero")
        if loss > left and not nonlethal:
            risk_death(combat, unit, "death.risk")
        return
    if unit.awake:
        check_consciousness(combat, unit, deed)


def check_consciousness(combat: IngenuityCombat, unit: Unit, deed: Attack | None) -> None:
    """Fall, or fortify against the missing health.

    Rules: damage.ko-check, damage.ko-not-greater, damage.ko-choice, damage.ko-reaction,
    damage.ko-every-loss, damage.ko-floor-useless, fate.spend.
    """
    missing = unit.most_health() - unit.health
    if missing <= condition.constitution(unit):
        return
    paid = unit.stamina > 0
    if may_defend(combat, unit, deed) and (paid or unit.fate_points > 0):
        options = [(PASS, "fall"), (1, "fortify" if paid else "fate and fortify")]
        if combat.ask(Menu(unit.seats, unit.index, "damage.ko-choice", options, 1)) != PASS:
            if not paid:
                recover(combat, unit, 1)
            spend_defence(combat, unit, deed)
            if fortify(combat, unit, missing) >= missing or not unit.awake:
                return
    condition.knock_out(combat, unit, "damage.ko-check")


def risk_death(combat: IngenuityCombat, unit: Unit, rule: str) -> None:
    """Make the luck test against death. Rules: death.risk, death.cheat, death.permanent."""
    if test.luck_test(combat, unit, unit.death, rule):
        unit.death += 5
        combat.mark_changed()
        if combat.watched:
            combat.say("cheats death", unit.index, -1, "", unit.death, "death.cheat")
    else:
        die(combat, unit, rule)


def die(combat: IngenuityCombat, unit: Unit, rule: str) -> None:
    """Rules: death.dead, movement.occupied."""
    spaces = combat.grid.footprint(unit.cell, unit.size) if unit.cell >= 0 else []
    if unit.awake:
        condition.knock_out(combat, unit, rule)
    for piece in unit.pieces:
        piece.held = False
        piece.cell = unit.cell
    if unit.cell >= 0:
        combat.litter.extend(unit.pieces)
        unit.pieces = []
    gone(combat, unit, DEAD, rule)
    combat.bodies.extend([one for one in spaces if one not in combat.bodies])


def gone(combat: IngenuityCombat, unit: Unit, fate: int, rule: str) -> None:
    """Take somebody out of the combat. Rules: death.dead, end.flee."""
    unit.left_by = unit.cell
    combat.leave(unit)
    unit.present = False
    unit.fate = fate
    condition.interrupt(combat, unit)
    condition.let_go(combat, unit)
    for other in combat.units:
        other.hidden &= ~(1 << unit.index)
    if combat.watched:
        combat.say(("", "dies", "leaves", "surrenders")[fate], unit.index, rule=rule)


def heal(combat: IngenuityCombat, unit: Unit, endurance: int, health: int, rule: str) -> None:
    """Rule: damage.healing."""
    had = unit.endurance + unit.health
    unit.endurance = min(unit.most_endurance(), unit.endurance + endurance)
    unit.health = min(unit.most_health(), unit.health + health)
    combat.mark_changed()
    if combat.watched:
        combat.say("healed", unit.index, -1, "", unit.endurance + unit.health - had, rule)
