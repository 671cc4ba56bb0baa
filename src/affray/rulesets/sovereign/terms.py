"""The closed sets of Sovereign: modes, kinds of harm, phases, fates, counters."""

from __future__ import annotations

from typing import Final

from affray.core.combat import COMBAT, OWN, ROUND

# How an attack reaches its target.
MELEE: Final = 0
SHOT: Final = 1
THROWN: Final = 2
MODES: Final = ("melee", "shot", "thrown")
# What reloading costs, the cheapest first.
NO_RELOAD: Final = 0
BY_MOVE: Final = 1
BY_MAIN: Final = 2
BY_NOTHING: Final = 3
NO_AC: Final = -1  # no Shock
ANY_AC: Final = 1000  # Shock n/-
NATURAL: Final = -1  # the place of what needs no hand: fists, claws
POOLS: Final = 1000  # a swarm is side * this + target
MOST: Final = 200  # litter is cell * this + the thing's number in the library
# What an art commits its Effort for.
FOR_NOTHING: Final = 0
FOR_DURATION: Final = 1
FOR_FIGHT: Final = 2
FOR_DAY: Final = 3
COMMITS: Final = ("none", "duration", "fight", "day")
# Kinds of harm.
BODILY: Final = 0  # falls and whatever else needs no name
EDGE: Final = 1
POINT: Final = 2
BLUNT: Final = 3
FIRE: Final = 4
FROST: Final = 5
MAGIC: Final = 6
HARMS: Final = ("bodily", "edge", "point", "blunt", "fire", "frost", "magic")
# What a hit is to do.
HARM: Final = 0
SHOVE: Final = 1
GRAPPLE: Final = 2
AIMS: Final = ("attack", "shove", "grapple")
# How an attack comes about.
ORDINARY: Final = 0
SNAP: Final = 1
FREE: Final = 2  # of opportunity
CHARGED: Final = 3
SWARM: Final = 4
# Phases of a fight.
SURPRISE_PHASE: Final = 0
INITIATIVE_PHASE: Final = 1
ROUND_PHASE: Final = 2
SIDE_PHASE: Final = 3
ACT_PHASE: Final = 4
GAP_PHASE: Final = 5
PHASES: Final = ("surprise", "initiative", "round", "side", "act", "gap")
# What became of a combatant.
ACTIVE: Final = 0
MORTAL: Final = 1
STABLE: Final = 2
DEAD: Final = 3
CAPTURED: Final = 4
ESCAPED: Final = 5
FATES: Final = ("active", "mortally-injured", "stable", "dead", "captured", "escaped")
# Counters of a combatant.
SCREENED: Final = 0  # attackers of this round against whom it screened: a set of bits
LUCK: Final = 1
DRAWN: Final = 2  # changes of what is in hand in this turn
SHIELD: Final = 3  # Shock its shield has ignored this round
AIDED: Final = 4  # attempts to stabilise it in this round
WHIRLED: Final = 5
BOILED: Final = 6  # boils have hurt it this round
PULLED: Final = 7  # has pulled somebody down this turn
HEALED: Final = 8  # healed by a swift touch this round
KILLED: Final = 9  # has had its second attack this round
HIDDEN: Final = 10  # has melted into shadow this round
COUNTERED: Final = 11  # has countered magic this round
SLIPPED: Final = 12  # has slipped out of a grapple this round
FREED: Final = 13  # abilities that have cost a Free action this turn: a set of bits
SPELLED: Final = 14  # has screened against a spell this round
CAST: Final = 15  # spells cast this round
LEECH: Final = 16  # has tried to stabilise as a Free action this round
ONCE: Final = 17  # what is done once per fight or day: a set of bits
TOUCHES: Final = 18  # swift healing touches of the day
LENT: Final = 19  # Effort that returns when the fight is over
LENT_SECOND: Final = 20
COUNTED: Final = (
    ("screened", ROUND),
    ("luck", COMBAT),
    ("drawn", OWN),
    ("shield", ROUND),
    ("aided", ROUND),
    ("whirled", COMBAT),
    ("boiled", ROUND),
    ("pulled", OWN),
    ("healed", ROUND),
    ("killed", ROUND),
    ("hidden", ROUND),
    ("countered", ROUND),
    ("slipped", ROUND),
    ("freed", OWN),
    ("spelled", ROUND),
    ("cast", ROUND),
    ("leech", ROUND),
    ("once", COMBAT),
    ("touches", COMBAT),
    ("lent", COMBAT),
    ("lent-second", COMBAT),
)
COUNTERS: Final = tuple([name for name, _ in COUNTED])
SCOPES: Final = tuple([scope for _, scope in COUNTED])
# Bits of the counter ``once``.
SPENT_MASTERY: Final = 1
SPENT_DIE_HARD: Final = 2
SPENT_DEFENSE: Final = 4
SPENT_SAVE: Final = 8  # a Nullifier's first failed save
SPENT_NULL: Final = 16
SPENT_RALLY: Final = 32
SPENT_SWIFT: Final = 64  # Swift Casting
SPENT_INEXORABLE: Final = 128
STUNNED_ONCE: Final = 256  # a Stunning Shock has struck it in this fight
BLUNTED_ONCE: Final = 512  # Blunt Contact has touched it in this fight
