"""Sovereign's content as sheets: the library from which encounters take their members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, TypeVar

from pydantic import ValidationError

from affray.content.encounter import Encounter
from affray.content.explain import explain
from affray.content.join import join
from affray.content.members import EncounterMember
from affray.content.pack import PackFile, schema_of
from affray.content.problems import Problems, known
from affray.content.roster import CHARACTER, CREATURE, ContentRoster, Roster
from affray.content.toml import parse_toml
from affray.content.values import words_of
from affray.core.ruleset import Ruleset
from affray.core.setup import SWITCH, Setup, Value
from affray.rulesets.sovereign import gm
from affray.rulesets.sovereign.content.build import creature_of, full_sheet, library_of
from affray.rulesets.sovereign.content.check import (
    character_faults,
    class_faults,
    creature_faults,
    known_abilities,
    known_words,
    spell_faults,
    status_faults,
    weapon_faults,
)
from affray.rulesets.sovereign.content.schema import (
    CharacterModel,
    Content,
    CreatureModel,
    FeatModel,
    Pack,
)
from affray.rulesets.sovereign.ruleset import Sovereign
from affray.rulesets.sovereign.setup import STATE, SURPRISES
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.sheet.validation import Faults

SOURCE: Final = "sovereign/content.toml"
RENAMED: Final = {"max_hp": "hp"}  # ``hp`` alone is what is left of them

Model = TypeVar("Model", CharacterModel, CreatureModel)


def content_library(packs: Sequence[PackFile]) -> SovereignContentLibrary:
    """Return the library of the content as it is installed, with packs."""
    return SovereignContentLibrary(builtin_content(), packs)


class SovereignContentLibrary:
    """Everything that can stand in a Sovereign encounter."""

    def __init__(self, raw: bytes, packs: Sequence[PackFile] = ()) -> None:
        """Read the content file.

        Raises:
            InvalidError: it is at fault; all problems are named.
        """
        self.content, problems = join(content_of(raw), packs, SOURCE)
        for number, spell in enumerate(self.content.spell):
            for place, fault in spell_faults(spell, self.content, content_of(raw)):
                problems.add(f"spell[{number}].{place}", fault)
        for number, creature in enumerate(self.content.creature):
            for place, fault in creature_faults(creature, self.content):
                problems.add(f"creature[{number}].{place}", fault)
        for number, character in enumerate(self.content.character):
            for place, fault in character_faults(character, self.content):
                problems.add(f"character[{number}].{place}", fault)
        for number, weapon in enumerate(self.content.weapon):
            if weapon.id != "unarmed":
                for place, fault in weapon_faults(weapon):
                    problems.add(f"weapon[{number}].{place}", fault)
        first = len(content_of(raw).status)
        for number, status in enumerate(self.content.status[first:], start=first):
            for place, fault in status_faults(status):
                problems.add(f"status[{number}].{place}", fault)
        usual = {calling.id: calling for calling in content_of(raw).calling}
        for number, calling in enumerate(self.content.calling):
            for place, fault in class_faults(calling, self.content, usual):
                problems.add(f"class[{number}].{place}", fault)
        problems.stop()
        own = [file.pack for file in packs if isinstance(file.pack, Pack)]
        packed = [status.id for pack in own for status in pack.status]
        packed += [spell.id for pack in own for spell in pack.spell]
        self.library = library_of(self.content, frozenset(packed))
        members = {
            CHARACTER: [{"id": character.id} for character in self.content.character],
            CREATURE: [
                {"id": creature.id, "size": creature.size} for creature in self.content.creature
            ],
        }
        self._roster = ContentRoster("sovereign", members)
        self._ruleset = Sovereign(self.library)

    def roster(self) -> Roster:
        return self._roster

    def ruleset(self, usual: Ruleset) -> Ruleset:
        """Return the ruleset that knows this library's weapons, spells and creatures."""
        return self._ruleset

    def member(self, combatant: EncounterMember, problems: Problems, place: str) -> Sheet:
        """Return the sheet of a combatant; what is wrong with it goes to the problems."""
        entry = combatant.entry
        for key in ("tier", "level", "faction"):
            if getattr(entry, key) is not None:
                problems.add(f"{place}.{key}", f"found {key}, expected no such key in Sovereign")
        own = {name: value for name, value in entry.settings.items() if name not in STATE}
        for name, ids in self.lists().items():
            known(f"{place}.with.{name}", words_of(own.get(name, [])), ids, problems)
        return self.restated(entry.id, own, problems, f"{place}.with")

    def restated(
        self, id: str, settings: Mapping[str, object], problems: Problems, place: str
    ) -> Sheet:
        """Return a sheet with the values replaced that an encounter's ``with`` says."""
        if not settings:
            return self.library.sheets[id]
        weapons = {weapon.id: weapon for weapon in self.content.weapon}
        for character in self.content.character:
            if character.id == id:
                told = changed(character, settings, problems, place)
                faults = Faults()
                if known_words(told, self.content, faults):
                    return full_sheet(told, self.content, self.library)
                self.report(faults, problems, place)
                return self.library.sheets[id]
        creature = next(creature for creature in self.content.creature if creature.id == id)
        other = changed(creature, settings, problems, place)
        faults = Faults()
        if known_abilities(other, self.content, faults):
            return creature_of(other, weapons, self.library)
        self.report(faults, problems, place)
        return self.library.sheets[id]

    def report(self, faults: Faults, problems: Problems, place: str) -> None:
        """Add what stands for nothing, but for the lists, which are told already."""
        for where, fault in faults.found:
            if where not in self.lists():
                problems.add(f"{place}.{where}", fault)

    def seat(self, combatant: EncounterMember, encounter: Encounter) -> str:
        """Return the seat that decides for a combatant. Rule: morale.henchmen."""
        return combatant.seat

    def check(self, encounter: Encounter, problems: Problems) -> None:
        """Add what an encounter asks for that Sovereign has no rule for."""
        if encounter.instigator is not None:
            what = "found an instigator, expected none: the sides roll for initiative"
            problems.add("instigator", f"{what} [sovereign/init.one-roll-per-side]")
        if not encounter.last_standing:
            what = "found false, expected true: the fight ends when one side is left"
            problems.add("last_standing", f"{what} [sovereign/end.last-side]")

    def ready(self, setup: Setup) -> None:
        """Give members without a square one of their side's start, in the order listed."""
        held: list[int] = []
        for member in setup.members:
            if member.cell >= 0:
                held += setup.grid.footprint(member.cell, size_of(member.sheet))
        for member in setup.members:
            if member.cell >= 0:
                continue
            for cell in setup.sides[member.side].start:
                cells = setup.grid.footprint(cell, size_of(member.sheet))
                blocked = any(cell in held or setup.grid.ground[cell] > 2 for cell in cells)
                if cells and not blocked:
                    member.cell = cell
                    held += cells
                    break

    def lists(self) -> Mapping[str, Sequence[str]]:
        """Return the lists of a sheet that ``with`` may state, and what may be in them."""
        return {
            "feats": [word for feat in self.content.feat for word in (feat.id, *levels_of(feat))],
            "arts": [art.id for art in self.content.art],
            "abilities": [ability.id for ability in self.content.ability],
            "prepared": [spell.id for spell in self.content.spell],
            "spells": [spell.id for spell in self.content.spell],
        }

    def options(self) -> Mapping[str, Sequence[Value]]:
        """Return the options of an encounter that offer some values, and those."""
        return {"careful": SWITCH, "surprise": SURPRISES, "gm-rulings": tuple(gm.TOPICS)}

    def words(self, member: str) -> Sequence[str]:
        """Return what ``with`` may say of a member, by the first words of its paths."""
        kinds = [one.id for one in self.content.character]
        model = CharacterModel if member in kinds else CreatureModel
        fields = [field.alias or name for name, field in model.model_fields.items()]
        first = [name for name in STATE if "." not in name]
        return list(dict.fromkeys([*first, "spent", *RENAMED, *fields]))

    def notes(self, members: Sequence[str]) -> list[str]:
        """Return what is allowed but worth telling of these members: nothing in Sovereign."""
        return []


