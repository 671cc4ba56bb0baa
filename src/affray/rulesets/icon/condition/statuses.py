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
        less = min(amount, sum([one.dealt_minus for one in statuses]))
        amount -= less
        parts.append((-less, "status.weakened"))
    halving = "status.pacified" if any([one.halves for one in statuses]) else ""
    for one in statuses:
        if one.halves_others and combat.hostile(dealer, unit) and not halving:
            held = dealer.held(one)
            if held is None or held.source != unit.index:
                halving = "status.hatred"
    if halving:
        parts.append((levels.halved(amount) - amount, halving))
    return parts


def damage_added(unit: IconCombatant) -> int:
    """Return what damage of an ability hurts somebody more. Rule: status.vulnerable."""
    return sum([one.taken_plus for one in unit.statuses()])


def hurt_by_foe(combat: IconCombat, unit: IconCombatant) -> None:
    """End the statuses that end when a foe deals damage. Rule: status.pacified."""
    for one in unit.statuses():
        if one.until_hurt:
            states.lose(combat, unit, one.id)


def attack_curses(unit: IconCombatant) -> list[tuple[int, str]]:
    """Return the curses on somebody's attacks, as negative boons with their rule."""
    return [(-one.curses, "status.dazed") for one in unit.statuses() if one.curses]


def farthest_range(unit: IconCombatant, reach: int) -> int:
    """Return a range as blindness limits it. Rule: status.blinded."""
    for one in unit.statuses():
        if 0 < one.max_range < reach:
            reach = one.max_range
    return reach


def hurting_movement(unit: IconCombatant) -> list[State]:
    """Return the statuses that hurt whoever moves. Rule: status.slashed."""
    return [one for one in unit.statuses() if one.move_damage]


def ending_turn(unit: IconCombatant) -> list[State]:
    """Return the statuses that end with the next action, and the turn with it.

    Rule: status.stunned.
    """
    return [one for one in unit.statuses() if one.ends_turn]


def cannot_interrupt(unit: IconCombatant) -> bool:
    """Return whether somebody can use no interrupts. Rules: status.stunned, interrupt.unable."""
    return any([one.no_interrupts for one in unit.statuses()])


def without_vigor(unit: IconCombatant) -> bool:
    """Return whether somebody neither gains vigor nor is shielded by it. Rule: status.shattered."""
    return any([one.no_vigor for one in unit.statuses()])
