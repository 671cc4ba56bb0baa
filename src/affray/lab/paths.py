"""Where a path leads: any value of an encounter file, a sheet or a pack.

A path begins with

- a key of the encounter file: ``round_limit``, ``options.chapter``, ``win[0].rounds``;
- a side, by its id: ``foes.start``, ``foes.members``;
- a member, by its id or key: ``biffer.count``, ``biffer-2.with.hp``. What is no key of a member is
  a value of its sheet or state, as ``with`` takes it: ``biffer.hp``; ``biffer.state.burning`` is
  how it begins;
- a table of the content, of a pack or the game's own: ``weapon.spear.damage``,
  ``creature.biffer.abilities``.

An entry of a list of tables is picked by its id or name, or by its place: ``[0]``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, Final, TypeAlias

from affray.content.encounter import Encounter, Member, Side, encounter_schema
from affray.content.game import game, game_ids
from affray.content.library import encounter_from
from affray.content.like import LIKE, REPLACES, WITHOUT, builtin_tables, rows_of
from affray.content.pack import PackFile, model_of, pack_from, schema_of, with_packs
from affray.content.problems import InvalidError, listed, nearest, show
from affray.content.roster import CHARACTER, CREATURE
from affray.content.toml import parse_toml
from affray.core.choice import Absent
from affray.core.dice import SeededDice
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.encounters.prepare import ContentLibrary, library_of, library_with, prepare
from affray.lab.changes import NAMES, Change, Part, called, listed_out, parts_of, reckoned
from affray.lab.tables import as_toml
from affray.state import begin
from affray.state import paths as states

Data: TypeAlias = dict[str, Any]  # what a TOML file holds

CHECKED: Final[deque[tuple[Any, ...]]] = deque(maxlen=4)  # files that were found without a fault
CHANGES: Final = "changes.toml"  # the pack that changed entries of the game's own are


def keys_of(model: type[Encounter | Side | Member]) -> list[str]:
    """Return the keys of a table of an encounter file, as files write them."""
    return [one.alias or name for name, one in model.model_fields.items()]


FREE: Final = ("with", "state")  # keys of a member below which anything may stand
FIELDS: Final = keys_of(Encounter)
SIDE_FIELDS: Final = keys_of(Side)
MEMBER_FIELDS: Final = keys_of(Member)


class Files:
    """What the files of a variant hold, to be changed and read.

    A fault of a path is told with the path; a fault of the whole as for any file.
    """

    def __init__(self, source: str, raw: bytes, packs: Sequence[tuple[str, bytes]]) -> None:
        """Read them.

        Args:
            source: how messages call the encounter.
            raw: what its file holds.
            packs: every pack: how messages call it, and what its file holds.

        Raises:
            InvalidError: one of them is at fault.
        """
        self.called_so = source
        self.made: list[Change] = []  # so far
        self.meant: dict[str, str] = {}  # names taken for values of a sheet: a like key of a member
        self.data: Data = parse_toml(raw, source)
        self.packs: list[tuple[str, Data]] = [
            (name, parse_toml(held, name)) for name, held in packs
        ]
        ruleset = self.data.get("ruleset")
        if ruleset not in game_ids():
            encounter_from(self.data, source)  # says so
        self.ruleset = str(ruleset)
        self.patches: dict[tuple[str, str], Data] = {}  # entries of the game's own, by table and id
        self._library: ContentLibrary | None = None
        self._prepared: tuple[Ruleset, Setup] | None = None
        held = (source, raw, *packs)
        if held not in CHECKED:  # many variants are read of the same files
            self.encounter()
            CHECKED.append(held)

    # -- the whole -------------------------------------------------------------------------------

    def source(self) -> str:
        """Return how messages call it: the file, and what is changed."""
        changes = ", ".join([str(one) for one in self.made])
        return f"{self.called_so} with {changes}" if changes else self.called_so

    def library(self) -> ContentLibrary:
        """Return the content to take members from."""
        if self._library is None:
            packs = [*self.packs, *self.patch()]
            if packs:
                files = [self._pack(name, data) for name, data in packs]
                self._library = library_with(self.ruleset, files)
            else:
                self._library = library_of(self.ruleset)
        return self._library

    def patch(self) -> list[tuple[str, Data]]:
        """Return a pack of the entries of the game's own content that are changed; none if none."""
        tables: Data = {}
        for (table, id), row in self.patches.items():
            before = next(one for one in rows_of(self.content(), table) if one["id"] == id)
            changed = {key: value for key, value in row.items() if before.get(key) != value}
            if changed:
                entry: Data = {"id": id, LIKE: id, REPLACES: True}
                follows = game(self.ruleset).follows  # those are left out of themselves
                gone = [key for key in changed if key in before and key not in follows]
                if gone:  # what a table held is not put together with what it holds now
                    entry[WITHOUT] = gone
                tables.setdefault(table, []).append({**entry, **changed})
        return [(CHANGES, {"ruleset": self.ruleset, **tables})] if tables else []

    def _pack(self, name: str, data: Data) -> PackFile:
        others = [one for _, one in self.packs if one is not data]
        file = pack_from(data, name, others)
        if file.pack.ruleset != self.ruleset:
            what = f"found {show(file.pack.ruleset)}, expected {self.ruleset} as in the encounter"
            raise InvalidError([f"{name}: ruleset: {what}"])
        return file

    def encounter(self) -> Encounter:
        """Return the encounter, checked."""
        with self._hinting():
            return encounter_from(self.data, self.source(), lambda _: self.library().roster())

    def prepared(self) -> tuple[Ruleset, Setup]:
        """Return the ruleset to play with, and the encounter made ready."""
        if self._prepared is None:
            encounter = self.encounter()
            with self._hinting():
                self._prepared = prepare(encounter, (), self.library())
        return self._prepared

    @contextmanager
    def _hinting(self) -> Iterator[None]:
        """Name the key of a member that was meant, where a sheet has no such value."""
        try:
            yield
        except InvalidError as fault:
            if not self.meant:
                raise
            told = list(fault.problems)
            for name, meant in self.meant.items():
                hint = f"; did you mean {meant}?"
                told = [one + hint if f".{name}: " in one else one for one in told]
            raise InvalidError(told) from fault

    def content(self) -> Mapping[str, Any]:
        """Return what the game's own content file holds."""
        return builtin_tables(self.ruleset)

    def text(self) -> str:
        """Return the encounter as the text of a file."""
        for change in self.made:
            if self._root(parts_of(change.path), change.path) is None:
                what = "is of the content, expected a value of the encounter"
                raise InvalidError([f"{change.path}: {what}: no encounter file can hold it"])
        self.prepared()
        return as_toml(self.data)

    # -- changing --------------------------------------------------------------------------------

    def make(self, change: Change) -> None:
        """Make a change.

        Raises:
            InvalidError: its path leads nowhere, or it cannot be made of what stands there.
        """
        path = change.path
        parts = parts_of(path)
        spots = list(self._spots(parts, path, make=True))
        before = [spot.get() for spot in spots]
        if change.sign != "=":  # what is there by default is reckoned with as well
            before = [
                self._default(spot, path) if value is None else value
                for spot, value in zip(spots, before, strict=True)
            ]
        faults: list[InvalidError] = []
        for spot, value in zip(spots, before, strict=True):
            try:
                spot.put(reckoned(value, change, spot.entries()))
            except InvalidError as fault:
                faults.append(fault)
        if faults and (change.sign != "-=" or len(faults) == len(spots)):
            raise faults[0]  # what some of those that are meant lack is taken from the others
        self.made.append(change)
        self._library = self._prepared = None

    # -- reading ---------------------------------------------------------------------------------

    def value(self, path: str) -> Any:
        """Return the value at a path."""
        parts = parts_of(path)
        twin = deepcopy(self.data)
        found = [spot.get() for spot in self._spots(parts, path)]
        if not found:
            spots = list(self._spots(parts, path, make=True))
            found = [self._default(spot, path) for spot in spots]
        self.data = twin  # a path may have taken apart members that are alike
        if any(one != found[0] for one in found[1:]):
            shown = listed([show(one) for one in found])
            raise InvalidError([f"{path}: found several values ({shown}), expected one"])
        return found[0]

    def _default(self, spot: Spot, path: str) -> Any:
        """Return what a value is that no file states."""
        if spot.member is not None and spot.rest and spot.rest[0] in FREE:
            return self._in_play(spot.member, spot.rest[1:], path)
        schema = encounter_schema() if spot.member is not None or spot.root else self._schema()
        found = default_at(schema, spot.where)
        if found is None:
            expected = f"one that has a value; state it with {path}=VALUE"
            raise InvalidError(
                [f"{path}: found nothing that it is by default, expected {expected}"]
            )
        return found

    def _schema(self) -> Mapping[str, Any]:
        return schema_of(model_of(self.ruleset)) if self.ruleset in with_packs() else {}

    def _in_play(self, member: tuple[int, int], rest: Sequence[Part], path: str) -> Any:
        """Return a value of a member as the fight begins: of its lists, its state or its sheet."""
        ruleset, setup = self.prepared()
        index = self._index(member)
        one = setup.members[index]
        name = ".".join([str(part) for part in rest])
        _, row = self.row(one.id)
        stated = row.get(name)
        if name in self.library().lists() and isinstance(stated, list | dict):
            return listed_out(stated)
        begun = begin.begun(ruleset, setup, SeededDice(0), [Absent() for _ in setup.seats])
        try:
            found = states.told(begun, ruleset, f"{one.name}.{name}")
        except InvalidError:
            found = None
        if isinstance(found, int | str):
            return found
        for place in (name, name.removeprefix("max_")):
            for value in (getattr(one.sheet, place, None), row.get(place)):
                if isinstance(value, int | str | list):
                    return value
        known = [*row, *vars_of(one.sheet), *MEMBER_FIELDS]
        known = [word for word in known if not word.startswith("_")]
        close = nearest(name, known)
        hint = f"; did you mean {close}?" if close else ""
        raise InvalidError([f"{path}: found {show(name)}, expected a value of {one.name}{hint}"])

    def _index(self, member: tuple[int, int]) -> int:
        """Return which combatant the first of a member of a side is."""
        index = 0
        for number, side in enumerate(self.data["side"]):
            for place, entry in enumerate(side["members"]):
                if (number, place) == member:
                    return index
                index += entry.get("count", 1)
        raise AssertionError(member)

    def row(self, id: str) -> tuple[str, Data]:
        """Return the table that a character or creature is stated in, and its entry there."""
        for data in [*[self._pack(*one).data for one in self.packs], self.content()]:
            for table in (CHARACTER, CREATURE):
                for row in rows_of(data, table):
                    if row.get("id") == id:
                        return table, dict(row)
        return "", {}

    def called(self, entry: Mapping[str, Any]) -> str:
        """Return what a member is called by in paths: its name as an id, else its id."""
        return called(entry)

    # -- where a path leads ------------------------------------------------------------------------

    def _spots(self, parts: list[Part], path: str, *, make: bool = False) -> Iterator[Spot]:
        """Yield every place that a path leads to; one that nothing stands at only if ``make``."""
        roots = self._root(parts, path)
        if roots is None:
            yield from self._in_content(parts, path, make=make)
            return
        for root in roots:
            self._check_stated(root, path)
            yield from _walk(root, path, make=make)

    def _check_stated(self, spot: Spot, path: str) -> None:
        """Refuse a part of a list of a sheet that the encounter does not state itself."""
        name = str(spot.rest[1]) if len(spot.rest) > 2 else ""
        if spot.member is None or not name or spot.rest[0] != "with":
            return
        table, row = self.row(spot.owner["id"])
        if name not in spot.owner.get("with", {}) and isinstance(row.get(name), list):
            tail = "".join(
                [f"[{one}]" if isinstance(one, int) else f".{one}" for one in spot.rest[2:]]
            )
            whole = f"{table}.{spot.owner['id']}.{name}{tail}"
            what = f"found a list that the encounter does not state, expected {whole}"
            raise InvalidError([f"{path}: {what}"])

    def _root(self, parts: list[Part], path: str) -> list[Spot] | None:
        """Return where a path begins in the encounter; None if it is of the content.

        Raises:
            InvalidError: it begins nowhere.
        """
        first, rest = parts[0], parts[1:]
        if first in FIELDS:
            return [Spot(self.data, parts, [], root=True)]
        sides = self.data["side"]
        for number, side in enumerate(sides):
            if side["id"] == first:
                return self._of_side(number, rest, path)
        found = self._members(str(first), range(len(sides)), rest)
        if found:
            return found
        tables = self._tables()
        if first in tables:
            return None
        words = [*FIELDS, *[side["id"] for side in sides], *self._called(), *tables]
        close = nearest(str(first), words)
        known = listed([side["id"] for side in sides] + self._called())
        hint = f"; did you mean {close}?" if close else f" (here are {known})"
        expected = "a key of the encounter, a side, a member or a table of the content"
        raise InvalidError([f"{path}: found {show(first)}, expected {expected}{hint}"])

    def _of_side(self, number: int, rest: list[Part], path: str) -> list[Spot]:
        side = self.data["side"][number]
        if rest and rest[0] not in SIDE_FIELDS:
            found = self._members(str(rest[0]), [number], rest[1:])
            if found:
                return found
            words = [*SIDE_FIELDS, *self._called([number])]
            close = nearest(str(rest[0]), words)
            hint = f"; did you mean {close}?" if close else f": one of {listed(words)}"
            expected = f"a key or a member of {side['id']}"
            raise InvalidError([f"{path}: found {show(rest[0])}, expected {expected}{hint}"])
        return [Spot(side, rest, ["side", number], root=True)]

    def _called(self, sides: Iterable[int] | None = None) -> list[str]:
        """Return what members are called by, each once."""
        found: dict[str, None] = {}
        for number, side in enumerate(self.data["side"]):
            if sides is None or number in sides:
                for entry in side["members"]:
                    found[called(entry)] = None
                    found[entry["id"]] = None
        return list(found)

    def _members(self, word: str, sides: Iterable[int], rest: list[Part]) -> list[Spot]:
        """Return the tables of the members that a word means: an id, a name as an id, or a key."""
        found: list[Spot] = []
        for number in sides:
            for place, entry in enumerate(self.data["side"][number]["members"]):
                if word in (entry["id"], called(entry)):
                    found.append(self._of_member((number, place), entry, rest))
        return found or self._of_key(word, sides, rest)

    def _of_key(self, word: str, sides: Iterable[int], rest: list[Part]) -> list[Spot]:
        """Return the table of one of several alike, which is given an entry of its own."""
        base, _, number = word.rpartition("-")
        if not number.isdecimal() or not base:
            return []
        seen = 0
        for side, table in enumerate(self.data["side"]):
            for place, entry in enumerate(table["members"]):
                if called(entry) != base:
                    continue
                count = entry.get("count", 1)
                nth = int(number) - seen
                seen += count
                if 1 <= nth <= count and side in sides:
                    entries = [{**deepcopy(entry), "count": many} for many in (nth - 1, 1)]
                    entries.append({**deepcopy(entry), "count": count - nth})
                    own = [one for one in entries if one["count"]]
                    if count > 1:
                        table["members"][place : place + 1] = own
                    at = place + (nth > 1 if count > 1 else 0)
                    return [self._of_member((side, at), table["members"][at], rest)]
        return []

    def _of_member(self, member: tuple[int, int], entry: Data, rest: list[Part]) -> Spot:
        if rest and rest[0] not in MEMBER_FIELDS:
            name = str(rest[0])
            close = nearest(name, [*MEMBER_FIELDS, *self.row(entry["id"])[1]])
            if close in MEMBER_FIELDS:
                self.meant[name] = f"{called(entry)}.{close}"
            rest = ["with", *rest]
        if rest[1:] and rest[0] in FREE:
            rest = [rest[0], *_in_settings(entry.get(str(rest[0]), {}), rest[1:])]
        where: list[Part] = ["side", member[0], "members", member[1]]
        return Spot(entry, rest, where, member=member)

    def _make_whole(self, number: int, table: str, place: int) -> None:
        """Write out what an entry of a pack has of another, so that all of it can be changed."""
        name, data = self.packs[number]
        row = data[table][place]
        if LIKE in row:
            stands = row.get(REPLACES, False)
            row |= rows_of(self._pack(name, data).data, table)[place]
            for word in (LIKE, WITHOUT):
                row.pop(word, None)
            if stands:
                row[REPLACES] = True

    def _tables(self) -> dict[str, None]:
        """Return the names of the tables of the content: the game's own and the packs'."""
        files = [self.content(), *[data for _, data in self.packs]]
        return {
            name: None
            for data in files
            for name, rows in data.items()
            if isinstance(rows, list) and any(isinstance(row, dict) for row in rows)
        }

    def _in_content(self, parts: list[Part], path: str, *, make: bool) -> Iterator[Spot]:
        table = str(parts[0])
        if len(parts) < 2:
            raise InvalidError([f"{path}: found a table, expected a value of one of its entries"])
        word = parts[1]
        known: list[str] = []
        for number, (_, data) in enumerate(self.packs):
            for place, row in enumerate(rows_of(data, table)):
                known.append(str(row.get("id")))
                if row.get("id") == word:
                    self._make_whole(number, table, place)
                    yield from _walk(Spot(row, parts[2:], [table, place]), path, make=make)
                    return
        for place, row in enumerate(rows_of(self.content(), table)):
            known.append(str(row.get("id")))
            if row.get("id") == word:
                model_of(self.ruleset)  # says so if the game takes no packs
                own = self.patches.setdefault((table, str(word)), deepcopy(row))
                yield from _walk(Spot(own, parts[2:], [table, place]), path, make=make)
                return
        close = nearest(str(word), known)
        hint = f"; did you mean {close}?" if close else f": one of {listed(known)}"
        raise InvalidError([f"{path}: found {show(word)}, expected an id of {table}{hint}"])


