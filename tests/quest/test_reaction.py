"""Natural 1s and free hits: who may strike, when, how often."""

from __future__ import annotations

import pytest

from affray.rulesets.quest.attack import declared
from affray.rulesets.quest.death import drop_out
from affray.rulesets.quest.resource import free_hits
from affray.rulesets.quest.terms import SLOTS, WITHIN
from tests.quest.table import Table, refused, unit
from tests.rules import rule

SWORD = ["longsword"]


def duel(**b: int) -> Table:
    return Table("A b .", A=unit(weapons=SWORD), b=unit(weapons=SWORD, agi=b.get("agi", 0)))


def swing(table: Table, *keys: str, dice: str) -> None:
    table.act("A", "attack b with longsword", "unaimed", *keys, dice=dice)


# ---- natural 1 ---------------------------------------------------------------------------------


@rule("quest/fail.natural-1-misses")
def test_a_natural_1_misses_whatever_the_modifiers() -> None:
    table = Table("A b .", A=unit(acc=6, weapons=SWORD), b=unit(agi=-1))
    table.give("b", "frozen")

    swing(table, dice="d20 1 d4 3")

    assert table["b"].hp == 50


@rule("quest/fail.free-hit", "quest/freehit.enemy-natural-1", "quest/fail.tragedy-d4")
def test_the_unit_attacked_strikes_back_at_a_natural_1_with_a_slot() -> None:
    table = duel()

    swing(table, "b: strike A with longsword unaimed", dice="d20 1 d4 3 d20 15 d8 4")

    assert table["A"].hp == 46
    assert table["b"].used[SLOTS] == 1


@rule("quest/fail.free-hit", "quest/fail.tragedy-d4", "quest/freehit.slots-zero")
def test_without_a_slot_the_d4_is_rolled_and_nothing_follows() -> None:
    table = duel(agi=-1)

    swing(table, dice="d20 1 d4 3")

    assert table["A"].hp == 50


@rule("quest/freehit.enemy-natural-1")
def test_nobody_else_gains_a_free_hit_from_it() -> None:
    table = Table("c A b .", A=unit(weapons=SWORD), b=unit(agi=-1), c=unit(agi=3, weapons=SWORD))

    swing(table, dice="d20 1 d4 1")

    assert table["A"].hp == 50


@rule("quest/fail.zone-of-the-target")
def test_from_outside_the_targets_zone_a_natural_1_is_only_a_miss() -> None:
    reach = Table("A . b", A=unit(weapons=SWORD, feats=["reach"]), b=unit(weapons=SWORD))
    reach.act("A", "attack b with longsword", "unaimed", dice="d20 1 d4 3")
    archer = Table("A . b", A=unit(weapons=["longbow"]), b=unit(weapons=SWORD, feats=["reach"]))
    archer.act("A", "attack b with longbow", "unaimed", "b: pass", dice="d20 1 d4 3")
    beside = Table("A b .", A=unit(weapons=["longbow"]), b=unit(weapons=SWORD))
    beside.act("A", "attack b with longbow", "unaimed", "b: pass", dice="d20 1 d4 3")


@rule("quest/fail.tragedy-free-critical", "quest/fail.tragedy-no-roll")
def test_a_tragedy_gives_a_free_critical_without_a_roll() -> None:
    """d20=1, d4=4, d6=2, then 1d8=4: the attacker takes 8; it may be aimed and can wound."""
    table = duel()

    swing(table, "b: strike A with longsword slowing", dice="d20 1 d4 4 d6 2 d8 4")

    assert table["A"].hp == 42
    assert table.wounds("A") == [0, 1, 0, 0]


@rule("quest/fail.tragedy-needs-no-slot")
@pytest.mark.parametrize(("agi", "used", "after"), [(-1, 0, 0), (0, 1, 1), (0, 0, 1)])
def test_a_tragedy_needs_no_slot_but_uses_one_if_there_is(agi: int, used: int, after: int) -> None:
    table = duel(agi=agi)
    table["b"].set_count(SLOTS, used)

    swing(table, "b: strike A with longsword unaimed", dice="d20 1 d4 4 d6 5 d8 2")

    assert table["A"].hp == 46
    assert table["b"].used[SLOTS] == after


@rule("quest/fail.dire-d6", "quest/death.killed")
def test_a_dire_fail_kills_the_attacker_without_choice_or_slot() -> None:
    table = Table("A b . B", A=unit(weapons=SWORD), b=unit(agi=-3, weapons=SWORD), B=unit())

    swing(table, dice="d20 1 d4 4 d6 6")

    assert not table["A"].present
    assert table.combat.outcome == ""
    assert table.told("died")
    assert table["b"].used[SLOTS] == 0


