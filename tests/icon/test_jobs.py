"""The abilities of the jobs: what each does, with its talents and its master talent."""

from __future__ import annotations

import pytest

from affray.rulesets.icon import turn
from affray.rulesets.icon.state import with_at
from tests.icon.table import (
    Ability,
    Op,
    Table,
    ability,
    content_library,
    foe,
    hero,
    strike,
)
from tests.rules import rule

EAST = 2


def solo(rows: str, *abilities: Ability, **more: object) -> Table:
    """A uses the abilities; b stands against it."""
    return Table(rows, A=hero(*abilities, **more), b=foe())


def slowly(table: Table, name: str = "A", dice: str = "", *keys: str) -> None:
    """Begin somebody's slow turn."""
    agent = table.script(keys, dice)
    turn.begin(table.combat, table[name], slow=True)
    table.done(agent)


def again(table: Table, name: str = "A") -> None:
    """Let somebody act anew, as in another round."""
    table[name].used = (0,) * len(table[name].used)
    table[name].actions = 2


# ---- Gatekeeper --------------------------------------------------------------------------------


@pytest.mark.parametrize(("talents", "at"), [((), "2,0"), ((1,), "3,0")])
def test_barring_blow_shoves_1_with_its_talent_2(talents: tuple[int, ...], at: str) -> None:
    table = solo("A b . . .", ability("barring-blow", *talents))

    table.act("A", "barring-blow b", dice="d20 9 d6 4")

    assert (table.at("b"), table["b"].hp) == (at, 24)


def test_barring_blow_misses_for_fray_damage_without_a_shove() -> None:
    table = solo("A b . . .", ability("barring-blow"))

    table.act("A", "barring-blow b", dice="d20 8")

    assert (table.at("b"), table["b"].hp) == ("1,0", 26)


def test_barring_blow_dazes_without_a_save_and_gives_vigor_by_its_talents() -> None:
    table = solo("A b #", ability("barring-blow", 2, 3))

    table.act("A", "barring-blow b", dice="d20 9 d6 4")

    assert table.holds("b", "dazed")
    assert table["A"].vigor == 7


def lane(*talents: int) -> Table:
    return Table(
        "C A B . . b",
        C=hero(),
        A=hero(ability("shield-lane", *talents)),
        B=hero(),
        b=foe(strike(range=6)),
    )


def ranged(table: Table, name: str) -> None:
    one = table[name].sheet.abilities[0]
    one.attack = "ranged"
    one.tags = ["attack", "ranged"]


def test_shield_lane_gives_adjacent_allies_resistance_to_ranged_attacks() -> None:
    table = lane()
    ranged(table, "b")
    table.act("A", "shield-lane")
    table.end("A")

    table.act("b", "strike B", dice="d20 9 d6 4 5")
    assert table["B"].hp == 23
    again(table, "b")
    table.act("b", "strike A", dice="d20 9 d6 4 5")
    assert table["A"].hp == 19, "not its user"
    again(table, "b")
    table.combat.move(table["C"], 4)
    table.act("b", "strike C", dice="d20 10 d6 1 d6 4 5")

    assert table["C"].hp == 19, "nobody who is not adjacent"


def test_shield_lane_does_not_halve_melee() -> None:
    table = lane()
    table.act("A", "shield-lane")

    table.act("b", "strike B", dice="d20 9 d6 4 5")

    assert table["B"].hp == 19


@pytest.mark.parametrize("how", ["shoved", "stunned"])
def test_shield_lane_ends_when_its_user_is_shoved_or_stunned(how: str) -> None:
    table = Table("A . . b", A=hero(ability("shield-lane")), b=foe())
    table.act("A", "shield-lane")

    if how == "shoved":
        table.shove("b", "A", 1, EAST)
    else:
        table.inflict("A", "stunned", 1)

    assert table["A"].stance() == ""


def test_shield_lanes_talents_move_an_ally_shield_its_user_and_make_it_free() -> None:
    table = lane(1, 2, 3)
    ranged(table, "b")

    table.act("A", "shield-lane", "ally B", "move 3,0")
    assert (table.at("B"), table["A"].actions) == ("3,0", 2)
    table.act("b", "strike A", dice="d20 9 d6 4 5")
    assert table["A"].hp == 23
    table.begin("A")
    again(table, "b")
    table.act("b", "strike A", dice="d20 9 d6 4 5")

    assert table["A"].hp == 23 - 9


@pytest.mark.parametrize(("talents", "asked"), [((), False), ((1,), True)])
def test_trade_places_works_within_2_with_its_talent_3(
    talents: tuple[int, ...], *, asked: bool
) -> None:
    table = Table("A . . B b", A=hero(ability("trade-places", *talents)), B=hero(), b=foe(strike()))

    table.act("b", "strike B", *(["A trade-places"] if asked else []), dice="d20 8")

    assert table.at("A") == ("3,0" if asked else "0,0")


@rule("icon/attack.no-self-or-ally")
@pytest.mark.parametrize("wall", [True, False])
def test_trade_places_needs_sight_of_the_ally(*, wall: bool) -> None:
    rows = "A . . .\n# . . .\nB . . b"
    table = Table(
        rows if wall else rows.replace("#", "."),
        A=hero(ability("trade-places")),
        B=hero(),
        b=foe(strike(range=4)),
    )

    table.act("b", "strike B", *([] if wall else ["A trade-places"]), dice="d20 8")

    assert table.at("B") == ("0,2" if wall else "0,0")


