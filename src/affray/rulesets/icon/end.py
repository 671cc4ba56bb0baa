"""The end of a fight: when it is over, and what ceases then."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.event import Ended, Fell, Rose
from affray.core.setup import Objective
from affray.rulesets.icon import choice, death, gm, ledger
from affray.rulesets.icon.definitions import IMMOBILE
from affray.rulesets.icon.geometry import distance
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import ACTIVE, DEFEATED, FLED

CLEANUP: Final = "end.cleanup"


def in_fight(unit: IconCombatant) -> bool:
    """Return whether somebody is in the fight still, or will be again.

    Rules: end.side-out, terrain.edge-pc-return, turn.reinforcements.
    """
    return unit.able() or unit.returns() or unit.awaited()


def check(combat: IconCombat) -> None:
    """End the fight when a side has nobody left. Rules: end.side-out, end.total-defeat."""
    if combat.outcome:
        return
    for number, thing in enumerate(combat.things):
        if thing.wins >= 0 and combat.worked[number] >= thing.times:
            close(combat, thing.wins, "end.alternate-conditions")
            return
    if contested(combat):
        return
    left, lost = sides_left(combat)
    if len(left) > 1 or (not combat.last_standing and left):
        return
    rule = "end.total-defeat" if lost and left else "end.side-out"
    close(combat, left[0] if left else -1, rule)


def contested(combat: IconCombat) -> bool:
    """Return whether both sides have somebody left, a player character among them.

    Then nothing ends, and that is seen soon; else it still may not. Rule: end.side-out.
    """
    here = 0
    hero = False
    for unit in combat.units:
        if here >> unit.side & 1 and (hero or not unit.sheet.pc):
            continue
        if in_fight(unit):
            here |= 1 << unit.side
            hero = hero or unit.sheet.pc
            if here == 3 and hero:
                return True
    return False


def over(combat: IconCombat) -> bool:
    """Return whether a side has nobody left: it ends at once. Rule: end.side-out."""
    if contested(combat):
        return False
    left, _ = sides_left(combat)
    return len(left) < 2 and (combat.last_standing or not left)


def sides_left(combat: IconCombat) -> tuple[list[int], bool]:
    """Return the sides with somebody left, and whether the party is totally defeated.

    Rules: end.side-out, end.total-defeat.
    """
    here = [False, False]
    players = False
    lost = True  # every player character is defeated or dead
    for unit in combat.units:
        if here[unit.side] and not unit.sheet.pc:
            continue
        fights = in_fight(unit)
        here[unit.side] = here[unit.side] or fights
        if unit.sheet.pc:
            players = True
            lost = lost and not fights and unit.fate != FLED
    lost = lost and players
    if lost:
        here[0] = False
    return [side for side, alive in enumerate(here) if alive], lost


def objectives(combat: IconCombat, *, round_end: bool) -> None:
    """Look at other conditions, at the end of every turn and round.

    Rule: end.alternate-conditions.
    """
    for number, objective in enumerate(combat.objectives):
        if objective.kind == "hold" and round_end:
            kept = len(standing(combat, objective, objective.side)) > 0 and not rivals(
                combat, objective
            )
            combat.kept[number] = combat.kept[number] + 1 if kept else 0
        if not combat.outcome and reached(combat, number, objective, round_end=round_end):
            winner = objective.side if objective.wins else 1 - objective.side
            close(combat, winner, "end.alternate-conditions")


def standing(combat: IconCombat, one: Objective, side: int) -> list[IconCombatant]:
    """Return those of a side who stand in the zone of a condition."""
    found: list[IconCombatant] = []
    for unit in combat.units:
        if unit.side == side and unit.able():
            if any(cell in one.cells for cell in distance.footprint(combat, unit)):
                found.append(unit)
    return found


def rivals(combat: IconCombat, one: Objective) -> list[IconCombatant]:
    """Return those of other sides who stand in the zone of a condition."""
    return standing(combat, one, 1 - one.side)


def left_by(combat: IconCombat, one: Objective) -> list[IconCombatant]:
    """Return those of the side who fled by the zone of a condition."""
    return [
        unit
        for unit in combat.units
        if unit.side == one.side and unit.fate == FLED and unit.off in one.cells
    ]


def reached(combat: IconCombat, number: int, one: Objective, *, round_end: bool) -> bool:
    """Return whether a condition is met now. Rule: end.alternate-conditions."""
    if one.kind == "reached":
        if one.when == "round-end" and not round_end:
            return False
        there = standing(combat, one, one.side) + left_by(combat, one)
        return len(there) >= max(1, one.number)
    named = [unit for unit in combat.units if unit.name in one.who]
    if one.kind == "taken-out":
        return bool(named) and not any(in_fight(unit) for unit in named)
    if not round_end:
        return False
    if one.kind == "hold":
        return combat.kept[number] >= max(1, one.number)
    if combat.round < one.number:
        return False
    if one.kind == "rounds-survived":
        return any(unit.side == one.side and in_fight(unit) for unit in combat.units)
    if one.kind == "protect":
        whole = all(combat.toughness[cell] > 0 for cell in one.cells)
        return whole and all(unit.fate == ACTIVE for unit in named)
    return one.kind == "clear" and not rivals(combat, one)


def close(combat: IconCombat, winner: int, rule: str) -> None:
    """End the fight.

    Rules: end.cleanup, resource.resolve-lost, defeat.incapacity-ends, blight.persist.
    """
    combat.outcome = rule
    for unit in combat.units:
        ledger.drop_all(combat, unit, CLEANUP)
        ledger.set_vigor(combat, unit, 0, CLEANUP)
        ledger.set_resolve(combat, unit, 0, CLEANUP)
        unit.combo = 0
        ledger.set_pending(combat, unit, [], CLEANUP)
        unit.delays = []
        unit.must_slow = False
        ledger.set_actions(combat, unit, 0, CLEANUP)
        if unit.fate == DEFEATED and unit.side == 0 and unit.present:
            unit.fate = ACTIVE
            ledger.set_hp(combat, unit, 1, "defeat.incapacity-ends")
            if combat.watched:
                combat.tell(Rose(unit.index, "defeat.incapacity-ends"))
    combat.patches = [patch for patch in combat.patches if not patch.summon]
    combat.mark_changed()
    combat.active = -1
    combat.winner = winner
    if rule == "end.total-defeat":
        gm.decide_party(combat)
    gm.decide_fates(combat)
    if combat.watched:
        combat.tell(Ended(rule, winner))


def flee(combat: IconCombat, unit: IconCombatant) -> None:
    """Ask whoever ends its turn on an exit whether it flees. Rule: end.flee."""
    cells = [cell for cell in distance.footprint(combat, unit) if cell in combat.leaving]
    if not unit.able() or not cells or unit.holds(IMMOBILE):
        return
    menu = [(PASS, "stay"), (1, "flee")]
    if combat.ask(choice.Pick(unit.seats, unit.index, "end.flee", menu, "flee")) != PASS:
        unit.fate = FLED
        if combat.watched:
            combat.tell(Fell(unit.index, "end.flee", -1, "flees"))
        death.leave(combat, unit, "end.flee")
        unit.off = cells[0]