@rule("quest/fail.tragedy-and-dire-need-zone")
@pytest.mark.parametrize("face", [2, 6])
def test_tragedy_and_dire_fail_from_afar_are_only_misses(face: int) -> None:
    table = Table("A . . b", A=unit(weapons=["longbow"]), b=unit(weapons=SWORD))

    table.act("A", "attack b with longbow", "unaimed", dice=f"d20 1 d4 4 d6 {face}")

    assert table["A"].hp == 50


@rule("quest/fail.struck-unit-must-be-able", "quest/summon.sickness-no-actions")
@pytest.mark.parametrize("state", ["frozen", "paralysed", "bound", "sick"])
def test_the_helpless_do_not_strike_back(state: str) -> None:
    table = duel(agi=3)
    if state == "sick":
        table["b"].sick = 1
    else:
        table.give("b", state)

    swing(table, dice="d20 1 d4 4 d6 6")

    assert table["A"].present


@rule("quest/fail.strike-back-is-melee", "quest/freehit.melee-only")
def test_a_unit_with_only_a_bow_strikes_back_unarmed() -> None:
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(weapons=["longbow"]))

    swing(table, "b: strike A with unarmed unaimed", dice="d20 1 d4 1 d20 15 d2 2")

    assert table["A"].hp == 48


# ---- leaving -----------------------------------------------------------------------------------


@rule("quest/freehit.leaving-zone", "quest/freehit.timing-leaving")
def test_leaving_a_zone_is_struck_before_the_step() -> None:
    table = Table("A b . .", A=unit(weapons=SWORD), b=unit(), order="Ab")

    table.act(
        "b",
        "move",
        "move 3,0",
        "A: strike b with longsword unaimed",
        "stop",
        dice="d20 15 d8 4",
    )

    assert table["b"].hp == 46
    assert table.at("b") == "2,0"  # the declared step was taken, then it chose anew


@rule("quest/freehit.leaving-zone")
def test_a_step_that_stays_in_the_zone_is_no_such_trigger() -> None:
    """Unit at (1,1); (0,1) to (0,0) stays inside."""
    table = Table(
        """
        . . .
        b A .
        . . .
        """,
        A=unit(weapons=SWORD),
        b=unit(),
    )

    table.act("b", "move", "move 0,0")

    assert table.at("b") == "0,0"


@rule("quest/freehit.timing-leaving")
def test_a_mover_that_falls_stays_where_it_was() -> None:
    table = Table("A b . . c", A=unit(weapons=SWORD), b=unit(hp=4), c=unit(), order="Ab")
    cell = table["b"].cell

    table.act("b", "move", "move 3,0", "A: strike b with longsword unaimed", dice="d20 15 d8 4")

    assert table["b"].fate == 1
    assert table.combat.at(cell) is None
    assert not table.told("moved")


@rule("quest/freehit.no-action-cost")
def test_a_free_hit_costs_a_slot_and_no_action() -> None:
    table = Table("A b . .", A=unit(agi=1, weapons=SWORD), b=unit(), order="Ab")
    before = (table["A"].aa, table["A"].ma, table["A"].ba, table["A"].owed)

    table.act("b", "move", "move 3,0", "A: strike b with longsword unaimed", "stop", dice="d20 2")

    assert (table["A"].aa, table["A"].ma, table["A"].ba, table["A"].owed) == before
    assert table["A"].used[SLOTS] == 1


# ---- within ------------------------------------------------------------------------------------


def ring() -> Table:
    """A at (1,1) with b at (0,2), outside its own trail: three steps around A."""
    return Table(
        """
        . . . .
        . A . .
        . . . b
        . . . .
        """,
        A=unit(agi=2, weapons=SWORD),
        b=unit(),
    )


@rule("quest/freehit.moving-within-zone", "quest/freehit.timing-within")
def test_the_third_step_within_a_zone_is_struck_after_it() -> None:
    """It enters at (2,2), then (2,1), (2,0), (1,0): the free hit falls at (1,0)."""
    table = ring()

    table.act(
        "b",
        "move",
        "move 2,2 2,1 2,0 1,0",
        "A: strike b with longsword unaimed",
        "stop",
        dice="d20 15 d8 4",
    )

    assert table.at("b") == "1,0"
    assert table["b"].hp == 46
    assert table["A"].facing == 0


@rule("quest/freehit.entering-is-safe", "quest/freehit.within-count")
def test_entering_and_two_steps_provoke_nothing() -> None:
    table = ring()

    table.act("b", "move", "move 2,2 2,1 2,0")

    assert table["A"].used[WITHIN] == 2


@rule("quest/freehit.within-count", "quest/freehit.bonus-moves-provoke")
def test_steps_are_counted_over_all_moves_of_a_turn_and_trigger_once() -> None:
    table = ring()

    table.act("b", "move", "move 2,2 2,1 2,0")
    table.act("b", "move for 1 ba", "move 1,0 0,0", "A: pass", "move 0,0")
    table.act("b", "move for 1 ba", "move 0,1 0,2")  # the fifth and sixth: not asked again

    assert table["A"].used[WITHIN] == 6


