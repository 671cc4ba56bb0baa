"""The closed sets of Quest as numbers, with their words: actions, phases, aims, feats and so on."""

from __future__ import annotations

from typing import Final

from affray.core.combat import OWN, ROUND, TURN

# Kinds of action.
AA: Final = 0
MA: Final = 1
BA: Final = 2
FREE: Final = 3  # a feat lends it
KINDS: Final = ("aa", "ma", "ba", "free")

# Phases of a battle.
SETUP_PHASE: Final = 0
OPENING_PHASE: Final = 1
LINEUP_PHASE: Final = 2
COME_UP_PHASE: Final = 3
ACT_PHASE: Final = 4
END_PHASE: Final = 5
GAP_PHASE: Final = 6
PHASES: Final = ("setup", "opening", "lineup", "come-up", "act", "end", "gap")

# What an attack is aimed at. The first four leave a wound of the same number.
FATAL: Final = 0
SLOWING: Final = 1
WEAKENING: Final = 2
DISRUPTING: Final = 3
CENTER: Final = 4
UNAIMED: Final = 5
AIMS: Final = ("fatal", "slowing", "weakening", "disrupting", "center-mass", "unaimed")
WOUNDS: Final = 4

# Types of damage.
PHYSICAL: Final = ("blunt", "slash", "pierce")
TYPES: Final = (*PHYSICAL, "fire", "cold", "shock", "rot")
FIRE: Final = 3

# Properties of weapons: a set of bits.
LONG: Final = 1
THROWN: Final = 2
RELOAD: Final = 4
TOPPLING: Final = 8
CRUSHING: Final = 16
DISARMING: Final = 32
NATURAL: Final = 64
PROPERTIES: Final = ("long", "thrown", "reload", "toppling", "crushing", "disarming", "natural")

# Feats: a set of bits.
SNEAK_ATTACK: Final = 1
LEGION_LEADER: Final = 2
BATTLE_CASTER: Final = 4
MANEUVERER: Final = 8
REACH: Final = 16
WEAPON_FOCUS: Final = 32
ATHLETE: Final = 64
GUARDING: Final = 128
FLURRY: Final = 256
FOLLOW_THROUGH: Final = 512
READY_BLADE: Final = 1024
TOUGHNESS: Final = 2048
DEEP_WELL: Final = 4096
QUICK_HANDS: Final = 8192
STEADY_AIM: Final = 16384
SPRING_UP: Final = 32768
IRON_GRIP: Final = 65536
EYES_BEHIND: Final = 131072
WAR_HEALER: Final = 262144
FEATS: Final = (
    "sneak-attack",
    "legion-leader",
    "battle-caster",
    "maneuverer",
    "reach",
    "weapon-focus",
    "athlete",
    "guarding",
    "flurry",
    "follow-through",
    "ready-blade",
    "toughness",
    "deep-well",
    "quick-hands",
    "steady-aim",
    "spring-up",
    "iron-grip",
    "eyes-behind",
    "war-healer",
)

# Counters of a unit.
SLOTS: Final = 0  # free hits made
FOLLOWED: Final = 1  # Follow-through
SPRUNG: Final = 2  # Spring up
FLURRIED: Final = 3
HANDLED: Final = 4  # Quick hands
ADDED: Final = 5  # the additional attack
WITHIN: Final = 6  # steps of the unit whose turn it is inside this one's zone
COUNTERS: Final = (
    "free-hits",
    "follow-through",
    "spring-up",
    "flurry",
    "quick-hands",
    "additional-attack",
    "steps-in-zone",
)
SCOPES: Final = (ROUND, ROUND, ROUND, OWN, OWN, OWN, TURN)

# What became of a unit.
ACTIVE: Final = 0
DEFEATED: Final = 1
KILLED: Final = 2
FLED: Final = 3
SURRENDERED: Final = 4
VANISHED: Final = 5
FATES: Final = ("active", "defeated", "killed", "fled", "surrendered", "vanished")

# How a unit moves.
WALK: Final = 0
SNEAK: Final = 1
TUMBLE: Final = 2
MODES: Final = ("move", "sneak", "tumble")

# Options of the GM.
MERCY: Final = 0
GENERAL_LADDER: Final = 1
DISRUPTING_THREE: Final = 2
NO_FACINGS: Final = 3
OPTION_NAMES: Final = ("mercy", "general-ladder", "disrupting-three", "no-facings")

# Kinds of thing.
WEAPON: Final = 0
SHIELD: Final = 1
ITEM: Final = 2
BODY: Final = 3

MOST_THINGS: Final = 1000  # litter is cell * this + piece
