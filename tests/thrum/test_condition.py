"""Statuses and other conditions: what they do, how they are gained and end."""

from __future__ import annotations

from affray.core.effect import TURN_END
from affray.rulesets.thrum import damage
from affray.rulesets.thrum.condition import holding, kinds, listed
from affray.rulesets.thrum.geometry.sight import reach_of
from affray.rulesets.thrum.movement import forced, pace
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.terms import ACTION_PHASE, FATIGUE, MOVE_PHASE, STANCE_PHASE, STRESS
from tests.rules import rule
from tests.thrum.table import Table, facing, npc, pc, refused


def duel(a: Sheet | None = None, b: Sheet | None = None) -> Table:
    """A with C far off, so that the fight goes on when A is down."""
    return Table("A . . b . . . . C", A=a or pc(), b=b or npc("biffer"), C=pc())


@rule("thrum/status.increment")
def test_gaining_a_status_adds_to_its_number_or_begins_it() -> None:
    table = duel()

    holding.gain_status(table.combat, 0, kinds.BLEED, 2, 1)
    assert table.n("A", "bleed") == 2
    holding.gain_status(table.combat, 0, kinds.BLEED, 3, 2)
    assert table.n("A", "bleed") == 5
    assert len(table["A"].effects) == 1


@rule("thrum/status.tick")
def test_a_status_drops_by_1_at_the_end_of_its_bearers_own_turn_and_ends_at_0() -> None:
    table = duel()
    table.give("A", "bleed", 2)
    table.give("A", "shocked", 1)

    table.end("b")
    assert (table.n("A", "bleed"), table.n("A", "shocked")) == (2, 1)
    table.end("A")
    assert (table.n("A", "bleed"), table.n("A", "shocked")) == (1, 0)
    table.end("A")
    assert not table["A"].effects


@rule("thrum/status.tick")
def test_a_status_gained_in_ones_own_turn_ticks_at_the_end_of_it() -> None:
    table = Table("A . .", heights="2 0 0", A=pc())

    table.move("A", "drop 1,0", "by endurance", "stop", dice="1 1 6 6")
    assert table.n("A", "slowed") == 1
    table.end("A")

    assert table.n("A", "slowed") == 0


@rule("thrum/status.number-is-duration")
def test_a_higher_number_makes_a_status_last_longer_not_worse() -> None:
    """Weakened 3 gives one Bane, not three; Slowed 2 is -2 Speed, not -4."""
    table = Table("b A", A=pc(), b=npc("biffer"))
    table.give("b", "weakened", 3)
    table.give("A", "slowed", 2)

    table.act("b", "biffer-thump A", "A: resilience", dice="3 2 1 6 6")

    assert table.totals() == (3 + 2, 12)
    assert pace.speed_of(table.combat, table["A"]) == 2


@rule("thrum/status.statuses-versus-conditions")
def test_what_ends_statuses_leaves_marks_and_conditions_and_only_statuses_tick() -> None:
    table = Table("C A . b", A=pc(), C=pc(), b=npc("biffer"))
    statuses = (
        "bleed",
        "blinded",
        "burning",
        "shocked",
        "slowed",
        "hamstrung",
        "vulnerable",
        "weakened",
    )
    others = ("mark", "dazed", "immobilized", "disoriented", "hidden", "hastened")
    for name in (*statuses, *others, "stunned"):
        table.give("C", name, 2)
    assert [one.id for one in holding.statuses_of(table["C"])] == list(statuses)

    table.combat.phase = ACTION_PHASE
    table["C"].incapacitated = True
    table.act("A", "resuscitate C")

    assert [table.n("C", name) for name in statuses] == [0] * 8
    assert [table.n("C", name) for name in others] == [2, 1, 1, 1, 1, 1]
    table.begin_turn("C")
    table.end("C")
    assert [table.n("C", name) for name in others] == [2, 1, 1, 1, 1, 1]


