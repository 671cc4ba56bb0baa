"""Packs: a user's own characters, creatures and abilities, added to a ruleset's content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ValidationError

from affray.content.explain import explain
from affray.content.ground import RULESETS
from affray.content.problems import InvalidError, Problems, listed, nearest, show
from affray.content.thrum import Pack as ThrumPack
from affray.content.toml import read_toml

# The rulesets that packs can be written for, with the model of such a pack.
MODELS: Final[dict[str, type[ThrumPack]]] = {"thrum": ThrumPack}


@dataclass(frozen=True, slots=True)
class PackFile:
    """A pack as read: the name of its file, and its tables."""

    source: str
    pack: ThrumPack
    data: Mapping[str, object]

    def summary(self) -> str:
        """Return what it holds in a few words."""
        pack = self.pack
        counts = (
            ("character", len(pack.character)),
            ("creature", len(pack.creature)),
            ("ability", len(pack.ability)),
            ("status", len(pack.status)),
        )
        parts = [f"{many(word, n)}" for word, n in counts if n]
        return f"{pack.name or self.source}, {pack.ruleset}, {', '.join(parts) or 'nothing'}"

    def ids(self) -> list[str]:
        """Return the ids of its members."""
        pcs = [one.id for one in self.pack.character]
        return pcs + [one.id for one in self.pack.creature]


def many(word: str, count: int) -> str:
    """Return a count with its word: ``2 abilities``."""
    plural = {"ability": "abilities", "status": "statuses"}.get(word, f"{word}s")
    return f"{count} {word if count == 1 else plural}"


def read_pack(path: Path) -> PackFile:
    """Read a pack and check its shape; what its words mean is checked with the ruleset's content.

    Raises:
        InvalidError: it cannot be read or is no pack; all its problems are named.
    """
    return pack_from(read_toml(path), path.name)


def pack_from(data: Mapping[str, object], source: str) -> PackFile:
    """Check a pack that was read from somewhere; ``source`` is how messages call it.

    Raises:
        InvalidError: it is no pack; all its problems are named.
    """
    problems = Problems(source)
    word = data.get("ruleset")
    if word not in MODELS:
        problems.add("ruleset", _no_ruleset(word))
        problems.stop()
    model = MODELS[str(word)]
    return PackFile(source, checked(model, data, problems), data)


def is_pack(data: Mapping[str, object]) -> bool:
    """Return whether the tables of a file are meant as a pack rather than as an encounter."""
    tables = ("character", "creature", "ability", "status")
    return "map" not in data and "side" not in data and any([word in data for word in tables])


def checked(model: type[ThrumPack], data: Mapping[str, object], problems: Problems) -> ThrumPack:
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
    schema: dict[str, object] = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    schema.update(model.model_json_schema(by_alias=True))
    return schema


def pack_schema(ruleset: str = "thrum") -> dict[str, object]:
    """Return the JSON Schema of a pack file.

    Raises:
        InvalidError: packs cannot be written for that ruleset.
    """
    if ruleset not in MODELS:
        raise InvalidError([f"ruleset: {_no_ruleset(ruleset)}"])
    return schema_of(MODELS[ruleset])


def _no_ruleset(word: object) -> str:
    known = listed(MODELS)
    if word is None:
        return f"missing, expected the game that the pack is for: {known}"
    if word in RULESETS:
        return f"found {show(word)}, for which packs cannot be written yet, expected {known}"
    close = nearest(word, MODELS) if isinstance(word, str) else ""
    hint = f"; did you mean {close}?" if close else ""
    return f"found {show(word)}, expected one of {known}{hint}"


def read_packs(paths: Sequence[Path], ruleset: str) -> list[PackFile]:
    """Read several packs for one ruleset.

    Raises:
        InvalidError: one of them cannot be read, is no pack or is for another ruleset.
    """
    found: list[PackFile] = []
    lines: list[str] = []
    for path in paths:
        try:
            file = read_pack(path)
        except InvalidError as fault:
            lines += fault.problems
            continue
        if file.pack.ruleset != ruleset:
            what = f"found {show(file.pack.ruleset)}, expected {ruleset} as in the encounter"
            lines.append(f"{file.source}: ruleset: {what}")
        found.append(file)
    if lines:
        raise InvalidError(lines)
    return found
