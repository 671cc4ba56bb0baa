"""Swarms: several who join against one target, and the one blow that they strike."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.event import Told
from affray.core.window import Deed
from affray.rulesets.sovereign import actions, changes
from affray.rulesets.sovereign.action import legality
from affray.rulesets.sovereign.attack import resolved
from affray.rulesets.sovereign.attack.declared import Attack, cannot_attack
from affray.rulesets.sovereign.choice.menus import AskMember
from affray.rulesets.sovereign.reaction import windows
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import POOLS, SWARM

FULL = 4
KINDS = ("strikes", "shoves", "grapples")


def swarmers(combat: SovereignCombat, side: int, target: int) -> list[SovereignCombatant]:
    """Return who of a side waits in a swarm against a target."""
    return [unit for unit in combat.units if unit.side == side and unit.swarm == target]


def join(combat: SovereignCombat, unit: SovereignCombatant, target: int) -> None:
    """Join a swarm against a target; a full one strikes.

    Rules: swarm.join, swarm.one-attack, swarm.max-four.
    """
    deed = Deed(unit.index, target)
    windows.answered(combat, deed, rolled=False)
    if not unit.able():
        return
    changes.set_swarm(combat, unit, target, "swarm.join")
    pool = unit.side * POOLS + target
    combat.joined.append(pool)
    combat.joined.sort()
    combat.mark_changed()
    if combat.watched:
        combat.tell(Told("joins", unit.index, target, rule="swarm.join"))
    if combat.active in (-1, unit.index):  # never in the middle of another's action
        strike(combat, unit.side, target, must=full(combat, pool))


def full(combat: SovereignCombat, pool: int) -> bool:
    """Return whether nobody can join a swarm any more. Rule: swarm.max-four."""
    return combat.joined.count(pool) >= FULL


def strike(combat: SovereignCombat, side: int, target: int, *, must: bool) -> None:
    """Let a swarm strike now, or wait.

    Rules: swarm.one-attack, swarm.bonus, swarm.fallen-joiners, swarm.maneuver.
    """
    foe = combat.units[target]
    pool = [
        swarmer for swarmer in swarmers(combat, side, target) if can_strike(combat, swarmer, foe)
    ]
    options: list[tuple[int, str]] = []
    more: list[tuple[int, str]] = []
    for one in pool:
        options += ways_of(combat, one, foe, listed=True, alone=len(pool) < 2)
        more += ways_of(combat, one, foe, listed=False, alone=len(pool) < 2)
    if not options:
        return
    default = options[0][0]
    if not must:
        options.append((PASS, "wait"))
    rule, crowd = "swarm.one-attack", len(combat.units)
    asked = AskMember(pool[0].seats, rule, options, more, default, target, crowd)
    code = combat.ask(asked) if len(options) > 1 else default
    if code != PASS:
        attack_of(combat, side, target, code, len(pool) - 1)


def can_strike(combat: SovereignCombat, one: SovereignCombatant, foe: SovereignCombatant) -> bool:
    """Return whether a joiner can still attack the target. Rule: swarm.fallen-joiners."""
    if not one.able():
        return False
    ways = [way for way in one.sheet.strikes if way.listed and not way.art]
    return any(not cannot_attack(combat, one, way, foe) for way in ways)


def ways_of(
    combat: SovereignCombat,
    one: SovereignCombatant,
    foe: SovereignCombatant,
    *,
    listed: bool,
    alone: bool,
) -> list[tuple[int, str]]:
    """Return how a member of a swarm could strike its blow. Rule: swarm.maneuver."""
    found: list[tuple[int, str]] = []
    for place, way in enumerate(one.sheet.strikes):
        if way.listed == listed and not way.art:
            for aim in legality.aims(combat, one, way, foe, alone=alone):
                code = actions.coded(actions.ATTACK + aim, place, one.index)
                found.append((code, f"{one.name} {KINDS[aim]} with {way.id}"))
    return found


def attack_of(combat: SovereignCombat, side: int, target: int, code: int, others: int) -> None:
    """Strike the one blow of a swarm. Rule: swarm.one-attack."""
    combat.struck.append(side * POOLS + target)
    combat.struck.sort()
    actor = combat.units[actions.target_of(code)]
    for swarmer in swarmers(combat, side, target):
        changes.set_swarm(combat, swarmer, -1, "swarm.one-attack")
    strike = actor.sheet.strikes[actions.thing_of(code)]
    aim = actions.verb_of(code) - actions.ATTACK
    attack = Attack(actor.index, target, strike, aim, SWARM)
    attack.others = others
    resolved.make(combat, attack)


def between_turns(combat: SovereignCombat) -> None:
    """Let every swarm that waits strike. Rule: swarm.one-attack."""
    pools: list[int] = []
    for unit in combat.units:
        one = unit.side * POOLS + unit.swarm
        if unit.swarm >= 0 and one not in pools:
            pools.append(one)
    for one in pools:
        if combat.outcome == "":
            strike(combat, one // POOLS, one % POOLS, must=full(combat, one))
