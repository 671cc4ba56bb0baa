"""The end of a battle: leaving it, when it is over, and what ceases then."""

from __future__ import annotations

from affray.core import objectives
from affray.core.event import Ended
from affray.rulesets.quest import summon
from affray.rulesets.quest.condition import posture, states, wounds
from affray.rulesets.quest.death import drop_out
from affray.rulesets.quest.resource import spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import DEFEATED, FATES, FLED, KILLED, SURRENDERED

ONE_LEFT = "end.one-team-left"
OBJECTIVE = "end.objective"


def flee(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Let a unit leave the battle over the map edge. Rules: end.flee, end.objective."""
    if combat.objectives:
        cells = combat.grid.footprint(unit.cell, unit.size)
        objectives.count_leaver(combat.objectives, combat.counts, unit.side, cells)
    drop_out(combat, unit, FLED, "end.flee")


def give_up(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Let a unit surrender. Rule: end.surrender."""
    drop_out(combat, unit, SURRENDERED, "end.surrender")


def active_sides(combat: QuestCombat) -> list[int]:
    """Return the teams that have an active unit, summons of the gone included.

    Rules: setup.teams, summon.summoner-gone.
    """
    found: list[int] = []
    for unit in combat.units:
        if unit.present and unit.side not in found:
            found.append(unit.side)
    return found


def decided(combat: QuestCombat) -> bool:
    """Return whether the battle is over: nothing further happens. Rule: end.checked-at-once."""
    first = -1
    for unit in combat.units:
        if unit.present and unit.side != first:
            if first >= 0:
                return False
            first = unit.side
    return True


def conclude(combat: QuestCombat) -> None:
    """End a battle that is decided.

    Rules: end.one-team-left, end.nobody-left, end.battle-effects-cease.
    """
    sides = active_sides(combat)
    winner = sides[0] if sides else -1
    close(combat, winner, ONE_LEFT if sides else "end.nobody-left")


def close(combat: QuestCombat, winner: int, rule: str) -> None:
    """Let the effects of battle cease, then thrall choices, then vanishing, then MP.

    Rules: end.battle-effects-cease, summon.vanish-at-end, thrall.when-paid, end.mp-refilled.
    """
    for unit in combat.units:
        cease(combat, unit)
    for unit in combat.units:
        if unit.present:
            summon.offer_thralls(combat, unit)
    summon.vanish_unthralled(combat, True)
    for unit in combat.units:
        if unit.present and unit.side == winner:
            before = unit.mp
            unit.mp = unit.sheet.max_mp
            combat.tell_resource(unit.index, "mp", before, unit.mp, "end.mp-refilled")
    combat.mark_changed()
    combat.active = -1
    combat.winner = winner
    combat.outcome = rule
    if combat.watched:
        combat.tell(Ended(rule, winner))


def cease(combat: QuestCombat, unit: QuestCombatant) -> None:
    """End what lasts no longer than a battle. Rule: end.battle-effects-cease."""
    rule = "end.battle-effects-cease"
    states.end_all(combat, unit, rule)
    spending.end_boosts(combat, unit, rule)
    spending.end_dodge(combat, unit, rule)
    posture.end_disengaging(combat, unit, rule)
    wounds.after_battle(combat, unit)


def roll_of(combat: QuestCombat) -> objectives.Roll:
    """Return who is left of a battle, and who is lost to it; whoever fled or gave up is neither."""
    return objectives.Roll(
        [unit.present for unit in combat.units],
        [unit.fate in (DEFEATED, KILLED) for unit in combat.units],
    )


def check_objectives(combat: QuestCombat, moment: int) -> bool:
    """End the battle if an objective of the encounter is met; return whether it is.

    Rule: end.objective.
    """
    if not combat.objectives or combat.outcome:
        return False
    roll = roll_of(combat)
    if moment == objectives.ROUND_END:
        objectives.count_round(combat, combat.objectives, combat.counts, roll)
    winner = objectives.winner(combat, combat.objectives, combat.counts, roll, moment)
    if winner >= 0:
        close(combat, winner, OBJECTIVE)
    return winner >= 0


def check_round_limit(combat: QuestCombat) -> bool:
    """End the battle without a winner if its last round is over; return whether it is.

    Rule: end.round-limit.
    """
    if combat.round < combat.round_limit:
        return False
    close(combat, -1, "end.round-limit")
    return True


def aftermath(unit: QuestCombatant, winner: int, mercy: bool) -> str:
    """Return what becomes of a unit after the battle. Rule: death.after-battle."""
    if unit.fate == KILLED:
        return "dead"
    if unit.fate == DEFEATED:
        return "survives" if mercy and unit.side == winner else "dead"
    return FATES[unit.fate]
