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
    origin: Line = "ours"
    text: Prose = ""


class AimModel(Part):
    """What an attack may be aimed at."""

    id: Slug
    name: Line
    parts: list[Line]
    accuracy: Whole
    wound: Slug | None = None
    rules: list[Line]
    origin: Line = "ours"


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
    origin: Line = "ours"
    text: Prose = ""


class StateModel(Part):
    """A state of a pack: numbers that it changes while it holds, and whether one can act.

    Attributes:
        can_act: Whether its bearer takes actions at all. For example `false`.
    """

    id: Slug = Field(description="Its id.", examples=["slimed"])
    name: Line = Field(description="Its name.", examples=["Slimed"])
    modifiers: dict[ModifierWord, Whole] = Field(
        default={}, description="What it adds to numbers.", examples=[{"movement": -2}]
    )
    implies: list[Literal["flat-footed"]] = Field(
        default=[], description="What it brings with it.", examples=[["flat-footed"]]
    )
    can_act: bool = Field(default=True, description="Whether its bearer takes actions at all.")
    origin: Line = "ours"
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
    origin: Line = "ours"
    text: Prose = ""


class TypeModel(Part):
    """A type of damage."""

    id: TypeWord
    physical: bool
    origin: Line = "ours"


class PropertyModel(Part):
    """A property of weapons."""

    id: PropertyWord
    origin: Line = "ours"
    text: Prose = ""


class WeaponModel(Part):
    """A weapon.

    Attributes:
        hands: How many hands hold it: 1 or 2; 0 of a natural weapon. For example `1`.
        damage_type: The type of its damage. For example `"pierce"`.
        accuracy: Added to attacks with it. For example `1`.
        range: In how many spaces it hits, shot or thrown; 0 of what is only wielded. For example
            `6`.
        bulk: What it takes of what one can carry. For example `1`.
        properties: What rules know of it. For example `["long"]`.
    """

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
    origin: Line = "ours"


class ArmourModel(Part):
    """Armour or a shield.

    Attributes:
        slot: Whether it is worn on the body or is a shield. For example `"body"`.
        reduction: How much less physical damage does to its wearer; 0 of shields. For example `2`.
        agility: Added to the wearer's Agility, usually a penalty; 0 of shields. For example `-1`.
        movement: Added to the wearer's movement, in spaces. For example `-1`.
        dodge: Of a shield: added to what attacks have to reach. For example `1`.
        hands: How many hands hold it: 1 of a shield, 0 of armour. For example `0`.
        bulk: What it takes of what one can carry. For example `2`.
    """

    id: Slug
    name: Line
    slot: Literal["body", "shield"]
    reduction: Some
    agility: Whole
    movement: Whole
    dodge: Some
    hands: Annotated[int, Field(strict=True, ge=0, le=2)]
    bulk: Some
    origin: Line = "ours"


class ItemModel(Part):
    """A consumable.

    Attributes:
        bulk: What it takes of what one can carry. For example `1`.
        heal: Hit points that it gives to who uses it, as dice. For example `"1d8+2"`.
        mp: MP that it gives to who uses it. For example `4`.
        removes_wounds: How many wounds it ends. For example `1`.
        range: Of what is thrown: in how many spaces it hits. For example `6`.
        attack: Whether it is thrown in an attack, rather than used on oneself. For example `true`.
        damage: Of what is thrown: the damage of a hit, as dice. For example `"2d6"`.
        damage_type: Of what is thrown: the type of that damage. For example `"fire"`.
        gives_status: Of what is thrown: the id of the state that a hit lays, one in which one can
            act. For example `"burning"`.
    """

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
    origin: Line = "ours"
    text: Prose = ""


class FeatModel(Part):
    """A feat. Each is held by code."""

    id: Slug
    name: Line
    effect: dict[Line, object]
    choices: dict[Line, Some] = {}
    rules: list[Line]
    origin: Line = "ours"
    text: Prose = ""


class NoteModel(Part):
    """An option of a spell that bonus actions pay for.

    Attributes:
        ba: How many bonus actions it costs each time. For example `1`.
        times: How often it can be paid for in one casting. For example `2`.
        text: What it does, in words. For example `"1d6 more damage"`.
        add_damage: More damage, as dice, of a spell that damages. For example `"1d6"`.
        add_range: How many spaces further the spell reaches. For example `3`.
        break_free: How much harder it is to break free of the state bound. For example `2`.
        accuracy: Added to the spell's attack. For example `2`.
        push: How many spaces further the spell pushes. For example `1`.
        fetch: Whether the caster has the weapon that the spell strikes from a hand. For example
            `true`.
        area_radius: How many spaces wider the spell's area is, all around. For example `1`.
        also_adjacent_ally: Whether an ally beside the caster is disengaged too. For example `true`.
        weapon: The id of a weapon that whoever is summoned holds. For example `"spear"`.
        add_hp: More hit points of whoever is summoned. For example `4`.
    """

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
    """Actions of a cast time.

    Attributes:
        aa: Attack actions that it takes. For example `1`.
        ma: Move actions that it takes. For example `1`.
    """

    aa: Some = 0
    ma: Some = 0


