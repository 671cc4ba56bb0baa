"""A character sheet or stat block, and the points that a level gives."""

from __future__ import annotations

from typing import Final

from affray.core.arrays import i64, vec
from affray.rulesets.thrum.feature import Ability, Feature
from affray.rulesets.thrum.terms import NUMBERS


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
        self.actions: list[Ability] = []  # of these
        self.stances: list[Ability] = []
        self.lasting: list[Ability] = []  # passives, archetypes, faction trait
        # Those that answer or notice: by Stance, none first, and moment. Worked out when asked.
        self.hearing: list[list[Feature] | None] = []
        # And those that change a number, by Stance and number.
        self.changing: list[list[Feature] | None] = []
        self.adjusts = 0  # of the lasting ones together
        self.listens = 0
        self.notices = 0
        self.scopes: list[int] = []

    def best_art(self) -> int:
        """Return the modifier of a Basic Attack. Rule: attack.basic-modifier."""
        return max([self.attack, *self.arts.values()]) if self.pc else self.attack

    def adjusting(self, stance: int, kind: int) -> list[Feature]:
        """Return what of it changes a number: what lasts, then a Stance (-1: none)."""
        if not self.changing:
            self.changing = [None] * ((len(self.abilities) + 1) * NUMBERS)
        place = (stance + 1) * NUMBERS + kind.bit_length() - 1
        known = self.changing[place]
        if known is None:
            known = [one for one in self.lasting if one.adjusts & kind]
            if stance >= 0 and self.abilities[stance].adjusts & kind:
                known.append(self.abilities[stance])
            self.changing[place] = known
        return known

    def ability(self, id: str) -> Ability | None:
        """Return the ability of an id, None if the sheet has none."""
        for one in self.abilities:
            if one.id == id:
                return one
        return None

    def coded(self, code: str) -> Ability | None:
        """Return the first ability that has the code of an ability, None if the sheet has none."""
        for one in self.abilities:
            if one.code == code:
                return one
        return None


TOP_LEVEL: Final = 12  # sheet.level-range


# ---- points by level -----------------------------------------------------------------------------


def attribute_points(level: int) -> int:
    """Return how many Attribute Points a level gives. Rule: sheet.attribute-points."""
    points = 2
    for at, more in ((2, 1), (3, 1), (7, 1), (9, 2), (11, 1), (12, 1)):
        if level >= at:
            points += more
    return points


def training_points(level: int) -> int:
    """Return how many Training Points a level gives. Rule: sheet.training-points."""
    return 3 + level // 2


def ability_points(level: int) -> int:
    """Return how many Ability Points a level gives. Rule: sheet.ability-points."""
    return 3 + level // 2 + (1 if level >= 1 else 0)


def nova_points(level: int) -> int:
    """Return how many Nova Points a level gives. Rule: sheet.nova-points."""
    return 3 if level >= 12 else 2 if level >= 9 else 1 if level >= 2 else 0


def picks(level: int) -> int:
    """Return how many narrative, and how many combat Archetypes one has. Rule: sheet.archetypes."""
    return 2 if level >= 5 else 1


def art_modifier(primary: int, training: int, level: int) -> int:
    """Return the modifier of a Combat Art. Rule: sheet.art-modifier."""
    return (primary + training) // 2 + (level + 4) // 4 if training else 0


def judged_tier(sheet: Sheet) -> int:
    """Return the Tier that counts for judging an encounter. Rule: sheet.faction-trait."""
    return sheet.tier + 1 if sheet.trait else sheet.tier


def minion_sheet(name: str) -> Sheet:
    """Return the sheet of somebody's Minion: no turn, no statistics. Rule: minion.what."""
    return Sheet("minion", f"{name}'s Minion", False)
