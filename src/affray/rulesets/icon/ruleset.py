"""ICON: the questions of sessions, bots and files, each answered by a module beside."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from affray.core.choice import Agent
from affray.core.combat import Combat
from affray.core.dice import Dice
from affray.core.effect import Effect
from affray.core.ruleset import Ruleset, Tactics, Words
from affray.core.setup import Setup
from affray.rulesets.icon import condition, damage, turn
from affray.rulesets.icon.state import (
    ACTIVE,
    COUNTERS,
    FATES,
    PHASES,
    STATES,
    IconCombat,
    Library,
    Maps,
    Patch,
    Sheet,
    Unit,
    floor_of,
)
from affray.rulesets.icon.tactics import IconTactics
from affray.rulesets.icon.words import IconWords

RESULTS: Final = ("hp", "vigor", "wounds", "gone", *STATES)
OPTIONS: Final = ("chapter",)
VALUES: Final = ("hp", "wounds")
OF_SHEET: Final = (  # besides, an ability and one of its fields, joined by a point
    "health",
    "defense",
    "armor",
    "speed",
    "attack_bonus",
    "fray",
    "die",
    "flat",
    "size",
    "level",
    "save_boons",
    "type",
    "effects",
    "traits",
    "abilities",
    "talents",
)
KINDS: Final = ("clear", "reached", "hold", "rounds-survived", "taken-out")
LAST_ROUND: Final = 30


class Playing(IconCombat):
    """A fight that can go on: the state, and turn.step."""

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


class Icon(Ruleset):
    """Rules of ICON, with the abilities and creatures that exist."""

    id: ClassVar[str] = "icon"
    name: ClassVar[str] = "ICON"
    complete: ClassVar[bool] = False
    version: ClassVar[int] = 1
    counters: ClassVar[tuple[str, ...]] = COUNTERS

    def __init__(self, library: Library | None = None) -> None:
        self.library = library if library is not None else Library()

    def begin(self, setup: Setup, dice: Dice, agents: list[Agent]) -> Combat[Any]:
        """Put everybody where the encounter says. Rules: setup.start-state, setup.deployment."""
        units: list[Unit] = []
        for number, member in enumerate(setup.members):
            own = member.sheet
            assert isinstance(own, Sheet)
            unit = Unit(number, member.side, member.name, -1, own)
            unit.seats = member.seats
            unit.npc = member.npc
            units.append(unit)
        combat = Playing(setup.grid, units, dice, agents, self.library, Maps())
        combat.floor = floor_of(setup.grid)
        combat.levels = list(setup.grid.levels)
        combat.toughness = [setup.grid.hp.get(cell, 0) for cell in range(setup.grid.size)]
        combat.gm = setup.gm()
        combat.chapter = int(setup.options.get("chapter", 1))
        combat.round_limit = setup.round_limit or LAST_ROUND
        combat.side_ids = [side.id for side in setup.sides]
        combat.objectives = setup.objectives
        players = max(1, sum([1 for one in units if one.sheet.pc]))
        for unit, member in zip(units, setup.members, strict=True):
            unit.players = players
            unit.hp = unit.max_hp()
            for name, value in member.values.items():
                if name == "wounds":
                    unit.wounds = int(value)
                    unit.hp = min(unit.hp, unit.max_hp())
                elif name == "hp":
                    unit.hp = min(int(value), unit.max_hp())
            combat.stand(unit, member.cell)
        for unit in units:
            start(combat, unit)
        return combat

    def faults(self, setup: Setup) -> list[str]:
        found: list[str] = []
        for name in setup.options:
            if name not in OPTIONS:
                found.append(f"options.{name}: found an unknown option, expected one of {OPTIONS}")
        if setup.options.get("chapter", 1) not in (1, 2, 3):
            found.append("options.chapter: expected 1, 2 or 3 [icon/sheet.chapter-from-level]")
        for n, member in enumerate(setup.members):
            if member.cell < 0:
                found.append(f"member[{n}].at: found no space [icon/setup.deployment]")
            for name in member.values:
                if name not in VALUES and name not in OF_SHEET and "." not in name:
                    known = ", ".join([*VALUES, *OF_SHEET])
                    found.append(f"member[{n}].with: found {name}, expected one of {known}")
        for one in setup.objectives:
            if one.kind not in KINDS:
                found.append(f"win: found {one.kind}, expected one of {KINDS}")
        return found

    def tactics(self) -> Tactics:
        return IconTactics()

    def words(self) -> Words:
        return IconWords()

    def effects(self) -> dict[str, Effect]:
        return dict(STATES)

    def record(self, name: str) -> object:
        if name == "Patch":
            return Patch(0, 0, 0, -1, "")
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
        assert isinstance(unit, Unit)
        return (
            unit.hp,
            unit.vigor,
            unit.wounds,
            int(unit.fate != ACTIVE),
            *[int(unit.has(one)) for one in STATES.values()],
        )

    def measures(self, combat: Combat[Any], who: int) -> dict[str, int]:
        unit = combat.units[who]
        assert isinstance(unit, Unit)
        found = {"hp": unit.hp, "max hp": unit.max_hp(), "vigor": unit.vigor}
        if unit.sheet.pc:
            found["resolve"] = unit.resolve
        return found

    def marks(self, combat: Combat[Any], who: int) -> list[str]:
        unit = combat.units[who]
        assert isinstance(unit, Unit)
        found = [] if unit.fate == ACTIVE else [FATES[unit.fate]]
        if unit.able() and unit.bloodied():
            found.append("bloodied")
        if unit.off >= 0:
            found.append("off the edge")
        return found + [held.effect.id for held in unit.effects]

    def down(self, combat: Combat[Any], who: int) -> bool:
        unit = combat.units[who]
        assert isinstance(unit, Unit)
        return unit.fate != ACTIVE

    def aftermath(self, combat: Combat[Any], who: int) -> dict[str, int]:
        """Rule: resource.wound-recovery."""
        unit = combat.units[who]
        assert isinstance(unit, Unit)
        return {"hp": max(0, unit.hp), "wounds": unit.wounds}


def start(combat: IconCombat, unit: Unit) -> None:
    """Do what traits do at the start of combat. Rules: setup.start-state, status.ongoing."""
    damage.restore_ongoing(combat, unit)
    for trait in unit.sheet.traits:
        for op in trait.at_start:
            if op.name == "vigor":
                damage.give_vigor(combat, unit, op.n)
            else:
                condition.grant(combat, unit, op.id, unit.index, op.until)


def recount(combat: IconCombat) -> str:
    """Return what derived state or bound is wrong."""
    for unit in combat.units:
        if not 0 <= unit.hp <= unit.max_hp():
            return f"{unit.name} has hit points out of bounds"
        if not 0 <= unit.vigor <= unit.max_hp():
            return f"{unit.name} has vigor out of bounds"
        if not 0 <= unit.resolve <= 6 or unit.actions < 0:
            return f"{unit.name} has spent what it has not"
        if unit.able():
            for cell in combat.grid.footprint(unit.cell, unit.size):
                if combat.holder(cell) != unit.index:
                    return f"{unit.name} does not hold its space"
    for cell, index in combat.holders().items():
        unit = combat.units[index]
        if not unit.present or cell not in combat.grid.footprint(unit.cell, unit.size):
            return f"{combat.grid.name(cell)} is held by somebody who is not there"
    return ""
