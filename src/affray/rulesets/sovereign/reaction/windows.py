"""Instants and attacks of opportunity: the windows of a fight."""

from __future__ import annotations

from typing import Final

from affray.core.action import ActionSpace
from affray.core.choice import Option
from affray.core.event import Told
from affray.core.window import CODES, Deed, Window, offer
from affray.rulesets.sovereign import actions, changes, condition, geometry, gm, items, resource
from affray.rulesets.sovereign.action import performed
from affray.rulesets.sovereign.action.legality import meanings
from affray.rulesets.sovereign.attack import declared, resolved
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.attack.rolled import hits
from affray.rulesets.sovereign.condition import routed
from affray.rulesets.sovereign.definitions import Spell
from affray.rulesets.sovereign.magic import arts
from affray.rulesets.sovereign.reaction import provoking
from affray.rulesets.sovereign.sheet import equipment
from affray.rulesets.sovereign.sheet.sheet import Grip
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import FREE, HARM, LUCK, SNAP, STABLE

EVERYBODY: Final = -1
NOTHING: Final[list[int]] = []  # never changed: what those can do who can do nothing
TOTAL: Final = 1
VETERAN: Final = 2
HELD: Final = 3
COUNTER: Final = 4  # Counter Magic
TAKE_BACK: Final = 5  # the Effort of a Pavis
WAIT: Final = 6  # to pass before every further step of a movement
UNSTOW: Final = 20  # + place of a stowed weapon, Readied as an Instant
SNAPS: Final = 40  # + number of the way to strike * how many could be struck + whom
PLAIN: Final = {
    TOTAL: "total defense",
    VETERAN: "veteran's luck",
    HELD: "act now",
    COUNTER: "counter the magic",
    TAKE_BACK: "take back effort",
}
WAITING: Final = "pass until it stops"
# What stands in the content of those that have another name there.
ABILITIES: Final = {
    VETERAN: "veterans-luck",
    COUNTER: "counter-magic",
    TAKE_BACK: "pavis-of-elements",
}
SNAPPING: Final = ("snap", "snap and shove", "snap and grapple")  # by aim


class Casting(Deed):
    """A spell under way."""

    def __init__(self, actor: int, target: int, spell: Spell) -> None:
        super().__init__(actor, target)
        self.spell = spell


class Sweep(Deed):
    """Shock about to be dealt to several at once."""

    def __init__(self, actor: int, victims: list[int]) -> None:
        super().__init__(actor, actor)
        self.victims = victims


class Pause(Deed):
    """A moment in a movement that the mover takes for an Instant of its own."""


class Step(Deed):
    """A step of a movement that is about to be made."""

    def __init__(self, actor: int, waiting: list[int]) -> None:
        super().__init__(actor, actor)
        self.waiting = waiting  # who has passed for the rest: all steps of a movement share it


class Moment(Deed):
    """The time between two turns; the ``last`` of a round, when unspent Mains are lost."""

    def __init__(self, last: bool) -> None:
        super().__init__(-1, -1)
        self.last = last


