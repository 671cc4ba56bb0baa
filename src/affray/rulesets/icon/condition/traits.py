"""What traits, relics and summons do by themselves."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.effect import NEVER
from affray.core.event import Told
from affray.rulesets.icon import choice
from affray.rulesets.icon.action import operation
from affray.rulesets.icon.attack import targeting
from affray.rulesets.icon.attack.use import EFFECT, Use
from affray.rulesets.icon.definitions import Ability, Op, Trait
from affray.rulesets.icon.geometry import distance, sight
from affray.rulesets.icon.geometry.maps import blocked
from affray.rulesets.icon.movement import exits
from affray.rulesets.icon.state import IconCombat, IconCombatant, Patch
from affray.rulesets.icon.terms import FIRST_OWN

ALWAYS_ON: Final = "sheet.traits-always-on"


def use_of(combat: IconCombat, unit: IconCombatant, trait: Trait, target: int) -> Use:
    """Return a use in which a trait's operations can be carried out."""
    use = Use(unit.index, target, Ability(trait.id, trait.name))
    use.phase = EFFECT
    use.passive = True
    use.trigger_user = target
    return use


def answered(combat: IconCombat, unit: IconCombatant, other: IconCombatant, event: str) -> bool:
    """Let somebody's traits do what they do on an event; return whether one did.

    Rules: sheet.traits-always-on, action.limited-uses.
    """
    done = False
    first = FIRST_OWN + len(unit.sheet.abilities)
    for place, trait in enumerate(unit.sheet.traits):
        if trait.on != event or not event_fits(combat, unit, other, event):
            continue
        if trait.limit and unit.used[first + place] >= trait.limit:
            continue
        unit.count(first + place)
        done = True
        if combat.watched:
            combat.tell(Told("trait", unit.index, other.index, trait.id, 0, ALWAYS_ON))
        use = use_of(combat, unit, trait, other.index)
        combat.begin_use(use)
        for op in trait.effect:
            operation.run(combat, use, op)
        combat.end_use()
    return done


def event_fits(combat: IconCombat, unit: IconCombatant, other: IconCombatant, event: str) -> bool:
    """Return whether an event concerns a character as a trait's words ask."""
    if event == "a foe within 4 ends a status by a save":
        return combat.hostile(unit, other) and unit.able() and combat.apart(unit, other) <= 4
    if event == "you grant vigor to a bloodied ally":
        return combat.allies(unit, other) and other.bloodied()
    return True


def summon(combat: IconCombat, use: Use, op: Op) -> None:
    """Place summons, in sight. Rules: effect.summon, attack.no-self-or-ally, status.blinded."""
    user = combat.units[use.actor]
    reach = targeting.blinded(combat, user, use.ability, op.range)
    for _ in range(op.count):
        cells = [
            cell
            for cell in range(combat.grid.size)
            if distance.from_cell(combat, cell, user) <= reach
            and combat.at(cell) is None
            and sight.sees_cell(combat, user, cell)
            and not blocked(combat.grid, cell)
            and not exits.taken(combat, cell)
        ]
        if not cells:
            return
        asked = choice.Cells(combat, user.seats, user.index, "effect.summon", cells, "no summon")
        answer = combat.ask(asked)
        if answer == PASS:
            return
        combat.patches = [*combat.patches, Patch(answer - 1, 0, 0, NEVER, user.index, op.id)]
        combat.mark_changed()
        if combat.watched:
            cell = answer - 1
            combat.tell(Told("summons", user.index, -1, op.id, 0, "effect.summon", cell=cell))


def beside_summons(combat: IconCombat, unit: IconCombatant) -> list[int]:
    """Return which summons act on somebody that starts its turn, by their place in the list."""
    found: list[int] = []
    for number, patch in enumerate(combat.patches):
        if patch.summon and combat.units[patch.anchor].side != unit.side:
            if distance.from_cell(combat, patch.cell, unit) <= 1:
                found.append(number)
    return found


def act_of(combat: IconCombat, patch: Patch, unit: IconCombatant) -> None:
    """Let a summon act on somebody. Rule: effect.summon."""
    use = Use(patch.anchor, unit.index, Ability(patch.summon, patch.summon))
    use.phase = EFFECT
    use.passive = True
    use.trigger_user = unit.index
    combat.begin_use(use)
    if combat.watched:
        combat.tell(Told("trait", patch.anchor, unit.index, patch.summon, 0, "effect.summon"))
    for op in combat.library.summons[patch.summon].ops:
        operation.run(combat, use, op)
    combat.end_use()
