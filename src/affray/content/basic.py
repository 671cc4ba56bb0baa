"""A content library for games that need no more than members with a sheet each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from affray.content.encounter import Encounter
from affray.content.game import CONTENT, game
from affray.content.members import EncounterMember
from affray.content.problems import Problems, show
from affray.content.roster import CHARACTER, CREATURE, ContentRoster, Roster
from affray.content.toml import parse_toml
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup, Value

# What only some games have rules for, as files have it: of an encounter, its sides, its members.
OF_ENCOUNTERS: Final = ("instigator", "surprise", "options", "win", "defeat", "last_standing")
OF_SIDES: Final = ("allied", "neutral")
OF_MEMBERS: Final = (
    *("facing", "tier", "level", "faction", "group", "arrives"),
    *("undetected", "thralled", "summoned_by", "holding", "with"),
)
FIELDS: Final = {"win": "wins", "defeat": "defeats", "with": "settings"}  # where named otherwise


class BasicLibrary:
    """The content library of a game, from its content file.

    A subclass makes a ``sheet`` of each table ``[[character]]`` and ``[[creature]]``. What only
    some games have rules for is refused, unless the subclass names it in ``knows`` and sees to it
    in ``check``, ``member`` or its ruleset.
    """

    knows: ClassVar[tuple[str, ...]] = ()

    def __init__(self, id: str) -> None:
        """Read the content file of a game.

        Raises:
            InvalidError: it cannot be read, or a sheet is at fault.
        """
        self.game = game(id)
        content = parse_toml(self.game.content(), f"{id}/{CONTENT}")
        self._problems = Problems(f"{id}/{CONTENT}")
        self._place = ""
        self._sheets: dict[str, object] = {}
        for table in (CHARACTER, CREATURE):
            entries = content.get(table, [])
            for number, entry in enumerate(entries if isinstance(entries, list) else []):
                self._place = f"{table}[{number}]"
                self._sheets[str(entry.get("id"))] = self.sheet(entry)
        self._problems.stop()
        self._roster = ContentRoster(id, content)

    # -- what a game gives, and what it may ask with -------------------------------------------

    def sheet(self, entry: Mapping[str, object]) -> object:
        """Return the sheet that a table of the content file states."""
        raise NotImplementedError

    def text(self, entry: Mapping[str, object], key: str) -> str:
        """Return a text of a table; what is wrong with it is told when all is read.

        Args:
            entry: the table.
            key: of the text.
        """
        value = entry.get(key)
        if not isinstance(value, str) or not value:
            self._problems.add(f"{self._place}.{key}", f"found {show(value)}, expected a text")
        return str(value)

    def number(self, entry: Mapping[str, object], key: str, low: int, high: int) -> int:
        """Return a whole number of a table; what is wrong with it is told when all is read.

        Args:
            entry: the table.
            key: of the number.
            low: the least that it may be.
            high: the most.
        """
        value = entry.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        what = f"found {show(value)}, expected a whole number from {low} to {high}"
        self._problems.add(f"{self._place}.{key}", what)
        return low

    # -- what every content library answers ----------------------------------------------------

    def roster(self) -> Roster:
        """Return who may stand in an encounter."""
        return self._roster

    def ruleset(self, usual: Ruleset) -> Ruleset:
        """Return the ruleset to play with."""
        return usual

    def member(self, combatant: EncounterMember, problems: Problems, place: str) -> object:
        """Return the sheet of a combatant; what the game has no rule for goes to the problems.

        Args:
            combatant: who is to be.
            problems: takes what is wrong.
            place: of the member, for messages.
        """
        self._refuse(combatant.entry, OF_MEMBERS, problems, f"{place}.")
        return self._sheets[combatant.entry.id]

    def seat(self, combatant: EncounterMember, encounter: Encounter) -> str:
        """Return the seat that decides for a combatant.

        Args:
            combatant: who is to be.
            encounter: where.
        """
        return combatant.seat

    def check(self, encounter: Encounter, problems: Problems) -> None:
        """Add what an encounter asks for that the game has no rule for.

        Args:
            encounter: to look at.
            problems: takes what is wrong.
        """
        self._refuse(encounter, OF_ENCOUNTERS, problems, "")
        for number, side in enumerate(encounter.sides):
            self._refuse(side, OF_SIDES, problems, f"side[{number}].")

    def ready(self, setup: Setup) -> None:
        """Do what remains to be done before the ruleset looks for faults."""

    def lists(self) -> Mapping[str, Sequence[str]]:
        """Return the lists of a sheet that a member's ``with`` may state, and what may be in it."""
        return {}

    def options(self) -> Mapping[str, Sequence[Value]]:
        """Return the options of an encounter, with the values they offer."""
        return {}

    def words(self, member: str) -> Sequence[str]:
        """Return what ``with`` may say of a member; none at all: the library looks itself.

        Args:
            member: its id.
        """
        return []

    def notes(self, members: Sequence[str]) -> list[str]:
        """Return what is allowed but worth telling of these members."""
        return []

    def _refuse(self, table: object, keys: Sequence[str], problems: Problems, place: str) -> None:
        stated: set[str] = getattr(table, "model_fields_set", set())
        for key in keys:
            if key not in self.knows and FIELDS.get(key, key) in stated:
                what = f"found {key}, expected no such key: {self.game.name} has no rule for it"
                problems.add(f"{place}{key}", what)
