"""Finding and reading encounters: those that come with Affray by id, anybody's own by path."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from affray.content.game import ENCOUNTERS, game, games, on_change
from affray.content.problems import InvalidError, Problems, listed, nearest, show
from affray.content.roster import Roster, builtin_roster
from affray.content.toml import parse_toml, read_toml

if TYPE_CHECKING:  # imported when an encounter is read: lists of them do without pydantic
    from affray.content.encounter import Encounter

RosterOf: TypeAlias = Callable[[str], Roster]


@dataclass(frozen=True, slots=True)
class Listing:
    """One encounter that comes with Affray, for lists; ``key`` is ``ruleset/id``."""

    ruleset: str
    id: str
    name: str
    text: str
    difficulty: str = ""  # easy, even or hard between equal players
    objective: bool = False  # whether there is more to it than being the last side left

    @property
    def label(self) -> str:
        """What it says of itself in a few words: how hard it is, and whether it has an aim."""
        words = [self.difficulty, "with an objective" if self.objective else ""]
        return ", ".join(word for word in words if word).capitalize()

    @property
    def key(self) -> str:
        """The id that is unique among all rulesets."""
        return f"{self.ruleset}/{self.id}"


def _has_objective(data: Mapping[str, object]) -> bool:
    """Return whether the data of an encounter name more than being the last side left."""
    for word in ("win", "defeat"):
        conditions = data.get(word)
        for one in conditions if isinstance(conditions, list) else []:
            if one.get("kind") != "last-standing":
                return True
    return False


def list_encounters(ruleset: str = "") -> list[Listing]:
    """Return the encounters that come with Affray, by ruleset and id; of one ruleset if named."""
    found: list[Listing] = []
    for one, names in _library().items():
        for name in names if ruleset in ("", one) else ():
            data = parse_toml(_file(one, name).read_bytes(), f"{one}/{name}.toml")
            found.append(
                Listing(
                    one,
                    name,
                    str(data["name"]),
                    str(data.get("text", "")),
                    str(data.get("difficulty", "")),
                    _has_objective(data),
                )
            )
    return found


def load_encounter(word: str, roster_of: RosterOf = builtin_roster) -> Encounter:
    """Load an encounter by ``ruleset/id``, by its id alone, or by the path of a file.

    Args:
        word: the id or path.
        roster_of: gives the roster of a ruleset, packs included.

    Returns:
        The encounter, checked.

    Raises:
        InvalidError: there is none of that name, several share it, or the file is at fault.
    """
    matches = _matches(word)
    if len(matches) == 1:
        ruleset, name = matches[0]
        raw = _file(ruleset, name).read_bytes()
        source = f"{ruleset}/{name}.toml"
        return encounter_from(parse_toml(raw, source), source, roster_of)
    if matches:
        keys = " or ".join([f"{ruleset}/{name}" for ruleset, name in matches])
        raise InvalidError([f"found {show(word)}, which is {keys}: say which"])
    if word.endswith(".toml") or (word not in games() and _is_file(word)):
        return read_encounter(Path(word), roster_of)
    raise InvalidError([_unknown(word)])


def is_known(word: str) -> bool:
    """Return whether an encounter that comes with Affray is called so, by id or ``ruleset/id``."""
    return bool(_matches(word))


def read_encounter(path: Path, roster_of: RosterOf = builtin_roster) -> Encounter:
    """Read and check an encounter file.

    Raises:
        InvalidError: it cannot be read or is not an encounter; all its problems are named.
    """
    return encounter_from(read_toml(path), path.name, roster_of)


def encounter_from(
    data: Mapping[str, object], source: str, roster_of: RosterOf = builtin_roster
) -> Encounter:
    """Check an encounter that was read from somewhere: a file, a case, a journal.

    Args:
        data: the tables as in a file; as ``encounter_data`` gives them.
        source: how messages call it.
        roster_of: gives the roster of a ruleset, packs included.

    Returns:
        The encounter, checked.

    Raises:
        InvalidError: it is not an encounter; all problems are named, up to a limit.
    """
    from pydantic import ValidationError

    from affray.content.checks import check
    from affray.content.encounter import Encounter
    from affray.content.explain import explain

    problems = Problems(source)
    try:
        encounter = Encounter.model_validate(dict(data))
    except ValidationError as error:
        explain(error, _schema(), problems)
        problems.stop()
        raise
    check(encounter, roster_of(encounter.ruleset), problems)
    problems.stop()
    return encounter.read_from(source)


def encounter_data(encounter: Encounter) -> dict[str, object]:
    """Return an encounter as plain data that JSON can hold and ``encounter_from`` reads again."""
    data: dict[str, object] = encounter.model_dump(mode="json", exclude_defaults=True)
    return data


@cache
def _schema() -> dict[str, object]:
    from affray.content.encounter import encounter_schema

    return encounter_schema()


@cache
def _library() -> dict[str, tuple[str, ...]]:
    """Return the names of all encounters that come with Affray, sorted."""
    library: dict[str, tuple[str, ...]] = {}
    for ruleset, one in games().items():
        folder = one.file(ENCOUNTERS)
        names = [one.name for one in folder.iterdir()] if folder.is_dir() else []
        library[ruleset] = tuple(
            sorted([name.removesuffix(".toml") for name in names if name.endswith(".toml")])
        )
    return library


on_change(_schema.cache_clear)
on_change(_library.cache_clear)


def _file(ruleset: str, name: str) -> Traversable:
    return game(ruleset).file(ENCOUNTERS, f"{name}.toml")


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):  # a name too long, or with a character that no path holds
        return False


def _matches(word: str) -> list[tuple[str, str]]:
    return [
        (ruleset, name)
        for ruleset, names in _library().items()
        for name in names
        if word in (name, f"{ruleset}/{name}")
    ]


def _unknown(word: str) -> str:
    """Say what there is instead: the nearest key, or all encounters of the ruleset named."""
    library = _library()
    ruleset, slash, name = word.partition("/")
    if word in library:
        keys = [f"{encounter.ruleset}/{encounter.id}" for encounter in list_encounters(word)]
        return f"found the ruleset {show(word)}, expected an encounter ({listed(keys)})"
    chosen = [one for one in library if slash and one == ruleset]
    if slash and not chosen:
        close = nearest(ruleset, library)
        chosen = [one for one in library if one == close]
    where = chosen or list(library)
    near = nearest(name if slash else word, [name for one in where for name in library[one]])
    keys = [f"{one}/{name}" for one in where for name in library[one] if name == near]
    if keys:
        return f"found {show(word)}, expected an encounter; did you mean {' or '.join(keys)}?"
    known = [f"{one}/{name}" for one in chosen for name in library[one]]
    there = listed(known) if known else "affray list names them"
    return f"found {show(word)}, expected an encounter or a file ({there})"
