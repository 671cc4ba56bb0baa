"""Quest's content and packs checked: words that are known, and parts that fit each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from affray.content.problems import Problems, known, show
from affray.rulesets.quest.condition import states
from affray.rulesets.quest.content.schema import (
    ArmourModel,
    Content,
    CreatureModel,
    ItemModel,
    NoteModel,
    SpellModel,
    StateModel,
    StatusModel,
    WeaponModel,
)
from affray.rulesets.quest.definitions import Library
from affray.rulesets.quest.sheet import repeated
from affray.rulesets.quest.state import QuestCombatant
from affray.rulesets.quest.terms import AIMS, FEATS, MOST_THINGS, PROPERTIES, TYPES

# Abilities that code holds, by the verbs of a turn.
ABILITIES: Final = (
    "attack",
    "additional-attack",
    "cast",
    "move",
    "bonus-move",
    "pick-up",
    "draw-or-sheathe",
    "talk",
    "stand-up",
    "disengage",
    "boost-melee-damage",
    "boost-to-hit",
    "boost-dodge",
    "toggle-spell",
    "delay",
    "disarming-attack",
    "use-item",
    "reload",
    "break-free",
    "drop-prone",
    "drop-item",
    "surrender",
)
# States that are no effects: fields of a unit, or what follows from them.
OTHER_STATES: Final = (
    *[f"wound-{one}" for one in AIMS[:4]],
    *states.FIELDS,
    "channeling",
    "summoning-sick",
    "thralled",
    "boost-melee-damage",
    "boost-to-hit",
    "boost-dodge",
    "defeated",
    "fled",
    "surrendered",
)

RESERVED: Final = (
    "at",
    "channeling",
    "undetected",
    *QuestCombatant.FIELDS,
)  # words that paths begin with
ONCE: Final = ("break_free", "fetch", "weapon")  # options that change nothing more the next time
PASSING: Final = ("upkeep", "round", "own-turn", "target-turn-end")  # durations that end


def exact(place: str, found: Sequence[str], coded: Iterable[str], problems: Problems) -> None:
    """Complain where content and code do not hold the same ids."""
    known(place, found, coded, problems)
    for word in coded:
        if word not in found:
            problems.add(place, f"found no {show(word)}, which the rules speak of")


def check_content(content: Content, problems: Problems) -> None:
    """Add every fault of the content: unknown words, parts that do not fit, what code lacks."""
    coded = [status for status in content.status if isinstance(status, StatusModel)]
    exact("ability", [ability.id for ability in content.ability], ABILITIES, problems)
    exact("aim", [one.id for one in content.aim], AIMS[:-1], problems)
    exact("feat", [feat.id for feat in content.feat], FEATS, problems)
    exact("damage_type", [one.id for one in content.damage_type], TYPES, problems)
    exact("property", [one.id for one in content.property], PROPERTIES, problems)
    coded_states = [*states.effects(), *OTHER_STATES]
    exact("status", [one.id for one in coded], coded_states, problems)
    for n, status in enumerate(content.status):
        if isinstance(status, StatusModel):
            check_status(status, f"status[{n}]", problems)
        elif status.id in RESERVED:
            what = f"found {show(status.id)}, which is a word of the rules, expected another"
            problems.add(f"status[{n}].id", what)
    for n, weapon in enumerate(content.weapon):
        check_weapon(weapon, f"weapon[{n}]", problems)
    for n, armour in enumerate(content.armour):
        check_armour(armour, f"armour[{n}]", problems)
    things = len(content.weapon) + len(content.armour) + len(content.item)
    if 2 * things >= MOST_THINGS:
        problems.add("", f"found {things} things, expected fewer than {MOST_THINGS // 2}")
    own = {status.id: status for status in content.status if isinstance(status, StateModel)}
    for n, item in enumerate(content.item):
        check_item(item, f"item[{n}]", own, problems)
    for n, spell in enumerate(content.spell):
        check_spell(spell, f"spell[{n}]", content, own, problems)
    check_members(content, problems)


def check_members(content: Content, problems: Problems) -> None:
    """Add the unknown words of creatures and characters."""
    weapons = [weapon.id for weapon in content.weapon if weapon.id != "unarmed"]
    armour = [armour.id for armour in content.armour]
    spells = [spell.id for spell in content.spell]
    for n, creature in enumerate(content.creature):
        place = f"creature[{n}]"
        known(f"{place}.weapons", creature.weapons, weapons, problems)
        known(f"{place}.armour", creature.armour, armour, problems)
        known(f"{place}.feats", creature.feats, FEATS, problems)
        known(f"{place}.spells", creature.spells, spells, problems)
        for name, words in (("feats", creature.feats), ("spells", creature.spells)):
            for word in repeated(words):
                what = f"found {show(word)} twice, expected it once"
                problems.add(f"{place}.{name}", what)
        for slot, word in (("body", "armour"), ("shield", "shield")):
            worn = [armour.id for armour in content.armour if armour.slot == slot]
            if len([armour for armour in creature.armour if armour in worn]) > 1:
                what = f"found more than one {word}, expected one [quest/sheet.armour]"
                problems.add(f"{place}.armour", what)
        what = "found it of a foe, expected it of a creature of role summon"
        called = creature.role == "summon" or creature.sickness is True
        fits(f"{place}.sickness", called, what, problems)
    for n, character in enumerate(content.character):
        place = f"character[{n}]"
        known(f"{place}.class", [character.calling], [own.id for own in content.calling], problems)
        known(f"{place}.weapons", character.weapons, weapons, problems)
        known(f"{place}.drawn", character.drawn, weapons, problems)
        known(f"{place}.armour", character.armour, armour, problems)
        known(f"{place}.items", character.items, [item.id for item in content.item], problems)
        known(f"{place}.feats", character.feats, FEATS, problems)
        known(f"{place}.spells", character.spells, spells, problems)
        for names in character.weapon_focus:
            known(f"{place}.weapon_focus", names, weapons, problems)


def check_status(model: StatusModel, place: str, problems: Problems) -> None:
    """Complain where the numbers of a state disagree with the rules' own."""
    status = states.named(model.id, Library())
    if status is None:
        return
    stated = {
        "agility": status.agility,
        "reduction_physical": status.reduction,
        "bonus_actions": status.bonus_actions,
        "movement": status.movement,
    }
    for name, value in stated.items():
        if model.modifiers.get(name, 0) != value:
            what = f"found {model.modifiers.get(name, 0)}, expected {value}, as the rules hold it"
            problems.add(f"{place}.modifiers.{name}", what)
    flat = "flat-footed" in model.implies or model.id == "flat-footed"
    if flat != status.flat:
        problems.add(f"{place}.implies", "found it at odds with the rules about flat-footed")
    if model.can_act == status.helpless:
        problems.add(f"{place}.can_act", "found it at odds with the rules about acting")


