"""From the models of Ingenuity's content to the plain objects that the rules play with."""

from __future__ import annotations

from typing import Final

from affray.rulesets.ingenuity import condition, damage, geometry
from affray.rulesets.ingenuity.content.schema import (
    AncestryModel,
    CharacterModel,
    Content,
    CreatureModel,
    ItemModel,
    ManeuverModel,
    PowerModel,
    SheetModel,
    ShieldModel,
    StatusModel,
    WeaponModel,
)
from affray.rulesets.ingenuity.definitions import Condition, Maneuver, Power, Thing
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.state import Library
from affray.rulesets.ingenuity.terms import (
    ATTRIBUTES,
    ITEM,
    PROPERTIES,
    SHIELD,
    SKILLS,
    TYPES,
    WEAPON,
)


def amount_of(text: str | None) -> tuple[str, int]:
    """Read ``burning 1``."""
    word, _, number = (text or "").partition(" ")
    return word, int(number or 0)


def weapon_of(model: WeaponModel) -> Thing:
    thing = Thing(model.id, model.name, WEAPON)
    thing.attributes = [ATTRIBUTES.index(attribute) for attribute in model.attributes]
    thing.proficiencies = list(model.proficiencies)
    thing.damage = model.damage
    thing.types = [TYPES.index(kind) for kind in model.types]
    thing.threshold = model.crit_threshold
    thing.crit = model.crit_damage
    thing.hands = model.hands
    thing.reach = model.reach
    thing.reach_max = model.reach_max
    thing.melee = model.melee
    thing.thrown = model.thrown
    if model.range:
        thing.range, thing.range_max = model.range[0], model.range[-1]
    thing.ammo = model.ammo or ""
    thing.reload = model.reload
    thing.magazine = model.magazine
    thing.unfit = model.unfit
    thing.durability = damage.durability_of(model.durability, model.material)
    thing.slots = model.slots
    thing.price = model.price
    thing.parry = -1 if model.parry is None else model.parry
    thing.natural = model.natural
    thing.hooked = model.hooked
    for word in model.properties:
        if word in PROPERTIES:
            thing.properties |= 1 << PROPERTIES.index(word)
    thing.on_hit, thing.on_hit_n = amount_of(model.on_hit)
    thing.against = model.on_hit_against or ""
    return thing


def shield_of(model: ShieldModel, bash: Thing) -> Thing:
    """Return a shield, which also strikes as a shield bash does."""
    thing = Thing(model.id, model.name, SHIELD)
    thing.attributes = bash.attributes
    thing.proficiencies = bash.proficiencies
    thing.damage = bash.damage
    thing.types = bash.types
    thing.threshold = bash.threshold
    thing.crit = bash.crit
    thing.melee = True
    thing.hands = model.hands
    thing.durability = damage.durability_of(model.durability, model.material)
    thing.slots = model.slots
    thing.price = model.price
    thing.thrown = bash.thrown
    thing.range, thing.range_max = bash.range, bash.range_max
    thing.parry = -1 if model.parry is None else model.parry
    thing.block = model.block
    return thing


def item_of(model: ItemModel, library: Library) -> Thing:
    """Return a thing; what can be thrown or struck with says so, the rest is improvised with."""
    thing = Thing(model.id, model.name, ITEM)
    thing.slots = model.slots
    thing.price = model.price
    thing.uses = model.uses
    thing.endurance = model.endurance
    thing.resuscitate = model.resuscitate_bonus
    thing.staunch = model.staunch_bonus
    thing.douses = model.douses
    thing.light = model.light
    if model.attack_as is not None:
        strike_as(thing, library.by_id[model.attack_as])
    if model.attributes:
        thing.attributes = [ATTRIBUTES.index(attribute) for attribute in model.attributes]
        thing.proficiencies = list(model.proficiencies)
        thing.types = thing.types or [TYPES.index("bludgeoning")]
    if model.damage_type is not None:
        thing.types = [TYPES.index(model.damage_type)]
    if model.range:
        thing.range, thing.range_max = model.range[0], model.range[-1]
    thing.thrown = thing.thrown or model.thrown
    thing.harmless = model.harmless
    thing.breaks = model.breaks
    thing.on_hit, thing.on_hit_n = amount_of(model.on_hit)
    thing.against = model.on_hit_against or ""
    return thing


def strike_as(thing: Thing, other: Thing) -> None:
    """Let a thing strike as a weapon does."""
    thing.attributes = other.attributes
    thing.proficiencies = other.proficiencies
    thing.damage = other.damage
    thing.types = other.types
    thing.threshold = other.threshold
    thing.crit = other.crit
    thing.melee = other.melee
    thing.thrown = other.thrown
    thing.range, thing.range_max = other.range, other.range_max
    thing.properties = other.properties


