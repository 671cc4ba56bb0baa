"""Ingenuity's content as people write it: the models of its content file."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from affray.content.part import PackBase
from affray.content.part import Part as AnyPart
from affray.content.values import Line, Measure, Prose, Slug

Whole: TypeAlias = Annotated[int, Field(strict=True, ge=-1000, le=1000)]
Some: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1000)]
Names: TypeAlias = Annotated[list[Slug], Field(max_length=40)]
Die: TypeAlias = Literal["d4", "d6", "d8", "d10", "d12"]
Interval: TypeAlias = Annotated[
    str, Field(pattern=r"^(turn-start|[1-9][0-9]{0,2} (round|second|minute|hour|day)s?)$")
]
Attribute: TypeAlias = Literal["strength", "dexterity", "intellect", "resolve"]
Resource: TypeAlias = Literal["health", "endurance", "stamina", "focus"]
Defence: TypeAlias = Literal["constitution", "evasion", "willpower", "passive_perception"]
DamageType: TypeAlias = Literal[
    "bludgeoning",
    "piercing",
    "slashing",
    "arcane",
    "cold",
    "fire",
    "radiant",
    "shock",
    "void",
    "psychic",
    "typeless",
]
Property: TypeAlias = Literal[
    "swift",
    "nonlethal",
    "backswing",
    "cleave",
    "momentum",
    "risky",
    "trip",
    "versatile",
    "wide",
    "projectile",
    "ranged",
    "reload",
    "unfit",
    "thrown",
    "reach",
    "two-handed",
]
Skill: TypeAlias = Literal[
    "agility",
    "athletics",
    "charisma",
    "combat",
    "craft",
    "handling",
    "insight",
    "networking",
    "perception",
    "taming",
    "animism",
    "communion",
    "ki",
    "psionics",
    "sorcery",
    "superpowers",
    "wizardry",
]


class Part(AnyPart):
    """What all tables have."""

    id: Slug
    name: Line
    origin: Line = "ours"
    rules: list[Line] = []
    text: Prose = ""
    mechanics: Line = "ours"


class WeaponModel(Part):
    """A weapon.

    Attributes:
        attributes: Which attributes its attacks may be tested with. For example
            `["strength", "dexterity"]`.
        damage: The damage that a hit adds to what it is better by. For example `3`.
        types: The types of its damage. For example `["piercing"]`.
        crit_threshold: The luck from which a hit is critical. For example `19`.
        crit_damage: How much more damage a critical hit does. For example `9`.
        proficiencies: Names of the proficiencies whose bonus its attacks have. For example
            `["Finesse"]`.
        hands: How many hands hold it. For example `1`.
        reach: How many metres away it strikes in melee. For example `2`.
        reach_max: How many metres away it strikes at most, where that is further than its reach.
            For example `4`.
        melee: Whether it is wielded in melee. For example `true`.
        slots: How many slots it takes where it is carried. For example `1`.
        material: What it is made of, which gives its durability unless that is stated. For example
            `"metal"`.
        durability: How much damage to it breaks it. For example `10`.
        price: What it costs. For example `5`.
        natural: Whether it is a part of the body, and never dropped. For example `true`.
        parry: What it adds to a parry; left out: it parries nothing of its own. For example `2`.
        thrown: Whether it can be thrown. For example `true`.
        range: Shot or thrown: the metres up to which it has no disadvantage, and those that it
            reaches. For example `[6, 42]`.
        hooked: Whether it hooks, for manoeuvres that ask. For example `true`.
        ammo: The id of its ammunition. For example `"arrow"`.
        reload: How many actions it takes to reload. For example `1`.
        magazine: How many shots it has before it is reloaded. For example `10`.
        unfit: Up to how many metres away its attacks have disadvantage. For example `1`.
        properties: What rules know of it. For example `["swift", "thrown"]`.
        on_hit: The condition that a hit leaves, with its value. For example `"burning 1"`.
        on_hit_against: The defence that the result has to reach as well for that condition. For
            example `"constitution"`.
    """

    attributes: list[Attribute]
    damage: Some
    types: list[DamageType]
    crit_threshold: Some
    crit_damage: Some
    proficiencies: list[Line]
    hands: Annotated[int, Field(strict=True, ge=0, le=2)]
    reach: Some = 1
    reach_max: Some = 0
    melee: bool
    slots: Some = 1
    material: Line
    durability: Some | None = None
    price: Some = 0
    natural: bool = False
    parry: Some | None = None
    thrown: bool = False
    range: list[Some] = []
    hooked: bool = False
    ammo: Slug | None = None
    reload: Some = 0
    magazine: Some = 1
    unfit: Some = 0
    properties: list[Property]
    on_hit: Line | None = None
    on_hit_against: Defence | None = None
    note: Prose = ""


class AmmunitionModel(Part):
    """Ammunition.

    Attributes:
        price: What a stack costs. For example `10`.
        quantity: How many make a stack. For example `20`.
        slots: How many slots a stack takes. For example `1`.
        weapons: Ids of the weapons that shoot it. For example `["shortbow", "longbow"]`.
    """

    price: Some
    quantity: Some
    slots: Some
    weapons: Names


class ArmourModel(Part):
    """Armour or a worn piece.

    Attributes:
        price: What it costs. For example `40`.
        rating: What it adds to deflection. For example `3`.
        slots: How many slots it takes where it is worn on the body. For example `2`.
        material: What it is made of; metal conducts. For example `"metal"`.
        place: Where it is worn. For example `"body"`.
        noisy: Whether it makes noise, which hiding suffers from. For example `true`.
        properties: What rules know of it. For example `["gripping"]`.
    """

    price: Some
    rating: Some
    slots: Some
    material: Line
    place: Line
    noisy: bool
    properties: list[Slug]


class ShieldModel(Part):
    """A shield.

    Attributes:
        price: What it costs. For example `20`.
        material: What it is made of, which gives its durability unless that is stated. For example
            `"wood"`.
        durability: How much damage to it breaks it. For example `8`.
        parry: What it adds to a parry. For example `2`.
        hands: How many hands hold it. For example `1`.
        slots: How many slots it takes. For example `2`.
        attack_as: The id of the weapon as which it strikes. For example `"shield-bash"`.
        block: What it adds to a block. For example `2`.
    """

    price: Some
    material: Line
    durability: Some | None = None
    parry: Some | None = None
    hands: Some
    slots: Some
    attack_as: Slug
    block: Some = 0


class StatusModel(Part):
    """A status, as code knows it or as a pack adds it.

    Attributes:
        valued: Whether it has a value. For example `true`.
        stacking: What comes of it where it is there already: the values add up, the new one stands,
            or the stronger one. For example `"add"`.
        derived: Not in packs: whether it follows from numbers. For example `true`.
        condition: Not in packs: from which numbers it follows. For example `"health < health_max"`.
        tick: When it hurts its bearer: as damage of its value. For example `"turn-start"`.
        direct_health: How much of that damage goes straight to health. For example `1`.
        damage_type: The type of that damage. For example `"cold"`.
        decay: By how much its value drops each time. For example `1`.
        ends: When it ends by itself: at its bearer's next turn, or with its turn. For example
            `"next-turn-start"`.
        disadvantage_on: Tests and actions on which its bearer has disadvantage. For example
            `"strength,dexterity"`.
        terrain: That all ground is difficult for its bearer. For example `"difficult"`.
        sees: Whether its bearer sees. For example `false`.
        can_act: Whether its bearer takes actions. For example `false`.
        can_react: Whether its bearer takes reactions. For example `false`.
        speed_factor: What its bearer's speed is multiplied with: 0.5 or 0.0. For example `0.5`.
        speed: The speed that its bearer has at most, in metres. For example `1`.
        default_difficulty: Not in packs: the difficulty that it is compared with. For example `6`.
        default_interval: Not in packs: how often it hurts. For example `"1 day"`.
        combat_interval: Not in packs: how often it hurts in a fight. For example `"turn-start"`.
        per_observer: Not in packs: whether it holds for some observers only. For example `true`.
        defence_bonus: Added to its bearer's defences. For example `1`.
        extra_reactions: Not in packs: how many more reactions its bearer has. For example `1`.
        duration_rounds: After how many rounds it ends; 0: none. For example `3`.
        next_test_penalty: Taken off its bearer's tests. For example `2`.
        test_bonus: Added to its bearer's tests. For example `-1`.
    """

    valued: bool
    stacking: Literal["add", "replace", "strongest"] = "replace"
    derived: bool = False
    condition: Line | None = None
    tick: Literal["turn-start", "interval"] | None = None
    direct_health: Whole = 0
    damage_type: DamageType | None = None
    decay: Some = 0
    ends: Line | None = None
    disadvantage_on: Line | None = None
    terrain: Line | None = None
    sees: bool = True
    can_act: bool = True
    can_react: bool = True
    speed_factor: Measure | None = None
    speed: Some | None = None
    default_difficulty: Some | None = None
    default_interval: Line | None = None
    combat_interval: Line | None = None
    per_observer: bool = False
    defence_bonus: Some = 0
    extra_reactions: Some = 0
    duration_rounds: Some = 0
    next_test_penalty: Some = 0
    test_bonus: Whole = 0


class AbilityModel(Part):
    """What everybody can do."""

    kind: Literal["action", "free", "reaction"]
    actions: Some
    stamina: Some = 0
    focus: Some = 0
    limit: Line | None = None
    ends_turn: bool = False
    attribute: Attribute | None = None
    skill: Skill | None = None
    proficiency: Line | None = None
    difficulty: Some = 0
    difficulty_at_zero_health: Some = 0
    reach: Some = 0
    requires: Line | None = None
    advantage: Some = 0
    against: Defence | None = None
    window: Literal["before roll", "after hit", "effect"] | None = None


class ProficiencyModel(Part):
    """A proficiency; of one of ki also its attribute and resource.

    Attributes:
        kind: What it belongs to: combat, an activity, or the skill of a school. For example
            `"combat"`.
        stat: The value that it is about. For example `"evasion"`.
        attribute: Of one of ki: the attribute that its powers are tested with. For example
            `"resolve"`.
        resource: Of one of ki: what its powers cost. For example `"stamina"`.
    """

    kind: Line
    stat: Line | None = None
    attribute: Attribute | None = None
    resource: Resource | None = None


class ItemModel(Part):
    """A thing that is neither weapon nor shield.

    Attributes:
        price: What it costs. For example `30`.
        slots: How many slots it takes. For example `1`.
        uses: How often it can be used. For example `5`.
        endurance: How much endurance drinking it gives. For example `6`.
        resuscitate_bonus: Added to tests of Resuscitate with it. For example `2`.
        staunch_bonus: Added to tests of staunching with it. For example `2`.
        douses: Whether pouring it out ends burning. For example `true`.
        light: How many metres it lights. For example `6`.
        attack_as: The id of the weapon as which it strikes. For example `"improvised"`.
        damage_type: The type of its damage, if not as that weapon's. For example `"fire"`.
        harmless: Whether it deals no damage. For example `true`.
        breaks: Whether it breaks where it is thrown. For example `true`.
        thrown: Whether it can be thrown. For example `true`.
        range: Thrown: the metres up to which it has no disadvantage, and those that it reaches. For
            example `[3, 9]`.
        attributes: Which attributes attacks with it may be tested with. For example
            `["dexterity"]`.
        proficiencies: Names of the proficiencies whose bonus attacks with it have. For example
            `["Throwing"]`.
        on_hit: The condition that a hit leaves, with its value. For example `"oiled"`.
        on_hit_against: The defence that the result has to reach as well for that condition. For
            example `"evasion"`.
    """

    price: Some
    slots: Some
    uses: Some = 1
    endurance: Some = 0
    resuscitate_bonus: Some = 0
    staunch_bonus: Some = 0
    douses: bool = False
    light: Some = 0
    attack_as: Slug | None = None
    damage_type: DamageType | None = None
    harmless: bool = False
    breaks: bool = False
    thrown: bool = False
    range: list[Some] = []
    attributes: list[Attribute] = []
    proficiencies: list[Line] = []
    on_hit: Line | None = None
    on_hit_against: Defence | None = None


class ManeuverModel(Part):
    """A manoeuvre; ``as`` names the one whose procedure it follows.

    Attributes:
        as: The id of the manoeuvre of the game whose procedure it follows; like writes it. For
            example `"feint"`.
        skills: The skills that can learn it. For example `["combat"]`.
        proficiencies: Names of the proficiencies whose bonus it has. For example
            `["Finesse", "Martial"]`.
        timing: Whether it is an action, free, or a reaction. For example `"action"`.
        actions: How many actions it costs. For example `1`.
        stamina: What it costs in stamina. For example `1`.
        focus: What it costs in focus. For example `1`.
        health: What it costs in health. For example `2`.
        attack: Whether it is an attack with a weapon. For example `true`.
        melee: Whether that attack may be made in melee. For example `true`.
        ranged: Whether that attack may be made from afar. For example `true`.
        attribute: What it is tested with, where it is no attack. For example `"resolve"`.
        attributes: What it may be tested with, of several. For example `["intellect", "resolve"]`.
        difficulty: What the test has to reach. For example `6`.
        against: The defence that the test has to reach. For example `"willpower"`.
        range: How many metres away whom it is used on may be. For example `10`.
        test_bonus: Added to its test. For example `-1`.
        attack_bonus: Added to its attack. For example `1`.
        attack_bonus_2m: Added to its attack against somebody at most 2 m away. For example `1`.
        attack_bonus_slashing: Added to its attack with a slashing weapon. For example `1`.
        damage_bonus: Added to its damage. For example `2`.
        damage_bonus_2m: Added to its damage against somebody at most 2 m away. For example `1`.
        luck_bonus: Added to its luck. For example `2`.
        luck_bonus_piercing: Added to its luck with a piercing weapon. For example `3`.
        luck_bonus_if_miss: Added to its luck where the result misses. For example `2`.
        luck_bonus_if_miss_bludgeoning: Added to its luck where the result of a bludgeoning weapon
            misses. For example `3`.
        boost_stamina: How much more stamina its boost costs. For example `1`.
        boost_attack_bonus: What the boost adds to its attack. For example `3`.
        boost_damage_bonus: What the boost adds to its damage. For example `3`.
        boost_self_evasion: What the boost adds to its user's evasion until its next turn. For
            example `-2`.
        self_evasion: What it adds to its user's evasion until its next turn. For example `-1`.
        self_move: How many metres its user moves before the attack. For example `1`.
        evasion_bonus: What it adds to its user's evasion against the target's next attack. For
            example `1`.
        effect: Conditions with their values, and other words, that a success leaves. For example
            `"crippled, shaken"`.
        on_hit: The condition that a hit leaves, with its value. For example `"bleeding 1"`.
        push: How many metres a hit pushes. For example `2`.
        targets: How many it is used on at most. For example `2`.
        ammo: How much ammunition it takes. For example `4`.
        weapon: In packs as what it follows has it: the weapon that it is made with. For example
            `"shield-bash"`.
        instead_of: In packs as what it follows has it: the reaction in whose place it is used. For
            example `"dodge"`.
        follow_up: In packs as what it follows has it: what comes after it. For example `"move"`.
        limit: In packs as what it follows has it: how often it can be used. For example
            `"once per rest"`.
        damage_type: In packs as what it follows has it: the type of its damage. For example
            `"bludgeoning"`.
        endurance_only: In packs as what it follows has it: whether its damage spares health. For
            example `true`.
        min_damage: In packs as what it follows has it: the least damage of a hit. For example `0`.
    """

    follows: Slug | None = Field(default=None, alias="as")
    skills: list[Skill]
    proficiencies: list[Line]
    timing: Literal["action", "free", "reaction"]
    actions: Some
    stamina: Some = 0
    focus: Some = 0
    health: Some = 0
    attack: bool = False
    melee: bool = False
    ranged: bool = False
    attribute: Attribute | None = None
    attributes: list[Attribute] = []
    difficulty: Some = 0
    against: Defence | None = None
    range: Some = 0
    test_bonus: Whole = 0
    attack_bonus: Whole = 0
    attack_bonus_2m: Whole = 0
    attack_bonus_slashing: Whole = 0
    damage_bonus: Whole = 0
    damage_bonus_2m: Whole = 0
    luck_bonus: Whole = 0
    luck_bonus_piercing: Whole = 0
    luck_bonus_if_miss: Whole = 0
    luck_bonus_if_miss_bludgeoning: Whole = 0
    boost_stamina: Some = 0
    boost_attack_bonus: Whole = 0
    boost_damage_bonus: Whole = 0
    boost_self_evasion: Whole = 0
    self_evasion: Whole = 0
    self_move: Some = 0
    evasion_bonus: Some = 0
    effect: Line | None = None
    on_hit: Line | None = None
    push: Some = 0
    targets: Some = 1
    ammo: Some = 0
    weapon: Slug | None = None
    instead_of: Literal["dodge", "parry"] | None = None
    follow_up: Literal["move"] | None = None
    limit: Line | None = None
    damage_type: DamageType | None = None
    endurance_only: bool = False
    min_damage: Some = 1


class PowerModel(Part):
    """A power; ``as`` names the one whose procedure it follows.

    Attributes:
        as: The id of the power of the game whose procedure it follows; like writes it. For example
            `"fireball"`.
        tier: Its tier, 1 to 3. For example `1`.
        cost: What it costs in focus, or in what its proficiency of ki spends. For example `1`.
        difficulty: What its test has to reach. For example `4`.
        proficiencies: Names of the proficiencies that can use it. For example
            `["Evocation", "Pyromancy"]`.
        actions: How many actions it takes. For example `1`.
        range: How many metres it reaches. For example `20`.
        attack: Whether it is an attack, against evasion. For example `true`.
        damage: The damage that a hit adds. For example `2`.
        damage_type: The type of that damage. For example `"fire"`.
        against: The defence that its result has to reach, of an attack for its effect. For example
            `"constitution"`.
        effect: The condition that it leaves, with its value. For example `"burning 1"`.
        ignores_metal: Whether metal armour does not deflect it. For example `true`.
        missiles: In packs as what it follows has it: how many missiles there are. For example `3`.
        always_hits: In packs as what it follows has it: whether no defence helps. For example
            `true`.
        push: How many metres it pushes. For example `3`.
        concentration: Whether it lasts as long as its user concentrates. For example `true`.
        heal: In packs as what it follows has it: what it heals. For example `"half result"`.
        heal_health: How much health it gives. For example `1`.
        radius: In packs as what it follows has it: how many metres around its middle it reaches.
            For example `3`.
        block: Of a shield that it makes: what that adds to a block. For example `4`.
        durability: Of a shield that it makes: how much damage breaks it. For example `12`.
        duration_rounds: How many rounds it lasts. For example `10`.
        half_on_fail: Whether those whose defence it does not reach take half. For example `true`.
    """

    follows: Slug | None = Field(default=None, alias="as")
    tier: Annotated[int, Field(strict=True, ge=1, le=3)]
    cost: Some
    difficulty: Some
    proficiencies: list[Line]
    actions: Some
    range: Some
    attack: bool = False
    damage: Some = 0
    damage_type: DamageType | None = None
    against: Defence | None = None
    effect: Line | None = None
    ignores_metal: bool = False
    missiles: Some = 0
    always_hits: bool = False
    push: Some = 0
    concentration: bool = False
    heal: Literal["half result"] | None = None
    heal_health: Some = 0
    radius: Some = 0
    block: Some = 0
    durability: Some = 0
    duration_rounds: Some = 0
    half_on_fail: bool = False


class TalentModel(Part):
    """A talent.

    Attributes:
        as: The id of the talent of the game whose procedure it follows; like writes it. For example
            `"mobility"`.
        cost: What it costs in experience: 8, or 4 of one that raises a resource. For example `8`.
        requires: What one must have to learn it: dice of attributes and skills, a manoeuvre, a
            power. For example `"strength d8, athletics d6"`.
        rule: The rule that says what it does. For example `"talent.danger-sense"`.
        resource: The resource whose maximum it raises. For example `"stamina"`.
        start_bonus: By how much it raises it at first. For example `4`.
        max_bonus: By how much it raises it at most. For example `12`.
        attack_bonus: What it adds to attacks. For example `1`.
        uses_per_rest: How often it can be used between rests. For example `1`.
        uses_per_combat: How often it can be used in a fight. For example `1`.
        speed: What it adds to speed, in metres. For example `2`.
        concentration: Whether it is about concentration. For example `true`.
    """

    follows: Slug | None = Field(default=None, alias="as")
    cost: Some
    requires: Line = ""
    rule: Line | None = None
    resource: Resource | None = None
    start_bonus: Some = 0
    max_bonus: Some = 0
    attack_bonus: Some = 0
    uses_per_rest: Some = 0
    uses_per_combat: Some = 0
    speed: Some = 0
    concentration: bool = False


class AncestryModel(Part):
    """An ancestry.

    Attributes:
        size: The size of its body; a character's size is that. For example `4`.
        abilities: What it gives, in words. For example `["Fleet: speed +1"]`.
        resource_bonus: Added to the maximum of each resource. For example `1`.
        speed: Added to speed, in metres. For example `-1`.
        perception: Added to passive perception. For example `1`.
        extra_skills: How many more skills one begins with at d6. For example `1`.
        luck_bonus: Added to luck. For example `1`.
        weapons: Ids of weapons that its body has. For example `["claws"]`.
        talents: Ids of talents that it gives. For example `["pain-tolerance"]`.
        headstrong: Whether it has +1 with and against manoeuvres of Intimidate. For example `true`.
        steady: Whether its constitution has +1 against being moved or knocked prone. For example
            `true`.
    """

    size: Annotated[int, Field(strict=True, ge=1, le=12)]
    abilities: list[Line]
    resource_bonus: Some = 0
    speed: Whole = 0
    perception: Some = 0
    extra_skills: Some = 0
    luck_bonus: Some = 0
    weapons: Names = []
    talents: Names = []
    headstrong: bool = False
    steady: bool = False


class BackgroundModel(Part):
    """A background.

    Attributes:
        skill: The skill that it gives. For example `"athletics"`.
        proficiencies: Names of the proficiencies that it gives. For example `["Healing"]`.
    """

    skill: Skill
    proficiencies: list[Line]


class ClassModel(Part):
    """A class.

    Attributes:
        required_attributes: Attributes that have to be d6 at least. For example `["strength"]`.
        skills: The skills that it gives a choice of. For example `["combat", "athletics"]`.
        proficiencies: Names of the proficiencies that it gives. For example
            `["Martial", "Fortitude"]`.
        resource_talent: The id of the talent of a resource that it gives. For example
            `"toughness"`.
        talent: The id of the other talent that it gives. For example `"relentless-offense"`.
        learn: How many manoeuvres and powers it gives, in words. For example
            `["one combat manoeuvre", "one power"]`.
    """

    required_attributes: list[Attribute]
    skills: list[Skill]
    proficiencies: list[Line]
    resource_talent: Slug
    talent: Slug
    learn: list[Line]


class ExampleModel(Part):
    """What the source's examples state of somebody."""

    strength: Die | None = None
    dexterity: Die | None = None
    combat: Die | None = None
    athletics: Die | None = None
    agility: Die | None = None
    handling: Die | None = None
    proficiencies: dict[Line, Some] = {}
    health: Some | None = None
    endurance: Some | None = None
    constitution: Some | None = None
    evasion: Some | None = None
    physical_deflection: Some | None = None
    size: Some | None = None
    weapons: Names = []


