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

    Attributes:
        ends: When it ends. In packs always at the caster's next turn. For example
            `"the caster's next turn"`.
        ranged_attack_against_distant: Not in packs: added to ranged attacks against its bearer from
            afar. For example `-2`.
        attack_against_adjacent: Not in packs: added to attacks against its bearer from beside it.
            For example `2`.
        own_melee_attack: Not in packs: added to its bearer's attacks in melee. For example `-4`.
        move_factor: What its bearer's movement is multiplied with. For example `0.5`.
        actions: Not in packs: whether its bearer takes actions. For example `false`.
        reactions: Not in packs: whether its bearer takes reactions. For example `false`.
        ac: Added to its bearer's AC. For example `-2`.
        shock_immune: Not in packs: whether Shock does nothing to its bearer. For example `true`.
        beats_swarm_shock: Not in packs: whether even the Shock of a swarm does nothing to it. For
            example `true`.
        can_move: Not in packs: whether its bearer moves. For example `false`.
        unarmed_only: Not in packs: whether its bearer attacks with bare hands only. For example
            `true`.
        can_cast: Not in packs: whether its bearer casts. For example `false`.
        helpless: Not in packs: whether its bearer is helpless. For example `true`.
        rounds_to_live: Not in packs: in how many rounds its bearer dies. For example `6`.
        attack_against_if_located: Not in packs: added to attacks against its bearer by those who
            know its square. For example `-4`.
        attack_against_if_not_located: Not in packs: that others cannot attack it at all. For
            example `"impossible"`.
        thrown_attack: Not in packs: added to thrown attacks of its bearer. For example `-4`.
        extra_main: Not in packs: how many more Main Actions its bearer has. For example `1`.
        provokes_by_moving: Not in packs: whether moving away from foes provokes them. For example
            `false`.
        move_actions: Not in packs: how many Move Actions its bearer has. For example `0`.
        attack_against: Added to attacks against its bearer. For example `1`.
        attack: Added to its bearer's attacks. For example `-1`.
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
    """A piece of gear.

    Attributes:
        cost_g: Its price in gold. For example `2`.
        enc: Its encumbrance. For example `1`.
    """

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
    """One attack of a stat block or sheet, all modifiers worked in.

    Attributes:
        name: What the attack is called, if not as its weapon. For example `"Bite"`.
        kind: Of stat blocks: whether it strikes at hand or from afar. For example `"melee"`.
        mode: Of characters: how the weapon is used. For example `"thrown"`.
        weapon: The id of the weapon; left out: its body's own. For example `"short-sword"`.
        skill: Of characters: the skill that the attack adds. For example `"stab"`.
        attribute: Of characters: the attribute that the attack adds. For example `"STR"`.
        bonus: What is added to its d20, all worked in. For example `4`.
        damage: Its damage, as dice, all worked in. For example `"1d6+2"`.
        shock: The least that it deals to those whose AC is low enough, hit or not. For example `2`.
        shock_ac: The AC up to which Shock counts; "-" for any. For example `15`.
        reach: How far it reaches in melee, in feet. For example `10`.
        range_normal: From afar: how many feet it reaches without a penalty. For example `100`.
        range_max: From afar: how many feet it reaches at all. For example `600`.
        reload: What reloading costs, if not as the weapon and skill say. For example `"main"`.
        natural: Of a body's own weapon: how it wounds. For example `"slashing"`.
        unarmed: Whether it is made with bare hands. For example `true`.
    """

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
    """A weapon.

    Attributes:
        damage: Its damage, as dice. For example `"1d6"`.
        attributes: Which attributes its attacks may add. For example `["STR", "DEX"]`.
        traits: What rules know of it, by letters: two hands, less lethal, and so on. For example
            `["2H", "L"]`.
        cost_g: Its price in gold. For example `2`.
        enc: Its encumbrance. For example `1`.
        enc_note: How several of them are counted. For example `"five for 1"`.
        damage_type: How it wounds: with an edge, a point or a blunt face. For example `"edge"`.
        hands: How many hands hold it. For example `1`.
        shock: The least that it deals to those whose AC is low enough, hit or not. For example `2`.
        shock_ac: The AC up to which Shock counts; "-" for any. For example `13`.
        range_normal: Shot or thrown: how many feet it reaches without a penalty. For example `10`.
        range_max: Shot or thrown: how many feet it reaches at all. For example `30`.
        melee: Whether it is wielded in melee. For example `true`.
        reach: How far it reaches in melee, in feet. For example `5`.
        needs_quiver: Whether it shoots from a quiver. For example `true`.
        skill: Not in packs: the one skill that its attacks add. For example `"brawl"`.
        adds_skill_to_damage: Not in packs: whether its damage adds the skill. For example `true`.
        magic: What magic adds to its attacks and damage. For example `1`.
    """

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
    text: Prose = ""


