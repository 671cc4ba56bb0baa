"""What cases of a game may name: every value of the state by path, every event with its fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from affray.content import list_encounters
from affray.content.game import game
from affray.core import event as events
from affray.core.choice import Absent, Agent
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.event import KINDS, Event
from affray.core.ruleset import Ruleset
from affray.core.words import Sentences
from affray.sim.batches import from_content
from affray.state.paths import told


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a game's cases.

    Attributes:
        combat: values of the fight, such as ``round``, each with one that it may have.
        combatant: values of a combatant that can be set and expected, by the word after its name.
        effects: conditions: their number, 0 where they are not held.
        read: what follows from other values and can only be expected.
        aliases: other words for a value.
        events: the kinds of events with their fields.
        told: the names of facts that have no kind of their own.
    """

    combat: dict[str, object]
    combatant: dict[str, object]
    effects: list[str]
    read: list[str]
    aliases: dict[str, str]
    events: dict[str, list[str]]
    told: list[str]

    def as_data(self) -> dict[str, object]:
        """Return it as plain data for JSON."""
        return {name: getattr(self, name) for name in self.__slots__}

    def page(self, name: str) -> str:
        """Return it as a page of Markdown; ``name`` is what the game is called."""
        lines = [
            f"# Words for cases of {name}",
            "",
            "Paths of `[state]` and `[expect]`. An example stands beside each; a cell is written",
            '`"column,row"`, combatants and sides by their names, several of them in a list;',
            '`"none"` is nobody and nowhere.',
            "",
            "## Of the fight",
            "",
            *[f"- `{path}`: `{value}`" for path, value in self.combat.items()],
            "",
            "## Of a combatant (`ana.…`)",
            "",
            *[f"- `{path}`: `{value}`" for path, value in self.combatant.items()],
            "",
            "## Conditions of a combatant: their level, 0 or false where not held",
            "",
            *[f"- `{effect}`" for effect in self.effects],
            "",
            "## Only to be expected",
            "",
            *[f"- `{one}`" for one in self.read],
            "",
            "## Other words",
            "",
            *[f"- `{word}` for `{field}`" for word, field in self.aliases.items()],
            "",
            "## Events (`events = [...]`), with their fields",
            "",
            *[f"- `{kind}`: {', '.join(fields)}" for kind, fields in self.events.items()],
            "",
            "## Names of facts of the kind `told`",
            "",
            ", ".join([f"`{one}`" for one in self.told]) + ".",
            "",
        ]
        return "\n".join(lines)


def vocabulary(ruleset: str) -> Vocabulary:
    """Return the words of a game's cases, with values from the beginning of one of its fights.

    Raises:
        InvalidError: there is no such game.
    """
    known = game(ruleset)
    rules, setup = from_content(list_encounters(known.id)[0].key)()
    nobody: list[Agent] = [Absent() for _ in setup.seats]
    combat = rules.begin(setup, SeededDice(1), nobody)
    unit = combat.units[0]
    words = rules.words()
    read = [*rules.measures(combat, 0), *rules.derived, *rules.numbers(), *rules.marks(combat, 0)]
    return Vocabulary(
        {name: _value(combat, rules, name) for name in combat.FIELDS},
        {name: _value(combat, rules, f"{unit.name}.{name}") for name in ["at", *unit.FIELDS]},
        sorted(rules.effects()),
        sorted({one for one in read if one not in unit.FIELDS}),
        dict(sorted(rules.aliases.items())),
        {kind: _fields(kind) for kind in KINDS},
        sorted(_told(words)) if isinstance(words, Sentences) else [],
    )


def _value(combat: Combat[Any], ruleset: Ruleset, path: str) -> object:
    return told(combat, ruleset, path)


def _told(words: Sentences) -> set[str]:
    return {name.partition(" ")[0] for name in words.sentences} - set(KINDS)


def _fields(kind: str) -> list[str]:
    for var in vars(events).values():
        if isinstance(var, type) and issubclass(var, Event) and var.kind == kind:
            if var is not Event:
                return [name for name in var.FIELDS if name != "name"]
    return [name for name in Event.FIELDS if name != "name"]
