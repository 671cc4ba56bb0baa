"""Arts, and what feats let one do as an Instant or against harm."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.event import Part
from affray.core.window import Deed
from affray.rulesets.sovereign import changes, geometry, resource
from affray.rulesets.sovereign.action import checks
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.choice import menus
from affray.rulesets.sovereign.choice.menus import AskUnit
from affray.rulesets.sovereign.condition import WARDED
from affray.rulesets.sovereign.sheet import equipment, numbers
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import (
    ACTIVE,
    COUNTERED,
    FIRE,
    FROST,
    ONCE,
    SPENT_DEFENSE,
    SPENT_INEXORABLE,
    SPENT_NULL,
    SPENT_SAVE,
)


def can_counter(
    combat: SovereignCombat, unit: SovereignCombatant, caster: SovereignCombatant
) -> bool:
    """Content: counter-magic."""
    if unit.side == caster.side or unit.used[COUNTERED]:
        return False
    if not resource.ready(combat, unit, "counter-magic"):
        return False
    return geometry.sighted(combat, unit, caster) and not geometry.unseen(combat, unit, caster)


def counter(combat: SovereignCombat, unit: SovereignCombatant, deed: Deed) -> None:
    """Waste a spell by an opposed INT/Magic check. Content: counter-magic."""
    caster = combat.units[deed.actor]
    resource.commit(combat, unit, "counter-magic")
    unit.set_count(COUNTERED, 1)
    number = checks.OPPOSED + magery(caster)
    if checks.check(combat, unit.index, magery(unit), number, "check.opposed"):
        deed.void = "check.opposed"


def magery(unit: SovereignCombatant) -> int:
    """Return INT/Magic."""
    return numbers.mod(unit.sheet, numbers.INT) + numbers.skill(unit.sheet, "magic")


def nullifies(combat: SovereignCombat, target: SovereignCombatant) -> bool:
    """Return whether a great Nullifier is not affected by one magical effect."""
    if target.sheet.feat("nullifier") < 2 or target.used[ONCE] & SPENT_NULL or not target.able():
        return False
    if not menus.may(combat, target, "save.roll", "shrug the magic off"):
        return False
    target.add_bits(ONCE, SPENT_NULL)
    return True


# ---- saves ---------------------------------------------------------------------------------------

NEAR: Final = 4  # squares: a Nullifier's 20 ft


def resists(
    combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant, kind: int
) -> bool:
    """Save against magic. Content: nullifier, inexorable-effect.

    Rules: save.roll, save.naturals.
    """
    bonus = 2 if nullified(combat, target) else 0
    saved = checks.save(combat, target, kind, bonus, "save.roll")
    if saved and target.side != unit.side and not unit.used[ONCE] & SPENT_INEXORABLE:
        if unit.able() and resource.ready(combat, unit, "inexorable-effect"):
            if menus.may(combat, unit, "effort.pool", "make it save again"):
                resource.commit(combat, unit, "inexorable-effect")
                unit.add_bits(ONCE, SPENT_INEXORABLE)
                saved = checks.save(combat, target, kind, bonus, "save.roll")
    return saved or unfailing(target)


def unfailing(target: SovereignCombatant) -> bool:
    """Return whether a failed save succeeds instead, the first of a day. Content: nullifier."""
    if not target.sheet.feat("nullifier") or target.used[ONCE] & SPENT_SAVE:
        return False
    target.add_bits(ONCE, SPENT_SAVE)
    return True


def nullified(combat: SovereignCombat, target: SovereignCombatant) -> bool:
    """Return whether a Nullifier of its side is within 20 ft, itself included."""
    for unit in combat.units:
        if unit.side == target.side and unit.present and unit.sheet.feat("nullifier"):
            if unit.fate == ACTIVE and (
                unit is target or geometry.apart(combat, unit, target) <= NEAR
            ):
                return True
    return False


# ---- against harm --------------------------------------------------------------------------------


def lessened(
    combat: SovereignCombat,
    target: SovereignCombatant,
    amount: int,
    source: int,
    harm: int,
    parts: list[Part] | None,
    *,
    magic: bool,
) -> int:
    """Return what is left of harm after arts and feats; what they take is added to ``parts``.

    Content: elemental-resilience, elemental-shield, thermal-shield, impervious-defense,
    vital-furnace.
    """
    own = target.sheet
    if harm in (FIRE, FROST):
        if magic and equipment.works(target, "elemental-resilience"):
            amount = left(amount, amount // 2, "elemental-resilience", parts)
        if magic and target.has(WARDED):
            rest = 0 if warded(combat, target, source) else amount // 2
            amount = left(amount, rest, "elemental-shield", parts)
        if amount and shielded_from_heat(combat, target):
            return left(amount, 0, "thermal-shield", parts)
    if not amount or not target.able():
        return amount
    if own.feat("impervious-defense") > 1 and source >= 0 and not magic:
        if not target.used[ONCE] & SPENT_DEFENSE:
            if menus.may(combat, target, "economy.instant-after-dice", "shrug it off"):
                target.add_bits(ONCE, SPENT_DEFENSE)
                return 0
    if amount < target.hp and resource.ready(combat, target, "vital-furnace"):
        usual = 2 * amount >= target.hp
        if menus.may(combat, target, "effort.pool", "burn the wound away", usual=usual):
            resource.commit(combat, target, "vital-furnace")
            return 0
    return amount


def left(amount: int, rest: int, ability: str, parts: list[Part] | None) -> int:
    """Return the rest of harm, and note what an ability has taken of it."""
    if parts is not None and rest != amount:
        parts.append((rest - amount, ability))
    return rest


def warded(combat: SovereignCombat, target: SovereignCombatant, source: int) -> bool:
    """Save behind an Elemental Shield, against magic. Content: elemental-shield."""
    if source < 0:
        return checks.save(combat, target, numbers.PHYSICAL, 0, "save.roll")
    return resists(combat, combat.units[source], target, numbers.PHYSICAL)


def shielded_from_heat(combat: SovereignCombat, target: SovereignCombatant) -> bool:
    """Content: thermal-shield."""
    for who in combat.asked():
        unit = combat.units[who]
        if (
            unit.side == target.side
            and unit.able()
            and resource.ready(combat, unit, "thermal-shield")
        ):
            if unit is target or geometry.sighted(combat, unit, target):
                if menus.may(
                    combat, unit, "effort.pool", f"shield {target.name}", target=target.index
                ):
                    resource.commit(combat, unit, "thermal-shield")
                    return True
    return False


def soft_landing(combat: SovereignCombat, target: SovereignCombatant) -> bool:
    """Return whether a fall is made harmless. Content: steps-of-air."""
    for who in combat.asked():
        unit = combat.units[who]
        if (
            unit.side == target.side
            and unit.able()
            and resource.ready(combat, unit, "steps-of-air")
        ):
            if unit is target or geometry.sighted(combat, unit, target):
                if menus.may(
                    combat,
                    unit,
                    "fall.damage",
                    f"let {target.name} land softly",
                    target=target.index,
                ):
                    resource.commit(combat, unit, "steps-of-air")
                    return True
    return False


def steel(combat: SovereignCombat, target: SovereignCombatant) -> None:
    """Let a mage that was hurt cast this round regardless. Content: iron-resolution."""
    if not target.able() or not target.sheet.spells or target.casting < 1:
        return
    if not resource.ready(combat, target, "iron-resolution"):
        return
    if menus.may(
        combat, target, "spell.disrupted-round", "keep the mind on the spell", usual=False
    ):
        resource.commit(combat, target, "iron-resolution")
        saved = checks.save(combat, target, numbers.PHYSICAL, 0, "save.roll")
        changes.set_steeled(combat, target, saved, "spell.disrupted-round")


# ---- weapons -------------------------------------------------------------------------------------


def engage(
    combat: SovereignCombat, attack: Attack, holders: list[SovereignCombatant]
) -> list[SovereignCombatant]:
    """Let a duelist ignore one foe's screening. Content: forced-engagement."""
    unit = combat.units[attack.actor]
    if (
        not holders
        or not attack.strike.favoured
        or not resource.ready(combat, unit, "forced-engagement")
    ):
        return holders
    options = [(1 + holder.index, f"ignore {holder.name}") for holder in holders]
    options.append((PASS, "ignore nobody"))
    default = options[0][0]
    rule = "screen.opposed-check"
    asked = AskUnit(unit.seats, unit.index, rule, options, default, "ignore")
    answer = combat.ask(asked)
    if answer == PASS:
        return holders
    resource.commit(combat, unit, "forced-engagement")
    return [holder for holder in holders if holder.index != answer - 1]
