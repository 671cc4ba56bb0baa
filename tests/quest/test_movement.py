"""Moving: points and rates, spaces, falling, being pushed, facings."""

from __future__ import annotations

import pytest

from affray.rulesets.quest import carrying, geometry
from affray.rulesets.quest.choice.destination import MoveTo
from affray.rulesets.quest.condition import states
from affray.rulesets.quest.condition.modifiers import undetected
from affray.rulesets.quest.death import drop_out
from affray.rulesets.quest.movement import rates
from affray.rulesets.quest.movement.way import Way
from affray.rulesets.quest.terms import END_PHASE, MODES, TUMBLE, WALK
from tests.quest.table import Table, refused, unit
from tests.rules import rule

SWORD = ["longsword"]
WIDE = "A . . . . . . . . . . b"


def far(table: Table, way: str, name: str = "A") -> int:
    """Return how many spaces a straight run of a kind of move reaches."""
    choice = table.question(name, [way])
    assert choice is not None
    cells = [key.split()[1] for key in map(choice.key, choice.answers()) if key.startswith("move ")]
    return max([int(cell.split(",")[0]) for cell in cells], default=0)


@rule("quest/move.six-spaces", "quest/move.pool", "quest/action.ba-move")
@pytest.mark.parametrize(
    ("way", "spaces"),
    [
        ("move", 6),
        ("sneak", 3),
        ("tumble", 3),
        ("move with 1 ba", 8),
        ("sneak with 1 ba", 4),
        ("move for 1 ba", 2),
        ("move for 2 ba", 4),
        ("move with 2 ba", 10),
    ],
)
def test_a_move_has_its_points(way: str, spaces: int) -> None:
    """Movement 6: 6 spaces walking, 3 sneaking; MA + 1 BA: 8, 4."""
    table = Table(WIDE, A=unit(), b=unit(), hidden="A")

    assert far(table, way) == spaces


@rule("quest/move.prone-third", "quest/move.pool")
@pytest.mark.parametrize(
    ("way", "wounds", "spaces"),
    [("move", 0, 2), ("move with 1 ba", 0, 2), ("move", 1, 1), ("move with 2 ba", 0, 3)],
)
def test_the_prone_crawl_at_a_third_and_stay_prone(way: str, wounds: int, spaces: int) -> None:
    table = Table(WIDE, A=unit(), b=unit())
    table["A"].prone = True
    table["A"].set_wounds(1, wounds)

    assert far(table, way) == spaces
    table.act("A", way, f"move {spaces},0")
    assert table["A"].prone


@rule("quest/move.prone-third")
def test_two_points_are_no_space_for_the_prone() -> None:
    table = Table(WIDE, A=unit(), b=unit())
    table["A"].prone = True

    assert table.why_not("A", "move for 1 ba") == "move.pool"


@rule("quest/move.never-negative")
def test_at_movement_0_an_ma_gives_nothing_and_joined_bas_still_two() -> None:
    table = Table(WIDE, A=unit(), b=unit())
    table["A"].set_wounds(1, 5)

    assert table.why_not("A", "move") == "move.pool"
    assert far(table, "move with 1 ba") == 2


@rule("quest/move.half-rate", "quest/move.swim-climb-squares", "quest/move.half-rate-other")
@pytest.mark.parametrize("ground", ["~", "^", ",", "o"])
def test_swimming_climbing_and_rough_ground_cost_two_and_the_rest_of_the_move_one(
    ground: str,
) -> None:
    table = Table(f"A {ground} . b .", A=unit(), b=unit())

    assert table.cost("A", "1,0") == 2
    assert table.cost("A", "2,0") == 3


@rule("quest/gm.other-half-rate")
def test_what_the_encounter_marks_as_rough_is_at_half_rate() -> None:
    table = Table("A , , , . b", A=unit(movement=6), b=unit())

    assert far(table, "move") == 3


@rule("quest/move.swim-climb-squares")
def test_a_ledge_is_climbed() -> None:
    table = Table("A . . b", heights="0 1 1 1", A=unit(), b=unit())

    assert table.cost("A", "1,0") == 2
    assert table.cost("A", "2,0") == 3


@rule("quest/feat.maneuverer")
@pytest.mark.parametrize(
    ("rows", "way", "spaces"),
    [
        (WIDE, "sneak", 6),
        (WIDE, "tumble", 6),
        ("A ~ ~ ~ ~ ~ ~ ~ b", "move", 6),
        ("A ^ ^ ^ ^ ^ ^ ^ b", "move", 3),
        ("A , , , , , , , b", "move", 3),
    ],
)
def test_a_maneuverer_sneaks_swims_and_tumbles_at_full_rate(
    rows: str, way: str, spaces: int
) -> None:
    table = Table(rows, A=unit(feats=["maneuverer"]), b=unit(), hidden="A")

    assert far(table, way) == spaces


@rule("quest/move.fractions-do-not-multiply")
def test_only_the_costliest_slowing_counts() -> None:
    table = Table("A ~ ~ ~ ~ ~ b", A=unit(), b=unit(), hidden="A")
    assert far(table, "sneak") == 3
    table["A"].prone = True
    assert far(table, "sneak") == 2


@rule("quest/move.tumbling-half-rate", "quest/move.tumble")
def test_a_tumble_passes_through_enemies_at_half_rate_and_does_not_end_there() -> None:
    table = Table("A b . . .", A=unit(), b=unit(agi=-1))

    assert far(table, "move") == 0
    assert far(table, "tumble") == 3
    with refused("move.occupied-spaces"):
        table.act("A", "tumble", "move 1,0")


