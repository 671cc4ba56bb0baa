"""Who remains, objectives, and how a combat ends."""

from __future__ import annotations

import pytest

from affray.core.grid import Grid
from affray.rulesets.ingenuity import condition, damage, death, end
from affray.rulesets.ingenuity.ruleset import Ingenuity
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.state import Goal
from affray.rulesets.ingenuity.terms import LEFT, SURRENDERED
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule


def foe(**more: int) -> Sheet:
    return sheet(numbers={"evasion": 3, "stamina": 0, "endurance": 60, **more})


def goal(
    table: Table, kind: str, side: int, who: str = "", cells: str = "", number: int = 0
) -> None:
    """Give a team an objective."""
    found = [table[name].index for name in who.split()]
    places = [table.combat.grid.read(cell) for cell in cells.split()]
    table.combat.goals.append(Goal(kind, side, found, places, number))
    table.combat.held_rounds.append(0)
    getattr(table.combat, "pursued", []).append(True)


def end_round(table: Table) -> None:
    """Let the round end though nobody has had a turn in it."""
    for unit in table.combat.units:
        unit.acted = True
    table.combat.active = -1
    table.combat.phase = 2
    table.step()


@rule("ingenuity/end.last-team", "ingenuity/setup.teams")
def test_a_team_remains_while_one_member_is_conscious() -> None:
    table = Table("A b c", A=sheet(), b=sheet(), c=sheet())
    table.fell("b")
    table.act("A", "drop prone")
    assert table.combat.outcome == ""
    table.fell("c")
    table.act("A", "stand up")
    assert (table.combat.outcome, table.combat.winner) == ("end.last-team", 0)


@rule("ingenuity/end.last-team")
def test_if_none_remains_it_is_a_draw() -> None:
    table = Table("A b", A=sheet(stamina=0, constitution=2), b=sheet())
    table.fell("b")
    table["A"].health = 10
    table.give("A", "bleeding", 1)
    table.start("A")
    assert (table.combat.outcome, table.combat.winner) == ("end.last-team", -1)


@rule("ingenuity/end.last-team", "ingenuity/setup.teams")
def test_with_three_teams_it_ends_when_one_is_left() -> None:
    table = Table("A b T", A=sheet(), b=sheet(), T=sheet())
    table.fell("b")
    table.act("A", "drop prone")
    assert table.combat.outcome == ""
    table.fell("T")
    table.act("A", "stand up")
    assert table.combat.winner == 0


@rule("ingenuity/end.surrender")
def test_who_surrenders_drops_its_weapons_and_takes_no_more_turns() -> None:
    table = Table("A B b", A=sheet(["longsword"]), B=sheet(), b=sheet())
    table.act("A", "surrender", "accept")
    assert table.combat.ready() == [[table["B"].index], [table["b"].index]]
    assert [table.combat.thing(one).id for one in table.combat.litter] == ["longsword"]
    assert table.combat.outcome == ""


@rule("ingenuity/end.surrender")
def test_a_surrender_that_is_refused_is_not_offered_again_in_that_turn() -> None:
    table = Table("A b", A=sheet(["longsword"]), b=sheet())
    table.act("A", "surrender", "refuse")
    assert table.combat.litter
    with refused("end.surrender"):
        table.step("surrender")
    table.step("end turn")
    table.start("A")
    table.step("surrender", "accept")
    assert table.combat.winner == 1


@rule("ingenuity/end.surrender", "ingenuity/action.free")
def test_a_turn_ends_by_itself_when_a_refused_surrender_leaves_nothing_to_do() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    table.act("A", "surrender", "refuse")
    table["A"].actions = table["A"].stamina = table["A"].focus = 0
    table["A"].prone = True
    table.step()
    assert table.combat.active < 0


