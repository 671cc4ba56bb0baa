"""Spells: paid over turns, taking effect, kept up; what each of them does."""

from __future__ import annotations

from typing import ClassVar

from affray.core.choice import PASS, Choice, Menu, Option
from affray.core.grid import CHEBYSHEV, DIRECTIONS, WALL
from affray.rulesets.quest import (
    attack,
    condition,
    damage,
    end,
    geometry,
    item,
    movement,
    reaction,
    stealth,
    summon,
)
from affray.rulesets.quest.state import Kept, QuestCombat, Unit
from affray.rulesets.quest.terms import WAR_HEALER
from affray.rulesets.quest.written import Spell, Status, Thing

# ---- paying ------------------------------------------------------------------------------------


def remaining(unit: Unit, place: int) -> tuple[int, int]:
    """Return the AAs and MAs that a spell still costs. Rule: spell.cast-time."""
    spell = unit.sheet.spells[place]
    if unit.casting == place:
        return spell.aa - unit.paid_aa, spell.ma - unit.paid_ma
    return spell.aa, spell.ma


def cannot_pay(combat: QuestCombat, unit: Unit, place: int, ma: bool) -> str:
    """Return the rule that forbids paying an action of a spell's cast time, "" if none does.

    Rules: spell.cast-time, spell.cast-time-not-bonus, spell.mp-cost, spell.range-and-sight,
    summon.slots-full.
    """
    spell = unit.sheet.spells[place]
    aa_left, ma_left = remaining(unit, place)
    if (ma_left if ma else aa_left) <= 0:
        return "spell.cast-time"
    if (unit.ma if ma else unit.aa) <= 0:
        return "turn.allowance"
    if aa_left + ma_left == 1:
        if unit.casting == place:  # one under way that reaches nobody may be finished, and fails
            return cannot_complete(combat, unit, spell)
        return cannot_take_effect(combat, unit, spell)
    return "spell.mp-cost" if unit.casting != place and unit.mp < spell.mp else ""


def cannot_complete(combat: QuestCombat, unit: Unit, spell: Spell) -> str:
    """Return why the last action of a cast cannot be paid.

    Rules: spell.mp-cost, summon.slots-full.
    """
    if unit.mp < spell.mp:
        return "spell.mp-cost"
    if spell.summon is not None and summon.free_slots(combat, unit) < 1:
        return "summon.slots-full"
    return ""


def cannot_take_effect(combat: QuestCombat, unit: Unit, spell: Spell) -> str:
    """Return why a spell could not take effect now, whatever notes are paid for."""
    rule = cannot_complete(combat, unit, spell)
    if rule:
        return rule
    for notes in note_sets(unit, spell):
        if reaches(combat, unit, spell, notes):
            return ""
    return "spell.range-and-sight"


def pay(combat: QuestCombat, unit: Unit, place: int, ma: bool) -> None:
    """Pay an action of a cast; when it is the last the spell takes effect.

    Rules: spell.one-cast-under-way, channel.flat-footed, channel.split-by-choice.
    """
    if unit.casting != place:
        condition.cancel(combat, unit)
        unit.casting = place
    if ma:
        unit.ma -= 1
        unit.paid_ma += 1
    else:
        unit.aa -= 1
        unit.paid_aa += 1
    unit.paid_now = True
    combat.mark_changed()
    if combat.watched:
        spell = unit.sheet.spells[place]
        combat.say("casts", unit.index, -1, spell.id, int(ma), "spell.cast-time")
    if remaining(unit, place) == (0, 0):
        condition.forget(unit)
        take_effect(combat, unit, place, True)


# ---- keeping up --------------------------------------------------------------------------------


def toggle(combat: QuestCombat, unit: Unit, number: int) -> None:
    """Switch a kept spell off or on. Rule: action.ba-toggle."""
    one = unit.kept[number]
    one.on = not one.on
    combat.mark_changed()
    if combat.watched:
        word = unit.sheet.spells[one.spell].id
        combat.say("toggles", unit.index, one.target, word, int(one.on), "action.ba-toggle")
    status = condition.named(unit.sheet.spells[one.spell].status, combat.library)
    if one.on and status is not None:
        condition.gain(combat, combat.units[one.target], status, unit.index)
    else:
        condition.lift(combat, unit, one)


