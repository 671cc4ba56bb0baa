"""Terrain that changes: made, destroyed, gone again; summons and objects on it."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu
from affray.core.effect import NEVER
from affray.core.grid import DROP
from affray.rulesets.icon import action, choice, condition, damage, geometry, movement, operation
from affray.rulesets.icon.deed import AREA, EFFECT, Patch, Use
from affray.rulesets.icon.maps import blocked
from affray.rulesets.icon.state import IconCombat, Unit, with_at
from affray.rulesets.icon.vocabulary import Ability, Op

BITS: Final[dict[str, int]] = {"ground": 0, "difficult": 1, "dangerous": 2}
HP_PER_LEVEL: Final = 10  # terrain.destructible
HIGHEST: Final = 3  # terrain.height


# ---- making it ---------------------------------------------------------------------------------


def create(combat: IconCombat, use: Use, op: Op) -> None:
    """Create terrain.

    Rules: terrain.space-type, terrain.destructible, terrain.height, aoe.attack-and-area-spaces.
    """
    cells = use.path if op.where == "path" else use.cells
    if op.where == "target-space":
        cells = target_space(combat, use)
    ends, anchor = condition.moment(combat, use.all.until or op.until, use.actor)
    height = op.n
    if height and "height-2" in use.flags:
        user = combat.units[use.actor]
        menu = [(2, "height 2"), (height, f"height {height}")]
        height = combat.ask(Menu(user.seats, user.index, "terrain.height", menu, 2))
    made = 0
    for cell in cells:
        if cell < 0 or blocked(combat.grid, cell):
            continue
        if cell == use.cell and use.phase == AREA and use.attacked >= 0:
            continue  # the attack space is no area space
        if op.kind:
            if op.where == "free-area" and (combat.at(cell) is not None or taken(combat, cell)):
                continue
            change(combat, cell, BITS[op.kind], ends, anchor)
            made += 1
        elif height and can_rise(combat, use, cell):
            rise(combat, cell, min(height, HIGHEST), ends, anchor, solid=not op.destructible)
            made += 1
    if combat.watched:
        combat.say("terrain", use.actor, -1, op.kind or f"height {height}", made)


def target_space(combat: IconCombat, use: Use) -> list[int]:
    """Return the space chosen, or those of the target; if it fell, where it stood."""
    if use.cell >= 0 or use.target < 0:
        return [use.cell]
    target = combat.units[use.target]
    place = target.cell if target.cell >= 0 else use.stood
    return combat.grid.footprint(place, target.size) if place >= 0 else []


def change(combat: IconCombat, cell: int, bits: int, ends: int, anchor: int) -> None:
    """Make a space of a type: what lasts replaces what is there, the rest lies above it.

    Rule: terrain.space-type.
    """
    if ends == NEVER:
        combat.base = with_at(combat.base, cell, bits)
        combat.patches = [
            one for one in combat.patches if one.cell != cell or one.summon or one.height
        ]
    else:
        combat.patches.append(Patch(cell, bits, 0, ends, anchor, ""))
    combat.floor = with_at(combat.floor, cell, bits)
    combat.mark_changed()


def can_rise(combat: IconCombat, use: Use, cell: int) -> bool:
    """Return whether a space can be raised: nobody is in it, or one who may be lifted.

    Rule: terrain.space-type.
    """
    if combat.levels[cell] or combat.grid.ground[cell] == DROP or taken(combat, cell):
        return False
    unit = combat.at(cell)
    if unit is None:
        return True
    user = combat.units[use.actor]
    return "raise-allies" in use.flags and unit.able() and combat.allies(unit, user)


def rise(
    combat: IconCombat, cell: int, height: int, ends: int, anchor: int, *, solid: bool
) -> None:
    """Raise a space: it is of that type now. Rules: terrain.space-type, terrain.destructible."""
    if ends == NEVER:
        change(combat, cell, 0, NEVER, -1)
    else:
        combat.patches.append(Patch(cell, 0, height, ends, anchor, ""))
        combat.floor = with_at(combat.floor, cell, 0)
    combat.levels = with_at(combat.levels, cell, height)
    combat.shape = -1
    combat.toughness = with_at(combat.toughness, cell, 0 if solid else HP_PER_LEVEL * height)
    combat.mark_changed()


def revert(combat: IconCombat, moment: int, anchor: int) -> None:
    """Let terrain go whose time has come."""
    due = [
        one
        for one in combat.patches
        if not one.summon and one.ends == moment and one.anchor == anchor
    ]
    if not due:
        return
    combat.patches = [one for one in combat.patches if one not in due]
    for one in due:
        if one.height:
            sink(combat, one.cell)
        combat.floor = with_at(combat.floor, one.cell, combat.base[one.cell])
        for other in combat.patches:
            if other.cell == one.cell and not other.summon:
                combat.floor = with_at(combat.floor, one.cell, other.kind)
    combat.mark_changed()


# ---- destroying it -----------------------------------------------------------------------------


def batter(combat: IconCombat, use: Use) -> None:
    """Hit destructible terrain: always, and never critically. Rule: terrain.destructible."""
    for op in use.ability.hit:
        if op.name == "damage":
            amount = op.amount
            if op.level:
                boosts = use.all.boost + use.line.boost
                amount, _ = damage.roll(combat, use.actor, op.level, boosts, use.bonus())
            wreck(combat, use.cell, amount)


def wreck(combat: IconCombat, cell: int, amount: int) -> None:
    """Damage destructible terrain. Rule: terrain.destructible."""
    if combat.toughness[cell] <= 0 or amount <= 0:
        return
    combat.toughness = with_at(combat.toughness, cell, max(0, combat.toughness[cell] - amount))
    combat.mark_changed()
    if combat.watched:
        combat.say("battered", -1, -1, "", amount, "terrain.destructible", cell=cell)
    if combat.toughness[cell] == 0:
        combat.patches = [one for one in combat.patches if one.cell != cell or one.summon]
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
            movement.fall(combat, unit, drop)


# ---- summons -----------------------------------------------------------------------------------


def summoned(combat: IconCombat) -> list[int]:
    """Return the spaces of summons."""
    return [one.cell for one in combat.patches if one.summon]


def summon(combat: IconCombat, use: Use, op: Op) -> None:
    """Place summons, in sight. Rules: effect.summon, attack.no-self-or-ally, status.blinded."""
    user = combat.units[use.actor]
    reach = action.blinded(combat, user, use.ability, op.range)
    for _ in range(op.count):
        cells = [
            cell
            for cell in range(combat.grid.size)
            if geometry.from_cell(combat, cell, user) <= reach
            and combat.at(cell) is None
            and geometry.sees_cell(combat, user, cell)
            and not blocked(combat.grid, cell)
            and not taken(combat, cell)
        ]
        if not cells:
            return
        asked = choice.Cells(combat, user.seats, user.index, "effect.summon", cells, "no summon")
        answer = combat.ask(asked)
        if answer == PASS:
            return
        combat.patches.append(Patch(answer - 1, 0, 0, NEVER, user.index, op.id))
        combat.mark_changed()
        if combat.watched:
            combat.say("summons", user.index, -1, op.id, rule="effect.summon", cell=answer - 1)


def beside_summons(combat: IconCombat, unit: Unit) -> list[int]:
    """Return which summons act on somebody that starts its turn, by their place in the list."""
    found: list[int] = []
    for number, one in enumerate(combat.patches):
        if one.summon and combat.units[one.anchor].side != unit.side:
            if geometry.from_cell(combat, one.cell, unit) <= 1:
                found.append(number)
    return found


def act_of(combat: IconCombat, patch: Patch, unit: Unit) -> None:
    """Let a summon act on somebody. Rule: effect.summon."""
    use = Use(patch.anchor, unit.index, Ability(patch.summon, patch.summon))
    use.phase = EFFECT
    use.passive = True
    use.trigger_user = unit.index
    combat.using.append(use)
    if combat.watched:
        combat.say("trait", patch.anchor, unit.index, patch.summon, rule="effect.summon")
    for op in combat.library.summons[patch.summon].ops:
        operation.run(combat, use, op)
    combat.using.pop()


# ---- objects -----------------------------------------------------------------------------------


def obstructions(combat: IconCombat) -> list[int]:
    """Return the spaces of objects that are in the way. Rule: move.obstruction."""
    found: list[int] = []
    for number, thing in enumerate(combat.things):
        if number not in combat.open_things:
            found += thing.cells
    return found


def taken(combat: IconCombat, cell: int) -> bool:
    """Return whether a summon or an object is in a space."""
    if not combat.patches and not combat.things:
        return False
    return cell in summoned(combat) or cell in obstructions(combat)


def workable(combat: IconCombat, unit: Unit) -> list[int]:
    """Return the objects that somebody can work, by number. Rule: action.interact."""
    found: list[int] = []
    for number, thing in enumerate(combat.things):
        if any([geometry.from_cell(combat, cell, unit) <= 1 for cell in thing.cells]):
            found.append(number)
    return found


def work(combat: IconCombat, unit: Unit, number: int) -> None:
    """Work an object: it does what the scenario says. Rule: action.interact."""
    thing = combat.things[number]
    combat.worked[number] += 1
    combat.mark_changed()
    if combat.watched:
        combat.say("works", unit.index, -1, thing.id, rule="action.interact")
    if combat.worked[number] != thing.times:
        return
    for other, one in enumerate(combat.things):
        if one.id == thing.opens and other not in combat.open_things:
            combat.open_things.append(other)
