"""What one may do: acts of a turn with their codes, and the verbs of all options.

The code of an act is verb * VERB + first * PART + second.
"""

from __future__ import annotations

from typing import Final

from affray.core.arrays import i64
from affray.rulesets.quest.terms import AIMS, KINDS, MODES

VERB: Final = 1_000_000
PART: Final = 1_000
MOST_JOINED: Final = 9  # BAs of one move: a digit of its code

NONE: Final = 0  # the turn ends
ATTACK: Final = 1  # target, weapon
THROW: Final = 2  # target, thing
DISARM: Final = 3  # target, weapon
EXTRA: Final = 4  # target, weapon
EXTRA_THROW: Final = 5  # target, thing
CAST: Final = 6  # spell, AA or MA
CANCEL: Final = 7
MOVE: Final = 8  # mode, joined BAs + 10 if by an MA
BOOST: Final = 9  # which
DISENGAGE: Final = 10  # AA or BA
STAND: Final = 11  # kind
PRONE: Final = 12
DRAW: Final = 13  # kind, thing
SHEATHE: Final = 14
PICK_UP: Final = 15
DROP: Final = 16  # -, thing
TALK: Final = 17  # kind
USE: Final = 18  # target, thing
RELOAD: Final = 19  # kind, thing
BREAK_FREE: Final = 20
TOGGLE: Final = 21  # place among the kept spells
LET_END: Final = 22
DISMISS: Final = 23  # unit
THRALL: Final = 24
RELEASE: Final = 25
PUT_OUT: Final = 26  # kind
GIVE_UP: Final = 27

SURRENDER: Final = GIVE_UP * VERB

DAMAGE_BOOST: Final = 0
HIT_BOOST: Final = 1
DODGE_BOOST: Final = 2
BOOSTS: Final = ("damage", "hit", "dodge")

BOOSTERS: Final = ("boost-melee-damage", "boost-to-hit", "boost-dodge")

BOOST_RULES: Final = ("action.ba-melee-damage", "action.ba-hit", "action.ba-dodge")

# What the content calls the acts that name no weapon, item or spell.
ABILITIES: Final = {
    MOVE: "move",
    DISENGAGE: "disengage",
    STAND: "stand-up",
    PRONE: "drop-prone",
    DRAW: "draw-or-sheathe",
    SHEATHE: "draw-or-sheathe",
    PICK_UP: "pick-up",
    DROP: "drop-item",
    TALK: "talk",
    RELOAD: "reload",
    BREAK_FREE: "break-free",
    TOGGLE: "toggle-spell",
    GIVE_UP: "surrender",
}

ATTACKS: Final = (ATTACK, THROW, DISARM, EXTRA, EXTRA_THROW)
OF_BOUND: Final = (*ATTACKS, CAST, MOVE, DRAW, PICK_UP, STAND, TOGGLE)  # for condition.bound


def act(verb: i64, first: i64 = 0, second: i64 = 0) -> int:
    """Return the code of an act."""
    return verb * VERB + first * PART + second


# ---- verbs of options ----------------------------------------------------------------------------

# The words of acts that are paid for by one kind of action or another: ``draw-ba``.
BY_KIND: Final = {DRAW: "draw", SHEATHE: "sheathe", PICK_UP: "pick-up", RELOAD: "reload"}
WORDS: Final = {
    ATTACK: "attack",
    THROW: "throw",
    DISARM: "disarm",
    EXTRA: "extra-attack",
    EXTRA_THROW: "extra-throw",
    CANCEL: "cancel",
    BOOST: "boost",
    DISENGAGE: "disengage",
    STAND: "stand-up",
    PRONE: "lie-down",
    DROP: "drop",
    TALK: "talk",
    USE: "use",
    BREAK_FREE: "break-free",
    TOGGLE: "toggle",
    LET_END: "end",
    DISMISS: "dismiss",
    THRALL: "thrall",
    RELEASE: "release",
    PUT_OUT: "put-out",
    GIVE_UP: "give-up",
}
VERBS: Final[tuple[str, ...]] = (
    "pass",
    "stop",
    "move",
    "sneak",
    "tumble",
    "jump",
    "flee",
    "cast-aa",
    "cast-ma",
    *WORDS.values(),
    *[f"{word}-{kind}" for word in BY_KIND.values() for kind in KINDS],
    *[f"strike-{aim}" for aim in AIMS],
    "aim",
    "face",
    "delay",
    "act",
    "heal",
    "option",
    "target",
    "at",
    "keep",
)
# The numbers of those words by the verb of an act: of a move in its first mode, of others that are
# paid for by one kind of action or another with the first kind. What follows has the next number.
FIRST_WORDS: Final = {
    CAST: "cast-aa",
    MOVE: MODES[0],
    **WORDS,
    **{verb: f"{word}-{KINDS[0]}" for verb, word in BY_KIND.items()},
}
NUMBERS: Final = bytes([VERBS.index(FIRST_WORDS.get(verb, "pass")) for verb in range(GIVE_UP + 1)])
MOST_UNITS: Final = 64  # that programs are told of, those summoned in the fight included
