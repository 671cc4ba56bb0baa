"""Summons and thralls: slots, prices, sickness, vanishing."""

from __future__ import annotations

import pytest

from affray.rulesets.quest import summon
from affray.rulesets.quest.condition.modifiers import undetected
from affray.rulesets.quest.death import drop_out
from affray.rulesets.quest.definitions import Spell
from affray.rulesets.quest.resource import spending
from tests.quest.table import Table, creature, unit
from tests.rules import rule


def summoner(**more: object) -> Table:
    return Table(
        "A . . b",
        A=unit(agi=3, mp=20, spells=["raise-bone-servant", "spark-ember-mote"], **more),  # type: ignore[arg-type]
        b=unit(agi=2, weapons=SWORD),
    )


SWORD = ["longsword"]


@rule("quest/summon.slots", "quest/feat.legion-leader", "quest/summon.thralls-count")
@pytest.mark.parametrize(("feats", "slots"), [((), 2), (("legion-leader",), 4)])
def test_slots_are_the_level_plus_feats(feats: tuple[str, ...], slots: int) -> None:
    """Level 2: 2 slots; with Legion leader 4."""
    table = summoner(level=2, feats=feats)
    assert spending.free_slots(table.combat, table["A"]) == slots

    table.act(
        "A",
        "cast spark-ember-mote with ma",
        "no option",
        "at 1,0",
        "facing e",
        "thrall ember-mote-1",
    )

    assert spending.free_slots(table.combat, table["A"]) == slots - 1


@rule("quest/summon.slots-full", "quest/summon.thralls-count")
def test_without_a_free_slot_nothing_comes_and_dismissing_frees_one() -> None:
    table = summoner(level=1)
    table.act(
        "A",
        "cast spark-ember-mote with ma",
        "no option",
        "at 1,0",
        "facing e",
        "thrall ember-mote-1",
    )
    assert table.why_not("A", "cast raise-bone-servant with aa") == "summon.slots-full"
    table.act("A", "dismiss ember-mote-1")
    assert table.why_not("A", "cast raise-bone-servant with aa") == ""
    assert table["A"].max_hp == 50


@rule("quest/summon.control", "quest/summon.kinds", "quest/summon.place")
def test_a_summons_is_on_its_summoners_team_and_seat_with_a_turn_of_its_own() -> None:
    table = summoner()

    table.act(
        "A", "cast raise-bone-servant with aa", "option for 1 ba", "at 2,0", "facing w", "pass"
    )

    servant = table["bone-servant-1"]
    assert (servant.side, servant.seats, servant.facing) == (0, 1, 6)
    assert table.at("bone-servant-1") == "2,0"
    assert table.holding("bone-servant-1") == ["spear"]
    assert servant.index in table.combat.lineup.order


@rule(
    "quest/summon.sickness-no-actions",
    "quest/summon.sickness-no-dodge",
    "quest/summon.sickness-length",
)
def test_sickness_lasts_until_the_summoners_place_in_the_next_round() -> None:
    """Lineup: summoner +3, foe +2, servant 0. Round 1 it does nothing, in round 2 it acts."""
    table = summoner()
    table.act("A", "cast raise-bone-servant with aa", "no option", "at 1,0", "facing e", "pass")
    servant = table["bone-servant-1"]
    assert table.tn("bone-servant-1", "b") == 5
    assert not servant.free_handed()
    table.start("bone-servant-1")
    table.step("end turn")
    assert servant.sick
    table.next_round()
    table.start("b", "act")
    assert servant.sick
    table.start("A", "act")

    assert not servant.sick
    assert table.tn("bone-servant-1", "b") == 10


@rule("quest/summon.sickness-length")
def test_a_delay_of_the_summoner_does_not_prolong_it() -> None:
    table = summoner()
    table.act("A", "cast raise-bone-servant with aa", "no option", "at 1,0", "facing e", "pass")
    table.next_round()

    table.start("A", "delay")

    assert not table["bone-servant-1"].sick