def test_ground_bell_slows_who_fails_and_its_talents_widen_spare_and_need_no_save() -> None:
    table = Table(
        ". A B .\nc b . .\n. . . d",
        A=hero(ability("ground-bell")),
        B=hero(),
        b=foe(),
        c=foe(),
        d=foe(),
    )
    table.act("A", "ground-bell", "space 2,0", "space 2,1", "space 1,1", dice="d20 9 d6 4 5")
    assert (table["b"].hp, table["B"].hp) == (19, 26)

    table = Table(
        ". A B .\nc b . .\n. . . d",
        A=hero(ability("ground-bell", 1, 2, 3)),
        B=hero(),
        b=foe(),
        c=foe(),
        d=foe(),
    )
    table.act(
        "A", "ground-bell", "space 2,0", "space 2,1", "space 1,1", "space 0,1", dice="d20 9 d6 4 5"
    )

    assert (table["b"].hp, table["c"].hp, table["B"].hp) == (26, 19, 28)
    assert (table.holds("b", "slow"), table.holds("c", "slow")) == (True, False)


def test_ground_bell_on_a_slow_turn_is_larger_and_its_area_light() -> None:
    table = Table(
        ". A . .\nc b . .\n. . . d", A=hero(ability("ground-bell")), b=foe(), c=foe(), d=foe()
    )
    slowly(table)

    table.act(
        "A",
        "ground-bell",
        "space 2,0",
        "space 2,1",
        "space 1,1",
        "space 0,1",
        dice="d20 9 d6 4 5 d6 6 d20 9",
    )

    assert (table["b"].hp, table["c"].hp) == (22, 19)
    assert table.holds("b", "slow")


def test_portcullis_raises_free_ground_and_gives_vigor_to_the_allies_within_2() -> None:
    table = Table(
        "A . . . . b\n. C . . . .\n. . . . D .",
        A=hero(ability("portcullis")),
        b=foe(),
        C=hero(),
        D=hero(),
    )
    table["A"].resolve = 3

    table.act("A", "portcullis", "space 3,0", "space 4,0", "space 3,1", "space 4,1", "space 5,1")

    assert [table.combat.levels[table.cell(at)] for at in ("3,0", "4,0", "5,1")] == [2, 2, 2]
    assert table.combat.toughness[table.cell("3,0")] == 20
    assert (table["A"].vigor, table["C"].vigor, table["D"].vigor) == (7, 7, 0)


def test_portcullis_with_its_master_talent_slows_foes_beside_the_terrain() -> None:
    table = Table("A . . . . b\n. . . . . .", A=hero(ability("portcullis", 3)), b=foe())
    table["A"].resolve = 3

    table.act(
        "A",
        "portcullis",
        "space 3,0",
        "space 4,0",
        "space 3,1",
        "space 2,1",
        "space 1,1",
        dice="d20 9",
    )

    assert table.holds("b", "slow")


# ---- Ramhorn -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("talents", "at"), [((), "3,0"), ((1,), "4,0")])
def test_shoulder_through_dashes_3_in_a_line(talents: tuple[int, ...], at: str) -> None:
    table = solo("A . . . . . . b", ability("shoulder-through", *talents))

    table.act("A", "shoulder-through", "dash e")

    assert table.at("A") == at


def test_shoulder_through_hits_and_shoves_who_stops_it() -> None:
    table = solo("A . b . . .", ability("shoulder-through"))

    table.act("A", "shoulder-through", "dash e")

    assert (table.at("A"), table.at("b"), table["b"].hp) == ("1,0", "4,0", 26)


@pytest.mark.parametrize(
    ("talents", "dice", "stunned"), [((), "d20 10", False), ((), "d20 9", True), ((3,), "", True)]
)
def test_shoulder_through_stuns_who_collides(
    talents: tuple[int, ...], dice: str, *, stunned: bool
) -> None:
    table = solo("A . b #", ability("shoulder-through", *talents))

    table.act("A", "shoulder-through", "dash e", dice=dice)

    assert table.holds("b", "stunned") == stunned


def test_shoulder_through_may_be_finished_after_the_shove() -> None:
    table = solo("A . b . . .", ability("shoulder-through", 2))

    table.act("A", "shoulder-through", "dash e", "dash on")

    assert (table.at("A"), table.at("b")) == ("3,0", "4,0")


@pytest.mark.parametrize(("talents", "at"), [((), "3,0"), ((1,), "4,0")])
def test_upward_gore_shoves_2(talents: tuple[int, ...], at: str) -> None:
    table = solo("A b . . . .", ability("upward-gore", *talents))

    table.act("A", "upward-gore b", dice="d20 9 d6 2 3")

    assert (table.at("b"), table["b"].hp) == (at, 23)


def test_upward_gore_makes_who_collides_vulnerable_at_once() -> None:
    table = solo("A b #", ability("upward-gore"))

    table.act("A", "upward-gore b", dice="d20 9 d6 2 3 d20 9")

    assert table["b"].hp == 28 - 5 - 2
    assert table.holds("b", "vulnerable")


