"""What manoeuvres do: with weapons, alone, for others and to others."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu
from affray.core.effect import NEXT_TURN_END, TURN_START
from affray.core.grid import step_of
from affray.rulesets.ingenuity import (
    act,
    attack,
    bar,
    code,
    condition,
    counter,
    damage,
    forced,
    geometry,
    ground,
    maneuver,
    mimic,
    movement,
    occupied,
    power,
    scramble,
    volley,
    weapon,
)
from affray.rulesets.ingenuity.state import (
    DIAGONALS,
    PIERCING,
    RELOADING,
    SLASHING,
    TRIP,
    IngenuityCombat,
    Maneuver,
    Piece,
    Thing,
    Unit,
)

RALLYING: Final = 10  # metres
DIVERTING: Final = 20


# ---- attacks -------------------------------------------------------------------------------------


def cannot_strike(combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit) -> str:
    """Return the rule that forbids an attacking manoeuvre, "" if none does."""
    if target is unit:
        return "maneuver.attack"
    if one.works in ("rushing-strike", "jumping-strike"):
        return "" if approaches(combat, unit, one, target) else "geometry.reach"
    if one.works == "dancing-strike" and target.bulk() > unit.bulk():
        return "maneuver.steps"
    if one.works == "spell-attack" and not power.for_spell_attack(combat, unit, target):
        return "power.learned-only"
    if maneuver.weapons(combat, unit, one, target):
        return volley.cannot(combat, unit, one, target)
    if one.step and closer(combat, unit, one, target):
        return ""
    return maneuver.why_unarmed(combat, unit, one, target)


def closer(combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit) -> list[int]:
    """Return the spaces a metre away and nearer from which a melee weapon reaches a target."""
    apart = geometry.distance(combat, unit, target)
    found: list[int] = []
    longest = longest_reach(combat, unit, one)
    if one.attack_bonus < 0 or apart > longest + one.step + 1:
        return found  # a step away comes after the attack
    for cell in movement.step_goals(combat, unit):
        near = movement.apart(combat, cell, unit, target)
        if near < apart and near <= longest and movement.unhindered(combat, unit, cell):
            found.append(cell)
    return found


def longest_reach(combat: IngenuityCombat, unit: Unit, one: Maneuver) -> int:
    longest = 0
    for each, _ in weapon.arms(combat, unit):
        if each.melee and maneuver.fits(one, each):
            longest = max(longest, weapon.reach_of(unit, each), each.reach_max)
    return longest


def approaches(
    combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit
) -> list[tuple[int, list[int]]]:
    """Return where a rush or a leap may end, so that a melee weapon then reaches the target."""
    pool = condition.speed(unit)
    if unit.prone or unit.grappling >= 0 or pool < 2:
        return []
    longest = longest_reach(combat, unit, one)
    if one.works == "rushing-strike":
        found = [(spent, way) for spent, way in straight(combat, unit, 2 * pool) if spent >= 3]
    else:
        found = leaps(combat, unit, (pool + 1) // 2)
    return [
        (spent, way)
        for spent, way in found
        if movement.apart(combat, way[-1], unit, target) <= longest
    ]


def leaps(combat: IngenuityCombat, unit: Unit, most: int) -> list[tuple[int, list[int]]]:
    """Return the places that a leap in a straight line reaches, over all but walls."""
    grid = combat.grid
    found: list[tuple[int, list[int]]] = []
    for dx, dy in ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)):
        here = unit.cell
        way: list[int] = []
        while True:
            goal = grid.beside(here, dx, dy)
            cells = grid.footprint(goal, unit.size) if goal >= 0 else []
            if not cells or any([combat.ground(one) in ground.SOLID for one in cells]):
                break
            if dx and dy and ground.cornered(combat, here, dx, dy, unit.size):
                break
            way = [*way, goal]
            here = goal
            spent = grid.distance(unit.cell, goal, 2)
            if spent > most:
                break
            if ground.standing(combat, goal, unit.size) and occupied.room(combat, unit, goal):
                found.append((spent, way))
    return found


def strike(
    combat: IngenuityCombat,
    unit: Unit,
    one: Maneuver,
    target: Unit,
    boosted: bool,
    more: int,
    halts: bool,
) -> None:
    """Make an attack as normal, with what the manoeuvre adds. Rule: maneuver.attack."""
    if one.works in ("rushing-strike", "jumping-strike"):
        if not approach(combat, unit, one, target, more):
            return
    elif one.step and one.attack_bonus >= 0:
        close_in(combat, unit, one, target)
    if volley.is_volley(one):
        volley.fire(combat, unit, one, target, more)
        return
    deed = declare(combat, unit, one, target, more, boosted)
    if deed is None:
        return  # action.no-target
    deed.halts = halts and one.works == "crippling-attack"
    low = one.boost_low if boosted else one.low
    if low:
        condition.until_next(combat, unit, "wild", low)
    if one.works == "spell-attack":
        spell_attack(combat, unit, target, deed, more)
        return
    attack.attack(combat, deed)
    if one.step and one.attack_bonus < 0 and unit.able() and not unit.prone:
        step_away(combat, unit, one, target)


def declare(
    combat: IngenuityCombat,
    unit: Unit,
    one: Maneuver,
    target: Unit,
    more: int,
    boosted: bool = False,
) -> attack.Attack | None:
    """Let the weapon be chosen and say what the manoeuvre adds. Rule: maneuver.attack."""
    found = maneuver.weapons(combat, unit, one, target)
    if not found or not unit.able():
        return None
    number = 0
    if len(found) > 1:
        options = [
            (1 + n, f"with {weapon_word(combat, unit, *found[n])}") for n in range(len(found))
        ]
        number = combat.ask(Menu(unit.seats, unit.index, "maneuver.attack", options, 1)) - 1
    each, piece, flies = found[number]
    deed = attack.Attack(unit.index, target.index, each, piece)
    deed.maneuver = one
    deed.ranged = flies
    deed.thrown = flies and each.thrown
    deed.bonus = (one.boost_attack if boosted else one.attack_bonus) + more
    deed.harm = one.boost_damage if boosted else one.damage_bonus
    if one.works == "tripping-strike" and each.has(TRIP):  # attack.trip-property
        deed.bonus, deed.harm = more, 0
    if one.attack_near and geometry.distance(combat, unit, target) > 1:
        deed.bonus, deed.harm = one.attack_near + more, one.damage_near
    deed.luck_bonus = one.luck_bonus
    weapon.choose_how(combat, unit, deed)
    if one.luck_piercing and deed.type == PIERCING:
        deed.luck_bonus = one.luck_piercing
    if one.attack_slashing and deed.type == SLASHING:
        deed.bonus += one.attack_slashing
    return deed


def weapon_word(
    combat: IngenuityCombat, unit: Unit, each: Thing, piece: Piece | None, flies: bool
) -> str:
    word = each.id if piece is None else weapon.piece_word(combat, unit, unit.pieces.index(piece))
    return f"{word} {'thrown' if flies and each.melee else 'held' if piece else 'body'}"


def close_in(combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit) -> None:
    """Go a metre closer; who reaches the target already may stay. Rule: maneuver.steps."""
    options: list[tuple[int, str]] = []
    if maneuver.weapons(combat, unit, one, target):
        options.append((PASS, "stay"))
    for cell in closer(combat, unit, one, target):
        options.append((1 + cell, f"step {combat.grid.name(cell)}"))
    if not options or options == [(PASS, "stay")]:
        return
    answer = options[0][0]
    if len(options) > 1:
        answer = combat.ask(Menu(unit.seats, unit.index, "maneuver.steps", options, answer))
    if answer != PASS:
        movement.shift(combat, unit, answer - 1)


def step_away(combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit) -> None:
    """Go a metre away from the target, harder to hit by its next attack."""
    if one.evasion and target.present:
        condition.gain(combat, unit, "evading", 1, target.index, TURN_START, unit.index)
    if target.cell < 0:
        return
    apart = geometry.distance(combat, unit, target)
    options = [(PASS, "stay")]
    for cell in movement.steps(combat, unit):
        if movement.apart(combat, cell, unit, target) > apart:
            options.append((1 + cell, f"step {combat.grid.name(cell)}"))
    if len(options) > 1:
        answer = combat.ask(Menu(unit.seats, unit.index, "maneuver.steps", options))
        if answer != PASS:
            movement.shift(combat, unit, answer - 1)


def approach(combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit, more: int) -> bool:
    """Rush or leap to a place of one's choice; return whether one got there standing."""
    found = approaches(combat, unit, one, target)
    if not found:
        return False
    options = [(1 + way[-1], f"to {combat.grid.name(way[-1])}") for _, way in found]
    answer = options[0][0]
    if len(options) > 1:
        answer = combat.ask(Menu(unit.seats, unit.index, "maneuver.steps", options, answer))
    for spent, way in found:
        if way[-1] == answer - 1:
            if one.works == "rushing-strike":
                return movement.run(combat, unit, way, 2 * condition.speed(unit))
            return leap(combat, unit, way, spent, more)
    return False


