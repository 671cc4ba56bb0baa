"""Wounds: how an attack leaves one, what each takes from a unit, and how it heals."""

from __future__ import annotations

from typing import Final

from affray.rulesets.quest.attack.declared import Attack
from affray.rulesets.quest.choice.menus import RemoveWound
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
    target.set_wounds(kind, target.wounds[kind] + 1)
    combat.mark_changed()
    if combat.watched:
        word, number = f"wound-{AIMS[kind]}", target.wounds[kind]
        combat.say("wounded", target.index, source, word, number, "wound.six-or-more")
    if kind == DISRUPTING:
        target.fresh += 1
    if kind == WEAKENING and combat.active == target.index and target.ba > 0:
        target.ba -= 1


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
    unit.set_wounds(kind, unit.wounds[kind] - 1)
    if kind == DISRUPTING and unit.fresh > 0:
        unit.fresh -= 1
    combat.mark_changed()
    if combat.watched:
        word = f"wound-{AIMS[kind]}"
        combat.say("wound healed", unit.index, -1, word, unit.wounds[kind], rule)


def after_battle(unit: QuestCombatant) -> None:
    """Let disrupting wounds heal when the battle is over; others stay. Rule: wound.after-battle."""
    unit.set_wounds(DISRUPTING, 0)
    unit.fresh = 0
