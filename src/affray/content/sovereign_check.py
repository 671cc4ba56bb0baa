"""What is wrong with a sheet, a stat block or a spell, each fault with its rule."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from affray.content.problems import nearest, show
from affray.content.sovereign import (
    AttackModel,
    CharacterModel,
    Content,
    CreatureModel,
    SpellModel,
    WeaponModel,
)
from affray.content.sovereign_make import ATTRIBUTES, MANY, encumbrances, full_sheet
from affray.content.sovereign_numbers import die_of, half, tally_of
from affray.rulesets.sovereign import sheet as numbers
from affray.rulesets.sovereign.condition import NAMED
from affray.rulesets.sovereign.state import Library, Sheet

AXES: Final = ("STR", "DEX", "CON", "INT", "WIS")
DIE: Final = 6  # every class rolls d6 with something added
CAPS: Final = ((9, 4), (6, 3), (3, 2), (1, 1))  # sheet.skill-caps: from a level, the highest skill
PIERCE: Final = {"piercing": (13, 15), "slashing": (15, 18), "bludgeoning": (18, "-")}
ART_LEVELS: Final = {
    "high-mage": (2, 4, 6, 8, 10),
    "elementalist": (2, 4, 6, 8, 10),
    "healer": (2, 4, 5, 6, 8, 10),
    "duelist": (2, 4, 5, 6, 8, 10),
}
STATES: Final = ("prone", "asleep")


def unknown(word: str, known: Iterable[str], what: str) -> str:
    close = nearest(word, list(known))
    hint = f"; did you mean {close}?" if close else ""
    return f"found {show(word)}, expected {what}{hint}"


class Faults:
    """The faults of one entry: place and text."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []

    def add(self, place: str, text: str, rule: str) -> None:
        self.found.append((place, f"{text} [sovereign/{rule}]"))

    def need(self, place: str, found: object, expected: object, rule: str) -> None:
        if found != expected:
            self.add(place, f"found {found}, expected {expected}", rule)

    def most(self, place: str, found: int, most: int, what: str, rule: str) -> None:
        if found > most:
            self.add(place, f"found {found}, expected at most {most}: {what}", rule)


# ---- characters ----------------------------------------------------------------------------------


def character_faults(model: CharacterModel, content: Content) -> list[tuple[str, str]]:
    """Return what is wrong with a character sheet."""
    faults = Faults()
    if not known_words(model, content, faults):
        return faults.found
    sheet = full_sheet(model, content, Library())
    numbers_of(model, sheet, faults)
    class_of(model, content, faults)
    skills_of(model, content, faults)
    gear_of(model, sheet, content, faults)
    attacks_of(model, sheet, content, faults)
    magic_of(model, content, faults)
    return faults.found


def known_words(model: CharacterModel, content: Content, faults: Faults) -> bool:
    """Check that every id on a sheet stands for something."""
    weapons = [one.id for one in content.weapon]
    things = [*weapons, *[one.id for one in content.gear], *[one.id for one in content.armor]]
    tables = (
        ("class", [model.calling], [one.id for one in content.calling], "a class"),
        (
            "feats",
            [one.partition(":")[0] for one in model.feats],
            [one.id for one in content.feat],
            "a feat",
        ),
        ("arts", model.arts, [one.id for one in content.art], "an art"),
        ("prepared", model.prepared, [one.id for one in content.spell], "a spell"),
        ("readied", model.readied, things, "a thing"),
        ("stowed", model.stowed, things, "a thing"),
        (
            "tradition",
            [one for one in (model.tradition, model.second_tradition) if one],
            [one.id for one in content.tradition],
            "a tradition",
        ),
    )
    for place, words, known, what in tables:
        for word in words:
            if word not in known:
                faults.add(place, unknown(word, known, what), "sheet.spells")
    for number, attack in enumerate(model.attacks):
        where = f"attacks[{number}]"
        if attack.weapon not in weapons:
            word = attack.weapon or "nothing"
            faults.add(f"{where}.weapon", unknown(word, weapons, "a weapon"), "sheet.hands")
        if attack.mode is None or attack.skill is None or attack.attribute is None:
            faults.add(where, "expected mode, skill and attribute", "attack.roll")
    for missing in [word for word in SKILL_NAMES if word not in model.skills]:
        faults.add("skills", f"found no {missing}, expected all nine", "sheet.skills")
    for missing in [word for word in ATTRIBUTES if word not in model.attributes]:
        faults.add("attributes", f"found no {missing}, expected all five", "sheet.attributes")
    return not faults.found


