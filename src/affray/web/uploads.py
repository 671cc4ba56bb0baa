"""What people bring: encounters, packs and journals, read with every fault listed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from affray.content.encounter import Encounter
from affray.content.field import extent
from affray.content.library import encounter_from, is_known, list_encounters, load_encounter
from affray.content.pack import is_pack
from affray.content.problems import InvalidError, Problems, nearest, show
from affray.content.roster import builtin_roster
from affray.content.toml import NAMES, named_as_file, parse_toml
from affray.encounters.prepare import check_encounter, check_pack, library_of, prepare
from affray.session.fight import Fight
from affray.session.journal import Journal, parse
from affray.session.replay import opened
from affray.session.start import begin
from affray.web.views import Lens, Plain, scene

LARGEST: Final = 2 * 1024 * 1024  # bytes of a file
TOO_BIG: Final = "found more than 2 MiB, expected at most 2 MiB"
CELLS: Final = 100 * 100
COMBATANTS: Final = 200
PACKS: Final = 8
JOURNAL: Final = "journal"  # how messages call one


class Brought:
    """Files by name, as text."""

    def __init__(self, encounter: str, name: str = "", packs: Mapping[str, str] | None = None):
        """Hold what was brought.

        Args:
            encounter: the id of an encounter that comes with Affray, or the text of a file.
            name: of that file; "" if it is an id.
            packs: the texts of packs by name.
        """
        self.encounter = encounter
        self.name = name
        self.packs = dict(packs or {})

    def fight(self, seed: int) -> Fight:
        """Return the fight before its first step.

        Raises:
            InvalidError: something is at fault; each fault in one line.
        """
        with self.read() as (encounter, paths):
            return begin(encounter, paths, seed, hold=True)

    @contextmanager
    def read(self) -> Iterator[tuple[Encounter, list[Path]]]:
        """Give the encounter, and where its packs lie meanwhile.

        Raises:
            InvalidError: something is at fault; each fault in one line.
        """
        with TemporaryDirectory() as folder:
            paths = written(self.packs, Path(folder))
            yield self._encounter(paths), paths

    def faults(self) -> list[str]:
        """Return what is wrong, a line for each fault as ``affray validate`` tells them."""
        try:
            with TemporaryDirectory() as folder:
                paths = written(self.packs, Path(folder))
                if self.name:
                    check_encounter(Path(self.name), paths, self._tables(), _check_size)
                else:
                    prepare(self._encounter(paths), paths)
        except InvalidError as fault:
            return list(fault.problems)
        return []

    def _tables(self) -> dict[str, Any]:
        if len(self.encounter.encode()) > LARGEST:
            raise InvalidError([f"{self.name}: {TOO_BIG}"])
        return parse_toml(self.encounter.encode(), self.name)

    def _encounter(self, packs: Sequence[Path]) -> Encounter:
        def roster(ruleset: Any) -> Any:
            if not packs:
                return builtin_roster(ruleset)
            return library_of(ruleset, tuple(packs)).roster()

        if not self.name:
            if not is_known(self.encounter):  # nor is any file of this machine read
                close = nearest(self.encounter, [one.key for one in list_encounters()])
                hint = f"; did you mean {close}?" if close else ""
                what = f"found {show(self.encounter)}, expected the id of an encounter{hint}"
                raise InvalidError([what])
            return load_encounter(self.encounter, roster)
        found = encounter_from(self._tables(), self.name, roster)
        _check_size(found)
        return found


def written(packs: Mapping[str, str], folder: Path) -> list[Path]:
    """Write packs to a folder; return where they lie.

    Raises:
        InvalidError: there are too many, or one cannot be a file of its own.
    """
    if len(packs) > PACKS:
        raise InvalidError([f"found {len(packs)} packs, expected at most {PACKS}"])
    found: list[Path] = []
    for name, text in packs.items():
        path = folder / file_name(name)
        if path in found:
            raise InvalidError([f"{path.name}: found two packs of that name"])
        if len(text.encode()) > LARGEST:
            raise InvalidError([f"{path.name}: {TOO_BIG}"])
        path.write_text(text, "utf-8")
        found.append(path)
    return found


def file_name(name: str) -> str:
    """Return a name under which a pack that was brought may lie.

    Raises:
        InvalidError: no file could be called so.
    """
    found = named_as_file(name or "pack.toml")
    if not found or not found.isprintable():
        raise InvalidError([f"packs: found {show(name)}, expected {NAMES}"])
    return found


def _check_size(encounter: Encounter) -> None:
    problems = Problems(encounter.source)
    width, height = extent(encounter.map)
    cells = sum([len(row) for row in encounter.map.rows]) or width * height
    if cells > CELLS:
        problems.add("map", f"found {cells} cells, expected at most {CELLS}")
    members = sum([member.count or 1 for side in encounter.sides for member in side.members])
    if members > COMBATANTS:
        problems.add("side", f"found {members} combatants, expected at most {COMBATANTS}")
    problems.stop()


def kind_of(name: str, text: str) -> str:
    """Return what a file is: encounter, pack, journal or "" for nothing we know."""
    if text.lstrip().startswith('{"affray"'):
        return "journal"
    try:
        data = parse_toml(text.encode(), name)
    except InvalidError:
        return "encounter"  # its faults are told as those of one
    return "pack" if is_pack(data) else "encounter"


def pack_faults(name: str, text: str, packs: Mapping[str, str]) -> list[str]:
    """Return what is wrong with a pack beside others, a line for each as in ``affray validate``."""
    try:
        called = file_name(name)
        data = parse_toml(text.encode(), called)
        with TemporaryDirectory() as folder:
            others = {one: other for one, other in packs.items() if file_name(one) != called}
            check_pack(Path(called), written(others, Path(folder)), data)
    except InvalidError as fault:
        return list(fault.problems)
    return []


def journal_from(text: str) -> Journal:
    """Read a journal.

    Raises:
        InvalidError: it is none.
    """
    return parse(text.encode(), JOURNAL)


def preview(fight: Fight) -> Plain:
    """Return the map of a fight that has not begun, and who takes part."""
    members = fight.setup.members
    encounter = fight.journal.header.get("encounter")
    return {
        "name": str(encounter.get("name", "")) if isinstance(encounter, dict) else "",
        "scene": scene(fight),
        "view": Lens(fight, "gm").view(),
        "members": [{"name": member.name, "side": member.side} for member in members],
    }


def looked_at(name: str, text: str, packs: Mapping[str, str]) -> Plain:
    """Return what a file is, each of its faults, and what an encounter looks like.

    Raises:
        InvalidError: it is a journal that cannot be read, or its fight not be set up.
    """
    kind = kind_of(name, text)
    if kind == "journal":
        opened(journal_from(text), JOURNAL)
        return {"kind": kind, "faults": []}
    if kind == "pack":
        return {"kind": kind, "faults": pack_faults(name, text, packs)}
    brought = Brought(text, name or "encounter.toml", packs)
    faults = brought.faults()
    found: Plain = {"kind": kind, "faults": faults}
    if not faults:
        found["preview"] = preview(brought.fight(0))
    return found


def vet(encounter: str, name: str, packs: Mapping[str, str]) -> bool:
    """Return True if a fight can be set up.

    Raises:
        InvalidError: something is at fault; each fault in one line.
    """
    if not encounter:
        raise InvalidError(["found no encounter, expected one"])
    Brought(encounter, name, packs).fight(0)
    return True