@rule("quest/move.max-capacity", "quest/sheet.capacity")
def test_one_loaded_to_capacity_moves_at_half_rate_and_picks_up_no_more() -> None:
    """Strength -3: capacity 4; a crossbow of 3 and a dagger of 1."""
    table = Table(WIDE, A=unit(str_=-3, weapons=["crossbow", "dagger"]), b=unit())
    table.litter("0,0", "dagger")

    assert carrying.capacity(table["A"]) == 4
    assert far(table, "move") == 3
    assert table.why_not("A", "pick up dagger for ba") == "move.max-capacity"
    table["A"].set_wounds(2, 3)
    assert carrying.capacity(table["A"]) == 4


@rule("quest/sheet.capacity")
def test_capacity_is_ten_plus_twice_strength_and_at_least_four() -> None:
    table = Table(
        "A B b", A=unit(str_=3), B=unit(str_=-9), b=unit(weapons=["maul"], armour=["plate-harness"])
    )

    assert carrying.capacity(table["A"]) == 16
    assert carrying.capacity(table["B"]) == 4
    assert carrying.bulk(table.combat, table["b"]) == 10


@rule("quest/move.continuous", "quest/turn.any-order")
def test_a_move_is_walked_to_its_end_and_costs_the_whole_ma() -> None:
    table = Table(WIDE, A=unit(), b=unit())

    table.act("A", "move", "move 2,0")

    assert table["A"].ma == 0
    assert "move" not in table.offers("A")
    assert "move for 1 ba" in table.offers("A")


@rule("quest/move.slowed-mid-move")
def test_a_slowing_wound_in_mid_move_takes_two_of_the_points_left() -> None:
    """Movement 6, the free hit of the first step wounds: 4 spaces left, that step included."""
    table = Table("A b . . . . . . .", A=unit(weapons=SWORD), b=unit(), order="Ab")

    table.act(
        "b",
        "move",
        "move 7,0",
        "A: strike b with longsword slowing",
        "move 5,0",
        dice="d20 15 d8 6",
    )

    assert table.at("b") == "5,0"


@rule("quest/move.slowed-mid-move")
def test_a_move_of_bonus_actions_is_not_shortened() -> None:
    table = Table("A b . . . . . . .", A=unit(weapons=SWORD), b=unit(), order="Ab")

    table.act(
        "b",
        "move for 2 ba",
        "move 5,0",
        "A: strike b with longsword slowing",
        "move 5,0",
        dice="d20 15 d8 6",
    )

    assert table.at("b") == "5,0"


@rule("quest/move.diagonals")
def test_a_diagonal_costs_one_and_squeezes_past_one_wall_but_not_between_two() -> None:
    one = Table("A # .\n. . b", A=unit(), b=unit())
    two = Table("A # .\n# . b", A=unit(), b=unit())

    assert one.cost("A", "1,1") == 1
    assert two.cost("A", "1,1") == -1


@rule("quest/move.occupied-spaces")
def test_allies_are_passed_but_not_shared_and_enemies_bar() -> None:
    table = Table("A B . b .", A=unit(), B=unit(), b=unit())

    assert table.cost("A", "1,0") == -1
    assert table.cost("A", "2,0") == 2
    assert table.cost("A", "4,0") == -1


@rule("quest/move.occupied-spaces")
def test_one_who_must_stop_in_an_allys_space_stops_in_the_last_free_one() -> None:
    """It passes through c, where the leg wound of a free hit leaves it without points."""
    table = Table(
        """
        . b c . . .
        . A . . . .
        """,
        A=unit(weapons=SWORD),
        b=unit(movement=3),
        c=unit(),
        order="Abc",
    )

    table.act(
        "b",
        "move",
        "move 2,0 3,0 4,0",
        "A: strike b with longsword slowing",
        dice="d20 15 d8 6",
    )

    assert table.at("b") == "1,0"


@rule("quest/move.occupied-spaces", "quest/death.out-of-battle")
def test_the_defeated_do_not_block() -> None:
    table = Table("A b c .", A=unit(weapons=SWORD), b=unit(hp=1), c=unit(agi=-1))

    table.act("A", "attack b with longsword", "unaimed", dice="d20 15 d8 4")

    assert table.cost("A", "1,0") == 1


@rule("quest/move.large-units", "quest/zone.large-units")
def test_a_large_unit_moves_as_a_block() -> None:
    table = Table(
        """
        A . , . #
        . . . . .
        . . . . b
        """,
        A=unit(size=2),
        b=unit(agi=-1),
    )

    assert table.cost("A", "1,0") == 2  # newly covers 2,0, which is rough
    assert table.cost("A", "2,1") == 2
    assert table.cost("A", "3,0") == -1  # the wall
    assert table.cost("A", "3,1") == -1  # the enemy


@rule("quest/move.large-units", "quest/zone.large-units")
def test_a_large_unit_leaves_a_zone_with_its_last_space() -> None:
    table = Table(
        """
        A b . . . .
        . . . . . .
        """,
        A=unit(weapons=SWORD),
        b=unit(size=2),
    )
    table.act("b", "move", "move 3,0", "A: pass", "stop")

    assert table.at("b") == "2,0"
    other = Table(
        """
        . . . . .
        . A . . .
        . . . . .
        b . . . .
        . . . . .
        """,
        A=unit(weapons=SWORD),
        b=unit(size=2),
    )
    assert not geometry.in_zone(other.combat, other["A"], other["b"])
    other["b"].cell = other.combat.grid.read("0,2")
    assert geometry.in_zone(other.combat, other["A"], other["b"])


@rule("quest/move.interrupted")
def test_one_who_falls_prone_in_mid_move_goes_on_at_the_prone_rate() -> None:
    """Six points, two lost to the wound: the declared step costs 3, and one is left."""
    table = Table("A b . . . .", A=unit(str_=6, weapons=["bite"]), b=unit(), order="Ab")

    table.act("b", "move", "move 4,0", "A: strike b with bite slowing", dice="d20 15 d6 1")

    assert table["b"].prone
    assert table.at("b") == "2,0"


