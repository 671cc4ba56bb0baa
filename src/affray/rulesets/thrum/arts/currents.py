"""Kineticism: currents that carry along whoever moves into them."""

from __future__ import annotations

from typing import Final

from affray.core.combat import COMBAT
from affray.core.effect import Held
from affray.core.grid import DIRECTIONS, step_of
from affray.core.reach import Obstacles
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.attack import targeting
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.condition import lasting
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.feature import Number, Origin, Trigger, Use
from affray.rulesets.thrum.movement import forced, walking
from affray.rulesets.thrum.reaction.stance import Stance
from affray.rulesets.thrum.state import Terrain, ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import ENTERS, GROUND, OFFENCE, RANGED

FAR: Final = 3  # from this distance on Ranged attacks are bent

NORTH: Final = 0
EAST: Final = 2
SOUTH: Final = 4
WEST: Final = 6


def carried(
    combat: ThrumCombat,
    owner: ThrumCombatant,
    mover: ThrumCombatant,
    direction: int,
    trigger: Trigger,
    n: int,
) -> bool:
    """Return whether a current pushes a mover: it may spend ``n`` more movement, if it has that."""
    dx, dy = step_of(direction)
    goal = combat.grid.beside(mover.cell, dx, dy)
    if not forced.can_be_pushed(combat, mover.cell, goal):
        return False
    way = trigger.move
    if not isinstance(way, walking.Move) or not mover.able():
        return True
    if way.left() < n and way.waiver() == 0:
        return True
    words = [f"drift {DIRECTIONS[direction]}", f"spend {n}"]
    if combat.ask(picking.Words(mover, words, "ability.text-wins", "resist?")) == 0:
        return True
    if not way.spared():
        way.spent += n
        if way.step:
            mover.spent = way.spent
    combat.mark_changed()
    return False


def way_of(trigger: Trigger) -> walking.Move | None:
    """Return the movement of its own that a current interrupts."""
    return trigger.move if isinstance(trigger.move, walking.Move) else None


class VectorField(Action):
    """A Terrain Effect that pushes whoever moves into a square of it toward a named side or corner.

    One square, unless 1 more movement is spent; movement that it causes does not trigger it again.
    Upgrades: a, Area + half REA; b, resisting costs 1 more.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= ENTERS
        self.adjusts |= GROUND

    def place(self, combat: ThrumCombat, user: ThrumCombatant, use: Use, origin: Origin) -> None:
        """Choose area and direction; nobody is targeted. Rule: terrain-effect.ongoing."""
        super().place(combat, user, use, origin)
        if use.void:
            return
        targeting.aim(combat, use, [])
        words = [f"toward {name}" for name in DIRECTIONS]
        rule = "terrain-effect.ongoing"
        use.memory = combat.ask(picking.Words(user, words, rule, "which side or corner?"))

    def after(self, combat: ThrumCombat, use: Use) -> None:
        user = combat.units[use.actor]
        placed = lasting.lay(combat, user, self, use.area)
        placed.direction = use.memory

    def placed(self, combat: ThrumCombat, owner: ThrumCombatant) -> Terrain | None:
        """Return the field in place, None if there is none."""
        for terrain in combat.terrains:
            if terrain.creator == owner.index and terrain.slot == self.slot:
                return terrain
        return None

    def ground(
        self,
        combat: ThrumCombat,
        owner: ThrumCombatant,
        mover: ThrumCombatant,
        obstacles: Obstacles,
    ) -> None:
        """Among equally cheap ways those around it are better."""
        field = self.placed(combat, owner)
        if field is not None:
            for cell in field.cells:
                obstacles.harm(cell, 1)

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        """Rule: terrain-effect.applies-to-all."""
        field = self.placed(combat, owner)
        if field is None or trigger.goal not in field.cells or field.mark == 1 + trigger.actor:
            return []
        return [1]

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return True

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        field = self.placed(combat, owner)
        mover = combat.units[trigger.actor]
        if field is None:
            return
        direction = field.direction
        if not carried(combat, owner, mover, direction, trigger, self.n("resist")):
            return
        before = field.mark
        field.mark = 1 + mover.index
        forced.push(combat, owner, mover, direction, 1, None, way_of(trigger))
        field.mark = before


class Eigencomplex(Stance):
    """Aura 1 that turns: whoever moves into a square of it is pushed one square along.

    Unless it spends 1 more movement; movement that this causes does not trigger it. Enemies in the
    Aura cannot target its owner unless orthogonally adjacent.
    Upgrades: a, half REA larger Aura; b, +1 Bane on Ranged attacks on its owner from 3 or more.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= ENTERS
        if self.has("b"):
            self.adjusts |= OFFENCE
        self.counter = self.new_counter(COMBAT)  # 1: it turns counterclockwise
        self.moving = self.new_counter(COMBAT)  # a set of those being pushed

    def taken(self, combat: ThrumCombat, owner: ThrumCombatant, renewed: bool) -> None:
        words = ["clockwise", "counterclockwise"]
        asked = picking.Words(owner, words, "area.aura", "which way does it turn?")
        owner.set_count(self.counter, combat.ask(asked))
        combat.mark_changed()

    def direction_at(self, combat: ThrumCombat, owner: ThrumCombatant, cell: int) -> int:
        """Return the cardinal direction to the next square of the ring around the owner."""
        grid = combat.grid
        x = grid.column(cell) - grid.column(owner.cell)
        y = grid.row(cell) - grid.row(owner.cell)
        r = max(abs(x), abs(y))
        if owner.used[self.counter]:
            if y == -r and x > -r:
                return WEST
            if x == -r and y < r:
                return SOUTH
            return EAST if y == r and x < r else NORTH
        if y == -r and x < r:
            return EAST
        if x == r and y < r:
            return SOUTH
        return WEST if y == r and x > -r else NORTH

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        """Rules: area.aura, area.aura-follows."""
        if trigger.actor == owner.index or owner.used[self.moving] >> trigger.actor & 1:
            return []
        far = combat.distance(owner.cell, trigger.goal)
        return [1] if 1 <= far <= self.n("aura") else []

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return True

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        mover = combat.units[trigger.actor]
        direction = self.direction_at(combat, owner, mover.cell)
        if not carried(combat, owner, mover, direction, trigger, 1):
            return
        owner.add_bits(self.moving, 1 << mover.index)
        forced.push(combat, owner, mover, direction, 1, None, way_of(trigger))
        owner.set_count(self.moving, owner.used[self.moving] & ~(1 << mover.index))

    def unreachable(self, combat: ThrumCombat, owner: ThrumCombatant, enemy: ThrumCombatant) -> str:
        near = enemy.cell in combat.grid.cross[owner.cell]
        inside = combat.apart(owner, enemy) <= self.n("aura")
        return "ability.text-wins" if inside and not near else ""

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        use = number.use
        if number.kind != OFFENCE or number.other != owner.index or use is None:
            return
        if use.tags & RANGED and combat.distance(number.origin, owner.cell) >= FAR:
            number.add(-1, self.id)
