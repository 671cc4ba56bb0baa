"""Events in sentences."""

from __future__ import annotations

from typing import Any, Final

from affray.core.combat import Combat
from affray.core.event import Event, Rolled
from affray.core.ruleset import Words

WEIGHTS: Final[dict[str, int]] = {"round": 0, "ends": 0, "initiative": 0, "turn": 1, "acts": 2}
SENTENCES: Final[dict[str, str]] = {
    "acts": "decides: {what}.",
    "attacks": "attacks {other} with {what}.",
    "shoves": "tries to shove {other} with {what}.",
    "grapples": "seizes {other}.",
    "hits": "hits {other}: {amount}.",
    "misses": "misses {other}: {amount}.",
    "shield": "ignores the Shock behind its shield.",
    "hurt": "loses {amount} hit points.",
    "healed": "regains {amount} hit points.",
    "mortally injured": "is Mortally Injured.",
    "stable": "lies stable.",
    "wakes": "is conscious again, and Frail.",
    "dies": "dies.",
    "escapes": "leaves the field.",
    "surrenders": "surrenders.",
    "breaks": "loses heart.",
    "moves": "moves {amount} squares.",
    "is pushed": "is forced aside.",
    "falls prone": "falls prone.",
    "falls asleep": "falls asleep.",
    "screens": "throws itself before {other}.",
    "instant": "answers: {what}.",
    "casts": "casts {what} at {other}.",
    "interrupted": "is interrupted: {what} does not happen.",
    "turn": "acts.",
    "gains": "is {what}.",
    "too deep": "can answer no more.",
}


class SovereignWords(Words):
    """Sovereign's events in sentences."""

    def weight(self, event: Event) -> int:
        return WEIGHTS.get(event.name, 3)

    def knows(self, combat: Combat[Any], event: Event) -> bool:
        """Return whether there are words for an event of this name."""
        named = event.name in SENTENCES or event.name in ("round", "ends", "initiative")
        return isinstance(event, Rolled) or named

    def parts(self, combat: Combat[Any], event: Event) -> list[tuple[str, str]]:
        rule = [("rule", f"sovereign/{event.rule}")] if event.rule else []
        if isinstance(event, Rolled):
            dice = ", ".join([f"d{s}={f}" for s, f in zip(event.sides, event.faces, strict=True)])
            who = combat.units[event.who].name if event.who >= 0 else ""
            return [("who", who), ("text", " rolls "), ("die", dice), *rule]
        if event.name == "round":
            return [("text", f"Round {event.amount}")]
        if event.name in ("ends", "initiative"):
            side = getattr(combat, "side_ids", [])
            name = side[event.other] if 0 <= event.other < len(side) else "nobody"
            verb = "wins" if event.name == "ends" else "acts first"
            return [("text", f"{name} {verb}"), *rule]
        other = combat.units[event.other].name if event.other >= 0 else ""
        text = SENTENCES.get(event.name, event.name)
        text = text.format(other=other, what=event.what, amount=event.amount)
        who = combat.units[event.who].name if event.who >= 0 else ""
        return [("who", who), ("text", f" {text}"), *rule]
