"""Ingenuity's content as people write it: the models of its content file."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from affray.content.part import PackBase
from affray.content.values import Line, Measure, Prose, Slug

Whole: TypeAlias = Annotated[int, Field(strict=True, ge=-1000, le=1000)]
Some: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1000)]
Names: TypeAlias = Annotated[list[Slug], Field(max_length=40)]
Die: TypeAlias = Literal["d4", "d6", "d8", "d10", "d12"]
Interval: TypeAlias = Annotated[
    str, Field(pattern=r"^(turn-start|[1-9][0-9]{0,2} (round|second|minute|hour|day)s?)$")
]
Attribute: TypeAlias = Literal["strength", "dexterity", "intellect", "resolve"]
Resource: TypeAlias = Literal["health", "endurance", "stamina", "focus"]
Defence: TypeAlias = Literal["constitution", "evasion", "willpower", "passive_perception"]
DamageType: TypeAlias = Literal[
    "bludgeoning",
    "piercing",
    "slashing",
    "arcane",
    "cold",
    "fire",
    "radiant",
    "shock",
    "void",
    "psychic",
    "typeless",
]
Property: TypeAlias = Literal[
    "swift",
    "nonlethal",
    "backswing",
    "cleave",
    "momentum",
    "risky",
    "trip",
    "versatile",
    "wide",
    "projectile",
    "ranged",
    "reload",
    "unfit",
    "thrown",
    "reach",
    "two-handed",
]
Skill: TypeAlias = Literal[
    "agility",
    "athletics",
    "charisma",
    "combat",
    "craft",
    "handling",
    "insight",
    "networking",
    "perception",
    "taming",
    "animism",
    "communion",
    "ki",
    "psionics",
    "sorcery",
    "superpowers",
    "wizardry",
]


class Part(BaseModel):
    """A table of a file: strict types, unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)

    id: Slug
    name: Line
    origin: Line = "ours"
    rules: list[Line] = []
    text: Prose = ""
    mechanics: Line = "ours"


class WeaponModel(Part):
    """A weapon."""

    attributes: list[Attribute]
    damage: Some
    types: list[DamageType]
    crit_threshold: Some
    crit_damage: Some
    proficiencies: list[Line]
    hands: Annotated[int, Field(strict=True, ge=0, le=2)]
    reach: Some = 1
    reach_max: Some = 0
    melee: bool
    slots: Some = 1
    material: Line
    durability: Some | None = None
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
    properties: list[Property]
    on_hit: Line | None = None
    on_hit_against: Defence | None = None
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
    durability: Some | None = None
    parry: Some | None = None
    hands: Some
    slots: Some
    attack_as: Slug
    block: Some = 0


class StatusModel(Part):
    """A status, as code knows it or as a pack adds it."""

    valued: bool
    stacking: Literal["add", "replace", "strongest"] = "replace"
    derived: bool = False
    condition: Line | None = None
    tick: Literal["turn-start", "interval"] | None = None
    direct_health: Whole = 0
    damage_type: DamageType | None = None
    decay: Some = 0
    ends: Line | None = None
    disadvantage_on: Line | None = None
    terrain: Line | None = None
    sees: bool = True
    can_act: bool = True
    can_react: bool = True
    speed_factor: Measure | None = None
    speed: Some | None = None
    default_difficulty: Some | None = None
    default_interval: Line | None = None
    combat_interval: Line | None = None
    per_observer: bool = False
    defence_bonus: Some = 0
    extra_reactions: Some = 0
    duration_rounds: Some = 0
    next_test_penalty: Some = 0
    test_bonus: Whole = 0


class AbilityModel(Part):
    """What everybody can do."""

    kind: Literal["action", "free", "reaction"]
    actions: Some
    stamina: Some = 0
    focus: Some = 0
    limit: Line | None = None
    ends_turn: bool = False
    attribute: Attribute | None = None
    skill: Skill | None = None
    proficiency: Line | None = None
    difficulty: Some = 0
    difficulty_at_zero_health: Some = 0
    reach: Some = 0
    requires: Line | None = None
    advantage: Some = 0
    against: Defence | None = None
    window: Literal["before roll", "after hit", "effect"] | None = None


class ProficiencyModel(Part):
    """A proficiency; of one of ki also its attribute and resource."""

    kind: Line
    stat: Line | None = None
    attribute: Attribute | None = None
    resource: Resource | None = None


class ItemModel(Part):
    """A thing that is neither weapon nor shield."""

    price: Some
    slots: Some
    uses: Some = 1
    endurance: Some = 0
    resuscitate_bonus: Some = 0
    staunch_bonus: Some = 0
    douses: bool = False
    light: Some = 0
    attack_as: Slug | None = None
    damage_type: DamageType | None = None
    harmless: bool = False
    breaks: bool = False
    thrown: bool = False
    range: list[Some] = []
    attributes: list[Attribute] = []
    proficiencies: list[Line] = []
    on_hit: Line | None = None
    on_hit_against: Defence | None = None


