"""What the tables of all games' rule tests share: drawn maps, letters, scripted dice and keys."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import pytest

from affray.core.choice import Agent, Choice, Pending
from affray.core.combat import Combat, Combatant
from affray.core.dice import ScriptedDice
from affray.core.errors import IllegalError, ScriptError
from affray.core.event import Event
from affray.core.grid import OPEN

C = TypeVar("C", bound=Combat[Any])
U = TypeVar("U", bound=Combatant)


class Drawn(NamedTuple):
    """A map as read from rows of words: each word a square, its first sign the ground or a name."""

    columns: int
    rows: int
    ground: list[int]
    words: list[str]
    places: dict[str, int]  # where each name stands; of a big one its first square


def drawn(rows: str, ground: Mapping[str, int], names: Collection[str]) -> Drawn:
    """Read a drawn map; what is neither ground nor a name is open."""
    lines = [line.split() for line in rows.strip().splitlines()]
    words = [word for line in lines for word in line]
    places: dict[str, int] = {}
    for cell, word in enumerate(words):
        if word[0] in names:
            places.setdefault(word[0], cell)
    kinds = [ground.get(word[0], OPEN) for word in words]
    return Drawn(len(lines[0]), len(lines), kinds, words, places)


def faces(dice: str, sides: int = 0) -> list[tuple[int, int]]:
    """Read ``d20 11 d8 4 5``: faces follow the kind of die; ``sides`` of those that follow none."""
    found: list[tuple[int, int]] = []
    for word in dice.split():
        if word.startswith("d"):
            sides = int(word[1:])
        else:
            found.append((sides, int(word)))
    return found


@contextmanager
def refused(rule: str) -> Iterator[None]:
    """Expect that a scripted key is refused by a rule."""
    with pytest.raises(IllegalError) as caught:
        yield
    assert caught.value.rule == rule


class Scripted(Agent):
    """Answers in order, each a key, perhaps with who is asked before a colon."""

    def __init__(self, combat: Combat[Any] | None, keys: Sequence[str]) -> None:
        self.combat = combat
        self.keys = list(keys)
        self.used = 0

    def asked(self, choice: Choice) -> str:
        """Return the letter of who is asked, ``side`` for all of one."""
        return (
            str(self.combat.units[choice.who].name) if self.combat and choice.who >= 0 else "side"
        )

    def decide(self, choice: Choice) -> int:
        """Return the next answer.

        Raises:
            ScriptError: there is none, or somebody else is asked.
        """
        name = self.asked(choice)
        if self.used == len(self.keys):
            return self.unscripted(choice, name)
        key = self.keys[self.used]
        self.used += 1
        who, colon, rest = key.partition(": ")
        if colon and who != name:
            raise ScriptError(f"scripted {key!r}, but {name} is asked {choice.prompt()!r}")
        return choice.read(rest if colon else key)

    def unscripted(self, choice: Choice, name: str) -> int:
        """Refuse a question for which no answer is left."""
        options = [choice.key(answer) for answer in choice.answers()]
        raise ScriptError(f"asked {name} ({choice.prompt()}, {choice.rule}): {options[:30]}")


class Defaults(Agent):
    """Takes every default."""

    def decide(self, choice: Choice) -> int:
        """Return the default."""
        return choice.fallback()


class Looker(Agent):
    """Gives some answers, then remembers what it is asked next."""

    def __init__(self, keys: Sequence[str]) -> None:
        self.keys = list(keys)
        self.choice: Choice | None = None

    def decide(self, choice: Choice) -> int:
        """Return the next answer.

        Raises:
            Pending: there is none any more.
        """
        if self.keys:
            return choice.read(self.keys.pop(0))
        self.choice = choice
        raise Pending(choice)


class Table(Generic[C, U]):
    """A combat under test. A game's own table draws the map and begins it."""

    sides: ClassVar[int] = 0  # of dice that are written as mere faces

    combat: C

    def __getitem__(self, name: str) -> U:
        """Return a combatant by its letter."""
        for unit in self.combat.units:
            if unit.name == name:
                return unit  # type: ignore[no-any-return]
        raise KeyError(name)

    def at(self, name: str) -> str:
        """Return where somebody stands, as ``column,row``; "" if nowhere."""
        cell = self[name].cell
        return self.combat.grid.name(cell) if cell >= 0 else ""

    def cell(self, square: str) -> int:
        """Return the cell of a square written as ``column,row``."""
        return self.combat.grid.read(square)

    # -- scripts ---------------------------------------------------------------------------------

    def agent(self, keys: Sequence[str]) -> Scripted:
        """Return who gives the answers."""
        return Scripted(self.combat, keys)

    def script(self, keys: Sequence[str], dice: str) -> Scripted:
        """Give everybody a script, and the dice for it."""
        agent = self.agent(keys)
        self.combat.agents = [agent] * (self.combat.gm + 1)
        scripted = ScriptedDice(faces(dice, self.sides))
        scripted.log = []
        self.combat.dice = scripted
        return agent

    def done(self, agent: Scripted) -> None:
        """Fail unless every answer and every die has been used, and the state is sound."""
        left = agent.keys[agent.used :]
        assert not left, f"never asked: {left}"
        dice = self.combat.dice
        assert isinstance(dice, ScriptedDice)
        rest = dice.faces[dice.used :]
        assert not rest, f"never rolled: {rest}"
        assert self.combat.depth == 0
        assert self.combat.recount() == ""

    def look(self, keys: Sequence[str] = ()) -> Choice | None:
        """Return what the next step asks after some keys, None if nothing; the table stays."""
        work = self.combat.clone()
        looker = Looker(keys)
        work.agents = [looker] * (self.combat.gm + 1)
        with contextlib.suppress(Pending):
            work.step()
        return looker.choice

    def options(self, choice: Choice | None) -> list[str]:
        """Return the keys of what is listed, [] if nothing is asked."""
        return [] if choice is None else [choice.key(answer) for answer in choice.answers()]

    def told(self, name: str) -> list[Event]:
        """Return the events of a name so far."""
        return [event for event in self.combat.events if event.name == name]