class Instants(Window):
    """One moment at which Instants and held actions may answer.

    Rules: economy.response-windows, economy.window-order, economy.instant-any-time,
    economy.instant-after-dice, snap.not-a-swarm.
    """

    def __init__(self, combat: SovereignCombat, deed: Deed, rolled: bool) -> None:
        super().__init__(combat, deed, "economy.response-windows")
        self.state = combat
        self.attack = attack_of(deed)
        self.rolled = rolled
        self.casting = isinstance(deed, Casting)
        self.alone = deed.actor if isinstance(deed, Pause) else -1  # who alone may act in a pause
        self.waiting = deed.waiting if isinstance(deed, Step) else NOTHING
        # Whose side has nothing to fear of it, -1 none.
        harmless = deed.actor >= 0 and self.alone < 0 and not isinstance(deed, Sweep)
        self.friends = combat.units[deed.actor].side if harmless else -1
        self.until_all_pass = True
        self.declared: list[tuple[int, int, Attack | None]] = []  # who, a held action, or a blow
        # What each can do, worked out when all are asked.
        self.open: list[list[int] | None] = [None] * len(combat.units)
        self.changed = EVERYBODY  # of whom that has to be worked out anew

    def groups(self) -> list[list[int]]:
        """Return those who can answer, in the order of asking. Rule: economy.window-order."""
        combat = self.state
        if self.changed == EVERYBODY:
            if self.taken:
                self.open = [None] * len(combat.units)
        else:
            self.open[self.changed] = None
        self.changed = EVERYBODY
        found: list[list[list[int]]] = [[] for _ in combat.side_ids]
        for unit in combat.units:
            if unit.able() and self.may_answer(unit) and self.replies(unit.index):
                found[unit.side].append([unit.index])
        return [group for side in combat.sides() for group in found[side]]

    def threatened(self, unit: SovereignCombatant) -> bool:
        """Return whether Total Defense may help somebody now, or its Main is lost.

        Rules: total.after-roll, total.shock, turn.refresh.
        """
        deed = self.deed
        if isinstance(deed, Moment):
            return deed.last
        if isinstance(deed, Sweep):
            return unit.index in deed.victims
        return self.attack is not None and deed.target == unit.index

    def holds(self) -> bool:
        """Between turns nobody acts; else the actor must still be able."""
        if self.state.outcome:
            return False
        return self.deed.actor < 0 or super().holds()

    def replies(self, who: int) -> list[int]:
        found = self.open[who]
        if found is None:
            unit = self.state.units[who]
            found = self.worked_out(unit) if unit.able() else []
            self.open[who] = found
        return found

    def worked_out(self, unit: SovereignCombatant) -> list[int]:
        """Return what somebody who is able can do now.

        Rules: economy.instant-source, economy.unspent-main, death.helpless-target.
        """
        if not self.may_answer(unit):
            return NOTHING
        found: list[int] = []
        attack = self.attack
        spare = resource.spare_main(unit)
        if spare and self.threatened(unit) and not condition.defends(unit):
            found.append(TOTAL)  # total.cost
        if attack is not None and self.rolled and self.lucky(unit, attack):
            found.append(VETERAN)
        if unit.holding:
            found.append(HELD)
        if self.may_use_arts(unit):
            found.extend(self.arts(unit))
        if unit.sheet.readies_at_once():
            for place in equipment.at_once(unit):
                found.append(UNSTOW + place)
        if spare and self.may_snap(unit):
            snaps = self.snaps(unit)
            return found + snaps if found else snaps
        return found

    def may_answer(self, unit: SovereignCombatant) -> bool:
        """Return whether there can be anything at all that somebody may do now.

        Most who have had their turn have no Main left, nothing held, and no art or feat that
        answers; and no Main helps against what a friend does that is no attack.
        Rules: economy.instant-source, economy.response-windows, snap.out-of-turn.
        """
        if self.alone >= 0 and unit.index != self.alone:
            return False
        if self.waiting and unit.index in self.waiting:
            return False
        if unit.holding or self.attack is not None:
            return True
        if resource.spare_main(unit) and unit.side != self.friends:
            return True
        return self.may_use_arts(unit) or unit.sheet.readies_at_once()

    def may_use_arts(self, unit: SovereignCombatant) -> bool:
        """Return whether an art may answer a spell, or Effort may be committed to one."""
        return (self.casting or len(unit.effects) > 0) and len(unit.sheet.arts) > 0

    def may_snap(self, unit: SovereignCombatant) -> bool:
        """Return whether somebody may make a Snap Attack now.

        Rules: snap.out-of-turn, snap.npc-discipline.
        """
        if unit.index == self.deed.actor and self.alone < 0:
            return False
        return resource.spare_main(unit) and unit.sheet.disciplined()

    def unlisted(self, who: int) -> list[int]:
        """Return the Snap Attacks that are legal beside the list: at others than whoever acts.

        So are those by another attribute or skill than the best; and before a step to pass for the
        rest of the movement.
        Rules: snap.out-of-turn, attack.attribute-choice, ranged.skill, economy.response-windows.
        """
        unit = self.state.units[who]
        found = [WAIT] if isinstance(self.deed, Step) else []
        if not unit.able() or not self.may_snap(unit):
            return found
        found += self.snaps(unit, listed=False)
        if not self.at_anybody(unit):
            found += self.snaps(unit, aside=True) + self.snaps(unit, listed=False, aside=True)
        return found

    def why_not(self, who: int, key: str) -> tuple[str, str]:
        """Return what keeps somebody from Total Defense or a Snap Attack.

        Rules: total.cost, total.not-twice, snap.unspent-main, snap.npc-discipline.
        """
        unit = self.state.units[who]
        words = key.removeprefix(f"{unit.name} ")
        if words == key:
            return "", ""
        spare = resource.spare_main(unit)
        if words == PLAIN[TOTAL]:
            if not spare:
                return "total.cost", "its Main is spent"
            no = condition.defends(unit)
            return (no, "it defends itself already") if no else ("", "")
        if words.startswith("snap "):
            if not spare:
                return "snap.unspent-main", "its Main is spent"
            if not unit.sheet.disciplined():
                return "snap.npc-discipline", "it is not disciplined"
        return "", ""

    def declines(self, who: int, code: int) -> bool:
        """Pass for the rest of a movement. Rule: economy.response-windows."""
        if code != WAIT or not isinstance(self.deed, Step):
            return False
        self.deed.waiting.append(who)
        return True

    def arts(self, unit: SovereignCombatant) -> list[int]:
        """Return the arts that answer a spell, and Effort to be taken back. Content: counter-magic.

        Rule: effort.pool.
        """
        found: list[int] = []
        if self.casting and arts.can_counter(self.state, unit, self.state.units[self.deed.actor]):
            found.append(COUNTER)
        if drained(self.state, unit):
            found.append(TAKE_BACK)
        return found

    def lucky(self, unit: SovereignCombatant, attack: Attack) -> bool:
        """Return whether Veteran's Luck could turn the attack; what one has turned stays so.

        Rules: luck.veteran, economy.instant-simultaneous.
        """
        if not unit.sheet.warrior or unit.used[LUCK] or attack.turned:
            return False
        if attack.actor == unit.index:
            return not hits(self.state, attack)
        return attack.target == unit.index and hits(self.state, attack)

    def snaps(
        self, unit: SovereignCombatant, *, listed: bool = True, aside: bool = False
    ) -> list[int]:
        """Return the Snap Attacks that it can make, shoves and grapples after the others.

        Not ``listed``: with another attribute or skill than the best; ``aside``: at others than
        whoever acts, where the list speaks of that one alone.
        Rules: snap.cost, snap.unspent-main, snap.out-of-turn, snap.npc-discipline, shove.attack,
        grapple.attack.
        """
        if routed(unit):
            return []
        found: list[int] = []
        combat = self.state
        actor = combat.units[self.deed.actor] if self.deed.actor >= 0 else unit
        anybody = self.at_anybody(unit)
        if not anybody and not aside and not struck_by(unit, actor):
            return found
        grip = grip_of(unit)
        targets: list[SovereignCombatant] = []
        squares: list[int] = []  # how far off each is
        for one in combat.nearby(unit, grip.far) if anybody or aside else [actor]:
            if struck_by(unit, one) and (anybody or not aside or one is not actor):
                far = geometry.apart(combat, unit, one)
                if far <= grip.far:
                    targets.append(one)
                    squares.append(far)
        for way, place in enumerate(grip.ways if targets else NOTHING):
            strike = unit.sheet.strikes[place]
            if strike.listed == listed and declared.usable(combat, unit, strike):
                for number, target in enumerate(targets):
                    if declared.open_to(combat, unit, strike, target, squares[number]):
                        for aim in meanings(combat, unit, strike, target):
                            code = (aim * len(grip.ways) + way) * len(combat.units) + target.index
                            if SNAPS + code < CODES:
                                found.append(SNAPS + code)
        if len(found) > 1:
            found.sort()
        return found

    def at_anybody(self, unit: SovereignCombatant) -> bool:
        """Return whether Snap Attacks at all foes are listed, not only at whoever acts.

        So it is between turns and on one's own way; and for those at whom a foe's deed is aimed,
        whom it may leave no other chance: a spell that names nobody may be aimed at any foe.
        Rule: snap.out-of-turn.
        """
        deed = self.deed
        if deed.actor < 0 or self.alone >= 0:
            return True
        if self.state.units[deed.actor].side == unit.side:
            return False
        if isinstance(deed, Sweep):
            return unit.index in deed.victims
        if isinstance(deed, Casting) and deed.target == deed.actor:
            return True
        return deed.target == unit.index

    def snap_of(self, unit: SovereignCombatant, code: int) -> tuple[int, int, SovereignCombatant]:
        """Return the place of a Snap Attack, what it is meant to do, and whom it strikes."""
        ways, units = in_hand(unit), self.state.units
        rest = (code - SNAPS) // len(units)
        target = (code - SNAPS) % len(units)
        return ways[rest % len(ways)], rest // len(ways), units[target]

    def key(self, who: int, code: int) -> str:
        unit = self.state.units[who]
        if code == WAIT:
            return WAITING
        if code in PLAIN:
            return f"{unit.name} {PLAIN[code]}"
        if code < SNAPS:
            return f"{unit.name} ready {unit.sheet.weapons[code - UNSTOW]}"
        place, aim, target = self.snap_of(unit, code)
        word = ("at", "and shove", "and grapple")[aim]
        return f"{unit.name} snap {word} {target.name} with {unit.sheet.strikes[place].id}"

    def option(self, who: int, code: int) -> Option:
        found = super().option(who, code)
        unit = self.state.units[who]
        if code == WAIT:
            found.verb = WAITING
        elif code in PLAIN:
            found.verb = PLAIN[code]
            found.ability = ABILITIES.get(code, "")
        elif code < SNAPS:
            found.verb = actions.HANDLED[actions.READY]
            found.object = 1 + code - UNSTOW
            found.ability = unit.sheet.weapons[code - UNSTOW]
        else:
            place, aim, target = self.snap_of(unit, code)
            found.verb = SNAPPING[aim]
            found.object = 1 + place
            found.ability = "snap-attack"
            found.targets = [target.index]
        return found

    def code(self, who: int, code: int, space: ActionSpace) -> int:
        if code < SNAPS:
            return super().code(who, code, space)
        place, aim, target = self.snap_of(self.state.units[who], code)
        return space.packed(space.verb(SNAPPING[aim]), 1 + place, 1 + target.index)

    def takes_main(self, code: int) -> bool:
        """Return whether an Instant costs the Main. Rules: snap.cost, total.cost."""
        return code == TOTAL or code >= SNAPS

    def take(self, who: int, code: int) -> None:
        """Let somebody do what it has declared, or note it until the window closes.

        Rules: economy.instant-simultaneous, total.after-roll, hold.resolves-first.
        """
        combat = self.state
        unit = combat.units[who]
        combat.mark_changed()
        if combat.watched:
            words = self.key(who, code)[len(unit.name) + 1 :]
            combat.tell(Told("instant", who, self.deed.actor, words, 0, self.rule))
        if not gm.rules(combat, "instants", who, True, "this Instant is plausible"):
            return  # economy.instant-count
        if code in (TOTAL, VETERAN):
            self.turn(unit, code)
        elif code == HELD:
            self.act_now(unit)
        elif code == COUNTER:
            arts.counter(combat, unit, self.deed)
        elif code == TAKE_BACK:
            resource.take_back(combat, unit)
        elif code < SNAPS:
            items.ready(combat, unit, code - UNSTOW)
        else:
            self.snap(unit, code)

    def turn(self, unit: SovereignCombatant, code: int) -> None:
        """Defend oneself or trust to luck, and note whether that turns the attack.

        Rules: total.cost, luck.veteran, economy.instant-simultaneous.
        """
        attack = self.attack
        hit = attack is not None and self.rolled and hits(self.state, attack)
        if code == TOTAL:
            resource.give_up_main(self.state, unit)
            changes.set_total(self.state, unit, True, "total.cost")
            if attack is None:
                self.changed = unit.index  # what others can do does not hang on its guard
        elif attack is not None:
            unit.set_count(LUCK, 1)
            attack.forced = 1 if attack.actor == unit.index else -1
        if attack is not None and self.rolled and hits(self.state, attack) != hit:
            attack.turned = True

    def snap(self, unit: SovereignCombatant, code: int) -> None:
        """Declare a Snap Attack, at the price of the Main. Rule: snap.cost."""
        resource.give_up_main(self.state, unit)
        place, aim, target = self.snap_of(unit, code)
        strike = unit.sheet.strikes[place]
        attack = Attack(unit.index, target.index, strike, aim, SNAP)
        self.declared.append((unit.index, 0, attack))
        self.changed = unit.index  # it strikes when all have passed

    def act_now(self, unit: SovereignCombatant) -> None:
        """Let held actions be triggered: what is free at once, the Main with the others.

        Rules: hold.trigger, hold.no-penalty.
        """
        changes.set_holding(self.state, unit, False, "hold.trigger")
        code = performed.held(self.state, unit)
        if code:
            self.declared.append((unit.index, code, None))

    def close(self) -> None:
        """Strike all blows that were declared, do what else was, then inflict the blows.

        So no deed of one window stops another. Rule: economy.instant-simultaneous.
        """
        if not self.declared:
            return
        attacks: list[Attack] = []
        others: list[tuple[int, int]] = []
        for who, code, attack in self.declared:
            made = attack if attack is not None else performed.held_attack(self.state, who, code)
            if made is not None:
                attacks.append(made)
            else:
                others.append((who, code))
        holders = [who for who, code, _ in self.declared if code]
        standing = [unit.index for unit in self.state.units if unit.hp > 0]
        self.declared = []
        for made in attacks:
            made.answered = True  # whoever could has answered it in this window
            resolved.work_out(self.state, made)
        for who, code in others:
            if self.state.units[who].able():
                performed.undertake(self.state, self.state.units[who], code)
        for made in attacks:
            made.upright = made.target in standing
        for made in attacks:
            resolved.inflict(self.state, made)
        for who in holders:
            performed.finish_held(self.state, self.state.units[who])


