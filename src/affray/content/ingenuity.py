"""Ingenuity's content as people write it: the models of its content file."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from affray.content.part import PackBase
from affray.content.values import Line, Prose, Slug

Whole: TypeAlias = Annotated[int, Field(strict=True, ge=-1000, le=1000)]
Some: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1000)]
Names: TypeAlias = Annotated[list[Slug], Field(max_length=40)]
Die: TypeAlias = Literal["d4", "d6", "d8", "d10", "d12"]
Attribute: TypeAlias = Literal["strength", "dexterity", "intellect", "resolve"]


class Part(BaseModel):
    """A table of a file: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Slug
    name: Line
    origin: Line = "ours"
    rules: list[Line] = []
    text: Prose = ""
    mechanics: Line = "ours"


class Loose(Part):
    """A table whose further keys are told by its text and held by code."""

    model_config = ConfigDict(extra="allow", frozen=True)


class WeaponModel(Part):
    """A weapon."""

    attributes: list[Attribute]
    damage: Some
    types: list[Line]
    crit_threshold: Some
    crit_damage: Some
    proficiencies: list[Line]
    hands: Annotated[int, Field(strict=True, ge=0, le=2)]
    reach: Some = 1
    reach_max: Some = 0
    melee: bool
    slots: Some = 1
    material: Line
    durability: Some
    price: Some = 0
    natural: bool = False
    parry: Some | None = None
    thrown: bool = False
    range: list[Some] = []
    hooked: bool = False
    ammo: Slug | None = None
    reload: Some = 0
    magazine: Some = 1
    unfit: Some = 0
    properties: list[Slug]
    on_hit: Line | None = None
    on_hit_against: Line | None = None
    note: Prose = ""


class AmmunitionModel(Part):
    """Ammunition."""

    price: Some
    quantity: Some
    slots: Some
    weapons: Names


class ArmourModel(Part):
    """Armour or a worn piece."""

    price: Some
    rating: Some
    slots: Some
    material: Line
    place: Line
    noisy: bool
    properties: list[Slug]


class ShieldModel(Part):
    """A shield."""

    price: Some
    material: Line
    durability: Some
    parry: Some | None = None
    hands: Some
    slots: Some
    attack_as: Slug
    block: Some = 0


class SheetModel(Part):
    """What creatures and characters share."""

    size: Annotated[int, Field(strict=True, ge=1, le=12)]
    strength: Die
    dexterity: Die
    intellect: Die
    resolve: Die
    skills: dict[Line, Die]
    proficiencies: dict[Line, Annotated[int, Field(strict=True, ge=0, le=4)]]
    shields: Names
    armour: Names
    talents: Names
    maneuvers: Names
    powers: Names
    ammunition: dict[Slug, Some]
    items: dict[Slug, Some]
    health: Some
    endurance: Some
    stamina: Some
    focus: Some
    constitution: Some
    evasion: Some
    willpower: Some
    physical_deflection: Some
    elemental_deflection: Some
    speed: Some
    passive_perception: Some
    encumbrance: Some
    capacity: Some
    luck_bonus: Some = 0
    death_difficulty: Some = 10
    fate: Annotated[int, Field(strict=True, ge=0, le=3)] = 0


class CreatureModel(SheetModel):
    """A creature of the GM; its stated values stand."""

    rank: Literal["common", "elite", "legendary"]
    weapons: Names
    natural_rating: Some
    hands: Some = 2
    footprint: Annotated[int, Field(strict=True, ge=1, le=5)] = 1
    resists: list[Line] = []
    immune: list[Line] = []
    unsurprisable: bool = False
    on_hit: Line | None = None
    on_hit_against: Line | None = None
    poison_difficulty: Some = 6
    poison_interval: Line | None = None


class CharacterModel(SheetModel):
    """A character."""

    party: Slug
    ancestry: Slug
    calling: Slug = Field(alias="class")
    background: Slug
    weapons: dict[Slug, Some]
    slots_used: Some
    experience: Some = 0
    talent_steps: dict[Slug, Some] = {}


class Content(BaseModel):
    """The content file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    content: dict[str, object]
    status: list[Loose]
    ability: list[Loose]
    proficiency: list[Loose]
    weapon: list[WeaponModel]
    ammunition: list[AmmunitionModel]
    armour: list[ArmourModel]
    shield: list[ShieldModel]
    item: list[Loose]
    maneuver: list[Loose]
    power: list[Loose]
    talent: list[Loose]
    ancestry: list[Loose]
    background: list[Loose]
    calling: list[Loose] = Field(alias="class")
    creature: list[CreatureModel]
    character: list[CharacterModel]
    example_sheet: list[Loose]


class Pack(PackBase):
    """A pack for Ingenuity."""

    ruleset: Literal["ingenuity"] = Field(
        description="The game that the pack is for.", examples=["ingenuity"]
    )
