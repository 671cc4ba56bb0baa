"""Questions as one would ask them at the table: whom, about which deed, what."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, Final

from affray.core.choice import Choice, Option
from affray.core.combat import Combat
from affray.core.event import TurnBegan
from affray.core.ruleset import Ruleset
from affray.core.window import Deed, Reply
from affray.session.question import Question

LEFT: Final = re.compile(r"^move, (?P<left>.+) left$")
ONE: Final = re.compile(r"^1 \w+s$")
NAMES: Final = {"aa": "attack action", "ma": "move action", "ba": "bonus action"}
PRICED: Final = re.compile(r"^(?P<text>.+) (?:for|with) (?:(?P<number>\d+) )?(?P<kind>aa|ma|ba)$")
COMPASS: Final = {
    **{"n": "north", "ne": "north-east", "e": "east", "se": "south-east"},
    **{"s": "south", "sw": "south-west", "w": "west", "nw": "north-west"},
}
ON_GROUND: Final = re.compile(r"@(?P<cell>\d+,\d+)(?:#\d+)?")  # where a thing in a key lies
UNIT: Final = re.compile(r"^\d+ (?P<unit>\w+?)s?\b")
SLOTS: Final = {"Main": "Main Action", "Move": "Move Action"}  # of Sovereign
SOMEBODY: Final = "somebody"  # whom one does not know of, or where
SEATS: Final = {"gm": "Game master"}  # as one addresses them; others by their names


def deed_of(choice: Choice) -> Deed | None:
    """Return the deed that a choice answers, or of which it is a part; None if there is none."""
    if isinstance(choice, Reply):
        return choice.window.deed
    for name in ("use", "attack", "deed"):
        found = getattr(choice, name, None)
        if isinstance(found, Deed):
            return found
    return None


def called(ruleset: Ruleset, combat: Combat[Any], index: int) -> str:
    """Return what a combatant is called in the sentences of its game."""
    parts = ruleset.words().parts(combat, TurnBegan(index))
    return next((text for kind, text in parts if kind == "who"), str(combat.units[index].name))


def told_deed(question: Question, combat: Combat[Any], unseen: Collection[int] = ()) -> str:
    """Return the deed that a question answers, in a sentence; "" if it answers none.

    Args:
        question: what is asked.
        combat: the fight as it is while that is asked.
        unseen: those of whom the asked does not know where they are: no word of what they do, or
            of what is done to them.
    """
    deed = deed_of(question.choice)
    if deed is None or deed.actor in unseen or deed.target in unseen:
        return ""
    names = [
        SOMEBODY if one.index in unseen else called(question.rules, combat, one.index)
        for one in combat.units
    ]
    words = question.rules.words().deed(combat, deed, names)
    return f"{words}." if words else ""


def sentence(question: Question, combat: Combat[Any], unseen: Collection[int] = ()) -> str:
    """Return a question as one would ask it, whom first.

    Args:
        question: what is asked.
        combat: the fight as it is while that is asked.
        unseen: those of whom the asked does not know where they are: they are not named.
    """
    choice = question.choice
    prompt = question.prompt
    who = called(question.rules, combat, choice.who) if choice.who >= 0 else side_of(question)
    template = template_of(question)
    if template:
        parts = {"who": who, "side": side_of(question), "prompt": left_of(prompt)}
        parts |= {"actor": SOMEBODY, "target": SOMEBODY, "about": "your target"}
        parts["whom"] = whom_of(question, combat, unseen)
        deed = deed_of(choice)
        for name in ("actor", "target"):
            index = getattr(deed, name, -1)
            if 0 <= index < len(combat.units) and index not in unseen:
                parts[name] = called(question.rules, combat, index)
        about = getattr(choice, "target", None)
        index = getattr(about, "index", -1)
        if 0 <= index < len(combat.units) and index not in unseen:
            parts["about"] = called(question.rules, combat, index)
        return capital(filled(template, parts)) + placed(question, combat)
    return capital(usual(question, combat, who)) + placed(question, combat)


def template_of(question: Question) -> str:
    """Return the words that its game has for a question; "" if it has none.

    A rule that asks several things has words for each: after the rule stands what the choice asks
    in short, or the first word of its first or last answer.
    """
    found = question.rules.words().questions
    rule = question.rule
    ends = (question.options[0], question.options[-1]) if question.options else ()
    about = [question.choice.prompt(), *[one.key.partition(" ")[0] for one in ends]]
    keys = [*[f"{rule}: {one}" for one in about], rule]
    return next((found[key] for key in keys if key in found), "")


def whom_of(question: Question, combat: Combat[Any], unseen: Collection[int]) -> str:
    """Return the one whom all answers that name anybody are about, as it is called."""
    about = {one for option in question.options for one in option.targets or []}
    if len(about) != 1 or about & {*unseen}:
        return "it"
    return called(question.rules, combat, about.pop())


def filled(template: str, parts: dict[str, str]) -> str:
    """Return a sentence with its gaps filled."""
    for name, part in parts.items():
        template = template.replace(f"{{{name}}}", part)
    return template.strip()


def usual(question: Question, combat: Combat[Any], who: str) -> str:
    """Return a question for which its game has no words of its own, by what can be answered."""
    prompt = question.prompt
    if question.kind == "ruling":
        about = f", about {who}" if question.choice.who >= 0 else ""
        return f"{side_of(question)}{about}: {prompt}"
    if question.kind == "action":
        return f"{who}, what now? {capital(left_of(prompt))}."
    if question.kind == "move":
        return f"{who}, where do you go? {left_of(prompt)}"
    if question.reaction and (prompt == "react?" or not prompt.endswith("?")):
        return f"{who}, do you answer?"
    if prompt.endswith("?") and question.choice.prompt() != question.kind:
        return f"{who}, {prompt}"
    options = question.options
    unit = combat.units[question.choice.who] if question.choice.who >= 0 else None
    if unit is not None and unit.cell < 0 and all([one.cells for one in options]):
        return f"{who}, where do you begin?"
    if len(options) == 2 and not any([one.targets or one.cells for one in options]):
        return f"{who}, {lower(prompt)}: {options[0].key}, or {options[1].key}?"
    if all([one.cells for one in options if one.answer != question.fallback.answer]):
        return f"{who}, {lower(prompt)}: where?"
    if all([one.targets for one in options if one.answer != question.fallback.answer]):
        return f"{who}, {lower(prompt)}: whom?"
    return f"{who}, {lower(prompt)}: which?"


def left_of(prompt: str) -> str:
    """Return what is left to spend, in words: ``4 squares left``, ``1 attack action``."""
    found = LEFT.match(prompt)
    if found:
        left = found["left"]
        return f"{left[:-1] if ONE.match(left) else left} left."
    parts = []
    for part in prompt.split(", "):
        number, _, word = part.partition(" ")
        if number.isdecimal() and (word in NAMES or word == "actions"):
            word = NAMES.get(word, "action")
            if number != "0":
                parts.append(f"{number} {word}{'' if number == '1' else 's'}")
        elif part.startswith("no "):
            continue
        else:
            parts.append(SLOTS.get(part, part))
    return ", ".join(parts) or "nothing left to spend"


def priced(label: str) -> tuple[str, str]:
    """Return what one does without its price, and the price in words: ``1 attack action``."""
    found = PRICED.match(label)
    if not found:
        return label, ""
    number = found["number"] or "1"
    return found["text"], f"{number} {NAMES[found['kind']]}{'' if number == '1' else 's'}"


def shown(question: Question, option: Option, label: str) -> tuple[str, str]:
    """Return what to call an option of a label, and its price: by its game's words, or its key."""
    text, price = priced(spelled(label))
    own, cost = question.rules.words().label(question.choice, option)
    return own or text, cost or price


