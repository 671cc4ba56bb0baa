"""The state of a Sovereign fight: combatants, what they have in hand, and the sheets they share."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.choice import Agent
from affray.core.combat import COMBAT, OWN, ROUND, Combat, Combatant
from affray.core.dice import Dice
from affray.core.grid import Grid
from affray.core.order import ACTING, DONE, LATER, MAY_ACT, Entry
from affray.core.paths import Exits

# Phases of a fight.
SURPRISE_PHASE: Final = 0
INITIATIVE_PHASE: Final = 1
ROUND_PHASE: Final = 2
SIDE_PHASE: Final = 3
ACT_PHASE: Final = 4
GAP_PHASE: Final = 5
PHASES: Final = ("surprise", "initiative", "round", "side", "act", "gap")

# How an attack reaches its target.
MELEE: Final = 0
SHOT: Final = 1
THROWN: Final = 2
MODES: Final = ("melee", "shot", "thrown")

# What reloading costs.
NO_RELOAD: Final = 0
BY_MOVE: Final = 1
BY_MAIN: Final = 2
BY_NOTHING: Final = 3

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
COUNTERS: Final = ("screened", "luck", "drawn", "shield", "aided", "whirled")
SCOPES: Final = (ROUND, COMBAT, OWN, ROUND, ROUND, COMBAT)

NO_AC: Final = -1  # no Shock
ANY_AC: Final = 1000  # Shock n/-

NATURAL: Final = -1  # the place of what needs no hand: fists, claws
MOST: Final = 200  # litter is cell * this + weapon


class Strike:
    """One way to attack, with all that never changes worked in.

    Rules: attack.roll, attack.npc, damage.roll.
    """

    def __init__(self, id: str, mode: int, bonus: int) -> None:
        self.id = id
        self.mode = mode
        self.bonus = bonus
        self.count = 1
        self.sides = 2
        self.plus = 0
        self.shock = 0
        self.shock_ac = NO_AC
        self.reach = 1  # squares
        self.range = 0  # normal, squares
        self.range_max = 0
        self.level = 0  # of the combat skill, an NPC's skill modifier
        self.weapon = NATURAL  # place among the sheet's weapons
        self.hands = 1
        self.reload = NO_RELOAD
        self.quiver = False
        self.unarmed = False
        self.blunt = False
        self.spares = False  # less-lethal

    def most(self) -> int:
        """Return the maximum damage. Rule: damage.maximum."""
        return max(1, self.count * self.sides + self.plus)


class Spell:
    """A spell as it is written; what it does is in the module of spells."""

    def __init__(self, id: str, name: str, level: int, range: int) -> None:
        self.id = id
        self.name = name
        self.level = level
        self.range = range  # squares, per caster level where ``by_level``
        self.by_level = False


class Sheet:
    """A character sheet or stat block: everything about somebody that no fight changes."""

    def __init__(self, id: str, name: str, pc: bool) -> None:
        self.id = id
        self.name = name
        self.pc = pc  # a character; a henchman is one too, but an NPC
        self.npc = not pc
        self.named = pc
        self.level = 1  # HD of an NPC
        self.max_hp = 1
        self.ac = 10
        self.rate = 6  # squares
        self.size = 1
        self.humanoid = True
        self.natural = False  # fights with its own body
        self.skill = 0  # of an NPC
        self.mods = [0, 0, 0, 0, 0]  # STR DEX CON INT WIS
        self.skills: dict[str, int] = {}
        self.saves = [15, 15, 15]
        self.feats: dict[str, int] = {}
        self.abilities: list[str] = []
        self.tags: list[str] = []
        self.warrior = False  # a full one
        self.weapons: list[str] = []
        self.stock: list[int] = []  # how many of each weapon
        self.strikes: list[Strike] = []
        self.one_attack = True
        self.shield = False
        self.armour = "none"
        self.screens = 0  # attackers it can screen against in a round
        self.kit = False
        self.quiver = False
        self.potions = 0
        self.spells: list[Spell] = []
        self.castings = 0
        self.strain_max = 10

    def feat(self, name: str) -> int:
        return self.feats.get(name, 0)

    def fearless(self) -> bool:
        """Rule: morale.fearless."""
        return "fearless" in self.tags or "fearless" in self.abilities

    def disciplined(self) -> bool:
        """Rule: snap.npc-discipline."""
        return not self.npc or "disciplined" in self.abilities

    def shock_proof(self) -> bool:
        """Rule: shock.immunity."""
        return "bronze-hide" in self.abilities


class Library:
    """Everything that exists in a game."""

    def __init__(self) -> None:
        self.spells: dict[str, Spell] = {}
        self.sheets: dict[str, Sheet] = {}
        self.weapons: list[str] = []


class Body(Combatant):
    """Anyone in a fight. Rule: grid.cube."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combatant.FIELDS,
        "hp",
        "strain",
        "main",
        "step",
        "acted",
        "prone",
        "fate",
        "hand",
        "stock",
        "unloaded",
        "total",
        "charging",
        "ward",
        "disengaged",
        "holding",
        "swarm",
        "grappling",
        "fell",
        "frail",
        "asleep",
        "broken",
        "hurt",
        "casting",
        "potions",
        "unseen",
        "surprised",
        "attacked",
    )
    SHARED: ClassVar[tuple[str, ...]] = (*Combatant.SHARED, "sheet")

    def __init__(self, index: int, side: int, name: str, cell: int, sheet: Sheet) -> None:
        super().__init__(index, side, name, cell, sheet.size)
        self.sheet = sheet
        self.hp = sheet.max_hp
        self.strain = 0
        self.main = True  # economy.main: unspent
        self.step = True  # economy.move: unspent
        self.acted = False
        self.prone = False
        self.fate = ACTIVE
        self.hand = 0 if sheet.weapons else NATURAL  # the weapon in hand
        self.stock = sheet.stock[:]
        self.unloaded = 0  # weapons to be reloaded: a set of bits
        self.total = False  # Total Defense
        self.charging = False
        self.ward = -1
        self.disengaged = 0  # enemies that it provokes no more: a set of bits
        self.holding = False
        self.swarm = -1
        self.grappling = -1
        self.fell = 0
        self.frail = False
        self.asleep = False
        self.broken = False
        self.hurt = False  # spell.disrupted-round
        self.casting = sheet.castings
        self.potions = sheet.potions
        self.unseen = False
        self.surprised = False
        self.attacked = False  # it has attacked in this turn
        self.count_by(SCOPES)

    def able(self) -> bool:
        """Return whether it can act. Rules: death.mortally-injured, surprise.no-reactions."""
        return self.present and self.fate == ACTIVE and not self.asleep and not self.surprised

    def helpless(self) -> bool:
        """Rule: death.helpless-target."""
        return self.asleep or self.fate in (MORTAL, STABLE)

    def clone(self) -> Body:
        twin = Body(self.index, self.side, self.name, self.cell, self.sheet)
        self.copy_to(twin)
        twin.hp = self.hp
        twin.strain = self.strain
        twin.main = self.main
        twin.step = self.step
        twin.acted = self.acted
        twin.prone = self.prone
        twin.fate = self.fate
        twin.hand = self.hand
        twin.stock = self.stock[:]
        twin.unloaded = self.unloaded
        twin.total = self.total
        twin.charging = self.charging
        twin.ward = self.ward
        twin.disengaged = self.disengaged
        twin.holding = self.holding
        twin.swarm = self.swarm
        twin.grappling = self.grappling
        twin.fell = self.fell
        twin.frail = self.frail
        twin.asleep = self.asleep
        twin.broken = self.broken
        twin.hurt = self.hurt
        twin.casting = self.casting
        twin.potions = self.potions
        twin.unseen = self.unseen
        twin.surprised = self.surprised
        twin.attacked = self.attacked
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.hp,
            self.strain,
            self.main,
            self.step,
            self.acted,
            self.prone,
            self.fate,
            self.hand,
            tuple(self.stock),
            self.unloaded,
            self.total,
            self.charging,
            self.ward,
            self.disengaged,
            self.holding,
            self.swarm,
            self.grappling,
            self.fell,
            self.frail,
            self.asleep,
            self.broken,
            self.hurt,
            self.casting,
            self.potions,
            self.unseen,
            self.surprised,
            self.attacked,
        )


