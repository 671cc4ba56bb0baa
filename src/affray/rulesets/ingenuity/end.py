"""Doing what was chosen: at once, or over as many turns as it takes."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.combat import ROUND
from affray.core.event import Ended, Fell
from affray.rulesets.ingenuity import carrying, condition, damage, death
from affray.rulesets.ingenuity.action import task
from affray.rulesets.ingenuity.choice.menu import Listed
from affray.rulesets.ingenuity.movement import ground
from affray.rulesets.ingenuity.reaction import budget
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.state import Goal, IngenuityCombat, IngenuityCombatant, Piece
from affray.rulesets.ingenuity.terms import (
    ACTIVE,
    DEAD,
    LEFT,
    LYING,
    MAY_END,
    SPURNED,
    SURRENDERED,
)


def surrender(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Lay down arms, if the other side accepts. Rule: end.surrender."""
    for piece in [piece for piece in unit.pieces if piece.held]:
        carrying.drop(combat, unit, piece)
    seats = 0
    for other in combat.units:
        if combat.enemies(unit, other) and other.able():
            seats |= other.seats
    if seats:
        options = [(1, "accept"), (2, "refuse")]
        if combat.ask(Listed(seats, -1, "end.surrender", options, 1)) == 2:
            unit.set_count(SPURNED, 1)
            return
    unit.fate = SURRENDERED
    condition.interrupt(combat, unit)
    condition.let_go(combat, unit)
    if combat.watched:
        combat.tell(Fell(unit.index, "end.surrender", -1, "surrendered"))


STALE: Final = 5
KINDS: Final = (
    "last-standing",
    "reached",
    "rounds-survived",
    "hold",
    "taken-out",
    "protect",
    "retrieve",
    "gm",
)
LONG: Final = 600  # rounds: a poison with a longer interval is not short


def remains(unit: IngenuityCombatant) -> bool:
    """Return whether somebody is still in the fight. Rules: end.last-team, end.surrender."""
    return unit.present and unit.awake and unit.fate == ACTIVE


def teams_left(combat: IngenuityCombat) -> list[int]:
    """Return the teams of which somebody remains."""
    found: list[int] = []
    seen = 0  # bits
    for unit in combat.units:
        if not seen >> unit.side & 1 and remains(unit):
            seen |= 1 << unit.side
            found.append(unit.side)
    return found


def check(combat: IngenuityCombat) -> None:
    """End the combat if an objective is complete or no enemies remain.

    Rules: end.last-team, end.objective, end.allied-teams, setup.objectives.
    """
    for side in combat.rota.order:
        for number, goal in enumerate(combat.goals):
            if goal.side != side or number in combat.dropped or not due(combat, goal):
                continue
            if reached(combat, goal):
                conclude(combat, side, "end.objective")
                return
    left = teams_left(combat)
    if left and not combat.last_standing:
        return  # the encounter says that objectives alone decide
    if len(left) <= 1:
        conclude(combat, left[0] if left else -1, "end.last-team")
        return
    for a in left:
        for b in left:
            if a < b and combat.stands(a, b) == 0:
                return
    conclude(combat, foremost(combat, left), "end.allied-teams")


def due(combat: IngenuityCombat, goal: Goal) -> bool:
    """Return whether the encounter lets an objective be looked at now.

    Rule: setup.objective-kinds.
    """
    if goal.when == "round-end":
        return False
    return goal.when != "turn-end" or combat.active < 0


def foremost(combat: IngenuityCombat, left: list[int]) -> int:
    """Return which of the teams left is named the victor: the first in initiative."""
    for side in combat.rota.order:
        if side in left:
            return side
    return -1


def reached(combat: IngenuityCombat, goal: Goal) -> bool:
    """Return whether an objective that names no round is complete. Rule: setup.objective-kinds."""
    if goal.kind == "reached":
        count = 0
        for unit in combat.units:
            if unit.side != goal.side:
                continue
            out = unit.fate == LEFT and (unit.left_by in goal.cells or not goal.cells)
            if out or (remains(unit) and within(combat, unit, goal.spaces)):
                count += 1
        return count >= max(1, goal.number)
    if goal.kind == "taken-out":
        return bool(goal.who) and all(fallen(combat.units[who]) for who in goal.who)
    if goal.kind == "retrieve":
        return any(carried_out(combat, unit, goal) for unit in combat.units)
    if goal.kind == "last-standing":
        ours = any(remains(unit) for unit in combat.units if unit.side == goal.side)
        return ours and all(
            not remains(unit) or combat.stands(goal.side, unit.side) for unit in combat.units
        )
    return goal.kind == "gm" and task.done(combat)


def within(combat: IngenuityCombat, unit: IngenuityCombatant, spaces: frozenset[int]) -> bool:
    """Return whether somebody fills any of some spaces."""
    if unit.cell < 0 or unit.size == 1:
        return unit.cell in spaces
    return any(cell in spaces for cell in combat.grid.footprint(unit.cell, unit.size))


def fallen(unit: IngenuityCombatant) -> bool:
    """Return whether somebody is dead, unconscious or has surrendered, not merely gone."""
    return unit.fate != LEFT and not remains(unit) and not unit.awaited()


def carried_out(combat: IngenuityCombat, unit: IngenuityCombatant, goal: Goal) -> bool:
    """Return whether somebody left with the thing of an objective."""
    if unit.side != goal.side or unit.fate != LEFT:
        return False
    if goal.cells and unit.left_by not in goal.cells:
        return False
    return any(is_item(combat, piece, goal.item) for piece in unit.pieces)


