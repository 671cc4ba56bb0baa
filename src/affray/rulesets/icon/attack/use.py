"""The use of an ability under way: what its components, triggers and interrupts read and change."""

from __future__ import annotations

from typing import Final

from affray.core.effect import Held
from affray.core.window import Deed
from affray.rulesets.icon.definitions import Ability, Mod, Op

# What most uses have none of: shared while it is empty, whoever adds to it makes a new list.
NO_NUMBERS: Final[list[int]] = []
NO_WORDS: Final[list[str]] = []
NO_MODS: Final[list[Mod]] = []
NO_OPS: Final[list[Op]] = []
NO_ROLLS: Final[list[tuple[Op, int, bool]]] = []
NO_HELPED: Final[list[tuple[str, int]]] = []
NO_HELD: Final[list[tuple[int, Held]]] = []
NO_LINES: Final[list[tuple[Op, Use]]] = []

# Components of an ability. Rule: action.order-of-components.
BEFORE: Final = 0
LINE: Final = 1  # the hit or miss line
AREA: Final = 2
EFFECT: Final = 3


class Modifiers:
    """What mods have added up to, for a whole ability or for its attack alone."""

    def __init__(self) -> None:
        self.boons = 0
        self.bonus = 0
        self.boost = 0
        self.pierce = False
        self.true_strike = False
        self.no_save = False
        self.foes_only = False
        self.area_level = ""
        self.spaces = NO_MODS
        self.vigor = 0
        self.until = ""

    def add(self, mod: Mod) -> None:
        """Add one mod. Rule: attack.next-ability-modifiers."""
        word = mod.word
        if word == "boon":
            self.boons += mod.n
        elif word == "curse":
            self.boons -= mod.n
        elif word == "bonus":
            self.bonus += mod.n
        elif word == "boost":
            self.boost += mod.n
        elif word == "pierce":
            self.pierce = True
        elif word == "true-strike":
            self.true_strike = True
        elif word == "no-save":
            self.no_save = True
        elif word == "foes-only":
            self.foes_only = True
        elif word == "area-level":
            self.area_level = mod.level
        elif word == "spaces":
            self.spaces = [*self.spaces, mod]
        elif word == "vigor":
            self.vigor += mod.n
        elif word == "duration":
            self.until = mod.until

    def more_spaces(self, name: str) -> int:
        """Return what is added to a shove, pull or move."""
        return sum(mod.n for mod in self.spaces if mod.only in ("", name))


class Changes:
    """What talents, triggers and modifiers make of an ability."""

    def __init__(self) -> None:
        self.all = Modifiers()  # of the whole ability
        self.line = Modifiers()  # of the attack part alone
        self.next: Modifiers | None = None  # of what modified "your next ability" as a whole
        self.flags = NO_WORDS
        self.met = NO_WORDS  # triggers by number, texts of what modified it
        self.late = NO_OPS  # lines added by triggers
        self.farther = 0  # added to its range by what modified it


class Area:
    """The pattern of an ability, as it was laid. Rule: aoe.attack-and-area-spaces."""

    def __init__(self) -> None:
        self.cells = NO_NUMBERS
        self.units = NO_NUMBERS  # those in it, in order; without the attacked one
        self.exempt = True  # it spares its user
        self.origin = -1  # the space from which it was laid
        self.reach = -1  # with which it was laid; -1 without range
        self.drawn = -1  # from which a second pattern is drawn where nobody is attacked


class Attack:
    """The attack part of an ability: whom it attacks, and with what result."""

    def __init__(self) -> None:
        self.attacked = -1  # who stands in the attack space, or is the target, and is attacked
        self.result = -1  # -1 no attack roll, 0 miss, 1 hit, 2 critical
        self.covered = NO_NUMBERS  # who has cover from the ability
        self.shielded = NO_NUMBERS  # who was given cover or resistance against it
        self.brief = NO_HELD  # effects that last as long as it does
        self.waiting = NO_LINES  # lines of interrupts that wait for its end


class Way:
    """The movement of an ability, or a movement that is the deed itself."""

    def __init__(self) -> None:
        self.path = NO_NUMBERS
        self.heading = -1  # direction of the straight movement
        self.left = 0  # what is left of it
        self.passed = NO_NUMBERS  # the foes passed
        self.blocker = -1  # the foe that stopped it
        self.ends = False  # an interrupt has ended it


class Results:
    """What has come of an ability so far."""

    def __init__(self) -> None:
        self.rolled = NO_ROLLS  # damage of it: rolled once for all
        self.spread = False  # an operation of an area is being carried out on each in it
        self.immune = NO_NUMBERS  # surrendered to it, or untouched by it
        self.failed = NO_NUMBERS  # who failed a save of it
        self.felled = False  # somebody has fallen since it began
        self.slain = False  # its user has slain somebody
        self.slay_done = False  # and what slaying brings is done
        self.stood = -1  # where its target was when it was last hurt or shoved
        self.helped = NO_HELPED  # whom "one ally" of some words turned out to be
        self.kept = NO_WORDS  # effects that it gave its user
        self.traded = True  # False: the trade that it is about could not be made
        self.bumped = NO_NUMBERS  # who collided
        self.collided = -1  # who collides just now


class Use(Deed):
    """One use of an ability as it was declared, and what becomes of it, phase by phase."""

    def __init__(self, actor: int, target: int, ability: Ability) -> None:
        super().__init__(actor, target)
        self.ability = ability  # the part, if it is a combo
        self.whole = ability
        self.slow = False
        self.passive = False  # of a trait or summon: no action or ability
        self.targets = NO_NUMBERS  # further ones
        self.cell = -1  # terrain attacked, a space chosen, or the attack space
        self.answered: Use | None = None  # what this interrupt answers
        self.trigger_user = -1  # whose deed that is
        self.ally = -1  # whom the trigger names
        self.phase = BEFORE
        self.mods = Changes()
        self.area = Area()
        self.attack = Attack()
        self.way = Way()
        self.results = Results()

    def bonus(self) -> int:
        """Return the bonus damage dice. Rule: damage.bonus."""
        return self.mods.all.bonus + self.mods.line.bonus

    def piercing(self) -> bool:
        """Return whether its damage pierces armor now. Rule: damage.pierce."""
        return self.mods.all.pierce or (self.phase == LINE and self.mods.line.pierce)

    def saveless(self) -> bool:
        """Return whether it allows no saves now."""
        return self.mods.all.no_save or (self.phase == LINE and self.mods.line.no_save)

    def strikes_true(self) -> bool:
        """Return whether its attack strikes true. Rule: effect.true-strike."""
        if self.mods.all.true_strike or self.mods.line.true_strike:
            return True
        return self.ability.has("true-strike")

    def spaces(self, name: str, n: int) -> int:
        """Return the spaces of a shove, pull or move of ``n`` with what is added to it now."""
        more = self.mods.all.more_spaces(name)
        if self.phase == LINE:
            more += self.mods.line.more_spaces(name)
        return n + more
