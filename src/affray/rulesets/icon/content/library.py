"""ICON's content as sheets: the library from which encounters take their members."""

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
from affray.core.setup import Setup, Value
from affray.rulesets.icon.content.build import Maker
from affray.rulesets.icon.content.check import Checker
from affray.rulesets.icon.content.restate import CHOICES, Restater
from affray.rulesets.icon.content.schema import CharacterModel, Content
from affray.rulesets.icon.ruleset import OF_SHEET, VALUES, Icon
from affray.rulesets.icon.setup import SURRENDERS, budget
from affray.rulesets.icon.sheet import Draft, Sheet, as_foe, faults

SOURCE: Final = "icon/content.toml"
PARTY: Final = 4  # player characters of a usual fight


def content_library(packs: Sequence[PackFile]) -> IconContentLibrary:
    """Return the library of the content as it is installed, with packs."""
    return IconContentLibrary(builtin_content(), packs)


class IconContentLibrary:
    """Everything that can stand in an ICON encounter."""

    def __init__(self, raw: bytes, packs: Sequence[PackFile] = ()) -> None:
        """Read the content file.

        Raises:
            InvalidError: it is at fault; all problems are named.
        """
        self.content, problems = join(content_of(raw), packs, SOURCE)
        Checker(self.content, problems).all()
        problems.stop()
        self.maker = Maker(self.content)
        self.restater = Restater(self.maker)
        for number, model in enumerate(self.content.character):
            place = f"character[{number}]"
            found = faults(draft_of(model, self.maker))
            for fault in found:
                problems.add(place, fault)
            if not found:
                sheet = self.maker.character(model)
                self.maker.library.sheets[model.id] = sheet
                check_derived(model, sheet, f"{place}.derived", problems)
        for creature in self.content.creature:
            for chapter in (1, 2, 3):
                sheet = self.maker.creature(creature, chapter)
                self.maker.library.sheets[f"{creature.id} {chapter}"] = sheet
        problems.stop()
        self._roster = ContentRoster(
            "icon",
            {
                CHARACTER: [{"id": character.id} for character in self.content.character],
                CREATURE: [
                    {"id": creature.id, "size": creature.size} for creature in self.content.creature
                ],
            },
        )
        self._ruleset = Icon(self.maker.library)

    def roster(self) -> Roster:
        return self._roster

    def ruleset(self, usual: Ruleset) -> Ruleset:
        """Return the ruleset that knows this library's abilities and creatures."""
        return self._ruleset

    def member(self, combatant: EncounterMember, problems: Problems, place: str) -> Sheet:
        """Return the sheet of a combatant, a creature's at chapter 1 until it is made ready."""
        sheets = self.maker.library.sheets
        id = combatant.entry.id
        for key in ("tier", "level", "faction", "group", "holding"):
            if getattr(combatant.entry, key) is not None:
                problems.add(f"{place}.{key}", f"found {key}, expected no such key")
        settings = combatant.entry.settings
        before = problems.count
        self.restater.check(settings, problems, f"{place}.with")
        if id in [character.id for character in self.content.character]:
            if settings.get("size", 1) != 1:
                what = f"found {settings['size']}, expected 1 [icon/sheet.pc-size-one]"
                problems.add(f"{place}.with.size", what)
            if "flat" in settings:
                what = "found flat damage, expected none but of mobs [icon/foe.mob]"
                problems.add(f"{place}.with.flat", what)
        else:
            self.check_creature(sheets[f"{id} 1"], settings, problems, f"{place}.with")
        for model in self.content.character:
            if model.id == id and problems.count == before:
                own = self.restater.chosen(model, settings)
                if own is not model:
                    for fault in faults(draft_of(own, self.maker)):
                        problems.add(f"{place}.with", fault)
                    return self.maker.character(own) if problems.count == before else sheets[id]
        return sheets[id] if id in sheets else sheets[f"{id} 1"]

    def check_creature(
        self, sheet: Sheet, settings: Mapping[str, object], problems: Problems, place: str
    ) -> None:
        """Complain of every value that a creature's sheet does not have."""
        for name in (*CHOICES, "level"):
            if name in settings:
                problems.add(f"{place}.{name}", f"found {name}, which only characters have")
        idle, used = ("die", "flat") if sheet.mob else ("flat", "die")
        if idle in settings:
            what = f"found {idle}, expected {used} for its damage [icon/foe.mob]"
            problems.add(f"{place}.{idle}", what)

    def seat(self, combatant: EncounterMember, encounter: Encounter) -> str:
        """Return the seat that decides for a combatant."""
        return combatant.seat

    def check(self, encounter: Encounter, problems: Problems) -> None:
        """Add what an encounter asks for that ICON has no rule for."""
        if encounter.surprise is not None:
            problems.add("surprise", "found a surprise, expected none [icon/setup.deployment]")
        if encounter.instigator is not None:
            problems.add("instigator", "found one, expected none [icon/turn.pc-first]")
        if len(encounter.sides) != 2:
            found = f"found {len(encounter.sides)} sides, expected 2 [icon/setup.two-sides]"
            problems.add("side", found)

    def ready(self, setup: Setup) -> None:
        """Give foes the numbers of the chapter, and everybody what the encounter states."""
        chapter = setup.options.get("chapter", 1)
        for member in setup.members:
            assert isinstance(member.sheet, Sheet)
            if not member.sheet.pc and chapter in (1, 2, 3):
                member.sheet = self.maker.library.sheets[f"{member.sheet.id} {chapter}"]
            if member.sheet.pc and member.side:
                member.sheet = as_foe(member.sheet)
            member.sheet = self.restater.restated(member.sheet, member.values)

    def lists(self) -> Mapping[str, Sequence[str]]:
        """Return the lists of a sheet that ``with`` may state, and what may be in them."""
        return {
            "abilities": [ability.id for ability in self.content.ability],
            "traits": list(self.maker.traits),
            "effects": self.restater.words_for("effects"),
        }

    def options(self) -> Mapping[str, Sequence[Value]]:
        """Return the options of an encounter that offer some values, and those."""
        return {"chapter": (1, 2, 3), "surrender": SURRENDERS}

    def words(self, member: str) -> Sequence[str]:
        """Return what ``with`` may say of a member, by the first words of its paths."""
        return [*VALUES, *OF_SHEET, *self.restater.models]

    def notes(self, members: Sequence[str]) -> list[str]:
        """Return what the foes among some members cost, against four player characters."""
        known = self.maker.library.sheets
        foes = [known[f"{id} 1"] for id in members if f"{id} 1" in known]
        if not foes:
            return []
        spent, standard = budget(foes, PARTY)
        return [
            f"one of each foe costs {spent / 5:g} points; a standard fight of {PARTY} player "
            f"characters spends {standard / 5:g} [icon/setup.encounter-budget]"
        ]


