"""Packs: a user's own members, things and abilities, added to a ruleset's content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ValidationError
from pydantic.json_schema import models_json_schema

from affray.content.explain import explain
from affray.content.game import game, games
from affray.content.like import LIKE, Likes
from affray.content.like import SCHEMA as WORDS
from affray.content.part import MEMBERS, PackBase
from affray.content.problems import InvalidError, Problems, listed, nearest, show
from affray.content.toml import read_toml

DIALECT: Final = {"$schema": "https://json-schema.org/draft/2020-12/schema"}


@dataclass(frozen=True, slots=True)
class PackFile:
    """A pack as read.

    Attributes:
        source: the name of its file.
        pack: what it adds, every entry whole.
        data: the same as plain tables.
        replaced: table and id of every entry of the game or another pack that it stands in for.
    """

    source: str
    pack: PackBase
    data: Mapping[str, object]
    replaced: tuple[tuple[str, str], ...] = ()

    def summary(self) -> str:
        """Return what it holds in a few words."""
        pack = self.pack
        tables = pack.tables()
        names = [*MEMBERS, *[name for name in tables if name not in MEMBERS]]
        counts = [(name.replace("_", " "), len(tables.get(name, ()))) for name in names]
        parts = [many(word, n) for word, n in counts if n]
        return f"{pack.name or self.source}, {pack.ruleset}, {', '.join(parts) or 'nothing'}"

    def replaces(self) -> list[str]:
        """Return what it overrides, in words: ``creature biffer``."""
        return [f"{table.replace('_', ' ')} {id}" for table, id in self.replaced]


def many(word: str, count: int) -> str:
    """Return a count with its word: ``2 abilities``."""
    if count == 1:
        return f"1 {word}"
    if word.endswith("y"):
        return f"{count} {word[:-1]}ies"
    return f"{count} {word}{'es' if word.endswith('s') else 's'}"


def model_of(ruleset: str) -> type[PackBase]:
    """Return the model of a game's packs; its module is read only now.

    Raises:
        InvalidError: there is no such game, or it takes no packs.
    """
    one = game(ruleset)
    if not one.pack:
        raise InvalidError([f"{ruleset}: {one.name} takes no packs"])
    model: type[PackBase] = one.load(one.pack)
    return model


def with_packs() -> list[str]:
    """Return the ids of the games that take packs."""
    return [id for id, one in games().items() if one.pack]


def read_pack(path: Path) -> PackFile:
    """Read a pack and check its shape; what its words mean is checked with the ruleset's content.

    Raises:
        InvalidError: it cannot be read or is no pack; all its problems are named.
    """
    return pack_from(read_toml(path), path.name)


def pack_from(
    data: Mapping[str, object], source: str, others: Sequence[Mapping[str, object]] = ()
) -> PackFile:
    """Check a pack that was read from somewhere.

    Args:
        data: its tables, as in the file.
        source: how messages call it.
        others: the tables of the packs beside it, whose entries its own may be like.

    Returns:
        The pack, its entries whole.

    Raises:
        InvalidError: it is no pack; all its problems are named.
    """
    problems = Problems(source)
    word = data.get("ruleset")
    if word not in with_packs():
        problems.add("ruleset", _no_ruleset(word))
        problems.stop()
    likes = Likes(str(word), data, others, problems)
    problems.stop()
    pack = checked(model_of(str(word)), likes.data, problems)
    return PackFile(source, pack, likes.data, tuple(likes.replaced))


def is_pack(data: Mapping[str, object]) -> bool:
    """Return whether the tables of a file are meant as a pack rather than as an encounter."""
    word = data.get("ruleset")
    model = model_of(str(word)) if word in with_packs() else None
    names = MEMBERS if model is None else model.table_names()
    return "map" not in data and "side" not in data and any([name in data for name in names])


def checked(model: type[PackBase], data: Mapping[str, object], problems: Problems) -> PackBase:
    """Return a model of the data.

    Raises:
        InvalidError: it does not fit; all its problems are named.
    """
    try:
        return model.model_validate(dict(data))
    except ValidationError as error:
        explain(error, schema_of(model), problems)
        problems.stop()
        raise


def schema_of(model: type[BaseModel]) -> dict[str, object]:
    schema = {**DIALECT, **model.model_json_schema(by_alias=True)}
    if issubclass(model, PackBase):
        _add_words(schema, schema)
    return schema


def _add_words(pack: dict[str, Any], schema: dict[str, Any]) -> None:
    """Add to the tables of a pack's schema what any entry may say of others.

    With ``like`` an entry need state no more than its id.
    """
    for node in pack["properties"].values():
        place = str(node.get("items", {}).get("$ref", "")).rpartition("/")[2]
        table = schema.get("$defs", {}).get(place)
        if table is None or LIKE in table["properties"]:
            continue
        table["properties"] |= WORDS
        if "required" in table:
            told = {"required": table.pop("required")}
            table |= {"if": {"required": [LIKE]}, "then": {"required": ["id"]}, "else": told}


def pack_schema(ruleset: str = "") -> dict[str, object]:
    """Return the JSON Schema of a pack file: of one game, or of all, told apart by ``ruleset``."""
    if ruleset:
        return schema_of(model_of(ruleset))
    places, schema = models_json_schema(
        [(model_of(pack), "validation") for pack in with_packs()], by_alias=True
    )
    for place in places.values():
        _add_words(schema["$defs"][str(place["$ref"]).rpartition("/")[2]], schema)
    return {**DIALECT, **schema, "title": "Pack", "oneOf": list(places.values())}


def _no_ruleset(word: object) -> str:
    games_with = with_packs()
    known = listed(games_with)
    if word is None:
        return f"missing, expected the game that the pack is for: {known}"
    close = nearest(word, games_with) if isinstance(word, str) else ""
    hint = f"; did you mean {close}?" if close else ""
    return f"found {show(word)}, expected one of {known}{hint}"


def distinct(paths: Sequence[Path]) -> list[Path]:
    """Return paths in their order, each file once: a pack that is named twice is one pack.

    Args:
        paths: of files.
    """
    return list({path.resolve(): path for path in reversed(paths)}.values())[::-1]


def read_packs(paths: Sequence[Path], ruleset: str = "") -> list[PackFile]:
    """Read several packs, whose entries may be like each other's.

    Args:
        paths: of their files; one that is named twice is read once.
        ruleset: the game that they have to be for; "" if each may be for another.

    Raises:
        InvalidError: one of them cannot be read, is no pack or is for another ruleset.
    """
    found: list[PackFile] = []
    lines: list[str] = []
    raw: dict[Path, Mapping[str, object]] = {}
    for path in distinct(paths):
        try:
            raw[path] = read_toml(path)
        except InvalidError as fault:
            lines += fault.problems
    for path, data in raw.items():
        word = data.get("ruleset")
        others = [one for at, one in raw.items() if at != path and one.get("ruleset") == word]
        try:
            file = pack_from(data, path.name, others)
        except InvalidError as fault:
            lines += fault.problems
            continue
        if ruleset and file.pack.ruleset != ruleset:
            what = f"found {show(file.pack.ruleset)}, expected {ruleset} as in the encounter"
            lines.append(f"{file.source}: ruleset: {what}")
        found.append(file)
    if lines:
        raise InvalidError(lines)
    return found
