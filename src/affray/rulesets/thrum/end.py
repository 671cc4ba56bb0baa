"""How a combat ends, and what it leaves."""

from __future__ import annotations

from affray.core.event import Ended
from affray.core.setup import Objective
from affray.rulesets.thrum import gm
from affray.rulesets.thrum.death import remove
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import END_PHASE

DRAW = -1
LAST_ROUND = 60  # the GM declares a draw then, where the encounter names no other limit


def down(unit: ThrumCombatant) -> bool:
    """Return whether somebody counts as Incapacitated or removed; who has not arrived is ignored.

    Rule: setup.reinforcements.
    """
    return unit.arrived and (not unit.present or unit.incapacitated)


# ---- checks --------------------------------------------------------------------------------------


def check_end(combat: ThrumCombat) -> None:
    """Check every end condition at the close of a step of a turn, all at once.

    The two standard ends stay in force beside Win and Defeat Conditions; met together they are a
    draw.
    Rules: end.check-timing, end.special-conditions, end.both-sides-down.
    """
    if combat.outcome or not combat.round:
        return
    if combat.phase == END_PHASE and combat.active >= 0 and leave_or_concede(combat):
        return
    won = "end.all-npcs-down" if all_npcs_down(combat) else ""
    lost = "end.all-pcs-down" if all_pcs_down(combat) else ""
    for objective in combat.objectives:
        if met(combat, objective):
            if for_pcs(combat, objective):
                won = won or "end.special-conditions"
            else:
                lost = lost or "end.special-conditions"
    settle(combat, won, lost)


def check_round_end(combat: ThrumCombat) -> None:
    """Check, when the last turn of a round has ended, what counts whole rounds.

    Rule: end.condition-kinds.
    """
    won = ""
    lost = ""
    for objective in combat.objectives:
        if objective.kind == "rounds-survived" and combat.round >= objective.number:
            if for_pcs(combat, objective):
                won = "end.special-conditions"
            else:
                lost = "end.special-conditions"
    settle(combat, won, lost)
    if not combat.outcome and combat.round_limit and combat.round >= combat.round_limit:
        finish(combat, DRAW, "end.special-conditions")


def leave_or_concede(combat: ThrumCombat) -> bool:
    """Let one at the edge flee, or a side concede, where the table has it; True: it is over.

    Rule: end.surrender.
    """
    unit = combat.units[combat.active]
    if gm.concedes(combat, unit):
        finish(combat, opponents_of(combat, unit.side), "end.surrender")
    elif gm.let_flee(combat, unit):
        remove(combat, unit, "end.surrender")
    return combat.outcome != ""


# ---- conditions ----------------------------------------------------------------------------------


def all_pcs_down(combat: ThrumCombat) -> bool:
    """Return whether every PC is Incapacitated or removed, whoever else still stands on their side.

    A side without PCs falls with its NPCs. Minions and those who have not arrived do not count.
    Rules: end.all-pcs-down, setup.reinforcements.
    """
    pcs = False
    for unit in combat.units:
        if unit.sheet.pc:
            if unit.present and unit.arrived and not unit.incapacitated:
                return False
            pcs = pcs or unit.arrived
    return pcs or (not has_pcs(combat) and side_down(combat, combat.pcs))


def has_pcs(combat: ThrumCombat) -> bool:
    """Return whether there are PCs in the fight."""
    return any(unit.sheet.pc for unit in combat.units)


def all_npcs_down(combat: ThrumCombat) -> bool:
    """Return whether every NPC that opposes the PCs is Incapacitated or removed.

    Rules: end.all-npcs-down, setup.reinforcements.
    """
    return side_down(combat, opponents_of(combat, combat.pcs))


def side_down(combat: ThrumCombat, side: int) -> bool:
    """Return whether everybody of a side who counts is down, and somebody counts."""
    counted = False
    for unit in combat.units:
        if unit.side == side and unit.arrived and unit.controller < 0:
            if unit.present and not unit.incapacitated:
                return False
            counted = True
    return counted


def for_pcs(combat: ThrumCombat, objective: Objective) -> bool:
    """Return whether a condition, met, ends the combat in favour of the PCs."""
    return objective.wins == (objective.side == combat.pcs)


def met(combat: ThrumCombat, objective: Objective) -> bool:
    """Return whether a special condition holds now; the GM declares those that need a judge.

    Rule: end.condition-kinds.
    """
    if objective.kind == "taken-out":
        named = [unit for unit in combat.units if unit.name in objective.who]
        return bool(named) and all(down(unit) for unit in named)
    if objective.kind == "reached":
        count = 0
        for unit in combat.units:
            if unit.sheet.pc and unit.able() and unit.cell in objective.cells:
                count += 1
        return count >= max(1, objective.number)
    if objective.kind == "gm":
        return gm.declared(combat, objective)
    return False  # rounds-survived is checked between rounds, last-standing is always in force


# ---- the end -------------------------------------------------------------------------------------


def settle(combat: ThrumCombat, won: str, lost: str) -> None:
    """End the combat if a check found something. Rule: end.both-sides-down."""
    if won and lost:
        finish(combat, DRAW, "end.both-sides-down")
    elif won:
        finish(combat, combat.pcs, won)
    elif lost:
        finish(combat, opponents_of(combat, combat.pcs), lost)


def opponents_of(combat: ThrumCombat, side: int) -> int:
    """Return the side that opposes another, ``DRAW`` if there is none."""
    for unit in combat.units:
        if unit.side != side:
            return unit.side
    return DRAW


def finish(combat: ThrumCombat, winner: int, rule: str) -> None:
    """End the combat. The field stays as it is for whoever looks; ``close`` says what is left."""
    combat.outcome = rule
    combat.winner = winner
    if combat.watched:
        combat.tell(Ended(rule, winner))
    gm.settle_fates(combat)


def close(combat: ThrumCombat) -> None:
    """Clear up: the fallen recover if they have Tolerance left, Loads go to 0, transients end.

    Tolerances and Wounds stay as they are and are what the next combat begins with.
    Rules: end.pcs-recover, end.tolerance-zero-stays-down, end.loads-reset, end.tolerances-recorded,
    end.wounds-persist, end.transients-cleared.
    """
    combat.terrains = []
    for unit in combat.units:
        if unit.controller >= 0 and unit.present:
            combat.leave(unit)
            unit.present = False
        unit.stance = -1
        unit.kept = -1
        unit.effects = []
        unit.fatigue = 0
        unit.stress = 0
        if unit.incapacitated and unit.fatigue_tolerance > 0:
            unit.incapacitated = False
        combat.refresh(unit)
