"""Questions with few answers: aims, facings, delays, wounds, items, thralls."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.action import ActionSpace
from affray.core.choice import PASS, CellMenu, Choice, Menu, Option
from affray.core.grid import DIRECTIONS
from affray.rulesets.quest.definitions import Spell
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import AIMS, MODES, UNAIMED

EVERY_AIM: Final = [(1 + aim, word) for aim, word in enumerate(AIMS)]


class NumberedMenu(Menu):
    """A menu of which every answer but to pass is 1 + the number of what it is about.

    ``target`` is whom all of it is about, by index; -1 nobody.
    """

    def __init__(
        self,
        seats: int,
        who: int,
        rule: str,
        options: list[tuple[int, str]],
        default: int,
        verb: str,
        target: int = -1,
    ) -> None:
        super().__init__(seats, who, rule, options, default)
        self.verb = verb
        self.about = target

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        found.verb = self.verb if answer != PASS else "pass"
        found.object = answer
        if self.about >= 0 and answer != PASS:
            found.targets = [self.about]
        return found

    def code(self, answer: int, space: ActionSpace) -> int:
        if answer == PASS:
            return PASS
        return space.packed(space.verb(self.verb), answer, 1 + self.about)

    def codes(self, space: ActionSpace) -> list[int]:
        verb = space.verb(self.verb)
        return [
            PASS if answer == PASS else space.packed(verb, answer, 1 + self.about)
            for answer, _ in self.options
        ]


class Aim(NumberedMenu):
    """What an attack is aimed at. Rules: attack.aim-choice, attack.declaration."""

    kind: ClassVar[str] = "aim"

    def __init__(self, unit: QuestCombatant, target: QuestCombatant) -> None:
        usual = 1 + UNAIMED
        super().__init__(
            unit.seats, unit.index, "attack.aim-choice", EVERY_AIM, usual, "aim", target.index
        )
        self.target = target

    def prompt(self) -> str:
        return f"aim at {self.target.name}"


class Face(Choice):
    """Which way to face at the end of a turn. Rule: move.facing."""

    kind: ClassVar[str] = "facing"

    def __init__(self, unit: QuestCombatant) -> None:
        super().__init__(unit.seats, unit.index, "move.facing", PASS)
        self.facing = unit.facing

    def answers(self) -> list[int]:
        return [PASS, *[1 + n for n in range(len(DIRECTIONS)) if n != self.facing]]

    def option(self, answer: int) -> Option:
        key = "keep facing" if answer == PASS else f"face {DIRECTIONS[answer - 1]}"
        verb = "pass" if answer == PASS else "face"
        return Option(answer, key, verb, self.who, object=answer)

    def code(self, answer: int, space: ActionSpace) -> int:
        return PASS if answer == PASS else space.packed(space.verb("face"), answer)

    def codes(self, space: ActionSpace) -> list[int]:
        verb = space.verb("face")
        found = [PASS]
        for n in range(len(DIRECTIONS)):
            if n != self.facing:
                found.append(space.packed(verb, 1 + n))
        return found


class Delay(Menu):
    """Whether to take one's turn at once or later in the round. Rule: initiative.delay."""

    def __init__(self, unit: QuestCombatant, options: list[tuple[int, str]], later: int) -> None:
        super().__init__(unit.seats, unit.index, "initiative.delay", options)
        self.later = later
        self.at_once = 1 - later

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        found.verb = self.word(answer)
        return found

    def word(self, answer: int) -> str:
        """Return the verb of an answer."""
        return "pass" if answer == PASS else "delay" if answer == self.later else "act"

    def code(self, answer: int, space: ActionSpace) -> int:
        return space.packed(space.verb(self.word(answer)))


