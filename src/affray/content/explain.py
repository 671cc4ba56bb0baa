"""What a validation found, in our words: place, what was found, what was expected.

The expectation is read from the JSON Schema at the place of the fault, so that messages and schema
cannot disagree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from pydantic import ValidationError

from affray.content.problems import Problems, listed, nearest, show
from affray.content.values import LINE, PROSE, SLUG

Schema = Mapping[str, object]
Loc = tuple[int | str, ...]

PATTERNS: Final[dict[str, str]] = {
    SLUG: "an id of small letters, digits and dashes",
    LINE: "a text on one line",
    PROSE: "a text without control characters",
}
TUPLES: Final[dict[int, str]] = {
    2: "a cell [column, row]",
    4: "a rectangle [column, row, column, row]",
    6: "a box [x0, y0, z0, x1, y1, z1]",
}
TOO_MANY: Final = ("too_long", "too_short")
BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def explain(error: ValidationError, schema: Schema, problems: Problems) -> None:
    """Add a line to ``problems`` for every fault that ``error`` holds."""
    for fault in error.errors(include_url=False):
        kind = fault["type"]
        loc: Loc = fault["loc"]
        if problems.full():  # a file of a hundred thousand faults
            problems.add("", "")
            continue
        if kind == "missing" and loc and isinstance(loc[-1], int):
            loc, kind = loc[:-1], "tuple_type"  # a cell of one number
        if kind == "extra_forbidden":
            problems.add(path_of(loc), _unknown_key(str(loc[-1]), _at(schema, loc[:-1])))
        elif kind == "missing":
            problems.add(path_of(loc), f"missing, expected {expected(_at(schema, loc), schema)}")
        elif loc and loc[-1] == "[key]":
            problems.add(path_of(loc[:-2]), f"found the key {show(fault['input'])}, {_key(loc)}")
        elif kind == "setting":
            problems.add(f"{path_of(loc)}.{fault['ctx']['path']}", fault["msg"])
        elif kind == "expected":
            problems.add(path_of(loc), f"found {show(fault['input'])}, expected {fault['msg']}")
        else:
            problems.add(path_of(loc), _found(fault["input"], _at(schema, loc), schema))


def path_of(loc: Loc) -> str:
    """Return a place as people write it: ``side[1].members[0].count``."""
    path = ""
    for part in loc:
        if isinstance(part, int):
            path += f"[{part}]"
        else:
            word = part if BARE.fullmatch(part[:60]) and len(part) <= 60 else show(part)
            path += f".{word}" if path else word
    return path


def expected(node: Schema, root: Schema) -> str:
    """Return in words what belongs at a place of the schema."""
    words = _words(node)
    if words:
        return f"one of {listed(words, 30)}"
    kind = node.get("type")
    if kind == "integer":
        return f"a whole number{_bounds(node)}"
    if kind == "number":
        return f"a number{_bounds(node)}"
    if kind == "boolean":
        return "true or false"
    if kind == "string":
        text = PATTERNS.get(str(node.get("pattern")), "a text")
        return f"{text} of at most {node['maxLength']} characters" if "maxLength" in node else text
    if kind == "array":
        return _list(node, root)
    return "a table"


def _found(value: object, node: Schema, root: Schema) -> str:
    words = _words(node)
    if isinstance(value, list) and "prefixItems" not in node and node.get("type") == "array":
        return f"found a list of {len(value)}, expected {expected(node, root)}"
    line = f"found {show(value)}, expected {expected(node, root)}"
    close = nearest(value, words) if isinstance(value, str) else ""
    if node.get("pattern") == SLUG and isinstance(value, str):
        close = re.sub(r"[^a-z0-9]+", "-", value[:64].lower()).strip("-")
    return f"{line}; did you mean {close}?" if close else line


def _unknown_key(key: str, node: Schema) -> str:
    known = node.get("properties")
    keys = list(known) if isinstance(known, dict) else []
    close = nearest(key, keys)
    if close:
        return f"unknown key, did you mean {close}?"
    return f"unknown key, expected one of {listed(keys, 30)}"


def _key(loc: Loc) -> str:
    return "expected a single character" if "legend" in loc else "expected an id"


def _words(node: Schema) -> list[str]:
    words = node.get("enum")
    if not isinstance(words, list):
        return []
    return [str(word).lower() if isinstance(word, bool) else str(word) for word in words]


def _bounds(node: Schema) -> str:
    low = node.get("minimum")
    high = node.get("maximum")
    if high is None and isinstance(node.get("exclusiveMaximum"), int):
        high = int(str(node["exclusiveMaximum"])) - 1
    return f" from {low} to {high}" if low is not None and high is not None else ""


def _list(node: Schema, root: Schema) -> str:
    parts = node.get("prefixItems")
    if isinstance(parts, list):
        return TUPLES.get(len(parts), f"a list of {len(parts)}")
    low = node.get("minItems", 0)
    high = node.get("maxItems")
    what = "tables" if "$ref" in _table(node.get("items")) else "entries"
    if high is None:
        return f"a list of {what}"
    return f"{low} {what}" if low == high else f"a list of {low} to {high} {what}"


def _at(root: Schema, loc: Loc) -> Schema:
    """Walk the schema down a place; an empty schema where it leads nowhere."""
    node = _resolve(root, root)
    for part in loc:
        if isinstance(part, int):
            parts = node.get("prefixItems")
            inner = parts[part] if isinstance(parts, list) and part < len(parts) else None
            node = _table(inner if inner is not None else node.get("items"))
        else:
            node = _table(_table(node.get("properties")).get(part) or _any_key(node))
        node = _resolve(node, root)
    return node


def _any_key(node: Schema) -> object:
    """Return what stands under a free key of a table."""
    patterns = _table(node.get("patternProperties"))
    return next(iter(patterns.values())) if patterns else node.get("additionalProperties")


def _resolve(node: Schema, root: Schema) -> Schema:
    """Follow references, and of several forms take the first: the long one."""
    for _ in range(8):
        choices = node.get("anyOf")
        if isinstance(choices, list):
            node = _table(choices[0])
        elif isinstance(node.get("$ref"), str):
            node = _table(_table(root.get("$defs")).get(str(node["$ref"]).rpartition("/")[2]))
        else:
            break
    return node


def _table(value: object) -> Schema:
    return value if isinstance(value, dict) else {}
