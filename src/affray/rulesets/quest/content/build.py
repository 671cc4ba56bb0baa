"""From the models of Quest's content to the plain objects that the rules play with."""

from __future__ import annotations

from typing import Final

from affray.core.effect import NEVER, NEXT_TURN_END, ROUND_END, TURN_START
from affray.rulesets.quest.content.schema import (
    ArmourModel,
    CharacterModel,
    Content,
    CreatureModel,
    ItemModel,
    NoteModel,
    SpellModel,
    StateModel,
    WeaponModel,
)
from affray.rulesets.quest.definitions import (
    FULL,
    NONE,
    ROUND,
    Amount,
    Library,
    Note,
    Sheet,
    Spell,
    Status,
    Thing,
)
from affray.rulesets.quest.sheet import Calling, Draft, give_feats, give_gear
from affray.rulesets.quest.terms import BODY, ITEM, PROPERTIES, SHIELD, TYPES, WEAPON

# When the state of a spell ends, by its duration.
ENDS: Final = {
    "standing": NEVER,
    "battle": NEVER,
    "upkeep": NEVER,
    "round": ROUND_END,
    "own-turn": TURN_START,
    "target-turn-end": NEXT_TURN_END,
}


def status_of(model: StateModel) -> Status:
    """Return a state of a pack."""
    status = Status(model.id, "condition.same-state-once")
    status.flat = "flat-footed" in model.implies
    status.helpless = not model.can_act
    status.agility = model.modifiers.get("agility", 0)
    status.reduction = model.modifiers.get("reduction_physical", 0)
    status.bonus_actions = model.modifiers.get("bonus_actions", 0)
    status.movement = model.modifiers.get("movement", 0)
    return status


def amount_of(dice: str | None) -> Amount:
    """Return dice as numbers: ``1d8+3``."""
    if dice is None:
        return Amount(0, 0, 0)
    rolled, _, plus = dice.partition("+")
    count, _, sides = rolled.partition("d")
    return Amount(int(count), int(sides), int(plus or 0))


def weapon_of(model: WeaponModel) -> Thing:
    """Return a weapon."""
    thing = Thing(model.id, model.name, WEAPON)
    thing.melee = model.kind == "melee"
    thing.hands = model.hands
    thing.dice = amount_of(model.dice)
    thing.type = TYPES.index(model.damage_type)
    thing.accuracy = model.accuracy
    thing.range = model.range
    thing.bulk = model.bulk
    for word in model.properties:
        thing.properties |= 1 << PROPERTIES.index(word)
    return thing


def armour_of(model: ArmourModel) -> Thing:
    """Return body armour or a shield."""
    thing = Thing(model.id, model.name, SHIELD if model.slot == "shield" else BODY)
    thing.reduction = model.reduction
    thing.agility = model.agility
    thing.movement = model.movement
    thing.dodge = model.dodge
    thing.hands = model.hands
    thing.bulk = model.bulk
    return thing


def item_of(model: ItemModel) -> Thing:
    """Return an item."""
    thing = Thing(model.id, model.name, ITEM)
    thing.bulk = model.bulk
    thing.heal = amount_of(model.heal)
    thing.mp = model.mp
    thing.removes = model.removes_wounds
    thing.range = model.range
    thing.attack = model.attack
    thing.dice = amount_of(model.damage)
    thing.type = TYPES.index(model.damage_type) if model.damage_type else 0
    thing.status = model.gives_status or ""
    return thing


def sickness_of(word: bool | str) -> int:
    """Return the summoning sickness that a spell or creature states."""
    if word == "round":
        return ROUND
    return FULL if word else NONE


def note_of(model: NoteModel) -> Note:
    """Return an option of a spell."""
    note = Note(model.ba, model.times, model.text)
    note.dice = amount_of(model.add_damage)
    note.range = model.add_range
    note.break_free = model.break_free
    note.accuracy = model.accuracy
    note.push = model.push
    note.fetch = model.fetch
    note.radius = model.area_radius
    note.ally = model.also_adjacent_ally
    note.weapon = model.weapon or ""
    note.hp = model.add_hp
    return note