# ---- things --------------------------------------------------------------------------------------


def fits(place: str, holds: bool, what: str, problems: Problems) -> None:
    """Add a problem unless something holds."""
    if not holds:
        problems.add(place, what)


def check_weapon(model: WeaponModel, place: str, problems: Problems) -> None:
    """Add what is wrong with a weapon: parts that do not go together.

    Rules: attack.natural-weapons, attack.reload, attack.hands.
    """
    melee = model.kind == "melee"
    has = model.properties
    shot = not melee or "thrown" in has
    where = f"{place}.range"
    fits(where, model.range > 0 or not shot, "found 0, expected how far it flies", problems)
    fits(where, shot or not model.range, "found a range, expected none: it is not thrown", problems)
    where = f"{place}.properties"
    for word in ("thrown", "long", "disarming", "natural"):
        what = f"found {word}, expected it of melee weapons alone"
        fits(where, melee or word not in has, what, problems)
    what = "found reload, expected it of ranged weapons alone"
    fits(where, not melee or "reload" not in has, what, problems)
    what = "found natural and thrown, expected one of them: it cannot leave the body"
    fits(where, not ("natural" in has and "thrown" in has), what, problems)
    free = "natural" in has or model.id == "unarmed"
    what = "found hands, expected 0 of a natural weapon" if free else "found 0, expected 1 or 2"
    fits(f"{place}.hands", free == (model.hands == 0), what, problems)


def check_armour(model: ArmourModel, place: str, problems: Problems) -> None:
    """Add what is wrong with armour or a shield. Rule: sheet.armour."""
    if model.slot == "shield":
        fits(f"{place}.hands", model.hands == 1, "found it at odds with a shield's one", problems)
        for name in ("reduction", "agility"):
            what = f"found {name}, expected 0: a shield gives a dodge bonus"
            fits(f"{place}.{name}", getattr(model, name) == 0, what, problems)
    else:
        fits(f"{place}.hands", model.hands == 0, "found hands, expected 0: it is worn", problems)
        what = "found a dodge bonus, expected 0: shields give one"
        fits(f"{place}.dodge", model.dodge == 0, what, problems)


