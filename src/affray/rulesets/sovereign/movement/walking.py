"""Movement as it is made: step by step, answered, and at its price."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.event import Told
from affray.core.objectives import count_leaver
from affray.core.walk import path_cells, walk
from affray.rulesets.sovereign import changes, condition, geometry, items
from affray.rulesets.sovereign.choice import moving
from affray.rulesets.sovereign.choice.menus import Ask
from affray.rulesets.sovereign.condition import FLYING, INVISIBLE, SPEEDED, reveal
from affray.rulesets.sovereign.damage.falling import leap
from affray.rulesets.sovereign.death import leave
from affray.rulesets.sovereign.movement import terrain, ways
from affray.rulesets.sovereign.movement.ways import CHARGE, RUN, SCREEN, Way
from affray.rulesets.sovereign.reaction import provoking, windows
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import ESCAPED

WORDS: Final = ("run", "screen", "charge")
SLOWING: Final = 2  # squares paid more among caltrops


class Move(Way):
    """One Move action under way: each step is asked for, answered, and made."""

    def choose(self) -> bool:
        asked = moving.MoveTo(self)
        self.leaves = False
        self.pausing = -1
        answer = self.combat.ask(asked) if asked.several() else asked.only()
        if answer == PASS:
            return False
        if answer < 0:
            self.plan = path_cells(self.combat.grid, self.unit.cell, answer)
        elif answer >= moving.PAUSE:
            self.pausing = answer - moving.PAUSE
            self.plan = asked.way(self.pausing)
        elif answer >= moving.FLIGHT:
            climb(self, 5 if answer == moving.FLIGHT else -5)
            return self.goes() and self.choose()
        elif answer >= moving.LEAP:
            self.leaping = True
            self.plan = [answer - moving.LEAP]
        elif answer >= moving.LEAVE:
            self.leaves = True
            self.plan = self.reach().path(answer - moving.LEAVE)
            return bool(self.plan)
        else:
            self.plan = asked.way(answer - 1)
        if self.mode == CHARGE and not self.made:
            self.line = self.plan[:]
        return True

    def price(self, goal: int) -> int:
        """Return what a step costs now; a leap costs 5 ft. Rules: fall.prone, grid.pass-fallen."""
        combat = self.combat
        if self.shifted:
            self.shifted = False
            return -1
        if self.leaping:
            return 1 if ways.hidden_at(combat, self.unit, goal) is None else -1
        if self.priced != goal or self.priced_at != combat.changes:
            self.priced, self.priced_at = goal, combat.changes
            self.cost = self.priced_now(goal)
        return self.cost

    def priced_now(self, goal: int) -> int:
        """Return what a step costs with all that stands or lies there."""
        combat = self.combat
        unit = self.unit
        price = self.step_price(unit.cell, goal)
        if price < 0:
            return -1
        for cell in combat.grid.footprint(goal, unit.size):
            holder = combat.at(cell)
            if (
                holder is not None
                and holder.side != unit.side
                and ways.stands_against(unit, holder)
            ):
                return -1
        if ways.hidden_at(combat, unit, goal) is not None:
            return -1
        return price + 1 if ways.rough_at(combat, unit, goal) else price

    def bumped(self, goal: int) -> None:
        """Come upon one unseen that stands in the way."""
        found = ways.hidden_at(self.combat, self.unit, goal)
        if found is not None:
            ways.locate(self.combat, self.unit, found)

    def before(self, goal: int) -> None:
        """Let others answer a step; who is moved aside by that does not make it."""
        here = self.unit.cell
        self.face(goal)
        self.shifted = self.unit.cell != here

    def face(self, goal: int) -> None:
        """Let Instants answer, then those whose reach is left.

        Rules: economy.response-windows, aoo.order, aoo.screen-start, aoo.run-leaving.
        """
        combat = self.combat
        unit = self.unit
        windows.answered(combat, windows.Step(unit.index, self.waiting), rolled=False)
        if not unit.able() or unit.has(SPEEDED):
            return
        if self.mode == RUN:
            foes = provoking.left_behind(combat, unit, goal, self.rising, self.struck)
        elif self.mode == SCREEN and not self.made:
            foes = provoking.beside(combat, unit)
        else:
            return
        self.struck += windows.provoke(combat, unit, foes)

    def enter(self, goal: int) -> None:
        combat = self.combat
        unit = self.unit
        deep = geometry.height(combat.grid, unit.cell, unit.size)
        changes.move(combat, unit, goal, "grid.steps", WORDS[self.mode])
        combat.stir = True
        self.made += 1
        if self.mode == RUN and unit.effects and unit.has(INVISIBLE):
            reveal(combat, unit)
        if self.leaping:
            self.leaping = False
            leap(combat, unit, deep - geometry.height(combat.grid, goal, unit.size))

    def after(self, came_from: int) -> None:
        combat = self.combat
        unit = self.unit
        condition.part_screens(combat)
        if combat.caltrops and ways.kind_of(unit) != terrain.FLIES:
            if items.among(combat, combat.grid.footprint(unit.cell, unit.size)):
                self.tread()
        if unit.unseen:
            noticed(combat, unit)
        if unit.cell == self.pausing and self.goes():
            windows.answered(combat, windows.Pause(unit.index, unit.index), rolled=False)
            combat.mark_changed()  # so that it is asked where to go on
        if not combat.shares(unit):
            self.last_free = unit.cell

    def tread(self) -> None:
        """Slow down among caltrops, or be hurt. Content: caltrops."""
        unit = self.unit
        if self.left() >= SLOWING:
            options = [(1, "slow down"), (2, "hurry")]
            asked = Ask(unit.seats, unit.index, "grid.difficult", options, 1)
            if self.combat.ask(asked) == 1:
                self.spent += SLOWING
                return
        items.prick(self.combat, unit)

    def finish(self) -> None:
        """Leave the map, or come to rest where nobody else stands.

        Rules: grid.map-edge, grid.pass-allies.
        """
        combat = self.combat
        unit = self.unit
        if self.leaves and self.goes() and self.left() >= 1:
            if terrain.at_gate(combat, unit.cell, unit.size):
                self.before(-1)
                if self.goes() and terrain.at_gate(combat, unit.cell, unit.size):
                    self.escape()
        if not unit.present:
            return
        if combat.shares(unit):
            changes.move(combat, unit, self.last_free, "grid.pass-allies", WORDS[self.mode])
        condition.part_screens(combat)
        if combat.watched and self.made:
            combat.tell(Told("moves", unit.index, -1, WORDS[self.mode], self.made, "run.rate"))

    def escape(self) -> None:
        """Leave the map, as an objective may ask. Rules: grid.map-edge, end.objective."""
        combat = self.combat
        if combat.objectives:
            cells = combat.grid.footprint(self.unit.cell, self.unit.size)
            count_leaver(combat.objectives, combat.counts, self.unit.side, cells)
        leave(combat, self.unit, ESCAPED, "grid.map-edge")


def climb(way: Move, feet: int) -> None:
    """Rise or sink in flight, 5 ft of movement for 5 ft.

    Rules: economy.response-windows, aoo.run-leaving.
    """
    way.rising = feet
    way.before(way.unit.cell)
    way.rising = 0
    if way.shifted or not way.goes() or not way.unit.has(FLYING):
        way.shifted = False
        return
    way.spent += 1
    changes.set_aloft(way.combat, way.unit, way.unit.aloft + feet, "run.rate")
    way.made += 1
    way.combat.stir = True
    way.combat.mark_changed()
    condition.part_screens(way.combat)


def noticed(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Let those beside one who moves unseen know its square; out of the shadow all see it.

    Rules: attack.mod.unseen-known, attack.mod.unseen-unknown.
    """
    if not unit.has(INVISIBLE) and not terrain.by_solid(combat, unit):
        reveal(combat, unit)
        return
    unit.located = geometry.beside_foes(combat, unit)


def go(combat: SovereignCombat, unit: SovereignCombatant, mode: int) -> Move:
    """Let somebody take a Move action on the map."""
    way = Move(combat, unit, mode)
    walk(combat, way)
    return way