def leap(combat: IngenuityCombat, unit: Unit, way: list[int], metres: int, more: int) -> bool:
    """Rules: movement.jump, movement.no-opportunity, maneuver.improvise."""
    gaps = [cell for cell in way if ground.over(combat, cell, unit.size)]
    wide = ground.across(len(gaps), unit.size)
    if wide > ground.FREE_JUMP and not scramble.jump_test(combat, unit, wide, more):
        forced.fall_into(combat, unit, gaps[0])
        return False
    if counter.passing(combat, unit, [0] * len(combat.units), metres) or not unit.able():
        return False
    movement.shift(combat, unit, way[-1])
    return unit.able()


def spell_attack(
    combat: IngenuityCombat, unit: Unit, target: Unit, deed: attack.Attack, more: int
) -> None:
    """Attack, and on a hit let a power follow; on a miss it is spent.

    Rules: power.steps, power.multiple, maneuver.improvise.
    """
    found = power.for_spell_attack(combat, unit, target)
    options = [(1 + one.number, one.id) for one in found]
    answer = options[0][0]
    if len(options) > 1:
        answer = combat.ask(Menu(unit.seats, unit.index, "power.steps", options, answer))
    attack.attack(combat, deed)
    chosen = combat.library.powers[answer - 1]
    struck = combat.units[deed.target]
    if unit.able():
        if deed.hit and struck.present:
            power.use(combat, unit, chosen, struck, struck.cell, sure=True, more=more)
        else:
            power.waste(combat, unit, chosen)


