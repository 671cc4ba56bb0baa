"""Events in sentences."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from affray.core.combat import Combat
from affray.core.event import Event, Rolled
from affray.core.ruleset import Words
from affray.rulesets.icon.state import IconCombat

Part: TypeAlias = tuple[str, str]

WEIGHTS: Final[dict[str, int]] = {
    "round": 0,
    "ends": 0,
    "turn": 1,
    "uses": 2,
    "interrupts": 2,
    "moves": 2,
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
    "battered": "Terrain at {cell} takes {amount}.",
    "terrain": "makes {amount} spaces {what}.",
    "fled": "has fled.",
    "too deep": "can answer no more.",
}
ENDS: Final[dict[str, str]] = {
    "end.side-out": "one side is out",
    "end.total-defeat": "the party is defeated",
    "end.alternate-conditions": "a condition is met or the rounds have run out",
}


class IconWords(Words):
    """ICON's events in sentences."""

    def weight(self, event: Event) -> int:
        return WEIGHTS.get(event.name, 3)

    def knows(self, combat: Combat[Any], event: Event) -> bool:
        """Return whether there are words for an event of this name."""
        known = event.name in SENTENCES or event.name in ("round", "turn", "ends")
        return isinstance(event, Rolled) or known

    def parts(self, combat: Combat[Any], event: Event) -> list[Part]:
        assert isinstance(combat, IconCombat)
        if isinstance(event, Rolled):
            return self.rolled(combat, event)
        if event.name == "round":
            return [("text", "Round "), ("number", str(event.amount)), ("text", ".")]
        if event.name == "turn":
            return [self.who(combat, event.who), ("text", "'s turn.")]
        if event.name == "ends":
            side = combat.side_ids[event.other] if event.other >= 0 else "nobody"
            why = ENDS.get(event.rule, event.rule)
            text = f"The fight ends: {why}; the victor is {side}."
            return [("text", text), ("rule", event.rule)]
        found: list[Part] = []
        if event.who >= 0:
            found = [self.who(combat, event.who), ("text", " ")]
        for number, piece in enumerate(SENTENCES.get(event.name, event.name).split("{")):
            word, _, rest = piece.partition("}") if number else ("", "", piece)
            self.fill(combat, event, word, found)
            if rest:
                found.append(("text", rest))
        if event.rule:
            found.append(("rule", event.rule))
        return found

    def fill(self, combat: IconCombat, event: Event, word: str, found: list[Part]) -> None:
        if word == "other":
            found.append(self.who(combat, event.other))
        elif word == "on" and event.other >= 0:
            found += [("text", " on "), self.who(combat, event.other)]
        elif word == "amount":
            found.append(("number", str(event.amount)))
        elif word == "cell":
            name = combat.grid.name(event.cell) if event.cell >= 0 else "nowhere"
            found.append(("cell", name))
        elif word == "what":
            found.append(("what", event.what))

    def who(self, combat: IconCombat, index: int) -> Part:
        return ("who", combat.units[index].name if index >= 0 else "somebody")

    def rolled(self, combat: IconCombat, event: Rolled) -> list[Part]:
        shown = [f"d{side} {face}" for side, face in zip(event.sides, event.faces, strict=True)]
        return [
            self.who(combat, event.who),
            ("text", " rolls "),
            ("die", ", ".join(shown)),
            ("text", "."),
            ("rule", event.rule),
        ]
