"""What the game master decides."""

from __future__ import annotations

import pytest

from affray.rulesets.quest.death import drop_out
from tests.quest.table import Table, unit
from tests.rules import rule

SWORD = ["longsword"]


@rule("quest/gm.will-to-fight")
@pytest.mark.parametrize(
    ("hp", "gone", "asked"),
    [(50, False, False), (12, False, True), (13, False, False), (50, True, True)],
)
def test_the_gm_is_asked_about_a_units_heart(hp: int, gone: bool, asked: bool) -> None:
    table = Table("A . b c", A=unit(), b=unit(), c=unit(), npcs="bc")
    table["b"].hp = hp
    if gone:
        drop_out(table.combat, table["c"], 1, "death.zero-hit-points")

    table.start("b", "act", *(["gm: fight on"] if asked else []))

    assert table["b"].present


@rule("quest/gm.will-to-fight", "quest/end.surrender", "quest/end.flee")
def test_by_default_gm_units_fight_to_the_end_but_may_give_up_or_flee() -> None:
    table = Table("A . b c", A=unit(), b=unit(), c=unit(), npcs="bc")
    table["b"].hp = table["c"].hp = 5
    table.start("b", "act", "gm: give up")
    assert table["b"].fate == 4
    table.combat.phase = 3
    table.start("c", "act", "gm: flee")
    assert table["c"].fleeing
    table.act("c", "move", "flee 3,0")
    assert table["c"].fate == 3


@rule("quest/gm.will-to-fight")
def test_players_units_are_their_own_business() -> None:
    table = Table("A . b", A=unit(), b=unit(), npcs="b")
    table["A"].hp = 1

    table.start("A", "act")

    assert table.combat.phase == 4


@rule("quest/gm.will-to-fight")
@pytest.mark.parametrize(("gone", "asked"), [(2, False), (3, True)])
def test_two_of_five_are_not_half_and_three_are(gone: int, asked: bool) -> None:
    table = Table(
        "A . b c d e f",
        A=unit(),
        b=unit(),
        c=unit(),
        d=unit(),
        e=unit(),
        f=unit(),
        npcs="b",
    )
    for name in "fed"[:gone]:
        drop_out(table.combat, table[name], 1, "death.zero-hit-points")

    table.start("b", "act", *(["gm: fight on"] if asked else []))

    assert table["b"].present


@rule("quest/gm.will-to-fight")
@pytest.mark.parametrize(("hp", "asked"), [(12, True), (13, False)])
def test_a_quarter_of_the_hit_points_is_counted_exactly(hp: int, asked: bool) -> None:
    table = Table("A . b c d", A=unit(), b=unit(hp=48), c=unit(), d=unit(), npcs="b")
    table["b"].hp = hp

    table.start("b", "act", *(["gm: fight on"] if asked else []))

    assert table["b"].present


@rule("quest/gm.will-to-fight", "quest/initiative.opening-attack")
def test_one_felled_before_the_lineup_was_built_is_a_loss_of_its_team() -> None:
    table = Table(
        "A b . c",
        opening=True,
        instigators="A",
        A=unit(agi=-1, weapons=["longsword"]),
        b=unit(hp=1),
        c=unit(),
        npcs="c",
    )
    table.step()
    table.step("attack b with longsword", "unaimed", dice="d20 15 d8 1")
    table.step()
    assert table.order() == "c A"

    table.start("c", "act", "gm: fight on")

    assert table["c"].present


@rule("quest/gm.speech")
def test_a_speech_is_told_of_every_gm_unit_by_name_and_moves_the_one_that_is_named() -> None:
    table = Table("A . b c d", A=unit(), b=unit(), c=unit(), d=unit(), npcs="bcd")
    table["c"].fleeing = True

    assert table.offers("A", "talk for ba") == [
        "nothing",
        "b gives up",
        "b flees",
        "c gives up",
        "d gives up",
        "d flees",
    ]
    table.act("A", "talk for ba", "gm: d flees")
    assert [table[name].fleeing for name in "bcd"] == [False, True, True]
    table.act("A", "talk for ba", "gm: d gives up")
    assert [table[name].present for name in "bcd"] == [True, True, False]


@rule("quest/gm.speech")
def test_the_gm_may_have_one_who_flees_give_up() -> None:
    table = Table("A . b c", A=unit(), b=unit(), c=unit(), npcs="c")
    table["c"].fleeing = True

    table.act("A", "talk for ba", "gm: c gives up")

    assert table["c"].fate == 4


@rule("quest/gm.speech", "quest/death.out-of-battle")
def test_a_speech_is_not_told_of_the_gone_nor_of_players_units() -> None:
    table = Table("A B . b c d", A=unit(), B=unit(), b=unit(), c=unit(), d=unit(), npcs="bc")
    drop_out(table.combat, table["c"], 1, "death.zero-hit-points")

    assert table.offers("A", "talk for ba") == ["nothing", "b gives up", "b flees"]


@rule("quest/gm.will-to-fight")
def test_one_set_to_flee_is_not_asked_about_again_and_neither_attacks_nor_casts() -> None:
    coward = unit(mp=9, weapons=SWORD, items=["oil-flask"], spells=["ember-dart"])
    table = Table("A b c .", A=unit(), b=coward, c=unit(), npcs="b")
    table["b"].fleeing = True
    table["b"].hp = 5

    table.start("b", "act")

    for key in (
        "attack A with longsword",
        "extra attack A with longsword",
        "throw oil-flask at A",
        "cast ember-dart with aa",
    ):
        assert table.why_not("b", key) == "gm.will-to-fight"


@rule("quest/gm.will-to-fight", "quest/setup.unthralled-vanish-at-start")
def test_a_summons_dismissed_in_the_battle_is_a_loss_of_its_team() -> None:
    table = Table(
        "A . b c", A=unit(), b=unit(), c=unit(), npcs="bc", summoned={"c": "b"}, order="bAc"
    )
    table.act("b", "dismiss c")
    table.next_round()

    table.start("b", "act", "gm: fight on")

    assert table["c"].fate == 5


@rule("quest/gm.speech")
def test_any_gm_unit_may_heed_a_speech_the_speaker_too() -> None:
    table = Table("A . b c", npcs="bc", A=unit(), b=unit(), c=unit())

    table.act("b", "talk for ba", "gm: b gives up")

    assert not table["b"].present
