"""Movement, sight and cover, falling, morale, numbers of a sheet."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign import condition, death, geometry, sight, turn
from affray.rulesets.sovereign.choice import morale
from affray.rulesets.sovereign.movement import walking, ways
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.terms import DEAD, MORTAL, STABLE
from tests.rules import rule
from tests.sovereign.table import Table, body, strike


def placed(a: tuple[int, int], b: tuple[int, int]) -> str:
    rows = [["."] * 14 for _ in range(10)]
    rows[a[1]][a[0]] = "A"
    rows[b[1]][b[0]] = "b"
    return "\n".join([" ".join(row) for row in rows])


WALL = (0, 15, 0, 20, 20, 10)


@rule("sovereign/cover.half", "sovereign/cover.corner-test", "sovereign/cover.asymmetric")
def test_two_corners_behind_a_wall_end_are_half_cover_one_way() -> None:
    table = Table(placed((9, 1), (3, 4)), solids=[WALL], A=body(strike()), b=body())

    assert geometry.cover(table.combat, table["A"], table["b"]) == 2
    assert geometry.cover(table.combat, table["b"], table["A"]) == 0


@rule("sovereign/los.characters-transparent", "sovereign/cover.none")
def test_open_ground_gives_no_cover() -> None:
    table = Table("A . . c . . b", A=body(strike()), b=body(), c=body())

    assert geometry.cover(table.combat, table["A"], table["b"]) == 0


@rule("sovereign/los.needed-to-attack", "sovereign/los.touch-blocks")
def test_a_wall_stops_every_line() -> None:
    table = Table("A # b", A=body(strike(far=(9, 9))), b=body())

    assert table.refused("A", "attack b with sword") == "los.needed-to-attack"


@rule("sovereign/cover.vertical", "sovereign/cover.high-ground")
@pytest.mark.parametrize(("high", "hidden"), [(5, 2), (10, 2), (2, 0)])
def test_a_ledge_hides_rear_corners_from_below(high: int, hidden: int) -> None:
    heights = "\n".join([f"{high} {high} {high}" + " 0" * 11] * 10)
    rows = placed((6, 2), (2, 2))
    table = Table(rows, heights=heights, A=body(strike()), b=body())

    found = geometry.cover(table.combat, table["A"], table["b"])

    assert (found > 0) is (hidden > 0)


@rule("sovereign/grid.distance", "sovereign/grid.adjacent")
def test_distance_is_the_longest_axis_height_included() -> None:
    table = Table("A b . . .", heights="0 12 0 0 0", A=body(), b=body())

    assert geometry.apart(table.combat, table["A"], table["b"]) == 3


@rule("sovereign/grid.no-corner-cutting")
def test_a_wall_beside_a_diagonal_bars_it() -> None:
    table = Table("A # .\n. . b", A=body(), b=body())

    way = walking.Move(table.combat, table["A"], ways.RUN)

    assert way.reach().cost(table.combat.grid.read("1,1")) == 2


@rule("sovereign/grid.difficult", "sovereign/grid.steps")
def test_difficult_ground_costs_ten_feet() -> None:
    table = Table("A , . b", A=body(), b=body())

    way = walking.Move(table.combat, table["A"], ways.RUN)

    assert way.reach().cost(1) == 2
    assert way.reach().cost(2) == 3


@rule("sovereign/grid.ledges")
def test_five_feet_up_cost_fifteen() -> None:
    table = Table("A . b", heights="0 5 0", A=body(), b=body())

    assert walking.Move(table.combat, table["A"], ways.RUN).reach().cost(1) == 3


@rule("sovereign/grid.barriers")
@pytest.mark.parametrize(("high", "cost"), [(2, 1), (3, 3), (6, -1)])
def test_low_walls_are_ignored_climbed_or_bar(high: int, cost: int) -> None:
    box = (4, 0, 0, 5, 5, high)
    table = Table("A . b", solids=[box], A=body(), b=body())

    assert walking.Move(table.combat, table["A"], ways.RUN).reach().cost(1) == cost


@rule("sovereign/grid.enemies-block", "sovereign/grid.pass-fallen")
def test_a_standing_enemy_blocks_and_a_fallen_one_is_difficult() -> None:
    table = Table("A b .", A=body(), b=body())
    assert walking.Move(table.combat, table["A"], ways.RUN).reach().cost(2) == -1

    table["b"].prone = True

    assert walking.Move(table.combat, table["A"], ways.RUN).reach().cost(2) == 3


@rule("sovereign/aoo.run-leaving", "sovereign/aoo.free", "sovereign/aoo.resolves-first")
def test_leaving_reach_draws_a_blow_before_the_step() -> None:
    table = Table("b A . .", A=body(hp=3), b=body(strike(bonus=20)))
    table["b"].main = False

    table.act("A", "run", "move 3,0", "b strikes with sword", dice="d20 10 d8 5")

    assert table["A"].hp == 0
    assert table["A"].cell == 1


@rule("sovereign/aoo.run-inside-reach", "sovereign/aoo.run-long-reach")
def test_moving_within_reach_draws_nothing() -> None:
    table = Table("b A . .", A=body(), b=body(strike(reach=2)))
    table["b"].main = False

    table.act("A", "run", "move 2,0")

    assert table["A"].cell == 2


@rule("sovereign/disengage.effect")
def test_the_disengaged_may_leave() -> None:
    table = Table("b A . .", A=body(), b=body(strike()))
    table["b"].main = False
    table.act("A", "disengage")

    table.act("A", "run", "move 3,0")

    assert table["A"].hp == 20


@rule("sovereign/prone.rate", "sovereign/run.rate")
def test_the_prone_move_at_half_rate() -> None:
    table = Table("A . b", A=body(), b=body())
    assert ways.rate(table["A"]) == 6

    table["A"].prone = True

    assert ways.rate(table["A"]) == 3


@rule("sovereign/charge.attack", "sovereign/charge.ac-penalty", "sovereign/charge.cost")
def test_a_charge_strikes_at_plus_two_and_lowers_the_guard() -> None:
    table = Table("A . . . . . . . b .", A=body(strike(), ac=15), b=body(ac=12))

    table.act("A", "charge", "move 7,0", "b with sword", dice="d20 10 d8 5")

    assert table["b"].hp == 15
    assert numbers.ac(table.combat, table["A"]) == 13
    assert not table["A"].step


@rule("sovereign/stand.action", "sovereign/prone.go")
def test_standing_up_takes_the_move_and_draws_a_blow() -> None:
    table = Table("A b", A=body(), b=body(strike()))
    table.act("A", "go prone")

    table.act("A", "stand up", "b strikes with sword", dice="d20 1")

    assert not table["A"].prone
    assert not table["A"].step


@rule("sovereign/fall.damage", "sovereign/fall.prone")
def test_a_fall_deals_a_die_for_each_full_ten_feet() -> None:
    table = Table("A b", A=body(), b=body())

    table.fall("b", 29, "d6 3 4")

    assert table["b"].hp == 13
    assert table["b"].prone


@rule("sovereign/death.npc", "sovereign/death.mortally-injured")
def test_the_nameless_die_and_the_named_lie() -> None:
    table = Table("A b", A=body(strike(bonus=9), hp=3), b=body(npc=True, named=False, hp=3))

    table.act("A", "attack b with sword", dice="d20 15 d8 5")
    death.drop(table.combat, table["A"], -1, spares=False)

    assert table["b"].fate == DEAD
    assert table["A"].fate == MORTAL


@rule("sovereign/death.less-lethal")
def test_a_less_lethal_blow_may_spare() -> None:
    club = strike(bonus=9, spares=True)
    table = Table("A b", A=body(club), b=body(npc=True, named=False, hp=3))

    table.act("A", "attack b with sword", "spare", dice="d20 15 d8 5")

    assert table["b"].fate == STABLE


@rule("sovereign/death.six-rounds")
def test_the_mortally_injured_die_after_six_rounds() -> None:
    table = Table("A b c", A=body(), b=body(), c=body())
    condition.lie(table.combat, table["b"], MORTAL, "death.mortally-injured")
    table["b"].fell = 2
    table.combat.round = 7
    death.expire(table.combat)
    assert table["b"].fate == MORTAL

    table.combat.round = 8
    death.expire(table.combat)

    assert table["b"].fate == DEAD


@rule("sovereign/morale.individual", "sovereign/morale.fearless")
def test_half_the_hit_points_break_an_npc_but_not_the_fearless() -> None:
    table = Table("A b c", A=body(), b=body(npc=True), c=body(npc=True, abilities=["fearless"]))
    table["b"].hp = 10
    table["c"].hp = 10

    morale.check_morale(table.combat, table["b"])
    morale.check_morale(table.combat, table["c"])

    assert table["b"].broken
    assert not table["c"].broken


@rule("sovereign/init.party-dex", "sovereign/init.party-wins-ties")
def test_the_party_adds_its_best_dex_and_wins_ties() -> None:
    table = Table("A b", A=body(mods=(0, 1, 0, 0, 0)), b=body())
    table.script([], "d8 6 7")

    turn.roll_initiative(table.combat)

    assert table.combat.order == [0, 1]


@rule("sovereign/turn.refresh", "sovereign/economy.main", "sovereign/economy.move")
def test_a_round_gives_everybody_one_main_and_one_move() -> None:
    table = Table("A b", A=body(), b=body())
    table["b"].main = table["b"].step = False

    turn.begin_round(table.combat)

    assert table["b"].main
    assert table["b"].step


@rule("sovereign/sheet.modifiers", "sovereign/save.targets", "sovereign/save.npc")
def test_numbers_of_a_sheet() -> None:
    assert [numbers.modifier(n) for n in (3, 4, 7, 8, 13, 14, 17, 18)] == [
        -2, -1, -1, 0, 0, 1, 1, 2,
    ]  # fmt: skip
    assert numbers.save_targets(1, [1, 0, 0, 0, 0])[0] == 14
    assert numbers.npc_save(3) == 14


@rule("sovereign/sheet.ac")
def test_plate_and_shield_make_seventeen() -> None:
    assert numbers.armour_class("plate", shield=True, dex=0) == 17


SLIT = [(15, 0, 0, 16, 30, 3), (15, 0, 3, 16, 12, 10), (15, 13, 3, 16, 30, 10)]


@rule("sovereign/cover.full", "sovereign/los.any-point")
def test_a_slit_that_shows_no_corner_is_full_cover() -> None:
    """The example's opening, 3 to 4.5 ft high."""
    table = Table(placed((12, 2), (2, 2)), A=body(strike()), b=body())
    foot = sight.FOOT
    boxes = [tuple([one * foot for one in box]) for box in SLIT]
    boxes.append((15 * foot, 12 * foot, 9 * foot // 2, 16 * foot, 13 * foot, 10 * foot))
    table.combat.maps.boxes = boxes  # type: ignore[assignment]

    assert geometry.cover(table.combat, table["A"], table["b"]) == 8
    assert geometry.sighted(table.combat, table["b"], table["A"])
    blow_total = table.refused("A", "attack b with sword")
    assert blow_total == "melee.range"


@rule("sovereign/grid.pass-allies", "sovereign/grid.impassable")
def test_allies_may_be_passed_but_not_shared() -> None:
    table = Table("A C . x b", A=body(), C=body(), b=body())

    reach = walking.Move(table.combat, table["A"], ways.RUN).reach()

    assert 1 not in reach.cells
    assert reach.cost(2) == 2
    assert reach.cost(3) == -1


@rule("sovereign/grid.pass-fallen", "sovereign/grid.difficult")
def test_a_cell_is_littered_where_the_list_of_all_has_it() -> None:
    """Bodies of both sides, big and small, the dead, and caltrops; who is unseen is not known."""
    row = "A c e . .\nb d . . .\n. . h h .\n. . h h ."
    own = body()
    table = Table(row, A=own, b=own, c=own, d=own, e=own, h=body(size=2))
    combat = table.combat
    for name in "bch":
        table[name].prone = True
    table["d"].fate = STABLE
    table["c"].unseen = True
    combat.caltrops = [2]
    combat.corpses = [40, 91]
    seen: list[set[int]] = []
    for name in "Abe":
        unit = table[name]

        told = {cell for cell in range(combat.grid.size) if ways.litters(combat, unit, cell)}

        assert told == set(ways.littered(combat, unit))
        seen.append(told)
    assert len(seen[0]) > 6
    assert seen[0] != seen[1]
