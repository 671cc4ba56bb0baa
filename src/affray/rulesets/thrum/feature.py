"""Features, what acts on a combat, and what they speak of: numbers, moments, abilities, uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from affray.core.effect import Effect, Held, Sum
from affray.core.event import Part
from affray.core.reach import Obstacles
from affray.core.window import Deed
from affray.rulesets.thrum.terms import ATTACK_TAGS, NO_DEFENCE, PASSIVE, SUCCESS

if TYPE_CHECKING:
    from affray.rulesets.thrum.state import Terrain, ThrumCombat, ThrumCombatant


NOTHING: Final[list[int]] = []  # what most features have to do at most triggers


@mypyc_attr(free_list_len=1)
class Number(Sum):
    """A number of Thrum under way.

    Who rolls, against whom, and the use of an ability it belongs to.
    """

    def __init__(self, kind: int, who: int, other: int, told: bool, use: Use | None) -> None:
        super().__init__(kind, who, other, told)
        self.use = use
        self.defence = NO_DEFENCE
        self.origin = -1  # the square the attack comes from


@mypyc_attr(free_list_len=1)
class Trigger(Deed):
    """An event that effects may respond to: its kind and whatever of the rest applies."""

    def __init__(self, kind: int, actor: int, target: int, use: Use | None) -> None:
        super().__init__(actor, target)
        self.kind = kind
        self.use = use
        self.cell = -1
        self.goal = -1
        self.amount = 0
        self.load = -1  # FATIGUE or STRESS
        self.status: Feature | None = None
        self.source = -1
        self.own = False  # a movement of the mover's own Move, Action or Stance
        self.slot = -1  # place of the target among those of the use
        self.extra = 0  # more squares of movement to be paid for the step
        self.teleport = False
        self.move: object = None  # the movement by a budget under way, if it is one
        self.free = False  # a step that does not happen costs nothing
        self.turned = 0  # taken off `amount`, to be taken as the other Load afterwards
        self.turned_by = ""  # the ability that does so
        self.parts: list[Part] | None = None  # what `amount` is made of, if anybody watches

    def change(self, n: int, why: str) -> None:
        """Add to the amount; ``why`` is the rule or ability that does so."""
        self.amount += n
        if self.parts is not None:
            self.parts.append((n, why))


@mypyc_attr(free_list_len=1)
class Origin:
    """A square from which a use may be judged, with its Range from there and a name for keys."""

    def __init__(self, cell: int, range: int, name: str = "here", feature: str = "") -> None:
        self.cell = cell
        self.range = range
        self.name = name
        self.feature = feature
        self.most = -1  # what the Range from there never exceeds, -1 if there is no limit
        self.reach = -1  # how far the ability at hand reaches from there, once worked out
        self.only = False  # the use may be judged from nowhere else
        self.who = -1  # whose square it is
        self.lender: Feature | None = None  # what has something to do when it is picked
        self.owner = -1  # and whose it is

    def key(self, combat: ThrumCombat) -> str:
        return f"from {self.name}"


class Feature(Effect):
    """Anything in force on somebody that modifies numbers, responds to triggers or changes ground.

    ``adjusts``, ``listens`` and ``notices`` are the sets of numbers and moments at which it has
    something to say; it is not called at others.
    """

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.name = id.replace("-", " ").capitalize()
        self.adjusts = 0
        self.listens = 0
        self.notices = 0
        self.rule = id  # what it cites for a modifier
        self.unhindered = False  # nothing reduces or hinders its bearer's movement
        self.buff = False
        self.teleports = False  # the other ways to move that it offers
        self.costless = False  # they may cost no movement
        self.uncounted = False  # its Terrain Effect does not count toward the limit of one

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        """Add to a number. Pure."""

    def ground(
        self,
        combat: ThrumCombat,
        owner: ThrumCombatant,
        mover: ThrumCombatant,
        obstacles: Obstacles,
    ) -> None:
        """Say what squares cost a mover and how they harm it."""

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        """Do what follows without anybody's choice and without an order (Potential)."""

    def origins(
        self, combat: ThrumCombat, owner: ThrumCombatant, user: ThrumCombatant, ability: Ability
    ) -> list[Origin]:
        """Return other squares from which ``user`` may use an ability now."""
        return []

    def lends(
        self, combat: ThrumCombat, owner: ThrumCombatant, use: Use, origin: Origin, target: int
    ) -> None:
        """Do what comes with a use from a square that it lends; ``target`` -1.

        None is named yet.
        """

    def keeps_hidden(self, combat: ThrumCombat, owner: ThrumCombatant) -> bool:
        """Return whether Hidden does not end now."""
        return False

    def keeps_stance(self, combat: ThrumCombat, owner: ThrumCombatant, ability: Ability) -> bool:
        """Return whether a Stance that would end by its own text stays, or has been replaced."""
        return False

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        """Return what the owner may or must do at a trigger now: codes 1 to 19, [] if nothing.

        Nobody changes the list.
        """
        return NOTHING

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        """Return whether the response is no choice."""
        return False

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        """Return the key of a response."""
        return self.id

    def about(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> int:
        """Return whom a response is about, so that its key may name it; -1 if it is nobody."""
        return -1

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        """Do it."""


class Ability(Feature):
    """An ability as one character has it.

    Its numbers worked out from that sheet and its upgrades.
    """

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.code = id  # of the ability whose code it has
        self.art = ""
        self.kind = PASSIVE
        self.tags = 0
        self.range = 0
        self.modifier = 0  # of its Art
        self.slot = -1  # place among the abilities of the sheet
        self.joint = False  # the contests of all targets come before any of its entries
        self.limit = -1  # its first counter in `used`, -1 if it has none
        self.worth = -1.0  # for programs: what a success, or the Stance, is always worth
        self.text = ""

    def attack(self) -> bool:
        return self.tags & ATTACK_TAGS != 0

    def cannot(self, combat: ThrumCombat, user: ThrumCombatant) -> str:
        """Return the rule that forbids taking it now, "" if none does. Asks and changes nothing."""
        return ""

    def potential_cap(self) -> int:
        """Return the most Potential that a Nova ability holds. Rule: nova.potential-cap."""
        return 0

    def answers(self, combat: ThrumCombat, user: ThrumCombatant) -> list[int]:
        """Return for the Action menu: 0 for "as it is", or 1 + target, in a fixed order."""
        return [0]

    def target_rule(
        self, combat: ThrumCombat, user: ThrumCombatant, target: ThrumCombatant
    ) -> tuple[str, str]:
        """Return the rule that forbids a target, and the fact; two empty texts if none does."""
        return "", ""

    def nobody(self, combat: ThrumCombat, user: ThrumCombatant) -> tuple[str, str]:
        """Return the rule by which it has no target now, and the fact: about the nearest."""
        return "target.needs-valid-target", f"nobody is a valid target of {self.name} now"

    def act(self, combat: ThrumCombat, user: ThrumCombatant, answer: int) -> None:
        """Take the Action."""

    def before(self, combat: ThrumCombat, use: Use) -> None:
        """Do what comes after declaration and Overexert, before targeting triggers and rolls."""

    def in_reach(self, combat: ThrumCombat, use: Use, slot: int) -> bool:
        """Return whether a use whose Range is below 0 can still meet a target."""
        return True

    def meets(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        """Do what depends on where one target stands just before its contest. Asks nothing."""

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        """Apply to one target the entries that its result calls for."""

    def resolved(self, combat: ThrumCombat, use: Use) -> None:
        """Do what follows the contests of all targets, before Finisher's rolls."""

    def finished(self, combat: ThrumCombat, use: Use) -> None:
        """Do what follows Finisher's Incapacity Rolls."""

    def after(self, combat: ThrumCombat, use: Use) -> None:
        """Do what closes the ability."""

    def unreachable(self, combat: ThrumCombat, owner: ThrumCombatant, enemy: ThrumCombatant) -> str:
        """Return the rule by which this Stance forbids an enemy to target its owner, "" if none."""
        return ""

    def taken(self, combat: ThrumCombat, owner: ThrumCombatant, renewed: bool) -> None:
        """Do what happens when the Stance is taken or renewed."""

    def ended(self, combat: ThrumCombat, owner: ThrumCombatant) -> None:
        """Do what happens when the Stance ends or its owner falls."""

    def enters(self, combat: ThrumCombat, terrain: Terrain, trigger: Trigger) -> None:
        """Do what a placed Terrain Effect of this ability does to one who enters it."""


class Attack:
    """How a use of an ability goes on one of its targets: declared, answered, resolved.

    What is no attack has no contest: its result is a Success.
    """

    def __init__(self, aimed: int) -> None:
        self.aimed = aimed  # the target as named, before any retargeting
        self.boons = 0  # on the attack roll
        self.defence_boons = 0
        self.defence_bonus = 0
        self.defence = NO_DEFENCE
        self.margin = 0  # attack less defence total; no rule reads more than its grade
        self.result = SUCCESS
        self.dealt = 0  # Fatigue dealt so far
        self.reduced = 0  # Fatigue or Stress still to be taken off
        self.reduced_by = ""  # by which ability

    def start(self) -> None:
        """Begin to resolve it: nothing has been dealt yet, nothing taken off."""
        self.dealt = 0
        self.reduced = 0


class Use(Deed):
    """One use of an ability: what is declared, and an attack on each target, in the same order."""

    def __init__(self, user: int, ability: Ability, origin: int) -> None:
        super().__init__(user, -1)
        self.ability = ability
        self.owner = user  # whose ability it is; differs for a puppet
        self.origin = origin  # square from which range and Cover are counted
        self.standing = -1  # square in which its user counts as standing, if not in its own
        self.modifier = ability.modifier
        self.tags = ability.tags
        self.range = ability.range
        self.targets: list[int] = []
        self.attacks: list[Attack] = []
        self.area: list[int] = []
        self.overexert = 0  # 0 not; else the option taken, from 1
        self.compelled = False  # no Action of its user
        self.ignores_cover = False
        self.contested = 0  # the one defence that may contest it, if its text names one
        self.silent = False  # sets off no Triggered Effects of enemy abilities
        self.stays_hidden = False  # it does not end Hidden of its user: it has just given it
        self.willing = False  # its targets do not defend
        self.boons = 0  # on every attack roll of this use
        self.now = -1  # place of the target being resolved
        self.memory = 0  # for the ability's own bookkeeping in this use
        self.pledges: list[int] = []  # who * 1000 + slot of abilities that have more to do with it

    def attack(self) -> bool:
        """Return whether it is contested. Rule: attack.type."""
        return self.tags & ATTACK_TAGS != 0

    def square(self, combat: ThrumCombat) -> int:
        """Return the square of its user, or the one that counts as that."""
        return self.standing if self.standing >= 0 else combat.units[self.actor].cell

    def present(self, who: int) -> Attack | None:
        """Return the attack on the target being resolved, if that is ``who``."""
        if self.now >= 0 and self.targets[self.now] == who:
            return self.attacks[self.now]
        return None

    def named(self, slot: int) -> bool:
        """Return whether a target is still the one that was named: no other was ever targeted.

        Rule: trigger.once-per-event.
        """
        return self.targets[slot] == self.attacks[slot].aimed

    def names(self, who: int) -> bool:
        """Return whether somebody is a target that was named, not one put in another's place."""
        return who in self.targets and self.named(self.targets.index(who))

    def redirected(self) -> bool:
        """Return whether somebody stands in the place of a target that was named."""
        return any(not self.named(slot) for slot in range(len(self.targets)))

    def redirect(self, slot: int, who: int) -> None:
        """Put another in the place of a target; what helped or hindered the first stays with it.

        Rule: trigger.once-per-event (it is no new targeting).
        """
        self.targets[slot] = who
        attack = self.attacks[slot]
        attack.boons = 0
        attack.defence_boons = 0
        attack.defence_bonus = 0
