"""What exists: weapons and things, manoeuvres, powers, sheets, as they are written."""

from __future__ import annotations

from typing import Final

from affray.core.effect import Effect
from affray.rulesets.ingenuity.terms import SKILLS, TYPELESS


def durability_of(listed: int | None, material: str) -> int:
    """Return what an item can take. Rule: item.durability-default."""
    if listed is not None:
        return listed
    return 10 if material == "metal" else 4


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


class Sheet:
    """A character sheet or creature entry: everything about somebody that no combat changes.

    Rules: dice.sizes, sheet.attributes, sheet.skills, test.untrained.
    """

    def __init__(self, id: str, name: str, pc: bool) -> None:
        self.id = id
        self.name = name
        self.pc = pc
        self.size = 4
        self.footprint = 1
        self.rank = "common"
        self.attributes = [4, 4, 4, 4]  # faces
        self.skills = [4] * len(SKILLS)  # test.untrained: a d4
        self.proficiencies: dict[str, int] = {}
        self.health = 10
        self.endurance = 10
        self.stamina = 10
        self.focus = 10
        self.constitution = 4
        self.evasion = 4
        self.willpower = 4
        self.physical = 2
        self.elemental = 2
        self.metal = 0  # of the elemental deflection: the rating of metal armour
        self.speed = 6
        self.perception = 4
        self.fate = 0
        self.death = 10
        self.luck = 0
        self.hands = 2
        self.weapons: list[Thing] = []
        # Worked out when first asked: natural weapons, manoeuvres and what is readied, in codes.
        self.body: list[Thing] | None = None
        self.feats: list[int] | None = None
        self.readies: list[int] | None = None
        self.shields: list[Thing] = []
        self.items: list[Thing] = []
        self.ammo: dict[str, int] = {}
        self.talents: list[str] = []
        self.inborn: list[str] = []  # talents that an ancestry gives
        self.maneuvers: list[Maneuver] = []
        self.powers: list[Power] = []
        self.resists: list[int] = []
        self.immune: list[str] = []  # conditions and types of damage
        self.on_hit = ""
        self.on_hit_n = 0
        self.against = ""
        self.poison = 6  # difficulty of its poison
        self.poison_every = 1  # rounds of its interval
        self.noisy = False
        self.guiding = False
        self.gripping = False
        self.steady = False  # a dwarf's stability
        self.headstrong = False  # an orc's
        self.worn = 0  # slots that armour takes
        self.encumbrance = 1000
        self.capacity = 1000

    def natural(self) -> list[Thing]:
        """Return the weapons of its body, each once. Rule: attack.unarmed."""
        if self.body is None:
            self.body = []
            for one in self.weapons:
                if one.natural and one not in self.body:
                    self.body.append(one)
        return self.body

    def unsurprisable(self) -> bool:
        """Rules: surprise.immune, talent.danger-sense."""
        return "danger-sense" in self.talents

    def proficiency(self, names: list[str]) -> int:
        """Return the highest fitting bonus. Rules: test.one-proficiency, test.untrained."""
        best = 0
        for name in names:
            best = max(best, self.proficiencies.get(name, 0))
        return best


class Library:
    """Everything that exists in a game."""

    def __init__(self) -> None:
        self.things: list[Thing] = []
        self.by_id: dict[str, Thing] = {}
        self.maneuvers: list[Maneuver] = []
        self.named: dict[str, Maneuver] = {}
        self.powers: list[Power] = []
        self.sheets: dict[str, Sheet] = {}
        self.ammo: list[str] = []
        self.conditions: dict[str, Condition] = {}  # that packs add
        self.schools: dict[str, str] = {}  # the supernatural skill of a proficiency
        self.spirits: dict[str, tuple[str, str]] = {}  # attribute and resource of one of ki

    def add(self, thing: Thing) -> None:
        thing.number = len(self.things)
        self.things.append(thing)
        self.by_id[thing.id] = thing

    def power(self, id: str) -> Power:
        for one in self.powers:
            if one.id == id:
                return one
        raise KeyError(id)

    def learn(self, one: Maneuver) -> None:
        one.number = len(self.maneuvers)
        one.alone = one.works in ALONE
        self.maneuvers.append(one)
        self.named[one.id] = one


class Condition(Effect):
    """A condition that is held; what it does is in ``condition`` and the rules that ask for it."""

    def __init__(self, id: str, adds: bool) -> None:
        super().__init__(id)
        self.adds = adds  # condition.no-stacking: bleeding, burning and stunned add up
        # What a pack's condition does; those of the game are asked for by name.
        self.tests = 0  # added to every test
        self.defences = 0  # added to constitution, evasion, willpower and deflections
        self.slows = 0  # 1: halves speed, 2: takes it away
        self.hinders = ""  # what has disadvantage
        self.idles = False  # no actions and no reactions
        self.numbs = False  # no reactions
        self.blinds = False
        self.harm = -1  # type of the damage of its value at the start of each turn
        self.direct = 0  # of which so much goes to health, -1: all
        self.decay = 0
        self.rounds = 0
        self.ends = ""
