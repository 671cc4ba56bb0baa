"""The lineup: in which order units come up, and where newcomers stand in it."""

from __future__ import annotations

from affray.core.dice import INITIATIVE
from affray.core.event import RoundBegan
from affray.rulesets.quest.condition.modifiers import agility
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import COME_UP_PHASE


def in_order(combat: QuestCombat) -> list[int]:
    """Return everybody in lineup order; before there is a lineup by Agility and roster.

    Rule: initiative.opening-attack.
    """
    if combat.lineup.order:
        return combat.lineup.order
    found: list[int] = []
    for unit in combat.units:
        place = len(found)
        while place > 0 and agility(combat.units[found[place - 1]]) < agility(unit):
            place -= 1
        found.insert(place, unit.index)
    return found


def build_lineup(combat: QuestCombat) -> None:
    """Put everybody in one row by current Agility, initiators at the end.

    Rules: initiative.highest-agility-first, initiative.teams-mixed, initiative.lineup-fixed,
    initiative.initiator-last, initiative.initiator-agility-unchanged.
    """
    others = [
        unit.index for unit in combat.units if unit.present and unit.index not in combat.initiators
    ]
    combat.placed = tuple([agility(unit) for unit in combat.units])
    combat.lineup.order = [*by_agility(combat, others), *combat.initiators]
    combat.lineup.at = 0
    combat.phase = COME_UP_PHASE
    if combat.watched:
        combat.tell(RoundBegan(combat.round, "initiative.highest-agility-first"))


def by_agility(combat: QuestCombat, who: list[int]) -> list[int]:
    """Order units, or those who initiated, by descending Agility; equals roll a d20 each.

    Rules: initiative.ties-roll-off, initiative.several-initiators.
    """
    found: list[int] = []
    left = who[:]
    while left:
        best = max([agility(combat.units[one]) for one in left])
        tied = [one for one in left if agility(combat.units[one]) == best]
        found += roll_off(combat, tied)
        left = [one for one in left if one not in tied]
    return found


def roll_off(combat: QuestCombat, tied: list[int]) -> list[int]:
    """Order units of equal Agility by a d20 each, and again while some are still equal."""
    if len(tied) < 2:
        return tied
    totals = [combat.roll(20, INITIATIVE, who, "initiative.ties-roll-off") for who in tied]
    found: list[int] = []
    for face in range(20, 0, -1):
        same = [tied[n] for n in range(len(tied)) if totals[n] == face]
        found += roll_off(combat, same)
    return found


def enter_lineup(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Put a newcomer behind all that were placed by an equal or higher modifier.

    Before any initiator; if somebody behind that place has already come up it gets no turn in this
    round. Rule: initiative.newcomers.
    """
    order = combat.lineup.order
    if not order:
        return  # it joins when the lineup is built
    place = 0
    for number in range(len(order)):
        who = order[number]
        if who not in combat.initiators and combat.placed[who] >= combat.placed[unit.index]:
            place = number + 1
    behind = [combat.units[who] for who in order[place:]]
    order.insert(place, unit.index)
    if any(unit.acted or unit.delayed for unit in behind):
        unit.acted = True
        combat.lineup.at += 1
    else:
        combat.lineup.at = min(combat.lineup.at, place)  # behind it are only the gone
