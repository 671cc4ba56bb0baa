"""Thrum's content as people write it: the models of its content file and of packs.

The models check shapes and types; ``thrum_check`` checks every word. Descriptions and closed
lists in the schema are those of packs; the ruleset's own file may also hold facts for abilities
with code.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator
from pydantic import StringConstraints as Letters

from affray.content.part import PackBase, Part
from affray.content.values import Line, Prose, Slug
from affray.rulesets.thrum.content.words import DEEDS, DIRECTIONS, LASTING, TARGETS, UNTIL, Amount
from affray.rulesets.thrum.definitions import ROLLS, WHENS
from affray.rulesets.thrum.reaction.stance import COMES, MOMENTS
from affray.rulesets.thrum.terms import ATTRIBUTES

Letter: TypeAlias = Annotated[str, Letters(strict=True, pattern=r"^[a-z]$")]
ParamName: TypeAlias = Annotated[
    str, Letters(strict=True, pattern=r"^[a-z][a-z_]*$", max_length=30)
]
Word: TypeAlias = Annotated[str, Letters(strict=True, max_length=200)]
Whole: TypeAlias = Annotated[int, Field(strict=True, ge=-100, le=100)]
Attributes: TypeAlias = dict[Annotated[str, Letters(strict=True, max_length=30)], Whole]
Abilities: TypeAlias = Annotated[list[Slug], Field(max_length=40)]

AMOUNT = (
    "a number, or terms joined by +: a number, a symbol (POW, END, FIN, REF, REA, FOC, TRAINING "
    "in the ability's Art, TIER, SPEED), half(X) rounded down, halfup(X) rounded up; a:TERM counts "
    'only with upgrade a; "$name" is one of the params'
)


class Op(Part):
    """One thing that an ability does."""

    op: Word = Field(
        description="What is done. fatigue, stress: deal `n`. status: give `n` of the Status "
        "`name`. condition: give the condition `name`. mark: give `n` Mark. shift: move the target "
        "up to `n` in `dir`. move-self, teleport-self: the user moves up to `n`. heal: lower the "
        "Load `name` by `n`. end-status: end one Status; lower-status: take `n` off one; "
        "clear-statuses: end all. "
        "end-incapacity, halve-loads: as they say. choose: `n` of the phrases in `of`. end-stance: "
        "the user's Stance ends. In Stances and passives: roll-mod changes the owner's own rolls, "
        "stat its numbers.",
        examples=["fatigue"],
        json_schema_extra={"enum": [*DEEDS, *LASTING]},
    )
    n: Amount | None = Field(
        default=None, description=f"How much: {AMOUNT}.", examples=[2, "1 + half(POW)"]
    )
    name: Word | None = Field(
        default=None,
        description="Of a status: bleed, blinded, burning, shocked, slowed, hamstrung, vulnerable, "
        "weakened, or one of the pack. Of a condition: dazed, immobilized, disoriented, stunned, "
        "hidden, hastened. Of heal: fatigue or stress. Of stat: speed, max_fatigue_tolerance or "
        "max_stress_tolerance.",
        examples=["slowed"],
    )
    dir: Word = Field(
        default="any",
        description="Where a shift goes, seen from the user.",
        examples=["away"],
        json_schema_extra={"enum": list(DIRECTIONS)},
    )
    to: Word | None = Field(
        default=None,
        description="Whom it affects, if not the target.",
        examples=["self"],
        json_schema_extra={"enum": ["self", "target"]},
    )
    toward: Word | None = Field(
        default=None,
        description="Not in packs: whom a move goes toward.",
        examples=["target"],
    )
    until: Word | None = Field(
        default=None,
        description="How long a condition lasts, if not as its own rule says.",
        examples=[UNTIL[0]],
        json_schema_extra={"enum": list(UNTIL)},
    )
    when: Word | None = Field(
        default=None,
        description="When it happens at all.",
        examples=[WHENS[1]],
        json_schema_extra={"enum": list(WHENS[1:])},
    )
    roll: Word | None = Field(
        default=None,
        description="Which of the owner's rolls a roll-mod changes.",
        examples=["resilience"],
        json_schema_extra={"enum": list(ROLLS)},
    )
    boon: Amount | None = Field(default=None, description="Boons on that roll.", examples=[1])
    bane: Amount | None = Field(default=None, description="Banes on that roll.", examples=[1])
    bonus: Amount | None = Field(
        default=None, description="A number added to that roll.", examples=[1]
    )
    of: Annotated[list[Word], Field(max_length=12)] | None = Field(
        default=None,
        description='What to choose from, in words: "fatigue 1", "status slowed 1", "condition '
        'dazed", "mark 1", "shift 2 away", "move-self 2", "heal stress 1", "end-status", "status '
        'stacks -2".',
        examples=[["heal fatigue 2", "end-status"]],
    )
    facts: dict[str, object] = Field(
        default_factory=dict,
        exclude=True,
        description="Not in packs: what the code of an ability reads.",
        examples=[{"odd": 1}],
    )

    @model_validator(mode="before")
    @classmethod
    def keep_facts_apart(cls, data: object) -> object:
        """Put all that a ``custom`` entry says into ``facts``: its ability's code holds it."""
        if isinstance(data, dict) and data.get("op") == "custom":
            return {"op": "custom", "facts": {k: v for k, v in data.items() if k != "op"}}
        return data


