"""Sneaking: beginning it, the check at its end, what gives a unit away; and what a seat knows."""

from __future__ import annotations

from typing import Final

from affray.core.event import Told
from affray.core.ruleset import EXISTENCE, PLACE
from affray.rulesets.quest import geometry
from affray.rulesets.quest.condition import checks, modifiers
from affray.rulesets.quest.condition.modifiers import agility, undetected
from affray.rulesets.quest.state import QuestCombat, QuestCombatant

EVERY_BIT: Final = (1 << 60) - 1


def cannot_sneak(combat: QuestCombat, unit: QuestCombatant) -> str:
    """Return the rule that forbids beginning to sneak here, as far as the unit knows.

    Rule: sneak.start-unseen.
    """
    for enemy in combat.units:
        if enemy.side != unit.side and not undetected(enemy, unit):
            if watches(combat, enemy, unit):
                return "sneak.start-unseen"
    return ""


def watches(combat: QuestCombat, enemy: QuestCombatant, unit: QuestCombatant) -> bool:
    """Return whether an enemy sees a unit that it detects, and so sees it begin to sneak."""
    if not enemy.present or not combat.enemies(enemy, unit) or not enemy.able():
        return False
    if undetected(unit, enemy):
        return False
    if unit.size == 1:
        return not geometry.hidden_from(combat, unit, unit.cell, enemy)
    for cell in combat.grid.footprint(unit.cell, unit.size):
        if not geometry.hidden_from(combat, unit, cell, enemy):
            return True
    return False


def begin(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Begin to sneak. An enemy of which the unit does not know, and that sees it, still does.

    Rule: sneak.start-unseen.
    """
    watchers = 0
    for enemy in combat.units:
        if watches(combat, enemy, unit):
            watchers |= 1 << enemy.index
    hide(combat, unit, watchers)


def hide(combat: QuestCombat, unit: QuestCombatant, watchers: int = 0) -> None:
    """Make a unit undetected by all its enemies but ``watchers``, as bits.

    Rules: sneak.start-unseen, sneak.ambush.
    """
    combat.tell_stretch()
    unseen = unit.unseen
    for enemy in combat.units:
        if combat.enemies(enemy, unit) and not watchers >> enemy.index & 1:
            unseen |= 1 << enemy.index
    before, after = int(unit.unseen > 0), int(unseen > 0)
    combat.tell_condition(unit.index, "undetected", before, after, "sneak.start-unseen")
    unit.unseen = unseen
    combat.mark_changed()


def seems_free(combat: QuestCombat, unit: QuestCombatant, cell: int, size: int) -> bool:
    """Return whether, for all that a unit knows, nobody holds the spaces of a footprint."""
    cells = combat.grid.footprint(cell, size) if cell >= 0 else []
    for one in cells:
        holder = combat.at(one)
        if holder is not None and not undetected(holder, unit):
            return False
    return bool(cells)


def sneak_check(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Settle after a sneaking move by whom a unit is undetected: one roll against all who see it.

    Rule: sneak.check.
    """
    seeing = [
        enemy
        for enemy in combat.units
        if enemy.present
        and combat.enemies(enemy, unit)
        and enemy.able()
        and geometry.sees(combat, enemy, unit)
    ]
    if not seeing:
        return
    total = checks.check(combat, unit, agility(unit), "sneak.check")
    for enemy in seeing:
        if 10 + modifiers.accuracy(combat, enemy) > total:
            detected(combat, unit, enemy)
        elif combat.watched and undetected(unit, enemy):
            combat.tell(Told("missed", unit.index, enemy.index, rule="sneak.check"))


def detected(combat: QuestCombat, unit: QuestCombatant, by: QuestCombatant) -> None:
    """Let one enemy notice a unit."""
    if undetected(unit, by):
        combat.tell_stretch()
        unit.unseen &= ~(1 << by.index)
        combat.mark_changed()
        if combat.watched:
            combat.tell(Told("detected", unit.index, by.index, rule="sneak.until-seen"))
            combat.tell_condition(
                unit.index, "undetected", 1, int(unit.unseen > 0), "sneak.until-seen"
            )


def seen_stepping(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Give a unit away to those who see a step that it makes without sneaking.

    Rule: sneak.until-seen.
    """
    if unit.unseen:
        for enemy in combat.units:
            if enemy.present and combat.enemies(enemy, unit) and undetected(unit, enemy):
                if geometry.sees(combat, enemy, unit):
                    detected(combat, unit, enemy)


def reveal(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Let all enemies notice a unit that gives itself away.

    Rules: sneak.until-seen, condition.flat-footed-toward-sneaker.
    """
    if unit.unseen:
        combat.tell_stretch()
        unit.unseen = 0
        combat.mark_changed()
        combat.tell_condition(unit.index, "undetected", 1, 0, "sneak.until-seen")


# ---- what a seat knows ---------------------------------------------------------------------------


def knows(combat: QuestCombat, seat: int, unit: QuestCombatant) -> int:
    """Return what a seat knows of a unit: that it takes part, or where it stands as well.

    Rules: gm.detection, sneak.no-target.
    """
    return PLACE if not unit.present or combat.aware(seat, unit) else EXISTENCE


def blind(combat: QuestCombat, seat: int) -> QuestCombat:
    """Return the battle as far as a seat knows it.

    A unit that it does not detect is as its sheet has it, on no space, and whether such a unit
    detects others nobody knows.
    """
    twin = combat.clone()
    hidden = 0
    for unit in combat.units:
        if knows(combat, seat, unit) != PLACE:
            hidden |= 1 << unit.index
            twin.leave(twin.units[unit.index])
            twin.units[unit.index] = unknown(unit)
    if hidden:
        for unit in twin.units:
            if not hidden >> unit.index & 1:
                unit.unseen &= ~hidden
    return twin


def unknown(unit: QuestCombatant) -> QuestCombatant:
    """Return what everybody knows of a unit: its sheet, its team, and its place in the lineup."""
    twin = QuestCombatant(unit.index, unit.side, unit.name, -1, unit.sheet)
    twin.seats = unit.seats
    twin.npc = unit.npc
    twin.summoner = unit.summoner
    twin.thrall = unit.thrall
    twin.price = unit.price
    twin.acted = unit.acted
    twin.delayed = unit.delayed
    twin.unseen = EVERY_BIT
    return twin
