"""A table for Ingenuity's rule tests: a drawn map, characters by letter, scripted dice and keys.

    table = Table("A b", A=sheet(weapons=["spear"]), b=sheet(evasion=6))
    table.act("A", "attack b with spear", "strength piercing", "pass", dice="d6 2 3 d20 10")

Every die and every answer must be used, and nothing may be asked that is not scripted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from affray.core.dice import ScriptedDice
from affray.core.grid import CLIMB, DIFFICULT, DROP, IMPASSABLE, LOW_COVER, WALL, WATER, Grid
from affray.core.setup import Member, Setup, SideSetup
from affray.encounters.prepare import library_of
from affray.rulesets.ingenuity import condition, turn
from affray.rulesets.ingenuity.choice import act
from affray.rulesets.ingenuity.content.library import IngenuityContentLibrary
from affray.rulesets.ingenuity.ruleset import Ingenuity
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Library
from affray.rulesets.ingenuity.terms import (
    ACT_PHASE,
    ATTRIBUTES,
    COUNTERS,
    PICK_PHASE,
    SKILLS,
    START_PHASE,
    TYPES,
)
from tests import table
from tests.table import Scripted as Scripted
from tests.table import faces as faces
from tests.table import refused as refused

GROUND = {
    ",": DIFFICULT,
    "#": WALL,
    "o": LOW_COVER,
    "v": DROP,
    "x": IMPASSABLE,
    "~": WATER,
    "^": CLIMB,
}
NUMBERS = (
    "size",
    "health",
    "endurance",
    "stamina",
    "focus",
    "constitution",
    "evasion",
    "willpower",
    "physical",
    "elemental",
    "speed",
    "perception",
    "fate",
    "luck",
    "footprint",
)


@cache
def content_library() -> IngenuityContentLibrary:
    found = library_of("ingenuity", ())
    assert isinstance(found, IngenuityContentLibrary)
    return found


def library() -> Library:
    return content_library().library


def sheet(
    weapons: Sequence[str] = (),
    shields: Sequence[str] = (),
    items: Sequence[str] = (),
    talents: Sequence[str] = (),
    maneuvers: Sequence[str] = (),
    powers: Sequence[str] = (),
    dice: dict[str, int] | None = None,
    resists: Sequence[str] = (),
    immune: Sequence[str] = (),
    ammo: dict[str, int] | None = None,
    prof: dict[str, int] | None = None,
    numbers: dict[str, int] | None = None,
    **more: int,
) -> Sheet:
    """A sheet with stated values: d6 in everything, 12 of each resource."""
    one = Sheet("sheet", "Sheet", False)
    one.attributes = [6, 6, 6, 6]
    one.skills = [6] * len(SKILLS)
    one.health = one.endurance = one.stamina = one.focus = 12
    one.physical = one.elemental = 0
    for word, sides in (dice or {}).items():
        if word in ATTRIBUTES:
            one.attributes[ATTRIBUTES.index(word)] = sides
        else:
            one.skills[SKILLS.index(word)] = sides
    for name, value in {**(numbers or {}), **more}.items():
        assert name in NUMBERS, name
        setattr(one, name, value)
    known = library()
    one.weapons = [known.by_id[name] for name in weapons]
    one.shields = [known.by_id[name] for name in shields]
    one.items = [known.by_id[name] for name in items]
    one.talents = list(talents)
    one.maneuvers = [each for each in known.maneuvers if each.id in maneuvers]
    one.powers = [each for each in known.powers if each.id in powers]
    one.resists = [TYPES.index(word) for word in resists]
    one.immune = list(immune)
    one.ammo = dict(ammo or {})
    one.proficiencies = dict(prof or {})
    return one


class Table(table.Table[IngenuityCombat, IngenuityCombatant]):
    """A combat in round 1. Capital letters are team 0, small ones team 1, digits team 2."""

    def __init__(
        self,
        rows: str,
        *,
        surprised: Sequence[int] = (),
        options: dict[str, int | str | bool] | None = None,
        **sheets: Sheet,
    ) -> None:
        map = table.drawn(rows, GROUND, sheets)
        levels = [-4 if kind == DROP else 0 for kind in map.ground]
        grid = Grid(map.columns, map.rows, map.ground, levels)
        made = Setup(grid, ["players", "foes", "third", "gm"])
        count = 3 if any(letter.startswith("T") for letter in sheets) else 2
        made.sides = [SideSetup(f"team-{n}", f"Team {n}", n, []) for n in range(count)]
        made.surprised = list(surprised)
        made.instigator = 0
        made.options = dict(options or {})
        for letter, one in sheets.items():
            side = 2 if letter.startswith("T") else 0 if letter.isupper() else 1
            member = Member(letter, letter, side, one)
            member.cell = map.places[letter]
            made.members.append(member)
        begun = Ingenuity(library()).begin(made, ScriptedDice([]), [])
        assert isinstance(begun, IngenuityCombat)
        self.combat = begun
        begun.phase = PICK_PHASE
        begun.watched = True
        for unit in begun.units:
            unit.brandished = True

    def used(self, name: str, counter: str) -> int:
        """Return a counter of somebody, by its word."""
        return self[name].used[COUNTERS.index(counter)]

    def count(self, name: str, counter: str, number: int) -> None:
        """Set a counter of somebody, by its word."""
        self[name].set_count(COUNTERS.index(counter), number)

    def give(self, name: str, id: str, n: int = 1, source: str = "") -> None:
        """Let somebody gain a condition."""
        who = self[source or name].index
        condition.gain(self.combat, self[name], id, n, who)

    def hide(self, name: str, *observers: str) -> None:
        """Let somebody be hidden from others."""
        for one in observers:
            self[name].hidden |= 1 << self[one].index

    def fell(self, name: str) -> None:
        """Let somebody lie unconscious."""
        unit = self[name]
        unit.awake = False
        unit.prone = True
        self.combat.move(unit, unit.cell)

    def wake(self, name: str) -> None:
        """Let somebody come round."""
        condition.wake(self.combat, self[name], "test")

    def results(self) -> list[int]:
        """Return the results of all tests so far."""
        return [one.amount for one in self.told("result")]

    def begin_turn(self, name: str) -> None:
        """Make it somebody's turn with three actions, without running its start."""
        combat = self.combat
        if combat.active != self[name].index or combat.phase != ACT_PHASE:
            combat.active = self[name].index
            combat.rota.at = combat.rota.order.index(self[name].side)
            combat.phase = ACT_PHASE
            combat.clear(0)
            self[name].acted = True
            self[name].actions = 3

    def offered(self, name: str) -> list[str]:
        """Return the keys of what somebody is offered in its turn."""
        self.begin_turn(name)
        asked = act.Act(self.combat, self[name], True)
        return [asked.key(one) for one in asked.answers()]

    def act(self, name: str, *keys: str, dice: str = "") -> None:
        """Take one action of somebody's turn: the first key is the action."""
        self.begin_turn(name)
        self.step(*keys, dice=dice)

    def start(self, name: str, *keys: str, dice: str = "") -> None:
        """Run the start of somebody's turn."""
        self.combat.active = self[name].index
        self.combat.rota.at = self.combat.rota.order.index(self[name].side)
        self.combat.phase = START_PHASE
        self[name].acted = True
        self.step(*keys, dice=dice)

    def step(self, *keys: str, dice: str = "") -> None:
        """Play the next step, whatever it is."""
        agent = self.script(keys, dice)
        self.combat.changes = 0
        turn.step(self.combat)
        self.done(agent)
