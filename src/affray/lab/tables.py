"""Tables as TOML: what a file of ours would say, written so that people like to read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from affray.content.written import key_of, value_of

WIDE: Final = 100  # characters of a line that holds a whole list or table


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
        if _is_table(value) or (not path and _are_tables(value)):
            inner.append((key, value))
        else:
            lines.append(_assigned(key, value))
    for key, value in inner:
        name = f"{path}.{key_of(key)}" if path else key_of(key)
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
        return len(value_of(value)) > WIDE or not value or any(map(_is_table, value.values()))
    if isinstance(value, list) and _are_tables(value):
        return any(len(value_of(one)) > WIDE or any(map(_is_table, one.values())) for one in value)
    return False


def _are_tables(value: object) -> bool:
    """Return whether a value is a list of tables."""
    return (
        isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in value)
    )


def _assigned(key: str, value: object) -> str:
    whole = f"{key_of(key)} = {value_of(value)}"
    if not isinstance(value, list) or (len(whole) <= WIDE and not _stacked(value)):
        return whole
    return "\n".join([f"{key_of(key)} = [", *[f"  {value_of(one)}," for one in value], "]"])


def _stacked(values: list[object]) -> bool:
    """Return whether a list is written entry below entry: the rows of a map, the members."""
    texts = [one for one in values if isinstance(one, str)]
    rows = len(texts) == len(values) > 1 and len({len(one) for one in texts}) == 1
    return (rows and len(texts[0]) > 3) or any(isinstance(one, Mapping) for one in values)
