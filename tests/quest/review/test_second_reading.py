"""What a second reading of the rules asks: odd situations, each with its rule."""

from __future__ import annotations

import pytest

from affray.core.effect import NEVER, Held
from affray.rulesets.quest.attack import declared
from affray.rulesets.quest.condition import states
from affray.rulesets.quest.condition.modifiers import undetected
from affray.rulesets.quest.movement import rates
from affray.rulesets.quest.ruleset import Quest
from affray.rulesets.quest.setup import opening_of
from affray.rulesets.quest.text.explain import breakdown
from affray.rulesets.quest.text.words import QuestWords
from tests.quest.table import Table, library, refused, unit
from tests.rules import rule

SWORD = ["longsword"]
LADDER = " d4 4 d6 6 d8 8 d10 10 d12 12 d20 20"


# ---- the lineup ----------------------------------------------------------------------------------


@rule("quest/initiative.delay-unclaimed", "quest/initiative.inactive-skipped")
def test_the_places_of_the_gone_give_a_delayed_turn_no_more_room() -> None:
    """Lineup A B c d, d gone: after c everybody else has acted, so A goes before B, unasked."""
    table = Table("A B . c d", A=unit(), B=unit(), c=unit(), d=unit())
    table.combat.leave(table["d"])
    table["d"].present = False
    table.step("A: delay")
    table.step("B: delay")
    table.step("c: act")
    table.step("end turn")
    table.step("keep facing")

    table.step()
    table.steps(2)

    assert table.combat.active == table["A"].index


@rule("quest/gm.who-initiates", "quest/initiative.several-initiators")
def test_one_named_twice_opens_hostilities_once() -> None:
    table = Table("A b", opening=True, options={"opening": "b, b A b"}, A=unit(agi=1), b=unit())

    assert opening_of(table.setup) == ["b", "A"]
    table.steps(4, "A: no opening attack", "b: no opening attack")
    assert table.order() == "A b"


# ---- shields -------------------------------------------------------------------------------------


@rule("quest/attack.hands", "quest/sheet.armour", "quest/disarmed.anyone-may-take-it")
def test_a_shield_picked_up_serves_whoever_holds_it() -> None:
    table = Table("A . b", A=unit(weapons=SWORD), b=unit())
    table.litter("1,0", "tower-shield")

    table.act("A", "pick up tower-shield for ba")

    assert table.holding("A") == ["longsword", "tower-shield"]
    assert table.tn("A", "b") == 12
    assert rates.movement(table.combat, table["A"]) == 5
    assert (2, "attack.hands") in breakdown(table.combat, table["A"], "target number")
    assert (-1, "sheet.armour") in breakdown(table.combat, table["A"], "movement")
    table.act("A", "sheathe tower-shield for ba")
    assert table.tn("A", "b") == 10
    table.act("A", "draw tower-shield for aa")
    assert table.tn("A", "b") == 12


@rule("quest/sheet.armour", "quest/action.pick-up")
def test_nobody_holds_two_shields() -> None:
    table = Table("A . b", A=unit(armour=["buckler"]), b=unit())
    table.litter("1,0", "tower-shield")

    table.act("A", "pick up tower-shield for ba")

    assert table.holding("A") == ["buckler"]
    assert table.carrying("A") == ["tower-shield"]
    assert table.why_not("A", "draw tower-shield for aa") == "sheet.armour"
    table.act("A", "drop buckler")
    table.act("A", "draw tower-shield for aa")
    assert table.tn("A", "b") == 12


# ---- moving --------------------------------------------------------------------------------------


@rule("quest/action.ba-move")
def test_as_many_bonus_actions_as_there_are_may_be_joined_to_a_move() -> None:
    table = Table("A . . . . . . . . . . . . . . b", A=unit(), b=unit())
    table.begin_turn("A")
    table["A"].ba = 4

    assert "move with 4 ba" in table.offers("A")
    assert table.cost("A", "14,0", "move with 4 ba") == 14
    assert "move for 4 ba" in table.offers("A")
    assert "move for 5 ba" not in table.offers("A")


@rule("quest/move.fall", "quest/move.pool")
def test_one_may_walk_up_to_a_drop_and_jump_in_the_same_move() -> None:
    """Two steps and the drop for three points, then a prone mover has three left for one step."""
    table = Table("A . . v .\n. . . . b", A=unit(), b=unit(agi=-1))

    assert "jump 3,0" in table.offers("A", "move")
    table.act("A", "move", "jump 3,0", "stop", dice="d6 1 2")

    assert table.at("A") == "3,0"
    assert table["A"].hp == 47
    assert table["A"].prone