class ManeuverModel(Part):
    """A manoeuvre; ``as`` names the one whose procedure it follows."""

    follows: Slug | None = Field(default=None, alias="as")
    skills: list[Skill]
    proficiencies: list[Line]
    timing: Literal["action", "free", "reaction"]
    actions: Some
    stamina: Some = 0
    focus: Some = 0
    health: Some = 0
    attack: bool = False
    melee: bool = False
    ranged: bool = False
    attribute: Attribute | None = None
    attributes: list[Attribute] = []
    difficulty: Some = 0
    against: Defence | None = None
    range: Some = 0
    test_bonus: Whole = 0
    attack_bonus: Whole = 0
    attack_bonus_2m: Whole = 0
    attack_bonus_slashing: Whole = 0
    damage_bonus: Whole = 0
    damage_bonus_2m: Whole = 0
    luck_bonus: Whole = 0
    luck_bonus_piercing: Whole = 0
    luck_bonus_if_miss: Whole = 0
    luck_bonus_if_miss_bludgeoning: Whole = 0
    boost_stamina: Some = 0
    boost_attack_bonus: Whole = 0
    boost_damage_bonus: Whole = 0
    boost_self_evasion: Whole = 0
    self_evasion: Whole = 0
    self_move: Some = 0
    evasion_bonus: Some = 0
    effect: Line | None = None
    on_hit: Line | None = None
    push: Some = 0
    targets: Some = 1
    ammo: Some = 0
    weapon: Slug | None = None
    instead_of: Literal["dodge", "parry"] | None = None
    follow_up: Literal["move"] | None = None
    limit: Line | None = None
    damage_type: DamageType | None = None
    endurance_only: bool = False
    min_damage: Some = 1


class PowerModel(Part):
    """A power; ``as`` names the one whose procedure it follows."""

    follows: Slug | None = Field(default=None, alias="as")
    tier: Annotated[int, Field(strict=True, ge=1, le=3)]
    cost: Some
    difficulty: Some
    proficiencies: list[Line]
    actions: Some
    range: Some
    attack: bool = False
    damage: Some = 0
    damage_type: DamageType | None = None
    against: Defence | None = None
    effect: Line | None = None
    ignores_metal: bool = False
    missiles: Some = 0
    always_hits: bool = False
    push: Some = 0
    concentration: bool = False
    heal: Literal["half result"] | None = None
    heal_health: Some = 0
    radius: Some = 0
    block: Some = 0
    durability: Some = 0
    duration_rounds: Some = 0
    half_on_fail: bool = False


class TalentModel(Part):
    """A talent."""

    cost: Some
    requires: Line = ""
    rule: Line | None = None
    resource: Resource | None = None
    start_bonus: Some = 0
    max_bonus: Some = 0
    attack_bonus: Some = 0
    uses_per_rest: Some = 0
    uses_per_combat: Some = 0
    speed: Some = 0
    concentration: bool = False


class AncestryModel(Part):
    """An ancestry."""

    size: Annotated[int, Field(strict=True, ge=1, le=12)]
    abilities: list[Line]
    resource_bonus: Some = 0
    speed: Whole = 0
    perception: Some = 0
    extra_skills: Some = 0
    luck_bonus: Some = 0
    weapons: Names = []
    talents: Names = []
    headstrong: bool = False
    steady: bool = False


class BackgroundModel(Part):
    """A background."""

    skill: Skill
    proficiencies: list[Line]


class ClassModel(Part):
    """A class."""

    required_attributes: list[Attribute]
    skills: list[Skill]
    proficiencies: list[Line]
    resource_talent: Slug
    talent: Slug
    learn: list[Line]


class ExampleModel(Part):
    """What the source's examples state of somebody."""

    strength: Die | None = None
    dexterity: Die | None = None
    combat: Die | None = None
    athletics: Die | None = None
    agility: Die | None = None
    handling: Die | None = None
    proficiencies: dict[Line, Some] = {}
    health: Some | None = None
    endurance: Some | None = None
    constitution: Some | None = None
    evasion: Some | None = None
    physical_deflection: Some | None = None
    size: Some | None = None
    weapons: Names = []


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
    resists: list[DamageType] = []
    immune: list[Line] = []
    unsurprisable: bool = False
    on_hit: Line | None = None
    on_hit_against: Defence | None = None
    poison_difficulty: Some = 6
    poison_interval: Interval | None = None


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

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)

    content: dict[str, object]
    status: list[StatusModel]
    ability: list[AbilityModel]
    proficiency: list[ProficiencyModel]
    weapon: list[WeaponModel]
    ammunition: list[AmmunitionModel]
    armour: list[ArmourModel]
    shield: list[ShieldModel]
    item: list[ItemModel]
    maneuver: list[ManeuverModel]
    power: list[PowerModel]
    talent: list[TalentModel]
    ancestry: list[AncestryModel]
    background: list[BackgroundModel]
    calling: list[ClassModel] = Field(alias="class")
    creature: list[CreatureModel]
    character: list[CharacterModel]
    example_sheet: list[ExampleModel]


class Pack(PackBase):
    """A pack for Ingenuity: tables as the content file has them.

    A manoeuvre or power follows another's procedure with ``as``, or is one of the plain kinds: an
    attack, a test against a defence, or a help, with effects in the vocabulary of conditions.
    """

    ruleset: Literal["ingenuity"] = Field(
        description="The game that the pack is for.", examples=["ingenuity"]
    )
    status: Annotated[list[StatusModel], Field(max_length=400)] = []
    proficiency: Annotated[list[ProficiencyModel], Field(max_length=400)] = []
    weapon: Annotated[list[WeaponModel], Field(max_length=400)] = []
    ammunition: Annotated[list[AmmunitionModel], Field(max_length=400)] = []
    armour: Annotated[list[ArmourModel], Field(max_length=400)] = []
    shield: Annotated[list[ShieldModel], Field(max_length=400)] = []
    item: Annotated[list[ItemModel], Field(max_length=400)] = []
    maneuver: Annotated[list[ManeuverModel], Field(max_length=400)] = []
    power: Annotated[list[PowerModel], Field(max_length=400)] = []
    ancestry: Annotated[list[AncestryModel], Field(max_length=400)] = []
    background: Annotated[list[BackgroundModel], Field(max_length=400)] = []
    calling: Annotated[list[ClassModel], Field(alias="class", max_length=400)] = []
    creature: Annotated[list[CreatureModel], Field(max_length=400)] = []
    character: Annotated[list[CharacterModel], Field(max_length=400)] = []
