"""Turns, held actions, swarms, screens, grapples, surprise and endings."""

from __future__ import annotations

from affray.rulesets.sovereign import condition, death, end, geometry, setup, turn
from affray.rulesets.sovereign.action import checks, maneuver
from affray.rulesets.sovereign.damage import dealing
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.terms import CAPTURED, ESCAPED, MORTAL, STABLE
from tests.rules import rule
from tests.sovereign.table import Table, body, strike


@rule("sovereign/hold.cost", "sovereign/hold.trigger", "sovereign/hold.resolves-first")
def test_a_held_blow_falls_before_the_action_it_answers() -> None:
    table = Table("A b", A=body(strike(bonus=9)), b=body(strike(bonus=9), hp=3))
    table.act("A", "hold")
    assert not table["A"].step
    assert table["A"].holding

    table.act("b", "attack A with sword", "A act now", "attack b with sword", dice="d20 10 d8 5")

    assert table["b"].hp == 0
    assert table["A"].hp == 20


@rule("sovereign/charge.not-held")
def test_a_charge_cannot_be_held() -> None:
    table = Table("A . . b", A=body(strike()), b=body())

    assert table.refused_held("A", "charge") == "charge.not-held"


@rule("sovereign/hold.lost", "sovereign/swarm.expires", "sovereign/turn.end-of-round-order")
def test_what_waits_is_lost_at_the_end_of_the_round() -> None:
    table = Table("A b", A=body(), b=body())
    table["A"].holding = True
    table["A"].swarm = 1
    table["A"].charging = True
    table["A"].disengaged = 2
    table.script([], "")

    turn.end_round(table.combat)

    unit = table["A"]
    assert (unit.holding, unit.swarm, unit.charging, unit.disengaged) == (False, -1, False, 0)


@rule("sovereign/economy.main-as-move")
def test_the_main_may_pay_for_a_second_run() -> None:
    table = Table("A . . . . . . . . . . . . b", A=body(), b=body())
    table.act("A", "run", "move 6,0")
    assert table.refused("A", "run") == "economy.move"

    table.act("A", "run with main", "move 12,0")

    assert table["A"].cell == 12
    assert not table["A"].main


@rule("sovereign/economy.no-move-as-main")
def test_a_move_is_no_main() -> None:
    table = Table("A b", A=body(strike()), b=body())
    table["A"].main = False

    assert table.refused("A", "attack b with sword") == "economy.main"


@rule("sovereign/total.duration", "sovereign/screen.duration")
def test_guards_last_until_the_own_next_turn() -> None:
    table = Table("A b", A=body(), b=body())
    table["A"].total = True
    table.guard("A", "A")
    table.script([], "")

    turn.begin_turn(table.combat, table["A"])

    assert not table["A"].total
    assert table.wards("A") == ""


@rule("sovereign/screen.proximity")
def test_a_screen_ends_when_the_ward_is_far() -> None:
    table = Table("A C . b", A=body(), C=body(), b=body())
    table.guard("C", "A")
    condition.part_screens(table.combat)
    assert table.wards("C") == "A"

    table.combat.move(table["C"], 2)
    condition.part_screens(table.combat)

    assert table.wards("C") == ""


@rule("sovereign/screen.needs-skill", "sovereign/screen.optional")
def test_without_skill_nobody_is_asked_to_screen() -> None:
    table = Table("b A\nc .", A=body(strike(bonus=9)), b=body(), c=body(screens=0))
    table.guard("c", "b")

    table.act("A", "attack b with sword", dice="d20 15 d8 5")

    assert table["b"].hp == 15


@rule("sovereign/screen.several")
def test_the_lowest_number_that_holds_takes_the_blow() -> None:
    """Numbers 10 and 11, total 8: the attack goes to the screener with 10."""
    low = body(mods=(1, 0, 0, 0, 0), skills={"stab": 1}, screens=1)
    high = body(mods=(2, 0, 0, 0, 0), skills={"stab": 1}, screens=1)
    table = Table("A b c\n. d .", A=body(strike(bonus=9)), b=body(), c=low, d=high)
    table.guard("c", "b")
    table.guard("d", "b")

    table.act("A", "attack b with sword", "screen", "screen", dice="d6 4 4 d20 15 d8 5")

    assert table["c"].hp == 15


