"""Quest's content as people write it: the models of its content file."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, PlainValidator
from pydantic import StringConstraints as Letters
from pydantic.json_schema import WithJsonSchema
from pydantic_core import PydanticCustomError

from affray.content.part import PackBase, Part
from affray.content.values import Line, Prose, Slug

Whole: TypeAlias = Annotated[int, Field(strict=True, ge=-1000, le=1000)]
Some: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1000)]
Dice: TypeAlias = Annotated[
    str, Letters(strict=True, pattern=r"^[1-9][0-9]?d[1-9][0-9]{0,2}(\+[0-9]{1,3})?$")
]
Names: TypeAlias = Annotated[list[Slug], Field(max_length=40)]
TypeWord: TypeAlias = Literal["blunt", "slash", "pierce", "fire", "cold", "shock", "rot"]
PropertyWord: TypeAlias = Literal[
    "long", "thrown", "reload", "toppling", "crushing", "disarming", "natural"
]
ModifierWord: TypeAlias = Literal["agility", "reduction_physical", "bonus_actions", "movement"]
DurationWord: TypeAlias = Literal[
    "standing", "battle", "upkeep", "round", "own-turn", "target-turn-end"
]


def _sickness(value: object) -> object:
    if isinstance(value, bool) or value == "round":
        return value
    raise PydanticCustomError("expected", "one of true, false, round")


SicknessWord: TypeAlias = Annotated[
    bool | Literal["round"],
    PlainValidator(_sickness),
    Field(description="Summoning sickness: whole, none, or until the round ends."),
    WithJsonSchema({"enum": [True, False, "round"]}),
]
MOST: Final = 60  # entries of one table of a pack
Origin: TypeAlias = Annotated[Line, Field(description="Whose idea it is.")]


class Cost(Part):
    """Actions of one way to pay."""

    aa: Some = 0
    ma: Some = 0
    ba: Some = 0


class AbilityModel(Part):
    """Something that actions pay for. Each is held by code."""

    id: Slug
    name: Line
    costs: list[Cost]
    per_turn: Some | None = None
    uses_feats: bool = True
    uses_strength: bool = True
    spaces: Some | None = None
    off_turn: bool = False
    gives_status: Slug | None = None
    check: Line | None = None
    rules: list[Line]
    origin: Origin = "ours"
    text: Prose = ""


class AimModel(Part):
    """What an attack may be aimed at."""

    id: Slug
    name: Line
    parts: list[Line]
    accuracy: Whole
    wound: Slug | None = None
    rules: list[Line]
    origin: Origin = "ours"


class Gain(Part):
    """What happens when a wound is dealt."""

    die: Dice
    success: Some
    damage: Some


class EndCheck(Part):
    """A roll that ends a state."""

    when: Literal["turn-end"]
    roll: Line
    at_least: Some


class PutOut(Part):
    """How burning is ended."""

    costs: list[Cost]
    other: Line = Field(alias="or")


class StatusModel(Part):
    """A state of a unit. Each is held by code, which must agree with these numbers."""

    id: Slug
    name: Line
    wound: bool = False
    stacks: bool = False
    duration: Line
    on_gain: Gain | None = None
    modifiers: dict[Line, Whole] = {}
    modifiers_this_round: dict[Line, Whole] = {}
    target_number: Some | None = None
    target_number_base: Some | None = None
    adds_agility: bool = False
    dodge_bonuses: bool = True
    step_cost: Some | None = None
    implies: list[Slug] = []
    implies_unless_feat: Slug | None = None
    can_act: bool = True
    can_move: bool = True
    can_attack: bool = True
    can_cast: bool = True
    can_free_hit: bool = True
    per_observer: bool = False
    sneak_dice: Dice | None = None
    break_free: Some | None = None
    ended_by_damage: TypeWord | None = None
    end_check: EndCheck | None = None
    continuing_damage: Dice | None = None
    damage_type: TypeWord | None = None
    put_out: PutOut | None = None
    rules: list[Line]
    origin: Origin = "ours"
    text: Prose = ""


class StateModel(Part):
    """A state of a pack: numbers that it changes while it holds, and whether one can act."""

    id: Slug = Field(description="Its id.", examples=["slimed"])
    name: Line = Field(description="Its name.", examples=["Slimed"])
    modifiers: dict[ModifierWord, Whole] = Field(
        default={}, description="What it adds to numbers.", examples=[{"movement": -2}]
    )
    implies: list[Literal["flat-footed"]] = Field(
        default=[], description="What it brings with it.", examples=[["flat-footed"]]
    )
    can_act: bool = Field(default=True, description="Whether its bearer takes actions at all.")
    origin: Origin = "ours"
    text: Prose = ""


class TerrainModel(Part):
    """A kind of ground."""

    id: Slug
    glyph: Line
    passable: bool
    step_cost: Some
    mode: Line | None = None
    drop: Some | None = None
    blocks_sight: bool
    low_cover: bool
    origin: Origin = "ours"
    text: Prose = ""


class TypeModel(Part):
    """A type of damage."""

    id: TypeWord
    physical: bool
    origin: Origin = "ours"


class PropertyModel(Part):
    """A property of weapons."""

    id: PropertyWord
    origin: Origin = "ours"
    text: Prose = ""


class WeaponModel(Part):
    """A weapon."""

    id: Slug = Field(description="Its id.", examples=["boar-spear"])
    name: Line = Field(description="Its name.", examples=["Boar spear"])
    kind: Literal["melee", "ranged"] = Field(description="How it is used.", examples=["melee"])
    hands: Annotated[int, Field(strict=True, ge=0, le=2)]
    dice: Dice = Field(description="What it deals.", examples=["1d8"])
    damage_type: TypeWord
    accuracy: Whole = 0
    range: Some = 0
    bulk: Some = 0
    properties: list[PropertyWord] = []
    origin: Origin = "ours"


class ArmourModel(Part):
    """Armour or a shield."""

    id: Slug
    name: Line
    slot: Literal["body", "shield"]
    reduction: Some
    agility: Whole
    movement: Whole
    dodge: Some
    hands: Annotated[int, Field(strict=True, ge=0, le=2)]
    bulk: Some
    origin: Origin = "ours"


class ItemModel(Part):
    """A consumable."""

    id: Slug
    name: Line
    bulk: Some
    heal: Dice | None = None
    mp: Some = 0
    removes_wounds: Some = 0
    range: Some = 0
    attack: bool = False
    damage: Dice | None = None
    damage_type: TypeWord | None = None
    gives_status: Slug | None = None
    origin: Origin = "ours"
    text: Prose = ""


class FeatModel(Part):
    """A feat. Each is held by code."""

    id: Slug
    name: Line
    effect: dict[Line, object]
    choices: dict[Line, Some] = {}
    rules: list[Line]
    origin: Origin = "ours"
    text: Prose = ""


class NoteModel(Part):
    """An option of a spell that bonus actions pay for."""

    ba: Some
    times: Annotated[int, Field(strict=True, ge=0, le=9)]
    text: Line
    add_damage: Dice | None = None
    add_range: Some = 0
    break_free: Some = 0
    accuracy: Whole = 0
    push: Some = 0
    fetch: bool = False
    area_radius: Some = 0
    also_adjacent_ally: bool = False
    weapon: Slug | None = None
    add_hp: Some = 0


class CastTime(Part):
    """Actions of a cast time."""

    aa: Some = 0
    ma: Some = 0


class SpellModel(Part):
    """A spell."""

    id: Slug
    name: Line
    cast: CastTime
    mp: Some
    upkeep_mp: Some = 0
    toggle: bool = False
    range: Some
    target: Literal["unit", "ally", "self", "space"]
    attack: bool = False
    damage: Dice | None = None
    damage_type: TypeWord | None = None
    status: Slug | None = None
    duration: DurationWord | None = None
    push: Some = 0
    area_radius: Some = 0
    heal: Dice | None = None
    removes_wounds: Some = 0
    spaces: Some = 0
    summon: Slug | None = None
    count: Annotated[int, Field(strict=True, ge=1, le=10)] = 1
    thrall_cost_mhp: Some | None = None
    sickness: SicknessWord = True
    notes: Annotated[list[NoteModel], Field(min_length=1, max_length=3)]
    origin: Origin = "ours"
    text: Prose = ""


class CallingModel(Part):
    """A calling: what fixes a character's numbers."""

    id: Slug
    name: Line
    base_hp: Some
    hp_per_level: Some
    mp_per_level: Some
    spells_base: Some
    spells_per_level: Some
    extra_feats: Some
    origin: Origin = "ours"
    text: Prose = ""