def drained(combat: SovereignCombat, unit: SovereignCombatant) -> bool:
    """Return whether Effort is worth to be taken back: no other is left."""
    return resource.can_take_back(unit) and resource.points(combat, unit, "pavis-of-elements") < 1


def attack_of(deed: Deed) -> Attack | None:
    """Return the attack that a deed is, if it is one."""
    return deed if isinstance(deed, Attack) else None


def answered(combat: SovereignCombat, deed: Deed, *, rolled: bool) -> None:
    """Offer Instants; where all pass, nothing has happened."""
    stamp = combat.changes
    window = Instants(combat, deed, rolled)
    offer(combat, window)
    if not window.taken:
        combat.changes = stamp


def known(combat: SovereignCombat, unit: SovereignCombatant, target: int) -> bool:
    """Let Instants answer a check whose result is known; return whether it still takes effect.

    Rules: economy.response-windows, economy.instant-after-dice, economy.broken-action.
    """
    answered(combat, Deed(unit.index, target), rolled=False)
    return unit.able()


def meddled(combat: SovereignCombat, attack: Attack) -> bool:
    """Return whether an attack may be answered by more than Total Defense and luck."""
    window = Instants(combat, attack, False)
    for unit in combat.units:
        for code in window.replies(unit.index):
            if code != TOTAL:
                return True
    return False


