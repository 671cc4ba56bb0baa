"""What content says of abilities and characters, before anybody has them: plain data.

The content layer has checked every word, so an unknown one here is a bug.
"""

from __future__ import annotations

from typing import Final

from affray.rulesets.thrum.condition.kinds import Condition
from affray.rulesets.thrum.movement.pace import measured
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import FIXED, HALF_SPEED, HALF_SPEED_UP, WHOLE_SPEED

SYMBOLS: Final = ("POW", "END", "FIN", "REF", "REA", "FOC", "TRAINING", "TIER", "SPEED")
ROLLS: Final = (
    "offensive",
    "defensive",
    "resilience",
    "evasion",
    "resolve",
    "panic",
    "incapacity",
    "drop-ref",
)

# When an operation holds.
ALWAYS: Final = 0
TARGET_IS_ENEMY: Final = 1
ATTACK_SUCCEEDS: Final = 2
WHENS: Final = ("", "target is an enemy", "the attack succeeds")

# Whom an Area, Line or Aura affects.
EVERYONE: Final = "everyone"
OTHERS: Final = "others"
ENEMIES: Final = "enemies"

# Shapes of a term of an amount.
WHOLE: Final = 0
HALF: Final = 1
HALF_UP: Final = 2


class Term:
    """One term: a number or a symbol, whole or halved, perhaps only with an upgrade."""

    def __init__(self, upgrade: str, shape: int, symbol: str, number: int) -> None:
        self.upgrade = upgrade
        self.shape = shape
        self.symbol = symbol
        self.number = number


class Quantity:
    """An amount worked out for one sheet.

    A share of Speed stays open, since Speed changes in play.
    """

    def __init__(self, fixed: int, measure: int) -> None:
        self.fixed = fixed
        self.measure = measure  # of movement: FIXED, WHOLE_SPEED...

    def of(self, combat: ThrumCombat, unit: ThrumCombatant) -> int:
        """Return the amount as it is now."""
        return measured(combat, unit, self.measure, self.fixed)


class Bound:
    """What a character brings to an ability: its sheet, its upgrades, the ability's Art."""

    def __init__(self, sheet: Sheet, art: str, upgrades: list[str]) -> None:
        self.sheet = sheet
        self.art = art
        self.upgrades = upgrades

    def has(self, upgrade: str) -> bool:
        return upgrade in self.upgrades

    def symbol(self, symbol: str) -> int:
        """Return what a symbol of a formula stands for, Tier included.

        Rule: sheet.npc-block (formulas may use Tier).
        """
        if symbol == "TIER":
            return self.sheet.tier
        if symbol == "TRAINING":
            return self.sheet.training.get(self.art, 0)
        return self.sheet.attributes.get(symbol, 0)

    def quantity(self, terms: list[Term]) -> Quantity:
        """Add up the terms of an amount; halves round down unless the text says otherwise.

        Rule: sheet.rounding (halves round down unless the text says otherwise).
        """
        fixed = 0
        measure = FIXED
        for term in terms:
            if term.upgrade and not self.has(term.upgrade):
                continue
            if term.symbol == "SPEED":
                if term.shape == WHOLE:
                    measure = WHOLE_SPEED
                else:
                    measure = HALF_SPEED if term.shape == HALF else HALF_SPEED_UP
                continue
            value = self.symbol(term.symbol) if term.symbol else term.number
            if term.shape == HALF:
                value = value // 2
            elif term.shape == HALF_UP:
                value = (value + 1) // 2
            fixed += value
        return Quantity(fixed, measure)


class OpEntry:
    """One operation as content gives it."""

    def __init__(self, op: str) -> None:
        self.op = op
        self.n: list[Term] = []
        self.name = ""  # of a status, condition, stat, roll or load
        self.condition: Condition | None = None  # a Status that a pack adds
        self.dir = "any"
        self.to = "target"
        self.until = ""
        self.when = ""
        self.boon = 0  # 1 Boon, -1 Bane, 0 flat bonus: of a roll-mod
        self.of: list[OpEntry] = []


class Entry:
    """One ability as content gives it: facts in plain data."""

    def __init__(self, id: str, name: str, art: str, kind: int, tags: int) -> None:
        self.id = id
        self.code = id  # of the ability whose code it has, where words alone cannot say it
        self.name = name
        self.art = art
        self.kind = kind
        self.tags = tags
        self.range: list[Term] = []
        self.target = "none"
        self.affects = EVERYONE  # of those in its Area, Line or Aura
        self.highest_art = False
        self.may = False
        self.option = ""
        self.params: dict[str, list[Term]] = {}
        self.before: list[OpEntry] = []
        self.effect: list[OpEntry] = []
        self.success: list[OpEntry] = []
        self.critical: list[OpEntry] = []
        self.after: list[OpEntry] = []
        self.overexert: list[OpEntry] = []
        self.trigger = ""  # of a pack's Stance, with its response
        self.response: list[OpEntry] = []
        self.order = ["effect", "success", "critical"]
        self.upgrades: list[str] = []
        self.cost: list[Term] = []  # of a Nova ability; empty if it is variable
        self.text = ""
        self.custom = False


class Archetype:
    """An Archetype: the list it belongs to and the attribute that a pick of it raises."""

    def __init__(self, id: str, name: str, list: str, attribute: str, text: str = "") -> None:
        self.id = id
        self.name = name
        self.list = list  # narrative or combat
        self.attribute = attribute
        self.text = text
        self.code = id  # whose procedure it has: a pack's may be another's


class Library:
    """What sheets are made from: the content of the ruleset and of packs, by id."""

    def __init__(self) -> None:
        self.abilities: dict[str, Entry] = {}
        self.novas: dict[str, Entry] = {}
        self.traits: dict[str, Entry] = {}
        self.archetypes: dict[str, Archetype] = {}
        self.arts: dict[str, str] = {}  # primary attribute by Combat Art: sheet.combat-arts

    def basics(self) -> list[Entry]:
        """Return the basic abilities."""
        return [entry for entry in self.abilities.values() if entry.art == "basic"]


class Draft:
    """A PC as written down, before anything is derived."""

    def __init__(self, id: str, name: str) -> None:
        self.id = id
        self.name = name
        self.level = 0
        self.archetypes: list[str] = []  # an id, with + for its upgrade
        self.points: dict[str, int] = {}
        self.training: dict[str, int] = {}
        self.abilities: list[str] = []
        self.upgrades: list[str] = []  # ability:letter
        self.novas: list[str] = []


class StatBlock:
    """An NPC as written down: formulas in Tier. Weapons and armour have no numbers of their own.

    Rules: sheet.npc-block, sheet.equipment.
    """

    def __init__(self, id: str, name: str) -> None:
        self.id = id
        self.name = name
        self.numbers: dict[str, list[Term]] = {}
        self.abilities: list[str] = []
        self.default_tier = 0
