"""Whom an ability may target, and in which order its targets stand."""

from __future__ import annotations

from affray.rulesets.thrum.feature import Attack, Use
from affray.rulesets.thrum.geometry.sight import OBSTRUCTED, cover, reach_at
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import PHYSICAL


def origin_of(combat: ThrumCombat, use: Use) -> int:
    """Return the square from which a use is judged.

    Its user's, unless it is resolved from elsewhere.

    Rule: cover.origin.
    """
    return use.origin if use.origin >= 0 else combat.units[use.actor].cell


def aim(combat: ThrumCombat, use: Use, targets: list[int]) -> None:
    """Set the targets of a use, in initiative order.

    Rules: roll.separate-contest-per-target, area.in-area-counts-as-targeted.
    """
    if len(targets) == 1:
        use.targets = targets[:]
    else:
        use.targets = [who for who in combat.in_order() if who in targets]
    use.attacks = [Attack(who) for who in use.targets]
    use.target = use.targets[0] if use.targets else -1
    use.first = use.target


def reorder(combat: ThrumCombat, use: Use) -> None:
    """Put the targets in initiative order again, some having been replaced.

    Rule: roll.separate-contest-per-target.
    """
    if use.ability.joint:
        return  # its contests are one, and its places have a meaning
    order = [who for who in combat.in_order() if who in use.targets]
    places = [use.targets.index(who) for who in order]
    use.targets = order
    use.attacks = [use.attacks[place] for place in places]


def cannot_target(
    combat: ThrumCombat,
    user: ThrumCombatant,
    origin: int,
    target: ThrumCombatant,
    tags: int,
    range: int,
) -> str:
    """Return the rule that forbids singling a target out, "" if none does.

    Obstruction forbids Physical Attacks only; there is no other line of sight.
    Rules: grid.range-inclusive, grid.no-line-of-sight, cover.obstructed, cover.physical-only.
    """
    if not target.present or target.cell < 0:
        return "setup.round-zero.placement"
    apart = combat.distance(origin, target.cell)
    if apart > range or apart > reach_at(range, target, True):
        return "grid.range-inclusive"
    if tags & PHYSICAL and cover(combat, origin, target.cell) == OBSTRUCTED:
        return "cover.obstructed"
    if combat.enemies(user, target):
        return forbidden_by(combat, user, target)
    return ""


def forbidden_by(combat: ThrumCombat, user: ThrumCombatant, target: ThrumCombatant) -> str:
    """Return what in force on the target forbids enemies to single it out from where they stand."""
    ability = target.stance_ability()
    if ability is not None:
        return ability.unreachable(combat, target, user)
    return ""


def shielded(combat: ThrumCombat, user: ThrumCombatant, target: ThrumCombatant) -> bool:
    """Return whether an enemy cannot target somebody even by an area. Rule: ability.text-wins."""
    return combat.enemies(user, target) and forbidden_by(combat, user, target) != ""


def within(combat: ThrumCombat, use: Use, slot: int) -> bool:
    """Return whether a target is still where the attack can meet it. Rule: attack.target-moved."""
    target = combat.units[use.targets[slot]]
    if not target.present or target.cell < 0:
        return False
    if use.area:
        return target.cell in use.area
    if use.range < 0:
        return use.ability.in_reach(combat, use, slot)  # all enemies, wherever they are
    return combat.distance(origin_of(combat, use), target.cell) <= use.range