def check_item(
    model: ItemModel, place: str, own: Mapping[str, StateModel], problems: Problems
) -> None:
    """Add what is wrong with an item. Rule: action.use-item."""
    helps = bool(model.heal or model.mp or model.removes_wounds)
    hurts = bool(model.damage or model.damage_type or model.gives_status or model.range)
    if model.attack:
        whole = bool(model.damage and model.damage_type and model.range)
        what = "found it without damage, damage_type or range, expected all of them: it is thrown"
        fits(f"{place}.attack", whole, what, problems)
        fits(place, not helps, "found help in what is thrown, expected harm alone", problems)
    else:
        what = "found it without heal, mp or removes_wounds, expected one of them"
        fits(place, helps, what, problems)
        fits(place, not hurts, "found harm without attack = true", problems)
    if model.gives_status:
        where = f"{place}.gives_status"
        known(where, [model.gives_status], [*states.effects(), *own], problems)
        endless = model.gives_status == "frozen"
        mine = own.get(model.gives_status)
        endless = endless or (mine is not None and not mine.can_act)
        what = f"found {show(model.gives_status)}, expected a state in which one can act: it stays"
        fits(where, not endless, what, problems)


# ---- spells --------------------------------------------------------------------------------------


def check_spell(
    model: SpellModel,
    place: str,
    content: Content,
    own: Mapping[str, StateModel],
    problems: Problems,
) -> None:
    """Add what is wrong with a spell: unknown words, and parts without the others they need."""
    creatures = {creature.id: creature for creature in content.creature}
    known_states = [*states.effects(), *states.FIELDS, *own]
    known(f"{place}.status", [model.status] if model.status else [], known_states, problems)
    known(f"{place}.summon", [model.summon] if model.summon else [], creatures, problems)
    weapons = [weapon.id for weapon in content.weapon if weapon.id != "unarmed"]
    known(f"{place}.notes", [note.weapon for note in model.notes if note.weapon], weapons, problems)
    natural = [weapon.id for weapon in content.weapon if "natural" in weapon.properties]
    for n, note in enumerate(model.notes):
        what = f"found {show(note.weapon)}, which is natural, expected one that hands hold"
        fits(f"{place}.notes[{n}].weapon", note.weapon not in natural, what, problems)
    what = "found no action, expected one aa or ma at least"
    fits(f"{place}.cast", model.cast.aa + model.cast.ma > 0, what, problems)
    check_deeds(model, place, problems)
    check_summons(model, place, creatures, problems)
    check_lasting(model, place, own, problems)
    for n, note in enumerate(model.notes):
        check_note(note, model, f"{place}.notes[{n}]", problems)


def check_deeds(model: SpellModel, place: str, problems: Problems) -> None:
    """Add what does not go together of what a spell does."""
    heals = bool(model.heal or model.removes_wounds)
    deeds = [bool(model.summon), model.attack, heals, bool(model.status) and not model.attack]
    what = "found nothing that it does, or several things, expected a summon, an attack, healing"
    fits(place, deeds.count(True) == 1, f"{what} or a status", problems)
    what = "found damage or damage_type, expected both or neither, and attack = true"
    paired = bool(model.damage) == bool(model.damage_type)
    fits(f"{place}.damage", paired and (model.attack or not model.damage), what, problems)
    what = "found no damage, status or push, expected what a hit does"
    does = bool(model.damage or model.status or model.push)
    fits(f"{place}.attack", does or not model.attack, what, problems)
    fits(f"{place}.push", model.attack or not model.push, "found it without attack", problems)
    what = "found it at odds with the target: spaces are for areas of attacks and for summons"
    spaced = bool(model.summon) or bool(model.area_radius)
    fits(f"{place}.target", (model.target == "space") == spaced, what, problems)
    what = "found an area without attack, expected attack = true"
    fits(f"{place}.area_radius", model.attack or not model.area_radius, what, problems)
    what = "found ally or self, expected unit or space: it attacks"
    fits(f"{place}.target", not model.attack or model.target in ("unit", "space"), what, problems)
    what = "found unit, expected ally or self: it heals"
    fits(f"{place}.target", not heals or model.target in ("ally", "self"), what, problems)