class SpellModel(Part):
    """A spell.

    Attributes:
        cast: The actions that casting it takes: one at least. For example `{ aa = 1 }`.
        mp: What it costs in MP. For example `3`.
        upkeep_mp: Of a state of duration upkeep: what each further round costs in MP. For example
            `1`.
        toggle: Of a state of duration upkeep: whether its caster may let it rest and take it up
            again. For example `true`.
        range: How many spaces it reaches. For example `8`.
        target: What it is cast on: any unit, an ally, its caster, or a space of which an area or a
            summons begins. For example `"unit"`.
        attack: Whether it is an attack, which has to hit. For example `true`.
        damage: The damage of a hit, as dice. For example `"1d8"`.
        damage_type: The type of that damage. For example `"cold"`.
        status: The id of the state that it gives, or lays on whom it hits. For example `"burning"`.
        duration: How long that state lasts. For example `"upkeep"`.
        push: How many spaces a hit pushes. For example `2`.
        area_radius: Of an attack on a space: how many spaces around it are struck as well. For
            example `1`.
        heal: Hit points that it gives, as dice. For example `"2d6"`.
        removes_wounds: How many wounds it ends. For example `1`.
        spaces: With the state disengaged: how many spaces its caster moves. For example `4`.
        summon: The id of a creature of role summon that it calls. For example `"bone-servant"`.
        count: How many of them it calls. For example `2`.
        thrall_cost_mhp: Maximum hit points that keeping what it called as a thrall costs its
            caster. For example `4`.
        sickness: The summoning sickness of what it calls: whole, none, or until the round ends. For
            example `"round"`.
        notes: What bonus actions can add to it, one to three options. For example
            `[{ add_range = 4, ba = 1, text = "4 spaces further", times = 2 }]`.
    """

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
    origin: Line = "ours"
    text: Prose = ""


class CallingModel(Part):
    """A calling: what fixes a character's numbers.

    Attributes:
        base_hp: Hit points before levels. For example `8`.
        hp_per_level: Hit points for each level. For example `6`.
        mp_per_level: MP for each level. For example `2`.
        spells_base: How many spells one knows before levels. For example `2`.
        spells_per_level: How many more spells one knows for each level. For example `1`.
        extra_feats: How many more feats one has than others of the level. For example `1`.
    """

    id: Slug
    name: Line
    base_hp: Some
    hp_per_level: Some
    mp_per_level: Some
    spells_base: Some
    spells_per_level: Some
    extra_feats: Some
    origin: Line = "ours"
    text: Prose = ""


class CreatureModel(Part):
    """A creature of the GM, or one that spells call up. Its numbers are final apart from armour.

    Attributes:
        role: A foe, or what spells call. For example `"foe"`.
        level: Its level. For example `2`.
        max_hp: Its hit points. For example `14`.
        max_mp: Its MP. For example `6`.
        accuracy: Added to its attacks. For example `2`.
        agility: Its Agility, before armour. For example `1`.
        strength: Its Strength, which its blows add. For example `2`.
        movement: How many spaces it moves, its feats included. For example `6`.
        size: How many spaces it is wide. For example `2`.
        weapons: Ids of its weapons. For example `["spear"]`.
        armour: Ids of its armour and its shield. For example `["padded-coat"]`.
        hide: How much less physical damage does to it, besides armour. For example `1`.
        resist: How much less damage of a type does to it. For example `{ cold = 3 }`.
        immune: Types of damage that do nothing to it. For example `["rot"]`.
        feats: Ids of its feats. For example `["reach"]`.
        spells: Ids of its spells. For example `["frost-bind"]`.
        sickness: Of what is called: its summoning sickness, if its spell says nothing else. For
            example `"round"`.
        tactics: How it fights. For example `"Shields its archers."`.
    """

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
    origin: Line = "ours"
    text: Prose = ""


class CharacterModel(Part):
    """A character.

    Attributes:
        party: The id of those whom it travels with. For example `"reed-company"`.
        class: The id of its class. For example `"bladesworn"`.
        level: Its level, 1 to 10. For example `1`.
        max_hp: Its hit points, as its class and feats give them. For example `14`.
        max_mp: Its MP, as its class and feats give them. For example `4`.
        accuracy: Added to its attacks. For example `2`.
        agility: Its Agility, before armour. For example `1`.
        strength: Its Strength, which its blows add. For example `1`.
        weapons: Ids of its weapons. For example `["spear", "dagger"]`.
        drawn: Ids of those among them that it holds when the fight begins. For example `["spear"]`.
        armour: Ids of its armour and its shield. For example `["mail-shirt", "buckler"]`.
        items: Ids of its items, once for each piece. For example `["red-draught"]`.
        feats: Ids of its feats. For example `["athlete"]`.
        weapon_focus: For each feat weapon-focus: ids of the three weapons that it is for. For
            example `[["spear", "dagger", "mace"]]`.
        spells: Ids of its spells. For example `["frost-bind"]`.
    """

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
    origin: Line = "ours"
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
