"""Events in sentences, for logs that are read for pleasure."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from affray.core.choice import Choice, Option
from affray.core.combat import Combat
from affray.core.event import Change, Event, Moved, Placed, Rolled
from affray.core.window import Deed
from affray.core.words import DEED, Part, Sentences, party, title
from affray.rulesets.quest.action import paying
from affray.rulesets.quest.actions import PART, VERB
from affray.rulesets.quest.choice.act import Act
from affray.rulesets.quest.choice.menus import Upkeep
from affray.rulesets.quest.choice.target import Notes
from affray.rulesets.quest.definitions import Spell
from affray.rulesets.quest.state import QuestCombat
from affray.rulesets.quest.terms import AIMS, CENTER, UNAIMED
from affray.rulesets.quest.text.questions import QUESTIONS, ROWS, deed_of

WEIGHTS: Final[dict[str, int]] = {
    "delays": DEED,
    "additional attack": DEED,
    "disarming attack": DEED,
    "attacks": DEED,
    "moved": DEED,
    "casts": DEED,
    "takes effect": DEED,
    "free hit": DEED,
    "draws": DEED,
    "sheathes": DEED,
    "picks up": DEED,
    "uses": DEED,
    "speaks": DEED,
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
    "damaged": "loses {points}{parts} ({before} to {after}).",
    "unharmed": "is not harmed: nothing is left of the damage.",
    "healed": "regains {points}{parts} ({before} to {after}).",
    "unhealed": "has no hit points to regain.",
    "moved": "goes to {place}.",
    "placed": "",
    "placed summoned": "appears at {place}.",
    "placed back": "goes back to {place}.",
    "placed joins": "joins the battle at {place}.",
    "is held": "finds somebody at {cell}, where {what} cannot take effect.",
    "is barred": "runs into somebody at {cell}.",
    "condition-gained": "is {what}.",
    "condition-lost": "is no longer {what}.",
    "again": "is {what} as before.",
    "condition-gained prone": "falls prone.",
    "condition-lost prone": "stands up.",
    "condition-gained undetected": "slips out of sight.",
    "condition-lost undetected": "is out of hiding.",
    "condition-gained disengaged": "disengages.",
    "condition-lost disengaged": "",
    "condition-gained fleeing": "sets out to flee.",
    "condition-gained summoning-sick": "can neither act nor dodge yet: summoning sickness.",
    "condition-lost summoning-sick": "shakes off its summoning sickness.",
    "condition-gained thralled": "is kept by {other} as a thrall.",
    "condition-lost thralled": "is a thrall no longer.",
    "condition-gained channeling": "",
    "condition-lost channeling": "",
    "condition-gained disrupting-fresh": "",
    "condition-lost disrupting-fresh": "",
    "condition-gained owed-aa": "borrows an attack action from its next turn.",
    "condition-gained owed-ma": "borrows a move action from its next turn.",
    "condition-gained owed-ba": "borrows a bonus action from its next turn.",
    "condition-lost owed-aa": "",
    "condition-lost owed-ma": "",
    "condition-lost owed-ba": "",
    "condition-gained boost-melee-damage": "puts a bonus action into melee damage (+{after}).",
    "condition-gained boost-to-hit": "puts a bonus action into hitting (+{after}).",
    "condition-gained boost-dodge": "puts a bonus action into dodging (+{after}).",
    "condition-lost boost-melee-damage": "",
    "condition-lost boost-to-hit": "",
    "condition-lost boost-dodge": "",
    "condition-gained wound": "suffers a {what} wound.",
    "condition-lost wound": "is rid of a {what} wound.",
    "resource-spent": "",
    "resource-gained": "",
    "resource-spent mp": "spends {amount} MP ({before} to {after}).",
    "resource-gained mp": "regains {amount} MP ({before} to {after}).",
    "resource-spent max hp": "pays {amount} maximum hit points to keep {other}.",
    "resource-gained max hp": "has {amount} maximum hit points back.",
    "detected": "is noticed by {other}.",
    "missed": "is not noticed by {other}.",
    "still": "is still {what}.",
    "speaks": "speaks.",
    "casts": "pays an attack action to cast {what}{in all}.",
    "casts with a move": "pays a move action to cast {what}{in all}.",
    "cancels": "breaks off {what}.",
    "lets end": "lets {what} end.",
    "toggles": "switches {what} {way}.",
    "takes effect": "completes {what}{paid}.",
    "fails to cast": "fails to cast {what}.",
    "draws": "draws {what}.",
    "sheathes": "puts {what} away.",
    "drops": "drops {what}.",
    "picks up": "picks up {what}.",
    "uses": "uses {what} on {other}.",
    "reloads": "reloads {what}.",
    "disarmed": "is disarmed of {what} by {other}.",
    "fell defeated": "is defeated.",
    "fell fled": "has fled.",
    "fell surrendered": "gives up.",
    "fell vanished": "vanishes.",
    "died": "is killed.",
    "too deep": "can answer no more.",
}

# Ends that need no line: everything ceases, or whom it concerns is out of the battle.
QUIETLY: Final = ("end.battle-effects-cease", "wound.after-battle", "death.out-of-battle")

REASONS: Final[dict[str, str]] = {
    "damage.by-weapon-or-spell": "rolled",
    "spell.heal-is-one-instance": "rolled",
    "turn.start-sequence": "rolled",
    "move.fall": "rolled",
    "damage.strength": "strength",
    "action.ba-melee-damage": "bonus actions",
    "crit.doubles-damage": "doubled",
    "crit.super-quadruples": "quadrupled",
    "sheet.armour": "armour",
    "feat.guarding": "guarding",
    "war-healer": "war healer",
    "damage.minimum-zero": "no less than nothing",
    "wound.fatal-flat": "fatal wound",
    "death.zero-hit-points": "more than it had",
    "damage.healing-cap": "more than it lacked",
    "thrall.mhp-is-maximum-hp": "above its maximum",
    "crit.decisive-d6": "a decisive victory",
    "death.killed": "a fatal blow",
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
THEN: Final[Part] = ("text", " then ")  # between a natural 20 or 1 and the die that it calls for
AGAINST: Final[Part] = ("text", " against ")
# What a roll is for, by its rule.
ROLLS: Final[dict[str, str]] = {
    "initiative.ties-roll-off": "off its tie in Agility, for a place in the order",
    "attack.roll": "to hit",
    "damage.by-weapon-or-spell": "damage",
    "spell.heal-is-one-instance": "healing",
    "turn.start-sequence": "lasting damage",
    "wound.fatal": "for the fatal wound",
    "condition.paralysed": "to shake it off",
    "condition.bound": "to break free",
    "move.fall": "for the fall",
    "sneak.check": "to sneak",
}

# What is paid for a deed whose key does not say it, by its verb.
PRICES: Final[dict[str, str]] = {
    "attack": "1 attack action",
    "throw": "1 attack action",
    "disarm": "1 attack action",
    "use": "1 attack action",
    "break-free": "1 attack action",
    "toggle": "1 bonus action",
    "extra-attack": "move action and 2 bonus actions",
    "extra-throw": "move action and 2 bonus actions",
    "boost": "1 bonus action",
    "move": "1 move action",
    "tumble": "1 move action",
    "sneak": "1 move action",
}


CASTS: Final = {"cast-aa": "1 attack action", "cast-ma": "1 move action"}


class QuestWords(Sentences):
    """Quest's events in sentences."""

    questions: ClassVar[dict[str, str]] = QUESTIONS
    rows: ClassVar[tuple[str, ...]] = ROWS

    def __init__(self) -> None:
        super().__init__(SENTENCES, WEIGHTS, ROLLS, ENDS)

    def deed(self, combat: Combat[Any], deed: Deed, names: list[str]) -> str:
        assert isinstance(combat, QuestCombat)
        return deed_of(combat, deed, names)

    def label(self, choice: Choice, option: Option) -> tuple[str, str]:
        """Return what an option of a spell brings, and prices that keys do not tell.

        Rules: spell.notes-options, spell.mp-cost, attack.costs-one-aa, action.use-item,
        action.extra-attack-price, action.ba-boosts-stack, action.ba-toggle, channel.upkeep,
        thrall.cost, initiative.opening-attack.
        """
        if isinstance(choice, Notes):
            return brought(choice.spell, option.answer), ""
        if isinstance(choice, Upkeep):
            return "", "" if option.cost < 0 else f"{option.cost} MP"
        if option.verb == "thrall":
            return "", f"{option.cost} maximum hit points"
        if not isinstance(choice, Act):
            return "", ""  # a move that is under way is paid for
        if option.verb in CASTS:
            return "", price_of_cast(choice, option)
        if choice.opening:
            return "", ""
        return "", "" if option.key.endswith(" ba") else PRICES.get(option.verb, "")

    def outcome(self, name: str, before: int, after: int) -> str:
        """Return what becomes of the things that somebody holds."""
        if name != "held":
            return ""
        if not after:
            return "drops what it holds"
        dropped = before - after
        return f"drops {counted(dropped, 'thing')}" if dropped > 0 else f"holds {after} things"

    def spent(self, combat: Combat[Any], who: int) -> bool:
        assert isinstance(combat, QuestCombat)
        unit = combat.units[who]
        return unit.aa == 0 and unit.ma == 0 and unit.ba == 0

    def unused(self, combat: Combat[Any], who: int) -> list[str]:
        assert isinstance(combat, QuestCombat)
        unit = combat.units[who]
        if not unit.aa:
            return []
        found = ["1 attack action" if unit.aa == 1 else f"{unit.aa} attack actions"]
        if unit.ma:
            found.append("1 move action" if unit.ma == 1 else f"{unit.ma} move actions")
        return found

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

    def sentence(self, event: Event) -> str:
        """Return the sentence of an event; some go by how it came about, or by nobody."""
        if event.rule in QUIETLY and isinstance(event, Change):
            return ""
        if isinstance(event, Moved) and event.way == "push":
            return "is pushed to {place}."
        if isinstance(event, Placed):
            return SENTENCES.get(f"placed {event.way}", "")
        if event.name == "casts" and event.amount:
            return SENTENCES["casts with a move"]
        if event.what.startswith("wound-"):
            return SENTENCES[f"{event.name} wound"]
        if event.name == "resource-gained" and event.rule == "end.mp-refilled":
            return ""
        return super().sentence(event)

    def rolled(self, combat: Combat[Any], event: Rolled) -> list[Part]:
        """Tell of a roll; of that for a fatal wound, what comes of it.

        A natural 20 and a natural 1 call for further dice.
        Rules: wound.fatal, crit.super-d4, fail.tragedy-d4.
        """
        found = super().rolled(combat, event)
        if event.rule == "attack.roll":
            return escalated(found, event.parts[0][1][0])
        if event.rule != "wound.fatal":
            return found
        worse = "16 more damage" if event.amount == 4 else "nothing more"
        return [*found[:-1], ("text", f" of 4: {worse}.")]

    def reason(self, reason: str) -> str:
        """Return a part of a change in words."""
        return REASONS.get(reason, super().reason(reason))

    def victor(self, combat: Combat[Any], side: int) -> str:
        """Return who wins, in words."""
        assert isinstance(combat, QuestCombat)
        return f"{party(combat, side)} win" if side >= 0 else "nobody wins"

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
            return [("text", aimed(event.amount))]
        if gap == "in all":
            assert isinstance(combat, QuestCombat)
            return [("text", in_all(combat.library.spells[event.what]))]
        if gap == "paid":
            assert isinstance(combat, QuestCombat)
            return [("text", paid_for(combat.library.spells[event.what], event.amount))]
        return super().gap(combat, event, gap)


