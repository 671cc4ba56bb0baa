"""Wounds: how an attack leaves one, what each takes from a unit, and how it heals."""

from __future__ import annotations

from typing import Final

from affray.rulesets.quest.attack.declared import Attack
from affray.rulesets.quest.choice.menus import RemoveWound
from affray.rulesets.quest.resource import free_hits
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import AIMS, CENTER, DISRUPTING, WEAKENING, WOUNDS

WOUND_AT: Final = 6  # wound.six-or-more


def leaves_wound(attack: Attack, net: int) -> bool:
    """Return whether the damage that arrives from one attack leaves the wound of its aim.

    Rules: wound.six-or-more, wound.net-damage, wound.single-attack.
    """
    return attack.weapon is not None and attack.aim < CENTER and net >= WOUND_AT


def inflict(combat: QuestCombat, target: QuestCombatant, kind: int, source: int) -> None:
    """Leave a wound of a kind; a unit that loses a bonus action loses it at once in its turn.

    Rules: wound.fatal-leaves-mark, wound.stacking, wound.slowing-movement, wound.slowing-agility,
    wound.weakening-strength, wound.weakening-bonus-action, wound.disrupting-battle,
    wound.disrupting-round.
    """
    set_wounds(combat, target, kind, target.wounds[kind] + 1, "wound.six-or-more", source)
    combat.mark_changed()
    if kind == DISRUPTING:
        set_fresh(combat, target, target.fresh + 1, "wound.disrupting-round")
    if kind == WEAKENING and combat.active == target.index and target.ba > 0:
        rule = "wound.weakening-bonus-action"
        combat.tell_resource(target.index, "ba", target.ba, target.ba - 1, rule)
        target.ba -= 1


def set_wounds(
    combat: QuestCombat, unit: QuestCombatant, kind: int, number: int, rule: str, source: int = -1
) -> None:
    """Set how many wounds of a kind a unit has; slowing ones change its free hits."""
    left = free_hits.left(unit) if combat.watched else 0
    word, before = f"wound-{AIMS[kind]}", unit.wounds[kind]
    unit.set_wounds(kind, number)
    combat.tell_condition(unit.index, word, before, number, rule, source)
    free_hits.tell_change(combat, unit, left, rule)


def set_fresh(combat: QuestCombat, unit: QuestCombatant, number: int, rule: str) -> None:
    """Set how many disrupting wounds of a unit are of this round."""
    combat.tell_condition(unit.index, "disrupting-fresh", unit.fresh, number, rule)
    unit.fresh = number


def end_round(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Let disrupting wounds be older than this round. Rule: wound.disrupting-round."""
    set_fresh(combat, unit, 0, "wound.disrupting-round")


# ---- healing ------------------------------------------------------------------------------------


def after_healing(
    combat: QuestCombat, unit: QuestCombatant, received: int, removes: int, chooser: QuestCombatant
) -> None:
    """Remove the wounds that one instance of healing takes away.

    First those that its source says it removes, of which ``chooser`` chooses; then one more if six
    or more points were received.
    Rules: wound.healed-explicitly, wound.healed-by-six, wound.healed-amount-received.
    """
    for _ in range(removes):
        remove(combat, unit, chooser, "wound.healed-explicitly")
    if received >= WOUND_AT:
        remove(combat, unit, unit, "wound.healed-by-six")


def remove(combat: QuestCombat, unit: QuestCombatant, chooser: QuestCombatant, rule: str) -> None:
    """Remove one wound and all that it does; of disrupting ones one of this round first.

    Rules: wound.removal-ends-all, wound.healed-one-per-instance.
    """
    kinds = [one for one in range(WOUNDS) if unit.wounds[one] > 0]
    if not kinds:
        return
    kind = kinds[0]
    if len(kinds) > 1:
        kind = combat.ask(RemoveWound(chooser, kinds)) - 1
    set_wounds(combat, unit, kind, unit.wounds[kind] - 1, rule)
    if kind == DISRUPTING and unit.fresh > 0:
        set_fresh(combat, unit, unit.fresh - 1, rule)
    combat.mark_changed()


def after_battle(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Let disrupting wounds heal when the battle is over; others stay. Rule: wound.after-battle."""
    set_wounds(combat, unit, DISRUPTING, 0, "wound.after-battle")
    set_fresh(combat, unit, 0, "wound.after-battle")
