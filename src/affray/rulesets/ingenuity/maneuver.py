"""Manoeuvres: what they cost, whom they can be used on, what they test."""

from __future__ import annotations

from typing import Final

from affray.rulesets.ingenuity import (
    attack,
    condition,
    damage,
    geometry,
    hit,
    ploy,
    reaction,
    technique,
    test,
    weapon,
)
from affray.rulesets.ingenuity.state import (
    RELENTLESS,
    SHIELD,
    STUPEFIED,
    TREATED,
    TRIP,
    USES,
    WINDED,
    IngenuityCombat,
    Maneuver,
    Piece,
    Thing,
    Unit,
)

OTHERS: Final = ("inspire", "alleviate")  # for an ally, not for oneself
HEARD: Final = ("alleviate", "cutting-words", "demoralize")  # no need to be seen
ASLEEP: Final = ("push", "anatomize")  # works on the unconscious too
PAIRED: Final = ("cutting-words",)  # each attribute has a proficiency of its own
SIZED: Final = ("knock-down", "push")  # test.contest.size


def by_id(combat: IngenuityCombat, id: str) -> Maneuver:
    return combat.library.named[id]


def cost(unit: Unit, one: Maneuver, boosted: bool) -> int:
    """Return the stamina it takes. Rules: action.resources, maneuver.steps."""
    if unit.used[WINDED]:
        return 0
    total = one.stamina + (one.boost if boosted else 0)
    if one.attack and total and not unit.used[RELENTLESS] and unit.talented("relentless-offense"):
        total -= 1
    return total


def cannot(combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit, boosted: bool) -> str:
    """Return the rule that forbids a manoeuvre on a target, "" if none does.

    Rules: maneuver.steps, maneuver.no-limit.
    """
    rule = unready(unit, one, boosted)
    if rule:
        return rule
    if one.alone:
        return technique.cannot_alone(combat, unit, one) if target is unit else "maneuver.steps"
    if target.cell < 0 or not target.present:
        return "maneuver.steps"
    if one.attack:
        return technique.cannot_strike(combat, unit, one, target)
    return cannot_test(combat, unit, one, target)


def unready(unit: Unit, one: Maneuver, boosted: bool) -> str:
    """Return the rule that forbids a manoeuvre on anybody, "" if none does.

    Rules: maneuver.steps, action.resources, maneuver.reaction, gm.creature-ranks.
    """
    if one.timing == "reaction":
        return "maneuver.reaction"
    if boosted and not one.boost:
        return "maneuver.steps"
    if cost(unit, one, boosted) > unit.stamina or one.focus > unit.focus:
        return "action.resources"
    if one.health and unit.health <= one.health:
        return "action.resources"
    return "gm.creature-ranks" if unit.spent() else ""


def cannot_test(combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit) -> str:
    """Return the rule that forbids a manoeuvre which tests against somebody, or for somebody."""
    if one.difficulty:
        if not combat.allies(unit, target) or not target.awake:
            return "maneuver.steps"
        if target is unit and one.works in OTHERS:
            return "maneuver.steps"
        if one.works == "superficial-treatment" and target.used[TREATED]:
            return "maneuver.no-limit"
    elif target is unit or not (target.awake or one.works in ASLEEP):
        return "maneuver.steps"
    if one.works == "stupefy" and unit.used[STUPEFIED] >> target.index & 1:
        return "maneuver.no-limit"
    if one.works == "disarm" and not disarmable(target):
        return "maneuver.steps"
    if one.works == "grapple" and unit.grappling not in (-1, target.index):
        return "condition.grappled"
    if geometry.distance(combat, unit, target) > reach_of(combat, unit, one):
        return "geometry.range"
    heard = one.works in HEARD
    if geometry.blind_to(combat, unit, target) and not (heard and combat.allies(unit, target)):
        return "attack.unseen-target"
    return "" if heard or geometry.sees(combat, unit, target) else "geometry.line-of-sight"


