"""From combat to combat: what a character takes along, and what time in between makes of it.

It is a table of numbers, which a member's ``with`` states too: health, endurance, stamina, focus,
fate_points, death, ``awake`` 1 or 0, ``spent.second-wind`` 1 for what counts per rest, ammunition
by kind, and ``breaks`` since the last rest and ``day`` of it, which no combat changes.
Rules: setup.starting-state, death.permanent, resource.no-regain-in-combat.
"""

from __future__ import annotations

from typing import Final

from affray.core.setup import Member, Value
from affray.rulesets.ingenuity import condition
from affray.rulesets.ingenuity.resource import talents
from affray.rulesets.ingenuity.sheet import STATED, Sheet
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import DEAD, DEVOTED, MIGHTY, RALLIED

RESOURCES: Final = ("health", "endurance", "stamina", "focus")
COUNTED: Final = (*RESOURCES, "fate_points", "death")
KEPT: Final[tuple[str, ...]] = ("breaks", "day")
VALUES: Final = (*COUNTED, "awake", *KEPT)
AMMUNITION: Final = "ammunition."
PER_REST: Final = ("combat-adrenaline", "second-wind", "always-prepared")  # of action.TALENTS
DEVOTION: Final = "divine-devotion"
MIGHT: Final = "hysterical-might"
LIMITED: Final = (*PER_REST, DEVOTION, MIGHT)


def carried(combat: IngenuityCombat, unit: IngenuityCombatant) -> dict[str, int]:
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
        if unit.used[RALLIED] >> talents.TALENTS.index(name) & 1:
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
        top = highest(member, name, ranked)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= top:
            found.append(f"{name}: found {value}, expected a whole number from 0 to {top}")
    return found


def highest(member: Member, name: str, ranked: bool) -> int:
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


def take_up(combat: IngenuityCombat, unit: IngenuityCombatant, member: Member) -> None:
    """Let somebody begin as it was left. Rule: setup.starting-state."""
    for name, value in member.values.items():
        if name in COUNTED:
            setattr(unit, name, int(value))
        elif name.startswith(SPENT) and value:
            mark_spent(unit, name.removeprefix(SPENT))
        elif name.startswith(AMMUNITION):
            unit.ammo[combat.library.ammo.index(name.removeprefix(AMMUNITION))] = int(value)
    if not member.values.get("awake", 1):
        condition.knock_out(combat, unit, "setup.starting-state")


def mark_spent(unit: IngenuityCombatant, name: str) -> None:
    """Note that what counts per rest is spent."""
    if name == DEVOTION:
        unit.used[DEVOTED] = 1
    elif name == MIGHT:
        unit.used[MIGHTY] = 1
    else:
        unit.used[RALLIED] |= 1 << talents.TALENTS.index(name)


MOST_BREAKS: Final = 2
MOST_FATE: Final = 3
QUIET: Final = 30  # minutes of a break
SLEEP: Final = 480  # minutes of a rest
RESUMED: Final = 120  # minutes within which an interrupted rest can be resumed
WAKING: Final = 10  # minutes
REPAIR: Final = 6
MECHANISM: Final = 12
REGAINED: Final = ("endurance", "stamina", "focus")
SPENT: Final = "spent."
BREAK: Final = "break"
REST: Final = "rest"
LIE: Final = "lie"
SESSION: Final = "session"
NUMBERS: Final = ("minutes", "day", "resumed_after")
TIMES: Final[dict[str, tuple[str, ...]]] = {
    BREAK: ("minutes",),
    REST: ("day", "interrupted", "resumed_after"),
    LIE: ("minutes",),
    SESSION: (),
}


def maximum(sheet: Sheet, name: str) -> int:
    """Return the most that a character can have of a resource."""
    if name == "endurance":
        return sheet.endurance
    if name == "stamina":
        return sheet.stamina
    if name == "focus":
        return sheet.focus
    return sheet.health


def regain_half(sheet: Sheet, values: dict[str, int]) -> dict[str, int]:
    """Restore half of the maximum, rounded up, of the three. Rule: test.rounding-up."""
    found = dict(values)
    for name in REGAINED:
        half = (maximum(sheet, name) + 1) // 2
        found[name] = min(maximum(sheet, name), found.get(name, 0) + half)
    return found