@pytest.mark.parametrize(
    ("start", "dice", "hp"), [("0,0", "d20 9 d6 1 1 1", 25), ("1,0", "d20 9 d6 1 1", 26)]
)
def test_upward_gore_is_boosted_after_3_spaces(start: str, dice: str, hp: int) -> None:
    table = solo("A . . . b . . .", ability("upward-gore", 3))
    table.combat.move(table["A"], table.cell(start))

    table.act("A", "move", "move 3,0")
    table.act("A", "upward-gore b", dice=dice)

    assert table["b"].hp == hp


def test_bellow_makes_those_around_hate_its_user() -> None:
    table = Table(
        "A . b c\n. C . .\n. . . .", A=hero(ability("bellow")), b=foe(), c=foe(), C=hero()
    )

    table.act("A", "bellow", dice="d20 9")

    assert [table.holds(name, "hatred") for name in "bcC"] == [True, False, False]
    table.hurt("C", 6, by="b")
    table.hurt("A", 6, by="b")
    assert (table["C"].hp, table["A"].hp) == (25, 22)


def test_bellows_talents_widen_weaken_and_counter_and_comeback_gives_vigor() -> None:
    table = Table("A . . b\n. . . c", A=hero(ability("bellow", 1, 2, 3)), b=foe(), c=foe())
    table["A"].hp = 13

    table.act("A", "bellow", dice="d20 9 10")

    assert [table.holds(name, "hatred") for name in "bc"] == [True, False]
    assert [table.holds(name, "weakened") for name in "bc"] == [True, False]
    assert table.has("A", "counter")
    assert table["A"].vigor == 7
    table.end("A")
    table.begin("A")
    assert not table.has("A", "counter")


def test_thick_necks_talents_shove_farther_and_dash_after_it() -> None:
    table = Table("A b . . .", A=hero(ability("thick-neck", 1, 2)), b=foe(strike()))

    table.act("b", "strike A", "A thick-neck", "move 1,0", dice="d20 9 d6 1 1")

    assert (table.at("A"), table.at("b"), table["b"].hp) == ("1,0", "3,0", 26)


@pytest.mark.parametrize(("talents", "at"), [((), "2,0"), ((3,), "4,0")])
def test_landslip_sweeps_a_line_and_dashes_along_it(talents: tuple[int, ...], at: str) -> None:
    table = Table("A . b C . . .", A=hero(ability("landslip", *talents)), b=foe(), C=hero())
    table["A"].resolve = 4
    table.begin("A")
    if talents:
        table.combat.move(table["C"], 6)

    table.act(
        "A",
        "landslip",
        "area 1,0 2,0 3,0 4,0 5,0",
        "move 5,0",
        dice="d20 9 d6 1 2 3 d20 9",
    )

    assert (table.at("A"), table.at("b"), table["b"].hp) == ("5,0", at, 22)
    assert table.holds("b", "dazed")
    assert (table["C"].hp, table["A"].resolve) == (28, 1)


def test_landslip_costs_both_actions_and_the_move() -> None:
    table = Table("A . b . . .", A=hero(ability("landslip")), b=foe())
    table["A"].resolve = 4
    assert table.refusal("A", "landslip") == ""

    table.act("A", "move", "stop")

    assert table.refusal("A", "landslip") == "action.costs"


# ---- Lampblack ---------------------------------------------------------------------------------


def test_wick_cuts_parts_and_talents() -> None:
    """Trim and a dash of 1 (2 by the talent); Snuff with a boon against the lonely, piercing."""
    table = Table("A b . . .", A=hero(ability("wick-cut", 1, 2)), b=foe(armor=2))

    table.act("A", "wick-cut b", "stop", dice="d20 9 d6 4")
    assert table["b"].hp == 26
    again(table)
    table.act("A", "wick-cut b", dice="d20 6 d6 3 d6 2 3 d20 10")

    assert table["b"].hp == 21
    assert not table.holds("b", "blinded")


def test_wick_cuts_second_part_has_no_boon_against_a_target_in_company() -> None:
    table = Table("A b c . .", A=hero(ability("wick-cut", 2)), b=foe(), c=foe())
    table["A"].combo = 1

    table.act("A", "wick-cut b", dice="d20 8")

    assert table["b"].hp == 26


@pytest.mark.parametrize(("talents", "far"), [((), "2,0"), ((1,), "3,0")])
def test_smoke_step_teleports_2(talents: tuple[int, ...], far: str) -> None:
    table = solo("A . . . b", ability("smoke-step", *talents))

    table.act("A", "smoke-step", f"space {far}")

    assert (table.at("A"), table["A"].actions) == (far, 2)


@pytest.mark.parametrize(("hp", "evades"), [(13, True), (14, False)])
def test_smoke_step_gives_evasion_when_bloodied_by_its_talent(hp: int, *, evades: bool) -> None:
    table = solo("A . . . b", ability("smoke-step", 2))
    table["A"].hp = hp

    table.act("A", "smoke-step", "stay")

    assert table.has("A", "evasion") == evades


def test_smoke_step_twice_a_turn_by_its_master_talent() -> None:
    table = solo("A . . . b", ability("smoke-step", 3))

    table.act("A", "smoke-step", "space 2,0")
    table.act("A", "smoke-step", "space 0,0")

    assert table.refusal("A", "smoke-step") == "action.limited-uses"


