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
    """An effect around its source.

    Attributes:
        range: Within how many spaces of its source. For example `1`.
        who: Who is in it: allies, or its source too. For example `"user-and-allies"`.
        grants: The id of the effect that those within have. For example `"calm"`.
        attack_boons: Boons on attack rolls of those within. For example `1`.
    """

    range: Some
    who: Literal["allies", "user-and-allies"]
    grants: Slug | None = None
    attack_boons: Some = 0


class TraitModel(Part):
    """A trait or a relic.

    Attributes:
        grants: Ids of effects that its bearer always has. For example `["diagonal"]`.
        shoves_shortened: By how many spaces shoves and pulls of foes move it less. For example `1`.
        extra_engagement: What leaving a space beside it costs foes besides. For example `1`.
        first_shove_each_turn_plus: How many spaces longer its first shove of each of its turns is.
            For example `1`.
        slow_turn_attack_boons: Boons on its attack rolls in its slow turns. For example `1`.
        gambit_abilities_only: Whether those boons are for its gambit abilities only. For example
            `true`.
        boons_on_saves: Boons on its saves. For example `1`.
        armor: Its armor, if that is more than it has. For example `2`.
        armor_plus: How much armor it has besides. For example `1`.
        aura: An effect on those around it. For example
            `{ range = 1, who = "user-and-allies", grants = "calm" }`.
        ignores: Ground that costs it nothing extra. For example `["difficult"]`.
        immune: Ids of states, or types of damage, that cannot strike it. For example `["slow"]`.
        resistance: Types of damage that are halved against it. For example `["physical"]`.
        resistance_while: That it has that resistance only then. For example `"not bloodied"`.
        status_ongoing: The id of a status that it always has. For example `"slow"`.
        bonus_against_blight: The id of a blight: its attacks against those who have it have one
            bonus damage. For example `"burning"`.
        start_of_combat: What it does to itself when combat begins: grant, vigor, modify-next,
            stance or resolve. For example `[{ op = "vigor", multiple = 1, who = "user" }]`.
        start_of_turn: What happens at the start of each of its turns. For example
            `[{ op = "grant", effect = "stealth", who = "user", until = "combat" }]`.
        condition: That start_of_turn happens only then. For example `"no foe is adjacent"`.
        optional: Whether its bearer may let start_of_turn be. For example `true`.
        on: The event after which effect happens. For example `"you fail an edge save"`.
        effect: What happens on that event, or what its free action does. For example
            `[{ op = "cleanse", who = "target" }]`.
        limit: How often in a period effect may happen. For example `{ n = 1, per = "round" }`.
        free_action: Whether effect is a free action of its bearer. For example `true`.
        diagonal_steps_per_turn: 1 lets one step of each of its turns be diagonal. For example `1`.
    """

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
    """A class.

    Attributes:
        part: What it is for. For example `"areas, blights, terrain"`.
        health: Health in chapters 1, 2 and 3; hit points are four times as many. For example
            `[7, 8, 9]`.
        defense: What attack rolls against it have to reach. For example `6`.
        armor: How much less each damage does, in chapters 1, 2 and 3. For example `[1, 2, 3]`.
        speed: How many spaces it moves. For example `4`.
        attack_bonus: Added to attack rolls in chapters 1, 2 and 3. For example `[1, 3, 5]`.
        fray: Fray damage in chapters 1, 2 and 3. For example `[2, 3, 4]`.
        die: How many sides its damage die has. For example `6`.
        damage_type: The type of its damage. For example `"physical"`.
        basic_melee_range: How far its basic attack reaches in melee. For example `1`.
        basic_ranged_range: How far its basic attack reaches from afar. For example `3`.
        traits: Ids of its traits. For example `["footing"]`.
        gambit_benefit: The id of the trait that those of other classes have for a gambit ability of
            this one. For example `"gambit-footing"`.
    """

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
    """A job.

    Attributes:
        class: The id of the class that it belongs to. For example `"stalwart"`.
        traits: Ids of its traits. For example `["bar-the-way"]`.
        limit_break: The id of its limit break. For example `"portcullis"`.
        abilities: Ids of its abilities. For example `["barring-blow", "shield-lane"]`.
    """

    id: Slug
    name: Line
    calling: Slug = Field(alias="class")
    origin: Line = "ours"
    traits: list[Slug]
    limit_break: Slug
    abilities: list[Slug]


