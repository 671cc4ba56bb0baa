"""From the models of Sovereign's content to the plain objects that the rules play with."""

from __future__ import annotations

from typing import Final

from affray.content.sovereign import (
    AttackModel,
    CharacterModel,
    Content,
    CreatureModel,
    SpellModel,
    WeaponModel,
)
from affray.rulesets.sovereign import sheet as numbers
from affray.rulesets.sovereign.spell import CODED
from affray.rulesets.sovereign.state import (
    ANY_AC,
    BY_MAIN,
    BY_MOVE,
    BY_NOTHING,
    MELEE,
    NATURAL,
    SHOT,
    THROWN,
    Library,
    Sheet,
    Spell,
    Strike,
)

SIZES: Final = {"man": 1, "large": 2, "huge": 3}
RELOADS: Final = {"free": BY_NOTHING, "move": BY_MOVE, "main": BY_MAIN}
ATTRIBUTES: Final = ("Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom")


def dice_of(strike: Strike, dice: str) -> None:
    count, _, rest = dice.partition("d")
    sides, _, plus = rest.partition("+")
    strike.count = int(count)
    strike.sides = int(sides)
    strike.plus = int(plus or 0)


def strike_of(model: AttackModel, sheet: Sheet, weapons: dict[str, WeaponModel]) -> Strike:
    """Return one attack; its weapon is added to those of the sheet."""
    mode = MELEE
    weapon = weapons[model.weapon] if model.weapon else None
    if model.mode == "thrown" or model.mode == "shot":
        mode = THROWN if model.mode == "thrown" else SHOT
    elif model.kind == "ranged":
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
    strike.blunt = model.natural == "bludgeoning"
    if weapon is not None:
        arm(strike, weapon, model, sheet)
    return strike


def arm(strike: Strike, weapon: WeaponModel, model: AttackModel, sheet: Sheet) -> None:
    """Add what the weapon says. Rules: reload.crossbow, reload.bow, death.less-lethal."""
    strike.hands = weapon.hands
    strike.blunt = weapon.damage_type == "blunt"
    strike.spares = "LL" in weapon.traits
    strike.quiver = weapon.needs_quiver
    if weapon.id != "unarmed":
        if weapon.id not in sheet.weapons:
            sheet.weapons.append(weapon.id)
            sheet.stock.append(1)
        strike.weapon = sheet.weapons.index(weapon.id)
    if strike.mode == SHOT:
        skilled = sheet.skills.get("shoot", -1) >= 1
        if model.reload is not None:
            strike.reload = RELOADS[model.reload]
        elif skilled:
            strike.reload = BY_NOTHING
        else:
            strike.reload = BY_MAIN if "SR" in weapon.traits else BY_MOVE


def bare(sheet: Sheet, bonus: int, plus: int) -> Strike:
    """Return the unarmed attack of one who lists none. Rules: sheet.npc, damage.unarmed."""
    strike = Strike("unarmed", MELEE, bonus)
    strike.plus = plus
    strike.unarmed = True
    strike.blunt = True
    strike.spares = True
    strike.weapon = NATURAL
    strike.level = sheet.skill
    return strike


def add_strikes(
    sheet: Sheet, models: list[AttackModel], weapons: dict[str, WeaponModel], readied: list[str]
) -> None:
    """Add all attacks; equal ones of a stat block are told apart by number."""
    for model in models:
        strike = strike_of(model, sheet, weapons)
        same = len([one for one in sheet.strikes if one.id.partition(" #")[0] == strike.id])
        if same:
            strike.id += f" #{same + 1}"
        sheet.strikes.append(strike)
    for place, name in enumerate(sheet.weapons):
        if readied:
            sheet.stock[place] = max(1, readied.count(name))
        elif any(one.mode == THROWN and one.weapon == place for one in sheet.strikes):
            sheet.stock[place] = 3


def creature_of(model: CreatureModel, weapons: dict[str, WeaponModel], library: Library) -> Sheet:
    sheet = Sheet(model.id, model.name, pc=False)
    sheet.named = model.named
    sheet.level = model.caster_level or model.hd
    sheet.max_hp = model.hp
    sheet.ac = model.ac
    sheet.rate = model.move // 5
    sheet.size = SIZES[model.size]
    sheet.skill = model.skill
    sheet.screens = max(0, model.skill)
    sheet.saves = [model.save] * 3
    sheet.abilities = list(model.abilities)
    sheet.tags = list(model.tags)
    sheet.humanoid = "humanoid" in model.tags
    sheet.shield = "shield" in model.tags
    add_strikes(sheet, model.attacks, weapons, [])
    sheet.natural = any(one.weapon == NATURAL for one in sheet.strikes)
    sheet.one_attack = model.choose_one_attack or len(model.attacks) == 1
    if not any(one.unarmed for one in sheet.strikes):
        sheet.strikes.append(bare(sheet, model.attack, 0))
    sheet.spells = [library.spells[name] for name in model.spells if name in library.spells]
    sheet.castings = model.castings
    return sheet


