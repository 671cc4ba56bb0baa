"""How units drop out, and how a battle ends."""

from __future__ import annotations

import pytest

from affray import start
from affray.core.setup import Objective, SideSetup
from affray.rulesets.quest import end
from affray.rulesets.quest.death import drop_out
from affray.rulesets.quest.ruleset import Quest
from affray.rulesets.quest.turn import rounds
from tests.quest.table import Table, refused, unit
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
    table.combat.side_ids = [*table.combat.side_ids, "third"]
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


@rule("quest/end.flee", "quest/move.occupied-spaces")
def test_one_may_leave_the_map_through_an_allys_space_on_its_edge() -> None:
    table = Table("# # # #\nB A . b\n# # # #", A=unit(), B=unit(), b=unit(agi=-1))

    assert "flee 0,1" in table.offers("A", "move")
    assert "move 0,1" not in table.offers("A", "move")
    table.act("A", "move", "flee 0,1")

    assert not table["A"].present
    assert table.at("B") == "0,1"


@rule("quest/end.flee", "quest/move.occupied-spaces")
def test_one_held_up_in_an_allys_space_on_its_flight_goes_back() -> None:
    table = Table(
        "# # # #\nB A . .\n# b # #",
        A=unit(movement=2),
        B=unit(),
        b=unit(weapons=SWORD),
        order="AbB",
    )

    table.act(
        "A",
        "move",
        "flee 0,1",
        "b: strike A with longsword slowing",
        dice="d20 15 d8 6",
    )

    assert table.at("A") == "1,1"
    assert table.combat.recount() == ""


@rule("quest/end.flee", "quest/move.pool", "quest/freehit.leaving-zone")
def test_the_way_off_the_map_can_be_spelled_step_by_step() -> None:
    """The straight way leaves the zone of b; the way round it does not."""
    rows = ". . . .\n. A . .\n. . . .\n. b . ."
    table = Table(rows, A=unit(movement=4), b=unit(weapons=SWORD))
    choice = table.question("A", ["move"])
    assert choice is not None
    answer = choice.read("flee 2,1 3,0")
    assert choice.key(answer) == "flee 2,1 3,0"
    assert choice.allows(answer)
    assert choice.option(answer).verb == "flee"
    with refused("end.flee"):
        choice.read("flee 2,1 2,2")  # no edge there
    with refused("move.pool"):
        choice.read("flee 2,1 1,1 0,1 0,0")  # 4 points, and 1 to leave
    with refused("move.occupied-spaces"):
        choice.read("flee 1,2 1,3")
    with refused("move.map-edge"):
        choice.read("flee 2,1 9,9")

    table.act("A", "move", "flee 2,1 3,0")

    assert table["A"].fate == 3


@rule("quest/end.flee", "quest/move.fall")
@pytest.mark.parametrize("key", ["flee 2,1 3,0", "flee 0,0", "jump 2,1 3,2", "jump 1,2 2,2 3,2"])
def test_a_way_by_hand_comes_back_from_its_answer_as_it_was_spelled(key: str) -> None:
    table = Table(". . . .\n. A . .\n. . . v\n. . . b", A=unit(), b=unit(agi=-1))
    choice = table.question("A", ["move"])
    assert choice is not None

    answer = choice.read(key)

    assert choice.key(answer) == key
    assert choice.allows(answer)
    assert key.endswith(choice.option(answer).key.split()[-1])


@rule("quest/end.battle-effects-cease")
def test_nothing_of_a_turn_or_a_round_outlasts_the_battle() -> None:
    table = Table("A b", A=unit(mp=9, spells=["stone-skin", "storm-column"]), b=unit(hp=1))
    table.act("A", "cast stone-skin with aa", "no option")
    table.act("A", "cast storm-column with ma")
    a = table["A"]
    a.boost_damage = a.boost_hit = a.boost_dodge = a.fresh = a.paid_aa = 1
    a.wounds = (1, 1, 1, 1)
    a.disengaged = a.split = True
    table["A"].aa = 1

    table.act("A", "attack b with unarmed", "unaimed", dice="d20 15 d2 1")

    assert table.combat.outcome
    assert (a.boost_damage, a.boost_hit, a.boost_dodge, a.fresh) == (0, 0, 0, 0)
    assert (a.casting, a.paid_aa, a.paid_ma, a.paid_now, a.split) == (-1, 0, 0, False, False)
    assert (a.disengaged, a.kept, a.effects) == (False, [], [])
    assert a.wounds == (1, 1, 1, 0)


