"""Shoving and grappling: what follows a hit that deals no damage."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.event import Part
from affray.core.window import Deed
from affray.rulesets.sovereign import changes, condition, geometry, gm, items
from affray.rulesets.sovereign.action import checks
from affray.rulesets.sovereign.choice.menus import Ask, AskCell, AskSteps
from affray.rulesets.sovereign.condition import FLYING
from affray.rulesets.sovereign.damage import dealing, falling, shock, wound
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.movement import forced, terrain, ways
from affray.rulesets.sovereign.reaction import windows
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import MELEE, SHOVE

DRAGGED = 2  # squares


def succeed(
    combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant, aim: int
) -> None:
    """Make the check that follows the hit.

    Who has been felled by a blow of the same moment still shoves, but cannot hold anybody.
    Rules: shove.check, grapple.check, economy.instant-simultaneous.
    """
    size = checks.manhandling(combat, unit, target)
    if size == gm.TOO_BIG or (aim != SHOVE and not unit.able()):
        return
    felled = not unit.able()
    if aim == SHOVE:
        made = braced_check(combat, unit, size, checks.OPPOSED + numbers.brace(target.sheet))
    else:
        number = checks.OPPOSED + numbers.wrestle(target.sheet)
        bonus = numbers.wrestle(unit.sheet) + size
        made = checks.check(combat, unit.index, bonus, number, "grapple.check")
    goes_on = windows.known(combat, unit, target.index) or felled
    if not goes_on or not made or not target.present:
        return
    if aim == SHOVE:
        shove(combat, unit, target)
    else:
        hold(combat, unit, target)


def braced_check(combat: SovereignCombat, unit: SovereignCombatant, size: int, number: int) -> bool:
    """Roll STR/Brawl or STR/Exert, whichever one likes. Rule: shove.check.

    The better is no question unless the other is one's speciality.
    """
    own = unit.sheet
    brawl = numbers.wrestle(own)
    exert = numbers.mod(own, numbers.STR) + numbers.skill(own, "exert")
    special = own.special == "exert" or own.expert
    if special and exert < brawl:
        options = [(1, "shove by brawl"), (2, "shove by exert")]
        asked = Ask(unit.seats, unit.index, "shove.check", options, 1)
        special = combat.ask(asked) == 2
    if special:
        return checks.skill_check(combat, unit, "exert", exert + size, number, "shove.check")
    return checks.check(combat, unit.index, max(brawl, exert) + size, number, "shove.check")


def shove(combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant) -> None:
    """Throw somebody down, or push it away; one who flies can only be pushed.

    Rule: shove.result.
    """
    options = [] if target.has(FLYING) else [(1, f"{target.name} prone")]
    for cell in forced.pushes(combat, unit, target) if unit.present else []:
        options.append((2 + cell, f"push {combat.grid.name(cell)}"))
    if not options:
        return
    seats, default = unit.seats, options[0][0]
    rule, whom = "shove.result", target.index
    asked = AskCell(seats, unit.index, rule, options, default, "push", "", whom)
    answer = combat.ask(asked) if len(options) > 1 else options[0][0]
    dealing.jostled(combat, target)
    combat.mark_changed()
    if answer == 1:
        fell(combat, unit, target, "shove.result")
    else:
        forced.thrust(combat, target, answer - 2, "shove.result", unit.index)


def fell(
    combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant, rule: str
) -> None:
    """Throw somebody down."""
    changes.set_prone(combat, target, True, rule, unit.index)
    combat.mark_changed()


def pull_down(
    combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant
) -> None:
    """Pull down whom a bite has hit, unless it flies. Content: pull-down."""
    if target.has(FLYING):
        return
    options = [(1, f"pull {target.name} down"), (PASS, "let it stand")]
    rule, whom = "check.opposed", target.index
    asked = Ask(unit.seats, unit.index, rule, options, 1, "choose", "pull-down", whom)
    if combat.ask(asked) == 1:
        number = checks.OPPOSED + numbers.brace(target.sheet)
        made = checks.check(combat, unit.index, unit.sheet.skill, number, "check.opposed")
        if windows.known(combat, unit, target.index) and made and target.present:
            fell(combat, unit, target, "check.opposed")


# ---- grapples ------------------------------------------------------------------------------------


def hold(combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant) -> None:
    """Take hold of somebody.

    Rules: grapple.one-each, screen.ends-when-helpless, spell.disrupted-round.
    """
    changes.set_grappling(combat, unit, target.index, "grapple.check")
    changes.set_wards(combat, target, 0, "screen.ends-when-helpless")
    dealing.jostled(combat, target)
    combat.mark_changed()


def unarmed(unit: SovereignCombatant) -> Strike | None:
    """Return the unarmed attack."""
    for strike in unit.sheet.strikes:
        if strike.unarmed and strike.mode == MELEE and strike.listed:
            return strike
    return None


def squeeze(combat: SovereignCombat) -> None:
    """Deal the damage of grapples at the end of a round, to all who are held as at one moment.

    Rules: grapple.damage, turn.dice-order.
    """
    holds: list[Squeeze] = []
    for who in combat.asked():
        unit = combat.units[who]
        one = unarmed(unit)
        if unit.grappling >= 0 and unit.able() and one is not None:
            target = combat.units[unit.grappling]
            if target.present:
                holds.append(squeezed(combat, unit, target, one))
    for hold_ in holds:
        target = combat.units[hold_.target]
        dealing.hurt(
            combat,
            target,
            hold_.amount,
            hold_.actor,
            "grapple.damage",
            spares=hold_.strike.spares,
            harm=hold_.strike.harm,
            parts=hold_.parts,
            upright=hold_.upright,
        )


class Squeeze:
    """What one grapple inflicts at the end of a round."""

    def __init__(self, actor: int, target: int, strike: Strike) -> None:
        self.actor = actor
        self.target = target
        self.strike = strike
        self.amount = 0
        self.upright = False  # its target stood when all were to be inflicted together
        self.parts: list[Part] | None = None


def squeezed(
    combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant, one: Strike
) -> Squeeze:
    """Roll what a grapple inflicts: damage as of an unarmed hit. Rule: grapple.damage."""
    found = Squeeze(unit.index, target.index, one)
    found.upright = target.hp > 0
    found.parts = [] if combat.watched else None
    found.amount = wound.rolled(combat, unit, target, one, 0, 0, found.parts)
    floor = shock.expected(combat, unit, target, one, False)
    if floor > found.amount:
        wound.note(found.parts, floor - found.amount, "damage.shock-floor")
        found.amount = floor
    return found


def escape(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Try to break free, by one check against every grappler. Rule: grapple.escape."""
    bonus = numbers.wrestle(unit.sheet)
    total = checks.check_total(combat, unit.index, bonus, "grapple.escape")
    if not windows.known(combat, unit, unit.index):
        return
    for grappler in condition.grapplers(combat, unit):
        number = (
            checks.OPPOSED
            + numbers.wrestle(grappler.sheet)
            + checks.manhandling(combat, grappler, unit)
        )
        checks.tell_contest(combat, unit.index, grappler.index, total, number, "grapple.escape")
        if total >= number:
            changes.set_grappling(combat, grappler, -1, "grapple.escape")
    combat.mark_changed()