class Opening(Window):
    """Attacks of opportunity against one who provokes.

    Rules: aoo.who, aoo.free, aoo.order, aoo.one-per-action.
    """

    def __init__(self, combat: SovereignCombat, deed: Deed, foes: list[int]) -> None:
        super().__init__(combat, deed, "aoo.who")
        self.state = combat
        self.foes = foes
        self.struck: list[int] = []

    def groups(self) -> list[list[int]]:
        """Return each side's foes, the sides in initiative order after the provoker's."""
        found: list[list[int]] = []
        order = self.state.sides()
        at = order.index(self.state.units[self.deed.actor].side)
        for side in order[at + 1 :] + order[:at]:
            group = [who for who in self.foes if self.state.units[who].side == side]
            if group:
                found.append(group)
        return found

    def replies(self, who: int) -> list[int]:
        return self.ways(who, listed=True)

    def unlisted(self, who: int) -> list[int]:
        """Rules: attack.attribute-choice, ranged.skill."""
        return self.ways(who, listed=False)

    def ways(self, who: int, *, listed: bool) -> list[int]:
        """Return how somebody may strike; not ``listed``: by other attributes than the best."""
        unit = self.state.units[who]
        if who not in self.foes or not provoking.threatens(self.state, unit):
            return []
        mover = self.state.units[self.deed.actor]
        found: list[int] = []
        for place, strike in enumerate(unit.sheet.strikes):
            if strike.listed == listed:
                if provoking.may_strike(self.state, unit, strike, mover):
                    found.append(1 + place)
        return found

    def key(self, who: int, code: int) -> str:
        unit = self.state.units[who]
        return f"{unit.name} strikes with {unit.sheet.strikes[code - 1].id}"

    def option(self, who: int, code: int) -> Option:
        found = super().option(who, code)
        found.verb = "strike"
        found.object = 1 + (code - 1) * len(self.state.units) + who
        unit = self.state.units[who]
        found.ability = equipment.thing_of(unit, unit.sheet.strikes[code - 1])
        found.targets = [self.deed.actor]
        return found

    def take(self, who: int, code: int) -> None:
        """Let somebody strike at once. Rule: aoo.is-a-melee-attack."""
        self.foes.remove(who)
        self.struck.append(who)
        strike = self.state.units[who].sheet.strikes[code - 1]
        attack = Attack(who, self.deed.actor, strike, HARM, FREE)
        resolved.make(self.state, attack)