class Spot:
    """Where a value stands: the table or list that holds it, and by what."""

    def __init__(
        self,
        owner: Any,
        rest: Sequence[Part],
        where: Sequence[Part],
        *,
        member: tuple[int, int] | None = None,
        root: bool = False,
    ) -> None:
        self.owner = owner
        self.rest = list(rest)  # of the path, from here
        self.where = [*where, *rest]  # from the top of the file
        self.member = member  # side and place, where it is of a member
        self.root = root  # whether it is of the encounter
        self.key: Part = ""

    def get(self) -> Any:
        """Return the value; None if there is none."""
        if isinstance(self.owner, list) and isinstance(self.key, int):
            return self.owner[self.key]
        return self.owner.get(self.key)

    def put(self, value: Any) -> None:
        """Put a value there."""
        self.owner[self.key] = value

    def entries(self) -> bool:
        """Return whether it is the members of a side: by how many of each, not by how often."""
        return self.key == "members"


def _walk(spot: Spot, path: str, *, make: bool) -> Iterator[Spot]:
    """Yield the ends of a path from a place on, those that exist only unless ``make``."""
    if not spot.rest:
        what = "found a whole table, expected one of its values"
        raise InvalidError([f"{path}: {what}: {listed([str(one) for one in spot.owner])}"])
    owners = [spot.owner]
    for part, after in zip(spot.rest, [*spot.rest[1:], None], strict=True):
        inner: list[Any] = []
        for owner in owners:
            for key in _keys(owner, part, path):
                if after is None:
                    end = Spot(owner, spot.rest, spot.where[: -len(spot.rest)])
                    end.member, end.root, end.key = spot.member, spot.root, key
                    if make or end.get() is not None:
                        yield end
                elif isinstance(owner, dict) and key not in owner:
                    if make:
                        owner[key] = {}
                        inner.append(owner[key])
                else:
                    inner.append(owner[key])
        owners = inner