@rule("ingenuity/end.objective", "ingenuity/setup.objective-kinds", "ingenuity/setup.objectives")
def test_an_objective_wins_at_the_moment_it_is_reached() -> None:
    table = Table("A . . b", A=sheet(), b=sheet())
    goal(table, "reached", 0, cells="2,0", number=1)
    table.act("A", "move", "move 1,0")
    assert table.combat.outcome == ""
    table.act("A", "sprint", "move 2,0")
    assert (table.combat.outcome, table.combat.winner) == ("end.objective", 0)


@rule("ingenuity/setup.objective-kinds")
def test_two_must_have_reached_a_zone_and_the_unconscious_do_not_count() -> None:
    table = Table("A B . b", A=sheet(), B=sheet(), b=sheet())
    goal(table, "reached", 0, cells="0,0 1,0", number=2)
    table.fell("B")
    table.act("A", "drop prone")
    assert table.combat.outcome == ""
    table.wake("B")
    table.act("A", "stand up")
    assert table.combat.outcome == "end.objective"


@rule("ingenuity/setup.objective-kinds", "ingenuity/end.objective")
def test_a_zone_must_be_held_for_rounds_in_a_row() -> None:
    table = Table("A . b", A=sheet(), b=sheet())
    goal(table, "hold", 0, cells="0,0 1,0", number=2)
    end_round(table)
    assert table.combat.outcome == ""
    table.combat.move(table["b"], 1)
    end_round(table)
    table.combat.move(table["b"], 2)
    end_round(table)
    assert table.combat.outcome == ""
    end_round(table)
    assert (table.combat.outcome, table.combat.winner) == ("end.objective", 0)


@rule("ingenuity/setup.objective-kinds")
def test_an_unconscious_enemy_does_not_dispute_a_zone() -> None:
    table = Table("A c b", A=sheet(), c=sheet(), b=sheet())
    goal(table, "hold", 0, cells="0,0 1,0", number=1)
    table.fell("c")
    end_round(table)
    assert table.combat.outcome == "end.objective"


@rule("ingenuity/setup.objective-kinds")
def test_who_survives_wins_at_the_end_of_the_round_named() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    goal(table, "rounds-survived", 1, number=2)
    end_round(table)
    assert table.combat.outcome == ""
    end_round(table)
    assert (table.combat.outcome, table.combat.winner) == ("end.objective", 1)


@rule("ingenuity/setup.objective-kinds")
@pytest.mark.parametrize("how", ["dead", "unconscious", "surrendered"])
def test_to_slay_is_done_when_the_named_one_is_dead_down_or_has_surrendered(how: str) -> None:
    table = Table("A b c", A=sheet(), b=sheet(), c=sheet())
    goal(table, "taken-out", 0, who="b")
    table.act("A", "drop prone")
    assert table.combat.outcome == ""
    if how == "dead":
        death.die(table.combat, table["b"], "test")
    elif how == "unconscious":
        table.fell("b")
    if how == "surrendered":
        table.act("b", "surrender", "accept")
    else:
        table.act("A", "stand up")
    assert (table.combat.outcome, table.combat.winner) == ("end.objective", 0)


@rule("ingenuity/end.objective")
@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_of_two_objectives_at_once_the_higher_initiative_wins(order: list[int]) -> None:
    table = Table("A . b", A=sheet(), b=sheet())
    table.combat.rota.order = order
    for side in (0, 1):
        goal(table, "reached", side, cells="0,0 2,0", number=1)
    table.act("A", "drop prone")
    assert table.combat.winner == order[0]


@rule("ingenuity/end.stalemate")
def test_five_rounds_without_loss_are_a_draw_and_a_loss_starts_the_count_anew() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    for _ in range(4):
        end_round(table)
    damage.hurt(table.combat, table["A"], 1, 10, "test")
    for _ in range(5):
        end_round(table)
        assert table.combat.outcome == ""
    end_round(table)
    assert (table.combat.outcome, table.combat.winner) == ("end.stalemate", -1)


