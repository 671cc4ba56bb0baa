"""One value that is to be another: how that is written, and what it makes of what stands there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, TypeAlias

from affray.content.encounter import Member
from affray.content.members import base_key
from affray.content.problems import InvalidError, listed, nearest, show
from affray.content.values import words_of
from affray.lab.tables import as_toml

Part: TypeAlias = str | int  # of a path: a key, or a place in a list

PART: Final = re.compile(
    r'\.?(?:(?P<word>[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*)|"(?P<quoted>[^"]*)")|\[(?P<place>\d+)\]'
)
SIGNS: Final = ("=", "+=", "-=", "*=")
DICE: Final = re.compile(r"^([1-9][0-9]*d[1-9][0-9]*)([+-][0-9]+)?$")
FORMULA: Final = re.compile(r"^[0-9]+ [-+*/]|[-+*/] [0-9]+$|[-+] [A-Za-z]")  # "2 + TIER"
NAMES: Final = ("id", "name", "weapon")  # what an entry of a list of tables is picked by


@dataclass(frozen=True, slots=True)
class Change:
    """One value that is to be another.

    Attributes:
        path: where it stands.
        value: what is done with it: a number, a text, true or false, or a list or table.
        sign: ``=`` puts it there. ``+=``, ``-=`` and ``*=`` reckon with what stands there: numbers,
            the number behind dice (``1d6+2``) or of a formula (``2 + TIER``), and lists, to which
            an entry is added or from which one is taken. A product is rounded to the nearest
            whole number.
    """

    path: str
    value: Any
    sign: str = "="

    def __str__(self) -> str:
        """Return it as it is written: ``biffer.tier = 1``."""
        return f"{self.path} {self.sign} {spelled(self.value)}"


def read_change(text: str) -> Change:
    """Read a change: ``PATH=VALUE``, ``PATH+=VALUE``, ``PATH-=VALUE`` or ``PATH*=VALUE``.

    A value is written as in a TOML file; a single word needs no quotes.

    Raises:
        InvalidError: it is written otherwise.
    """
    path, sign, rest = split_change(text)
    return Change(path, read_value(rest, path), sign)


def split_change(text: str) -> tuple[str, str, str]:
    """Return the path, the sign and what follows it.

    Raises:
        InvalidError: there is no path, or no sign.
    """
    end = 0
    while (match := PART.match(text, end)) is not None:
        end = match.end()
    path, rest = text[:end], text[end:].lstrip()
    sign = next((one for one in SIGNS if rest.startswith(one)), "")
    if not path or not sign:
        expected = "PATH=VALUE, PATH+=VALUE, PATH-=VALUE or PATH*=VALUE"
        raise InvalidError([f"found {show(text)}, expected {expected}"])
    return path, sign, rest.removeprefix(sign).strip()


def read_value(text: str, path: str) -> Any:
    """Read a value as TOML writes it, or a bare word.

    Raises:
        InvalidError: there is nothing, or it is an unfinished list or text.
    """
    if not text:
        raise InvalidError([f"{path}: found no value, expected a number, a word or a list"])
    try:
        return tomllib.loads(f"value = {text}", parse_float=Decimal)["value"]
    except (tomllib.TOMLDecodeError, ArithmeticError, RecursionError, ValueError) as fault:
        if text[0] in "[{\"'" or "\n" in text:
            raise InvalidError([f"{path}: found {show(text)}, expected a TOML value"]) from fault
    return text


def spelled(value: object) -> str:
    """Return a value as it is written in a change."""
    if isinstance(value, str) and read_back(value) == value:
        return value
    return as_toml({"value": value}).removeprefix("value = ").strip()


def read_back(word: str) -> object:
    try:
        return read_value(word, "")
    except InvalidError:
        return None


def parts_of(path: str) -> list[Part]:
    """Return a path part by part.

    Raises:
        InvalidError: it is no path.
    """
    found: list[Part] = []
    end = 0
    while end < len(path):
        match = PART.match(path, end)
        if match is None or (end == 0 and path[0] in ".["):
            expected = "names and places such as foes.members[0].count"
            raise InvalidError([f"{path}: found {show(path[end:])}, expected {expected}"])
        place = match["place"]
        found.append(int(place[:9]) if place else match["word"] or match["quoted"] or "")
        end = match.end()
    if not found:
        raise InvalidError(["found no path, expected one such as foes.members[0].count"])
    return found


# -- what it makes of a value ----------------------------------------------------------------------


def reckoned(before: Any, change: Change, entries: bool) -> Any:
    """Return what a value becomes.

    Raises:
        InvalidError: nothing of the kind can be done with it.
    """
    value = deepcopy(change.value)
    if change.sign == "=":
        return value
    if isinstance(before, list) and change.sign in ("+=", "-="):
        return _relisted(before, change, entries)
    if isinstance(before, str) and isinstance(value, str) and change.sign in ("+=", "-="):
        return _relisted(list(words_of(before)), change, entries)  # "sling shortsword" is a list
    if isinstance(before, dict) and isinstance(value, str) and change.sign == "-=":
        return _without(before, value, change)
    number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
    if number and isinstance(before, int | Decimal) and not isinstance(before, bool):
        return _sum(before, change.sign, value)
    dice = DICE.match(before) if isinstance(before, str) else None
    if number and dice is not None and change.sign in ("+=", "-="):
        plus = _sum(int(dice[2] or 0), change.sign, value)
        return dice[1] + (f"{plus:+d}" if plus else "")
    if number and isinstance(before, str) and re.fullmatch(r"-?[0-9]+", before):
        return str(_sum(int(before), change.sign, value))
    if number and isinstance(before, str) and FORMULA.search(before) and change.sign != "*=":
        return f"{before} {change.sign[0]} {value}"
    expected = "a number" if change.sign == "*=" else "a number, dice or a list"
    raise InvalidError([f"{change}: found {show(before)} there, expected {expected}"])


def _sum(before: Any, sign: str, value: Any) -> Any:
    """Return a sum, difference or product; of whole numbers a whole one, halves up."""
    exact = Decimal(str(before)), Decimal(str(value))
    found = (
        exact[0] * exact[1] if sign == "*=" else exact[0] + exact[1] * (1 if sign == "+=" else -1)
    )
    if isinstance(before, int):
        return int((found + Decimal("0.5")).__floor__())
    return found


def _relisted(before: list[Any], change: Change, entries: bool) -> list[Any]:
    """Return a list with entries added or taken away; of members one more or one less of them."""
    found = deepcopy(before)
    values = change.value if isinstance(change.value, list) else [change.value]
    for value in values:
        if entries and isinstance(value, str):
            _one_of_members(found, value, change)
        elif change.sign == "+=":
            found.append(value)
        else:
            places = [n for n, one in enumerate(found) if _is(one, value)]
            if not places:
                words = [str(one.get("id", "")) if isinstance(one, dict) else str(one)
                         for one in found]  # fmt: skip
                close = nearest(str(value), words)
                hint = f"; did you mean {close}?" if close else ""
                expected = f"one of {listed(words)}" if words else "nothing: the list is empty"
                raise InvalidError([f"{change}: found {show(value)}, expected {expected}{hint}"])
            del found[places[-1]]
    return found


def _without(before: Mapping[str, Any], word: str, change: Change) -> dict[str, Any]:
    """Return a table without one of its keys."""
    if word not in before:
        close = nearest(word, before)
        hint = f"; did you mean {close}?" if close else ""
        expected = f"one of {listed(before)}" if before else "nothing: the table is empty"
        raise InvalidError([f"{change}: found {show(word)}, expected {expected}{hint}"])
    return {key: value for key, value in before.items() if key != word}


def _is(entry: Any, value: Any) -> bool:
    if isinstance(entry, dict) and isinstance(value, str):
        return value in [entry.get(name) for name in NAMES]
    return bool(entry == value)


def _one_of_members(members: list[Any], word: str, change: Change) -> None:
    """Add or take away one member; the last of those that are alike."""
    own = [place for place, one in enumerate(members) if word in (one["id"], called(one))]
    if change.sign == "+=":
        members.append({"id": word})
    elif not own:
        words = list(dict.fromkeys([called(one) for one in members]))
        close = nearest(word, words)
        hint = f"; did you mean {close}?" if close else ""
        what = f"found {show(word)}, expected one of {listed(words)}"
        raise InvalidError([f"{change}: {what}{hint}"])
    elif members[own[-1]].get("count", 1) > 1:
        members[own[-1]]["count"] -= 1
    else:
        del members[own[-1]]


def called(entry: Mapping[str, Any]) -> str:
    """Return what the key of a member begins with."""
    name = entry.get("name")
    return base_key(Member.model_construct(id=entry["id"], name=name))


def listed_out(stated: list[Any] | Mapping[str, Any]) -> list[Any]:
    """Return the entries of a list, or of a table that counts them, each as often as it counts."""
    if isinstance(stated, list):
        return list(stated)
    return [
        key for key, many in stated.items() for _ in range(many if isinstance(many, int) else 1)
    ]
