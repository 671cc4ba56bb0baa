"""What is wrong with a character sheet, each fault with its rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from affray.rulesets.sovereign.attack.attack_numbers import attack_numbers
from affray.rulesets.sovereign.damage.bonuses import die_of
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.sheet.draft import Arm, Draft
from affray.rulesets.sovereign.sheet.sheet import Sheet

ATTRIBUTES: Final = ("Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom")
AXES: Final = ("STR", "DEX", "CON", "INT", "WIS")
SKILLS: Final = ("exert", "heal", "know", "magic", "notice", "sneak", "brawl", "shoot", "stab")
DIE: Final = 6  # every class rolls d6 with something added
CAPS: Final = ((9, 4), (6, 3), (3, 2), (1, 1))  # sheet.skill-caps: from a level, the highest skill
FIFTHS: Final = 5
COMBAT: Final = ("brawl", "shoot", "stab")
UNSPECIAL: Final = ("magic", *COMBAT)  # no skill of a Specialist
# What feats call a bonus skill that one may choose.
GENERAL: Final = {
    name: (["any-combat"] if name in COMBAT else ["any-noncombat"])
    + (["brawl-or-stab"] if name in ("brawl", "stab") else [])
    for name in SKILLS
}
ART_LEVELS: Final = {
    "high-mage": (2, 4, 6, 8, 10),
    "elementalist": (2, 4, 6, 8, 10),
    "healer": (2, 4, 5, 6, 8, 10),
    "duelist": (2, 4, 5, 6, 8, 10),
}


class Faults:
    """The faults of one entry: place and text."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []

    def add(self, place: str, text: str, rule: str) -> None:
        """Add a fault, with the rule that makes it one."""
        self.found.append((place, f"{text} [sovereign/{rule}]"))

    def need(self, place: str, found: object, expected: object, rule: str) -> None:
        """Add a fault unless what was found is what was expected."""
        if found != expected:
            self.add(place, f"found {found}, expected {expected}", rule)

    def most(self, place: str, found: int, most: int, what: str, rule: str) -> None:
        """Add a fault if a number is greater than it may be."""
        if found > most:
            self.add(place, f"found {found}, expected at most {most}: {what}", rule)


class Tables:
    """What a sheet is checked against: the tables of the content, by id."""

    def __init__(
        self,
        callings: Mapping[str, Any],
        feats: Mapping[str, Any],
        traditions: Mapping[str, Any],
        arts: Mapping[str, Any],
        spells: Mapping[str, Any],
        weapons: Mapping[str, Any],
        fifths: Mapping[str, int],
    ) -> None:
        self.callings = callings
        self.feats = feats
        self.traditions = traditions
        self.arts = arts
        self.spells = spells
        self.weapons = weapons
        self.fifths = fifths  # encumbrance of everything


def sheet_faults(model: Draft, sheet: Sheet, tables: Tables) -> list[tuple[str, str]]:
    """Return what is wrong with a character sheet."""
    faults = Faults()
    numbers_of(model, sheet, faults)
    class_of(model, tables, faults)
    skills_of(model, tables, faults)
    gear_of(model, tables, faults)
    attacks_of(model, sheet, tables, faults)
    magic_of(model, tables, faults)
    return faults.found


def attributes_of(model: Draft, faults: Faults) -> None:
    """Check that all attributes and skills are there and in bounds.

    Rules: sheet.attributes, sheet.skills.
    """
    for missing in [word for word in SKILLS if word not in model.skills]:
        faults.add("skills", f"found no {missing}, expected all nine", "sheet.skills")
    for missing in [word for word in ATTRIBUTES if word not in model.attributes]:
        faults.add("attributes", f"found no {missing}, expected all five", "sheet.attributes")
    for word, level in model.skills.items():
        if not -1 <= level <= 4:
            faults.add(f"skills.{word}", f"found {level}, expected -1 to 4", "sheet.skills")
    for word, score in model.attributes.items():
        if not 3 <= score <= 18:
            faults.add(f"attributes.{word}", f"found {score}, expected 3 to 18", "sheet.attributes")


def numbers_of(model: Draft, sheet: Sheet, faults: Faults) -> None:
    """Check the numbers that follow from attributes, level and armour.

    Rules: sheet.modifiers, save.targets, sheet.ac, screen.limit, strain.limit.
    """
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


