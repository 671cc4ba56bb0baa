"""The attack under way: what was declared, what answers it, what was rolled, what came of it."""

from __future__ import annotations

from affray.core.event import Damaged, Part
from affray.core.window import Deed
from affray.rulesets.ingenuity.definitions import Maneuver, Power, Thing
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Piece
from affray.rulesets.ingenuity.terms import NONLETHAL, STRENGTH, TYPELESS


class Added:
    """What a manoeuvre or an answer adds to an attack before it is rolled."""

    def __init__(self) -> None:
        self.bonus = 0  # to the test
        self.damage = 0
        self.luck = 0
        self.against = 0  # further sources of disadvantage


class Answers:
    """What those who are attacked do about it."""

    def __init__(self) -> None:
        self.free = -1  # who intercepted, while it has a defence free
        self.dodges = False
        self.catches = False  # Arrow Catch
        self.dodgers: list[int] = []
        self.parry: Piece | None = None
        self.parries = 0  # deflection that a parry adds
        self.hard = -1  # Hard Parry: who makes it
        self.hook: Thing | None = None  # Hook Parry: the weapon
        self.ripostes: list[tuple[int, int]] = []  # who, and 1 if improvised
        self.worn: list[tuple[int, Piece]] = []
        self.block: Piece | None = None
        self.screen = False  # a shield of force takes the hit


class Rolled:
    """The attack test, once it is made."""

    def __init__(self) -> None:
        self.made = False
        self.total = 0
        self.edge = 0  # what counts with the total only where it is compared with a defence
        self.luck = 0
        self.critical = False
        self.strayed = False


class Result:
    """What came of an attack."""

    def __init__(self) -> None:
        self.level = 0  # what it was compared with
        self.dodged = False  # that is a dodge, not evasion
        self.sizes = 0  # what sizes have added to it
        self.hit = False
        self.through = 0  # damage that reached the character


class Attack(Deed):
    """An attack under way: what is declared, and what each later phase adds to it."""

    def __init__(self, actor: int, target: int, weapon_: Thing, piece: Piece | None) -> None:
        super().__init__(actor, target)
        self.thing = -1  # what is attacked instead of anybody: its number among the objects
        self.weapon = weapon_
        self.piece = piece
        self.thrown = False
        self.ranged = False
        self.lethal = False  # mercy is out of the question
        self.attribute = STRENGTH
        self.proficiency = ""
        self.type = TYPELESS
        self.nonlethal = weapon_.has(NONLETHAL)  # attack.nonlethal
        self.maneuver: Maneuver | None = None
        self.power: Power | None = None  # a power's: its test is made elsewhere
        self.area = False  # nobody can intercept it
        self.effect = False  # no attack at all: it can only be intercepted
        self.sizeless = False  # sizes do not change evasion
        self.counts = 1  # attacks that it counts for
        self.halts = False  # a readied Crippling Attack
        self.added = Added()
        self.answers = Answers()
        self.rolled = Rolled()
        self.result = Result()

    def landed(self, who: int) -> bool:
        """Return whether it hit somebody, and got past what blocked it. Rule: maneuver.attack."""
        blocked = self.answers.block is not None or self.answers.screen
        through = self.result.through > 0 or not blocked
        return self.result.hit and self.target == who and through


def evened(parts: list[Part], amount: int, rule: str) -> None:
    """Add to parts what a rule makes of their sum, so that they add up to an amount."""
    less = amount - sum(one for one, _ in parts)
    if less:
        parts.append((less, rule))


class Harm:
    """Damage on its way to endurance and health: whose it is, and its parts.

    ``parts`` is what is still to be taken, taken apart; kept only while somebody watches.
    """

    def __init__(self, rule: str, deed: Attack | None, parts: list[Part]) -> None:
        self.rule = rule
        self.other = deed.actor if deed is not None else -1
        self.ability = ""
        if deed is not None:
            self.ability = deed.power.id if deed.power is not None else deed.weapon.id
        self.parts = parts

    def tell(
        self,
        combat: IngenuityCombat,
        unit: IngenuityCombatant,
        what: str,
        before: int,
        after: int,
        rest: str,
    ) -> None:
        """Tell that endurance or health was lost; ``rest`` is the rule of what was beyond it."""
        lost = before - after
        if not combat.watched or not lost:
            return
        parts = self.parts
        left = sum(one for one, _ in parts) - lost
        self.parts = [(left, rest)] if left else []
        evened(parts, lost, rest)
        who = unit.index
        combat.tell(Damaged(who, what, before, after, self.rule, self.other, self.ability, parts))
