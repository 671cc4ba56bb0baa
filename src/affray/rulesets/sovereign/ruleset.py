"""Sovereign: the questions of sessions, bots and files, each answered by a module beside."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from affray.core.choice import Agent
from affray.core.combat import Combat
from affray.core.dice import Dice
from affray.core.effect import Effect
from affray.core.grid import EDGE_SHEER, Grid
from affray.core.ruleset import Ruleset, Tactics, Words
from affray.core.setup import Member, Setup
from affray.rulesets.sovereign import carry, condition, explain, gm, sheet, turn
from affray.rulesets.sovereign.state import (
    ACTIVE,
    COUNTERS,
    FATES,
    PHASES,
    SHIELD,
    Body,
    Field,
    Library,
    Maps,
    Sheet,
)
from affray.rulesets.sovereign.tactics import SovereignTactics
from affray.rulesets.sovereign.words import SovereignWords

LAST_ROUND: Final = 50
SURPRISES: Final = ("given", "stealth", "forced-entry")
GROUNDS: Final = 40  # that are remembered
RESULTS: Final = ("hp", "prone", "main", "fate", "total defense", "broken", "gone")


class Playing(Field):
    """A Sovereign fight that can go on: the state, and turn.step."""

    def step(self) -> None:
        turn.step(self)

    def clone(self) -> Playing:
        units = [unit.clone() for unit in self.units]
        dice = self.dice.clone()
        twin = Playing(self.grid, units, dice, self.agents, self.library, self.maps)
        self.copy_state(twin)
        return twin

    def recount(self) -> str:
        return recount(self)


class Sovereign(Ruleset):
    """Rules of Sovereign, with the weapons, spells and creatures that exist."""

    id: ClassVar[str] = "sovereign"
    name: ClassVar[str] = "Sovereign"
    version: ClassVar[int] = 1
    counters: ClassVar[tuple[str, ...]] = COUNTERS

    def __init__(self, library: Library | None = None) -> None:
        self.library = library if library is not None else Library()
        self.known: dict[tuple[object, ...], Maps] = {}  # of each ground, for all fights on it

    def maps_of(self, grid: Grid, gates: list[int]) -> Maps:
        """Return what is known of a ground and the ways out of it: worked out for all fights."""
        key = (grid.width, grid.ground, grid.levels, grid.solids, grid.edges, tuple(gates))
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= GROUNDS:
                self.known = {}
            found = Maps()
            self.known[key] = found
        return found

    def begin(self, setup: Setup, dice: Dice, agents: list[Agent]) -> Combat[Any]:
        """Put everybody where the encounter says. Rule: grid.squares."""
        units = [enlisted(member, n) for n, member in enumerate(setup.members)]
        maps = self.maps_of(setup.grid, setup.leaving)
        field = Playing(setup.grid, units, dice, agents, self.library, maps)
        field.side_ids = [side.id for side in setup.sides]
        field.gm = setup.gm()
        field.round_limit = setup.round_limit or LAST_ROUND
        field.party = party_of(setup)
        if setup.surprised:
            how = str(setup.options.get("surprise", "given"))
            field.surprise = how + " " + " ".join([str(side) for side in setup.surprised])
        field.wary = sides_of(setup, str(setup.options.get("wary", "")))
        field.careful = bool(setup.options.get("careful", False))
        field.topics = str(setup.options.get("gm-rulings", "")).replace(",", " ").split()
        field.groups = groups_of(setup)
        field.gates = setup.leaving
        field.executions = executions_of(setup)
        for unit, member in zip(units, setup.members, strict=True):
            field.stand(unit, member.cell)
            if unit.sheet.henchman:
                unit.seats |= 1 << field.gm  # morale.henchmen
        return field

    def faults(self, setup: Setup) -> list[str]:
        """Return everything for which an encounter is refused."""
        found: list[str] = []
        if len({member.side for member in setup.members}) < 2:
            found.append("side: found one side, expected at least two [sovereign/end.last-side]")
        if setup.objectives:
            what = "found a condition, expected none: the last side standing wins"
            found.append(f"win: {what} [sovereign/end.last-side]")
        for kind in setup.grid.edges:
            if kind[2] != EDGE_SHEER:
                what = "found a wall or barrier, expected sheer: draw walls as solids"
                found.append(f"map.edge: {what} [sovereign/grid.barriers]")
        for name, value in setup.options.items():
            fault = option_fault(setup, name, value)
            if fault:
                found.append(f"options.{name}: {fault}")
        for n, member in enumerate(setup.members):
            found += member_faults(member, f"member[{n}]")
        return found

    def tactics(self) -> Tactics:
        return SovereignTactics()

    def words(self) -> Words:
        return SovereignWords()

    def effects(self) -> dict[str, Effect]:
        return {**self.library.statuses, **condition.NAMED}

    def record(self, name: str) -> object:
        raise KeyError(name)

    def value_words(self, combat: Combat[Any], who: int, field: str) -> list[str]:
        if field == "phase":
            return list(PHASES)
        if field == "fate":
            return list(FATES)
        return list(COUNTERS) if field == "used" else []

    def result_names(self) -> tuple[str, ...]:
        return RESULTS

    def result(self, combat: Combat[Any], who: int) -> tuple[int, ...]:
        unit = combat.units[who]
        assert isinstance(unit, Body)
        return (
            unit.hp,
            int(unit.prone),
            int(unit.main),
            unit.fate,
            int(unit.total),
            int(unit.broken),
            int(not unit.present),
        )

    def numbers(self) -> tuple[str, ...]:
        return explain.NAMES

    def explain(self, combat: Combat[Any], who: int, name: str) -> list[tuple[int, str]]:
        unit = combat.units[who]
        assert isinstance(unit, Body)
        assert isinstance(combat, Field)
        return explain.breakdown(combat, unit, name)

    def measures(self, combat: Combat[Any], who: int) -> dict[str, int]:
        unit = combat.units[who]
        assert isinstance(unit, Body)
        return {"hp": unit.hp, "max hp": unit.sheet.max_hp}

    def marks(self, combat: Combat[Any], who: int) -> list[str]:
        unit = combat.units[who]
        assert isinstance(unit, Body)
        assert isinstance(combat, Field)
        flags = (
            (unit.fate != ACTIVE, FATES[unit.fate]),
            (unit.prone, "prone"),
            (unit.total, "total-defense"),
            (unit.charging, "charging"),
            (unit.wards != 0, "screening"),
            (unit.holding, "holding"),
            (unit.swarm >= 0, "swarming"),
            (unit.grappling >= 0, "grappling"),
            (unit.asleep, "asleep"),
            (unit.broken, "broken"),
            (unit.frail, "frail"),
            (unit.surprised, "surprised"),
            (unit.unseen, "unseen"),
            (unit.retreating, "retreating"),
            (unit.aloft > 0, "aloft"),
            (unit.hurt, "disrupted"),
            (sheet.grappled(combat, unit), "grappled"),
            (unit.used[SHIELD] > 0, "shield-spent"),
            (unit.disengaged > 0, "disengaged"),
            (unit.unloaded > 0, "unloaded"),
            (unit.helpless(), "helpless"),
        )
        found = [word for holds, word in flags if holds]
        return found + [held.effect.id for held in unit.effects]

    def down(self, combat: Combat[Any], who: int) -> bool:
        unit = combat.units[who]
        assert isinstance(unit, Body)
        return not unit.present or unit.fate != ACTIVE

    def aftermath(self, combat: Combat[Any], who: int) -> dict[str, int]:
        """Return what somebody carries on. Rules: end.escaped, death.stable, effort.pool."""
        unit = combat.units[who]
        assert isinstance(unit, Body)
        return carry.carried(unit)


def party_of(setup: Setup) -> int:
    """Return the players' side. Rule: init.party-dex."""
    for side, one in enumerate(setup.sides):
        if setup.seats[one.seat] == "players":
            return side
    return 0