@rule("thrum/status.statuses-versus-conditions")
def test_a_condition_without_a_number_does_not_stack() -> None:
    table = duel()

    table.give("A", "hastened")
    table.give("A", "hastened")

    assert (table.n("A", "hastened"), len(table["A"].effects)) == (1, 1)
    assert pace.speed_of(table.combat, table["A"]) == 4 + 2


@rule("thrum/status.statuses-versus-conditions")
def test_of_two_ends_of_one_condition_the_later_counts() -> None:
    """Hook Line immobilizes until the end of A's next turn; an end of this turn changes nothing."""
    table = duel(pc(level=1), npc("hookwarden"))
    table.act("b", "hook-line A", "A: resilience", "leave", dice="6 6 1 1")

    holding.give(table.combat, 0, kinds.IMMOBILIZED, 1, 1, TURN_END, table["b"].index)
    table.end("b")
    assert table.n("A", "immobilized") == 1
    table.turn("A", "act", "no action", "no stance")

    assert table.n("A", "immobilized") == 0


@rule("thrum/status.bleed")
def test_bleed_is_a_bane_on_incapacity_rolls() -> None:
    table = duel()
    table["A"].fatigue = 9
    table.give("A", "bleed", 2)

    table.act("A", "dash", "stop", dice="6 6 4")  # 10

    assert table.totals()[0] == 10


@rule("thrum/status.blinded")
def test_blinded_halves_ranges_rounded_up() -> None:
    """Range 3 becomes 2, Range 1 stays 1, Range 0 stays 0."""
    table = duel(pc(abilities=["sockem", "wave-of-mutilation"]))
    table.give("A", "blinded")

    found = {}
    for name in ("basic-attack", "sockem", "wave-of-mutilation"):
        ability = table["A"].sheet.ability(name)
        assert ability is not None
        found[ability.range] = reach_of(table.combat, table["A"], ability, ability.range)
    assert found == {3: 2, 1: 1, 0: 0}
    with refused("grid.range-inclusive"):
        table.act("A", "basic-attack b")


@rule("thrum/status.blinded")
def test_blinded_is_a_bane_on_enemies_in_nonadjacent_squares() -> None:
    for square, dice in (("2,0", "6 5 4 1 1"), ("1,0", "6 5 4 1 1")):
        table = duel(pc(), npc("chaff"))
        table.put("b", square)
        table.give("A", "blinded")

        # Far: the Bane of Blinded. Near: that of a Ranged attack alone.
        table.act("A", "basic-attack b", "b: resilience", dice=dice)

        assert table.totals() == (9, 2)


@rule("thrum/status.burning")
def test_burning_costs_1_fatigue_at_the_end_of_the_turn_whatever_its_number() -> None:
    table = duel()
    table.give("A", "burning", 3)

    table.end("A")

    assert (table["A"].fatigue, table.n("A", "burning")) == (1, 2)


@rule("thrum/status.burning")
def test_recover_ends_burning_besides_its_own_choice() -> None:
    table = duel()
    table["A"].fatigue = 2
    table.give("A", "burning", 3)
    table.give("A", "bleed", 3)

    table.act("A", "recover", "recover fatigue")

    assert (table["A"].fatigue, table.n("A", "burning"), table.n("A", "bleed")) == (1, 0, 3)


@rule("thrum/status.shocked")
def test_shocked_is_a_bane_on_panic_rolls() -> None:
    table = duel()
    table["A"].stress = 9
    table.give("A", "shocked", 3)

    table.start("A", dice="6 5 4")  # 9 is not greater than 9

    assert table["A"].stress == 0


@rule("thrum/status.slowed")
def test_slowed_takes_2_from_speed_and_forbids_evasion() -> None:
    table = Table("b A . . . .", A=pc(), b=npc("biffer"))
    table.give("A", "slowed")

    assert table.offers("A", MOVE_PHASE) == ["stop", "move 2,0", "move 3,0"]
    choice = table.question("b", keys=["biffer-thump A"])
    assert choice is not None
    assert table.options(choice) == ["resilience", "no defence"]


