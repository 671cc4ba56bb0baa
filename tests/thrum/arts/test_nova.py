from __future__ import annotations

import pytest

from affray.core.errors import AffrayError, IllegalError
from affray.rulesets.thrum import damage, turn
from affray.rulesets.thrum.condition import holding, kinds, listed
from affray.rulesets.thrum.movement import forced
from affray.rulesets.thrum.ruleset import Thrum
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.terms import STRESS
from tests.rules import rule
from tests.thrum.table import Table, npc, pc


def nova(id: str, *upgrades: str, abilities: list[str] | None = None) -> Sheet:
    """A PC of level 0 with one Nova ability: the modifier of its Art is 2."""
    return pc(
        level=0,
        novas=[id],
        upgrades=[f"{id}:{letter}" for letter in upgrades],
        abilities=abilities or [],
    )


def charged(table: Table, n: int) -> Table:
    """Fill the store of A."""
    table["A"].potential[0] = n
    return table


# ---- Potential -----------------------------------------------------------------------------------


@rule("thrum/nova.spend")
def test_a_nova_ability_cannot_be_used_below_its_cost() -> None:
    table = charged(Table("A . b", A=nova("smite-them"), b=npc("biffer")), 3)

    with pytest.raises(IllegalError, match=r"nova\.spend"):
        table.act("A", "smite-them")


@rule("thrum/nova.once-per-combat")
def test_potential_is_spent_once_a_combat_over_all_nova_abilities() -> None:
    table = Table("A . b", A=pc(level=0, novas=["smite-them", "mass-hysteria"]), b=npc("biffer"))
    table["A"].potential[:] = [4, 3]
    table.act("A", "smite-them", "b: no defence")
    table.begin_turn("A")

    assert table["A"].potential == [0, 4]  # the Stress that it dealt fed the other
    with pytest.raises(IllegalError, match=r"nova\.once-per-combat"):
        table.act("A", "mass-hysteria")


@rule("thrum/nova.potential-gain")
def test_potential_is_kept_for_each_nova_ability_apart() -> None:
    table = Table("A . b", A=pc(level=0, novas=["smite-them", "mass-hysteria"]), b=npc("biffer"))

    damage.take(table.combat, table["A"].index, STRESS, 1, table["A"].index)
    damage.take(table.combat, table["b"].index, STRESS, 1, table["A"].index)
    damage.take(table.combat, table["b"].index, STRESS, 1, table["A"].index)

    assert table["A"].potential == [1, 2]


@rule("thrum/nova.potential-cap")
@pytest.mark.parametrize(
    ("id", "upgrades", "cap"),
    [
        ("smite-them", (), 4),
        ("mass-hysteria", (), 6),
        ("mass-hysteria", ("a", "b"), 5),
        ("messenger-of-woe", (), 4),
        ("messenger-of-woe", ("a",), 3),
        ("wraith-on-wings", (), 4),
        ("cannonball", (), 6),
    ],
)
def test_potential_stops_at_the_cost(id: str, upgrades: tuple[str, ...], cap: int) -> None:
    sheet = nova(id, *upgrades)
    ability = sheet.ability(id)
    assert ability is not None

    assert ability.potential_cap() == cap


@rule("thrum/nova.potential-cap")
def test_potential_gained_beyond_the_cost_is_lost() -> None:
    table = charged(Table("A . b", A=nova("smite-them"), b=npc("biffer")), 4)

    damage.take(table.combat, table["A"].index, STRESS, 1, table["A"].index)

    assert table["A"].potential == [4]


@rule("thrum/nova.carry-over")
def test_unspent_potential_is_carried_into_the_next_combat_and_may_be_spent_there() -> None:
    table = Table(
        "A . b",
        A=nova("smite-them"),
        b=npc("biffer"),
        carried={"A": {"potential.smite-them": 3}},
    )
    assert table["A"].potential == [3]
    damage.take(table.combat, table["A"].index, STRESS, 1, table["A"].index)

    assert Thrum().aftermath(table.combat, table["A"].index)["potential.smite-them"] == 4


# ---- Cannonball ----------------------------------------------------------------------------------

SHOT = """
    A . . . . b . .
    . . . . . . . .
"""


@pytest.mark.parametrize(
    ("upgrades", "dice", "fatigue", "stunned", "weakened"),
    [
        ("", "2 3 2 2", 0, 0, 1),
        ("", "6 5 1 2", 1, 0, 1),
        ("a", "6 5 1 2", 1, 1, 1),
        ("b", "2 3 2 2", 1, 0, 1),
        ("ab", "6 5 1 2", 2, 1, 1),
        ("ab", "1 2 4 5", 0, 0, 0),
    ],
)
def test_cannonball_pulls_an_enemy_in_and_strikes_it(
    upgrades: str, dice: str, fatigue: int, stunned: int, weakened: int
) -> None:
    table = charged(Table(SHOT, A=nova("cannonball", *upgrades), b=npc("biffer")), 6)

    table.act("A", "cannonball", "stay", "pull b 1,0", "b: resilience", dice=dice)

    assert table.at("b") == "1,0"
    assert table["b"].fatigue == fatigue
    assert (table.n("b", "weakened"), table.n("b", "slowed")) == (weakened, weakened)
    assert table.n("b", "stunned") == stunned
    assert table["A"].potential == [0]


