"""Things: drawn, sheathed, dropped, knocked away, picked up, used, reloaded."""

from __future__ import annotations

from typing import ClassVar

from affray.core.choice import Menu
from affray.core.grid import WALL
from affray.rulesets.quest import damage, geometry, sheet
from affray.rulesets.quest.state import QuestCombat, Unit, with_at, without
from affray.rulesets.quest.terms import ITEM, MOST_THINGS, SHIELD, WEAPON
from affray.rulesets.quest.written import Thing


def piece_of(pieces: tuple[int, ...], thing: Thing) -> int:
    """Return the first piece of a thing among some, -1 if there is none."""
    for piece in pieces:
        if piece // 2 == thing.number:
            return piece
    return -1


def near_litter(combat: QuestCombat, unit: Unit) -> list[int]:
    """Return what can be picked up from where a unit stands: own space first, each thing once.

    Rules: action.pick-up-distance, disarmed.retrieve, disarmed.anyone-may-take-it.
    """
    found: list[int] = []
    seen: list[int] = []
    for most in (0, 1):
        for one in combat.litter:
            cell = one // MOST_THINGS
            number = one % MOST_THINGS // 2
            if number in seen or geometry.distance_to(combat, unit, cell) != most:
                continue
            holder = combat.at(cell)
            if holder is not None and combat.enemies(holder, unit):
                continue
            found.append(one)
            seen.append(number)
    return found


