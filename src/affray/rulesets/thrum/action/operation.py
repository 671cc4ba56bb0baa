"""What each word of an effect does: Fatigue, Statuses, shoves, moves, healing, choices."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.effect import NEVER, NEXT_TURN_END, TURN_END
from affray.rulesets.thrum import damage, death
from affray.rulesets.thrum.attack.contest import avoided
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.condition import stances
from affray.rulesets.thrum.condition.holding import (
    end,
    end_statuses,
    gain_status,
    give,
    lower,
    statuses_of,
)
from affray.rulesets.thrum.condition.kinds import IMMOBILIZED, MARK, Condition
from affray.rulesets.thrum.condition.listed import named
from affray.rulesets.thrum.definitions import (
    ALWAYS,
    ATTACK_SUCCEEDS,
    TARGET_IS_ENEMY,
    WHENS,
    Bound,
    OpEntry,
    Quantity,
)
from affray.rulesets.thrum.feature import Use
from affray.rulesets.thrum.movement import forced, walking
from affray.rulesets.thrum.movement.forced import ANY, AWAY, TOWARD
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import FATIGUE, LOADS, STRESS


class Op:
    """One operation on the present target of a use, or on its user."""

    def __init__(self, to_self: bool, when: int) -> None:
        self.to_self = to_self
        self.when = when

    def who(self, use: Use) -> int:
        return use.actor if self.to_self else use.targets[use.now]

    def holds(self, combat: ThrumCombat, use: Use) -> bool:
        if self.when == TARGET_IS_ENEMY:
            target = combat.units[use.targets[use.now]]
            return combat.enemies(combat.units[use.actor], target)
        if self.when == ATTACK_SUCCEEDS:
            return not avoided(use, use.now)
        return True

    def possible(self, combat: ThrumCombat, use: Use) -> bool:
        """Return whether it would change anything: what cannot is not offered among choices."""
        return True

    def do(self, combat: ThrumCombat, use: Use) -> None:
        """Do it."""
        raise NotImplementedError

    def told(self, combat: ThrumCombat, use: Use) -> str:
        """Return what it does, where it is chosen among others; "" if its key says it."""
        return ""


class Harm(Op):
    """Fatigue or Stress. Several in one result are one instance (Action.entries adds them up)."""

    def __init__(self, to_self: bool, when: int, load: int, amount: Quantity) -> None:
        super().__init__(to_self, when)
        self.load = load
        self.amount = amount

    def do(self, combat: ThrumCombat, use: Use) -> None:
        self.deal(combat, use, self.amount.of(combat, combat.units[use.actor]))

    def deal(self, combat: ThrumCombat, use: Use, n: int) -> None:
        """Deal ``n``, less what has been taken off for the target. Rule: load.deal-n."""
        damage.deal(combat, use, self.who(use), self.load, n)

    def told(self, combat: ThrumCombat, use: Use) -> str:
        amount = self.amount.of(combat, combat.units[use.actor])
        return f"{amount} {LOADS[self.load].capitalize()}"


class Afflict(Op):
    """A Status or Mark with a number."""

    def __init__(self, to_self: bool, when: int, condition: Condition, amount: Quantity) -> None:
        super().__init__(to_self, when)
        self.condition = condition
        self.amount = amount

    def do(self, combat: ThrumCombat, use: Use) -> None:
        n = self.amount.of(combat, combat.units[use.actor])
        if self.condition.ticks:
            gain_status(combat, self.who(use), self.condition, n, use.actor, use)
        else:
            give(combat, self.who(use), self.condition, n, use.actor)

    def told(self, combat: ThrumCombat, use: Use) -> str:
        return f"gives {self.amount.of(combat, combat.units[use.actor])} {self.condition.name}"


class Impose(Op):
    """A condition without a number, with its end.

    Rule: condition.immobilized (default duration).
    """

    def __init__(self, to_self: bool, when: int, condition: Condition, until: str) -> None:
        super().__init__(to_self, when)
        self.condition = condition
        self.ends = NEVER
        if until in ("end of turn", "end of the current turn"):
            self.ends = TURN_END
        elif until or condition is IMMOBILIZED:
            self.ends = NEXT_TURN_END
        self.target_turn = until != "end of turn" and until != "end of the current turn"

    def do(self, combat: ThrumCombat, use: Use) -> None:
        who = self.who(use)
        anchor = who if self.target_turn else combat.active
        ends = self.ends
        if ends == NEXT_TURN_END and self.ends_this_turn(combat, who):
            ends = TURN_END
        give(combat, who, self.condition, 1, use.actor, ends, anchor)

    def ends_this_turn(self, combat: ThrumCombat, who: int) -> bool:
        """Return whether it ends with the turn under way although its text says the next one."""
        return False


class ShiftTarget(Op):
    """Push, pull or shift."""

    def __init__(self, to_self: bool, when: int, amount: Quantity, mode: int) -> None:
        super().__init__(to_self, when)
        self.amount = amount
        self.mode = mode

    def possible(self, combat: ThrumCombat, use: Use) -> bool:
        user = combat.units[use.actor]
        target = combat.units[self.who(use)]
        n = self.amount.of(combat, user)
        return target.present and forced.Shift(combat, user, target, n, self.mode, user.cell).ways()

    def do(self, combat: ThrumCombat, use: Use) -> None:
        user = combat.units[use.actor]
        target = combat.units[self.who(use)]
        anchor = use.origin if use.origin >= 0 else user.cell
        forced.shift(combat, user, target, self.amount.of(combat, user), self.mode, anchor, use)

    def told(self, combat: ThrumCombat, use: Use) -> str:
        n = self.amount.of(combat, combat.units[use.actor])
        verb = {AWAY: "pushes it away", TOWARD: "pulls it nearer"}.get(
            self.mode, "moves it any way"
        )
        return f"{verb}, up to {n} {'square' if n == 1 else 'squares'}"


class MoveSelf(Op):
    """Move by a budget that the ability grants. Rules: move.granted, basic.dash."""

    def __init__(self, when: int, amount: Quantity) -> None:
        super().__init__(True, when)
        self.amount = amount

    def do(self, combat: ThrumCombat, use: Use) -> None:
        user = combat.units[use.actor]
        if user.able():
            walking.move_by(combat, user, self.amount.measure, self.amount.fixed, use.ability.id)


class TeleportSelf(Op):
    """Teleport within a range that the ability grants."""

    def __init__(self, when: int, amount: Quantity) -> None:
        super().__init__(True, when)
        self.amount = amount

    def do(self, combat: ThrumCombat, use: Use) -> None:
        user = combat.units[use.actor]
        cells = forced.teleport_squares(combat, user, self.amount.of(combat, user))
        if not user.able() or not cells:
            return
        asked = picking.PickCell(
            combat, user, cells, "move.teleport.destination", "teleport", "stay"
        )
        answer = combat.ask(asked)
        if answer != PASS:
            forced.teleport(combat, user, answer - 1, use.ability.id)


class Heal(Op):
    """Lower a Load."""

    def __init__(self, to_self: bool, when: int, load: int, amount: Quantity) -> None:
        super().__init__(to_self, when)
        self.load = load
        self.amount = amount

    def possible(self, combat: ThrumCombat, use: Use) -> bool:
        return combat.units[self.who(use)].load(self.load) > 0

    def do(self, combat: ThrumCombat, use: Use) -> None:
        n = self.amount.of(combat, combat.units[use.actor])
        damage.heal(combat, self.who(use), self.load, n, use.ability.id)

    def told(self, combat: ThrumCombat, use: Use) -> str:
        amount = self.amount.of(combat, combat.units[use.actor])
        return f"takes off {amount} {LOADS[self.load].capitalize()}"


class LowerStatus(Op):
    """Take a number off one Status, or end it (``amount`` 0); the user picks which."""

    def __init__(self, to_self: bool, when: int, amount: Quantity) -> None:
        super().__init__(to_self, when)
        self.amount = amount

    def possible(self, combat: ThrumCombat, use: Use) -> bool:
        return bool(statuses_of(combat.units[self.who(use)]))

    def do(self, combat: ThrumCombat, use: Use) -> None:
        user = combat.units[use.actor]
        target = combat.units[self.who(use)]
        status = pick_status(combat, user, target, "status.statuses-versus-conditions")
        if status is None:
            return
        n = self.amount.of(combat, user)
        if n == 0:
            end(combat, target.index, status, use.ability.id == "recover")
        else:
            lower(combat, target.index, status, n, use.ability.id == "recover")

    def told(self, combat: ThrumCombat, use: Use) -> str:
        n = self.amount.of(combat, combat.units[use.actor])
        return f"takes {n} off one Status" if n else "ends one Status"


class ClearStatuses(Op):
    """End all Statuses."""

    def possible(self, combat: ThrumCombat, use: Use) -> bool:
        return bool(statuses_of(combat.units[self.who(use)]))

    def do(self, combat: ThrumCombat, use: Use) -> None:
        end_statuses(combat, self.who(use))


class EndIncapacity(Op):
    """Bring somebody back to its feet. Rule: basic.resuscitate."""

    def do(self, combat: ThrumCombat, use: Use) -> None:
        death.revive_by_ability(combat, combat.units[self.who(use)], use.ability.id)


class HalveLoads(Op):
    """Halve both Loads, rounded down. Rule: basic.resuscitate."""

    def do(self, combat: ThrumCombat, use: Use) -> None:
        target = combat.units[self.who(use)]
        damage.heal(
            combat, target.index, FATIGUE, target.fatigue - target.fatigue // 2, use.ability.id
        )
        damage.heal(
            combat, target.index, STRESS, target.stress - target.stress // 2, use.ability.id
        )


class Choose(Op):
    """Let the user choose ``count`` of some operations.

    Only those that can do something are offered.
    """

    def __init__(self, when: int, count: int, ops: list[Op], keys: list[str]) -> None:
        super().__init__(False, when)
        self.count = count
        self.ops = ops
        self.keys = keys

    def do(self, combat: ThrumCombat, use: Use) -> None:
        self.choose(combat, use, self.count, False)

    def choose(self, combat: ThrumCombat, use: Use, count: int, repeat: bool) -> None:
        user = combat.units[use.actor]
        done: list[int] = []
        for _ in range(count):
            menu: list[tuple[int, str]] = []
            for n in range(len(self.ops)):
                if (repeat or n not in done) and self.ops[n].possible(combat, use):
                    menu.append((1 + n, self.keys[n]))
            if not menu:
                return
            answer = menu[0][0]
            if len(menu) > 1:
                told = [self.ops[one - 1].told(combat, use) for one, _ in menu]
                answer = combat.ask(picking.Effects(user, menu, told))
            done.append(answer - 1)
            self.ops[answer - 1].do(combat, use)


class EndStance(Op):
    """End the Stance of the user."""

    def __init__(self, when: int) -> None:
        super().__init__(True, when)

    def do(self, combat: ThrumCombat, use: Use) -> None:
        stances.drop_stance(combat, combat.units[use.actor])


def pick_status(
    combat: ThrumCombat,
    chooser: ThrumCombatant,
    target: ThrumCombatant,
    rule: str,
    optional: str = "",
) -> Condition | None:
    """Let somebody pick one of the Statuses on a target.

    None if there is none or it is declined.
    """
    found = statuses_of(target)
    if not found:
        return None
    if len(found) == 1 and not optional:
        return found[0]
    menu = [(PASS, optional)] if optional else []
    menu.extend([(1 + n, f"{found[n].id}") for n in range(len(found))])
    asked = picking.Listed(chooser, menu, rule, menu[0][0])
    answer = combat.ask(asked)
    return None if answer == PASS else found[answer - 1]


def compile_op(entry: OpEntry, bound: Bound) -> Op | None:
    """Return the operation of an entry; None for what an ability's own class does or `adjusts`."""
    to_self = entry.to == "self"
    when = WHENS.index(entry.when) if entry.when in WHENS else ALWAYS
    amount = bound.quantity(entry.n)
    op = entry.op
    if op == "fatigue" or op == "stress":
        return Harm(to_self, when, FATIGUE if op == "fatigue" else STRESS, amount)
    if op == "status":
        return Afflict(to_self, when, entry.condition or named(entry.name), amount)
    if op == "mark":
        return Afflict(to_self, when, MARK, amount)
    if op == "condition":
        return Impose(to_self, when, entry.condition or named(entry.name), entry.until)
    if op == "shift":
        mode = AWAY if entry.dir == "away" else TOWARD if entry.dir == "toward" else ANY
        return ShiftTarget(to_self, when, amount, mode)
    if op == "move-self":
        return MoveSelf(when, amount)
    if op == "teleport-self":
        return TeleportSelf(when, amount)
    if op == "heal":
        return Heal(to_self, when, FATIGUE if entry.name == "fatigue" else STRESS, amount)
    if op == "end-status" or op == "lower-status":
        return LowerStatus(to_self, when, amount)
    return compile_plain(entry, bound, to_self, when)


def compile_plain(entry: OpEntry, bound: Bound, to_self: bool, when: int) -> Op | None:
    """Return the operation of an entry that needs no number; None if there is none."""
    op = entry.op
    if op == "clear-statuses":
        return ClearStatuses(to_self, when)
    if op == "end-incapacity":
        return EndIncapacity(to_self, when)
    if op == "halve-loads":
        return HalveLoads(to_self, when)
    if op == "end-stance":
        return EndStance(when)
    if op == "choose":
        ops: list[Op] = []
        keys: list[str] = []
        for one in entry.of:
            made = compile_op(one, bound)
            if made is not None:
                ops.append(made)
                keys.append(key_of(one))
        return Choose(when, max(1, bound.quantity(entry.n).fixed), ops, keys)
    return None


def key_of(entry: OpEntry) -> str:
    """Return the key of an operation among choices."""
    words = {"heal": "recover", "lower-status": "lower status", "end-status": "end status"}
    first = words.get(entry.op, entry.op)
    if entry.op in ("status", "condition"):
        return entry.name
    return f"{first} {entry.name}".strip()