@rule("quest/freehit.one-per-trigger")
def test_the_third_step_and_leaving_are_two_triggers() -> None:
    table = ring()

    table.act(
        "b",
        "move",
        "move 2,2 2,1 2,0 1,0",
        "A: strike b with longsword unaimed",
        "stop",
        dice="d20 2",
    )
    table.act(
        "b",
        "move for 2 ba",
        "move 2,0 3,0",
        "A: strike b with longsword unaimed",
        "stop",
        dice="d20 2",
    )

    assert table["A"].used[SLOTS] == 2


# ---- slots -------------------------------------------------------------------------------------


@rule("quest/freehit.slots", "quest/freehit.slots-zero")
@pytest.mark.parametrize(("agi", "count"), [(2, 3), (0, 1), (-1, 0), (-3, 0)])
def test_slots_are_agility_plus_one(agi: int, count: int) -> None:
    table = Table("A . b", A=unit(agi=agi), b=unit())

    assert free_hits.slots(table["A"]) == count


@rule("quest/freehit.slots")
@pytest.mark.parametrize(("agi", "count"), [(0, 2), (-1, 1), (-2, 0)])
def test_a_ready_blade_has_one_more(agi: int, count: int) -> None:
    table = Table("A . b", A=unit(agi=agi, feats=["ready-blade"]), b=unit())

    assert free_hits.slots(table["A"]) == count


@rule("quest/freehit.slots-current-agility")
def test_slots_follow_agility_in_mid_round() -> None:
    """Agility +1, one slot used; a slowing wound makes it 0: none left; leaden likewise."""
    table = Table("A . b", A=unit(agi=1), b=unit())
    table["A"].set_count(SLOTS, 1)
    assert free_hits.has_slot(table["A"])
    table["A"].set_wounds(1, 1)
    assert not free_hits.has_slot(table["A"])
    table["A"].set_wounds(1, 0)
    table.give("A", "leaden")
    assert not free_hits.has_slot(table["A"])


@rule("quest/freehit.slots-refresh")
def test_slots_come_back_with_the_round_not_with_the_turn() -> None:
    table = Table("A . b", A=unit(), b=unit())
    table["A"].set_count(SLOTS, 1)

    table.start("A", "act")
    assert not free_hits.has_slot(table["A"])
    table.next_round()

    assert free_hits.has_slot(table["A"])
    assert free_hits.slots(table["A"]) == 1


@rule("quest/freehit.optional")
def test_declining_uses_no_slot() -> None:
    table = Table("A b . .", A=unit(weapons=SWORD), b=unit(), order="Ab")

    table.act("b", "move", "move 3,0", "A: pass", "move 3,0")

    assert table["A"].used[SLOTS] == 0
    assert table.at("b") == "3,0"


@rule("quest/freehit.full-attack")
def test_a_free_hit_has_strength_feats_aim_and_boosts() -> None:
    table = Table(
        "A b . . . . . . .",
        A=unit(str_=2, weapons=SWORD, feats=["weapon-focus"], focus=SWORD),
        b=unit(),
        order="Ab",
    )
    table["A"].boost_damage = 1
    table["A"].boost_hit = 1

    table.act(
        "b",
        "move",
        "move 7,0",
        "A: strike b with longsword center-mass",
        "stop",
        dice="d20 8 d8 1 2",
    )

    assert table["b"].hp == 50 - 6


@rule("quest/freehit.melee-only")
def test_the_striker_picks_among_its_melee_weapons() -> None:
    table = Table(
        "A b . .",
        A=unit(weapons=["shortsword", "dagger"], drawn=["shortsword", "dagger"]),
        b=unit(),
    )
    choice = table.question("b", ["move", "move 3,0"])

    assert choice is not None
    keys = [choice.key(one) for one in choice.answers()]
    assert keys[0] == "pass"
    assert "strike b with dagger fatal" in keys
    assert "strike b with shortsword unaimed" in keys


@rule("quest/freehit.order-of-strikers")
def test_strikers_decide_in_lineup_order_and_the_rest_is_void() -> None:
    table = Table(
        """
        A b . .
        C . . d
        """,
        A=unit(weapons=SWORD),
        b=unit(hp=4),
        C=unit(weapons=SWORD),
        d=unit(),
        order="CAbd",
    )

    table.act("b", "move", "move 2,0", "C: strike b with longsword unaimed", dice="d20 15 d8 4")

    assert not table["b"].present
    assert table["A"].used[SLOTS] == 0


@rule("quest/freehit.chain")
def test_a_free_hit_that_rolls_a_1_is_struck_back_and_then_the_move_goes_on() -> None:
    table = Table("A b . . .", A=unit(weapons=SWORD), b=unit(weapons=SWORD), order="Ab")

    table.act(
        "b",
        "move",
        "move 4,0",
        "A: strike b with longsword unaimed",
        "b: strike A with longsword unaimed",
        "move 4,0",
        dice="d20 1 d4 2 d20 15 d8 4",
    )

    assert table["A"].hp == 46
    assert table.at("b") == "4,0"


