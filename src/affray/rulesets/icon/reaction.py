"""Interrupts: who may answer what, in which order, and what goes on afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from affray.core.window import Window, offer
from affray.rulesets.icon import ability as abilities
from affray.rulesets.icon import condition, geometry
from affray.rulesets.icon.state import (
    ATTACKED,
    FIRST_OWN,
    INTERRUPTED,
    Ability,
    IconCombat,
    Op,
    Unit,
    Use,
)

if TYPE_CHECKING:
    from affray.rulesets.icon.movement import Move

TARGETED: Final = 0
DAMAGED: Final = 1
STEPPED: Final = 2
MISSED: Final = 3
WORDS: Final[dict[str, int]] = {
    "ally-targeted": TARGETED,
    "self-targeted": TARGETED,
    "self-or-ally-targeted-ranged": TARGETED,
    "self-damaged-by-adjacent": DAMAGED,
    "ally-damaged": DAMAGED,
    "foe-moves-adjacent": STEPPED,
    "foe-moves-within-2": STEPPED,
    "self-missed": MISSED,
}


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
        unit = self.combat.units[who]
        if not unit.able() or unit.used[INTERRUPTED] or unit.status("stunned"):
            return []
        found: list[int] = []
        for place, ability in enumerate(unit.sheet.abilities):
            if not ability.uses or WORDS[ability.trigger] != self.moment:
                continue
            more = sum([mod.n for mod in ability.mods if mod.word == "uses"])
            if unit.used[FIRST_OWN + place] >= ability.uses + more:
                continue
            if ability.attack and unit.used[ATTACKED]:
                continue
            if self.met(unit, ability) and self.in_reach(unit, ability):
                found.append(1 + place)
        return found

    def met(self, unit: Unit, ability: Ability) -> bool:
        """Return whether the trigger is met: looked at afresh for everybody."""
        combat = self.combat
        doer = combat.units[self.use.actor]
        if not combat.hostile(doer, unit):
            return False
        subject = combat.units[self.subject]
        word = ability.trigger
        near = ability.within + sum([mod.n for mod in ability.mods if mod.word == "range"])
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
            return subject is unit and doer.able() and geometry.adjacent(combat, unit, doer)
        if not doer.able():
            return False
        far = geometry.apart(combat, unit, doer)
        return far <= (1 if word == "foe-moves-adjacent" else 2)

    def in_reach(self, unit: Unit, ability: Ability) -> bool:
        """Return whether an interrupt aimed at the doer may be. Rule: attack.target-hostile."""
        from affray.rulesets.icon import action

        if not ability.attack and ability.target != "foe":
            return True
        doer = self.combat.units[self.use.actor]
        return action.bars_target(self.combat, unit, ability, doer) == ""

    def is_ally(self, unit: Unit, subject: Unit, near: int) -> bool:
        return (
            subject is not unit
            and subject.side == unit.side
            and subject.able()
            and geometry.apart(self.combat, unit, subject) <= near
        )

    def key(self, who: int, code: int) -> str:
        unit = self.combat.units[who]
        return f"{unit.name} {unit.sheet.abilities[code - 1].id}"

    def take(self, who: int, code: int) -> None:
        """Rules: interrupt.uses, interrupt.once-per-turn, interrupt.timing."""
        combat = self.combat
        unit = combat.units[who]
        place = code - 1
        ability = unit.sheet.abilities[place]
        unit.used[INTERRUPTED] += 1
        unit.used[FIRST_OWN + place] += 1
        combat.touch()
        doer = self.use.actor
        target = doer if ability.attack or ability.target == "foe" else -1
        use = Use(who, target, ability)
        use.slow = unit.slow_now and combat.active == who
        use.answered = self.use
        use.trigger_user = doer
        use.ally = self.subject
        if combat.watched:
            combat.say("interrupts", who, doer, ability.id, rule="interrupt.off-turn")
        abilities.perform(combat, use)
        if use.ends_move:
            self.use.ends_move = True
            self.use.void = "interrupt.timing"


def opened(combat: IconCombat, window: Interrupts) -> None:
    """Open a window if anybody could use it."""
    if any([window.replies(unit.index) for unit in combat.units]):
        offer(combat, window)


def targeted(combat: IconCombat, use: Use) -> None:
    """Rule: interrupt.timing."""
    opened(combat, Interrupts(combat, use, TARGETED, use.target))


def can_go_on(combat: IconCombat, use: Use) -> bool:
    """Return whether a paused attack still can. Rule: interrupt.timing."""
    from affray.rulesets.icon import action

    user = combat.units[use.actor]
    target = combat.units[use.target]
    if not user.able() or not target.able() or not combat.hostile(user, target):
        use.void = "interrupt.timing"
        return False
    hidden = geometry.sees(combat, user, target) == geometry.HIDDEN
    reach = action.reach_of(combat, user, use.ability, target)
    if hidden or (not use.ability.shape and geometry.apart(combat, user, target) > reach):
        use.void = "attack.target-hostile"
    return use.void == ""


def retarget(combat: IconCombat, use: Use) -> None:
    """Make the user the target of the answered attack, if it is in range and sight."""
    from affray.rulesets.icon import action

    if use.answered is None:
        return
    foe = combat.units[use.answered.actor]
    user = combat.units[use.actor]
    answered = use.answered
    if not foe.able() or geometry.sees(combat, foe, user) == geometry.HIDDEN:
        return
    if not answered.ability.shape:
        if geometry.apart(combat, foe, user) > action.reach_of(combat, foe, answered.ability, user):
            return
    answered.target = user.index
    combat.touch()


def remember(use: Use, op: Op) -> None:
    """Keep whose line waits for the end of the answered attack."""
    if use.answered is not None:
        use.answered.failed.append(-1 - use.actor)


def brief(use: Use, unit: Unit, id: str) -> None:
    """Note an effect that lasts for this attack only."""
    use.flags.append(f"brief {unit.index} {id}")


def after_attack(combat: IconCombat, use: Use) -> None:
    """Do what follows an attack: lines that waited for it, short effects' end, interrupts.

    Rule: interrupt.timing.
    """
    for word in use.flags[:]:
        if word.startswith("brief "):
            _, index, id = word.split()
            condition.lose(combat, combat.units[int(index)], id)
            use.flags.remove(word)
    owners = [-1 - one for one in use.failed if one < 0]
    use.failed = [one for one in use.failed if one >= 0]
    for op, owner in zip(use.after, owners, strict=False):
        if (op.after == "miss") == (use.result == 0) and combat.units[owner].able():
            late(combat, use, op, owner)
    use.after = []
    if use.result == 0:
        opened(combat, Interrupts(combat, use, MISSED, use.target))
    for who in sorted(set(use.damaged)):
        opened(combat, Interrupts(combat, use, DAMAGED, who))


def late(combat: IconCombat, answered: Use, op: Op, owner: int) -> None:
    ability = next(one for one in combat.units[owner].sheet.abilities if has_op(one, op))
    use = Use(owner, answered.actor, ability)
    use.trigger_user = answered.actor
    abilities.gather(combat, use)
    op_now = abilities.subjects(combat, use, op)
    for unit in op_now:
        abilities.run_on(combat, use, op, unit)


def has_op(ability: Ability, op: Op) -> bool:
    return op in ability.effect


def stepped(combat: IconCombat, move: Move) -> None:
    """Open the window after a step. Rules: interrupt.timing, interrupt.own-turn."""
    use = Use(move.unit.index, move.unit.index, Ability("move", "Move"))
    before = move.unit.used[INTERRUPTED]
    opened(combat, Interrupts(combat, use, STEPPED, move.unit.index))
    if use.ends_move:
        move.stopped = "interrupt.timing"
    if move.unit.used[INTERRUPTED] != before:
        move.stopped = "interrupt.own-turn"