@rule("quest/summon.sickness-exceptions")
def test_an_ember_mote_has_no_sickness_and_its_own_price() -> None:
    table = summoner()

    table.act(
        "A",
        "cast spark-ember-mote with ma",
        "no option",
        "at 1,0",
        "facing e",
        "thrall ember-mote-1",
    )

    assert not table["ember-mote-1"].sick
    assert table["A"].max_hp == 46


@rule("quest/summon.sickness-not-for-old-thralls", "quest/thrall.cost")
def test_a_thrall_from_before_is_ready_and_its_price_is_tied_up() -> None:
    table = Table("A B . b", A=unit(level=2), B=unit(level=2), b=unit(), thralls={"B": "A"})

    assert not table["B"].sick
    assert table["A"].max_hp == 50 - 12
    assert table["A"].hp == 38


@rule("quest/thrall.retain", "quest/thrall.when-paid")
def test_a_summons_may_be_thralled_before_the_battle_begins() -> None:
    table = Table("A B . b", opening=True, A=unit(level=1), B=unit(), b=unit(), summoned={"B": "A"})

    table.step("A: thrall B")

    assert table["B"].present
    assert table["A"].max_hp == 44


@rule("quest/thrall.mhp-is-maximum-hp")
@pytest.mark.parametrize(("hp", "after"), [(26, 14), (10, 10)])
def test_a_thrall_lowers_the_maximum_and_the_rest_only_as_needed(hp: int, after: int) -> None:
    """26 of 26 HP, level 2 thrall: 14 of 14. With 10 of 26: 10 of 14."""
    table = Table("A B . b", A=unit(hp=26), B=unit(level=2), b=unit())
    table["A"].hp = hp
    table["B"].summoner = table["A"].index

    table.act("A", "thrall B")

    assert (table["A"].hp, table["A"].max_hp) == (after, 14)
    assert (table["A"].aa, table["A"].ma, table["A"].ba) == (1, 1, 2)


@rule("quest/thrall.mhp-is-maximum-hp", "quest/thrall.when-paid")
def test_a_price_that_would_leave_no_maximum_cannot_be_paid() -> None:
    table = Table("A B . b", A=unit(hp=12), B=unit(level=2), b=unit())
    table["B"].summoner = table["A"].index

    assert table.why_not("A", "thrall B") == "thrall.mhp-is-maximum-hp"
    drop_out(table.combat, table["A"], 3, "end.flee")
    assert spending.cannot_thrall(table.combat, table["A"], table["B"]) == "thrall.when-paid"


@rule("quest/thrall.release")
def test_the_maximum_comes_back_when_the_thrall_is_gone_or_released() -> None:
    for way in ("release", "defeat"):
        table = Table("A B . b", A=unit(hp=26), B=unit(level=2), b=unit())
        table["B"].summoner = table["A"].index
        table.act("A", "thrall B")
        if way == "release":
            table.act("A", "release B")
            assert table["B"].present
        else:
            drop_out(table.combat, table["B"], 1, "death.zero-hit-points")
        assert (table["A"].hp, table["A"].max_hp) == (14, 26)


@rule("quest/summon.vanish-at-end", "quest/thrall.when-paid", "quest/thrall.retain")
@pytest.mark.parametrize(("key", "stays"), [("pass", False), ("thrall B", True)])
def test_at_the_end_of_the_battle_a_summons_is_thralled_or_vanishes(key: str, stays: bool) -> None:
    table = Table("A B b .", A=unit(hp=40), B=unit(weapons=SWORD), b=unit(hp=1))
    table["B"].summoner = table["A"].index

    table.act("B", "attack b with longsword", "unaimed", f"A: {key}", dice="d20 15 d8 4")

    assert table.combat.outcome == "end.one-team-left"
    assert table["B"].present == stays


