"""Events in sentences, for logs that are read for pleasure."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from affray.core.combat import Combat
from affray.core.event import Event, Rolled
from affray.core.ruleset import Words
from affray.rulesets.ingenuity.state import IngenuityCombat

Part: TypeAlias = tuple[str, str]

WEIGHTS: Final[dict[str, int]] = {
    "round": 0,
    "ends": 0,
    "turn": 1,
    "attacks": 2,
    "moves": 2,
    "casts": 2,
    "uses": 2,
    "commands": 2,
    "does": 2,
    "brandishes": 2,
    "reloads": 2,
}
SENTENCES: Final[dict[str, str]] = {
    "attacks": "attacks {other} with {what}.",
    "result": "comes to {amount}.",
    "hits": "hits {other}.",
    "critical": "strikes {other} critically.",
    "misses": "misses {other}.",
    "strays": "goes astray and threatens {other}.",
    "reacts": "answers with {what}.",
    "blocks": "blocks: {what} takes {amount}.",
    "wears": "wears {what} by {amount}.",
    "hurt": "takes {amount} damage.",
    "healed": "regains {amount}.",
    "gains": "gains {what}.",
    "loses": "is rid of {what}.",
    "falls prone": "falls prone.",
    "falls unconscious": "falls unconscious.",
    "comes round": "comes round.",
    "cheats death": "cheats death; the next time takes {amount}.",
    "dies": "dies.",
    "leaves": "leaves the fight.",
    "surrenders": "surrenders.",
    "drops": "drops {what}.",
    "brandishes": "takes {what} in hand.",
    "reloads": "has reloaded {what}.",
    "moves": "goes to {cell}.",
    "is pushed": "is pushed to {cell}.",
    "commands": "commands {other} to act.",
    "uses": "uses {what} on {other}.",
    "casts": "casts {what} at {other}.",
    "fails": "fails with {what}.",
    "spends fate": "spends fate on {what}.",
    "does": "decides: {what}.",
    "too deep": "can answer no more.",
}
ENDS: Final[dict[str, str]] = {
    "end.last-team": "one team remains",
    "end.objective": "an objective is complete",
    "end.stalemate": "nobody can force an end",
}


class IngenuityWords(Words):
    """Ingenuity's events in sentences."""

    def weight(self, event: Event) -> int:
        return WEIGHTS.get(event.name, 3)

    def knows(self, combat: Combat[Any], event: Event) -> bool:
        """Return whether there are words for an event of this name."""
        named = event.name in SENTENCES or event.name in ("round", "turn", "ends")
        return named or isinstance(event, Rolled)

    def parts(self, combat: Combat[Any], event: Event) -> list[Part]:
        assert isinstance(combat, IngenuityCombat)
        if isinstance(event, Rolled):
            return self.rolled(combat, event)
        if event.name == "round":
            if event.amount == 0:
                return [("text", "The surprise round.")]
            return [("text", "Round "), ("number", str(event.amount)), ("text", ".")]
        if event.name == "turn":
            return [self.who(combat, event.who), ("text", "'s turn.")]
        if event.name == "ends":
            side = combat.side_ids[event.other] if event.other >= 0 else "nobody"
            why = ENDS.get(event.rule, event.rule)
            return [
                ("text", f"The combat ends: {why}; the victor is {side}."),
                ("rule", event.rule),
            ]
        found: list[Part] = [self.who(combat, event.who), ("text", " ")]
        self.fill(combat, event, SENTENCES.get(event.name, f"{event.name}."), found)
        if event.rule:
            found.append(("rule", event.rule))
        return found

    def fill(self, combat: IngenuityCombat, event: Event, sentence: str, found: list[Part]) -> None:
        """Add a sentence, its gaps filled."""
        for number, piece in enumerate(sentence.split("{")):
            if number == 0:
                found.append(("text", piece))
                continue
            word, _, rest = piece.partition("}")
            if word == "other":
                found.append(self.who(combat, event.other))
            elif word == "amount":
                found.append(("number", str(event.amount)))
            elif word == "cell":
                name = combat.grid.name(event.cell) if event.cell >= 0 else "off the map"
                found.append(("cell", name))
            else:
                found.append(("what", event.what))
            if rest:
                found.append(("text", rest))

    def who(self, combat: IngenuityCombat, index: int) -> Part:
        return ("who", combat.units[index].name if index >= 0 else "somebody")

    def rolled(self, combat: IngenuityCombat, event: Rolled) -> list[Part]:
        shown = [f"d{side} {face}" for side, face in zip(event.sides, event.faces, strict=True)]
        found: list[Part] = [self.who(combat, event.who), ("text", " rolls ")]
        found += [("die", ", ".join(shown)), ("text", "."), ("rule", event.rule)]
        return found