@rule("quest/move.interrupted", "quest/prone.stand-window")
def test_one_brought_down_in_its_own_move_cannot_stand_before_it_is_over() -> None:
    table = Table("A b . . . .", A=unit(str_=6, weapons=["bite"]), b=unit(), order="Ab")

    table.act("b", "move", "move 4,0", "A: strike b with bite slowing", dice="d20 15 d6 1")
    table.act("b", "stand up for ba")

    assert not table["b"].prone
    assert table["b"].owed == (0, 0, 0)


@rule("quest/move.fall")
@pytest.mark.parametrize(("height", "dice", "lost"), [(2, "d6 3", 3), (5, "d6 3 4", 7), (1, "", 0)])
def test_a_fall_hurts_for_each_full_two_spaces_without_reduction(
    height: int, dice: str, lost: int
) -> None:
    table = Table(
        "A b .",
        heights=f"{height} {height} 0",
        A=unit(mp=9, spells=["gust"]),
        b=unit(hide=9, armour=["plate-harness"]),
    )
    keys = ["b: pass"]

    table.act("A", "cast gust with aa", "no option", *keys, dice=f"d20 15 {dice}")

    assert table["b"].hp == 50 - lost
    assert table["b"].prone


@rule("quest/move.fall")
def test_a_pit_is_climbed_into_for_two_or_jumped_into() -> None:
    table = Table("A v . b", A=unit(), b=unit())

    assert table.cost("A", "1,0") == 2
    table.act("A", "move", "jump 1,0", "stop", dice="d6 2 3")
    assert table["A"].hp == 45
    assert table["A"].prone


@rule("quest/move.forced")
def test_a_push_goes_straight_away_and_provokes_nothing_and_turns_nobody() -> None:
    table = Table(
        """
        . c . . . . .
        A b . . . . .
        . . . . . . .
        """,
        A=unit(mp=9, spells=["gust"]),
        b=unit(),
        c=unit(weapons=SWORD),
        facing={"b": "w"},
    )
    table["c"].side = 0

    table.act("A", "cast gust with aa", "option for 1 ba", "target b", "b: pass", dice="d20 15")

    assert table.at("b") == "6,1"
    assert table["b"].facing == 6


@rule("quest/move.forced")
@pytest.mark.parametrize("rows", ["A b . # .", "A b . c .", "A b ."])
def test_a_push_stops_before_walls_units_and_the_edge(rows: str) -> None:
    caster = unit(mp=9, spells=["gust"])
    targets = ["target b"] if "c" in rows else []
    table = Table(rows, A=caster, b=unit())
    if "c" in rows:
        table = Table(rows, A=caster, b=unit(), c=unit())

    table.act("A", "cast gust with aa", "no option", *targets, "b: pass", dice="d20 15")

    assert table.at("b") == "2,0"


@rule("quest/move.forced")
@pytest.mark.parametrize(
    ("dx", "dy", "direction"),
    [(1, 0, 2), (5, 2, 2), (5, 3, 3), (2, 5, 4), (-3, -3, 7), (0, -2, 0)],
)
def test_the_nearest_of_eight_directions(dx: int, dy: int, direction: int) -> None:
    assert geometry.nearest_direction(dx, dy) == direction


@rule("quest/move.map-edge")
def test_units_stay_on_the_map() -> None:
    table = Table("A . b", A=unit(), b=unit())

    with refused("move.map-edge"):
        table.act("A", "move", "move 0,7")


@rule("quest/move.facing")
def test_steps_attacks_and_the_end_of_the_turn_turn_a_unit() -> None:
    table = Table(
        """
        . . . .
        A . . b
        . . . .
        """,
        A=unit(weapons=["longbow"]),
        b=unit(),
    )
    table.act("A", "move", "move 1,0")
    assert table["A"].facing == 1
    table.act("A", "attack b with longbow", "unaimed", dice="d20 2")
    assert table["A"].facing == 3
    assert table["b"].facing == 6
    table.end("A", "face n")
    assert table["A"].facing == 0


@rule("quest/move.facing")
def test_a_unit_that_cannot_act_chooses_no_facing() -> None:
    table = Table("A . b", A=unit(), b=unit())
    table.give("A", "frozen")

    table.end("A")

    assert table["A"].facing == 2


@rule("quest/move.facing")
def test_a_free_hit_turns_the_striker() -> None:
    table = Table(
        """
        . b . .
        A . . .
        """,
        A=unit(weapons=SWORD),
        b=unit(),
        facing={"A": "w"},
    )

    table.act("b", "move", "move 3,0", "A: strike b with longsword unaimed", "stop", dice="d20 2")

    assert table["A"].facing == 1


@rule("quest/feat.athlete", "quest/gm.movement-values", "quest/sheet.derived")
def test_movement_is_six_or_as_stated_plus_feats_less_armour() -> None:
    table = Table(
        "A B b",
        A=unit(feats=["athlete"], armour=["plate-harness"]),
        B=unit(movement=8),
        b=unit(armour=["tower-shield"]),
    )

    assert rates.movement(table.combat, table["A"]) == 6 + 2 - 1
    assert rates.movement(table.combat, table["B"]) == 8
    assert rates.movement(table.combat, table["b"]) == 5
    assert far(table, "move for 1 ba", "A") == 0
    assert MODES == ("move", "sneak", "tumble")


# ---- drops, water, ways out --------------------------------------------------------------------


@rule("quest/move.fall")
@pytest.mark.parametrize(("deep", "jumps"), [(1, False), (2, True)])
def test_a_drop_of_two_can_be_jumped_and_a_step_of_one_is_only_climbed(
    deep: int, jumps: bool
) -> None:
    table = Table("A . b", heights=f"{deep} 0 0", A=unit(), b=unit())

    offers = table.offers("A", "move for 1 ba")

    assert ("jump 1,0" in offers) is jumps
    assert "move 1,0" in offers


