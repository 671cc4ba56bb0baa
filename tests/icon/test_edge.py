"""Edges of the map: who goes over them, and who comes back."""

from __future__ import annotations

import pytest

from affray.core.effect import NEVER
from affray.rulesets.icon.state import Delay, Patch, Thing
from affray.rulesets.icon.terms import (
    DEFEATED,
)
from tests.icon.table import (
    Table,
    ability,
    cliff,
    foe,
    hero,
    sheet,
)
from tests.rules import rule


@rule("icon/terrain.edge-pc-return")
def test_who_finds_no_room_stays_off_the_map_and_has_no_turn() -> None:
    table = Table("A ~ b", A=hero(), b=foe())
    table.combat.move(table["A"], 1)
    table.go_over("A")
    table.combat.patches.append(Patch(0, 0, 0, 0, 1, "jar-lamp"))

    table.begin("A")

    assert (table["A"].cell, table["A"].returns(), table.combat.active) == (-1, True, -1)
    assert table["A"].resolve == 0


@rule("icon/terrain.edge-pc-return", "icon/action.delay")
@pytest.mark.parametrize(("room", "left"), [(False, 1), (True, 0)])
def test_who_finds_no_space_to_return_to_keeps_what_it_has_announced(
    left: int, *, room: bool
) -> None:
    table = Table("B A ~ b", A=sheet(abilities=[ability("falling-wall")]), B=sheet(), b=sheet())
    table["A"].delays = [Delay(0, -1)]
    table.combat.move(table["A"], 2)
    table.go_over("A")
    if not room:
        table.combat.things = [Thing("object", [1])]
        table.combat.worked = [0]

    table.begin("A")

    assert (len(table["A"].delays), table["A"].present) == (left, room)


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


@rule("icon/terrain.edge-pc-return", "icon/turn.reinforcements")
def test_who_went_over_an_edge_in_the_very_first_space_is_not_one_that_is_yet_to_arrive() -> None:
    table = Table("A . . b", A=sheet(), b=sheet(pc=False))

    table.go_over("A")

    assert (table["A"].returns(), table["A"].awaited()) == (True, False)


@rule("icon/terrain.edge-removal")
@pytest.mark.parametrize(("face", "present"), [(10, True), (9, False)])
def test_an_edge_is_saved_against_at_the_end_of_any_turn(face: int, present: bool) -> None:
    table = Table("A . . ~\n. . . b", A=sheet(), b=sheet(pc=False))
    table.combat.move(table["b"], 3)

    table.end("A", f"d20 {face}", *(["space 2,0"] if present else []))

    assert table["b"].present == present


@rule("icon/terrain.edge-mob", "icon/effect.summon")
def test_a_mob_that_goes_over_the_edge_takes_its_summons_along() -> None:
    one = sheet(pc=False)
    one.mob = True
    table = Table("A . b ~", A=sheet(), b=one)
    table.combat.patches = [Patch(1, 0, 0, NEVER, 1, "imp")]

    table.go_over("b")

    assert table.combat.patches == []
