"""Defeat, surrender, fleeing, and how a fight ends."""

from __future__ import annotations

import pytest

from affray.core.effect import NEVER
from affray.core.setup import Objective
from affray.rulesets.icon import death, end, turn
from affray.rulesets.icon.action import basic
from affray.rulesets.icon.condition import states
from affray.rulesets.icon.damage import taking
from affray.rulesets.icon.ruleset import Icon
from affray.rulesets.icon.state import Delay, Patch
from affray.rulesets.icon.terms import ACTIVE, DEAD, DEFEATED, FLED, SURRENDERED
from tests.icon.table import Table, ability, made, sheet, strike
from tests.rules import rule


def trio(rows: str = "A B c d . .") -> Table:
    return Table(
        rows,
        A=sheet(abilities=[strike()]),
        B=sheet(abilities=[strike()]),
        c=sheet(pc=False, abilities=[strike()]),
        d=sheet(pc=False),
    )


# ---- defeat ------------------------------------------------------------------------------------


@rule("icon/defeat.at-zero")
@pytest.mark.parametrize(("amount", "hp"), [(27, 1), (28, 0), (40, 0)])
def test_hit_points_do_not_go_below_zero(amount: int, hp: int) -> None:
    table = trio()

    table.hurt("B", amount)

    assert (table["B"].hp, table["B"].able()) == (hp, hp > 0)


@rule("icon/defeat.pc", "icon/defeat.incapacitated")
def test_a_defeated_player_character_loses_everything_on_it() -> None:
    table = trio()
    for id in ("poisoned", "slow", "tangled", "evasion", "stance-hearth-ring"):
        table.give("A", id, source=2)
    table["A"].vigor = 3
    table["A"].pending = ["attack, boon 1"]

    table.fell("A")

    one = table["A"]
    assert (one.effects, one.vigor, one.pending, one.hp) == ([], 0, [], 0)
    assert (one.fate, one.wounds, table.at("A")) == (DEFEATED, 1, "0,0")


@rule("icon/defeat.pc-dies")
@pytest.mark.parametrize(("wounds", "fate"), [(2, DEFEATED), (3, DEAD)])
def test_with_three_wounds_defeat_is_death(wounds: int, fate: int) -> None:
    table = trio()
    table["A"].wounds = wounds
    table["A"].hp = 1

    table.fell("A")

    assert (table["A"].fate, table["A"].wounds) == (fate, wounds + 1)
    assert (table["A"].cell < 0) == (fate == DEAD)


@rule("icon/action.rescue-limits", "icon/defeat.pc-dies")
def test_the_dead_the_surrendered_and_foes_cannot_be_rescued() -> None:
    table = trio()
    table["B"].wounds = 3
    table.fell("B")
    table.fell("c")

    assert not basic.can_be_rescued(table["B"])
    assert not basic.can_be_rescued(table["c"])
    assert not [key for key in table.offered("A") if key.startswith("rescue")]


@rule("icon/action.rescue-limits")
def test_those_who_stand_and_those_far_away_are_not_rescued() -> None:
    table = trio("A . B c d")
    assert table.refusal("A", "rescue B") == "action.rescue-limits"
    table.fell("B")
    assert table.refusal("A", "rescue B") == "attack.target-hostile"
    table.combat.move(table["A"], 1)

    assert table.refusal("A", "rescue B") == ""


@rule("icon/defeat.foe")
def test_a_defeated_foe_is_gone_from_its_space_without_a_wound() -> None:
    table = trio("A . c d B")

    table.fell("c")

    assert (table["c"].fate, table["c"].wounds) == (DEFEATED, 0)
    assert table.combat.at(2) is None
    assert "2,0" in table.moves("A")
    assert table.cost("A", "1,0") == 1
    table.hurt("c", 5)
    assert table["c"].hp == 0


