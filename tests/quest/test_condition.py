"""Flat-footed, prone, bound, frozen, paralysed."""

from __future__ import annotations

import pytest

from affray.core.effect import NEVER, Held
from affray.rulesets.quest import geometry
from affray.rulesets.quest.condition import states
from affray.rulesets.quest.condition.checks import ALWAYS, Check
from affray.rulesets.quest.terms import SPRUNG
from tests.quest.table import Table, unit
from tests.rules import rule

LADDER = " d4 4 d6 6 d8 8 d10 10 d12 12 d20 20"

SWORD = ["longsword"]


@rule("quest/condition.flat-footed-five")
@pytest.mark.parametrize("agi", [6, -6])
def test_a_flat_footed_unit_is_hit_on_five_whatever_its_agility(agi: int) -> None:
    """Agility +6, paralysed: Accuracy +1 hits on a 4."""
    table = Table("A b .", A=unit(acc=1, weapons=SWORD), b=unit(agi=agi))
    table.give("b", "paralysed")

    table.act("A", "attack b with longsword", "unaimed", dice="d20 4 d8 1")
    assert table["b"].hp == 49
    table["A"].aa = 1
    table.act("A", "attack b with longsword", "unaimed", dice="d20 3")
    assert table["b"].hp == 49


@rule("quest/condition.flat-footed-causes", "quest/summon.sickness-no-dodge")
@pytest.mark.parametrize("cause", ["bound", "frozen", "paralysed", "channeling", "sick", "unseen"])
def test_what_makes_flat_footed(cause: str) -> None:
    table = Table(
        "A b .",
        A=unit(weapons=SWORD),
        b=unit(agi=4, mp=9, spells=["storm-column"]),
        hidden="A" if cause == "unseen" else "",
    )
    if cause == "channeling":
        table["b"].casting = 0
    elif cause == "sick":
        table["b"].sick = 1
    elif cause != "unseen":
        table.give("b", cause)

    assert table.tn("b", "A") == 5


@rule("quest/gm.other-flat-footed")
def test_the_gm_may_declare_a_unit_flat_footed() -> None:
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(agi=4))
    assert table.tn("b", "A") == 14
    table.give("b", "flat-footed")
    assert table.tn("b", "A") == 5
    assert table["b"].able()


@rule("quest/condition.flat-footed-toward-sneaker", "quest/sneak.flat-footed")
def test_only_the_unseen_finds_it_flat_footed_and_only_once() -> None:
    table = Table(
        "A b B .", A=unit(weapons=SWORD), b=unit(agi=4), B=unit(weapons=SWORD), hidden="A"
    )

    assert table.tn("b", "A") == 5
    assert table.tn("b", "B") == 14
    table.act("A", "attack b with longsword", "unaimed", dice="d20 2")
    assert table.tn("b", "A") == 14


@rule("quest/condition.flat-footed-only-defence")
def test_being_flat_footed_takes_no_action_movement_or_slot() -> None:
    table = Table("A b . .", A=unit(weapons=SWORD), b=unit(weapons=SWORD, agi=1))
    table.give("b", "flat-footed")

    offers = table.offers("b")

    assert "attack A with longsword" in offers
    assert "move" in offers
    table.act("A", "move", "stop")


@rule("quest/condition.no-dodge-bonuses")
def test_dodge_bonuses_switch_off_and_on_again() -> None:
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(agi=1, armour=["tower-shield"]))
    table["b"].boost_dodge = 1
    assert table.tn("b", "A") == 14
    table["b"].prone = True
    assert table.tn("b", "A") == 6
    table.give("b", "flat-footed")
    assert table.tn("b", "A") == 5
    states.lose(table.combat, table["b"], states.FLAT_FOOTED)
    table["b"].prone = False
    assert table.tn("b", "A") == 14


