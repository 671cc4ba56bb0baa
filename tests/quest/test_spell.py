"""Spells: cast times, options, channeling, upkeep, what each does."""

from __future__ import annotations

import pytest

from affray.rulesets.quest.choice.target import Goal
from affray.rulesets.quest.condition import modifiers, states
from affray.rulesets.quest.condition.modifiers import agility, undetected
from affray.rulesets.quest.death import drop_out
from affray.rulesets.quest.movement import rates
from affray.rulesets.quest.resource import spending
from affray.rulesets.quest.ruleset import Quest
from affray.state.paths import put
from tests.quest.table import Table, unit
from tests.rules import rule

SWORD = ["longsword"]


# ---- casting -----------------------------------------------------------------------------------


@rule("quest/spell.cast-time", "quest/spell.mp-cost")
def test_a_spell_takes_effect_when_its_last_action_is_paid_and_costs_mp_then() -> None:
    table = Table("A B . b", A=unit(mp=20, spells=["deep-healing"]), B=unit(), b=unit())
    table["B"].hp = 10

    table.act("A", "cast deep-healing with ma")
    assert table["A"].mp == 20
    assert table["B"].hp == 10
    table.act("A", "cast deep-healing with aa", "no option", "target B", dice="d6 1 2 3")

    assert table["A"].mp == 15
    assert table["B"].hp == 20


@rule("quest/spell.cast-time-not-bonus")
def test_bonus_actions_pay_no_cast_time() -> None:
    table = Table("A . b", A=unit(mp=20, spells=["mend"]), b=unit())
    table.begin_turn("A")
    table["A"].aa = 0

    assert not [one for one in table.offers("A") if one.startswith("cast")]


@rule("quest/spell.notes-options")
def test_an_option_is_paid_with_bas_of_the_turn_when_the_spell_takes_effect() -> None:
    table = Table("A . b", A=unit(mp=20, spells=["ember-dart"]), b=unit())

    table.act("A", "cast ember-dart with aa", "option for 2 ba", dice="d20 15 d8 1 d4 2 3")

    assert table["b"].hp == 50 - 6
    assert table["A"].ba == 0
    once = Table("A . b", A=unit(mp=20, spells=["kindle"]), b=unit())
    assert once.offers("A", "cast kindle with aa") == ["no option", "option for 1 ba"]


@rule("quest/spell.mp-cost")
def test_what_costs_more_than_one_has_cannot_be_begun() -> None:
    table = Table("A . b", A=unit(mp=1, spells=["mend", "ember-dart"]), b=unit())

    assert table.why_not("A", "cast mend with aa") == "spell.mp-cost"
    assert table.why_not("A", "cast ember-dart with aa") == ""


@rule("quest/spell.known")
def test_only_known_spells_can_be_cast() -> None:
    table = Table("A . b", A=unit(mp=20, spells=["mend"]), b=unit())

    casts = [one for one in table.offers("A") if one.startswith("cast")]

    assert casts == ["cast mend with aa"]


@rule("quest/spell.range-and-sight", "quest/spell.mp-cost")
def test_out_of_range_when_it_takes_effect_it_fails_and_costs_only_the_actions() -> None:
    table = Table("A . . . . . . . b . .", A=unit(mp=20, spells=["numbing-word"]), b=unit())

    table.act("A", "cast numbing-word with aa")
    table.act("A", "cast numbing-word with ma")

    assert (table["A"].mp, table["A"].aa, table["A"].ma) == (20, 0, 0)
    assert table["A"].casting == -1
    assert table.told("fails to cast")


@rule("quest/spell.range-and-sight")
def test_an_option_may_bring_a_target_into_range() -> None:
    table = Table("A . . . . . . . . . b", A=unit(mp=20, spells=["frost-bind"]), b=unit())

    table.act("A", "cast frost-bind with aa", dice="d20 15 d4 1")

    assert table["A"].ba == 1
    walled = Table("A # b", A=unit(mp=20, spells=["frost-bind"]), b=unit())
    assert walled.why_not("A", "cast frost-bind with aa") == "spell.range-and-sight"