@rule("quest/freehit.bonus-moves-provoke", "quest/move.tumble")
@pytest.mark.parametrize("way", ["move for 2 ba", "tumble"])
def test_bonus_moves_and_tumbling_provoke(way: str) -> None:
    table = Table("A b . .", A=unit(weapons=SWORD), b=unit())

    table.act("b", way, "move 3,0", "A: pass", "stop")

    assert table.at("b") == "2,0"


@rule("quest/freehit.bonus-moves-provoke", "quest/end.flee")
def test_stepping_off_the_map_leaves_every_zone() -> None:
    table = Table("b A .\n. . c", A=unit(weapons=SWORD), b=unit(), c=unit())

    table.act("b", "move", "flee 0,0", "A: strike b with longsword unaimed", dice="d20 2")

    assert table["b"].fate == 3


@rule("quest/freehit.only-if-seen")
def test_an_unseen_mover_and_one_behind_a_wall_provoke_nothing() -> None:
    table = Table("b A . .", A=unit(weapons=SWORD), b=unit(), hidden="b")
    table.act("b", "sneak", "stop", dice="d20 20")
    walled = Table(
        """
        b # . .
        . A . .
        . . . .
        . . . .
        """,
        A=unit(weapons=SWORD),
        b=unit(),
        hidden="b",
    )
    walled.act("b", "sneak", "move 0,2", dice="d20 20")
    walled.act("b", "sneak for 2 ba", "move 0,3", dice="d20 20")

    assert walled.at("b") == "0,3"


@rule("quest/freehit.while-prone-or-channeling", "quest/condition.flat-footed-only-defence")
def test_prone_channeling_and_flat_footed_units_strike() -> None:
    for state in ("prone", "channeling", "flat"):
        table = Table("A b . .", A=unit(mp=9, weapons=SWORD, spells=["storm-column"]), b=unit())
        if state == "prone":
            table["A"].prone = True
        elif state == "channeling":
            table["A"].casting = 0
            table["A"].paid_aa = 1
        else:
            table.give("A", "flat-footed")
        strike = "A: strike b with longsword unaimed"
        if state == "prone":  # it is offered to stand up after the move
            table.act("b", "move", "move 3,0", strike, "stop", "A: pass", dice="d20 2")
        else:
            table.act("b", "move", "move 3,0", strike, "stop", dice="d20 2")
        assert table["A"].used[SLOTS] == 1


@rule("quest/action.no-provoking")
def test_shooting_casting_standing_and_handling_provoke_nothing() -> None:
    table = Table(
        "A b .",
        A=unit(agi=5, weapons=SWORD),
        b=unit(mp=9, weapons=["longbow", "dagger"], items=["red-draught"], spells=["ember-dart"]),
    )
    table["b"].prone = True

    table.act("b", "attack A with longbow", "unaimed", dice="d20 2")
    table.act("b", "stand up for ba")
    table.act("b", "sheathe longbow for ba")
    table.act("b", "draw dagger for ma")
    table["b"].aa = 1
    table.act("b", "use red-draught on b", dice="d8 1")
    table["b"].aa = 1
    table.act("b", "cast ember-dart with aa", dice="d20 2")


# ---- feats -------------------------------------------------------------------------------------


@rule("quest/freehit.feat-attacks")
def test_flurry_is_a_free_hit_after_a_melee_hit_of_the_aa() -> None:
    table = Table("A b .", A=unit(weapons=SWORD, feats=["flurry"]), b=unit())

    table.act(
        "A",
        "attack b with longsword",
        "unaimed",
        "A: strike b with longsword unaimed",
        dice="d20 15 d8 4 d20 15 d8 3",
    )

    assert table["b"].hp == 43
    assert table["A"].used[SLOTS] == 1
    table["A"].aa = 1
    table.act("A", "attack b with longsword", "unaimed", dice="d20 15 d8 1")  # once a turn, no slot


@rule("quest/freehit.feat-attacks")
def test_follow_through_strikes_another_after_a_defeat() -> None:
    table = Table("b A c", A=unit(weapons=SWORD, feats=["follow-through"]), b=unit(hp=1), c=unit())

    table.act(
        "A",
        "attack b with longsword",
        "unaimed",
        "A: strike c with longsword unaimed",
        dice="d20 15 d8 1 d20 15 d8 4",
    )

    assert table["c"].hp == 46
    slotless = Table(
        "b A c", A=unit(agi=-1, weapons=SWORD, feats=["follow-through"]), b=unit(hp=1), c=unit()
    )
    slotless.act("A", "attack b with longsword", "unaimed", dice="d20 15 d8 1")


# ---- disengaging -------------------------------------------------------------------------------


