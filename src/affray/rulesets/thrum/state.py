"""The state of a Thrum combat: characters, placed terrain, and the features that act on them."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.arrays import i64, vec
from affray.core.choice import Agent
from affray.core.combat import Combat, Combatant
from affray.core.dice import Dice
from affray.core.effect import Effect, Held, Sum
from affray.core.event import Event
from affray.core.grid import CHEBYSHEV, Grid
from affray.core.order import Entry as StripEntry
from affray.core.order import Lineup
from affray.core.paths import Exits, Obstacles
from affray.core.setup import Objective
from affray.core.window import Deed

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
AFFLICTED: Final = 1 << 22  # the actor has given the target `amount` of the Status `status`
READY: Final = 1 << 23  # the actor may choose its Action; `amount` 1: it has to take one
OFFERS: Final = 1 << 24  # which Actions that are none of its own may the actor take?

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

# Defences.
NO_DEFENCE: Final = 0
RESILIENCE: Final = 1
EVASION: Final = 2
RESOLVE: Final = 3
DEFENCES: Final = ("no defence", "resilience", "evasion", "resolve")

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


class Number(Sum):
    """A number of Thrum under way.

    Who rolls, against whom, and the use of an ability it belongs to.
    """

    def __init__(self, kind: int, who: int, other: int, told: bool, use: Use | None) -> None:
        super().__init__(kind, who, other, told)
        self.use = use
        self.defence = NO_DEFENCE
        self.origin = -1  # the square the attack comes from


class Trigger(Deed):
    """An event that effects may respond to: its kind and whatever of the rest applies."""

    def __init__(self, kind: int, actor: int, target: int, use: Use | None) -> None:
        super().__init__(actor, target)
        self.kind = kind
        self.use = use
        self.cell = -1
        self.goal = -1
        self.amount = 0
        self.load = -1  # FATIGUE or STRESS
        self.status: Feature | None = None
        self.source = -1
        self.own = False  # a movement of the mover's own Move, Action or Stance
        self.slot = -1  # place of the target among those of the use
        self.extra = 0  # more squares of movement to be paid for the step
        self.teleport = False
        self.move: object = None  # the movement by a budget under way, if it is one
        self.free = False  # a step that does not happen costs nothing
        self.turned = 0  # taken off `amount`, to be taken as the other Load afterwards


class Origin:
    """A square from which a use may be judged, with its Range from there and a name for keys."""

    def __init__(self, cell: int, range: int, name: str = "here", feature: str = "") -> None:
        self.cell = cell
        self.range = range
        self.name = name
        self.feature = feature
        self.most = -1  # what the Range from there never exceeds, -1 if there is no limit
        self.reach = -1  # how far the ability at hand reaches from there, once worked out
        self.only = False  # the use may be judged from nowhere else
        self.lender: Feature | None = None  # what has something to do when it is picked
        self.owner = -1  # and whose it is

    def key(self, combat: ThrumCombat) -> str:
        return f"from {self.name}"


class Feature(Effect):
    """Anything in force on somebody that modifies numbers, responds to triggers or changes ground.

    ``adjusts``, ``listens`` and ``notices`` are the sets of numbers and moments at which it has
    something to say; it is not called at others.
    """

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.name = id.replace("-", " ").capitalize()
        self.adjusts = 0
        self.listens = 0
        self.notices = 0
        self.rule = id  # what it cites for a modifier
        self.unhindered = False  # nothing reduces or hinders its bearer's movement
        self.buff = False
        self.teleports = False  # the other ways to move that it offers
        self.costless = False  # they may cost no movement
        self.uncounted = False  # its Terrain Effect does not count toward the limit of one

    def modify(
        self, combat: ThrumCombat, owner: Character, number: Number, held: Held | None
    ) -> None:
        """Add to a number. Pure."""

    def ground(
        self, combat: ThrumCombat, owner: Character, mover: Character, obstacles: Obstacles
    ) -> None:
        """Say what squares cost a mover and how they harm it."""

    def notice(self, combat: ThrumCombat, owner: Character, trigger: Trigger) -> None:
        """Do what follows without anybody's choice and without an order (Potential)."""

    def origins(
        self, combat: ThrumCombat, owner: Character, user: Character, ability: Ability
    ) -> list[Origin]:
        """Return other squares from which ``user`` may use an ability now."""
        return []

    def lends(
        self, combat: ThrumCombat, owner: Character, use: Use, origin: Origin, target: int
    ) -> None:
        """Do what comes with a use from a square that it lends; ``target`` -1.

        None is named yet.
        """

    def keeps_hidden(self, combat: ThrumCombat, owner: Character) -> bool:
        """Return whether Hidden does not end now."""
        return False

    def keeps_stance(self, combat: ThrumCombat, owner: Character, ability: Ability) -> bool:
        """Return whether a Stance that would end by its own text stays, or has been replaced."""
        return False

    def codes(self, combat: ThrumCombat, owner: Character, trigger: Trigger) -> list[int]:
        """Return what the owner may or must do at a trigger now: codes 1 to 19, [] if nothing."""
        return []

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        """Return whether the response is no choice."""
        return False

    def word(self, combat: ThrumCombat, owner: Character, trigger: Trigger, code: int) -> str:
        """Return the key of a response."""
        return self.id

    def respond(self, combat: ThrumCombat, owner: Character, trigger: Trigger, code: int) -> None:
        """Do it."""