class SheetModel(Part):
    """What creatures and characters share.

    Attributes:
        size: The size of its body. For example `4`.
        strength: The die of its strength. For example `"d6"`.
        dexterity: The die of its dexterity. For example `"d6"`.
        intellect: The die of its intellect. For example `"d4"`.
        resolve: The die of its resolve. For example `"d4"`.
        skills: The dice of its skills. For example `{ combat = "d6" }`.
        proficiencies: Its bonus in each proficiency, 0 to 4. For example `{ Finesse = 1 }`.
        shields: Ids of its shields. For example `["buckler"]`.
        armour: Ids of its armour. For example `["padded"]`.
        talents: Ids of its talents. For example `["tactician"]`.
        maneuvers: Ids of its manoeuvres. For example `["escape"]`.
        powers: Ids of its powers. For example `["mend"]`.
        ammunition: How much ammunition it has, by id. For example `{ arrow = 20 }`.
        items: How many of each item it has, by id. For example `{ bandages = 1 }`.
        health: Its health. For example `10`.
        endurance: Its endurance. For example `12`.
        stamina: Its stamina. For example `12`.
        focus: Its focus. For example `10`.
        constitution: Its constitution, a defence. For example `4`.
        evasion: Its evasion, a defence. For example `6`.
        willpower: Its willpower, a defence. For example `5`.
        physical_deflection: How much physical damage it deflects. For example `6`.
        elemental_deflection: How much elemental damage it deflects. For example `5`.
        speed: How many metres it moves. For example `9`.
        passive_perception: What those who hide from it have to reach. For example `6`.
        encumbrance: How many slots what it carries takes. For example `8`.
        capacity: How many slots it can carry. For example `12`.
        luck_bonus: Added to its luck. For example `1`.
        death_difficulty: What its tests against dying have to reach. For example `10`.
        fate: Its fate, 0 to 3. For example `1`.
    """

    size: Annotated[int, Field(strict=True, ge=1, le=12)]
    strength: Die
    dexterity: Die
    intellect: Die
    resolve: Die
    skills: dict[Line, Die]
    proficiencies: dict[Line, Annotated[int, Field(strict=True, ge=0, le=4)]]
    shields: Names
    armour: Names
    talents: Names
    maneuvers: Names
    powers: Names
    ammunition: dict[Slug, Some]
    items: dict[Slug, Some]
    health: Some
    endurance: Some
    stamina: Some
    focus: Some
    constitution: Some
    evasion: Some
    willpower: Some
    physical_deflection: Some
    elemental_deflection: Some
    speed: Some
    passive_perception: Some
    encumbrance: Some
    capacity: Some
    luck_bonus: Some = 0
    death_difficulty: Some = 10
    fate: Annotated[int, Field(strict=True, ge=0, le=3)] = 0


