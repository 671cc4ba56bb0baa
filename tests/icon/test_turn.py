"""Rounds and turns: who opens, who follows, slow turns, the order within a turn."""

from __future__ import annotations

import pytest

from affray.rulesets.icon import death, end, turn
from affray.rulesets.icon.action import modifiers
from affray.rulesets.icon.condition import states
from affray.rulesets.icon.movement import landing
from affray.rulesets.icon.state import Delay
from affray.rulesets.icon.terms import (
    ATTACKED,
    DECLARE,
    FIRST_OWN,
    FLED,
    SLOW,
)
from tests.icon.table import (
    BLAST,
    Sheet,
    Table,
    ability,
    against,
    begun_plainly,
    begun_told,
    encounter_of,
    foe,
    hero,
    made,
    sheet,
    strike,
)
from tests.rules import rule


def round_end(table: Table) -> None:
    turn.next_part(table.combat)
    turn.next_part(table.combat)


def order(table: Table, *picks: str) -> list[str]:
    """Let everybody take an empty turn; return who did, in order."""
    table.combat.opened = False
    table.combat.round = 2
    agent = table.script(picks, "")
    found: list[str] = []
    while table.combat.phase != DECLARE:
        turn.next_turn(table.combat)
        if table.combat.active >= 0:
            found.append(table.combat.units[table.combat.active].name)
            turn.finish(table.combat, table.combat.units[table.combat.active])
    table.done(agent)
    return found


def table_of(row: str, *, npc: str = "", legend: str = "", elite: str = "") -> Table:
    """Everybody on a row: capital letters players, small ones foes."""
    sheets: dict[str, Sheet] = {}
    for word in row.split():
        if word != ".":
            one = sheet(pc=word.isupper() and word != npc)
            one.legend = word == legend
            one.elite = word == elite
            sheets[word] = one
    table = Table(row, **sheets)
    for unit in table.combat.units:
        unit.npc = unit.name == npc
    return table


def played(table: Table, *picks: str, rounds: int = 1, slow: str = "") -> list[str]:
    """Play empty turns from the start of a fight; return who took them, round by round."""
    combat = table.combat
    combat.round = 0
    combat.phase = DECLARE
    combat.opened = False
    found: list[str] = []
    picks_left = list(picks)
    while combat.round < rounds or combat.phase != DECLARE or combat.place:
        if combat.phase == DECLARE:
            order = [u for side in (0, 1) for u in combat.units if u.side == side]
            rest = [u for u in order[combat.place :] if turn.in_play(u) and not u.goes_slow()]
            table.script([f"{'slow' if u.name in slow else 'normal'} turn" for u in rest[:1]], "")
            turn.declare(combat)
            continue
        agent = table.script(picks_left[:1], "")
        turn.next_turn(combat)
        del picks_left[: agent.used]
        if combat.active >= 0:
            unit = combat.units[combat.active]
            found.append(unit.name)
            turn.finish(combat, unit)
    assert not picks_left, f"never picked: {picks_left}"
    return found


@rule("icon/turn.reinforcements", "icon/end.side-out")
def test_who_arrives_in_a_round_takes_its_first_turn_in_the_next() -> None:
    combat = begun_plainly(
        encounter_of(
            [{"id": "orrin-vale", "at": [0, 0]}, {"id": "pell-ashby", "at": [0, 1], "arrives": 2}]
        )
    )
    late = combat.units[1]
    turns: list[tuple[int, str]] = []
    while combat.round < 4:
        before = combat.active
        combat.step()
        if combat.active >= 0 and combat.active != before:
            turns.append((combat.round, combat.units[combat.active].name))
        assert late.present == (combat.round >= 2)

    assert [round_ for round_, who in turns if who == late.name] == [3]


@rule("icon/turn.reinforcements")
def test_who_arrives_in_a_round_acts_from_the_next() -> None:
    combat, _ = begun_told(
        side=against(
            {"id": "toll-brute", "at": [7, 0]},
            {"id": "glasswing", "at": [7, 2], "arrives": 2},
        )
    )
    late = combat.units[2]
    seen: list[tuple[int, int]] = []
    while combat.round < 4:
        before = combat.active
        combat.step()
        if combat.active >= 0 and combat.active != before:
            seen.append((combat.round, combat.active))
        if combat.round == 1:
            assert late.cell < 0

    assert late.cell == 23
    assert (2, 2) not in seen
    assert (3, 2) in seen


