"""What exists, as it is written: weapons and things, manoeuvres, powers, tasks, conditions."""

from __future__ import annotations

from typing import Final

from affray.core.effect import Effect
from affray.rulesets.ingenuity.terms import TYPELESS


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
        self.harmless = False  # deals no damage
        self.breaks = False  # when it is thrown
        self.properties = 0
        self.on_hit = ""
        self.on_hit_n = 0
        self.against = ""
        self.slots = 1
        self.price = 0
        self.uses = 1
        self.endurance = 0  # that drinking it restores
        self.resuscitate = 0  # that it adds to Resuscitate
        self.staunch = 0  # that it adds to staunching
        self.douses = False  # pouring it ends burning
        self.light = 0  # metres that it lights

    def has(self, property: int) -> bool:
        return self.properties & property != 0


# Manoeuvres that aim at nobody else.
ALONE: Final = (
    "diversion",
    "escape",
    "kip-up",
    "rally",
    "percussive-maintenance",
    "mimic-action",
    "suppressing-fire",
)


# Manoeuvres that rush or leap at a target.
RUSHES: Final = ("rushing-strike", "jumping-strike")


class Maneuver:
    """A manoeuvre as it is written. Rules: maneuver.steps, maneuver.attack."""

    def __init__(self, id: str, name: str) -> None:
        self.id = id
        self.name = name
        self.number = -1
        self.works = id  # whose procedure it follows: a pack's may follow another's
        self.alone = False  # aims at nobody else
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
        self.attack_near = 0  # at 2 m: point-blank shot
        self.damage_near = 0
        self.attack_slashing = 0
        self.damage_bonus = 0
        self.luck_bonus = 0
        self.luck_piercing = 0
        self.luck_if_miss = 0
        self.luck_if_miss_bludgeoning = 0
        self.test_bonus = 0
        self.boost = 0  # stamina of the boost
        self.boost_attack = 0
        self.boost_damage = 0
        self.low = 0  # evasion lost until the next turn
        self.boost_low = 0
        self.evasion = 0  # evasion against the target's next attack
        self.effect: list[str] = []
        self.on_hit = ""
        self.on_hit_n = 0
        self.push = 0
        self.targets = 1
        self.ammo = 0
        self.step = 0


class Power:
    """A power as it is written. Rules: power.tiers, power.steps."""

    def __init__(self, id: str, name: str) -> None:
        self.id = id
        self.name = name
        self.number = -1
        self.works = id  # whose procedure it follows: a pack's may follow another's
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
        self.effect_n = 0
        self.push = 0
        self.radius = 0
        self.missiles = 0
        self.half_on_fail = False
        self.concentration = False
        self.heal_health = 0
        self.ignores_metal = False
        self.rounds = 0
        self.block = 0
        self.durability = 0
        self.weapon = Thing(id, name, 0)  # what its attack strikes with


class Task:
    """A Short Task that an encounter offers. Rules: action.short-task, test.difficulties."""

    def __init__(self, id: str, cell: int, attribute: int, skill: int, proficiency: str) -> None:
        self.id = id
        self.cell = cell
        self.attribute = attribute
        self.skill = skill
        self.proficiency = proficiency
        self.difficulty = -1  # -1: the GM seat says


class Door:
    """A door that an encounter states. Rule: action.interact."""

    def __init__(self, id: str, cell: int, state: int) -> None:
        self.id = id
        self.cell = cell
        self.state = state  # at first


class Lever:
    """A lever that an encounter states, and the doors and traps it moves. Rule: action.interact."""

    def __init__(self, id: str, cell: int, moves: list[str]) -> None:
        self.id = id
        self.cell = cell
        self.moves = moves


class Trap:
    """A trap that an encounter states. Rule: damage.other-sources."""

    def __init__(self, id: str, cells: list[int]) -> None:
        self.id = id
        self.cells = cells
        self.damage = 0
        self.type = TYPELESS
        self.leaves = ""  # a condition
        self.leaves_n = 1
        self.again = False  # it goes off every time


class Fixtures:
    """The doors, levers and traps of an encounter."""

    def __init__(self, doors: list[Door], levers: list[Lever], traps: list[Trap]) -> None:
        self.doors = doors
        self.levers = levers
        self.traps = traps


NO_FIXTURES: Final = Fixtures([], [], [])


class Condition(Effect):
    """A condition that is held; what it does is in ``condition`` and the rules that ask for it."""

    def __init__(self, id: str, adds: bool) -> None:
        super().__init__(id)
        self.adds = adds  # condition.no-stacking: bleeding, burning and stunned add up
        # What a pack's condition does; those of the game are asked for by name.
        self.tests = 0  # added to every test
        self.defences = 0  # added to constitution, evasion, willpower and deflections
        self.slows = 0  # 1: halves speed, 2: takes it away
        self.pace = 0  # the most metres of one Move, 0: as ever
        self.rough = False  # all terrain is difficult
        self.hinders = ""  # what has disadvantage
        self.idles = False  # no actions and no reactions
        self.numbs = False  # no reactions
        self.blinds = False
        self.harm = -1  # type of the damage of its value at the start of each turn
        self.direct = 0  # of which so much goes to health, -1: all
        self.decay = 0
        self.rounds = 0
        self.ends = ""
