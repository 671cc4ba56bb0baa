"""What one does not know of, casts that come to nothing, first stands, and giving up."""

from __future__ import annotations

from affray import start
from affray.rulesets.quest.condition.modifiers import undetected
from tests.quest.table import Table, creature, unit
from tests.rules import rule

SWORD = ["longsword"]


# ---- running into somebody undetected ------------------------------------------------------------


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


@rule("quest/freehit.leaving-zone", "quest/move.occupied-spaces")
def test_a_barred_step_leaves_no_zone() -> None:
    """MoveChoice from beside c into hidden b would leave c's zone; the step is never made."""
    table = Table("c A b . .", hidden="b", A=unit(), b=unit(), c=unit(weapons=SWORD))

    table.act("A", "move", "move 2,0", "stop")

    assert table.at("A") == "1,0"
    assert not table.told("free hit")


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


@rule("quest/sneak.no-target")
def test_why_not_tells_nothing_of_whom_the_mover_does_not_detect() -> None:
    table = Table("A . . . . . . . b", hidden="b", A=unit(), b=unit())
    choice = table.question("A", ["move"])

    assert choice is not None
    assert choice.why_not("move 8,0")[0] == "move.pool"
    open_ = Table("A . . . . . . . b", A=unit(), b=unit()).question("A", ["move"])
    assert open_ is not None
    assert open_.why_not("move 8,0")[0] == "move.occupied-spaces"


# ---- standing up ------------------------------------------------------------------------------


@rule("quest/prone.stand-cost")
def test_with_spring_up_the_first_stand_of_a_round_is_the_free_one() -> None:
    table = Table("A . b", A=unit(feats=["spring-up"]), b=unit())
    table["A"].prone = True

    stands = [one for one in table.offers("A") if one.startswith("stand up")]
    assert stands == ["stand up for free"]
    assert table.why_not("A", "stand up for ba") == "prone.stand-cost"
    table.act("A", "stand up for free")
    table.act("A", "lie down")

    stands = [one for one in table.offers("A") if one.startswith("stand up")]
    assert stands == ["stand up for aa", "stand up for ma", "stand up for ba"]
    assert table.why_not("A", "stand up for free") == "prone.stand-cost"


@rule("quest/prone.stand-window", "quest/initiative.opening-attack")
def test_who_is_toppled_in_the_move_of_an_opening_spell_stands_only_after_that_move() -> None:
    """b topples A with its third step; c strikes at the prone A before A may stand."""
    rows = """
        . . b . .
        . A . . .
        . . c . .
    """
    table = Table(
        rows,
        opening=True,
        instigators="A",
        A=unit(mp=5, agi=1, spells=["slip-away"]),
        b=unit(weapons=["quarterstaff"]),
        c=unit(weapons=["longsword"]),
    )
    table.step()

    table.step(
        "cast slip-away with ma",
        "move",
        "move 2,1 3,1 2,1",
        "b: strike A with quarterstaff slowing",
        "c: strike A with longsword unaimed",
        "A: stand up for ba",
        dice="d20 15 d6 6 d20 5 d8 1",
    )

    assert table.wounds("A") == [0, 1, 0, 0]
    assert table["A"].hp == 50 - 6 - 1  # TN 5 + 0: the 5 hits one that lies prone
    assert not table["A"].prone


# ---- casts that come to nothing ------------------------------------------------------------------


@rule("quest/summon.slots-full")
def test_a_summoning_spell_cannot_be_completed_without_a_slot() -> None:
    """It may be begun, and completed once a slot is free; refused until then."""
    table = Table(
        "A s . b",
        A=unit(mp=20, level=1, spells=["call-grey-wolf"]),
        b=unit(),
        s=creature("grey-wolf"),
    )
    table["s"].side = 0
    table["s"].summoner = table["A"].index

    table.act("A", "cast call-grey-wolf with ma")

    assert table.why_not("A", "cast call-grey-wolf with aa") == "summon.slots-full"
    table.act("A", "dismiss s")
    assert table.why_not("A", "cast call-grey-wolf with aa") == ""


@rule("quest/spell.mp-cost")
def test_a_cast_under_way_cannot_be_completed_when_the_mp_have_gone() -> None:
    table = Table("A . . b", A=unit(mp=20, spells=["call-grey-wolf"]), b=unit())
    table.act("A", "cast call-grey-wolf with ma")
    table["A"].mp = 3  # it costs 4

    assert table.why_not("A", "cast call-grey-wolf with aa") == "spell.mp-cost"
    table["A"].mp = 4
    assert table.why_not("A", "cast call-grey-wolf with aa") == ""


@rule("quest/spell.range-and-sight", "quest/spell.mp-cost")
def test_a_cast_under_way_that_reaches_nobody_fails_and_costs_no_mp() -> None:
    """With one action to pay it is not begun at all; with two it may be, and comes to nothing."""
    table = Table("A # b", A=unit(mp=9, spells=["frost-bind", "raise-drowned-knight"]), b=unit())
    assert table.why_not("A", "cast frost-bind with aa") == "spell.range-and-sight"
    shut_in = Table(
        """
        # # # .
        # A # b
        # # # .
        """,
        A=unit(mp=9, spells=["call-grey-wolf"]),
        b=unit(),
    )

    shut_in.act("A", "cast call-grey-wolf with ma")
    shut_in.act("A", "cast call-grey-wolf with aa")

    assert [one.rule for one in shut_in.told("fails to cast")] == ["spell.range-and-sight"]
    assert shut_in["A"].mp == 9
    assert (shut_in["A"].aa, shut_in["A"].ma) == (0, 0)
    assert shut_in["A"].casting == -1


# ---- giving up --------------------------------------------------------------------------------


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

    assert [one.name for one in fight.events].count("surrendered") == 1


@rule("quest/gm.speech")
def test_any_gm_unit_may_heed_a_speech_the_speaker_too() -> None:
    table = Table("A . b c", npcs="bc", A=unit(), b=unit(), c=unit())

    table.act("b", "talk for ba", "gm: b gives up")

    assert not table["b"].present


@rule("quest/setup.placement")
def test_one_of_two_equal_weapons_may_be_held() -> None:
    twin = unit(weapons=["dagger", "dagger"])
    one = Table("A . b", A=twin, b=unit(), holding={"A": ["dagger"]})
    two = Table("A . b", A=twin, b=unit(), holding={"A": ["dagger", "dagger"]})

    assert one.holding("A") == ["dagger"]
    assert one.carrying("A") == ["dagger"]
    assert two.holding("A") == ["dagger", "dagger"]
