"""What does one number do to a fight? A sweep over it, with intervals.

The encounter is read once and changed as data; every value is played with the same dice, so that
the difference between two lines is that of the value and not of luck.

    python examples/sweep_a_value.py [FIGHTS]
"""

from __future__ import annotations

import sys
from copy import deepcopy
from typing import Any

from affray.content import encounter_data, encounter_from, load_encounter
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.encounters.prepare import prepare
from affray.intervals import wilson
from affray.sim import batches

ENCOUNTER = "thrum/broken-causeway"
SIDE = "foes"  # whose first members become more or fewer
COUNTS = (1, 2, 3, 4)


class Changed:
    """The encounter with so many of the foes' first members; worker processes can make it anew."""

    def __init__(self, data: dict[str, Any], count: int) -> None:
        self.data = deepcopy(data)
        side = next(one for one in self.data["side"] if one["id"] == SIDE)
        first, *others = side["members"]
        others = [one for one in others if one["id"] != first["id"]]
        first = {key: value for key, value in first.items() if key != "at"}
        side["members"] = [{**first, "count": count}, *others]
        side["start"] = {"rects": [[8, 4, 15, 7]]}

    def __call__(self) -> tuple[Ruleset, Setup]:
        """Return what is played."""
        return prepare(encounter_from(self.data, ENCOUNTER))


def main(fights: int) -> None:
    """Play every value and print a line for each."""
    data = encounter_data(load_encounter(ENCOUNTER))
    for count in COUNTS:
        batch = batches.run(Changed(data, count), seed=1, count=fights)
        won = batch.wins[0]
        low, high = wilson(won, batch.count)
        share = f"{won / batch.count:.0%} ({low:.0%} to {high:.0%})"
        print(f"{count} of them: {batch.sides[0]} win {share}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
