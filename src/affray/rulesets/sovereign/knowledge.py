"""What a seat knows: of one unseen that it has not located, only that it takes part."""

from __future__ import annotations

from affray.core.ruleset import EXISTENCE, PLACE
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import POOLS, SCREENED


def knows(combat: SovereignCombat, seat: int, who: int) -> int:
    """Return what a seat knows of a combatant. Rule: attack.mod.unseen-unknown."""
    return PLACE if combat.places(seat, combat.units[who]) else EXISTENCE


def blind(combat: SovereignCombat, seat: int) -> SovereignCombat:
    """Return a copy of the fight without what a seat cannot know.

    One that it has not located is off the map and otherwise as its sheet says; what others have
    to do with it is left out, and so is how long nothing has happened.
    """
    twin = combat.clone()
    hidden = 0
    for unit in combat.units:
        if not combat.places(seat, unit):
            hidden |= 1 << unit.index
            twin.leave(twin.units[unit.index])
            twin.units[unit.index] = veiled(unit)
    if hidden:
        for other in twin.units:
            forget(other, hidden)
        twin.refresh_all()
        twin.struck = [one for one in twin.struck if not hidden >> one % POOLS & 1]
        twin.joined = [one for one in twin.joined if not hidden >> one % POOLS & 1]
        twin.idle = 0
        twin.stir = False
    return twin


def veiled(unit: SovereignCombatant) -> SovereignCombatant:
    """Return somebody as others know it who have not located it.

    Nobody meets it in the copy, where rules may be played: it is not present, yet not lost.
    """
    found = SovereignCombatant(unit.index, unit.side, unit.name, -1, unit.sheet)
    found.seats = unit.seats
    found.present = False
    found.acted = unit.acted
    found.fate = unit.fate
    found.unseen = True
    return found


def forget(unit: SovereignCombatant, hidden: int) -> None:
    """Take from what somebody has to do with others all that concerns the hidden, as bits."""
    unit.disengaged &= ~hidden
    unit.wards &= ~hidden
    unit.set_count(SCREENED, unit.used[SCREENED] & ~hidden)
    if unit.swarm >= 0 and hidden >> unit.swarm & 1:
        unit.swarm = -1
    if unit.grappling >= 0 and hidden >> unit.grappling & 1:
        unit.grappling = -1
