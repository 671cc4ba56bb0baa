"""What happens when somebody answers in the middle: charges, swarms, screens, holds and luck."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign import turn
from affray.rulesets.sovereign.condition import SPEEDED, give
from affray.rulesets.sovereign.terms import DEAD, MORTAL, MOST, NATURAL, SURPRISE_PHASE
from tests.rules import rule
from tests.sovereign.table import Table, body, strike

HIT = "attack b with sword"


# ---- charges


def charged(*more: str) -> Table:
    """A charges b along a row; c far off holds a deed."""
    table = Table("A . . . . b\n. . . . . .\n. . . . . c", A=body(strike()), b=body(), c=body())
    table["b"].main = False
    table["c"].holding, table["c"].step = True, False
    return table


@rule("sovereign/charge.straight", "sovereign/economy.response-windows")
def test_a_charge_that_is_answered_on_its_way_goes_on() -> None:
    table = charged()

    table.act("A", "charge", "move 4,0", "pass", "pass", "c act now", "go prone", "done",
              "b with sword", dice="d20 7")  # fmt: skip

    assert table.at("A") == "4,0"
    assert table["c"].prone


@rule("sovereign/charge.straight", "sovereign/charge.attack")
def test_one_answered_on_its_charge_may_end_it_on_any_square_of_its_line() -> None:
    table = charged()

    table.act("A", "charge", "move 4,0", "c act now", "go prone", "done", "stay")

    asked = [keys for _, word, keys in table.asked if word == "charge.straight"]
    assert asked[1:] == [["stay", "move 2,0", "move 3,0", "move 4,0"]]
    assert table.at("A") == "1,0"


@rule("sovereign/charge.straight", "sovereign/economy.broken-action")
def test_a_charge_whose_line_is_barred_on_the_way_ends_before_it() -> None:
    table = Table("A . . . . b\n. . . . c .", A=body(strike()), b=body(), c=body())
    table["b"].main = False
    table["c"].holding, table["c"].step = True, False

    table.act("A", "charge", "move 4,0", "c act now", "run with main",
              "move 3,0", "move 2,0", "c with sword", dice="d20 7")  # fmt: skip

    assert (table.at("A"), table.at("c")) == ("2,0", "3,0")


@rule("sovereign/charge.straight", "sovereign/economy.broken-action")
def test_one_pushed_off_its_line_charges_no_farther() -> None:
    table = Table(". . . . b\nA . . . .\n. c . . .", A=body(strike()), b=body(),
                  c=body(strike(bonus=9)))  # fmt: skip
    table["b"].main = False
    table["c"].holding, table["c"].step = True, False

    table.act("A", "charge", "move 3,1", "pass", "c act now", "shove A with sword", "push 1,0",
              dice="d20 10 d6 6 6")  # fmt: skip

    assert (table.at("A"), table["A"].main) == ("1,0", False)


@rule("sovereign/economy.broken-action", "sovereign/run.rate")
def test_a_runner_that_is_pushed_aside_chooses_anew_from_there() -> None:
    table = Table(". . . . .\nA . . . .\n. c . . .", A=body(strike()), c=body(strike(bonus=9)))
    table["c"].holding, table["c"].step = True, False

    table.act("A", "run", "move 1,1 2,1 3,1", "pass", "c act now", "shove A with sword", "push 1,0",
              "move 3,0", dice="d20 10 d6 6 6")  # fmt: skip

    offered = [keys for _, word, keys in table.asked if word == "run.rate"]
    assert len(offered) == 2
    assert "move 0,0" in offered[1]
    assert table.at("A") == "3,0"


@rule("sovereign/aoo.charge-start")
@pytest.mark.parametrize("speeded", [True, False])
def test_one_under_speed_provokes_nothing_by_a_charge(speeded: bool) -> None:
    table = Table("b A . . c", A=body(strike()), b=body(strike()), c=body())
    table["b"].main = table["c"].main = False
    if speeded:
        give(table.combat, table["A"], SPEEDED, 1, 0)

    table.act("A", "charge", "move 3,0", "no attack")

    assert [word for _, word, _ in table.asked if word == "aoo.who"] == ["aoo.who"] * (not speeded)


@rule("sovereign/charge.ac-penalty", "sovereign/economy.response-windows")
@pytest.mark.parametrize(("face", "hp"), [(12, 15), (11, 20)])
def test_a_charger_is_easier_to_hit_by_who_answers_its_declaration(face: int, hp: int) -> None:
    table = Table("b A . . .", A=body(strike(), ac=10), b=body(strike()))

    dice = f"d20 {face}" + (" d8 5" if hp < 20 else "")
    table.act("A", "charge", "b snap at A with sword", "move 3,0", dice=dice)

    assert table["A"].hp == hp


# ---- swarms


@rule("sovereign/swarm.one-attack", "sovereign/hold.trigger")
def test_a_swarm_joined_in_the_middle_of_another_s_action_strikes_after_the_turn() -> None:
    table = Table("A b\nc .", A=body(ac=12), b=body(strike()), c=body(strike()))
    table["c"].holding, table["c"].step = True, False
    table["b"].swarm = table["A"].index
    table["b"].main = False
    table.combat.joined = [1000 + table["A"].index]

    table.act("A", "go prone", "c act now", "swarm A with sword")
    assert table["c"].swarm == table["A"].index
    assert not any("strikes" in key for _, _, keys in table.asked for key in keys)
    table["A"].main = False

    table.steps(2, "end turn", "b strikes with sword", dice="d20 8 d8 3")

    assert table["A"].hp == 16


@rule("sovereign/swarm.one-attack", "sovereign/swarm.max-four")
def test_the_fourth_who_joins_in_the_middle_sets_it_off_after_the_turn() -> None:
    sheets = {name: body(strike()) for name in "bcde"}
    table = Table("b c d\n. A e", A=body(ac=12), **sheets)  # type: ignore[arg-type]
    for name in "bcd":
        table[name].swarm, table[name].main = table["A"].index, False
    table.combat.joined = [1000 + table["A"].index] * 3
    table["e"].holding, table["e"].step = True, False
    table.act("A", "go prone", "e act now", "swarm A with sword")
    table["A"].main = False

    table.steps(2, "end turn", "b strikes with sword", dice="d20 4 d8 3")

    offered = next(keys for _, word, keys in table.asked if word == "swarm.one-attack")
    assert "wait" not in offered
    assert table["A"].hp == 14


# ---- screens


@rule("sovereign/screen.opposed-check", "sovereign/screen.limit", "sovereign/screen.several")
@pytest.mark.parametrize(("second", "struck"), [(4, "d"), (5, "b")])
def test_who_is_ignored_lends_no_number_to_the_others_and_loses_no_use(
    second: int, struck: str
) -> None:
    """[forced-engagement]: c with 12 is ignored; d has 10."""
    sword = strike(bonus=9)
    sword.favoured = True
    low = body(mods=(1, 0, 0, 0, 0), skills={"stab": 1}, screens=1)
    high = body(mods=(2, 0, 0, 0, 0), skills={"stab": 2}, screens=1)
    table = Table("A b c\n. d .", A=body(sword), b=body(), c=high, d=low)
    table["A"].sheet.arts = ["forced-engagement"]
    table["A"].effort = 1
    for name in "cd":
        table.guard(name, "b")
    for name in "bcd":
        table[name].main = False

    table.act("A", HIT, "screen", "screen", "ignore c", dice=f"d6 5 {second} d20 10 d8 5")

    assert [table[name].hp for name in "bcd"].index(15) == "bcd".index(struck)
    assert (table["c"].used[0], table["d"].used[0]) == (0, 1)


@rule("sovereign/screen.feasible")
@pytest.mark.parametrize(
    ("size", "ways", "screened"),
    [
        (1, {}, True),
        (2, {}, False),
        (1, {"far": (4, 8), "thrown": True}, True),
        (2, {"far": (4, 8), "thrown": True}, False),
        (2, {"far": (4, 8)}, True),
    ],
)
def test_what_the_big_strike_or_throw_cannot_be_screened_but_what_they_shoot(
    size: int, ways: dict[str, object], screened: bool
) -> None:
    one = strike(bonus=9, **ways)  # type: ignore[arg-type]
    table = Table("A A b\nA A c" if size > 1 else ". A b\n. . c", A=body(one, size=size),
                  b=body(), c=body(screens=1))  # fmt: skip
    table.guard("c", "b")
    for name in "bc":
        table[name].main = False

    dice = ("d6 6 6 " if screened else "") + "d20 10 d8 5"
    table.act("A", HIT, *(["screen"] if screened else []), dice=dice)

    assert table["b"].hp == 15


@rule("sovereign/screen.feasible")
@pytest.mark.parametrize(("rock", "asked"), [(False, True), (True, False)])
def test_a_great_defender_screens_against_what_ogres_throw_but_not_rocks(
    rock: bool, asked: bool
) -> None:
    """[valiant-defender]."""
    one = strike(bonus=9, far=(4, 8), thrown=True)
    one.unscreened = rock
    guard = body(screens=1, feats={"valiant-defender": 2})
    table = Table("A A b\nA A c", A=body(one, size=2), b=body(), c=guard)
    table.guard("c", "b")
    for name in "bc":
        table[name].main = False

    table.act("A", HIT, *(["do not screen"] if asked else []), dice="d20 10 d8 5")

    assert any(word == "screen.optional" for _, word, _ in table.asked) is asked


# ---- holding


@rule("sovereign/hold.cost", "sovereign/hold.trigger")
def test_one_without_a_main_may_hold_what_is_free() -> None:
    table = Table("A . . b", A=body(strike()), b=body(strike(far=(9, 9))))
    table["A"].main = False
    table.act("A", "hold")
    assert (table["A"].step, table["A"].holding) == (False, True)

    table.act("b", "attack A with sword", "A act now", "go prone", "done", dice="d20 11")

    assert (table["A"].hp, table["A"].prone, table["A"].holding) == (20, True, False)


@rule("sovereign/hold.trigger", "sovereign/economy.response-windows")
def test_a_held_main_that_is_triggered_can_be_answered() -> None:
    table = Table("A b C", A=body(), b=body(potions=1), C=body(strike(bonus=9)))
    table["b"].holding, table["b"].step, table["b"].hp = True, False, 5
    table["A"].main = False

    table.act("A", "go prone", "b act now", "drink potion with main", "C snap at b with sword",
              dice="d20 10 d8 5")  # fmt: skip

    assert (table["b"].hp, table["b"].carried) == (0, (1,))


@rule("sovereign/hold.resolves-first", "sovereign/economy.instant-simultaneous")
def test_held_deeds_of_one_window_happen_together_whatever_they_are() -> None:
    """A spell that kills and a blow that fells its caster; a step out of the way of a blow."""
    mage = body(spells=["arcane-spark"], hp=3)
    table = Table(
        "A . . . .\nD b . . .", A=body(), b=mage, D=body(strike(bonus=9), npc=True, named=False)
    )
    for name in "bD":
        table[name].holding, table[name].step = True, False

    table.act("A", "go prone", "D act now", "attack b with sword", "b act now",
              "cast arcane-spark at D", dice="d20 10 d8 4")  # fmt: skip
    assert (table["D"].present, table["b"].hp) == (False, 0)

    table = Table("A . . . .\nD b . . .", A=body(), b=body(), D=body(strike(bonus=9)))
    for name in "bD":
        table[name].holding, table[name].step = True, False
    table.act("A", "go prone", "D act now", "attack b with sword", "b act now", "run with main",
              "move 4,0", dice="d20 10 d8 4")  # fmt: skip

    assert (table["b"].hp, table.at("b")) == (16, "4,0")


@rule("sovereign/hold.resolves-first", "sovereign/economy.instant-simultaneous")
def test_a_blow_declared_after_a_spell_of_the_same_window_is_struck_all_the_same() -> None:
    mage = body(spells=["arcane-spark"], hp=3)
    table = Table("b A\n. d", A=body(strike(bonus=9), npc=True, named=False), b=mage, d=body())
    table.turn_of("d")
    for name in "bA":
        table[name].holding, table[name].step = True, False

    table.act("d", "go prone", "b act now", "cast arcane-spark at A", "A act now",
              "attack b with sword", dice="d20 10 d8 4")  # fmt: skip

    assert (table["A"].present, table["b"].hp) == (False, 0)


# ---- luck


def lucky(total: int = 17) -> Table:
    return Table("A b", A=body(strike(), warrior=True), b=body(ac=total, warrior=True))


@rule("sovereign/economy.instant-simultaneous", "sovereign/luck.veteran")
def test_luck_is_not_cancelled_by_luck() -> None:
    table = lucky()

    table.act("A", HIT, "pass", "A veteran's luck", dice="d20 16 d8 5")

    assert table["b"].hp == 15
    assert "b veteran's luck" not in [key for who, _, keys in table.asked for key in keys]


@rule("sovereign/economy.instant-simultaneous", "sovereign/luck.veteran", "sovereign/total.ac")
@pytest.mark.parametrize(("face", "offered"), [(18, False), (16, True)])
def test_luck_does_not_undo_what_total_defense_has_done(face: int, offered: bool) -> None:
    """A hit that Total Defense has made a miss stays one; a miss may still become a hit."""
    table = lucky()

    before = ["pass", "pass"] if offered else ["pass"]
    answers = ["A veteran's luck"] if offered else []
    table.act("A", HIT, *before, "b total defense", *answers,
              dice=f"d20 {face}" + (" d8 5" if offered else ""))  # fmt: skip

    assert table["b"].hp == (15 if offered else 20)


@rule("sovereign/economy.instant-count", "sovereign/economy.free")
@pytest.mark.parametrize(("topic", "asked"), [("instants", True), ("free", False)])
def test_total_defense_in_the_own_turn_is_an_instant_for_the_gm_too(
    topic: str, asked: bool
) -> None:
    table = Table("A b", A=body(strike()), b=body())
    table.combat.topics = [topic]

    table.act("A", "total defense", *(["no"] if asked else []))

    assert (table["A"].total, table["A"].main) == (not asked, asked)


# ---- before the fight


@rule("sovereign/init.one-roll-per-side", "sovereign/init.party-dex")
def test_a_side_of_which_nobody_is_left_rolls_nothing() -> None:
    table = Table("A b x", third="x", A=body(), b=body(), x=body())
    table.combat.leave(table["A"])
    table["A"].present, table["A"].fate = False, DEAD
    agent = table.script([], "d8 3 5")

    turn.roll_initiative(table.combat)

    table.done(agent)
    assert table.combat.order == [2, 1]


@rule("sovereign/surprise.opposed-check")
def test_the_dead_notice_nothing() -> None:
    table = Table("A b c", A=body(strike()), b=body(strike()), c=body(skills={"notice": 4}))
    table.combat.phase, table.combat.round, table.combat.order = SURPRISE_PHASE, 0, []
    table.combat.surprise = "stealth 1"
    table.combat.leave(table["c"])
    table["c"].present, table["c"].fate = False, DEAD
    table["A"].sheet.skills["sneak"] = 0
    table["b"].sheet.skills["notice"] = 0

    table.steps(1, dice="d6 4 4")

    assert table["b"].surprised


# ---- things


@rule("sovereign/reload.quiver")
def test_a_quiver_that_was_dropped_or_stowed_loads_nothing() -> None:
    table = Table("A . b", A=body(strike(far=(9, 9), reload=1), quiver=True), b=body())
    table["A"].unloaded = 1
    assert table.refused("A", "reload sword") == ""
    table.act("A", "drop quiver")

    assert table.refused("A", "reload sword") == "reload.quiver"


@rule("sovereign/ranged.two-handed-in-melee")
def test_what_is_thrown_with_two_hands_is_not_thrown_in_melee_either() -> None:
    for row, no in (("A b", "ranged.two-handed-in-melee"), ("A . b", "")):
        own = body(strike(far=(4, 8), thrown=True, hands=2))
        table = Table(row, A=own, b=body(strike()))

        assert table.refused("A", HIT) == no


@rule("sovereign/ready.sheathing-free", "sovereign/grapple.restraint")
def test_a_weapon_may_be_drawn_in_a_grapple_but_not_used() -> None:
    table = Table("A b", A=body(strike()), b=body())
    table["A"].hand = NATURAL
    table.grapple("b", "A")

    table.act("A", "draw sword")

    assert table["A"].hand == 0
    assert table.refused("A", HIT) == "grapple.restraint"


@rule("sovereign/economy.free")
def test_what_costs_a_free_action_comes_once_a_turn() -> None:
    table = Table("A C b c", A=body(), C=body(), b=body(), c=body())
    table["A"].sheet.arts = ["piercing-strike", "steps-of-air"]
    table["A"].effort = 5
    table.act("A", "pierce b")
    table.act("A", "lift A")
    assert table.refused("A", "pierce c") == "economy.free"
    assert table.refused("A", "lift C") == "economy.free"
    table.script([], "")

    turn.begin_turn(table.combat, table["A"])

    assert table.refused("A", "pierce c") == ""


@rule("sovereign/economy.free", "sovereign/spell.slots")
def test_a_free_spell_is_cast_once_a_turn_beside_another() -> None:
    own = body(spells=["speed", "arcane-spark"], castings=4)
    table = Table("A C b", A=own, C=body(), b=body())
    table["b"].main = False

    table.act("A", "cast speed", "speed on C")
    assert table.refused("A", "cast speed") == "economy.free"
    table.act("A", "cast arcane-spark at b", dice="d8 1 d20 20")

    assert table["A"].casting == 2


@rule("sovereign/aoo.casting-safe")
@pytest.mark.parametrize("ruling", ["yes", "no"])
def test_the_gm_may_rule_that_casting_and_drinking_provoke(ruling: str) -> None:
    own = body(spells=["arcane-spark"], potions=1)
    table = Table("A b", A=own, b=body(strike()))
    table.combat.topics = ["provoking"]
    table["b"].main = False
    strikes = ["b strikes with sword"] if ruling == "yes" else []

    table.act("A", "drink potion", ruling, *strikes, dice=("d20 1 " if strikes else "") + "d6 1")
    table.act("A", "cast arcane-spark at b", ruling, *strikes,
              dice=("d20 1 " if strikes else "") + "d8 1 d20 20")  # fmt: skip

    asked = [word for _, word, _ in table.asked if word == "aoo.casting-safe"]
    assert asked == ["aoo.casting-safe"]


@rule("sovereign/aoo.casting-safe", "sovereign/snap.interrupts-casting")
def test_one_struck_for_casting_loses_the_spell_and_not_the_slot() -> None:
    own = body(spells=["arcane-spark"])
    table = Table("A b", A=own, b=body(strike(bonus=9)))
    table.combat.topics = ["provoking"]
    table["b"].main = False

    table.act("A", "cast arcane-spark at b", "yes", "b strikes with sword", dice="d20 10 d8 1")

    assert (table["A"].casting, table["b"].hp) == (1, 20)


@rule("sovereign/aoo.casting-safe")
def test_what_the_list_says_is_not_for_the_gm() -> None:
    table = Table("A b", A=body(strike()), b=body(strike()))
    table.combat.topics = ["provoking"]
    table["b"].main = False

    for key in ("go prone", "stand up", "disengage"):
        table.act("A", key)
        assert [word for _, word, _ in table.asked if word == "aoo.casting-safe"] == []


@rule("sovereign/economy.response-windows", "sovereign/grapple.move")
def test_a_window_opens_before_each_step_of_a_drag() -> None:
    table = Table("A b . .\n. . . .\n. . . c", A=body(), b=body(), c=body())
    table.grapple("A", "b")
    table["b"].main = False
    table["c"].holding = True

    table.act("A", "drag or throw", "drag", "drag to 1,0 with it at 2,0",
              "drag to 2,0 with it at 3,0", dice="d6 6 6")  # fmt: skip

    assert len([1 for who, word, _ in table.asked if who == "c" and "windows" in word]) == 4


@rule("sovereign/ranged.thrown-lands", "sovereign/death.falls-prone")
@pytest.mark.parametrize("stock", [1, 2])
def test_what_was_thrown_before_the_thrower_fell_lies_where_it_was_thrown(stock: int) -> None:
    own = body(strike(bonus=9, far=(4, 8), thrown=True), hp=2)
    table = Table("A . b", A=own, b=body(strike(bonus=9, far=(9, 9))))
    table["A"].stock = (stock,)

    table.act("A", HIT, "pass", "b snap at A with sword", dice="d20 10 d20 10 d8 5")

    cells = [one // MOST for one in table.combat.litter]
    assert cells == [2], table.combat.litter


@rule("sovereign/economy.response-windows")
@pytest.mark.parametrize(("answer", "asked"), [("pass", 4), ("pass until it stops", 1)])
def test_whoever_passes_until_it_stops_is_not_asked_before_its_further_steps(
    answer: str, asked: int
) -> None:
    table = Table("A . . . .\n. . . . c\n. . . . d", A=body(), c=body(), d=body())
    table["d"].main = False
    table["c"].holding = True

    table.act("A", "run", "move 4,0", answer)

    assert table.windows() == ["c"] * asked
    assert table["A"].cell == 4
    assert [word for _, word, _ in table.asked].count("run.rate") == 1  # its plan is not dropped


@rule("sovereign/economy.response-windows")
def test_who_passes_until_it_stops_is_asked_about_its_next_move_and_others_go_on() -> None:
    table = Table("A . . .\n. c d .", A=body(), c=body(), d=body())
    table["c"].holding = table["d"].holding = True

    table.act("A", "run", "move 2,0", "pass until it stops", "pass")

    assert table.windows() == ["c", "d", "d"]
    table["A"].step = True
    table.act("A", "run", "move 3,0", "pass until it stops")
    assert table.windows() == ["c", "d"]


# ---- blows of one moment


@rule("sovereign/economy.instant-simultaneous", "sovereign/death.hit-while-down")
def test_two_blows_of_one_moment_do_not_strike_the_fallen() -> None:
    sword = strike(bonus=9)
    table = Table("A b D", A=body(sword), b=body(hp=3), D=body(sword))
    table.turn_of("b")

    table.act("b", "go prone", "A snap at b with sword", "D snap at b with sword",
              dice="d20 10 d8 4 d20 10 d8 4")  # fmt: skip

    assert table["b"].fate == MORTAL


@rule("sovereign/economy.response-windows", "sovereign/economy.instant-simultaneous")
def test_a_blow_declared_in_a_window_has_been_answered_in_it() -> None:
    table = Table("A b", A=body(strike(bonus=9)), b=body(strike(bonus=9)))
    table["b"].main = False
    table.turn_of("b")

    table.act("b", "go prone", "A snap at b with sword", dice="d20 10 d8 4")

    rules = [word for _, word, _ in table.asked]
    assert rules.count("economy.response-windows") == 1  # before it; its die nobody can answer


@rule("sovereign/snap.out-of-turn")
def test_a_snap_attack_may_go_at_another_than_whoever_acts() -> None:
    table = Table("A b C", A=body(), b=body(strike(bonus=9)), C=body())

    table.act("A", "go prone", "b snap at C with sword", dice="d20 10 d8 4")

    assert table["C"].hp == 16


@rule("sovereign/hold.trigger")
def test_what_is_free_may_follow_the_held_main() -> None:
    table = Table("A b", A=body(), b=body(strike(bonus=9)))
    table["b"].holding, table["b"].step = True, False

    table.act("A", "go prone", "b act now", "attack A with sword", "drop sword", "done",
              dice="d20 10 d8 4")  # fmt: skip

    assert (table["A"].hp, table["b"].stock) == (16, (0,))


@rule("sovereign/prone.rate", "sovereign/economy.response-windows")
def test_a_runner_thrown_down_on_the_way_has_what_is_left_of_half_its_rate() -> None:
    table = Table("A . . . . . .\n. . c . . . .", A=body(), c=body(strike(bonus=9)))
    table["c"].holding, table["c"].step = True, False

    table.act("A", "run", "move 5,0", "pass", "c act now", "shove A with sword", "A prone",
              dice="d20 10 d6 6 6")  # fmt: skip

    offered = [keys for _, word, keys in table.asked if word == "run.rate"]
    assert "move 3,0" in offered[-1]
    assert "move 4,0" not in offered[-1]


@rule("sovereign/charge.not-prone")
def test_a_charger_thrown_down_on_the_way_charges_no_farther_and_does_not_attack() -> None:
    table = Table("A . . . . b\n. . c . . .", A=body(strike()), b=body(), c=body(strike(bonus=9)))
    table["b"].main = False
    table["c"].holding, table["c"].step = True, False

    table.act("A", "charge", "move 4,0", "pass", "c act now", "shove A with sword", "A prone",
              dice="d20 10 d6 6 6")  # fmt: skip

    assert (table.at("A"), table["A"].prone) == ("1,0", True)
