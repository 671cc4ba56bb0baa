"""What somebody threatens, as the page is told of it: as far as the seat knows, and no farther."""

from __future__ import annotations

import pytest

import affray
from affray.session.fight import Fight
from affray.web.asks import threatened
from affray.web.views import BANDS, EXACT, Lens, Plain
from affray.web.wire import RefusedError

ENCOUNTERS = (
    "icon/bell-and-spark",
    "ingenuity/toll-bridge",
    "quest/rival-companies",
    "sovereign/what-guards-below",
    "thrum/broken-causeway",
)

# Answers until everybody stands somewhere: three games begin with the placing.
PLACING = {"icon": 11, "ingenuity": 8, "quest": 0, "sovereign": 0, "thrum": 20}


def cells_of(fight: Fight, rows: list[list[int]]) -> list[int]:
    """Return the cells of rows, each (column, row, how many to the right)."""
    grid = fight.combat.grid
    return [grid.at(column + k, row) for column, row, many in rows for k in range(many)]


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_rows_hold_the_cells_of_what_somebody_threatens(encounter: str) -> None:
    fight = affray.start(encounter, seed=1)
    fight.auto(steps=PLACING[encounter.partition("/")[0]])
    lens = Lens(fight, "gm")
    before = fight.digest
    struck = 0
    for unit in fight.combat.units:
        found = threatened(fight, lens, unit.name)
        threat = fight.ruleset.threat(fight.combat, unit.index)
        assert cells_of(fight, found["moves"]) == threat.moves
        assert cells_of(fight, found["strikes"]) == threat.strikes
        assert [(what, far) for what, far, _ in found["ways"]] == threat.attacks
        feet = fight.ruleset.id == "sovereign"
        assert {unit for *_, unit in found["ways"]} <= {"ft" if feet else ""}
        struck += len(threat.strikes)
    assert struck
    assert fight.digest == before


def refusal(fight: Fight, lens: Lens, name: str) -> str:
    with pytest.raises(RefusedError) as fault:
        threatened(fight, lens, name)
    return fault.value.code


def test_nobody_learns_what_those_threaten_whose_numbers_are_not_shown() -> None:
    fight = affray.start("quest/rival-companies", seed=1)
    mine, foe = [
        next(unit.name for unit in fight.combat.units if unit.side == side) for side in (0, 1)
    ]
    seat = fight.setup.seats[0]
    bands, exact = Lens(fight, seat, BANDS), Lens(fight, seat, EXACT)
    assert refusal(fight, bands, foe) == "not_yours"
    assert threatened(fight, bands, mine)["moves"]
    assert threatened(fight, exact, foe)["moves"]
    assert refusal(fight, exact, "nobody") == "unknown"


def test_who_is_hidden_from_a_seat_stands_in_nobodys_way_and_threatens_nothing() -> None:
    """What a seat is told of a foe is the same wherever somebody stands whom it cannot see."""
    fight = affray.start("quest/rival-companies", seed=1)
    seat = fight.setup.seats[0]
    hidden, foe = [unit for unit in fight.combat.units if unit.side == 1][:2]
    mine = sum([1 << unit.index for unit in fight.combat.units if unit.side == 0])
    fight.edit(f"{hidden.name}.unseen", mine, "a test")
    told: list[Plain] = []
    for place in ("9,4", "10,3"):
        fight.edit(f"{hidden.name}.at", place, "a test")
        lens = Lens(fight, seat)
        assert refusal(fight, lens, hidden.name) == "unknown"
        told.append(threatened(fight, lens, foe.name))
    assert told[0] == told[1]
