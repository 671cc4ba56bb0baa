"""Saves at the end of a turn, and being cleansed."""

from __future__ import annotations

from typing import Final

from affray.core.effect import TURN_END, Held
from affray.rulesets.icon import choice
from affray.rulesets.icon.condition import saves, states, traits
from affray.rulesets.icon.definitions import BLIGHT, MARK, STATUS, State
from affray.rulesets.icon.state import IconCombat, IconCombatant


def end_turn_saves(combat: IconCombat, unit: IconCombatant) -> None:
    """Save against every status, and marks whose text allows it, one by one.

    Rules: status.end-turn-saves, status.separate-saves, status.ongoing, effect.unstoppable,
    status.hatred, effect.mark.
    """
    for held in states.of_kind(unit, STATUS):
        if held.ends == TURN_END and held.anchor == unit.index:
            states.lose(combat, unit, held.effect.id)  # by itself, before saves
    for held in states.of_kind(unit, STATUS):
        if not states.savable(unit, held) or held not in unit.effects or not unit.able():
            continue
        if saves.succeeds(combat, unit, "status.end-turn-saves", held.effect.id):
            saved(combat, unit, held)
    for held in states.of_kind(unit, MARK):
        effect = held.effect
        if isinstance(effect, State) and effect.saved and held in unit.effects and unit.able():
            if saves.succeeds(combat, unit, "effect.mark", effect.id):
                states.end_mark(combat, unit, held)


def saved(combat: IconCombat, unit: IconCombatant, held: Held) -> None:
    """End a status by a save, and let traits answer that."""
    states.lose(combat, unit, held.effect.id)
    for other in combat.units:
        if unit.able():
            traits.answered(combat, other, unit, "a foe within 4 ends a status by a save")


# ---- cleansing ---------------------------------------------------------------------------------

BLIGHTS_GO: Final = 1
MARK_GOES: Final = 2
SAVE_ALL: Final = 3


def cleanse(combat: IconCombat, unit: IconCombatant, flags: list[str]) -> None:
    """Let a cleansed character choose. Rule: effect.cleanse."""
    if states.untouched(combat, unit):
        return
    done: list[int] = []
    for _ in range(2 if "cleanse-two" in flags else 1):
        menu = [cleansing for cleansing in cleansings(unit) if cleansing[0] not in done]
        if not menu:
            return
        answer = menu[0][0]
        if len(menu) > 1:
            asked = choice.Pick(unit.seats, unit.index, "effect.cleanse", menu, "cleanse", answer)
            answer = combat.ask(asked)
        done.append(answer)
        apply_cleanse(combat, unit, answer, 1 if "cleanse-boon" in flags else 0)


def cleansings(unit: IconCombatant) -> list[tuple[int, str]]:
    """Return what being cleansed can do for somebody, as a menu."""
    found: list[tuple[int, str]] = []
    if any(states.savable(unit, held) for held in states.of_kind(unit, STATUS)):
        found.append((SAVE_ALL, "save against statuses"))
    if states.of_kind(unit, BLIGHT):
        found.append((BLIGHTS_GO, "remove blights"))
    if states.of_kind(unit, MARK):
        found.append((MARK_GOES, "end a mark"))
    return found


def apply_cleanse(combat: IconCombat, unit: IconCombatant, answer: int, boons: int) -> None:
    """Do what was chosen; ``boons`` are added to the saves."""
    if answer == BLIGHTS_GO:
        for held in states.of_kind(unit, BLIGHT):
            states.lose(combat, unit, held.effect.id)
    elif answer == MARK_GOES:
        marks = states.of_kind(unit, MARK)
        number = 0
        if len(marks) > 1:
            menu = [
                (n, f"{held.effect.id} of {combat.units[held.source].name}")
                for n, held in enumerate(marks)
            ]
            owners = [held.source for held in marks]
            number = combat.ask(
                choice.Whose(unit.seats, unit.index, "effect.cleanse", menu, "end-mark", owners)
            )
        states.end_mark(combat, unit, marks[number])
    else:
        for held in states.of_kind(unit, STATUS):
            if states.savable(unit, held) and held in unit.effects and unit.able():
                if saves.succeeds(combat, unit, "effect.cleanse", held.effect.id, boons):
                    saved(combat, unit, held)


def cleanse_all(combat: IconCombat, unit: IconCombatant) -> None:
    """End all blights, marks and statuses that are not ongoing."""
    if states.untouched(combat, unit):
        return
    for held in states.of_kind(unit, MARK):
        states.end_mark(combat, unit, held)
    for held in states.of_kind(unit, BLIGHT) + states.of_kind(unit, STATUS):
        states.lose(combat, unit, held.effect.id)
