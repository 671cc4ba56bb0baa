"""Falling, dying, being saved; morale; the end of a fight."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign import death, end, turn
from affray.rulesets.sovereign.damage import dealing
from affray.rulesets.sovereign.ruleset import Sovereign
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.terms import ACTIVE, CAPTURED, DEAD, ESCAPED, MORTAL, STABLE
from tests.rules import rule
from tests.sovereign.table import Table, body, strike
from tests.sovereign.test_library import begun

HIT = "attack b with sword"


def npc(level: int = 1, hp: int = 20) -> Sheet:
    return body(npc=True, named=False, level=level, hp=hp)


def hurt(table: Table, name: str, amount: int) -> None:
    table.script([], "")
    dealing.hurt(table.combat, table[name], amount, -1, "damage.roll", spares=False)


def fell(table: Table, name: str) -> None:
    hurt(table, name, table[name].hp)


# ---- falling


@rule("sovereign/death.npc", "sovereign/death.mortally-injured")
@pytest.mark.parametrize(("named", "fate"), [(False, DEAD), (True, MORTAL)])
def test_the_nameless_die_and_the_named_are_mortally_injured(named: bool, fate: int) -> None:
    table = Table("A b c", A=body(), b=body(npc=True, named=named), c=body())

    hurt(table, "b", 19)
    assert table["b"].fate == ACTIVE
    hurt(table, "b", 1)

    assert table["b"].fate == fate
    assert table["b"].present is named


@rule("sovereign/death.mortally-injured")
def test_the_mortally_injured_do_nothing() -> None:
    table = Table("A C b", A=body(strike()), C=body(), b=body(strike()))
    fell(table, "A")

    assert turn.ready(table.combat, 0) == [table["C"].index]
    table.act("b", "go prone")

    assert table.windows() == ["C"]


@rule("sovereign/death.falls-prone", "sovereign/hold.lost")
def test_the_fallen_drop_what_they_hold_and_all_that_they_keep_up() -> None:
    table = Table("A C b", A=body(strike()), C=body(), b=body())
    unit = table["A"]
    unit.total = unit.holding = True
    table.guard("A", "C")
    unit.swarm = table["b"].index
    table.grapple("A", "b")

    fell(table, "A")

    assert unit.prone
    assert (unit.total, unit.holding, unit.wards, unit.swarm, unit.grappling) == (
        False, False, 0, -1, -1,
    )  # fmt: skip
    assert unit.stock == (0,)
    assert len(table.combat.litter) == 1


@rule("sovereign/death.hit-while-down")
@pytest.mark.parametrize("fate", [MORTAL, STABLE])
def test_any_damage_kills_the_fallen(fate: int) -> None:
    table = Table("A b c", A=body(), b=body(), c=body())
    fell(table, "b")
    table["b"].fate = fate

    hurt(table, "b", 1)

    assert (table["b"].fate, table["b"].present) == (DEAD, False)


@rule("sovereign/death.hit-while-down")
def test_no_damage_kills_nobody() -> None:
    table = Table("A b c", A=body(), b=body(), c=body())
    fell(table, "b")

    hurt(table, "b", 0)

    assert table["b"].fate == MORTAL


@rule("sovereign/death.frail")
def test_the_frail_die_at_nought_and_not_before() -> None:
    table = Table("A b c", A=body(), b=body(), c=body())
    table["b"].frail = True
    hurt(table, "b", 19)
    assert table["b"].fate == ACTIVE

    hurt(table, "b", 1)

    assert table["b"].fate == DEAD


@rule("sovereign/death.less-lethal")
@pytest.mark.parametrize(
    ("named", "answer", "fate"),
    [(False, "spare", STABLE), (False, "do not spare", DEAD), (True, "do not spare", MORTAL)],
)
def test_a_less_lethal_blow_spares_if_one_wants(named: bool, answer: str, fate: int) -> None:
    club = strike(bonus=9, spares=True)
    table = Table("A b c", A=body(club), b=body(npc=True, named=named, hp=3), c=body())
    table["b"].main = False

    table.act("A", HIT, answer, dice="d20 10 d8 5")

    assert table["b"].fate == fate


@rule("sovereign/death.less-lethal")
def test_the_shock_of_a_less_lethal_weapon_may_spare_too() -> None:
    club = strike(spares=True, shock=3, shock_ac=20)
    table = Table("A b c", A=body(club), b=body(npc=True, named=False, hp=3), c=body())
    table["b"].main = False

    table.act("A", HIT, "spare", dice="d20 1")

    assert table["b"].fate == STABLE


@rule("sovereign/death.less-lethal")
def test_a_sword_asks_nothing() -> None:
    table = Table("A b c", A=body(strike(bonus=9)), b=body(npc=True, named=False, hp=3), c=body())
    table["b"].main = False

    table.act("A", HIT, dice="d20 10 d8 5")

    assert table["b"].fate == DEAD


@rule("sovereign/death.six-rounds", "sovereign/turn.end-of-round-order")
@pytest.mark.parametrize(("now", "fate"), [(7, MORTAL), (8, DEAD)])
def test_six_rounds_after_the_round_of_the_fall(now: int, fate: int) -> None:
    table = Table("A C b", A=body(), C=body(), b=body())
    table.combat.round = 2
    fell(table, "A")
    table.combat.round = now

    turn.end_round(table.combat)

    assert table["A"].fate == fate


@rule("sovereign/death.six-rounds", "sovereign/death.stable")
def test_the_stable_do_not_die() -> None:
    table = Table("A C b", A=body(), C=body(), b=body())
    fell(table, "A")
    table["A"].fate = STABLE
    table.combat.round = 20

    turn.end_round(table.combat)

    assert table["A"].fate == STABLE


# ---- first aid


def ward(**own: object) -> Table:
    sheet = body(**{"skills": {"heal": 0}, "kit": True, **own})  # type: ignore[arg-type]
    table = Table("A C b", A=sheet, C=body(), b=body())
    fell(table, "C")
    return table


@rule("sovereign/death.stabilise", "sovereign/skill.action", "sovereign/economy.main")
@pytest.mark.parametrize(("second", "fate"), [(5, STABLE), (4, MORTAL)])
def test_first_aid_takes_the_main_and_a_ten(second: int, fate: int) -> None:
    table = ward()

    table.act("A", "aid C", dice=f"d6 5 {second}")

    assert (table["C"].fate, table["A"].main) == (fate, False)


@rule("sovereign/death.stabilise")
@pytest.mark.parametrize("mods", [(0, 1, 0, 0, 0), (0, 0, 0, 1, 0)])
def test_first_aid_uses_the_better_of_dex_and_int_and_heal(mods: tuple[int, ...]) -> None:
    table = ward(mods=mods, skills={"heal": 1})

    table.act("A", "aid C", dice="d6 4 4")

    assert table["C"].fate == STABLE


@rule("sovereign/death.stabilise", "sovereign/attack.untrained")
def test_the_untrained_are_at_minus_one() -> None:
    table = ward(skills={})

    table.act("A", "aid C", dice="d6 5 5")

    assert table["C"].fate == MORTAL


@rule("sovereign/death.stabilise")
def test_first_aid_needs_a_kit_an_ally_beside_and_a_dying_one() -> None:
    assert ward(kit=False).refused("A", "aid C") == "death.stabilise"
    whole = Table("A C b", A=body(kit=True), C=body(), b=body())
    assert whole.refused("A", "aid C") == "death.stabilise"
    far = Table("A . C b", A=body(kit=True), C=body(), b=body())
    fell(far, "C")
    assert far.refused("A", "aid C") == "death.stabilise"
    assert ward().refused("A", "aid C") == ""


@rule("sovereign/death.one-attempt")
def test_one_attempt_each_round() -> None:
    table = ward()
    table.act("A", "aid C", dice="d6 1 1")
    table["A"].main = True
    assert table.refused("A", "aid C") == "death.one-attempt"
    table.script([], "")

    turn.end_round(table.combat)
    turn.begin_round(table.combat)

    assert table.refused("A", "aid C") == ""


@rule("sovereign/death.healed", "sovereign/damage.hp")
@pytest.mark.parametrize("fate", [MORTAL, STABLE])
def test_healing_wakes_the_fallen(fate: int) -> None:
    table = Table("A C b", A=body(), C=body(), b=body())
    fell(table, "A")
    table["A"].fate = fate

    dealing.heal(table.combat, table["A"], 4, "item.potion")

    unit = table["A"]
    assert (unit.hp, unit.able(), unit.prone, unit.frail) == (4, True, True, True)


@rule("sovereign/death.healed")
def test_healing_the_standing_makes_nobody_frail_and_stops_at_the_maximum() -> None:
    table = Table("A C b", A=body(), C=body(), b=body())
    table["A"].hp = 18

    dealing.heal(table.combat, table["A"], 4, "item.potion")

    assert (table["A"].hp, table["A"].frail, table["A"].prone) == (20, False, False)


# ---- morale


@rule("sovereign/morale.individual", "sovereign/morale.no-dice", "sovereign/morale.when-checked")
@pytest.mark.parametrize(("amount", "broken"), [(9, False), (10, True)])
def test_half_of_the_hit_points_break_an_npc(amount: int, broken: bool) -> None:
    table = Table("A b c d e", A=body(level=9), b=npc(), c=npc(), d=npc(), e=npc())

    hurt(table, "b", amount)

    assert table["b"].broken is broken


@rule("sovereign/morale.individual")
@pytest.mark.parametrize(("amount", "broken"), [(7, False), (8, True)])
def test_half_of_fifteen_is_eight(amount: int, broken: bool) -> None:
    table = Table("A b c d e", A=body(level=9), b=npc(hp=15), c=npc(), d=npc(), e=npc())

    hurt(table, "b", amount)

    assert table["b"].broken is broken


@rule("sovereign/morale.survivors", "sovereign/morale.henchmen")
def test_player_characters_decide_for_themselves_but_henchmen_are_npcs() -> None:
    hired = begun("joss-fenn").sheet
    table = Table("A C b", A=body(), C=hired, b=npc(level=30))

    hurt(table, "A", 15)
    hurt(table, "C", hired.max_hp - 1)

    assert (table["A"].broken, table["C"].broken) == (False, True)


@rule("sovereign/morale.fearless")
def test_the_fearless_never_break() -> None:
    for id in ("skeletal-warrior", "oath-zealot", "bronze-sentinel"):
        table = Table("A b", A=body(level=9), b=begun(id).sheet)

        hurt(table, "b", table["b"].hp - 1)

        assert not table["b"].broken, id


@rule("sovereign/morale.clearly-winning")
@pytest.mark.parametrize(("level", "broken"), [(3, False), (4, True)])
def test_three_to_one_in_levels_is_clearly_winning(level: int, broken: bool) -> None:
    table = Table("A b c", A=body(level=level), b=npc(level=5), c=npc(level=4))

    hurt(table, "b", 10)

    assert table["b"].broken is broken


@rule("sovereign/morale.clearly-winning")
def test_only_the_standing_count() -> None:
    table = Table("A C b c", A=body(level=1), C=body(level=5), b=npc(level=2), c=npc(level=2))
    assert not table.winning("b")

    fell(table, "C")

    assert table.winning("b")


@rule("sovereign/morale.group")
@pytest.mark.parametrize("how", ["dead", "captured", "broken", "escaped"])
def test_the_dead_the_captured_and_the_fleeing_all_count_as_lost(how: str) -> None:
    table = Table("A b c d .", A=body(level=9), b=npc(), c=npc(), d=npc())
    table.script([], "")
    if how == "dead":
        fell(table, "b")
    elif how == "captured":
        death.leave(table.combat, table["b"], CAPTURED, "morale.surrender")
        table.lost("b")
    elif how == "escaped":
        death.leave(table.combat, table["b"], ESCAPED, "grid.map-edge")
        table.lost("b")
    else:
        hurt(table, "b", 10)

    assert table["c"].broken
    assert table["d"].broken


@rule("sovereign/morale.group")
def test_the_group_is_the_npcs_of_the_side() -> None:
    table = Table("A C D b", A=npc(), C=body(), D=body(), b=npc(level=9))

    fell(table, "C")

    assert not table["A"].broken


@rule("sovereign/morale.when-checked", "sovereign/morale.retreat")
def test_the_broken_still_answer_and_retreat_from_their_next_turn_on() -> None:
    table = Table("A b c .\n. . . .", A=body(strike(), level=9), b=npc(), c=npc())
    hurt(table, "b", 10)
    assert table["b"].broken

    table.act("A", HIT, "b total defense", dice="d20 10")

    assert table["b"].total
    table["b"].main = True
    assert table.refused("b", "attack A with unarmed") == ""
    table.combat.gates = [3]
    table.script([], "")
    turn.begin_turn(table.combat, table["b"])
    assert table.refused("b", "attack A with unarmed") == "morale.retreat"
    assert table.refused("b", "disengage") == ""
    assert table.refused("b", "run") == ""


@rule("sovereign/morale.surrender", "sovereign/economy.free")
def test_a_surrender_drops_the_weapon_and_ends_the_fight_for_one() -> None:
    table = Table("A b c", A=body(), b=body(strike()), c=body())

    table.act("b", "surrender")

    assert table["b"].fate == CAPTURED
    assert len(table.combat.litter) == 1
    assert table.combat.winner == -1


# ---- ends


@rule("sovereign/end.last-side")
@pytest.mark.parametrize("how", [DEAD, MORTAL, STABLE, CAPTURED, ESCAPED])
def test_whoever_is_dead_felled_captured_or_gone_no_longer_counts(how: int) -> None:
    table = Table("A b c .", A=body(), b=body(), c=body())
    table.script([], "")
    for name in "bc":
        end.check(table.combat)
        assert not table.combat.outcome
        if how in (MORTAL, STABLE):
            table[name].hp = 0
            table[name].fate = how
        else:
            death.leave(table.combat, table[name], how, "end.last-side")

    end.check(table.combat)

    assert (table.combat.outcome, table.combat.winner) == ("end.last-side", 0)


@rule("sovereign/end.last-side")
def test_with_three_sides_two_fight_on() -> None:
    table = Table("A b x", A=body(), b=body(), x=body(), third="x")
    fell(table, "A")
    end.check(table.combat)
    assert not table.combat.outcome

    fell(table, "b")
    end.check(table.combat)

    assert table.combat.winner == 2


@rule("sovereign/end.escaped")
def test_the_escaped_keep_their_hit_points_and_are_not_dead() -> None:
    table = Table("A b c .", A=body(), b=body(), c=body())
    table["b"].hp = 7
    table.script([], "")

    death.leave(table.combat, table["b"], ESCAPED, "grid.map-edge")

    assert "escaped" in Sovereign().marks(table.combat, table["b"].index)
    assert Sovereign().aftermath(table.combat, table["b"].index)["hp"] == 7


def quiet_rounds(table: Table, n: int, *answers: str) -> None:
    """Let rounds end in which nothing happens."""
    for number in range(n):
        agent = table.script(answers if number == n - 1 else [], "")
        turn.end_round(table.combat)
        table.done(agent)


@rule("sovereign/end.stalemate")
def test_after_three_idle_rounds_the_gm_is_asked() -> None:
    table = Table("A . b", A=body(), b=body())
    quiet_rounds(table, 2)
    assert not table.combat.outcome

    quiet_rounds(table, 1, "a draw")

    assert (table.combat.outcome, table.combat.winner) == ("end.stalemate", -1)


@rule("sovereign/end.stalemate")
def test_the_gm_may_let_them_go_on_and_is_asked_again_after_three_more() -> None:
    table = Table("A . b", A=body(), b=body())
    quiet_rounds(table, 3, "go on")
    quiet_rounds(table, 2)
    assert not table.combat.outcome

    quiet_rounds(table, 1, "a draw")

    assert table.combat.outcome


@rule("sovereign/end.stalemate")
@pytest.mark.parametrize("what", ["attack", "step", "damage"])
def test_an_attack_damage_or_a_step_begins_the_count_anew(what: str) -> None:
    table = Table("A b .", A=body(strike()), b=body())
    table["b"].main = False
    quiet_rounds(table, 2)
    if what == "attack":
        table.act("A", HIT, dice="d20 1")
    elif what == "step":
        table.act("b", "run", "move 2,0")
    else:
        hurt(table, "b", 1)

    quiet_rounds(table, 3)
    assert not table.combat.outcome
    quiet_rounds(table, 1, "a draw")

    assert table.combat.outcome


@rule("sovereign/death.stable")
def test_the_stable_carry_on_with_one_hit_point_and_frail() -> None:
    table = ward()
    table.act("A", "aid C", dice="d6 6 6")
    found = Sovereign().aftermath(table.combat, table["C"].index)

    assert found["hp"] == 1


@rule("sovereign/morale.when-checked")
def test_a_surrender_and_an_escape_shake_the_rest() -> None:
    table = Table("A b c d .", A=body(level=9), b=npc(), c=npc(), d=npc())

    table.act("b", "surrender")

    assert table["c"].broken
