"""ICON's content as people write it: the models of its content file."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from affray.content.part import PackBase, Part
from affray.content.values import Line, Measure, Prose, Slug
from affray.rulesets.icon.content.ability import (
    AbilityModel,
    Limit,
    OpModel,
    Target,
)
from affray.rulesets.icon.content.words import (
    EventWord,
    FlagWord,
    ModWord,
    OpWord,
    Some,
    TagWord,
    Three,
    TriggerWord,
    UntilWord,
    WhenWord,
    WhoWord,
)

One: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=1)]


class Aura(Part):
    """An effect around its source."""

    range: Some
    who: Literal["allies", "user-and-allies"]
    grants: Slug | None = None
    attack_boons: Some = 0


class TraitModel(Part):
    """A trait or a relic."""

    id: Slug
    name: Line
    origin: Line = "ours"
    rules: list[Line] = []
    grants: list[Slug] = []
    shoves_shortened: Some = 0
    extra_engagement: Some = 0
    first_shove_each_turn_plus: Some = 0
    slow_turn_attack_boons: Some = 0
    gambit_abilities_only: bool = False
    boons_on_saves: Some = 0
    armor: Some = 0
    armor_plus: Some = 0
    aura: Aura | None = None
    ignores: list[Literal["difficult"]] = []
    immune: list[Slug] = []
    resistance: list[Literal["physical", "magical"]] = []
    resistance_while: Literal["not bloodied"] | None = None
    status_ongoing: Slug | None = None
    bonus_against_blight: Slug | None = None
    start_of_combat: list[OpModel] = []
    start_of_turn: list[OpModel] = []
    condition: Literal["no foe is adjacent"] | None = None
    optional: bool = False
    on: EventWord | None = None
    effect: list[OpModel] = []
    limit: Limit | None = None
    free_action: bool = False
    diagonal_steps_per_turn: Some = 0
    text: Prose = ""


class ClassModel(Part):
    """A class."""

    id: Slug
    name: Line
    origin: Line = "ours"
    part: Line = ""
    health: Three
    defense: Some
    armor: Three
    speed: Some
    attack_bonus: Three
    fray: Three
    die: Some
    damage_type: Literal["physical", "magical"]
    basic_melee_range: Some
    basic_ranged_range: Some
    traits: list[Slug]
    gambit_benefit: Slug


class JobModel(Part):
    """A job."""

    id: Slug
    name: Line
    calling: Slug = Field(alias="class")
    origin: Line = "ours"
    traits: list[Slug]
    limit_break: Slug
    abilities: list[Slug]


class RoleModel(Part):
    """What foes of a role have by chapter."""

    id: Slug
    origin: Line = "ours"
    health: Three
    hp: Some | None = None
    speed: Some
    defense: Some
    armor: Three
    attack_bonus: Three
    fray: Three
    die: Some = 6
    flat_damage: Some = 0
    damage_type: Literal["physical", "magical"]
    effects: list[Slug]
    budget: Measure = 1
    note: Prose = ""


class CreatureModel(Part):
    """A foe."""

    id: Slug
    name: Line
    origin: Line = "ours"
    role: Slug
    template: Literal["elite", "legend"] | None = None
    size: Annotated[int, Field(strict=True, ge=1, le=4)] = 1
    monster: bool = False
    permanent: list[Slug] = []
    health: Three | None = None
    hp: Some | None = None
    speed: Some | None = None
    defense: Some | None = None
    armor: Three | None = None
    attack_bonus: Three | None = None
    fray: Three | None = None
    die: Literal[4, 6, 8, 10, 12] | None = None
    flat_damage: Some | None = None
    damage_type: Literal["physical", "magical"] | None = None
    traits: list[Slug] = []
    ability: list[AbilityModel] = []
    text: Prose = ""


class SummonModel(Part):
    """A summon."""

    id: Slug
    name: Line
    origin: Line = "ours"
    rules: list[Line] = []
    size: One = 1
    on: Literal["a foe of its summoner starts its turn adjacent to it"]
    effect: list[OpModel]
    text: Prose = ""


class StatusModel(Part):
    """A status: what it does to its bearer."""

    id: Slug
    name: Line
    origin: Line = "ours"
    rules: list[Line] = []
    must_take_slow_turn: bool = False
    max_range: Some = 0
    attack_curses: Some = 0
    needs_subject: bool = False
    damage_dealt_halved_except_subject: bool = False
    ends_at_own_turn_end: bool = False
    damage_dealt_halved: bool = False
    ends_when_damaged_by_foe: bool = False
    cannot_inflict_statuses: bool = False
    vigor_suspended: bool = False
    move_damage: Some = 0
    move_damage_pierce: bool = False
    per_turn: One | None = None
    no_interrupts: bool = False
    next_ability_ends_turn: bool = False
    damage_taken_plus: Some = 0
    damage_dealt_minus: Some = 0
    text: Prose = ""


class BlightModel(Part):
    """A blight."""

    id: Slug
    name: Line
    origin: Line
    rules: list[Line]
    damage_at_turn_start: One


class EffectModel(Part):
    """An effect that can be granted."""

    id: Slug
    origin: Line
    rules: list[Line] = []
    die: Some = 0
    miss_on: Some = 0
    immune_on_miss: Literal[True] | None = None
    immune_on_save: Literal[True] | None = None
    area_resistance: Literal[True] | None = None
    melee_evasion: Literal[True] | None = None
    ignores: list[Literal["terrain-effects", "height", "engagement", "obstruction"]] = []
    immune: list[Literal["damage", "effects", "statuses", "blights"]] = []
    targetable_only_adjacent: Literal[True] | None = None
    breaks_on: Line | None = None
    floor_hp: Some = 0
    damage: Some = 0
    per_turn: One | None = None
    forced_move_max: Some = 0
    vigor_multiple: Some = 0
    boons_on_saves: Some = 0
    text: Prose


class MarkModel(Part):
    """A mark that one character places on another."""

    id: Slug
    origin: Line = "ours"
    placed_by: Slug | None = None
    attack_boons_against: Some = 0
    no_stealth: bool = False
    ongoing_status: Slug | None = None
    save_ends: bool = False
    text: Prose = ""


class StanceGrant(Part):
    """An effect that a stance gives as long as it lasts."""

    op: Literal["grant"]
    effect: Slug
    who: Literal["user", "adjacent-allies"]


class StanceAura(Part):
    """An effect that a stance gives to allies around."""

    range: Some
    who: Literal["allies"]
    grants: Slug


class StanceModel(Part):
    """A stance."""

    id: Slug
    origin: Line = "ours"
    effects: list[StanceGrant] = []
    aura: StanceAura | None = None
    forbids: list[Literal["run", "dash"]] = []
    ends_on: list[Literal["shoved", "moves", "stunned"]] = []
    text: Prose = ""


class TerrainModel(Part):
    """A type of terrain, as maps draw it."""

    id: Slug
    glyph: Line
    origin: Line
    rules: list[Line]
    exit_cost: One | None = None
    enter_damage: Literal["chapter"] | None = None
    pierce: Literal[True] | None = None
    blocks_sight: Literal[True] | None = None
    blocks_movement: Literal[True] | None = None
    height: Annotated[int, Field(strict=True, ge=1, le=3)] | None = None
    hp: Some | None = None


class PatternModel(Part):
    """A pattern of spaces."""

    id: Literal["line", "blast", "close-blast", "arc", "cross"]
    origin: Line
    rules: list[Line]
    spaces: Line
    attack_space: Line


class BasicModel(Part):
    """A basic action."""

    id: Literal["standard-move", "run", "dash", "interact", "rescue", "basic-heavy-attack", "whack"]
    name: Line
    origin: Line
    rules: list[Line]
    cost: Annotated[int, Field(strict=True, ge=0, le=2)]
    users: list[Literal["pc", "foe"]]
    movement: Literal["speed", "half-speed-up"] | None = None
    kind: Literal["dash"] | None = None
    tags: list[TagWord] = []
    target: Target | None = None
    hit: list[OpModel] = []
    miss: list[OpModel] = []
    effect: list[OpModel] = []


class KeywordModel(Part):
    """A word of the rules that abilities use."""

    id: Literal["cleanse", "cure", "charge", "combo", "delay"]
    origin: Line
    rules: list[Line]


class TemplateModel(Part):
    """What makes a foe more than one."""

    id: Literal["elite", "legend"]
    origin: Line
    rules: list[Line]
    turns_per_round: Literal[2] | None = None
    attacks_per_turn: One
    hp_times_players: Literal[True] | None = None
    acts_after_each_pc: Literal[True] | None = None
    budget: Literal[2, "players"]


class Words(Part):
    """The effect vocabulary: every word with what it means."""

    note: Prose
    order: list[Line]
    fields: dict[Line, Prose]
    op: dict[OpWord, Prose]
    mod: dict[ModWord, Prose]
    who: dict[WhoWord, Prose]
    when: dict[WhenWord, Prose]
    flag: dict[FlagWord, Prose]
    until: dict[UntilWord, Prose]
    trigger: dict[TriggerWord, Prose]


class TalentPick(Part):
    """A talent taken."""

    ability: Slug
    tier: Annotated[int, Field(strict=True, ge=1, le=2)]


class CharacterModel(Part):
    """A player character."""

    id: Slug
    name: Line
    origin: Line = "ours"
    party: Slug | None = None
    level: Some
    xp: Some = 0
    jobs: list[Slug]
    current_job: Slug
    learned: list[Slug]
    talents: list[TalentPick] = []
    masteries: list[Slug] = []
    active: list[Slug]
    gambits: list[Slug] = []
    limit_break: Slug | None = None
    relics: list[Slug] = []
    wounds: Some = 0
    elixirs: Some = 2
    derived: dict[Line, Some] = {}


class Content(Part):
    """The content file."""

    system: dict[str, object]
    dsl: Words
    status: list[StatusModel]
    blight: list[BlightModel]
    effect: list[EffectModel]
    terrain: list[TerrainModel]
    pattern: list[PatternModel]
    basic_action: list[BasicModel]
    keyword: list[KeywordModel]
    mark: list[MarkModel]
    stance: list[StanceModel]
    template: list[TemplateModel]
    calling: list[ClassModel] = Field(alias="class")
    trait: list[TraitModel]
    job: list[JobModel] = Field(alias="class_job")
    ability: list[AbilityModel]
    relic: list[TraitModel]
    role: list[RoleModel]
    creature: list[CreatureModel]
    summon: list[SummonModel]
    character: list[CharacterModel]


class Pack(PackBase):
    """A pack for ICON: tables as the content file has them."""

    ruleset: Literal["icon"] = Field(
        description="The game that the pack is for.", examples=["icon"]
    )
    character: list[CharacterModel] = []
    creature: list[CreatureModel] = []
    ability: list[AbilityModel] = []
    status: list[StatusModel] = []
    mark: list[MarkModel] = []
    stance: list[StanceModel] = []
    trait: list[TraitModel] = []
    relic: list[TraitModel] = []
    summon: list[SummonModel] = []
    calling: list[ClassModel] = Field(default=[], alias="class")
    job: list[JobModel] = Field(default=[], alias="class_job")
    role: list[RoleModel] = []
