"""Corners of the rules: what happens when somebody falls, passes or is shielded in the middle."""

from __future__ import annotations

from affray.rulesets.quest.attack import declared, numbers
from affray.rulesets.quest.condition import states
from tests.quest.table import Table, unit
from tests.rules import rule

SWORD = ["longsword"]


@rule("quest/move.fall", "quest/sneak.until-seen")
def test_an_unseen_mover_that_dies_of_a_fall_is_out_before_anybody_looks() -> None:
    table = Table("A v . b", hidden="A", A=unit(hp=2), b=unit(weapons=SWORD))

    table.act("A", "move", "jump 1,0", dice="d6 3 3")

    assert not table["A"].present
    assert not table.told("detected")
    assert table.combat.outcome == "end.one-team-left"


@rule("quest/zone.adjacent", "quest/move.tumble", "quest/freehit.leaving-zone")
def test_a_tumble_into_the_foes_own_space_leaves_its_zone() -> None:
    """The own space is no part of the zone: the free hit comes before the step into it."""
    table = Table("A b . .", A=unit(hp=20), b=unit(weapons=SWORD))

    table.act(
        "A",
        "tumble",
        "move 1,0 2,0",
        "b: strike A with longsword unaimed",
        "move 2,0",
        dice="d20 15 d8 4",
    )

    assert table["A"].hp == 16


@rule("quest/zone.large-units", "quest/move.tumble")
def test_within_a_large_foes_own_spaces_no_step_counts_as_within_its_zone() -> None:
    table = Table(". b . .\n. . . .\nA . . .", A=unit(feats=["maneuverer"]), b=unit(size=2, agi=-1))

    table.act("A", "tumble", "move 1,1 2,0 3,0 3,1")

    assert table["b"].used[6] == 1


@rule("quest/geometry.cover", "quest/attack.area-spells")
def test_an_area_gives_no_cover_to_whom_the_caster_cannot_see_at_all() -> None:
    table = Table("A # b", A=unit(spells=["storm-column"]), b=unit())
    attack = declared.Attack(0, 1, None, declared.IN_HAND)
    attack.spell = table["A"].sheet.spells[0]

    assert numbers.target_number(table.combat, attack) == 10


@rule("quest/initiative.initiator-last", "quest/initiative.opening-attack")
def test_who_makes_no_opening_attack_after_all_is_not_placed_last() -> None:
    table = Table("A b", opening=True, instigators="A", A=unit(agi=3, weapons=SWORD), b=unit(agi=1))

    table.steps(3, "A: no opening attack")

    assert table.order() == "A b"


@rule("quest/action.ba-toggle", "quest/channel.not-broken-by-damage")
def test_a_spell_toggled_off_is_not_channeled_and_outlasts_being_frozen() -> None:
    table = Table("A b", A=unit(mp=9, spells=["stone-skin"]), b=unit())
    table.act("A", "cast stone-skin with aa", "no option")
    table.act("A", "toggle stone-skin on A")

    table.give("A", "frozen")

    assert len(table["A"].kept) == 1
    assert not states.channeling(table["A"])


@rule("quest/initiative.newcomers", "quest/initiative.delay-unclaimed")
def test_a_newcomer_behind_everybody_still_acts_when_called_in_the_last_delayed_turn() -> None:
    table = Table(
        "A . b",
        A=unit(agi=6, mp=4, spells=["spark-ember-mote"]),
        b=unit(agi=5),
        order="Ab",
    )
    table.start("A", "delay")
    table.step("act")
    table.step("end turn")
    table.step("keep facing")
    table.step()
    table.step()

    table.step("cast spark-ember-mote with ma", "no option", "facing n", "pass")
    table.step("end turn")
    table.step("keep facing")
    table.step()
    table.step()

    assert table.combat.round == 1
    assert table.combat.units[table.combat.active].name == "ember-mote-1"


@rule("quest/attack.accuracy-bonuses-add")
def test_steady_aim_is_for_ranged_weapons_and_not_for_a_thrown_javelin() -> None:
    """As with the damage boost the weapon's kind counts, not the distance."""
    feats = ["steady-aim"]
    line = "A . . . . . . b"
    bow = Table(line, A=unit(weapons=["longbow"], feats=feats), b=unit())
    javelin = Table(line, A=unit(weapons=["javelin"], feats=feats), b=unit())
    hurled = javelin.strike("A", "b", "javelin")
    hurled.manner = declared.HURLED

    assert bow.bonus("A", "b", "longbow") == 1
    assert numbers.accuracy(javelin.combat, hurled) == 0