@rule("quest/move.fall", "quest/move.pool")
def test_a_drop_beyond_the_points_of_the_move_is_not_offered() -> None:
    table = Table("A . . . v . . . b", A=unit(), b=unit())

    assert "jump 4,0" not in table.offers("A", "move for 1 ba")
    assert "jump 4,0" in table.offers("A", "move for 2 ba")  # exactly 3 + 1
    farther = Table("A . . . . v . . b", A=unit(), b=unit())
    assert "jump 5,0" not in farther.offers("A", "move for 2 ba")


@rule("quest/move.fall", "quest/freehit.leaving-zone", "quest/freehit.timing-leaving")
def test_one_stopped_on_the_way_to_a_drop_chooses_anew() -> None:
    table = Table(". A . v .\nb . . . .", A=unit(), b=unit(weapons=SWORD))

    table.act(
        "A",
        "move",
        "jump 3,0",
        "b: strike A with longsword unaimed",
        "jump 3,0",
        "stop",
        dice="d20 2 d6 1 1",
    )

    assert table.at("A") == "3,0"
    assert table["A"].hp == 48


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


# ---- hiding --------------------------------------------------------------------------------------


@rule("quest/sneak.start-unseen", "quest/geometry.cover", "quest/move.large-units")
def test_a_large_unit_hides_behind_cover_that_is_beside_any_of_its_spaces() -> None:
    """Cover adjacent to the block hides each of its spaces behind it, the far ones too."""
    beside = Table("A . o b\n. . o .", A=unit(size=2), b=unit())
    assert beside.why_not("A", "sneak") == "sneak.start-unseen"  # it is beside the enemy too

    away = Table("A . o . b\n. . o . .", A=unit(size=2), b=unit())
    assert away.why_not("A", "sneak") == ""
    far = Table("A . . o . b\n. . . o . .", A=unit(size=2), b=unit())
    assert far.why_not("A", "sneak") == "sneak.start-unseen"  # it is beside none of its spaces


# ---- free hits -----------------------------------------------------------------------------------


@rule("quest/freehit.melee-only")
def test_the_striker_chooses_among_all_its_weapons_however_many() -> None:
    natural = ["bite", "claws", "stone-fist", "giant-fist", "cinder-touch"]
    table = Table("A b .", A=unit(weapons=["dagger", *natural]), b=unit())

    table.act(
        "b", "move", "move 2,0", "A: strike b with cinder-touch unaimed", "stop", dice="d20 15 d6 4"
    )

    assert table["b"].hp == 46
    assert declared.weapons(table.combat, table["A"], True)[0].id == "dagger"


# ---- states --------------------------------------------------------------------------------------


@rule("quest/condition.frozen", "quest/turn.end-sequence")
def test_the_end_of_a_state_is_told() -> None:
    table = Table("A b", A=unit(mp=5, spells=["frost-bind"]), b=unit())
    table.act("A", "cast frost-bind with aa", "no option", dice="d20 15 d4 1")
    table.start("b")
    assert not table.told("loses")

    table.steps(2, "end turn", "keep facing")

    assert [(one.who, one.what) for one in table.told("loses")] == [(1, "frozen")]


# ---- words ---------------------------------------------------------------------------------------


def log(table: Table) -> list[str]:
    words = QuestWords()
    return [
        "".join([text for kind, text in words.parts(table.combat, event) if kind != "rule"])
        for event in table.combat.events
    ]


def test_further_dice_of_a_roll_are_told_apart_from_its_total() -> None:
    table = Table("A b", A=unit(acc=4), b=unit(str_=1))

    table.act(
        "A",
        "attack b with unarmed",
        "unaimed",
        "b: strike A with unarmed unaimed",
        dice="d20 1 d4 4 d6 2 d2 1",
    )

    assert log(table) == [
        "A attacks B with bare hands.",
        "A rolls to hit: d20+4 [1] = 5 against 10 then d4 [4] then d6 [2].",
        "A suffers a tragedy.",
        "B strikes at A: a free hit.",
        "B attacks A with bare hands.",
        "B rolls damage: d2 [1].",
        "A loses 4 hit points.",
    ]


