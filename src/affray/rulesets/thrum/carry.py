"""What a PC carries from one fight to the next: Tolerances, Wounds and Potential.

An encounter's member takes exactly these values (``with``); whoever has none starts fresh.
"""

from __future__ import annotations

from typing import Final

from affray.core.setup import Value
from affray.rulesets.thrum.fault import Fault, meant
from affray.rulesets.thrum.gm import (
    CONVALESCENT,
    DOWNTIME_FATIGUE,
    DOWNTIME_STRESS,
    DOWNTIME_WOUNDS,
    MAXIMUM,
    amount,
)
from affray.rulesets.thrum.sheet import shown_numbers
from affray.rulesets.thrum.state import Character, Sheet

CARRIED: Final = ("fatigue_tolerance", "stress_tolerance", "wounds", "incapacitated", "fate")
POTENTIAL: Final = "potential."
MOST_WOUNDS: Final = 2  # with the third one is removed


def carried(unit: Character) -> dict[str, int]:
    """Return what a PC takes along; NPCs are not recorded.

    Rules: end.tolerances-recorded, end.wounds-persist, end.tolerance-zero-stays-down,
    nova.carry-over, incapacitated.fate, setup.tolerances-carry-in.
    """
    if not unit.sheet.pc:
        return {}
    found = {
        "fatigue_tolerance": unit.fatigue_tolerance,
        "stress_tolerance": unit.stress_tolerance,
        "wounds": unit.wounds,
    }
    for number, nova in enumerate(unit.sheet.novas):
        found[POTENTIAL + nova] = unit.potential[number]
    if unit.incapacitated:
        found["incapacitated"] = 1
    if unit.wounds > MOST_WOUNDS:
        found["fate"] = unit.fate
    return found


def downtime(
    sheet: Sheet, values: dict[str, int], options: dict[str, Value] | None = None
) -> dict[str, int]:
    """Return what a PC's values are after one Downtime.

    By default all Tolerance and 1 Wound come back; unspent Potential is lost. One removed by Wounds
    heals only if the table made it a convalescent.
    Rules: recovery.downtime-amount, recovery.downtime-only, nova.carry-over, incapacitated.fate.
    """
    chosen = options or {}
    found = dict(values)
    for name in values:
        if name.startswith(POTENTIAL):
            del found[name]
    if values.get("wounds", 0) > MOST_WOUNDS and values.get("fate", 0) != CONVALESCENT:
        return found
    for name, option, most in (
        ("fatigue_tolerance", DOWNTIME_FATIGUE, sheet.fatigue_tolerance),
        ("stress_tolerance", DOWNTIME_STRESS, sheet.stress_tolerance),
    ):
        much = amount(chosen, option)
        now = values.get(name, most)
        found[name] = most if much == MAXIMUM else min(most, now + much)
    found["wounds"] = max(0, values.get("wounds", 0) - amount(chosen, DOWNTIME_WOUNDS))
    found.pop("fate", None)
    if found["fatigue_tolerance"] > 0:
        found.pop("incapacitated", None)  # end.tolerance-zero-stays-down
    return found


# ---- into a fight --------------------------------------------------------------------------------


def value_faults(sheet: Sheet, values: dict[str, object]) -> list[Fault]:
    """Return what is wrong with the values that a member starts with. Rule: sheet.validation."""
    found: list[Fault] = []
    for name, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int):
            what = f"found {shown(value)}, expected a whole number"
            found.append(Fault(name, what, "sheet.validation"))
        elif name in ("fatigue", "stress"):
            if value:
                what = f"found {value}, expected 0: Loads begin at zero"
                found.append(Fault(name, what, "setup.loads-start-at-zero"))
        elif sheet.pc:
            found += pc_value_faults(sheet, name, value, values)
        else:
            found += npc_value_faults(sheet, name, value)
    return found


def pc_value_faults(sheet: Sheet, name: str, value: int, values: dict[str, object]) -> list[Fault]:
    """Rules: setup.tolerances-carry-in, sheet.validation, nova.potential-cap."""
    if name == "fatigue_tolerance" or name == "stress_tolerance":
        most = sheet.fatigue_tolerance if name == "fatigue_tolerance" else sheet.stress_tolerance
        return out_of(name, value, most, "sheet.validation", f"its maximum {most}")
    if name == "wounds":
        return out_of(name, value, MOST_WOUNDS, "sheet.validation", "with the third one is removed")
    if name == "incapacitated":
        if value and values.get("fatigue_tolerance", 1) == 0:
            what = "found one who stays down until Downtime raises its Fatigue Tolerance above 0"
            return [Fault(name, what, "end.tolerance-zero-stays-down")]
        return out_of(name, value, 1, "sheet.validation", "no or yes")
    if name == "fate":
        what = "found the fate of one who was removed by Wounds, expected nobody of that kind"
        return [Fault(name, what, "incapacitated.fate")]
    nova = name.removeprefix(POTENTIAL)
    if name.startswith(POTENTIAL) and nova in sheet.novas:
        most = sheet.caps[sheet.novas.index(nova)]
        return out_of(name, value, most, "nova.potential-cap", f"its Cost {most}")
    known = [*CARRIED[:3], *[POTENTIAL + one for one in sheet.novas]]
    return [
        Fault(
            name,
            f"found no value of a PC that is carried in{meant(name, known)}",
            "setup.tolerances-carry-in",
        )
    ]


def npc_value_faults(sheet: Sheet, name: str, value: int) -> list[Fault]:
    """An NPC starts as its stat block says; the GM may list other numbers.

    Rules: setup.tolerances-carry-in, sheet.npc-block.
    """
    known = list(shown_numbers(sheet))
    if name in known:
        least = -20 if name in ("initiative", "attack", "resilience", "evasion", "resolve") else 0
        if least <= value <= 100:
            return []
        return [Fault(name, f"found {value}, expected {least} to 100", "sheet.npc-block")]
    what = f"found no number of a stat block; NPCs start fresh{meant(name, known)}"
    return [Fault(name, what, "setup.tolerances-carry-in")]


def out_of(name: str, value: int, most: int, rule: str, why: str) -> list[Fault]:
    if 0 <= value <= most:
        return []
    return [Fault(name, f"found {value}, expected 0 to {most} ({why})", rule)]


def shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)[:40]


def take_up(unit: Character, values: dict[str, Value]) -> None:
    """Let a PC start with what it left its last fight with; an NPC starts as listed.

    Rules: setup.tolerances-carry-in, setup.loads-start-at-zero, nova.carry-over.
    """
    unit.potential = [0] * len(unit.sheet.novas)
    if not unit.sheet.pc:
        return
    for name, value in values.items():
        number = int(value)
        if name == "fatigue_tolerance":
            unit.fatigue_tolerance = number
        elif name == "stress_tolerance":
            unit.stress_tolerance = number
        elif name == "wounds":
            unit.wounds = number
        elif name.startswith(POTENTIAL):
            unit.potential[unit.sheet.novas.index(name.removeprefix(POTENTIAL))] = number
