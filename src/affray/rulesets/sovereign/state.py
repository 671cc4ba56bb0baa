"""The state of a Sovereign fight: combatants, what they have in hand, and the field."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.choice import Agent
from affray.core.combat import COMBAT, OWN, ROUND, Combat, Combatant
from affray.core.dice import Dice
from affray.core.grid import Grid
from affray.core.order import ACTING, DONE, LATER, MAY_ACT, Entry
from affray.rulesets.sovereign.card import (
    ANY_AC,
    BY_MAIN,
    BY_MOVE,
    BY_NOTHING,
    MELEE,
    MODES,
    MOST,
    NATURAL,
    NO_AC,
    NO_RELOAD,
    SHOT,
    THROWN,
    Art,
    Library,
    Maps,
    Sheet,
    Spell,
    Strike,
)

__all__ = [
    "ANY_AC",
    "BY_MAIN",
    "BY_MOVE",
    "BY_NOTHING",
    "MELEE",
    "MODES",
    "MOST",
    "NATURAL",
    "NO_AC",
    "NO_RELOAD",
    "SHOT",
    "THROWN",
    "Art",
    "Body",
    "Field",
    "Library",
    "Maps",
    "Sheet",
    "Spell",
    "Strike",
]

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


class Body(Combatant):
    """Anyone in a fight. Rule: grid.cube."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combatant.FIELDS,
        "hp",
        "strain",
        "main",
        "step",
        "extra",
        "acted",
        "prone",
        "fate",
        "hand",
        "off",
        "stock",
        "carried",
        "stowed",
        "unloaded",
        "harmless",
        "total",
        "charging",
        "wards",
        "disengaged",
        "holding",
        "swarm",
        "grappling",
        "fell",
        "frail",
        "asleep",
        "broken",
        "retreating",
        "fighting",
        "hurt",
        "steeled",
        "casting",
        "effort",
        "second",
        "hung",
        "unseen",
        "located",
        "surprised",
        "aloft",
    )
    SHARED: ClassVar[tuple[str, ...]] = (*Combatant.SHARED, "sheet")

    def __init__(
        self, index: int, side: int, name: str, cell: int, sheet: Sheet, fresh: bool = True
    ) -> None:
        """Begin unhurt and armed; not ``fresh``: a clone, which fills in everything."""
        super().__init__(index, side, name, cell, sheet.size)
        self.sheet = sheet
        if not fresh:
            return
        self.hp = sheet.max_hp
        self.strain = 0
        self.main = True  # economy.main: unspent
        self.step = True  # economy.move: unspent
        self.extra = False  # a Main more, by Haste
        self.acted = False
        self.prone = False
        self.fate = ACTIVE
        self.hand = sheet.first()  # the weapon in hand
        self.off = NATURAL  # that in the other hand
        self.stock = sheet.stock[:]
        self.carried = sheet.carried[:]
        self.stowed = sheet.stowed[:]
        self.unloaded = 0  # weapons to be reloaded: a set of bits
        self.harmless = 0  # weapons that a spell has blunted: a set of bits
        self.total = False  # Total Defense
        self.charging = False
        self.wards = 0  # whom it screens: a set of bits. Rule: screen.one-ward
        self.disengaged = 0  # enemies that it provokes no more: a set of bits
        self.holding = False
        self.swarm = -1
        self.grappling = -1
        self.fell = 0
        self.frail = False
        self.asleep = False
        self.broken = False
        self.retreating = False  # its retreat has begun, with its turn
        self.fighting = False  # cornered, and fights to the death
        self.hurt = False  # spell.disrupted-round
        self.steeled = False  # Iron Resolution
        self.casting = sheet.castings
        self.effort = sheet.effort
        self.second = sheet.second  # Effort of its second tradition
        self.hung = -1  # a spell kept waiting
        self.unseen = False
        self.located = 0  # sides that know the square of one unseen: a set of bits
        self.surprised = False
        self.aloft = 0  # feet above its ground
        self.count_by(SCOPES)

    def able(self) -> bool:
        """Return whether it can act. Rules: death.mortally-injured, surprise.no-reactions."""
        return self.present and self.fate == ACTIVE and not self.asleep and not self.surprised

    def guards(self, ward: Body) -> bool:
        """Return whether it screens somebody. Rule: screen.one-ward."""
        return bool(self.wards >> ward.index & 1)

    def helpless(self) -> bool:
        """Rule: death.helpless-target."""
        return self.asleep or self.fate in (MORTAL, STABLE)

    def again(self) -> bool:
        """Return whether Haste gives it one more Main, for the strain of it."""
        return self.extra and self.strain < self.sheet.strain_max

    def clone(self) -> Body:
        twin = Body(self.index, self.side, self.name, self.cell, self.sheet, False)
        self.copy_to(twin)
        twin.hp = self.hp
        twin.strain = self.strain
        twin.main = self.main
        twin.step = self.step
        twin.extra = self.extra
        twin.acted = self.acted
        twin.prone = self.prone
        twin.fate = self.fate
        twin.hand = self.hand
        twin.off = self.off
        twin.stock = self.stock[:]
        twin.carried = self.carried[:] if self.carried else self.carried  # the empty never grow
        twin.stowed = self.stowed[:] if self.stowed else self.stowed
        twin.unloaded = self.unloaded
        twin.harmless = self.harmless
        twin.total = self.total
        twin.charging = self.charging
        twin.wards = self.wards
        twin.disengaged = self.disengaged
        twin.holding = self.holding
        twin.swarm = self.swarm
        twin.grappling = self.grappling
        twin.fell = self.fell
        twin.frail = self.frail
        twin.asleep = self.asleep
        twin.broken = self.broken
        twin.retreating = self.retreating
        twin.fighting = self.fighting
        twin.hurt = self.hurt
        twin.steeled = self.steeled
        twin.casting = self.casting
        twin.effort = self.effort
        twin.second = self.second
        twin.hung = self.hung
        twin.unseen = self.unseen
        twin.located = self.located
        twin.surprised = self.surprised
        twin.aloft = self.aloft
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.hp,
            self.strain,
            self.main,
            self.step,
            self.extra,
            self.acted,
            self.prone,
            self.fate,
            self.hand,
            self.off,
            tuple(self.stock),
            tuple(self.carried),
            tuple(self.stowed),
            self.unloaded,
            self.harmless,
            self.total,
            self.charging,
            self.wards,
            self.disengaged,
            self.holding,
            self.swarm,
            self.grappling,
            self.fell,
            self.frail,
            self.asleep,
            self.broken,
            self.retreating,
            self.fighting,
            self.hurt,
            self.steeled,
            self.casting,
            self.effort,
            self.second,
            self.hung,
            self.unseen,
            self.located,
            self.surprised,
            self.aloft,
        )