@rule("sovereign/grapple.damage", "sovereign/damage.unarmed")
def test_a_grapple_hurts_at_the_end_of_the_round() -> None:
    table = Table("A b", A=body(), b=body())
    table.grapple("A", "b")
    table.script([], "d2 2")

    maneuver.squeeze(table.combat)

    assert table["b"].hp == 18


@rule("sovereign/grapple.escape")
def test_one_check_breaks_every_hold_it_beats() -> None:
    table = Table("A b C", A=body(), b=body(), C=body(skills={"brawl": 2}))
    table.grapple("A", "b")
    table.grapple("C", "b")

    table.act("b", "break free", dice="d6 4 5")

    assert table["A"].grappling == -1
    assert table["C"].grappling == table["b"].index


@rule("sovereign/grapple.release")
def test_a_hold_ends_when_the_holder_falls() -> None:
    table = Table("A b", A=body(), b=body())
    table.grapple("A", "b")

    condition.lie(table.combat, table["A"], MORTAL, "death.mortally-injured")
    table.settle()

    assert table["A"].grappling == -1


def mage() -> Sheet:
    return body(spells=["arcane-spark"])


@rule("sovereign/grapple.no-casting", "sovereign/spell.disrupted-round", "sovereign/spell.slots")
def test_the_held_the_hurt_and_the_spent_cast_nothing() -> None:
    key = "cast arcane-spark at b"
    table = Table("A b . .", A=mage(), b=body())
    assert table.refused("A", key) == ""
    table.grapple("b", "A")
    assert table.refused("A", key) == "grapple.no-casting"
    table["A"].hurt = True
    assert table.refused("A", key) == "spell.disrupted-round"

    table["A"].casting = 0

    assert table.refused("A", key) == "spell.slots"


@rule("sovereign/spell.action")
def test_a_spell_takes_the_main_and_a_casting() -> None:
    table = Table("A . b", A=mage(), b=body())

    table.act("A", "cast arcane-spark at b", dice="d8 5 d20 20")

    assert table["b"].hp == 18
    assert table["A"].casting == 0
    assert not table["A"].main


@rule("sovereign/snap.interrupts-casting")
def test_a_snap_attack_interrupts_a_spell_and_saves_the_slot() -> None:
    table = Table("A b", A=mage(), b=body(strike(bonus=9)))

    table.act("A", "cast arcane-spark at b", "b snap at A with sword", dice="d20 10 d8 1")

    assert table["b"].hp == 20
    assert table["A"].casting == 1
    assert not table["A"].main


@rule("sovereign/charge.not-prone")
def test_the_prone_do_not_charge() -> None:
    table = Table("A . b .", A=body(strike()), b=body())
    table["A"].prone = True

    assert table.refused("A", "charge") == "charge.not-prone"


@rule("sovereign/death.stabilise", "sovereign/death.stable", "sovereign/death.one-attempt")
def test_first_aid_loses_one_for_each_round() -> None:
    """Felled in round 2, attempt in round 4: -2, so 12 on the dice."""
    table = Table("A C b", A=body(skills={"heal": 0}, kit=True), C=body(), b=body())
    condition.lie(table.combat, table["C"], MORTAL, "death.mortally-injured")
    table["C"].fell = 2
    table.combat.round = 4
    table.act("A", "aid C", dice="d6 6 5")
    assert table["C"].fate == MORTAL
    table["A"].main = True
    assert table.refused("A", "aid C") == "death.one-attempt"
    table["C"].used = (0,) * len(table["C"].used)

    table.act("A", "aid C", dice="d6 6 6")

    assert table["C"].fate == STABLE


@rule("sovereign/death.healed", "sovereign/death.frail")
def test_the_healed_wake_prone_and_frail() -> None:
    table = Table("A b", A=body(), b=body())
    table["A"].hp = 0
    condition.lie(table.combat, table["A"], MORTAL, "death.mortally-injured")

    dealing.heal(table.combat, table["A"], 4, "item.potion")

    unit = table["A"]
    assert (unit.able(), unit.prone, unit.frail, unit.hp) == (True, True, True, 4)
    dealing.hurt(table.combat, unit, 9, -1, "damage.roll", spares=False)
    assert not unit.present


