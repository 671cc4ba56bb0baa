"""Journals: a fight as lines of JSON that can be played again.

The first line says what was played: the encounter with all its data, the seed, the seats, and the
versions it holds for. Then every step with its dice, answers and events and a digest of the state
it left; edits, undone branches and rerolls stand between. The last line counts them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TypeAlias

from affray.content.game import CONTENT, RULES, games, on_change
from affray.content.problems import InvalidError, show
from affray.content.toml import NAMES, named_as_file, read_raw
from affray.core.event import Event
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.session.files import Entry, line_of, write_file
from affray.state.snapshot import dump, rules_version

FORMAT: Final = 2
FORMER: Final = (1,)  # formats that are played by their keys: see ``Journal.former``
LARGEST: Final = 200_000_000  # bytes
Opener: TypeAlias = Callable[[Mapping[str, Any]], tuple[Ruleset, Setup]]

# Which line it is shows its first key; what each must hold, with the type.
SHAPES: Final[dict[str, dict[str, type]]] = {
    "step": {"step": int, "dice": list, "answers": list, "events": list, "digest": str},
    "open": {"open": int, "dice": list, "answers": list, "events": list},
    "edit": {"edit": str, "value": object, "reason": str, "digest": str},
    "undo": {"undo": list, "digest": str},
    "redo": {"redo": bool, "digest": str},
    "reroll": {"reroll": list, "reason": str},
    "restore": {"restore": int, "digest": str},
    "seats": {"seats": dict},
    "order": {"order": list},
    "resumed": {
        "resumed": int,
        "take": int,
        "seats": dict,
        "orders": list,
        "state": dict,
        "digest": str,
    },
    "end": {"end": int},
}
ANSWER: Final = {"answer": int, "key": str, "seat": str, "who": str, "by": str, "dice": int}
FROM: Final = {"from": str}  # may be left out
# Lists of a fixed length: the types that they may hold.
ROWS: Final[dict[str, list[list[type]]]] = {
    "undo": [[int, int, int]],
    "reroll": [[int, int, int]],
    "order": [[str, str, str], [str, str, type(None)]],
}
# What the header must hold for a fight to begin, each with what it is; the encounter and its packs
# may be left out by who makes them ready otherwise.
NUMBER: Final = "a whole number"
HEADER: Final = {"seed": NUMBER, "fight": NUMBER, "dice": '"seeded", "real" or a list of names'}
# What a field of an event holds when it says nothing.
SAYS_NOTHING: Final = (-1, "")
SILENT: Final[dict[str, tuple[object, ...]]] = {
    **{"name": (), "amount": (0,), "before": (0,), "after": (0,)},
}
PLAYER: Final = re.compile(r"[a-z_][a-z0-9_]{0,99}")  # "human", a bot, or the class of an agent


# -- the parts of a line -------------------------------------------------------------------------


def event_data(event: Event) -> Entry:
    """Return an event as plain data: its name, and the fields that say something."""
    found: Entry = {}
    for name in event.FIELDS:
        value = getattr(event, name)
        if value in SILENT.get(name, SAYS_NOTHING):
            continue
        found[name] = value if type(value) in (int, str) else _listed(dump(value))
    return found


def _listed(value: Any) -> Any:
    """Turn the tuples of an event into lists, as JSON has them."""
    if isinstance(value, dict) and "tuple" in value:
        value = value["tuple"]
    return [_listed(one) for one in value] if isinstance(value, list) else value


def dice_words(faces: list[int]) -> list[str]:
    """Return dice as ``d20 14``."""
    return [f"d{face // 1000} {face % 1000}" for face in faces]


def dice_of(words: list[str]) -> list[int]:
    """Return the dice that words mean, as ``sides * 1000 + face``; ``d6 4 5`` are two.

    Raises:
        InvalidError: one is no die, or has no such face.
    """
    found: list[int] = []
    for word in words:
        sides, *faces = str(word).split() or [""]
        numbers = [int(face) if face.isdecimal() and len(face) < 4 else 0 for face in faces]
        most = int(sides[1:]) if sides[1:].isdecimal() and len(sides) < 5 else 0
        if (
            sides[:1] != "d"
            or not numbers
            or not all(1 <= number <= most < 1000 for number in numbers)
        ):
            raise InvalidError([f'found {show(word)}, expected a die such as "d20 14"'])
        found += [most * 1000 + number for number in numbers]
    return found


# -- files ---------------------------------------------------------------------------------------


class Journal:
    """A journal: its header, its lines, and the step under way if there is one."""

    def __init__(self, header: Entry, entries: list[Entry]) -> None:
        self.header = header
        self.entries = entries
        self.fault: Difference | None = None  # where the file could not be read on
        self.whole = 0  # bytes of the file that hold the header and ...
        self.lines = 0  # ... so many of the entries, each to the end of its line

    def __len__(self) -> int:
        """Return the number of lines after the header."""
        return len(self.entries)

    @property
    def former(self) -> bool:
        """Whether it is of an earlier format: dice and keys hold, numbers and events do not."""
        return self.header.get("format") in FORMER

    @property
    def cut_off(self) -> bool:
        """Whether the file merely ends too early: its last line is missing, or was not finished."""
        return self.fault is not None and self.fault.last

    def seats(self) -> dict[str, str]:
        """Return who sat where in the end."""
        found = dict(self.header.get("seats", {}))
        for entry in self.entries:
            if "seats" in SHAPES[next(iter(entry))]:
                found |= entry["seats"]
        return found

    def text(self) -> str:
        """Return the whole as it stands in a file."""
        lines = [self.header, *self.entries, {"end": len(self.entries)}]
        return "".join([f"{line_of(line)}\n" for line in lines])

    def write(self, path: str | Path) -> None:
        """Write it to a file: all of it or, if that fails, nothing.

        Raises:
            InvalidError: the file cannot be written.
        """
        write_file(path, self.text())


def read(path: str | Path) -> Journal:
    """Read a journal as far as it can be read; ``fault`` names the line at which that ends.

    Raises:
        InvalidError: it is no journal at all, or of another format.
    """
    return parse(read_raw(Path(path), LARGEST), Path(path).name)


def parse(raw: bytes, source: str) -> Journal:
    """Read a journal from bytes; ``source`` is how messages call it.

    Raises:
        InvalidError: as for ``read``.
    """
    if len(raw) > LARGEST:
        raise InvalidError([f"{source}: found more than {LARGEST:,} bytes, expected fewer"])
    lines = raw.split(b"\n")
    header, fault = _line(lines[0], {})
    if fault is not None or header.get("affray") != "journal":
        found = show(lines[0].decode(errors="replace")) if raw.strip() else "an empty file"
        raise InvalidError([f"{source}: line 1: found {found}, expected the header of a journal"])
    if header.get("format") not in (FORMAT, *FORMER):
        found = f"a journal of format {show(header.get('format'))}, {written_by(header)}"
        raise InvalidError([f"{source}: line 1: found {found}, expected format {FORMAT}"])
    faults = header_faults(header)
    if faults:
        raise InvalidError([f"{source}: line 1: {one}" for one in faults])
    journal = Journal(header, [])
    journal.whole = len(lines[0]) + 1
    _gather(journal, lines[1:])
    return journal


def header_faults(header: Mapping[str, Any]) -> list[str]:
    """Return what a header lacks, or holds of a wrong type, a line for each with its place."""
    found: list[str] = []

    def check(place: str, value: object, expected: str, *, right: bool) -> None:
        if not right:
            shown = "nothing" if value is None else show(value)
            found.append(f"{place}: found {shown}, expected {expected}")

    for name, expected in HEADER.items():
        value = header.get(name)
        words = isinstance(value, str) or _texts(value)
        check(name, value, expected, right=words if name == "dice" else type(value) is int)
    seats = misfit_seats(header.get("seats", {}))
    if seats is not None:
        found.append(f"found {seats}, expected who sits where")
    encounter, packs = header.get("encounter", {}), header.get("packs", [])
    check("encounter", encounter, "a table", right=isinstance(encounter, dict))
    check("packs", packs, "a list of packs", right=isinstance(packs, list))
    for place, pack in enumerate(packs if isinstance(packs, list) else []):
        held = pack if isinstance(pack, dict) else {}
        called, text = held.get("name"), held.get("text")
        named = isinstance(called, str) and bool(named_as_file(called))
        check(f"packs[{place}].name", called, NAMES, right=named)
        check(f"packs[{place}].text", text, "a text", right=isinstance(text, str))
    return found


def _texts(value: object) -> bool:
    return isinstance(value, list) and all([isinstance(one, str) for one in value])


def _gather(journal: Journal, lines: list[bytes]) -> None:
    """Add the lines up to the last one or the first that cannot be read."""
    for number, line in enumerate(lines, start=2):
        last = number == len(lines) + 1
        if last and not line:
            break
        entry, fault = _line(line, SHAPES)
        if fault is not None:
            journal.fault = Difference(number, "", "a line of a journal", fault, last)
            return
        if "end" in entry:
            if entry["end"] != len(journal.entries) or any(lines[number - 1 :]):
                expected = f"the last of {len(journal.entries)} lines"
                journal.fault = Difference(number, "end", expected, f"the end of {entry['end']}")
            return
        journal.entries.append(entry)
        if not last:
            journal.whole += len(line) + 1
            journal.lines += 1
    number = len(journal.entries) + 2
    end, nothing = "the line that ends a journal", "nothing: it is cut off"
    journal.fault = Difference(number, "", end, nothing, last=True)


def _line(raw: bytes, shapes: dict[str, dict[str, type]]) -> tuple[Entry, str | None]:
    """Return a line, and what is wrong with it."""
    try:
        text = raw.decode()
    except UnicodeDecodeError as fault:
        return {}, f"byte 0x{raw[fault.start]:02x}, which is not UTF-8"
    try:
        entry = json.loads(text, parse_constant=_refuse)
        if HALF.search(text):
            json.dumps(entry, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return {}, f"{show(text)}, which is not JSON" if text else "an empty line"
    if not isinstance(entry, dict):
        return {}, f"{show(text)}, which is no table"
    kind = next(iter(entry), "")
    if shapes and kind not in shapes:
        return {}, f"a line of the unknown kind {show(kind)}"
    return entry, _misfit(entry, shapes[kind]) if shapes else None


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no JSON")


def _misfit(entry: Entry, shape: dict[str, type]) -> str | None:
    """Return what a line lacks, or holds of a wrong type."""
    for name, kind in shape.items():
        if name not in entry or not isinstance(entry[name], kind):
            return f"no {name}" if name not in entry else f"{name} = {show(entry[name])}"
    for one in entry["answers"] if "answers" in shape else []:
        if not isinstance(one, dict) or set(one) - set(FROM) != set(ANSWER):
            return f"the answer {show(one)}"
        fault = _misfit(one, ANSWER | FROM if "from" in one else ANSWER)
        if fault:
            return f"an answer with {fault}"
    for name, kinds in ROWS.items():
        row = entry[name] if name in shape else None
        if row is not None and [type(one) for one in row] not in kinds:
            return f"{name} = {show(row)}"
    for row in entry["orders"] if "orders" in shape else []:
        if not isinstance(row, list) or [type(one) for one in row] != [str, str, str]:
            return f"the order {show(row)}"
    if "seats" in shape:
        return misfit_seats(entry["seats"])
    return None


def misfit_seats(seats: object) -> str | None:
    """Return what cannot say who sits where; whether there are such seats only the fight knows."""
    if not isinstance(seats, dict):
        return f"seats = {show(seats)}"
    for name, who in seats.items():
        if not isinstance(who, str) or not PLAYER.fullmatch(who):
            return f"seats.{name} = {show(who)}"
    return None


# -- what a journal holds for --------------------------------------------------------------------


@cache
def content_hash(ruleset: str) -> str:
    """Return 16 hex digits of the rules and the content of a ruleset as installed."""
    found = blake2b(digest_size=8)
    game = games().get(ruleset)
    for one in [] if game is None else [game.file(RULES), game.file(CONTENT)]:
        if one.is_file():
            found.update(one.read_bytes())
    return found.hexdigest()


on_change(content_hash.cache_clear)


def versions(ruleset: Ruleset) -> Entry:
    """Return what has to be equal for a journal to come out the same."""
    return {
        "ruleset": ruleset.id,
        "rules": rules_version(ruleset),
        "content": content_hash(ruleset.id),
    }


def written_by(header: Entry) -> str:
    """Return which Affray wrote a journal, in words."""
    version = header.get("version", "")
    named = isinstance(version, str) and VERSION_WORD.fullmatch(version)
    return f"written by Affray {version}" if named else "written by an Affray before 0.2"


HALF: Final = re.compile(r"\\ud[89a-f]", re.IGNORECASE)  # a half may stand there without the other
VERSION_WORD: Final = re.compile(r"[0-9][0-9A-Za-z.+-]{0,40}")


@dataclass(frozen=True, slots=True)
class Difference:
    """The first line that differs: what playing it again gives, and what the file says."""

    line: int
    place: str
    expected: str
    found: str
    last: bool = False  # nothing but the end of the file is wrong
    why: str = ""

    def __str__(self) -> str:
        """Return it in a sentence."""
        place = f"line {self.line}: {self.place}: " if self.place else f"line {self.line}: "
        why = f": {self.why}" if self.why else ""
        return f"{place}found {self.found}, expected {self.expected}{why}"