@rule("thrum/status.hamstrung")
def test_hamstrung_dazes_one_who_makes_an_attack_after_it_has_resolved() -> None:
    table = duel()
    table.give("A", "hamstrung")

    table.act("A", "basic-attack b", "b: no defence")

    assert table.n("A", "dazed") == 1
    names = [one.name for one in table.combat.events]
    assert names.index("damaged") < len(names) - 1 - names[::-1].index("condition-gained")


@rule("thrum/status.hamstrung")
def test_hamstrung_dazes_after_an_attack_out_of_turn_and_after_nothing_else() -> None:
    table = Table("A b\n. .", A=pc(), b=npc("hookwarden"))
    table.enter_stance("b", "iron-fence")
    table.give("A", "hamstrung")
    table.give("b", "hamstrung")

    table.turn(
        "A",
        "act",
        "move 0,1",
        "b: iron-fence",
        "A: no defence",
        "stop",
        "recover",
        "end status",
        "no stance",
    )

    assert (table.n("A", "dazed"), table.n("b", "dazed")) == (0, 1)


@rule("thrum/status.vulnerable")
def test_vulnerable_x_adds_x_of_the_same_kind_and_ends() -> None:
    """Vulnerable 2 and 2 Fatigue dealt: takes 4, Vulnerable gone."""
    for load, expected in ((FATIGUE, (4, 0)), (STRESS, (0, 4))):
        table = duel()
        table.give("A", "vulnerable", 2)

        damage.take(table.combat, 0, load, 2, 1)

        assert (table["A"].fatigue, table["A"].stress) == expected
        assert table.n("A", "vulnerable") == 0


@rule("thrum/status.vulnerable")
def test_vulnerable_adds_to_harm_from_any_source_ones_own_included() -> None:
    table = duel()
    table.give("A", "burning", 1)
    table.give("A", "vulnerable", 3)

    table.end("A")

    assert (table["A"].fatigue, table.n("A", "vulnerable")) == (1 + 3, 0)


@rule("thrum/status.vulnerable-both-kinds")
def test_with_fatigue_and_stress_at_once_vulnerable_adds_to_the_first() -> None:
    """Smite Them: Success 1 Fatigue and 1 Stress, Fatigue listed first."""
    table = Table("A b", A=pc(novas=["smite-them"]), b=npc("gatebreaker"))
    table["A"].potential = [4]
    table.give("b", "vulnerable", 2)

    table.act("A", "smite-them", "b: no defence")

    assert (table["b"].fatigue, table["b"].stress, table.n("b", "vulnerable")) == (3, 1, 0)


@rule("thrum/status.vulnerable-no-zero")
def test_harm_reduced_to_0_or_avoided_leaves_vulnerable_in_place() -> None:
    table = duel()
    table.give("A", "vulnerable", 2)

    damage.take(table.combat, 0, FATIGUE, 0, 1)
    assert (table["A"].fatigue, table.n("A", "vulnerable")) == (0, 2)
    table.give("b", "vulnerable", 2)
    table.act("A", "basic-attack b", "b: resilience", dice="1 1 6 6")

    assert (table["b"].fatigue, table.n("b", "vulnerable")) == (0, 2)


@rule("thrum/status.vulnerable-no-zero")
def test_harm_that_an_effect_takes_away_leaves_vulnerable_in_place() -> None:
    """Spirit Armor lowers the Fatigue of a Lob from 1 to 0."""
    table = Table("b . A", A=pc(abilities=["spirit-armor"]), b=npc("biffer"))
    table.act("A", "spirit-armor A")
    table.give("A", "vulnerable", 2)

    table.begin_turn("b")
    table.act(
        "b",
        "biffer-lob A",
        "A: spirit-armor",
        "A: resilience",
        "A: end spirit-armor",
        dice="6 6 1 1",
    )

    assert (table["A"].fatigue, table.n("A", "vulnerable")) == (0, 2)


