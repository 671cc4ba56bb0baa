"""What entries of a pack say of other entries: ``like`` one, ``without`` some, in place of one.

An entry with ``like = "biffer"`` is that entry with what it says itself on top: tables within it
are put together key by key, all else is replaced; ``without`` names what is left out. An entry with
``replaces = true`` stands in place of the one of its id. Both are resolved before the schema sees
anything, so that what comes of them is checked like any other entry.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache
from typing import Any, Final, TypeAlias

from affray.content.game import game, on_change
from affray.content.problems import Problems, listed, nearest, show
from affray.content.toml import parse_toml

LIKE: Final = "like"
REPLACES: Final = "replaces"
WITHOUT: Final = "without"
WORDS: Final = (LIKE, REPLACES, WITHOUT)
KEPT: Final = ("id", "name")  # cannot be left out

Table: TypeAlias = dict[str, Any]
Tables: TypeAlias = Mapping[str, object]
Spot: TypeAlias = tuple[int, str, int]  # pack, table, row

# How the three words are described to editors and people.
SCHEMA: Final[dict[str, dict[str, Any]]] = {
    LIKE: {
        "type": "string",
        "description": "The id of an entry of this table, of the game or a pack: this one is the "
        "same but for what it says itself.",
        "examples": ["biffer"],
    },
    WITHOUT: {
        "type": "array",
        "items": {"type": "string"},
        "description": "With like: the keys of that entry which this one leaves out.",
        "examples": [["text"]],
    },
    REPLACES: {
        "type": "boolean",
        "default": False,
        "description": "Whether it stands in place of the entry of its id, openly: logs and "
        "journals name it.",
        "examples": [True],
    },
}


@cache
def builtin_tables(ruleset: str) -> Tables:
    """Return the tables of a game's content file, as they stand there."""
    return parse_toml(game(ruleset).content(), f"{ruleset}/content.toml")


on_change(builtin_tables.cache_clear)


def rows_of(tables: Tables, table: str) -> list[Table]:
    """Return the entries of a table that are entries at all."""
    rows = tables.get(table)
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