@rule("quest/summon.summoner-gone")
def test_summons_of_the_gone_fight_on_and_count_for_their_team() -> None:
    table = Table("A B b .", A=unit(hp=1), B=unit(weapons=SWORD), b=unit(weapons=SWORD))
    table["B"].summoner = table["A"].index
    drop_out(table.combat, table["A"], 1, "death.zero-hit-points")

    table.act("B", "attack b with longsword", "unaimed", dice="d20 15 d8 1")

    assert table.combat.outcome == ""
    table["b"].hp = 1
    table["B"].aa = 1
    table.act("B", "attack b with longsword", "unaimed", dice="d20 15 d8 1")
    assert table.combat.winner == 0
    assert not table["B"].present


@rule("quest/summon.control", "quest/gm.will-to-fight")
def test_a_summons_is_played_by_its_summoners_seat_and_is_the_gms_like_its_summoner() -> None:
    table = Table("b . . A", A=unit(), b=unit(mp=9, spells=["raise-bone-servant"]), npcs="b")
    table["b"].seats = 1 << table.combat.gm

    table.act("b", "cast raise-bone-servant with aa", "no option", "at 1,0", "facing e", "pass")

    servant = table["bone-servant-1"]
    assert servant.seats == 1 << table.combat.gm
    assert servant.npc
    assert servant.side == table["b"].side
    assert table["bone-servant-1"].facing == 2


@rule("quest/summon.place")
def test_each_newcomer_has_a_name_of_its_own() -> None:
    table = Table("A . . . b", A=unit(level=3, mp=9, spells=["raise-bone-servant"]), b=unit())
    table["b"].name = "bone-servant-1"
    cast = "cast raise-bone-servant with aa"

    table.act("A", cast, "no option", "at 1,0", "facing e", "pass")
    table["A"].aa = 1
    table.act("A", cast, "no option", "at 2,0", "facing e", "pass")

    names = [one.name for one in table.combat.units]
    assert names == ["A", "bone-servant-1", "bone-servant-2", "bone-servant-3"]


