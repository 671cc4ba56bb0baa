"""What people write: encounters, read safely, checked, and turned into plain data.

Never compiled: it works with pydantic.
"""

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