def test_toggles_draughts_and_single_points_read_well() -> None:
    table = Table(
        "A b", A=unit(mp=9, items=["blue-draught"], spells=["stone-skin"]), b=unit(weapons=["whip"])
    )
    table.act("A", "cast stone-skin with aa", "no option")
    table.combat.events.clear()
    table.act("A", "toggle stone-skin on A")
    table.act("A", "toggle stone-skin on A")
    table["A"].aa = 1
    table.act("A", "use blue-draught on A")
    table.act("b", "attack A with whip", "unaimed", dice="d20 15 d4 4")

    lines = log(table)
    assert lines[0] == "A switches stone skin off."
    assert "A switches stone skin on." in lines
    assert "A regains 3 MP." in lines
    assert lines[-1] == "A loses 1 hit point."


def test_every_refusal_says_in_words_why() -> None:
    table = Table("A . . b", A=unit(weapons=SWORD, mp=2, spells=["mend", "frost-bind"]), b=unit())
    table.begin_turn("A")
    choice = table.question()
    assert choice is not None

    refusals = {key: choice.why_not(key) for key in choice.candidates()}
    assert refusals["break free"] == ("condition.bound", "it is not tied up")
    assert refusals["cast mend with ma"][1] == "no such action is due for that spell"
    assert all(fact for rule, fact in refusals.values() if rule)
    assert "the rules do not allow it now" not in [fact for _, fact in refusals.values()]


# ---- what the game master may set ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("facing", 8, "A faces no direction"),
        ("thrall", 6, "A is a thrall of nobody"),
        ("unseen", 1, "A is undetected by its own team"),
        ("unseen", 2, ""),
    ],
)
def test_what_cannot_be_is_noticed(field: str, value: int, complaint: str) -> None:
    table = Table("A . b", A=unit(), b=unit())
    setattr(table["A"], field, value)

    assert table.combat.recount() == complaint


@rule("quest/setup.placement")
def test_nobody_stands_in_a_wall() -> None:
    table = Table("A # b", A=unit(), b=unit())
    table.combat.move(table["A"], 1)

    assert table.combat.recount() == "A stands in a wall"
    assert Quest(library()).value_words(table.combat, 0, "facing")[4] == "s"


@rule("quest/thrall.release", "quest/summon.vanish-at-end")
def test_a_released_thrall_is_none_and_vanishes_at_the_end() -> None:
    table = Table("S A b", A=unit(hp=20), S=unit(), b=unit(hp=1), thralls={"S": "A"})
    table.act("A", "release S")
    assert table["S"].thrall == 0
    assert "release S" not in table.offers("A")

    table.act("A", "attack b with unarmed", "unaimed", "pass", dice="d20 15 d2 1")

    assert not table["S"].present


@rule("quest/condition.bound", "quest/gm.other-flat-footed")
@pytest.mark.parametrize(("face", "free"), [(13, False), (14, True)])
def test_whoever_is_bound_without_a_stated_number_breaks_free_with_14(
    face: int, free: bool
) -> None:
    table = Table("A . b", A=unit(), b=unit())
    table["A"].effects.append(Held(states.BOUND, 1, -1, NEVER, 0))  # as an edit does

    table.act("A", "break free", dice=f"d20 {face}")

    assert table["A"].bound() is not free


# ---- slipping away -------------------------------------------------------------------------------


@rule("quest/move.tumble", "quest/sneak.start-unseen", "quest/feat.maneuverer")
def test_the_move_of_a_spell_may_be_a_sneak_or_a_tumble_too() -> None:
    sheet_of = unit(mp=2, spells=["slip-away"], feats=["maneuverer"])
    table = Table("A b . .", A=sheet_of, b=unit())
    assert table.offers("A", "cast slip-away with ma", "no option") == ["move", "tumble"]
    table.act("A", "cast slip-away with ma", "no option", "tumble", "move 1,0 2,0 3,0")
    assert table.at("A") == "3,0"

    unseen = Table("A . # b\n# # # .", A=sheet_of, b=unit())
    keys = unseen.offers("A", "cast slip-away with ma", "no option")
    assert keys == ["move", "sneak", "tumble"]
    unseen.act("A", "cast slip-away with ma", "no option", "sneak", "stop")
    assert unseen["A"].unseen == 2


@rule("quest/move.prone-third", "quest/move.pool")
def test_one_who_slips_away_prone_has_one_space() -> None:
    table = Table("A . . b", A=unit(mp=2, spells=["slip-away"]), b=unit(agi=-1))
    table["A"].prone = True

    table.act("A", "cast slip-away with ma", "no option", "move", "move 1,0")

    assert table.at("A") == "1,0"


