"""Small menus: every option says what it is about, so that nobody has to read its words."""

from __future__ import annotations

from affray.core.action import ActionSpace
from affray.core.choice import PASS, Menu, Option, UnlistedMenu
from affray.core.errors import IllegalError
from affray.rulesets.sovereign import actions
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant


class Ask(Menu):
    """A few words to choose from, told apart by their place.

    ``verb`` is what all but passing do, ``ability`` what it is about, ``target`` whom it concerns
    (-1 nobody), ``asks`` the question.
    """

    def __init__(
        self,
        seats: int,
        who: int,
        rule: str,
        options: list[tuple[int, str]],
        default: int = PASS,
        verb: str = "choose",
        ability: str = "",
        target: int = -1,
        asks: str = "",
    ) -> None:
        super().__init__(seats, who, rule, options, default)
        self.verb = verb
        self.ability = ability
        self.targets: list[int] = [] if target < 0 else [target]
        self.asks = asks

    def option(self, answer: int) -> Option:
        for place, (number, key) in enumerate(self.options):
            if number == answer:
                if answer == PASS:
                    return Option(PASS, key, "pass", self.who, self.targets[:])
                return self.parted(answer, key, place)
        raise IllegalError(f"answer {answer}", "it is not among the options", self.rule)

    def parted(self, answer: int, key: str, place: int) -> Option:
        """Return an option that does something."""
        about, ability = self.targets[:], self.ability
        return Option(answer, key, self.verb, self.who, about, None, ability, -1, 1 + place)

    def prompt(self) -> str:
        return self.asks or super().prompt()


class AskUnit(Ask):
    """Whom? An answer is 1 + an index."""

    def parted(self, answer: int, key: str, place: int) -> Option:
        return Option(answer, key, self.verb, self.who, [answer - 1], None, self.ability)


class AskCell(Ask):
    """Where? An answer from 2 on is 2 + a cell, 1 something else."""

    def parted(self, answer: int, key: str, place: int) -> Option:
        if answer < 2:
            return super().parted(answer, key, place)
        about = self.targets[:]
        return Option(answer, key, self.verb, self.who, about, [answer - 2], self.ability)


class AskSteps(Ask):
    """Where to go together? An answer is 1 + the place of a pair: the own cell, the other's."""

    def __init__(
        self,
        seats: int,
        who: int,
        rule: str,
        options: list[tuple[int, str]],
        default: int,
        target: int,
        pairs: list[tuple[int, int]],
    ) -> None:
        super().__init__(seats, who, rule, options, default, "drag", "", target)
        self.pairs = pairs

    def parted(self, answer: int, key: str, place: int) -> Option:
        own, other = self.pairs[answer - 1]
        return Option(
            answer, key, self.verb, self.who, self.targets[:], [own, other], "", -1, answer
        )


class AskStrike(UnlistedMenu):
    """Which attack, and at whom? An answer is the code of that action."""

    def __init__(
        self,
        seats: int,
        who: int,
        rule: str,
        options: list[tuple[int, str]],
        others: list[tuple[int, str]],
        default: int = PASS,
    ) -> None:
        super().__init__(seats, who, rule, options, others, default)

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        if answer == PASS:
            found.verb = "pass"
            return found
        found.verb = actions.AIMED[actions.verb_of(answer)]
        self.aim(found, actions.thing_of(answer), actions.target_of(answer))
        return found

    def aim(self, found: Option, place: int, target: int) -> None:
        """Fill in with which attack and at whom."""
        found.object = 1 + place
        found.targets = [target]

    def code(self, answer: int, space: ActionSpace) -> int:
        if answer == PASS:
            return space.packed(space.verb("pass"))
        verb = space.verb(actions.AIMED[actions.verb_of(answer)])
        return self.packed(verb, actions.thing_of(answer), actions.target_of(answer), space)

    def packed(self, verb: int, place: int, target: int, space: ActionSpace) -> int:
        """Return the action code of an attack, its parts as ``aim`` has them."""
        return space.packed(verb, 1 + place, 1 + target)


class AskMember(AskStrike):
    """Which member of a swarm strikes, and how? An answer is the code, with the member's index."""

    def __init__(
        self,
        seats: int,
        rule: str,
        options: list[tuple[int, str]],
        others: list[tuple[int, str]],
        default: int,
        target: int,
        crowd: int,
    ) -> None:
        super().__init__(seats, -1, rule, options, others, default)
        self.target = target
        self.crowd = crowd  # how many are in the fight

    def aim(self, found: Option, place: int, target: int) -> None:
        found.who = target
        found.object = 1 + place * self.crowd + target
        found.targets = [self.target]

    def packed(self, verb: int, place: int, target: int, space: ActionSpace) -> int:
        return space.packed(verb, 1 + place * self.crowd + target, 1 + self.target)


# ---- questions that nobody else can answer -------------------------------------------------------


def may(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    rule: str,
    yes: str,
    *,
    usual: bool = True,
    target: int = -1,
) -> bool:
    """Ask somebody whether it does something; ``target`` is whom the words name besides."""
    options = [(1, yes), (PASS, f"do not {yes}")]
    default = 1 if usual else PASS
    asked = Ask(unit.seats, unit.index, rule, options, default, "choose", "", target)
    return combat.ask(asked) == 1


def spared(combat: SovereignCombat, source: int) -> bool:
    """Ask whether a less-lethal blow is meant to leave its victim alive.

    Rule: death.less-lethal.
    """
    options = [(PASS, "spare"), (1, "do not spare")]
    asked = Ask(combat.units[source].seats, source, "death.less-lethal", options)
    return combat.ask(asked) == PASS


def screens(combat: SovereignCombat, unit: SovereignCombatant, how: str) -> bool:
    """Ask a defender whether it throws itself before its ward. Rule: screen.optional."""
    return may(combat, unit, "screen.optional", how)


def which(combat: SovereignCombat, unit: SovereignCombatant, ways: list[Strike]) -> Strike:
    """Ask with which of several attacks somebody whirls. Rule: dual.choice."""
    if len(ways) < 2:
        return ways[0]
    options = [(1 + n, f"whirl with {way.id}") for n, way in enumerate(ways)]
    return ways[combat.ask(Ask(unit.seats, unit.index, "dual.choice", options, 1, "whirl")) - 1]
