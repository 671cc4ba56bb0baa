"""Before the first turn: surprise and initiative."""

from __future__ import annotations

from affray.core.dice import INITIATIVE
from affray.rulesets.sovereign import execution, gm, sheet
from affray.rulesets.sovereign.state import INITIATIVE_PHASE, ROUND_PHASE, Body, Field


def begin(field: Field) -> None:
    """Make executions, and settle who is surprised; their enemies have a free round.

    Rules: surprise.free-round, surprise.gm-decides, surprise.is-round-zero,
    surprise.free-round-order, execution.unsuspecting.
    """
    field.phase = INITIATIVE_PHASE
    field.round = 0
    if field.executions:
        execution.carry_out(field)
    field.round = 1
    how, _, names = field.surprise.partition(" ")
    taken = [int(word) for word in names.split()]
    if "surprise" in field.topics:
        taken = asked(field, taken)
        how = how or "given"
    free = [side for side in range(len(field.side_ids)) if side not in taken]
    for side in taken:
        if execution.anticipates(field, side) or not free:
            continue
        if how == "given" or succeeds(field, free[0], side, how):
            surprise(field, side)
    off = [
        side for side in taken if any([one.surprised for one in field.units if one.side == side])
    ]
    if off:
        field.round = 0
        others = [side for side in range(len(field.side_ids)) if side not in off]
        field.order = [side for side in others if side == field.party]
        field.order += [side for side in others if side != field.party]
        field.phase = ROUND_PHASE


def asked(field: Field, taken: list[int]) -> list[int]:
    """Let the GM say of every side whether it may be surprised. Rule: surprise.gm-decides."""
    found: list[int] = []
    for side, name in enumerate(field.side_ids):
        if gm.rules(field, "surprise", -1, side in taken, f"{name} can be surprised"):
            found.append(side)
    return found


def surprise(field: Field, side: int) -> None:
    """Rules: surprise.no-reactions; the Alert are never surprised."""
    for unit in field.units:
        if unit.side == side and not unit.sheet.feat("alert"):
            unit.surprised = True
    field.mark_changed()


def succeeds(field: Field, by: int, on: int, how: str) -> bool:
    """Roll to surprise a group. Rules: surprise.opposed-check, check.group."""
    bonuses = [approach(unit, how) for unit in field.units if unit.side == by and unit.able()]
    wary = [notice(unit) for unit in field.units if unit.side == on and unit.able()]
    if not bonuses or not wary:
        return False
    best = max(bonuses)
    others = bonuses[:]
    others.remove(best)
    group = best + len([n for n in others if n > 0]) - len([n for n in others if n < 0])
    leader = field.units[leader_of(field, by, how)]
    name = "sneak" if how == "stealth" else "exert"
    number = sheet.OPPOSED + max(wary)
    return sheet.skill_check(field, leader, name, group, number, "surprise.opposed-check")


def leader_of(field: Field, by: int, how: str) -> int:
    """Return who rolls for a group: the first of the best. Rule: check.group."""
    best = -1
    for unit in field.units:
        if unit.side == by and unit.able():
            if best < 0 or approach(unit, how) > approach(field.units[best], how):
                best = unit.index
    return best


def approach(unit: Body, how: str) -> int:
    own = unit.sheet
    if how == "stealth":
        return sheet.mod(own, sheet.DEX) + sheet.skill(own, "sneak")
    return sheet.mod(own, sheet.STR) + sheet.skill(own, "exert")


def notice(unit: Body) -> int:
    return sheet.mod(unit.sheet, sheet.WIS) + sheet.skill(unit.sheet, "notice")


def roll_initiative(field: Field) -> None:
    """Roll once for every side.

    Rules: init.one-roll-per-side, init.party-dex, init.highest-first, init.party-wins-ties,
    init.never-rerolled.
    """
    for unit in field.units:
        unit.surprised = False
    totals: list[int] = []
    taking: list[int] = []  # sides of which somebody is left
    for side in range(len(field.side_ids)):
        totals.append(0)
        if any([unit.side == side and unit.present for unit in field.units]):
            taking.append(side)
            who = first_of(field, side)
            totals[side] = field.roll(8, INITIATIVE, who, "init.one-roll-per-side")
            totals[side] += edge(field, side)
    field.order = ordered(field, taking, totals)
    field.round = 1
    field.turn_of = 0
    field.phase = ROUND_PHASE
    if field.watched:
        field.say(
            "initiative", -1, field.order[0], "", totals[field.order[0]], "init.highest-first"
        )


def edge(field: Field, side: int) -> int:
    members = [unit.sheet for unit in field.units if unit.side == side and unit.present]
    alert = 1 if any([one.feat("alert") for one in members]) else 0
    if side != field.party:
        return alert
    return alert + max([sheet.mod(one, sheet.DEX) for one in members])


def first_of(field: Field, side: int) -> int:
    for unit in field.units:
        if unit.side == side:
            return unit.index
    return 0


def ordered(field: Field, sides: list[int], totals: list[int]) -> list[int]:
    """Rules: init.highest-first, init.party-wins-ties, init.other-ties."""
    found: list[int] = []
    left = sides[:]
    while left:
        best = max([totals[side] for side in left])
        tied = [side for side in left if totals[side] == best]
        left = [side for side in left if side not in tied]
        if field.party in tied:
            found.append(field.party)
            tied.remove(field.party)
        if len(tied) > 1:
            again = totals[:]
            for side in tied:
                again[side] = field.roll(8, INITIATIVE, first_of(field, side), "init.other-ties")
            tied = ordered(field, tied, again)
        found += tied
    return found