Ops: TypeAlias = Annotated[list[Op], Field(max_length=20)]


class AbilityModel(Part):
    """An Action, Stance or passive of an NPC, or of a Combat Art for PCs to select."""

    id: Slug = Field(description="Its id.", examples=["river-hook"])
    name: Line = Field(description="Its name.", examples=["River Hook"])
    works: Slug | None = Field(
        default=None,
        alias="as",
        description="The ability of the game whose code it has; like writes it. Of such a one "
        "packs may change name, art, range, params and text.",
        examples=["biffer-thump"],
    )
    art: Slug = Field(
        default="npc",
        description="npc, or the Combat Art in which PCs need Training to select it; basic: "
        "everybody has it.",
        examples=["npc"],
    )
    type: Literal["action", "stance", "passive"] = Field(
        description="What it is taken as.", examples=["action"]
    )
    tags: list[Word] = Field(
        default_factory=list,
        max_length=8,
        description="physical or mental make it an attack; ranged, finisher. In packs no others: "
        "terrain, buff and aura need code.",
        examples=[["physical", "finisher"]],
    )
    range: Amount | None = Field(default=None, description="Its Range in squares.", examples=[3])
    target: Word | None = Field(
        default=None,
        description="Of an Action: whom it names. N is a param: targets, area, line or aura.",
        examples=["one-enemy"],
        json_schema_extra={"enum": list(TARGETS)},
    )
    affects: Literal["everyone", "others", "enemies"] | None = Field(
        default=None,
        description="Of an Action with an Area, Line or Aura: whom among those in it. By default "
        "everyone; others spares its user, enemies all who are none.",
        examples=["enemies"],
    )
    second_target: Word | None = Field(
        default=None,
        description="Not in packs: whom it names besides.",
        examples=["a character within 4 of the first"],
    )
    modifier: Literal["highest-art"] | None = Field(
        default=None, description="What attacks add, if not the modifier of its Art."
    )
    option: Slug | None = Field(
        default=None,
        description="Not in packs: the option of the table that it needs.",
        examples=["coup-de-grace"],
    )
    default_on: bool | None = Field(
        default=None,
        description="Not in packs: whether that option is on unless it is turned off.",
        examples=[False],
    )
    params: dict[ParamName, Amount] = Field(
        default_factory=dict,
        max_length=20,
        description='Named numbers, used in the entries as "$name".',
        examples=[{"push": "1 + TIER"}],
    )
    before: Ops = Field(
        default_factory=list,
        description="Of an Action: done after it is declared, before any roll.",
        examples=[[{"op": "move-self", "n": 2}]],
    )
    effect: Ops = Field(
        default_factory=list,
        description="Of an Action: applies whatever the roll says. Of a Stance: roll-mod and stat "
        "while it lasts, all else when it is taken or renewed. Of a passive: roll-mod and stat, "
        "always.",
        examples=[[{"op": "shift", "n": 1, "dir": "away"}]],
    )
    success: Ops = Field(
        default_factory=list,
        description="Of an attack: applies on a Success and on a Critical.",
        examples=[[{"op": "fatigue", "n": 2}]],
    )
    critical: Ops = Field(
        default_factory=list,
        description="Of an attack: applies on a Critical besides.",
        examples=[[{"op": "condition", "name": "stunned"}]],
    )
    after: Ops = Field(
        default_factory=list,
        description="Of an Action: done when all else is resolved.",
        examples=[[{"op": "move-self", "n": "half(SPEED)"}]],
    )
    overexert: Ops = Field(
        default_factory=list,
        description="Of an Action: applies besides if the user takes 1 Stress for it.",
        examples=[[{"op": "fatigue", "n": 1}]],
    )
    overexert_timing: Line | None = Field(
        default=None,
        description="Not in packs: when that Stress is taken.",
        examples=["may be declared after the attack resolves"],
    )
    order: list[Literal["effect", "success", "critical"]] | None = Field(
        default=None,
        description="The order in which these apply, if not effect, success, critical.",
        examples=[["success", "critical", "effect"]],
    )
    trigger: Line | None = Field(
        default=None,
        description="Of a Stance: when its response happens. Its target is who triggers it, or its "
        "owner in the owner's turn.",
        examples=[COMES],
        json_schema_extra={"enum": list(MOMENTS)},
    )
    may: bool = Field(
        default=False, description="Whether its owner may let the trigger pass.", examples=[True]
    )
    response: Ops = Field(
        default_factory=list,
        description="Of a Stance with a trigger: what happens then. A roll-mod on the roll "
        "defensive changes the defence against the attack that triggers it.",
        examples=[[{"op": "shift", "n": 1, "dir": "away"}, {"op": "end-stance"}]],
    )
    special: Line | None = Field(
        default=None,
        description="Not in packs: what else is so about it.",
        examples=["does not trigger Triggered Effects of enemy abilities"],
    )
    upgrades: dict[Letter, Line] = Field(
        default_factory=dict,
        max_length=6,
        description="What PCs can buy for it, by letter; amounts use the letters.",
        examples=[{"a": "half POW more Fatigue on a Critical"}],
    )
    origin: Line = Field(default="ours", description="Whose idea it is.", examples=["ours"])
    text: Prose = Field(
        default="",
        description="What it does, in words, for who plays it.",
        examples=["Effect: push 1 away. Success: 2 Fatigue."],
    )


