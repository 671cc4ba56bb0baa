"""Sovereign's content as people write it: the models of its content file."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field
from pydantic import StringConstraints as Letters

from affray.content.part import PackBase, Part
from affray.content.values import Line, Prose, Slug

Some: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1000)]
Whole: TypeAlias = Annotated[int, Field(strict=True, ge=-1000, le=1000)]
Dice: TypeAlias = Annotated[
    str, Letters(strict=True, pattern=r"^[1-9][0-9]?d[1-9][0-9]?([+-][0-9]{1,3})?$")
]
ShockAC: TypeAlias = Some | Literal["-"]
Loose: TypeAlias = list[dict[Line, object]]
AttributeWord: TypeAlias = Literal[
    "Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom"
]


class AttackModel(Part):
    """One attack of a stat block or sheet, all modifiers worked in."""

    name: Line | None = None
    kind: Literal["melee", "ranged"] | None = None
    mode: Literal["melee", "shot", "thrown"] | None = None
    weapon: Slug | None = None
    skill: Slug | None = None
    attribute: Line | None = None
    bonus: Whole
    damage: Dice
    shock: Some = 0
    shock_ac: ShockAC | None = None
    reach: Some = 5
    range_normal: Some = 0
    range_max: Some = 0
    reload: Literal["free", "move", "main"] | None = None
    natural: Line | None = None
    unarmed: bool = False


class WeaponModel(Part):
    """A weapon."""

    id: Slug
    name: Line
    origin: Line = "ours"
    damage: Dice
    attributes: list[Line]
    traits: list[Line] = []
    cost_g: Some = 0
    enc: Some = 0
    enc_note: Line | None = None
    damage_type: Literal["edge", "point", "blunt"]
    hands: Annotated[int, Field(strict=True, ge=0, le=2)]
    shock: Some = 0
    shock_ac: ShockAC | None = None
    range_normal: Some = 0
    range_max: Some = 0
    melee: bool
    reach: Some = 5
    needs_quiver: bool = False
    skill: Slug | None = None
    adds_skill_to_damage: bool = False


class SpellModel(Part):
    """A spell."""

    id: Slug
    name: Line
    origin: Line = "ours"
    level: Annotated[int, Field(strict=True, ge=1, le=5)]
    list_: Slug = Field(alias="list")
    action: Line
    range: Line
    text: Prose
    save: Literal["physical", "evasion", "mental"] | None = None
    damage_per_level: Dice | None = None
    radius: Some = 0
    height: Some = 0
    duration: Line | None = None


class CreatureModel(Part):
    """A stat block. Rule: sheet.npc."""

    id: Slug
    name: Line
    origin: Line = "ours"
    hd: Annotated[int, Field(strict=True, ge=1, le=30)]
    hp: Annotated[int, Field(strict=True, ge=1, le=1000)]
    ac: Some
    attack: Some
    save: Some
    move: Some
    skill: Whole
    size: Literal["man", "large", "huge"]
    reach: Some
    named: bool
    tags: list[Slug]
    abilities: list[Slug]
    attacks: Annotated[list[AttackModel], Field(min_length=1, max_length=8)]
    choose_one_attack: bool = False
    spells: list[Slug] = []
    castings: Some = 0
    caster_level: Some = 0
    text: Prose = ""


class CharacterModel(Part):
    """A character sheet."""

    id: Slug
    name: Line
    origin: Line = "ours"
    party: Slug
    calling: Slug = Field(alias="class")
    level: Annotated[int, Field(strict=True, ge=1, le=10)]
    attributes: dict[AttributeWord, Annotated[int, Field(strict=True, ge=3, le=18)]]
    modifiers: dict[Line, Whole]
    skills: dict[Slug, Annotated[int, Field(strict=True, ge=-1, le=4)]]
    feats: list[Line]
    attack_bonus: Some
    hp: Annotated[int, Field(strict=True, ge=1, le=1000)]
    armor: Literal["none", "leather", "chain", "plate"]
    shield: bool
    ac: Some
    move: Some
    saves: dict[Line, Some]
    screen_limit: Some
    system_strain_max: Some
    attacks: Annotated[list[AttackModel], Field(min_length=1, max_length=12)]
    readied: list[Slug]
    readied_enc: Some
    stowed: list[Slug]
    stowed_enc: Some
    tradition: Slug | None = None
    effort: Some = 0
    arts: list[Slug] = []
    castings: Some = 0
    prepared: list[Slug] = []
    henchman: bool = False
    text: Prose = ""


class ClassModel(Part):
    """A class."""

    id: Slug
    name: Line
    origin: Line = "ours"
    hp_die: Dice
    hp_mod: Whole
    attack_bonus: Annotated[list[Some], Field(min_length=10, max_length=10)]
    feats_level_1: list[Line]
    feat_levels: list[Some]
    partial: bool
    text: Prose


class Content(Part):
    """The content file."""

    skill: Loose
    action: Loose
    status: Loose
    weapon_trait: Loose
    weapon: list[WeaponModel]
    armor: Loose
    gear: Loose
    calling: list[ClassModel] = Field(alias="class")
    ability: Loose
    feat: Loose
    tradition: Loose
    art: Loose
    spell: list[SpellModel]
    creature: list[CreatureModel]
    character: list[CharacterModel]


class Pack(PackBase):
    """A pack for Sovereign."""

    ruleset: Literal["sovereign"] = Field(
        description="The game that the pack is for.", examples=["sovereign"]
    )