def check_derived(model: CharacterModel, sheet: Sheet, place: str, problems: Problems) -> None:
    """Complain where the stated numbers are not those of the class."""
    numbers = {
        "chapter": sheet.chapter,
        "health": sheet.health,
        "hp": sheet.hp - sheet.wounds * sheet.health,
        "defense": sheet.defense,
        "armor": sheet.armor,
        "speed": sheet.speed,
        "attack_bonus": sheet.attack_bonus,
        "fray": sheet.fray,
        "die": sheet.die,
    }
    for name, value in model.derived.items():
        if numbers.get(name) != value:
            problems.add(f"{place}.{name}", f"found {value}, expected {numbers.get(name)}")


def draft_of(model: CharacterModel, maker: Maker) -> Draft:
    draft = Draft(model.level, model.xp)
    draft.jobs = list(model.jobs)
    draft.current = model.current_job
    draft.learned = list(model.learned)
    draft.talents = [(talent.ability, talent.tier) for talent in model.talents]
    draft.masteries = list(model.masteries)
    draft.active = list(model.active)
    draft.gambits = list(model.gambits)
    draft.limit_break = model.limit_break or ""
    draft.class_of = {job.id: job.calling for job in maker.content.job}
    draft.job_of = {ability.id: ability.job or "" for ability in maker.content.ability}
    draft.breaks = {job.id: job.limit_break for job in maker.content.job}
    return draft


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


def builtin_content() -> bytes:
    """Return the content file as it is installed."""
    return files("affray").joinpath("rulesets", "icon", "content.toml").read_bytes()
