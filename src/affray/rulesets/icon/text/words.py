"""Events in sentences."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from affray.core.combat import Combat
from affray.core.event import (
    Change,
    ConditionGained,
    ConditionLost,
    Event,
    Moved,
    Placed,
    ResourceGained,
    ResourceSpent,
    Rolled,
)
from affray.core.window import Deed
from affray.core.words import DEED, SILENT, Part, Sentences, party, title
from affray.rulesets.icon.state import IconCombat
from affray.rulesets.icon.terms import MOVED
from affray.rulesets.icon.text.questions import QUESTIONS, ROWS, deed_of

WEIGHTS: Final[dict[str, int]] = {
    "uses": DEED,
    "interrupts": DEED,
    "moved": DEED,
}
SENTENCES: Final[dict[str, str]] = {
    "uses": "uses {what}{on}.",
    "interrupts": "interrupts {other} with {what}.",
    "attack": "attacks {other}: {what}.",
    "delayed": "completes {what}{on}.",
    "trait": "brings {what} to bear{on}.",
    "works": "works {what}.",
    "summons": "places {what} at {cell}.",
    "terrain": "makes {space} {what}.",
    "battered": "|Terrain at {cell} takes {amount}.",
    "falls": "falls {amount} levels.",
    "collides": "collides.",
    "damaged hp": "loses {hit point}{parts} ({after} left).",
    "damaged vigor": "loses {amount} vigor{parts}.",
    "damaged wounds": "is wounded ({after}).",
    "healed hp": "recovers {hit point} ({after} now).",
    "healed vigor": "gains {amount} vigor{parts}.",
    "condition-gained": "is {what}.",
    "condition-gained next-ability": "is prepared: its next ability is changed.",
    "condition-lost": "is no longer {what}.",
    "condition-lost next-ability": "",
    "resource-gained actions": "",
    "resource-spent actions": "",
    "resource-gained resolve": "gains Resolve ({after}).",
    "resource-spent resolve": "spends {amount} Resolve ({after} left).",
    "resource-gained": "has {what} again.",
    "resource-spent": "",
    "moved": "goes to {place}.",
    "moved dash": "dashes to {place}.",
    "moved fly": "flies to {place}.",
    "moved shove": "is shoved to {place}.",
    "moved pull": "is pulled to {place}.",
    "placed": "is now at {place}.",
    "placed deploy": "starts at {place}.",
    "placed joins": "joins the fight at {place}.",
    "placed arrive": "arrives at {place}.",
    "placed return": "returns at {place}.",
    "placed teleport": "teleports to {place}.",
    "placed swap": "trades spaces with {other}.",
    "placed swapped": "",
    "placed edge": "goes over the edge.",
    "placed out": "",
    "placed settle": "ends up at {place}.",
    "placed back": "holds on at {place}.",
    "fell": "is defeated.",
    "fell surrenders": "surrenders.",
    "fell flees": "has fled.",
    "fell removed": "is out of the fight.",
    "fell stays away": "stays away.",
    "rose": "is up again.",
    "died": "is dead.",
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
# What a change is made of, by its rule.
REASONS: Final[dict[str, str]] = {
    "roll.damage-dice": "rolled",
    "damage.fray-fixed": "fray",
    "damage.flat-fixed": "flat",
    "damage.order": "damage",
    "foe.mob": "of a mob",
    "blight.damage": "blights",
    "terrain.fall": "fall",
    "terrain.dangerous": "dangerous terrain",
    "attack.cover-halves": "cover",
    "vigor.absorbs-first": "vigor",
    "vigor.multiples-of-health": "given",
    "vigor.stacks-to-maximum": "over the maximum",
    "defeat.at-zero": "more than was left",
    "blight.floor": "blights leave 1",
}
# What is done with an ability, which is called by its name.
USED: Final = ("uses", "interrupts", "delayed")
# Changes by these rules are told by other events: the fight ends, somebody is out.
UNTOLD: Final = ("end.cleanup", "defeat.at-zero", "surrender.out", "terrain.edge-mob")
# What a roll is for, by its rule.
ROLLS: Final[dict[str, str]] = {
    "roll.attack-formula": "to hit",
    "roll.damage-dice": "damage",
    "action.recharge": "to recharge",
    "roll.save-ten": "a save",
    "effect.mark": "a save against a mark",
    "status.end-turn-saves": "a save against a status",
    "effect.cleanse": "a save against a status",
    "effect.evasion": "evasion",
    "terrain.edge-removal": "a save to stay on the edge",
}
AGAINST: Final = ("text", " against ")
# What came of a roll, by what it is for: failed, succeeded.
VERDICTS: Final[dict[str, tuple[str, str]]] = {
    "a save": ("failed", "saved"),
    "a save against a mark": ("failed, it stays", "saved, it ends"),
    "a save against a status": ("failed, it stays", "saved, it ends"),
    "a save to stay on the edge": ("failed", "saved"),
    "evasion": ("failed", "evaded"),
    "to recharge": ("not yet", "recharged"),
}


class IconWords(Sentences):
    """ICON's events in sentences."""

    questions: ClassVar[dict[str, str]] = QUESTIONS
    rows: ClassVar[tuple[str, ...]] = ROWS

    def __init__(self) -> None:
        super().__init__(SENTENCES, WEIGHTS, ROLLS, ENDS)

    def deed(self, combat: Combat[Any], deed: Deed, names: list[str]) -> str:
        assert isinstance(combat, IconCombat)
        return deed_of(combat, deed, names)

    def unused(self, combat: Combat[Any], who: int) -> list[str]:
        assert isinstance(combat, IconCombat)
        unit = combat.units[who]
        if not unit.actions:
            return []
        found = ["1 action" if unit.actions == 1 else f"{unit.actions} actions"]
        return found if unit.used[MOVED] else [*found, "the standard move"]

    def name(self, combat: Combat[Any], who: int) -> str:
        assert isinstance(combat, IconCombat)
        unit = combat.units[who]
        return title(unit.name, unit.sheet.id, unit.sheet.name)

    def parts(self, combat: Combat[Any], event: Event) -> list[Part]:
        if event.name == "turn" and event.what == "slow":
            return [self.who(combat, event.who), ("text", "'s slow turn.")]
        return super().parts(combat, event)

    def weight(self, event: Event) -> int:
        if isinstance(event, Change) and event.rule in UNTOLD:
            return SILENT  # what ceases with a fight, or with who is out of it
        return super().weight(event)

    def sentence(self, event: Event) -> str:
        if isinstance(event, ConditionGained) and event.rule == "effect.mark":
            return "is marked by {other}: {what}."
        if isinstance(event, Moved | Placed):
            return self.sentences.get(f"{event.name} {event.way}", self.sentences[event.name])
        return super().sentence(event)

    def thing(self, combat: Combat[Any], event: Event) -> str:
        what = event.what
        if isinstance(event, ConditionGained | ConditionLost):
            if what.startswith("stance-"):
                return f"in the stance {what[7:].replace('-', ' ')}"
            return STATES.get(what, super().thing(combat, event))
        if isinstance(event, ResourceGained | ResourceSpent):
            return what.removesuffix(" uses").replace("-", " ")
        if event.name in USED:
            assert isinstance(combat, IconCombat)
            for ability in combat.units[event.who].sheet.abilities:
                if ability.id == what and ability.name:
                    return ability.name
        return super().thing(combat, event)

    def reason(self, reason: str) -> str:
        return REASONS.get(reason, super().reason(reason))

    def reckoning(self, event: Change) -> list[Part]:
        """Return what a change is made of; of what nobody did, the one reason too."""
        if len(event.parts) == 1 and event.other < 0:
            return [("text", f": {self.reason(event.parts[0][1])}")]
        return super().reckoning(event)

    def rolled(self, combat: Combat[Any], event: Rolled) -> list[Part]:
        found = super().rolled(combat, event)
        how = event.parts[0][0]
        if how != "roll":  # which of the dice count
            ends = found.index(AGAINST) if AGAINST in found else len(found) - 1
            found.insert(ends, ("text", f" ({how})"))
        verdict = VERDICTS.get(self.rolls.get(event.rule, ""))
        if verdict is None:
            return found
        return [*found[:-1], ("text", f": {verdict[event.amount]}.")]

    def victor(self, combat: Combat[Any], side: int) -> str:
        return f"{party(combat.side_ids[side])} win" if side >= 0 else "nobody wins"

    def gap(self, combat: Combat[Any], event: Event, gap: str) -> list[Part]:
        if gap == "on":
            whom = event.other if event.other != event.who else -1
            return [("text", " on "), self.who(combat, whom)] if whom >= 0 else []
        if gap in ("hit point", "space"):
            many = "" if event.amount == 1 else "s"
            return [("number", str(event.amount)), ("text", f" {gap}{many}")]
        return super().gap(combat, event, gap)
