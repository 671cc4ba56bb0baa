"""Screening: whom, against whom, how often, and who is struck."""

from __future__ import annotations

import pytest

from affray.core.errors import IllegalError
from affray.rulesets.sovereign import condition, death, turn
from affray.rulesets.sovereign.sheet.sheet import Sheet
from tests.rules import rule
from tests.sovereign.table import Table, body, strike
from tests.sovereign.test_library import begun

HIT = "attack b with sword"
ROWS = """
A b .
. c .
"""


def screener(skill: int = 1, str_: int = 0, **more: object) -> Sheet:
    """Number 8 + the modifiers; as many attackers as the skill."""
    return body(
        mods=(str_, 0, 0, 0, 0),
        skills={"stab": skill},
        screens=max(0, skill),
        **more,  # type: ignore[arg-type]
    )


def guarded(*sword: object, c: Sheet | None = None, rows: str = ROWS, **more: Sheet) -> Table:
    """A strikes at b, whom c screens; nobody has a Main left but A."""
    one = sword[0] if sword else strike(bonus=9)
    table = Table(rows, A=body(one), b=body(), c=c or screener(), **more)  # type: ignore[arg-type]
    table.guard("c", "b")
    for name in ("b", "c"):
        table[name].main = False
    return table


def screens_asked(table: Table) -> list[str]:
    return [who for who, word, _ in table.asked if word == "screen.optional"]


@rule("sovereign/screen.action", "sovereign/screen.one-ward", "sovereign/economy.move")
def test_screening_takes_the_move_and_names_one_adjacent_ally() -> None:
    table = Table("A . C D\n. . . b", A=body(), C=body(), D=body(), b=body())

    table.act("A", "screen", "move 2,1", "guard D")

    assert (table["A"].step, table["A"].main) == (False, True)
    assert table.wards("A") == "D"
    assert [keys for _, word, keys in table.asked if word == "screen.one-ward"] == [
        ["guard C", "guard D"]
    ]


@rule("sovereign/screen.action")
def test_a_screener_must_end_beside_an_ally() -> None:
    table = Table("A . . . C b\n. . . . . .", A=body(), C=body(), b=body())

    with pytest.raises(IllegalError, match=r"no ally is beside it \[screen.action\]"):
        table.act("A", "screen", "move 2,0")
    table["A"].step = True
    with pytest.raises(IllegalError, match=r"screen.action"):
        table.act("A", "screen", "move 1,0 2,0")
    table["A"].step = True
    table.act("A", "screen", "move 1,0 2,1 3,1")

    assert (table.at("A"), table.wards("A")) == ("3,1", "C")


@rule("sovereign/screen.action")
@pytest.mark.parametrize(("far", "no"), [(7, ""), (8, "screen.action")])
def test_nobody_screens_without_an_ally_to_end_beside(far: int, no: str) -> None:
    row = " ".join(["A", *["."] * (far - 1), "C", "b"])
    table = Table(row, A=body(), C=body(), b=body())

    assert table.refused("A", "screen") == no


@rule("sovereign/screen.duration", "sovereign/turn.start-of-next-turn")
def test_a_screen_outlasts_the_round_to_the_screener_s_next_turn() -> None:
    table = Table("A C b", A=body(), C=body(), b=body())
    table.guard("A", "C")
    table.script([], "")
    turn.end_round(table.combat)
    turn.begin_round(table.combat)
    assert table.wards("A") == "C"

    turn.begin_turn(table.combat, table["A"])

    assert table.wards("A") == ""


@rule("sovereign/screen.proximity")
def test_a_screen_that_ended_does_not_resume() -> None:
    table = guarded()
    table.combat.move(table["c"], 2)
    condition.part_screens(table.combat)
    assert table.wards("c") == "b"

    table = guarded(rows="A b . .\n. c . .")
    table.act("c", "go prone")
    table["c"].step = True
    table.act("c", "run", "move 3,1")
    table["c"].step = True
    table.act("c", "run", "move 2,1")

    assert table.wards("c") == ""