class CreatureModel(SheetModel):
    """A creature of the GM; its stated values stand.

    Attributes:
        rank: Whether it is common, elite or legendary. For example `"elite"`.
        weapons: Ids of its weapons. For example `["longknife", "knife"]`.
        natural_rating: What its hide adds to deflection, which states it already. For example `2`.
        hands: How many hands it has. For example `0`.
        footprint: How many cells it is wide. For example `2`.
        resists: Types of damage that do half to it. For example `["fire"]`.
        immune: Conditions and types of damage that do nothing to it. For example
            `["prone", "poison"]`.
        unsurprisable: Whether it cannot be surprised. For example `true`.
        on_hit: The condition that its hits leave, with its value. For example `"poison 3"`.
        on_hit_against: The defence that the result has to reach as well for that condition. For
            example `"constitution"`.
        poison_difficulty: The difficulty of its poison. For example `7`.
        poison_interval: How often its poison hurts. For example `"turn-start"`.
    """

    rank: Literal["common", "elite", "legendary"]
    weapons: Names
    natural_rating: Some
    hands: Some = 2
    footprint: Annotated[int, Field(strict=True, ge=1, le=5)] = 1
    resists: list[DamageType] = []
    immune: list[Line] = []
    unsurprisable: bool = False
    on_hit: Line | None = None
    on_hit_against: Defence | None = None
    poison_difficulty: Some = 6
    poison_interval: Interval | None = None