@rule("icon/defeat.allied-npc", "icon/action.rescue-limits")
def test_an_allied_npc_can_be_rescued_and_takes_no_wound() -> None:
    table = Table("A B c", A=sheet(), B=sheet(pc=False), c=sheet(pc=False))
    table["B"].npc = True

    table.fell("B")
    assert table["B"].cell == 1
    table.act("A", "rescue B")

    assert (table["B"].hp, table["B"].wounds, table["B"].fate) == (28, 0, ACTIVE)


# ---- surrender ---------------------------------------------------------------------------------


@rule("icon/surrender.when")
def test_terrain_falls_and_blights_give_no_chance_to_surrender() -> None:
    table = trio()
    table["A"].hp = 1
    table["B"].hp = 1

    taking.hurt_by_terrain(table.combat, table["A"], 3, pierce=False)
    taking.hurt_by_terrain(table.combat, table["B"], 3, pierce=True)

    assert (table["A"].fate, table["B"].fate) == (DEFEATED, DEFEATED)


@rule("icon/surrender.when", "icon/damage.minimum-zero")
def test_damage_reduced_to_nothing_allows_no_surrender() -> None:
    table = Table("A b", A=sheet(armor=9), b=sheet(pc=False, abilities=[strike(level="light")]))
    table["A"].hp = 1

    table.act("b", "strike A", dice="d20 9 d6 6")

    assert table["A"].hp == 1


@rule("icon/surrender.when")
def test_a_foe_may_surrender_too_and_its_default_is_not_to() -> None:
    table = trio()
    table["c"].hp = 1

    table.act("B", "strike c", "surrender", dice="d20 9 d6 1 1")

    assert (table["c"].fate, table["c"].hp) == (SURRENDERED, 1)


@rule("icon/surrender.when")
def test_a_monster_does_not_surrender() -> None:
    table = trio()
    table["c"].sheet.monster = True
    table["c"].hp = 1

    table.act("B", "strike c", dice="d20 9 d6 1 1")

    assert table["c"].fate == DEFEATED


@rule("icon/surrender.immunity")
def test_a_surrender_stops_all_that_the_ability_still_had_for_it() -> None:
    """Upward Gore: after the surrender nobody is shoved, and no collision follows."""
    table = Table(
        "A b # . c",
        A=sheet(abilities=[ability("upward-gore")]),
        b=sheet(pc=False),
        c=sheet(pc=False),
    )
    table["b"].hp = 1

    table.act("A", "upward-gore b", "surrender", dice="d20 9 d6 1 1")

    assert (table["b"].hp, table["b"].fate, table["b"].wounds) == (1, SURRENDERED, 0)


@rule("icon/surrender.immunity", "icon/aoe.area-damage-once")
def test_others_in_the_area_are_hurt_all_the_same() -> None:
    table = Table(
        "A b c d",
        A=sheet(abilities=[ability("forked-line")]),
        b=sheet(pc=False),
        c=sheet(pc=False),
        d=sheet(pc=False),
    )
    table["c"].hp = 2

    table.act("A", "forked-line", "area 1,0 2,0 3,0", "surrender", dice="d20 15 d6 1 d6 1 1")

    assert (table["b"].hp, table["c"].hp, table["d"].hp) == (26, 2, 26)


@rule("icon/surrender.out")
def test_the_surrendered_are_out_without_a_wound_and_their_effects_end() -> None:
    table = trio()
    table["B"].wounds = 3
    table["B"].hp = 1
    table.give("B", "poisoned")

    table.act("c", "strike B", "surrender", dice="d20 9 d6 2 3")

    one = table["B"]
    assert (one.wounds, one.fate, one.present, one.effects) == (3, SURRENDERED, False, [])
    assert not basic.can_be_rescued(one)


@rule("icon/surrender.out", "icon/end.side-out")
def test_a_surrender_of_the_last_one_ends_the_fight() -> None:
    table = Table("A b", A=sheet(abilities=[strike()]), b=sheet(pc=False))
    table["b"].hp = 1

    table.act("A", "strike b", "surrender", dice="d20 9 d6 2 3")
    end.check(table.combat)

    assert (table.combat.outcome, table.combat.winner) == ("end.side-out", 0)