@rule("icon/turn.reinforcements", "icon/end.side-out")
def test_a_side_that_awaits_somebody_is_not_out() -> None:
    combat, _ = begun_told(
        side=against(
            {"id": "toll-brute", "at": [7, 0]},
            {"id": "glasswing", "at": [7, 2], "arrives": 2},
        )
    )
    death.defeat(combat, combat.units[1])

    end.check(combat)

    assert combat.outcome == ""


@rule("icon/turn.reinforcements")
def test_who_finds_its_place_taken_arrives_next_to_it() -> None:
    combat, agent = begun_told(
        "space 6,2",
        side=against(
            {"id": "toll-brute", "at": [7, 0]},
            {"id": "glasswing", "at": [7, 2], "arrives": 1},
        ),
    )
    combat.move(combat.units[1], 23)

    turn.start_round(combat)

    assert combat.grid.name(combat.units[2].cell) == "6,2"
    assert "setup.deployment" in agent.asked


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


@rule("icon/turn.sides-alternate", "icon/turn.leftover-consecutive", "icon/turn.players-choose")
def test_sides_alternate_and_leftovers_follow() -> None:
    """3 PCs and 1 foe: P F P P."""
    table = Table("A B C . d", A=sheet(), B=sheet(), C=sheet(), d=sheet(pc=False))

    assert order(table, "B", "A") == ["B", "d", "A", "C"]


@rule("icon/turn.slow-after-all", "icon/turn.slow-alternates")
def test_slow_turns_follow_all_others_and_alternate_on() -> None:
    """A X B, then Y, then C."""
    table = Table(
        "A B C . x y",
        A=sheet(),
        B=sheet(),
        C=sheet(),
        x=sheet(pc=False),
        y=sheet(pc=False),
    )
    table["C"].declared = True
    table["y"].declared = True

    assert order(table, "A") == ["A", "x", "B", "y", "C"]
    assert table.combat.last == 0


@rule("icon/turn.slow-forced", "icon/status.slow")
def test_a_slow_character_waits_for_the_slow_part() -> None:
    table = Table("A B . d", A=sheet(), B=sheet(), d=sheet(pc=False))
    table.give("A", "slow")
    table.combat.opened = False
    table.combat.round = 2

    turn.next_turn(table.combat)

    assert table.combat.active == table["B"].index


@rule("icon/turn.next-round-starter")
def test_the_side_that_did_not_act_last_starts() -> None:
    table = Table("A . d", A=sheet(), d=sheet(pc=False))
    table.combat.last = 0

    turn.start_round(table.combat)

    assert table.combat.starter == 1


@rule("icon/foe.elite")
def test_an_elite_has_two_turns_one_of_them_slow_if_it_is_slow() -> None:
    one = sheet(pc=False)
    one.elite = True
    table = Table("A . d", A=sheet(), d=one)
    table["d"].turns = 2
    table.give("d", "slow")

    assert turn.may_act(table.combat, table["d"])
    table["d"].turns = 1
    assert not turn.may_act(table.combat, table["d"])
    table.combat.phase = SLOW
    assert turn.may_act(table.combat, table["d"])


@rule("icon/foe.legend")
def test_a_legend_acts_right_after_each_player_character() -> None:
    one = sheet(pc=False)
    one.legend = True
    table = Table("A B . d", A=sheet(), B=sheet(), d=one)
    table["d"].turns = 0

    assert order(table, "A") == ["A", "d", "B", "d"]
    assert table["d"].max_hp() == 56


@rule("icon/turn.pc-first")
def test_a_player_character_opens_combat_not_an_npc() -> None:
    table = table_of("A N . f", npc="N")

    assert played(table) == ["A", "f", "N"]


@rule("icon/turn.pc-first", "icon/turn.next-round-starter")
def test_an_npc_may_open_a_later_round() -> None:
    table = table_of("A N . f g", npc="N")

    assert played(table, "f", "N", "g", rounds=2) == ["A", "f", "N", "g", "N", "g", "A", "f"]


@rule("icon/turn.slow-all-players", "icon/turn.slow-alternates")
def test_if_all_player_characters_are_slow_the_foes_take_the_first_turn() -> None:
    table = table_of("A N . f g", npc="N")

    assert played(table, "f", slow="A") == ["f", "N", "g", "A"]


