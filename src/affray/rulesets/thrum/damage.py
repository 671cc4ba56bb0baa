"""Taking and losing Fatigue and Stress: there are no hit points, only Loads that rise from 0.

Rule: load.no-hit-points.
"""

from __future__ import annotations

from affray.core.event import Part
from affray.rulesets.thrum.condition.holding import end, use_up_vulnerable
from affray.rulesets.thrum.condition.kinds import DAZED
from affray.rulesets.thrum.death import revive_without_load, vanish
from affray.rulesets.thrum.feature import Trigger, Use
from affray.rulesets.thrum.ledger import set_load
from affray.rulesets.thrum.reaction.listening import heard
from affray.rulesets.thrum.reaction.triggers import trigger
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import FATIGUE, HARM, STRESS, TAKEN


def take(
    combat: ThrumCombat,
    who: int,
    load: int,
    n: int,
    source: int,
    use: Use | None = None,
    why: str = "",
    parts: list[Part] | None = None,
) -> int:
    """Take one instance of ``n`` Fatigue or Stress from ``source`` (-1: nobody).

    ``why`` is the ability or rule that deals it, by default that of the use; ``parts``, if it is
    made of several, add up to ``n``. Return what was taken.

    Effects that convert, lower or answer it come first; then Vulnerable adds its number of the same
    kind and ends, unless nothing is left. Harm from an enemy's ability ends Dazed.
    Rules: load.deal-one, load.deal-n, condition.dazed, minion.disappears.
    """
    unit = combat.units[who]
    if n <= 0 or not unit.present:
        return 0
    event = Trigger(HARM, source if source >= 0 else who, who, use)
    event.load = load
    event.amount = n
    event.source = source
    if combat.watched:
        dealer = why or (use.ability.id if use is not None else "load.deal-n")
        event.parts = parts if parts is not None else [(n, dealer)]
    trigger(combat, event)
    taken = suffer(combat, unit, event)
    if event.turned and not event.void:
        other = FATIGUE if event.load == STRESS else STRESS
        take(combat, who, other, event.turned, source, use, event.turned_by)
    return taken


def deal(combat: ThrumCombat, use: Use, who: int, load: int, n: int) -> int:
    """Deal one instance of a use to somebody, less what has been taken off for the target.

    Return what was taken. Rule: load.deal-n.
    """
    attack = use.present(who)
    if attack is None or not attack.reduced:
        return take(combat, who, load, n, use.actor, use)
    parts: list[Part] | None = None
    if combat.watched:
        parts = [(n, use.ability.id), (-attack.reduced, attack.reduced_by)]
    return take(combat, who, load, n - attack.reduced, use.actor, use, "", parts)


def suffer(combat: ThrumCombat, unit: ThrumCombatant, event: Trigger) -> int:
    """Take what the answers to an instance have left of it; return how much that was."""
    who = unit.index
    source = event.source
    use = event.use
    load = event.load
    if unit.controller >= 0:
        if event.amount > 0 and not event.void and unit.present:
            vanish(combat, unit)
        return 0
    if event.amount <= 0 or event.void or not unit.present:
        return 0
    more = use_up_vulnerable(combat, unit)
    if more:
        event.change(more, "status.vulnerable")
    n = event.amount
    rule = "status.vulnerable" if more else "load.deal-n"
    ability = use.ability.id if use is not None else ""
    set_load(combat, unit, load, unit.load(load) + n, rule, source, ability, event.parts)
    attack = use.present(who) if use is not None else None
    if attack is not None and load == FATIGUE:
        attack.dealt += n
    if use is not None and source >= 0 and combat.enemies(unit, combat.units[source]):
        end(combat, who, DAZED)
    if heard(combat, TAKEN) or (use is not None and use.pledges):
        taken = Trigger(TAKEN, event.actor, who, use)
        taken.load = load
        taken.amount = n
        taken.source = source
        trigger(combat, taken)
    return n


def heal(combat: ThrumCombat, who: int, load: int, n: int, rule: str) -> None:
    """Lower a Load, never below 0; a Fatigue Load of 0 ends Incapacity.

    Rules: load.floor, recovery.downtime-only (Tolerances and Wounds are never healed here).
    """
    unit = combat.units[who]
    set_load(combat, unit, load, max(0, unit.load(load) - n), rule)
    if load == FATIGUE:
        revive_without_load(combat, unit)


def transfer_stress(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Turn the whole Stress Load into Fatigue Load: nobody deals it, so nothing else follows.

    Rules: panic.fail-transfer, panic.transfer-is-not-dealt.
    """
    n = unit.stress
    set_load(combat, unit, STRESS, 0, "panic.fail-transfer")
    set_load(combat, unit, FATIGUE, unit.fatigue + n, "panic.fail-transfer")
