"""What to do next in a turn."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.action import ActionSpace
from affray.core.choice import PASS, Choice, Option
from affray.rulesets.quest import actions
from affray.rulesets.quest.action import acts, menu, offered
from affray.rulesets.quest.definitions import Status
from affray.rulesets.quest.state import QuestCombat, QuestCombatant

# Why an act is refused, by the rule that forbids it.
FACTS: Final[dict[str, str]] = {
    "turn.allowance": "it has no such action left",
    "turn.cannot-act": "it cannot act",
    "prone.stand-needs-ability": "it is tied up",
    "gm.will-to-fight": "it thinks of nothing but flight",
    "action.extra-attack-price": "that takes a move action and two bonus actions, once in a turn",
    "prone.definition": "it is not prone",
    "prone.stand-cost": "with Spring up the first time in a round is free, and no other",
    "condition.same-state-once": "it is so already",
    "turn.start-sequence": "it does not burn",
    "disengage.price": "that takes an attack action or two bonus actions",
    "action.draw-sheathe": "it cannot be drawn or put away like that",
    "action.pick-up-distance": "it lies too far off",
    "action.use-item": "it has no such item, or not for that unit",
    "action.ba-toggle": "that spell cannot be switched off and on",
    "attack.disarm": "the target holds nothing",
    "attack.only-enemies": "that is itself",
    "death.out-of-battle": "that unit is out of the battle",
    "sheet.armour": "it holds a shield already",
    "initiative.opening-attack": "hostilities open with an attack or a short spell, no more",
    "spell.cast-time": "no such action is due for that spell",
    "move.pool": "it has not the points for a step",
    "thrall.retain": "that is no summons of its own that could be kept",
    "thrall.mhp-is-maximum-hp": "it has not the hit points for that",
    "thrall.release": "that is no thrall",
    "turn.no-conversion": "that kind of action does not pay for it",
    "sneak.no-target": "it does not know of that unit",
    "attack.melee-range": "the target is not in its melee reach",
    "attack.ranged-range": "the target is out of range or sight",
    "attack.reload": "it is not loaded",
    "attack.hands": "its hands are not free for it",
    "spell.mp-cost": "it has too few MP",
    "spell.range-and-sight": "no target is in range and sight",
    "summon.slots-full": "it has too few summoning slots left",
    "condition.bound": "it is tied up",
    "move.max-capacity": "it cannot carry that much",
    "sneak.start-unseen": "an enemy sees it",
}


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
        self.found: offered.Acts | None = None
        self.listed: list[int] | None = None

    def acts(self) -> offered.Acts:
        """Return what is offered, to end the turn the first."""
        if self.found is None:
            self.found = offered.possible(self.field, self.unit, self.opening)
        return self.found

    def answers(self) -> list[int]:
        if self.listed is None:
            self.listed = [int(code) for code in self.acts().codes]
        return self.listed

    def unlisted(self) -> list[int]:
        """Giving up is shown to people; no program is tempted by it. Rule: end.surrender."""
        return [] if self.opening else [actions.SURRENDER]

    def option(self, answer: int) -> Option:
        if answer == PASS:
            word = "no opening attack" if self.opening else "end turn"
            return Option(PASS, word, "pass", self.unit.index)
        return menu.option(self.field, self.unit, answer)

    def code(self, answer: int, space: ActionSpace) -> int:
        return menu.code_in(self.unit, answer, space)

    def codes(self, space: ActionSpace) -> list[int]:
        unit = self.unit
        return [menu.code_in(unit, code, space) for code in self.acts().codes]

    def why_not(self, key: str) -> tuple[str, str]:
        for code in menu.thinkable(self.field, self.unit):
            if menu.key(self.field, self.unit, code) == key:
                rule = acts.forbids(self.field, self.unit, code)
                if not rule and self.opening:
                    rule = "initiative.opening-attack"
                return rule, fact(rule, code // actions.VERB) if rule else ""
        return "", ""

    def candidates(self) -> list[str]:
        return [
            menu.key(self.field, self.unit, code) for code in menu.thinkable(self.field, self.unit)
        ]

    def prompt(self) -> str:
        unit = self.unit
        if unit.helpless():
            return f"nothing can be done: {' and '.join(hindrances(unit))}"
        left = f"{unit.aa} aa, {unit.ma} ma, {unit.ba} ba"
        return f"{left}, {unit.mp} MP" if unit.sheet.spells and unit.aa + unit.ma else left


def hindrances(unit: QuestCombatant) -> list[str]:
    """Return what keeps a unit from any action, in words. Rule: turn.cannot-act."""
    found = ["summoning sickness"] if unit.sick else []
    for held in unit.effects:
        if isinstance(held.effect, Status) and held.effect.helpless:
            found.append(held.effect.id)
    return found


def fact(rule: str, verb: int) -> str:
    """Return in words why a rule forbids an act of a verb."""
    if verb == actions.BREAK_FREE and rule == "condition.bound":
        return "it is not tied up"
    return FACTS.get(rule, "the rules do not allow it now")
