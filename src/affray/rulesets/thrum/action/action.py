"""Actions: which targets they may name, how they are declared, and their entries."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.event import Told
from affray.rulesets.thrum import resource
from affray.rulesets.thrum.action.ability import EntryAbility
from affray.rulesets.thrum.action.lent import origins
from affray.rulesets.thrum.action.operation import Harm, Op, compile_op
from affray.rulesets.thrum.attack import sequence, targeting
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.definitions import ALWAYS, ENEMIES, OTHERS, Bound, Entry, OpEntry
from affray.rulesets.thrum.feature import Origin, Use
from affray.rulesets.thrum.geometry.shapes import Shape, areas, aura, inside, lines, open_to
from affray.rulesets.thrum.geometry.sight import reach_at, reach_from
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import COUP_DE_GRACE, CRITICAL_HIT, PHYSICAL, SUCCESS

SINGLE: Final[tuple[str, ...]] = (
    "one-enemy",
    "one-ally",
    "one-ally-or-self",
    "one-character",
    "incapacitated-ally",
    "incapacitated-enemy",
)
# Their places; what names no single target fits enemies.
ENEMY: Final = 0
ALLY: Final = 1
ALLY_OR_SELF: Final = 2
ANYBODY: Final = 3
FALLEN_ALLY: Final = 4
ALL_IN_REACH: Final[tuple[str, ...]] = ("up-to-N-enemies", "all-enemies", "aura-N")


class Action(EntryAbility):
    """An Action: declared in stages, then carried out by attack.perform."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.target = entry.target
        self.affects = entry.affects
        self.single = entry.target in SINGLE
        self.all_in_reach = entry.target in ALL_IN_REACH
        self.fitting = SINGLE.index(entry.target) if self.single else ENEMY
        self.order = entry.order
        self.effect = compiled(entry.effect, bound)
        self.success = compiled(entry.success, bound)
        self.critical = compiled(entry.critical, bound)
        self.first = compiled(entry.before, bound)
        self.last = compiled(entry.after, bound)
        self.strained = compiled(entry.overexert, bound)
        self.overexerts = bool(entry.overexert)

    # -- declaring ------------------------------------------------------------------------------

    def cannot(self, combat: ThrumCombat, user: ThrumCombatant) -> str:
        """Rules: gm.options; that it needs a target shows in `answers`."""
        if self.option == "coup-de-grace" and not combat.options[COUP_DE_GRACE]:
            return "gm.options"
        return ""

    def answers(self, combat: ThrumCombat, user: ThrumCombatant) -> list[int]:
        if self.single:
            found: list[int] = []
            places = origins(combat, user, self)
            alone = len(places) == 1
            reach = self.farthest(combat, user, places[0])
            row = combat.grid.far(places[0].cell)
            for other in combat.units:
                if other.cell < 0 or (alone and row[other.cell] > reach):
                    continue
                if self.fits(combat, user, other):
                    for place in places:
                        if self.cannot_reach(combat, user, other, place) == "":
                            found.append(1 + other.index)
                            break
            return found
        if self.all_in_reach:
            places = origins(combat, user, self)
            return [0] if any(self.everyone(combat, user, place) for place in places) else []
        return [0]

    def fits(self, combat: ThrumCombat, user: ThrumCombatant, target: ThrumCombatant) -> bool:
        """Return whether a character is of the target category.

        Rules: target.self, target.ally, target.enemy, target.character, target.combinations.
        """
        if not target.present or target.cell < 0:
            return False
        fitting = self.fitting
        if fitting == ENEMY:
            return user.side != target.side
        if fitting == ANYBODY:
            return True
        if fitting == ALLY_OR_SELF:
            return user.side == target.side
        if fitting == ALLY:
            return combat.allies(user, target)
        if fitting == FALLEN_ALLY:
            return target.incapacitated and combat.allies(user, target)
        return target.incapacitated and combat.enemies(user, target)

    def cannot_reach(
        self, combat: ThrumCombat, user: ThrumCombatant, target: ThrumCombatant, origin: Origin
    ) -> str:
        """Return the rule that forbids a fitting target from an origin, "" if none does."""
        if target is user and origin.cell == user.cell:
            return ""
        if origin.reach < 0:
            origin.reach = self.farthest(combat, user, origin)  # the same for every target
        return targeting.cannot_target(combat, user, origin.cell, target, self.tags, origin.reach)

    def farthest(self, combat: ThrumCombat, user: ThrumCombatant, origin: Origin) -> int:
        """Return how far from a square a single target of it may be."""
        return reach_from(combat, user, self, origin)

    def target_rule(
        self, combat: ThrumCombat, user: ThrumCombatant, target: ThrumCombatant
    ) -> tuple[str, str]:
        if not self.single:
            return "target.needs-valid-target", f"{self.name} names no single target"
        if not self.fits(combat, user, target):
            return "target.enemy", f"{target.name} is not {self.target.replace('-', ' ')}"
        rule = self.cannot_reach(combat, user, target, Origin(user.cell, self.range))
        return rule, self.too_far(combat, user, target, rule)

    def nobody(self, combat: ThrumCombat, user: ThrumCombatant) -> tuple[str, str]:
        if not self.single:
            return super().nobody(combat, user)
        fitting = [other for other in combat.units if self.fits(combat, user, other)]
        if not fitting:
            whom = self.target.removeprefix("one-").replace("-", " ")
            return "target.needs-valid-target", f"there is no {whom}"
        nearest = fitting[0]
        for other in fitting:
            far = combat.distance(user.cell, other.cell)
            if far < combat.distance(user.cell, nearest.cell):
                nearest = other
        return "target.needs-valid-target", self.target_rule(combat, user, nearest)[1]

    def too_far(
        self, combat: ThrumCombat, user: ThrumCombatant, target: ThrumCombatant, rule: str
    ) -> str:
        """Return why a fitting target cannot be reached, by the rule that forbids it, in words."""
        if rule == "cover.obstructed":
            return f"{target.name} is obstructed"
        if rule != "grid.range-inclusive":
            return f"{target.name} cannot be reached from {combat.grid.name(user.cell)}"
        far = combat.distance(user.cell, target.cell)
        reach = reach_at(
            self.farthest(combat, user, Origin(user.cell, self.range)), target, singled_out=True
        )
        squares = f"{far} square{'s' if far != 1 else ''}"
        return f"{target.name} is {squares} away, and the Range is {reach}"

    def everyone(self, combat: ThrumCombat, user: ThrumCombatant, origin: Origin) -> list[int]:
        """Return whom an ability without a single target and without a placed area may name."""
        reach = reach_from(combat, user, self, origin)
        if self.target == "aura-N":
            return self.affected(combat, user, aura(combat, origin.cell, self.size("aura")))
        if self.target == "all-enemies":
            reach = combat.grid.width + combat.grid.height
        return [
            other.index
            for other in combat.units
            if combat.enemies(user, other)
            and targeting.cannot_target(combat, user, origin.cell, other, self.tags, reach) == ""
        ]

    def size(self, name: str) -> int:
        """Return the size of its Area, Line or Aura."""
        return self.n(name)

    def shapes(
        self, combat: ThrumCombat, user: ThrumCombatant, origin: Origin, use: Use
    ) -> list[Shape]:
        """Return where its Area or Line may be placed. Rule: cover.obstructed-areas."""
        reach = reach_from(combat, user, self, origin)
        if self.target == "line-N":
            found = lines(combat, origin.cell, reach, self.size("line"))
        else:
            found = areas(combat, origin.cell, reach, self.area_size(use))
        if self.tags & PHYSICAL:
            found = [shape for shape in found if open_to(combat, origin.cell, shape.cells)]
        return found

    def area_size(self, use: Use) -> int:
        """Return the size of the Area of one use."""
        return self.size("area")

    def act(self, combat: ThrumCombat, user: ThrumCombatant, answer: int) -> None:
        """Declare target or area and Overexert, pay for it, and carry it out.

        Rules: attack.sequence (1) and (2), overexert.before-rolls.
        """
        use = Use(user.index, self, -1)
        self.declare(combat, user, use, answer)
        if use.void:
            return
        self.carry_out(combat, use)

    def carry_out(self, combat: ThrumCombat, use: Use) -> None:
        """Carry out a declared use: tell it, pay for Overexert, then the sequence of an attack."""
        if combat.watched:
            combat.tell(Told("uses", use.actor, use.target, self.id))
        if use.overexert:
            self.pay(combat, use)
        sequence.perform(combat, use)

    def declare(self, combat: ThrumCombat, user: ThrumCombatant, use: Use, answer: int) -> None:
        """Settle origin, Overexert, and target or area, in this order."""
        places = origins(combat, user, self)
        if self.single:
            target = combat.units[answer - 1]
            places = [
                place for place in places if self.cannot_reach(combat, user, target, place) == ""
            ]
        elif self.all_in_reach:
            places = [place for place in places if self.everyone(combat, user, place)]
        elif self.target in ("self", "none"):
            places = places[:1]
        origin = self.pick_origin(combat, user, places)
        if origin.cell != user.cell:
            use.origin = origin.cell
            if origin.lender is not None:
                target_of = answer - 1 if self.single else -1
                lender = combat.units[origin.owner]
                origin.lender.lends(combat, lender, use, origin, target_of)
        use.range = reach_from(combat, user, self, origin)
        if self.overexerts:
            self.ask_overexert(combat, user, use)
        if self.single:
            targeting.aim(combat, use, [answer - 1])
        elif self.target == "self":
            targeting.aim(combat, use, [user.index])
        elif self.target in ("all-enemies", "aura-N"):
            targeting.aim(combat, use, self.everyone(combat, user, origin))
            use.range = -1 if self.target == "all-enemies" else use.range
            if self.target == "aura-N":
                use.area = aura(combat, origin.cell, self.size("aura"))
        elif self.target == "up-to-N-enemies":
            targeting.aim(combat, use, self.pick_enemies(combat, user, origin))
        elif self.target != "none":
            self.place(combat, user, use, origin)

    def pick_origin(
        self, combat: ThrumCombat, user: ThrumCombatant, places: list[Origin]
    ) -> Origin:
        """Let the user pick the square to act from, if several will do."""
        if len(places) == 1:
            return places[0]
        menu = [(n, places[n].key(combat)) for n in range(len(places))]
        asked = picking.Listed(user, menu, "cover.origin", 0, [place.who for place in places])
        origin = places[combat.ask(asked)]
        if combat.watched and origin.feature:
            lent = Told("borrows", user.index, origin.owner, origin.feature, rule="cover.origin")
            combat.tell(lent)
        return origin

    def ask_overexert(self, combat: ThrumCombat, user: ThrumCombatant, use: Use) -> None:
        """Let the user say whether it Overexerts the ability."""
        use.overexert = combat.ask(picking.Overexert(user, ["plain", "overexert"]))

    def pay(self, combat: ThrumCombat, use: Use) -> None:
        """Pay for Overexert."""
        resource.pay_overexert(combat, combat.units[use.actor], 1, use)

    def pick_enemies(self, combat: ThrumCombat, user: ThrumCombatant, origin: Origin) -> list[int]:
        """Pick up to N enemies one by one in listing order, so that no set is offered twice."""
        found = self.everyone(combat, user, origin)
        picked: list[int] = []
        while found and len(picked) < self.size("targets"):
            optional = "done" if picked else ""
            if len(found) == 1 and not optional:
                answer = 1 + found[0]
            else:
                answer = combat.ask(
                    picking.Pick(combat, user, found, "target.enemy", "target", optional)
                )
            if answer == PASS:
                break
            picked.append(answer - 1)
            found = [who for who in found if who > answer - 1]
        return picked

    def place(self, combat: ThrumCombat, user: ThrumCombatant, use: Use, origin: Origin) -> None:
        """Place an Area or Line and name whom it affects. Rule: area.placement."""
        shapes = self.shapes(combat, user, origin, use)
        if not shapes:
            use.void = "area.placement"
            return
        answer = 1
        if len(shapes) > 1:
            answer = combat.ask(picking.PlaceArea(combat, user, self, shapes))
        use.area = shapes[answer - 1].cells
        targeting.aim(combat, use, self.affected(combat, user, use.area))

    def affected(self, combat: ThrumCombat, user: ThrumCombatant, cells: list[int]) -> list[int]:
        """Return whom the ability affects among those in an Area, Line or Aura.

        Everyone, unless its text says otherwise; of an attack nobody who cannot be targeted.
        Rules: area.affects-everyone, area.in-area-counts-as-targeted, ability.text-wins.
        """
        found: list[int] = []
        for who in inside(combat, cells):
            unit = combat.units[who]
            if self.affects == ENEMIES and not combat.enemies(user, unit):
                continue
            if self.affects == OTHERS and unit is user:
                continue
            if self.attack() and targeting.shielded(combat, user, unit):
                continue
            found.append(who)
        return found

    # -- carrying out -----------------------------------------------------------------------------

    def before(self, combat: ThrumCombat, use: Use) -> None:
        self.do_all(combat, use, self.first)

    def do_all(self, combat: ThrumCombat, use: Use, ops: list[Op]) -> None:
        """Do what is no part of a result: on the user once, else on every target in turn."""
        now = use.now
        for op in ops:
            if op.when == ALWAYS and (op.to_self or not use.targets):
                op.do(combat, use)
                continue
            for slot in range(len(use.targets)):
                use.now = slot
                if op.holds(combat, use):
                    op.do(combat, use)
        use.now = now

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        """Apply Effect, Success and Critical entries in the order listed.

        Rules: attack.effect-entries, attack.critical-adds, attack.entries-in-order.
        """
        self.entries(combat, use, self.due(use, slot))

    def due(self, use: Use, slot: int) -> list[Op]:
        """Return the operations that a target's result calls for, in order."""
        hit = use.attacks[slot].result
        ops: list[Op] = []
        for section in self.order:
            if section == "effect":
                ops.extend(self.effect)
            elif section == "success" and (hit == SUCCESS or hit == CRITICAL_HIT):
                ops.extend(self.success)
            elif section == "critical" and hit == CRITICAL_HIT:
                ops.extend(self.critical)
        if use.overexert:
            ops.extend(self.strained)
        return ops

    def entries(self, combat: ThrumCombat, use: Use, ops: list[Op]) -> None:
        """Do some operations; all Fatigue (or Stress) among them is one instance, at the first.

        Rule: load.deal-n.
        """
        user = combat.units[use.actor]
        dealt: list[int] = []
        for op in ops:
            if not op.holds(combat, use):
                continue
            if isinstance(op, Harm) and not op.to_self:
                if op.load not in dealt:
                    dealt.append(op.load)
                    op.deal(combat, use, total_harm(combat, use, user, ops, op.load))
            else:
                op.do(combat, use)

    def after(self, combat: ThrumCombat, use: Use) -> None:
        self.do_all(combat, use, self.last)


def total_harm(
    combat: ThrumCombat, use: Use, user: ThrumCombatant, ops: list[Op], load: int
) -> int:
    """Return all Fatigue (or Stress) that some operations deal to the target: one instance."""
    n = 0
    for op in ops:
        if isinstance(op, Harm) and op.load == load and not op.to_self and op.holds(combat, use):
            n += op.amount.of(combat, user)
    return n


def compiled(entries: list[OpEntry], bound: Bound) -> list[Op]:
    """Return the operations of some entries, without what has none."""
    found: list[Op] = []
    for entry in entries:
        made = compile_op(entry, bound)
        if made is not None:
            found.append(made)
    return found
