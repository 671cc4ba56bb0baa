"""ICON: the questions of sessions, bots and files, each answered by a module beside."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from affray.core.action import ActionSpace
from affray.core.choice import Agent
from affray.core.combat import Combat, Harm
from affray.core.dice import Dice, SeededDice
from affray.core.effect import Effect
from affray.core.ruleset import Ruleset, Tactics, Words
from affray.core.setup import Member, Setup
from affray.core.threat import Threat
from affray.rulesets.icon import actions, invariants, knowledge, override, resource, threat, turn
from affray.rulesets.icon import setup as before
from affray.rulesets.icon.geometry.maps import Maps, floor_of
from affray.rulesets.icon.geometry.terrain import HIGHEST
from affray.rulesets.icon.ledger import ledger
from affray.rulesets.icon.play.tactics import IconTactics
from affray.rulesets.icon.sheet import Library
from affray.rulesets.icon.state import Delay, IconCombat, IconCombatant, Patch
from affray.rulesets.icon.terms import ACTIVE, COUNTERS, FATES, PHASES, PLACE
from affray.rulesets.icon.text import explain, ruler
from affray.rulesets.icon.text.words import IconWords

VALUES: Final = ("hp", "wounds", "elixirs", "drink")
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
    "xp",
    "jobs",
    "learned",
    "masteries",
    "active",
    "gambits",
    "limit_break",
)
KINDS: Final = ("clear", "reached", "hold", "rounds-survived", "taken-out", "protect")
LAST_ROUND: Final = 30
OFF_THE_EDGE: Final = "off the edge"


# What numbers stand for, for cases and edits: see Ruleset.value_kind.
STANDS_FOR: Final[dict[str, str]] = {
    "last": "side",
    "latest": "side",
    "starter": "side",
    "owed": "who",
    "off": "cell",
    "Delay.target": "who",
    "Delay.cell": "cell",
    "Delay.cells": "cell",
    "Patch.anchor": "who",
    "Patch.cell": "cell",
}


class Icon(Ruleset):
    """Rules of ICON, with the abilities and creatures that exist."""

    id: ClassVar[str] = "icon"
    name: ClassVar[str] = "ICON"
    version: ClassVar[int] = 1
    harms: ClassVar[tuple[str, ...]] = ("damage",)
    counters: ClassVar[tuple[str, ...]] = COUNTERS
    derived: ClassVar[tuple[str, ...]] = ("bloodied", OFF_THE_EDGE, *FATES[1:])

    def __init__(self, library: Library | None = None) -> None:
        self.library = library if library is not None else Library()
        self.places: dict[str, int] = {}  # of states among those that are told

    def begin(self, setup: Setup, dice: Dice, agents: list[Agent]) -> Combat[Any]:
        """Put everybody where the encounter says. Rules: setup.start-state, setup.deployment."""
        units: list[IconCombatant] = []
        players = max(1, sum(1 for member in setup.members if before.is_pc(member)))
        for number, member in enumerate(setup.members):
            unit = before.unit_of(number, member, setup)
            unit.players = players
            units.append(unit)
        combat = IconCombat(setup.grid, units, dice, agents, self.library, Maps())
        combat.ruleset = self
        combat.origin = setup.origin
        combat.base = floor_of(setup.grid)
        combat.floor = combat.base
        combat.levels = tuple(setup.grid.levels)
        hp = setup.grid.hp
        combat.toughness = tuple([hp.get(cell, 0) for cell in range(setup.grid.size)])
        combat.gm = setup.gm()
        combat.chapter = int(setup.options.get("chapter", 1))
        combat.ask_surrender = setup.options.get("surrender") == "always"
        combat.anybody_surrenders = setup.options.get("surrender") == "anybody"
        combat.round_limit = setup.round_limit or LAST_ROUND
        combat.side_ids = [side.id for side in setup.sides]
        combat.objectives = setup.objectives
        combat.kept = [0] * len(setup.objectives)
        combat.last_standing = setup.last_standing
        combat.leaving = setup.leaving
        combat.things = before.things_of(setup)[0]
        combat.worked = [0] * len(combat.things)
        for unit, member in zip(units, setup.members, strict=True):
            unit.hp = unit.max_hp()
            resource.carry_on(unit, member.values)
            if member.arrives:
                unit.present = False
            elif member.cell >= 0:
                combat.stand(unit, member.cell)
            else:
                combat.phase = PLACE
        for unit in units:
            before.start(combat, unit)
        return combat

    def enlist(self, combat: Combat[Any], member: Member) -> None:
        assert isinstance(combat, IconCombat)
        override.enlist(combat, member)

    def enter(self, combat: Combat[Any], who: int, member: Member) -> None:
        assert isinstance(combat, IconCombat)
        override.enter(combat, combat.units[who], member.cell)

    def withdraw(self, combat: Combat[Any], who: int) -> None:
        assert isinstance(combat, IconCombat)
        override.withdraw(combat, combat.units[who])

    def strike(self, combat: Combat[Any], harm: Harm) -> None:
        assert isinstance(combat, IconCombat)
        override.strike(combat, combat.units[harm.who], harm)

    def ruled(self, combat: Combat[Any], before: Combat[Any]) -> None:
        assert isinstance(combat, IconCombat)
        assert isinstance(before, IconCombat)
        override.ruled(combat, before)

    def step(self, combat: Combat[Any]) -> None:
        """Go on by one step: ``turn.step``."""
        assert isinstance(combat, IconCombat)
        turn.step(combat)

    def recount(self, combat: Combat[Any]) -> str:
        """Return what derived state or bound is wrong."""
        assert isinstance(combat, IconCombat)
        return invariants.recount(combat)

    def actions(self, combat: Combat[Any]) -> ActionSpace:
        assert isinstance(combat, IconCombat)
        return actions.space(combat)

    def knows(self, combat: Combat[Any], seat: int, who: int) -> int:
        assert isinstance(combat, IconCombat)
        return knowledge.knows(combat, seat, combat.units[who])

    def blind(self, combat: Combat[Any], seat: int) -> Combat[Any]:
        assert isinstance(combat, IconCombat)
        return knowledge.blind(combat, seat)

    def ledger(self, combat: Combat[Any], who: int) -> dict[str, int]:
        unit = combat.units[who]
        assert isinstance(unit, IconCombatant)
        return ledger(unit)

    def faults(self, setup: Setup) -> list[str]:
        found = before.things_of(setup)[1] + before.option_faults(setup)
        for n, member in enumerate(setup.members):
            found += [f"member[{n}]{fault}" for fault in before.member_faults(setup, n)]
            if member.cell < 0 and not setup.sides[member.side].start:
                found.append(f"member[{n}].at: found no space [icon/setup.deployment]")
            if member.cell >= 0 and not before.may_start(setup, member):
                what = f"found {setup.grid.name(member.cell)}, expected no edge or impassable space"
                found.append(f"member[{n}].at: {what} [icon/setup.deployment]")
            for name in member.values:
                if name not in VALUES and name not in OF_SHEET and "." not in name:
                    known = ", ".join([*VALUES, *OF_SHEET])
                    found.append(f"member[{n}].with: found {name}, expected one of {known}")
        for cell, level in enumerate(setup.grid.levels):
            if not 0 <= level <= HIGHEST:
                what = f"found height {level}, expected 0 to {HIGHEST}"
                found.append(f"map {setup.grid.name(cell)}: {what} [icon/terrain.height]")
        for cell, hp in setup.grid.hp.items():
            if hp != 10 * setup.grid.levels[cell]:
                where = setup.grid.name(cell)
                what = f"found {hp} HP, expected {10 * setup.grid.levels[cell]}"
                found.append(f"map {where}: {what} [icon/terrain.destructible]")
        for objective in setup.objectives:
            if objective.kind not in KINDS:
                found.append(f"win: found {objective.kind}, expected one of {KINDS}")
        if not found and any(member.cell < 0 and not member.arrives for member in setup.members):
            combat = self.begin(setup, SeededDice(0), [])
            assert isinstance(combat, IconCombat)
            if not before.Room(combat, before.by_size(before.unplaced(combat))).enough:
                what = "found too few free spaces to start from, expected room for every member"
                found.append(f"side.start: {what} [icon/setup.deployment]")
        return found

    def tactics(self) -> Tactics:
        return IconTactics()

    def words(self) -> Words:
        return IconWords()

    def effects(self) -> dict[str, Effect]:
        return dict(self.library.states)

    def record(self, name: str) -> object:
        if name == "Patch":
            return Patch(0, 0, 0, 0, -1, "")
        if name == "Delay":
            return Delay(0, -1)
        raise KeyError(name)

    def value_words(self, combat: Combat[Any], who: int, field: str) -> list[str]:
        if field == "phase":
            return list(PHASES)
        if field == "fate":
            return list(FATES)
        return list(COUNTERS) if field == "used" else []

    def value_kind(self, field: str) -> str:
        return STANDS_FOR.get(field) or super().value_kind(field)

    def result_names(self) -> tuple[str, ...]:
        return ("hp", "vigor", "wounds", "gone", *self.library.states)

    def result(self, combat: Combat[Any], who: int) -> tuple[int, ...]:
        unit = combat.units[who]
        assert isinstance(unit, IconCombatant)
        states = [0] * len(self.library.states)
        for held in unit.effects:
            place = self.place(held.effect.id)
            if place >= 0:
                states[place] = 1
        return (unit.hp, unit.vigor, unit.wounds, int(unit.fate != ACTIVE), *states)

    def trace(self, combat: Combat[Any], who: int) -> tuple[int, ...]:
        """Return the numbers of ``result``, the states held as the bits of one."""
        unit: IconCombatant = combat.units[who]
        held = 0
        for one in unit.effects:
            place = self.place(one.effect.id)
            if place >= 0:
                held |= 1 << place
        return (unit.hp, unit.vigor, unit.wounds, int(unit.fate != ACTIVE), held)

    def traced(self, combat: Combat[Any], who: int, trace: tuple[int, ...]) -> tuple[int, ...]:
        return self.result(combat, who)

    def place(self, state: str) -> int:
        """Return the place of a state among those that are told, -1 if it is none of them."""
        if len(self.places) != len(self.library.states):
            self.places = {id: place for place, id in enumerate(self.library.states)}
        return self.places.get(state, -1)

    def alike(self, before: Combat[Any], after: Combat[Any], who: int) -> bool:
        old: IconCombatant = before.units[who]
        new: IconCombatant = after.units[who]
        return (
            old.hp == new.hp
            and old.vigor == new.vigor
            and old.wounds == new.wounds
            and old.fate == new.fate
            and old.holds_as(new)
        )

    def numbers(self) -> tuple[str, ...]:
        return explain.NAMES

    def explain(self, combat: Combat[Any], who: int, name: str) -> list[tuple[int, str]]:
        assert isinstance(combat, IconCombat)
        return explain.breakdown(combat, combat.units[who], name)

    def measured(self, combat: Combat[Any], a: int, b: int) -> list[tuple[str, str]]:
        assert isinstance(combat, IconCombat)
        return ruler.measured(combat, a, b)

    def threat(self, combat: Combat[Any], who: int) -> Threat:
        assert isinstance(combat, IconCombat)
        return threat.threat(combat, who)

    def measures(self, combat: Combat[Any], who: int) -> dict[str, int]:
        unit = combat.units[who]
        assert isinstance(unit, IconCombatant)
        found = {"hp": unit.hp, "max hp": unit.max_hp(), "vigor": unit.vigor}
        if unit.sheet.pc:
            found["resolve"] = unit.resolve
        return found

    def marks(self, combat: Combat[Any], who: int) -> list[str]:
        """Return what is on somebody, statuses that a trait or mark imposes among it.

        Rules: status.ongoing, effect.mark.
        """
        unit = combat.units[who]
        assert isinstance(unit, IconCombatant)
        found = [] if unit.fate == ACTIVE else [FATES[unit.fate]]
        if unit.able() and unit.bloodied():
            found.append("bloodied")
        if unit.off >= 0:
            found.append(OFF_THE_EDGE)
        held = [effect.effect.id for effect in unit.effects]
        imposed = [status.id for status in unit.statuses() if status.id not in held]
        return found + held + imposed

    def down(self, combat: Combat[Any], who: int) -> bool:
        unit = combat.units[who]
        assert isinstance(unit, IconCombatant)
        return unit.fate != ACTIVE

    def aftermath(self, combat: Combat[Any], who: int) -> dict[str, int]:
        """Rules: resource.wound-recovery, resource.elixir."""
        unit = combat.units[who]
        assert isinstance(unit, IconCombatant)
        found = {"hp": max(0, unit.hp), "wounds": unit.wounds}
        if unit.sheet.pc:
            found["elixirs"] = unit.elixirs
        return found
