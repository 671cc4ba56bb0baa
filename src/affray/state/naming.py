"""Names for numbers: what values of the state stand for, as cases write it, and read back.

Never compiled: it goes by names.
"""

from __future__ import annotations

from typing import Any, Final

from affray.core.combat import Combat
from affray.core.effect import MOMENTS, Effect, Held
from affray.core.ruleset import Ruleset

NOBODY: Final = "none"  # for -1
SETS: Final = {"those": "who", "sides": "side", "words": "word"}  # of bits, and what each is


def in_words(combat: Combat[Any], ruleset: Ruleset, who: int, field: str, value: Any) -> object:
    """Return a value with names for the numbers that stand for something.

    Args:
        combat: the fight.
        ruleset: its rules, which say what numbers stand for.
        who: the combatant whose value it is, -1 if it is the fight's.
        field: where it stands, as ``Ruleset.value_kind`` takes it.
        value: a number, a text, or anything of these.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return word_for(combat, ruleset, who, field, value)
    if isinstance(value, list | tuple):
        if ruleset.value_words(combat, who, last(field)) and not ruleset.value_kind(field):
            return list(value)  # the words are for its places
        return [in_words(combat, ruleset, who, field, one) for one in value]
    if isinstance(value, dict):
        return {str(key): in_words(combat, ruleset, who, field, one) for key, one in value.items()}
    if isinstance(value, Effect):
        return value.id
    if isinstance(value, Held):
        parts = {name: _part(combat, ruleset, who, value, name) for name in ("source", "anchor")}
        return {"id": value.effect.id, "n": value.n, "ends": MOMENTS[value.ends], **parts}
    if hasattr(value, "FIELDS"):
        name = type(value).__name__
        found: dict[str, object] = {"is": name}
        for one in value.FIELDS:
            inner = getattr(value, one)
            found[one] = in_words(combat, ruleset, who, f"{name}.{one}", inner)
        return found
    return value


def _part(combat: Combat[Any], ruleset: Ruleset, who: int, held: Held, name: str) -> object:
    return in_words(combat, ruleset, who, f"Held.{name}", getattr(held, name))


def word_for(
    combat: Combat[Any], ruleset: Ruleset, who: int, field: str, number: int
) -> str | int | list[str]:
    """Return what a number of a field stands for; the number itself if that is all it is."""
    words = ruleset.value_words(combat, who, last(field))
    kind = ruleset.value_kind(field) or ("word" if words else "")
    first, _, rest = kind.partition(" ")
    if rest:
        times, _, second = rest.partition(" ")
        high, low = divmod(number, int(times))
        return f"{_word(combat, words, first, high)} {_word(combat, words, second, low)}"
    if first in SETS:
        names = _names(combat, words, SETS[first])
        bits = [names[place] for place in range(len(names)) if number >> place & 1]
        return bits if number >= 0 and not number >> len(names) else number
    return _word(combat, words, kind, number)


def _word(combat: Combat[Any], words: list[str], kind: str, number: int) -> str | int:
    if kind == "cell":
        grid = combat.grid
        if 0 <= number < grid.size:
            return str(grid.name(number))
    else:
        names = _names(combat, words, kind)
        if 0 <= number < len(names):
            return names[number]
    return NOBODY if kind and number == -1 else number


def _names(combat: Combat[Any], words: list[str], kind: str) -> list[str]:
    """Return what the numbers from 0 of a kind are called; nothing if it is a plain number."""
    if kind == "who":
        return [str(unit.name) for unit in combat.units]
    if kind == "side":
        return combat.side_ids
    return words if kind == "word" else []


def number_for(
    combat: Combat[Any], ruleset: Ruleset, who: int, field: str, value: object
) -> int | None:
    """Return the number that names of a field stand for; None if they are none of its kind."""
    words = ruleset.value_words(combat, who, last(field))
    first, _, rest = ruleset.value_kind(field).partition(" ")
    if first in SETS:
        if not isinstance(value, list):
            return None
        names = _names(combat, words, SETS[first])
        if not all([one in names for one in value]):
            return None
        return sum([1 << names.index(fromkey) for fromkey in dict.fromkeys(value)])
    if not isinstance(value, str):
        return None
    if rest:
        times, _, second = rest.partition(" ")
        head, _, tail = value.partition(" ")
        high = _number(combat, words, first, head)
        low = _number(combat, words, second, tail)
        return None if high is None or low is None else high * int(times) + low
    return _number(combat, words, first, value)


def _number(combat: Combat[Any], words: list[str], kind: str, word: str) -> int | None:
    if word == NOBODY and kind:
        return -1
    if kind == "cell":
        cell = combat.grid.read(word)
        return int(cell) if cell >= 0 else None
    names = _names(combat, words, kind)
    if word in names:
        return names.index(word)
    return int(word) if not kind and word.isdecimal() and len(word) < 8 else None


def last(field: str) -> str:
    """Return the name of a field without the class that it is of."""
    return field.rpartition(".")[2]
