"""Thrum: the questions of sessions, bots and files, each answered by a module beside."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from affray.core.action import ActionSpace
from affray.core.choice import Agent
from affray.core.combat import Combat, Harm
from affray.core.dice import Dice
from affray.core.effect import Effect
from affray.core.ruleset import Ruleset, Tactics, Words
from affray.core.setup import Member, Setup, Value
from affray.core.threat import Threat
from affray.rulesets.thrum import arts, check, end, gm, override, resource, threat, turn
from affray.rulesets.thrum.actions import space_of
from affray.rulesets.thrum.check import setup_faults
from affray.rulesets.thrum.condition.kinds import NO_ACTION, Condition
from affray.rulesets.thrum.condition.lasting import Buff
from affray.rulesets.thrum.condition.listed import CONDITIONS, STATUSES
from affray.rulesets.thrum.feature import Ability, Feature
from affray.rulesets.thrum.ledger import numbers_of
from affray.rulesets.thrum.movement.pace import exits_of
from affray.rulesets.thrum.play.tactics import ThrumTactics
from affray.rulesets.thrum.setup import enlisted, place_all, place_npcs
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.state import Terrain, ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import OPTION_NAMES, PHASES
from affray.rulesets.thrum.text import explain, ruler
from affray.rulesets.thrum.text.words import ThrumWords

# What numbers stand for, for cases and edits: see Ruleset.value_kind.
STANDS_FOR: Final[dict[str, str]] = {
    "Terrain.creator": "who",
    "Terrain.cells": "cell",
}


class Thrum(Ruleset):
    """Rules of Thrum; ``statuses`` are those that packs add."""

    id: ClassVar[str] = "thrum"
    name: ClassVar[str] = "Thrum"
    version: ClassVar[int] = 1  # raised when journals come out otherwise
    harms: ClassVar[tuple[str, ...]] = ("fatigue", "stress")
    aliases: ClassVar[dict[str, str]] = {
        "fatigue-tolerance": "fatigue_tolerance",
        "stress-tolerance": "stress_tolerance",
    }
    derived: ClassVar[tuple[str, ...]] = ("exhausted", "frayed")

    def __init__(self, statuses: list[Condition] | None = None) -> None:
        self.added: list[Condition] = statuses or []
        self.known: dict[str, Effect] = {}
        self.told: list[Condition] = []

    # -- beginning ----------------------------------------------------------------------------

    def begin(self, setup: Setup, dice: Dice, agents: list[Agent]) -> Combat[Any]:
        """Return the combat of a setup before anything is rolled. Rule: gm.map."""
        units = enlisted(setup)
        exits = exits_of(setup.grid, False)
        combat = ThrumCombat(setup.grid, units, dice, agents, exits, exits_of(setup.grid, True))
        combat.ruleset = self
        combat.origin = setup.origin
        combat.gm = setup.gm()
        combat.objectives = setup.objectives
        combat.round_limit = setup.round_limit or end.LAST_ROUND
        gm.set_options(combat, setup.options)
        place_all(combat, setup)
        return combat

    def enlist(self, combat: Combat[Any], member: Member) -> None:
        assert isinstance(combat, ThrumCombat)
        override.enlist(combat, member)

    def enter(self, combat: Combat[Any], who: int, member: Member) -> None:
        assert isinstance(combat, ThrumCombat)
        override.enter(combat, combat.units[who], member.cell)

    def withdraw(self, combat: Combat[Any], who: int) -> None:
        assert isinstance(combat, ThrumCombat)
        override.withdraw(combat, combat.units[who])

    def strike(self, combat: Combat[Any], harm: Harm) -> None:
        assert isinstance(combat, ThrumCombat)
        override.strike(combat, combat.units[harm.who], harm)

    def ruled(self, combat: Combat[Any], before: Combat[Any]) -> None:
        assert isinstance(combat, ThrumCombat)
        assert isinstance(before, ThrumCombat)
        override.ruled(combat, before)

    def step(self, combat: Combat[Any]) -> None:
        assert isinstance(combat, ThrumCombat)
        turn.step(combat)

    def recount(self, combat: Combat[Any]) -> str:
        assert isinstance(combat, ThrumCombat)
        return recount(combat)

    def faults(self, setup: Setup) -> list[str]:
        place_npcs(setup)
        return [f"{fault.place}: {fault.text()}" for fault in setup_faults(setup)]

    def tactics(self) -> Tactics:
        return ThrumTactics()

    def words(self) -> Words:
        return ThrumWords(self.effects())

    def actions(self, combat: Combat[Any]) -> ActionSpace:
        assert isinstance(combat, ThrumCombat)
        return space_of(combat)

    # -- pieces of state by name ---------------------------------------------------------------

    def effects(self) -> dict[str, Effect]:
        """Return Statuses, conditions, Buffs and whatever else an ability can put on somebody."""
        if not self.known:
            known: dict[str, Effect] = {}
            for status in [*STATUSES, *CONDITIONS, *lent(), *self.added]:
                known[status.id] = status
            self.known = known
        return self.known

    def record(self, name: str) -> object:
        if name == "Terrain":
            return Terrain(-1, -1, [])
        raise KeyError(name)

    def value_words(self, combat: Combat[Any], who: int, field: str) -> list[str]:
        """Return what the numbers from 0 of a field are called, for cases and edits."""
        if field == "phase":
            return list(PHASES)
        if field == "options":
            return list(OPTION_NAMES)
        if field == "fate":
            return list(gm.FATES)
        if who >= 0:
            unit: ThrumCombatant = combat.units[who]
            if field in ("stance", "kept"):
                return [ability.id for ability in unit.sheet.abilities]
            if field == "potential":
                return unit.sheet.novas
            if field == "used":
                return counter_names(unit.sheet)
        return []

    def value_kind(self, field: str) -> str:
        return STANDS_FOR.get(field) or super().value_kind(field)

    # -- what is told of a combatant -------------------------------------------------------------

    def result_names(self) -> tuple[str, ...]:
        return (*RESULTS, *[one.id for one in self.counted()])

    def result(self, combat: Combat[Any], who: int) -> tuple[int, ...]:
        """Return Loads, Tolerances, Wounds, whether fallen or gone, Statuses and conditions."""
        unit: ThrumCombatant = combat.units[who]
        marks = [0] * len(self.counted())
        for held in unit.effects:
            for place, one in enumerate(self.counted()):
                if held.effect is one and not marks[place]:
                    marks[place] = held.n
        return (
            unit.fatigue,
            unit.stress,
            unit.fatigue_tolerance,
            unit.stress_tolerance,
            unit.wounds,
            int(unit.incapacitated),
            int(not unit.present),
            *marks,
        )

    def trace(self, combat: Combat[Any], who: int) -> tuple[int, ...]:
        """Return the numbers of ``result``, of Statuses and conditions those that are held only.

        Each by its place, ascending.
        """
        unit: ThrumCombatant = combat.units[who]
        held: list[tuple[int, int]] = []
        places: list[int] = []
        for one in unit.effects:
            place = self.place(one.effect)
            if place >= 0 and place not in places:
                places.append(place)
                held.append((place, one.n))
        held.sort()
        found = [
            unit.fatigue,
            unit.stress,
            unit.fatigue_tolerance,
            unit.stress_tolerance,
            unit.wounds,
            int(unit.incapacitated),
            int(not unit.present),
        ]
        for place, n in held:
            found.append(place)
            found.append(n)
        return tuple(found)

    def counted(self) -> list[Condition]:
        """Return the Statuses and conditions that are told of a combatant."""
        if not self.told:
            every = [*STATUSES, *CONDITIONS, *self.added]
            self.told = [one for one in every if one is not NO_ACTION]
        return self.told

    def traced(self, combat: Combat[Any], who: int, trace: tuple[int, ...]) -> tuple[int, ...]:
        return self.result(combat, who)

    def place(self, effect: Effect) -> int:
        """Return the place of an effect among those that are told, -1 if it is none of them."""
        for place, one in enumerate(self.counted()):
            if one is effect:
                return place
        return -1

    def alike(self, before: Combat[Any], after: Combat[Any], who: int) -> bool:
        old: ThrumCombatant = before.units[who]
        new: ThrumCombatant = after.units[who]
        return (
            old.fatigue == new.fatigue
            and old.stress == new.stress
            and old.fatigue_tolerance == new.fatigue_tolerance
            and old.stress_tolerance == new.stress_tolerance
            and old.wounds == new.wounds
            and old.incapacitated == new.incapacitated
            and old.present == new.present
            and old.holds_as(new)
        )

    def numbers(self) -> tuple[str, ...]:
        return explain.NAMES

    def explain(self, combat: Combat[Any], who: int, name: str) -> list[tuple[int, str]]:
        assert isinstance(combat, ThrumCombat)
        return explain.breakdown(combat, combat.units[who], name)

    def measured(self, combat: Combat[Any], a: int, b: int) -> list[tuple[str, str]]:
        assert isinstance(combat, ThrumCombat)
        return ruler.measured(combat, a, b)

    def threat(self, combat: Combat[Any], who: int) -> Threat:
        assert isinstance(combat, ThrumCombat)
        return threat.threat(combat, who)

    def measures(self, combat: Combat[Any], who: int) -> dict[str, int]:
        unit: ThrumCombatant = combat.units[who]
        if unit.controller >= 0:
            return {}
        found = {
            "fatigue": unit.fatigue,
            "fatigue tolerance": unit.fatigue_tolerance,
            "stress": unit.stress,
            "stress tolerance": unit.stress_tolerance,
            "wounds": unit.wounds,
        }
        for number, nova in enumerate(unit.sheet.novas):
            found[f"potential {nova}"] = unit.potential[number]
        return found

    def marks(self, combat: Combat[Any], who: int) -> list[str]:
        unit: ThrumCombatant = combat.units[who]
        found: list[str] = []
        if unit.incapacitated:
            found.append("incapacitated")
        if unit.exhausted():
            found.append("exhausted")
        if unit.frayed():
            found.append("frayed")
        for held in unit.effects:
            effect = held.effect
            numbered = isinstance(effect, Condition) and effect.numbered
            found.append(f"{effect.id} {held.n}" if numbered else effect.id)
        ability = unit.stance_ability()
        if ability is not None:
            found.append(f"stance {ability.id}")
        if unit.kept >= 0:
            found.append(f"stance {unit.sheet.abilities[unit.kept].id} kept")
        return found

    def ledger(self, combat: Combat[Any], who: int) -> dict[str, int]:
        return numbers_of(combat.units[who])

    def down(self, combat: Combat[Any], who: int) -> bool:
        unit: ThrumCombatant = combat.units[who]
        return end.down(unit)

    def aftermath(self, combat: Combat[Any], who: int) -> dict[str, int]:
        """Return what a PC leaves the fight with, cleared up. Rule: setup.order-of-events."""
        left = combat.clone()
        assert isinstance(left, ThrumCombat)
        end.close(left)
        return resource.carried(left.units[who])

    def downtime(
        self, sheet: object, values: dict[str, int], options: dict[str, Value]
    ) -> dict[str, int]:
        """Return what a PC's values are after one Downtime. Rule: recovery.downtime-amount."""
        assert isinstance(sheet, Sheet)
        return resource.downtime(sheet, values, options) if sheet.pc else dict(values)

    def downtime_faults(self, options: dict[str, Value]) -> list[str]:
        """Rule: recovery.downtime-amount."""
        return check.downtime_faults(dict(options))