@rule("quest/end.flee")
def test_one_who_means_to_flee_and_is_stopped_on_the_way_does_not_leave_from_there() -> None:
    rows = """
        # # # #
        # A b .
        # # # #
    """
    table = Table(rows, hidden="b", A=unit(), b=unit(agi=-1))

    table.act("A", "move", "flee 3,1")

    assert table["A"].present
    assert table.at("A") == "1,1"


@rule("quest/end.surrender", "quest/turn.cannot-act")
def test_the_seat_of_a_helpless_unit_may_give_up_on_its_turn() -> None:
    table = Table("A B . b", A=unit(), B=unit(), b=unit())
    table.give("A", "paralysed")

    table.act("A", "give up")

    assert not table["A"].present
    assert table["A"].fate == 4


@rule("quest/end.surrender")
def test_people_are_shown_that_they_may_give_up_and_programs_are_not() -> None:
    fight = start("quest", "toll-bridge", seed=1)
    while fight.choice.choice.kind != "action":
        fight.choose(fight.choice.fallback)

    assert "give up" in fight.choice.keys
    surrender = fight.choice.choice.read("give up")
    assert surrender not in fight.choice.choice.answers()
    fight.choose("give up")

    assert [one.what for one in fight.events if one.name == "fell"] == ["surrendered"]


@rule("quest/end.flee", "quest/freehit.leaving-zone", "quest/disengage.whole-round-all-zones")
def test_fleeing_leaves_every_zone_at_once_unless_disengaged() -> None:
    rows = "b . .\nA B ."
    sword = unit(weapons=SWORD)
    table = Table(rows, A=sword, B=sword, b=unit(hp=9), order="ABb")
    table.act(
        "b", "move", "flee 0,0", "A: strike b with longsword unaimed", "B: pass", dice="d20 15 d8 6"
    )  # fmt: skip
    assert (table["b"].fate, table["b"].hp) == (3, 3)
    careful = Table(rows, A=sword, B=sword, b=unit(hp=9))
    careful.act("b", "disengage for aa")
    careful.act("b", "move", "flee 0,0")
    assert careful.combat.outcome == "end.one-team-left"


# ---- objectives ----------------------------------------------------------------------------------


def aims(table: Table, *objectives: Objective) -> None:
    """Let the encounter state objectives."""
    table.combat.objectives = list(objectives)
    table.combat.counts = [0] * len(objectives)


def ended(table: Table) -> tuple[str, int]:
    return table.combat.outcome, table.combat.winner


@rule("quest/end.objective")
@pytest.mark.parametrize(("when", "at"), [("", 0), ("turn-end", 1), ("round-end", 2)])
def test_a_zone_is_reached_at_once_or_when_the_encounter_looks(when: str, at: int) -> None:
    table = Table("A . . . . b", A=unit(), b=unit())
    aims(table, Objective("reached", 0, True, cells=[2, 3], when=when))

    table.act("A", "move", "move 2,0")
    assert bool(table.combat.outcome) == (at == 0)
    if at > 0:
        table.end("A", "keep facing")
        assert bool(table.combat.outcome) == (at == 1)
    if at > 1:
        table.next_round()

    assert ended(table) == ("end.objective", 0)


@rule("quest/end.objective")
def test_so_many_reach_a_zone_and_whoever_left_the_map_by_it_counts() -> None:
    table = Table(". A B . . b", A=unit(), B=unit(), b=unit())
    aims(table, Objective("reached", 0, True, cells=[0], number=2))

    table.act("A", "move", "flee 0,0")
    assert (table.combat.outcome, table.combat.counts) == ("", [1])
    table.act("B", "move", "move 0,0")

    assert ended(table) == ("end.objective", 0)


@rule("quest/end.objective")
def test_a_zone_is_held_for_rounds_in_a_row_without_an_enemy_in_it() -> None:
    table = Table("A . . b", A=unit(), b=unit())
    aims(table, Objective("hold", 0, True, cells=[0, 1], number=2))

    table.next_round()
    table.combat.move(table["b"], 1)
    table.next_round()
    assert table.combat.counts == [0], "an enemy stands there, too"
    table.combat.move(table["b"], 3)
    table.next_round()
    assert table.combat.outcome == ""
    table.next_round()

    assert ended(table) == ("end.objective", 0)


