"""Ingenuity's content as sheets: the library from which encounters take their members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from pydantic import ValidationError

from affray.content.encounter import Encounter
from affray.content.explain import explain
from affray.content.join import join
from affray.content.members import EncounterMember
from affray.content.pack import PackFile, schema_of
from affray.content.problems import Problems
from affray.content.roster import CHARACTER, CREATURE, ContentRoster, Roster
from affray.content.toml import parse_toml
from affray.core.ruleset import Ruleset
from affray.core.setup import SWITCH, Setup, Value
from affray.rulesets.ingenuity.content.build import character_of, creature_of, library_of
from affray.rulesets.ingenuity.content.character import book_of, build_faults
from affray.rulesets.ingenuity.content.check import check_content, check_sheet
from affray.rulesets.ingenuity.content.schema import Content
from affray.rulesets.ingenuity.content.values import restated, restates
from affray.rulesets.ingenuity.resource import downtime
from affray.rulesets.ingenuity.ruleset import Ingenuity
from affray.rulesets.ingenuity.sheet import STATED, Sheet
from affray.rulesets.ingenuity.state import Library
from affray.rulesets.ingenuity.terms import OPTION_NAMES

SOURCE: Final = "ingenuity/content.toml"


def content_library(packs: Sequence[PackFile]) -> IngenuityContentLibrary:
    """Return the library of the content as it is installed, with packs."""
    return IngenuityContentLibrary(builtin_content(), packs)


class IngenuityContentLibrary:
    """Everything that can stand in an Ingenuity encounter."""

    def __init__(self, raw: bytes, packs: Sequence[PackFile] = ()) -> None:
        """Read the content file and add packs.

        Raises:
            InvalidError: one of them is at fault; all problems are named.
        """
        self.content, problems = join(content_of(raw), packs, SOURCE)
        if packs:
            check_content(self.content, problems)
        problems.stop()
        self.library: Library = library_of(self.content)
        self.book = book_of(self.content)
        for number, model in enumerate(self.content.character):
            for fault in build_faults(model, self.library.sheets[model.id], self.book):
                where, _, what = fault.partition(": ")
                problems.add(f"character[{number}].{where}", what)
        problems.stop()
        members: Mapping[str, object] = {
            CHARACTER: [{"id": character.id} for character in self.content.character],
            CREATURE: [
                {"id": creature.id, "size": creature.size, "footprint": creature.footprint}
                for creature in self.content.creature
            ],
        }
        self._roster = ContentRoster("ingenuity", members)
        self._ruleset = Ingenuity(self.library)

    def roster(self) -> Roster:
        return self._roster

    def ruleset(self, usual: Ruleset) -> Ruleset:
        """Return the ruleset that knows this library's things and creatures."""
        return self._ruleset

    def member(self, combatant: EncounterMember, problems: Problems, place: str) -> Sheet:
        """Return the sheet of a combatant; what is wrong with it goes to the problems."""
        for key in ("tier", "level", "faction", "group", "facing"):
            if getattr(combatant.entry, key) is not None:
                problems.add(f"{place}.{key}", f"found {key}, expected no such key in Ingenuity")
        settings = combatant.entry.settings
        if not restates(settings):
            return self.library.sheets[combatant.entry.id]
        return self._stated(combatant.entry.id, settings, problems, f"{place}.with")

    def _stated(
        self, id: str, settings: Mapping[str, object], problems: Problems, place: str
    ) -> Sheet:
        """Return a sheet with what an encounter states. Rule: sheet.stated-values."""
        before = problems.count
        for creature in self.content.creature:
            if creature.id == id:
                new = restated(creature, settings, problems, place)
                check_sheet(place, new, self.content, problems)
                if problems.count == before:
                    return creature_of(new, self.content, self.library)
        for character in self.content.character:
            if character.id == id:
                other = restated(character, settings, problems, place)
                check_sheet(place, other, self.content, problems)
                if problems.count == before:
                    return character_of(other, self.content, self.library)
        return self.library.sheets[id]

    def seat(self, combatant: EncounterMember, encounter: Encounter) -> str:
        """Return the seat that decides for a combatant. Rule: gm.team-orders."""
        return combatant.seat

    def check(self, encounter: Encounter, problems: Problems) -> None:
        """Add what an encounter asks for that Ingenuity has no rule for: nothing."""

    def ready(self, setup: Setup) -> None:
        """Leave those without a space to deployment."""

    def lists(self) -> Mapping[str, Sequence[str]]:
        """Return the lists of a sheet that ``with`` may state, and what may be in them."""
        return {
            "weapons": [weapon.id for weapon in self.content.weapon],
            "shields": [shield.id for shield in self.content.shield],
            "armour": [armour.id for armour in self.content.armour],
            "items": [item.id for item in self.content.item],
            "talents": [talent.id for talent in self.content.talent],
            "maneuvers": [maneuver.id for maneuver in self.content.maneuver],
            "powers": [power.id for power in self.content.power],
        }

    def options(self) -> Mapping[str, Sequence[Value]]:
        """Return the options of an encounter that offer some values, and those."""
        return dict.fromkeys(OPTION_NAMES, SWITCH)

    def words(self, member: str) -> Sequence[str]:
        """Return what ``with`` may say of a member, by the first words of its paths."""
        return list(dict.fromkeys([*downtime.VALUES, "spent", "wear", *STATED]))

    def notes(self, members: Sequence[str]) -> list[str]:
        """Return what is allowed but worth telling of these members: nothing in Ingenuity."""
        return []


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
    check_content(content, problems)
    problems.stop()
    return content


def builtin_content() -> bytes:
    """Return the content file as it is installed."""
    return files("affray").joinpath("rulesets", "ingenuity", "content.toml").read_bytes()