@rule("quest/move.fall", "quest/move.large-units")
def test_a_large_unit_falls_only_when_all_of_it_is_over_the_drop() -> None:
    rows = "A . . . .\n. . . . .\n. . . . b"
    half = Table(rows, heights="2 2 0 0 0\n2 2 0 0 0\n2 2 0 0 0", A=unit(size=2), b=unit())

    assert [key for key in half.offers("A", "move") if key.startswith("jump")] == [
        "jump 2,0",
        "jump 2,1",
    ]
    half.act("A", "move", "jump 2,0", "stop", dice="d6 3")
    assert half["A"].hp == 47


@rule("quest/move.forced", "quest/move.fall")
def test_a_push_over_even_ground_is_no_fall() -> None:
    table = Table("A . b . . .", A=unit(mp=9, spells=["gust"]), b=unit())

    table.act("A", "cast gust with aa", "no option", "b: pass", dice="d20 15")

    assert [one.rule for one in table.told("condition-gained prone")] == ["prone.definition"]
    assert not table.told("damaged")


@rule("quest/turn.start-sequence")
def test_deep_water_puts_a_fire_out_and_rough_ground_does_not() -> None:
    table = Table("A , ~ . b", A=unit(), b=unit())
    table.give("A", "burning")

    table.act("A", "move", "move 1,0")
    assert table["A"].has(states.BURNING)
    table.act("A", "move for 1 ba", "move 2,0")

    assert not table["A"].has(states.BURNING)


@rule("quest/turn.start-sequence")
def test_a_large_unit_burns_on_with_one_foot_on_dry_land() -> None:
    table = Table("A . ~ ~ .\n. . ~ ~ b", A=unit(size=2), b=unit())
    table.give("A", "burning")

    table.act("A", "move", "move 1,0")
    assert table["A"].has(states.BURNING)
    table.act("A", "move for 2 ba", "move 2,0", "stop")

    assert not table["A"].has(states.BURNING)


@rule("quest/move.forced", "quest/turn.start-sequence")
def test_one_pushed_into_deep_water_burns_no_longer() -> None:
    table = Table("A . b . ~ .", A=unit(mp=9, spells=["gust"]), b=unit())
    table.give("b", "burning")

    table.act("A", "cast gust with aa", "no option", "b: pass", dice="d20 15")

    assert not table["b"].has(states.BURNING)


@rule("quest/end.flee", "quest/move.occupied-spaces")
def test_one_may_flee_from_every_edge_within_reach_and_from_nowhere_else() -> None:
    rows = """
        . . . . .
        . . . . .
        . . A . .
        c b . . .
        . . . . .
    """
    table = Table(rows, A=unit(movement=3), b=unit(), c=unit())
    drop_out(table.combat, table["c"], 1, "death.zero-hit-points")

    found = [key for key in table.offers("A", "move") if key.startswith("flee")]

    edge = [(x, y) for y in range(5) for x in range(5) if 0 in (x, y) or 4 in (x, y)]
    edge.remove((0, 4))  # b bars the straight way there
    assert sorted(found) == sorted([f"flee {x},{y}" for x, y in edge])
    assert not [key for key in table.offers("A", "move for 1 ba") if key.startswith("flee")]


@rule("quest/end.flee", "quest/move.large-units")
def test_a_large_unit_leaves_through_an_allys_place_on_the_edge() -> None:
    """It passes B and C on its way: three steps and the last."""
    rows = """
        . B . .
        C . . .
        . . . .
        . . A .
        . . . .
        . . b .
    """
    table = Table(rows, A=unit(size=2, movement=4), B=unit(), C=unit(), b=unit(agi=-1))

    offers = table.offers("A", "move")

    assert "flee 1,0" in offers
    assert "move 1,0" not in offers
    assert "flee 0,1" in offers
    assert "move 0,1" not in offers
    assert "flee 0,0" in offers
    assert "move 0,0" not in offers
    rows = """
        . . . .
        . . . .
        C . A .
        . . . .
        . . . b
    """
    side = Table(rows, A=unit(size=2, movement=3), C=unit(), b=unit(agi=-1))
    offers = side.offers("A", "move")
    assert [f"flee 0,{row}" in offers for row in range(5)] == [True, True, True, True, False]
    assert [f"move 0,{row}" in offers for row in range(5)] == [True, False, False, True, False]


@rule("quest/move.occupied-spaces")
def test_a_way_by_hand_may_lead_through_an_allys_space_and_not_end_there() -> None:
    table = Table("A B . b\n. . . .", A=unit(), B=unit(), b=unit(agi=-1))

    with refused("move.occupied-spaces"):
        table.act("A", "move", "move 0,1 1,0")
    through = Table("A B . b\n. . . .", A=unit(), B=unit(), b=unit(agi=-1))
    through.act("A", "move", "move 1,0 1,1")
    assert through.at("A") == "1,1"
    gone = Table(". . . b\nB A . .\n. . . .", A=unit(), B=unit(), b=unit(agi=-1))
    gone.act("A", "move", "flee 0,0 0,1")
    assert gone["A"].fate == 3


@rule("quest/end.flee")
def test_the_way_out_may_be_spelled_through_the_first_corner() -> None:
    table = Table(". . A b\n. . . .", A=unit(), b=unit(agi=-1))

    table.act("A", "move", "flee 1,0 0,0")

    assert table["A"].fate == 3


@rule("quest/move.facing")
def test_at_the_end_of_its_turn_a_unit_may_face_any_other_way() -> None:
    table = Table("A . b", A=unit(), b=unit(), facing={"A": "e"})
    table.begin_turn("A")
    table.combat.phase = END_PHASE

    choice = table.question()

    assert choice is not None
    words = ["n", "ne", "se", "s", "sw", "w", "nw"]
    assert [choice.key(one) for one in choice.answers()] == [
        "keep facing",
        *[f"face {word}" for word in words],
    ]
    table.step("face n")
    assert table["A"].facing == 0