@rule("thrum/status.weakened")
def test_weakened_is_a_bane_on_every_offensive_roll() -> None:
    table = Table("b A", A=pc(), b=npc("biffer"))
    table.give("b", "weakened")

    table.act("b", "biffer-thump A", "A: resilience", dice="6 5 4 1 1")

    assert table.totals()[0] == 9 + 2


@rule("thrum/condition.mark")
def test_mark_has_no_effect_of_its_own_does_not_tick_and_stays() -> None:
    table = Table("b A", A=pc(), b=npc("biffer"))
    table.give("A", "mark", 3)
    table.give("b", "mark", 1)

    table.act("b", "biffer-thump A", "A: resilience", dice="1 1 6 6")  # no die more or less
    for name in "bA":
        table.begin_turn(name)
        table.end(name)

    assert (table.n("A", "mark"), table.n("b", "mark")) == (3, 1)
    table.give("A", "mark", 1)
    assert table.n("A", "mark") == 4


@rule("thrum/condition.dazed")
def test_dazed_is_a_bane_on_defences_and_ends_by_harm_from_an_enemys_ability() -> None:
    table = duel()
    table.give("b", "dazed")

    # The Bane still applies to the defence against the very attack that ends it.
    table.act("A", "basic-attack b", "b: resilience", dice="6 5 4 2 1")

    assert table.totals() == (11, 3 + 1)
    assert (table["b"].fatigue, table.n("b", "dazed")) == (2, 0)


@rule("thrum/condition.dazed")
def test_dazed_stays_through_an_avoided_attack_and_harm_from_elsewhere() -> None:
    table = duel()
    table.give("b", "dazed")

    table.act("A", "basic-attack b", "b: resilience", dice="2 1 6 5 4")
    assert table.totals() == (3, 9 + 1)
    assert table.n("b", "dazed") == 1
    table.give("b", "burning")
    table.end("b")

    assert (table["b"].fatigue, table.n("b", "dazed")) == (1, 1)


@rule("thrum/condition.immobilized")
def test_the_immobilized_cannot_move_but_can_teleport_and_be_moved() -> None:
    table = Table("A b . .", A=pc(abilities=["sockem"]), b=npc("biffer"))
    table.give("b", "immobilized")
    assert table.offers("b", MOVE_PHASE) == []

    table.act("A", "sockem b", "b: resilience", "shift", "push b e 1", dice="1 1 6 6")
    assert table.at("b") == "2,0"
    forced.teleport(
        table.combat, table["b"], table.combat.grid.read("3,0"), "move.teleport.no-path"
    )
    assert table.at("b") == "3,0"


@rule("thrum/condition.immobilized")
def test_without_a_duration_it_ends_at_the_end_of_the_next_own_turn() -> None:
    table = duel(pc(level=1), npc("hookwarden"))

    # Hook Line's Critical: Immobilized until the end of the target's next turn.
    table.act("b", "hook-line A", "A: resilience", "leave", dice="6 6 1 1")
    assert table.n("A", "immobilized") == 1
    table.end("b")
    assert table.n("A", "immobilized") == 1
    table.turn("A", "act", "no action", "no stance")

    assert table.n("A", "immobilized") == 0


DISORIENTED = """
. . .
. A .
. . .
"""


@rule("thrum/condition.disoriented")
def test_a_disoriented_step_veers_by_the_roll_clockwise_above_7() -> None:
    """At (5,5), intending north (5,4), roll 9: two places clockwise from north is east, (6,5)."""
    rows = "\n".join([" ".join("." * 11)] * 11)
    table = Table(rows, A=pc())
    table.put("A", "5,5")
    table.give("A", "disoriented")

    table.move("A", "move 5,4", "stop", dice="4 5")

    assert (table.at("A"), table.n("A", "disoriented"), table["A"].spent) == ("6,5", 1, 1)


