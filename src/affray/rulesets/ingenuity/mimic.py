"""Mimic Action: repeating what another has just done."""

from __future__ import annotations

from affray.core.choice import Menu
from affray.rulesets.ingenuity import maneuver
from affray.rulesets.ingenuity.state import IngenuityCombat, Maneuver, Unit


def seen(combat: IngenuityCombat, unit: Unit) -> list[Maneuver]:
    """Return the one-action manoeuvres that others used since the own last turn."""
    found: list[Maneuver] = []
    for code in combat.shown:
        one = combat.library.maneuvers[code % 1000]
        who = code // 1000 % 100
        if code // 100000 < unit.last_turn or who == unit.index or one in found:
            continue
        if one.timing == "action" and one.actions == 1 and one.works != "mimic-action":
            found.append(one)
    return found


def uses(combat: IngenuityCombat, unit: Unit, paid: int) -> list[tuple[Maneuver, Unit]]:
    """Return what can be repeated on whom once ``paid`` focus is gone."""
    found: list[tuple[Maneuver, Unit]] = []
    unit.focus -= paid
    for one in seen(combat, unit):
        for target in combat.units:
            if not maneuver.meant_for(combat, unit, one, target):
                continue
            if not maneuver.cannot(combat, unit, one, target, boosted=False):
                found.append((one, target))
    unit.focus += paid
    return found


def possible(combat: IngenuityCombat, unit: Unit, own: Maneuver) -> bool:
    return bool(uses(combat, unit, own.focus))


def use(combat: IngenuityCombat, unit: Unit, own: Maneuver, more: int) -> None:
    """Test, then repeat a manoeuvre at its price, at +1 and as if learned.

    Rules: maneuver.steps, maneuver.improvise.
    """
    if maneuver.tested(combat, unit, own, unit, more, -1) < own.difficulty:
        return
    unit.actions += 1  # which the mimic itself has taken
    found = uses(combat, unit, 0)
    unit.actions -= 1
    if not found:
        return
    options = [(1 + n, f"{one.id} {target.name}") for n, (one, target) in enumerate(found)]
    answer = options[0][0]
    if len(options) > 1:
        answer = combat.ask(Menu(unit.seats, unit.index, "maneuver.steps", options, answer))
    one, target = found[answer - 1]
    maneuver.use(combat, unit, one, target, boosted=False, more=1)