class NovaModel(Part):
    """A Nova ability. Each is held by code: those of packs are like one of the game."""

    id: Slug = Field(description="Its id.", examples=["river-burst"])
    name: Line = Field(description="Its name.", examples=["River Burst"])
    works: Slug | None = Field(
        default=None,
        alias="as",
        description="The Nova ability whose code it has; like writes it.",
        examples=["cannonball"],
    )
    art: Slug = Field(
        description="The Combat Art in which PCs need Training to select it.", examples=["brawling"]
    )
    type: Literal["action", "stance"] = Field(
        description="What it is taken as.", examples=["action"]
    )
    tags: list[Word] = Field(
        default_factory=list, description="As of an ability.", examples=[["physical", "ranged"]]
    )
    potential: Line = Field(
        description="What gives it Potential, in words.", examples=["Whenever you are moved"]
    )
    cost: Amount | Literal["X, at most 6"] = Field(
        description="The Potential that it takes.", examples=[4]
    )
    target: Word = Field(description="Whom it names.", examples=["one-enemy"])
    affects: Literal["everyone", "others", "enemies"] | None = Field(
        default=None, description="As of an ability.", examples=["enemies"]
    )
    params: dict[ParamName, Amount] = Field(
        default_factory=dict, description="Named numbers.", examples=[{"push": "1 + half(POW)"}]
    )
    upgrades: dict[Letter, Line] = Field(
        default_factory=dict,
        description="What PCs can buy for it, by letter.",
        examples=[{"a": "half POW more Fatigue"}],
    )
    origin: Line = Field(default="ours", description="Whose idea it is.", examples=["ours"])
    text: Prose = Field(
        default="", description="What it does, in words.", examples=["Success: 4 Fatigue."]
    )


