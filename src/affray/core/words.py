"""Events in sentences from a table: one sentence for every event, its gaps filled."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from mypy_extensions import mypyc_attr

from affray.core.combat import RULE_OVERRIDE, Combat
from affray.core.event import Change, Ended, Event, Rolled
from affray.core.ruleset import Words

Part: TypeAlias = tuple[str, str]

# How far the line of an event is indented.
SILENT: Final = -1
ROUND: Final = 0
TURN: Final = 1
DEED: Final = 2
OUTCOME: Final = 3

TOLD: Final = ("round", "turn", "ended")  # in the same words in every game

# What a ruleset need not say itself.
USUAL: Final = {
    "moved": "goes to {place}.",
    "placed": "is now at {place}.",
    "damaged": "takes {amount} {what}{parts} ({before} to {after}).",
    "healed": "recovers {amount} {what}{parts} ({before} to {after}).",
    "condition-gained": "is now {what}.",
    "condition-lost": "is no longer {what}.",
    "resource-spent": "spends {amount} {what} ({before} to {after}).",
    "resource-gained": "gains {amount} {what} ({before} to {after}).",
    "fell": "goes down.",
    "rose": "is up again.",
    "died": "dies.",
}


MINUS: Final = "\u2212"  # the true sign, wider than a hyphen: people read these numbers
ENDS: Final = ("ended", "ends")
ARTICLES: Final = ("The", "A", "An")  # of the name of a side: small within a sentence
RULED: Final = ("add", "remove", "damage")  # all other rulings set a value


def weight_of(words: Words, event: Event) -> int:
    """Return how far the line of an event is indented; ``SILENT``: it has none."""
    if event.name == "asked":
        return SILENT
    return TURN if event.name == "ruling" else words.weight(event)


def parts_of(words: Words, combat: Combat[Any], event: Event) -> list[Part]:
    """Return an event as (kind of part, text), as ``Words.parts``; none if it is not told."""
    if event.name == "ruling":
        word, _, rest = event.what.partition(" ")
        if word in RULED and not rest.startswith("="):
            return [("text", f"The game master {word}s {rest}")]
        return [("text", f"The game master sets {event.what}")]
    return words.parts(combat, event) if weight_of(words, event) >= 0 else []


@mypyc_attr(allow_interpreted_subclasses=True)
class Sentences(Words):
    """Words from tables, by the name of the event.

    A sentence has gaps: {other} who else is meant, {what} the thing, {amount} the number, {cell}
    the place; a ruleset may fill more. It follows the name of who did it, unless it begins with a
    bar: ``"|Terrain at {cell} gives way."``. A kind of event that has words for some things only
    (``"damaged stress"``) is looked up with its ``what`` first, then by itself, then among the
    ``USUAL`` ones; an empty sentence is not told. ``rolls`` says what a roll is for, by its rule,
    ``endings`` why a fight is over.
    """

    def __init__(
        self,
        sentences: dict[str, str],
        weights: dict[str, int],
        rolls: dict[str, str],
        endings: dict[str, str],
    ) -> None:
        self.sentences = sentences
        self.weights = weights
        self.rolls = rolls
        self.endings = endings

    def weight(self, event: Event) -> int:
        if event.name == "round" or event.name in ENDS:
            return ROUND
        if event.name == "turn":
            return TURN
        if event.name == "asked" or (
            not isinstance(event, Rolled) and self.knows_none(event) and self.sentence(event) == ""
        ):
            return SILENT
        return self.weights.get(event.name, OUTCOME)

    def knows_none(self, event: Event) -> bool:
        """Return whether a sentence of the tables would tell an event, and it is an empty one."""
        return event.name in self.sentences or event.name in USUAL

    def sentence(self, event: Event) -> str:
        """Return the sentence of an event, its gaps not yet filled."""
        usual = USUAL.get(event.name, f"{event.name}.")
        whole = self.sentences.get(event.name, usual)
        return self.sentences.get(f"{event.name} {event.what}", whole) if event.what else whole

    def knows(self, combat: Combat[Any], event: Event) -> bool:
        """Return whether there are words for an event of this name."""
        name = event.name
        return isinstance(event, Rolled) or name in TOLD or name in ENDS or self.knows_none(event)

    def parts(self, combat: Combat[Any], event: Event) -> list[Part]:
        if isinstance(event, Rolled):
            return self.rolled(combat, event)
        if event.name == "round":
            return self.round(event)
        if event.name == "turn":
            return [self.who(combat, event.who), ("text", "'s turn.")]
        if event.name in ENDS:
            why = self.endings.get(event.rule, event.rule)
            side = event.amount if isinstance(event, Ended) else event.other
            return [("text", f"The fight ends: {why}; {self.victor(combat, side)}.")]
        sentence = self.sentence(event)
        found: list[Part] = []
        if sentence.startswith("|"):
            sentence = sentence[1:]
        elif event.who >= 0:
            found = [self.who(combat, event.who), ("text", " ")]
        for number, piece in enumerate(sentence.split("{")):
            gap, _, rest = piece.partition("}") if number else ("", "", piece)
            if gap:
                found += self.gap(combat, event, gap)
            if rest:
                found.append(("text", rest))
        return found

    def round(self, event: Event) -> list[Part]:
        return [("text", "Round "), ("number", str(event.amount))]

    def gap(self, combat: Combat[Any], event: Event, gap: str) -> list[Part]:
        """Return what fills a gap."""
        if gap == "other":
            return [self.who(combat, event.other)]
        if gap == "amount":
            return [("number", numeral(event.amount))]
        if gap in ("before", "after"):
            return [("number", numeral(event.before if gap == "before" else event.after))]
        if gap == "place":
            return [("cell", combat.grid.name(event.after) if event.after >= 0 else "off the map")]
        if gap == "parts":
            return self.reckoning(event) if isinstance(event, Change) else []
        if gap == "cell":
            return [("cell", combat.grid.name(event.cell) if event.cell >= 0 else "off the map")]
        return [("what", self.thing(combat, event))]

    def reckoning(self, event: Change) -> list[Part]:
        """Return what a change is made of, so that the log adds up: ``: 7 dice, +2 strength``."""
        if len(event.parts) < 2:
            return []
        found: list[Part] = []
        for number, (amount, reason) in enumerate(event.parts):
            found.append(("text", ", " if number else ": "))
            found.append(("number", numeral(amount) if number == 0 else signed(amount)))
            found.append(("text", f" {self.reason(reason)}"))
        return found

    def reason(self, reason: str) -> str:
        """Return a part of a change in words: by default the last word of a rule's id."""
        if reason == RULE_OVERRIDE:
            return "ruling"
        return reason.rpartition(".")[2].replace("-", " ")

    def who(self, combat: Combat[Any], index: int) -> Part:
        return ("who", self.name(combat, index) if index >= 0 else "somebody")

    def thing(self, combat: Combat[Any], event: Event) -> str:
        """Return what an event is about, in words: by default its id without hyphens."""
        return event.what.replace("-", " ")

    def victor(self, combat: Combat[Any], side: int) -> str:
        """Return who has won, by its members."""
        raise NotImplementedError

    # -- dice -----------------------------------------------------------------------------------

    def rolled_for(self, rule: str) -> str:
        return self.rolls.get(rule, "")

    def rolled(self, combat: Combat[Any], event: Rolled) -> list[Part]:
        """Tell of a roll: what for, dice and total of each part, and what against."""
        found: list[Part] = [self.who(combat, event.who), ("text", " rolls ")]
        what_for = self.rolls.get(event.rule, "")
        if what_for:
            found.append(("text", f"{what_for}: "))
        place = 0
        for number, (name, faces, total) in enumerate(event.parts):
            if number:
                found.append(("text", f" {name} "))
            found += pool(event.sides[place : place + len(faces)], faces, total)
            place += len(faces)
        return [*found, ("text", ".")]


