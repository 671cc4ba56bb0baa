"""Minions: putting one on the map, sending it about, and using abilities from its square."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.walk import walk
from affray.rulesets.thrum import damage
from affray.rulesets.thrum.action.ability import EntryAbility
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.death import minion_of
from affray.rulesets.thrum.feature import Origin, Trigger
from affray.rulesets.thrum.geometry.squares import can_be_stood_on
from affray.rulesets.thrum.ledger import put_on
from affray.rulesets.thrum.movement.forced import teleport
from affray.rulesets.thrum.movement.walking import Move
from affray.rulesets.thrum.reaction.triggers import trigger
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import FIXED, MINION, STRESS

STAY: Final = PASS
GO: Final = 1
TELEPORT: Final = 2


def minion_in_play(combat: ThrumCombat, controller: ThrumCombatant) -> ThrumCombatant | None:
    """Return somebody's Minion if it is on the map. Rule: minion.position (at most one)."""
    minion = minion_of(combat, controller)
    return minion if minion is not None and minion.present and minion.cell >= 0 else None


def position(combat: ThrumCombat, controller: ThrumCombatant, range: int, centre: int = -1) -> None:
    """Place a Minion within a Range, or move or teleport the one in play.

    ``centre`` is the square from which the Range counts, by default the controller's.
    Rule: minion.position.
    """
    minion = minion_of(combat, controller)
    if minion is None or not controller.able() or controller.cell < 0:
        return
    cells = squares(combat, controller.cell if centre < 0 else centre, range)
    if minion.present:
        relocate(combat, controller, minion, range, cells)
    elif cells:
        asked = picking.PickCell(combat, controller, cells, "minion.position", "place minion")
        cell = combat.ask(asked) - 1 if len(cells) > 1 else cells[0]
        put_on(combat, minion, cell, "minion.position", "appears", controller.index)
    if minion.present:
        event = Trigger(MINION, controller.index, minion.index, None)
        event.cell = minion.cell
        trigger(combat, event)


def squares(combat: ThrumCombat, centre: int, range: int) -> list[int]:
    """Return the free squares of the map within a Range of a square."""
    return [
        cell
        for cell in combat.grid.around(centre, range)
        if combat.free(cell) and can_be_stood_on(combat.grid, cell)
    ]


def relocate(
    combat: ThrumCombat,
    controller: ThrumCombatant,
    minion: ThrumCombatant,
    range: int,
    cells: list[int],
) -> None:
    """Move a Minion in play up to so many squares, or teleport it to one of ``cells``.

    Rules: minion.position, move.granted.
    """
    menu = [(STAY, "leave minion"), (GO, "move minion")]
    if cells:
        menu.append((TELEPORT, "teleport minion"))
    asked = picking.Listed(controller, menu, "minion.position")
    answer = combat.ask(asked)
    if answer == TELEPORT:
        target = picking.PickCell(combat, controller, cells, "minion.position", "teleport minion")
        cell = combat.ask(target) - 1 if len(cells) > 1 else cells[0]
        teleport(combat, minion, cell, "minion.position")
    elif answer == GO:
        way = Move(combat, minion, FIXED, range, "minion.position")
        way.seats = controller.seats
        walk(combat, way)


def channelled(
    combat: ThrumCombat, owner: ThrumCombatant, places: list[Origin], target: ThrumCombatant
) -> None:
    """Let one whose basic Stance helps ``target`` as from its Minion's square lower its Stress.

    That is upgrade b of Channel Will.
    """
    minion = minion_in_play(combat, owner)
    passive = owner.sheet.coded("channel-will")
    if minion is None or not isinstance(passive, EntryAbility) or not passive.has("b"):
        return
    near = [place for place in places if place.cell == minion.cell]
    if owner.stress == 0 or not near or combat.distance(near[0].cell, target.cell) > near[0].range:
        return
    words = ["keep stress", "lower stress"]
    asked = picking.Words(owner, words, "trigger.optional", "lower your Stress Load by 1?", 1)
    if combat.ask(asked):
        damage.heal(combat, owner.index, STRESS, 1, "channel-will")
