"""What the numbers of a unit are now: its modifiers, and how well it is guarded."""

from __future__ import annotations

from affray.rulesets.quest import carrying
from affray.rulesets.quest.definitions import Status
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import (
    BATTLE_CASTER,
    DISRUPTING,
    DISRUPTING_THREE,
    SLOWING,
    WEAKENING,
)


def agility(unit: QuestCombatant) -> int:
    """Return the current Agility modifier.

    Rules: wound.slowing-agility, wound.penalties-can-go-negative, sheet.armour.
    """
    sheet = unit.sheet
    total = sheet.agility - unit.wounds[SLOWING]
    if sheet.armour is not None:
        total += sheet.armour.agility
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Status):
            total += effect.agility
    return total


def accuracy(combat: QuestCombat, unit: QuestCombatant) -> int:
    """Return the current Accuracy modifier.

    Rules: wound.disrupting-battle, wound.disrupting-round, gm.options.
    """
    fresh = 2 if combat.options[DISRUPTING_THREE] else 3
    return unit.sheet.accuracy - unit.wounds[DISRUPTING] - fresh * unit.fresh


def strength(unit: QuestCombatant) -> int:
    """Return the current Strength modifier. Rule: wound.weakening-strength."""
    return unit.sheet.strength - unit.wounds[WEAKENING]


# ---- how well it is guarded ----------------------------------------------------------------------


def channeling(unit: QuestCombatant) -> bool:
    """Return whether a unit is busy with a long cast or a spell it keeps up.

    Rules: channel.definition, channel.flat-footed, channel.split-by-choice, action.ba-toggle.
    """
    if unit.casting >= 0 and (unit.split or unit.sheet.spells[unit.casting].long()):
        return True
    return any(one.on for one in unit.kept)


def flat_footed(combat: QuestCombat, unit: QuestCombatant, attacker: QuestCombatant | None) -> str:
    """Return the rule by which a unit is flat-footed against somebody, "" if it is not.

    Rules: condition.flat-footed-causes, condition.flat-footed-toward-sneaker, feat.battle-caster,
    summon.sickness-no-dodge.
    """
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Status) and effect.flat:
            return effect.rule
    if unit.sick:
        return "summon.sickness-no-dodge"
    if not unit.has_feat(BATTLE_CASTER) and channeling(unit):
        return "channel.flat-footed"
    if attacker is not None and undetected(attacker, unit):
        return "sneak.flat-footed"
    return ""


def undetected(unit: QuestCombatant, by: QuestCombatant) -> bool:
    """Return whether somebody does not know of a unit."""
    return unit.unseen != 0 and unit.unseen >> by.index & 1 == 1


def dodge(combat: QuestCombat, unit: QuestCombatant) -> int:
    """Return all dodge bonuses: bought ones, and a shield while it is held.

    Rules: action.ba-dodge, attack.hands, sheet.armour.
    """
    shield = carrying.shield_of(combat, unit)
    return unit.boost_dodge + (0 if shield is None else shield.dodge)


def target_number(combat: QuestCombat, unit: QuestCombatant, attacker: QuestCombatant) -> int:
    """Return what an attack on a unit has to reach without cover: flat-footed, prone, or normal.

    Rules: attack.target-number, condition.flat-footed-five, condition.prone-five-plus-agility,
    condition.flat-footed-over-prone, condition.no-dodge-bonuses.
    """
    if flat_footed(combat, unit, attacker):
        return 5
    if unit.prone:
        return 5 + agility(unit)
    return 10 + agility(unit) + dodge(combat, unit)
