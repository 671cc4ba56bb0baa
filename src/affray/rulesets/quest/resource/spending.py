"""What is spent: actions, bonus actions for boosts, MP, summoning slots, the price of thralls."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.effect import ROUND_END, TURN_START
from affray.core.event import Damaged
from affray.rulesets.quest.actions import (
    BOOST_RULES,
    BOOSTERS,
    DAMAGE_BOOST,
    DODGE_BOOST,
    HIT_BOOST,
)
from affray.rulesets.quest.choice import menus
from affray.rulesets.quest.condition import posture, states
from affray.rulesets.quest.definitions import Sheet, Spell, Status
from affray.rulesets.quest.state import NONE_OWED, QuestCombat, QuestCombatant, with_at
from affray.rulesets.quest.terms import (
    AA,
    ACTIVE,
    BA,
    FLED,
    FREE,
    KINDS,
    LEGION_LEADER,
    MA,
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


def spend_action(
    combat: QuestCombat, unit: QuestCombatant, kind: int, amount: int = 1, rule: str = ""
) -> None:
    """Take actions of a kind from what is left of a turn; what a feat lends costs none."""
    if kind == AA:
        set_actions(combat, unit, unit.aa - amount, unit.ma, unit.ba, rule or "action.aa-uses")
    elif kind == MA:
        set_actions(combat, unit, unit.aa, unit.ma - amount, unit.ba, rule or "action.ma-uses")
    elif kind == BA:
        set_actions(combat, unit, unit.aa, unit.ma, unit.ba - amount, rule or "action.ba-uses")


def set_actions(
    combat: QuestCombat, unit: QuestCombatant, aa: int, ma: int, ba: int, rule: str
) -> None:
    """Set the actions that a unit has left in its turn."""
    if combat.watched:
        combat.tell_resource(unit.index, "aa", unit.aa, aa, rule)
        combat.tell_resource(unit.index, "ma", unit.ma, ma, rule)
        combat.tell_resource(unit.index, "ba", unit.ba, ba, rule)
    unit.aa = aa
    unit.ma = ma
    unit.ba = ba


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


def coming_bonus_actions(unit: QuestCombatant) -> int:
    """Return the allowance of bonus actions of a unit's next turn, which may be borrowed from.

    A state that ends before that turn's actions are set adds none to them; nor does one that the
    unit itself keeps up and cannot pay for then.
    Rules: prone.stand-nothing-left, turn.start-sequence.
    """
    total = 2 - unit.wounds[WEAKENING]
    for held in unit.effects:
        effect = held.effect
        over = held.ends == TURN_START or (held.ends == ROUND_END and unit.acted)
        if isinstance(effect, Status) and not over and not runs_dry(unit, effect, held.source):
            total += effect.bonus_actions
    return total


def runs_dry(unit: QuestCombatant, status: Status, source: int) -> bool:
    """Return whether a state will end because its bearer has not the MP for its upkeep."""
    if source != unit.index:
        return False
    for one in unit.kept:
        spell = unit.sheet.spells[one.spell]
        if one.on and one.target == unit.index and spell.status == status.id:
            return unit.mp < spell.upkeep
    return False


def borrow(combat: QuestCombat, unit: QuestCombatant, kind: int) -> None:
    """Take an action from the unit's next turn. Rule: prone.stand-off-turn-debt."""
    before = unit.owed[kind]
    unit.owed = with_at(unit.owed, kind, before + 1)
    rule = "prone.stand-off-turn-debt"
    combat.tell_condition(unit.index, f"owed-{KINDS[kind]}", before, before + 1, rule)


