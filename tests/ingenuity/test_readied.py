"""Readied actions: what may be readied, for what, whom they stop, and who is asked first."""

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


# ---- the triggering action goes on if it still can -----------------------------------------------


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


# ---- what may be readied, and for what -----------------------------------------------------------


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
    hurt = [table.combat.units[one.who].name for one in table.told("hurt")]
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
    assert table["A"].readied  # nothing of it can be done: the trigger does not speak of that


@rule("ingenuity/action.ready.what", "ingenuity/maneuver.steps")
def test_a_readied_help_may_be_for_an_ally_chosen_when_it_triggers() -> None:
    healer = sheet(maneuvers=["inspire"])
    table = Table("A b c d", A=swordsman(), b=calm(), c=healer, d=calm())
    table.act("c", "ready inspire for an attack")
    keys = (*CUT, "c: readied inspire b")
    table.act("A", *keys, dice="d6 6 6 d20 9 d6 3 3 d20 9")
    assert table["b"].is_held("heartened")


# ---- who is asked --------------------------------------------------------------------------------


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
