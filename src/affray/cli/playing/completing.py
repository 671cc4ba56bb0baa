"""What a line may become: commands, keys, names, and the game's own words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from affray.cli.playing import master, seeing
from affray.cli.playing.commands import BY_WORD, COMMANDS
from affray.cli.playing.table import Table
from affray.rulebook import catalogue

SPANS: Final = ("this round", "this fight")


class Words:
    """Completes what is typed at a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.things: list[str] | None = None
        self.rules: list[str] | None = None
        self.creatures: list[str] | None = None

    def __call__(self, typed: str) -> Iterator[str]:
        """Yield whole lines that begin as what is typed."""
        seen: set[str] = set()
        for one in self.found(typed):
            if one.startswith(typed) and one != typed and one not in seen:
                seen.add(one)
                yield one

    def found(self, typed: str) -> Iterator[str]:
        """Yield lines that may be meant."""
        yield from self.keys()
        word, space, rest = typed.partition(" ")
        if not space:
            for command in COMMANDS:
                if command.word != "?":
                    yield command.word + (" " if command.takes else "")
            if self.table.fight.asking:
                yield "end turn"
            return
        named = BY_WORD.get(word)
        if named is not None:
            for one in self.arguments(named.takes, rest):
                yield f"{word} {one}"

    def keys(self) -> list[str]:
        """Return the keys on offer."""
        return self.table.keys()

    def arguments(self, takes: str, typed: str) -> Iterable[str]:
        """Return what may follow the word of a command."""
        made: dict[str, Callable[[str], Iterable[str]]] = {
            "key": lambda _: self.keys(),
            "any": lambda _: self.any(),
            "name": lambda _: self.names(),
            "value": lambda _: self.values(),
            "entry": lambda _: self.entries(),
            "creature": self.members,
            "rule": lambda _: self.rule_ids(),
            "verb": lambda _: dict.fromkeys(self.verbs()),
            "seat": lambda _: self.seats(),
            "order": self.orders,
            "effect": self.effects,
            "command": lambda _: [one.word for one in COMMANDS],
        }
        return made[takes](typed) if takes in made else ()

    def any(self) -> list[str]:
        """Return keys, and what one may think of but is not offered."""
        if not self.table.fight.asking:
            return []
        return [*self.keys(), *self.table.fight.choice.choice.candidates()]

    def names(self) -> list[str]:
        """Return what everybody is called in keys."""
        return [str(unit.name) for unit in self.table.fight.combat.units]

    def values(self) -> Iterator[str]:
        """Yield paths of values that can be set."""
        for unit in self.table.fight.combat.units:
            yield from master.known_values(self.table, unit)

    def entries(self) -> list[str]:
        """Return the ids of all content."""
        if self.things is None:
            self.things = sorted(seeing.things(self.table))
        return self.things

    def members(self, typed: str) -> list[str]:
        """Return who may join the fight, then its side and where."""
        if self.creatures is None:
            self.creatures = self.table.fight.recruits()
        id, space, _ = typed.partition(" ")
        if not space:
            return [f"{one} " for one in self.creatures]
        sides = [side.id for side in self.table.fight.setup.sides]
        return [f"{id} at ", *[f"{id} to {side} at " for side in sides]]

    def rule_ids(self) -> list[str]:
        """Return the ids of all rules of the game."""
        if self.rules is None:
            self.rules = list(catalogue.load(self.table.fight.ruleset.id).rules)
        return self.rules

    def verbs(self) -> list[str]:
        """Return the verbs on offer."""
        asking = self.table.fight.asking
        return [option.verb for option in self.table.fight.choice.options] if asking else []

    def seats(self) -> list[str]:
        """Return the seats and sides."""
        setup = self.table.fight.setup
        return list(dict.fromkeys([*setup.seats, *[side.id for side in setup.sides]]))

    def orders(self, typed: str) -> Iterator[str]:
        """Yield orders: keys, then to whom and how long."""
        for key in self.keys():
            yield key
            if typed.startswith(key):
                for span in SPANS:
                    yield f"{key} {span}"
                for name in self.names():
                    yield f"{key} to {name}"
        for span in SPANS:
            if typed and not typed.endswith(span):
                yield f"{typed.rstrip()} {span}"

    def effects(self, typed: str) -> Iterator[str]:
        """Yield names, then statuses."""
        name, space, _ = typed.partition(" ")
        if not space:
            yield from self.names()
            return
        for word in self.table.fight.ruleset.effects():
            yield f"{name} {word}"
            yield f"{name} no {word}"