@rule("quest/disengage.price", "quest/turn.no-conversion")
def test_disengaging_costs_an_aa_or_two_bas_and_never_an_ma() -> None:
    table = Table("A b . .", A=unit(weapons=SWORD), b=unit())
    table.act("b", "boost hit")

    assert table.why_not("b", "disengage for 2 ba") == "disengage.price"
    table.act("b", "disengage for aa")
    assert table["b"].aa == 0
    with refused("condition.same-state-once"):
        table.act("b", "disengage for 2 ba")
    assert not [one for one in table.offers("b") if "disengage" in one]


@rule("quest/disengage.whole-round-all-zones")
def test_a_disengaged_unit_leaves_all_zones_for_the_round() -> None:
    table = Table(
        "A b C . . .", A=unit(weapons=SWORD), b=unit(), C=unit(weapons=SWORD), order="AbC"
    )
    table.act("b", "disengage for 2 ba")
    other = Table(
        """
        A b . . .
        . . . C .
        """,
        A=unit(weapons=SWORD),
        b=unit(),
        C=unit(weapons=SWORD),
    )
    other.act("b", "disengage for 2 ba")
    other.act("b", "move", "move 4,0")
    assert other.at("b") == "4,0"
    other.next_round()

    assert not other["b"].disengaged


@rule("quest/disengage.leaving-only")
def test_disengaging_does_not_cover_the_third_step_within() -> None:
    table = ring()
    table.act("b", "disengage for aa")

    table.act("b", "move", "move 2,2 2,1 2,0 1,0", "A: pass", "stop")
    table.act("b", "move for 1 ba", "move 2,0 3,0")  # leaving is covered

    assert table.at("b") == "3,0"


@rule("quest/disengage.not-fumbles")
def test_disengaging_does_not_protect_against_own_natural_1s() -> None:
    table = duel()
    table["A"].disengaged = True

    swing(table, "b: pass", dice="d20 1 d4 1")


@rule("quest/disengage.before-moving")
def test_it_gives_no_movement_and_comes_before_the_step() -> None:
    table = Table("A b . .", A=unit(weapons=SWORD), b=unit())

    table.act("b", "disengage for aa")

    assert table.at("b") == "1,0"
    table.act("b", "move", "move 3,0")
    assert table.at("b") == "3,0"


# ---- once, and with what -----------------------------------------------------------------------


@rule("quest/freehit.feat-attacks")
def test_flurry_is_once_a_turn_with_the_same_weapon_however_many_slots_are_left() -> None:
    blades = unit(agi=3, weapons=["longsword", "dagger"], feats=["flurry"])
    blades.drawn = list(blades.weapons)
    table = Table("A b .", A=blades, b=unit())
    assert table.holding("A") == ["longsword", "dagger"]
    table.begin_turn("A")
    table.script([], "d20 15 d8 1")

    choice = table.question("A", ["attack b with longsword", "unaimed"])

    assert choice is not None
    keys = [choice.key(one) for one in choice.answers()]
    assert [key for key in keys if "dagger" in key] == []
    assert "strike b with longsword unaimed" in keys
    swing(table, "A: strike b with longsword unaimed", dice="d20 15 d8 4 d20 15 d8 3")
    table["A"].aa = 1
    swing(table, dice="d20 15 d8 1")
    assert table["A"].used[SLOTS] == 1


@rule("quest/freehit.feat-attacks", "quest/action.extra-attack-no-feats")
def test_flurry_follows_neither_a_disarming_attack_nor_a_free_hit() -> None:
    table = Table(
        "c A b .",
        A=unit(agi=3, weapons=SWORD, feats=["flurry", "follow-through"]),
        b=unit(hp=1, weapons=SWORD),
        c=unit(weapons=SWORD),
    )

    swing(table, "A: strike c with longsword unaimed", dice="d20 15 d8 1 d20 15 d8 4")

    assert table["c"].hp == 46
    assert table["A"].used[SLOTS] == 1
    other = Table(". A b", A=unit(agi=3, weapons=SWORD, feats=["flurry"]), b=unit(weapons=SWORD))
    other.act("A", "disarm b with longsword", dice="d20 15")
    assert other["A"].used[SLOTS] == 0


@rule("quest/freehit.feat-attacks", "quest/attack.only-enemies", "quest/sneak.no-target")
def test_follow_through_goes_for_present_enemies_in_the_zone_that_it_knows_of() -> None:
    rows = """
        d B . f
        b A . .
        c g . e
    """
    table = Table(
        rows,
        A=unit(agi=3, weapons=SWORD, feats=["follow-through"]),
        B=unit(),
        b=unit(hp=1),
        c=unit(),
        d=unit(),
        e=unit(),
        f=unit(),
        g=unit(),
        hidden="d",
    )
    drop_out(table.combat, table["g"], 1, "death.zero-hit-points")
    table.begin_turn("A")
    table.script([], "d20 15 d8 1")

    choice = table.question("A", ["attack b with longsword", "unaimed"])

    assert choice is not None
    keys = [choice.key(one) for one in choice.answers()]
    assert {key.split()[1] for key in keys if key.startswith("strike")} == {"c"}