@rule("thrum/move.forced.path")
def test_cannonball_teleports_first_and_pulls_in_the_order_of_its_user() -> None:
    table = Table(
        """
        A . . . . b . . c
        . . . . . . . . .
        """,
        A=nova("cannonball"),
        b=npc("biffer"),
        c=npc("biffer"),
    )

    charged(table, 6).act(
        "A",
        "cannonball",
        "teleport 2,0",
        "pull c",
        "pull c 3,1",
        "b: no defence",
        "c: no defence",
    )

    assert (table.at("A"), table.at("b"), table.at("c")) == ("2,0", "3,0", "3,1")
    assert (table.n("b", "slowed"), table.n("c", "slowed")) == (1, 1)


def test_cannonball_pulls_only_as_far_as_the_way_is_free() -> None:
    table = Table(
        """
        A . B b . .
        . . C . . .
        . . D . . .
        """,
        A=nova("cannonball"),
        B=pc(),
        C=pc(),
        D=pc(),
        b=npc("biffer"),
    )

    charged(table, 6).act("A", "cannonball", "stay", "b: no defence")

    assert table.at("b") == "3,0"
    assert table.n("b", "weakened") == 1


@rule("thrum/target.needs-valid-target")
def test_cannonball_needs_an_enemy_within_six_of_where_it_can_land() -> None:
    table = Table("A . . . . . . . . . . b", A=nova("cannonball"), b=npc("biffer"))
    assert table["b"].cell == 11

    with pytest.raises(IllegalError):
        charged(table, 6).act("A", "cannonball")


def test_cannonball_has_to_land_where_an_enemy_is_in_the_aura() -> None:
    table = Table(
        """
        A . . . . . . . . . b
        . . . . . . . . . . .
        """,
        A=nova("cannonball"),
        b=npc("biffer"),
    )

    charged(table, 6).act("A", "cannonball", "teleport 4,0", "pull b 5,0", "b: no defence")

    assert table.at("b") == "5,0"


def test_cannonball_gains_potential_from_every_attack_on_its_owner() -> None:
    table = Table("A . b", A=nova("cannonball"), b=npc("biffer"))

    table.act("b", "basic-attack A", "A: resilience", dice="1 2 5 6")
    table.begin_turn("b")
    table.act("b", "basic-attack A", "A: no defence")

    assert table["A"].potential == [2]


def test_cannonball_gains_nothing_from_attacks_on_others() -> None:
    table = Table("A B b", A=nova("cannonball"), B=pc(), b=npc("biffer"))

    table.act("b", "biffer-thump B", "B: no defence")

    assert table["A"].potential == [0]


# ---- A Pound of Fleche ---------------------------------------------------------------------------

LUNGE = """
    . . . . .
    A b . . .
    . . . . .
"""


@rule("thrum/nova.spend")
def test_a_pound_of_fleche_strikes_once_for_each_potential_spent() -> None:
    table = charged(Table(LUNGE, A=nova("a-pound-of-fleche"), b=npc("biffer")), 3)

    table.act(
        "A",
        "a-pound-of-fleche",
        "spend 2",
        "area e 2",
        "b: resilience",
        "area nw 1",
        dice="2 4 2 3",
    )

    assert table.at("A") == "1,0"
    assert table["b"].fatigue == 2
    assert (table.n("b", "bleed"), table.n("b", "hamstrung")) == (1, 0)
    assert table["A"].potential == [1]


def test_a_critical_of_fleche_cuts_deeper_and_hamstrings() -> None:
    table = charged(Table(LUNGE, A=nova("a-pound-of-fleche"), b=npc("biffer")), 1)

    table.act("A", "a-pound-of-fleche", "area e 4", "b: resilience", dice="5 6 2 3")

    assert table.at("A") == "4,1"
    assert table["b"].fatigue == 3
    assert table.n("b", "hamstrung") == 1


def test_fleche_may_pass_the_same_enemy_again_but_not_back_along_its_way() -> None:
    table = charged(Table(LUNGE, A=nova("a-pound-of-fleche"), b=npc("biffer")), 2)

    with pytest.raises(AffrayError, match="area w 2"):
        table.act("A", "a-pound-of-fleche", "spend 2", "area e 2", "b: no defence", "area w 2")


