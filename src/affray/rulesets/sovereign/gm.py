"""What Sovereign leaves to the game master, and the morale of NPCs.

Situational modifiers, the count of Instants, other actions, veto of swaps and odd checks are edits
of the state or refusals at the table; the engine's defaults are those of the rules.
Rules: attack.mod.gm, economy.instant-count, economy.other-actions, ready.swap-veto, check.npc,
screen.feasible, morale.henchmen.
"""

from __future__ import annotations

from typing import ClassVar

from affray.core.choice import Menu
from affray.rulesets.sovereign.state import ACTIVE, Body, Field


class Ruling(Menu):
    """A question to the GM; the first word is the default."""

    kind: ClassVar[str] = "ruling"

    def __init__(
        self, field: Field, who: int, rule: str, options: list[tuple[int, str]], asks: str
    ) -> None:
        super().__init__(1 << field.gm, who, rule, options, options[0][0])
        self.asks = asks

    def prompt(self) -> str:
        return self.asks


def clearly_winning(field: Field, side: int) -> bool:
    """Return whether the standing have three times the HD of their enemies.

    Rule: morale.clearly-winning.
    """
    ours = 0
    theirs = 0
    for unit in field.units:
        if unit.present and unit.fate == ACTIVE:
            if unit.side == side:
                ours += unit.sheet.level
            else:
                theirs += unit.sheet.level
    return ours >= 3 * theirs


def check_morale(field: Field, lost: Body) -> None:
    """Look at the triggers of one who lost hit points or left, and of its group.

    Rules: morale.when-checked, morale.no-dice, morale.survivors.
    """
    if lost.sheet.npc and lost.present and lost.fate == ACTIVE and not lost.broken:
        if 2 * (lost.sheet.max_hp - lost.hp) >= lost.sheet.max_hp:
            shake(field, lost, "morale.individual")
    check_group(field, lost.side)


def check_group(field: Field, side: int) -> None:
    """Rule: morale.group: a third of the starting number or more."""
    group = [one for one in field.units if one.side == side and one.sheet.npc]
    gone = [one for one in group if not one.present or one.fate != ACTIVE or one.broken]
    if gone and 3 * len(gone) >= len(group):
        for unit in group:
            shake(field, unit, "morale.group")


def shake(field: Field, unit: Body, rule: str) -> None:
    """Break somebody's will, unless it is fearless or clearly winning.

    Rules: morale.fearless, morale.clearly-winning.
    """
    if unit.broken or unit.sheet.fearless() or not unit.present or unit.fate != ACTIVE:
        return
    if clearly_winning(field, unit.side):
        return
    unit.broken = True
    field.touch()
    if field.watched:
        field.say("breaks", unit.index, rule=rule)
    check_group(field, unit.side)