def reach_of(combat: IngenuityCombat, unit: Unit, one: Maneuver) -> int:
    """Return how far a manoeuvre reaches. Rule: maneuver.steps."""
    if one.works == "feint":  # within melee reach
        arms = weapon.arms(combat, unit)
        return max([1] + [weapon.reach_of(unit, each) for each, _ in arms if each.melee])
    if one.works == "anatomize":  # in sight
        return 1000
    return max(1, one.range)


def meant_for(combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit) -> bool:
    """Return whether a manoeuvre is for somebody of this kind: what is listed, not what is legal.

    Rule: attack.ally.
    """
    if one.alone:
        return target is unit
    if one.attack or not one.difficulty:
        return combat.enemies(unit, target)
    return combat.allies(unit, target)


def disarmable(target: Unit) -> list[int]:
    return [n for n, piece in enumerate(target.pieces) if piece.held]


def weapons(
    combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit
) -> list[tuple[Thing, Piece | None, bool]]:
    """Return what an attacking manoeuvre can be made with. Rule: maneuver.attack."""
    found: list[tuple[Thing, Piece | None, bool]] = []
    if geometry.blind_to(combat, unit, target):
        return found
    apart = geometry.distance(combat, unit, target)
    for each, piece in weapon.arms(combat, unit):
        for flies in weapon.ways(each):
            if weapon.penalty_at(unit, apart, each, flies) < 0:
                continue  # too far: mostly that is so, and told at once
            if suits(combat, unit, one, each, piece, flies, apart):
                if not weapon.cannot_attack(combat, unit, target, each, piece, flies):
                    found.append((each, piece, flies))
    return found


def why_unarmed(combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit) -> str:
    """Return the rule by which there is nothing to make a manoeuvre with.

    Rules: maneuver.attack, attack.unseen-target.
    """
    if geometry.blind_to(combat, unit, target):
        return "attack.unseen-target"
    apart = geometry.distance(combat, unit, target)
    for each, piece in weapon.arms(combat, unit):
        for flies in weapon.ways(each):
            if suits(combat, unit, one, each, piece, flies, apart):
                rule = weapon.cannot_attack(combat, unit, target, each, piece, flies)
                if rule:
                    return rule
    return "maneuver.attack"


def fits(one: Maneuver, each: Thing) -> bool:
    """Return whether a manoeuvre is for weapons of this kind. Rule: maneuver.attack."""
    for word in each.proficiencies:
        if word in one.proficiencies:
            return True
    return False


def suits(
    combat: IngenuityCombat,
    unit: Unit,
    one: Maneuver,
    each: Thing,
    piece: Piece | None,
    flies: bool,
    apart: int,
) -> bool:
    """Return whether a manoeuvre can be made with a weapon at a distance.

    Rules: maneuver.attack, attack.unfit.
    """
    if (one.melee and flies) or (one.ranged and not flies) or not fits(one, each):
        return False
    if one.works == "point-blank-shot":
        return bool(each.ammo) and each.unfit < apart <= 2
    if one.works == "shield-crush":
        return piece is not None and combat.thing(piece).kind == SHIELD and not flies
    if one.works == "tripping-strike":
        return each.has(TRIP) or "Unarmed" in each.proficiencies
    if one.works == "dancing-strike":
        return apart <= 1
    if one.targets > 1 and one.works != "suppressing-fire":  # not to be reloaded in between
        shots = piece.loaded if piece is not None and each.reload else 1000
        return shots >= one.targets and ammunition(combat, unit, each) >= one.targets
    return True


def ammunition(combat: IngenuityCombat, unit: Unit, each: Thing) -> int:
    number = weapon.ammo_of(combat, each)
    return unit.ammo[number] if number >= 0 else 1000 if not each.thrown else 1


