"""Readied actions, strikes at who passes, parries that do more: what others do in one's turn."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity.sheet import Sheet
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule

FIST = "strength bludgeoning"


def foe(**more: int) -> Sheet:
    return sheet(numbers={"evasion": 3, "stamina": 0, "endurance": 60, **more})


def one(*maneuvers: str, weapons: tuple[str, ...] = (), **more: int) -> Sheet:
    return sheet(list(weapons), maneuvers=list(maneuvers), numbers=dict(more))


CUT = ("attack b with longsword", "strength slashing")


def swordsman(**more: int) -> Sheet:
    return sheet(["longsword"], numbers={"evasion": 3, "endurance": 50, **more})


def calm(**more: int) -> Sheet:
    """Somebody who answers nothing with stamina."""
    return sheet(numbers={"evasion": 3, "stamina": 0, **more})


@rule("ingenuity/action.ready.timing", "ingenuity/action.no-target")
def test_who_has_readied_a_move_is_gone_before_the_blow_falls() -> None:
    table = Table("A b . . .", A=swordsman(), b=calm())
    table.act("b", "ready move for an attack")
    table.act("A", *CUT, "b: readied move", "b: move 4,0")
    assert table["b"].endurance == 12
    assert table.used("A", "attacks") == 0
    assert table["A"].actions == 2
    assert table.told("comes to nothing")[0].rule == "action.no-target"


@rule("ingenuity/action.ready.timing")
def test_an_attack_goes_on_against_who_has_moved_and_is_still_in_reach() -> None:
    table = Table("A b . . .\n. . . . .", A=swordsman(), b=calm())
    table.act("b", "ready move for an attack")
    table.act("A", *CUT, "b: readied move", "b: move 1,1", dice="d6 3 3 d20 9")
    assert table["b"].endurance == 12 - 11


@rule("ingenuity/action.ready.timing", "ingenuity/action.no-target", "ingenuity/attack.thrown")
def test_what_was_to_be_thrown_stays_in_hand_if_nobody_is_in_range() -> None:
    """A net flies 9 m."""
    table = Table("A " + ". " * 8 + "b . .", A=sheet(items=["net"]), b=calm(speed=2))
    table["A"].pieces[0].held = True
    table.act("b", "ready move for an attack")
    keys = ("shoot b with net", "strength bludgeoning", "b: readied move", "b: move 10,0")
    table.act("A", *keys)
    assert table["A"].pieces[0].held
    assert not table.combat.litter


@rule("ingenuity/action.ready.timing", "ingenuity/action.no-target", "ingenuity/maneuver.steps")
def test_an_attack_does_not_go_on_with_what_was_struck_useless() -> None:
    guard = sheet(maneuvers=["disarm"], evasion=3)
    table = Table("A b", A=swordsman(evasion=2), b=guard)
    table.act("b", "ready disarm for an attack")
    table.act("A", *CUT, "b: readied disarm A", dice="d6 3 3 d20 9")
    assert table["b"].endurance == 12
    assert table["A"].pieces[0].jarred == 1


@rule("ingenuity/action.ready.timing", "ingenuity/action.no-target", "ingenuity/power.steps")
@pytest.mark.parametrize("trigger", ["for a power", "for an attack"])
def test_a_power_comes_to_nothing_against_who_got_out_of_its_range(trigger: str) -> None:
    mage = sheet(powers=["jolt"], prof={"Elementalism": 1}, focus=9)
    table = Table("A b . . . . . . . . . . . . . . .", A=mage, b=calm(speed=14))
    table.act("b", f"ready move {trigger}")
    spent = table.combat.library.power("jolt")
    goal = f"b: move {min(15, spent.range + 1)},0"
    table.act("A", "jolt b", "b: readied move", goal)
    assert table["A"].focus == 9 - spent.cost
    assert table.used("A", "powers") == 0
    assert table["b"].endurance == 12


@rule("ingenuity/action.ready", "ingenuity/action.ready.expiry")
def test_a_trigger_may_be_one_enemy_s_deed_alone() -> None:
    """Agnessa waits for the viper: the wolf that moves first does not spend her shot."""
    agnessa = sheet(["shortbow"], ammo={"arrow": 3})
    table = Table("A . . b\n. . . c", A=agnessa, b=calm(), c=calm(evasion=9))
    table.act("A", "ready for a move by c")
    table.act("b", "move", "move 2,0")
    assert table["A"].readied
    keys = ("move", "move 2,1", "A: readied shoot c with shortbow", "A: strength piercing")
    table.act("c", *keys, "c: stop", dice="d6 1 1 d20 9")
    assert table.used("A", "reactions") == 1
    assert not table["A"].readied


@rule("ingenuity/action.ready", "ingenuity/action.ready.expiry")
@pytest.mark.parametrize(("goal", "asked"), [("2,0", False), ("1,0", True)])
def test_an_approach_is_one_that_comes_within_a_metre(goal: str, asked: bool) -> None:
    table = Table("A . . b\n. . . .", A=swordsman(), b=calm())
    table.act("A", "ready move for an approach")
    more = ("A: readied move", "A: move 0,1", "b: stop") if asked else ()
    table.act("b", "move", f"move {goal}", *more)
    assert bool(table["A"].readied) != asked
    assert table.at("A") == ("0,1" if asked else "0,0")


@rule("ingenuity/action.ready.timing", "ingenuity/action.ready.uses-reaction")
def test_what_is_readied_for_after_an_attack_comes_when_it_is_resolved() -> None:
    table = Table("A b", A=swordsman(), b=sheet(["longsword"], stamina=0, evasion=3))
    table.act("b", "ready after an attack")
    keys = (*CUT, "b: readied attack A with longsword", "b: strength slashing")
    table.act("A", *keys, "A: pass", dice="d6 3 1 d20 9 d6 2 2 d20 9")
    hurt = [table.combat.units[one.who].name for one in table.told("damaged")]
    assert hurt == ["b", "A"]
    assert table.used("b", "reactions") == 1


@rule("ingenuity/action.ready.timing")
def test_who_falls_to_an_attack_does_nothing_after_it() -> None:
    table = Table("A b c", A=swordsman(), b=calm(constitution=0, endurance=1), c=calm())
    table.act("b", "ready after an attack")
    table.act("A", *CUT, dice="d6 3 3 d20 9")
    assert not table["b"].awake


@rule("ingenuity/action.ready.what")
@pytest.mark.parametrize(
    ("what", "then"),
    [
        ("brandish", "readied brandish nothing"),
        ("give", "readied give healing-draught to b"),
        ("take", "readied take torch@0,0#9900"),
    ],
)
def test_whatever_costs_one_action_can_be_readied(what: str, then: str) -> None:
    one = sheet(["dagger"], items=["healing-draught"], stamina=0, evasion=12)
    table = Table("b A", A=swordsman(), b=one, options={"item.torch": "0,0"})
    table["b"].endurance = 3
    table.act("b", f"ready {what} for an attack")
    table.act("A", *CUT, f"b: {then}", dice="d6 1 1 d20 9")
    held = [table.combat.thing(piece).id for piece in table["b"].pieces if piece.held]
    assert held == {"brandish": [], "give": ["dagger"], "take": ["dagger", "torch"]}[what]
    assert table["b"].endurance == (9 if what == "give" else 3)


@rule("ingenuity/action.ready.what", "ingenuity/action.ends-turn")
@pytest.mark.parametrize(
    "key",
    ["ready guard for a move", "ready sprint for a move", "ready command for a move"],
)
def test_what_ends_the_turn_or_belongs_to_it_cannot_be_readied(key: str) -> None:
    from affray.core.errors import UnknownKeyError

    table = Table("A b", A=swordsman(), b=calm())
    with pytest.raises(UnknownKeyError):
        table.act("A", key)


@rule("ingenuity/action.ready.what", "ingenuity/attack.reload.crossbow")
def test_two_actions_of_reloading_cannot_be_readied_one_can() -> None:
    petra = sheet(["crossbow"], ammo={"bolt": 5})
    table = Table("A b . .", A=petra, b=calm())
    table["A"].pieces[0].loaded = 0
    table.act("A", "ready reload for a move by b")
    table.act("b", "move", "move 2,0")
    assert table["A"].pieces[0].loaded == 0
    assert not table["A"].readied  # it moved: what was impossible is lost


@rule("ingenuity/action.ready.what", "ingenuity/maneuver.steps")
def test_a_readied_help_may_be_for_an_ally_chosen_when_it_triggers() -> None:
    healer = sheet(maneuvers=["inspire"])
    table = Table("A b c d", A=swordsman(), b=calm(), c=healer, d=calm())
    table.act("c", "ready inspire for an attack")
    keys = (*CUT, "c: readied inspire b")
    table.act("A", *keys, dice="d6 6 6 d20 9 d6 3 3 d20 9")
    assert table["b"].is_held("heartened")


@rule("ingenuity/gm.reaction-polling", "ingenuity/action.ready.timing")
def test_the_attacked_is_asked_for_its_readied_action_first_then_the_nearest_ally() -> None:
    bow = sheet(["shortbow"], ammo={"arrow": 3}, stamina=0, evasion=3)
    rows = ". d . .\n. . . .\n. c . .\n. b A ."
    table = Table(rows, A=swordsman(evasion=9, stamina=0), d=bow, c=bow, b=bow)
    for name in ("b", "c", "d"):
        table.act(name, "ready for an attack")
    table.act("A", *CUT, "b: pass", "c: pass", "d: pass", dice="d6 3 3 d20 9")
    assert [table[name].readied for name in ("b", "c", "d")] == [0, 0, 0]


@rule("ingenuity/action.ready.uses-reaction")
def test_a_readied_action_cannot_be_taken_by_who_has_been_stunned() -> None:
    table = Table("A b", A=swordsman(), b=swordsman(stamina=0))
    table.act("b", "ready for an attack")
    table.give("b", "stunned")
    table.act("A", *CUT, dice="d6 3 3 d20 9")
    assert not table["b"].readied


@rule("ingenuity/action.ready.expiry")
def test_a_readied_action_is_lost_at_the_start_of_the_next_turn() -> None:
    table = Table("A b", A=swordsman(), b=calm())
    table.act("A", "ready for a move")
    assert table["A"].readied
    table.start("A")
    assert not table["A"].readied
    with refused("action.sprint"):
        table.act("A", "sprint")


@rule("ingenuity/maneuver.reaction", "ingenuity/action.ready.what")
def test_a_boosted_manoeuvre_may_be_readied_too() -> None:
    guard = one("heavy-attack", weapons=("spear",))
    table = Table("A . . . b", A=guard, b=foe(speed=6))
    table.act("A", "ready heavy-attack for a move")
    table.start("b")
    table.step(
        "move",
        "move 2,0",
        "A: readied heavy-attack boosted b",
        "strength piercing",
        "b: stop",
        dice="d6 3 3 d20 9",
    )
    assert table["A"].stamina == 10


@rule("ingenuity/action.ready.what")
@pytest.mark.parametrize("what", ["move", "stand up", "seek cover"])
def test_simple_things_are_listed_to_be_readied_for_an_attack(what: str) -> None:
    table = Table("A . . . b", A=sheet(["spear"]), b=foe())
    assert f"ready {what} for an attack" in table.offered("A")


@rule("ingenuity/setup.hostility", "ingenuity/action.ready.timing")
@pytest.mark.parametrize(("who", "asked"), [("B", False), ("b", True)])
def test_the_attack_of_a_friend_triggers_nothing(who: str, asked: bool) -> None:
    table = Table("A B b", A=sheet(), B=sheet(evasion=0, stamina=0), b=foe(evasion=0))
    table.act("A", "ready move for an attack")
    target = "b" if who == "B" else "B"
    keys = ["A: pass", "A: pass"] if asked else []
    table.act(who, f"attack {target} with bare-hands", FIST, *keys, dice="d6 3 3 d20 9")
    assert bool(table["A"].readied) != asked


@rule("ingenuity/movement.diagonals", "ingenuity/action.ready.timing")
def test_the_count_of_diagonals_goes_on_after_an_interruption() -> None:
    rows = "b . . .\n. . . A\n. . . .\n. . . ."
    for goal in ("2,1", "2,2"):
        table = Table(rows, A=sheet(["spear"]), b=foe(speed=2))
        table.act("A", "ready for a move")
        if goal == "2,1":
            table.act("b", "move", "move 2,1", "A: pass", f"b: move {goal}")
            assert table.at("b") == goal
        else:
            with pytest.raises(Exception, match="2,2"):
                table.act("b", "move", "move 2,1", "A: pass", f"b: move {goal}")


@rule("ingenuity/action.ready.timing", "ingenuity/action.free.step")
def test_a_step_is_a_movement_that_is_waited_for() -> None:
    table = Table("A . . b .", A=sheet(["spear"]), b=foe())
    table.act("A", "ready for a move")
    table.act("b", "step 2,0", "A: pass")
    assert not table["A"].readied


def open_foe(**more: int) -> Sheet:
    return sheet(numbers={"evasion": 0, "stamina": 0, "endurance": 60, **more})


def knight(*maneuvers: str, **more: int) -> Sheet:
    """Somebody with a sword in hand and manoeuvres to answer with."""
    numbers = {"evasion": 3, "endurance": 40, **more}
    return sheet(["longsword"], maneuvers=list(maneuvers), numbers=numbers)


@rule("ingenuity/movement.no-opportunity", "ingenuity/maneuver.reaction")
@pytest.mark.parametrize(("constitution", "ends"), [(6, "1,1"), (7, "3,1")])
def test_who_moves_more_than_a_metre_in_reach_may_be_struck_and_stopped(
    constitution: int, ends: str
) -> None:
    watcher = sheet(maneuvers=["opportunity-strike"])
    rows = ". b . .\nA . . .\n. . . ."
    table = Table(rows, A=open_foe(constitution=constitution, speed=3), b=watcher)
    keys = ["move", "move 1,1 2,1 3,1", "b: opportunity-strike", f"b: {FIST}"]
    table.act("A", *keys, *([] if constitution == 6 else ["A: move 3,1"]), dice="d6 3 3 d20 9")
    assert table.at("A") == ends
    assert table["A"].endurance == 60 - 8
    assert (table["b"].stamina, table.used("b", "reactions")) == (11, 1)


@rule("ingenuity/movement.no-opportunity")
def test_a_single_metre_in_reach_provokes_nothing() -> None:
    watcher = sheet(maneuvers=["opportunity-strike"])
    table = Table("b . .\nA . .", A=open_foe(speed=3), b=watcher)
    table.act("A", "move", "move 1,1")
    assert table.at("A") == "1,1"


@rule("ingenuity/movement.no-opportunity")
@pytest.mark.parametrize("how", ["prone", "reaction", "stamina"])
def test_no_strike_while_prone_or_without_what_it_takes(how: str) -> None:
    watcher = sheet(maneuvers=["opportunity-strike"])
    table = Table(". b . .\nA . . .", A=open_foe(speed=3), b=watcher)
    table["b"].prone = how == "prone"
    table["b"].stamina = 0 if how == "stamina" else 5
    table.count("b", "reactions", int(how == "reaction"))
    table.act("A", "move", "move 3,1")
    assert table.at("A") == "3,1"


@rule("ingenuity/maneuver.reaction", "ingenuity/reaction.free")
def test_an_opportunist_s_first_strike_is_free_and_never_twice_at_the_same() -> None:
    watcher = sheet(maneuvers=["opportunity-strike"], talents=["opportunist"])
    table = Table(". b . .\nA . . .", A=open_foe(constitution=30, speed=3, stamina=5), b=watcher)
    table.count("A", "reactions", 1)
    keys = ["move", "move 3,1", "b: opportunity-strike", f"b: {FIST}", "A: move 3,1"]
    table.act("A", *keys, dice="d6 3 3 d20 9")
    assert table.used("b", "reactions") == 0
    table.act("A", "sprint", "move 0,1")
    assert table.at("A") == "0,1"


@rule("ingenuity/maneuver.reaction", "ingenuity/reaction.effect-compare")
@pytest.mark.parametrize(("constitution", "less"), [(8, 4), (9, 2)])
def test_an_intercepting_attack_comes_first_and_hampers(constitution: int, less: int) -> None:
    guard = sheet(maneuvers=["intercepting-attack"])
    attacker = sheet(["spear"], evasion=0, stamina=0, endurance=60, constitution=constitution)
    table = Table("A b\nc .", A=attacker, b=open_foe(), c=guard)
    keys = (
        "attack b with spear",
        "strength piercing",
        "c: intercepting-attack",
        f"c: {FIST}",
        "c: pass",
    )
    table.act("A", *(keys if False else keys[:4]), dice="d6 3 3 d20 9 d6 6 6 d20 9")
    assert table.results() == [8, 12 - less]
    assert table["A"].endurance == 60 - 10


@rule("ingenuity/maneuver.reaction")
def test_one_that_misses_hampers_nobody() -> None:
    guard = sheet(maneuvers=["intercepting-attack"])
    attacker = sheet(["spear"], evasion=20, stamina=0)
    table = Table("A b\nc .", A=attacker, b=open_foe(), c=guard)
    keys = ("attack b with spear", "strength piercing", "c: intercepting-attack", f"c: {FIST}")
    table.act("A", *keys, dice="d6 3 3 d20 9 d6 6 6 d20 9")
    assert table.results() == [8, 12]


@rule("ingenuity/maneuver.reaction", "ingenuity/reaction.parry", "ingenuity/dice.order")
@pytest.mark.parametrize(("dice", "deflection"), [("d6 4 3", 7), ("d6 1 1", 5)])
def test_a_hard_parry_s_result_stands_in_for_a_lower_deflection(dice: str, deflection: int) -> None:
    table = Table("A b", A=sheet(["longsword"]), b=knight("hard-parry", physical=5))
    keys = (*CUT, "hard-parry with longsword")
    table.act("A", *keys, dice=f"d6 6 6 d20 9 {dice} d20 9")
    assert table["b"].endurance == 40 - max(1, 12 + 5 - deflection - 3)
    assert table["b"].pieces[0].wear == 1


@rule("ingenuity/maneuver.reaction", "ingenuity/dice.order")
@pytest.mark.parametrize(("luck", "misses"), [(19, False), (20, True)])
def test_a_hook_parry_rolls_luck_against_the_weapon_s_threshold(luck: int, misses: bool) -> None:
    axe = sheet(["handaxe"], maneuvers=["hook-parry"], numbers={"evasion": 3, "endurance": 40})
    table = Table("A b", A=sheet(["longsword"]), b=axe)
    assert table.combat.library.by_id["handaxe"].hooked
    keys = (*CUT, "hook-parry with handaxe")
    table.act("A", *keys, dice=f"d6 6 6 d20 9 d6 1 d20 {luck}")
    assert table.results()[0] == 7
    assert (table["b"].endurance == 40) == misses
    assert table["b"].pieces[0].wear == 1


@rule("ingenuity/maneuver.reaction", "ingenuity/attack.critical.no-miss")
def test_a_critical_is_not_hooked_away() -> None:
    axe = sheet(["handaxe"], maneuvers=["hook-parry"], numbers={"evasion": 3, "endurance": 40})
    table = Table("A b", A=sheet(["longsword"]), b=axe)
    keys = (*CUT, "hook-parry with handaxe")
    table.act("A", *keys, dice="d6 2 2 d20 19 d6 2")
    assert table["b"].endurance == 40 - 4 - 9


@rule("ingenuity/maneuver.reaction", "ingenuity/maneuver.bonus-to-luck")
@pytest.mark.parametrize(("luck", "dealt"), [(16, 5), (17, 9)])
def test_a_riposte_strikes_back_at_two_more_with_two_more_luck(luck: int, dealt: int) -> None:
    table = Table(
        "A b", A=sheet(["longsword"], evasion=8, stamina=0, endurance=60), b=knight("riposte")
    )
    keys = (*CUT, "riposte with longsword", "b: with longsword held", "b: strength slashing")
    table.act("A", *keys, dice=f"d6 1 1 d20 9 d6 3 3 d20 {luck}")
    assert table.results() == [2, 8]
    assert table["A"].endurance == 60 - 8 - dealt
    assert (table["b"].stamina, table.used("b", "reactions")) == (10, 1)


@rule("ingenuity/maneuver.reaction")
def test_a_riposte_takes_two_stamina() -> None:
    from affray.core.errors import AffrayError

    table = Table("A b", A=sheet(["longsword"]), b=knight("riposte", stamina=1))
    with pytest.raises(AffrayError):
        table.act("A", *CUT, "riposte with longsword", dice="d6 1 1 d20 9")


@rule("ingenuity/maneuver.reaction", "ingenuity/reaction.dodge.after")
@pytest.mark.parametrize(("face", "caught"), [(3, True), (2, False)])
def test_an_arrow_that_a_catch_makes_miss_is_held_and_nobody_moves(face: int, caught: bool) -> None:
    archer = sheet(["shortbow"], ammo={"arrow": 5})
    catcher = sheet(maneuvers=["arrow-catch"], evasion=2, ammo={"arrow": 0})
    table = Table("A . b .", A=archer, b=catcher)
    keys = ("shoot b with shortbow", "dexterity piercing", "arrow-catch")
    table.act("A", *keys, dice=f"d6 4 2 d20 9 d6 4 {face} d20 9")
    assert table["b"].ammo[1] == int(caught)
    assert (table["b"].endurance == 12) == caught


@rule("ingenuity/maneuver.reaction", "ingenuity/resource.rest")
def test_hysterical_might_costs_two_health_and_adds_four_once() -> None:
    table = Table("A b", A=sheet(maneuvers=["hysterical-might"], constitution=9), b=open_foe())
    keys = ("attack b with bare-hands", FIST)
    table.act("A", *keys, "hysterical-might", dice="d6 3 3 d20 9")
    assert table.results() == [10]
    assert (table["A"].health, table.used("A", "reactions")) == (10, 1)
    table.count("A", "reactions", 0)
    table.act("A", *keys, dice="d6 3 3 d20 9")
    assert table.results() == [10, 5]


@rule("ingenuity/maneuver.steps", "ingenuity/attack.ammunition")
def test_percussive_maintenance_does_two_actions_of_reloading() -> None:
    smith = sheet(["siege-crossbow"], maneuvers=["percussive-maintenance"], ammo={"siege-bolt": 2})
    table = Table("A . b", A=smith, b=open_foe())
    with refused("attack.ammunition"):
        table.act("A", "percussive-maintenance A")
    table["A"].pieces[0].loaded = 0
    table.act("A", "percussive-maintenance A", dice="d6 3 3 d20 9")
    assert (table["A"].task_left, table["A"].actions) == (10, 2)


@rule("ingenuity/maneuver.steps", "ingenuity/maneuver.improvise")
def test_a_mimic_repeats_what_another_has_done_at_one_more() -> None:
    table = Table("A b c", A=sheet(maneuvers=["mimic-action"]), b=open_foe(stamina=9), c=open_foe())
    with refused("maneuver.steps"):
        table.act("A", "mimic-action A")
    table.act("b", "improvise", "heavy-attack A", FIST, "A: pass", dice="d6 1 1 d20 9")
    keys = ("mimic-action A", FIST)
    table["b"].stamina = 0
    table.act("A", *keys, dice="d6 3 3 d20 9 d6 3 3 d20 9")
    assert table.results()[-2:] == [6, 6 - 1 + 1]
    assert (table["A"].focus, table["A"].stamina) == (10, 11)


@rule("ingenuity/maneuver.steps", "ingenuity/power.steps", "ingenuity/power.multiple")
@pytest.mark.parametrize(("evasion", "hit"), [(7, True), (8, False)])
def test_a_spell_attack_lets_a_power_follow_a_hit_and_spends_it_on_a_miss(
    evasion: int, hit: bool
) -> None:
    mage = sheet(
        maneuvers=["spell-attack"], powers=["jolt"], dice={"wizardry": 6}, prof={"Evocation": 1}
    )
    table = Table("A b", A=mage, b=open_foe(evasion=evasion))
    dice = "d6 3 3 d20 9" + (" d6 2 1 d20 9" if hit else "")
    table.act("A", "spell-attack b", FIST, dice=dice)
    assert table["b"].endurance == (60 - (7 + 2) - (4 + 2) if hit else 60)
    assert (table["A"].actions, table["A"].stamina, table["A"].focus) == (1, 11, 11)
    assert table.used("A", "powers") == 1


@rule("ingenuity/maneuver.steps", "ingenuity/attack.ammunition", "ingenuity/turn.until-next")
def test_suppressing_fire_spends_four_shots_and_strikes_who_comes() -> None:
    shooter = sheet(["repeating-crossbow"], maneuvers=["suppressing-fire"], ammo={"bolt": 9})
    table = Table("A . . . . b . .", A=shooter, b=open_foe(speed=3))
    table["A"].pieces[0].loaded = 5
    table.act("A", "suppressing-fire A", "2,0")
    assert table["A"].ammo[2] == 5
    keys = ["move", "move 3,0", "A: shoot b", "b: stop"]
    table.act("b", *keys, dice="d6 3 3 d20 9")
    assert table.results() == [7]
    assert table["b"].endurance == 60 - 10
    assert table.used("A", "reactions") == 0


@rule("ingenuity/movement.climb", "ingenuity/test.difficulties", "ingenuity/gm.seat")
@pytest.mark.parametrize(
    ("ground", "face", "up"), [("^", 3, True), ("^", 2, False), ("~", 3, True), ("~", 2, False)]
)
def test_a_hard_climb_or_swim_takes_six_or_makes_no_progress(
    ground: str, face: int, up: bool
) -> None:
    skill = {"^": "Climbing", "~": "Swimming"}[ground]
    options: dict[str, int | str | bool] = {"hard_water": True}
    climber = sheet(prof={skill: 1}, speed=4)
    table = Table(f"A {ground} . b", A=climber, b=open_foe(), options=options)
    keys = ["move", "move 1,0", "side: standard"]
    table.act("A", *keys, "stop", dice=f"d6 2 {face} d20 9")
    assert table.at("A") == ("1,0" if up else "0,0")


@rule("ingenuity/maneuver.steps")
@pytest.mark.parametrize(
    ("dice", "count"), [("d6 2 2", 0), ("d6 3 2", 1), ("d6 5 3", 1), ("d6 5 4", 2)]
)
def test_anatomize_learns_one_value_and_one_more_for_every_four(dice: str, count: int) -> None:
    table = Table("A . b", A=sheet(maneuvers=["anatomize"]), b=open_foe(constitution=5))
    table.act("A", "anatomize b", *["health", "evasion"][:count], dice=f"{dice} d20 9")
    assert [one.what for one in table.told("learns")] == ["health 12", "evasion 0"][:count]
    assert (table["A"].actions, table["A"].focus) == (3, 11)


@rule("ingenuity/condition.hidden", "ingenuity/maneuver.steps", "ingenuity/action.move")
def test_an_escape_needs_a_move_that_ends_out_of_sight() -> None:
    rows = "A . # .\n. . # b"
    for goal, hidden in (("0,0", True), ("1,1", True)):
        table = Table(rows, A=sheet(maneuvers=["escape"]), b=open_foe(perception=6))
        table.act("A", "escape A", f"move {'1,1' if goal == '0,0' else '0,1'}", dice="d6 3 3 d20 9")
        assert bool(table["A"].hidden) == hidden
        assert table["A"].stealth == 6
    seen = Table("A . . b", A=sheet(maneuvers=["escape"]), b=open_foe(perception=6))
    seen.act("A", "escape A", "move 1,0", dice="d6 3 3 d20 9")
    assert not seen["A"].hidden


@rule("ingenuity/movement.climb", "ingenuity/movement.difficult")
@pytest.mark.parametrize("hard", [False, True])
def test_calm_water_costs_double_and_dry_land_takes_no_test(hard: bool) -> None:
    options: dict[str, int | str | bool] = {"hard_water": hard}
    ground = "." if hard else "~"
    table = Table(f"A {ground} . b", A=sheet(speed=3), b=open_foe(), options=options)
    table.act("A", "move", "move 2,0")
    assert table.at("A") == "2,0"


@rule("ingenuity/maneuver.reaction", "ingenuity/dice.order")
def test_an_improvised_catch_takes_one_off_its_dodge() -> None:
    table = Table("A . b", A=sheet(["shortbow"], ammo={"arrow": 5}), b=sheet(evasion=2))
    table.act("A", "shoot b with shortbow", "dexterity piercing", "b: arrow-catch",
              dice="d6 3 3 d20 9 d6 4 4 d20 9")  # fmt: skip
    assert table.results() == [6, 7]


@rule("ingenuity/attack.thrown", "ingenuity/maneuver.reaction")
def test_a_knife_that_is_caught_is_in_the_catcher_s_hand_and_lies_nowhere() -> None:
    table = Table("A . b", A=sheet(["knife"]), b=sheet(maneuvers=["arrow-catch"], evasion=2))
    table["b"].fate_points = 0
    table.act("A", "shoot b with knife", "b: arrow-catch",
              dice="d6 3 3 d20 9 d6 4 4 d20 9")  # fmt: skip
    assert [piece.held for piece in table["b"].pieces] == [True]
    assert table["A"].pieces == []
    assert table.combat.litter == []


@rule("ingenuity/maneuver.steps", "ingenuity/reaction.free")
@pytest.mark.parametrize(("spent", "asked"), [(0, True), (1, True)])
def test_an_opportunist_strikes_first_for_free(spent: int, asked: bool) -> None:
    one = sheet(["longknife"], maneuvers=["opportunity-strike"], talents=["opportunist"])
    rows = ". . b .\n. A . .\n. . . ."
    table = Table(rows, A=one, b=open_foe(constitution=6, speed=9))
    table.count("A", "reactions", spent)
    table.act("b", "move", "move 2,1 2,2", "A: opportunity-strike", "with longknife held",
              "strength piercing", dice="d6 4 3 d20 9")  # fmt: skip
    assert table.used("A", "reactions") == spent


@rule("ingenuity/maneuver.steps", "ingenuity/reaction.free")
@pytest.mark.parametrize("spent", [0, 1])
def test_an_opportunist_s_second_strike_of_a_round_takes_its_reaction(spent: int) -> None:
    one = sheet(["longknife"], maneuvers=["opportunity-strike"], talents=["opportunist"])
    rows = ". . b .\n. A . .\n. . . c"
    table = Table(rows, A=one, b=open_foe(speed=9), c=open_foe())
    table.count("A", "reactions", spent)
    table.count("A", "opportune", 1 << table["c"].index)
    keys = ["A: opportunity-strike", "with longknife held", "strength piercing"]
    table.act("b", "move", "move 2,1 2,2", *([] if spent else keys),
              dice="" if spent else "d6 4 3 d20 9")  # fmt: skip
    assert table.used("A", "reactions") == 1


@rule("ingenuity/condition.prone", "ingenuity/condition.hidden")
def test_who_lies_has_advantage_on_an_escape() -> None:
    one = sheet(maneuvers=["escape"], numbers={"speed": 6})
    table = Table("A . # .\n. . # b", A=one, b=open_foe(perception=8))
    table["A"].prone = True
    keys = ("escape A", "reroll dexterity 2", "move 0,1")
    table.act("A", *keys, dice="d6 2 2 d20 9 d6 6")
    assert table.results() == [8]


@rule("ingenuity/action.ready.timing", "ingenuity/setup.hostility")
def test_the_movement_of_a_friend_triggers_nothing() -> None:
    one = sheet(["crossbow"], ammo={"bolt": 5})
    table = Table("A . # b\n. B . .", A=one, B=sheet(speed=2), b=sheet(stamina=0, speed=1))
    table.act("A", "ready for a move")
    table.act("B", "move", "move 2,1")
    assert table["A"].readied


@rule("ingenuity/action.ready.timing", "ingenuity/movement.no-opportunity")
def test_who_leaves_is_struck_before_it_is_gone() -> None:
    table = Table("A b . .", A=swordsman(), b=foe())
    table.act("A", "ready for a move")
    keys = ("A: readied attack b with longsword", "A: strength slashing")
    table.act("b", "move", "move 3,0", *keys, "b: move 3,0", dice="d6 3 3 d20 9")
    assert table.results() == [6]
    assert table.at("b") == "3,0"


@rule("ingenuity/action.ready.expiry")
def test_a_move_out_of_reach_uses_up_what_waited_for_it() -> None:
    table = Table("A . . b .", A=swordsman(), b=foe())
    table.act("A", "ready for a move")
    table.act("b", "move", "move 4,0")
    assert not table["A"].readied


@rule("ingenuity/action.ready.expiry")
def test_a_move_of_another_than_the_named_enemy_uses_up_nothing() -> None:
    table = Table("A . . b .\n. . . c .", A=swordsman(), b=foe(), c=foe())
    table.act("A", "ready for a move by c")
    table.act("b", "move", "move 4,0")
    assert table["A"].readied


DOOR = ". . # b\nA . . .\n. . # ."


def archer() -> Sheet:
    return sheet(["crossbow"], ammo={"bolt": 5})


@rule("ingenuity/action.ready", "ingenuity/action.ready.what", "ingenuity/action.ready.timing")
def test_the_first_enemy_that_enters_a_doorway_is_shot_in_it() -> None:
    table = Table(DOOR, A=archer(), b=calm(endurance=20))
    table.act("A", "ready for an entry", "at 2,1")
    assert table["A"].awaits_at == 6
    shot = ("A: readied shoot b with crossbow", "A: strength piercing")
    table.act("b", "move", "move 3,1")
    assert table["A"].readied  # it moved, but not through the door
    table.begin_turn("b")
    table["b"].set_count(3, 0)
    table.step("move", "move 2,1", shot[0], "stop", dice="d6 3 3 d20 9")
    assert table["b"].endurance < 20
    assert not table["A"].readied
    assert table.used("A", "reactions") == 1


@rule("ingenuity/action.ready.what", "ingenuity/action.ready.expiry")
def test_an_entry_by_another_than_whom_one_waits_for_is_none() -> None:
    table = Table(". . # b\nA . . c\n. . # .", A=archer(), b=calm(), c=calm())
    table.act("A", "ready for an entry by b", "at 2,1")
    table.act("c", "move", "move 2,1")
    assert table["A"].readied


@rule("ingenuity/action.ready.what", "ingenuity/condition.hidden")
def test_who_enters_unseen_sets_nothing_off() -> None:
    table = Table(DOOR, A=archer(), b=calm())
    table.act("A", "ready for an entry", "at 2,1")
    table.hide("b", "A")
    table.combat.stand(table["b"], table["b"].cell)
    table.act("b", "move", "move 3,1 2,1 1,1")
    assert table["A"].readied


@rule("ingenuity/action.ready.what")
def test_a_big_one_that_stays_in_a_space_does_not_enter_it_again() -> None:
    big = calm(size=6, footprint=2, speed=9, endurance=60)
    table = Table("A . . . .\n. . . b .\n. . . . .", A=archer(), b=big)
    table.act("A", "ready for an entry", "at 3,1")
    table.act("b", "move", "move 2,1")
    assert table["A"].readied  # it stood there before


@rule("ingenuity/action.ready", "ingenuity/action.ready.what")
def test_from_ready_everything_that_can_be_readied_is_reached() -> None:
    table = Table("A b c", A=one("heavy-attack", weapons=("spear",)), b=foe(), c=foe())
    table.act("A", "ready", "heavy-attack", "for an approach", "by c")
    unit = table["A"]
    assert (unit.readied, unit.awaits) == (4, table["c"].index)
    assert unit.actions == 0
    assert table.combat.active == -1  # readying ends the turn


@rule("ingenuity/action.ready")
def test_who_thinks_better_of_readying_goes_on_with_its_turn() -> None:
    table = Table("A b", A=one(weapons=("spear",)), b=foe())
    table.act("A", "ready", "better not")
    assert table["A"].actions == 3
    assert table.combat.active == table["A"].index


@rule("ingenuity/action.ready.what", "ingenuity/turn.three-actions")
def test_why_knows_what_cannot_be_readied_now() -> None:
    table = Table("A b", A=one(weapons=("spear",)), b=foe())
    for key in ("ready", "ready for an entry", "ready reload for an approach by b"):
        table.begin_turn("A")
        table["A"].actions = 0
        with refused("turn.three-actions"):
            table.step(key)
