"""Menus whose options say what they do: words, combatants, places."""

from __future__ import annotations

from affray.core.action import ActionSpace
from affray.core.choice import PASS, CellMenu, Menu, Option, UnitMenu, UnlistedMenu


class Listed(Menu):
    """A menu of a few words: the object of an option is 1 + its place in the list.

    ``about`` and ``cells`` say, option by option, whom and which space it is about, -1 nobody and
    none.
    """

    def __init__(
        self,
        seats: int,
        who: int,
        rule: str,
        options: list[tuple[int, str]],
        default: int = PASS,
        about: list[int] | None = None,
        cells: list[int] | None = None,
    ) -> None:
        super().__init__(seats, who, rule, options, default)
        self.about = about
        self.cells = cells

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        if answer == PASS:
            found.verb = "pass"
            return found
        found.verb = "choose"
        place = self.answers().index(answer)
        found.object = 1 + place
        if self.about is not None and self.about[place] >= 0:
            found.targets = [self.about[place]]
        if self.cells is not None and self.cells[place] >= 0:
            found.cells = [self.cells[place]]
        return found

    def codes(self, space: ActionSpace) -> list[int]:
        choose = space.verb("choose")
        about, cells = self.about, self.cells
        found: list[int] = []
        for place, (answer, _) in enumerate(self.options):
            if answer == PASS:
                found.append(space.packed(0))
                continue
            target = 1 + about[place] if about is not None else 0
            cell = 1 + cells[place] if cells is not None else 0
            found.append(space.packed(choose, 1 + place, target, cell))
        return found


class Beside(UnlistedMenu):
    """A menu of words with legal answers beside the list, numbered on from it."""

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        if answer == PASS:
            found.verb = "pass"
            return found
        found.verb = "choose"
        found.object = 1 + [*self.answers(), *self.unlisted()].index(answer)
        return found

    def codes(self, space: ActionSpace) -> list[int]:
        choose = space.verb("choose")
        return [
            PASS if answer == PASS else space.packed(choose, 1 + place)
            for place, (answer, _) in enumerate(self.options)
        ]


class Units(UnitMenu):
    """A menu of combatants, of whom one is meant: an answer is 1 + an index."""

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        found.verb = "choose" if answer > 0 else "pass"
        return found

    def code(self, answer: int, space: ActionSpace) -> int:
        return space.packed(space.verb("choose"), 0, answer) if answer > 0 else PASS

    def codes(self, space: ActionSpace) -> list[int]:
        choose = space.verb("choose")
        return [
            space.packed(choose, 0, answer) if answer > 0 else PASS for answer, _ in self.options
        ]


class Places(CellMenu):
    """A menu of spaces, one of which is meant: an answer is 1 + a space."""

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        found.verb = "choose" if answer > 0 else "pass"
        return found

    def code(self, answer: int, space: ActionSpace) -> int:
        return space.packed(space.verb("choose"), 0, 0, answer) if answer > 0 else PASS

    def codes(self, space: ActionSpace) -> list[int]:
        choose = space.verb("choose")
        return [
            space.packed(choose, 0, 0, answer) if answer > 0 else PASS for answer, _ in self.options
        ]