def no_break(values: dict[str, int], minutes: int) -> str:
    """Return the rule that forbids a break, "" if none does. Rule: resource.break."""
    if minutes < QUIET or values.get("breaks", 0) >= MOST_BREAKS:
        return "resource.break"
    return ""


def take_break(sheet: Sheet, values: dict[str, int], minutes: int = QUIET) -> dict[str, int]:
    """Return what somebody has after some quiet minutes; no health comes back.

    Rules: resource.break, resource.no-regain-in-combat.
    """
    if no_break(values, minutes):
        return dict(values)
    found = regain_half(sheet, values)
    found["breaks"] = found.get("breaks", 0) + 1
    return found


def no_rest(values: dict[str, int], day: int) -> str:
    """Return the rule that forbids a rest on a day. Rule: resource.rest."""
    return "resource.rest" if values.get("day", -1) >= day else ""


def take_rest(
    sheet: Sheet,
    values: dict[str, int],
    day: int,
    interrupted: bool = False,
    resumed_after: int = -1,
) -> dict[str, int]:
    """Return what somebody has after a night.

    The three are full, health rises by exactly 1, what counts per rest is new. An interrupted one
    restores only half, until it is resumed within two hours. Rules: resource.rest,
    death.unconscious-wakes, fate.amount (fate stays as it is).
    """
    if no_rest(values, day):
        return dict(values)
    if interrupted and not 0 <= resumed_after <= RESUMED:
        return regain_half(sheet, values)
    found = {name: n for name, n in values.items() if not name.startswith(SPENT)}
    for name in REGAINED:
        found[name] = maximum(sheet, name)
    found["health"] = min(sheet.health, found.get("health", 0) + 1)
    found["breaks"] = 0
    found["day"] = day
    found["awake"] = 1
    return found


def lie(values: dict[str, int], minutes: int) -> dict[str, int]:
    """Let an unconscious one lie; it wakes by itself if it has health left.

    Rule: death.unconscious-wakes.
    """
    found = dict(values)
    if minutes >= WAKING and found.get("health", 0) > 0:
        found["awake"] = 1
    return found


def mended(wear: int, result: int, mechanism: bool = False) -> int:
    """Return the wear that is left after a Craft test made during a break. Rule: item.repair."""
    return 0 if result >= (MECHANISM if mechanism else REPAIR) else wear


def new_session(sheet: Sheet, values: dict[str, int]) -> dict[str, int]:
    """Give a player character its fate. Rule: fate.amount."""
    found = dict(values)
    if sheet.pc:
        found["fate_points"] = min(MOST_FATE, found.get("fate_points", 0) + 1)
    return found


def downtime(sheet: Sheet, values: dict[str, int], options: dict[str, Value]) -> dict[str, int]:
    """Return what somebody has after what ``kind`` names: break, rest (the default), lie, session.

    ``minutes`` is how long it lasted, ``day`` the day of a rest, ``interrupted`` whether it was,
    ``resumed_after`` how many minutes later it went on. The dead stay dead: death.permanent.
    """
    if values.get("dead", 0):
        return dict(values)
    kind = str(options.get("kind", REST))
    if kind == BREAK:
        return take_break(sheet, values, int(options.get("minutes", QUIET)))
    if kind == LIE:
        return lie(values, int(options.get("minutes", WAKING)))
    if kind == SESSION:
        return new_session(sheet, values)
    day = int(options.get("day", values.get("day", -1) + 1))
    interrupted = bool(options.get("interrupted", False))
    return take_rest(sheet, values, day, interrupted, int(options.get("resumed_after", -1)))


def downtime_faults(options: dict[str, Value]) -> list[str]:
    """Return what is wrong with the words for a time between combats."""
    kind = options.get("kind", REST)
    if not isinstance(kind, str) or kind not in TIMES:
        return [f"kind: found {kind}, expected {', '.join(TIMES)}"]
    found: list[str] = []
    for name, value in options.items():
        if name != "kind" and name not in TIMES[kind]:
            known = ", ".join(["kind", *TIMES[kind]])
            found.append(f"{name}: unknown key of a {kind}, expected {known}")
        elif name == "interrupted" and not isinstance(value, bool):
            found.append(f"{name}: found {value}, expected true or false")
        elif name in NUMBERS and (isinstance(value, bool) or not isinstance(value, int)):
            found.append(f"{name}: found {value}, expected a whole number")
    return found
