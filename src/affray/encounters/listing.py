"""What can be put into encounters: every character and creature, by ruleset, packs included."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from affray.content.game import game, game_ids, on_change
from affray.content.roster import CHARACTER, CREATURE
from affray.content.toml import parse_toml

HEAD: Final = re.compile(r"^(?=\[)(.+)$", re.MULTILINE)  # the head of a table of a file


@dataclass(frozen=True, slots=True)
class Entry:
    """A character or creature for lists; ``source`` is the pack it is from, "" for Affray's."""

    ruleset: str
    kind: str
    id: str
    name: str
    text: str
    source: str = ""


def list_members(ruleset: str = "", packs: Sequence[Path] = ()) -> list[Entry]:
    """Return all that can be a member of an encounter, of one ruleset if named.

    Raises:
        InvalidError: a pack cannot be read or is none.
    """
    found = [entry for one in game_ids() if ruleset in ("", one) for entry in _builtin(one)]
    if packs:
        from affray.content.pack import read_packs  # and pydantic with it

        files = read_packs(packs)
        gone = {(file.pack.ruleset, *spot) for file in files for spot in file.replaced}
        found = [one for one in found if (one.ruleset, one.kind, one.id) not in gone]
        for file in files:
            if ruleset in ("", file.pack.ruleset):
                found += _entries(file.pack.ruleset, file.data, file.source)
    return found


@cache
def _builtin(ruleset: str) -> tuple[Entry, ...]:
    raw = _members_of(game(ruleset).content())
    return tuple(_entries(ruleset, parse_toml(raw, f"{ruleset}/content.toml"), ""))


on_change(_builtin.cache_clear)


def _members_of(raw: bytes) -> bytes:
    """Return the members of a content file, without the tables in them: all that a list tells.

    To parse the whole file takes longer than everything else that a list does.
    """
    text = raw.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    if '"""' in text or "'''" in text:  # texts of several lines may hold what looks like a head
        return raw
    parts = HEAD.split(text)
    found = [head + body for head, body in zip(parts[1::2], parts[2::2], strict=True)]
    kept = [part for part in found if part.startswith(("[[character]]", "[[creature]]"))]
    return "\n".join(kept).encode("utf-8", "surrogateescape")


def _entries(ruleset: str, data: Mapping[str, object], source: str) -> list[Entry]:
    found: list[Entry] = []
    for kind in (CHARACTER, CREATURE):
        tables = data.get(kind, [])
        found += [
            Entry(ruleset, kind, str(table["id"]), str(table["name"]), _text(kind, table), source)
            for table in (tables if isinstance(tables, list) else [])
        ]
    return found


def _text(kind: str, entry: Mapping[str, object]) -> str:
    """Return a few words on an entry: what it is for, else its text, else its party and level."""
    for key in ("role", "class", "profession", "text"):
        if entry.get(key):
            return str(entry[key])
    parts = [str(entry["party"])] if entry.get("party") else []
    if kind == CHARACTER and isinstance(entry.get("level"), int):
        parts.append(f"level {entry['level']}")
    return ", ".join(parts)
