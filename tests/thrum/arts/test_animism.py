import pytest

from affray.core.errors import UnknownKeyError
from tests.rules import rule
from tests.thrum.table import Table, npc, pc


def minion_at(table: Table, cell: str, name: str = "A") -> None:
    """Put a Minion into play."""
    minion = table[f"minion-of-{name}"]
    minion.present = True
    table.combat.stand(minion, table.combat.grid.read(cell))


# ---- Ameliorate ---------------------------------------------------------------------------------


def test_ameliorate_lowers_one_load_of_an_ally_or_oneself_by_one() -> None:
    table = Table("A B b", A=pc(abilities=["ameliorate"]), B=pc(), b=npc("biffer"))
    table["B"].fatigue = 2
    table["B"].stress = 2

    table.act("A", "ameliorate B", "plain", "recover stress")

    assert (table["B"].fatigue, table["B"].stress) == (2, 1)


def test_ameliorate_takes_two_off_one_status() -> None:
    table = Table("A B b", A=pc(abilities=["ameliorate"]), B=pc(), b=npc("biffer"))
    table.give("B", "weakened", 3)
    table.give("B", "slowed", 3)

    table.act("A", "ameliorate B", "plain", "slowed")

    assert (table.n("B", "weakened"), table.n("B", "slowed")) == (3, 1)


def test_ameliorate_overexerted_may_do_one_thing_twice() -> None:
    table = Table("A B b", A=pc(abilities=["ameliorate"]), B=pc(), b=npc("biffer"))
    table["B"].fatigue = 3
    table["B"].stress = 2

    table.act("A", "ameliorate B", "overexert", "recover fatigue", "recover fatigue")

    assert (table["B"].fatigue, table["B"].stress, table["A"].stress) == (1, 2, 1)


def test_ameliorate_b_adds_an_option_that_was_not_chosen() -> None:
    table = Table(
        "A B b",
        A=pc(abilities=["ameliorate"], upgrades=["ameliorate:b"]),
        B=pc(),
        b=npc("biffer"),
    )
    table["B"].fatigue = 3
    table["B"].stress = 2

    table.act("A", "ameliorate B", "plain", "recover fatigue")

    assert (table["B"].fatigue, table["B"].stress) == (2, 1)


def test_ameliorate_a_reaches_half_of_rea_farther() -> None:
    near = pc(REA=4, abilities=["ameliorate"])
    far = pc(REA=4, abilities=["ameliorate"], upgrades=["ameliorate:a"])

    for sheet, reached in ((near, False), (far, True)):
        table = Table("A . . B", A=sheet, B=pc())
        ability = sheet.ability("ameliorate")
        assert ability is not None
        answers = ability.answers(table.combat, table["A"])
        assert (1 + table["B"].index in answers) == reached


# ---- Spirit Armor -------------------------------------------------------------------------------


def warded(*upgrades: str, foc: int = 0) -> Table:
    table = Table(
        "A B . b",
        A=pc(
            abilities=["spirit-armor"],
            upgrades=[f"spirit-armor:{one}" for one in upgrades],
            FOC=foc,
        ),
        B=pc(),
        b=npc("biffer"),
    )
    table.act("A", "spirit-armor B")
    return table


@rule("thrum/buff.lasts")
def test_spirit_armor_adds_training_before_the_roll_and_takes_one_off_what_the_roll_brings() -> (
    None
):
    """Attack 6+6+2 = 14 against 1+1+0+3 = 5: 2 Fatigue less 1."""
    table = warded()

    table.begin_turn("b")
    table.act(
        "b",
        "basic-attack B",
        "B: spirit-armor",
        "B: resilience",
        "A: end spirit-armor",
        dice="6 6 1 1",
    )

    assert table["B"].fatigue == 1
    assert table.told("contests")[-1].amount == 3
    assert table["B"].effects == []


def test_spirit_armor_stays_if_its_creator_takes_one_stress() -> None:
    table = warded("a", foc=4)

    table.begin_turn("b")
    table.act(
        "b",
        "basic-attack B",
        "B: spirit-armor",
        "B: resilience",
        "A: take 1 stress",
        dice="5 4 3 3",  # 11 against 6 + 3 + 2 = 11: a tie
    )

    assert (table["B"].fatigue, table["A"].stress) == (0, 1)
    assert [held.effect.id for held in table["B"].effects] == ["spirit-armor"]