@rule("ingenuity/end.stalemate")
def test_the_round_limit_ends_a_simulation() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    table.combat.round_limit = 3
    for _ in range(2):
        end_round(table)
    assert table.combat.outcome == ""
    end_round(table)
    assert table.combat.outcome == "end.stalemate"


@rule("ingenuity/end.flee", "ingenuity/movement.map-edge")
def test_who_leaves_by_an_exit_is_out_and_neither_remains_nor_is_dead() -> None:
    table = Table("A B . b", A=sheet(), B=sheet(), b=sheet())
    table.combat.exit = [0]
    table.act("A", "leave")
    assert table["A"].fate == 2
    assert table.combat.ready() == [[table["B"].index], [table["b"].index]]
    assert table.combat.outcome == ""


@rule("ingenuity/gm.optional-lethal-strikes")
def test_by_that_option_a_killing_strike_needs_a_lethal_weapon() -> None:
    from tests.ingenuity.table import refused

    options: dict[str, int | str | bool] = {"lethal_killing_strikes": True}
    for chosen in (options, {}):
        table = Table("A b c", A=sheet(["sap"]), b=sheet(), c=sheet(), options=chosen)
        table.fell("b")
        if chosen:
            with refused("gm.optional-lethal-strikes"):
                table.act("A", "kill b with sap")
        else:
            table.act("A", "kill b with sap", "keep both", dice="d6 3 3 d20 9")
            assert table["b"].fate == 1


@rule("ingenuity/gm.creature-ranks")
def test_ranks_are_an_option() -> None:
    big = sheet()
    big.rank = "legendary"
    for on in (False, True):
        table = Table("A b", A=big, b=sheet(), options={"creature_ranks": on})
        assert table["A"].health == (24 if on else 12)
        table.start("A")
        assert table["A"].actions == (4 if on else 3)


@rule("ingenuity/death.permanent", "ingenuity/death.cheat")
def test_the_raised_difficulty_is_carried_out_of_the_combat() -> None:
    from tests.ingenuity.table import library

    table = Table("A b", A=sheet(), b=sheet())
    table["A"].death = 20
    found = Ingenuity(library()).aftermath(table.combat, table["A"].index)
    assert found["death"] == 20


@rule("ingenuity/end.objective")
@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_at_the_end_of_a_round_too(order: list[int]) -> None:
    table = Table("A . b", A=sheet(), b=sheet())
    table.combat.rota.order = order
    for side in (0, 1):
        goal(table, "rounds-survived", side, number=1)
    end_round(table)
    assert table.combat.winner == order[0]


@rule("ingenuity/end.stalemate")
def test_five_quiet_rounds_from_the_beginning_are_a_draw() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    for _ in range(4):
        end_round(table)
        assert table.combat.outcome == ""
    end_round(table)
    assert table.combat.outcome == "end.stalemate"


@rule("ingenuity/end.stalemate")
def test_spent_stamina_is_a_loss_too() -> None:
    table = Table("A . . b", A=sheet(speed=1), b=sheet())
    for _ in range(4):
        end_round(table)
    table.act("A", "move", "move 1,0")
    table.act("A", "sprint", "move 0,0")
    for _ in range(5):
        end_round(table)
        assert table.combat.outcome == ""
    end_round(table)
    assert table.combat.outcome == "end.stalemate"


@rule("ingenuity/setup.objective-kinds", "ingenuity/end.objective")
@pytest.mark.parametrize(
    ("when", "ends"),
    [("", "step"), ("at-once", "step"), ("turn-end", "turn"), ("round-end", "round")],
)
def test_an_encounter_may_say_when_an_objective_is_looked_at(when: str, ends: str) -> None:
    table = Table("A . . b", A=sheet(), b=sheet())
    goal = Goal("reached", 0, [], [1], 1)
    goal.when = when
    table.combat.goals = [goal]
    table.combat.held_rounds = [0]
    found = []
    table.act("A", "move", "move 1,0")
    found.append(table.combat.outcome)
    if not table.combat.outcome:
        table.step("end turn")
    found.append(table.combat.outcome)
    if not table.combat.outcome:
        table["b"].acted = True
        table.step()
    found.append(table.combat.outcome)
    assert [bool(one) for one in found] == [ends == "step", ends != "round", True]


