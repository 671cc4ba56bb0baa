"""How a fight comes to be: from an encounter, from its journal, from the header of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from affray.content.encounter import Encounter
from affray.content.game import games
from affray.content.library import RosterOf, encounter_data, load_encounter
from affray.content.pack import PackFile, distinct, read_packs
from affray.content.problems import InvalidError, listed, nearest, show
from affray.content.roster import builtin_roster
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.session.fight import KEPT, Fight, OnEntry
from affray.session.seats import Who


def start(
    ruleset: str | Path,
    encounter: str | Path = "",
    seed: int = 0,
    *,
    packs: str | Path | Sequence[str | Path] = (),
    dice: str | Sequence[str] = "seeded",
    seats: Mapping[str, Who] | None = None,
    on_entry: OnEntry | None = None,
) -> Fight:
    """Begin a fight.

    Args:
        ruleset: its id; or the encounter, if nothing else is named.
        encounter: the id of an encounter, or the path of a file.
        seed: of the dice.
        packs: files with further characters, creatures and content; one or several.
        dice: ``seeded``, ``real`` (typed in), or the seats and combatants that roll by hand.
        seats: who plays: ``human`` (asked through ``choice``; the default), a bot's name, an agent.
        on_entry: hears every line of its journal; see ``Fight.report``.

    Returns:
        The fight, at its first question to a person.

    Raises:
        InvalidError: something cannot be read or is no such thing; each fault in one line.
    """
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise InvalidError([f"seed: found {show(seed)}, expected a whole number"])
    paths = [Path(one) for one in ([packs] if isinstance(packs, str | Path) else packs)]
    found = load_encounter(_named(str(ruleset), str(encounter)), _rosters(paths))
    if str(encounter) and found.ruleset != ruleset:
        fact = f"found an encounter of {found.ruleset}, expected {ruleset}"
        raise InvalidError([f"{encounter}: {fact}"])
    return begin(found, paths, seed, dice=dice, seats=seats, on_entry=on_entry)


def begin(
    encounter: Encounter,
    packs: Sequence[Path],
    seed: int,
    *,
    fight: int = 0,
    dice: str | Sequence[str] = "seeded",
    seats: Mapping[str, Who] | None = None,
    hold: bool = False,
    on_entry: OnEntry | None = None,
) -> Fight:
    """Begin the fight of an encounter that was read already; ``hold`` makes no step yet.

    Raises:
        InvalidError: encounter or packs are at fault.
    """
    from affray.encounters.prepare import prepare

    ruleset, setup = prepare(encounter, packs)
    source: dict[str, Any] = {"encounter": encounter_data(encounter)}
    if packs:
        source["packs"] = [
            {"name": file.source, "text": path.read_text("utf-8"), **_overrides(file)}
            for path, file in zip(
                distinct(packs), read_packs(packs, encounter.ruleset), strict=True
            )
        ]
    return Fight(
        ruleset,
        setup,
        seed,
        fight=fight,
        dice=dice,
        seats=seats,
        source=source,
        hold=hold,
        on_entry=on_entry,
    )


def _overrides(file: PackFile) -> dict[str, list[str]]:
    """Return what a pack replaces, for people who read a journal: its text says it already."""
    return {"replaces": file.replaces()} if file.replaced else {}


def _named(ruleset: str, encounter: str) -> str:
    """Return the key or path of an encounter from a ruleset and a word, or from one word alone."""
    if not encounter:
        return ruleset
    known = games()
    if ruleset not in known:
        close = nearest(ruleset, known)
        hint = f"; did you mean {close}?" if close else f", expected one of {listed(known)}"
        raise InvalidError([f"found the ruleset {show(ruleset)}{hint}"])
    return (
        encounter if encounter.endswith(".toml") or "/" in encounter else f"{ruleset}/{encounter}"
    )


def _rosters(packs: list[Path]) -> RosterOf:
    """Return what gives the roster of a ruleset with some packs."""
    if not packs:
        return builtin_roster
    from affray.encounters.prepare import library_of

    return lambda ruleset: library_of(ruleset, tuple(packs)).roster()


def open_header(header: Mapping[str, Any]) -> tuple[Ruleset, Setup]:
    """Make ruleset and setup from the header of a journal alone.

    Raises:
        InvalidError: it holds no encounter, or one that cannot be set up any more.
    """
    from affray.encounters.prepare import ready_again

    if "encounter" not in header:
        raise InvalidError(["encounter: found nothing, expected what was played"])
    return ready_again(header["encounter"], header.get("packs", []))


def reopened(header: Mapping[str, Any], ruleset: Ruleset, setup: Setup) -> Fight:
    """Return the fight of a journal before its first step, people on all seats.

    Raises:
        InvalidError: it names seats or dice that the fight does not have.
    """
    stray = [name for name in header.get("seats", {}) if name not in setup.seats]
    if stray:
        expected = listed(setup.seats)
        raise InvalidError([f"seats: found {show(stray[0])}, expected {expected}"])
    source = {name: header[name] for name in KEPT if name in header}
    seed, number = int(header["seed"]), int(header["fight"])
    return Fight(ruleset, setup, seed, fight=number, dice=header["dice"], source=source, hold=True)
