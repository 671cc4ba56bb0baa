"""Choices, options and agents: the only source of decisions."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from affray.core.action import Action, ActionSpace
from affray.core.attributes import attributes_of, give_attributes, shown
from affray.core.dice import Suspended
from affray.core.errors import AmbiguousError, IllegalError, UnknownKeyError

PASS: Final = 0


class Pending(Suspended):
    """An answer is missing."""

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice)
        self.choice = choice


class Option:
    """One legal answer with its parts, so that nobody has to take its key apart.

    Attributes:
        answer: the number by which the choice knows it.
        key: its notation: short, readable, unique within the choice.
        verb: what is done, one of the verbs of the ruleset's ``ActionSpace``.
        who: the combatant that does it, by index; -1 a whole side.
        targets: the combatants it is done to, by index.
        cells: the cells it goes to or is aimed at; of a path all, the goal the last.
        ability: the id of the ability, item, spell, condition... that it is about; "" none.
        cost: in the ruleset's unit of what the verb spends (movement, actions); -1 nothing.
        object: which object of the ``ActionSpace`` it is about: 1 + its number, 0 none.
    """

    def __init__(
        self,
        answer: int,
        key: str,
        verb: str = "",
        who: int = -1,
        targets: list[int] | None = None,
        cells: list[int] | None = None,
        ability: str = "",
        cost: int = -1,
        object: int = 0,
    ) -> None:
        self.answer = answer
        self.key = key
        self.verb = verb or key.partition(" ")[0]
        self.who = who
        self.targets = targets or []
        self.cells = cells or []
        self.ability = ability
        self.cost = cost
        self.object = object

    def __repr__(self) -> str:
        """Return its key and what of its parts says something."""
        parts = shown(self, ("verb", "who", "targets", "cells", "ability", "cost"))
        return f"<Option {self.answer} {self.key!r}: {parts}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how an equal one is made: for copies and pickles."""
        parts = (self.verb, self.who, self.targets, self.cells, self.ability, self.cost)
        return (Option, (self.answer, self.key, *parts, self.object))

    def action(self, space: ActionSpace) -> Action:
        """Return what it does as an action code: its first target, its last cell.

        Raises:
            IllegalError: its verb is none of the space.
        """
        return Action(
            space.verb(self.verb),
            self.object,
            1 + self.targets[0] if self.targets else 0,
            1 + self.cells[-1] if self.cells else 0,
        )


