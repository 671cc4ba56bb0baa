"""The state of an ICON fight, and the plain objects that its rules play with."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.choice import Agent
from affray.core.combat import COMBAT, OWN, ROUND, TURN, Combat, Combatant
from affray.core.dice import Dice
from affray.core.effect import Effect
from affray.core.grid import DANGEROUS, DIFFICULT, WALL, Grid
from affray.core.order import ACTING, DONE, LATER, MAY_ACT, Entry
from affray.core.paths import Exits
from affray.core.setup import Objective
from affray.core.window import Deed

# ---- abilities: the effect vocabulary of the content -------------------------------------------


class Mod:
    """A change of an ability: a word of ``dsl.mod``."""

    def __init__(self, word: str, n: int) -> None:
        self.word = word
        self.n = n
        self.level = ""
        self.until = ""
        self.only = ""


class Op:
    """One operation: a word of ``dsl.op`` with its fields."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.who = "target"
        self.level = ""
        self.amount = 0
        self.type = ""
        self.pierce = False
        self.id = ""  # of a status, blight, effect, mark, stance or summon
        self.save = False
        self.ongoing = False
        self.until = ""
        self.n = 0  # spaces, multiple of Health, height, Resolve
        self.kind = ""
        self.straight = False
        self.through = False
        self.to = ""
        self.success: list[Op] = []
        self.fail: list[Op] = []
        self.then: list[Op] = []
        self.what: list[str] = []
        self.destructible = False
        self.where = ""
        self.on = ""
        self.mods: list[Mod] = []
        self.range = 0
        self.within = 0
        self.origin = "user"
        self.after = ""
        self.subject = ""
        self.number = -1  # of a modify-next: its place in the library


class Trigger:
    """What an ability gains under a condition: a word of ``dsl.when``."""

    def __init__(self, when: str, word: str) -> None:
        self.when = when
        self.word = word
        self.mods: list[Mod] = []
        self.ops: list[Op] = []
        self.hit: list[Op] = []
        self.flag = ""


class Ability:
    """An ability, a part of a combo, a limit break, or a basic action."""

    def __init__(self, id: str, name: str) -> None:
        self.id = id
        self.name = name
        self.job = ""
        self.cost = 0
        self.uses_move = False
        self.tags: list[str] = []
        self.attack = ""  # "", melee or ranged
        self.range = 0  # of the attack; 0: the pattern is the reach
        self.shape = ""
        self.size = 0
        self.reach = -1  # range of the pattern, -1 none
        self.own = False  # origin='self'
        self.plus_shape = ""
        self.plus_size = 0
        self.target = ""
        self.target_range = 0
        self.optional = False
        self.least = 0  # min_range
        self.limit = 0
        self.per = ""
        self.recharge = 0
        self.uses = 0
        self.trigger = ""
        self.within = 0
        self.resolve = 0
        self.before: list[Op] = []
        self.hit: list[Op] = []
        self.miss: list[Op] = []
        self.area: list[Op] = []
        self.effect: list[Op] = []
        self.triggers: list[Trigger] = []
        self.mods: list[Mod] = []
        self.flags: list[str] = []
        self.parts: list[Ability] = []
        self.gambit = False
        self.foe_too = True  # open to foes: action.foe-actions
        self.basic = ""  # run, dash... of the basic actions

    def has(self, tag: str) -> bool:
        return tag in self.tags

    def ranged(self) -> bool:
        return self.has("ranged")


