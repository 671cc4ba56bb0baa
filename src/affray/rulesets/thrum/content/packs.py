"""Adding packs to Thrum's content: ids, words, sheets and numbers are checked first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from affray.content.join import OWN, own_id
from affray.content.pack import PackFile
from affray.content.part import Part
from affray.content.problems import InvalidError, Problems, show
from affray.rulesets.thrum.content.build import ability_entry, status_of
from affray.rulesets.thrum.content.catalogue import Goods, check_choices, check_numbers
from affray.rulesets.thrum.content.check import Words, check_ability, check_status
from affray.rulesets.thrum.content.schema import Pack
from affray.rulesets.thrum.content.words import KINDS
from affray.rulesets.thrum.definitions import Entry, Library
from affray.rulesets.thrum.ruleset import Thrum
from affray.rulesets.thrum.state import ThrumCombatant

RESERVED: Final = ("exhausted", "frayed", "at", *ThrumCombatant.FIELDS)


class Adding:
    """Packs on their way to the goods: all of them first, so that they may name each other's."""

    def __init__(self, goods: Goods, packs: Sequence[PackFile]) -> None:
        self.goods = goods
        self.packs = [pack.pack for pack in packs if isinstance(pack.pack, Pack)]
        self.problems = [Problems(pack.source) for pack in packs]
        arts = [*goods.library.arts, "npc"]
        statuses = [status.id for pack in self.packs for status in pack.status]
        own = [ability.id for pack in self.packs for ability in pack.ability]
        known_abilities = [
            entry.id for entry in goods.library.abilities.values() if entry.art != "basic"
        ]
        self.words = Words(arts, statuses, [*known_abilities, *own])

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
            for ability in pack.ability:
                entry = ability_entry(ability, self.goods.statuses)
                self.goods.library.abilities[ability.id] = entry
            self.goods.blocks += pack.creature
            self.goods.drafts += pack.character
        for pack, problems in zip(self.packs, self.problems, strict=True):
            check_numbers(pack.creature, pack.character, self.goods.library, problems)
        self._stop()

    def _check_ids(self) -> None:
        content = self.goods.content
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
        for pack, problems in zip(self.packs, self.problems, strict=True):
            kinds: tuple[tuple[str, Sequence[Part]], ...] = (
                ("status", pack.status),
                ("ability", pack.ability),
                ("creature", pack.creature),
                ("character", pack.character),
            )
            for kind, models in kinds:
                for n, model in enumerate(models):
                    own_id(f"{kind}[{n}].id", model, seen, problems.source, problems)
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
                check_ability(ability, f"ability[{n}]", self.words, problems, coded=False)

    def _check_choices(self) -> None:
        """Check sheets and stat blocks, whatever may be wrong with the abilities they name."""
        library = Library()
        library.arts = self.goods.library.arts
        library.archetypes = self.goods.library.archetypes
        library.novas = self.goods.library.novas
        library.abilities = dict(self.goods.library.abilities)
        for pack in self.packs:
            for ability in pack.ability:
                name = Entry(ability.id, ability.name, ability.art, KINDS[ability.type], 0)
                name.upgrades = list(ability.upgrades)
                library.abilities.setdefault(ability.id, name)
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