@rule("icon/turn.slow-all-players")
def test_if_nobody_takes_a_normal_turn_a_player_character_opens_the_slow_part() -> None:
    table = table_of("A N . f", npc="N")

    assert played(table, slow="ANf") == ["A", "f", "N"]


@rule("icon/turn.slow-alternates")
def test_the_first_slow_turn_goes_to_the_other_side_only_if_it_has_a_slow_character() -> None:
    assert played(table_of("A B . f"), slow="B") == ["A", "f", "B"]
    assert played(table_of("A B . f g"), "A", slow="g") == ["A", "f", "B", "g"]
    assert played(table_of("A B C . f"), "A", slow="C") == ["A", "f", "B", "C"]
    assert played(table_of("A B C . f g"), "B", slow="BCg") == ["A", "f", "B", "g", "C"]


@rule("icon/turn.starter-unable")
def test_if_the_starting_side_has_no_normal_turn_the_other_starts() -> None:
    """Round 1 ends with the player's turn; in round 2 all foes are slow."""
    table = table_of("A B . f")
    assert played(table, "A") == ["A", "f", "B"]
    table.combat.place = 0

    table.give("f", "slow")
    found: list[str] = []
    agent = table.script(["normal turn", "normal turn", "A"], "d20 1")
    while len(found) < 3:
        if table.combat.phase == DECLARE:
            turn.declare(table.combat)
            continue
        turn.next_turn(table.combat)
        if table.combat.active >= 0:
            unit = table.combat.units[table.combat.active]
            found.append(unit.name)
            turn.finish(table.combat, unit)

    assert found == ["A", "B", "f"]
    table.done(agent)


@rule("icon/turn.one-per-round", "icon/turn.round-ends")
def test_everybody_takes_one_turn_a_round() -> None:
    table = table_of("A B . f")

    found = played(table, "A", "A", rounds=2)

    assert sorted(found[:3]) == sorted(found[3:]) == ["A", "B", "f"]


@rule("icon/foe.elite", "icon/turn.one-per-round")
def test_an_elite_takes_two_turns_in_the_alternation() -> None:
    assert played(table_of("A B C . e", elite="e"), "A", "B") == ["A", "e", "B", "e", "C"]


@rule("icon/foe.elite")
def test_one_turn_of_a_slow_elite_is_slow() -> None:
    assert played(table_of("A B . e", elite="e"), "A", slow="e") == ["A", "e", "B", "e"]
    table = table_of("A B . e f", elite="e")
    assert played(table, "A", "f", slow="e") == ["A", "f", "B", "e", "e"]


@rule("icon/foe.elite", "icon/action.one-attack-per-round")
def test_an_elite_attacks_once_in_each_of_its_turns() -> None:
    one = sheet(pc=False, abilities=[strike()])
    one.elite = True
    table = Table("A e", A=sheet(), e=one)
    table["e"].turns = 2

    table.begin("e")
    table.act("e", "strike A", dice="d20 1")
    assert table.refusal("e", "strike A") == "action.one-attack-per-round"
    table.end("e")
    table.begin("e")

    assert table.refusal("e", "strike A") == ""


@rule("icon/foe.legend", "icon/turn.sides-alternate")
def test_a_legends_turns_are_extra_to_the_alternation() -> None:
    """After A and the legend comes a foe, not another player."""
    table = table_of("A B . l f", legend="l")

    assert played(table, "A") == ["A", "l", "f", "B", "l"]


@rule("icon/foe.legend", "icon/turn.next-round-starter")
def test_a_legends_turn_at_the_end_of_a_round_counts_as_the_foes_last() -> None:
    table = table_of("A B . l f", legend="l")

    found = played(table, "A", "B", rounds=2)

    assert found == ["A", "l", "f", "B", "l", "B", "l", "f", "A", "l"]


@rule("icon/foe.legend")
def test_a_slow_legends_slow_turn_replaces_the_one_after_the_last_player() -> None:
    table = table_of("A B . l f", legend="l")

    assert played(table, "A", slow="l") == ["A", "l", "f", "B", "l"]
    table = table_of("A B . l f", legend="l")
    assert played(table, "A", "f", slow="lf") == ["A", "l", "B", "f", "l"]


