"""Falling, dying and being saved."""

from __future__ import annotations

from affray.core.event import Damaged, Died, Fell, Healed, Rose
from affray.rulesets.sovereign import changes, condition
from affray.rulesets.sovereign.changes import HP
from affray.rulesets.sovereign.choice import menus, morale
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import (
    ACTIVE,
    CAPTURED,
    DEAD,
    ESCAPED,
    FATES,
    MORTAL,
    ONCE,
    SPENT_DIE_HARD,
    STABLE,
)

ROUNDS_TO_LIVE = 6


def drop(
    combat: SovereignCombat,
    target: SovereignCombatant,
    source: int,
    *,
    spares: bool,
    executed: bool = False,
) -> None:
    """Bring somebody to 0 HP; an execution leaves even the nameless Mortally Injured.

    Rules: death.npc, death.mortally-injured, death.less-lethal, death.frail, execution.fail.
    """
    if clings(target):
        target.hp = 1
        target.add_bits(ONCE, SPENT_DIE_HARD)
        if combat.watched:
            combat.tell(Healed(target.index, HP, 0, 1, "death.npc", -1, "die-hard"))
        return
    fell(combat, target, source, spares=spares, executed=executed)


def fell(
    combat: SovereignCombat,
    target: SovereignCombatant,
    source: int = -1,
    *,
    spares: bool = False,
    executed: bool = False,
) -> None:
    """Let one who is at 0 HP fall. Rules: as for ``drop``."""
    condition.fall(combat, target)
    if target.frail:
        die(combat, target, "death.frail")
    elif spares and source >= 0 and combat.units[source].present and menus.spared(combat, source):
        condition.lie(combat, target, STABLE, "death.less-lethal")
    elif executed or target.sheet.named:
        maim(combat, target)
    else:
        die(combat, target, "death.npc")


def clings(target: SovereignCombatant) -> bool:
    """Return whether the twice Die Hard keep 1 HP, the first time in a day."""
    return target.sheet.feat("die-hard") > 1 and not target.used[ONCE] & SPENT_DIE_HARD


def maim(combat: SovereignCombat, target: SovereignCombatant) -> None:
    """Injure somebody mortally; some stabilise by themselves. Rule: death.mortally-injured."""
    condition.lie(combat, target, MORTAL, "death.mortally-injured")
    if target.sheet.feat("die-hard") or "vital-furnace" in target.sheet.arts:
        condition.lie(combat, target, STABLE, "death.stable")


def die(combat: SovereignCombat, target: SovereignCombatant, rule: str) -> None:
    """Let somebody die."""
    leave(combat, target, DEAD, rule)


def finish(combat: SovereignCombat, target: SovereignCombatant) -> None:
    """Kill one who is struck while it is down. Rule: death.hit-while-down."""
    die(combat, target, "death.hit-while-down")


def leave(combat: SovereignCombat, target: SovereignCombatant, fate: int, rule: str) -> None:
    """Take somebody out of the fight. Rules: end.escaped, grid.pass-fallen, morale.surrender."""
    if fate == CAPTURED:
        condition.disarm(combat, target)
    if fate != ESCAPED:
        condition.drop_hands(combat, target)
    if fate == DEAD:
        if combat.watched and target.hp:
            combat.tell(Damaged(target.index, HP, target.hp, 0, rule))
        target.hp = 0
        for cell in combat.grid.footprint(target.cell, target.size):
            combat.corpses.append(cell * 10 + target.side)
        combat.corpses.sort()
    target.fate = fate
    condition.let_go(combat, target)
    for other in combat.units:
        if other.grappling == target.index:
            changes.set_grappling(combat, other, -1, "grapple.release")
    if fate != CAPTURED:
        changes.leave(combat, target, rule, FATES[fate])
        target.present = False
    combat.stir = True
    combat.mark_changed()
    if combat.watched:
        if fate == DEAD:
            combat.tell(Died(target.index, rule))
        else:
            combat.tell(Fell(target.index, rule, -1, FATES[fate]))
    morale.check_morale(combat, target)


def resist_again(combat: SovereignCombat, target: SovereignCombatant) -> None:
    """Let one who surrendered fight again when an enemy attacks it. Rule: morale.surrender."""
    if target.fate == CAPTURED and target.present:
        target.fate = ACTIVE
        combat.mark_changed()
        if combat.watched:
            combat.tell(Rose(target.index, "morale.surrender", -1, FATES[CAPTURED]))
        changes.set_broken(combat, target, False, "morale.surrender")
        changes.set_retreating(combat, target, False, "morale.surrender")


def expire(combat: SovereignCombat) -> None:
    """Let those die whose time is up. Rule: death.six-rounds."""
    for who in combat.asked():
        unit = combat.units[who]
        if unit.fate == MORTAL and combat.round >= unit.fell + ROUNDS_TO_LIVE:
            die(combat, unit, "death.six-rounds")
