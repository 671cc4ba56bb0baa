"""Dropping out: defeated, killed, fled, surrendered, vanished."""

from __future__ import annotations

from affray.core.event import Damaged, Died, Fell, Placed
from affray.rulesets.quest import carrying
from affray.rulesets.quest.condition import states
from affray.rulesets.quest.resource import spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import DEFEATED, FATES, FLED, KILLED, SURRENDERED


def drop_out(combat: QuestCombat, unit: QuestCombatant, fate: int, rule: str) -> None:
    """Take a unit out of the battle for good.

    It leaves the map, its spells end, a defeated one drops what it held. The price of a thrall
    that is defeated or dismissed is freed; one that fled or gave up is still kept.
    Rules: death.out-of-battle, channel.not-broken-by-damage, thrall.release, summon.thralls-count.
    """
    if not unit.present:
        return
    if fate in (DEFEATED, KILLED):
        for piece in unit.held_things:
            carrying.tell_held(combat, unit, piece, -1, rule)
            combat.strew(unit.cell, piece)
            unit.let_go(piece)
    combat.mark_changed()
    states.stop_channeling(combat, unit)
    unit.kept = []  # those toggled off as well
    if combat.watched:
        tell_fate(combat, unit, fate, rule)
    combat.leave(unit)
    unit.present = False
    unit.fate = fate
    if fate in (DEFEATED, KILLED):
        unit.hp = 0  # death.zero-hit-points
    if fate not in (FLED, SURRENDERED):
        spending.free_thrall(combat, unit)
    for caster in combat.units:
        for one in list(caster.kept):
            if one.target == unit.index:
                states.end_kept(combat, caster, one)


def tell_fate(combat: QuestCombat, unit: QuestCombatant, fate: int, rule: str) -> None:
    """Tell that a unit is out: the hit points that it loses by that, its fall, its place."""
    if fate in (DEFEATED, KILLED) and unit.hp > 0:
        combat.tell(Damaged(unit.index, "hp", unit.hp, 0, rule, parts=[(unit.hp, rule)]))
    if fate == KILLED:
        combat.tell(Died(unit.index, rule))
    else:
        combat.tell(Fell(unit.index, rule, -1, FATES[fate]))
    combat.tell(Placed(unit.index, unit.cell, -1, rule, FATES[fate]))


def kill(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Kill a unit at once: a dire fail. Rules: death.killed, fail.dire-d6."""
    drop_out(combat, unit, KILLED, "death.killed")


def defeat_outright(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Defeat a unit without any damage: a decisive victory. Rule: crit.decisive-d6."""
    drop_out(combat, unit, DEFEATED, "crit.decisive-d6")
