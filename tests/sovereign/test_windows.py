"""Windows after every declaration, step and check; Instants at any time of the round."""

from __future__ import annotations

import pytest

from affray.core.errors import IllegalError
from affray.core.window import Deed
from affray.rulesets.sovereign import turn
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.condition import FLYING, PAVIS, give
from affray.rulesets.sovereign.reaction import windows
from affray.rulesets.sovereign.sheet import equipment
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.terms import MORTAL, NATURAL
from tests.rules import rule
from tests.sovereign.table import Table, body, library, strike

HIT = "attack b with sword"
NOW = [["pass", "b act now"]]
SLEEP = library().spells["sleep"]


def windows_of(table: Table, who: str) -> list[list[str]]:
    """Return what somebody was offered in each window of the last script."""
    return [keys for name, word, keys in table.asked if name == who and "windows" in word]


def watched(own: Sheet | None = None, row: str = "A . . . b") -> Table:
    """A, and far off b that holds a deed and so can answer anything."""
    table = Table(row, A=own or body(strike()), b=body())
    table["b"].holding = True
    return table


# ---- Free actions


@rule("sovereign/economy.response-windows", "sovereign/economy.free")
@pytest.mark.parametrize("key", ["go prone", "sheathe", "drop sword", "surrender"])
def test_free_actions_open_a_window(key: str) -> None:
    table = watched()

    table.act("A", key)

    assert windows_of(table, "b") == NOW


@rule("sovereign/economy.response-windows", "sovereign/ready.sheathing-free")
def test_drawing_opens_a_window() -> None:
    table = watched()
    table["A"].hand = NATURAL

    table.act("A", "draw sword")

    assert windows_of(table, "b") == NOW
    assert table["A"].hand == 0


@rule("sovereign/economy.response-windows", "sovereign/grapple.release")
def test_letting_go_opens_a_window() -> None:
    table = Table("A c . b", A=body(), b=body(), c=body())
    table["b"].holding = True
    table.grapple("A", "c")
    table["c"].main = False

    table.act("A", "let go")

    assert windows_of(table, "b") == NOW


@rule("sovereign/economy.response-windows", "sovereign/reload.bow")
def test_a_free_reload_opens_a_window() -> None:
    table = watched(body(strike(far=(9, 9), reload=0)))
    table["A"].unloaded = 1

    table.act("A", "reload sword")

    assert windows_of(table, "b") == NOW


@rule("sovereign/economy.response-windows")
def test_no_window_opens_where_nobody_has_an_instant() -> None:
    table = Table("A . . . b", A=body(), b=body(npc=True))

    for key in ("go prone", "stand up", "total defense"):
        table.act("A", key)
        assert table.windows() == [], key


@rule("sovereign/economy.broken-action", "sovereign/economy.response-windows")
def test_one_felled_in_answer_to_a_free_action_does_not_do_it() -> None:
    table = Table("A b", A=body(strike(), hp=2), b=body(strike(bonus=9)))

    table.act("A", "surrender", "b snap at A with sword", dice="d20 10 d8 5")

    assert table["A"].fate == MORTAL


@rule("sovereign/economy.broken-action", "sovereign/pickup.action")
def test_what_is_taken_away_in_answer_is_not_picked_up() -> None:
    own = body(strike())
    table = Table("A b", A=own, b=body(strike()))
    table.disarm("A")
    table["A"].unloaded = 0
    table["b"].holding, table["b"].step = True, False
    table["b"].stock = (0, *table["b"].stock[1:])
    table["b"].hand = NATURAL

    table.act("A", "pick up sword", "b act now", "pick up sword with main")

    assert (table["A"].stock, table["b"].stock, table["A"].step) == ((0,), (1,), False)


@rule("sovereign/economy.response-windows", "sovereign/screen.action")
def test_screening_without_a_step_opens_one_window() -> None:
    for goal, count in (("stay", 1), ("move 1,1", 1)):
        table = Table("A C . . b\n. . . . .", A=body(), C=body(), b=body())
        table["b"].holding = True

        table.act("A", "screen", goal)

        assert windows_of(table, "b") == NOW * count, goal
        assert table.wards("A") == "C"


