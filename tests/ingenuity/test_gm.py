"""What the GM may allow, waive and set, and things of the map that can be destroyed."""

from __future__ import annotations

import pytest

from affray import start
from affray.core.grid import LOW_COVER, OPEN, Grid
from affray.render import board
from affray.rulesets.ingenuity import geometry
from affray.rulesets.ingenuity.movement import paths
from affray.rulesets.ingenuity.state import Goal, IngenuityCombat
from tests.ingenuity.table import Table, sheet
from tests.rules import rule


@rule("ingenuity/gm.optional-surprise-reactions", "ingenuity/surprise.no-actions")
@pytest.mark.parametrize("alert", [False, True])
def test_the_surprised_react_only_where_the_option_says_so(alert: bool) -> None:
    table = Table(
        "A b",
        A=sheet(["spear"]),
        b=sheet(numbers={"evasion": 5}),
        surprised=[1],
        options={"surprise_reactions": alert},
    )
    keys = ["b: pass"] if alert else []
    table.act("A", "attack b with spear", "strength piercing", *keys, dice="d6 1 2 d20 9")
    assert table["b"].endurance == 12


@rule("ingenuity/gm.fiction-first")
def test_an_edit_of_the_gm_is_kept_and_told() -> None:
    fight = start("ingenuity", "toll-bridge", seed=4)
    while fight.choice.choice.kind != "action":
        fight.choose(fight.choice.options[0])
    fight.edit("boudica.endurance", 3)
    assert fight.value("boudica.endurance") == 3
    assert "boudica.endurance" in fight.journal.text()


def barricade() -> Table:
    """A beside a barricade of 10, b two metres behind it."""
    table = Table("A o b\n. . .", A=sheet(["maul"]), b=sheet())
    old = table.combat.grid
    ground = [LOW_COVER if one == LOW_COVER else OPEN for one in old.ground]
    table.combat.grid = Grid(3, 2, ground, [0] * 6, None, None, None, {1: 10})
    table.combat.struck = [0]
    return table


@rule("ingenuity/attack.objects")
@pytest.mark.parametrize(("face", "damage"), [(2, 9), (1, 0)])
def test_an_object_is_hit_on_four_and_nothing_is_taken_off(face: int, damage: int) -> None:
    table = barricade()
    table.act("A", "attack 1,0 with maul", dice=f"d6 2 {face} d20 9")
    assert table.combat.struck == [damage]
    assert table["A"].used[0] == 1


@rule("ingenuity/attack.objects", "ingenuity/action.seek-cover.lost", "ingenuity/geometry.cover")
def test_a_destroyed_object_gives_no_cover_and_cannot_be_attacked_again() -> None:
    table = barricade()
    assert geometry.behind_cover(table.combat, table["A"], table["b"])
    assert board.ground_text(table.combat, 1) != "."
    table.combat.struck = [9]
    table.act("A", "attack 1,0 with maul", dice="d6 2 2 d20 9")
    assert table.combat.ruined(1)
    assert board.ground_text(table.combat, 1) == "."
    assert not geometry.behind_cover(table.combat, table["A"], table["b"])
    with pytest.raises(Exception, match="no such option"):
        table.act("A", "attack 1,0 with maul")


@rule("ingenuity/end.last-team", "ingenuity/end.objective")
@pytest.mark.parametrize(("last_standing", "outcome"), [(True, "end.last-team"), (False, "")])
def test_an_encounter_may_leave_the_end_to_objectives(last_standing: bool, outcome: str) -> None:
    table = Table("A . b", A=sheet(), b=sheet())
    table.combat.last_standing = last_standing
    table.fell("b")
    table.act("A", "end turn")
    assert table.combat.outcome == outcome


@rule("ingenuity/setup.objective-kinds")
def test_to_defeat_all_hostile_teams_is_an_objective_while_one_stands() -> None:
    table = Table("A T . b", A=sheet(), T=sheet(), b=sheet())
    table.combat.goals = [Goal("last-standing", 0, [], [], 0)]
    table.combat.held_rounds = [0]
    table.combat.stance = [2, 2, 0, 2, 2, 0, 0, 0, 2]
    table.fell("b")
    table.act("A", "end turn")
    assert (table.combat.outcome, table.combat.winner) == ("", -1)
    table.fell("T")
    table.act("A", "end turn")
    assert (table.combat.outcome, table.combat.winner) == ("end.objective", 0)


def walled() -> Table:
    """A before a door of 10 in a wall, b behind it."""
    bow = sheet(["maul", "shortbow"], ammo={"arrow": 5})
    table = Table("A # b .\n. # . .", A=bow, b=sheet(stamina=0))
    old = table.combat.grid
    table.combat.grid = Grid(4, 2, list(old.ground), [0] * 8, None, None, None, {1: 10})
    table.combat.struck = [0]
    return table


@rule("ingenuity/attack.objects", "ingenuity/geometry.line-of-sight", "ingenuity/movement.path")
@pytest.mark.parametrize(("before", "open_"), [(0, False), (1, True)])
def test_a_door_that_is_destroyed_no_longer_bars_way_or_sight(before: int, open_: bool) -> None:
    table = walled()
    assert not geometry.sees(table.combat, table["A"], table["b"])
    table.combat.struck = [before]
    table.act("A", "attack 1,0 with maul", dice="d6 2 2 d20 9")
    assert geometry.sees(table.combat, table["A"], table["b"]) == open_
    assert paths.steps(table.combat, table["A"]) == ([1, 4] if open_ else [4])


@rule("ingenuity/movement.corners", "ingenuity/attack.objects")
@pytest.mark.parametrize(("struck", "goals"), [(9, [1]), (10, [1, 3, 4])])
def test_a_wall_that_is_destroyed_is_no_corner_either(struck: int, goals: list[int]) -> None:
    table = Table("A . b\n# . .", A=sheet(), b=sheet())
    old = table.combat.grid
    table.combat.grid = Grid(3, 2, list(old.ground), [0] * 6, None, None, None, {3: 10})
    table.combat.struck = [struck]
    assert sorted(paths.steps(table.combat, table["A"])) == goals


@rule("ingenuity/attack.objects")
def test_what_one_fight_destroys_stands_in_its_clone_of_before() -> None:
    table = walled()
    twin = table.combat.clone()
    assert isinstance(twin, IngenuityCombat)
    table.combat.struck = [10]
    assert geometry.look(table.combat, 0, 2)
    assert not geometry.look(twin, 0, 2)
    table.combat.struck = [0]
    assert not geometry.look(table.combat, 0, 2)
