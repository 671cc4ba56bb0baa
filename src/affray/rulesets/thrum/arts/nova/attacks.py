"""Nova abilities that are attacks."""

from __future__ import annotations

from affray.core.event import Told
from affray.core.grid import DIRECTIONS, IMPASSABLE, WALL, step_of
from affray.rulesets.thrum import damage, resource, terms
from affray.rulesets.thrum.action.operation import Impose, Op
from affray.rulesets.thrum.arts.nova.store import Nova, Sweeping, deals, gives
from affray.rulesets.thrum.attack import contest, sequence, targeting
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.condition.kinds import (
    BLEED,
    BLINDED,
    HAMSTRUNG,
    IMMOBILIZED,
    SHOCKED,
    SLOWED,
    STUNNED,
    WEAKENED,
)
from affray.rulesets.thrum.condition.listed import BURNING
from affray.rulesets.thrum.definitions import ALWAYS, Bound, Entry
from affray.rulesets.thrum.feature import Origin, Trigger, Use
from affray.rulesets.thrum.geometry.shapes import Shape, aura
from affray.rulesets.thrum.geometry.sight import reach_at
from affray.rulesets.thrum.movement import forced, pace
from affray.rulesets.thrum.reaction.triggers import trigger as set_off
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import CRITICAL_HIT, FATIGUE, ROLLED, STRESS, TAKEN, TARGETED


class Cannonball(Nova):
    """Teleport up to Speed, pull every enemy in the Aura as far as it goes, attack each.

    Success: 1 Weakened and 1 Slowed. Critical: 1 Fatigue. a: a Critical also Stuns. b: a Success
    also deals 1 Fatigue. Potential: being targeted with an attack.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.notices |= TARGETED
        self.success = [gives(WEAKENED), gives(SLOWED)]
        self.critical = [deals(FATIGUE, 1)]
        if self.has("a"):
            self.critical.append(Impose(False, ALWAYS, STUNNED, ""))
        if self.has("b"):
            self.success.append(deals(FATIGUE, 1))

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        use = trigger.use
        if use is not None and use.attack() and owner.index in use.targets:
            self.store.gain(combat, owner)

    def answers(self, combat: ThrumCombat, user: ThrumCombatant) -> list[int]:
        return [0] if self.landings(combat, user) else []

    def landings(self, combat: ThrumCombat, user: ThrumCombatant) -> list[int]:
        """Return its own square and those to teleport to, if an enemy is in the Aura there."""
        speed = pace.speed_of(combat, user)
        return [
            cell
            for cell in [user.cell, *forced.teleport_squares(combat, user, speed)]
            if self.everyone(combat, user, Origin(cell, 0))
        ]

    def declare(self, combat: ThrumCombat, user: ThrumCombatant, use: Use, answer: int) -> None:
        """Teleport; whoever is in the Aura then is a target. Rule: target.needs-valid-target."""
        cells = self.landings(combat, user)
        stay = "stay" if user.cell in cells else ""
        cells = [cell for cell in cells if cell != user.cell]
        if cells:
            asked = picking.PickCell(
                combat, user, cells, "move.teleport.destination", "teleport", stay
            )
            goal = combat.ask(asked) - 1
            if goal >= 0:
                forced.teleport(combat, user, goal, self.id)
        if not user.able() or user.cell < 0:
            use.void = "turn.interrupted-by-incapacity"
            return
        targeting.aim(combat, use, self.everyone(combat, user, Origin(user.cell, 0)))
        use.area = aura(combat, user.cell, self.n("aura"))

    def before(self, combat: ThrumCombat, use: Use) -> None:
        """Pull one enemy after another, in the order its user picks. Rule: move.forced.path."""
        user = combat.units[use.actor]
        waiting = use.targets[:]
        while user.able():
            waiting = [who for who in waiting if ways_in(combat, combat.units[who], user.cell)]
            if not waiting:
                return
            who = waiting[0]
            if len(waiting) > 1:
                asked = picking.Pick(combat, user, waiting, "move.forced.path", "pull")
                who = combat.ask(asked) - 1
            waiting.remove(who)
            pull(combat, user, combat.units[who], use)


def ways_in(combat: ThrumCombat, unit: ThrumCombatant, anchor: int) -> list[list[int]]:
    """Return a way to each square where a pull as far as it goes can end; [] if it cannot begin.

    Every square lowers the distance by 1. Rules: move.forced.push-away, move.forced.stops.
    """
    ways: list[list[int]] = []
    heads = [[unit.cell]]
    while heads:
        longer: list[list[int]] = []
        ends: list[int] = []
        for way in heads:
            here = way[-1]
            for goal in combat.grid.near[here]:
                if goal in ends or combat.distance(anchor, goal) >= combat.distance(anchor, here):
                    continue
                if forced.can_be_pushed(combat, here, goal):
                    longer.append([*way, goal])
                    ends.append(goal)
        if longer:
            ways = longer
        heads = longer
    return ways


def pull(combat: ThrumCombat, user: ThrumCombatant, unit: ThrumCombatant, use: Use) -> None:
    """Pull somebody in, to the end that the user picks."""
    ways = ways_in(combat, unit, user.cell)
    way = ways[0]
    if len(ways) > 1:
        ends = [way[-1] for way in ways]
        asked = picking.PickCell(
            combat, user, ends, "move.forced.path", f"pull {unit.name}", "", unit.index
        )
        way = ways[ends.index(combat.ask(asked) - 1)]
    made = 0
    for goal in way[1:]:
        if not unit.present or not forced.can_be_pushed(combat, unit.cell, goal):
            break
        if not forced.force(combat, user, unit, goal, use):
            break
        made += 1
    if made:
        event = Trigger(terms.MOVED, user.index, unit.index, use)
        event.amount = made
        set_off(combat, event)


class PoundOfFleche(Nova):
    """X times a Line straight away from you: attack each enemy in it, teleport to its free far end.

    Success: 2 Fatigue and 1 Bleed. Critical: 1 more Fatigue and 1 Hamstrung. None goes back along
    the way you came. Potential: two equal kept dice in a roll of yours.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.notices |= ROLLED
        self.success = [deals(FATIGUE, 2), gives(BLEED)]
        self.critical = [deals(FATIGUE, 1), gives(HAMSTRUNG)]

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        if trigger.actor == owner.index:
            self.store.gain(combat, owner)

    def answers(self, combat: ThrumCombat, user: ThrumCombatant) -> list[int]:
        return [0] if self.lunges(combat, user.cell, -1) else []

    def lunges(self, combat: ThrumCombat, cell: int, barred: int) -> list[Shape]:
        """Return the Lines from a square that end on a free one, named by direction and length."""
        grid = combat.grid
        found: list[Shape] = []
        for direction in range(8):
            if direction == barred:
                continue
            dx, dy = step_of(direction)
            cells: list[int] = []
            goal = grid.beside(cell, dx, dy)
            while goal >= 0:
                cells.append(goal)
                if combat.free(goal) and grid.ground[goal] not in (WALL, IMPASSABLE):
                    found.append(Shape(f"{DIRECTIONS[direction]} {len(cells)}", cells[:]))
                goal = grid.beside(goal, dx, dy)
        return found

    def act(self, combat: ThrumCombat, user: ThrumCombatant, answer: int) -> None:
        times = self.store.pay(combat, user)
        barred = -1
        while times > 0 and user.able():
            shapes = self.lunges(combat, user.cell, barred)
            if not shapes:
                return
            answer = 1
            if len(shapes) > 1:
                answer = combat.ask(picking.PlaceArea(combat, user, self, shapes))
            line = shapes[answer - 1]
            here = user.cell
            self.lunge(combat, user, line.cells)
            barred = combat.grid.direction(line.cells[0], here)
            times -= 1

    def lunge(self, combat: ThrumCombat, user: ThrumCombatant, cells: list[int]) -> None:
        """Make one attack; the far end must still be free to go there."""
        if combat.watched:
            combat.tell(Told("uses", user.index, -1, self.id))
        enemies = [
            other.index
            for other in combat.units
            if combat.enemies(user, other) and combat.on_map(other) and other.cell in cells
        ]
        if enemies:
            use = Use(user.index, self, -1)
            use.area = cells
            targeting.aim(combat, use, enemies)
            sequence.perform(combat, use)
        if user.able() and combat.free(cells[-1]):
            forced.teleport(combat, user, cells[-1], self.id)


