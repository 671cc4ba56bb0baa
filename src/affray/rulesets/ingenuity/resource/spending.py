"""What is spent and given back in a combat: the doors through which each of it changes."""

from __future__ import annotations

from affray.core.event import Healed, ResourceGained, ResourceSpent, Told
from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.definitions import Thing
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Piece
from affray.rulesets.ingenuity.terms import SPRINTS


def tell(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    what: str,
    before: int,
    after: int,
    rule: str,
) -> None:
    """Tell of a resource that became less or more, if it did."""
    if not combat.watched or before == after:
        return
    if after < before:
        combat.tell(ResourceSpent(unit.index, what, before, after, rule))
    else:
        combat.tell(ResourceGained(unit.index, what, before, after, rule))


def set_actions(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    count: int,
    rule: str = "action.default-cost",
) -> None:
    """Let somebody have so many actions left in its turn."""
    before = unit.actions
    unit.actions = count
    tell(combat, unit, "actions", before, count, rule)


def set_stamina(combat: IngenuityCombat, unit: IngenuityCombatant, count: int, rule: str) -> None:
    """Let somebody have so much stamina."""
    before = unit.stamina
    unit.stamina = count
    tell(combat, unit, "stamina", before, count, rule)


def set_focus(combat: IngenuityCombat, unit: IngenuityCombatant, count: int, rule: str) -> None:
    """Let somebody have so much focus."""
    before = unit.focus
    unit.focus = count
    tell(combat, unit, "focus", before, count, rule)


def set_fate(combat: IngenuityCombat, unit: IngenuityCombatant, count: int, rule: str) -> None:
    """Let somebody have so many points of fate."""
    before = unit.fate_points
    unit.fate_points = count
    tell(combat, unit, "fate", before, count, rule)


def set_ammunition(
    combat: IngenuityCombat, unit: IngenuityCombatant, number: int, count: int, rule: str
) -> None:
    """Let somebody have so much ammunition of a kind."""
    before = unit.ammo[number]
    unit.ammo[number] = count
    tell(combat, unit, combat.library.ammo[number], before, count, rule)


def pay_endurance(
    combat: IngenuityCombat, unit: IngenuityCombatant, amount: int, rule: str
) -> None:
    """Pay with endurance: nobody hurts one, and nothing is taken off. Rule: action.resources."""
    before = unit.endurance
    unit.endurance -= amount
    combat.quiet = -1
    combat.mark_changed()
    tell(combat, unit, "endurance", before, unit.endurance, rule)


def spend(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    stamina: int,
    focus: int,
    rule: str = "action.resources",
) -> None:
    """Pay stamina and focus. Rules: action.resources, end.stalemate."""
    set_stamina(combat, unit, unit.stamina - stamina, rule)
    set_focus(combat, unit, unit.focus - focus, rule)
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
            left = max(0, unit.ammo[number] - shots)
            set_ammunition(combat, unit, number, left, "attack.ammunition")
        if deed.piece is not None and deed.weapon.reload:
            deed.piece.loaded = max(0, deed.piece.loaded - shots)
    combat.mark_changed()


def heal(
    combat: IngenuityCombat, unit: IngenuityCombatant, endurance: int, health: int, rule: str
) -> None:
    """Give back endurance and health, up to what there is of each. Rule: damage.healing."""
    had_endurance, had_health = unit.endurance, unit.health
    unit.endurance = min(unit.most_endurance(), had_endurance + endurance)
    unit.health = min(unit.most_health(), had_health + health)
    combat.mark_changed()
    if combat.watched:
        restored(combat, unit, "endurance", had_endurance, unit.endurance, endurance, rule)
        restored(combat, unit, "health", had_health, unit.health, health, rule)


def restored(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    what: str,
    before: int,
    after: int,
    offered: int,
    rule: str,
) -> None:
    """Tell of endurance or health given back; ``offered`` is what it would be without a limit."""
    if before != after:
        parts = [(offered, rule)]
        if offered != after - before:
            parts.append((after - before - offered, "resource.kinds"))
        combat.tell(Healed(unit.index, what, before, after, rule, -1, "", parts))


def sprint_price(unit: IngenuityCombatant) -> int:
    """Return the stamina that a Sprint takes. Rules: action.sprint, resource.stamina-costs."""
    return 0 if unit.talented("distance-runner") and not unit.used[SPRINTS] else 1


def command_price(unit: IngenuityCombatant) -> int:
    """Return the focus that a Command takes. Rule: resource.focus-costs."""
    return 1 if unit.talented("tactician") else 2


def ammo_of(combat: IngenuityCombat, weapon: Thing) -> int:
    """Return the number of a weapon's ammunition, -1 if it takes none that there is."""
    if weapon.ammo:
        for number, name in enumerate(combat.library.ammo):
            if name == weapon.ammo:
                return number
    return -1


def loaded(combat: IngenuityCombat, unit: IngenuityCombatant, piece: Piece) -> None:
    """Let a weapon be loaded. Rules: attack.ammunition, attack.reload.crossbow."""
    thing = combat.thing(piece)
    piece.loaded = min(thing.magazine, unit.ammo[ammo_of(combat, thing)])
    if combat.watched:
        combat.tell(Told("reloads", unit.index, -1, thing.id, 0, "attack.reload.crossbow"))