def is_item(combat: IngenuityCombat, piece: Piece, item: str) -> bool:
    """Return whether a thing is of a kind."""
    return combat.thing(piece).id == item


def check_round(combat: IngenuityCombat) -> bool:
    """Check at the end of a round. Rules: setup.objective-kinds, end.stalemate, end.objective."""
    for side in combat.rota.order:
        for number, goal in enumerate(combat.goals):
            if goal.side == side and number not in combat.dropped and held(combat, number, goal):
                conclude(combat, goal.side, "end.objective")
                return True
    combat.quiet += 1
    if combat.quiet and combat.options[MAY_END]:
        options = [(PASS, "go on"), (1, "end the combat")]
        if combat.ask(Listed(1 << combat.gm, -1, "end.stalemate", options)) != PASS:
            conclude(combat, -1, "end.stalemate")
            return True
    if combat.quiet >= STALE or combat.round >= combat.round_limit:
        conclude(combat, -1, "end.stalemate")
        return True
    return False


def held(combat: IngenuityCombat, number: int, goal: Goal) -> bool:
    """Return whether an objective that names a round is complete at its end."""
    if goal.when == "round-end" and reached(combat, goal):
        return True
    if goal.kind == "hold":
        there = [
            unit for unit in combat.units if remains(unit) and within(combat, unit, goal.spaces)
        ]
        ours = any(unit.side == goal.side for unit in there)
        foes = any(not combat.stands(goal.side, unit.side) for unit in there)
        combat.held_rounds[number] = combat.held_rounds[number] + 1 if ours and not foes else 0
        return combat.held_rounds[number] >= max(1, goal.number)
    if goal.kind == "rounds-survived" and combat.round >= goal.number:
        return any(remains(unit) for unit in combat.units if unit.side == goal.side)
    if goal.kind == "protect" and combat.round >= goal.number:
        alive = all(combat.units[who].fate != DEAD for who in goal.who)
        return alive and not any(combat.ruined(cell) for cell in goal.cells)
    return False


def conclude(combat: IngenuityCombat, winner: int, rule: str) -> None:
    """End the combat; what is to be cleared up is cleared up in the aftermath."""
    combat.active = -1
    combat.winner = winner
    combat.outcome = rule
    combat.mark_changed()
    if combat.watched:
        combat.tell(Ended(rule, winner))
    clean_up(combat, winner)


def clean_up(combat: IngenuityCombat, winner: int) -> None:
    """Let wounds run down with their checks, end what lasts for the combat, gather what was shot.

    Rule: end.cleanup.
    """
    for who in combat.in_order():
        unit = combat.units[who]
        away = unit.fate == LEFT
        if away:
            unit.present, unit.fate = True, ACTIVE  # its wounds went with it
        run_down(combat, unit)
        if away and unit.fate == ACTIVE:
            unit.present, unit.fate = False, LEFT
    for unit in combat.units:
        condition.break_off(combat, unit)
        condition.set_concentration(combat, unit, "", "end.cleanup")
        spending.set_actions(combat, unit, 0, "end.cleanup")
        condition.let_go(combat, unit)
        if unit.effects and unit.is_held("sleeping") and unit.health > 0:
            condition.wake(combat, unit, "end.cleanup")
        for held in unit.effects[:]:
            if held.effect.id not in LASTING:
                condition.lose(combat, unit, held.effect.id, "end.cleanup")
        if unit.grown:
            ground.resize(combat, unit, 0)
    combat.zones = []
    if winner >= 0:
        gather(combat, winner)


LASTING: Final = ("sickness", "poison", "encumbered", "overencumbered")


def run_down(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Let bleeding, burning and short poisons act until they end. Rule: end.cleanup."""
    while unit.present and (unit.is_held("bleeding") or unit.is_held("burning")):
        recover(combat, unit)
        unit.suffered = False
        damage.suffer(combat, unit)
        condition.lose(combat, unit, "stunned")
    while unit.present and unit.is_held("poison"):
        recover(combat, unit)
        held = unit.held(condition.EFFECTS["poison"])
        if held is None or condition.interval_of(held) > LONG:
            return
        damage.poison(combat, unit, held.n, condition.difficulty_of(held))


def recover(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Give back what the start of another turn would."""
    combat.clear(ROUND, unit.index)
    budget.regain(unit)


def gather(combat: IngenuityCombat, winner: int) -> None:
    """Let those who hold the field take back what they threw, and half of what they shot."""
    for piece in combat.litter[:]:
        if piece.serial >= LYING:
            continue
        owner = combat.units[piece.serial // 100]
        if owner.side == winner and owner.present:
            combat.litter.remove(piece)
            piece.cell = -1
            owner.pieces.append(piece)
    for unit in combat.units:
        if unit.side == winner and unit.present:
            for number, id in enumerate(combat.library.ammo):
                spent = unit.sheet.ammo.get(id, 0) - unit.ammo[number]
                if spent > 0:
                    count = unit.ammo[number] + (spent + 1) // 2
                    spending.set_ammunition(combat, unit, number, count, "end.cleanup")


def flee(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Leave the combat from a space of an exit, alive. Rule: end.flee."""
    death.gone(combat, unit, LEFT, "end.flee")
