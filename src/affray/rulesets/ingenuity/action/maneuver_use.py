"""Manoeuvres carried out: paid, tested, with weapons, alone and for others."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.effect import NEXT_TURN_END, TURN_START
from affray.core.event import Told
from affray.rulesets.ingenuity import actions, condition, damage, geometry
from affray.rulesets.ingenuity.action import (
    maneuver,
    maneuver_effect,
    perform,
    power,
    power_use,
    test,
)
from affray.rulesets.ingenuity.attack import numbers, sequence, volley, weapon
from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.choice import means
from affray.rulesets.ingenuity.choice.menu import Listed, Places
from affray.rulesets.ingenuity.definitions import Maneuver, Thing
from affray.rulesets.ingenuity.movement import ground, moving, paths
from affray.rulesets.ingenuity.reaction import defence, readied, windows
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Piece
from affray.rulesets.ingenuity.terms import (
    PIERCING,
    RELENTLESS,
    RELOADING,
    SLASHING,
    STUPEFIED,
    TREATED,
    TRIP,
    USES,
)

SIZED: Final = ("knock-down", "push")  # test.contest.size


def use(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Maneuver,
    target: IngenuityCombatant,
    boosted: bool,
    more: int,
    halts: bool = False,
) -> None:
    """Pay, test, and let it take effect; ``more`` is -1 for an improvised one.

    Rules: maneuver.steps, maneuver.improvise.
    """
    if maneuver.cost(unit, one, boosted) > unit.stamina or one.focus > unit.focus:
        return  # maneuver.steps: nothing happens
    pay(combat, unit, one, boosted)
    unit.count(USES)
    combat.shown.append((combat.turns * 100 + unit.index) * 1000 + one.number)
    if combat.watched:
        combat.tell(Told("uses", unit.index, target.index, one.id, 0, "maneuver.steps"))
    if not unit.able():
        return
    if one.alone:
        alone(combat, unit, one, more)
    elif one.attack:
        strike(combat, unit, one, target, boosted, more, halts)
    elif one.difficulty:
        limit(unit, one, target)
        result = tested(combat, unit, one, target, more, -1)
        if result >= one.difficulty:
            help_with(combat, unit, target, one, result)
    else:
        oppose(combat, unit, one, target, more)


def limit(unit: IngenuityCombatant, one: Maneuver, target: IngenuityCombatant) -> None:
    """Note what works but once on each. Rule: maneuver.no-limit."""
    if one.works == "stupefy":
        unit.add_bits(STUPEFIED, 1 << target.index)
    elif one.works == "superficial-treatment":
        target.set_count(TREATED, 1)


def pay(combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver, boosted: bool) -> None:
    """Pay stamina, focus and health for a manoeuvre. Rules: action.resources, maneuver.steps."""
    paid = maneuver.cost(unit, one, boosted)
    if one.attack:
        unit.set_count(RELENTLESS, 1)  # the first of the round is over
    spending.spend(combat, unit, paid, one.focus)
    if one.health:
        damage.pay_health(combat, unit, one.health)


def oppose(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Maneuver,
    target: IngenuityCombatant,
    more: int,
) -> None:
    """Test against a defence of somebody, for whom an ally may step in.

    Rules: reaction.intercept.recompute, reaction.effect-compare.
    """
    deed = Attack(unit.index, target.index, combat.library.by_id["bare-hands"], None)
    deed.effect = True
    windows.offer_intercept(combat, deed)
    target = combat.units[deed.target]
    if not unit.able() or not target.present:
        return
    if one.works == "grapple" and target.grappling == unit.index:
        maneuver_effect.wrestle(combat, unit, target, one, more)
        return
    place = maneuver_effect.name_item(combat, unit, target) if one.works == "disarm" else 0
    if place < 0:
        return
    limit(unit, one, target)
    result = tested(combat, unit, one, target, more, place)
    if one.works in ("grapple", "disarm", "anatomize"):
        maneuver_effect.handle(combat, unit, target, one, result, place)
        return
    over = defence.margin(combat, target, result, one.against, deed, maneuver.against(one, target))
    if over >= 0:
        maneuver_effect.work(combat, unit, target, one, over)


def tested(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Maneuver,
    target: IngenuityCombatant,
    more: int,
    place: int,
) -> int:
    """Make the test of a manoeuvre. Rules: maneuver.steps, test.contest.size."""
    attribute, proficiency = maneuver.at_best(unit, one)
    skill = one.skills[0]
    for other in one.skills:
        if unit.sheet.skills[other] > unit.sheet.skills[skill]:
            skill = other
    made = test.Test(unit, attribute, skill, "maneuver.steps")
    made.proficiency = proficiency
    made.bonus = one.test_bonus + more
    if unit.sheet.headstrong and "Intimidate" in one.proficiencies:
        made.bonus += 1  # sheet.ancestry
    made.level = one.difficulty or test.UNKNOWN_LEVEL
    if one.works in SIZED:
        made.bonus += test.bulk(unit, target, catching=False)
    if one.works == "grapple":
        held = target.grappling == unit.index  # seizing catches, holding is a matter of weight
        made.bonus += test.bulk(unit, target, catching=not held)
        made.better += 1 if numbers.unseen(combat, unit, target) else 0
    if one.works == "disarm" and place >= 0:
        two = weapon.hands_of(combat, target.pieces[place]) > 1
        made.bonus -= 1 if two else 0
        made.worse += 1 if target.sheet.gripping else 0  # attack.trip-property
    if one.works == "cutting-words" and target.sheet.hands == 0:
        made.worse += 1  # beasts do not understand
    made.target, made.helps = target.index, one.difficulty > 0
    if one.works == "escape":
        better, worse = condition.stealth(unit)
        made.better += better
        made.worse += worse
    return test.make(combat, made)


def follow(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, deed: Attack
) -> None:
    """Apply the effects of an attacking manoeuvre that hit. Rule: maneuver.attack."""
    one = deed.maneuver
    if one is None or one.works in ("intercepting-attack", "opportunity-strike"):
        return
    if one.on_hit:
        deep = bool(one.effect) and defence.withstand(
            combat, target, deed.rolled.total, one.against, deed
        )
        if deep:  # the effect comes in place of what every hit does
            maneuver_effect.work(combat, unit, target, one, 0)
        else:
            sequence.inflict(combat, unit, target, one.on_hit, one.on_hit_n)
        return
    if one.effect or one.push:
        reached = not one.against or defence.withstand(
            combat, target, deed.rolled.total, one.against, deed, maneuver.against(one, target)
        )
        if reached and target.present:
            maneuver_effect.work(combat, unit, target, one, 0)
            if deed.halts:
                condition.until_end(combat, target, "halted", unit.index)


def counter(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, one: Maneuver
) -> Attack | None:
    """Make an attack by a manoeuvre that is a reaction. Rules: maneuver.reaction."""
    if not maneuver.weapons(combat, unit, one, target):
        return None
    pay(combat, unit, one, boosted=False)
    unit.count(USES)
    more = 0 if test.knows(unit, one.works) else -1
    if combat.watched:
        combat.tell(Told("uses", unit.index, target.index, one.id, 0, "maneuver.reaction"))
    deed = declare(combat, unit, one, target, more)
    if deed is not None:
        sequence.attack(combat, deed)
    return deed


def riposte(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, improvised: bool
) -> None:
    """Strike back after a parry, if one can. Rule: maneuver.reaction."""
    one = maneuver.by_id(combat, "riposte")
    if not unit.able() or not target.present or not maneuver.weapons(combat, unit, one, target):
        return
    if combat.watched:
        combat.tell(Told("uses", unit.index, target.index, one.id, 0, "maneuver.reaction"))
    deed = declare(combat, unit, one, target, -1 if improvised else 0)
    if deed is not None:
        sequence.attack(combat, deed)


RALLYING: Final = 10  # metres
DIVERTING: Final = 20


def strike(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Maneuver,
    target: IngenuityCombatant,
    boosted: bool,
    more: int,
    halts: bool,
) -> None:
    """Make an attack as normal, with what the manoeuvre adds. Rule: maneuver.attack."""
    if one.works in ("rushing-strike", "jumping-strike"):
        if not approach(combat, unit, one, target, more):
            return
    elif one.step and one.attack_bonus >= 0:
        close_in(combat, unit, one, target)
    if maneuver.is_volley(one):
        volley.fire(combat, unit, one, target, more)
        return
    deed = declare(combat, unit, one, target, more, boosted)
    if deed is None:
        return  # action.no-target
    deed.halts = halts and one.works == "crippling-attack"
    low = one.boost_low if boosted else one.low
    if low:
        condition.until_next(combat, unit, "wild", low)
    if one.works == "spell-attack":
        spell_attack(combat, unit, target, deed, more)
        return
    sequence.attack(combat, deed)
    if one.step and one.attack_bonus < 0 and unit.able() and not unit.prone:
        step_away(combat, unit, one, target)


def declare(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Maneuver,
    target: IngenuityCombatant,
    more: int,
    boosted: bool = False,
) -> Attack | None:
    """Let the weapon be chosen and say what the manoeuvre adds. Rule: maneuver.attack."""
    found = maneuver.weapons(combat, unit, one, target)
    if not found or not unit.able():
        return None
    number = 0
    if len(found) > 1:
        options = [
            (1 + n, f"with {weapon_word(combat, unit, *found[n])}") for n in range(len(found))
        ]
        number = combat.ask(Listed(unit.seats, unit.index, "maneuver.attack", options, 1)) - 1
    each, piece, flies = found[number]
    deed = Attack(unit.index, target.index, each, piece)
    deed.maneuver = one
    deed.ranged = flies
    deed.thrown = flies and each.thrown
    deed.added.bonus = (one.boost_attack if boosted else one.attack_bonus) + more
    deed.added.damage = one.boost_damage if boosted else one.damage_bonus
    if one.works == "tripping-strike" and each.has(TRIP):  # attack.trip-property
        deed.added.bonus, deed.added.damage = more, 0
    if one.attack_near and geometry.distance(combat, unit, target) > 1:
        deed.added.bonus, deed.added.damage = one.attack_near + more, one.damage_near
    deed.added.luck = one.luck_bonus
    means.choose_how(combat, unit, deed)
    if one.luck_piercing and deed.type == PIERCING:
        deed.added.luck = one.luck_piercing
    if one.attack_slashing and deed.type == SLASHING:
        deed.added.bonus += one.attack_slashing
    return deed


def weapon_word(
    combat: IngenuityCombat, unit: IngenuityCombatant, each: Thing, piece: Piece | None, flies: bool
) -> str:
    """Return the word of a weapon in the choice of a manoeuvre."""
    word = each.id if piece is None else weapon.piece_word(combat, unit, unit.pieces.index(piece))
    return f"{word} {'thrown' if flies and each.melee else 'held' if piece else 'body'}"


def close_in(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver, target: IngenuityCombatant
) -> None:
    """Go a metre closer; who reaches the target already may stay. Rule: maneuver.steps."""
    options: list[tuple[int, str]] = []
    if maneuver.weapons(combat, unit, one, target):
        options.append((PASS, "stay"))
    for cell in maneuver.closer(combat, unit, one, target):
        options.append((1 + cell, f"step {combat.grid.name(cell)}"))
    if not options or options == [(PASS, "stay")]:
        return
    answer = options[0][0]
    if len(options) > 1:
        answer = combat.ask(Places(unit.seats, unit.index, "maneuver.steps", options, answer))
    if answer != PASS:
        moving.shift(combat, unit, answer - 1)


def step_away(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver, target: IngenuityCombatant
) -> None:
    """Go a metre away from the target, harder to hit by its next attack."""
    if one.evasion and target.present:
        condition.gain(combat, unit, "evading", 1, target.index, TURN_START, unit.index)
    if target.cell < 0:
        return
    apart = geometry.distance(combat, unit, target)
    options = [(PASS, "stay")]
    for cell in paths.steps(combat, unit):
        if paths.apart(combat, cell, unit, target) > apart:
            options.append((1 + cell, f"step {combat.grid.name(cell)}"))
    if len(options) > 1:
        answer = combat.ask(Places(unit.seats, unit.index, "maneuver.steps", options))
        if answer != PASS:
            moving.shift(combat, unit, answer - 1)


def approach(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Maneuver,
    target: IngenuityCombatant,
    more: int,
) -> bool:
    """Rush or leap to a place of one's choice; return whether one got there standing."""
    found = maneuver.approaches(combat, unit, one, target)
    if not found:
        return False
    options = [(1 + way[-1], f"to {combat.grid.name(way[-1])}") for _, way in found]
    answer = options[0][0]
    if len(options) > 1:
        answer = combat.ask(Places(unit.seats, unit.index, "maneuver.steps", options, answer))
    for spent, way in found:
        if way[-1] == answer - 1:
            if one.works == "rushing-strike":
                return moving.run(combat, unit, way, 2 * condition.speed(unit))
            return leap(combat, unit, way, spent, more)
    return False


