"""What to do next in a turn."""

from __future__ import annotations

from typing import ClassVar

from affray.core.choice import PASS, Choice, Option
from affray.rulesets.quest import actions
from affray.rulesets.quest.action import acts, menu
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.text import refusals


class Act(Choice):
    """What to do next in a turn, or to end it. Answers are those of ``action``.

    Rules: turn.any-order, turn.allowance.
    """

    kind: ClassVar[str] = "action"

    def __init__(self, combat: QuestCombat, unit: QuestCombatant, opening: bool) -> None:
        rule = "initiative.opening-attack" if opening else "turn.any-order"
        super().__init__(unit.seats, unit.index, rule, PASS)
        self.field = combat
        self.unit = unit
        self.opening = opening
        self.listed: list[int] | None = None

    def answers(self) -> list[int]:
        if self.listed is None:
            self.listed = [PASS, *acts.possible(self.field, self.unit, self.opening)]
        return self.listed

    def unlisted(self) -> list[int]:
        """Giving up is shown to people; no program is tempted by it. Rule: end.surrender."""
        return [] if self.opening else [actions.SURRENDER]

    def option(self, answer: int) -> Option:
        if answer == PASS:
            word = "no opening attack" if self.opening else "end turn"
            return Option(PASS, word, "pass", self.unit.index)
        return menu.option(self.field, self.unit, answer)

    def why_not(self, key: str) -> tuple[str, str]:
        for code in menu.thinkable(self.field, self.unit):
            if menu.key(self.field, self.unit, code) == key:
                rule = acts.forbids(self.field, self.unit, code)
                if not rule and self.opening:
                    rule = "initiative.opening-attack"
                return rule, refusals.fact(rule, code // actions.VERB) if rule else ""
        return "", ""

    def candidates(self) -> list[str]:
        return [
            menu.key(self.field, self.unit, code) for code in menu.thinkable(self.field, self.unit)
        ]

    def prompt(self) -> str:
        unit = self.unit
        return f"{unit.aa} aa, {unit.ma} ma, {unit.ba} ba"