@rule("quest/end.objective")
@pytest.mark.parametrize(
    ("objective", "rounds"),
    [
        (Objective("rounds-survived", 1, True, number=3), 3),
        (Objective("rounds-survived", 0, False, number=2), 2),
        (Objective("protect", 1, True, who=["b"], number=1), 1),
        (Objective("clear", 1, True, cells=[2, 3], number=2), 2),
    ],
)
def test_what_names_a_round_is_looked_at_when_it_ends(objective: Objective, rounds: int) -> None:
    table = Table("A . . b", A=unit(), b=unit())
    aims(table, objective)
    for _ in range(rounds):
        assert table.combat.outcome == ""
        table.next_round()

    assert ended(table) == ("end.objective", 1)


@rule("quest/end.objective")
def test_a_zone_with_an_enemy_in_it_is_not_clear_and_the_fallen_are_not_protected() -> None:
    table = Table("A C . b c", A=unit(), C=unit(), b=unit(), c=unit())
    clear = Objective("clear", 1, True, cells=[0], number=1)
    aims(table, clear, Objective("protect", 0, True, who=["C"], number=1))
    drop_out(table.combat, table["C"], 1, "death.zero-hit-points")

    table.next_round()

    assert table.combat.outcome == ""


@rule("quest/end.objective")
@pytest.mark.parametrize(("side", "wins"), [(0, True), (1, False)])
def test_who_takes_somebody_out_wins_and_prey_is_what_is_struck_first(
    side: int, wins: bool
) -> None:
    table = Table("b A c", A=unit(weapons=SWORD), b=unit(hp=1), c=unit(hp=1))
    aims(table, Objective("taken-out", side, wins, who=["c"]))
    plain = Quest().tactics()
    asked = table.question("A")
    assert asked is not None
    assert asked.key(plain.answer(asked)) == "attack c with longsword"
    assert plain.value(table.combat, 0) == -plain.value(table.combat, 1)

    table.act("A", "attack c with longsword", "unaimed", dice="d20 15 d8 8")

    assert ended(table) == ("end.objective", 0)


@rule("quest/end.objective")
def test_of_several_objectives_at_once_the_first_stated_counts() -> None:
    table = Table("A . . b", A=unit(), b=unit())
    aims(
        table,
        Objective("rounds-survived", 1, True, number=1),
        Objective("rounds-survived", 0, True, number=1),
    )
    twin = table.combat.clone()
    twin.counts[0] = 5
    assert table.combat.counts == [0, 0]

    table.next_round()

    assert table.combat.winner == 1


@rule("quest/end.objective")
def test_a_plain_player_goes_where_its_side_wins_by_standing() -> None:
    table = Table(
        """
        . . . . . . . .
        . A b . . . . .
        . . . . . . . .
        """,
        A=unit(weapons=SWORD),
        b=unit(),
    )
    plain = Quest().tactics()
    for aim, first in ((True, "move"), (False, "attack b with longsword")):
        aims(table, *([Objective("hold", 0, True, cells=[7, 15], number=2)] if aim else []))
        asked = table.question("A")
        assert asked is not None
        assert asked.key(plain.answer(asked)) == first
    before = plain.value(table.combat, 0)
    aims(table, Objective("hold", 0, True, cells=[8], number=2))
    away = plain.value(table.combat, 0)
    table.combat.move(table["A"], 8)

    assert before < away < plain.value(table.combat, 0)


@rule("quest/end.objective")
@pytest.mark.parametrize(
    ("objective", "what"),
    [
        (Objective("retrieve", 0, True), "found retrieve, expected one of"),
        (Objective("last-standing", 0, False), "found last-standing as a defeat"),
        (Objective("hold", 0, True, number=2), "found no zone"),
        (Objective("hold", 0, True, cells=[1]), "found no rounds"),
        (Objective("protect", 0, True, number=2), "found nobody in who"),
        (Objective("protect", 0, True, who=["A"], cells=[1], number=2), "nothing on the map"),
    ],
)
def test_objectives_that_mean_nothing_are_refused(objective: Objective, what: str) -> None:
    table = Table("A . . b", A=unit(), b=unit())
    table.setup.objectives = [objective]

    (fault,) = Quest().faults(table.setup)

    assert what in fault
    assert fault.startswith("win[0]" if objective.wins else "defeat[0]")
    assert "quest/end.objective" in fault


@rule("quest/end.objective")
def test_a_defeat_needs_two_teams_to_say_who_has_won() -> None:
    table = Table("A . c b", A=unit(), b=unit(), c=unit())
    table.setup.sides.append(SideSetup("others", "Others", 1, []))
    table.setup.objectives = [Objective("taken-out", 0, False, who=["A"])]

    assert "who else would have won" in Quest().faults(table.setup)[0]
