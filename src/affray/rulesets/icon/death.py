"""Defeat, wounds, death and surrender."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.event import Died, Fell
from affray.rulesets.icon import choice, ledger, resource
from affray.rulesets.icon.attack.use import Use
from affray.rulesets.icon.condition import states
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import DEAD, DEFEATED, SURRENDERED


def surrenders(combat: IconCombat, use: Use, unit: IconCombatant, loss: int) -> bool:
    """Ask whether a character gives up before damage that is known and not yet applied.

    Rules: surrender.when, surrender.immunity, surrender.out.
    """
    fells = loss >= unit.hp and not unit.holds("defiance")
    if unit.sheet.monster and not combat.anybody_surrenders:
        return False
    if not fells and not combat.ask_surrender:
        return False
    menu = [(PASS, "take it"), (1, "surrender")]
    if combat.ask(choice.Pick(unit.seats, unit.index, "surrender.when", menu, "surrender")) == PASS:
        return False
    use.results.immune = [*use.results.immune, unit.index]
    markers = states.jumping(unit)
    cell = unit.cell
    states.clear_effects(combat, unit, "surrender.out")
    unit.fate = SURRENDERED
    ledger.set_actions(combat, unit, 0, "surrender.out")
    if combat.watched:
        combat.tell(Fell(unit.index, "surrender.out", use.actor, "surrenders"))
    leave(combat, unit, "surrender.out")
    states.jump_marks(combat, markers, unit, cell)
    return True


def leave(combat: IconCombat, unit: IconCombatant, rule: str) -> None:
    """Take somebody off the map for good. Rule: defeat.foe."""
    ledger.remove(combat, unit, rule, "out")
    unit.present = False
    out(combat, unit)


def out(combat: IconCombat, unit: IconCombatant) -> None:
    """End what goes with somebody that is out. Rules: effect.summon, action.delay, effect.mark."""
    unit.delays = []
    for use in combat.using:
        use.results.felled = True
    combat.patches = [
        patch for patch in combat.patches if not patch.summon or patch.anchor != unit.index
    ]
    states.end_what_it_placed(combat, unit)
    combat.mark_changed()


def defeat(combat: IconCombat, unit: IconCombatant, by: int = -1) -> None:
    """Defeat a character at 0 HP; ``by``: who did it.

    Rules: defeat.at-zero, defeat.pc, defeat.foe, defeat.allied-npc, effect.summon.
    """
    markers = states.jumping(unit)
    cell = unit.cell
    fell(combat, unit, by)
    states.jump_marks(combat, markers, unit, cell)


def fell(combat: IconCombat, unit: IconCombatant, by: int) -> None:
    """Do what a defeat does by itself: nobody is asked. Rules: as for ``defeat``."""
    if combat.watched:
        combat.tell(Fell(unit.index, "defeat.at-zero", by))
    states.clear_effects(combat, unit, "defeat.at-zero")
    ledger.set_hp(combat, unit, 0, "defeat.at-zero", by)
    ledger.set_actions(combat, unit, 0, "defeat.at-zero")
    unit.fate = DEFEATED
    out(combat, unit)
    if unit.sheet.pc:
        wound(combat, unit)
    elif not unit.npc:
        leave(combat, unit, "defeat.foe")
    combat.mark_changed()


def wound(combat: IconCombat, unit: IconCombatant) -> None:
    """Give a wound; the fourth kills. Rule: defeat.pc-dies."""
    resource.gain_wound(combat, unit)
    if unit.wounds == resource.MOST_WOUNDS:
        states.clear_effects(combat, unit, "defeat.pc-dies")
        ledger.set_hp(combat, unit, 0, "defeat.pc-dies")
        unit.fate = DEAD
        if combat.watched:
            combat.tell(Died(unit.index, "defeat.pc-dies"))
        leave(combat, unit, "defeat.pc-dies")