@pytest.mark.parametrize(
    ("talents", "hidden", "dice", "hp"),
    [
        ((), False, "d20 9 d6 2 3 d20 10", 23),
        ((), True, "d20 9 d6 2 3 4 d20 10", 21),
        ((3,), True, "d20 9 d6 2 3 4 5 d20 10", 16),
        ((2,), False, "d20 9 d6 2 3 d20 10 9", 23),
    ],
)
def test_guttering_dart_is_better_from_stealth(
    talents: tuple[int, ...], hidden: bool, dice: str, hp: int
) -> None:
    table = solo("A . . b", ability("guttering-dart", *talents))
    if hidden:
        table.give("A", "stealth")

    table.act("A", "guttering-dart b", dice=dice)

    assert table["b"].hp == hp
    assert not table.has("A", "stealth")
    assert table.holds("b", "slashed") == (2 in talents)


@pytest.mark.parametrize(("talents", "rule"), [((), "attack.target-hostile"), ((1,), "")])
def test_guttering_dart_reaches_5_with_its_talent_7(talents: tuple[int, ...], rule: str) -> None:
    table = solo("A . . . . . . b", ability("guttering-dart", *talents))

    assert table.refusal("A", "guttering-dart b") == rule


def test_afterimages_talents_teleport_farther_and_daze_the_attacker() -> None:
    table = Table("A . b . . .", A=hero(ability("afterimage", 1, 2)), b=foe(strike(range=3)))

    table.act("b", "strike A", "A afterimage", "space 3,0", dice="d6 4 d20 9")

    assert table.at("A") == "3,0"
    assert table.holds("b", "dazed")


def test_moonless_blinds_hides_and_sharpens_the_next_attack() -> None:
    table = Table(
        "A . b .\n. B . .\n. . . c",
        A=hero(ability("moonless"), strike(level="light", range=4)),
        b=foe(gives=["evasion"]),
        B=hero(),
        c=foe(),
    )
    table["A"].resolve = 3

    table.act("A", "moonless", dice="d20 9")
    assert (table.holds("b", "blinded"), table.holds("c", "blinded")) == (True, False)
    assert (table.has("A", "stealth"), table.has("B", "stealth")) == (True, True)
    table.act("A", "strike b", dice="d20 9 d6 2 3")

    assert table["b"].hp == 23, "boosted, and no evasion die"
    assert table["A"].pending == []


def test_moonless_by_its_master_talent_reaches_3_without_a_save() -> None:
    table = Table("A . . b", A=hero(ability("moonless", 3)), b=foe())
    table["A"].resolve = 3

    table.act("A", "moonless")

    assert table.holds("b", "blinded")


# ---- Kiteblade ---------------------------------------------------------------------------------


def test_swoop_flies_before_each_part_and_the_second_gains_from_height() -> None:
    table = solo("A . . b . .", ability("swoop"))
    table.act("A", "swoop", "move 2,0", dice="d20 9 d6 4")
    assert table["b"].hp == 24
    again(table)
    table.combat.levels = with_at(table.combat.levels, 2, 1)

    table.act("A", "swoop", "stop", dice="d20 9 d6 1 d6 2 3 4")

    assert table["b"].hp == 17


def test_swoops_talents_fly_4_strike_true_and_stun_on_a_critical() -> None:
    table = Table(
        "A . . . . b", A=hero(ability("swoop", 1, 2, 3), bonus=10), b=foe(gives=["evasion"])
    )

    table.act("A", "swoop", "move 4,0", dice="d6 3 d20 10 d6 1 1 d20 9")
    assert table.holds("b", "stunned")
    again(table)
    table.act("A", "swoop", "stop", dice="d20 1 d6 2 3")

    assert table["b"].hp == 28 - 2 - 5


def test_ribbon_sweep_slashes_and_by_its_master_talent_lands_beside() -> None:
    table = Table(". A . .\n. . b .\n. . . .", A=hero(ability("ribbon-sweep", 3)), b=foe())

    table.act(
        "A",
        "ribbon-sweep",
        "space 0,0",
        "space 0,1",
        "space 1,1",
        "space 2,1",
        "move 3,2",
        dice="d20 9 d6 2 3 d20 9",
    )

    assert table.holds("b", "slashed")
    assert (table.at("A"), table["b"].hp) == ("3,2", 23)


@pytest.mark.parametrize(
    ("talents", "dice", "at", "slow"),
    [((), "d20 9", "1,0", True), ((), "d20 10", "4,0", False), ((3,), "d20 10", "3,0", False)],
)
def test_reel_in_pulls_3_and_slows_who_fails(
    talents: tuple[int, ...], dice: str, at: str, *, slow: bool
) -> None:
    table = solo("A . . . b", ability("reel-in", *talents))

    table.act("A", "reel-in b", dice=dice)

    assert (table.at("b"), table.holds("b", "slow")) == (at, slow)


def test_reel_in_may_take_an_ally_by_its_talent() -> None:
    table = Table("A . . . B b", A=hero(ability("reel-in", 2)), B=hero(), b=foe())

    table.act("A", "reel-in B", "pull 2")

    assert (table.at("B"), table.holds("B", "slow")) == ("2,0", False)


