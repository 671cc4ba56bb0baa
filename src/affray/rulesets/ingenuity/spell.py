"""What powers do once they work, one after another as they are listed."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu
from affray.core.grid import ALTERNATING
from affray.rulesets.ingenuity import (
    attack,
    condition,
    damage,
    forced,
    geometry,
    hit,
    ploy,
    reaction,
    stature,
    test,
    zone,
)
from affray.rulesets.ingenuity.state import (
    ARCANE,
    ENTANGLED,
    GREASED,
    LIT,
    TYPES,
    VOID,
    IngenuityCombat,
    Piece,
    Power,
    Thing,
    Unit,
)

CURABLE: Final = ("bleeding", "burning", "blinded", "crippled", "poison", "sickness", "stunned")
PHYSICAL: Final = (0, 1, 2)
ELEMENTS: Final = tuple(range(ARCANE, VOID + 1))
DRY: Final = 3  # rounds of being wet


def is_attack(one: Power) -> bool:
    """Return whether a power is compared with evasion. Rules: power.attack, power.area."""
    return one.attack or one.missiles > 0 or one.works == "fireball"


def declared(
    combat: IngenuityCombat, unit: Unit, one: Power, target: Unit, centre: int, sure: bool
) -> list[attack.Attack]:
    """Return what a power aims at, to be answered before its test.

    Rules: reaction.window, reaction.attacks-only, reaction.intercept.recompute, dice.order.
    """
    if one.works == "fireball":
        aims = area(combat, centre, one.radius)
    elif one.missiles:
        aims = shared(combat, unit, one, target)
    elif against_somebody(combat, unit, one, target):
        aims = [target.index]
    else:
        return []
    deeds: list[attack.Attack] = []
    for who in aims:
        deed = attack.Attack(unit.index, who, one.weapon, None)
        deed.power = one
        deed.type = one.type
        deed.ranged = one.range > 1
        deed.area = one.works == "fireball"
        deed.effect = sure or not is_attack(one) or bool(one.missiles)
        twins = [each for each in deeds if each.target == who]
        if twins:
            twins[0].counts += 1  # another missile
        else:
            deeds.append(deed)
    return deeds


def against_somebody(combat: IngenuityCombat, unit: Unit, one: Power, target: Unit) -> bool:
    """Return whether a power is compared with a defence, not bestowed on the willing."""
    from affray.rulesets.ingenuity import power

    if one.works in power.ANYBODY:
        return combat.enemies(unit, target)
    return not (power.helps(one) or one.works in power.ONESELF or one.works in power.PLACED)


def shared(combat: IngenuityCombat, unit: Unit, one: Power, target: Unit) -> list[int]:
    """Let the missiles be shared; a target is named once for each of its missiles."""
    aims = [target.index]
    while len(aims) < one.missiles:
        found = [
            each.index
            for each in combat.units
            if each is target or may_be_struck(combat, unit, one, each)
        ]
        options = [(1 + who, f"missile at {combat.units[who].name}") for who in found]
        usual = 1 + target.index
        if len(options) > 1:
            answer = combat.ask(Menu(unit.seats, unit.index, "power.steps", options, usual))
        else:
            answer = usual
        aims.append(answer - 1)
    return aims


def may_be_struck(combat: IngenuityCombat, unit: Unit, one: Power, other: Unit) -> bool:
    """Return whether a missile may go at another. Rules: power.steps, attack.unseen-target."""
    from affray.rulesets.ingenuity import power

    if not combat.enemies(unit, other) or power.beyond(combat, unit, one, other):
        return False
    return not geometry.blind_to(combat, unit, other)


def area(combat: IngenuityCombat, centre: int, radius: int) -> list[int]:
    """Return who is in an area, by row, then by column. Rules: power.area, dice.order."""
    found: list[tuple[int, int]] = []
    for unit in combat.units:
        if unit.present and unit.cell >= 0:
            for cell in combat.grid.footprint(unit.cell, unit.size):
                if combat.grid.distance(cell, centre, ALTERNATING) <= radius:
                    if geometry.look(combat, cell, centre):
                        found.append((unit.cell, unit.index))
                        break
    found.sort()
    return [who for _, who in found]


def work(
    combat: IngenuityCombat,
    unit: Unit,
    one: Power,
    deeds: list[attack.Attack],
    target: Unit,
    centre: int,
    made: test.Test,
    sure: bool,
) -> None:
    """Let a power that worked do what it does. Rules: power.steps, condition.concentration."""
    if one.concentration:
        condition.concentrate(combat, unit, one.works)
    if one.works in ("entangle", "grease", "light"):
        lay(combat, unit, one, centre, made.total)
    elif one.missiles:
        missiles(combat, unit, one, deeds, made.luck)
    elif deeds:
        for deed in deeds:
            if combat.units[deed.target].present:
                strike(combat, unit, one, deed, sure)
    else:
        bestow(combat, unit, one, target, made)
    if one.works == "fireball":
        zone.burn_over(combat, centre, one.radius)
    if one.concentration and not keeps_up(combat, unit, one):
        condition.stop_concentrating(combat, unit)


def keeps_up(combat: IngenuityCombat, unit: Unit, one: Power) -> bool:
    """Return whether there is anything to concentrate on. Rule: condition.concentration."""
    if one.works == "light":
        return True
    id = condition.kept_by(combat, one.works)
    return any([each.from_whom(id, unit.index) for each in combat.units if each.effects])


def strike(
    combat: IngenuityCombat, unit: Unit, one: Power, deed: attack.Attack, sure: bool
) -> None:
    """Compare a power with what defends against it.

    Rules: power.attack, reaction.effect-compare, power.area.
    """
    if is_attack(one) and not sure:
        attack.finish(combat, unit, deed)
        target = combat.units[deed.target]
        if not deed.hit and one.half_on_fail and target.present:
            scorch(combat, unit, target, one, deed)
        return
    target = combat.units[deed.target]
    if is_attack(one):  # a Spell Attack has hit already
        deed.hit = True
        reaction.offer_block(combat, deed)
        hit.wound(combat, unit, target, deed, 0)
        if target.present and deed.landed(target.index):
            follow(combat, unit, target, one, deed)
        return
    oppose(combat, unit, target, one, deed)


def scorch(
    combat: IngenuityCombat, unit: Unit, target: Unit, one: Power, deed: attack.Attack
) -> None:
    """Deal half of the damage to those whom an area missed. Rule: power.area."""
    size = unit.bulk() if unit.bulk() != target.bulk() else 0
    less = damage.deflection(target, one.type, size, 0)
    amount = damage.reduced(target, deed.total + one.damage, less, one.type)
    damage.hurt(combat, target, (amount + 1) // 2, one.type, "power.area")


def oppose(
    combat: IngenuityCombat, unit: Unit, target: Unit, one: Power, deed: attack.Attack
) -> None:
    """Compare a power that is no attack with constitution or willpower."""
    if one.works == "water-jet":
        condition.lose(combat, target, "burning")
        condition.for_rounds(combat, target, "wet", 1, unit.index, DRY)
    steady = 1 if target.sheet.steady and one.push else 0
    over = damage.margin(combat, target, deed.total + deed.edge, one.against, deed, steady)
    if one.works == "harm":
        harm(combat, unit, target, one, deed.total, over)
        return
    if over < 0 or not target.present:
        return
    if one.works == "water-jet":
        drive(combat, unit, target, one.push)
    elif one.works == "mental-strike":
        condition.stop_concentrating(combat, target)
        amount = damage.reduced(target, over - deed.edge, 0, one.type)
        damage.hurt(combat, target, amount, one.type, "power.attack", deed=deed)
    elif one.works == "curse":
        if not cancels(combat, unit, target, "blessed"):
            condition.gain(combat, target, "cursed", 1, unit.index)
    elif one.works == "sleep":
        if target.awake:
            condition.knock_out(combat, target, "power.steps")
            condition.for_rounds(combat, target, "sleeping", deed.total, unit.index, one.rounds)
    elif one.works == "alter-size":
        alter(combat, unit, target)
    else:
        listed(combat, unit, target, one)


def listed(combat: IngenuityCombat, unit: Unit, target: Unit, one: Power) -> None:
    """Lay on the effect that a power lists, in the vocabulary of effects."""
    if one.effect:
        word = f"{one.effect} {one.effect_n}" if one.effect_n else one.effect
        ploy.apply(combat, unit, target, word)
    if one.push and target.present:
        drive(combat, unit, target, one.push)


def drive(combat: IngenuityCombat, unit: Unit, target: Unit, most: int) -> None:
    """Push somebody so far as the maker of a power wants. Rule: movement.forced."""
    options = [(metres, f"push {metres} m") for metres in range(most, 0, -1)]
    options.append((PASS, "no push"))
    metres = combat.ask(Menu(unit.seats, unit.index, "movement.forced", options, most))
    if metres != PASS:
        forced.push(combat, unit, target, metres)


def harm(
    combat: IngenuityCombat, unit: Unit, target: Unit, one: Power, result: int, over: int
) -> None:
    """Wither somebody: half of it where constitution was not reached."""
    less = damage.deflection(target, one.type, 0, 0)
    amount = damage.reduced(target, result + one.damage, less, one.type)
    if over < 0:
        amount = (amount + 1) // 2
    damage.hurt(combat, target, amount, one.type, "power.attack")


def follow(
    combat: IngenuityCombat,
    unit: Unit,
    target: Unit,
    one: Power,
    deed: attack.Attack,
) -> None:
    """Let the further effect of a power that hit take hold. Rule: power.attack."""
    if one.works == "jolt":
        if deed.luck >= test.LUCKY:
            condition.gain(combat, target, "stunned", 1, unit.index)
        return
    if not one.effect:
        return
    result = deed.total + deed.edge
    if one.against and not damage.withstand(combat, target, result, one.against, deed):
        return
    more = 1 if one.works == "ignite" and deed.luck >= test.LUCKY else 0
    if one.effect == "burning":
        condition.gain(combat, target, "burning", one.effect_n + more, unit.index)
    else:
        listed(combat, unit, target, one)


def missiles(
    combat: IngenuityCombat, unit: Unit, one: Power, deeds: list[attack.Attack], luck: int
) -> None:
    """Let missiles strike that always hit: those on one target together, at least 1 each."""
    each = one.damage + (1 if luck >= test.LUCKY else 0)
    for deed in deeds:
        count = deed.counts
        target = combat.units[deed.target]
        if not target.present:
            continue
        deed.hit = True
        reaction.offer_block(combat, deed)
        if deed.block is not None or deed.screen:
            amount = hit.blocked(combat, target, deed, count * each)
            amount = damage.softened(target, amount, one.type)
        else:
            size = unit.bulk() if unit.bulk() != target.bulk() else 0
            less = min(damage.deflection(target, one.type, size, 0), count * each - count)
            amount = damage.reduced(target, count * each, less, one.type)
        damage.hurt(combat, target, amount, one.type, "power.attack", deed=deed)


def bestow(combat: IngenuityCombat, unit: Unit, one: Power, target: Unit, made: test.Test) -> None:
    """Let a power do somebody good, or change its size."""
    from affray.rulesets.ingenuity import power

    if one.works in ("bless", "physical-ward", "elemental-ward", "alter-size"):
        if not power.willing(combat, unit, target):
            compared = one.works == "alter-size"
            if not compared or damage.margin(combat, target, made.total, one.against, None) < 0:
                return  # nothing is kept up then
    if one.works == "bless":
        if not cancels(combat, unit, target, "cursed"):
            condition.gain(combat, target, "blessed", 1, unit.index)
    elif one.works == "mend":
        mend(combat, unit, target, made)
    elif one.works == "restoration":
        restore(combat, target, one)
    elif one.works in ("physical-ward", "elemental-ward"):
        types = PHYSICAL if one.works == "physical-ward" else ELEMENTS
        condition.gain(combat, target, "warded", choose_type(combat, unit, types), unit.index)
    elif one.works == "shield-of-force":
        condition.gain(combat, unit, "shielded", one.durability, unit.index)
    elif one.works == "elemental-weapon":
        enchant(combat, unit, target)
    elif one.works == "alter-size":
        alter(combat, unit, target)
    elif one.works == "iron-breath":
        condition.gain(combat, unit, "breathing", 1, unit.index)
    else:
        listed(combat, unit, target, one)


def cancels(combat: IngenuityCombat, unit: Unit, target: Unit, id: str) -> bool:
    """Let a blessing and a curse cancel each other; return whether they did."""
    if not target.is_held(id):
        return False
    for held in target.effects:
        if held.effect.id == id:
            condition.stop_concentrating(combat, combat.units[held.source])
            break
    condition.lose(combat, target, id)
    condition.stop_concentrating(combat, unit)
    return True


def choose_type(combat: IngenuityCombat, unit: Unit, types: tuple[int, ...]) -> int:
    options = [(1 + type, TYPES[type]) for type in types]
    return combat.ask(Menu(unit.seats, unit.index, "power.steps", options, options[0][0])) - 1


def mend(combat: IngenuityCombat, unit: Unit, target: Unit, made: test.Test) -> None:
    """Restore endurance, or all durability of one item. Rules: test.rounding-up, item.repair."""
    from affray.rulesets.ingenuity import power, weapon

    options: list[tuple[int, str]] = []
    if target.endurance < target.most_endurance():
        options.append((1, "endurance"))
    for place in power.worn(combat, target):
        options.append((2 + place, weapon.piece_word(combat, target, place)))
    if not options:
        return
    answer = options[0][0]
    if len(options) > 1:
        answer = combat.ask(Menu(unit.seats, unit.index, "power.steps", options, answer))
    if answer > 1:
        target.pieces[answer - 2].wear = 0
        combat.mark_changed()
        return
    more = 1 if made.luck >= test.LUCKY else 0
    damage.heal(combat, target, (made.total + 1) // 2, more, "power.steps")


def restore(combat: IngenuityCombat, target: Unit, one: Power) -> None:
    """End what can be cured, heal, and bring round."""
    for word in CURABLE:
        condition.lose(combat, target, word)
    damage.heal(combat, target, 0, one.heal_health, "power.steps")
    if not target.awake:
        condition.wake(combat, target, "power.steps")


def weapons(combat: IngenuityCombat, unit: Unit) -> list[tuple[Thing, Piece | None]]:
    """Return the weapons of somebody that an element can fill."""
    from affray.rulesets.ingenuity import weapon

    arms = weapon.arms(combat, unit)
    return [(each, piece) for each, piece in arms if each.types and each.id != "bare-hands"]


def enchant(combat: IngenuityCombat, unit: Unit, target: Unit) -> None:
    """Let one weapon be filled with an element. Rules: power.steps, damage.choose-type."""
    from affray.rulesets.ingenuity import weapon

    found = weapons(combat, target)
    if not found:
        return
    options: list[tuple[int, str]] = []
    for each, piece in found:
        place = -1 if piece is None else target.pieces.index(piece)
        word = each.id if place < 0 else weapon.piece_word(combat, target, place)
        options.append((1 + weapon.mark_of(each, piece), word))
    answer = options[0][0]
    if len(options) > 1:
        answer = combat.ask(Menu(unit.seats, unit.index, "power.steps", options, answer))
    type = choose_type(combat, unit, ELEMENTS)
    condition.gain(combat, target, "elemental", type, unit.index, 0, answer - 1)


def alter(combat: IngenuityCombat, unit: Unit, target: Unit) -> None:
    """Let somebody grow or shrink by one size. Rules: geometry.footprint, sheet.size."""
    options = [(1, "grow"), (2, "shrink")]
    answer = combat.ask(Menu(unit.seats, unit.index, "power.steps", options, 1))
    grown = 1 if answer == 1 else -1
    if not 1 <= target.sheet.size + grown <= 12 or target.grown:
        return
    if stature.resize(combat, target, grown):
        condition.gain(combat, target, "resized", 1, unit.index)


def lay(combat: IngenuityCombat, unit: Unit, one: Power, centre: int, result: int) -> None:
    """Fill an area with vines, grease or light. Rules: power.area, turn.round-length."""
    kind = {"entangle": ENTANGLED, "grease": GREASED, "light": LIT}[one.works]
    made = zone.make(combat, unit, kind, centre, one.radius)
    made.result = result
    if one.rounds:
        made.last = max(1, combat.round + one.rounds - 1)