# ---- the end -----------------------------------------------------------------------------------


@rule("icon/end.side-out")
def test_a_fight_goes_on_while_each_side_has_somebody() -> None:
    table = trio()
    table.fell("c")
    end.check(table.combat)
    assert table.combat.outcome == ""

    table.fell("d")
    end.check(table.combat)

    assert (table.combat.outcome, table.combat.winner) == ("end.side-out", 0)


@rule("icon/end.side-out", "icon/terrain.edge-pc-return")
def test_who_can_still_return_over_an_edge_is_not_out() -> None:
    table = Table("A . b ~", A=sheet(), b=sheet(pc=False))
    table.combat.move(table["b"], 3)
    table.go_over("b")

    end.check(table.combat)
    assert table.combat.outcome == ""
    table["b"].fate = FLED
    table["b"].off = -1
    end.check(table.combat)

    assert table.combat.winner == 0


@rule("icon/end.side-out", "icon/end.total-defeat")
def test_both_sides_out_at_once_is_a_draw() -> None:
    table = trio()
    for name in "ABcd":
        table.fell(name)

    end.check(table.combat)

    assert (table.combat.outcome, table.combat.winner) == ("end.side-out", -1)


@rule("icon/end.total-defeat")
def test_total_defeat_is_the_foes_victory_though_an_npc_stands() -> None:
    table = Table("A B . c", A=sheet(), B=sheet(pc=False), c=sheet(pc=False))
    table["B"].npc = True
    table.fell("A")

    end.check(table.combat)

    assert (table.combat.outcome, table.combat.winner) == ("end.total-defeat", 1)
    assert (table["A"].hp, table["A"].fate) == (1, ACTIVE), "spared"


@rule("icon/end.total-defeat")
def test_a_player_character_that_fled_is_not_defeated() -> None:
    table = Table("A B N . c", A=sheet(), B=sheet(), N=sheet(pc=False), c=sheet(pc=False))
    table["N"].npc = True
    table.fell("A")
    table["B"].fate = FLED
    death.leave(table.combat, table["B"])

    end.check(table.combat)

    assert table.combat.outcome == ""


@rule("icon/end.cleanup")
def test_after_combat_everything_ends_but_wounds() -> None:
    table = trio()
    for id in ("burning", "dazed", "tangled", "evasion", "stance-hearth-ring"):
        table.give("A", id, source=2)
    table["A"].vigor = 5
    table["A"].resolve = 3
    table["A"].combo = 1
    table["A"].wounds = 2
    table["A"].hp = 5
    table["A"].delays = [Delay(0, -1)]
    table["A"].must_slow = True
    table["A"].pending = ["attack, boon 1"]
    table["A"].actions = 2
    table.combat.active = 0
    table.combat.patches = [Patch(4, 0, 0, NEVER, 0, "jar-lamp"), Patch(5, 1, 0, NEVER, 0, "")]
    table.fell("B")
    table.fell("c")
    table.fell("d")

    end.check(table.combat)

    a, b = table["A"], table["B"]
    assert (a.effects, a.vigor, a.resolve, a.combo, a.hp, a.wounds) == ([], 0, 0, 0, 5, 2)
    assert (a.delays, a.must_slow, a.pending) == ([], False, [])
    assert (a.actions, table.combat.active) == (0, -1)
    assert [one.cell for one in table.combat.patches] == [5], "the summon alone"
    assert (b.hp, b.wounds, b.fate) == (1, 1, ACTIVE)


@rule("icon/resource.wound-recovery", "icon/end.cleanup")
def test_wounds_are_what_is_left_after_the_combat() -> None:
    table = trio()
    table["A"].wounds = 2
    table.fell("c")
    table.fell("d")
    end.check(table.combat)

    left = Icon().aftermath(table.combat, 0)

    assert left == {"hp": table["A"].hp, "wounds": 2, "elixirs": 0}


