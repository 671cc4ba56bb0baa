"""What the rules refuse in the middle of a step is allowed as far as the step can begin again."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import affray
from affray.core.errors import IllegalError
from affray.session import allowing
from affray.session.fight import Fight
from affray.web.rulings import allowance
from affray.web.wire import RefusedError

WHY = "the bridge was let down"
BUSY = "a step is under way"
ENCOUNTERS = [
    "sovereign/fire-in-the-yard",
    "icon/tollgate-ambush",
    "quest/ford-of-reeds",
    "thrum/broken-causeway",
    "ingenuity/ash-chapel",
]


def until(encounter: str, wanted: Callable[[Fight], bool]) -> Fight:
    """Play by chance until a moment of a fight."""
    for seed in range(1, 9):
        fight, chance = affray.start(encounter, seed=seed), random.Random(seed)
        for _ in range(250):
            if fight.over:
                break
            if wanted(fight):
                return fight
            fight.choose(chance.choice(fight.choice.keys))
    raise AssertionError(f"{encounter}: there is no such moment")


def refused(fight: Fight) -> list[str]:
    """Return the moves that the rules refuse, the farthest place first."""
    keys = fight.choice.choice.candidates()
    return [key for key in reversed(keys) if fight.why_not(key)[0]]


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_a_move_that_is_refused_puts_the_piece_there_and_spends_nothing(encounter: str) -> None:
    fight = until(encounter, lambda fight: fight.choice.kind == "move" and bool(refused(fight)))
    who, rule, prompt = fight.choice.who, fight.choice.rule, fight.choice.prompt
    given = [one.key for one in fight.timeline.open.answers]
    before, start = fight.digest, fight.value(f"{who}.at")
    faults: list[str] = []
    for key in refused(fight):
        try:
            found = allowance(fight, key)
        except RefusedError as fault:
            faults.append(fault.text)
            continue
        break
    assert BUSY not in str(faults)
    assert (fight.digest, fight.value(f"{who}.at"), fight.choice.rule) == (before, start, rule)
    place = found.key.split()[-1]
    assert not found.answered
    assert [one[1] for one in found.data(fight)["edits"]] == [start]

    found.carry_out(fight, WHY)
    assert fight.value(f"{who}.at") == place
    assert (fight.choice.who, fight.choice.rule) == (who, rule)
    assert fight.choice.prompt == prompt  # which says how far it may still go
    assert [one.key for one in fight.timeline.open.answers] == given
    told = [line for line in fight.timeline.lines if line.get("reason") == WHY]
    assert [line["edit"] for line in told] == [f"{who}.at"]

    fight.undo()
    assert (fight.digest, fight.value(f"{who}.at"), fight.choice.rule) == (before, start, rule)
    assert [one.key for one in fight.timeline.open.answers] == given


def busy(fight: Fight, key: str) -> None:
    """Check that nothing can be allowed before the step is over."""
    before = fight.digest
    with pytest.raises(RefusedError, match=BUSY):
        allowance(fight, key)
    with pytest.raises(IllegalError, match=BUSY):
        allowing.allowance(fight, key)
    assert fight.digest == before


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_nothing_is_allowed_once_a_die_fell_in_the_step(encounter: str) -> None:
    def fell(fight: Fight) -> bool:
        return bool(fight.timeline.open.answers) and bool(fight.timeline.open.told)

    busy(until(encounter, fell), "move 0,0")


def test_nothing_is_allowed_in_a_step_in_which_somebody_went_part_of_the_way() -> None:
    """That way would be gone again from elsewhere."""

    def went(fight: Fight) -> bool:
        under = fight.timeline.open
        ways = [one for one in under.answers if one.key.startswith("move ")]
        return bool(ways) and not under.told and fight.choice.kind == "move"

    fight = until("thrum/broken-causeway", went)
    busy(fight, refused(fight)[0])


def test_nothing_is_allowed_once_the_other_side_answered_in_the_step() -> None:
    def answered(fight: Fight) -> bool:
        under = fight.timeline.open
        sides = {str(unit.name): unit.side for unit in fight.combat.units}
        side = sides.get(fight.choice.who)
        return not under.told and any([sides.get(one.who, side) != side for one in under.answers])

    busy(until("ingenuity/ash-chapel", answered), "move 0,0")


def test_what_is_no_move_is_allowed_in_a_step_too_and_then_answered() -> None:
    found: list[allowing.Allowance] = []

    def allowed(fight: Fight) -> bool:
        if fight.timeline.open.answers and fight.choice.rule == "action.command":
            for key in refused(fight)[:40]:
                try:
                    found.append(allowance(fight, key))
                except RefusedError:
                    continue
                return True
        return False

    fight = until("ingenuity/ash-chapel", allowed)
    given = [one.key for one in fight.timeline.open.answers]
    key = found[0].key
    found[0].carry_out(fight, WHY)
    assert [one.key for one in fight.timeline.open.answers] == given
    assert found[0].answered
    fight.choose(key)