@rule("quest/move.fall", "quest/move.occupied-spaces", "quest/end.flee")
def test_what_forbids_a_jump_or_a_flight_is_told_with_its_rule() -> None:
    table = Table("# # # #\n# A v #\n# # b #\n# # # #", A=unit(), b=unit())
    table.combat.move(table["b"], table.combat.grid.read("2,1"))
    choice = table.question("A", ["move"])
    assert choice is not None

    assert "jump 2,1" not in [choice.key(one) for one in choice.answers()]
    assert choice.why_not("jump 2,1")[0] == "move.fall"
    assert choice.why_not("flee 1,1")[0] == "end.flee"


# ---- ways spelled by hand ------------------------------------------------------------------------


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


@rule("quest/move.fall", "quest/move.pool")
def test_the_way_to_a_drop_can_be_spelled_step_by_step() -> None:
    table = Table(". . . . .\nA . . v .\n. . . . b", A=unit(), b=unit(agi=-1))
    with refused("move.fall"):
        table.act("A", "move", "jump 1,0 2,0")

    fresh = Table(". . . . .\nA . . v .\n. . . . b", A=unit(), b=unit(agi=-1))
    fresh.act("A", "move", "jump 1,0 2,0 3,1", "stop", dice="d6 1 2")

    assert fresh.at("A") == "3,1"
    assert fresh["A"].hp == 47


def test_a_wall_is_named_where_it_bars_the_way() -> None:
    table = Table("A # .\n. . b", A=unit(), b=unit(agi=-1))
    choice = table.question("A", ["move"])
    assert choice is not None

    assert choice.why_not("move 1,0") == (
        "setup.placement",
        "there is no room between the walls",
    )
    assert choice.why_not("move 0,1 1,0")[0] == "setup.placement"


# ---- once in a turn ------------------------------------------------------------------------------


@rule("quest/action.extra-attack-price", "quest/turn.start-sequence")
def test_what_is_once_in_a_turn_comes_back_with_the_next_turn_and_not_before() -> None:
    table = Table("A b", A=unit(agi=1, feats=["quick-hands", "flurry"]), b=unit(hp=99))
    table.step("A: act")
    table["A"].used[3] = table["A"].used[4] = table["A"].used[5] = 1
    table["A"].ma, table["A"].ba = 1, 4
    assert table.why_not("", "extra attack b with unarmed") == "action.extra-attack-price"
    table.steps(2, "end turn", "keep facing")
    table.steps(6, "b: end turn", "b: keep facing")
    assert (table.combat.round, table["A"].used[3:6]) == (2, [1, 1, 1])

    table.step("A: act")

    assert table["A"].used[3:6] == [0, 0, 0]


@rule("quest/thrall.mhp-is-maximum-hp")
@pytest.mark.parametrize(("hp", "rule_"), [(7, ""), (6, "thrall.mhp-is-maximum-hp")])
def test_a_thrall_may_leave_one_maximum_hit_point_and_no_less(hp: int, rule_: str) -> None:
    table = Table("S A b", A=unit(hp=hp), S=unit(), b=unit(), summoned={"S": "A"})

    assert table.why_not("A", "thrall S") == rule_


@rule("quest/move.pool", "quest/move.fall", "quest/end.flee")
def test_a_jump_and_a_flight_are_offered_with_what_they_cost() -> None:
    table = Table("# # # # # #\n# A , v . #\n# # # # . b", A=unit(), b=unit(agi=-1))
    choice = table.question("A", ["move with 1 ba"])
    assert choice is not None

    costs = {choice.key(one): choice.option(one).cost for one in choice.answers()}

    assert costs["jump 3,1"] == 2 + 1
    assert costs["flee 4,2"] == 2 + 2 + 2 + 1


# ---- the ladder outside attacks ------------------------------------------------------------------


@rule("quest/crit.general-ladder", "quest/gm.options")
@pytest.mark.parametrize("dice", ["", " d4 3", " d4 4 d6 6 d8 8 d10 9", LADDER])
def test_the_ladder_goes_on_with_each_highest_face_up_to_the_d20(dice: str) -> None:
    options: dict[str, int | str | bool] = {"general-ladder": bool(dice)}
    table = Table("A . b", options=options, A=unit(str_=-9), b=unit())
    table.give("A", "bound")

    table.act("A", "break free", dice=f"d20 20{dice}")

    assert not table["A"].bound()


