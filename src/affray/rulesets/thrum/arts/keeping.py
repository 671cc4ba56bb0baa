"""What ends once it has been used, unless Stress is taken to keep it."""

from __future__ import annotations

from affray.rulesets.thrum import damage, picking
from affray.rulesets.thrum.death import end_stance
from affray.rulesets.thrum.feature import Ability
from affray.rulesets.thrum.state import STRESS, Character, ThrumCombat


def pays(combat: ThrumCombat, payer: Character, what: str, rule: str, n: int = 1) -> bool:
    """Ask somebody to take Stress for keeping something; return whether it did."""
    if not payer.able():
        return False
    words = [f"end {what}", f"take {n} stress"]
    if combat.ask(picking.Words(payer, words, rule, f"keep {what}?")) == 0:
        return False
    damage.take(combat, payer.index, STRESS, n, payer.index)
    return True


def in_stance(owner: Character, ability: Ability) -> bool:
    """Return whether a Stance is still in force. Rule: incapacitated.stance-ends."""
    return ability.slot in (owner.stance, owner.kept)


def end(combat: ThrumCombat, owner: Character, ability: Ability) -> None:
    """End a Stance by its own text, if it has not ended already. Rule: stance.persists."""
    if in_stance(owner, ability):
        end_stance(combat, owner, ability)


def end_unless_paid(combat: ThrumCombat, owner: Character, ability: Ability) -> None:
    """End a Stance unless its owner takes 1 Stress to keep it. Rule: stance.persists."""
    if not in_stance(owner, ability):
        return
    if any([feature.keeps_stance(combat, owner, ability) for feature in owner.in_force()]):
        return
    if not pays(combat, owner, ability.id, "stance.persists"):
        end(combat, owner, ability)
