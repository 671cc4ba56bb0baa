"""Terrain that changes: made, raised, destroyed, gone again."""

from __future__ import annotations

from typing import Final

from affray.core.effect import NEVER
from affray.core.event import Told
from affray.core.grid import DROP
from affray.rulesets.icon import choice
from affray.rulesets.icon.attack.use import AREA, Use
from affray.rulesets.icon.condition import states
from affray.rulesets.icon.definitions import Op
from affray.rulesets.icon.geometry.maps import blocked
from affray.rulesets.icon.movement import exits, landing
from affray.rulesets.icon.state import IconCombat, Patch, with_all, with_at

BITS: Final[dict[str, int]] = {"ground": 0, "difficult": 1, "dangerous": 2}
HP_PER_LEVEL: Final = 10  # terrain.destructible
HIGHEST: Final = 3  # terrain.height


def create(combat: IconCombat, use: Use, op: Op) -> None:
    """Create terrain.

    Rules: terrain.space-type, terrain.destructible, terrain.height, aoe.attack-and-area-spaces.
    """
    cells = use.way.path if op.where == "path" else use.area.cells
    if op.where == "target-space":
        cells = target_space(combat, use)
    ends, anchor = states.moment(combat, use.mods.all.until or op.until, use.actor)
    height = op.n
    if height and "height-2" in use.mods.flags:
        user = combat.units[use.actor]
        menu = [(2, "height 2"), (height, f"height {height}")]
        height = combat.ask(choice.Pick(user.seats, user.index, "terrain.height", menu, "raise", 2))
    made = 0
    changed: list[int] = []
    for cell in cells:
        if cell < 0 or blocked(combat.grid, cell):
            continue
        if cell == use.cell and use.phase == AREA and use.attack.attacked >= 0:
            continue  # the attack space is no area space
        if op.kind:
            if op.where == "free-area" and (
                combat.at(cell) is not None or exits.taken(combat, cell)
            ):
                continue
            changed.append(cell)
            made += 1
        elif height and can_rise(combat, use, cell):
            rise(combat, cell, min(height, HIGHEST), ends, anchor, solid=not op.destructible)
            made += 1
    if changed:
        change(combat, changed, BITS[op.kind], ends, anchor)
    if combat.watched:
        kind = op.kind or f"height {height}"
        combat.tell(Told("terrain", use.actor, -1, kind, made, "terrain.space-type"))


def target_space(combat: IconCombat, use: Use) -> list[int]:
    """Return the space chosen, or those of the target; if it fell, where it stood."""
    if use.cell >= 0 or use.target < 0:
        return [use.cell]
    target = combat.units[use.target]
    place = target.cell if target.cell >= 0 else use.results.stood
    return combat.grid.footprint(place, target.size) if place >= 0 else []


def change(combat: IconCombat, cells: list[int], bits: int, ends: int, anchor: int) -> None:
    """Make spaces of a type: what lasts replaces what is there, the rest lies above it.

    Rule: terrain.space-type.
    """
    if ends == NEVER:
        combat.base = with_all(combat.base, cells, bits)
        combat.patches = [
            patch
            for patch in combat.patches
            if patch.cell not in cells or patch.summon or patch.height
        ]
    else:
        more = [Patch(cell, bits, 0, ends, anchor, "") for cell in cells]
        combat.patches = combat.patches + more
    combat.floor = with_all(combat.floor, cells, bits)
    combat.mark_changed()


def can_rise(combat: IconCombat, use: Use, cell: int) -> bool:
    """Return whether a space can be raised: nobody is in it, or one who may be lifted.

    Rule: terrain.space-type.
    """
    if combat.levels[cell] or combat.grid.ground[cell] == DROP or exits.taken(combat, cell):
        return False
    unit = combat.at(cell)
    if unit is None:
        return True
    user = combat.units[use.actor]
    return "raise-allies" in use.mods.flags and unit.able() and combat.allies(unit, user)


def rise(
    combat: IconCombat, cell: int, height: int, ends: int, anchor: int, *, solid: bool
) -> None:
    """Raise a space: it is of that type now. Rules: terrain.space-type, terrain.destructible."""
    if ends == NEVER:
        change(combat, [cell], 0, NEVER, -1)
    else:
        combat.patches = [*combat.patches, Patch(cell, 0, height, ends, anchor, "")]
        combat.floor = with_at(combat.floor, cell, 0)
    combat.levels = with_at(combat.levels, cell, height)
    combat.shape = -1
    combat.toughness = with_at(combat.toughness, cell, 0 if solid else HP_PER_LEVEL * height)
    combat.mark_changed()


def revert(combat: IconCombat, moment: int, anchor: int) -> None:
    """Let terrain go whose time has come."""
    due = [
        patch
        for patch in combat.patches
        if not patch.summon and patch.ends == moment and patch.anchor == anchor
    ]
    if not due:
        return
    combat.patches = [patch for patch in combat.patches if patch not in due]
    for unit in due:
        if unit.height:
            sink(combat, unit.cell)
        combat.floor = with_at(combat.floor, unit.cell, combat.base[unit.cell])
        for other in combat.patches:
            if other.cell == unit.cell and not other.summon:
                combat.floor = with_at(combat.floor, unit.cell, other.kind)
    combat.mark_changed()


def wreck(combat: IconCombat, cell: int, amount: int) -> None:
    """Damage destructible terrain. Rule: terrain.destructible."""
    if combat.toughness[cell] <= 0 or amount <= 0:
        return
    combat.toughness = with_at(combat.toughness, cell, max(0, combat.toughness[cell] - amount))
    combat.mark_changed()
    if combat.watched:
        combat.tell(Told("battered", -1, -1, "", amount, "terrain.destructible", cell=cell))
    if combat.toughness[cell] == 0:
        combat.patches = [patch for patch in combat.patches if patch.cell != cell or patch.summon]
        combat.base = with_at(combat.base, cell, 0)
        combat.floor = with_at(combat.floor, cell, 0)
        sink(combat, cell)


def sink(combat: IconCombat, cell: int) -> None:
    """Make a raised space ground; who stood on it falls. Rules: terrain.destructible."""
    unit = combat.at(cell)
    before = combat.elevation(unit) if unit is not None else 0
    combat.levels = with_at(combat.levels, cell, 0)
    combat.toughness = with_at(combat.toughness, cell, 0)
    combat.shape = -1
    combat.mark_changed()
    if unit is not None and unit.able() and not combat.has(unit, "flying"):
        drop = before - combat.elevation(unit)
        if drop > 1:
            landing.fall(combat, unit, drop)