@rule("icon/turn.slow-declare")
def test_slow_turns_are_declared_by_the_players_then_the_gm_and_hold_for_one_round() -> None:
    table = table_of("f A . B g")
    asked: list[str] = []

    combat = table.combat
    combat.round = 0
    combat.phase = DECLARE
    while combat.phase == DECLARE:
        order = [u for side in (0, 1) for u in combat.units if u.side == side]
        table.script(["slow turn"] if combat.place < len(order) else [], "")
        if combat.place < len(order):
            asked.append(order[combat.place].name)
        turn.declare(combat)
    assert asked == ["A", "B", "f", "g"]
    assert all(unit.declared for unit in combat.units)

    turn.start_round(combat)

    assert not any(unit.declared for unit in combat.units)


@rule("icon/turn.slow-forced")
def test_a_character_freed_of_slowness_in_time_acts_in_the_normal_part() -> None:
    table = table_of("A B . f")
    table.combat.opened = False
    table.combat.round = 2
    table.give("B", "slow")
    assert not turn.may_act(table.combat, table["B"])

    states.lose(table.combat, table["B"], "slow")

    assert turn.may_act(table.combat, table["B"])
    table["B"].declared = True
    assert not turn.may_act(table.combat, table["B"])


@rule("icon/turn.slow-forced", "icon/status.slow")
def test_whoever_becomes_slow_in_its_own_turn_goes_on_with_it() -> None:
    table = table_of("A . f")
    table.begin("A")

    table.inflict("A", "slow", 1)

    assert "move" in table.offered("A")
    assert not table["A"].slow_now


@rule("icon/turn.defeated-skip", "icon/turn.round-ends")
def test_the_defeated_take_no_turn_and_nobody_waits_for_them() -> None:
    table = table_of("A B C . f")
    table.fell(1)
    table["C"].fate = FLED
    death.leave(table.combat, table["C"], "defeat.foe")

    assert played(table) == ["A", "f"]


@rule("icon/turn.rescued-acts")
@pytest.mark.parametrize(("left", "acts"), [(1, True), (0, False)])
def test_the_rescued_act_if_they_have_not_yet(left: int, *, acts: bool) -> None:
    table = Table("A B c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table["B"].turns = left
    table["B"].declared = True
    table.fell(1)
    assert not turn.may_act(table.combat, table["B"])

    table.act("A", "rescue B")

    assert not turn.may_act(table.combat, table["B"]), "its slow declaration stands"
    table.combat.phase = SLOW
    assert turn.may_act(table.combat, table["B"]) == acts


@rule("icon/turn.start-sequence", "icon/blight.damage", "icon/action.recharge")
def test_a_turn_starts_with_resolve_then_blights_then_recharge() -> None:
    """The vigor that lasts until the start of the turn is gone before the blights hurt."""
    gust = ability("call-the-shot")
    table = Table("A . d", A=sheet(), d=sheet(pc=False, abilities=[gust]))
    table["d"].set_count(FIRST_OWN, 1)
    table["d"].hp = 1
    table.give("d", "burning")
    table["d"].vigor = 1

    table.begin("d", "d6 4")

    assert (table["d"].vigor, table["d"].hp, table["d"].used[FIRST_OWN]) == (0, 1, 0)


@rule("icon/turn.start-sequence", "icon/interrupt.uses")
def test_what_lasts_until_the_start_of_the_next_turn_ends_before_blights() -> None:
    table = table_of("A . f")
    table.begin("A")
    table.grant("A", "resistance", 0, "start-of-user-next-turn")
    table.end("A")
    assert table.has("A", "resistance")
    table.begin("f")
    assert table.has("A", "resistance")
    table.end("f")

    table.begin("A")

    assert not table.has("A", "resistance")
    assert table["A"].resolve == 2


@rule("icon/turn.start-sequence")
def test_whoever_is_defeated_at_the_start_of_its_turn_ends_it() -> None:
    """A delayed effect covers its own user."""
    one = sheet(abilities=[ability("kiln-sky")])
    table = Table("A . . B\n. . . c", A=one, B=sheet(), c=sheet(pc=False))
    table["A"].hp = 1
    table["A"].must_slow = True
    table["A"].delays = [Delay(0, -1)]
    table["A"].delays[0].cells = [0, 1]
    table["A"].resolve = 2

    table.begin("A", "d6 1 1 1", "take it")

    assert table["A"].hp == 0
    assert table.combat.active == -1
    assert table["A"].actions == 0


@rule("icon/turn.end-sequence", "icon/effect.regeneration")
def test_a_turn_ends_with_effects_then_saves_then_what_lasts_to_its_end_then_edges() -> None:
    table = Table("~ A . b", A=sheet(gives=["regeneration"]), b=sheet(pc=False))
    table["A"].hp = 5
    table.begin("A")
    table.combat.move(table["A"], 0)
    table.give("A", "dazed")
    table.grant("A", "calm", 0, "end-of-turn")

    # The save still has the boon, the edge save no more.
    table.end("A", "d20 9 d6 1 d20 10")

    assert table["A"].vigor == 7
    assert not table.holds("A", "dazed")
    assert table.at("A") == "1,0"


@rule("icon/turn.end-sequence")
def test_a_turn_cut_short_by_defeat_has_no_saves_but_the_edge_check() -> None:
    table = Table("A . b ~ c", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))
    table.combat.move(table["c"], 3)
    table.begin("A")
    table.give("A", "dazed")
    table.fell(0)
    table["A"].effects = []
    table.give("A", "dazed")

    table.end("A", "d20 10")

    assert table.at("c") == "4,0"
    assert table.combat.active == -1


