"""Tables written as TOML, the way people write packs: what ``toml.parse_toml`` reads again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

WIDE: Final = 100  # columns of a line
BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def toml_of(tables: Mapping[str, object]) -> str:
    """Return tables as the text of a TOML file: plain values first, then a block for each table.

    A list of tables within an entry becomes a list of inline tables, one a line; if they hold such
    lists themselves, blocks of their own.
    """
    return _block(tables, "").lstrip("\n")


def value_of(value: object) -> str:
    """Return one value as TOML writes it, on one line.

    Raises:
        TypeError: TOML has nothing of its kind.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float | Decimal):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        parts = [f"{key_of(str(key))} = {value_of(one)}" for key, one in value.items()]
        return f"{{ {', '.join(parts)} }}" if parts else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join([value_of(one) for one in value])}]"
    raise TypeError(f"no TOML for {type(value).__name__}")


def key_of(key: str) -> str:
    """Return a key as TOML writes it, quoted if need be."""
    return key if BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def line_of(key: str, value: object) -> str:
    """Return ``key = value``, a list on several lines where one would be too long."""
    line = f"{key_of(key)} = {value_of(value)}"
    if len(line) <= WIDE or not isinstance(value, list | tuple):
        return line
    if any([isinstance(one, Mapping) for one in value]):
        rows = [f"  {value_of(one)}," for one in value]
    else:
        rows = _filled([f"{value_of(one)}," for one in value])
    return "\n".join([f"{key_of(key)} = [", *rows, "]"])


def _filled(words: Sequence[str]) -> list[str]:
    rows = [" "]
    for word in words:
        if len(rows[-1]) + 1 + len(word) > WIDE and rows[-1].strip():
            rows.append(" ")
        rows[-1] += f" {word}"
    return rows


def _block(table: Mapping[str, object], path: str) -> str:
    plain = {key: value for key, value in table.items() if not _blocks(value, path)}
    lines = [line_of(key, value) for key, value in plain.items()]
    text = "\n".join(lines) + "\n" if lines else ""
    for key, value in table.items():
        if key in plain:
            continue
        name = f"{path}.{key_of(key)}" if path else key_of(key)
        if isinstance(value, Mapping):
            text += f"\n[{name}]\n{_block(value, name)}"
        elif isinstance(value, list | tuple):
            for one in value:
                text += f"\n[[{name}]]\n{_block(one, name)}"
    return text


def _blocks(value: object, path: str) -> bool:
    """Return whether a value is written as blocks of its own."""
    if not path and isinstance(value, Mapping):
        return True
    if not isinstance(value, list | tuple) or not value:
        return False
    if not all([isinstance(one, Mapping) for one in value]):
        return False
    return not path or any([_deep(one) for one in value])


def _deep(table: Mapping[str, object]) -> bool:
    """Return whether a table holds lists of tables itself."""
    return any(
        [
            isinstance(value, list) and any([isinstance(one, Mapping) for one in value])
            for value in table.values()
        ]
    )
