"""Thrum's content and packs as sheets: the shelf from which encounters take their members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from pydantic import ValidationError

from affray.content.encounter import Encounter
from affray.content.explain import explain
from affray.content.muster import Recruit, base_key
from affray.content.pack import PackFile, schema_of
from affray.content.problems import InvalidError, Problems, show
from affray.content.roster import CHARACTER, CREATURE, ContentRoster, Roster
from affray.content.thrum import CharacterModel, Content, CreatureModel, Part
from affray.content.thrum_check import (
    Words,
    check_ability,
    check_creature,
    check_nova,
    check_status,
    gaps,
    known,
)
from affray.content.thrum_make import ability_entry, block_of, draft_of, library_of, status_of
from affray.content.thrum_words import ATTRIBUTES
from affray.content.toml import parse_toml
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.rulesets.thrum import carry, gm
from affray.rulesets.thrum.condition import Condition
from affray.rulesets.thrum.ruleset import Thrum
from affray.rulesets.thrum.setup_check import place_npcs
from affray.rulesets.thrum.sheet import (
    Draft,
    Library,
    StatBlock,
    build_npc,
    build_pc,
    restated,
    shown_numbers,
)
from affray.rulesets.thrum.state import Character, Sheet
from affray.rulesets.thrum.validation import faults, unspent

SOURCE: Final = "thrum/content.toml"
OWN: Final = "Affray"  # whose ids those of the content file are

# What members of other rulesets may have; with the rule where one says so.
UNUSED: Final = {
    "facing": "Thrum has no facings",
    "group": "Thrum has no morale",
    "undetected": "Thrum has no hiding before the fight",
    "thralled": "Thrum has no thralls",
    "summoned_by": "Thrum has no summoned members",
    "holding": "weapons have no numbers [thrum/sheet.equipment]",
}
RESERVED: Final = ("exhausted", "frayed", "at", *Character.FIELDS)


class ThrumShelf:
    """Everything that can stand in a Thrum encounter, the packs' included."""

    def __init__(self, raw: bytes, packs: Sequence[PackFile] = ()) -> None:
        """Put the content file and packs together.

        Raises:
            InvalidError: one of them is at fault; all problems are named.
        """
        self.content = _content(raw)
        self.library: Library = library_of(self.content)
        self.statuses: dict[str, Condition] = {}
        self.drafts: list[CharacterModel] = list(self.content.character)
        self.blocks: list[CreatureModel] = list(self.content.creature)
        if packs:
            _Adding(self, packs).all()
        self.characters: dict[str, Draft] = {one.id: draft_of(one) for one in self.drafts}
        self.creatures: dict[str, StatBlock] = {one.id: block_of(one) for one in self.blocks}
        self._roster = ContentRoster("thrum", self._members())
        self._ruleset = Thrum(list(self.statuses.values())) if self.statuses else None

    def _members(self) -> Mapping[str, object]:
        return {
            CHARACTER: [{"id": one.id} for one in self.drafts],
            CREATURE: [{"id": one.id} for one in self.blocks],
            "faction_trait": [{"id": one.id} for one in self.content.faction_trait],
        }

    def roster(self) -> Roster:
        return self._roster

    def ruleset(self, usual: Ruleset) -> Ruleset:
        """Return the ruleset to play with: one that knows the packs' Statuses, if there are any."""
        return usual if self._ruleset is None else self._ruleset

    # -- members ------------------------------------------------------------------------------

    def member(self, recruit: Recruit, problems: Problems, place: str) -> Sheet:
        """Return the sheet of a recruit; what is wrong with it goes to the problems."""
        entry = recruit.entry
        for key, why in UNUSED.items():
            if key in entry.model_fields_set and getattr(entry, key):
                problems.add(f"{place}.{key}", f"found {key}, expected no such key: {why}")
        draft = self.characters.get(entry.id)
        if draft is not None:
            return self._pc(recruit, draft, problems, place)
        return self._npc(recruit, self.creatures[entry.id], problems, place)

    def _pc(self, recruit: Recruit, draft: Draft, problems: Problems, place: str) -> Sheet:
        entry = recruit.entry
        _refuse(recruit, ("tier", "faction"), "creatures only", problems, place)
        if recruit.npc:
            problems.add(f"{place}.npc", "found true for a PC, expected it for creatures only")
        if entry.level is not None and entry.level != draft.level:
            draft = at_level(draft, entry.level)
            found = faults(draft, self.library)
            for fault in found:
                problems.add(
                    f"{place}.level", f"at level {entry.level}: {fault.place}: {fault.text()}"
                )
            if found:
                draft = self.characters[entry.id]
        sheet = build_pc(draft, self.library)
        sheet.name = called(recruit, draft.name)
        self._values(sheet, recruit, problems, place)
        return sheet

    def _npc(self, recruit: Recruit, block: StatBlock, problems: Problems, place: str) -> Sheet:
        entry = recruit.entry
        _refuse(recruit, ("level",), "characters only", problems, place)
        if not recruit.npc:
            problems.add(
                f"{place}.npc", "found false for a creature, expected true: it has no sheet"
            )
        tier = entry.tier if entry.tier is not None else block.default_tier
        sheet = build_npc(block, tier, entry.faction or "", self.library)
        if self._values(sheet, recruit, problems, place):
            values = {name: int(str(value)) for name, value in entry.settings.items()}
            values = {name: n for name, n in values.items() if name not in ("fatigue", "stress")}
            sheet = build_npc(restated(block, values), tier, entry.faction or "", self.library)
        sheet.name = called(recruit, block.name)
        return sheet

    def _values(self, sheet: Sheet, recruit: Recruit, problems: Problems, place: str) -> bool:
        """Check the values that a member starts with; return whether there are good ones."""
        settings = recruit.entry.settings
        found = carry.value_faults(sheet, settings)
        for fault in found:
            problems.add(f"{place}.with.{fault.place}", fault.text())
        return bool(settings) and not found

    def seat(self, recruit: Recruit, encounter: Encounter) -> str:
        """Return the seat that decides for a recruit: who runs the NPCs runs allied ones too."""
        entry = recruit.entry
        pcs = [
            number
            for number, side in enumerate(encounter.sides)
            if any([member.id in self.characters for member in side.members])
        ]
        others = [side.seat for number, side in enumerate(encounter.sides) if number not in pcs]
        own = encounter.sides[recruit.side].seat
        npcs = others[0] if others else own
        pc = entry.id in self.characters
        return gm.speaker(pc, recruit.side in pcs, own, entry.seat or "", npcs)

    # -- the whole ------------------------------------------------------------------------------

    def check(self, encounter: Encounter, problems: Problems) -> None:
        """Add what an encounter asks for that Thrum has no rule for."""
        if encounter.surprise is not None:
            what = "found a surprise, expected none: Thrum has no surprise round"
            problems.add("surprise", f"{what} [thrum/setup.no-surprise]")
        if encounter.instigator is not None:
            what = "found an instigator, expected none: everybody rolls initiative"
            problems.add("instigator", f"{what} [thrum/setup.no-surprise]")
        if not encounter.last_standing:
            what = "found false, expected true: the two standard ends stay in force"
            problems.add("last_standing", f"{what} [thrum/end.special-conditions]")
        for number, side in enumerate(encounter.sides):
            for word in ("allied", "neutral"):
                if getattr(side, word):
                    what = f"found {word}, expected no such key: there are two sides"
                    problems.add(f"side[{number}].{word}", f"{what} [thrum/setup.sides]")
        for word, conditions in (("win", encounter.wins), ("defeat", encounter.defeats)):
            for number, condition in enumerate(conditions):
                if condition.when is not None:
                    what = f"found {show(condition.when)}, expected no such key"
                    why = "Thrum looks after every step [thrum/end.check-timing]"
                    problems.add(f"{word}[{number}].when", f"{what}: {why}")
        for name, value in encounter.options.items():
            if not isinstance(value, int | str):
                what = f"found {show(value)}, expected true, false, a number or a text"
                problems.add(f"options.{name}", f"{what} [thrum/gm.options]")

    def ready(self, setup: Setup) -> None:
        """Do what the GM does before a fight: NPCs without a square are placed."""
        place_npcs(setup)

    def notes(self, members: Sequence[str]) -> list[str]:
        """Return what is allowed but worth telling: the points that PCs have not spent."""
        found: list[str] = []
        for member in members:
            draft = self.characters.get(member)
            found += [f"{member}: {line}" for line in unspent(draft)] if draft is not None else []
        return found


