"""Abilities of NPCs. Those not named here are made of their entries alone."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.combat import TURN
from affray.core.effect import Held
from affray.core.reach import Exits, Obstacles, Row
from affray.core.walk import walk
from affray.rulesets.thrum import damage, terms
from affray.rulesets.thrum.action.ability import EntryAbility, Passive
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.action.operation import Harm, Impose, Op
from affray.rulesets.thrum.attack import contest, sequence, targeting
from affray.rulesets.thrum.condition import lasting, stances
from affray.rulesets.thrum.condition.holding import gain_status, give
from affray.rulesets.thrum.condition.kinds import HIDDEN, SLOWED, STUNNED
from affray.rulesets.thrum.condition.lasting import Warding, give_buff
from affray.rulesets.thrum.definitions import ALWAYS, Bound, Entry, Quantity
from affray.rulesets.thrum.feature import NOTHING, Number, Trigger, Use
from affray.rulesets.thrum.geometry.shapes import aura
from affray.rulesets.thrum.geometry.sight import reach_of
from affray.rulesets.thrum.movement import forced, pace, walking
from affray.rulesets.thrum.reaction.stance import Stance
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    CRITICAL_HIT,
    DEFENCE,
    DEFENDED,
    FATIGUE,
    GROUND,
    LEAVES,
    OFFENCE,
    PANIC,
    RESILIENCE,
    SHIFTED,
    STARTS,
    STRESS,
    SUCCESS,
    TARGETED,
)

CODES: Final = 19  # the most that one trigger may offer


# ---- Biffer ------------------------------------------------------------------------------------


class Instead(Action):
    """A Critical has its own entries instead of those of the Success: 2 Fatigue.

    Rule: attack.critical-adds.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        two = Quantity(2, terms.FIXED)
        self.instead: list[Op] = [Harm(False, ALWAYS, FATIGUE, two)]

    def due(self, use: Use, slot: int) -> list[Op]:
        if use.attacks[slot].result != CRITICAL_HIT:
            return super().due(use, slot)
        ops: list[Op] = []
        for section in self.order:
            if section == "effect":
                ops.extend(self.effect)
            elif section == "success":
                ops.extend(self.instead)
        return ops