class CreatureModel(Part):
    """A creature of the GM, or one that spells call up. Its numbers are final apart from armour."""

    id: Slug
    name: Line
    role: Literal["summon", "foe"]
    level: Annotated[int, Field(strict=True, ge=1, le=10)]
    max_hp: Annotated[int, Field(strict=True, ge=1, le=1000)]
    max_mp: Some = 0
    accuracy: Whole
    agility: Whole
    strength: Whole
    movement: Some = 6
    size: Annotated[int, Field(strict=True, ge=1, le=5)] = 1
    weapons: Names = []
    armour: Names = []
    hide: Some = 0
    resist: dict[TypeWord, Some] = {}
    immune: list[TypeWord] = []
    feats: Names = []
    spells: Names = []
    sickness: SicknessWord = True
    tactics: Prose = ""
    origin: Origin = "ours"
    text: Prose = ""


class CharacterModel(Part):
    """A character."""

    id: Slug
    name: Line
    party: Slug | None = None
    calling: Slug = Field(alias="class")
    level: Whole
    max_hp: Whole
    max_mp: Whole
    accuracy: Whole
    agility: Whole
    strength: Whole
    weapons: Names = []
    drawn: Names = []
    armour: Names = []
    items: Names = []
    feats: Names = []
    weapon_focus: list[Names] = []
    spells: Names = []
    origin: Origin = "ours"
    text: Prose = ""


class Content(Part):
    """The content file."""

    system: dict[str, object]
    ability: list[AbilityModel]
    aim: list[AimModel]
    status: list[StatusModel | StateModel]
    terrain: list[TerrainModel]
    damage_type: list[TypeModel]
    property: list[PropertyModel]
    weapon: list[WeaponModel]
    armour: list[ArmourModel]
    item: list[ItemModel]
    feat: list[FeatModel]
    spell: list[SpellModel]
    calling: list[CallingModel] = Field(alias="class")
    creature: list[CreatureModel]
    character: list[CharacterModel]


class Pack(PackBase):
    """A pack for Quest: all that its content file holds and data alone can say."""

    ruleset: Literal["quest"] = Field(
        description="The game that the pack is for.", examples=["quest"]
    )
    status: Annotated[list[StateModel], Field(max_length=MOST)] = []
    weapon: Annotated[list[WeaponModel], Field(max_length=MOST)] = []
    armour: Annotated[list[ArmourModel], Field(max_length=MOST)] = []
    item: Annotated[list[ItemModel], Field(max_length=MOST)] = []
    spell: Annotated[list[SpellModel], Field(max_length=MOST)] = []
    calling: Annotated[list[CallingModel], Field(alias="class", max_length=MOST)] = []
    creature: Annotated[list[CreatureModel], Field(max_length=MOST)] = []
    character: Annotated[list[CharacterModel], Field(max_length=MOST)] = []