def called(recruit: Recruit, usual: str) -> str:
    """Return what somebody is called: its own name or its sheet's, numbered if several."""
    name = recruit.entry.name or usual
    base = base_key(recruit.entry)
    return name if recruit.key == base else f"{name} {recruit.key.removeprefix(base + '-')}"


def at_level(draft: Draft, level: int) -> Draft:
    """Return a PC at another level, with the same choices."""
    other = Draft(draft.id, draft.name)
    other.level = level
    other.archetypes = draft.archetypes
    other.points = draft.points
    other.training = draft.training
    other.abilities = draft.abilities
    other.upgrades = draft.upgrades
    other.novas = draft.novas
    return other


def _refuse(
    recruit: Recruit, keys: Sequence[str], whose: str, problems: Problems, place: str
) -> None:
    for key in keys:
        if getattr(recruit.entry, key) is not None:
            rule = " [thrum/sheet.faction-trait]" if key == "faction" else ""
            problems.add(f"{place}.{key}", f"found {key}, expected it for {whose}{rule}")


# ---- reading and adding --------------------------------------------------------------------------


@cache
def _content(raw: bytes) -> Content:
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
    words = Words(arts, [], [one.id for one in content.ability if one.art != "basic"])
    check_content(content, words, problems)
    for gap in gaps(content.ability, coded_ids(content)):
        problems.add("", gap)
    problems.stop()
    return content


