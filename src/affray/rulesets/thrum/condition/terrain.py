"""Putting Terrain Effects in place."""

from __future__ import annotations

from affray.rulesets.thrum.feature import Ability
from affray.rulesets.thrum.state import Terrain, ThrumCombat, ThrumCombatant


def lay(combat: ThrumCombat, owner: ThrumCombatant, ability: Ability, cells: list[int]) -> Terrain:
    """Put a Terrain Effect in place; an earlier one of its creator ends if both count.

    Rules: terrain-effect.ongoing, terrain-effect.one-per-creator.
    """
    if not ability.uncounted:
        combat.terrains = [
            one
            for one in combat.terrains
            if one.creator != owner.index or owner.sheet.abilities[one.slot].uncounted
        ]
    terrain = Terrain(owner.index, ability.slot, cells)
    combat.terrains.append(terrain)
    combat.mark_changed()
    combat.refresh(owner)
    if combat.watched:
        combat.say("lays", owner.index, -1, ability.id, len(cells), "terrain-effect.ongoing")
    return terrain
