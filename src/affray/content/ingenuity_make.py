"""From the models of Ingenuity's content to the plain objects that the rules play with."""

from __future__ import annotations

from affray.content.ingenuity import (
    CharacterModel,
    Content,
    CreatureModel,
    Loose,
    SheetModel,
    ShieldModel,
    WeaponModel,
)
from affray.rulesets.ingenuity.state import (
    ATTRIBUTES,
    ITEM,
    PROPERTIES,
    SHIELD,
    SKILLS,
    TYPES,
    WEAPON,
    Library,
    Maneuver,
    Power,
    Sheet,
    Thing,
)


def amount_of(text: str | None) -> tuple[str, int]:
    """Read ``burning 1``."""
    word, _, number = (text or "").partition(" ")
    return word, int(number or 0)


def weapon_of(model: WeaponModel) -> Thing:
    thing = Thing(model.id, model.name, WEAPON)
    thing.attributes = [ATTRIBUTES.index(one) for one in model.attributes]
    thing.proficiencies = list(model.proficiencies)
    thing.damage = model.damage
    thing.types = [TYPES.index(one) for one in model.types]
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
    thing.durability = model.durability
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
    thing.durability = model.durability
    thing.parry = -1 if model.parry is None else model.parry
    thing.block = model.block
    return thing


def extra(model: Loose, key: str) -> object:
    return (model.model_extra or {}).get(key)


def number(model: Loose, key: str, usual: int = 0) -> int:
    value = extra(model, key)
    return value if isinstance(value, int) else usual


def text(model: Loose, key: str) -> str:
    value = extra(model, key)
    return value if isinstance(value, str) else ""


def words(model: Loose, key: str) -> list[str]:
    value = extra(model, key)
    return [str(one) for one in value] if isinstance(value, list) else []


def item_of(model: Loose) -> Thing:
    thing = Thing(model.id, model.name, ITEM)
    thing.endurance = number(model, "endurance")
    thing.uses = number(model, "uses", 1)
    return thing


def maneuver_of(model: Loose) -> Maneuver:
    one = Maneuver(model.id, model.name)
    one.skills = [SKILLS.index(word) for word in words(model, "skills")]
    one.proficiencies = words(model, "proficiencies")
    one.timing = text(model, "timing")
    one.actions = number(model, "actions")
    one.stamina = number(model, "stamina")
    one.focus = number(model, "focus")
    one.health = number(model, "health")
    one.attack = number(model, "attack") > 0
    one.melee = number(model, "melee") > 0
    one.ranged = number(model, "ranged") > 0
    named = words(model, "attributes") or [text(model, "attribute")]
    one.attributes = [ATTRIBUTES.index(word) for word in named if word]
    one.difficulty = number(model, "difficulty")
    one.against = text(model, "against")
    one.range = number(model, "range")
    one.attack_bonus = number(model, "attack_bonus")
    one.damage_bonus = number(model, "damage_bonus")
    one.luck_bonus = number(model, "luck_bonus")
    one.test_bonus = number(model, "test_bonus")
    one.boost = number(model, "boost_stamina")
    one.boost_attack = number(model, "boost_attack_bonus")
    one.boost_damage = number(model, "boost_damage_bonus")
    one.effect = text(model, "effect")
    one.on_hit = text(model, "on_hit")
    one.push = number(model, "push")
    one.targets = number(model, "targets", 1)
    return one


def power_of(model: Loose) -> Power:
    one = Power(model.id, model.name)
    one.tier = number(model, "tier")
    one.cost = number(model, "cost")
    one.difficulty = number(model, "difficulty")
    one.proficiencies = words(model, "proficiencies")
    one.actions = number(model, "actions")
    one.range = number(model, "range")
    one.attack = number(model, "attack") > 0
    one.damage = number(model, "damage")
    if text(model, "damage_type"):
        one.type = TYPES.index(text(model, "damage_type"))
    one.against = text(model, "against")
    one.effect = text(model, "effect")
    one.push = number(model, "push")
    one.radius = number(model, "radius")
    one.missiles = number(model, "missiles")
    one.half_on_fail = number(model, "half_on_fail") > 0
    one.concentration = number(model, "concentration") > 0
    one.ignores_metal = number(model, "ignores_metal") > 0
    return one


def sheet_of(model: SheetModel, pc: bool, content: Content, library: Library) -> Sheet:
    """Return what a creature and a character share. Rule: sheet.stated-values."""
    sheet = Sheet(model.id, model.name, pc)
    sheet.size = model.size
    dice = (model.strength, model.dexterity, model.intellect, model.resolve)
    sheet.attributes = [int(one[1:]) for one in dice]
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
    sheet.shields = [library.by_id[name] for name in model.shields]
    for name, count in model.items.items():
        sheet.items += [library.by_id[name]] * count
    sheet.ammo = dict(model.ammunition)
    sheet.maneuvers = [one for one in library.maneuvers if one.id in model.maneuvers]
    sheet.powers = [one for one in library.powers if one.id in model.powers]
    for armour in content.armour:
        if armour.id in model.armour:
            sheet.noisy = sheet.noisy or armour.noisy
            sheet.guiding = sheet.guiding or "guiding" in armour.properties
            if armour.material == "metal":
                sheet.metal += armour.rating
    return sheet


def creature_of(model: CreatureModel, content: Content, library: Library) -> Sheet:
    sheet = sheet_of(model, False, content, library)
    sheet.rank = model.rank
    sheet.footprint = model.footprint
    sheet.weapons = [library.by_id[name] for name in model.weapons]
    sheet.hands = model.hands
    sheet.resists = [TYPES.index(one) for one in model.resists]
    sheet.immune = list(model.immune)
    if model.unsurprisable:
        sheet.talents.append("danger-sense")
    sheet.on_hit, sheet.on_hit_n = amount_of(model.on_hit)
    sheet.against = model.on_hit_against or ""
    sheet.poison = model.poison_difficulty
    return sheet


def character_of(model: CharacterModel, content: Content, library: Library) -> Sheet:
    sheet = sheet_of(model, True, content, library)
    for name, count in model.weapons.items():
        sheet.weapons += [library.by_id[name]] * count
    return sheet


def library_of(content: Content) -> Library:
    library = Library()
    for weapon in content.weapon:
        library.add(weapon_of(weapon))
    for shield in content.shield:
        library.add(shield_of(shield, library.by_id[shield.attack_as]))
    for item in content.item:
        library.add(item_of(item))
    for place, model in enumerate(content.maneuver):
        one = maneuver_of(model)
        one.number = place
        library.maneuvers.append(one)
    for place, model in enumerate(content.power):
        power = power_of(model)
        power.number = place
        library.powers.append(power)
    library.ammo = [one.id for one in content.ammunition]
    for creature in content.creature:
        library.sheets[creature.id] = creature_of(creature, content, library)
    for character in content.character:
        library.sheets[character.id] = character_of(character, content, library)
    return library