def class_of(model: Draft, tables: Tables, faults: Faults) -> None:
    """Check what the class gives: attack bonus, hit points, feats.

    Rules: sheet.attack-bonus, sheet.hp, sheet.feats.
    """
    calling = tables.callings[model.calling]
    expected = calling.attack_bonus[model.level - 1]
    faults.need("attack_bonus", model.attack_bonus, expected, "sheet.attack-bonus")
    more = calling.hp_mod
    if model.calling == "warrior-mage" and model.tradition == "duelist":
        more = 0  # 1d6 without bonus
    con = numbers.modifier(model.attributes["Constitution"])
    levels = dict(feat.partition(":")[::2] for feat in model.feats)
    hardy = 2 * model.level if "die-hard" in levels else 0
    low = model.level * max(1, 1 + more + con) + hardy
    high = model.level * max(1, DIE + more + con) + hardy
    if not low <= model.hp <= high:
        faults.add("hp", f"found {model.hp}, expected {low} to {high}", "sheet.hp")
    count = len(calling.feats_level_1)
    count += len([level for level in calling.feat_levels if level <= model.level])
    taken = 0
    combat = 0
    for name, level in levels.items():
        rank = int(level or 1)
        feat = tables.feats[name]
        faults.most("feats", rank, feat.levels, f"levels of {name}", "sheet.feats")
        taken += rank
        combat += rank if feat.combat else 0
    if "nullifier" in levels and "mage" in model.calling:
        faults.add("feats", f"nullifier is not for a {model.calling}", "sheet.feats")
    if "specialist" in levels and model.special in UNSPECIAL:
        faults.add("special", f"nobody is a specialist in {model.special}", "sheet.feats")
    faults.need("feats", taken, count, "sheet.feats")
    first = calling.feats_level_1
    if combat < first.count("combat") or taken - combat < first.count("noncombat"):
        faults.add("feats", f"expected {', '.join(first)} at level 1", "sheet.feats")


def skills_of(model: Draft, tables: Tables, faults: Faults) -> None:
    """Check the levels of skills, and what a new character may spend on them.

    Rules: sheet.skill-caps, sheet.improvements.
    """
    bonus = bonus_skills(model, tables)
    cap = next(highest for level, highest in CAPS if model.level >= level)
    lifts = feat_skills(model, tables) if model.level > 1 else []
    for name, level in model.skills.items():
        lift = next((one for one in (name, *GENERAL[name]) if one in lifts), "")
        if level > cap and lift:
            lifts.remove(lift)
        most = cap + (1 if lift else 0)
        faults.most(f"skills.{name}", level, most, "by level", "sheet.skill-caps")
    if model.level == 1:
        spent = sum(level + 1 for level in model.skills.values())
        most = 4 + len(bonus)
        faults.most("skills", spent, most, "improvements and bonus skills", "sheet.improvements")


def feat_skills(model: Draft, tables: Tables) -> list[str]:
    """Return the bonus skills of the feats."""
    found: list[str] = []
    for name in [feat.partition(":")[0] for feat in model.feats]:
        found += list(tables.feats[name].bonus_skill)
    return found


def bonus_skills(model: Draft, tables: Tables) -> list[str]:
    """Return the bonus skills of feats and traditions."""
    found = feat_skills(model, tables)
    for tradition in (model.tradition, model.second_tradition):
        if tradition:
            found += list(tables.traditions[tradition].bonus_skill)
    return found


