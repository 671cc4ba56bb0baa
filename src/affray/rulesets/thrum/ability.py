"""Abilities as characters have them.

Actions, Stances and passives, from entries and their own code.
"""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu
from affray.core.effect import Held
from affray.rulesets.thrum import attack, damage, picking
from affray.rulesets.thrum.action import Origin, origins
from affray.rulesets.thrum.feature import (
    CRITICAL_HIT,
    DEFENCE,
    DEFENCE_BONUS,
    DEFENCES,
    INCAPACITY,
    OFFENCE,
    OFFENCE_BONUS,
    PANIC,
    PANIC_BONUS,
    PHYSICAL,
    SPEED,
    SUCCESS,
    Ability,
    Number,
    Use,
)
from affray.rulesets.thrum.geometry import Shape, areas, aura, inside, lines, open_to, reach_from
from affray.rulesets.thrum.operation import Harm, Op, compile_op
from affray.rulesets.thrum.state import COUP_DE_GRACE, Character, Sheet, ThrumCombat
from affray.rulesets.thrum.vocabulary import Bound, Entry, OpEntry, Quantity

MAX_FATIGUE = 0
STATS = ("max_fatigue_tolerance", "max_stress_tolerance")
SINGLE: Final[tuple[str, ...]] = (
    "one-enemy",
    "one-ally",
    "one-ally-or-self",
    "one-character",
    "incapacitated-ally",
    "incapacitated-enemy",
)
ALL_IN_REACH: Final[tuple[str, ...]] = ("up-to-N-enemies", "all-enemies", "aura-N")


class Modifier:
    """A Boon, Bane or bonus that an entry gives to the rolls of its owner."""

    def __init__(self, kind: int, defence: int, amount: int) -> None:
        self.kind = kind
        self.defence = defence  # 0: any
        self.amount = amount


def modifier_of(entry: OpEntry, bound: Bound) -> Modifier | None:
    """Return the modifier of a roll-mod or stat entry on its owner's own rolls.

    None if it has none.

    Rules: basic.brace, basic.dodge, basic.concentrate.
    """
    n = bound.quantity(entry.n).fixed
    if entry.op == "stat":
        return Modifier(SPEED, 0, n) if entry.name == "speed" else None
    if entry.op != "roll-mod" or entry.when or entry.to not in ("self", "target"):
        return None
    flat = entry.boon == 0
    amount = n if entry.boon >= 0 else -n
    if entry.name == "offensive":
        return Modifier(OFFENCE_BONUS if flat else OFFENCE, 0, amount)
    if entry.name == "panic":
        return Modifier(PANIC_BONUS if flat else PANIC, 0, amount)
    if entry.name == "incapacity":
        return Modifier(INCAPACITY, 0, amount)
    kind = DEFENCE_BONUS if flat else DEFENCE
    if entry.name == "defensive":
        return Modifier(kind, 0, amount)
    return Modifier(kind, DEFENCES.index(entry.name), amount) if entry.name in DEFENCES else None


