"""What each status does."""

from __future__ import annotations

import pytest

from affray.core.errors import IllegalError
from affray.rulesets.icon import resource
from affray.rulesets.icon.damage import dealing, taking
from affray.rulesets.icon.ruleset import Icon
from affray.rulesets.icon.terms import ONGOING
from tests.icon.table import (
    Table,
    Use,
    ability,
    content_library,
    fighters,
    foe,
    hero,
    neighbours,
    sheet,
    strike,
)
from tests.rules import rule


@rule("icon/status.weakened", "icon/status.vulnerable", "icon/status.pacified")
@pytest.mark.parametrize(
    ("dealer", "target", "lost"), [("weakened", "", 3), ("pacified", "", 3), ("", "vulnerable", 6)]
)
def test_statuses_change_damage(dealer: str, target: str, lost: int) -> None:
    table = fighters()
    if dealer:
        table.give("A", dealer)
    if target:
        table.give("b", target)

    dealing.deal(table.combat, Use(0, 1, strike()), taking.Damage(0, 1, 5))

    assert table["b"].hp == 28 - lost


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


RULES = Icon(content_library().maker.library)


@rule("icon/status.ongoing", "icon/effect.mark")
def test_what_a_trait_or_a_mark_imposes_is_shown() -> None:
    one = foe()
    one.traits = [content_library().maker.trait_of("ponderous")]
    table = Table("A . b", A=hero(), b=one)
    table.mark("b", "A", "called-shot")

    assert RULES.marks(table.combat, table["b"].index) == ["slow"]
    assert RULES.marks(table.combat, table["A"].index) == [
        "called-shot",
        "vulnerable",
    ]

    table.inflict("A", "vulnerable", 1)
    table.mark("b", "A", "called-shot")

    assert RULES.marks(table.combat, table["A"].index).count("vulnerable") == 1


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