@rule("sovereign/screen.opposed-check")
@pytest.mark.parametrize(
    ("mods", "skills", "number"),
    [
        ((1, 0), {"stab": 1, "brawl": 0}, 10),
        ((0, 2), {"stab": 1, "brawl": 0}, 11),
        ((0, 0), {"stab": 0, "brawl": 2}, 10),
        ((0, 0), {"stab": 0, "brawl": 0, "shoot": 4}, 8),
    ],
)
def test_the_screener_s_number_knows_the_better_of_each_but_not_shoot(
    mods: tuple[int, int], skills: dict[str, int], number: int
) -> None:
    table = Table("A b", A=body(), b=body(mods=(*mods, 0, 0, 0), skills=skills))

    assert table.screen_number("b") == number


@rule("sovereign/screen.opposed-check", "sovereign/check.npc")
def test_an_npc_screens_and_strikes_through_with_its_skill_modifier() -> None:
    npc = body(npc=True, skill=2, screens=2)
    table = Table(ROWS, A=body(strike(bonus=9), npc=True, skill=1), b=body(), c=npc)
    table.guard("c", "b")

    assert table.screen_number("c") == 10
    table.act("A", HIT, "screen", dice="d6 4 5 d20 10 d8 4")

    assert table["b"].hp == 16


@rule("sovereign/screen.opposed-check")
@pytest.mark.parametrize(("mods", "second", "struck"), [
    ((1, 0), 4, "b"), ((1, 0), 3, "c"), ((0, 1), 4, "b"), ((0, -2), 4, "c"),
])  # fmt: skip
def test_the_attacker_adds_the_better_of_str_and_dex_and_the_skill_of_its_attack(
    mods: tuple[int, int], second: int, struck: str
) -> None:
    """Number 9; the sword is used at level 0."""
    table = guarded()
    table["A"].sheet.mods = [*mods, 0, 0, 0]

    table.act("A", HIT, "screen", dice=f"d6 4 {second} d20 10 d8 4")

    assert table[struck].hp == 16


@rule("sovereign/screen.opposed-check")
def test_the_level_of_the_skill_used_counts() -> None:
    sword = strike(bonus=9)
    sword.level = 2
    table = guarded(sword)

    table.act("A", HIT, "screen", dice="d6 4 3 d20 10 d8 4")

    assert table["b"].hp == 16


@rule("sovereign/screen.redirect", "sovereign/screen.before-roll")
def test_the_screener_s_own_armour_and_posture_count() -> None:
    for ac, prone, face, hp in (
        (15, False, 6, 16),
        (15, False, 5, 20),
        (15, True, 4, 16),
        (15, True, 3, 20),
    ):
        table = guarded(c=screener(ac=ac))
        table["c"].prone = prone

        dice = f"d6 1 1 d20 {face}" + (" d8 4" if hp < 20 else "")
        table.act("A", HIT, "screen", dice=dice)

        assert (table["b"].hp, table["c"].hp) == (20, hp)


@rule("sovereign/screen.redirect")
def test_the_screener_is_asked_for_its_own_responses() -> None:
    table = guarded()
    table["c"].main = True

    table.act("A", HIT, "screen", "c total defense", dice="d6 1 1 d20 2")

    assert table["c"].total


@rule("sovereign/screen.redirect")
def test_reach_is_not_looked_at_again() -> None:
    table = guarded(rows="A b c\n. . .")

    table.act("A", HIT, "screen", dice="d6 1 1 d20 10 d8 4")

    assert table["c"].hp == 16