@rule("thrum/attack.finisher")
def test_each_lunge_of_fleche_is_a_finisher() -> None:
    table = charged(Table(LUNGE, A=nova("a-pound-of-fleche"), b=npc("biffer")), 1)
    table["b"].fatigue = 3

    table.act("A", "a-pound-of-fleche", "area e 2", "b: no defence", dice="2 1 6")

    assert table["b"].incapacitated  # 2 + 1 + 1, with the Bane of Bleed, against 5


def test_fleche_ends_on_free_squares_only() -> None:
    table = charged(Table(LUNGE, A=nova("a-pound-of-fleche"), b=npc("biffer")), 1)

    with pytest.raises(AffrayError, match="area e 1"):
        table.act("A", "a-pound-of-fleche", "area e 1")


def test_fleche_leaves_allies_in_the_line_alone() -> None:
    table = Table("A B b . .", A=nova("a-pound-of-fleche"), B=pc(), b=npc("biffer"))

    charged(table, 1).act("A", "a-pound-of-fleche", "area e 3", "b: no defence")

    assert (table["B"].fatigue, table["b"].fatigue) == (0, 2)


def test_the_second_upgrade_of_fleche_gives_one_lunge_more_than_is_paid_for() -> None:
    table = charged(Table(LUNGE, A=nova("a-pound-of-fleche", "b"), b=npc("biffer")), 1)

    table.act("A", "a-pound-of-fleche", "area ne 1", "area e 1")

    assert table.at("A") == "2,0"
    assert table["A"].potential == [0]


@rule("thrum/nova.once-per-combat")
def test_the_first_upgrade_of_fleche_lets_it_be_used_although_potential_was_spent() -> None:
    table = charged(Table(LUNGE, A=nova("a-pound-of-fleche", "a"), b=npc("biffer")), 2)
    table.act("A", "a-pound-of-fleche", "spend 1", "area ne 1")
    table.begin_turn("A")

    table.act("A", "a-pound-of-fleche", "area e 1")

    assert table["A"].potential == [0]


@pytest.mark.parametrize(("dice", "gained"), [("3 3 1 2", 1), ("3 4 1 1", 0), ("2 3 1 6", 0)])
def test_fleche_gains_potential_from_equal_dice_of_its_owner(dice: str, gained: int) -> None:
    table = Table("A . b", A=nova("a-pound-of-fleche"), b=npc("biffer"))

    table.act("A", "basic-attack b", "b: resilience", dice=dice)

    assert table["A"].potential == [gained]


def test_fleche_gains_potential_from_equal_dice_of_a_defence() -> None:
    table = Table("A . b", A=nova("a-pound-of-fleche"), b=npc("biffer"))

    table.act("b", "biffer-lob A", "A: resilience", dice="1 1 5 5")

    assert table["A"].potential == [1]


def test_dice_that_are_dropped_do_not_count_for_fleche() -> None:
    """Evasion keeps 6 and 5 of 5 6 5... and 5 and 5 of 5 1 5."""
    table = Table("A . b", A=nova("a-pound-of-fleche"), b=npc("biffer"))

    table.act("b", "biffer-lob A", "A: evasion", dice="1 1 5 6 5")
    assert table["A"].potential == [0]
    table["A"].effects = []
    table.begin_turn("b")
    table.act("b", "biffer-lob A", "A: evasion", dice="1 1 5 1 5")

    assert table["A"].potential == [1]


def test_fleche_gains_potential_from_equal_dice_of_initiative() -> None:
    table = Table("b . .", A=nova("a-pound-of-fleche"), b=npc("biffer"), opening=True, area="2,0")

    table.step(dice="4 4 2 3")

    assert table["A"].potential == [1]
    assert table.combat.initiative[table["A"].index] == 8


# ---- Messenger of Woe ----------------------------------------------------------------------------

WOE = """
    A . . . . .
    . b . . c .
    . . . . . .
"""


def messenger(*upgrades: str) -> Table:
    table = Table(WOE, A=nova("messenger-of-woe", *upgrades), b=npc("biffer"), c=npc("biffer"))
    return charged(table, 3 if "a" in upgrades else 4)


@rule("thrum/buff.lasts")
def test_messenger_of_woe_teleports_after_its_own_action_and_spreads_a_status() -> None:
    table = messenger()

    table.act("A", "messenger-of-woe", "messenger-of-woe burning", "teleport 3,0")

    assert table.at("A") == "3,0"
    assert (table.n("b", "burning"), table.n("c", "burning")) == (1, 1)


def test_messenger_of_woe_gives_one_who_is_next_to_both_squares_the_status_once() -> None:
    table = messenger()

    table.act("A", "messenger-of-woe", "messenger-of-woe shocked", "teleport 2,0")

    assert (table.n("b", "shocked"), table.n("c", "shocked")) == (1, 0)


