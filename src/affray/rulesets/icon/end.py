"""The end of a fight: when it is over, and what ceases then."""

from __future__ import annotations

from affray.core.setup import Objective
from affray.rulesets.icon.state import (
    ACTIVE,
    DEFEATED,
    FLED,
    IconCombat,
    Unit,
)


def in_fight(unit: Unit) -> bool:
    """Rules: end.side-out, terrain.edge-pc-return."""
    return unit.able() or unit.returns()


def check(combat: IconCombat) -> None:
    """End the fight when a side has nobody left. Rules: end.side-out, end.total-defeat."""
    if combat.outcome:
        return
    players = [one for one in combat.units if one.sheet.pc]
    lost = players and not any([in_fight(one) or one.fate == FLED for one in players])
    here = [
        any([one.side == side and in_fight(one) for one in combat.units])
        for side in range(len(combat.side_ids))
    ]
    if lost:
        here[0] = False
    left = [side for side, alive in enumerate(here) if alive]
    if len(left) > 1 or (not combat.last_standing and left):
        return
    rule = "end.total-defeat" if lost and left else "end.side-out"
    close(combat, left[0] if left else -1, rule)


def objectives(combat: IconCombat, *, round_end: bool) -> None:
    """Look at other conditions. Rule: end.alternate-conditions."""
    for one in combat.objectives:
        if not combat.outcome and reached(combat, one, round_end=round_end):
            winner = one.side if one.wins else 1 - one.side
            close(combat, winner, "end.alternate-conditions")


def reached(combat: IconCombat, one: Objective, *, round_end: bool) -> bool:
    inside = [u for u in combat.units if u.able() and u.cell in one.cells]
    own = [u for u in inside if u.side == one.side]
    if one.kind == "reached":
        return (round_end or one.when != "round-end") and len(own) >= max(1, one.number)
    if one.kind == "taken-out":
        return all([not in_fight(u) for u in combat.units if u.name in one.who])
    if not round_end or combat.round < one.number:
        return False
    if one.kind == "rounds-survived":
        return any([u.side == one.side and in_fight(u) for u in combat.units])
    if one.kind == "clear":
        return len(own) == len(inside)
    return one.kind == "hold" and bool(own) and len(own) == len(inside)


def close(combat: IconCombat, winner: int, rule: str) -> None:
    """Rules: end.cleanup, resource.resolve-lost."""
    for unit in combat.units:
        unit.effects = []
        unit.vigor = 0
        unit.resolve = 0
        unit.combo = 0
        unit.pending = []
        unit.delay = -1
        unit.delay_cells = []
        unit.actions = 0
        if unit.fate == DEFEATED and unit.side == 0 and unit.present:
            unit.fate = ACTIVE
            unit.hp = 1
    combat.patches = [one for one in combat.patches if not one.summon]
    combat.touch()
    combat.active = -1
    combat.winner = winner
    combat.outcome = rule
    if combat.watched:
        combat.say("ends", -1, winner, "", combat.round, rule)
