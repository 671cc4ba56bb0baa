"""Moving without a budget: by teleport, by swap, by force."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.choice import PASS, Menu, Option
from affray.core.event import Placed
from affray.core.grid import DIRECTIONS, step_of
from affray.rulesets.thrum.condition.holding import gain_status, give
from affray.rulesets.thrum.condition.kinds import DAZED, SLOWED
from affray.rulesets.thrum.feature import Trigger, Use
from affray.rulesets.thrum.geometry.squares import alone, can_be_stood_on, levels_down
from affray.rulesets.thrum.ledger import ability_of, carry, rule_of, transfer
from affray.rulesets.thrum.movement.pace import speed_of
from affray.rulesets.thrum.movement.walking import Move, drop_roll, entered
from affray.rulesets.thrum.reaction.triggers import trigger
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import LEAVES, MOVED, SHIFTED

# Directions that a push may take.
ANY: Final = 0
AWAY: Final = 1
TOWARD: Final = 2


class Shift(Menu):
    """Direction and distance of a push, pull or shift. An answer is 1 + direction + 8 * (n - 1)."""

    kind: ClassVar[str] = "shift"

    def __init__(
        self,
        combat: ThrumCombat,
        chooser: ThrumCombatant,
        unit: ThrumCombatant,
        n: int,
        mode: int,
        anchor: int,
    ) -> None:
        super().__init__(chooser.seats, chooser.index, "move.forced.path", [(PASS, "leave")])
        self.combat = combat
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

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        found.verb = "pass"
        if answer != PASS:
            combat: ThrumCombat = self.combat
            found.verb = "push"
            found.targets = [self.unit.index]
            far = (answer - 1) // 8 + 1
            found.cells = combat.grid.ray(self.unit.cell, (answer - 1) % 8, far)
        return found

    def ways(self) -> bool:
        """Return whether there is any way to go."""
        return len(self.options) > 1


def pushable(combat: ThrumCombat, cell: int, goal: int, mode: int, anchor: int) -> bool:
    """Return whether force may carry over one square in its direction.

    Rules: move.forced.stops, move.forced.push-away.
    """
    if not can_be_pushed(combat, cell, goal):
        return False
    before = combat.distance(anchor, cell)
    after = combat.distance(anchor, goal)
    return not ((mode == AWAY and after <= before) or (mode == TOWARD and after >= before))


# ---- teleports and swaps -------------------------------------------------------------------------


def teleport_squares(combat: ThrumCombat, unit: ThrumCombatant, range: int) -> list[int]:
    """Return the free squares of the map within a range. Rule: move.teleport.destination."""
    return [
        cell
        for cell in combat.grid.around(unit.cell, range)
        if combat.free(cell) and can_be_stood_on(combat.grid, cell)
    ]


def teleport(combat: ThrumCombat, unit: ThrumCombatant, goal: int, rule: str) -> None:
    """Go straight to a square: nothing between matters or is triggered, no drop, no extra cost.

    It leaves the origin and enters the destination for triggered effects.
    Rules: move.teleport.no-path, move.teleport.ignores-cost-increases,
    move.teleport.leaves-and-enters.
    """
    here = unit.cell
    if not left(combat, unit, goal, True) or not combat.free(goal):
        return
    transfer(combat, unit, goal, rule, "teleports")
    entered(combat, unit, here, True, combat.active == unit.index)


def left(combat: ThrumCombat, unit: ThrumCombatant, goal: int, teleport: bool) -> bool:
    """Set off what leaving a square triggers; return whether it still leaves it."""
    here = unit.cell
    event = Trigger(LEAVES, unit.index, unit.index, None)
    event.cell = here
    event.goal = goal
    event.own = combat.active == unit.index
    event.teleport = teleport
    trigger(combat, event)
    return event.void == "" and unit.present and unit.cell == here


def swap(
    combat: ThrumCombat, a: ThrumCombatant, b: ThrumCombatant, rule: str, teleport: bool = False
) -> None:
    """Exchange two characters at the same time; neither enters an occupied square.

    Between adjacent squares two levels apart the lower-going one drops; farther apart, or by an
    effect that says so, it is a teleport for both. Rule: move.swap.
    """
    here = a.cell
    there = b.cell
    adjacent = combat.distance(here, there) == 1 and not teleport
    if not left(combat, a, there, not adjacent) or not left(combat, b, here, not adjacent):
        return
    if a.cell != here or not a.present or not (alone(combat, a) and alone(combat, b)):
        return
    combat.leave(a)
    combat.leave(b)
    combat.stand(a, there)
    combat.stand(b, here)
    if combat.watched:
        cited, what = rule_of(rule), ability_of(rule)
        combat.tell(Placed(a.index, here, there, cited, "swaps", b.index, what))
        combat.tell(Placed(b.index, there, here, cited, "swaps", a.index, what))
    if adjacent:
        land_thrown(combat, a, here)
        land_thrown(combat, b, there)
    entered(combat, a, here, not adjacent, combat.active == a.index)
    entered(combat, b, there, not adjacent, combat.active == b.index)


# ---- forced movement -----------------------------------------------------------------------------


def shift(
    combat: ThrumCombat,
    chooser: ThrumCombatant,
    unit: ThrumCombatant,
    n: int,
    mode: int,
    anchor: int,
    use: Use | None = None,
) -> int:
    """Push, pull or shift somebody up to ``n`` squares in one direction; return how far it went.

    The chooser picks the direction and how far. Away from the ``anchor`` square every square must
    raise the distance, toward it lower it. It costs no movement; Immobilized is no protection.
    Rules: move.forced.path, move.forced.push-away, condition.immobilized.
    """
    if n <= 0 or not unit.present or unit.cell < 0:
        return 0
    asked = Shift(combat, chooser, unit, n, mode, anchor)
    if not asked.ways():
        return 0
    answer = combat.ask(asked)
    if answer == PASS:
        return 0
    return push(combat, chooser, unit, (answer - 1) % 8, (answer - 1) // 8 + 1, use)


def push(
    combat: ThrumCombat,
    chooser: ThrumCombatant,
    unit: ThrumCombatant,
    direction: int,
    n: int,
    use: Use | None,
    way: Move | None = None,
) -> int:
    """Move somebody by force, square by square; return how many squares.

    ``way`` is a movement of its own that this interrupts.
    """
    dx, dy = step_of(direction)
    made = 0
    while made < n and unit.present and unit.cell >= 0:
        goal = combat.grid.beside(unit.cell, dx, dy)
        if not can_be_pushed(combat, unit.cell, goal):
            break
        if not force(combat, chooser, unit, goal, use, way):
            break
        made += 1
    if made:
        event = Trigger(MOVED, chooser.index, unit.index, use)
        event.amount = made
        trigger(combat, event)
    return made


def can_be_pushed(combat: ThrumCombat, cell: int, goal: int) -> bool:
    """Return whether force carries somebody over one square.

    Rules: move.forced.stops (anybody, the map edge, ground 2 levels up),
    move.no-stopping-on-allies.
    """
    grid = combat.grid
    if not can_be_stood_on(grid, goal) or not combat.free(goal):
        return False
    return grid.levels[goal] - grid.levels[cell] < 2


def force(
    combat: ThrumCombat,
    chooser: ThrumCombatant,
    unit: ThrumCombatant,
    goal: int,
    use: Use | None,
    way: Move | None = None,
) -> bool:
    """Move somebody one square by force; False if an effect forbids it.

    It enters squares like any movement, and falls where the ground does; what minds one who leaves
    a square of its own accord is not triggered.
    Rules: move.drop.involuntary.
    """
    here = unit.cell
    event = Trigger(SHIFTED, chooser.index, unit.index, use)
    event.cell = here
    event.goal = goal
    trigger(combat, event)
    if event.void or not unit.present or unit.cell != here or not combat.free(goal):
        return False
    what = use.ability.id if use is not None else ""
    carry(combat, unit, goal, "move.forced.path", "is moved", chooser.index, what)
    land_thrown(combat, unit, here, way)
    entered(combat, unit, here, False, False)
    return True


def land_thrown(
    combat: ThrumCombat, unit: ThrumCombatant, came_from: int, way: Move | None = None
) -> None:
    """Fall: two levels or more make a drop roll; a failure slows and, with nothing left, dazes.

    Spent counts what the movement has used that this interrupts; outside of any what the Move step
    has used in one's own turn, otherwise 0.
    Rules: move.drop.involuntary, move.drop.involuntary-spent, move.drop.failure-spent.
    """
    levels = levels_down(combat.grid, came_from, unit.cell)
    if levels < 2 or unit.controller >= 0:
        return
    if drop_roll(combat, unit, levels):
        return
    gain_status(combat, unit.index, SLOWED, 1, unit.index)
    spent = unit.spent if combat.active == unit.index else 0
    if way is not None:
        spent = way.spent
    if spent >= speed_of(combat, unit):
        give(combat, unit.index, DAZED, 1, unit.index)
        if way is not None:
            way.stopped = "move.drop.failure-spent"