def test_messenger_of_woe_goes_before_or_after_a_later_action_once_a_turn() -> None:
    table = messenger()
    table.act("A", "messenger-of-woe", "pass")
    table.start("A")
    table.combat.active = table["A"].index

    table.act("A", "messenger-of-woe slowed", "teleport 2,2", "basic-attack b", "b: no defence")

    assert table.n("b", "slowed") == 1
    assert table["b"].fatigue == 2


def test_one_who_has_gone_before_its_action_has_to_take_one() -> None:
    table = messenger()
    table.act("A", "messenger-of-woe", "pass")
    table.start("A")

    with pytest.raises(AffrayError, match="no action"):
        table.act("A", "messenger-of-woe slowed", "teleport 2,2", "no action")


def test_the_second_upgrade_of_woe_goes_both_before_and_after() -> None:
    table = messenger("b")
    table.act("A", "messenger-of-woe", "pass")
    table.start("A")

    table.act(
        "A",
        "messenger-of-woe slowed",
        "teleport 2,2",
        "recover",
        "messenger-of-woe blinded",
        "teleport 5,0",
    )

    assert (table.n("b", "slowed"), table.n("b", "blinded")) == (1, 1)
    assert (table.n("c", "slowed"), table.n("c", "blinded")) == (0, 1)


def test_the_first_upgrade_of_woe_lowers_its_cost_to_three() -> None:
    table = messenger("a")

    table.act("A", "messenger-of-woe", "pass")

    assert table["A"].potential == [0]


def test_woe_gains_potential_once_a_turn_from_inflicting_a_status() -> None:
    table = charged(messenger(), 0)
    mine = table["A"].index

    holding.gain_status(table.combat, table["b"].index, kinds.BLEED, 1, mine)
    holding.gain_status(table.combat, table["c"].index, listed.BURNING, 2, mine)
    assert table["A"].potential == [1]
    table.start("b")
    holding.gain_status(table.combat, table["c"].index, listed.BURNING, 2, mine)

    assert table["A"].potential == [2]


def test_woe_gains_nothing_from_a_vulnerable_of_its_own_evasion() -> None:
    table = charged(messenger(), 0)

    table.act("b", "biffer-lob A", "A: evasion", dice="2 2 3 3 4 4")

    assert table.n("A", "vulnerable") == 1
    assert table["A"].potential == [0]


# ---- Blot Out the Sun ----------------------------------------------------------------------------


def archer(rows: str, *upgrades: str, **foes: Sheet) -> Table:
    return charged(Table(rows, A=nova("blot-out-the-sun", *upgrades), more=foes), 4)


@pytest.mark.parametrize(
    ("upgrades", "dice", "fatigue", "slowed", "immobilized", "blinded"),
    [
        ("", "1 2 5 6", 1, 0, 0, 0),
        ("", "2 4 2 3", 3, 1, 0, 0),
        ("", "5 6 2 3", 3, 1, 1, 0),
        ("a", "1 2 5 6", 1, 0, 0, 1),
        ("b", "2 4 2 3", 3, 1, 1, 0),
    ],
)
def test_blot_out_the_sun_tires_hit_or_miss(
    upgrades: str, dice: str, fatigue: int, slowed: int, immobilized: int, blinded: int
) -> None:
    table = archer("A . . . . . . . . . . b", *upgrades, b=npc("biffer"))

    table.act("A", "blot-out-the-sun", "b: resilience", dice=dice)

    assert table["b"].fatigue == fatigue
    assert table.n("b", "slowed") == slowed
    assert table.n("b", "immobilized") == immobilized
    assert table.n("b", "blinded") == blinded
    assert table["A"].potential == [0]


def test_what_blot_out_the_sun_immobilizes_is_free_at_the_end_of_its_turn() -> None:
    table = archer("A . . . . . b", b=npc("biffer"))
    table.act("A", "blot-out-the-sun", "b: resilience", dice="5 6 2 3")
    table.end("A")
    assert table.n("b", "immobilized") == 1

    table.start("b")
    table.end("b")

    assert table.n("b", "immobilized") == 0


@rule("thrum/condition.hidden")
def test_blot_out_the_sun_singles_nobody_out() -> None:
    table = archer("A . . . . . . . . . . b", b=npc("biffer"))
    table.give("b", "hidden")

    table.act("A", "blot-out-the-sun", "b: resilience", dice="2 4 2 3")

    assert table["b"].fatigue == 3


@rule("thrum/cover.obstructed")
def test_blot_out_the_sun_misses_the_obstructed() -> None:
    table = archer(
        """
        . . . d .
        A . . c b
        . . . e .
        """,
        b=npc("biffer"),
        c=npc("biffer"),
        d=npc("biffer"),
        e=npc("biffer"),
    )

    table.act("A", "blot-out-the-sun", "c: no defence", "d: no defence", "e: no defence")

    assert [table[name].fatigue for name in "bcde"] == [0, 3, 3, 3]


