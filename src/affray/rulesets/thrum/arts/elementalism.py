"""Elementalism: fire, ice and lightning, and armour of earth and wind."""

from __future__ import annotations

from typing import Final

from affray.core.combat import TURN
from affray.core.effect import Held
from affray.core.reach import Obstacles
from affray.rulesets.thrum import damage, resource
from affray.rulesets.thrum.action.ability import EntryAbility, Passive
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.action.operation import Afflict, Harm, Op
from affray.rulesets.thrum.attack import contest, sequence, targeting
from affray.rulesets.thrum.choice import picking, steps
from affray.rulesets.thrum.condition.holding import gain_status
from affray.rulesets.thrum.condition.kinds import SLOWED
from affray.rulesets.thrum.condition.lasting import lay
from affray.rulesets.thrum.condition.listed import BURNING
from affray.rulesets.thrum.definitions import Bound, Entry, Quantity
from affray.rulesets.thrum.feature import NOTHING, Number, Origin, Trigger, Use
from affray.rulesets.thrum.movement.pace import make_difficult
from affray.rulesets.thrum.reaction.stance import Stance
from affray.rulesets.thrum.state import Terrain, ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    CRITICAL,
    CRITICAL_HIT,
    DEFENCE_BONUS,
    DEFENCE_CRITICAL,
    ENTERS,
    EVASION,
    FATIGUE,
    GROUND,
    LOSES,
    OUT_OF_REACH,
    PHYSICAL,
    RESILIENCE,
    RESOLVED,
    STARTS,
    SUCCESS,
    TARGETED,
)

# ---- Fire Burst ----------------------------------------------------------------------------------

WIDER: Final = 1
HOTTER: Final = 2
DOUBLED: Final = 3


