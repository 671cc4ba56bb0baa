"""What traits and relics do, at the start of things and when something happens."""

from __future__ import annotations

from affray.rulesets.icon import geometry, operation
from affray.rulesets.icon.deed import EFFECT, Use
from affray.rulesets.icon.state import IconCombat, Unit
from affray.rulesets.icon.terms import FIRST_OWN
from affray.rulesets.icon.vocabulary import Ability, Trait


def use_of(combat: IconCombat, unit: Unit, trait: Trait, target: int) -> Use:
    """Return a use in which a trait's operations can be carried out."""
    use = Use(unit.index, target, Ability(trait.id, trait.name))
    use.phase = EFFECT
    use.passive = True
    use.trigger_user = target
    return use


def answered(combat: IconCombat, unit: Unit, other: Unit, event: str) -> bool:
    """Let somebody's traits do what they do on an event; return whether one did.

    Rules: sheet.traits-always-on, action.limited-uses.
    """
    done = False
    first = FIRST_OWN + len(unit.sheet.abilities)
    for place, trait in enumerate(unit.sheet.traits):
        if trait.on != event or not geometry.event_fits(combat, unit, other, event):
            continue
        if trait.limit and unit.used[first + place] >= trait.limit:
            continue
        unit.used[first + place] += 1
        done = True
        if combat.watched:
            combat.say("trait", unit.index, other.index, trait.id, rule="sheet.traits-always-on")
        use = use_of(combat, unit, trait, other.index)
        combat.using.append(use)
        for op in trait.effect:
            operation.run(combat, use, op)
        combat.using.pop()
    return done