@rule("quest/spell.one-cast-under-way")
def test_beginning_another_cast_cancels_the_first() -> None:
    table = Table("A . b", A=unit(mp=20, spells=["storm-column", "numbing-word"]), b=unit())
    table.act("A", "cast storm-column with aa")

    table.act("A", "cast numbing-word with ma")

    assert table["A"].casting == 1
    assert (table["A"].paid_aa, table["A"].paid_ma) == (0, 1)


# ---- channeling --------------------------------------------------------------------------------


@rule("quest/channel.definition", "quest/channel.flat-footed")
def test_a_long_cast_is_channeled_from_its_first_payment_until_it_takes_effect() -> None:
    """2 AA: TN 5 from the first payment until the second, then normal."""
    table = Table(
        "A . . b",
        A=unit(agi=3, mp=20, spells=["summon-stone-warden"], level=2),
        b=unit(weapons=["longbow"]),
    )
    assert table.tn("A", "b", "longbow") == 13
    table.act("A", "cast summon-stone-warden with aa")
    assert table.tn("A", "b", "longbow") == 5
    table.end("A", "keep facing")
    assert table.tn("A", "b", "longbow") == 5
    table.act("A", "cast summon-stone-warden with aa", "no option", "at 1,0", "facing e", "pass")
    assert table.tn("A", "b", "longbow") == 13


@rule("quest/channel.flat-footed")
def test_the_channel_is_over_before_the_spells_own_attacks_are_struck_back() -> None:
    table = Table(
        "A b .",
        A=unit(agi=3, mp=20, spells=["storm-column"]),
        b=unit(weapons=SWORD),
    )
    table["A"].casting = 0
    table["A"].paid_aa = table["A"].paid_ma = 1

    table.act(
        "A",
        "cast storm-column with aa",
        "no option",
        "at 2,0",
        "b: strike A with longsword unaimed",
        dice="d20 1 d4 1 d20 12",
    )

    assert table["A"].hp == 50  # 12 misses TN 13


@rule("quest/channel.split-by-choice")
def test_a_short_cast_split_over_turns_is_channeled_from_the_end_of_the_first() -> None:
    table = Table("A . b", A=unit(agi=2, mp=20, spells=["numbing-word"]), b=unit(weapons=SWORD))
    table.act("A", "cast numbing-word with ma")
    assert not modifiers.channeling(table["A"])
    table.end("A", "keep facing")
    assert modifiers.channeling(table["A"])
    table.act("A", "cast numbing-word with aa", "no option", dice="d20 15")
    assert not modifiers.channeling(table["A"])
    assert table["b"].has(states.PARALYSED)


@rule("quest/channel.cancel")
def test_a_channel_may_be_cancelled_in_the_own_turn_for_nothing() -> None:
    table = Table("A . b", A=unit(mp=20, spells=["storm-column"]), b=unit())
    table.act("A", "cast storm-column with aa")

    table.act("A", "cancel storm-column")

    assert not modifiers.channeling(table["A"])
    assert (table["A"].mp, table["A"].ma, table["A"].ba) == (20, 1, 2)
    kept = Table("A . b", A=unit(mp=20, spells=["stone-skin"]), b=unit())
    kept.act("A", "cast stone-skin with aa", "no option")
    kept.act("A", "end stone-skin on A")
    assert not modifiers.channeling(kept["A"])
    assert not kept["A"].has(states.STONE_SKINNED)


@rule("quest/channel.lapse")
def test_a_cast_to_which_nothing_is_paid_in_a_turn_lapses() -> None:
    table = Table("A . b", A=unit(mp=20, spells=["storm-column"]), b=unit())
    table.act("A", "cast storm-column with aa")
    table.end("A", "keep facing")
    assert table["A"].casting == 0
    table.end("A", "keep facing")

    assert table["A"].casting == -1


