"""The abilities whose text entries alone cannot say: one module per Combat Art or list.

``MADE`` names the class of each such ability; every other is an Action, Stance or Passive made of
its entries alone.
"""

from __future__ import annotations

from typing import Final

from affray.rulesets.thrum.action import basic
from affray.rulesets.thrum.action.ability import EntryAbility, Passive
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.arts import (
    animism,
    archery,
    archetypes,
    brawling,
    dueling,
    elementalism,
    infusion,
    kineticism,
    mesmerism,
    ninjutsu,
    nova,
    npc,
    traits,
)
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.reaction.stance import Answering, Stance
from affray.rulesets.thrum.terms import ACTION, STANCE

MODULES: Final = (
    basic,
    brawling,
    dueling,
    infusion,
    archery,
    ninjutsu,
    kineticism,
    animism,
    mesmerism,
    elementalism,
    npc,
    nova,
    traits,
    archetypes,
)

MADE: Final[dict[str, type[EntryAbility]]] = {
    **basic.MADE,
    **brawling.MADE,
    **dueling.MADE,
    **infusion.MADE,
    **archery.MADE,
    **ninjutsu.MADE,
    **kineticism.MADE,
    **animism.MADE,
    **mesmerism.MADE,
    **elementalism.MADE,
    **npc.MADE,
    **nova.MADE,
    **traits.MADE,
    **archetypes.MADE,
}


def make(entry: Entry, bound: Bound) -> EntryAbility:
    """Return an ability as one character has it."""
    kind = MADE.get(entry.code)
    if kind is not None:
        return kind(entry, bound)
    if entry.kind == ACTION:
        return Action(entry, bound)
    if entry.trigger:
        return Answering(entry, bound)
    return Stance(entry, bound) if entry.kind == STANCE else Passive(entry, bound)
