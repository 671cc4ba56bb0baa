"""What Thrum leaves to the game master; each choice has a documented default.

Table options, conditions that need a judge, concession, flight, the fate of the removed. The map,
the Starting Area and the NPCs' squares are set by the encounter: gm.map, setup.starting-area.
"""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.choice import PASS, Menu
from affray.core.setup import Objective, Value
from affray.rulesets.thrum.fault import Fault, meant
from affray.rulesets.thrum.state import (
    CONCESSION,
    OPTION_DEFAULTS,
    OPTION_NAMES,
    Character,
    ThrumCombat,
)

# Table options besides the switches of the state: what a Downtime restores.
DOWNTIME_FATIGUE: Final = "downtime-fatigue-tolerance"
DOWNTIME_STRESS: Final = "downtime-stress-tolerance"
DOWNTIME_WOUNDS: Final = "downtime-wounds"
AMOUNTS: Final = (DOWNTIME_FATIGUE, DOWNTIME_STRESS, DOWNTIME_WOUNDS)
MAXIMUM: Final = -1  # written "maximum"

FATES: Final = ("undecided", "dead", "coma", "convalescent")
UNDECIDED: Final = 0
CONVALESCENT: Final = 3

MET: Final = 1
YES: Final = 1


# ---- table options -------------------------------------------------------------------------------


def option_faults(options: dict[str, object]) -> list[Fault]:
    """Return what is wrong with the options that a table has chosen. Rule: gm.options."""
    found: list[Fault] = []
    for name, value in options.items():
        if name in AMOUNTS:
            found += amount_faults(name, value)
        elif name not in OPTION_NAMES:
            known = meant(name.replace("_", "-"), [*OPTION_NAMES, *AMOUNTS])
            found.append(Fault(name, f"found no option of Thrum{known}", "gm.options"))
        elif not isinstance(value, int) or value not in (0, 1):
            what = f"found {told(value)}, expected true or false"
            found.append(Fault(name, what, "gm.options"))
    return found


def downtime_faults(options: dict[str, object]) -> list[str]:
    """Return what is wrong with the amounts of one Downtime. Rule: recovery.downtime-amount."""
    found: list[str] = []
    for name, value in options.items():
        if name in AMOUNTS:
            found += [f"{name}: {one.text()}" for one in amount_faults(name, value)]
        else:
            known = meant(name, list(AMOUNTS))
            found.append(f"{name}: found no amount of a Downtime{known}")
    return found


def amount_faults(name: str, value: object) -> list[Fault]:
    """Rule: recovery.downtime-amount."""
    if value == "maximum" and name != DOWNTIME_WOUNDS:
        return []
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 100:
        return []
    words = "a number of Wounds" if name == DOWNTIME_WOUNDS else 'a number, or "maximum"'
    what = f"found {told(value)}, expected {words}"
    return [Fault(name, what, "recovery.downtime-amount")]


def told(value: object) -> str:
    """Return a value as it stands in a file."""
    if isinstance(value, str):
        return f'"{value[:40]}"'
    return str(value).lower() if isinstance(value, bool) else str(value)[:40]


def set_options(combat: ThrumCombat, options: dict[str, Value]) -> None:
    """Set the switches of the table, those not named to their defaults.

    Rules: gm.options, basic.coup-de-grace, end.surrender.
    """
    for place in range(len(OPTION_NAMES)):
        combat.options[place] = int(options.get(OPTION_NAMES[place], OPTION_DEFAULTS[place]))


def amount(options: dict[str, Value], name: str) -> int:
    """Return how much a Downtime restores of one thing. Rule: recovery.downtime-amount."""
    value = options.get(name, 1 if name == DOWNTIME_WOUNDS else "maximum")
    return value if isinstance(value, int) else MAXIMUM


# ---- who decides ---------------------------------------------------------------------------------


def speaker(pc: bool, on_pcs_side: bool, own: str, given: str, npcs: str) -> str:
    """Return the seat that decides for somebody.

    The seat that runs the opposing NPCs runs allied ones too, unless the encounter hands one over.
    Rule: gm.runs-npcs.
    """
    if given:
        return given
    return own if pc or not on_pcs_side else npcs