@rule("quest/summon.place", "quest/spell.range-and-sight")
def test_a_large_summons_needs_all_its_spaces_free_of_walls_and_units(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caller = unit(mp=9, spells=["raise-bone-servant"])
    monkeypatch.setattr(caller.spells[0], "summon", creature("cairn-brute"))
    rows = """
        A . . . #
        . . . . .
        . . . b .
    """
    table = Table(rows, A=caller, b=unit())

    keys = table.offers("A", "cast raise-bone-servant with aa", "no option")

    assert sorted(keys) == ["at 0,1", "at 1,0", "at 1,1", "at 2,0"]


@rule("quest/summon.slots-full")
def test_full_slots_forbid_summoning_and_nothing_else() -> None:
    caster = unit(mp=9, spells=["mend", "raise-bone-servant"])
    table = Table("A B . b", A=caster, B=unit(), b=unit(), summoned={"B": "A"})

    assert table.why_not("A", "cast raise-bone-servant with aa") == "summon.slots-full"
    assert table.why_not("A", "cast mend with aa") == ""


@rule("quest/summon.sickness-length")
def test_only_who_was_sick_is_told_to_recover() -> None:
    table = Table("A s . b", A=unit(level=2), b=unit(), s=unit(), thralls={"s": "A"}, order="Asb")
    table["s"].side = 0
    table.combat.round = 2

    table.start("A", "act")

    assert not table.told("condition-lost summoning-sick")


@rule("quest/thrall.release", "quest/summon.vanish-at-end")
def test_a_released_thrall_is_none_and_vanishes_at_the_end() -> None:
    table = Table("S A b", A=unit(hp=20), S=unit(), b=unit(hp=1), thralls={"S": "A"})
    table.act("A", "release S")
    assert table["S"].thrall == 0
    assert "release S" not in table.offers("A")

    table.act("A", "attack b with unarmed", "unaimed", "pass", dice="d20 15 d2 1")

    assert not table["S"].present


@rule("quest/thrall.mhp-is-maximum-hp")
@pytest.mark.parametrize(("hp", "rule_"), [(7, ""), (6, "thrall.mhp-is-maximum-hp")])
def test_a_thrall_may_leave_one_maximum_hit_point_and_no_less(hp: int, rule_: str) -> None:
    table = Table("S A b", A=unit(hp=hp), S=unit(), b=unit(), summoned={"S": "A"})

    assert table.why_not("A", "thrall S") == rule_


@rule("quest/summon.control", "quest/sneak.no-target")
def test_a_newcomer_knows_of_whom_its_summoner_knows_and_of_nobody_else() -> None:
    table = Table(
        "A . b c . C",
        hidden="b",
        A=unit(mp=9, spells=["spark-ember-mote"]),
        b=unit(),
        c=unit(),
        C=unit(),
    )
    table.act("A", "cast spark-ember-mote with ma", "no option", "at 1,0", "facing n", "pass")
    mote = table["ember-mote-1"]

    assert undetected(table["b"], mote)
    assert not undetected(table["c"], mote)
    assert not undetected(table["C"], mote)


@rule("quest/summon.slots-full")
def test_a_summoning_spell_cannot_be_completed_without_a_slot() -> None:
    """It may be begun, and completed once a slot is free; refused until then."""
    table = Table(
        "A s . b",
        A=unit(mp=20, level=1, spells=["call-grey-wolf"]),
        b=unit(),
        s=creature("grey-wolf"),
    )
    table["s"].side = 0
    table["s"].summoner = table["A"].index

    table.act("A", "cast call-grey-wolf with ma")

    assert table.why_not("A", "cast call-grey-wolf with aa") == "summon.slots-full"
    table.act("A", "dismiss s")
    assert table.why_not("A", "cast call-grey-wolf with aa") == ""


@rule("quest/thrall.retain", "quest/thrall.release", "quest/summon.thralls-count")
def test_a_thrall_that_flees_stays_a_thrall_and_keeps_its_slot() -> None:
    table = Table(
        "T . A . b",
        A=unit(hp=20, weapons=SWORD, mp=9, spells=["raise-bone-servant"]),
        T=unit(),
        b=unit(),
        thralls={"T": "A"},
    )
    paid = table["T"].thrall
    assert table["A"].max_hp == 20 - paid

    table.act("T", "move", "flee 0,0")

    assert not table["T"].present
    assert table["A"].max_hp == 20 - paid
    assert table.why_not("A", "cast raise-bone-servant with aa") == "summon.slots-full"


@rule("quest/summon.sickness-length", "quest/initiative.delay")
def test_sickness_ends_at_the_summoners_place_even_if_it_delays() -> None:
    table = Table(
        "A . b",
        A=unit(agi=2, mp=9, spells=["raise-bone-servant"]),
        b=unit(agi=1),
    )
    table.act("A", "cast raise-bone-servant with aa", "no option", "facing n", "pass")
    table.next_round()

    table.start("A", "delay")

    assert not table["bone-servant-1"].sick


@rule("quest/thrall.cost")
def test_the_price_of_a_thrall_is_that_of_the_spell_that_called_it() -> None:
    table = Table("A . . b", A=unit(mp=20, level=3, hp=40, spells=["call-grey-wolf"]), b=unit())
    caster = table["A"]
    cheap = caster.sheet.spells[0]
    dear = Spell("call-great-wolf", "Call great wolf")
    dear.summon = cheap.summon
    dear.thrall_cost = 11
    caster.sheet.spells = [cheap, dear]
    agent = table.script([], "")
    called = [
        summon.call(table.combat, caster, one, cell, 0) for one, cell in ((cheap, 1), (dear, 2))
    ]
    table.done(agent)

    assert [spending.thrall_cost(table.combat, one) for one in called] == [cheap.thrall_cost, 11]
