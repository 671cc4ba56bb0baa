"""What the words of Ingenuity's content and packs must be: every unknown one is told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from affray.content.like import builtin_tables, rows_of
from affray.content.problems import Problems, nearest, show
from affray.rulesets.ingenuity import condition
from affray.rulesets.ingenuity.content.schema import (
    CharacterModel,
    Content,
    CreatureModel,
    ManeuverModel,
    PowerModel,
    StatusModel,
    TalentModel,
)
from affray.rulesets.ingenuity.sheet import MOST_TALENT, START_TALENT, TALENT_PRICE
from affray.rulesets.ingenuity.terms import ATTRIBUTES, SKILLS, TYPES

# Effects that are no conditions. Rule: maneuver.steps.
WORDS: Final = (
    "prone",
    "interrupt",
    "break concentration",
    "swap places",
    "advantage on next melee attack",
)
OWN: Final = ("movement stops", "hidden", "stand", "grappled")
OWN_POWERS: Final = ("+1 tests", "-1 tests", "unconscious", "break concentration")
POWERS: Final = (
    "ignite",
    "jolt",
    "arcane-missiles",
    "mental-strike",
    "water-jet",
    "bless",
    "curse",
    "mend",
    "light",
    "physical-ward",
    "elemental-ward",
    "shield-of-force",
    "elemental-weapon",
    "entangle",
    "grease",
    "harm",
    "alter-size",
    "fireball",
    "sleep",
    "restoration",
    "iron-breath",
)
PROCEDURES: Final = ("radius", "missiles")  # what only ``as`` can give a power
HINDERED: Final = ("tests", "targeted-actions", "strength", "dexterity", "intellect", "resolve")
OF_THE_GAME: Final = (  # what only the statuses of the game itself say
    *("derived", "condition", "per_observer", "extra_reactions"),
    *("default_difficulty", "default_interval", "combat_interval"),
)
OF_MANEUVERS: Final = (  # what the procedure of a manoeuvre of the game itself means
    *("weapon", "instead_of", "follow_up", "limit", "damage_type"),
    *("endurance_only", "min_damage"),
)
OF_POWERS: Final = ("always_hits", "heal")
OF_TALENTS: Final = ("rule", "attack_bonus", "uses_per_rest", "uses_per_combat", "concentration")
DICE: Final = ("d4", "d6", "d8", "d10", "d12")
ENDS: Final = ("next-turn-start", "own-turn-end")

Following: TypeAlias = ManeuverModel | PowerModel | TalentModel


def known(place: str, words: Iterable[str], among: Iterable[str], problems: Problems) -> None:
    """Complain of every word that is not among the known ones."""
    allowed = list(among)
    for word in words:
        if word not in allowed:
            close = nearest(word, allowed)
            hint = f"; did you mean {close}?" if close else ""
            problems.add(place, f"found {show(word)}, which is unknown{hint}")


def check_content(content: Content, problems: Problems) -> None:
    """Add every unknown word."""
    for n, status in enumerate(content.status):
        check_status(f"status[{n}]", status, problems)
    check_things(content, problems)
    builtin = [maneuver.id for maneuver in content.maneuver if maneuver.follows is None]
    for n, maneuver in enumerate(content.maneuver):
        check_maneuver(f"maneuver[{n}]", maneuver, builtin, content, problems)
    builtin = [power.id for power in content.power if power.follows is None]
    for n, power in enumerate(content.power):
        check_power(f"power[{n}]", power, builtin, content, problems)
    builtin = [talent.id for talent in content.talent if talent.follows is None]
    for n, talent in enumerate(content.talent):
        check_talent(f"talent[{n}]", talent, builtin, content, problems)
    check_origins(content, problems)
    for n, creature in enumerate(content.creature):
        check_sheet(f"creature[{n}]", creature, content, problems)
        known(f"creature[{n}].immune", creature.immune, immunities(content), problems)
        check_effect(f"creature[{n}].on_hit", creature.on_hit, content, problems)
    for n, character in enumerate(content.character):
        check_sheet(f"character[{n}]", character, content, problems)


def immunities(content: Content) -> list[str]:
    return ["prone", *conditions(content), *TYPES]


def conditions(content: Content) -> list[str]:
    """Return every condition that can be laid on somebody."""
    added = [status.id for status in content.status if not native(status.id)]
    return [*condition.ALL, *added]


def native(id: str) -> bool:
    return id in condition.ALL or id in condition.FIELDS


def check_status(place: str, one: StatusModel, problems: Problems) -> None:
    """Check a status that a pack adds: what of the vocabulary there is code for."""
    if native(one.id):
        return
    known(
        f"{place}.disadvantage_on", (one.disadvantage_on or "tests").split(","), HINDERED, problems
    )
    if one.ends is not None:
        known(f"{place}.ends", [one.ends], ENDS, problems)
    if one.terrain not in (None, "difficult"):
        problems.add(f"{place}.terrain", f"found {show(one.terrain)}, expected difficult")
    if one.speed == 0:
        problems.add(f"{place}.speed", "found 0, expected 1 or more, or speed_factor = 0.0")
    if one.speed_factor not in (None, 0.0, 0.5):
        problems.add(f"{place}.speed_factor", f"found {one.speed_factor}, expected 0.0 or 0.5")
    for name in OF_THE_GAME:
        if getattr(one, name):
            problems.add(f"{place}.{name}", f"found {name}, for which packs have no use")


def own_ids(table: str) -> list[str]:
    """Return the ids that a table of the game itself holds."""
    return [str(row["id"]) for row in rows_of(builtin_tables("ingenuity"), table)]


def check_told(
    place: str, table: str, one: Following, keys: Iterable[str], problems: Problems
) -> None:
    """Refuse what only the procedure of one of the game's own means, unless it is as that has it.

    That is the one whose procedure it follows, or in whose place it stands.
    """
    rows = {row["id"]: row for row in rows_of(builtin_tables("ingenuity"), table)}
    other = rows.get(one.follows or one.id, {})
    for name in keys:
        default = type(one).model_fields[name].default
        if getattr(one, name) not in (default, other.get(name, default)):
            what = f"found {name}, expected it as what it follows by as has it"
            problems.add(f"{place}.{name}", what)


def check_effect(place: str, text: str | None, content: Content, problems: Problems) -> None:
    """Check an effect with its number: ``burning 2``."""
    if text is not None:
        word, _, number = text.partition(" ")
        known(place, [word], ["prone", *conditions(content)], problems)
        if number and not number.isdecimal():
            problems.add(place, f"found {show(number)}, expected a whole number")


def check_things(content: Content, problems: Problems) -> None:
    """Check what weapons, shields, items and ammunition name."""
    names = [proficiency.name for proficiency in content.proficiency]
    ammunition = [ammunition.id for ammunition in content.ammunition]
    weapons = [weapon.id for weapon in content.weapon]
    for n, weapon in enumerate(content.weapon):
        known(f"weapon[{n}].proficiencies", weapon.proficiencies, names, problems)
        if weapon.ammo not in (None, "none"):
            known(f"weapon[{n}].ammo", [weapon.ammo or ""], ammunition, problems)
        check_effect(f"weapon[{n}].on_hit", weapon.on_hit, content, problems)
    for n, shield in enumerate(content.shield):
        known(f"shield[{n}].attack_as", [shield.attack_as], weapons, problems)
    for n, ammo in enumerate(content.ammunition):
        known(f"ammunition[{n}].weapons", ammo.weapons, weapons, problems)
    for n, item in enumerate(content.item):
        if item.attack_as is not None:
            known(f"item[{n}].attack_as", [item.attack_as], weapons, problems)
        check_effect(f"item[{n}].on_hit", item.on_hit, content, problems)


def check_maneuver(
    place: str, one: ManeuverModel, builtin: list[str], content: Content, problems: Problems
) -> None:
    """Check a manoeuvre: its words, and that it is of a kind that can be played."""
    known(
        f"{place}.proficiencies", one.proficiencies, [s.name for s in content.proficiency], problems
    )
    if one.follows is not None:
        known(f"{place}.as", [one.follows], builtin, problems)
    for part in (one.effect or "").replace(";", ",").split(","):
        text = part.strip()
        if text and text not in WORDS and text not in OWN:
            word, _, number = text.partition(" ")
            among = [*conditions(content), "heartened", "heal", *WORDS]
            known(f"{place}.effect", [word], among, problems)
            if number and not number.isdecimal():
                problems.add(f"{place}.effect", f"found {show(number)}, expected a whole number")
    check_effect(f"{place}.on_hit", one.on_hit, content, problems)
    check_told(place, "maneuver", one, OF_MANEUVERS, problems)
    plain = one.attack or one.against is not None or one.difficulty
    if one.follows is None and not plain and one.id not in NATIVE:
        what = "found neither attack, against nor difficulty, expected one of them, or as"
        problems.add(place, what)
    if not one.attack and plain and not (one.attribute or one.attributes):
        problems.add(f"{place}.attribute", "missing, expected what the manoeuvre is tested with")


# Manoeuvres of the game that test nothing of their own.
NATIVE: Final = ("arrow-catch", "hard-parry", "hook-parry", "hysterical-might")


def check_power(
    place: str, one: PowerModel, builtin: list[str], content: Content, problems: Problems
) -> None:
    """Check a power: its words, and that it is of a kind that can be played."""
    names = [s.name for s in content.proficiency if s.kind in SKILLS]
    known(f"{place}.proficiencies", one.proficiencies, names, problems)
    check_told(place, "power", one, OF_POWERS, problems)
    if one.follows is not None:
        known(f"{place}.as", [one.follows], builtin, problems)
        return
    if one.effect is not None and one.effect not in OWN_POWERS:
        check_effect(f"{place}.effect", one.effect, content, problems)
    if one.id not in POWERS:
        check_added(place, one, problems)


def check_added(place: str, one: PowerModel, problems: Problems) -> None:
    """Check a power that a pack adds without following another."""
    for name in PROCEDURES:
        if getattr(one, name):
            problems.add(f"{place}.{name}", f"found {name}, expected as: it is another's procedure")
    if not one.attack and one.effect is None and not one.push:
        problems.add(place, "found neither attack, effect nor push, expected one of them, or as")


def check_talent(
    place: str, one: TalentModel, builtin: list[str], content: Content, problems: Problems
) -> None:
    """Check a talent: what it asks for, that it does something, and that its price is the rules'.

    Rule: sheet.advancement.
    """
    for need in [word for part in one.requires.split(", ") for word in part.split(" or ") if word]:
        check_need(f"{place}.requires", need, content, problems)
    price, first, most = (START_TALENT, START_TALENT, MOST_TALENT) if one.resource else (0, 0, 0)
    for name, value in (
        ("cost", price or TALENT_PRICE),
        ("start_bonus", first),
        ("max_bonus", most),
    ):
        if getattr(one, name) not in (value, type(one).model_fields[name].default):
            what = f"found {getattr(one, name)}, expected {value} [ingenuity/sheet.advancement]"
            problems.add(f"{place}.{name}", what)
    known(f"{place}.as", [one.follows] if one.follows else [], builtin, problems)
    check_told(place, "talent", one, OF_TALENTS, problems)
    own = one.follows is None and one.id not in own_ids("talent")
    if own and one.resource is None and not one.speed:
        problems.add(place, "found neither resource nor speed, expected one of them, or as")


def check_need(place: str, need: str, content: Content, problems: Problems) -> None:
    """Check one of the needs of a talent: ``strength d6``, ``manoeuvre Feint``, ``a power``."""
    if need == "a power":
        return
    first, _, rest = need.partition(" ")
    if first == "manoeuvre":
        names = [maneuver.id for maneuver in content.maneuver]
        known(place, [rest.lower().replace(" ", "-")], names, problems)
        return
    known(place, [first], [*ATTRIBUTES, *SKILLS], problems)
    known(place, [rest], DICE, problems)


def check_origins(content: Content, problems: Problems) -> None:
    """Check what ancestries, backgrounds and classes name."""
    weapons = [weapon.id for weapon in content.weapon]
    talents = [talent.id for talent in content.talent]
    names = [proficiency.name for proficiency in content.proficiency]
    for n, ancestry in enumerate(content.ancestry):
        known(f"ancestry[{n}].weapons", ancestry.weapons, weapons, problems)
        known(f"ancestry[{n}].talents", ancestry.talents, talents, problems)
    for n, background in enumerate(content.background):
        known(f"background[{n}].proficiencies", background.proficiencies, names, problems)
    for n, calling in enumerate(content.calling):
        known(f"class[{n}].proficiencies", calling.proficiencies, names, problems)
        known(f"class[{n}].resource_talent", [calling.resource_talent], talents, problems)
        known(f"class[{n}].talent", [calling.talent], talents, problems)


def check_sheet(
    place: str, one: CreatureModel | CharacterModel, content: Content, problems: Problems
) -> None:
    """Add every unknown word of a sheet."""
    known(f"{place}.weapons", one.weapons, [s.id for s in content.weapon], problems)
    known(f"{place}.shields", one.shields, [s.id for s in content.shield], problems)
    known(f"{place}.armour", one.armour, [s.id for s in content.armour], problems)
    known(f"{place}.items", one.items, [s.id for s in content.item], problems)
    known(f"{place}.ammunition", one.ammunition, [s.id for s in content.ammunition], problems)
    known(f"{place}.skills", one.skills, SKILLS, problems)
    known(f"{place}.talents", one.talents, [s.id for s in content.talent], problems)
    known(f"{place}.maneuvers", one.maneuvers, [s.id for s in content.maneuver], problems)
    known(f"{place}.powers", one.powers, [s.id for s in content.power], problems)
    words = [s.name for s in content.proficiency]
    known(f"{place}.proficiencies", one.proficiencies, words, problems)
