"""Quest: the questions of sessions, bots and files, each answered by a module beside."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from affray.core.action import ActionSpace
from affray.core.choice import Agent
from affray.core.combat import Combat, Harm
from affray.core.dice import Dice
from affray.core.effect import Effect
from affray.core.grid import DIRECTIONS
from affray.core.ruleset import Ruleset, Tactics, Words
from affray.core.setup import Member, Setup
from affray.core.threat import Threat
from affray.rulesets.quest import end, ledger, override, setup, threat
from affray.rulesets.quest.action import menu
from affray.rulesets.quest.condition import modifiers, sneaking, states
from affray.rulesets.quest.condition.modifiers import flat_footed
from affray.rulesets.quest.definitions import Library
from affray.rulesets.quest.play.tactics import QuestTactics
from affray.rulesets.quest.setup import WOUND_VALUES
from affray.rulesets.quest.state import Kept, Maps, QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import (
    AIMS,
    COUNTERS,
    FATES,
    MERCY,
    MOST_THINGS,
    OPTION_NAMES,
    PHASES,
    WOUNDS,
)
from affray.rulesets.quest.text import explain, ruler
from affray.rulesets.quest.text.words import QuestWords
from affray.rulesets.quest.turn import rounds

# What numbers stand for, for cases and edits: see Ruleset.value_kind.
STANDS_FOR: Final[dict[str, str]] = {
    "litter": f"cell {MOST_THINGS} word",
    "opening": "who",
    "initiators": "who",
    "summoner": "who",
    "unseen": "those",
    "Kept.target": "who",
}


class Quest(Ruleset):
    """Rules of Quest, with the things, spells and creatures that exist."""

    id: ClassVar[str] = "quest"
    name: ClassVar[str] = "Quest"
    version: ClassVar[int] = 5  # raised when journals come out otherwise
    harms: ClassVar[tuple[str, ...]] = ("damage",)
    counters: ClassVar[tuple[str, ...]] = COUNTERS

    def __init__(self, library: Library | None = None) -> None:
        self.library = library if library is not None else Library()

    # -- beginning ----------------------------------------------------------------------------

    def begin(self, setup_: Setup, dice: Dice, agents: list[Agent]) -> Combat[Any]:
        """Return the battle of an encounter before its first step."""
        units = [setup.combatant_of(member, n) for n, member in enumerate(setup_.members)]
        combat = QuestCombat(setup_.grid, units, dice, agents, self.library, Maps(setup_.grid))
        combat.ruleset = self
        combat.origin = setup_.origin
        setup.arrange(combat, setup_)
        return combat

    def enlist(self, combat: Combat[Any], member: Member) -> None:
        assert isinstance(combat, QuestCombat)
        override.enlist(combat, member)

    def enter(self, combat: Combat[Any], who: int, member: Member) -> None:
        assert isinstance(combat, QuestCombat)
        override.enter(combat, combat.units[who], member.cell)

    def withdraw(self, combat: Combat[Any], who: int) -> None:
        assert isinstance(combat, QuestCombat)
        override.withdraw(combat, combat.units[who])

    def strike(self, combat: Combat[Any], harm: Harm) -> None:
        assert isinstance(combat, QuestCombat)
        override.strike(combat, combat.units[harm.who], harm)

    def ruled(self, combat: Combat[Any], before: Combat[Any]) -> None:
        assert isinstance(combat, QuestCombat)
        assert isinstance(before, QuestCombat)
        override.ruled(combat, before)

    def step(self, combat: Combat[Any]) -> None:
        assert isinstance(combat, QuestCombat)
        rounds.step(combat)

    def recount(self, combat: Combat[Any]) -> str:
        assert isinstance(combat, QuestCombat)
        return ledger.recount(combat)

    def faults(self, setup_: Setup) -> list[str]:
        return [f"{fault.place}: {fault.text()}" for fault in setup.faults(setup_)]

    def tactics(self) -> Tactics:
        return QuestTactics()

    def words(self) -> Words:
        return QuestWords()

    # -- pieces of state by name ---------------------------------------------------------------

    def effects(self) -> dict[str, Effect]:
        return {**states.effects(), **self.library.statuses}

    def record(self, name: str) -> object:
        if name == "Kept":
            return Kept(0, 0, True)
        kind, _, id = name.partition(" ")
        if kind == "unit":
            return QuestCombatant(0, 0, "", -1, self.library.sheets[id])
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
        if field == "litter":
            things = [thing.id for thing in self.library.things]
            return [f"{id}{state}" for id in things for state in ("", " unloaded")]
        if who >= 0 and field == "casting":
            unit = combat.units[who]
            assert isinstance(unit, QuestCombatant)
            return [spell.id for spell in unit.sheet.spells]
        return []

    def value_kind(self, field: str) -> str:
        return STANDS_FOR.get(field) or super().value_kind(field)

    def actions(self, combat: Combat[Any]) -> ActionSpace:
        assert isinstance(combat, QuestCombat)
        return menu.space_of(combat)

    # -- what a seat knows ------------------------------------------------------------------------

    def knows(self, combat: Combat[Any], seat: int, who: int) -> int:
        assert isinstance(combat, QuestCombat)
        return sneaking.knows(combat, seat, combat.units[who])

    def blind(self, combat: Combat[Any], seat: int) -> Combat[Any]:
        assert isinstance(combat, QuestCombat)
        return sneaking.blind(combat, seat)

    # -- what events account for ------------------------------------------------------------------

    def ledger(self, combat: Combat[Any], who: int) -> dict[str, int]:
        assert isinstance(combat, QuestCombat)
        return ledger.ledger(combat, combat.units[who])

    # -- what is told of a combatant -------------------------------------------------------------

    def result_names(self) -> tuple[str, ...]:
        return (*RESULTS, *self.library.statuses)

    def result(self, combat: Combat[Any], who: int) -> tuple[int, ...]:
        unit: QuestCombatant = combat.units[who]
        marks = [0] * (len(states.STATUSES) + len(self.library.statuses))
        if unit.effects:
            every = [*states.STATUSES, *self.library.statuses.values()]
            marks = [int(unit.has(status)) for status in every]
        return (
            unit.hp,
            unit.mp,
            *unit.wounds,
            int(unit.prone),
            len(unit.held_things),
            int(not unit.present),
            *marks,
        )

    def alike(self, before: Combat[Any], after: Combat[Any], who: int) -> bool:
        old: QuestCombatant = before.units[who]
        new: QuestCombatant = after.units[who]
        return (
            old.hp == new.hp
            and old.mp == new.mp
            and old.wounds == new.wounds
            and old.prone == new.prone
            and old.present == new.present
            and len(old.held_things) == len(new.held_things)
            and old.holds_as(new)
        )

    def numbers(self) -> tuple[str, ...]:
        return explain.NAMES

    def explain(self, combat: Combat[Any], who: int, name: str) -> list[tuple[int, str]]:
        unit = combat.units[who]
        assert isinstance(unit, QuestCombatant)
        assert isinstance(combat, QuestCombat)
        return explain.breakdown(combat, unit, name)

    def measured(self, combat: Combat[Any], a: int, b: int) -> list[tuple[str, str]]:
        assert isinstance(combat, QuestCombat)
        return ruler.measured(combat, a, b)

    def threat(self, combat: Combat[Any], who: int) -> Threat:
        assert isinstance(combat, QuestCombat)
        return threat.threat(combat, who)

    def measures(self, combat: Combat[Any], who: int) -> dict[str, int]:
        unit = combat.units[who]
        assert isinstance(unit, QuestCombatant)
        found = {"hp": unit.hp, "max hp": unit.max_hp}
        if unit.sheet.max_mp:
            found["mp"] = unit.mp
        return found

    def marks(self, combat: Combat[Any], who: int) -> list[str]:
        unit = combat.units[who]
        assert isinstance(unit, QuestCombatant)
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
            (unit.sick != 0, "summoning-sick"),
            (unit.thrall > 0, "thralled"),
            (unit.unseen > 0, "undetected"),
            (modifiers.channeling(unit), "channeling"),
            (unit.fleeing, "fleeing"),
        )
        found += [word for holds, word in flags if holds]
        found += [held.effect.id for held in unit.effects]
        if unit.present and "flat-footed" not in found:
            if flat_footed(combat, unit, None):
                found.append("flat-footed")
        return found

    def down(self, combat: Combat[Any], who: int) -> bool:
        return not combat.units[who].present

    def aftermath(self, combat: Combat[Any], who: int) -> dict[str, int]:
        """Return what a unit carries on: hit points, MP, lasting wounds.

        Rules: wound.after-battle, death.after-battle.
        """
        unit = combat.units[who]
        assert isinstance(unit, QuestCombatant)
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
    *[status.id for status in states.STATUSES],
)
