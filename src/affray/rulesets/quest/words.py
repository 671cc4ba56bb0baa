"""Events in sentences, for logs that are read for pleasure."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from affray.core.combat import Combat
from affray.core.event import Event, Rolled
from affray.core.ruleset import Words
from affray.rulesets.quest.state import QuestCombat
from affray.rulesets.quest.terms import AIMS, UNAIMED

Part: TypeAlias = tuple[str, str]

SILENT: Final = -1
ROUND: Final = 0
TURN: Final = 1
DEED: Final = 2
OUTCOME: Final = 3

WEIGHTS: Final[dict[str, int]] = {
    "round": ROUND,
    "ends": ROUND,
    "turn": TURN,
    "delays": DEED,
    "attacks": DEED,
    "moves": DEED,
    "casts": DEED,
    "takes effect": DEED,
    "free hit": DEED,
    "boosts": DEED,
    "draws": DEED,
    "sheathes": DEED,
    "picks up": DEED,
    "uses": DEED,
    "speaks": DEED,
    "disengages": DEED,
}

# Events of one unit: what follows its name; {what}, {amount} and {other} are filled in.
SENTENCES: Final[dict[str, str]] = {
    "delays": "delays its turn.",
    "attacks": "attacks {other} with {what}{aim}.",
    "result": "{result}.",
    "free hit": "strikes at {other}: a free hit.",
    "fatal blow": "delivers a fatal blow to {other}.",
    "hurt": "loses {amount} hit points.",
    "healed": "regains {amount} hit points.",
    "wounded": "suffers a {what} wound.",
    "wound healed": "is rid of a {what} wound.",
    "falls prone": "falls prone.",
    "stands up": "stands up.",
    "is pushed": "is pushed to {cell}.",
    "moves": "goes to {cell}.",
    "is barred": "runs into somebody at {cell}.",
    "appears": "appears at {cell}.",
    "gains": "is {what}.",
    "loses": "is no longer {what}.",
    "revealed": "gives itself away.",
    "hides": "slips out of sight.",
    "detected": "is noticed by {other}.",
    "boosts": "spends a bonus action on {what}.",
    "disengages": "disengages.",
    "speaks": "speaks.",
    "casts": "casts {what}.",
    "cancels": "breaks off {what}.",
    "lets end": "lets {what} end.",
    "toggles": "switches a spell {what}.",
    "takes effect": "completes {what}.",
    "fails to cast": "fails to cast {what}.",
    "draws": "draws {what}.",
    "sheathes": "puts {what} away.",
    "drops": "drops {what}.",
    "picks up": "picks up {what}.",
    "uses": "uses {what} on {other}.",
    "reloads": "reloads {what}.",
    "disarmed": "loses {what} to {other}.",
    "thralls": "pays {amount} maximum hit points to keep {other}.",
    "releases": "releases {other}.",
    "recovers": "shakes off its summoning sickness.",
    "sets out to flee": "sets out to flee.",
    "defeated": "is defeated.",
    "killed": "is killed.",
    "fled": "has fled.",
    "surrendered": "gives up.",
    "vanished": "vanishes.",
    "too deep": "can answer no more.",
}

RESULTS: Final[dict[str, str]] = {
    "miss": "misses",
    "hit": "hits",
    "critical": "scores a critical hit",
    "super critical": "scores a super critical hit",
    "decisive victory": "wins a decisive victory",
    "auto fail": "fails badly",
    "tragedy": "suffers a tragedy",
    "dire fail": "suffers a dire fail",
}

ENDS: Final[dict[str, str]] = {
    "end.one-team-left": "one team is left",
    "end.nobody-left": "nobody is left",
    "end.round-limit": "the rounds have run out",
}


class QuestWords(Words):
    """Quest's events in sentences."""

    def weight(self, event: Event) -> int:
        return WEIGHTS.get(event.name, OUTCOME)

    def knows(self, combat: Combat[Any], event: Event) -> bool:
        """Return whether there are words for an event of this name."""
        return (
            isinstance(event, Rolled)
            or event.name in SENTENCES
            or event.name
            in (
                "round",
                "turn",
                "ends",
            )
        )

    def parts(self, combat: Combat[Any], event: Event) -> list[Part]:
        assert isinstance(combat, QuestCombat)
        if isinstance(event, Rolled):
            return self.rolled(combat, event)
        if event.name == "round":
            return [("text", "Round "), ("number", str(event.amount)), ("text", ".")]
        if event.name == "turn":
            return [self.who(combat, event.who), ("text", "'s turn.")]
        if event.name == "ends":
            side = combat.side_ids[event.other] if event.other >= 0 else "nobody"
            why = ENDS.get(event.rule, event.rule)
            return [
                ("text", f"The battle ends: {why}; the victor is {side}."),
                ("rule", event.rule),
            ]
        sentence = SENTENCES.get(event.name, f"{event.name}.")
        found: list[Part] = [self.who(combat, event.who), ("text", " ")]
        self.fill(combat, event, sentence, found)
        return found

    def fill(self, combat: QuestCombat, event: Event, sentence: str, found: list[Part]) -> None:
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
            elif word == "result":
                found.append(("text", RESULTS.get(event.what, event.what)))
            elif word == "cell":
                name = combat.grid.name(event.cell) if event.cell >= 0 else "off the map"
                found.append(("cell", name))
            elif word == "aim":
                aim = event.amount
                found.append(("text", "" if aim == UNAIMED else f", aimed {AIMS[aim]}"))
            else:
                found.append(("what", event.what))
            if rest:
                found.append(("text", rest))

    def who(self, combat: QuestCombat, index: int) -> Part:
        return ("who", combat.units[index].name if index >= 0 else "somebody")

    def rolled(self, combat: QuestCombat, event: Rolled) -> list[Part]:
        found: list[Part] = [self.who(combat, event.who), ("text", " rolls ")]
        shown = [f"d{side} {face}" for side, face in zip(event.sides, event.faces, strict=True)]
        found.append(("die", ", ".join(shown)))
        for name, _, total in event.parts:
            if name == "against":
                found += [("text", " against "), ("number", str(total))]
            else:
                found += [("text", " = "), ("number", str(total))]
        found.append(("text", "."))
        return found
