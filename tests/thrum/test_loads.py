"""Fatigue and Stress: dealing, Frayed, Panic, Exhausted."""

from __future__ import annotations

from affray.rulesets.thrum import damage
from affray.rulesets.thrum.terms import ACTION_PHASE, FATIGUE, STRESS
from tests.rules import rule
from tests.thrum.table import Table, npc, pc


def duel(**points: int) -> Table:
    """A with C far off, so that the fight goes on when A is down."""
    return Table("A . . b . . . . C", A=pc(more=points), b=npc("biffer"), C=pc())


@rule("thrum/load.no-hit-points")
def test_harm_only_raises_loads_without_an_upper_limit() -> None:
    table = duel()

    damage.take(table.combat, 0, FATIGUE, 500, -1)
    damage.take(table.combat, 0, STRESS, 400, -1)

    assert (table["A"].fatigue, table["A"].stress) == (500, 400)
    assert table["A"].able()


@rule("thrum/load.deal-one")
def test_fatigue_or_stress_without_a_number_is_one() -> None:
    """Burning deals 1 Fatigue, Overexert costs 1 Stress: texts without a number."""
    table = Table("A b", A=pc(abilities=["addle"]), b=npc("gatebreaker"))
    table.give("A", "burning")

    table.act("A", "addle b", "overexert", "b: no defence")
    table.end("A")

    assert (table["A"].fatigue, table["A"].stress) == (1, 1)


@rule("thrum/load.deal-n")
def test_success_and_critical_amounts_are_one_instance() -> None:
    table = Table("A b", A=pc(abilities=["precision-slash"]), b=npc("gatebreaker"))
    table.give("b", "vulnerable", 3)

    table.act("A", "precision-slash b", "b: resilience", dice="6 6 1 1")

    # 2 + 1, and Vulnerable's 3 once.
    assert table["b"].fatigue == 6
    assert [one.amount for one in table.told("takes")] == [6]


@rule("thrum/load.floor")
def test_no_load_or_tolerance_goes_below_0_and_the_excess_is_lost() -> None:
    table = Table("a b", A=pc(), a=npc("bonesetter"), b=npc("biffer"))
    table["b"].stress = 1

    table.act("a", "splint b")  # Stress Load -2
    assert table["b"].stress == 0

    table = duel()
    table["A"].stress_tolerance = 0
    table["A"].stress = 9
    table.start("A", dice="1 1")
    assert table["A"].stress_tolerance == 0


@rule("thrum/load.floor")
def test_nothing_in_combat_raises_a_tolerance_by_itself() -> None:
    table = duel()
    table["A"].fatigue_tolerance = 1
    table["A"].fatigue = 1

    table.act("A", "recover")

    assert (table["A"].fatigue, table["A"].fatigue_tolerance) == (0, 1)


@rule("thrum/load.frayed")
def test_frayed_is_stress_above_tolerance_and_changes_with_the_numbers() -> None:
    table = duel(FOC=1)
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


@rule("thrum/panic.when")
def test_one_who_is_frayed_at_its_start_of_turn_rolls_once() -> None:
    table = duel()
    table["A"].stress = 3

    table.start("A", dice="6 6")

    table = duel()
    table["A"].stress = 2  # Tolerance 2
    table.start("A")


@rule("thrum/panic.when")
def test_becoming_frayed_later_in_the_turn_calls_for_no_roll_until_the_next() -> None:
    table = Table("A b", A=pc(abilities=["addle"]), b=npc("gatebreaker"))
    table["A"].stress = 2

    table.turn("A", "act", "stop", "addle b", "overexert", "b: no defence", "no stance")
    assert table["A"].frayed()

    table.turn("A", "act", "stop", "no action", "no stance", dice="6 6")


@rule("thrum/panic.roll")
def test_a_panic_roll_must_exceed_the_stress_load() -> None:
    """Stress Load 6, Resolve +1, dice 3,2: 6 is not greater than 6, so it fails."""
    table = duel(FOC=1)
    table["A"].stress = 6
    table.start("A", dice="3 2")
    assert (table["A"].stress, table.n("A", "stunned")) == (0, 1)

    table = duel(FOC=1)
    table["A"].stress = 6
    table.start("A", dice="3 3")
    assert (table["A"].stress, table.n("A", "stunned")) == (6, 0)


@rule("thrum/panic.success")
def test_holding_changes_nothing_and_one_rolls_again_next_turn() -> None:
    table = duel()
    table["A"].stress = 3
    before = table["A"].key()

    for _ in range(2):
        table.begin_turn("A")
        table.start("A", dice="6 6")

    assert table["A"].key() == before
    assert table["A"].frayed()


@rule("thrum/panic.fail-stunned")
def test_failed_panic_stuns_the_turn_just_started() -> None:
    table = duel()
    table["A"].stress = 9

    table.turn("A", "act", "move 1,0", "no stance", dice="1 1")  # no Action is offered

    assert table.n("A", "stunned") == 0  # it ended with the turn


@rule("thrum/panic.fail-transfer")
def test_failed_panic_turns_all_stress_into_fatigue_and_ends_frayed() -> None:
    table = duel()
    table["A"].stress = 9
    table["A"].fatigue = 2

    table.start("A", dice="1 1")

    assert (table["A"].stress, table["A"].fatigue, table["A"].frayed()) == (0, 11, False)


@rule("thrum/panic.fail-tolerance")
def test_failed_panic_costs_1_stress_tolerance() -> None:
    table = duel(FOC=1)
    table["A"].stress = 9

    table.start("A", dice="1 1")

    assert table["A"].stress_tolerance == 2


