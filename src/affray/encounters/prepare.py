"""From an encounter to the setup of its ruleset: the one place where files meet rules."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Protocol

from affray.content.encounter import Encounter, Side
from affray.content.field import GridData, grid_data, start_of
from affray.content.game import game, on_change
from affray.content.library import RosterOf, encounter_data, encounter_from
from affray.content.members import EncounterMember, called, encounter_members
from affray.content.pack import PackFile, distinct, pack_from, read_packs
from affray.content.problems import InvalidError, Problems, listed, nearest, show
from affray.content.prune import check_all
from affray.content.roster import Roster, builtin_roster
from affray.content.toml import named_as_file, read_toml
from affray.core.choice import Agent
from affray.core.combat import Combat, Origin
from affray.core.dice import Dice
from affray.core.event import Event
from affray.core.grid import DIRECTIONS
from affray.core.ruleset import Ruleset
from affray.core.setup import Member, Objective, Setup, SideSetup, Value
from affray.encounters.newcomers import entry_of
from affray.state.begin import state_faults
from affray.state.snapshot import digest, load, save

OF_A_MEMBER: Final = re.compile(r"member\[(\d+)\]")


class ContentLibrary(Protocol):
    """The content of one ruleset, with the packs added to it."""

    def roster(self) -> Roster:
        """Return who may stand in an encounter."""
        ...

    def ruleset(self, usual: Ruleset) -> Ruleset:
        """Return the ruleset to play with: the usual one, or one that knows what the packs add."""
        ...

    def member(self, combatant: EncounterMember, problems: Problems, place: str) -> object:
        """Return the sheet of a combatant; what is wrong with it goes to the problems."""
        ...

    def seat(self, combatant: EncounterMember, encounter: Encounter) -> str:
        """Return the seat that decides for a combatant."""
        ...

    def check(self, encounter: Encounter, problems: Problems) -> None:
        """Add what an encounter asks for that the ruleset has no rule for."""
        ...

    def ready(self, setup: Setup) -> None:
        """Do what remains to be done before the ruleset looks for faults."""
        ...

    def lists(self) -> Mapping[str, Sequence[str]]:
        """Return the lists of a sheet that a member's ``with`` may state, and what may be in them.

        Not everything goes with everybody: what does not is refused as usual.
        """
        ...

    def options(self) -> Mapping[str, Sequence[Value]]:
        """Return the options of an encounter that offer some values, and those; not free text."""
        ...

    def words(self, member: str) -> Sequence[str]:
        """Return what ``with`` may say of a member, by its id: the first words of its paths.

        None at all: the library looks at them itself.
        """
        ...

    def notes(self, members: Sequence[str]) -> list[str]:
        """Return what is allowed but worth telling of these members."""
        ...


def prepare(
    encounter: Encounter, packs: Sequence[Path] = (), library: ContentLibrary | None = None
) -> tuple[Ruleset, Setup]:
    """Make an encounter ready to play.

    Args:
        encounter: what is to be played.
        packs: paths of packs whose content is added.
        library: the content to take members from, in place of the installed one and packs.

    Returns:
        The ruleset to play with, and the encounter as it takes it.

    Raises:
        InvalidError: a pack, member, option or condition is at fault; all faults are named.
    """
    ruleset = game(encounter.ruleset).rules()
    origin = None
    if library is None:
        library = library_of(encounter.ruleset, tuple(packs))
        origin = EncounterOrigin(encounter, texts_of(packs))
    problems = Problems(encounter.source)
    library.check(encounter, problems)
    data = grid_data(encounter)
    combatants = encounter_members(encounter, library.roster(), data.width)
    setup = Setup(data.to_grid(), seats_of(encounter, combatants))
    for side in encounter.sides:
        start = start_of(side, data.zones, data.width)
        setup.sides.append(side_of(side, encounter, setup, start))
    for combatant in combatants:
        known = known_only(combatant, library, problems)
        setup.members.append(member_of(known, encounter, setup, library, problems))
    add_objectives(encounter, setup, combatants, data)
    setup.options = plain(encounter.options)
    setup.round_limit = encounter.round_limit or 0
    setup.last_standing = encounter.last_standing
    setup.leaving = list(data.leaving())
    add_beginning(encounter, setup, combatants)
    problems.stop()
    library.ready(setup)
    ruleset = library.ruleset(ruleset)
    for fault in ruleset.faults(setup):
        problems.add("", placed(fault, combatants))
    problems.stop()
    told: set[tuple[str, str]] = set()  # of several alike once
    for number, path, what in state_faults(ruleset, setup):
        place = f"{place_of(combatants[number])}.state{f'.{path}' if path else ''}"
        if (place, what) not in told:
            problems.add(place, what)
        told.add((place, what))
    problems.stop()
    if origin is not None:
        origin.library, origin.setup = library, setup
    setup.origin = origin
    return ruleset, setup


def add_beginning(encounter: Encounter, setup: Setup, combatants: list[EncounterMember]) -> None:
    """Note who began the fight, who called whom, and who is surprised."""
    ids = [side.id for side in encounter.sides]
    if encounter.instigator in ids:
        setup.instigator = ids.index(encounter.instigator)
    elif encounter.instigator is not None:
        word = encounter.instigator
        setup.instigators = [combatant.key for combatant in combatants if called(combatant, word)]
    for combatant, member in zip(combatants, setup.members, strict=True):
        word = combatant.entry.summoned_by or ""
        callers = [one for one in combatants if one.side == combatant.side and called(one, word)]
        member.summoned_by = callers[0].key if callers else ""
    if encounter.surprise is not None:
        by, on = encounter.surprise.by, encounter.surprise.on
        setup.surprised = [n for n, one in enumerate(ids) if (one in on if on else one != by)]
        setup.surprise = encounter.surprise.how
        setup.surprising = ids.index(by) if by in ids else -1


def side_of(side: Side, encounter: Encounter, setup: Setup, start: list[int]) -> SideSetup:
    """Return a side with its seat, where it starts, and whom it does not fight."""
    ids = [side.id for side in encounter.sides]
    found = SideSetup(side.id, side.name, setup.seats.index(side.seat), start)
    found.allied = [ids.index(one) for one in side.allied]
    found.neutral = [ids.index(one) for one in side.neutral]
    return found


def seats_of(encounter: Encounter, combatants: list[EncounterMember]) -> list[str]:
    """Return the seats in order of appearance, the GM's last."""
    seats: list[str] = []
    for seat in [side.seat for side in encounter.sides] + [
        combatant.seat for combatant in combatants
    ]:
        if seat not in seats and seat != "gm":
            seats.append(seat)
    return [*seats, "gm"]