@rule("thrum/condition.disoriented")
def test_every_roll_has_its_square_and_7_goes_as_meant_and_ends_it() -> None:
    found: dict[int, str] = {}
    for first, second in (
        (1, 1),
        (1, 2),
        (1, 3),
        (1, 4),
        (1, 5),
        (2, 6),
        (3, 6),
        (4, 6),
        (5, 6),
        (6, 6),
    ):
        table = Table(DISORIENTED, A=pc())
        table.give("A", "disoriented")
        table.move("A", "move 1,0", "stop", dice=f"{first} {second}")
        found[first + second] = table.at("A")
        assert table.n("A", "disoriented") == 1
    table = Table(DISORIENTED, A=pc())
    table.give("A", "disoriented")
    table.move("A", "move 1,0", "stop", dice="3 4")
    found[7] = table.at("A")

    assert table.n("A", "disoriented") == 0
    assert found == {
        2: "2,2",  # five places counterclockwise from north
        3: "1,2",
        4: "0,2",
        5: "0,1",
        6: "0,0",
        7: "1,0",
        8: "2,0",
        9: "2,1",
        10: "2,2",
        11: "1,2",
        12: "0,2",
    }


@rule("thrum/condition.disoriented-blocked")
def test_a_blocked_square_costs_1_movement_and_one_stays() -> None:
    table = Table("A .", A=pc())
    table.give("A", "disoriented")

    # East is meant; south and off the map it veers, twice; then 7.
    table.move("A", "move 1,0", "move 1,0", "move 1,0", "stop", dice="4 5  5 4  3 4")

    assert (table.at("A"), table["A"].spent) == ("1,0", 3)


@rule("thrum/condition.disoriented-blocked")
def test_a_square_that_cannot_be_afforded_counts_as_blocked() -> None:
    table = Table("A .\n. .", heights="0 0\n0 9", A=pc())
    table.give("A", "disoriented")

    table.move("A", "move 1,0", "stop", dice="4 4")  # southeast, nine levels up

    assert (table.at("A"), table["A"].spent) == ("0,0", 1)


@rule("thrum/condition.disoriented-blocked")
def test_the_step_costs_what_the_square_really_entered_costs() -> None:
    table = Table("A .\n. .", heights="0 0\n0 3", A=pc())
    table.give("A", "disoriented")

    table.move("A", "move 1,0", "stop", dice="4 4")

    assert (table.at("A"), table["A"].spent) == ("1,1", 3)


@rule("thrum/condition.stunned")
def test_the_stunned_may_move_or_act_but_not_both() -> None:
    table = duel()
    table.give("A", "stunned")
    table.turn("A", "act", "move 1,0", "brace")  # no Action is asked for
    assert (table.n("A", "stunned"), table.stance_of("A")) == (0, "brace")

    table = duel()
    table.give("A", "stunned")
    table.turn("A", "act", "stop", "basic-attack b", "b: no defence", "brace")
    assert table["b"].fatigue == 2


@rule("thrum/condition.stunned")
def test_what_was_moved_in_an_earlier_turn_does_not_count() -> None:
    table = duel()
    table.turn("A", "act", "move 1,0", "no action", "no stance")
    table.next_round()
    table.give("A", "stunned")

    table.turn("A", "act", "stop", "basic-attack b", "b: no defence", "no stance")

    assert table["b"].fatigue == 2


@rule("thrum/condition.stunned")
def test_being_stunned_does_not_touch_defences_and_lasts_to_the_end_of_ones_turn() -> None:
    table = Table("b A", A=pc(), b=npc("biffer"))
    table.give("A", "stunned")

    table.act("b", "biffer-thump A", "A: evasion", dice="2 1 6 6 1")
    assert table.totals() == (3 + 2, 12)
    table.end("b")

    assert table.n("A", "stunned") == 1
    assert table.offers("A", STANCE_PHASE)


@rule("thrum/condition.hidden")
def test_hidden_halves_the_range_of_what_singles_its_bearer_out() -> None:
    table = Table("A . . b", A=pc(), b=npc("biffer"))
    table.give("b", "hidden")

    with refused("grid.range-inclusive"):
        table.act("A", "basic-attack b")  # Range 3: 2
    table.put("b", "2,0")
    assert "basic-attack b" in table.offers("A")


