"""The choices of a turn: what to do, where to go, where to centre an area."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from affray.core.choice import PASS, Choice, Option
from affray.core.move_choice import OTHER, MoveChoice
from affray.core.reach import Reach
from affray.rulesets.ingenuity import action, aim, code, prepare, refusal, unkind
from affray.rulesets.ingenuity.state import SPURNED, IngenuityCombat, Power, Unit

if TYPE_CHECKING:
    from affray.rulesets.ingenuity.movement import Move


class MoveTo(MoveChoice):
    """Where to move. Rules: action.move, movement.path."""

    def __init__(self, move: Move) -> None:
        unit = move.unit
        edge, stride = "movement.map-edge", "movement.path"
        grid = move.combat.grid
        super().__init__(unit.seats, unit.index, "action.move", grid, unit.cell, edge, stride)
        self.move = move
        self.ends: dict[int, list[int]] | None = None
        self.leaps: dict[int, list[int]] | None = None

    def search(self) -> Reach:
        return self.move.reach()

    def offered(self) -> list[int]:
        cells = self.reach().cells
        walks = [PASS, *[1 + cell for cell in cells], *[1 + cell for cell in self.last()]]
        return [*walks, *[OTHER + cell for cell in self.jumps()]]

    def last(self) -> dict[int, list[int]]:
        """Return the ways into costly spaces that end the move. Rule: movement.difficult."""
        if self.ends is None:
            self.ends = self.move.last_steps(self.reach())
        return self.ends

    def jumps(self) -> dict[int, list[int]]:
        """Return the ways to where jumps lead that take a test. Rule: movement.jump."""
        if self.leaps is None:
            self.leaps = self.move.jumps(self.reach())
        return self.leaps

    def plan(self, answer: int) -> list[int]:
        """Return the steps of an answer."""
        if answer < 0:
            return self.move.steps_of(self.cells(answer))
        return self.jumps()[answer - OTHER] if answer >= OTHER else self.walk(answer - 1)

    def walk(self, cell: int) -> list[int]:
        """Return the steps to a place; a jump over a gap is one of them."""
        last = self.last()
        return last[cell] if cell in last else self.reach().path(cell)

    def way(self, cell: int) -> list[int]:
        """Return the spaces that lead to a place, those of gaps that are jumped over too."""
        return self.move.spelled(self.walk(cell))

    def cost(self, cell: int) -> int:
        return self.move.left() if cell in self.last() else self.reach().cost(cell)

    def verbs(self) -> list[str]:
        return ["jump"]

    def other(self, answer: int) -> Option:
        cell = answer - OTHER
        return Option(answer, f"jump {self.grid.name(cell)}", "jump", self.who, None, [cell])

    def why_not_other(self, verb: str, cell: int) -> tuple[str, str]:
        return "movement.jump", "there is no gap to be jumped with a test"

    def path_rule(self, answer: int) -> str:
        cells = self.cells(answer)
        return self.move.path_rule(self.move.steps_of(cells)) if cells else "movement.map-edge"

    def why_not_cell(self, cell: int) -> tuple[str, str]:
        holder = self.move.combat.at(cell)
        if holder is not None and holder is not self.move.unit:
            return "movement.occupied", f"{holder.name} stands there"
        return "movement.speed", f"it is not within {self.move.left()} m"

    def prompt(self) -> str:
        return f"move, {self.move.left()} m left"


class Centre(Choice):
    """On which space an area is centred; an answer is 1 + the space. Rule: power.area."""

    kind: ClassVar[str] = "centre"

    def __init__(self, combat: IngenuityCombat, unit: Unit, power: Power, cells: list[int]) -> None:
        super().__init__(unit.seats, unit.index, "power.area", 1 + cells[0])
        self.field = combat
        self.unit = unit
        self.power = power
        self.cells = cells

    def answers(self) -> list[int]:
        return [1 + cell for cell in self.cells]

    def option(self, answer: int) -> Option:
        cell = answer - 1
        name = self.field.grid.name(cell)
        return Option(answer, f"at {name}", "at", self.unit.index, None, [cell], self.power.id)

    def why_not(self, key: str) -> tuple[str, str]:
        words = key.split()
        if len(words) == 2 and words[0] == "at":
            return "geometry.line-of-sight", "it is out of range or out of sight"
        return "", ""

    def candidates(self) -> list[str]:
        return [f"at {self.field.grid.name(cell)}" for cell in range(self.field.grid.size)]

    def prompt(self) -> str:
        return f"{self.power.id}, where?"


class Act(Choice):
    """What to do next, or to end the turn; on command one action, or none.

    Rules: turn.three-actions, action.command.limits, setup.instigating-action.
    """

    kind: ClassVar[str] = "action"

    def __init__(self, combat: IngenuityCombat, unit: Unit, own: bool) -> None:
        rule = "turn.three-actions" if own else "action.command"
        super().__init__(unit.seats, unit.index, rule, PASS)
        self.field = combat
        self.unit = unit
        self.own = own
        self.listed: list[int] | None = None

    def narrowed(self) -> bool:
        """Return whether so little may be left that nothing is to be chosen.

        Else there are always two answers at least: to end the turn, or to surrender.
        Rules: setup.instigating-action, end.surrender.
        """
        unit = self.unit
        opens = unit.index == self.field.instigator and self.field.aimed >= 0
        spurned = unit.used[SPURNED] > 0
        return opens or spurned or (unit.effects != [] and unit.is_held("bidden"))

    def forced(self) -> list[int]:
        """Return the attacks with which the instigator must open.

        Rule: setup.instigating-action.
        """
        combat = self.field
        if not self.own or self.unit.index != combat.instigator or combat.aimed < 0:
            return []
        if not combat.units[combat.aimed].awake:
            return []  # the target is down
        return aim.strikes_at(combat, self.unit, combat.aimed)

    def bidden(self, found: list[int]) -> list[int]:
        """Return what is left to somebody provoked who has yet to target who provoked it.

        At least one of its actions must, if possible: so the last one, and no earlier end.
        """
        unit = self.unit
        if not self.own or not unit.effects or not unit.is_held("bidden") or unit.actions < 1:
            return found
        aimed = [
            one
            for one in found
            if code.verb_of(one) in action.TARGETED
            and unit.from_whom("bidden", code.b_of(one))
            and self.field.enemies(unit, self.field.units[code.b_of(one)])
        ]
        if not aimed:
            return found
        return [one for one in found if one in aimed or self.leaves_some(one)]

    def leaves_some(self, answer: int) -> bool:
        """Return whether something leaves an action for what has yet to be done."""
        verb = code.verb_of(answer)
        if answer == PASS or verb in code.ENDING:
            return False
        price = action.price_of(self.field, self.unit, answer)
        if verb == code.GO_ON:
            price = self.unit.task_left
        elif verb == code.IMPROVISE:
            price = 1
        return price < self.unit.actions

    def answers(self) -> list[int]:
        if self.listed is None:
            found = self.forced()
            if not found:
                found = [PASS, *action.possible(self.field, self.unit, self.own)]
                found = self.bidden(found)
            if found[0] != PASS:
                self.default = found[0]
            self.listed = found
        return self.listed

    def unlisted(self) -> list[int]:
        """Return what is legal and no program is tempted by: attacks on friends, assisting.

        Rules: attack.ally, test.assist.
        """
        if self.forced():
            return []
        field, unit = self.field, self.unit
        codes = unkind.codes(field, unit) + action.assists(field, unit)
        return [one for one in codes if not action.forbids(self.field, self.unit, one, self.own)]

    def allows(self, answer: int) -> bool:
        """Return whether an answer is legal: more can be readied than is listed."""
        if super().allows(answer):
            return True
        return code.verb_of(answer) == code.READY and answer in self.readies()

    def readies(self) -> list[int]:
        """Return everything that can be readied, if anything can. Rule: action.ready.what."""
        field, unit = self.field, self.unit
        if not any([code.verb_of(one) == code.READY for one in self.answers()]):
            return []
        found = prepare.every_ready(field, unit)
        return [one for one in found if not action.forbids(field, unit, one, self.own)]

    def read(self, key: str) -> int:
        words = " ".join(key.split())
        if words.startswith("ready "):
            for one in self.readies():
                if action.key(self.field, self.unit, one) == words:
                    return one
        return super().read(key)

    def fallback(self) -> int:
        self.answers()
        return self.default

    def option(self, answer: int) -> Option:
        if answer == PASS:
            word = "end turn" if self.own else "nothing"
            return Option(PASS, word, word, self.unit.index)
        return action.option(self.field, self.unit, answer)

    def why_not(self, key: str) -> tuple[str, str]:
        field, unit = self.field, self.unit
        codes = [*action.thinkable(field, unit), *aim.all_strikes(field, unit)]
        codes += [*unkind.codes(field, unit), *action.assists(field, unit)]
        for one in codes:
            if action.key(field, unit, one) == key:
                rule = action.forbids(field, unit, one, self.own)
                if not rule and self.forced():
                    rule = "setup.instigating-action"
                if not rule and one not in self.answers():
                    rule = "maneuver.steps"  # provoked
                return rule, refusal.fact(rule)
        return "", ""

    def candidates(self) -> list[str]:
        field, unit = self.field, self.unit
        return [action.key(field, unit, one) for one in action.thinkable(field, unit)]

    def prompt(self) -> str:
        return f"{self.unit.actions} actions"
