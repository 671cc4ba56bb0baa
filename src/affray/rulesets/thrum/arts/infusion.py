"""Infusion: Burning, Slowed, Blinded, Shocked; force and magnetism worn like a coat."""

from __future__ import annotations

from typing import Final

from affray.core.combat import OWN, TURN
from affray.core.effect import TURN_END, Held
from affray.core.grid import IMPASSABLE, WALL
from affray.rulesets.thrum import damage
from affray.rulesets.thrum.action.ability import EntryAbility, Passive
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.action.operation import Choose
from affray.rulesets.thrum.arts.brawling import within_reach
from affray.rulesets.thrum.arts.dueling import choose_status
from affray.rulesets.thrum.attack import contest, targeting
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.condition.holding import gain_status, give
from affray.rulesets.thrum.condition.kinds import BLINDED, IMMOBILIZED, SHOCKED, SLOWED, Condition
from affray.rulesets.thrum.condition.lasting import lay
from affray.rulesets.thrum.condition.listed import BURNING
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.feature import Number, Origin, Trigger, Use
from affray.rulesets.thrum.movement import forced
from affray.rulesets.thrum.movement.forced import AWAY
from affray.rulesets.thrum.movement.walking import Move
from affray.rulesets.thrum.reaction.stance import Stance
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    CRITICAL_HIT,
    DEFENCE_BONUS,
    DEFENCE_CRITICAL,
    DEFENDED,
    ENDS,
    FATIGUE,
    FINISHER,
    LEAVES,
    MISSED,
    MOVES,
    OFFERS,
    RANGED,
    RESILIENCE,
    RESOLVED,
    SHIFTED,
    STATUS,
    STRESS,
    SUCCESS,
)

INFUSED: Final = [BURNING, SLOWED, BLINDED, SHOCKED]

# ---- Actions -------------------------------------------------------------------------------------


class InfuseWeapon(Action):
    """A Basic Attack with Infusion; against an adjacent target it is Finisher instead of Ranged.

    Critical: 1 Fatigue more. Hit or miss +1 Burning, Slowed, Blinded or Shocked, your choice; on a
    Success choose once more, the same if you like.
    Upgrades: a, half POW more on a Critical; b, half FIN more choices on a Success.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        infusion = self.effect.pop()
        assert isinstance(infusion, Choose)
        self.infusion = infusion

    def before(self, combat: ThrumCombat, use: Use) -> None:
        super().before(combat, use)
        self.meets(combat, use, 0)

    def meets(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        target = combat.units[use.targets[slot]]
        plain = use.tags & ~(RANGED | FINISHER)
        near = combat.distance(targeting.origin_of(combat, use), target.cell) == 1
        use.tags = plain | (FINISHER if near else RANGED)

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        super().apply(combat, use, slot)
        more = 0 if contest.avoided(use, slot) else self.n("more")
        self.infusion.choose(combat, use, 1 + more, True)


class WaveOfMutilation(Action):
    """Give everybody in an Area 2 that includes your square, you too, one Status.

    +1 Burning, Slowed, Blinded or Shocked, your choice. No attack, no defence. Upgrades: a, Area +
    half REA; b, half FIN more for everybody but you.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.effect = []

    def before(self, combat: ThrumCombat, use: Use) -> None:
        user = combat.units[use.actor]
        status = choose_status(combat, user, INFUSED, "area.affects-everyone")
        assert status is not None
        use.memory = INFUSED.index(status)

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        who = use.targets[slot]
        n = 1 if who == use.actor else self.n("stacks")
        gain_status(combat, who, INFUSED[use.memory], n, use.actor, use)


TO_AREA: Final = 1
TO_OWNER: Final = 2


