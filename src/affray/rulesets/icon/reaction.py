"""Interrupts: who may answer what, in which order, and what goes on afterwards."""

from __future__ import annotations

from typing import Final

from affray.core.choice import Option
from affray.core.event import Told
from affray.core.grid import CHEBYSHEV
from affray.core.window import CODES, Window, offer
from affray.rulesets.icon import ledger, resource
from affray.rulesets.icon.action import modifiers, using
from affray.rulesets.icon.attack import targeting
from affray.rulesets.icon.attack.use import Use
from affray.rulesets.icon.condition import statuses
from affray.rulesets.icon.definitions import DAMAGED, MISSED, STEPPED, TARGETED, Ability
from affray.rulesets.icon.geometry import distance, sight
from affray.rulesets.icon.sheet import turn_slot
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import ATTACKED, FIRST_OWN, INTERRUPTED

OF_SUBJECT: Final = ("ally", "self-or-ally", "character")  # it is aimed at whom the trigger names


class Interrupts(Window):
    """One moment at which interrupts may be used.

    Rules: interrupt.off-turn, interrupt.order, interrupt.uses, interrupt.once-per-turn,
    interrupt.attack-limit, interrupt.unable, interrupt.own-turn.
    """

    def __init__(self, combat: IconCombat, deed: Use, moment: int, subject: int) -> None:
        super().__init__(combat, deed, "interrupt.off-turn")
        self.combat = combat
        self.use = deed
        self.moment = moment
        self.subject = subject  # who was targeted, damaged, missed, or moves

    def groups(self) -> list[list[int]]:
        own = self.combat.units[self.combat.active].side if self.combat.active >= 0 else 0
        units = self.combat.units
        return [[u.index for u in units if u.side == side] for side in (1 - own, own)]

    def holds(self) -> bool:
        if self.moment in (DAMAGED, MISSED):
            return True
        return super().holds()

    def replies(self, who: int) -> list[int]:
        combat = self.combat
        unit = self.combat.units[who]
        if not may_answer(unit, self.moment) or statuses.cannot_interrupt(unit):
            return []
        found: list[int] = []
        for place in unit.sheet.replies[self.moment]:
            whole = unit.sheet.abilities[place]
            more = sum(mod.n for mod in whole.mods if mod.word == "uses")
            if unit.used[turn_slot(unit.sheet, place)] >= whole.uses + more:
                continue
            if resource.used_up(unit, place):
                continue
            ability = modifiers.part_of(unit, whole)
            if unit.used[ATTACKED] and modifiers.is_attack(whole, ability):
                if not modifiers.may_attack(combat, unit):
                    continue
            if self.met(unit, whole) and self.aimed(unit, ability):
                found.append(1 + place)
        return found

    def met(self, unit: IconCombatant, ability: Ability) -> bool:
        """Return whether the trigger is met: looked at afresh for everybody."""
        combat = self.combat
        doer = combat.units[self.use.actor]
        if not combat.hostile(doer, unit):
            return False
        subject = combat.units[self.subject]
        word = ability.trigger
        near = ability.within + sum(mod.n for mod in ability.mods if mod.word == "range")
        if self.moment == TARGETED and self.use.target != self.subject:
            return False  # a redirect: it is aimed elsewhere now
        if word in ("self-targeted", "self-missed"):
            return subject is unit
        if word == "ally-targeted":
            return self.is_ally(unit, subject, near)
        if word == "self-or-ally-targeted-ranged":
            if self.use.ability.attack != "ranged":
                return False
            return subject is unit or self.is_ally(unit, subject, near)
        if word == "ally-damaged":
            return self.is_ally(unit, subject, near)
        if word == "self-damaged-by-adjacent":
            return subject is unit and doer.able() and combat.apart(unit, doer) <= 1
        if not doer.able():
            return False
        if word == "foe-moves-within-2":
            return combat.apart(unit, doer) <= 2
        before = combat.grid.distance(unit.cell, self.use.cell, CHEBYSHEV, unit.size, doer.size)
        return before > 1 and combat.apart(unit, doer) <= 1  # the step brings it there

    def aimed(self, unit: IconCombatant, ability: Ability) -> bool:
        """Return whether what an interrupt is aimed at can be its target.

        Rules: attack.target-hostile, attack.no-self-or-ally.
        """
        combat = self.combat
        if ability.shape or ability.before:
            return True
        if ability.attack or ability.target == "foe":
            doer = combat.units[self.use.actor]
            return targeting.target_refusal(combat, unit, ability, doer) == ""
        if ability.target in OF_SUBJECT:
            subject = combat.units[self.subject]
            return targeting.target_refusal(combat, unit, ability, subject) == ""
        return True

    def is_ally(self, unit: IconCombatant, subject: IconCombatant, near: int) -> bool:
        """Return whether a trigger's subject is an ally near enough."""
        return (
            subject is not unit
            and subject.side == unit.side
            and subject.able()
            and self.combat.apart(unit, subject) <= near
        )

    def key(self, who: int, code: int) -> str:
        unit = self.combat.units[who]
        return f"{unit.name} {unit.sheet.abilities[code - 1].id}"

    def option(self, who: int, code: int) -> Option:
        """Return an interrupt with its parts: whom it is done to, and from where."""
        unit = self.combat.units[who]
        whole = unit.sheet.abilities[code - 1]
        helps = modifiers.part_of(unit, whole).target in OF_SUBJECT
        whom = [self.subject if helps else self.use.actor]
        key, cells = self.key(who, code), [unit.cell]
        return Option(who * CODES + code, key, "interrupt", who, whom, cells, whole.id, 0, code)

    def take(self, who: int, code: int) -> None:
        """Use an interrupt.

        Rules: interrupt.uses, interrupt.once-per-turn, interrupt.timing, interrupt.own-turn.
        """
        combat = self.combat
        unit = combat.units[who]
        whole = unit.sheet.abilities[code - 1]
        ability = modifiers.part_of(unit, whole)
        unit.count(INTERRUPTED)
        place = code - 1
        slot = turn_slot(unit.sheet, place)
        if slot != FIRST_OWN + place:
            unit.count(slot)
        ledger.set_used(combat, unit, place, unit.used[FIRST_OWN + place] + 1, "interrupt.uses")
        resolve = unit.resolve - whole.resolve
        ledger.set_resolve(combat, unit, resolve, "resource.limit-break-cost")
        if whole.parts:
            unit.combo += 1
        combat.mark_changed()
        for deed in combat.walks:
            if deed.actor == who:
                deed.way.ends = True  # its movement ends
        doer = self.use.actor
        use = Use(who, -1, ability)
        use.whole = whole
        if not ability.shape and not ability.before:
            if ability.attack or ability.target == "foe":
                use.target = use.first = doer
            elif ability.target == "self":
                use.target = who
            elif ability.target in OF_SUBJECT:
                use.target = self.subject
        use.slow = modifiers.slowly(combat, unit)
        use.answered = self.use
        use.trigger_user = doer
        use.ally = self.subject
        if combat.watched:
            combat.tell(Told("interrupts", who, doer, whole.id, 0, "interrupt.off-turn"))
        using.use_ability(combat, use)
        if use.way.ends and self.moment == STEPPED:
            self.use.way.ends = True


