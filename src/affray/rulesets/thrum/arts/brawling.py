"""Brawling: closing in, holding, standing in the way."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.combat import TURN
from affray.core.effect import TURN_END, Held
from affray.core.event import Told
from affray.core.walk import walk
from affray.rulesets.thrum import actions, damage
from affray.rulesets.thrum.action.ability import EntryAbility, Passive
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.arts.chokehold import Chokehold
from affray.rulesets.thrum.attack import contest, sequence, targeting
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.condition.holding import end, gain_status, give
from affray.rulesets.thrum.condition.kinds import IMMOBILIZED, WEAKENED, Condition
from affray.rulesets.thrum.condition.listed import STATUSES
from affray.rulesets.thrum.condition.stances import end_stance
from affray.rulesets.thrum.definitions import Bound, Entry, Quantity
from affray.rulesets.thrum.feature import NOTHING, Number, Origin, Trigger, Use
from affray.rulesets.thrum.geometry.sight import reach_of
from affray.rulesets.thrum.movement import forced, walking
from affray.rulesets.thrum.movement.forced import ANY
from affray.rulesets.thrum.movement.walking import Move
from affray.rulesets.thrum.reaction.stance import Stance
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    ATTACK_TAGS,
    CRITICAL_HIT,
    FATIGUE,
    HALF_SPEED,
    LEAVES,
    PANIC,
    PHYSICAL,
    STATUS,
    STRESS,
    TAKEN,
    TARGETED,
)

MOST_SLOTS: Final = 19  # codes of one ability end there

# ---- what several of them share ------------------------------------------------------------------


class Approach(Move):
    """A movement to a free square adjacent to somebody: it may end nowhere else.

    One who is adjacent already may stay.
    """

    def __init__(
        self,
        combat: ThrumCombat,
        unit: ThrumCombatant,
        goal: ThrumCombatant,
        budget: Quantity,
        rule: str,
    ) -> None:
        super().__init__(combat, unit, budget.measure, budget.fixed, rule)
        self.goal = goal

    def choose(self) -> bool:
        self.look()
        return super().choose()

    def look(self) -> None:
        """Work out afresh where the approach may end."""
        near = list(self.combat.grid.near[self.goal.cell])
        self.stops = near
        self.must = self.unit.cell not in near


def landings(way: Approach) -> list[int]:
    """Return where an approach may end, the mover's own square too if it is adjacent."""
    way.look()
    found: list[int] = [] if way.must else [way.unit.cell]
    if way.stuck():
        return found
    for answer in walking.MoveTo(way).answers():
        if actions.DROP_TO <= answer < actions.EXTRA:
            found.append(answer - actions.DROP_TO)
        elif PASS < answer < actions.DROP_TO:
            found.append(answer - 1)
    return found


def hurt(combat: ThrumCombat, use: Use, slot: int, n: int) -> None:
    """Deal Fatigue to one target of a use, as one instance. Rule: load.deal-n."""
    damage.deal(combat, use, use.targets[slot], FATIGUE, n)


def within_reach(
    combat: ThrumCombat, owner: ThrumCombatant, ability: EntryAbility, other: ThrumCombatant
) -> bool:
    """Return whether somebody is within the Range of an ability now. Rule: grid.range-inclusive."""
    return combat.apart(owner, other) <= reach_of(combat, owner, ability, ability.range)


# ---- Actions -------------------------------------------------------------------------------------


class BullRush(Action):
    """Run up to somebody within half Speed, and strike.

    Success: 2 Fatigue to an enemy. Critical: 1 more. Without a free square adjacent to the target
    in reach it cannot be used. On a Critical the target, friend or foe, may be moved to a free
    square adjacent to its own. Upgrades: a, half POW more on a Critical; b, half FIN more distance.
    """

    def approach(
        self, combat: ThrumCombat, user: ThrumCombatant, target: ThrumCombatant
    ) -> Approach:
        """Return the movement toward a target."""
        return Approach(combat, user, target, self.params["dash"], self.id)

    def fits(self, combat: ThrumCombat, user: ThrumCombatant, target: ThrumCombatant) -> bool:
        return target is not user and super().fits(combat, user, target)

    def cannot_reach(
        self, combat: ThrumCombat, user: ThrumCombatant, target: ThrumCombatant, origin: Origin
    ) -> str:
        rule = super().cannot_reach(combat, user, target, origin)
        if rule == "" and not landings(self.approach(combat, user, target)):
            return "move.must-afford-step"
        return rule

    def before(self, combat: ThrumCombat, use: Use) -> None:
        user = combat.units[use.actor]
        walk(combat, self.approach(combat, user, combat.units[use.targets[0]]))

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        super().apply(combat, use, slot)
        if use.attacks[slot].result == CRITICAL_HIT:
            user = combat.units[use.actor]
            target = combat.units[use.targets[slot]]
            forced.shift(combat, user, target, 1, ANY, user.cell, use)


