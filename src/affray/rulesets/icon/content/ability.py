"""ICON's abilities as people write them: operations, mods, triggers, talents."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from affray.content.part import Part
from affray.content.values import Line, Prose, Slug
from affray.rulesets.icon.content.words import (
    FlagWord,
    LevelWord,
    ModWord,
    OpWord,
    Some,
    TagWord,
    TriggerWord,
    UntilWord,
    WhenWord,
    WhoWord,
)


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
    count: Annotated[int, Field(strict=True, ge=1, le=9)] = 1


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
    flag: FlagWord | None = None
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
    count: Annotated[int, Field(strict=True, ge=1, le=9)] = 1
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
    cost: Annotated[int, Field(strict=True, ge=0, le=2)] | None = None
    uses_move: bool = False
    tags: list[TagWord] = []
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