class FireBurst(Action):
    """Physical Ranged Attack on everyone in an Area 2.

    Success: 1 Fatigue. Critical: 1 more and 1 Burning.
    Overexert: Area 2 larger, or Successes count as Criticals, or the Critical entry is doubled.
    a: Area + half REA. b: 1 Burning on a Success, half POW more on a Critical.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.strained = []
        if self.has("b"):
            self.success.append(Afflict(False, 0, BURNING, Quantity(1, 0)))
        self.doubled: list[Op] = []
        for op in self.critical:
            if isinstance(op, Harm):
                self.doubled.append(Harm(False, op.when, op.load, twice(op.amount)))
            elif isinstance(op, Afflict):
                self.doubled.append(Afflict(False, op.when, op.condition, twice(op.amount)))

    def ask_overexert(self, combat: ThrumCombat, user: ThrumCombatant, use: Use) -> None:
        words = ["plain", "overexert area", "overexert criticals", "overexert double"]
        use.overexert = combat.ask(picking.Overexert(user, words))

    def area_size(self, use: Use) -> int:
        return self.size("area") + (2 if use.overexert == WIDER else 0)

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        if use.overexert == HOTTER and use.attacks[slot].result == SUCCESS:
            use.attacks[slot].result = CRITICAL_HIT
        ops: list[Op] = []
        if not contest.avoided(use, slot):
            ops.extend(self.success)
        if use.attacks[slot].result == CRITICAL_HIT:
            ops.extend(self.doubled if use.overexert == DOUBLED else self.critical)
        self.entries(combat, use, ops)


def twice(amount: Quantity) -> Quantity:
    """Return double an amount."""
    return Quantity(2 * amount.fixed, amount.measure)


# ---- Blizzard ------------------------------------------------------------------------------------

STRIKE: Final = 1
MAINTAIN: Final = 2
STORM: Final = 1  # in the memory of a use: an attack of the Terrain Effect


class Blizzard(Action):
    """Terrain Effect: the Area 2 is Difficult Terrain. a: Area + half REA.

    Overexert: until the start of your next turn you make a Physical Attack on whoever starts its
    turn in it or enters it for the first time in a turn. Success: 1 Fatigue. At the start of your
    turns you may take 1 Stress to keep that going. b: that is free while you are not Frayed.
    Rules: terrain-effect.ongoing, terrain-effect.applies-to-all, move.difficult-terrain.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.limit = self.new_counter(TURN)  # a set of bits: who has entered
        self.adjusts |= GROUND
        self.listens |= STARTS | ENTERS

    def place(self, combat: ThrumCombat, user: ThrumCombatant, use: Use, origin: Origin) -> None:
        """Place the Area; it targets nobody. Rule: terrain-effect.ongoing."""
        super().place(combat, user, use, origin)
        targeting.aim(combat, use, [])

    def after(self, combat: ThrumCombat, use: Use) -> None:
        if use.memory == STORM:
            return
        user = combat.units[use.actor]
        user.set_count(self.limit, 0)
        lay(combat, user, self, use.area).active = 1 if use.overexert else 0

    def ground(
        self,
        combat: ThrumCombat,
        owner: ThrumCombatant,
        mover: ThrumCombatant,
        obstacles: Obstacles,
    ) -> None:
        terrain = terrain_of(combat, owner, self.slot)
        if terrain is not None:
            for cell in terrain.cells:
                make_difficult(combat, obstacles, cell)

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        terrain = terrain_of(combat, owner, self.slot)
        if terrain is None or not terrain.active:
            return []
        if trigger.kind == STARTS and trigger.actor == owner.index:
            return [MAINTAIN]
        if not owner.able():
            return []
        if trigger.kind == STARTS:
            return [STRIKE] if combat.units[trigger.actor].cell in terrain.cells else []
        first = owner.used[self.limit] >> trigger.actor & 1 == 0
        return [STRIKE] if first and comes_into(terrain.cells, trigger) else []

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return True

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        terrain = terrain_of(combat, owner, self.slot)
        if terrain is None:
            return
        if trigger.kind == ENTERS:
            owner.add_bits(self.limit, 1 << trigger.actor)
        if code == MAINTAIN:
            terrain.active = 1 if self.maintained(combat, owner) else 0
            combat.mark_changed()
            if not terrain.active or owner.cell not in terrain.cells:
                return
        use = Use(owner.index, self, -1)
        use.tags = PHYSICAL
        use.range = -1
        use.memory = STORM
        sequence.strike(combat, use, combat.units[trigger.actor])

    def maintained(self, combat: ThrumCombat, owner: ThrumCombatant) -> bool:
        """Ask whether the storm goes on, for 1 Stress or, with b and not Frayed, for nothing."""
        if self.has("b") and not owner.frayed() and owner.able():
            words = ["end blizzard", "keep blizzard"]
            return (
                combat.ask(
                    picking.Words(owner, words, "overexert.cost", "do you keep Blizzard?", 1)
                )
                == 1
            )
        return resource.pays(combat, owner, self.id, "overexert.cost")

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        if use.memory == STORM and not contest.avoided(use, slot):
            damage.take(combat, use.targets[slot], FATIGUE, 1, use.actor, use)


def terrain_of(combat: ThrumCombat, creator: ThrumCombatant, slot: int) -> Terrain | None:
    """Return the Terrain Effect of one ability that somebody has in place."""
    for terrain in combat.terrains:
        if terrain.creator == creator.index and terrain.slot == slot:
            return terrain
    return None


def comes_into(cells: list[int], trigger: Trigger) -> bool:
    """Return whether a step leads into an area from outside."""
    return trigger.goal in cells and trigger.cell not in cells


# ---- Unlimited Power -----------------------------------------------------------------------------