@rule("sovereign/economy.response-windows", "sovereign/aoo.run-leaving")
def test_rising_in_flight_is_a_step_that_can_be_answered_and_leaves_a_reach() -> None:
    table = Table("A b . c", A=body(), b=body(strike(bonus=9)), c=body())
    give(table.combat, table["A"], FLYING, 3, 0)
    table["A"].aloft = 5
    table["b"].main = False
    table["c"].holding = True

    table.act("A", "run", "rise 5 ft", "b strikes with sword", "stay", dice="d20 10 d8 5")

    assert (table["A"].hp, table["A"].aloft) == (15, 10)
    assert windows_of(table, "c")[0] == ["pass", "c act now"]


@rule("sovereign/aoo.run-inside-reach", "sovereign/aoo.run-leaving")
def test_rising_within_a_reach_provokes_nothing() -> None:
    table = Table("A b", A=body(), b=body(strike(bonus=9)))
    give(table.combat, table["A"], FLYING, 3, 0)
    table["b"].main = False

    table.act("A", "run", "rise 5 ft", "stay")

    assert [word for _, word, _ in table.asked if word == "aoo.who"] == []


@rule("sovereign/aoo.resolves-first", "sovereign/aoo.run-leaving")
def test_one_felled_on_rising_does_not_rise() -> None:
    table = Table("A b", A=body(hp=3), b=body(strike(bonus=9)))
    give(table.combat, table["A"], FLYING, 3, 0)
    table["A"].aloft = 5
    table["b"].main = False

    table.act("A", "run", "rise 5 ft", "b strikes with sword", dice="d20 10 d8 5")

    assert (table["A"].fate, table["A"].aloft) == (MORTAL, 5)  # it falls when the action is over


@rule("sovereign/economy.response-windows")
def test_a_side_of_sleepers_ends_its_turn_with_a_window_too() -> None:
    table = Table("A . . . b", A=body(), b=body())
    table["A"].asleep = True
    table["b"].holding = True
    table.combat.phase = 3

    table.steps(1)

    assert windows_of(table, "b") == NOW


# ---- checks


@rule("sovereign/economy.instant-after-dice", "sovereign/economy.response-windows")
@pytest.mark.parametrize(
    ("key", "number"), [("shove b with sword", 3), ("grapple b with unarmed", 3)]
)
def test_a_window_opens_between_a_check_and_what_comes_of_it(key: str, number: int) -> None:
    table = Table("A b c", A=body(strike(bonus=9)), b=body(), c=body())
    table["c"].holding = True

    table.act("A", key, dice="d20 10 d6 1 1")

    assert len(windows_of(table, "c")) == number
    assert (table["b"].prone, table["A"].grappling) == (False, -1)


@rule("sovereign/economy.broken-action", "sovereign/snap.before-damage")
@pytest.mark.parametrize("key", ["shove b with sword", "grapple b with unarmed"])
def test_one_felled_after_its_check_has_won_shoves_and_holds_nobody(key: str) -> None:
    table = Table("A b", A=body(strike(bonus=9), hp=2), b=body(strike(bonus=9)))

    table.act("A", key, "pass", "pass", "b snap at A with sword", dice="d20 10 d6 6 6 d20 10 d8 5")

    assert table["A"].fate == MORTAL
    assert (table["b"].prone, table["A"].grappling) == (False, -1)


@rule("sovereign/economy.instant-after-dice", "sovereign/screen.opposed-check")
def test_the_attacker_may_be_felled_when_its_check_against_a_screen_is_known() -> None:
    table = Table(
        "A b\n. c", A=body(strike(bonus=9), hp=2), b=body(), c=body(strike(bonus=9), screens=1)
    )
    table.guard("c", "b")
    table["b"].main = False

    table.act("A", HIT, "pass", "screen", "c snap at A with sword", dice="d6 6 6 d20 10 d8 5")

    assert table["A"].fate == MORTAL
    assert (table["b"].hp, table["c"].hp) == (20, 20)


@rule("sovereign/economy.instant-after-dice", "sovereign/grapple.escape")
def test_one_felled_when_its_check_is_known_does_not_break_free() -> None:
    table = Table("c b A", A=body(strike(bonus=9)), b=body(hp=2), c=body())
    table.grapple("A", "b")
    table["A"].holding = True

    table.act(
        "b", "break free", "pass", "A act now", "attack b with unarmed", dice="d6 6 6 d20 19 d2 2"
    )

    assert table["b"].fate == MORTAL


