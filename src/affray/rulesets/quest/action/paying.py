"""Paying for spells: the actions of their cast time, and switching kept ones off and on."""

from __future__ import annotations

from affray.core.event import Told
from affray.rulesets.quest import spell as spells
from affray.rulesets.quest.condition import modifiers, states
from affray.rulesets.quest.resource import spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import AA, MA


def remaining(unit: QuestCombatant, place: int) -> tuple[int, int]:
    """Return the AAs and MAs that a spell still costs. Rule: spell.cast-time."""
    spell = unit.sheet.spells[place]
    if unit.casting == place:
        return spell.aa - unit.paid_aa, spell.ma - unit.paid_ma
    return spell.aa, spell.ma


def cannot_pay(combat: QuestCombat, unit: QuestCombatant, place: int, ma: bool) -> str:
    """Return the rule that forbids paying an action of a spell's cast time, "" if none does.

    Rules: spell.cast-time, spell.cast-time-not-bonus, spell.mp-cost, spell.range-and-sight,
    summon.slots-full.
    """
    spell = unit.sheet.spells[place]
    aa_left, ma_left = remaining(unit, place)
    if (ma_left if ma else aa_left) <= 0:
        return "spell.cast-time"
    if (unit.ma if ma else unit.aa) <= 0:
        return "turn.allowance"
    if aa_left + ma_left == 1:
        if unit.casting == place:  # one under way that reaches nobody may be finished, and fails
            return spells.cannot_complete(combat, unit, spell)
        return spells.cannot_take_effect(combat, unit, spell)
    if unit.casting != place and not spending.can_afford(unit, spell):
        return "spell.mp-cost"
    return ""


def pay(combat: QuestCombat, unit: QuestCombatant, place: int, ma: bool) -> None:
    """Pay an action of a cast; when it is the last the spell takes effect.

    Rules: spell.one-cast-under-way, channel.flat-footed, channel.split-by-choice.
    """
    if unit.casting != place:
        states.cancel(combat, unit)
        was = combat.watched and modifiers.channeling(unit)
        unit.casting = place
        states.tell_channeling(combat, unit, was, "channel.definition")
    spell = unit.sheet.spells[place]
    spending.spend_action(combat, unit, MA if ma else AA, 1, "spell.cast-time")
    if ma:
        unit.paid_ma += 1
    else:
        unit.paid_aa += 1
    unit.paid_now = True
    combat.mark_changed()
    if combat.watched:
        combat.tell(Told("casts", unit.index, -1, spell.id, int(ma), "spell.cast-time"))
    if remaining(unit, place) == (0, 0):
        was = combat.watched and modifiers.channeling(unit)
        states.forget(unit)
        states.tell_channeling(combat, unit, was, "spell.cast-time")
        spells.take_effect(combat, unit, place, True)


def toggle(combat: QuestCombat, unit: QuestCombatant, number: int) -> None:
    """Switch a kept spell off or on. Rule: action.ba-toggle."""
    one = unit.kept[number]
    was = combat.watched and modifiers.channeling(unit)
    one.on = not one.on
    combat.mark_changed()
    if combat.watched:
        word, rule = unit.sheet.spells[one.spell].id, "action.ba-toggle"
        combat.tell(Told("toggles", unit.index, one.target, word, int(one.on), rule))
        states.tell_channeling(combat, unit, was, rule)
    status = states.named(unit.sheet.spells[one.spell].status, combat.library)
    if one.on and status is not None:
        states.gain(combat, combat.units[one.target], status, unit.index)
    else:
        states.lift(combat, unit, one)
