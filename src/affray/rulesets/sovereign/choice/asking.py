"""Questions that have a yes and a no, and nobody else can answer."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
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
