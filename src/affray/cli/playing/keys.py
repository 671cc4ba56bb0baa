"""What a typed line means: which option, which number, which value."""

from __future__ import annotations

from typing import Final

from affray.core.choice import Option
from affray.core.dice import PURPOSE_NAMES
from affray.core.errors import AmbiguousError

FEW: Final = 9  # options of one verb that are listed one by one


def chosen(options: list[Option], line: str) -> str:
    """Return the key that a line means: its number, itself, or the only one it is short for.

    What is no option is returned as it is: the choice itself says what is wrong with it.

    Raises:
        AmbiguousError: it is short for several.
    """
    words = " ".join(line.split())
    keys = [option.key for option in options]
    if words in keys:
        return words
    if words.isdecimal() and 1 <= int(words[:6]) <= len(keys):
        return keys[int(words) - 1]
    found = [key for key in keys if key.startswith(words)] or [
        key for key in keys if _short_for(words.split(" "), key.split(" "))
    ]
    if len(found) > 1:
        raise AmbiguousError(words, found)
    return found[0] if found else words


def _short_for(typed: list[str], key: list[str]) -> bool:
    """Whether every word typed begins the word at its place."""
    if len(typed) > len(key):
        return False
    return all(whole.startswith(part) for part, whole in zip(typed, key, strict=False))


def meant(options: list[Option], line: str) -> str:
    """Return the key that a line means among some options, "" if it is none or not the only one."""
    try:
        key = chosen(options, line)
    except AmbiguousError:
        return ""
    return key if key in [option.key for option in options] else ""


def read_value(text: str) -> object:
    """Return a value as it stands in a case file: a number, true or false, else a word."""
    if text.removeprefix("-").isdecimal() and len(text) < 19:
        return int(text)
    return {"true": True, "false": False}.get(text, text)


def purpose(number: int) -> str:
    """Return what a die is for, in a word."""
    return PURPOSE_NAMES[number] if number < len(PURPOSE_NAMES) else "a roll of the rules"


def kind(option: Option) -> str:
    """Return what options are listed together by: their verb, and the ability they are about."""
    own = option.ability and option.ability != option.verb
    return f"{option.verb} {option.ability}" if own else option.verb


def crowded(options: list[Option]) -> dict[str, int]:
    """Return the kinds of options of which there are too many to list, and how many."""
    counts: dict[str, int] = {}
    for option in options:
        counts[kind(option)] = counts.get(kind(option), 0) + 1
    return {name: count for name, count in counts.items() if count > FEW}