@rule("thrum/condition.hidden")
def test_from_a_nonadjacent_square_hidden_is_a_bane_but_not_for_areas() -> None:
    table = Table("A . b", A=pc(), b=npc("chaff"))
    table.give("b", "hidden")
    table.act("A", "basic-attack b", "b: resilience", dice="6 5 4 1 1")
    assert (table.totals()[0], table.n("b", "hidden")) == (9, 1)

    table = Table("m . . . B\n. . . . .", m=npc("mirewright"), B=pc())
    table.give("B", "hidden")
    table.act("m", "cinder-jar", "area 4,0", "B: resilience", dice="6 5 1 1")  # Range 4, two dice
    assert table.totals()[0] == 11 + 2


@rule("thrum/condition.hidden-ends")
def test_hidden_ends_after_its_bearer_has_used_an_ability_on_an_enemy() -> None:
    table = Table("p . . A", A=pc(), p=npc("plinker"))
    table.give("p", "hidden")

    table.act("p", "plinker-shot A", "A: no defence")

    assert table.n("p", "hidden") == 0
    names = [one.name for one in table.combat.events]
    assert names.index("damaged") < names.index("condition-lost")


@rule("thrum/condition.hidden-ends")
def test_hidden_stays_through_abilities_that_target_no_enemy() -> None:
    table = duel()
    table.give("A", "hidden")
    table["A"].fatigue = 1

    table.act("A", "recover")

    assert table.n("A", "hidden") == 1


@rule("thrum/condition.hidden-ends")
def test_hidden_ends_as_soon_as_an_adjacent_enemy_targets_its_bearer() -> None:
    table = Table("b A", A=pc(), b=npc("biffer"))
    table.give("A", "hidden")

    table.act("b", "biffer-thump A", "A: resilience", dice="1 1 6 6")  # before the rolls: no Bane

    assert table.n("A", "hidden") == 0
    names = [one.name for one in table.combat.events]
    assert names.index("condition-lost") < names.index("rolled")


@rule("thrum/condition.hastened")
def test_hastened_is_2_speed_and_a_boon_on_evasion_and_drops_by_reflexes() -> None:
    table = Table("A . . . . . .", heights="0 0 0 0 0 0 0", A=pc())
    table.give("A", "hastened")
    assert table.cost("A", "6,0") == 6

    table = Table("b A", A=pc(), b=npc("biffer"))
    table.give("A", "hastened")
    table.act("b", "biffer-thump A", "A: evasion", dice="2 1 1 1 6 6")  # two Boons
    assert table.totals() == (3 + 2, 12)
    table.begin_turn("b")
    table.act("b", "biffer-thump A", "A: resilience", dice="2 1 6 5 4")  # Dazed by Thump, no Boon
    assert table.totals() == (3 + 2, 9)

    for key, dice in (("by reflexes", "1 6 6 1 1"), ("by endurance", "6 6 1 1")):
        table = Table("A . .", heights="2 0 0", A=pc())
        table.give("A", "hastened")
        table.move("A", "drop 1,0", key, "stop", dice=dice)
        assert table.totals() == (12, 4)


@rule("thrum/condition.plus-one-dazed")
def test_a_number_on_a_numberless_condition_simply_gives_it() -> None:
    table = duel()

    table.give("A", "dazed", 1)
    table.give("A", "dazed", 1)

    assert table.n("A", "dazed") == 1


@rule("thrum/condition.scouted")
def test_scouted_is_1_mark() -> None:
    table = duel()
    assert listed.named("scouted") is kinds.MARK

    table.give("A", "scouted", 1)

    assert table.n("A", "mark") == 1


@rule("thrum/condition.hidden", "thrum/condition.hidden-ends")
def test_a_minion_next_to_a_hidden_enemy_attacks_it_as_an_adjacent_enemy() -> None:
    table = Table("A . . . b", A=pc(abilities=["command-aggressor"]), b=npc("biffer"))
    table.give("b", "hidden")

    table.act(
        "A",
        "command-aggressor",
        "place minion 3,0",
        "attack b",
        "b: resilience",
        dice="1 1 6 6",
    )

    assert table.n("b", "hidden") == 0