class Trait:
    """What is always on. A word of the content each; unused ones are empty."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.grants: list[str] = []
        self.shortened = 0
        self.engagement = 0
        self.first_shove = 0
        self.slow_boons = 0
        self.gambit_only = False
        self.save_boons = 0
        self.aura = 0
        self.aura_self = False
        self.aura_grants = ""
        self.aura_boons = 0
        self.ignores_difficult = False
        self.immune: list[str] = []
        self.resistance: list[str] = []
        self.resistance_fresh = False  # only while not bloodied
        self.ongoing = ""
        self.bonus_blight = ""
        self.at_start: list[Op] = []
        self.at_turn: list[Op] = []
        self.alone = False  # at_turn only without an adjacent foe
        self.optional = False
        self.on = ""
        self.effect: list[Op] = []
        self.free_action: Ability | None = None
        self.edge_save = False
        self.one_diagonal = False


class Sheet:
    """What cannot change in a fight."""

    def __init__(self, id: str, name: str, pc: bool) -> None:
        self.id = id
        self.name = name
        self.pc = pc
        self.size = 1
        self.chapter = 1
        self.level = 1
        self.health = 1
        self.hp = 4
        self.defense = 1
        self.armor = 0
        self.speed = 4
        self.attack_bonus = 0
        self.fray = 1
        self.die = 6
        self.flat = 0  # of a mob
        self.type = "physical"
        self.mob = False
        self.elite = False
        self.legend = False
        self.monster = False
        self.wounds = 0
        self.abilities: list[Ability] = []
        self.traits: list[Trait] = []
        self.permanent: list[str] = []

    def twin(self) -> Sheet:
        """Return a sheet like this one, of which single values can be replaced."""
        one = Sheet(self.id, self.name, self.pc)
        one.size = self.size
        one.chapter = self.chapter
        one.level = self.level
        one.health = self.health
        one.hp = self.hp
        one.defense = self.defense
        one.armor = self.armor
        one.speed = self.speed
        one.attack_bonus = self.attack_bonus
        one.fray = self.fray
        one.die = self.die
        one.flat = self.flat
        one.type = self.type
        one.mob = self.mob
        one.elite = self.elite
        one.legend = self.legend
        one.monster = self.monster
        one.wounds = self.wounds
        one.abilities = self.abilities[:]
        one.traits = self.traits[:]
        one.permanent = self.permanent[:]
        return one

    def gives(self, effect: str) -> bool:
        if effect in self.permanent:
            return True
        return any([effect in one.grants for one in self.traits])


class Library:
    """Everything there is to play with."""

    def __init__(self) -> None:
        self.sheets: dict[str, Sheet] = {}
        self.nexts: list[Op] = []  # modify-next operations, by number
        self.summons: dict[str, list[Op]] = {}


# ---- effects -----------------------------------------------------------------------------------

STATUS: Final = 0
BLIGHT: Final = 1
GRANT: Final = 2
MARK: Final = 3
STANCE: Final = 4

ONCE: Final = 1  # Held.n of what can be saved against...
ONGOING: Final = 2  # ... and of what cannot


class State(Effect):
    """A status, blight, positive effect, mark or stance."""

    def __init__(self, id: str, kind: int) -> None:
        super().__init__(id)
        self.kind = kind


STATUSES: Final = (
    "slow",
    "blinded",
    "dazed",
    "hatred",
    "pacified",
    "sealed",
    "shattered",
    "slashed",
    "stunned",
    "vulnerable",
    "weakened",
)
BLIGHTS: Final = ("burning", "electrified", "frostbite", "poisoned")
GRANTS: Final = (
    "evasion",
    "dodge",
    "flying",
    "intangible",
    "stealth",
    "defiance",
    "counter",
    "sturdy",
    "unstoppable",
    "regeneration",
    "diagonal",
    "finishing-blow",
    "calm",
    "cover",
    "resistance",
    "resistance-ranged",
    "immobile",
    "unharmed",  # immune to damage until the turn ends: effect.defiance
)
MARKS: Final = ("tangled", "called-shot")
STANCES: Final = ("shield-lane", "hearth-ring", "braced-pike")


def all_states() -> dict[str, State]:
    found: dict[str, State] = {}
    for kind, names in enumerate((STATUSES, BLIGHTS, GRANTS, MARKS, STANCES)):
        for name in names:
            found[name if kind != STANCE else f"stance-{name}"] = State(
                name if kind != STANCE else f"stance-{name}", kind
            )
    return found


STATES: Final = all_states()

# ---- counters and phases -----------------------------------------------------------------------

ATTACKED: Final = 0  # the one attack of the round
INTERRUPTED: Final = 1
MOVED: Final = 2  # the standard move of the turn
SPACES: Final = 3  # moved by itself in this turn
SHOVED: Final = 4  # shoves caused in its own turn
FORCED: Final = 5  # spaces moved by foes in this turn: effect.sturdy
CUT: Final = 6  # status.slashed in this turn
COUNTERED: Final = 7
TRAIT: Final = 8  # a trait's use in this round
COIN: Final = 9  # a relic's use in this combat
FIRST_OWN: Final = 10  # ability n counts in slot FIRST_OWN + n
COUNTERS: Final = (
    "attacked",
    "interrupted",
    "moved",
    "spaces",
    "shoved",
    "forced",
    "cut",
    "countered",
    "trait",
    "coin",
)
SCOPES: Final = (ROUND, TURN, TURN, TURN, TURN, TURN, TURN, TURN, ROUND, COMBAT)

DECLARE: Final = 0
NORMAL: Final = 1
SLOW: Final = 2
PHASES: Final = ("declare", "normal", "slow")

ACTIVE: Final = 0
DEFEATED: Final = 1
DEAD: Final = 2
SURRENDERED: Final = 3
FLED: Final = 4
FATES: Final = ("active", "defeated", "dead", "surrendered", "fled")


def scopes_of(sheet: Sheet) -> tuple[int, ...]:
    """Return when each counter starts afresh.

    Rules: action.no-repeat, action.limited-uses, interrupt.uses, action.recharge,
    resource.limit-break-once.
    """
    found = list(SCOPES)
    for one in sheet.abilities:
        if one.uses:
            found.append(OWN)
        elif one.recharge or one.has("limit-break") or one.per == "combat":
            found.append(COMBAT)
        else:
            found.append(ROUND if one.per == "round" else TURN)
    return tuple(found)


class Unit(Combatant):
    """A character of either side."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combatant.FIELDS,
        "hp",
        "vigor",
        "wounds",
        "resolve",
        "fate",
        "turns",
        "declared",
        "actions",
        "slow_now",
        "ended",
        "combo",
        "pending",
        "off",
        "delay",
        "delay_cells",
        "delay_target",
        "must_slow",
        "npc",
    )
    SHARED: ClassVar[tuple[str, ...]] = (*Combatant.SHARED, "sheet", "players")

    def __init__(self, index: int, side: int, name: str, cell: int, sheet: Sheet) -> None:
        super().__init__(index, side, name, cell, sheet.size)
        self.sheet = sheet
        self.players = 1  # player characters of the fight: a legend's hit points
        self.hp = sheet.hp
        self.vigor = 0
        self.wounds = sheet.wounds
        self.resolve = 0
        self.fate = ACTIVE
        self.turns = 0  # left in this round
        self.declared = False  # a slow turn
        self.actions = 0
        self.slow_now = False  # its present turn is a slow one
        self.ended = False  # its turn is to end: action.end-turn
        self.combo = 0
        self.pending: list[int] = []  # numbers of modify-next operations
        self.off = -1  # the edge space from which it was removed
        self.delay = -1  # the ability whose delayed effect is due
        self.delay_cells: list[int] = []
        self.delay_target = -1
        self.must_slow = False  # its next turn: action.delay
        self.npc = False
        self.count_by(scopes_of(sheet))

    def able(self) -> bool:
        """Rule: defeat.incapacitated."""
        return self.present and self.hp > 0 and self.cell >= 0

    def max_hp(self) -> int:
        """Rules: sheet.hp-max, resource.wound-lowers-maxima, foe.legend."""
        if self.sheet.legend:
            return self.sheet.hp * self.players
        return max(1, self.sheet.hp - self.wounds * self.sheet.health)

    def bloodied(self) -> bool:
        """Rule: resource.bloodied."""
        return 2 * self.hp < self.max_hp()

    def on(self, id: str) -> bool:
        """Return whether an effect is on it, from its sheet or held."""
        return self.has(STATES[id]) or self.sheet.gives(id)

    def status(self, id: str) -> bool:
        """Return whether a status acts on it. Rule: effect.unstoppable."""
        return self.has(STATES[id]) and not self.on("unstoppable")

    def blights(self) -> int:
        return sum([1 for one in BLIGHTS if self.has(STATES[one])])

    def goes_slow(self) -> bool:
        """Rules: turn.slow-declare, turn.slow-forced, status.slow, action.delay."""
        return self.declared or self.must_slow or self.status("slow")

    def stance(self) -> str:
        for held in self.effects:
            effect = held.effect
            if isinstance(effect, State) and effect.kind == STANCE:
                return effect.id
        return ""

    def returns(self) -> bool:
        """Return whether it is off an edge and may come back. Rule: terrain.edge-pc-return."""
        return self.off >= 0 and self.fate == ACTIVE

    def clone(self) -> Unit:
        twin = Unit(self.index, self.side, self.name, self.cell, self.sheet)
        self.copy_to(twin)
        twin.players = self.players
        twin.hp = self.hp
        twin.vigor = self.vigor
        twin.wounds = self.wounds
        twin.resolve = self.resolve
        twin.fate = self.fate
        twin.turns = self.turns
        twin.declared = self.declared
        twin.actions = self.actions
        twin.slow_now = self.slow_now
        twin.ended = self.ended
        twin.combo = self.combo
        twin.pending = self.pending[:]
        twin.off = self.off
        twin.delay = self.delay
        twin.delay_cells = self.delay_cells[:]
        twin.delay_target = self.delay_target
        twin.must_slow = self.must_slow
        twin.npc = self.npc
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.hp,
            self.vigor,
            self.wounds,
            self.resolve,
            self.fate,
            self.turns,
            self.declared,
            self.actions,
            self.slow_now,
            self.ended,
            self.combo,
            tuple(self.pending),
            self.off,
            self.delay,
            tuple(self.delay_cells),
            self.delay_target,
            self.must_slow,
            self.npc,
        )


