"""The faction traits of NPCs. Rule: sheet.faction-trait."""

from __future__ import annotations

from affray.core.combat import COMBAT
from affray.core.effect import NEXT_TURN_END, Held
from affray.rulesets.thrum import death
from affray.rulesets.thrum.action.ability import EntryAbility, Passive
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.arts.npc import enemy_within
from affray.rulesets.thrum.condition.holding import end, end_statuses, give
from affray.rulesets.thrum.condition.kinds import HASTENED, HIDDEN
from affray.rulesets.thrum.condition.listed import STATUSES
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.feature import Ability, Number, Origin, Trigger, Use
from affray.rulesets.thrum.ledger import set_kept, set_tolerance
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    ACTION,
    DEFENCE_BONUS,
    ENDS,
    ENTERS,
    FALLS,
    FATIGUE,
    HARM,
    OFFENCE,
    ORIGINS,
    RESILIENCE,
    STANCED,
    STARTS,
    STRESS,
    TOUGHNESS,
)


class Trait(Passive):
    """A faction trait: others with the same one are its kin, on whatever side and fallen or not."""

    def kin(self, combat: ThrumCombat, owner: ThrumCombatant) -> list[ThrumCombatant]:
        """Return every other character with this trait."""
        return [
            other
            for other in combat.units
            if other is not owner and other.sheet.trait == self.id and combat.on_map(other)
        ]


class Condotierri(Trait):
    """+1 on the Resilience modifier for each of its kin orthogonally adjacent.

    It is the modifier itself, so Incapacity Rolls and drops by END have it too.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.adjusts |= DEFENCE_BONUS | TOUGHNESS

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if number.who != owner.index:
            return
        if number.kind == DEFENCE_BONUS and number.defence != RESILIENCE:
            return
        width = combat.grid.width
        for other in self.kin(combat, owner):
            if combat.adjacent(owner, other) and (
                owner.cell % width == other.cell % width
                or owner.cell // width == other.cell // width
            ):
                number.add(1, self.id)


class Confed(Trait):
    """+1 Boon on attacks for each of its kin adjacent to the target."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.adjusts |= OFFENCE

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if number.who != owner.index or number.other < 0:
            return
        target = combat.units[number.other]
        for other in self.kin(combat, owner):
            if combat.adjacent(other, target):
                number.add(1, self.id)


class Purger(Trait):
    """At its Start of Turn it may end one Status on itself, each kind once per combat.

    A code is 1 + the place of the Status in the list of Statuses.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= STARTS
        self.purged = self.new_counter(COMBAT)

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        if trigger.actor != owner.index:
            return []
        return [
            1 + n
            for n in range(len(STATUSES))
            if owner.has(STATUSES[n]) and not owner.used[self.purged] >> n & 1
        ]

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        return f"purge {STATUSES[code - 1].id}"

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        owner.add_bits(self.purged, 1 << (code - 1))
        end(combat, owner.index, STATUSES[code - 1])


class Molokoi(Trait):
    """Its attack Incapacitates an enemy: all of its kind within 2 of that one become Hastened."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= FALLS

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or use.actor != owner.index or not use.attack():
            return []
        return [1] if combat.enemies(owner, combat.units[trigger.target]) else []

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return True

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        fallen = combat.units[trigger.target]
        for other in [owner, *self.kin(combat, owner)]:
            if combat.apart(other, fallen) <= 2:
                give(combat, other.index, HASTENED, 1, owner.index, NEXT_TURN_END, other.index)


class Lurker(Trait):
    """It ends its turn with no enemy within 2: Hidden."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= ENDS

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        if trigger.actor != owner.index or owner.has(HIDDEN):
            return []
        return [] if enemy_within(combat, owner, owner.cell, 2) else [1]

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return True

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        give(combat, owner.index, HIDDEN, 1, owner.index)


class Flowing(Trait):
    """It takes a Stance while in another: it may keep the first until the end of its next turn.

    Whoever takes the kept Stance again has it once.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= STANCED
        self.notices |= STANCED

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        if trigger.actor == owner.index and owner.kept == owner.stance:
            set_kept(combat, owner, -1, "stance.one")

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        left = trigger.amount - 1
        if trigger.actor != owner.index or left < 0 or left == owner.stance:
            return []
        return [1]

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        return f"keep {owner.sheet.abilities[trigger.amount - 1].id}"

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        owner.kept_until = combat.round + 1
        set_kept(combat, owner, trigger.amount - 1, "ability.text-wins")


class Ketumite(Trait):
    """Moving through the square of an Incapacitated ally of its kind it may remove that one.

    Then it ends all its own Statuses and has +1 Fatigue and +1 Stress Tolerance in this combat.
    Rules: recovery.downtime-only, ability.text-wins.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= ENTERS

    def fallen(
        self, combat: ThrumCombat, owner: ThrumCombatant, cell: int
    ) -> ThrumCombatant | None:
        """Return the fallen ally of its kind in a square, None if there is none."""
        for other in self.kin(combat, owner):
            if other.cell == cell and other.incapacitated and combat.allies(owner, other):
                return other
        return None

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        if trigger.actor != owner.index or trigger.teleport:
            return []
        return [1] if self.fallen(combat, owner, trigger.goal) is not None else []

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        other = self.fallen(combat, owner, trigger.goal)
        assert other is not None
        return f"remove {other.name}"

    def about(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> int:
        other = self.fallen(combat, owner, trigger.goal)
        return other.index if other is not None else -1

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        other = self.fallen(combat, owner, trigger.goal)
        assert other is not None
        death.remove(combat, other, "ability.text-wins")
        end_statuses(combat, owner.index)
        set_tolerance(combat, owner, FATIGUE, owner.fatigue_tolerance + 1, "ability.text-wins")
        set_tolerance(combat, owner, STRESS, owner.stress_tolerance + 1, "ability.text-wins")


class Gestalt(Trait):
    """Its Actions on others may be resolved as from the square of one of its kin within 6.

    Rule: cover.origin.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= ORIGINS

    def origins(
        self, combat: ThrumCombat, owner: ThrumCombatant, user: ThrumCombatant, ability: Ability
    ) -> list[Origin]:
        if user is not owner or ability.kind != ACTION:
            return []
        if not isinstance(ability, Action) or ability.target in ("self", "none"):
            return []
        found: list[Origin] = []
        for other in self.kin(combat, owner):
            if combat.apart(owner, other) <= 6:
                place = Origin(other.cell, ability.range, other.name, self.id)
                place.who = other.index
                place.lender = self
                place.owner = owner.index
                found.append(place)
        return found

    def lends(
        self, combat: ThrumCombat, owner: ThrumCombatant, use: Use, origin: Origin, target: int
    ) -> None:
        use.standing = origin.cell


class Unnerving(Trait):
    """An ability of it that would deal Fatigue may deal Stress instead."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= HARM

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        return [1] if trigger.source == owner.index and trigger.load == FATIGUE else []

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        return "stress instead"

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        trigger.load = STRESS
        if trigger.turned:  # what was to be Stress already stays so
            trigger.change(trigger.turned, trigger.turned_by)
        trigger.turned = 0


MADE: dict[str, type[EntryAbility]] = {
    "condotierri": Condotierri,
    "confed": Confed,
    "purger": Purger,
    "molokoi": Molokoi,
    "lurker": Lurker,
    "flowing": Flowing,
    "ketumite": Ketumite,
    "gestalt": Gestalt,
    "unnerving": Unnerving,
}