@rule("icon/end.flee")
def test_who_ends_its_turn_in_an_exit_may_leave() -> None:
    table = trio()
    table.combat.leaving = [0]
    table.end("B")
    assert table["B"].present

    table.end("A", "", "flee")

    assert (table["A"].fate, table["A"].present) == (FLED, False)


@rule("icon/end.flee")
def test_nobody_must_flee() -> None:
    table = trio()
    table.combat.leaving = [0]

    table.end("A", "", "stay")

    assert table["A"].present


@rule("icon/end.flee", "icon/end.side-out", "icon/turn.end-sequence")
def test_a_foe_that_flees_as_the_last_ends_the_fight() -> None:
    table = Table("A . b", A=sheet(), b=sheet(pc=False))
    table.combat.leaving = [2]

    table.end("b", "", "flee")

    assert (table.combat.outcome, table.combat.winner) == ("end.side-out", 0)


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(
    ("kind", "number", "wins", "winner"),
    [("reached", 1, True, 0), ("reached", 2, True, -2), ("reached", 1, False, 1)],
)
def test_reaching_a_place_is_looked_at_at_the_end_of_every_turn(
    kind: str, number: int, *, wins: bool, winner: int
) -> None:
    table = trio()
    one = Objective(kind, 0, wins, None, [0], number)
    table.combat.objectives = [one]

    table.end("c")

    if winner == -2:
        assert table.combat.outcome == ""
    else:
        assert (table.combat.outcome, table.combat.winner) == ("end.alternate-conditions", winner)


@rule("icon/end.alternate-conditions")
def test_felling_one_foe_may_decide() -> None:
    table = trio()
    table.combat.objectives = [Objective("taken-out", 0, True, ["c"])]
    table.end("A")
    assert table.combat.outcome == ""
    table.fell("c")

    table.end("A")

    assert (table.combat.outcome, table.combat.winner) == ("end.alternate-conditions", 0)


def rounds_end(table: Table, round_: int) -> None:
    """Let the slow part of a round be over."""
    table.combat.round = round_
    table.combat.phase = 2
    for unit in table.combat.units:
        unit.turns = 0
    turn.next_turn(table.combat)


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(("round_", "over"), [(4, False), (5, True)])
def test_lasting_rounds_is_looked_at_when_they_are_over(round_: int, *, over: bool) -> None:
    table = trio()
    table.combat.objectives = [Objective("rounds-survived", 0, True, None, None, 5)]
    table.end("A")
    assert table.combat.outcome == ""

    rounds_end(table, round_)

    assert (table.combat.outcome != "") == over


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(("at", "over"), [(1, False), (4, True)])
def test_a_zone_is_held_if_no_foe_is_in_it(at: int, *, over: bool) -> None:
    table = trio("A . . B c d")
    table.combat.objectives = [Objective("hold", 0, True, None, [0, 1, 2], 1)]
    table.combat.kept = [0]
    table.combat.move(table["c"], at)

    rounds_end(table, 1)

    assert (table.combat.outcome != "") == over


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(("round_", "over"), [(29, False), (30, True)])
def test_a_fight_without_a_winner_ends_after_its_last_round(round_: int, *, over: bool) -> None:
    table = trio()

    rounds_end(table, round_)

    assert (table.combat.outcome != "") == over
    assert table.combat.winner == -1


@rule("icon/surrender.when")
@pytest.mark.parametrize("always", [True, False])
def test_an_encounter_may_have_everybody_asked_at_every_damage(always: bool) -> None:
    """Otherwise only before damage that would fell: README."""
    table = trio()
    table.combat.ask_surrender = always

    table.act("B", "strike c", *(["take it"] if always else []), dice="d20 9 d6 1 1")

    assert table["c"].hp == 26


@rule("icon/end.alternate-conditions")
def test_a_zone_in_which_nobody_stands_is_not_held() -> None:
    table = trio("A . . B c d")
    table.combat.objectives = [Objective("hold", 0, True, None, [1, 2], 1)]
    table.combat.kept = [0]
    rounds_end(table, 1)
    assert (table.combat.kept, table.combat.outcome) == ([0], "")

    table.combat.move(table["A"], 1)
    rounds_end(table, 2)

    assert (table.combat.kept, table.combat.winner) == ([1], 0)