def upkeep(combat: QuestCombat, unit: Unit) -> None:
    """Pay for each spell that is kept up, or let it end. Rule: channel.upkeep."""
    for one in list(unit.kept):
        if not one.on or one not in unit.kept:
            continue
        spell = unit.sheet.spells[one.spell]
        if unit.mp < spell.upkeep:
            condition.end_kept(combat, unit, one)
            continue
        name = combat.units[one.target].name
        options = [(1, f"keep {spell.id} on {name}"), (PASS, f"end {spell.id} on {name}")]
        if combat.ask(Menu(unit.seats, unit.index, "channel.upkeep", options, 1)) == PASS:
            condition.end_kept(combat, unit, one)
        else:
            unit.mp -= spell.upkeep
            combat.mark_changed()


# ---- taking effect -----------------------------------------------------------------------------


class Notes(Menu):
    """Which options of a spell's notes to pay for. Rule: spell.notes-options."""

    kind: ClassVar[str] = "notes"

    def __init__(self, unit: Unit, spell: Spell, sets: list[int]) -> None:
        options: list[tuple[int, str]] = []
        for one in sets:
            options.append(
                (one, "no option" if one == 0 else f"option for {one * spell.notes[0].ba} ba")
            )
        super().__init__(unit.seats, unit.index, "spell.notes-options", options, sets[0])
        self.spell = spell

    def prompt(self) -> str:
        return f"option of {self.spell.name}: {self.spell.notes[0].text}"


class Goal(Choice):
    """The target of a spell: a unit (1 + index) or a space (1 + cell)."""

    kind: ClassVar[str] = "target"

    def __init__(
        self, combat: QuestCombat, unit: Unit, spell: Spell, found: list[int], rule: str
    ) -> None:
        super().__init__(unit.seats, unit.index, rule, 1 + meant(combat, unit, spell, found))
        self.field = combat
        self.unit = unit
        self.spell = spell
        self.space = spell.target == "space"
        self.found = found
        self.notes = 0

    def answers(self) -> list[int]:
        return [1 + one for one in self.found]

    def option(self, answer: int) -> Option:
        if self.space:
            name = f"at {self.field.grid.name(answer - 1)}"
            return Option(answer, name, "at", self.unit.index, None, [answer - 1], self.spell.id)
        name = f"target {self.field.units[answer - 1].name}"
        return Option(answer, name, "target", self.unit.index, [answer - 1], None, self.spell.id)

    def prompt(self) -> str:
        return f"{self.spell.name}: target"


def meant(combat: QuestCombat, unit: Unit, spell: Spell, found: list[int]) -> int:
    """Return the target by default: the first listed, of an attack the first enemy."""
    if spell.attack and spell.target != "space":
        for one in found:
            if combat.enemies(unit, combat.units[one]):
                return one
    return found[0]


def note_sets(unit: Unit, spell: Spell) -> list[int]:
    """Return how often the note of a spell could be paid for now, none first."""
    found = [0]
    for note in spell.notes[:1]:
        number = 1
        while number <= note.times and number * note.ba <= unit.ba:
            found.append(number)
            number += 1
    return found


def spell_range(spell: Spell, notes: int) -> int:
    return spell.range + (notes * spell.notes[0].range if spell.notes else 0)


def goals(combat: QuestCombat, unit: Unit, spell: Spell, notes: int) -> list[int]:
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


def cannot_target(combat: QuestCombat, unit: Unit, spell: Spell, other: Unit, far: int) -> str:
    """Return the rule that forbids a unit as the target of a spell, "" if none does."""
    if not other.present:
        return "death.out-of-battle"
    if spell.target == "ally" and combat.enemies(unit, other):
        return "spell.range-and-sight"
    if spell.target == "unit" and other is unit:
        return "attack.only-enemies"
    if condition.undetected(other, unit):
        return "sneak.no-target"
    if spell.status == "disarmed" and not other.held_things:
        return "attack.disarm"
    if other is unit:
        return ""
    if geometry.distance(combat, unit, other) > far or not geometry.sees(combat, unit, other):
        return "spell.range-and-sight"
    return ""


def reaches(combat: QuestCombat, unit: Unit, spell: Spell, notes: int) -> bool:
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