@rule("quest/condition.prone-five-plus-agility", "quest/condition.flat-footed-over-prone")
@pytest.mark.parametrize("agi", [3, -3])
def test_a_prone_unit_is_hit_on_five_plus_agility_unless_flat_footed(agi: int) -> None:
    table = Table("A . b", A=unit(weapons=["longbow"]), b=unit(agi=agi))
    table["b"].prone = True
    table["b"].boost_dodge = 1

    assert table.tn("b", "A", "longbow") == 5 + agi
    table.give("b", "frozen")
    assert table.tn("b", "A", "longbow") == 5


@rule("quest/condition.bound")
def test_a_bound_unit_may_speak_and_try_to_break_free() -> None:
    table = Table(
        "A b .",
        A=unit(),
        b=unit(str_=2, mp=9, weapons=["longsword", "mace"], spells=["mend"]),
    )
    table.give("b", "bound", 14)

    for key in ("move", "attack A with longsword", "cast mend with aa", "draw mace for ba"):
        assert table.why_not("b", key) == "condition.bound"
    table.act("b", "talk for ba")
    table.act("b", "break free", dice="d20 11")
    assert table["b"].bound()
    table["b"].aa = 1
    table.act("b", "break free", dice="d20 12")
    assert not table["b"].bound()


@rule("quest/crit.general-ladder", "quest/gm.options")
def test_checks_have_natural_20s_and_1s_and_a_ladder_only_by_option() -> None:
    table = Table("A b .", A=unit(), b=unit(str_=-9))
    table.give("b", "bound", 14)
    table.act("b", "break free", dice="d20 20")
    assert not table["b"].bound()
    other = Table("A b .", A=unit(), b=unit(str_=20), options={"general-ladder": True})
    other.give("b", "bound", 14)
    other.act("b", "break free", dice="d20 1 d4 4 d6 6 d8 2")
    assert other["b"].bound()


@rule("quest/condition.frozen")
def test_a_frozen_unit_thaws_by_fire_or_at_the_end_of_its_next_turn() -> None:
    table = Table(
        "A . b",
        A=unit(mp=9, spells=["frost-bind", "ember-dart"]),
        b=unit(weapons=SWORD),
        order="Ab",
    )
    table.act("A", "cast frost-bind with aa", "no option", dice="d20 15 d4 1")
    assert table["b"].has(states.FROZEN)
    assert not table["b"].free_handed()
    table["A"].aa = 1
    table.act("A", "cast ember-dart with aa", "no option", dice="d20 15 d8 1")
    assert not table["b"].has(states.FROZEN)
    table["A"].aa = 1
    table.act("A", "cast frost-bind with aa", "no option", dice="d20 15 d4 1")
    table.start("b")
    table.step("end turn")
    assert table["b"].has(states.FROZEN)
    table.step("keep facing")
    assert not table["b"].has(states.FROZEN)


@rule("quest/condition.frozen")
def test_fire_that_does_nothing_thaws_nobody() -> None:
    table = Table("A . b", A=unit(mp=9, spells=["ember-dart"]), b=unit(immune=["fire"]))
    table.give("b", "frozen")

    table.act("A", "cast ember-dart with aa", "no option", dice="d20 15 d8 8")

    assert table["b"].has(states.FROZEN)


@rule("quest/condition.paralysed", "quest/turn.end-sequence")
@pytest.mark.parametrize(("face", "ends"), [(9, False), (10, True), (20, True), (1, False)])
def test_a_paralysed_unit_rolls_at_the_end_of_its_turns(face: int, ends: bool) -> None:
    table = Table("A . b", A=unit(str_=2), b=unit())
    table.give("A", "paralysed")

    table.end("A", *(["keep facing"] if ends else []), dice=f"d20 {face}")

    assert table["A"].has(states.PARALYSED) != ends


@rule("quest/condition.same-state-once")
def test_a_state_holds_or_not_and_is_only_lengthened() -> None:
    table = Table("A . b", A=unit(), b=unit())
    table.give("A", "burning")
    table.give("A", "burning")

    assert len(table["A"].effects) == 1
    assert table["A"].effects[0].n == 1
    table.start("A", "act", dice="d4 2")
    assert table["A"].hp == 48


