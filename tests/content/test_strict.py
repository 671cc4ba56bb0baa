"""Files mean what they say: 1 is not true, "3" is not 3, in any field of any game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from affray.content.game import BUILTIN
from affray.content.pack import model_of, pack_from
from affray.content.problems import InvalidError


def models(ruleset: str) -> list[type[BaseModel]]:
    """All models of a game's packs."""
    found: dict[str, type[BaseModel]] = {}

    def look(annotation: Any) -> None:
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            if annotation.__name__ not in found:
                found[annotation.__name__] = annotation
                for field in annotation.model_fields.values():
                    look(field.annotation)
            return
        for part in getattr(annotation, "__args__", ()):
            look(part)

    look(model_of(ruleset))
    return list(found.values())


def kinds(node: dict[str, Any]) -> Iterator[str]:
    """The types that a schema takes."""
    for choice in node.get("anyOf", ()):
        yield from kinds(choice)
    for value in [*node.get("enum", ()), *([node["const"]] if "const" in node else [])]:
        yield {bool: "boolean", int: "integer", str: "string"}[type(value)]
    if "type" in node:
        yield node["type"]
    if "$ref" in node:
        yield "object"
    if set(node) <= {"description", "title", "default", "examples"}:
        yield from ("boolean", "integer", "string")


@pytest.mark.parametrize("ruleset", BUILTIN)
def test_no_field_of_a_pack_takes_one_type_for_another(ruleset: str) -> None:
    wrong = []
    for model in models(ruleset):
        whole = model.model_json_schema(by_alias=False)
        schema = whole.get("properties") or whole["$defs"][model.__name__]["properties"]
        for name, field in model.model_fields.items():
            known = set(kinds(schema[name]))
            plain = isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel)
            taken: TypeAdapter[Any] = TypeAdapter(
                field.rebuild_annotation(), config=None if plain else ConfigDict(strict=True)
            )
            others: tuple[tuple[object, set[str]], ...] = (
                (True, {"boolean"}),
                (1, {"integer", "number"}),
                (2, {"integer", "number"}),
                ("1", {"string"}),
                ("yes", {"string"}),
            )
            for value, of in others:
                if not known & of:
                    try:
                        taken.validate_python(value)
                    except ValidationError:
                        continue
                    wrong.append(f"{model.__name__}.{name} = {value!r}")

    assert wrong == []


@pytest.mark.parametrize(
    ("ruleset", "table", "row", "fault"),
    [
        (
            "quest",
            "creature",
            {"id": "x", "like": "grey-wolf", "sickness": 1},
            "creature[0].sickness: found 1, expected one of true, false, round",
        ),
        (
            "sovereign",
            "weapon",
            {"id": "x", "like": "club", "cost_g": "3"},
            'weapon[0].cost_g: found "3", expected a number',
        ),
        (
            "icon",
            "creature",
            {"id": "x", "like": "toll-brute", "monster": 1},
            "creature[0].monster: found 1, expected true or false",
        ),
    ],
)
def test_what_is_of_another_type_is_told(
    ruleset: str, table: str, row: dict[str, Any], fault: str
) -> None:
    with pytest.raises(InvalidError) as caught:
        pack_from({"ruleset": ruleset, table: [row]}, "own.toml")

    assert caught.value.problems == [f"own.toml: {fault}"]