SKILL_NAMES: Final = (
    "exert", "heal", "know", "magic", "notice", "sneak", "brawl", "shoot", "stab",
)  # fmt: skip


def numbers_of(model: CharacterModel, sheet: Sheet, faults: Faults) -> None:
    """Rules: sheet.modifiers, save.targets, sheet.ac, screen.limit, strain.limit."""
    stated = [model.modifiers.get(word, 0) for word in AXES]
    faults.need("modifiers", stated, sheet.mods, "sheet.modifiers")
    saves = [model.saves.get(word, 0) for word in ("physical", "evasion", "mental")]
    faults.need("saves", saves, numbers.save_targets(model.level, sheet.mods), "save.targets")
    ac = numbers.armour_class(model.armor, model.shield, sheet.mods[1])
    if sheet.feat("impervious-defense"):
        third = (model.level + 2) // 3
        ac = max(ac, 14 + third + sheet.mods[1] + (1 if model.shield else 0))
    faults.need("ac", model.ac, ac, "sheet.ac")
    limit = max(0, numbers.combat_skill(sheet)) + (1 if sheet.feat("valiant-defender") else 0)
    faults.need("screen_limit", model.screen_limit, limit, "screen.limit")
    constitution = model.attributes["Constitution"]
    faults.need("system_strain_max", model.system_strain_max, constitution, "strain.limit")


def class_of(model: CharacterModel, content: Content, faults: Faults) -> None:
    """Rules: sheet.attack-bonus, sheet.hp, sheet.feats."""
    calling = next(one for one in content.calling if one.id == model.calling)
    expected = calling.attack_bonus[model.level - 1]
    faults.need("attack_bonus", model.attack_bonus, expected, "sheet.attack-bonus")
    more = calling.hp_mod
    if model.calling == "warrior-mage" and model.tradition == "duelist":
        more = 0  # 1d6 without bonus
    con = numbers.modifier(model.attributes["Constitution"])
    levels = dict(one.partition(":")[::2] for one in model.feats)
    hardy = 2 * model.level if "die-hard" in levels else 0
    low = model.level * max(1, 1 + more + con) + hardy
    high = model.level * max(1, DIE + more + con) + hardy
    if not low <= model.hp <= high:
        faults.add("hp", f"found {model.hp}, expected {low} to {high}", "sheet.hp")
    count = len(calling.feats_level_1)
    count += len([one for one in calling.feat_levels if one <= model.level])
    kinds = {one.id: one.combat for one in content.feat}
    taken = 0
    combat = 0
    for name, level in levels.items():
        rank = int(level or 1)
        feat = next(one for one in content.feat if one.id == name)
        faults.most("feats", rank, feat.levels, f"levels of {name}", "sheet.feats")
        taken += rank
        combat += rank if kinds[name] else 0
    faults.need("feats", taken, count, "sheet.feats")
    first = calling.feats_level_1
    if combat < first.count("combat") or taken - combat < first.count("noncombat"):
        faults.add("feats", f"expected {', '.join(first)} at level 1", "sheet.feats")


def skills_of(model: CharacterModel, content: Content, faults: Faults) -> None:
    """Rules: sheet.skill-caps, sheet.improvements."""
    bonus = bonus_skills(model, content)
    cap = next(highest for level, highest in CAPS if model.level >= level)
    for name, level in model.skills.items():
        lifted = 1 if name in bonus and model.level > 1 else 0
        faults.most(f"skills.{name}", level, cap + lifted, "by level", "sheet.skill-caps")
    if model.level == 1:
        spent = sum(level + 1 for level in model.skills.values())
        most = 4 + len(bonus)
        faults.most("skills", spent, most, "improvements and bonus skills", "sheet.improvements")


