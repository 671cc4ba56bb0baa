"""Kineticism."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.combat import COMBAT, TURN
from affray.core.effect import TURN_START, Held
from affray.core.reach import Obstacles
from affray.core.walk import walk
from affray.rulesets.thrum import terms
from affray.rulesets.thrum.action.ability import EntryAbility, Passive
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.action.operation import Harm
from affray.rulesets.thrum.arts.bodies import COLUMN, ROW, TwoBodyProblem, line_of
from affray.rulesets.thrum.arts.currents import Eigencomplex, VectorField
from affray.rulesets.thrum.attack import targeting
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.condition import stances
from affray.rulesets.thrum.condition.kinds import HASTENED
from affray.rulesets.thrum.condition.lasting import Buff, give_buff, lay_on
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.feature import Ability, Feature, Number, Origin, Trigger, Use
from affray.rulesets.thrum.geometry.sight import OBSTRUCTED, cover, reach_of
from affray.rulesets.thrum.movement import forced, walking
from affray.rulesets.thrum.reaction.stance import Stance
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    ACTED,
    ACTION,
    DEFENCE,
    DEFENCE_CRITICAL,
    DEFENDED,
    EVASION,
    NO_DEFENCE,
    ORIGINS,
    SUCCESS,
    TARGETED,
)

FAR: Final = 3  # from this distance on an attack can be turned aside

EACH_RECOIL: Final = 100_000  # targets and directions of recoils are kept in one number


class Accelerated(Buff):
    """Hastened, for as long as the Buff lasts. Rule: condition.hastened (it does not stack)."""

    def __init__(self) -> None:
        super().__init__("accelerate")
        self.adjusts = HASTENED.adjusts

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if not owner.has(HASTENED):
            HASTENED.modify(combat, owner, number, held)


class Dodging(Feature):
    """The benefit of Dodge, besides a Stance. Rule: basic.dodge."""

    def __init__(self) -> None:
        super().__init__("benefit-of-dodge")
        self.adjusts = DEFENCE

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if number.who == owner.index and number.defence == EVASION:
            number.add(1, "basic.dodge")


ACCELERATED: Final = Accelerated()
DODGING: Final = Dodging()


class Accelerate(Action):
    """Buff: the target is Hastened.

    Upgrades: a, it may affect a second target too; b, its user has the benefit of Dodge until the
    start of its next turn besides its Stance.
    """

    def declare(self, combat: ThrumCombat, user: ThrumCombatant, use: Use, answer: int) -> None:
        super().declare(combat, user, use, answer)
        if not self.has("a") or use.void:
            return
        origin = Origin(targeting.origin_of(combat, use), self.range)
        found = [
            other.index
            for other in combat.units
            if other.index != answer - 1
            and self.fits(combat, user, other)
            and self.cannot_reach(combat, user, other, origin) == ""
        ]
        if found:
            asked = picking.Pick(combat, user, found, "target.ally", "also", "nobody else")
            second = combat.ask(asked)
            if second != PASS:
                targeting.aim(combat, use, [answer - 1, second - 1])

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        give_buff(combat, use.targets[slot], ACCELERATED, use.actor)

    def after(self, combat: ThrumCombat, use: Use) -> None:
        if self.has("b"):
            user = combat.units[use.actor]
            lay_on(combat, user, DODGING, use.actor, TURN_START)


def inflicts(ability: Ability) -> bool:
    """Return whether an attack's ability inflicts Fatigue or Stress, by its entries or its text."""
    if isinstance(ability, Action):
        for op in [*ability.effect, *ability.success, *ability.critical, *ability.strained]:
            if isinstance(op, Harm) and not op.to_self:
                return True
    return "Fatigue" in ability.text or "Stress" in ability.text