@rule("thrum/status.blinded")
def test_one_who_is_blinded_sends_its_minion_without_a_bane_against_who_is_next_to_that() -> None:
    table = Table("A . . b", A=pc(abilities=["command-aggressor"]), b=npc("biffer"))
    table.give("A", "blinded")

    table.act(
        "A",
        "command-aggressor",
        "place minion 2,0",
        "attack b",
        "b: resilience",
        dice="1 1 6 6",
    )

    assert table.totals()[0] == 2 + table["A"].sheet.arts["animism"]


@rule("thrum/condition.hidden")
def test_unlimited_power_finds_a_hidden_enemy_next_to_the_one_it_leaps_from() -> None:
    table = Table("A b c", A=pc(abilities=["unlimited-power"]), b=npc("biffer"), c=npc("biffer"))
    table.give("c", "hidden")

    table.act(
        "A",
        "unlimited-power b",
        "overexert",
        "b: resolve",
        "c: resolve",
        dice="6 6 1 1 6 6 1 1",
    )

    assert (table["c"].stress, table.n("c", "hidden")) == (2, 0)


@rule("thrum/ability.text-wins")
def test_nothing_ends_hidden_while_its_bearer_has_wraith_on_wings() -> None:
    """Not even what undoes the lasting Hidden of Disappearing Act."""
    table = Table(
        "A b",
        A=pc(
            abilities=["disappearing-act"],
            upgrades=["disappearing-act:b"],
            novas=["wraith-on-wings"],
        ),
        b=npc("biffer"),
    )
    table["A"].potential = [4]
    table.enter_stance("A", "wraith-on-wings")
    table.act("b", "biffer-thump A", "A: resilience", dice="1 1 6 6")

    table.begin_turn("b")
    table.act("b", "biffer-thump A", "A: resilience", dice="6 6 6 1 1 1")

    assert (table["A"].fatigue, table.n("A", "hidden")) == (2, 1)


MISS = "1 1 6 6"
CRIT = "6 6 1 1"


@rule("thrum/condition.immobilized", "thrum/incapacitated.three-wounds")
def test_what_lasts_to_the_end_of_a_turn_ends_though_that_turn_removes_its_character() -> None:
    table = Table(
        "A D . b .",
        A=pc(level=0, abilities=["magnetic-armor"]),
        b=npc("hookwarden"),
        D=pc(level=0),
        c=npc("biffer"),
    )
    table.enter_stance("A", "magnetic-armor")
    b = table["b"]
    b.fatigue, b.fatigue_tolerance, b.wounds = 20, 1, 2

    table.act(
        "b",
        "hook-line D",
        "D: resilience",
        "b: push D e 1",
        "A: magnetic-armor D",
        dice="1 1 1 6 6 1 1",
    )
    assert (b.incapacitated, table.n("D", "immobilized")) == (True, 1)

    table.end("b")

    assert (b.present, table.n("D", "immobilized")) == (False, 0)


@rule("thrum/condition.immobilized")
def test_a_second_hold_that_ends_sooner_does_not_shorten_the_first() -> None:
    table = Table(
        "A D . b c",
        A=pc(level=0, abilities=["magnetic-armor"]),
        b=npc("hookwarden"),
        c=npc("hookwarden"),
        D=pc(level=0),
        order="bcDA",
    )

    table.act("b", "hook-line D", "D: resilience", "b: leave", dice=CRIT)
    table.enter_stance("A", "magnetic-armor")
    table.act(
        "c", "hook-line D", "D: resilience", "c: push D e 1", "A: magnetic-armor D", dice=MISS
    )
    table.end("c")
    assert table.n("D", "immobilized") == 1

    table.start("D")
    table.end("D")

    assert table.n("D", "immobilized") == 0