def spell_of(model: SpellModel) -> Spell:
    """Return a spell; whom it summons is set when all creatures are known."""
    spell = Spell(model.id, model.name)
    spell.aa = model.cast.aa
    spell.ma = model.cast.ma
    spell.mp = model.mp
    spell.upkeep = model.upkeep_mp
    spell.toggle = model.toggle
    spell.range = model.range
    spell.target = model.target
    spell.attack = model.attack
    spell.dice = amount_of(model.damage)
    spell.type = TYPES.index(model.damage_type) if model.damage_type else 0
    spell.status = model.status or ""
    spell.ends = ENDS[model.duration] if model.duration else NEVER
    spell.push = model.push
    spell.radius = model.area_radius
    spell.heal = amount_of(model.heal)
    spell.removes = model.removes_wounds
    spell.spaces = model.spaces
    spell.thrall_cost = -1 if model.thrall_cost_mhp is None else model.thrall_cost_mhp
    spell.sickness = sickness_of(model.sickness)
    spell.count = model.count
    spell.notes = [note_of(note) for note in model.notes]
    return spell


def creature_of(model: CreatureModel, library: Library) -> Sheet:
    """Return the sheet of a creature."""
    sheet = Sheet(model.id, model.name, False)
    sheet.level = model.level
    sheet.max_hp = model.max_hp
    sheet.max_mp = model.max_mp
    sheet.accuracy = model.accuracy
    sheet.agility = model.agility
    sheet.strength = model.strength
    sheet.movement = model.movement
    sheet.size = model.size
    give_feats(sheet, list(model.feats))
    give_gear(sheet, list(model.weapons), [], list(model.armour), [], library)
    sheet.hide = model.hide
    sheet.resist = {TYPES.index(word): n for word, n in model.resist.items()}
    sheet.immune = [TYPES.index(word) for word in model.immune]
    sheet.spells = [library.spells[name] for name in model.spells]
    sheet.summons = model.role == "summon"
    sheet.sickness = sickness_of(model.sickness)
    return sheet


def draft_of(model: CharacterModel) -> Draft:
    """Return a character as written, unchecked."""
    draft = Draft(model.id, model.name)
    draft.calling = model.calling
    draft.level = model.level
    draft.max_hp = model.max_hp
    draft.max_mp = model.max_mp
    draft.accuracy = model.accuracy
    draft.agility = model.agility
    draft.strength = model.strength
    draft.weapons = list(model.weapons)
    draft.drawn = list(model.drawn)
    draft.armour = list(model.armour)
    draft.items = list(model.items)
    draft.feats = list(model.feats)
    draft.focus = [list(weapon) for weapon in model.weapon_focus]
    draft.spells = list(model.spells)
    return draft


def callings_of(content: Content) -> dict[str, Calling]:
    """Return the callings by id."""
    found: dict[str, Calling] = {}
    for model in content.calling:
        one = Calling(model.id, model.base_hp, model.hp_per_level, model.mp_per_level)
        one.spells = model.spells_base
        one.spells_level = model.spells_per_level
        one.feats = model.extra_feats
        found[model.id] = one
    return found


def library_of(content: Content) -> Library:
    """Return every thing, spell and creature; sheets of characters are added when checked."""
    library = Library()
    for status in content.status:
        if isinstance(status, StateModel):  # of a pack
            library.statuses[status.id] = status_of(status)
    for weapon in content.weapon:
        library.add(weapon_of(weapon))
    for armour in content.armour:
        library.add(armour_of(armour))
    for item in content.item:
        library.add(item_of(item))
    for spell in content.spell:
        library.add_spell(spell_of(spell))
    for creature in content.creature:
        library.sheets[creature.id] = creature_of(creature, library)
    for spell in content.spell:
        if spell.summon is not None:
            library.spells[spell.id].summon = library.sheets[spell.summon]
    return library