class CreatureModel(Part):
    """An NPC: a stat block whose numbers may use TIER."""

    id: Slug = Field(description="Its id.", examples=["river-warden"])
    name: Line = Field(description="Its name.", examples=["River Warden"])
    role: Line = Field(default="", description="What it is for.", examples=["puller"])
    default_tier: Annotated[int, Field(strict=True, ge=0, le=20)] = Field(
        default=0, description="Its Tier unless an encounter says otherwise.", examples=[0]
    )
    speed: Amount = Field(description="Speed in squares.", examples=[4])
    initiative: Amount = Field(description="Added to initiative.", examples=["1 + TIER"])
    attack: Amount = Field(description="Added to its attacks.", examples=["2 + TIER"])
    resilience: Amount = Field(description="Added to Resilience rolls.", examples=["1 + TIER"])
    evasion: Amount = Field(description="Added to Evasion rolls.", examples=[0])
    resolve: Amount = Field(description="Added to Resolve rolls.", examples=[1])
    fatigue_tolerance: Amount = Field(
        description="More Fatigue than this makes Exhausted.", examples=["3 + half(TIER)"]
    )
    stress_tolerance: Amount = Field(
        description="More Stress than this makes Frayed.", examples=[2]
    )
    abilities: Abilities = Field(
        default_factory=list,
        description="Its abilities besides the basic ones, which everybody has.",
        examples=[["hook-line", "river-hook"]],
    )
    shown: dict[Word, Whole] = Field(
        default_factory=dict,
        description="Its numbers at its default Tier, for checking; may be left out.",
        examples=[{"speed": 4, "attack": 2}],
    )
    origin: Line = Field(default="ours", description="Whose idea it is.", examples=["ours"])
    text: Prose = Field(
        default="", description="What it is like.", examples=["Drags prey into the water."]
    )


class CharacterModel(Part):
    """A PC: what was chosen; everything else follows from the rules of sheets."""

    id: Slug = Field(description="Its id.", examples=["ona-reed"])
    name: Line = Field(description="Its name.", examples=["Ona Reed"])
    party: Slug | None = Field(
        default=None, description="Whom it travels with.", examples=["ferrymen"]
    )
    level: Annotated[int, Field(strict=True, ge=-100, le=100)] = Field(
        description="Its level, 0 to 12.", examples=[1]
    )
    archetypes: list[Word] = Field(
        default_factory=list,
        max_length=8,
        description="Its Archetypes: one narrative (hero, artist, sage) and one combat (loomer, "
        "weaver, quill); from level 5 two of each, or the upgrade of one, written with a +.",
        examples=[["hero", "loomer"]],
    )
    points: Attributes = Field(
        default_factory=dict,
        description=f"Attribute Points, without what Archetypes add: {', '.join(ATTRIBUTES)}.",
        examples=[{"POW": 1, "END": 1}],
    )
    attributes: Attributes = Field(
        default_factory=dict,
        description="The attributes that come of it, for checking; may be left out.",
        examples=[{"POW": 2, "END": 2}],
    )
    training: dict[Slug, Whole] = Field(
        default_factory=dict, description="Training by Combat Art.", examples=[{"brawling": 3}]
    )
    art_modifiers: dict[Slug, Whole] = Field(
        default_factory=dict,
        description="The modifiers that come of it, for checking; may be left out.",
        examples=[{"brawling": 3}],
    )
    abilities: Abilities = Field(
        default_factory=list,
        description="The abilities selected; the basic ones come by themselves.",
        examples=[["sockem", "guardian"]],
    )
    upgrades: list[Word] = Field(
        default_factory=list,
        max_length=40,
        description="Upgrades bought, as ability:letter.",
        examples=[["sockem:a"]],
    )
    nova: Abilities = Field(
        default_factory=list, description="Nova abilities selected.", examples=[["cannonball"]]
    )
    derived: dict[Word, Whole] = Field(
        default_factory=dict,
        description="Defences, Tolerances, Initiative and Speed that come of it, for checking; "
        "may be left out.",
        examples=[{"resilience": 2, "fatigue_tolerance": 5}],
    )
    origin: Line = Field(default="ours", description="Whose idea it is.", examples=["ours"])
    text: Prose = Field(
        default="", description="Who it is.", examples=["A smuggler who found honest work."]
    )


