"""Duel's content as sheets: from here encounters take their members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from affray.content.basic import BasicLibrary
from affray.content.pack import PackFile
from duel_game.state import Sheet


def content_library(packs: Sequence[PackFile]) -> DuelLibrary:
    """Return the library; Duel takes no packs."""
    return DuelLibrary("duel")


class DuelLibrary(BasicLibrary):
    """Everybody who can stand in a duel; ``with`` may say how many hit points somebody has left."""

    knows: ClassVar[tuple[str, ...]] = ("with",)

    def sheet(self, entry: Mapping[str, object]) -> Sheet:
        """Return a sheet from a table of the content file."""
        return Sheet(
            self.text(entry, "id"),
            self.text(entry, "name"),
            self.number(entry, "skill", 0, 4),
            self.number(entry, "hp", 1, 100),
        )
