"""States that others lay on a combatant, and when they end."""

from __future__ import annotations

from typing import Final

from affray.core.effect import TURN_START, Effect
from affray.rulesets.sovereign.state import Body, Field

CHILLED: Final = Effect("chilled")  # no attacks of opportunity: Grave Chill
MARKED: Final = Effect("marked-prey")  # the pack strikes it at +1
ALL: Final = (CHILLED, MARKED)


def lay(field: Field, target: Body, effect: Effect, source: int) -> None:
    """Let somebody have a state until the start of the source's next turn.

    Rule: turn.start-of-next-turn.
    """
    if not target.has(effect):
        field.give(target.index, effect, 1, source, TURN_START, source)
        if field.watched:
            field.say("gains", target.index, source, effect.id)
