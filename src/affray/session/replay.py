"""A journal played again: loaded to go on, or checked line by line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from affray.content.problems import InvalidError, show
from affray.core.errors import AffrayError
from affray.session.fight import Fight, OnEntry
from affray.session.files import Entry
from affray.session.journal import Difference, Journal, Opener, read, versions, written_by
from affray.session.seats import EMPTY, HUMAN, Who
from affray.session.start import open_header, reopened
from affray.session.timeline import Timeline

# What comes of data that is of the right shape and still makes no sense.
DAMAGED: Final = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, OSError, RecursionError),
    *(TypeError, ValueError),
)


def load(
    path: str | Path,
    *,
    seats: Mapping[str, Who] | None = None,
    opener: Opener | None = None,
    anyway: bool = False,
    cut_off: bool = False,
) -> Fight:
    """Load a saved fight by playing its journal again, every digest checked.

    Args:
        path: the journal.
        seats: who plays on; people, where nothing is said.
        opener: makes ruleset and setup from the header; the encounters' own by default.
        anyway: accept it though rules or content have changed, if it still comes out the same.
        cut_off: accept it though its end is missing: the fight is as after its last whole line.

    Returns:
        The fight, where it was left.

    Raises:
        InvalidError: it is no journal, or the first line that does not come out as recorded.
    """
    return loaded(replay(path, opener, anyway=anyway), Path(path).name, seats, cut_off=cut_off)


def resume(
    snapshot: Journal,
    later: Sequence[Entry] = (),
    *,
    seats: Mapping[str, Who] | None = None,
    opener: Opener | None = None,
    anyway: bool = False,
    on_entry: OnEntry | None = None,
) -> Fight:
    """Go on with a fight from what ``Fight.snapshot`` gave, without playing it again.

    Args:
        snapshot: that; its text is read by ``journal.parse``.
        later: the lines that ``on_entry`` heard since.
        seats: who plays on; people, where nothing is said.
        opener: makes ruleset and setup from the header; the encounters' own by default.
        anyway: accept it though rules or content have changed.
        on_entry: hears the lines from now on.

    Returns:
        The fight as it was, stopped at the same question.

    Raises:
        InvalidError: it does not fit the encounter, or a later line not to it.
    """
    if snapshot.fault is not None:
        raise InvalidError([f"the snapshot: {snapshot.fault}"])
    whole = Journal(snapshot.header, [*snapshot.entries, *later])
    result = again(whole, "the snapshot", opener, anyway=anyway)
    return loaded(result, "the snapshot", seats, on_entry=on_entry)


def loaded(
    result: ReplayResult,
    source: str,
    seats: Mapping[str, Who] | None,
    *,
    cut_off: bool = False,
    on_entry: OnEntry | None = None,
) -> Fight:
    """Return the fight of a journal that was played again, to go on with; see ``load``.

    ``on_entry`` hears the lines that are not in the journal.

    Raises:
        InvalidError: it did not come out as recorded.
    """
    difference = result.difference
    if difference is not None and not (cut_off and difference.last):
        raise InvalidError([f"{source}: {difference}"])
    fight = result.fight
    fight.tell_to(on_entry, result.known, result.under_way)
    people = dict.fromkeys(fight.setup.seats, HUMAN)
    master = fight.setup.seats[-1]
    if fight.seats.get(master) != HUMAN:
        people[master] = EMPTY
    fight.seat({**people, **(seats or {})})
    return fight


@dataclass(slots=True)
class ReplayResult:
    """A journal played again: the fight as far as it agrees, and where it does not."""

    fight: Fight
    lines: int  # that agree, the header included
    difference: Difference | None = None
    journal: Journal = field(repr=False, default_factory=lambda: Journal({}, []))
    known: int = 0  # lines of the fight that are in the journal, and ...
    under_way: Entry | None = None  # ... the step under way as it stands there

    @property
    def same(self) -> bool:
        """Whether everything agrees."""
        return self.difference is None

    def __str__(self) -> str:
        """Return it in a sentence."""
        if self.difference is None and self.journal.former:
            old = f"format {self.journal.header['format']}"
            known = "dice and keys all as recorded"
            return f"{self.lines} lines, {known} ({old}: nothing else is compared)"
        if self.difference is None:
            return f"{self.lines} lines, all as recorded"
        if self.lines < 2:  # the header alone
            return str(self.difference)
        return f"{self.difference}; the {self.lines} lines before it are as recorded"


def replay(path: str | Path, opener: Opener | None = None, *, anyway: bool = False) -> ReplayResult:
    """Play a journal again with its dice and answers.

    Args:
        path: the journal.
        opener: makes ruleset and setup from the header; the encounters' own by default.
        anyway: go on though rules or content have changed since.

    Raises:
        InvalidError: it is no journal, or its encounter cannot be set up any more.
    """
    return again(read(path), Path(path).name, opener, anyway=anyway)


def again(
    journal: Journal, source: str, opener: Opener | None = None, *, anyway: bool = False
) -> ReplayResult:
    """Play a journal again that was read already; see ``replay``."""
    fight = opened(journal, source, opener)
    result = ReplayResult(fight, 1, journal=journal)
    result.difference = _header_difference(journal.header, fight, anyway=anyway)
    if result.difference is None:
        _tell_again(journal, fight, result)
    return result


def opened(journal: Journal, source: str, opener: Opener | None = None) -> Fight:
    """Return the fight of a journal before its first step, people on all seats.

    Args:
        journal: that was read already.
        source: how messages call it.
        opener: makes ruleset and setup from the header; the encounters' own by default.

    Raises:
        InvalidError: its first line names no fight that can be set up.
    """
    try:
        ruleset, setup = (opener or open_header)(journal.header)
        return reopened(journal.header, ruleset, setup)
    except InvalidError as fault:
        raise InvalidError(
            [f"{source}: line 1: {problem}" for problem in fault.problems]
        ) from fault
    except DAMAGED as fault:
        reason = f"{type(fault).__name__} {fault}"
        raise InvalidError([f"{source}: line 1: it does not fit an encounter: {reason}"]) from fault


def _header_difference(header: Entry, fight: Fight, *, anyway: bool) -> Difference | None:
    now = fight.journal.header
    names = [] if anyway else [*versions(fight.ruleset)]
    if header.get("format") == now["format"]:
        names.append("start")
    for name in names:
        if header.get(name) != now[name]:
            why = "" if name in ("ruleset", "start") else CHANGED.format(written_by(header))
            return Difference(1, name, show(now[name]), show(header.get(name)), why=why)
    return None


CHANGED: Final = "it was {} with others than are installed (--anyway plays it all the same)"


def _tell_again(journal: Journal, fight: Fight, result: ReplayResult) -> None:
    """Do line after line; what differs is undone, so that the fight is as it was before it."""
    timeline = fight.timeline
    timeline.agents = [None] * len(timeline.names)  # nobody makes a step that is not recorded
    for number, entry in enumerate(journal.entries, start=2):
        mark = timeline.mark()
        try:
            result.difference = retold(timeline, number, entry, former=journal.former)
        except (AffrayError, *DAMAGED) as fault:
            result.difference = Difference(number, "", f"what the rules allow ({fault})", "this")
        if result.difference is not None:
            timeline.reset(mark)
            break
        result.lines = number
        result.under_way = entry if "open" in entry else None
    else:
        result.difference = journal.fault
        result.lines += journal.fault is None  # the line that ends it
    result.known = len(timeline.lines)
    timeline.advance()


def retold(timeline: Timeline, number: int, entry: Entry, *, former: bool) -> Difference | None:
    """Do what a line of a journal tells; return where it comes out otherwise.

    Args:
        timeline: of the fight, as it was before that line.
        number: of the line in the file, from 1, for the message.
        entry: the line.
        former: it is of an earlier format, of which dice and keys are compared.

    Raises:
        AffrayError: it cannot be done.
    """
    told = json.loads(json.dumps(timeline.retell(entry, by_keys=former)))
    if former:
        return compare(number, _lasting(entry), _lasting(told))
    return compare(number, entry, told)


def _lasting(entry: Entry) -> Entry:
    """Return what a line of an earlier format shares with one of today."""
    kind = next(iter(entry))
    found = {name: entry[name] for name in (kind, "dice", "given") if name in entry}
    return found | {"answers": [one["key"] for one in entry.get("answers", [])]}


def compare(number: int, found: Any, expected: Any, place: str = "") -> Difference | None:
    """Return the first place at which two lines differ."""
    pairs: list[tuple[str, Any, Any]]
    if isinstance(found, dict) and isinstance(expected, dict):
        names = [*expected, *[one for one in found if one not in expected]]
        dot = f"{place}." if place else ""
        pairs = [(f"{dot}{name}", found.get(name, _NO), expected.get(name, _NO)) for name in names]
    elif isinstance(found, list) and isinstance(expected, list):
        both = zip_longest(found, expected, fillvalue=_NO)
        pairs = [(f"{place}[{index}]", *pair) for index, pair in enumerate(both)]
    elif type(found) is type(expected) and found == expected:
        return None
    else:
        return Difference(number, place, _told(expected), _told(found))
    for inner, one, other in pairs:
        difference = compare(number, one, other, inner)
        if difference is not None:
            return difference
    return None


_NO: Final = object()  # stands for what one of two lines lacks


def _told(value: Any) -> str:
    return "nothing" if value is _NO else show(value)
