"""Archery."""

from __future__ import annotations

from typing import Final

from affray.core.combat import COMBAT, OWN, TURN
from affray.core.effect import NEXT_TURN_END, Held
from affray.core.event import Told
from affray.rulesets.thrum import damage, terms, turn
from affray.rulesets.thrum.action.ability import EntryAbility, Passive
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.attack import contest, sequence, targeting
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.condition import holding, stances
from affray.rulesets.thrum.condition.holding import give, number_of
from affray.rulesets.thrum.condition.kinds import MARK, NO_ACTION, STUNNED
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.feature import Ability, Number, Trigger, Use
from affray.rulesets.thrum.geometry.sight import reach_of
from affray.rulesets.thrum.movement import walking
from affray.rulesets.thrum.reaction.stance import Stance
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    CRITICAL_HIT,
    ENTERS,
    FATIGUE,
    OFFENCE,
    RANGED,
    ROUND_ENDS,
    STARTS,
    TARGETED,
)

WIDE_AURA: Final = 6  # of Prepared Shot alone
MARKING_AURA: Final = 4  # of Prepared Shot with a Mark
MARKING_RANGE: Final = 6

NEAR: Final = 2  # within this distance enemies spoil a Sniper's aim

# Targets and distances of a Strafe are kept in one number.
EACH_TARGET: Final = 1_000_000
EACH_DISTANCE: Final = 1000


def mark_enemy(
    combat: ThrumCombat, owner: ThrumCombatant, ability: Ability, who: int, n: int
) -> None:
    """Single out an enemy on taking a Stance, and give it Mark. Rule: condition.mark."""
    use = Use(owner.index, ability, -1)
    targeting.aim(combat, use, [who])
    sequence.targeted(combat, use)
    if not use.void and owner.able():
        give(combat, use.targets[0], MARK, n, owner.index)
    holding.unhide(combat, owner)  # condition.hidden-ends


