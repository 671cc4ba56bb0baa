"""One thing of a game, found by its id or name: in words for people, in the syntax of packs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from affray.content.game import Game, game
from affray.content.like import LIKE, REPLACES, Table, builtin_tables, rows_of
from affray.content.pack import PackFile, model_of, read_packs
from affray.content.problems import InvalidError, listed, nearest, show
from affray.content.roster import CHARACTER, CREATURE
from affray.content.written import toml_of
from affray.rulebook.catalogue import load

FIRST: Final = (CHARACTER, CREATURE)
CALLED: Final = ("status", "condition", "class")  # rules of these are called like entries
SHORTEST: Final = 4  # letters of such a group
HEAD: Final = ("id", "name", "text")  # told before all other keys
LAST: Final = ("origin", "rules", "mechanics")  # where it comes from: told after them


@dataclass(frozen=True, slots=True)
class Found:
    """An entry of a game's content or of a pack.

    Attributes:
        table: the table that it is in, as files call it.
        entry: what it says, whole.
        source: the name of the pack's file; "" if it is Affray's.
        within: the member that it is part of; "" if it stands for itself.
    """

    table: str
    entry: Mapping[str, Any]
    source: str = ""
    within: str = ""

    @property
    def id(self) -> str:
        """Its id."""
        return str(self.entry["id"])

    @property
    def name(self) -> str:
        """Its name, or its id if it has none."""
        return str(self.entry.get("name", self.id))


def entries(ruleset: str, packs: Sequence[Path] = ()) -> list[Found]:
    """Return everything that a game's content and packs hold, members first.

    Raises:
        InvalidError: there is no such game, or a pack is at fault.
    """
    files = read_packs(packs, ruleset)
    gone = {spot for file in files for spot in file.replaced}
    found = [one for one in _all(builtin_tables(ruleset), "") if (one.table, one.id) not in gone]
    for file in files:
        found += _all(file.data, file.source)
    return sorted(found, key=lambda one: (one.table not in FIRST, bool(one.within)))


def _all(tables: Mapping[str, object], source: str) -> Iterator[Found]:
    for table in tables:
        for row in rows_of(tables, table):
            if "id" in row:
                yield Found(table, row, source)
                yield from _within(row, table, source)


def _within(row: Table, table: str, source: str) -> Iterator[Found]:
    """Yield the entries that lie in an entry: the abilities of a stat block."""
    for key, value in row.items():
        if isinstance(value, list) and table in FIRST:
            for one in value:
                if isinstance(one, dict) and "id" in one:
                    yield Found(key, one, source, str(row["id"]))


def find(ruleset: str, word: str, packs: Sequence[Path] = ()) -> list[Found]:
    """Return what an id or a name means; several tables may have the same.

    Raises:
        InvalidError: nothing; the nearest is named. Or as ``entries``.
    """
    known = entries(ruleset, packs)
    meant = word.strip().casefold()
    found = [one for one in known if meant in (one.id, one.name.casefold())]
    if found:
        return found
    ids = [one.id for one in known]
    names = {one.name.casefold(): one.id for one in known}
    close = nearest(word, ids) or names.get(nearest(word, names), "")
    hint = f"; did you mean {close}?" if close else f" (affray show {ruleset} lists them)"
    raise InvalidError([f"found {show(word)}, expected something of {game(ruleset).name}{hint}"])


# -- in the syntax of packs ----------------------------------------------------------------------


def pack_tables(ruleset: str) -> list[str]:
    """Return the tables that packs of a game may have, as files call them."""
    model = model_of(ruleset)
    return [model.model_fields[name].alias or name for name in model.table_names()]


def cannot_pack(ruleset: str, one: Found) -> str:
    """Return why no pack can say an entry: it is a rule of the game, which is named. Else ""."""
    known = game(ruleset)
    if one.table in pack_tables(ruleset) and (one.source or one.table not in known.fixed):
        return ""
    rule = rule_of(ruleset, one)
    where = f" [{ruleset}/{rule}]; affray rules {ruleset} {rule}" if rule else ""
    return f"it is a rule of {known.name}{where}"


def rule_of(ruleset: str, one: Found) -> str:
    """Return the id of the rule that says what an entry does: the one that it names first.

    Else one called like it, the first of a group called like it, or that of its table; "" if its
    game names none.
    """
    named = one.entry.get("rules")
    if named:
        return str(named[0])
    ids = load(ruleset).rules
    known = [f"{table}.{one.id}" for table in (one.table, *CALLED)]
    found = [id for id in known if id in ids]
    for id in ids:
        group = id.partition(".")[0]
        if len(group) >= SHORTEST and one.id.startswith(group):  # grapple.hold of grappled
            found.append(id)
    return found[0] if found else game(ruleset).held.get(one.table, "")


def held_by_rules(ruleset: str) -> list[str]:
    """Return what packs of a game cannot state, as parts of a page: what are rules, and which."""
    rows: dict[str, list[Found]] = {}
    for one in entries(ruleset):
        if cannot_pack(ruleset, one):
            rows.setdefault(one.table, []).append(one)
    if not rows:
        return []
    packs = pack_tables(ruleset)
    lines = ["| table | what the rules hold | rules |", "| --- | --- | --- |"]
    for table, found in rows.items():
        ids = ", ".join([f"`{one.id}`" for one in found])
        more = "; packs add others" if table in packs else ""
        rules = dict.fromkeys([rule_of(ruleset, one) for one in found])
        told = ", ".join([f"`{rule}`" for rule in rules if rule])
        lines.append(f"| `{table}` | {ids}{more} | {told} |")
    name = game(ruleset).name
    words = (
        f"These tables of {name}'s own content only say what its rules do: their entries are held "
        "by code, so no pack can state, copy or replace them. `affray rules GAME RULE` shows the "
        "rule. All other tables are content: Affray's own loads as a pack."
    )
    return ["## What are rules", words, "\n".join(lines)]


def as_pack(ruleset: str, one: Found) -> dict[str, object]:
    """Return a pack that says an entry whole, in place of the one there is.

    With another id and without ``replaces`` it is one more. What code holds of it comes by
    ``like``.

    Raises:
        InvalidError: no pack can say it.
    """
    why = cannot_pack(ruleset, one)
    if why:
        raise InvalidError([f"found {one.table} {one.id}, expected what a pack can say: {why}"])
    return {"ruleset": ruleset, one.table: [_entry_of(game(ruleset), one)]}


def _entry_of(known: Game, one: Found) -> Table:
    key, place = known.coded.get(one.table, ("", ""))
    whole: Table = {"id": one.id}
    if not one.source and not one.within:
        if place and one.id in known.load(place):
            whole[LIKE] = one.id
        whole[REPLACES] = True
    whole.update({name: value for name, value in one.entry.items() if name not in (key, "id")})
    if key in one.entry:
        whole[key] = one.entry[key]
    return whole


def toml(ruleset: str, found: Sequence[Found]) -> str:
    """Return the text of a pack that says entries whole; of those that none can, a comment why.

    Args:
        ruleset: the id of the game.
        found: the entries, one at least; of several tables or members.

    Raises:
        InvalidError: no pack can say any of them.
    """
    said: list[str] = []
    data: dict[str, Any] = {}
    told: list[str] = []
    able = [one for one in found if not cannot_pack(ruleset, one)] or list(found[:1])
    for one in found:
        if one not in able or one.table in told:
            why = cannot_pack(ruleset, one) or f"there is another, of {one.within or one.source}"
            said.append(f"# {one.table} {one.id}: {why}\n")
            continue
        told.append(one.table)
        for table, rows in as_pack(ruleset, one).items():
            data[table] = [*data.get(table, []), *rows] if isinstance(rows, list) else rows
    return "".join(said) + toml_of(data)


# -- in words ------------------------------------------------------------------------------------


def words(one: Found, known: Mapping[str, Found]) -> list[tuple[str, str]]:
    """Return what an entry says, as labels and values; the last are what it names, explained.

    Args:
        one: the entry.
        known: entries by id, to explain what it names.
    """
    rows: list[tuple[str, str]] = []
    for key, value in one.entry.items():
        if key not in (*HEAD, *LAST) and not _parts(value):
            rows.append((key.replace("_", " "), in_words(value)))
    for key, value in one.entry.items():
        if _parts(value):
            rows += [(f"{key}: {part.get('name', part['id'])}", in_words(part)) for part in value]
    named = [word for key, value in one.entry.items() if key not in HEAD for word in _ids(value)]
    for word in dict.fromkeys(named):
        other = known.get(word)
        if other is not None and other.entry.get("text") and word != one.id:
            rows.append((other.name, str(other.entry["text"])))
    for key in LAST:
        if key in one.entry:
            rows.append((key, in_words(one.entry[key])))
    return rows


def in_words(value: object) -> str:
    """Return a value of a file in words, tables with what they are first."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        head = [str(value[key]) for key in ("op", "mod", "when") if key in value][:1]
        rest = [
            f"{key.replace('_', ' ')} {in_words(one)}"
            for key, one in value.items()
            if key not in ("op", "mod") and not (key == "when" and head == [str(one)])
        ]
        return f"{' '.join(head)}{' ' if head and rest else ''}{', '.join(rest)}" or "nothing"
    if isinstance(value, list | tuple):
        tables = any([isinstance(one, Mapping) for one in value])
        return ("; " if tables else ", ").join([in_words(one) for one in value]) or "none"
    return f"{value.normalize():f}" if isinstance(value, Decimal) else str(value)


def _parts(value: object) -> bool:
    """Return whether a value is a list of entries of their own."""
    return isinstance(value, list) and any(
        [isinstance(one, Mapping) and "id" in one for one in value]
    )


def _ids(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield str(key)
            yield from _ids(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _ids(one)


def by_id(found: Sequence[Found]) -> dict[str, Found]:
    """Return entries by id, the first of each."""
    known: dict[str, Found] = {}
    for one in found:
        known.setdefault(one.id, one)
    return known


def overridden(files: Sequence[PackFile]) -> list[str]:
    """Return a line for each pack that overrides something: ``a.toml replaces spell sleep``."""
    return [
        f"{file.source} replaces {listed(file.replaces(), 6)}" for file in files if file.replaced
    ]