def member_of(
    combatant: EncounterMember,
    encounter: Encounter,
    setup: Setup,
    library: ContentLibrary,
    problems: Problems,
) -> Member:
    place = place_of(combatant)
    sheet = library.member(combatant, problems, place)
    member = Member(combatant.entry.id, combatant.key, combatant.side, sheet)
    member.cell = combatant.at
    member.npc = combatant.npc
    member.seats = 1 << setup.seats.index(library.seat(combatant, encounter))
    member.arrives = combatant.entry.arrives or 0
    if combatant.entry.facing is not None:
        member.facing = DIRECTIONS.index(combatant.entry.facing.lower())
    member.undetected = combatant.entry.undetected
    member.thralled = combatant.entry.thralled
    member.group = combatant.entry.group or ""
    if combatant.entry.holding is not None:
        member.holding = list(combatant.entry.holding)
    member.values = plain(combatant.entry.settings)
    member.state = dict(combatant.entry.state)
    return member


def place_of(combatant: EncounterMember) -> str:
    """Return where the file has a member."""
    return f"side[{combatant.side}].members[{combatant.member}]"


def placed(fault: str, combatants: Sequence[EncounterMember]) -> str:
    """Return what a ruleset finds wrong with its ``member[3]``, told where the file has it."""
    found = OF_A_MEMBER.match(fault)
    if found is None or int(found[1]) >= len(combatants):
        return fault
    return place_of(combatants[int(found[1])]) + fault[found.end() :]


def known_only(
    combatant: EncounterMember, library: ContentLibrary, problems: Problems
) -> EncounterMember:
    """Return a combatant without the words of ``with`` that mean nothing; they are told."""
    words = library.words(combatant.entry.id)
    settings = combatant.entry.settings
    unknown = [path for path in settings if words and path.partition(".")[0] not in words]
    for path in unknown:
        close = nearest(path.partition(".")[0], words)
        hint = f"; did you mean {close}?" if close else ""
        what = f"found {show(path)}, expected one of {listed(words, 40)}{hint}"
        problems.add(f"{place_of(combatant)}.with.{path}", what)
    if not unknown:
        return combatant
    kept = {path: value for path, value in settings.items() if path not in unknown}
    return replace(combatant, entry=combatant.entry.model_copy(update={"settings": kept}))


