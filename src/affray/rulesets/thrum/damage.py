"""Taking and losing Fatigue and Stress: there are no hit points, only Loads that rise from 0.

Rule: load.no-hit-points.
"""

from __future__ import annotations

from affray.rulesets.thrum.condition.holding import end, use_up_vulnerable
from affray.rulesets.thrum.condition.kinds import DAZED
from affray.rulesets.thrum.death import revive_without_load, vanish
from affray.rulesets.thrum.feature import Trigger, Use
from affray.rulesets.thrum.reaction.listening import heard
from affray.rulesets.thrum.reaction.triggers import trigger
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import FATIGUE, HARM, LOADS, STRESS, TAKEN


def take(
    combat: ThrumCombat, who: int, load: int, n: int, source: int, use: Use | None = None
) -> int:
    """Take one instance of ``n`` Fatigue or Stress from ``source`` (-1: nobody).

    Return what was taken.

    Effects that convert, lower or answer it come first; then Vulnerable adds its number of the same
    kind and ends, unless nothing is left. Harm from an enemy's ability ends Dazed.
    Rules: load.deal-one, load.deal-n, status.vulnerable, status.vulnerable-no-zero,
    condition.dazed,
    minion.disappears.
    """
    unit = combat.units[who]
    if n <= 0 or not unit.present:
        return 0
    event = Trigger(HARM, source if source >= 0 else who, who, use)
    event.load = load
    event.amount = n
    event.source = source
    trigger(combat, event)
    taken = suffer(combat, unit, event)
    if event.turned and not event.void:
        other = FATIGUE if event.load == STRESS else STRESS
        take(combat, who, other, event.turned, source, use)
    return taken


def suffer(combat: ThrumCombat, unit: ThrumCombatant, event: Trigger) -> int:
    """Take what the answers to an instance have left of it; return how much that was."""
    who = unit.index
    source = event.source
    use = event.use
    n = event.amount
    load = event.load
    if unit.controller >= 0:
        if n > 0 and not event.void and unit.present:
            vanish(combat, unit)
        return 0
    if n <= 0 or event.void or not unit.present:
        return 0
    more = use_up_vulnerable(combat, unit)
    n += more
    add(combat, unit, load, n, "status.vulnerable" if more else "load.deal-n", source)
    if use is not None and load == FATIGUE and use.now >= 0 and use.targets[use.now] == who:
        use.dealt += n
    if use is not None and source >= 0 and combat.enemies(unit, combat.units[source]):
        end(combat, who, DAZED)
    if heard(combat, TAKEN) or (use is not None and use.pledges):
        taken = Trigger(TAKEN, event.actor, who, use)
        taken.load = load
        taken.amount = n
        taken.source = source
        trigger(combat, taken)
    return n


def add(
    combat: ThrumCombat, unit: ThrumCombatant, load: int, n: int, rule: str, source: int = -1
) -> None:
    """Add to a Load directly. Exhausted and Frayed follow from the numbers at once."""
    before = unit.load(load)
    if load == FATIGUE:
        unit.fatigue += n
    else:
        unit.stress += n
    combat.mark_changed()
    if combat.watched:
        combat.say("takes", unit.index, source, LOADS[load], n, rule, before, before + n)


def heal(combat: ThrumCombat, who: int, load: int, n: int, rule: str) -> None:
    """Lower a Load, never below 0; a Fatigue Load of 0 ends Incapacity.

    Rules: load.floor, recovery.downtime-only (Tolerances and Wounds are never healed here).
    """
    unit = combat.units[who]
    before = unit.load(load)
    after = max(0, before - n)
    if load == FATIGUE:
        unit.fatigue = after
    else:
        unit.stress = after
    combat.mark_changed()
    if combat.watched:
        combat.say("recovers", who, -1, LOADS[load], before - after, rule, before, after)
    if load == FATIGUE:
        revive_without_load(combat, unit)


def transfer_stress(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Turn the whole Stress Load into Fatigue Load: nobody deals it, so nothing else follows.

    Rules: panic.fail-transfer, panic.transfer-is-not-dealt.
    """
    n = unit.stress
    unit.stress = 0
    add(combat, unit, FATIGUE, n, "panic.fail-transfer")