def gear_of(model: Draft, tables: Tables, faults: Faults) -> None:
    """Check what is Readied and Stowed, and that what is used is carried.

    Rules: sheet.readied, sheet.stowed, sheet.hands.
    """
    strength = model.attributes["Strength"]
    for place, names, stated, most in (
        ("readied", model.readied, model.readied_enc, strength // 2),
        ("stowed", model.stowed, model.stowed_enc, strength),
    ):
        total = -(-sum(tables.fifths[name] for name in names) // FIFTHS)
        faults.need(f"{place}_enc", stated, total, f"sheet.{place}")
        faults.most(place, total, most, "by Strength", f"sheet.{place}")
    worn = [one for one in model.readied if one in ("leather", "chain", "plate")]
    faults.need("armor", worn or ["none"], [model.armor], "sheet.ac")
    faults.need("shield", model.shield, "shield" in model.readied, "sheet.hands")
    carried = [*model.readied, *model.stowed]
    for number, attack in enumerate(model.attacks):
        bare = attack.weapon == "unarmed"
        bare = bare or (model.shield and attack.weapon == "shield-bash")
        if not bare and attack.weapon not in carried:
            faults.add(f"attacks[{number}]", f"{attack.weapon} is not carried", "sheet.hands")


def attacks_of(model: Draft, sheet: Sheet, tables: Tables, faults: Faults) -> None:
    """Check that the printed numbers are those of the rules. Rules: attack.roll, damage.roll."""
    for number, attack in enumerate(model.attacks):
        weapon = tables.weapons[str(attack.weapon)]
        mode = str(attack.mode)
        tally = attack_numbers(model, sheet, weapon, mode, str(attack.attribute), str(attack.skill))
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


def reach_of(attack: Any, weapon: Arm, place: str, faults: Faults) -> None:
    """Check reach, ranges and Shock of an attack against its weapon.

    Rules: melee.long, ranged.normal-range, ranged.max-range, shock.on-miss.
    """
    if attack.mode == "melee":
        faults.need(f"{place}.reach", attack.reach, weapon.reach, "melee.range")
        if weapon.id != "unarmed":
            faults.need(f"{place}.shock_ac", attack.shock_ac, weapon.shock_ac, "shock.on-miss")
        return
    ranges = (attack.range_normal, attack.range_max)
    known = (weapon.range_normal, weapon.range_max)
    faults.need(f"{place}.range_normal", ranges, known, "ranged.normal-range")


def magic_of(model: Draft, tables: Tables, faults: Faults) -> None:
    """Check traditions, Effort, castings, spells and arts. Rule: sheet.spells."""
    if model.favored is not None:
        blades = [attack.weapon for attack in model.attacks if attack.mode == "melee"]
        if model.favored not in blades:
            text = f"found {model.favored}, with which it has no melee attack"
            faults.add("favored", text, "sheet.spells")
    names = [one for one in (model.tradition, model.second_tradition) if one]
    if not names:
        stated = (model.effort, model.castings, model.prepared, model.arts)
        faults.need("effort", stated, (0, 0, [], []), "sheet.spells")
        return
    calling = tables.callings[model.calling]
    found = [tables.traditions[name] for name in names]
    followed(model, found, faults, partial=calling.partial)
    effort = sum(effort_of(model, one.id, partial=calling.partial) for one in found)
    faults.need("effort", model.effort, effort, "sheet.spells")
    level = model.level - 1
    castings = max([one.castings[level] for one in found if one.castings] or [0])
    prepared = max([one.prepared[level] for one in found if one.prepared] or [0])
    highest = max([one.max_spell_level[level] for one in found if one.max_spell_level] or [0])
    faults.need("castings", model.castings, castings, "sheet.spells")
    faults.most("prepared", len(model.prepared), prepared, "by the table", "sheet.spells")
    for name in model.prepared:
        faults.most(
            "prepared", tables.spells[name].level, highest, f"the level of {name}", "sheet.spells"
        )
    for name in model.arts:
        if tables.arts[name].tradition not in names:
            faults.add(
                "arts", f"{name} is of the tradition {tables.arts[name].tradition}", "sheet.spells"
            )
    most = sum(arts_of(one.id, model.level) for one in found)
    faults.most("arts", len(model.arts), most, "arts by level", "sheet.spells")


def followed(model: Draft, found: list[Any], faults: Faults, *, partial: bool) -> None:
    """Check how many traditions a class follows, and that a full one is not partial only.

    Rule: sheet.spells.
    """
    names = [one.id for one in found]
    many = 2 if model.calling == "mage-mage" else 1
    if "mage" not in model.calling:
        faults.add("tradition", f"a {model.calling} follows none", "sheet.spells")
    elif len(set(names)) != many or len(names) != many:
        text = f"found {', '.join(names)}, expected {many} for a {model.calling}"
        faults.add("tradition", text, "sheet.spells")
    elif not partial and found[0].partial_only:
        text = f"{names[0]} is followed only by half, not by a {model.calling}"
        faults.add("tradition", text, "sheet.spells")


def effort_of(model: Draft, tradition: str, *, partial: bool) -> int:
    """Return a tradition's Effort. Rule: effort.pool."""
    mods = [numbers.modifier(model.attributes[word]) for word in ATTRIBUTES]
    if tradition == "duelist":
        return max(1, model.skills["stab"] + max(mods[1], mods[3]))
    if tradition == "healer":
        return max(1, 1 + model.skills["heal"] + mods[3])
    return max(1, 1 + model.skills["magic"] + mods[3] - (1 if partial else 0))


def arts_of(tradition: str, level: int) -> int:
    """Return how many arts a tradition grants by a level."""
    first = 3 if tradition == "elementalist" else 2
    return first + len([one for one in ART_LEVELS.get(tradition, ()) if one <= level])
