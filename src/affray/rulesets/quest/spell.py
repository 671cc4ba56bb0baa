"""Spells: what they may be aimed at, taking effect, and what each of them does."""

from __future__ import annotations

from affray.core.event import Part, Told
from affray.core.grid import WALL
from affray.rulesets.quest import carrying, damage, geometry, reaction, summon
from affray.rulesets.quest.attack import declared, on_hit, pipeline
from affray.rulesets.quest.choice.menus import SummonsFacing
from affray.rulesets.quest.choice.target import Goal, Notes
from affray.rulesets.quest.condition import posture, sneaking, states
from affray.rulesets.quest.condition.modifiers import undetected
from affray.rulesets.quest.definitions import Spell, Thing
from affray.rulesets.quest.movement import moving
from affray.rulesets.quest.resource import spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import BA, WAR_HEALER, WEAPON


def spell_range(spell: Spell, notes: int) -> int:
    """Return the range of a spell, with options paid for so often."""
    if not notes:
        return spell.range
    return spell.range + sum(note.range * times for note, times in spell.paid(notes))


def note_sets(unit: QuestCombatant, spell: Spell) -> list[int]:
    """Return the ways in which the options of a spell could be paid for now, none first.

    Of several options that give a creature another weapon one alone can be paid for.
    Rule: spell.notes-options.
    """
    found = [0]
    if not spell.notes:
        return found
    step = 1
    for note in spell.notes:
        most = min(note.times, unit.ba // note.ba)
        found += [one + times * step for times in range(1, most + 1) for one in found]
        step *= note.times + 1
    if len(spell.notes) > 1:
        return [one for one in found if spell.note_cost(one) <= unit.ba and fits(spell, one)]
    return found


def fits(spell: Spell, notes: int) -> bool:
    """Return whether no two of the options that are paid for give a creature its weapon."""
    return len([note for note, _ in spell.paid(notes) if note.weapon]) < 2


def cannot_complete(combat: QuestCombat, unit: QuestCombatant, spell: Spell) -> str:
    """Return why the last action of a cast cannot be paid.

    Rules: spell.mp-cost, summon.slots-full.
    """
    if not spending.can_afford(unit, spell):
        return "spell.mp-cost"
    if spell.summon is not None and spending.free_slots(combat, unit) < spell.count:
        return "summon.slots-full"
    return ""


def cannot_take_effect(combat: QuestCombat, unit: QuestCombatant, spell: Spell) -> str:
    """Return why a spell could not take effect now, whatever notes are paid for."""
    rule = cannot_complete(combat, unit, spell)
    if rule:
        return rule
    if reaches(combat, unit, spell, 0):
        return ""  # mostly it needs no option
    for notes in note_sets(unit, spell):
        if notes and reaches(combat, unit, spell, notes):
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
        if far > 0 and any(
            may_be_at(combat, unit, spell, cell) for cell in combat.grid.near[unit.cell]
        ):
            return True  # mostly one of those beside it will do
        return any(may_be_at(combat, unit, spell, cell) for cell in block(combat, unit, far))
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
        if size > 1 and any(grid.ground[one] == WALL for one in grid.footprint(cell, size)):
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
        cost = spell.note_cost(notes)
        spending.spend_action(combat, unit, BA, cost, "spell.notes-options")
        combat.mark_changed()
    goal = choose_goal(combat, unit, spell, notes, found)
    if goal < 0:
        return
    if combat.watched:
        whom = -1 if spell.target == "space" else goal
        combat.tell(Told("takes effect", unit.index, whom, spell.id, notes, "spell.cast-time"))
    spending.spend_mp(combat, unit, spell.mp, "spell.mp-cost", spell.id)
    do(combat, unit, place, notes, goal)
    reaction.offer_stand_up(combat)


def choose_goal(
    combat: QuestCombat, unit: QuestCombatant, spell: Spell, notes: int, found: list[int]
) -> int:
    """Ask at which of several units or spaces a spell is aimed, -1 if none is left.

    Where a creature cannot appear, because somebody undetected stands there, one chooses anew;
    such spaces are taken out of ``found``. Rule: summon.place.
    """
    while found:
        goal = found[0]
        if spell.target != "self" and len(found) > 1:
            asked = Goal(combat, unit, spell, found, "spell.range-and-sight")
            asked.notes = notes
            goal = combat.ask(asked) - 1
        if spell.summon is None or combat.free(goal, spell.summon.size):
            return goal
        if combat.watched:
            combat.tell(Told("is held", unit.index, -1, spell.id, 0, "summon.place", cell=goal))
        found.remove(goal)
    return -1


def do(combat: QuestCombat, unit: QuestCombatant, place: int, notes: int, goal: int) -> None:
    """Do what a spell does to its target."""
    spell = unit.sheet.spells[place]
    if spell.summon is not None:
        call_up_all(combat, unit, spell, notes, goal)
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
    """Disengage the caster, perhaps adjacent allies, and let it move at once.

    Rules: disengage.price, disengage.whole-round-all-zones.
    """
    posture.disengage(combat, unit)
    near = [
        one.index
        for one in combat.units
        if one.present
        and one is not unit
        and one.side == unit.side
        and geometry.distance(combat, unit, one) == 1
    ]
    for _ in range(sum(times for note, times in spell.paid(notes) if note.ally)):
        if near:
            who = near[0]
            if len(near) > 1:
                who = combat.ask(Goal(combat, unit, spell, near, "spell.notes-options")) - 1
            near.remove(who)
            posture.disengage(combat, combat.units[who])
    if unit.free_handed():
        moving.move_at_once(combat, unit, spell.spaces)


def call_up_all(
    combat: QuestCombat, unit: QuestCombatant, spell: Spell, notes: int, cell: int
) -> None:
    """Bring up all creatures of a spell, one after the other, as long as there is room for them.

    Rules: summon.place, summon.slots-full.
    """
    called = 0
    while cell >= 0:
        call_up(combat, unit, spell, notes, cell)
        called += 1
        cell = -1
        if called < spell.count:
            cell = choose_goal(combat, unit, spell, notes, goals(combat, unit, spell, notes))


def call_up(combat: QuestCombat, unit: QuestCombatant, spell: Spell, notes: int, cell: int) -> None:
    """Bring up a creature: its facing is chosen, its thrall price may be paid at once.

    Rules: summon.place, thrall.when-paid.
    """
    facing = combat.ask(SummonsFacing(unit))
    made = summon.call(combat, unit, spell, cell, facing - 1)
    for note, times in spell.paid(notes):
        made.max_hp += times * note.hp
        made.hp += times * note.hp
        if note.weapon:
            rearm(combat, made, combat.library.by_id[note.weapon])
    summon.offer_thrall(combat, unit, made)


def rearm(combat: QuestCombat, unit: QuestCombatant, weapon: Thing) -> None:
    """Give a creature another weapon instead of its own; a shield stays, in hand if one is free.

    Rules: spell.notes-options, attack.hands.
    """
    rest = [
        thing for thing in unit.held_things + unit.carried if combat.thing(thing).kind != WEAPON
    ]
    unit.held_things = (weapon.number * 2,)
    unit.carried = ()
    for piece in rest:
        if carrying.has_hand_for(combat, unit, combat.thing(piece)):
            unit.take(piece)
        else:
            unit.stow(piece)
    combat.mark_changed()
