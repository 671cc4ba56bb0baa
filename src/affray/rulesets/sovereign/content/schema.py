"""Sovereign's content as people write it: the models of its content file."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field
from pydantic import StringConstraints as Letters

from affray.content.part import PackBase, Part
from affray.content.values import Line, Measure, Prose, Slug

Some: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1000)]
Whole: TypeAlias = Annotated[int, Field(strict=True, ge=-1000, le=1000)]
Cost: TypeAlias = Annotated[Measure, Field(ge=0, le=1_000_000)]
Level: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=10)]
Dice: TypeAlias = Annotated[
    str, Letters(strict=True, pattern=r"^[1-9][0-9]?d[1-9][0-9]?([+-][0-9]{1,3})?$")
]
ShockAC: TypeAlias = Some | Literal["-"]
AttributeWord: TypeAlias = Literal[
    "Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom"
]
Attribute: TypeAlias = Literal["STR", "DEX", "CON", "INT", "WIS"]
SkillWord: TypeAlias = Literal[
    "exert", "heal", "know", "magic", "notice", "sneak", "brawl", "shoot", "stab"
]
TraitWord: TypeAlias = Literal["2H", "L", "LL", "N", "PM", "R", "S", "SR", "T"]
SaveWord: TypeAlias = Literal["physical", "evasion", "mental"]
ActionWord: TypeAlias = Literal["main", "move", "free", "instant", "passive", "special"]
HarmWord: TypeAlias = Literal["fire", "frost", "magic"]
# Rules read the first five, and the skills that a stat block is good at; the last are told.
TagWord: TypeAlias = Literal[
    "undead",
    "construct",
    "humanoid",
    "fearless",
    "shield",
    "exert",
    "heal",
    "know",
    "magic",
    "notice",
    "sneak",
    "brawl",
    "shoot",
    "stab",
    "animal",
    "predator",
    "caster",
    "zealot",
    "giant",
]
StrikeStatus: TypeAlias = Annotated[str, Letters(strict=True, pattern=r"^[a-z][a-z0-9-]{0,40}$")]


class SkillModel(Part):
    """A skill. Rule: sheet.skills."""

    id: SkillWord
    name: Line
    origin: Line = "ours"
    combat: bool
    text: Prose


class ActionModel(Part):
    """An action of a turn. Rule: aoo.provoking-actions."""

    id: Slug
    name: Line
    origin: Line = "ours"
    type: ActionWord
    cost: list[Literal["main", "move", "by-weapon-and-skill"]]
    provokes: Literal[
        "no",
        "adjacent",
        "adjacent-at-start",
        "adjacent-at-start-if-moved",
        "leaving-reach",
        "by-the-move-taken",
    ]
    text: Prose = ""


class StatusModel(Part):
    """A state that somebody can be in.

    Those of a pack may change AC, own attacks, attacks against their bearer, and movement.
    """

    id: Slug
    name: Line
    origin: Line = "ours"
    ends: Line = "the caster's next turn"
    text: Prose = ""
    ranged_attack_against_distant: Whole = 0
    attack_against_adjacent: Whole = 0
    own_melee_attack: Whole = 0
    move_factor: Annotated[Measure, Field(ge=0, le=4)] = 1.0
    actions: bool = True
    reactions: bool = True
    ac: Whole = 0
    shock_immune: bool = False
    beats_swarm_shock: bool = False
    can_move: bool = True
    unarmed_only: bool = False
    can_cast: bool = True
    helpless: bool = False
    rounds_to_live: Some = 0
    attack_against_if_located: Whole = 0
    attack_against_if_not_located: Literal["impossible"] | None = None
    thrown_attack: Whole = 0
    extra_main: Some = 0
    provokes_by_moving: bool = True
    move_actions: Some = 1
    attack_against: Whole = 0
    attack: Whole = 0


class TraitModel(Part):
    """A trait of weapons."""

    id: TraitWord
    origin: Line = "ours"
    text: Prose


class ArmorModel(Part):
    """Armour, or a shield. Rules: sheet.ac, check.armour."""

    id: Literal["none", "leather", "chain", "plate", "shield"]
    name: Line
    origin: Line = "ours"
    ac: Some = 0
    ac_bonus: Some = 0
    cost_g: Cost = 0
    enc: Some = 0
    hands: Some = 0
    check_penalty: dict[SkillWord, Whole] = {}
    text: Prose = ""


class GearModel(Part):
    """A piece of gear."""

    id: Slug
    name: Line
    origin: Line = "ours"
    cost_g: Cost = 0
    enc: Some = 0
    text: Prose = ""


class AbilityModel(Part):
    """An ability of a creature or class."""

    id: Slug
    name: Line
    origin: Line = "ours"
    action: ActionWord
    limit: Line
    text: Prose
    ac: Whole = 0


class FeatModel(Part):
    """A feat. Rule: sheet.feats."""

    id: Slug
    name: Line
    origin: Line = "ours"
    combat: bool
    bonus_skill: list[SkillWord | Literal["any-combat", "any-noncombat", "brawl-or-stab"]]
    levels: Annotated[int, Field(strict=True, ge=1, le=2)]
    level_1: Prose
    level_2: Prose = ""
    hp_per_level: Some = 0


class TraditionModel(Part):
    """An arcane tradition. Rule: sheet.spells."""

    id: Slug
    name: Line
    origin: Line = "ours"
    bonus_skill: list[SkillWord]
    effort: Line
    armour_allowed: bool
    partial_only: bool
    text: Prose
    castings: list[Some] = []
    prepared: list[Some] = []
    max_spell_level: list[Some] = []


class ArtModel(Part):
    """An art. Rule: effort.pool."""

    id: Slug
    name: Line
    origin: Line = "ours"
    tradition: Slug
    action: ActionWord
    commit: Literal["none", "duration", "fight", "day"]
    text: Prose
    ac: Whole = 0


class AttackModel(Part):
    """One attack of a stat block or sheet, all modifiers worked in."""

    name: Line | None = None
    kind: Literal["melee", "ranged"] | None = None
    mode: Literal["melee", "shot", "thrown"] | None = None
    weapon: Slug | None = None
    skill: SkillWord | None = None
    attribute: Attribute | None = None
    bonus: Whole
    damage: Dice
    shock: Some = 0
    shock_ac: ShockAC | None = None
    reach: Some = 5
    range_normal: Some = 0
    range_max: Some = 0
    reload: Literal["free", "move", "main"] | None = None
    natural: Literal["piercing", "slashing", "bludgeoning"] | None = None
    unarmed: bool = False


class WeaponModel(Part):
    """A weapon."""

    id: Slug
    name: Line
    origin: Line = "ours"
    damage: Dice
    attributes: Annotated[list[Literal["STR", "DEX"]], Field(min_length=1, max_length=2)]
    traits: list[TraitWord] = []
    cost_g: Cost = 0
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
    skill: SkillWord | None = None
    adds_skill_to_damage: bool = False
    magic: Annotated[int, Field(strict=True, ge=0, le=5)] = 0


class SpellModel(Part):
    """A spell."""

    id: Slug
    name: Line
    origin: Line = "ours"
    level: Annotated[int, Field(strict=True, ge=1, le=5)]
    list_: Slug = Field(alias="list")
    works: Slug | None = Field(
        default=None, alias="as", description="The spell of the game that it works like."
    )
    action: Literal["main", "free"]
    range: Line
    text: Prose = ""
    save: SaveWord | None = None
    damage_per_level: Dice | None = None
    per_levels: Annotated[int, Field(strict=True, ge=1, le=10)] = 1
    harm: HarmWord = "magic"
    status: StrikeStatus | None = None
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
    size: Literal["small", "man", "large", "huge"]
    dimension: Some = 0
    reach: Some = 5
    named: bool = False
    tags: list[TagWord] = []
    abilities: list[Slug] = []
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
    party: Slug = "none"
    calling: Slug = Field(alias="class")
    level: Annotated[int, Field(strict=True, ge=1, le=10)]
    attributes: dict[AttributeWord, Annotated[int, Field(strict=True, ge=3, le=18)]]
    modifiers: dict[Attribute, Whole]
    skills: dict[SkillWord, Annotated[int, Field(strict=True, ge=-1, le=4)]]
    special: SkillWord | None = None
    favored: Slug | None = None
    feats: list[Line]
    attack_bonus: Some
    hp: Annotated[int, Field(strict=True, ge=1, le=1000)]
    armor: Literal["none", "leather", "chain", "plate"]
    shield: bool
    ac: Some
    move: Some
    saves: dict[SaveWord, Whole]
    screen_limit: Some
    system_strain_max: Some
    attacks: Annotated[list[AttackModel], Field(min_length=1, max_length=12)]
    readied: list[Slug]
    readied_enc: Some
    stowed: list[Slug]
    stowed_enc: Some
    tradition: Slug | None = None
    second_tradition: Slug | None = None
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

    skill: list[SkillModel]
    action: list[ActionModel]
    status: list[StatusModel]
    weapon_trait: list[TraitModel]
    weapon: list[WeaponModel]
    armor: list[ArmorModel]
    gear: list[GearModel]
    calling: list[ClassModel] = Field(alias="class")
    ability: list[AbilityModel]
    feat: list[FeatModel]
    tradition: list[TraditionModel]
    art: list[ArtModel]
    spell: list[SpellModel]
    creature: list[CreatureModel]
    character: list[CharacterModel]


class Pack(PackBase):
    """A pack for Sovereign: members, weapons, gear without effect, spells and states."""

    ruleset: Literal["sovereign"] = Field(
        description="The game that the pack is for.", examples=["sovereign"]
    )
    weapon: list[WeaponModel] = Field(
        default=[], description="Weapons, with the traits that the rules know."
    )
    gear: list[GearModel] = Field(default=[], description="Gear without an effect of its own.")
    status: list[StatusModel] = Field(
        default=[],
        description="States that spells lay until the caster's next turn: ac, attack, "
        "attack_against and move_factor count.",
    )
    spell: list[SpellModel] = Field(
        default=[],
        description="Spells of damage for each caster level, a save for half, an area, and a "
        "state for those who fail the save.",
    )
    creature: list[CreatureModel] = Field(default=[], description="Stat blocks.")
    character: list[CharacterModel] = Field(default=[], description="Sheets, checked entirely.")