@rule("quest/channel.not-broken-by-damage")
def test_damage_and_falls_do_not_break_it_but_being_frozen_does() -> None:
    table = Table(
        "A . b", A=unit(mp=20, spells=["storm-column"]), b=unit(str_=8, weapons=["longbow"])
    )
    table.act("A", "cast storm-column with aa")
    table.act("b", "attack A with longbow", "slowing", dice="d20 15 d8 8")
    table["A"].prone = True
    assert modifiers.channeling(table["A"])
    table.give("A", "frozen")
    assert not modifiers.channeling(table["A"])
    for state in ("paralysed", "bound"):
        other = Table("A . b", A=unit(mp=20, spells=["stone-skin"]), b=unit())
        other.act("A", "cast stone-skin with aa", "no option")
        other.give("A", state)
        assert not other["A"].kept


@rule("quest/channel.not-broken-by-damage", "quest/channel.split-by-choice")
def test_whoever_is_frozen_by_word_alone_does_not_go_on_casting() -> None:
    """A short cast is not channeled before the turn ends, so nothing refuses the edit."""
    table = Table("A . b", A=unit(mp=20, spells=["numbing-word"]), b=unit())
    table.act("A", "cast numbing-word with ma")
    put(table.combat, Quest(), "A.frozen", 1)
    table.end("A")

    assert table["A"].casting == -1
    assert not modifiers.channeling(table["A"])
    assert table["A"].mp == 20


@rule("quest/channel.upkeep", "quest/channel.flat-footed")
def test_upkeep_is_paid_at_the_start_of_each_turn_or_the_spell_ends() -> None:
    table = Table("A . b", A=unit(mp=4, spells=["hex-of-lead"]), b=unit(agi=2, weapons=SWORD))
    table.act("A", "cast hex-of-lead with aa", "no option", dice="d20 15")
    assert table["A"].mp == 2
    assert agility(table["b"]) == 0
    assert table.tn("A", "b") == 5
    table["A"].acted = False
    table.start("A", "act", "keep hex-of-lead on b")
    assert table["A"].mp == 1
    table["A"].acted = False
    table["A"].mp = 0
    table.start("A", "act")  # it cannot pay: nobody is asked

    assert agility(table["b"]) == 2
    assert not modifiers.channeling(table["A"])


@rule("quest/action.ba-toggle")
def test_a_toggled_spell_has_no_effect_no_upkeep_and_is_not_channeled() -> None:
    table = Table("A . b", A=unit(mp=9, spells=["stone-skin", "hex-of-lead"]), b=unit())
    table.act("A", "cast stone-skin with aa", "no option")
    table.act("A", "toggle stone-skin on A")
    assert not table["A"].has(states.STONE_SKINNED)
    assert not modifiers.channeling(table["A"])
    table["A"].acted = False
    table.start("A", "act")
    assert table["A"].mp == 6
    table.act("A", "toggle stone-skin on A")
    assert table["A"].has(states.STONE_SKINNED)
    assert table["A"].ba == 1
    table.act("A", "cast hex-of-lead with aa", "no option", dice="d20 15")
    assert table.why_not("A", "toggle hex-of-lead on b") == "action.ba-toggle"


@rule("quest/channel.upkeep")
def test_a_spell_ends_with_its_caster_and_with_its_target() -> None:
    table = Table("A B b .", A=unit(mp=9, spells=["stone-skin"]), B=unit(), b=unit())
    table.act("A", "cast stone-skin with aa", "no option", "target B")
    drop_out(table.combat, table["A"], 1, "death.zero-hit-points")
    assert not table["B"].has(states.STONE_SKINNED)
    other = Table("A B b .", A=unit(mp=9, spells=["stone-skin"]), B=unit(), b=unit())
    other.act("A", "cast stone-skin with aa", "no option", "target B")
    drop_out(other.combat, other["B"], 1, "death.zero-hit-points")
    assert not other["A"].kept


# ---- what spells do ----------------------------------------------------------------------------