def character_of(model: CharacterModel, weapons: dict[str, WeaponModel], library: Library) -> Sheet:
    sheet = Sheet(model.id, model.name, pc=True)
    sheet.npc = model.henchman
    sheet.level = model.level
    sheet.max_hp = model.hp
    sheet.ac = model.ac
    sheet.rate = model.move // 5
    sheet.mods = [numbers.modifier(model.attributes[word]) for word in ATTRIBUTES]
    sheet.skills = dict(model.skills)
    sheet.saves = [model.saves[word] for word in ("physical", "evasion", "mental")]
    for word in model.feats:
        name, _, level = word.partition(":")
        sheet.feats[name] = int(level or 1)
    sheet.warrior = model.calling == "warrior"
    sheet.armour = model.armor
    sheet.shield = model.shield
    sheet.screens = model.screen_limit
    sheet.strain_max = model.system_strain_max
    sheet.kit = "healers-kit" in model.readied
    sheet.quiver = "quiver" in model.readied
    sheet.potions = model.readied.count("healing-potion")
    add_strikes(sheet, model.attacks, weapons, list(model.readied))
    if not any(one.unarmed for one in sheet.strikes):
        brawl = model.skills["brawl"]
        bonus = model.attack_bonus + sheet.mods[0] + brawl
        sheet.strikes.append(bare(sheet, bonus, sheet.mods[0] + brawl))
    sheet.spells = [library.spells[name] for name in model.prepared if name in library.spells]
    sheet.castings = model.castings
    return sheet


def spell_of(model: SpellModel) -> Spell:
    feet = 600  # spell.creatures
    words = model.range.split()
    if words[0].isdecimal():
        feet = int(words[0])
    spell = Spell(model.id, model.name, model.level, feet // 5)
    spell.by_level = "level" in model.range
    return spell


def library_of(content: Content) -> Library:
    """Return every weapon, every spell that can be cast, and every sheet."""
    library = Library()
    weapons = {one.id: one for one in content.weapon}
    library.weapons = list(weapons)
    for spell in content.spell:
        if spell.id in CODED:
            library.spells[spell.id] = spell_of(spell)
    for creature in content.creature:
        library.sheets[creature.id] = creature_of(creature, weapons, library)
    for character in content.character:
        library.sheets[character.id] = character_of(character, weapons, library)
    return library


def faults_of(model: CharacterModel, attack_bonus: list[int], enc: dict[str, int]) -> list[str]:
    """Return what is wrong with a character sheet.

    Rules: sheet.modifiers, sheet.ac, sheet.attack-bonus, sheet.skill-caps, save.targets,
    sheet.readied, sheet.stowed.
    """
    found: list[str] = []
    mods = [numbers.modifier(model.attributes[word]) for word in ATTRIBUTES]
    stated = [model.modifiers[word] for word in ("STR", "DEX", "CON", "INT", "WIS")]
    if mods != stated:
        found.append(f"modifiers: found {stated}, expected {mods} [sovereign/sheet.modifiers]")
    if model.attack_bonus != attack_bonus[model.level - 1]:
        found.append("attack_bonus: not that of the class table [sovereign/sheet.attack-bonus]")
    saves = [model.saves[word] for word in ("physical", "evasion", "mental")]
    if saves != numbers.save_targets(model.level, mods):
        found.append("saves: not as level and attributes say [sovereign/save.targets]")
    if model.armor != "none" or "impervious-defense:1" not in model.feats:
        if model.ac != numbers.armour_class(model.armor, model.shield, mods[1]):
            found.append("ac: not as armour, shield and DEX say [sovereign/sheet.ac]")
    most = {1: 1, 2: 1, 3: 2, 4: 2, 5: 2}.get(model.level, 4)
    if max(model.skills.values()) > most:
        found.append(f"skills: above {most} [sovereign/sheet.skill-caps]")
    strength = model.attributes["Strength"]
    if sum(enc.get(one, 0) for one in model.readied) > strength // 2:
        found.append("readied: more than half the Strength score [sovereign/sheet.readied]")
    if sum(enc.get(one, 0) for one in model.stowed) > strength:
        found.append("stowed: more than the Strength score [sovereign/sheet.stowed]")
    return found
