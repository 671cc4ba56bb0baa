"""What to do next in a turn, or on command."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.action import ActionSpace
from affray.core.choice import PASS, Choice, Option
from affray.rulesets.ingenuity import actions
from affray.rulesets.ingenuity.action import offered, ready
from affray.rulesets.ingenuity.attack import aim
from affray.rulesets.ingenuity.choice.menu import Listed, Units
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import SPURNED
from affray.rulesets.ingenuity.text import refusals


class Act(Choice):
    """What to do next, or to end the turn; on command one action, or none.

    Rules: turn.three-actions, action.command.limits, setup.instigating-action.
    """

    kind: ClassVar[str] = "action"

    def __init__(self, combat: IngenuityCombat, unit: IngenuityCombatant, own: bool) -> None:
        rule = "turn.three-actions" if own else "action.command"
        super().__init__(unit.seats, unit.index, rule, PASS)
        self.field = combat
        self.unit = unit
        self.own = own
        self.listed: list[int] | None = None
        self.grips: list[int] = []  # every way to fill the hands, once the answers are listed

    def narrowed(self) -> bool:
        """Return whether so little may be left that nothing is to be chosen.

        Else there are always two answers at least: to end the turn, or to surrender.
        Rules: setup.instigating-action, end.surrender.
        """
        unit = self.unit
        opens = unit.index == self.field.instigator and self.field.aimed >= 0
        spurned = unit.used[SPURNED] > 0
        return opens or spurned or (unit.effects != [] and unit.is_held("bidden"))

    def forced(self) -> list[int]:
        """Return the attacks with which the instigator must open.

        Rule: setup.instigating-action.
        """
        combat = self.field
        if not self.own or self.unit.index != combat.instigator or combat.aimed < 0:
            return []
        if not combat.units[combat.aimed].awake:
            return []  # the target is down
        return aim.strikes_at(combat, self.unit, combat.aimed)

    def bidden(self, found: list[int]) -> list[int]:
        """Return what is left to somebody provoked who has yet to target who provoked it.

        At least one of its actions must, if possible: so the last one, and no earlier end.
        """
        unit = self.unit
        if not self.own or not unit.effects or not unit.is_held("bidden") or unit.actions < 1:
            return found
        aimed = [
            one
            for one in found
            if actions.verb_of(one) in offered.TARGETED
            and unit.from_whom("bidden", actions.b_of(one))
            and self.field.enemies(unit, self.field.units[actions.b_of(one)])
        ]
        if not aimed:
            return found
        return [one for one in found if one in aimed or self.leaves_some(one)]

    def leaves_some(self, answer: int) -> bool:
        """Return whether something leaves an action for what has yet to be done."""
        verb = actions.verb_of(answer)
        if answer == PASS or verb in actions.ENDING:
            return False
        price = offered.price_of(self.field, self.unit, answer)
        if verb == actions.GO_ON:
            price = self.unit.task_left
        elif verb == actions.IMPROVISE:
            price = 1
        return price < self.unit.actions

    def answers(self) -> list[int]:
        if self.listed is None:
            found = self.forced()
            if not found:
                field, unit, every = self.field, self.unit, offered.ALL_VERBS
                found = offered.possible(field, unit, self.own, every, self.grips)
                found.insert(0, PASS)
                found = self.bidden(found)
            if found[0] != PASS:
                self.default = found[0]
            self.listed = found
        return self.listed

    def tempting(self, verbs: offered.Verbs) -> list[int]:
        """Return the listed answers of those verbs that somebody wants at all, sooner than all.

        Where little may be left, all are returned.
        """
        if self.listed is not None or self.narrowed():
            return self.answers()
        return [PASS, *offered.possible(self.field, self.unit, self.own, verbs)]

    def unlisted(self) -> list[int]:
        """Return what is legal and no program is tempted by: attacks on friends, assisting.

        Also what else fate buys, and readying step by step.
        Rules: attack.ally, test.assist, fate.other, action.ready.what.
        """
        if self.forced():
            return []
        field, unit = self.field, self.unit
        codes = aim.friendly_fire(field, unit) + offered.assists(field, unit)
        if self.own:
            codes += [*offered.other_fates(), ready.OPEN]
        return [
            code for code in codes if not offered.forbids(self.field, self.unit, code, self.own)
        ]

    def allows(self, answer: int) -> bool:
        """Return whether an answer is legal: more can be readied than is listed."""
        if super().allows(answer):
            return True
        return actions.verb_of(answer) == actions.READY and answer in self.readies()

    def readies(self) -> list[int]:
        """Return everything that can be readied, if anything can. Rule: action.ready.what."""
        field, unit = self.field, self.unit
        if not any(actions.verb_of(answer) == actions.READY for answer in self.answers()):
            return []
        found = ready.every_ready(field, unit)
        return [one for one in found if not offered.forbids(field, unit, one, self.own)]

    def read(self, key: str) -> int:
        words = " ".join(key.split())
        if words.startswith("ready "):
            for one in self.readies():
                if offered.key(self.field, self.unit, one) == words:
                    return one
        return super().read(key)

    def fallback(self) -> int:
        if self.narrowed():
            self.answers()
        return self.default

    def option(self, answer: int) -> Option:
        if answer == PASS:
            word = "end turn" if self.own else "nothing"
            return Option(PASS, word, "pass", self.unit.index)
        return offered.option(self.field, self.unit, answer)

    def code(self, answer: int, space: ActionSpace) -> int:
        if answer == PASS:
            return PASS
        grips: list[int] = []
        if actions.verb_of(answer) == actions.BRANDISH:
            grips = offered.every_grip(self.field, self.unit)
        return offered.packed(self.field, [answer], space, grips)[0]

    def codes(self, space: ActionSpace) -> list[int]:
        return offered.packed(self.field, self.answers(), space, self.grips)

    def why_not(self, key: str) -> tuple[str, str]:
        field, unit = self.field, self.unit
        codes = [*offered.thinkable(field, unit), *aim.all_strikes(field, unit)]
        codes += [*aim.friendly_fire(field, unit), *offered.assists(field, unit)]
        codes += [*offered.other_fates(), ready.OPEN]
        if key.startswith("ready "):
            codes += ready.every_ready(field, unit)
        for code in codes:
            if offered.key(field, unit, code) == key:
                rule = offered.forbids(field, unit, code, self.own)
                if not rule and self.forced():
                    rule = "setup.instigating-action"
                if not rule and not self.allows(code):
                    rule = "maneuver.steps"  # provoked
                return rule, refusals.fact(rule, actions.verb_of(code))
        return "", ""

    def candidates(self) -> list[str]:
        field, unit = self.field, self.unit
        return [offered.key(field, unit, code) for code in offered.thinkable(field, unit)]

    def prompt(self) -> str:
        unit = self.unit
        found = [f"{unit.actions} actions", f"{unit.stamina} stamina", f"{unit.focus} focus"]
        return ", ".join([*found, f"{unit.fate_points} fate"] if unit.fate_points else found)


def member(combat: IngenuityCombat, able: list[int]) -> int:
    """Let a team choose which of its members takes the turn, in any order it likes.

    Rules: turn.team-picks, turn.free-order.
    """
    options = [(1 + one, combat.units[one].name) for one in able]
    seats = 0
    for one in able:
        seats |= combat.units[one].seats
    return combat.ask(Units(seats, -1, "turn.team-picks", options, options[0][0])) - 1


DROPPED: Final = 1


class GoOn(Listed):
    """Whether to go on with what is unfinished; what is free may be done first.

    No program is tempted by the latter. Rules: action.spanning.first, action.spanning.abandon,
    action.free.
    """

    def __init__(self, combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
        options = [(PASS, "continue"), (DROPPED, "abandon")]
        super().__init__(unit.seats, unit.index, "action.spanning.abandon", options)
        self.turn = Act(combat, unit, True)

    def unlisted(self) -> list[int]:
        """Return what is free. Rule: action.free."""
        field, unit = self.turn.field, self.turn.unit
        codes = [*offered.free_codes(field, unit), *offered.other_fates()]
        return [
            code
            for code in codes
            if actions.verb_of(code) != actions.ABANDON
            and not offered.forbids(field, unit, code, True)
        ]

    def option(self, answer: int) -> Option:
        if answer in (PASS, DROPPED):
            return super().option(answer)
        return offered.option(self.turn.field, self.turn.unit, answer)

    def why_not(self, key: str) -> tuple[str, str]:
        return self.turn.why_not(key)


def abandon(unit: IngenuityCombatant) -> None:
    """Drop what is unfinished; what was spent on it is lost. Rule: action.spanning.abandon."""
    unit.task = unit.task_code = unit.task_left = 0