@rule("quest/freehit.feat-attacks", "quest/crit.decisive-d6")
def test_follow_through_comes_after_a_decisive_victory_too() -> None:
    table = Table("b A c", A=unit(weapons=SWORD, feats=["follow-through"]), b=unit(), c=unit())

    swing(table, "A: strike c with longsword unaimed", dice="d20 20 d4 4 d6 6 d20 15 d8 4")

    assert not table["b"].present
    assert table["c"].hp == 46


@rule("quest/fail.tragedy-free-critical", "quest/fail.free-hit")
@pytest.mark.parametrize(
    ("dice", "cited"),
    [
        ("d20 1 d4 3 d20 15 d8 4", "fail.free-hit"),
        ("d20 1 d4 4 d6 5 d8 4", "fail.tragedy-free-critical"),
    ],
)
def test_a_strike_back_is_told_with_the_rule_that_grants_it(dice: str, cited: str) -> None:
    table = duel()

    swing(table, "b: strike A with longsword unaimed", dice=dice)

    assert [one.rule for one in table.told("free hit")] == [cited]


@rule(
    "quest/freehit.moving-within-zone",
    "quest/freehit.within-count",
    "quest/initiative.opening-attack",
)
def test_each_opening_move_counts_its_own_steps_within_a_zone() -> None:
    """A makes two steps beside b, C one: no third step of anybody."""
    rows = """
        . A . . .
        . . b . .
        . . C . .
    """
    caster = unit(agi=1, mp=9, spells=["slip-away"])
    other = unit(mp=9, spells=["slip-away"])
    table = Table(rows, opening=True, instigators="AC", A=caster, C=other, b=unit(weapons=SWORD))
    table.step()

    table.step("cast slip-away with ma", "move", "move 2,0 3,0")
    table.step("cast slip-away with ma", "move", "move 1,2")

    assert table.at("C") == "1,2"
    assert table["b"].used[WITHIN] == 1


@rule("quest/freehit.feat-attacks")
def test_feats_grant_nothing_after_a_miss_nor_outside_the_own_turn() -> None:
    fighter = unit(agi=3, weapons=SWORD, feats=["flurry", "follow-through"])
    table = Table("A b .", A=fighter, b=unit(weapons=SWORD))

    swing(table, dice="d20 2")
    assert table["A"].used[SLOTS] == 0
    away = Table("A b . . .\nc . . . .", A=fighter, b=unit(hp=1), c=unit(), order="bAc")
    away.act("b", "move", "move 4,0", "A: strike b with longsword unaimed", dice="d20 15 d8 4")
    assert away["A"].used[SLOTS] == 1


@rule("quest/freehit.feat-attacks")
def test_follow_through_is_once_a_round() -> None:
    fighter = unit(agi=3, weapons=SWORD, feats=["follow-through"])
    table = Table("b A c\n. d .", A=fighter, b=unit(hp=1), c=unit(hp=1), d=unit())

    swing(table, "A: strike c with longsword unaimed", dice="d20 15 d8 1 d20 15 d8 4")

    assert [table[name].present for name in "bcd"] == [False, False, True]
    assert table["A"].used[SLOTS] == 1
    assert table["d"].hp == 50


@rule("quest/prone.stand-cost", "quest/prone.stand-off-turn")
def test_springing_up_off_turn_uses_up_the_free_stand_of_the_round() -> None:
    table = Table("A . . . b", A=unit(), b=unit(feats=["spring-up"]))
    table["b"].prone = True
    table.act("A", "move for 1 ba", "move 1,0", "b: stand up for free")
    table["b"].prone = True

    table.act("A", "move for 1 ba", "move 0,0", "b: stand up for ma")

    assert table["b"].owed == (0, 1, 0)


@rule("quest/fail.dire-d6", "quest/move.facing")
def test_a_fatal_blow_turns_who_delivers_it() -> None:
    table = Table("A b . B", A=unit(weapons=SWORD), b=unit(), B=unit(), facing={"b": "n"})

    swing(table, dice="d20 1 d4 4 d6 6")

    assert table["A"].fate == 2
    assert table["b"].facing == 6


@rule("quest/freehit.feat-attacks")
def test_flurry_needs_a_melee_hit_and_follow_through_a_defeat() -> None:
    archer = unit(agi=3, weapons=["longbow"], feats=["flurry", "follow-through"])
    shot = Table("b A c", A=archer, b=unit(hp=1), c=unit())
    shot.act("A", "attack b with longbow", "unaimed", dice="d20 15 d8 1")
    assert not shot["b"].present
    shot["A"].aa = 1
    shot.act("A", "attack c with longbow", "unaimed", dice="d20 15 d8 1")
    assert shot["A"].used[SLOTS] == 0

    fighter = unit(agi=3, weapons=SWORD, feats=["follow-through"])
    table = Table("b A c", A=fighter, b=unit(), c=unit())
    swing(table, dice="d20 15 d8 4")
    assert table["A"].used[SLOTS] == 0


