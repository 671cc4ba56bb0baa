"""The end of a fight. Rules: end.last-side, end.objective, end.stalemate, end.agreement."""

from __future__ import annotations

from affray.core import objectives
from affray.core.choice import PASS
from affray.core.event import Ended, Told
from affray.rulesets.sovereign.choice.menus import Ask
from affray.rulesets.sovereign.gm import Ruling
from affray.rulesets.sovereign.setup import DAILY
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import (
    ACTIVE,
    CAPTURED,
    ESCAPED,
    LENT,
    LENT_SECOND,
    ONCE,
    STABLE,
    TOUCHES,
)

STILL = 3  # rounds. Rule: end.stalemate


def sides_left(combat: SovereignCombat) -> list[int]:
    """Return the sides of which somebody is still active."""
    found: list[int] = []
    for unit in combat.units:
        if unit.fate == ACTIVE and unit.side not in found:
            found.append(unit.side)
    return found


def check(combat: SovereignCombat) -> None:
    """End a fight in which at most one side is left. Rule: end.last-side."""
    if combat.outcome:
        return
    left = -1
    for unit in combat.units:
        if unit.fate == ACTIVE and unit.side != left:
            if left >= 0:
                return  # two sides
            left = unit.side
    close(combat, left, "end.last-side")


def roll_of(combat: SovereignCombat) -> objectives.Roll:
    """Return who is left of a fight, and who is lost to it; whoever escaped is neither."""
    return objectives.Roll(
        [unit.fate == ACTIVE for unit in combat.units],
        [unit.fate not in (ACTIVE, ESCAPED) for unit in combat.units],
    )


def check_objectives(combat: SovereignCombat, moment: int) -> None:
    """End the fight if an objective of the encounter is met. Rule: end.objective."""
    if not combat.objectives or combat.outcome:
        return
    roll = roll_of(combat)
    if moment == objectives.ROUND_END:
        objectives.count_round(combat, combat.objectives, combat.counts, roll)
    winner = objectives.winner(combat, combat.objectives, combat.counts, roll, moment)
    if winner >= 0:
        close(combat, winner, "end.objective")


def close(combat: SovereignCombat, winner: int, rule: str) -> None:
    """End the fight; ``winner`` is -1 for a draw."""
    combat.outcome = rule
    combat.winner = winner
    combat.active = -1
    combat.mark_changed()
    if combat.watched:
        combat.tell(Ended(rule, winner))


def stall(combat: SovereignCombat) -> None:
    """Ask the GM to end a fight in which nothing happens. Rule: end.stalemate."""
    combat.idle = 0 if combat.stir else combat.idle + 1
    combat.stir = False
    if combat.idle >= STILL:
        options = [(PASS, "a draw"), (1, "go on")]
        asked = Ruling(combat, -1, "end.stalemate", options, "nothing happens: end the fight?")
        if combat.ask(asked) == PASS:
            close(combat, -1, "end.stalemate")
        else:
            combat.idle = 0
    elif combat.round >= combat.round_limit:
        close(combat, -1, "end.stalemate")


def parley(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Appeal to parley: all sides must agree, the GM for NPCs. Rule: end.agreement."""
    if combat.watched:
        combat.tell(Told("parleys", unit.index, rule="end.agreement"))
    for side in sides_left(combat):
        if side != unit.side and not accepts(combat, side):
            return
    close(combat, -1, "end.agreement")


def accepts(combat: SovereignCombat, side: int) -> bool:
    """Ask a side whether it makes peace: its players, or the GM."""
    members = [unit for unit in combat.units if unit.side == side and unit.fate == ACTIVE]
    players = [member for member in members if not member.sheet.npc]
    if players:
        options = [(PASS, "fight on"), (1, "make peace")]
        return combat.ask(Ask(players[0].seats, -1, "end.agreement", options)) == 1
    yes, no = (1, "they make peace"), (2, "they fight on")
    broken = all(member.broken for member in members)
    options = [yes, no] if broken else [no, yes]
    asks = f"does {combat.side_ids[side]} accept?"
    return combat.ask(Ruling(combat, -1, "end.agreement", options, asks)) == 1


# ---- from fight to fight -------------------------------------------------------------------------


def carried(unit: SovereignCombatant) -> dict[str, int]:
    """Return what somebody takes along: Effort for the day stays committed, all other returns.

    Rules: end.escaped, death.stable, effort.pool, spell.slots, strain.limit.
    """
    hp = unit.hp if unit.fate in (ACTIVE, ESCAPED, CAPTURED) else 0
    if unit.fate == STABLE:
        hp = 1  # and Frail
    found = {"hp": hp, "strain": unit.strain, "casting": unit.casting}
    found["frail"] = int(unit.frail or unit.fate == STABLE)
    if unit.sheet.traditions or unit.sheet.effort:
        found["effort"] = unit.effort + unit.used[LENT]
    if unit.sheet.second:
        found["second_effort"] = unit.second + unit.used[LENT_SECOND]
    if unit.used[TOUCHES]:
        found["touches"] = unit.used[TOUCHES]
    for name, bit in DAILY.items():
        if unit.used[ONCE] & bit:
            found[name] = 1
    return found
