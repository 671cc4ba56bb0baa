"""Spells: what they may be aimed at, taking effect, and what each of them does."""

from __future__ import annotations

from affray.core.event import Part, Told
from affray.core.grid import WALL
from affray.rulesets.quest import damage, geometry, reaction, summon
from affray.rulesets.quest.attack import declared, on_hit, pipeline
from affray.rulesets.quest.choice.menus import SummonsFacing
from affray.rulesets.quest.choice.target import Goal, Notes
from affray.rulesets.quest.condition import posture, sneaking, states
from affray.rulesets.quest.condition.defence import undetected
from affray.rulesets.quest.definitions import Spell, Thing
from affray.rulesets.quest.movement import moving
from affray.rulesets.quest.resource import spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import BA, WAR_HEALER


def spell_range(spell: Spell, notes: int) -> int:
    """Return the range of a spell, with options paid for so often."""
    return spell.range + (notes * spell.notes[0].range if spell.notes else 0)


def note_sets(unit: QuestCombatant, spell: Spell) -> list[int]:
    """Return how often the note of a spell could be paid for now, none first."""
    found = [0]
    for note in spell.notes[:1]:
        number = 1
        while number <= note.times and number * note.ba <= unit.ba:
            found.append(number)
            number += 1
    return found


def cannot_complete(combat: QuestCombat, unit: QuestCombatant, spell: Spell) -> str:
    """Return why the last action of a cast cannot be paid.

    Rules: spell.mp-cost, summon.slots-full.
    """
    if not spending.can_afford(unit, spell):
        return "spell.mp-cost"
    if spell.summon is not None and spending.free_slots(combat, unit) < 1:
        return "summon.slots-full"
    return ""


def cannot_take_effect(combat: QuestCombat, unit: QuestCombatant, spell: Spell) -> str:
    """Return why a spell could not take effect now, whatever notes are paid for."""
    rule = cannot_complete(combat, unit, spell)
    if rule:
        return rule
    for notes in note_sets(unit, spell):
        if reaches(combat, unit, spell, notes):
            return ""
    return "spell.range-and-sight"


# ---- targets -------------------------------------------------------------------------------------


def goals(combat: QuestCombat, unit: QuestCombatant, spell: Spell, notes: int) -> list[int]:
    """Return the units or cells that a spell may be aimed at now.

    Rules: spell.range-and-sight, sneak.no-target, attack.only-enemies, summon.place.
    """
    far = spell_range(spell, notes)
    if spell.target == "self":
        return [unit.index]
    if spell.target == "space":
        cells = block(combat, unit, far)
        return [cell for cell in cells if may_be_at(combat, unit, spell, cell)]
    found: list[int] = []
    for other in combat.units:
        if cannot_target(combat, unit, spell, other, far) == "":
            found.append(other.index)
    return found


def cannot_target(
    combat: QuestCombat, unit: QuestCombatant, spell: Spell, other: QuestCombatant, far: int
) -> str:
    """Return the rule that forbids a unit as the target of a spell, "" if none does."""
    if not other.present:
        return "death.out-of-battle"
    if spell.target == "ally" and combat.enemies(unit, other):
        return "spell.range-and-sight"
    if spell.target == "unit" and other is unit:
        return "attack.only-enemies"
    if undetected(other, unit):
        return "sneak.no-target"
    if spell.status == "disarmed" and not other.held_things:
        return "attack.disarm"
    if other is unit:
        return ""
    return "" if geometry.in_range(combat, unit, other, far) else "spell.range-and-sight"


def reaches(combat: QuestCombat, unit: QuestCombatant, spell: Spell, notes: int) -> bool:
    """Return whether there is anything that a spell may be aimed at now: as ``goals`` has it."""
    far = spell_range(spell, notes)
    if spell.target == "self":
        return True
    if spell.target == "space":
        for cell in block(combat, unit, far):
            if may_be_at(combat, unit, spell, cell):
                return True
        return False
    for other in combat.units:
        if cannot_target(combat, unit, spell, other, far) == "":
            return True
    return False


def block(combat: QuestCombat, unit: QuestCombatant, far: int) -> list[int]:
    """Return the cells within a distance of a unit."""
    grid = combat.grid
    wide = 2 * far + unit.size
    return grid.block(grid.xs[unit.cell] - far, grid.ys[unit.cell] - far, wide, wide)


def may_be_at(combat: QuestCombat, unit: QuestCombatant, spell: Spell, cell: int) -> bool:
    """Return whether a spell may take effect in a space: in sight, and free for what it calls up.

    Rules: spell.range-and-sight, summon.place.
    """
    grid = combat.grid
    if grid.ground[cell] == WALL:
        return False
    if spell.summon is not None:
        size = spell.summon.size
        if not sneaking.seems_free(combat, unit, cell, size):
            return False
        if size > 1 and any([grid.ground[one] == WALL for one in grid.footprint(cell, size)]):
            return False
    return geometry.sees_cell(combat, unit, cell)


# ---- taking effect -------------------------------------------------------------------------------


