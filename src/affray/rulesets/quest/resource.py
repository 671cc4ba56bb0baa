"""What is spent and comes back: actions, free hits, MP, summoning slots, the price of thralls."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.rulesets.quest.condition import posture, states
from affray.rulesets.quest.condition.modifiers import agility
from affray.rulesets.quest.definitions import Sheet, Spell, Status
from affray.rulesets.quest.state import QuestCombat, QuestCombatant, with_at
from affray.rulesets.quest.terms import (
    AA,
    ACTIVE,
    BA,
    FLED,
    FREE,
    LEGION_LEADER,
    MA,
    READY_BLADE,
    SLOTS,
    SURRENDERED,
    WEAKENING,
)

# ---- actions -------------------------------------------------------------------------------------


def has_action(unit: QuestCombatant, kind: int) -> bool:
    """Return whether a unit has an action of a kind left.

    Rules: action.aa-uses, action.ma-uses, action.ba-uses, action.ba-own-turn.
    """
    if kind == AA:
        return unit.aa > 0
    if kind == MA:
        return unit.ma > 0
    if kind == BA:
        return unit.ba > 0
    return True


def spend_action(unit: QuestCombatant, kind: int, amount: int = 1) -> None:
    """Take actions of a kind from what is left of a turn; what a feat lends costs none."""
    if kind == AA:
        unit.aa -= amount
    elif kind == MA:
        unit.ma -= amount
    elif kind == BA:
        unit.ba -= amount


def bonus_actions(unit: QuestCombatant) -> int:
    """Return the allowance of bonus actions before what is borrowed; it may fall below 0.

    Rules: turn.allowance, wound.weakening-bonus-action.
    """
    total = 2 - unit.wounds[WEAKENING]
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Status):
            total += effect.bonus_actions
    return total


def borrow(unit: QuestCombatant, kind: int) -> None:
    """Take an action from the unit's next turn. Rule: prone.stand-off-turn-debt."""
    unit.owed = with_at(unit.owed, kind, unit.owed[kind] + 1)


def stand_up_costs(unit: QuestCombatant) -> list[int]:
    """Return the actions that can still be borrowed from the next turn, or that none need be.

    Rules: prone.stand-nothing-left, prone.stand-cost.
    """
    found: list[int] = []
    if posture.springs_up(unit):
        return [FREE]
    if unit.owed[AA] < 1:
        found.append(AA)
    if unit.owed[MA] < 1:
        found.append(MA)
    if unit.owed[BA] < bonus_actions(unit):
        found.append(BA)
    return found


# ---- free hits -----------------------------------------------------------------------------------


def slots(unit: QuestCombatant) -> int:
    """Return how many free hits a unit can make in a round, by its Agility now.

    Rules: freehit.slots, freehit.slots-zero, freehit.slots-current-agility.
    """
    more = 1 if unit.has_feat(READY_BLADE) else 0
    return max(0, agility(unit) + 1 + more)


def has_slot(unit: QuestCombatant) -> bool:
    """Return whether a unit has a free hit left in this round.

    Rule: freehit.slots-current-agility.
    """
    return unit.used[SLOTS] < slots(unit)


def may_strike(unit: QuestCombatant, critical: bool) -> bool:
    """Return whether a unit may make a free hit; a free critical hit needs no slot.

    Rules: freehit.slots, fail.tragedy-needs-no-slot.
    """
    return critical or has_slot(unit)


def spend_slot(unit: QuestCombatant) -> None:
    """Count a free hit of this round, if one was left. Rule: freehit.slots-refresh."""
    if has_slot(unit):
        unit.used[SLOTS] += 1


# ---- MP ------------------------------------------------------------------------------------------


def can_afford(unit: QuestCombatant, spell: Spell) -> bool:
    """Return whether a unit has the MP of a spell. Rule: spell.mp-cost."""
    return unit.mp >= spell.mp


def spend_mp(combat: QuestCombat, unit: QuestCombatant, cost: int) -> None:
    """Pay the MP of a spell when it takes effect, or of its upkeep. Rule: spell.mp-cost."""
    unit.mp -= cost
    combat.mark_changed()


