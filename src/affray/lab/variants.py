"""Encounters with some values changed, as they are played and written.

Nothing is changed on the disk: a :class:`Variant` carries what its files held and what is changed
of it (:mod:`affray.lab.changes`, by the paths of :mod:`affray.lab.paths`), and checks the whole as
if it stood in the files.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from affray.content.encounter import Encounter
from affray.content.game import ENCOUNTERS, game, game_ids
from affray.content.library import load_encounter
from affray.content.problems import InvalidError, show
from affray.content.toml import LARGEST, parse_toml, read_raw
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.lab.changes import Change, read_change
from affray.lab.paths import Files
from affray.lab.tables import as_toml
from affray.session.files import write_file


@dataclass(frozen=True)
class Variant:
    """An encounter with its packs as they were read, and what is changed of them.

    It is called to make the encounter ready to play, so it can be simulated wherever an encounter
    can, in other processes too: it carries all it needs but the game itself.

    Attributes:
        word: the encounter as it was asked for.
        source: how messages call it.
        raw: what its file held.
        packs: every pack: how messages call it, and what its file held.
        changes: what is changed, in order.
        paths: where the packs lie.
    """

    word: str
    source: str
    raw: bytes = field(repr=False)
    packs: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    changes: tuple[Change, ...] = ()
    paths: tuple[Path, ...] = ()

    def __call__(self) -> tuple[Ruleset, Setup]:
        """Return the ruleset to play with, and the encounter made ready.

        Raises:
            InvalidError: it cannot be played so; every fault says what was found and expected.
        """
        return self.read().prepared()

    def __str__(self) -> str:
        """Return what it is in a few words: the encounter, and what is changed."""
        changes = ", ".join([str(one) for one in self.changes])
        return f"{self.word} with {changes}" if changes else self.word

    def changed(self, *changes: Change | str) -> Variant:
        """Return the same with more changes.

        Args:
            changes: each a ``Change``, or a text such as ``biffer.tier=1``.

        Raises:
            InvalidError: a text is no change, or leads nowhere.
        """
        found = [read_change(one) if isinstance(one, str) else one for one in changes]
        other = replace(self, changes=(*self.changes, *found))
        other.read()
        return other

    def value(self, path: str) -> Any:
        """Return the value at a path; of several that are meant by it, the one that they share.

        What no file states is what it is in play: the sheet's, or the model's default.

        Raises:
            InvalidError: there is no such value, or they differ.
        """
        return self.read().value(path)

    def encounter(self) -> Encounter:
        """Return the encounter itself, checked, as it is after the changes.

        Raises:
            InvalidError: it is at fault.
        """
        return self.read().encounter()

    def text(self) -> str:
        """Return the changed encounter as the text of a file that plays the same.

        Raises:
            InvalidError: it cannot be played, or a change is of the content: no encounter file can
                say that.
        """
        return self.read().text()

    def write(self, path: Path) -> None:
        """Write the changed encounter as a file; one that is there already is overwritten.

        Raises:
            InvalidError: as for ``text``, or it cannot be written.
        """
        text = self.text()
        try:
            write_file(path, text)
        except OSError as fault:
            raise InvalidError([f"{path}: cannot be written: {fault.strerror}"]) from fault

    def write_all(self, folder: Path) -> tuple[str, tuple[Path, ...]]:
        """Write the changed encounter, and as packs what is changed of the content.

        Args:
            folder: where to; it is made if it is not there. Files of the same names are
                overwritten.

        Returns:
            The encounter and the packs that play the same, as commands take them.

        Raises:
            InvalidError: it cannot be played, or a file cannot be written.
        """
        files = self.read()
        files.prepared()
        word = self.word
        packs: list[Path] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if files.data != parse_toml(self.raw, self.source):
                path = folder / f"{files.data['id']}.toml"
                write_file(path, as_toml(files.data))
                word = str(path)
            for place, (name, data) in enumerate(files.packs):
                packs.append(self.paths[place])
                if data != parse_toml(self.packs[place][1], name):
                    packs[-1] = folder / name
                    write_file(packs[-1], as_toml(data))
            for name, data in files.patch():
                packs.append(folder / name)
                write_file(packs[-1], as_toml(data))
        except OSError as fault:
            raise InvalidError([f"{folder}: cannot be written: {fault.strerror}"]) from fault
        return word, tuple(packs)

    def read(self) -> Files:
        """Return what the files hold, with the changes made.

        Raises:
            InvalidError: a file is at fault, or a path leads nowhere.
        """
        files = Files(self.source, self.raw, self.packs)
        for change in self.changes:
            files.make(change)
        return files


def variant(
    encounter: str | Path,
    packs: Sequence[str | Path] = (),
    changes: Iterable[Change | str] = (),
) -> Variant:
    """Return an encounter with some values changed.

    Args:
        encounter: an id, or the path of a file.
        packs: paths of packs to add to the game's content.
        changes: each a ``Change``, or a text such as ``biffer.tier=1`` or ``foes.members-=biffer``.

    Raises:
        InvalidError: a file cannot be read or is at fault, or a change leads nowhere.
    """
    word = str(encounter)
    source, raw = raw_of(word)
    places = tuple([Path(one) for one in packs])
    held = tuple([(one.name, read_raw(one, LARGEST)) for one in places])
    found = Variant(word, source, raw, held, (), places)
    found.read()
    return found.changed(*changes) if changes else found


def raw_of(word: str) -> tuple[str, bytes]:
    """Return how messages call an encounter, and what its file holds.

    Raises:
        InvalidError: there is none of that name, or it cannot be read.
    """
    folder, _, name = word.rpartition("/")
    found: list[tuple[str, bytes]] = []
    for id in game_ids():
        home = game(id).file(ENCOUNTERS)
        if folder in ("", id) and home.is_dir():
            files = {one.name: one for one in home.iterdir()}
            if f"{name}.toml" in files:
                found.append((f"{id}/{name}.toml", files[f"{name}.toml"].read_bytes()))
    if len(found) == 1:
        return found[0]
    path = Path(word)
    if not found and (word.endswith(".toml") or (word not in game_ids() and path.is_file())):
        return path.name, read_raw(path, LARGEST)
    load_encounter(word)  # says what there is
    raise InvalidError([f"found {show(word)}, expected an encounter"])
