"""What a unit carries, wears and holds: pieces, hands and bulk."""

from __future__ import annotations

from typing import Final

from affray.rulesets.quest.definitions import Thing
from affray.rulesets.quest.state import QuestCombat, QuestCombatant, with_at
from affray.rulesets.quest.terms import NATURAL, SHIELD, WEAPON

HANDS: Final = 2  # attack.hands


def things_of(combat: QuestCombat, pieces: tuple[int, ...]) -> list[Thing]:
    """Return the things of some pieces, each once."""
    if len(pieces) == 1:
        return [combat.thing(pieces[0])]
    found: list[Thing] = []
    for piece in pieces:
        thing = combat.thing(piece)
        if thing not in found:
            found.append(thing)
    return found


def piece_of(pieces: tuple[int, ...], thing: Thing) -> int:
    """Return the first piece of a thing among some, -1 if there is none."""
    for piece in pieces:
        if piece // 2 == thing.number:
            return piece
    return -1


def shield_of(combat: QuestCombat, unit: QuestCombatant) -> Thing | None:
    """Return the shield that a unit holds, its own or not. Rules: attack.hands, sheet.armour."""
    things = combat.library.things
    for piece in unit.held_things:
        thing = things[piece // 2]
        if thing.kind == SHIELD:
            return thing
    return None


def hands_of(thing: Thing) -> int:
    """Return the hands that hold a thing: items take one."""
    return thing.hands if thing.kind in (WEAPON, SHIELD) else 1


def hands_free(combat: QuestCombat, unit: QuestCombatant) -> int:
    """Return how many hands of a unit hold nothing. Rule: attack.hands."""
    taken = 0
    for piece in unit.held_things:
        taken += hands_of(combat.thing(piece))
    return HANDS - taken


def has_hand_for(combat: QuestCombat, unit: QuestCombatant, thing: Thing) -> bool:
    """Return whether a unit can take a thing in hand: nobody holds two shields.

    Rules: attack.hands, sheet.armour.
    """
    if thing.kind == SHIELD and shield_of(combat, unit) is not None:
        return False
    return hands_of(thing) <= hands_free(combat, unit)


def most_bulk(strength_modifier: int) -> int:
    """Return how much bulk a Strength modifier can carry."""
    return max(4, 10 + 2 * strength_modifier)


def capacity(unit: QuestCombatant) -> int:
    """Return how much bulk a unit can carry; wounds do not change it. Rule: sheet.capacity."""
    return most_bulk(unit.sheet.strength)


def bulk(combat: QuestCombat, unit: QuestCombatant) -> int:
    """Return all that a unit carries, wears and holds. Rule: sheet.capacity."""
    total = 0 if unit.sheet.armour is None else unit.sheet.armour.bulk
    for piece in unit.held_things:
        total += combat.thing(piece).bulk
    for piece in unit.carried:
        total += combat.thing(piece).bulk
    return total


def loaded(combat: QuestCombat, unit: QuestCombatant) -> bool:
    """Return whether it carries as much as it can. Rule: move.max-capacity."""
    return bulk(combat, unit) >= capacity(unit)


def equip(unit: QuestCombatant, holding: list[Thing] | None) -> None:
    """Put things into hands: as stated, else the drawn weapons, or the first, and a shield.

    Rules: setup.placement, attack.hands.
    """
    sheet = unit.sheet
    wanted = list(holding) if holding is not None else list(sheet.drawn)
    if holding is None:
        first = [weapon for weapon in sheet.weapons if not weapon.has(NATURAL)]
        if not wanted and first:
            wanted = [first[0]]
        if sheet.shield is not None and sheet.shield not in wanted:
            wanted.append(sheet.shield)
    free = HANDS
    everything = [weapon for weapon in sheet.weapons if not weapon.has(NATURAL)]
    if sheet.shield is not None:
        everything.append(sheet.shield)
    for thing in [*everything, *sheet.items]:
        if thing in wanted and hands_of(thing) <= free:
            wanted.remove(thing)
            free -= hands_of(thing)
            unit.take(thing.number * 2)
        else:
            unit.stow(thing.number * 2)


# ---- changing hands ------------------------------------------------------------------------------


def held_name(combat: QuestCombat, piece: int) -> str:
    """Return what a piece in hand is called among the numbers of a unit."""
    return f"holds {combat.thing(piece).id}" + (" unloaded" if piece % 2 else "")


def carried_name(combat: QuestCombat, piece: int) -> str:
    """Return what a piece put away is called among the numbers of a unit."""
    return f"carries {combat.thing(piece).id}" + (" unloaded" if piece % 2 else "")


def tell_held(combat: QuestCombat, unit: QuestCombatant, piece: int, more: int, rule: str) -> None:
    """Tell, before it changes, that one more (or less) of a piece is in a unit's hands."""
    if combat.watched:
        before = unit.held_things.count(piece)
        name, id = held_name(combat, piece), combat.thing(piece).id
        combat.tell_resource(unit.index, name, before, before + more, rule, -1, id)


def tell_carried(
    combat: QuestCombat, unit: QuestCombatant, piece: int, more: int, rule: str
) -> None:
    """Tell, before it changes, that one more (or less) of a piece is put away."""
    if combat.watched:
        before = unit.carried.count(piece)
        name, id = carried_name(combat, piece), combat.thing(piece).id
        combat.tell_resource(unit.index, name, before, before + more, rule, -1, id)


def take(combat: QuestCombat, unit: QuestCombatant, piece: int, rule: str) -> None:
    """Put a piece into a unit's hand."""
    tell_held(combat, unit, piece, 1, rule)
    unit.take(piece)


def let_go(combat: QuestCombat, unit: QuestCombatant, piece: int, rule: str) -> None:
    """Take a piece out of a unit's hand."""
    tell_held(combat, unit, piece, -1, rule)
    unit.let_go(piece)


def stow(combat: QuestCombat, unit: QuestCombatant, piece: int, rule: str) -> None:
    """Put a piece away."""
    tell_carried(combat, unit, piece, 1, rule)
    unit.stow(piece)


def unpack(combat: QuestCombat, unit: QuestCombatant, piece: int, rule: str) -> None:
    """Take a piece from where it was put away."""
    tell_carried(combat, unit, piece, -1, rule)
    unit.unpack(piece)


def exchange(combat: QuestCombat, unit: QuestCombatant, old: int, new: int, rule: str) -> None:
    """Let a piece in hand become another: loaded, or unloaded."""
    tell_held(combat, unit, old, -1, rule)
    tell_held(combat, unit, new, 1, rule)
    unit.held_things = with_at(unit.held_things, unit.held_things.index(old), new)