def words_of(text: str | None) -> list[str]:
    """Read ``crippled, shaken``."""
    parts = (text or "").replace(";", ",").split(",")
    return [part.strip() for part in parts if part.strip()]


def maneuver_of(model: ManeuverModel) -> Maneuver:
    one = Maneuver(model.id, model.name)
    one.works = model.follows or model.id
    one.skills = [SKILLS.index(word) for word in model.skills]
    one.proficiencies = list(model.proficiencies)
    one.timing = model.timing
    one.actions = model.actions
    one.stamina = model.stamina
    one.focus = model.focus
    one.health = model.health
    one.attack = model.attack
    one.melee = model.melee
    one.ranged = model.ranged
    named = model.attributes or ([model.attribute] if model.attribute else [])
    one.attributes = [ATTRIBUTES.index(word) for word in named]
    one.difficulty = model.difficulty
    one.against = model.against or ""
    one.range = model.range
    one.test_bonus = model.test_bonus
    one.attack_bonus = model.attack_bonus
    one.attack_near = model.attack_bonus_2m
    one.attack_slashing = model.attack_bonus_slashing
    one.damage_bonus = model.damage_bonus
    one.damage_near = model.damage_bonus_2m
    one.luck_bonus = model.luck_bonus
    one.luck_piercing = model.luck_bonus_piercing
    one.luck_if_miss = model.luck_bonus_if_miss
    one.luck_if_miss_bludgeoning = model.luck_bonus_if_miss_bludgeoning
    boost_of(one, model)
    one.evasion = model.evasion_bonus
    one.step = model.self_move
    one.effect = words_of(model.effect)
    one.on_hit, one.on_hit_n = amount_of(model.on_hit)
    one.push = model.push
    one.targets = model.targets
    one.ammo = model.ammo
    return one


def boost_of(one: Maneuver, model: ManeuverModel) -> None:
    one.boost = model.boost_stamina
    one.boost_attack = model.boost_attack_bonus
    one.boost_damage = model.boost_damage_bonus
    one.low = -model.self_evasion
    one.boost_low = -model.boost_self_evasion


def power_of(model: PowerModel) -> Power:
    one = Power(model.id, model.name)
    one.works = model.follows or model.id
    one.tier = model.tier
    one.cost = model.cost
    one.difficulty = model.difficulty
    one.proficiencies = list(model.proficiencies)
    one.actions = model.actions
    one.range = model.range
    one.attack = model.attack
    one.damage = model.damage
    if model.damage_type is not None:
        one.type = TYPES.index(model.damage_type)
    one.against = model.against or ""
    one.effect, one.effect_n = model.effect or "", 0
    word, _, amount = one.effect.partition(" ")
    if amount.isdecimal():
        one.effect, one.effect_n = word, int(amount)
    one.push = model.push
    one.radius = model.radius
    one.missiles = model.missiles
    one.half_on_fail = model.half_on_fail
    one.concentration = model.concentration
    one.heal_health = model.heal_health
    one.ignores_metal = model.ignores_metal
    one.rounds = model.duration_rounds
    one.block = model.block
    one.durability = model.durability
    one.weapon.damage = model.damage
    one.weapon.types = [one.type]
    one.weapon.threshold = 100  # power.attack.luck: no critical
    one.weapon.range = model.range
    one.weapon.range_max = model.range
    return one


def sheet_of(model: SheetModel, pc: bool, content: Content, library: Library) -> Sheet:
    """Return what a creature and a character share. Rule: sheet.stated-values."""
    sheet = Sheet(model.id, model.name, pc)
    sheet.size = model.size
    dice = (model.strength, model.dexterity, model.intellect, model.resolve)
    sheet.attributes = [int(die[1:]) for die in dice]
    for word, die in model.skills.items():
        sheet.skills[SKILLS.index(word)] = int(die[1:])
    sheet.proficiencies = dict(model.proficiencies)
    sheet.health = model.health
    sheet.endurance = model.endurance
    sheet.stamina = model.stamina
    sheet.focus = model.focus
    sheet.constitution = model.constitution
    sheet.evasion = model.evasion
    sheet.willpower = model.willpower
    sheet.physical = model.physical_deflection
    sheet.elemental = model.elemental_deflection
    sheet.speed = model.speed
    sheet.perception = model.passive_perception
    sheet.fate = model.fate
    sheet.death = model.death_difficulty
    sheet.luck = model.luck_bonus
    sheet.talents = list(model.talents)
    follow(sheet, model.talents, content)
    sheet.shields = [library.by_id[name] for name in model.shields]
    for name, count in model.items.items():
        sheet.items += [library.by_id[name]] * count
    sheet.ammo = dict(model.ammunition)
    sheet.encumbrance = model.encumbrance
    sheet.capacity = model.capacity
    sheet.maneuvers = [maneuver for maneuver in library.maneuvers if maneuver.id in model.maneuvers]
    sheet.powers = [power for power in library.powers if power.id in model.powers]
    for armour in content.armour:
        if armour.id in model.armour:
            sheet.noisy = sheet.noisy or armour.noisy
            sheet.guiding = sheet.guiding or "guiding" in armour.properties
            sheet.gripping = sheet.gripping or "gripping" in armour.properties
            sheet.worn += armour.slots if armour.place == "body" else 1
            if armour.material == "metal":
                sheet.metal += armour.rating
    return sheet