class Ability(Feature):
    """An ability as one character has it.

    Its numbers worked out from that sheet and its upgrades.
    """

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.art = ""
        self.kind = PASSIVE
        self.tags = 0
        self.range = 0
        self.modifier = 0  # of its Art
        self.slot = -1  # place among the abilities of the sheet
        self.joint = False  # the contests of all targets come before any of its entries
        self.limit = -1  # its first counter in `used`, -1 if it has none
        self.worth = -1.0  # for programs: what a success is worth
        self.text = ""

    def attack(self) -> bool:
        return self.tags & ATTACK_TAGS != 0

    def cannot(self, combat: ThrumCombat, user: Character) -> str:
        """Return the rule that forbids taking it now, "" if none does. Asks and changes nothing."""
        return ""

    def potential_cap(self) -> int:
        """Return the most Potential that a Nova ability holds. Rule: nova.potential-cap."""
        return 0

    def answers(self, combat: ThrumCombat, user: Character) -> list[int]:
        """Return for the Action menu: 0 for "as it is", or 1 + target, in a fixed order."""
        return [0]

    def target_rule(
        self, combat: ThrumCombat, user: Character, target: Character
    ) -> tuple[str, str]:
        """Return the rule that forbids a target, and the fact; two empty texts if none does."""
        return "", ""

    def act(self, combat: ThrumCombat, user: Character, answer: int) -> None:
        """Take the Action."""

    def before(self, combat: ThrumCombat, use: Use) -> None:
        """Do what comes after declaration and Overexert, before targeting triggers and rolls."""

    def in_reach(self, combat: ThrumCombat, use: Use, slot: int) -> bool:
        """Return whether a use whose Range is below 0 can still meet a target."""
        return True

    def meets(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        """Do what depends on where one target stands just before its contest. Asks nothing."""

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        """Apply to one target the entries that its result calls for."""

    def resolved(self, combat: ThrumCombat, use: Use) -> None:
        """Do what follows the contests of all targets, before Finisher's rolls."""

    def finished(self, combat: ThrumCombat, use: Use) -> None:
        """Do what follows Finisher's Incapacity Rolls."""

    def after(self, combat: ThrumCombat, use: Use) -> None:
        """Do what closes the ability."""

    def unreachable(self, combat: ThrumCombat, owner: Character, enemy: Character) -> str:
        """Return the rule by which this Stance forbids an enemy to target its owner, "" if none."""
        return ""

    def taken(self, combat: ThrumCombat, owner: Character, renewed: bool) -> None:
        """Do what happens when the Stance is taken or renewed."""

    def ended(self, combat: ThrumCombat, owner: Character) -> None:
        """Do what happens when the Stance ends or its owner falls."""

    def enters(self, combat: ThrumCombat, terrain: Terrain, trigger: Trigger) -> None:
        """Do what a placed Terrain Effect of this ability does to one who enters it."""


class Use(Deed):
    """One use of an ability: declared, answered, resolved. Lists run parallel to ``targets``."""

    def __init__(self, user: int, ability: Ability, origin: int) -> None:
        super().__init__(user, -1)
        self.ability = ability
        self.owner = user  # whose ability it is; differs for a puppet
        self.origin = origin  # square from which range and Cover are counted
        self.standing = -1  # square in which its user counts as standing, if not in its own
        self.modifier = ability.modifier
        self.tags = ability.tags
        self.range = ability.range
        self.targets: list[int] = []
        self.aimed: list[int] = []  # the targets as named, before any retargeting
        self.area: list[int] = []
        self.overexert = 0  # 0 not; else the option taken, from 1
        self.compelled = False  # no Action of its user
        self.ignores_cover = False
        self.contested = 0  # the one defence that may contest it, if its text names one
        self.silent = False  # sets off no Triggered Effects of enemy abilities
        self.stays_hidden = False  # it does not end Hidden of its user: it has just given it
        self.willing = False  # its targets do not defend
        self.boons = 0  # on every attack roll of this use
        self.attack_boons: list[int] = []
        self.defence_boons: list[int] = []
        self.defence_bonus: list[int] = []
        self.defences: list[int] = []
        self.margins: list[int] = []  # attack less defence total; no rule reads more than its grade
        self.hit: list[int] = []  # one of the results below
        self.now = -1  # place of the target being resolved
        self.memory = 0  # for the ability's own bookkeeping in this use
        self.pledges: list[int] = []  # who * 1000 + slot of abilities that have more to do with it
        self.dealt = 0  # Fatigue dealt to the present target so far
        self.reduced = 0  # Fatigue or Stress still to be taken off for the present target

    def attack(self) -> bool:
        """Return whether it is contested. Rule: attack.type."""
        return self.tags & ATTACK_TAGS != 0

    def square(self, combat: ThrumCombat) -> int:
        """Return the square of its user, or the one that counts as that."""
        return self.standing if self.standing >= 0 else combat.units[self.actor].cell

    def named(self, slot: int) -> bool:
        """Return whether a target is still the one that was named: no other was ever targeted.

        Rule: trigger.once-per-event.
        """
        return self.targets[slot] == self.aimed[slot]

    def names(self, who: int) -> bool:
        """Return whether somebody is a target that was named, not one put in another's place."""
        return who in self.targets and self.named(self.targets.index(who))

    def redirect(self, slot: int, who: int) -> None:
        """Put another in the place of a target; what helped or hindered the first stays with it.

        Rule: trigger.once-per-event (it is no new targeting).
        """
        self.targets[slot] = who
        self.attack_boons[slot] = 0
        self.defence_boons[slot] = 0
        self.defence_bonus[slot] = 0


MISSED: Final = 0  # the defence succeeded
DEFENCE_CRITICAL: Final = 1
SUCCESS: Final = 2
CRITICAL_HIT: Final = 3
OUT_OF_REACH: Final = 4  # no contest took place
RESULTS: Final = ("avoided", "avoided critically", "success", "critical", "out of reach")


class Terrain:
    """A Terrain Effect in place."""

    FIELDS: ClassVar[tuple[str, ...]] = ("creator", "slot", "cells", "direction", "active", "mark")

    def __init__(self, creator: int, slot: int, cells: list[int]) -> None:
        self.creator = creator
        self.slot = slot  # of the ability on the creator's sheet
        self.cells = cells
        self.direction = -1
        self.active = 0  # a part that has to be maintained
        self.mark = 0

    def clone(self) -> Terrain:
        twin = Terrain(self.creator, self.slot, self.cells)
        twin.direction = self.direction
        twin.active = self.active
        twin.mark = self.mark
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            self.creator,
            self.slot,
            tuple(self.cells),
            self.direction,
            self.active,
            self.mark,
        )


