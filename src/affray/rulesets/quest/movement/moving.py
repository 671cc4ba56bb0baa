"""Moving: a move from its first step to its last, with what it provokes on the way."""

from __future__ import annotations

from affray.core.event import Placed, Told
from affray.core.grid import direction_of
from affray.core.walk import walk
from affray.rulesets.quest import end, reaction
from affray.rulesets.quest.choice import destination
from affray.rulesets.quest.choice.menus import MoveManner
from affray.rulesets.quest.condition import posture, sneaking
from affray.rulesets.quest.condition.modifiers import undetected
from affray.rulesets.quest.end import decided
from affray.rulesets.quest.movement import forced, rates
from affray.rulesets.quest.movement.way import Way
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import MODES, SNEAK, TUMBLE


def move(combat: QuestCombat, unit: QuestCombatant, mode: int, points: int, by_ma: bool) -> None:
    """Carry a move out from its first step to its last.

    Rules: move.continuous, sneak.start-unseen.
    """
    if mode == SNEAK:
        sneaking.begin(combat, unit)
    combat.moving = unit.index
    combat.mode = mode
    walk(combat, Move(combat, unit, mode, points, by_ma))
    combat.tell_stretch()
    combat.moving = -1
    for other in combat.units:
        if other.prone and combat.enemies(other, unit) and not undetected(unit, other):
            posture.stir(combat, other)  # prone.stand-window


def move_at_once(combat: QuestCombat, unit: QuestCombatant, points: int) -> None:
    """Make a move that a spell grants: declared as a walk, a sneak or a tumble like any other.

    Rules: move.tumble, sneak.start-unseen, move.pool.
    """
    modes = [one for one in range(len(MODES)) if rates.rate_of(combat, unit, one) <= points]
    if sneaking.cannot_sneak(combat, unit):
        modes = [mode for mode in modes if mode != SNEAK]
    if modes:
        mode = modes[0] if len(modes) == 1 else combat.ask(MoveManner(unit, modes)) - 1
        move(combat, unit, mode, points, False)


class Move(Way):
    """One move under way, step by step. Rules: move.continuous, turn.any-order."""

    def __init__(
        self, combat: QuestCombat, unit: QuestCombatant, mode: int, points: int, by_ma: bool
    ) -> None:
        super().__init__(combat, unit, mode, points, by_ma)
        self.last_free = unit.cell
        self.leaves = False  # it goes off the map at the end of its plan
        self.jumping = -1  # the space into which it drops without climbing

    def goes(self) -> bool:
        """Return whether the move can go on. Rule: move.interrupted."""
        return self.unit.free_handed() and self.stopped == "" and not decided(self.combat)

    def choose(self) -> bool:
        asked = destination.MoveTo(self)
        self.leaves = False
        self.jumping = -1
        if asked.only_stop():
            return False
        answer = self.combat.ask(asked)
        if answer == 0:
            return False
        if answer < 0:
            self.plan = asked.cells(answer)
            self.leaves = asked.ending(answer) == "flee"
            if asked.ending(answer) == "jump":
                self.jumping = self.plan[-1]
        elif answer >= destination.FLEE:
            self.plan = asked.reach().path(answer - destination.FLEE)
            self.leaves = True
        elif answer >= destination.JUMP:
            self.jumping = answer - destination.JUMP
            self.plan = asked.leap(self.jumping)
        else:
            self.plan = asked.reach().path(answer - 1)
        return True

    def leaping(self, goal: int) -> bool:
        """Return whether a step is the drop that was chosen, the last of its plan."""
        return goal == self.jumping and not self.plan

    def price(self, goal: int) -> int:
        """Return what the step costs now, -1 if somebody or something bars it."""
        combat = self.combat
        unit = self.unit
        if self.leaping(goal):
            return self.rate() if combat.free(goal, unit.size, unit.index) else self.bump(goal)
        price = self.exits().price(unit.cell, goal)
        if price < 0:
            return -1
        if self.mode != TUMBLE:
            for cell in combat.grid.footprint(goal, unit.size):
                holder = combat.at(cell)
                if holder is not None and combat.enemies(unit, holder):
                    return self.bump(goal)
        return price

    def bump(self, goal: int) -> int:
        """Stop before a space that proves to be held; the mover chooses anew.

        Whoever is there stays undetected. Rules: move.occupied-spaces, sneak.until-seen.
        """
        if goal not in self.held:
            self.held.append(goal)
            self.combat.mark_changed()
            if self.combat.watched:
                rule = "move.occupied-spaces"
                self.combat.tell(Told("is barred", self.unit.index, rule=rule, cell=goal))
        return -1

    def before(self, goal: int) -> None:
        reaction.leaving(self.combat, self.unit, goal)

    def enter(self, goal: int) -> None:
        """Rule: move.facing."""
        combat = self.combat
        unit = self.unit
        here = unit.cell
        grid = combat.grid
        if combat.watched:
            combat.walk_on(goal)
        combat.move(unit, goal)
        unit.facing = direction_of(grid.xs[goal] - grid.xs[here], grid.ys[goal] - grid.ys[here])

    def after(self, came_from: int) -> None:
        """Fall first, then be seen, then be struck. Rule: freehit.timing-within."""
        combat = self.combat
        unit = self.unit
        if self.leaping(unit.cell):
            forced.fall(combat, unit, came_from)
            self.jumping = -1
        if not unit.present:
            return
        forced.douse(combat, unit)
        if self.mode != SNEAK:
            sneaking.seen_stepping(combat, unit)
        if not combat.shares(unit):
            self.last_free = unit.cell
        reaction.stepping(combat, unit, came_from)

    def finish(self) -> None:
        """Go off the map if that was the plan; never end in somebody's space.

        Rules: end.flee, move.occupied-spaces, sneak.check.
        """
        combat = self.combat
        unit = self.unit
        if self.leaves and self.goes() and self.left() >= self.rate():
            reaction.leaving(combat, unit, -1)
            if self.goes() and self.left() >= self.rate():
                self.spent += self.rate()
                end.flee(combat, unit)
        if not unit.present:
            return
        if combat.shares(unit):
            here = unit.cell
            combat.move(unit, self.last_free)
            if combat.watched:
                rule = "move.occupied-spaces"
                combat.tell(Placed(unit.index, here, unit.cell, rule, "back"))
        if self.mode == SNEAK and not decided(combat):
            sneaking.sneak_check(combat, unit)
