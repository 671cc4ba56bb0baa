"""The attacks of a turn: those of a stat block, a charge, a whirl, and thorns that are hewn."""

from __future__ import annotations

from affray.core.choice import PASS, Menu, UnlistedMenu
from affray.core.dice import DAMAGE
from affray.rulesets.sovereign import (
    action,
    attack,
    damage,
    movement,
    reaction,
    sheet,
    thorns,
)
from affray.rulesets.sovereign import verbs as v
from affray.rulesets.sovereign.attack import cannot_attack
from affray.rulesets.sovereign.blow import AIMS, CHARGED, HARM, ORDINARY, Blow
from affray.rulesets.sovereign.condition import SPEEDED, reveal
from affray.rulesets.sovereign.state import (
    CAPTURED,
    MELEE,
    SHOT,
    THROWN,
    WHIRLED,
    Body,
    Field,
    Strike,
)


def attack_with(field: Field, unit: Body, place: int, target: int) -> None:
    """Attack; whoever lists several attacks makes them all, in the order of its stat block.

    The one that was chosen goes to its target, the others where one likes.
    Rules: sheet.npc, turn.dice-order.
    """
    strike = unit.sheet.strikes[place]
    if unit.sheet.one_attack or strike.usual or strike.art:
        attack.assault(field, Blow(unit.index, target, strike, HARM, ORDINARY))
        return
    for number, one in enumerate(unit.sheet.strikes):
        if one.usual or one.art or not one.listed or not unit.able():
            continue
        whom = target if number == place else -1
        if whom < 0 or cannot_attack(field, unit, one, field.units[whom]):
            whom = victim(field, unit, one)
        if whom >= 0:
            attack.assault(field, Blow(unit.index, whom, one, HARM, ORDINARY))


def victim(field: Field, unit: Body, one: Strike) -> int:
    """Return at whom one of several attacks goes, -1 at nobody. Rule: sheet.npc."""
    options: list[tuple[int, str]] = []
    for foe in field.units:
        if not cannot_attack(field, unit, one, foe):
            options.append((1 + foe.index, f"{one.id} at {foe.name}"))
    if not options:
        return -1
    default = options[0][0]
    options.append((PASS, "hold back"))
    return field.ask(Menu(unit.seats, unit.index, "sheet.npc", options, default)) - 1


# ---- charges -------------------------------------------------------------------------------------


def charge(field: Field, unit: Body) -> None:
    """Rules: charge.minimum, charge.attack, attack.attribute-choice, aoo.charge-start."""
    if not unit.has(SPEEDED) and reaction.halted(field, unit):
        return
    way = movement.go(field, unit, movement.CHARGE)
    if not way.made or not unit.able():
        return
    options: list[tuple[int, str]] = []
    more: list[tuple[int, str]] = []
    for place, strike in enumerate(unit.sheet.strikes):
        if strike.mode == SHOT or strike.art:
            continue
        for foe in field.units:
            for aim in action.aims(field, unit, strike, foe):
                word = f"{AIMS[aim]} " if aim else ""
                one = (v.coded(1 + aim, place, foe.index), f"{word}{foe.name} with {strike.id}")
                if strike.listed:
                    options.append(one)
                else:
                    more.append(one)
    if not options:
        return
    options.append((PASS, "no attack"))
    code = field.ask(
        UnlistedMenu(unit.seats, unit.index, "charge.attack", options, more, options[0][0])
    )
    if code != PASS:
        aim = v.verb_of(code) - 1
        strike = unit.sheet.strikes[code // 1000 % 1000]
        attack.assault(field, Blow(unit.index, code % 1000, strike, aim, CHARGED))


# ---- thorns and whirls ---------------------------------------------------------------------------


def hew(field: Field, unit: Body, place: int, line: int) -> None:
    """Clear a square of thorns with an edge or fire. Content: wall-of-thorns."""
    strike = unit.sheet.strikes[place]
    if line >= len(field.thorns):
        return
    attack.spend(field, unit, strike)
    if strike.mode == THROWN and strike.weapon >= 0:
        attack.part_with(field, unit, strike.weapon, field.thorns[line] // 100 // 2)
    amount = strike.plus
    for _ in range(strike.count):
        amount += field.roll(strike.sides, DAMAGE, unit.index, "damage.roll")
    thorns.hew(field, line, max(1, amount))


def whirling(unit: Body) -> list[Strike]:
    """Return the attacks in hand that have Shock, the greatest first."""
    found = [
        one
        for one in unit.sheet.strikes
        if one.mode == MELEE and one.listed and one.shock_ac >= 0 and sheet.in_hand(unit, one)
    ]
    best = max([one.shock for one in found], default=0)
    first = [one for one in found if one.shock == best]
    return first[:1] + [one for one in found if one is not first[0]]


def swept(field: Field, unit: Body) -> list[Body]:
    """Return the foes in range of a whirlwind, in the order of the dice. Rule: turn.dice-order."""
    ways = whirling(unit)
    foes = [field.units[who] for who in field.asked()]
    return [one for one in foes if any([within(field, unit, way, one) for way in ways])]


def within(field: Field, unit: Body, way: Strike, foe: Body) -> bool:
    return foe.fate != CAPTURED and not cannot_attack(field, unit, way, foe)


def whirl(field: Field, unit: Body) -> None:
    """Deal Shock to every susceptible foe in melee range. Content: whirlwind-assault."""
    unit.used[WHIRLED] = 1
    field.mark_changed()
    ways = whirling(unit)
    if not ways:
        return
    one = ways[0]
    if len(ways) > 1:
        options = [(1 + n, f"whirl with {way.id}") for n, way in enumerate(ways)]
        one = ways[field.ask(Menu(unit.seats, unit.index, "dual.choice", options, 1)) - 1]
    reveal(field, unit)
    for foe in swept(field, unit):
        if within(field, unit, one, foe) and not sheet.blunted(unit, one):
            amount = damage.missed(field, unit, foe, one, False)
            damage.hurt(
                field, foe, amount, unit.index, "shock.on-miss", spares=one.spares, harm=one.harm
            )