@rule("quest/thrall.retain", "quest/thrall.release", "quest/summon.thralls-count")
def test_a_thrall_that_flees_stays_a_thrall_and_keeps_its_slot() -> None:
    table = Table(
        "T . A . b",
        A=unit(hp=20, weapons=SWORD, mp=9, spells=["raise-bone-servant"]),
        T=unit(),
        b=unit(),
        thralls={"T": "A"},
    )
    paid = table["T"].thrall
    assert table["A"].max_hp == 20 - paid

    table.act("T", "move", "flee 0,0")

    assert not table["T"].present
    assert table["A"].max_hp == 20 - paid
    assert table.why_not("A", "cast raise-bone-servant with aa") == "summon.slots-full"


@rule("quest/freehit.chain", "quest/freehit.timing-leaving", "quest/fail.dire-d6")
def test_a_striker_killed_by_its_own_dire_fail_lets_the_mover_go_on() -> None:
    table = Table("A b . .\n. c . .", A=unit(weapons=SWORD), b=unit(weapons=SWORD), c=unit())

    table.act(
        "b",
        "move",
        "move 3,0",
        "A: strike b with longsword unaimed",
        dice="d20 1 d4 4 d6 6",
    )

    assert table["A"].fate == 2
    assert table.at("b") == "1,0"
    assert table.combat.outcome == "end.one-team-left"


@rule("quest/freehit.order-of-strikers", "quest/freehit.chain", "quest/move.slowed-mid-move")
def test_two_strikers_one_fumbles_and_the_other_slows_the_mover_before_its_step() -> None:
    """A: natural 1, b strikes back; B: a leg wound; then the step, and 3 of 4 points are left."""
    table = Table(
        "A b . . . . . .\nB . . . . . . .",
        A=unit(weapons=SWORD),
        B=unit(weapons=SWORD),
        b=unit(agi=1, weapons=SWORD),
    )

    table.act(
        "b",
        "move",
        "move 7,0",
        "A: strike b with longsword unaimed",
        "b: strike A with longsword unaimed",
        "B: strike b with longsword slowing",
        "move 5,0",
        dice="d20 1 d4 2 d20 12 d8 3 d20 15 d8 6",
    )

    assert table["A"].hp == 47
    assert table.wounds("b") == [0, 1, 0, 0]
    assert table.at("b") == "5,0"
    assert table["b"].used[0] == 1


@rule("quest/prone.stand-window", "quest/freehit.order-of-strikers")
def test_a_mover_toppled_by_a_free_hit_goes_on_prone_and_stands_only_afterwards() -> None:
    table = Table(
        "A b . . . . .", A=unit(str_=3, weapons=["maul"]), b=unit(weapons=SWORD), order="Ab"
    )

    table.act(
        "b",
        "move",
        "move 5,0",
        "A: strike b with maul slowing",
        dice="d20 16 d6 3 3",
    )
    assert table["b"].prone
    assert table.at("b") == "2,0"  # 6 - 2 points, and 3 for the step
    table.step("stand up for aa")
    assert not table["b"].prone


@rule("quest/fail.tragedy-needs-no-slot", "quest/fail.dire-d6", "quest/freehit.chain")
def test_free_criticals_chain_no_further_for_they_are_not_rolled() -> None:
    table = Table("A b .", A=unit(agi=-1, weapons=SWORD), b=unit(agi=-1, weapons=SWORD))

    table.act(
        "A",
        "attack b with longsword",
        "center-mass",
        "b: strike A with longsword fatal",
        dice="d20 1 d4 4 d6 5 d8 3 d4 4",
    )

    assert table["A"].hp == 50 - 6 - 16
    assert table["b"].used[0] == 0


@rule(
    "quest/prone.stand-off-turn-debt", "quest/wound.weakening-bonus-action", "quest/turn.allowance"
)
def test_borrowed_and_lost_bonus_actions_are_added_up_before_the_floor() -> None:
    table = Table("A b", A=unit(), b=unit(), order="bA")
    table["A"].owed = (0, 0, 2)
    table["A"].set_wounds(2, 1)
    table.give("A", "quickened")

    table.start("A", "act")

    assert (table["A"].aa, table["A"].ma, table["A"].ba) == (1, 1, 0)


@rule("quest/attack.only-enemies", "quest/freehit.feat-attacks")
def test_flurry_gives_no_free_hit_against_an_ally() -> None:
    table = Table("A B b", A=unit(weapons=SWORD, feats=["flurry"]), B=unit(), b=unit())

    table.act("A", "attack B with longsword", "unaimed", dice="d20 15 d8 4")

    assert table["B"].hp == 46


@rule("quest/condition.bound", "quest/action.ba-toggle", "quest/channel.not-broken-by-damage")
def test_a_bound_unit_cannot_take_up_channeling_again() -> None:
    table = Table("A b", A=unit(mp=9, spells=["stone-skin"]), b=unit())
    table.act("A", "cast stone-skin with aa", "no option")
    table.act("A", "toggle stone-skin on A")

    table.give("A", "bound")

    assert table.why_not("A", "toggle stone-skin on A") == "condition.bound"


