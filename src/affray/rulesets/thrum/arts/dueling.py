"""Dueling: the blade, and the stance behind it."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.combat import COMBAT
from affray.core.effect import Held
from affray.rulesets.thrum.action.ability import EntryAbility, Passive
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.arts.brawling import hurt, within_reach
from affray.rulesets.thrum.attack import contest, sequence, targeting
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.condition import stances
from affray.rulesets.thrum.condition.holding import gain_status, statuses_of
from affray.rulesets.thrum.condition.kinds import Condition
from affray.rulesets.thrum.condition.stances import end_stance, in_stance
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.feature import Ability, Number, Trigger, Use
from affray.rulesets.thrum.geometry.sight import reach_of
from affray.rulesets.thrum.movement import forced
from affray.rulesets.thrum.movement.forced import ANY
from affray.rulesets.thrum.reaction.stance import Stance
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    ATTACK_TAGS,
    CRITICAL_HIT,
    DEFENCE,
    DEFENCE_CRITICAL,
    DEFENDED,
    FINISHER,
    OFFENCE,
    PHYSICAL,
    RANGE,
    STANCE,
    STANCED,
    TARGETED,
)

LISTED_AS_SELF: Final = "unlimited-power"  # its text: Long Reach does not extend it


class WhirlingSlice(Action):
    """Up to 2 enemies within 1, a contest each.

    Success: 1 Fatigue. Critical: you may move the target 1 to a free square within Range.
    Upgrades: a, half POW more Fatigue; b, half REA more targets.
    """

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        super().apply(combat, use, slot)
        target = combat.units[use.targets[slot]]
        if use.attacks[slot].result == CRITICAL_HIT and combat.on_map(target):
            self.sweep(combat, use, target)

    def sweep(self, combat: ThrumCombat, use: Use, target: ThrumCombatant) -> None:
        """Shift a target one square, to where it is still in range.

        Rules: move.forced.path, move.forced.stops.
        """
        user = combat.units[use.actor]
        asked = forced.Shift(combat, user, target, 1, ANY, user.cell)
        kept = [asked.options[0]]
        for option in asked.options[1:]:
            cell = combat.grid.ray(target.cell, (option[0] - 1) % 8, 1)[0]
            if combat.distance(targeting.origin_of(combat, use), cell) <= use.range:
                kept.append(option)
        asked.options = kept
        answer = combat.ask(asked) if asked.ways() else PASS
        if answer != PASS:
            forced.push(combat, user, target, (answer - 1) % 8, 1, use)


# ---- Stances -------------------------------------------------------------------------------------


class ParryAndRiposte(Stance):
    """Targeted with an attack by an enemy within 1, you may add your Training to that defence.

    If you do, this Stance ends, and if that defence is a Critical, which the bonus helps to reach,
    you make a Physical Attack with Finisher on the attacker. Success: 1 Fatigue.
    Upgrades: a, half POW more Fatigue; b, half FIN more bonus.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.always = True  # the riposte comes when the Stance has ended
        self.listens |= TARGETED | DEFENDED

    def pledge(self, owner: ThrumCombatant) -> int:
        """Return what stands in a use for the promise of a riposte."""
        return owner.index * 1000 + self.slot

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or not use.tags & ATTACK_TAGS:
            return []
        if trigger.kind == DEFENDED:
            meant = trigger.target == owner.index and self.pledge(owner) in use.pledges
            return [1] if meant and use.attacks[trigger.slot].result == DEFENCE_CRITICAL else []
        enemy = combat.units[trigger.actor]
        if not in_stance(owner, self) or not use.names(owner.index):
            return []
        if not combat.enemies(owner, enemy) or not within_reach(combat, owner, self, enemy):
            return []
        return [1]

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return trigger.kind == DEFENDED

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        use = trigger.use
        assert use is not None
        if trigger.kind == DEFENDED:
            self.riposte(combat, owner, combat.units[trigger.actor])
            return
        use.attacks[use.targets.index(owner.index)].defence_bonus += self.n("bonus")
        use.pledges.append(self.pledge(owner))
        end_stance(combat, owner, self)

    def riposte(self, combat: ThrumCombat, owner: ThrumCombatant, enemy: ThrumCombatant) -> None:
        """Strike back at an attacker."""
        reach = reach_of(combat, owner, self, self.range)
        tags = PHYSICAL | FINISHER
        if targeting.cannot_target(combat, owner, owner.cell, enemy, tags, reach) == "":
            use = Use(owner.index, self, -1)
            use.tags = tags
            use.range = reach
            sequence.strike(combat, use, enemy)

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        if not contest.avoided(use, slot):
            hurt(combat, use, slot, self.n("fatigue"))