def _keys(owner: Any, part: Part, path: str) -> list[Part]:
    """Return what a part of a path means in a table or list: a key, or places.

    Raises:
        InvalidError: it means nothing there.
    """
    if isinstance(owner, dict):
        if isinstance(part, str):
            return [part]
        keys = f"one of {listed(map(str, owner))}" if owner else "a list there: nothing is"
        raise InvalidError([f"{path}: found [{part}], expected {keys}"])
    if not isinstance(owner, list):
        raise InvalidError([f"{path}: found {show(part)} below {show(owner)}, expected nothing"])
    if isinstance(part, int):
        if part < len(owner):
            return [part]
        expected = f"[0] to [{len(owner) - 1}]" if owner else "nothing: the list is empty"
        raise InvalidError([f"{path}: found [{part}], expected {expected}"])
    found: list[Part] = [
        place
        for place, entry in enumerate(owner)
        if isinstance(entry, dict) and part in [entry.get(name) for name in NAMES]
    ]
    if found:
        return found
    known = [str(one["id"] if "id" in one else one.get("name", "")) for one in owner
             if isinstance(one, dict)]  # fmt: skip
    close = nearest(part, known)
    hint = f"; did you mean {close}?" if close else ""
    expected = f"one of {listed(known)}" if any(known) else "a place such as [0]"
    raise InvalidError([f"{path}: found {show(part)}, expected {expected}{hint}"])


def _in_settings(settings: Mapping[str, object], rest: list[Part]) -> list[Part]:
    """Return the rest of a path below a free table, which may state it as one dotted key."""
    whole = ".".join([str(part) for part in rest])
    return [whole] if whole in settings else rest


def default_at(schema: Mapping[str, Any], where: Iterable[Part]) -> Any:
    """Return the default that a JSON Schema states at a place, None if it states none."""
    node: Any = schema
    for part in where:
        node = _resolved(node, schema)
        if node.get("type") == "array":  # the part picks an entry
            node = node.get("items", {})
        else:
            node = node.get("properties", {}).get(part, {})
    return _resolved(node, schema).get("default", node.get("default"))


def _resolved(node: Any, root: Mapping[str, Any]) -> Any:
    for _ in range(8):
        if "anyOf" in node:
            node = node["anyOf"][0]
        elif "$ref" in node:
            node = root.get("$defs", {}).get(node["$ref"].rpartition("/")[2], {})
        else:
            break
    return node


def vars_of(sheet: object) -> list[str]:
    """Return the names of what a sheet states, compiled or not."""
    return [name for name in dir(sheet) if not callable(getattr(sheet, name, None))]