@rule("quest/move.facing")
@pytest.mark.parametrize(
    ("spell", "goal", "dice"),
    [("veil", "B", ""), ("stone-skin", "B", ""), ("mend", "B", "d8 1"), ("frost-bind", "b", "")],
)
def test_casting_at_somebody_turns_the_caster_and_not_the_other(
    spell: str, goal: str, dice: str
) -> None:
    rows = ". B .\n. A b"
    caster = unit(mp=9, spells=[spell])
    table = Table(rows, A=caster, B=unit(), b=unit(), facing={"A": "s", "B": "w", "b": "s"})
    facing = {"B": 0, "b": 2}[goal]
    if goal == "b":
        dice = "d20 2"

    table.act("A", f"cast {spell} with aa", "no option", f"target {goal}", dice=dice)

    assert table["A"].facing == facing
    assert table["B"].facing == 6
    assert table["b"].facing == 4


@rule("quest/move.facing", "quest/geometry.distance")
@pytest.mark.parametrize(
    ("dx", "dy", "facing"),
    [
        (0, -3, 0),
        (2, -5, 0),
        (3, -7, 1),
        (1, -1, 1),
        (7, -3, 1),
        (5, -2, 2),
        (3, 0, 2),
        (5, 2, 2),
        (7, 3, 3),
        (2, 1, 3),
        (3, 7, 3),
        (2, 5, 4),
        (-2, 5, 4),
        (-3, 7, 5),
        (-7, 3, 5),
        (-5, 2, 6),
        (-5, -2, 6),
        (-7, -3, 7),
        (-1, -2, 7),
        (-3, -7, 7),
        (-2, -5, 0),
    ],
)
def test_one_faces_in_the_nearest_of_eight_directions(dx: int, dy: int, facing: int) -> None:
    """The border lies at 22.5 degrees: between 2 in 5 and 3 in 7."""
    rows = [["." for _ in range(15)] for _ in range(15)]
    rows[7][7] = "A"
    rows[7 + dy][7 + dx] = "b"
    table = Table("\n".join([" ".join(row) for row in rows]), A=unit(), b=unit())

    assert geometry.facing_to(table.combat, table["A"], table["b"]) == facing


@rule("quest/move.diagonals")
def test_the_corner_of_the_map_leaves_room_for_a_diagonal_past_a_wall() -> None:
    table = Table(". A .\n. # .\n. . b", A=unit(movement=1), b=unit())

    assert "move 0,1" in table.offers("A", "move")


@rule("quest/end.flee", "quest/move.pool")
@pytest.mark.parametrize(("movement", "ok"), [(1, True), (0, False)])
def test_the_last_point_takes_one_off_the_map(movement: int, ok: bool) -> None:
    table = Table("A . . . b", A=unit(movement=movement), b=unit())
    table.begin_turn("A")

    if ok:
        table.act("A", "move", "flee 0,0")
        assert table["A"].fate == 3
        assert not table.told("moved")
    else:
        assert table.why_not("A", "move") == "move.pool"
    slow = Table("A , . b", A=unit(movement=2), b=unit())
    assert "flee 1,0" not in slow.offers("A", "move")  # two points into the rough, and one


@rule("quest/end.flee")
def test_one_who_flees_is_told_to_go_to_the_edge_and_to_have_fled() -> None:
    table = Table(". . .\n. A .\n. . .\n. . b", A=unit(), b=unit(agi=-1))

    table.act("A", "move", "flee 0,0")

    assert table["A"].fate == 3
    assert [(one.before, one.after) for one in table.told("moved")] == [(4, 0)]
    assert [one.after for one in table.told("placed fled")] == [-1]
    assert table.told("fell fled")
    still = Table("A . . b", A=unit(), b=unit())
    still.act("A", "move", "stop")
    assert not still.told("moved")


@rule("quest/move.forced", "quest/move.fall")
@pytest.mark.parametrize(
    ("heights", "place", "lost"),
    [
        ("1 1 1 0 0 0 0", "5,0", 0),
        ("2 2 2 0 0 0 0", "5,0", 4),
        ("0 0 0 1 1 1 1", "5,0", 0),
        ("0 0 0 2 2 2 2", "2,0", 0),
        ("0 0 0 0 2 2 2", "3,0", 0),
    ],
)
def test_a_push_goes_down_any_drop_and_up_a_single_step(
    heights: str, place: str, lost: int
) -> None:
    table = Table(". A b . . . .", heights=heights, A=unit(mp=9, spells=["gust"]), b=unit())

    table.act(
        "A",
        "cast gust with aa",
        "no option",
        "b: pass",
        dice="d20 15" + (" d6 4" if lost else ""),
    )

    assert table.at("b") == place
    assert table["b"].hp == 50 - lost
    assert len(table.told("damaged")) == (1 if lost else 0)
    assert len(table.told("condition-gained prone")) == 1


@rule("quest/move.forced", "quest/death.zero-hit-points")
def test_one_pushed_to_its_death_goes_no_farther() -> None:
    table = Table(
        ". A b . . . c",
        heights="2 2 2 0 0 0 0",
        A=unit(mp=9, spells=["gust"]),
        b=unit(hp=2),
        c=unit(),
    )

    table.act("A", "cast gust with aa", "no option", "target b", dice="d20 15 d6 4")

    assert table["b"].fate == 1
    assert len(table.told("moved push")) == 1
    assert not table.told("condition-gained prone")


@rule("quest/prone.definition")
def test_one_who_lies_already_does_not_fall_again() -> None:
    table = Table(". A . b . .", A=unit(mp=9, spells=["gust"]), b=unit())
    table["b"].prone = True

    table.act("A", "cast gust with aa", "no option", "b: pass", dice="d20 15")

    assert table["b"].prone
    assert not table.told("condition-gained prone")


