"""The state of an Ingenuity combat: characters, what they hold, what lies about, their sheets."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.choice import Agent
from affray.core.combat import COMBAT, OWN, ROUND, TURN, Combat, Combatant
from affray.core.dice import Dice
from affray.core.effect import Effect
from affray.core.grid import Grid
from affray.core.order import ACTING, Entry, Rota
from affray.core.paths import Exits

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
FIRE: Final = 5
SHOCK: Final = 7
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
REACTIONS: Final = (
    2  # reaction.recovery: cleared by hand, between burning and the rest of the start
)
MOVES: Final = 3  # action.move: in this turn, of whoever's turn it is
STEPS: Final = 4  # action.free.step
DIAGONALS: Final = 5  # movement.diagonals.scope
COMMANDED: Final = 6  # action.command.once-per-target: bits of allies
STRUCK: Final = 7  # attack.momentum: bits of those hit
TRIED: Final = 8  # attack.cleave: bits of those attacked
SWUNG: Final = 9  # attack.backswing: bits of the weapons whose last attack missed
LAST: Final = 10  # ambidexterity: 1 + number of the last weapon
RELENTLESS: Final = 11
PREPARED: Final = 12
TOLERATED: Final = 13  # pain tolerance
RALLIED: Final = 14  # once per rest: combat adrenaline, second wind as bits
WINDED: Final = 15  # second wind: manoeuvres cost no stamina this turn
SPRINTS: Final = 16
TREATED: Final = 17  # superficial treatment: had it in this combat
OPPORTUNE: Final = 18
STUPEFIED: Final = 19
CAUSED: Final = 20  # an attack was made in this own turn
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
    "opportunist",
    "stupefied",
    "attacked",
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
TASKS: Final = ("none", "reload")

# Triggers of readied actions.
NO_TRIGGER: Final = 0
MOVES_NEAR: Final = 1
ATTACKS_ALLY: Final = 2
TRIGGERS: Final = ("none", "an enemy moves within reach", "an enemy attacks")

# Options of the GM.
RANKS: Final = 0
ALERT: Final = 1
LETHAL_ONLY: Final = 2
NO_BRANDISH: Final = 3
OPTION_NAMES: Final = (
    "creature_ranks",
    "surprise_reactions",
    "lethal_killing_strikes",
    "no_free_brandish",
)

# Kinds of thing.
WEAPON: Final = 0
SHIELD: Final = 1
ITEM: Final = 2


class Thing:
    """A weapon, shield or item as it is written. Rule: sheet.item-for-attack."""

    def __init__(self, id: str, name: str, kind: int) -> None:
        self.id = id
        self.name = name
        self.kind = kind
        self.number = -1
        self.attributes: list[int] = []
        self.proficiencies: list[str] = []
        self.damage = 0
        self.types: list[int] = []
        self.threshold = 20
        self.crit = 0
        self.hands = 1
        self.reach = 1
        self.reach_max = 0
        self.melee = False
        self.thrown = False
        self.range = 0
        self.range_max = 0
        self.ammo = ""
        self.reload = 0
        self.magazine = 1
        self.unfit = 0
        self.durability = 4
        self.parry = -1  # -1: none listed
        self.block = 0
        self.natural = False
        self.hooked = False
        self.properties = 0
        self.on_hit = ""
        self.on_hit_n = 0
        self.against = ""
        self.slots = 1
        self.uses = 1
        self.endurance = 0  # that drinking it restores

    def has(self, property: int) -> bool:
        return self.properties & property != 0


class Maneuver:
    """A manoeuvre as it is written. Rules: maneuver.steps, maneuver.attack."""

    def __init__(self, id: str, name: str) -> None:
        self.id = id
        self.name = name
        self.number = -1
        self.skills: list[int] = []
        self.proficiencies: list[str] = []
        self.timing = "action"
        self.actions = 1
        self.stamina = 0
        self.focus = 0
        self.health = 0
        self.attack = False
        self.melee = False
        self.ranged = False
        self.attributes: list[int] = []
        self.difficulty = 0
        self.against = ""
        self.range = 0
        self.attack_bonus = 0
        self.damage_bonus = 0
        self.luck_bonus = 0
        self.test_bonus = 0
        self.boost = 0  # stamina of the boost
        self.boost_attack = 0
        self.boost_damage = 0
        self.effect = ""
        self.on_hit = ""
        self.push = 0
        self.targets = 1


class Power:
    """A power as it is written. Rules: power.tiers, power.steps."""

    def __init__(self, id: str, name: str) -> None:
        self.id = id
        self.name = name
        self.number = -1
        self.tier = 1
        self.cost = 1
        self.difficulty = 4
        self.proficiencies: list[str] = []
        self.actions = 1
        self.range = 0
        self.attack = False
        self.damage = 0
        self.type = TYPELESS
        self.against = ""
        self.effect = ""
        self.push = 0
        self.radius = 0
        self.missiles = 0
        self.half_on_fail = False
        self.concentration = False
        self.heal = False
        self.heal_health = 0
        self.ignores_metal = False


class Sheet:
    """A character sheet or creature entry: everything about somebody that no combat changes."""

    def __init__(self, id: str, name: str, pc: bool) -> None:
        self.id = id
        self.name = name
        self.pc = pc
        self.size = 4
        self.footprint = 1
        self.rank = "common"
        self.attributes = [4, 4, 4, 4]  # faces
        self.skills = [4] * len(SKILLS)
        self.proficiencies: dict[str, int] = {}
        self.health = 10
        self.endurance = 10
        self.stamina = 10
        self.focus = 10
        self.constitution = 4
        self.evasion = 4
        self.willpower = 4
        self.physical = 2
        self.elemental = 2
        self.metal = 0  # of the elemental deflection: the rating of metal armour
        self.speed = 6
        self.perception = 4
        self.fate = 0
        self.death = 10
        self.luck = 0
        self.hands = 2
        self.weapons: list[Thing] = []
        self.shields: list[Thing] = []
        self.items: list[Thing] = []
        self.ammo: dict[str, int] = {}
        self.talents: list[str] = []
        self.maneuvers: list[Maneuver] = []
        self.powers: list[Power] = []
        self.resists: list[int] = []
        self.immune: list[str] = []
        self.on_hit = ""
        self.on_hit_n = 0
        self.against = ""
        self.poison = 6  # difficulty of its poison
        self.noisy = False
        self.guiding = False

    def unsurprisable(self) -> bool:
        """Rules: surprise.immune, talent.danger-sense."""
        return "danger-sense" in self.talents

    def proficiency(self, names: list[str]) -> int:
        """Return the highest of the fitting bonuses. Rule: test.one-proficiency."""
        best = 0
        for name in names:
            best = max(best, self.proficiencies.get(name, 0))
        return best


class Library:
    """Everything that exists in a game."""

    def __init__(self) -> None:
        self.things: list[Thing] = []
        self.by_id: dict[str, Thing] = {}
        self.maneuvers: list[Maneuver] = []
        self.powers: list[Power] = []
        self.sheets: dict[str, Sheet] = {}
        self.ammo: list[str] = []

    def add(self, thing: Thing) -> None:
        thing.number = len(self.things)
        self.things.append(thing)
        self.by_id[thing.id] = thing


class Condition(Effect):
    """A condition that is held; what it does is in ``condition`` and the rules that ask for it."""

    def __init__(self, id: str, adds: bool) -> None:
        super().__init__(id)
        self.adds = adds  # condition.no-stacking: bleeding, burning and stunned add up


class Piece:
    """One thing that somebody has or that lies about."""

    FIELDS: ClassVar[tuple[str, ...]] = ("thing", "wear", "loaded", "uses", "held", "cell")

    def __init__(self, thing: int) -> None:
        self.thing = thing
        self.wear = 0
        self.loaded = 1  # shots ready
        self.uses = 1
        self.held = False
        self.cell = -1  # where it lies

    def clone(self) -> Piece:
        twin = Piece(self.thing)
        twin.wear = self.wear
        twin.loaded = self.loaded
        twin.uses = self.uses
        twin.held = self.held
        twin.cell = self.cell
        return twin

    def key(self) -> tuple[object, ...]:
        return (self.thing, self.wear, self.loaded, self.uses, self.held, self.cell)


class Unit(Combatant):
    """A participant. Rule: setup.teams."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combatant.FIELDS,
        "health",
        "endurance",
        "stamina",
        "focus",
        "fate_points",
        "death",
        "actions",
        "acted",
        "suffered",
        "prone",
        "awake",
        "fate",
        "task",
        "task_piece",
        "task_left",
        "readied",
        "cover",
        "hidden",
        "stealth",
        "brandished",
        "pieces",
        "ammo",
    )
    SHARED: ClassVar[tuple[str, ...]] = (*Combatant.SHARED, "sheet", "doubled")

    def __init__(self, index: int, side: int, name: str, cell: int, sheet: Sheet) -> None:
        super().__init__(index, side, name, cell, sheet.footprint)
        self.sheet = sheet
        self.doubled = False  # gm.creature-ranks
        self.health = sheet.health
        self.endurance = sheet.endurance
        self.stamina = sheet.stamina
        self.focus = sheet.focus
        self.fate_points = sheet.fate
        self.death = sheet.death
        self.actions = 0
        self.acted = False  # its turn of this round has begun
        self.suffered = False  # what acts at the start of its turn has acted in this round
        self.prone = False
        self.awake = True
        self.fate = ACTIVE
        self.task = NO_TASK
        self.task_piece = 0
        self.task_left = 0
        self.readied = NO_TRIGGER
        self.cover = -1  # the space in which it has sought cover
        self.hidden = 0  # bits of those who do not see it
        self.stealth = 0
        self.brandished = False  # setup.free-brandish: chosen, or the first turn is over
        self.pieces: list[Piece] = []
        self.ammo: list[int] = []
        self.scopes = SCOPES
        self.used = [0] * len(SCOPES)

    def talented(self, talent: str) -> bool:
        return talent in self.sheet.talents

    def able(self) -> bool:
        """Return whether it can act. Rules: turn.unable, condition.incapacitated."""
        return self.present and self.awake and not self.is_held("incapacitated")

    def is_held(self, id: str) -> bool:
        for held in self.effects:
            if held.effect.id == id:
                return True
        return False

    def amount(self, id: str) -> int:
        """Return the value of a condition, 0 without it."""
        for held in self.effects:
            if held.effect.id == id:
                return held.n
        return 0

    def most_health(self) -> int:
        return self.sheet.health * 2 if self.doubled else self.sheet.health

    def most_endurance(self) -> int:
        return self.sheet.endurance * 2 if self.doubled else self.sheet.endurance

    def most_stamina(self) -> int:
        return self.sheet.stamina * 2 if self.doubled else self.sheet.stamina

    def most_focus(self) -> int:
        return self.sheet.focus * 2 if self.doubled else self.sheet.focus

    def harmed(self) -> bool:
        """Rule: damage.harmed."""
        return self.endurance <= (self.most_endurance() + 1) // 2

    def bloodied(self) -> bool:
        """Rule: damage.bloodied."""
        return self.health < self.most_health()

    def clone(self) -> Unit:
        twin = Unit(self.index, self.side, self.name, self.cell, self.sheet)
        self.copy_to(twin)
        twin.doubled = self.doubled
        twin.health = self.health
        twin.endurance = self.endurance
        twin.stamina = self.stamina
        twin.focus = self.focus
        twin.fate_points = self.fate_points
        twin.death = self.death
        twin.actions = self.actions
        twin.acted = self.acted
        twin.suffered = self.suffered
        twin.prone = self.prone
        twin.awake = self.awake
        twin.fate = self.fate
        twin.task = self.task
        twin.task_piece = self.task_piece
        twin.task_left = self.task_left
        twin.readied = self.readied
        twin.cover = self.cover
        twin.hidden = self.hidden
        twin.stealth = self.stealth
        twin.brandished = self.brandished
        twin.pieces = [one.clone() for one in self.pieces]
        twin.ammo = self.ammo[:]
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.health,
            self.endurance,
            self.stamina,
            self.focus,
            self.fate_points,
            self.death,
            self.actions,
            self.acted,
            self.suffered,
            self.prone,
            self.awake,
            self.fate,
            self.task,
            self.task_piece,
            self.task_left,
            self.readied,
            self.cover,
            self.hidden,
            self.stealth,
            self.brandished,
            tuple([one.key() for one in self.pieces]),
            tuple(self.ammo),
        )


