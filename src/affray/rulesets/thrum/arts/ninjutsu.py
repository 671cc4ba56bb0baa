"""Ninjutsu."""

from __future__ import annotations

from typing import Final

from affray.core.combat import COMBAT, OWN
from affray.rulesets.thrum import damage, terms
from affray.rulesets.thrum.action.ability import EntryAbility, Passive
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.action.operation import pick_status
from affray.rulesets.thrum.arts.archery import mark_enemy
from affray.rulesets.thrum.attack import contest, targeting
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.condition import stances
from affray.rulesets.thrum.condition.holding import end, give, lower, number_of
from affray.rulesets.thrum.condition.kinds import HIDDEN, MARK
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.feature import Origin, Trigger, Use
from affray.rulesets.thrum.geometry.sight import reach_of
from affray.rulesets.thrum.movement import forced, walking
from affray.rulesets.thrum.reaction.stance import Stance
from affray.rulesets.thrum.reaction.triggers import trigger as set_off
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    CRITICAL_HIT,
    DEFENCE_CRITICAL,
    DEFENDED,
    ENTERS,
    EVASION,
    FATIGUE,
    MISSED,
    RESOLVED,
    SHIFTED,
    TARGETED,
)

ENOUGH: Final = 4  # squares moved in a turn that speed the next attack of the Fleet Footed

STEP: Final = 1  # ways to swap, as codes: to an adjacent square
LEAP: Final = 2  # and by teleport