class UnlimitedPower(Action):
    """Mental Attack on an adjacent enemy. Success: 2 Stress. Effect: 1 Shocked.

    Overexert: on a Success it is repeated at once from the target's square on an enemy within 1 of
    it that it has not targeted this turn. a: half REA more Stress. b: half FIN more Shocked.
    c: within 2 instead. Nothing changes its reach. Rules: grid.adjacency, cover.origin.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.limit = self.new_counter(TURN)  # a set of bits: whom it has targeted

    def farthest(self, combat: ThrumCombat, user: ThrumCombatant, origin: Origin) -> int:
        return 1

    def declare(self, combat: ThrumCombat, user: ThrumCombatant, use: Use, answer: int) -> None:
        super().declare(combat, user, use, answer)
        use.range = 1

    def before(self, combat: ThrumCombat, use: Use) -> None:
        super().before(combat, use)
        self.note(combat, use)

    def note(self, combat: ThrumCombat, use: Use) -> None:
        """Note whom it has met."""
        user = combat.units[use.actor]
        for who in use.targets:
            user.add_bits(self.limit, 1 << who)

    def after(self, combat: ThrumCombat, use: Use) -> None:
        super().after(combat, use)
        self.note(combat, use)
        struck = combat.units[use.targets[0]]
        if not use.overexert or contest.avoided(use, 0) or struck.cell < 0:
            return
        user = combat.units[use.actor]
        reach = self.n("aura")
        found = [
            other.index
            for other in combat.units
            if combat.enemies(user, other)
            and user.used[self.limit] >> other.index & 1 == 0
            and targeting.cannot_target(combat, user, struck.cell, other, self.tags, reach) == ""
        ]
        if not found:
            return
        who = found[0]
        if len(found) > 1:
            who = combat.ask(picking.Pick(combat, user, found, "target.enemy", "chain")) - 1
        again = Use(user.index, self, struck.cell)
        again.standing = struck.cell
        again.range = reach
        again.overexert = use.overexert
        targeting.aim(combat, again, [who])
        sequence.perform(combat, again)


# ---- Earthen Hide and Cloak of Wind --------------------------------------------------------------


class Mantle(Stance):
    """A Stance that adds Training to one defence when its owner is targeted.

    On a Critical it stays, otherwise it ends unless 1 Stress is taken. With another defence it has
    not been used and stays. b: the margin of a Critical is lower by FOC.
    Rule: roll.defender-critical.
    """

    def __init__(self, entry: Entry, bound: Bound, defence: int) -> None:
        super().__init__(entry, bound)
        self.defence = defence
        self.listens |= TARGETED | RESOLVED
        self.adjusts |= DEFENCE_BONUS | CRITICAL

    def pledge(self, owner: ThrumCombatant) -> int:
        """Return what stands in a use for the Stance's commitment to it."""
        return owner.index * 1000 + self.slot

    def used_in(
        self, combat: ThrumCombat, owner: ThrumCombatant, use: Use | None, slot: int
    ) -> bool:
        """Return whether it helps, or has helped, its owner's defence in a use."""
        return (
            use is not None
            and slot >= 0
            and use.targets[slot] == owner.index
            and use.attacks[slot].defence == self.defence
            and use.attacks[slot].result != OUT_OF_REACH
            and self.pledge(owner) in use.pledges
        )

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        super().modify(combat, owner, number, held)
        use = number.use
        if number.who != owner.index or use is None:
            return
        if not self.used_in(combat, owner, use, use.now):
            return
        if number.kind == DEFENCE_BONUS:
            number.add(self.n("bonus"), self.id)
        elif number.kind == CRITICAL:
            number.add(-self.n("crit_reduction"), self.id)

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or owner.index not in use.targets or not use.attack():
            return NOTHING
        if trigger.kind == TARGETED and not use.names(owner.index):
            return NOTHING
        if trigger.kind == RESOLVED:
            mine = trigger.target == owner.index
            return [1] if mine and self.used_in(combat, owner, use, trigger.slot) else NOTHING
        if use.willing or self.pledge(owner) in use.pledges:
            return NOTHING
        return [1] if self.defence in steps.defences(combat, use, owner)[1] else NOTHING

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return trigger.kind == RESOLVED

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        use = trigger.use
        if use is None:
            return
        if trigger.kind == TARGETED:
            use.pledges.append(self.pledge(owner))
        elif use.attacks[trigger.slot].result != DEFENCE_CRITICAL:
            resource.end_unless_paid(combat, owner, self)


