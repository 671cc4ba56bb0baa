"""What wears somebody down beside blows, and what it takes along: Panic, Potential, the record."""

from __future__ import annotations

from typing import Final

from affray.core.setup import Value
from affray.rulesets.thrum import damage
from affray.rulesets.thrum.attack import roll
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.condition.holding import give
from affray.rulesets.thrum.condition.kinds import STUNNED
from affray.rulesets.thrum.condition.stances import end_own, in_stance
from affray.rulesets.thrum.damage import transfer_stress
from affray.rulesets.thrum.death import second_chance
from affray.rulesets.thrum.feature import Ability, Use
from affray.rulesets.thrum.gm import (
    CONVALESCENT,
    DOWNTIME_FATIGUE,
    DOWNTIME_STRESS,
    DOWNTIME_WOUNDS,
    MAXIMUM,
    amount,
)
from affray.rulesets.thrum.ledger import set_potential, set_tolerance
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import PANIC, PANIC_BONUS, STRESS


def panic(combat: ThrumCombat, unit: ThrumCombatant, against: int) -> bool:
    """Make a Panic Roll: 2d6 plus Resolve, to be greater than ``against``; return whether it held.

    Rules: panic.roll, panic.success.
    """
    boons = combat.number(PANIC, unit, -1, None)
    bonus = combat.number(PANIC_BONUS, unit, -1, None)
    bonus.add(unit.sheet.resolve, "panic.roll")
    held = roll.check(
        combat, unit, bonus.total, boons.total, against, "panic.roll", "panic", [bonus, boons]
    )
    if not held:
        held = second_chance(combat, unit, PANIC, bonus.total, boons.total, against)
    if not held:
        lose_nerve(combat, unit)
    return held


def lose_nerve(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Fail a Panic Roll: Stunned, all Stress becomes Fatigue, 1 Stress Tolerance is lost.

    Rules: panic.fail-stunned, panic.fail-transfer, panic.fail-tolerance.
    """
    give(combat, unit.index, STUNNED, 1, unit.index)
    transfer_stress(combat, unit)
    set_tolerance(combat, unit, STRESS, max(0, unit.stress_tolerance - 1), "panic.fail-tolerance")


def pay_overexert(combat: ThrumCombat, unit: ThrumCombatant, n: int, use: Use) -> int:
    """Take the Stress that Overexert costs: real Stress, but not an enemy's. Return what was taken.

    Rules: overexert.cost, overexert.is-taking-stress, overexert.before-rolls.
    """
    return damage.take(combat, unit.index, STRESS, n, unit.index, use, "overexert.cost")


def gain_potential(combat: ThrumCombat, unit: ThrumCombatant, nova: int, cap: int) -> None:
    """Add 1 to the store of a Nova ability, up to its Cost.

    Rules: nova.potential-gain, nova.potential-cap.
    """
    if unit.potential[nova] < cap:
        set_potential(combat, unit, nova, unit.potential[nova] + 1, "nova.potential-gain")


def spend_potential(combat: ThrumCombat, unit: ThrumCombatant, nova: int, cost: int) -> None:
    """Pay for a Nova ability from its own store, once per combat.

    Rules: nova.spend, nova.once-per-combat.
    """
    set_potential(combat, unit, nova, unit.potential[nova] - cost, "nova.spend")
    unit.potential_spent = True
    combat.mark_changed()


def pays(combat: ThrumCombat, payer: ThrumCombatant, what: str, rule: str, n: int = 1) -> bool:
    """Ask somebody to take Stress for keeping something; return whether it did."""
    if not payer.able():
        return False
    words = [f"end {what}", f"take {n} stress"]
    if combat.ask(picking.Words(payer, words, rule, f"do you keep {what.replace('-', ' ')}?")) == 0:
        return False
    damage.take(combat, payer.index, STRESS, n, payer.index, None, what)
    return True


def end_unless_paid(combat: ThrumCombat, owner: ThrumCombatant, ability: Ability) -> None:
    """End a Stance unless its owner takes 1 Stress to keep it. Rule: stance.persists."""
    if not in_stance(owner, ability):
        return
    if any(feature.keeps_stance(combat, owner, ability) for feature in owner.in_force()):
        return
    if not pays(combat, owner, ability.id, "stance.persists"):
        end_own(combat, owner, ability)


CARRIED: Final = ("fatigue_tolerance", "stress_tolerance", "wounds", "incapacitated", "fate")
POTENTIAL: Final = "potential."
MOST_WOUNDS: Final = 2  # with the third one is removed


def carried(unit: ThrumCombatant) -> dict[str, int]:
    """Return what a PC takes along; NPCs are not recorded.

    Rules: end.tolerances-recorded, end.wounds-persist, end.tolerance-zero-stays-down,
    nova.carry-over, incapacitated.fate, setup.tolerances-carry-in.
    """
    if not unit.sheet.pc:
        return {}
    found = {
        "fatigue_tolerance": unit.fatigue_tolerance,
        "stress_tolerance": unit.stress_tolerance,
        "wounds": unit.wounds,
    }
    for number, nova in enumerate(unit.sheet.novas):
        found[POTENTIAL + nova] = unit.potential[number]
    if unit.incapacitated:
        found["incapacitated"] = 1
    if unit.wounds > MOST_WOUNDS:
        found["fate"] = unit.fate
    return found


def downtime(
    sheet: Sheet, values: dict[str, int], options: dict[str, Value] | None = None
) -> dict[str, int]:
    """Return what a PC's values are after one Downtime.

    By default all Tolerance and 1 Wound come back; unspent Potential is lost. One removed by Wounds
    heals only if the table made it a convalescent.
    Rules: recovery.downtime-amount, recovery.downtime-only, nova.carry-over, incapacitated.fate.
    """
    chosen = options or {}
    found = dict(values)
    for name in values:
        if name.startswith(POTENTIAL):
            del found[name]
    if values.get("wounds", 0) > MOST_WOUNDS and values.get("fate", 0) != CONVALESCENT:
        return found
    for name, option, most in (
        ("fatigue_tolerance", DOWNTIME_FATIGUE, sheet.fatigue_tolerance),
        ("stress_tolerance", DOWNTIME_STRESS, sheet.stress_tolerance),
    ):
        much = amount(chosen, option)
        now = values.get(name, most)
        found[name] = most if much == MAXIMUM else min(most, now + much)
    found["wounds"] = max(0, values.get("wounds", 0) - amount(chosen, DOWNTIME_WOUNDS))
    found.pop("fate", None)
    if found["fatigue_tolerance"] > 0:
        found.pop("incapacitated", None)  # end.tolerance-zero-stays-down
    return found


def take_up(unit: ThrumCombatant, values: dict[str, Value]) -> None:
    """Let a PC start with what it left its last fight with; an NPC starts as listed.

    Rules: setup.tolerances-carry-in, setup.loads-start-at-zero, nova.carry-over.
    """
    unit.potential = [0] * len(unit.sheet.novas)
    if not unit.sheet.pc:
        return
    for name, value in values.items():
        number = int(value)
        if name == "fatigue_tolerance":
            unit.fatigue_tolerance = number
        elif name == "stress_tolerance":
            unit.stress_tolerance = number
        elif name == "wounds":
            unit.wounds = number
        elif name.startswith(POTENTIAL):
            unit.potential[unit.sheet.novas.index(name.removeprefix(POTENTIAL))] = number