# ---- alone ---------------------------------------------------------------------------------------


def cannot_alone(combat: IngenuityCombat, unit: Unit, one: Maneuver) -> str:
    """Return the rule that forbids a manoeuvre which has no single target."""
    if one.works == "kip-up":
        return "" if unit.prone else "action.stand-up"
    if one.works == "escape":
        return cannot_slip_away(combat, unit)
    if one.works == "percussive-maintenance":
        busy = unit.task == RELOADING
        return "" if busy or unloaded(combat, unit) else "attack.ammunition"
    if one.works == "mimic-action":
        return "" if mimic.possible(combat, unit, one) else "maneuver.steps"
    if one.works == "suppressing-fire":
        return "" if volley.covered(combat, unit, one) else "attack.ammunition"
    return ""


def cannot_slip_away(combat: IngenuityCombat, unit: Unit) -> str:
    """Return why no Move or Sprint could follow at once, "" if one could.

    Rules: action.move, action.sprint, action.no-target.
    """
    if combat.active != unit.index or unit.actions < 2:
        return "turn.three-actions"
    rule = bar.forbids_moving(combat, unit, code.code_of(code.MOVE))
    if rule and not bar.forbids_moving(combat, unit, code.code_of(code.SPRINT)):
        return ""
    return rule


def unloaded(combat: IngenuityCombat, unit: Unit) -> list[int]:
    """Return the mechanical weapons in hand that want loading."""
    found: list[int] = []
    for place, piece in enumerate(unit.pieces):
        thing = combat.thing(piece)
        if piece.held and thing.reload > 1 and piece.loaded < thing.magazine:
            if unit.ammo[weapon.ammo_of(combat, thing)] > 0:
                found.append(place)
    return found


def alone(combat: IngenuityCombat, unit: Unit, one: Maneuver, more: int) -> None:
    """Use a manoeuvre that has no single target."""
    if one.works == "suppressing-fire":
        volley.suppress(combat, unit, one)
        return
    if one.works == "mimic-action":
        mimic.use(combat, unit, one, more)
        return
    result = maneuver.tested(combat, unit, one, unit, more, -1)
    if one.works == "escape":
        escape(combat, unit, result)
    elif one.works == "diversion":
        divert(combat, unit, result)
    elif result >= one.difficulty:
        help_with(combat, unit, unit, one, result)