@rule("thrum/condition.immobilized")
def test_a_second_hold_that_ends_later_replaces_the_first() -> None:
    table = Table(
        "A D . . b",
        A=pc(level=0, abilities=["magnetic-armor"]),
        b=npc("hookwarden"),
        D=pc(level=0),
        order="bDA",
    )
    table.enter_stance("A", "magnetic-armor")

    table.act(
        "b", "hook-line D", "D: resilience", "b: push D e 1", "A: magnetic-armor D", dice=CRIT
    )
    table.end("b")

    assert table.n("D", "immobilized") == 1


@rule("thrum/condition.stunned", "thrum/trigger.move-interrupted")
def test_one_who_is_stunned_and_sent_back_by_a_guardian_has_used_its_move() -> None:
    table = Table("A b . . .", A=pc(abilities=["guardian"]), b=npc("biffer"))
    table.enter_stance("A", "guardian")
    table.give("b", "stunned")

    table.move("b", "move 2,0", "b: go back", "b: resilience", "b: stop", dice="1 1 6 6")

    assert (table.at("b"), table["b"].spent) == ("1,0", 1)
    assert table.offers("b", ACTION_PHASE) == []


@rule("thrum/load.frayed")
def test_frayed_is_stress_above_tolerance_and_changes_with_the_numbers() -> None:
    table = facing(FOC=1)
    unit = table["A"]  # Tolerance 3
    found: list[bool] = []
    for stress, tolerance in ((3, 3), (4, 3), (3, 3), (3, 2)):
        unit.stress = stress
        unit.stress_tolerance = tolerance
        found.append(unit.frayed())

    assert found == [False, True, False, True]


@rule("thrum/load.frayed-bane")
def test_a_frayed_character_has_a_bane_on_every_defence_and_on_no_attack() -> None:
    for ability, defence, dice, totals in (
        ("biffer-thump A", "resilience", "6 5 4 3 1", (13, 4)),
        ("biffer-thump A", "evasion", "6 5 4 3", (13, 7)),  # cancels Evasion's Boon
    ):
        table = Table("b A", A=pc(), b=npc("biffer"))
        table["A"].stress = 3
        table.act("b", ability, f"A: {defence}", dice=dice)
        assert table.totals() == totals
    table = Table("b A", A=pc(), b=npc("dirge-singer"))
    table["A"].stress = 3
    table.act("b", "cold-whisper A", "A: resolve", dice="6 5 4 3 1")
    assert table.totals() == (11 + 3, 4)

    table = Table("A . b", A=pc(), b=npc("biffer"))
    table["A"].stress = 3
    table.act("A", "basic-attack b", "b: resilience", dice="1 1 6 6")


@rule("thrum/load.exhausted")
def test_exhausted_is_fatigue_above_tolerance_and_changes_with_the_numbers() -> None:
    unit = facing()["A"]  # Tolerance 3
    found: list[bool] = []
    for fatigue, tolerance in ((3, 3), (4, 3), (3, 3), (3, 2)):
        unit.fatigue = fatigue
        unit.fatigue_tolerance = tolerance
        found.append(unit.exhausted())

    assert found == [False, True, False, True]


@rule("thrum/load.exhausted-bane")
def test_an_exhausted_character_has_a_bane_on_attacks_and_on_no_defence() -> None:
    table = facing()
    table["A"].fatigue = 4
    table.act("A", "basic-attack b", "b: resilience", dice="6 5 4 3 2  6 6")
    assert "contests" in [one.name for one in table.combat.events]
    assert table["b"].fatigue == 2  # 9 + 4 against 5 + 1

    table.begin_turn("b")
    table.act("b", "biffer-lob A", "A: resilience", dice="1 1 6 6")


@rule("thrum/load.exhausted-bane")
def test_the_bane_of_exhaustion_counts_for_triggered_attacks_too() -> None:
    table = Table("A b\n. .", A=pc(), b=npc("hookwarden"))
    table.enter_stance("b", "iron-fence")
    table["b"].fatigue = 9

    table.move("A", "move 0,1", "b: iron-fence", "A: resilience", "stop", dice="1 1 6 6 6")

    assert table.totals()[0] == 2 + 2
