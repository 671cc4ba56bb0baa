"""Moving by one's own power: ways, their costs, and the choice of them."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.grid import CHEBYSHEV
from affray.core.move_choice import ANY_COST, MoveChoice, Why, too_dear
from affray.core.paths import flood
from affray.core.reach import Exits, Levy, Obstacles, Reach
from affray.core.walk import Walk
from affray.rulesets.icon import ledger, reaction
from affray.rulesets.icon.attack.use import Use
from affray.rulesets.icon.definitions import IMMOBILE, Ability
from affray.rulesets.icon.geometry import distance
from affray.rulesets.icon.geometry.maps import blocked
from affray.rulesets.icon.movement import exits, landing
from affray.rulesets.icon.movement.exits import DIAGONAL, ONE_SLANT, ORTHOGONAL
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import SLANTED, SPACES

# Kinds of movement.
PLAIN: Final = 0
DASH: Final = 1
FLY: Final = 2
PHASE: Final = 4  # added to one of the above
WAYS: Final = ("", "dash", "fly")  # how a movement is told
RULES: Final = ("move.standard", "move.dash-ignores", "move.fly")
KINDS: Final = {"move": PLAIN, "dash": DASH, "fly": FLY}
MOVE: Final = Ability("move", "Move")  # what a movement is, as a deed


class Move(Walk):
    """One movement by its mover's own power.

    Rules: move.standard, move.turning, move.unbroken, move.insufficient.
    """

    def __init__(self, combat: IconCombat, unit: IconCombatant, spaces: int, kind: int) -> None:
        super().__init__(unit.index, spaces)
        self.combat = combat
        self.unit = unit
        self.kind = kind & 3
        self.phasing = kind & PHASE != 0
        self.over_foes = False
        self.lane: list[int] = []  # spaces in which nobody bars the way
        self.goals: list[int] | None = None  # where alone it may end
        self.flies = self.kind == FLY or combat.has(unit, "flying")
        self.asked_once = False
        self.start = unit.cell
        self.made = 0
        self.path: list[int] = []  # the spaces left
        self.seats = unit.seats
        self.rule = RULES[self.kind]
        self.deed = Use(unit.index, unit.index, MOVE)
        self.barriers: Obstacles | None = None
        self.barred_at = -1  # the stamp for which they hold
        self.ways: Exits | None = None
        self.ways_at = -1  # the stamp for which they hold
        combat.walks = [*combat.walks, self.deed]

    def goes(self) -> bool:
        """Return whether the movement goes on.

        Rules: status.immobile, move.unbroken, interrupt.own-turn.
        """
        unit = self.unit
        if self.deed.way.ends:
            self.stopped = "move.unbroken"
        return unit.able() and not unit.holds(IMMOBILE) and self.stopped == ""

    def steps(self) -> int:
        """Return which steps it may take. Rule: move.orthogonal."""
        unit = self.unit
        if self.combat.has(unit, "diagonal"):
            return DIAGONAL
        if self.combat.active == unit.index and not unit.used[SLANTED]:
            for trait in unit.sheet.traits:
                if trait.one_diagonal:
                    return ONE_SLANT
        return ORTHOGONAL

    def only_one_slant(self) -> bool:
        """Return whether only one of its steps may be diagonal."""
        return self.steps() == ONE_SLANT

    def exits(self) -> Exits:
        """Return where the mover may step; looked up again only after something changed."""
        if self.ways is None or self.ways_at != self.combat.changes:
            self.ways = exits.exits_of(
                self.combat,
                self.unit.size,
                self.steps(),
                flies=self.flies,
                phasing=self.phasing,
            )
            self.ways_at = self.combat.changes
        return self.ways

    def obstacles(self) -> Obstacles:
        """Return who and what is in the way; worked out again only after something changed."""
        if self.barriers is None or self.barred_at != self.combat.changes:
            self.barriers = self.seen_obstacles()
            self.barred_at = self.combat.changes
        return self.barriers

    def seen_obstacles(self) -> Obstacles:
        """Look who and what is in the way.

        Rules: move.obstruction, move.through-allies, move.no-stop-when-shared, move.engagement,
        move.engagement-not-per-foe, move.difficult-exit, move.costs-stack, move.dash-ignores,
        move.dash-pays-terrain, move.fly, move.phasing, defeat.incapacitated-pc-space.
        """
        combat = self.combat
        unit = self.unit
        grid = combat.grid
        size = unit.size
        found = Obstacles(self.exits())
        for other in combat.units:
            if other is unit or other.cell < 0 or not other.present:
                continue
            bars = self.bars(other)
            if size == 1 and other.size == 1:
                found.close(other.cell)
                if bars and other.cell not in self.lane:
                    found.bar(other.cell)
                continue
            for cell in distance.footprint(combat, other):
                if bars and cell not in self.lane:
                    found.bar_footprint(grid, cell, size)
                found.close_footprint(grid, cell, size)
        if combat.patches or combat.things:
            self.see_things(found)
        self.lay_surcharges(found)
        for cell in exits.walls_of(combat):
            found.close_footprint(grid, cell, size)
        for cell in combat.maps.drops:
            found.harm(cell, 20)
        for cell in combat.lay().harmful:
            found.harm(cell, 2 * combat.chapter)
        if self.goals is not None:
            for cell in range(grid.size):
                if cell not in self.goals:
                    found.close(cell)
        if self.exits().size > grid.size:
            exits.double(found, grid.size)
        return found

    def see_things(self, found: Obstacles) -> None:
        """Add summons and objects. Rules: effect.summon, move.obstruction."""
        combat = self.combat
        size = self.unit.size
        for cell in exits.summoned(combat):
            found.close_footprint(combat.grid, cell, size)
        for cell in exits.obstructions(combat):
            if not self.phasing and not self.flies:
                found.bar_footprint(combat.grid, cell, size)
            found.close_footprint(combat.grid, cell, size)

    def walled(self, cell: int) -> bool:
        """Return whether the mover would stand in a wall there. Rule: terrain.impassable."""
        grid = self.combat.grid
        return any(blocked(grid, one) for one in grid.footprint(cell, self.unit.size))

    def bars(self, other: IconCombatant) -> bool:
        """Return whether somebody bars the mover's way.

        Rules: move.obstruction, effect.intangible, move.fly.
        """
        if not other.able() or not self.combat.hostile(self.unit, other):
            return False
        if self.phasing or self.over_foes or self.combat.has(other, "intangible"):
            return False
        return not (self.flies and not self.combat.has(other, "flying"))

    def lay_surcharges(self, found: Obstacles) -> None:
        """Add what leaving each place costs besides the step."""
        if self.phasing:
            return
        combat = self.combat
        grid = combat.grid
        unit = self.unit
        size = unit.size
        difficult = combat.lay().rough
        heeds = not self.flies and not any(trait.ignores_difficult for trait in unit.sheet.traits)
        if difficult and heeds:
            rough = found.levy()
            if size == 1:
                rough.raise_to(difficult, 1)
            else:
                for cell in difficult:
                    x = grid.xs[cell] - size + 1
                    rough.raise_to(grid.block(x, grid.ys[cell] - size + 1, size, size), 1)
            found.leaving(rough)
        if self.kind == DASH or combat.has(unit, "unstoppable"):
            return
        engaged: Levy | None = None
        for other in combat.units:
            if not combat.hostile(unit, other) or not exits.engages(combat, other):
                continue
            if self.flies and not combat.has(other, "flying"):
                continue
            engaged = engaged or found.levy()
            cost = 1
            for trait in other.sheet.traits:
                cost = max(cost, 1 + trait.engagement)
            if size == 1 and other.size == 1:
                engaged.raise_to(list(grid.near[other.cell]), cost)
                continue
            wide = other.size + size + 1
            x = grid.xs[other.cell] - size
            engaged.raise_to(grid.block(x, grid.ys[other.cell] - size, wide, wide), cost)
        if engaged is not None:
            found.leaving(engaged)

    def reach(self) -> Reach:
        """Return where the mover can get with what is left."""
        return flood(self.exits(), self.unit.cell, self.left(), self.obstacles())

    def price(self, goal: int) -> int:
        """Return what the step to a neighbour costs, -1 if it is barred."""
        return self.price_from(self.unit.cell, goal)

    def price_from(self, here: int, goal: int) -> int:
        """Return what a step from a place costs, -1 if it is barred."""
        return -1 if self.obstacles().barred(goal) else self.toll(here, goal)

    def toll(self, here: int, goal: int) -> int:
        """Return what a step would cost if nobody barred it, -1 if there is none."""
        exits = self.exits()
        size = self.combat.grid.size
        if exits.size == size:
            price = exits.price(here, goal)
            return price if price < 0 else int(price + self.obstacles().leave[here])
        for cell, price, _ in exits.rows[here]:
            if cell % size == goal % size:
                return int(price + self.obstacles().leave[here])
        return -1

    def holders(self, cell: int) -> list[IconCombatant]:
        """Return all others in whose space the mover would be there."""
        unit = self.unit
        return [
            other
            for other in self.combat.units
            if other is not unit
            and other.cell >= 0
            and other.present
            and not self.combat.grid.distance(cell, other.cell, CHEBYSHEV, unit.size, other.size)
        ]

    def why_not_step(self, here: int, goal: int) -> Why:
        """Return why no step leads from a place to one beside it, "" if one does.

        Rules: move.obstruction, move.map-border, terrain.impassable, move.orthogonal.
        """
        grid = self.combat.grid
        if not grid.footprint(goal, self.unit.size):
            return "move.map-border", "it would not fit on the map there"
        if self.walled(goal) and not self.phasing:
            return "terrain.impassable", "the space is impassable"
        if self.obstacles().barred(goal):
            for other in self.holders(goal):
                if self.bars(other):
                    return "move.obstruction", f"{other.name} stands there and bars the way"
            return "move.obstruction", "an object bars the way"
        if self.toll(here, goal) < 0:
            if self.steps() == ORTHOGONAL:
                return "move.orthogonal", "the step would be diagonal"
            return "move.orthogonal", "both spaces beside the diagonal step bar it"
        return "", ""

    def why_not_stop(self, cell: int) -> Why:
        """Return why nobody stops at a place that can be passed, "" if one may.

        Rules: terrain.impassable, move.no-stop-when-shared.
        """
        if not self.obstacles().shut(cell):
            return "", ""
        if self.walled(cell):
            return "terrain.impassable", "the space is impassable: one may pass, and not stop"
        for other in self.holders(cell):
            return "move.no-stop-when-shared", f"{other.name} is there: one may pass, and not stop"
        if self.goals is not None and cell not in self.goals:
            return self.rule, "this movement may not end there"
        return "move.no-stop-when-shared", "something is there: one may pass, and not stop"

    def choose(self) -> bool:
        asked = MoveTo(self)
        if self.asked_once and asked.only_stop():
            return False
        self.asked_once = True
        answer = self.combat.ask(asked)
        if answer == PASS:
            return False
        self.plan = asked.cells(answer) if answer < 0 else asked.way(answer - 1)
        return True

    def enter(self, goal: int) -> None:
        here = self.unit.cell
        width = self.combat.grid.width
        if here % width != goal % width and here // width != goal // width:
            if self.steps() == ONE_SLANT:
                self.unit.count(SLANTED)
        self.path.append(here)
        fresh = self.barred_at == self.combat.changes
        ledger.step(self.combat, self.unit, goal, self.rule, WAYS[self.kind])
        if fresh:  # its own step moves nobody else
            self.barred_at = self.combat.changes

    def after(self, came_from: int) -> None:
        """Fall, then dangerous terrain, then interrupts.

        Rules: terrain.fall-continue, terrain.dangerous, interrupt.timing, move.dash-ignores.
        """
        unit = self.unit
        self.made += 1
        self.deed.cell = came_from
        unit.count(SPACES)
        landing.land(self.combat, unit, came_from, falls=not self.flies, hurts=not self.flies)
        if unit.able() and self.kind != DASH:
            reaction.stepped(self.combat, self.deed)

    def finish(self) -> None:
        """End the movement; who fell on somebody lies in the last free space before it.

        Rules: move.no-stop-when-shared, status.slashed.
        """
        unit = self.unit
        walks = self.combat.walks
        self.combat.walks = [deed for deed in walks if deed is not self.deed]
        landing.settle(self.combat, unit, [self.start, *self.path])
        if self.made:
            landing.moved(self.combat, unit)


class MoveTo(MoveChoice):
    """Where to move, or stop."""

    def __init__(self, move: Move) -> None:
        grid = move.combat.grid
        edge, stride = "move.map-border", "move.orthogonal"
        super().__init__(move.seats, move.unit.index, move.rule, grid, move.unit.cell, edge, stride)
        self.move = move
        self.nodes: dict[int, int] | None = None  # of a search of two layers

    def search(self) -> Reach:
        return self.move.reach()

    def spaces(self) -> list[int]:
        """Return the spaces where one may stop, the cheapest first."""
        reach = self.reach()
        if reach.size == self.grid.size:
            return reach.cells
        return list(self.doubled())

    def doubled(self) -> dict[int, int]:
        """Return the spaces where one may stop, each with its node of a search of two layers."""
        if self.nodes is None:
            found: dict[int, int] = {}
            size = self.grid.size
            for node in self.reach().cells:
                found.setdefault(node % size, node)
            if self.start in found:
                del found[self.start]
            self.nodes = found
        return self.nodes

    def node(self, cell: int) -> int:
        """Return the node of the search at which one stops in a space."""
        return cell if self.reach().size == self.grid.size else self.doubled()[cell]

    def offered(self) -> list[int]:
        return [PASS, *[1 + cell for cell in self.spaces()]]

    def cost(self, cell: int) -> int:
        return self.reach().cost(self.node(cell))

    def harm(self, cell: int) -> int:
        return self.reach().harm(self.node(cell))

    def way(self, cell: int) -> list[int]:
        size = self.grid.size
        return [one % size for one in self.reach().path(self.node(cell))]

    def why_not_way(self, cells: list[int]) -> Why:
        """Rules: move.orthogonal, move.insufficient."""
        move = self.move
        cost = 0
        here = self.start
        slanted = 0
        width = self.grid.width
        for goal in cells:
            price = move.price_from(here, goal)
            if price < 0:
                return move.why_not_step(here, goal)
            slanted += 1 if here % width != goal % width and here // width != goal // width else 0
            cost += price
            here = goal
        if slanted > 1 and move.only_one_slant():
            return "move.orthogonal", "only one step may be diagonal"
        if cost > move.left():
            return "move.insufficient", too_dear(cost, move.left(), "space", "spaces")
        return move.why_not_stop(here)

    def why_not_step(self, here: int, goal: int) -> Why:
        return self.move.why_not_step(here, goal)

    def way_at_any_cost(self, cell: int) -> list[int]:
        move = self.move
        reach = flood(move.exits(), self.start, ANY_COST, move.obstacles())
        size = self.grid.size
        nodes = [node for node in range(cell, reach.size, size) if reach.cost(node) >= 0]
        if not nodes:
            return []
        return [one % size for one in reach.path(min(nodes, key=reach.cost))]

    def prompt(self) -> str:
        return f"move, {self.move.left()} spaces left"