# ---- prone -------------------------------------------------------------------------------------


@rule("quest/prone.definition")
def test_the_prone_may_attack_cast_and_move() -> None:
    table = Table("A b .", A=unit(mp=9, weapons=SWORD, spells=["mend"]), b=unit())
    table["A"].prone = True

    offers = table.offers("A")

    assert {"attack b with longsword", "cast mend with aa", "move"} <= {*offers}


@rule("quest/prone.drop")
def test_lying_down_is_free_in_the_own_turn() -> None:
    table = Table("A . b", A=unit(), b=unit())

    table.act("A", "lie down")

    assert table["A"].prone
    assert (table["A"].aa, table["A"].ma, table["A"].ba) == (1, 1, 2)
    assert table.why_not("A", "lie down") == "condition.same-state-once"


@rule("quest/prone.stand-cost")
def test_standing_up_for_a_ba_leaves_the_rest_and_costs_no_movement() -> None:
    table = Table("A . . . . . . b", A=unit(), b=unit())
    table["A"].prone = True

    table.act("A", "stand up for ba")

    assert (table["A"].aa, table["A"].ma, table["A"].ba) == (1, 1, 1)
    assert table.cost("A", "6,0") == 6


@rule("quest/prone.stand-cost")
def test_spring_up_is_free_once_a_round_off_turn_too() -> None:
    table = Table("A . b", A=unit(feats=["spring-up"]), b=unit())
    table["A"].prone = True
    table.act("A", "stand up for free")
    assert (table["A"].aa, table["A"].ma, table["A"].ba) == (1, 1, 2)
    table["A"].prone = True
    assert table.why_not("A", "stand up for free") == "prone.stand-cost"
    table["A"].set_count(SPRUNG, 0)
    table.start("b", "A: stand up for free")
    assert table["A"].owed == (0, 0, 0)


@rule("quest/prone.stand-off-turn", "quest/prone.stand-off-turn-debt")
def test_standing_up_off_turn_is_borrowed_from_the_coming_turn() -> None:
    """Knocked down before its turn in round 1, up again for a BA: 1 AA, 1 MA, 1 BA."""
    table = Table("A b .", A=unit(mp=9, spells=["gust"]), b=unit())

    table.act("A", "cast gust with aa", "no option", "b: stand up for ba", dice="d20 15")
    assert not table["b"].prone
    table.start("b")

    assert (table["b"].aa, table["b"].ma, table["b"].ba) == (1, 1, 1)
    assert table["b"].owed == (0, 0, 0)


@rule("quest/prone.stand-nothing-left")
def test_with_nothing_left_to_borrow_it_stays_down() -> None:
    """Four stand-ups borrowed: a fifth fall leaves it down, and its turn has no actions."""
    table = Table("A b .", A=unit(mp=9, spells=["gust"]), b=unit())
    table["b"].owed = (1, 1, 2)

    table.act("A", "cast gust with aa", "no option", dice="d20 15")
    assert table["b"].prone
    table.start("b")

    assert (table["b"].aa, table["b"].ma, table["b"].ba) == (0, 0, 0)
    weak = Table("A b .", A=unit(mp=9, spells=["gust"]), b=unit())
    weak["b"].set_wounds(2, 2)
    weak["b"].owed = (1, 1, 0)
    weak.act("A", "cast gust with aa", "no option", dice="d20 15")
    assert weak["b"].prone


@rule("quest/prone.stand-window")
def test_several_stand_up_in_lineup_order_after_the_action() -> None:
    table = Table("A . . b c", A=unit(), b=unit(), c=unit(), order="cAb")
    table["b"].prone = table["c"].prone = True

    table.act("A", "move", "move 1,0", "c: stand up for ba", "b: pass")

    assert not table["c"].prone
    assert table["b"].prone