class Likes:
    """The entries of one pack, each whole: with what it has of others."""

    def __init__(
        self, ruleset: str, own: Tables, others: Sequence[Tables], problems: Problems
    ) -> None:
        """Resolve a pack.

        Args:
            ruleset: the id of its game.
            own: the tables of the pack, as in its file.
            others: those of the packs beside it.
            problems: takes what is wrong.
        """
        self.game = game(ruleset)
        self.builtin = builtin_tables(ruleset)
        self.packs: list[Tables] = [own, *others]
        self.problems = problems
        self.replaced: list[tuple[str, str]] = []  # table and id of what it overrides
        self.data: Table = dict(own)
        for table, rows in own.items():
            if isinstance(rows, list) and any([_speaks(row) for row in rows]):
                self.data[table] = [self._whole(table, n, row) for n, row in enumerate(rows)]

    def _whole(self, table: str, row: int, entry: object) -> object:
        if not _speaks(entry):
            return entry
        assert isinstance(entry, dict)
        place = f"{table}[{row}]"
        stands = entry.get(REPLACES, False)
        if not isinstance(stands, bool):
            what = f"found {show(stands)}, expected true or false"
            self.problems.add(f"{place}.{REPLACES}", what)
        elif stands:
            self.replaced.append((table, str(entry.get("id"))))
            self._check_free(table, entry.get("id"), f"{place}.{REPLACES}")
        if WITHOUT in entry and LIKE not in entry:
            what = "found it without like, expected the entry of which something is left out"
            self.problems.add(f"{place}.{WITHOUT}", what)
        whole, root = self._made((0, table, row), entry, [], place)
        key, place_of_ids = self.game.coded.get(table, ("", ""))
        if key and root and (place_of_ids or root != entry.get("id")):
            if not place_of_ids or root in self.game.load(place_of_ids):
                whole.setdefault(key, root)
        return whole

    def _made(self, spot: Spot, entry: Table, chain: list[Spot], place: str) -> tuple[Table, str]:
        """Return an entry with all that it has of others, and the id of the first of them.

        That is "" unless it is one of the game itself.
        """
        own = {key: value for key, value in entry.items() if key not in WORDS}
        word = entry.get(LIKE)
        if word is None:
            return own, ""
        table = spot[1]
        base, at = self._base(table, word, [*chain, spot])
        if base is None:
            self._unknown(table, word, spot, chain, place)
            return own, ""
        if at is None:
            found, root = deepcopy(base), str(base["id"])
            self._check_free(table, word, f"{place}.{LIKE}")
        else:
            found, root = self._made(at, base, [*chain, spot], place)
            found = deepcopy(found)
        for name in self.game.follows:
            found.pop(name, None)
        self._leave_out(found, entry.get(WITHOUT, []), place)
        return _merged(found, own), root

    def _base(
        self, table: str, word: object, chain: list[Spot]
    ) -> tuple[Table | None, Spot | None]:
        """Return the entry of an id that is none of the chain: of this pack, another, the game."""
        for number, tables in enumerate(self.packs):
            rows = tables.get(table)
            for row, entry in enumerate(rows if isinstance(rows, list) else []):
                spot = (number, table, row)
                if isinstance(entry, dict) and entry.get("id") == word and spot not in chain:
                    return entry, spot
        for entry in rows_of(self.builtin, table):
            if entry.get("id") == word:
                return entry, None
        return None, None

    def _check_free(self, table: str, word: object, place: str) -> None:
        """Refuse to do with an entry what only its code could."""
        why = self.game.fixed.get(table, "")
        if why and any([row.get("id") == word for row in rows_of(self.builtin, table)]):
            what = f"found {show(word)}, expected a {table} of a pack: {why}"
            self.problems.add(place, what)

    def _unknown(self, table: str, word: object, spot: Spot, chain: list[Spot], place: str) -> None:
        rows = [row for tables in self.packs for row in rows_of(tables, table)]
        if any([row.get("id") == word for row in rows]):
            what = f"found {show(word)}, expected an entry that does not come back to this one"
            self.problems.add(f"{place}.{LIKE}", what)
            return
        own = [self.packs[n][table][row] for n, _, row in [*chain, spot]]  # type: ignore[index]
        ids = [str(row.get("id")) for row in rows if row not in own]
        known = [*ids, *[str(row.get("id")) for row in rows_of(self.builtin, table)]]
        close = nearest(word, known) if isinstance(word, str) else ""
        hint = f"; did you mean {close}?" if close else f" ({listed(known)})"
        what = f"found {show(word)}, expected the id of another {table}{hint}"
        self.problems.add(f"{place}.{LIKE}", what)

    def _leave_out(self, found: Table, words: object, place: str) -> None:
        if not isinstance(words, list):
            what = f"found {show(words)}, expected a list of keys"
            self.problems.add(f"{place}.{WITHOUT}", what)
            return
        for number, word in enumerate(words):
            if not isinstance(word, str) or word in KEPT or word not in found:
                known = [key for key in found if key not in KEPT]
                close = nearest(word, known) if isinstance(word, str) else ""
                hint = f"; did you mean {close}?" if close else f" ({listed(known)})"
                what = f"found {show(word)}, expected a key of what it is like{hint}"
                self.problems.add(f"{place}.{WITHOUT}[{number}]", what)
            else:
                del found[word]


def _speaks(entry: object) -> bool:
    """Return whether an entry says one of the three words."""
    return isinstance(entry, dict) and any([word in entry for word in WORDS])


def _merged(base: Table, own: Table) -> Table:
    """Put what an entry says on top of what it is like, tables key by key."""
    found = dict(base)
    for key, value in own.items():
        before = found.get(key)
        both = isinstance(value, dict) and isinstance(before, dict)
        found[key] = _merged(before, value) if both else deepcopy(value)  # type: ignore[arg-type]
    return found
