"""Throwing oneself before an ally: who can, the check, who takes the blow."""

from __future__ import annotations

from affray.core.event import Told
from affray.rulesets.sovereign import condition, geometry, gm, resource
from affray.rulesets.sovereign.action import checks
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.choice import menus
from affray.rulesets.sovereign.choice.menus import AskUnit
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.magic import arts
from affray.rulesets.sovereign.reaction import windows
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import SCREENED, SHOT, SPELLED


def number_of(unit: SovereignCombatant, attacker: int = -1) -> int:
    """Return a screener's number. Rule: screen.opposed-check."""
    own = unit.sheet
    if not own.pc:
        found = checks.OPPOSED + own.skill
    else:
        best = max(own.mods[numbers.STR], own.mods[numbers.DEX])
        skill = max(own.skills.get("brawl", -1), own.skills.get("stab", -1))
        found = checks.OPPOSED + best + skill
    if own.feat("valiant-defender"):
        found += 2
    if own.feat("bodyguards-eye") and attacker >= 0 and unit.used[SCREENED] >> attacker & 1:
        found += 1
    return found


def can_screen(combat: SovereignCombat, unit: SovereignCombatant, attack: Attack) -> bool:
    """Return whether somebody can throw itself before a blow.

    Rules: screen.feasible, screen.proximity, screen.ends-when-helpless.
    """
    if not unit.wards >> attack.target & 1 or not unit.able() or condition.grappled(combat, unit):
        return False
    actor = combat.units[attack.actor]
    if not resource.can_screen(unit, attack.actor) or not geometry.sighted(combat, unit, actor):
        return False
    usual = not attack.strike.unscreened
    if actor.size > 1 and attack.strike.mode != SHOT:
        usual = usual and actor.size == 2 and unit.sheet.feat("valiant-defender") > 1
    return gm.rules(combat, "screening", unit.index, usual, "screening is feasible")


def screen(combat: SovereignCombat, attack: Attack) -> None:
    """Let screeners throw themselves in the way.

    Rules: screen.before-roll, screen.ranged, screen.all-kinds.
    """
    holders: list[SovereignCombatant] = []
    for who in combat.asked():
        unit = combat.units[who]
        if unit.wards and can_screen(combat, unit, attack):
            if menus.screens(combat, unit, "screen"):
                holders.append(unit)
    holders = arts.engage(combat, attack, holders)
    if holders:
        oppose(combat, attack, holders)


def oppose(combat: SovereignCombat, attack: Attack, holders: list[SovereignCombatant]) -> None:
    """Roll the attacker's one check against all who screen.

    Rules: screen.opposed-check, screen.limit, screen.several, screen.attacker-succeeds.
    """
    sure = [holder for holder in holders if certain(holder)]
    numbers = [number_of(holder, attack.actor) for holder in holders]
    for holder in holders:
        holder.add_bits(SCREENED, 1 << attack.actor)
    actor = combat.units[attack.actor]
    total = -1
    if not all(holder in sure for holder in holders):
        bonus = bonus_of(actor, attack.strike)
        total = checks.check_total(combat, attack.actor, bonus, "screen.opposed-check")
        if not windows.known(combat, actor, attack.target):
            attack.void = "economy.broken-action"
            return
    held: list[tuple[int, SovereignCombatant]] = []
    for place, holder in enumerate(holders):
        if holder not in sure:
            number = numbers[place]
            checks.tell_contest(
                combat, attack.actor, holder.index, total, number, "screen.opposed-check"
            )
        if holder.able() and (holder in sure or total < numbers[place]):
            held.append((numbers[place], holder))
    if held:
        lowest = min([number for number, _ in held])
        redirect(combat, attack, [one for number, one in held if number == lowest])


def certain(unit: SovereignCombatant) -> bool:
    """Return whether a great defender cannot fail: the first time in a round."""
    first = not unit.used[SCREENED] and not unit.used[SPELLED]
    return first and unit.sheet.feat("valiant-defender") > 1


def redirect(combat: SovereignCombat, attack: Attack, worst: list[SovereignCombatant]) -> None:
    """Let one of the screeners take the attack; on a tie their side chooses.

    Rules: screen.redirect, screen.several.
    """
    chosen = worst[0]
    if len(worst) > 1:
        options = [(1 + unit.index, f"{unit.name} takes it") for unit in worst]
        rule, default = "screen.several", options[0][0]
        asked = AskUnit(worst[0].seats, -1, rule, options, default, "screen")
        chosen = combat.units[combat.ask(asked) - 1]
    attack.target = chosen.index
    combat.mark_changed()
    if combat.watched:
        combat.tell(Told("screens", chosen.index, attack.first, "", 0, "screen.redirect"))


def bonus_of(actor: SovereignCombatant, one: Strike) -> int:
    """Return what an attacker adds to its check. Rule: screen.opposed-check."""
    own = actor.sheet
    if not own.pc:
        return own.skill
    level = one.level
    if one.exert:
        level = max(own.skills.get("stab", -1), own.skills.get("shoot", -1))
    return max(own.mods[numbers.STR], own.mods[numbers.DEX]) + level
