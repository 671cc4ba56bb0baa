"""What the texts say, to the letter, in the odd situations of a fight."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.effect import NEVER, TURN_END, TURN_START
from affray.core.errors import IllegalError
from affray.core.setup import Objective
from affray.rulesets.icon import end, turn
from affray.rulesets.icon.condition import traits
from affray.rulesets.icon.definitions import Summon
from affray.rulesets.icon.geometry import patterns, sight, terrain
from affray.rulesets.icon.movement import edge, moving, straight
from affray.rulesets.icon.state import Patch, Thing, with_at
from tests.icon.table import (
    Ability,
    Op,
    Sheet,
    Table,
    Trait,
    ability,
    content_library,
    made,
    sheet,
    strike,
)
from tests.rules import rule

Fields = dict[str, Any]
BLAST: Fields = {"pattern": {"shape": "blast", "size": 1, "range": 4}}


def hero(*abilities: Ability, **more: Any) -> Sheet:
    return sheet(abilities=list(abilities), **more)


def foe(*abilities: Ability, **more: Any) -> Sheet:
    return sheet(pc=False, abilities=list(abilities), **more)


# ---- areas -------------------------------------------------------------------------------------


@rule("icon/effect.dodge", "icon/aoe.non-attack-area")
def test_dodge_halves_in_the_middle_of_an_area_that_has_no_attack_space() -> None:
    hail = made(**BLAST, effect=[{"op": "damage", "amount": 4, "who": "area"}])
    table = Table("A . . b c", A=hero(hail), b=foe(gives=["dodge"]), c=foe(gives=["dodge"]))

    table.act("A", "deed", "space 3,0")

    assert (table["b"].hp, table["c"].hp) == (26, 26)


@rule("icon/aoe.area-damage-once", "icon/effect.dodge")
def test_what_an_area_draws_from_each_is_rolled_once_and_halved_by_dodge() -> None:
    table = Table(
        "A b C . .", A=hero(ability("drawn-flame")), b=foe(gives=["dodge"]), C=hero(armor=2)
    )
    for name in "bC":
        table.give(name, "burning")

    table.act("A", "drawn-flame", "area 1,0 2,0 3,0 4,0", dice="d6 5")

    assert (table["b"].hp, table["C"].hp) == (25, 23)


@rule("icon/aoe.attack-and-area-spaces", "icon/aoe.additional-effects")
@pytest.mark.parametrize(("line", "frozen"), [("area", [2, 4]), ("effect", [2, 3, 4])])
def test_the_area_line_leaves_the_ground_of_the_attack_space_alone(
    line: str, frozen: list[int]
) -> None:
    ice = {"op": "terrain", "kind": "difficult", "where": "area", "until": "combat"}
    shot = made(**BLAST, attack={"mode": "ranged"}, **{line: [ice]})
    table = Table("A . . b .", A=hero(shot), b=foe())

    table.act("A", "deed", "space 3,0", dice="d20 1")

    assert [cell for cell in range(5) if table.combat.difficult(cell)] == frozen


@rule("icon/interrupt.timing", "icon/aoe.attack-space-without-foe")
def test_who_was_swapped_out_of_the_attack_space_is_affected_where_it_stands_now() -> None:
    """The one who took its place cannot be attacked: both take the area effect, one line each."""
    shot = made(
        **BLAST,
        attack={"mode": "ranged"},
        hit=[{"op": "damage", "amount": 9}],
        area=[{"op": "damage", "amount": 3, "who": "area"}],
        effect=[{"op": "damage", "amount": 1, "who": "area"}],
    )
    swap = made(
        tags=["interrupt"],
        interrupt={"uses": 1, "trigger": "ally-targeted", "within": 2},
        effect=[{"op": "swap", "who": "ally"}],
    )
    table = Table("A . . b . c", A=hero(shot), b=foe(), c=foe(swap))

    table.act("A", "deed", "space 3,0", "c deed")

    assert (table.at("b"), table.at("c")) == ("5,0", "3,0")
    assert (table["b"].hp, table["c"].hp) == (28, 24)


@rule("icon/aoe.cover-from-origin", "icon/interrupt.timing")
def test_cover_from_an_area_is_that_of_where_one_stands_after_a_swap() -> None:
    shot = made(
        pattern={"shape": "blast", "size": 1, "range": 5},
        attack={"mode": "ranged"},
        area=[{"op": "damage", "amount": 4, "who": "area"}],
    )
    swap = made(
        tags=["interrupt"],
        interrupt={"uses": 1, "trigger": "ally-targeted", "within": 2},
        effect=[{"op": "swap", "who": "ally"}, {"op": "retarget"}],
    )
    rows = "A . . .1 b .\n. . . . c ."
    table = Table(rows, A=hero(shot), b=foe(), c=foe(swap))

    table.act("A", "deed", "space 4,0", "c deed", dice="d20 1")

    assert (table.at("b"), table["b"].hp) == ("4,1", 24)


# ---- traits and summons ------------------------------------------------------------------------


@rule("icon/surrender.when", "icon/status.vulnerable")
def test_damage_of_a_trait_is_no_ability_s() -> None:
    """Nobody surrenders to it, and the vulnerable take no more of it."""
    one = hero(fray=2)
    one.traits = [content_library().maker.trait_of("loose-ends")]
    table = Table("A b . c", A=one, b=foe(), c=foe())
    for name in "bc":
        table.give(name, "vulnerable")
        table.give(name, "pacified")
        table[name].hp = 2 if name == "b" else 28
    table.end("b", "d20 10")
    assert table["b"].hp == 0
    table.combat.clear(2)

    table.end("c", "d20 9 10")

    assert table["c"].hp == 26


# ---- who is helped -----------------------------------------------------------------------------


@rule("icon/attack.components", "icon/action.order-of-components")
@pytest.mark.parametrize(("hp", "keys"), [(5, ["take it"]), (20, [])])
def test_the_ally_of_kindled_word_is_one_and_near_where_the_target_stood(
    hp: int, keys: list[str]
) -> None:
    """Felled or not: the ally beside it is cured and then cleansed, chosen once."""
    table = Table(
        "A . . b B C d",
        A=hero(ability("kindled-word", 3)),
        b=foe(),
        B=hero(),
        C=hero(),
        d=foe(),
    )
    table["b"].hp = hp
    for name in "BC":
        table.give(name, "burning")

    table.act(
        "A", "kindled-word b", *keys, "ally C", dice="d20 9 d6 2 3" + ("" if keys else " d20 10")
    )

    assert [table[name].vigor for name in "BC"] == [0, 7]
    assert (table.effects("B"), table.effects("C")) == (["burning"], [])


@rule("icon/effect.aura")
@pytest.mark.parametrize(("talents", "cleansed"), [((2,), False), ((1, 2), True)])
def test_hearth_ring_cleanses_in_its_wider_aura_too(
    talents: tuple[int, ...], *, cleansed: bool
) -> None:
    table = Table("A . . B . b", A=hero(ability("hearth-ring", *talents)), B=hero(), b=foe())
    table.give("B", "burning")

    table.act("A", "hearth-ring", *(["ally B"] if cleansed else []))

    assert (table.effects("B") == []) == cleansed


@rule("icon/attack.no-self-or-ally")
def test_rise_together_without_a_name_rescues_nobody() -> None:
    table = Table("A . B b", A=hero(ability("rise-together")), B=hero(), b=foe())
    table["A"].resolve = 4
    table.fell("B")

    table.act("A", "rise-together")

    assert table["B"].hp == 0


@rule("icon/terrain.space-type", "icon/setup.two-sides")
def test_raise_pane_lifts_allies_not_its_user() -> None:
    table = Table("A B . . b", A=hero(ability("raise-pane", 2)), B=hero(), b=foe())

    table.act("A", "raise-pane", "space 0,0", "space 1,0")

    assert table.combat.levels[:2] == (0, 1)


# ---- dashes ------------------------------------------------------------------------------------


@rule("icon/move.insufficient", "icon/move.dash-pays-terrain")
@pytest.mark.parametrize(("rough", "struck"), [(0, True), (1, False)])
def test_a_foe_out_of_reach_stops_no_dash(rough: int, *, struck: bool) -> None:
    """From difficult ground 3 spaces of dash do not reach into the foe's space."""
    table = Table("A . . b . .\n. . . . . .", A=hero(ability("shoulder-through")), b=foe())
    table.combat.floor = (rough, *table.combat.floor[1:])

    table.act("A", "shoulder-through", "dash e")

    assert table.at("A") == "2,0"
    assert (table["b"].hp == 26) == struck


