"""From the models of Sovereign's content to the plain objects that the rules play with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from affray.rulesets.sovereign.attack.attack_numbers import AttackNumbers, attack_numbers
from affray.rulesets.sovereign.condition import Written
from affray.rulesets.sovereign.content.game import SIZES
from affray.rulesets.sovereign.content.schema import (
    AttackModel,
    CharacterModel,
    Content,
    CreatureModel,
    SpellModel,
    StatusModel,
    WeaponModel,
)
from affray.rulesets.sovereign.damage.bonuses import die_of, half
from affray.rulesets.sovereign.definitions import Art, Spell, Strike
from affray.rulesets.sovereign.shared import Library
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.sheet.validation import ATTRIBUTES, effort_of
from affray.rulesets.sovereign.terms import (
    ANY_AC,
    BLUNT,
    BY_MAIN,
    BY_MOVE,
    BY_NOTHING,
    COMMITS,
    EDGE,
    FIRE,
    HARMS,
    MELEE,
    NATURAL,
    POINT,
    SHOT,
    THROWN,
)

RELOADS: Final = {"free": BY_NOTHING, "move": BY_MOVE, "main": BY_MAIN}
MODES: Final = {"melee": MELEE, "shot": SHOT, "thrown": THROWN}
KINDS: Final = {"edge": EDGE, "point": POINT, "blunt": BLUNT}
BODIES: Final = {"piercing": POINT, "slashing": EDGE, "bludgeoning": BLUNT}
SAVES: Final = ("physical", "evasion", "mental")
WOODEN: Final = ("club", "great-club", "staff", "small-bow", "large-bow", "sling", "unarmed")
SHEAF: Final = 3  # throwing weapons that a stat block carries
MANY: Final = 5  # weapons of which five are one item

Weapons = Mapping[str, WeaponModel]


def dice_of(strike: Strike, dice: str) -> None:
    """Set the damage of an attack: ``1d8+2``, ``1d4-1``."""
    count, _, rest = dice.partition("d")
    sides, sign, plus = rest.replace("-", "+-").partition("+")
    strike.count = int(count)
    strike.sides = int(sides)
    strike.plus = int(plus) if sign else 0


# ---- attacks -------------------------------------------------------------------------------------


def strike_of(model: AttackModel, sheet: Sheet, weapons: Weapons) -> Strike:
    """Return one attack; its weapon is added to those of the sheet."""
    mode = MODES.get(model.mode or "", MELEE)
    weapon = weapons[model.weapon] if model.weapon else None
    if model.mode is None and model.kind == "ranged":
        mode = THROWN if weapon is None or "T" in weapon.traits else SHOT
    id = model.weapon or (model.name or "blow").lower().replace(" ", "-").replace(",", "")
    strike = Strike(f"thrown {id}" if mode == THROWN and weapon else id, mode, model.bonus)
    dice_of(strike, model.damage)
    strike.reach = max(1, model.reach // 5)
    strike.range = model.range_normal // 5
    strike.range_max = model.range_max // 5
    if model.shock_ac is not None:
        strike.shock = model.shock
        strike.shock_ac = ANY_AC if model.shock_ac == "-" else int(model.shock_ac)
    strike.unarmed = model.unarmed or model.weapon == "unarmed"
    strike.level = sheet.skills.get(model.skill or "", 0) if sheet.pc else sheet.skill
    strike.exert = model.skill == "exert"
    strike.harm = BODIES.get(model.natural or "", BLUNT if strike.unarmed else EDGE)
    strike.unscreened = "rock-throw" in sheet.abilities and weapon is None and mode == THROWN
    if weapon is not None:
        arm(strike, weapon, model, sheet)
    strike.blunt = strike.harm == BLUNT
    return strike


def arm(strike: Strike, weapon: WeaponModel, model: AttackModel, sheet: Sheet) -> None:
    """Add what the weapon says. Rules: reload.crossbow, reload.bow, death.less-lethal."""
    strike.hands = weapon.hands
    strike.harm = KINDS[weapon.damage_type]
    strike.spares = "LL" in weapon.traits
    strike.mean = "PM" in weapon.traits
    strike.small = "S" in weapon.traits
    strike.quiver = weapon.needs_quiver
    if weapon.id != "unarmed" and not strapped(weapon.id, sheet):
        strike.weapon = weapon_place(sheet, weapon)
    if strike.mode == SHOT:
        strike.reload = reload_of(weapon, model, sheet)


def strapped(id: str, sheet: Sheet) -> bool:
    """Return whether a weapon is the shield that one bears: in no hand, never drawn."""
    return id == "shield-bash" and sheet.shield


def weapon_place(sheet: Sheet, weapon: WeaponModel) -> int:
    """Return the place of a weapon among those of a sheet, adding it if need be."""
    if weapon.id not in sheet.weapons:
        sheet.weapons.append(weapon.id)
        sheet.stock.append(1)
        sheet.knives.append("S" in weapon.traits)
        sheet.both.append(weapon.hands == 2)
        sheet.shot.append(not weapon.melee)
    return sheet.weapons.index(weapon.id)


def reload_of(weapon: WeaponModel, model: AttackModel, sheet: Sheet) -> int:
    """Return what reloading costs. Rules: reload.crossbow, reload.bow, reload.npc.

    Deadeye and Steady Hands make it cheaper.
    """
    if model.reload is not None:
        return RELOADS[model.reload]
    if sheet.skills.get("shoot", -1) >= 1:
        return BY_NOTHING
    slow = "SR" in weapon.traits
    if slow and sheet.feat("deadeye") > 1:
        return BY_NOTHING
    if sheet.feat("steady-hands"):
        return BY_MOVE if slow else BY_NOTHING
    return BY_MAIN if slow else BY_MOVE


def add_strikes(sheet: Sheet, models: list[AttackModel], weapons: Weapons) -> None:
    """Add all attacks; equal ones of a stat block are told apart by number."""
    for model in models:
        strike = strike_of(model, sheet, weapons)
        same = len([one for one in sheet.strikes if one.id.partition(" #")[0] == strike.id])
        if same:
            strike.id += f" #{same + 1}"
        sheet.strikes.append(strike)


def fists(sheet: Sheet, bonus: int, tally: AttackNumbers | None) -> Strike:
    """Return the unarmed attack of one who lists none. Rules: sheet.npc, damage.unarmed."""
    strike = Strike("unarmed", MELEE, bonus)
    strike.unarmed = True
    strike.usual = True
    strike.harm = BLUNT
    strike.blunt = True
    strike.spares = True
    strike.level = sheet.skill
    if tally is not None:
        strike.bonus = tally.bonus
        strike.level = sheet.skills["brawl"]
        dice_of(strike, die_of(sheet, None))
        strike.plus += tally.plus
        if tally.shock >= 0:
            strike.shock = tally.shock
            strike.shock_ac = 15
    return strike


def oil_of(sheet: Sheet, bonus: int) -> Strike:
    """Return the throw of a flask. Content: military-oil."""
    strike = Strike("military-oil", THROWN, bonus)
    strike.count, strike.sides = 1, 8
    strike.range, strike.range_max = 4, 8
    strike.level = sheet.skills.get("shoot", sheet.skill)
    strike.harm = FIRE
    strike.oil = True
    return strike


def blast_of(sheet: Sheet, attack_bonus: int) -> Strike:
    """Return the attack of an art. Content: elemental-blast."""
    best = max(sheet.mods[numbers.INT], sheet.mods[numbers.DEX])
    magic = sheet.skills["magic"]
    strike = Strike("elemental-blast", THROWN, attack_bonus + magic + best + sheet.level)
    strike.count, strike.sides, strike.plus = 1, 6, sheet.level + best
    strike.range = strike.range_max = 10 * sheet.level
    strike.level = magic
    strike.harm = FIRE
    strike.art = "elemental-blast"
    return strike


def variants(
    sheet: Sheet, model: CharacterModel, attack: AttackModel, weapon: WeaponModel
) -> list[Strike]:
    """Return the attack with its other attributes and skills, where they differ from the best.

    Rules: attack.attribute-choice, ranged.skill.
    """
    found: list[Strike] = []
    skills = [attack.skill or "stab"]
    if attack.mode == "thrown":
        skills = ["shoot", "stab", "exert"]
    for axis in weapon.attributes:
        for skill in skills:
            if axis == attack.attribute and skill == attack.skill:
                continue
            tally = attack_numbers(model, sheet, weapon, attack.mode or "melee", axis, skill)
            usual = attack_numbers(
                model,
                sheet,
                weapon,
                attack.mode or "melee",
                attack.attribute or axis,
                attack.skill or skill,
            )
            same = (tally.bonus, tally.plus, tally.shock) == (usual.bonus, usual.plus, usual.shock)
            if same and not better_against_screens(sheet, attack.skill or skill, skill):
                continue
            one = strike_of(attack, sheet, {weapon.id: weapon})
            words = [axis.lower()] if axis != attack.attribute else []
            words += [skill] if skill != attack.skill else []
            one.id = f"{one.id} by {' and '.join(words)}"
            one.bonus, one.plus = tally.bonus, tally.plus
            one.shock = tally.shock if one.shock_ac >= 0 else 0
            one.level = sheet.skills[skill]
            one.exert = skill == "exert"
            one.listed = False
            found.append(one)
    return found


def better_against_screens(sheet: Sheet, usual: str, other: str) -> bool:
    """Return whether an attack by Exert checks better against screeners: by Stab or Shoot.

    Rule: screen.opposed-check.
    """
    best = max(sheet.skills["stab"], sheet.skills["shoot"])
    return other == "exert" and best > sheet.skills[usual]


# ---- members -------------------------------------------------------------------------------------


def creature_of(model: CreatureModel, weapons: Weapons, library: Library) -> Sheet:
    """Return a stat block. Rule: sheet.npc."""
    sheet = Sheet(model.id, model.name, pc=False)
    sheet.named = model.named
    sheet.level = model.hd
    sheet.caster = model.caster_level or model.hd
    sheet.max_hp = model.hp
    sheet.ac = model.ac
    sheet.rate = model.move // 5
    sheet.size = SIZES[model.size]
    sheet.feet = model.dimension or 5 * sheet.size
    sheet.skill = model.skill
    sheet.screens = max(0, model.skill)
    sheet.saves = [model.save] * 3
    sheet.abilities = list(model.abilities)
    sheet.tags = list(model.tags)
    sheet.humanoid = "humanoid" in model.tags
    sheet.shield = "shield" in model.tags
    add_strikes(sheet, model.attacks, weapons)
    for place, name in enumerate(sheet.weapons):
        if any(strike.mode == THROWN and strike.weapon == place for strike in sheet.strikes):
            sheet.stock[place] = MANY if "N" in weapons[name].traits else SHEAF
    sheet.natural = any(  # aoo.natural-weapons: bare hands are none
        strike.weapon == NATURAL and attack.weapon != "unarmed"
        for strike, attack in zip(sheet.strikes, model.attacks, strict=True)
    )
    sheet.one_attack = model.choose_one_attack or len(model.attacks) == 1
    if not any(strike.unarmed for strike in sheet.strikes):
        sheet.strikes.append(fists(sheet, model.attack, None))
    sheet.metal = sheet.shield or any(name not in WOODEN for name in sheet.weapons)
    sheet.spells = [library.spells[name] for name in model.spells if name in library.spells]
    sheet.castings = model.castings
    return sheet


def character_of(model: CharacterModel, weapons: Weapons, library: Library) -> Sheet:
    """Return a character sheet with its gear, its attacks and what magic it has."""
    sheet = Sheet(model.id, model.name, pc=True)
    sheet.npc = model.henchman
    sheet.henchman = model.henchman
    sheet.level = sheet.caster = model.level
    sheet.max_hp = model.hp
    sheet.ac = model.ac
    sheet.rate = model.move // 5
    sheet.mods = [numbers.modifier(model.attributes[word]) for word in ATTRIBUTES]
    sheet.skills = {str(name): level for name, level in model.skills.items()}
    sheet.saves = [model.saves[word] for word in SAVES]
    for word in model.feats:
        name, _, level = word.partition(":")
        sheet.feats[name] = int(level or 1)
    if sheet.feat("specialist"):
        sheet.special = model.special or ""
    sheet.warrior = model.calling == "warrior"
    sheet.expert = model.calling == "expert"
    sheet.armour = model.armor
    sheet.shield = model.shield
    sheet.screens = model.screen_limit
    sheet.strain_max = model.system_strain_max
    sheet.effort = model.effort
    if model.second_tradition:
        sheet.second = effort_of(model, model.second_tradition, partial=True)
        sheet.effort = max(0, model.effort - sheet.second)
    sheet.arts = list(model.arts)
    sheet.traditions = [one for one in (model.tradition, model.second_tradition) if one]
    for attack in model.attacks:
        if attack.weapon and attack.weapon != "unarmed" and not strapped(attack.weapon, sheet):
            weapon_place(sheet, weapons[attack.weapon])
    add_strikes(sheet, model.attacks, weapons)
    for attack in model.attacks:
        if attack.weapon:
            sheet.strikes += variants(sheet, model, attack, weapons[attack.weapon])
    pack(sheet, model, weapons)
    own_attacks(sheet, model)
    sheet.metal = sheet.armour in ("chain", "plate") or sheet.shield
    sheet.metal = sheet.metal or any(name not in WOODEN for name in sheet.weapons)
    sheet.spells = [library.spells[name] for name in model.prepared if name in library.spells]
    sheet.castings = model.castings
    return sheet


def own_attacks(sheet: Sheet, model: CharacterModel) -> None:
    """Add fists, flasks and blasts, and mark a duelist's weapon."""
    if not any(strike.unarmed for strike in sheet.strikes):
        axis = "STR" if sheet.mods[0] >= sheet.mods[1] else "DEX"
        sheet.strikes.append(
            fists(sheet, 0, attack_numbers(model, sheet, None, "melee", axis, "brawl"))
        )
    if "military-oil" in sheet.gear:
        shoot = model.attack_bonus + sheet.mods[numbers.DEX] + model.skills["shoot"]
        flask = oil_of(sheet, shoot)
        flask.plus = half(sheet.level) if sheet.warrior else 0
        sheet.strikes.append(flask)
    if "elemental-blast" in sheet.arts:
        sheet.strikes.append(blast_of(sheet, model.attack_bonus))
    if "favored-weapon" in sheet.arts:
        for strike in sheet.strikes:
            if strike.weapon >= 0 and strike.mode == MELEE:
                strike.favoured = sheet.weapons[strike.weapon] == favored_of(model)


