"""What a movement may do and costs; being moved; edges."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import NEVER
from affray.core.errors import IllegalError, UnknownKeyError
from affray.rulesets.icon.movement import landing, moving
from affray.rulesets.icon.movement.moving import DASH, PHASE, PLAIN, MoveTo
from affray.rulesets.icon.state import Patch, Thing, with_at
from affray.rulesets.icon.terms import DEFEATED, FLED, FORCED, SLANTED, SPACES
from tests.icon.table import Op, Table, Trait, ability, made, sheet, strike
from tests.rules import rule

EAST, SOUTH, WEST, NORTH = 2, 4, 6, 0


def walker(rows: str, **more: object) -> Table:
    return Table(rows, A=sheet(**more), b=sheet(pc=False))  # type: ignore[arg-type]


# ---- a movement --------------------------------------------------------------------------------


@rule("icon/move.standard")
def test_a_standard_move_is_up_to_speed_once_a_turn_and_costs_no_action() -> None:
    table = walker("A . . . . . b", speed=3)
    assert table.moves("A") == ["1,0", "2,0", "3,0"]

    table.act("A", "move", "move 2,0")

    assert table["A"].actions == 2
    assert table.refusal("A", "move") == "move.standard"
    table.end("A")
    table.begin("A")
    assert table.refusal("A", "move") == ""


@rule("icon/move.standard")
def test_the_move_may_come_between_two_actions() -> None:
    table = Table("A . . b . .", A=sheet(abilities=[strike()]), b=sheet(pc=False))

    table.act("A", "whack b")
    table.act("A", "move", "move 2,0")
    table.act("A", "strike b", dice="d20 1")

    assert (table.at("A"), table["A"].actions) == ("2,0", 0)


@rule("icon/move.orthogonal")
def test_a_diagonal_step_is_two_steps() -> None:
    table = walker("A . .\n. . b")
    assert table.cost("A", "1,1") == 2

    table = walker("A . .\n. . .\n. . b", gives=["diagonal"])
    assert table.cost("A", "1,1") == 1


@rule("icon/move.orthogonal")
@pytest.mark.parametrize(
    ("rows", "cost"),
    [
        ("A # .\n# . .\n. . b", -1),
        ("A . .\n# . .\n. . b", 1),
        ("A .2 .\n.2 . .\n. . b", -1),
        ("A .1 .\n.2 . .\n. . b", 1),
        ("A .2 .\n# . .\n. . b", 1),
    ],
)
def test_a_diagonal_step_does_not_squeeze_between_two_walls_or_two_towers(
    rows: str, cost: int
) -> None:
    table = walker(rows, gives=["diagonal"])
    move = moving.Move(table.combat, table["A"], 9, PLAIN)

    steps = {goal: price for goal, price, _ in move.exits().rows[0]}

    assert steps.get(4, -1) == cost


@rule("icon/move.turning", "icon/move.unbroken")
def test_one_may_turn_after_every_step_and_what_is_left_is_lost() -> None:
    table = walker("A . .\n. . .\n. . b", speed=4)

    table.act("A", "move", "move 1,0 1,1")

    assert table.at("A") == "1,1"
    assert table.refusal("A", "move") == "move.standard"


@rule("icon/move.turning")
def test_a_way_may_turn_back_on_itself() -> None:
    table = walker("A . . b", speed=4)

    table.act("A", "move", "move 1,0 0,0 1,0")

    assert table.at("A") == "1,0"


@rule("icon/move.unbroken")
def test_no_action_is_offered_inside_a_movement() -> None:
    table = walker("A ^ . . b", speed=4)

    with pytest.raises(Exception, match="no such option"):
        table.act("A", "move", "move 2,0", "whack b")


@rule("icon/move.obstruction", "icon/terrain.impassable")
def test_foes_and_walls_bar_the_way() -> None:
    table = walker("A b .\n# . .", speed=4)
    assert table.moves("A") == []

    table = walker("A . .\n. b .", speed=4)
    assert table.cost("A", "2,1") == 2 + 2 + 2, "round the foe"


@rule("icon/move.obstruction")
@pytest.mark.parametrize("path", ["move 1,0 2,0", "move 2,0"])
def test_an_explicit_way_through_a_foe_is_refused(path: str) -> None:
    table = walker("A b . .", speed=9)

    with pytest.raises(IllegalError) as caught:
        table.act("A", "move", path)

    assert caught.value.rule in ("move.obstruction", "move.insufficient")


@rule("icon/move.insufficient", "icon/move.orthogonal", "icon/terrain.impassable")
@pytest.mark.parametrize(
    ("path", "rule_"),
    [
        ("move 1,0 2,0 3,0 4,0", "move.insufficient"),
        ("move 1,1", "terrain.impassable"),
        ("move 0,1 1,1", "terrain.impassable"),
        ("move 0,1 1,2", "move.orthogonal"),
        ("move 0,1 0,2", "move.no-stop-when-shared"),
        ("move 0,2", "move.no-stop-when-shared"),
        ("move 5,0", "move.insufficient"),
    ],
)
def test_why_a_way_is_refused(path: str, rule_: str) -> None:
    table = Table(
        "A . . . . .\n. # . . . .\nC . . . . b", A=sheet(speed=3), C=sheet(), b=sheet(pc=False)
    )

    with pytest.raises(IllegalError) as caught:
        table.act("A", "move", path)

    assert caught.value.rule == rule_


@rule("icon/move.through-allies", "icon/move.no-stop-when-shared")
def test_allies_are_passed_at_the_usual_cost() -> None:
    table = Table("A B . . c", A=sheet(), B=sheet(), c=sheet(pc=False))

    table.act("A", "move", "move 1,0 2,0")

    assert (table.at("A"), table.at("B")) == ("2,0", "1,0")


@rule("icon/move.no-stop-when-shared", "icon/interrupt.timing")
def test_a_movement_that_is_ended_on_an_ally_goes_back_to_the_last_free_space() -> None:
    """The foe beside the ally ends the movement there."""
    spear = ability("set-spear")
    table = Table("A . B . c", A=sheet(), B=sheet(), c=sheet(pc=False, abilities=[spear]))

    table.act("A", "move", "move 1,0 2,0 3,0", "c set-spear", dice="d20 9 d6 1")

    assert table.at("A") == "1,0"


@rule("icon/move.engagement-not-per-foe")
def test_each_step_out_of_a_space_beside_a_foe_costs_one_more() -> None:
    table = walker(". . . .\nA . . .\n. b . .")

    assert table.cost("A", "3,1") == 2 + 2 + 2


@rule("icon/move.map-border")
def test_nobody_leaves_the_map() -> None:
    table = walker("A . b", speed=9)
    with pytest.raises(IllegalError) as caught:
        table.act("A", "move", "move 9,9")
    assert caught.value.rule == "move.map-border"

    assert table.shove("b", "A", 2, WEST)
    assert table.at("A") == "0,0"


@rule("icon/terrain.climbable", "icon/move.elevation-up")
def test_whoever_can_pay_stands_on_top() -> None:
    table = walker("A .3 . b", speed=4)

    table.act("A", "move", "move 1,0")

    assert table.combat.elevation(table["A"]) == 3
    assert walker("A .3 . b", speed=3).moves("A") == []


@rule("icon/terrain.climbable", "icon/move.collide")
@pytest.mark.parametrize(("rows", "at"), [("A b .1 . .", "1,0"), ("A b1 .1 . .", "2,0")])
def test_raised_terrain_blocks_a_shove_from_below(rows: str, at: str) -> None:
    table = walker(rows)

    collided = table.shove("A", "b", 1, EAST)

    assert (collided, table.at("b")) == (at == "1,0", at)


@rule("icon/move.elevation-down")
def test_going_down_costs_one() -> None:
    assert walker("A3 . . b").cost("A", "1,0") == 1


# ---- dash, fly, phase, teleport ----------------------------------------------------------------


@rule("icon/move.dash-pays-terrain")
def test_a_dash_pays_mud_and_climbing_and_is_barred_by_foes() -> None:
    assert walker("A .2 . b").cost("A", "1,0", DASH) == 3
    table = walker("A . . . b")
    table.combat.floor = with_at(table.combat.floor, 0, 1)
    assert table.cost("A", "1,0", DASH) == 2
    assert walker("A b . .").cost("A", "2,0", DASH) == -1


@rule("icon/move.dash-pays-terrain", "icon/terrain.dangerous", "icon/terrain.fall")
def test_a_dash_is_hurt_by_dangerous_ground_and_falls() -> None:
    table = walker("A3 . ^ . b")

    table.act("A", "dash", "move 1,0 2,0", "move 2,0", "stop")

    assert table["A"].hp == 28 - 3 - 1


@rule("icon/action.dash", "icon/move.dash-ignores")
@pytest.mark.parametrize(("key", "asked"), [("move", True), ("dash", False)])
def test_a_dash_triggers_no_interrupts(key: str, *, asked: bool) -> None:
    spear = ability("set-spear")
    table = Table("A . . b .", A=sheet(), b=sheet(pc=False, abilities=[spear]))

    table.act("A", key, "move 1,0", *(["pass", "stop"] if asked else []))

    assert table.at("A") == "1,0"


@rule("icon/action.dash")
def test_a_dash_is_two_actions_and_full_speed() -> None:
    table = walker("A . . . . . b", speed=3)

    with pytest.raises(IllegalError):
        table.act("A", "dash", "move 4,0")
    table = walker("A . . . . . b", speed=3)
    table.act("A", "dash", "move 3,0")

    assert (table.at("A"), table["A"].actions) == ("3,0", 0)
    table = walker("A . . . . . b", speed=3)
    table.act("A", "run", "stop")
    assert table.refusal("A", "dash") == "action.costs"


@rule("icon/move.fly")
def test_flight_ignores_terrain_height_engagement_and_who_does_not_fly() -> None:
    table = walker("A .3 # b . .", gives=["flying"])
    table.combat.floor = with_at(table.combat.floor, 0, 1)

    assert table.cost("A", "4,0") == 4
    assert "2,0" not in table.moves("A"), "no stop on impassable terrain"
    assert "3,0" not in table.moves("A"), "nor on somebody"


@rule("icon/move.fly")
def test_flyers_bar_and_engage_each_other() -> None:
    table = Table(". A b . .", A=sheet(gives=["flying"]), b=sheet(pc=False, gives=["flying"]))

    assert table.cost("A", "3,0") == -1
    assert table.cost("A", "0,0") == 2


@rule("icon/move.fly", "icon/terrain.fall", "icon/terrain.dangerous")
def test_a_flyer_neither_falls_nor_minds_dangerous_ground() -> None:
    table = walker("A3 ^ . b", gives=["flying"])

    table.act("A", "move", "move 1,0")
    table.shove("b", "A", 1, EAST)

    assert table["A"].hp == 28


@rule("icon/move.fly", "icon/effect.evasion")
@pytest.mark.parametrize(("mode", "dice"), [("melee", "d6 4"), ("ranged", "d20 9 d6 1 1")])
def test_flyers_evade_melee_attacks_only(mode: str, dice: str) -> None:
    one = strike(range=3)
    one.attack = mode
    one.tags = ["attack", mode]
    table = Table("A . b", A=sheet(abilities=[one]), b=sheet(pc=False, gives=["flying"]))

    table.act("A", "strike b", dice=dice)

    assert table["b"].hp == (28 if mode == "melee" else 26)


@rule("icon/move.phasing", "icon/terrain.impassable")
def test_phasing_passes_through_everything_at_base_cost_but_does_not_end_there() -> None:
    table = Table("A # b .2 . c", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))
    table.combat.floor = with_at(table.combat.floor, 0, 1)
    kind = DASH + PHASE

    assert [table.cost("A", one, kind) for one in ("3,0", "4,0")] == [3, 4]
    assert table.moves("A", 4, kind) == ["3,0", "4,0"]


@rule("icon/move.teleport")
def test_a_teleport_ignores_what_lies_between_and_reaches_only_free_spaces() -> None:
    spear = ability("set-spear")
    table = Table(
        "A # b . c\n. . . . .",
        A=sheet(abilities=[ability("smoke-step", 1)]),
        b=sheet(pc=False, abilities=[spear]),
        c=sheet(pc=False),
    )
    with pytest.raises(IllegalError):
        table.act("A", "smoke-step", "space 2,0")
    table["A"].used = [0] * len(table["A"].used)

    table.act("A", "smoke-step", "space 3,0")

    assert table.at("A") == "3,0"


@rule("icon/move.teleport", "icon/terrain.dangerous", "icon/terrain.fall")
def test_a_teleport_is_hurt_by_dangerous_ground_but_does_not_fall() -> None:
    table = Table("A3 . ^ b", A=sheet(abilities=[ability("smoke-step")]), b=sheet(pc=False))

    table.act("A", "smoke-step", "space 2,0")

    assert table["A"].hp == 27


@rule("icon/move.teleport")
@pytest.mark.parametrize(("at", "legal"), [("2,0", True), ("3,0", False)])
def test_a_teleport_reaches_as_far_as_it_says(at: str, *, legal: bool) -> None:
    table = Table("A . . . b", A=sheet(abilities=[ability("smoke-step")]), b=sheet(pc=False))

    if legal:
        table.act("A", "smoke-step", f"space {at}")
        assert table.at("A") == at
    else:
        with pytest.raises(IllegalError):
            table.act("A", "smoke-step", f"space {at}")


# ---- the large ---------------------------------------------------------------------------------


def giant(rows: str, **more: object) -> Table:
    return Table(rows, a=sheet(pc=False, size=2, **more), B=sheet())  # type: ignore[arg-type]


@rule("icon/move.large-characters")
def test_every_space_that_a_large_character_newly_covers_must_be_enterable() -> None:
    table = giant("a . . . .\n. . . # B")
    assert table.moves("a", 9) == ["1,0"]

    table = giant("a . . . .\n. . . . .\n. . . . B")
    assert table.moves("a", 2) == ["1,0", "0,1", "2,0", "1,1"]


@rule("icon/move.large-characters", "icon/move.elevation-up")
def test_a_large_character_climbs_to_its_highest_new_space_from_where_it_stood() -> None:
    table = giant("a . .1 . .\n. . .2 . B")
    assert table.cost("a", "1,0") == 1 + 2
    table.combat.move(table["a"], table.cell("1,0"))

    assert table.combat.elevation(table["a"]) == 2
    assert table.cost("a", "2,0") == 1


@rule("icon/move.large-characters", "icon/move.difficult-exit", "icon/move.engagement")
def test_mud_or_engagement_of_any_space_it_covers_adds_one_once() -> None:
    table = giant("a , . . . .\n. , . . . .\n. . . . . B")
    assert table.cost("a", "1,0") == 2, "two of its spaces are mud"
    table = giant("a . . . .\n. . B . .")

    assert table.cost("a", "0,0") == 0
    assert table.cost("a", "0,1") == -1
    table = giant("a . . . .\n. . . . .\n. . B . .")
    assert table.cost("a", "1,0") == 2, "adjacent to its corner"


# ---- being moved -------------------------------------------------------------------------------


@rule("icon/move.shove-direction")
@pytest.mark.parametrize(
    ("at", "direction"), [("4,1", EAST), ("1,4", SOUTH), ("0,1", WEST), ("2,0", NORTH)]
)
def test_a_shove_goes_along_the_longer_offset(at: str, direction: int) -> None:
    table = Table("\n".join(["A b . . ."] + [". . . . ."] * 4), A=sheet(), b=sheet(pc=False))
    grid = table.combat.grid
    table.combat.move(table["A"], grid.read("2,2"))
    table.combat.move(table["b"], grid.read(at))

    assert table.heading("A", "b") == direction


@rule("icon/move.shove-direction")
@pytest.mark.parametrize(("key", "at"), [("along the row", "3,1"), ("along the column", "1,3")])
def test_of_equal_offsets_the_shover_picks_one(key: str, at: str) -> None:
    gore = ability("upward-gore")
    table = Table(
        "\n".join(["A . . ."] + [". b . ."] + [". . . ."] * 2),
        A=sheet(abilities=[gore]),
        b=sheet(pc=False),
    )

    table.act("A", "upward-gore b", key, dice="d20 9 d6 1 1")

    assert table.at("b") == at


@rule("icon/move.shove-direction", "icon/geometry.distance")
def test_a_large_shover_is_measured_from_its_nearest_space() -> None:
    table = Table("a . . .\n. . . .\n. B . .\n. . . .", a=sheet(pc=False, size=2), B=sheet())

    assert table.heading("a", "B") == SOUTH


@rule("icon/move.shove-direction")
def test_a_shove_by_an_area_goes_away_from_its_origin() -> None:
    one = ability("snare-loop")
    push = Op("shove")
    push.n = 1
    push.who = "area-foes"
    one.effect = [push]
    table = Table("A . . b . . .\n. . . . . . .", A=sheet(abilities=[one]), b=sheet(pc=False))

    table.act("A", "snare-loop", "space 4,0")

    assert table.at("b") == "2,0", "toward the user, away from the centre"


@rule("icon/move.shove-free", "icon/status.slashed")
def test_being_moved_costs_nothing_and_is_no_own_movement() -> None:
    spear = ability("set-spear")
    table = Table(
        "A b . . c\n. . . . .",
        A=sheet(),
        b=sheet(pc=False),
        c=sheet(abilities=[spear], pc=False),
    )
    table.combat.floor = with_at(table.combat.floor, 1, 1)
    table.give("b", "slashed")

    table.shove("A", "b", 2, EAST)

    assert (table.at("b"), table["b"].hp, table["b"].used[3]) == ("3,0", 28, 0)


@rule("icon/move.shove-free", "icon/terrain.dangerous", "icon/terrain.fall-continue")
def test_a_shove_goes_on_after_a_fall_and_through_dangerous_ground() -> None:
    """Down from height 2 onto dangerous ground: 2 and 1, then two spaces more."""
    table = walker("A b2 ^ ^ .")

    table.shove("A", "b", 3, EAST)

    assert (table.at("b"), table["b"].hp) == ("4,0", 28 - 2 - 1 - 1)


@rule("icon/move.shove")
@pytest.mark.parametrize(("hp", "at"), [(3, "2,0"), (4, "4,0")])
def test_a_shove_ends_with_the_defeat_of_who_is_shoved(hp: int, at: str) -> None:
    table = Table("A B3 . . . c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table["B"].hp = hp

    table.shove("A", "B", 3, EAST)

    assert table.at("B") == at


@rule("icon/move.shove")
def test_a_pull_stops_adjacent_without_a_collision() -> None:
    table = walker("A . . . b")

    collided = table.shove("A", "b", 9, WEST, pull=True)

    assert (collided, table.at("b")) == (False, "1,0")


@rule("icon/move.collide")
@pytest.mark.parametrize("rows", ["A b C .", "A b # .", "A b .1 .", "A b"])
def test_what_stops_a_shove_is_a_collision(rows: str) -> None:
    sheets = {"A": sheet(), "b": sheet(pc=False), **({"C": sheet()} if "C" in rows else {})}
    table = Table(rows, **sheets)

    assert table.shove("A", "b", 2, EAST)
    assert (table.at("b"), table["b"].hp) == ("1,0", 28)


@rule("icon/move.collide", "icon/defeat.incapacitated-pc-space")
@pytest.mark.parametrize(("spaces", "at"), [(1, "1,0"), (2, "3,0")])
def test_a_shove_goes_over_the_fallen_but_does_not_end_there(spaces: int, at: str) -> None:
    table = Table("A b C . .", A=sheet(), b=sheet(pc=False), C=sheet())
    table.fell(2)

    collided = table.shove("A", "b", spaces, EAST)

    assert (collided, table.at("b")) == (False, at)


@rule("icon/move.collide", "icon/defeat.foe")
def test_a_defeated_foes_space_is_free_for_a_shove() -> None:
    table = Table("A b c . .", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))
    table.fell(2)

    table.shove("A", "b", 1, EAST)

    assert table.at("b") == "2,0"


@rule("icon/move.collide", "icon/action.triggers")
def test_a_collision_triggers_the_collide_line_once_for_each() -> None:
    """A save or be dazed follows the damage at once, before anything else."""
    table = Table("A b #", A=sheet(abilities=[ability("barring-blow")]), b=sheet(pc=False))

    table.act("A", "barring-blow b", dice="d20 9 d6 2 d20 9")

    assert table["b"].hp == 26
    assert table.holds("b", "dazed")


# ---- falls and edges ---------------------------------------------------------------------------


@rule("icon/terrain.fall", "icon/terrain.fall-reducible")
@pytest.mark.parametrize(("height", "armor", "lost"), [(1, 0, 0), (2, 0, 2), (3, 0, 3), (3, 1, 2)])
def test_a_step_down_by_more_than_one_level_is_a_fall(height: int, armor: int, lost: int) -> None:
    table = walker(f"A{height} . . b", armor=armor, speed=1)

    table.act("A", "move", "move 1,0")

    assert table["A"].hp == 28 - lost


@rule("icon/terrain.fall-continue", "icon/move.unbroken")
def test_after_a_fall_the_movement_goes_on_with_what_is_left() -> None:
    table = walker("A3 . . . . b", speed=3)

    table.act("A", "move", "move 1,0 2,0 3,0", "move 3,0")

    assert (table.at("A"), table["A"].hp) == ("3,0", 25)


@rule("icon/terrain.fall-continue")
def test_whoever_is_felled_by_a_fall_lies_where_it_landed() -> None:
    table = Table("A3 ^ . b C", A=sheet(), b=sheet(pc=False), C=sheet())
    table["A"].hp = 3

    table.act("A", "move", "move 1,0 2,0")

    assert (table.at("A"), table["A"].hp) == ("1,0", 0)


@rule("icon/terrain.dangerous")
def test_starting_or_staying_in_dangerous_ground_does_nothing() -> None:
    table = walker("A . b")
    table.combat.floor = with_at(table.combat.floor, 0, 2)

    table.begin("A")
    table.act("A", "move", "move 1,0")
    assert table["A"].hp == 28
    table.end("A")


def cliff(rows: str = "A . . ~ .\n. . . . .\n. . . . b") -> Table:
    return Table(rows, A=sheet(), b=sheet(pc=False))


@rule("icon/terrain.edge-removal")
def test_the_saved_move_to_the_closest_free_space_of_their_choice() -> None:
    table = cliff()
    table.combat.move(table["b"], 3)
    table.combat.move(table["A"], 2)

    table.end("A", "d20 10", "space 4,1")

    assert (table.at("b"), table["b"].hp) == ("4,1", 28)


@rule("icon/terrain.edge-removal")
def test_several_on_edges_save_by_row_then_column() -> None:
    table = Table("A c ~\n~ b .\n. . .\n. . .", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))
    table.combat.move(table["b"], 3)
    table.combat.move(table["c"], 2)

    table.end("A", "d20 10 9", "space 1,0")

    assert (table["c"].present, table["b"].present) == (True, False)


@rule("icon/terrain.edge-removal", "icon/move.large-characters")
def test_the_large_are_off_only_if_all_their_spaces_are_edges() -> None:
    table = Table("~ ~ ~ a .\n~ ~ ~ . .\n. . . . B", a=sheet(pc=False, size=2), B=sheet())
    table.combat.move(table["a"], 2)
    table.end("B")
    table.combat.move(table["a"], 1)

    table.end("B", "d20 9")

    assert not table["a"].present


@rule("icon/terrain.edge-pc-return", "icon/turn.start-sequence")
def test_a_player_character_climbs_back_at_the_start_of_its_next_turn_and_takes_it() -> None:
    table = cliff("A . . ~ .\n. . . . .\n. . . . b")
    table.give("A", "slow")
    table["A"].vigor = 5
    table.combat.move(table["A"], 3)
    table.end("b", "d20 9")
    assert (table["A"].present, table["A"].able()) == (False, False)
    table.combat.move(table["b"], 2)

    table.begin("A", "", "space 4,1")

    one = table["A"]
    assert (table.at("A"), one.present, one.actions, one.vigor) == ("4,1", True, 2, 5)
    assert table.holds("A", "slow"), "its statuses stay"


@rule("icon/terrain.edge-pc-return")
def test_who_is_off_cannot_be_aimed_at_or_hurt() -> None:
    table = cliff()
    table.combat.move(table["b"], 3)
    table.end("A", "d20 1")

    assert not [key for key in table.offered("A") if key.endswith(" b")]
    table.hurt("b", 5, by="A")

    assert table["b"].hp == 28


@rule("icon/terrain.edge-foe-return")
@pytest.mark.parametrize("key", ["return", "stay away"])
def test_the_gm_decides_whether_a_foe_returns_and_the_default_is_that_it_does(key: str) -> None:
    table = cliff("A . . ~ .\n. . . . .\n. . . . b")
    table.combat.move(table["b"], 3)
    table.end("A", "d20 1")

    table.begin("b", "", key, *(["space 2,0"] if key == "return" else []))

    if key == "return":
        assert (table.at("b"), table["b"].actions) == ("2,0", 2)
    else:
        assert (table["b"].fate, table["b"].present) == (FLED, False)
        assert (table.combat.outcome, table.combat.winner) == ("end.side-out", 0)


@rule("icon/terrain.edge-mob")
def test_a_mob_that_goes_over_is_defeated() -> None:
    table = cliff()
    table["b"].sheet.mob = True
    table.combat.move(table["b"], 3)

    table.end("A", "d20 9")

    assert (table.combat.outcome, table.combat.winner) == ("end.side-out", 0)


@rule("icon/terrain.edge-flying")
def test_a_flyer_saves_only_at_the_end_of_its_own_turn() -> None:
    table = cliff()
    table.give("b", "flying")
    table.combat.move(table["b"], 3)

    table.end("A")
    assert table.at("b") == "3,0"
    table.end("b", "d20 9")

    assert not table["b"].present


@rule("icon/terrain.edge-removal", "icon/defeat.incapacitated")
def test_the_fallen_make_no_edge_save_and_stay() -> None:
    table = Table("A ~ B . b", A=sheet(), B=sheet(), b=sheet(pc=False))
    table.fell(1)
    table.combat.move(table["B"], 1)

    table.end("A")

    assert table.at("B") == "1,0"


@rule("icon/move.fly", "icon/terrain.dangerous")
def test_a_flyer_that_is_moved_or_teleports_over_dangerous_ground_is_not_hurt() -> None:
    table = Table(
        "A b ^ ^ .",
        A=sheet(),
        b=sheet(pc=False, gives=["flying"], abilities=[ability("smoke-step")]),
    )

    table.shove("A", "b", 1, EAST)
    table.act("b", "smoke-step", "space 3,0")

    assert (table.at("b"), table["b"].hp) == ("3,0", 28)


@rule("icon/terrain.edge-pc-return")
def test_the_very_first_space_of_the_map_may_be_an_edge_to_come_back_over() -> None:
    table = Table("~ . A b\n. . . .", A=sheet(), b=sheet(pc=False))
    table.combat.move(table["A"], 0)
    table.end("b", "d20 9")
    assert table["A"].returns()

    table.begin("A", "", "space 1,1")

    assert table.at("A") == "1,1"


@rule("icon/terrain.edge-removal")
def test_the_closest_space_may_be_the_very_first() -> None:
    table = Table("A ~ # b\n# # # .", A=sheet(), b=sheet(pc=False))
    table.combat.move(table["A"], 1)

    table.end("b", "d20 10")

    assert table.at("A") == "0,0"


@rule("icon/status.immobile", "icon/effect.unstoppable")
@pytest.mark.parametrize(("id", "swaps"), [("immobile", False), ("calm", True)])
def test_nobody_trades_places_with_an_ally_that_cannot_be_moved(id: str, *, swaps: bool) -> None:
    table = Table("A B . c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table.give("B", id)

    table.swap("A", "B")

    assert (table.at("A") == "1,0") == swaps


@rule("icon/move.shove")
def test_one_may_be_shoved_into_the_very_first_space() -> None:
    table = Table(". b A . c", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))

    assert not table.shove("A", "b", 1, WEST)

    assert table.at("b") == "0,0"


@rule("icon/action.rescue")
def test_one_may_be_rescued_in_the_very_first_space() -> None:
    table = Table("B A . c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table.fell("B")

    table.act("A", "rescue B")

    assert table["B"].hp == 21


@rule("icon/terrain.edge-mob")
def test_a_mob_over_an_edge_has_no_hit_points_left_and_does_not_return() -> None:
    table = cliff()
    table["b"].sheet.mob = True
    table.give("b", "evasion")
    table.mark("b", "A", "tangled")
    table.combat.move(table["b"], 3)

    table.go_over("b")

    assert (table["b"].fate, table["b"].hp, table["b"].returns()) == (DEFEATED, 0, False)
    assert (table["b"].effects, table["A"].effects) == ([], [])


@rule("icon/terrain.edge-pc-return")
def test_the_first_space_of_the_map_is_as_good_to_return_to_as_any() -> None:
    table = Table(". ~ # A . b", A=sheet(), b=sheet(pc=False))
    table.combat.move(table["A"], 1)
    table.go_over("A")

    table.begin("A")

    assert (table.at("A"), table["A"].present) == ("0,0", True)


# ---- straight dashes ---------------------------------------------------------------------------


def darter(rows: str, *more: dict[str, Any], **things: int) -> Table:
    """A hero that dashes 4 in a straight line, and then does more; ``things``: objects."""
    dash = {"op": "move", "who": "user", "kind": "dash", "spaces": 4, "straight": True}
    own = made(effect=[dash, *more])
    table = Table(rows, A=sheet(abilities=[own]), b=sheet(pc=False, abilities=[own]))
    table.combat.things = [Thing(name, [cell]) for name, cell in things.items()]
    table.combat.worked = [0] * len(things)
    return table


@rule("icon/terrain.fall", "icon/terrain.fall-continue")
@pytest.mark.parametrize(("height", "hp"), [(1, 28), (3, 25)])
def test_a_straight_dash_off_a_height_falls(height: int, hp: int) -> None:
    table = darter(f"A{height} . . b")

    table.act("A", "deed", "dash e")

    assert (table.at("A"), table["A"].hp, table["A"].used[SPACES]) == ("2,0", hp, 2)


@rule("icon/move.obstruction")
def test_a_straight_dash_stops_before_an_object() -> None:
    table = darter("A . . . . b", crate=3)

    table.act("A", "deed", "dash e")

    assert table.at("A") == "2,0"


@rule("icon/move.obstruction")
def test_whoever_stops_a_dash_is_found_be_it_the_very_first_combatant() -> None:
    table = darter("b . A", {"op": "damage", "amount": 1, "who": "first-blocker"})

    table.act("b", "deed", "dash e")

    assert (table.at("b"), table["A"].hp) == ("1,0", 27)


@rule("icon/move.obstruction")
def test_a_second_dash_that_is_not_made_was_stopped_by_nobody() -> None:
    hurt = {"op": "damage", "amount": 1, "who": "first-blocker"}
    again = {"op": "move", "who": "user", "kind": "dash", "spaces": 4, "straight": True}
    table = darter("A . b", hurt, again, hurt)

    table.act("A", "deed", "dash e", "stay")

    assert (table["b"].hp, table.combat.walks) == (27, [])


# ---- teleports and trades ----------------------------------------------------------------------


@rule("icon/move.teleport", "icon/geometry.distance")
def test_a_teleport_counts_a_diagonal_as_one_space_and_cuts_the_slashed() -> None:
    jump = {"op": "move", "who": "user", "kind": "teleport", "spaces": 2}
    table = Table("A . .\n. . .\n. . .\n. . b", A=sheet(abilities=[made(effect=[jump])]), b=sheet())
    table.give("A", "slashed")

    table.act("A", "deed", "space 2,2")

    assert (table.at("A"), table["A"].hp) == ("2,2", 26)


@rule("icon/move.teleport", "icon/terrain.dangerous")
@pytest.mark.parametrize(("cell", "left"), [(0, (28, 27)), (1, (27, 28))])
def test_who_trades_spaces_is_hurt_by_dangerous_ground_that_it_comes_to(
    cell: int, left: tuple[int, int]
) -> None:
    table = Table("A B . c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table.combat.floor = with_at(table.combat.floor, cell, 2)

    table.swap("A", "B")

    assert (table["A"].hp, table["B"].hp) == left


@rule("icon/effect.sturdy", "icon/move.teleport")
@pytest.mark.parametrize(("at", "trades"), [(1, True), (2, False)])
def test_a_foe_trades_spaces_with_a_sturdy_one_only_if_it_moves_1_space(
    at: int, *, trades: bool
) -> None:
    """And that was the space that foes may move it in the turn."""
    table = Table("A . b . .", A=sheet(), b=sheet(pc=False, gives=["sturdy"]))
    table.combat.move(table["b"], at)

    table.swap("A", "b")
    assert (table.at("b") == "0,0", table["b"].used[FORCED]) == (trades, int(trades))
    table.shove("A", "b", 1, EAST if at == 2 else SOUTH)

    assert table["b"].used[FORCED] == 1


@rule("icon/move.teleport")
def test_who_is_not_sturdy_trades_spaces_with_a_foe_from_afar() -> None:
    table = Table("A . b . .", A=sheet(), b=sheet(pc=False))

    table.swap("A", "b")

    assert (table.at("A"), table.at("b"), table["b"].used[FORCED]) == ("2,0", "0,0", 2)


@rule("icon/move.teleport")
def test_one_trades_spaces_with_the_very_first_combatant_too() -> None:
    trade = made(target={"who": "ally", "range": 2}, effect=[{"op": "swap"}])
    table = Table("A B . c", A=sheet(), B=sheet(abilities=[trade]), c=sheet(pc=False))

    table.act("B", "deed A")

    assert (table.at("A"), table.at("B")) == ("1,0", "0,0")


@rule("icon/turn.reinforcements", "icon/terrain.edge-removal")
def test_the_nearest_free_spaces_are_those_nearest_to_any_of_several_places() -> None:
    table = Table("B . . . . . c D", B=sheet(), c=sheet(pc=False), D=sheet())

    cells = landing.nearest(table.combat, table["D"], [0, 6])

    assert [table.combat.grid.name(cell) for cell in cells] == ["1,0", "5,0", "7,0"]


@rule("icon/move.shove-direction")
@pytest.mark.parametrize(("word", "at"), [("n", "2,1"), ("e", "3,2"), ("s", "2,3"), ("w", "1,2")])
def test_from_under_its_target_a_shove_goes_where_the_shover_likes(word: str, at: str) -> None:
    push = {"op": "shove", "spaces": 1, "who": "area-foes"}
    own = made(pattern={"shape": "blast", "size": 1, "range": 4}, effect=[push])
    rows = "\n".join(["A . . . b"] + [". . . . ."] * 4)
    table = Table(rows, A=sheet(abilities=[own]), b=sheet(pc=False))
    table.combat.move(table["b"], table.cell("2,2"))

    table.act("A", "deed", "space 2,2", f"to the {word}")

    assert table.at("b") == at


@rule("icon/move.engagement")
@pytest.mark.parametrize(
    ("at", "cost"), [("0,0", 1), ("1,0", 2), ("4,1", 2), ("4,3", 2), ("5,2", 1), ("3,4", 1)]
)
def test_a_large_foe_engages_all_around_itself(at: str, cost: int) -> None:
    """It covers 2,1 to 3,2."""
    rows = "\n".join(["b . . . . . A"] + [". . . . . . ."] * 5)
    table = Table(rows, A=sheet(), b=sheet(pc=False, size=2))
    table.combat.move(table["b"], table.cell("2,1"))
    table.combat.move(table["A"], table.cell(at))
    goal = {"0,0": "0,1", "1,0": "0,0", "4,1": "5,1", "4,3": "5,3", "5,2": "6,2", "3,4": "3,5"}

    assert table.cost("A", goal[at]) == cost


@rule("icon/move.shove")
@pytest.mark.parametrize(
    ("at", "direction", "goal"),
    [("0,2", EAST, "1,2"), ("4,2", WEST, "3,2"), ("2,0", SOUTH, "2,1"), ("2,4", NORTH, "2,3")],
)
def test_a_pull_stops_next_to_who_pulls(at: str, direction: int, goal: str) -> None:
    rows = "\n".join(["A b . . ."] + [". . . . ."] * 4)
    table = Table(rows, A=sheet(), b=sheet(pc=False))
    table.combat.move(table["A"], table.cell("2,2"))
    table.combat.move(table["b"], table.cell(at))

    table.shove("A", "b", 4, direction, pull=True)

    assert table.at("b") == goal


@rule("icon/move.shove")
@pytest.mark.parametrize(("at", "direction", "goal"), [("1,0", SOUTH, "1,2"), ("0,1", EAST, "2,1")])
def test_a_pull_ends_where_it_brings_its_target_no_nearer(
    at: str, direction: int, goal: str
) -> None:
    """Beside the one who pulls, 2 spaces off."""
    rows = "\n".join(["A b . . ."] + [". . . . ."] * 4)
    table = Table(rows, A=sheet(), b=sheet(pc=False))
    table.combat.move(table["A"], table.cell("3,2" if direction == SOUTH else "2,3"))
    table.combat.move(table["b"], table.cell(at))

    table.shove("A", "b", 4, direction, pull=True)

    assert table.at("b") == goal


@rule("icon/move.orthogonal", "icon/move.dash-ignores")
@pytest.mark.parametrize(
    ("word", "at"), [("n", "2,0"), ("e", "4,2"), ("s", "2,4"), ("w", "0,2"), ("w 1", "1,2")]
)
def test_a_straight_dash_goes_in_any_of_four_directions(word: str, at: str) -> None:
    table = darter("\n".join(["A . . . ."] + [". . . . ."] * 3 + [". . . . b"]))
    table.combat.move(table["A"], table.cell("2,2"))

    table.act("A", "deed", f"dash {word}")

    assert (table.at("A"), table.combat.walks) == (at, [])


@rule("icon/move.obstruction")
def test_who_cannot_dash_anywhere_is_asked_nothing() -> None:
    table = darter("A # b")

    table.act("A", "deed")

    assert table.at("A") == "0,0"


@rule("icon/terrain.space-type", "icon/move.dash-ignores")
def test_terrain_along_the_way_of_a_straight_dash_lies_where_it_led() -> None:
    ice = {"op": "terrain", "kind": "difficult", "where": "path", "until": "combat"}
    table = darter("A . . . b", ice)

    table.act("A", "deed", "dash e 2")

    assert table.combat.floor == (1, 1, 0, 0, 0)


@rule("icon/move.dash-pays-terrain", "icon/move.insufficient")
@pytest.mark.parametrize(("rough", "at"), [(0, "4,0"), (1, "3,0"), (2, "2,0")])
def test_a_straight_dash_pays_for_difficult_ground(rough: int, at: str) -> None:
    table = darter("A . . . . b")
    for cell in (1, 2)[:rough]:
        table.combat.floor = with_at(table.combat.floor, cell, 1)

    table.act("A", "deed", "dash e")

    assert table.at("A") == at


@rule("icon/terrain.fall", "icon/defeat.pc")
def test_who_falls_to_its_death_on_a_straight_dash_goes_no_farther() -> None:
    table = darter("A3 . . . . b")
    table["A"].hp = 3

    table.act("A", "deed", "dash e")

    assert (table.at("A"), table.combat.outcome) == ("1,0", "end.total-defeat")


@rule("icon/terrain.edge-pc-return", "icon/turn.reinforcements")
def test_who_went_over_an_edge_in_the_very_first_space_is_not_one_that_is_yet_to_arrive() -> None:
    table = Table("A . . b", A=sheet(), b=sheet(pc=False))

    table.go_over("A")

    assert (table["A"].returns(), table["A"].awaited()) == (True, False)


@rule("icon/move.obstruction", "icon/move.shove-direction")
@pytest.mark.parametrize(("word", "at", "of_b"), [("n", "0,1", "0,0"), ("s", "0,5", "0,6")])
def test_a_dash_that_goes_on_goes_on_in_its_direction(word: str, at: str, of_b: str) -> None:
    dash = {"op": "move", "who": "user", "kind": "dash", "spaces": 4, "straight": True}
    own = made(effect=[dash, {"op": "shove", "spaces": 3, "who": "first-blocker"}])
    own.flags.append("continue-dash")
    rows = "\n".join(["A b ."] + [". . ."] * 6)
    table = Table(rows, A=sheet(abilities=[own]), b=sheet(pc=False))
    table.combat.move(table["A"], table.cell("0,3"))
    table.combat.move(table["b"], table.cell("0,2" if word == "n" else "0,4"))

    table.act("A", "deed", f"dash {word}", "dash on")

    assert (table.at("A"), table.at("b")) == (at, of_b)


@rule("icon/aoe.attack-and-area-spaces")
def test_one_moves_next_to_an_attack_space_be_it_the_very_first() -> None:
    near = {"op": "move", "who": "user", "kind": "fly", "spaces": 4}
    own = made(
        pattern={"shape": "blast", "size": 1, "range": 4},
        effect=[{**near, "to": "adjacent-to-attack-space"}],
    )
    table = Table(". . . A b", A=sheet(abilities=[own]), b=sheet(pc=False))

    table.act("A", "deed", "space 0,0", "move 1,0")

    assert table.at("A") == "1,0"


@rule("icon/move.orthogonal")
def test_a_diagonal_step_goes_round_a_wall_beside_the_very_first_space() -> None:
    table = Table(". A . .\n. # . b", A=sheet(gives=["diagonal"]), b=sheet(pc=False))

    assert "0,1" in table.moves("A", 1)


@rule("icon/move.shove-direction", "icon/aoe.attack-and-area-spaces")
def test_who_is_attacked_in_an_area_is_shoved_away_from_the_attacker() -> None:
    own = made(
        pattern={"shape": "blast", "size": 1, "range": 4},
        attack={"mode": "ranged"},
        hit=[{"op": "shove", "spaces": 1}],
    )
    table = Table("A . b . .", A=sheet(abilities=[own]), b=sheet(pc=False))

    table.act("A", "deed", "space 2,0", dice="d20 15")

    assert table.at("b") == "3,0"


@rule("icon/move.shove", "icon/sheet.traits-always-on")
@pytest.mark.parametrize(
    ("ops", "own_turn", "at"),
    [
        (["shove"], True, "5,0"),
        (["shove", "shove"], True, "6,0"),
        (["pull"], True, "2,0"),
        (["pull", "shove"], True, "4,0"),
        (["shove"], False, "4,0"),
    ],
)
def test_what_lengthens_the_first_shove_of_a_turn_lengthens_that_alone(
    ops: list[str], at: str, *, own_turn: bool
) -> None:
    trait = Trait("strong")
    trait.first_shove = 1
    deed: dict[str, Any] = {"effect": [{"op": op, "spaces": 1} for op in ops]}
    if not own_turn:
        deed["interrupt"] = {"uses": 1, "trigger": "self-targeted"}
        deed["tags"] = ["interrupt"]
    own = made(target={"who": "foe", "range": 4}, **deed)
    one = sheet(abilities=[own])
    one.traits = [trait]
    blow = strike(range=4)
    table = Table("A . . b . . . .", A=one, b=sheet(pc=False, abilities=[blow]))

    if own_turn:
        table.act("A", "deed b")
    else:
        table.act("b", "strike A", "A deed", dice="d20 1")

    assert table.at("b") == at


@rule("icon/move.dash-pays-terrain", "icon/aoe.line")
@pytest.mark.parametrize(("goal", "legal"), [("3,0", True), ("2,0", False), ("0,1", False)])
def test_who_dashes_along_a_line_ends_on_its_last_space(goal: str, *, legal: bool) -> None:
    dash = {"op": "move", "who": "user", "kind": "dash", "spaces": 5}
    own = made(
        pattern={"shape": "line", "size": 3}, effect=[{**dash, "to": "last-free-space-of-line"}]
    )
    table = Table("A . . . .\n. . . . b", A=sheet(abilities=[own]), b=sheet(pc=False))
    keys = ["deed", "area 1,0 2,0 3,0", f"move {goal}"]

    if legal:
        table.act("A", *keys)
        assert table.at("A") == goal
    else:
        with pytest.raises(IllegalError):
            table.act("A", *keys)


@rule("icon/move.orthogonal")
@pytest.mark.parametrize(
    ("active", "slanted", "legal"), [(True, 0, True), (True, 1, False), (False, 0, False)]
)
def test_one_diagonal_step_is_allowed_in_ones_own_turn(
    slanted: int, *, active: bool, legal: bool
) -> None:
    trait = Trait("heels")
    trait.one_diagonal = True
    one = sheet()
    one.traits = [trait]
    table = Table("A . . .\n. . . b", A=one, b=sheet(pc=False))
    table.combat.active = 0 if active else 1
    table["A"].used[SLANTED] = slanted

    move = moving.Move(table.combat, table["A"], 1, PLAIN)

    assert (table.cell("1,1") in MoveTo(move).spaces()) == legal


@rule("icon/move.obstruction", "icon/geometry.size")
@pytest.mark.parametrize(("who", "passes"), [("b", False), ("B", True)])
def test_a_large_foe_bars_all_of_its_spaces_and_nobody_stops_in_those_of_a_large_ally(
    who: str, *, passes: bool
) -> None:
    """It fills a corridor from 1,0 to 2,1."""
    large = sheet(pc=who.isupper(), size=2)
    table = Table(f"A {who} . . .\n. . . . c", A=sheet(), c=sheet(pc=False), **{who: large})

    moves = table.moves("A", 9)

    assert ("3,0" in moves) == passes
    assert not {"1,0", "2,0", "1,1", "2,1"} & set(moves)


@rule("icon/move.no-stop-when-shared", "icon/effect.summon")
def test_nobody_stops_in_the_space_of_a_summon() -> None:
    table = Table("A . . . b", A=sheet(), b=sheet(pc=False))
    table.combat.patches.append(Patch(1, 0, 0, NEVER, 0, "jar-lamp"))

    assert table.moves("A", 2) == ["2,0"]


@rule("icon/move.obstruction", "icon/move.dash-pays-terrain")
@pytest.mark.parametrize("what", ["object", "rough"])
def test_a_straight_dash_is_offered_as_far_as_it_gets_and_no_farther(what: str) -> None:
    table = darter("A . . . . . b", **({"crate": 3} if what == "object" else {}))
    if what == "rough":
        for cell in (1, 2):
            table.combat.floor = with_at(table.combat.floor, cell, 1)

    with pytest.raises(UnknownKeyError):
        table.act("A", "deed", "dash e 3")


@rule("icon/move.insufficient")
def test_the_felled_do_not_dash() -> None:
    """By the line before."""
    dash = {"op": "move", "who": "user", "kind": "dash", "spaces": 4, "straight": True}
    own = made(effect=[{"op": "damage", "amount": 99, "who": "user"}, dash])
    table = Table("A . . B b", A=sheet(abilities=[own]), B=sheet(), b=sheet(pc=False))

    table.act("A", "deed", "take it")

    assert (table["A"].able(), table.at("A")) == (False, "0,0")


@rule("icon/status.slashed", "icon/move.teleport")
def test_who_trades_spaces_with_a_foe_has_moved_and_the_foe_has_not() -> None:
    table = Table("A b . .", A=sheet(), b=sheet(pc=False))
    for name in "Ab":
        table.give(name, "slashed")

    table.swap("A", "b")

    assert (table["A"].hp, table["b"].hp) == (26, 28)


@rule("icon/move.collide", "icon/move.no-stop-when-shared")
def test_who_can_only_be_shoved_onto_the_fallen_is_not_moved() -> None:
    table = Table("A b C #", A=sheet(), b=sheet(pc=False, gives=["sturdy"]), C=sheet())
    table.fell("C")

    table.shove("A", "b", 2, EAST)

    assert (table.at("b"), table["b"].used[FORCED]) == ("1,0", 0)


@rule("icon/move.teleport")
def test_who_can_teleport_nowhere_is_asked_nothing() -> None:
    jump = {"op": "move", "who": "user", "kind": "teleport", "spaces": 1}
    table = Table("A b .", A=sheet(abilities=[made(effect=[jump])]), b=sheet(pc=False))

    table.act("A", "deed")

    assert table.at("A") == "0,0"


@rule("icon/move.obstruction", "icon/move.dash-ignores")
@pytest.mark.parametrize("through", [True, False])
def test_a_dash_goes_through_foes_only_if_it_says_so(*, through: bool) -> None:
    dash = {"op": "move", "who": "user", "kind": "dash", "spaces": 3, "through_foes": through}
    own = made(effect=[dash])
    table = Table("A b . c", A=sheet(abilities=[own]), b=sheet(pc=False), c=sheet(pc=False))

    table.act("A", "deed", "move 2,0" if through else "stop")

    assert table.at("A") == ("2,0" if through else "0,0")


@rule("icon/move.obstruction")
def test_no_straight_dash_is_offered_against_an_object_beside_one() -> None:
    table = darter("A . . . . b", crate=1)

    table.act("A", "deed")

    assert table.at("A") == "0,0"
