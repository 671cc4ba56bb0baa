"""What Thrum leaves to the game master; each choice has a documented default.

Table options, conditions that need a judge, concession, flight, the fate of the removed. The map,
the Starting Area and the NPCs' squares are set by the encounter: gm.map, setup.starting-area.
"""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.choice import PASS, Menu, Option
from affray.core.event import Told
from affray.core.setup import Objective, Value
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import CONCESSION, OPTION_DEFAULTS, OPTION_NAMES

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

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        found.verb = "choose"
        found.object = 1 + answer
        return found

    def prompt(self) -> str:
        return self.asks


class Offer(Menu):
    """A question to one side about ending the fight; the first word is the default."""

    kind: ClassVar[str] = "concession"

    def __init__(self, seats: int, who: int, words: list[str], asks: str) -> None:
        options = [(number, words[number]) for number in range(len(words))]
        super().__init__(seats, who, "end.surrender", options, PASS)
        self.asks = asks

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        found.verb = "choose"
        found.object = 1 + answer
        return found

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


def let_flee(combat: ThrumCombat, unit: ThrumCombatant) -> bool:
    """Ask the GM, at the end of the turn of one on the edge of the map, whether it may leave.

    Off unless the table has the option; by default it stays. Rule: end.surrender.
    """
    if not combat.options[CONCESSION] or not unit.able() or not at_edge(combat, unit.cell):
        return False
    asks = f"let {unit.name} leave the map?"
    asked = Ruling(combat, unit.index, "end.surrender", ["stay", "leave"], asks)
    return combat.ask(asked) == YES


def at_edge(combat: ThrumCombat, cell: int) -> bool:
    """Return whether a square lies at the edge of the map."""
    grid = combat.grid
    column, row = cell % grid.width, cell // grid.width
    return column in (0, grid.width - 1) or row in (0, grid.height - 1)


def concedes(combat: ThrumCombat, unit: ThrumCombatant) -> bool:
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
        combat.tell(Told("offers to concede", unit.index, rule="end.surrender"))
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
                combat.tell(
                    Told("fate", unit.index, -1, FATES[unit.fate], unit.fate, "incapacitated.fate")
                )
