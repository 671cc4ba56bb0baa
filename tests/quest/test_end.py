"""How units drop out, how a battle ends, and what the GM decides."""

from __future__ import annotations

import pytest

from affray.rulesets.quest import end
from affray.rulesets.quest.death import drop_out
from affray.rulesets.quest.ruleset import Quest
from affray.rulesets.quest.turn import rounds
from tests.quest.table import Table, unit
from tests.rules import rule

SWORD = ["longsword"]


@rule("quest/death.zero-hit-points")
@pytest.mark.parametrize(("hp", "stands"), [(5, True), (4, False), (1, False)])
def test_a_unit_at_zero_is_defeated_and_not_counted_below(hp: int, stands: bool) -> None:
    table = Table("A b . c", A=unit(weapons=SWORD), b=unit(hp=hp), c=unit())

    table.act("A", "attack b with longsword", "unaimed", dice="d20 15 d8 4")

    assert table["b"].present == stands
    assert table["b"].hp == max(0, hp - 4)


@rule("quest/death.out-of-battle", "quest/channel.not-broken-by-damage")
def test_the_defeated_drop_what_they_held_and_take_no_part() -> None:
    table = Table(
        "A b . c",
        A=unit(weapons=SWORD),
        b=unit(hp=1, agi=5, mp=9, weapons=["mace", "dagger"], spells=["stone-skin"]),
        c=unit(),
    )
    table.act("b", "cast stone-skin with aa", "no option")

    table.act("A", "attack b with longsword", "unaimed", dice="d20 15 d8 8")

    assert table.lying() == ["mace at 1,0"]
    assert not table["b"].kept
    assert "attack b with longsword" not in table.offers("A")
    table.act("A", "move", "move 2,0")  # no zone left
    table.start("b")
    assert table.combat.active != table["b"].index


@rule("quest/death.killed", "quest/death.after-battle", "quest/gm.options")
def test_by_mercy_the_winners_fallen_live_with_one_hit_point_but_the_killed_do_not() -> None:
    for mercy in (False, True):
        table = Table(
            "A B C b",
            A=unit(weapons=SWORD),
            B=unit(),
            C=unit(weapons=SWORD),
            b=unit(hp=1),
            options={"mercy": mercy},
        )
        drop_out(table.combat, table["B"], 1, "death.zero-hit-points")
        drop_out(table.combat, table["A"], 2, "death.killed")
        table.act("C", "attack b with longsword", "unaimed", dice="d20 15 d8 8")
        rules = Quest()
        assert rules.marks(table.combat, table["B"].index)[0] == ("survives" if mercy else "dead")
        assert rules.marks(table.combat, table["A"].index)[0] == "dead"
        assert rules.marks(table.combat, table["b"].index)[0] == "dead"
        assert rules.aftermath(table.combat, table["B"].index)["hp"] == int(mercy)


@rule("quest/end.one-team-left", "quest/end.checked-at-once", "quest/setup.teams")
def test_the_battle_ends_in_mid_turn_when_one_team_is_left() -> None:
    table = Table("A b .", A=unit(weapons=SWORD, feats=["flurry"]), b=unit(hp=1))

    table.act("A", "attack b with longsword", "unaimed", dice="d20 15 d8 8")

    assert table.combat.outcome == "end.one-team-left"
    assert table.combat.winner == 0


@rule("quest/end.one-team-left")
def test_with_three_teams_it_goes_on_until_one_is_left() -> None:
    table = Table("A b c .", A=unit(weapons=SWORD), b=unit(hp=1), c=unit())
    table["c"].side = 2

    table.act("A", "attack b with longsword", "unaimed", dice="d20 15 d8 8")

    assert table.combat.outcome == ""


@rule("quest/end.checked-at-once")
def test_an_area_spell_stops_when_the_battle_is_over() -> None:
    table = Table(
        "A . . . b B", A=unit(mp=9, spells=["storm-column"]), b=unit(hp=1), B=unit(), order="AbB"
    )
    table["A"].casting = 0
    table["A"].paid_aa = table["A"].paid_ma = 1

    table.act("A", "cast storm-column with aa", "no option", "at 4,0", dice="d20 15 d6 1 1 1 1")

    assert table["B"].hp == 50
    assert table.combat.outcome


@rule("quest/end.flee")
def test_a_unit_on_the_edge_may_leave_the_map_for_a_step() -> None:
    table = Table(". A . . . . . b\n. . . . . . . c", A=unit(), b=unit(), c=unit())

    table.act("A", "move", "flee 0,0")

    assert table["A"].fate == 3
    assert table.combat.outcome == "end.one-team-left"
    assert table.combat.winner == 1


