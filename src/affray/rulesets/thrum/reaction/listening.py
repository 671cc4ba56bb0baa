"""What is in force on somebody, and whether it can act."""

from __future__ import annotations

from affray.rulesets.thrum.feature import Ability, Feature
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import MOMENTS


def heard(combat: ThrumCombat, kind: int) -> bool:
    """Return whether anybody listens: where it is hot, an event nobody hears is not even made."""
    if not (combat.listens | combat.notices) & kind:
        return False
    for unit in combat.units:
        if (unit.listens | unit.notices) & kind and unit.present:
            return True
    return False


def concerned(combat: ThrumCombat, unit: ThrumCombatant) -> list[Feature]:
    """Return all features of one owner, its placed Terrain Effects among them."""
    found = unit.in_force()
    for terrain in combat.terrains:
        if terrain.creator == unit.index:
            ability = unit.sheet.abilities[terrain.slot]
            if ability not in found:
                found.append(ability)
    return found


def adjusting(combat: ThrumCombat, unit: ThrumCombatant, kind: int) -> list[Feature]:
    """Return those of ``concerned`` that have something to say on a number, in the same order.

    The list may be the sheet's own: nobody changes it.
    """
    found = unit.sheet.adjusting(unit.stance, kind)
    if unit.kept >= 0:
        ability = unit.sheet.abilities[unit.kept]
        if ability.adjusts & kind:
            found = [*found, ability]
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Feature) and effect.adjusts & kind:
            found = [*found, effect]
    for terrain in combat.terrains:
        if terrain.creator == unit.index:
            ability = unit.sheet.abilities[terrain.slot]
            if ability.adjusts & kind and ability not in found:
                found = [*found, ability]
    return found


def listening(combat: ThrumCombat, unit: ThrumCombatant, kind: int) -> list[Feature]:
    """Return those of ``concerned`` that listen to a moment or notice it, in the same order.

    The list may be the sheet's own: nobody changes it.
    """
    sheet = unit.sheet
    found = on_sheet(sheet, unit.stance, kind)
    if unit.kept >= 0:
        ability = sheet.abilities[unit.kept]
        if (ability.listens | ability.notices) & kind:
            found = [*found, ability]
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Feature) and (effect.listens | effect.notices) & kind:
            found = [*found, effect]
    for terrain in combat.terrains:
        if terrain.creator == unit.index:
            ability = sheet.abilities[terrain.slot]
            if (ability.listens | ability.notices) & kind and ability not in found:
                found = [*found, ability]
    return found


def on_sheet(sheet: Sheet, stance: int, kind: int) -> list[Feature]:
    """Return what of a sheet listens to a moment or notices it: what lasts, then a Stance.

    Worked out once for each Stance (-1: none) and moment.
    """
    if not sheet.hearing:
        sheet.hearing = [None] * ((len(sheet.abilities) + 1) * MOMENTS)
    place = (stance + 1) * MOMENTS + kind.bit_length() - 1
    known = sheet.hearing[place]
    if known is None:
        known = [one for one in sheet.lasting if (one.listens | one.notices) & kind]
        if stance >= 0:
            ability = sheet.abilities[stance]
            if (ability.listens | ability.notices) & kind and ability not in known:
                known.append(ability)
        sheet.hearing[place] = known
    return known


def acts(combat: ThrumCombat, unit: ThrumCombatant, feature: Feature) -> bool:
    """The fallen respond with nothing but what is on them, and their Terrain Effects.

    Rules: incapacitated.cannot, terrain-effect.applies-to-all.
    """
    if unit.able() or not isinstance(feature, Ability):
        return True
    for terrain in combat.terrains:
        if terrain.creator == unit.index and terrain.slot == feature.slot:
            return True
    return False