class Bare(Ability):
    """What Actions, Stances and passives share.

    Facts of the entry, modifiers on the owner's rolls.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry.id)
        self.name = entry.name
        self.art = entry.art
        self.kind = entry.kind
        self.tags = entry.tags
        self.text = entry.text
        self.bound = bound
        self.option = entry.option
        self.may = entry.may
        self.always = False  # an Action or Stance with a part that is always in force
        self.stats: list[Modifier] = []
        self.params: dict[str, Quantity] = {}
        for name in entry.params:
            self.params[name] = bound.quantity(entry.params[name])
        self.range = bound.quantity(entry.range).fixed
        sheet = bound.sheet
        if entry.highest_art:
            self.modifier = sheet.best_art()  # attack.basic-modifier, basic.attack
        elif sheet.pc:
            self.modifier = sheet.arts.get(entry.art, 0)  # attack.modifier
        else:
            self.modifier = sheet.attack
        self.modifiers: list[Modifier] = []
        for op in entry.effect:
            made = modifier_of(op, bound)
            if made is not None:
                self.modifiers.append(made)
                self.adjusts |= made.kind

        for op in entry.effect:
            if op.op == "stat" and op.name != "speed":
                self.stats.append(Modifier(STATS.index(op.name), 0, bound.quantity(op.n).fixed))

    def on_sheet(self, sheet: Sheet) -> None:
        """Change its owner's sheet, once. Rule: sheet.tolerances."""
        for one in self.stats:
            if one.kind == MAX_FATIGUE:
                sheet.fatigue_tolerance += one.amount
            else:
                sheet.stress_tolerance += one.amount

    def has(self, upgrade: str) -> bool:
        """Return whether its owner has bought an upgrade of it."""
        return self.bound.has(upgrade)

    def n(self, name: str) -> int:
        """Return a named number of the entry, upgrades included."""
        return self.params[name].fixed

    def symbol(self, name: str) -> int:
        """Return an attribute, TRAINING in its Art, or TIER."""
        return self.bound.symbol(name)

    def new_counter(self, scope: int) -> int:
        """Reserve a counter of its owner that starts afresh with ``scope``.

        Return its place in `used`.
        """
        self.bound.sheet.scopes.append(scope)
        place = len(self.bound.sheet.scopes) - 1
        if self.limit < 0:
            self.limit = place
        return place

    def modify(
        self, combat: ThrumCombat, owner: Character, number: Number, held: Held | None
    ) -> None:
        if number.who == owner.index:
            for one in self.modifiers:
                if one.kind == number.kind and one.defence in (0, number.defence):
                    number.add(one.amount, self.id)


class Passive(Bare):
    """A passive, an archetype or a faction trait."""