# ---- Stances -------------------------------------------------------------------------------------


class Guardian(Stance):
    """Make an enemy that leaves a square within 1 pay 2 squares more or go back, and attack it.

    In its own turn, once a turn; of one who goes back the cost of the step is lost; the attack
    comes either way. Physical Attack. Success: 1 Fatigue. Critical: Immobilized until the end of
    the turn. One who teleports pays no toll: move.teleport.ignores-cost-increases.
    Upgrades: a, half POW more Fatigue; b, also when it leaves a square at distance 2 and moves
    farther away.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= LEAVES
        self.warned = self.new_counter(TURN)

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        mover = combat.units[trigger.actor]
        if not trigger.own or not combat.enemies(owner, mover):
            return NOTHING
        if owner.used[self.warned] >> mover.index & 1:
            return NOTHING
        apart = combat.distance(owner.cell, trigger.cell)
        if apart <= 1:
            return [1]
        farther = combat.distance(owner.cell, trigger.goal) > apart
        return [1] if apart <= self.n("reach") and farther else NOTHING

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return True

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        mover = combat.units[trigger.actor]
        owner.add_bits(self.warned, 1 << mover.index)
        if isinstance(trigger.move, Move):
            self.take_toll(combat, mover, trigger, trigger.move)
        reach = self.n("reach")
        if targeting.cannot_target(combat, owner, owner.cell, mover, PHYSICAL, reach) == "":
            use = Use(owner.index, self, -1)
            use.range = reach
            sequence.strike(combat, use, mover)

    def take_toll(
        self, combat: ThrumCombat, mover: ThrumCombatant, trigger: Trigger, way: Move
    ) -> None:
        """Let the mover pay or go back; one who cannot afford both toll and step goes back.

        Rule: move.must-afford-step.
        """
        toll = 0 if way.waiver() else 2
        if way.left() >= way.price(trigger.goal) + trigger.extra + toll:
            words = ["pay 2", "go back"]
            if combat.ask(picking.Words(mover, words, "move.costs-add", "pay or go back?")) == 0:
                trigger.extra += 2
                return
        trigger.void = "trigger.move-interrupted"

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        if contest.avoided(use, slot):
            return
        hurt(combat, use, slot, self.n("fatigue"))
        if use.attacks[slot].result == CRITICAL_HIT:
            who = use.targets[slot]
            give(combat, who, IMMOBILIZED, 1, use.actor, TURN_END, combat.active)


class Pounce(Stance):
    """When an enemy within 3 attacks an ally, run up to half Speed to a square adjacent to it.

    The Stance ends. The attacker may turn an attack that targets no Area from that ally to you,
    which is no new targeting; if it does not, or cannot, it gains 1 Weakened at once.
    Upgrades: a, you may deal it half POW Fatigue; b, you may teleport 2 + half REA instead.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= TARGETED
        self.dash = Quantity(0, HALF_SPEED)

    def approach(
        self, combat: ThrumCombat, owner: ThrumCombatant, enemy: ThrumCombatant
    ) -> Approach:
        """Return the movement toward the enemy that has targeted its user."""
        return Approach(combat, owner, enemy, self.dash, self.id)

    def leaps(self, combat: ThrumCombat, owner: ThrumCombatant, enemy: ThrumCombatant) -> list[int]:
        """Return where it may teleport."""
        if not self.has("b"):
            return []
        near = combat.grid.near[enemy.cell]
        cells = forced.teleport_squares(combat, owner, self.n("leap"))
        return [cell for cell in cells if cell in near]

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        enemy = combat.units[trigger.actor]
        if use is None or not use.tags & ATTACK_TAGS or not combat.enemies(owner, enemy):
            return NOTHING
        found = [
            1 + slot
            for slot in range(min(len(use.targets), MOST_SLOTS))
            if use.named(slot) and combat.allies(owner, combat.units[use.targets[slot]])
        ]
        if not found or not within_reach(combat, owner, self, enemy):
            return []
        way = self.approach(combat, owner, enemy)
        if not self.leaps(combat, owner, enemy) and not landings(way):
            return []
        return found[:1] if use.area else found

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
        enemy = combat.units[trigger.actor]
        self.close_in(combat, owner, enemy)
        end_stance(combat, owner, self)
        if self.has("a"):
            self.claw(combat, owner, enemy)
        if not self.drawn(combat, owner, enemy, use, code - 1):
            gain_status(combat, enemy.index, WEAKENED, 1, owner.index, self.use_of(combat, owner))

    def close_in(self, combat: ThrumCombat, owner: ThrumCombatant, enemy: ThrumCombatant) -> None:
        """Move next to the enemy, on foot or by leaping, as its user picks."""
        cells = self.leaps(combat, owner, enemy)
        way = self.approach(combat, owner, enemy)
        if cells and landings(way):
            words = ["move", "teleport"]
            if combat.ask(picking.Words(owner, words, "move.granted", "how?")) == 0:
                cells = []
        if not cells:
            walk(combat, way)
            return
        goal = cells[0]
        if len(cells) > 1:
            rule = "move.teleport.destination"
            goal = combat.ask(picking.PickCell(combat, owner, cells, rule, "teleport")) - 1
        forced.teleport(combat, owner, goal, self.id)

    def claw(self, combat: ThrumCombat, owner: ThrumCombatant, enemy: ThrumCombatant) -> None:
        """Deal the attacker half POW Fatigue, if its owner likes."""
        n = self.symbol("POW") // 2
        if n == 0 or not owner.able():
            return
        words = ["spare", "hurt"]
        if (
            combat.ask(
                picking.Words(owner, words, "trigger.optional", f"do you deal {n} Fatigue?", 1)
            )
            == 1
        ):
            use = Use(owner.index, self, -1)
            targeting.aim(combat, use, [enemy.index])
            use.now = 0
            hurt(combat, use, 0, n)

    def drawn(
        self, combat: ThrumCombat, owner: ThrumCombatant, enemy: ThrumCombatant, use: Use, slot: int
    ) -> bool:
        """Return whether the attacker turns its attack on the owner of the Stance.

        Whatever was to help or hinder the ally's defence does not pass to the new target.
        Rule: trigger.once-per-event.
        """
        if use.area or owner.index in use.targets or not owner.present:
            return False
        ally = combat.units[use.targets[slot]]
        words = [f"attack {ally.name}", f"attack {owner.name}"]
        about = [ally.index, owner.index]
        if (
            combat.ask(picking.Words(enemy, words, "trigger.once-per-event", "whom?", 0, about))
            == 0
        ):
            return False
        use.redirect(slot, owner.index)
        if combat.watched:
            combat.tell(Told("redirects", enemy.index, owner.index, use.ability.id))
        return True


