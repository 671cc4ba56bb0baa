"""Falling, dying and being saved."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.rulesets.sovereign import gm
from affray.rulesets.sovereign.condition import INVISIBLE
from affray.rulesets.sovereign.state import (
    ACTIVE,
    CAPTURED,
    DEAD,
    ESCAPED,
    MORTAL,
    MOST,
    NATURAL,
    ONCE,
    SPENT_DIE_HARD,
    STABLE,
    Body,
    Field,
)

ROUNDS_TO_LIVE = 6


def drop(field: Field, target: Body, source: int, *, spares: bool, executed: bool = False) -> None:
    """Bring somebody to 0 HP; an execution leaves even the nameless Mortally Injured.

    Rules: death.npc, death.mortally-injured, death.less-lethal, death.frail, execution.fail.
    """
    if clings(target):
        target.hp = 1
        target.used[ONCE] |= SPENT_DIE_HARD
        return
    fall(field, target)
    if target.frail:
        die(field, target, "death.frail")
    elif spares and source >= 0 and field.units[source].present and spared(field, source):
        lie(field, target, STABLE, "death.less-lethal")
    elif executed or target.sheet.named:
        maim(field, target)
    else:
        die(field, target, "death.npc")


def spared(field: Field, source: int) -> bool:
    """Ask whether a less-lethal blow is meant to leave its victim alive.

    Rule: death.less-lethal.
    """
    options = [(PASS, "spare"), (1, "do not spare")]
    asked = Menu(field.units[source].seats, source, "death.less-lethal", options)
    return field.ask(asked) == PASS


def clings(target: Body) -> bool:
    """Return whether the twice Die Hard keep 1 HP, the first time in a day."""
    return target.sheet.feat("die-hard") > 1 and not target.used[ONCE] & SPENT_DIE_HARD


def maim(field: Field, target: Body) -> None:
    """Rule: death.mortally-injured; some stabilise by themselves."""
    lie(field, target, MORTAL, "death.mortally-injured")
    if target.sheet.feat("die-hard") or "vital-furnace" in target.sheet.arts:
        lie(field, target, STABLE, "death.stable")


def lie(field: Field, target: Body, fate: int, rule: str) -> None:
    if target.fate != MORTAL:
        target.fell = field.round
    target.fate = fate
    field.mark_changed()
    if field.watched:
        field.say("stable" if fate == STABLE else "mortally injured", target.index, rule=rule)


def fall(field: Field, target: Body) -> None:
    """Rule: death.falls-prone: prone, hands empty, and all it keeps up ends."""
    target.prone = True
    let_go(field, target)
    drop_hands(field, target)


def let_go(field: Field, target: Body) -> None:
    """End stances, screens, holds and grapples.

    Rules: screen.ends-when-helpless, grapple.release, death.falls-prone.
    """
    target.total = False
    target.wards = 0
    target.holding = False
    target.swarm = -1
    target.grappling = -1
    target.unseen = target.has(INVISIBLE)
    for other in field.units:
        if target.fate in (DEAD, ESCAPED):
            other.wards &= ~(1 << target.index)


def drop_hands(field: Field, target: Body) -> None:
    """Let what is held fall into the own square. Rule: ready.drop."""
    for weapon in (target.hand, target.off):
        let_fall(field, target, weapon)
    target.hand = NATURAL
    target.off = NATURAL


def let_fall(field: Field, target: Body, weapon: int) -> None:
    if weapon >= 0 and target.stock[weapon] > 0 and target.cell >= 0:
        litter(field, target.cell, target, weapon)
        target.stock[weapon] -= 1


def disarm(field: Field, target: Body) -> None:
    """Lay down every weapon that is Readied. Rule: morale.surrender."""
    for weapon, count in enumerate(target.stock[:]):
        for _ in range(count):
            let_fall(field, target, weapon)


def litter(field: Field, cell: int, owner: Body, weapon: int) -> None:
    """Rule: ranged.thrown-lands."""
    number = field.library.weapons.index(owner.sheet.weapons[weapon])
    field.litter.append(cell * MOST + number)
    field.litter.sort()
    field.mark_changed()


def die(field: Field, target: Body, rule: str) -> None:
    leave(field, target, DEAD, rule)


def leave(field: Field, target: Body, fate: int, rule: str) -> None:
    """Take somebody out of the fight. Rules: end.escaped, grid.pass-fallen, morale.surrender."""
    if fate == CAPTURED:
        disarm(field, target)
    if fate != ESCAPED:
        drop_hands(field, target)
    if fate == DEAD:
        target.hp = 0
        for cell in field.grid.footprint(target.cell, target.size):
            field.corpses.append(cell * 10 + target.side)
        field.corpses.sort()
    target.fate = fate
    let_go(field, target)
    for other in field.units:
        if other.grappling == target.index:
            other.grappling = -1
    if fate != CAPTURED:
        field.leave(target)
        target.present = False
    field.stir = True
    field.mark_changed()
    if field.watched:
        name = "dies" if fate == DEAD else "escapes" if fate == ESCAPED else "surrenders"
        field.say(name, target.index, rule=rule)
    gm.check_morale(field, target)


def resist_again(field: Field, target: Body) -> None:
    """Let one who surrendered fight again when an enemy attacks it. Rule: morale.surrender."""
    if target.fate == CAPTURED and target.present:
        target.fate = ACTIVE
        target.broken = False
        target.retreating = False
        field.mark_changed()
        if field.watched:
            field.say("fights again", target.index, rule="morale.surrender")


def wake(field: Field, target: Body) -> None:
    """Rules: death.healed, death.stable."""
    if target.fate in (MORTAL, STABLE) and target.hp > 0:
        target.fate = ACTIVE
        target.prone = True
        target.frail = True
        target.fell = 0
        field.mark_changed()
        if field.watched:
            field.say("wakes", target.index, rule="death.healed")


def expire(field: Field) -> None:
    """Let those die whose time is up. Rule: death.six-rounds."""
    for who in field.asked():
        unit = field.units[who]
        if unit.fate == MORTAL and field.round >= unit.fell + ROUNDS_TO_LIVE:
            die(field, unit, "death.six-rounds")