class MoveManner(Menu):
    """How a move that a spell grants is made. Rules: move.tumble, sneak.start-unseen."""

    kind: ClassVar[str] = "manner"

    def __init__(self, unit: QuestCombatant, modes: list[int]) -> None:
        options = [(1 + mode, MODES[mode]) for mode in modes]
        super().__init__(unit.seats, unit.index, "move.tumble", options, options[0][0])

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        found.verb = MODES[answer - 1]
        return found

    def prompt(self) -> str:
        return "how to move"


class RemoveWound(NumberedMenu):
    """Which wound to be rid of: the healed unit's controller chooses, or whoever uses an item."""

    kind: ClassVar[str] = "wound"

    def __init__(self, chooser: QuestCombatant, kinds: list[int]) -> None:
        options = [(1 + kind, f"heal {AIMS[kind]} wound") for kind in kinds]
        super().__init__(
            chooser.seats,
            chooser.index,
            "wound.healed-one-per-instance",
            options,
            options[-1][0],
            "heal",
        )


class WhichItem(Menu):
    """Which held item the target loses. Rule: attack.disarm."""

    kind: ClassVar[str] = "disarm"

    def __init__(self, combat: QuestCombat, chooser: QuestCombatant, pieces: list[int]) -> None:
        options = [(1 + piece, combat.thing(piece).id) for piece in pieces]
        super().__init__(chooser.seats, chooser.index, "attack.disarm", options, options[0][0])

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        found.verb = "disarm"
        found.object = 1 + (answer - 1) // 2
        found.ability = found.key
        return found


class Landing(CellMenu):
    """Where the item falls. Rule: disarmed.where-it-lands."""

    kind: ClassVar[str] = "landing"

    def __init__(self, combat: QuestCombat, chooser: QuestCombatant, cells: list[int]) -> None:
        options = [(1 + cell, f"at {combat.grid.name(cell)}") for cell in cells]
        super().__init__(
            chooser.seats,
            chooser.index,
            "disarmed.where-it-lands",
            options,
            options[0][0],
            "at",
        )


class SummonsFacing(NumberedMenu):
    """Which way a creature faces when it appears. Rule: summon.place."""

    def __init__(self, unit: QuestCombatant) -> None:
        options = [(1 + number, f"facing {DIRECTIONS[number]}") for number in range(8)]
        super().__init__(unit.seats, unit.index, "summon.place", options, 1 + unit.facing, "face")


class Thrall(Menu):
    """Whether to retain a summoned unit. Rules: thrall.retain, thrall.when-paid."""

    kind: ClassVar[str] = "thrall"

    def __init__(self, summoner: QuestCombatant, unit: QuestCombatant, cost: int) -> None:
        options = [(PASS, "pass"), (1, f"thrall {unit.name}")]
        super().__init__(summoner.seats, summoner.index, "thrall.when-paid", options)
        self.unit = unit
        self.cost = cost

    def prompt(self) -> str:
        return f"{self.cost} maximum hit points"

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        if answer != PASS:
            found.targets = [self.unit.index]
            found.cost = self.cost
        return found

    def code(self, answer: int, space: ActionSpace) -> int:
        return (
            PASS if answer == PASS else space.packed(space.verb("thrall"), 0, 1 + self.unit.index)
        )


class Upkeep(Menu):
    """Whether to pay for a spell that is kept up, or to let it end. Rule: channel.upkeep."""

    def __init__(self, unit: QuestCombatant, spell: Spell, target: QuestCombatant) -> None:
        name = target.name
        options = [(1, f"keep {spell.id} on {name}"), (PASS, f"end {spell.id} on {name}")]
        super().__init__(unit.seats, unit.index, "channel.upkeep", options, 1)
        self.spell = spell
        self.target = target

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        found.verb = "keep" if answer != PASS else "end"
        found.object = 1 + self.spell.number
        found.targets = [self.target.index]
        found.ability = self.spell.id
        found.cost = self.spell.upkeep if answer != PASS else -1
        return found

    def code(self, answer: int, space: ActionSpace) -> int:
        verb = space.verb("keep" if answer != PASS else "end")
        return space.packed(verb, 1 + self.spell.number, 1 + self.target.index)