def pool(sides: list[int], faces: list[int], total: int) -> list[Part]:
    """Return dice with their faces and their total: ``2d6+3 [2 4] = 9``."""
    if not faces:
        return [("number", numeral(total))]
    words: list[str] = []
    place = 0
    while place < len(sides):
        end = place
        while end < len(sides) and sides[end] == sides[place]:
            end += 1
        words.append(f"{end - place if end - place > 1 else ''}d{sides[place]}")
        place = end
    bonus = total - faces[0] if len(faces) == 1 else 0  # of several dice not all may count
    dice = " ".join(words) + (signed(bonus) if bonus else "")
    shown = " ".join([str(face) for face in faces])
    found: list[Part] = [("text", f"{dice} "), ("die", f"[{shown}]")]
    if len(faces) > 1 or bonus:
        found += [("text", " = "), ("number", numeral(total))]
    return found


def numeral(number: int) -> str:
    """Return a number as people read it, with the true minus sign."""
    return str(number).replace("-", MINUS)


def signed(number: int) -> str:
    """Return a number with its sign: ``+2``, or 2 after a minus sign."""
    return f"+{number}" if number >= 0 else numeral(number)


def title(name: str, id: str, called: str) -> str:
    """Return what to call somebody in a sentence.

    ``name`` is its word in keys, ``id`` and ``called`` those of its sheet. Several alike keep their
    number; one that was given another name keeps that.
    """
    if name == id:
        return called
    if name.startswith(f"{id}-") and name[len(id) + 1 :].isdigit():
        return f"{called} {name[len(id) + 1 :]}"
    return " ".join([word.capitalize() for word in name.split("-")])


def party(combat: Combat[Any], side: int) -> str:
    """Return what to call a side within a sentence: by its name, else by its id."""
    names = combat.origin.sides() if combat.origin is not None else []
    if side >= len(names):
        return f"the {combat.side_ids[side].replace('-', ' ')}"
    first, space, rest = names[side].partition(" ")
    return f"{first.lower()} {rest}" if space and first in ARTICLES else names[side]


def begun(words: str) -> str:
    """Return words as they begin a sentence; capitals within stay."""
    return words[:1].upper() + words[1:]
