"""A character sheet or stat block: everything about a combatant that no fight changes."""

from __future__ import annotations

from affray.rulesets.sovereign.definitions import Spell, Strike
from affray.rulesets.sovereign.terms import MELEE, NATURAL


class Grip:
    """What somebody holds and has ready, and the attacks that it can make with that."""

    def __init__(
        self,
        hand: int,
        off: int,
        stock: tuple[int, ...],
        carried: tuple[int, ...],
        ways: list[int],
        far: int,
    ) -> None:
        self.hand = hand
        self.off = off
        self.stock = stock
        self.carried = carried
        self.ways = ways
        self.far = far  # how far any of them comes, in squares; -1 without any


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
        # Worked out when first asked: how far any attack comes, and any in melee, whether a feat
        # Readies weapons as an Instant, whether it may snap, and verbs that it may think of.
        self.farthest = -1
        self.longest = -1
        self.quick = -1
        self.snaps = -1
        self.verbs: list[int] | None = None  # with nobody at the other end
        self.for_friends: list[int] | None = None
        self.for_foes: list[int] | None = None

    def first(self) -> int:
        """Return the weapon that it begins with in hand: the first that is Readied."""
        for place, count in enumerate(self.stock):
            if count > 0:
                return place
        return NATURAL

    def feat(self, name: str) -> int:
        """Return the level of a feat, 0 without it."""
        return self.feats.get(name, 0)

    def span(self) -> int:
        """Return how far any of its attacks comes, in squares."""
        if self.farthest < 0:
            for strike in self.strikes:
                self.farthest = max(self.farthest, strike.span())
            self.farthest = max(self.farthest, 0)
        return self.farthest

    def reach(self) -> int:
        """Return how far any of its melee attacks comes, in squares."""
        if self.longest < 0:
            for strike in self.strikes:
                if strike.mode == MELEE:
                    self.longest = max(self.longest, strike.reach)
            self.longest = max(self.longest, 0)
        return self.longest

    def readies_at_once(self) -> bool:
        """Return whether a feat Readies its stowed weapons as an Instant.

        Content: armsmaster, deadeye.
        """
        if self.quick < 0:
            able = self.feat("armsmaster") > 0 or self.feat("deadeye") > 0
            self.quick = int(able and bool(self.stowed))
        return self.quick == 1

    def fearless(self) -> bool:
        """Return whether morale is nothing to it. Rule: morale.fearless."""
        return "fearless" in self.tags or "fearless" in self.abilities

    def disciplined(self) -> bool:
        """Return whether it may make Snap Attacks. Rule: snap.npc-discipline."""
        if self.snaps < 0:
            self.snaps = int(not self.npc or "disciplined" in self.abilities)
        return self.snaps == 1

    def shock_proof(self) -> bool:
        """Return whether Shock does not harm it by nature. Rule: shock.immunity."""
        return "bronze-hide" in self.abilities

    def mindless(self) -> bool:
        """Return whether sleep and mind magic do not touch it."""
        return "bronze-hide" in self.abilities or "brittle-bones" in self.abilities

    def living(self) -> bool:
        """Return whether it lives: neither undead nor a construct."""
        return "undead" not in self.tags and "construct" not in self.tags