def test_spirit_armor_that_is_passed_over_changes_nothing_and_stays() -> None:
    table = warded()

    table.begin_turn("b")
    table.act("b", "basic-attack B", "B: pass", "B: resilience", dice="6 6 1 1")

    assert table["B"].fatigue == 2
    assert len(table["B"].effects) == 1


def test_spirit_armor_without_a_defensive_roll_is_not_used_up() -> None:
    table = warded()

    table.begin_turn("b")
    table.act("b", "basic-attack B", "B: spirit-armor", "B: no defence")

    assert table["B"].fatigue == 2
    assert len(table["B"].effects) == 1


def test_spirit_armor_rerolls_a_failed_panic_roll_and_ends() -> None:
    table = warded()
    table["B"].stress = 6

    table.start("B", "reroll", "A: end spirit-armor", dice="1 1 6 6")

    assert table["B"].stress == 6  # it held
    assert table["B"].effects == []


def test_spirit_armor_b_adds_training_to_the_reroll_of_an_incapacity_roll() -> None:
    """Fatigue 6 of 3: 2 fails, then 2 + 2 + Training 3 = 7 holds."""
    table = warded("b")
    table["B"].fatigue = 6

    table.act("B", "dash", "stop", "reroll", "A: take 1 stress", dice="1 1 2 2")

    assert not table["B"].incapacitated
    assert table["A"].stress == 1


def test_spirit_armor_does_not_keep_the_roll_of_one_who_lets_it_stand() -> None:
    table = warded()
    table["B"].fatigue = 6

    table.act("B", "dash", "stop", "stand", dice="1 1")

    assert table["B"].incapacitated


# ---- Command Aggressor --------------------------------------------------------------------------


@rule("thrum/minion.position", "thrum/cover.origin")
def test_command_aggressor_places_a_minion_that_attacks_an_enemy_next_to_it() -> None:
    """POW 2, Training 3, level 12: Animism 2 + 4 = 6. 3+3+6 against 3+3+1: a Critical."""
    table = Table(
        """
        A . . . .
        . . . . b
        """,
        A=pc(POW=2, abilities=["command-aggressor"]),
        b=npc("biffer"),
    )

    table.act(
        "A",
        "command-aggressor",
        "place minion 3,0",
        "attack b",
        "b: resilience",
        "push b w 1",
        dice="3 3 3 3",
    )

    assert table.at("minion-of-A") == "3,0"
    assert table.at("b") == "3,1"
    assert table["b"].fatigue == 3


def test_command_aggressor_upgrades_add_fatigue_on_a_critical_and_push() -> None:
    table = Table(
        """
        . . . .
        A . b .
        . . . .
        """,
        A=pc(
            POW=4,
            REA=2,
            abilities=["command-aggressor"],
            upgrades=["command-aggressor:a", "command-aggressor:b"],
        ),
        b=npc("biffer"),
    )
    minion_at(table, "1,0")

    table.act(
        "A",
        "command-aggressor",
        "leave minion",
        "attack b",
        "resilience",
        "push b n 1",
        dice="6 6 1 1",
    )

    assert table["b"].fatigue == 2 + 1 + 2
    assert table.at("b") == "2,0"


def test_command_aggressor_pushes_on_a_miss_and_may_forgo_the_attack() -> None:
    table = Table("A . b . .", A=pc(abilities=["command-aggressor"]), b=npc("biffer"))

    table.act(
        "A",
        "command-aggressor",
        "place minion 1,0",
        "attack b",
        "resilience",
        "push b e 1",
        dice="1 1 6 6",
    )
    assert (table.at("b"), table["b"].fatigue) == ("3,0", 0)

    table.begin_turn("A")
    table.act("A", "command-aggressor", "teleport minion", "teleport minion 2,0", "no attack")
    assert table.at("minion-of-A") == "2,0"