def use(
    combat: IngenuityCombat,
    unit: Unit,
    one: Maneuver,
    target: Unit,
    boosted: bool,
    more: int,
    halts: bool = False,
) -> None:
    """Pay, test, and let it take effect; ``more`` is -1 for an improvised one.

    Rules: maneuver.steps, maneuver.improvise.
    """
    if cost(unit, one, boosted) > unit.stamina or one.focus > unit.focus:
        return  # maneuver.steps: nothing happens
    pay(combat, unit, one, boosted)
    unit.used[USES] += 1
    combat.shown.append((combat.turns * 100 + unit.index) * 1000 + one.number)
    if combat.watched:
        combat.say("uses", unit.index, target.index, one.id, 0, "maneuver.steps")
    if not unit.able():
        return
    if one.alone:
        technique.alone(combat, unit, one, more)
    elif one.attack:
        technique.strike(combat, unit, one, target, boosted, more, halts)
    elif one.difficulty:
        limit(unit, one, target)
        result = tested(combat, unit, one, target, more, -1)
        if result >= one.difficulty:
            technique.help_with(combat, unit, target, one, result)
    else:
        oppose(combat, unit, one, target, more)


def limit(unit: Unit, one: Maneuver, target: Unit) -> None:
    """Note what works but once on each. Rule: maneuver.no-limit."""
    if one.works == "stupefy":
        unit.used[STUPEFIED] |= 1 << target.index
    elif one.works == "superficial-treatment":
        target.used[TREATED] = 1


def pay(combat: IngenuityCombat, unit: Unit, one: Maneuver, boosted: bool) -> None:
    """Rules: action.resources, maneuver.steps."""
    paid = cost(unit, one, boosted)
    if one.attack:
        unit.used[RELENTLESS] = 1  # the first of the round is over
    condition.spend(combat, unit, paid, one.focus)
    if one.health:
        damage.pay_health(combat, unit, one.health)


def oppose(combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit, more: int) -> None:
    """Test against a defence of somebody, for whom an ally may step in.

    Rules: reaction.intercept.recompute, reaction.effect-compare.
    """
    deed = attack.Attack(unit.index, target.index, combat.library.by_id["bare-hands"], None)
    deed.effect = True
    reaction.offer_intercept(combat, deed)
    target = combat.units[deed.target]
    if not unit.able() or not target.present:
        return
    if one.works == "grapple" and target.grappling == unit.index:
        ploy.wrestle(combat, unit, target, one, more)
        return
    place = ploy.name_item(combat, unit, target) if one.works == "disarm" else 0
    if place < 0:
        return
    limit(unit, one, target)
    result = tested(combat, unit, one, target, more, place)
    if one.works in ("grapple", "disarm", "anatomize"):
        ploy.handle(combat, unit, target, one, result, place)
        return
    over = damage.margin(combat, target, result, one.against, deed, against(one, target))
    if over >= 0:
        ploy.work(combat, unit, target, one, over)


def against(one: Maneuver, target: Unit) -> int:
    """Return what an ancestry adds to a defence against a manoeuvre. Rule: sheet.ancestry."""
    if target.sheet.headstrong and "Intimidate" in one.proficiencies:
        return 1
    moves = one.push or "prone" in one.effect
    return 1 if target.sheet.steady and moves and one.against == "constitution" else 0


def tested(
    combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit, more: int, place: int
) -> int:
    """Make the test of a manoeuvre. Rules: maneuver.steps, test.contest.size, attack.noisy."""
    attribute, proficiency = at_best(unit, one)
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
        made.better += 1 if geometry.unseen(combat, unit, target) else 0
    if one.works == "disarm" and place >= 0:
        two = weapon.hands_of(combat, target.pieces[place]) > 1
        made.bonus -= 1 if two else 0
        made.worse += 1 if target.sheet.gripping else 0  # attack.trip-property
    if one.works == "cutting-words" and target.sheet.hands == 0:
        made.worse += 1  # beasts do not understand
    made.target, made.helps = target.index, one.difficulty > 0
    if one.works == "escape":
        made.better += 1 if unit.prone else 0  # condition.prone
        made.worse += 1 if unit.sheet.noisy else 0
    return test.make(combat, made)


def at_best(unit: Unit, one: Maneuver) -> tuple[int, int]:
    """Return the listed attribute and the proficiency that promise most.

    Rules: maneuver.steps, test.one-proficiency.
    """
    own = unit.sheet
    best = (one.attributes[0], own.proficiency(one.proficiencies))
    most = -1
    for place, attribute in enumerate(one.attributes):
        names = one.proficiencies
        if one.works in PAIRED:
            names = names[place : place + 1]
        bonus = own.proficiency(names)
        if own.attributes[attribute] + 2 * bonus > most:
            best, most = (attribute, bonus), own.attributes[attribute] + 2 * bonus
    return best


