"""The libraries that a report needs, which come with an extra."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any, Final

from affray.core.errors import InvalidError

NEEDED: Final = ("altair", "jinja2", "pyarrow", "vl_convert")  # as they are imported


def check_extra() -> None:
    """Refuse to go on without them.

    Raises:
        InvalidError: one of them is not installed; it says how to get it.
    """
    for name in NEEDED:
        library(name)


@cache
def library(name: str) -> Any:
    """Return a library by the name that it is imported by; untyped, at the edge only.

    Raises:
        InvalidError: it is not installed.
    """
    try:
        return importlib.import_module(name)
    except ImportError as fault:
        found = f"a report needs {name.replace('_', '-')}"
        raise InvalidError([f"{found}: install the extra (affray[charts])"]) from fault


@cache
def vega() -> str:
    """Return Vega and what embeds it in a page, as one script that fetches nothing."""
    versions = library("altair").SCHEMA_VERSION.removeprefix("v").split(".")
    script: str = library("vl_convert").javascript_bundle(vl_version=".".join(versions[:2]))
    return script
