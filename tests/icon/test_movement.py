"""Moving by one's own power: ways, costs, falls, dangerous terrain."""

from __future__ import annotations

import pytest

from affray.core.effect import NEVER
from affray.core.errors import IllegalError, UnknownKeyError
from affray.rulesets.icon.movement import moving, straight
from affray.rulesets.icon.movement.moving import DASH, PHASE, PLAIN, MoveTo
from affray.rulesets.icon.state import Patch, Thing, with_at
from affray.rulesets.icon.terms import SLANTED
from tests.icon.table import (
    EAST,
    WEST,
    Table,
    Trait,
    ability,
    darter,
    foe,
    hall,
    hero,
    made,
    sheet,
    strike,
    walker,
)
from tests.rules import rule


def giant(rows: str, **more: object) -> Table:
    return Table(rows, a=sheet(pc=False, size=2, **more), B=sheet())  # type: ignore[arg-type]


def cost(table: Table, goal: str, kind: int = moving.PLAIN) -> int:
    move = moving.Move(table.combat, table["A"], 9, kind)
    return move.reach().cost(table.combat.grid.read(goal))


@rule("icon/move.obstruction", "icon/action.interact")
def test_an_object_is_in_the_way_until_it_is_opened() -> None:
    table = hall(3)
    assert table.moves("A", 3) == []

    table.combat.worked = [1, 0]
    table.act("A", "interact object-lever")

    assert table.combat.open_things == [1]
    assert "4,0" in table.moves("A", 3)


@rule("icon/move.no-stop-when-shared", "icon/defeat.pc")
def test_who_falls_while_passing_an_ally_lies_in_the_last_free_space() -> None:
    """And can be rescued there."""
    table = Table("A . B . b", A=sheet(), B=sheet(), b=sheet(pc=False))
    table.combat.floor = with_at(table.combat.floor, 2, 2)
    table["A"].hp = 1

    table.act("A", "dash", "move 3,0")

    assert (table.at("A"), table["A"].hp) == ("1,0", 0)
    table.act("B", "rescue A")
    assert table.combat.recount() == ""


@rule("icon/move.insufficient", "icon/move.dash-pays-terrain")
@pytest.mark.parametrize(("rough", "struck"), [(0, True), (1, False)])
def test_a_foe_out_of_reach_stops_no_dash(rough: int, *, struck: bool) -> None:
    """From difficult ground 3 spaces of dash do not reach into the foe's space."""
    table = Table("A . . b . .\n. . . . . .", A=hero(ability("shoulder-through")), b=foe())
    table.combat.floor = (rough, *table.combat.floor[1:])

    table.act("A", "shoulder-through", "dash e")

    assert table.at("A") == "2,0"
    assert (table["b"].hp == 26) == struck


def test_shoulder_through_may_be_finished_over_a_foe_felled_by_it() -> None:
    table = Table("A . b . c", A=hero(ability("shoulder-through", 2)), b=foe(), c=foe())
    table["b"].hp = 2

    table.act("A", "shoulder-through", "dash e", "take it", "dash on")

    assert (table.at("A"), table["c"].hp) == ("3,0", 28)


def test_shoulder_through_is_not_finished_while_its_foe_stands_in_the_way() -> None:
    table = Table("A . b #", A=hero(ability("shoulder-through", 2)), b=foe())

    table.act("A", "shoulder-through", "dash e", dice="d20 10")

    assert table.at("A") == "1,0"


@rule("icon/move.dash-pays-terrain")
def test_landslip_over_difficult_ground_ends_where_its_dash_ends() -> None:
    table = Table("A , , . . .\n. . . b . .", A=hero(ability("landslip")), b=foe())
    table["A"].resolve = 4
    table.begin("A")

    table.act("A", "landslip", "area 1,0 2,0 3,0 4,0 5,0", "move 3,0")

    assert table.at("A") == "3,0", "a line without anybody is dashed along as well"


@rule("icon/move.phasing", "icon/terrain.fall")
def test_a_phasing_movement_falls_like_any_other() -> None:
    """The page takes falls from flying and teleports alone."""
    table = Table("A2 . . b", A=hero(ability("ember-walk", 2)), b=foe())

    table.act("A", "ember-walk", "move 1,0", "stop")

    assert table["A"].hp == 26


@rule("icon/move.no-stop-when-shared", "icon/interrupt.timing")
def test_who_is_stopped_over_an_ally_with_its_way_taken_goes_to_a_nearest_free_space() -> None:
    """B dashes into the space that b has just left; over c there is no room."""
    table = Table("b c . .\n. # B .", B=hero(ability("shear-away", 2)), b=foe(), c=foe())

    table.act("b", "move", "move 2,0", "B shear-away", "stop")
    assert table.at("b") == "0,0", "back on its way"

    quick = ability("shear-away", 2)
    quick.effect[1].kind = "teleport"
    quick.effect[1].n = 2
    table = Table("b c . .\n. # B .", B=hero(quick), b=foe(), c=foe())
    table.act("b", "move", "move 2,0", "B shear-away", "space 0,0", "space 0,1")
    assert table.at("b") == "0,1"


