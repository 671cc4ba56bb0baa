"""Arrows point inward only: who may import whom."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "src"
PAGES = Path(__file__).parents[2] / "docs" / "design" / "games"
RULESETS = "rulesets"
GAMES = ("icon", "ingenuity", "quest", "sovereign", "thrum")
FILES = "content"  # of a game: how its files are read

# The layers, lowest first: each may import those below it, and itself. A game imports the core
# alone, the files of a game also what all games' files share; no game imports another.
LAYERS = (
    "core",
    "bots",
    "content",
    RULESETS,
    "rulebook",
    "state",
    "encounters",
    "render",
    "intervals",
    "odds",
    "session",
    "sim",
    "checking",
    "lab",
    "affray",
    "web",
    "cli",
    "__main__",
)
# What is not compiled may look things up in these; what is compiled imports the core alone.
GAME_MAY = {"core"}
FILES_MAY = {"core", "content"}
BOTS_MAY = {"core"}
CONTENT_MAY = {"core"}
# The compiled layers decide everything from state, dice and answers: no clock, no chance of their
# own, nothing that is not in the standard library.
PURE = {"core", "bots", RULESETS}
IMPURE = {"asyncio", "datetime", "os", "random", "secrets", "socket", "subprocess", "time", "uuid"}
THIRD_PARTY = {"librt", "mypy_extensions"}
# The largest circle of modules that the rules of a game may entangle.
LARGEST_CIRCLE = {
    "icon": 9,
    "ingenuity": 10,
    "quest": 2,
    "sovereign": 10,
    "thrum": 3,
}


def layer(module: str) -> str:
    """``affray.session.fight`` is of ``session``, a game's modules of ``rulesets/thrum``.

    The modules that read a game's files are of ``rulesets/thrum/content``.
    """
    parts = module.split(".")
    if len(parts) == 1:
        return "affray"
    if parts[1] == RULESETS and len(parts) > 2:
        return "/".join([RULESETS, parts[2], *([FILES] if parts[3:4] == [FILES] else [])])
    return parts[1]


def may_import(importer: str, imported: str) -> bool:
    if importer == imported:
        return True
    if importer.startswith(f"{RULESETS}/"):
        if importer.endswith(f"/{FILES}"):
            return imported in {*FILES_MAY, importer.removesuffix(f"/{FILES}")}
        return imported in GAME_MAY
    above, below = (one.partition("/")[0] for one in (importer, imported))
    if above in ("bots", "content"):
        return below in {"bots": BOTS_MAY, "content": CONTENT_MAY}[above]
    return LAYERS.index(below) < LAYERS.index(above)


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


@cache
def _module(base: str, name: str) -> str:
    """``from base import name`` means a module, if there is one, or what is in ``base``."""
    path = ROOT.joinpath(*base.split("."), name)
    return f"{base}.{name}" if path.is_dir() or path.with_suffix(".py").is_file() else base


def wrong_arrows(module: str, source: str, *, package: bool = False) -> list[str]:
    importer = layer(module)
    pure = importer.partition("/")[0] in PURE and not importer.endswith(f"/{FILES}")
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
        ("affray.core.combat", "import affray.session.fight"),
        ("affray.core.combat", "from .. import rulebook"),
        ("affray.core.combat", "import pydantic"),
        ("affray.core.combat", "from random import randint"),
        ("affray.rulesets.thrum.attack", "from affray.rulesets.icon import attack"),
        ("affray.rulesets.thrum.attack", "from ..icon.attack import strike"),
        ("affray.rulesets.thrum.attack", "from affray.bots import greedy"),
        ("affray.rulesets.thrum.attack", "def f() -> None:\n    import time"),
        ("affray.bots.greedy", "from affray.rulesets.thrum import tactics"),
        ("affray.content.encounter", "from affray.session.fight import Fight"),
        ("affray.sim.batches", "from affray.cli import main"),
        ("affray.session.fight", "import affray"),
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
        (
            "affray.session.fight",
            "from affray import rulesets\nfrom affray.session.journal import Journal",
        ),
        ("affray.cli.play", "from affray.session.fight import Fight\nimport typer\nimport affray"),
    ],
)
def test_an_inward_import_is_let_through(module: str, source: str) -> None:
    assert wrong_arrows(module, source) == []


# -- circles ---------------------------------------------------------------------------------


@cache
def graph() -> dict[str, set[str]]:
    """Every module with the modules of Affray that it imports, wherever in it that is written."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "affray").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        package = parts[-1] == "__init__"
        module = ".".join(parts[:-1] if package else parts)
        source = path.read_text(encoding="utf-8")
        found[module] = {
            name
            for _, name in imports(module, source, package=package)
            if name.startswith("affray.") and name != module
        }
    return found