def struck_by(unit: SovereignCombatant, target: SovereignCombatant) -> bool:
    """Return whether somebody is a foe that is there, and neither stable nor dead."""
    return target.side != unit.side and target.present and target.fate < STABLE


def in_hand(unit: SovereignCombatant) -> list[int]:
    """Return the ways to strike with what is in hand, those by other attributes last."""
    return grip_of(unit).ways


def grip_of(unit: SovereignCombatant) -> Grip:
    """Return what somebody holds, remembered for as long as it holds and has ready what it does."""
    grip = unit.grip
    if (
        grip is not None
        and grip.hand == unit.hand
        and grip.off == unit.off
        and grip.stock is unit.stock
        and grip.carried is unit.carried
    ):
        return grip
    found: list[int] = []
    others: list[int] = []
    far = -1
    for place, strike in enumerate(unit.sheet.strikes):
        if not strike.art and equipment.in_hand(unit, strike):
            (found if strike.listed else others).append(place)
            far = max(far, strike.span())
    grip = Grip(unit.hand, unit.off, unit.stock, unit.carried, found + others, far)
    unit.grip = grip
    return grip


def provoke(combat: SovereignCombat, unit: SovereignCombatant, foes: list[int]) -> list[int]:
    """Let enemies strike at one who provokes; return those who did.

    Rules: aoo.resolves-first, disengage.effect.
    """
    open_to = [who for who in foes if not unit.disengaged >> who & 1]
    if not open_to:
        return []
    window = Opening(combat, Deed(unit.index, unit.index), open_to)
    offer(combat, window)
    return window.struck


