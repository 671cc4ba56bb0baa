"""The closed sets of Ingenuity: attributes, skills, damage, properties, counters, options."""

from __future__ import annotations

from typing import Final

from affray.core.combat import COMBAT, OWN, ROUND, TURN

# Attributes. Rule: sheet.attributes.
STRENGTH: Final = 0
DEXTERITY: Final = 1
INTELLECT: Final = 2
RESOLVE: Final = 3
ATTRIBUTES: Final = ("strength", "dexterity", "intellect", "resolve")

# Skills. Rule: sheet.skills.
SKILLS: Final = (
    "agility",
    "athletics",
    "charisma",
    "combat",
    "craft",
    "handling",
    "insight",
    "networking",
    "perception",
    "taming",
    "animism",
    "communion",
    "ki",
    "psionics",
    "sorcery",
    "superpowers",
    "wizardry",
)
AGILITY: Final = 0
ATHLETICS: Final = 1
CHARISMA: Final = 2
FIGHTING: Final = 3  # the skill called combat
HANDLING: Final = 5
INSIGHT: Final = 6
PERCEPTION: Final = 8
CRAFT: Final = 4

# Types of damage. Rules: damage.physical, damage.elemental, damage.psychic, damage.unspecified.
TYPES: Final = (
    "bludgeoning",
    "piercing",
    "slashing",
    "arcane",
    "cold",
    "fire",
    "radiant",
    "shock",
    "void",
    "psychic",
    "typeless",
)
BLUDGEONING: Final = 0
PIERCING: Final = 1
SLASHING: Final = 2
ARCANE: Final = 3
COLD: Final = 4
FIRE: Final = 5
SHOCK: Final = 7
VOID: Final = 8
PSYCHIC: Final = 9
TYPELESS: Final = 10
PHYSICAL_TYPES: Final = 3
ELEMENTAL_TYPES: Final = 9

# Properties of weapons: a set of bits.
SWIFT: Final = 1
NONLETHAL: Final = 2
BACKSWING: Final = 4
CLEAVE: Final = 8
MOMENTUM: Final = 16
RISKY: Final = 32
TRIP: Final = 64
VERSATILE: Final = 128
WIDE: Final = 256
PROJECTILE: Final = 512
PROPERTIES: Final = (
    "swift",
    "nonlethal",
    "backswing",
    "cleave",
    "momentum",
    "risky",
    "trip",
    "versatile",
    "wide",
    "projectile",
    "ranged",
    "reload",
    "unfit",
    "thrown",
    "reach",
    "two-handed",
)

# Counters of a character.
ATTACKS: Final = 0  # attack.multiple.round
POWERS: Final = 1  # power.multiple
REACTIONS: Final = 2  # reaction.recovery: cleared by hand in the start of a turn
MOVES: Final = 3  # action.move: in this turn, of whoever's turn it is
STEPS: Final = 4  # action.free.step
DIAGONALS: Final = 5  # movement.diagonals.scope
COMMANDED: Final = 6  # action.command.once-per-target: bits of allies
STRUCK: Final = 7  # attack.momentum: bits of those hit
TRIED: Final = 8  # attack.cleave: bits of those attacked
SWUNG: Final = 9  # attack.backswing: bits of the weapons whose last attack missed
LAST: Final = 10  # ambidexterity: 1 + number of the last weapon
RELENTLESS: Final = 11  # relentless offence
PREPARED: Final = 12  # prepared defence
TOLERATED: Final = 13  # pain tolerance
RALLIED: Final = 14  # once per rest: bits by action.TALENTS
WINDED: Final = 15  # second wind: manoeuvres cost no stamina this turn
SPRINTS: Final = 16  # long-distance running
TREATED: Final = 17  # superficial treatment: had it in this combat
OPPORTUNE: Final = 18  # opportunist: bits of those struck
STUPEFIED: Final = 19  # stupefy: bits of those tried
CAUSED: Final = 20  # an attack was made since the own turn began
MOBILE: Final = 21  # mobility: difficult ground ignored in this turn
DEVOTED: Final = 22  # divine devotion
MIGHTY: Final = 23  # hysterical might
FOUGHT: Final = 24  # spell combat: an attack awaits a power
CAST: Final = 25  # spell combat: a power awaits an attack
USES: Final = 26  # gm.creature-ranks: manoeuvres and powers of the combat
RAGED: Final = 27  # rage: it began in this turn
SPURNED: Final = 28  # end.surrender: refused in this turn
ADVANCED: Final = 29  # fate.other: experience to be paid for advancements
COUNTERS: Final = (
    "attacks",
    "powers",
    "reactions",
    "moves",
    "steps",
    "diagonals",
    "commanded",
    "struck",
    "tried",
    "backswing",
    "last-weapon",
    "relentless",
    "prepared",
    "pain-tolerance",
    "per-rest",
    "second-wind",
    "sprints",
    "treated",
    "opportune",
    "stupefied",
    "attacked",
    "mobile",
    "devoted",
    "mighty",
    "fought",
    "cast",
    "used",
    "raged",
    "spurned",
    "advanced",
)
SCOPES: Final = (
    ROUND,
    ROUND,
    COMBAT,
    TURN,
    TURN,
    TURN,
    TURN,
    TURN,
    TURN,
    TURN,
    TURN,
    ROUND,
    ROUND,
    COMBAT,
    COMBAT,
    TURN,
    TURN,
    COMBAT,
    ROUND,
    COMBAT,
    OWN,
    TURN,
    COMBAT,
    COMBAT,
    TURN,
    TURN,
    COMBAT,
    OWN,
    TURN,
    COMBAT,
)