@rule("quest/move.pool", "quest/move.tumble", "quest/sneak.half-rate")
def test_a_single_bonus_action_is_a_space_of_tumbling_and_none_of_crawling() -> None:
    table = Table("A . . b", A=unit(), b=unit(), hidden="A")
    assert "tumble for 1 ba" in table.offers("A")
    assert "sneak for 1 ba" in table.offers("A")

    table["A"].prone = True

    assert "tumble for 1 ba" not in table.offers("A")
    assert "tumble for 2 ba" in table.offers("A")
    table["A"].set_wounds(1, 2)
    assert "move" not in table.offers("A")  # two of three points


@rule("quest/freehit.leaving-zone", "quest/move.pool")
@pytest.mark.parametrize(("row", "way"), [(0, "1,3"), (4, "1,1")])
def test_of_two_equal_ways_one_goes_the_one_that_nobody_strikes_at(row: int, way: str) -> None:
    rows = [["." for _ in range(4)] for _ in range(5)]
    rows[2][0] = "A"
    rows[2][1] = "#"
    rows[row][0] = "b"
    table = Table(
        "\n".join([" ".join(cells) for cells in rows]), A=unit(), b=unit(agi=2, weapons=SWORD)
    )
    choice = table.question("A", ["move"])

    assert isinstance(choice, MoveTo)
    path = choice.reach().path(table.combat.grid.read("2,2"))
    assert [table.combat.grid.name(cell) for cell in path] == [way, "2,2"]
    table.act("A", "move", "move 2,2")


@rule("quest/move.pool")
def test_one_cannot_move_to_where_one_stands() -> None:
    table = Table("A . b", A=unit(), b=unit())
    choice = table.question("A", ["move"])

    assert choice is not None
    assert choice.why_not("move 0,0") == ("move.diagonals", "it stands there already")
    assert choice.why_not("move 2,0") == (
        "move.occupied-spaces",
        "b stands there and bars the way",
    )


@rule("quest/move.facing")
@pytest.mark.parametrize(
    ("square", "facing"),
    [
        ("2,1", 0),
        ("3,1", 1),
        ("3,2", 2),
        ("3,3", 3),
        ("2,3", 4),
        ("1,3", 5),
        ("1,2", 6),
        ("1,1", 7),
    ],
)
def test_a_step_turns_one_the_way_it_goes(square: str, facing: int) -> None:
    rows = """
        . . . . .
        . . . . .
        . . A . .
        . . . . .
        b . . . .
    """
    start = "s" if facing == 0 else "n"
    table = Table(rows, A=unit(), b=unit(agi=-1), facing={"A": start})

    table.act("A", "move for 1 ba", f"move {square}")

    assert table["A"].facing == facing


@rule("quest/move.facing", "quest/gm.options")
def test_without_facings_nobody_is_asked_for_one() -> None:
    table = Table("A . b", A=unit(), b=unit(), options={"no-facings": True})

    table.end("A")

    assert table.combat.active == -1


@rule("quest/end.flee", "quest/move.occupied-spaces")
def test_an_allys_space_in_the_middle_is_no_way_off_the_map() -> None:
    rows = """
        . . . . .
        . . . . .
        . A B . .
        . . . . .
        . . . . b
    """
    table = Table(rows, A=unit(), B=unit(), b=unit(agi=-1))

    assert "flee 2,2" not in table.offers("A", "move")


@rule("quest/move.fall", "quest/move.occupied-spaces")
def test_nobody_jumps_onto_an_ally_by_any_way_of_saying_it() -> None:
    rows = "A . B . b"
    table = Table(rows, heights="2 2 0 0 0", A=unit(), B=unit(), b=unit(agi=-1))

    assert not [key for key in table.offers("A", "move") if key.startswith("jump")]
    with refused("move.occupied-spaces"):
        table.act("A", "move", "jump 1,0 2,0")


@rule("quest/move.forced")
def test_a_push_may_end_in_the_very_corner() -> None:
    table = Table(". . b A", A=unit(mp=9, spells=["gust"]), b=unit())

    table.act("A", "cast gust with aa", "no option", "b: pass", dice="d20 15")

    assert table.at("b") == "0,0"


@rule("quest/move.fall", "quest/end.flee")
def test_the_very_corner_can_be_jumped_into_and_fled_from() -> None:
    pit = Table("v A . b", A=unit(), b=unit())
    pit.act("A", "move", "jump 0,0", "stop", dice="d6 1 1")
    assert pit.at("A") == "0,0"
    assert pit["A"].hp == 48

    corner = Table("A . b", A=unit(agi=-1), b=unit(agi=-1))
    corner.act("A", "move", "flee 0,0")
    assert corner["A"].fate == 3


@rule("quest/action.ba-move")
def test_as_many_bonus_actions_as_there_are_may_be_joined_to_a_move() -> None:
    table = Table("A . . . . . . . . . . . . . . b", A=unit(), b=unit())
    table.begin_turn("A")
    table["A"].ba = 4

    assert "move with 4 ba" in table.offers("A")
    assert table.cost("A", "14,0", "move with 4 ba") == 14
    assert "move for 4 ba" in table.offers("A")
    assert "move for 5 ba" not in table.offers("A")


@rule("quest/move.fall", "quest/move.pool")
def test_one_may_walk_up_to_a_drop_and_jump_in_the_same_move() -> None:
    """Two steps and the drop for three points, then a prone mover has three left for one step."""
    table = Table("A . . v .\n. . . . b", A=unit(), b=unit(agi=-1))

    assert "jump 3,0" in table.offers("A", "move")
    table.act("A", "move", "jump 3,0", "stop", dice="d6 1 2")

    assert table.at("A") == "3,0"
    assert table["A"].hp == 47
    assert table["A"].prone


