"""Damage: what a hit deals, what is taken off, endurance, health, staying conscious, wounds."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.dice import CHECK
from affray.core.event import Part, Told
from affray.rulesets.ingenuity import condition, death
from affray.rulesets.ingenuity.action import test
from affray.rulesets.ingenuity.attack import areas, weapon
from affray.rulesets.ingenuity.attack.declared import Attack, Harm, evened
from affray.rulesets.ingenuity.choice import fate
from affray.rulesets.ingenuity.choice.menu import Listed
from affray.rulesets.ingenuity.definitions import Condition
from affray.rulesets.ingenuity.reaction import budget, defence
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Piece
from affray.rulesets.ingenuity.terms import (
    AGILITY,
    BLUDGEONING,
    DEXTERITY,
    ELEMENTAL_TYPES,
    FIRE,
    PHYSICAL_TYPES,
    RAGED,
    SHOCK,
    TOLERATED,
    TYPELESS,
    VERSATILE,
)


def deflection(unit: IngenuityCombatant, type: int, size: int, more: int, base: int = 0) -> int:
    """Return what is taken off damage of a type.

    ``size`` is that of the attacker, 0 for none; ``more`` is what a parry adds, ``base`` what a
    Hard Parry puts in place of a lower physical deflection.
    Rules: attack.reduction, attack.size.deflection, attack.size.floor, action.guard,
    reaction.parry, damage.classes, damage.physical, damage.elemental, damage.psychic,
    damage.unspecified.
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


def reduced(unit: IngenuityCombatant, total: int, less: int, type: int) -> int:
    """Return what is left of a total: at least 1, then what resistance and wards leave.

    Rules: damage.order, attack.min-damage, condition.minor.
    """
    if type == SHOCK and unit.is_held("wet"):
        total += 2
    return softened(unit, max(1, total - less), type)


def softened(unit: IngenuityCombatant, amount: int, type: int) -> int:
    """Return what immunity, resistance and wards leave of damage that is reduced already.

    Rules: damage.order, condition.immunity.
    """
    if condition.immune_to(unit, type):
        return 0
    for _ in range(condition.halvings(unit, type)):
        amount = (amount + 1) // 2
    return amount


def hurt(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    amount: int,
    type: int,
    rule: str,
    *,
    nonlethal: bool = False,
    direct: int = 0,
    deed: Attack | None = None,
    spares_health: bool = False,
    parts: list[Part] | None = None,
) -> None:
    """Take damage that is reduced already; ``direct`` of it goes straight to health.

    ``parts`` is what it is made of, told to whoever watches.

    Rules: damage.order, damage.endurance-first, damage.excess, damage.direct-health, fate.halve,
    damage.other-sources, damage.ko-check, damage.endurance-only.
    """
    known: list[Part] = []
    if combat.watched:
        known = parts if parts else [(amount, rule)]
    if spares_health:
        amount = min(amount, unit.endurance)
    if not unit.present or amount <= 0:
        return
    if combat.watched:
        evened(known, amount, "damage.endurance-only")
    amount, direct = fate.halve(combat, unit, amount, direct)
    if combat.watched:
        evened(known, amount, "fate.halve")
    harm = Harm(rule, deed, known)
    combat.mark_changed()
    combat.quiet = -1
    if unit.simple:
        direct = 0  # gm.creature-ranks: only endurance is tracked
    at_zero = unit.health == 0
    harmed = condition.wounded(unit)
    beyond = soak(combat, unit, amount - direct, harm)
    if type == FIRE:
        kindle(combat, unit)
    if unit.simple:
        common_falls(combat, unit, deed)
    else:
        if death.lose_health(combat, unit, beyond + direct, at_zero, nonlethal, harm):
            check_consciousness(combat, unit, deed)
    if unit.effects and unit.present and unit.is_held("sleeping"):
        rouse(combat, unit)
    if not harmed and unit.able() and unit.talented("rage"):
        fly_into_rage(combat, unit)


