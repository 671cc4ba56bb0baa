"""Who may stand in an encounter: the only thing that loading asks of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, Protocol

from affray.content.game import Game, game, on_change
from affray.content.ground import GroundWord
from affray.content.toml import parse_toml

CHARACTER: Final = "character"
CREATURE: Final = "creature"


class Roster(Protocol):
    """What loading asks of a ruleset, with the packs that were added to it."""

    def kinds(self) -> Mapping[str, str]:
        """Return every id that may be a member, with ``character`` or ``creature``."""
        ...

    def known(self, member: str) -> int:
        """Return the width of its footprint in cells; 0 if there is no such id."""
        ...

    def factions(self) -> tuple[str, ...]:
        """Return the ids of the faction traits that members may carry."""
        ...

    def grounds(self) -> tuple[GroundWord, ...]:
        """Return the kinds of ground that the ruleset has rules for."""
        ...


class ContentRoster:
    """The roster of a ruleset's own content file."""

    def __init__(self, ruleset: str, content: Mapping[str, object]) -> None:
        self.game: Game = game(ruleset)
        self._kinds: dict[str, str] = {}
        self._sizes: dict[str, int] = {}
        for kind in (CHARACTER, CREATURE):
            for entry in _entries(content, kind):
                member = str(entry["id"])
                self._kinds[member] = kind
                self._sizes[member] = self.game.footprint(entry)
        self._factions = tuple(str(entry["id"]) for entry in _entries(content, "faction_trait"))

    def kinds(self) -> Mapping[str, str]:
        """Return every id that may be a member, with its kind."""
        return self._kinds

    def known(self, member: str) -> int:
        """Return the width of its footprint in cells; 0 if there is no such id."""
        return self._sizes.get(member, 0)

    def factions(self) -> tuple[str, ...]:
        """Return the ids of the faction traits that members may carry."""
        return self._factions

    def grounds(self) -> tuple[GroundWord, ...]:
        """Return the kinds of ground that the ruleset has rules for."""
        return self.game.grounds


@cache
def builtin_roster(ruleset: str) -> ContentRoster:
    """Return the roster of a ruleset as it is installed."""
    return ContentRoster(ruleset, parse_toml(game(ruleset).content(), f"{ruleset}/content.toml"))


on_change(builtin_roster.cache_clear)


def _entries(content: Mapping[str, object], kind: str) -> list[dict[str, object]]:
    entries = content.get(kind, [])
    return entries if isinstance(entries, list) else []