def escape(combat: IngenuityCombat, unit: Unit, result: int) -> None:
    """Be hidden from those beaten if a Move or Sprint follows at once and ends out of their sight.

    Rules: condition.hidden, action.move.
    """
    beaten = [
        other
        for other in combat.units
        if combat.enemies(unit, other) and other.present and result >= other.sheet.perception
    ]
    if not beaten or not act.move_on(combat, unit) or not unit.able():
        return
    unit.stealth = result
    for other in beaten:
        if other.present and (
            not geometry.sees(combat, other, unit)
            or geometry.behind_cover(combat, other, unit)
            or geometry.in_the_dark(combat, other, unit)
        ):
            unit.hidden |= 1 << other.index
    combat.mark_changed()
    if combat.watched and unit.hidden:
        combat.say("hides", unit.index, -1, "", result, "condition.hidden")


def divert(combat: IngenuityCombat, unit: Unit, result: int) -> None:
    """Make those beaten look elsewhere: the first attack on each is a sneak attack."""
    for other in combat.units:
        if combat.enemies(unit, other) and other.able() and other.cell >= 0:
            if geometry.distance(combat, unit, other) <= DIVERTING:
                if result >= other.sheet.perception:
                    condition.until_next(combat, other, "diverted", 1, unit.index)


# ---- for others ----------------------------------------------------------------------------------


def help_with(
    combat: IngenuityCombat, unit: Unit, target: Unit, one: Maneuver, result: int
) -> None:
    """Let a manoeuvre do somebody good."""
    more = 1 if result >= 12 else 0
    if one.works == "rally":
        for other in combat.units:
            if combat.allies(unit, other) and other.able() and other.cell >= 0:
                if geometry.distance(combat, unit, other) <= RALLYING:
                    condition.gain(
                        combat, other, "rallied", 1 + more, unit.index, NEXT_TURN_END, unit.index
                    )
    elif one.works == "superficial-treatment":
        damage.heal(combat, target, (result + 1) // 2, 0, "maneuver.steps")
    elif one.works == "kip-up":
        unit.prone = False
        combat.mark_changed()
    elif one.works == "alleviate":
        for word in ("shaken", "taunted"):
            condition.lose(combat, target, word)
        for other in combat.units:
            if other.effects and other.from_whom("feinted", target.index):
                condition.lose_from(combat, other, "feinted", target.index)
    elif one.works == "percussive-maintenance":
        maintain(combat, unit)
    else:
        for word in one.effect:
            name, _, number = word.partition(" ")
            if name == "heartened":
                condition.brief(combat, target, name, int(number or 1) + more, unit.index)
            elif name == "heal":
                damage.heal(combat, target, int(number or 1), 0, "maneuver.steps")


def maintain(combat: IngenuityCombat, unit: Unit) -> None:
    """Let a blow do two actions of reloading. Rule: attack.reload.crossbow."""
    if unit.task != RELOADING:
        found = unloaded(combat, unit)
        if not found:
            return
        unit.task = RELOADING
        unit.task_code = code.code_of(code.RELOAD, found[0])
        unit.task_left = combat.thing(unit.pieces[found[0]]).reload
    unit.task_left = max(0, unit.task_left - 2)
    combat.mark_changed()
    if unit.task_left == 0:
        act.complete(combat, unit)


# ---- to others -----------------------------------------------------------------------------------


def straight(combat: IngenuityCombat, unit: Unit, most: int) -> list[tuple[int, list[int]]]:
    """Return the places in a straight line of free ground, each with the way there.

    Rules: movement.diagonals, movement.diagonals.scope.
    """
    found: list[tuple[int, list[int]]] = []
    exits = ground.exits_of(combat, unit.size, unit.is_held("blinded"))
    for direction in range(8):
        dx, dy = step_of(direction)
        here = unit.cell
        way: list[int] = []
        spent = 0
        layer = unit.used[DIAGONALS] % 2 if combat.active == unit.index else 0
        while True:
            goal = combat.grid.beside(here, dx, dy)
            price = -1
            usual = 1
            for other, cost, slant in exits.rows[here]:
                if other == goal:
                    usual = 2 if slant and layer else 1
                    price = cost
                    layer = layer ^ slant
            more = occupied.toll(combat, unit, goal) if price > 0 else -1
            if more < 0 or spent + (price + more) * usual > most:
                break
            spent += (price + more) * usual
            here = goal
            way = [*way, goal]
            if occupied.room(combat, unit, goal):
                found.append((spent, way))
    return found
