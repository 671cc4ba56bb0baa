"""Whose turn it is, areas, interrupts, statuses of the turn, sheets."""

from __future__ import annotations

import pytest

from affray.rulesets.icon import turn
from affray.rulesets.icon.geometry import patterns
from affray.rulesets.icon.sheet import Draft, faults
from affray.rulesets.icon.terms import DECLARE, FIRST_OWN, SLOW
from tests.icon.table import Ability, Table, content_library, sheet, strike
from tests.rules import rule


def order(table: Table, *picks: str) -> list[str]:
    """Let everybody take an empty turn; return who did, in order."""
    table.combat.opened = False
    table.combat.round = 2
    table.keys.keys = list(picks)
    found: list[str] = []
    while table.combat.phase != DECLARE:
        turn.next_turn(table.combat)
        if table.combat.active >= 0:
            found.append(table.combat.units[table.combat.active].name)
            turn.finish(table.combat, table.combat.units[table.combat.active])
    assert not table.keys.keys
    return found


@rule("icon/turn.sides-alternate", "icon/turn.leftover-consecutive", "icon/turn.players-choose")
def test_sides_alternate_and_leftovers_follow() -> None:
    """3 PCs and 1 foe: P F P P."""
    table = Table("A B C . d", A=sheet(), B=sheet(), C=sheet(), d=sheet(pc=False))

    assert order(table, "B", "A") == ["B", "d", "A", "C"]


@rule("icon/turn.slow-after-all", "icon/turn.slow-alternates")
def test_slow_turns_follow_all_others_and_alternate_on() -> None:
    """A X B, then Y, then C."""
    table = Table(
        "A B C . x y",
        A=sheet(),
        B=sheet(),
        C=sheet(),
        x=sheet(pc=False),
        y=sheet(pc=False),
    )
    table["C"].declared = True
    table["y"].declared = True

    assert order(table, "A") == ["A", "x", "B", "y", "C"]
    assert table.combat.last == 0


@rule("icon/turn.slow-forced", "icon/status.slow")
def test_a_slow_character_waits_for_the_slow_part() -> None:
    table = Table("A B . d", A=sheet(), B=sheet(), d=sheet(pc=False))
    table.give("A", "slow")
    table.keys.keys = []
    table.combat.opened = False
    table.combat.round = 2

    turn.next_turn(table.combat)

    assert table.combat.active == table["B"].index


@rule("icon/turn.next-round-starter")
def test_the_side_that_did_not_act_last_starts() -> None:
    table = Table("A . d", A=sheet(), d=sheet(pc=False))
    table.combat.last = 0

    turn.start_round(table.combat)

    assert table.combat.starter == 1


@rule("icon/foe.elite")
def test_an_elite_has_two_turns_one_of_them_slow_if_it_is_slow() -> None:
    one = sheet(pc=False)
    one.elite = True
    table = Table("A . d", A=sheet(), d=one)
    table["d"].turns = 2
    table.give("d", "slow")

    assert turn.may_act(table.combat, table["d"])
    table["d"].turns = 1
    assert not turn.may_act(table.combat, table["d"])
    table.combat.phase = SLOW
    assert turn.may_act(table.combat, table["d"])


@rule("icon/foe.legend")
def test_a_legend_acts_right_after_each_player_character() -> None:
    one = sheet(pc=False)
    one.legend = True
    table = Table("A B . d", A=sheet(), B=sheet(), d=one)
    table["d"].turns = 0

    assert order(table, "A") == ["A", "d", "B", "d"]
    assert table["d"].max_hp() == 56


@rule("icon/resource.resolve-gain", "icon/interrupt.uses")
def test_resolve_grows_by_one_a_turn_to_six() -> None:
    table = Table("A . d", A=sheet(), d=sheet(pc=False))
    table["A"].resolve = 6

    table.begin("A")

    assert table["A"].resolve == 6
    table["A"].resolve = 2
    table.begin("A")
    assert table["A"].resolve == 3


@rule("icon/interrupt.off-turn", "icon/interrupt.once-per-turn", "icon/interrupt.timing")
def test_an_interrupt_is_used_once_in_a_turn_before_the_roll() -> None:
    hero = content_library().maker.library.sheets["sable-quill"]
    foe = sheet(pc=False, abilities=[strike(level="light")])
    table = Table("A b .", A=hero, b=foe)

    table.act("b", "strike A", "A afterimage", "stay", dice="d6 3 d20 8")

    assert table["A"].hp == 20
    assert not table.has("A", "evasion")


@rule("icon/aoe.line", "icon/aoe.no-overlap-origin")
def test_lines_are_straight_touch_the_origin_and_never_hold_it() -> None:
    table = Table(
        "\n".join([". . . . ."] * 2 + [". . A . d"] + [". . . . ."] * 2),
        A=sheet(),
        d=sheet(pc=False),
    )
    grid = table.combat.grid
    origin = table["A"].cell

    lines = patterns.lines(table.combat, origin, 2)

    assert lines
    for cells in lines:
        assert origin not in cells
        assert any(grid.distance(cell, origin, 1) == 1 for cell in cells)
        columns = {grid.xs[cell] for cell in cells}
        rows = {grid.ys[cell] for cell in cells}
        assert min(len(columns), len(rows)) == 1


@rule("icon/aoe.blast", "icon/aoe.close-blast")
def test_a_close_blast_touches_the_origin() -> None:
    table = Table("\n".join(["A . . . ."] + [". . . . d"] * 4), A=sheet(), d=sheet(pc=False))
    cells = patterns.centres(table.combat, table["A"], 0, 1, -1, shot=False)

    assert table.combat.grid.at(2, 2) in cells
    assert table.combat.grid.at(1, 1) not in cells
    assert len(patterns.blast(table.combat, table.combat.grid.at(2, 2), 1)) == 9


@rule("icon/sheet.learning-budget", "icon/sheet.gambit-slots", "icon/sheet.jobs-one-to-three")
@pytest.mark.parametrize(
    ("level", "xp", "talents", "fault"),
    [(3, 5, 2, ""), (3, 5, 3, "sheet.learning-budget"), (13, 0, 0, "sheet.level-range")],
)
def test_sheets_keep_their_budget(level: int, xp: int, talents: int, fault: str) -> None:
    """Level 3 with 5 XP: five abilities and two talents are legal, three talents are not."""
    draft = Draft(level, xp)
    draft.jobs = ["j"]
    draft.current = "j"
    draft.learned = ["a", "b", "c", "d", "e"]
    draft.job_of = dict.fromkeys(draft.learned, "j")
    draft.class_of = {"j": "k"}
    draft.talents = [("a", 1), ("a", 2), ("b", 1)][:talents]

    found = " ".join(faults(draft))

    assert (fault in found) if fault else not found


@rule("icon/action.recharge", "icon/roll.special-rolls")
@pytest.mark.parametrize(("face", "ready"), [(4, True), (3, False)])
def test_a_spent_ability_comes_back_on_its_number(face: int, ready: bool) -> None:
    gust = Ability("gust", "Gust")
    gust.recharge = 4
    table = Table("A . d", A=sheet(), d=sheet(pc=False, abilities=[gust]))
    table["d"].used[FIRST_OWN] = 1

    table.begin("d", f"d6 {face}")

    assert (table["d"].used[FIRST_OWN] == 0) == ready