SECONDS: Final = {"round": 6, "second": 1, "minute": 60, "hour": 3600, "day": 86400}


def interval_of(text: str | None) -> int:
    """Return an interval in rounds: ``turn-start``, ``30 seconds``, ``1 day``.

    Rules: turn.round-length, condition.poison.
    """
    number, _, unit = (text or "turn-start").partition(" ")
    if not number.isdecimal():
        return 1
    return max(1, condition.rounds_of(int(number) * SECONDS[unit.removesuffix("s")]))


def creature_of(model: CreatureModel, content: Content, library: Library) -> Sheet:
    sheet = sheet_of(model, False, content, library)
    sheet.rank = model.rank
    sheet.footprint = model.footprint
    sheet.weapons = [library.by_id[name] for name in model.weapons]
    sheet.hands = model.hands
    sheet.resists = [TYPES.index(resist) for resist in model.resists]
    sheet.immune = list(model.immune)
    if model.unsurprisable:
        sheet.talents.append("danger-sense")
    sheet.on_hit, sheet.on_hit_n = amount_of(model.on_hit)
    sheet.against = model.on_hit_against or ""
    sheet.poison = model.poison_difficulty
    sheet.poison_every = interval_of(model.poison_interval)
    return sheet


def character_of(model: CharacterModel, content: Content, library: Library) -> Sheet:
    sheet = sheet_of(model, True, content, library)
    sheet.footprint = geometry.footprint(model.size)
    for name, count in model.weapons.items():
        sheet.weapons += [library.by_id[name]] * count
    for ancestry in content.ancestry:
        if ancestry.id == model.ancestry:
            descend(sheet, ancestry, content, library)
    return sheet


def follow(sheet: Sheet, talents: list[str], content: Content) -> None:
    """Give what talents of a pack do as others of the game do. Rule: sheet.advancement."""
    for talent in content.talent:
        if talent.id in talents and talent.follows is not None:
            sheet.inborn.append(talent.follows)


def descend(sheet: Sheet, ancestry: AncestryModel, content: Content, library: Library) -> None:
    """Give what an ancestry gives besides numbers. Rule: sheet.ancestry."""
    sheet.headstrong = ancestry.headstrong
    sheet.steady = ancestry.steady
    for name in ancestry.weapons:
        if library.by_id[name] not in sheet.weapons:
            sheet.weapons.append(library.by_id[name])
    sheet.inborn += ancestry.talents
    follow(sheet, ancestry.talents, content)


def condition_of(model: StatusModel) -> Condition:
    """Return a condition that a pack adds, from the vocabulary of statuses."""
    one = Condition(model.id, model.stacking == "add")
    one.tests = model.test_bonus - model.next_test_penalty
    one.defences = model.defence_bonus
    if model.speed_factor is not None:
        one.slows = 2 if model.speed_factor == 0 else 1
    one.pace = model.speed or 0
    one.rough = model.terrain is not None
    one.hinders = model.disadvantage_on or ""
    one.idles = not model.can_act
    one.numbs = not model.can_react
    one.blinds = not model.sees
    if model.tick is not None:
        one.harm = TYPES.index(model.damage_type or "typeless")
    one.direct = model.direct_health
    one.decay = model.decay
    one.rounds = model.duration_rounds
    one.ends = model.ends or ""
    return one


def library_of(content: Content) -> Library:
    library = Library()
    for status in content.status:
        if status.id not in condition.ALL and status.id not in condition.FIELDS:
            library.conditions[status.id] = condition_of(status)
    for weapon in content.weapon:
        library.add(weapon_of(weapon))
    for shield in content.shield:
        library.add(shield_of(shield, library.by_id[shield.attack_as]))
    for item in content.item:
        library.add(item_of(item, library))
    for model in content.maneuver:
        library.learn(maneuver_of(model))
    for place, other in enumerate(content.power):
        power = power_of(other)
        power.number = place
        library.powers.append(power)
    for proficiency in content.proficiency:
        if proficiency.kind in SKILLS:
            library.schools[proficiency.name] = proficiency.kind
        if proficiency.attribute is not None and proficiency.resource is not None:
            library.spirits[proficiency.name] = (proficiency.attribute, proficiency.resource)
    library.ammo = [ammunition.id for ammunition in content.ammunition]
    for creature in content.creature:
        library.sheets[creature.id] = creature_of(creature, content, library)
    for character in content.character:
        library.sheets[character.id] = character_of(character, content, library)
    return library