def leap(
    combat: IngenuityCombat, unit: IngenuityCombatant, way: list[int], metres: int, more: int
) -> bool:
    """Leap along a way; return whether one landed able to act.

    Rules: movement.jump, movement.no-opportunity, maneuver.improvise.
    """
    gaps = [cell for cell in way if ground.over(combat, cell, unit.size)]
    wide = ground.across(len(gaps), unit.size)
    if wide > ground.FREE_JUMP and not moving.jump_test(combat, unit, wide, more):
        moving.fall_into(combat, unit, gaps[0])
        return False
    if readied.passing(combat, unit, [0] * len(combat.units), metres) or not unit.able():
        return False
    moving.shift(combat, unit, way[-1])
    return unit.able()


def spell_attack(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    target: IngenuityCombatant,
    deed: Attack,
    more: int,
) -> None:
    """Attack, and on a hit let a power follow; on a miss it is spent.

    Rules: power.steps, power.multiple, maneuver.improvise.
    """
    found = power.for_spell_attack(combat, unit, target)
    options = [(1 + one.number, one.id) for one in found]
    answer = options[0][0]
    if len(options) > 1:
        answer = combat.ask(Listed(unit.seats, unit.index, "power.steps", options, answer))
    sequence.attack(combat, deed)
    chosen = combat.library.powers[answer - 1]
    struck = combat.units[deed.target]
    if unit.able():
        if deed.result.hit and struck.present:
            power_use.use(combat, unit, chosen, struck, struck.cell, sure=True, more=more)
        else:
            power_use.waste(combat, unit, chosen)


