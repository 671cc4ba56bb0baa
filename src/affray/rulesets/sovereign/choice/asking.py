"""Small questions that nobody else can answer: whether, and with which."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant


def may(
    combat: SovereignCombat, unit: SovereignCombatant, rule: str, yes: str, *, usual: bool = True
) -> bool:
    """Ask somebody whether it does something that nobody else can decide."""
    options = [(1, yes), (PASS, f"do not {yes}")]
    return combat.ask(Menu(unit.seats, unit.index, rule, options, 1 if usual else PASS)) == 1


def spared(combat: SovereignCombat, source: int) -> bool:
    """Ask whether a less-lethal blow is meant to leave its victim alive.

    Rule: death.less-lethal.
    """
    options = [(PASS, "spare"), (1, "do not spare")]
    asked = Menu(combat.units[source].seats, source, "death.less-lethal", options)
    return combat.ask(asked) == PASS


def screens(combat: SovereignCombat, unit: SovereignCombatant, how: str) -> bool:
    """Ask a defender whether it throws itself before its ward. Rule: screen.optional."""
    return may(combat, unit, "screen.optional", how)


def which(combat: SovereignCombat, unit: SovereignCombatant, ways: list[Strike]) -> Strike:
    """Ask with which of several attacks somebody whirls. Rule: dual.choice."""
    if len(ways) < 2:
        return ways[0]
    options = [(1 + n, f"whirl with {way.id}") for n, way in enumerate(ways)]
    return ways[combat.ask(Menu(unit.seats, unit.index, "dual.choice", options, 1)) - 1]