@rule("thrum/minion.position")
def test_a_minion_in_play_moves_up_to_the_range_instead_of_being_placed_anew() -> None:
    table = Table("A . . . . . .", A=pc(abilities=["command-aggressor"]))
    minion_at(table, "2,0")

    table.act("A", "command-aggressor", "move minion", "move 6,0")

    assert table.at("minion-of-A") == "6,0"
    assert [unit.name for unit in table.combat.units] == ["A", "minion-of-A"]


@rule("thrum/minion.position")
def test_a_minion_is_teleported_only_within_range_of_its_controller() -> None:
    for square, allowed in (("4,0", True), ("5,0", False)):
        table = Table("A . . . . . .", A=pc(abilities=["command-aggressor"]))
        minion_at(table, "2,0")

        if allowed:
            table.act("A", "command-aggressor", "teleport minion", f"teleport minion {square}")
            assert table.at("minion-of-A") == square
        else:
            with pytest.raises(UnknownKeyError):
                table.act("A", "command-aggressor", "teleport minion", f"teleport minion {square}")


def test_a_minion_that_climbs_down_makes_no_drop_roll() -> None:
    table = Table("A 3 .", A=pc(abilities=["command-aggressor"]))
    minion_at(table, "1,0")

    table.act("A", "command-aggressor", "move minion", "drop 2,0")

    assert table.at("minion-of-A") == "2,0"


# ---- Minions ------------------------------------------------------------------------------------


@rule("thrum/minion.defends", "thrum/minion.disappears")
def test_a_minion_is_defended_by_its_controllers_resolve_and_vanishes_when_hurt() -> None:
    """5+4+2 = 11 against 2+2 + FOC 2 = 6."""
    table = Table("A . . . b", A=pc(FOC=2, abilities=["bolster"]), b=npc("biffer"))
    minion_at(table, "2,0")

    table.begin_turn("b")
    table.act("b", "basic-attack minion-of-A", "A: resolve", dice="5 4 2 2")

    assert table.totals() == (11, 6)
    assert not table["minion-of-A"].present
    assert table["A"].fatigue == 0


@rule("thrum/minion.disappears")
def test_a_minion_vanishes_when_its_controller_falls() -> None:
    table = Table("A . b", A=pc(abilities=["bolster"]), b=npc("biffer"))
    minion_at(table, "1,0")
    table["A"].fatigue = 12

    table.act("A", "dash", "stop", dice="1 1")

    assert table["A"].incapacitated
    assert not table["minion-of-A"].present


@rule("thrum/minion.what")
def test_no_condition_affects_a_minion_and_it_holds_its_square() -> None:
    table = Table("A . b", A=pc(abilities=["bolster"]), b=npc("biffer"))
    minion_at(table, "1,0")

    table.give("minion-of-A", "slowed")

    assert table["minion-of-A"].effects == []
    assert not table.combat.free(table.combat.grid.read("1,0"))


# ---- Command Protector --------------------------------------------------------------------------


def protected(*upgrades: str, pow: int = 0, fin: int = 0) -> Table:
    table = Table(
        """
        . . . . .
        A . . b .
        . . . . .
        """,
        A=pc(
            abilities=["command-protector"],
            upgrades=[f"command-protector:{one}" for one in upgrades],
            POW=pow,
            FIN=fin,
        ),
        b=npc("biffer"),
    )
    table.enter_stance("A", "command-protector", "place minion 2,1")
    return table


def test_command_protector_strikes_an_enemy_that_leaves_a_square_next_to_the_minion() -> None:
    table = protected()

    table.move("b", "move 4,1", "A: command-protector", "b: resilience", "b: stop", dice="3 3 3 3")

    assert table["b"].fatigue == 1
    assert table.stance_of("A") == ""
    assert table.at("b") == "4,1"


def test_command_protector_is_offered_only_for_the_first_such_square_in_a_turn() -> None:
    table = protected()

    table.move("b", "move 3,0 2,0 3,0 4,0", "A: pass", "b: move 4,0")

    assert table.at("b") == "4,0"
    assert table.stance_of("A") == "command-protector"


def test_command_protector_upgrades_hurt_more_and_slow_on_a_critical() -> None:
    table = protected("a", "b", pow=2, fin=4)

    table.move("b", "move 3,2", "A: command-protector", "b: resilience", "stop", dice="6 6 1 1")

    assert table["b"].fatigue == 2
    assert table.n("b", "slowed") == 2


