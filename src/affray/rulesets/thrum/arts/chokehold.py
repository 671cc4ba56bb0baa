"""Chokehold: holding, dragging, breaking free."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.combat import TURN
from affray.core.reach import Obstacles
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.attack import contest, sequence, targeting
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.condition.holding import grip, held_by, release
from affray.rulesets.thrum.condition.kinds import GRIPPED
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.feature import NOTHING, Trigger, Use
from affray.rulesets.thrum.geometry.sight import reach_at, reach_of
from affray.rulesets.thrum.movement import forced
from affray.rulesets.thrum.reaction.triggers import trigger as set_off
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    ACTS,
    CRITICAL_HIT,
    ENDS,
    ENTERS,
    GROUND,
    MOVED,
    MOVES,
    OFFERS,
    RESILIENCE,
    STARTS,
)

ESCAPE: Final = 1  # in the memory of a use of Chokehold

# What Chokehold's counter says of its owner's movement.
LOOSE: Final = 0
DRAGGING: Final = 1
HAS_DRAGGED: Final = 2
TOWING: Final = 3  # those held are being moved just now

LET_GO: Final = 1  # codes: this + place among those held
DRAG: Final = 15
DRAG_NO_MORE: Final = 16
TOW: Final = 17


class Chokehold(Action):
    """Hold somebody: it is Immobilized and attacks as if Weakened.

    The hold lasts until the held one is out of the ability's Range, its holder lets go, which it
    may at any movement of its own and at the Start of the held one's turn, or its holder falls. It
    holds at most 1: of one more, one is released. The held one may use its Action for a Physical
    Attack that only the holder's Resilience contests: a Success ends the hold, a Critical lets it
    take another Action besides. Its holder may drag: each square costs 1 more, and each held one
    may be taken along to a free square adjacent to it. A puppet that has no such ability itself
    lets go at once. Critical: 1 Fatigue.
    Upgrades: a, half POW more on a Critical; b, half FIN more may be held at once.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.success = []  # the hold
        self.always = True
        self.pace = self.new_counter(TURN)
        self.listens |= MOVES | OFFERS | ENTERS | STARTS
        self.notices |= ENTERS | STARTS | ACTS | ENDS
        self.adjusts |= GROUND

    def fits(self, combat: ThrumCombat, user: ThrumCombatant, target: ThrumCombatant) -> bool:
        return target is not user and super().fits(combat, user, target)

    # -- taking hold ------------------------------------------------------------------------------

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        if use.memory == ESCAPE:
            self.tear_loose(combat, use, slot)
            return
        user = combat.units[use.actor]
        if not contest.avoided(use, slot) and user.sheet.ability(self.id) is not None:
            self.take_hold(combat, user, use.targets[slot])
        super().apply(combat, use, slot)

    def take_hold(self, combat: ThrumCombat, user: ThrumCombatant, target: int) -> None:
        """Hold a target from now on."""
        grip(combat, target, user.index)
        mine = held_by(combat, user.index)
        while len(mine) > self.n("holds"):
            asked = picking.Pick(combat, user, mine, "condition.immobilized", "release")
            release(combat, combat.ask(asked) - 1, user.index)
            mine = held_by(combat, user.index)

    def holds(self, combat: ThrumCombat, owner: ThrumCombatant, who: int) -> bool:
        """Return whether one who is held is still within Range."""
        target = combat.units[who]
        if not combat.on_map(target) or not owner.able():
            return False
        reach = reach_at(reach_of(combat, owner, self, self.range), target, True)
        return combat.apart(owner, target) <= reach

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        if trigger.kind != ENTERS:
            owner.set_count(self.pace, LOOSE)
        elif owner.used[self.pace] == TOWING or self.tows(owner, trigger):
            return  # it is seen to when all have followed
        self.lose(combat, owner)

    def lose(self, combat: ThrumCombat, owner: ThrumCombatant) -> None:
        """Let go of those who are out of Range."""
        for who in held_by(combat, owner.index):
            if not self.holds(combat, owner, who):
                release(combat, who, owner.index)

    # -- breaking free ----------------------------------------------------------------------------

    def break_free(self, combat: ThrumCombat, owner: ThrumCombatant, unit: ThrumCombatant) -> None:
        """Let one who is held attack the hold itself with its Action.

        Rules: attack.modifier (Brawling grants it), turn.one-action.
        """
        use = Use(unit.index, self, -1)
        use.owner = owner.index
        use.memory = ESCAPE
        use.contested = RESILIENCE
        use.modifier = unit.sheet.attack
        if unit.sheet.pc:
            use.modifier = unit.sheet.arts.get(self.art, 0)
        use.range = combat.apart(unit, owner)
        targeting.aim(combat, use, [owner.index])
        sequence.perform(combat, use)

    def tear_loose(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        """End the hold, if the attack on it has succeeded."""
        if contest.avoided(use, slot):
            return
        release(combat, use.actor, use.owner)
        if use.attacks[slot].result == CRITICAL_HIT:
            combat.units[use.actor].acted = False

    # -- letting go and dragging ------------------------------------------------------------------

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        held = trigger.kind == OFFERS or trigger.kind == STARTS
        if held and not combat.units[trigger.actor].has(GRIPPED):
            return NOTHING
        if not held and trigger.actor != owner.index:
            return NOTHING
        mine = held_by(combat, owner.index)
        if not mine:
            return NOTHING
        if held:
            return [LET_GO + mine.index(trigger.actor)] if trigger.actor in mine else NOTHING
        if trigger.kind == ENTERS:
            return [TOW] if self.tows(owner, trigger) else NOTHING
        found = [LET_GO + place for place in range(min(len(mine), DRAG - LET_GO))]
        if owner.used[self.pace] == LOOSE and trigger.amount >= 2:
            found.append(DRAG)
        elif owner.used[self.pace] == HAS_DRAGGED and trigger.amount:
            found.append(DRAG_NO_MORE)
        return found

    def tows(self, owner: ThrumCombatant, trigger: Trigger) -> bool:
        """Return whether a step of its owner takes along those it holds."""
        return (
            trigger.actor == owner.index
            and trigger.move is not None
            and owner.used[self.pace] in (DRAGGING, HAS_DRAGGED)
        )

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return code == TOW

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        if trigger.kind == OFFERS:
            return f"break-free {owner.name}"
        if code == DRAG:
            return "drag"
        if code == DRAG_NO_MORE:
            return "drag no more"
        if code == TOW:
            return self.id
        return f"release {combat.units[held_by(combat, owner.index)[code - LET_GO]].name}"

    def about(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> int:
        if trigger.kind == OFFERS:
            return owner.index
        if code in (DRAG, DRAG_NO_MORE, TOW):
            return -1
        return held_by(combat, owner.index)[code - LET_GO]

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        if trigger.kind == OFFERS:
            self.break_free(combat, owner, combat.units[trigger.actor])
        elif code == DRAG:
            owner.set_count(self.pace, DRAGGING)
        elif code == DRAG_NO_MORE:
            owner.set_count(self.pace, LOOSE)
        elif code == TOW:
            self.drag(combat, owner)
        else:
            release(combat, held_by(combat, owner.index)[code - LET_GO], owner.index)

    def ground(
        self,
        combat: ThrumCombat,
        owner: ThrumCombatant,
        mover: ThrumCombatant,
        obstacles: Obstacles,
    ) -> None:
        """Make every square cost 1 more for one who drags."""
        if mover is owner and owner.used[self.pace] != LOOSE and held_by(combat, owner.index):
            for cell in range(combat.grid.size):
                obstacles.cost(cell, 0, 1)

    def drag(self, combat: ThrumCombat, owner: ThrumCombatant) -> None:
        """Take everybody who is held along, one after another, by a step each."""
        owner.set_count(self.pace, TOWING)
        for who in held_by(combat, owner.index):
            if owner.able() and who in held_by(combat, owner.index):
                self.tow(combat, owner, combat.units[who])
        owner.set_count(self.pace, HAS_DRAGGED)
        self.lose(combat, owner)

    def tow(self, combat: ThrumCombat, owner: ThrumCombatant, unit: ThrumCombatant) -> None:
        """Take one along: one square if that brings it next to its holder."""
        cells = [
            cell
            for cell in combat.grid.near[owner.cell]
            if forced.can_be_pushed(combat, unit.cell, cell)
        ]
        near = [cell for cell in cells if combat.distance(unit.cell, cell) == 1]
        cells = near or cells
        if not cells:
            return
        asked = picking.PickCell(
            combat,
            owner,
            cells,
            "move.forced.path",
            f"drag {unit.name}",
            f"leave {unit.name}",
            unit.index,
        )
        answer = combat.ask(asked)
        if answer != PASS and forced.force(combat, owner, unit, answer - 1, None):
            event = Trigger(MOVED, owner.index, unit.index, None)
            event.amount = 1
            set_off(combat, event)
