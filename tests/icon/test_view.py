"""What a seat cannot know makes no difference to what it is shown or offered."""

from __future__ import annotations

from affray.core.choice import Choice, Pending, Script
from affray.core.dice import SeededDice
from affray.core.ruleset import NOTHING, PLACE
from affray.core.scene import resume
from affray.rulesets.icon.knowledge import blind, knows
from affray.rulesets.icon.ruleset import Icon
from affray.rulesets.icon.state import IconCombat
from tests.icon.table import begun_told
from tests.icon.unknown import pairs
from tests.rules import rule

LATE: dict[str, object] = {"id": "toll-brute", "name": "late", "at": [7, 1], "arrives": 3}
SIDES = [
    {"id": "party", "seat": "players", "members": [{"id": "orrin-vale", "at": [0, 0]}]},
    {"id": "foes", "seat": "foes", "members": [{"id": "toll-brute", "at": [7, 0]}, LATE]},
]


def asked(combat: IconCombat) -> Choice | None:
    """Return the next question of a fight, whatever its dice are."""
    trial = combat.clone()
    trial.dice = SeededDice(1)
    try:
        resume(trial, [Script([])] * len(combat.agents))
    except Pending as pending:
        return pending.choice
    return None


def offered(choice: Choice) -> list[tuple[object, ...]]:
    options = [choice.option(one) for one in [*choice.answers(), *choice.unlisted()]]
    return [(o.key, o.verb, o.who, o.targets, o.cells, o.ability, o.cost) for o in options]


@rule("icon/turn.reinforcements")
def test_nobody_knows_of_the_other_sides_reinforcements_but_the_gm() -> None:
    combat, _ = begun_told(side=SIDES)
    late = next(one for one in combat.units if one.name == "late")

    assert [knows(combat, seat, late) for seat in range(3)] == [NOTHING, PLACE, PLACE]

    late.cell = 5

    assert knows(combat, 0, late) == PLACE


def test_the_blind_copy_holds_somebody_who_never_comes() -> None:
    combat, _ = begun_told(side=SIDES)
    copy = blind(combat, 0)

    assert [one.name for one in copy.units] == ["orrin-vale", "toll-brute", ""]
    assert [one.name for one in blind(combat, 1).units] == ["orrin-vale", "toll-brute", "late"]
    for _ in range(20):
        copy.step()
    assert copy.units[2].cell < 0


def test_what_a_seat_cannot_know_makes_no_difference_to_it() -> None:
    for one, other, seat in pairs(5, 200):
        assert isinstance(one, IconCombat)
        assert isinstance(other, IconCombat)
        assert blind(one, seat).key() == blind(other, seat).key()
        first, second = asked(one), asked(other)
        if first is None or second is None:
            assert first is second
            continue
        assert first.seats == second.seats
        if first.seats >> seat & 1:
            assert first.prompt() == second.prompt()
            assert offered(first) == offered(second)
            keys = first.candidates()
            assert keys == second.candidates()
            assert [first.why_not(key) for key in keys] == [second.why_not(key) for key in keys]
        rules = one.ruleset
        assert isinstance(rules, Icon)
        for a, b in zip(one.units, other.units, strict=True):
            if knows(one, seat, a) == PLACE:
                assert rules.measures(one, a.index) == rules.measures(other, b.index)
                assert rules.marks(one, a.index) == rules.marks(other, b.index)
