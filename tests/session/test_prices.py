"""Prices: what a deed takes from who does it is named where it is offered."""

from __future__ import annotations

import random

import pytest

import affray
from affray.content import list_encounters
from affray.session import asking
from affray.web.views import label_of

# What is spent on deeds, by its name in events, and what a price calls it. Things that are dropped
# or thrown are named by the deed itself.
CALLED = {
    "sovereign": {
        "main": "Main Action",
        "haste-main": "Main Action",
        "move": "Move Action",
        "castings": "casting",
        "effort": "Effort",
        "second-effort": "Effort",
    },
    "quest": {
        "aa": "attack action",
        "ma": "move action",
        "ba": "bonus action",
        "mp": "MP",
        "max hp": "maximum hit points",
    },
}
LOST = ("turn.unused-actions-lost",)  # rules by which something goes that nobody pays
ENDING = ("surrender", "give-up", "flee")  # they would be done with too soon
MOVES = ("move", "sneak", "tumble")  # with bonus actions they say by their name what else they cost


@pytest.mark.parametrize("encounter", [one.key for game in CALLED for one in list_encounters(game)])
def test_whatever_a_deed_takes_away_is_in_its_price(encounter: str) -> None:
    ruleset = encounter.partition("/")[0]
    called = CALLED[ruleset]
    fight = affray.start(encounter, seed=3)
    names = {str(unit.name) for unit in fight.combat.units}
    chance = random.Random(3)
    prices: dict[int, str] = {}
    paid = 0
    for _ in range(300):
        if fight.over:
            break
        asked = fight.choice
        option = chance.choice([one for one in asked.options if one.verb not in ENDING])
        label = label_of(option, names)
        if asked.kind in ("action", "reply"):
            prices = {}  # what is asked after that belongs to the same deed
        joined = "move action and " if " with " in label and option.verb in MOVES else ""
        price = joined + asking.shown(asked, option, label)[1]
        prices[option.who] = f"{prices.get(option.who, '')} {price}"
        begun = len(fight.events)
        fight.choose(option.key)
        for event in fight.events[begun:]:
            if event.name in ("round", "turn"):
                break
            if event.name == "resource-spent" and event.who == option.who and event.what in called:
                if event.rule not in LOST:
                    assert called[event.what] in prices[option.who], (option.key, event.rule)
                    paid += 1
    assert paid
