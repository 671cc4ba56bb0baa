"""What a round gives: Main, Move and Free actions, Instants, and the moments at which they come."""

from __future__ import annotations

from affray.rulesets.sovereign import turn
from affray.rulesets.sovereign.terms import MORTAL
from tests.rules import rule
from tests.sovereign.table import Table, body, strike

HIT = "attack b with sword"


def windows_of(table: Table, who: str) -> list[list[str]]:
    """Return what somebody was offered in each window of the last script."""
    return [keys for name, word, keys in table.asked if name == who and "windows" in word]


@rule("sovereign/economy.free", "sovereign/prone.go")
def test_free_actions_cost_nothing_and_belong_to_the_own_turn() -> None:
    table = Table("A b", A=body(strike()), b=body(strike()))

    table.act("A", "go prone")

    assert (table["A"].prone, table["A"].main, table["A"].step) == (True, True, True)
    table.act("A", HIT, dice="d20 1")
    assert "go prone" not in [key for keys in windows_of(table, "b") for key in keys]


@rule("sovereign/economy.instant-source")
def test_everybody_has_total_defense_and_the_disciplined_snap_attacks() -> None:
    table = Table(
        "b A c\n. d .",
        A=body(strike()),
        b=body(strike()),
        c=body(strike(), npc=True),
        d=body(strike(), npc=True, abilities=["disciplined"]),
    )

    table.act("A", "attack c with sword", dice="d20 1")

    snaps = [
        "b snap at A with sword",
        "b snap at A with unarmed",
        "b snap and shove A with sword",
        "b snap and shove A with unarmed",
        "b snap and grapple A with unarmed",
    ]
    assert windows_of(table, "b")[0] == ["pass", *snaps]
    assert windows_of(table, "c")[0] == ["pass", "c total defense"]
    assert windows_of(table, "d")[0][1:] == [one.replace("b", "d", 1) for one in snaps]


@rule("sovereign/economy.instant-source", "sovereign/hold.trigger")
def test_only_those_who_hold_may_act_now() -> None:
    table = Table("A b c", A=body(strike()), b=body(npc=True), c=body(npc=True))
    table["c"].holding = True

    table.act("A", HIT, dice="d20 1")

    assert windows_of(table, "b")[0] == ["pass", "b total defense"]
    assert windows_of(table, "c")[0] == ["pass", "c act now"]


@rule("sovereign/economy.instant-any-time", "sovereign/snap.out-of-turn")
def test_an_instant_before_the_own_turn_takes_the_main_from_it() -> None:
    table = Table("A b", A=body(strike()), b=body(strike(bonus=9)))

    table.act("A", HIT, "b snap at A with sword", dice="d20 10 d8 5 d20 1")

    assert table["A"].hp == 15
    assert not table["b"].acted
    assert table.refused("b", "attack A with sword") == "economy.main"


@rule("sovereign/economy.instant-any-time", "sovereign/snap.out-of-turn")
def test_an_instant_may_be_taken_after_the_own_turn() -> None:
    table = Table("A b", A=body(strike()), b=body(strike(bonus=9)))
    table["b"].acted = True

    table.act("A", HIT, "b snap at A with sword", dice="d20 10 d8 5 d20 1")

    assert table["A"].hp == 15


@rule("sovereign/economy.instant-after-dice")
def test_the_first_window_comes_before_the_die_and_the_second_after() -> None:
    table = Table("A b", A=body(strike()), b=body(npc=True))

    table.act("A", HIT, "pass", "b total defense", dice="d20 11")

    assert windows_of(table, "b") == [["pass", "b total defense"]] * 2
    assert table["b"].hp == 20


@rule("sovereign/economy.instant-count")
def test_somebody_may_take_several_instants_in_a_round() -> None:
    table = Table("A b", A=body(strike(bonus=20)), b=body(warrior=True, ac=20))

    table.act("A", HIT, "b total defense", "b veteran's luck", dice="d20 15")

    assert (table["b"].hp, table["b"].main, table["b"].total) == (20, False, True)


@rule("sovereign/economy.instant-simultaneous")
def test_two_who_snap_in_one_moment_may_fell_each_other() -> None:
    table = Table("A b", A=body(strike(bonus=9), hp=3), b=body(strike(bonus=9), hp=3))
    table.turn_of("A")
    turn.end_turn(table.combat)

    table.steps(
        1, "A snap at b with sword", "b snap at A with sword", dice="d20 10 d8 4 d20 10 d8 4"
    )

    assert table["A"].fate == table["b"].fate == MORTAL


@rule("sovereign/economy.response-windows")
def test_windows_open_before_every_step_of_a_movement() -> None:
    table = Table("A . . . b", A=body(), b=body(strike()))
    table["b"].holding = True

    table.act("A", "run", "move 3,0")

    assert windows_of(table, "b") == [["pass", "b act now"]] * 3


@rule("sovereign/economy.response-windows")
def test_a_window_opens_between_two_turns() -> None:
    table = Table("A C . b", A=body(), C=body(), b=body(strike()))
    table["b"].holding = True
    table.turn_of("A")

    table.steps(2, "end turn")

    assert windows_of(table, "b") == [["pass", "b act now"]]


@rule("sovereign/economy.window-order")
def test_the_acting_side_is_asked_first_and_everybody_again_after_a_declaration() -> None:
    table = Table(
        "A C . b\n. . . d",
        A=body(strike(far=(9, 9))),
        b=body(npc=True),
        d=body(npc=True),
        C=body(npc=True),
    )
    for name in "Cbd":
        table[name].holding = True
    assert [table.combat.units[n].name for n in table.combat.asked()] == ["A", "C", "b", "d"]
    table.turn_of("b")
    assert [table.combat.units[n].name for n in table.combat.asked()] == ["b", "d", "A", "C"]

    table.turn_of("A")
    table.act("A", HIT, "pass", "pass", "d act now", "done", dice="d20 1")

    assert table.windows()[:5] == ["C", "b", "d", "C", "b"]


@rule("sovereign/economy.broken-action")
def test_an_attack_whose_target_is_gone_before_the_roll_fails_and_costs_the_main() -> None:
    table = Table("A b . .", A=body(strike(bonus=9)), b=body(strike()))
    table["b"].holding = True
    table["b"].step = False

    table.act("A", HIT, "b act now", "run with main", "move 3,0")

    assert (table["b"].hp, table["A"].main) == (20, False)


@rule("sovereign/economy.broken-action")
def test_a_response_after_the_roll_does_not_undo_the_hit() -> None:
    table = Table("A b . .", A=body(strike(bonus=9)), b=body(strike()))
    table["b"].holding = True
    table["b"].step = False

    table.act("A", HIT, "pass", "b act now", "run with main", "move 3,0", dice="d20 10 d8 5")

    assert table["b"].hp == 15


@rule("sovereign/economy.broken-action")
def test_a_felled_actor_loses_its_action() -> None:
    table = Table("A b", A=body(strike(bonus=9), hp=2), b=body(strike(bonus=9)))

    table.act("A", HIT, "b snap at A with sword", dice="d20 10 d8 5")

    assert table["A"].fate == MORTAL
    assert table["b"].hp == 20


@rule("sovereign/economy.response-windows")
def test_windows_open_when_an_action_is_declared() -> None:
    for key in ("disengage", "stand up", "reload sword"):
        table = Table(
            "A . . . b", A=body(strike(far=(9, 9), reload=1), quiver=True), b=body(strike())
        )
        table["b"].holding = True
        table["A"].prone = True
        table["A"].unloaded = 1

        table.act("A", key)

        assert windows_of(table, "b") == [["pass", "b act now"]], key