@rule("quest/end.flee")
def test_fleeing_needs_the_points_at_the_present_rate() -> None:
    table = Table(
        """
        . . . . .
        . . A . .
        . . b . .
        """,
        A=unit(),
        b=unit(agi=-1),
    )
    table["A"].prone = True
    offers = table.offers("A", "move")

    assert "flee 2,0" in offers  # 3 for the step, 3 to leave
    table["A"].set_wounds(1, 1)
    assert not [one for one in table.offers("A", "move") if one.startswith("flee")]


@rule("quest/end.surrender")
def test_giving_up_is_free_and_takes_the_unit_out() -> None:
    table = Table("A B . b", A=unit(), B=unit(), b=unit())

    table.act("A", "give up")

    assert table["A"].fate == 4
    assert table.combat.at(0) is None
    assert table.combat.outcome == ""
    table.act("B", "give up")
    assert table.combat.winner == 1


@rule("quest/end.surrender")
def test_giving_up_is_legal_without_being_listed() -> None:
    table = Table("A . b", A=unit(), b=unit())
    choice = table.question("A")

    assert choice is not None
    assert "give up" not in [choice.key(one) for one in choice.answers()]
    assert choice.allows(choice.read("give up"))


@rule("quest/end.mp-refilled")
def test_the_victors_that_are_still_active_regain_all_mp_and_nothing_else() -> None:
    """Victor at 2 of 12 MP: 12 of 12; its hit points stay."""
    table = Table(
        "A B C b",
        A=unit(weapons=SWORD, mp=12),
        B=unit(mp=12),
        C=unit(weapons=SWORD),
        b=unit(hp=1, mp=5),
    )
    table["A"].mp = 2
    table["A"].hp = 30
    table["A"].set_wounds(1, 1)
    table["B"].mp = 3
    table["b"].mp = 1
    drop_out(table.combat, table["B"], 3, "end.flee")

    table.act("C", "attack b with longsword", "unaimed", dice="d20 15 d8 8")

    assert (table["A"].mp, table["A"].hp, table["A"].wounds[1]) == (12, 30, 1)
    assert table["B"].mp == 3
    assert table["b"].mp == 1


@rule("quest/end.battle-effects-cease")
def test_effects_of_battle_cease_at_its_end() -> None:
    table = Table(
        "A B b .", A=unit(mp=9, spells=["stone-skin"]), B=unit(weapons=SWORD), b=unit(hp=1)
    )
    table.act("A", "cast stone-skin with aa", "no option", "target A")
    table["A"].boost_dodge = 1
    table["A"].disengaged = True

    table.act("B", "attack b with longsword", "unaimed", dice="d20 15 d8 8")

    a = table["A"]
    assert (a.boost_dodge, a.disengaged, a.effects, a.kept) == (0, False, [], [])


@rule("quest/end.nobody-left")
def test_if_all_drop_out_by_one_result_there_is_no_victor_and_no_mp() -> None:
    table = Table("A . b", A=unit(mp=9), b=unit(mp=9))
    table["A"].mp = table["b"].mp = 1
    for name in "Ab":
        drop_out(table.combat, table[name], 1, "death.zero-hit-points")

    end.conclude(table.combat)

    assert table.combat.outcome == "end.nobody-left"
    assert table.combat.winner == -1
    assert (table["A"].mp, table["b"].mp) == (1, 1)


@rule("quest/end.round-limit")
def test_after_the_last_round_there_is_no_victor() -> None:
    table = Table("A . b", A=unit(mp=5), b=unit(), rounds=2)
    table["A"].mp = 1
    table.next_round()
    assert table.combat.outcome == ""
    table.next_round()

    assert table.combat.outcome == "end.round-limit"
    assert table.combat.round == 2
    assert table.combat.winner == -1
    assert table["A"].mp == 1
    assert Table("A . b", A=unit(), b=unit()).combat.round_limit == 100


# ---- the GM ------------------------------------------------------------------------------------


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


@rule("quest/setup.battle-is-turn-based")
def test_a_battle_is_played_by_steps_of_its_procedures() -> None:
    table = Table("A . b", opening=True, A=unit(agi=1), b=unit())

    table.step()
    assert table.combat.active == -1
    table.step()
    assert table.order() == "A b"
    table.step("act")
    assert table.combat.active == table["A"].index
    assert rounds.step is not None


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


@rule("quest/wound.after-battle", "quest/death.after-battle")
def test_lasting_wounds_are_carried_on_from_the_battle_and_disrupting_ones_are_not() -> None:
    table = Table("A . b", A=unit(mp=4), b=unit())
    for kind in range(4):
        table["A"].set_wounds(kind, kind + 1)
    drop_out(table.combat, table["b"], 1, "death.zero-hit-points")
    table.begin_turn("A")
    table.step("end turn")

    assert Quest().aftermath(table.combat, 0) == {
        "hp": 50,
        "mp": 4,
        "fatal": 1,
        "slowing": 2,
        "weakening": 3,
    }


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