def cannot_pick_up(combat: QuestCombat, unit: Unit, thing: Thing) -> str:
    """Return the rule that forbids picking a thing up, "" if none does. Rule: move.max-capacity."""
    if not any([one % MOST_THINGS // 2 == thing.number for one in near_litter(combat, unit)]):
        return "action.pick-up-distance"
    if sheet.bulk(combat, unit) + thing.bulk > sheet.capacity(unit):
        return "move.max-capacity"
    return ""


def pick_up(combat: QuestCombat, unit: Unit, thing: Thing) -> None:
    """Take a thing off the ground, into the hand if it is free.

    Rules: action.pick-up, disarmed.retrieve.
    """
    for one in near_litter(combat, unit):
        if one % MOST_THINGS // 2 == thing.number:
            combat.litter = without(combat.litter, one)
            piece = one % MOST_THINGS
            if sheet.has_hand_for(combat, unit, thing):
                unit.take(piece)
            else:
                unit.stow(piece)
            combat.mark_changed()
            if combat.watched:
                combat.say("picks up", unit.index, -1, thing.id, 0, "action.pick-up")
            return


def cannot_draw(combat: QuestCombat, unit: Unit, thing: Thing) -> str:
    """Rules: action.draw-sheathe, attack.hands."""
    if thing.kind not in (WEAPON, SHIELD) or piece_of(unit.carried, thing) < 0:
        return "action.draw-sheathe"
    if thing.kind == SHIELD and sheet.shield_of(combat, unit) is not None:
        return "sheet.armour"
    if sheet.hands_of(thing) > sheet.hands_free(combat, unit):
        return "attack.hands"
    return ""


def draw(combat: QuestCombat, unit: Unit, thing: Thing) -> None:
    piece = piece_of(unit.carried, thing)
    unit.unpack(piece)
    unit.take(piece)
    combat.mark_changed()
    if combat.watched:
        combat.say("draws", unit.index, -1, thing.id, 0, "action.draw-sheathe")


def sheathe(combat: QuestCombat, unit: Unit, thing: Thing) -> None:
    piece = piece_of(unit.held_things, thing)
    unit.let_go(piece)
    unit.stow(piece)
    combat.mark_changed()
    if combat.watched:
        combat.say("sheathes", unit.index, -1, thing.id, 0, "action.draw-sheathe")


def drop(combat: QuestCombat, unit: Unit, thing: Thing) -> None:
    """Rule: action.drop-is-free."""
    piece = piece_of(unit.held_things, thing)
    unit.let_go(piece)
    combat.strew(unit.cell, piece)
    combat.mark_changed()
    if combat.watched:
        combat.say("drops", unit.index, -1, thing.id, 0, "action.drop-is-free")


def reload(combat: QuestCombat, unit: Unit, thing: Thing) -> None:
    """Rule: attack.reload."""
    piece = thing.number * 2
    unit.held_things = with_at(unit.held_things, unit.held_things.index(piece + 1), piece)
    combat.mark_changed()
    if combat.watched:
        combat.say("reloads", unit.index, -1, thing.id, 0, "attack.reload")


# ---- disarming ---------------------------------------------------------------------------------


class WhichItem(Menu):
    """Which held item the target loses. Rule: attack.disarm."""

    kind: ClassVar[str] = "disarm"

    def __init__(self, combat: QuestCombat, chooser: Unit, pieces: list[int]) -> None:
        options = [(1 + piece, combat.thing(piece).id) for piece in pieces]
        super().__init__(chooser.seats, chooser.index, "attack.disarm", options, options[0][0])


class Landing(Menu):
    """Where the item falls. Rule: disarmed.where-it-lands."""

    kind: ClassVar[str] = "landing"

    def __init__(self, combat: QuestCombat, chooser: Unit, cells: list[int]) -> None:
        options = [(1 + cell, f"at {combat.grid.name(cell)}") for cell in cells]
        super().__init__(
            chooser.seats, chooser.index, "disarmed.where-it-lands", options, options[0][0]
        )


def disarm(combat: QuestCombat, chooser: Unit, target: Unit, fetch: bool) -> None:
    """Take a held item from a unit; ``fetch``: it flies to who disarms.

    Rules: disarmed.definition, attack.disarm, disarmed.where-it-lands.
    """
    pieces: list[int] = []
    seen: list[int] = []
    for one in target.held_things:
        if one // 2 not in seen:
            seen.append(one // 2)
            pieces.append(one)
    if not pieces:
        return
    piece = pieces[0]
    if len(pieces) > 1:
        piece = combat.ask(WhichItem(combat, chooser, pieces)) - 1
    thing = combat.thing(piece)
    target.let_go(piece)
    combat.mark_changed()
    if combat.watched:
        combat.say("disarmed", target.index, chooser.index, thing.id, 0, "disarmed.definition")
    if fetch:
        room = sheet.bulk(combat, chooser) + thing.bulk <= sheet.capacity(chooser)
        if room and sheet.has_hand_for(combat, chooser, thing):
            chooser.take(piece)
        else:
            combat.strew(chooser.cell, piece)
        return
    combat.strew(landing_cell(combat, chooser, target), piece)


def landing_cell(combat: QuestCombat, chooser: Unit, target: Unit) -> int:
    grid = combat.grid
    column = grid.xs[target.cell] - 1
    row = grid.ys[target.cell] - 1
    around = grid.block(column, row, target.size + 2, target.size + 2)
    cells = [one for one in around if combat.free(one) and grid.ground[one] != WALL]
    if not cells:
        return target.cell
    return cells[0] if len(cells) == 1 else combat.ask(Landing(combat, chooser, cells)) - 1


# ---- consumables -------------------------------------------------------------------------------


def cannot_use(combat: QuestCombat, unit: Unit, thing: Thing, target: Unit) -> str:
    """Rules: action.use-item, death.out-of-battle."""
    if thing.kind != ITEM or thing.attack:
        return "action.use-item"
    if piece_of(unit.held_things + unit.carried, thing) < 0:
        return "action.use-item"
    if not target.present:
        return "death.out-of-battle"
    if combat.enemies(unit, target) or geometry.distance(combat, unit, target) > 1:
        return "action.use-item"
    return ""


def use(combat: QuestCombat, unit: Unit, thing: Thing, target: Unit) -> None:
    """Drink, give or apply a consumable. Rules: action.use-item, spell.heal-is-one-instance."""
    piece = piece_of(unit.carried, thing)
    if piece >= 0:
        unit.unpack(piece)
    else:
        unit.let_go(piece_of(unit.held_things, thing))
    combat.mark_changed()
    if combat.watched:
        combat.say("uses", unit.index, target.index, thing.id, 0, "action.use-item")
    if thing.mp:
        gained = max(0, min(thing.mp, target.sheet.max_mp - target.mp))
        target.mp += gained
        combat.mark_changed()
        if combat.watched:
            combat.say("restored", target.index, -1, "mp", gained, "action.use-item")
    if thing.heal.count or thing.removes:
        amount = 0
        if thing.heal.count:
            amount = damage.roll_amount(
                combat, thing.heal, unit.index, "spell.heal-is-one-instance", thing.id
            )
        damage.heal(combat, target, amount, thing.removes, unit.index, unit)