# ---- readying at once


def quick(feat: str = "armsmaster", *, shot: bool = False, empty: bool = True) -> Sheet:
    own = body(strike(bonus=9, far=(9, 9) if shot else (0, 0)), feats={feat: 1})
    own.stock, own.stowed = [0], [1]
    return own


def ready_to(table: Table, who: str) -> Table:
    table[who].hand = NATURAL
    return table


@rule("sovereign/economy.instant-any-time", "sovereign/economy.instant-source")
@pytest.mark.parametrize(("feat", "shot"), [("armsmaster", False), ("deadeye", True)])
def test_a_weapon_is_readied_in_answer_to_an_attack_and_strikes_in_the_same_window(
    feat: str, shot: bool
) -> None:
    """[armsmaster] [deadeye]."""
    table = ready_to(Table("A . . b" if shot else "A b", A=body(strike(far=(9, 9))),
                           b=quick(feat, shot=shot)), "b")  # fmt: skip

    table.act("A", HIT, "b ready sword", "b snap at A with sword", dice="d20 10 d8 5 d20 1")

    assert (table["A"].hp, table["b"].stock, table["b"].stowed) == (15, (1,), (0,))


@rule("sovereign/economy.instant-any-time")
@pytest.mark.parametrize(
    ("feat", "shot", "offered"),
    [
        ("armsmaster", False, True),
        ("armsmaster", True, False),
        ("deadeye", True, True),
        ("deadeye", False, False),
    ],
)
def test_each_feat_readies_its_own_weapons(feat: str, shot: bool, offered: bool) -> None:
    table = ready_to(Table("A . b", A=body(), b=quick(feat, shot=shot)), "b")
    table["b"].main = False

    table.act("A", "go prone")

    assert windows_of(table, "b") == ([["pass", "b ready sword"]] if offered else [])


@rule("sovereign/economy.instant-any-time", "sovereign/aoo.able-foes", "sovereign/aoo.order")
@pytest.mark.parametrize("key", ["run", "stand up"])
def test_a_weapon_readied_before_an_attack_of_opportunity_makes_it(key: str) -> None:
    table = ready_to(Table(". b A .", A=body(), b=quick()), "b")
    table["b"].main = False
    table["A"].prone = key == "stand up"
    answers = ["move 3,0"] if key == "run" else []

    table.act("A", key, *answers, "b ready sword", "b strikes with sword", dice="d20 10 d8 5")

    assert table["A"].hp == 15


@rule("sovereign/economy.instant-any-time")
def test_it_is_readied_after_the_die_and_in_the_own_turn_and_between_turns() -> None:
    table = ready_to(Table("A b", A=body(strike()), b=quick()), "b")
    table["b"].main = False
    table.act("A", HIT, "pass", "b ready sword", dice="d20 1")
    assert table["b"].hand == 0

    own = ready_to(Table("A b", A=body(), b=quick()), "b")
    assert own.refused("b", "at once ready sword") == ""
    own.turn_of("A")
    turn.end_turn(own.combat)
    own.steps(1, "b ready sword")
    assert own["b"].hand == 0


@rule("sovereign/economy.instant-any-time", "sovereign/economy.instant-simultaneous")
def test_nothing_comes_between_an_instant_of_the_own_turn_and_what_it_does() -> None:
    table = ready_to(Table("A b", A=quick(), b=body(strike())), "A")

    for key in ("at once ready sword", "total defense"):
        table.act("A", key)
        assert table.windows() == [], key


@rule("sovereign/economy.instant-any-time")
def test_one_who_moves_readies_between_its_own_steps() -> None:
    table = ready_to(Table("A . . b", A=quick(), b=body()), "A")
    table["A"].main = False

    table.act("A", "run", "move 2,0", "pass", "A ready sword")

    assert (table.at("A"), table["A"].hand) == ("2,0", 0)


@rule("sovereign/sheet.readied", "sovereign/economy.instant-any-time")
@pytest.mark.parametrize(("room", "offered"), [(1, True), (0, False)])
def test_what_is_too_much_is_not_readied_at_once_either(room: int, offered: bool) -> None:
    own = quick()
    own.weights, own.room, own.load = [1], 4 + room, 4
    table = ready_to(Table("A . b", A=body(), b=own), "b")
    table["b"].main = False

    table.act("A", "go prone")

    assert (windows_of(table, "b") != []) is offered


