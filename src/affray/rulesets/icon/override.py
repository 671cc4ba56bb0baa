"""What the game master says past the rules: who joins, who leaves, whom harm strikes."""

from __future__ import annotations

from affray.core.combat import RULE_OVERRIDE, Harm
from affray.core.errors import InvalidError
from affray.core.event import Fell, Rose
from affray.core.setup import Member
from affray.rulesets.icon import death, end, ledger, resource, setup
from affray.rulesets.icon.condition import states
from affray.rulesets.icon.damage import taking
from affray.rulesets.icon.sheet import Sheet
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import ACTIVE, DECLARE, DEFEATED, FLED, PLACE


def enlist(combat: IconCombat, member: Member) -> None:
    """Add a newcomer; legends have hit points for the players with whom the fight began.

    Rules: setup.two-sides, foe.legend, turn.reinforcements.

    Raises:
        InvalidError: it is a player character among the foes, or brings what it cannot.
    """
    own = member.sheet
    assert isinstance(own, Sheet)
    unit = setup.combatant_of(len(combat.units), member, [member.cell])
    unit.arrives = member.arrives - 1  # it acts in the round after that
    unit.players = combat.units[0].players
    found = setup.faults_of(member, unit)
    if found:
        raise InvalidError([f"{member.name}{fault}" for fault in found])
    unit.present = False
    unit.hp = unit.max_hp()
    resource.carry_on(unit, member.values)
    combat.units.append(unit)


def enter(combat: IconCombat, unit: IconCombatant, cell: int) -> None:
    """Let a newcomer stand on the map; it takes its first turn in the next round.

    Rules: turn.reinforcements, setup.start-state, setup.deployment.

    Raises:
        InvalidError: it cannot stand there, or leaves those no room who are still to be placed.
    """
    where = combat.grid.name(cell)
    if not setup.stands(combat, unit, cell):
        raise InvalidError([f"{unit.name}: it cannot stand at {where} [icon/setup.deployment]"])
    unit.present = True
    ledger.put(combat, unit, cell, RULE_OVERRIDE, "joins")
    waiting = setup.by_size(setup.unplaced(combat)) if combat.phase == PLACE else []
    if not setup.Room(combat, waiting).enough:
        what = f"at {where} it leaves no room for those who are still to be placed"
        raise InvalidError([f"{unit.name}: {what} [icon/setup.deployment]"])
    before = len([one for one in combat.units if one.side == 0 and one is not unit])
    if combat.phase == DECLARE and unit.side == 0 and combat.place > before:
        combat.place += 1  # those asked already stand one place further on
    setup.start(combat, unit)


def withdraw(combat: IconCombat, unit: IconCombatant) -> None:
    """Take somebody out of the fight, with what it has placed. Rules: end.flee, surrender.out."""
    states.clear_effects(combat, unit, RULE_OVERRIDE)
    ledger.set_actions(combat, unit, 0, RULE_OVERRIDE)
    unit.off = -1
    if unit.hp > 0:
        unit.fate = FLED
    if combat.watched:
        combat.tell(Fell(unit.index, RULE_OVERRIDE, -1, "removed"))
    death.leave(combat, unit, RULE_OVERRIDE)


def strike(combat: IconCombat, unit: IconCombatant, harm: Harm) -> None:
    """Let somebody lose vigor, then hit points; at 0 it is defeated. Nobody surrenders to it.

    Rules: vigor.absorbs-first, effect.defiance, defeat.at-zero.
    """
    if not unit.able():
        return
    blow = taking.Damage(-1, unit.index, harm.amount, RULE_OVERRIDE)
    if combat.watched:
        blow.told = True
        blow.parts.append((harm.amount, RULE_OVERRIDE))
    taking.take(combat, unit, blow)
    if unit.hp <= 0:
        death.defeat(combat, unit)
    end.check(combat)


def ruled(combat: IconCombat, before: IconCombat) -> None:
    """Defeat whoever is set to no hit points; whoever lies and has some again is up.

    No mark jumps on. Rules: defeat.at-zero, defeat.pc, defeat.foe, defeat.allied-npc,
    turn.rescued-acts.
    """
    for unit, was in zip(combat.units, before.units, strict=True):
        if unit.hp < 1 <= was.hp and unit.fate == ACTIVE and unit.present and unit.cell >= 0:
            death.fell(combat, unit, -1)
        elif was.hp < 1 <= unit.hp and unit.fate == DEFEATED and unit.present and unit.cell >= 0:
            unit.fate = ACTIVE
            combat.mark_changed()
            if combat.watched:
                combat.tell(Rose(unit.index, RULE_OVERRIDE))
