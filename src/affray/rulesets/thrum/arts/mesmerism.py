"""Mesmerism: leading others about, trading places and blows, and going unseen."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.combat import COMBAT, OWN
from affray.core.effect import NEXT_TURN_END, TURN_END, Held
from affray.core.event import Told
from affray.core.walk import walk
from affray.rulesets.thrum import actions, resource
from affray.rulesets.thrum.action.ability import EntryAbility, Passive
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.arts import nova
from affray.rulesets.thrum.arts.animism import CommandAggressor
from affray.rulesets.thrum.attack import contest, sequence
from affray.rulesets.thrum.choice import picking, steps
from affray.rulesets.thrum.condition import holding, stances
from affray.rulesets.thrum.condition.holding import give
from affray.rulesets.thrum.condition.kinds import HIDDEN, IMMOBILIZED
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.feature import Ability, Number, Origin, Trigger, Use
from affray.rulesets.thrum.geometry.sight import reach_of
from affray.rulesets.thrum.geometry.squares import alone
from affray.rulesets.thrum.movement.forced import swap
from affray.rulesets.thrum.movement.walking import Move
from affray.rulesets.thrum.reaction.stance import Stance
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    ACTION,
    BUFF,
    CRITICAL_HIT,
    DEFENCE_BONUS,
    FATIGUE,
    FIXED,
    HALF_SPEED,
    HARM,
    OFFENCE_BONUS,
    ORIGINS,
    RESOLVE,
    RESOLVED,
    TARGETED,
    TERRAIN,
    WHOLE_SPEED,
)


class OnAnyone(Action):
    """A Mental Attack on one character, of which those on the user's side take a Success."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.strained = []

    def before(self, combat: ThrumCombat, use: Use) -> None:
        super().before(combat, use)
        target = combat.units[use.targets[0]]
        use.willing = target.side == combat.units[use.actor].side

    def takes_free(self, combat: ThrumCombat, use: Use, slot: int, instead: str) -> bool:
        """Ask, on a Critical with b: the Overexert effect, free, instead of the Critical effect?"""
        user = combat.units[use.actor]
        if not self.has("b") or use.overexert or use.attacks[slot].result != CRITICAL_HIT:
            return False
        words = ["stress", instead]
        asked = picking.Words(user, words, "attack.critical-adds", "which Critical effect?")
        return combat.ask(asked) == 1


# ---- Compulsion ----------------------------------------------------------------------------------

HELD_FREE: Final = 1  # in the memory of a use: the Overexert effect has been had


class Compulsion(OnAnyone):
    """The target moves as you choose, up to half its Speed, ending within range of you.

    Success: up to its Speed instead. An ally must be willing and takes a Success. Critical: an
    enemy takes 2 Stress. Overexert, before or after the attack: on a Success it is Immobilized
    until the end of its turn. a: half REA more Stress. b: on a Critical the Overexert effect may
    be had free instead of the Critical effect.
    Rules: move.granted, move.drop.option, attack.effect-entries, overexert.voluntary.
    """

    def before(self, combat: ThrumCombat, use: Use) -> None:
        """Ask an ally whom somebody else plays. Rule: attack.waive-defence."""
        super().before(combat, use)
        user = combat.units[use.actor]
        target = combat.units[use.targets[0]]
        if use.willing and target.seats != user.seats:
            words = ["refuse", "agree"]
            if (
                combat.ask(picking.Words(target, words, "attack.waive-defence", "be moved?", 1))
                == 0
            ):
                use.void = "ability.text-wins"

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        success = not contest.avoided(use, slot)
        user = combat.units[use.actor]
        target = combat.units[use.targets[slot]]
        self.lead(combat, user, target, WHOLE_SPEED if success else HALF_SPEED)
        if use.attacks[slot].result == CRITICAL_HIT:
            if self.takes_free(combat, use, slot, "immobilize"):
                use.memory = HELD_FREE
            else:
                self.entries(combat, use, self.critical)
        if success and (use.overexert or use.memory == HELD_FREE):
            self.hold(combat, use, target)

    def lead(
        self, combat: ThrumCombat, user: ThrumCombatant, target: ThrumCombatant, measure: int
    ) -> None:
        """Move the target by a share of its Speed; a Minion has none. Rule: minion.what."""
        if target.controller >= 0 or not target.able():
            return
        way = Move(combat, target, measure, 0, "move.granted")
        way.seats = user.seats
        way.stops = combat.grid.around(user.cell, reach_of(combat, user, self, self.range))
        walk(combat, way)

    def hold(self, combat: ThrumCombat, use: Use, target: ThrumCombatant) -> None:
        who = target.index
        ends = TURN_END if combat.active == who else NEXT_TURN_END
        give(combat, who, IMMOBILIZED, 1, use.actor, ends, who)

    def after(self, combat: ThrumCombat, use: Use) -> None:
        """Overexert now, if that has not been done."""
        super().after(combat, use)
        user = combat.units[use.actor]
        target = combat.units[use.targets[0]]
        if use.overexert or use.memory == HELD_FREE or contest.avoided(use, 0):
            return
        if not target.present or target.controller >= 0:
            return
        words = ["no overexert", "overexert now"]
        if combat.ask(picking.Overexert(user, words, "overexert now?")):
            use.overexert = 1
            self.pay(combat, use)
            self.hold(combat, use, target)