class Assassinate(Action):
    """+1 Boon if the target has Mark. Success: 2 + its Mark in Fatigue.

    After the Finisher roll, hit or miss: if the target is Incapacitated its Mark is cleared and the
    user becomes Hidden, otherwise its Mark goes down by 1. Critical: if it has fallen 1 Mark goes
    to another target in range, otherwise its Mark does not go down.
    Upgrades: a, half FIN more Boons; b, half REA more Mark on the new target, and +1 Mark on the
    target of a Critical that does not fell it.
    """

    def meets(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        if number_of(combat.units[use.targets[slot]], MARK) > 0:
            use.attacks[slot].boons += self.n("boons")

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        target = combat.units[use.targets[slot]]
        use.memory = 1 if target.incapacitated else 0  # it does not fall by this attack
        if not contest.avoided(use, slot):
            n = 2 + number_of(target, MARK)
            damage.deal(combat, use, target.index, FATIGUE, n)

    def finished(self, combat: ThrumCombat, use: Use) -> None:
        user = combat.units[use.actor]
        target = combat.units[use.targets[0]]
        critical = use.attacks[0].result == CRITICAL_HIT
        if target.incapacitated:
            end(combat, target.index, MARK)
            if user.able():
                use.stays_hidden = True
                give(combat, user.index, HIDDEN, 1, user.index)
                if critical and not use.memory:
                    self.mark_another(combat, use)
        elif not critical:
            lower(combat, target.index, MARK, 1)
        elif self.has("b"):
            give(combat, target.index, MARK, 1, user.index)

    def mark_another(self, combat: ThrumCombat, use: Use) -> None:
        """Give Mark to another target in range."""
        user = combat.units[use.actor]
        origin = targeting.origin_of(combat, use)
        reach = reach_of(combat, user, self, self.range)
        found = [
            other.index
            for other in combat.units
            if combat.enemies(user, other)
            and other.index not in use.targets
            and targeting.cannot_target(combat, user, origin, other, self.tags, reach) == ""
        ]
        if found:
            who = found[0]
            if len(found) > 1:
                who = combat.ask(picking.Pick(combat, user, found, "target.enemy", "mark")) - 1
            give(combat, who, MARK, self.n("new_mark"), user.index)


class Flashbang(Action):
    """A Mental Attack on everyone in an Area 2. Effect: 1 Blinded. Success: 2 Stress.

    Critical: 1 more and Disoriented.
    Upgrades: a, half REA more Stress on a Critical; b, half FIN more Blinded; c, an Area up to half
    REA larger, chosen each time.
    """

    def place(self, combat: ThrumCombat, user: ThrumCombatant, use: Use, origin: Origin) -> None:
        use.memory = self.choose_size(combat, user)
        super().place(combat, user, use, origin)

    def choose_size(self, combat: ThrumCombat, user: ThrumCombatant) -> int:
        """Choose how large the Area is. Rule: area.square."""
        most = self.size("area")
        least = most - (self.symbol("REA") // 2 if self.has("c") else 0)
        if least == most:
            return most
        menu = [(size, f"size {size}") for size in range(least, most + 1)]
        return combat.ask(picking.Listed(user, menu, "area.square", most))

    def area_size(self, use: Use) -> int:
        return use.memory or self.size("area")


class QuietMind(Stance):
    """After an Evasion roll it may end: the outcome is one category better.

    A Failure becomes a Success, a Success a Critical. On a rolled Critical 2 come off one Status
    instead, once the attack has resolved.
    Upgrades: a, half REA more come off; b, on a rolled Success 1 comes off a Status too, before the
    improvement.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= DEFENDED | RESOLVED

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        """Rule: roll.defence-name (an Evasion roll is one to defend)."""
        use = trigger.use
        if use is None or use.targets[trigger.slot] != owner.index:
            return []
        if trigger.kind == RESOLVED:
            return [2] if owner.index * 1000 + self.slot in use.pledges else []
        evading = use.attacks[trigger.slot].defence == EVASION and stances.in_stance(owner, self)
        return [1] if evading else []

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return code == 2

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        use = trigger.use
        assert use is not None
        slot = trigger.slot
        mine = owner.index * 1000 + self.slot
        if code == 2:
            use.pledges.remove(mine)
            self.soothe(combat, owner, self.n("clear"))
            return
        stances.end_own(combat, owner, self)
        if use.attacks[slot].result == DEFENCE_CRITICAL:
            use.pledges.append(mine)
        elif use.attacks[slot].result == MISSED:
            if self.has("b"):
                self.soothe(combat, owner, 1)
            use.attacks[slot].result = DEFENCE_CRITICAL
        else:
            use.attacks[slot].result = MISSED

    def soothe(self, combat: ThrumCombat, owner: ThrumCombatant, n: int) -> None:
        """Take ``n`` off one Status. Rule: status.statuses-versus-conditions."""
        status = pick_status(combat, owner, owner, "status.statuses-versus-conditions")
        if status is not None:
            lower(combat, owner.index, status, n)


class Study(Stance):
    """On taking it one enemy within 3 gains 1 Mark, then its owner becomes Hidden, with Aura 1.

    An enemy with Mark that enters a square of the Aura gains 1 Mark. Without an enemy in range
    nobody is Marked.
    Upgrades: a, half FIN more Mark from entering; b, half REA larger Aura.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= ENTERS

    def taken(self, combat: ThrumCombat, owner: ThrumCombatant, renewed: bool) -> None:
        """Rule: condition.hidden-ends (Hidden comes last)."""
        found = self.in_range(combat, owner)
        if found:
            who = found[0]
            if len(found) > 1:
                who = combat.ask(picking.Pick(combat, owner, found, "target.enemy", "mark")) - 1
            mark_enemy(combat, owner, self, who, 1)
        if owner.able() and stances.in_stance(owner, self):
            give(combat, owner.index, HIDDEN, 1, owner.index)

    def in_range(self, combat: ThrumCombat, owner: ThrumCombatant) -> list[int]:
        """Return the enemies in range."""
        places = self.places(combat, owner)
        return [
            other.index
            for other in combat.units
            if combat.enemies(owner, other)
            and any(
                targeting.cannot_target(combat, owner, place.cell, other, 0, place.range) == ""
                for place in places
            )
        ]

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        """Rules: area.aura, area.aura-follows."""
        mover = combat.units[trigger.actor]
        inside = combat.distance(owner.cell, trigger.goal) <= self.n("aura")
        marked = combat.enemies(owner, mover) and number_of(mover, MARK) > 0
        return [1] if inside and marked else []

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return True

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        give(combat, trigger.actor, MARK, self.n("mark"), owner.index)


class FleetFooted(Passive):
    """Speed +1.

    Upgrades: a, 1 more; b, one who moves at least 4 in its turn has +1 Boon on its next attack.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.moved = -1
        self.ready = -1
        if self.has("b"):
            self.notices |= ENTERS | TARGETED
            self.moved = self.new_counter(OWN)
            self.ready = self.new_counter(COMBAT)

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        """Count the squares moved in its own turn, a teleport by its distance; spend the Boon."""
        if trigger.actor != owner.index:
            return
        use = trigger.use
        if trigger.kind == ENTERS and trigger.own:
            owner.count(self.moved, combat.distance(trigger.cell, trigger.goal))
            if owner.used[self.moved] >= ENOUGH:
                owner.set_count(self.ready, 1)
        elif use is not None and use.attack() and owner.used[self.ready]:
            owner.set_count(self.ready, 0)
            use.boons += 1


class Transpositional(Passive):
    """In its Move its owner may spend 1 movement to swap places with an ally within 1.

    Fallen and Immobilized allies may be swapped too, and nobody may refuse.
    Upgrades: a, with an enemy too, and with an ally at no cost (once for each ally and Move, so
    that no Move goes on for ever); b, with an ally within half REA as a teleport, for 1 movement.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= terms.MOVES
        self.teleports = self.has("b")
        self.costless = self.has("a")
        self.freely = self.new_counter(OWN)  # a set of those swapped with at no cost

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        return [way for way in (STEP, LEAP) if self.partners(combat, owner, trigger, way)]

    def partners(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, way: int
    ) -> list[int]:
        """Return with whom its owner may swap in one of the ways."""
        move = trigger.move
        if trigger.actor != owner.index or not trigger.own or not isinstance(move, walking.Move):
            return []
        if (
            not move.may_stand()
            or (way == STEP and move.stuck())
            or (way == LEAP and not self.teleports)
        ):
            return []
        found: list[int] = []
        for other in combat.units:
            if other is owner or not combat.on_map(other) or combat.shares(other):
                continue
            friend = combat.allies(owner, other)
            reach = self.n("reach") if way == STEP else self.symbol("REA") // 2
            fits = friend or (way == STEP and self.has("a"))
            paid = trigger.amount >= 1 or self.is_free(owner, other, way)
            if fits and paid and combat.apart(owner, other) <= reach:
                found.append(other.index)
        return found

    def is_free(self, owner: ThrumCombatant, other: ThrumCombatant, way: int) -> bool:
        fresh = not owner.used[self.freely] >> other.index & 1
        return way == STEP and self.has("a") and other.side == owner.side and fresh

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        verb = "swap" if code == STEP else "teleport swap"
        found = self.partners(combat, owner, trigger, code)
        return f"{verb} {combat.units[found[0]].name}" if len(found) == 1 else verb

    def about(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> int:
        found = self.partners(combat, owner, trigger, code)
        return found[0] if len(found) == 1 else -1

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        """Rule: move.swap (whoever chose it pays only the price that the effect names)."""
        move = trigger.move
        assert isinstance(move, walking.Move)
        trigger.amount = move.left()
        found = self.partners(combat, owner, trigger, code)
        trigger.amount = 0
        who = found[0]
        if len(found) > 1:
            who = combat.ask(picking.Pick(combat, owner, found, "move.swap", "swap")) - 1
        other = combat.units[who]
        if self.is_free(owner, other, code):
            owner.add_bits(self.freely, 1 << who)
        else:
            trigger.amount = 1
        self.exchange(combat, owner, other, code == LEAP)
        move.last_free = owner.cell

    def exchange(
        self, combat: ThrumCombat, owner: ThrumCombatant, other: ThrumCombatant, teleport: bool
    ) -> None:
        """Swap, unless something keeps the other one in place; its owner has then moved."""
        here = owner.cell
        event = Trigger(SHIFTED, owner.index, other.index, None)
        event.cell = other.cell
        event.goal = here
        set_off(combat, event)
        if event.void or not owner.able() or owner.cell != here or other.cell != event.cell:
            return
        far = combat.distance(here, other.cell)
        direction = combat.grid.direction(here, other.cell)
        forced.swap(combat, owner, other, self.id, teleport)
        if owner.cell == here:
            return
        owner.walked += far
        straight = not teleport and owner.heading in (-1, direction)
        owner.heading = direction if straight else -2
        moved = Trigger(terms.MOVED, owner.index, other.index, None)
        moved.amount = far
        set_off(combat, moved)


MADE: dict[str, type[EntryAbility]] = {
    "assassinate": Assassinate,
    "flashbang": Flashbang,
    "quiet-mind": QuietMind,
    "study": Study,
    "fleet-footed": FleetFooted,
    "transpositional": Transpositional,
}
