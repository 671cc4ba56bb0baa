"""What somebody threatens: whatever an ordinary turn then does lies within it."""

from __future__ import annotations

from typing import Any

import pytest

from affray.content import list_encounters
from affray.core.combat import Combat
from affray.core.event import Change, Died, Event, Fell, Moved, Placed, TurnBegan
from affray.core.ruleset import Ruleset
from affray.core.threat import Threat
from tests.contract import facts
from tests.contract.test_rulesets import prepared
from tests.contract.unknown import pairs_of

STRIKES = ("attacks", "shoves", "grapples", "casts")
# What an event is called that names where somebody attacks from, and one that names a target.
ATTACKS = {
    "icon": ("attack",),
    "ingenuity": ("attacks", "casts"),
    "quest": ("attacks",),
    "sovereign": STRIKES,
    "thrum": ("uses",),
}
TARGETS = {
    "icon": ("attack",),
    "ingenuity": ("attacks", "casts"),
    "quest": ("attacks",),
    "sovereign": STRIKES,
    "thrum": ("targets",),
}
# After these of its own somebody can do more than when its turn began: it holds another thing, an
# ability has moved or quickened it, or it does what another lends it.
MORE: dict[str, tuple[str, ...]] = {
    "icon": ("delayed", "uses on oneself"),
    "ingenuity": ("brandishes", "takes up", "commands"),
    "quest": ("draws", "picks up", "takes effect", "toggles"),
    "sovereign": ("acts pick up",),
    "thrum": ("borrows",),
}
GAMES = sorted(ATTACKS)
SEED = 21
STEPS = 250


class Watched:
    """The threat of whoever's turn has begun, as long as all is as it was then."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.who = -1
        self.threat = Threat([], [], [])
        self.cells: list[int] = []
        self.checked = 0
        self.before = 0  # of them before this turn

    def see(self, ruleset: Ruleset, before: Combat[Any], after: Combat[Any]) -> None:
        self.cells = [unit.cell for unit in before.units]
        for event in after.events:
            if isinstance(event, TurnBegan):
                self.who = event.who
                self.threat = ruleset.threat(before, event.who)
                self.before = self.checked
            elif self.who >= 0:
                self.look(after, event)
            if isinstance(event, Moved | Placed) and event.who < len(self.cells):
                self.cells[event.who] = event.after

    def look(self, combat: Combat[Any], event: Event) -> None:
        """Check a fact of the turn; others that act, move or fall end what is known."""
        attack = event.name in ATTACKS[self.game]
        target = event.name in TARGETS[self.game]
        if event.who != self.who:
            if attack or target or isinstance(event, Moved | Placed | Died | Fell):
                self.who = -1
        elif isinstance(event, Placed) or self.more(event):
            self.who = -1
        elif attack or target:
            other = event.other if event.other < len(self.cells) else -1
            if other < 0 or combat.units[other].side == combat.units[event.who].side:
                return
            if attack:
                self.inside(combat, event, self.cells[event.who], self.threat.moves)
            if target:
                self.inside(combat, event, self.cells[other], self.threat.strikes)
                self.checked += 1
        elif self.checked > self.before and isinstance(event, Change | Moved | Placed):
            self.who = -1  # its attack has had its effect

    def more(self, event: Event) -> bool:
        word = event.name if event.other != event.who else f"{event.name} on oneself"
        words = f"{word} {event.what}"
        return words.startswith(MORE[self.game]) and event.what not in ("run", "dash")

    def inside(self, combat: Combat[Any], event: Event, cell: int, cells: list[int]) -> None:
        names = [combat.units[one].name for one in (event.who, event.other)]
        where = f"round {combat.round}: {names[0]} attacks {names[1]} by {event.what}"
        assert cell in cells, f"{where}, {combat.grid.name(cell)} is none of its cells"


@pytest.mark.parametrize("game", GAMES)
def test_whoever_attacks_does_so_from_where_it_threatened_to_and_whom(game: str) -> None:
    checked = 0
    for one in list_encounters(game):
        ruleset, setup = prepared(one.key)
        watched = Watched(game)
        agents = facts.noisy(ruleset, setup, SEED)
        for before, after in facts.played(ruleset, setup, SEED, agents, STEPS):
            watched.see(ruleset, before, after)
        checked += watched.checked
    assert checked >= 20


def alone(combat: Combat[Any], cell: int) -> bool:
    """Whether no enemy lies, and nobody could stand, where somebody of one's own is."""
    return len([one for one in combat.units if one.cell == cell]) == 1 and combat.holder(cell) >= 0


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
                assert bool(found.attacks) or not found.strikes
                if ruleset.down(state, who):
                    assert not [*found.moves, *found.strikes]
                for one in state.units:
                    if one.side == unit.side and one.index != who and one.cell >= 0:
                        if one.able() and alone(state, one.cell):
                            assert one.cell not in found.strikes
            assert state.key() == key
