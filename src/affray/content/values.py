"""The small values that files are made of: ids, names, cells, rectangles, lengths, settings."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Final, NoReturn, TypeAlias

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler, PlainValidator, Strict
from pydantic import StringConstraints as Letters
from pydantic.functional_validators import BeforeValidator
from pydantic.json_schema import JsonSchemaValue, WithJsonSchema
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from affray.content.problems import show

WIDEST: Final = 200  # columns, and rows, of a map
MOST: Final = 400  # combatants of an encounter
TALLEST: Final = 1000  # heights, up or down, in the ruleset's unit
PARTS: Final = 128  # an exact length is a whole number of 1/128 of the ruleset's unit
BIGGEST: Final = 1_000_000  # any other number, up or down

SLUG: Final = r"^[a-z0-9]+(-[a-z0-9]+)*$"
# No control characters, and none of those that break lines, turn the order of letters round, or
# mark the order of bytes: a name that holds them passes for another.
CONTROL: Final = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff"
LINE: Final = rf"^[^{CONTROL}]+$"
PROSE: Final = rf"^([^{CONTROL}]|[\n\t])*$"

Slug: TypeAlias = Annotated[str, Letters(strict=True, pattern=SLUG, max_length=64)]
Line: TypeAlias = Annotated[str, Letters(strict=True, pattern=LINE, max_length=200)]
Prose: TypeAlias = Annotated[str, Letters(strict=True, pattern=PROSE, max_length=10_000)]

Step: TypeAlias = Annotated[int, Strict(), Field(ge=0, lt=WIDEST)]
Height: TypeAlias = Annotated[int, Strict(), Field(ge=-TALLEST, le=TALLEST)]
Place: TypeAlias = Annotated[tuple[Step, Step], Strict(strict=False)]
Rect: TypeAlias = Annotated[tuple[Step, Step, Step, Step], Strict(strict=False)]


def _length(value: object) -> Decimal:
    """Read a length exactly: a number, or a text that holds one (as JSON data of ours do)."""
    number = Decimal(value) if isinstance(value, float) else value
    if isinstance(number, str) and len(number) <= 20:
        try:
            number = Decimal(number)
        except ArithmeticError:
            number = None
    if isinstance(number, int) and not isinstance(number, bool) and abs(number) <= TALLEST:
        number = Decimal(number)
    # Compared before it is computed with: 1e999999 is a valid decimal.
    if isinstance(number, Decimal) and number.is_finite() and -TALLEST <= number <= TALLEST:
        exponent = number.as_tuple().exponent
        # 1/128 has seven places; a zero with a huge exponent is not worth working out.
        if isinstance(exponent, int) and -7 <= exponent <= 3 and number * PARTS % 1 == 0:
            return number
    raise PydanticCustomError(
        "expected", "a number from -1000 to 1000 in steps of 1/128, such as 2 or 4.5"
    )


Length: TypeAlias = Annotated[
    Decimal,
    BeforeValidator(_length),
    WithJsonSchema({"type": "number", "minimum": -TALLEST, "maximum": TALLEST}),
]
Corners: TypeAlias = Annotated[
    tuple[Length, Length, Length, Length, Length, Length], Strict(strict=False)
]


def _float(value: object) -> object:
    """Read a number with a point, which comes as an exact decimal."""
    return float(value) if isinstance(value, Decimal) else value


Measure: TypeAlias = Annotated[float, Strict(), BeforeValidator(_float)]


def _settings(value: object) -> dict[str, object]:
    """Read free settings: tables within it become dotted paths; the ruleset judges them later."""
    flat: dict[str, object] = {}
    if not isinstance(value, dict):
        raise PydanticCustomError("expected", "a table of paths and values")
    _flatten(value, "", flat)
    return flat


def _flatten(table: dict[object, object], prefix: str, flat: dict[str, object]) -> None:
    for key, value in table.items():
        path = f"{prefix}{key}"
        if len(path) > 200 or len(flat) >= 200:
            raise PydanticCustomError("expected", "at most 200 paths of at most 200 characters")
        if isinstance(value, dict):
            _flatten(value, f"{path}.", flat)
        else:
            _judge(path, value)
            flat[path] = value


def _judge(path: str, value: object) -> None:
    """Refuse what no ruleset could mean: fractions, dates, numbers and texts without measure."""
    if isinstance(value, list | dict):
        for part in value if isinstance(value, list) else value.values():
            _judge(path, part)
    elif isinstance(value, int):
        if not -BIGGEST <= value <= BIGGEST:
            _refuse(path, value, f"a number from {-BIGGEST} to {BIGGEST}")
    elif not isinstance(value, str):
        _refuse(path, value, "a whole number, true or false, a text, or a list or table of these")
    elif len(value) > 1000:
        _refuse(path, value, "a text of at most 1000 characters")


def _refuse(path: str, value: object, expected: str) -> NoReturn:
    facts = {"path": path, "found": show(value), "expected": expected}
    raise PydanticCustomError("setting", "found {found}, expected {expected}", facts)


Settings: TypeAlias = Annotated[
    dict[str, object],
    PlainValidator(_settings),
    WithJsonSchema({"type": "object", "additionalProperties": True}),
]


class OrName:
    """Lets a table be given in short: by the name of a zone, or by a list of cells."""

    @staticmethod
    def _long(value: Any) -> Any:
        if isinstance(value, str):
            return {"zone": value}
        if isinstance(value, list):
            return {"cells": value}
        if isinstance(value, dict):
            return value
        raise PydanticCustomError("expected", "a zone's name, a list of cells, or a table of them")

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Turn the short forms into the table before it is checked."""
        return core_schema.no_info_before_validator_function(cls._long, handler(source))

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Tell of all three forms."""
        cell = {"type": "array", "prefixItems": [{"type": "integer"}] * 2, "minItems": 2}
        return {
            "anyOf": [
                handler(schema),
                {"type": "string", "description": "the name of a zone"},
                {"type": "array", "items": cell, "description": "cells, in order of preference"},
            ]
        }


def words_of(value: object) -> list[str]:
    """Return ids that a setting lists: a list of them, or one after the other in a text."""
    if isinstance(value, list):
        return [str(one) for one in value]
    return str(value).replace(",", " ").split()
