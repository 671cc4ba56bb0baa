"""From fight to fight: what a member takes along, and begins with.

It is a table of numbers, which a member's ``with`` states too: hp, strain, casting, effort,
second_effort of a second tradition, frail 1 or 0, touches: swift healings of the day, and
``spent.die-hard`` 1 and the like for what is done once a day.
Rules: effort.pool, death.stable, end.escaped.
"""

from __future__ import annotations

from typing import Final

from affray.core.setup import Member
from affray.rulesets.sovereign.state import (
    ACTIVE,
    CAPTURED,
    ESCAPED,
    LENT,
    LENT_SECOND,
    ONCE,
    SPENT_DEFENSE,
    SPENT_DIE_HARD,
    SPENT_NULL,
    SPENT_SAVE,
    STABLE,
    TOUCHES,
    Body,
    Sheet,
)

VALUES: Final = ("hp", "strain", "casting", "effort", "second_effort", "touches")
FLAGS: Final = ("prone", "unseen", "frail")
DAILY: Final = {
    "spent.die-hard": SPENT_DIE_HARD,
    "spent.impervious-defense": SPENT_DEFENSE,
    "spent.nullifier-save": SPENT_SAVE,
    "spent.nullifier": SPENT_NULL,
}
STATE: Final = (*VALUES, *FLAGS, *DAILY)  # all else that an encounter sets is of the sheet


def carried(unit: Body) -> dict[str, int]:
    """Return what somebody takes along: Effort for the day stays committed, all other returns.

    Rules: end.escaped, death.stable, effort.pool, spell.slots, strain.limit.
    """
    hp = unit.hp if unit.fate in (ACTIVE, ESCAPED, CAPTURED) else 0
    if unit.fate == STABLE:
        hp = 1  # and Frail
    found = {"hp": hp, "strain": unit.strain, "casting": unit.casting}
    found["frail"] = int(unit.frail or unit.fate == STABLE)
    if unit.sheet.traditions or unit.sheet.effort:
        found["effort"] = unit.effort + unit.used[LENT]
    if unit.sheet.second:
        found["second_effort"] = unit.second + unit.used[LENT_SECOND]
    if unit.used[TOUCHES]:
        found["touches"] = unit.used[TOUCHES]
    for name, bit in DAILY.items():
        if unit.used[ONCE] & bit:
            found[name] = 1
    return found


def begin(unit: Body, member: Member) -> None:
    """Let a member begin as it was left, or as an encounter says."""
    for name, value in member.values.items():
        if name == "hp":
            unit.hp = int(value)
        elif name == "strain":
            unit.strain = int(value)
        elif name == "casting":
            unit.casting = int(value)
        elif name == "effort":
            unit.effort = int(value)
        elif name == "second_effort":
            unit.second = int(value)
        elif name == "touches":
            unit.used[TOUCHES] = int(value)
        elif name == "frail":
            unit.frail = bool(value)
        elif name == "prone":
            unit.prone = bool(value)
        elif name == "unseen":
            unit.unseen = bool(value)
        elif name in DAILY and value:
            unit.used[ONCE] |= DAILY[name]


def faults(member: Member) -> list[tuple[str, str]]:
    """Return what no member can begin with: the name of each value, and what is wrong."""
    own = member.sheet
    assert isinstance(own, Sheet)
    found: list[tuple[str, str]] = []
    for name in STATE:
        value = member.values.get(name)
        whole = isinstance(value, int) and not isinstance(value, bool)
        if name in FLAGS:
            good = isinstance(value, bool) or (name == "frail" and value in (0, 1))
        elif name in DAILY:
            good = value in (0, 1)
        elif name == "hp":
            good = whole and 1 <= int(value or 0) <= own.max_hp
        else:
            good = whole and 0 <= int(value or 0) <= 1000
        if value is not None and not good:
            found.append((name, f"found {value}, expected {name} within its bounds"))
    return found