@mypyc_attr(allow_interpreted_subclasses=True)
class Choice:
    """A question to one or more seats. Nothing is worked out before somebody looks.

    ``seats`` is a set of bits, the first valid answer counts; ``who`` the combatant that decides,
    -1 for a whole side; ``rule`` the citation; the class is the kind of the choice.
    """

    kind: ClassVar[str] = "choice"

    def __init__(self, seats: int, who: int, rule: str, default: int = PASS) -> None:
        self.seats = seats
        self.who = who
        self.rule = rule
        self.default = default
        self.varies = False  # the fallback depends on dice rolled in this very step
        self.combat: Any = None  # the fight in which it is asked, set when it is
        self.depth = 0  # windows open around it: above 0 it is a reaction

    def __repr__(self) -> str:
        """Return its kind, who is asked, and by which rule."""
        who = f" for {self.combat.units[self.who].name}" if self.combat and self.who >= 0 else ""
        return f"<{self.kind}{who} [{self.rule}]>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Refuse to be copied or pickled alone.

        Raises:
            TypeError: always.
        """
        raise TypeError("a choice belongs to a step under way: copy or pickle the fight")

    def seat(self) -> int:
        """Return the first of its seats."""
        seat = 0
        while self.seats >> seat > 1 and not self.seats >> seat & 1:
            seat += 1
        return seat

    def fallback(self) -> int:
        """Return the documented default: always one of ``answers()``."""
        return self.default

    def answers(self) -> list[int]:
        """Return the legal answers in a fixed order."""
        raise NotImplementedError

    def unlisted(self) -> list[int]:
        """Return legal answers that people are shown after the list.

        No program is tempted by them: giving up, say. Their keys are read like the others.
        """
        return []

    def allows(self, answer: int) -> bool:
        """Return whether an answer is legal; explicit paths may be legal without being listed."""
        return answer in self.answers() or answer in self.unlisted()

    def option(self, answer: int) -> Option:
        """Return an answer with its key and parts."""
        raise NotImplementedError

    def key(self, answer: int) -> str:
        """Return the key of an answer."""
        return self.option(answer).key

    def code(self, answer: int, space: ActionSpace) -> int:
        """Return the action code of an answer: that of its option.

        A choice with many answers works it out without an option and its key.
        """
        return space.code(self.option(answer).action(space))

    def codes(self, space: ActionSpace) -> list[int]:
        """Return the action codes of ``answers()``, in their order: the mask of a learner."""
        return [self.code(answer, space) for answer in self.answers()]

    def prompt(self) -> str:
        """Return the question in a few words."""
        return self.kind

    def read(self, key: str) -> int:
        """Return the answer that a key names.

        Raises:
            IllegalError: the rules forbid it here.
            AmbiguousError: it is the beginning of several keys.
            UnknownKeyError: it names nothing.
        """
        words = " ".join(key.split())
        keys: list[str] = []
        for answer in [*self.answers(), *self.unlisted()]:
            one = self.key(answer)
            if one == words:
                return answer
            keys.append(one)
        rule, fact = self.why_not(words)
        if rule:
            raise IllegalError(words, fact, rule)
        begun = [key for key in keys if key.startswith(words)]
        if len(begun) > 1:
            raise AmbiguousError(words, begun)
        if not begun:
            rule, fact = self.why_nothing_like(words)
            if rule:
                raise IllegalError(words, fact, rule)
        close = begun or get_close_matches(words, keys, 1)  # what is on offer first
        close = close or get_close_matches(words, self.candidates(), 1)
        raise UnknownKeyError(words, close[0] if close else "")

    def why_not(self, key: str) -> tuple[str, str]:
        """Return the rule that forbids what a key names, and the fact.

        Two empty texts if none does.
        """
        return "", ""

    def why_nothing_like(self, words: str) -> tuple[str, str]:
        """Return the rule that forbids whatever a key begins, or else what begins it, and the fact.

        Two empty texts if none does.
        """
        for key in self.candidates():
            if key.startswith(f"{words} "):
                rule, fact = self.why_not(key)
                if rule:
                    return rule, fact
        parts = words.split(" ")
        for many in range(len(parts) - 1, 0, -1):
            rule, fact = self.why_not(" ".join(parts[:many]))
            if rule:
                return rule, fact
        return "", ""

    def candidates(self) -> list[str]:
        """Return keys that one may think of here: those not offered must have a ``why_not``."""
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class Menu(Choice):
    """A few options known beforehand, as (answer, key)."""

    kind: ClassVar[str] = "menu"

    def __init__(
        self, seats: int, who: int, rule: str, options: list[tuple[int, str]], default: int = PASS
    ) -> None:
        super().__init__(seats, who, rule, default)
        self.options = options

    def answers(self) -> list[int]:
        return [answer for answer, _ in self.options]

    def key(self, answer: int) -> str:
        for number, key in self.options:
            if number == answer:
                return key
        return super().key(answer)

    def option(self, answer: int) -> Option:
        for number, key in self.options:
            if number == answer:
                return Option(answer, key, "", self.who)
        raise IllegalError(f"answer {answer}", "it is not among the options", self.rule)


class UnlistedMenu(Menu):
    """A menu with legal answers beside the list: what is hardly ever wise tempts no program."""

    def __init__(
        self,
        seats: int,
        who: int,
        rule: str,
        options: list[tuple[int, str]],
        others: list[tuple[int, str]],
        default: int = PASS,
    ) -> None:
        super().__init__(seats, who, rule, options, default)
        self.others = others

    def unlisted(self) -> list[int]:
        return [answer for answer, _ in self.others]

    def option(self, answer: int) -> Option:
        for number, key in self.others:
            if number == answer:
                return Option(answer, key, "", self.who)
        return super().option(answer)


@mypyc_attr(allow_interpreted_subclasses=True)
class PointMenu(Menu):
    """A menu that points at something: ``verb`` and ``ability`` say what for.

    Answers from 1 on point; any other, to pass say, does not.
    """

    def __init__(
        self,
        seats: int,
        who: int,
        rule: str,
        options: list[tuple[int, str]],
        default: int = PASS,
        verb: str = "",
        ability: str = "",
    ) -> None:
        super().__init__(seats, who, rule, options, default)
        self.verb = verb
        self.ability = ability

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        if answer > 0:
            self.point(found, answer - 1)
            found.ability = self.ability
            if self.verb:
                found.verb = self.verb
        return found

    def point(self, option: Option, number: int) -> None:
        """Add what an answer points at to the parts of its option."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class UnitMenu(PointMenu):
    """A menu of combatants: an answer is 1 + an index."""

    def point(self, option: Option, number: int) -> None:
        option.targets = [number]


@mypyc_attr(allow_interpreted_subclasses=True)
class CellMenu(PointMenu):
    """A menu of cells: an answer is 1 + a cell."""

    def point(self, option: Option, number: int) -> None:
        option.cells = [number]


@mypyc_attr(allow_interpreted_subclasses=True)
class Agent:
    """Whoever answers choices: a program, a script, a person behind a session."""

    thinks: ClassVar[bool] = False  # it imagines what may come, and needs steps that are recorded

    def decide(self, choice: Choice) -> int:
        """Return one of the answers of a choice."""
        raise NotImplementedError

    def constant(self) -> bool:
        """Return whether from now on the same question always gets the same answer."""
        return False

    def __getstate__(self) -> dict[str, object]:
        """Return all that it holds: for copies and pickles."""
        return attributes_of(self)

    def __setstate__(self, state: dict[str, object]) -> None:
        """Hold what another held."""
        give_attributes(self, state)


@mypyc_attr(allow_interpreted_subclasses=True)
class Script(Agent):
    """Recorded answers, then ``Pending``."""

    def __init__(self, answers: list[int]) -> None:
        self.recorded = answers
        self.used = 0

    def decide(self, choice: Choice) -> int:
        if self.used == len(self.recorded):
            raise Pending(choice)
        answer = self.recorded[self.used]
        self.used += 1
        return answer


class Absent(Agent):
    """Answers everything with its documented default: an empty seat."""

    def decide(self, choice: Choice) -> int:
        return choice.fallback()
