"""The tables that a game's content file and its packs are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from affray.content.game import GameIdType
from affray.content.values import Line, Prose, Slug

MEMBERS = ("character", "creature")


class Part(BaseModel):
    """A table of a file: strict types, unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)


class PackBase(Part):
    """What the pack of every game says; a game's own ``Pack`` adds its tables, as lists of parts.

    Those of its members are called ``character`` and ``creature``.
    """

    ruleset: Annotated[str, GameIdType] = Field(description="The game that the pack is for.")
    id: Slug | None = Field(default=None, description="Its id.", examples=["river-folk"])
    name: Line | None = Field(default=None, description="Its name.", examples=["River Folk"])
    origin: Line | None = Field(default=None, description="Whose it is.", examples=["ours"])
    text: Prose = Field(
        default="", description="What it holds.", examples=["Wardens of the lower river."]
    )

    @classmethod
    def table_names(cls) -> list[str]:
        """Return the names of the tables, as attributes, in the order of the schema."""
        return [name for name in cls.model_fields if name not in PackBase.model_fields]

    def tables(self) -> Mapping[str, Sequence[Part]]:
        """Return what it adds, by the name of the table."""
        return {name: getattr(self, name) for name in self.table_names()}

    def ids(self) -> list[str]:
        """Return the ids of its members: characters, then creatures."""
        tables = self.tables()
        return [str(getattr(one, "id", "")) for name in MEMBERS for one in tables.get(name, ())]
