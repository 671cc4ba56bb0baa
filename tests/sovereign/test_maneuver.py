"""Shoving, grappling, dragging and throwing."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign import changes, death, turn
from affray.rulesets.sovereign.action import maneuver
from affray.rulesets.sovereign.damage import dealing
from affray.rulesets.sovereign.terms import MORTAL
from tests.rules import rule
from tests.sovereign.table import Table, body, strike

SHOVE = "shove b with sword"
GRAB = "grapple b with unarmed"


def alone(rows: str = "A b .\n. . .", **more: object) -> Table:
    """A beside b, who has no Main left to answer with."""
    sheets = {"A": body(strike(bonus=9)), "b": body(), **more}
    table = Table(rows, **sheets)  # type: ignore[arg-type]
    for unit in table.combat.units:
        if unit.side:
            unit.main = False
    return table


def caught(rows: str = "A b .\n. . .", **more: object) -> Table:
    table = alone(rows, **more)
    table.grapple("A", "b")
    return table


# ---- shoving


@rule("sovereign/shove.attack", "sovereign/shove.no-damage")
@pytest.mark.parametrize("face", [1, 10])
def test_a_shove_needs_a_hit_and_hurts_neither_so_nor_so(face: int) -> None:
    table = alone(A=body(strike(shock=3, shock_ac=30)))

    table.act("A", SHOVE, *(["b prone"] if face == 10 else []),
              dice=f"d20 {face}" + (" d6 6 6" if face == 10 else ""))  # fmt: skip

    assert (table["b"].prone, table["b"].hp, table["A"].main) == (face == 10, 20, False)


@rule("sovereign/shove.check", "sovereign/check.opposed")
@pytest.mark.parametrize(
    ("own", "other", "least"),
    [
        ({"brawl": 1, "exert": 0}, {"brawl": 0, "exert": 0}, 7),
        ({"brawl": 0, "exert": 2}, {"brawl": 0, "exert": 0}, 6),
        ({"brawl": 0, "exert": 0}, {"brawl": 1, "exert": 0}, 9),
        ({"brawl": 0, "exert": 0}, {"brawl": 0, "exert": 2}, 10),
    ],
)
def test_each_uses_the_better_of_brawl_and_exert(
    own: dict[str, int], other: dict[str, int], least: int
) -> None:
    for total, falls in ((least, True), (least - 1, False)):
        table = alone(A=body(strike(bonus=9), skills=own), b=body(skills=other))

        table.act("A", SHOVE, *(["b prone"] if falls else []),
                  dice=f"d20 10 d6 {total // 2} {total - total // 2}")  # fmt: skip

        assert table["b"].prone is falls


@rule("sovereign/shove.check")
def test_strength_counts_on_both_sides() -> None:
    table = alone(A=body(strike(bonus=9), mods=(1, 0, 0, 0, 0)), b=body(mods=(2, 0, 0, 0, 0)))

    table.act("A", SHOVE, "b prone", dice="d20 10 d6 4 5")

    assert table["b"].prone


@rule("sovereign/shove.result", "sovereign/grid.forced-limits")
def test_a_shove_forces_no_nearer_and_into_no_wall_ally_or_height() -> None:
    table = alone(rows=". . . .\nA b # .\n. d . .", d=body())

    table.act("A", SHOVE, "b prone", dice="d20 10 d6 6 6")

    offered = next(keys for _, word, keys in table.asked if word == "shove.result")
    assert offered == ["b prone", "push 1,0"]


@rule("sovereign/shove.result")
def test_a_shove_may_go_away_or_aside() -> None:
    """Not past the shover: that would cut the corner which it holds."""
    table = alone(rows=". . . .\nA b . .\n. . . .")

    table.act("A", SHOVE, "push 2,0", dice="d20 10 d6 6 6")

    offered = next(keys for _, word, keys in table.asked if word == "shove.result")
    assert set(offered) == {
        "b prone", "push 1,0", "push 2,0", "push 2,1", "push 1,2", "push 2,2",
    }  # fmt: skip
    assert not table["b"].prone


@rule("sovereign/grid.forced-limits", "sovereign/fall.damage", "sovereign/fall.prone")
def test_forced_movement_rises_two_feet_and_falls_further() -> None:
    def offered(high: int) -> list[str]:
        heights = f"0 0 {high} 0 0 0"
        table = Table("A b .\n. . .", heights=heights, A=body(strike(bonus=9)), b=body())
        table["b"].main = False
        table.act("A", SHOVE, "b prone", dice="d20 10 d6 6 6")
        return next(keys for _, word, keys in table.asked if word == "shove.result")

    assert "push 2,0" in offered(2)
    assert "push 2,0" not in offered(3)

    table = Table("A b .", heights="10 10 0", A=body(strike(bonus=9)), b=body())
    table["b"].main = False
    table.act("A", SHOVE, "push 2,0", dice="d20 10 d6 6 6 d6 4")

    assert (table["b"].hp, table["b"].prone) == (16, True)


@rule("sovereign/fall.damage", "sovereign/fall.prone")
@pytest.mark.parametrize(("feet", "dice", "hp"), [
    (9, "", 20), (10, "d6 3", 17), (19, "d6 3", 17), (20, "d6 3 3", 14),
])  # fmt: skip
def test_a_fall_counts_full_ten_feet(feet: int, dice: str, hp: int) -> None:
    table = alone()

    table.fall("b", feet, dice)

    assert (table["b"].hp, table["b"].prone) == (hp, hp < 20)


@rule("sovereign/fall.damage")
def test_a_fall_deals_twenty_dice_at_most() -> None:
    table = alone(b=body(hp=100))

    table.fall("b", 300, "d6" + " 1" * 20)

    assert table["b"].hp == 80


# ---- grappling


@rule("sovereign/grapple.attack", "sovereign/grapple.check")
@pytest.mark.parametrize(("face", "second", "held"), [(10, 4, True), (10, 3, False), (9, 0, False)])
def test_a_grapple_needs_an_unarmed_hit_and_a_check(face: int, second: int, held: bool) -> None:
    table = alone(A=body())

    table.act("A", GRAB, dice=f"d20 {face}" + (f" d6 4 {second}" if second else ""))

    assert (table["A"].grappling >= 0) is held
    assert table["b"].hp == 20


@rule("sovereign/grapple.check")
@pytest.mark.parametrize(
    ("own", "other", "least"),
    [((1, 1, 0), (0, 0, 0), 6), ((0, 0, 3), (0, 0, 0), 8), ((0, 0, 0), (1, 1, 0), 10)],
)
def test_only_strength_and_brawl_count(
    own: tuple[int, int, int], other: tuple[int, int, int], least: int
) -> None:
    """Given as STR, Brawl and Exert."""
    for total, held in ((least, True), (least - 1, False)):
        table = alone(
            A=body(mods=(own[0], 0, 0, 0, 0), skills={"brawl": own[1], "exert": own[2]}),
            b=body(mods=(other[0], 0, 0, 0, 0), skills={"brawl": other[1], "exert": other[2]}),
        )

        table.act("A", GRAB, dice=f"d20 10 d6 {total // 2} {total - total // 2}")

        assert (table["A"].grappling >= 0) is held


@rule("sovereign/grapple.one-each")
def test_a_grappler_holds_one_but_one_may_be_held_by_several() -> None:
    table = caught(rows="A b C\nd . .", C=body(), d=body())
    assert table.refused("A", "grapple d with unarmed") == "grapple.one-each"

    table.act("C", GRAB, dice="d20 10 d6 6 6")

    assert table["A"].grappling == table["C"].grappling == table["b"].index


@rule("sovereign/grapple.restraint")
@pytest.mark.parametrize("who", ["A", "b"])
def test_holder_and_held_strike_with_bare_hands_and_go_nowhere(who: str) -> None:
    table = caught(b=body(strike()))
    for unit in table.combat.units:
        unit.main = True
    other = "b" if who == "A" else "A"

    assert table.refused(who, f"attack {other} with sword") == "grapple.restraint"
    assert table.refused(who, f"attack {other} with unarmed") == ""
    for key in ("run", "run with main"):
        assert table.refused(who, key) == "grapple.restraint"


@rule("sovereign/screen.ends-when-helpless", "sovereign/screen.action")
def test_the_grappled_screen_nobody_and_a_grappler_only_whom_it_stands_beside() -> None:
    table = Table("c b A C . D", A=body(screens=1), b=body(), c=body(), C=body(), D=body())
    table.grapple("A", "b")
    assert table.refused("b", "screen") == "screen.ends-when-helpless"

    table.act("A", "screen")

    assert (table.wards("A"), table["A"].step, table.at("A")) == ("C", False, "2,0")
    table["A"].step = True
    table["C"].present = False
    assert table.refused("A", "screen") == "screen.action"


@rule("sovereign/grapple.no-casting")
@pytest.mark.parametrize("who", ["A", "b"])
def test_neither_of_the_two_casts(who: str) -> None:
    table = caught(A=body(spells=["grave-chill"]), b=body(spells=["grave-chill"]))
    table["b"].main = True
    other = "b" if who == "A" else "A"

    assert table.refused(who, f"cast grave-chill at {other}") == "grapple.no-casting"


@rule("sovereign/grapple.damage", "sovereign/turn.dice-order")
def test_every_grappler_hurts_at_the_end_of_the_round_without_a_roll() -> None:
    table = caught(
        rows="A b C\n. . .", C=body(skills={"brawl": 2}), A=body(), b=body(hp=20, shield=True)
    )
    table.grapple("C", "b")
    table["C"].sheet.strikes[0].plus = 2
    table.script([], "d2 1 2")

    turn.end_round(table.combat)

    assert table["b"].hp == 15


@rule("sovereign/grapple.escape")
@pytest.mark.parametrize(("first", "free"), [(4, ["A"]), (3, []), (6, ["A", "C"])])
def test_one_check_is_compared_with_every_grappler(first: int, free: list[str]) -> None:
    """Numbers 8 and 10."""
    table = caught(rows="A b C\n. . .", C=body(skills={"brawl": 2}))
    table.grapple("C", "b")
    table["b"].main = True

    table.act("b", "break free", dice=f"d6 {first} 4")

    assert [name for name in "AC" if table[name].grappling < 0] == free
    assert not table["b"].main


@rule("sovereign/grapple.escape", "sovereign/maneuver.size")
def test_a_big_foe_is_held_less_firmly() -> None:
    table = Table(
        "A b b\nC b b\n. . .",
        A=body(),
        C=body(),
        b=body(size=2),
    )
    table.grapple("A", "b")
    table.grapple("C", "b")

    table.act("b", "break free", dice="d6 3 3")

    assert table["A"].grappling == table["C"].grappling == -1


@rule("sovereign/maneuver.size")
@pytest.mark.parametrize(("humanoid", "least"), [(True, 10), (False, 12)])
def test_checks_against_the_big_are_harder(humanoid: bool, least: int) -> None:
    for total, falls in ((least, True), (least - 1, False)):
        table = Table("A b b .\n. b b .", A=body(strike(bonus=9)), b=body(size=2))
        table["b"].sheet.humanoid = humanoid
        table["b"].main = False

        table.act("A", SHOVE, *(["b prone"] if falls else []),
                  dice=f"d20 10 d6 {total // 2} {total - total // 2}")  # fmt: skip

        assert table["b"].prone is falls


@rule("sovereign/maneuver.size")
def test_the_big_are_not_hampered_against_their_like_nor_the_small() -> None:
    table = Table("A A b b\nA A b b\nc . . .", A=body(size=2), b=body(size=2), c=body())

    assert table.manhandling("A", "b") == 0
    assert table.manhandling("A", "c") == 0
    assert table.manhandling("c", "b") == -2


@rule("sovereign/grapple.release", "sovereign/economy.free")
def test_letting_go_is_free() -> None:
    table = caught()

    table.act("A", "let go")

    assert (table["A"].grappling, table["A"].main, table["A"].step) == (-1, True, True)


@rule("sovereign/grapple.release")
@pytest.mark.parametrize("how", ["holder falls", "parted", "held leaves", "asleep"])
def test_a_grapple_ends_by_itself(how: str) -> None:
    table = caught()
    if how == "holder falls":
        death.drop(table.combat, table["A"], -1, spares=False)
    elif how == "parted":
        table.combat.move(table["b"], 2)
    elif how == "held leaves":
        death.die(table.combat, table["b"], "death.npc")
    else:
        table["A"].asleep = True

    table.settle()

    assert table["A"].grappling == -1


@rule("sovereign/grapple.release")
def test_a_grapple_lasts_while_the_held_lies_fallen_beside() -> None:
    table = caught()
    table["b"].prone = True

    table.settle()

    assert table["A"].grappling == table["b"].index


@rule("sovereign/grapple.move", "sovereign/aoo.forced-movement")
@pytest.mark.parametrize(("second", "goal"), [(4, "2,0"), (3, "1,0")])
def test_a_throw_lands_the_held_prone_and_free(second: int, goal: str) -> None:
    table = caught()

    table.act("A", "drag or throw", *(["throw 2,0"] if second == 4 else []), dice=f"d6 4 {second}")

    assert (table.at("b"), table["b"].prone) == (goal, second == 4)
    assert table["A"].grappling == -1
    assert not table["A"].main


@rule("sovereign/grapple.move-fails")
def test_a_failed_throw_frees_the_held_from_the_thrower_only() -> None:
    table = caught(rows="A b C\n. . .", C=body())
    table.grapple("C", "b")

    table.act("A", "drag or throw", dice="d6 4 3")

    assert (table["A"].grappling, table["C"].grappling) == (-1, table["b"].index)


@rule("sovereign/grapple.move")
def test_other_holders_lose_the_one_that_is_thrown_out_of_their_reach() -> None:
    table = caught(rows=". . . .\nA b . .\nC . . .", C=body())
    table.grapple("C", "b")

    table.act("A", "drag or throw", "throw 2,0", dice="d6 4 4")
    table.settle()

    assert table["C"].grappling == -1


@rule("sovereign/spell.disrupted-round")
@pytest.mark.parametrize("key", [SHOVE, GRAB])
def test_the_shoved_and_the_grappled_cannot_cast_in_that_round(key: str) -> None:
    table = alone(b=body(spells=["grave-chill"]))

    table.act("A", key, *(["b prone"] if key == SHOVE else []), dice="d20 10 d6 6 6")
    changes.set_grappling(table.combat, table["A"], -1, "grapple.release")
    table["b"].main = True
    assert table.refused("b", "cast grave-chill at A") == "spell.disrupted-round"
    table.script([], "")
    turn.end_round(table.combat)

    assert table.refused("b", "cast grave-chill at A") == ""


@rule("sovereign/screen.ends-when-helpless")
def test_the_grappled_no_longer_screen() -> None:
    table = alone(rows="A b d\n. . .", d=body(), A=body())
    table.guard("b", "d")

    table.act("A", GRAB, dice="d20 10 d6 6 6")

    assert table.wards("b") == ""
    assert table["b"].fate != MORTAL


@rule("sovereign/grapple.one-each", "sovereign/grapple.restraint", "sovereign/grapple.release")
def test_the_first_of_the_list_is_held_like_any_other() -> None:
    table = Table("A b c\n. . .", A=body(), b=body(strike()), c=body())
    table.grapple("b", "A")

    assert table["A"].index == 0
    assert table.refused("b", "run") == "grapple.restraint"
    assert table.refused("b", "grapple A with unarmed") == "grapple.one-each"
    assert table.refused("b", "let go") == ""
    table.script([], "d2 1")
    maneuver.squeeze(table.combat)

    assert table["A"].hp == 19
    table.combat.move(table["A"], 3)
    table.combat.move(table["b"], 5)
    table.settle()
    assert table["b"].grappling == -1


@rule("sovereign/maneuver.size")
def test_the_huge_only_if_they_are_humanoid_and_nothing_bigger() -> None:
    for humanoid, no in ((True, ""), (False, "maneuver.size")):
        table = Table("A b b b\n. b b b\n. b b b", A=body(strike(bonus=9)), b=body(size=3))
        table["b"].sheet.humanoid = humanoid

        assert table.refused("A", SHOVE) == no
        assert table.refused("A", GRAB) == no


@rule("sovereign/grapple.move")
def test_a_drag_moves_both_ten_feet_and_keeps_the_hold() -> None:
    table = caught(rows="A b . . .\n. . . . .")

    table.act(
        "A",
        "drag or throw",
        "drag",
        "drag to 1,0 with it at 2,0",
        "drag to 2,0 with it at 3,0",
        dice="d6 4 4",
    )

    assert table["A"].grappling == table["b"].index
    assert (table.at("A"), table.at("b")) == ("2,0", "3,0")
    assert not table["A"].main


@rule("sovereign/grapple.move", "sovereign/grid.forced-limits", "sovereign/grid.ledges")
@pytest.mark.parametrize(("high", "offered"), [(2, True), (3, False)])
def test_nobody_drags_another_up_a_ledge(high: int, offered: bool) -> None:
    table = Table("A b .\n# # #", heights=f"0 0 {high} 0 0 0", A=body(), b=body())
    table.grapple("A", "b")

    found = maneuver.drags(table.combat, table["A"], table["b"])

    assert ((1, 2) in found) is offered


@rule("sovereign/grapple.move", "sovereign/grid.ledges")
@pytest.mark.parametrize(("high", "offered"), [(2, True), (3, False)])
def test_a_grappler_follows_no_farther_than_it_can_step(high: int, offered: bool) -> None:
    """b stands higher; A would take its square."""
    table = Table("A b .\n# # #", heights=f"0 {high} {high} 0 0 0", A=body(), b=body())
    table.grapple("A", "b")

    found = maneuver.drags(table.combat, table["A"], table["b"])

    assert ((1, 2) in found) is offered


@rule("sovereign/death.falls-prone", "sovereign/grapple.damage")
def test_who_is_felled_is_let_go_of_and_squeezed_no_more() -> None:
    table = Table("A b", A=body(strike(bonus=9)), b=body(hp=3))
    table.grapple("A", "b")

    agent = table.script([], "")
    dealing.hurt(table.combat, table["b"], 3, table["A"].index, "damage.roll", spares=False)
    maneuver.squeeze(table.combat)
    table.done(agent)

    assert (table["b"].fate, table["A"].grappling) == (MORTAL, -1)