def test_shear_aways_talents_dash_2_and_end_the_movement() -> None:
    table = Table("b . . . .\n. . A . .\n. . . . .", A=hero(ability("shear-away", 1, 2)), b=foe())

    table.act("b", "move", "move 1,0 2,0", "A shear-away", "move 2,2 3,2")

    assert (table.at("b"), table["b"].hp, table.at("A")) == ("1,0", 26, "3,2")


def test_hundred_ribbons_and_its_flight() -> None:
    table = Table("A . . b c .\n. . . . . .", A=hero(ability("hundred-ribbons")), b=foe(), c=foe())
    table["A"].resolve = 3

    table.act("A", "hundred-ribbons", "space 3,0", "move 2,1", dice="d20 9 d6 1 2 3 d6 4 d20 9 10")

    assert (table["b"].hp, table["c"].hp, table.at("A")) == (22, 24, "2,1")
    assert (table.holds("b", "slashed"), table.holds("c", "slashed")) == (True, False)


# ---- Hearthsinger ------------------------------------------------------------------------------


@pytest.mark.parametrize(("hp", "vigor"), [(13, 14), (14, 7)])
def test_warm_refrain_gives_the_bloodied_twice_as_much(hp: int, vigor: int) -> None:
    table = Table("A . B . b", A=hero(ability("warm-refrain")), B=hero(), b=foe())
    table["B"].hp = hp

    table.act("A", "warm-refrain B")

    assert table["B"].vigor == vigor


def test_warm_refrains_talents_reach_6_let_dash_and_cure_another() -> None:
    table = Table(
        "A . . . C . B . b", A=hero(ability("warm-refrain", 1, 2, 3)), B=hero(), C=hero(), b=foe()
    )

    table.act("A", "warm-refrain B", "move 5,0", "ally C")

    assert (table["B"].vigor, table["C"].vigor, table.at("B")) == (7, 7, "5,0")


def test_verse_and_answer_move_an_ally_then_sharpen_its_attack() -> None:
    table = Table(
        "A . B . . . b",
        A=hero(ability("verse-and-answer", 1)),
        B=hero(strike(level="light")),
        b=foe(),
    )
    table.act("A", "verse-and-answer B", "move 5,0")
    assert table.at("B") == "5,0"
    table.combat.move(table["A"], 2)
    again(table)

    table.act("A", "verse-and-answer B")
    table.act("B", "strike b", dice="d20 6 d6 3 d6 2 5")

    assert table["b"].hp == 23


def test_the_answer_gives_two_boons_by_its_talent_and_both_parts_reach_the_user_by_the_master() -> (
    None
):
    table = Table(
        "A B b . .",
        A=hero(ability("verse-and-answer", 2, 3), strike(level="light", range=2)),
        B=hero(strike(level="light")),
        b=foe(),
    )
    table["A"].combo = 1

    table.act("A", "verse-and-answer B")
    table.act("B", "strike b", dice="d20 6 d6 1 3 d6 2 5")
    assert table["b"].hp == 23
    table.combat.active = 0
    table.act("A", "strike b", dice="d20 6 d6 1 3 d6 2 5")

    assert table["b"].hp == 18


def test_one_singers_talent_changes_nothing_for_another() -> None:
    plain = ability("verse-and-answer").parts[1].effect[0]
    two = ability("verse-and-answer", 2).parts[1].effect[0]
    nexts = content_library().maker.library.nexts

    assert [mod.n for mod in nexts[plain.text()].mods] == [1, 1]
    assert [mod.n for mod in nexts[two.text()].mods] == [2, 1]


def test_kindled_word_gives_an_ally_near_the_target_vigor_hit_or_miss() -> None:
    table = Table("A . . b B", A=hero(ability("kindled-word")), b=foe(), B=hero())

    table.act("A", "kindled-word b", "ally B", dice="d20 8 d6 4")

    assert (table["b"].hp, table["B"].vigor) == (24, 7)


def test_kindled_words_talents_reach_5_charge_and_cleanse() -> None:
    table = Table("A . . . . b B", A=hero(ability("kindled-word", 1, 2, 3)), b=foe(), B=hero())
    table.give("B", "burning")
    slowly(table)

    table.act("A", "kindled-word b", "ally B", dice="d20 9 d6 2 3 4 d20 9")

    assert (table["b"].hp, table.holds("b", "pacified")) == (21, True)
    assert table["B"].effects == []


@pytest.mark.parametrize(
    ("talents", "at", "vigor"), [((), "2,0", 7), ((), "3,0", 0), ((1,), "3,0", 7)]
)
def test_hearth_ring_regenerates_allies_within_2(
    talents: tuple[int, ...], at: str, vigor: int
) -> None:
    table = Table("A B . . b", A=hero(ability("hearth-ring", *talents)), B=hero(), b=foe())
    table.act("A", "hearth-ring")
    table.combat.move(table["B"], table.cell(at))
    table["B"].hp = table["A"].hp = 13

    table.end("B")
    table.end("A")

    assert (table["B"].vigor, table["A"].vigor) == (vigor, 0), "not its user"


def test_second_verse_needs_vigor_that_was_granted() -> None:
    one = hero(ability("warm-refrain"))
    one.traits = [content_library().maker.trait_of("second-verse")]
    table = Table("A B b", A=one, B=hero(), b=foe())
    table.give("B", "burning")
    table["B"].hp = 13
    table["B"].vigor = 28

    table.act("A", "warm-refrain B")

    assert table.effects("B") == ["burning"]