def alone(combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver, more: int) -> None:
    """Use a manoeuvre that has no single target."""
    if one.works == "suppressing-fire":
        volley.suppress(combat, unit, one)
        return
    if one.works == "mimic-action":
        mimic(combat, unit, one, more)
        return
    result = tested(combat, unit, one, unit, more, -1)
    if one.works == "escape":
        escape(combat, unit, result)
    elif one.works == "diversion":
        divert(combat, unit, result)
    elif result >= one.difficulty:
        help_with(combat, unit, unit, one, result)


def escape(combat: IngenuityCombat, unit: IngenuityCombatant, result: int) -> None:
    """Be hidden from those beaten if a Move or Sprint follows at once and ends out of their sight.

    Rules: condition.hidden, action.move.
    """
    beaten = [
        other
        for other in combat.units
        if combat.enemies(unit, other) and other.present and result >= other.sheet.perception
    ]
    if not beaten or not perform.move_on(combat, unit) or not unit.able():
        return
    unit.stealth = result
    hidden = 0
    for other in beaten:
        if other.present and (
            not geometry.sees(combat, other, unit)
            or geometry.behind_cover(combat, other, unit)
            or geometry.in_the_dark(combat, other, unit)
        ):
            hidden |= 1 << other.index
    condition.set_hidden(combat, unit, unit.hidden | hidden, "condition.hidden")
    combat.mark_changed()