class Maps:
    """What follows from the map alone, worked out when first asked and shared by all clones."""

    def __init__(self) -> None:
        self.exits: dict[int, Exits] = {}
        self.rough: dict[int, list[int]] = {}  # spaces that cost more to enter
        self.lines: dict[int, int] = {}


class Goal:
    """An objective of a team. Rules: setup.objectives, setup.objective-kinds."""

    def __init__(self, kind: str, side: int, who: list[int], cells: list[int], number: int) -> None:
        self.kind = kind
        self.side = side
        self.who = who
        self.cells = cells
        self.number = number


class IngenuityCombat(Combat[Unit]):
    """An Ingenuity combat. ``gm`` is the seat of the GM."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combat.FIELDS,
        "phase",
        "rota",
        "surprised",
        "instigator",
        "aimed",
        "held_rounds",
        "quiet",
        "litter",
        "bodies",
        "options",
    )
    SHARED: ClassVar[tuple[str, ...]] = (
        *Combat.SHARED,
        "library",
        "maps",
        "gm",
        "round_limit",
        "side_ids",
        "side_seats",
        "starts",
        "goals",
        "exit",
    )

    def __init__(
        self,
        grid: Grid,
        units: list[Unit],
        dice: Dice,
        agents: list[Agent],
        library: Library,
        maps: Maps,
    ) -> None:
        super().__init__(grid, units, dice, agents)
        self.library = library
        self.maps = maps
        self.gm = 0
        self.round_limit = 50
        self.side_ids: list[str] = []
        self.side_seats: list[int] = []
        self.starts: list[list[int]] = []  # setup.deployment: zones by team
        self.goals: list[Goal] = []
        self.exit: list[int] = []
        self.phase = DEPLOY_PHASE
        self.rota = Rota([], 0)
        self.surprised: list[int] = []  # teams
        self.instigator = -1
        self.aimed = -1  # whom the instigating action is aimed at, until it has been made
        self.held_rounds: list[int] = []  # by goal: rounds in a row a zone was held
        self.quiet = 0  # rounds in which nobody lost anything
        self.litter: list[Piece] = []
        self.bodies: list[int] = []  # death.dead: spaces that bodies make difficult
        self.options = [False] * len(OPTION_NAMES)

    def copy_state(self, twin: IngenuityCombat) -> None:
        self.copy_to(twin)
        twin.gm = self.gm
        twin.round_limit = self.round_limit
        twin.side_ids = self.side_ids
        twin.side_seats = self.side_seats
        twin.starts = self.starts
        twin.goals = self.goals
        twin.exit = self.exit
        twin.phase = self.phase
        twin.rota = self.rota.clone()
        twin.surprised = self.surprised[:]
        twin.instigator = self.instigator
        twin.aimed = self.aimed
        twin.held_rounds = self.held_rounds[:]
        twin.quiet = self.quiet
        twin.litter = [one.clone() for one in self.litter]
        twin.bodies = self.bodies[:]
        twin.options = self.options[:]

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.phase,
            self.rota.key(),
            tuple(self.surprised),
            self.instigator,
            self.aimed,
            tuple(self.held_rounds),
            self.quiet,
            tuple([one.key() for one in self.litter]),
            tuple(self.bodies),
            tuple(self.options),
            tuple([unit.key() for unit in self.units]),
        )

    # -- asking and telling -----------------------------------------------------------------

    def enemies(self, a: Unit, b: Unit) -> bool:
        """Rule: setup.hostility; every pair of teams is hostile."""
        return a.side != b.side

    def caught(self, unit: Unit) -> bool:
        """Return whether somebody is surprised now. Rules: surprise.no-actions, surprise.immune."""
        return self.round == 0 and unit.side in self.surprised and not unit.sheet.unsurprisable()

    def ready(self) -> list[list[int]]:
        """Return by team who can still be given a turn in this round.

        Rules: turn.one-per-round, turn.unable, turn.revived, turn.revived-spent,
        surprise.immune-initiative, surprise.third-teams.
        """
        found: list[list[int]] = [[] for _ in self.side_ids]
        for unit in self.units:
            if unit.able() and not unit.acted and not self.caught(unit):
                found[unit.side].append(unit.index)
        return found

    def in_order(self) -> list[int]:
        """Return everybody by the initiative of their teams, then as listed. Rule: dice.order."""
        found: list[int] = []
        for side in self.rota.order:
            found.extend([unit.index for unit in self.units if unit.side == side])
        return found

    def thing(self, piece: Piece) -> Thing:
        return self.library.things[piece.thing]

    def entries(self) -> list[Entry]:
        if not self.rota.order:
            return []
        done = [one.index for one in self.units if one.present and one.acted]
        found = self.rota.entries(self.ready(), [one for one in done if one != self.active])
        if self.active >= 0:
            found.insert(0, (self.active, ACTING))
        return found