class Stance(Bare):
    """A Stance: what it does on being taken or renewed, while it lasts, and when triggered."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.on_taking: list[Op] = []
        for op in entry.effect:
            made = compile_op(op, bound)
            if made is not None:
                self.on_taking.append(made)

    def places(self, combat: ThrumCombat, owner: Character) -> list[Origin]:
        """Return the squares from which its Range is measured, with the Range from each."""
        return [
            Origin(place.cell, reach_from(combat, owner, self, place), place.name)
            for place in origins(combat, owner, self)
        ]

    def taken(self, combat: ThrumCombat, owner: Character, renewed: bool) -> None:
        use = self.use_of(combat, owner)
        for op in self.on_taking:
            op.do(combat, use)

    def use_of(self, combat: ThrumCombat, owner: Character) -> Use:
        """Return a use of the Stance on its owner, for what is no attack."""
        use = Use(owner.index, self, -1)
        attack.aim(combat, use, [owner.index])
        use.now = 0
        return use


class Action(Bare):
    """An Action: declared in stages, then carried out by attack.perform."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.target = entry.target
        self.single = entry.target in SINGLE
        self.order = entry.order
        self.effect = compiled(entry.effect, bound)
        self.success = compiled(entry.success, bound)
        self.critical = compiled(entry.critical, bound)
        self.first = compiled(entry.before, bound)
        self.last = compiled(entry.after, bound)
        self.strained = compiled(entry.overexert, bound)
        self.overexerts = bool(entry.overexert)

    # -- declaring ------------------------------------------------------------------------------

    def cannot(self, combat: ThrumCombat, user: Character) -> str:
        """Rules: gm.options; that it needs a target shows in `answers`."""
        if self.option == "coup-de-grace" and not combat.options[COUP_DE_GRACE]:
            return "gm.options"
        return ""

    def answers(self, combat: ThrumCombat, user: Character) -> list[int]:
        if self.single:
            found: list[int] = []
            places = origins(combat, user, self)
            for other in combat.units:
                if self.fits(combat, user, other):
                    for place in places:
                        if self.cannot_reach(combat, user, other, place) == "":
                            found.append(1 + other.index)
                            break
            return found
        if self.target in ALL_IN_REACH:
            places = origins(combat, user, self)
            return [0] if any([self.everyone(combat, user, one) for one in places]) else []
        return [0]

    def fits(self, combat: ThrumCombat, user: Character, target: Character) -> bool:
        """Return whether a character is of the target category.

        Rules: target.self, target.ally, target.enemy, target.character, target.combinations.
        """
        if not target.present or target.cell < 0:
            return False
        kind = self.target
        if kind == "one-enemy":
            return combat.enemies(user, target)
        if kind == "one-character":
            return True
        if kind == "one-ally-or-self":
            return user.side == target.side
        if kind == "one-ally":
            return combat.allies(user, target)
        if kind == "incapacitated-ally":
            return combat.allies(user, target) and target.incapacitated
        if kind == "incapacitated-enemy":
            return combat.enemies(user, target) and target.incapacitated
        return combat.enemies(user, target)

    def cannot_reach(
        self, combat: ThrumCombat, user: Character, target: Character, origin: Origin
    ) -> str:
        """Return the rule that forbids a fitting target from an origin, "" if none does."""
        if target is user and origin.cell == user.cell:
            return ""
        if origin.reach < 0:
            origin.reach = reach_from(combat, user, self, origin)  # the same for every target
        return attack.cannot_target(combat, user, origin.cell, target, self.tags, origin.reach)

    def target_rule(
        self, combat: ThrumCombat, user: Character, target: Character
    ) -> tuple[str, str]:
        if self.target not in SINGLE:
            return "target.needs-valid-target", f"{self.name} names no single target"
        if not self.fits(combat, user, target):
            return "target.enemy", f"{target.name} is not {self.target.replace('-', ' ')}"
        rule = self.cannot_reach(combat, user, target, Origin(user.cell, self.range))
        return rule, f"{target.name} cannot be reached from {combat.grid.name(user.cell)}"

    def everyone(self, combat: ThrumCombat, user: Character, origin: Origin) -> list[int]:
        """Return all enemies that an ability without a single target may name."""
        reach = reach_from(combat, user, self, origin)
        if self.target == "aura-N":
            cells = aura(combat, origin.cell, self.size("aura"))
            found = [combat.units[who] for who in inside(combat, cells)]
            return [
                one.index
                for one in found
                if combat.enemies(user, one)
                and not (self.attack() and attack.shielded(combat, user, one))
            ]
        if self.target == "all-enemies":
            reach = combat.grid.width + combat.grid.height
        return [
            other.index
            for other in combat.units
            if combat.enemies(user, other)
            and attack.cannot_target(combat, user, origin.cell, other, self.tags, reach) == ""
        ]

    def size(self, name: str) -> int:
        """Return the size of its Area, Line or Aura."""
        return self.n(name)

    def shapes(self, combat: ThrumCombat, user: Character, origin: Origin, use: Use) -> list[Shape]:
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
        return self.size("area")

    def act(self, combat: ThrumCombat, user: Character, answer: int) -> None:
        """Declare target or area and Overexert, pay for it, and carry it out.

        Rules: attack.sequence (1) and (2), overexert.before-rolls.
        """
        use = Use(user.index, self, -1)
        self.declare(combat, user, use, answer)
        if use.void:
            return
        self.carry_out(combat, use)

    def carry_out(self, combat: ThrumCombat, use: Use) -> None:
        if combat.watched:
            combat.say("uses", use.actor, use.target, self.id)
        if use.overexert:
            self.pay(combat, use)
        attack.perform(combat, use)

    def declare(self, combat: ThrumCombat, user: Character, use: Use, answer: int) -> None:
        """Settle origin, Overexert, and target or area, in this order."""
        places = origins(combat, user, self)
        if self.target in SINGLE:
            target = combat.units[answer - 1]
            places = [one for one in places if self.cannot_reach(combat, user, target, one) == ""]
        elif self.target in ALL_IN_REACH:
            places = [one for one in places if self.everyone(combat, user, one)]
        elif self.target in ("self", "none"):
            places = places[:1]
        origin = self.pick_origin(combat, user, places)
        if origin.cell != user.cell:
            use.origin = origin.cell
            if origin.lender is not None:
                target_of = answer - 1 if self.target in SINGLE else -1
                lender = combat.units[origin.owner]
                origin.lender.lends(combat, lender, use, origin, target_of)
        use.range = reach_from(combat, user, self, origin)
        if self.overexerts:
            self.ask_overexert(combat, user, use)
        if self.target in SINGLE:
            attack.aim(combat, use, [answer - 1])
        elif self.target == "self":
            attack.aim(combat, use, [user.index])
        elif self.target in ("all-enemies", "aura-N"):
            attack.aim(combat, use, self.everyone(combat, user, origin))
            use.range = -1 if self.target == "all-enemies" else use.range
            if self.target == "aura-N":
                use.area = aura(combat, origin.cell, self.size("aura"))
        elif self.target == "up-to-N-enemies":
            attack.aim(combat, use, self.pick_enemies(combat, user, origin))
        elif self.target != "none":
            self.place(combat, user, use, origin)

    def pick_origin(self, combat: ThrumCombat, user: Character, places: list[Origin]) -> Origin:
        if len(places) == 1:
            return places[0]
        menu = [(n, places[n].key(combat)) for n in range(len(places))]
        asked = Menu(user.seats, user.index, "cover.origin", menu, 0)
        origin = places[combat.ask(asked)]
        if combat.watched and origin.feature:
            combat.say("borrows", user.index, origin.owner, origin.feature, rule="cover.origin")
        return origin

    def ask_overexert(self, combat: ThrumCombat, user: Character, use: Use) -> None:
        """Rule: overexert.voluntary."""
        asked = picking.Words(user, ["plain", "overexert"], "overexert.voluntary", "overexert?")
        use.overexert = combat.ask(asked)

    def pay(self, combat: ThrumCombat, use: Use) -> None:
        """Rules: overexert.cost, overexert.is-taking-stress."""
        damage.overexert_stress(combat, combat.units[use.actor], 1, use)

    def pick_enemies(self, combat: ThrumCombat, user: Character, origin: Origin) -> list[int]:
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

    def place(self, combat: ThrumCombat, user: Character, use: Use, origin: Origin) -> None:
        """Place an Area or Line and name everyone in it.

        Rules: area.placement, area.affects-everyone.
        """
        shapes = self.shapes(combat, user, origin, use)
        if not shapes:
            use.void = "area.placement"
            return
        answer = 1
        if len(shapes) > 1:
            answer = combat.ask(picking.PlaceArea(combat, user, self, shapes))
        use.area = shapes[answer - 1].cells
        found = inside(combat, use.area)
        if self.target == "line-N":
            found = [who for who in found if who != user.index]
        if use.attack():  # area.in-area-counts-as-targeted
            found = [who for who in found if not attack.shielded(combat, user, combat.units[who])]
        attack.aim(combat, use, found)

    # -- carrying out -----------------------------------------------------------------------------

    def before(self, combat: ThrumCombat, use: Use) -> None:
        for op in self.first:
            op.do(combat, use)

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        """Apply Effect, Success and Critical entries in the order listed.

        Rules: attack.effect-entries, attack.critical-adds, attack.entries-in-order.
        """
        self.entries(combat, use, self.due(use, slot))

    def due(self, use: Use, slot: int) -> list[Op]:
        """Return the operations that a target's result calls for, in order."""
        hit = use.hit[slot]
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
        for op in self.last:
            op.do(combat, use)


def total_harm(combat: ThrumCombat, use: Use, user: Character, ops: list[Op], load: int) -> int:
    n = 0
    for op in ops:
        if isinstance(op, Harm) and op.load == load and not op.to_self and op.holds(combat, use):
            n += op.amount.of(combat, user)
    return n


def compiled(entries: list[OpEntry], bound: Bound) -> list[Op]:
    found: list[Op] = []
    for entry in entries:
        made = compile_op(entry, bound)
        if made is not None:
            found.append(made)
    return found
