"""Readied actions, Opportunity Strikes, Intercepting Attacks: what others do on one's turn."""

from __future__ import annotations

from affray.core.choice import Option
from affray.core.window import CODES, Deed, Window, offer
from affray.rulesets.ingenuity import actions, geometry, gm
from affray.rulesets.ingenuity.action import maneuver, maneuver_use, offered, perform, test
from affray.rulesets.ingenuity.attack import aim
from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.definitions import Maneuver
from affray.rulesets.ingenuity.reaction import budget, defence
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import COMES, ENTERS, MOVES_NEAR, NO_TRIGGER, OPPORTUNE


class Readied(Window):
    """A readied action, at the first occurrence of its trigger.

    Rules: action.ready, action.ready.timing, action.ready.uses-reaction, action.ready.expiry,
    action.ready.what, gm.reaction-polling.
    """

    def __init__(
        self, combat: IngenuityCombat, actor: int, target: int, what: int, came_from: int
    ) -> None:
        super().__init__(combat, Deed(actor, target), "action.ready")
        self.combat = combat
        mover = combat.units[actor]
        self.due = [
            unit.index
            for unit in combat.units
            if unit.readied == what and unit.able() and met(combat, unit, mover, what, came_from)
        ]

    def groups(self) -> list[list[int]]:
        actor = self.combat.units[self.deed.actor]
        target = self.combat.units[self.deed.target]
        order = gm.polled(self.combat, actor, target)
        return [[who] for who in order if who in self.due]

    def replies(self, who: int) -> list[int]:
        unit = self.combat.units[who]
        if not unit.readied or not budget.can_react(self.combat, unit):
            return []
        found = declared(self.combat, unit, self.combat.units[self.deed.actor])
        return [1 + n for n in range(len(found))]

    def key(self, who: int, code: int) -> str:
        unit = self.combat.units[who]
        found = declared(self.combat, unit, self.combat.units[self.deed.actor])
        return "readied " + offered.key(self.combat, unit, found[code - 1])

    def option(self, who: int, code: int) -> Option:
        unit = self.combat.units[who]
        found = declared(self.combat, unit, self.combat.units[self.deed.actor])
        done = offered.option(self.combat, unit, found[code - 1])
        done.answer = who * CODES + code
        done.key = f"readied {done.key}"
        done.object = code  # of what was readied, which may differ in its target only
        return done

    def take(self, who: int, code: int) -> None:
        """Rules: action.ready.uses-reaction, action.resources."""
        unit = self.combat.units[who]
        answer = declared(self.combat, unit, self.combat.units[self.deed.actor])[code - 1]
        unit.readied = NO_TRIGGER
        budget.spend_reaction(self.combat, unit)
        perform.do(self.combat, unit, answer, readied=True)

    def close(self) -> None:
        for who in self.due:
            self.combat.units[who].readied = NO_TRIGGER


def met(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    mover: IngenuityCombatant,
    what: int,
    came_from: int,
) -> bool:
    """Return whether what somebody waits for happens now, and is seen.

    A movement is awaited where the readied action can be taken, an entry where it was said.
    ``came_from`` is where the mover stood before. Rules: action.ready.expiry, action.ready.what.
    """
    if unit is mover or not combat.enemies(unit, mover) or not mover.present:
        return False
    if unit.awaits not in (-1, mover.index) or geometry.blind_to(combat, unit, mover):
        return False
    if what == COMES:
        return unit.cell >= 0 and geometry.distance(combat, unit, mover) <= 1
    if what == ENTERS:
        if unit.awaits_at not in combat.grid.footprint(mover.cell, mover.size):
            return False
        before = combat.grid.footprint(came_from, mover.size) if came_from >= 0 else []
        return unit.awaits_at not in before and geometry.sees(combat, unit, mover)
    return what != MOVES_NEAR or bool(declared(combat, unit, mover))