@rule("thrum/attack.finisher-several")
def test_blot_out_the_sun_is_a_finisher_for_all() -> None:
    table = archer("A . . b c . .", b=npc("chaff"), c=npc("chaff"))

    table.act(
        "A",
        "blot-out-the-sun",
        "b: no defence",
        "c: no defence",
        dice="1 2 3 4",
    )

    assert table["b"].incapacitated
    assert not table["c"].incapacitated


@pytest.mark.parametrize(("row", "gained"), [("A . . b", 1), ("A . b .", 0)])
def test_blot_gains_potential_at_exactly_the_greatest_range(row: str, gained: int) -> None:
    table = charged(archer(row, b=npc("biffer")), 0)

    table.act("A", "basic-attack b", "b: no defence")

    assert table["A"].potential == [gained]


def test_the_greatest_range_against_the_hidden_is_halved() -> None:
    table = charged(archer("A . b .", b=npc("biffer")), 0)
    table.give("b", "hidden")

    table.act("A", "basic-attack b", "b: no defence")

    assert table["A"].potential == [1]


# ---- Wraith on Wings -----------------------------------------------------------------------------


def wraith(rows: str, *upgrades: str, heights: str = "", **others: Sheet) -> Table:
    """A in its Stance, with the Buff."""
    table = charged(
        Table(rows, heights=heights, A=nova("wraith-on-wings", *upgrades), more=others), 4
    )
    table.stance("A", "wraith-on-wings")
    table.start("A")
    return table


def test_wraith_on_wings_marks_all_enemies_and_hides_its_owner() -> None:
    table = charged(
        Table("A . . . b c", A=nova("wraith-on-wings"), b=npc("biffer"), c=npc("biffer")), 4
    )

    table.stance("A", "wraith-on-wings")

    assert [table.n(name, "mark") for name in "Abc"] == [0, 1, 1]
    assert table.n("A", "hidden") == 1
    assert table["A"].potential == [0]


@rule("thrum/nova.once-per-combat")
def test_wraith_on_wings_is_not_renewed() -> None:
    table = wraith("A . . . b", b=npc("biffer"))
    table["A"].potential[0] = 4

    with pytest.raises(IllegalError, match=r"nova\.once-per-combat"):
        table.stance("A", "wraith-on-wings")


def test_a_wraith_moves_through_enemies_and_stops_in_none() -> None:
    table = wraith("A b . . .", b=npc("biffer"))

    table.move("A", "move 2,0")
    assert table["A"].spent == 2
    table.begin_turn("b")
    table.begin_turn("A")
    with pytest.raises(AffrayError, match="1,0"):
        table.move("A", "move 1,0")


def test_a_wraith_moves_through_walls_and_heights_for_one_a_square() -> None:
    table = wraith("A # , . .", heights="0 0 9 4 0", b=npc("biffer"))

    table.move("A", "move 4,0")

    assert table.at("A") == "4,0"
    assert table["A"].spent == 4


def test_nobody_else_moves_through_walls() -> None:
    table = Table("B # . .", B=pc(), b=npc("biffer"))

    with pytest.raises(AffrayError, match="2,0"):
        table.move("B", "move 2,0")


@rule("thrum/condition.immobilized", "thrum/status.slowed", "thrum/condition.disoriented")
def test_nothing_hinders_a_wraith() -> None:
    table = wraith("A . . . .", b=npc("biffer"))
    table.give("A", "slowed", 2)
    table.give("A", "immobilized")
    table.give("A", "disoriented")

    table.move("A", "move 4,0")

    assert table.at("A") == "4,0"


def test_a_wraith_stays_hidden_whatever_it_does_and_in_any_stance() -> None:
    table = wraith("A b . . .", b=npc("biffer"))

    table.act("A", "basic-attack b", "b: no defence")
    table.stance("A", "brace")
    table.act("b", "biffer-thump A", "A: no defence")

    assert table.n("A", "hidden") == 1
    table.begin_turn("A")
    table.move("A", "move 2,0")
    assert table.at("A") == "2,0"


def test_a_wraith_passing_an_enemy_for_the_first_time_in_its_turn_deals_stress() -> None:
    table = wraith("A b . c .", "a", b=npc("biffer"), c=npc("biffer"))

    table.move("A", "move 4,0", "move 4,0", "move 4,0")
    assert (table["b"].stress, table["c"].stress) == (1, 1)
    table.act("A", "dash", "move 0,0")

    assert (table["b"].stress, table["c"].stress) == (1, 1)


def test_a_wraith_without_the_upgrade_deals_no_stress() -> None:
    table = wraith("A b . . .", b=npc("biffer"))

    table.move("A", "move 2,0")

    assert table["b"].stress == 0