class Maps:
    """What follows from the map alone, worked out when first asked and shared by all clones."""

    def __init__(self) -> None:
        self.exits: dict[tuple[int, ...], Exits] = {}
        self.covers: dict[tuple[int, int, int, int], int] = {}
        self.boxes: list[tuple[int, int, int, int, int, int]] | None = None


class Field(Combat[Body]):
    """A Sovereign fight. ``gm`` is the seat of the GM; ``order`` the sides by initiative."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combat.FIELDS,
        "phase",
        "order",
        "turn_of",
        "struck",
        "litter",
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
        self.phase = SURPRISE_PHASE
        self.order: list[int] = []
        self.turn_of = 0
        self.struck: list[int] = []  # swarms that have struck: side * 1000 + target
        self.litter: list[int] = []
        self.idle = 0  # rounds without an attack, damage or a change of position
        self.stir = False

    def copy_state(self, twin: Field) -> None:
        self.copy_to(twin)
        twin.gm = self.gm
        twin.round_limit = self.round_limit
        twin.side_ids = self.side_ids
        twin.party = self.party
        twin.surprise = self.surprise
        twin.phase = self.phase
        twin.order = self.order[:]
        twin.turn_of = self.turn_of
        twin.struck = self.struck[:]
        twin.litter = self.litter[:]
        twin.idle = self.idle
        twin.stir = self.stir

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.phase,
            tuple(self.order),
            self.turn_of,
            tuple(self.struck),
            tuple(self.litter),
            self.idle,
            self.stir,
            tuple([unit.key() for unit in self.units]),
        )

    def enemies(self, a: Body, b: Body) -> bool:
        return a.side != b.side

    def sides(self) -> list[int]:
        """Return the sides in initiative order, beginning with the one whose turn it is.

        Rule: turn.dice-order.
        """
        if not self.order:
            return list(range(len(self.side_ids)))
        return self.order[self.turn_of :] + self.order[: self.turn_of]

    def asked(self) -> list[int]:
        """Return everybody in the order of asking. Rule: economy.window-order."""
        found: list[int] = []
        for side in self.sides():
            found += [unit.index for unit in self.units if unit.side == side]
        found += [unit.index for unit in self.units if unit.index not in found]
        return found

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
