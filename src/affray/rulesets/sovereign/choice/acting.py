"""The choices of a turn: who acts, and what it does."""

from __future__ import annotations

from typing import ClassVar

from affray.core.action import ActionSpace
from affray.core.choice import PASS, Choice, Option
from affray.rulesets.sovereign import actions
from affray.rulesets.sovereign.action import legality, menu
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.text import refusals


class Pick(Choice):
    """Which member of a side acts next, or that a swarm strikes. Rule: turn.members-any-order."""

    kind: ClassVar[str] = "member"

    def __init__(self, combat: SovereignCombat, side: int, ready: list[int]) -> None:
        seats = 0
        for who in ready:
            seats |= combat.units[who].seats
        super().__init__(seats, -1, "turn.members-any-order", 1 + ready[0])
        self.state = combat
        self.ready = ready

    def answers(self) -> list[int]:
        return [1 + who for who in self.ready]

    def option(self, answer: int) -> Option:
        unit = self.state.units[answer - 1]
        return Option(answer, f"act {unit.name}", "act", unit.index, [unit.index])

    def code(self, answer: int, space: ActionSpace) -> int:
        return space.packed(space.verb("act"), 0, answer)

    def prompt(self) -> str:
        return "who acts?"


class Act(Choice):
    """What to do next in a turn, or to end it. Rule: turn.actions-any-order."""

    kind: ClassVar[str] = "action"

    def __init__(self, combat: SovereignCombat, unit: SovereignCombatant, *, held: bool) -> None:
        rule = "hold.trigger" if held else "turn.actions-any-order"
        super().__init__(unit.seats, unit.index, rule, PASS)
        self.state = combat
        self.unit = unit
        self.held = held
        self.listed: list[int] | None = None

    def answers(self) -> list[int]:
        if self.listed is None:
            self.listed = [PASS, *menu.possible(self.state, self.unit, held=self.held)]
        return self.listed

    def allows(self, answer: int) -> bool:
        """Giving up, and ways to strike other than the best, are legal without being listed.

        Rules: morale.surrender, attack.attribute-choice, ranged.skill.
        """
        return answer in self.answers() or answer in self.unlisted()

    def unlisted(self) -> list[int]:
        own = self.unit.sheet
        found: list[int] = []
        if not self.held:
            last = (actions.GIVE_UP, actions.TURN_TAIL)
            found = [one for one in last if one not in self.answers()]
        for code in self.thinkable():
            if (
                actions.verb_of(code) in actions.AIMED
                and not own.strikes[actions.thing_of(code)].listed
            ):
                if not legality.forbids(self.state, self.unit, code, held=self.held):
                    found.append(code)
        return found

    def read(self, key: str) -> int:
        words = " ".join(key.split())
        for code in self.unlisted():
            if actions.key(self.state, self.unit, code) == words:
                return code
        return super().read(key)

    def option(self, answer: int) -> Option:
        if answer == PASS:
            words = "done" if self.held else "end turn"
            return Option(PASS, words, "pass", self.unit.index)
        return actions.option(self.state, self.unit, answer)

    def code(self, answer: int, space: ActionSpace) -> int:
        return actions.packed(self.state, answer, space) if answer != PASS else space.packed(0)

    def why_not(self, key: str) -> tuple[str, str]:
        for code in self.thinkable():
            if actions.key(self.state, self.unit, code) == key:
                rule = legality.forbids(self.state, self.unit, code, held=self.held)
                return rule, refusals.why(self.state, self.unit, code, rule) if rule else ""
        return "", ""

    def candidates(self) -> list[str]:
        unlisted = self.unlisted()
        return [
            actions.key(self.state, self.unit, code)
            for code in self.thinkable()
            if code not in unlisted and actions.verb_of(code) != actions.SEARCH
        ]

    def thinkable(self) -> list[int]:
        """Return every action that one may think of here."""
        return menu.thinkable(self.state, self.unit)

    def prompt(self) -> str:
        main = "Main" if self.unit.main else "no Main"
        return f"{main}, {'Move' if self.unit.step else 'no Move'}"
