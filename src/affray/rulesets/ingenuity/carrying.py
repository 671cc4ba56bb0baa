"""What somebody carries: parting with it, dropping it, its weight."""

from __future__ import annotations

from affray.core.event import Told
from affray.rulesets.ingenuity import actions, condition
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Piece
from affray.rulesets.ingenuity.terms import RELOADING


def part_with(combat: IngenuityCombat, unit: IngenuityCombatant, piece: Piece, cell: int) -> None:
    """Let a thing leave somebody and lie in a space; a task with it is broken off.

    Rules: action.spanning.interrupt, sheet.slots.
    """
    place = unit.pieces.index(piece)
    unit.pieces.remove(piece)
    piece.held = False
    piece.single = False
    piece.cell = cell
    if cell >= 0:
        combat.litter.append(piece)
    lose_track(unit, place)
    weigh(combat, unit)
    combat.mark_changed()


def lose_track(unit: IngenuityCombatant, place: int) -> None:
    """Keep a reload true to its weapon when the list of things gets shorter."""
    if unit.task == RELOADING:
        other = actions.a_of(unit.task_code)
        if other == place:
            unit.task = unit.task_code = unit.task_left = 0
        elif other > place:
            unit.task_code = actions.code_of(actions.RELOAD, other - 1)


def drop(combat: IngenuityCombat, unit: IngenuityCombatant, piece: Piece) -> None:
    """Let a thing fall in the own space. Rule: action.free.drop-item."""
    part_with(combat, unit, piece, unit.cell)
    if combat.watched:
        combat.tell(
            Told("drops", unit.index, -1, combat.thing(piece).id, 0, "action.free.drop-item")
        )


def load_of(combat: IngenuityCombat, unit: IngenuityCombatant) -> int:
    """Return the slots that somebody carries. Rules: sheet.slots, sheet.slots.cost."""
    total = unit.sheet.worn
    for piece in unit.pieces:
        total += combat.thing(piece).slots
    return total + sum(1 for count in unit.ammo if count > 0)


def weigh(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Encumber who carries too much. Rules: sheet.slots, condition.encumbered."""
    load = load_of(combat, unit)
    if load > unit.sheet.encumbrance or unit.effects:
        over = load > unit.sheet.capacity
        heavy = load > unit.sheet.encumbrance and not over
        for id, holds in (("overencumbered", over), ("encumbered", heavy)):
            if holds and not unit.is_held(id):
                condition.gain(combat, unit, id, 1, unit.index)
            elif not holds and unit.from_whom(id, unit.index):
                condition.lose_from(combat, unit, id, unit.index)
