"""Declaring an ability: its targets, a space, the place of its area."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.rulesets.icon import choice
from affray.rulesets.icon.attack import targeting
from affray.rulesets.icon.attack.use import Use
from affray.rulesets.icon.geometry import areas, distance, patterns, sight
from affray.rulesets.icon.state import IconCombat


def aim(combat: IconCombat, use: Use) -> bool:
    """Choose targets and area; False if there is nothing to aim at.

    Rule: action.order-of-components.
    """
    ability = use.ability
    if ability.shape:
        return areas.lay(combat, use)
    if ability.target == "space":
        return pick_space(combat, use)
    if use.cell >= 0:
        return True  # destructible terrain
    if use.target < 0 and (ability.attack or targeting.picks_targets(ability)):
        if ability.optional and targeting.needs_target(ability):
            return True  # nobody was named
        return pick_target(combat, use) or ability.optional
    if use.target >= 0 and ability.count > 1:
        pick_more(combat, use)
    return True


def pick_target(combat: IconCombat, use: Use) -> bool:
    """Choose a target after what happens before. Rule: action.order-of-components."""
    user = combat.units[use.actor]
    menu = [
        (1 + unit.index, f"target {unit.name}")
        for unit in combat.units
        if targeting.target_refusal(combat, user, use.ability, unit) == ""
    ]
    if not menu:
        return False
    answer = menu[0][0]
    if len(menu) > 1:
        rule = "attack.target-hostile"
        first = menu[0][0]
        answer = combat.ask(choice.Whom(user.seats, user.index, rule, menu, "target", first))
    use.target = use.first = answer - 1
    if use.ability.count > 1:
        pick_more(combat, use)
    return True


def pick_more(combat: IconCombat, use: Use) -> None:
    """Choose further targets, one after the other. Rule: roll.dice-order."""
    user = combat.units[use.actor]
    while len(use.targets) < use.ability.count - 1:
        menu = [(PASS, "no more")]
        for unit in combat.units:
            if unit.index != use.target and unit.index not in use.targets:
                if targeting.target_refusal(combat, user, use.ability, unit) == "":
                    menu.append((1 + unit.index, f"also {unit.name}"))
        if len(menu) == 1:
            return
        answer = combat.ask(
            choice.Whom(user.seats, user.index, "attack.no-self-or-ally", menu, "target")
        )
        if answer == PASS:
            return
        use.targets = [*use.targets, answer - 1]


def pick_space(combat: IconCombat, use: Use) -> bool:
    """Choose a space within range and sight. Rule: attack.no-self-or-ally."""
    user = combat.units[use.actor]
    reach = targeting.reach_of(combat, user, use.ability, None)
    cells = [
        cell
        for cell in range(combat.grid.size)
        if distance.from_cell(combat, cell, user) <= reach
        and sight.sees_cell(combat, user, cell)
        and patterns.solid(combat, [cell])
    ]
    if not cells:
        return False
    asked = choice.Cells(combat, user.seats, user.index, "attack.no-self-or-ally", cells, "")
    use.cell = combat.ask(asked) - 1
    return True
