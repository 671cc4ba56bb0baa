"""Arrows point inward only: who may import whom."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "src"
RULESETS = "rulesets"
SESSION = "session"

# What a layer may import of Affray; every layer may import itself. A module of the package's own
# folder that is not named here belongs to the session layer: fight, journal, odds, sim, cases...
ALLOWED = {
    "core": set(),
    "bots": {"core"},
    "citations": set(),
    "rulebook": {"core", "citations"},
    "content": {"core", RULESETS, "rulebook"},
    SESSION: {"core", RULESETS, "bots", "content", "rulebook"},
    "cli": {"core", RULESETS, "bots", "content", "rulebook", SESSION, "affray"},
    "web": {"core", RULESETS, "bots", "content", "rulebook", SESSION, "affray"},
    "__main__": {"cli"},
    "affray": {"core", RULESETS, "bots", "content", "rulebook", SESSION},
}
# The compiled layers decide everything from state, dice and answers: no clock, no chance of their
# own, nothing that is not in the standard library.
PURE = {"core", "bots", RULESETS}
IMPURE = {"asyncio", "datetime", "os", "random", "secrets", "socket", "subprocess", "time", "uuid"}
THIRD_PARTY = {"librt", "mypy_extensions"}


def layer(module: str) -> str:
    """``affray.rulesets.thrum.turn`` is of ``rulesets/thrum``, ``affray.fight`` of ``session``."""
    parts = module.split(".")
    if len(parts) == 1:
        return "affray"
    if parts[1] == RULESETS and len(parts) > 2:
        return f"{RULESETS}/{parts[2]}"
    return parts[1] if parts[1] in {*ALLOWED, RULESETS} else SESSION


def may_import(importer: str, imported: str) -> bool:
    if importer == imported:
        return True
    if importer.startswith(f"{RULESETS}/"):
        return imported == "core"
    if importer == RULESETS:  # the list of rulesets knows them all
        return imported == "core" or imported.startswith(f"{RULESETS}/")
    return imported.partition("/")[0] in ALLOWED[importer]


def imports(module: str, source: str, *, package: bool) -> list[tuple[int, str]]:
    """All modules that a source imports, by their full names, with their lines."""
    home = module if package else module.rpartition(".")[0]
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = home.split(".")[: len(home.split(".")) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            found += [(node.lineno, _module(base, alias.name)) for alias in node.names]
    return found


def _module(base: str, name: str) -> str:
    """``from base import name`` means a module, if there is one, or what is in ``base``."""
    path = ROOT.joinpath(*base.split("."), name)
    return f"{base}.{name}" if path.is_dir() or path.with_suffix(".py").is_file() else base


def wrong_arrows(module: str, source: str, *, package: bool = False) -> list[str]:
    importer = layer(module)
    pure = importer.partition("/")[0] in PURE
    wrong = []
    for line, imported in imports(module, source, package=package):
        top = imported.partition(".")[0]
        if top == "affray":
            if not may_import(importer, layer(imported)):
                wrong.append(f"{module}:{line} {importer} must not import {imported}")
        elif pure and (top in IMPURE or top not in {*sys.stdlib_module_names, *THIRD_PARTY}):
            wrong.append(f"{module}:{line} {importer} must not import {imported}")
    return wrong


def test_no_import_points_outward() -> None:
    wrong = []
    files = sorted((ROOT / "affray").rglob("*.py"))
    for path in files:
        parts = path.relative_to(ROOT).with_suffix("").parts
        package = parts[-1] == "__init__"
        module = ".".join(parts[:-1] if package else parts)
        wrong += wrong_arrows(module, path.read_text(encoding="utf-8"), package=package)

    assert wrong == []
    assert "affray.core.errors" in {
        ".".join(p.relative_to(ROOT).with_suffix("").parts) for p in files
    }


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("affray.core.combat", "from affray.rulesets import thrum"),
        ("affray.core.combat", "import affray.fight"),
        ("affray.core.combat", "from .. import rulebook"),
        ("affray.core.combat", "import pydantic"),
        ("affray.core.combat", "from random import randint"),
        ("affray.rulesets.thrum.attack", "from affray.rulesets.icon import attack"),
        ("affray.rulesets.thrum.attack", "from ..icon.attack import strike"),
        ("affray.rulesets.thrum.attack", "from affray.bots import greedy"),
        ("affray.rulesets.thrum.attack", "def f() -> None:\n    import time"),
        ("affray.bots.greedy", "from affray.rulesets.thrum import tactics"),
        ("affray.content.encounter", "from affray.fight import Fight"),
        ("affray.sim", "from affray.cli import main"),
        ("affray.fight", "import affray"),
    ],
)
def test_an_outward_import_is_noticed(module: str, source: str) -> None:
    assert len(wrong_arrows(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        (
            "affray.core.combat",
            "from affray.core.dice import Dice\nfrom . import grid\nimport math",
        ),
        (
            "affray.rulesets.thrum.attack",
            "from affray.core.combat import Combat\nfrom . import damage",
        ),
        ("affray.bots.greedy", "from affray.core.choice import Choice\nfrom .random import pick"),
        ("affray.fight", "from affray import rulesets\nfrom affray.journal import Journal"),
        ("affray.cli.play", "from affray.fight import Fight\nimport typer\nimport affray"),
    ],
)
def test_an_inward_import_is_let_through(module: str, source: str) -> None:
    assert wrong_arrows(module, source) == []


EACH_FIRST = """
import importlib, sys
for name in sys.argv[1:]:
    for known in [one for one in sys.modules if one.startswith("affray.rulesets.")]:
        del sys.modules[known]
    try:
        importlib.import_module(name)
    except ImportError as fault:
        print(f"{name}: {fault}")
"""


def test_every_module_of_a_ruleset_may_be_imported_first() -> None:
    """No circle of imports stands only as long as somebody enters it at the right place."""
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in sorted((ROOT / "affray" / RULESETS).rglob("*.py"))
        if path.stem != "__init__"
    ]
    run = subprocess.run(
        [sys.executable, "-c", EACH_FIRST, *names],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert run.stdout == ""
