"""Casting a spell: what may come between, and at whom it is aimed."""

from __future__ import annotations

from affray.core.event import Told
from affray.rulesets.sovereign import changes, geometry, resource
from affray.rulesets.sovereign.action import checks
from affray.rulesets.sovereign.attack import screening
from affray.rulesets.sovereign.choice import aiming, menus
from affray.rulesets.sovereign.choice.aiming import (
    AROUND,
    FOE,
    FRIEND,
    FRIENDS,
    LINE,
    OTHERS,
    Centre,
)
from affray.rulesets.sovereign.condition import reveal
from affray.rulesets.sovereign.definitions import Spell
from affray.rulesets.sovereign.magic import arts, spells, thorns
from affray.rulesets.sovereign.magic.spells import SWIFTLY
from affray.rulesets.sovereign.reaction import windows
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import CAST, ONCE, SPELLED, SPENT_SWIFT


def cast(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    place: int,
    target: SovereignCombatant,
    *,
    swift: bool,
) -> None:
    """Cast a spell, if nothing interrupts it.

    Rules: spell.action, economy.broken-action, spell.slots.
    """
    spell = unit.sheet.spells[place]
    unit.set_count(CAST, SWIFTLY if swift else unit.used[CAST] + 1)
    if swift:
        resource.commit(combat, unit, "swift-casting")
        unit.add_bits(ONCE, SPENT_SWIFT)
    deed = windows.Casting(unit.index, target.index, spell)
    if not windows.undisturbed(combat, deed, spell):
        return
    changes.spend_casting(combat, unit, "spell.slots")
    reveal(combat, unit)
    combat.mark_changed()
    if deed.void:
        if combat.watched:
            combat.tell(Told("wasted", unit.index, -1, spell.id, 0, deed.void))
        return
    if combat.watched:
        word = "invokes" if target is unit else "casts"
        combat.tell(Told(word, unit.index, target.index, spell.id, 0, "spell.action"))
    if resource.ready(combat, unit, "hang-sorcery"):
        if menus.may(combat, unit, "effort.pool", "hang the spell", usual=False):
            resource.commit(combat, unit, "hang-sorcery")
            changes.set_hung(combat, unit, place, "effort.pool")
            return
    release(combat, unit, spell, target)


def release(
    combat: SovereignCombat, unit: SovereignCombatant, spell: Spell, target: SovereignCombatant
) -> None:
    """Let a spell do what it does, where its caster aims it."""
    aim = aiming.aim_of(spell)
    if aim in (FOE, FRIEND, OTHERS):
        if target.side != unit.side:
            if not target.present:
                return
            target = guarded(combat, unit, target)
        spells.one(combat, unit, spell, target)
    elif aim == FRIENDS:
        spells.many(combat, unit, spell)
    elif aim == AROUND:
        spells.fear(combat, unit, spell)
    elif aim == LINE:
        thorns.grow(combat, unit, aiming.range_of(unit, spell))
    else:
        radius = spells.radius_of(combat, unit, spell)
        centre = Centre(combat, unit, spell, radius)
        if centre.answers():
            spot = combat.ask(centre) - 1 if len(centre.answers()) > 1 else centre.answers()[0] - 1
            spells.area(combat, unit, spell, spot, radius)


def guarded(
    combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant
) -> SovereignCombatant:
    """Return who takes a spell, if a defender screens against it. Content: valiant-defender."""
    for who in combat.asked():
        one = combat.units[who]
        if not one.guards(target) or not one.able() or one.used[SPELLED]:
            continue
        if not one.sheet.feat("valiant-defender") or not geometry.sighted(combat, one, unit):
            continue
        if menus.screens(combat, one, "screen against the spell"):
            sure = screening.certain(one)
            one.set_count(SPELLED, 1)
            if sure:
                return one
            total = checks.check_total(
                combat, unit.index, arts.magery(unit), "screen.opposed-check"
            )
            if total < screening.number_of(one):
                return one
    return target
