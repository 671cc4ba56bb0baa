"""Free hits, strike backs and standing up off-turn: the windows in which others act.

Leaving a zone, a third step within it and a natural 1 provoke; no action does.
Rule: action.no-provoking.
"""

from __future__ import annotations

from typing import Final

from affray.core.action import ActionSpace
from affray.core.choice import Option
from affray.core.event import Told
from affray.core.window import CODES, Deed, Window, offer
from affray.rulesets.quest import death, geometry
from affray.rulesets.quest.attack import declared, pipeline
from affray.rulesets.quest.attack.declared import DIRE, TRAGEDY, Attack
from affray.rulesets.quest.condition import posture
from affray.rulesets.quest.condition.modifiers import undetected
from affray.rulesets.quest.definitions import Thing
from affray.rulesets.quest.end import decided
from affray.rulesets.quest.resource import free_hits, spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import (
    AIMS,
    FLURRIED,
    FLURRY,
    FOLLOW_THROUGH,
    FOLLOWED,
    FREE,
    KINDS,
    SPRUNG,
    WITHIN,
)
from affray.rulesets.quest.turn.lineup import in_order

EACH: Final = len(AIMS)  # codes of one weapon against one target


class Strikes(Window):
    """Free hits of some units on some targets: one each, in lineup order.

    Rules: freehit.optional, freehit.order-of-strikers, freehit.one-per-trigger,
    freehit.no-action-cost, attack.aim-free-hits.
    """

    def __init__(
        self, combat: QuestCombat, strikers: list[int], targets: list[int], rule: str
    ) -> None:
        super().__init__(combat, Deed(strikers[0], targets[0]), rule)
        self.combat = combat
        self.strikers = strikers
        self.targets = targets
        self.critical = False  # a free critical hit, slot or not
        self.weapon: Thing | None = None  # the only one that may be used
        self.counter = -1  # the feat that grants it

    def groups(self) -> list[list[int]]:
        return [[who] for who in in_order(self.combat) if who in self.strikers]

    def holds(self) -> bool:
        """Return whether a target is left: the strikers are looked at one by one."""
        if decided(self.combat):
            return False
        return any(self.combat.units[who].present for who in self.targets)

    def replies(self, who: int) -> list[int]:
        """Rules: freehit.slots, fail.tragedy-needs-no-slot, freehit.while-prone-or-channeling."""
        unit = self.combat.units[who]
        if any(one // CODES == who for one in self.taken) or not unit.free_handed():
            return []
        if not free_hits.may_strike(unit, self.critical):
            return []
        found: list[int] = []
        each = len(self.arms(unit)) * EACH
        for place, target in enumerate(self.targets):
            if self.combat.units[target].present:
                found.extend([1 + place * each + number for number in range(each)])
        return found

    def arms(self, unit: QuestCombatant) -> list[Thing]:
        """Return what a unit may strike with here: melee weapons. Rule: freehit.melee-only."""
        if self.weapon is not None:
            return [self.weapon]
        return declared.weapons(self.combat, unit, True)

    def key(self, who: int, code: int) -> str:
        target, weapon, aim = self.parts(who, code)
        return f"strike {target.name} with {weapon.id} {AIMS[aim]}"

    def why_not(self, who: int, key: str) -> tuple[str, str]:
        """Rules: freehit.melee-only, freehit.feat-attacks."""
        unit = self.combat.units[who]
        for thing in declared.weapons(self.combat, unit, False):
            if f" with {thing.id} " in key and thing not in self.arms(unit):
                if self.weapon is not None:
                    return "freehit.feat-attacks", "it is made with the same weapon"
                return "freehit.melee-only", "a free hit is made with what strikes near by"
        return "", ""

    def option(self, who: int, code: int) -> Option:
        target, weapon, aim = self.parts(who, code)
        found = super().option(who, code)
        found.verb = f"strike-{AIMS[aim]}"
        found.targets = [target.index]
        found.ability = weapon.id
        found.object = 1 + weapon.number
        return found

    def code(self, who: int, code: int, space: ActionSpace) -> int:
        target, weapon, aim = self.parts(who, code)
        return space.packed(space.verb(f"strike-{AIMS[aim]}"), 1 + weapon.number, 1 + target.index)

    def parts(self, who: int, code: int) -> tuple[QuestCombatant, Thing, int]:
        number = code - 1
        arms = self.arms(self.combat.units[who])
        each = len(arms) * EACH
        target = self.combat.units[self.targets[number // each]]
        return target, arms[number % each // EACH], number % EACH

    def take(self, who: int, code: int) -> None:
        """Rules: freehit.full-attack, freehit.chain, fail.tragedy-free-critical."""
        combat = self.combat
        target, weapon, aim = self.parts(who, code)
        unit = combat.units[who]
        free_hits.spend_slot(combat, unit, self.rule)
        if self.counter >= 0:
            unit.count(self.counter)
        attack = declared.free_hit(who, target.index, weapon, aim, self.critical)
        combat.mark_changed()
        if combat.watched:
            combat.tell(Told("free hit", who, target.index, weapon.id, aim, self.rule))
        pipeline.carry_out(combat, attack)


def offer_strikes(combat: QuestCombat, window: Strikes) -> None:
    """Open a window of free hits if anybody could use it."""
    if window.holds() and any(window.replies(who) for who in window.strikers):
        offer(combat, window)


# ---- striking back -------------------------------------------------------------------------------


def strike_back(combat: QuestCombat, attack: Attack, exposed: bool) -> None:
    """Let the unit attacked strike back at a natural 1.

    An enemy only, in the zone of the unit attacked, and only if that one can act.
    Rules: fail.free-hit, fail.zone-of-the-target, fail.tragedy-and-dire-need-zone,
    fail.struck-unit-must-be-able, attack.only-enemies, freehit.enemy-natural-1,
    disengage.not-fumbles, fail.tragedy-needs-no-slot, fail.strike-back-is-melee.
    """
    attacker = combat.units[attack.actor]
    target = combat.units[attack.target]
    if not exposed or not combat.enemies(attacker, target) or not target.free_handed():
        return
    if attack.result == DIRE:
        if combat.watched:
            combat.tell(Told("fatal blow", target.index, attacker.index, rule="fail.dire-d6"))
        geometry.turn_to(combat, target, attacker)
        death.kill(combat, attacker)
    else:
        window = Strikes(
            combat,
            [target.index],
            [attacker.index],
            "fail.tragedy-free-critical" if attack.result == TRAGEDY else "fail.free-hit",
        )
        window.critical = attack.result == TRAGEDY
        offer_strikes(combat, window)


# ---- movement ------------------------------------------------------------------------------------


def heeds(combat: QuestCombat, unit: QuestCombatant, mover: QuestCombatant) -> bool:
    """Return whether a unit could make a free hit against a mover in its zone.

    Rules: freehit.only-if-seen, fail.struck-unit-must-be-able.
    """
    return unit.free_handed() and not undetected(mover, unit)


def leaving(combat: QuestCombat, mover: QuestCombatant, goal: int) -> None:
    """Let those strike whose zone the step to ``goal`` leaves (-1: off the map), before the step.

    Rules: freehit.leaving-zone, freehit.timing-leaving, disengage.whole-round-all-zones,
    freehit.bonus-moves-provoke, end.flee.
    """
    if posture.leaves_safely(mover):
        return
    strikers: list[int] = []
    for unit in combat.units:
        if unit.side != mover.side and unit.present and geometry.in_zone(combat, unit, mover):
            reach = geometry.reach(unit)
            stays = goal >= 0 and geometry.in_zone_from(combat, unit, goal, mover.size, reach)
            if not stays and heeds(combat, unit, mover):
                strikers.append(unit.index)
    if strikers:
        offer_strikes(combat, Strikes(combat, strikers, [mover.index], "freehit.leaving-zone"))


def stepping(combat: QuestCombat, mover: QuestCombatant, came_from: int) -> None:
    """Count the steps within each zone, and let those strike in whose zone this is the third.

    Rules: freehit.moving-within-zone, freehit.within-count, freehit.timing-within,
    freehit.entering-is-safe, disengage.leaving-only.
    """
    strikers: list[int] = []
    for unit in combat.units:
        if unit.side != mover.side and unit.present and geometry.in_zone(combat, unit, mover):
            if geometry.in_zone_from(combat, unit, came_from, mover.size, geometry.reach(unit)):
                unit.count(WITHIN)
                if unit.used[WITHIN] == 3 and heeds(combat, unit, mover):
                    strikers.append(unit.index)
    if strikers:
        offer_strikes(
            combat, Strikes(combat, strikers, [mover.index], "freehit.moving-within-zone")
        )


# ---- feats ---------------------------------------------------------------------------------------


def feat_attacks(combat: QuestCombat, attack: declared.Attack) -> None:
    """Offer what feats grant after a melee attack: free hits on enemies that need a slot.

    Rules: freehit.feat-attacks, action.extra-attack-no-feats, attack.only-enemies.
    """
    unit = combat.units[attack.actor]
    if not attack.hit or not attack.feats() or not attack.melee() or combat.active != unit.index:
        return
    target = combat.units[attack.target]
    if not combat.enemies(unit, target):
        return
    plain = attack.paid == declared.ORDINARY and attack.manner == declared.IN_HAND
    if unit.has_feat(FLURRY) and plain and target.present and not unit.used[FLURRIED]:
        window = Strikes(combat, [unit.index], [target.index], "freehit.feat-attacks")
        window.weapon = attack.weapon
        window.counter = FLURRIED
        offer_strikes(combat, window)
    if unit.has_feat(FOLLOW_THROUGH) and attack.felled and not unit.used[FOLLOWED]:
        near = [
            other.index
            for other in combat.units
            if other.present
            and combat.enemies(unit, other)
            and not undetected(other, unit)
            and geometry.in_zone(combat, unit, other)
        ]
        if near:
            window = Strikes(combat, [unit.index], near, "freehit.feat-attacks")
            window.counter = FOLLOWED
            offer_strikes(combat, window)


# ---- standing up off-turn ------------------------------------------------------------------------


class StandUp(Window):
    """Standing up off-turn, when something has been completely resolved.

    Rules: prone.stand-off-turn, prone.stand-window, prone.stand-off-turn-debt.
    """

    def __init__(self, combat: QuestCombat, asked: list[int]) -> None:
        super().__init__(combat, Deed(0, 0), "prone.stand-off-turn")
        self.combat = combat
        self.asked = asked

    def groups(self) -> list[list[int]]:
        return [[who] for who in in_order(self.combat) if who in self.asked]

    def holds(self) -> bool:
        return not decided(self.combat)

    def replies(self, who: int) -> list[int]:
        unit = self.combat.units[who]
        return (
            [1 + kind for kind in spending.stand_up_costs(unit)]
            if posture.may_stand_up(self.combat, unit)
            else []
        )

    def key(self, who: int, code: int) -> str:
        return f"stand up for {KINDS[code - 1]}"

    def why_not(self, who: int, key: str) -> tuple[str, str]:
        """Rules: prone.stand-cost, prone.stand-nothing-left."""
        unit = self.combat.units[who]
        for kind in range(len(KINDS)):
            if key == f"stand up for {KINDS[kind]}" and kind not in spending.stand_up_costs(unit):
                if kind == FREE or posture.springs_up(unit):
                    return "prone.stand-cost", "with Spring up the first time in a round is free"
                return "prone.stand-nothing-left", "its next turn has no such action left"
        return "", ""

    def option(self, who: int, code: int) -> Option:
        found = super().option(who, code)
        found.verb = "stand-up"
        found.object = code
        return found

    def code(self, who: int, code: int, space: ActionSpace) -> int:
        return space.packed(space.verb("stand-up"), code)

    def take(self, who: int, code: int) -> None:
        unit = self.combat.units[who]
        if code - 1 == FREE:
            unit.count(SPRUNG)
        else:
            spending.borrow(self.combat, unit, code - 1)
        posture.rise(self.combat, unit, "prone.stand-off-turn")


def offer_stand_up(combat: QuestCombat) -> None:
    """Let the fallen stand up to whom lying has begun to matter, unless an attack is under way.

    It matters when one has fallen or was attacked, when an enemy has moved, and when the turn of
    one begins; nobody is asked twice while nothing of the kind happens. Rule: prone.stand-window.
    """
    if combat.attacks or not combat.stirred:
        return
    asked = [
        unit.index
        for unit in combat.units
        if unit.prone
        and combat.stirred >> unit.index & 1
        and posture.may_stand_up(combat, unit)
        and spending.stand_up_costs(unit)
    ]
    for who in asked:
        combat.stirred &= ~(1 << who)  # who is down in its own move is asked when that is over
    if asked:
        offer(combat, StandUp(combat, asked))
