"""Quest: the questions of sessions, bots and files, each answered by a module beside."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from affray.core.choice import Agent
from affray.core.combat import Combat
from affray.core.dice import Dice
from affray.core.effect import Effect
from affray.core.grid import DIRECTIONS, WALL
from affray.core.ruleset import Ruleset, Tactics, Words
from affray.core.setup import Member, Setup
from affray.rulesets.quest import condition, end, explain, gm, setup, sheet, turn
from affray.rulesets.quest.sheet import Fault
from affray.rulesets.quest.state import Kept, Maps, QuestCombat, Unit
from affray.rulesets.quest.tactics import QuestTactics
from affray.rulesets.quest.terms import (
    AIMS,
    COUNTERS,
    FATES,
    MERCY,
    OPTION_NAMES,
    PHASES,
    WOUNDS,
)
from affray.rulesets.quest.words import QuestWords
from affray.rulesets.quest.written import Library, Sheet, Thing

VALUES: Final = ("hp", "mp")  # what an encounter may set of a member's state
# What it may set of a member's sheet: that is done before the rules see it.
OF_SHEET: Final = (
    "level",
    "max_hp",
    "max_mp",
    "accuracy",
    "agility",
    "strength",
    "movement",
    "hide",
    "armour",
    "weapons",
    "items",
    "feats",
    "focus",
    "spells",
)
WOUND_VALUES: Final = ("fatal", "slowing", "weakening", "disrupting")
LAST_ROUND: Final = 100  # end.round-limit


class Playing(QuestCombat):
    """A Quest battle that can go on: the state, and turn.step."""

    def step(self) -> None:
        turn.step(self)

    def clone(self) -> Playing:
        twin = Playing(
            self.grid,
            [unit.clone() for unit in self.units],
            self.dice.clone(),
            self.agents,
            self.library,
            self.maps,
        )
        self.copy_state(twin)
        return twin

    def recount(self) -> str:
        return recount(self)


class Quest(Ruleset):
    """Rules of Quest, with the things, spells and creatures that exist."""

    id: ClassVar[str] = "quest"
    name: ClassVar[str] = "Quest"
    version: ClassVar[int] = 3  # raised when journals come out otherwise
    counters: ClassVar[tuple[str, ...]] = COUNTERS

    def __init__(self, library: Library | None = None) -> None:
        self.library = library if library is not None else Library()

    # -- beginning ----------------------------------------------------------------------------

    def begin(self, setup_: Setup, dice: Dice, agents: list[Agent]) -> Combat[Any]:
        """Put everybody where the encounter says. Rules: setup.placement, gm.who-initiates."""
        units = [enlisted(member, n) for n, member in enumerate(setup_.members)]
        combat = Playing(setup_.grid, units, dice, agents, self.library, Maps(setup_.grid))
        combat.round = 1
        combat.side_ids = [side.id for side in setup_.sides]
        combat.gm = setup_.gm()
        combat.round_limit = setup_.round_limit or LAST_ROUND
        combat.options = tuple([bool(setup_.options.get(name, False)) for name in OPTION_NAMES])
        combat.placed = (0,) * len(units)
        names = [unit.name for unit in units]
        for unit, member in zip(units, setup_.members, strict=True):
            combat.stand(unit, member.cell)
            if member.summoned_by in names:  # summon.control
                unit.summoner = names.index(member.summoned_by)
                unit.seats = units[unit.summoner].seats
                unit.npc = units[unit.summoner].npc
        setup.prepare(combat)
        combat.opening = tuple([names.index(one) for one in opening_of(setup_) if one in names])
        return combat

    def faults(self, setup_: Setup) -> list[str]:
        return [f"{fault.place}: {fault.text()}" for fault in setup_faults(setup_)]

    def tactics(self) -> Tactics:
        return QuestTactics()

    def words(self) -> Words:
        return QuestWords()

    # -- pieces of state by name ---------------------------------------------------------------

    def effects(self) -> dict[str, Effect]:
        return {**condition.effects(), **self.library.statuses}

    def record(self, name: str) -> object:
        if name == "Kept":
            return Kept(0, 0, True)
        kind, _, id = name.partition(" ")
        if kind == "unit":
            return Unit(0, 0, "", -1, self.library.sheets[id])
        raise KeyError(name)

    def value_words(self, combat: Combat[Any], who: int, field: str) -> list[str]:
        """Return what the numbers from 0 of a field are called, for cases and edits."""
        if field == "phase":
            return list(PHASES)
        if field == "options":
            return list(OPTION_NAMES)
        if field == "facing":
            return list(DIRECTIONS)
        if field == "fate":
            return list(FATES)
        if field == "wounds":
            return list(AIMS[:WOUNDS])
        if field == "used":
            return list(COUNTERS)
        if field == "owed":
            return ["aa", "ma", "ba"]
        if who >= 0 and field == "casting":
            unit = combat.units[who]
            assert isinstance(unit, Unit)
            return [one.id for one in unit.sheet.spells]
        return []

    # -- what is told of a combatant -------------------------------------------------------------

    def result_names(self) -> tuple[str, ...]:
        return (*RESULTS, *self.library.statuses)

    def result(self, combat: Combat[Any], who: int) -> tuple[int, ...]:
        unit = combat.units[who]
        assert isinstance(unit, Unit)
        return (
            unit.hp,
            unit.mp,
            *unit.wounds,
            int(unit.prone),
            len(unit.held_things),
            int(not unit.present),
            *[int(unit.has(one)) for one in condition.STATUSES],
            *[int(unit.has(one)) for one in self.library.statuses.values()],
        )

    def numbers(self) -> tuple[str, ...]:
        return explain.NAMES

    def explain(self, combat: Combat[Any], who: int, name: str) -> list[tuple[int, str]]:
        unit = combat.units[who]
        assert isinstance(unit, Unit)
        assert isinstance(combat, QuestCombat)
        return explain.breakdown(combat, unit, name)

    def measures(self, combat: Combat[Any], who: int) -> dict[str, int]:
        unit = combat.units[who]
        assert isinstance(unit, Unit)
        found = {"hp": unit.hp, "max hp": unit.max_hp}
        if unit.sheet.max_mp:
            found["mp"] = unit.mp
        return found

    def marks(self, combat: Combat[Any], who: int) -> list[str]:
        unit = combat.units[who]
        assert isinstance(unit, Unit)
        assert isinstance(combat, QuestCombat)
        found: list[str] = []
        if not unit.present:
            found.append(end.aftermath(unit, combat.winner, combat.options[MERCY]))
        for n in range(WOUNDS):
            if unit.wounds[n]:
                found.append(f"{AIMS[n]} wound {unit.wounds[n]}")
        flags = (
            (unit.prone, "prone"),
            (unit.disengaged, "disengaged"),
            (unit.sick > 0, "summoning-sick"),
            (unit.thrall > 0, "thralled"),
            (unit.unseen > 0, "undetected"),
            (unit.channeling(), "channeling"),
            (unit.fleeing, "fleeing"),
        )
        found += [word for holds, word in flags if holds]
        found += [held.effect.id for held in unit.effects]
        if unit.present and "flat-footed" not in found:
            if condition.flat_footed(combat, unit, None):
                found.append("flat-footed")
        return found

    def down(self, combat: Combat[Any], who: int) -> bool:
        return not combat.units[who].present

    def aftermath(self, combat: Combat[Any], who: int) -> dict[str, int]:
        """Return what a unit carries on: hit points, MP, lasting wounds.

        Rules: wound.after-battle, death.after-battle.
        """
        unit = combat.units[who]
        assert isinstance(unit, Unit)
        assert isinstance(combat, QuestCombat)
        hp = unit.hp
        if end.aftermath(unit, combat.winner, combat.options[MERCY]) == "survives":
            hp = 1
        found = {"hp": hp, "mp": unit.mp}
        for n in range(WOUNDS - 1):
            if unit.wounds[n]:
                found[WOUND_VALUES[n]] = unit.wounds[n]
        return found


RESULTS: Final = (
    "hp",
    "mp",
    "fatal wounds",
    "slowing wounds",
    "weakening wounds",
    "disrupting wounds",
    "prone",
    "held",
    "gone",
    *[one.id for one in condition.STATUSES],
)


def enlisted(member: Member, index: int) -> Unit:
    """Return a unit as an encounter states it."""
    own = member.sheet
    assert isinstance(own, Sheet)
    unit = Unit(index, member.side, member.name, -1, own)
    unit.seats = member.seats
    unit.npc = member.npc
    unit.facing = member.facing
    unit.thrall = 1 if member.thralled else 0  # the price is worked out with its summoner
    unit.unseen = 1 if member.undetected else 0
    holding: list[Thing] | None = None
    if member.holding is not None:
        everything = [*own.weapons, *own.items]
        if own.shield is not None:
            everything.append(own.shield)
        named = {one.id: one for one in everything}
        holding = [named[name] for name in member.holding if name in named]
    sheet.equip(unit, holding)
    take_up(unit, member)
    return unit


def take_up(unit: Unit, member: Member) -> None:
    """Set what an encounter says of a member's state."""
    for name, value in member.values.items():
        if name in OF_SHEET:
            continue
        number = int(value)
        if name == "hp":
            unit.hp = number
        elif name == "mp":
            unit.mp = number
        elif name in WOUND_VALUES:
            unit.set_wounds(WOUND_VALUES.index(name), number)