def upkeep(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Pay for each spell that is kept up, or let it end. Rule: channel.upkeep."""
    for one in list(unit.kept):
        if not one.on or one not in unit.kept:
            continue
        spell = unit.sheet.spells[one.spell]
        if unit.mp < spell.upkeep:
            states.end_kept(combat, unit, one)
            continue
        name = combat.units[one.target].name
        options = [(1, f"keep {spell.id} on {name}"), (PASS, f"end {spell.id} on {name}")]
        if combat.ask(Menu(unit.seats, unit.index, "channel.upkeep", options, 1)) == PASS:
            states.end_kept(combat, unit, one)
        else:
            spend_mp(combat, unit, spell.upkeep)


# ---- summoning slots and thralls -----------------------------------------------------------------


def summoning_slots(sheet: Sheet) -> int:
    """Return how many summoned units a sheet may have. Rules: summon.slots, feat.legion-leader."""
    return sheet.level + (2 if sheet.has(LEGION_LEADER) else 0)


def summons_of(combat: QuestCombat, unit: QuestCombatant) -> list[QuestCombatant]:
    """Return the summoned units that one controls. Rule: summon.thralls-count."""
    return [one for one in combat.units if one.summoner == unit.index and one.present]


def free_slots(combat: QuestCombat, unit: QuestCombatant) -> int:
    """Return the summoning slots left; summons that fled or gave up still exist and use theirs.

    Rules: summon.slots, summon.slots-full, summon.thralls-count.
    """
    used = 0
    for one in combat.units:
        if one.summoner == unit.index and one.fate in (ACTIVE, FLED, SURRENDERED):
            used += 1
    return summoning_slots(unit.sheet) - used


def thrall_cost(combat: QuestCombat, unit: QuestCombatant) -> int:
    """Return what thralling a summoned unit costs: stated by its spell, or 6 Mhp a level.

    Rule: thrall.cost.
    """
    return price_of(unit.sheet, combat.units[unit.summoner].sheet)


def price_of(summons: Sheet, summoner: Sheet) -> int:
    """Return what thralling a creature costs a summoner, in Mhp. Rule: thrall.cost."""
    for spell in summoner.spells:
        same = spell.summon is not None and spell.summon.id == summons.id
        if same and spell.thrall_cost >= 0:
            return spell.thrall_cost
    return 6 * summons.level


def cannot_thrall(combat: QuestCombat, summoner: QuestCombatant, unit: QuestCombatant) -> str:
    """Return the rule that forbids paying for a thrall, "" if none does.

    Rules: thrall.retain, thrall.cost, thrall.mhp-is-maximum-hp, thrall.when-paid.
    """
    if unit.summoner != summoner.index or not unit.present or unit.thrall:
        return "thrall.retain"
    if not summoner.present:
        return "thrall.when-paid"
    if summoner.max_hp - thrall_cost(combat, unit) < 1:
        return "thrall.mhp-is-maximum-hp"
    return ""


def pay_for_thrall(combat: QuestCombat, summoner: QuestCombatant, unit: QuestCombatant) -> None:
    """Tie up maximum hit points for a summoned unit. Rule: thrall.mhp-is-maximum-hp."""
    cost = thrall_cost(combat, unit)
    summoner.max_hp -= cost
    summoner.hp = min(summoner.hp, summoner.max_hp)
    unit.thrall = cost
    combat.mark_changed()
    if combat.watched:
        combat.say("thralls", summoner.index, unit.index, "max_hp", cost, "thrall.retain")


def release_thrall(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Let a unit be a thrall no longer. Rule: thrall.release."""
    if combat.watched:
        combat.say("releases", unit.summoner, unit.index, rule="thrall.release")
    free_thrall(combat, unit)


def free_thrall(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Give a summoner back the maximum hit points that a thrall cost. Rule: thrall.release."""
    if unit.thrall:
        combat.units[unit.summoner].max_hp += unit.thrall
        unit.thrall = 0
        combat.mark_changed()