class EarthenHide(Mantle):
    """Against a Physical Attack: Training (a: + half POW) on Resilience."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound, RESILIENCE)

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or not use.tags & PHYSICAL:
            return NOTHING
        return super().codes(combat, owner, trigger)


class CloakOfWind(Mantle):
    """Against any Attack: Training (a: + half FIN) on Evasion."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound, EVASION)


# ---- Living Spark and Deep Freeze ----------------------------------------------------------------


class LivingSpark(Passive):
    """When someone within 2 loses Burning without Recover, another near it may gain 1 Burning.

    Near is half the first distance, rounded up. a: half REA more than 2. b: half FIN more Burning.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= LOSES

    def near(self, combat: ThrumCombat, trigger: Trigger) -> list[int]:
        """Return who may catch fire from the one who lost Burning."""
        loser = combat.units[trigger.target]
        reach = (self.n("reach") + 1) // 2
        return [
            other.index
            for other in combat.units
            if other is not loser
            and combat.on_map(other)
            and other.controller < 0
            and combat.apart(loser, other) <= reach
        ]

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        loser = combat.units[trigger.target]
        if trigger.status is not BURNING or not combat.on_map(loser) or not combat.on_map(owner):
            return []
        close = combat.apart(owner, loser) <= self.n("reach")
        return [1] if close and self.near(combat, trigger) else []

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        found = self.near(combat, trigger)
        who = found[0]
        if len(found) > 1:
            menu = [(1 + one, f"kindle {combat.units[one].name}") for one in found]
            asked = picking.Listed(owner, menu, "status.burning", menu[0][0], found)
            who = combat.ask(asked) - 1
        gain_status(combat, who, BURNING, self.n("burn"), owner.index)


class DeepFreeze(Passive):
    """When an enemy first enters one of your Terrain Effects in a turn you may attack its mind.

    Success: 1 Slowed (a: + half FIN). b: on a Critical, half POW Fatigue.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.limit = self.new_counter(TURN)  # sets of bits: who has entered, and who anew
        self.again = self.new_counter(TURN)
        self.listens |= ENTERS
        self.notices |= ENTERS

    def enters_mine(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> bool:
        """Return whether an enemy has just come into a Terrain Effect of its owner."""
        if not combat.enemies(owner, combat.units[trigger.actor]):
            return False
        return any(
            terrain.creator == owner.index and comes_into(terrain.cells, trigger)
            for terrain in combat.terrains
        )

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        if self.enters_mine(combat, owner, trigger):
            bit = 1 << trigger.actor
            owner.add_bits(self.again if owner.used[self.limit] & bit else self.limit, bit)

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        first = owner.used[self.again] >> trigger.actor & 1 == 0
        return [1] if first and self.enters_mine(combat, owner, trigger) else NOTHING

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        use = Use(owner.index, self, -1)
        use.range = -1
        sequence.strike(combat, use, combat.units[trigger.actor])

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        if contest.avoided(use, slot):
            return
        who = use.targets[slot]
        gain_status(combat, who, SLOWED, self.n("slow"), use.actor, use)
        if self.has("b") and use.attacks[slot].result == CRITICAL_HIT:
            damage.take(combat, who, FATIGUE, self.symbol("POW") // 2, use.actor, use)


MADE: dict[str, type[EntryAbility]] = {
    "fire-burst": FireBurst,
    "blizzard": Blizzard,
    "unlimited-power": UnlimitedPower,
    "earthen-hide": EarthenHide,
    "cloak-of-wind": CloakOfWind,
    "living-spark": LivingSpark,
    "deep-freeze": DeepFreeze,
}