@rule("sovereign/ready.action", "sovereign/sheet.hands")
def test_what_is_readied_comes_to_a_hand_that_is_free() -> None:
    own = body(strike(), weapons=["axe", "pike"], feats={"armsmaster": 1})
    own.both[2] = True
    for place, hands in ((1, (0, 1)), (2, (0, NATURAL))):
        own.stock, own.stowed = [1, 0, 0], [0, 1, 1]
        table = Table("A b", A=own, b=body())

        table.act("A", f"at once ready {own.weapons[place]}")

        assert (table["A"].hand, table["A"].off) == hands
    own.shield = True
    table = Table("A b", A=own, b=body())
    table.act("A", "at once ready axe")
    assert (table["A"].hand, table["A"].off) == (0, NATURAL)


@rule("sovereign/dual.requirement", "sovereign/ready.action")
def test_a_bow_in_one_hand_and_a_blade_in_the_other_are_no_two_weapons() -> None:
    own = body(strike(), weapons=["bow"], feats={"armsmaster": 1}, skills={"stab": 1})
    own.strikes[0].level = 1
    bow = strike("bow", far=(9, 9), hands=2)
    bow.weapon, bow.level = 1, 1
    own.strikes.append(bow)
    own.both[1] = own.shot[1] = True
    own.stock, own.stowed = [0, 1], [1, 0]
    table = Table("A b", A=own, b=body())
    table["A"].hand, table["b"].main = 1, False

    table.act("A", "at once ready sword")
    table.act("A", HIT, dice="d20 10 d8 5")

    assert (table["A"].hand, table["A"].off, table["b"].hp) == (1, 0, 15)


# ---- Total Defense and Effort


@rule("sovereign/economy.instant-any-time", "sovereign/total.cost", "sovereign/total.not-twice")
def test_total_defense_is_taken_in_the_own_turn_too() -> None:
    table = Table("A b", A=body(), b=body())

    table.act("A", "total defense")

    assert (table["A"].total, table["A"].main, table["A"].step) == (True, False, True)
    assert table.refused("A", "total defense") == "economy.main"
    table["A"].main = True
    assert table.refused("A", "total defense") == "total.not-twice"
    assert table.refused_held("A", "total defense") == "hold.trigger"


@rule("sovereign/total.cost")
def test_haste_gives_no_main_for_total_defense() -> None:
    table = Table("A b", A=body(), b=body())
    table["A"].main, table["A"].extra, table["A"].sheet.strain_max = False, True, 9

    assert table.refused("A", "total defense") == "economy.main"


@rule("sovereign/economy.instant-any-time", "sovereign/turn.refresh", "sovereign/total.duration")
def test_a_main_left_over_at_the_end_of_the_round_may_buy_total_defense_into_the_next() -> None:
    table = Table("A . C . . b", A=body(), b=body(), C=body())
    for name in "AC":
        table[name].acted = True
    table["A"].main = False
    table["C"].holding = True
    table.turn_of("b")
    table["b"].main = False
    turn.end_turn(table.combat)

    table.steps(2, "C total defense")

    assert windows_of(table, "C") == [["pass", "C total defense", "C act now"]]
    assert windows_of(table, "A") == []
    assert table["C"].total


@rule("sovereign/economy.instant-any-time", "sovereign/economy.response-windows")
def test_while_anybody_is_to_act_total_defense_waits_for_a_blow() -> None:
    table = Table("A . C . . b", A=body(), b=body(), C=body())
    table.turn_of("A")
    turn.end_turn(table.combat)

    table.steps(1)

    assert table.windows() == []


@rule("sovereign/total.shock", "sovereign/economy.response-windows")
def test_total_defense_answers_a_whirlwind() -> None:
    """[whirlwind-assault]: the Shock of a Free action."""
    own = body(strike(shock=3, shock_ac=15), feats={"whirlwind-assault": 1})
    table = Table("b A c\n. . .\n. d .", A=own, b=body(), c=body(npc=True), d=body(npc=True))

    table.act("A", "whirl", "c total defense")

    assert (table["b"].hp, table["c"].hp, table["d"].hp) == (17, 20, 20)
    assert windows_of(table, "d") == []


