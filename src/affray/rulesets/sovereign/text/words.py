"""Events in sentences."""

from __future__ import annotations

from typing import Any, Final

from affray.core.combat import Combat
from affray.core.event import Event
from affray.core.words import DEED, ROUND, Part, Sentences, title
from affray.rulesets.sovereign.state import SovereignCombat

WEIGHTS: Final[dict[str, int]] = {"initiative": ROUND, "acts": DEED}
SENTENCES: Final[dict[str, str]] = {
    "acts": "decides: {what}.",
    "attacks": "attacks {other} with {what}.",
    "shoves": "tries to shove {other} with {what}.",
    "grapples": "tries to seize {other}.",
    "holds": "holds {other} fast.",
    "hits": "hits {other}: {amount}.",
    "misses": "misses {other}: {amount}.",
    "hits after all": "hits {other} after all.",
    "misses after all": "misses {other} after all.",
    "shield": "ignores the Shock behind its shield.",
    "hurt": "loses {points}.",
    "healed": "regains {points}.",
    "mortally injured": "is Mortally Injured.",
    "stable": "lies stable.",
    "wakes": "is conscious again, and Frail.",
    "dies": "dies.",
    "escapes": "leaves the field.",
    "surrenders": "surrenders.",
    "breaks": "loses heart.",
    "moves": "moves {feet} ft.",
    "is pushed": "is forced aside.",
    "falls prone": "falls prone.",
    "falls asleep": "falls asleep.",
    "screens": "throws itself before {other}.",
    "initiative": "|{side} act first.",
    "instant": "answers: {what}.",
    "casts": "casts {what} at {other}.",
    "invokes": "casts {what}.",
    "interrupted": "is interrupted: {what} does not happen.",
    "gains": "is {state}.",
    "loses": "is no longer {state}.",
    "wasted": "sees its {what} wasted.",
    "art": "uses {what}.",
    "joins": "joins the swarm against {other}.",
    "rallies": "takes heart again.",
    "parleys": "appeals to parley.",
    "gives up": "gives up the chase.",
    "fights again": "takes up the fight again.",
    "fails to save": "cannot help {other}.",
    "executes": "strikes at the unsuspecting {other} with {what}.",
    "is foiled": "finds {other} on guard.",
    "too deep": "can answer no more.",
}
# What a roll is for, by its rule.
ROLLS: Final[dict[str, str]] = {
    "init.one-roll-per-side": "initiative",
    "init.other-ties": "initiative",
    "attack.roll": "to hit",
    "damage.roll": "damage",
    "save.roll": "a saving throw",
    "grapple.check": "to grapple",
    "grapple.escape": "to break free",
    "shove.check": "to shove",
    "death.stabilise": "to stabilise",
    "screen.opposed-check": "to screen",
    "item.potion": "healing",
    "fall.damage": "for the fall",
    "fall.controlled": "to land well",
    "surprise.opposed-check": "to surprise",
    "execution.ranged-check": "to aim",
    "execution.save": "to survive",
    "grapple.move": "to drag or throw",
    "effort.pool": "healing",
    "damage.unarmed": "even a miss",
    "end.pursuit": "to go on chasing",
    "check.opposed": "a check",
    "check.roll": "a check",
}
# States that their ids do not tell.
STATES: Final[dict[str, str]] = {
    "bladed": "ringed by blades",
    "stunned-main": "without its next Main",
    "stunned-move": "without its next Move",
    "boils": "covered in boils",
    "pavis": "behind a pavis",
    "healing-touch": "ready to heal by a touch",
    "pierced": "open to a favored weapon",
}
ENDS: Final[dict[str, str]] = {
    "end.last-side": "one side alone is left",
    "end.stalemate": "nobody can force an end",
    "end.agreement": "the sides make peace",
}


class SovereignWords(Sentences):
    """Sovereign's events in sentences."""

    def __init__(self) -> None:
        super().__init__(SENTENCES, WEIGHTS, ROLLS, ENDS)

    def name(self, combat: Combat[Any], who: int) -> str:
        unit = combat.units[who]
        return title(unit.name, unit.sheet.id, unit.sheet.name)

    def victor(self, combat: Combat[Any], side: int) -> str:
        assert isinstance(combat, SovereignCombat)
        return f"{combat.side_ids[side]} win" if side >= 0 else "nobody wins"

    def round(self, event: Event) -> list[Part]:
        """Return the words of a round; the free round has its own. Rule: surprise.is-round-zero."""
        return super().round(event) if event.amount else [("text", "The free round")]

    def gap(self, combat: Combat[Any], event: Event, gap: str) -> list[Part]:
        if gap == "points":
            word = "hit point" if event.amount == 1 else "hit points"
            return [("text", f"{event.amount} {word}")]
        if gap == "state":
            return [("text", STATES.get(event.what, event.what.replace("-", " ")))]
        if gap == "feet":
            return [("text", str(5 * event.amount))]
        if gap == "side":
            assert isinstance(combat, SovereignCombat)
            return [("text", combat.side_ids[event.other] if event.other >= 0 else "nobody")]
        return super().gap(combat, event, gap)