@rule("icon/effect.intangible", "icon/move.obstruction")
def test_an_intangible_foe_stops_no_dash() -> None:
    table = Table("A b . . .", A=hero(ability("shoulder-through")), b=foe(gives=["intangible"]))

    table.act("A", "shoulder-through", "dash e")

    assert table.at("A") == "3,0"


def test_shoulder_through_may_be_finished_over_a_foe_felled_by_it() -> None:
    table = Table("A . b . c", A=hero(ability("shoulder-through", 2)), b=foe(), c=foe())
    table["b"].hp = 2

    table.act("A", "shoulder-through", "dash e", "take it", "dash on")

    assert (table.at("A"), table["c"].hp) == ("3,0", 28)


def test_shoulder_through_is_not_finished_while_its_foe_stands_in_the_way() -> None:
    table = Table("A . b #", A=hero(ability("shoulder-through", 2)), b=foe())

    table.act("A", "shoulder-through", "dash e", dice="d20 10")

    assert table.at("A") == "1,0"


@rule("icon/aoe.line", "icon/terrain.dangerous")
def test_landslip_along_a_line_across_goes_step_by_step() -> None:
    """Only the dangerous spaces on the way count, and the user chooses between two ends."""
    rows = ". . A . .\n^ . b . .\n. . . . ."
    table = Table(rows, A=hero(ability("landslip")), b=foe())
    table["A"].resolve = 4
    table.begin("A")

    table.act(
        "A",
        "landslip",
        "area 1,1 2,1 3,1 0,1 4,1",
        "move 4,1",
        dice="d20 1 d6 1 1 d20 9",
    )

    assert (table.at("A"), table["A"].hp) == ("4,1", 28)


@rule("icon/move.dash-pays-terrain")
def test_landslip_over_difficult_ground_ends_where_its_dash_ends() -> None:
    table = Table("A , , . . .\n. . . b . .", A=hero(ability("landslip")), b=foe())
    table["A"].resolve = 4
    table.begin("A")

    table.act("A", "landslip", "area 1,0 2,0 3,0 4,0 5,0", "move 3,0")

    assert table.at("A") == "3,0", "a line without anybody is dashed along as well"


@rule("icon/golden.specific-beats-general", "icon/effect.stance")
@pytest.mark.parametrize("stance", [True, False])
def test_who_cannot_dash_by_its_stance_cannot_be_told_to(stance: bool) -> None:
    table = Table("A . B . b", A=hero(ability("verse-and-answer")), B=hero(), b=foe())
    if stance:
        table.give("B", "stance-shield-lane")

    table.act("A", "verse-and-answer B", *([] if stance else ["move 3,0"]))

    assert table.at("B") == ("2,0" if stance else "3,0")


@rule("icon/move.phasing", "icon/terrain.fall")
def test_a_phasing_movement_falls_like_any_other() -> None:
    """The page takes falls from flying and teleports alone."""
    table = Table("A2 . . b", A=hero(ability("ember-walk", 2)), b=foe())

    table.act("A", "ember-walk", "move 1,0", "stop")

    assert table["A"].hp == 26


# ---- shoves and pulls --------------------------------------------------------------------------


@rule("icon/move.shove", "icon/move.shove-direction")
@pytest.mark.parametrize(("talents", "at"), [((), "0,2")])
def test_a_pull_ends_where_it_brings_its_target_no_nearer(
    talents: tuple[int, ...], at: str
) -> None:
    """Two aside and two down: along the row it is in line after two spaces, and goes no farther."""
    table = Table(
        ". . A . . .\n. . . . . .\n. . . . b .\n. . . . . .",
        A=hero(ability("reel-in", *talents)),
        b=foe(),
    )

    table.act("A", "reel-in b", "along the row", dice="d20 9")

    assert table.at("b") == "2,2"


# ---- statuses ----------------------------------------------------------------------------------


@rule("icon/status.no-stacking", "icon/status.ongoing")
def test_a_status_that_a_mark_makes_ongoing_is_not_saved_against_while_it_lasts() -> None:
    """Held before: back to saves once the mark is gone. Gained meanwhile: nothing changes."""
    table = Table("A B . b", A=hero(), B=hero(), b=foe())
    table.inflict("A", "vulnerable", 2)
    table.mark("b", "A", "called-shot")
    table.end("A", "d20 9")
    assert table.effects("A") == ["vulnerable", "called-shot"]
    table.end("A", "d20 10")
    assert table.effects("A") == ["vulnerable"]
    table.end("A", "d20 10")
    assert table.effects("A") == []

    table.mark("b", "B", "called-shot")
    table.inflict("B", "vulnerable", 2)
    table.end("B", "d20 10")

    assert not table.holds("B", "vulnerable")


@rule("icon/status.no-stacking")
def test_the_ponderous_cannot_be_made_slow_again_and_roll_no_save() -> None:
    one = foe()
    one.traits = [content_library().maker.trait_of("ponderous")]
    table = Table("A . b", A=hero(), b=one)

    table.inflict("b", "slow", 0)
    table.end("b")
    table.cleanse("b")

    assert table.effects("b") == []
    assert table["b"].goes_slow()


@rule("icon/effect.true-strike", "icon/effect.dodge")
@pytest.mark.parametrize(("sure", "hp"), [(True, 26), (False, 27)])
def test_dodge_is_no_help_against_true_strike_after_a_save_either(*, sure: bool, hp: int) -> None:
    shot = made(
        attack={"mode": "ranged", "range": 5},
        tags=["true-strike"] if sure else [],
        hit=[
            {"op": "damage", "amount": 1},
            {"op": "status", "status": "dazed", "save": True},
            {"op": "damage", "amount": 1},
        ],
    )
    table = Table("A . b", A=hero(shot), b=foe(gives=["dodge"]))

    table.act("A", "deed b", dice="d20 9 d20 10")

    assert table["b"].hp == hp