class OrthogonalIncidence(Stance):
    """Training more on the defence against an enemy in its row or column at distance 3 or more.

    Then the Stance ends. If that defence is a Critical the ability strikes instead, without a
    contest, a character of its owner's choice at a right angle to the attacker's line, for 1
    Fatigue or Stress less.
    Upgrades: a, half REA more; b, the new target takes the full impact.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= TARGETED | DEFENDED
        self.line = self.new_counter(COMBAT)  # shared with the attacker

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or owner.index not in use.targets:
            return []
        if trigger.kind == DEFENDED:
            promised = owner.index * 1000 + self.slot in use.pledges
            mine = promised and use.targets[trigger.slot] == owner.index
            critical = mine and use.attacks[trigger.slot].result == DEFENCE_CRITICAL
            return [2] if critical and self.aside(combat, owner) else []
        attacker = combat.units[trigger.actor]
        fits = (
            stances.in_stance(owner, self)
            and use.named(use.targets.index(owner.index))
            and combat.enemies(owner, attacker)
            and line_of(combat, owner, attacker) > 0
            and combat.apart(owner, attacker) >= FAR
        )
        return [1] if fits and use.attack() and inflicts(use.ability) else []

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return code == 2

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        use = trigger.use
        assert use is not None
        if code == 2:
            self.redirect(combat, owner, use, trigger.slot)
            return
        use.attacks[use.targets.index(owner.index)].defence_bonus += self.n("bonus")
        use.pledges.append(owner.index * 1000 + self.slot)
        owner.set_count(self.line, line_of(combat, owner, combat.units[trigger.actor]))
        stances.end_own(combat, owner, self)

    def aside(self, combat: ThrumCombat, owner: ThrumCombatant) -> list[int]:
        """Return who stands at a right angle to the attacker's line, enemies first."""
        across = COLUMN if owner.used[self.line] == ROW else ROW
        found = [unit for unit in combat.units if line_of(combat, owner, unit) == across]
        enemies = [unit.index for unit in found if combat.enemies(owner, unit)]
        return enemies + [unit.index for unit in found if not combat.enemies(owner, unit)]

    def redirect(self, combat: ThrumCombat, owner: ThrumCombatant, use: Use, slot: int) -> None:
        """Let it strike another as a Success. Rule: trigger.once-per-event (no new targeting)."""
        found = self.aside(combat, owner)
        who = found[0]
        if len(found) > 1:
            asked = picking.Pick(combat, owner, found, "target.character", "redirect to")
            who = combat.ask(asked) - 1
        use.targets[slot] = who
        use.target = who
        use.attacks[slot].result = SUCCESS
        use.attacks[slot].defence = NO_DEFENCE
        if not self.has("b"):
            use.attacks[slot].reduced += 1
            use.attacks[slot].reduced_by = self.id


class Relay(Passive):
    """Allies may use abilities as if from its square, if it is in their Range and not Obstructed.

    Upgrades: a, such abilities ignore Cover; b, it may first move 1.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= ORIGINS

    def origins(
        self, combat: ThrumCombat, owner: ThrumCombatant, user: ThrumCombatant, ability: Ability
    ) -> list[Origin]:
        if not combat.allies(owner, user) or not combat.on_map(owner):
            return []
        if isinstance(ability, Action) and ability.target in ("self", "none"):
            return []
        if not self.bounces(combat, user, ability, owner.cell):
            return []
        place = Origin(owner.cell, ability.range, owner.name, self.id)
        place.who = owner.index
        place.lender = self
        place.owner = owner.index
        return [place]

    def bounces(
        self, combat: ThrumCombat, user: ThrumCombatant, ability: Ability, cell: int
    ) -> bool:
        """Return whether an ability may be used from the relay's square.

        Rule: grid.no-line-of-sight (Obstruction counts for every ability here).
        """
        reach = reach_of(combat, user, ability, ability.range)
        if combat.distance(user.cell, cell) > reach:
            return False
        return cover(combat, user.cell, cell) != OBSTRUCTED

    def lends(
        self, combat: ThrumCombat, owner: ThrumCombatant, use: Use, origin: Origin, target: int
    ) -> None:
        if self.has("a"):
            use.ignores_cover = True
        if self.has("b") and owner.able():
            self.sidestep(combat, owner, use, target)
            use.origin = owner.cell
            origin.cell = owner.cell

    def sidestep(self, combat: ThrumCombat, owner: ThrumCombatant, use: Use, target: int) -> None:
        """Move 1 to a square from which the ability can still be used."""
        way = walking.Move(combat, owner, terms.FIXED, 1)
        way.stops = [
            cell for cell in combat.grid.near[owner.cell] if self.serves(combat, use, cell, target)
        ]
        if any(cell in way.stops for cell in way.reach().cells):
            walk(combat, way)

    def serves(self, combat: ThrumCombat, use: Use, cell: int, target: int) -> bool:
        """Return whether a use from the relay's square can meet a target."""
        user = combat.units[use.actor]
        if not self.bounces(combat, user, use.ability, cell):
            return False
        if target < 0:
            return True
        reach = reach_of(combat, user, use.ability, use.ability.range)
        other = combat.units[target]
        return targeting.cannot_target(combat, user, cell, other, use.tags, reach) == ""


