"""Charges, Total Defense, held actions, prone."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign import turn
from affray.rulesets.sovereign.sheet import numbers
from tests.rules import rule
from tests.sovereign.table import Table, body, strike

HIT = "attack b with sword"


@rule("sovereign/charge.cost")
@pytest.mark.parametrize(("main", "step", "no"), [
    (False, True, "economy.main"), (True, False, "economy.move"), (True, True, ""),
])  # fmt: skip
def test_a_charge_needs_main_and_move(main: bool, step: bool, no: str) -> None:
    table = Table("A . . b", A=body(strike()), b=body())
    table["A"].main, table["A"].step = main, step

    assert table.refused("A", "charge") == no


@rule("sovereign/charge.distance")
@pytest.mark.parametrize(("rate", "reached"), [(3, True), (2, False)])
def test_a_charge_goes_twice_the_rate(rate: int, reached: bool) -> None:
    table = Table("A . . . . . b .", A=body(strike()), b=body(ac=10))
    table["A"].sheet.rate = rate

    table.act("A", "charge", f"move {rate * 2 - 1 if reached else 4},0",
              *(["b with sword"] if reached else []), dice="d20 1" if reached else "")  # fmt: skip

    offered = next(keys for _, word, keys in table.asked if any(k.startswith("move") for k in keys))
    assert ("move 5,0" in offered) is reached


@rule("sovereign/charge.distance", "sovereign/grid.difficult")
def test_a_charge_pays_for_the_ground() -> None:
    table = Table("A , , , . b", A=body(strike()), b=body())
    table["A"].sheet.rate = 3

    table.act("A", "charge", "move 3,0")

    assert table.at("A") == "3,0"


@rule("sovereign/charge.attack")
@pytest.mark.parametrize(("face", "hp"), [(10, 15), (9, 20)])
def test_a_charge_strikes_at_plus_two(face: int, hp: int) -> None:
    table = Table("A . . . b .", A=body(strike()), b=body(ac=12))
    table["b"].main = False

    dice = f"d20 {face}" + (" d8 5" if hp < 20 else "")
    table.act("A", "charge", "move 3,0", "b with sword", dice=dice)

    assert table["b"].hp == hp


@rule("sovereign/charge.attack")
def test_a_charge_ends_with_a_blow_or_a_throw_but_no_shot() -> None:
    bow, axe = strike("bow", far=(9, 9)), strike("axe", far=(4, 8), thrown=True)
    for one, offered in ((bow, False), (axe, True)):
        table = Table("A . . . . b", A=body(one), b=body())
        table["b"].main = False

        table.act("A", "charge", "move 1,0", *(["no attack"] if offered else []))

        keys = [key for _, word, keys in table.asked if word == "charge.attack" for key in keys]
        assert (f"b with {one.id}" in keys) is offered
        assert (table["A"].main, table["A"].step) == (False, False)


@rule("sovereign/charge.ac-penalty", "sovereign/shock.current-ac")
def test_a_charger_is_easier_to_hit_from_its_declaration_to_the_end_of_the_round() -> None:
    table = Table("b A . . .", A=body(strike(), ac=12), b=body(strike(shock=2, shock_ac=10)))
    table["b"].main = False
    assert numbers.ac(table.combat, table["A"]) == 12

    table.act("A", "charge", "b strikes with sword", "move 3,0", dice="d20 9")

    assert table["A"].hp == 18
    turn.end_turn(table.combat)
    assert numbers.ac(table.combat, table["A"]) == 10
    table.script([], "")
    turn.end_round(table.combat)
    assert numbers.ac(table.combat, table["A"]) == 12


@rule("sovereign/charge.not-prone")
@pytest.mark.parametrize("state", ["prone", "grappling", "grappled"])
def test_the_prone_and_the_grappled_do_not_charge(state: str) -> None:
    table = Table("A . b\nc . .", A=body(strike()), b=body(), c=body())
    if state == "prone":
        table["A"].prone = True
    elif state == "grappling":
        table.grapple("A", "c")
    else:
        table.grapple("c", "A")

    assert table.refused("A", "charge") == "charge.not-prone"


# ---- Total Defense


@rule("sovereign/total.cost", "sovereign/total.not-twice")
def test_total_defense_needs_a_main_and_is_not_taken_twice() -> None:
    for main, total, offered in ((True, False, True), (False, False, False), (True, True, False)):
        table = Table("A b", A=body(strike()), b=body(npc=True))
        table["b"].main, table["b"].total = main, total

        table.act("A", HIT, dice="d20 1")

        asked = [key for who, _, keys in table.asked if who == "b" for key in keys]
        assert ("b total defense" in asked) is offered


@rule("sovereign/total.ac", "sovereign/total.after-roll")
@pytest.mark.parametrize(("face", "hp"), [(16, 20), (17, 15)])
def test_total_defense_adds_two_to_the_armour_class_of_that_very_attack(face: int, hp: int) -> None:
    table = Table("A b", A=body(strike()), b=body(ac=15, npc=True))

    dice = f"d20 {face}" + (" d8 5" if hp < 20 else "")
    table.act("A", HIT, "pass", "b total defense", dice=dice)

    assert table["b"].hp == hp


@rule("sovereign/total.shock", "sovereign/damage.shock-floor")
def test_under_total_defense_shock_is_no_floor_either() -> None:
    table = Table("A b", A=body(strike(bonus=20, shock=5, shock_ac=30)), b=body())
    table["b"].total = True
    table["b"].main = False

    table.act("A", HIT, dice="d20 10 d8 1")

    assert table["b"].hp == 19


@rule("sovereign/total.duration", "sovereign/turn.start-of-next-turn")
def test_total_defense_lasts_through_the_end_of_the_round_to_the_own_turn() -> None:
    table = Table("A C b", A=body(), C=body(), b=body())
    table["A"].total = True
    table.script([], "")
    turn.end_round(table.combat)
    turn.begin_round(table.combat)
    turn.begin_turn(table.combat, table["C"])
    assert table["A"].total

    turn.begin_turn(table.combat, table["A"])

    assert not table["A"].total


@rule("sovereign/turn.start-of-next-turn")
def test_what_lasts_to_the_start_of_the_next_turn_ends_with_the_side_s_turn_at_the_latest() -> None:
    table = Table("A C b", A=body(), C=body(), b=body())
    for name in "AC":
        table[name].total = True
    table["A"].asleep = True
    table["C"].acted = True
    table.script([], "")
    table.combat.turn_of = 0

    turn.end_side(table.combat, 0)

    assert not table["A"].total
    assert table["C"].total


# ---- holding


@rule("sovereign/hold.cost")
def test_holding_spends_the_move_and_needs_a_main_to_hold() -> None:
    table = Table("A b", A=body(strike()), b=body())
    assert table.refused("A", "hold") == ""
    table["A"].step = False
    assert table.refused("A", "hold") == "economy.move"
    table["A"].step = True

    table.act("A", "hold")

    assert (table["A"].main, table["A"].step, table["A"].holding) == (True, False, True)


@rule("sovereign/hold.cost")
def test_holding_ends_the_turn_for_now() -> None:
    table = Table("A b", A=body(strike()), b=body())
    table.act("A", "hold")
    table.script([], "")

    turn.go_on(table.combat, table["A"])

    assert table.combat.active == -1


@rule("sovereign/hold.no-penalty")
@pytest.mark.parametrize(("face", "hp"), [(10, 15), (9, 20)])
def test_a_held_attack_is_an_ordinary_one(face: int, hp: int) -> None:
    table = Table("A b", A=body(strike()), b=body(strike()))
    table.act("b", "hold")

    dice = f"d20 {face}" + (" d8 5" if hp < 20 else "") + " d20 1"
    table.act("A", HIT, "b act now", "attack A with sword", dice=dice)

    assert table["A"].hp == hp
    assert (table["b"].holding, table["b"].main) == (False, False)


@rule("sovereign/hold.trigger", "sovereign/charge.not-held")
@pytest.mark.parametrize(
    ("key", "no"),
    [
        ("attack A with sword", ""),
        ("swarm A with sword", ""),
        ("disengage", ""),
        ("run with main", ""),
        ("go prone", ""),
        ("run", "hold.trigger"),
        ("charge", "charge.not-held"),
    ],
)
def test_what_was_held_is_any_main_action_and_free_ones(key: str, no: str) -> None:
    table = Table("A b .", A=body(strike()), b=body(strike()))
    table["b"].step = False

    assert table.refused_held("b", key) in ((no, "economy.move") if no else ("",))


@rule("sovereign/hold.trigger")
def test_a_hold_may_be_released_in_the_turn_of_an_ally_or_between_turns() -> None:
    table = Table("A C b", A=body(strike()), C=body(strike(reach=2)), b=body(ac=10, npc=True))
    table["C"].holding = True
    table["C"].step = False
    table["b"].main = False
    table.turn_of("A")

    table.steps(2, "end turn", "C act now", "attack b with sword", dice="d20 10 d8 3")

    assert table["b"].hp == 17


@rule("sovereign/hold.main-for-instants")
def test_an_instant_fed_by_the_held_main_ends_the_hold() -> None:
    for key in ("b total defense", "b snap at A with sword"):
        table = Table("A b", A=body(strike()), b=body(strike()))
        table["b"].holding = True
        table["b"].step = False

        table.act("A", HIT, key, dice="d20 1" if "total" in key else "d20 1 1")

        assert (table["b"].holding, table["b"].main) == (False, False), key


@rule("sovereign/hold.lost", "sovereign/economy.unspent-main")
def test_after_a_hold_is_lost_the_next_round_gives_a_fresh_main() -> None:
    table = Table("A b", A=body(strike()), b=body())
    table["A"].holding = True
    table.script([], "")

    turn.end_round(table.combat)

    assert not table["A"].holding


@rule("sovereign/economy.unspent-main")
def test_one_that_did_not_hold_can_use_a_kept_main_for_instants_only() -> None:
    table = Table("A . b", A=body(strike()), b=body(strike(reach=2)))
    table["b"].acted = True

    table.act("A", "run", "move 1,0")

    offered = {key for who, _, keys in table.asked if who == "b" for key in keys}
    assert {one.split()[1] for one in offered if one != "pass"} == {"snap"}


# ---- prone


@rule("sovereign/prone.go", "sovereign/stand.action")
def test_one_cannot_fall_or_rise_twice() -> None:
    table = Table("A b", A=body(), b=body())
    assert table.refused("A", "stand up") == "stand.action"
    table.act("A", "go prone")
    assert table.refused("A", "go prone") == "prone.go"

    table.act("A", "stand up")

    assert table.refused("A", "stand up") in ("economy.move", "stand.action")
    assert not table["A"].prone


@rule("sovereign/charge.minimum")
def test_without_a_square_to_go_to_there_is_no_charge() -> None:
    table = Table("A b\n# #", A=body(strike()), b=body())

    assert table.refused("A", "charge") == "charge.minimum"


@rule("sovereign/charge.minimum")
def test_a_charger_may_not_stay() -> None:
    table = Table("A . b .\n. . . .", A=body(strike()), b=body())
    table["b"].main = False

    table.act("A", "charge", "move 1,0", "no attack")

    moves = [keys for _, _, keys in table.asked if any(key.startswith("move") for key in keys)]
    assert "stay" not in moves[0]


@rule("sovereign/hold.trigger")
def test_a_hold_is_released_once() -> None:
    table = Table("A C b", A=body(strike()), C=body(), b=body(npc=True))
    table["b"].holding = True
    table["b"].step = False

    table.act("A", "go prone")
    table.act("A", "disengage", "b act now", "go prone", "done")
    assert not table["b"].holding
    table["A"].main = True
    table.act("A", "disengage")

    assert not any("act now" in key for _, _, keys in table.asked for key in keys)


@rule("sovereign/economy.main-as-move")
@pytest.mark.parametrize(
    "key", ["stand up with main", "screen with main", "pick up sword with main"]
)
def test_the_main_pays_for_any_move_action(key: str) -> None:
    table = Table("A C b", A=body(strike()), C=body(), b=body())
    table["A"].step = False
    table["A"].prone = key.startswith("stand")
    if key.startswith("pick"):
        table.disarm("A")

    assert table.refused("A", key) == ""
