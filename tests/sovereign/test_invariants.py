"""States that cannot be are refused, whatever a case or an edit says, and none crashes."""

from __future__ import annotations

import pytest

from affray.content.problems import InvalidError
from affray.rulesets.sovereign.ruleset import Sovereign
from affray.state import paths
from tests.sovereign.table import Table, body, library, strike


def table() -> Table:
    one = body(strike(), strike("bow", far=(9, 9)))
    one.weapons, one.stock = ["sword", "bow"], [1, 1]
    one.knives, one.both, one.shot = [False, False], [False, True], [False, True]
    one.gear, one.carried = ["quiver"], [1]
    return Table("A . b", A=one, b=body(strike()))


@pytest.mark.parametrize(("path", "value", "fault"), [
    ("order", [0, 0], "each once"),
    ("order", [2], "each once"),
    ("order", ["B"], "expected a whole number"),
    ("turn_of", 2, "no side of the order"),
    ("turn_of", -1, "no side of the order"),
    ("active", 2, "nobody there is"),
    ("struck", [1002], "against nobody"),
    ("joined", [2000], "of no side"),
    ("joined", [-1], "of no side"),
    ("litter", ["sword"], "no such value can stand there"),
    ("litter", [600], "lies nowhere"),
    ("litter", [199], "is nothing"),
    ("corpses", [2], "of no side"),
    ("corpses", [30], "lies nowhere"),
    ("thorns", [600], "grow nowhere"),
    ("smoke", [3000], "hangs nowhere"),
    ("caltrops", [3], "lie nowhere"),
    ("A.fate", 6, "no such fate"),
    ("A.aloft", -5, "below its ground"),
    ("A.stock", [1], "does not list"),
    ("A.carried", [], "does not list"),
    ("A.used", [0], "counters"),
    ("A.hand", 2, "holds a weapon"),
    ("A.off", -2, "holds a weapon"),
    ("A.unloaded", 4, "states of weapons"),
    ("A.harmless", -1, "states of weapons"),
    ("A.hung", 0, "hung a spell"),
    ("A.grappling", 2, "grapples nobody"),
    ("A.swarm", -2, "swarms nobody"),
    ("A.wards", 4, "from nobody"),
    ("A.disengaged", -1, "from nobody"),
    ("A.located", 4, "by no side"),
])  # fmt: skip
def test_what_cannot_be_is_refused(path: str, value: object, fault: str) -> None:
    here = table()
    before = here.combat.key()

    with pytest.raises(InvalidError, match=fault):
        paths.put(here.combat, Sovereign(library()), path, value)

    assert here.combat.key() == before


@pytest.mark.parametrize(("path", "value", "number"), [
    ("turn_of", 1, 1),
    ("struck", [1001], [1001]),
    ("litter", [400], [400]),
    ("caltrops", [2], [2]),
    ("A.located", 3, 3),
    ("A.wards", 2, 2),
    ("A.unloaded", 3, 3),
    ("A.hand", "bow", 1),
    ("A.off", "none", -1),
    ("A.stock.bow", 0, 0),
    ("A.carried.quiver", 0, 0),
    ("A.grappling", "b", 1),
])  # fmt: skip
def test_the_last_that_can_be_is_not_and_things_go_by_their_names(
    path: str, value: object, number: object
) -> None:
    here = table()
    rules = Sovereign(library())

    paths.put(here.combat, rules, path, value)

    assert paths.get(here.combat, rules, path) == number


def test_sides_go_by_their_names_in_the_order() -> None:
    here = table()
    rules = Sovereign(library())

    paths.put(here.combat, rules, "order", list(reversed(here.combat.side_ids)))

    assert here.combat.order == [1, 0]