class Sheet:
    """A character sheet or stat block: everything about somebody that no fight changes."""

    def __init__(self, id: str, name: str, pc: bool) -> None:
        self.id = id
        self.name = name
        self.pc = pc
        self.level = 0
        self.tier = 0
        self.attributes: dict[str, int] = {}
        self.training: dict[str, int] = {}
        self.arts: dict[str, int] = {}  # Combat Art modifiers
        self.attack = 0  # of an NPC
        self.resilience = 0
        self.evasion = 0
        self.resolve = 0
        self.initiative = 0
        self.speed = 4
        self.fatigue_tolerance = 0  # maximums
        self.stress_tolerance = 0
        self.end = 0  # added to a drop roll
        self.ref = 0
        self.trait = ""
        self.weaver = 0  # 1: the first extra cost of a turn does not count, 2: none does
        self.weaver_slot = -1
        self.worths: vec[i64] = vec[i64]()  # for programs: expected harm by distance
        self.minions = False  # has an ability that positions a Minion
        self.novas: list[str] = []  # ids in the order in which their Potential is kept
        self.caps: list[int] = []  # and the most that each may hold
        self.abilities: list[Ability] = []
        self.lasting: list[Ability] = []  # passives, archetypes, faction trait
        self.adjusts = 0  # of the lasting ones together
        self.listens = 0
        self.notices = 0
        self.scopes: list[int] = []

    def best_art(self) -> int:
        """Return the modifier of a Basic Attack. Rule: attack.basic-modifier."""
        return max([self.attack, *self.arts.values()]) if self.pc else self.attack

    def ability(self, id: str) -> Ability | None:
        for one in self.abilities:
            if one.id == id:
                return one
        return None


