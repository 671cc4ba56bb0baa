"""Events in sentences."""

from __future__ import annotations

from typing import Any, Final

from affray.core.combat import Combat
from affray.core.event import Event
from affray.core.words import DEED, Part, Sentences, title
from affray.rulesets.icon.state import IconCombat

WEIGHTS: Final[dict[str, int]] = {
    "uses": DEED,
    "interrupts": DEED,
    "moves": DEED,
}
SENTENCES: Final[dict[str, str]] = {
    "uses": "uses {what}{on}.",
    "interrupts": "interrupts {other} with {what}.",
    "attack": "attacks {other}: {what}.",
    "hurt": "loses {amount} hit points.",
    "vigor": "gains {amount} vigor.",
    "defeated": "is defeated.",
    "surrenders": "surrenders.",
    "rescued": "is rescued.",
    "gains": "is {what}.",
    "loses": "is no longer {what}.",
    "stance": "takes the stance {what}.",
    "marked": "is marked by {other}: {what}.",
    "falls": "falls {amount} levels.",
    "moves": "goes to {cell}.",
    "is moved": "is moved to {cell}.",
    "collides": "collides.",
    "swaps": "trades spaces with {other}.",
    "over the edge": "goes over the edge.",
    "returns": "returns at {cell}.",
    "battered": "|Terrain at {cell} takes {amount}.",
    "terrain": "makes {amount} spaces {what}.",
    "fled": "has fled.",
    "placed": "starts at {cell}.",
    "dies": "is dead.",
    "delayed": "completes {what}{on}.",
    "summons": "places {what} at {cell}.",
    "trait": "has {what}{on}.",
    "works": "works {what}.",
    "too deep": "can answer no more.",
}
ENDS: Final[dict[str, str]] = {
    "end.side-out": "one side is out",
    "end.total-defeat": "the party is defeated",
    "end.alternate-conditions": "a condition is met or the rounds have run out",
}
# What a roll is for, by its rule.
ROLLS: Final[dict[str, str]] = {
    "roll.attack-formula": "to hit",
    "roll.damage-dice": "damage",
    "action.recharge": "to recharge",
    "roll.save-ten": "a save",
    "effect.mark": "a save",
    "status.end-turn-saves": "a save",
    "effect.cleanse": "a save",
    "effect.evasion": "evasion",
    "terrain.edge-removal": "a save",
}


class IconWords(Sentences):
    """ICON's events in sentences."""

    def __init__(self) -> None:
        super().__init__(SENTENCES, WEIGHTS, ROLLS, ENDS)

    def name(self, combat: Combat[Any], who: int) -> str:
        assert isinstance(combat, IconCombat)
        unit = combat.units[who]
        return title(unit.name, unit.sheet.id, unit.sheet.name)

    def victor(self, combat: Combat[Any], side: int) -> str:
        assert isinstance(combat, IconCombat)
        return f"{combat.side_ids[side]} win" if side >= 0 else "nobody wins"

    def gap(self, combat: Combat[Any], event: Event, gap: str) -> list[Part]:
        if gap == "on":
            return [("text", " on "), self.who(combat, event.other)] if event.other >= 0 else []
        return super().gap(combat, event, gap)