@rule("icon/move.turning", "icon/terrain.edge-removal")
@pytest.mark.parametrize(
    ("key", "at", "hp"), [("dash e", "2,0", 26), ("dash e 2", "2,0", 28), ("dash e 1", "1,0", 28)]
)
def test_a_straight_dash_is_up_to_its_spaces(key: str, at: str, hp: int) -> None:
    table = Table("A . . b . . .", A=hero(ability("shoulder-through")), b=foe())

    table.act("A", "shoulder-through", key)

    assert (table.at("A"), table["b"].hp) == (at, hp)


@rule("icon/move.no-stop-when-shared")
def test_a_straight_dash_is_offered_where_it_gets_somewhere_and_may_end() -> None:
    """Over an ally, not onto it; not into the wall, and not off the map."""
    table = Table(
        "A . C . .\n# . . . .\n. . . . b", A=hero(ability("shoulder-through")), C=hero(), b=foe()
    )
    way = moving.Move(table.combat, table["A"], 3, moving.DASH)

    offered = [straight.options(table.combat, way, d, f"dash {d}") for d in (0, 2, 4, 6)]

    assert [key for one in offered for _, key in one] == ["dash 2", "dash 2 1"]


@pytest.mark.parametrize(
    ("kind", "cited"),
    [
        (moving.PLAIN, "move.standard"),
        (moving.DASH, "move.dash-ignores"),
        (moving.DASH + moving.PHASE, "move.dash-ignores"),
        (moving.FLY, "move.fly"),
    ],
)
def test_a_way_is_asked_for_by_the_rule_of_its_kind(kind: int, cited: str) -> None:
    table = Table("A . b", A=hero(), b=foe())

    assert moving.Move(table.combat, table["A"], 2, kind).rule == cited


@rule("icon/move.no-stop-when-shared", "icon/move.collide")
def test_who_is_felled_on_its_way_over_the_fallen_lies_in_the_last_free_space_before() -> None:
    """Dangerous ground under the one who lies there."""
    table = Table("a B . C . D", a=foe(), B=hero(), C=hero(), D=hero())
    table.fell("C")
    table.combat.floor = with_at(table.combat.floor, 3, 2)
    table["B"].hp = 1

    table.shove("a", "B", 3, 2)

    assert (table["B"].able(), table.at("B")) == (False, "2,0")


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
@pytest.mark.parametrize(
    ("path", "rule_"), [("move 1,0 2,0", "move.obstruction"), ("move 2,0", "move.orthogonal")]
)
def test_an_explicit_way_through_a_foe_is_refused(path: str, rule_: str) -> None:
    table = walker("A b . .", speed=9)

    with pytest.raises(IllegalError) as caught:
        table.act("A", "move", path)

    assert caught.value.rule == rule_  # no chain of steps leads to what is behind the foe


def why(table: Table, key: str, kind: int = PLAIN) -> tuple[str, str]:
    return MoveTo(moving.Move(table.combat, table["A"], 4, kind)).why_not(key)


@rule("icon/move.obstruction", "icon/terrain.impassable", "icon/move.no-stop-when-shared")
def test_what_bars_a_way_is_told_by_its_rule_and_in_words() -> None:
    table = Table("A b . . .\nC # . . .\n. . . . .", A=sheet(), C=sheet(), b=sheet(pc=False))

    foe = ("move.obstruction", "b stands there and bars the way")
    assert why(table, "move 1,0") == why(table, "move 1,0 2,0") == foe
    wall = ("terrain.impassable", "the space is impassable")
    assert why(table, "move 1,1") == why(table, "move 0,1 1,1") == wall
    ally = ("move.no-stop-when-shared", "C is there: one may pass, and not stop")
    assert why(table, "move 0,1") == ally
    assert why(table, "move 0,1 0,0 0,1", DASH) == ally
    slant = ("move.orthogonal", "the step would be diagonal")
    assert why(table, "move 0,1 1,2") == slant
    inside = ("terrain.impassable", "the space is impassable: one may pass, and not stop")
    assert why(table, "move 1,1", PHASE) == inside
    table.combat.things = [Thing("crate", [table.combat.grid.read("0,2")])]
    thing = ("move.obstruction", "an object bars the way")
    assert why(table, "move 0,2") == why(table, "move 0,1 0,2") == thing


@rule("icon/move.insufficient", "icon/move.map-border")
def test_a_way_that_is_too_long_or_leads_nowhere_is_told_so() -> None:
    table = walker("A . . . . # . b\n. . . . . # . .")
    far = ("move.insufficient", "it takes 5 spaces of movement, and 4 spaces are left")
    assert why(table, "move 4,1") == why(table, "move 0,1 1,1 2,1 3,1 4,1") == far
    assert why(table, "move 6,0") == ("move.orthogonal", "no way leads there")
    big = giant("a a . .\na a . .\n. . . B")
    move = moving.Move(big.combat, big["a"], 4, PLAIN)
    assert MoveTo(move).why_not("move 1,0 2,0 3,0") == (
        "move.map-border",
        "it would not fit on the map there",
    )