@rule("quest/disengage.price")
def test_slipping_away_disengages_and_moves_three() -> None:
    table = Table(
        """
        b A . . . .
        . B . . . .
        """,
        A=unit(mp=9, spells=["slip-away"]),
        B=unit(),
        b=unit(weapons=SWORD),
    )

    table.act("A", "cast slip-away with ma", "option for 1 ba", "move", "move 4,0")

    assert table["A"].disengaged
    assert table["B"].disengaged
    assert table.at("A") == "4,0"


@rule("quest/gm.detection")
def test_a_veil_hides_from_all_enemies() -> None:
    table = Table("A B . b c", A=unit(mp=9, spells=["veil"]), B=unit(), b=unit(), c=unit())

    table.act("A", "cast veil with aa", "no option", "target B")

    assert undetected(table["B"], table["b"])
    assert undetected(table["B"], table["c"])


@rule("quest/attack.disarm")
def test_snatched_iron_may_fly_into_the_casters_hand() -> None:
    table = Table(
        "A . . b",
        A=unit(mp=9, spells=["snatch-iron"]),
        b=unit(weapons=["mace"], feats=["iron-grip"]),
    )

    table.act("A", "cast snatch-iron with aa", "option for 1 ba", dice="d20 14")

    assert table.holding("A") == ["mace"]
    empty = Table("A . . b", A=unit(mp=9, spells=["snatch-iron"]), b=unit())
    assert empty.why_not("A", "cast snatch-iron with aa") == "spell.range-and-sight"


@rule("quest/condition.bound")
def test_a_net_may_be_woven_tighter() -> None:
    table = Table("A . . b", A=unit(mp=9, spells=["tangle-net"]), b=unit())

    table.act("A", "cast tangle-net with aa", "option for 1 ba", dice="d20 15")
    table.act("b", "break free", dice="d20 15")
    assert table["b"].bound()
    table["b"].aa = 1
    table.act("b", "break free", dice="d20 16")

    assert not table["b"].bound()


@rule("quest/turn.allowance")
def test_one_who_is_quickened_has_a_bonus_action_and_two_spaces_more() -> None:
    table = Table("A B . b", A=unit(mp=9, spells=["quicken"]), B=unit(), b=unit())

    table.act("A", "cast quicken with aa", "no option", "target B")

    assert spending.bonus_actions(table["B"]) == 3
    assert rates.movement(table.combat, table["B"]) == 8


@rule(
    "quest/setup.unthralled-vanish-at-start", "quest/thrall.when-paid", "quest/summon.thralls-count"
)
def test_unthralled_summons_vanish_when_the_battle_commences() -> None:
    """Level 3 with one thralled and two un-thralled: two are removed; 1 of 3 slots is in use."""
    table = Table(
        "A B C D . b",
        opening=True,
        A=unit(level=3),
        B=unit(),
        C=unit(),
        D=unit(),
        b=unit(),
        thralls={"B": "A"},
        summoned={"C": "A", "D": "A"},
    )

    table.step("A: pass", "A: pass")

    assert [table[name].present for name in "BCD"] == [True, False, False]
    assert spending.free_slots(table.combat, table["A"]) == 2


@pytest.mark.parametrize(
    ("id", "usual"), [("ember-dart", "target b"), ("deep-healing", "target A")]
)
def test_by_default_an_attack_is_meant_for_the_first_enemy(id: str, usual: str) -> None:
    table = Table("A B . b", A=unit(mp=20, spells=[id]), B=unit(), b=unit())
    known = table.combat.library.spells[id]

    asked = Goal(table.combat, table["A"], known, [0, 1, 2], "spell.target")

    assert asked.key(asked.fallback()) == usual


# ---- calling up, keeping, healing --------------------------------------------------------------


