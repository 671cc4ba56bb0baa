"""ICON's content as people write it: the models of its content file."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from affray.content.part import PackBase, Part
from affray.content.values import Line, Prose, Slug

Some: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1000)]
Three: TypeAlias = Annotated[list[Some], Field(min_length=3, max_length=3)]
OpWord: TypeAlias = Literal[
    "damage",
    "status",
    "blight",
    "grant",
    "vigor",
    "shove",
    "pull",
    "move",
    "swap",
    "retarget",
    "cleanse",
    "cleanse-all",
    "save",
    "mark",
    "stance",
    "strip",
    "terrain",
    "rescue",
    "modify-next",
    "summon",
    "remove-blight",
    "immobile",
    "resolve",
    "stop-move",
]
ModWord: TypeAlias = Literal[
    "boon",
    "curse",
    "bonus",
    "boost",
    "area-level",
    "range",
    "size",
    "spaces",
    "vigor",
    "uses",
    "pierce",
    "true-strike",
    "no-save",
    "cost",
    "duration",
    "foes-only",
]
WhenWord: TypeAlias = Literal[
    "critical",
    "charge",
    "collide",
    "slay",
    "comeback",
    "finishing-blow",
    "blightboost",
    "overdrive-3",
    "target-status",
    "target-bloodied",
    "user-stealth",
    "user-higher",
    "target-alone",
    "target-crowded",
    "user-stance",
]
WhoWord: TypeAlias = Literal[
    "target",
    "user",
    "area",
    "area-foes",
    "area-allies",
    "area-adjacent-foes",
    "area-failed",
    "first-blocker",
    "passed-foes",
    "adjacent-allies",
    "one-ally",
    "allies-within",
    "foes-within",
    "triggerer",
    "ally",
    "collided",
]
TriggerWord: TypeAlias = Literal[
    "ally-targeted",
    "self-targeted",
    "self-or-ally-targeted-ranged",
    "self-damaged-by-adjacent",
    "foe-moves-adjacent",
    "foe-moves-within-2",
    "self-missed",
    "ally-damaged",
]
LevelWord: TypeAlias = Literal["fray", "light", "heavy", "critical"]
UntilWord: TypeAlias = Literal[
    "end-of-turn", "end-of-user-next-turn", "start-of-user-next-turn", "attack", "combat"
]


class ModModel(Part):
    """A change of an ability."""

    mod: ModWord
    n: Some = 1
    level: LevelWord | None = None
    until: UntilWord | None = None
    only: OpWord | None = None


class OpModel(Part):
    """One operation."""

    op: OpWord
    who: WhoWord = "target"
    level: LevelWord | None = None
    amount: Some = 0
    type: Literal["physical", "magical", "godly"] | None = None
    pierce: bool = False
    status: Slug | None = None
    blight: Slug | None = None
    effect: Slug | None = None
    mark: Slug | None = None
    stance: Slug | None = None
    summon: Slug | None = None
    save: bool = False
    ongoing: bool = False
    until: UntilWord | None = None
    multiple: Some = 0
    spaces: Some = 0
    n: Some = 0
    kind: Literal["move", "dash", "fly", "teleport", "difficult", "dangerous", "ground"] | None = (
        None
    )
    straight: bool = False
    through_foes: bool = False
    to: Literal["last-free-space-of-line", "adjacent-to-attack-space"] | None = None
    success: list[OpModel] = []
    fail: list[OpModel] = []
    then: list[OpModel] = []
    what: list[Literal["vigor", "stance", "stealth", "marks"]] = []
    height: Some = 0
    destructible: bool = False
    where: Literal["area", "target-space", "path", "free-area", "free-space"] | None = None
    on: Literal["attack", "ability"] | None = None
    mods: list[ModModel] = []
    range: Some = 0
    within: Some = 0
    origin: Literal["user", "target"] = Field(default="user", alias="from")
    after: Literal["miss", "hit"] | None = None
    subject: Literal["user"] | None = None
    count: Literal[1] = 1


class TriggerModel(Part):
    """What an ability gains under a condition."""

    when: WhenWord
    word: Slug | None = Field(default=None, alias="is")
    mods: list[ModModel] = []
    ops: list[OpModel] = []


class Added(Part):
    """Lines that a talent adds."""

    hit: list[OpModel] = []
    miss: list[OpModel] = []
    area: list[OpModel] = []
    effect: list[OpModel] = []


class Limit(Part):
    """So many uses in a period."""

    n: Some
    per: Literal["turn", "round", "combat"]


class TalentModel(Part):
    """A change that applies while the character has it."""

    text: Prose
    when: WhenWord | None = None
    word: Slug | None = Field(default=None, alias="is")
    mods: list[ModModel] = []
    add: Added | None = None
    flag: Slug | None = None
    part: Some | None = None
    limit: Limit | None = None


class Attack(Part):
    """How an attack is made."""

    mode: Literal["melee", "ranged"]
    range: Some = 0


class Plus(Part):
    """A second pattern."""

    shape: Literal["cross", "blast"]
    size: Some


class Pattern(Part):
    """A pattern of spaces."""

    shape: Literal["line", "blast", "close-blast", "arc", "cross"]
    size: Some
    range: Some | None = None
    origin: Literal["self"] | None = None
    plus: Plus | None = None


class Target(Part):
    """Who can be chosen."""

    who: Literal["foe", "ally", "self", "self-or-ally", "character", "incapacitated-ally", "space"]
    range: Some = 0
    optional: bool = False


class Interrupt(Part):
    """What it answers."""

    uses: Some
    trigger: TriggerWord
    within: Some = 0


class Piece(Part):
    """What abilities and parts of combos have in common."""

    id: Slug
    name: Line
    cost: Some = 0
    uses_move: bool = False
    tags: list[Slug] = []
    attack: Attack | None = None
    pattern: Pattern | None = None
    target: Target | None = None
    before: list[OpModel] = []
    hit: list[OpModel] = []
    miss: list[OpModel] = []
    area: list[OpModel] = []
    effect: list[OpModel] = []
    triggers: list[TriggerModel] = []
    mods: list[ModModel] = []
    min_range: Some = 0


class AbilityModel(Piece):
    """An ability."""

    job: Slug | None = None
    origin: Line = "ours"
    text: Prose = ""
    limit: Limit | None = None
    recharge: Some | None = None
    interrupt: Interrupt | None = None
    resolve: Some = 0
    part: list[Piece] = []
    talent_1: TalentModel | None = None
    talent_2: TalentModel | None = None
    master: TalentModel | None = None


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
    on: Line | None = None
    effect: list[OpModel] = []
    limit: Limit | None = None
    free_action: bool = False
    diagonal_steps_per_turn: Some = 0
    text: Prose = ""


class ClassModel(Part):
    """A class."""

    id: Slug
    name: Line
    origin: Line
    part: Line
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
    origin: Line
    traits: list[Slug]
    limit_break: Slug
    abilities: list[Slug]


class RoleModel(Part):
    """What foes of a role have by chapter."""

    id: Slug
    origin: Line
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
    budget: float = 1
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
    traits: list[Slug] = []
    ability: list[AbilityModel] = []
    text: Prose = ""


class SummonModel(Part):
    """A summon."""

    id: Slug
    name: Line
    origin: Line
    rules: list[Line]
    size: Literal[1]
    on: Literal["a foe of its summoner starts its turn adjacent to it"]
    effect: list[OpModel]
    text: Prose


class TalentPick(Part):
    """A talent taken."""

    ability: Slug
    tier: Literal[1, 2]


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
    """The content file. What is listed without a model is fixed by the rules."""

    system: dict[str, object]
    dsl: dict[str, object]
    status: list[dict[str, object]]
    blight: list[dict[str, object]]
    effect: list[dict[str, object]]
    terrain: list[dict[str, object]]
    pattern: list[dict[str, object]]
    basic_action: list[dict[str, object]]
    keyword: list[dict[str, object]]
    mark: list[dict[str, object]]
    stance: list[dict[str, object]]
    template: list[dict[str, object]]
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
    """A pack for ICON."""

    ruleset: Literal["icon"] = Field(
        description="The game that the pack is for.", examples=["icon"]
    )
