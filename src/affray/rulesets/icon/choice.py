"""What a seat is asked: a space, a pattern, who acts next."""

from __future__ import annotations

from typing import ClassVar

from affray.core.action import ActionSpace
from affray.core.choice import PASS, Choice, Menu, Option
from affray.rulesets.icon.state import IconCombat, IconCombatant


class Cells(Choice):
    """One of some spaces; or none, if that has a word. ``what`` is laid there, in words."""

    kind: ClassVar[str] = "space"

    def __init__(
        self,
        combat: IconCombat,
        seats: int,
        who: int,
        rule: str,
        cells: list[int],
        none: str,
        what: str = "",
    ) -> None:
        super().__init__(seats, who, rule, PASS if none else 1 + cells[0])
        self.grid = combat.grid
        self.cells = cells
        self.none = none
        self.what = what

    def prompt(self) -> str:
        return self.what or super().prompt()

    def answers(self) -> list[int]:
        found = [PASS] if self.none else []
        return found + [1 + cell for cell in self.cells]

    def option(self, answer: int) -> Option:
        if answer == PASS:
            return Option(PASS, self.none, "pass", self.who)
        cell = answer - 1
        return Option(answer, f"space {self.grid.name(cell)}", "place", self.who, None, [cell])

    def codes(self, space: ActionSpace) -> list[int]:
        placed = space.packed(space.verb("place"))
        # 1 + the cell is both the answer and the place of its code.
        return [placed + answer if answer != PASS else PASS for answer in self.answers()]

    def why_not(self, key: str) -> tuple[str, str]:
        words = key.split()
        if len(words) == 2 and words[0] == "space":
            return self.rule, "that space cannot be chosen"
        return "", ""


class Areas(Choice):
    """One of some patterns, in which ``what`` falls."""

    kind: ClassVar[str] = "area"

    def __init__(
        self, combat: IconCombat, unit: IconCombatant, rule: str, areas: list[list[int]], what: str
    ) -> None:
        super().__init__(unit.seats, unit.index, rule, 0)
        self.grid = combat.grid
        self.areas = areas
        self.what = what

    def prompt(self) -> str:
        return self.what

    def answers(self) -> list[int]:
        return list(range(len(self.areas)))

    def option(self, answer: int) -> Option:
        cells = self.areas[answer]
        key = "area " + " ".join([self.grid.name(cell) for cell in cells])
        return Option(answer, key, "lay", self.who, None, cells, object=1 + answer)

    def read(self, key: str) -> int:
        """Return the pattern of these spaces, in whatever order they are named."""
        words = key.split()
        if words and words[0] == "area":
            for answer, cells in enumerate(self.areas):
                if sorted([self.grid.name(cell) for cell in cells]) == sorted(words[1:]):
                    return answer
        return super().read(key)

    def why_not(self, key: str) -> tuple[str, str]:
        if key.startswith("area "):
            return self.rule, "the pattern cannot lie there"
        return "", ""


class Pick(Menu):
    """A menu of one verb; answer 0 passes, any other names an object by its number.

    ``passes=False``: 0 is an object like the others. ``what`` it is about, in words, or ``target``
    whom.
    """

    def __init__(
        self,
        seats: int,
        who: int,
        rule: str,
        options: list[tuple[int, str]],
        verb: str,
        default: int = PASS,
        *,
        passes: bool = True,
        what: str = "",
        target: IconCombatant | None = None,
    ) -> None:
        super().__init__(seats, who, rule, options, default)
        self.verb = verb
        self.passes = passes
        self.what = what
        self.target = target

    def prompt(self) -> str:
        return self.what or super().prompt()

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        if answer == PASS and self.passes:
            found.verb = "pass"
        else:
            found.verb = self.verb
            self.name(found, answer)
        return found

    def name(self, option: Option, answer: int) -> None:
        """Say of an option what it is about."""
        option.object = answer if self.passes else answer + 1

    def code(self, answer: int, space: ActionSpace) -> int:
        if answer == PASS and self.passes:
            return PASS
        return self.named(space.verb(self.verb), answer, space)

    def named(self, verb: int, answer: int, space: ActionSpace) -> int:
        """Return the action code of an answer that does not pass."""
        return space.packed(verb, answer if self.passes else answer + 1)


class Whom(Pick):
    """A menu of characters: an answer is 1 + an index; 0 passes."""

    def name(self, option: Option, answer: int) -> None:
        option.targets = [answer - 1]

    def named(self, verb: int, answer: int, space: ActionSpace) -> int:
        return space.packed(verb, 0, answer)


class Whose(Pick):
    """A menu of what others have placed: of each entry, whose it is."""

    def __init__(
        self,
        seats: int,
        who: int,
        rule: str,
        options: list[tuple[int, str]],
        verb: str,
        owners: list[int],
    ) -> None:
        super().__init__(seats, who, rule, options, verb, passes=False)
        self.owners = owners

    def name(self, option: Option, answer: int) -> None:
        option.object = answer + 1
        option.targets = [self.owners[answer]]

    def named(self, verb: int, answer: int, space: ActionSpace) -> int:
        return space.packed(verb, answer + 1, 1 + self.owners[answer])


def pick_who_acts(combat: IconCombat, able: list[IconCombatant]) -> int:
    """Return who of a side takes the next turn: its seats choose where several can.

    Rules: turn.players-choose, turn.gm-chooses.
    """
    if len(able) == 1:
        return able[0].index
    seats = 0
    for unit in able:
        seats |= unit.seats
    rule = "turn.players-choose" if able[0].side == 0 else "turn.gm-chooses"
    menu = [(1 + unit.index, unit.name) for unit in able]
    return combat.ask(Whom(seats, -1, rule, menu, "act", menu[0][0])) - 1