def changed(model: Model, settings: Mapping[str, object], problems: Problems, place: str) -> Model:
    """Return what a file says of somebody with some of it replaced, checked by the same schema."""
    data = model.model_dump(by_alias=True, exclude_unset=True)
    for path, value in settings.items():
        *above, last = RENAMED.get(path, path).split(".")
        owner = data
        for part in above:
            inner = owner.get(part)
            owner[part] = dict(inner) if isinstance(inner, dict) else {}
            owner = owner[part]
        owner[last] = value
    try:
        return type(model).model_validate(data)
    except ValidationError as error:
        found = Problems(place)
        explain(error, schema_of(type(model)), found)
        for line in found.lines:
            problems.add(place, line.removeprefix(f"{place}: "))
        return model


def levels_of(feat: FeatModel) -> list[str]:
    """Return a feat as sheets name it, with each of its levels."""
    return [f"{feat.id}:{level}" for level in range(1, feat.levels + 1)]


def size_of(sheet: object) -> int:
    """Return the size of a sheet in squares."""
    assert isinstance(sheet, Sheet)
    return sheet.size


@cache
def content_of(raw: bytes) -> Content:
    """Read and check the content file.

    Raises:
        InvalidError: it is at fault; all problems are named.
    """
    problems = Problems(SOURCE)
    data = parse_toml(raw, SOURCE)
    try:
        return Content.model_validate(data)
    except ValidationError as error:
        explain(error, schema_of(Content), problems)
        problems.stop()
        raise


@cache
def builtin_content() -> bytes:
    """Return the content file as it is installed."""
    return (files("affray.rulesets") / "sovereign" / "content.toml").read_bytes()