RESULTS: Final = (
    "fatigue",
    "stress",
    "fatigue tolerance",
    "stress tolerance",
    "wounds",
    "incapacitated",
    "gone",
)


def lent() -> list[Feature]:
    """Return the effects of abilities that others can hold: the Buffs and the like of each Art."""
    found: list[Feature] = []
    for module in arts.MODULES:
        found.extend(
            [
                value
                for value in vars(module).values()
                if isinstance(value, Feature) and not isinstance(value, (Ability, Condition))
            ]
        )
    return found


def counter_names(sheet: Sheet) -> list[str]:
    """Return a name for each counter: of the ability that reserved it, numbered if several."""
    names = ["-"] * len(sheet.scopes)
    starts = [ability.limit for ability in sheet.abilities]
    for ability in sheet.abilities:
        place = ability.limit
        number = 1
        while 0 <= place < len(names):
            names[place] = ability.id if number == 1 else f"{ability.id}-{number}"
            place += 1
            number += 1
            if place in starts:
                break
    return names


def without_creator(combat: ThrumCombat, unit: ThrumCombatant) -> str:
    """Return a Buff on somebody whose numbers are its creator's, if no such creator is there."""
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Buff) and effect.made_by:
            creator = combat.units[held.source] if held.source >= 0 else None
            if creator is None or creator.sheet.coded(effect.made_by) is None:
                return effect.id
    return ""


