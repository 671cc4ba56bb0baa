"""What can be readied, for what, and how that is written."""

from __future__ import annotations

from typing import Final

from affray.rulesets.ingenuity.actions import (
    ATTACK,
    BRANDISH,
    COVER,
    GIVE,
    HAND,
    MANEUVER,
    MOVE,
    POWER,
    READY,
    RELOAD,
    SHAKE,
    SHED,
    SIMPLE,
    SMOTHER,
    STAND,
    STAUNCH,
    TAKE,
    WORDS,
    a_of,
    b_of,
    code_of,
    verb_of,
)
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import ATTACKED, ATTACKS_ALLY, CASTS, COMES, MOVES_NEAR

READYING: Final = {
    MOVES_NEAR: "for a move",
    ATTACKS_ALLY: "for an attack",
    CASTS: "for a power",
    COMES: "for an approach",
    ATTACKED: "after an attack",
}
LISTED: Final = (MOVES_NEAR, ATTACKS_ALLY, CASTS)

# What can be readied besides attacks, manoeuvres and powers; the first three are listed.
READIED: Final = (
    MOVE,
    STAND,
    COVER,
    BRANDISH,
    TAKE,
    RELOAD,
    GIVE,
    HAND,
    STAUNCH,
    SMOTHER,
    SHAKE,
    SHED,
)


def ready_codes(unit: IngenuityCombatant) -> list[int]:
    """Return what is listed of what can be readied. Rule: action.ready.what."""
    found = unit.sheet.readies
    if found is None:
        found = []
        for trigger in LISTED:
            found.extend([code_of(READY, trigger, what) for what in one_action(unit)])
        found.extend([code_of(READY, ATTACKS_ALLY, verb) for verb in READIED[:3]])
        unit.sheet.readies = found
    return found


def one_action(unit: IngenuityCombatant) -> list[int]:
    """Return attacks, manoeuvres and powers of one action, as they are readied."""
    found = [ATTACK]
    for one in unit.sheet.maneuvers:
        if one.timing == "action" and one.actions == 1:
            found.append(100 + one.number)
    for each in unit.sheet.powers:
        if each.actions == 1:
            found.append(500 + each.number)
    return found


def every_ready(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return everything that can be readied, for anybody's deed or for a certain enemy's.

    Rules: action.ready, action.ready.what, action.ready.expiry.
    """
    foes = [-1, *[one.index for one in combat.units if combat.enemies(unit, one)]]
    found: list[int] = []
    for trigger in READYING:
        for what in one_action(unit) + list(READIED):
            found.extend([code_of(READY, trigger + 10 * (1 + foe), what) for foe in foes])
    return found


def what_readied(code: int) -> int:
    """Return the action that is readied, its target left open. Rule: action.ready.what."""
    what = b_of(code)
    if what >= 500:
        return code_of(POWER, what - 500)
    if what >= 100:
        return code_of(MANEUVER, (what - 100) * 2)
    return code_of(what)


def ready_word(combat: IngenuityCombat, code: int) -> str:
    """Return the key of a readied action."""
    what = what_readied(code)
    when = READYING[a_of(code) % 10]
    if a_of(code) >= 10:
        when += f" by {combat.units[a_of(code) // 10 - 1].name}"
    verb = verb_of(what)
    if verb == ATTACK:
        return f"ready {when}"
    if verb == MANEUVER:
        word = combat.library.maneuvers[a_of(what) // 2].id
    elif verb == POWER:
        word = combat.library.powers[a_of(what)].id
    else:
        word = SIMPLE[verb] if verb in SIMPLE else WORDS[verb]
    return f"ready {word} {when}"


def object_of(unit: IngenuityCombatant, code: int) -> int:
    """Return the object of a readied action: what is readied, and for what."""
    what = [*one_action(unit), *READIED].index(b_of(code))
    return 1 + what * (1 + max(READYING)) + a_of(code) % 10