def plain(settings: Mapping[str, object]) -> dict[str, Value]:
    """Return free settings as rulesets take them: whole numbers, words, yes or no."""
    return {name: value for name, value in settings.items() if isinstance(value, int | str)}


def add_objectives(
    encounter: Encounter, setup: Setup, combatants: list[EncounterMember], data: GridData
) -> None:
    ids = [side.id for side in encounter.sides]
    for conditions, wins in ((encounter.wins, True), (encounter.defeats, False)):
        for condition in conditions:
            setup.objectives.append(
                Objective(
                    condition.kind,
                    ids.index(condition.side),
                    wins,
                    [r.key for r in combatants if any(called(r, word) for word in condition.who)],
                    list(data.zones.get(condition.zone or "", ())),
                    condition.rounds or condition.count or 0,
                    condition.text,
                    condition.when or "",
                    condition.item or "",
                )
            )


# ---- content libraries --------------------------------------------------------------------


def library_of(ruleset: str, packs: Sequence[Path] = ()) -> ContentLibrary:
    """Return the library of a ruleset that can be played, with packs.

    Raises:
        InvalidError: a pack is at fault.
    """
    if not packs:
        return _usual(ruleset)
    return _made(ruleset, read_packs(packs, ruleset))


def library_with(ruleset: str, packs: Sequence[PackFile]) -> ContentLibrary:
    """Return a new library of a ruleset, of packs that were read already.

    Args:
        ruleset: the id of the game.
        packs: what they hold.

    Raises:
        InvalidError: a pack is at fault.
    """
    return _made(ruleset, packs)


def roster_of(packs: Sequence[Path] = ()) -> RosterOf:
    """Return what gives the roster of a ruleset with some packs, for loading encounters."""

    def roster(ruleset: str) -> Roster:
        return library_of(ruleset, packs).roster() if packs else builtin_roster(ruleset)

    return roster


def check_pack(
    path: Path, others: Sequence[Path] = (), data: Mapping[str, object] | None = None
) -> tuple[str, list[str]]:
    """Check a pack with all its words, beside others; return what it holds, and what to note.

    ``data`` is what the file holds, if it was read already.

    Raises:
        InvalidError: it is at fault; all its problems are named.
    """
    whole = read_toml(path) if data is None else data
    made: list[tuple[str, list[str]]] = []

    def look(found: Mapping[str, object]) -> None:
        known = read_packs(others, str(found.get("ruleset"))) if others else []
        file = pack_from(found, path.name, [one.data for one in known])
        library = _made(file.pack.ruleset, [*known, file])
        notes = [f"replaces {what}" for what in file.replaces()]
        made.append((file.summary(), notes + library.notes(file.pack.ids())))

    check_all(whole, path.name, look)
    return made[0]


def check_encounter(
    path: Path,
    packs: Sequence[Path] = (),
    data: Mapping[str, object] | None = None,
    also: Callable[[Encounter], None] | None = None,
) -> Encounter:
    """Read an encounter file and make it ready to play.

    Args:
        path: of the file; only its name is needed if it was read already.
        packs: to play with.
        data: what the file holds, if it was read already.
        also: looks at what was read before it is made ready; raises ``InvalidError``, too.

    Raises:
        InvalidError: it is at fault, its sheets included; all its problems are named.
    """
    whole = read_toml(path) if data is None else data
    found: list[Encounter] = []

    def look(tables: Mapping[str, object]) -> None:
        encounter = encounter_from(tables, path.name, roster_of(packs))
        if also is not None:
            also(encounter)
        prepare(encounter, packs)
        found.append(encounter)

    check_all(whole, path.name, look)
    return found[0]


@cache
def _usual(ruleset: str) -> ContentLibrary:
    return _made(ruleset, [])


def _made(ruleset: str, packs: Sequence[PackFile]) -> ContentLibrary:
    """Return a new library; its module is read only now, since one game is played at a time."""
    one = game(ruleset)
    library: ContentLibrary = one.load(one.library)(packs)
    return library