# ---- choices of the GM seat ----------------------------------------------------------------------


class Ruling(Menu):
    """A question to the GM: yes or no, or one of several words; the first is the default."""

    kind: ClassVar[str] = "ruling"

    def __init__(
        self, combat: ThrumCombat, who: int, rule: str, words: list[str], asks: str
    ) -> None:
        options = [(number, words[number]) for number in range(len(words))]
        super().__init__(1 << combat.gm, who, rule, options, PASS)
        self.asks = asks

    def prompt(self) -> str:
        return self.asks


class Offer(Menu):
    """A question to one side about ending the fight; the first word is the default."""

    kind: ClassVar[str] = "concession"

    def __init__(self, seats: int, who: int, words: list[str], asks: str) -> None:
        options = [(number, words[number]) for number in range(len(words))]
        super().__init__(seats, who, "end.surrender", options, PASS)
        self.asks = asks

    def prompt(self) -> str:
        return self.asks


def declared(combat: ThrumCombat, objective: Objective) -> bool:
    """Ask the GM whether a condition that needs a judge is met; by default it is not yet.

    Rules: end.condition-kinds, end.special-conditions.
    """
    asked = Ruling(
        combat, -1, "end.condition-kinds", ["not yet", "met"], f"{objective.text} - met?"
    )
    return combat.ask(asked) == MET


def let_flee(combat: ThrumCombat, unit: Character) -> bool:
    """Ask the GM, at the end of the turn of one on the edge of the map, whether it may leave.

    Off unless the table has the option; by default it stays. Rule: end.surrender.
    """
    if not combat.options[CONCESSION] or not unit.able() or not at_edge(combat, unit.cell):
        return False
    asks = f"let {unit.name} leave the map?"
    asked = Ruling(combat, unit.index, "end.surrender", ["stay", "leave"], asks)
    return combat.ask(asked) == YES


def at_edge(combat: ThrumCombat, cell: int) -> bool:
    grid = combat.grid
    column, row = cell % grid.width, cell // grid.width
    return column in (0, grid.width - 1) or row in (0, grid.height - 1)


def concedes(combat: ThrumCombat, unit: Character) -> bool:
    """Ask the side whose turn ends whether it offers to concede, and if so the other to accept.

    Off unless the table has the option; by default nobody offers and nobody accepts.
    Rule: end.surrender.
    """
    seats = speakers(combat, unit.side)
    if not combat.options[CONCESSION] or not unit.seats & seats:
        return False
    if combat.ask(Offer(seats, unit.index, ["fight on", "concede"], "offer to concede?")) != YES:
        return False
    if combat.watched:
        combat.say("offers to concede", unit.index, rule="end.surrender")
    others = 0
    for other in combat.units:
        if other.side != unit.side:
            others |= speakers(combat, other.side)
    accepts = Offer(others, -1, ["refuse", "accept"], "accept that they concede?")
    return combat.ask(accepts) == YES


def speakers(combat: ThrumCombat, side: int) -> int:
    """Return the seats that speak for a side: those of its PCs, if it has any."""
    pcs = 0
    npcs = 0
    for unit in combat.units:
        if unit.side == side:
            if unit.sheet.pc:
                pcs |= unit.seats
            else:
                npcs |= unit.seats
    return pcs or npcs


def settle_fates(combat: ThrumCombat) -> None:
    """Let the GM say, when combat ends, what becomes of PCs removed by Wounds.

    By default it is undecided.
    Rule: incapacitated.fate.
    """
    for unit in combat.units:
        if unit.sheet.pc and unit.wounds >= 3 and unit.arrived and not unit.present:
            asks = f"what becomes of {unit.name}?"
            asked = Ruling(combat, unit.index, "incapacitated.fate", list(FATES), asks)
            unit.fate = combat.ask(asked)
            combat.mark_changed()
            if combat.watched:
                combat.say(
                    "fate", unit.index, -1, FATES[unit.fate], unit.fate, "incapacitated.fate"
                )