@rule("icon/end.alternate-conditions")
def test_reaching_a_place_may_be_looked_at_when_the_round_is_over_only() -> None:
    table = trio()
    table.combat.objectives = [Objective("reached", 0, True, None, [0], 1, when="round-end")]
    table.end("A")
    assert table.combat.outcome == ""

    rounds_end(table, 1)

    assert (table.combat.outcome, table.combat.winner) == ("end.alternate-conditions", 0)


@rule("icon/end.alternate-conditions", "icon/end.flee")
@pytest.mark.parametrize(("zone", "over"), [(0, True), (1, False)])
def test_who_fled_by_a_zone_has_reached_it(zone: int, *, over: bool) -> None:
    table = Table("A . B . c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table.combat.objectives = [Objective("reached", 0, True, None, [zone], 1)]
    table.combat.leaving = [0]

    table.end("A", "", "flee")

    assert (table.combat.outcome != "") == over


@rule("icon/end.alternate-conditions", "icon/terrain.edge-foe-return")
def test_who_is_over_an_edge_has_not_reached_it_nor_has_who_stays_away() -> None:
    table = Table("A . b ~ c", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))
    table.combat.objectives = [Objective("reached", 1, True, None, [3], 1)]
    table.combat.move(table["b"], 3)
    table.go_over("b")
    table.end("c")
    assert table.combat.outcome == ""

    table.begin("b", "", "stay away")

    assert (table["b"].fate, table.combat.outcome) == (FLED, "")


@rule("icon/end.alternate-conditions")
def test_what_decides_at_the_end_of_the_last_round_is_no_draw() -> None:
    table = trio()
    table.combat.objectives = [Objective("rounds-survived", 0, True, None, None, 30)]

    rounds_end(table, 30)

    assert (table.combat.outcome, table.combat.winner) == ("end.alternate-conditions", 0)


@rule("icon/end.total-defeat")
def test_when_a_beaten_party_is_killed_its_victors_live() -> None:
    table = Table("A . b", A=sheet(), b=sheet(pc=False))
    table.fell("A")
    table.script("", "the party is killed")

    end.check(table.combat)

    assert (table["A"].fate, table["b"].fate, table["b"].hp) == (DEAD, ACTIVE, 28)


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(("kept", "over"), [(0, False), (1, True)])
def test_a_zone_may_have_to_be_held_for_several_rounds(kept: int, *, over: bool) -> None:
    table = trio()
    table.combat.objectives = [Objective("hold", 0, True, None, [0], 2)]
    table.combat.kept = [kept]

    rounds_end(table, 2)

    assert (table.combat.outcome != "") == over


@rule("icon/end.side-out", "icon/end.alternate-conditions")
def test_a_fight_that_is_decided_stays_so_though_a_side_falls_afterwards() -> None:
    table = trio()
    end.close(table.combat, 1, "end.alternate-conditions")
    table.fell("c")
    table.fell("d")

    end.check(table.combat)

    assert (table.combat.outcome, table.combat.winner) == ("end.alternate-conditions", 1)


@rule("icon/end.side-out")
@pytest.mark.parametrize(
    ("last_standing", "fallen", "over"),
    [(True, "", False), (True, "cd", True), (False, "cd", False), (False, "ABcd", True)],
)
def test_whether_the_last_side_wins_is_a_matter_of_the_encounter(
    fallen: str, *, last_standing: bool, over: bool
) -> None:
    table = trio()
    table.combat.last_standing = last_standing
    for name in fallen:
        table.fell(name)

    assert end.over(table.combat) == over
    end.check(table.combat)
    assert (table.combat.outcome != "") == over