@rule("icon/move.orthogonal")
def test_only_one_step_of_those_who_may_slant_once_is_diagonal() -> None:
    table = walker("A . . . .\n. # . . .\n# . . . b")
    trait = Trait("heels")
    trait.one_diagonal = True
    table["A"].sheet.traits = [trait]
    table.combat.active = table["A"].index

    once = ("move.orthogonal", "only one step may be diagonal")
    assert why(table, "move 1,0 2,1 3,2") == once
    squeezed = ("move.orthogonal", "both spaces beside the diagonal step bar it")
    assert why(table, "move 0,1 1,2") == squeezed


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


@rule("icon/move.dash-pays-terrain")
def test_a_dash_pays_mud_and_climbing_and_is_barred_by_foes() -> None:
    assert walker("A .2 . b").cost("A", "1,0", DASH) == 3
    table = walker("A . . . b")
    table.combat.floor = with_at(table.combat.floor, 0, 1)
    assert table.cost("A", "1,0", DASH) == 2
    assert walker("A b . .").cost("A", "2,0", DASH) == -1


@rule("icon/move.fly")
def test_flight_ignores_terrain_height_engagement_and_who_does_not_fly() -> None:
    table = walker("A .3 . b . .", gives=["flying"])
    table.combat.floor = with_at(table.combat.floor, 0, 1)

    assert table.cost("A", "4,0") == 4
    assert "3,0" not in table.moves("A"), "no stop on somebody"


@rule("icon/terrain.impassable", "icon/move.fly", "icon/move.phasing")
@pytest.mark.parametrize(("gives", "cost"), [("flying", 6), ("", 6)])
def test_impassable_terrain_bars_who_flies_as_it_bars_others(gives: str, cost: int) -> None:
    """Around the wall it is 6 spaces, straight through it would be 4."""
    table = walker("A . # . . . .\n. . . . . . .\n. . . . . . b", gives=[gives] if gives else [])

    assert table.cost("A", "4,0") == cost
    assert table.cost("A", "4,0", moving.PHASE) == 4


@rule("icon/move.fly")
def test_flyers_bar_and_engage_each_other() -> None:
    table = Table(". A b . .", A=sheet(gives=["flying"]), b=sheet(pc=False, gives=["flying"]))

    assert table.cost("A", "3,0") == -1
    assert table.cost("A", "0,0") == 2


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


@rule("icon/move.dash-pays-terrain", "icon/move.insufficient")
@pytest.mark.parametrize(("rough", "at"), [(0, "4,0"), (1, "3,0"), (2, "2,0")])
def test_a_straight_dash_pays_for_difficult_ground(rough: int, at: str) -> None:
    table = darter("A . . . . b")
    for cell in (1, 2)[:rough]:
        table.combat.floor = with_at(table.combat.floor, cell, 1)

    table.act("A", "deed", "dash e")

    assert table.at("A") == at


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


@rule("icon/move.orthogonal")
def test_a_diagonal_step_goes_round_a_wall_beside_the_very_first_space() -> None:
    table = Table(". A . .\n. # . b", A=sheet(gives=["diagonal"]), b=sheet(pc=False))

    assert "0,1" in table.moves("A", 1)


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
    table["A"].set_count(SLANTED, slanted)

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


@rule("icon/move.engagement", "icon/move.engagement-not-per-foe")
def test_leaving_a_space_next_to_foes_costs_one_more() -> None:
    table = Table(". A b .\n. . c .", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))

    assert cost(table, "0,0") == 2


@rule("icon/move.dash-ignores")
def test_a_dash_ignores_engagement() -> None:
    table = Table(". A b .", A=sheet(), b=sheet(pc=False))

    assert cost(table, "0,0", moving.DASH) == 1


@rule("icon/move.difficult-exit")
def test_mud_costs_when_left() -> None:
    assert cost(Table(", A . . b", A=sheet(), b=sheet(pc=False)), "0,0") == 1
    table = Table(". A . . b", A=sheet(), b=sheet(pc=False))
    table.combat.floor = with_at(table.combat.floor, 1, 1)
    assert cost(table, "0,0") == 2


@rule("icon/move.elevation-up", "icon/move.elevation-down")
def test_climbing_costs_one_more_for_each_level() -> None:
    table = Table(".2 A .1 . b", A=sheet(), b=sheet(pc=False))

    assert cost(table, "0,0") == 3
    assert cost(table, "3,0") == 3


@rule("icon/move.costs-stack")
def test_surcharges_add_up() -> None:
    """From difficult ground next to a foe up onto height 1: 4."""
    table = Table(".1 A b", A=sheet(), b=sheet(pc=False))
    table.combat.floor = with_at(table.combat.floor, 1, 1)

    assert cost(table, "0,0") == 4


@rule("icon/move.orthogonal", "icon/move.through-allies", "icon/move.no-stop-when-shared")
def test_steps_are_orthogonal_and_pass_allies_without_stopping() -> None:
    table = Table("A B . b\n# # . .", A=sheet(), B=sheet(), b=sheet(pc=False))

    assert cost(table, "2,0") == 2
    move = moving.Move(table.combat, table["A"], 4, moving.PLAIN)
    assert 1 not in move.reach().cells
