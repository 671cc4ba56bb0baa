"""Moving by one's own budget: step by step, drops, and what entering a square sets off."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.arrays import i64
from affray.core.choice import PASS, Menu, Option
from affray.core.event import Told
from affray.core.grid import DIFFICULT, step_of
from affray.core.move_choice import ANY_COST, MoveChoice, Why, too_dear
from affray.core.paths import flood
from affray.core.reach import PLAIN, WAIVE, Exits, Obstacles, Reach
from affray.core.walk import Walk, path_cells, walk
from affray.rulesets.thrum import actions
from affray.rulesets.thrum.actions import DROP_TO, EXTRA, lent_code, lent_owner, lent_slot, thing
from affray.rulesets.thrum.attack import roll
from affray.rulesets.thrum.condition.holding import gain_status, give, stagger
from affray.rulesets.thrum.condition.kinds import DAZED, DISORIENTED, SLOWED, immobile, unhindered
from affray.rulesets.thrum.feature import Ability, Feature, Number, Trigger
from affray.rulesets.thrum.geometry.squares import can_be_stood_on, levels_down
from affray.rulesets.thrum.ledger import ability_of, carry, rule_of, transfer
from affray.rulesets.thrum.movement.pace import (
    IGNORED_COST,
    IGNORED_SPEED,
    every_exit,
    measured,
    obstacles_for,
    pace_of,
    speed_of,
)
from affray.rulesets.thrum.reaction.listening import acts, heard, listening
from affray.rulesets.thrum.reaction.triggers import trigger
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import DROP, ENTERS, EVASION, LEAVES, MOVES, NO_DEFENCE

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

    def may_stay(self) -> bool:
        """Return whether it may go no farther."""
        move = self.move
        stops = move.stops
        return not move.must and (stops is None or move.unit.cell in stops or not move.made)

    def squares(self) -> list[int]:
        """Return the squares within reach to which it may walk, the nearest first."""
        stops = self.move.stops
        cells = self.reach().cells
        return cells if stops is None else [cell for cell in cells if cell in stops]

    def offered(self) -> list[int]:
        found = [PASS] if self.may_stay() else []
        found.extend([1 + cell for cell in self.squares()])
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
        found: list[int] = []
        if move.ghost:
            return found
        grid = move.combat.grid
        heights = grid.heights
        most: i64 = heights[move.unit.cell] - 2
        for cell in grid.near[move.unit.cell]:
            if heights[cell] <= most and move.combat.free(cell):
                if move.stops is not None and cell not in move.stops:
                    continue
                move.dropping = cell
                if 0 <= move.price(cell) <= move.left():
                    found.append(DROP_TO + cell)
        move.dropping = -1
        return found

    def extras(self) -> list[int]:
        """Return the other ways to move, as answers."""
        return self.move.extras()

    def other_ways(self) -> bool:
        """Return whether there is more to choose here than squares to walk to."""
        return bool(self.drops() or self.extras())

    def take_extra(self, answer: int) -> None:
        """Go another way."""
        self.move.take_extra(answer - EXTRA)

    def why_not_way(self, cells: list[int]) -> Why:
        """Rules: condition.immobilized, move.must-afford-step, move.no-stopping-on-allies."""
        move = self.move
        if move.stuck():
            return "condition.immobilized", "one immobilized does not walk"
        obstacles = move.lay()
        cost = 0
        waiver = move.waiver()
        here = move.unit.cell
        for goal in cells:
            base = move.exits().price(here, goal)
            if base < 0 or obstacles.barred(goal):
                return self.why_not_step(here, goal)
            base += int(obstacles.leave[here]) + int(obstacles.enter[goal])
            if waiver == 1 and base > 1:
                waiver = 0
                base = 1
            cost += 1 if waiver == 2 else base
            here = goal
        if cost > move.left():
            return "move.must-afford-step", too_dear(cost, move.left(), "square", "squares")
        if obstacles.shut(here):
            return self.why_not_stop(here)
        if move.stops is not None and here not in move.stops:
            return "ability.text-wins", "this movement may not end there"
        return "", ""

    def why_not_step(self, here: int, goal: int) -> Why:
        """Rules: move.enemies-block, grid.map-edge, ability.text-wins."""
        move = self.move
        if not can_be_stood_on(self.grid, goal) and not move.ghost:
            return "grid.map-edge", "a wall or the like fills the square"
        if move.lay().barred(goal):
            holder = move.combat.at(goal)
            if holder is not None and holder.side != move.unit.side:
                return "move.enemies-block", f"{holder.name} stands there and bars the way"
            return "ability.text-wins", "this movement may not lead there"
        return "", ""

    def why_not_stop(self, cell: int) -> Why:
        """Return why nobody stops on a square that is shut.

        Rules: move.no-stopping-on-allies, grid.one-character-per-square, grid.map-edge.
        """
        holder = self.move.combat.at(cell)
        if holder is None:
            return "grid.map-edge", "a wall or the like fills the square"
        allied = holder.side == self.move.unit.side
        rule = "move.no-stopping-on-allies" if allied else "grid.one-character-per-square"
        return rule, f"{holder.name} is there: one may pass, and not stop"

    def way_at_any_cost(self, cell: int) -> list[int]:
        return self.move.within(ANY_COST).path(cell)

    def verbs(self) -> list[str]:
        return ["drop"]

    def option(self, answer: int) -> Option:
        if answer == PASS:
            return Option(PASS, self.stay, "pass", self.who)
        return super().option(answer)

    def other(self, answer: int) -> Option:
        move = self.move
        if answer >= EXTRA:
            return move.extra_option(answer)
        cell = answer - DROP_TO
        move.dropping = cell
        cost = move.price(cell)
        move.dropping = -1
        key = f"drop {self.grid.name(cell)}"
        return Option(answer, key, "drop", self.who, None, [cell], "", cost)

    def why_not_other(self, verb: str, cell: int) -> Why:
        """Rules: move.drop.option, grid.one-character-per-square, move.must-afford-step."""
        move = self.move
        grid = self.grid
        if move.ghost or cell not in grid.near[self.start]:
            return "move.drop.option", "one drops to a square beside one's own"
        if levels_down(grid, self.start, cell) < 2:
            return "move.drop.option", "one drops two levels or more"
        why = self.why_not_way([]) if move.stuck() else self.why_not_step(self.start, cell)
        if why[0]:
            return why
        holder = move.combat.at(cell)
        if holder is not None:
            return "grid.one-character-per-square", f"{holder.name} stands there"
        if move.stops is not None and cell not in move.stops:
            return "ability.text-wins", "this movement may not end there"
        move.dropping = cell
        cost = move.price(cell)
        move.dropping = -1
        if cost > move.left():
            return "move.must-afford-step", too_dear(cost, move.left(), "square", "squares")
        return "", ""

    def why_not(self, key: str) -> Why:
        words = key.split()
        if len(words) > 2 and words[0] == "drop":
            return "move.drop.option", "a drop is one step: name the one square to drop to"
        return super().why_not(key)

    def why_not_cell(self, cell: int) -> Why:
        return self.why_not_way([]) if self.move.stuck() else super().why_not_cell(cell)

    def prompt(self) -> str:
        return f"move, {self.move.left()} squares left"


class DropAttribute(Menu):
    """END or REF for a drop roll. Rule: move.drop.roll."""

    kind: ClassVar[str] = "drop attribute"

    def __init__(self, combat: ThrumCombat, unit: ThrumCombatant) -> None:
        options = [(BY_END, "by endurance"), (BY_REF, "by reflexes")]
        better = BY_REF if unit.sheet.ref > unit.sheet.end else BY_END
        super().__init__(unit.seats, unit.index, "move.drop.roll", options, better)

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        found.verb = "choose"
        found.object = answer
        return found


class Move(Walk):
    """One movement by a budget: the Move step, a Dash, or what an ability grants.

    Rules: move.budget, move.granted, move.must-afford-step, move.no-free-attacks.
    """

    def __init__(
        self,
        combat: ThrumCombat,
        unit: ThrumCombatant,
        measure: int,
        amount: int = 0,
        rule: str = "move.granted",
    ) -> None:
        super().__init__(unit.index, amount)
        self.combat = combat
        self.unit = unit
        self.measure = measure
        self.rule = rule
        self.seats = unit.seats  # who chooses the way
        self.step = False  # the Move step of its own turn
        self.stops: list[int] | None = None  # where it may end, if not anywhere
        self.must = False  # it may not stay
        self.dropping = -1  # the square it is about to drop to
        self.last_free = unit.cell
        self.first = True
        self.start = unit.cell
        self.made = 0  # squares really moved
        self.obstacles: Obstacles | None = None
        self.denied = -1  # a step that an effect has just forbidden
        self.priced = -1  # the step whose price was last worked out,
        self.priced_at = -1  # at which stamp,
        self.last_price = -1  # and that price
        self.laid = -1  # stamp at which the obstacles were last worked out
        self.ghost = unhindered(unit)
        self.anywhere: Exits | None = None  # where a ghost may step
        self.line = -1  # the only direction in which it may go on, if there is one

    def budget(self) -> int:
        """Return the whole budget now. Rules: move.speed-change-mid-move, move.speed-floor."""
        return measured(self.combat, self.unit, self.measure, self.pool)

    def left(self) -> int:
        budget = self.budget()
        return budget - self.spent if budget > self.spent else 0

    def goes(self) -> bool:
        """Rule: incapacitated.cannot."""
        return self.unit.able() and self.stopped == ""

    def more(self) -> bool:
        """Without movement left there is only what costs none."""
        return self.left() > 0 or any(self.extra_feature(way).costless for way in self.extras())

    def extra_feature(self, answer: int) -> Feature:
        """Return the ability that lends another way to move."""
        number = answer - actions.EXTRA
        return self.combat.units[lent_owner(number)].sheet.abilities[lent_slot(number)]

    def stuck(self) -> bool:
        """Return whether it may only teleport. Rule: condition.immobilized."""
        return not self.ghost and immobile(self.unit)

    def waiver(self) -> int:
        """Return 2 if no extra cost counts for the mover now, 1 if the next one does not.

        Else 0.
        """
        unit = self.unit
        if self.ghost:
            return 2
        if unit.sheet.weaver == 0 or self.combat.active != unit.index:
            return 0
        if unit.sheet.weaver == 2:
            return 2
        if unit.used[unit.sheet.weaver_slot] or pace_of(self.combat, unit).losses:
            return 0  # it ignores the loss of Speed, which came first
        return 1

    def spared(self) -> bool:
        """Return whether the mover ignores a loss of movement; note that it has."""
        waiver = self.waiver()
        if waiver == 1:
            self.unit.set_count(self.unit.sheet.weaver_slot, IGNORED_COST)
            self.priced = -1  # the next step costs what it costs
        return waiver > 0

    def lay(self) -> Obstacles:
        """Return what hinders the mover now, worked out again only after a change."""
        obstacles = self.obstacles
        if obstacles is None or self.laid != self.combat.changes:
            free = self.waiver() == 2
            obstacles = obstacles_for(self.combat, self.unit, free, self.ghost)
            if self.line >= 0:
                self.keep_line(obstacles)
            self.obstacles = obstacles
            self.laid = self.combat.changes
        return obstacles

    def keep_line(self, obstacles: Obstacles) -> None:
        """Bar whatever does not lie straight ahead."""
        grid = self.combat.grid
        ahead = grid.ray(self.unit.cell, self.line, grid.width + grid.height)
        for cell in range(grid.size):
            if cell not in ahead:
                obstacles.bar(cell)

    def exits(self) -> Exits:
        """Return where one may step, and at what price."""
        if self.ghost:
            if self.anywhere is None:
                self.anywhere = every_exit(self.combat.grid)
            return self.anywhere
        return self.combat.flat if self.waiver() == 2 else self.combat.exits

    def reach(self) -> Reach:
        """Return every square that the budget reaches. Rule: condition.immobilized (none)."""
        return self.within(0 if self.stuck() else self.left())

    def within(self, budget: int) -> Reach:
        """Return every square that a budget reaches."""
        mode = WAIVE if self.waiver() == 1 else PLAIN
        return flood(self.exits(), self.unit.cell, budget, self.lay(), mode)

    def extras(self) -> list[int]:
        """Return other ways to move that any feature offers, as answers."""
        found: list[int] = []
        if not self.combat.listens & MOVES:
            return found
        stuck = self.stuck()
        for who in self.combat.hearers(MOVES):
            owner = self.combat.units[who]
            if owner.listens & MOVES and owner.present:
                event = self.extra_event(owner)
                for feature in listening(self.combat, owner, MOVES):
                    if (stuck and not feature.teleports) or not acts(self.combat, owner, feature):
                        continue  # condition.immobilized, incapacitated.cannot
                    if isinstance(feature, Ability):
                        base = actions.EXTRA + owner.index * 1000 + feature.slot * 20
                        for code in feature.codes(self.combat, owner, event):
                            found.append(base + code)
        return found

    def extra_event(self, owner: ThrumCombatant) -> Trigger:
        """Return the question that features are asked for other ways.

        ``amount`` is what is left.
        """
        event = Trigger(MOVES, self.mover, owner.index, None)
        event.own = self.step
        event.amount = self.left()
        event.move = self
        return event

    def extra_option(self, answer: int) -> Option:
        """Return another way with its key and parts: its lender, and whom it is about."""
        number = answer - EXTRA
        owner = self.combat.units[lent_owner(number)]
        feature = owner.sheet.abilities[lent_slot(number)]
        event = self.extra_event(owner)
        key = feature.word(self.combat, owner, event, lent_code(number))
        about = feature.about(self.combat, owner, event, lent_code(number))
        targets = [owner.index] if about in (-1, owner.index) else [owner.index, about]
        found = Option(answer, key, "borrow", self.mover, targets, None, feature.id)
        found.object = thing(lent_slot(number), lent_code(number))
        return found

    def take_extra(self, number: int) -> None:
        """Go another way; its feature adds what it costs to ``spent``."""
        owner = self.combat.units[lent_owner(number)]
        feature = owner.sheet.abilities[lent_slot(number)]
        event = self.extra_event(owner)
        event.amount = 0
        if self.combat.watched:
            self.combat.tell(
                Told("borrows", self.mover, owner.index, feature.id, rule=rule_of(self.rule))
            )
        feature.respond(self.combat, owner, event, lent_code(number))
        self.spent += event.amount
        if self.step:
            self.unit.spent = self.spent
        self.combat.mark_changed()

    def choose(self) -> bool:
        asked = MoveTo(self)
        if (not self.first or self.stuck()) and asked.only_stop():
            return False
        self.first = False
        self.denied = -1
        answer = self.combat.ask(asked)
        self.dropping = -1
        if answer == PASS:
            return False
        if answer >= actions.EXTRA:
            asked.take_extra(answer)
            return self.goes() and self.choose()
        if answer >= actions.DROP_TO:
            self.dropping = answer - actions.DROP_TO
            self.plan = [self.dropping]
        elif answer < 0:
            self.plan = path_cells(self.combat.grid, self.unit.cell, answer)
        else:
            self.plan = self.straight(answer - 1) or asked.reach().path(answer - 1)
        return True

    def straight(self, goal: int) -> list[int]:
        """Return the straight way of one whom other ways to move are open.

        If nothing hinders it.
        """
        grid = self.combat.grid
        here = self.unit.cell
        wide = abs(grid.column(goal) - grid.column(here))
        high = abs(grid.row(goal) - grid.row(here))
        if not self.unit.listens & MOVES or (wide and high and wide != high):
            return []
        obstacles = self.lay()
        cells = grid.ray(here, grid.direction(here, goal), max(wide, high))
        for cell in cells:
            if obstacles.barred(cell) or obstacles.hazard[cell] or obstacles.leave[here]:
                return []
            if obstacles.enter[cell] or (cell, 1, 0) not in self.exits().rows[here]:
                return []
            here = cell
        return cells

    def price(self, goal: int) -> int:
        if goal == self.denied:
            return -1
        if goal == self.dropping:
            return self.price_now(goal)
        if goal != self.priced or self.priced_at != self.combat.changes:
            self.last_price = self.price_now(goal)
            self.priced = goal
            self.priced_at = self.combat.changes
        return self.last_price

    def price_now(self, goal: int) -> int:
        """Return what a step costs that no effect forbids."""
        obstacles = self.lay()
        cell = self.unit.cell
        if obstacles.barred(goal) or self.stuck():
            return -1
        extra = int(obstacles.leave[cell]) + int(obstacles.enter[goal])
        base = self.exits().price(cell, goal)
        if base < 0:
            return -1
        if goal == self.dropping:  # move.drop.option: nothing is paid for the height
            base = 2 if self.combat.grid.ground[cell] == DIFFICULT and self.waiver() < 2 else 1
        if base + extra > 1 and self.waiver() > 0:
            return 1
        return base + extra

    def veer(self, goal: int) -> int:
        """Return the square that a Disoriented mover staggers to, -1 if it goes nowhere.

        A square that cannot be entered or afforded costs 1 square of movement and nothing happens.
        Rules: condition.disoriented, condition.disoriented-blocked.
        """
        unit = self.unit
        combat = self.combat
        if self.ghost or not unit.has(DISORIENTED):
            return goal
        meant = combat.grid.direction(unit.cell, goal)
        direction = stagger(combat, unit, meant)
        if direction == meant:
            return goal
        dx, dy = step_of(direction)
        actual = combat.grid.beside(unit.cell, dx, dy)
        price = self.price(actual) if actual >= 0 else -1
        if not 0 <= price <= self.left():
            self.spent += 1
            if self.step:
                unit.spent = self.spent
            return -1
        return actual

    def before(self, goal: int) -> None:
        """Rule: trigger.move-interrupted."""
        combat = self.combat
        if not heard(combat, LEAVES):
            return
        price = self.price(goal)
        here = self.unit.cell
        event = Trigger(LEAVES, self.mover, self.mover, None)
        event.cell = here
        event.goal = goal
        event.own = combat.active == self.mover
        event.move = self
        trigger(combat, event)
        if event.void and not self.ghost:
            if not self.spared() and not event.free:
                self.spent += price
            self.denied = goal
            combat.mark_changed()
        elif event.extra and not self.spared():
            self.spent += event.extra
        if self.step:
            self.unit.spent = self.spent
        if self.unit.cell != here:
            self.denied = goal  # an effect has carried it elsewhere: it chooses again from there

    def enter(self, goal: int) -> None:
        unit = self.unit
        combat = self.combat
        here = unit.cell
        laid = self.laid == combat.changes
        if unit.sheet.weaver == 1 and combat.active == unit.index:
            self.note_waiver(goal)
        direction = combat.grid.direction(here, goal)
        carry(combat, unit, goal, self.rule, "steps")
        if laid:
            self.laid = combat.changes  # one's own step changes nothing about the ground
        self.made += 1
        if combat.active == unit.index:
            unit.walked += 1
            unit.heading = direction if unit.heading in (-1, direction) else -2
        if self.step:
            unit.spent = self.spent

    def note_waiver(self, goal: int) -> None:
        """Note what a Weaver of the first level ignores with this step.

        The first time in its turn.
        """
        unit = self.unit
        if unit.used[unit.sheet.weaver_slot]:
            return
        if pace_of(self.combat, unit).losses:
            unit.set_count(unit.sheet.weaver_slot, IGNORED_SPEED)
        elif self.waiver() == 1 and self.full_price(goal) > 1:
            unit.set_count(unit.sheet.weaver_slot, IGNORED_COST)

    def full_price(self, goal: int) -> int:
        """Return what a step costs before any waiver."""
        obstacles = self.lay()
        cost = self.combat.exits.price(self.unit.cell, goal)
        if cost < 0:
            return 0
        if goal == self.dropping:  # nothing is paid for the height
            cost = 2 if self.combat.grid.ground[self.unit.cell] == DIFFICULT else 1
        return cost + int(obstacles.leave[self.unit.cell]) + int(obstacles.enter[goal])

    def after(self, came_from: int) -> None:
        combat = self.combat
        unit = self.unit
        if self.may_stand():
            self.last_free = unit.cell
        if unit.cell == self.dropping and levels_down(combat.grid, came_from, unit.cell) >= 2:
            self.land(came_from)
        self.dropping = -1
        entered(combat, unit, came_from, False, combat.active == unit.index, self)
        if not self.plan and self.goes() and MoveTo(self).other_ways():
            combat.mark_changed()  # move.drop.option: at a ledge the mover chooses again

    def land(self, came_from: int) -> None:
        """Drop: a failure slows, and ends the movement if the new Speed is already spent.

        Rules: move.drop.success, move.drop.failure-slowed, move.drop.failure-spent.
        """
        combat = self.combat
        unit = self.unit
        if unit.controller >= 0:
            return  # minion.what: nothing to roll with, nothing to suffer
        if drop_roll(combat, unit, levels_down(combat.grid, came_from, unit.cell)):
            return
        gain_status(combat, unit.index, SLOWED, 1, unit.index)
        if self.spent >= speed_of(combat, unit):
            give(combat, unit.index, DAZED, 1, unit.index)
            self.stopped = "move.drop.failure-spent"

    def finish(self) -> None:
        """Go back to the last free square if the movement ends on an ally's.

        Rule: move.no-stopping-on-allies.
        """
        unit = self.unit
        if unit.present and unit.cell >= 0 and not self.may_stand():
            transfer(self.combat, unit, self.refuge(), "move.no-stopping-on-allies", "goes back")
        if self.combat.watched and self.made and unit.cell != self.start:
            way = Told("moves", unit.index, -1, ability_of(self.rule), rule=rule_of(self.rule))
            way.cell = self.start
            way.goal = unit.cell
            self.combat.tell(way)

    def refuge(self) -> int:
        """Return the last free square of the movement, a nearest one if it has been taken since."""
        combat = self.combat
        if combat.free(self.last_free):
            return self.last_free
        for radius in range(1, combat.grid.width + combat.grid.height):
            for cell in combat.grid.around(self.last_free, radius):
                if combat.free(cell) and combat.exits.enterable(cell):
                    return cell
        return self.last_free

    def may_stand(self) -> bool:
        """Return whether the square is its own, and one to stand on."""
        return not self.combat.shares(self.unit) and can_be_stood_on(
            self.combat.grid, self.unit.cell
        )


def move_by(
    combat: ThrumCombat,
    unit: ThrumCombatant,
    measure: int,
    amount: int = 0,
    rule: str = "move.granted",
) -> Move:
    """Let somebody move by a fresh budget; return the movement as it ended. Rule: move.granted."""
    way = Move(combat, unit, measure, amount, rule)
    walk(combat, way)
    return way


def drop_roll(combat: ThrumCombat, unit: ThrumCombatant, levels: int) -> bool:
    """Roll 2d6 + END or REF against 2d6 + the levels dropped; return whether it lands cleanly.

    Neither a Resilience nor an Evasion roll: only what names drop rolls modifies it, and Slowed
    forbids nothing. The environment is the reactive side.
    Rules: move.drop.roll, move.drop.npc-attributes.
    """
    by_ref = combat.ask(DropAttribute(combat, unit)) == BY_REF
    number = Number(DROP, unit.index, -1, combat.watched, None)
    number.defence = EVASION if by_ref else NO_DEFENCE
    if unit.adjusts & DROP:
        combat.collect(number)
    modifier = unit.sheet.ref if by_ref else unit.sheet.end
    if not by_ref and not unit.sheet.pc:
        modifier = combat.toughness(unit)  # move.drop.npc-attributes
    return (
        roll.contest(
            combat, unit, modifier, number.total, None, levels, 0, "move.drop.roll", "drop"
        )
        > 0
    )


def entered(
    combat: ThrumCombat,
    unit: ThrumCombatant,
    came_from: int,
    teleport: bool,
    own: bool,
    move: Move | None = None,
) -> None:
    """Set off what entering a square triggers. Rule: trigger.move-interrupted."""
    if not heard(combat, ENTERS):
        return
    event = Trigger(ENTERS, unit.index, unit.index, None)
    event.cell = came_from
    event.goal = unit.cell
    event.teleport = teleport
    event.own = own
    event.move = move
    trigger(combat, event)
