"""Events in sentences, for logs that are read for pleasure."""

from __future__ import annotations

from typing import Any, Final

from affray.core.combat import Combat
from affray.core.event import Event
from affray.core.words import DEED, Part, Sentences, title
from affray.rulesets.quest.state import QuestCombat
from affray.rulesets.quest.terms import AIMS, UNAIMED

WEIGHTS: Final[dict[str, int]] = {
    "delays": DEED,
    "additional attack": DEED,
    "disarming attack": DEED,
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
    "additional attack": "gives up its move and two bonus actions for one more attack.",
    "disarming attack": "tries to disarm {other}.",
    "attacks": "attacks {other} with {what}{aim}.",
    "result": "{result}.",
    "free hit": "strikes at {other}: a free hit.",
    "fatal blow": "delivers a fatal blow to {other}.",
    "hurt": "loses {points}.",
    "healed": "regains {points}.",
    "restored": "regains {amount} MP.",
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
    "toggles": "switches {what} {way}.",
    "takes effect": "completes {what}.",
    "fails to cast": "fails to cast {what}.",
    "draws": "draws {what}.",
    "sheathes": "puts {what} away.",
    "drops": "drops {what}.",
    "picks up": "picks up {what}.",
    "uses": "uses {what} on {other}.",
    "reloads": "reloads {what}.",
    "disarmed": "is disarmed of {what} by {other}.",
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
# What a roll is for, by its rule.
ROLLS: Final[dict[str, str]] = {
    "initiative.ties-roll-off": "for the lineup",
    "attack.roll": "to hit",
    "damage.by-weapon-or-spell": "damage",
    "spell.heal-is-one-instance": "healing",
    "turn.start-sequence": "lasting damage",
    "wound.fatal": "a fatal wound",
    "condition.paralysed": "to shake it off",
    "condition.bound": "to break free",
    "move.fall": "for the fall",
    "sneak.check": "to sneak",
}


class QuestWords(Sentences):
    """Quest's events in sentences."""

    def __init__(self) -> None:
        super().__init__(SENTENCES, WEIGHTS, ROLLS, ENDS)

    def name(self, combat: Combat[Any], who: int) -> str:
        """Return a unit's name, with what it is."""
        assert isinstance(combat, QuestCombat)
        unit = combat.units[who]
        return title(unit.name, unit.sheet.id, unit.sheet.name)

    def thing(self, combat: Combat[Any], event: Event) -> str:
        """Return the name of a weapon, an item or a spell, else the id without hyphens."""
        assert isinstance(combat, QuestCombat)
        thing = combat.library.by_id.get(event.what)
        spell = combat.library.spells.get(event.what)
        if thing is not None:
            return thing.name.lower()
        if spell is not None:
            return spell.name.lower()
        return super().thing(combat, event).removeprefix("wound ")

    def victor(self, combat: Combat[Any], side: int) -> str:
        """Return who wins, in words."""
        assert isinstance(combat, QuestCombat)
        return f"{combat.side_ids[side]} win" if side >= 0 else "nobody wins"

    def gap(self, combat: Combat[Any], event: Event, gap: str) -> list[Part]:
        """Return what fills a gap of a sentence."""
        if gap == "result":
            return [("text", RESULTS.get(event.what, event.what))]
        if gap == "points":
            word = "hit point" if event.amount == 1 else "hit points"
            return [("number", str(event.amount)), ("text", f" {word}")]
        if gap == "way":
            return [("text", "on" if event.amount else "off")]
        if gap == "aim":
            aim = event.amount
            return [("text", "" if aim == UNAIMED else f", aimed {AIMS[aim]}")]
        return super().gap(combat, event, gap)