def words_of(text: str) -> list[str]:
    return text.replace(",", " ").split()


def index_of(setup: Setup, name: str) -> int:
    """Return a member by its name, -1 if there is none."""
    for number, member in enumerate(setup.members):
        if member.name == name:
            return number
    return -1


def sides_of(setup: Setup, text: str) -> list[int]:
    names = words_of(text)
    return [number for number, one in enumerate(setup.sides) if one.id in names]


def groups_of(setup: Setup) -> list[list[int]]:
    """Return the groups that break together, as members or an option say: ``a b; c d``.

    Rule: morale.group.
    """
    found: list[list[int]] = []
    named: list[tuple[int, str]] = []
    for number, member in enumerate(setup.members):
        place = (member.side, member.group)
        if member.group and place not in named:
            named.append(place)
            found.append([])
        if member.group:
            found[named.index(place)].append(number)
    text = str(setup.options.get("groups", ""))
    for part in text.split(";"):
        if part.split():
            found.append([index_of(setup, name) for name in words_of(part)])
    return found


def executions_of(setup: Setup) -> list[list[int]]:
    """Return who executes whom with what: ``ana bow ogre; bob dagger guard``.

    Rule: execution.minute.
    """
    text = str(setup.options.get("executions", ""))
    found: list[list[int]] = []
    for part in text.split(";"):
        words = part.split()
        if len(words) < 3 or not words_right(setup, words):
            continue
        actor = index_of(setup, words[0])
        own = setup.members[actor].sheet
        assert isinstance(own, Sheet)
        ids = [one.id for one in own.strikes]
        found.append([actor, ids.index(" ".join(words[1:-1])), index_of(setup, words[-1])])
    return found


