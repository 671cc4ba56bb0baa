"""The one attack pipeline: declared, rolled, resolved, answered, step by step."""

from __future__ import annotations

from affray.core.dice import ATTACK
from affray.core.event import Told
from affray.core.grid import CHEBYSHEV
from affray.rulesets.quest import carrying, damage, death, geometry, reaction
from affray.rulesets.quest.attack import declared, numbers, on_hit
from affray.rulesets.quest.attack.declared import (
    CRITICAL,
    DECISIVE,
    DISARM,
    FUMBLE,
    HIT,
    HURLED,
    IN_HAND,
    RESULT_RULES,
    RESULTS,
    SUPER,
    Attack,
)
from affray.rulesets.quest.attack.numbers import AttackRoll
from affray.rulesets.quest.choice import menus
from affray.rulesets.quest.condition import posture, sneaking, states
from affray.rulesets.quest.condition.modifiers import undetected
from affray.rulesets.quest.definitions import Spell
from affray.rulesets.quest.end import decided
from affray.rulesets.quest.resource import spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import (
    AA,
    ADDED,
    BA,
    MA,
    RELOAD,
    SLOWING,
    TOPPLING,
    UNAIMED,
)
from affray.rulesets.quest.text import explain
from affray.rulesets.quest.turn.lineup import in_order


def declare(combat: QuestCombat, unit: QuestCombatant, attack: declared.Attack) -> None:
    """Declare an attack whole, pay for it, and make it: the aim is chosen before the d20.

    Rules: attack.costs-one-aa, attack.declaration, action.extra-attack-price.
    """
    attack.aim = UNAIMED
    if declared.takes_aim(attack):
        attack.aim = combat.ask(menus.Aim(unit, combat.units[attack.target])) - 1
    if attack.paid == declared.ADDITIONAL:
        spending.spend_action(combat, unit, MA)
        spending.spend_action(combat, unit, BA, 2)
        unit.count(ADDED)
    elif attack.paid == declared.ORDINARY:
        spending.spend_action(combat, unit, AA)
    carry_out(combat, attack)


def carry_out(combat: QuestCombat, attack: Attack) -> None:
    """Carry out one declared attack completely, with what it triggers.

    Rules: attack.dice-order, move.facing, fail.zone-of-the-target, sneak.until-seen,
    crit.on-free-hits, attack.thrown-weapon-lands.
    """
    attacker = combat.units[attack.actor]
    target = combat.units[attack.target]
    geometry.turn_to(combat, attacker, target)
    exposed = geometry.in_zone(combat, target, attacker)
    attack.sneak = undetected(attacker, target)
    who, whom = attacker.index, target.index
    if combat.watched:
        combat.tell(Told("attacks", who, whom, attack.means(), attack.aim, "attack.roll"))
    combat.attacks += 1
    spend_shot(combat, attacker, attack)
    if attack.critical:
        attack.result = CRITICAL  # fail.tragedy-no-roll
    else:
        roll = AttackRoll(numbers.accuracy(combat, attack), numbers.target_number(combat, attack))
        attack.result = combat.throw(roll, ATTACK, attacker.index, "attack.roll", RESULTS[0])
        if combat.watched:
            bonus = explain.attack_bonus(combat, attack)
            explain.add_reasons(combat, bonus, explain.target_number(combat, attack))
            word, rule = RESULTS[attack.result], RESULT_RULES[attack.result]
            combat.tell(Told("result", who, whom, word, attack.result, rule))
    sneaking.reveal(combat, attacker)
    if attack.manner == HURLED:
        land(combat, attacker, attack, target.cell)
    if attack.result in (HIT, CRITICAL, SUPER):
        attack.hit = True
        resolve_hit(combat, attack)
    elif attack.result == DECISIVE:
        attack.hit = attack.felled = True  # crit.decisive-no-more-rolls
        death.defeat_outright(combat, target)
    elif attack.result >= FUMBLE:
        reaction.strike_back(combat, attack, exposed)
    combat.attacks -= 1
    posture.stir(combat, target)
    reaction.offer_stand_up(combat)
    reaction.feat_attacks(combat, attack)


def spend_shot(combat: QuestCombat, unit: QuestCombatant, attack: Attack) -> None:
    """Unload a weapon that has to be reloaded after each shot. Rule: attack.reload."""
    weapon = attack.weapon
    if weapon is not None and weapon.has(RELOAD) and attack.manner == IN_HAND:
        piece = declared.ready_piece(unit, weapon)
        carrying.exchange(combat, unit, piece, piece + 1, "attack.reload")
        combat.mark_changed()


def land(combat: QuestCombat, unit: QuestCombatant, attack: Attack, cell: int) -> None:
    """Leave a thrown weapon in the target's space; a thrown item is used up.

    Rule: attack.thrown-weapon-lands.
    """
    weapon = attack.weapon
    assert weapon is not None
    piece = weapon.number * 2
    if piece in unit.held_things:
        carrying.let_go(combat, unit, piece, "attack.thrown-weapon-lands")
    else:
        carrying.unpack(combat, unit, piece, "attack.thrown-weapon-lands")
    if not weapon.attack:
        combat.strew(cell, piece)
    combat.mark_changed()


def resolve_hit(combat: QuestCombat, attack: Attack) -> None:
    """Resolve a hit: disarm, or damage and wound, then what the weapon or spell adds.

    Rules: damage.order, attack.aim-one-part.
    """
    attacker = combat.units[attack.actor]
    target = combat.units[attack.target]
    if attack.manner == DISARM:
        on_hit.disarm(combat, attacker, target, False)
        return
    weapon = attack.weapon
    spell = attack.spell
    wounded = attack.hurts() and damage.deal(combat, attack)
    if not target.present:
        return
    if wounded and attack.aim == SLOWING and weapon is not None and weapon.has(TOPPLING):
        posture.fall_prone(combat, target, "prone.definition")
    if weapon is not None and weapon.status:
        status = states.named(weapon.status, combat.library)
        if status is not None:
            states.gain(combat, target, status, attacker.index)
    if spell is not None:
        on_hit.of_spell(combat, attack)


def burst(combat: QuestCombat, unit: QuestCombatant, spell: Spell, notes: int, centre: int) -> None:
    """Attack every unit in an area, one after the other in lineup order.

    Rule: attack.area-spells.
    """
    radius = spell.radius_with(notes)
    place = unit.sheet.spells.index(spell)
    grid = combat.grid
    combat.attacks += 1  # one casting: nobody stands up between its attacks
    inside = [
        who
        for who in in_order(combat)
        if combat.units[who].present
        and grid.distance(combat.units[who].cell, centre, CHEBYSHEV, combat.units[who].size, 1)
        <= radius
    ]
    for who in inside:
        target = combat.units[who]
        if target.present and unit.present and not decided(combat):
            carry_out(combat, declared.of_spell(unit, place, notes, target))
    combat.attacks -= 1