@rule("quest/spell.notes-options")
def test_a_servant_comes_with_a_spear_instead_of_its_own_weapon() -> None:
    table = Table("A . . b", A=unit(mp=9, spells=["raise-bone-servant"]), b=unit())

    table.act(
        "A",
        "cast raise-bone-servant with aa",
        "option for 1 ba",
        "at 1,0",
        "facing e",
        "pass",
    )

    assert table.holding("bone-servant-1") == ["spear"]
    assert table.carrying("bone-servant-1") == []


@rule("quest/disengage.price", "quest/spell.notes-options")
def test_of_two_adjacent_allies_one_is_chosen_to_slip_away_and_one_alone_is_not_asked() -> None:
    rows = "B A C . .\n. . . . b"
    table = Table(rows, A=unit(mp=9, spells=["slip-away"]), B=unit(), C=unit(), b=unit())
    table.act("A", "cast slip-away with ma", "option for 1 ba", "target C", "move", "stop")
    assert [table[name].disengaged for name in "ABC"] == [True, False, True]

    alone = Table("C A . B b", A=unit(mp=9, spells=["slip-away"]), B=unit(), C=unit(), b=unit())
    alone.act("A", "cast slip-away with ma", "option for 1 ba", "move", "stop")
    assert [alone[name].disengaged for name in "ABC"] == [True, False, True]


@rule("quest/attack.disarm", "quest/move.max-capacity", "quest/attack.hands")
@pytest.mark.parametrize(
    ("strength", "weapons", "held"),
    [(-3, ["dagger"], True), (-3, ["longsword"], False), (0, ["longsword", "mace"], False)],
)
def test_snatched_iron_needs_a_free_hand_and_room_to_the_last_bulk(
    strength: int, weapons: list[str], held: bool
) -> None:
    """Capacity 4 at Strength -3: a maul of 4 with nothing fits, with a dagger it does not."""
    caster = unit(str_=strength, mp=9, weapons=weapons, spells=["snatch-iron"])
    caster.drawn = list(caster.weapons)
    prize = {"dagger": "greatsword", "longsword": "greatsword"}[weapons[0]]
    if weapons == ["dagger"]:
        caster.drawn = []
        caster.weapons = []
        prize = "maul"
    table = Table("A . . b", A=caster, b=unit(weapons=[prize]))

    table.act("A", "cast snatch-iron with aa", "option for 1 ba", dice="d20 14")

    assert (prize in table.holding("A")) is held
    assert table.lying() == ([] if held else [f"{prize} at 0,0"])


@rule("quest/disarmed.where-it-lands", "quest/spell.notes-options")
def test_without_its_option_snatched_iron_falls_beside_its_holder() -> None:
    table = Table("A . . b", A=unit(mp=9, spells=["snatch-iron"]), b=unit(weapons=["mace"]))

    table.act("A", "cast snatch-iron with aa", "no option", dice="d20 14")

    assert table.holding("A") == []
    assert table.lying() == ["mace at 2,0"]


@rule("quest/channel.split-by-choice", "quest/channel.flat-footed")
def test_a_short_cast_begun_anew_is_no_channel_though_an_earlier_one_was_split() -> None:
    table = Table("A . . b", A=unit(mp=9, spells=["deep-healing"]), b=unit())
    table.act("A", "cast deep-healing with aa")
    table.end("A", "keep facing")
    assert modifiers.channeling(table["A"])
    table.next_round()
    table.start("A", "act")

    table.act("A", "cancel deep-healing")
    table.act("A", "cast deep-healing with ma")

    assert not modifiers.channeling(table["A"])
    table.end("A", "keep facing")
    assert modifiers.channeling(table["A"])


@rule("quest/channel.upkeep", "quest/death.out-of-battle")
def test_a_caster_that_drops_out_keeps_nothing_up_not_even_what_is_toggled_off() -> None:
    table = Table("A B . b", A=unit(mp=9, spells=["stone-skin"]), B=unit(), b=unit())
    table.act("A", "cast stone-skin with aa", "no option", "target B")
    table.act("A", "toggle stone-skin on B")
    assert table["A"].kept

    drop_out(table.combat, table["A"], 1, "death.zero-hit-points")

    assert table["A"].kept == []