def divert(combat: IngenuityCombat, unit: IngenuityCombatant, result: int) -> None:
    """Make those beaten look elsewhere: the first attack on each is a sneak attack."""
    for other in combat.units:
        if combat.enemies(unit, other) and other.able() and other.cell >= 0:
            if geometry.distance(combat, unit, other) <= DIVERTING:
                if result >= other.sheet.perception:
                    condition.until_next(combat, other, "diverted", 1, unit.index)


def help_with(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    target: IngenuityCombatant,
    one: Maneuver,
    result: int,
) -> None:
    """Let a manoeuvre do somebody good."""
    more = 1 if result >= 12 else 0
    if one.works == "rally":
        for other in combat.units:
            if combat.allies(unit, other) and other.able() and other.cell >= 0:
                if geometry.distance(combat, unit, other) <= RALLYING:
                    condition.gain(
                        combat, other, "rallied", 1 + more, unit.index, NEXT_TURN_END, unit.index
                    )
    elif one.works == "superficial-treatment":
        spending.heal(combat, target, (result + 1) // 2, 0, "maneuver.steps")
    elif one.works == "kip-up":
        condition.set_prone(combat, unit, False, "maneuver.steps")
        combat.mark_changed()
    elif one.works == "alleviate":
        for word in ("shaken", "taunted"):
            condition.lose(combat, target, word)
        for other in combat.units:
            if other.effects and other.from_whom("feinted", target.index):
                condition.lose_from(combat, other, "feinted", target.index)
    elif one.works == "percussive-maintenance":
        maintain(combat, unit)
    else:
        for word in one.effect:
            name, _, number = word.partition(" ")
            if name == "heartened":
                condition.brief(combat, target, name, int(number or 1) + more, unit.index)
            elif name == "heal":
                spending.heal(combat, target, int(number or 1), 0, "maneuver.steps")


def maintain(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Let a blow do two actions of reloading. Rule: attack.reload.crossbow."""
    if unit.task != RELOADING:
        found = maneuver.unloaded(combat, unit)
        if not found:
            return
        unit.task = RELOADING
        unit.task_code = actions.code_of(actions.RELOAD, found[0])
        unit.task_left = combat.thing(unit.pieces[found[0]]).reload
    unit.task_left = max(0, unit.task_left - 2)
    combat.mark_changed()
    if unit.task_left == 0:
        perform.complete(combat, unit)


def mimic(combat: IngenuityCombat, unit: IngenuityCombatant, own: Maneuver, more: int) -> None:
    """Test, then repeat a manoeuvre at its price, at +1 and as if learned.

    Rules: maneuver.steps, maneuver.improvise.
    """
    if tested(combat, unit, own, unit, more, -1) < own.difficulty:
        return
    unit.actions += 1  # which the mimic itself has taken
    found = maneuver.mimicries(combat, unit, 0)
    unit.actions -= 1
    if not found:
        return
    options = [(1 + n, f"{one.id} {target.name}") for n, (one, target) in enumerate(found)]
    answer = options[0][0]
    if len(options) > 1:
        about = [target.index for _, target in found]
        asked = Listed(unit.seats, unit.index, "maneuver.steps", options, answer, about)
        answer = combat.ask(asked)
    one, target = found[answer - 1]
    use(combat, unit, one, target, boosted=False, more=1)
