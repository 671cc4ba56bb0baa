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
    """A change of an ability.

    Attributes:
        mod: Which change, of the words below. For example `"boon"`.
        n: How much of it; `cost` makes the cost this. For example `1`.
        level: Of area-level: the level of damage in place of the listed one. For example `"light"`.
        until: Of duration: how long in place of what is listed. For example
            `"end-of-user-next-turn"`.
        only: The change applies to operations of this name only. For example `"shove"`.
    """

    mod: ModWord
    n: Some = 1
    level: LevelWord | None = None
    until: UntilWord | None = None
    only: OpWord | None = None


class OpModel(Part):
    """One operation.

    Attributes:
        op: What is done, of the words below. For example `"damage"`.
        who: Whom it is done to, of the words below. For example `"user"`.
        level: Of damage: how much, by the level of its user. For example `"heavy"`.
        amount: Of damage: a fixed number in place of a level. For example `2`.
        type: Of damage: its type, if not its user's. For example `"physical"`.
        pierce: Of damage: whether armor does not count. For example `true`.
        status: Of status: the id of the status that is inflicted. For example `"slow"`.
        blight: Of blight and remove-blight: which. For example `"burning"`.
        effect: Of grant: the id of the effect that is granted, of those of the game. For example
            `"stealth"`.
        mark: Of mark: the id of the mark that is placed. For example `"tangled"`.
        stance: Of stance: the id of the stance that the user takes. For example `"shield-lane"`.
        summon: Of summon: the id of what is summoned. For example `"ember-wisp"`.
        save: Of status and blight: whether whom it would strike saves against it. For example
            `true`.
        ongoing: Of status: whether no save ends it as long as its cause lasts. For example `true`.
        until: How long what is granted or laid lasts, of the words below. For example
            `"end-of-user-next-turn"`.
        multiple: Of vigor: how many times the receiver's Health. For example `1`.
        spaces: Of shove, pull and move: how many spaces. For example `2`.
        n: A plain number: of resolve how much Resolve is gained. For example `1`.
        kind: Of move: how it moves; of terrain: which ground is laid. For example `"dash"`.
        straight: Of move: whether the way has to be a straight line. For example `true`.
        through_foes: Of move: whether it may pass through spaces of foes; it cannot end there. For
            example `true`.
        to: Of move: where it has to end. For example `"adjacent-to-attack-space"`.
        success: Of save: what happens where it succeeds. For example
            `[{ op = "vigor", multiple = 1 }]`.
        fail: Of save: what happens where it fails. For example
            `[{ op = "status", status = "dazed" }]`.
        then: Of remove-blight: what happens besides if there was one to remove. For example
            `[{ op = "damage", level = "fray" }]`.
        what: Of strip: what ends. For example `["stance", "marks"]`.
        height: Of terrain: how high what is raised stands, 1 to 3. For example `1`.
        destructible: Of terrain: whether what is raised can be destroyed. For example `true`.
        where: Of terrain and summon: in which spaces. For example `"area"`.
        on: Of modify-next: whether the next attack or the next ability is changed. For example
            `"attack"`.
        mods: Of modify-next: the changes. For example `[{ mod = "boon" }]`.
        range: Of allies-within, foes-within and summon: within how many spaces of the user. For
            example `2`.
        within: Of one-ally: within how many spaces of `from`. For example `1`.
        from: Of one-ally: around whom the ally is looked for. For example `"user"`.
        after: In an interrupt: that it happens only after the attack it answers hit, or missed. For
            example `"miss"`.
        subject: Of the status hatred: whom its bearer hates. For example `"user"`.
        count: Of summon: how many. For example `2`.
    """

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
    """What an ability gains under a condition.

    Attributes:
        when: The condition, of the words below. For example `"collide"`.
        is: Of target-status and user-stance: the id of the state that is asked for. For example
            `"tangled"`.
        mods: How the ability changes then. For example `[{ mod = "size", n = 1 }]`.
        ops: What happens besides. For example
            `[{ op = "status", status = "dazed", save = true, who = "collided" }]`.
    """

    when: WhenWord
    word: Slug | None = Field(default=None, alias="is")
    mods: list[ModModel] = []
    ops: list[OpModel] = []


class Added(Part):
    """Lines that a talent adds.

    Attributes:
        hit: Added to its hit line. For example `[{ op = "shove", spaces = 1 }]`.
        miss: Added to its miss line. For example `[{ op = "damage", level = "fray" }]`.
        area: Added to its area line. For example
            `[{ op = "blight", blight = "burning", who = "area" }]`.
        effect: Added to its effect line. For example
            `[{ op = "vigor", multiple = 1, who = "user" }]`.
    """

    hit: list[OpModel] = []
    miss: list[OpModel] = []
    area: list[OpModel] = []
    effect: list[OpModel] = []


class Limit(Part):
    """So many uses in a period.

    Attributes:
        n: How many uses. For example `1`.
        per: The period in which they are counted. For example `"round"`.
    """

    n: Some
    per: Literal["turn", "round", "combat"]