class StatusModel(Part):
    """A Status (it ticks down) or another condition."""

    id: Slug = Field(description="Its id.", examples=["soaked"])
    name: Line = Field(description="Its name.", examples=["Soaked"])
    kind: Literal["status", "condition"] = Field(
        default="status", description="In packs always status.", examples=["status"]
    )
    numbered: bool = Field(default=True, description="In packs always true.", examples=[True])
    ticks: bool = Field(
        default=True,
        description="In packs always true: it goes down by 1 at the end of its bearer's turn.",
        examples=[True],
    )
    origin: Line = Field(default="ours", description="Whose idea it is.", examples=["ours"])
    effects: Ops = Field(
        default_factory=list,
        description="What it does to its bearer, whatever its number: roll-mod on its own rolls, "
        'stat speed, and fatigue or stress at the end of its own turn (when = "end of own turn"). '
        'An amount of "X" is its number.',
        examples=[[{"op": "roll-mod", "roll": "evasion", "bane": 1}]],
    )
    ends: Line | None = Field(
        default=None,
        description="Not in packs: when it ends besides.",
        examples=["at the end of the character's turn"],
    )
    text: Prose = Field(
        default="", description="What it does, in words.", examples=["+1 Bane on Evasion rolls."]
    )


class StateModel(Part):
    """A state that follows from numbers."""

    id: Slug
    name: Line
    origin: Line = "ours"
    holds_while: Line
    text: Prose = ""


class ArtModel(Part):
    """A Combat Art: PCs have Training in it, abilities belong to it.

    Attributes:
        primary: The attribute that its modifier adds, halved Training besides. For example `"POW"`.
        main_defence: The attribute that it is defended against with. For example `"END"`.
    """

    id: Slug
    name: Line
    primary: Word
    main_defence: Word
    origin: Line = "ours"


class ArchetypeModel(Part):
    """An Archetype, narrative or of combat; one of combat in packs is like one of the game.

    Attributes:
        as: The id of the Archetype of the game whose code it has; like writes it. For example
            `"loomer"`.
        list: The list that it is on. For example `"narrative"`.
        attribute: The attribute that a pick of it raises by 1. For example `"REA"`.
        upgrade: What the upgrade does, in words. For example `"All eight squares."`.
    """

    id: Slug
    name: Line
    works: Slug | None = Field(default=None, alias="as")
    list: Literal["narrative", "combat"]
    attribute: Word
    upgrade: Line | None = None
    origin: Line = "ours"
    text: Prose = ""


class TraitModel(Part):
    """A faction trait, which creatures may carry; each of a pack is like one of the game.

    Attributes:
        as: The id of the trait of the game whose code it has; like writes it. For example
            `"confed"`.
    """

    id: Slug
    name: Line
    works: Slug | None = Field(default=None, alias="as")
    origin: Line = "ours"
    text: Prose = ""


class Content(Part):
    """The content file."""

    content: dict[str, object] = {}
    status: list[StatusModel] = []
    state: list[StateModel] = []
    art: list[ArtModel] = []
    archetype: list[ArchetypeModel] = []
    ability: list[AbilityModel] = []
    nova: list[NovaModel] = []
    faction_trait: list[TraitModel] = []
    creature: list[CreatureModel] = []
    character: list[CharacterModel] = []


class Pack(PackBase):
    """A pack for Thrum: characters, creatures, abilities and Statuses of one's own."""

    ruleset: Literal["thrum"] = Field(
        description="The game that the pack is for.", examples=["thrum"]
    )
    status: list[StatusModel] = Field(
        default_factory=list, max_length=100, description="Statuses of one's own."
    )
    ability: list[AbilityModel] = Field(
        default_factory=list, max_length=400, description="Abilities of one's own."
    )
    nova: list[NovaModel] = Field(
        default_factory=list, max_length=100, description="Nova abilities, each like another."
    )
    art: list[ArtModel] = Field(default_factory=list, max_length=100, description="Combat Arts.")
    archetype: list[ArchetypeModel] = Field(
        default_factory=list, max_length=100, description="Archetypes."
    )
    faction_trait: list[TraitModel] = Field(
        default_factory=list, max_length=100, description="Faction traits, each like another."
    )
    creature: list[CreatureModel] = Field(default_factory=list, max_length=400, description="NPCs.")
    character: list[CharacterModel] = Field(
        default_factory=list, max_length=400, description="PCs."
    )