# ---- Puppet --------------------------------------------------------------------------------------


class Puppet(OnAnyone):
    """Success: the target makes a Basic Attack on a target of your choice, with your Mesmerism.

    Enemies and allies are judged from your side, and every choice of it is yours. An ally takes a
    Success. Critical: an enemy takes 2 Stress. Overexert: it uses one of your Actions instead.
    a: half REA more Stress. b: on a Critical the Overexert effect may be had free instead of the
    Critical effect. It is no Action of the puppet. What is kept in your name (a Terrain Effect, a
    Buff, a Minion, whom you have targeted this turn, your Potential) you do yourself, from its
    square. A puppet leads nobody.
    Rules: attack.compelled, setup.sides, attack.modifier.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.always = True
        self.limit = self.new_counter(COMBAT)  # 1 + whom it leads at this moment
        self.deed = self.new_counter(COMBAT)  # 1 + place of the Action that is being used
        self.adjusts |= OFFENCE_BONUS
        self.listens |= ORIGINS

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        """Put your Mesmerism in place of the modifier of what the puppet uses."""
        super().modify(combat, owner, number, held)
        use = number.use
        if use is None or owner.used[self.limit] == 0 or number.kind != OFFENCE_BONUS:
            return
        deed = owner.sheet.abilities[owner.used[self.deed] - 1]
        if use.ability.id == deed.id and number.who in (owner.index, owner.used[self.limit] - 1):
            number.add(self.modifier - use.modifier, self.id)

    def origins(
        self, combat: ThrumCombat, owner: ThrumCombatant, user: ThrumCombatant, ability: Ability
    ) -> list[Origin]:
        """Lend the puppet's square to what you do through it. Rule: cover.origin."""
        puppet = owner.used[self.limit] - 1
        if puppet < 0 or user is not owner or ability.slot != owner.used[self.deed] - 1:
            return []
        place = Origin(combat.units[puppet].cell, ability.range, combat.units[puppet].name, self.id)
        place.who = puppet
        place.only = True
        return [place]

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        if contest.avoided(use, slot):
            return
        free = self.takes_free(combat, use, slot, "lend action")
        user = combat.units[use.actor]
        puppet = combat.units[use.targets[slot]]
        if puppet.able():
            self.lead(combat, user, puppet, use.overexert > 0 or free)
        if use.attacks[slot].result == CRITICAL_HIT and not free:
            self.entries(combat, use, self.critical)

    def lead(
        self, combat: ThrumCombat, user: ThrumCombatant, puppet: ThrumCombatant, any_action: bool
    ) -> None:
        """Let the puppet act, of the user's side and by its choices for so long."""
        side = puppet.side
        seats = puppet.seats
        puppet.side = user.side
        puppet.seats = user.seats
        user.set_count(self.limit, 1 + puppet.index)
        combat.mark_changed()
        self.act_through(combat, user, puppet, any_action)
        user.set_count(self.limit, 0)
        user.set_count(self.deed, 0)
        puppet.side = side
        puppet.seats = seats
        combat.mark_changed()

    def act_through(
        self, combat: ThrumCombat, user: ThrumCombatant, puppet: ThrumCombatant, any_action: bool
    ) -> None:
        """Let the user pick the puppet's Action, and have it done."""
        options: list[int] = []
        menu: list[tuple[int, str]] = []
        for ability in user.sheet.abilities:
            if ability.kind != ACTION or ability.id == self.id:
                continue
            if not any_action and ability.id != "basic-attack":
                continue
            user.set_count(self.deed, 1 + ability.slot)
            doer = self.doer(user, puppet, ability)
            if ability.cannot(combat, doer) == "":
                for answer in ability.answers(combat, doer):
                    name = f" {combat.units[answer - 1].name}" if answer else ""
                    options.append(ability.slot * actions.PER_ABILITY + 1 + answer)
                    menu.append((options[-1], ability.id + name))
        if not menu:
            return
        answer = options[0]
        if len(menu) > 1:
            asked = steps.Compel(user, menu, answer)
            answer = combat.ask(asked)
        ability = user.sheet.abilities[(answer - 1) // actions.PER_ABILITY]
        user.set_count(self.deed, 1 + ability.slot)
        doer = self.doer(user, puppet, ability)
        ability.act(combat, doer, (answer - 1) % actions.PER_ABILITY)

    def doer(
        self, user: ThrumCombatant, puppet: ThrumCombatant, ability: Ability
    ) -> ThrumCombatant:
        """Return who carries an Action out: the puppet, or you where it is kept in your name."""
        lasting = ability.tags & (TERRAIN | BUFF) or isinstance(ability, CommandAggressor)
        return user if lasting or ability.limit >= 0 or ability.code in nova.MADE else puppet


# ---- The Prestige --------------------------------------------------------------------------------

ASIDE: Final = PASS


class ThePrestige(Stance):
    """You or an ally in range are targeted: swap that one with another character in range.

    The other becomes the target, whether the ability could name it or not; it is not the attacker.
    An enemy must first be struck by a Mental Attack, or the swap fails. Then the Stance ends unless
    1 Stress is taken. a: without another the targeted one moves 1 instead. b: Range 2.
    Rules: move.swap, trigger.once-per-event, attack.target-moved.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= TARGETED

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or not use.attack() or not combat.enemies(owner, combat.units[use.actor]):
            return []
        found: list[int] = []
        for slot in range(min(len(use.targets), 19)):
            target = combat.units[use.targets[slot]]
            if not use.named(slot):
                continue
            if target.side != owner.side or self.reaching(combat, owner, target) is None:
                continue
            if self.has("a") or self.others(combat, owner, use, target):
                found.append(1 + slot)
        return found

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        use = trigger.use
        assert use is not None
        return f"{self.id} {combat.units[use.targets[code - 1]].name}"

    def about(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> int:
        use = trigger.use
        return use.targets[code - 1] if use is not None else -1

    def reaching(
        self, combat: ThrumCombat, owner: ThrumCombatant, target: ThrumCombatant
    ) -> Origin | None:
        """Return a square from which somebody is in range, None if there is none."""
        for place in self.places(combat, owner):
            if combat.on_map(target) and combat.distance(place.cell, target.cell) <= place.range:
                return place
        return None

    def others(
        self, combat: ThrumCombat, owner: ThrumCombatant, use: Use, target: ThrumCombatant
    ) -> list[int]:
        """Return who may be swapped in: in range, neither the attacker nor a target already.

        One who is just passing through another's square cannot be swapped.
        """
        if not alone(combat, target):
            return []
        return [
            other.index
            for other in combat.units
            if other.index != use.actor
            and other.index not in use.targets
            and self.reaching(combat, owner, other) is not None
            and alone(combat, other)
        ]

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        use = trigger.use
        assert use is not None
        target = combat.units[use.targets[code - 1]]
        found = self.others(combat, owner, use, target)
        answer = 1 + found[0] if found else ASIDE
        if found and (len(found) > 1 or self.has("a")):
            aside = "step aside" if self.has("a") else ""
            asked = picking.Pick(combat, owner, found, "move.swap", "swap with", aside)
            answer = combat.ask(asked)
        if answer == ASIDE:
            way = Move(combat, target, FIXED, 1, "move.granted")
            way.seats = owner.seats
            walk(combat, way)
        else:
            self.exchange(combat, owner, use, code - 1, combat.units[answer - 1])
        resource.end_unless_paid(combat, owner, self)

    def exchange(
        self, combat: ThrumCombat, owner: ThrumCombatant, use: Use, slot: int, other: ThrumCombatant
    ) -> None:
        """Swap the targeted one with another, who is the target from now on."""
        target = combat.units[use.targets[slot]]
        if combat.enemies(owner, other) and not self.overcome(combat, owner, other):
            return
        if not combat.on_map(target) or not combat.on_map(other):
            return
        here = target.cell
        swap(combat, target, other, "move.swap")
        if combat.on_map(other) and target.cell != here:
            use.redirect(slot, other.index)
            if combat.watched:
                combat.tell(Told("redirects", owner.index, other.index, self.id, 0, "move.swap"))

    def overcome(self, combat: ThrumCombat, owner: ThrumCombatant, other: ThrumCombatant) -> bool:
        """Make the Mental Attack on an enemy; return whether it succeeded."""
        place = self.reaching(combat, owner, other)
        if place is None:
            return False
        mine = Use(owner.index, self, -1 if place.cell == owner.cell else place.cell)
        mine.range = place.range
        sequence.strike(combat, mine, other)
        struck = mine.targets[0] == other.index and not contest.avoided(mine, 0)
        return struck and owner.able() and mine.void == ""


# ---- Mind Over Matter ----------------------------------------------------------------------------


class MindOverMatter(Stance):
    """You would take Fatigue: take up to 1 of it (a: + half FOC) as Stress instead.

    Then the Stance ends, unless you take 1 extra Stress for each earlier use since your last turn.
    b: that is 1 less in all. The rest of the Fatigue comes first, so Vulnerable adds to it; it adds
    to the Stress if no Fatigue is left. Rules: status.vulnerable, status.vulnerable-both-kinds.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.limit = self.new_counter(OWN)
        self.listens |= HARM

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        mine = trigger.target == owner.index and trigger.load == FATIGUE
        return [1] if mine and trigger.amount > 0 else []

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        most = min(trigger.amount, self.n("convert"))
        n = 1
        if most > 1:
            menu = [(one, f"convert {one}") for one in range(1, most + 1)]
            asked = picking.Listed(owner, menu, "trigger.optional", most)
            n = combat.ask(asked)
        trigger.change(-n, self.id)
        trigger.turned += n
        trigger.turned_by = self.id
        owner.count(self.limit)
        extra = owner.used[self.limit] - 1 - (1 if self.has("b") else 0)
        if extra > 0:
            words = [f"end {self.id}", f"take {extra} stress"]
            asked = picking.Words(owner, words, "stance.persists", "do you stay in it?")
            if combat.ask(asked):
                trigger.turned += extra
            else:
                stances.end_own(combat, owner, self)


# ---- Composed and Disappearing Act ---------------------------------------------------------------


class Composed(Passive):
    """Maximum Stress Tolerance +1 and +1 on Panic Rolls. a: 1 more. b: on Resolve rolls too.

    Rule: roll.defence-name.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        if self.has("b"):
            self.adjusts |= DEFENCE_BONUS

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        super().modify(combat, owner, number, held)
        if number.kind == DEFENCE_BONUS and number.who == owner.index and self.has("b"):
            number.add(self.n("bonus") if number.defence == RESOLVE else 0, self.id)


class DisappearingAct(Passive):
    """Whenever you successfully defend against an enemy attack you become Hidden after it.

    a: +1 Boon on your next attack. b: the next attack on you before your turn has +1 Bane, and
    Hidden does not end before your turn unless an adjacent enemy attacks you successfully.
    Rules: condition.hidden, condition.hidden-ends.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.limit = self.new_counter(COMBAT)  # 1: the next attack has a Boon
        self.veil = self.new_counter(OWN)  # 1: the next attack on its owner has a Bane
        self.deep = self.new_counter(OWN)  # 1: Hidden stays
        self.listens |= RESOLVED
        if self.has("a") or self.has("b"):
            self.notices |= TARGETED | RESOLVED

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or trigger.target != owner.index or not self.by_enemy(combat, owner, use):
            return []
        return [1] if contest.defended(use, trigger.slot) else []

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return True

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        give(combat, owner.index, HIDDEN, 1, owner.index)
        owner.set_count(self.limit, 1 if self.has("a") else 0)
        covers = 1 if self.has("b") else 0
        owner.set_count(self.veil, covers)
        owner.set_count(self.deep, covers)

    def by_enemy(self, combat: ThrumCombat, owner: ThrumCombatant, use: Use) -> bool:
        """Return whether a use is an enemy's attack."""
        return use.attack() and combat.enemies(owner, combat.units[use.actor])

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        use = trigger.use
        if use is None or not use.attack():
            return
        if trigger.kind == TARGETED:
            self.spend(owner, use)
        elif trigger.target == owner.index and self.seen(combat, owner, use, trigger.slot):
            owner.set_count(self.deep, 0)
            holding.unhide(combat, owner)

    def seen(self, combat: ThrumCombat, owner: ThrumCombatant, use: Use, slot: int) -> bool:
        """Return whether an adjacent enemy's successful attack ends a Hidden that was to stay."""
        attacker = combat.units[use.actor]
        if not owner.used[self.deep] or not combat.enemies(owner, attacker):
            return False
        near = combat.on_map(attacker) and combat.adjacent(owner, attacker)
        return near and not contest.avoided(use, slot)

    def spend(self, owner: ThrumCombatant, use: Use) -> None:
        """Give what is owed to the next attack of its owner, and to the next on it."""
        if use.actor == owner.index and owner.used[self.limit]:
            owner.set_count(self.limit, 0)
            use.boons += 1
        if owner.index in use.targets and owner.used[self.veil]:
            owner.set_count(self.veil, 0)
            use.attacks[use.targets.index(owner.index)].boons -= 1

    def keeps_hidden(self, combat: ThrumCombat, owner: ThrumCombatant) -> bool:
        return owner.used[self.deep] == 1


MADE: dict[str, type[EntryAbility]] = {
    "compulsion": Compulsion,
    "puppet": Puppet,
    "the-prestige": ThePrestige,
    "mind-over-matter": MindOverMatter,
    "composed": Composed,
    "disappearing-act": DisappearingAct,
}
