"""What somebody can attack with, how far it reaches, and what keeps it from being used."""

from __future__ import annotations

from typing import Final

from affray.core.grid import IMPASSABLE, WALL
from affray.rulesets.ingenuity import condition, geometry
from affray.rulesets.ingenuity.definitions import Thing
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Piece
from affray.rulesets.ingenuity.terms import WIDE

STRIKES: Final[tuple[bool, ...]] = (False,)
FLIES: Final[tuple[bool, ...]] = (True,)
STRIKES_AND_FLIES: Final[tuple[bool, ...]] = (False, True)
NEITHER: Final[tuple[bool, ...]] = ()
GUIDED: Final = ("arrow", "bolt")  # of bows and crossbows: attack.trip-property


def arms(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[tuple[Thing, Piece | None]]:
    """Return what somebody can attack with: what it holds, and its body.

    Rules: attack.unarmed, attack.improvised, item.broken, condition.grappled.
    """
    found: list[tuple[Thing, Piece | None]] = []
    for piece in unit.pieces:
        if not piece.held or piece.jarred == 1:
            continue
        thing = combat.library.things[piece.thing]
        if condition.broken(combat, piece) or not thing.attributes:
            thing = combat.library.by_id["improvised"]
        found.append((thing, piece))
    bare = combat.library.by_id["bare-hands"]
    natural = unit.sheet.natural()
    for thing in natural:
        found.append((thing, None))
    if not natural or (unit.sheet.hands and bare not in natural):
        found.append((bare, None))  # beasts have teeth and claws instead
    if unit.grappling >= 0:
        unarmed_only = condition.hands_bound(unit)
        found = [
            (thing, piece)
            for thing, piece in found
            if thing.hands < 2 and (not unarmed_only or "Unarmed" in thing.proficiencies)
        ]
    return found


def at_hand(
    combat: IngenuityCombat, unit: IngenuityCombatant, weapon: Thing, piece: Piece | None
) -> bool:
    """Return whether somebody can attack with a weapon now. Rule: action.no-target."""
    for each, own in arms(combat, unit):
        if each is weapon and own is piece:
            return True
    return False


def hands_of(combat: IngenuityCombat, piece: Piece) -> int:
    """Return how many hands hold a thing. Rules: sheet.hands, attack.hands."""
    return 1 if piece.single else combat.library.things[piece.thing].hands


def free_hands(combat: IngenuityCombat, unit: IngenuityCombatant) -> int:
    """Return how many hands of somebody hold nothing. Rule: sheet.hands."""
    used = 0
    for piece in unit.pieces:
        if piece.held:
            used += hands_of(combat, piece)
    return unit.sheet.hands - used


def ways(weapon: Thing) -> tuple[bool, ...]:
    """Return whether a weapon strikes (False) and flies (True)."""
    if weapon.melee:
        return STRIKES_AND_FLIES if weapon.range else STRIKES
    return FLIES if weapon.range else NEITHER


def cannot_attack(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    target: IngenuityCombatant,
    weapon: Thing,
    piece: Piece | None,
    flies: bool,
) -> str:
    """Return the rule that forbids an attack, "" if none does. Rule: attack.sequence."""
    if target is unit or not target.present or target.cell < 0 or unit.cell < 0:
        return "attack.ally"
    rule = cannot_use(combat, unit, weapon, piece, flies)
    if rule:
        return rule
    if reach_penalty(combat, unit, target, weapon, flies) < 0:
        return "geometry.range" if flies else "geometry.reach"
    if not geometry.sees(combat, unit, target):
        return "geometry.line-of-sight"
    return ""


def cannot_use(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    weapon: Thing,
    piece: Piece | None,
    flies: bool,
) -> str:
    """Return the rule that keeps somebody from a weapon, whatever it aims at.

    Rules: attack.ammunition, attack.wide, attack.hands.
    """
    if flies and weapon.ammo:
        number = spending.ammo_of(combat, weapon)
        if number >= 0 and unit.ammo[number] < 1:
            return "attack.ammunition"
        if piece is not None and weapon.reload and piece.loaded < 1:
            return "attack.ammunition"
    if flies and piece is not None and piece.single and not weapon.melee:
        return "attack.hands"
    if weapon.has(WIDE) and walled(combat, unit, max(1, weapon.unfit)):
        return "attack.wide"
    return ""


def walled(combat: IngenuityCombat, unit: IngenuityCombatant, within: int) -> bool:
    """Return whether a wall or another solid thing is near. Rule: attack.wide."""
    grid = combat.grid
    wide = unit.size + 2 * within
    for cell in grid.block(grid.xs[unit.cell] - within, grid.ys[unit.cell] - within, wide, wide):
        if combat.ground(cell) in (WALL, IMPASSABLE):
            if geometry.distance_to(combat, unit, cell) <= within:
                return True
    return False


def reach_penalty(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    target: IngenuityCombatant,
    weapon: Thing,
    flies: bool,
) -> int:
    """Return the penalty of a distance, -1 if it is too far."""
    return penalty_at(unit, geometry.distance(combat, unit, target), weapon, flies)


def reach_of(unit: IngenuityCombatant, weapon: Thing) -> int:
    """Return how far a melee weapon reaches: Alter Size changes it. Rule: geometry.reach."""
    return max(1, weapon.reach + unit.grown)


def farthest(unit: IngenuityCombatant, weapon: Thing, flies: bool) -> int:
    """Return how many metres away a weapon still comes. Rules: geometry.reach, geometry.range."""
    if flies:
        return max(weapon.range, weapon.range_max)
    return max(reach_of(unit, weapon), weapon.reach_max)


def longest(unit: IngenuityCombatant, arms: list[tuple[Thing, Piece | None]]) -> int:
    """Return how many metres away any of some weapons comes, -1 if there is none."""
    most = -1
    for each, _ in arms:
        for flies in ways(each):
            most = max(most, farthest(unit, each, flies))
    return most


def penalty_at(unit: IngenuityCombatant, apart: int, weapon: Thing, flies: bool) -> int:
    """Return the penalty of so many metres, -1 if they are too many.

    Rules: geometry.reach, geometry.range, attack.trip-property.
    """
    if not flies:
        return geometry.bands(apart, reach_of(unit, weapon), weapon.reach_max)
    less = geometry.bands(apart, weapon.range, weapon.range_max)
    if less > 0 and unit.sheet.guiding and weapon.ammo.endswith(GUIDED):
        less -= 1  # guiding: the first band reaches one multiple farther
    return less


def mark_of(weapon: Thing, piece: Piece | None) -> int:
    """Return what tells a weapon from every other, another of its kind too."""
    return 1 + weapon.number if piece is None else 1000 + piece.serial


def types_of(unit: IngenuityCombatant, weapon: Thing, piece: Piece | None) -> list[int]:
    """Return the types of damage that a weapon can deal now. Rule: damage.choose-type."""
    for held in unit.effects:
        if held.effect.id == "elemental" and held.anchor == mark_of(weapon, piece):
            return [held.n]
    return weapon.types


def usable(combat: IngenuityCombat, piece: Piece) -> bool:
    """Return whether a piece can block or parry. Rules: item.broken, reaction.parry.item."""
    return piece.held and piece.jarred == 0 and not condition.broken(combat, piece)


def piece_word(combat: IngenuityCombat, unit: IngenuityCombatant, place: int) -> str:
    """Return a piece's word in keys: its id, numbered where there are several."""
    piece = unit.pieces[place]
    same = [n for n, one in enumerate(unit.pieces) if one.thing == piece.thing]
    word = combat.thing(piece).id
    return word if len(same) == 1 else f"{word}-{1 + same.index(place)}"
