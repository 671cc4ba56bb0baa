"""Before the first turn: placing, thralls and vanishing, opening attacks, the lineup."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.combat import TURN
from affray.core.dice import INITIATIVE
from affray.rulesets.quest import action, choice, end, geometry, sheet, stealth, summon
from affray.rulesets.quest.state import QuestCombat, Unit, agility, without
from affray.rulesets.quest.terms import COME_UP_PHASE, LINEUP_PHASE, OPENING_PHASE


def face_enemies(combat: QuestCombat, unit: Unit) -> None:
    """Turn a unit without a stated facing to the nearest enemy. Rule: setup.placement."""
    best = -1
    least = 0
    for other in combat.units:
        if other.present and combat.enemies(unit, other):
            apart = geometry.distance(combat, unit, other)
            facing = geometry.facing_to(combat, unit, other)
            if best < 0 or apart < least or (apart == least and facing < best):
                best = facing
                least = apart
    unit.facing = max(best, 0)


def commence(combat: QuestCombat) -> None:
    """Begin the battle: thrall choices, then summons that are no thralls vanish.

    Rules: setup.battle-is-turn-based, thrall.when-paid, setup.unthralled-vanish-at-start.
    """
    for unit in combat.units:
        if unit.present:
            summon.offer_thralls(combat, unit)
    summon.vanish_unthralled(combat, False)
    here = sorted([who for who in combat.opening if combat.units[who].present])
    combat.opening = tuple(by_agility(combat, here))
    combat.initiators = combat.opening
    combat.phase = OPENING_PHASE if combat.opening else LINEUP_PHASE


def open_next(combat: QuestCombat) -> None:
    """Let the next initiator make its opening attack; one that makes none is not placed last.

    Rules: initiative.opening-attack, initiative.several-initiators.
    """
    unit = combat.units[combat.opening[0]]
    combat.opening = combat.opening[1:]
    answer = PASS
    combat.clear(TURN)  # freehit.within-count
    if unit.able():
        unit.aa = 1
        asked = choice.Act(combat, unit, True)
        answer = combat.ask(asked)
        unit.aa = 0
        action.open_hostilities(combat, unit, answer)
    if answer == PASS:
        # It opened nothing: gm.who-initiates.
        combat.initiators = without(combat.initiators, unit.index)
    if not combat.opening:
        combat.phase = LINEUP_PHASE


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
        combat.say("round", -1, -1, "", combat.round, "initiative.highest-agility-first")


def by_agility(combat: QuestCombat, who: list[int]) -> list[int]:
    """Order units by descending Agility; equals roll a d20 each, and again while still tied.

    Rule: initiative.ties-roll-off.
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
    if len(tied) < 2:
        return tied
    totals = [combat.roll(20, INITIATIVE, who, "initiative.ties-roll-off") for who in tied]
    found: list[int] = []
    for face in range(20, 0, -1):
        same = [tied[n] for n in range(len(tied)) if totals[n] == face]
        found += roll_off(combat, same)
    return found


def prepare(combat: QuestCombat) -> None:
    """Do what the encounter states before the first choice: thralls' price, hiding, facings.

    Rules: setup.placement, sneak.ambush, summon.sickness-not-for-old-thralls.
    """
    for unit in combat.units:
        if unit.thrall:
            summoner = combat.units[unit.summoner]
            unit.thrall = sheet.thrall_cost(combat, unit)
            summoner.max_hp -= unit.thrall  # more than it has is refused: summons_faults
            summoner.hp = min(summoner.hp, summoner.max_hp)
        if unit.unseen:
            unit.unseen = 0
            stealth.hide(combat, unit)
        if unit.facing < 0:
            face_enemies(combat, unit)


def begun(combat: QuestCombat) -> bool:
    """Return whether there is a battle at all. Rule: setup.teams."""
    return not end.decided(combat)