class Patch:
    """Terrain or a summon that somebody placed, and when it goes."""

    FIELDS: ClassVar[tuple[str, ...]] = ("cell", "was", "ends", "anchor", "summon")

    def __init__(self, cell: int, was: int, ends: int, anchor: int, summon: str) -> None:
        self.cell = cell
        self.was = was
        self.ends = ends
        self.anchor = anchor
        self.summon = summon

    def clone(self) -> Patch:
        return Patch(self.cell, self.was, self.ends, self.anchor, self.summon)

    def key(self) -> tuple[object, ...]:
        return (self.cell, self.was, self.ends, self.anchor, self.summon)


class Maps:
    """What follows from the map alone, worked out when first asked and shared by all clones."""

    def __init__(self) -> None:
        self.exits: dict[tuple[int, int, tuple[int, ...]], Exits] = {}
        self.lines: dict[int, list[int]] = {}  # pair of cells: the cells between


class Use(Deed):
    """One use of an ability: what its components, triggers and interrupts read and change."""

    def __init__(self, actor: int, target: int, ability: Ability) -> None:
        super().__init__(actor, target)
        self.ability = ability  # the part, if it is a combo
        self.whole = ability
        self.cell = -1  # terrain attacked, or the attack space
        self.cells: list[int] = []  # of the pattern
        self.area: list[int] = []  # the units in it, in order; without the attacked one
        self.result = -1  # -1 no attack roll, 0 miss, 1 hit, 2 critical
        self.boons = 0
        self.bonus = 0
        self.boost = 0
        self.pierce = False
        self.true_strike = False
        self.no_save = False
        self.foes_only = False
        self.area_level = ""
        self.more_spaces = 0
        self.spaces_only = ""
        self.more_vigor = 0
        self.until = ""
        self.flags: list[str] = []
        self.slow = False
        self.immune: list[int] = []  # surrendered to it, or untouched by it
        self.late: list[Op] = []  # lines added by triggers
        self.slain = False
        self.slay_done = False
        self.damaged: list[int] = []
        self.failed: list[int] = []  # who failed a save of it
        self.path: list[int] = []
        self.blocker = -1
        self.passed: list[int] = []
        self.heading = -1  # direction of the straight movement
        self.covered: list[int] = []  # units given cover or resistance against it
        self.answered: Use | None = None  # what this interrupt answers
        self.after: list[Op] = []  # of interrupts: after the answered attack missed or hit
        self.ally = -1
        self.trigger_user = -1
        self.ends_move = False
        self.stealthy = False
        self.collided: list[int] = []  # just now
        self.bumped: list[int] = []  # so far: the collide line applies once to each


