"""Summoned units: appearing, being kept as thralls, vanishing."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.event import Placed
from affray.rulesets.quest import carrying
from affray.rulesets.quest.choice.menus import Thrall
from affray.rulesets.quest.condition import states
from affray.rulesets.quest.condition.modifiers import agility
from affray.rulesets.quest.death import drop_out
from affray.rulesets.quest.definitions import Spell
from affray.rulesets.quest.resource import spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import VANISHED
from affray.rulesets.quest.turn import lineup


def call(
    combat: QuestCombat,
    summoner: QuestCombatant,
    spell: Spell,
    cell: int,
    facing: int,
) -> QuestCombatant:
    """Bring the creature of a spell onto the map and into the lineup; the spell sets its price.

    Rules: summon.kinds, summon.control, summon.place, summon.sickness-no-actions,
    summon.sickness-exceptions.
    """
    what = spell.summon
    assert what is not None
    number = 1 + len([unit for unit in combat.units if unit.sheet is what])
    unit = QuestCombatant(
        len(combat.units), summoner.side, fresh_name(combat, what.id, number), -1, what
    )
    unit.seats = summoner.seats
    unit.npc = summoner.npc
    unit.summoner = summoner.index
    unit.price = spending.price_of(spell, what)
    unit.facing = facing
    carrying.equip(unit, None)
    combat.units.append(unit)
    combat.placed = (*combat.placed, agility(unit))
    combat.stand(unit, cell)
    for other in combat.units:  # it knows what its summoner knows
        if combat.enemies(other, unit) and other.unseen >> summoner.index & 1:
            other.unseen |= 1 << unit.index
    lineup.enter_lineup(combat, unit)
    if combat.watched:
        who = unit.index
        combat.tell(Placed(who, -1, cell, "summon.place", "summoned", summoner.index, what.id))
    states.fall_sick(combat, unit, min(spell.sickness, what.sickness))
    return unit


def fresh_name(combat: QuestCombat, id: str, number: int) -> str:
    """Return a name that nobody has yet."""
    names = [unit.name for unit in combat.units]
    while f"{id}-{number}" in names:
        number += 1
    return f"{id}-{number}"


def offer_thrall(combat: QuestCombat, summoner: QuestCombatant, unit: QuestCombatant) -> None:
    """Ask whether to keep one summoned unit, if it can be paid for."""
    if spending.cannot_thrall(combat, summoner, unit):
        return
    if combat.ask(Thrall(summoner, unit, spending.thrall_cost(combat, unit))) != PASS:
        spending.pay_for_thrall(combat, summoner, unit)


def offer_thralls(combat: QuestCombat, summoner: QuestCombatant) -> None:
    """Offer a summoner all its summons. Rule: thrall.when-paid."""
    for unit in spending.summons_of(combat, summoner):
        offer_thrall(combat, summoner, unit)


def dismiss(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Let a summoned unit vanish at its summoner's wish. Rule: summon.slots-full."""
    drop_out(combat, unit, VANISHED, "summon.slots-full")


def vanish_unthralled(combat: QuestCombat, at_end: bool) -> None:
    """Let summons that are no thralls disappear.

    Rules: setup.unthralled-vanish-at-start, summon.vanish-at-end, summon.summoner-gone.
    """
    rule = "summon.vanish-at-end" if at_end else "setup.unthralled-vanish-at-start"
    for unit in combat.units:
        if unit.present and unit.summoner >= 0 and not unit.thrall:
            drop_out(combat, unit, VANISHED, rule)