class TalentModel(Part):
    """A change that applies while the character has it.

    Attributes:
        text: What it changes, in words. For example `"Shove 2."`.
        when: The condition under which it applies; left out: always. For example `"collide"`.
        is: Of target-status and user-stance: the id of the state that is asked for. For example
            `"tangled"`.
        mods: How the ability changes. For example `[{ mod = "spaces", n = 1 }]`.
        add: What is added to its lines. For example
            `{ effect = [{ op = "cleanse", who = "ally" }] }`.
        flag: A special case that the rules know by name, of the words below. For example
            `"phasing"`.
        part: Of a combo: the number of the part that changes; left out: all that fit. For example
            `2`.
        limit: The limit of uses in place of the ability's own. For example
            `{ n = 2, per = "turn" }`.
    """

    text: Prose
    when: WhenWord | None = None
    word: Slug | None = Field(default=None, alias="is")
    mods: list[ModModel] = []
    add: Added | None = None
    flag: FlagWord | None = None
    part: Some | None = None
    limit: Limit | None = None


class Attack(Part):
    """How an attack is made.

    Attributes:
        mode: Whether it is a melee or a ranged attack. For example `"melee"`.
        range: How many spaces it reaches. 0: 1 for melee, or as far as the pattern. For example
            `3`.
    """

    mode: Literal["melee", "ranged"]
    range: Some = 0


class Plus(Part):
    """A second pattern.

    Attributes:
        shape: Its shape, around the attack space. For example `"cross"`.
        size: Its size X. For example `1`.
    """

    shape: Literal["cross", "blast"]
    size: Some


class Pattern(Part):
    """A pattern of spaces.

    Attributes:
        shape: Its shape: a line, a blast, a close blast, an arc or a cross. For example `"blast"`.
        size: Its size X: spaces of a line or arc, X around the middle of a blast, the arms of a
            cross. For example `1`.
        range: How far from its user its spaces, or its middle, may be. Left out: it begins beside
            the user. For example `4`.
        origin: It lies around its user. For example `"self"`.
        plus: A second pattern around the attack space. For example `{ shape = "cross", size = 1 }`.
    """

    shape: Literal["line", "blast", "close-blast", "arc", "cross"]
    size: Some
    range: Some | None = None
    origin: Literal["self"] | None = None
    plus: Plus | None = None


class Target(Part):
    """Who can be chosen.

    Attributes:
        who: Who can be chosen. For example `"ally"`.
        range: Within how many spaces. For example `4`.
        count: How many at most. For example `2`.
        optional: Whether none may be chosen. For example `true`.
    """

    who: Literal["foe", "ally", "self", "self-or-ally", "character", "incapacitated-ally", "space"]
    range: Some = 0
    count: Annotated[int, Field(strict=True, ge=1, le=9)] = 1
    optional: bool = False


class Interrupt(Part):
    """What it answers.

    Attributes:
        uses: How often between two of its own turns. For example `1`.
        trigger: What it answers, of the words below. For example `"ally-targeted"`.
        within: The distance that the trigger looks at, in spaces. For example `2`.
    """

    uses: Some
    trigger: TriggerWord
    within: Some = 0


class Piece(Part):
    """What abilities and parts of combos have in common.

    Attributes:
        cost: What it costs in actions; 0 is a free action. For example `1`.
        uses_move: Whether it takes the standard move too; its cost is 2 then. For example `true`.
        tags: Words that rules look for; melee and ranged come by the attack. For example
            `["attack", "melee"]`.
        attack: Its attack; left out: it is none. For example `{ mode = "melee", range = 1 }`.
        pattern: The pattern of spaces that it covers; a piece has a pattern or a target. For
            example `{ shape = "arc", size = 3 }`.
        target: Whom it is used on. For example `{ who = "ally", range = 2 }`.
        before: What happens before the attack roll; targets are chosen after it. For example
            `[{ op = "move", who = "user", kind = "dash", spaces = 2 }]`.
        hit: Of an attack: what a hit does to its target. For example
            `[{ op = "damage", level = "heavy" }]`.
        miss: Of an attack: what a miss does to its target. For example
            `[{ op = "damage", level = "fray" }]`.
        area: What it does to those in the pattern who are not the target. For example
            `[{ op = "damage", level = "fray", who = "area" }]`.
        effect: What happens whatever the roll says, after all else. For example
            `[{ op = "vigor", multiple = 1 }]`.
        triggers: What it gains under conditions. For example
            `[{ when = "charge", mods = [{ mod = "size", n = 1 }] }]`.
        mods: Changes that always apply to it. For example `[{ mod = "pierce" }]`.
        min_range: Targets nearer than so many spaces cannot be chosen. For example `2`.
    """

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
    """An ability.

    Attributes:
        job: Of characters: the id of the job that it belongs to. For example `"gatekeeper"`.
        limit: How many uses in a period. For example `{ n = 1, per = "round" }`.
        recharge: Once used, it comes back at the start of a turn on this or more of a d6. For
            example `5`.
        interrupt: Of an ability tagged interrupt: what it answers, and how often. For example
            `{ uses = 1, trigger = "ally-targeted", within = 2 }`.
        resolve: Of a limit break: what it costs in Resolve. For example `3`.
        part: Of a combo: its parts, in order, each used after the one before. For example
            `[{ id = "first", name = "First" }, { id = "second", name = "Second" }]`.
        talent_1: The change that its first talent makes. For example
            `{ text = "Shove 2.", mods = [{ mod = "spaces", n = 1 }] }`.
        talent_2: The change that its second talent makes. For example
            `{ text = "Arc 4.", mods = [{ mod = "size", n = 1 }] }`.
        master: The change that its master talent makes. For example
            `{ text = "Interrupt 2.", mods = [{ mod = "uses", n = 1 }] }`.
    """

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
