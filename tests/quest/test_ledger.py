"""What must hold of every battle is noticed when it does not."""

from __future__ import annotations

import pytest

from tests.quest.table import Table, unit


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("facing", 8, "A faces no direction"),
        ("thrall", 6, "A is a thrall of nobody"),
        ("unseen", 1, "A is undetected by its own team"),
        ("unseen", 2, ""),
    ],
)
def test_what_cannot_be_is_noticed(field: str, value: int, complaint: str) -> None:
    table = Table("A . b", A=unit(), b=unit())
    setattr(table["A"], field, value)

    assert table.combat.recount() == complaint