@rule("quest/channel.upkeep", "quest/condition.same-state-once")
def test_a_spell_kept_up_on_two_targets_is_kept_for_each_and_once_for_each() -> None:
    table = Table("B A C . b", A=unit(mp=20, spells=["stone-skin"]), B=unit(), C=unit(), b=unit())
    for target in "BCB":
        table.begin_turn("A")
        table["A"].aa = 1
        table.act("A", "cast stone-skin with aa", "no option", f"target {target}")

    assert [table.combat.units[one.target].name for one in table["A"].kept] == ["C", "B"]


@rule("quest/channel.upkeep", "quest/condition.same-state-once")
def test_a_state_kept_up_by_two_stays_while_either_keeps_it() -> None:
    keeper = unit(mp=20, spells=["stone-skin", "quicken"])
    table = Table("A B C . b", A=keeper, B=unit(), C=keeper, b=unit())
    for name in "AC":
        table.act(name, "cast stone-skin with aa", "no option", "target B")
    table["A"].aa = 1
    assert table["B"].has(states.STONE_SKINNED)

    table.act("A", "toggle stone-skin on B")
    assert table["B"].has(states.STONE_SKINNED)
    table.act("C", "end stone-skin on B")

    assert not table["B"].has(states.STONE_SKINNED)


@rule("quest/channel.upkeep")
def test_what_one_keeps_on_another_or_of_another_kind_keeps_nothing_here() -> None:
    keeper = unit(mp=20, spells=["stone-skin", "quicken"])
    table = Table("A B C . b", A=keeper, B=unit(), C=keeper, b=unit())
    table.act("A", "cast stone-skin with aa", "no option", "target B")
    table.begin_turn("C")
    table["C"].aa = 2
    table.act("C", "cast stone-skin with aa", "no option", "target C")
    table.act("C", "cast quicken with aa", "no option", "target B")

    table.act("A", "end stone-skin on B")

    assert not table["B"].has(states.STONE_SKINNED)
    assert table["C"].has(states.STONE_SKINNED)
    assert table["B"].has(states.QUICKENED)


@rule("quest/spell.notes-options", "quest/disengage.price")
def test_without_the_option_no_ally_slips_away() -> None:
    table = Table("B A . . b", A=unit(mp=9, spells=["slip-away"]), B=unit(), b=unit())

    table.act("A", "cast slip-away with ma", "no option", "move", "stop")

    assert table["A"].disengaged
    assert not table["B"].disengaged


@rule("quest/spell.mp-cost", "quest/spell.cast-time")
def test_a_cast_of_several_actions_is_begun_with_its_mp_and_goes_on_without() -> None:
    """A storm column: two AA, one MA and 6 MP."""
    rows = "A . . . b"
    poor = Table(rows, A=unit(mp=5, spells=["storm-column"]), b=unit())
    assert poor.why_not("A", "cast storm-column with aa") == "spell.mp-cost"
    assert poor.why_not("A", "cast storm-column with ma") == "spell.mp-cost"

    table = Table(rows, A=unit(mp=6, spells=["storm-column"]), b=unit())
    table.act("A", "cast storm-column with aa")
    table["A"].mp = 5
    assert table.why_not("A", "cast storm-column with ma") == ""
    table.act("A", "cast storm-column with ma")
    table["A"].aa = 1
    assert table.why_not("A", "cast storm-column with aa") == "spell.mp-cost"


@rule("quest/death.out-of-battle", "quest/spell.range-and-sight")
def test_the_gone_are_no_targets_of_spells() -> None:
    caster = unit(mp=9, spells=["mend", "frost-bind"])
    table = Table("b c . . B A", A=caster, B=unit(), b=unit(), c=unit())
    drop_out(table.combat, table["B"], 1, "death.zero-hit-points")
    drop_out(table.combat, table["c"], 1, "death.zero-hit-points")

    table.act("A", "cast frost-bind with aa", "no option", dice="d20 2")  # b alone: not asked
    table["A"].aa = 1
    table["A"].hp = 40
    table.act("A", "cast mend with aa", "no option", dice="d8 1")

    assert table["A"].hp == 44


