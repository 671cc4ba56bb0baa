"""Edges: who goes over them, and who comes back."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.event import Fell
from affray.core.grid import DROP
from affray.rulesets.icon import choice, death, ledger
from affray.rulesets.icon.condition import saves, states, traits
from affray.rulesets.icon.definitions import IMMOBILE
from affray.rulesets.icon.geometry import distance
from affray.rulesets.icon.movement import landing
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import DEFEATED, FLED


def at_edge(combat: IconCombat, unit: IconCombatant) -> bool:
    """Return whether somebody stands on edge spaces only. Rule: terrain.edge-removal."""
    grid = combat.grid
    if grid.ground[unit.cell] != DROP:
        return False
    return all(grid.ground[cell] == DROP for cell in distance.footprint(combat, unit))


def edge_check(combat: IconCombat, actor: int) -> None:
    """Save everybody on an edge at the end of a turn, by row, then column.

    Rules: terrain.edge-removal, terrain.edge-mob, terrain.edge-flying.
    """
    on_edge = [unit for unit in combat.units if unit.able() and at_edge(combat, unit)]
    for cell in sorted([unit.cell for unit in on_edge]):
        for unit in on_edge:
            if unit.cell != cell:
                continue
            if unit.index != actor and combat.has(unit, "flying"):
                continue
            if saves.succeeds(combat, unit, "terrain.edge-removal") or spared(combat, unit):
                back(combat, unit, cell)
            else:
                go_over(combat, unit)


def spared(combat: IconCombat, unit: IconCombatant) -> bool:
    """Return whether something turns a failed edge save."""
    return traits.answered(combat, unit, unit, "you fail an edge save")


def choose(combat: IconCombat, unit: IconCombatant, edge: int, rule: str) -> int:
    """Let its controller choose among the closest free spaces; -1 if there is none."""
    goals = landing.nearest(combat, unit, [edge])
    if len(goals) < 2:
        return goals[0] if goals else -1
    return combat.ask(choice.Cells(combat, unit.seats, unit.index, rule, goals, "")) - 1


def back(combat: IconCombat, unit: IconCombatant, edge: int) -> None:
    """Bring somebody who has saved off the edge. Rules: terrain.edge-removal, status.immobile."""
    if unit.holds(IMMOBILE):
        return
    goal = choose(combat, unit, edge, "terrain.edge-removal")
    if goal >= 0:
        ledger.put(combat, unit, goal, "terrain.edge-removal", "back")


def go_over(combat: IconCombat, unit: IconCombatant) -> None:
    """Remove somebody by an edge. Rules: terrain.edge-mob, terrain.edge-pc-return."""
    unit.off = unit.cell
    cell = unit.cell
    markers = states.jumping(unit) if unit.sheet.mob else []
    if unit.sheet.mob:
        if combat.watched:
            combat.tell(Fell(unit.index, "terrain.edge-mob"))
        states.clear_effects(combat, unit, "terrain.edge-mob")
        unit.fate = DEFEATED
        ledger.set_hp(combat, unit, 0, "terrain.edge-mob")
        unit.off = -1
        death.out(combat, unit)
    ledger.remove(combat, unit, "terrain.edge-removal", "edge")
    unit.present = False
    combat.mark_changed()
    states.jump_marks(combat, markers, unit, cell)


def come_back(combat: IconCombat, unit: IconCombatant) -> bool:
    """Bring somebody back over an edge at the start of its turn; False if it stays away.

    Rules: terrain.edge-pc-return, terrain.edge-foe-return.
    """
    if not unit.sheet.pc:
        menu = [(PASS, "return"), (1, "stay away")]
        asked = choice.Pick(
            1 << combat.gm, unit.index, "terrain.edge-foe-return", menu, "stay-away"
        )
        if combat.ask(asked) != PASS:
            unit.fate = FLED
            if combat.watched:
                combat.tell(Fell(unit.index, "terrain.edge-foe-return", -1, "stays away"))
            unit.off = -1
            death.out(combat, unit)
            return False
    goal = choose(combat, unit, unit.off, "terrain.edge-pc-return")
    if goal < 0:
        return False
    unit.off = -1
    unit.present = True
    ledger.put(combat, unit, goal, "terrain.edge-pc-return", "return")
    return True
