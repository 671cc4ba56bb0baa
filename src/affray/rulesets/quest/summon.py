"""Summoned units: slots, appearing, sickness, thralls, vanishing."""

from __future__ import annotations

from typing import ClassVar

from affray.core.choice import PASS, Menu
from affray.rulesets.quest import sheet
from affray.rulesets.quest.death import drop_out, free_thrall
from affray.rulesets.quest.state import QuestCombat, Unit, agility
from affray.rulesets.quest.terms import ACTIVE, FLED, SURRENDERED, VANISHED
from affray.rulesets.quest.written import Sheet


def summons_of(combat: QuestCombat, unit: Unit) -> list[Unit]:
    """Return the summoned units that one controls. Rule: summon.thralls-count."""
    return [one for one in combat.units if one.summoner == unit.index and one.present]


def free_slots(combat: QuestCombat, unit: Unit) -> int:
    """Return the summoning slots left; summons that fled or gave up still exist and use theirs.

    Rules: summon.slots, summon.slots-full, summon.thralls-count.
    """
    used = 0
    for one in combat.units:
        if one.summoner == unit.index and one.fate in (ACTIVE, FLED, SURRENDERED):
            used += 1
    return sheet.summoning_slots(unit.sheet) - used


def call(
    combat: QuestCombat, summoner: Unit, what: Sheet, cell: int, facing: int, sickness: bool
) -> Unit:
    """Bring a summoned unit onto the map and into the lineup.

    Rules: summon.kinds, summon.control, summon.place, summon.sickness-no-actions,
    summon.sickness-exceptions.
    """
    number = 1 + len([one for one in combat.units if one.sheet is what])
    unit = Unit(len(combat.units), summoner.side, fresh_name(combat, what.id, number), -1, what)
    unit.seats = summoner.seats
    unit.npc = summoner.npc
    unit.summoner = summoner.index
    unit.facing = facing
    unit.sick = combat.round if sickness else 0
    sheet.equip(unit, None)
    combat.units.append(unit)
    combat.placed = (*combat.placed, agility(unit))
    combat.stand(unit, cell)
    for other in combat.units:  # it knows what its summoner knows
        if combat.enemies(other, unit) and other.unseen >> summoner.index & 1:
            other.unseen |= 1 << unit.index
    enter_lineup(combat, unit)
    if combat.watched:
        combat.say("appears", unit.index, -1, what.id, 0, "summon.place", cell=cell)
    return unit


def fresh_name(combat: QuestCombat, id: str, number: int) -> str:
    """Return a name that nobody has yet."""
    names = [unit.name for unit in combat.units]
    while f"{id}-{number}" in names:
        number += 1
    return f"{id}-{number}"


def enter_lineup(combat: QuestCombat, unit: Unit) -> None:
    """Put a newcomer behind all that were placed by an equal or higher modifier.

    Before any initiator; if somebody behind that place has already come up it gets no turn in this
    round. Rule: initiative.newcomers.
    """
    order = combat.lineup.order
    if not order:
        return  # it joins when the lineup is built
    place = 0
    for number in range(len(order)):
        who = order[number]
        if who not in combat.initiators and combat.placed[who] >= combat.placed[unit.index]:
            place = number + 1
    behind = [combat.units[who] for who in order[place:]]
    order.insert(place, unit.index)
    if any([one.acted or one.delayed for one in behind]):
        unit.acted = True
        combat.lineup.at += 1
    else:
        combat.lineup.at = min(combat.lineup.at, place)  # behind it are only the gone


def recover(combat: QuestCombat, summoner: int) -> None:
    """End the sickness of what was summoned in an earlier round: its summoner's place comes up.

    Rule: summon.sickness-length.
    """
    for unit in combat.units:
        if unit.summoner == summoner and 0 < unit.sick < combat.round:
            unit.sick = 0
            combat.mark_changed()
            if combat.watched:
                combat.say("recovers", unit.index, rule="summon.sickness-length")


# ---- thralls -----------------------------------------------------------------------------------


def cannot_thrall(combat: QuestCombat, summoner: Unit, unit: Unit) -> str:
    """Return the rule that forbids paying for a thrall, "" if none does.

    Rules: thrall.retain, thrall.cost, thrall.mhp-is-maximum-hp, thrall.when-paid.
    """
    if unit.summoner != summoner.index or not unit.present or unit.thrall:
        return "thrall.retain"
    if not summoner.present:
        return "thrall.when-paid"
    if summoner.max_hp - sheet.thrall_cost(combat, unit) < 1:
        return "thrall.mhp-is-maximum-hp"
    return ""


class Thrall(Menu):
    """Whether to retain a summoned unit. Rule: thrall.when-paid."""

    kind: ClassVar[str] = "thrall"

    def __init__(self, combat: QuestCombat, summoner: Unit, unit: Unit) -> None:
        cost = sheet.thrall_cost(combat, unit)
        options = [(PASS, "pass"), (1, f"thrall {unit.name}")]
        super().__init__(summoner.seats, summoner.index, "thrall.when-paid", options)
        self.unit = unit
        self.cost = cost


def offer_thrall(combat: QuestCombat, summoner: Unit, unit: Unit) -> None:
    if cannot_thrall(combat, summoner, unit):
        return
    if combat.ask(Thrall(combat, summoner, unit)) != PASS:
        thrall(combat, summoner, unit)


def offer_thralls(combat: QuestCombat, summoner: Unit) -> None:
    """Offer a summoner all its summons. Rule: thrall.when-paid."""
    for unit in summons_of(combat, summoner):
        offer_thrall(combat, summoner, unit)


def thrall(combat: QuestCombat, summoner: Unit, unit: Unit) -> None:
    """Tie up maximum hit points for a summoned unit. Rule: thrall.mhp-is-maximum-hp."""
    cost = sheet.thrall_cost(combat, unit)
    summoner.max_hp -= cost
    summoner.hp = min(summoner.hp, summoner.max_hp)
    unit.thrall = cost
    combat.mark_changed()
    if combat.watched:
        combat.say("thralls", summoner.index, unit.index, "max_hp", cost, "thrall.retain")


def release(combat: QuestCombat, unit: Unit) -> None:
    """Rule: thrall.release."""
    if combat.watched:
        combat.say("releases", unit.summoner, unit.index, rule="thrall.release")
    free_thrall(combat, unit)


def dismiss(combat: QuestCombat, unit: Unit) -> None:
    """Rule: summon.slots-full."""
    drop_out(combat, unit, VANISHED, "summon.slots-full")


def vanish_unthralled(combat: QuestCombat, at_end: bool) -> None:
    """Let summons that are no thralls disappear.

    Rules: setup.unthralled-vanish-at-start, summon.vanish-at-end, summon.summoner-gone.
    """
    rule = "summon.vanish-at-end" if at_end else "setup.unthralled-vanish-at-start"
    for unit in combat.units:
        if unit.present and unit.summoner >= 0 and not unit.thrall:
            drop_out(combat, unit, VANISHED, rule)
