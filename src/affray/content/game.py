"""Which games there are, and where each of them lies: the only list of games in Affray.

A game is a package and a record of it, a :class:`Game`. Those that come with Affray are found by
name, others by the entry points of the group ``affray.games`` or because somebody registered
them. Nothing of a game but its record is read before it is asked for.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from affray.content.ground import GROUNDS, GroundWord, Unit
from affray.content.problems import InvalidError, listed, nearest, show

if TYPE_CHECKING:  # whoever asks which games there are does not wait for it
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema

    from affray.core.ruleset import Ruleset

GROUP: Final = "affray.games"  # of the entry points
RULES: Final = "rules.toml"
CONTENT: Final = "content.toml"
ENCOUNTERS: Final = "encounters"

# The games that come with Affray; each tells of itself in `content/game.py` of its folder.
BUILTIN: Final = ("icon", "ingenuity", "quest", "sovereign", "thrum")


SPACES: Final = Unit("spaces", 1)

# What a map may hold besides kinds of ground: cells of other heights, solid boxes, walls and
# barriers and sheer faces between two cells, terrain that can be destroyed, sides of the map over
# which one may leave.
MapFeature: TypeAlias = Literal[
    "heights", "solids", "walls", "barriers", "sheer faces", "hit points", "open edges"
]


def restated_size(cells: int, settings: Mapping[str, object]) -> int:
    """Return the width in cells of a member whose ``with`` says some ``settings``."""
    size = settings.get("size", cells)
    whole = isinstance(size, int) and not isinstance(size, bool)
    return max(1, int(str(size))) if whole else cells


def stated_size(entry: Mapping[str, object]) -> int:
    """Return the ``size`` of a member of the content file, in cells; 1 if it states none."""
    size = entry.get("size", 1)
    return size if isinstance(size, int) else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game: its id, and where what it consists of is found.

    Attributes:
        id: names it in files and commands; small letters, digits and dashes.
        name: what people call it.
        package: its package; ``rules.toml``, ``content.toml`` and the folder ``encounters`` lie in
            it, and it is the package's code that cites the rules.
        ruleset: its rules, as ``module:class``, a subclass of ``affray.core.ruleset.Ruleset``.
        library: ``module:function`` that returns its content library, given a list of packs.
        pack: the model of its packs, as ``module:class``; "" if it takes none.
        grounds: the kinds of ground that it has rules for.
        features: what a map may hold besides grounds, of ``MapFeature``: what it has no rule for is
            refused, not drawn and ignored.
        unit: what it measures lengths and heights in.
        footprint: returns how many cells wide a member is, given its table of the content file.
        restated: returns the same of a member whose usual width is the first argument, and of whom
            an encounter says ``with`` the settings of the second.
        follows: keys of the content file that only state again what follows from others: an entry
            that is ``like`` another does not take them over.
        coded: tables of which code holds some entries: the key under which an entry names the one
            whose code it has, and ``module:name`` of the ids of those, "" if it may be any.
        told: keys that say something to people alone, as ``table key``; no rule reads them. Those
            of ``affray.content.part.USUAL`` are so in every table.
        fixed: tables of which the rules hold every entry of the content file themselves, with the
            reason: no pack can replace one, or be like it.
        held: tables of the content file that packs have not, because their entries are rules, each
            with the id of the rule that stands for those that name none under ``rules``.
        language: sets of words that its content is written in, with what they are: keys of the
            table ``dsl`` of its content file, where each word is explained.
    """

    id: str
    name: str
    package: str
    ruleset: str
    library: str
    pack: str = ""
    grounds: tuple[GroundWord, ...] = ("open", "difficult", "wall")
    features: tuple[MapFeature, ...] = ("heights",)
    unit: Unit = SPACES
    footprint: Callable[[Mapping[str, object]], int] = stated_size
    restated: Callable[[int, Mapping[str, object]], int] = restated_size
    follows: tuple[str, ...] = ()
    coded: Mapping[str, tuple[str, str]] = field(default_factory=dict, hash=False)
    told: tuple[str, ...] = ()
    fixed: Mapping[str, str] = field(default_factory=dict, hash=False)
    held: Mapping[str, str] = field(default_factory=dict, hash=False)
    language: Mapping[str, str] = field(default_factory=dict, hash=False)

    def home(self) -> Traversable:
        """Return the folder of its package."""
        return files(self.package)

    def file(self, *names: str) -> Traversable:
        """Return a file or folder of its package."""
        return self.home().joinpath(*names)

    def content(self) -> bytes:
        """Return its content file as it is installed.

        Raises:
            InvalidError: there is none.
        """
        try:
            return self.file(CONTENT).read_bytes()
        except OSError as fault:
            raise InvalidError([f"{self.id}: found no {CONTENT} in {self.package}"]) from fault

    def load(self, place: str) -> Any:
        """Return what is meant by a ``module:name`` of this record.

        Raises:
            InvalidError: it cannot be imported.
        """
        try:
            return resolve_name(place)
        except (ImportError, AttributeError, ValueError) as fault:
            what = f"{self.id}: found no {place}, which the game names"
            raise InvalidError([f"{what}: {fault}"]) from fault

    def rules(self) -> Ruleset:
        """Return its rules, the same object every time.

        Raises:
            InvalidError: they cannot be imported, or are no ruleset of this id.
        """
        return _rules(self)