on_change(_usual.cache_clear)


# ---- combats as plain data --------------------------------------------------------------------

REMEMBERED: Final = 8  # encounters of which combats were unpickled


class EncounterOrigin(Origin):
    """That of whatever an encounter began: it is made ready again where a combat is unpickled."""

    def __init__(self, encounter: Encounter, packs: list[dict[str, str]]) -> None:
        self.encounter = encounter
        self.packs = packs
        self.text = ""
        # What the encounter was made ready with: whoever joins is of the same library.
        self.library: ContentLibrary | None = None
        self.setup: Setup | None = None

    def source(self) -> str:
        """Return encounter and packs as JSON, worked out once."""
        if not self.text:
            data = {"encounter": encounter_data(self.encounter), "packs": self.packs}
            self.text = json.dumps(data)
        return self.text

    def reduced(self, combat: Combat[Any]) -> tuple[Any, ...]:
        """Return how an equal combat is made."""
        ruleset = combat.ruleset
        assert isinstance(ruleset, Ruleset)
        seen = (digest(combat, ruleset), combat.watched, combat.events)
        state = save(combat, ruleset)
        return (combat_of, (self.source(), state, combat.dice, combat.agents, *seen))

    def sides(self) -> list[str]:
        """Return what the encounter calls its sides."""
        return [side.name for side in self.setup.sides] if self.setup is not None else []

    def member(self, combat: Combat[Any], data: dict[str, object]) -> Member:
        """Return the member that joins the fight, as data describe it; they are completed."""
        assert self.library is not None
        assert self.setup is not None
        problems = Problems("add")
        roster = self.library.roster()
        combatant = entry_of(self.encounter, roster, combat, data, problems)
        own = Problems("")
        known = known_only(combatant, self.library, own)
        member = member_of(known, self.encounter, self.setup, self.library, own)
        for line in own.lines:
            place, _, what = line.removeprefix(": ").partition(": ")
            problems.add(place.removeprefix(place_of(combatant)).lstrip("."), what)
        problems.stop()
        self.library.ready(self.setup.of([member]))
        return member

    def kinds(self) -> list[str]:
        """Return the ids of all who may join."""
        assert self.library is not None
        return list(self.library.roster().kinds())


def combat_of(
    source: str,
    state: dict[str, Any],
    dice: Dice,
    agents: list[Agent],
    known: str,
    watched: bool,
    events: list[Event],
) -> Combat[Any]:
    """Return the combat that was pickled so.

    Raises:
        InvalidError: rules or content are others now, so that it would not be the same.
    """
    ruleset, setup = _ready_again(source)
    combat = load(ruleset.begin(setup, dice, agents), state, ruleset)
    if digest(combat, ruleset) != known:
        raise InvalidError(["the pickled combat is of other rules or content than are installed"])
    combat.dice, combat.agents = dice, agents
    combat.watched, combat.events = watched, events
    return combat


@lru_cache(REMEMBERED)
def _ready_again(source: str) -> tuple[Ruleset, Setup]:
    data = json.loads(source)
    return ready_again(data["encounter"], data["packs"])


on_change(_ready_again.cache_clear)


def texts_of(packs: Sequence[Path]) -> list[dict[str, str]]:
    """Return packs as they stand in a journal: names and texts."""
    return [{"name": pack.name, "text": pack.read_text("utf-8")} for pack in distinct(packs)]


def ready_again(
    encounter: Mapping[str, Any], packs: Sequence[Mapping[str, Any]]
) -> tuple[Ruleset, Setup]:
    """Make an encounter ready that was kept as data, packs with their texts.

    Raises:
        InvalidError: it cannot be set up any more.
    """
    with TemporaryDirectory() as folder:
        # Files of different folders may be called alike.
        paths = [
            Path(folder, str(n), named_as_file(str(one["name"]))) for n, one in enumerate(packs)
        ]
        for path, pack in zip(paths, packs, strict=True):
            path.parent.mkdir()
            try:
                path.write_text(str(pack["text"]), "utf-8")
            except (OSError, ValueError) as fault:
                what = f"found {show(pack['name'])}, expected the name of a file"
                raise InvalidError([f"packs: {what}"]) from fault
        return prepare(encounter_from(encounter, "its encounter", roster_of(paths)), paths)
