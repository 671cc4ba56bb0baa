"""What somebody threatens: whatever an ordinary turn then does lies within it."""

from __future__ import annotations

from typing import Any

import pytest

from affray.content import list_encounters
from affray.core.combat import Combat
from affray.core.event import Died, Event, Fell, Moved, Placed, Told, TurnBegan
from affray.core.ruleset import Ruleset
from affray.core.threat import Threat
from tests.contract import facts
from tests.contract.test_rulesets import prepared
from tests.contract.unknown import pairs_of

# What an event of an attack is called.
ATTACKS = {"quest": ("attacks",)}
# After these of its own somebody can do more than when its turn began: it holds another weapon,
# has been quickened, or goes on from where it dropped to.
MORE = {"quest": ("draws", "picks up", "takes effect", "toggles", "fell down")}
GAMES = sorted(ATTACKS)
STEPS = 250


class Watched:
    """The threat of whoever's turn has begun, as long as all is as it was then."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.who = -1
        self.threat = Threat([], [], [])
        self.cells: list[int] = []
        self.checked = 0

    def see(self, ruleset: Ruleset, before: Combat[Any], after: Combat[Any]) -> None:
        self.cells = [unit.cell for unit in before.units]
        for event in after.events:
            if isinstance(event, TurnBegan):
                self.who = event.who
                self.threat = ruleset.threat(before, event.who)
            elif self.who >= 0:
                self.look(after, event)
            if isinstance(event, Moved | Placed) and event.who < len(self.cells):
                self.cells[event.who] = event.after

    def look(self, combat: Combat[Any], event: Event) -> None:
        """Check a fact of the turn; others that act, move or fall end what is known."""
        if event.who != self.who:
            if isinstance(event, Moved | Placed | Died | Fell) or event.name in ATTACKS[self.game]:
                self.who = -1
        elif event.name in ATTACKS[self.game]:
            self.attacked(combat, event)
            self.who = -1
        elif isinstance(event, Told) and event.name in MORE[self.game]:
            self.who = -1

    def attacked(self, combat: Combat[Any], event: Event) -> None:
        if event.other < 0 or combat.units[event.other].side == combat.units[event.who].side:
            return
        if event.other >= len(self.cells):
            return
        grid = combat.grid
        place, goal = self.cells[event.who], self.cells[event.other]
        names = (
            f"{combat.units[event.who].name} by {event.what} on {combat.units[event.other].name}"
        )
        where = f"{names}, {grid.name(place)} to {grid.name(goal)}, round {combat.round}"
        assert place in self.threat.moves, where
        assert goal in self.threat.strikes, where
        self.checked += 1


@pytest.mark.parametrize("seed", [21, 22])
@pytest.mark.parametrize("game", GAMES)
def test_whoever_attacks_does_so_from_where_it_threatened_to_and_whom(game: str, seed: int) -> None:
    checked = 0
    for one in list_encounters(game):
        ruleset, setup = prepared(one.key)
        watched = Watched(game)
        for before, after in facts.played(
            ruleset, setup, seed, facts.noisy(ruleset, setup, seed), STEPS
        ):
            watched.see(ruleset, before, after)
        checked += watched.checked
    assert checked >= 20


@pytest.mark.parametrize("game", GAMES)
def test_a_threat_changes_nothing_and_comes_in_order(game: str) -> None:
    for combat, other, seat in pairs_of(game, 5, 6):
        ruleset = combat.ruleset
        assert isinstance(ruleset, Ruleset)
        for state in (combat, other, ruleset.blind(combat, seat)):
            key = state.key()
            for who, unit in enumerate(state.units):
                found = ruleset.threat(state, who)
                for cells in (found.moves, found.strikes):
                    assert cells == sorted(set(cells))
                    assert all(0 <= cell < state.grid.size for cell in cells)
                assert unit.cell < 0 or unit.cell in found.moves or ruleset.down(state, who)
                assert bool(found.with_) or not found.strikes
                if ruleset.down(state, who):
                    assert not [*found.moves, *found.strikes]
                for one in state.units:
                    if one.side == unit.side and one.index != who and one.cell >= 0:
                        assert one.cell not in found.strikes or state.at(one.cell) is not one
            assert state.key() == key
