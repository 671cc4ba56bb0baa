"""Losing and regaining hit points."""

from __future__ import annotations

from affray.rulesets.sovereign import condition, death
from affray.rulesets.sovereign.choice import morale
from affray.rulesets.sovereign.magic import arts
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import BODILY


def hurt(
    combat: SovereignCombat,
    target: SovereignCombatant,
    amount: int,
    source: int,
    rule: str,
    *,
    spares: bool,
    harm: int = BODILY,
    magic: bool = False,
) -> int:
    """Take hit points; return how many.

    Rules: damage.hp, grapple.damage.
    """
    if amount <= 0 or not target.present:
        return 0
    amount = arts.lessened(combat, target, amount, source, harm, magic=magic)
    if amount <= 0 or not target.present:
        return 0
    combat.mark_changed()
    combat.stir = True
    down = target.hp == 0
    target.hp = max(0, target.hp - amount)
    target.asleep = False
    if combat.watched:
        combat.say("hurt", target.index, source, "", amount, rule)
    if down:
        death.finish(combat, target)
        return amount
    if target.hp == 0:
        death.drop(combat, target, source, spares=spares)
    jostled(combat, target)
    if target.present:
        morale.check_morale(combat, target)
    return amount


def jostled(combat: SovereignCombat, target: SovereignCombatant) -> None:
    """Disrupt a mage's casting for the round. Rule: spell.disrupted-round."""
    target.hurt = True
    if not target.steeled:
        arts.steel(combat, target)


def heal(combat: SovereignCombat, target: SovereignCombatant, amount: int, rule: str) -> None:
    """Give hit points back; who was down comes to."""
    combat.mark_changed()
    target.hp = min(target.sheet.max_hp, target.hp + amount)
    if combat.watched:
        combat.say("healed", target.index, -1, "", amount, rule)
    condition.wake(combat, target)