@rule("icon/effect.mark", "icon/surrender.out")
def test_a_mark_jumps_from_one_that_surrenders_too() -> None:
    table = Table("A . b c", A=hero(ability("tangle", 3), strike(range=3)), b=foe(), c=foe())
    table.act("A", "tangle b")
    table["b"].hp = 1

    table.act("A", "strike b", "surrender", "mark c", dice="d20 9 d6 1 1 d6 1")

    assert table.holds("c", "tangled")


# ---- sight -------------------------------------------------------------------------------------


@rule("icon/attack.no-self-or-ally", "icon/effect.summon")
@pytest.mark.parametrize(("at", "legal"), [("2,0", True), ("4,0", False)])
def test_a_summon_is_placed_in_sight(at: str, *, legal: bool) -> None:
    table = Table(". A . # . b", A=hero(ability("set-lamp")), b=foe())

    if legal:
        table.act("A", "set-lamp", f"space {at}")
    else:
        with pytest.raises(IllegalError):
            table.act("A", "set-lamp", f"space {at}")

    assert [one.cell for one in table.combat.patches] == ([2] if legal else [])


@rule("icon/interrupt.timing")
@pytest.mark.parametrize(("apart", "hp"), [(2, 22), (1, 28)])
def test_an_attack_that_cannot_target_the_adjacent_does_not_hit_who_came_close(
    apart: int, hp: int
) -> None:
    """Whom an interrupt brought next to the slinger it cannot hit any more."""
    come = made(
        tags=["interrupt"],
        interrupt={"uses": 1, "trigger": "self-targeted"},
        effect=[{"op": "move", "who": "user", "kind": "dash", "spaces": 2}],
    )
    table = Table("A . . b", A=hero(ability("stone-cast")), b=foe(come))

    table.act(
        "A", "stone-cast b", "b deed", f"move {apart},0", dice="d20 9 d6 3 3" if apart > 1 else ""
    )

    assert table["b"].hp == hp


# ---- rounds ------------------------------------------------------------------------------------


def round_end(table: Table) -> None:
    turn.next_part(table.combat)
    turn.next_part(table.combat)


@rule("icon/turn.defeated-skip", "icon/status.immobile")
@pytest.mark.parametrize(("acted", "rounds"), [(False, 1), (True, 2)])
def test_what_lasts_until_a_turn_that_never_comes_ends_with_the_round_of_that_turn(
    *, acted: bool, rounds: int
) -> None:
    """A has frozen b and the ground until the end of its next turn, and falls."""
    freeze = made(
        **BLAST,
        effect=[
            {"op": "immobile", "who": "area-foes", "until": "end-of-user-next-turn"},
            {
                "op": "terrain",
                "kind": "difficult",
                "where": "area",
                "until": "end-of-user-next-turn",
            },
        ],
    )
    table = Table("A C . b . .", A=hero(freeze), C=hero(), b=foe())
    table.act("A", "deed", "space 3,0")
    table["A"].turns = 0 if acted else 1
    table["C"].turns = table["b"].turns = 0
    table.combat.active = -1
    table.fell("A")

    for number in range(rounds):
        assert table.holds("b", "immobile"), number
        assert table.combat.difficult(3)
        table.combat.phase = 1
        round_end(table)
        turn.start_round(table.combat)
        table["C"].turns = table["b"].turns = 0

    assert not table.holds("b", "immobile")
    assert not table.combat.difficult(3)


@rule("icon/turn.reinforcements", "icon/foe.legend")
def test_a_legend_that_arrives_acts_from_the_next_round() -> None:
    one = foe()
    one.legend = True
    table = Table("A . b c", A=hero(), b=foe(), c=one)
    table["c"].arrives = 2
    table.combat.round = 2
    table.end("A")
    assert table.combat.owed == []

    table.combat.round = 3
    table.end("A")

    assert table.combat.owed == [table["c"].index]


# ---- the end -----------------------------------------------------------------------------------


@rule("icon/end.side-out", "icon/action.order-of-components")
@pytest.mark.parametrize(("last", "hp"), [(True, 28), (False, 26)])
def test_nothing_more_of_an_ability_happens_once_a_side_is_out(*, last: bool, hp: int) -> None:
    """The foe is felled by the hit: the area that would hurt an ally comes too late."""
    rows = "A B b . ." if last else "A B b . c"
    others = {} if last else {"c": foe()}
    bell = made(
        pattern={"shape": "arc", "size": 2},
        attack={"mode": "melee"},
        hit=[{"op": "damage", "amount": 9}],
        area=[{"op": "damage", "amount": 2, "who": "area"}],
    )
    table = Table(rows, A=hero(bell), B=hero(), b=foe(), **others)
    table["b"].hp = 1

    table.act("A", "deed", "space 1,0", "space 2,0", "take it", dice="d20 9")

    assert table["B"].hp == hp


# ---- on the way --------------------------------------------------------------------------------


@rule("icon/move.no-stop-when-shared", "icon/interrupt.timing")
def test_who_is_stopped_over_an_ally_with_its_way_taken_goes_to_a_nearest_free_space() -> None:
    """B dashes into the space that b has just left; over c there is no room."""
    table = Table("b c . .\n. # B .", B=hero(ability("shear-away", 2)), b=foe(), c=foe())

    table.act("b", "move", "move 2,0", "B shear-away", "stop")
    assert table.at("b") == "0,0", "back on its way"

    quick = ability("shear-away", 2)
    quick.effect[1].kind = "teleport"
    quick.effect[1].n = 2
    table = Table("b c . .\n. # B .", B=hero(quick), b=foe(), c=foe())
    table.act("b", "move", "move 2,0", "B shear-away", "space 0,0", "space 0,1")
    assert table.at("b") == "0,1"


@rule("icon/interrupt.order", "icon/interrupt.timing")
def test_a_step_that_was_stopped_is_still_answered_by_another() -> None:
    """The first ends the movement, the second strikes as well."""
    table = Table(
        "A . . b\nC . . .",
        A=hero(ability("shear-away", 2)),
        C=hero(ability("shear-away", 2)),
        b=foe(),
    )

    table.act("b", "move", "move 1,0", "A shear-away", "stop", "C shear-away", "stop")

    assert (table.at("b"), table["b"].hp) == ("1,0", 24)


@rule("icon/move.turning", "icon/terrain.edge-removal")
@pytest.mark.parametrize(
    ("key", "at", "hp"), [("dash e", "2,0", 26), ("dash e 2", "2,0", 28), ("dash e 1", "1,0", 28)]
)
def test_a_straight_dash_is_up_to_its_spaces(key: str, at: str, hp: int) -> None:
    table = Table("A . . b . . .", A=hero(ability("shoulder-through")), b=foe())

    table.act("A", "shoulder-through", key)

    assert (table.at("A"), table["b"].hp) == (at, hp)


