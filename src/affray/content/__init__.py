"""What people write: encounters, read safely, checked, and turned into plain data.

Never compiled: it works with pydantic.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from affray.content.encounter import Condition, Encounter, Member, Side, encounter_schema
    from affray.content.field import GridData, grid_data, start_of
    from affray.content.library import (
        Listing,
        encounter_data,
        encounter_from,
        list_encounters,
        load_encounter,
        read_encounter,
    )
    from affray.content.members import EncounterMember, called, encounter_members
    from affray.content.problems import InvalidError, Problems
    from affray.content.roster import ContentRoster, Roster, builtin_roster
    from affray.content.toml import parse_toml, read_toml

__all__ = [
    "Condition",
    "ContentRoster",
    "Encounter",
    "EncounterMember",
    "GridData",
    "InvalidError",
    "Listing",
    "Member",
    "Problems",
    "Roster",
    "Side",
    "builtin_roster",
    "called",
    "encounter_data",
    "encounter_from",
    "encounter_members",
    "encounter_schema",
    "grid_data",
    "list_encounters",
    "load_encounter",
    "parse_toml",
    "read_encounter",
    "read_toml",
    "start_of",
]

# Which module each name comes from; it is imported when the name is first asked for, so that
# whoever reads no encounter does not wait for pydantic.
HOMES: Final = {
    "encounter": ("Condition", "Encounter", "Member", "Side", "encounter_schema"),
    "field": ("GridData", "grid_data", "start_of"),
    "library": (
        *("Listing", "encounter_data", "encounter_from"),
        *("list_encounters", "load_encounter", "read_encounter"),
    ),
    "members": ("EncounterMember", "called", "encounter_members"),
    "problems": ("InvalidError", "Problems"),
    "roster": ("ContentRoster", "Roster", "builtin_roster"),
    "toml": ("parse_toml", "read_toml"),
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import what is asked for."""
        for home, names in HOMES.items():
            if name in names:
                found = getattr(import_module(f"affray.content.{home}"), name)
                globals()[name] = found
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