class HomingBeacon(Action):
    """Terrain Effect, an Area 3 around you: a place to teleport to.

    While it lasts you may, for 4 squares of movement or your Action, teleport from anywhere to a
    free square of it; so may allies with their own movement or Action while adjacent to you, and
    from the area they may teleport to a free square adjacent to you.
    Upgrades: a, Area + half REA; b, 2 squares of movement; c, it does not count toward the limit of
    one Terrain Effect.
    Rules: terrain-effect.ongoing (it targets nobody), move.teleport.destination,
    condition.immobilized (teleporting is not forbidden).
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= MOVES | OFFERS
        self.teleports = True
        self.uncounted = self.has("c")
        self.price = 2 if self.has("b") else 4

    def place(self, combat: ThrumCombat, user: ThrumCombatant, use: Use, origin: Origin) -> None:
        super().place(combat, user, use, origin)
        targeting.aim(combat, use, [])

    def after(self, combat: ThrumCombat, use: Use) -> None:
        lay(combat, combat.units[use.actor], self, use.area)

    def area(self, combat: ThrumCombat, owner: ThrumCombatant) -> list[int]:
        """Return the squares of its owner's beacons, ascending."""
        found: list[int] = []
        for terrain in combat.terrains:
            if terrain.creator == owner.index and terrain.slot == self.slot:
                found.extend([cell for cell in terrain.cells if cell not in found])
        return sorted(found)

    def goals(
        self, combat: ThrumCombat, owner: ThrumCombatant, mover: ThrumCombatant, code: int
    ) -> list[int]:
        """Return the free squares to which somebody may teleport now."""
        area = self.area(combat, owner)
        near = owner.cell >= 0 and combat.adjacent(owner, mover)
        if code == TO_AREA:
            cells = area if mover is owner or near else []
        else:
            cells = list(combat.grid.near[owner.cell]) if mover.cell in area else []
        ground = combat.grid.ground
        return [
            cell for cell in cells if combat.free(cell) and ground[cell] not in (WALL, IMPASSABLE)
        ]

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        mover = combat.units[trigger.actor]
        if mover.side != owner.side or not combat.on_map(mover):
            return []
        if trigger.kind == MOVES and trigger.amount < self.price:
            return []
        found = [TO_AREA] if self.goals(combat, owner, mover, TO_AREA) else []
        if mover is not owner and self.goals(combat, owner, mover, TO_OWNER):
            found.append(TO_OWNER)
        return found

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        return f"to-beacon {owner.name}" if code == TO_AREA else f"from-beacon {owner.name}"

    def about(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> int:
        return owner.index

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        mover = combat.units[trigger.actor]
        cells = self.goals(combat, owner, mover, code)
        goal = cells[0]
        if len(cells) > 1:
            rule = "move.teleport.destination"
            goal = combat.ask(picking.PickCell(combat, mover, cells, rule, "teleport")) - 1
        if trigger.kind == MOVES:
            trigger.amount = self.price
        forced.teleport(combat, mover, goal, self.id)


# ---- Stances -------------------------------------------------------------------------------------


class ForceArmor(Stance):
    """Push an attacker away when you have defended with Resilience against an enemy's attack.

    You may: up to 1 straight away from you, 2 if that defence is a Critical. The attack stays
    avoided, the Stance stays. Upgrades: a, half REA more push, full REA more on a Critical; b, if
    not used since your last turn, half FOC is added to the Resilience roll.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= DEFENDED
        self.tried = self.new_counter(OWN)
        if self.has("b"):
            self.adjusts |= DEFENCE_BONUS
            self.notices |= ENDS

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        if trigger.actor == owner.index:
            owner.set_count(self.tried, 0)

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if number.kind != DEFENCE_BONUS or number.who != owner.index or number.other < 0:
            return
        enemy = combat.units[number.other]
        if owner.used[self.tried] or not combat.enemies(owner, enemy):
            return
        if number.defence == RESILIENCE:
            number.add(self.symbol("FOC") // 2, self.id)

    def squares(self, trigger: Trigger) -> int:
        """Return how far an attacker is pushed: farther by a Critical defence."""
        use = trigger.use
        assert use is not None
        critical = use.attacks[trigger.slot].result == DEFENCE_CRITICAL
        return self.n("crit_push") if critical else self.n("push")

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or trigger.target != owner.index:
            return []
        if use.attacks[trigger.slot].defence != RESILIENCE:
            return []
        if use.attacks[trigger.slot].result not in (MISSED, DEFENCE_CRITICAL):
            return []
        enemy = combat.units[trigger.actor]
        if not combat.enemies(owner, enemy) or not combat.on_map(enemy):
            return []
        n = self.squares(trigger)
        return [1] if forced.Shift(combat, owner, enemy, n, AWAY, owner.cell).ways() else []

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        owner.set_count(self.tried, 1)
        enemy = combat.units[trigger.actor]
        forced.shift(combat, owner, enemy, self.squares(trigger), AWAY, owner.cell)


class MagneticArmor(Stance):
    """Hold back a leaving enemy, or an ally whom an enemy moves.

    An enemy that tries to leave a square within 1 for the first time in its turn, or an ally whom
    an enemy's ability would move out of an adjacent square. The enemy gains 1 Slowed and does not
    make the step, which costs it nothing; the ally is not moved and is Immobilized until the end of
    the current turn.
    Upgrades: a, half FIN more Slowed; b, half POW Fatigue to the triggering enemy.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= LEAVES | SHIFTED
        self.notices |= LEAVES
        self.tried = self.new_counter(TURN)  # bits: who has tried to leave in its turn
        self.first = self.new_counter(TURN)  # bits: whose present try is the first

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        if self.leaving(combat, owner, trigger):
            bit = 1 << trigger.actor
            if owner.used[self.tried] & bit:
                owner.set_count(self.first, owner.used[self.first] & ~bit)
            else:
                owner.add_bits(self.tried, bit)
                owner.add_bits(self.first, bit)

    def leaving(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> bool:
        """Return whether an enemy tries in its turn to leave a square within Range."""
        mover = combat.units[trigger.actor]
        return (
            combat.enemies(owner, mover)
            and combat.active == mover.index
            and within_reach(combat, owner, self, mover)
        )

    def mover_of(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger
    ) -> ThrumCombatant | None:
        """Return the enemy whose ability would move an ally out of an adjacent square.

        By force, or by making it walk: then the way is chosen by the seat of whose turn it is.
        """
        ally = combat.units[trigger.target]
        if not combat.allies(owner, ally) or combat.distance(owner.cell, trigger.cell) != 1:
            return None
        who = trigger.actor
        if trigger.kind == LEAVES:
            way = trigger.move
            if not isinstance(way, Move) or way.seats == ally.seats or combat.active < 0:
                return None
            who = combat.active
        return combat.units[who] if combat.enemies(owner, combat.units[who]) else None

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        if self.mover_of(combat, owner, trigger) is not None:
            return [1]
        if trigger.kind == LEAVES and self.leaving(combat, owner, trigger):
            return [1] if owner.used[self.first] >> trigger.actor & 1 else []
        return []

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        return f"{self.id} {combat.units[trigger.target].name}"

    def about(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> int:
        return trigger.target

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        target = combat.units[trigger.target]
        enemy = self.mover_of(combat, owner, trigger)
        use = self.use_of(combat, owner)
        trigger.void = "trigger.move-interrupted"
        trigger.free = True
        if enemy is None:
            enemy = target
            gain_status(combat, enemy.index, SLOWED, self.n("slow"), owner.index, use)
        else:
            anchor = combat.active
            give(combat, target.index, IMMOBILIZED, 1, owner.index, TURN_END, anchor)
        if self.has("b"):
            damage.take(combat, enemy.index, FATIGUE, self.symbol("POW") // 2, owner.index, use)


# ---- passives ------------------------------------------------------------------------------------


class Transmuter(Passive):
    """Replace Burning, Slowed, Blinded or Shocked by as much of another of the four.

    You may, when you or an ally give it to an enemy within 1. A code is 1 + its place among them.
    Upgrades: a, half REA more range; b, if the target had the chosen Status already, 1 Stress
    besides.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= STATUS

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        target = combat.units[trigger.target]
        if trigger.source < 0 or combat.units[trigger.source].side != owner.side:
            return []
        if not combat.enemies(owner, target) or combat.apart(owner, target) > self.n("reach"):
            return []
        status = trigger.status
        if status not in INFUSED:
            return []
        return [1 + n for n in range(len(INFUSED)) if INFUSED[n] is not status]

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        return f"{self.id} {INFUSED[code - 1].id}"

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        status = INFUSED[code - 1]
        trigger.status = status
        if self.has("b") and combat.units[trigger.target].has(status):
            use = Use(owner.index, self, -1)
            damage.take(combat, trigger.target, STRESS, 1, owner.index, use)


class Resonance(Passive):
    """Give the target of a successful attack a Status that you have yourself.

    You may: 1 of Burning, Slowed, Blinded or Shocked. A code is 1 + its place among them. Upgrades:
    a, half FIN more of it; b, half REA more kinds.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= RESOLVED

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or trigger.actor != owner.index:
            return []
        if use.attacks[trigger.slot].result not in (SUCCESS, CRITICAL_HIT):
            return []
        if not combat.units[trigger.target].present:
            return []
        return [1 + n for n in range(len(INFUSED)) if owner.has(INFUSED[n])]

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        return f"{self.id} {INFUSED[code - 1].id}"

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        chosen = INFUSED[code - 1]
        left: list[Condition] = [one for one in INFUSED if owner.has(one) and one is not chosen]
        target = trigger.target
        gain_status(combat, target, chosen, self.n("stacks"), owner.index, trigger.use)
        for _ in range(min(self.n("kinds") - 1, len(left))):
            status = choose_status(combat, owner, left, "status.increment", "done")
            if status is None:
                return
            left.remove(status)
            gain_status(combat, target, status, self.n("stacks"), owner.index, trigger.use)


MADE: dict[str, type[EntryAbility]] = {
    "infuse-weapon": InfuseWeapon,
    "wave-of-mutilation": WaveOfMutilation,
    "homing-beacon": HomingBeacon,
    "force-armor": ForceArmor,
    "magnetic-armor": MagneticArmor,
    "transmuter": Transmuter,
    "resonance": Resonance,
}