def take_effect(combat: QuestCombat, unit: QuestCombatant, place: int, with_notes: bool) -> None:
    """Let a spell take effect: options, target, MP, then what it does.

    Without a target in range and sight it fails and costs no MP.
    Rules: spell.mp-cost, spell.range-and-sight, spell.notes-options.
    """
    spell = unit.sheet.spells[place]
    rule = cannot_take_effect(combat, unit, spell)
    if rule:
        if combat.watched:
            combat.tell(Told("fails to cast", unit.index, -1, spell.id, 0, rule))
        return
    sets = [0]
    if with_notes:
        sets = [one for one in note_sets(unit, spell) if reaches(combat, unit, spell, one)]
    notes = sets[0]
    if len(sets) > 1:
        notes = combat.ask(Notes(unit, spell, sets))
    found = goals(combat, unit, spell, notes)
    if notes:
        cost = notes * spell.notes[0].ba
        spending.spend_action(combat, unit, BA, cost, "spell.notes-options")
        combat.mark_changed()
    goal = choose_goal(combat, unit, spell, notes, found)
    while spell.summon is not None and not combat.free(goal, spell.summon.size):
        if combat.watched:  # somebody undetected stands there
            combat.tell(Told("is held", unit.index, -1, spell.id, 0, "summon.place", cell=goal))
        found.remove(goal)
        if not found:
            return
        goal = choose_goal(combat, unit, spell, notes, found)
    if combat.watched:
        whom = -1 if spell.target == "space" else goal
        combat.tell(Told("takes effect", unit.index, whom, spell.id, notes, "spell.cast-time"))
    spending.spend_mp(combat, unit, spell.mp, "spell.mp-cost", spell.id)
    do(combat, unit, place, notes, goal)
    reaction.offer_stand_up(combat)


def choose_goal(
    combat: QuestCombat, unit: QuestCombatant, spell: Spell, notes: int, found: list[int]
) -> int:
    """Ask at which of several units or spaces a spell is aimed."""
    if spell.target == "self" or len(found) == 1:
        return found[0]
    asked = Goal(combat, unit, spell, found, "spell.range-and-sight")
    asked.notes = notes
    return combat.ask(asked) - 1


def do(combat: QuestCombat, unit: QuestCombatant, place: int, notes: int, goal: int) -> None:
    """Do what a spell does to its target."""
    spell = unit.sheet.spells[place]
    if spell.summon is not None:
        call_up(combat, unit, spell, notes, goal)
    elif spell.target == "space":
        pipeline.burst(combat, unit, spell, notes, goal)
    elif spell.attack:
        pipeline.carry_out(combat, declared.of_spell(unit, place, notes, combat.units[goal]))
    elif spell.heal.count or spell.removes:
        restore(combat, unit, spell, combat.units[goal])
    elif spell.status == "disengaged":
        slip(combat, unit, spell, notes)
    elif spell.status == "undetected":
        geometry.turn_to(combat, unit, combat.units[goal])
        sneaking.hide(combat, combat.units[goal])
    else:
        status = states.named(spell.status, combat.library)
        if status is not None:
            geometry.turn_to(combat, unit, combat.units[goal])
            on_hit.bestow(combat, unit, place, status, combat.units[goal], notes)


def restore(
    combat: QuestCombat, unit: QuestCombatant, spell: Spell, target: QuestCombatant
) -> None:
    """Heal a unit by a spell: hit points, wounds or both.

    Rules: spell.heal-is-one-instance, wound.healed-by-six.
    """
    geometry.turn_to(combat, unit, target)
    rule = "spell.heal-is-one-instance"
    amount = 0
    parts: list[Part] = []
    if spell.heal.count:
        amount = damage.roll_amount(combat, spell.heal, unit.index, rule, spell.id)
        parts.append((amount, rule))
        if unit.has_feat(WAR_HEALER):
            amount += 2
            parts.append((2, "war-healer"))
    damage.heal(combat, target, amount, spell.removes, unit.index, None, spell.id, parts)


def slip(combat: QuestCombat, unit: QuestCombatant, spell: Spell, notes: int) -> None:
    """Disengage the caster, perhaps an adjacent ally, and let it move at once.

    Rules: disengage.price, disengage.whole-round-all-zones.
    """
    posture.disengage(combat, unit)
    if notes and spell.notes[0].ally:
        near = [
            one.index
            for one in combat.units
            if one.present
            and one is not unit
            and one.side == unit.side
            and geometry.distance(combat, unit, one) == 1
        ]
        if near:
            who = near[0]
            if len(near) > 1:
                who = combat.ask(Goal(combat, unit, spell, near, "spell.notes-options")) - 1
            posture.disengage(combat, combat.units[who])
    if unit.free_handed():
        moving.move_at_once(combat, unit, spell.spaces)


def call_up(combat: QuestCombat, unit: QuestCombatant, spell: Spell, notes: int, cell: int) -> None:
    """Bring up a creature: its facing is chosen, its thrall price may be paid at once.

    Rules: summon.place, thrall.when-paid.
    """
    facing = combat.ask(SummonsFacing(unit))
    made = summon.call(combat, unit, spell, cell, facing - 1)
    if notes:
        note = spell.notes[0]
        made.max_hp += notes * note.hp
        made.hp += notes * note.hp
        if note.weapon:
            rearm(combat, made, combat.library.by_id[note.weapon])
    summon.offer_thrall(combat, unit, made)


def rearm(combat: QuestCombat, unit: QuestCombatant, weapon: Thing) -> None:
    """Give a creature another weapon instead of its own."""
    unit.held_things = (weapon.number * 2,)
    unit.carried = ()
    combat.mark_changed()