def test_hearth_ring_cleanses_an_ally_and_helps_saves_by_its_talents() -> None:
    table = Table("A B . C b", A=hero(ability("hearth-ring", 2, 3)), B=hero(), C=hero(), b=foe())
    table.give("B", "burning")
    for name in "ABC":
        table.give(name, "dazed")

    table.act("A", "hearth-ring", "ally B", "remove blights")
    assert not table.holds("B", "burning")
    table.end("B", "d20 9 d6 1")
    table.end("C", "d20 9")
    table.end("A", "d20 9")

    assert [table.holds(name, "dazed") for name in "ABC"] == [True, False, True]


def test_rise_together_rescues_cures_and_cleanses() -> None:
    table = Table("A . B . C b", A=hero(ability("rise-together", 3)), B=hero(), C=hero(), b=foe())
    table["A"].resolve = 4
    table.fell("B")
    table.give("C", "burning")

    table.act("A", "rise-together B", "move 3,0")

    assert (table["B"].hp, table["B"].vigor, table["C"].vigor) == (21, 7, 7)
    assert (table.at("B"), table["C"].effects) == ("3,0", [])


def test_rise_together_can_be_used_without_anybody_to_rescue() -> None:
    table = Table("A . B b", A=hero(ability("rise-together")), B=hero(), b=foe())
    table["A"].resolve = 4

    table.act("A", "rise-together")

    assert (table["B"].vigor, table["A"].vigor) == (7, 0)


def test_second_verse_cleanses_once_a_round_a_bloodied_ally_given_vigor() -> None:
    song = ability("warm-refrain")
    song.tags.append("repeatable")
    one = hero(song)
    one.traits = [content_library().maker.trait_of("second-verse")]
    table = Table("A B C D b", A=one, B=hero(), C=hero(), D=hero(), b=foe())
    for name in "BCD":
        table.give(name, "burning")
        table[name].hp = 14 if name == "D" else 13

    table.act("A", "warm-refrain D")
    table.act("A", "warm-refrain B")
    assert (table.effects("D"), table.effects("B")) == (["burning"], []), "the bloodied alone"
    table.end("A")
    table.begin("A")
    table.act("A", "warm-refrain C")
    assert table.effects("C") == ["burning"], "once a round"
    turn.start_round(table.combat)
    table.begin("A")
    table.act("A", "warm-refrain C")

    assert table.effects("C") == []


# ---- Knotreader --------------------------------------------------------------------------------


def test_tangles_talents_reach_6_slow_and_jump_on() -> None:
    table = Table("A . . . . . b c", A=hero(ability("tangle", 1, 2, 3)), b=foe(), c=foe())

    table.act("A", "tangle b", dice="d20 9")
    assert (table.holds("b", "tangled"), table.holds("b", "slow")) == (True, True)
    agent = table.script(["mark c"], "")
    table.fell("b")

    table.done(agent)
    assert table.holds("c", "tangled")


def test_the_mark_jumps_only_to_foes_within_4_of_the_fallen() -> None:
    table = Table("A . b . . . . c", A=hero(ability("tangle", 3)), b=foe(), c=foe())
    table.act("A", "tangle b")

    table.fell("b")

    assert not table.holds("c", "tangled")


def test_unpick_cleanses_and_gives_the_bloodied_vigor() -> None:
    table = Table("A . . B b", A=hero(ability("unpick", 2)), B=hero(), b=foe())
    table.give("B", "dazed")
    table["B"].hp = 13

    table.act("A", "unpick B", dice="d20 9 d6 1")

    assert (table.effects("B"), table["B"].vigor) == ([], 7)


def test_unpick_does_two_of_three_by_its_master_talent_and_reaches_5() -> None:
    table = Table("A . . . . B b", A=hero(ability("unpick", 1, 3)), B=hero(), b=foe())
    for id in ("burning", "dazed"):
        table.give("B", id)

    table.act("A", "unpick B", "remove blights", dice="d20 10")

    assert table.effects("B") == []


@pytest.mark.parametrize(
    ("talents", "dice", "hp"),
    [
        ((), "d20 9 d6 1 d6 4 d20 10 10", 25),
        ((1,), "d20 9 d6 1 d6 4 d20 10 10", 24),
        ((2,), "d20 9 d6 1 d6 4 5 d20 10 10", 20),
        ((3,), "d20 9 d6 1 d6 4", 25),
    ],
)
def test_cutting_thread_against_the_tangled(talents: tuple[int, ...], dice: str, hp: int) -> None:
    table = Table("A . b", A=hero(ability("cutting-thread", *talents)), b=foe(armor=1))
    table.give("b", "tangled", source=0)

    table.act("A", "cutting-thread b", dice=dice)

    assert table["b"].hp == hp
    assert table.holds("b", "sealed") == (3 in talents)


def test_snare_loops_talents_reach_6_hurt_and_cost_one() -> None:
    table = Table("A . . . . . . b c", A=hero(ability("snare-loop", 1, 2, 3)), b=foe(), c=foe())

    table.act("A", "snare-loop", "space 6,0", dice="d20 9")

    assert (table["b"].hp, table["c"].hp, table["A"].actions) == (26, 28, 1)
    assert table.holds("b", "slow")


