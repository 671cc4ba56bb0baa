"""Who knows of a fact: what somebody hidden does is seen by its own side and the GM alone."""

from __future__ import annotations

from affray.core.event import Moved, Told
from tests.ingenuity.table import Table, sheet
from tests.rules import rule


@rule("ingenuity/condition.hidden")
def test_nobody_it_is_hidden_from_sees_it_go() -> None:
    table = Table("A . b\n. . C", A=sheet(), b=sheet(), C=sheet())
    combat = table.combat
    table.hide("A", "b")
    step = Moved(table["A"].index, 0, 1)
    combat.tell(step)
    assert step.seen >> combat.gm & 1
    assert step.seen & table["A"].seats == table["A"].seats
    assert not step.seen & table["b"].seats


@rule("ingenuity/condition.hidden", "ingenuity/attack.sneak")
def test_who_is_meant_knows_of_it_though_it_does_not_see_who() -> None:
    table = Table("A . b", A=sheet(), b=sheet())
    table.hide("A", "b")
    blow = Told("attacks", table["A"].index, table["b"].index)
    table.combat.tell(blow)
    assert blow.seen & table["b"].seats


@rule("ingenuity/attack.unseen-target")
def test_in_darkness_a_torch_makes_known_who_holds_it() -> None:
    table = Table("A . . . b", options={"darkness": True}, A=sheet(items=["torch"]), b=sheet())
    combat = table.combat
    torch = table["A"].pieces[0]
    torch.held = False
    assert not combat.aware_of(table["A"]) & table["b"].seats
    torch.held = True
    assert combat.aware_of(table["A"]) & table["b"].seats