def unit_of(question: Question) -> str:
    """Return what the costs of answers count, one of it: ``square``; "" if they tell themselves."""
    found = LEFT.match(question.prompt)
    parts = [found["left"]] if found else []
    if question.kind == "action":
        parts = [one for one in question.prompt.split(", ") if one.rstrip("s").endswith(" action")]
    unit = UNIT.match(parts[0]) if parts else None
    return unit["unit"] if unit else ""


def spelled(label: str) -> str:
    """Return what one does without signs of keys: ``face north-east``, ``knife from 3,4``."""
    label = ON_GROUND.sub(r" from \g<cell>", label)
    words, _, last = label.rpartition(" ")
    return f"{words} {COMPASS[last]}" if last in COMPASS and words in ("face", "facing") else label


def placed(question: Question, combat: Combat[Any]) -> str:
    """Return how many of a side stand on the map already, where somebody is placed; "" else."""
    who = question.choice.who
    if who < 0 or combat.units[who].cell >= 0 or combat.round > 0:
        return ""
    side = [
        one
        for one in combat.units
        if one.side == combat.units[who].side
        and question.rules.measures(combat, one.index)  # who is led by another stands by itself
    ]
    there = [one for one in side if one.cell >= 0]
    return f" ({len(there)} of {len(side)} placed)"


def side_of(question: Question) -> str:
    """Return the sides that are asked, or their seats, as one addresses them."""
    return capital(" or ".join([SEATS.get(one, one) for one in question.addressed]))


def capital(text: str) -> str:
    """Return a text with a capital letter first."""
    return text[:1].upper() + text[1:]


def lower(text: str) -> str:
    """Return the title of a rule as a part of a sentence."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