@rule("quest/freehit.moving-within-zone", "quest/freehit.only-if-seen", "quest/setup.teams")
def test_a_third_step_is_struck_by_enemies_only_and_only_if_they_know_of_the_mover() -> None:
    rows = """
        . A . .
        . b . .
        . . . .
    """
    ally = rows.replace("b", "B")
    armed = unit(agi=2, weapons=SWORD)
    friends = Table(ally.replace(". . . .", ". . . b"), A=unit(), B=armed, b=unit(agi=-1))
    friends.act("A", "move", "move 0,0 0,1 0,2 1,2")
    assert friends.at("A") == "1,2"

    unseen = Table(rows, A=unit(), b=armed)
    unseen["A"].unseen = 1 << unseen["b"].index
    unseen.act("A", "sneak with 1 ba", "move 0,0 0,1 0,2", dice="d20 20")
    assert unseen.at("A") == "0,2"
    assert unseen["b"].used[SLOTS] == 0


@rule("quest/freehit.melee-only")
def test_the_striker_chooses_among_all_its_weapons_however_many() -> None:
    natural = ["bite", "claws", "stone-fist", "giant-fist", "cinder-touch"]
    table = Table("A b .", A=unit(weapons=["dagger", *natural]), b=unit())

    table.act(
        "b", "move", "move 2,0", "A: strike b with cinder-touch unaimed", "stop", dice="d20 15 d6 4"
    )

    assert table["b"].hp == 46
    assert declared.weapons(table.combat, table["A"], True)[0].id == "dagger"


@rule("quest/freehit.one-per-trigger", "quest/freehit.slots")
def test_a_trigger_gives_one_free_hit_however_many_slots_are_left() -> None:
    table = Table("A b . .", A=unit(agi=4, weapons=SWORD), b=unit())

    table.act(
        "b", "move", "move 3,0", "A: strike b with longsword unaimed", "b: stop", dice="d20 2"
    )

    assert table["A"].used[0] == 1


@rule("quest/freehit.leaving-zone", "quest/move.occupied-spaces")
def test_a_barred_step_leaves_no_zone() -> None:
    """MoveChoice from beside c into hidden b would leave c's zone; the step is never made."""
    table = Table("c A b . .", hidden="b", A=unit(), b=unit(), c=unit(weapons=SWORD))

    table.act("A", "move", "move 2,0", "stop")

    assert table.at("A") == "1,0"
    assert not table.told("free hit")


@rule("quest/prone.stand-window", "quest/initiative.opening-attack")
def test_who_is_toppled_in_the_move_of_an_opening_spell_stands_only_after_that_move() -> None:
    """b topples A with its third step; c strikes at the prone A before A may stand."""
    rows = """
        . . b . .
        . A . . .
        . . c . .
    """
    table = Table(
        rows,
        opening=True,
        instigators="A",
        A=unit(mp=5, agi=1, spells=["slip-away"]),
        b=unit(weapons=["quarterstaff"]),
        c=unit(weapons=["longsword"]),
    )
    table.step()

    table.step(
        "cast slip-away with ma",
        "move",
        "move 2,1 3,1 2,1",
        "b: strike A with quarterstaff slowing",
        "c: strike A with longsword unaimed",
        "A: stand up for ba",
        dice="d20 15 d6 6 d20 5 d8 1",
    )

    assert table.wounds("A") == [0, 1, 0, 0]
    assert table["A"].hp == 50 - 6 - 1  # TN 5 + 0: the 5 hits one that lies prone
    assert not table["A"].prone


@rule("quest/prone.stand-window", "quest/freehit.chain")
def test_who_was_asked_in_the_middle_of_a_move_takes_nothing_from_who_is_down_in_it() -> None:
    """c, lying, strikes with a 1 and is struck back: it is asked at once, A after its move."""
    rows = """
        . . b . .
        . A . . .
        . . c . .
    """
    table = Table(
        rows,
        opening=True,
        instigators="A",
        A=unit(mp=5, agi=1, spells=["slip-away"]),
        b=unit(weapons=["quarterstaff"]),
        c=unit(weapons=["longsword"]),
    )
    table["c"].prone = True
    table.step()

    table.step(
        "cast slip-away with ma",
        *("move", "move 2,1 3,1 2,1"),
        "b: strike A with quarterstaff slowing",
        *("c: strike A with longsword unaimed", "A: strike c with unarmed unaimed", "c: pass"),
        *("A: stand up for ba", "c: pass"),  # A has moved
        dice="d20 15 d6 6 d20 1 d4 1 d20 2",
    )

    assert not table["A"].prone
    assert table["c"].prone


