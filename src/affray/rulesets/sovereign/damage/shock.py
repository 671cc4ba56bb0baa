"""Shock: what a miss still inflicts."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.event import Told
from affray.rulesets.sovereign import changes
from affray.rulesets.sovereign.choice.menus import Ask
from affray.rulesets.sovereign.condition import PIERCED, held_from
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import MELEE, NO_AC, SHIELD


def expected(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    target: SovereignCombatant,
    strike: Strike,
    swarm: bool,
) -> int:
    """Return the Shock that a miss inflicts on this target at this moment; changes nothing.

    Rules: shock.on-miss, shock.current-ac, shock.immunity, swarm.shock-always, swarm.total-defense,
    total.shock, shock.shield.
    """
    if target.total or strike.mode != 0:
        return 0
    if swarm:
        return strike.shock if strike.shock_ac >= 0 else 0
    if immune(target):
        return 0
    found = shock_of(unit, strike, target, numbers.ac(combat, target))
    return 0 if found and shielded(target) else found


def immune(target: SovereignCombatant) -> bool:
    """Return whether it suffers no Shock: by its nature, or as a Close Combatant that never casts.

    Rule: shock.immunity.
    """
    own = target.sheet
    if own.abilities and own.shock_proof():
        return True
    return own.feat("close-combatant") > 0 and not own.spells and not own.arts


def shielded(target: SovereignCombatant) -> bool:
    """Return whether a shield still stops Shock in this round. Rule: shock.shield."""
    return target.sheet.shield and target.used[SHIELD] == 0


def on_miss(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    target: SovereignCombatant,
    strike: Strike,
    swarm: bool,
) -> int:
    """Return the Shock of a miss, and use up a shield that stops it.

    Rules: shock.shield, shock.shield-what-counts, swarm.shock-spares-shield.
    """
    if swarm or target.total or immune(target):
        return expected(combat, unit, target, strike, swarm)
    found = shock_of(unit, strike, target, numbers.ac(combat, target))
    if not found:
        return 0
    if not shielded(target):
        return 0 if ignores(combat, target) else found
    target.set_count(SHIELD, 1)
    combat.mark_changed()
    if combat.watched:
        combat.tell(Told("shield", target.index, unit.index, strike.id, 0, "shock.shield"))
    return 0


def ignores(combat: SovereignCombat, target: SovereignCombatant) -> bool:
    """Return whether a Close Combatant ignores Shock, and casts no more this round."""
    if not target.sheet.feat("close-combatant"):
        return False
    options = [(PASS, "suffer the Shock"), (1, "ignore it and cast no more")]
    if combat.ask(Ask(target.seats, target.index, "shock.immunity", options)) == PASS:
        return False
    changes.set_disrupted(combat, target, True, "shock.immunity")
    changes.set_steeled(combat, target, False, "shock.immunity")
    return True


def shock_of(
    unit: SovereignCombatant, strike: Strike, target: SovereignCombatant, target_ac: int
) -> int:
    """Return the Shock that a miss would inflict by AC alone.

    Rules: shock.on-miss, shock.dash, shock.melee-only, shock.modifiers.
    """
    if strike.mode != MELEE or strike.shock_ac == NO_AC:
        return 0
    if target_ac > 10 and treats_as_ten(unit, strike, target):
        target_ac = 10
    return strike.shock if target_ac <= strike.shock_ac else 0


def treats_as_ten(unit: SovereignCombatant, strike: Strike, target: SovereignCombatant) -> bool:
    """Return whether an attacker's Shock takes the target's AC for 10."""
    own = unit.sheet
    if own.feats:
        if own.feat("shocking-assault"):
            return True
        if own.feat("close-combatant") > 1 or own.feat("armsmaster") > 1:
            return True
    return strike.favoured and held_from(target, PIERCED, unit.index) is not None
