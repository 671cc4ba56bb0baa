"""What takes more than an action: over turns, on command, out of reach, with help; first turns."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity import carrying, condition
from affray.rulesets.ingenuity.action import hands
from affray.rulesets.ingenuity.sheet import Sheet
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule


def foe(**more: int) -> Sheet:
    return sheet(numbers={"evasion": 3, "stamina": 0, "endurance": 60, **more})


def calm(**more: int) -> Sheet:
    return sheet(numbers={"stamina": 0, **more})


def petra(**more: int) -> Sheet:
    return sheet(["crossbow", "dagger"], ammo={"bolt": 5}, numbers=more)


@rule("ingenuity/action.command.limits", "ingenuity/action.spanning")
def test_a_longer_task_is_not_begun_on_command_over_another() -> None:
    one = sheet(["crossbow"], ammo={"bolt": 5}, powers=["fireball"])
    options: dict[str, int | str | bool] = {"task.lock": "1,0 dexterity handling Sleight 8"}
    table = Table("A B . b", A=sheet(), B=one, b=calm(), options=options)
    table["B"].pieces[0].loaded = 0
    table.act("A", "command B", "B: reload crossbow")
    assert table["B"].task_left == 1
    table.begin_turn("A")
    table["A"].set_count(6, 0)
    with refused("action.command.limits"):
        table.step("command B", "B: task lock")
    assert table["B"].task_left == 1


@rule("ingenuity/action.command.limits", "ingenuity/action.spanning")
def test_what_is_unfinished_is_kept_while_another_action_is_taken_on_command() -> None:
    table = Table("A B . b", A=sheet(), B=petra(), b=calm())
    table["B"].pieces[0].loaded = 0
    table.act("A", "command B", "B: reload crossbow")
    table["A"].set_count(6, 0)
    table.act("A", "command B", "B: move", "B: move 2,0")
    assert table["B"].task_left == 1
    table.start("B", "continue")
    assert table["B"].pieces[0].loaded == 1
    assert table["B"].actions == 2


@rule("ingenuity/action.spanning.interrupt", "ingenuity/attack.reload.crossbow")
def test_a_reload_is_lost_when_its_weapon_is_put_away_on_command() -> None:
    table = Table("A B . b", A=sheet(), B=petra(), b=calm())
    table["B"].pieces[0].loaded = 0
    table.act("A", "command B", "B: reload crossbow")
    table["A"].set_count(6, 0)
    table.act("A", "command B", "B: brandish dagger")
    table.start("B")
    assert table["B"].task == 0
    assert table["B"].pieces[0].loaded == 0
    assert table["B"].actions == 3


@rule("ingenuity/action.spanning.interrupt", "ingenuity/action.short-task")
@pytest.mark.parametrize(("at", "goes_on"), [("1,1", True), ("2,1", False)])
def test_a_task_is_lost_once_it_is_out_of_reach_not_by_being_moved(at: str, goes_on: bool) -> None:
    options: dict[str, int | str | bool] = {"task.lock": "0,0 dexterity handling Sleight 2"}
    table = Table(". A . b\n. . . .", A=sheet(), b=calm(), options=options)
    table.begin_turn("A")
    table["A"].actions = 1
    table.step("task lock")
    assert table["A"].task_left == 2
    table.combat.move(table["A"], table.combat.grid.read(at))
    table.start("A", *(["continue"] if goes_on else []))
    assert table["A"].task == 0
    assert table["A"].actions == (1 if goes_on else 3)
    assert bool(table.told("achieves")) == goes_on


@rule("ingenuity/action.spanning.interrupt", "ingenuity/action.resuscitate")
def test_a_resuscitation_is_lost_when_the_patient_comes_round_before() -> None:
    table = Table("A B . b", A=sheet(), B=sheet(), b=calm())
    table.fell("B")
    table.begin_turn("A")
    table["A"].actions = 1
    table.step("resuscitate B")
    table.wake("B")
    table.start("A")
    assert (table["A"].task, table["A"].actions, table["A"].prone) == (0, 3, False)


@rule("ingenuity/test.assist", "ingenuity/action.resuscitate.test")
@pytest.mark.parametrize(("dice", "works"), [("d6 1 2", False), ("d6 2 2", True)])
def test_a_resuscitation_can_be_assisted_for_two_actions(dice: str, works: bool) -> None:
    """7 and 1 of help meet 8."""
    table = Table("A B C b", A=sheet(), B=sheet(), C=sheet(), b=calm())
    table.fell("B")
    table.act("C", "assist resuscitate B", dice=f"{dice} d20 9")
    assert table["C"].actions == 1
    assert not table["C"].prone
    table.act("A", "resuscitate B", dice="d6 3 4 d20 9")
    assert table["B"].awake == works


@rule("ingenuity/test.assist", "ingenuity/action.treat")
def test_staunching_can_be_assisted_once_and_the_help_is_then_used() -> None:
    table = Table("A B C b", A=sheet(), B=sheet(), C=sheet(), b=calm())
    table.give("B", "bleeding", 6)
    table.act("C", "assist staunch B", dice="d6 4 4 d20 9")
    assert table["C"].actions == 2
    table.act("A", "staunch B", dice="d6 2 2 d20 9")
    assert table["B"].amount("bleeding") == 4
    table.act("A", "staunch B", dice="d6 2 3 d20 9")
    assert table["B"].amount("bleeding") == 4
    assert table.results()[-2:] == [6, 5]


@rule("ingenuity/test.assist", "ingenuity/action.search")
def test_a_search_can_be_assisted_by_who_sees_no_more() -> None:
    table = Table("A B . b", A=sheet(), B=sheet(), b=calm())
    table.hide("b", "A", "B")
    table["b"].stealth = 9
    table.act("B", "assist search", dice="d6 4 4 d20 9")
    assert table["B"].actions == 0
    table.act("A", "search", dice="d6 3 4 d20 9")
    assert not table["b"].hidden >> 0 & 1
    assert table["b"].hidden >> 1 & 1


@rule("ingenuity/test.assist")
def test_nobody_assists_who_is_not_beside_or_with_what_is_not_to_be_done() -> None:
    table = Table("A B . . C b", A=sheet(), B=sheet(), C=sheet(), b=calm())
    table.fell("B")
    for key, rule_ in (
        ("assist resuscitate B", "geometry.adjacent"),
        ("assist staunch A", "geometry.adjacent"),
        ("assist search", "action.search"),
    ):
        with refused(rule_):
            table.act("C", key)
    with refused("action.treat"):
        table.act("A", "assist staunch B")


@rule("ingenuity/setup.instigating-action")
def test_the_instigator_is_free_if_its_target_is_down_though_it_lies_there() -> None:
    table = Table("A b c", A=sheet(["spear"]), b=calm(), c=calm())
    table.combat.instigator = 0
    table.combat.aimed = table["b"].index
    table.fell("b")
    table.act("A", "guard")
    assert table["A"].is_held("guarding")


@rule("ingenuity/setup.free-brandish")
@pytest.mark.parametrize(
    ("key", "held"), [("brandish nothing", []), ("brandish healing-draught", ["healing-draught"])]
)
def test_at_first_one_may_hold_anything_or_nothing(key: str, held: list[str]) -> None:
    one = sheet(["spear"], items=["healing-draught"])
    table = Table("A b", A=one, b=calm())
    table["A"].brandished = False
    table.start("A", key)
    assert [table.combat.thing(piece).id for piece in table["A"].pieces if piece.held] == held
    assert table["A"].actions == 3


@rule("ingenuity/setup.free-brandish", "ingenuity/condition.stunned")
def test_who_cannot_act_in_its_first_turn_chooses_in_the_next() -> None:
    table = Table("A b", A=sheet(["spear", "dagger"]), b=calm())
    table["A"].brandished = False
    table.give("A", "stunned", 3)
    table.start("A")
    assert not table["A"].brandished
    table.start("A", "brandish dagger")
    assert table["A"].brandished


@rule("ingenuity/test.assist", "ingenuity/test.one-proficiency")
@pytest.mark.parametrize(("bonus", "result"), [(3, 5), (4, 6), (8, 6)])
def test_sixteen_is_the_highest_threshold_of_help(bonus: int, result: int) -> None:
    """12 on the dice and 3 give 3, 4 more give 4, and no more gives more."""
    options: dict[str, int | str | bool] = {"task.lock": "1,0 dexterity handling Sleight 12"}
    helper = sheet(prof={"Sleight": bonus})
    table = Table("A . b\nB . .", A=sheet(), B=helper, b=calm(), options=options)
    table.act("B", "assist lock", dice="d6 6 6 d20 9")
    table.act("A", "task lock", "side: it may be tried again", dice="d6 1 1 d20 9")
    assert table.results()[-1] == result


@rule("ingenuity/turn.round-length", "ingenuity/test.rounding-up")
@pytest.mark.parametrize(("seconds", "rounds"), [(1, 1), (6, 1), (7, 2), (12, 2), (60, 10)])
def test_seconds_become_rounds_of_six_rounded_up(seconds: int, rounds: int) -> None:

    assert condition.rounds_of(seconds) == rounds


@rule("ingenuity/action.brandish", "ingenuity/geometry.adjacent")
@pytest.mark.parametrize("size", [4, 5])
def test_what_lies_within_a_metre_can_be_taken_up_by_small_and_big(size: int) -> None:

    for cell, near in (
        ("2,0" if size == 5 else "1,0", True),
        ("3,0" if size == 5 else "2,0", False),
    ):
        options: dict[str, int | str | bool] = {"item.torch": cell}
        one = sheet(size=size, footprint=1 if size == 4 else 2)
        table = Table("A . . . b\n. . . . .", A=one, b=calm(), options=options)
        assert bool(hands.lying(table.combat, table["A"])) == near


@rule("ingenuity/action.short-task")
def test_what_is_achieved_is_not_done_again_and_what_is_trivial_takes_no_test() -> None:
    options: dict[str, int | str | bool] = {"task.lock": "1,0 dexterity handling Sleight trivial"}
    table = Table("A . b", A=sheet(), b=foe(), options=options)
    table.act("A", "task lock")
    assert table.told("achieves")
    table["A"].actions = 3
    with refused("action.short-task"):
        table.act("A", "task lock")


@rule("ingenuity/test.assist")
def test_one_may_assist_two_tasks_of_a_round() -> None:
    table = Table("A B .\nC D b", A=sheet(), B=sheet(), C=calm(), D=calm(), b=calm())
    for name in "CD":
        table.give(name, "bleeding", 3)
        table.act("B", f"assist staunch {name}", dice="d6 2 2 d20 9")
    for name in "CD":
        table.act("A", f"staunch {name}", dice="d6 2 3 d20 9")
    assert table.results() == [4, 4, 6, 6]
    table.act("A", "staunch D", dice="d6 2 3 d20 9")
    assert table.results()[-1] == 5


def bare_foe(**more: int) -> Sheet:
    base = {"evasion": 0, "stamina": 0, "focus": 0, "endurance": 60}
    return sheet(numbers={**base, **more})


@rule("ingenuity/action.command.limits", "ingenuity/action.spanning")
def test_a_command_may_buy_one_action_s_worth_of_a_longer_task() -> None:
    loader = sheet(["siege-crossbow"], ammo={"siege-bolt": 2})
    table = Table("A B . b", A=sheet(focus=6), B=loader, b=bare_foe())
    table["B"].pieces[0].loaded = 0
    table.act("A", "command B", "B: reload siege-crossbow")
    assert table["B"].task_left == 11
    assert table["B"].actions == 0
    table.count("A", "commanded", 0)
    table.act("A", "command B", "B: continue task")
    assert table["B"].task_left == 10


@rule("ingenuity/action.spanning", "ingenuity/action.free.drop-item")
def test_a_reload_goes_on_with_its_own_weapon_though_another_thing_is_gone() -> None:
    one = sheet(["dagger", "crossbow"], ammo={"bolt": 3})
    table = Table("A . b", A=one, b=bare_foe())
    dagger, crossbow = table["A"].pieces
    dagger.held, crossbow.held, crossbow.loaded = False, True, 0
    table.begin_turn("A")
    table["A"].actions = 1
    table.step("reload crossbow")
    carrying.drop(table.combat, table["A"], dagger)
    table.start("A", "continue")
    assert crossbow.loaded == 1