def opening_of(setup_: Setup) -> list[str]:
    """Return the names of those who open hostilities.

    Rules: gm.who-initiates, initiative.several-initiators.
    """
    words = str(setup_.options.get("opening", "")).replace(",", " ").split()
    return list(dict.fromkeys([*setup_.instigators, *words]))


def setup_faults(setup_: Setup) -> list[Fault]:
    """Return everything for which an encounter is refused.

    Rules: setup.teams, setup.placement, gm.options.
    """
    found = gm.option_faults(setup_.options)
    sides = {member.side for member in setup_.members}
    if len(sides) < 2:
        found.append(Fault("side", "found one team, expected at least two", "setup.teams"))
    names = [member.name for member in setup_.members]
    for one in opening_of(setup_):
        if one not in names:
            what = f"found {one}, expected a member of the encounter"
            found.append(Fault("options.opening", what, "gm.who-initiates"))
    for n, member in enumerate(setup_.members):
        found += member_faults(member, f"member[{n}]", names)
    for n in range(len(setup_.members)):
        found += summons_faults(setup_, n)
    if setup_.objectives:
        what = "found a condition, expected none: one team is left or the rounds run out"
        found.append(Fault("win", what, "end.one-team-left"))
    return found


def summons_faults(setup_: Setup, n: int) -> list[Fault]:
    """Return what is wrong with the summons with which a member arrives.

    Rules: summon.slots, thrall.cost, thrall.mhp-is-maximum-hp.
    """
    summoner = setup_.members[n]
    own = summoner.sheet
    assert isinstance(own, Sheet)
    called = [one for one in setup_.members if one.summoned_by == summoner.name]
    found: list[Fault] = []
    if len(called) > sheet.summoning_slots(own):
        what = f"found {len(called)} summons, expected at most {sheet.summoning_slots(own)}"
        found.append(Fault(f"member[{n}]", what, "summon.slots"))
    price = 0
    for one in called:
        if one.thralled and isinstance(one.sheet, Sheet):
            price += sheet.price_of(one.sheet, own)
    if price >= own.max_hp > 0:
        what = f"found thralls for {price} Mhp, expected at most {own.max_hp - 1}"
        found.append(Fault(f"member[{n}]", what, "thrall.mhp-is-maximum-hp"))
    return found