def check_summons(
    model: SpellModel, place: str, creatures: Mapping[str, CreatureModel], problems: Problems
) -> None:
    """Add what is wrong with whom a spell calls up, how many, and on what terms."""
    called = creatures.get(model.summon or "")
    if called is not None:
        what = f"found {show(model.summon)}, which is a foe, expected a creature of role summon"
        fits(f"{place}.summon", called.role == "summon", what, problems)
    where = f"{place}.thrall_cost_mhp"
    fits(where, model.thrall_cost_mhp != 0, "found 0, expected 1 at least", problems)
    if not model.summon:
        what = "found {} without summon, expected none"
        none = model.thrall_cost_mhp is None
        fits(where, none, what.format("thrall_cost_mhp"), problems)
        fits(f"{place}.count", model.count == 1, what.format("count"), problems)
        fits(f"{place}.sickness", model.sickness is True, what.format("sickness"), problems)


def check_lasting(
    model: SpellModel, place: str, own: Mapping[str, StateModel], problems: Problems
) -> None:
    """Add what is wrong with the state of a spell, and with how long it lasts."""
    where = f"{place}.duration"
    status = model.status
    what = "found a duration without status, or none for it, expected both or neither"
    fits(where, bool(status) == bool(model.duration), what, problems)
    what = "found upkeep_mp at odds with the duration, expected it with upkeep alone"
    kept = model.duration == "upkeep"
    fits(f"{place}.upkeep_mp", bool(model.upkeep_mp) == kept, what, problems)
    what = "found toggle without upkeep, expected none"
    fits(f"{place}.toggle", kept or not model.toggle, what, problems)
    mine = own.get(status or "")
    helpless = status == "frozen" or (mine is not None and not mine.can_act)
    what = f"found {show(model.duration)}, expected one of {', '.join(PASSING)}: nobody could act"
    fits(where, model.duration in PASSING or not helpless, what, problems)
    if status in ("prone", "disarmed"):
        fits(f"{place}.status", model.attack, f"found {status} without attack", problems)
    if status in states.FIELDS:
        usual = "round" if status == "disengaged" else "standing"
        what = f"found {show(model.duration)}, expected {usual}, as the rules hold it"
        fits(where, model.duration == usual, what, problems)
    if status == "undetected":
        what = "found it at odds with undetected, expected ally or self"
        fits(f"{place}.target", model.target in ("ally", "self"), what, problems)
    if status == "disengaged":
        what = "found it at odds with disengaged, expected self"
        fits(f"{place}.target", model.target == "self", what, problems)
    what = "found spaces without the status disengaged, expected none"
    fits(f"{place}.spaces", status == "disengaged" or not model.spaces, what, problems)


def check_note(note: NoteModel, model: SpellModel, place: str, problems: Problems) -> None:
    """Add what a spell's option changes although the spell has nothing of the kind."""
    needs: tuple[tuple[str, bool, str], ...] = (
        ("add_damage", bool(model.damage), "damage"),
        ("add_range", model.target != "self", "a target at a range"),
        ("break_free", model.status == "bound", "the status bound"),
        ("accuracy", model.attack, "attack"),
        ("push", bool(model.push), "push"),
        ("fetch", model.status == "disarmed", "the status disarmed"),
        ("area_radius", bool(model.area_radius), "an area"),
        ("also_adjacent_ally", model.status == "disengaged", "the status disengaged"),
        ("weapon", bool(model.summon), "summon"),
        ("add_hp", bool(model.summon), "summon"),
    )
    changed = [name for name, _, _ in needs if getattr(note, name)]
    fits(place, bool(changed), "found nothing that it changes, expected something", problems)
    for name, has, of in needs:
        if name in changed and not has:
            problems.add(f"{place}.{name}", f"found {name}, expected a spell with {of}")
    if changed and note.times > 1 and all([name in ONCE for name in changed]):
        what = f"found {note.times}, expected 1: {changed[0]} is no more when paid for again"
        problems.add(f"{place}.times", what)
    for name in ("ba", "times"):
        what = "found 0, expected 1 at least"
        fits(f"{place}.{name}", getattr(note, name) > 0, what, problems)
