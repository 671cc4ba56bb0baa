"""What is asked of a spell: which options to pay for, and its target."""

from __future__ import annotations

from typing import ClassVar

from affray.core.action import ActionSpace
from affray.core.choice import Choice, Menu, Option
from affray.rulesets.quest.definitions import Note, Spell
from affray.rulesets.quest.state import QuestCombat, QuestCombatant


class Notes(Menu):
    """Which options of a spell's notes to pay for. Rule: spell.notes-options."""

    kind: ClassVar[str] = "notes"

    def __init__(self, unit: QuestCombatant, spell: Spell, sets: list[int]) -> None:
        options: list[tuple[int, str]] = []
        for one in sets:
            options.append((one, note_key(spell, one)))
        super().__init__(unit.seats, unit.index, "spell.notes-options", options, sets[0])
        self.spell = spell

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        found.verb = "option" if answer else "pass"
        found.object = answer
        found.ability = self.spell.id
        found.cost = self.spell.note_cost(answer)
        return found

    def code(self, answer: int, space: ActionSpace) -> int:
        return space.packed(space.verb("option" if answer else "pass"), answer)

    def prompt(self) -> str:
        notes = self.spell.notes
        if len(notes) == 1:
            return f"{self.spell.name}, {offer_of(notes[0])}"
        texts = [f"{number}, {offer_of(note)}" for number, note in enumerate(notes, start=1)]
        return f"{self.spell.name}, {' '.join(texts)}"


def offer_of(note: Note) -> str:
    """Return what an option gives and takes, in words: ``for 1 bonus action: Radius 2.``."""
    many = "" if note.times == 1 else f", up to {note.times} times"
    actions = "1 bonus action" if note.ba == 1 else f"{note.ba} bonus actions"
    return f"for {actions}{many}: {note.text}"


def note_key(spell: Spell, notes: int) -> str:
    """Return the key of options that are paid for: by number if the spell has several."""
    if notes == 0:
        return "no option"
    cost = spell.note_cost(notes)
    if len(spell.notes) == 1:
        return f"option for {cost} ba"
    numbers = ""
    for note, times in spell.paid(notes):
        numbers += f" {spell.notes.index(note) + 1}" * times
    return f"option{numbers} for {cost} ba"


class Goal(Choice):
    """The target of a spell: a unit (1 + index) or a space (1 + cell)."""

    kind: ClassVar[str] = "target"

    def __init__(
        self, combat: QuestCombat, unit: QuestCombatant, spell: Spell, found: list[int], rule: str
    ) -> None:
        super().__init__(unit.seats, unit.index, rule, 1 + usual_goal(combat, unit, spell, found))
        self.field = combat
        self.unit = unit
        self.spell = spell
        self.space = spell.target == "space"
        self.found = found
        self.notes = 0

    def answers(self) -> list[int]:
        return [1 + one for one in self.found]

    def option(self, answer: int) -> Option:
        if self.space:
            name = f"at {self.field.grid.name(answer - 1)}"
            return Option(answer, name, "at", self.unit.index, None, [answer - 1], self.spell.id)
        name = f"target {self.field.units[answer - 1].name}"
        return Option(answer, name, "target", self.unit.index, [answer - 1], None, self.spell.id)

    def code(self, answer: int, space: ActionSpace) -> int:
        if self.space:
            return space.packed(space.verb("at"), 0, 0, answer)
        return space.packed(space.verb("target"), 0, answer)

    def codes(self, space: ActionSpace) -> list[int]:
        if not self.space:
            return super().codes(space)
        at = space.packed(space.verb("at"), 0, 0, 1)
        return [at + cell for cell in self.found]  # the place of a code is 1 + the cell

    def prompt(self) -> str:
        return self.spell.name


def usual_goal(combat: QuestCombat, unit: QuestCombatant, spell: Spell, found: list[int]) -> int:
    """Return the target by default: the first listed, of an attack the first enemy."""
    if spell.attack and spell.target != "space":
        for one in found:
            if combat.enemies(unit, combat.units[one]):
                return one
    return found[0]
