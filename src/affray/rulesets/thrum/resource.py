"""Panic, Overexert's price and Potential."""

from __future__ import annotations

from affray.rulesets.thrum import roll
from affray.rulesets.thrum.condition import STUNNED, give
from affray.rulesets.thrum.damage import transfer_stress
from affray.rulesets.thrum.death import second_chance
from affray.rulesets.thrum.feature import PANIC, PANIC_BONUS
from affray.rulesets.thrum.state import INCAPACITATED_PANIC, Character, ThrumCombat


def panic_at_start(combat: ThrumCombat, who: Character) -> None:
    """Make the Panic Roll of one who is Frayed at its Start of Turn, fallen or not.

    Rules: panic.when, turn.start.panic-first, incapacitated.still-panics.
    """
    if not who.frayed():
        return
    if who.incapacitated and not combat.options[INCAPACITATED_PANIC]:
        return
    panic(combat, who, who.stress)


def panic(combat: ThrumCombat, who: Character, against: int) -> bool:
    """Make a Panic Roll: 2d6 plus Resolve, to be greater than ``against``; return whether it held.

    Rules: panic.roll, panic.success.
    """
    boons = combat.number(PANIC, who, -1, None)
    bonus = combat.number(PANIC_BONUS, who, -1, None)
    bonus.add(who.sheet.resolve, "panic.roll")
    held = roll.check(
        combat, who, bonus.total, boons.total, against, "panic.roll", "panic", [bonus, boons]
    )
    if not held:
        held = second_chance(combat, who, PANIC, bonus.total, boons.total, against)
    if not held:
        lose_nerve(combat, who)
    return held


def lose_nerve(combat: ThrumCombat, who: Character) -> None:
    """Fail a Panic Roll: Stunned, all Stress becomes Fatigue, 1 Stress Tolerance is lost.

    Rules: panic.fail-stunned, panic.fail-transfer, panic.fail-tolerance.
    """
    give(combat, who.index, STUNNED, 1, who.index)
    transfer_stress(combat, who)
    who.stress_tolerance = max(0, who.stress_tolerance - 1)
    combat.mark_changed()
    if combat.watched:
        combat.say("panics", who.index, -1, "stress_tolerance", 1, "panic.fail-tolerance")


def gain_potential(combat: ThrumCombat, who: Character, nova: int, cap: int) -> None:
    """Add 1 to the store of a Nova ability, up to its Cost.

    Rules: nova.potential-gain, nova.potential-cap.
    """
    if who.potential[nova] < cap:
        who.potential[nova] += 1
        if combat.watched:
            combat.say("gains potential", who.index, -1, "", 1, "nova.potential-gain")


def spend_potential(combat: ThrumCombat, who: Character, nova: int, cost: int) -> None:
    """Pay for a Nova ability from its own store, once per combat.

    Rules: nova.spend, nova.once-per-combat.
    """
    who.potential[nova] -= cost
    who.potential_spent = True
    combat.mark_changed()