def ruled(combat: SovereignCombat, unit: SovereignCombatant) -> bool:
    """Let the GM rule that what no list names provokes; return whether that stops it.

    Rule: aoo.casting-safe.
    """
    if gm.rules(combat, "provoking", unit.index, False, "this provokes"):
        return halted(combat, unit)
    return False


def halted(combat: SovereignCombat, unit: SovereignCombatant) -> bool:
    """Let a deed provoke from those beside; return whether that stops it.

    Rule: aoo.standing-actions.
    """
    provoke(combat, unit, provoking.beside(combat, unit))
    return not unit.able()


def undisturbed(combat: SovereignCombat, deed: Casting, spell: Spell) -> bool:
    """Let Instants answer a casting; return whether it goes on.

    Rules: snap.interrupts-casting, aoo.casting-safe.
    """
    unit = combat.units[deed.actor]
    before = unit.hurt
    answered(combat, deed, rolled=False)
    if unit.able() and combat.topics:
        ruled(combat, unit)
    jolted = unit.hurt and not before and not unit.steeled
    if unit.able() and not jolted and not condition.held_fast(combat, unit):
        return True
    if combat.watched:
        combat.tell(Told("interrupted", unit.index, -1, spell.id, 0, "snap.interrupts-casting"))
    return False


def answer_roll(combat: SovereignCombat, attack: Attack) -> bool:
    """Let Instants answer the die of an attack; return whether it still brings anything.

    Who is felled by one deals nothing any more.

    Rule: snap.before-damage.
    """
    answered(combat, attack, rolled=True)
    if not combat.units[attack.actor].able() or not combat.units[attack.target].present:
        attack.void = "snap.before-damage"
        return False
    return True