class RoleModel(Part):
    """What foes of a role have by chapter.

    Attributes:
        health: Health in chapters 1, 2 and 3; hit points are four times as many, unless hp says
            otherwise. For example `[6, 8, 10]`.
        hp: Hit points of such foes in every chapter. For example `2`.
        speed: How many spaces they move. For example `4`.
        defense: What attack rolls against them have to reach. For example `8`.
        armor: How much less each damage does, in chapters 1, 2 and 3. For example `[1, 2, 3]`.
        attack_bonus: Added to attack rolls in chapters 1, 2 and 3. For example `[1, 3, 5]`.
        fray: Fray damage in chapters 1, 2 and 3. For example `[2, 3, 4]`.
        die: How many sides the damage die has. For example `6`.
        flat_damage: Of mobs: what their damage is in place of dice. For example `2`.
        damage_type: The type of their damage. For example `"physical"`.
        effects: Ids of effects that they always have. For example `["evasion"]`.
        budget: What such a foe costs in points. For example `1`.
    """

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
    """A foe.

    Attributes:
        role: The id of its role, whose numbers it has. For example `"heavy"`.
        template: What makes it more than one foe. For example `"elite"`.
        size: How many spaces it is wide. For example `2`.
        monster: Whether it is a monster: it does not surrender, and is killed rather than spared.
            For example `true`.
        permanent: Ids of effects that it always has. For example `["flying"]`.
        health: Health in chapters 1, 2 and 3, if not its role's. For example `[8, 10, 12]`.
        hp: Hit points in every chapter, if not four times Health or its role's. For example `24`.
        speed: How many spaces it moves, if not its role's. For example `5`.
        defense: What attack rolls against it have to reach, if not its role's. For example `10`.
        armor: Its armor in chapters 1, 2 and 3, if not its role's. For example `[1, 2, 2]`.
        attack_bonus: Its attack bonus in chapters 1, 2 and 3, if not its role's. For example
            `[1, 3, 5]`.
        fray: Its fray damage in chapters 1, 2 and 3, if not its role's. For example `[2, 3, 4]`.
        die: The sides of its damage die, if not its role's. For example `8`.
        flat_damage: Of a mob: its damage in place of dice, if not its role's. For example `2`.
        damage_type: The type of its damage, if not its role's. For example `"magical"`.
        traits: Ids of its traits. For example `["toughness"]`.
        ability: Its abilities. For example `[{ cost = 1, id = "shove-off", name = "Shove off" }]`.
    """

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
    """A summon.

    Attributes:
        size: How many spaces it is wide: always 1. For example `1`.
        on: What it answers. For example `"a foe of its summoner starts its turn adjacent to it"`.
        effect: What it does to that foe. For example `[{ op = "damage", amount = 2 }]`.
    """

    id: Slug
    name: Line
    origin: Line = "ours"
    rules: list[Line] = []
    size: One = 1
    on: Literal["a foe of its summoner starts its turn adjacent to it"]
    effect: list[OpModel]
    text: Prose = ""


