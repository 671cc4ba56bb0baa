"""Manoeuvres that strike several at once: shots, sweeps, fire kept on a place."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu
from affray.rulesets.ingenuity import attack, geometry, reaction, weapon, zone
from affray.rulesets.ingenuity.state import (
    SUPPRESSED,
    TRIED,
    IngenuityCombat,
    Maneuver,
    Piece,
    Thing,
    Unit,
)

SWEEP: Final = "sweeping-strike"
SHOTS: Final = ("double-shot", "triple-shot")


def is_volley(one: Maneuver) -> bool:
    return one.works == SWEEP or one.works in SHOTS


def cannot(combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit) -> str:
    """Return the rule that forbids a volley: there must be a target for every shot."""
    if one.works not in SHOTS:
        return ""
    from affray.rulesets.ingenuity import maneuver

    for each, piece, _ in maneuver.weapons(combat, unit, one, target):
        if len(others(combat, unit, each, piece, [target.index])) >= one.targets - 1:
            return ""
    return "maneuver.steps"


def others(
    combat: IngenuityCombat, unit: Unit, each: Thing, piece: Piece | None, taken: list[int]
) -> list[int]:
    """Return who else can be shot at."""
    return [
        one.index
        for one in combat.units
        if one.present
        and one.index not in taken
        and combat.enemies(unit, one)
        and not geometry.blind_to(combat, unit, one)
        and not weapon.cannot_attack(combat, unit, one, each, piece, True)
    ]


def fire(combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit, more: int) -> None:
    """Declare all targets, roll once, and finish with each in turn.

    Rules: dice.order, attack.multiple.counted, attack.multiple.maneuvers.
    """
    from affray.rulesets.ingenuity import technique

    first = technique.declare(combat, unit, one, target, more)
    if first is None:
        return
    aims = swept(combat, unit, first, target) if one.works == SWEEP else aimed(combat, unit, first)
    deeds = [first] + [twin(first, who) for who in aims if who != target.index]
    first.counts = one.targets if one.works in SHOTS else 1
    for deed in deeds:
        deed.sizeless = one.works == SWEEP
        attack.announce(combat, deed)
        attack.pay(combat, unit, deed, 1)
        reaction.offer_before(combat, deed)
    going = [deed for deed in deeds if attack.goes_on(combat, unit, deed)]
    if going:
        attack.roll(combat, unit, first)
        for deed in going:
            deed.total, deed.luck, deed.critical = first.total, first.luck, first.critical
            unit.used[TRIED] |= 1 << deed.target
        for deed in going:
            if unit.able() and combat.units[deed.target].present:
                attack.finish(combat, unit, deed)
    for deed in deeds:
        attack.afterwards(combat, deed)


def twin(first: attack.Attack, who: int) -> attack.Attack:
    """Return the same attack on somebody else."""
    deed = attack.Attack(first.actor, who, first.weapon, first.piece)
    deed.maneuver = first.maneuver
    deed.ranged = first.ranged
    deed.attribute = first.attribute
    deed.proficiency = first.proficiency
    deed.type = first.type
    deed.nonlethal = first.nonlethal
    deed.harm = first.harm
    return deed


def aimed(combat: IngenuityCombat, unit: Unit, first: attack.Attack) -> list[int]:
    """Let the further targets of a volley be chosen, each another."""
    taken = [first.target]
    wanted = first.maneuver.targets if first.maneuver is not None else 1
    while len(taken) < wanted:
        found = others(combat, unit, first.weapon, first.piece, taken)
        if not found:
            break
        options = [(1 + who, combat.units[who].name) for who in found]
        answer = options[0][0]
        if len(options) > 1:
            answer = combat.ask(Menu(unit.seats, unit.index, "maneuver.attack", options, answer))
        taken.append(answer - 1)
    return taken


def swept(combat: IngenuityCombat, unit: Unit, first: attack.Attack, target: Unit) -> list[int]:
    """Let the adjoining spaces of a sweep be chosen; return everybody in them.

    As many as the reach in metres, at least two with a two-handed weapon.
    """
    grid = combat.grid
    reach = weapon.reach_of(unit, first.weapon)
    most = max(reach, 2 if first.weapon.hands > 1 else 1)
    inside = grid.footprint(target.cell, target.size)
    nearest = min([(geometry.distance_to(combat, unit, cell), cell) for cell in inside])
    chosen = [nearest[1]]
    own = grid.footprint(unit.cell, unit.size)
    while len(chosen) < most:
        options = [(PASS, "no more")]
        for cell in range(grid.size):
            if cell in chosen or cell in own or geometry.distance_to(combat, unit, cell) > reach:
                continue
            if not any([cell in grid.near[one] for one in chosen]):
                continue
            if any([hit(combat, one, [cell]) for one in combat.units]):
                options.append((1 + cell, f"sweep {grid.name(cell)}"))
        if len(options) == 1:
            break
        answer = combat.ask(Menu(unit.seats, unit.index, "maneuver.attack", options))
        if answer == PASS:
            break
        chosen.append(answer - 1)
    struck = [
        (one.cell, one.index)
        for one in combat.units
        if one is not unit and hit(combat, one, chosen)
    ]
    struck.sort()
    return [who for _, who in struck]


def hit(combat: IngenuityCombat, unit: Unit, cells: list[int]) -> bool:
    if not unit.present or unit.cell < 0:
        return False
    return any([one in cells for one in combat.grid.footprint(unit.cell, unit.size)])


# ---- suppressing fire ----------------------------------------------------------------------------


def covered(combat: IngenuityCombat, unit: Unit, one: Maneuver) -> list[int]:
    """Return the middles of the areas on which fire can be kept with what is in hand.

    An area is 3 m wide and holds no visible enemy in the open. Rules: geometry.line-of-sight,
    attack.ammunition.
    """
    armed = firearm(combat, unit, one)
    if armed is None:
        return []
    grid = combat.grid
    found: list[int] = []
    for cell in range(grid.size):
        apart = geometry.distance_to(combat, unit, cell)
        if apart < 2 or weapon.penalty_at(unit, apart, armed[0], True) != 0:
            continue
        if not geometry.look(combat, unit.cell, cell):
            continue
        area = grid.around(cell, 1)
        seen = [
            other
            for other in combat.units
            if combat.enemies(unit, other)
            and hit(combat, other, area)
            and not geometry.blind_to(combat, unit, other)
            and not geometry.behind_cover(combat, unit, other)
        ]
        if not seen:
            found.append(cell)
    return found


def firearm(
    combat: IngenuityCombat, unit: Unit, one: Maneuver
) -> tuple[Thing, Piece | None] | None:
    """Return the weapon in hand that has shots enough."""
    for each, piece in weapon.arms(combat, unit):
        if each.ammo and any([word in one.proficiencies for word in each.proficiencies]):
            number = weapon.ammo_of(combat, each)
            shots = piece.loaded if piece is not None and each.reload else one.ammo
            if number >= 0 and unit.ammo[number] >= one.ammo and shots >= one.ammo:
                if not weapon.cannot_use(combat, unit, each, piece, True):
                    return each, piece
    return None


def suppress(combat: IngenuityCombat, unit: Unit, one: Maneuver) -> None:
    """Keep fire on an area until the next turn; the shots are spent in any case."""
    cells = covered(combat, unit, one)
    armed = firearm(combat, unit, one)
    if not cells or armed is None:
        return
    options = [(1 + cell, combat.grid.name(cell)) for cell in cells]
    answer = options[0][0]
    if len(options) > 1:
        answer = combat.ask(Menu(unit.seats, unit.index, "maneuver.steps", options, answer))
    deed = attack.Attack(unit.index, unit.index, armed[0], armed[1])
    deed.ranged = True
    attack.pay(combat, unit, deed, one.ammo)
    made = zone.make(combat, unit, SUPPRESSED, answer - 1, 1)
    made.last = combat.round + 1  # until the next turn, or the end of its round


def cease(combat: IngenuityCombat, unit: Unit) -> None:
    """End what one keeps fire on at the start of the next turn. Rule: turn.until-next."""
    if combat.zones:
        combat.zones = [
            one for one in combat.zones if one.kind != SUPPRESSED or one.owner != unit.index
        ]
