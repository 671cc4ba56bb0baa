"""Stamina, focus and ammunition as they are spent, and healing."""

from __future__ import annotations

from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.definitions import Thing
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Piece
from affray.rulesets.ingenuity.terms import SPRINTS


def spend(combat: IngenuityCombat, unit: IngenuityCombatant, stamina: int, focus: int) -> None:
    """Pay stamina and focus. Rules: action.resources, end.stalemate."""
    unit.stamina -= stamina
    unit.focus -= focus
    if stamina or focus:
        combat.quiet = -1
    combat.mark_changed()


def use_ammunition(
    combat: IngenuityCombat, unit: IngenuityCombatant, deed: Attack, shots: int
) -> None:
    """Use up ammunition. Rules: attack.ammunition, action.resources."""
    if deed.ranged and deed.weapon.ammo:
        number = ammo_of(combat, deed.weapon)
        if number >= 0:
            unit.ammo[number] = max(0, unit.ammo[number] - shots)
        if deed.piece is not None and deed.weapon.reload:
            deed.piece.loaded = max(0, deed.piece.loaded - shots)
    combat.mark_changed()


def heal(
    combat: IngenuityCombat, unit: IngenuityCombatant, endurance: int, health: int, rule: str
) -> None:
    """Rule: damage.healing."""
    had = unit.endurance + unit.health
    unit.endurance = min(unit.most_endurance(), unit.endurance + endurance)
    unit.health = min(unit.most_health(), unit.health + health)
    combat.mark_changed()
    if combat.watched:
        combat.say("healed", unit.index, -1, "", unit.endurance + unit.health - had, rule)


def sprint_price(unit: IngenuityCombatant) -> int:
    """Rules: action.sprint, resource.stamina-costs."""
    return 0 if unit.talented("distance-runner") and not unit.used[SPRINTS] else 1


def command_price(unit: IngenuityCombatant) -> int:
    """Rule: resource.focus-costs."""
    return 1 if unit.talented("tactician") else 2


def ammo_of(combat: IngenuityCombat, weapon: Thing) -> int:
    return combat.library.ammo.index(weapon.ammo) if weapon.ammo in combat.library.ammo else -1


def loaded(combat: IngenuityCombat, unit: IngenuityCombatant, piece: Piece) -> None:
    """Rules: attack.ammunition, attack.reload.crossbow."""
    thing = combat.thing(piece)
    piece.loaded = min(thing.magazine, unit.ammo[ammo_of(combat, thing)])
    if combat.watched:
        combat.say("reloads", unit.index, -1, thing.id, 0, "attack.reload.crossbow")