def favored_of(model: CharacterModel) -> str:
    """Return a duelist's weapon: the one it names, or its first for melee."""
    for attack in model.attacks:
        if model.favored is None and attack.mode == "melee" and attack.weapon:
            return attack.weapon
    return model.favored or ""


def pack(sheet: Sheet, model: CharacterModel, weapons: Weapons) -> None:
    """Count what is Readied and Stowed. Rules: sheet.readied, sheet.stowed."""
    worn = (model.armor, "shield")
    carried = [one for one in (*model.readied, *model.stowed) if one not in worn]
    for name in carried:
        if name in weapons:
            continue
        if name not in sheet.gear:
            sheet.gear.append(name)
    sheet.stock = [model.readied.count(name) for name in sheet.weapons]
    sheet.carried = [model.readied.count(name) for name in sheet.gear]
    sheet.stowed = [model.stowed.count(name) for name in (*sheet.weapons, *sheet.gear)]


def weigh(sheet: Sheet, model: CharacterModel, enc: Mapping[str, int], many: list[str]) -> None:
    """Work out the load in fifths. Rule: sheet.readied."""
    things = [*sheet.weapons, *sheet.gear]
    sheet.weights = [enc.get(thing, 0) * (1 if thing in many else MANY) for thing in things]
    sheet.bulk = enc.get(model.armor, 0)
    sheet.load = MANY * (sheet.bulk + (enc.get("shield", 0) if model.shield else 0))
    sheet.room = MANY * (model.attributes["Strength"] // 2)
    sheet.sack = MANY * model.attributes["Strength"]


# ---- spells, arts, states ------------------------------------------------------------------------


def spell_of(model: SpellModel) -> Spell:
    """Return a spell. Rule: spell.creatures: without a stated range it is 600 ft."""
    feet = 600
    words = model.range.split()
    if words[0].isdecimal():
        feet = int(words[0])
    spell = Spell(model.id, model.name, model.level, feet // 5)
    spell.works = model.works or model.id
    spell.by_level = "level" in words
    spell.free = model.action == "free"
    if model.damage_per_level:
        spell.sides = int(model.damage_per_level.partition("d")[2])
    spell.every = model.per_levels
    spell.save = SAVES.index(model.save) if model.save else -1
    spell.radius = model.radius // 5
    spell.tall = model.height
    spell.harm = HARMS.index(model.harm)
    spell.status = model.status or ""
    return spell


def status_of(model: StatusModel) -> Written:
    """Return a state of a pack."""
    tenths = round(10 * model.move_factor)
    return Written(model.id, model.ac, model.attack, model.attack_against, tenths)


def library_of(content: Content, packed: frozenset[str] = frozenset()) -> Library:
    """Return every thing, spell, art and sheet; ``packed`` names what packs bring."""
    library = Library()
    weapons = {weapon.id: weapon for weapon in content.weapon}
    library.weapons = [*weapons, *[one.id for one in content.gear]]
    for status in content.status:
        if status.id in packed:
            library.statuses[status.id] = status_of(status)
    for spell in content.spell:
        library.spells[spell.id] = spell_of(spell)
        if spell.id in packed:  # one that stands in for another does what its own words say
            library.spells[spell.id].works = spell.works or ""
    for art in content.art:
        made = Art(art.id, art.name, COMMITS.index(art.commit), art.action)
        made.tradition = art.tradition
        library.arts[art.id] = made
    for creature in content.creature:
        library.sheets[creature.id] = creature_of(creature, weapons, library)
    for character in content.character:
        library.sheets[character.id] = full_sheet(character, content, library)
    return library


def works_of(model: CharacterModel, content: Content) -> str:
    """Return the id of the class whose abilities a character has: its own, or what that is like."""
    named = {calling.id: calling.works for calling in content.calling}
    return named[model.calling] or model.calling


def as_class(model: CharacterModel, content: Content) -> CharacterModel:
    """Return a character as one of the class of the game whose abilities it has."""
    works = works_of(model, content)
    return model if works == model.calling else model.model_copy(update={"calling": works})


def full_sheet(model: CharacterModel, content: Content, library: Library) -> Sheet:
    """Return a character's sheet with the weight of what it carries."""
    weapons = {weapon.id: weapon for weapon in content.weapon}
    sheet = character_of(as_class(model, content), weapons, library)
    many = [weapon.id for weapon in content.weapon if "N" in weapon.traits]
    weigh(sheet, model, encumbrances(content), many)
    return sheet


def encumbrances(content: Content) -> dict[str, int]:
    """Return the encumbrance of everything that can be carried, by id."""
    found = {weapon.id: weapon.enc for weapon in content.weapon}
    for armour in content.armor:
        found[armour.id] = armour.enc
    for gear in content.gear:
        found[gear.id] = gear.enc
    return found
