"""What is written and no battle changes: things, spells, sheets, and the library of them."""

from __future__ import annotations

from typing import Final

from affray.core.effect import NEVER, Effect

# Summoning sickness, as a spell or creature states it. Rule: summon.sickness-exceptions.
NONE: Final = 0
ROUND: Final = 1  # until the round ends
FULL: Final = 2  # until the summoner's place in the next round


class Amount:
    """Dice with a number added: ``1d8+3``."""

    def __init__(self, count: int, sides: int, plus: int) -> None:
        self.count = count
        self.sides = sides
        self.plus = plus


class Thing:
    """A weapon, shield, armour or item. A piece of it is ``number * 2``, plus 1 while unloaded."""

    def __init__(self, id: str, name: str, kind: int) -> None:
        self.id = id
        self.name = name
        self.kind = kind
        self.number = -1
        self.melee = False
        self.hands = 0
        self.dice = Amount(0, 0, 0)
        self.type = 0  # of damage
        self.accuracy = 0
        self.range = 0
        self.bulk = 0
        self.properties = 0
        self.reduction = 0
        self.agility = 0
        self.movement = 0
        self.dodge = 0
        self.heal = Amount(0, 0, 0)
        self.mp = 0
        self.removes = 0
        self.attack = False  # of an item: it is thrown at somebody
        self.status = ""

    def has(self, property: int) -> bool:
        """Return whether a weapon has a property."""
        return self.properties & property != 0


class Note:
    """An option of a spell that bonus actions pay for."""

    def __init__(self, ba: int, times: int, text: str) -> None:
        self.ba = ba
        self.times = times
        self.text = text
        self.dice = Amount(0, 0, 0)
        self.range = 0
        self.break_free = 0
        self.accuracy = 0
        self.push = 0
        self.fetch = False
        self.radius = 0
        self.ally = False  # an adjacent ally as well
        self.weapon = ""
        self.hp = 0


class Spell:
    """A spell as it is written."""

    def __init__(self, id: str, name: str) -> None:
        self.id = id
        self.name = name
        self.number = -1
        self.aa = 0
        self.ma = 0
        self.mp = 0
        self.upkeep = 0
        self.toggle = False
        self.range = 0
        self.target = "unit"
        self.attack = False
        self.dice = Amount(0, 0, 0)
        self.type = 0
        self.status = ""
        self.push = 0
        self.radius = 0
        self.heal = Amount(0, 0, 0)
        self.removes = 0
        self.spaces = 0
        self.summon: Sheet | None = None
        self.thrall_cost = -1  # Mhp; -1: not stated
        self.sickness = FULL  # that it leaves to what it calls up
        self.ends = NEVER  # of its state
        self.notes: list[Note] = []
        self.count = 1  # creatures of a summons

    def long(self) -> bool:
        """Return whether no turn can pay for all of it. Rule: channel.definition."""
        return self.aa > 1 or self.ma > 1

    def paid(self, notes: int) -> list[tuple[Note, int]]:
        """Return the options that are paid for, and how often each.

        ``notes`` counts through all ways to pay for them, those of the first option fastest; of a
        spell with one option it is how often that is paid for. Rule: spell.notes-options.
        """
        found: list[tuple[Note, int]] = []
        for note in self.notes:
            times = notes % (note.times + 1)
            notes //= note.times + 1
            if times:
                found.append((note, times))
        return found

    def note_cost(self, notes: int) -> int:
        """Return the bonus actions that options cost."""
        return sum(note.ba * times for note, times in self.paid(notes))

    def radius_with(self, notes: int) -> int:
        """Return the radius of its area, with the options that are paid for."""
        return self.radius + sum(note.radius * times for note, times in self.paid(notes))

    def ways_to_note(self) -> int:
        """Return into how many ways ``notes`` counts, none paid for among them."""
        ways = 1
        for note in self.notes:
            ways *= note.times + 1
        return ways

    def break_free(self, notes: int) -> int:
        """Return what options demand for breaking free, 0 if they say nothing of it."""
        return max([0, *[note.break_free for note, _ in self.paid(notes)]])


class Sheet:
    """A character sheet or creature entry: everything about a unit that no battle changes."""

    def __init__(self, id: str, name: str, pc: bool) -> None:
        self.id = id
        self.name = name
        self.pc = pc
        self.level = 1
        self.max_hp = 1
        self.max_mp = 0
        self.accuracy = 0
        self.agility = 0  # before armour
        self.strength = 0
        self.movement = 6  # with feats, before armour
        self.size = 1
        self.weapons: list[Thing] = []
        self.drawn: list[Thing] = []
        self.armour: Thing | None = None
        self.shield: Thing | None = None
        self.items: list[Thing] = []
        self.hide = 0
        self.resist: dict[int, int] = {}
        self.immune: list[int] = []
        self.feats = 0
        self.focus: dict[str, int] = {}  # weapons of Weapon focus, how often each
        self.spells: list[Spell] = []
        self.threat = -1  # what programs think of it, once they have worked it out
        self.summons = False  # a creature that spells call up
        self.sickness = FULL  # what it says of its summoning sickness

    def twin(self) -> Sheet:
        """Return a sheet like this one, of which single values can be replaced."""
        one = Sheet(self.id, self.name, self.pc)
        one.level = self.level
        one.max_hp = self.max_hp
        one.max_mp = self.max_mp
        one.accuracy = self.accuracy
        one.agility = self.agility
        one.strength = self.strength
        one.movement = self.movement
        one.size = self.size
        one.weapons = self.weapons
        one.drawn = self.drawn
        one.armour = self.armour
        one.shield = self.shield
        one.items = self.items
        one.hide = self.hide
        one.resist = self.resist
        one.immune = self.immune
        one.feats = self.feats
        one.focus = self.focus
        one.spells = self.spells
        one.summons = self.summons
        one.sickness = self.sickness
        return one

    def has(self, feat: int) -> bool:
        """Return whether a sheet has a feat."""
        return self.feats & feat != 0


class Status(Effect):
    """A state with numbers and prohibitions; it holds or not. Rule: condition.same-state-once."""

    def __init__(self, id: str, rule: str) -> None:
        super().__init__(id)
        self.rule = rule
        self.flat = False  # flat-footed
        self.helpless = False  # takes no action
        self.tied = False  # bound: few actions
        self.agility = 0
        self.reduction = 0  # of physical damage
        self.bonus_actions = 0
        self.movement = 0


class Library:
    """Everything that exists in a game: things by number, spells and sheets by id.

    ``statuses`` are those of packs; the rules' own are in ``condition``.
    """

    def __init__(self) -> None:
        self.things: list[Thing] = []
        self.by_id: dict[str, Thing] = {}
        self.spells: dict[str, Spell] = {}
        self.sheets: dict[str, Sheet] = {}
        self.statuses: dict[str, Status] = {}

    def add(self, thing: Thing) -> None:
        """Add a thing and number it."""
        thing.number = len(self.things)
        self.things.append(thing)
        self.by_id[thing.id] = thing

    def add_spell(self, spell: Spell) -> None:
        """Add a spell and number it."""
        spell.number = len(self.spells)
        self.spells[spell.id] = spell
