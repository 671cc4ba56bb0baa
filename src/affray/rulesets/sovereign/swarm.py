"""Swarms: several who join against one target, and the one blow that they strike."""

from __future__ import annotations

from affray.core.choice import PASS, UnlistedMenu
from affray.core.window import Deed
from affray.rulesets.sovereign import action, attack, reaction
from affray.rulesets.sovereign.attack import cannot_attack
from affray.rulesets.sovereign.blow import SWARM, Blow
from affray.rulesets.sovereign.state import Body, Field

FULL = 4
PLACES = 1000
KINDS = ("strikes", "shoves", "grapples")


def swarmers(field: Field, side: int, target: int) -> list[Body]:
    return [one for one in field.units if one.side == side and one.swarm == target]


def join(field: Field, unit: Body, target: int) -> None:
    """Rules: swarm.join, swarm.one-attack, swarm.max-four."""
    deed = Deed(unit.index, target)
    reaction.answered(field, deed, rolled=False)
    if not unit.able():
        return
    unit.swarm = target
    pool = unit.side * PLACES + target
    field.joined.append(pool)
    field.joined.sort()
    field.mark_changed()
    if field.watched:
        field.say("joins", unit.index, target, rule="swarm.join")
    if field.active in (-1, unit.index):  # never in the middle of another's action
        strike(field, unit.side, target, must=full(field, pool))


def full(field: Field, pool: int) -> bool:
    """Rule: swarm.max-four."""
    return field.joined.count(pool) >= FULL


def strike(field: Field, side: int, target: int, *, must: bool) -> None:
    """Let a swarm strike now, or wait.

    Rules: swarm.one-attack, swarm.bonus, swarm.fallen-joiners, swarm.maneuver.
    """
    foe = field.units[target]
    pool = [one for one in swarmers(field, side, target) if can_strike(field, one, foe)]
    options: list[tuple[int, str]] = []
    more: list[tuple[int, str]] = []
    for one in pool:
        options += ways_of(field, one, foe, listed=True, alone=len(pool) < 2)
        more += ways_of(field, one, foe, listed=False, alone=len(pool) < 2)
    if not options:
        return
    default = options[0][0]
    if not must:
        options.append((PASS, "wait"))
    asked = UnlistedMenu(pool[0].seats, -1, "swarm.one-attack", options, more, default)
    code = field.ask(asked) if len(options) > 1 else default
    if code != PASS:
        blow_of(field, side, target, code - 1, len(pool) - 1)


def can_strike(field: Field, one: Body, foe: Body) -> bool:
    """Return whether a joiner can still attack the target. Rule: swarm.fallen-joiners."""
    if not one.able():
        return False
    ways = [way for way in one.sheet.strikes if way.listed and not way.art]
    return any([not cannot_attack(field, one, way, foe) for way in ways])


def ways_of(
    field: Field, one: Body, foe: Body, *, listed: bool, alone: bool
) -> list[tuple[int, str]]:
    """Return how a member of a swarm could strike its blow. Rule: swarm.maneuver."""
    found: list[tuple[int, str]] = []
    for place, way in enumerate(one.sheet.strikes):
        if way.listed == listed and not way.art:
            for aim in action.aims(field, one, way, foe, alone=alone):
                code = 1 + aim * PLACES * PLACES + place * PLACES + one.index
                found.append((code, f"{one.name} {KINDS[aim]} with {way.id}"))
    return found


def blow_of(field: Field, side: int, target: int, code: int, others: int) -> None:
    """Strike the one blow of a swarm. Rule: swarm.one-attack."""
    field.struck.append(side * PLACES + target)
    field.struck.sort()
    actor = field.units[code % PLACES]
    for one in swarmers(field, side, target):
        one.swarm = -1
    place = code // PLACES % PLACES
    aim = code // (PLACES * PLACES)
    blow = Blow(actor.index, target, actor.sheet.strikes[place], aim, SWARM)
    blow.others = others
    attack.assault(field, blow)


def between_turns(field: Field) -> None:
    """Let every swarm that waits strike. Rule: swarm.one-attack."""
    pools: list[int] = []
    for unit in field.units:
        one = unit.side * PLACES + unit.swarm
        if unit.swarm >= 0 and one not in pools:
            pools.append(one)
    for one in pools:
        if field.outcome == "":
            strike(field, one // PLACES, one % PLACES, must=full(field, one))