class Away(walking.Move):
    """A movement each of whose squares is farther from something than the last."""

    def __init__(self, combat: ThrumCombat, unit: ThrumCombatant, n: int, cells: list[int]) -> None:
        super().__init__(combat, unit, terms.FIXED, n)
        grid = combat.grid
        here = nearest(combat, unit.cell, cells)
        self.lane = [
            cell
            for cell in grid.around(unit.cell, n)
            if cell != unit.cell
            and nearest(combat, cell, cells) - here == combat.distance(unit.cell, cell)
        ]

    def lay(self) -> Obstacles:
        fresh = self.laid != self.combat.changes
        obstacles = super().lay()
        if fresh:
            for cell in range(self.combat.grid.size):
                if cell not in self.lane:
                    obstacles.bar(cell)
        return obstacles


def nearest(combat: ThrumCombat, cell: int, cells: list[int]) -> int:
    """Return the distance to the nearest of some squares."""
    return min([combat.distance(cell, one) for one in cells])


class NewtonianMechanics(Passive):
    """One who targets a creature or area with an Action may move 1 away from it, before the rolls.

    Upgrades: a, half REA farther; b, after the ability the target may be moved 1 the opposite way.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= TARGETED | ACTED
        self.recoils = self.new_counter(TURN)  # from whom, in which direction

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        if trigger.actor != owner.index:
            return []
        if trigger.kind == ACTED:
            return [1] if owner.used[self.recoils] else []
        use = trigger.use
        if use is None or use.compelled or use.ability.kind != ACTION:
            return []
        return [code for code in self.named(owner, use) if self.way(combat, owner, use, code).lane]

    def named(self, owner: ThrumCombatant, use: Use) -> list[int]:
        """Return codes for what it may recoil from: 1 an area, else 1 + the place of a target."""
        if use.area:
            return [1]
        places = range(min(len(use.targets), 19))
        return [1 + slot for slot in places if use.targets[slot] != owner.index]

    def way(self, combat: ThrumCombat, owner: ThrumCombatant, use: Use, code: int) -> Away:
        cells = use.area or [combat.units[use.targets[code - 1]].cell]
        way = Away(combat, owner, self.n("recoil"), cells)
        if way.stuck() or not way.reach().cells:
            way.lane = []
        return way

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        use = trigger.use
        if use is None:
            return f"{self.id} push"
        if use.area or len(use.targets) < 2:
            return self.id
        return f"{self.id} {combat.units[use.targets[code - 1]].name}"

    def about(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> int:
        use = trigger.use
        if use is None or use.area or len(use.targets) < 2:
            return -1
        return use.targets[code - 1]

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        use = trigger.use
        if use is None:
            self.push_back(combat, owner)
            return
        here = owner.cell
        walk(combat, self.way(combat, owner, use, code))
        if self.has("b") and owner.cell != here and not use.area:
            direction = combat.grid.direction(here, owner.cell)
            number = (1 + use.targets[code - 1]) * 10 + direction
            owner.set_count(self.recoils, owner.used[self.recoils] * EACH_RECOIL + number)

    def push_back(self, combat: ThrumCombat, owner: ThrumCombatant) -> None:
        """Move what it recoiled from the opposite way. Rule: move.forced.path."""
        rest = owner.used[self.recoils]
        owner.set_count(self.recoils, 0)
        while rest:
            number = rest % EACH_RECOIL
            rest //= EACH_RECOIL
            target = combat.units[number // 10 - 1]
            if combat.on_map(target):
                forced.push(combat, owner, target, (number % 10 + 4) % 8, 1, None)


MADE: dict[str, type[EntryAbility]] = {
    "two-body-problem": TwoBodyProblem,
    "vector-field": VectorField,
    "accelerate": Accelerate,
    "orthogonal-incidence": OrthogonalIncidence,
    "eigencomplex": Eigencomplex,
    "relay": Relay,
    "newtonian-mechanics": NewtonianMechanics,
}
