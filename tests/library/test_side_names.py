"""Sentences call the sides of an encounter by the names that it gives them."""

from __future__ import annotations

import pytest

from affray.core.combat import Origin
from affray.core.event import Ended
from affray.core.words import begun, party
from affray.session.start import start

# An encounter of each game, why its fights end, and how that is told.
NAMED = [
    ("broken-causeway", "end.all-npcs-down", "The Ferrymen win: all who opposed them are down."),
    ("icon/tollgate-ambush", "end.side-out", "the Lantern Road win."),
    ("ingenuity/toll-bridge", "end.last-team", "the travellers win."),
    ("quest/cairn-gate", "end.one-team-left", "the Salt Crows win."),
    ("pay-the-toll", "end.last-side", "the Lantern Company win."),
]


class Called(Origin):
    def sides(self) -> list[str]:
        return ["The Lantern Road", "A Band of Two", "Emberward", "Theodora's watch", "the last"]


@pytest.mark.parametrize(("encounter", "rule", "told"), NAMED)
def test_who_wins_is_called_by_the_name_of_the_side(encounter: str, rule: str, told: str) -> None:
    fight = start(encounter)
    parts = fight.ruleset.words().parts(fight.combat, Ended(rule, 0))
    assert "".join([text for _, text in parts]).endswith(told)


def test_an_article_is_small_within_a_sentence_and_names_stay_as_they_are() -> None:
    combat = start("icon/tollgate-ambush").combat
    assert combat.origin is not None
    assert combat.origin.sides() == ["The Lantern Road", "The foes"]
    combat.origin = Called()
    within = ["the Lantern Road", "a Band of Two", "Emberward", "Theodora's watch", "the last"]
    assert [party(combat, side) for side in range(5)] == within
    assert begun(within[0]) == "The Lantern Road"
    combat.origin = None  # set up by hand: sides have ids alone
    assert [party(combat, side) for side in (0, 1)] == ["the lantern road", "the foes"]