class Thump(Instead):
    """Success 1 Fatigue, Critical 2 instead, from Tier 1 also Stunned; then Dazed, hit or miss."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        if self.symbol("TIER") >= 1:
            self.instead.append(Impose(False, ALWAYS, STUNNED, ""))


class Shoulder(Instead):
    """Push up to 1 + Tier any way and follow up to 2 that same way; 1 Fatigue, Critical 2 instead.

    A push that is not made gives no direction to follow in.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.effect = []

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        self.shove(combat, use, combat.units[use.targets[slot]])
        super().apply(combat, use, slot)

    def shove(self, combat: ThrumCombat, use: Use, target: ThrumCombatant) -> None:
        """Push a target, and follow it."""
        user = combat.units[use.actor]
        if target.cell < 0:
            return
        asked = forced.Shift(combat, user, target, self.n("push"), forced.ANY, user.cell)
        answer = combat.ask(asked) if asked.ways() else PASS
        if answer == PASS:
            return
        direction = (answer - 1) % 8
        forced.push(combat, user, target, direction, (answer - 1) // 8 + 1, use)
        if user.able():
            way = Guided(combat, user, 2, combat.exits, self.id)
            way.line = direction
            follow(combat, way)


class Guided(walking.Move):
    """A movement that may only take certain steps."""

    def __init__(
        self, combat: ThrumCombat, unit: ThrumCombatant, amount: int, ways: Exits, rule: str
    ) -> None:
        super().__init__(combat, unit, terms.FIXED, amount, rule)
        self.ways = ways

    def exits(self) -> Exits:
        return self.ways

    def extras(self) -> list[int]:
        return []


def follow(combat: ThrumCombat, way: Guided) -> None:
    """Offer a guided movement, if there is anywhere to go."""
    if way.reach().cells:
        walk(combat, way)


def exits_toward(combat: ThrumCombat, goal: int) -> Exits:
    """Return the steps of the map of which each lowers the distance to a square."""
    rows: list[Row] = []
    for cell in range(combat.grid.size):
        far = combat.distance(cell, goal)
        steps = combat.exits.rows[cell]
        rows.append(tuple([step for step in steps if combat.distance(step[0], goal) < far]))
    return Exits(rows)


class Rooted(Stance):
    """+1 Boon on Resilience rolls and no forced movement at all. Rule: move.forced.stops."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= SHIFTED

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        return [1] if trigger.target == owner.index else []

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return True

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        trigger.void = "ability.text-wins"


class DigIn(Rooted):
    """+1 Boon on Resilience rolls; from Tier 1 no forced movement against its will.

    An ally's ability may move it if it wants to be moved.
    """

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        return super().codes(combat, owner, trigger) if self.symbol("TIER") >= 1 else []

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return combat.enemies(combat.units[trigger.actor], combat.units[trigger.target])


class Interpose(Stance):
    """An enemy attacks an ally in range: move up to 1 + Tier toward that ally. The Stance stays.

    A code is 1 + the place of the ally among the targets.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= TARGETED

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or not use.attack():
            return []
        if not combat.enemies(owner, combat.units[trigger.actor]):
            return []
        reach = reach_of(combat, owner, self, self.range)
        found: list[int] = []
        for slot in range(min(len(use.targets), CODES)):
            ally = combat.units[use.targets[slot]]
            near = combat.allies(owner, ally) and 1 < combat.apart(owner, ally) <= reach
            if near and use.named(slot) and self.way(combat, owner, ally).reach().cells:
                found.append(1 + slot)
        return found

    def way(self, combat: ThrumCombat, owner: ThrumCombatant, ally: ThrumCombatant) -> Guided:
        return Guided(combat, owner, self.n("step"), exits_toward(combat, ally.cell), self.id)

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        use = trigger.use
        assert use is not None
        return f"{self.id} {combat.units[use.targets[code - 1]].name}"

    def about(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> int:
        use = trigger.use
        return use.targets[code - 1] if use is not None else -1

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        use = trigger.use
        assert use is not None
        follow(combat, self.way(combat, owner, combat.units[use.targets[code - 1]]))


# ---- Plinker -----------------------------------------------------------------------------------


class DuckAway(Stance):
    """Hidden on taking or renewing it; from Tier 1 +1 Boon on attacks while Hidden."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        if self.symbol("TIER") >= 1:
            self.adjusts |= OFFENCE

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if number.who == owner.index and owner.has(HIDDEN):
            number.add(1, self.id)


class Perch(Passive):
    """+1 Boon on attacks for each level of difference to the target beyond the first.

    Only while no enemy is within 2 (from Tier 2: within 1). With an enemy adjacent at its Start of
    Turn it takes 1 Stress, and its attacks in that turn have +1 Bane.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.adjusts |= OFFENCE
        self.listens |= STARTS
        self.near = 1 if self.symbol("TIER") >= 2 else 2
        self.shaken = self.new_counter(TURN)

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if number.who != owner.index or number.other < 0:
            return
        number.add(-owner.used[self.shaken], self.id)
        origin = number.origin if number.origin >= 0 else owner.cell
        if not enemy_within(combat, owner, origin, self.near):
            levels = combat.grid.levels
            difference = abs(levels[origin] - levels[combat.units[number.other].cell])
            number.add(max(0, difference - 1), self.id)

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        adjacent = trigger.actor == owner.index and enemy_within(combat, owner, owner.cell, 1)
        return [1] if adjacent else NOTHING

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return True

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        damage.take(combat, owner.index, STRESS, 1, owner.index, None, self.id)
        owner.set_count(self.shaken, 1)


def enemy_within(combat: ThrumCombat, unit: ThrumCombatant, cell: int, distance: int) -> bool:
    """Return whether an enemy, fallen or not, is within a distance of a square."""
    for other in combat.units:
        if not combat.on_map(other) or not combat.enemies(unit, other):
            continue
        if combat.distance(cell, other.cell) <= distance:
            return True
    return False


# ---- area casters and the Dirge Singer ---------------------------------------------------------


class Spreading(Action):
    """Overexert: Area 4."""

    def area_size(self, use: Use) -> int:
        return 4 if use.overexert else super().area_size(use)


class Undertone(Stance):
    """Enemies in its Aura have +1 Bane on Panic Rolls."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.adjusts |= PANIC

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        who = combat.units[number.who]
        if combat.enemies(owner, who) and who.cell in aura(combat, owner.cell, self.n("aura")):
            number.add(-1, self.id)


class SuckingBog(Action):
    """Terrain Effect: difficult for everybody; an enemy that starts its turn there gains 1 Slowed.

    Rules: terrain-effect.ongoing, terrain-effect.one-per-creator, terrain-effect.applies-to-all.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.adjusts |= GROUND
        self.listens |= STARTS

    def declare(self, combat: ThrumCombat, user: ThrumCombatant, use: Use, answer: int) -> None:
        super().declare(combat, user, use, answer)
        targeting.aim(combat, use, [])  # terrain-effect.ongoing: it does not target them

    def after(self, combat: ThrumCombat, use: Use) -> None:
        lasting.lay(combat, combat.units[use.actor], self, use.area)

    def cells(self, combat: ThrumCombat, owner: ThrumCombatant) -> list[int]:
        for terrain in combat.terrains:
            if terrain.creator == owner.index and terrain.slot == self.slot:
                return terrain.cells
        return []

    def ground(
        self,
        combat: ThrumCombat,
        owner: ThrumCombatant,
        mover: ThrumCombatant,
        obstacles: Obstacles,
    ) -> None:
        for cell in self.cells(combat, owner):
            pace.make_difficult(combat, obstacles, cell)

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        who = combat.units[trigger.actor]
        caught = combat.enemies(owner, who) and who.cell in self.cells(combat, owner)
        return [1] if caught else NOTHING

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return True

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        gain_status(combat, trigger.actor, SLOWED, 1, owner.index)


# ---- Hookwarden, Ashrunner ---------------------------------------------------------------------


class IronFence(Stance):
    """An enemy leaves a square in range in its own turn: attack it first, once per enemy and turn.

    Success: 1 Fatigue. Critical: 1 Slowed.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= LEAVES
        self.met = self.new_counter(TURN)

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        mover = combat.units[trigger.actor]
        if not trigger.own or not combat.enemies(owner, mover):
            return NOTHING
        if owner.used[self.met] >> mover.index & 1:
            return NOTHING
        reach = reach_of(combat, owner, self, self.range)
        rule = targeting.cannot_target(combat, owner, owner.cell, mover, self.tags, reach)
        return [1] if rule == "" else NOTHING

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        owner.add_bits(self.met, 1 << trigger.actor)
        use = Use(owner.index, self, -1)
        use.range = reach_of(combat, owner, self, self.range)
        sequence.strike(combat, use, combat.units[trigger.actor])

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        if contest.avoided(use, slot):
            return
        damage.take(combat, use.targets[slot], FATIGUE, 1, use.actor, use)
        if use.attacks[slot].result == CRITICAL_HIT:
            gain_status(combat, use.targets[slot], SLOWED, 1, use.actor, use)


class SlipAway(Stance):
    """After a successful defence: move up to 2, become Hidden, end this Stance."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= DEFENDED

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or trigger.target != owner.index:
            return []
        return [1] if contest.defended(use, trigger.slot) else []

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        walking.move_by(combat, owner, terms.FIXED, 2, self.id)
        if owner.able():
            give(combat, owner.index, HIDDEN, 1, owner.index)
            stances.end_stance(combat, owner, self)


# ---- Bonesetter, Gatebreaker, Chaff ------------------------------------------------------------


OILSKIN: Final = Warding("oilskin-ward", DEFENCE, RESILIENCE, 1)


class OilskinWard(Action):
    """Buff: +1 Boon on Resilience rolls."""

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        give_buff(combat, use.targets[slot], OILSKIN, use.actor)


class Hammerfall(Action):
    """Overexert: a Success counts as a Critical."""

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        if use.overexert and use.attacks[slot].result == SUCCESS:
            use.attacks[slot].result = CRITICAL_HIT
        super().apply(combat, use, slot)


class SwarmIn(Passive):
    """+1 Boon on attacks against a target to which another of its allies is adjacent."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.adjusts |= OFFENCE

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if number.who != owner.index or number.other < 0:
            return
        target = combat.units[number.other]
        for other in combat.units:
            helps = combat.allies(owner, other) and combat.on_map(other)
            if helps and combat.adjacent(other, target):
                number.add(1, self.id)
                return


MADE: dict[str, type[EntryAbility]] = {
    "biffer-thump": Thump,
    "biffer-shoulder": Shoulder,
    "biffer-dig-in": DigIn,
    "biffer-interpose": Interpose,
    "plinker-shot": Instead,
    "plinker-duck": DuckAway,
    "plinker-perch": Perch,
    "squall-burst": Spreading,
    "iron-fence": IronFence,
    "slip-away": SlipAway,
    "dirge": Spreading,
    "undertone": Undertone,
    "sucking-bog": SuckingBog,
    "oilskin-ward": OilskinWard,
    "hammerfall": Hammerfall,
    "unmoved": Rooted,
    "swarm-in": SwarmIn,
}