def block(combat: QuestCombat, unit: Unit, far: int) -> list[int]:
    """Return the cells within a distance of a unit."""
    grid = combat.grid
    wide = 2 * far + unit.size
    return grid.block(grid.xs[unit.cell] - far, grid.ys[unit.cell] - far, wide, wide)


def may_be_at(combat: QuestCombat, unit: Unit, spell: Spell, cell: int) -> bool:
    """Return whether a spell may take effect in a space: in sight, and free for what it calls up.

    Rules: spell.range-and-sight, summon.place.
    """
    grid = combat.grid
    if grid.ground[cell] == WALL:
        return False
    if spell.summon is not None:
        size = spell.summon.size
        if not combat.free(cell, size):
            return False
        if size > 1 and any([grid.ground[one] == WALL for one in grid.footprint(cell, size)]):
            return False
    return geometry.sees_cell(combat, unit, cell)


def take_effect(combat: QuestCombat, unit: Unit, place: int, with_notes: bool) -> None:
    """Let a spell take effect: options, target, MP, then what it does.

    Without a target in range and sight it fails and costs no MP.
    Rules: spell.mp-cost, spell.range-and-sight, spell.notes-options.
    """
    spell = unit.sheet.spells[place]
    rule = cannot_take_effect(combat, unit, spell)
    if rule:
        if combat.watched:
            combat.say("fails to cast", unit.index, -1, spell.id, 0, rule)
        return
    sets = [0]
    if with_notes:
        sets = [one for one in note_sets(unit, spell) if reaches(combat, unit, spell, one)]
    notes = sets[0]
    if len(sets) > 1:
        notes = combat.ask(Notes(unit, spell, sets))
    found = goals(combat, unit, spell, notes)
    if notes:
        unit.ba -= notes * spell.notes[0].ba
        combat.mark_changed()
    goal = found[0]
    if spell.target != "self" and len(found) > 1:
        asked = Goal(combat, unit, spell, found, "spell.range-and-sight")
        asked.notes = notes
        goal = combat.ask(asked) - 1
    unit.mp -= spell.mp
    combat.mark_changed()
    if combat.watched:
        whom = -1 if spell.target == "space" else goal
        combat.say("takes effect", unit.index, whom, spell.id, notes, "spell.cast-time")
    do(combat, unit, place, notes, goal)
    reaction.settle(combat)


def do(combat: QuestCombat, unit: Unit, place: int, notes: int, goal: int) -> None:
    """Do what a spell does to its target."""
    spell = unit.sheet.spells[place]
    if spell.summon is not None:
        call_up(combat, unit, spell, notes, goal)
    elif spell.target == "space":
        burst(combat, unit, spell, notes, goal)
    elif spell.attack:
        attack.attack(combat, strike(unit, place, notes, combat.units[goal]))
    elif spell.heal.count or spell.removes:
        restore(combat, unit, spell, combat.units[goal])
    elif spell.status == "disengaged":
        slip(combat, unit, spell, notes)
    elif spell.status == "undetected":
        attack.turn_to(combat, unit, combat.units[goal])
        stealth.hide(combat, combat.units[goal])
    else:
        status = condition.named(spell.status, combat.library)
        if status is not None:
            attack.turn_to(combat, unit, combat.units[goal])
            bestow(combat, unit, place, status, combat.units[goal], notes)


def strike(unit: Unit, place: int, notes: int, target: Unit) -> attack.Strike:
    """Return the attack of a spell, with what its options add. Rule: spell.attack-roll."""
    spell = unit.sheet.spells[place]
    deed = attack.Strike(unit.index, target.index, None, attack.IN_HAND)
    deed.spell = spell
    deed.paid = attack.CAST
    deed.place = place
    deed.notes = notes
    if notes and spell.notes:
        note = spell.notes[0]
        deed.accuracy = notes * note.accuracy
        if note.dice.count:
            deed.more_dice = [(notes * note.dice.count, note.dice.sides)]
    return deed


