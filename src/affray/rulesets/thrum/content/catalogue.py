"""Thrum's content file: read, checked as a whole, and what packs are added to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from pydantic import ValidationError

from affray.content.explain import explain
from affray.content.join import OWN, own_id
from affray.content.pack import schema_of
from affray.content.part import Part
from affray.content.problems import Problems
from affray.content.toml import parse_toml
from affray.rulesets.thrum.check import faults
from affray.rulesets.thrum.condition.kinds import Condition
from affray.rulesets.thrum.content.build import block_of, draft_of, library_of
from affray.rulesets.thrum.content.check import (
    Words,
    check_ability,
    check_creature,
    check_nova,
    check_status,
    gaps,
    known,
)
from affray.rulesets.thrum.content.schema import CharacterModel, Content, CreatureModel
from affray.rulesets.thrum.definitions import Library
from affray.rulesets.thrum.sheet.build import build_npc, build_pc, shown_numbers
from affray.rulesets.thrum.terms import ATTRIBUTES

SOURCE: Final = "thrum/content.toml"


class Goods:
    """What sheets are made from: the content file's, and what packs add to it."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.library: Library = library_of(content)
        self.statuses: dict[str, Condition] = {}  # of packs
        self.drafts: list[CharacterModel] = list(content.character)
        self.blocks: list[CreatureModel] = list(content.creature)


def builtin_content() -> bytes:
    """Return the content file as it is installed."""
    return files("affray").joinpath("rulesets", "thrum", "content.toml").read_bytes()


@cache
def content_of(raw: bytes) -> Content:
    """Read and check the content file.

    Raises:
        InvalidError: it is at fault; all problems are named.
    """
    problems = Problems(SOURCE)
    data = parse_toml(raw, SOURCE)
    try:
        content = Content.model_validate(data)
    except ValidationError as error:
        explain(error, schema_of(Content), problems)
        problems.stop()
        raise
    arts = [*[art.id for art in content.art], "npc", "basic"]
    words = Words(arts, [], [ability.id for ability in content.ability if ability.art != "basic"])
    check_content(content, words, problems)
    for gap in gaps(content.ability, coded_ids(content)):
        problems.add("", gap)
    problems.stop()
    return content


def coded_ids(content: Content) -> list[str]:
    """Return the ids, besides abilities, of what only code can hold."""
    combat = [f"archetype-{one.id}" for one in content.archetype if one.list == "combat"]
    novas = [one.id for one in content.nova]
    return novas + [trait.id for trait in content.faction_trait] + combat


def check_content(content: Content, words: Words, problems: Problems) -> None:
    """Add every fault of the content file: words, ids that stand twice, numbers that disagree."""
    for n, art in enumerate(content.art):
        known(f"art[{n}].primary", art.primary, ATTRIBUTES, "an attribute", problems)
        known(f"art[{n}].main_defence", art.main_defence, ATTRIBUTES, "an attribute", problems)
    for n, archetype in enumerate(content.archetype):
        place = f"archetype[{n}].attribute"
        known(place, archetype.attribute, ATTRIBUTES, "an attribute", problems)
    for n, status in enumerate(content.status):
        check_status(status, f"status[{n}]", words, problems, coded=True)
    for n, ability in enumerate(content.ability):
        check_ability(ability, f"ability[{n}]", words, problems, coded=True)
    for n, nova in enumerate(content.nova):
        check_nova(nova, f"nova[{n}]", words, problems)
    seen: dict[str, str] = {}
    kinds: tuple[tuple[str, Sequence[Part]], ...] = (
        ("status", content.status),
        ("ability", content.ability),
        ("nova", content.nova),
        ("faction_trait", content.faction_trait),
        ("creature", content.creature),
        ("character", content.character),
    )
    for kind, models in kinds:
        for n, model in enumerate(models):
            own_id(f"{kind}[{n}].id", model, seen, OWN, problems)
    if not problems.found():
        library = library_of(content)
        check_members(content.creature, content.character, library, words, problems)


def check_members(
    creatures: Sequence[CreatureModel],
    characters: Sequence[CharacterModel],
    library: Library,
    words: Words,
    problems: Problems,
) -> None:
    """Check stat blocks and sheets; if they are good, the numbers that a file states of them."""
    before = problems.count
    check_choices(creatures, characters, library, words, problems)
    if problems.count == before:
        check_numbers(creatures, characters, library, problems)


def check_choices(
    creatures: Sequence[CreatureModel],
    characters: Sequence[CharacterModel],
    library: Library,
    words: Words,
    problems: Problems,
) -> None:
    """Check what was chosen for stat blocks and sheets."""
    for n, creature in enumerate(creatures):
        check_creature(creature, f"creature[{n}]", words, problems)
    for n, character in enumerate(characters):
        for fault in faults(draft_of(character), library):
            problems.add(f"character[{n}].{fault.place}", fault.text())


def check_numbers(
    creatures: Sequence[CreatureModel],
    characters: Sequence[CharacterModel],
    library: Library,
    problems: Problems,
) -> None:
    """Check the numbers that a file states against those that the rules work out."""
    for n, creature in enumerate(creatures):
        _check_block(creature, f"creature[{n}]", library, problems)
    for n, character in enumerate(characters):
        place = f"character[{n}]"
        sheet = build_pc(draft_of(character), library)
        _agree(f"{place}.attributes", character.attributes, sheet.attributes, problems)
        _agree(f"{place}.art_modifiers", character.art_modifiers, sheet.arts, problems)
        _agree(f"{place}.derived", character.derived, shown_numbers(sheet), problems)


def _check_block(creature: CreatureModel, place: str, library: Library, problems: Problems) -> None:
    """Check the numbers at the default Tier: none absurd, and as the file states them."""
    sheet = build_npc(block_of(creature), creature.default_tier, "", library)
    numbers = shown_numbers(sheet)
    for name in ("speed", "fatigue_tolerance", "stress_tolerance"):
        if not 0 <= numbers[name] <= 100:
            what = f"found {numbers[name]} at Tier {creature.default_tier}, expected 0 to 100"
            problems.add(f"{place}.{name}", what)
    _agree(f"{place}.shown", creature.shown, numbers, problems)


def _agree(
    place: str, stated: Mapping[str, int], worked_out: Mapping[str, int], problems: Problems
) -> None:
    """Complain about every stated number that the rules work out otherwise."""
    for name, value in stated.items():
        if known(f"{place}.{name}", name, worked_out, "a number of a sheet", problems):
            n = worked_out[name]
            if n != value:
                what = f"found {value}, expected {n}, as the rules work it out, or nothing"
                problems.add(f"{place}.{name}", what)
