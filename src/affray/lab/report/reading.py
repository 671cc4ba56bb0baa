"""Reading results: numbers with their intervals, however a command says them.

Whatever is missing, or is of another shape, is passed over.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, TypeGuard

from affray.lab.report.parts import Value

Result: TypeAlias = Mapping[str, Any]
FIXED: Final = "for this many fights"


class Known(NamedTuple):
    """A number with its interval."""

    value: float
    low: float
    high: float

    def row(self, name: str, **more: Value) -> dict[str, Value]:
        """Return it as a row of a chart."""
        return {"name": name, "value": self.value, "low": self.low, "high": self.high, **more}


def known(found: object) -> Known | None:
    """Return a number with its interval, however a command says it; None if it does not."""
    if not isinstance(found, Mapping):
        return None
    value = next((found[name] for name in ("share", "mean", "change", "value") if name in found), 0)
    bounds = next(
        (found[name] for name in ("interval", "wilson", "anytime") if name in found), None
    )
    if not is_number(value) or not isinstance(bounds, Sequence) or len(bounds) != 2:
        return None
    low, high = bounds
    if not is_number(low) or not is_number(high):
        return None
    return Known(float(value), float(low), float(high))


def is_number(found: object) -> TypeGuard[float]:
    """Return whether something is a number that can be drawn."""
    return isinstance(found, int | float) and not isinstance(found, bool) and math.isfinite(found)


def valid(found: object) -> str:
    """Return when an interval holds, in words; "" if it does not say."""
    if isinstance(found, Mapping):
        if "valid" in found:
            return str(found["valid"])
        if "wilson" in found:
            return FIXED
    return ""


def mapping(found: object) -> Result:
    """Return a table, an empty one if it is none."""
    return found if isinstance(found, Mapping) else {}


def tables(found: object) -> list[Result]:
    """Return a list of tables, without what is none."""
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def number(found: object) -> float | None:
    """Return a number that can be drawn, else None."""
    return float(found) if is_number(found) else None


def texts(found: object) -> list[str]:
    """Return a list of texts, without what is none."""
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []


def pair(found: object) -> tuple[float | None, float | None]:
    """Return the two bounds of an interval, None for what is missing."""
    if not isinstance(found, list) or len(found) != 2:
        return None, None
    return number(found[0]), number(found[1])
