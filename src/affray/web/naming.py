"""Rulings and rolls in people's names and words: in a fight everything has an id."""

from __future__ import annotations

import re
from typing import Final

from affray.core.dice import ATTACK, DAMAGE, INITIATIVE, Unrolled
from affray.core.ruleset import Ruleset
from affray.core.words import RULED, party
from affray.rulebook import catalogue
from affray.session.asking import called
from affray.session.fight import Fight

WHAT_FOR: Final = {
    INITIATIVE: "for initiative",
    ATTACK: "for the attack",
    DAMAGE: "for damage",
}
SHORT: Final = {
    "hp": "HP",
    "ac": "AC",
    "mp": "MP",
    "aa": "attack actions",
    "ma": "move actions",
    "ba": "bonus actions",
}


def titles(fight: Fight) -> dict[str, str]:
    """Return what everybody in a fight is called in sentences, by name."""
    combat = fight.combat
    return {str(one.name): called(fight.ruleset, combat, one.index) for one in combat.units}


def named(fight: Fight, text: str) -> str:
    """Return a text with what everybody is called in sentences in place of their names."""
    names = titles(fight)
    for name in sorted(names, key=len, reverse=True):
        if name in text:
            text = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", names[name], text)
    return text


def written(path: str) -> str:
    """Return what a number or a condition is called on the page, by its word in a path."""
    words = path.replace("_", " ").replace("-", " ").replace(".", " ")
    return " ".join([SHORT.get(one, one) for one in words.split()])


def ruled(fight: Fight, what: str) -> str:
    """Return what a game master does by a ruling, in people's names."""
    names = titles(fight)
    word, _, rest = what.partition(" ")
    who, _, more = rest.partition(" ")
    who = names.get(who.rstrip(":"), who.rstrip(":"))
    if rest.startswith("=") or word not in RULED:
        path, _, value = what.partition(" = ")
        name, _, field = path.partition(".")
        return (
            f"sets {written(field)} of {names.get(name, name)} to {value}"
            if field
            else f"sets {what}"
        )
    if word == "add":
        side, _, place = more.removeprefix("to ").partition(" at ")
        at = fight.combat.side_ids.index(side)
        return f"brings in {who} for {party(fight.combat, at)} at {place}"
    return f"takes out {who}" if word == "remove" else f"harms {who}: {more}"


def what_for(ruleset: Ruleset, wanted: Unrolled) -> str:
    """Return what somebody rolls for: as the game says it, else by the purpose or the rule."""
    told = ruleset.words().rolled_for(wanted.rule)
    if told.startswith(("to ", "for ")):
        return told
    if wanted.purpose in WHAT_FOR:
        return WHAT_FOR[wanted.purpose]
    return f"for {told}" if told else f"({catalogue.lookup(wanted.rule, ruleset.id).title})"