@rule("icon/move.no-stop-when-shared")
def test_a_straight_dash_is_offered_where_it_gets_somewhere_and_may_end() -> None:
    """Over an ally, not onto it; not into the wall, and not off the map."""
    table = Table(
        "A . C . .\n# . . . .\n. . . . b", A=hero(ability("shoulder-through")), C=hero(), b=foe()
    )
    way = moving.Move(table.combat, table["A"], 3, moving.DASH)

    offered = [straight.options(table.combat, way, d, f"dash {d}") for d in (0, 2, 4, 6)]

    assert [key for one in offered for _, key in one] == ["dash 2", "dash 2 1"]


@rule("icon/status.blinded", "icon/effect.summon")
def test_the_blinded_place_summons_within_2() -> None:
    table = Table("A . . . . b", A=hero(ability("set-lamp")), b=foe())
    table.give("A", "blinded")

    with pytest.raises(IllegalError):
        table.act("A", "set-lamp", "space 3,0")


@rule("icon/status.immobile", "icon/interrupt.timing")
@pytest.mark.parametrize(("fast", "lost"), [("B", "B"), ("A", "B"), ("", "A")])
def test_who_cannot_trade_places_does_not_become_the_target(fast: str, lost: str) -> None:
    table = Table("A B b", A=hero(ability("trade-places")), B=hero(), b=foe(strike(range=2)))
    if fast:
        table.give(fast, "immobile")

    table.act("b", "strike B", "A trade-places", dice="d20 9 d6 1 1")

    assert [name for name in "AB" if table[name].hp < 28] == [lost]


@rule("icon/status.immobile", "icon/terrain.edge-removal")
def test_the_immobile_stay_on_the_edge_though_they_saved() -> None:
    table = Table("A ~ . b", A=hero(), b=foe())
    table.combat.move(table["A"], 1)
    table.give("A", "immobile")

    table.end("b", "d20 10")

    assert table.at("A") == "1,0"


# ---- what modifies the next ability ------------------------------------------------------------


@rule("icon/effect.true-strike", "icon/attack.next-ability-modifiers", "icon/status.blinded")
@pytest.mark.parametrize("sure", [True, False])
def test_a_next_attack_with_true_strike_reaches_past_blindness(*, sure: bool) -> None:
    """It is still in reach when the attack goes on, though what modified it is spent by then."""
    dart = strike(range=4)
    dart.attack = "ranged"
    table = Table("A . . . b", A=hero(dart, ability("moonless")), b=foe())
    table["A"].resolve = 3
    table.give("A", "blinded")
    if sure:
        table.act("A", "moonless")
        table.act("A", "strike b", dice="d20 9 d6 1 1 1")
    else:
        assert table.refusal("A", "strike b") == "attack.target-hostile"

    assert (table["b"].hp < 28) == sure


@rule("icon/attack.next-ability-modifiers")
@pytest.mark.parametrize("on", ["attack", "ability"])
def test_the_next_ability_may_be_given_range_size_and_cost(on: str) -> None:
    """Once: in whatever it is used, and whether it had anything to modify or not."""
    lift = made(
        target={"who": "self"},
        tags=["repeatable"],
        cost=0,
        effect=[
            {
                "op": "modify-next",
                "who": "user",
                "on": on,
                "mods": [
                    {"mod": "range", "n": 2},
                    {"mod": "cost", "n": 0},
                    {"mod": "size", "n": 1},
                ],
            }
        ],
    )
    lift.id = "lift"
    hail = made(
        pattern={"shape": "blast", "size": 0, "range": 2},
        attack={"mode": "ranged"},
        area=[{"op": "damage", "amount": 2, "who": "area"}],
        cost=2,
    )
    table = Table("A . . . b c", A=hero(lift, hail, strike(range=2)), b=foe(), c=foe())
    table["A"].actions = 1
    table.combat.active = 0
    assert table.refusal("A", "deed") == "action.costs"

    table.act("A", "lift")
    assert table.refusal("A", "strike b") == ""
    table.act("A", "deed", "space 4,0", dice="d20 1")

    assert (table["A"].actions, table["c"].hp, table["A"].pending) == (1, 26, [])
    table["A"].used = [0] * len(table["A"].used)
    assert table.refusal("A", "strike b") == "attack.target-hostile"
    table.act("A", "lift")
    table.combat.move(table["c"], 1)
    table.act("A", "strike b", dice="d20 9 d6 1 1")
    assert table["b"].hp == 26


@rule("icon/effect.stealth", "icon/effect.mark")
def test_a_mark_does_not_jump_to_one_in_stealth_that_is_not_adjacent() -> None:
    table = Table("A d b c", A=hero(ability("tangle", 3)), b=foe(), c=foe(), d=foe())
    table.act("A", "tangle b")
    for name in "cd":
        table.give(name, "stealth")
    scripted = table.script("", "mark d")

    table.fell("b")

    table.check(scripted)
    assert (table.holds("d", "tangled"), table.holds("c", "tangled")) == (True, False)


@rule("icon/aoe.area-damage-once")
def test_damage_for_all_who_fail_a_save_in_an_area_is_rolled_once() -> None:
    gust = made(
        **BLAST,
        effect=[
            {
                "op": "save",
                "who": "area-foes",
                "fail": [
                    {"op": "save", "fail": [{"op": "status", "status": "dazed"}]},
                    {"op": "damage", "level": "light"},
                ],
            }
        ],
    )
    table = Table("A . . b c", A=hero(gust), b=foe(), c=foe())

    table.act("A", "deed", "space 3,0", dice="d20 9 10 d6 4 d20 9 9")

    assert (table["b"].hp, table["c"].hp) == (24, 24)
    assert (table.effects("b"), table.effects("c")) == ([], ["dazed"])


@rule("icon/aoe.line")
def test_a_line_may_be_spelled_in_any_order_and_no_other_is_legal() -> None:
    table = Table("A . b . . .", A=hero(ability("forked-line")), b=foe())

    table.act("A", "forked-line", "area 5,0 4,0 3,0 2,0 1,0", dice="d20 1 d6 1")
    assert table["b"].hp == 27

    table = Table("A . b . . .", A=hero(ability("forked-line")), b=foe())
    with pytest.raises(IllegalError) as caught:
        table.act("A", "forked-line", "area 5,0 4,0 3,0 2,0")
    assert caught.value.rule == "aoe.line"