class CharacterModel(SheetModel):
    """A character.

    Attributes:
        party: The id of those whom it travels with. For example `"river-road"`.
        ancestry: The id of its ancestry. For example `"dwarf"`.
        class: The id of its class. For example `"fighter"`.
        background: The id of its background. For example `"farmer"`.
        weapons: How many of each weapon it has, by id. For example `{ spear = 1, knife = 1 }`.
        slots_used: How many slots what it carries takes. For example `6`.
        experience: The experience that it has spent on what it has. For example `12`.
        talent_steps: By how much more than at first its talents raise a resource. For example
            `{ longevity = 2 }`.
    """

    party: Slug
    ancestry: Slug
    calling: Slug = Field(alias="class")
    background: Slug
    weapons: dict[Slug, Some]
    slots_used: Some
    experience: Some = 0
    talent_steps: dict[Slug, Some] = {}


class Content(AnyPart):
    """The content file."""

    content: dict[str, object]
    status: list[StatusModel]
    ability: list[AbilityModel]
    proficiency: list[ProficiencyModel]
    weapon: list[WeaponModel]
    ammunition: list[AmmunitionModel]
    armour: list[ArmourModel]
    shield: list[ShieldModel]
    item: list[ItemModel]
    maneuver: list[ManeuverModel]
    power: list[PowerModel]
    talent: list[TalentModel]
    ancestry: list[AncestryModel]
    background: list[BackgroundModel]
    calling: list[ClassModel] = Field(alias="class")
    creature: list[CreatureModel]
    character: list[CharacterModel]
    example_sheet: list[ExampleModel]