class SpellModel(Part):
    """A spell.

    Attributes:
        level: Its level, 1 to 5. For example `1`.
        list: The list that it is on. For example `"high"`.
        as: The id of the spell of the game whose workings it has; like writes it. For example
            `"sleep"`.
        action: What casting it takes. For example `"main"`.
        range: How far it reaches: feet, or feet for each caster level. For example `"200 ft"`.
        save: The save that those struck have. For example `"evasion"`.
        damage_per_level: Its damage for each caster level, as dice. For example `"1d6"`.
        per_levels: For how many caster levels it deals those dice once. For example `2`.
        harm: What its damage is made of. For example `"frost"`.
        status: The id of the state that it lays on those who fail the save. For example `"numbed"`.
        radius: How wide it spreads around its middle, in feet; a multiple of 5. For example `20`.
        height: How high it reaches, in feet. For example `8`.
        duration: Not in packs: how long it lasts, as dice of rounds. For example `"1d4+1"`.
    """

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
    """A stat block. Rule: sheet.npc.

    Attributes:
        hd: Its hit dice. For example `2`.
        hp: Its hit points. For example `9`.
        ac: What attacks against it have to reach. For example `13`.
        attack: Its attack bonus. For example `2`.
        save: What its saving throws have to reach. For example `14`.
        move: How many feet it moves. For example `30`.
        skill: What it adds to checks that it is good at. For example `1`.
        size: How big it is: small and man fill a square, large two by two, huge three by three. For
            example `"man"`.
        dimension: Its longest dimension in feet, if not as its size says. For example `12`.
        reach: How far it reaches, in feet. For example `5`.
        named: Whether it is somebody of a name. For example `true`.
        tags: Words that rules look for, and skills that it is good at; animal, predator, caster,
            zealot and giant are for people. For example `["undead", "fearless"]`.
        abilities: Ids of its abilities. For example `["brittle-bones"]`.
        attacks: Its attacks, all numbers worked in. For example
            `[{ bonus = 2, damage = "1d6", name = "Claw", natural = "slashing" }]`.
        choose_one_attack: Whether it makes one of its attacks in a turn, rather than all. For
            example `true`.
        spells: Ids of the spells that it can cast. For example `["sleep"]`.
        castings: How many spells it can cast. For example `2`.
        caster_level: Its level as a caster, if not its hit dice. For example `3`.
    """

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
    """A character sheet.

    Attributes:
        party: The id of those whom it travels with. For example `"bronze-road"`.
        class: The id of its class. For example `"warrior"`.
        level: Its level, 1 to 10. For example `3`.
        attributes: Its five attributes, 3 to 18. For example
            `{ Strength = 14, Dexterity = 10, Constitution = 12, Intelligence = 9, Wisdom = 11 }`.
        modifiers: The modifiers that follow from them. For example
            `{ STR = 1, DEX = 0, CON = 0, INT = 0, WIS = 0 }`.
        skills: Its nine skills, -1 to 4. For example `{ stab = 1, shoot = 0 }`.
        special: With the feat specialist: the skill that it is for. For example `"sneak"`.
        favored: Of a duelist: the id of the favored weapon. For example `"short-sword"`.
        feats: Ids of its feats with their level. For example `["armsmaster:1"]`.
        attack_bonus: Its attack bonus, as its class gives it. For example `1`.
        hp: Its hit points. For example `8`.
        armor: The armour that it wears. For example `"chain"`.
        shield: Whether it bears a shield. For example `true`.
        ac: Its AC, as armour, shield and Dexterity give it. For example `15`.
        move: How many feet it moves. For example `30`.
        saves: What its saving throws have to reach, as level and attributes give it. For example
            `{ physical = 14, evasion = 15, mental = 15 }`.
        screen_limit: How many foes it can screen from, as its skills give it. For example `1`.
        system_strain_max: How much System Strain it can bear: its Constitution. For example `12`.
        attacks: Its attacks, all numbers worked in. For example
            `[{ bonus = 3, damage = "1d6+1", mode = "melee", weapon = "short-sword" }]`.
        readied: Ids of what it has at hand, once for each piece. For example
            `["leather", "short-sword"]`.
        readied_enc: The encumbrance of that. For example `4`.
        stowed: Ids of what it has in its pack, once for each piece. For example
            `["rope", "rations"]`.
        stowed_enc: The encumbrance of that. For example `2`.
        tradition: Of a mage: the id of its tradition. For example `"healer"`.
        second_tradition: Of a mage of two traditions: the id of the second. For example
            `"duelist"`.
        effort: Of a mage: its Effort, as the tradition gives it. For example `2`.
        arts: Of a mage: ids of its arts. For example `["healing-touch"]`.
        castings: How many spells it can cast. For example `1`.
        prepared: Ids of the spells that it has prepared. For example `["sleep"]`.
        henchman: Whether it is a henchman: others decide for it, and its morale can break. For
            example `true`.
    """

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
    """A class.

    Attributes:
        as: The id of the class of the game whose abilities it has; like writes it. For example
            `"warrior"`.
        hp_die: The die of its hit points for each level: always 1d6. For example `"1d6"`.
        hp_mod: Added to that die. For example `2`.
        attack_bonus: Its attack bonus at levels 1 to 10. For example
            `[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]`.
        feats_level_1: The kinds of the feats that it begins with: any, combat or noncombat. For
            example `["any", "combat"]`.
        feat_levels: The levels at which it gains one more. For example `[2, 5, 7, 10]`.
        partial: Of mages: whether it follows its traditions only in part. For example `true`.
    """

    id: Slug
    name: Line
    works: Slug | None = Field(default=None, alias="as")
    origin: Line = "ours"
    hp_die: Literal["1d6"]
    hp_mod: Whole
    attack_bonus: Annotated[list[Some], Field(min_length=10, max_length=10)]
    feats_level_1: list[Literal["any", "combat", "noncombat"]]
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
    calling: list[ClassModel] = Field(default=[], alias="class", description="Classes.")
    creature: list[CreatureModel] = Field(default=[], description="Stat blocks.")
    character: list[CharacterModel] = Field(default=[], description="Sheets, checked entirely.")
