"""What the compiler would refuse is found before anything is compiled."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "src" / "affray"
COMPILED = [
    path
    for folder in ("core", "rulesets", "bots")
    for path in sorted((ROOT / folder).rglob("*.py"))
]

# Lists of a combatant that its clone shares while they are empty.
SHARED = (
    "carried",
    "delays",
    "effects",
    "open_things",
    "owed",
    "patches",
    "pending",
    "stowed",
    "terrains",
    "using",
    "walks",
)
GROWN = re.compile(rf"\.({'|'.join(SHARED)})(\.(append|extend|insert)\(| \+= )")


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_star_stands_behind_in(path: Path) -> None:
    """``one in (*A, B)`` ends the compiler; a name for the tuple does not."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            sought = [ast.unparse(one) for one in node.comparators if starred(one)]
            assert sought == [], f"line {node.lineno}"


def starred(node: ast.expr) -> bool:
    return isinstance(node, ast.Tuple | ast.List | ast.Set) and any(
        [isinstance(one, ast.Starred) for one in node.elts]
    )


def test_no_list_that_clones_share_grows_in_place() -> None:
    """A line added to an empty list would be there in the past as well: make a new list."""
    grown = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in COMPILED
        for found in GROWN.finditer(path.read_text(encoding="utf-8"))
    ]
    assert grown == []
