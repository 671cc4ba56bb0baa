"""The end of a combat: teams left, objectives, rounds."""

from __future__ import annotations

from typing import Final

from affray.rulesets.ingenuity.state import DEAD, LEFT, Goal, IngenuityCombat, Unit

STALE: Final = 5
KINDS: Final = ("last-standing", "reached", "rounds-survived", "hold", "taken-out")


def remains(unit: Unit) -> bool:
    """Rule: end.last-team."""
    return unit.present and unit.awake


def teams_left(combat: IngenuityCombat) -> list[int]:
    found: list[int] = []
    for unit in combat.units:
        if remains(unit) and unit.side not in found:
            found.append(unit.side)
    return found


def check(combat: IngenuityCombat) -> None:
    """Rules: end.last-team, end.objective."""
    for side in combat.rota.order:
        for goal in combat.goals:
            if goal.side == side and reached(combat, goal):
                conclude(combat, side, "end.objective")
                return
    left = teams_left(combat)
    if len(left) <= 1:
        conclude(combat, left[0] if left else -1, "end.last-team")


def reached(combat: IngenuityCombat, goal: Goal) -> bool:
    """Return whether an objective that names no round is complete. Rule: setup.objective-kinds."""
    if goal.kind == "reached":
        count = 0
        for unit in combat.units:
            inside = unit.present and unit.awake and unit.cell in goal.cells
            if unit.side == goal.side and (inside or unit.fate == LEFT):
                count += 1
        return count >= max(1, goal.number)
    if goal.kind == "taken-out":
        return bool(goal.who) and all([not remains(combat.units[who]) for who in goal.who])
    return False


def check_round(combat: IngenuityCombat) -> bool:
    """Check at the end of a round. Rules: setup.objective-kinds, end.stalemate."""
    for number, goal in enumerate(combat.goals):
        if goal.kind == "hold":
            ours = [one for one in combat.units if remains(one) and one.cell in goal.cells]
            held = bool(ours) and all([one.side == goal.side for one in ours])
            combat.held_rounds[number] = combat.held_rounds[number] + 1 if held else 0
            if combat.held_rounds[number] >= max(1, goal.number):
                conclude(combat, goal.side, "end.objective")
                return True
        if goal.kind == "rounds-survived" and combat.round >= goal.number:
            if any([remains(one) for one in combat.units if one.side == goal.side]):
                conclude(combat, goal.side, "end.objective")
                return True
    combat.quiet += 1
    if combat.quiet > STALE or combat.round >= combat.round_limit:
        conclude(combat, -1, "end.stalemate")
        return True
    return False


def conclude(combat: IngenuityCombat, winner: int, rule: str) -> None:
    """Rule: end.cleanup."""
    for unit in combat.units:
        unit.effects = []
        unit.readied = 0
        unit.task = 0
        unit.task_left = 0
        unit.actions = 0
    combat.active = -1
    combat.winner = winner
    combat.outcome = rule
    combat.touch()
    if combat.watched:
        combat.say("ends", -1, winner, "", combat.round, rule)


def lost(unit: Unit) -> bool:
    return unit.fate == DEAD or not remains(unit)
