"""Working out a sheet from what is written down of a character or a stat block."""

from __future__ import annotations

from affray.rulesets.thrum.action.ability import EntryAbility
from affray.rulesets.thrum.arts import make
from affray.rulesets.thrum.definitions import (
    WHOLE,
    Archetype,
    Bound,
    Draft,
    Entry,
    Library,
    StatBlock,
    Term,
)
from affray.rulesets.thrum.feature import Ability
from affray.rulesets.thrum.sheet.sheet import Sheet, art_modifier
from affray.rulesets.thrum.terms import ACTION, ATTRIBUTES, PASSIVE, SPEED, STANCE

# ---- making sheets -------------------------------------------------------------------------------


def build_pc(draft: Draft, library: Library) -> Sheet:
    """Work out a PC's sheet; the draft has been found valid.

    Rules: sheet.attributes, sheet.derived-defences, sheet.tolerances, sheet.speed.
    """
    sheet = Sheet(draft.id, draft.name, True)
    sheet.level = draft.level
    sheet.speed = 4
    for name in ATTRIBUTES:
        sheet.attributes[name] = draft.points.get(name, 0)
    for pick in draft.archetypes:
        archetype = library.archetypes[pick.rstrip("+")]
        sheet.attributes[archetype.attribute] += 1
    sheet.training = draft.training
    for art, training in draft.training.items():
        primary = sheet.attributes[library.arts[art]]  # sheet.combat-arts
        sheet.arts[art] = art_modifier(primary, training, draft.level)
    sheet.end = sheet.resilience = sheet.attributes["END"]
    sheet.ref = sheet.evasion = sheet.initiative = sheet.attributes["REF"]
    sheet.resolve = sheet.attributes["FOC"]
    sheet.fatigue_tolerance = 3 + sheet.attributes["END"]
    sheet.stress_tolerance = 2 + sheet.attributes["FOC"]
    give_abilities(sheet, draft, library)
    complete(sheet)
    return sheet


def give_abilities(sheet: Sheet, draft: Draft, library: Library) -> None:
    """Give basic abilities, those selected, Nova abilities and what Archetypes do in combat."""
    for entry in library.basics():
        add(sheet, entry, [])
    for ability in draft.abilities:
        add(sheet, library.abilities[ability], upgrades_of(draft, ability))
    for nova in draft.novas:
        entry = library.novas[nova]
        add(sheet, entry, upgrades_of(draft, nova))
        sheet.novas.append(nova)
        sheet.caps.append(sheet.abilities[-1].potential_cap())
    for pick in draft.archetypes:
        if not pick.endswith("+"):
            upgraded = ["a"] if pick + "+" in draft.archetypes else []
            add(sheet, archetype_entry(library.archetypes[pick]), upgraded)


def archetype_entry(archetype: Archetype) -> Entry:
    """Return the passive by which an Archetype acts in combat."""
    entry = Entry("archetype-" + archetype.id, archetype.name, "archetype", PASSIVE, 0)
    entry.text = archetype.text
    entry.code = "archetype-" + archetype.code
    return entry


def upgrades_of(draft: Draft, id: str) -> list[str]:
    """Return the letters of the upgrades bought of an ability."""
    return [
        upgrade.partition(":")[2] for upgrade in draft.upgrades if upgrade.partition(":")[0] == id
    ]


def build_npc(block: StatBlock, tier: int, trait: str, library: Library) -> Sheet:
    """Work out an NPC's sheet; ``trait`` is the one faction trait that it may carry.

    Rules: sheet.npc-block, sheet.rounding, sheet.faction-trait, move.drop.npc-attributes.
    """
    sheet = Sheet(block.id, block.name, False)
    sheet.tier = tier
    sheet.trait = trait
    numbers = block_numbers(block, tier)
    sheet.speed = numbers["speed"]
    sheet.initiative = numbers["initiative"]
    sheet.attack = numbers["attack"]
    sheet.end = sheet.resilience = numbers["resilience"]
    sheet.ref = sheet.evasion = numbers["evasion"]
    sheet.resolve = numbers["resolve"]
    sheet.fatigue_tolerance = numbers["fatigue_tolerance"]
    sheet.stress_tolerance = numbers["stress_tolerance"]
    for entry in library.basics():
        add(sheet, entry, [])
    for ability in block.abilities:
        add(sheet, library.abilities[ability], [])
    if trait:
        add(sheet, library.traits[trait], [])
    complete(sheet)
    return sheet


def block_numbers(block: StatBlock, tier: int) -> dict[str, int]:
    """Return the numbers of a stat block at a Tier. Rule: sheet.npc-block."""
    blank = Sheet(block.id, block.name, False)
    blank.tier = tier
    bound = Bound(blank, "npc", [])
    return {name: bound.quantity(terms).fixed for name, terms in block.numbers.items()}


def restated(block: StatBlock, values: dict[str, int]) -> StatBlock:
    """Return a stat block with some numbers as the GM lists them. Rule: sheet.npc-block."""
    other = StatBlock(block.id, block.name)
    other.abilities = block.abilities
    other.default_tier = block.default_tier
    other.numbers = dict(block.numbers)
    for name, value in values.items():
        other.numbers[name] = [Term("", WHOLE, "", value)]
    return other


def add(sheet: Sheet, entry: Entry, upgrades: list[str]) -> None:
    """Give a sheet an ability, with its numbers worked out."""
    ability = make(entry, Bound(sheet, entry.art, upgrades))
    ability.slot = len(sheet.abilities)
    sheet.abilities.append(ability)
    if ability.kind == ACTION:
        sheet.actions.append(ability)
    elif ability.kind == STANCE:
        sheet.stances.append(ability)


def complete(sheet: Sheet) -> None:
    """Take in what lasting abilities change on the sheet itself, and sum up what they listen to."""
    for ability in sheet.abilities:
        if isinstance(ability, EntryAbility):
            ability.on_sheet(sheet)
        if ability.kind == PASSIVE or lasts(ability):
            sheet.lasting.append(ability)
            sheet.adjusts |= ability.adjusts
            sheet.listens |= ability.listens
            sheet.notices |= ability.notices


def lasts(ability: Ability) -> bool:
    """Return whether an Action or Stance has a part that is always in force (gaining Potential)."""
    return isinstance(ability, EntryAbility) and ability.always


# ---- numbers as a sheet shows them ---------------------------------------------------------------


def shown_numbers(sheet: Sheet) -> dict[str, int]:
    """Return the numbers that sheets and stat blocks show; Speed with what abilities always add."""
    found = {
        "speed": shown_speed(sheet),
        "initiative": sheet.initiative,
        "resilience": sheet.resilience,
        "evasion": sheet.evasion,
        "resolve": sheet.resolve,
        "fatigue_tolerance": sheet.fatigue_tolerance,
        "stress_tolerance": sheet.stress_tolerance,
    }
    if not sheet.pc:
        found["attack"] = sheet.attack
    return found


def shown_speed(sheet: Sheet) -> int:
    """Return Speed with what abilities always add. Rule: sheet.speed."""
    speed = sheet.speed
    for ability in sheet.lasting:
        if isinstance(ability, EntryAbility):
            speed += sum(
                modifier.amount for modifier in ability.modifiers if modifier.kind == SPEED
            )
    return speed