def move_held(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Drag the one it holds, or throw it. Rules: grapple.move, grapple.move-fails."""
    target = combat.units[unit.grappling]
    bonus = numbers.wrestle(unit.sheet) + checks.manhandling(combat, unit, target)
    number = checks.OPPOSED + numbers.wrestle(target.sheet)
    made = checks.check(combat, unit.index, bonus, number, "grapple.move")
    if not windows.known(combat, unit, target.index) or unit.grappling < 0:
        return
    if not made:
        changes.set_grappling(combat, unit, -1, "grapple.move-fails")
        combat.mark_changed()
        return
    options = [
        (2 + cell, f"throw {combat.grid.name(cell)}")
        for cell in forced.forced(combat, target, None, unit)
    ]
    if drags(combat, unit, target):
        options.append((1, "drag"))
    if not options:
        return
    seats, default = unit.seats, options[0][0]
    rule, whom = "grapple.move", target.index
    asked = AskCell(seats, unit.index, rule, options, default, "throw", "", whom)
    answer = combat.ask(asked) if len(options) > 1 else default
    if answer == 1:
        drag(combat, unit, target)
    else:
        changes.set_grappling(combat, unit, -1, "grapple.move")
        changes.set_prone(combat, target, not target.has(FLYING), "grapple.move", unit.index)
        dealing.jostled(combat, target)
        forced.thrust(combat, target, answer - 2, "grapple.move", unit.index)


def drag(combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant) -> None:
    """Move with the target up to 10 ft, the two staying adjacent.

    Rules: grapple.move, economy.response-windows.
    """
    left = DRAGGED
    while left > 0:
        ways = drags(combat, unit, target, left)
        options = [
            (1 + place, f"drag to {combat.grid.name(way[0])} with it at {combat.grid.name(way[1])}")
            for place, way in enumerate(ways)
        ]
        if not ways:
            return
        if left < DRAGGED:
            options.append((PASS, "no farther"))
        seats, default = unit.seats, options[0][0]
        rule, whom = "grapple.move", target.index
        asked = AskSteps(seats, unit.index, rule, options, default, whom, ways)
        answer = combat.ask(asked) if len(options) > 1 else options[0][0]
        if answer == PASS:
            return
        way = ways[answer - 1]
        windows.answered(combat, Deed(unit.index, target.index), rolled=False)
        if unit.grappling < 0 or way not in drags(combat, unit, target, left):
            return
        left -= cost_of(combat, unit, way[0])
        together(combat, unit, target, way)
        if unit.grappling < 0:
            return


def together(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    target: SovereignCombatant,
    way: tuple[int, int],
) -> None:
    """Move both by one step; who is dragged over a drop falls. Rule: grid.forced-limits."""
    deep = geometry.height(combat.grid, target.cell, target.size)
    if ways.stopped(combat, unit, target, way[1]) or ways.stopped(combat, unit, unit, way[0]):
        return
    here, there = unit.cell, target.cell
    combat.leave(unit)
    combat.move(target, way[1])
    combat.stand(unit, way[0])
    changes.tell_moved(combat, unit, here, "grapple.move", "drag", unit.index)
    changes.tell_moved(combat, target, there, "grapple.move", "dragged", unit.index)
    combat.stir = True
    dealing.jostled(combat, target)
    condition.part_screens(combat)
    condition.settle(combat)
    falling.fall(combat, target, deep - geometry.height(combat.grid, way[1], target.size))
    items.prick(combat, target)


def drags(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    target: SovereignCombatant,
    left: int = DRAGGED,
) -> list[tuple[int, int]]:
    """Return where the two can go by one step each, first those in which the target follows.

    Rules: grapple.move, grapple.restraint: whoever is held by another moves nowhere.
    """
    if not unit.able() or any(
        grappler is not target for grappler in condition.grapplers(combat, unit)
    ):
        return []
    behind: list[tuple[int, int]] = []
    beside: list[tuple[int, int]] = []
    goals = forced.forced(combat, target, unit, unit)
    for own in forced.forced(combat, unit, target):
        if not level(combat, unit, own) or cost_of(combat, unit, own) > left:
            continue
        for other in goals:
            if adjoin(combat, unit, target, own, other):
                (behind if other == unit.cell else beside).append((own, other))
    return behind + beside


def adjoin(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    target: SovereignCombatant,
    own: int,
    other: int,
) -> bool:
    """Return whether the two would stand adjacent. Rule: grid.adjacent."""
    grid = combat.grid
    taken = grid.footprint(own, unit.size)
    if any(cell in taken for cell in grid.footprint(other, target.size)):
        return False
    up, above = unit.aloft, target.aloft
    return geometry.between(grid, own, unit.size, other, target.size, up, above) == 1


def cost_of(combat: SovereignCombat, unit: SovereignCombatant, goal: int) -> int:
    """Return what a step costs one who drags another. Rule: grid.difficult."""
    taken = combat.grid.footprint(goal, unit.size)
    rough = terrain.rough(combat.grid, goal, unit.size) or items.among(combat, taken)
    return 2 if rough and not unit.has(FLYING) else 1


def level(combat: SovereignCombat, unit: SovereignCombatant, goal: int) -> bool:
    """Return whether one walks on freely. Rule: grid.ledges."""
    there = geometry.height(combat.grid, goal, unit.size)
    return abs(there - height_of(combat, unit)) <= 2 or unit.has(FLYING)


def height_of(combat: SovereignCombat, unit: SovereignCombatant) -> int:
    """Return the height of the ground under somebody, in feet."""
    return geometry.height(combat.grid, unit.cell, unit.size)
