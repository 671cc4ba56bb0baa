"""Nova abilities: each gains Potential by events of its own and spends it once per combat."""

from __future__ import annotations

from affray.rulesets.thrum.action.ability import EntryAbility
from affray.rulesets.thrum.arts.nova.attacks import (
    BlotOutTheSun,
    Cannonball,
    MassHysteria,
    PoundOfFleche,
    SmiteThem,
)
from affray.rulesets.thrum.arts.nova.wonders import (
    GLOOM,
    LIGHT,
    WINGS,
    WOE,
    LightOfBeings,
    MessengerOfWoe,
    TwirlingTowardsFreedom,
    WraithOnWings,
)

__all__ = ["GLOOM", "LIGHT", "MADE", "WINGS", "WOE"]

MADE: dict[str, type[EntryAbility]] = {
    "cannonball": Cannonball,
    "a-pound-of-fleche": PoundOfFleche,
    "messenger-of-woe": MessengerOfWoe,
    "blot-out-the-sun": BlotOutTheSun,
    "wraith-on-wings": WraithOnWings,
    "twirling-towards-freedom": TwirlingTowardsFreedom,
    "the-unbearable-light-of-beings": LightOfBeings,
    "mass-hysteria": MassHysteria,
    "smite-them": SmiteThem,
}
