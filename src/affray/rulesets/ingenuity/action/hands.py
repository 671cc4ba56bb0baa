"""What goes through hands: holding, dropping, loading, giving, taking up."""

from __future__ import annotations

from typing import Final

from affray.core.arrays import i64
from affray.core.event import Told
from affray.rulesets.ingenuity import carrying, condition, geometry
from affray.rulesets.ingenuity.actions import (
    BRANDISH,
    DROP,
    GIVE,
    HAND,
    MOST_TARGETS,
    RELOAD,
    TAKE,
    a_of,
    b_of,
    code_of,
    verb_of,
)
from affray.rulesets.ingenuity.attack import weapon
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Piece
from affray.rulesets.ingenuity.terms import SHIELD

VERBS: Final = (BRANDISH, DROP, GIVE, HAND, RELOAD, TAKE)
REACH: Final = 1  # metres within which things can be taken up


def at_hand(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[Piece]:
    """Return what somebody carries, then what lies within 1 m. Rule: action.brandish."""
    return unit.pieces + lying(combat, unit)


def lying(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[Piece]:
    """Return what lies within 1 m of somebody who has hands."""
    if unit.sheet.hands < 1 or not combat.litter:
        return []
    if unit.size == 1 and unit.cell >= 0:  # a metre is a neighbouring space
        far = combat.grid.far(unit.cell)
        return [piece for piece in combat.litter if piece.cell >= 0 and far[piece.cell] <= REACH]
    return [
        piece
        for piece in combat.litter
        if piece.cell >= 0 and geometry.distance_to(combat, unit, piece.cell) <= REACH
    ]


def grips(combat: IngenuityCombat, unit: IngenuityCombatant, pieces: list[Piece]) -> list[int]:
    """Return every way to fill the hands with what is at hand.

    Rules: action.brandish, sheet.hands, attack.hands.

    A two-handed melee weapon may be held in one hand, beside something else or nothing.
    """
    hands = unit.sheet.hands
    if hands < 1:
        return []
    things = [combat.thing(piece) for piece in pieces[: MOST_TARGETS - 1]]
    found: list[int] = []
    for i, thing in enumerate(things):
        single = thing.hands == 2 and thing.melee
        if thing.hands <= hands:
            found.append(grip(1 + i))
        if single:
            found.append(grip(1 + i, single=True))
        if hands < 2 or (thing.hands != 1 and not single):
            continue
        for j, other in enumerate(things):
            if other.hands == 1 and (single or i < j):
                found.append(grip(1 + i, 1 + j, single))
    if any(piece.held for piece in unit.pieces):
        found.append(grip(0))
    return found


def changes(unit: IngenuityCombatant, every: list[int]) -> list[int]:
    """Return of every way to fill the hands those that change it: as ``forbids_grip`` has it.

    Rule: action.brandish.
    """
    held = [n for n, piece in enumerate(unit.pieces) if piece.held]
    if not 1 <= len(held) <= 2 or any(unit.pieces[n].jarred == 1 for n in held):
        return every
    one, other = held[0], held[-1]
    if one == other:
        as_it_is = turned = grip(1 + one, 0, unit.pieces[one].single)
    else:
        as_it_is = grip(1 + one, 1 + other, unit.pieces[one].single)
        turned = grip(1 + other, 1 + one, unit.pieces[other].single)
    found = every[:]
    n = len(found)
    while n > 0:
        n -= 1
        if every[n] == as_it_is or every[n] == turned:
            del found[n]
    return found


def grip(first: i64, second: i64 = 0, single: bool = False) -> i64:
    """Return the code of a grip: of two things at hand 1 + their places, 0 for none.

    ``single`` says that the first is held in one hand.
    """
    return code_of(BRANDISH, first * 2 + int(single), second)


def one_handed(code: int) -> bool:
    """Return whether a grip holds its first thing, a two-handed one, in one hand."""
    return a_of(code) % 2 == 1


def chosen(pieces: list[Piece], code: int) -> list[Piece]:
    """Return the things that a grip holds of those at hand."""
    places = (a_of(code) // 2 - 1, b_of(code) - 1)
    return [pieces[n] for n in places if 0 <= n < len(pieces)]


def worth_holding(combat: IngenuityCombat, pieces: list[Piece], code: int) -> bool:
    """Return whether a grip holds only what strikes, guards or lights."""
    wanted = [combat.thing(piece) for piece in chosen(pieces, code)]
    return bool(wanted) and all(one.attributes or one.block or one.light for one in wanted)


def forbids(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> str:
    """Return the rule that forbids doing something with things, "" if none does."""
    verb = verb_of(code)
    place = a_of(code)
    if verb == BRANDISH:
        return forbids_grip(combat, unit, code, at_hand(combat, unit))
    if verb == TAKE:
        near = lying(combat, unit)
        if place >= len(near):
            return "action.interact"
        return "" if has_hands_for(combat, unit, near[place]) else "sheet.hands"
    if place >= len(unit.pieces):
        return "sheet.hands"
    piece = unit.pieces[place]
    thing = combat.thing(piece)
    if verb == DROP:
        return "" if piece.held else "action.free.drop-item"
    if verb == RELOAD:
        return forbids_reload(combat, unit, piece)
    other = combat.units[b_of(code)]
    if not other.present or other.cell < 0 or geometry.distance(combat, unit, other) > 1:
        return "geometry.adjacent"
    if verb == HAND:
        return "" if other.able() and other.sheet.hands else "action.interact"
    if thing.douses:
        return "" if other.is_held("burning") and piece.uses else "action.treat"
    return "" if other.endurance < other.most_endurance() else "damage.healing"


def has_hands_for(combat: IngenuityCombat, unit: IngenuityCombatant, piece: Piece) -> bool:
    """Return whether somebody has as many hands free as a thing takes. Rule: sheet.hands."""
    return weapon.free_hands(combat, unit) >= combat.thing(piece).hands


def forbids_grip(
    combat: IngenuityCombat, unit: IngenuityCombatant, code: int, pieces: list[Piece]
) -> str:
    """Return the rule that forbids holding some of what is at hand.

    Rules: action.brandish, sheet.hands.
    """
    wanted = chosen(pieces, code)
    single = one_handed(code)
    if len(wanted) != (a_of(code) > 1) + (b_of(code) > 0):
        return "action.brandish"
    hands = 0
    for n, piece in enumerate(wanted):
        hands += 1 if single and n == 0 else combat.thing(piece).hands
    if hands > unit.sheet.hands:
        return "sheet.hands"
    if len([piece for piece in unit.pieces if piece.held]) != len(wanted):
        return ""
    for n, piece in enumerate(wanted):
        if not piece.held or piece not in unit.pieces or piece.jarred == 1:
            return ""
        if n == 0 and piece.single != single:
            return ""
    return "action.brandish"  # it is held like that already


def forbids_reload(combat: IngenuityCombat, unit: IngenuityCombatant, piece: Piece) -> str:
    """Return the rule that forbids to reload a weapon, "" if none does.

    Rules: attack.ammunition, attack.reload.crossbow.
    """
    thing = combat.thing(piece)
    if not thing.reload or not piece.held or piece.loaded >= thing.magazine:
        return "attack.reload.crossbow"
    if unit.ammo[spending.ammo_of(combat, thing)] <= piece.loaded:
        return "attack.ammunition"
    others = [one for one in unit.pieces if one.held and one is not piece]
    return "attack.ammunition" if others else ""  # both hands free or on it


def key(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> str:
    """Return the key of what is done with things."""
    verb = verb_of(code)
    if verb == BRANDISH:
        pieces = at_hand(combat, unit)
        words = [word_of(combat, unit, pieces.index(one)) for one in chosen(pieces, code)]
        if one_handed(code):
            words[0] += " one-handed"
        return f"brandish {' and '.join(words) or 'nothing'}"
    if verb == TAKE:
        return f"take {word_of(combat, unit, len(unit.pieces) + a_of(code))}"
    word = weapon.piece_word(combat, unit, a_of(code))
    if verb == DROP:
        return f"drop {word}"
    if verb == RELOAD:
        return f"reload {word}"
    name = combat.units[b_of(code)].name
    return f"{'give' if verb == GIVE else 'hand'} {word} to {name}"


def words_held(combat: IngenuityCombat, unit: IngenuityCombatant) -> str:
    """Return what somebody holds, in words."""
    words: list[str] = []
    for piece in unit.pieces:
        if piece.held:
            word = combat.thing(piece).id.replace("-", " ")
            words.append(f"{word} one-handed" if piece.single else word)
    return " and ".join(words) or "nothing"


def word_of(combat: IngenuityCombat, unit: IngenuityCombatant, place: int) -> str:
    """Return the word of something at hand: what lies about has its place with it."""
    if place < len(unit.pieces):
        return weapon.piece_word(combat, unit, place)
    piece = at_hand(combat, unit)[place]
    return f"{combat.thing(piece).id}@{combat.grid.name(piece.cell)}#{piece.serial}"


def brandish(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> None:
    """Hold what was chosen and put all else away. Rule: action.brandish."""
    wanted = chosen(at_hand(combat, unit), code)
    for piece in unit.pieces:
        if piece.held and piece not in wanted:
            piece.held = False
            piece.single = False
    for n, piece in enumerate(wanted):
        if piece not in unit.pieces:
            pick_up(combat, unit, piece)
        piece.held = True
        piece.single = one_handed(code) and n == 0
        if piece.jarred and combat.thing(piece).kind != SHIELD:
            piece.jarred = 2  # Disarm: usable at a penalty
        if combat.watched:
            thing = combat.thing(piece).id
            combat.tell(Told("brandishes", unit.index, -1, thing, 0, "action.brandish"))
    combat.mark_changed()


def pick_up(combat: IngenuityCombat, unit: IngenuityCombatant, piece: Piece) -> None:
    """Let somebody have what lay there. Rules: attack.thrown, sheet.slots."""
    combat.litter.remove(piece)
    piece.cell = -1
    unit.pieces.append(piece)
    carrying.weigh(combat, unit)
    combat.mark_changed()


def handle(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> None:
    """Do what was chosen with things in hand or at hand.

    Rules: action.interact, action.free.drop-item, action.treat.
    """
    verb = verb_of(code)
    if verb == BRANDISH:
        brandish(combat, unit, code)
        return
    if verb == TAKE:
        piece = lying(combat, unit)[a_of(code)]
        pick_up(combat, unit, piece)
        piece.held = True
        if combat.watched:
            combat.tell(
                Told("takes up", unit.index, -1, combat.thing(piece).id, 0, "action.interact")
            )
        return
    piece = unit.pieces[a_of(code)]
    if verb == DROP:
        carrying.drop(combat, unit, piece)
        return
    other = combat.units[b_of(code)]
    thing = combat.thing(piece)
    if combat.watched:
        word = "gives" if verb == HAND else "uses"
        combat.tell(Told(word, unit.index, other.index, thing.id, 0, "action.interact"))
    if verb == HAND:
        carrying.part_with(combat, unit, piece, -1)
        other.pieces.append(piece)
        piece.held = weapon.free_hands(combat, other) >= thing.hands
        carrying.weigh(combat, other)
        return
    piece.uses -= 1
    if thing.douses:
        condition.lose(combat, other, "burning")
    else:
        spending.heal(combat, other, thing.endurance, 0, "action.interact")
    if piece.uses < 1:
        carrying.part_with(combat, unit, piece, -1)