@rule("sovereign/screen.limit")
def test_different_attackers_count_but_further_attacks_of_one_do_not() -> None:
    table = guarded(rows="A b .\nD c .", D=body(strike(bonus=9)))

    table.act("A", HIT, "screen", dice="d6 6 6 d20 10 d8 4")
    table["A"].main = True
    table.act("A", HIT, "screen", dice="d6 1 1 d20 10 d8 4")
    assert (table["b"].hp, table["c"].hp) == (16, 16)
    table.act("D", HIT, dice="d20 10 d8 4")

    assert table["b"].hp == 12


@rule("sovereign/screen.limit")
def test_skill_two_screens_two_attackers_and_a_new_round_begins_anew() -> None:
    table = guarded(c=screener(2), rows="A b .\nD c E", D=body(strike(bonus=9)), E=body(strike()))
    for name in "AD":
        table.act(name, HIT, "screen", dice="d6 1 1 d20 10 d8 4")
    assert table["c"].hp == 12
    table.act("E", HIT, dice="d20 1")
    assert screens_asked(table) == []
    table.script([], "")
    turn.end_round(table.combat)
    turn.begin_round(table.combat)
    table["b"].main = table["c"].main = False

    table.act("E", HIT, "screen", dice="d6 1 1 d20 1")

    assert screens_asked(table) == ["c"]


@rule("sovereign/screen.limit", "sovereign/screen.optional")
def test_a_screener_that_lets_a_blow_pass_keeps_its_use() -> None:
    table = guarded(rows="A b .\nD c .", D=body(strike(bonus=9)))
    table.act("A", HIT, "do not screen", dice="d20 10 d8 4")
    assert table["b"].hp == 16

    table.act("D", HIT, "screen", dice="d6 1 1 d20 10 d8 4")

    assert table["c"].hp == 16


@rule("sovereign/screen.needs-skill")
@pytest.mark.parametrize(("skill", "asked"), [(0, []), (1, ["c"])])
def test_skill_one_is_the_least_that_screens(skill: int, asked: list[str]) -> None:
    table = guarded(c=screener(skill))

    dice = "d6 1 1 d20 10 d8 4" if asked else "d20 10 d8 4"
    table.act("A", HIT, *(["screen"] if asked else []), dice=dice)

    assert screens_asked(table) == asked


@rule("sovereign/screen.needs-skill", "sovereign/screen.limit")
def test_the_limit_of_a_sheet_is_its_best_combat_skill() -> None:
    assert begun("joss-fenn").sheet.screens == 0
    assert begun("hesk-dargan").sheet.screens == 2
    assert begun("gate-serjeant").sheet.screens == 2
    assert begun("toll-cutter").sheet.screens == 0


@rule("sovereign/screen.several")
def test_equal_screeners_settle_it_among_themselves() -> None:
    table = guarded(rows="A b d\n. c .", d=screener())
    table.guard("d", "b")
    table["d"].main = False

    table.act("A", HIT, "screen", "screen", "d takes it", dice="d6 1 1 d20 10 d8 4")

    assert table["d"].hp == 16


@rule("sovereign/screen.feasible")
def test_a_body_does_not_stop_the_blow_of_a_giant_but_its_missile() -> None:
    big = body(strike(bonus=9, reach=2), size=2)
    table = Table("A A b .\nA A c .", A=big, b=body(), c=screener())
    table.guard("c", "b")
    table["b"].main = table["c"].main = False
    table.act("A", HIT, dice="d20 10 d8 4")
    assert screens_asked(table) == []

    bow = body(strike(bonus=9, far=(9, 9)), size=2)
    table = Table("A A . b .\nA A . c .", A=bow, b=body(), c=screener())
    table.guard("c", "b")
    table["b"].main = table["c"].main = False
    table.act("A", HIT, "screen", dice="d6 1 1 d20 10 d8 4")

    assert table["c"].hp == 16


@rule("sovereign/screen.ranged")
def test_arrows_from_any_side_can_be_screened() -> None:
    table = guarded(strike(bonus=9, far=(9, 9)), rows="A . . b\n. . . c")

    table.act("A", HIT, "screen", dice="d6 1 1 d20 10 d8 4")

    assert table["c"].hp == 16