class StatusModel(Part):
    """A status: what it does to its bearer.

    Attributes:
        must_take_slow_turn: Whether its bearer acts in slow turns only. For example `true`.
        max_range: How many spaces attacks and abilities of its bearer reach at most; 0: no bound.
            For example `2`.
        attack_curses: Curses on attack rolls of its bearer. For example `1`.
        needs_subject: Whether it is about somebody, as hatred is. For example `true`.
        damage_dealt_halved_except_subject: Whether its bearer deals half damage to all but the one
            whom it is about. For example `true`.
        ends_at_own_turn_end: Whether it ends by itself with its bearer's next turn. For example
            `true`.
        damage_dealt_halved: Whether its bearer deals half damage. For example `true`.
        ends_when_damaged_by_foe: Whether it ends when a foe damages its bearer. For example `true`.
        cannot_inflict_statuses: Whether statuses that its bearer would inflict are not. For example
            `true`.
        vigor_suspended: Whether its bearer gains no vigor, and that which it has does not absorb.
            For example `true`.
        move_damage: Damage to its bearer after its first movement of each turn. For example `2`.
        move_damage_pierce: Whether armor does not count against that damage. For example `true`.
        per_turn: How often in a turn that damage is dealt: once. For example `1`.
        no_interrupts: Whether its bearer uses no interrupts. For example `true`.
        next_ability_ends_turn: Whether the next ability or action of its bearer ends its turn, and
            the status. For example `true`.
        damage_taken_plus: How much more its bearer takes of every action or ability that damages
            it. For example `1`.
        damage_dealt_minus: How much less damage its bearer deals, unless it pierces. For example
            `2`.
    """

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
    text: Prose = ""


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
    """A mark that one character places on another.

    Attributes:
        placed_by: The id of the ability that places it. For example `"tangle"`.
        attack_boons_against: Boons on attack rolls against the marked. For example `1`.
        no_stealth: Whether the marked loses and cannot gain stealth. For example `true`.
        ongoing_status: The id of a status that the marked has as long as the mark. For example
            `"vulnerable"`.
        save_ends: Whether the marked may save against it at the end of its turns. For example
            `true`.
    """

    id: Slug
    origin: Line = "ours"
    placed_by: Slug | None = None
    attack_boons_against: Some = 0
    no_stealth: bool = False
    ongoing_status: Slug | None = None
    save_ends: bool = False
    text: Prose = ""


class StanceGrant(Part):
    """An effect that a stance gives as long as it lasts.

    Attributes:
        op: Always grant. For example `"grant"`.
        effect: The id of the effect that it gives. For example `"resistance-ranged"`.
        who: Who has it: the one in the stance, or allies beside it. For example
            `"adjacent-allies"`.
    """

    op: Literal["grant"]
    effect: Slug
    who: Literal["user", "adjacent-allies"]


class StanceAura(Part):
    """An effect that a stance gives to allies around.

    Attributes:
        range: Within how many spaces. For example `2`.
        who: Who has the effect: allies. For example `"allies"`.
        grants: The id of the effect that they have. For example `"regeneration"`.
    """

    range: Some
    who: Literal["allies"]
    grants: Slug


class StanceModel(Part):
    """A stance.

    Attributes:
        effects: Effects that it gives. For example
            `[{ effect = "sturdy", op = "grant", who = "user" }]`.
        aura: An effect that it gives to allies around. For example
            `{ grants = "regeneration", range = 2, who = "allies" }`.
        forbids: Actions that cannot be taken in it. For example `["run", "dash"]`.
        ends_on: What ends it besides another stance. For example `["shoved", "stunned"]`.
    """

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
    text: Prose


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
    """A talent taken.

    Attributes:
        ability: The id of the ability. For example `"barring-blow"`.
        tier: Which of its two talents. For example `1`.
    """

    ability: Slug
    tier: Annotated[int, Field(strict=True, ge=1, le=2)]


class CharacterModel(Part):
    """A player character.

    Attributes:
        party: The id of those whom it travels with. For example `"lantern-road"`.
        level: Its level, 1 to 12; the chapter follows. For example `2`.
        xp: Experience towards the next level, 0 to 11. For example `4`.
        jobs: Ids of its jobs: one, from level 4 two, from level 8 three. For example
            `["gatekeeper"]`.
        current_job: The id of the job that it plays, which gives class, traits and numbers. For
            example `"gatekeeper"`.
        learned: Ids of the abilities that it has learned, of its jobs. For example
            `["barring-blow", "ground-bell"]`.
        talents: Talents that it has taken, the first of an ability before the second. For example
            `[{ ability = "barring-blow", tier = 1 }]`.
        masteries: Ids of abilities, or of its limit break, whose master talent it has. For example
            `["barring-blow"]`.
        active: Ids of the abilities that it takes into the fight. For example
            `["barring-blow", "ground-bell"]`.
        gambits: Ids of those among them that are gambits: of other jobs than the current one. For
            example `["warm-refrain"]`.
        limit_break: The id of the limit break of its current job, if it has it. For example
            `"portcullis"`.
        relics: Ids of its relics. For example `["cracked-reliquary"]`.
        wounds: Wounds with which it begins. For example `1`.
        elixirs: Elixirs that it carries, to drink after the fight. For example `2`.
        derived: Numbers that come of all this, stated again for checking. For example
            `{ defense = 6, hp = 28 }`.
    """

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