@rule("quest/zone.adjacent", "quest/move.tumble", "quest/freehit.leaving-zone")
def test_a_tumble_into_the_foes_own_space_leaves_its_zone() -> None:
    """The own space is no part of the zone: the free hit comes before the step into it."""
    table = Table("A b . .", A=unit(hp=20), b=unit(weapons=SWORD))

    table.act(
        "A",
        "tumble",
        "move 1,0 2,0",
        "b: strike A with longsword unaimed",
        "move 2,0",
        dice="d20 15 d8 4",
    )

    assert table["A"].hp == 16


@rule("quest/zone.large-units", "quest/move.tumble")
def test_within_a_large_foes_own_spaces_no_step_counts_as_within_its_zone() -> None:
    table = Table(". b . .\n. . . .\nA . . .", A=unit(feats=["maneuverer"]), b=unit(size=2, agi=-1))

    table.act("A", "tumble", "move 1,1 2,0 3,0 3,1")

    assert table["b"].used[6] == 1


@rule("quest/freehit.chain", "quest/freehit.timing-leaving", "quest/fail.dire-d6")
def test_a_striker_killed_by_its_own_dire_fail_lets_the_mover_go_on() -> None:
    table = Table("A b . .\n. c . .", A=unit(weapons=SWORD), b=unit(weapons=SWORD), c=unit())

    table.act(
        "b",
        "move",
        "move 3,0",
        "A: strike b with longsword unaimed",
        dice="d20 1 d4 4 d6 6",
    )

    assert table["A"].fate == 2
    assert table.at("b") == "1,0"
    assert table.combat.outcome == "end.one-team-left"


@rule("quest/freehit.order-of-strikers", "quest/freehit.chain", "quest/move.slowed-mid-move")
def test_two_strikers_one_fumbles_and_the_other_slows_the_mover_before_its_step() -> None:
    """A: natural 1, b strikes back; B: a leg wound; then the step, and 3 of 4 points are left."""
    table = Table(
        "A b . . . . . .\nB . . . . . . .",
        A=unit(weapons=SWORD),
        B=unit(weapons=SWORD),
        b=unit(agi=1, weapons=SWORD),
    )

    table.act(
        "b",
        "move",
        "move 7,0",
        "A: strike b with longsword unaimed",
        "b: strike A with longsword unaimed",
        "B: strike b with longsword slowing",
        "move 5,0",
        dice="d20 1 d4 2 d20 12 d8 3 d20 15 d8 6",
    )

    assert table["A"].hp == 47
    assert table.wounds("b") == [0, 1, 0, 0]
    assert table.at("b") == "5,0"
    assert table["b"].used[0] == 1


@rule("quest/prone.stand-window", "quest/freehit.order-of-strikers")
def test_a_mover_toppled_by_a_free_hit_goes_on_prone_and_stands_only_afterwards() -> None:
    table = Table(
        "A b . . . . .", A=unit(str_=3, weapons=["maul"]), b=unit(weapons=SWORD), order="Ab"
    )

    table.act(
        "b",
        "move",
        "move 5,0",
        "A: strike b with maul slowing",
        dice="d20 16 d6 3 3",
    )
    assert table["b"].prone
    assert table.at("b") == "2,0"  # 6 - 2 points, and 3 for the step
    table.step("stand up for aa")
    assert not table["b"].prone


@rule("quest/fail.tragedy-needs-no-slot", "quest/fail.dire-d6", "quest/freehit.chain")
def test_free_criticals_chain_no_further_for_they_are_not_rolled() -> None:
    table = Table("A b .", A=unit(agi=-1, weapons=SWORD), b=unit(agi=-1, weapons=SWORD))

    table.act(
        "A",
        "attack b with longsword",
        "center-mass",
        "b: strike A with longsword fatal",
        dice="d20 1 d4 4 d6 5 d8 3 d4 4",
    )

    assert table["A"].hp == 50 - 6 - 16
    assert table["b"].used[0] == 0


@rule("quest/attack.only-enemies", "quest/freehit.feat-attacks")
def test_flurry_gives_no_free_hit_against_an_ally() -> None:
    table = Table("A B b", A=unit(weapons=SWORD, feats=["flurry"]), B=unit(), b=unit())

    table.act("A", "attack B with longsword", "unaimed", dice="d20 15 d8 4")

    assert table["B"].hp == 46


@rule("quest/zone.large-units", "quest/freehit.leaving-zone", "quest/freehit.timing-leaving")
def test_a_two_space_mover_leaves_a_zone_with_its_last_space() -> None:
    """Columns 1-2, then 2-3: still in the zone of column 1; the third step leaves it."""
    table = Table(
        "A . . . . . .\n. b . . . . .\n. . . . . . .",
        A=unit(weapons=SWORD, agi=1),
        b=unit(size=2),
    )

    table.act("b", "move", "move 4,1", "A: pass", "move 4,1")

    assert table.at("b") == "4,1"