def declared(
    combat: IngenuityCombat, unit: IngenuityCombatant, mover: IngenuityCombatant
) -> list[int]:
    """Return what somebody can now do of what it declared.

    What is aimed at an enemy is aimed at who pulled the trigger. Rule: action.ready.what.
    """
    verb = actions.verb_of(unit.ready_code)
    a = actions.a_of(unit.ready_code)
    if verb == actions.ATTACK:
        return aim.strikes_at(combat, unit, mover.index)
    if verb in (actions.MANEUVER, actions.POWER):
        found = []
        for other in combat.units:
            if other.present and (other is mover or combat.allies(unit, other)):
                found.append(actions.code_of(verb, a, other.index))
                if verb == actions.MANEUVER and combat.library.maneuvers[a // 2].boost:
                    found.append(actions.code_of(verb, a + 1, other.index))
    elif verb in actions.SIMPLE:
        found = [unit.ready_code]
    else:
        scope = offered.narrowed(combat, unit, offered.ALL_VERBS, own=False, timely=True)
        found = [
            one
            for one in offered.besides(combat, unit, scope)
            if actions.verb_of(one) == verb and offered.price_of(combat, unit, one) == 1
        ]
    return [one for one in found if not offered.unfit(combat, unit, one, own=False)]


def trigger(
    combat: IngenuityCombat,
    actor: IngenuityCombatant,
    what: int,
    target: int = -1,
    came_from: int = -1,
) -> None:
    """Let those who wait for this act; ``came_from`` is where a mover stood before.

    Rule: action.ready.timing.
    """
    for unit in combat.units:
        if unit.readied == what:
            aim = target if target >= 0 else actor.index
            window = Readied(combat, actor.index, aim, what, came_from)
            if window.due:
                offer(combat, window)
            return


class Interception(Window):
    """An Intercepting Attack on an enemy that attacks an ally.

    Rules: maneuver.reaction, gm.reaction-polling.
    """

    def __init__(self, combat: IngenuityCombat, deed: Attack, one: Maneuver) -> None:
        super().__init__(combat, deed, "maneuver.reaction")
        self.combat = combat
        self.attack = deed
        self.one = one

    def groups(self) -> list[list[int]]:
        actor = self.combat.units[self.attack.actor]
        target = self.combat.units[self.attack.target]
        return [[who] for who in gm.polled(self.combat, actor, target)]

    def replies(self, who: int) -> list[int]:
        unit = self.combat.units[who]
        actor = self.combat.units[self.attack.actor]
        target = self.combat.units[self.attack.target]
        if unit is target or unit is actor or not self.combat.enemies(unit, actor):
            return []
        if not self.combat.allies(unit, target):
            return []
        if not combat_ready(self.combat, unit, self.one):
            return []  # it must be learned
        return [1] if maneuver.weapons(self.combat, unit, self.one, actor) else []

    def key(self, who: int, code: int) -> str:
        return self.one.id

    def option(self, who: int, code: int) -> Option:
        number = 1 + 2 * self.one.number
        answer = who * CODES + code
        targets = [self.attack.actor]
        key, id = self.key(who, code), self.one.id
        return Option(answer, key, "maneuver", who, targets, None, id, -1, number)

    def take(self, who: int, code: int) -> None:
        """Attack first; a hit hampers the enemy's attack."""
        unit = self.combat.units[who]
        budget.spend_reaction(self.combat, unit)
        deed = maneuver_use.counter(
            self.combat, unit, self.combat.units[self.attack.actor], self.one
        )
        if deed is not None and deed.landed(self.attack.actor):
            actor = self.combat.units[self.attack.actor]
            deep = actor.able() and defence.withstand(
                self.combat, actor, deed.rolled.total, self.one.against, deed
            )
            self.attack.added.bonus -= 4 if deep else 2


def combat_ready(combat: IngenuityCombat, unit: IngenuityCombatant, one: Maneuver) -> bool:
    """Return whether somebody has learned a manoeuvre and can pay for it as a reaction now."""
    if not test.knows(unit, one.works) or unit.spent():
        return False
    if unit.stamina < maneuver.cost(unit, one, boosted=False):
        return False
    return budget.can_react(combat, unit)


def offer_interception(combat: IngenuityCombat, deed: Attack) -> None:
    """Offer an Intercepting Attack to those who have learned it. Rule: maneuver.reaction."""
    if deed.effect:
        return
    actor = combat.units[deed.actor]
    target = combat.units[deed.target]
    one = maneuver.by_id(combat, "intercepting-attack")
    for unit in combat.units:
        if unit is not target and unit.side != actor.side and combat.allies(unit, target):
            if unit.present and unit.awake and combat_ready(combat, unit, one):
                offer(combat, Interception(combat, deed, one))
                return


class Opportunity(Window):
    """An Opportunity Strike on somebody that moves through one's reach.

    Rules: movement.no-opportunity, maneuver.reaction.
    """

    def __init__(self, combat: IngenuityCombat, mover: int, due: list[int], one: Maneuver) -> None:
        super().__init__(combat, Deed(mover, mover), "maneuver.reaction")
        self.combat = combat
        self.due = due
        self.one = one
        self.stopped = False

    def groups(self) -> list[list[int]]:
        mover = self.combat.units[self.deed.actor]
        order = gm.polled(self.combat, mover, mover)
        return [[who] for who in order if who in self.due]

    def replies(self, who: int) -> list[int]:
        return [1] if strikes_passing(self.combat, who, self.deed.actor, self.one) else []

    def key(self, who: int, code: int) -> str:
        return self.one.id

    def option(self, who: int, code: int) -> Option:
        number = 1 + 2 * self.one.number
        answer = who * CODES + code
        targets = [self.deed.actor]
        key, id = self.key(who, code), self.one.id
        return Option(answer, key, "maneuver", who, targets, None, id, -1, number)

    def take(self, who: int, code: int) -> None:
        unit = self.combat.units[who]
        mover = self.combat.units[self.deed.actor]
        free = unit.talented("opportunist") and not unit.used[OPPORTUNE]
        budget.spend_reaction(self.combat, unit, free)
        unit.add_bits(OPPORTUNE, 1 << mover.index)
        deed = maneuver_use.counter(self.combat, unit, mover, self.one)
        if deed is not None and deed.landed(mover.index) and mover.able():
            if defence.withstand(self.combat, mover, deed.rolled.total, self.one.against, deed):
                self.stopped = True


def strikes_passing(combat: IngenuityCombat, who: int, mover: int, one: Maneuver) -> bool:
    """Return whether somebody can strike at who passes. Rule: movement.no-opportunity."""
    unit = combat.units[who]
    if not test.knows(unit, one.works) or unit.spent():
        return False
    if unit.prone or not unit.able() or unit.stamina < maneuver.cost(unit, one, boosted=False):
        return False
    if unit.talented("opportunist") and unit.used[OPPORTUNE] >> mover & 1:
        return False
    free = unit.talented("opportunist") and not unit.used[OPPORTUNE]
    if not budget.can_react(combat, unit, free):
        return False
    return bool(maneuver.weapons(combat, unit, one, combat.units[mover]))


def passing(
    combat: IngenuityCombat, mover: IngenuityCombatant, crossed: list[int], metres: int
) -> bool:
    """Let those strike in whose reach somebody has moved more than 1 m; return if it is stopped.

    ``crossed`` counts by participant the metres of this movement.
    """
    due = passed_by(combat, mover, crossed, metres)
    return bool(due) and strike_at(combat, mover, due)


def passed_by(
    combat: IngenuityCombat, mover: IngenuityCombatant, crossed: list[int], metres: int
) -> list[int]:
    """Note a step that begins in the reach of enemies; return who may strike at it now.

    ``crossed`` counts by participant the metres of this movement. Rule: movement.no-opportunity.
    """
    due: list[int] = []
    one = maneuver.by_id(combat, "opportunity-strike")
    for unit in combat.units:
        if unit.side == mover.side or unit.prone or not unit.present:
            continue
        if unit.cell < 0 or geometry.distance(combat, unit, mover) > 5:
            continue
        if not combat.enemies(unit, mover) or not strikes_passing(
            combat, unit.index, mover.index, one
        ):
            continue
        crossed[unit.index] += metres
        if crossed[unit.index] > 1:
            crossed[unit.index] = -1000  # once in a movement
            due.append(unit.index)
    return due


def strike_at(combat: IngenuityCombat, mover: IngenuityCombatant, due: list[int]) -> bool:
    """Let some strike at who passes; return whether that stops it. Rule: maneuver.reaction."""
    one = maneuver.by_id(combat, "opportunity-strike")
    window = Opportunity(combat, mover.index, due, one)
    offer(combat, window)
    return window.stopped


def moved(combat: IngenuityCombat, mover: IngenuityCombatant) -> None:
    """End what waits for a move that somebody has made, though it could not be taken.

    Rule: action.ready.expiry.
    """
    for unit in combat.units:
        if unit.readied == MOVES_NEAR and combat.enemies(unit, mover):
            if unit.awaits in (-1, mover.index) and not geometry.blind_to(combat, unit, mover):
                unit.readied = NO_TRIGGER
                combat.mark_changed()