def recount(combat: ThrumCombat) -> str:
    """Return what derived state or bound is wrong."""
    for unit in combat.units:
        if unit.present and unit.cell < 0:
            return f"{unit.name} is present, but on no square"
        if unit.present and combat.holder(unit.cell) != unit.index:
            return f"{unit.name} does not hold its square"
        ordered = unit.controller >= 0 or unit.index in combat.lineup.order
        if unit.present and combat.round > 0 and not ordered:
            return f"{unit.name} is on the map, but in no order"
        if min(unit.fatigue, unit.stress, unit.fatigue_tolerance, unit.stress_tolerance) < 0:
            return f"{unit.name} has a Load or Tolerance below 0"
        if unit.wounds > 3:
            return f"{unit.name} has more than three Wounds"
        for number, cap in enumerate(unit.sheet.caps):
            if not 0 <= unit.potential[number] <= cap:
                return f"{unit.name} has Potential out of bounds for {unit.sheet.novas[number]}"
        if unit.stance >= 0 and not unit.able():
            return f"{unit.name} has a Stance while it cannot act"
        if combat.said(unit) != (unit.adjusts, unit.listens, unit.notices):
            return f"{unit.name} does not listen to what is in force on it"
        if any(held.n <= 0 for held in unit.effects):
            return f"{unit.name} has a condition of number 0"
        made_by = without_creator(combat, unit)
        if made_by:
            return f"{unit.name} has {made_by} from nobody who has that ability"
    if combat.active >= 0 and not combat.units[combat.active].present and not combat.outcome:
        return f"it is the turn of {combat.units[combat.active].name}, who is not on the field"
    for cell, index in combat.holders().items():
        if combat.units[index].cell != cell or not combat.units[index].present:
            return f"{combat.grid.name(cell)} is held by somebody who is not there"
    return ""