def member_faults(member: Member, place: str, names: list[str]) -> list[Fault]:
    found: list[Fault] = []
    if member.cell < 0:
        what = f"found no space for {member.name}, expected one for every unit"
        found.append(Fault(f"{place}.at", what, "setup.placement"))
    if member.arrives:
        what = "found a late arrival, expected everybody to be there: Quest has only summons"
        found.append(Fault(f"{place}.arrives", what, "initiative.newcomers"))
    if member.thralled and member.summoned_by not in names:
        what = "found a thrall without a summoner, expected summoned_by with a member's id"
        found.append(Fault(f"{place}.thralled", what, "thrall.retain"))
    for name, value in member.values.items():
        if name in OF_SHEET:
            continue
        if name not in VALUES and name not in WOUND_VALUES:
            known = ", ".join([*VALUES, *WOUND_VALUES, *OF_SHEET])
            what = f"found {name}, expected one of {known}"
            found.append(Fault(f"{place}.with", what, "setup.unit"))
        elif isinstance(value, bool) or not isinstance(value, int):
            what = f"found {value}, expected a whole number"
            found.append(Fault(f"{place}.with.{name}", what, "setup.unit"))
    found += number_faults(member, f"{place}.with")
    return found


def number_faults(member: Member, place: str) -> list[Fault]:
    """Return what is out of bounds of a member's numbers, as its sheet and its state have them.

    Rules: sheet.level, death.zero-hit-points, spell.mp-cost, damage.reductions, wound.stacking.
    """
    own = member.sheet
    assert isinstance(own, Sheet)
    bounds = [
        ("max_hp", own.max_hp, 1, 1000, "death.zero-hit-points"),
        ("max_mp", own.max_mp, 0, 1000, "spell.mp-cost"),
        ("level", own.level, 1, 10, "sheet.level"),
        ("movement", own.movement, 0, 1000, "sheet.derived"),
        ("hide", own.hide, 0, 1000, "damage.reductions"),
    ]
    state = [("hp", 1, own.max_hp, "death.zero-hit-points"), ("mp", 0, own.max_mp, "spell.mp-cost")]
    state += [(word, 0, 100, "wound.stacking") for word in WOUND_VALUES]
    for name, least, most, rule in state:
        value = member.values.get(name, least)
        if isinstance(value, int):
            bounds.append((name, value, least, max(least, most), rule))
    found: list[Fault] = []
    for name, number, least, most, rule in bounds:
        if not least <= number <= most:
            what = f"found {number}, expected {least} to {most}"
            found.append(Fault(f"{place}.{name}", what, rule))
    return found