def soak(combat: IngenuityCombat, unit: IngenuityCombatant, amount: int, harm: Harm) -> int:
    """Let endurance take damage; return what is beyond it. Rule: damage.endurance-first."""
    had = unit.endurance
    unit.endurance -= min(had, amount)
    harm.tell(combat, unit, "endurance", had, unit.endurance, "damage.excess")
    tolerates = had > 0 and not unit.endurance and not unit.used[TOLERATED]
    if tolerates and unit.talented("pain-tolerance"):
        unit.set_count(TOLERATED, 1)
        return 0
    return max(0, amount - had)


def kindle(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Let fire dry the wet and light what is oiled or greased. Rule: condition.minor."""
    if unit.effects:
        condition.lose(combat, unit, "wet")
        if unit.is_held("oiled"):
            condition.lose(combat, unit, "oiled")
            condition.gain(combat, unit, "burning", 2, unit.index)
    if combat.zones and unit.cell >= 0:
        areas.light_grease(combat, unit)


def rouse(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Wake a sleeper; who has no health left stays down."""
    condition.lose(combat, unit, "sleeping")
    if unit.health > 0 and not unit.awake:
        condition.wake(combat, unit, "power.steps")


def fly_into_rage(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Let the damage that harms or bloodies somebody be answered with rage. Rule: reaction.one."""
    if not condition.wounded(unit) or unit.is_held("raging"):
        return
    if not budget.can_react(combat, unit):
        return
    options = [(PASS, "pass"), (1, "rage")]
    if combat.ask(Listed(unit.seats, unit.index, "maneuver.reaction", options)) != PASS:
        budget.spend_reaction(combat, unit)
        begin_rage(combat, unit)


def begin_rage(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Let somebody rage. Rule: condition.concentration."""
    condition.concentrate(combat, unit, "rage")
    condition.gain(combat, unit, "raging", 1, unit.index)
    if combat.active == unit.index:
        unit.set_count(RAGED, 1)


def common_falls(combat: IngenuityCombat, unit: IngenuityCombatant, deed: Attack | None) -> None:
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
    if combat.ask(Listed(seats, unit.index, "gm.creature-ranks", options)) != PASS:
        death.die(combat, unit, "gm.creature-ranks")


def pay_health(combat: IngenuityCombat, unit: IngenuityCombatant, amount: int) -> None:
    """Pay with health: a loss like any other. Rules: action.resources, damage.ko-check."""
    before = unit.health
    unit.health -= amount
    combat.quiet = -1
    combat.mark_changed()
    spending.tell(combat, unit, "health", before, unit.health, "action.resources")
    check_consciousness(combat, unit, None)


def check_consciousness(
    combat: IngenuityCombat, unit: IngenuityCombatant, deed: Attack | None
) -> None:
    """Fall, or fortify against the missing health.

    Rules: damage.ko-check, damage.ko-not-greater, damage.ko-every-loss, damage.ko-floor-useless.
    """
    missing = unit.most_health() - unit.health
    if missing <= condition.constitution(unit):
        return
    if not defence.stays_up(combat, unit, missing, deed) and unit.awake:
        condition.knock_out(combat, unit, "damage.ko-check")


def strength(combat: IngenuityCombat, unit: IngenuityCombatant, deed: Attack) -> int:
    """Return the damage of a hit before anything is taken off.

    Rules: attack.damage, attack.critical.damage, attack.versatile, attack.damage.uses-final-result.
    """
    one = deed.weapon
    total = (
        deed.rolled.total + (one.crit if deed.rolled.critical else one.damage) + deed.added.damage
    )
    held = one.has(VERSATILE) and one.hands == 1 and not deed.thrown
    if held and weapon.free_hands(combat, unit) >= 1:
        total += 1
    return total + (0 if deed.ranged or deed.power is not None else condition.rage(unit))


def strength_parts(
    combat: IngenuityCombat, unit: IngenuityCombatant, deed: Attack, total: int
) -> list[Part]:
    """Return what the damage of a hit is made of before anything is taken off."""
    one = deed.weapon
    parts: list[Part] = [(deed.rolled.total, "attack.test")]
    parts.append((one.crit if deed.rolled.critical else one.damage, one.id))
    if deed.added.damage:
        named = deed.maneuver.id if deed.maneuver is not None else "maneuver.attack"
        parts.append((deed.added.damage, named))
    if not deed.ranged and deed.power is None and condition.rage(unit):
        parts.append((condition.rage(unit), "raging"))
    evened(parts, total, "attack.versatile")
    return parts


def reckon(unit: IngenuityCombatant, parts: list[Part], less: int, type: int, amount: int) -> None:
    """Add to parts what ``reduced`` makes of their sum: ``amount``."""
    total = sum(one for one, _ in parts)
    if type == SHOCK and unit.is_held("wet"):
        parts.append((2, "wet"))
        total += 2
    if less:
        parts.append((-less, "attack.reduction"))
    evened(parts, max(1, total - less), "attack.min-damage")
    evened(parts, amount, "damage.order")


def wound(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    target: IngenuityCombatant,
    deed: Attack,
    base: int,
) -> None:
    """Deal the damage of a hit, to what blocks it or to the character.

    Rules: attack.reduction, attack.min-damage, reaction.block.damage, reaction.block.excess,
    reaction.block.any-type, reaction.block.no-size.
    """
    if deed.weapon.harmless:
        return
    total = strength(combat, unit, deed)
    parts = strength_parts(combat, unit, deed, total) if combat.watched else []
    size = unit.bulk() if unit.bulk() != target.bulk() else 0
    blocking = deed.answers.block is not None or deed.answers.screen
    if blocking:
        excess = blocked(combat, target, deed, total)
        amount = past_block(target, excess, deed.type)
        if combat.watched:
            evened(parts, excess, "reaction.block.excess")
            evened(parts, soaked(target, excess, deed.type), "condition.minor")
            evened(parts, amount, "damage.order")
    else:
        less = deflection(target, deed.type, size, deed.answers.parries, base)
        if deed.power is not None and deed.power.ignores_metal:
            less = max(0, less - target.sheet.metal)
        amount = reduced(target, total, less, deed.type)
        if combat.watched:
            reckon(target, parts, less, deed.type, amount)
        if deed.power is not None and deed.power.works == "ignite" and target.is_held("wet"):
            amount = (amount + 1) // 2
            if combat.watched:
                evened(parts, amount, "condition.minor")
    deed.result.through = amount
    rule = "attack.damage" if deed.power is None else "power.attack"
    spared = deed.nonlethal
    hurt(combat, target, amount, deed.type, rule, nonlethal=spared, deed=deed, parts=parts)


def soaked(unit: IngenuityCombatant, amount: int, type: int) -> int:
    """Return what damage is that reaches somebody wet: shock does 2 more. Rule: condition.minor."""
    return amount + 2 if amount and type == SHOCK and unit.is_held("wet") else amount


def past_block(unit: IngenuityCombatant, excess: int, type: int) -> int:
    """Return what is taken of what a block let through. Rules: damage.order, condition.minor."""
    return softened(unit, soaked(unit, excess, type), type)


def blocked(combat: IngenuityCombat, target: IngenuityCombatant, deed: Attack, total: int) -> int:
    """Wear what blocks; return the excess. Rules: reaction.block.damage, reaction.block.excess."""
    if deed.answers.block is None:
        return screened(combat, target, total)
    piece = deed.answers.block
    thing = combat.thing(piece)
    taken = max(1, total - thing.block)
    room = thing.durability - piece.wear
    piece.wear = min(thing.durability, piece.wear + taken)
    combat.mark_changed()
    if combat.watched:
        combat.tell(
            Told("blocks", target.index, -1, thing.id, min(taken, room), "reaction.block.damage")
        )
    return max(0, taken - room)


def screened(combat: IngenuityCombat, target: IngenuityCombatant, total: int) -> int:
    """Let a shield of force take a hit; return the excess. Rule: reaction.block.damage."""
    power = combat.library.power("shield-of-force")
    taken = max(1, total - power.block)
    room = target.amount("shielded")
    if combat.watched:
        combat.tell(
            Told("blocks", target.index, -1, power.id, min(taken, room), "reaction.block.damage")
        )
    condition.lessen(combat, target, "shielded", taken)
    if target.concentrates != power.id:
        condition.lose(combat, target, "shielded")  # made for this block alone
    elif not target.is_held("shielded"):
        condition.stop_concentrating(combat, target)
    return max(0, taken - room)


OBJECT: Final = 4  # evasion of an object as big as a man, and its size


def damage_object(
    combat: IngenuityCombat, unit: IngenuityCombatant, deed: Attack, cell: int
) -> None:
    """Damage what stands in a space.

    Rules: attack.objects, attack.damage, attack.size.deflection.
    """
    total = strength(combat, unit, deed) - max(0, OBJECT - unit.bulk())
    combat.struck[combat.objects().index(cell)] += max(1, total)
    if combat.watched:
        done = "destroys" if combat.ruined(cell) else "damages"
        amount = combat.struck[combat.objects().index(cell)]
        combat.tell(Told(done, unit.index, -1, "", amount, "attack.objects", cell=cell))


def fall(combat: IngenuityCombat, unit: IngenuityCombatant, metres: int) -> None:
    """Fall; who cannot act makes no test. Rule: movement.fall."""
    if metres < 3:
        return
    if unit.able() and lands_well(combat, unit, metres):
        return
    less = deflection(unit, BLUDGEONING, 0, 0)
    amount = reduced(unit, 2 * metres, less, BLUDGEONING)
    parts: list[Part] = []
    if combat.watched:
        parts = [(2 * metres, "movement.fall")]
        reckon(unit, parts, less, BLUDGEONING, amount)
    hurt(combat, unit, amount, BLUDGEONING, "movement.fall", parts=parts)
    condition.fall_prone(combat, unit, "movement.fall")


def lands_well(combat: IngenuityCombat, unit: IngenuityCombatant, metres: int) -> bool:
    """Make the test of a fall. Rule: movement.fall."""
    made = test.Test(unit, DEXTERITY, AGILITY, "movement.fall")
    made.purpose = CHECK
    made.proficiency = unit.sheet.proficiencies.get("Jumping", 0)
    made.level = 2 * (metres - 1)
    return test.passed(combat, made)


def spring(combat: IngenuityCombat, unit: IngenuityCombatant, number: int) -> None:
    """Let a trap hurt somebody: no attack, so nothing answers it; deflection counts.

    What it leaves behind comes with damage only. Rule: damage.other-sources.
    """
    trap = combat.fixtures.traps[number]
    combat.armed[number] = trap.again
    combat.mark_changed()
    if combat.watched:
        rule = "damage.other-sources"
        combat.tell(Told("sets off", unit.index, -1, trap.id, 0, rule, cell=unit.cell))
    less = deflection(unit, trap.type, 0, 0)
    amount = reduced(unit, trap.damage, less, trap.type) if trap.damage else 0
    parts: list[Part] = []
    if combat.watched and amount:
        parts = [(trap.damage, trap.id)]
        reckon(unit, parts, less, trap.type, amount)
    hurt(combat, unit, amount, trap.type, "damage.other-sources", parts=parts)
    if not trap.leaves or not unit.present or (trap.damage and not amount):
        return
    if trap.leaves == "prone":
        condition.fall_prone(combat, unit, "damage.other-sources")
    else:
        condition.gain(combat, unit, trap.leaves, trap.leaves_n, -1)


def step_on_traps(combat: IngenuityCombat, unit: IngenuityCombatant, came_from: int) -> None:
    """Let traps go off under who enters their spaces. Rule: damage.other-sources."""
    for number, trap in enumerate(combat.fixtures.traps):
        if not combat.armed[number] or not unit.present or unit.cell < 0:
            continue
        before = combat.grid.footprint(came_from, unit.size) if came_from >= 0 else []
        for cell in combat.grid.footprint(unit.cell, unit.size):
            if cell in trap.cells and cell not in before:
                spring(combat, unit, number)
                break


def set_off(combat: IngenuityCombat, number: int) -> None:
    """Let a trap go off on everybody in its spaces, by a lever. Rule: damage.other-sources."""
    trap = combat.fixtures.traps[number]
    for who in combat.in_order():
        unit = combat.units[who]
        if unit.present and unit.cell >= 0:
            cells = combat.grid.footprint(unit.cell, unit.size)
            if any(cell in trap.cells for cell in cells):
                spring(combat, unit, number)
    combat.armed[number] = trap.again
    combat.mark_changed()


def suffer(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Let bleeding, burning and poison act, once a round.

    Rules: condition.bleeding, condition.burning, condition.poison, turn.no-turn-effects.
    """
    if unit.suffered:
        return
    unit.suffered = True
    if not unit.effects:
        return
    bleeding = unit.amount("bleeding")
    if bleeding:
        hurt(combat, unit, bleeding, TYPELESS, "condition.bleeding", direct=1)
        condition.lessen(combat, unit, "bleeding", 1)
    burning = unit.amount("burning")
    if burning and unit.present:
        amount = softened(unit, burning, FIRE)
        hurt(combat, unit, amount, FIRE, "condition.burning")
        condition.lessen(combat, unit, "burning", 1)
    for held in unit.effects:
        if held.effect.id == "poison" and unit.present:
            if condition.due(combat, held):
                poison(combat, unit, held.n, condition.difficulty_of(held))
            break
    if combat.library.conditions:
        fester(combat, unit)


def fester(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Let the conditions of packs act. Rules: damage.other-sources, condition.no-stacking."""
    for held in unit.effects[:]:
        effect = held.effect
        if not isinstance(effect, Condition) or effect.harm < 0 or not unit.present:
            continue
        amount = softened(unit, held.n, effect.harm)
        direct = amount if effect.direct < 0 else min(amount, effect.direct)
        hurt(combat, unit, amount, effect.harm, "damage.other-sources", direct=direct)
        if effect.decay:
            condition.lessen(combat, unit, effect.id, effect.decay)


def poison(combat: IngenuityCombat, unit: IngenuityCombatant, n: int, difficulty: int) -> None:
    """Lose health, 1 less if constitution or a fortify test meets it. Rule: condition.poison."""
    level = condition.constitution(unit)
    paid = unit.stamina > 0
    able = paid or unit.fate_points > 0
    if level < difficulty and able and budget.can_react(combat, unit, False, True):
        options = [(PASS, "pass"), (1, "fortify" if paid else "fate and fortify")]
        if combat.ask(Listed(unit.seats, unit.index, "reaction.fortify", options)) != PASS:
            if not paid:
                fate.recover(combat, unit, 1)
            budget.spend_reaction(combat, unit, False, True)
            level = max(level, defence.fortify(combat, unit, difficulty))
    loss = n - 1 if level >= difficulty else n
    if loss > 0:
        hurt(combat, unit, loss, TYPELESS, "condition.poison", direct=loss)
    condition.lessen(combat, unit, "poison", 1)


def durability_of(listed: int | None, material: str) -> int:
    """Return what an item can take. Rule: item.durability-default."""
    if listed is not None:
        return listed
    return 10 if material == "metal" else 4


def wear_parrying(combat: IngenuityCombat, who: int, piece: Piece) -> None:
    """Wear by 1 what parried. Rule: reaction.parry.wear."""
    thing = combat.thing(piece)
    piece.wear = min(thing.durability, piece.wear + 1)
    if combat.watched:
        combat.tell(Told("wears", who, -1, thing.id, 1, "reaction.parry.wear"))
