"""A pending choice as people and programs see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from affray.core.choice import Choice, Option
from affray.core.errors import AffrayError, IllegalError, InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import SideSetup
from affray.core.suspension import asked, seat_names
from affray.rulebook import catalogue


class Question:
    """A choice that waits for an answer. Its options are worked out when first looked at."""

    def __init__(
        self, choice: Choice, rules: Ruleset, names: Sequence[str], sides: Sequence[SideSetup] = ()
    ) -> None:
        """Show a choice.

        Args:
            choice: what is asked.
            rules: of the game that is played.
            names: of the seats, in order.
            sides: that they decide for, by whose names they are addressed.
        """
        self.choice = choice
        self.rules = rules
        self._names = list(names)
        self._sides = sides
        self._options: list[Option] | None = None

    @property
    def kind(self) -> str:
        """What kind of choice it is."""
        return self.choice.kind

    @property
    def rule(self) -> str:
        """The id of the rule that asks."""
        return self.choice.rule

    @property
    def seats(self) -> list[str]:
        """Who may answer: the first valid answer counts."""
        return seat_names(self.choice, self._names)

    @property
    def addressed(self) -> list[str]:
        """Who may answer, each by the name of the one side that a seat has, else of the seat."""
        found = []
        for seat in self.seats:
            mine = [one.name for one in self._sides if self._names[one.seat] == seat]
            found.append(
                mine[0] if len(mine) == 1 and seat != self._names[-1] and mine[0] else seat
            )
        return found

    @property
    def who(self) -> str:
        """The combatant that decides; "" if a whole side does."""
        return asked(self.choice)

    @property
    def prompt(self) -> str:
        """The question in a few words; the title of its rule where it has none of its own."""
        words = self.choice.prompt()
        if words != self.kind:
            return words
        try:
            return catalogue.lookup(self.rule, "" if "/" in self.rule else self.rules.id).title
        except InvalidError:  # a rule of somebody's own ruleset
            return words

    @property
    def cells(self) -> list[int]:
        """The cells that its options lead to or are aimed at, ascending."""
        return sorted({option.cells[-1] for option in self.options if option.cells})

    @property
    def reaction(self) -> bool:
        """Whether it interrupts what somebody else does."""
        return self.choice.depth > 0

    @property
    def options(self) -> list[Option]:
        """Every answer that is listed, in a fixed order, and what people may do besides."""
        if self._options is None:
            answers = [*self.choice.answers(), *self.choice.unlisted()]
            self._options = [self.choice.option(answer) for answer in answers]
        return self._options

    @property
    def keys(self) -> list[str]:
        """The keys of the options."""
        return [option.key for option in self.options]

    @property
    def fallback(self) -> Option:
        """The documented default."""
        return self.choice.option(self.choice.fallback())

    def read(self, answer: Option | str | int) -> int:
        """Return the answer that an option, a key or a number stands for.

        Raises:
            IllegalError: the rules forbid it here.
            AmbiguousError: a key that fits several options.
            UnknownKeyError: a key that names nothing.
        """
        if isinstance(answer, str):
            return self.choice.read(answer)
        number = answer.answer if isinstance(answer, Option) else answer
        if isinstance(answer, Option) and answer.key in self.keys:
            number = self.choice.read(answer.key)
        if isinstance(number, bool) or not self.choice.allows(number):
            what = answer.key if isinstance(answer, Option) else f"answer {number}"
            raise IllegalError(what, "it is no option of this choice", self.rule)
        return number

    def why_not(self, key: str) -> tuple[str, str]:
        """Return the rule that forbids a key, and why in a sentence; empty texts if none does."""
        try:
            self.choice.read(key)
        except IllegalError as fault:
            return fault.rule, str(fault)
        except AffrayError as fault:
            return "", str(fault)
        return "", ""

    def __iter__(self) -> Iterator[Option]:
        """Go through the options."""
        return iter(self.options)

    def __len__(self) -> int:
        """Return the number of options."""
        return len(self.options)

    def __contains__(self, answer: object) -> bool:
        """Return whether an option, a key or a number is a legal answer."""
        if not isinstance(answer, Option | str | int):
            return False
        try:
            self.read(answer)
        except AffrayError:
            return False
        return True

    def __repr__(self) -> str:
        """Return who is asked what."""
        who = self.who or "/".join(self.seats)
        return f"<{who}: {self.prompt} [{self.rule}] {', '.join(self.keys[:12])}>"