@rule("icon/terrain.edge-pc-return")
def test_who_finds_no_room_stays_off_the_map_and_has_no_turn() -> None:
    table = Table("A ~ b", A=hero(), b=foe())
    table.combat.move(table["A"], 1)
    table.go_over("A")
    table.combat.patches.append(Patch(0, 0, 0, 0, 1, "jar-lamp"))

    table.begin("A")

    assert (table["A"].cell, table["A"].returns(), table.combat.active) == (-1, True, -1)
    assert table["A"].resolve == 0


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(("felled", "winner"), [("b", 0), ("A", -1)])
def test_rounds_are_survived_by_ones_own_side(felled: str, winner: int) -> None:
    """Where nobody wins by standing last, the beaten have not survived either."""
    table = Table("A . b", A=foe(), b=foe())
    table.combat.last_standing = False
    table.combat.objectives = [Objective("rounds-survived", 0, wins=True, number=1)]
    table.combat.kept = [0]
    table.fell(felled)

    end.objectives(table.combat, round_end=True)

    assert table.combat.winner == winner


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(
    ("kind", "at", "felled", "round_", "met"),
    [
        ("clear", 2, "", 3, True),
        ("clear", 1, "", 3, False),
        ("clear", 2, "", 2, False),
        ("protect", 2, "", 3, True),
        ("protect", 2, "C", 3, False),
        ("protect", 2, "", 2, False),
    ],
)
def test_a_zone_is_cleared_and_somebody_protected_at_the_end_of_a_round(
    kind: str, at: int, felled: str, round_: int, *, met: bool
) -> None:
    table = Table("A C . b . .", A=hero(), C=hero(), b=foe())
    table.combat.move(table["C"], 4)
    table.combat.move(table["b"], at)
    who, cells = (["C"], []) if kind == "protect" else (None, [0, 1])
    table.combat.objectives = [Objective(kind, 0, True, who, cells, 3)]
    table.combat.kept = [0]
    table.combat.round = round_
    if felled:
        table.fell(felled)

    end.objectives(table.combat, round_end=False)
    assert table.combat.outcome == ""
    end.objectives(table.combat, round_end=True)

    assert (table.combat.winner == 0) == met


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(("hp", "met"), [(1, True), (0, False)])
def test_what_can_be_destroyed_is_protected_as_long_as_it_stands(hp: int, *, met: bool) -> None:
    table = Table("A . b", A=hero(), b=foe())
    table.combat.objectives = [Objective("protect", 0, True, None, [1], 3)]
    table.combat.kept = [0]
    table.combat.round = 3
    table.combat.toughness = with_at(table.combat.toughness, 1, hp)

    end.objectives(table.combat, round_end=True)

    assert (table.combat.winner == 0) == met


@rule("icon/attack.cover-halves", "icon/attack.components")
def test_cover_halves_the_attack_but_not_the_effect_after_it() -> None:
    shot = made(
        attack={"mode": "ranged", "range": 5},
        hit=[{"op": "damage", "amount": 4}],
        effect=[{"op": "damage", "amount": 4}],
    )
    table = Table("A . .1 b", A=hero(shot), b=foe())

    table.act("A", "deed b", dice="d20 9")

    assert table["b"].hp == 28 - 2 - 4


@pytest.mark.parametrize(
    ("kind", "cited"),
    [
        (moving.PLAIN, "move.standard"),
        (moving.DASH, "move.dash-ignores"),
        (moving.DASH + moving.PHASE, "move.dash-ignores"),
        (moving.FLY, "move.fly"),
    ],
)
def test_a_way_is_asked_for_by_the_rule_of_its_kind(kind: int, cited: str) -> None:
    table = Table("A . b", A=hero(), b=foe())

    assert moving.Move(table.combat, table["A"], 2, kind).rule == cited


@rule("icon/aoe.close-blast", "icon/aoe.attack-space-sight")
@pytest.mark.parametrize(
    ("rows", "talents", "cited"),
    [
        ("A . # b\n. . # .\n# # # .", (), "aoe.close-blast"),
        ("A . . b\n. . # .\n# # # .", (), ""),
        ("A . # b\n. . # .\n# # # .", (1,), ""),
    ],
)
def test_a_close_blast_without_room_is_not_paid_for(
    rows: str, talents: tuple[int, ...], cited: str
) -> None:
    table = Table(rows, A=hero(ability("furnace-mouth", *talents)), b=foe())

    assert ("furnace-mouth" in table.offered("A")) == (cited == "")
    assert table.refusal("A", "furnace-mouth") == cited


@rule("icon/attack.components", "icon/terrain.space-type")
@pytest.mark.parametrize("hp", [28, 4])
def test_the_space_of_a_target_is_changed_though_it_fell(hp: int) -> None:
    stamp = made(
        attack={"mode": "melee"},
        hit=[{"op": "damage", "amount": 4}],
        effect=[{"op": "terrain", "kind": "difficult", "where": "target-space", "until": "combat"}],
    )
    table = Table("A b . c", A=hero(stamp), b=foe(), c=foe())
    table["b"].hp = hp

    table.act("A", "deed b", *(["take it"] if hp == 4 else []), dice="d20 9")

    assert list(table.combat.floor) == [0, 1, 0, 0]


# ---- what modifies the next attack, and what the next ability ----------------------------------


def readied(on: str, mod: Fields, **fields: Any) -> Table:
    """A's next attack or ability is modified; b has armor 2."""
    lift = {"op": "modify-next", "who": "user", "on": on, "mods": [mod]}
    own = made(attack={"mode": "melee", "range": 1}, talent={"add": {"effect": [lift]}}, **fields)
    table = Table("A b . . .", A=hero(own), b=foe(armor=2))
    op = own.effect.pop()
    table.combat.library.nexts[op.text()] = op
    table["A"].pending = [op.text()]
    return table


@rule("icon/attack.next-ability-modifiers", "icon/damage.pierce")
@pytest.mark.parametrize(
    ("on", "line", "hp"),
    [
        ("attack", "hit", 25),
        ("attack", "effect", 27),
        ("ability", "hit", 25),
        ("ability", "effect", 25),
    ],
)
def test_what_pierces_with_the_next_attack_does_so_on_its_hit_line_alone(
    on: str, line: str, hp: int
) -> None:
    table = readied(on, {"mod": "pierce"}, **{line: [{"op": "damage", "amount": 3}]})

    table.act("A", "deed b", dice="d20 15")

    assert table["b"].hp == hp


@rule("icon/attack.next-ability-modifiers", "icon/move.shove")
@pytest.mark.parametrize(
    ("on", "line", "at"),
    [
        ("attack", "hit", "3,0"),
        ("attack", "effect", "2,0"),
        ("ability", "hit", "3,0"),
        ("ability", "effect", "3,0"),
    ],
)
def test_what_lengthens_shoves_of_the_next_attack_does_so_on_its_hit_line_alone(
    on: str, line: str, at: str
) -> None:
    longer = {"mod": "spaces", "only": "shove"}
    table = readied(on, longer, **{line: [{"op": "shove", "spaces": 1}]})

    table.act("A", "deed b", dice="d20 15")

    assert table.at("b") == at


# ---- delayed areas -----------------------------------------------------------------------------


@rule("icon/action.delay", "icon/aoe.attack-and-area-spaces")
def test_a_delayed_attack_is_against_who_stands_in_its_attack_space_then() -> None:
    own = made(
        **BLAST,
        tags=["delay"],
        attack={"mode": "ranged"},
        hit=[{"op": "damage", "amount": 9}],
        area=[{"op": "damage", "amount": 2, "who": "area"}],
    )
    table = Table("A . . . b . .\n. . . . . . c", A=hero(own), b=foe(), c=foe())
    table.act("A", "deed", "space 4,0")
    table.combat.move(table["b"], table.cell("5,0"))
    table.combat.move(table["c"], table.cell("4,0"))

    table.begin("A", "d20 15")

    assert (table["b"].hp, table["c"].hp) == (26, 19)


@rule("icon/action.delay", "icon/move.shove-direction")
def test_a_delayed_blast_shoves_away_from_its_centre() -> None:
    own = made(**BLAST, tags=["delay"], effect=[{"op": "shove", "spaces": 1, "who": "area-foes"}])
    table = Table("A . . b . . c", A=hero(own), b=foe(), c=foe())
    table.act("A", "deed", "space 4,0")

    table.begin("A")

    assert table.at("b") == "2,0"