def settle_debts(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Settle what was borrowed, when a turn's actions are set. Rule: prone.stand-off-turn-debt."""
    if combat.watched:
        for kind in range(len(unit.owed)):
            rule = "prone.stand-off-turn-debt"
            combat.tell_condition(unit.index, f"owed-{KINDS[kind]}", unit.owed[kind], 0, rule)
    unit.owed = NONE_OWED


# ---- boosts --------------------------------------------------------------------------------------


def boost(combat: QuestCombat, unit: QuestCombatant, which: int) -> None:
    """Add one to melee damage or to hit until the round ends, or to dodging until the next turn.

    Rules: action.ba-melee-damage, action.ba-hit, action.ba-dodge, action.ba-boosts-stack,
    action.ba-boost-before-roll.
    """
    before = boosts_of(unit)[which]
    unit.boost_damage += int(which == DAMAGE_BOOST)
    unit.boost_hit += int(which == HIT_BOOST)
    unit.boost_dodge += int(which == DODGE_BOOST)
    rule = BOOST_RULES[which]
    combat.tell_condition(unit.index, BOOSTERS[which], before, before + 1, rule)


def boosts_of(unit: QuestCombatant) -> list[int]:
    """Return what bonus actions have bought: for melee damage, to hit, and to dodge."""
    return [unit.boost_damage, unit.boost_hit, unit.boost_dodge]


def end_boosts(combat: QuestCombat, unit: QuestCombatant, rule: str) -> None:
    """End what was bought for melee damage and to hit."""
    if combat.watched:
        combat.tell_condition(unit.index, BOOSTERS[0], unit.boost_damage, 0, rule)
        combat.tell_condition(unit.index, BOOSTERS[1], unit.boost_hit, 0, rule)
    unit.boost_damage = 0
    unit.boost_hit = 0


def end_dodge(combat: QuestCombat, unit: QuestCombatant, rule: str) -> None:
    """End what was bought to dodge."""
    combat.tell_condition(unit.index, BOOSTERS[2], unit.boost_dodge, 0, rule)
    unit.boost_dodge = 0


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
    if unit.owed[BA] < coming_bonus_actions(unit):
        found.append(BA)
    return found


# ---- MP ------------------------------------------------------------------------------------------


def can_afford(unit: QuestCombatant, spell: Spell) -> bool:
    """Return whether a unit has the MP of a spell. Rule: spell.mp-cost."""
    return unit.mp >= spell.mp


def spend_mp(combat: QuestCombat, unit: QuestCombatant, cost: int, rule: str, ability: str) -> None:
    """Pay the MP of a spell when it takes effect, or of its upkeep. Rule: spell.mp-cost."""
    before = unit.mp
    unit.mp -= cost
    combat.mark_changed()
    combat.tell_resource(unit.index, "mp", before, unit.mp, rule, -1, ability)


def upkeep(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Pay for each spell that is kept up, or let it end. Rule: channel.upkeep."""
    for one in list(unit.kept):
        if not one.on or one not in unit.kept:
            continue
        spell = unit.sheet.spells[one.spell]
        if unit.mp < spell.upkeep:
            states.end_kept(combat, unit, one)
            continue
        if combat.ask(menus.Upkeep(unit, spell, combat.units[one.target])) == PASS:
            states.end_kept(combat, unit, one)
        else:
            spend_mp(combat, unit, spell.upkeep, "channel.upkeep", spell.id)


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
    """Return what thralling a summoned unit costs, in Mhp: the price of the spell that called it.

    One that was there from the beginning costs what the first such spell of its summoner says.
    Rule: thrall.cost.
    """
    if unit.price:
        return unit.price
    return price_of(spell_for(unit.sheet, combat.units[unit.summoner].sheet), unit.sheet)


def price_of(spell: Spell | None, summons: Sheet) -> int:
    """Return what thralling a creature costs, in Mhp: stated by its spell, or 6 for each level.

    Rule: thrall.cost.
    """
    if spell is not None and spell.thrall_cost >= 0:
        return spell.thrall_cost
    return 6 * summons.level


def spell_for(summons: Sheet, summoner: Sheet) -> Spell | None:
    """Return the first spell of a sheet that calls a creature, for one that arrives with it."""
    for spell in summoner.spells:
        if spell.summon is not None and spell.summon.id == summons.id:
            return spell
    return None


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
    hp = summoner.hp
    summoner.max_hp -= cost
    summoner.hp = min(summoner.hp, summoner.max_hp)
    unit.thrall = cost
    combat.mark_changed()
    if combat.watched:
        who, most, rule = summoner.index, summoner.max_hp, "thrall.mhp-is-maximum-hp"
        combat.tell_condition(unit.index, "thralled", 0, 1, "thrall.retain", who)
        combat.tell_resource(who, "max hp", most + cost, most, rule, unit.index)
        if summoner.hp < hp:
            combat.tell(Damaged(who, "hp", hp, summoner.hp, rule, -1, "", [(hp - most, rule)]))


def release_thrall(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Let a unit be a thrall no longer. Rule: thrall.release."""
    free_thrall(combat, unit)


def free_thrall(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Give a summoner back the maximum hit points that a thrall cost. Rule: thrall.release."""
    if unit.thrall:
        summoner = combat.units[unit.summoner]
        before = summoner.max_hp
        summoner.max_hp += unit.thrall
        unit.thrall = 0
        combat.mark_changed()
        if combat.watched:
            who, rule = summoner.index, "thrall.release"
            combat.tell_condition(unit.index, "thralled", 1, 0, rule, who)
            combat.tell_resource(who, "max hp", before, summoner.max_hp, rule, unit.index)