def test_snare_loop_on_a_slow_turn_is_larger() -> None:
    table = Table("A . . . . . b", A=hero(ability("snare-loop")), b=foe())
    slowly(table)

    table.act("A", "snare-loop", "space 4,0", dice="d20 10")

    assert [table.combat.difficult(cell) for cell in (1, 2, 6)] == [False, True, True]


def test_great_unpicking_frees_allies_and_strips_foes_within_4() -> None:
    table = Table("A . B . b c", A=hero(ability("great-unpicking", 3)), B=hero(), b=foe(), c=foe())
    table["A"].resolve = 3
    for name in "AB":
        for id in ("burning", "dazed"):
            table.give(name, id)
    for name in "bc":
        table[name].vigor = 5
        table.give(name, "stealth")
        table.give(name, "stance-braced-pike")

    table.act("A", "great-unpicking", dice="d20 9")

    assert (table.effects("A"), table.effects("B")) == ([], [])
    assert (table.effects("b"), table["b"].vigor) == (["weakened"], 0)
    assert (table.effects("c"), table["c"].vigor) == (["stealth", "stance-braced-pike"], 5)
    assert (table["A"].vigor, table["B"].vigor) == (7, 7)


def test_loose_ends_hurts_once_a_round_who_saves_within_4() -> None:
    one = hero()
    one.traits = [content_library().maker.trait_of("loose-ends")]
    table = Table("A . . . b c", A=one, b=foe(), c=foe())
    for name in "bc":
        table.give(name, "dazed")
        table.give(name, "slow")

    table.end("c", "d20 10 10")
    table.end("b", "d20 10 10")

    assert (table["c"].hp, table["b"].hp) == (28, 26), "within 4, and once"


# ---- Cinderwright ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("talents", "dice", "burns"),
    [((), "d20 8", False), ((1,), "d20 8 d20 9", True), ((1,), "d20 8 d20 10", False)],
)
def test_coal_spit_burns_who_is_hit_and_by_its_talent_who_is_missed(
    talents: tuple[int, ...], dice: str, *, burns: bool
) -> None:
    table = solo("A . b", ability("coal-spit", *talents))

    table.act("A", "coal-spit b", dice=dice)

    assert (table["b"].hp, table.holds("b", "burning")) == (26, burns)


def test_furnace_mouth_burns_the_attacked_too_and_its_talents_need_no_save_and_spare_allies() -> (
    None
):
    table = Table(
        "A . b B\n. . . c\n. . . .",
        A=hero(ability("furnace-mouth", 2, 3)),
        b=foe(),
        B=hero(),
        c=foe(),
    )

    table.act("A", "furnace-mouth", "space 2,0", dice="d20 9 d6 2 3")

    assert [28 - table[name].hp for name in "bBc"] == [5, 0, 2]
    assert [table.holds(name, "burning") for name in "bBc"] == [True, False, True]


def test_furnace_mouth_may_be_a_blast_by_its_talent_and_then_hits_its_user() -> None:
    table = Table("A . b .\n. . . .", A=hero(ability("furnace-mouth", 1)), b=foe())

    table.act(
        "A",
        "furnace-mouth",
        "blast within 2",
        "space 1,0",
        dice="d20 10 9",
    )

    assert table["A"].hp == 26


def test_ember_walk_leaves_fire_behind_until_the_end_of_the_next_turn() -> None:
    table = solo("A . . . . b", ability("ember-walk"))

    table.act("A", "ember-walk", "move 3,0")
    fire = [cell for cell in range(6) if table.combat.dangerous(cell)]
    assert fire == [0, 1, 2]
    table.end("A")
    table.begin("A")
    assert table.combat.dangerous(0)
    table.end("A")

    assert not table.combat.dangerous(0)


def test_ember_walks_talents_dash_4_phase_and_last() -> None:
    table = solo("A . b . . .", ability("ember-walk", 1, 2, 3))

    table.act("A", "ember-walk", "move 4,0")
    table.end("A")
    table.begin("A")
    table.end("A")

    assert table.at("A") == "4,0"
    assert table.combat.dangerous(0)


@pytest.mark.parametrize(
    ("talents", "dice", "lost"),
    [((), "d6 4", 4), ((2,), "d6 4", 4), ((3,), "d6 4 5", 9)],
)
def test_drawn_flame_draws_burning_out(talents: tuple[int, ...], dice: str, lost: int) -> None:
    """Allies lose it too; by the talent without damage. The damage is rolled once for all."""
    table = Table("A b B . .", A=hero(ability("drawn-flame", *talents)), b=foe(armor=3), B=hero())
    for name in "bB":
        table.give(name, "burning")

    table.act("A", "drawn-flame", "area 1,0 2,0 3,0 4,0", dice=dice)

    assert (table.effects("b"), table.effects("B")) == ([], [])
    assert 28 - table["b"].hp == lost
    assert (table["B"].hp == 28) == (2 in talents)