class Pivot(Stance):
    """Enter any basic Stance when you or an adjacent character are targeted with an attack.

    You may; this one ends. A Stance that the same event triggers may be used at once. A code is 1 +
    the place of the Stance among the basic ones.
    Upgrades: a, if that Stance would end after triggering you may stay in it or enter another basic
    one; b, if it gives a Boon on your defence, one more against this attack.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.always = True  # what its upgrades do comes when the Stance has ended
        self.listens |= TARGETED
        self.notices |= STANCED
        self.adjusts |= DEFENCE
        self.entered = self.new_counter(COMBAT)  # 1 + place of the Stance that it brought about

    def basics(self, owner: ThrumCombatant) -> list[Ability]:
        """Return the basic Stances of its owner."""
        return [
            ability
            for ability in owner.sheet.abilities
            if ability.kind == STANCE and ability.art == "basic"
        ]

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or not use.tags & ATTACK_TAGS or not in_stance(owner, self):
            return []
        for who in use.targets:
            if use.names(who) and within_reach(combat, owner, self, combat.units[who]):
                return list(range(1, 1 + len(self.basics(owner))))
        return []

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        return f"{self.id} {self.basics(owner)[code - 1].id}"

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        use = trigger.use
        assert use is not None
        stance = self.basics(owner)[code - 1]
        stances.take_stance(combat, owner, stance.slot)
        owner.set_count(self.entered, 1 + stance.slot)
        use.pledges.append(owner.index * 1000 + self.slot)

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        if trigger.actor == owner.index:
            owner.set_count(self.entered, 0)  # a Stance taken since then is none of its doing

    def keeps_stance(self, combat: ThrumCombat, owner: ThrumCombatant, ability: Ability) -> bool:
        """Let its owner stay in the Stance that it brought about, or enter another. Upgrade a."""
        if not self.has("a") or owner.used[self.entered] != 1 + ability.slot:
            return False
        others = [basic for basic in self.basics(owner) if basic is not ability]
        menu = [(PASS, f"end {ability.id}"), (1 + ability.slot, f"stay in {ability.id}")]
        menu.extend([(1 + other.slot, f"enter {other.id}") for other in others])
        answer = combat.ask(picking.Listed(owner, menu, "stance.none"))
        if answer == PASS:
            return False
        if answer != 1 + ability.slot:
            stances.take_stance(combat, owner, answer - 1)
        return True

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        use = number.use
        if not self.has("b") or number.kind != DEFENCE or number.who != owner.index:
            return
        if use is None or owner.index * 1000 + self.slot not in use.pledges:
            return
        stance = owner.stance_ability()
        if isinstance(stance, EntryAbility) and gives_boon(stance, number.defence):
            number.add(1, self.id)


def gives_boon(stance: EntryAbility, defence: int) -> bool:
    """Return whether a Stance gives its owner a Boon on rolls with a defence."""
    for modifier in stance.modifiers:
        if modifier.kind == DEFENCE and modifier.amount > 0 and modifier.defence in (0, defence):
            return True
    return False


# ---- passives ------------------------------------------------------------------------------------


class PressAdvantage(Passive):
    """+1 Boon on attacks against an enemy with at least one Status.

    Conditions and Mark do not count.
    Upgrades: a, half FIN more Boons; b, on a Critical against such an enemy one of its Statuses
    gains 1, or, if it has several, up to half FIN of them do.
    Rule: status.statuses-versus-conditions.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.adjusts |= OFFENCE
        if self.has("b"):
            self.listens |= DEFENDED

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if number.kind == OFFENCE and number.who == owner.index and number.other >= 0:
            target = combat.units[number.other]
            if combat.enemies(owner, target) and statuses_of(target):
                number.add(self.n("boons"), self.id)

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or trigger.actor != owner.index:
            return []
        target = combat.units[trigger.target]
        if use.attacks[trigger.slot].result != CRITICAL_HIT or not combat.enemies(owner, target):
            return []
        return [1] if statuses_of(target) else []

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return True

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        left = statuses_of(combat.units[trigger.target])
        most = max(1, self.symbol("FIN") // 2)
        for n in range(min(most, len(left))):
            status = choose_status(combat, owner, left, "status.increment", "done" if n else "")
            if status is None:
                return
            left.remove(status)
            gain_status(combat, trigger.target, status, 1, owner.index, trigger.use)


def choose_status(
    combat: ThrumCombat,
    chooser: ThrumCombatant,
    among: list[Condition],
    rule: str,
    optional: str = "",
) -> Condition | None:
    """Let somebody choose one of some Statuses; None if it declines, where that is ``optional``."""
    if len(among) == 1 and not optional:
        return among[0]
    menu = [(PASS, optional)] if optional else []
    menu.extend([(1 + n, among[n].id) for n in range(len(among))])
    answer = combat.ask(picking.Listed(chooser, menu, rule, menu[0][0]))
    return None if answer == PASS else among[answer - 1]


class LongReach(Passive):
    """Your abilities listed with Range 1 have Range 2, basic ones included.

    Rule: grid.range-inclusive.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.adjusts |= RANGE

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        use = number.use
        if number.kind != RANGE or number.who != owner.index or use is None:
            return
        if use.ability.range == 1 and use.range == 1 and use.ability.code != LISTED_AS_SELF:
            number.add(1, self.id)


MADE: dict[str, type[EntryAbility]] = {
    "whirling-slice": WhirlingSlice,
    "parry-and-riposte": ParryAndRiposte,
    "pivot": Pivot,
    "press-advantage": PressAdvantage,
    "long-reach": LongReach,
}
