"""The libraries that a report needs, which come with an extra."""

from __future__ import annotations

import importlib
from functools import cache
from importlib.util import find_spec
from typing import Any, Final

from affray.core.errors import InvalidError

NEEDED: Final = ("altair", "jinja2", "pyarrow", "vl_convert")  # as they are imported


def check_extra() -> None:
    """Refuse to go on without them; they are imported when they are needed.

    Some begin threads of their own, and worker processes are forked from a process that has none.

    Raises:
        InvalidError: one of them is not installed; it says how to get it.
    """
    for name in NEEDED:
        if find_spec(name) is None:
            raise missing(name)


def missing(name: str) -> InvalidError:
    """Return what to say of a library that is not installed."""
    found = f"a report needs {name.replace('_', '-')}"
    return InvalidError([f"{found}: install the extra (affray[charts])"])


@cache
def library(name: str) -> Any:
    """Return a library by the name that it is imported by; untyped, at the edge only.

    Raises:
        InvalidError: it is not installed.
    """
    try:
        return importlib.import_module(name)
    except ImportError as fault:
        raise missing(name) from fault


@cache
def vega() -> str:
    """Return Vega and what embeds it in a page, as one script that fetches nothing."""
    versions = library("altair").SCHEMA_VERSION.removeprefix("v").split(".")
    script: str = library("vl_convert").javascript_bundle(vl_version=".".join(versions[:2]))
    return script