@rule("quest/prone.stand-window")
def test_it_is_offered_after_an_attack_inside_a_move_but_not_between_plain_steps() -> None:
    """Its own free hit changes nothing for A; the strike back at its 1 is an attack on it."""
    sword = unit(agi=2, weapons=SWORD)
    struck = Table("A b . . . .", A=sword, b=unit(weapons=SWORD), order="Ab")
    struck["A"].prone = True
    struck.act(
        "b",
        "move",
        "move 5,0",
        *("A: strike b with longsword unaimed", "b: strike A with longsword unaimed"),
        *("A: stand up for ba", "b: move 5,0"),
        dice="d20 1 d4 1 d20 2",
    )
    assert not struck["A"].prone

    table = Table("A b . . . .", A=sword, b=unit(), order="Ab")
    table["A"].prone = True
    table.act(
        "b",
        "move",
        *("move 5,0", "A: strike b with longsword unaimed", "b: move 5,0", "A: stand up for ba"),
        dice="d20 2",
    )
    assert not table["A"].prone


@rule("quest/prone.stand-window")
def test_what_changes_nothing_for_the_fallen_does_not_ask_them() -> None:
    """Boosts, words, things, long casts and moves of friends; and the end of any turn."""
    rows = "A B . . b"
    table = Table(
        rows,
        A=unit(mp=9, weapons=["longsword", "dagger"], spells=["storm-column"]),
        B=unit(),
        b=unit(),
        order="ABb",
    )
    table["B"].prone = table["b"].prone = True
    for key in ("boost hit", "sheathe longsword for ba", "cast storm-column with aa"):
        table.act("A", key)
    table.act("A", "move", "move 2,0", "b: pass")  # B, its friend, is not asked
    table.end("A", "keep facing")
    table.start("B", "act", "b: pass")  # B is no enemy of its own
    assert table["B"].prone


@rule("quest/prone.stand-window")
def test_as_an_enemys_turn_begins_the_fallen_are_asked_unless_it_cannot_act() -> None:
    table = Table("A . . b", A=unit(), b=unit(), order="Ab")
    table["A"].prone = True
    table["A"].acted = True
    table.start("b", "A: pass")

    frozen = Table("A . . b", A=unit(), b=unit(), order="Ab")
    frozen["A"].prone = True
    frozen["A"].acted = True
    frozen.give("b", "frozen")
    frozen.start("b")
    assert frozen["A"].prone


@rule("quest/prone.stand-window", "quest/sneak.no-target")
def test_the_move_of_one_who_is_undetected_does_not_ask_the_fallen() -> None:
    table = Table("A . . . b", A=unit(feats=["maneuverer"]), b=unit())
    table["b"].prone = True
    table["A"].unseen = 1 << table["b"].index

    table.act("A", "sneak", "move 1,0", dice="d20 20")

    assert table["b"].prone


@rule("quest/prone.stand-window")
def test_it_cannot_interrupt_an_attack_under_way() -> None:
    """The strike back is inside A's attack: b stands only when all of it is over."""
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(agi=2, weapons=SWORD))
    table["b"].prone = True

    table.act(
        "A",
        "attack b with longsword",
        "unaimed",
        "b: strike A with longsword unaimed",
        "b: stand up for aa",
        dice="d20 1 d4 1 d20 2",
    )


@rule("quest/prone.stand-needs-ability")
@pytest.mark.parametrize("state", ["frozen", "paralysed", "bound", "sick"])
def test_the_helpless_and_bound_stay_down(state: str) -> None:
    table = Table("A . b", A=unit(), b=unit())
    table["b"].prone = True
    if state == "sick":
        table["b"].sick = 1
    else:
        table.give("b", state, 14)

    table.act("A", "boost hit")

    assert table["b"].prone
    if state == "bound":
        assert table.why_not("b", "stand up for ba") == "prone.stand-needs-ability"


CORNER = """
    A # . .
    . # . b
    . . . .
"""