def may_answer(unit: IconCombatant, moment: int) -> bool:
    """Return whether somebody has an interrupt for a moment. Rule: interrupt.once-per-turn."""
    return not unit.used[INTERRUPTED] and unit.sheet.answers(moment) and unit.able()


def opened(combat: IconCombat, deed: Use, moment: int, subject: int) -> None:
    """Open a window if anybody could use it."""
    window: Interrupts | None = None
    for unit in combat.units:
        if not may_answer(unit, moment):
            continue
        if window is None:
            window = Interrupts(combat, deed, moment, subject)
        if window.replies(unit.index):
            offer(combat, window)
            return


def targeted(combat: IconCombat, use: Use) -> None:
    """Let somebody answer that it, or an ally, is targeted. Rule: interrupt.timing."""
    opened(combat, use, TARGETED, use.target)


def damaged(combat: IconCombat, use: Use, unit: IconCombatant) -> None:
    """Let somebody answer that it, or an ally, was damaged. Rule: interrupt.timing."""
    opened(combat, use, DAMAGED, unit.index)


def missed(combat: IconCombat, use: Use) -> None:
    """Let somebody answer that it was missed. Rule: interrupt.timing."""
    opened(combat, use, MISSED, use.target)


def stepped(combat: IconCombat, deed: Use) -> None:
    """A movement trigger is checked after each step. Rule: interrupt.timing."""
    opened(combat, deed, STEPPED, deed.actor)


def can_go_on(combat: IconCombat, use: Use) -> bool:
    """Return whether a paused attack still can. Rule: interrupt.timing."""
    user = combat.units[use.actor]
    target = combat.units[use.target]
    if not user.able() or not target.able() or not combat.hostile(user, target):
        use.void = "interrupt.timing"
    elif use.area.cells:
        if use.cell not in distance.footprint(combat, target):
            use.void = "attack.target-hostile"  # it has left the attack space
    elif not in_reach(combat, use, target):
        use.void = "attack.target-hostile"
    if use.void == "" and sight.sees(combat, user, target) == sight.HIDDEN:
        use.void = "attack.target-hostile"
    return use.void == ""


def in_reach(combat: IconCombat, use: Use, target: IconCombatant) -> bool:
    """Return whether somebody is neither too far for an attack nor too near."""
    far = combat.apart(combat.units[use.actor], target)
    return use.ability.least <= far <= targeting.reach_now(combat, use, target)


def retarget(combat: IconCombat, use: Use) -> None:
    """Make the user the target of the answered attack, if it is in range and sight."""
    answered = use.answered
    if answered is None:
        return
    foe = combat.units[answered.actor]
    user = combat.units[use.actor]
    if not foe.able() or sight.sees(combat, foe, user) == sight.HIDDEN:
        return
    if answered.area.cells:
        if answered.cell not in distance.footprint(combat, user):
            return
    elif not in_reach(combat, answered, user):
        return
    answered.target = user.index
    combat.mark_changed()