@rule("thrum/panic.transfer-is-not-dealt")
def test_stress_that_panic_turns_into_fatigue_is_not_taken() -> None:
    table = duel()
    table["A"].stress = 9
    table.give("A", "vulnerable", 2)
    table.give("A", "dazed")

    table.start("A", dice="1 1")  # no Incapacity Roll either

    assert (table["A"].fatigue, table.n("A", "vulnerable"), table.n("A", "dazed")) == (9, 2, 1)
    assert table["A"].exhausted()
    assert table["A"].able()


@rule("thrum/turn.start.panic-first")
def test_the_panic_roll_comes_before_every_other_start_of_turn_effect() -> None:
    table = Table("p A C", A=pc(), C=pc(), p=npc("plinker"))
    table["p"].stress = 2  # Tolerance 1: Frayed; an enemy adjacent costs it 1 Stress

    table.start("p", dice="1 2")  # 3 is greater than 2, not than 3

    assert table["p"].stress == 3
    names = [one.name for one in table.combat.events]
    assert names.index("rolled") < names.index("takes")


@rule("thrum/load.exhausted")
def test_exhausted_is_fatigue_above_tolerance_and_changes_with_the_numbers() -> None:
    unit = duel()["A"]  # Tolerance 3
    found: list[bool] = []
    for fatigue, tolerance in ((3, 3), (4, 3), (3, 3), (3, 2)):
        unit.fatigue = fatigue
        unit.fatigue_tolerance = tolerance
        found.append(unit.exhausted())

    assert found == [False, True, False, True]


@rule("thrum/load.exhausted-bane")
def test_an_exhausted_character_has_a_bane_on_attacks_and_on_no_defence() -> None:
    table = duel()
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


@rule("thrum/exhausted.roll-after-action")
def test_acting_while_exhausted_asks_for_an_incapacity_roll_before_the_stance_step() -> None:
    for keys in (
        ("dash", "stop"),
        ("recover",),
        ("resuscitate C",),
        ("basic-attack b", "b: no defence"),
    ):
        table = Table("C A . . b", A=pc(), C=pc(), b=npc("biffer"))
        table["A"].fatigue = 6
        table["C"].incapacitated = keys[0] == "resuscitate C"

        table.act("A", *keys, dice="6 5")

        assert table["A"].able()
        assert table.combat.phase == ACTION_PHASE + 1
        assert [one.what for one in table.told("rolled")] == ["incapacity"]


@rule("thrum/exhausted.action-removes")
def test_an_action_that_ends_exhaustion_asks_for_no_roll() -> None:
    """Tolerance 3, Load 4, Recover: Load 3, no roll. Load 5, Recover: Load 4, still Exhausted,
    roll.
    """
    table = duel()
    table["A"].fatigue = 4
    table.act("A", "recover")
    assert table["A"].fatigue == 3

    table = duel()
    table["A"].fatigue = 5
    table.act("A", "recover", dice="6 6")
    assert table["A"].fatigue == 4


@rule("thrum/exhausted.during-action")
def test_one_whom_its_own_action_exhausts_rolls_too() -> None:
    table = Table(
        """
        m A
        . C
        """,
        order="mAC",
        m=npc("mirewright"),
        A=pc(),
        C=pc(),
    )
    table["m"].fatigue = 2  # Tolerance 2

    table.act(
        "m",
        "cinder-jar",
        "area -1,0",
        "m: no defence",  # its own jar
        dice="6 6",
    )

    assert (table["m"].fatigue, table["m"].able()) == (3, True)


@rule("thrum/exhausted.no-action-no-roll")
def test_without_an_action_an_exhausted_character_makes_no_roll() -> None:
    table = duel()
    table["A"].fatigue = 9

    table.turn("A", "act", "move 1,0", "no action", "brace")

    assert table["A"].able()


@rule("thrum/exhausted.one-roll-per-action")
def test_one_action_of_several_attacks_asks_for_one_roll() -> None:
    table = Table(
        "c A b",
        order="Abc",
        A=pc(abilities=["whirling-slice"]),
        b=npc("biffer"),
        c=npc("biffer"),
    )
    table["A"].fatigue = 6

    table.act(
        "A",
        "whirling-slice",
        "target b",
        "target c",
        "b: no defence",
        "c: no defence",
        dice="6 6",
    )

    assert len(table.told("rolled")) == 1


@rule("thrum/exhausted.one-roll-per-action")
def test_a_finishers_roll_on_the_same_character_is_another() -> None:
    """A riposte's Finisher makes the Exhausted attacker roll, and so does having acted."""
    table = Table("a B", order="aB", a=npc("ashrunner"), B=pc(abilities=["parry-and-riposte"]))
    table.enter_stance("B", "parry-and-riposte")
    table["a"].fatigue = 5

    table.act(
        "a",
        "gash B",
        "B: parry-and-riposte",
        "B: resilience",
        "a: resilience",
        "stop",
        dice="1 1 1 6 6  1 1 6 6  6 6  6 6",
    )

    rolls = [one.rule for one in table.told("rolled") if one.what == "incapacity"]
    assert rolls == ["attack.finisher", "exhausted.roll-after-action"]


@rule("thrum/recovery.downtime-only")
def test_no_ordinary_ability_restores_tolerance_or_wounds() -> None:
    table = Table("C A b", A=pc(abilities=["ameliorate"]), b=npc("biffer"), C=pc())
    for name in "AC":
        table[name].fatigue_tolerance = 1
        table[name].stress_tolerance = 1
        table[name].wounds = 2
        table[name].fatigue = 3
    table["C"].incapacitated = True

    table.act("A", "resuscitate C", dice="6 6")
    table.begin_turn("A")
    table.act("A", "recover", dice="6 6")

    for name in "AC":
        unit = table[name]
        assert (unit.fatigue_tolerance, unit.stress_tolerance, unit.wounds) == (1, 1, 2)
