"""What is wrong with a sheet, a stat block or a spell, each fault with its rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from affray.content.problems import nearest, show
from affray.rulesets.sovereign.choice.aiming import AIMS
from affray.rulesets.sovereign.condition import NAMED
from affray.rulesets.sovereign.content.build import as_class, encumbrances, full_sheet, works_of
from affray.rulesets.sovereign.content.schema import (
    CharacterModel,
    ClassModel,
    Content,
    CreatureModel,
    SpellModel,
    StatusModel,
    WeaponModel,
)
from affray.rulesets.sovereign.damage.bonuses import half
from affray.rulesets.sovereign.shared import Library
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.sheet.validation import (
    FIFTHS,
    Faults,
    Tables,
    attributes_of,
    sheet_faults,
)

PIERCE: Final = {"piercing": (13, 15), "slashing": (15, 18), "bludgeoning": (18, "-")}
STATES: Final = ("prone", "asleep")
# Spells that do more than their numbers say, and what one that works like them may have of its own.
CODED: Final = (*AIMS, "arcane-spark", "curse-of-boils", "grave-chill")
OF_STATES: Final = (
    *("id", "name", "origin", "text", "ends"),
    *("ac", "attack", "attack_against", "move_factor"),
)
OF_ITS_OWN: Final = ("id", "name", "works", "origin", "level", "list_", "action", "range", "text")


def unknown(word: str, known: Iterable[str], what: str) -> str:
    """Return what is wrong with a word that stands for nothing, and the nearest that does."""
    close = nearest(word, list(known))
    hint = f"; did you mean {close}?" if close else ""
    return f"found {show(word)}, expected {what}{hint}"


def character_faults(model: CharacterModel, content: Content) -> list[tuple[str, str]]:
    """Return what is wrong with a character sheet."""
    faults = Faults()
    attributes_of(model, faults)
    if not known_words(model, content, faults):
        return faults.found
    tables = tables_of(content)
    own = {works_of(model, content): tables.callings[model.calling]}
    tables.callings = {**tables.callings, **own}
    sheet = full_sheet(model, content, Library())
    return sheet_faults(as_class(model, content), sheet, tables)


def class_faults(
    model: ClassModel, content: Content, usual: Mapping[str, ClassModel]
) -> list[tuple[str, str]]:
    """Return what is wrong with a class; ``usual`` are those of the game itself, by id."""
    faults = Faults()
    callings = [calling.id for calling in content.calling if calling.works is None]
    if model.works is not None and model.works not in callings:
        faults.add("as", unknown(model.works, callings, "a class of the game"), "sheet.feats")
    mages = "mage" in (model.works or model.id)
    base = usual.get(model.works or model.id)
    if base is None and mages:
        what = f"found {show(model.id)} without like, expected the class of mages it is like"
        faults.add("id", what, "sheet.spells")
    if not mages and model.partial and not (base is not None and base.partial):
        faults.add("partial", "found true, expected it of mages alone", "sheet.spells")
    return faults.found


def tables_of(content: Content) -> Tables:
    """Return what a sheet is checked against."""
    fifths = {name: FIFTHS * enc for name, enc in encumbrances(content).items()}
    for weapon in content.weapon:
        if "N" in weapon.traits:
            fifths[weapon.id] = weapon.enc
    return Tables(
        {calling.id: calling for calling in content.calling},
        {feat.id: feat for feat in content.feat},
        {one.id: one for one in content.tradition},
        {art.id: art for art in content.art},
        {spell.id: spell for spell in content.spell},
        {weapon.id: weapon for weapon in content.weapon},
        fifths,
    )


def known_words(model: CharacterModel, content: Content, faults: Faults) -> bool:
    """Check that every id on a sheet stands for something.

    Rules: sheet.attack-bonus, sheet.feats, sheet.spells, sheet.readied, sheet.stowed, sheet.hands.
    """
    weapons = [weapon.id for weapon in content.weapon]
    things = [*weapons, *[one.id for one in content.gear], *[one.id for one in content.armor]]
    traditions = [one.id for one in content.tradition]
    callings, feats = (
        [calling.id for calling in content.calling],
        [feat.id for feat in content.feat],
    )
    tables = (
        ("class", [model.calling], callings, "a class", "sheet.attack-bonus"),
        (
            "feats",
            [feat.partition(":")[0] for feat in model.feats],
            feats,
            "a feat",
            "sheet.feats",
        ),
        ("arts", model.arts, [art.id for art in content.art], "an art", "sheet.spells"),
        (
            "prepared",
            model.prepared,
            [spell.id for spell in content.spell],
            "a spell",
            "sheet.spells",
        ),
        ("readied", model.readied, things, "a thing", "sheet.readied"),
        ("stowed", model.stowed, things, "a thing", "sheet.stowed"),
        ("tradition", given(model.tradition), traditions, "a tradition", "sheet.spells"),
        (
            "second_tradition",
            given(model.second_tradition),
            traditions,
            "a tradition",
            "sheet.spells",
        ),
        ("favored", given(model.favored), weapons, "a weapon", "sheet.hands"),
    )
    for place, words, known, what, rule in tables:
        for word in words:
            if word not in known:
                faults.add(place, unknown(word, known, what), rule)
    for number, attack in enumerate(model.attacks):
        where = f"attacks[{number}]"
        if attack.weapon not in weapons:
            word = attack.weapon or "nothing"
            faults.add(f"{where}.weapon", unknown(word, weapons, "a weapon"), "sheet.hands")
        if attack.mode is None or attack.skill is None or attack.attribute is None:
            faults.add(where, "expected mode, skill and attribute", "attack.roll")
    return not faults.found


def given(word: str | None) -> list[str]:
    """Return a word in a list, [] where none is stated."""
    return [word] if word else []


# ---- creatures and spells ------------------------------------------------------------------------


def creature_faults(model: CreatureModel, content: Content) -> list[tuple[str, str]]:
    """Return what is wrong with a stat block. Rules: sheet.npc, save.npc."""
    faults = Faults()
    faults.need("save", model.save, numbers.npc_save(model.hd), "save.npc")
    if not model.hd <= model.hp <= 8 * model.hd:
        text = f"found {model.hp}, expected {model.hd} to {8 * model.hd}"
        faults.add("hp", text, "sheet.hp")
    known_abilities(model, content, faults)
    for number, attack in enumerate(model.attacks):
        place = f"attacks[{number}]"
        if attack.natural and "predator" in model.abilities:
            shock, big = half(model.hd), model.size in ("large", "huge")
            faults.need(f"{place}.shock", attack.shock, shock, "sheet.npc")
            rating = PIERCE[attack.natural][1 if big else 0]
            faults.need(f"{place}.shock_ac", attack.shock_ac, rating, "sheet.npc")
            plus = int(attack.damage.partition("+")[2] or 0)
            faults.need(f"{place}.damage", plus, shock, "sheet.npc")
    return faults.found


def known_abilities(model: CreatureModel, content: Content, faults: Faults) -> bool:
    """Check that every id of a stat block stands for something. Rule: sheet.npc."""
    weapons = [weapon.id for weapon in content.weapon]
    abilities = [ability.id for ability in content.ability]
    spells = [spell.id for spell in content.spell]
    for name in model.abilities:
        if name not in abilities:
            faults.add("abilities", unknown(name, abilities, "an ability"), "sheet.npc")
    for name in model.spells:
        if name not in spells:
            faults.add("spells", unknown(name, spells, "a spell"), "sheet.npc")
    for number, attack in enumerate(model.attacks):
        if attack.weapon is not None and attack.weapon not in weapons:
            text = unknown(attack.weapon, weapons, "a weapon")
            faults.add(f"attacks[{number}].weapon", text, "sheet.npc")
    return not faults.found


def status_faults(model: StatusModel) -> list[tuple[str, str]]:
    """Return what is wrong with a state of a pack: what it says and no rule would read."""
    faults = Faults()
    for key in sorted(model.model_fields_set - set(OF_STATES)):
        text = f"found {key}, expected at most {', '.join(OF_STATES[4:])} of a state of a pack"
        faults.add(key, text, "spell.creatures")
    return faults.found


def weapon_faults(model: WeaponModel) -> list[tuple[str, str]]:
    """Return what is wrong with a weapon: what only bare hands have."""
    faults = Faults()
    for key in sorted(model.model_fields_set & {"skill", "adds_skill_to_damage"}):
        faults.add(key, f"found {key}, which only bare hands have", "damage.unarmed")
    return faults.found


def spell_faults(model: SpellModel, content: Content, builtin: Content) -> list[tuple[str, str]]:
    """Return what is wrong with a spell."""
    faults = Faults()
    states = [*NAMED, *STATES, *[status.id for status in content.status]]
    if model.works is not None:
        others = {spell.id: spell for spell in builtin.spell if spell.id in CODED}
        if model.works not in others:
            text = unknown(model.works, others, "a spell with workings of its own")
            faults.add("as", text, "spell.creatures")
        for key, field in SpellModel.model_fields.items():
            other = others.get(model.works, model)
            if key not in OF_ITS_OWN and getattr(model, key) != getattr(other, key):
                text = f"found it changed, expected it as {model.works} has it: the rules hold it"
                faults.add(field.alias or key, text, "spell.creatures")
    if model.works is None and model.id not in CODED and model.duration is not None:
        text = f"found {model.duration}, expected none: only spells of the game last by dice"
        faults.add("duration", text, "spell.creatures")
    if model.status is not None and model.status not in states:
        faults.add("status", unknown(model.status, states, "a state"), "spell.creatures")
    if model.radius % 5:
        faults.add("radius", f"found {model.radius}, expected a multiple of 5", "grid.area-square")
    return faults.found