@rule("ingenuity/setup.objective-kinds", "ingenuity/action.short-task")
def test_an_objective_of_tasks_is_complete_when_every_one_is_done() -> None:
    work = {"task.gate": "0,0 dexterity handling Sleight 4", "task.chest": "1,0 strength craft - 4"}
    table = Table("A . . b", A=sheet(), b=sheet(), options=dict(work))
    goal(table, "gm", 0)
    table.combat.tries = [-1, 0]
    table.act("A", "drop prone")
    assert table.combat.outcome == ""
    table.act("A", "task chest", dice="d6 2 2 d20 9")
    assert (table.combat.outcome, table.combat.winner) == ("end.objective", 0)


@rule("ingenuity/setup.objective-kinds")
@pytest.mark.parametrize(("struck", "kept"), [(9, True), (10, False)])
def test_a_thing_is_protected_until_it_is_destroyed(struck: int, kept: bool) -> None:
    table = Table("A # b", A=sheet(), b=sheet())
    grid = table.combat.grid
    table.combat.grid = Grid(3, 1, list(grid.ground), list(grid.levels), None, None, None, {1: 10})
    table.combat.struck = [struck]
    table.combat.changing = True
    goal(table, "protect", 0, cells="1,0", number=1)

    end_round(table)

    assert (table.combat.winner == 0) is kept


@rule("ingenuity/end.surrender")
@pytest.mark.parametrize(("answer", "fights"), [("take up arms", True), ("stay out of it", False)])
def test_who_has_surrendered_and_is_attacked_may_take_up_arms_again(
    answer: str, fights: bool
) -> None:
    table = Table("A b . c", A=sheet(["spear"]), b=sheet(evasion=12), c=sheet(stamina=0))
    table.act("b", "surrender", "accept")
    table.act("A", "attack b with spear", "strength piercing", f"b: {answer}", dice="d6 1 1 d20 9")
    assert table["b"].able() == fights


@rule("ingenuity/end.surrender")
def test_who_is_struck_down_takes_up_no_arms() -> None:
    table = Table(
        "A b . c", A=sheet(["spear"]), b=sheet(evasion=0, endurance=1, health=2), c=sheet(stamina=0)
    )
    table.act("b", "surrender", "accept")
    table.act("A", "attack b with spear", "strength piercing", dice="d6 1 1 d20 9 20")
    assert table["b"].fate == SURRENDERED


@rule("ingenuity/setup.objective-kinds")
@pytest.mark.parametrize(("by", "won"), [(1, True), (0, False)])
def test_what_is_retrieved_leaves_by_the_exit_that_is_named(by: int, won: bool) -> None:
    table = Table("A . b", A=sheet(["dagger"]), b=foe())
    table["A"].fate, table["A"].left_by = 2, by
    goal = Goal("retrieve", 0, [], [1], 1)
    goal.item = "dagger"
    assert end.carried_out(table.combat, table["A"], goal) == won


@rule("ingenuity/setup.objective-kinds")
@pytest.mark.parametrize(("state", "kept"), [("down", True), ("dead", False)])
def test_who_is_protected_may_lie_there_but_not_be_dead(state: str, kept: bool) -> None:
    table = Table("A B b", A=sheet(), B=sheet(), b=sheet())
    table.fell("B")
    if state == "dead":
        death.die(table.combat, table["B"], "death.risk")
    goal(table, "protect", 0, who="B", number=1)
    end_round(table)
    assert (table.combat.winner == 0) is kept