@rule("thrum/status.blinded")
def test_enemies_near_a_wraith_with_gloom_are_under_blinded() -> None:
    """Range 3 becomes 2, and an attack on one who is not adjacent has a Bane."""
    table = wraith("A . b . B C", "b", B=pc(), C=pc(), b=npc("biffer"))

    table.act("b", "basic-attack B", "B: resilience", dice="4 4 6 2 3")
    assert table["B"].fatigue == 2
    table.begin_turn("b")
    with pytest.raises(AffrayError):
        table.act("b", "basic-attack C")


def test_enemies_out_of_the_gloom_see_well() -> None:
    table = wraith("A . . b . . C", "b", C=pc(), b=npc("biffer"))

    table.act("b", "basic-attack C", "C: resilience", dice="4 4 2 3")

    assert table["C"].fatigue == 2


@rule("thrum/status.tick")
@pytest.mark.parametrize(
    ("row", "upgrades", "left"), [("A . b .", "b", 2), ("A . . b", "b", 1), ("A . b .", "", 1)]
)
def test_statuses_do_not_tick_in_the_gloom(row: str, upgrades: str, left: int) -> None:
    table = wraith(row, *upgrades, b=npc("biffer"))
    table.give("b", "bleed", 2)

    table.end("b")

    assert table.n("b", "bleed") == left


def test_wraith_gains_potential_from_a_start_of_turn_in_hiding() -> None:
    table = Table("A . . b", A=nova("wraith-on-wings"), b=npc("biffer"))
    table.start("A")
    assert table["A"].potential == [0]
    table.give("A", "hidden")

    table.start("A")

    assert table["A"].potential == [1]


def test_wraith_gains_potential_from_blinding_an_enemy_and_from_attacking_a_marked_one() -> None:
    table = Table("A . . b", A=nova("wraith-on-wings"), b=npc("biffer"))
    holding.gain_status(table.combat, table["b"].index, kinds.BLINDED, 1, table["A"].index)
    assert table["A"].potential == [1]
    table.act("A", "basic-attack b", "b: no defence")
    assert table["A"].potential == [1]
    table.give("b", "mark")
    table.begin_turn("A")

    table.act("A", "basic-attack b", "b: no defence")

    assert table["A"].potential == [2]


def test_a_wraith_in_its_stance_gains_no_potential_twice() -> None:
    table = wraith("A . . . b", b=npc("biffer"))
    assert table["A"].potential == [1]  # it started its turn Hidden

    table.start("A")

    assert table["A"].potential == [2]


# ---- Twirling Towards Freedom --------------------------------------------------------------------

RING = """
    . . . . . .
    . . B . . .
    . . A . b .
    . . . . . .
    . . . . . .
"""


def twirler(rows: str, *upgrades: str, heights: str = "", **others: Sheet) -> Table:
    sheet = nova("twirling-towards-freedom", *upgrades)
    return charged(Table(rows, heights=heights, A=sheet, more=others), 4)


@pytest.mark.parametrize(
    ("way", "b", "ally"), [("clockwise", "4,4", "3,1"), ("counterclockwise", "4,0", "1,1")]
)
def test_twirling_moves_each_around_its_ring_as_far_as_its_distance(
    way: str, b: str, ally: str
) -> None:
    table = twirler(RING, B=pc(), b=npc("biffer"))

    table.act("A", "twirling-towards-freedom", f"turn b {way}", f"turn B {way}")

    assert (table.at("b"), table.at("B")) == (b, ally)
    assert table.n("b", "stunned") == 0
    assert table["A"].potential == [0]


def test_twirling_goes_around_the_corners() -> None:
    table = twirler(
        """
        . . . . b
        . . . . .
        . . A . .
        . . . . .
        . . . . .
        """,
        b=npc("biffer"),
    )

    table.act("A", "twirling-towards-freedom", "turn b counterclockwise")

    assert table.at("b") == "2,0"


def test_twirling_may_leave_whom_it_likes() -> None:
    table = twirler(RING, B=pc(), b=npc("biffer"))

    table.act("A", "twirling-towards-freedom", "turn B clockwise", "done")

    assert table.at("b") == "4,2"


@pytest.mark.parametrize(("upgrades", "fatigue"), [("", 0), ("a", 1)])
def test_an_enemy_twirled_into_somebody_stops_and_is_stunned(upgrades: str, fatigue: int) -> None:
    table = twirler(
        """
        . . . . .
        . . . . .
        . . A . b
        . . . . .
        . . . . c
        """,
        *upgrades,
        b=npc("biffer"),
        c=npc("biffer"),
    )

    table.act("A", "twirling-towards-freedom", "turn b clockwise", "done")

    assert table.at("b") == "4,3"
    assert (table.n("b", "stunned"), table.n("c", "stunned")) == (1, 0)
    assert table["b"].fatigue == fatigue


