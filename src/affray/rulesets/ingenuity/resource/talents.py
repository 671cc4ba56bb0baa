"""Talents that count per rest, and what they give back."""

from __future__ import annotations

from typing import Final

from affray.core.event import Told
from affray.rulesets.ingenuity import carrying, condition, damage
from affray.rulesets.ingenuity.attack import weapon
from affray.rulesets.ingenuity.choice.menu import Listed
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Piece
from affray.rulesets.ingenuity.terms import RALLIED, WINDED

CHEAP: Final = 5  # always prepared: the price of what can be produced


def half(number: int) -> int:
    """Return half of a number, rounded up. Rule: test.rounding-up."""
    return (number + 1) // 2


def use_talent(combat: IngenuityCombat, unit: IngenuityCombatant, number: int) -> None:
    """Use a talent that counts per rest. Rules: resource.no-regain-in-combat, resource.rest."""
    if combat.watched:
        combat.tell(Told("draws on", unit.index, -1, TALENTS[number], 0, "resource.rest"))
    if number == 2:
        damage.begin_rage(combat, unit)
        return
    unit.add_bits(RALLIED, 1 << number)
    if number == 0:
        spending.heal(combat, unit, half(unit.most_endurance()), 0, "resource.no-regain-in-combat")
    elif number == 1:
        most = unit.most_stamina()
        count = min(most, unit.stamina + half(most))
        spending.set_stamina(combat, unit, count, "resource.no-regain-in-combat")
        unit.set_count(WINDED, 1)
    else:
        produce(combat, unit)


def produce(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Have had something cheap about one all along: Always Prepared. Rule: action.interact."""
    cheap = [
        thing for thing in combat.library.things if 0 < thing.price <= CHEAP and not thing.natural
    ]
    options = [(1 + one.number, one.id) for one in cheap]
    number = combat.ask(Listed(unit.seats, unit.index, "resource.rest", options, options[0][0])) - 1
    piece = Piece(number)
    thing = combat.library.things[number]
    piece.serial = unit.index * 100 + 90 + len(unit.pieces) % 10
    piece.loaded = thing.magazine
    piece.uses = thing.uses
    piece.held = weapon.free_hands(combat, unit) >= thing.hands
    unit.pieces.append(piece)
    carrying.weigh(combat, unit)


TALENTS: Final = ("combat-adrenaline", "second-wind", "rage", "always-prepared")


def gifts(unit: IngenuityCombatant) -> list[int]:
    """Return the numbers of the talents that somebody has of those. Rule: sheet.class."""
    found = unit.sheet.gifts
    if found is None:
        found = [number for number, word in enumerate(TALENTS) if unit.talented(word)]
        unit.sheet.gifts = found
    return found


def forbids_talent(unit: IngenuityCombatant, number: int) -> str:
    """Return the rule that forbids a talent, "" if none does. Rules: sheet.class, resource.rest."""
    if number not in gifts(unit):
        return "sheet.class"
    if number == 2:
        if unit.is_held("raging") or not condition.wounded(unit):
            return "damage.harmed-bloodied-only-flags"
        return ""
    return "resource.rest" if unit.used[RALLIED] >> number & 1 else ""