@rule("quest/feat.battle-caster")
def test_a_battle_caster_dodges_while_channeling_but_not_when_paralysed() -> None:
    """Agility +4, channeling: TN 14; paralysed as well: 5."""
    table = Table(
        "A b .",
        A=unit(weapons=SWORD),
        b=unit(agi=4, mp=9, feats=["battle-caster"], spells=["storm-column"]),
    )
    table["b"].casting = 0
    assert table.tn("b", "A") == 14
    table.give("b", "paralysed")
    assert table.tn("b", "A") == 5


@rule("quest/feat.modify-rules")
def test_a_feat_counts_for_its_unit_alone() -> None:
    table = Table("A B b .", A=unit(feats=["reach"]), B=unit(), b=unit())

    assert geometry.in_zone(table.combat, table["A"], table["b"])
    assert not geometry.in_zone(table.combat, table["b"], table["A"])


# ---- fallen and tied ---------------------------------------------------------------------------


@rule("quest/prone.definition", "quest/prone.stand-cost")
def test_nobody_stands_up_who_is_on_its_feet_nor_lies_down_who_is_down() -> None:
    table = Table("A . b", A=unit(feats=["spring-up"]), b=unit())

    assert not [key for key in table.offers("A") if key.startswith("stand up")]
    assert table.why_not("A", "stand up for free") == "prone.definition"
    assert table.why_not("A", "stand up for ba") == "prone.definition"
    table["A"].prone = True
    assert [key for key in table.offers("A") if key.startswith("stand up")] == ["stand up for free"]
    assert table.why_not("A", "lie down") == "condition.same-state-once"


@rule("quest/prone.stand-window")
def test_of_several_who_stay_down_each_is_asked_once() -> None:
    table = Table("A . . b c", A=unit(), b=unit(), c=unit(), order="cAb")
    table["b"].prone = table["c"].prone = True

    table.act("A", "move", "move 1,0", "c: pass", "b: pass")

    assert table["b"].prone
    assert table["c"].prone


@rule("quest/prone.stand-off-turn", "quest/prone.stand-window")
def test_one_who_lies_down_in_its_turn_may_stand_as_the_next_enemys_turn_begins() -> None:
    table = Table("A . b", A=unit(), b=unit())
    table.act("A", "lie down")
    table.end("A", "keep facing")

    table.start("b", "A: stand up for ma")

    assert not table["A"].prone
    assert table["A"].owed == (0, 1, 0)


@rule("quest/turn.start-sequence", "quest/action.ba-uses")
def test_a_fire_is_put_out_by_an_aa_or_an_ma_and_only_by_one_who_burns() -> None:
    table = Table("A . b", A=unit(), b=unit())
    assert not [key for key in table.offers("A") if key.startswith("put out")]
    assert table.why_not("A", "put out fire for aa") == "turn.start-sequence"

    table.give("A", "burning")

    assert [key for key in table.offers("A") if key.startswith("put out")] == [
        "put out fire for aa",
        "put out fire for ma",
    ]
    table.act("A", "put out fire for ma")
    assert (table["A"].aa, table["A"].ma, table["A"].ba) == (1, 0, 2)
    assert not table["A"].effects


@rule("quest/condition.bound")
def test_breaking_free_costs_the_aa_and_is_tried_once_a_turn() -> None:
    table = Table("A . b", A=unit(), b=unit())
    table.give("A", "bound")

    table.act("A", "break free", dice="d20 13")

    assert table["A"].bound()
    assert table["A"].aa == 0
    assert table.why_not("A", "break free") == "turn.allowance"


@rule("quest/condition.bound")
@pytest.mark.parametrize(
    ("option", "face", "free"),
    [
        ("no option", 13, False),
        ("no option", 14, True),
        ("option for 1 ba", 15, False),
        ("option for 1 ba", 16, True),
    ],
)
def test_a_net_holds_to_fourteen_and_a_tighter_one_to_sixteen(
    option: str, face: int, free: bool
) -> None:
    table = Table("A . . b", A=unit(mp=9, spells=["tangle-net"]), b=unit())
    table.act("A", "cast tangle-net with aa", option, dice="d20 15")

    table.act("b", "break free", dice=f"d20 {face}")

    assert table["b"].bound() is not free


