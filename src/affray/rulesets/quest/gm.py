"""What Quest leaves to the game master; each choice has a documented default.

Other helplessness, detection and the like are edits of the state: the status flat-footed, the field
unseen. Rough ground, unusual movement and who opened hostilities stand in the encounter and sheets.
Rules: gm.other-flat-footed, gm.other-half-rate, gm.movement-values, gm.who-initiates, gm.detection.
"""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.action import ActionSpace
from affray.core.choice import PASS, Menu, Option
from affray.core.setup import Value
from affray.rulesets.quest import end
from affray.rulesets.quest.sheet import Fault
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import OPTION_NAMES, VANISHED

GIVE_UP: Final = 1
FLEE: Final = 2
VERBS: Final = ("pass", "give-up", "flee")


class Ruling(Menu):
    """A question to the GM; the first word is the default."""

    kind: ClassVar[str] = "ruling"

    def __init__(
        self, combat: QuestCombat, who: int, rule: str, options: list[tuple[int, str]], asks: str
    ) -> None:
        super().__init__(1 << combat.gm, who, rule, options, options[0][0])
        self.asks = asks

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        found.verb = VERBS[answer % 10]
        if answer != PASS:
            found.targets = [answer // 10 if self.rule == "gm.speech" else self.who]
        return found

    def code(self, answer: int, space: ActionSpace) -> int:
        if answer == PASS:
            return PASS
        target = answer // 10 if self.rule == "gm.speech" else self.who
        return space.packed(space.verb(VERBS[answer % 10]), 0, 1 + target)

    def prompt(self) -> str:
        return self.asks


def option_faults(options: dict[str, Value]) -> list[Fault]:
    """Return what is wrong with the options of a battle. Rule: gm.options."""
    found: list[Fault] = []
    for name, value in options.items():
        if name == "opening":
            continue  # initiative.several-initiators: names, looked up with the members
        if name not in OPTION_NAMES:
            what = f"found no option of Quest, expected one of {', '.join(OPTION_NAMES)}"
            found.append(Fault(f"options.{name}", what, "gm.options"))
        elif not isinstance(value, bool):
            what = f"found {value}, expected true or false"
            found.append(Fault(f"options.{name}", what, "gm.options"))
    return found


def wavers(combat: QuestCombat, unit: QuestCombatant) -> bool:
    """Return whether the GM is asked about a unit's will to fight. Rule: gm.will-to-fight."""
    if not unit.npc or unit.fleeing:
        return False
    team = [one for one in combat.units if one.side == unit.side and took_part(combat, one)]
    gone = len([unit for unit in team if not unit.present])
    return 2 * gone >= len(team) or 4 * unit.hp <= unit.max_hp


def took_part(combat: QuestCombat, unit: QuestCombatant) -> bool:
    """Return whether a unit is of the battle: summons that vanished at its start are not.

    Rule: setup.unthralled-vanish-at-start.
    """
    return unit.fate != VANISHED or unit.index in combat.lineup.order


def ask_morale(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Ask whether a GM unit fights on, gives up or sets out to flee. Rule: gm.will-to-fight."""
    if wavers(combat, unit):
        options = [(PASS, "fight on"), (GIVE_UP, "give up"), (FLEE, "flee")]
        asks = f"does {unit.name} fight on?"
        heed(
            combat, unit, combat.ask(Ruling(combat, unit.index, "gm.will-to-fight", options, asks))
        )


def heed(combat: QuestCombat, unit: QuestCombatant, word: int) -> None:
    """Let a unit do as the GM says: fight on, give up, or set out to flee."""
    if word == GIVE_UP:
        end.give_up(combat, unit)
    elif word == FLEE:
        combat.tell_condition(unit.index, "fleeing", int(unit.fleeing), 1, "gm.will-to-fight")
        unit.fleeing = True
        combat.mark_changed()


def hear(combat: QuestCombat, speaker: QuestCombatant) -> None:
    """Tell the GM that a unit speaks; by default nothing comes of it. Rule: gm.speech."""
    options = [(PASS, "nothing")]
    for unit in combat.units:
        if unit.npc and unit.present:
            options.append((10 * unit.index + GIVE_UP, f"{unit.name} gives up"))
            if not unit.fleeing:
                options.append((10 * unit.index + FLEE, f"{unit.name} flees"))
    if len(options) > 1:
        asks = f"what does the speech of {speaker.name} achieve?"
        answer = combat.ask(Ruling(combat, speaker.index, "gm.speech", options, asks))
        if answer != PASS:
            heed(combat, combat.units[answer // 10], answer % 10)
