"""2d6 against 2d6: ties, Criticals, Boons and Banes, and which roll is which."""

from __future__ import annotations

from affray.core.dice import ScriptedDice
from affray.core.event import Rolled
from affray.rulesets.thrum.attack.roll import Check, Contest
from tests.rules import rule
from tests.thrum.table import Table, npc, pc


def contest(active: int, boons: int, reactive: int, their_boons: int, faces: str) -> int:
    """Throw a contest with written dice, all of which are used; return its margin."""
    dice = ScriptedDice([(6, int(face)) for face in faces.split()])
    margin = dice.throw(Contest(active, boons, reactive, their_boons))
    assert dice.used == len(dice.faces)
    return margin


def check(modifier: int, boons: int, against: int, faces: str) -> bool:
    dice = ScriptedDice([(6, int(face)) for face in faces.split()])
    held = dice.throw(Check(modifier, boons, against)) % 2 == 1
    assert dice.used == len(dice.faces)
    return held


def thump(END: int = 1) -> Table:  # noqa: N803 - an attribute
    """b (Attack +2) strikes A (Resilience END) with Thump: 1 Fatigue, 2 on a Critical."""
    return Table("b A", A=pc(END=END), b=npc("biffer"))


@rule("thrum/roll.contest")
def test_both_sides_roll_2d6_and_their_modifier_and_the_greater_active_total_succeeds() -> None:
    table = thump()

    table.act("b", "biffer-thump A", "A: resilience", dice="3 3 3 3")

    assert table.totals() == (6 + 2, 6 + 1)
    assert table["A"].fatigue == 1


@rule("thrum/roll.tie")
def test_a_tie_goes_to_the_defender() -> None:
    """Attack total 9, Resilience total 9: the attack fails."""
    table = thump()

    table.act("b", "biffer-thump A", "A: resilience", dice="3 4 4 4")

    assert table.totals() == (9, 9)
    assert table["A"].fatigue == 0


@rule("thrum/roll.critical")
def test_five_more_is_a_critical_and_four_more_is_not() -> None:
    """12 against 7 is a Critical, 11 against 7 is not."""
    for faces, totals, result in (
        ("5 5 3 3", (12, 7), "critical"),
        ("4 5 3 3", (11, 7), "success"),
    ):
        table = Table("A b", A=pc(level=1, abilities=["sockem"], POW=1), b=npc("biffer"))
        table["A"].sheet.abilities[-1].modifier = 2

        table.act("A", "sockem b", "b: resilience", dice=faces)

        assert table.totals() == totals
        assert table["b"].fatigue == (3 if result == "critical" else 2)
        assert table.n("b", "stunned") == (1 if result == "critical" else 0)


@rule("thrum/roll.critical")
def test_a_critical_is_a_success_too() -> None:
    table = thump(END=0)

    table.act("b", "biffer-thump A", "A: resilience", dice="6 6 1 1")

    assert table.told("contests")[-1].amount == 3  # a Critical
    assert table["A"].fatigue > 0


@rule("thrum/roll.defender-critical")
def test_a_defence_five_higher_is_a_critical_four_is_not() -> None:
    for faces, result, vulnerable in (("1 1 3 3 3", 0, 1), ("1 1 1 4 5", 1, 0)):
        table = Table("b A", A=pc(), b=npc("biffer"))  # 2 + 2 against Evasion with its Boon

        table.act("b", "biffer-thump A", "A: evasion", dice=faces)

        assert table.told("contests")[-1].amount == result
        assert table.n("A", "vulnerable") == vulnerable
    assert table.totals() == (4, 9)


@rule("thrum/roll.boon")
def test_a_boon_adds_a_die_and_drops_the_lowest() -> None:
    """One Boon, dice 3,4,6: keep 4 and 6 for 10 plus the modifier."""
    assert contest(1, 1, 10, 0, "3 4 6 1 1") == 10 + 1 - 12
    assert contest(1, 1, 7, 0, "3 4 6 1 1") == 11 - 9
    assert check(1, 1, 10, "3 4 6")
    assert not check(1, 1, 11, "3 4 6")


