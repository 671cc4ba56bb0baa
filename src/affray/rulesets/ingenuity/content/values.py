"""What an encounter's ``with`` states of a sheet, in the words of the content file.

``with = { evasion = 6, strength = "d6", weapons = ["spear"], health = 7 }``, and ``skills.combat``:
the five values of a combat (health, endurance, stamina, focus, fate_points, death) are the state it
begins in; their maxima are written ``max_health`` and so on. Rule: sheet.stated-values.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from pydantic import ValidationError

from affray.content.explain import explain
from affray.content.pack import schema_of
from affray.content.problems import Problems
from affray.rulesets.ingenuity import geometry
from affray.rulesets.ingenuity.content.schema import SheetModel
from affray.rulesets.ingenuity.sheet import STATED

MAXIMA: Final = {
    "max_health": "health",
    "max_endurance": "endurance",
    "max_stamina": "stamina",
    "max_focus": "focus",
}
M = TypeVar("M", bound=SheetModel)


def restates(settings: Mapping[str, object]) -> bool:
    """Return whether anything of the sheet is stated."""
    return any(name.partition(".")[0] in STATED for name in settings)


def restated(model: M, settings: Mapping[str, object], problems: Problems, place: str) -> M:
    """Return a model with what is stated in place of its own; faults go to the problems."""
    data = model.model_dump(by_alias=True)
    for path, value in settings.items():
        head, _, rest = path.partition(".")
        if head not in STATED:
            continue
        name = MAXIMA.get(head, head)
        before = data.get(name)
        if rest:
            data[name] = {**(before if isinstance(before, dict) else {}), rest: value}
        elif isinstance(before, dict) and isinstance(value, list):
            data[name] = {str(one): value.count(one) for one in value}
        else:
            data[name] = value
        if name == "size" and "footprint" in data and isinstance(value, int):
            data["footprint"] = geometry.footprint(value)
    try:
        return type(model).model_validate(data)
    except ValidationError as error:
        found = Problems("")
        explain(error, schema_of(type(model)), found)
        for line in found.lines:
            where, _, what = line.removeprefix(": ").partition(": ")
            problems.add(f"{place}.{where}", what)
        return model
