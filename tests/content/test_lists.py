"""What a library says that ``with`` may list, it takes."""

from __future__ import annotations

from typing import Any

import pytest

from affray.content import encounter_from
from affray.content.game import BUILTIN
from affray.core.errors import InvalidError
from affray.encounters.prepare import library_of, prepare

LISTS = [(ruleset, word) for ruleset in BUILTIN for word in library_of(ruleset).lists()]


def duel(ruleset: str, one: str, other: str, stated: dict[str, object]) -> dict[str, Any]:
    members = [{"id": one, "at": [0, 0], "with": stated}], [{"id": other, "at": [8, 5]}]
    sides = [
        {"id": f"side-{n}", "name": "Side", "seat": seat, "members": who}
        for n, (seat, who) in enumerate(zip(("players", "foes"), members, strict=True))
    ]
    field = {"width": 9, "height": 6}
    return {"ruleset": ruleset, "id": "duel", "name": "Duel", "map": field, "side": sides}


def taken(ruleset: str, word: str, id: str) -> bool:
    """Return whether some character or creature may have it."""
    for member in library_of(ruleset).roster().kinds():
        other = next(one for one in library_of(ruleset).roster().kinds() if one != member)
        try:
            prepare(encounter_from(duel(ruleset, member, other, {word: [id]}), "duel"))
        except InvalidError:
            continue
        return True
    return False


@pytest.mark.parametrize(("ruleset", "word"), LISTS)
def test_somebody_may_have_everything_that_may_be_listed(ruleset: str, word: str) -> None:
    refused = [id for id in library_of(ruleset).lists()[word] if not taken(ruleset, word, id)]

    assert refused == []


@pytest.mark.parametrize(("ruleset", "word"), LISTS)
def test_what_nobody_knows_is_refused(ruleset: str, word: str) -> None:
    assert not taken(ruleset, word, "no-such-thing")
