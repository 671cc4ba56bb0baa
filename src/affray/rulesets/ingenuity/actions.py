"""What a turn's actions are called: a whole number of verb, object and target or space.

The verb stands lowest, so that what needs no more is its verb alone: ``object * 512 + target``
above it, of those on a space ``object * 65536 + space``. Four hundred combatants and the 40,000
spaces of the widest map fit, and a code is read without a look at the state.
"""

from __future__ import annotations

from typing import Final

from affray.core.action import ActionSpace
from affray.core.arrays import i64
from affray.rulesets.ingenuity.state import IngenuityCombat

# Verbs.
ATTACK: Final = 1
MOVE: Final = 2
SPRINT: Final = 3
STEP: Final = 4
STAND: Final = 5
GUARD: Final = 6
WAIT: Final = 7
READY: Final = 8
COMMAND: Final = 9
BRANDISH: Final = 10
RELOAD: Final = 11
RESUSCITATE: Final = 12
COVER: Final = 13
DROP: Final = 14
PRONE: Final = 15
SEARCH: Final = 16
SMOTHER: Final = 17
STAUNCH: Final = 18
KILL: Final = 19
SURRENDER: Final = 20
MANEUVER: Final = 21
POWER: Final = 22
GIVE: Final = 23  # a draught or water
FATE_ACTION: Final = 24
FATE_RECOVER: Final = 25
LEAVE: Final = 26
ABANDON: Final = 27
TALENT: Final = 28
GO_ON: Final = 29  # with what is unfinished
IMPROVISE: Final = 30
SPACE: Final = 31  # an attack on a space
HAND: Final = 32  # something over to somebody
SHED: Final = 33  # a net
SHAKE: Final = 34  # a sleeper awake
LOOSE: Final = 35  # a grapple
CEASE: Final = 36  # concentrating
TASK: Final = 37
ASSIST: Final = 38
TAKE: Final = 40  # something that lies about
FATE_OTHER: Final = 41  # a true answer (0) or an advancement (1)
INTERACT: Final = 42  # a door or a lever
ENDING: Final = (GUARD, WAIT, READY)  # action.ends-turn
FREE: Final = (
    STEP,
    DROP,
    PRONE,
    SURRENDER,
    FATE_ACTION,
    FATE_RECOVER,
    FATE_OTHER,
    LEAVE,
    ABANDON,
    LOOSE,
    CEASE,
)

# What verbs are called that need no more words, and that a name follows.
SIMPLE: Final = {
    MOVE: "move",
    SPRINT: "sprint",
    STAND: "stand up",
    GUARD: "guard",
    WAIT: "wait",
    COVER: "seek cover",
    PRONE: "drop prone",
    SEARCH: "search",
    SURRENDER: "surrender",
    FATE_ACTION: "fate action",
    LEAVE: "leave",
    ABANDON: "abandon task",
    GO_ON: "continue task",
    IMPROVISE: "improvise",
    SHED: "shed net",
    LOOSE: "let go",
    CEASE: "stop concentrating",
}
WORDS: Final = {
    STEP: "step",
    COMMAND: "command",
    RESUSCITATE: "resuscitate",
    SMOTHER: "smother",
    STAUNCH: "staunch",
    SHAKE: "shake awake",
    BRANDISH: "brandish",
    TAKE: "take",
    RELOAD: "reload",
    GIVE: "give",
    HAND: "hand",
    INTERACT: "interact",
}
# What a code is made of: 64 verbs, 512 targets, 65,536 spaces; objects stand highest.
VERB_BITS: Final = 6
TARGET_BITS: Final = 9
CELL_BITS: Final = 16
MOST_VERBS: Final = 64
MOST_TARGETS: Final = 512
MOST_CELLS: Final = 65536


def code_of(verb: i64, a: i64 = 0, b: i64 = 0) -> i64:
    """Return the code of an action: a verb, its object, its target."""
    return (a << TARGET_BITS | b) << VERB_BITS | verb


def code_at(verb: i64, cell: i64, a: i64 = 0) -> i64:
    """Return the code of an action on a space: a verb, the space, its object."""
    return (a << CELL_BITS | cell) << VERB_BITS | verb


def verb_of(code: i64) -> i64:
    """Return the verb of an action."""
    return code & (MOST_VERBS - 1)


def a_of(code: i64) -> i64:
    """Return the first number of an action: its object."""
    return code >> (VERB_BITS + TARGET_BITS)


def b_of(code: i64) -> i64:
    """Return the second number of an action: its target."""
    return code >> VERB_BITS & (MOST_TARGETS - 1)


def cell_of(code: i64) -> i64:
    """Return the space of an action on one."""
    return code >> VERB_BITS & (MOST_CELLS - 1)


def way_of(code: i64) -> i64:
    """Return the object of an action on a space: the way of a weapon."""
    return code >> (VERB_BITS + CELL_BITS)


# What options do, as verbs of the action codes: those of a turn by their number, then the others.
VERB_WORDS: Final = {
    ATTACK: "attack",
    MOVE: "move",
    SPRINT: "sprint",
    STEP: "step",
    STAND: "stand",
    GUARD: "guard",
    WAIT: "wait",
    READY: "ready",
    COMMAND: "command",
    BRANDISH: "brandish",
    RELOAD: "reload",
    RESUSCITATE: "resuscitate",
    COVER: "cover",
    DROP: "drop",
    PRONE: "prone",
    SEARCH: "search",
    SMOTHER: "smother",
    STAUNCH: "staunch",
    KILL: "kill",
    SURRENDER: "surrender",
    MANEUVER: "maneuver",
    POWER: "power",
    GIVE: "give",
    FATE_ACTION: "fate-action",
    FATE_RECOVER: "fate-recover",
    LEAVE: "leave",
    ABANDON: "abandon",
    TALENT: "talent",
    GO_ON: "continue",
    IMPROVISE: "improvise",
    SPACE: "attack-space",
    HAND: "hand",
    SHED: "shed",
    SHAKE: "shake",
    LOOSE: "let-go",
    CEASE: "cease",
    TASK: "task",
    ASSIST: "assist",
    TAKE: "take",
    FATE_OTHER: "fate-other",
    INTERACT: "interact",
}
REPLIES: Final = (
    "intercept",
    "dodge",
    "arrow-catch",
    "parry",
    "hard-parry",
    "hook-parry",
    "riposte",
    "block",
    "fate",
)
VERBS: Final = ("pass", *VERB_WORDS.values(), "choose", "jump", "stop", "at", *REPLIES)
# Of every verb of a turn its place among those.
PLACES: Final = bytes(
    [VERBS.index(VERB_WORDS[verb]) if verb in VERB_WORDS else 0 for verb in range(MOST_VERBS)]
)
OBJECTS: Final = 600  # more than there are grips, or things to be readied


def space_of(combat: IngenuityCombat) -> ActionSpace:
    """Return the bounds of all action codes of a fight."""
    library = combat.library
    most = max(OBJECTS, 2 * len(library.maneuvers) + 1, len(library.things) + 1)
    return ActionSpace(VERBS, most, 1 + len(combat.units), 1 + combat.grid.size)