@rule("sovereign/screen.all-kinds")
def test_attacks_of_opportunity_are_screened() -> None:
    table = guarded(rows="A b .\n. c .")
    table["b"].prone = True

    table.act("b", "stand up", "A strikes with sword", "screen", dice="d6 1 1 d20 10 d8 4")

    assert (table["b"].hp, table["c"].hp) == (20, 16)


@rule("sovereign/screen.all-kinds")
def test_snap_attacks_are_screened() -> None:
    table = guarded()
    table["b"].main = True
    table["b"].sheet.strikes[0].bonus = 0

    table.act(
        "b",
        "attack A with unarmed",
        "A snap at b with sword",
        "screen",
        dice="d6 1 1 d20 10 d8 4 d20 1",
    )

    assert (table["b"].hp, table["c"].hp) == (20, 16)


@rule("sovereign/screen.all-kinds")
def test_a_redirected_swarm_keeps_its_bonuses() -> None:
    table = guarded(strike(), c=screener(ac=12), rows="A b .\nD c .", D=body(strike()))
    table.act("D", "swarm b with sword", "wait")

    table.act(
        "A", "swarm b with sword", "A strikes with sword", "screen", dice="d6 1 1 d20 10 d8 4"
    )

    assert table["c"].hp == 15


@rule("sovereign/screen.ends-when-helpless")
@pytest.mark.parametrize("how", ["felled", "grappled", "asleep"])
def test_a_fallen_screener_screens_nobody(how: str) -> None:
    table = guarded(rows="A b .\nD c .", D=body())
    if how == "felled":
        death.drop(table.combat, table["c"], -1, spares=False)
    elif how == "grappled":
        table.grapple("D", "c")
    else:
        table["c"].asleep = True

    table.act("A", HIT, dice="d20 10 d8 4")

    assert screens_asked(table) == []
    assert table["b"].hp == 16


@rule("sovereign/screen.feasible")
def test_without_a_line_of_sight_nobody_screens() -> None:
    table = Table(
        "A . . b\n# # # #\n. . . c",
        A=body(strike(bonus=9, far=(9, 9))),
        b=body(),
        c=screener(),
    )
    table.guard("c", "b")
    table["b"].main = table["c"].main = False

    table.act("A", HIT, dice="d20 10 d8 4")

    assert screens_asked(table) == []


@rule("sovereign/screen.proximity", "sovereign/screen.redirect")
def test_the_first_of_the_list_is_a_ward_like_any_other() -> None:
    table = Table("A b\nC .", A=body(), b=body(strike(bonus=9)), C=screener())
    table["A"].main = table["C"].main = False
    table.guard("C", "A")

    table.act("b", "attack A with sword", "screen", dice="d6 1 1 d20 10 d8 4")

    assert (table["A"].index, table["A"].hp, table["C"].hp) == (0, 20, 16)
    table.combat.move(table["A"], 3)
    table.guard("C", "A")
    table.act("C", "go prone")
    table.combat.move(table["C"], 2)
    condition.part_screens(table.combat)
    assert table.wards("C") == "A"


@rule("sovereign/screen.one-ward", "sovereign/economy.main-as-move")
def test_two_moves_cover_two_wards() -> None:
    table = guarded(rows="A b d\n. c .", d=body())
    table["c"].main = table["c"].step = True
    table["d"].main = False
    table.act("c", "screen", "stay", "guard b")
    table.act("c", "screen with main", "stay", "guard d")

    assert table.wards("c") == "bd"
    table.act("A", HIT, "screen", dice="d6 1 1 d20 10 d8 4")
    table["A"].main = True
    table.combat.move(table["A"], 5)
    table.act("A", "attack d with sword", "screen", dice="d6 1 1 d20 10 d8 4")
    assert table["c"].hp == 12
