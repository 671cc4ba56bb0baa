"""What the game master says past the rules: who joins, who leaves, whom harm strikes."""

from __future__ import annotations

from affray.core.combat import RULE_OVERRIDE, Harm
from affray.core.errors import InvalidError
from affray.core.event import Fell
from affray.core.setup import Member
from affray.rulesets.thrum import resource
from affray.rulesets.thrum.death import minion_of, release_all, revive_without_load, vanish
from affray.rulesets.thrum.feature import Trigger
from affray.rulesets.thrum.ledger import put_on, set_kept, set_load, set_stance, take_off
from affray.rulesets.thrum.reaction.listening import heard
from affray.rulesets.thrum.reaction.triggers import trigger
from affray.rulesets.thrum.setup import sheet_of
from affray.rulesets.thrum.sheet.sheet import minion_sheet
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    DELAY_PHASE,
    END_PHASE,
    FATIGUE,
    INITIATIVE_PHASE,
    LOADS,
    PLACE_PHASE,
    STRESS,
    TAKEN,
)


def enlist(combat: ThrumCombat, member: Member) -> None:
    """Add a newcomer, and the Minion that it may have. Rules: setup.sides, setup.reinforcements.

    Raises:
        InvalidError: it is a PC among those who oppose the PCs.
    """
    sheet = sheet_of(member)
    if sheet.pc and member.side != combat.pcs and any(one.sheet.pc for one in combat.units):
        where = combat.side_ids[combat.pcs]
        raise InvalidError([f"{member.name} is a PC: all of them are {where} [thrum/setup.sides]"])
    if combat.phase == INITIATIVE_PHASE:
        member.arrives = 0  # it rolls with all others
    unit = ThrumCombatant(len(combat.units), member.side, member.name, -1, sheet)
    unit.seats = member.seats
    unit.arrives = member.arrives  # one brought in during a round waits for the next
    unit.present = False
    resource.take_up(unit, member.values)
    combat.units.append(unit)
    if sheet.minions:
        name = f"minion-of-{unit.name}"
        minion = ThrumCombatant(len(combat.units), unit.side, name, -1, minion_sheet(sheet.name))
        minion.controller = unit.index
        minion.seats = unit.seats
        minion.present = False
        combat.units.append(minion)
    combat.add_up()


def enter(combat: ThrumCombat, unit: ThrumCombatant, cell: int) -> None:
    """Let a newcomer stand on the map; it rolls for its place in the order when the round begins.

    Until then it stands in the order before whoever's turn it is, as one who has had its own.
    Rule: setup.reinforcements.

    Raises:
        InvalidError: nobody can stand there.
    """
    if not combat.exits.enterable(cell):
        raise InvalidError([f"{unit.name}: nobody can stand at {combat.grid.name(cell)}"])
    unit.arrived = True
    put_on(combat, unit, cell, RULE_OVERRIDE, "joins")
    if combat.phase != INITIATIVE_PHASE:
        lineup = combat.lineup
        combat.initiative += [0] * (len(combat.units) - len(combat.initiative))
        if lineup.order:
            beside = lineup.order[min(lineup.at, len(lineup.order) - 1)]
            combat.initiative[unit.index] = combat.initiative[beside]
        lineup.insert(unit.index, lineup.at)
    combat.refresh_all()


def withdraw(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Take somebody out of the fight with all that is its own: Stances, holds, terrain, Minion.

    Rules: turn.removed-have-none, terrain-effect.applies-to-all, minion.disappears.
    """
    unit.arrived = True  # and comes no more
    minion = minion_of(combat, unit)
    for one in [unit] if minion is None else [minion, unit]:
        if one.stance >= 0:
            set_stance(combat, one, -1, RULE_OVERRIDE)
        if one.kept >= 0:
            set_kept(combat, one, -1, RULE_OVERRIDE)
        release_all(combat, one)
        if one.present:
            take_off(combat, one, RULE_OVERRIDE, "removed")
    combat.terrains = [terrain for terrain in combat.terrains if terrain.creator != unit.index]
    if unit.index in combat.lineup.order:
        here = combat.lineup.order.index(unit.index) == combat.lineup.at
        combat.lineup.remove(unit.index)
        if here and combat.round > 0:
            combat.phase = DELAY_PHASE
        elif here:
            combat.phase = PLACE_PHASE
    if combat.active == unit.index:
        combat.active = -1
        combat.acting = False
    combat.refresh_all()
    if combat.watched:
        combat.tell(Fell(unit.index, RULE_OVERRIDE, -1, "removed"))


def strike(combat: ThrumCombat, unit: ThrumCombatant, harm: Harm) -> None:
    """Let somebody take Fatigue or Stress from nobody, and those respond who do when it has.

    A Minion vanishes. Rules: load.deal-n, minion.disappears, turn.interrupted-by-incapacity.
    """
    load = STRESS if harm.what == LOADS[STRESS] else FATIGUE
    if unit.present and unit.controller >= 0:
        vanish(combat, unit)
    elif unit.present:
        parts = [(harm.amount, RULE_OVERRIDE)]
        after = unit.load(load) + harm.amount
        set_load(combat, unit, load, after, RULE_OVERRIDE, -1, "", parts)
        if heard(combat, TAKEN):
            taken = Trigger(TAKEN, unit.index, unit.index, None)
            taken.load = load
            taken.amount = harm.amount
            trigger(combat, taken)
    if combat.active >= 0:
        acting = combat.units[combat.active]
        if not acting.present:
            combat.active = -1
            combat.acting = False
            combat.phase = DELAY_PHASE
        elif not acting.able():
            combat.phase = END_PHASE


def ruled(combat: ThrumCombat, before: ThrumCombat) -> None:
    """Let one who is Incapacitated and set to no Fatigue Load be up again.

    No number makes anybody fall: that takes a roll. Rules: incapacitated.ends-at-zero-load,
    incapacitated.load-change-does-not-end.
    """
    for unit, was in zip(combat.units, before.units, strict=True):
        if unit.fatigue < 1 <= was.fatigue:
            revive_without_load(combat, unit)
