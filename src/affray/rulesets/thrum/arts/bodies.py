"""Kineticism: two characters that are hurled at each other."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.grid import IMPASSABLE, WALL, step_of
from affray.rulesets.thrum import damage, terms
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.attack import contest, targeting
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.condition.holding import give
from affray.rulesets.thrum.condition.kinds import DAZED
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.feature import Origin, Trigger, Use
from affray.rulesets.thrum.geometry.sight import OBSTRUCTED, cover, reach_of
from affray.rulesets.thrum.movement import forced
from affray.rulesets.thrum.reaction.triggers import trigger as set_off
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import CRITICAL_HIT, FATIGUE

ROW: Final = 1
COLUMN: Final = 2

DONE: Final = 2  # in the memory of a Two Body Problem: its entries have been applied


def line_of(combat: ThrumCombat, a: ThrumCombatant, b: ThrumCombatant) -> int:
    """Return ROW or COLUMN if two stand in one, else 0."""
    grid = combat.grid
    if not combat.on_map(a) or not combat.on_map(b) or a.cell == b.cell:
        return 0
    if grid.ys[a.cell] == grid.ys[b.cell]:
        return ROW
    return COLUMN if grid.xs[a.cell] == grid.xs[b.cell] else 0


class TwoBodyProblem(Action):
    """Propel one or both of two characters in a row or column toward each other.

    They go until adjacent, or until they hit another character or ground 2 or more above where they
    started. Each contests; if one contest succeeds up to 2 Fatigue may be split among the targets
    that failed to avoid it and characters they hit. One target of a Critical may become Dazed.
    Upgrades: a, half POW more Fatigue; b, Dazed on one target of a Success, on both on a Critical.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.joint = True

    # -- its two targets --------------------------------------------------------------------------

    def cannot_reach(
        self, combat: ThrumCombat, user: ThrumCombatant, target: ThrumCombatant, origin: Origin
    ) -> str:
        rule = super().cannot_reach(combat, user, target, origin)
        if rule == "" and not self.partners(combat, user, target, origin.cell):
            return "target.needs-valid-target"
        return rule

    def partners(
        self, combat: ThrumCombat, user: ThrumCombatant, first: ThrumCombatant, origin: int
    ) -> list[int]:
        """Return who may be the second target: within 4 of the first in its row or column."""
        found: list[int] = []
        if not combat.on_map(first):
            return found
        row = combat.grid.far(first.cell)
        for other in combat.units:
            if other.cell < 0 or row[other.cell] > self.range:
                continue
            if line_of(combat, first, other) == 0:
                continue
            if cover(combat, origin, other.cell) == OBSTRUCTED:
                continue
            if combat.enemies(user, other) and targeting.forbidden_by(combat, user, other):
                continue
            found.append(other.index)
        return found

    def declare(self, combat: ThrumCombat, user: ThrumCombatant, use: Use, answer: int) -> None:
        super().declare(combat, user, use, answer)
        first = answer - 1
        origin = targeting.origin_of(combat, use)
        found = self.partners(combat, user, combat.units[first], origin)
        if not found:
            use.void = "target.needs-valid-target"
            return
        second = found[0]
        if len(found) > 1:
            asked = picking.Pick(combat, user, found, "target.character", "second")
            second = combat.ask(asked) - 1
        targeting.aim(combat, use, [first, second])
        use.memory = use.targets.index(first)
        use.range = -1  # in_reach tells

    def in_reach(self, combat: ThrumCombat, use: Use, slot: int) -> bool:
        """Rule: attack.target-moved, the second target's range being counted from the first."""
        target = combat.units[use.targets[slot]]
        first = combat.units[use.targets[use.memory % DONE]]
        if target is not first:
            return combat.on_map(first) and combat.apart(first, target) <= self.range
        reach = reach_of(combat, combat.units[use.actor], self, self.range)
        return combat.distance(targeting.origin_of(combat, use), target.cell) <= reach

    # -- its entries ------------------------------------------------------------------------------

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        """Apply everything once, when both contests are known."""
        if use.memory >= DONE or len(use.targets) < 2:
            return
        first = use.memory
        use.memory += DONE
        struck = self.propel(combat, use, first)
        self.split(combat, use, struck)
        self.daze(combat, use)

    def propel(self, combat: ThrumCombat, use: Use, first: int) -> list[int]:
        """Move them; return whom those hit who failed to avoid it. Rule: move.forced.path."""
        pair = [combat.units[use.targets[first]], combat.units[use.targets[1 - first]]]
        if line_of(combat, pair[0], pair[1]) == 0:
            return []
        gap = combat.apart(pair[0], pair[1]) - 1
        if gap == 0:
            return []
        going = self.choose_bodies(combat, use, pair, gap)
        floors = [combat.grid.levels[unit.cell] + 2 for unit in going]
        made = [0, 0]
        struck: list[int] = []
        rolling = [True] * len(going)
        while any(rolling):
            for n in range(len(going)):
                body = going[n]
                other = pair[0] if body is pair[1] else pair[1]
                if not rolling[n]:
                    continue
                if line_of(combat, body, other) == 0 or combat.apart(body, other) <= 1:
                    return self.come_to_rest(combat, use, going, made, struck)
                hit = self.step(combat, use, body, other, floors[n])
                if hit == body.index:
                    made[n] += 1
                    rolling[n] = made[n] < gap  # however often something throws it back
                else:
                    rolling[n] = False
                    slot = use.targets.index(body.index)
                    if hit >= 0 and not contest.avoided(use, slot):
                        struck.append(hit)
        return self.come_to_rest(combat, use, going, made, struck)

    def choose_bodies(
        self, combat: ThrumCombat, use: Use, pair: list[ThrumCombatant], gap: int
    ) -> list[ThrumCombatant]:
        """Choose who is propelled; both go in turns, so with an odd gap it matters who is first."""
        a, b = pair[0], pair[1]
        words = [f"propel {a.name}", f"propel {b.name}"]
        about = [a.index, b.index]
        if gap > 1:
            words.append(f"propel both {a.name} first" if gap % 2 else "propel both")
            about.append(a.index if gap % 2 else -1)
            if gap % 2:
                words.append(f"propel both {b.name} first")
                about.append(b.index)
        user = combat.units[use.actor]
        answer = combat.ask(
            picking.Words(user, words, "move.forced.path", "propel whom?", 0, about)
        )
        if answer == 0:
            return [a]
        if answer == 1:
            return [b]
        return [a, b] if answer == 2 else [b, a]

    def step(
        self, combat: ThrumCombat, use: Use, body: ThrumCombatant, other: ThrumCombatant, floor: int
    ) -> int:
        """Move a body one square on; return its own index, whom it hits instead, or -1."""
        grid = combat.grid
        dx, dy = step_of(grid.direction(body.cell, other.cell))
        goal = grid.beside(body.cell, dx, dy)
        holder = combat.at(goal)
        if holder is not None:
            return holder.index
        if grid.ground[goal] in (WALL, IMPASSABLE) or grid.levels[goal] >= floor:
            return -1
        user = combat.units[use.actor]
        return body.index if forced.force(combat, user, body, goal, use) else -1

    def come_to_rest(
        self,
        combat: ThrumCombat,
        use: Use,
        going: list[ThrumCombatant],
        made: list[int],
        struck: list[int],
    ) -> list[int]:
        """Set off what having been moved triggers; return whom the bodies struck."""
        for n in range(len(going)):
            if made[n] and going[n].present:
                event = Trigger(terms.MOVED, use.actor, going[n].index, use)
                event.amount = made[n]
                set_off(combat, event)
        return struck

    def split(self, combat: ThrumCombat, use: Use, struck: list[int]) -> None:
        """Deal up to the Fatigue in all, as its user splits it; each share is one instance."""
        user = combat.units[use.actor]
        failed = [
            use.targets[slot] for slot in range(len(use.targets)) if not contest.avoided(use, slot)
        ]
        if not failed or not user.able():
            return
        left = self.n("fatigue")
        shares: list[tuple[int, int]] = []
        for who in combat.in_order():
            if left and (who in failed or who in struck) and combat.units[who].present:
                share = self.choose_share(combat, user, combat.units[who], left)
                shares.append((who, share))
                left -= share
        for who, share in shares:
            if user.able():
                use.now = use.targets.index(who) if who in use.targets else use.now
                damage.take(combat, who, FATIGUE, share, use.actor, use)

    def choose_share(
        self, combat: ThrumCombat, user: ThrumCombatant, target: ThrumCombatant, most: int
    ) -> int:
        """Let the user choose how much of the Fatigue goes to one of those struck."""
        menu = [(n, f"{n} to {target.name}") for n in range(most + 1)]
        about = [target.index] * len(menu)
        default = most if combat.enemies(user, target) else 0
        return combat.ask(picking.Listed(user, menu, "load.deal-n", default, about))

    def daze(self, combat: ThrumCombat, use: Use) -> None:
        """One target of a Critical; with the upgrade one of a Success, or all those of any."""
        user = combat.units[use.actor]
        slots = range(len(use.targets))
        found = [use.targets[slot] for slot in slots if use.attacks[slot].result == CRITICAL_HIT]
        count = 1
        if self.has("b"):
            count = 2 if found else 1
            found = [use.targets[slot] for slot in slots if not contest.avoided(use, slot)]
        found = [who for who in found if combat.units[who].present]
        while found and count and user.able():
            asked = picking.Pick(combat, user, found, "condition.dazed", "daze", "daze nobody")
            asked.default = 1 + found[0]
            answer = combat.ask(asked)
            if answer == PASS:
                return
            give(combat, answer - 1, DAZED, 1, user.index)
            found.remove(answer - 1)
            count -= 1
