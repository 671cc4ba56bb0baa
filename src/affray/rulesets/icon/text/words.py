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
    "absorbed": "loses {amount} vigor.",
    "hurt": "loses {hit point}.",
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
    "terrain": "makes {space} {what}.",
    "fled": "has fled.",
    "placed": "starts at {cell}.",
    "arrives": "arrives at {cell}.",
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
# How states are told whose id is no word for how somebody is.
STATES: Final[dict[str, str]] = {
    "stealth": "in stealth",
    "evasion": "evasive",
    "counter": "ready to counter",
    "resistance": "resistant",
    "resistance-ranged": "resistant to ranged attacks",
    "cover": "in cover",
    "defiance": "defiant",
    "frostbite": "frostbitten",
    "hatred": "full of hatred",
    "called-shot": "marked: called shot",
    "tangled": "marked: tangled",
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

    def parts(self, combat: Combat[Any], event: Event) -> list[Part]:
        if event.name == "turn" and event.what == "slow":
            return [self.who(combat, event.who), ("text", "'s slow turn.")]
        return super().parts(combat, event)

    def thing(self, combat: Combat[Any], event: Event) -> str:
        if event.name in ("gains", "loses") and event.what.startswith("stance-"):
            return f"in the stance {event.what[7:].replace('-', ' ')}"
        if event.name in ("gains", "loses") and event.what in STATES:
            return STATES[event.what]
        return super().thing(combat, event)

    def victor(self, combat: Combat[Any], side: int) -> str:
        assert isinstance(combat, IconCombat)
        return f"{combat.side_ids[side]} win" if side >= 0 else "nobody wins"

    def gap(self, combat: Combat[Any], event: Event, gap: str) -> list[Part]:
        if gap == "on":
            whom = event.other if event.other != event.who else -1
            return [("text", " on "), self.who(combat, whom)] if whom >= 0 else []
        if gap in ("hit point", "space"):
            many = "" if event.amount == 1 else "s"
            return [("number", str(event.amount)), ("text", f" {gap}{many}")]
        return super().gap(combat, event, gap)