def test_command_protector_lets_allies_pass() -> None:
    table = Table("A . . B .", A=pc(abilities=["command-protector"]), B=pc())
    table.enter_stance("A", "command-protector", "place minion 2,0")

    table.move("B", "move 4,0")

    assert table.at("B") == "4,0"


# ---- Bolster ------------------------------------------------------------------------------------


@rule("thrum/area.aura", "thrum/area.aura-follows")
def test_bolster_adds_one_to_defences_of_its_side_in_the_minions_aura() -> None:
    """Resilience 3+3+0 = 6, or 7 in the Aura."""
    for cell, total in (("1,0", 7), ("3,0", 6)):
        table = Table(
            """
            . . . .
            A B . .
            . . . .
            . b . .
            """,
            A=pc(abilities=["bolster"]),
            B=pc(),
            b=npc("biffer"),
        )
        table.enter_stance("A", "bolster", "place minion 0,0")
        table.combat.move(table["minion-of-A"], table.combat.grid.read(cell))
        table.begin_turn("b")

        table.act("b", "basic-attack B", "B: resilience", dice="3 3 3 3")

        assert table.totals()[1] == total


def test_bolster_upgrades_widen_the_aura_and_raise_the_bonus() -> None:
    table = Table(
        """
        . . . .
        A B . .
        . . . .
        . b . .
        """,
        A=pc(REA=2, FOC=4, abilities=["bolster"], upgrades=["bolster:a", "bolster:b"]),
        B=pc(),
        b=npc("biffer"),
    )
    table.enter_stance("A", "bolster", "place minion 0,0")
    table.combat.move(table["minion-of-A"], table.combat.grid.read("3,0"))
    table.begin_turn("b")

    table.act("b", "basic-attack B", "B: resilience", dice="3 3 3 3")

    assert table.totals()[1] == 6 + 3


def test_bolster_does_not_help_enemies() -> None:
    table = Table("A . . b", A=pc(abilities=["bolster"]), b=npc("biffer"))
    table.enter_stance("A", "bolster", "place minion 2,0")

    table.act("A", "basic-attack b", "b: resilience", dice="1 1 1 6 6")

    assert table.totals()[1] == 12 + 1


@rule("thrum/stance.renew")
def test_renewing_bolster_positions_the_minion_again() -> None:
    table = Table("A . . .", A=pc(abilities=["bolster"]))
    table.enter_stance("A", "bolster", "place minion 1,0")

    table.stance("A", "bolster", "move minion", "move 3,0")

    assert table.at("minion-of-A") == "3,0"


# ---- Channel Will -------------------------------------------------------------------------------


@rule("thrum/attack.ranged-bane")
def test_an_enemy_beside_the_minion_does_not_hamper_a_ranged_attack_channelled_through_it() -> None:
    table = Table("A . . . . b", A=pc(abilities=["bolster", "channel-will"]), b=npc("biffer"))
    minion_at(table, "4,0")

    table.act("A", "basic-attack b", "resilience", dice="6 6 1 1")

    assert table["b"].fatigue == 2


@rule("thrum/cover.origin")
def test_channel_will_lets_a_basic_attack_be_made_from_the_minions_square() -> None:
    table = Table("A . . . . . . b", A=pc(abilities=["bolster", "channel-will"]), b=npc("biffer"))
    minion_at(table, "4,0")

    table.act("A", "basic-attack b", "resilience", dice="6 6 1 1")

    assert table["b"].fatigue == 2


def test_channel_will_gives_other_abilities_range_one_from_the_minion() -> None:
    held = ["bolster", "channel-will", "spirit-armor"]
    for upgrades, reached in (([], ["A", "B"]), (["channel-will:a"], ["A", "B", "C"])):
        table = Table(
            "A . . . . B C D",
            A=pc(REA=2, abilities=held, upgrades=upgrades),
            B=pc(),
            C=pc(),
            D=pc(),
        )
        minion_at(table, "4,0")

        offered = [key for key in table.offers("A") if key.startswith("spirit-armor")]

        assert offered == [f"spirit-armor {one}" for one in [*reached, "minion-of-A"]]


