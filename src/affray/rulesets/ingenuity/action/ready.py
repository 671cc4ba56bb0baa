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


TRIGGER_BITS: Final = 3  # of the object of a code: what is readied stands above


def ready_code(what: int, trigger: int, foe: int = -1) -> int:
    """Return the code of readying something for a trigger, of any enemy (-1) or a certain one.

    ``what`` is its place in ``readiable``.
    """
    return code_of(READY, what << TRIGGER_BITS | trigger, 1 + foe)


def trigger_of(code: int) -> int:
    """Return for what something is readied."""
    return a_of(code) & ((1 << TRIGGER_BITS) - 1)


def ready_codes(unit: IngenuityCombatant) -> list[int]:
    """Return what is listed of what can be readied. Rule: action.ready.what."""
    found = unit.sheet.readies
    if found is None:
        found = []
        every = readiable(unit)
        plain = len(every) - len(READIED)
        for trigger in LISTED:
            found.extend([ready_code(what, trigger) for what in range(plain)])
        found.extend([ready_code(plain + n, ATTACKS_ALLY) for n in range(3)])
        unit.sheet.readies = found
    return found


def readiable(unit: IngenuityCombatant) -> list[int]:
    """Return the actions that somebody can ready, their targets left open.

    Attacks, manoeuvres and powers of one action, then what else takes one.
    Rule: action.ready.what.
    """
    found = unit.sheet.readiable
    if found is None:
        found = [code_of(ATTACK)]
        for one in unit.sheet.maneuvers:
            if one.timing == "action" and one.actions == 1:
                found.append(code_of(MANEUVER, one.number * 2))
        for each in unit.sheet.powers:
            if each.actions == 1:
                found.append(code_of(POWER, each.number))
        found.extend([code_of(verb) for verb in READIED])
        unit.sheet.readiable = found
    return found


def every_ready(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return everything that can be readied, for anybody's deed or for a certain enemy's.

    Rules: action.ready, action.ready.what, action.ready.expiry.
    """
    foes = [-1, *[one.index for one in combat.units if combat.enemies(unit, one)]]
    found: list[int] = []
    for trigger in READYING:
        for what in range(len(readiable(unit))):
            found.extend([ready_code(what, trigger, foe) for foe in foes])
    return found


def what_readied(unit: IngenuityCombatant, code: int) -> int:
    """Return the action that is readied, its target left open. Rule: action.ready.what."""
    return readiable(unit)[a_of(code) >> TRIGGER_BITS]


def ready_word(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> str:
    """Return the key of a readied action."""
    what = what_readied(unit, code)
    when = READYING[trigger_of(code)]
    if b_of(code) > 0:
        when += f" by {combat.units[b_of(code) - 1].name}"
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


def object_of(code: int) -> int:
    """Return the object of a readied action: what is readied, and for what."""
    return 1 + (a_of(code) >> TRIGGER_BITS) * (1 + max(READYING)) + trigger_of(code)