@rule("quest/channel.upkeep")
def test_a_caster_may_let_a_spell_end_instead_of_paying_for_it() -> None:
    table = Table("A B . b", A=unit(mp=9, spells=["stone-skin"]), B=unit(), b=unit())
    table.act("A", "cast stone-skin with aa", "no option", "target B")
    table.next_round()

    table.start("A", "act", "end stone-skin on B")

    assert table["A"].mp == 6
    assert table["A"].kept == []
    assert not table["B"].has(states.STONE_SKINNED)


@rule("quest/move.max-capacity", "quest/attack.disarm")
@pytest.mark.parametrize(("draughts", "held"), [(2, True), (3, False)])
def test_snatched_iron_that_is_too_much_falls_though_a_hand_is_free(
    draughts: int, held: bool
) -> None:
    """Capacity 4: a longsword of 2 and two draughts of 1 fill it."""
    caster = unit(str_=-3, mp=9, items=["red-draught"] * draughts, spells=["snatch-iron"])
    table = Table("A . . b", A=caster, b=unit(weapons=SWORD))

    table.act("A", "cast snatch-iron with aa", "option for 1 ba", dice="d20 14")

    assert (table.holding("A") == SWORD) is held
    assert table.lying() == ([] if held else ["longsword at 0,0"])


@rule("quest/spell.mp-cost", "quest/spell.cast-time")
@pytest.mark.parametrize(("first", "last"), [("aa", "ma"), ("ma", "aa")])
def test_the_last_action_of_a_cast_needs_its_mp_in_either_order(first: str, last: str) -> None:
    table = Table("A . b", A=unit(mp=9, spells=["deep-healing"]), b=unit())
    table["A"].hp = 10
    table.act("A", f"cast deep-healing with {first}")

    table["A"].mp = 4
    assert table.why_not("A", f"cast deep-healing with {last}") == "spell.mp-cost"
    table["A"].mp = 5

    assert table.why_not("A", f"cast deep-healing with {last}") == ""


@rule("quest/spell.range-and-sight")
def test_the_targets_of_a_spell_are_told_as_combatants_and_as_cells() -> None:
    table = Table(
        "A . b . c", A=unit(mp=9, spells=["frost-bind", "storm-column"]), b=unit(), c=unit()
    )

    one = table.question("A", ["cast frost-bind with aa", "no option"])

    assert isinstance(one, Goal)
    options = [one.option(answer) for answer in one.answers()]
    assert [(o.key, o.targets, o.ability) for o in options] == [
        ("target b", [1], "frost-bind"),
        ("target c", [2], "frost-bind"),
    ]
    table["A"].casting, table["A"].paid_aa, table["A"].paid_ma = 1, 1, 1
    table["A"].ba = 0
    area = table.question("A", ["cast storm-column with aa"])
    assert isinstance(area, Goal)
    for option in [area.option(answer) for answer in area.answers()]:
        assert option.key == f"at {table.combat.grid.name(option.cells[0])}"


@rule("quest/damage.by-weapon-or-spell")
def test_a_spell_without_damage_dice_deals_none_and_says_nothing_of_it() -> None:
    table = Table("A b", A=unit(mp=9, spells=["tangle-net"]), b=unit())

    table.act("A", "cast tangle-net with aa", "no option", dice="d20 15")

    assert not table.told("damaged")
    assert table["b"].bound()


@rule("quest/disengage.price", "quest/spell.notes-options")
def test_of_several_adjacent_allies_the_chosen_one_slips_away_too() -> None:
    rows = """
        B A C . .
        . D . . b
    """
    caster = unit(mp=9, spells=["slip-away"])
    table = Table(rows, A=caster, B=unit(), C=unit(), D=unit(), b=unit())

    table.act("A", "cast slip-away with ma", "option for 1 ba", "target C", "move", "stop")

    assert [table[name].disengaged for name in "ABCD"] == [True, False, True, False]


