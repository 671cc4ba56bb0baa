"""Before the first turn: surprise and initiative."""

from __future__ import annotations

from affray.core.dice import INITIATIVE
from affray.rulesets.sovereign import sheet
from affray.rulesets.sovereign.state import INITIATIVE_PHASE, ROUND_PHASE, Body, Field


def begin(field: Field) -> None:
    """Settle who is surprised; enemies of the surprised have a free round.

    Rules: surprise.free-round, surprise.gm-decides, surprise.is-round-zero.
    """
    field.phase = INITIATIVE_PHASE
    field.round = 1
    if not field.surprise:
        return
    how, _, names = field.surprise.partition(" ")
    taken = [int(word) for word in names.split()]
    free = [side for side in range(len(field.side_ids)) if side not in taken]
    for side in taken:
        if how == "given" or succeeds(field, free[0], side, how):
            surprise(field, side)
    if any([unit.surprised for unit in field.units]):
        field.round = 0
        field.order = [side for side in (field.party, *free) if side in free]
        field.order = [side for n, side in enumerate(field.order) if side not in field.order[:n]]
        field.phase = ROUND_PHASE


def surprise(field: Field, side: int) -> None:
    """Rules: surprise.no-reactions; the Alert are never surprised."""
    for unit in field.units:
        if unit.side == side and not unit.sheet.feat("alert"):
            unit.surprised = True
    field.touch()


def succeeds(field: Field, by: int, on: int, how: str) -> bool:
    """Roll to surprise a group. Rules: surprise.opposed-check, check.group."""
    bonuses = [approach(unit, how) for unit in field.units if unit.side == by]
    wary = [notice(unit) for unit in field.units if unit.side == on]
    best = max(bonuses)
    others = bonuses[:]
    others.remove(best)
    group = best + len([n for n in others if n > 0]) - len([n for n in others if n < 0])
    who = first_of(field, by)
    return sheet.check(field, who, group, sheet.OPPOSED + max(wary), "surprise.opposed-check")


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
    for side in range(len(field.side_ids)):
        total = field.roll(8, INITIATIVE, first_of(field, side), "init.one-roll-per-side")
        total += edge(field, side)
        totals.append(total)
    field.order = ordered(field, list(range(len(totals))), totals)
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
