"""A journal played again for the browser: every step as what it changes, verified on the way."""

from __future__ import annotations

from typing import Any, Final

from affray.content.problems import InvalidError
from affray.core.errors import AffrayError
from affray.session.fight import Fight
from affray.session.journal import Journal
from affray.session.replay import DAMAGED, opened, retold
from affray.web.driver import Driver
from affray.web.moments import case_of
from affray.web.uploads import JOURNAL, journal_from
from affray.web.views import EXACT, MASTER, PUBLIC, Audience, Lens, Plain, scene, title

BACK: Final = ("undo", "redo", "reroll", "restore")  # lines that go back
MOST: Final = 4_000  # lines of a journal that are shown


def frames(journal: Journal, audience: str = MASTER, numbers: str = EXACT) -> Plain:
    """Return the fight of a journal step by step, as one audience saw it.

    Args:
        journal: of the fight.
        audience: a seat of the fight, ``gm``, or "" for spectators.
        numbers: how the numbers of foes are shown to it.

    Raises:
        InvalidError: its encounter cannot be set up any more, or there is no such seat.
    """
    fight = opened(journal, JOURNAL)
    setup = fight.setup
    Driver(fight, {})
    seats = [[MASTER, "Game master"]]
    for place, seat in enumerate(setup.seats[:-1]):
        side = next((one.name for one in setup.sides if one.seat == place), "")
        seats.append([seat, side or title(seat)])
    seats.append([PUBLIC, "Spectators"])
    if audience not in [seat for seat, _ in seats]:
        raise InvalidError([f"found no seat {audience}"])
    shown = Audience(Lens(fight, audience, numbers))
    found: Plain = {
        "as": audience,
        "seats": seats,
        "scene": scene(fight),
        "view": shown.view,
        "frames": [],
        "lines": len(journal.entries),
        "verified": 0,
        "difference": "",
        "name": _name(journal),
    }
    for number, entry in enumerate(journal.entries[:MOST], start=2):
        events = len(fight.timeline.events)
        try:
            changed = retold(fight.timeline, number, entry, former=journal.former)
        except (AffrayError, *DAMAGED) as fault:
            found["difference"] = f"line {number}: {fault}"
            break
        if changed is not None:
            found["difference"] = str(changed)
            break
        found["verified"] += 1
        found["frames"].append(_frame(fight, shown, entry, events))
    if not found["difference"] and journal.fault is not None:
        found["difference"] = str(journal.fault)
    if found["difference"] and not shown.lens.all_known:  # it tells what was to be known
        found["difference"] = f"line {found['verified'] + 2}: it does not come out as recorded"
    return found


def _frame(fight: Fight, shown: Audience, entry: Plain, events: int) -> Plain:
    part = shown.step()
    back = next((one for one in BACK if one in entry), "")
    frame: Plain = {"set": part["set"], "log": []}
    if not back:
        frame["log"] = shown.lens.lines(fight.timeline.events[events:])
    answers: list[dict[str, Any]] = entry.get("answers", [])
    lens = shown.lens
    if answers and (lens.all_known or answers[0]["seat"] == lens.audience):
        frame["who"] = answers[0]["who"] or answers[0]["seat"]
        frame["key"] = answers[0]["key"]
    if back:
        frame["back"] = back
    ruled = "edit" in entry or "reroll" in entry
    if ruled and (lens.all_known or any(["gm" in line for line in frame["log"]])):
        frame["ruling"] = str(entry.get("reason", ""))
    return frame


def _name(journal: Journal) -> str:
    encounter = journal.header.get("encounter")
    return str(encounter.get("name", "")) if isinstance(encounter, dict) else ""


def cut(journal: Journal, lines: int) -> Journal:
    """Return the first lines of a journal, to go on from there.

    Raises:
        InvalidError: it has not so many.
    """
    if not 0 <= lines <= len(journal.entries):
        raise InvalidError([f"found {lines} lines, expected 0 to {len(journal.entries)}"])
    return Journal(dict(journal.header), journal.entries[:lines])


def frames_of(text: str, audience: str = MASTER, numbers: str = EXACT) -> Plain:
    """Return the fight of a journal, as text, step by step; see ``frames``.

    Raises:
        InvalidError: it is no journal, or as for ``frames``.
    """
    return frames(journal_from(text), audience, numbers)


def branch(text: str, lines: int | None) -> Fight:
    """Return a fight that goes on after some lines of a journal (None: all).

    Raises:
        InvalidError: it is no journal, has not so many lines, or does not come out as recorded.
    """
    journal = journal_from(text)
    journal = cut(journal, len(journal.entries) if lines is None else lines)
    fight = opened(journal, JOURNAL)
    Driver(fight, {})
    for number, entry in enumerate(journal.entries, start=2):
        retell(fight, number, entry)
    return fight


def retell(fight: Fight, number: int, entry: Plain) -> None:
    """Do what a line of a journal tells; ``number`` is that of the line in its file.

    Raises:
        InvalidError: it cannot be done.
    """
    try:
        fight.timeline.retell(entry)
    except (AffrayError, *DAMAGED) as fault:
        raise InvalidError([f"{JOURNAL}: line {number}: {fault}"]) from fault


def case_at(text: str, lines: int) -> Plain:
    """Return a moment of a journal as a case.

    Raises:
        InvalidError: it is no journal, or not played as it is written.
        RefusedError: a case has no words for what happened in it.
    """
    fight = branch(text, lines)
    fight.timeline.advance()
    return case_of(fight)


def vet(text: str, lines: int | None) -> bool:
    """Return True if a fight can go on from a journal.

    Raises:
        InvalidError: as for ``branch``.
    """
    branch(text, lines)
    return True