def recount(combat: QuestCombat) -> str:
    """Return what derived state or bound is wrong."""
    for unit in combat.units:
        if unit.present:
            for cell in combat.grid.footprint(unit.cell, unit.size):
                if combat.holder(cell) != unit.index:
                    return f"{unit.name} does not hold its space"
                if combat.grid.ground[cell] == WALL:
                    return f"{unit.name} stands in a wall"
            if unit.hp < 1:
                return f"{unit.name} is active without hit points"
        if not 0 <= unit.facing < len(DIRECTIONS):
            return f"{unit.name} faces no direction"
        if unit.thrall and unit.summoner < 0:
            return f"{unit.name} is a thrall of nobody"
        for other in combat.units:
            if unit.unseen >> other.index & 1 and not combat.enemies(unit, other):
                return f"{unit.name} is undetected by its own team"
        if not 0 <= unit.hp <= unit.max_hp:
            return f"{unit.name} has hit points out of bounds"
        if not 0 <= unit.mp <= max(unit.sheet.max_mp, 0):
            return f"{unit.name} has MP out of bounds"
        if min(unit.aa, unit.ma, unit.ba, *unit.owed) < 0:
            return f"{unit.name} has spent actions that it has not"
        if not 0 <= unit.fresh <= unit.wounds[3] or min(unit.wounds) < 0:
            return f"{unit.name} has wounds out of bounds"
        if sheet.hands_free(combat, unit) < 0:
            return f"{unit.name} holds more than it has hands for"
        if unit.channeling() and not unit.free_handed():
            return f"{unit.name} channels while it cannot act"
    for cell, index in combat.holders().items():
        unit = combat.units[index]
        if not unit.present or cell not in combat.grid.footprint(unit.cell, unit.size):
            return f"{combat.grid.name(cell)} is held by somebody who is not there"
    return ""