@cache
def _rules(one: Game) -> Ruleset:
    from affray.core.ruleset import Ruleset

    made = one.load(one.ruleset)()
    if not isinstance(made, Ruleset) or made.id != one.id:
        raise InvalidError([f"{one.id}: found {one.ruleset}, expected a Ruleset of this id"])
    return made


# -- all of them ---------------------------------------------------------------------------------

_registered: dict[str, Game] = {}
_watchers: list[Callable[[], None]] = []


def register(one: Game) -> None:
    """Add a game, for this process and the worker processes of its simulations.

    A game that is installed is better named by an entry point of the group ``affray.games``.

    Args:
        one: its record. The same record may be registered again.

    Raises:
        InvalidError: another game has its id, or the record cannot be right.
    """
    fault = _fault(one)
    there = games().get(one.id)
    if not fault and there is not None and there != one:
        fault = f"found the id {show(one.id)} again, which {there.name} of {there.package} has"
    if fault:
        raise InvalidError([f"game: {fault}"])
    _registered[one.id] = one
    _changed()


def unregister(id: str) -> None:
    """Remove a game that was registered; those that are installed stay."""
    _registered.pop(id, None)
    _changed()


def registered() -> tuple[Game, ...]:
    """Return the games that were registered by hand."""
    return tuple(_registered.values())


def on_change(forget: Callable[[], None]) -> None:
    """Have something called whenever a game comes or goes: what was read of all games is old."""
    _watchers.append(forget)


def _changed() -> None:
    games.cache_clear()
    for forget in _watchers:
        forget()


@cache
def games() -> Mapping[str, Game]:
    """Return all games by id: Affray's, those installed beside it, those registered.

    A game whose entry point does not lead to a record is left out, with a warning.
    """
    found = {id: _builtin(id) for id in BUILTIN}
    for point in sorted(entry_points(group=GROUP)):
        one, fault = _installed(point)
        if one is not None and one.id in found and found[one.id] != one:
            fault = f"the id {show(one.id)} is taken by {found[one.id].package}"
        if one is None or fault:
            warnings.warn(f"affray: the game {point.name} is left out: {fault}", stacklevel=2)
        else:
            found[one.id] = one
    return {**found, **_registered}


def _builtin(id: str) -> Game:
    one: Game = resolve_name(f"affray.rulesets.{id}.content.game:GAME")
    return one


def _installed(point: EntryPoint) -> tuple[Game | None, str]:
    """Return the record that an entry point leads to, and what is wrong with it."""
    try:
        one = point.load()
    except Exception as fault:  # whatever somebody else's module may do
        return None, f"{point.value}: {type(fault).__name__}: {fault}"
    if not isinstance(one, Game):
        return None, f"{point.value}: found {show(one)}, expected an affray.content.game.Game"
    return one, _fault(one)


def _fault(one: Game) -> str:
    """Return what is wrong with a record, "" if nothing is."""
    from affray.content.values import SLUG

    if not re.fullmatch(SLUG, one.id):
        return f"found the id {show(one.id)}, expected small letters, digits and dashes"
    unknown = [word for word in one.grounds if word not in GROUNDS]
    if unknown:
        return f"found the ground {show(unknown[0])}, expected one of {listed(GROUNDS)}"
    if one.unit.cell < 1:
        return f"found a cell of {one.unit.cell} {one.unit.name}, expected at least 1"
    for word, place in (("ruleset", one.ruleset), ("library", one.library), ("pack", one.pack)):
        if ":" not in place and (place or word != "pack"):
            return f"found the {word} {show(place)}, expected module:name"
    try:
        files(one.package)
    except (ImportError, TypeError, ValueError):
        return f"found no package {show(one.package)}"
    return ""


def game_ids() -> tuple[str, ...]:
    """Return the ids of all games, Affray's own first."""
    return tuple(games())


def game(id: str) -> Game:
    """Return a game by its id.

    Raises:
        InvalidError: there is none; the nearest is named.
    """
    known = games()
    if id not in known:
        close = nearest(id, known)
        hint = f"; did you mean {close!r}?" if close else ""
        raise InvalidError([f"{id}: no such ruleset{hint}"])
    return known[id]


def add_units(schema: dict[str, Any]) -> None:
    """Add to the description of a field what each game measures in."""
    units = ", ".join([f"{id} {one.unit.name}" for id, one in games().items()])
    schema["description"] = f"{schema['description']}: {units}."


class GameIdType:
    """What a field ``ruleset`` of a file holds: the id of any game that is there."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Accept a text that is the id of a game."""
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(
            cls._known, core_schema.str_schema(strict=True)
        )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Tell which games there are when it is asked."""
        return {"type": "string", "enum": list(games())}

    @staticmethod
    def _known(value: str) -> str:
        if value not in games():
            from pydantic_core import PydanticCustomError

            raise PydanticCustomError("game", "no such ruleset")
        return value
