"""What a turn and an attack ask: to move, to act, a Stance, a delay, a shove, a defence."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from affray.core.choice import PASS, Choice, Menu, Option
from affray.core.grid import DIRECTIONS, step_of
from affray.core.move_choice import OTHER, MoveChoice
from affray.core.reach import Reach
from affray.rulesets.thrum import action
from affray.rulesets.thrum.feature import (
    ACTION,
    DEFENCES,
    EVASION,
    NO_DEFENCE,
    RESILIENCE,
    STANCE,
    Ability,
    Use,
)
from affray.rulesets.thrum.state import Character, ThrumCombat

if TYPE_CHECKING:
    from affray.rulesets.thrum.movement import Move

DROP: Final = OTHER  # a move answer is 1 + square; a drop this + square
EXTRA: Final = 2_000_000  # another way to move: this + owner * 1000 + code
EACH: Final = 1000  # an action answer is slot * EACH + 1 + its own answer

BY_END: Final = 1
BY_REF: Final = 2


class MoveTo(MoveChoice):
    """Where to move: squares within reach, drops, other ways; or stop."""

    def __init__(self, move: Move) -> None:
        who, grid, here = move.unit.index, move.combat.grid, move.unit.cell
        edge, stride = "grid.map-edge", "grid.adjacency"
        super().__init__(move.seats, who, "move.budget", grid, here, edge, stride)
        self.move = move

    def search(self) -> Reach:
        return self.move.reach()

    def fallback(self) -> int:
        return self.answers()[0]

    def offered(self) -> list[int]:
        move = self.move
        stops = move.stops
        cells = self.reach().cells
        here = move.unit.cell
        may_stay = not move.must and (stops is None or here in stops or not move.made)
        found = [PASS] if may_stay else []
        if stops is None:
            found.extend([1 + cell for cell in cells])
        else:
            found.extend([1 + cell for cell in cells if cell in stops])
        found.extend(self.drops())
        found.extend(self.extras())
        if not found:
            found.append(PASS)
        return found

    def drops(self) -> list[int]:
        """Return the squares two levels or more below that may be dropped to.

        Rule: move.drop.option.
        """
        move = self.move
        grid = move.combat.grid
        level = grid.levels[move.unit.cell]
        found: list[int] = []
        if move.ghost:
            return found
        for cell in grid.near[move.unit.cell]:
            if level - grid.levels[cell] >= 2 and move.combat.free(cell):
                if move.stops is not None and cell not in move.stops:
                    continue
                move.dropping = cell
                if 0 <= move.price(cell) <= move.left():
                    found.append(DROP + cell)
        move.dropping = -1
        return found

    def extras(self) -> list[int]:
        return self.move.extras()

    def other_ways(self) -> bool:
        """Return whether there is more to choose here than squares to walk to."""
        return bool(self.drops() or self.extras())

    def take_extra(self, answer: int) -> None:
        self.move.take_extra(answer - EXTRA)

    def path_rule(self, answer: int) -> str:
        move = self.move
        cells = self.cells(answer)
        if not cells:
            return "grid.map-edge"
        if move.stuck():
            return "condition.immobilized"
        obstacles = move.lay()
        cost = 0
        waiver = move.waiver()
        here = move.unit.cell
        for goal in cells:
            if obstacles.barred(goal):
                return "move.enemies-block"
            base = -1
            for other, price, _ in move.exits().rows[here]:
                if other == goal:
                    base = price
            if base < 0:
                return "grid.map-edge"
            base += int(obstacles.leave[here]) + int(obstacles.enter[goal])
            if waiver == 1 and base > 1:
                waiver = 0
                base = 1
            cost += 1 if waiver == 2 else base
            here = goal
        if cost > move.left():
            return "move.must-afford-step"
        if obstacles.shut(here):
            return "move.no-stopping-on-allies"
        if move.stops is not None and here not in move.stops:
            return move.rule
        return ""

    def verbs(self) -> list[str]:
        return ["drop"]

    def other(self, answer: int) -> Option:
        if answer >= EXTRA:
            return Option(answer, self.move.extra_key(answer - EXTRA), "", self.who)
        cell = answer - DROP
        return Option(answer, f"drop {self.grid.name(cell)}", "drop", self.who, None, [cell], "", 1)

    def why_not_other(self, verb: str, cell: int) -> tuple[str, str]:
        return "move.drop.option", "no drop of two levels that can be paid and entered"

    def why_not_cell(self, cell: int) -> tuple[str, str]:
        holder = self.move.combat.at(cell)
        if cell == self.move.unit.cell:
            return "move.budget", "it stands there already"
        if holder is not None and holder.side != self.move.unit.side:
            return "move.enemies-block", f"{holder.name} stands there"
        if holder is not None:
            return "move.no-stopping-on-allies", f"{holder.name} stands there"
        if self.reach().cost(cell) >= 0:
            return self.move.rule, "this movement may not end there"
        return "move.budget", f"it is not within {self.move.left()} squares of movement"

    def prompt(self) -> str:
        return f"move, {self.move.left()} squares left"


class Delay(Choice):
    """To act now, or to wait until another has acted; an answer is 1 + that combatant."""

    kind: ClassVar[str] = "menu"

    def __init__(self, combat: ThrumCombat, unit: Character, later: list[int]) -> None:
        super().__init__(unit.seats, unit.index, "delay.choose-a-point", PASS)
        self.field = combat
        self.later = later

    def answers(self) -> list[int]:
        return [PASS, *[1 + other for other in self.later]]

    def option(self, answer: int) -> Option:
        if answer == PASS:
            return Option(PASS, "act", "", self.who)
        return Option(answer, f"delay {self.field.units[answer - 1].name}", "", self.who)


class DropAttribute(Menu):
    """END or REF for a drop roll. Rule: move.drop.roll."""

    kind: ClassVar[str] = "drop attribute"

    def __init__(self, combat: ThrumCombat, who: Character) -> None:
        options = [(BY_END, "by endurance"), (BY_REF, "by reflexes")]
        better = BY_REF if who.sheet.ref > who.sheet.end else BY_END
        super().__init__(who.seats, who.index, "move.drop.roll", options, better)


class Shift(Menu):
    """Direction and distance of a push, pull or shift. An answer is 1 + direction + 8 * (n - 1)."""

    kind: ClassVar[str] = "shift"

    def __init__(
        self,
        combat: ThrumCombat,
        chooser: Character,
        unit: Character,
        n: int,
        mode: int,
        anchor: int,
    ) -> None:
        super().__init__(chooser.seats, chooser.index, "move.forced.path", [(PASS, "leave")])
        self.field = combat
        self.unit = unit
        for direction in range(8):
            cell = unit.cell
            dx, dy = step_of(direction)
            for far in range(1, n + 1):
                goal = combat.grid.beside(cell, dx, dy)
                if not pushable(combat, cell, goal, mode, anchor):
                    break
                answer = 1 + direction + 8 * (far - 1)
                self.options.append((answer, f"push {unit.name} {DIRECTIONS[direction]} {far}"))
                cell = goal

    def ways(self) -> bool:
        return len(self.options) > 1


def pushable(combat: ThrumCombat, cell: int, goal: int, mode: int, anchor: int) -> bool:
    """Return whether force may carry over one square in its direction.

    Rules: move.forced.stops, move.forced.push-away.
    """
    from affray.rulesets.thrum.forced import AWAY, TOWARD, can_be_pushed

    if not can_be_pushed(combat, cell, goal):
        return False
    before = combat.distance(anchor, cell)
    after = combat.distance(anchor, goal)
    return not ((mode == AWAY and after <= before) or (mode == TOWARD and after >= before))


class Defend(Menu):
    """How to defend, before any die falls.

    Rules: attack.always-may-defend, attack.waive-defence.
    """

    kind: ClassVar[str] = "defend"

    def __init__(
        self,
        combat: ThrumCombat,
        roller: Character,
        use: Use,
        slot: int,
        rule: str,
        defences: list[int],
    ) -> None:
        options = [(1 + one, DEFENCES[one]) for one in defences]
        super().__init__(roller.seats, roller.index, rule, options, options[0][0])
        self.use = use
        self.slot = slot
        best = -100
        for one in defences:
            worth = defence_modifier(roller, one) if one != NO_DEFENCE else -99
            if one == EVASION:
                worth -= 1  # it costs a Vulnerable
            if worth > best:
                best = worth
                self.default = 1 + one

    def prompt(self) -> str:
        return "defend with"


def defence_modifier(unit: Character, defence: int) -> int:
    """Rules: defence.resilience, defence.evasion.modifier, defence.resolve."""
    if defence == RESILIENCE:
        return unit.sheet.resilience
    return unit.sheet.evasion if defence == EVASION else unit.sheet.resolve


class Act(Choice):
    """The Action of a turn: a basic Action or one that the character has, or none.

    An answer is slot * EACH + 1 + what the ability offers (0, or 1 + target); of an Action that
    somebody's feature lends, EXTRA + what action.offers says.
    Rules: turn.one-action, turn.steps-optional, turn.basic-abilities-always.
    """

    kind: ClassVar[str] = "action"

    def __init__(self, combat: ThrumCombat, unit: Character) -> None:
        super().__init__(unit.seats, unit.index, "turn.one-action", PASS)
        self.field = combat
        self.unit = unit
        self.listed: list[int] | None = None
        self.must = False  # something done just before it asks for an Action

    def fallback(self) -> int:
        return self.answers()[0]

    def answers(self) -> list[int]:
        if self.listed is None:
            found = [] if self.must else [PASS]
            for ability in self.unit.sheet.abilities:
                if ability.kind == ACTION and ability.cannot(self.field, self.unit) == "":
                    base = ability.slot * EACH + 1
                    for answer in ability.answers(self.field, self.unit):
                        found.append(base + answer)
            found.extend([EXTRA + offer for offer in action.offers(self.field, self.unit)])
            self.listed = found
        return self.listed

    def ability(self, answer: int) -> Ability:
        if answer >= EXTRA:
            return action.offered(self.field, answer - EXTRA)
        return self.unit.sheet.abilities[(answer - 1) // EACH]

    def take(self, answer: int) -> None:
        """Take the Action that an answer names."""
        if answer >= EXTRA:
            action.take_offer(self.field, self.unit, answer - EXTRA)
        else:
            self.ability(answer).act(self.field, self.unit, (answer - 1) % EACH)

    def option(self, answer: int) -> Option:
        who = self.unit.index
        if answer == PASS:
            return Option(PASS, "no action", "no action", who)
        ability = self.ability(answer)
        if answer >= EXTRA:
            key = action.offer_key(self.field, self.unit, answer - EXTRA)
            return Option(answer, key, "", who, None, None, ability.id)
        target = (answer - 1) % EACH - 1
        if target < 0:
            return Option(answer, ability.id, ability.id, who, None, None, ability.id)
        key = f"{ability.id} {self.field.units[target].name}"
        return Option(answer, key, ability.id, who, [target], None, ability.id)

    def why_not(self, key: str) -> tuple[str, str]:
        words = key.split()
        ability = self.unit.sheet.ability(words[0]) if words else None
        if ability is None:
            return "", ""
        if ability.kind != ACTION:
            return "turn.one-action", f"{ability.name} is no Action"
        rule = ability.cannot(self.field, self.unit)
        if not rule and not ability.answers(self.field, self.unit):
            rule = "target.needs-valid-target"
        if rule and rule != "target.needs-valid-target":
            return rule, f"{ability.name} cannot be used now"
        for other in self.field.units:
            if len(words) > 1 and other.name == words[1]:
                return ability.target_rule(self.field, self.unit, other)
        if rule:
            return rule, f"nobody is a valid target of {ability.name} now"
        return "target.needs-valid-target", "it names its target differently"

    def candidates(self) -> list[str]:
        found: list[str] = []
        for ability in self.unit.sheet.abilities:
            found.append(ability.id)
            found.extend([f"{ability.id} {other.name}" for other in self.field.units])
        return found

    def prompt(self) -> str:
        return "action"


class TakeStance(Choice):
    """A Stance to take or renew, or the present one to keep.

    An answer is 1 + slot. Rules: turn.stance-step, stance.renew.
    """

    kind: ClassVar[str] = "stance"

    def __init__(
        self, combat: ThrumCombat, unit: Character, rule: str, basic_only: bool = False
    ) -> None:
        super().__init__(unit.seats, unit.index, rule, PASS)
        self.field = combat
        self.unit = unit
        self.basic_only = basic_only

    def answers(self) -> list[int]:
        found = [PASS]
        for ability in self.unit.sheet.abilities:
            if ability.kind == STANCE and ability.cannot(self.field, self.unit) == "":
                if not self.basic_only or ability.art == "basic":
                    found.append(1 + ability.slot)
        return found

    def option(self, answer: int) -> Option:
        who = self.unit.index
        if answer == PASS:
            return Option(
                PASS, "keep stance" if self.unit.stance >= 0 else "no stance", "keep", who
            )
        ability = self.unit.sheet.abilities[answer - 1]
        return Option(answer, ability.id, "stance", who, None, None, ability.id)

    def why_not(self, key: str) -> tuple[str, str]:
        ability = self.unit.sheet.ability(key)
        if ability is None:
            return "", ""
        rule = ability.cannot(self.field, self.unit) if ability.kind == STANCE else self.rule
        return rule or self.rule, f"{ability.name} cannot be taken in this step"

    def candidates(self) -> list[str]:
        return [ability.id for ability in self.unit.sheet.abilities]