@rule("sovereign/effort.pool", "sovereign/economy.instant-any-time")
@pytest.mark.parametrize(("effort", "offered"), [(0, True), (1, False)])
def test_effort_is_taken_back_at_any_time_once_none_is_left(effort: int, offered: bool) -> None:
    table = Table("A . b", A=body(), b=body())
    table["b"].sheet.arts = ["pavis-of-elements"]
    table["b"].effort = effort
    give(table.combat, table["b"], PAVIS, 1, 1)
    table["b"].main = False

    table.act("A", "go prone")

    assert windows_of(table, "b") == ([["pass", "b take back effort"]] if offered else [])
    assert "pavis-of-elements" in library().arts


@rule("sovereign/hold.trigger")
def test_a_holder_may_act_in_the_window_of_its_own_attack_of_opportunity() -> None:
    table = Table("b A .", A=body(), b=body(strike()))
    table["b"].holding = True

    table.act("A", "run", "move 2,0", "pass", "b strikes with sword", "b act now", "go prone",
              "done", dice="d20 1")  # fmt: skip

    assert (table["b"].prone, table["b"].holding) == (True, False)


@rule("sovereign/turn.dice-order", "sovereign/sheet.npc")
@pytest.mark.parametrize("first", ["claw", "bite"])
def test_several_attacks_go_in_the_order_of_the_stat_block(first: str) -> None:
    beast = body(strike("claw"), strike("bite"), npc=True)
    beast.one_attack = False
    table = Table("a B", a=body(), B=beast)
    table["a"].main = False
    other = "bite" if first == "claw" else "claw"

    table.act("B", f"attack a with {first}", f"{other} at a", dice="d20 1 1")

    asked = [keys for _, word, keys in table.asked if word == "sheet.npc"]
    assert asked == [[f"{other} at a", "hold back"]]


# ---- a Snap Attack on one's own way


def runner(**more: object) -> Table:
    """A behind a wall, with a bow; it sees b only from 2,0."""
    bow = strike(bonus=9, far=(9, 9))
    return Table("A . . . .\n# # . # #\n. . b . .", A=body(bow, **more), b=body())  # type: ignore[arg-type]


@rule("sovereign/snap.out-of-turn", "sovereign/snap.penalty", "sovereign/turn.no-split-move")
@pytest.mark.parametrize(("face", "hp"), [(5, 15), (4, 20)])
def test_one_who_runs_may_pause_for_a_snap_attack_and_run_on(face: int, hp: int) -> None:
    table = runner()
    table["b"].main = False

    dice = f"d20 {face}" + (" d8 5" if hp < 20 else "")
    table.act("A", "run", "pause 2,0", "A snap at b with sword", "move 4,0", dice=dice)

    assert (table["b"].hp, table.at("A"), table["A"].main) == (hp, "4,0", False)
    offered = [keys for _, word, keys in table.asked if word == "run.rate"]
    assert not any("pause" in key for keys in offered for key in keys)
    assert "move 4,0" in offered[1]
    assert "move 6,0" not in offered[1]


@rule("sovereign/snap.out-of-turn", "sovereign/run.rate")
def test_a_pause_costs_nothing_and_may_pass_unused() -> None:
    table = runner()
    table["b"].main = False
    table["A"].sheet.rate = 4

    table.act("A", "run", "pause 2,0", "pass", "move 4,0")

    assert (table.at("A"), table["A"].main) == ("4,0", True)


@rule("sovereign/snap.unspent-main", "sovereign/snap.npc-discipline")
def test_without_a_main_or_discipline_nobody_pauses() -> None:
    for npc, main, no in ((False, False, "snap.unspent-main"), (True, True, "snap.npc-discipline")):
        table = runner(npc=npc)
        table["A"].main = main

        with pytest.raises(IllegalError, match=no):
            table.act("A", "run", "pause 2,0")


