"""What is left to the GM seat, with its defaults.

turn.gm-chooses: which foe acts is a choice of the foes' seat (``turn.pick``).
terrain.edge-foe-return: a choice of the GM seat; by default the foe returns (``edge.come_back``).
"""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.event import Died
from affray.rulesets.icon import choice, ledger
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import ACTIVE, DEAD, DEFEATED, SURRENDERED

SPARED: Final = PASS
KILLED: Final = 1


def decide_fates(combat: IconCombat) -> None:
    """Ask the GM what became of those who were beaten, when the fight is over.

    By default a foe is alive unless it is a monster, and a beaten party is spared.
    Rules: defeat.foe-fate, end.total-defeat.
    """
    for unit in combat.units:
        if unit.fate == DEFEATED and not unit.sheet.pc and unit.side != 0:
            default = KILLED if unit.sheet.monster else SPARED
            if ask(combat, unit, "defeat.foe-fate", default) == KILLED:
                unit.fate = DEAD
                if combat.watched:
                    combat.tell(Died(unit.index, "defeat.foe-fate"))


def decide_party(combat: IconCombat) -> None:
    """Ask the GM what the foes do with a party that was totally defeated: by default they spare it.

    Rule: end.total-defeat.
    """
    menu = [(SPARED, "the party is spared"), (KILLED, "the party is killed")]
    if combat.ask(choice.Pick(1 << combat.gm, -1, "end.total-defeat", menu, "kill")) == KILLED:
        for unit in combat.units:
            if unit.sheet.pc and unit.fate in (ACTIVE, SURRENDERED):
                unit.fate = DEAD
                ledger.set_hp(combat, unit, 0, "end.total-defeat")
                if combat.watched:
                    combat.tell(Died(unit.index, "end.total-defeat"))


def ask(combat: IconCombat, unit: IconCombatant, rule: str, default: int) -> int:
    """Ask the GM whether somebody is alive or dead."""
    menu = [(SPARED, f"{unit.name} is alive"), (KILLED, f"{unit.name} is dead")]
    return combat.ask(choice.Pick(1 << combat.gm, unit.index, rule, menu, "kill", default))
