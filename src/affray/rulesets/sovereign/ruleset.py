"""Sovereign: the questions of sessions, bots and files, each answered by a module beside."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from affray.core import objectives
from affray.core.action import ActionSpace
from affray.core.choice import Agent
from affray.core.combat import Combat, Harm
from affray.core.dice import Dice
from affray.core.effect import Effect
from affray.core.grid import EDGE_SHEER, Grid
from affray.core.ruleset import Ruleset, Tactics, Words
from affray.core.setup import Member, Setup
from affray.core.threat import Threat
from affray.rulesets.sovereign import (
    actions,
    changes,
    condition,
    end,
    invariants,
    knowledge,
    override,
    threat,
    turn,
)
from affray.rulesets.sovereign import setup as beginning
from affray.rulesets.sovereign.play.tactics import SovereignTactics
from affray.rulesets.sovereign.shared import Library, Maps
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import ACTIVE, COUNTERS, FATES, MOST, PHASES, POOLS, SHIELD
from affray.rulesets.sovereign.text import explain, ruler
from affray.rulesets.sovereign.text.words import SovereignWords

GROUNDS: Final = 40  # that are remembered
RESULTS: Final = ("hp", "prone", "main", "fate", "total defense", "broken", "gone")
# What the result "prone" stands for: who falls for good lies there, however it stood before.
POSTURES: Final = ("on its feet", "prone", "asleep", "held", "held and prone")
ASLEEP: Final = 2
HELD: Final = 3  # one more: and prone


# What numbers stand for, for cases and edits: see Ruleset.value_kind.
STANDS_FOR: Final[dict[str, str]] = {
    "order": "side",
    "turn_of": "word",
    "struck": f"side {POOLS} who",
    "joined": f"side {POOLS} who",
    "litter": f"cell {MOST} word",
    "corpses": "cell 10 side",
    "smoke": "cell 1000",
    "hand": "word",
    "off": "word",
    "hung": "word",
    "grappling": "who",
    "swarm": "who",
    "wards": "those",
    "disengaged": "those",
    "located": "sides",
    "unloaded": "words",
    "harmless": "words",
}


class Sovereign(Ruleset):
    """Rules of Sovereign, with the weapons, spells and creatures that exist."""

    id: ClassVar[str] = "sovereign"
    name: ClassVar[str] = "Sovereign"
    version: ClassVar[int] = 1
    harms: ClassVar[tuple[str, ...]] = ("damage",)
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
        """Return a fight before its first step: everybody stands where the encounter says."""
        units = [beginning.enlisted(member, n) for n, member in enumerate(setup.members)]
        maps = self.maps_of(setup.grid, setup.leaving)
        combat = SovereignCombat(setup.grid, units, dice, agents, self.library, maps)
        combat.ruleset = self
        combat.origin = setup.origin
        beginning.arrange(combat, setup)
        return combat

    def enlist(self, combat: Combat[Any], member: Member) -> None:
        assert isinstance(combat, SovereignCombat)
        override.enlist(combat, member)

    def enter(self, combat: Combat[Any], who: int, member: Member) -> None:
        assert isinstance(combat, SovereignCombat)
        override.enter(combat, combat.units[who], member.cell)

    def withdraw(self, combat: Combat[Any], who: int) -> None:
        assert isinstance(combat, SovereignCombat)
        override.withdraw(combat, combat.units[who])

    def strike(self, combat: Combat[Any], harm: Harm) -> None:
        assert isinstance(combat, SovereignCombat)
        override.strike(combat, combat.units[harm.who], harm)

    def ruled(self, combat: Combat[Any], before: Combat[Any]) -> None:
        assert isinstance(combat, SovereignCombat)
        assert isinstance(before, SovereignCombat)
        override.ruled(combat, before)

    def step(self, combat: Combat[Any]) -> None:
        """Go on by one step of the course of a fight."""
        assert isinstance(combat, SovereignCombat)
        turn.step(combat)

    def faults(self, setup: Setup) -> list[str]:
        """Return everything for which an encounter is refused."""
        found: list[str] = []
        if len({member.side for member in setup.members}) < 2:
            found.append("side: found one side, expected at least two [sovereign/end.last-side]")
        for place, what in objectives.faults(setup):
            found.append(f"{place}: {what} [sovereign/end.objective]")
        for kind in setup.grid.edges:
            if kind[2] != EDGE_SHEER:
                what = "found a wall or barrier, expected sheer: draw walls as solids"
                found.append(f"map.edge: {what} [sovereign/grid.barriers]")
        for name, value in setup.options.items():
            fault = beginning.option_fault(setup, name, value)
            if fault:
                found.append(f"options.{name}: {fault}")
        for n, member in enumerate(setup.members):
            found += beginning.member_faults(member, f"member[{n}]")
        return found

    def recount(self, combat: Combat[Any]) -> str:
        """Return what derived state or bound is wrong, "" if nothing is."""
        assert isinstance(combat, SovereignCombat)
        return invariants.recount(combat)

    def tactics(self) -> Tactics:
        return SovereignTactics()

    def words(self) -> Words:
        return SovereignWords()

    def actions(self, combat: Combat[Any]) -> ActionSpace:
        """Return the bounds of all action codes of a fight."""
        assert isinstance(combat, SovereignCombat)
        return actions.space_of(combat)

    def ledger(self, combat: Combat[Any], who: int) -> dict[str, int]:
        """Return every number of somebody that events account for, by name."""
        return changes.ledger(combat.units[who])

    def knows(self, combat: Combat[Any], seat: int, who: int) -> int:
        """Return what a seat knows of a combatant."""
        assert isinstance(combat, SovereignCombat)
        return knowledge.knows(combat, seat, who)

    def blind(self, combat: Combat[Any], seat: int) -> Combat[Any]:
        """Return a copy of the fight without what a seat cannot know."""
        assert isinstance(combat, SovereignCombat)
        return knowledge.blind(combat, seat)

    def effects(self) -> dict[str, Effect]:
        return {**self.library.statuses, **condition.NAMED}

    def record(self, name: str) -> object:
        raise KeyError(name)

    def value_words(self, combat: Combat[Any], who: int, field: str) -> list[str]:
        if field == "phase":
            return list(PHASES)
        if field == "fate":
            return list(FATES)
        if field == "prone" and who < 0:
            return list(POSTURES)  # of results; on a combatant it is true or false
        if field == "litter":
            return list(self.library.weapons)
        if field == "turn_of":
            assert isinstance(combat, SovereignCombat)
            return [combat.side_ids[side] for side in combat.order]
        if field == "used":
            return list(COUNTERS)
        return things_of(combat.units[who].sheet, field) if who >= 0 else []

    def value_kind(self, field: str) -> str:
        return STANDS_FOR.get(field) or super().value_kind(field)

    def result_names(self) -> tuple[str, ...]:
        return RESULTS

    def result(self, combat: Combat[Any], who: int) -> tuple[int, ...]:
        unit: SovereignCombatant = combat.units[who]
        assert isinstance(combat, SovereignCombat)
        return (
            unit.hp,
            posture(combat, unit),
            int(unit.main),
            unit.fate,
            int(unit.total),
            int(unit.broken),
            int(not unit.present),
        )

    def alike(self, before: Combat[Any], after: Combat[Any], who: int) -> bool:
        old: SovereignCombatant = before.units[who]
        new: SovereignCombatant = after.units[who]
        assert isinstance(before, SovereignCombat)
        assert isinstance(after, SovereignCombat)
        return (
            old.hp == new.hp
            and old.asleep == new.asleep
            and (old.asleep or old.prone == new.prone)
            and old.main == new.main
            and old.fate == new.fate
            and old.total == new.total
            and old.broken == new.broken
            and old.present == new.present
            and (old.asleep or condition.grappled(before, old) == condition.grappled(after, new))
        )

    def numbers(self) -> tuple[str, ...]:
        return explain.NAMES

    def explain(self, combat: Combat[Any], who: int, name: str) -> list[tuple[int, str]]:
        unit: SovereignCombatant = combat.units[who]
        assert isinstance(combat, SovereignCombat)
        return explain.breakdown(combat, unit, name)

    def measured(self, combat: Combat[Any], a: int, b: int) -> list[tuple[str, str]]:
        assert isinstance(combat, SovereignCombat)
        return ruler.measured(combat, a, b)

    def threat(self, combat: Combat[Any], who: int) -> Threat:
        assert isinstance(combat, SovereignCombat)
        return threat.threat(combat, who)

    def measures(self, combat: Combat[Any], who: int) -> dict[str, int]:
        unit: SovereignCombatant = combat.units[who]
        return {"hp": unit.hp, "max hp": unit.sheet.max_hp}

    def marks(self, combat: Combat[Any], who: int) -> list[str]:
        unit: SovereignCombatant = combat.units[who]
        assert isinstance(combat, SovereignCombat)
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
            (condition.grappled(combat, unit), "grappled"),
            (unit.used[SHIELD] > 0, "shield-spent"),
            (unit.disengaged > 0, "disengaged"),
            (unit.unloaded > 0, "unloaded"),
            (unit.helpless(), "helpless"),
        )
        found = [word for holds, word in flags if holds]
        return found + [held.effect.id for held in unit.effects]

    def down(self, combat: Combat[Any], who: int) -> bool:
        unit: SovereignCombatant = combat.units[who]
        return unit.fate != ACTIVE

    def aftermath(self, combat: Combat[Any], who: int) -> dict[str, int]:
        """Return what somebody carries on. Rules: end.escaped, death.stable, effort.pool."""
        unit: SovereignCombatant = combat.units[who]
        return end.carried(unit)


def posture(combat: SovereignCombat, unit: SovereignCombatant) -> int:
    """Return how somebody is to be found, as a place among the postures."""
    if unit.asleep:
        return ASLEEP
    return int(unit.prone) + (HELD if condition.grappled(combat, unit) else 0)


def things_of(own: Sheet, field: str) -> list[str]:
    """Return the things of a sheet that the numbers of a field stand for."""
    if field in ("hand", "off", "stock", "unloaded", "harmless"):
        return list(own.weapons)
    if field == "carried":
        return list(own.gear)
    if field == "stowed":
        return [*own.weapons, *own.gear]
    return [spell.id for spell in own.spells] if field == "hung" else []
