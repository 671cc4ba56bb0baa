"""What a ruler tells is what the rules of attacks go by; it cites them, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from affray.core.combat import Combat
from affray.rulebook import catalogue
from affray.rulesets.icon.geometry import sight as icon
from affray.rulesets.ingenuity import geometry as ingenuity
from affray.rulesets.quest import geometry as quest
from affray.rulesets.sovereign import geometry as sovereign
from affray.rulesets.thrum.geometry import sight as thrum
from tests.contract.unknown import GAMES, pairs_of

Seen = tuple[bool, str]  # line of sight, and which cover
NO = "no cover"


def of_icon(combat: Any, one: Any, other: Any) -> Seen:
    found = icon.sees(combat, one, other)
    cover = "cover for who stands there" if found == icon.COVERED else NO
    return found != icon.HIDDEN, cover


def of_ingenuity(combat: Any, one: Any, other: Any) -> Seen:
    covered = ingenuity.behind_cover(combat, one, other)
    return ingenuity.sees(combat, one, other), "cover that can be sought there" if covered else NO


def of_quest(combat: Any, one: Any, other: Any) -> Seen:
    covered = quest.covered(combat, one, other)
    return quest.sees(combat, one, other), "low cover for who stands there" if covered else NO


def of_sovereign(combat: Any, one: Any, other: Any) -> Seen:
    hidden = sovereign.cover(combat, one, other)
    kind = "full" if hidden in (sovereign.BLIND, 8) else "half" if hidden else ""
    cover = f"{kind} cover for who stands there" if kind else NO
    return sovereign.sighted(combat, one, other), cover


def of_thrum(combat: Any, one: Any, other: Any) -> Seen:
    words = ("no Cover", "Cover for who stands there", "the path is Obstructed")
    return True, words[thrum.cover(combat, one.cell, other.cell)]


RULED: dict[str, Callable[[Any, Any, Any], Seen]] = {
    "icon": of_icon,
    "ingenuity": of_ingenuity,
    "quest": of_quest,
    "sovereign": of_sovereign,
    "thrum": of_thrum,
}


def couples(combat: Combat[Any]) -> Iterator[tuple[Any, Any]]:
    """Two who stand on the map and hold their cells, each with each."""
    here = [unit for unit in combat.units if unit.cell >= 0 and combat.at(unit.cell) is unit]
    for one in here:
        for other in here:
            if one is not other:
                yield one, other


@pytest.mark.parametrize("game", GAMES)
def test_a_ruler_from_one_to_another_tells_what_attacks_go_by(game: str) -> None:
    told = set()
    for combat, _, _ in pairs_of(game, 5, 8):
        before = combat.key()
        for one, other in couples(combat):
            found = combat.ruleset.measured(combat, one.cell, other.cell)  # type: ignore[attr-defined]
            distance, *rest = [text for text, _ in found]
            assert int(distance.split()[0]) >= 1
            sees, cover = RULED[game](combat, one, other)
            sight, *covers = rest
            assert sight.startswith("no line") == (not sees) or game == "thrum"
            assert covers == ([cover] if sees else [])
            told.add(sees)
            for _, rule in found:
                catalogue.lookup(rule, game)
        assert combat.key() == before
    assert True in told


@pytest.mark.parametrize("game", GAMES)
def test_a_ruler_between_empty_cells_tells_the_same_both_ways_but_for_cover(game: str) -> None:
    combat, _, _ = pairs_of(game, 5, 1)[0]
    grid = combat.grid
    free = [cell for cell in range(grid.size) if combat.holder(cell) < 0]
    for a in free[:: max(1, len(free) // 9)]:
        for b in free[4 :: max(1, len(free) // 9)]:
            there = combat.ruleset.measured(combat, a, b)  # type: ignore[attr-defined]
            back = combat.ruleset.measured(combat, b, a)  # type: ignore[attr-defined]
            assert there[:2] == back[:2]
