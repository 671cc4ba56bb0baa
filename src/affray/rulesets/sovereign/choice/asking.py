"""Small questions that nobody else can answer: whether, and with which."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.rulesets.sovereign.choice.menus import Ask
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant


def may(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    rule: str,
    yes: str,
    *,
    usual: bool = True,
    target: int = -1,
) -> bool:
    """Ask somebody whether it does something; ``target`` is whom the words name besides."""
    options = [(1, yes), (PASS, f"do not {yes}")]
    default = 1 if usual else PASS
    asked = Ask(unit.seats, unit.index, rule, options, default, "choose", "", target)
    return combat.ask(asked) == 1


def spared(combat: SovereignCombat, source: int) -> bool:
    """Ask whether a less-lethal blow is meant to leave its victim alive.

    Rule: death.less-lethal.
    """
    options = [(PASS, "spare"), (1, "do not spare")]
    asked = Ask(combat.units[source].seats, source, "death.less-lethal", options)
    return combat.ask(asked) == PASS


def screens(combat: SovereignCombat, unit: SovereignCombatant, how: str) -> bool:
    """Ask a defender whether it throws itself before its ward. Rule: screen.optional."""
    return may(combat, unit, "screen.optional", how)


def which(combat: SovereignCombat, unit: SovereignCombatant, ways: list[Strike]) -> Strike:
    """Ask with which of several attacks somebody whirls. Rule: dual.choice."""
    if len(ways) < 2:
        return ways[0]
    options = [(1 + n, f"whirl with {way.id}") for n, way in enumerate(ways)]
    return ways[combat.ask(Ask(unit.seats, unit.index, "dual.choice", options, 1, "whirl")) - 1]
