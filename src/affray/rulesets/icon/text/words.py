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
from affray.core.words import (
    DEED,
    MINUS,
    SILENT,
    TURN,
    Part,
    Sentences,
    numeral,
    party,
    pool,
    signed,
    title,
)
from affray.rulesets.icon.state import IconCombat
from affray.rulesets.icon.terms import MOVED
from affray.rulesets.icon.text.questions import QUESTIONS, ROWS, deed_of

WEIGHTS: Final[dict[str, int]] = {
    "uses": DEED,
    "interrupts": DEED,
    "goes slow": TURN,
    "moved": DEED,
}
SENTENCES: Final[dict[str, str]] = {
    "uses": "uses {what}{on}.",
    "interrupts": "interrupts {other} with {what}.",
    "goes slow": "takes a slow turn in this round.",
    "attack miss": "attacks {other}: a miss.",
    "attack hit": "attacks {other}: a hit.",
    "attack critical": "attacks {other}: a critical hit.",
    "delayed": "completes {what}{on}.",
    "trait": "uses the trait {what}{on}.",
    "works": "works the {what}.",
    "summons": "places {what} at {cell}.",
    "terrain": "makes {space} {what}.",
    "battered": "|Terrain at {cell} takes {amount} damage.",
    "falls": "falls {amount} levels.",
    "collides": "collides with what stands in the way.",
    "holds ground": "is moved {amount} less: {what}.",
    "unharmed": "is not harmed: nothing is left of the damage",
    "damaged hp": "loses {hit point}{parts} ({after} left).",
    "damaged vigor": "loses {amount} vigor{parts}.",
    "damaged wounds": "suffers {wound} ({after} now).",
    "healed hp": "recovers {hit point} ({after} now).",
    "healed vigor": "gains {amount} vigor{parts}.",
    "condition-gained": "is {what}.",
    "condition-gained next-ability": "is prepared: its next ability is changed.",
    "condition-lost": "is no longer {what}.",
    "condition-lost next-ability": "",
    "resource-gained actions": "",
    "resource-spent actions": "",
    "resource-gained resolve": "gains {amount} Resolve ({after} now).",
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
    "defeat.at-zero": "in excess",
    "blight.floor": "blights leave 1",
    "effect.counter": "counter",
    "attack.height-boon": "higher ground",
    "attack.low-ground-curse": "lower ground",
    "attack.ranged-next-to-foe": "shooting next to a foe",
    "status.dazed": "dazed",
    "effect.mark": "a mark",
    "effect.aura": "an ally's aura",
    "action.triggers": "the ability",
    "attack.next-ability-modifiers": "prepared",
    "action.charge": "a slow turn",
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
# What damage is rolled for, by the last word of what the roll is about.
SOURCES: Final[dict[str, str]] = {
    "hit": " for the hit",
    "miss": " for the miss",
    "critical": " for the critical hit",
    "area": " for the area",
}
# Rolls that tell what they are against.
SAVES: Final = ("roll.save-ten", "effect.mark", "status.end-turn-saves", "effect.cleanse")
# What came of a roll, by its rule: failed, succeeded.
VERDICTS: Final[dict[str, tuple[str, str]]] = {
    "roll.save-ten": ("failed", "saved"),
    "effect.mark": ("failed, it stays", "saved, it ends"),
    "status.end-turn-saves": ("failed, it stays", "saved, it ends"),
    "effect.cleanse": ("failed, it stays", "saved, it ends"),
    "terrain.edge-removal": ("failed", "saved"),
    "effect.evasion": ("failed", "evaded"),
    "action.recharge": ("not yet", "recharged"),
}
BOON: Final = ("curse", "boon")


def added(how: str, faces: list[int], total: int) -> int:
    """Return what is added to a d20 beside the best boon or curse die."""
    if how == "roll":
        return total - faces[0] if len(faces) == 1 else 0
    word, _, best = how.rpartition(" ")
    return total - faces[0] - int(best) if word.endswith(" die") else 0


def thrown(sides: list[int], faces: list[int], total: int, bonus: int) -> list[Part]:
    """Return dice with their faces and their total; a bonus stands beside the die it is added to.

    ``d20+3 2d6 [13 2 5] = 11``.
    """
    if not bonus or len(faces) < 2:
        return pool(sides, faces, total)
    rest = pool(sides[1:], faces[1:], sum(faces[1:]))[0][1]
    shown = " ".join([str(face) for face in faces])
    dice = f"d{sides[0]}{signed(bonus)} {rest}"
    return [("text", dice), ("die", f"[{shown}]"), ("text", " = "), ("number", numeral(total))]


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
        if event.name == "terrain" and event.amount == 0:
            return SILENT  # no space was changed
        return super().weight(event)

    def sentence(self, event: Event) -> str:
        if isinstance(event, ConditionGained) and event.rule == "effect.mark":
            return "is marked by {other}: {what}."
        if event.name == "unharmed":
            return f"{self.sentences[event.name]} ({self.reason(event.rule)})."
        if isinstance(event, Moved | Placed):
            return self.sentences.get(f"{event.name} {event.way}", self.sentences[event.name])
        return super().sentence(event)

    def thing(self, combat: Combat[Any], event: Event) -> str:
        what = event.what
        if isinstance(event, ConditionGained | ConditionLost):
            if what.startswith("stance-"):
                return f"in the stance {what[7:].replace('-', ' ')}"
            if event.rule == "effect.mark" and isinstance(event, ConditionGained):
                return what.replace("-", " ")
            return STATES.get(what, super().thing(combat, event))
        if isinstance(event, ResourceGained | ResourceSpent):
            return what.removesuffix(" uses").replace("-", " ")
        if event.name in USED:
            assert isinstance(combat, IconCombat)
            for ability in combat.units[event.who].sheet.abilities:
                for one in [ability, *ability.parts]:
                    if one.id == what and one.name:
                        return one.name
        return super().thing(combat, event)

    def reason(self, reason: str) -> str:
        return REASONS.get(reason, super().reason(reason))

    def reckoning(self, event: Change) -> list[Part]:
        """Return what a change is made of; the one reason too, but of what was rolled."""
        if len(event.parts) == 1 and (event.other < 0 or event.parts[0][1] != "roll.damage-dice"):
            return [("text", f": {self.reason(event.parts[0][1])}")]
        return super().reckoning(event)

    def purpose(self, combat: Combat[Any], event: Rolled) -> str:
        """Return what a roll is for, in words."""
        word = self.rolls.get(event.rule, "")
        if event.rule == "roll.damage-dice" and event.what:
            level, _, source = event.what.partition(" ")
            return f"{level} {word}{SOURCES.get(source, '')}"
        if event.rule in SAVES and event.what:
            return f"a save against {self.called(combat, event.what)}"
        return word

    def called(self, combat: Combat[Any], id: str) -> str:
        """Return what a save is against: an ability's name, or a state in a word."""
        assert isinstance(combat, IconCombat)
        for unit in combat.units:
            for ability in unit.sheet.abilities:
                if ability.id == id and ability.name:
                    return ability.name
        return id.replace("-", " ")

    def rolled(self, combat: Combat[Any], event: Rolled) -> list[Part]:
        """Tell of a roll so that it adds up, with what gave boons and curses.

        Rules: roll.attack-formula, roll.boon-curse-cancel.
        """
        how, faces, total = event.parts[0]
        found = [self.who(combat, event.who), ("text", f" rolls {self.purpose(combat, event)}: ")]
        found += thrown(event.sides[: len(faces)], faces, total, added(how, faces, total))
        notes = [] if how == "roll" else [how.replace("-", MINUS)]
        notes += [f"{BOON[one > 0]}: {self.reason(rule)}" for _, one, rule in event.reasons]
        if notes:
            found.append(("text", f" ({'; '.join(notes)})"))
        if len(event.parts) > 1:
            what = " against Defense " if event.rule == "roll.attack-formula" else " against "
            found += [("text", what), ("number", str(event.parts[1][2]))]
        verdict = VERDICTS.get(event.rule)
        return [*found, ("text", f": {verdict[event.amount]}." if verdict else ".")]

    def victor(self, combat: Combat[Any], side: int) -> str:
        return f"{party(combat, side)} win" if side >= 0 else "nobody wins"

    def gap(self, combat: Combat[Any], event: Event, gap: str) -> list[Part]:
        if gap == "on":
            whom = event.other if event.other != event.who else -1
            return [("text", " on "), self.who(combat, whom)] if whom >= 0 else []
        if gap in ("hit point", "space", "wound"):
            many = "" if event.amount == 1 else "s"
            return [("number", str(event.amount)), ("text", f" {gap}{many}")]
        return super().gap(combat, event, gap)
