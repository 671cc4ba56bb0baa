"""Tables as TOML: what a file of ours would say, written so that people like to read it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Final

WIDE: Final = 100  # characters of a line that holds a whole list or table
BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def as_toml(data: Mapping[str, object]) -> str:
    """Return tables as the text of a TOML file that reads as the same tables.

    Args:
        data: texts, whole numbers, decimals, true and false, and lists and tables of these.

    Raises:
        TypeError: a value is something else.
    """
    lines: list[str] = []
    _table(data, "", lines)
    return "\n".join(lines).strip("\n") + "\n"


def _table(table: Mapping[str, object], path: str, lines: list[str]) -> None:
    """Write what a table holds: its values first, then the tables within it."""
    inner: list[tuple[str, object]] = []
    for key, value in table.items():
        if _is_table(value):
            inner.append((key, value))
        else:
            lines.append(_assigned(key, value))
    for key, value in inner:
        name = f"{path}.{_key(key)}" if path else _key(key)
        if isinstance(value, list):
            for one in value:
                lines += ["", f"[[{name}]]"]
                _table(one, name, lines)
        elif isinstance(value, Mapping):
            lines += ["", f"[{name}]"]
            _table(value, name, lines)


def _is_table(value: object) -> bool:
    """Return whether a value is written as a table with a head of its own."""
    if isinstance(value, Mapping):
        return len(_value(value)) > WIDE or not value or any(map(_is_table, value.values()))
    if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
        return any(len(_value(one)) > WIDE or any(map(_is_table, one.values())) for one in value)
    return False


def _assigned(key: str, value: object) -> str:
    whole = f"{_key(key)} = {_value(value)}"
    if not isinstance(value, list) or (len(whole) <= WIDE and not _stacked(value)):
        return whole
    return "\n".join([f"{_key(key)} = [", *[f"  {_value(one)}," for one in value], "]"])


def _stacked(values: list[object]) -> bool:
    """Return whether a list is written entry below entry: the rows of a map, the members."""
    texts = [one for one in values if isinstance(one, str)]
    rows = len(texts) == len(values) > 1 and len({len(one) for one in texts}) == 1
    return (rows and len(texts[0]) > 3) or any(isinstance(one, Mapping) for one in values)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | Decimal):
        return str(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join([_value(one) for one in value]) + "]"
    if isinstance(value, Mapping):
        parts = [f"{_key(key)} = {_value(one)}" for key, one in value.items()]
        return "{ " + ", ".join(parts) + " }" if parts else "{}"
    raise TypeError(f"no TOML for {type(value).__name__}")


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    letters = [ESCAPES.get(one, one if one.isprintable() else _code(one)) for one in text]
    return '"' + "".join(letters) + '"'


def _code(letter: str) -> str:
    number = ord(letter)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