@rule("ingenuity/end.cleanup", "ingenuity/condition.poison")
@pytest.mark.parametrize(("every", "left"), [(1, 12 - 2 - 1), (600, 12 - 2 - 1), (601, 12)])
def test_a_short_poison_runs_down_when_it_is_over(every: int, left: int) -> None:
    table = Table("A b", A=sheet(stamina=0), b=foe())
    dose = condition.dose(9, every, 1 + every)
    condition.gain(table.combat, table["A"], "poison", 2, table["b"].index, 0, dose)
    table.fell("b")
    table.act("A", "drop prone")
    assert table.combat.outcome == "end.last-team"
    assert table["A"].health == left


@rule("ingenuity/setup.objective-kinds")
@pytest.mark.parametrize(("item", "has"), [("dagger", True), ("spear", False)])
def test_only_the_thing_that_is_named_is_retrieved(item: str, has: bool) -> None:
    table = Table("A . b", A=sheet(["dagger"]), b=foe())
    table["A"].fate, table["A"].left_by = 2, 0
    goal = Goal("retrieve", 0, [], [], 1)
    goal.item = item
    assert end.carried_out(table.combat, table["A"], goal) == has


@rule("ingenuity/setup.objective-kinds", "ingenuity/geometry.footprint")
@pytest.mark.parametrize(("cell", "inside"), [("2,1", True), ("3,1", False)])
def test_the_big_are_in_a_zone_with_any_of_their_spaces(cell: str, inside: bool) -> None:
    table = Table(". A . .\n. . . b", A=foe(size=6, footprint=2), b=foe())
    spaces = frozenset([table.combat.grid.read(cell)])
    assert end.within(table.combat, table["A"], spaces) == inside


@rule("ingenuity/end.cleanup")
def test_sleepers_wake_when_it_is_over() -> None:
    table = Table("A B b", A=sheet(), B=sheet(), b=foe())
    condition.knock_out(table.combat, table["B"], "power.steps")
    condition.for_rounds(table.combat, table["B"], "sleeping", 9, 2, 10)
    table.fell("b")
    table.act("A", "drop prone")
    assert table.combat.outcome == "end.last-team"
    assert table["B"].awake


def bare_foe(**more: int) -> Sheet:
    base = {"evasion": 0, "stamina": 0, "focus": 0, "endurance": 60}
    return sheet(numbers={**base, **more})


@rule("ingenuity/setup.objective-kinds", "ingenuity/end.flee")
@pytest.mark.parametrize(("exits", "won"), [([0], True), ([1], False), ([], True)])
def test_to_have_left_counts_only_by_the_zone_that_is_named(exits: list[int], won: bool) -> None:
    table = Table("A B b", A=sheet(), B=sheet(), b=bare_foe())
    table.combat.goals.append(Goal("reached", 0, [], exits, 1))
    table.combat.held_rounds.append(0)
    table.combat.exit = [0]
    if exits == [1]:
        table.combat.move(table["B"], 2)
        table.combat.move(table["b"], 1)
    death.gone(table.combat, table["A"], 2, "end.flee")
    end.check(table.combat)
    assert (table.combat.outcome == "end.objective") == won


@rule("ingenuity/end.cleanup", "ingenuity/end.flee", "ingenuity/condition.bleeding")
def test_who_left_bleeding_bleeds_on_until_it_ends() -> None:
    table = Table("A B b", A=sheet(stamina=0), B=sheet(), b=foe())
    table.give("A", "bleeding", 3)
    table.combat.exit = [0]
    table.act("A", "leave")
    assert table["A"].fate == LEFT
    table.fell("b")
    table.act("B", "drop prone")
    assert table.combat.outcome == "end.last-team"
    assert (table["A"].health, table["A"].endurance) == (12 - 3, 12 - 3)
    assert (table["A"].fate, table["A"].present, table["A"].is_held("bleeding")) == (
        LEFT,
        False,
        False,
    )
