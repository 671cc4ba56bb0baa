"""Falling, dying and being saved."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.rulesets.sovereign.state import (
    ACTIVE,
    DEAD,
    ESCAPED,
    MORTAL,
    MOST,
    NATURAL,
    STABLE,
    Body,
    Field,
)

ROUNDS_TO_LIVE = 6


def drop(field: Field, target: Body, source: int, *, spares: bool) -> None:
    """Bring somebody to 0 HP.

    Rules: death.npc, death.mortally-injured, death.less-lethal, death.frail.
    """
    fall(field, target)
    if target.frail:
        die(field, target, "death.frail")
    elif spares and source >= 0 and field.units[source].present:
        actor = field.units[source]
        options = [(PASS, "spare"), (1, "do not spare")]
        if field.ask(Menu(actor.seats, source, "death.less-lethal", options)) == PASS:
            lie(field, target, STABLE, "death.less-lethal")
            return
        finish(field, target)
    else:
        finish(field, target)


def finish(field: Field, target: Body) -> None:
    if target.sheet.named:
        lie(field, target, MORTAL, "death.mortally-injured")
        if target.sheet.feat("die-hard"):
            lie(field, target, STABLE, "death.stable")
    else:
        die(field, target, "death.npc")


def lie(field: Field, target: Body, fate: int, rule: str) -> None:
    target.fate = fate
    target.fell = field.round
    field.touch()
    if field.watched:
        field.say("stable" if fate == STABLE else "mortally injured", target.index, rule=rule)


def fall(field: Field, target: Body) -> None:
    """Rule: death.falls-prone: prone, hands empty, and all it keeps up ends."""
    target.prone = True
    let_go(field, target)
    drop_hand(field, target)


def let_go(field: Field, target: Body) -> None:
    """End stances, screens, holds and grapples.

    Rules: screen.ends-when-helpless, grapple.release, death.falls-prone.
    """
    target.total = False
    target.ward = -1
    target.holding = False
    target.swarm = -1
    target.grappling = -1
    target.unseen = False
    for other in field.units:
        if other.ward == target.index and target.fate in (DEAD, ESCAPED):
            other.ward = -1


def drop_hand(field: Field, target: Body) -> None:
    """Let what is held fall into the own square. Rule: ready.drop."""
    if target.hand >= 0 and target.stock[target.hand] > 0 and target.cell >= 0:
        litter(field, target.cell, target, target.hand)
        target.stock[target.hand] -= 1
    target.hand = NATURAL


def litter(field: Field, cell: int, owner: Body, weapon: int) -> None:
    """Rule: ranged.thrown-lands."""
    number = field.library.weapons.index(owner.sheet.weapons[weapon])
    field.litter.append(cell * MOST + number)
    field.litter.sort()
    field.touch()


def die(field: Field, target: Body, rule: str) -> None:
    leave(field, target, DEAD, rule)


def leave(field: Field, target: Body, fate: int, rule: str) -> None:
    """Take somebody out of the fight. Rules: end.escaped, morale.surrender, grid.pass-fallen."""
    if fate != ESCAPED:
        drop_hand(field, target)
    target.fate = fate
    target.hp = 0 if fate == DEAD else target.hp
    let_go(field, target)
    for other in field.units:
        if other.grappling == target.index:
            other.grappling = -1
    field.leave(target)
    target.present = False
    field.stir = True
    field.touch()
    if field.watched:
        name = "dies" if fate == DEAD else "escapes" if fate == ESCAPED else "surrenders"
        field.say(name, target.index, rule=rule)


def wake(field: Field, target: Body) -> None:
    """Rules: death.healed, death.stable."""
    if target.fate in (MORTAL, STABLE) and target.hp > 0:
        target.fate = ACTIVE
        target.prone = True
        target.frail = True
        target.fell = 0
        field.touch()
        if field.watched:
            field.say("wakes", target.index, rule="death.healed")


def expire(field: Field) -> None:
    """Let those die whose time is up. Rule: death.six-rounds."""
    for unit in field.units:
        if unit.fate == MORTAL and field.round >= unit.fell + ROUNDS_TO_LIVE:
            die(field, unit, "death.six-rounds")
