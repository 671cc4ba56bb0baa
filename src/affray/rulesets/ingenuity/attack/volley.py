"""Attacks on several at once: volleys, sweeps, Suppressing Fire."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.rulesets.ingenuity import geometry
from affray.rulesets.ingenuity.action import maneuver, maneuver_use
from affray.rulesets.ingenuity.action.maneuver import SHOTS, SWEEP
from affray.rulesets.ingenuity.attack import areas, sequence, weapon
from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.choice import means
from affray.rulesets.ingenuity.choice.menu import Listed, Places, Units
from affray.rulesets.ingenuity.definitions import Maneuver, Thing
from affray.rulesets.ingenuity.reaction import windows
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Piece, Zone
from affray.rulesets.ingenuity.terms import SUPPRESSED, TRIED


def fire(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Maneuver,
    target: IngenuityCombatant,
    more: int,
) -> None:
    """Declare all targets, roll once, and finish with each in turn.

    Rules: dice.order, attack.multiple.counted, attack.multiple.maneuvers.
    """
    first = maneuver_use.declare(combat, unit, one, target, more)
    if first is None:
        return
    aims = swept(combat, unit, first, target) if one.works == SWEEP else aimed(combat, unit, first)
    deeds = [first] + [twin(first, who) for who in aims if who != target.index]
    first.counts = one.targets if one.works in SHOTS else 1
    for deed in deeds:
        deed.sizeless = one.works == SWEEP
        sequence.announce(combat, deed)
        spending.use_ammunition(combat, unit, deed, 1)
        windows.offer_before(combat, deed)
    going = [deed for deed in deeds if sequence.goes_on(combat, unit, deed)]
    if going:
        sequence.roll(combat, unit, first)
        for deed in going:
            deed.rolled.total = first.rolled.total
            deed.rolled.luck = first.rolled.luck
            deed.rolled.critical = first.rolled.critical
            unit.add_bits(TRIED, 1 << deed.target)
        for deed in going:
            if unit.able() and combat.units[deed.target].present:
                sequence.finish(combat, unit, deed)
    for deed in deeds:
        sequence.afterwards(combat, deed)


def twin(first: Attack, who: int) -> Attack:
    """Return the same attack on somebody else."""
    deed = Attack(first.actor, who, first.weapon, first.piece)
    deed.maneuver = first.maneuver
    deed.ranged = first.ranged
    deed.attribute = first.attribute
    deed.proficiency = first.proficiency
    deed.type = first.type
    deed.nonlethal = first.nonlethal
    deed.added.damage = first.added.damage
    return deed


def aimed(combat: IngenuityCombat, unit: IngenuityCombatant, first: Attack) -> list[int]:
    """Let the further targets of a volley be chosen, each another."""
    taken = [first.target]
    wanted = first.maneuver.targets if first.maneuver is not None else 1
    while len(taken) < wanted:
        found = maneuver.others(combat, unit, first.weapon, first.piece, taken)
        if not found:
            break
        options = [(1 + who, combat.units[who].name) for who in found]
        answer = options[0][0]
        if len(options) > 1:
            answer = combat.ask(Units(unit.seats, unit.index, "maneuver.attack", options, answer))
        taken.append(answer - 1)
    return taken


def swept(
    combat: IngenuityCombat, unit: IngenuityCombatant, first: Attack, target: IngenuityCombatant
) -> list[int]:
    """Let the adjoining spaces of a sweep be chosen; return everybody in them.

    As many as the reach in metres, at least two with a two-handed weapon.
    """
    grid = combat.grid
    reach = weapon.reach_of(unit, first.weapon)
    most = max(reach, 2 if first.weapon.hands > 1 else 1)
    inside = grid.footprint(target.cell, target.size)
    nearest = min([(geometry.distance_to(combat, unit, cell), cell) for cell in inside])
    chosen = [nearest[1]]
    own = grid.footprint(unit.cell, unit.size)
    while len(chosen) < most:
        options = [(PASS, "no more")]
        for cell in range(grid.size):
            if cell in chosen or cell in own or geometry.distance_to(combat, unit, cell) > reach:
                continue
            if not any(cell in grid.near[one] for one in chosen):
                continue
            if any(maneuver.inside(combat, unit, [cell]) for unit in combat.units):
                options.append((1 + cell, f"sweep {grid.name(cell)}"))
        if len(options) == 1:
            break
        answer = combat.ask(Places(unit.seats, unit.index, "maneuver.attack", options))
        if answer == PASS:
            break
        chosen.append(answer - 1)
    struck = [
        (one.cell, one.index)
        for one in combat.units
        if one is not unit and maneuver.inside(combat, one, chosen)
    ]
    struck.sort()
    return [who for _, who in struck]


def suppress(combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver) -> None:
    """Keep fire on an area until the next turn; the shots are spent in any case."""
    cells = maneuver.covered(combat, unit, one)
    armed = maneuver.firearm(combat, unit, one)
    if not cells or armed is None:
        return
    options = [(1 + cell, combat.grid.name(cell)) for cell in cells]
    answer = options[0][0]
    if len(options) > 1:
        answer = combat.ask(Places(unit.seats, unit.index, "maneuver.steps", options, answer))
    deed = Attack(unit.index, unit.index, armed[0], armed[1])
    deed.ranged = True
    spending.use_ammunition(combat, unit, deed, one.ammo)
    made = areas.make(combat, unit, SUPPRESSED, answer - 1, 1)
    made.last = combat.round + 1  # until the next turn, or the end of its round


def cease(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """End what one keeps fire on at the start of the next turn. Rule: turn.until-next."""
    if combat.zones:
        combat.zones = [
            zone for zone in combat.zones if zone.kind != SUPPRESSED or zone.owner != unit.index
        ]


def covering(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant
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


def fire_at(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    target: IngenuityCombatant,
    each: Thing,
    piece: Piece | None,
) -> None:
    """Shoot at who comes under Suppressing Fire; the shots are paid already."""
    one = maneuver.by_id(combat, "suppressing-fire")
    deed = Attack(unit.index, target.index, each, piece)
    deed.maneuver = one
    deed.ranged = True
    deed.added.bonus = one.attack_bonus
    means.choose_how(combat, unit, deed)
    sequence.announce(combat, deed)
    windows.offer_before(combat, deed)
    if sequence.goes_on(combat, unit, deed):
        sequence.roll(combat, unit, deed)
        sequence.finish(combat, unit, deed)
    sequence.afterwards(combat, deed)


def leaves_cover(
    combat: IngenuityCombat, zone: Zone, unit: IngenuityCombatant, came_from: int
) -> bool:
    """Return whether somebody leaves cover in an area that is under fire. Rule: geometry.cover."""
    if zone.kind != SUPPRESSED or came_from not in areas.spaces(combat, zone):
        return False
    owner = combat.units[zone.owner]
    if owner.cell < 0 or not geometry.behind_cover(combat, owner, unit, came_from):
        return False
    return not geometry.behind_cover(combat, owner, unit)


def shoot(combat: IngenuityCombat, zone: Zone, unit: IngenuityCombatant) -> None:
    """Let Suppressing Fire strike at who comes into it, once each, two at most."""
    owner = combat.units[zone.owner]
    if zone.n >> unit.index & 1 or zone.n.bit_count() > 1 or unit is owner or not owner.able():
        return
    armed = covering(combat, owner, unit)
    if armed is None:
        return
    options = [(PASS, "hold fire"), (1, f"shoot {unit.name}")]
    about = [-1, unit.index]
    asked = Listed(owner.seats, owner.index, "maneuver.attack", options, PASS, about)
    if combat.ask(asked) == PASS:
        return
    zone.n |= 1 << unit.index
    fire_at(combat, owner, unit, armed[0], armed[1])