def coded_ids(content: Content) -> list[str]:
    """Return the ids, besides abilities, of what only code can hold."""
    combat = [f"archetype-{one.id}" for one in content.archetype if one.list == "combat"]
    novas = [one.id for one in content.nova]
    return novas + [one.id for one in content.faction_trait] + combat


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
        _own_ids(kind, models, seen, OWN, problems)
    if not problems.found():
        library = library_of(content)
        check_members(content.creature, content.character, library, words, problems)


def _own_ids(
    kind: str, models: Sequence[Part], seen: dict[str, str], source: str, problems: Problems
) -> None:
    """Check that no id stands twice among all content, packs included."""
    for number, model in enumerate(models):
        name = str(getattr(model, "id", ""))
        if name in seen:
            twice = seen[name] == source
            whose = "it stands there twice" if twice else f"{seen[name]} has it already"
            what = f"found {show(name)}, expected an id of its own: {whose}"
            problems.add(f"{kind}[{number}].id", what)
        seen.setdefault(name, source)


def check_members(
    creatures: Sequence[CreatureModel],
    characters: Sequence[CharacterModel],
    library: Library,
    words: Words,
    problems: Problems,
) -> None:
    """Check stat blocks and sheets, and the numbers that a file states of them."""
    for n, creature in enumerate(creatures):
        place = f"creature[{n}]"
        before = problems.count
        check_creature(creature, place, words, problems)
        if problems.count == before:
            _check_block(creature, place, library, problems)
    for n, character in enumerate(characters):
        place = f"character[{n}]"
        draft = draft_of(character)
        found = faults(draft, library)
        for fault in found:
            problems.add(f"{place}.{fault.place}", fault.text())
        if not found:
            sheet = build_pc(draft, library)
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


class _Adding:
    """Packs on their way onto the shelf: all of them first, so that they may name each other's."""

    def __init__(self, shelf: ThrumShelf, packs: Sequence[PackFile]) -> None:
        self.shelf = shelf
        self.packs = packs
        self.problems = [Problems(one.source) for one in packs]
        arts = [*shelf.library.arts, "npc"]
        statuses = [status.id for one in packs for status in one.pack.status]
        own = [ability.id for one in packs for ability in one.pack.ability]
        known_abilities = [
            entry.id for entry in shelf.library.abilities.values() if entry.art != "basic"
        ]
        self.words = Words(arts, statuses, [*known_abilities, *own])

    def all(self) -> None:
        """Check and add them.

        Raises:
            InvalidError: one of them is at fault; all problems of all are named.
        """
        self._check_ids()
        self._check_words()
        self._stop()
        for file in self.packs:
            for status in file.pack.status:
                self.shelf.statuses[status.id] = status_of(status)
        for file in self.packs:
            for ability in file.pack.ability:
                entry = ability_entry(ability, self.shelf.statuses)
                self.shelf.library.abilities[ability.id] = entry
            self.shelf.blocks += file.pack.creature
            self.shelf.drafts += file.pack.character
        for file, problems in zip(self.packs, self.problems, strict=True):
            pack = file.pack
            library = self.shelf.library
            check_members(pack.creature, pack.character, library, self.words, problems)
        self._stop()

    def _check_ids(self) -> None:
        content = self.shelf.content
        seen = dict.fromkeys(Thrum().effects(), OWN)
        everything: list[Sequence[Part]] = [
            content.status,
            content.ability,
            content.nova,
            content.faction_trait,
            content.creature,
            content.character,
        ]
        for models in everything:
            seen.update({str(getattr(model, "id", "")): OWN for model in models})
        for file, problems in zip(self.packs, self.problems, strict=True):
            pack = file.pack
            kinds: tuple[tuple[str, Sequence[Part]], ...] = (
                ("status", pack.status),
                ("ability", pack.ability),
                ("creature", pack.creature),
                ("character", pack.character),
            )
            for kind, models in kinds:
                _own_ids(kind, models, seen, file.source, problems)
            for n, status in enumerate(pack.status):
                if status.id in RESERVED:
                    what = (
                        f"found {show(status.id)}, which is a word of the rules, expected another"
                    )
                    problems.add(f"status[{n}].id", what)

    def _check_words(self) -> None:
        for file, problems in zip(self.packs, self.problems, strict=True):
            for n, status in enumerate(file.pack.status):
                check_status(status, f"status[{n}]", self.words, problems, coded=False)
            for n, ability in enumerate(file.pack.ability):
                check_ability(ability, f"ability[{n}]", self.words, problems, coded=False)

    def _stop(self) -> None:
        lines: list[str] = []
        for problems in self.problems:
            try:
                problems.stop()
            except InvalidError as fault:
                lines += fault.problems
        if lines:
            raise InvalidError(lines)


def builtin_content() -> bytes:
    """Return the content file as it is installed."""
    return files("affray").joinpath("rulesets", "thrum", "content.toml").read_bytes()