@rule("icon/effect.summon", "icon/defeat.pc")
def test_the_summons_of_a_fallen_player_character_go_with_it() -> None:
    table = trio()
    for anchor in (0, 1, 2):
        table.combat.patches.append(Patch(4, 0, 0, NEVER, anchor, "jar-lamp"))

    table.fell("A")

    assert [one.anchor for one in table.combat.patches] == [1, 2]


@rule("icon/end.side-out", "icon/interrupt.timing")
def test_nothing_more_of_an_ability_happens_when_the_last_player_character_has_fallen() -> None:
    """It still lies on the map."""
    own = made(
        target={"who": "foe", "range": 3},
        effect=[{"op": "damage", "amount": 99}, {"op": "vigor", "multiple": 1, "who": "user"}],
    )
    table = Table("A . b", A=sheet(), b=sheet(pc=False, abilities=[own]))

    table.act("b", "deed A", "take it")

    assert table["b"].vigor == 0


@rule("icon/effect.mark")
@pytest.mark.parametrize(("at", "asked"), [(6, True), (7, False)])
def test_a_mark_goes_on_to_a_foe_within_4_of_the_fallen(at: int, *, asked: bool) -> None:
    table = Table("A . b . c . . . .", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))
    table.combat.move(table["c"], at)
    states.mark(table.combat, table["A"], table["b"], "tangled", ["mark-jumps"])
    scripted = table.script("", *(["mark c"] if asked else []))

    table.fell("b")

    table.check(scripted)
    assert table.holds("c", "tangled") == asked


@rule("icon/effect.summon", "icon/end.flee")
def test_the_summons_of_who_flees_go_with_it() -> None:
    table = trio()
    table.combat.leaving = [0]
    for anchor in (0, 1):
        table.combat.patches.append(Patch(4, 0, 0, NEVER, anchor, "jar-lamp"))

    table.end("A", "", "flee")

    assert [one.anchor for one in table.combat.patches] == [1]


@rule("icon/end.alternate-conditions")
def test_a_place_for_which_no_number_is_said_is_reached_by_one() -> None:
    table = trio("A B c d . .")
    table.combat.objectives = [Objective("reached", 0, True, None, [5])]
    table.end("A")
    assert table.combat.outcome == ""

    table.combat.move(table["A"], 5)
    table.end("A")

    assert (table.combat.outcome, table.combat.winner) == ("end.alternate-conditions", 0)


@rule("icon/defeat.allied-npc", "icon/setup.two-sides")
def test_who_fights_beside_the_player_characters_without_being_one_is_an_npc() -> None:
    table = Table("A N . c", A=sheet(), N=sheet(pc=False), c=sheet(pc=False))

    assert [unit.npc for unit in table.combat.units] == [False, True, False]


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(("at", "over"), [(1, False), (0, True)])
def test_a_zone_for_which_no_number_is_said_is_held_for_one_round(at: int, *, over: bool) -> None:
    table = trio("A . . B c d")
    table.combat.objectives = [Objective("hold", 0, True, None, [0])]
    table.combat.kept = [0]
    table.combat.move(table["A"], at)

    rounds_end(table, 1)

    assert (table.combat.outcome != "") == over


@rule("icon/defeat.pc", "icon/damage.godly")
def test_the_defeated_lose_the_vigor_that_shielded_them_from_nothing() -> None:
    table = trio()
    table["A"].vigor = 5

    table.hurt("A", 28, godly=True)

    assert (table["A"].able(), table["A"].vigor) == (False, 0)


@rule("icon/effect.mark", "icon/effect.stealth")
@pytest.mark.parametrize(("at", "asked"), [(1, True), (2, False)])
def test_a_mark_goes_on_to_one_in_stealth_only_next_to_the_marker(at: int, *, asked: bool) -> None:
    table = Table("A . . b c", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))
    table.combat.move(table["c"], at)
    table.give("c", "stealth")
    states.mark(table.combat, table["A"], table["b"], "tangled", ["mark-jumps"])
    scripted = table.script("", *(["no mark"] if asked else []))

    table.fell("b")

    table.check(scripted)