@pytest.mark.parametrize(("talents", "burns"), [((), False), ((3,), True)])
def test_kiln_sky_is_blast_2_with_its_master_talent_3(
    talents: tuple[int, ...], *, burns: bool
) -> None:
    table = Table("A . . . . . . . . b", A=hero(ability("kiln-sky", *talents)), b=foe())
    table["A"].resolve = 3
    table.act("A", "kiln-sky", "space 6,0")

    slowly(table, "A", "d6 1 1 1" if burns else "")

    assert table.holds("b", "burning") == burns


# ---- Frostglazier ------------------------------------------------------------------------------


def test_raise_panes_talents_lay_3_lift_allies_and_rise_2_when_slow() -> None:
    table = Table("A . B . b", A=hero(ability("raise-pane", 1, 2, 3)), B=hero(), b=foe())
    slowly(table)

    table.act("A", "raise-pane", "space 1,0", "space 2,0", "space 3,0", "height 2")

    assert [table.combat.levels[cell] for cell in (1, 2, 3)] == [2, 2, 2]
    assert table.combat.elevation(table["B"]) == 2


def test_rime_lance_freezes_the_ground_until_the_end_of_its_users_next_turn() -> None:
    table = solo("A . b . . .", ability("rime-lance"))

    table.act("A", "rime-lance", "area 1,0 2,0 3,0 4,0", dice="d20 9 d6 2 3")
    assert (table["b"].hp, table.holds("b", "frostbite")) == (23, True)
    assert table.combat.difficult(1)
    table.end("A")
    table.begin("A")
    table.end("A")

    assert not table.combat.difficult(1)


def test_rime_lances_talents_line_5_bonus_and_cross_2() -> None:
    table = Table(
        ". . c . . .\nA . b . . .\n. . . . . .\n. . d . . .",
        A=hero(ability("rime-lance", 1, 2, 3)),
        b=foe(),
        c=foe(),
        d=foe(),
    )
    table.give("b", "burning")

    table.act("A", "rime-lance", "area 1,1 2,1 3,1 4,1 5,1", dice="d20 9 d6 2 3 4")

    assert [28 - table[name].hp for name in "bcd"] == [7, 2, 2]


def test_rime_lance_on_a_slow_turn_is_line_6() -> None:
    table = solo("A . . . . . b", ability("rime-lance"))
    slowly(table)

    table.act("A", "rime-lance", "area 1,0 2,0 3,0 4,0 5,0 6,0", dice="d20 9 d6 2 3")

    assert table["b"].hp == 23


def test_cold_snap_by_its_master_talent_slows_without_a_save() -> None:
    table = solo("A . b", ability("cold-snap", 3))
    table.give("b", "burning")

    table.act("A", "cold-snap b", dice="d20 9 d6 4")

    assert table.holds("b", "slow")


def test_mirror_panes_talents_look_5_far_and_freeze_who_misses() -> None:
    shot = strike(range=9)
    shot.attack = "ranged"
    shot.tags = ["attack", "ranged"]
    table = Table("A . . . . B . b", A=hero(ability("mirror-pane", 1, 2)), B=hero(), b=foe(shot))

    table.act("b", "strike B", "A mirror-pane", dice="d20 8 d20 9")

    assert table.holds("b", "frostbite")


def test_winter_gallery_freezes_in_place_and_builds_panes() -> None:
    table = Table(
        "A . . . . .\n. . . b . .\n. . . . . .", A=hero(ability("winter-gallery", 3)), b=foe()
    )
    table["A"].resolve = 3

    table.act("A", "winter-gallery", "space 3,0", dice="d6 2 3 d20 9")

    assert (table["b"].hp, table.holds("b", "frostbite"), table.holds("b", "immobile")) == (
        23,
        True,
        True,
    )
    assert table.combat.levels[table.cell("4,0")] == 1
    assert table.combat.levels[table.cell("3,1")] == 0, "somebody stands there"
    table.end("A")
    table.begin("A")
    table.end("A")
    assert not table.holds("b", "immobile")


def test_ice_sense_and_bellows() -> None:
    one = hero(strike(level="light"))
    one.traits = [
        content_library().maker.trait_of("ice-sense"),
        content_library().maker.trait_of("bellows"),
    ]
    table = Table("A b . .", A=one, b=foe())
    table.combat.floor = with_at(table.combat.floor, 0, 1)
    table.give("b", "burning")
    table.combat.move(table["b"], 3)
    assert table.cost("A", "1,0") == 1
    table.combat.move(table["b"], 1)

    table.act("A", "strike b", dice="d20 9 d6 2 5")

    assert table["b"].hp == 23


def test_the_ring_helps_a_save_in_the_very_first_space_too() -> None:
    table = Table("B A . b", B=hero(), A=hero(ability("hearth-ring", 3)), b=foe())
    table.give("B", "dazed")

    table.act("A", "hearth-ring")
    table.end("B", "d20 9 d6 1")

    assert not table.holds("B", "dazed")


def test_an_ally_near_the_user_is_not_one_near_the_target() -> None:
    """A line for one ally within 1 of the user, though a foe is targeted elsewhere."""
    one = strike(level="light", range=5)
    line = Op("vigor")
    line.n = 1
    line.who = "one-ally"
    line.within = 1
    one.effect = [line]
    table = Table("B A . . b C", B=hero(), A=hero(one), b=foe(), C=hero())

    table.act("A", "strike b", "ally B", dice="d20 8")

    assert (table["B"].vigor, table["C"].vigor) == (7, 0)
