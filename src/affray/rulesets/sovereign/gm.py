"""What Sovereign leaves to the game master.

The GM is asked about what an encounter's option ``gm-rulings`` names; about anything else the
default of the rule holds. Parley, the cornered and a fight that stands still are always asked.
"""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.choice import Menu
from affray.rulesets.sovereign.condition import AFRAID
from affray.rulesets.sovereign.state import ACTIVE, Body, Field

# What ``gm-rulings`` may name, and the rule that leaves it to the GM.
TOPICS: Final = {
    "surprise": "surprise.gm-decides",
    "modifiers": "attack.mod.gm",
    "screening": "screen.feasible",
    "size": "maneuver.size",
    "morale": "morale.clearly-winning",
    "checks": "check.npc",
    "instants": "economy.instant-count",
    "free": "economy.free",
    "swaps": "ready.swap-veto",
    "deeds": "economy.other-actions",
    "provoking": "aoo.casting-safe",
}
MODIFIERS: Final = (0, 2, 4, -2, -4)
SIZES: Final = (0, -2, -4)
TOO_BIG: Final = -99  # nothing moves it


class Question(Menu):
    """A menu that says what it asks."""

    def __init__(
        self,
        seats: int,
        who: int,
        rule: str,
        options: list[tuple[int, str]],
        default: int,
        asks: str,
    ) -> None:
        super().__init__(seats, who, rule, options, default)
        self.asks = asks

    def prompt(self) -> str:
        return self.asks


class Ruling(Question):
    """A question to the GM; the first word is the default."""

    kind: ClassVar[str] = "ruling"

    def __init__(
        self, field: Field, who: int, rule: str, options: list[tuple[int, str]], asks: str
    ) -> None:
        super().__init__(1 << field.gm, who, rule, options, options[0][0], asks)


def rules(field: Field, topic: str, who: int, usual: bool, words: str) -> bool:
    """Return what the GM says where it has asked to be asked; else what is usual."""
    if not field.topics or topic not in field.topics:
        return usual
    yes, no = (1, "yes"), (2, "no")
    options = [yes, no] if usual else [no, yes]
    return field.ask(Ruling(field, who, TOPICS[topic], options, f"{words}?")) == 1


def modifier(field: Field, who: int) -> int:
    """Return a situational modifier. Rule: attack.mod.gm."""
    if "modifiers" not in field.topics:
        return 0
    options = [(10 + one, f"{one:+d}") for one in MODIFIERS]
    asks = "a modifier for this attack?"
    return field.ask(Ruling(field, who, "attack.mod.gm", options, asks)) - 10


def sized(field: Field, actor: Body, target: Body, usual: int) -> int:
    """Return what size takes from manhandling. Rule: maneuver.size."""
    if not field.topics or "size" not in field.topics:
        return usual
    numbers = [usual, *[one for one in SIZES if one != usual]]
    options = [(100 + one, f"{one:+d} for size") for one in numbers]
    if usual == TOO_BIG:
        options[0] = (100 + TOO_BIG, "it is too big")
    asks = f"what does the size of {target.name} take?"
    return field.ask(Ruling(field, actor.index, "maneuver.size", options, asks)) - 100


def judged(field: Field, unit: Body, name: str) -> int:
    """Return -1 for what an NPC is notably bad at. Rule: check.npc."""
    if not field.topics or "checks" not in field.topics or unit.sheet.pc:
        return 0
    options = [(1, "as its entry says"), (2, "bad at it")]
    asks = f"how good is {unit.name} at {name}?"
    return -1 if field.ask(Ruling(field, unit.index, "check.npc", options, asks)) == 2 else 0


# ---- morale --------------------------------------------------------------------------------------


def clearly_winning(field: Field, side: int, who: int) -> bool:
    """Return whether the standing have three times the HD of their enemies.

    Rule: morale.clearly-winning.
    """
    ours = 0
    theirs = 0
    for unit in field.units:
        if unit.present and unit.fate == ACTIVE and not unit.asleep:
            if unit.side == side:
                ours += unit.sheet.level
            else:
                theirs += unit.sheet.level
    return rules(field, "morale", who, ours >= 3 * theirs, "clearly winning")


def lost(unit: Body) -> bool:
    """Return whether a group counts somebody as lost. Rule: morale.group."""
    return not unit.present or unit.fate != ACTIVE or unit.broken or unit.has(AFRAID)


def check_morale(field: Field, hurt: Body) -> None:
    """Look at the triggers of one who lost hit points or is lost, and then of its group.

    Rules: morale.when-checked, morale.no-dice, morale.survivors, morale.individual,
    morale.henchmen.
    """
    if lost(hurt):
        check_group(field, hurt)
    elif hurt.sheet.npc and 2 * (hurt.sheet.max_hp - hurt.hp) >= hurt.sheet.max_hp:
        shake(field, hurt, "morale.individual")


def group_of(field: Field, unit: Body) -> list[Body]:
    """Return the NPCs of its side, or of the smaller group that the encounter names."""
    for names in field.groups:
        if unit.index in names:
            return [field.units[one] for one in names]
    named = [one for group in field.groups for one in group]
    return [
        one
        for one in field.units
        if one.side == unit.side and one.sheet.npc and one.index not in named
    ]


def check_group(field: Field, gone: Body) -> None:
    """Rule: morale.group: a third of the starting number or more."""
    group = group_of(field, gone)
    if gone not in group:
        return
    left = [one for one in group if not lost(one)]
    if left and 3 * (len(group) - len(left)) >= len(group):
        for unit in left:
            shake(field, unit, "morale.group")


def shake(field: Field, unit: Body, rule: str) -> None:
    """Break somebody's will, unless it is fearless or clearly winning.

    Rules: morale.fearless, morale.clearly-winning.
    """
    if lost(unit) or unit.sheet.fearless() or clearly_winning(field, unit.side, unit.index):
        return
    unit.broken = True
    field.mark_changed()
    if field.watched:
        field.say("breaks", unit.index, rule=rule)
    check_group(field, unit)