# What became of a character.
ACTIVE: Final = 0
DEAD: Final = 1
LEFT: Final = 2
SURRENDERED: Final = 3
FATES: Final = ("active", "dead", "left", "surrendered")

# Phases of a combat.
DEPLOY_PHASE: Final = 0
ORDER_PHASE: Final = 1
PICK_PHASE: Final = 2
START_PHASE: Final = 3
ACT_PHASE: Final = 4
PHASES: Final = ("deploy", "order", "pick", "start", "act")

# Tasks that span turns.
NO_TASK: Final = 0
RELOADING: Final = 1
BEGUN: Final = 2
TASKS: Final = ("none", "reload", "task")

# Triggers of readied actions. Rule: action.ready.what.
NO_TRIGGER: Final = 0
MOVES_NEAR: Final = 1
ATTACKS_ALLY: Final = 2
CASTS: Final = 3
COMES: Final = 4
ATTACKED: Final = 5
ENTERS: Final = 6
TRIGGERS: Final = (
    "none",
    "an enemy moves",
    "an enemy attacks",
    "an enemy uses a power",
    "an enemy comes within 1 m",
    "an enemy has attacked",
    "an enemy enters a space",
)

# Options of the GM.
RANKS: Final = 0
ALERT: Final = 1
LETHAL_ONLY: Final = 2
NO_BRANDISH: Final = 3
CIRCUMSTANCES: Final = 4
CHANGES: Final = 5
UNKNOWN: Final = 6
DARK: Final = 7
HARD_WATER: Final = 8
MAY_END: Final = 9
OPTION_NAMES: Final = (
    "creature_ranks",
    "surprise_reactions",
    "lethal_killing_strikes",
    "no_free_brandish",
    "circumstances",
    "objective_changes",
    "no_reactions_to_the_unknown",
    "darkness",
    "hard_water",
    "gm_may_end",
)

# How two teams stand to each other. Rule: setup.hostility.
HOSTILE: Final = 0
NEUTRAL: Final = 1
ALLIED: Final = 2
STANCES: Final = ("hostile", "neutral", "allied")

# Who holds whom in a grapple. Rule: condition.grappled.
CONTROLLED: Final = 0
CONTESTED: Final = 1
CONTROLLING: Final = 2
HOLDS: Final = ("controlled", "contested", "in control")

# What fills an area for a while.
ENTANGLED: Final = 0
GREASED: Final = 1
LIT: Final = 2
SUPPRESSED: Final = 3
ZONES: Final = ("entangle", "grease", "light", "suppressing-fire")
SERIALS: Final = 100  # of a combatant's things: its index times this, and their place
LYING: Final = 9900  # serials of what belonged to nobody at the start

# States of a door. Rule: action.interact.
DOOR_OPEN: Final = 0
DOOR_CLOSED: Final = 1
DOOR_LOCKED: Final = 2
DOORS: Final = ("open", "closed", "locked")

# What a trap may leave in whom it hurts. Rule: damage.other-sources.
LEAVINGS: Final = (
    "bleeding",
    "blinded",
    "burning",
    "crippled",
    "poison",
    "prone",
    "sickness",
    "stunned",
)

# Kinds of thing.
WEAPON: Final = 0
SHIELD: Final = 1
ITEM: Final = 2