@rule("sovereign/snap.out-of-turn")
def test_those_at_whom_a_deed_is_aimed_may_snap_at_anybody_in_range() -> None:
    """Far from the actor, with a foe at their side; whom it does not concern is asked for none."""
    own = body(strike())
    table = Table("A b . . . . C\n. . . . . . d", A=own, b=own, C=own, d=own)
    a, c, d = (table[name].index for name in "ACd")
    at_b = [f"A snap {way} b with {with_}" for way, with_ in (
        ("at", "sword"), ("at", "unarmed"), ("and shove", "sword"), ("and shove", "unarmed"),
        ("and grapple", "unarmed"),
    )]  # fmt: skip

    assert snaps_of(table, "A", windows.Moment(False)) == at_b
    for aimed in (
        Attack(d, a, strike(), 0, 0),
        windows.Sweep(d, [a]),
        windows.Casting(d, a, SLEEP),
        windows.Casting(d, d, SLEEP),  # a spell that names nobody
    ):
        assert snaps_of(table, "A", aimed) == at_b
    for other in (
        Attack(d, c, strike(), 0, 0),
        windows.Sweep(d, [c]),
        windows.Casting(d, c, SLEEP),
        Deed(d, d),
        Deed(c, a),  # a potion that a friend gives
    ):
        assert snaps_of(table, "A", other) == []
    at_d = [key.replace("A snap", "C snap").replace(" b ", " d ") for key in at_b]
    assert snaps_of(table, "C", windows.Casting(d, a, SLEEP)) == at_d
    assert snaps_of(table, "b", windows.Casting(d, d, SLEEP)) == []


def snaps_of(table: Table, name: str, deed: Deed) -> list[str]:
    """Return the Snap Attacks that a window lists for somebody."""
    window = windows.Instants(table.combat, deed, rolled=False)
    who = table[name].index
    codes = [code for code in window.replies(who) if code >= windows.SNAPS]
    return [window.key(who, code) for code in codes]


@rule("sovereign/total.cost", "sovereign/snap.unspent-main", "sovereign/snap.npc-discipline")
def test_a_window_says_what_keeps_one_from_answering() -> None:
    table = Table("A b", A=body(), b=body(npc=True))
    window = windows.Instants(table.combat, Deed(table["A"].index, 1), rolled=False)
    who = table["b"].index

    def why(key: str) -> str:
        return window.why_not(who, key)[0]

    assert why("b snap at A with sword") == "snap.npc-discipline"
    assert (why("b total defense"), why("b pass"), why("A snap at b with sword")) == ("", "", "")
    table["b"].total = True
    assert why("b total defense") == "total.not-twice"
    table["b"].main = False
    assert why("b total defense") == "total.cost"
    assert why("b snap at A with sword") == "snap.unspent-main"
    table["b"].sheet, table["b"].main = body(), True
    assert why("b snap at A with sword") == ""


def test_a_snap_attack_is_known_by_its_code_alone() -> None:
    """A step that is run again with recorded answers lists nothing."""
    sword, other = strike("sword"), strike("sword by dex")
    other.listed = False
    table = Table("A b\n. c", A=body(strike()), b=body(sword, other), c=body(sword))
    deed = Deed(table["A"].index, table["A"].index)
    listing = windows.Instants(table.combat, deed, rolled=False)
    who = table["b"].index
    codes = [*listing.snaps(table["b"]), *listing.unlisted(who)]

    fresh = windows.Instants(table.combat, deed, rolled=False)

    assert [fresh.key(who, code) for code in codes] == [
        "b snap at A with sword",
        "b snap at A with unarmed",
        "b snap and shove A with sword",
        "b snap and shove A with unarmed",
        "b snap and grapple A with unarmed",
        "b snap at A with sword by dex",
        "b snap and shove A with sword by dex",
    ]
    places = [0, 2, 0, 2, 2, 1, 1]
    assert [fresh.option(who, code).object for code in codes] == [1 + one for one in places]
    assert {fresh.option(who, code).targets[0] for code in codes} == {table["A"].index}


@rule("sovereign/sheet.hands", "sovereign/snap.unspent-main")
def test_the_ways_to_strike_follow_what_is_in_hand() -> None:
    table = Table("A . b", A=body(strike()), b=body())
    unit = table["A"]
    seen: list[list[int]] = []
    for hand, stock in ((0, (1,)), (NATURAL, (1,)), (0, (1,)), (0, (0,)), (0, (2,))):
        unit.hand, unit.stock = hand, stock

        ways = windows.in_hand(unit)

        held = [equipment.in_hand(unit, one) for one in unit.sheet.strikes]
        assert sorted(ways) == [place for place, is_held in enumerate(held) if is_held]
        seen.append(ways)
    armed, bare = seen[0], seen[1]
    assert seen == [armed, bare, armed, bare, armed]
    assert armed != bare
