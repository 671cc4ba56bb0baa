"""What can be readied, for what, and how that is written."""

from __future__ import annotations

from typing import Final

from affray.core.arrays import i64
from affray.core.choice import PASS
from affray.rulesets.ingenuity import geometry
from affray.rulesets.ingenuity.actions import (
    ATTACK,
    BRANDISH,
    COVER,
    GIVE,
    HAND,
    INTERACT,
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
from affray.rulesets.ingenuity.choice.menu import Listed, Places
from affray.rulesets.ingenuity.movement import ground
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import (
    ATTACKED,
    ATTACKS_ALLY,
    CASTS,
    COMES,
    ENTERS,
    MOVES_NEAR,
    NO_TRIGGER,
)

READYING: Final = {
    MOVES_NEAR: "for a move",
    ATTACKS_ALLY: "for an attack",
    CASTS: "for a power",
    COMES: "for an approach",
    ATTACKED: "after an attack",
    ENTERS: "for an entry",
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
    INTERACT,
)


TRIGGER_BITS: Final = 3  # of the object of a code: what is readied stands above
TRIGGERS: Final = 1 + max(READYING)


def ready_code(what: int, trigger: int, foe: int = -1) -> int:
    """Return the code of readying something for a trigger, of any enemy (-1) or a certain one.

    ``what`` is its place in ``readiable``.
    """
    return code_of(READY, what << TRIGGER_BITS | trigger, 1 + foe)


OPEN: Final = ready_code(0, NO_TRIGGER)  # what, and for what, is asked


def trigger_of(code: i64) -> i64:
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
        for maneuver in unit.sheet.maneuvers:
            if maneuver.timing == "action" and maneuver.actions == 1:
                found.append(code_of(MANEUVER, maneuver.number * 2))
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
    if code == OPEN:
        return "ready"
    what = what_readied(unit, code)
    when = READYING[trigger_of(code)]
    if b_of(code) > 0:
        when += f" by {combat.units[b_of(code) - 1].name}"
    if verb_of(what) == ATTACK:
        return f"ready {when}"
    return f"ready {word_of(combat, what)} {when}"


def word_of(combat: IngenuityCombat, what: int) -> str:
    """Return what an action that can be readied is called."""
    verb = verb_of(what)
    if verb == ATTACK:
        return "attack"
    if verb == MANEUVER:
        return combat.library.maneuvers[a_of(what) // 2].id
    if verb == POWER:
        return combat.library.powers[a_of(what)].id
    return SIMPLE[verb] if verb in SIMPLE else WORDS[verb]


def asked_for(combat: IngenuityCombat, unit: IngenuityCombatant) -> int:
    """Ask what is to be readied, for what and whose; return the code, PASS for better not.

    Rules: action.ready, action.ready.what.
    """
    options = [(PASS, "better not")]
    options += [(1 + n, word_of(combat, one)) for n, one in enumerate(readiable(unit))]
    what = combat.ask(Listed(unit.seats, unit.index, "action.ready.what", options))
    if what == PASS:
        return PASS
    whens = list(READYING.items())
    when = combat.ask(Listed(unit.seats, unit.index, "action.ready", whens, MOVES_NEAR))
    foes = [one for one in combat.units if combat.enemies(unit, one)]
    options = [(PASS, "by anybody"), *[(1 + foe.index, f"by {foe.name}") for foe in foes]]
    about = [-1, *[foe.index for foe in foes]]
    asked = Listed(unit.seats, unit.index, "action.ready.what", options, PASS, about)
    return ready_code(what - 1, when, combat.ask(asked) - 1)


def choose_space(combat: IngenuityCombat, unit: IngenuityCombatant) -> int:
    """Let somebody name the space whose entry it waits for: one that it sees.

    Rules: action.ready.what, geometry.line-of-sight.
    """
    spaces = [
        cell
        for cell in range(combat.grid.size)
        if cell != unit.cell
        and ground.standing(combat, cell, 1)
        and geometry.look(combat, unit.cell, cell)
    ]
    options = [(1 + cell, f"at {combat.grid.name(cell)}") for cell in spaces]
    if not options:
        return unit.cell
    rule = "action.ready.what"
    return combat.ask(Places(unit.seats, unit.index, rule, options, options[0][0])) - 1


def object_of(code: i64) -> i64:
    """Return the object of a readied action: what is readied, and for what."""
    return 1 + (a_of(code) >> TRIGGER_BITS) * TRIGGERS + trigger_of(code)
