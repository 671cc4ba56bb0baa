"""Throwing oneself before an ally: who can, the check, who takes the blow."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.rulesets.sovereign import art, geometry, gm, reaction, sheet
from affray.rulesets.sovereign.blow import Blow
from affray.rulesets.sovereign.state import SCREENED, SHOT, SPELLED, Body, Field, Strike


def number_of(unit: Body, attacker: int = -1) -> int:
    """Return a screener's number. Rule: screen.opposed-check."""
    own = unit.sheet
    if not own.pc:
        found = sheet.OPPOSED + own.skill
    else:
        best = max(own.mods[sheet.STR], own.mods[sheet.DEX])
        skill = max(own.skills.get("brawl", -1), own.skills.get("stab", -1))
        found = sheet.OPPOSED + best + skill
    if own.feat("valiant-defender"):
        found += 2
    if own.feat("bodyguards-eye") and attacker >= 0 and unit.used[SCREENED] >> attacker & 1:
        found += 1
    return found


def can_screen(field: Field, unit: Body, blow: Blow) -> bool:
    """Return whether somebody can throw itself before a blow.

    Rules: screen.limit, screen.needs-skill, screen.feasible, screen.proximity,
    screen.ends-when-helpless.
    """
    if not unit.wards >> blow.target & 1 or not unit.able() or sheet.grappled(field, unit):
        return False
    actor = field.units[blow.actor]
    against = unit.used[SCREENED]
    if not against >> blow.actor & 1 and bits(against) >= unit.sheet.screens:
        return False
    if not geometry.sighted(field, unit, actor):
        return False
    usual = not blow.strike.unscreened
    if actor.size > 1 and blow.strike.mode != SHOT:
        usual = usual and actor.size == 2 and unit.sheet.feat("valiant-defender") > 1
    return gm.rules(field, "screening", unit.index, usual, "screening is feasible")


def bits(number: int) -> int:
    count = 0
    while number:
        count += number & 1
        number >>= 1
    return count


def screen(field: Field, blow: Blow) -> None:
    """Let screeners throw themselves in the way.

    Rules: screen.before-roll, screen.optional, screen.ranged, screen.all-kinds.
    """
    holders: list[Body] = []
    for who in field.asked():
        unit = field.units[who]
        if unit.wards and can_screen(field, unit, blow):
            options = [(1, "screen"), (PASS, "do not screen")]
            if field.ask(Menu(unit.seats, who, "screen.optional", options, 1)) == 1:
                holders.append(unit)
    holders = art.engage(field, blow, holders)
    if holders:
        oppose(field, blow, holders)


def oppose(field: Field, blow: Blow, holders: list[Body]) -> None:
    """Roll the attacker's one check against all who screen.

    Rules: screen.opposed-check, screen.limit, screen.several, screen.attacker-succeeds.
    """
    sure = [one for one in holders if certain(one)]
    numbers = [number_of(one, blow.actor) for one in holders]
    for one in holders:
        one.used[SCREENED] |= 1 << blow.actor
    actor = field.units[blow.actor]
    total = -1
    if not all([one in sure for one in holders]):
        bonus = bonus_of(actor, blow.strike)
        total = sheet.check_total(field, blow.actor, bonus, "screen.opposed-check")
        if not reaction.known(field, actor, blow.target):
            blow.void = "economy.broken-action"
            return
    held: list[tuple[int, Body]] = []
    for place, one in enumerate(holders):
        if one.able() and (one in sure or total < numbers[place]):
            held.append((numbers[place], one))
    if held:
        lowest = min([number for number, _ in held])
        redirect(field, blow, [one for number, one in held if number == lowest])


def certain(unit: Body) -> bool:
    """Return whether a great defender cannot fail: the first time in a round."""
    first = not unit.used[SCREENED] and not unit.used[SPELLED]
    return first and unit.sheet.feat("valiant-defender") > 1


def redirect(field: Field, blow: Blow, worst: list[Body]) -> None:
    """Rules: screen.redirect, screen.several: on a tie the screening side chooses."""
    chosen = worst[0]
    if len(worst) > 1:
        options = [(1 + one.index, f"{one.name} takes it") for one in worst]
        asked = Menu(worst[0].seats, -1, "screen.several", options, options[0][0])
        chosen = field.units[field.ask(asked) - 1]
    blow.target = chosen.index
    field.mark_changed()
    if field.watched:
        field.say("screens", chosen.index, blow.first, "", 0, "screen.redirect")


def bonus_of(actor: Body, one: Strike) -> int:
    """Return what an attacker adds to its check. Rule: screen.opposed-check."""
    own = actor.sheet
    if not own.pc:
        return own.skill
    level = one.level
    if one.exert:
        level = max(own.skills.get("stab", -1), own.skills.get("shoot", -1))
    return max(own.mods[sheet.STR], own.mods[sheet.DEX]) + level
