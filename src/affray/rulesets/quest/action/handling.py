"""Things: drawn, sheathed, dropped, picked up, reloaded, used."""

from __future__ import annotations

from affray.core.arrays import i64
from affray.core.event import Told
from affray.rulesets.quest import carrying, damage, geometry
from affray.rulesets.quest.condition.modifiers import undetected
from affray.rulesets.quest.definitions import Thing
from affray.rulesets.quest.state import QuestCombat, QuestCombatant, without
from affray.rulesets.quest.terms import ITEM, MOST_THINGS, SHIELD, WEAPON


def near_litter(combat: QuestCombat, unit: QuestCombatant) -> list[int]:
    """Return what can be picked up from where a unit stands: own space first, each thing once.

    Rules: action.pick-up-distance, disarmed.retrieve, disarmed.anyone-may-take-it.
    """
    far = combat.grid.far(unit.cell)  # of its first space
    size = unit.size
    near: list[int] = []
    for piece in combat.litter:
        number: i64 = piece
        if far[number // MOST_THINGS] <= size:
            near.append(piece)
    if not near:
        return near
    found: list[int] = []
    seen: list[int] = []
    for most in range(2):
        for piece in near:
            cell = piece // MOST_THINGS
            thing = piece % MOST_THINGS // 2
            if geometry.distance_to(combat, unit, cell) != most or thing in seen:
                continue
            holder = combat.at(cell)
            if holder is not None and combat.enemies(holder, unit):
                if not undetected(holder, unit):
                    continue
            found.append(piece)
            seen.append(thing)
    return found


def cannot_pick_up(combat: QuestCombat, unit: QuestCombatant, thing: Thing) -> str:
    """Return the rule that forbids picking a thing up, "" if none does. Rule: move.max-capacity."""
    if not any(piece % MOST_THINGS // 2 == thing.number for piece in near_litter(combat, unit)):
        return "action.pick-up-distance"
    return "move.max-capacity" if too_heavy(combat, unit, thing) else ""


def too_heavy(combat: QuestCombat, unit: QuestCombatant, thing: Thing) -> bool:
    """Return whether a unit cannot carry one thing more. Rule: move.max-capacity."""
    return carrying.bulk(combat, unit) + thing.bulk > carrying.capacity(unit)


def pick_up(combat: QuestCombat, unit: QuestCombatant, thing: Thing) -> None:
    """Take a thing off the ground, into the hand if it is free.

    Rules: action.pick-up, disarmed.retrieve.
    """
    for one in near_litter(combat, unit):
        if one % MOST_THINGS // 2 == thing.number:
            combat.litter = without(combat.litter, one)
            piece = one % MOST_THINGS
            if carrying.has_hand_for(combat, unit, thing):
                carrying.take(combat, unit, piece, "action.pick-up")
            else:
                carrying.stow(combat, unit, piece, "action.pick-up")
            combat.mark_changed()
            if combat.watched:
                combat.tell(Told("picks up", unit.index, -1, thing.id, 0, "action.pick-up"))
            return


def cannot_draw(combat: QuestCombat, unit: QuestCombatant, thing: Thing) -> str:
    """Return the rule that forbids drawing a thing, "" if none does.

    Rules: action.draw-sheathe, attack.hands.
    """
    if thing.kind not in (WEAPON, SHIELD) or carrying.piece_of(unit.carried, thing) < 0:
        return "action.draw-sheathe"
    if thing.kind == SHIELD and carrying.shield_of(combat, unit) is not None:
        return "sheet.armour"
    if carrying.hands_of(thing) > carrying.hands_free(combat, unit):
        return "attack.hands"
    return ""


def draw(combat: QuestCombat, unit: QuestCombatant, thing: Thing) -> None:
    """Take a thing in hand that was put away."""
    piece = carrying.piece_of(unit.carried, thing)
    carrying.unpack(combat, unit, piece, "action.draw-sheathe")
    carrying.take(combat, unit, piece, "action.draw-sheathe")
    combat.mark_changed()
    if combat.watched:
        combat.tell(Told("draws", unit.index, -1, thing.id, 0, "action.draw-sheathe"))


def sheathe(combat: QuestCombat, unit: QuestCombatant, thing: Thing) -> None:
    """Put away a thing that was in hand."""
    piece = carrying.piece_of(unit.held_things, thing)
    carrying.let_go(combat, unit, piece, "action.draw-sheathe")
    carrying.stow(combat, unit, piece, "action.draw-sheathe")
    combat.mark_changed()
    if combat.watched:
        combat.tell(Told("sheathes", unit.index, -1, thing.id, 0, "action.draw-sheathe"))


def drop(combat: QuestCombat, unit: QuestCombatant, thing: Thing) -> None:
    """Drop a thing in hand into the unit's own space. Rule: action.drop-is-free."""
    piece = carrying.piece_of(unit.held_things, thing)
    carrying.let_go(combat, unit, piece, "action.drop-is-free")
    combat.strew(unit.cell, piece)
    combat.mark_changed()
    if combat.watched:
        combat.tell(Told("drops", unit.index, -1, thing.id, 0, "action.drop-is-free"))


def reload(combat: QuestCombat, unit: QuestCombatant, thing: Thing) -> None:
    """Load a weapon in hand. Rule: attack.reload."""
    piece = thing.number * 2
    carrying.exchange(combat, unit, piece + 1, piece, "attack.reload")
    combat.mark_changed()
    if combat.watched:
        combat.tell(Told("reloads", unit.index, -1, thing.id, 0, "attack.reload"))


# ---- consumables ---------------------------------------------------------------------------------


def cannot_use(
    combat: QuestCombat, unit: QuestCombatant, thing: Thing, target: QuestCombatant
) -> str:
    """Return the rule that forbids using a consumable on a unit, "" if none does.

    Rules: action.use-item, death.out-of-battle.
    """
    if thing.kind != ITEM or thing.attack:
        return "action.use-item"
    if carrying.piece_of(unit.held_things + unit.carried, thing) < 0:
        return "action.use-item"
    if not target.present:
        return "death.out-of-battle"
    if combat.enemies(unit, target) or geometry.distance(combat, unit, target) > 1:
        return "action.use-item"
    return ""


def use(combat: QuestCombat, unit: QuestCombatant, thing: Thing, target: QuestCombatant) -> None:
    """Drink, give or apply a consumable. Rules: action.use-item, spell.heal-is-one-instance."""
    piece = carrying.piece_of(unit.carried, thing)
    if piece >= 0:
        carrying.unpack(combat, unit, piece, "action.use-item")
    else:
        piece = carrying.piece_of(unit.held_things, thing)
        carrying.let_go(combat, unit, piece, "action.use-item")
    combat.mark_changed()
    if combat.watched:
        combat.tell(Told("uses", unit.index, target.index, thing.id, 0, "action.use-item"))
    if thing.mp:
        gained = max(0, min(thing.mp, target.sheet.max_mp - target.mp))
        before, who = target.mp, unit.index
        target.mp += gained
        combat.mark_changed()
        rule = "action.use-item"
        combat.tell_resource(target.index, "mp", before, target.mp, rule, who, thing.id)
    if thing.heal.count or thing.removes:
        amount = 0
        if thing.heal.count:
            amount = damage.roll_amount(
                combat, thing.heal, unit.index, "spell.heal-is-one-instance", thing.id
            )
        parts = [(amount, "spell.heal-is-one-instance")]
        damage.heal(combat, target, amount, thing.removes, unit.index, unit, thing.id, parts)