@rule("quest/channel.upkeep")
@pytest.mark.parametrize(("mp", "kept"), [(1, True), (0, False)])
def test_the_last_mp_still_pay_an_upkeep(mp: int, kept: bool) -> None:
    table = Table("A B . b", A=unit(mp=9, spells=["stone-skin"]), B=unit(), b=unit())
    table.act("A", "cast stone-skin with aa", "no option", "target B")
    table["A"].mp = mp
    table.next_round()

    table.start("A", "act", *(["keep stone-skin on B"] if kept else []))

    assert (len(table["A"].kept) == 1) is kept
    assert table["A"].mp == 0


@rule("quest/spell.mp-cost")
def test_a_cast_under_way_cannot_be_completed_when_the_mp_have_gone() -> None:
    table = Table("A . . b", A=unit(mp=20, spells=["call-grey-wolf"]), b=unit())
    table.act("A", "cast call-grey-wolf with ma")
    table["A"].mp = 3  # it costs 4

    assert table.why_not("A", "cast call-grey-wolf with aa") == "spell.mp-cost"
    table["A"].mp = 4
    assert table.why_not("A", "cast call-grey-wolf with aa") == ""


@rule("quest/spell.range-and-sight", "quest/spell.mp-cost")
def test_a_cast_under_way_that_reaches_nobody_fails_and_costs_no_mp() -> None:
    """With one action to pay it is not begun at all; with two it may be, and comes to nothing."""
    table = Table("A # b", A=unit(mp=9, spells=["frost-bind", "raise-drowned-knight"]), b=unit())
    assert table.why_not("A", "cast frost-bind with aa") == "spell.range-and-sight"
    shut_in = Table(
        """
        # # # .
        # A # b
        # # # .
        """,
        A=unit(mp=9, spells=["call-grey-wolf"]),
        b=unit(),
    )

    shut_in.act("A", "cast call-grey-wolf with ma")
    shut_in.act("A", "cast call-grey-wolf with aa")

    assert [one.rule for one in shut_in.told("fails to cast")] == ["spell.range-and-sight"]
    assert shut_in["A"].mp == 9
    assert (shut_in["A"].aa, shut_in["A"].ma) == (0, 0)
    assert shut_in["A"].casting == -1


@rule("quest/action.ba-toggle", "quest/channel.not-broken-by-damage")
def test_a_spell_toggled_off_is_not_channeled_and_outlasts_being_frozen() -> None:
    table = Table("A b", A=unit(mp=9, spells=["stone-skin"]), b=unit())
    table.act("A", "cast stone-skin with aa", "no option")
    table.act("A", "toggle stone-skin on A")

    table.give("A", "frozen")

    assert len(table["A"].kept) == 1
    assert not modifiers.channeling(table["A"])


@rule("quest/condition.bound", "quest/action.ba-toggle", "quest/channel.not-broken-by-damage")
def test_a_bound_unit_cannot_take_up_channeling_again() -> None:
    table = Table("A b", A=unit(mp=9, spells=["stone-skin"]), b=unit())
    table.act("A", "cast stone-skin with aa", "no option")
    table.act("A", "toggle stone-skin on A")

    table.give("A", "bound")

    assert table.why_not("A", "toggle stone-skin on A") == "condition.bound"


@rule("quest/channel.upkeep", "quest/turn.start-sequence")
def test_upkeep_is_paid_before_the_fire_burns() -> None:
    table = Table("A b", A=unit(hp=3, mp=9, spells=["stone-skin"]), b=unit())
    table.act("A", "cast stone-skin with aa", "no option")
    table.give("A", "burning")
    mp = table["A"].mp
    table.next_round()

    table.start("A", "act", "keep stone-skin on A", dice="d4 3")

    assert not table["A"].present
    assert table["A"].mp == mp - 1
