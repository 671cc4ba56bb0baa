"""Zero health, the luck test against death, killing strikes, and who is gone."""

from __future__ import annotations

from affray.core.dice import CHECK
from affray.core.event import Died, Fell, Placed, Told
from affray.rulesets.ingenuity import condition
from affray.rulesets.ingenuity.action import test
from affray.rulesets.ingenuity.attack import weapon
from affray.rulesets.ingenuity.attack.declared import Attack, Harm
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import DEAD, FIGHTING, LETHAL_ONLY, NONLETHAL


def forbids_kill(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    other: IngenuityCombatant,
    number: int,
    apart: int,
) -> str:
    """Return the rule that forbids a killing strike with a kind of weapon, "" if none does.

    Rules: death.killing-strike, death.killing-strike.weapon, gm.optional-lethal-strikes.
    """
    if other.awake:
        return "death.killing-strike"
    for each, piece in weapon.arms(combat, unit):
        if each.number == number:
            if combat.options[LETHAL_ONLY] and each.has(NONLETHAL):
                return "gm.optional-lethal-strikes"
            if not each.melee and weapon.cannot_use(combat, unit, each, piece, True):
                return "attack.ammunition"
            reach = weapon.reach_of(unit, each) if each.melee else 1
            return "" if apart <= max(reach, each.reach_max) else "death.killing-strike"
    return "death.killing-strike.weapon"


def lose_health(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    loss: int,
    at_zero: bool,
    nonlethal: bool,
    harm: Harm,
) -> bool:
    """Take a loss of health, and what follows at zero; return whether some is left and was lost.

    ``at_zero``: health was at zero before. Rules: death.zero, death.exact, death.risk,
    death.nonlethal, death.nonlethal-later, death.further, death.conscious-at-zero.
    """
    if at_zero:
        if unit.awake:
            condition.knock_out(combat, unit, "death.conscious-at-zero")
        risk_death(combat, unit, "death.further")
        return False
    if loss <= 0:
        return False
    left = unit.health
    unit.health = max(0, left - loss)
    harm.tell(combat, unit, "health", left, unit.health, "death.zero")
    if unit.health:
        return unit.awake
    if unit.awake:
        condition.knock_out(combat, unit, "death.zero")
    if loss > left and not nonlethal:
        risk_death(combat, unit, "death.risk")
    return False


def killing_strike(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, deed: Attack
) -> bool:
    """Test against the constitution of the unconscious, who dies of it; return whether it does.

    Else the strike is an attack as normal, with dice of its own.
    Rules: death.killing-strike, death.killing-strike.test, death.killing-strike.failure.
    """
    made = test.Test(unit, deed.attribute, FIGHTING, "death.killing-strike")
    made.purpose = CHECK
    made.target = target.index
    made.better = 1
    made.proficiency = unit.sheet.proficiencies.get(deed.proficiency, 0)
    made.level = condition.constitution(target)
    if not test.passed(combat, made):
        return False
    die(combat, target, "death.killing-strike")
    return True


def risk_death(combat: IngenuityCombat, unit: IngenuityCombatant, rule: str) -> None:
    """Make the luck test against death. Rules: death.risk, death.cheat, death.permanent."""
    if test.luck_test(combat, unit, unit.death, rule):
        unit.death += 5
        combat.mark_changed()
        if combat.watched:
            combat.tell(Told("cheats death", unit.index, -1, "", unit.death, "death.cheat"))
    else:
        die(combat, unit, rule)


def die(combat: IngenuityCombat, unit: IngenuityCombatant, rule: str) -> None:
    """Let somebody die; its things and its body lie there. Rules: death.dead, movement.occupied."""
    spaces = combat.grid.footprint(unit.cell, unit.size) if unit.cell >= 0 else []
    if unit.awake:
        condition.knock_out(combat, unit, rule)
    for piece in unit.pieces:
        piece.held = False
        piece.cell = unit.cell
    if unit.cell >= 0:
        combat.litter.extend(unit.pieces)
        unit.pieces = []
    gone(combat, unit, DEAD, rule)
    combat.bodies.extend([space for space in spaces if space not in combat.bodies])


def gone(combat: IngenuityCombat, unit: IngenuityCombatant, fate: int, rule: str) -> None:
    """Take somebody out of the combat: dead, gone or surrendered. Rule: death.dead."""
    unit.left_by = unit.cell
    if combat.watched:
        died = fate == DEAD
        combat.tell(Died(unit.index, rule) if died else Fell(unit.index, rule, -1, "left"))
        if unit.cell >= 0:
            combat.tell(Placed(unit.index, unit.cell, -1, rule, "gone", -1, "gone"))
    combat.leave(unit)
    unit.present = False
    unit.fate = fate
    condition.interrupt(combat, unit)
    condition.let_go(combat, unit)
    for other in combat.units:
        condition.set_hidden(combat, other, other.hidden & ~(1 << unit.index), rule)