@rule("sovereign/death.hit-while-down")
def test_a_blow_on_the_fallen_kills() -> None:
    table = Table("A b", A=body(), b=body())
    table["A"].hp = 0
    condition.lie(table.combat, table["A"], MORTAL, "death.mortally-injured")

    dealing.hurt(table.combat, table["A"], 1, -1, "damage.roll", spares=False)

    assert not table["A"].present


@rule("sovereign/morale.surrender", "sovereign/end.last-side")
def test_a_surrender_ends_the_fight_of_the_last() -> None:
    table = Table("A b", A=body(), b=body())

    table.act("b", "surrender")
    end.check(table.combat)

    assert table["b"].fate == CAPTURED
    assert table.combat.outcome == "end.last-side"
    assert table.combat.winner == 0


@rule("sovereign/end.escaped")
def test_those_who_leave_have_escaped() -> None:
    table = Table("A b", A=body(), b=body())

    death.leave(table.combat, table["b"], ESCAPED, "grid.map-edge")

    assert table["b"].fate == ESCAPED
    assert table["b"].hp == 20


@rule("sovereign/morale.group")
def test_groups_break_at_a_third() -> None:
    table = Table("A b c d e", A=body(level=9), b=npc(), c=npc(), d=npc(), e=npc())
    death.die(table.combat, table["b"], "death.npc")
    table.lost("b")
    assert not table["c"].broken

    death.die(table.combat, table["c"], "death.npc")
    table.lost("b")

    assert table["d"].broken


def npc() -> Sheet:
    return body(npc=True)


@rule("sovereign/morale.clearly-winning")
def test_those_who_clearly_win_fight_on() -> None:
    table = Table("A b c d", A=body(), b=npc(), c=npc(), d=npc())

    assert table.winning("b")
    assert not table.winning("A")


@rule("sovereign/surprise.no-reactions", "sovereign/surprise.is-round-zero")
def test_the_surprised_do_nothing_in_round_zero() -> None:
    table = Table("A b", A=body(strike()), b=body(strike()))
    table.combat.surprise = "given 1"
    table.script([], "")

    turn.open_fight(table.combat)

    assert table.combat.round == 0
    assert not table["b"].able()
    assert table.combat.order == [0]


@rule("sovereign/surprise.opposed-check", "sovereign/check.group")
def test_surprise_is_an_opposed_check() -> None:
    table = Table("A b", A=body(mods=(0, 1, 0, 0, 0), skills={"sneak": 1}), b=npc())
    table.script([], "d6 3 3")
    assert setup.succeeds(table.combat, 0, 1, "stealth")
    table.script([], "d6 3 2")
    assert not setup.succeeds(table.combat, 0, 1, "stealth")


@rule("sovereign/init.highest-first", "sovereign/init.other-ties")
def test_ties_of_others_are_rolled_again() -> None:
    table = Table("A b", A=body(), b=body())
    table.script([], "d8 2 5")

    assert turn.ordered(table.combat, [1, 2], [0, 4, 4]) == [2, 1]


@rule("sovereign/grid.area-square")
def test_a_radius_of_twenty_feet_covers_eight_by_eight() -> None:
    table = Table("\n".join([". " * 12] * 11 + ["A b" + " ." * 10]), A=body(), b=body())

    assert len(geometry.area(table.combat.grid, 5, 5, 4)) == 64


@rule("sovereign/save.naturals", "sovereign/save.roll")
def test_naturals_decide_saves() -> None:
    table = Table("A b", A=body(), b=body())
    table["A"].sheet.saves = [15, 15, 15]
    table.script([], "d20 1 20 14 15")

    found = [checks.save(table.combat, table["A"], 0, n, "save.roll") for n in (30, -30, 0, 0)]

    assert found == [False, True, False, True]


@rule("sovereign/check.armour")
def test_plate_hampers_exertion() -> None:
    one = body(skills={"exert": 1})
    one.armour = "plate"

    assert numbers.skill(one, "exert") == -2


@rule("sovereign/shove.result")
def test_a_shoved_target_may_be_forced_away() -> None:
    table = Table("A b .", A=body(strike(bonus=9)), b=body())

    table.act("A", "shove b with sword", "push 2,0", dice="d20 15 d6 4 4")

    assert table["b"].cell == 2
