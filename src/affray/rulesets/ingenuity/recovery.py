"""Between combats: breaks, rests, waking up, mending what was broken, the fate of a session.

What a character carries on is a table of numbers: health, endurance, stamina, focus, fate_points,
death, and ``breaks`` since the last rest, ``day`` of that rest, ``awake`` 1 or 0, ``spent.`` with
the ability for each that counts per rest. Everything here returns a new table.
"""

from __future__ import annotations

from typing import Final

from affray.core.setup import Value
from affray.rulesets.ingenuity.state import Sheet

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


def most(sheet: Sheet, name: str) -> int:
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
        half = (most(sheet, name) + 1) // 2
        found[name] = min(most(sheet, name), found.get(name, 0) + half)
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
        found[name] = most(sheet, name)
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


def advanced_by_fate(price: int, points: int) -> int:
    """Return what an advancement costs during the scene for a point of fate.

    Rules: fate.other, test.rounding-up.
    """
    return (price + 1) // 2 if points > 0 else price


# ---- time between combats ------------------------------------------------------------------------


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