def bonus_skills(model: CharacterModel, content: Content) -> list[str]:
    found: list[str] = []
    names = [one.partition(":")[0] for one in model.feats]
    for feat in content.feat:
        if feat.id in names:
            found += list(feat.bonus_skill)
    for tradition in content.tradition:
        if tradition.id in (model.tradition, model.second_tradition):
            found += list(tradition.bonus_skill)
    return found


def gear_of(model: CharacterModel, sheet: Sheet, content: Content, faults: Faults) -> None:
    """Rules: sheet.readied, sheet.stowed, sheet.hands."""
    weights = {name: MANY * enc for name, enc in encumbrances(content).items()}
    for weapon in content.weapon:
        if "N" in weapon.traits:
            weights[weapon.id] = weapon.enc
    strength = model.attributes["Strength"]
    for place, names, stated, most in (
        ("readied", model.readied, model.readied_enc, strength // 2),
        ("stowed", model.stowed, model.stowed_enc, strength),
    ):
        total = -(-sum(weights[one] for one in names) // MANY)
        faults.need(f"{place}_enc", stated, total, f"sheet.{place}")
        faults.most(place, total, most, "by Strength", f"sheet.{place}")
    worn = [one for one in model.readied if one in ("leather", "chain", "plate")]
    faults.need("armor", worn or ["none"], [model.armor], "sheet.ac")
    faults.need("shield", model.shield, "shield" in model.readied, "sheet.hands")
    for number, attack in enumerate(model.attacks):
        bare = attack.weapon == "unarmed"
        if not bare and attack.weapon not in (*model.readied, *model.stowed):
            faults.add(f"attacks[{number}]", f"{attack.weapon} is not carried", "sheet.hands")


def attacks_of(model: CharacterModel, sheet: Sheet, content: Content, faults: Faults) -> None:
    """Check that the printed numbers are those of the rules. Rules: attack.roll, damage.roll."""
    weapons = {one.id: one for one in content.weapon}
    for number, attack in enumerate(model.attacks):
        weapon = weapons[str(attack.weapon)]
        mode = str(attack.mode)
        tally = tally_of(model, sheet, weapon, mode, str(attack.attribute), str(attack.skill))
        place = f"attacks[{number}]"
        faults.need(f"{place}.bonus", attack.bonus, tally.bonus, "attack.roll")
        die = die_of(sheet, weapon)
        base, _, more = die.partition("+")
        plus = tally.plus + int(more or 0)
        expected = base if not plus else f"{base}{plus:+d}"
        faults.need(f"{place}.damage", attack.damage, expected, "damage.roll")
        shock = attack.shock if attack.shock_ac is not None else -1
        faults.need(f"{place}.shock", shock, tally.shock, "shock.modifiers")
        reach_of(attack, weapon, place, faults)


def reach_of(attack: AttackModel, weapon: WeaponModel, place: str, faults: Faults) -> None:
    """Rules: melee.long, ranged.normal-range, ranged.max-range, shock.on-miss."""
    if attack.mode == "melee":
        faults.need(f"{place}.reach", attack.reach, weapon.reach, "melee.range")
        if weapon.id != "unarmed":
            faults.need(f"{place}.shock_ac", attack.shock_ac, weapon.shock_ac, "shock.on-miss")
        return
    ranges = (attack.range_normal, attack.range_max)
    known = (weapon.range_normal, weapon.range_max)
    faults.need(f"{place}.range_normal", ranges, known, "ranged.normal-range")


def magic_of(model: CharacterModel, content: Content, faults: Faults) -> None:
    """Rule: sheet.spells."""
    names = [one for one in (model.tradition, model.second_tradition) if one]
    if not names:
        stated = (model.effort, model.castings, model.prepared, model.arts)
        faults.need("effort", stated, (0, 0, [], []), "sheet.spells")
        return
    calling = next(one for one in content.calling if one.id == model.calling)
    found = [one for one in content.tradition if one.id in names]
    if "mage" not in model.calling:
        faults.add("tradition", f"a {model.calling} follows none", "sheet.spells")
    effort = sum(effort_of(model, one.id, partial=calling.partial) for one in found)
    faults.need("effort", model.effort, effort, "sheet.spells")
    level = model.level - 1
    castings = max([one.castings[level] for one in found if one.castings] or [0])
    prepared = max([one.prepared[level] for one in found if one.prepared] or [0])
    highest = max([one.max_spell_level[level] for one in found if one.max_spell_level] or [0])
    faults.need("castings", model.castings, castings, "sheet.spells")
    faults.most("prepared", len(model.prepared), prepared, "by the table", "sheet.spells")
    spells = {one.id: one.level for one in content.spell}
    for name in model.prepared:
        faults.most("prepared", spells[name], highest, f"the level of {name}", "sheet.spells")
    arts = {one.id: one.tradition for one in content.art}
    for name in model.arts:
        if arts[name] not in names:
            faults.add("arts", f"{name} is of the tradition {arts[name]}", "sheet.spells")
    most = sum(arts_of(one.id, model.level) for one in found)
    faults.most("arts", len(model.arts), most, "arts by level", "sheet.spells")


def effort_of(model: CharacterModel, tradition: str, *, partial: bool) -> int:
    """Return a tradition's Effort. Rule: effort.pool."""
    mods = [numbers.modifier(model.attributes[word]) for word in ATTRIBUTES]
    if tradition == "duelist":
        return max(1, model.skills["stab"] + max(mods[1], mods[3]))
    if tradition == "healer":
        return max(1, 1 + model.skills["heal"] + mods[3])
    return max(1, 1 + model.skills["magic"] + mods[3] - (1 if partial else 0))


def arts_of(tradition: str, level: int) -> int:
    first = 3 if tradition == "elementalist" else 2
    return first + len([one for one in ART_LEVELS.get(tradition, ()) if one <= level])


# ---- creatures and spells ------------------------------------------------------------------------


def creature_faults(model: CreatureModel, content: Content) -> list[tuple[str, str]]:
    """Return what is wrong with a stat block. Rules: sheet.npc, save.npc."""
    faults = Faults()
    weapons = [one.id for one in content.weapon]
    abilities = [one.id for one in content.ability]
    spells = [one.id for one in content.spell]
    faults.need("save", model.save, numbers.npc_save(model.hd), "save.npc")
    if not model.hd <= model.hp <= 8 * model.hd:
        text = f"found {model.hp}, expected {model.hd} to {8 * model.hd}"
        faults.add("hp", text, "sheet.hp")
    for name in model.abilities:
        if name not in abilities:
            faults.add("abilities", unknown(name, abilities, "an ability"), "sheet.npc")
    for name in model.spells:
        if name not in spells:
            faults.add("spells", unknown(name, spells, "a spell"), "sheet.npc")
    for number, attack in enumerate(model.attacks):
        place = f"attacks[{number}]"
        if attack.weapon is not None and attack.weapon not in weapons:
            text = unknown(attack.weapon, weapons, "a weapon")
            faults.add(f"{place}.weapon", text, "sheet.npc")
        if attack.natural and "predator" in model.abilities:
            shock, big = half(model.hd), model.size in ("large", "huge")
            faults.need(f"{place}.shock", attack.shock, shock, "sheet.npc")
            rating = PIERCE[attack.natural][1 if big else 0]
            faults.need(f"{place}.shock_ac", attack.shock_ac, rating, "sheet.npc")
            plus = int(attack.damage.partition("+")[2] or 0)
            faults.need(f"{place}.damage", plus, shock, "sheet.npc")
    return faults.found


def spell_faults(model: SpellModel, content: Content) -> list[tuple[str, str]]:
    """Return what is wrong with a spell."""
    faults = Faults()
    states = [*NAMED, *STATES, *[one.id for one in content.status]]
    if model.status is not None and model.status not in states:
        faults.add("status", unknown(model.status, states, "a state"), "spell.creatures")
    if model.radius % 5:
        faults.add("radius", f"found {model.radius}, expected a multiple of 5", "grid.area-square")
    return faults.found