def test_an_ally_twirled_into_somebody_is_not_stunned() -> None:
    table = twirler(
        """
        . . . . .
        . . . . .
        . . A . B
        . . . . .
        . . . . c
        """,
        "a",
        B=pc(),
        c=npc("biffer"),
    )

    table.act("A", "twirling-towards-freedom", "turn B clockwise", "done")

    assert (table.n("B", "stunned"), table["B"].fatigue) == (0, 0)


@pytest.mark.parametrize(("height", "stunned"), [(2, 1), (1, 0)])
def test_high_ground_stops_and_stuns_the_twirled(height: int, stunned: int) -> None:
    table = twirler(
        """
        . . . . .
        . . . . .
        . . A . b
        . . . . .
        . . . . .
        """,
        heights=f"0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 {height}\n0 0 0 0 {height}",
        b=npc("biffer"),
    )

    table.act("A", "twirling-towards-freedom", "turn b clockwise")

    assert table.n("b", "stunned") == stunned
    assert table.at("b") == ("4,2" if stunned else "4,4")


def test_the_map_edge_stops_the_twirled_without_stunning() -> None:
    table = twirler(
        """
        . . . . .
        . . A . b
        . . . . .
        """,
        b=npc("biffer"),
    )

    table.act("A", "twirling-towards-freedom", "turn b clockwise")

    assert table.at("b") == "4,2"
    assert table.n("b", "stunned") == 0


def test_the_second_upgrade_of_twirling_shifts_an_enemy_outward_on_the_way() -> None:
    table = twirler(RING, "b", B=pc(), b=npc("biffer"))

    table.act(
        "A",
        "twirling-towards-freedom",
        "turn b clockwise",
        "go on",
        "shift 5,4",
        "done",
    )

    assert table.at("b") == "5,4"  # 4,3 - then outward to 5,4 - then off the map


def test_twirling_gains_potential_from_other_ways_of_moving_an_enemy() -> None:
    table = charged(twirler(RING, B=pc(), b=npc("biffer")), 0)

    forced.push(table.combat, table["A"], table["b"], 0, 1, None)
    forced.push(table.combat, table["A"], table["B"], 0, 1, None)

    assert table["A"].potential == [1]


def test_twirling_gains_no_potential_by_itself() -> None:
    table = twirler(RING, B=pc(), b=npc("biffer"))

    table.act("A", "twirling-towards-freedom", "turn b clockwise", "done")

    assert table["A"].potential == [0]


# ---- The Unbearable Light of Beings --------------------------------------------------------------

SHRINE = """
    A B b . . .
    . . . . c .
"""


def shrine() -> Table:
    sheet = nova("the-unbearable-light-of-beings", abilities=["ameliorate"])
    table = charged(Table(SHRINE, A=sheet, B=pc(), b=npc("biffer"), c=npc("biffer")), 3)
    table.act("A", "the-unbearable-light-of-beings", "place minion 3,0")
    return table


@rule("thrum/minion.position")
def test_the_light_of_beings_positions_a_minion_before_it_begins_to_burn() -> None:
    table = shrine()

    assert table.at("minion-of-A") == "3,0"
    assert (table["b"].fatigue, table["c"].fatigue) == (0, 0)
    assert table["A"].potential == [0]


@rule("thrum/minion.disappears")
def test_a_minion_that_disappears_burns_and_blinds_the_enemies_beside_it() -> None:
    table = shrine()

    damage.take(table.combat, table["minion-of-A"].index, STRESS, 1, table["b"].index)

    assert (table["b"].fatigue, table["c"].fatigue) == (1, 1)
    assert (table.n("b", "blinded"), table.n("c", "blinded")) == (1, 1)


def test_an_ally_targeted_burns_and_blinds_the_enemies_beside_it() -> None:
    table = shrine()
    table["B"].stress = 2
    table.begin_turn("A")

    table.act("A", "ameliorate B", "plain")

    assert table["B"].stress == 1
    assert (table["b"].fatigue, table.n("b", "blinded")) == (1, 1)
    assert table["c"].fatigue == 0


def test_the_light_of_beings_gains_potential_at_the_end_of_each_round() -> None:
    table = Table(
        SHRINE,
        A=nova("the-unbearable-light-of-beings"),
        B=nova("the-unbearable-light-of-beings"),
        b=npc("biffer"),
        c=npc("biffer"),
    )

    turn.end_round(table.combat)
    turn.end_round(table.combat)

    assert (table["A"].potential, table["B"].potential) == ([2], [2])


# ---- Mass Hysteria -------------------------------------------------------------------------------


def hysteria(*upgrades: str, store: int = 6) -> Table:
    table = Table("A . . b c", A=nova("mass-hysteria", *upgrades), b=npc("biffer"), c=npc("biffer"))
    return charged(table, store)