class IconCombat(Combat[Unit]):
    """A fight. ``floor``, ``levels`` and ``toughness`` hold the terrain as it is now."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combat.FIELDS,
        "phase",
        "place",
        "last",
        "starter",
        "opened",
        "owed",
        "floor",
        "levels",
        "toughness",
        "patches",
    )
    SHARED: ClassVar[tuple[str, ...]] = (
        *Combat.SHARED,
        "library",
        "maps",
        "gm",
        "chapter",
        "round_limit",
        "side_ids",
        "objectives",
        "last_standing",
        "using",
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
        self.chapter = 1
        self.round_limit = 30
        self.side_ids: list[str] = []
        self.objectives: list[Objective] = []
        self.last_standing = True
        self.using: list[Use] = []  # under way; empty at every quiescent point
        self.phase = DECLARE
        self.place = 0  # who declares next
        self.last = -1  # the side that took the last turn
        self.starter = 0  # the side due to start the round
        self.opened = False  # somebody has taken a turn in this round
        self.owed: list[int] = []  # legends that act now
        self.floor: list[int] = []
        self.levels: list[int] = []
        self.toughness: list[int] = []
        self.patches: list[Patch] = []

    def copy_state(self, twin: IconCombat) -> None:
        self.copy_to(twin)
        twin.gm = self.gm
        twin.chapter = self.chapter
        twin.round_limit = self.round_limit
        twin.side_ids = self.side_ids
        twin.objectives = self.objectives
        twin.last_standing = self.last_standing
        twin.phase = self.phase
        twin.place = self.place
        twin.last = self.last
        twin.starter = self.starter
        twin.opened = self.opened
        twin.owed = self.owed[:]
        twin.floor = self.floor[:]
        twin.levels = self.levels[:]
        twin.toughness = self.toughness[:]
        twin.patches = [one.clone() for one in self.patches]

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.phase,
            self.place,
            self.last,
            self.starter,
            self.opened,
            tuple(self.owed),
            tuple(self.floor),
            tuple(self.levels),
            tuple(self.toughness),
            tuple([one.key() for one in self.patches]),
            tuple([unit.key() for unit in self.units]),
        )

    def hostile(self, a: Unit, b: Unit) -> bool:
        """Rule: setup.two-sides."""
        return a.side != b.side

    def elevation(self, unit: Unit) -> int:
        """Rules: terrain.height, move.large-characters."""
        if unit.size == 1:
            return self.levels[unit.cell]
        return max([self.levels[one] for one in self.grid.footprint(unit.cell, unit.size)])

    def difficult(self, cell: int) -> bool:
        return self.floor[cell] & 1 != 0

    def dangerous(self, cell: int) -> bool:
        return self.floor[cell] & 2 != 0

    def entries(self) -> list[Entry]:
        found: list[Entry] = []
        for unit in self.units:
            if unit.index == self.active:
                found.append((unit.index, ACTING))
            elif unit.able() or unit.returns():
                late = unit.goes_slow() and self.phase != SLOW
                word = DONE if unit.turns == 0 else LATER if late else MAY_ACT
                found.append((unit.index, word))
        return found


def floor_of(grid: Grid) -> list[int]:
    """Return the terrain of a map as bits: 1 difficult, 2 dangerous. Rule: terrain.space-type."""
    found: list[int] = []
    for kind in grid.ground:
        found.append(1 if kind == DIFFICULT else 2 if kind == DANGEROUS else 0)
    return found


def blocked(grid: Grid, cell: int) -> bool:
    """Rule: terrain.impassable."""
    return grid.ground[cell] == WALL
