"""What Sovereign leaves to the game master.

The GM is asked about what an encounter's option ``gm-rulings`` names; about anything else the
default of the rule holds. Parley, the cornered and a fight that stands still are always asked.
"""

from __future__ import annotations

from typing import ClassVar, Final

from affray.rulesets.sovereign.choice.menus import Ask
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import ACTIVE

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


class Ruling(Ask):
    """A question to the GM; the first word is the default."""

    kind: ClassVar[str] = "ruling"

    def __init__(
        self,
        combat: SovereignCombat,
        who: int,
        rule: str,
        options: list[tuple[int, str]],
        asks: str,
    ) -> None:
        seats, default = 1 << combat.gm, options[0][0]
        super().__init__(seats, who, rule, options, default, "rule", "", -1, asks)


def rules(combat: SovereignCombat, topic: str, who: int, usual: bool, words: str) -> bool:
    """Return what the GM says where it has asked to be asked; else what is usual."""
    if not combat.topics or topic not in combat.topics:
        return usual
    yes, no = (1, "yes"), (2, "no")
    options = [yes, no] if usual else [no, yes]
    return combat.ask(Ruling(combat, who, TOPICS[topic], options, f"{words}?")) == 1


def modifier(combat: SovereignCombat, who: int) -> int:
    """Return a situational modifier. Rule: attack.mod.gm."""
    if "modifiers" not in combat.topics:
        return 0
    options = [(10 + one, f"{one:+d}") for one in MODIFIERS]
    asks = "a modifier for this attack?"
    return combat.ask(Ruling(combat, who, "attack.mod.gm", options, asks)) - 10


def sized(
    combat: SovereignCombat, actor: SovereignCombatant, target: SovereignCombatant, usual: int
) -> int:
    """Return what size takes from manhandling. Rule: maneuver.size."""
    if not combat.topics or "size" not in combat.topics:
        return usual
    numbers = [usual, *[one for one in SIZES if one != usual]]
    options = [(100 + number, f"{number:+d} for size") for number in numbers]
    if usual == TOO_BIG:
        options[0] = (100 + TOO_BIG, "it is too big")
    asks = f"what does the size of {target.name} take?"
    return combat.ask(Ruling(combat, actor.index, "maneuver.size", options, asks)) - 100


def judged(combat: SovereignCombat, unit: SovereignCombatant, name: str) -> int:
    """Return -1 for what an NPC is notably bad at. Rule: check.npc."""
    if not combat.topics or "checks" not in combat.topics or unit.sheet.pc:
        return 0
    options = [(1, "as its entry says"), (2, "bad at it")]
    asks = f"how good is {unit.name} at {name}?"
    return -1 if combat.ask(Ruling(combat, unit.index, "check.npc", options, asks)) == 2 else 0


def clearly_winning(combat: SovereignCombat, side: int, who: int) -> bool:
    """Return whether the standing have three times the HD of their enemies.

    Rule: morale.clearly-winning.
    """
    ours = 0
    theirs = 0
    for unit in combat.units:
        if unit.present and unit.fate == ACTIVE and not unit.asleep:
            if unit.side == side:
                ours += unit.sheet.level
            else:
                theirs += unit.sheet.level
    return rules(combat, "morale", who, ours >= 3 * theirs, "clearly winning")