@rule("icon/turn.end-sequence", "icon/move.standard", "icon/action.two-per-turn")
def test_unspent_actions_and_movement_are_lost_with_the_turn() -> None:
    table = table_of("A . f")
    table.begin("A")
    assert table["A"].actions == 2

    table.act("A", "end turn")

    assert table["A"].actions == 0
    assert table.combat.active == -1


@rule("icon/turn.slow-declare", "icon/turn.slow-forced", "icon/turn.slow-after-all")
def test_the_order_of_a_round_says_who_may_act_and_who_acts_later() -> None:
    table = Table(
        "A B C . d ~ E", A=sheet(), B=sheet(), C=sheet(), d=sheet(pc=False), E=sheet(pc=False)
    )
    combat = table.combat
    combat.active = 0
    table["B"].declared = True
    table["C"].turns = 0
    combat.move(table["d"], 5)
    table.go_over("d")
    table.fell("E")
    words = ["acting", "later", "done", "may act"]
    assert combat.entries() == list(enumerate(words))

    combat.active = -1
    combat.phase = SLOW

    assert combat.entries() == list(enumerate(["may act", "may act", "done", "may act"]))


@rule("icon/turn.slow-after-all", "icon/status.slow")
def test_who_is_freed_of_slowness_among_the_slow_turns_takes_its_slow_turn_all_the_same() -> None:
    table = Table("A B . c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table["B"].turns = 0
    table["c"].turns = 0
    table.combat.last = 1
    table.give("A", "slow")
    turn.next_turn(table.combat)
    assert (table.combat.phase, table.combat.active) == (SLOW, -1)
    states.lose(table.combat, table["A"], "slow")

    turn.next_turn(table.combat)

    assert (table.combat.active, table["A"].slow_now) == (0, True)


@rule("icon/turn.reinforcements", "icon/terrain.edge-removal")
def test_the_nearest_free_spaces_are_those_nearest_to_any_of_several_places() -> None:
    table = Table("B . . . . . c D", B=sheet(), c=sheet(pc=False), D=sheet())

    cells = landing.nearest(table.combat, table["D"], [0, 6])

    assert [table.combat.grid.name(cell) for cell in cells] == ["1,0", "5,0", "7,0"]


@rule("icon/foe.elite", "icon/interrupt.attack-limit")
def test_an_elite_attacks_twice_in_a_round_whenever_it_does() -> None:
    """An interrupt before its first turn uses up the attack of that turn, not of the second."""
    one = sheet(pc=False, abilities=[strike()])
    one.elite = True
    table = Table("A b", A=sheet(), b=one)
    unit = table["b"]
    unit.turns = 2
    assert modifiers.may_attack(table.combat, unit)
    unit.set_count(ATTACKED, 1)  # by an interrupt

    assert modifiers.may_attack(table.combat, unit), "out of turn"
    table.begin("b")
    assert table.refusal("b", "strike A") == "action.one-attack-per-round"
    table.end("b")
    table.begin("b")
    assert table.refusal("b", "strike A") == ""
    table.act("b", "strike A", dice="d20 15 d6 1 1")
    assert not modifiers.may_attack(table.combat, unit)