# ---- newcomers -----------------------------------------------------------------------------------


def delayed_to_the_end(table: Table) -> None:
    """A delays, b acts, and A's turn begins when everybody else has acted."""
    table.step("A: delay")
    table.step("b: act")
    table.steps(2, "b: end turn", "b: keep facing")
    while table.combat.active < 0:
        table.step()
    assert table.combat.active == table["A"].index


@rule("quest/initiative.newcomers", "quest/initiative.delay-unclaimed")
def test_the_second_of_two_newcomers_has_its_turn_though_it_goes_before_the_first() -> None:
    spells = ["raise-bone-servant", "spark-ember-mote"]
    table = Table("A . . b", A=unit(agi=6, mp=9, level=2, spells=spells), b=unit(agi=5))
    delayed_to_the_end(table)

    table.act("A", "cast raise-bone-servant with aa", "no option", "at 1,0", "facing n", "pass")
    table.act("A", "cast spark-ember-mote with ma", "no option", "facing n", "pass")
    assert table.order() == "A b ember-mote-1 bone-servant-1"
    table.steps(3, "end turn", "keep facing")
    table.step("ember-mote-1: act")

    assert table.combat.round == 1
    assert table.combat.active == table["ember-mote-1"].index


@rule("quest/initiative.newcomers", "quest/initiative.inactive-skipped")
def test_a_newcomer_before_the_place_of_the_gone_alone_has_its_turn() -> None:
    caller = unit(agi=6, mp=9, spells=["spark-ember-mote"])
    table = Table("A . . b c", A=caller, b=unit(agi=5), c=unit())
    table.combat.leave(table["c"])
    table["c"].present = False
    delayed_to_the_end(table)

    table.step("cast spark-ember-mote with ma", "no option", "at 2,0", "facing n", "pass")
    assert table.order() == "A b ember-mote-1 c"
    table.steps(3, "end turn", "keep facing")
    table.step()

    assert table.combat.round == 1
    assert table.combat.active == table["ember-mote-1"].index


@rule("quest/initiative.newcomers")
def test_a_newcomer_before_one_who_has_delayed_has_no_turn_in_this_round() -> None:
    """Lineup A b, A delayed: a newcomer of b with +6 goes before A, and A has come up."""
    caller = unit(agi=2, mp=9, spells=["spark-ember-mote"])
    table = Table("A . . b", A=unit(agi=3), b=caller)
    table.step("A: delay")
    table.step("b: act")

    table.step("cast spark-ember-mote with ma", "no option", "at 2,0", "facing n", "pass")

    assert table.order() == "ember-mote-1 A b"
    assert table["ember-mote-1"].acted
    assert table.combat.lineup.now() == table["b"].index


@rule("quest/freehit.one-per-trigger", "quest/freehit.slots")
def test_a_trigger_gives_one_free_hit_however_many_slots_are_left() -> None:
    table = Table("A b . .", A=unit(agi=4, weapons=SWORD), b=unit())

    table.act(
        "b", "move", "move 3,0", "A: strike b with longsword unaimed", "b: stop", dice="d20 2"
    )

    assert table["A"].used[0] == 1


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


# ---- what ceases, what is lengthened, what is known ----------------------------------------------


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


@rule("quest/condition.same-state-once", "quest/condition.bound")
@pytest.mark.parametrize(("first", "second", "needed"), [(16, 1, 16), (1, 16, 16), (12, 1, 14)])
def test_of_two_bonds_the_tighter_holds(first: int, second: int, needed: int) -> None:
    table = Table("A . b", A=unit(), b=unit())
    table.give("A", "bound", first)
    table.give("A", "bound", second)

    held = table["A"].held(states.BOUND)
    assert held is not None
    assert states.to_break_free(held.n) == needed


@rule("quest/summon.control", "quest/sneak.no-target")
def test_a_newcomer_knows_of_whom_its_summoner_knows_and_of_nobody_else() -> None:
    table = Table(
        "A . b c . C",
        hidden="b",
        A=unit(mp=9, spells=["spark-ember-mote"]),
        b=unit(),
        c=unit(),
        C=unit(),
    )
    table.act("A", "cast spark-ember-mote with ma", "no option", "at 1,0", "facing n", "pass")
    mote = table["ember-mote-1"]

    assert undetected(table["b"], mote)
    assert not undetected(table["c"], mote)
    assert not undetected(table["C"], mote)