# ---- passives ------------------------------------------------------------------------------------

SOOTHE: Final = 18
IGNORE: Final = 19


class Adrenaline(Passive):
    """When dealt Fatigue you may end one Status on you, or ignore one that comes with it.

    While Exhausted, +1 Boon on Panic Rolls. Upgrades: a, half REA more Boons; b, Stress Load -1
    instead.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= TAKEN | STATUS
        self.notices |= TAKEN
        self.adjusts |= PANIC
        self.spent = self.new_counter(TURN)  # 1: on the Fatigue dealt last

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if number.kind == PANIC and number.who == owner.index and owner.exhausted():
            number.add(self.n("boons"), self.id)

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        if trigger.target == owner.index and trigger.load == FATIGUE:
            owner.set_count(self.spent, 0)

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        if trigger.target != owner.index:
            return []
        if trigger.kind == STATUS:
            return [IGNORE] if self.comes_with_fatigue(owner, trigger.use) else []
        if trigger.load != FATIGUE:
            return []
        found = [1 + n for n in range(len(STATUSES)) if owner.has(STATUSES[n])]
        if self.has("b") and owner.stress > 0:
            found.append(SOOTHE)
        return found

    def comes_with_fatigue(self, owner: ThrumCombatant, use: Use | None) -> bool:
        """Return whether an effect has just dealt Fatigue, and nothing came of that yet."""
        attack = use.present(owner.index) if use is not None else None
        return attack is not None and attack.dealt > 0 and not owner.used[self.spent]

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        if code == SOOTHE:
            return "adrenaline stress"
        if code == IGNORE:
            return f"adrenaline ignore {trigger.status.id if trigger.status else 'it'}"
        return f"adrenaline end {STATUSES[code - 1].id}"

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        owner.set_count(self.spent, 1)
        if code == IGNORE:
            trigger.void = "ability.text-wins"
        elif code == SOOTHE:
            damage.heal(combat, owner.index, STRESS, 1, self.id)
        else:
            status: Condition = STATUSES[code - 1]
            end(combat, owner.index, status)


MADE: dict[str, type[EntryAbility]] = {
    "bull-rush": BullRush,
    "chokehold": Chokehold,
    "guardian": Guardian,
    "pounce": Pounce,
    "adrenaline": Adrenaline,
}