@rule("thrum/roll.bane")
def test_a_bane_adds_a_die_and_drops_the_highest() -> None:
    """Two Banes, dice 6,2,5,3: keep 2 and 3 for 5 plus the modifier."""
    assert contest(2, -2, 3, 0, "6 2 5 3 1 1") == 5 + 2 - 5
    assert check(2, -2, 6, "6 2 5 3")
    assert not check(2, -2, 7, "6 2 5 3")


@rule("thrum/roll.boon-bane-cancel")
def test_boons_and_banes_on_one_roll_cancel_each_other() -> None:
    """Two Boons and one Bane: one net Boon, 3d6, drop the lowest."""
    table = Table("A b", A=pc(), b=npc("biffer"))
    table.give("b", "hastened")  # Boon on Evasion
    table.give("b", "dazed")  # Bane on defences

    # Evasion's own Boon and Hastened's, less Dazed's Bane.
    table.act("A", "basic-attack b", "b: evasion", dice="3 2 1 1 5 6")

    assert table.totals() == (3, 11)


@rule("thrum/roll.boon-bane-cancel")
def test_there_is_no_limit_to_the_net_number() -> None:
    table = Table(
        """
        c d e
        f A b
        g h i
        """,
        A=pc(),
        more={letter: npc("biffer") for letter in "bcdefghi"},
    )

    # Eight enemies around a Ranged attacker: 10d6, the two lowest.
    table.act("A", "basic-attack b", "b: resilience", dice="6 6 6 6 6 6 6 6 5 4 1 1")

    assert table.totals() == (9, 3)


@rule("thrum/roll.per-roll")
def test_boons_of_the_defence_do_not_cancel_banes_of_the_attack() -> None:
    table = Table("b A", A=pc(), b=npc("biffer"))
    table.give("b", "weakened")
    table.enter_stance("A", "brace")

    # Three dice each: a Bane there, a Boon here.
    table.act("b", "biffer-thump A", "A: resilience", dice="1 2 6 1 2 6")

    assert table.totals() == (3 + 2, 8)


@rule("thrum/roll.per-roll")
def test_all_sources_on_the_same_roll_add_together() -> None:
    table = Table("b A", A=pc(), b=npc("biffer"))
    table.give("b", "weakened")
    table["b"].fatigue = 9  # Exhausted

    table.act("b", "biffer-thump A", "A: resilience", dice="1 2 6 6 1 2  6 6")  # and its own roll

    assert [one.parts[0][2] for one in rolled(table)] == [3 + 2, 12 + 1]


def rolled(table: Table) -> list[Rolled]:
    return [one for one in table.combat.events if isinstance(one, Rolled)]


@rule("thrum/roll.flat-bonus")
def test_a_flat_bonus_is_added_to_the_total_and_adds_no_die() -> None:
    table = Table("A . b", A=pc(abilities=["composed"], FOC=1), b=npc("biffer"))
    table["A"].stress = 9

    table.start("A", dice="4 4")  # two dice: 8 + Resolve 1 + 1 of Composed = 10

    assert table["A"].stress == 9
    table["A"].stress = 10
    table.begin_turn("A")
    table.start("A", dice="4 4")
    assert table["A"].stress == 0


@rule("thrum/roll.offensive-defensive")
def test_banes_on_offensive_and_defensive_rolls_touch_no_other_roll() -> None:
    table = Table("A . b", heights="2 0 0", A=pc(END=1, FOC=1), b=npc("biffer"))
    table.give("A", "weakened")  # offensive
    table.give("A", "dazed")  # defensive
    table["A"].stress = 9

    table.start("A", dice="6 6")  # a Panic Roll: two dice
    table.step("drop 1,0", "by endurance", "stop", dice="6 6 1 1")  # a drop roll
    table["A"].fatigue = 9
    table.step("dash", "stop", dice="6 6")  # an Incapacity Roll

    assert not table["A"].incapacitated


@rule("thrum/roll.offensive-defensive")
def test_a_granted_attack_is_an_offensive_roll_and_its_defence_a_defensive_one() -> None:
    table = Table(
        """
        A b
        . .
        """,
        A=pc(level=1),
        b=npc("hookwarden"),
    )
    table.enter_stance("b", "iron-fence")
    table.give("b", "weakened")
    table.give("A", "dazed")

    table.move("A", "move 0,1", "b: iron-fence", "A: resilience", "stop", dice="3 2 1 6 5 1")

    assert table.totals() == (3 + 2, 6)