@rule("icon/action.delay", "icon/action.combo")
def test_the_first_part_of_a_combo_may_be_the_delayed_one() -> None:
    hurt = {"op": "damage", "amount": 2}
    aimed = {"target": {"who": "foe", "range": 4}, "effect": [hurt]}
    parts = [
        {"id": "one", "name": "One", "tags": ["delay"], **aimed},
        {"id": "two", "name": "Two", "target": {"who": "self"}, "effect": [hurt]},
    ]
    table = Table("A . b", A=hero(made(tags=["combo"], part=parts)), b=foe())
    table.act("A", "deed b")

    table.begin("A")

    assert (table["A"].hp, table["b"].hp) == (28, 26)


@rule("icon/action.delay", "icon/action.combo")
def test_what_a_talent_adds_to_a_combo_holds_for_its_delayed_part() -> None:
    aimed = {"target": {"who": "ally", "range": 4}, "effect": [{"op": "vigor", "multiple": 1}]}
    parts = [
        {"id": "one", "name": "One", "tags": ["delay"], **aimed},
        {"id": "two", "name": "Two", **aimed},
    ]
    own = made(tags=["combo"], part=parts)
    own.flags.append("self-too")
    table = Table("A C . b", A=hero(own), C=hero(), b=foe())
    table.act("A", "deed C")

    table.begin("A")

    assert (table["A"].vigor, table["C"].vigor) == (7, 7)


# ---- saves and shoves of areas -----------------------------------------------------------------


@rule("icon/aoe.friendly-fire", "icon/roll.save-ten")
def test_an_ally_in_the_area_saves_like_everybody() -> None:
    fails = {"op": "save", "who": "area", "fail": [{"op": "damage", "amount": 2}]}
    table = Table("A . B b . c", A=hero(made(**BLAST, effect=[fails])), B=hero(), b=foe(), c=foe())

    table.act("A", "deed", "space 3,0", dice="d20 9 10")

    assert (table["B"].hp, table["b"].hp) == (26, 28)


@rule("icon/effect.dodge", "icon/roll.save-ten")
def test_damage_after_the_saves_of_an_area_is_no_damage_of_the_area() -> None:
    """Who dodges takes half of areas, and all of what its own ability costs it."""
    fails = {"op": "save", "who": "area-foes", "fail": [{"op": "damage", "amount": 2}]}
    own = made(**BLAST, effect=[fails, {"op": "damage", "amount": 4, "who": "user"}])
    table = Table("A . . b . c", A=hero(own, gives=["dodge"]), b=foe(), c=foe())

    table.act("A", "deed", "space 3,0", dice="d20 9")

    assert (table["A"].hp, table["b"].hp) == (24, 26)


@rule("icon/move.shove-direction")
def test_after_a_straight_dash_only_who_stopped_it_is_shoved_along_its_way() -> None:
    own = made(
        effect=[
            {"op": "move", "who": "user", "kind": "dash", "spaces": 2, "straight": True},
            {"op": "shove", "who": "foes-within", "range": 1, "spaces": 1},
        ]
    )
    table = Table(". . . .\n. . b .\nA . . .", A=hero(own), b=foe())

    table.act("A", "deed", "dash e")

    assert (table.at("A"), table.at("b")) == ("2,2", "2,0")


@rule("icon/move.no-stop-when-shared", "icon/move.collide")
def test_who_is_felled_on_its_way_over_the_fallen_lies_in_the_last_free_space_before() -> None:
    """Dangerous ground under the one who lies there."""
    table = Table("a B . C . D", a=foe(), B=hero(), C=hero(), D=hero())
    table.fell("C")
    table.combat.floor = with_at(table.combat.floor, 3, 2)
    table["B"].hp = 1

    table.shove("a", "B", 3, 2)

    assert (table["B"].able(), table.at("B")) == (False, "2,0")


# ---- terrain for a while -----------------------------------------------------------------------


@rule("icon/terrain.space-type", "icon/terrain.fall")
def test_raised_terrain_sinks_when_its_time_has_come_and_who_stands_on_it_falls() -> None:
    rise = {"op": "terrain", "height": 2, "where": "area", "until": "end-of-turn"}
    table = Table("A . . . . B b", A=hero(made(**BLAST, effect=[rise])), B=hero(), b=foe())
    table.act("A", "deed", "space 3,0")
    assert table.combat.levels == (0, 0, 2, 2, 2, 0, 0)
    table.combat.move(table["B"], 4)

    table.end("A")

    assert (table.combat.levels, table["B"].hp) == ((0,) * 7, 26)


@rule("icon/terrain.space-type")
def test_what_lies_above_the_ground_for_a_while_goes_space_by_space() -> None:
    table = Table("A . . . b", A=hero(), b=foe())
    combat = table.combat
    terrain.change(combat, 1, 1, TURN_START, 0)
    terrain.change(combat, 2, 1, TURN_START, 0)
    terrain.change(combat, 2, 2, TURN_END, 1)
    terrain.change(combat, 3, 1, TURN_START, 0)
    terrain.rise(combat, 3, 2, TURN_END, 1, solid=True)
    combat.patches.append(Patch(1, 2, 0, NEVER, 0, "jar-lamp"))
    assert (combat.floor, combat.toughness[3]) == ((0, 1, 2, 0, 0), 0)

    terrain.revert(combat, TURN_START, 0)
    assert (combat.floor, combat.levels) == ((0, 0, 2, 0, 0), (0, 0, 0, 2, 0))

    terrain.revert(combat, TURN_END, 1)
    assert (combat.floor, combat.levels) == ((0,) * 5, (0,) * 5)


@rule("icon/terrain.destructible")
def test_destroyed_terrain_is_plain_ground_whatever_lay_on_it_for_a_while() -> None:
    table = Table("A .1 . b", A=hero(), b=foe())
    combat = table.combat
    combat.toughness = with_at(combat.toughness, 1, 10)
    terrain.change(combat, 1, 1, NEVER, -1)
    terrain.change(combat, 1, 2, TURN_START, 0)
    terrain.change(combat, 1, 2, TURN_END, 1)
    combat.toughness = with_at(combat.toughness, 1, 10)
    combat.levels = with_at(combat.levels, 1, 1)
    terrain.wreck(combat, 1, 9)
    assert (combat.levels[1], combat.floor[1]) == (1, 2)

    terrain.change(combat, 2, 1, TURN_END, 1)
    terrain.wreck(combat, 1, 1)
    assert [one.cell for one in combat.patches] == [2]
    terrain.revert(combat, TURN_END, 1)
    terrain.revert(combat, TURN_START, 0)

    assert (combat.levels[1], combat.floor[1], combat.base[1], combat.patches) == (0, 0, 0, [])


