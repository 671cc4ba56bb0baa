"""What a kind of file holds, as a page for people: made of the JSON Schema that checks it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from affray.content.explain import expected
from affray.content.game import games
from affray.content.ground import GROUNDS, LEGEND
from affray.content.like import WORDS
from affray.content.part import USUAL
from affray.content.problems import listed
from affray.content.values import LINE, PROSE, SLUG
from affray.content.written import value_of

Node = Mapping[str, Any]
Tables: TypeAlias = Mapping[str, object]
EMPTY: Final[Tables] = MappingProxyType({})
SHORT: Final = 60  # letters of an example that is taken from content
SHORTER: Final = {SLUG: "an id", LINE: "a line of text", PROSE: "a text"}
FEATURES: Final = (
    ("heights", "cells of other heights: `[[map.elevation]]`, `height` in the legend"),
    ("solids", "solid boxes in three dimensions: `[[map.solid]]`"),
    ("walls", "walls between two cells: `[[map.edge]]` of kind wall"),
    ("barriers", "barriers between two cells: kind barrier"),
    ("sheer faces", "faces between two cells that cannot be climbed: kind sheer"),
    ("hit points", "ground that can be destroyed: `hp` in the legend"),
    ("open edges", "sides over which one may leave: `open_edges`"),
)
SAME: Final = (
    "Every entry of a pack has an `id` of its own. It may say `like`, the id of another entry "
    "of the same table, of the game or a pack: it is the same but for what it says itself, "
    "tables within it put together key by key; `without` lists keys that it leaves out. With "
    "`replaces = true` it stands in place of the entry of its id: journals, `affray validate` "
    "and the commands that play name it. `affray show GAME THING --toml` prints anything there "
    "is in this syntax."
)


def schema_page(
    title: str,
    schema: Node,
    intro: str = "",
    *,
    root: str = "",
    apart: Sequence[str] = (),
    samples: Tables = EMPTY,
    told: Sequence[str] = (),
    more: Sequence[str] = (),
) -> str:
    """Return a schema as a page of Markdown: a section for each table, a row for each key.

    Args:
        title: of the page.
        schema: as JSON Schema.
        intro: what stands before the tables, "" for the schema's own description.
        root: the table of a file that it is about, "" for the file.
        apart: tables that have pages of their own.
        samples: tables with entries, from which examples are taken.
        told: keys as ``table key`` that no rule reads.
        more: parts that stand behind the tables.
    """
    parts = [f"# {title}", intro or str(schema.get("description", ""))]
    tables = _tables(schema, root, apart)
    places = {name: place for place, _, name, _ in tables if name}
    found: dict[str, list[Node]] = {}
    _gather(schema, samples, schema, found)
    for place, path, name, node in tables:
        words = str(node.get("description", "")).strip()
        heading = f"## `{place}`" if place else "## The file"
        mute = [key.partition(" ")[2] for key in told if key.partition(" ")[0] == path]
        parts += [heading, *([words] if words and path != root else [])]
        parts.append(_rows(node, schema, found.get(name, []), mute, places))
    return "\n\n".join([part for part in [*parts, *more] if part]) + "\n"


def explained(words: Mapping[str, object], names: Mapping[str, str]) -> list[str]:
    """Return the words of a game's own language as parts of a page, a table for each closed set.

    Args:
        words: for each set its words, each with what it means.
        names: the sets to tell of, with what they are.
    """
    parts: list[str] = []
    for name, title in names.items():
        known = words.get(name)
        assert isinstance(known, dict)
        lines = [_row(["word", "what it means"]), _row(["---"] * 2)]
        lines += [_row([f"`{word}`", str(text)]) for word, text in known.items()]
        parts += [f"## {title}", "\n".join(lines)]
    return parts


def letters() -> str:
    """Return what the characters of a map stand for, and which game has rules for what."""
    ids = list(games())
    names = [games()[id].name for id in ids]
    head = ["", "what it is", "ground", "height", "zone", *names]
    lines = [_row(head), _row(["---"] * len(head))]
    for glyph, meaning in LEGEND.items():
        if glyph.isdigit() and glyph != "1":
            continue
        shown = "`0` to `9`" if glyph == "1" else f"`{glyph}`"
        text = "open ground of that height" if glyph == "1" else meaning.text
        height = "0 to 9" if glyph == "1" else str(meaning.height)
        known = [
            _yes(meaning.kind in games()[id].grounds and _high(id, meaning.height)) for id in ids
        ]
        zone = f"`{meaning.zone}`" if meaning.zone else ""
        lines.append(_row([shown, text, f"`{meaning.kind}`", height, zone, *known]))
    more = [_row(["what a map may hold besides", *names]), _row(["---"] * (1 + len(ids)))]
    for feature, text in FEATURES:
        more.append(_row([text, *[_yes(feature in games()[id].features) for id in ids]]))
    units = [f"{games()[id].name} {games()[id].unit.name}" for id in ids]
    cells = [
        f"{games()[id].unit.cell} {games()[id].unit.name} in {games()[id].name}"
        for id in ids
        if games()[id].unit.cell != 1
    ]
    wide = f"; a cell is {listed(cells)} wide" if cells else ""
    return "\n\n".join(
        [
            "A map is drawn from its top row down, one character a cell, all rows equally long. "
            "Cells are named `[column, row]` from the top left, which is `[0, 0]`. What a game has "
            "no rule for is refused, never drawn and ignored.",
            "## The letters",
            "\n".join(lines),
            "`[map.legend]` gives characters a meaning of your own on this map, in place of these "
            f"too. Kinds of ground are {', '.join([f'`{one}`' for one in GROUNDS])}. Heights and "
            f"lengths are in the unit of the game: {', '.join(units)}{wide}.",
            "## What each game knows",
            "\n".join(more),
        ]
    )


def _high(id: str, height: int) -> bool:
    return not height or "heights" in games()[id].features


def _yes(holds: bool) -> str:
    return "yes" if holds else ""


def _row(cells: list[str]) -> str:
    return f"| {' | '.join([cell.replace('|', chr(92) + '|') for cell in cells])} |"


def _tables(schema: Node, root: str, apart: Sequence[str]) -> list[tuple[str, str, str, Node]]:
    """Return every table: its head, such as ``[[side.members]]``, path, name in the schema."""
    found: list[tuple[str, str, str, Node]] = []
    seen: set[str] = set()
    waiting: list[tuple[str, str, str, Node]] = [(f"[{root}]" if root else "", root, "", schema)]
    while waiting:
        place, path, name, node = waiting.pop(0)
        found.append((place, path, name, node))
        for key, field in node.get("properties", {}).items():
            below = f"{path}.{key}" if path else key
            if below in apart:
                continue
            for form, inner_name, inner in _inside(field, schema):
                if inner_name in seen:
                    continue
                seen.add(inner_name or below)
                waiting.append((form.format(below), below, inner_name, inner))
    return found


def _inside(field: Node, schema: Node) -> list[tuple[str, str, Node]]:
    """Return the tables that a field holds: how their heads are written, names, themselves."""
    found: list[tuple[str, str, Node]] = []
    for node in [field, *field.get("anyOf", ())]:
        forms: list[tuple[str, Any]] = [
            ("[{}]", node),
            ("[[{}]]", node.get("items")),
            ("[{}.KEY]", node.get("additionalProperties")),
        ]
        forms += [("[{}.KEY]", one) for one in node.get("patternProperties", {}).values()]
        for form, inner in forms:
            name = str(inner.get("$ref", "")) if isinstance(inner, dict) else ""
            table = schema.get("$defs", {}).get(name.rpartition("/")[2]) if name else inner
            if isinstance(table, dict) and "properties" in table:
                found.append((form, name, table))
    return found


def _gather(node: Node, value: object, schema: Node, found: dict[str, list[Node]]) -> None:
    """Note the entries that a value holds under the names of their tables in the schema."""
    for form in [node, *node.get("anyOf", ())]:
        name = str(form.get("$ref", ""))
        table = schema.get("$defs", {}).get(name.rpartition("/")[2], {}) if name else form
        if isinstance(value, list) and isinstance(table.get("items"), dict):
            for one in value:
                _gather(table["items"], one, schema, found)
        elif isinstance(value, Mapping):
            if name and "properties" in table:
                found.setdefault(name, []).append(value)
            for key, one in value.items():
                field = table.get("properties", {}).get(key, table.get("additionalProperties"))
                if isinstance(field, dict):
                    _gather(field, one, schema, found)


def _rows(
    node: Node,
    schema: Node,
    samples: Sequence[Node],
    told: Sequence[str],
    places: Mapping[str, str],
) -> str:
    needed = _needed(node)
    lines = ["| key | what it may be | what it says |", "| --- | --- | --- |"]
    for key, field in node.get("properties", {}).items():
        if key in WORDS:
            continue
        kind = _kind(field, schema)
        must = " **needed**" if key in needed else ""
        words = str(field.get("description", "")).replace("\n", " ")
        inner = _inside(field, schema)
        if not words and inner:
            words = str(inner[0][2].get("description", "")).partition("\n")[0]
        if key in told:
            words = f"{words} For people: no rule reads it.".strip()
        examples = field.get("examples") or _samples(key, samples)
        shown = [f"`{value_of(one)}`" for one in examples[:2]]
        heads = [f"`{places[name]}`" for _, name, _ in inner if name in places]
        parts = (
            words,
            f"For example {', '.join(shown)}." if shown else "",
            f"Its keys: {heads[0]}." if heads else "",
        )
        lines.append(_row([f"`{key}`{must}", kind, " ".join([part for part in parts if part])]))
    return "\n".join(lines)


def _samples(key: str, rows: Sequence[Node]) -> list[object]:
    """Return two values of a key that entries have, told apart."""
    found: list[object] = []
    for row in rows:
        if key in row and key not in USUAL and row[key] not in (*found, "", [], {}):
            found.append(row[key])
    return [one for one in found if len(value_of(one)) <= SHORT][:2]


def _needed(node: Node) -> list[str]:
    return list(node.get("required", node.get("else", {}).get("required", [])))


def _kind(field: Node, schema: Node) -> str:
    """Return in words what a key may hold."""
    known = [one for one in field.get("anyOf", [field]) if one.get("type") != "null"]
    words = [_one_kind(one, schema) for one in known]
    return " or ".join(dict.fromkeys([word for word in words if word]))


def _one_kind(node: Node, schema: Node) -> str:
    if "const" in node:
        return f"`{value_of(node['const'])}`"
    if isinstance(node.get("enum"), list):
        return ", ".join([f"`{value_of(one).strip(chr(34))}`" for one in node["enum"]])
    items = node.get("items")
    if node.get("type") == "array" and isinstance(items, dict) and "prefixItems" not in node:
        inside = _kind(items, schema)
        return "tables" if inside == "a table" else f"a list: {inside}" if inside else "a list"
    if isinstance(node.get("type"), list):
        return " or ".join([expected({"type": one}, schema) for one in node["type"]])
    if node.get("type") == "string":
        return SHORTER.get(str(node.get("pattern")), "a text")
    if not set(node) - {"description", "examples", "default", "title"}:
        return ""
    return expected(node, schema)