@rule("quest/move.fall", "quest/move.pool")
def test_a_drop_beyond_the_points_of_the_move_is_not_offered() -> None:
    table = Table("A . . . v . . . b", A=unit(), b=unit())

    assert "jump 4,0" not in table.offers("A", "move for 1 ba")
    assert "jump 4,0" in table.offers("A", "move for 2 ba")  # exactly 3 + 1
    farther = Table("A . . . . v . . b", A=unit(), b=unit())
    assert "jump 5,0" not in farther.offers("A", "move for 2 ba")


@rule("quest/move.fall", "quest/freehit.leaving-zone", "quest/freehit.timing-leaving")
def test_one_stopped_on_the_way_to_a_drop_chooses_anew() -> None:
    table = Table(". A . v .\nb . . . .", A=unit(), b=unit(weapons=SWORD))

    table.act(
        "A",
        "move",
        "jump 3,0",
        "b: strike A with longsword unaimed",
        "jump 3,0",
        "stop",
        dice="d20 2 d6 1 1",
    )

    assert table.at("A") == "3,0"
    assert table["A"].hp == 48


@rule("quest/move.tumble", "quest/sneak.start-unseen", "quest/feat.maneuverer")
def test_the_move_of_a_spell_may_be_a_sneak_or_a_tumble_too() -> None:
    sheet_of = unit(mp=2, spells=["slip-away"], feats=["maneuverer"])
    table = Table("A b . .", A=sheet_of, b=unit())
    assert table.offers("A", "cast slip-away with ma", "no option") == ["move", "tumble"]
    table.act("A", "cast slip-away with ma", "no option", "tumble", "move 1,0 2,0 3,0")
    assert table.at("A") == "3,0"

    unseen = Table("A . # b\n# # # .", A=sheet_of, b=unit())
    keys = unseen.offers("A", "cast slip-away with ma", "no option")
    assert keys == ["move", "sneak", "tumble"]
    unseen.act("A", "cast slip-away with ma", "no option", "sneak", "stop")
    assert unseen["A"].unseen == 2


@rule("quest/move.prone-third", "quest/move.pool")
def test_one_who_slips_away_prone_has_one_space() -> None:
    table = Table("A . . b", A=unit(mp=2, spells=["slip-away"]), b=unit(agi=-1))
    table["A"].prone = True

    table.act("A", "cast slip-away with ma", "no option", "move", "move 1,0")

    assert table.at("A") == "1,0"


@rule("quest/move.fall", "quest/move.occupied-spaces", "quest/end.flee")
def test_what_forbids_a_jump_or_a_flight_is_told_with_its_rule() -> None:
    table = Table("# # # #\n# A v #\n# # b #\n# # # #", A=unit(), b=unit())
    table.combat.move(table["b"], table.combat.grid.read("2,1"))
    choice = table.question("A", ["move"])
    assert choice is not None

    assert "jump 2,1" not in [choice.key(one) for one in choice.answers()]
    assert choice.why_not("jump 2,1") == ("move.occupied-spaces", "b stands there")
    assert choice.why_not("jump 1,2") == (
        "move.fall",
        "one can come to no drop of two or more there",
    )
    assert choice.why_not("flee 1,1") == ("end.flee", "it is no space on the map edge")


@rule("quest/move.occupied-spaces", "quest/move.diagonals", "quest/move.large-units")
def test_each_thing_that_bars_a_way_is_told_by_its_rule_and_in_words() -> None:
    table = Table("A # . .\n# . b .\n. . . C\n. . . .", A=unit(), C=unit(), b=unit())
    choice = table.question("A", ["move"])
    assert choice is not None

    squeezed = ("move.diagonals", "both spaces beside the diagonal step are walled")
    assert choice.why_not("move 1,1 1,2") == choice.why_not("move 1,1") == squeezed
    wall = ("move.diagonals", "a wall is there")
    assert choice.why_not("move 1,0 2,0") == wall
    assert choice.why_not("move 1,0") == wall
    assert choice.why_not("move 3,3") == ("move.diagonals", "no way leads there")
    large = Table("A . # .\n. . . .\n. . . b", A=unit(size=2), b=unit())
    asked = large.question("A", ["move"])
    assert asked is not None
    assert asked.why_not("move 1,0") == ("move.large-units", "a wall is there")


@rule("quest/move.pool", "quest/move.occupied-spaces", "quest/end.flee")
def test_a_way_that_is_too_long_or_ends_on_somebody_is_told_so() -> None:
    table = Table("A . C b . . . .\n. . . . . . . .", A=unit(), C=unit(), b=unit())
    choice = table.question("A", ["move"])
    assert choice is not None

    assert (
        choice.why_not("move 1,0 2,0")
        == choice.why_not("move 2,0")
        == (
            "move.occupied-spaces",
            "C is there: one may pass, and not stop",
        )
    )
    assert choice.why_not("move 1,1 2,1 3,0")[1] == "b stands there and bars the way"
    far = ("move.pool", "it takes 7 points of movement, and 6 points are left")
    assert choice.why_not("move 7,0") == far
    assert choice.why_not("move 1,1 2,1 3,1 4,1 5,1 6,1 7,1") == far
    assert choice.why_not("flee 6,1") == far
    assert choice.why_not("flee 5,1") == ("", "")


@rule("quest/sneak.no-target", "quest/move.occupied-spaces")
def test_whom_one_has_bumped_into_unseen_bars_the_way_without_a_name() -> None:
    table = Table("A b .", hidden="b", A=unit(), b=unit())
    way = Way(table.combat, table["A"], WALK, 6, True)
    way.held = [1]
    choice = MoveTo(way)

    told = ("move.occupied-spaces", "somebody undetected bars the way")
    assert choice.why_not("move 1,0") == choice.why_not("move 1,0 2,0") == told