@rule("icon/terrain.space-type")
@pytest.mark.parametrize(
    ("what", "levels"), [("", 1), ("raised", 2), ("edge", 0), ("summon", 0), ("object", 0)]
)
def test_a_space_is_raised_once_and_no_edge_nor_where_something_stands(
    what: str, levels: int
) -> None:
    rise = {"op": "terrain", "height": 1, "where": "area", "until": "combat"}
    rows = "A . ~ b" if what == "edge" else "A . .2 b" if what == "raised" else "A . . b"
    table = Table(rows, A=hero(made(**BLAST, effect=[rise])), b=foe())
    if what == "summon":
        table.combat.patches.append(Patch(2, 0, 0, NEVER, 0, "jar-lamp"))
    elif what == "object":
        table.combat.things = [Thing("object", [2])]
        table.combat.worked = [0]

    table.act("A", "deed", "space 1,0")

    assert table.combat.levels[2] == levels


# ---- the very first space ----------------------------------------------------------------------


@rule("icon/action.order-of-components")
def test_an_ally_near_a_target_in_the_very_first_space_is_found() -> None:
    near = {"op": "vigor", "multiple": 1, "who": "one-ally", "from": "target", "within": 1}
    own = made(target={"who": "foe", "range": 3}, effect=[near])
    table = Table("b C . A", A=hero(own), C=hero(), b=foe())

    table.act("A", "deed b", "ally C")

    assert table["C"].vigor == 7


@rule("icon/terrain.space-type")
def test_the_very_first_space_can_be_that_of_a_target() -> None:
    ice = {"op": "terrain", "kind": "difficult", "where": "target-space", "until": "combat"}
    own = made(target={"who": "foe", "range": 3}, effect=[ice])
    table = Table("b . . A", A=hero(own), b=foe())

    table.act("A", "deed b")

    assert table.combat.floor == (1, 0, 0, 0)


@rule("icon/geometry.adjacent")
@pytest.mark.parametrize(("rows", "vigor"), [("A C . b", 7), ("A . C b", 0)])
def test_adjacent_allies_are_those_next_to_one(rows: str, vigor: int) -> None:
    own = made(effect=[{"op": "vigor", "multiple": 1, "who": "adjacent-allies"}])
    table = Table(rows, A=hero(own), C=hero(), b=foe())

    table.act("A", "deed")

    assert table["C"].vigor == vigor


@rule("icon/terrain.fall", "icon/terrain.destructible")
@pytest.mark.parametrize(("height", "hp"), [(1, 28), (2, 26)])
def test_who_stands_on_terrain_of_height_1_that_is_destroyed_is_not_hurt(
    height: int, hp: int
) -> None:
    table = Table(f"A B{height} . b", A=hero(), B=hero(), b=foe())
    table.combat.toughness = with_at(table.combat.toughness, 1, 10 * height)

    terrain.wreck(table.combat, 1, 99)

    assert (table.combat.levels[1], table["B"].hp) == (0, hp)


@rule("icon/terrain.space-type")
def test_terrain_that_lasts_replaces_what_lay_there_for_a_while() -> None:
    table = Table("A . . b", A=hero(), b=foe())
    combat = table.combat
    terrain.change(combat, 1, 1, TURN_START, 0)
    terrain.change(combat, 2, 1, TURN_START, 0)
    combat.patches.append(Patch(1, 0, 0, NEVER, 0, "jar-lamp"))

    terrain.change(combat, 1, 2, NEVER, -1)
    assert [(one.cell, one.summon) for one in combat.patches] == [(2, ""), (1, "jar-lamp")]
    terrain.revert(combat, TURN_START, 0)

    assert combat.floor == (0, 2, 0, 0)


@rule("icon/terrain.destructible")
def test_terrain_in_the_very_first_space_is_attacked_too() -> None:
    table = Table(". . A b", A=hero(strike(range=2)), b=foe())
    table.combat.toughness = with_at(table.combat.toughness, 0, 10)
    assert table.refusal("A", "strike at 0,0") == ""

    table.act("A", "strike at 0,0", dice="d6 4 5")

    assert table.combat.toughness[0] == 1


@rule("icon/terrain.space-type")
def test_without_a_target_no_space_is_that_of_the_target() -> None:
    ice = {"op": "terrain", "kind": "difficult", "where": "target-space", "until": "combat"}
    own = made(target={"who": "foe", "range": 1, "optional": True}, effect=[ice])
    table = Table("A . . b", A=hero(own), b=foe())

    table.act("A", "deed")

    assert table.combat.floor == (0, 0, 0, 0)


# ---- the very first combatant ------------------------------------------------------------------


@rule("icon/action.order-of-components")
def test_an_ally_near_the_very_first_combatant_is_found_by_it() -> None:
    near = {"op": "vigor", "multiple": 1, "who": "one-ally", "from": "target", "within": 1}
    own = made(target={"who": "foe", "range": 4}, effect=[near])
    table = Table("A c . . b", A=hero(), b=foe(own), c=foe())

    table.act("b", "deed A", "ally c")

    assert table["c"].vigor == 7


@rule("icon/aoe.additional-effects", "icon/aoe.attack-and-area-spaces")
def test_the_very_first_combatant_is_attacked_and_takes_the_effect_of_the_area() -> None:
    own = made(
        **BLAST,
        attack={"mode": "ranged"},
        hit=[{"op": "damage", "amount": 5}],
        effect=[{"op": "damage", "amount": 1, "who": "area-foes"}],
    )
    table = Table("A . . . b", A=hero(), b=foe(own))

    table.act("b", "deed", "space 0,0", dice="d20 9")

    assert table["A"].hp == 22


@rule("icon/aoe.cover-from-origin")
def test_the_very_first_combatant_has_cover_from_an_area_that_attacks_it() -> None:
    own = made(**BLAST, attack={"mode": "ranged"}, hit=[{"op": "damage", "amount": 6}])
    table = Table("A .1 . . b", A=hero(), b=foe(own))

    table.act("b", "deed", "space 0,0", dice="d20 9")

    assert table["A"].hp == 25


@rule("icon/geometry.adjacent")
def test_those_next_to_the_very_first_combatant_are_next_to_the_target() -> None:
    own = made(
        target={"who": "foe", "range": 4},
        effect=[{"op": "damage", "amount": 1, "who": "area-adjacent-foes"}],
    )
    table = Table("A C . D b", A=hero(), C=hero(), D=hero(), b=foe(own))

    table.act("b", "deed A")

    assert [table[name].hp for name in "ACD"] == [28, 27, 28]


@rule("icon/sheet.traits-always-on", "icon/effect.summon")
def test_nothing_is_under_way_when_a_trait_or_a_summon_has_acted() -> None:
    trait = Trait("edge")
    trait.on = "you fail an edge save"
    one = hero()
    one.traits = [trait]
    table = Table("A . b", A=one, b=foe())
    table.combat.patches.append(Patch(1, 0, 0, NEVER, 1, "jar-lamp"))

    edge.spared(table.combat, table["A"])
    table.begin("A", "d20 10")

    assert table.combat.using == []


@rule("icon/terrain.space-type")
def test_the_space_of_the_very_first_combatant_can_be_that_of_a_target() -> None:
    ice = {"op": "terrain", "kind": "difficult", "where": "target-space", "until": "combat"}
    own = made(target={"who": "foe", "range": 3}, effect=[ice])
    table = Table(". A . b", A=hero(), b=foe(own))

    table.act("b", "deed A")

    assert table.combat.floor == (0, 1, 0, 0)


