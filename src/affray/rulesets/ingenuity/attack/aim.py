"""What can be attacked with what, and friendly fire: legal, but left out of menus."""

from __future__ import annotations

from affray.rulesets.ingenuity import geometry
from affray.rulesets.ingenuity.action import maneuver, power
from affray.rulesets.ingenuity.actions import (
    ATTACK,
    KILL,
    MANEUVER,
    POWER,
    SPACE,
    a_of,
    b_of,
    code_at,
    code_of,
    verb_of,
    way_of,
)
from affray.rulesets.ingenuity.attack import weapon
from affray.rulesets.ingenuity.definitions import Power, Thing
from affray.rulesets.ingenuity.movement import ground
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Piece


def strike_codes(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return every attack on an enemy, with each thing at hand, or on spaces of the unseen."""
    found: list[int] = []
    unseen = False
    arms = weapon.arms(combat, unit)
    for place, (each, _) in enumerate(arms):
        for flies in weapon.ways(each):
            for other in combat.units:
                if is_foe(combat, unit, other):
                    if geometry.blind_to(combat, unit, other):
                        unseen = True
                    else:
                        found.append(code_of(ATTACK, place * 2 + int(flies), other.index))
    if unseen:
        found.extend(space_codes(combat, unit))
    elif combat.struck:
        found.extend(object_codes(combat, unit))
    return found


def object_codes(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return attacks on what can be destroyed. Rule: attack.objects."""
    found: list[int] = []
    for place, (each, _) in enumerate(weapon.arms(combat, unit)):
        for flies in weapon.ways(each):
            for cell in combat.objects():
                apart = geometry.distance_to(combat, unit, cell)
                if combat.ruined(cell) or apart < 1:
                    continue
                if weapon.penalty_at(unit, apart, each, flies) >= 0:
                    if geometry.look(combat, unit.cell, cell):
                        found.append(code_at(SPACE, cell, place * 2 + int(flies)))
    return found


def space_codes(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return attacks on spaces in which somebody unseen may be. Rule: attack.unseen-target."""
    found: list[int] = []
    for place, (each, _) in enumerate(weapon.arms(combat, unit)):
        for flies in weapon.ways(each):
            for cell in range(combat.grid.size):
                apart = geometry.distance_to(combat, unit, cell)
                if apart < 1 or weapon.penalty_at(unit, apart, each, flies) < 0:
                    continue
                holder = combat.at(cell)
                if holder is not None and not geometry.blind_to(combat, unit, holder):
                    continue
                if ground.standing(combat, cell, 1) and geometry.look(combat, unit.cell, cell):
                    found.append(code_at(SPACE, cell, place * 2 + int(flies)))
    return found


def strikes_at(combat: IngenuityCombat, unit: IngenuityCombatant, target: int) -> list[int]:
    """Return the attacks on one enemy that are legal whoever's turn it is."""
    other = combat.units[target]
    foes = [other] if is_foe(combat, unit, other) else []
    return strikes_among(combat, unit, foes, weapon.arms(combat, unit))


def is_foe(combat: IngenuityCombat, unit: IngenuityCombatant, other: IngenuityCombatant) -> bool:
    """Return whether somebody is an enemy on the map."""
    return other.present and other.cell >= 0 and combat.enemies(unit, other)


def strikes_among(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    targets: list[IngenuityCombatant],
    arms: list[tuple[Thing, Piece | None]],
) -> list[int]:
    """Return the legal attacks on some enemies on the map, weapon by weapon.

    What ``forbids_strike`` asks of each attack is asked here once of each target and weapon.
    """
    found: list[int] = []
    if unit.cell < 0:
        return found
    longest = weapon.longest(unit, arms)
    foes: list[IngenuityCombatant] = []
    aparts: list[int] = []
    for other in targets:
        apart = geometry.distance(combat, unit, other)
        if apart <= longest and not geometry.blind_to(combat, unit, other):
            if geometry.sees(combat, unit, other):
                foes.append(other)
                aparts.append(apart)
    if not foes:
        return found
    for place, (each, piece) in enumerate(arms):
        for flies in weapon.ways(each):
            if weapon.cannot_use(combat, unit, each, piece, flies):
                continue
            most = weapon.farthest(unit, each, flies)
            for n, other in enumerate(foes):
                if aparts[n] <= most:
                    found.append(code_of(ATTACK, place * 2 + int(flies), other.index))
    return found


def strikes(
    combat: IngenuityCombat, unit: IngenuityCombatant, arms: list[tuple[Thing, Piece | None]]
) -> list[int]:
    """Return the legal ones of ``strike_codes``: each weapon and each target is looked at once."""
    foes = [other for other in combat.units if is_foe(combat, unit, other)]
    found = strikes_among(combat, unit, foes, arms)
    if combat.struck or hides_from(combat, unit):
        for code in strike_codes(combat, unit):
            if verb_of(code) == SPACE and not forbids_space(combat, unit, code):
                found.append(code)
    return found


def hides_from(combat: IngenuityCombat, unit: IngenuityCombatant) -> bool:
    """Return whether there is an enemy that somebody does not see. Rule: attack.unseen-target."""
    for other in combat.units:
        if geometry.blind_to(combat, unit, other):
            if is_foe(combat, unit, other):
                return True
    return False


def attacks_on_friends(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return the attacks on friends: legal, though nobody is offered them. Rule: attack.ally."""
    found: list[int] = []
    for place, (each, _) in enumerate(weapon.arms(combat, unit)):
        for flies in weapon.ways(each):
            for other in combat.units:
                if other is unit or not other.present or other.cell < 0:
                    continue
                if not combat.enemies(unit, other):
                    found.append(code_of(ATTACK, place * 2 + int(flies), other.index))
    return found


def all_strikes(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return the attacks on anybody, seen or not, so that a refusal can say why."""
    found: list[int] = []
    for place, (each, _) in enumerate(weapon.arms(combat, unit)):
        for flies in weapon.ways(each):
            for other in combat.units:
                if other.present and other.cell >= 0:
                    found.append(code_of(ATTACK, place * 2 + int(flies), other.index))
    return found


def meant(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    other: IngenuityCombatant,
    numbers: list[int],
    powers: list[Power],
    kind: bool,
    found: list[int],
) -> None:
    """Add of some manoeuvres and powers those that are meant for somebody, or are not."""
    for number in numbers:
        one = combat.library.maneuvers[number // 2]
        if maneuver.meant_for(combat, unit, one, other) == kind:
            found.append(code_of(MANEUVER, number, other.index))
    for each in powers:
        if power.meant_for(combat, unit, each, other) == kind:
            found.append(code_of(POWER, each.number, other.index))


def friendly_fire(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return friendly fire: blows at one's own, help for enemies; legal, but left out of menus.

    Rules: attack.ally, death.killing-strike, power.steps.
    """
    found = attacks_on_friends(combat, unit)
    numbers = maneuver.feats(unit)
    for other in combat.units:
        if not other.present or other.cell < 0:
            continue
        meant(combat, unit, other, numbers, unit.sheet.powers, False, found)
        if not other.awake and combat.allies(unit, other):
            kinds = dict.fromkeys([each.number for each, _ in weapon.arms(combat, unit)])
            found.extend([code_of(KILL, kind, other.index) for kind in kinds])
    return found


def forbids_strike(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> str:
    """Return the rule that forbids an attack, "" if none does."""
    arms = weapon.arms(combat, unit)
    place = a_of(code) // 2
    if place >= len(arms):
        return "sheet.hands"
    each, piece = arms[place]
    target = combat.units[b_of(code)]
    if target.present and target.cell >= 0 and geometry.blind_to(combat, unit, target):
        return "attack.unseen-target"
    return weapon.cannot_attack(combat, unit, target, each, piece, a_of(code) % 2 == 1)


def forbids_space(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> str:
    """Return the rule that forbids an attack on a space, "" if none does."""
    arms = weapon.arms(combat, unit)
    place = way_of(code) // 2
    if place >= len(arms):
        return "sheet.hands"
    return weapon.cannot_use(combat, unit, *arms[place], way_of(code) % 2 == 1)