@rule("thrum/roll.defence-name")
def test_what_helps_resilience_or_resolve_rolls_helps_no_incapacity_or_panic_roll() -> None:
    table = Table("A . b", A=pc(), b=npc("biffer"))
    table.enter_stance("A", "concentrate")
    table["A"].stress = 9
    table.start("A", dice="5 5")  # two dice
    assert table["A"].stress == 9

    table.enter_stance("A", "brace")
    table["A"].fatigue = 9
    table.begin_turn("A")
    table.act("A", "dash", "stop", dice="5 5")
    assert not table["A"].incapacitated


@rule("thrum/roll.separate-contest-per-target")
def test_an_area_attack_rolls_anew_against_each_target_in_initiative_order() -> None:
    table = Table(
        """
        m . . B
        . . . C
        """,
        order="CmB",
        m=npc("mirewright"),
        B=pc(),
        C=pc(END=1),
    )
    table.give("m", "blinded")  # halves Range: 2 reach column 2

    table.act(
        "m",
        "cinder-jar",
        "area 2,0",
        "C: resilience",
        "B: resilience",
        dice="4 5 6 1 1  4 4 1 1 2",  # C first, each with the Bane of Blinded
    )

    assert [one.who for one in table.told("contests")] == [0, 0]
    assert [one.other for one in table.told("contests")] == [2, 1]
    assert [[total for _, _, total in one.parts] for one in rolled(table)] == [[11, 3], [7, 3]]


@rule("thrum/roll.separate-contest-per-target")
def test_boons_and_banes_are_those_against_that_target_at_that_moment() -> None:
    table = Table(
        """
        m . . B
        . . . C
        """,
        order="BCm",
        m=npc("mirewright"),
        B=pc(),
        C=pc(),
    )
    table.enter_stance("B", "dodge")
    table.give("C", "vulnerable", 2)

    # B evades with two Boons, C, being Vulnerable, with none.
    table.begin_turn("m")
    table.act(
        "m",
        "cinder-jar",
        "area 3,0",
        "B: evasion",
        "C: evasion",
        dice="1 1 1 1 6 6  2 2 1 1",
    )

    assert (table["B"].fatigue, table["C"].fatigue) == (0, 1 + 2)


@rule("thrum/roll.dice-order")
def test_all_attack_dice_fall_before_all_defence_dice() -> None:
    table = Table("b A", A=pc(), b=npc("biffer"))
    table.give("b", "weakened")
    table.enter_stance("A", "brace")

    table.act("b", "biffer-thump A", "A: resilience", dice="1 2 3 4 5 6")

    sides = [(faces, total) for _, faces, total in rolled(table)[0].parts]
    assert sides == [([1, 2, 3], 3 + 2), ([4, 5, 6], 11)]


@rule("thrum/roll.dice-order")
def test_initiative_is_rolled_by_pcs_then_foes_then_allied_npcs() -> None:
    table = Table(
        "e b",
        opening=True,
        allies="e",
        e=npc("envoy"),
        b=npc("biffer"),
        A=pc(),
        B=pc(),
    )

    table.step(dice="1 1 2 2 3 3 4 4")

    assert [table.combat.units[one.who].name for one in rolled(table)] == ["A", "B", "b", "e"]


@rule("thrum/roll.dice-order")
def test_those_who_owe_the_same_roll_at_once_roll_in_initiative_order() -> None:
    table = Table(
        "c A b",
        order="cAb",
        A=pc(abilities=["whirling-slice"]),
        b=npc("chaff"),
        c=npc("chaff"),
    )
    table["b"].fatigue = table["c"].fatigue = 3

    table.begin_turn("A")
    table.act(
        "A",
        "whirling-slice",
        "target b",
        "target c",
        "c: resilience",
        "b: resilience",
        dice="1 1 6 6  1 1 6 6  1 1  6 6",  # both miss; then two Incapacity Rolls
    )

    assert (table["c"].incapacitated, table["b"].incapacitated) == (True, False)
