"""What can be attacked with what: everything to think of, and what of it is legal."""

from __future__ import annotations

from affray.rulesets.ingenuity import bar, geometry, ground, weapon
from affray.rulesets.ingenuity.code import ATTACK, SPACE, code_of, verb_of
from affray.rulesets.ingenuity.state import IngenuityCombat, Unit


def strike_codes(combat: IngenuityCombat, unit: Unit) -> list[int]:
    """Return every attack on an enemy, with each thing at hand, or on spaces of the unseen."""
    found: list[int] = []
    unseen = False
    arms = weapon.arms(combat, unit)
    for place, (each, _) in enumerate(arms):
        for flies in weapon.ways(each):
            for other in combat.units:
                if other.present and other.cell >= 0 and combat.enemies(unit, other):
                    if geometry.blind_to(combat, unit, other):
                        unseen = True
                    else:
                        found.append(code_of(ATTACK, place * 2 + int(flies), other.index))
    if unseen:
        found.extend(space_codes(combat, unit))
    elif combat.struck:
        found.extend(object_codes(combat, unit))
    return found


def object_codes(combat: IngenuityCombat, unit: Unit) -> list[int]:
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
                        found.append(code_of(SPACE, place * 2 + int(flies), cell))
    return found


def space_codes(combat: IngenuityCombat, unit: Unit) -> list[int]:
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
                    found.append(code_of(SPACE, place * 2 + int(flies), cell))
    return found


def strikes_at(combat: IngenuityCombat, unit: Unit, target: int) -> list[int]:
    """Return the attacks on one enemy that are legal whoever's turn it is."""
    return strikes_among(combat, unit, [combat.units[target]])


def strikes_among(combat: IngenuityCombat, unit: Unit, targets: list[Unit]) -> list[int]:
    """Return the legal attacks on the enemies among some, weapon by weapon.

    What ``bar.forbids_strike`` asks of each attack is asked here once of each target and weapon.
    """
    foes: list[Unit] = []
    aparts: list[int] = []
    if unit.cell >= 0:
        for other in targets:
            if other.present and other.cell >= 0 and combat.enemies(unit, other):
                if not geometry.blind_to(combat, unit, other) and geometry.sees(
                    combat, unit, other
                ):
                    foes.append(other)
                    aparts.append(geometry.distance(combat, unit, other))
    found: list[int] = []
    if not foes:
        return found
    for place, (each, piece) in enumerate(weapon.arms(combat, unit)):
        for flies in weapon.ways(each):
            if weapon.cannot_use(combat, unit, each, piece, flies):
                continue
            for n, other in enumerate(foes):
                if weapon.penalty_at(unit, aparts[n], each, flies) >= 0:
                    found.append(code_of(ATTACK, place * 2 + int(flies), other.index))
    return found


def strikes(combat: IngenuityCombat, unit: Unit) -> list[int]:
    """Return the legal ones of ``strike_codes``: each weapon and each target is looked at once."""
    found = strikes_among(combat, unit, combat.units)
    if combat.struck or hides_from(combat, unit):
        for code in strike_codes(combat, unit):
            if verb_of(code) == SPACE and not bar.forbids_space(combat, unit, code):
                found.append(code)
    return found


def hides_from(combat: IngenuityCombat, unit: Unit) -> bool:
    """Return whether there is an enemy that somebody does not see. Rule: attack.unseen-target."""
    for other in combat.units:
        if other.present and other.cell >= 0 and combat.enemies(unit, other):
            if geometry.blind_to(combat, unit, other):
                return True
    return False


def friendly_fire(combat: IngenuityCombat, unit: Unit) -> list[int]:
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


def all_strikes(combat: IngenuityCombat, unit: Unit) -> list[int]:
    """Return the attacks on anybody, seen or not, so that a refusal can say why."""
    found: list[int] = []
    for place, (each, _) in enumerate(weapon.arms(combat, unit)):
        for flies in weapon.ways(each):
            for other in combat.units:
                if other.present and other.cell >= 0:
                    found.append(code_of(ATTACK, place * 2 + int(flies), other.index))
    return found