def test_channel_will_asks_from_where_if_both_squares_reach() -> None:
    table = Table("A . . b", A=pc(abilities=["bolster", "channel-will"]), b=npc("biffer"))
    minion_at(table, "2,0")

    table.act("A", "basic-attack b", "from minion-of-A", "resilience", dice="6 6 1 1")

    assert table["b"].fatigue == 2


def test_channel_will_b_lowers_stress_when_a_basic_ability_is_used_so() -> None:
    table = Table(
        "A . . . b",
        A=pc(abilities=["bolster", "channel-will"], upgrades=["channel-will:b"]),
        b=npc("biffer"),
    )
    minion_at(table, "2,0")
    table["A"].stress = 2

    table.act("A", "basic-attack b", "A: channel-will", "b: resilience", dice="6 6 1 1")

    assert table["A"].stress == 1


def test_channel_will_b_lowers_stress_when_protect_reaches_from_the_minion() -> None:
    table = Table(
        "A . . . B . b",
        A=pc(abilities=["bolster", "channel-will"], upgrades=["channel-will:b"]),
        B=pc(),
        b=npc("biffer"),
    )
    minion_at(table, "3,0")
    table.enter_stance("A", "protect")
    table["A"].stress = 2
    table.begin_turn("b")

    table.act(
        "b",
        "basic-attack B",
        "A: protect B",
        "A: lower stress",
        "B: resilience",
        dice="3 3 3 3 3",
    )

    assert table["A"].stress == 1


# ---- Soul Bond ----------------------------------------------------------------------------------


@rule("thrum/minion.disappears")
def test_soul_bond_keeps_the_minion_for_one_stress() -> None:
    table = Table("A . . b", A=pc(abilities=["bolster", "soul-bond"]), b=npc("biffer"))
    minion_at(table, "2,0")
    table.begin_turn("b")

    table.act("b", "basic-attack minion-of-A", "A: resolve", "A: soul-bond", dice="6 6 6 1 1")

    assert table["minion-of-A"].present
    assert table["A"].stress == 1


def test_soul_bond_a_shares_the_harm_of_an_ally_next_to_the_minion() -> None:
    table = Table(
        "A . B b",
        A=pc(abilities=["bolster", "soul-bond"], upgrades=["soul-bond:a"]),
        B=pc(),
        b=npc("biffer"),
    )
    minion_at(table, "1,0")
    table.begin_turn("b")

    table.act("b", "basic-attack B", "B: resilience", "A: soul-bond", dice="6 6 6 1 1")

    assert (table["B"].fatigue, table["A"].stress) == (1, 1)


def test_soul_bond_b_gives_up_the_minion_for_one_less() -> None:
    """The Minion gives its controller Cover: one Bane."""
    table = Table(
        "A . . b",
        A=pc(abilities=["bolster", "soul-bond"], upgrades=["soul-bond:b"]),
        b=npc("biffer"),
    )
    minion_at(table, "1,0")
    table.begin_turn("b")

    table.act("b", "basic-attack A", "A: resilience", "A: soul-bond", dice="6 6 6 1 1")

    assert table["A"].fatigue == 1
    assert not table["minion-of-A"].present


def test_channel_will_limits_other_abilities_to_range_one_whatever_extends_them() -> None:
    table = Table(
        "A . . . . . . B",
        A=pc(abilities=["bolster", "channel-will", "ameliorate", "long-reach"]),
        B=pc(),
    )
    minion_at(table, "5,0")
    table["B"].fatigue = 1

    assert "ameliorate B" not in table.offers("A")
    assert "resuscitate B" not in table.offers("A")

    minion_at_next = table.combat.grid.read("6,0")
    table.combat.move(table["minion-of-A"], minion_at_next)
    assert "ameliorate B" in table.offers("A")


def test_a_reroll_has_the_bonuses_of_the_first_panic_roll() -> None:
    """Stress 8: 1 + 1 + Composed 1 fails, 4 + 4 + 1 = 9 holds."""
    table = Table(
        "A B b", A=pc(abilities=["spirit-armor"]), B=pc(abilities=["composed"]), b=npc("biffer")
    )
    table.act("A", "spirit-armor B")
    table["B"].stress = 8

    table.start("B", "reroll", "A: end spirit-armor", dice="1 1 4 4")

    assert table["B"].stress == 8
