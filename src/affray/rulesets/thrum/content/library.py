"""Thrum's content and packs as sheets: the library from which encounters take their members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from affray.content.encounter import Encounter
from affray.content.members import EncounterMember, base_key
from affray.content.pack import PackFile
from affray.content.problems import Problems, show
from affray.content.roster import CHARACTER, CREATURE, ContentRoster, Roster
from affray.core.ruleset import Ruleset
from affray.core.setup import SWITCH, Setup, Value
from affray.rulesets.thrum import check, gm
from affray.rulesets.thrum.check import faults, unspent
from affray.rulesets.thrum.content.build import block_of, draft_of
from affray.rulesets.thrum.content.catalogue import Goods, builtin_content, content_of
from affray.rulesets.thrum.content.packs import Adding
from affray.rulesets.thrum.definitions import Draft, StatBlock
from affray.rulesets.thrum.ruleset import Thrum
from affray.rulesets.thrum.setup import place_npcs
from affray.rulesets.thrum.sheet.build import build_npc, build_pc, restated
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.terms import OPTION_NAMES

# What members of other rulesets may have; with the rule where one says so.
UNUSED: Final = {
    "facing": "Thrum has no facings",
    "group": "Thrum has no morale",
    "undetected": "Thrum has no hiding before the fight",
    "thralled": "Thrum has no thralls",
    "summoned_by": "Thrum has no summoned members",
    "holding": "weapons have no numbers [thrum/sheet.equipment]",
}


def content_library(packs: Sequence[PackFile]) -> ThrumContentLibrary:
    """Return the library of the content as it is installed, with packs."""
    return ThrumContentLibrary(builtin_content(), packs)


class ThrumContentLibrary:
    """Everything that can stand in a Thrum encounter, the packs' included."""

    def __init__(self, raw: bytes, packs: Sequence[PackFile] = ()) -> None:
        """Put the content file and packs together.

        Raises:
            InvalidError: one of them is at fault; all problems are named.
        """
        goods = Goods(content_of(raw))
        if packs:
            Adding(goods, packs).all()
        self.content = goods.content
        self.library = goods.library
        self.statuses = goods.statuses
        self.characters: dict[str, Draft] = {draft.id: draft_of(draft) for draft in goods.drafts}
        self.creatures: dict[str, StatBlock] = {block.id: block_of(block) for block in goods.blocks}
        self._roster = ContentRoster("thrum", self._members())
        self._ruleset = Thrum(list(self.statuses.values())) if self.statuses else None

    def _members(self) -> Mapping[str, object]:
        return {
            CHARACTER: [{"id": character} for character in self.characters],
            CREATURE: [{"id": creature} for creature in self.creatures],
            "faction_trait": [{"id": trait} for trait in self.library.traits],
        }

    def roster(self) -> Roster:
        """Return everybody who may stand in an encounter."""
        return self._roster

    def ruleset(self, usual: Ruleset) -> Ruleset:
        """Return the ruleset to play with: one that knows the packs' Statuses, if there are any."""
        return usual if self._ruleset is None else self._ruleset

    # -- members ------------------------------------------------------------------------------

    def member(self, combatant: EncounterMember, problems: Problems, place: str) -> Sheet:
        """Return the sheet of a combatant; what is wrong with it goes to the problems."""
        entry = combatant.entry
        for key, why in UNUSED.items():
            if key in entry.model_fields_set and getattr(entry, key):
                problems.add(f"{place}.{key}", f"found {key}, expected no such key: {why}")
        draft = self.characters.get(entry.id)
        if draft is not None:
            return self._pc(combatant, draft, problems, place)
        return self._npc(combatant, self.creatures[entry.id], problems, place)

    def _pc(
        self, combatant: EncounterMember, draft: Draft, problems: Problems, place: str
    ) -> Sheet:
        entry = combatant.entry
        _refuse(combatant, ("tier", "faction"), "creatures only", problems, place)
        if combatant.npc:
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
        sheet.name = called(combatant, draft.name)
        self._values(sheet, combatant, problems, place)
        return sheet

    def _npc(
        self, combatant: EncounterMember, block: StatBlock, problems: Problems, place: str
    ) -> Sheet:
        entry = combatant.entry
        _refuse(combatant, ("level",), "characters only", problems, place)
        if not combatant.npc:
            problems.add(
                f"{place}.npc", "found false for a creature, expected true: it has no sheet"
            )
        tier = entry.tier if entry.tier is not None else block.default_tier
        sheet = build_npc(block, tier, entry.faction or "", self.library)
        if self._values(sheet, combatant, problems, place):
            values = {name: int(str(value)) for name, value in entry.settings.items()}
            values = {name: n for name, n in values.items() if name not in ("fatigue", "stress")}
            sheet = build_npc(restated(block, values), tier, entry.faction or "", self.library)
        sheet.name = called(combatant, block.name)
        return sheet

    def _values(
        self, sheet: Sheet, combatant: EncounterMember, problems: Problems, place: str
    ) -> bool:
        """Check the values that a member starts with; return whether there are good ones."""
        settings = combatant.entry.settings
        found = check.value_faults(sheet, settings)
        for fault in found:
            problems.add(f"{place}.with.{fault.place}", fault.text())
        return bool(settings) and not found

    def seat(self, combatant: EncounterMember, encounter: Encounter) -> str:
        """Return the seat that decides for a combatant: who runs the NPCs runs allied ones too."""
        entry = combatant.entry
        pcs = [
            number
            for number, side in enumerate(encounter.sides)
            if any([member.id in self.characters for member in side.members])
        ]
        others = [side.seat for number, side in enumerate(encounter.sides) if number not in pcs]
        own = encounter.sides[combatant.side].seat
        npcs = others[0] if others else own
        pc = entry.id in self.characters
        return gm.speaker(pc, combatant.side in pcs, own, entry.seat or "", npcs)

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

    def lists(self) -> Mapping[str, Sequence[str]]:
        """Return the lists of a sheet that ``with`` may state, and what may be in them."""
        return {}  # abilities belong to Arts and are paid for: a sheet is checked as a whole

    def options(self) -> Mapping[str, Sequence[Value]]:
        """Return the options of an encounter that offer some values, and those."""
        return dict.fromkeys(OPTION_NAMES, SWITCH)

    def words(self, member: str) -> Sequence[str]:
        """Return nothing: each kind of member has words of its own, which are told with it."""
        return []

    def notes(self, members: Sequence[str]) -> list[str]:
        """Return what is allowed but worth telling: the points that PCs have not spent."""
        found: list[str] = []
        for member in members:
            draft = self.characters.get(member)
            found += [f"{member}: {line}" for line in unspent(draft)] if draft is not None else []
        return found


def called(combatant: EncounterMember, usual: str) -> str:
    """Return what somebody is called: its own name or its sheet's, numbered if several."""
    name = combatant.entry.name or usual
    base = base_key(combatant.entry)
    return name if combatant.key == base else f"{name} {combatant.key.removeprefix(base + '-')}"


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
    combatant: EncounterMember, keys: Sequence[str], whose: str, problems: Problems, place: str
) -> None:
    for key in keys:
        if getattr(combatant.entry, key) is not None:
            rule = " [thrum/sheet.faction-trait]" if key == "faction" else ""
            problems.add(f"{place}.{key}", f"found {key}, expected it for {whose}{rule}")
