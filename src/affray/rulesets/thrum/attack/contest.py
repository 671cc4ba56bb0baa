"""One target's contest: what either side rolls with, and how it came out."""

from __future__ import annotations

from affray.core.event import Rolled, Told
from affray.rulesets.thrum.attack import roll
from affray.rulesets.thrum.attack.targeting import origin_of
from affray.rulesets.thrum.feature import Number, Use
from affray.rulesets.thrum.geometry.sight import CLEAR, cover
from affray.rulesets.thrum.reaction.defence import defence, defence_bonus, roller_of
from affray.rulesets.thrum.state import ThrumCombat
from affray.rulesets.thrum.terms import (
    CRITICAL,
    CRITICAL_HIT,
    DEFENCE_CRITICAL,
    MISSED,
    NO_DEFENCE,
    NUMBER_NAMES,
    OFFENCE,
    OFFENCE_BONUS,
    PHYSICAL,
    RANGED,
    SUCCESS,
)


def offence(combat: ThrumCombat, use: Use, slot: int) -> Number:
    """Return the net Boons of the attack roll against one target, as they stand at that moment.

    Facing and numbers around the target count for nothing.
    Rules: attack.ranged-bane, attack.ranged-incapacitated-count, cover.bane, cover.areas-bane,
    load.exhausted-bane, grid.no-facing.
    """
    user = combat.units[use.actor]
    target = combat.units[use.targets[slot]]
    origin = origin_of(combat, use)
    number = Number(OFFENCE, use.actor, target.index, combat.watched, use)
    number.origin = origin
    combat.collect(number)
    number.add(use.boons, use.ability.id)
    number.add(use.attacks[slot].boons, "trigger.needs-condition")
    if use.tags & RANGED:
        near = 0
        for cell in combat.grid.near[use.square(combat)]:
            other = combat.at(cell)
            if other is not None and combat.enemies(user, other):
                near += 1
        number.add(-near, "attack.ranged-bane")
    if (
        use.tags & PHYSICAL
        and not use.ignores_cover
        and cover(combat, origin, target.cell) != CLEAR
    ):
        number.add(-1, "cover.bane")
    if user.exhausted():
        number.add(-1, "load.exhausted-bane")
    return number


def offence_bonus(combat: ThrumCombat, use: Use, slot: int) -> Number:
    """Return what is added to the attack roll: the Art's modifier and flat bonuses.

    Rules: attack.modifier, roll.flat-bonus.
    """
    number = Number(OFFENCE_BONUS, use.actor, use.targets[slot], combat.watched, use)
    number.add(use.modifier, "attack.modifier")
    combat.collect(number)
    return number


def contest(combat: ThrumCombat, use: Use, slot: int) -> None:
    """Settle one target's contest: ``result`` and ``margin`` of the attack say how.

    Without a defence no dice are rolled and it is a Success, not a Critical; ties go to the
    defender.
    Rules: attack.waive-defence, roll.tie, roll.critical, roll.defender-critical,
    roll.separate-contest-per-target.
    """
    if use.attacks[slot].defence == NO_DEFENCE:
        use.attacks[slot].result = SUCCESS
        use.attacks[slot].margin = 1
        if combat.watched:
            rule = "attack.waive-defence"
            combat.tell(Told("is undefended", use.targets[slot], use.actor, rule=rule))
        return
    user = combat.units[use.actor]
    roller = roller_of(combat, combat.units[use.targets[slot]])
    bonus = offence_bonus(combat, use, slot)
    boons = offence(combat, use, slot)
    their_bonus = defence_bonus(combat, use, slot)
    their_boons = defence(combat, use, slot)
    their_critical = critical_margin(combat, use, slot)
    margin = roll.contest(
        combat,
        user,
        bonus.total,
        boons.total,
        roller,
        their_bonus.total,
        their_boons.total,
        "roll.contest",
        use.ability.id,
        their_critical,
    )
    use.attacks[slot].margin = margin
    if margin > 0:
        use.attacks[slot].result = CRITICAL_HIT if margin >= roll.MARGIN else SUCCESS
    else:
        use.attacks[slot].result = DEFENCE_CRITICAL if -margin >= their_critical else MISSED
    if combat.watched:
        tell_contest(combat, use, slot, [bonus, boons, their_bonus, their_boons])


def tell_contest(combat: ThrumCombat, use: Use, slot: int, numbers: list[Number]) -> None:
    """Add to the dice of a contest whom it was against, why, the defence and how it came out."""
    for event in reversed(combat.events):
        if isinstance(event, Rolled) and event.rule == "roll.contest":
            event.other = use.targets[slot]
            event.before = use.attacks[slot].defence
            event.after = use.attacks[slot].result
            for number in numbers:
                event.because(NUMBER_NAMES[number.kind], number)
            break
    told = Told("contests", use.actor, use.targets[slot], use.ability.id, use.attacks[slot].result)
    told.rule = "roll.contest"
    told.before = use.attacks[slot].defence
    combat.tell(told)


def critical_margin(combat: ThrumCombat, use: Use, slot: int) -> int:
    """Return by how much a defence must win to be a Critical.

    5, less what lowers it, at least 1.
    """
    roller = roller_of(combat, combat.units[use.targets[slot]])
    if not roller.adjusts & CRITICAL:
        return roll.MARGIN
    number = Number(CRITICAL, roller.index, use.actor, combat.watched, use)
    number.defence = use.attacks[slot].defence
    combat.collect(number)
    return max(1, roll.MARGIN + number.total)


def avoided(use: Use, slot: int) -> bool:
    """Return whether Success entries do not apply."""
    return use.attacks[slot].result not in (SUCCESS, CRITICAL_HIT)


def defended(use: Use, slot: int) -> bool:
    """Return whether the target successfully defended: a roll, not a miss for want of reach."""
    return (
        use.attacks[slot].result in (MISSED, DEFENCE_CRITICAL)
        and use.attacks[slot].defence != NO_DEFENCE
    )
