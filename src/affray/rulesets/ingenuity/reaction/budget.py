"""Who can still react, and what it takes: one reaction between turns, and free ones."""

from __future__ import annotations

from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.definitions import Condition
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import ALERT, PREPARED, REACTIONS


def can_react(
    combat: IngenuityCombat, unit: IngenuityCombatant, free: bool = False, defensive: bool = False
) -> bool:
    """Return whether somebody has a reaction left, or needs none.

    Rules: reaction.one, reaction.any-turn, reaction.extra, reaction.unable, surprise.no-actions,
    condition.stunned, gm.optional-surprise-reactions, reaction.defensive-list, action.wait.
    """
    if not unit.able() or (unit.effects and (unit.is_held("stunned") or numbed(unit))):
        return False
    if combat.caught(unit) and not combat.options[ALERT]:
        return False
    if free or (defensive and prepared(unit)):
        return True
    return unit.used[REACTIONS] < (2 if unit.effects and unit.is_held("waiting") else 1)


def numbed(unit: IngenuityCombatant) -> bool:
    """Return whether a pack's condition keeps somebody from reacting."""
    for held in unit.effects:
        if isinstance(held.effect, Condition) and held.effect.numbs:
            return True
    return False


def prepared(unit: IngenuityCombatant) -> bool:
    """Return whether Prepared Defence makes the next defensive reaction free."""
    return not unit.used[PREPARED] and unit.talented("prepared-defense")


def spend_reaction(
    combat: IngenuityCombat, unit: IngenuityCombatant, free: bool = False, defensive: bool = False
) -> None:
    """Use up a reaction unless it is free. Rules: reaction.free, reaction.one."""
    if free:
        return
    if defensive and prepared(unit):
        unit.set_count(PREPARED, 1)
    else:
        unit.count(REACTIONS)
    combat.mark_changed()


def may_defend(combat: IngenuityCombat, unit: IngenuityCombatant, deed: Attack | None) -> bool:
    """Return whether somebody can fortify or resist now, perhaps for free after it intercepted.

    Rules: reaction.intercept.defence, reaction.unable.
    """
    return can_react(combat, unit, deed is not None and deed.answers.free == unit.index, True)


def spend_defence(combat: IngenuityCombat, unit: IngenuityCombatant, deed: Attack | None) -> None:
    """Use up a reaction, or the one free defence of who intercepted.

    Rule: reaction.intercept.defence.
    """
    if deed is not None and deed.answers.free == unit.index:
        deed.answers.free = -1
    else:
        spend_reaction(combat, unit, defensive=True)


def regain(unit: IngenuityCombatant) -> None:
    """Give back the reaction at the start of a turn of one's own. Rule: reaction.recovery."""
    unit.set_count(REACTIONS, 0)
