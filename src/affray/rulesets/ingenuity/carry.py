"""From combat to combat: what a character takes along, and begins with.

It is a table of numbers, which a member's ``with`` states too: health, endurance, stamina, focus,
fate_points, death, ``awake`` 1 or 0, ``spent.second-wind`` 1 for what counts per rest, ammunition
by kind, and ``breaks`` since the last rest and ``day`` of it, which no combat changes.
Rules: setup.starting-state, death.permanent, resource.no-regain-in-combat.
"""

from __future__ import annotations

from typing import Final

from affray.core.setup import Member
from affray.rulesets.ingenuity import action, condition
from affray.rulesets.ingenuity.recovery import SPENT
from affray.rulesets.ingenuity.sheet import STATED
from affray.rulesets.ingenuity.state import (
    DEAD,
    DEVOTED,
    MIGHTY,
    RALLIED,
    IngenuityCombat,
    Sheet,
    Unit,
)

RESOURCES: Final = ("health", "endurance", "stamina", "focus")
COUNTED: Final = (*RESOURCES, "fate_points", "death")
KEPT: Final[tuple[str, ...]] = ("breaks", "day")
VALUES: Final = (*COUNTED, "awake", *KEPT)
AMMUNITION: Final = "ammunition."
PER_REST: Final = ("combat-adrenaline", "second-wind", "always-prepared")  # of action.TALENTS
DEVOTION: Final = "divine-devotion"
MIGHT: Final = "hysterical-might"
LIMITED: Final = (*PER_REST, DEVOTION, MIGHT)


def carried(combat: IngenuityCombat, unit: Unit) -> dict[str, int]:
    """Return what somebody takes along. Rules: death.permanent, resource.rest."""
    found = {
        "health": unit.health,
        "endurance": unit.endurance,
        "stamina": unit.stamina,
        "focus": unit.focus,
        "fate_points": unit.fate_points,
        "death": unit.death,
        "awake": int(unit.awake),
    }
    if unit.fate == DEAD:
        found["dead"] = 1
    for name in PER_REST:
        if unit.used[RALLIED] >> action.TALENTS.index(name) & 1:
            found[SPENT + name] = 1
    if unit.used[DEVOTED]:
        found[SPENT + DEVOTION] = 1
    if unit.used[MIGHTY]:
        found[SPENT + MIGHT] = 1
    for number, id in enumerate(combat.library.ammo):
        if id in unit.sheet.ammo:
            found[AMMUNITION + id] = unit.ammo[number]
    return found


def faults(member: Member, ranked: bool) -> list[str]:
    """Return what is wrong with the state that a member begins in; ``ranked``: ranks count.

    Rule: setup.starting-state.
    """
    found: list[str] = []
    for name, value in member.values.items():
        if name.partition(".")[0] in STATED:
            continue
        if name not in VALUES and name.removeprefix(SPENT) not in LIMITED:
            what = f"expected {', '.join(VALUES)} or {SPENT}{PER_REST[0]}"
            found.append(f"{name}: found {name}, {what}")
            continue
        top = most(member, name, ranked)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= top:
            found.append(f"{name}: found {value}, expected a whole number from 0 to {top}")
    return found


def most(member: Member, name: str, ranked: bool) -> int:
    """Return the highest that a value can be.

    Rules: resource.kinds, fate.amount, gm.creature-ranks.
    """
    sheet = member.sheet
    assert isinstance(sheet, Sheet)
    if name in RESOURCES:
        whole = {
            "health": sheet.health,
            "endurance": sheet.endurance,
            "stamina": sheet.stamina,
            "focus": sheet.focus,
        }[name]
        return 2 * whole if ranked and sheet.rank == "legendary" else whole
    if name == "awake" or name.startswith(SPENT):
        return 1
    if name == "fate_points":
        return 3
    return 100_000 if name == "day" else 100


def take_up(combat: IngenuityCombat, unit: Unit, member: Member) -> None:
    """Let somebody begin as it was left. Rule: setup.starting-state."""
    for name, value in member.values.items():
        if name in COUNTED:
            setattr(unit, name, int(value))
        elif name.startswith(SPENT) and value:
            spend(unit, name.removeprefix(SPENT))
        elif name.startswith(AMMUNITION):
            unit.ammo[combat.library.ammo.index(name.removeprefix(AMMUNITION))] = int(value)
    if not member.values.get("awake", 1):
        condition.knock_out(combat, unit, "setup.starting-state")


def spend(unit: Unit, name: str) -> None:
    if name == DEVOTION:
        unit.used[DEVOTED] = 1
    elif name == MIGHT:
        unit.used[MIGHTY] = 1
    else:
        unit.used[RALLIED] |= 1 << action.TALENTS.index(name)
