"""Adding packs to Thrum's content: ids, words, sheets and numbers are checked first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from affray.content.join import OWN, place_of
from affray.content.pack import PackFile
from affray.content.part import Part
from affray.content.problems import InvalidError, Problems, show
from affray.rulesets.thrum.arts import MADE
from affray.rulesets.thrum.content.build import (
    ability_entry,
    archetype_of,
    nova_entry,
    status_of,
    trait_entry,
)
from affray.rulesets.thrum.content.catalogue import Goods, check_choices, check_numbers
from affray.rulesets.thrum.content.check import (
    Words,
    check_ability,
    check_code,
    check_nova,
    check_status,
    known,
)
from affray.rulesets.thrum.content.schema import (
    AbilityModel,
    CharacterModel,
    CreatureModel,
    NovaModel,
    Pack,
)
from affray.rulesets.thrum.content.words import KINDS
from affray.rulesets.thrum.definitions import Entry, Library
from affray.rulesets.thrum.ruleset import Thrum
from affray.rulesets.thrum.state import ThrumCombatant
from affray.rulesets.thrum.terms import ATTRIBUTES

M = TypeVar("M", CreatureModel, CharacterModel)
RESERVED: Final = ("exhausted", "frayed", "at", *ThrumCombatant.FIELDS)


def place(members: list[M], added: Sequence[M]) -> None:
    """Add members; one of an id that is there stands in its place."""
    for model in added:
        ids = [one.id for one in members]
        at = ids.index(model.id) if model.id in ids else len(ids)
        members[at : at + 1] = [model]


class Adding:
    """Packs on their way to the goods: all of them first, so that they may name each other's."""

    def __init__(self, goods: Goods, packs: Sequence[PackFile]) -> None:
        self.goods = goods
        self.packs = [pack.pack for pack in packs if isinstance(pack.pack, Pack)]
        self.problems = [Problems(pack.source) for pack in packs]
        self.files = [pack for pack in packs if isinstance(pack.pack, Pack)]
        own_arts = [art.id for pack in self.packs for art in pack.art]
        arts = [*goods.library.arts, *own_arts, "npc", "basic"]
        statuses = [status.id for pack in self.packs for status in pack.status]
        own = [one for pack in self.packs for one in pack.ability if one.art != "basic"]
        known_abilities = [
            entry.id for entry in goods.library.abilities.values() if entry.art != "basic"
        ]
        self.words = Words(arts, statuses, [*known_abilities, *[one.id for one in own]])
        content = goods.content
        self.archetypes = {one.id: one for one in content.archetype if one.list == "combat"}
        self.traits = [trait.id for trait in content.faction_trait]
        self.coded: dict[str, AbilityModel | NovaModel] = {}
        self.coded.update({one.id: one for one in content.ability if one.id in MADE})
        self.coded.update({one.id: one for one in content.nova if one.id in MADE})

    def all(self) -> None:
        """Check and add them.

        Raises:
            InvalidError: one of them is at fault; all problems of all are named.
        """
        self._check_ids()
        self._check_words()
        self._check_choices()
        self._stop()
        for pack in self.packs:
            for status in pack.status:
                self.goods.statuses[status.id] = status_of(status)
        for pack in self.packs:
            for trait in pack.faction_trait:
                self.goods.library.traits[trait.id] = trait_entry(trait)
            for ability in pack.ability:
                entry = ability_entry(ability, self.goods.statuses)
                entry.code = ability.works or ""  # one that stands in for another has its own words
                self.goods.library.abilities[ability.id] = entry
            for nova in pack.nova:
                self.goods.library.novas[nova.id] = nova_entry(nova)
            place(self.goods.blocks, pack.creature)
            place(self.goods.drafts, pack.character)
        for pack, problems in zip(self.packs, self.problems, strict=True):
            check_numbers(pack.creature, pack.character, self.goods.library, problems)
        self._stop()

    def _check_ids(self) -> None:
        content = self.goods.content
        seen = dict.fromkeys(Thrum().effects(), OWN)
        everything: list[Sequence[Part]] = [
            content.status,
            content.art,
            content.archetype,
            content.ability,
            content.nova,
            content.faction_trait,
            content.creature,
            content.character,
        ]
        for models in everything:
            seen.update({str(getattr(model, "id", "")): OWN for model in models})
        rows: dict[str, list[object]] = {
            "status": [*content.status],
            "ability": [*content.ability],
            "nova": [*content.nova],
            "art": [*content.art],
            "archetype": [*content.archetype],
            "faction_trait": [*content.faction_trait],
            "creature": [*content.creature],
            "character": [*content.character],
        }
        for file, problems in zip(self.files, self.problems, strict=True):
            pack = file.pack
            assert isinstance(pack, Pack)
            for kind, models in pack.tables().items():
                for n, model in enumerate(models):
                    at = place_of(model, file, kind, n, rows[kind], seen, problems)
                    if at >= 0:
                        rows[kind][at : at + 1] = [model]
            for n, status in enumerate(pack.status):
                if status.id in RESERVED:
                    what = (
                        f"found {show(status.id)}, which is a word of the rules, expected another"
                    )
                    problems.add(f"status[{n}].id", what)

    def _check_words(self) -> None:
        for pack, problems in zip(self.packs, self.problems, strict=True):
            for n, status in enumerate(pack.status):
                check_status(status, f"status[{n}]", self.words, problems, coded=False)
            for n, ability in enumerate(pack.ability):
                if ability.works is None:
                    check_ability(ability, f"ability[{n}]", self.words, problems, coded=False)
                else:
                    art = ability.art
                    known(f"ability[{n}].art", art, self.words.arts, "npc or an Art", problems)
                    check_code(ability, f"ability[{n}]", self.coded, problems)
            self._check_origins(pack, problems)
            for n, nova in enumerate(pack.nova):
                check_nova(nova, f"nova[{n}]", self.words, problems)
                if nova.works is None:
                    problems.add(f"nova[{n}].like", "missing, expected the Nova ability it is like")
                else:
                    check_code(nova, f"nova[{n}]", self.coded, problems)

    def _check_origins(self, pack: Pack, problems: Problems) -> None:
        """Check what characters and creatures come from: Arts, Archetypes, faction traits."""
        for n, art in enumerate(pack.art):
            for name in ("primary", "main_defence"):
                place = f"art[{n}].{name}"
                known(place, getattr(art, name), ATTRIBUTES, "an attribute", problems)
        for n, one in enumerate(pack.archetype):
            place = f"archetype[{n}]"
            known(f"{place}.attribute", one.attribute, ATTRIBUTES, "an attribute", problems)
            code = one.works or one.id
            if one.list == "combat" and code not in self.archetypes:
                what = f"found {show(one.works)}, expected the combat Archetype it is like"
                problems.add(f"{place}.like", f"{what} [thrum/sheet.archetypes]")
            if one.list == "narrative" and code in self.archetypes:
                what = f"found narrative, expected combat: it has the code of {code}"
                problems.add(f"{place}.list", f"{what} [thrum/sheet.archetypes]")
        for n, trait in enumerate(pack.faction_trait):
            if (trait.works or trait.id) not in self.traits:
                what = f"found {show(trait.works)}, expected the faction trait it is like"
                problems.add(f"faction_trait[{n}].like", f"{what} [thrum/sheet.faction-trait]")

    def _check_choices(self) -> None:
        """Check sheets and stat blocks, whatever may be wrong with the abilities they name."""
        for pack in self.packs:
            for art in pack.art:
                self.goods.library.arts[art.id] = art.primary
            for archetype in pack.archetype:
                self.goods.library.archetypes[archetype.id] = archetype_of(archetype)
        library = Library()
        library.arts = self.goods.library.arts
        library.archetypes = self.goods.library.archetypes
        library.novas = dict(self.goods.library.novas)
        library.abilities = dict(self.goods.library.abilities)
        for pack in self.packs:
            for ability in pack.ability:
                name = Entry(ability.id, ability.name, ability.art, KINDS[ability.type], 0)
                name.upgrades = list(ability.upgrades)
                library.abilities[ability.id] = name
            for nova in pack.nova:
                library.novas[nova.id] = nova_entry(nova)
        for pack, problems in zip(self.packs, self.problems, strict=True):
            check_choices(pack.creature, pack.character, library, self.words, problems)

    def _stop(self) -> None:
        lines: list[str] = []
        for problems in self.problems:
            try:
                problems.stop()
            except InvalidError as fault:
                lines += fault.problems
        if lines:
            raise InvalidError(lines)
