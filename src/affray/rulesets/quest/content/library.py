"""Quest's content as sheets: the library from which encounters take their members."""

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
from affray.content.problems import Problems, known, show
from affray.content.roster import CHARACTER, CREATURE, ContentRoster, Roster
from affray.content.toml import parse_toml
from affray.content.values import words_of
from affray.core.ruleset import Ruleset
from affray.core.setup import SWITCH, Setup, Value
from affray.rulesets.quest.carrying import hands_of
from affray.rulesets.quest.content.build import callings_of, draft_of, library_of
from affray.rulesets.quest.content.check import check_content
from affray.rulesets.quest.content.schema import Content
from affray.rulesets.quest.definitions import Library, Sheet
from affray.rulesets.quest.ruleset import Quest
from affray.rulesets.quest.setup import OF_SHEET, VALUES, WOUND_VALUES
from affray.rulesets.quest.sheet import build, faults, give_feats, maximum_bonus, repeated
from affray.rulesets.quest.terms import ATHLETE, BODY, FEATS, ITEM, OPTION_NAMES, SHIELD, WEAPON

SOURCE: Final = "quest/content.toml"
# What `with` may replace of a sheet: numbers, and ids in a text or a list.
SHEET_VALUES: Final = (
    "level",
    "max_hp",
    "max_mp",
    "accuracy",
    "agility",
    "strength",
    "movement",
    "hide",
)
SHEET_LISTS: Final = ("armour", "weapons", "items", "feats", "focus", "spells")


def content_library(packs: Sequence[PackFile]) -> QuestContentLibrary:
    """Return the library of the content as it is installed, with packs."""
    return QuestContentLibrary(builtin_content(), packs)


class QuestContentLibrary:
    """Everything that can stand in a Quest encounter."""

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
        callings = callings_of(self.content)
        for number, model in enumerate(self.content.character):
            draft = draft_of(model)
            found = faults(draft, self.library, callings)
            for fault in found:
                problems.add(f"character[{number}].{fault.place}", fault.text())
            if not found:
                self.library.sheets[draft.id] = build(draft, self.library)
        problems.stop()
        self._roster = ContentRoster("quest", self._members())
        self._ruleset = Quest(self.library)

    def _members(self) -> Mapping[str, object]:
        return {
            CHARACTER: [{"id": character.id} for character in self.content.character],
            CREATURE: [
                {"id": creature.id, "size": creature.size} for creature in self.content.creature
            ],
        }

    def roster(self) -> Roster:
        """Return the ids that members may have."""
        return self._roster

    def ruleset(self, usual: Ruleset) -> Ruleset:
        """Return the ruleset that knows this library's things, spells and creatures."""
        return self._ruleset

    def member(self, combatant: EncounterMember, problems: Problems, place: str) -> Sheet:
        """Return the sheet of a combatant; what is wrong with it goes to the problems."""
        entry = combatant.entry
        for key, why in (
            ("tier", "creatures have a level"),
            ("level", "a sheet states its level"),
            ("faction", "there are no faction traits"),
            ("group", "the GM decides on the will to fight, unit by unit"),
        ):
            if getattr(entry, key) is not None:
                problems.add(f"{place}.{key}", f"found {key}, expected no such key: {why}")
        sheet = self.library.sheets[entry.id]
        if any(name in SHEET_VALUES or name in SHEET_LISTS for name in entry.settings):
            sheet = restated(sheet, entry.settings, self.library, problems, f"{place}.with")
        if entry.holding is not None:
            own = [weapon.id for weapon in [*sheet.weapons, *sheet.items]]
            if sheet.shield is not None:
                own.append(sheet.shield.id)
            hands = 0
            for name in entry.holding:
                if name not in own:
                    what = f"found {show(name)}, expected something it has"
                    problems.add(f"{place}.holding", f"{what} [quest/setup.placement]")
                else:
                    own.remove(name)
                    hands += hands_of(self.library.by_id[name])
            if hands > 2:
                what = f"found {hands} hands full, expected at most 2"
                problems.add(f"{place}.holding", f"{what} [quest/attack.hands]")
        return sheet

    def seat(self, combatant: EncounterMember, encounter: Encounter) -> str:
        """Return the seat that decides for a combatant. Rule: summon.control."""
        return combatant.seat

    def check(self, encounter: Encounter, problems: Problems) -> None:
        """Add what an encounter asks for that Quest has no rule for."""
        if encounter.surprise is not None:
            what = "found a surprise, expected none: undetected members and opening attacks serve"
            problems.add("surprise", f"{what} [quest/sneak.ambush]")
        ids = [side.id for side in encounter.sides]
        if encounter.instigator in ids:
            what = "found a side, expected the id of the member that attacks first"
            problems.add("instigator", f"{what} [quest/gm.who-initiates]")
        if not encounter.last_standing:
            what = "found false, expected true: the battle ends when one team is left"
            problems.add("last_standing", f"{what} [quest/end.one-team-left]")
        for number, side in enumerate(encounter.sides):
            for word in ("allied", "neutral"):
                if getattr(side, word):
                    what = f"found {word}, expected no such key: other teams are enemies"
                    problems.add(f"side[{number}].{word}", f"{what} [quest/setup.teams]")

    def ready(self, setup: Setup) -> None:
        """Give members without a space one of their side's start, in the order listed."""
        held: list[int] = []
        for member in setup.members:
            if member.cell >= 0:
                held += setup.grid.footprint(member.cell, self._size(member.sheet))
        for member in setup.members:
            if member.cell < 0:
                for cell in setup.sides[member.side].start:
                    cells = setup.grid.footprint(cell, self._size(member.sheet))
                    if cells and not any(cell in held for cell in cells):
                        member.cell = cell
                        held += cells
                        break

    def _size(self, sheet: object) -> int:
        assert isinstance(sheet, Sheet)
        return sheet.size

    def lists(self) -> Mapping[str, Sequence[str]]:
        """Return the lists of a sheet that ``with`` may state, and what may be in them."""
        return {
            "weapons": [weapon.id for weapon in self.content.weapon if weapon.id != "unarmed"],
            "armour": [armour.id for armour in self.content.armour],
            "items": [item.id for item in self.content.item],
            "feats": [feat.id for feat in self.content.feat],
            "spells": [spell.id for spell in self.content.spell],
        }

    def options(self) -> Mapping[str, Sequence[Value]]:
        """Return the options of an encounter that offer some values, and those."""
        return dict.fromkeys(OPTION_NAMES, SWITCH)

    def words(self, member: str) -> Sequence[str]:
        """Return what ``with`` may say of a member, by the first words of its paths."""
        return [*VALUES, *WOUND_VALUES, *OF_SHEET]

    def notes(self, members: Sequence[str]) -> list[str]:
        """Return what is allowed but worth telling of these members: nothing in Quest."""
        return []