@rule("thrum/panic.roll")
@pytest.mark.parametrize(
    ("x", "panic", "fatigue", "stress"),
    [
        (1, "1 1", 1, 0),  # 2 against 1 Stress + 1: a tie fails
        (1, "1 2", 0, 1),
        (3, "2 3", 2, 0),  # 5 against 2 + 3
        (3, "3 3", 0, 2),
        (6, "4 4", 2, 0),  # 8 against 2 + 6
    ],
)
def test_mass_hysteria_deals_stress_and_makes_panic_harder_by_x(
    x: int, panic: str, fatigue: int, stress: int
) -> None:
    table = hysteria()

    table.act(
        "A",
        "mass-hysteria",
        f"spend {x}",
        "b: resolve",
        "c: resolve",
        dice=f"2 4 2 3 {panic} 1 2 5 6 6 6",
    )

    assert (table["b"].fatigue, table["b"].stress) == (fatigue, stress)
    assert table.n("b", "stunned") == (1 if fatigue else 0)
    assert (table["c"].fatigue, table["c"].stress) == (0, 0)


def test_mass_hysteria_panics_those_whom_it_misses_too() -> None:
    table = hysteria()

    table.act(
        "A",
        "mass-hysteria",
        "spend 6",
        "b: resolve",
        "c: resolve",
        dice="1 2 5 6 2 3 1 2 5 6 3 4",
    )

    assert (table.n("b", "stunned"), table.n("c", "stunned")) == (1, 0)
    assert table["b"].stress_tolerance == 0


def test_the_second_upgrade_of_hysteria_gives_one_more_than_is_paid_for() -> None:
    table = hysteria("b", store=2)

    table.act(
        "A",
        "mass-hysteria",
        "spend 2",
        "b: resolve",
        "c: resolve",
        dice="1 2 5 6 1 2 1 2 5 6 1 3",
    )

    assert (table.n("b", "stunned"), table.n("c", "stunned")) == (1, 0)  # more than 3


def test_hysteria_gains_potential_from_stress_dealt_to_others() -> None:
    table = hysteria(store=0)
    mine = table["A"].index

    damage.take(table.combat, table["b"].index, STRESS, 2, mine)
    damage.take(table.combat, mine, STRESS, 2, mine)
    damage.take(table.combat, table["b"].index, STRESS, 2, table["c"].index)

    assert table["A"].potential == [1]


# ---- Smite Them ----------------------------------------------------------------------------------


def smiter(*upgrades: str, store: int = 4) -> Table:
    return charged(
        Table("A . . . . . b", A=nova("smite-them", *upgrades), b=npc("gatebreaker")), store
    )


@pytest.mark.parametrize(
    ("upgrades", "dice", "burning", "shocked", "fatigue", "stress"),
    [
        ("", "1 2 1 5 6", 1, 1, 0, 0),
        ("", "2 4 1 2 3", 1, 1, 1, 1),
        ("", "5 6 1 2 3", 1, 1, 2, 2),
        ("a", "2 4 1 2 3", 2, 1, 2, 1),
        ("b", "2 4 1 2 3", 1, 2, 1, 2),
        ("ab", "5 6 1 2 3", 2, 2, 4, 4),
    ],
)
def test_smite_them_burns_and_shocks_and_doubles_on_a_critical(
    upgrades: str, dice: str, burning: int, shocked: int, fatigue: int, stress: int
) -> None:
    table = smiter(*upgrades)

    table.act("A", "smite-them", "b: evasion", dice=dice)

    assert (table.n("b", "burning"), table.n("b", "shocked")) == (burning, shocked)
    assert (table["b"].fatigue, table["b"].stress) == (fatigue, stress)


@rule("thrum/ability.text-wins")
def test_smite_them_is_met_with_evasion_or_not_at_all() -> None:
    table = smiter()

    with pytest.raises(AffrayError, match="resilience"):
        table.act("A", "smite-them", "b: resilience", dice="1 1 1 1")


@rule("thrum/status.vulnerable-both-kinds")
def test_vulnerable_adds_to_the_fatigue_of_smite_them() -> None:
    table = smiter()
    table.give("b", "vulnerable", 2)

    table.act("A", "smite-them", "b: no defence")

    assert (table["b"].fatigue, table["b"].stress) == (3, 1)


@rule("thrum/attack.finisher")
def test_smite_them_is_a_finisher() -> None:
    table = smiter()
    table["b"].fatigue = 6

    table.act("A", "smite-them", "b: no defence", dice="2 2")

    assert table["b"].incapacitated  # 2 + 2 + 2 against 7


def test_smite_them_gains_potential_from_stress_of_its_owners_abilities() -> None:
    table = smiter(store=0)
    mine = table["A"].index

    damage.take(table.combat, mine, STRESS, 1, mine)
    damage.take(table.combat, mine, STRESS, 1, table["b"].index)
    damage.take(table.combat, mine, STRESS, 1, -1)

    assert table["A"].potential == [1]
