"""What no fight changes: attacks, spells and arts as they are written."""

from __future__ import annotations

from affray.rulesets.sovereign.terms import EDGE, MAGIC, MELEE, NATURAL, NO_AC, NO_RELOAD


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
        self.works = id  # the spell whose workings it has
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