def restated(
    sheet: Sheet,
    settings: Mapping[str, object],
    library: Library,
    problems: Problems,
    place: str,
) -> Sheet:
    """Return a sheet with some of its values replaced, as an encounter's ``with`` says."""
    one = sheet.twin()
    for name, value in settings.items():
        if name in SHEET_VALUES:
            if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 1000:
                problems.add(f"{place}.{name}", f"found {show(value)}, expected a whole number")
            else:
                setattr(one, name, value)
    for name in SHEET_LISTS:
        if name in settings:
            found = words_of(settings[name])
            before = problems.count
            known(f"{place}.{name}", found, among(name, library), problems)
            if name in ("feats", "spells", "focus"):
                for word in repeated(found):
                    problems.add(f"{place}.{name}", f"found {show(word)} twice, expected it once")
            if problems.count == before:
                relist(one, name, found, library, problems, f"{place}.{name}")
    if "feats" in settings:
        follow_feats(one, sheet, settings)
    return one


def among(name: str, library: Library) -> list[str]:
    """Return what may be in a list of a sheet."""
    if name == "feats":
        return list(FEATS)
    if name == "spells":
        return list(library.spells)
    kinds = {"armour": (BODY, SHIELD), "items": (ITEM,)}.get(name, (WEAPON,))
    return [id for id, one in library.by_id.items() if one.kind in kinds and id != "unarmed"]


def relist(
    one: Sheet, name: str, found: list[str], library: Library, problems: Problems, place: str
) -> None:
    """Replace a list of a sheet. Rule: sheet.armour."""
    things = [library.by_id[word] for word in found] if name not in ("feats", "spells") else []
    if name == "feats":
        one.feats = 0
        give_feats(one, found)
    elif name == "spells":
        one.spells = [library.spells[word] for word in found]
    elif name == "focus":
        one.focus = dict.fromkeys(found, 1)
    elif name == "armour":
        for kind, word in ((BODY, "armour"), (SHIELD, "shield")):
            if len([thing for thing in things if thing.kind == kind]) > 1:
                problems.add(
                    place, f"found more than one {word}, expected one [quest/sheet.armour]"
                )
        one.armour = one.shield = None
        for thing in things:
            if thing.kind == SHIELD:
                one.shield = thing
            else:
                one.armour = thing
    elif name == "weapons":
        one.weapons, one.drawn = things, []
    else:
        one.items = things


def follow_feats(one: Sheet, sheet: Sheet, settings: Mapping[str, object]) -> None:
    """Let numbers that nobody restates follow the feats. Rules: sheet.derived, sheet.calling."""
    if "movement" not in settings:
        one.movement += 2 * (int(one.has(ATHLETE)) - int(sheet.has(ATHLETE)))
    if "max_hp" not in settings:
        one.max_hp += maximum_bonus(one)[0] - maximum_bonus(sheet)[0]
    if "max_mp" not in settings:
        one.max_mp += maximum_bonus(one)[1] - maximum_bonus(sheet)[1]


# ---- reading -----------------------------------------------------------------------------------


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
    return files("affray").joinpath("rulesets", "quest", "content.toml").read_bytes()
