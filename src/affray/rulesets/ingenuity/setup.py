"""Before the first turn: deployment and the order of teams."""

from __future__ import annotations

from affray.core.choice import Menu
from affray.rulesets.ingenuity import movement
from affray.rulesets.ingenuity.state import (
    DEXTERITY,
    ORDER_PHASE,
    PICK_PHASE,
    RESOLVE,
    IngenuityCombat,
)


def first_team(combat: IngenuityCombat, instigating: int) -> int:
    """Return the team that goes first.

    Rules: setup.initiative.instigator, setup.initiative.no-instigator.
    """
    if instigating >= 0:
        return instigating
    best = 0
    most = -1
    for side in range(len(combat.side_ids)):
        for unit in combat.units:
            if unit.side == side:
                own = unit.sheet.attributes
                value = own[RESOLVE] // 2 + own[DEXTERITY] // 2
                if value > most:
                    best, most = side, value
    return best


def order_teams(combat: IngenuityCombat, instigating: int) -> list[int]:
    """Return the teams: instigator, attacked, the others as listed.

    Rules: setup.initiative.attacked, setup.initiative.others.
    """
    order = [first_team(combat, instigating)]
    if combat.aimed >= 0 and combat.units[combat.aimed].side not in order:
        order.append(combat.units[combat.aimed].side)
    for side in range(len(combat.side_ids)):
        if side not in order:
            order.append(side)
    return order


def deploy(combat: IngenuityCombat) -> None:
    """Place one member, the first team last. Rule: setup.deployment."""
    for side in reversed(combat.rota.order):
        for unit in combat.units:
            if unit.side == side and unit.cell < 0 and unit.present:
                places = [
                    cell
                    for cell in combat.starts[side]
                    if movement.standing(combat, cell, unit.size) and combat.free(cell, unit.size)
                ]
                if not places:
                    unit.present = False
                    combat.touch()
                    return
                options = [(1 + cell, combat.grid.name(cell)) for cell in places]
                answer = options[0][0]
                if len(options) > 1:
                    menu = Menu(unit.seats, unit.index, "setup.deployment", options, answer)
                    answer = combat.ask(menu)
                combat.stand(unit, answer - 1)
                return
    combat.phase = ORDER_PHASE


def arrange(combat: IngenuityCombat) -> None:
    """Let the GM order the teams beyond the second. Rules: setup.initiative.others, gm.seat."""
    order = combat.rota.order[:2]
    rest = combat.rota.order[2:]
    while len(rest) > 1:
        options = [(1 + side, combat.side_ids[side]) for side in rest]
        menu = Menu(1 << combat.gm, -1, "setup.initiative.others", options, options[0][0])
        side = combat.ask(menu) - 1
        rest.remove(side)
        order.append(side)
    combat.rota.order = order + rest
    combat.rota.at = len(combat.rota.order) - 1
    combat.phase = PICK_PHASE
    if combat.watched:
        combat.say("round", -1, -1, "", combat.round, "setup.initiative.fixed")