@rule("quest/attack.area-spells", "quest/sneak.until-seen", "quest/sneak.no-target")
def test_an_area_from_hiding_is_unseen_for_its_first_attack_alone() -> None:
    table = Table(
        "A . . . . b c", hidden="A", A=unit(mp=9, spells=["storm-column"]), b=unit(), c=unit()
    )
    table["A"].casting = 0
    table["A"].paid_aa = table["A"].paid_ma = 1

    table.act(
        "A", "cast storm-column with aa", "no option", "at 5,0",
        dice="d20 5 d6 1 1 1 1 d4 3 d20 5",
    )  # fmt: skip

    assert (table["b"].hp, table["c"].hp) == (43, 50)


@rule("quest/attack.area-spells", "quest/end.checked-at-once", "quest/fail.dire-d6")
def test_a_caster_cut_down_in_the_middle_of_an_area_makes_no_more_attacks() -> None:
    table = Table(
        "B . . . .\n. A b c .",
        A=unit(mp=9, spells=["storm-column"]),
        B=unit(),
        b=unit(weapons=SWORD),
        c=unit(),
        order="bcAB",
    )
    table["A"].casting = 0
    table["A"].paid_aa = table["A"].paid_ma = 1

    table.act("A", "cast storm-column with aa", "no option", "at 3,1", dice="d20 1 d4 4 d6 6")

    assert table["A"].fate == 2
    assert table["c"].hp == 50
    assert table["A"].mp == 3
    assert table.combat.outcome == ""


@rule("quest/zone.large-units", "quest/freehit.leaving-zone", "quest/freehit.timing-leaving")
def test_a_two_space_mover_leaves_a_zone_with_its_last_space() -> None:
    """Columns 1-2, then 2-3: still in the zone of column 1; the third step leaves it."""
    table = Table(
        "A . . . . . .\n. b . . . . .\n. . . . . . .",
        A=unit(weapons=SWORD, agi=1),
        b=unit(size=2),
    )

    table.act("b", "move", "move 4,1", "A: pass", "move 4,1")

    assert table.at("b") == "4,1"


@rule("quest/initiative.opening-attack", "quest/fail.dire-d6", "quest/initiative.initiator-last")
def test_an_initiator_killed_in_its_own_opening_only_marks_time_at_the_end() -> None:
    table = Table(
        "A b B", opening=True, instigators="A",
        A=unit(agi=3, weapons=SWORD), B=unit(agi=0), b=unit(agi=1, weapons=SWORD),
    )  # fmt: skip

    table.steps(3, "attack b with longsword", "unaimed", dice="d20 1 d4 4 d6 6")

    assert table.order() == "b B A"
    assert not table["A"].present


@rule("quest/setup.unthralled-vanish-at-start", "quest/summon.summoner-gone")
def test_a_summons_whose_summoner_falls_fights_on_and_its_team_has_not_lost() -> None:
    table = Table(
        "A b S", A=unit(hp=9, mp=9, spells=["raise-bone-servant"]), S=unit(), b=unit(weapons=SWORD),
        thralls={"S": "A"},
    )  # fmt: skip

    table.act("b", "attack A with longsword", "unaimed", dice="d20 15 d8 3")

    assert not table["A"].present
    assert table["S"].present
    assert table["S"].thrall
    assert table.combat.outcome == ""


@rule("quest/wound.healed-explicitly", "quest/action.use-item")
def test_the_user_of_a_salve_chooses_the_wound_and_the_target_of_a_spell_its_own() -> None:
    table = Table(
        "A B b",
        A=unit(mp=9, items=["staunching-salve"], spells=["close-wound"]),
        B=unit(),
        b=unit(),
    )
    table["B"].wounds = (1, 1, 1, 0)

    table.act("A", "use staunching-salve on B", "A: heal slowing wound")
    table.act(
        "A", "cast close-wound with ma", "no option", "target B", "B: heal weakening wound",
        dice="d4 2",
    )  # fmt: skip

    assert table.wounds("B") == [1, 0, 0, 0]


@rule("quest/channel.upkeep", "quest/turn.start-sequence")
def test_upkeep_is_paid_before_the_fire_burns() -> None:
    table = Table("A b", A=unit(hp=3, mp=9, spells=["stone-skin"]), b=unit())
    table.act("A", "cast stone-skin with aa", "no option")
    table.give("A", "burning")
    mp = table["A"].mp
    table.next_round()

    table.start("A", "act", "keep stone-skin on A", dice="d4 3")

    assert not table["A"].present
    assert table["A"].mp == mp - 1


@rule("quest/summon.sickness-length", "quest/initiative.delay")
def test_sickness_ends_at_the_summoners_place_even_if_it_delays() -> None:
    table = Table(
        "A . b",
        A=unit(agi=2, mp=9, spells=["raise-bone-servant"]),
        b=unit(agi=1),
    )
    table.act("A", "cast raise-bone-servant with aa", "no option", "facing n", "pass")
    table.next_round()

    table.start("A", "delay")

    assert not table["bone-servant-1"].sick


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
