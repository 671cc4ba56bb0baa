"""The closed sets of a fight: counters and their periods, phases, fates, degrees of states."""

from __future__ import annotations

from typing import Final

from affray.core.combat import COMBAT, OWN, ROUND, TURN
from affray.rulesets.icon.vocabulary import Sheet

ONCE: Final = 1  # Held.n of what can be saved against...
ONGOING: Final = 2  # ... and of what cannot
JUMPS: Final = 3  # of a mark that may go on to another: a master talent
WIDER: Final = 2  # added to Held.n of a stance: its aura is 1 larger...
STEADIER: Final = 4  # ... and gives a boon on saves
SPENT: Final = ("stealth", "defiance")  # end by being used: what a sheet gives is held

# ---- counters and phases -----------------------------------------------------------------------

ATTACKED: Final = 0  # the one attack of the round
INTERRUPTED: Final = 1
MOVED: Final = 2  # the standard move of the turn
SPACES: Final = 3  # moved by itself in this turn
SHOVED: Final = 4  # shoves caused in its own turn
FORCED: Final = 5  # spaces moved by foes in this turn: effect.sturdy
CUT: Final = 6  # status.slashed in this turn
COUNTERED: Final = 7
SLANTED: Final = 8  # diagonal steps of its own turn that a trait allows
FIRST_OWN: Final = 9  # ability n counts in slot FIRST_OWN + n, traits after the abilities
COUNTERS: Final = (
    "attacked",
    "interrupted",
    "moved",
    "spaces",
    "shoved",
    "forced",
    "cut",
    "countered",
    "slanted",
)
SCOPES: Final = (ROUND, TURN, TURN, TURN, TURN, TURN, TURN, TURN, TURN)
PERIODS: Final = {"turn": TURN, "round": ROUND, "combat": COMBAT}

DECLARE: Final = 0
NORMAL: Final = 1
SLOW: Final = 2
PLACE: Final = 3
PHASES: Final = ("declare", "normal", "slow", "place")

ACTIVE: Final = 0
DEFEATED: Final = 1
DEAD: Final = 2
SURRENDERED: Final = 3
FLED: Final = 4
FATES: Final = ("active", "defeated", "dead", "surrendered", "fled")


def scopes_of(sheet: Sheet) -> tuple[int, ...]:
    """Return when each counter starts afresh: worked out once for a sheet."""
    if len(sheet.scopes) != FIRST_OWN + len(sheet.abilities) + len(sheet.traits):
        sheet.scopes = all_scopes(sheet)
    return sheet.scopes


def all_scopes(sheet: Sheet) -> tuple[int, ...]:
    """Work out when each counter starts afresh.

    Rules: action.no-repeat, action.limited-uses, interrupt.uses, action.recharge,
    resource.limit-break-once.
    """
    found = list(SCOPES)
    for one in sheet.abilities:
        if one.uses:
            found.append(OWN)
        elif one.recharge or one.has("limit-break") or one.per == "combat":
            found.append(COMBAT)
        else:
            found.append(ROUND if one.per == "round" else TURN)
    found += [PERIODS.get(one.per, COMBAT) for one in sheet.traits]
    return tuple(found)