class Field(Combat[Body]):
    """A Sovereign fight. ``gm`` is the seat of the GM; ``order`` the sides by initiative."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combat.FIELDS,
        "phase",
        "order",
        "turn_of",
        "early",
        "struck",
        "joined",
        "litter",
        "corpses",
        "thorns",
        "caltrops",
        "smoke",
        "idle",
        "stir",
    )
    SHARED: ClassVar[tuple[str, ...]] = (
        *Combat.SHARED,
        "library",
        "maps",
        "gm",
        "round_limit",
        "side_ids",
        "party",
        "surprise",
        "wary",
        "executions",
        "careful",
        "topics",
        "groups",
        "gates",
    )

    def __init__(
        self,
        grid: Grid,
        units: list[Body],
        dice: Dice,
        agents: list[Agent],
        library: Library,
        maps: Maps,
    ) -> None:
        super().__init__(grid, units, dice, agents)
        self.library = library
        self.maps = maps
        self.gm = len(agents) - 1
        self.round_limit = 50
        self.side_ids: list[str] = []
        self.party = 0  # the players' side
        self.surprise = ""  # how the others are surprised: given, stealth, forced-entry
        self.wary: list[int] = []  # sides that anticipate a fight
        self.careful = False  # the Party moves carefully
        self.executions: list[list[int]] = []  # actor, place of the strike, target
        self.topics: list[str] = []  # what the GM wants to be asked
        self.groups: list[list[int]] = []  # of morale, where they are smaller than a side
        self.gates: list[int] = []  # open edge squares
        self.phase = SURPRISE_PHASE
        self.order: list[int] = []
        self.turn_of = 0
        self.early = False  # the twice Alert act, before the sides
        self.struck: list[int] = []  # swarms that have struck: side * 1000 + target
        self.joined: list[int] = []  # joinings of this round, likewise
        self.litter: list[int] = []
        self.corpses: list[int] = []  # cell * 10 + side
        self.thorns: list[int] = []  # (cell * 2 + 1 if its southern line) * 100 + hit points
        self.caltrops: list[int] = []
        self.smoke: list[int] = []  # cell * 1000 + last round
        self.idle = 0  # rounds without an attack, damage or a change of position
        self.stir = False

    def copy_state(self, twin: Field) -> None:
        self.copy_to(twin)
        twin.gm = self.gm
        twin.round_limit = self.round_limit
        twin.side_ids = self.side_ids
        twin.party = self.party
        twin.surprise = self.surprise
        twin.wary = self.wary
        twin.careful = self.careful
        twin.executions = self.executions
        twin.topics = self.topics
        twin.groups = self.groups
        twin.gates = self.gates
        twin.phase = self.phase
        twin.order = self.order[:]
        twin.turn_of = self.turn_of
        twin.early = self.early
        twin.struck = self.struck[:]
        twin.joined = self.joined[:]
        twin.litter = self.litter[:]
        twin.corpses = self.corpses[:]
        twin.thorns = self.thorns[:]
        twin.caltrops = self.caltrops[:]
        twin.smoke = self.smoke[:]
        twin.idle = self.idle
        twin.stir = self.stir

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.phase,
            tuple(self.order),
            self.turn_of,
            self.early,
            tuple(self.struck),
            tuple(self.joined),
            tuple(self.litter),
            tuple(self.corpses),
            tuple(self.thorns),
            tuple(self.caltrops),
            tuple(self.smoke),
            self.idle,
            self.stir,
            tuple([unit.key() for unit in self.units]),
        )

    def enemies(self, a: Body, b: Body) -> bool:
        return a.side != b.side

    def sides(self) -> list[int]:
        """Return the sides in initiative order, beginning with the one whose turn it is.

        Rules: turn.dice-order, surprise.free-round-order.
        """
        order = self.order
        if len(order) < len(self.side_ids):
            order = order + [one for one in range(len(self.side_ids)) if one not in order]
        if not self.turn_of:
            return order
        return order[self.turn_of :] + order[: self.turn_of]

    def asked(self) -> list[int]:
        """Return everybody in the order of asking. Rule: economy.window-order."""
        found: list[int] = []
        for side in self.sides():
            found += [unit.index for unit in self.units if unit.side == side]
        return found

    def lowest(self) -> int:
        """Return the level of the lowest ground."""
        if self.maps.lowest is None:
            self.maps.lowest = min(self.grid.levels)
        return self.maps.lowest

    def entries(self) -> list[Entry]:
        found: list[Entry] = []
        for place, side in enumerate(self.sides()):
            for unit in self.units:
                if unit.side == side and unit.present:
                    word = MAY_ACT if place == 0 else LATER
                    if unit.index == self.active:
                        word = ACTING
                    elif unit.acted:
                        word = DONE
                    found.append((unit.index, word))
        return found