class Character(Combatant):
    """Anyone in a Thrum combat: PC, NPC or Minion."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combatant.FIELDS,
        "fatigue",
        "stress",
        "fatigue_tolerance",
        "stress_tolerance",
        "wounds",
        "arrived",
        "incapacitated",
        "stance",
        "kept",
        "kept_until",
        "delayed",
        "spent",
        "walked",
        "heading",
        "acted",
        "potential",
        "potential_spent",
        "fate",
    )
    SHARED: ClassVar[tuple[str, ...]] = (
        *Combatant.SHARED,
        "sheet",
        "controller",
        "arrives",
        "entry",
        "adjusts",
        "listens",
        "notices",
    )

    def __init__(
        self, index: int, side: int, name: str, cell: int, sheet: Sheet, fresh: bool = True
    ) -> None:
        """Begin at full strength; not ``fresh``: counters are for the caller to fill in."""
        super().__init__(index, side, name, cell)
        self.sheet = sheet
        self.controller = -1  # of a Minion
        self.arrives = 0
        self.entry = -1  # square of arrival
        self.fatigue = 0
        self.stress = 0
        self.fatigue_tolerance = sheet.fatigue_tolerance
        self.stress_tolerance = sheet.stress_tolerance
        self.wounds = 0
        self.arrived = False  # has ever been on the map
        self.incapacitated = False
        self.stance = -1  # place of the ability on the sheet
        self.kept = -1  # a second Stance whose benefit is kept
        self.kept_until = 0
        self.delayed = False  # this round
        self.spent = 0  # movement spent in its Move step
        self.walked = 0  # squares moved in this turn
        self.heading = -1  # direction of all of them, -2 if they differ
        self.acted = False
        self.potential = [0] * len(sheet.novas) if fresh else []  # by Nova ability
        self.potential_spent = False
        self.fate = 0  # what the table decided for one removed by Wounds
        # Derived: what any feature in force on it has to say.
        self.adjusts = sheet.adjusts
        self.listens = sheet.listens
        self.notices = sheet.notices
        if fresh and sheet.scopes:
            self.count_by(tuple(sheet.scopes))

    def able(self) -> bool:
        """Return whether it can move, act and take Stances. Rule: incapacitated.cannot."""
        return self.present and not self.incapacitated

    def exhausted(self) -> bool:
        """Rule: load.exhausted, from the numbers alone."""
        return self.fatigue > self.fatigue_tolerance

    def frayed(self) -> bool:
        """Rule: load.frayed, from the numbers alone."""
        return self.stress > self.stress_tolerance

    def load(self, kind: int) -> int:
        return self.fatigue if kind == FATIGUE else self.stress

    def buffed(self) -> bool:
        """Return whether a Buff is on it. Rule: buff.one-per-target."""
        for held in self.effects:
            effect = held.effect
            if isinstance(effect, Feature) and effect.buff:
                return True
        return False

    def stance_ability(self) -> Ability | None:
        return self.sheet.abilities[self.stance] if self.stance >= 0 else None

    def in_force(self) -> list[Feature]:
        """Return every feature that acts on or for it: lasting, Stance, conditions, Buffs."""
        found: list[Feature] = []
        found.extend(self.sheet.lasting)
        if self.stance >= 0:
            ability = self.sheet.abilities[self.stance]
            if ability not in found:  # a Nova Stance lasts besides
                found.append(ability)
        if self.kept >= 0:
            found.append(self.sheet.abilities[self.kept])
        for held in self.effects:
            effect = held.effect
            if isinstance(effect, Feature):
                found.append(effect)
        return found

    def clone(self) -> Character:
        twin = Character(self.index, self.side, self.name, self.cell, self.sheet, False)
        self.copy_to(twin)
        twin.controller = self.controller
        twin.arrives = self.arrives
        twin.entry = self.entry
        twin.fatigue = self.fatigue
        twin.stress = self.stress
        twin.fatigue_tolerance = self.fatigue_tolerance
        twin.stress_tolerance = self.stress_tolerance
        twin.wounds = self.wounds
        twin.arrived = self.arrived
        twin.incapacitated = self.incapacitated
        twin.stance = self.stance
        twin.kept = self.kept
        twin.kept_until = self.kept_until
        twin.delayed = self.delayed
        twin.spent = self.spent
        twin.walked = self.walked
        twin.heading = self.heading
        twin.acted = self.acted
        if self.potential:
            twin.potential = self.potential[:]
        twin.potential_spent = self.potential_spent
        twin.fate = self.fate
        twin.adjusts = self.adjusts
        twin.listens = self.listens
        twin.notices = self.notices
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.fatigue,
            self.stress,
            self.fatigue_tolerance,
            self.stress_tolerance,
            self.wounds,
            self.arrived,
            self.incapacitated,
            self.stance,
            self.kept,
            self.kept_until,
            self.delayed,
            self.spent,
            self.walked,
            self.heading,
            self.acted,
            tuple(self.potential),
            self.potential_spent,
            self.fate,
        )


class ThrumCombat(Combat[Character]):
    """A Thrum combat. ``pcs`` is the side of the PCs; ``gm`` the seat of the GM."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combat.FIELDS,
        "phase",
        "lineup",
        "initiative",
        "terrains",
        "acting",
        "options",
    )
    SHARED: ClassVar[tuple[str, ...]] = (
        *Combat.SHARED,
        "exits",
        "flat",
        "pcs",
        "gm",
        "start",
        "objectives",
        "round_limit",
        "side_ids",
    )

    def __init__(
        self,
        grid: Grid,
        units: list[Character],
        dice: Dice,
        agents: list[Agent],
        exits: Exits,
        flat: Exits,
    ) -> None:
        super().__init__(grid, units, dice, agents)
        self.exits = exits  # prices of the map by rule
        self.flat = flat  # every step costs 1
        self.phase = INITIATIVE_PHASE
        self.lineup = Lineup([])
        self.initiative: list[int] = []  # totals, by combatant
        self.terrains: list[Terrain] = []
        self.acting = False  # the turn at the lineup's place has begun
        self.options: list[int] = list(OPTION_DEFAULTS)
        self.pcs = 0
        self.gm = 0
        self.start: list[int] = []  # the Starting Area
        self.objectives: list[Objective] = []
        self.round_limit = 0
        self.side_ids: list[str] = []

    # -- cloning and keys --------------------------------------------------------------------

    def copy_state(self, twin: ThrumCombat) -> None:
        self.copy_to(twin)
        twin.phase = self.phase
        twin.lineup = self.lineup.clone()
        twin.initiative = self.initiative[:]
        if self.terrains:
            twin.terrains = [terrain.clone() for terrain in self.terrains]
        twin.acting = self.acting
        twin.options = self.options[:]
        twin.pcs = self.pcs
        twin.gm = self.gm
        twin.start = self.start
        twin.objectives = self.objectives
        twin.round_limit = self.round_limit
        twin.side_ids = self.side_ids

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.phase,
            self.lineup.key(),
            tuple(self.initiative),
            tuple([terrain.key() for terrain in self.terrains]),
            self.acting,
            tuple(self.options),
            tuple([unit.key() for unit in self.units]),
        )

    def entries(self) -> list[StripEntry]:
        return self.lineup.entries(self.acting)

    # -- who is who ---------------------------------------------------------------------------

    def enemies(self, a: Character, b: Character) -> bool:
        """Rule: target.enemy."""
        return a.side != b.side

    def allies(self, a: Character, b: Character) -> bool:
        """Rule: target.ally; nobody is its own Ally."""
        return a.side == b.side and a.index != b.index

    def distance(self, a: int, b: int) -> int:
        """Return the longer offset between two squares, whatever stands or rises between them.

        Rules: grid.squares, grid.distance, grid.distance-ignores-terrain.
        """
        return self.grid.distance(a, b, CHEBYSHEV)

    def apart(self, a: Character, b: Character) -> int:
        return self.grid.distance(a.cell, b.cell, CHEBYSHEV)

    def adjacent(self, a: Character, b: Character) -> bool:
        """Rule: grid.adjacency."""
        return self.grid.distance(a.cell, b.cell, CHEBYSHEV) == 1

    def on_map(self, unit: Character) -> bool:
        return unit.present and unit.cell >= 0

    def in_order(self) -> list[int]:
        """Return everybody in initiative order, a Minion directly after its controller."""
        units = self.units
        if len(self.lineup.order) == len(units):
            return self.lineup.order[:]  # nobody has a Minion
        found: list[int] = []
        for who in self.lineup.order:
            found.append(who)
            if units[who].sheet.minions:
                for unit in units:
                    if unit.controller == who and unit.present:
                        found.append(unit.index)
        return found

    # -- numbers ------------------------------------------------------------------------------

    def toughness(self, who: Character) -> int:
        """Return the Resilience modifier where no defence is rolled, with what changes it."""
        if not who.adjusts & TOUGHNESS:
            return who.sheet.resilience
        return who.sheet.resilience + self.number(TOUGHNESS, who, -1, None).total

    def number(self, kind: int, who: Character, other: int, use: Use | None) -> Number:
        """Return what every feature in force has to say on a number."""
        number = Number(kind, who.index, other, self.watched, use)
        self.collect(number)
        return number

    def collect(self, number: Number) -> None:
        kind = number.kind
        for unit in self.units:
            if unit.adjusts & kind and unit.present:
                if unit.sheet.adjusts & kind:
                    for one in unit.sheet.lasting:
                        if one.adjusts & kind:
                            one.modify(self, unit, number, None)
                if unit.stance >= 0:
                    one = unit.sheet.abilities[unit.stance]
                    if one.adjusts & kind:
                        one.modify(self, unit, number, None)
                if unit.kept >= 0:
                    one = unit.sheet.abilities[unit.kept]
                    if one.adjusts & kind:
                        one.modify(self, unit, number, None)
                for held in unit.effects:
                    effect = held.effect
                    if isinstance(effect, Feature) and effect.adjusts & kind:
                        effect.modify(self, unit, number, held)

    def refresh(self, unit: Character) -> None:
        """Work out anew what anything in force on somebody has to say."""
        unit.adjusts, unit.listens, unit.notices = self.said(unit)

    def said(self, unit: Character) -> tuple[int, int, int]:
        """Return the numbers and moments at which anything in force on somebody has to say."""
        sheet = unit.sheet
        adjusts = sheet.adjusts
        listens = sheet.listens
        notices = sheet.notices
        for feature in unit.in_force():
            adjusts |= feature.adjusts
            listens |= feature.listens
            notices |= feature.notices
        for terrain in self.terrains:
            if terrain.creator == unit.index:
                ability = sheet.abilities[terrain.slot]
                adjusts |= ability.adjusts
                listens |= ability.listens
                notices |= ability.notices
        return adjusts, listens, notices

    def say(
        self,
        name: str,
        who: int,
        other: int = -1,
        what: str = "",
        amount: int = 0,
        rule: str = "",
        before: int = 0,
        after: int = 0,
    ) -> None:
        """Tell an event; rules call it only when watched."""
        self.events.append(Event(name, who, other, what, amount, rule, before, after))

    def say_step(self, name: str, who: int, cell: int, goal: int, rule: str) -> None:
        self.events.append(Event(name, who, -1, "", 0, rule, 0, 0, cell, goal))