@rule("icon/effect.summon", "icon/status.vulnerable", "icon/surrender.when")
def test_damage_of_a_summon_is_no_abilitys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The vulnerable take no more of it, and nobody is asked for surrender."""
    table = Table("A . . b\n. B . .", A=hero(), B=hero(), b=foe())
    op = Op("damage")
    op.amount = 27
    lamp = Summon("lamp")
    lamp.ops = [op]
    monkeypatch.setitem(table.combat.library.summons, "lamp", lamp)
    table.combat.patches.append(Patch(1, 0, 0, NEVER, 2, "lamp"))
    table.give("A", "vulnerable")

    table.begin("A")
    assert table["A"].hp == 1
    op.amount = 28
    table.begin("B")

    assert not table["B"].able()


@rule("icon/action.delay", "icon/aoe.attack-space-without-foe")
def test_a_delayed_attack_attacks_no_ally_that_stands_in_its_attack_space() -> None:
    own = made(
        **BLAST,
        tags=["delay"],
        attack={"mode": "ranged"},
        hit=[{"op": "damage", "amount": 9}],
        area=[{"op": "damage", "amount": 2, "who": "area"}],
    )
    table = Table("A . . . . . b\n. . . . . . C", A=hero(own), b=foe(), C=hero())
    table.act("A", "deed", "space 4,0")
    table.combat.move(table["C"], table.cell("4,0"))

    table.begin("A")

    assert table["C"].hp == 26


@rule("icon/terrain.destructible", "icon/terrain.space-type")
def test_destructible_terrain_that_has_sunk_can_be_hit_no_more() -> None:
    rise = {"op": "terrain", "height": 1, "destructible": True, "where": "area"}
    own = made(**BLAST, effect=[{**rise, "until": "end-of-turn"}])
    table = Table("A . . . b", A=hero(own), b=foe())
    table.act("A", "deed", "space 2,0")
    assert table.combat.toughness == (0, 10, 10, 10, 0)

    table.end("A")

    assert table.combat.toughness == (0,) * 5


@rule("icon/effect.summon")
def test_only_summons_of_foes_act_on_who_starts_its_turn_beside_them() -> None:
    """No ally's, and no terrain that a foe has laid."""
    table = Table("A B . . b", A=hero(), B=hero(), b=foe())
    table.combat.patches = [
        Patch(2, 0, 0, NEVER, 0, "jar-lamp"),
        Patch(2, 1, 0, TURN_END, 2, ""),
        Patch(3, 0, 0, NEVER, 2, "jar-lamp"),
    ]

    assert traits.beside_summons(table.combat, table["B"]) == []
    assert traits.beside_summons(table.combat, table["b"]) == []
    table.combat.move(table["B"], 2)
    assert traits.beside_summons(table.combat, table["B"]) == [2]


@rule("icon/aoe.attack-space-sight", "icon/los.taller-blocks")
@pytest.mark.parametrize(("height", "seen"), [(1, True), (2, False)])
def test_a_space_is_seen_as_if_somebody_of_size_1_stood_there(height: int, *, seen: bool) -> None:
    table = Table(f"A . .{height} . . b", A=hero(), b=foe())

    assert sight.sees_cell(table.combat, table["A"], 3) == seen


@rule("icon/aoe.attack-and-area-spaces", "icon/terrain.space-type")
def test_the_area_line_leaves_the_ground_of_the_very_first_combatant_attacked_alone() -> None:
    ice = {"op": "terrain", "kind": "difficult", "where": "area", "until": "combat"}
    own = made(**BLAST, attack={"mode": "ranged"}, area=[ice])
    table = Table(". A . . b", A=hero(), b=foe(own))

    table.act("b", "deed", "space 1,0", dice="d20 9")

    assert table.combat.floor == (1, 0, 1, 0, 0)


@rule("icon/attack.height-range", "icon/aoe.blast")
@pytest.mark.parametrize(
    ("height", "shot", "farthest"), [(0, True, 4), (2, True, 3), (0, False, 2)]
)
def test_a_ranged_blast_from_a_height_reaches_farther_down_and_not_across(
    height: int, farthest: int, *, shot: bool
) -> None:
    """Range 2 from height 2; the space at 4 is at a height of 0 or 2, that at 3 is ground."""
    table = Table(f"A2 . . . .{height} . b", A=hero(), b=foe())

    found = patterns.centres(table.combat, table["A"], 0, 1, 2, shot=shot)

    assert max(found) == farthest


@rule("icon/effect.intangible", "icon/roll.save-ten")
def test_the_intangible_in_an_area_does_not_save() -> None:
    fails = {"op": "save", "who": "area-foes", "fail": [{"op": "damage", "amount": 2}]}
    table = Table("A . . b c", A=hero(made(**BLAST, effect=[fails])), b=foe(), c=foe())
    table.give("b", "intangible")

    table.act("A", "deed", "space 3,0", dice="d20 9")

    assert (table["b"].hp, table["c"].hp) == (28, 26)


@rule("icon/terrain.destructible", "icon/aoe.friendly-fire")
@pytest.mark.parametrize(("who", "left"), [("area", 6), ("area-foes", 10)])
def test_damage_to_everybody_in_an_area_is_to_its_terrain_too(who: str, left: int) -> None:
    own = made(**BLAST, effect=[{"op": "damage", "amount": 4, "who": who}])
    table = Table("A . .1 b", A=hero(own), b=foe())
    table.combat.toughness = with_at(table.combat.toughness, 2, 10)

    table.act("A", "deed", "space 3,0")

    assert (table.combat.toughness[2], table["b"].hp) == (left, 26), "b has cover"


@rule("icon/aoe.cover-from-origin", "icon/aoe.origin")
@pytest.mark.parametrize(("origin", "hp"), [("0,0", 24), ("1,1", 26)])
def test_a_large_users_area_is_seen_from_the_space_that_it_chose(origin: str, hp: int) -> None:
    """Terrain beside B lies between it and the lower of the user's spaces."""
    own = made(**BLAST, effect=[{"op": "damage", "amount": 4, "who": "area-foes"}])
    table = Table("a . . B . .\n. . .1 . . .", a=foe(own, size=2), B=hero())

    table.act("a", "deed", f"space {origin}", "space 3,0")

    assert table["B"].hp == hp


@rule("icon/move.shove-direction", "icon/geometry.distance")
@pytest.mark.parametrize(("key", "at"), [("along the row", "4,3"), ("along the column", "3,4")])
def test_the_origin_of_a_shove_by_an_area_is_one_space(key: str, at: str) -> None:
    """From 2,2 to 3,3 both offsets are 1, however large the shover is."""
    push = {"op": "shove", "spaces": 1, "who": "area-foes"}
    own = made(pattern={"shape": "blast", "size": 1, "range": 4}, effect=[push])
    rows = "\n".join(["a . . . . B"] + [". . . . . ."] * 5)
    table = Table(rows, a=foe(own, size=2), B=hero())
    table.combat.move(table["B"], table.cell("3,3"))

    table.act("a", "deed", "space 0,0", "space 2,2", key)

    assert table.at("B") == at
