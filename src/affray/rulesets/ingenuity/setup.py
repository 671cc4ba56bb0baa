"""Before the first turn: the order of teams, deployment, and whether an ambush succeeds."""

from __future__ import annotations

from affray.core.choice import Menu
from affray.core.grid import ALTERNATING
from affray.rulesets.ingenuity import ground, occupied, test
from affray.rulesets.ingenuity.state import (
    AGILITY,
    DEPLOY_PHASE,
    DEXTERITY,
    PICK_PHASE,
    RESOLVE,
    IngenuityCombat,
    Unit,
)


def quickest(combat: IngenuityCombat) -> int:
    """Return the team with the quickest member, the players' on a tie.

    Rule: setup.initiative.no-instigator.
    """
    best = 0
    most = -1
    players = combat.side_seats[0] if combat.side_seats else 1
    sides = range(len(combat.side_ids))
    order = [side for side in sides if combat.side_seats[side] == players]
    order += [side for side in sides if combat.side_seats[side] != players]
    for side in order:
        for unit in combat.units:
            if unit.side == side and not unit.arrives:
                own = unit.sheet.attributes
                value = own[RESOLVE] // 2 + own[DEXTERITY] // 2
                if value > most:
                    best, most = side, value
    return best


def order_teams(combat: IngenuityCombat, instigating: int) -> list[int]:
    """Return the teams as they stand without a word of the GM.

    Instigator or quickest, attacked, the others as listed.
    Rules: setup.initiative.instigator, setup.initiative.attacked, setup.initiative.others.
    """
    order = [instigating if instigating >= 0 else quickest(combat)]
    if combat.aimed >= 0 and combat.units[combat.aimed].side not in order:
        order.append(combat.units[combat.aimed].side)
    late = latecomers(combat)
    for side in range(len(combat.side_ids)):
        if side not in order and side not in late:
            order.append(side)
    return order + [side for side in late if side not in order]


def arrange(combat: IngenuityCombat) -> None:
    """Fix the order of teams; the GM names what the story leaves open.

    Rules: setup.initiative.others, setup.initiative.no-instigator, setup.initiative.fixed,
    setup.combat-start, gm.seat.
    """
    began = combat.began
    usual = order_teams(combat, began)
    late = latecomers(combat)
    order: list[int] = []
    while len(order) < len(usual):
        rest = [side for side in range(len(usual)) if side not in order]
        if len(order) < len(usual) - len(late):
            rest = [side for side in rest if side not in late]
        left = [side for side in usual if side in rest]
        default = left[0]
        named = len(order) == 0 and began >= 0
        if len(order) == 1 and combat.aimed >= 0:
            named = True  # setup.initiative.attacked
        side = default
        if not named and len(rest) > 1 and default not in late:
            rule = "setup.initiative.others" if order else "setup.initiative.no-instigator"
            options = [(1 + one, combat.side_ids[one]) for one in rest]
            side = combat.ask(Menu(1 << combat.gm, -1, rule, options, 1 + default)) - 1
        order.append(side)
    combat.rota.order = order
    combat.rota.at = len(order) - 1
    combat.phase = DEPLOY_PHASE
    combat.mark_changed()


def deploy(combat: IngenuityCombat) -> None:
    """Place one member, the first team last. Rule: setup.deployment."""
    for side in reversed(combat.rota.order):
        for unit in combat.units:
            if unit.side == side and unit.cell < 0 and unit.present:
                place(combat, unit)
                return
    combat.phase = PICK_PHASE
    combat.mark_changed()
    if combat.watched:
        combat.say("round", -1, -1, "", combat.round, "setup.initiative.fixed")


def place(combat: IngenuityCombat, unit: Unit) -> None:
    """Let a team place a member in its zone, or as near to it as there is room."""
    zone = [unit.entry] if unit.entry >= 0 else combat.starts[unit.side]
    places = [
        cell
        for cell in zone
        if ground.standing(combat, cell, unit.size) and occupied.room(combat, unit, cell)
    ]
    if not places:
        near = [
            (min([combat.grid.distance(cell, one, ALTERNATING) for one in zone] or [0]), cell)
            for cell in range(combat.grid.size)
            if ground.standing(combat, cell, unit.size) and occupied.room(combat, unit, cell)
        ]
        places = [min(near)[1]] if near else []
    if not places:
        unit.present = False
        combat.mark_changed()
        return
    options = [(1 + cell, combat.grid.name(cell)) for cell in places]
    answer = options[0][0]
    if len(options) > 1:
        menu = Menu(unit.seats, unit.index, "setup.deployment", options, answer)
        answer = combat.ask(menu)
    combat.stand(unit, answer - 1)


def reinforce(combat: IngenuityCombat) -> None:
    """Let those join who arrive in the round that begins. Rule: setup.initiative.fixed."""
    for who in combat.in_order():
        unit = combat.units[who]
        if unit.awaited() and unit.arrives <= combat.round:
            unit.present = True
            place(combat, unit)
            if unit.present and combat.watched:
                rule = "setup.initiative.fixed"
                combat.say("joins", who, -1, "", 0, rule, cell=unit.cell)


def latecomers(combat: IngenuityCombat) -> list[int]:
    """Return the teams that join later, the first to come first. Rule: setup.initiative.fixed."""
    found: list[tuple[int, int]] = []
    for side in range(len(combat.side_ids)):
        rounds = [unit.arrives for unit in combat.units if unit.side == side]
        if rounds and min(rounds) > 0:
            found.append((min(rounds), side))
    found.sort()
    return [side for _, side in found]


def stalk(combat: IngenuityCombat) -> None:
    """Test whether those who approach unseen surprise the others: all of them, or nobody.

    Rules: surprise.causes, surprise.third-teams, dice.order, attack.noisy, condition.prone.
    """
    combat.ambush = False
    order = [combat.units[who] for who in combat.in_order()]
    stealthy = [one for one in order if sneaks(combat, one)]
    found = False
    wary = [one for one in combat.units if one.side in combat.surprised and one.awake]
    best = max([one.sheet.perception for one in wary if one.present] or [0])
    for unit in stealthy:
        made = test.Test(unit, DEXTERITY, AGILITY, "surprise.causes")
        made.proficiency = unit.sheet.proficiencies.get("Stealth", 0)
        made.worse = 1 if unit.sheet.noisy else 0
        made.better = 1 if unit.prone else 0
        made.level = best
        unit.stealth = test.make(combat, made)
        found = found or unit.stealth < best
    if found:
        combat.surprised = []
        combat.round = 1
    combat.mark_changed()


def sneaks(combat: IngenuityCombat, unit: Unit) -> bool:
    """Return whether somebody approaches unseen: of the team of which the encounter says so.

    Rule: surprise.third-teams.
    """
    if not unit.able() or unit.side in combat.surprised:
        return False
    return combat.surprising in (-1, unit.side)