def words_right(setup: Setup, words: list[str]) -> bool:
    """Return whether an execution names a member, one of its attacks, and an enemy."""
    actor, victim = index_of(setup, words[0]), index_of(setup, words[-1])
    if len(words) < 3 or actor < 0 or victim < 0:
        return False
    if setup.members[actor].side == setup.members[victim].side:
        return False
    own = setup.members[actor].sheet
    assert isinstance(own, Sheet)
    return " ".join(words[1:-1]) in [one.id for one in own.strikes]


def option_fault(setup: Setup, name: str, value: object) -> str:
    """Return what is wrong with an option of an encounter, "" if nothing is."""
    text = str(value)
    if name == "surprise":
        if text in SURPRISES:
            return ""
        what = f"expected one of {', '.join(SURPRISES)} [sovereign/surprise.gm-decides]"
        return f"found {value}, {what}"
    if name == "careful":
        if isinstance(value, bool):
            return ""
        return f"found {value}, expected true or false [sovereign/surprise.careful-party]"
    if name == "wary":
        known = [one.id for one in setup.sides]
        wrong = [one for one in words_of(text) if one not in known]
        what = f"expected sides: {', '.join(known)} [sovereign/surprise.anticipation]"
        return f"found {wrong[0]}, {what}" if wrong else ""
    if name == "gm-rulings":
        wrong = [one for one in words_of(text) if one not in gm.TOPICS]
        what = f"expected words of: {', '.join(gm.TOPICS)} [sovereign/gm]"
        return f"found {wrong[0]}, {what}" if wrong else ""
    if name == "groups":
        names = words_of(text.replace(";", " "))
        wrong = [one for one in names if index_of(setup, one) < 0]
        return f"found {wrong[0]}, expected a member [sovereign/morale.group]" if wrong else ""
    if name == "executions":
        parts = [part.split() for part in text.split(";") if part.split()]
        wrong = [" ".join(part) for part in parts if not words_right(setup, part)]
        what = "expected a member, one of its attacks and an enemy [sovereign/execution.minute]"
        return f"found {wrong[0]}, {what}" if wrong else ""
    known_options = "careful, executions, gm-rulings, groups, surprise, wary"
    return f"found an unknown option, expected one of {known_options}"


def enlisted(member: Member, index: int) -> Body:
    own = member.sheet
    assert isinstance(own, Sheet)
    unit = Body(index, member.side, member.name, -1, own)
    unit.seats = member.seats
    unit.unseen = member.undetected
    if member.holding:
        for place, name in enumerate(own.weapons):
            if name == member.holding[0]:
                unit.hand = place
            elif len(member.holding) > 1 and name == member.holding[1]:
                unit.off = place
    carry.begin(unit, member)
    return unit


def member_faults(member: Member, place: str) -> list[str]:
    found: list[str] = []
    if member.cell < 0:
        found.append(f"{place}.at: found no square, expected one [sovereign/grid.squares]")
    if member.arrives:
        found.append(
            f"{place}.arrives: found a late arrival, expected none [sovereign/grid.squares]"
        )
    for name, what in carry.faults(member):
        found.append(f"{place}.with.{name}: {what} [sovereign/sheet.npc]")
    return found


def recount(field: Field) -> str:
    """Return what derived state or bound is wrong."""
    for unit in field.units:
        if unit.present:
            for cell in field.grid.footprint(unit.cell, unit.size):
                if field.holder(cell) != unit.index:
                    return f"{unit.name} does not hold its square"
            if unit.hp < 1 and unit.fate == ACTIVE:
                return f"{unit.name} is active without hit points"
        if not 0 <= unit.hp <= unit.sheet.max_hp:
            return f"{unit.name} has hit points out of bounds"
        if (
            min(
                [
                    0,
                    unit.casting,
                    unit.effort,
                    unit.second,
                    *unit.stock,
                    *unit.carried,
                    *unit.stowed,
                ]
            )
            < 0
        ):
            return f"{unit.name} has spent what it has not"
        if not 0 <= unit.strain <= unit.sheet.strain_max:
            return f"{unit.name} has strain out of bounds"
    for cell, index in field.holders().items():
        one = field.units[index]
        if not one.present or cell not in field.grid.footprint(one.cell, one.size):
            return f"{field.grid.name(cell)} is held by somebody who is not there"
    return ""
