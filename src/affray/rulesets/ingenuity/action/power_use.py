"""Powers used: paid, tested, and what those do that are no attack."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.event import Told
from affray.rulesets.ingenuity import condition, damage
from affray.rulesets.ingenuity.action import power, test
from affray.rulesets.ingenuity.attack import areas, power_attack, sequence, weapon
from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.choice import means
from affray.rulesets.ingenuity.choice.menu import Listed
from affray.rulesets.ingenuity.definitions import Power
from affray.rulesets.ingenuity.movement import ground
from affray.rulesets.ingenuity.reaction import defence, readied, windows
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import (
    ARCANE,
    CASTS,
    ENTANGLED,
    GREASED,
    LIT,
    POWERS,
    USES,
    VOID,
)

EDGE: Final = 2  # of a power that follows a Spell Attack, against defences


def pay(combat: IngenuityCombat, unit: IngenuityCombatant, one: Power, cost: int) -> None:
    """Pay for a power with what its school takes.

    Rules: power.steps, power.tiers, action.resources.
    """
    what = power.resource_of(combat, unit, one)
    if what == "focus":
        spending.spend(combat, unit, 0, cost)
    elif what == "stamina":
        spending.spend(combat, unit, cost, 0)
    elif what == "endurance":
        spending.pay_endurance(combat, unit, cost, "power.tiers")
    elif cost:
        damage.pay_health(combat, unit, cost)
    combat.mark_changed()


def use(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Power,
    target: IngenuityCombatant,
    centre: int,
    sure: bool = False,
    more: int = 0,
) -> None:
    """Pay, test, and let it take effect.

    ``sure``: it follows a Spell Attack that hit, and needs no second comparison with evasion;
    ``more`` is what an improvised or mimicked one adds to its test.
    Rules: power.steps, power.multiple, power.attribute, power.area.
    """
    if one.cost > power.wealth(combat, unit, one):
        return
    pay(combat, unit, one, one.cost)
    if combat.watched:
        combat.tell(Told("casts", unit.index, target.index, one.id, 0, "power.steps"))
    if not unit.able():
        return
    readied.trigger(combat, unit, CASTS, target.index)
    if not unit.able():
        return
    deeds = answered(combat, unit, one, target, centre, sure)
    if not unit.able():
        return
    left = deeds if sure else [deed for deed in deeds if reached(combat, unit, one, deed, centre)]
    if left or not deeds or deeds[0].area:
        made = power_attack.tested(combat, unit, one, left, target, more)
        if made.total >= one.difficulty:
            for deed in left:
                deed.rolled.total, deed.rolled.luck = made.total + deed.added.bonus, made.luck
                deed.rolled.edge = EDGE if sure else 0
            work(combat, unit, one, left, target, centre, made, sure)
        elif combat.watched:
            combat.tell(Told("fails", unit.index, -1, one.id, 0, "power.steps"))
    elif combat.watched:
        combat.tell(Told("comes to nothing", unit.index, target.index, "", 0, "action.no-target"))
    for deed in deeds:
        if not deed.effect:
            sequence.afterwards(combat, deed)
    condition.set_hidden(combat, unit, 0, "condition.hidden")
    combat.mark_changed()


def answered(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Power,
    target: IngenuityCombatant,
    centre: int,
    sure: bool,
) -> list[Attack]:
    """Let a power be answered; return what it is aimed at. Rules: reaction.window, power.area."""
    deeds = power_attack.declared(combat, unit, one, target, centre, sure)
    for deed in deeds:
        if deed.effect:
            windows.offer_intercept(combat, deed)
        else:
            windows.offer_before(combat, deed)
    return deeds


def reached(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Power, deed: Attack, centre: int
) -> bool:
    """Return whether somebody a power was aimed at has not got away.

    Rules: action.ready.timing, action.no-target.
    """
    if deed.area:
        return deed.target in areas.within(combat, centre, one.radius)
    return not power.beyond(combat, unit, one, combat.units[deed.target])


def waste(combat: IngenuityCombat, unit: IngenuityCombatant, one: Power) -> None:
    """Spend a power without effect, after a Spell Attack that missed."""
    if one.cost <= power.wealth(combat, unit, one):
        pay(combat, unit, one, one.cost)
        unit.count(POWERS)
        unit.count(USES)
        if combat.watched:
            combat.tell(Told("fails", unit.index, -1, one.id, 0, "power.steps"))


def conjured(combat: IngenuityCombat, unit: IngenuityCombatant, one: Power) -> bool:
    """Make a shield of force for one block, 1 focus less. Rules: reaction.free, power.steps."""
    pay(combat, unit, one, power.hasty_cost(one))
    if combat.watched:
        combat.tell(Told("casts", unit.index, unit.index, one.id, 0, "reaction.free"))
    return power_attack.tested(combat, unit, one, [], unit, 0).total >= one.difficulty


def place(combat: IngenuityCombat, unit: IngenuityCombatant, one: Power) -> int:
    """Let the middle of an area be chosen; -1 if there is no place for it."""
    cells = areas.centres(combat, unit, one)
    if not cells:
        return -1
    if len(cells) == 1:
        return cells[0]
    return combat.ask(areas.Centre(combat, unit, one, cells)) - 1


def willing(combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant) -> bool:
    """Return whether somebody lets a power work on it."""
    if target is unit:
        return True
    if not target.awake:
        return combat.allies(unit, target)
    options = [(PASS, "unwilling"), (1, "willing")]
    usual = 1 if combat.allies(unit, target) else PASS
    return combat.ask(Listed(target.seats, target.index, "power.steps", options, usual)) != PASS


CURABLE: Final = ("bleeding", "burning", "blinded", "crippled", "poison", "sickness", "stunned")
PHYSICAL: Final = (0, 1, 2)
ELEMENTS: Final = tuple(range(ARCANE, VOID + 1))


def work(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Power,
    deeds: list[Attack],
    target: IngenuityCombatant,
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
        power_attack.missiles(combat, unit, one, deeds, made.luck)
    elif deeds:
        for deed in deeds:
            if combat.units[deed.target].present:
                power_attack.strike(combat, unit, one, deed, sure)
    else:
        bestow(combat, unit, one, target, made)
    if one.works == "fireball":
        areas.burn_over(combat, centre, one.radius)
    if one.concentration and not keeps_up(combat, unit, one):
        condition.stop_concentrating(combat, unit)


def keeps_up(combat: IngenuityCombat, unit: IngenuityCombatant, one: Power) -> bool:
    """Return whether there is anything to concentrate on. Rule: condition.concentration."""
    if one.works == "light":
        return True
    id = condition.kept_by(combat, one.works)
    return any(each.from_whom(id, unit.index) for each in combat.units if each.effects)


def bestow(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Power,
    target: IngenuityCombatant,
    made: test.Test,
) -> None:
    """Let a power do somebody good, or change its size."""
    if one.works in ("bless", "physical-ward", "elemental-ward", "alter-size"):
        if not willing(combat, unit, target):
            compared = one.works == "alter-size"
            if not compared or defence.margin(combat, target, made.total, one.against, None) < 0:
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
        condition.gain(combat, target, "warded", means.choose_type(combat, unit, types), unit.index)
    elif one.works == "shield-of-force":
        condition.gain(combat, unit, "shielded", one.durability, unit.index)
    elif one.works == "elemental-weapon":
        enchant(combat, unit, target)
    elif one.works == "alter-size":
        alter(combat, unit, target)
    elif one.works == "iron-breath":
        condition.gain(combat, unit, "breathing", 1, unit.index)
    else:
        power_attack.listed(combat, unit, target, one)


def cancels(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, id: str
) -> bool:
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


def mend(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, made: test.Test
) -> None:
    """Restore endurance, or all durability of one item. Rules: test.rounding-up, item.repair."""
    options: list[tuple[int, str]] = []
    if target.endurance < target.most_endurance():
        options.append((1, "endurance"))
    for place in power.worn(combat, target):
        options.append((2 + place, weapon.piece_word(combat, target, place)))
    if not options:
        return
    answer = options[0][0]
    if len(options) > 1:
        answer = combat.ask(Listed(unit.seats, unit.index, "power.steps", options, answer))
    if answer > 1:
        target.pieces[answer - 2].wear = 0
        combat.mark_changed()
        return
    more = 1 if made.luck >= test.LUCKY else 0
    spending.heal(combat, target, (made.total + 1) // 2, more, "power.steps")


def restore(combat: IngenuityCombat, target: IngenuityCombatant, one: Power) -> None:
    """End what can be cured, heal, and bring round."""
    for word in CURABLE:
        condition.lose(combat, target, word)
    spending.heal(combat, target, 0, one.heal_health, "power.steps")
    if not target.awake:
        condition.wake(combat, target, "power.steps")


def enchant(combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant) -> None:
    """Let one weapon be filled with an element. Rules: power.steps, damage.choose-type."""
    found = power.weapons(combat, target)
    if not found:
        return
    options: list[tuple[int, str]] = []
    for each, piece in found:
        place = -1 if piece is None else target.pieces.index(piece)
        word = each.id if place < 0 else weapon.piece_word(combat, target, place)
        options.append((1 + weapon.mark_of(each, piece), word))
    answer = options[0][0]
    if len(options) > 1:
        answer = combat.ask(Listed(unit.seats, unit.index, "power.steps", options, answer))
    type = means.choose_type(combat, unit, ELEMENTS)
    condition.gain(combat, target, "elemental", type, unit.index, 0, answer - 1)


def alter(combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant) -> None:
    """Let somebody grow or shrink by one size. Rules: geometry.footprint, sheet.size."""
    options = [(1, "grow"), (2, "shrink")]
    answer = combat.ask(Listed(unit.seats, unit.index, "power.steps", options, 1))
    grown = 1 if answer == 1 else -1
    if not 1 <= target.sheet.size + grown <= 12 or target.grown:
        return
    if ground.resize(combat, target, grown):
        condition.gain(combat, target, "resized", 1, unit.index)


def lay(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Power, centre: int, result: int
) -> None:
    """Fill an area with vines, grease or light. Rules: power.area, turn.round-length."""
    kind = {"entangle": ENTANGLED, "grease": GREASED, "light": LIT}[one.works]
    made = areas.make(combat, unit, kind, centre, one.radius)
    made.result = result
    if one.rounds:
        made.last = max(1, combat.round + one.rounds - 1)
