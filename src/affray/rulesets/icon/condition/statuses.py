"""What each status does: to damage, attacks, ranges, actions, interrupts and vigor."""

from __future__ import annotations

from affray.rulesets.icon.condition import states
from affray.rulesets.icon.damage import levels
from affray.rulesets.icon.definitions import State
from affray.rulesets.icon.state import IconCombat, IconCombatant


def damage_lost(
    combat: IconCombat, dealer: IconCombatant, unit: IconCombatant, amount: int, *, pierce: bool
) -> list[tuple[int, str]]:
    """Return what the statuses of a dealer take from its damage, as negative parts.

    Rules: damage.order, status.weakened, status.pacified, status.hatred.
    """
    parts: list[tuple[int, str]] = []
    statuses = dealer.statuses()
    if not statuses:
        return parts
    if not pierce:
        less = min(amount, sum(status.dealt_minus for status in statuses))
        amount -= less
        parts.append((-less, "status.weakened"))
    halving = "status.pacified" if any(status.halves for status in statuses) else ""
    for status in statuses:
        if status.halves_others and combat.hostile(dealer, unit) and not halving:
            held = dealer.held(status)
            if held is None or held.source != unit.index:
                halving = "status.hatred"
    if halving:
        parts.append((levels.halved(amount) - amount, halving))
    return parts


def damage_added(unit: IconCombatant) -> int:
    """Return what damage of an ability hurts somebody more. Rule: status.vulnerable."""
    return sum(status.taken_plus for status in unit.statuses())


def hurt_by_foe(combat: IconCombat, unit: IconCombatant) -> None:
    """End the statuses that end when a foe deals damage. Rule: status.pacified."""
    for status in unit.statuses():
        if status.until_hurt:
            states.lose(combat, unit, status.id)


def attack_curses(unit: IconCombatant) -> list[tuple[int, str]]:
    """Return the curses on somebody's attacks, as negative boons with their rule."""
    return [(-status.curses, "status.dazed") for status in unit.statuses() if status.curses]


def farthest_range(unit: IconCombatant, reach: int) -> int:
    """Return a range as blindness limits it. Rule: status.blinded."""
    for status in unit.statuses():
        if 0 < status.max_range < reach:
            reach = status.max_range
    return reach


def hurting_movement(unit: IconCombatant) -> list[State]:
    """Return the statuses that hurt whoever moves. Rule: status.slashed."""
    return [status for status in unit.statuses() if status.move_damage]


def ending_turn(unit: IconCombatant) -> list[State]:
    """Return the statuses that end with the next action, and the turn with it.

    Rule: status.stunned.
    """
    return [status for status in unit.statuses() if status.ends_turn]


def cannot_interrupt(unit: IconCombatant) -> bool:
    """Return whether somebody can use no interrupts. Rules: status.stunned, interrupt.unable."""
    return any(status.no_interrupts for status in unit.statuses())


def without_vigor(unit: IconCombatant) -> bool:
    """Return whether somebody neither gains vigor nor is shielded by it. Rule: status.shattered."""
    return any(status.no_vigor for status in unit.statuses())