def circles(arrows: dict[str, set[str]]) -> list[list[str]]:
    """Sets of modules each of which reaches every other one, the largest first."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(one: str) -> None:
        index[one] = low[one] = len(index)
        stack.append(one)
        for other in sorted(arrows.get(one, ())):
            if other not in index:
                visit(other)
                low[one] = min(low[one], low[other])
            elif other in stack:
                low[one] = min(low[one], index[other])
        if low[one] == index[one]:
            place = stack.index(one)
            found.append(sorted(stack[place:]))
            del stack[place:]

    for one in sorted(arrows):
        if one not in index:
            visit(one)
    return sorted([one for one in found if len(one) > 1], key=len, reverse=True)


def test_a_circle_is_noticed() -> None:
    arrows = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": set(), "f": {"f"}}

    assert circles(arrows) == [["a", "b", "c"]]


def test_there_is_no_circle_outside_the_games() -> None:
    found = [one for one in circles(graph()) if not one[0].startswith(f"affray.{RULESETS}.")]

    assert found == []


def test_there_is_no_circle_between_packages() -> None:
    arrows: dict[str, set[str]] = {}
    for module, names in graph().items():
        home = layer(module)
        arrows.setdefault(home, set()).update({layer(one) for one in names} - {home})

    assert circles(arrows) == []


def circles_of(game: str) -> list[list[str]]:
    """The circles inside a game, its modules called as ``attack.resolved``."""
    home = f"affray.{RULESETS}.{game}."
    inside = {one: names for one, names in graph().items() if one.startswith(home)}
    return [[one.removeprefix(home) for one in circle] for circle in circles(inside)]


@pytest.mark.parametrize("game", GAMES)
def test_circles_inside_a_game_are_small(game: str) -> None:
    assert [len(one) for one in circles_of(game) if len(one) > LARGEST_CIRCLE[game]] == []


def told(page: str) -> list[set[str]]:
    """The modules that each paragraph, or row of a table, of a page names in backticks."""
    blocks = re.split(r"\n\s*\n|\n(?=\|)", page)
    return [{one.replace("/", ".") for one in re.findall(r"`([\w./]+)`", each)} for each in blocks]


def test_a_circle_is_told_by_one_paragraph_or_row() -> None:
    page = "# X\n\nThe circle `a/b`, `c`.\n\n| modules | why |\n| `d`, `e` | so |\n| `f` | so |\n"

    assert told(page) == [set(), {"a.b", "c"}, set(), {"d", "e"}, {"f"}]


@pytest.mark.parametrize("game", GAMES)
def test_circles_inside_a_game_are_told(game: str) -> None:
    """A page for each game names the modules that its rules entangle, and says why."""
    blocks = told((PAGES / f"{game}.md").read_text(encoding="utf-8"))

    assert [one for one in circles_of(game) if not any(set(one) <= each for each in blocks)] == []


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
    """No circle of imports stands only as long as somebody enters it at the right place.

    Where there is no circle any order does.
    """
    found = circles({one: names for one, names in graph().items() if RULESETS in one})
    names = [one for circle in found for one in circle]
    assert names
    run = subprocess.run(
        [sys.executable, "-c", EACH_FIRST, *names],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert run.stdout == ""
