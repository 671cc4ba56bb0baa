"""The tables that a game's content file and its packs are made of."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from inspect import cleandoc
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from affray.content.game import GameIdType
from affray.content.values import Line, Prose, Slug

if TYPE_CHECKING:
    from pydantic import GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema

MEMBERS = ("character", "creature")

# What these keys say in every table: for people, no rule reads them. With an example each.
USUAL: Final[Mapping[str, tuple[str, object]]] = {
    "id": ("Its id.", "river-hook"),
    "name": ("Its name.", "River Hook"),
    "origin": ("Whose idea it is, for people.", "ours"),
    "rules": ("Rules that speak of it, for people.", ["move.difficult"]),
    "mechanics": ("Whose its numbers are, for people.", "ours"),
    "note": ("What is to be said of it, for people.", "Dwarves make them."),
    "text": ("What it does or is, in words, for people.", "It drags its prey into the water."),
}
KEYS: Final = "\n\nAttributes:\n"  # before what a docstring says of a table's keys
KEY: Final = re.compile(r"^    (\w+): (.+(?:\n {5,}.+)*)", re.MULTILINE)
EXAMPLES: Final = re.compile(r" For example ((?:`[^`]+`(?:, )?)+)\.$")


class Part(BaseModel):
    """A table of a file: strict types, unknown keys are refused.

    The docstring of a table says in a section Attributes what its keys mean, named as files name
    them; its schema says the same, the examples that a line may end with included.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler, /
    ) -> JsonSchemaValue:
        """Add to the schema what the docstring says."""
        schema = super().__get_pydantic_json_schema__(core_schema, handler)
        table = handler.resolve_ref_schema(schema)
        describe(cls, table)
        return schema


def describe(model: type[BaseModel], table: dict[str, Any]) -> None:
    """Add to the schema of a table what the docstring of its model says, and what keys usually say.

    Args:
        model: of the table.
        table: its JSON Schema, which is changed.
    """
    words = cleandoc(model.__doc__ or "")
    if words:
        table["description"] = words.partition(KEYS)[0]
    told = keys_of(model)
    for key, field in table.get("properties", {}).items():
        text, examples = told.get(key, ("", []))
        if not text and "description" not in field and key in USUAL:
            text, examples = USUAL[key][0], [USUAL[key][1]]
        if text:
            field["description"] = text
        if examples:
            field["examples"] = examples


def keys_of(model: type[BaseModel]) -> dict[str, tuple[str, list[object]]]:
    """Return what the docstrings of a table and those that it extends say of keys, with examples.

    Args:
        model: of the table.
    """
    found: dict[str, tuple[str, list[object]]] = {}
    for base in reversed(model.__mro__):
        told = cleandoc(base.__dict__.get("__doc__") or "").partition(KEYS)[2]
        for key, words in KEY.findall(told):
            text = " ".join(words.split())
            shown = EXAMPLES.search(text)
            values = re.findall(r"`([^`]+)`", shown[1]) if shown else []
            examples = [tomllib.loads(f"x = {value}")["x"] for value in values]
            found[key] = (text[: shown.start()] if shown else text, examples)
    return found


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