def follow(combat: IngenuityCombat, unit: Unit, target: Unit, deed: attack.Attack) -> None:
    """Apply the effects of an attacking manoeuvre that hit. Rule: maneuver.attack."""
    one = deed.maneuver
    if one is None or one.works in ("intercepting-attack", "opportunity-strike"):
        return
    if one.on_hit:
        deep = bool(one.effect) and damage.withstand(combat, target, deed.total, one.against, deed)
        if deep:  # the effect comes in place of what every hit does
            ploy.work(combat, unit, target, one, 0)
        else:
            hit.inflict(combat, unit, target, one.on_hit, one.on_hit_n)
        return
    if one.effect or one.push:
        reached = not one.against or damage.withstand(
            combat, target, deed.total, one.against, deed, against(one, target)
        )
        if reached and target.present:
            ploy.work(combat, unit, target, one, 0)
            if deed.halts:
                condition.until_end(combat, target, "halted", unit.index)


def counter(
    combat: IngenuityCombat, unit: Unit, target: Unit, one: Maneuver
) -> attack.Attack | None:
    """Make an attack by a manoeuvre that is a reaction. Rules: maneuver.reaction."""
    if not weapons(combat, unit, one, target):
        return None
    pay(combat, unit, one, boosted=False)
    unit.used[USES] += 1
    more = 0 if test.knows(unit, one.works) else -1
    if combat.watched:
        combat.say("uses", unit.index, target.index, one.id, 0, "maneuver.reaction")
    deed = technique.declare(combat, unit, one, target, more)
    if deed is not None:
        attack.attack(combat, deed)
    return deed


def riposte(combat: IngenuityCombat, unit: Unit, target: Unit, improvised: bool) -> None:
    """Strike back after a parry, if one can. Rule: maneuver.reaction."""
    one = by_id(combat, "riposte")
    if not unit.able() or not target.present or not weapons(combat, unit, one, target):
        return
    if combat.watched:
        combat.say("uses", unit.index, target.index, one.id, 0, "maneuver.reaction")
    deed = technique.declare(combat, unit, one, target, -1 if improvised else 0)
    if deed is not None:
        attack.attack(combat, deed)


def covering(
    combat: IngenuityCombat, unit: Unit, target: Unit
) -> tuple[Thing, Piece | None] | None:
    """Return what somebody can shoot with at who comes under its Suppressing Fire.

    Rules: attack.unseen-target, geometry.range, geometry.line-of-sight.
    """
    if geometry.blind_to(combat, unit, target) or not geometry.sees(combat, unit, target):
        return None
    for each, piece in weapon.arms(combat, unit):
        if each.ammo and "Firearms" in each.proficiencies:
            if weapon.reach_penalty(combat, unit, target, each, flies=True) >= 0:
                return each, piece
    return None


def suppress(
    combat: IngenuityCombat, unit: Unit, target: Unit, each: Thing, piece: Piece | None
) -> None:
    """Shoot at who comes under Suppressing Fire; the shots are paid already."""
    one = by_id(combat, "suppressing-fire")
    deed = attack.Attack(unit.index, target.index, each, piece)
    deed.maneuver = one
    deed.ranged = True
    deed.bonus = one.attack_bonus
    weapon.choose_how(combat, unit, deed)
    attack.announce(combat, deed)
    reaction.offer_before(combat, deed)
    if attack.goes_on(combat, unit, deed):
        attack.roll(combat, unit, deed)
        attack.finish(combat, unit, deed)
    attack.afterwards(combat, deed)


def forgotten(combat: IngenuityCombat) -> None:
    """Forget the manoeuvres that nobody can mimic any more."""
    oldest = min([unit.last_turn for unit in combat.units if unit.present] or [combat.turns])
    combat.shown = [one for one in combat.shown if one // 100000 >= oldest]
