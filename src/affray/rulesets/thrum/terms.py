"""The closed sets of Thrum: phases, Loads, numbers, moments, defences, tags and results."""

from __future__ import annotations

from typing import Final

# Phases of a combat, and of a turn.
INITIATIVE_PHASE: Final = 0
PLACE_PHASE: Final = 1  # Round Zero
OPENING_STANCE_PHASE: Final = 2
DELAY_PHASE: Final = 3
START_PHASE: Final = 4
MOVE_PHASE: Final = 5
ACTION_PHASE: Final = 6
STANCE_PHASE: Final = 7
END_PHASE: Final = 8
PHASES: Final = (
    "initiative",
    "place",
    "opening-stance",
    "delay",
    "start",
    "move",
    "action",
    "stance",
    "end",
)

FATIGUE: Final = 0
STRESS: Final = 1
LOADS: Final = ("fatigue", "stress")
TOLERANCES: Final = ("fatigue-tolerance", "stress-tolerance")  # by Load, as events name them

# Table options, by place in ThrumCombat.options.
FINISHER_ON_SUCCESS: Final = 0
COUP_DE_GRACE: Final = 1
CONCESSION: Final = 2
LEVEL_COVER: Final = 3
INCAPACITATED_PANIC: Final = 4
OPTION_NAMES: Final = (
    "finisher-on-success",
    "coup-de-grace",
    "concession",
    "level-cover",
    "incapacitated-panic",
)
OPTION_DEFAULTS: Final = (0, 0, 0, 1, 1)

# Numbers that features modify: sets of bits.
OFFENCE: Final = 1  # net Boons on an offensive roll
OFFENCE_BONUS: Final = 2
DEFENCE: Final = 4  # net Boons on a defensive roll
DEFENCE_BONUS: Final = 8
PANIC: Final = 16
PANIC_BONUS: Final = 32
INCAPACITY: Final = 64
DROP: Final = 128
SPEED: Final = 256
RANGE: Final = 512
GROUND: Final = 1024  # price and danger of squares, by `ground`
CRITICAL: Final = 2048  # margin at which a defence is a Critical
TOUGHNESS: Final = 4096  # the Resilience modifier itself, where no defence is rolled
SIGHT: Final = 8192  # below 0: under the effect of Blinded
STILLNESS: Final = 16384  # above 0: Statuses do not tick
HOLDS: Final = 32768  # no number: somebody is held
NUMBERS: Final = 16
NUMBER_NAMES: Final = {
    OFFENCE: "offence boons",
    OFFENCE_BONUS: "offence bonus",
    DEFENCE: "defence boons",
    DEFENCE_BONUS: "defence bonus",
    PANIC: "panic boons",
    PANIC_BONUS: "panic bonus",
    INCAPACITY: "incapacity boons",
    DROP: "drop boons",
    SPEED: "speed",
    RANGE: "range",
    CRITICAL: "critical margin",
    TOUGHNESS: "resilience",
    SIGHT: "sight",
    STILLNESS: "stillness",
}

# Moments that trigger effects: sets of bits.
TARGETED: Final = 1  # an ability names its targets, before any roll
LEAVES: Final = 2  # about to step from `cell` to `goal`
ENTERS: Final = 4  # has come from `cell` to `goal`
DEFENDED: Final = 8  # both rolls of a contest are known, nothing applied yet
RESOLVED: Final = 16  # the attack on this target has been resolved, `use` knows how
HARM: Final = 32  # `amount` Fatigue or Stress is about to be taken by the target
STATUS: Final = 64  # `amount` of a Status is about to be given to the target
LOSES: Final = 128  # the target has lost the effect `what`
STARTS: Final = 256  # the actor's Start of Turn, after Panic
ENDS: Final = 512  # the actor's End of Turn
SHIFTED: Final = 1024  # an ability is about to move the target from `cell` to `goal`
ACTS: Final = 2048  # the actor is about to take its Action
ACTED: Final = 4096  # the actor's Action has been resolved
ROUND_ENDS: Final = 8192
FALLS: Final = 16384  # the target has become Incapacitated
TAKEN: Final = 32768  # Fatigue or Stress was taken: `amount`, `what`
ROLLED: Final = 65536  # the actor made a roll; `amount` is 1 if two kept dice are equal
MINION: Final = 131072  # a Minion of the actor was positioned or disappeared at `cell`
STANCED: Final = 262144  # the actor has taken or renewed a Stance
ORIGINS: Final = 1 << 19  # from which other squares may an ability be used?

MOVES: Final = 1 << 20  # a moment: what other ways to move are there?

MOVED: Final = 1 << 21  # the target has been moved by an ability of the actor: `amount` squares
AFFLICTED: Final = 1 << 22  # the actor has given the target `amount` of the Status `status`
READY: Final = 1 << 23  # the actor may choose its Action; `amount` 1: it has to take one
OFFERS: Final = 1 << 24  # which Actions that are none of its own may the actor take?
MOMENTS: Final = 25

# Defences.
NO_DEFENCE: Final = 0
RESILIENCE: Final = 1
EVASION: Final = 2
RESOLVE: Final = 3
DEFENCES: Final = ("no defence", "resilience", "evasion", "resolve")

# Kinds of ability.
ACTION: Final = 0
STANCE: Final = 1
PASSIVE: Final = 2

# Tags: a set of bits.
PHYSICAL: Final = 1
MENTAL: Final = 2
RANGED: Final = 4
FINISHER: Final = 8
TERRAIN: Final = 16
BUFF: Final = 32
AURA: Final = 64
SPECIAL: Final = 128  # an attack of neither type: its text says how it is defended against
ATTACK_TAGS: Final = PHYSICAL | MENTAL | SPECIAL


MISSED: Final = 0  # the defence succeeded
DEFENCE_CRITICAL: Final = 1
SUCCESS: Final = 2
CRITICAL_HIT: Final = 3
OUT_OF_REACH: Final = 4  # no contest took place
RESULTS: Final = ("avoided", "avoided critically", "success", "critical", "out of reach")

# What a budget is measured by.
FIXED: Final = 0
WHOLE_SPEED: Final = 1
HALF_SPEED: Final = 2  # rounded down
HALF_SPEED_UP: Final = 3  # rounded up

OFFENSIVE: Final = ("POW", "FIN", "REA")
DEFENSIVE: Final = ("END", "REF", "FOC")
ATTRIBUTES: Final = (*OFFENSIVE, *DEFENSIVE)