@rule("quest/crit.general-ladder")
def test_every_die_of_a_checks_ladder_is_told() -> None:
    found = Check(2, True).parts([20, 4, 3])

    assert found == [("check", [20], 22), ("then", [4], 4), ("then", [3], 3)]
    assert ALWAYS > 100


@rule("quest/condition.paralysed", "quest/end.surrender")
def test_one_who_has_given_up_rolls_no_more_against_being_paralysed() -> None:
    table = Table("A B . b", A=unit(), B=unit(), b=unit())
    table.give("A", "paralysed")
    table.act("A", "give up")
    table.step()

    table.step()  # the end of its turn: no die

    assert table["A"].fate == 4
    assert table.combat.active == -1


@rule("quest/condition.frozen")
@pytest.mark.parametrize(("spell", "thaws"), [("kindle", True), ("gust", False)])
def test_only_fire_that_hurts_thaws_the_frozen(spell: str, thaws: bool) -> None:
    table = Table("A b .", A=unit(weapons=SWORD), b=unit())
    table.give("b", "frozen")
    table.act("A", "attack b with longsword", "unaimed", dice="d20 15 d8 4")
    assert table["b"].hp == 46
    assert table["b"].has(states.FROZEN)

    caster = Table(". A . b . . .", A=unit(mp=9, spells=[spell]), b=unit())
    caster.give("b", "frozen")
    dice = "d20 15 d4 3" if thaws else "d20 15"
    caster.act("A", f"cast {spell} with aa", "no option", dice=dice)
    assert caster["b"].has(states.FROZEN) is not thaws


@rule("quest/condition.frozen", "quest/turn.end-sequence")
def test_the_end_of_a_state_is_told() -> None:
    table = Table("A b", A=unit(mp=5, spells=["frost-bind"]), b=unit())
    table.act("A", "cast frost-bind with aa", "no option", dice="d20 15 d4 1")
    table.start("b")
    assert not table.told("condition-lost")

    table.steps(2, "end turn", "keep facing")

    assert [(one.who, one.what) for one in table.told("condition-lost")] == [(1, "frozen")]


@rule("quest/condition.bound", "quest/gm.other-flat-footed")
@pytest.mark.parametrize(("face", "free"), [(13, False), (14, True)])
def test_whoever_is_bound_without_a_stated_number_breaks_free_with_14(
    face: int, free: bool
) -> None:
    table = Table("A . b", A=unit(), b=unit())
    table["A"].effects.append(Held(states.BOUND, 1, -1, NEVER, 0))  # as an edit does

    table.act("A", "break free", dice=f"d20 {face}")

    assert table["A"].bound() is not free


@rule("quest/crit.general-ladder", "quest/gm.options")
@pytest.mark.parametrize("dice", ["", " d4 3", " d4 4 d6 6 d8 8 d10 9", LADDER])
def test_the_ladder_goes_on_with_each_highest_face_up_to_the_d20(dice: str) -> None:
    options: dict[str, int | str | bool] = {"general-ladder": bool(dice)}
    table = Table("A . b", options=options, A=unit(str_=-9), b=unit())
    table.give("A", "bound")

    table.act("A", "break free", dice=f"d20 20{dice}")

    assert not table["A"].bound()


@rule("quest/condition.same-state-once", "quest/condition.bound")
@pytest.mark.parametrize(("first", "second", "needed"), [(16, 1, 16), (1, 16, 16), (12, 1, 14)])
def test_of_two_bonds_the_tighter_holds(first: int, second: int, needed: int) -> None:
    table = Table("A . b", A=unit(), b=unit())
    table.give("A", "bound", first)
    table.give("A", "bound", second)

    held = table["A"].held(states.BOUND)
    assert held is not None
    assert states.to_break_free(held.n) == needed