class PiercingShot(Action):
    """Success: 2 Fatigue. Critical: 1 more. It sets off no Triggered Effects of enemy abilities.

    Upgrades: a, half POW more Fatigue on a Critical; b, on a Critical its user may raise its
    Initiative for this combat by REF, and moves up the order from the next round.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.risen = -1  # by how much the Initiative has risen in this round
        if self.has("b"):
            self.always = True
            self.notices |= ROUND_ENDS
            self.risen = self.new_counter(COMBAT)

    def before(self, combat: ThrumCombat, use: Use) -> None:
        super().before(combat, use)
        use.silent = True

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        super().apply(combat, use, slot)
        if self.has("b") and use.attacks[slot].result == CRITICAL_HIT and self.symbol("REF") > 0:
            self.rise(combat, combat.units[use.owner])

    def rise(self, combat: ThrumCombat, unit: ThrumCombatant) -> None:
        """Offer to raise the Initiative by REF."""
        words = ["keep initiative", "raise initiative"]
        rule = "turn.order-is-fixed"
        if not unit.able() or not combat.ask(
            picking.Words(unit, words, rule, "do you raise your Initiative?")
        ):
            return
        n = self.symbol("REF")
        combat.initiative[unit.index] += n
        unit.count(self.risen, n)
        combat.mark_changed()
        if combat.watched:
            combat.tell(Told("raises initiative", unit.index, -1, self.id, n, rule))

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        """Move up before the first whose total is now lower.

        One who has delayed counts as having the total of the one it follows, plus what it has
        risen.
        """
        n = owner.used[self.risen]
        if trigger.actor != owner.index or n == 0:
            return
        owner.set_count(self.risen, 0)
        order = combat.lineup.order
        here = order.index(owner.index)
        total = combat.initiative[owner.index] - n
        if here > 0:
            total = min(total, combat.initiative[order[here - 1]])
        for place in range(here):
            if combat.initiative[order[place]] < total + n:
                order.remove(owner.index)
                order.insert(place, owner.index)
                break
        combat.mark_changed()


class TrickShot(Action):
    """Success: 2 Fatigue. Critical: repeat at once on an enemy that it has not targeted this turn.

    The repeat is judged as if its user stood in the square of the last target (range, Cover,
    Ranged, that target counted as adjacent), with +1 Bane for each earlier target.
    Upgrades: a, half POW more Fatigue on a Critical; b, half REA fewer Banes for earlier targets.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.shot = self.new_counter(TURN)  # a set of combatants

    def before(self, combat: ThrumCombat, use: Use) -> None:
        super().before(combat, use)
        for who in use.targets:
            combat.units[use.owner].add_bits(self.shot, 1 << who)

    def meets(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        """Count the last target, which stands in the very square it is shot from, as adjacent.

        Rule: attack.ranged-bane.
        """
        if use.memory:
            last = combat.at(use.origin)
            if last is not None and combat.enemies(combat.units[use.actor], last):
                use.attacks[slot].boons -= 1

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        target = combat.units[use.targets[slot]]
        cell = target.cell
        super().apply(combat, use, slot)
        if use.attacks[slot].result == CRITICAL_HIT and combat.units[use.actor].able():
            self.repeat(combat, use, target.cell if target.cell >= 0 else cell)

    def repeat(self, combat: ThrumCombat, use: Use, origin: int) -> None:
        """Shoot again from a square, if anybody can be. Rule: cover.origin."""
        user = combat.units[use.actor]
        reach = reach_of(combat, user, self, self.range)
        shot = combat.units[use.owner].used[self.shot]
        found = [
            other.index
            for other in combat.units
            if combat.enemies(user, other)
            and not shot >> other.index & 1
            and other.cell != origin
            and targeting.cannot_target(combat, user, origin, other, use.tags, reach) == ""
        ]
        if not found:
            return
        who = found[0]
        if len(found) > 1:
            who = combat.ask(picking.Pick(combat, user, found, "target.enemy", "target")) - 1
        again = Use(use.actor, self, origin)
        again.owner = use.owner
        again.modifier = use.modifier
        again.tags = use.tags
        again.range = reach
        again.standing = origin
        again.compelled = use.compelled
        again.memory = use.memory + 1  # earlier targets
        again.boons = -max(0, again.memory - self.n("fewer_banes"))
        targeting.aim(combat, again, [who])
        sequence.perform(combat, again)


class PreparedShot(Stance):
    """Aura 6, or Aura 4 and 1 Mark on an enemy within 6; an enemy moving into it may be attacked.

    The attack has +1 Boon on a Marked enemy. Success: 2 + its Mark in Fatigue; Critical: 1 more.
    Then the Stance ends, and its owner takes no Action in its next turn. The Aura is the attack's
    range.
    Upgrades: a, half POW more Fatigue on a Critical; b, half FIN more Mark; c, half FIN more Boons.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= ENTERS
        self.size = self.new_counter(COMBAT)  # of the Aura

    def taken(self, combat: ThrumCombat, owner: ThrumCombatant, renewed: bool) -> None:
        """Choose the Aura; the second kind only if there is somebody to Mark."""
        reach = reach_of(combat, owner, self, MARKING_RANGE)
        found = [
            other.index
            for other in combat.units
            if combat.enemies(owner, other)
            and targeting.cannot_target(combat, owner, owner.cell, other, 0, reach) == ""
        ]
        owner.set_count(self.size, WIDE_AURA)
        combat.mark_changed()
        words = ["aura 6", "aura 4 and mark"]
        if not found or not combat.ask(picking.Words(owner, words, "area.aura", "which Aura?")):
            return
        owner.set_count(self.size, MARKING_AURA)
        who = found[0]
        if len(found) > 1:
            who = combat.ask(picking.Pick(combat, owner, found, "target.enemy", "mark")) - 1
        mark_enemy(combat, owner, self, who, self.n("mark"))

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        """Rules: area.aura, area.aura-follows, move.teleport.leaves-and-enters."""
        mover = combat.units[trigger.actor]
        size = owner.used[self.size]
        if not combat.enemies(owner, mover) or trigger.cell < 0:
            return []
        if combat.distance(owner.cell, trigger.cell) <= size:
            return []
        rule = targeting.cannot_target(combat, owner, owner.cell, mover, self.tags, size)
        return [1] if rule == "" else []

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        return f"{self.id} {combat.units[trigger.actor].name}"

    def about(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> int:
        return trigger.actor

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        use = Use(owner.index, self, -1)
        use.range = owner.used[self.size]
        sequence.strike(combat, use, combat.units[trigger.actor])
        if owner.able():  # incapacitated.stance-ends: the rest is lost with it
            stances.end_own(combat, owner, self)
            give(combat, owner.index, NO_ACTION, 1, owner.index, NEXT_TURN_END, owner.index)

    def meets(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        if number_of(combat.units[use.targets[slot]], MARK) > 0:
            use.attacks[slot].boons += self.n("boons")

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        if contest.avoided(use, slot):
            return
        n = 2 + number_of(combat.units[use.targets[slot]], MARK)
        if use.attacks[slot].result == CRITICAL_HIT:
            n += self.n("extra")
        damage.deal(combat, use, use.targets[slot], FATIGUE, n)


class Sniper(Passive):
    """+1 Boon on Ranged attacks of one who does not move in its turn, to the start of its next.

    It is less 1 for each enemy within 2 of it when it attacks, never below none.
    Upgrades: a, half FIN more Boons; b, only enemies beyond half FOC count against it.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.adjusts |= OFFENCE
        self.notices |= STARTS | ENTERS
        self.moved = self.new_counter(OWN)
        self.begun = self.new_counter(COMBAT)  # it has had a turn

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        if trigger.actor == owner.index:
            if trigger.kind == STARTS:
                owner.set_count(self.begun, 1)
            elif trigger.own:
                owner.set_count(self.moved, 1)

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        use = number.use
        if number.who != owner.index or use is None or not use.tags & RANGED:
            return
        if owner.used[self.moved] or not (owner.used[self.begun] or combat.active == owner.index):
            return
        near = 0
        for other in combat.units:
            if combat.enemies(owner, other) and combat.on_map(other):
                near += 1 if combat.apart(owner, other) <= NEAR else 0
        if self.has("b"):
            near = max(0, near - self.symbol("FOC") // 2)
        number.add(max(0, self.n("boons") - near), self.id)


class Strafe(Passive):
    """The Action may be taken in the middle of the Move, if all squares of the turn lie one way.

    After an attack the rest of the Move may not leave its user farther from its target than it was.
    Rule: turn.action-closes-movement (this ability says otherwise).
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= terms.MOVES
        self.notices |= TARGETED
        self.asked = self.new_counter(OWN)  # 1 while acting in mid-Move, 2 afterwards
        self.aimed = self.new_counter(OWN)  # whom the Action attacked, and from how far

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        way = trigger.move
        if trigger.actor != owner.index or not trigger.own or not isinstance(way, walking.Move):
            return []
        straight = owner.walked > 0 and owner.heading >= 0
        barred = owner.acted or owner.has(NO_ACTION) or owner.has(STUNNED) or not way.may_stand()
        if barred or not straight or way.left() == 0 or owner.used[self.asked]:
            return []
        return [1]

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        return "act"

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        way = trigger.move
        assert isinstance(way, walking.Move)
        owner.set_count(self.asked, 1)
        turn.choose_action(combat, owner)
        owner.set_count(self.asked, 2)
        if not owner.acted:
            return
        way.line = owner.heading
        if owner.heading < 0:
            way.stopped = self.id
        elif owner.used[self.aimed]:
            way.stops = self.not_farther(combat, owner)

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        """Note how far its targets are while an attack is made in mid-Move."""
        use = trigger.use
        if use is None or trigger.actor != owner.index or owner.used[self.asked] != 1:
            return
        if use.compelled or not use.attack():
            return
        for who in use.targets:
            if who != owner.index:
                far = combat.apart(owner, combat.units[who])
                number = (1 + who) * EACH_DISTANCE + far
                owner.set_count(self.aimed, owner.used[self.aimed] * EACH_TARGET + number)

    def not_farther(self, combat: ThrumCombat, owner: ThrumCombatant) -> list[int]:
        """Return the squares that are no farther from any target than the attack was."""
        cells = list(range(combat.grid.size))
        rest = owner.used[self.aimed]
        while rest:
            number = rest % EACH_TARGET
            rest //= EACH_TARGET
            target = combat.units[number // EACH_DISTANCE - 1]
            if combat.on_map(target):
                far = number % EACH_DISTANCE
                cells = [cell for cell in cells if combat.distance(cell, target.cell) <= far]
        return cells


MADE: dict[str, type[EntryAbility]] = {
    "piercing-shot": PiercingShot,
    "trick-shot": TrickShot,
    "prepared-shot": PreparedShot,
    "sniper": Sniper,
    "strafe": Strafe,
}
