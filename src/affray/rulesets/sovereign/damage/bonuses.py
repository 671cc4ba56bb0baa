"""What a full Warrior adds to damage and Shock."""

from __future__ import annotations

from affray.rulesets.sovereign.state import SovereignCombatant


def half(level: int) -> int:
    """Return half a level, rounded up. Rule: class.killing-blow."""
    return (level + 1) // 2


def killing(unit: SovereignCombatant) -> int:
    """Return what a full Warrior adds to all its damage. Rule: class.killing-blow."""
    return (unit.sheet.level + 1) // 2 if unit.sheet.warrior else 0
