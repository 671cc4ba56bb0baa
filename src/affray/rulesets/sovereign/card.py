"""What no fight changes: attacks, spells, arts, sheets, the library that holds them, the ground."""

from __future__ import annotations

from typing import Final

from affray.core.effect import Effect
from affray.core.grid import Box
from affray.core.reach import Exits

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
        self.exert = False  # thrown with Exert
        self.weapon = NATURAL  # place among the sheet's weapons
        self.hands = 1
        self.reload = NO_RELOAD
        self.quiver = False
        self.unarmed = False
        self.usual = False  # the unarmed attack of one who lists none
        self.harm = EDGE
        self.blunt = False
        self.spares = False  # less-lethal
        self.mean = False  # PM: for executions
        self.small = False  # S: knife-sized
        self.favoured = False  # a duelist's own weapon
        self.unscreened = False  # nobody can throw itself before it: a hurled rock
        self.art = ""  # an attack that an art makes
        self.oil = False  # burns, and splashes when it misses
        self.listed = True  # False: another attribute or skill than the best

    def most(self) -> int:
        """Return the maximum damage. Rule: damage.maximum."""
        return max(1, self.count * self.sides + self.plus)

    def span(self) -> int:
        """Return how far it comes at most, in squares. Rules: melee.range, ranged.max-range."""
        return self.reach if self.mode == MELEE else self.range_max


class Spell:
    """A spell as it is written; what it does beside harm is in the module of spells."""

    def __init__(self, id: str, name: str, level: int, range: int) -> None:
        self.id = id
        self.name = name
        self.level = level
        self.range = range  # squares, per caster level where ``by_level``
        self.by_level = False
        self.free = False  # a Free action
        self.sides = 0  # of the die for each caster level
        self.every = 1  # caster levels to a die
        self.save = -1  # kind of save for half, -1 none
        self.radius = 0  # squares; 0: no area
        self.tall = 0  # feet up from the point; 0: as the radius
        self.harm = MAGIC
        self.status = ""  # laid on those who fail, until the caster's next turn


class Art:
    """An art: what it commits, and when it is used."""

    def __init__(self, id: str, name: str, commit: int, action: str) -> None:
        self.id = id
        self.name = name
        self.commit = commit
        self.action = action  # instant, free, move, main, passive
        self.tradition = ""


class Sheet:
    """A character sheet or stat block: everything about somebody that no fight changes."""

    def __init__(self, id: str, name: str, pc: bool) -> None:
        self.id = id
        self.name = name
        self.pc = pc  # a character; a henchman is one too, but an NPC
        self.npc = not pc
        self.henchman = False
        self.named = pc
        self.level = 1  # HD of an NPC
        self.caster = 0  # caster level
        self.max_hp = 1
        self.ac = 10
        self.rate = 6  # squares
        self.size = 1
        self.feet = 5  # the greatest of its dimensions
        self.humanoid = True
        self.natural = False  # fights with its own body
        self.skill = 0  # of an NPC
        self.mods = [0, 0, 0, 0, 0]  # STR DEX CON INT WIS
        self.skills: dict[str, int] = {}
        self.special = ""  # the skill of a Specialist
        self.saves = [15, 15, 15]
        self.feats: dict[str, int] = {}
        self.abilities: list[str] = []
        self.tags: list[str] = []
        self.warrior = False  # a full one
        self.expert = False  # a full one
        self.weapons: list[str] = []
        self.stock: list[int] = []  # how many of each weapon are Readied
        self.knives: list[bool] = []  # which are knife-sized
        self.both: list[bool] = []  # which take both hands
        self.shot: list[bool] = []  # which are ranged weapons
        self.gear: list[str] = []
        self.carried: list[int] = []  # how many of each piece of gear are Readied
        self.stowed: list[int] = []  # of each weapon, then of each piece of gear
        self.weights: list[int] = []  # encumbrance of each weapon and piece of gear, in fifths
        self.load = 0  # of what it wears, in fifths
        self.room = 0  # the most that may be Readied, in fifths; 0: an NPC, no limit
        self.sack = 0  # the most that may be Stowed, likewise
        self.strikes: list[Strike] = []
        self.one_attack = True
        self.shield = False
        self.armour = "none"
        self.bulk = 0  # encumbrance of its armour
        self.metal = False  # wears or holds some
        self.screens = 0  # attackers it can screen against in a round
        self.spells: list[Spell] = []
        self.castings = 0
        self.strain_max = 10
        self.effort = 0
        self.second = 0  # Effort of a second tradition: a pool of its own
        self.arts: list[str] = []
        self.traditions: list[str] = []

    def first(self) -> int:
        """Return the weapon that it begins with in hand: the first that is Readied."""
        for place, count in enumerate(self.stock):
            if count > 0:
                return place
        return NATURAL

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

    def mindless(self) -> bool:
        """Return whether sleep and mind magic do not touch it."""
        return "bronze-hide" in self.abilities or "brittle-bones" in self.abilities

    def living(self) -> bool:
        return "undead" not in self.tags and "construct" not in self.tags


class Library:
    """Everything that exists in a game."""

    def __init__(self) -> None:
        self.spells: dict[str, Spell] = {}
        self.arts: dict[str, Art] = {}
        self.statuses: dict[str, Effect] = {}  # of packs
        self.sheets: dict[str, Sheet] = {}
        self.weapons: list[str] = []  # weapons, then gear: whatever can lie about


class Stage:
    """What straight lines that begin alike come to next: one square, or two to choose from.

    Squares are so many cells of the map from where the lines begin.
    """

    def __init__(self, first: int, second: int) -> None:
        self.first = first
        self.second = second  # the same where there is but one
        self.after: list[Stage] = []
        self.ends = False  # a line ends here,
        self.columns = 0  # over so many columns


class Maps:
    """What follows from the ground alone: worked out when first asked, kept for all fights on it.

    Thorns that a spell has grown make another ground.
    """

    def __init__(self) -> None:
        self.exits: dict[tuple[int, ...], Exits] = {}
        self.covers: dict[tuple[int, ...], int] = {}
        self.points: dict[tuple[int, ...], bool] = {}
        self.boxes: list[Box] | None = None
        self.barriers: dict[tuple[int, int], int] | None = None
        self.lowest: int | None = None
        self.outs: dict[int, list[int]] = {}  # by size
        self.ways: dict[tuple[int, int], list[int]] = {}  # costs from a cell, by size
        self.straights: dict[tuple[int, int], list[list[int]]] = {}  # stages, by columns and rows
        self.trees: dict[int, Stage] = {}  # of straight lines, by their longest
        self.grown: dict[tuple[int, ...], Maps] = {}