@rule("icon/status.immobile", "icon/effect.unstoppable")
@pytest.mark.parametrize(("id", "swaps"), [("immobile", False), ("calm", True)])
def test_nobody_trades_places_with_an_ally_that_cannot_be_moved(id: str, *, swaps: bool) -> None:
    table = Table("A B . c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table.give("B", id)

    table.swap("A", "B")

    assert (table.at("A") == "1,0") == swaps


@rule("icon/status.slashed", "icon/move.teleport")
def test_who_trades_spaces_with_a_foe_has_moved_and_the_foe_has_not() -> None:
    table = Table("A b . .", A=sheet(), b=sheet(pc=False))
    for name in "Ab":
        table.give(name, "slashed")

    table.swap("A", "b")

    assert (table["A"].hp, table["b"].hp) == (26, 28)


@rule("icon/status.no-stacking")
def test_a_status_gained_again_changes_nothing() -> None:
    table = neighbours()
    table.inflict("A", "dazed", 1)
    table.inflict("A", "dazed", 1)

    assert len(table["A"].effects) == 1


@rule("icon/status.no-stacking", "icon/status.ongoing")
def test_one_source_that_makes_it_ongoing_makes_it_ongoing() -> None:
    table = neighbours()
    table.inflict("A", "vulnerable", 1)
    table.ongoing("A", "vulnerable", 1)
    table.inflict("A", "vulnerable", 1)

    assert [held.n for held in table["A"].effects] == [ONGOING]


@rule("icon/status.blinded")
def test_the_blinded_reach_two_spaces() -> None:
    rows = "A . b c . ."
    one = sheet(abilities=[ability("cold-snap")])
    table = Table(rows, A=one, b=sheet(pc=False), c=sheet(pc=False))
    assert table.refusal("A", "cold-snap c") == ""

    table.give("A", "blinded")

    assert table.refusal("A", "cold-snap b") == ""
    assert table.refusal("A", "cold-snap c") == "attack.target-hostile"
    assert table.refusal("A", "whack b") == ""
    assert table.refusal("A", "whack c") == "attack.target-hostile"


@rule("icon/status.blinded")
def test_the_blinded_place_areas_within_two() -> None:
    table = neighbours("A . . . . b", mine="snare-loop")
    table.give("A", "blinded")

    with pytest.raises(Exception, match="that space cannot be chosen"):
        table.act("A", "snare-loop", "space 3,0")
    table["A"].used = (0,) * len(table["A"].used)
    table["A"].actions = 2
    table.act("A", "snare-loop", "space 2,0")

    assert table.combat.difficult(table.cell("3,0"))


@rule("icon/status.dazed")
def test_the_dazed_have_a_curse_on_attack_rolls_but_not_on_saves() -> None:
    table = neighbours()
    table.give("A", "dazed")

    table.act("A", "strike b", dice="d20 11 d6 3")
    table.end("A", "d20 10")

    assert table["b"].hp == 28
    assert not table.holds("A", "dazed")


@rule("icon/status.hatred")
def test_hatred_halves_damage_to_every_foe_but_the_hated_one() -> None:
    table = Table("A . C\n. . .\n. . b", A=sheet(), C=sheet(), b=sheet(pc=False))
    table.give("b", "hatred", source=0)

    table.hurt("A", 5, by="b")
    table.hurt("C", 5, by="b")

    assert (table["A"].hp, table["C"].hp) == (23, 25)


@rule("icon/status.hatred")
def test_hatred_does_not_halve_damage_to_allies() -> None:
    table = Table("A . C\n. . .\n. . b", A=sheet(), C=sheet(), b=sheet(pc=False))
    table.give("C", "hatred", source=2)

    table.hurt("A", 5, by="C")

    assert table["A"].hp == 23


@rule("icon/status.hatred")
def test_hatred_ends_with_the_bearers_next_turn_before_saves() -> None:
    table = neighbours()
    table.inflict("b", "hatred", 0)

    table.end("A")
    assert table.holds("b", "hatred")
    table.begin("b")
    table.end("b")  # no die

    assert not table.holds("b", "hatred")


@rule("icon/status.hatred")
def test_hatred_gained_in_the_own_turn_lasts_to_the_end_of_the_next() -> None:
    table = neighbours()
    table.begin("b")
    table.inflict("b", "hatred", 0)

    table.end("b", "d20 9")
    assert table.holds("b", "hatred")
    table.begin("b")
    table.end("b")

    assert not table.holds("b", "hatred")


@rule("icon/status.hatred")
def test_a_new_hatred_replaces_the_old_and_ends_with_the_hated_one() -> None:
    table = Table("A . C\n. . .\n. . b", A=sheet(), C=sheet(), b=sheet(pc=False))
    table.inflict("b", "hatred", 0)
    table.inflict("b", "hatred", 1)

    table.hurt("A", 5, by="b")
    assert table["A"].hp == 25
    table.fell(0)
    assert table.holds("b", "hatred")
    table.fell(1)

    assert not table.holds("b", "hatred")


@rule("icon/status.pacified")
def test_being_pacified_ends_with_damage_of_a_foe_only() -> None:
    table = Table("A B c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table.give("A", "pacified")

    table.hurt("A", 1)
    table.hurt("A", 1, by="B")
    assert table.holds("A", "pacified")
    table.hurt("A", 1, by="c")

    assert not table.holds("A", "pacified")


@rule("icon/status.pacified", "icon/damage.minimum-zero")
def test_damage_reduced_to_nothing_does_not_end_being_pacified() -> None:
    table = Table("A b", A=sheet(armor=1), b=sheet(pc=False))
    table.give("A", "pacified")

    table.hurt("A", 1, by="b")

    assert table.holds("A", "pacified")


@rule("icon/status.pacified", "icon/status.hatred", "icon/damage.order")
def test_the_dealers_halvings_count_once() -> None:
    table = Table("A . C\n. . .\n. . b", A=sheet(), C=sheet(), b=sheet(pc=False))
    table.give("b", "pacified")
    table.give("b", "hatred", source=1)

    table.hurt("A", 5, by="b")

    assert table["A"].hp == 25


@rule("icon/status.sealed")
def test_the_sealed_inflict_blights_marks_and_damage_but_no_status() -> None:
    """Cold Snap: damage and frostbite, but no save against slow of its blightboost."""
    table = neighbours("A . b", mine="cold-snap tangle jar-throw")
    table.give("A", "sealed")
    table.give("b", "burning")

    table.act("A", "cold-snap b", dice="d20 9 d6 4")
    table.act("A", "tangle b")

    assert table["b"].hp == 24
    assert table.holds("b", "frostbite")
    assert table.holds("b", "tangled")
    assert not table.holds("b", "slow")


@rule("icon/status.shattered")
def test_the_shattered_gain_no_vigor_and_what_they_have_absorbs_nothing() -> None:
    table = neighbours()
    table["b"].vigor = 7
    table.give("b", "shattered")

    resource.give_vigor(table.combat, table["b"], 1)
    table.hurt("b", 5)

    assert (table["b"].hp, table["b"].vigor) == (23, 7)


@rule("icon/status.slashed")
def test_the_slashed_are_cut_after_the_first_movement_of_a_turn() -> None:
    table = Table("A . . . . b", A=sheet(armor=1), b=sheet(pc=False))
    table.give("A", "slashed")
    table.begin("A")

    table.act("A", "move", "move 1,0 2,0")
    assert table["A"].hp == 26
    table.act("A", "run", "move 3,0")
    assert table["A"].hp == 26
    table.begin("b")
    table.shove("b", "A", 1, 6)

    assert table["A"].hp == 26, "moved by a foe"


@rule("icon/status.slashed")
def test_the_slashed_are_cut_when_an_ally_moves_them() -> None:
    table = Table("A B . . b", A=sheet(), B=sheet(), b=sheet(pc=False))
    table.give("B", "slashed")

    table.shove("A", "B", 1, 2)
    assert table["B"].hp == 26
    table.begin("b")  # another turn
    table.swap("A", "B")

    assert table["B"].hp == 24


@rule("icon/status.slashed")
def test_the_slashed_are_not_cut_by_a_move_that_goes_nowhere() -> None:
    table = Table("A . b", A=sheet(), b=sheet(pc=False))
    table.give("A", "slashed")

    table.act("A", "move", "stop")

    assert table["A"].hp == 28


@rule("icon/status.stunned")
def test_the_first_action_of_the_stunned_ends_turn_and_status() -> None:
    table = Table("A . . b", A=sheet(), b=sheet(pc=False))
    table.give("A", "stunned")

    table.act("A", "move", "move 1,0")
    assert table.combat.active == 0
    table.act("A", "whack b")

    assert table.combat.active == -1
    assert table["b"].hp == 27
    assert not table.holds("A", "stunned")


@rule("icon/status.stunned", "icon/status.end-turn-saves")
def test_the_stunned_may_save_after_a_turn_without_action() -> None:
    table = Table("A . . b", A=sheet(), b=sheet(pc=False))
    table.give("A", "stunned")

    table.end("A", "d20 10")

    assert not table.holds("A", "stunned")


@rule("icon/status.vulnerable")
def test_the_vulnerable_take_one_more_before_armor_from_what_somebody_does() -> None:
    table = Table("A b", A=sheet(armor=2), b=sheet(pc=False))
    table.give("A", "vulnerable")

    table.hurt("A", 2, by="b")
    assert table["A"].hp == 27
    table.hurt("A", 3)

    assert table["A"].hp == 26, "terrain is no ability"


@rule("icon/status.weakened")
def test_the_weakened_deal_two_less_before_halving_but_not_when_they_pierce() -> None:
    table = Table("A b", A=sheet(gives=["resistance"]), b=sheet(pc=False))
    table.give("b", "weakened")

    table.hurt("A", 7, by="b")
    assert table["A"].hp == 25
    table.hurt("A", 7, by="b", pierce=True)
    assert table["A"].hp == 21
    table.hurt("A", 2, by="b")

    assert table["A"].hp == 21


@rule("icon/status.immobile")
def test_the_immobile_cannot_move_or_be_moved() -> None:
    table = Table("A b . .\n. . . .", A=sheet(abilities=[ability("smoke-step")]), b=sheet(pc=False))
    table.give("A", "immobile")

    assert table.refusal("A", "move") == "status.immobile"
    assert table.refusal("A", "run") == "status.immobile"
    assert table.refusal("A", "dash") == "status.immobile"
    table.act("A", "smoke-step")
    assert not table.shove("b", "A", 1, 4)
    table.swap("A", "b")
    table.end("A")

    assert table.at("A") == "0,0"
    assert table.holds("A", "immobile"), "no status: no save"


@rule("icon/status.no-stacking", "icon/effect.stealth")
@pytest.mark.parametrize(
    ("first", "then", "left"),
    [
        ("end-of-turn", "end-of-turn", False),
        ("end-of-turn", "combat", True),
        ("combat", "end-of-turn", True),
    ],
)
def test_an_effect_lasts_as_long_as_the_longest_grant_of_it(
    first: str, then: str, *, left: bool
) -> None:
    table = neighbours()
    table.begin("A")
    table.grant("A", "evasion", 0, first)
    table.grant("A", "evasion", 0, then)

    table.end("A")

    assert table.holds("A", "evasion") == left
