"""Losing and regaining hit points."""

from __future__ import annotations

from affray.core.event import Damaged, Healed, Part
from affray.rulesets.sovereign import changes, condition, death
from affray.rulesets.sovereign.changes import HP
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
    ability: str = "",
    parts: list[Part] | None = None,
    upright: bool = False,
) -> int:
    """Take hit points; return how many. ``parts`` says what the amount is made of.

    ``upright``: it stood at this moment, and what fells it together with this does not make this
    one strike the fallen.

    Rules: damage.hp, grapple.damage, economy.instant-simultaneous.
    """
    if amount <= 0 or not target.present or (upright and target.hp == 0):
        return 0
    if combat.watched and parts is None:
        parts = [(amount, ability or rule)]
    amount = arts.lessened(combat, target, amount, source, harm, parts, magic=magic)
    return suffer(combat, target, amount, source, rule, spares=spares, ability=ability, parts=parts)


def suffer(
    combat: SovereignCombat,
    target: SovereignCombatant,
    amount: int,
    source: int,
    rule: str,
    *,
    spares: bool,
    ability: str = "",
    parts: list[Part] | None = None,
) -> int:
    """Take hit points that nothing lessens any more, and what follows; return how many.

    Rules: damage.hp, spell.disrupted-round, morale.when-checked.
    """
    if amount <= 0 or not target.present:
        return 0
    combat.mark_changed()
    combat.stir = True
    down = target.hp == 0
    lower(combat, target, max(0, target.hp - amount), amount, rule, source, ability, parts)
    changes.set_asleep(combat, target, False, rule if target.hp else "death.falls-prone")
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
    changes.set_disrupted(combat, target, True, "spell.disrupted-round")
    if not target.steeled:
        arts.steel(combat, target)


def lower(
    combat: SovereignCombat,
    target: SovereignCombatant,
    now: int,
    amount: int,
    rule: str,
    source: int,
    ability: str = "",
    parts: list[Part] | None = None,
) -> None:
    """Set somebody's hit points to fewer; ``amount`` is the harm done, more than it had or not."""
    before = target.hp
    target.hp = now
    if combat.watched and now != before:
        told = parts if parts is not None else [(amount, ability or rule)]
        if amount > before - now:
            told.append((before - now - amount, "more than it had"))
        combat.tell(Damaged(target.index, HP, before, now, rule, source, ability, told))


def heal(
    combat: SovereignCombat,
    target: SovereignCombatant,
    amount: int,
    rule: str,
    source: int = -1,
    parts: list[Part] | None = None,
) -> None:
    """Give hit points back; who was down comes to."""
    combat.mark_changed()
    before = target.hp
    target.hp = min(target.sheet.max_hp, before + amount)
    if combat.watched and target.hp != before:
        told = parts if parts is not None else [(amount, rule)]
        if amount > target.hp - before:
            told.append((target.hp - before - amount, "more than it lacked"))
        combat.tell(Healed(target.index, HP, before, target.hp, rule, source, "", told))
    condition.wake(combat, target)