def escalated(found: list[Part], face: int) -> list[Part]:
    """Return the parts of an attack roll that showed a face, with why further dice fell."""
    told: list[Part] = []
    for part in found:
        if part == AGAINST:
            told.append(("text", " against target number "))
        elif part == THEN and THEN in found[: len(told)]:
            told.append(("text", ", and that for a "))
        elif part == THEN:
            told.append(("text", f"; the {face} calls for a "))
        else:
            told.append(part)
    return told


def counted(number: int, what: str) -> str:
    """Return so many actions in words."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def aimed(aim: int) -> str:
    """Return at what an attack is aimed, in words; "" of one that is not."""
    if aim == UNAIMED:
        return ""
    return ", aimed at center mass" if aim == CENTER else f", aimed for a {AIMS[aim]} wound"


def in_all(spell: Spell) -> str:
    """Return what a spell takes in all, in words; "" of one action. Rule: spell.cast-time."""
    if spell.aa + spell.ma < 2:
        return ""
    parts = [(spell.aa, "attack action"), (spell.ma, "move action")]
    words = [counted(number, what) for number, what in parts if number]
    return f", which takes {' and '.join(words)} in all"


def price_of_cast(choice: Act, option: Option) -> str:
    """Return what an action of a cast takes away, in words, the MP with the last one.

    Rules: spell.cast-time, spell.mp-cost, initiative.opening-attack.
    """
    place = option.answer % VERB // PART
    mp = choice.unit.sheet.spells[place].mp
    if choice.opening:
        return f"{mp} MP" if mp else ""
    action = CASTS[option.verb]
    last = sum(paying.remaining(choice.unit, place)) == 1
    return f"{action} and {mp} MP" if mp and last else action


def brought(spell: Spell, notes: int) -> str:
    """Return what options of a spell bring, in words. Rule: spell.notes-options."""
    texts: list[str] = []
    for note, times in spell.paid(notes):
        many = "" if times == 1 else ", twice" if times == 2 else f", {times} times"
        texts.append(note.text.rstrip(".") + many)
    return "; ".join(texts)


def paid_for(spell: Spell, notes: int) -> str:
    """Return which options of a spell were paid for, in words. Rule: spell.notes-options."""
    if not notes:
        return ""
    texts = [note.text.rstrip(".") for note, _ in spell.paid(notes)]
    cost = counted(spell.note_cost(notes), "bonus action")
    return f", for {cost} more: {'; '.join(texts)}"