class Pack(PackBase):
    """A pack for Ingenuity: tables as the content file has them.

    A manoeuvre or power follows another's procedure with ``as``, or is one of the plain kinds: an
    attack, a test against a defence, or a help, with effects in the vocabulary of conditions.
    """

    ruleset: Literal["ingenuity"] = Field(
        description="The game that the pack is for.", examples=["ingenuity"]
    )
    status: Annotated[list[StatusModel], Field(max_length=400)] = []
    proficiency: Annotated[list[ProficiencyModel], Field(max_length=400)] = []
    weapon: Annotated[list[WeaponModel], Field(max_length=400)] = []
    ammunition: Annotated[list[AmmunitionModel], Field(max_length=400)] = []
    armour: Annotated[list[ArmourModel], Field(max_length=400)] = []
    shield: Annotated[list[ShieldModel], Field(max_length=400)] = []
    item: Annotated[list[ItemModel], Field(max_length=400)] = []
    maneuver: Annotated[list[ManeuverModel], Field(max_length=400)] = []
    power: Annotated[list[PowerModel], Field(max_length=400)] = []
    talent: Annotated[list[TalentModel], Field(max_length=400)] = []
    ancestry: Annotated[list[AncestryModel], Field(max_length=400)] = []
    background: Annotated[list[BackgroundModel], Field(max_length=400)] = []
    calling: Annotated[list[ClassModel], Field(alias="class", max_length=400)] = []
    creature: Annotated[list[CreatureModel], Field(max_length=400)] = []
    character: Annotated[list[CharacterModel], Field(max_length=400)] = []
