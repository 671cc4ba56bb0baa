"""Who and what may be a target: ranges, sight, and the rule that forbids one."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from affray.rulesets.icon.action import basic, modifiers
from affray.rulesets.icon.attack.use import Use
from affray.rulesets.icon.condition import statuses
from affray.rulesets.icon.definitions import Ability
from affray.rulesets.icon.geometry import distance, sight
from affray.rulesets.icon.state import IconCombat, IconCombatant

ENDLESS: Final = 1_000_000  # a range that nothing limits


def picks_targets(ability: Ability) -> bool:
    """Return whether somebody is chosen as its target."""
    return ability.attack != "" or ability.target not in ("", "self", "space")


def needs_target(ability: Ability) -> bool:
    """Return whether a target is named together with the ability."""
    return not ability.shape and not ability.before and picks_targets(ability)


def foes_only(ability: Ability) -> bool:
    """Return whether none but foes can be its target. Rule: attack.target-hostile."""
    return (ability.attack != "" or ability.target == "foe") and "allies-too" not in ability.flags


def reach_of(
    combat: IconCombat, unit: IconCombatant, ability: Ability, target: IconCombatant | None
) -> int:
    """Return the range of an ability.

    Rules: attack.height-range, status.blinded, golden.specific-beats-general.
    """
    level = combat.elevation(target) if target is not None and target.cell >= 0 else -1
    return Range(combat, unit, ability).down(level)


def reach_now(combat: IconCombat, use: Use, target: IconCombatant) -> int:
    """Return the range of what is under way: what modified it is spent already.

    Rules: attack.next-ability-modifiers, effect.true-strike.
    """
    reach = Range(combat, combat.units[use.actor], use.ability)
    reach.level += use.mods.farther
    if use.strikes_true():
        reach.most = ENDLESS
    return reach.down(combat.elevation(target))


@mypyc_attr(free_list_len=1)
class Range:
    """How far somebody's ability reaches. Rules: attack.height-range, status.blinded."""

    def __init__(self, combat: IconCombat, unit: IconCombatant, ability: Ability) -> None:
        slow = modifiers.slowly(combat, unit)
        self.level = ability.range if ability.attack else ability.target_range
        self.level += modifiers.number(combat, unit, ability, "range", slow=slow)
        self.up = combat.elevation(unit) if ability.attack == "ranged" else 0
        self.most = blinded(combat, unit, ability, ENDLESS)

    def down(self, level: int) -> int:
        """Return the range against something at an elevation, -1 none."""
        reach = self.level
        if 0 <= level < self.up:
            reach += self.up - level
        return reach if reach < self.most else self.most


def blinded(combat: IconCombat, unit: IconCombatant, ability: Ability, reach: int) -> int:
    """Return a range as blindness allows. Rules: status.blinded, effect.true-strike."""
    most = statuses.farthest_range(unit, reach)
    return most if most == reach or not blind_fighter(combat, unit, ability) else reach


def blind_fighter(combat: IconCombat, unit: IconCombatant, ability: Ability) -> bool:
    """Return whether true strike sets blindness and stealth aside. Rule: effect.true-strike."""
    if not ability.attack:
        return False
    if ability.has("true-strike") or any(mod.word == "true-strike" for mod in ability.mods):
        return True
    if unit.pending:
        if any(mod.word == "true-strike" for mod in modifiers.next_mods(combat, unit, ability)):
            return True
    slow = modifiers.slowly(combat, unit)
    for trigger in ability.triggers:
        if any(mod.word == "true-strike" for mod in trigger.mods):
            if trigger.when in modifiers.ALONE:
                if modifiers.alone(combat, unit, trigger, slow=slow):
                    return True
    return False


def target_refusal(
    combat: IconCombat,
    unit: IconCombatant,
    ability: Ability,
    target: IconCombatant,
    reach: Range | None = None,
) -> str:
    """Return the rule that forbids a target, "" if none does; ``reach``: if it is known already.

    Rules: attack.target-hostile, attack.no-self-or-ally, effect.stealth, action.rescue-limits,
    setup.two-sides.
    """
    who = "foe" if ability.attack else ability.target
    foe = combat.hostile(unit, target)
    if who == "incapacitated-ally":
        if foe or target is unit or not basic.can_be_rescued(target):
            return "action.rescue-limits"
    elif not target.able():
        return "attack.no-self-or-ally"
    elif who == "foe":
        if not foe and not ("allies-too" in ability.flags and target is not unit):
            return "attack.target-hostile"
    elif who == "ally":
        if not combat.allies(unit, target):
            return "attack.no-self-or-ally"
    elif who == "self-or-ally" and foe:
        return "attack.no-self-or-ally"
    if target is unit:
        return ""
    far = combat.apart(unit, target)
    if reach is None:
        reach = Range(combat, unit, ability)
    level = combat.elevation(target) if reach.up and target.cell >= 0 else -1
    if far < ability.least or far > reach.down(level):
        return "attack.target-hostile"
    if foe and far > 1 and combat.has(target, "stealth"):
        if not blind_fighter(combat, unit, ability):
            return "effect.stealth"
    if sight.sees(combat, unit, target) == sight.HIDDEN:
        return "attack.target-hostile"
    return ""


def cell_refusal(
    combat: IconCombat, unit: IconCombatant, ability: Ability, cell: int, reach: Range | None = None
) -> str:
    """Return the rule that forbids attacking terrain. Rule: terrain.destructible."""
    if ability.attack == "" or combat.toughness[cell] <= 0:
        return "terrain.destructible"
    far = distance.from_cell(combat, cell, unit)
    if reach is None:
        reach = Range(combat, unit, ability)
    if far > reach.down(combat.levels[cell]) or far < ability.least:
        return "terrain.destructible"
    return "" if sight.sees_cell(combat, unit, cell) else "terrain.destructible"
