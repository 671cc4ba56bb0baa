"""What the compiler would refuse is found before anything is compiled."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "src" / "affray"
COMPILED = [
    path
    for folder in ("core", "rulesets", "bots")
    for path in sorted((ROOT / folder).rglob("*.py"))
]


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
