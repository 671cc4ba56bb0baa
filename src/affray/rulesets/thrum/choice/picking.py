"""The choices among what is given, by whatever rule: a combatant, a square, an area, a word."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from affray.core.action import ActionSpace
from affray.core.choice import PASS, Choice, Menu, Option
from affray.rulesets.thrum.feature import Ability
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant

if TYPE_CHECKING:
    from affray.rulesets.thrum.geometry.shapes import Shape


class Place(Choice):
    """A PC's square of the Starting Area. Rule: setup.round-zero.placement."""

    kind: ClassVar[str] = "place"

    def __init__(
        self, combat: ThrumCombat, unit: ThrumCombatant, cells: list[int], rule: str, seats: int
    ) -> None:
        super().__init__(seats, unit.index, rule, 1 + cells[0])
        self.combat = combat
        self.unit = unit
        self.cells = cells

    def answers(self) -> list[int]:
        return [1 + cell for cell in self.cells]

    def option(self, answer: int) -> Option:
        combat: ThrumCombat = self.combat
        cell = answer - 1
        return Option(
            answer, f"place {combat.grid.name(cell)}", "place", self.unit.index, None, [cell]
        )

    def why_not(self, key: str) -> tuple[str, str]:
        combat: ThrumCombat = self.combat
        words = key.split()
        cell = combat.grid.read(words[1]) if len(words) == 2 and words[0] == "place" else -1
        if cell < 0:
            return "", ""
        holder = combat.at(cell)
        return (
            self.rule,
            f"{holder.name} stands there" if holder else "it is outside the starting area",
        )

    def candidates(self) -> list[str]:
        combat: ThrumCombat = self.combat
        return [f"place {combat.grid.name(cell)}" for cell in range(combat.grid.size)]


class Pick(Menu):
    """One of a few combatants; an answer is 1 + combatant, ``done`` (0) ends an optional choice."""

    kind: ClassVar[str] = "target"

    def __init__(
        self,
        combat: ThrumCombat,
        chooser: ThrumCombatant,
        who: list[int],
        rule: str,
        verb: str,
        optional: str = "",
    ) -> None:
        options = [(PASS, optional)] if optional else []
        options.extend([(1 + one, f"{verb} {combat.units[one].name}") for one in who])
        super().__init__(chooser.seats, chooser.index, rule, options, options[0][0])

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        found.verb = "target" if answer != PASS else "pass"
        found.targets = [answer - 1] if answer != PASS else []
        return found


class PickCell(Choice):
    """One of some squares; an answer is 1 + square, 0 (``optional``) to decline."""

    kind: ClassVar[str] = "square"

    def __init__(
        self,
        combat: ThrumCombat,
        chooser: ThrumCombatant,
        cells: list[int],
        rule: str,
        verb: str,
        optional: str = "",
        about: int = -1,
    ) -> None:
        super().__init__(chooser.seats, chooser.index, rule, PASS if optional else 1 + cells[0])
        self.targets = [about] if about >= 0 else []  # who is moved, if it is somebody else
        self.combat = combat
        self.cells = cells
        self.verb = verb
        self.optional = optional

    def answers(self) -> list[int]:
        found = [PASS] if self.optional else []
        found.extend([1 + cell for cell in self.cells])
        return found

    def option(self, answer: int) -> Option:
        combat: ThrumCombat = self.combat
        if answer == PASS:
            return Option(PASS, self.optional, "pass", self.who, self.targets)
        cell = answer - 1
        key = f"{self.verb} {combat.grid.name(cell)}"
        return Option(answer, key, "square", self.who, self.targets, [cell])


class PlaceArea(Choice):
    """Where an Area or Line goes; an answer is 1 + its place in the list."""

    kind: ClassVar[str] = "area"

    def __init__(
        self, combat: ThrumCombat, chooser: ThrumCombatant, ability: Ability, shapes: list[Shape]
    ) -> None:
        super().__init__(chooser.seats, chooser.index, "area.placement", 1)
        self.combat = combat
        self.ability = ability
        self.shapes = shapes

    def answers(self) -> list[int]:
        return list(range(1, 1 + len(self.shapes)))

    def option(self, answer: int) -> Option:
        shape = self.shapes[answer - 1]
        found = Option(answer, f"area {shape.name}", "area", self.who, None, shape.cells)
        found.ability = self.ability.id
        found.object = 1 + self.alike(answer - 1)
        return found

    def alike(self, place: int) -> int:
        """Return how many areas earlier in the list end in the same square."""
        last = self.shapes[place].cells[-1]
        return len([1 for shape in self.shapes[:place] if shape.cells[-1] == last])

    def why_not(self, key: str) -> tuple[str, str]:
        if key.startswith("area "):
            return (
                "area.placement",
                "no area of that name has a square that can be chosen from here",
            )
        return "", ""


class Listed(Menu):
    """One of a few things with a number, which is the answer; ``about``: whom each concerns."""

    def __init__(
        self,
        chooser: ThrumCombatant,
        options: list[tuple[int, str]],
        rule: str,
        default: int = PASS,
        about: list[int] | None = None,
    ) -> None:
        super().__init__(chooser.seats, chooser.index, rule, options, default)
        self.about = about

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        found.verb = "choose"
        found.object = 1 + answer
        who = self.concerned(answer)
        if who >= 0:
            found.targets = [who]
        return found

    def concerned(self, answer: int) -> int:
        """Return whom an answer concerns, -1 if nobody."""
        if self.about is not None:
            for place in range(len(self.options)):
                if self.options[place][0] == answer:
                    return self.about[place]
        return -1

    def code(self, answer: int, space: ActionSpace) -> int:
        return space.packed(space.verb("choose"), 1 + answer, 1 + self.concerned(answer))


class Effects(Listed):
    """Which of several effects takes place, each with what it does.

    Rule: attack.entries-in-order.
    """

    def __init__(
        self, chooser: ThrumCombatant, options: list[tuple[int, str]], told: list[str]
    ) -> None:
        super().__init__(chooser, options, "attack.entries-in-order", options[0][0])
        self.told = told

    def prompt(self) -> str:
        rows = zip(self.options, self.told, strict=True)
        return "; ".join([f"{key}: {told}" for (_, key), told in rows if told]) or super().prompt()


class Words(Listed):
    """A few plain words; an answer is its place, from 0."""

    kind: ClassVar[str] = "question"

    def __init__(
        self,
        chooser: ThrumCombatant,
        words: list[str],
        rule: str,
        question: str,
        default: int = 0,
        about: list[int] | None = None,
    ) -> None:
        options = [(n, words[n]) for n in range(len(words))]
        super().__init__(chooser, options, rule, default, about)
        self.question = question

    def prompt(self) -> str:
        return self.question


class Overexert(Words):
    """Whether to Overexert an ability, and how if there are several ways; 0 is not.

    Rule: overexert.voluntary.
    """

    def __init__(
        self, chooser: ThrumCombatant, words: list[str], question: str = "overexert?"
    ) -> None:
        super().__init__(chooser, words, "overexert.voluntary", question)


class KeepBuff(Words):
    """Which of two Buffs to have: 0 the old one, 1 the new one. Rule: buff.second-choice."""

    def __init__(self, chooser: ThrumCombatant, old: str, new: str) -> None:
        words = [f"keep {old}", f"take {new}"]
        super().__init__(chooser, words, "buff.second-choice", "which Buff?")