def on_hit(combat: QuestCombat, deed: attack.Strike) -> None:
    """Do what a spell does besides damage to whom it hits."""
    spell = deed.spell
    assert spell is not None
    unit = combat.units[deed.actor]
    target = combat.units[deed.target]
    note = spell.notes[0] if spell.notes and deed.notes else None
    if spell.push:
        more = deed.notes * note.push if note is not None else 0
        movement.push(combat, unit, target, spell.push + more)
    if not target.present:
        return
    if spell.status == "prone":
        attack.fall_prone(combat, target, "prone.definition")
    elif spell.status == "disarmed":
        item.disarm(combat, unit, target, note is not None and note.fetch)
    else:
        status = condition.named(spell.status, combat.library)
        if status is not None:
            bestow(combat, unit, deed.place, status, target, deed.notes)


def bestow(
    combat: QuestCombat, unit: Unit, place: int, status: Status, target: Unit, notes: int
) -> None:
    """Put the state of a spell on its target, for as long as the spell says."""
    spell = unit.sheet.spells[place]
    n = 1
    if status is condition.BOUND and notes and spell.notes[0].break_free:
        n = spell.notes[0].break_free
    condition.gain(combat, target, status, unit.index, spell.ends, n)
    if spell.upkeep:
        for one in list(unit.kept):
            if one.spell == place and one.target == target.index:
                unit.kept.remove(one)
        unit.kept.append(Kept(place, target.index, True))
        combat.mark_changed()


def burst(combat: QuestCombat, unit: Unit, spell: Spell, notes: int, centre: int) -> None:
    """Attack every unit in an area, one after the other in lineup order.

    Rule: attack.area-spells.
    """
    radius = spell.radius + (notes * spell.notes[0].radius if spell.notes else 0)
    place = unit.sheet.spells.index(spell)
    grid = combat.grid
    combat.attacks += 1  # one casting: nobody stands up between its attacks
    inside = [
        who
        for who in combat.in_order()
        if combat.units[who].present
        and grid.distance(combat.units[who].cell, centre, CHEBYSHEV, combat.units[who].size, 1)
        <= radius
    ]
    for who in inside:
        target = combat.units[who]
        if target.present and unit.present and not end.decided(combat):
            attack.attack(combat, strike(unit, place, notes, target))
    combat.attacks -= 1


def restore(combat: QuestCombat, unit: Unit, spell: Spell, target: Unit) -> None:
    """Rules: spell.heal-is-one-instance, wound.healed-by-six."""
    attack.turn_to(combat, unit, target)
    amount = 0
    if spell.heal.count:
        amount = damage.roll_amount(
            combat, spell.heal, unit.index, "spell.heal-is-one-instance", spell.id
        )
        if unit.has_feat(WAR_HEALER):
            amount += 2
    damage.heal(combat, target, amount, spell.removes, unit.index)


def slip(combat: QuestCombat, unit: Unit, spell: Spell, notes: int) -> None:
    """Disengage the caster, perhaps an adjacent ally, and let it move at once.

    Rules: disengage.price, disengage.whole-round-all-zones.
    """
    disengage(combat, unit)
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
            disengage(combat, combat.units[who])
    if unit.free_handed():
        movement.move_at_once(combat, unit, spell.spaces)


def disengage(combat: QuestCombat, unit: Unit) -> None:
    """Rule: disengage.whole-round-all-zones."""
    unit.disengaged = True
    combat.mark_changed()
    if combat.watched:
        combat.say("disengages", unit.index, rule="disengage.whole-round-all-zones")


def call_up(combat: QuestCombat, unit: Unit, spell: Spell, notes: int, cell: int) -> None:
    """Bring up a creature: its facing is chosen, its thrall price may be paid at once.

    Rules: summon.place, thrall.when-paid.
    """
    assert spell.summon is not None
    options = [(1 + number, f"facing {DIRECTIONS[number]}") for number in range(8)]
    facing = combat.ask(Menu(unit.seats, unit.index, "summon.place", options, 1 + unit.facing))
    made = summon.call(combat, unit, spell.summon, cell, facing - 1, spell.sickness)
    if notes:
        note = spell.notes[0]
        made.max_hp += notes * note.hp
        made.hp += notes * note.hp
        if note.weapon:
            rearm(combat, made, combat.library.by_id[note.weapon])
    summon.offer_thrall(combat, unit, made)


def rearm(combat: QuestCombat, unit: Unit, weapon: Thing) -> None:
    """Give a creature another weapon instead of its own."""
    unit.held_things = (weapon.number * 2,)
    unit.carried = ()
    combat.mark_changed()
