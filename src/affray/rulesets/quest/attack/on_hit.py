"""What a hit does besides damage: disarming, states, pushing."""

from __future__ import annotations

from affray.core.event import Told
from affray.core.grid import WALL
from affray.rulesets.quest import carrying
from affray.rulesets.quest.attack import declared
from affray.rulesets.quest.choice.menus import Landing, WhichItem
from affray.rulesets.quest.condition import modifiers, posture, sneaking, states
from affray.rulesets.quest.definitions import Status
from affray.rulesets.quest.movement import forced
from affray.rulesets.quest.state import Kept, QuestCombat, QuestCombatant


def of_spell(combat: QuestCombat, attack: declared.Attack) -> None:
    """Do what a spell does besides damage to whom it hits."""
    spell = attack.spell
    assert spell is not None
    unit = combat.units[attack.actor]
    target = combat.units[attack.target]
    paid = spell.paid(attack.notes)
    if spell.push:
        more = sum(times * note.push for note, times in paid)
        forced.push(combat, unit, target, spell.push + more)
    if not target.present:
        return
    if spell.status == "prone":
        posture.fall_prone(combat, target, "prone.definition")
    elif spell.status == "disarmed":
        disarm(combat, unit, target, any(note.fetch for note, _ in paid))
    else:
        status = states.named(spell.status, combat.library)
        if status is not None:
            bestow(combat, unit, attack.place, status, target, attack.notes)


def bestow(
    combat: QuestCombat,
    unit: QuestCombatant,
    place: int,
    status: Status,
    target: QuestCombatant,
    notes: int,
) -> None:
    """Put the state of a spell on its target, for as long as the spell says."""
    spell = unit.sheet.spells[place]
    n = max(1, spell.break_free(notes)) if status is states.BOUND else 1
    states.gain(combat, target, status, unit.index, spell.ends, n)
    if spell.upkeep:
        was = combat.watched and modifiers.channeling(unit)
        for one in list(unit.kept):
            if one.spell == place and one.target == target.index:
                unit.kept.remove(one)
        unit.kept = [*unit.kept, Kept(place, target.index, True)]
        combat.mark_changed()
        states.tell_channeling(combat, unit, was, "channel.upkeep")


# ---- disarming -----------------------------------------------------------------------------------


def disarm(
    combat: QuestCombat, chooser: QuestCombatant, target: QuestCombatant, fetch: bool
) -> None:
    """Take a held item from a unit; ``fetch``: it flies to who disarms.

    Rules: disarmed.definition, attack.disarm, disarmed.where-it-lands.
    """
    pieces: list[int] = []
    seen: list[int] = []
    for one in target.held_things:
        if one // 2 not in seen:
            seen.append(one // 2)
            pieces.append(one)
    if not pieces:
        return
    piece = pieces[0]
    if len(pieces) > 1:
        piece = combat.ask(WhichItem(combat, chooser, pieces)) - 1
    thing = combat.thing(piece)
    carrying.let_go(combat, target, piece, "disarmed.definition")
    combat.mark_changed()
    if combat.watched:
        rule = "disarmed.definition"
        combat.tell(Told("disarmed", target.index, chooser.index, thing.id, 0, rule))
    if fetch:
        room = carrying.bulk(combat, chooser) + thing.bulk <= carrying.capacity(chooser)
        if room and carrying.has_hand_for(combat, chooser, thing):
            carrying.take(combat, chooser, piece, "disarmed.definition")
        else:
            combat.strew(chooser.cell, piece)
        return
    combat.strew(landing_cell(combat, chooser, target), piece)


def landing_cell(combat: QuestCombat, chooser: QuestCombatant, target: QuestCombatant) -> int:
    """Return where a disarmed thing falls: a free space beside the target, by choice."""
    grid = combat.grid
    column = grid.xs[target.cell] - 1
    row = grid.ys[target.cell] - 1
    around = grid.block(column, row, target.size + 2, target.size + 2)
    cells = [
        cell
        for cell in around
        if grid.ground[cell] != WALL and sneaking.seems_free(combat, chooser, cell, 1)
    ]
    if not cells:
        return target.cell
    return cells[0] if len(cells) == 1 else combat.ask(Landing(combat, chooser, cells)) - 1