class BlotOutTheSun(Sweeping):
    """Attack on all enemies. Effect: 1 Fatigue. Success: 2 more, 1 Slowed. Critical: Immobilized.

    a: the Effect also gives 1 Blinded. b: a Success has the Critical effect too. Potential:
    attacking a target at exactly the greatest Range of the ability.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.notices |= TARGETED
        held: Op = Impose(False, ALWAYS, IMMOBILIZED, "end of the target's next turn")
        self.effect = [deals(FATIGUE, 1)]
        self.success = [deals(FATIGUE, 2), gives(SLOWED)]
        if self.has("a"):
            self.effect.append(gives(BLINDED))
        if self.has("b"):
            self.success.append(held)
        else:
            self.critical = [held]

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        use = trigger.use
        if use is None or use.actor != owner.index or not use.attack() or use.range < 1:
            return
        origin = targeting.origin_of(combat, use)
        for who in use.targets:
            target = combat.units[who]
            if combat.distance(origin, target.cell) == reach_at(use.range, target, not use.area):
                self.store.gain(combat, owner)


class MassHysteria(Sweeping):
    """Mental Attack on all enemies. Success: Stress, X but at most 2. Effect: a Panic Roll at once.

    The roll has to beat the Stress Load + X. Potential: dealing Stress to somebody else.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.notices |= TAKEN

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        dealt = trigger.source == owner.index and trigger.target != owner.index
        if dealt and trigger.load == STRESS:
            self.store.gain(combat, owner)

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        target = combat.units[use.targets[slot]]
        if not contest.avoided(use, slot):
            damage.take(combat, target.index, STRESS, min(use.memory, 2), use.actor, use)
        if target.present and target.controller < 0:
            resource.panic(combat, target, target.stress + use.memory)


class SmiteThem(Sweeping):
    """Attack on all enemies, to be met with Evasion alone. Effect: 1 Burning and 1 Shocked.

    Success: 1 Fatigue and 1 Stress. Critical: double both instead. a: 1 more Burning and Fatigue.
    b: 1 more Shocked and Stress. Potential: taking Stress from an ability of your own.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.notices |= TAKEN
        fatigue = 2 if self.has("a") else 1
        stress = 2 if self.has("b") else 1
        self.effect = [gives(BURNING, fatigue), gives(SHOCKED, stress)]
        self.success = [deals(FATIGUE, fatigue), deals(STRESS, stress)]
        self.instead = [deals(FATIGUE, 2 * fatigue), deals(STRESS, 2 * stress)]

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        own = trigger.source == owner.index and trigger.target == owner.index
        if own and trigger.load == STRESS:
            self.store.gain(combat, owner)

    def due(self, use: Use, slot: int) -> list[Op]:
        """Return the operations of a result; on a Critical others instead of those of a Success.

        Rule: attack.critical-adds.
        """
        if use.attacks[slot].result == CRITICAL_HIT:
            return [*self.effect, *self.instead]
        return super().due(use, slot)