def test_every_barred_step_has_its_reason_and_no_other_has() -> None:
    rows = "A . # . .\n. # b . .\n. . . # .\nC ~ . . ."
    for size, mode in ((1, WALK), (2, WALK), (1, TUMBLE)):
        table = Table(rows, heights="0 0 3 0 0 " * 4, A=unit(), C=unit(), b=unit())
        table["A"].size = size
        way = Way(table.combat, table["A"], mode, 6, True)
        grid = table.combat.grid
        for here in range(grid.size):
            for goal in grid.near[here] if grid.footprint(here, size) else []:
                barred = way.exits().price(here, goal) < 0 or way.obstacles().barred(goal)
                assert (way.why_not_step(here, goal)[0] != "") == barred, (here, goal)


@rule("quest/move.fall", "quest/move.pool")
def test_the_way_to_a_drop_can_be_spelled_step_by_step() -> None:
    table = Table(". . . . .\nA . . v .\n. . . . b", A=unit(), b=unit(agi=-1))
    with refused("move.fall"):
        table.act("A", "move", "jump 1,0 2,0")

    fresh = Table(". . . . .\nA . . v .\n. . . . b", A=unit(), b=unit(agi=-1))
    fresh.act("A", "move", "jump 1,0 2,0 3,1", "stop", dice="d6 1 2")

    assert fresh.at("A") == "3,1"
    assert fresh["A"].hp == 47


def test_a_wall_is_named_where_it_bars_the_way() -> None:
    table = Table("A # .\n. . b", A=unit(), b=unit(agi=-1))
    choice = table.question("A", ["move"])
    assert choice is not None

    assert choice.why_not("move 1,0") == ("move.diagonals", "a wall is there")
    assert choice.why_not("move 0,1 1,0")[0] == "move.diagonals"


@rule("quest/move.pool", "quest/move.fall", "quest/end.flee")
def test_a_jump_and_a_flight_are_offered_with_what_they_cost() -> None:
    table = Table("# # # # # #\n# A , v . #\n# # # # . b", A=unit(), b=unit(agi=-1))
    choice = table.question("A", ["move with 1 ba"])
    assert choice is not None

    costs = {choice.key(one): choice.option(one).cost for one in choice.answers()}

    assert costs["jump 3,1"] == 2 + 1
    assert costs["flee 4,2"] == 2 + 2 + 2 + 1


@rule("quest/move.occupied-spaces", "quest/sneak.until-seen")
def test_a_mover_stops_before_whom_it_does_not_detect_and_chooses_anew() -> None:
    """Nothing is paid for the barred step, and nothing reveals who stands there."""
    table = Table("A . b . .", hidden="b", A=unit(), b=unit(weapons=SWORD))

    table.act("A", "move", "move 4,0", "stop")

    assert table.at("A") == "1,0"
    assert undetected(table["b"], table["A"])
    assert [one.cell for one in table.told("is barred")] == [2]


@rule("quest/move.occupied-spaces", "quest/move.pool")
def test_the_barred_step_costs_nothing_and_the_space_is_not_offered_again() -> None:
    rows = """
        A . b . . . .
        . . . . . . .
    """
    table = Table(rows, hidden="b", A=unit(), b=unit(agi=-1))

    table.act("A", "move", "move 1,0 2,0 3,0", "move 1,1 2,1 3,0 4,0 5,0")

    assert table.at("A") == "5,0"  # 1 + 5 of 6 points
    offers = Table(rows, hidden="b", A=unit(), b=unit(agi=-1))
    assert "move 2,0" in offers.offers("A", "move")
    assert "move 2,0" not in offers.offers("A", "move", "move 1,0 2,0 3,0")


@rule("quest/move.occupied-spaces")
def test_a_detected_enemy_bars_its_space_from_the_first() -> None:
    table = Table("A . b . .", A=unit(), b=unit())

    assert "move 2,0" not in table.offers("A", "move")
    assert "move 2,0" in Table("A . b", hidden="b", A=unit(), b=unit()).offers("A", "move")


@rule("quest/move.occupied-spaces", "quest/move.fall")
def test_a_jump_onto_somebody_undetected_is_barred_too() -> None:
    table = Table("A b .", heights="2 0 0", hidden="b", A=unit(), b=unit())

    assert "jump 1,0" in table.offers("A", "move")
    assert table.offers("A", "move", "jump 1,0") == ["stop", "flee 0,0"]
    table.act("A", "move", "jump 1,0", "stop")

    assert table.at("A") == "0,0"
    assert table["A"].hp == 50


@rule("quest/move.tumble", "quest/move.occupied-spaces")
def test_a_tumble_that_ends_on_somebody_undetected_ends_in_the_last_free_space() -> None:
    table = Table("A . b .", hidden="b", A=unit(), b=unit(agi=-1))

    table.act("A", "tumble", "move 2,0")

    assert table.at("A") == "1,0"


@rule("quest/sneak.no-target")
def test_why_not_tells_nothing_of_whom_the_mover_does_not_detect() -> None:
    table = Table("A . . . . . . . b", hidden="b", A=unit(), b=unit())
    choice = table.question("A", ["move"])

    assert choice is not None
    assert choice.why_not("move 8,0")[0] == "move.pool"
    open_ = Table("A . . . . . . . b", A=unit(), b=unit()).question("A", ["move"])
    assert open_ is not None
    assert open_.why_not("move 8,0")[0] == "move.occupied-spaces"


@rule("quest/move.fall", "quest/sneak.until-seen")
def test_an_unseen_mover_that_dies_of_a_fall_is_out_before_anybody_looks() -> None:
    table = Table("A v . b", hidden="A", A=unit(hp=2), b=unit(weapons=SWORD))

    table.act("A", "move", "jump 1,0", dice="d6 3 3")

    assert not table["A"].present
    assert not table.told("detected")
    assert table.combat.outcome == "end.one-team-left"
