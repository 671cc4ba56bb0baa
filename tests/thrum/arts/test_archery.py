"""Archery: every ability with its numbers, upgrades and limits."""

from __future__ import annotations

from affray.rulesets.thrum import turn
from affray.rulesets.thrum.movement import forced
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.terms import DELAY_PHASE, MOVE_PHASE, STANCE_PHASE
from tests.rules import rule
from tests.thrum.table import Table, npc, pc, refused


def archer(*abilities: str, upgrades: str = "", **points: int) -> Sheet:
    """An archer of level 0 and Training 3: modifier floor((POW + 3) / 2) + 1."""
    return pc(
        level=0,
        training={"archery": 3},
        abilities=list(abilities),
        upgrades=[f"{abilities[0]}:{letter}" for letter in upgrades],
        more=points,
    )


def next_round(table: Table) -> list[str]:
    """End the round; return who acts in which order in the next."""
    combat = table.combat
    combat.lineup.at = len(combat.lineup.order)
    combat.active = -1
    combat.phase = DELAY_PHASE
    table.step()
    return [combat.units[who].name for who in combat.lineup.order]


# ---- Piercing Shot -------------------------------------------------------------------------------


def piercer(upgrades: str = "", **points: int) -> Table:
    return Table(
        "A . . . . . b",
        A=archer("piercing-shot", upgrades=upgrades, **points),
        b=npc("biffer"),
    )


def test_piercing_shot_deals_two_fatigue_at_distance_six() -> None:
    """POW 2: modifier 3. 4 + 4 + 3 = 11 against 4 + 4 + 1 = 9."""
    table = piercer(POW=2)

    table.act("A", "piercing-shot b", "b: resilience", dice="4 4 4 4")

    assert table["b"].fatigue == 2


@rule("thrum/grid.range-inclusive")
def test_piercing_shot_does_not_reach_distance_seven() -> None:
    table = Table("A . . . . . . b", A=archer("piercing-shot"), b=npc("biffer"))

    assert "piercing-shot b" not in table.offers("A")


@rule("thrum/attack.critical-adds", "thrum/attack.finisher-timing")
def test_a_critical_piercing_shot_deals_one_more_and_may_fell_at_once() -> None:
    """6 + 6 + 3 = 15 against 3 + 3 + 1 = 7: 3 Fatigue on top of 1, above Tolerance 3."""
    table = piercer(POW=2)
    table["b"].fatigue = 1

    table.act("A", "piercing-shot b", "b: resilience", dice="6 6 3 3 1 2")

    assert table["b"].incapacitated
    assert table["b"].fatigue == 4 - 1


def test_upgrade_a_of_piercing_shot_adds_half_pow_to_a_critical() -> None:
    table = piercer("a", POW=2)
    table["b"].fatigue_tolerance = 9

    table.act("A", "piercing-shot b", "b: resilience", dice="6 6 1 1")

    assert table["b"].fatigue == 2 + 1 + 1


@rule("thrum/trigger.needs-condition")
def test_piercing_shot_sets_off_no_triggered_effect_of_an_enemy() -> None:
    """c beside b could Protect it against any other attack."""
    table = Table("A . . b c", A=archer("piercing-shot"), b=npc("biffer"), c=npc("biffer"))
    table.enter_stance("c", "protect")

    table.act("A", "piercing-shot b", "b: resilience", dice="1 1 1 1")
    table.begin_turn("A")
    table.act("A", "basic-attack b", "c: pass", "b: resilience", dice="1 1 1 1")

    assert table.stance_of("c") == "protect"


def test_piercing_shot_still_sets_off_effects_of_allies() -> None:
    """C's Assist gives b a Bane: 3 dice, the two lowest of 6, 6, 1 are kept."""
    table = Table("A . . b C", A=archer("piercing-shot"), b=npc("biffer"), C=pc())
    table.enter_stance("C", "assist")

    table.act("A", "piercing-shot b", "C: assist b", "b: resilience", dice="5 5 6 6 1")

    assert table["b"].fatigue == 2


def riser(ref: int, initiative: str) -> Table:
    """b, c and A in this order, with their totals."""
    table = Table(
        "A . . b . . c",
        order="bcA",
        A=archer("piercing-shot", upgrades="b", REF=ref),
        b=npc("biffer"),
        c=npc("biffer"),
    )
    b, c, a = (int(one) for one in initiative.split())
    table.combat.initiative = [a, b, c]
    return table


@rule("thrum/turn.order-is-fixed")
def test_upgrade_b_of_piercing_shot_moves_its_user_up_from_the_next_round() -> None:
    """5 + REF 2 = 7: above c with 6, below b with 9."""
    table = riser(2, "9 6 5")

    table.act("A", "piercing-shot b", "b: resilience", "raise initiative", dice="6 6 1 1")
    order = [table.combat.units[who].name for who in table.combat.lineup.order]

    assert order == ["b", "c", "A"]
    assert next_round(table) == ["b", "A", "c"]
    assert table.combat.initiative[0] == 7
    assert next_round(table) == ["b", "A", "c"]


def test_the_initiative_may_be_kept() -> None:
    table = riser(2, "9 6 5")

    table.act("A", "piercing-shot b", "b: resilience", "keep initiative", dice="6 6 1 1")

    assert next_round(table) == ["b", "c", "A"]


def test_only_a_critical_raises_the_initiative() -> None:
    table = riser(2, "9 6 5")

    table.act("A", "piercing-shot b", "b: resilience", dice="4 4 4 2")

    assert table["b"].fatigue == 2
    assert next_round(table) == ["b", "c", "A"]


def test_a_tie_does_not_move_up() -> None:
    table = riser(1, "9 6 5")

    table.act("A", "piercing-shot b", "b: resilience", "raise initiative", dice="6 6 1 1")

    assert next_round(table) == ["b", "c", "A"]


@rule("thrum/delay.is-permanent")
def test_one_who_has_delayed_rises_from_where_it_now_stands() -> None:
    """A rolled 20 and follows c with 6: 6 + 2 = 8 is below b's 9."""
    table = riser(2, "9 6 20")

    table.act("A", "piercing-shot b", "b: resilience", "raise initiative", dice="6 6 1 1")

    assert next_round(table) == ["b", "A", "c"]


# ---- Trick Shot ----------------------------------------------------------------------------------


def test_trick_shot_deals_two_fatigue_and_stops_without_a_critical() -> None:
    """3 + 3 + 2 = 8 against 2 + 2 + 1 = 5."""
    table = Table("A . . b . . c", A=archer("trick-shot"), b=npc("biffer"), c=npc("biffer"))

    table.act("A", "trick-shot b", "b: resilience", dice="3 3 2 2")

    assert (table["b"].fatigue, table["c"].fatigue) == (2, 0)


@rule("thrum/cover.origin", "thrum/attack.ranged-bane")
def test_a_critical_trick_shot_goes_on_from_the_targets_square() -> None:
    """c is 10 from A, 5 from b. Two Banes, for b as earlier target and as an adjacent enemy:
    2 + 3 of 6, 5, 3, 2 are kept; 5 + 2 = 7 against 1 + 2 + 1 = 4.
    """
    table = Table("A . . . . b . . . . c", A=archer("trick-shot"), b=npc("biffer"), c=npc("biffer"))

    table.act("A", "trick-shot b", "b: resilience", "c: resilience", dice="6 6 1 1 6 5 3 2 1 2")

    assert (table["b"].fatigue, table["c"].fatigue) == (2, 2)


def test_trick_shot_never_comes_back_to_one_it_has_targeted() -> None:
    """Both are Criticals; after c nobody is left. The second is rolled with two Banes."""
    table = Table("A . . b . . c", A=archer("trick-shot"), b=npc("biffer"), c=npc("biffer"))

    table.act("A", "trick-shot b", "b: resilience", "c: resilience", dice="6 6 1 1 6 6 6 6 1 1")

    assert (table["b"].fatigue, table["c"].fatigue) == (2, 2)


def test_a_third_target_is_chosen_with_one_more_bane() -> None:
    """b, then d of c and d; then c with Banes for b and d, and for d at the origin: 5 dice."""
    table = Table(
        """
        A . . b . . c
        . . . . . . .
        . . . . . . .
        . . . d . . .
        """,
        A=archer("trick-shot"),
        b=npc("biffer"),
        c=npc("biffer"),
        d=npc("biffer"),
    )

    table.act(
        "A",
        "trick-shot b",
        "b: resilience",
        "A: target d",
        "d: resilience",
        "c: resilience",
        dice="6 6 1 1 6 6 6 6 1 1 3 3 6 6 6 5 4",
    )

    assert (table["b"].fatigue, table["d"].fatigue, table["c"].fatigue) == (2, 2, 0)


@rule("thrum/attack.ranged-bane")
def test_ranged_adjacency_of_a_repeated_trick_shot_is_counted_from_the_last_target() -> None:
    """d beside A hampers the first shot, e beside b the second, which has three Banes: 5 dice."""
    table = Table(
        """
        . . . . e .
        d A . . b .
        . . . . . .
        . . . . . .
        . . . . c .
        """,
        A=archer("trick-shot"),
        b=npc("biffer"),
        c=npc("biffer"),
        d=npc("biffer"),
        e=npc("biffer"),
    )

    table.act(
        "A",
        "trick-shot b",
        "b: resilience",
        "A: target c",
        "c: resilience",
        dice="6 6 6 1 1 3 3 6 6 6 2 2",
    )

    assert table.totals() == (8, 5)


def test_upgrade_a_of_trick_shot_adds_half_pow_to_a_critical() -> None:
    table = Table("A . . b", A=archer("trick-shot", upgrades="a", POW=2), b=npc("biffer"))

    table.act("A", "trick-shot b", "b: resilience", dice="6 6 1 1")

    assert table["b"].fatigue == 3


def test_upgrade_b_of_trick_shot_takes_half_rea_off_the_banes_for_earlier_targets() -> None:
    """REA 2: none for b as earlier target, one for b as an adjacent enemy: 3 dice."""
    table = Table(
        "A . . b . . c",
        A=archer("trick-shot", upgrades="b", REA=2),
        b=npc("biffer"),
        c=npc("biffer"),
    )

    table.act("A", "trick-shot b", "b: resilience", "c: resilience", dice="6 6 1 1 2 2 6 1 1")

    assert table["c"].fatigue == 2


def test_cover_of_a_repeated_trick_shot_is_traced_from_the_last_target() -> None:
    """E beside c covers it from b's square, not from A's: a third Bane, 5 dice."""
    table = Table(
        """
        A . . . . b
        . . . . . .
        . . . . . .
        . . . . E .
        . . . . c .
        """,
        A=archer("trick-shot"),
        b=npc("biffer"),
        c=npc("biffer"),
        E=pc(),
    )

    table.act("A", "trick-shot b", "b: resilience", "c: resilience", dice="6 6 1 1 2 2 6 6 6 1 1")

    assert table["c"].fatigue == 2


@rule("thrum/cover.obstructed")
def test_a_trick_shot_cannot_go_on_to_one_who_is_obstructed_from_there() -> None:
    table = Table(
        """
        . . . . . .
        A . b . . c
        . . . . . .
        """,
        heights="""
        0 0 0 0 2 0
        0 0 0 0 2 0
        0 0 0 0 2 0
        """,
        A=archer("trick-shot"),
        b=npc("biffer"),
        c=npc("biffer"),
    )

    table.act("A", "trick-shot b", "b: resilience", dice="6 6 1 1")

    assert table["c"].fatigue == 0


@rule("thrum/attack.finisher", "thrum/exhausted.one-roll-per-action")
def test_each_target_of_a_trick_shot_makes_its_finisher_roll_once_its_shot_has_resolved() -> None:
    """The shot at c is part of that at b, so c rolls first: 1 + 1 + 1 falls, b holds with 13."""
    table = Table("A . . b . . c", A=archer("trick-shot"), b=npc("biffer"), c=npc("biffer"))
    table["b"].fatigue = table["c"].fatigue = 3

    table.act(
        "A",
        "trick-shot b",
        "b: resilience",
        "c: resilience",
        dice="6 6 1 1 4 4 6 6 1 1 1 1 6 6",
    )

    assert table["c"].incapacitated
    assert not table["b"].incapacitated


# ---- Flaming Arrow -------------------------------------------------------------------------------


def test_flaming_arrow_deals_two_fatigue_and_one_burning() -> None:
    table = Table("A . . . . . b", A=archer("flaming-arrow"), b=npc("biffer"))

    table.act("A", "flaming-arrow b", "b: resilience", dice="4 4 3 3")

    assert (table["b"].fatigue, table.n("b", "burning")) == (2, 1)


def test_a_missed_flaming_arrow_does_nothing() -> None:
    table = Table("A . . . . . b", A=archer("flaming-arrow"), b=npc("biffer"))

    table.act("A", "flaming-arrow b", "b: resilience", dice="3 3 4 4")

    assert (table["b"].fatigue, table.n("b", "burning")) == (0, 0)


def test_upgrade_a_of_flaming_arrow_adds_half_fin_burning() -> None:
    table = Table("A . . b", A=archer("flaming-arrow", upgrades="a", FIN=4), b=npc("biffer"))

    table.act("A", "flaming-arrow b", "b: resilience", dice="4 4 3 3")

    assert table.n("b", "burning") == 3


def test_upgrade_b_of_flaming_arrow_adds_half_pow_to_a_critical() -> None:
    table = Table("A . . b", A=archer("flaming-arrow", upgrades="b", POW=3), b=npc("biffer"))

    table.act("A", "flaming-arrow b", "b: resilience", dice="6 6 1 1")

    assert table["b"].fatigue == 3


# ---- Point Blank Shot ----------------------------------------------------------------------------


@rule("thrum/attack.effect-entries", "thrum/move.forced.push-away")
def test_point_blank_shot_pushes_away_even_on_a_miss() -> None:
    table = Table(
        """
        . . . . .
        A . b . .
        . . . . .
        """,
        A=archer("point-blank-shot"),
        b=npc("biffer"),
    )

    table.act("A", "point-blank-shot b", "b: resilience", "push b ne 1", dice="1 1 6 6")

    assert (table.at("b"), table["b"].fatigue) == ("3,0", 0)


def test_point_blank_shot_may_leave_its_target_in_place() -> None:
    table = Table("A . b . .", A=archer("point-blank-shot"), b=npc("biffer"))

    table.act("A", "point-blank-shot b", "b: resilience", "leave", dice="4 4 3 3")

    assert (table.at("b"), table["b"].fatigue) == ("2,0", 2)


def test_point_blank_shot_offers_only_directions_that_gain_distance() -> None:
    table = Table(
        """
        . . . .
        A b . .
        . . . .
        """,
        A=archer("point-blank-shot"),
        b=npc("biffer"),
    )

    table.act("A", "point-blank-shot b", "b: no defence", "push b se 1")
    asked = [one for one in table.went("is moved") if one.who == table["b"].index]

    assert len(asked) == 1
    assert table.at("b") == "2,2"


def test_a_critical_point_blank_shot_deals_and_pushes_one_more() -> None:
    table = Table("A b . . .", A=archer("point-blank-shot"), b=npc("biffer"))

    table.act(
        "A", "point-blank-shot b", "b: resilience", "push b e 1", "push b e 1", dice="6 6 6 1 1"
    )

    assert (table.at("b"), table["b"].fatigue) == ("3,0", 3)


def test_the_upgrades_of_point_blank_shot_add_half_pow_and_half_rea() -> None:
    """REA 2: each push goes up to 2, one way only; POW 2: 1 more Fatigue."""
    table = Table(
        "A . b . . . .",
        A=archer("point-blank-shot", upgrades="ab", POW=2, REA=2),
        b=npc("biffer"),
    )
    table["b"].fatigue_tolerance = 9

    table.act(
        "A", "point-blank-shot b", "b: resilience", "push b e 2", "push b e 2", dice="6 6 1 1"
    )

    assert (table.at("b"), table["b"].fatigue) == ("6,0", 4)


def test_point_blank_shot_reaches_two_squares() -> None:
    table = Table("A . . b", A=archer("point-blank-shot"), b=npc("biffer"))

    assert "point-blank-shot b" not in table.offers("A")


# ---- Prepared Shot -------------------------------------------------------------------------------


def prepared(rows: str, upgrades: str = "", **points: int) -> Table:
    """A in Prepared Shot with Aura 6; no enemy is near enough for a Mark."""
    table = Table(rows, A=archer("prepared-shot", upgrades=upgrades, **points), b=npc("biffer"))
    table.enter_stance("A", "prepared-shot")
    return table


@rule("thrum/attack.compelled")
def test_prepared_shot_attacks_an_enemy_that_moves_into_its_aura() -> None:
    """3 + 3 + 2 = 8 against 2 + 2 + 1 = 5."""
    table = prepared("A . . . . . . . b")

    table.move("b", "move 6,0", "A: prepared-shot b", "b: resilience", "stop", dice="3 3 2 2")

    assert table["b"].fatigue == 2
    assert table.stance_of("A") == ""


def test_prepared_shot_may_be_held_back_and_then_not_be_used_inside_the_aura() -> None:
    """Only coming from outside sets it off: the step from distance 6 to 5 does not."""
    table = prepared("A . . . . . . . b")

    table.move("b", "move 5,0", "A: pass", "move 5,0")

    assert table.stance_of("A") == "prepared-shot"


@rule("thrum/area.aura-follows")
def test_the_bearer_moving_does_not_set_off_prepared_shot() -> None:
    table = prepared("A . . . . . . b")

    table.move("A", "move 2,0")

    assert table.stance_of("A") == "prepared-shot"


def test_an_ally_moving_into_the_aura_does_not_set_off_prepared_shot() -> None:
    table = Table("A . . . . . . C b", A=archer("prepared-shot"), C=pc(), b=npc("biffer"))
    table.enter_stance("A", "prepared-shot")

    table.move("C", "move 5,0")

    assert table.stance_of("A") == "prepared-shot"


def test_an_enemy_pushed_into_the_aura_sets_off_prepared_shot() -> None:
    table = Table(
        "A . . . . . . b C",
        A=archer("prepared-shot"),
        C=archer("point-blank-shot"),
        b=npc("biffer"),
    )
    table.enter_stance("A", "prepared-shot")

    table.act(
        "C",
        "point-blank-shot b",
        "b: resilience",
        "C: push b w 1",
        "A: prepared-shot b",
        "b: resilience",
        dice="1 1 1 6 6 3 3 2 2",
    )

    assert table["b"].fatigue == 2


def test_after_prepared_shot_its_owner_takes_no_action_but_may_move_and_take_a_stance() -> None:
    table = prepared("A . . . . . . . b . . . .")
    table.move("b", "move 6,0", "prepared-shot b", "b: resilience", "stop", dice="1 1 6 6")

    table.turn("A", "act", "move 1,0", "dodge")

    assert (table.at("A"), table.stance_of("A")) == ("1,0", "dodge")
    table.turn("A", "act", "stop", "dash", "stop", "keep stance")


def test_prepared_shot_in_its_owners_own_turn_costs_the_action_of_the_next() -> None:
    """A swings b in by its own Point Blank Shot of an ally's turn: here b teleports in A's turn."""
    table = prepared("A . . . . . . . b")
    table.begin_turn("A")
    table.phase("A", STANCE_PHASE, ("keep stance",), "")
    agent = table.script(("prepared-shot b", "b: resilience"), "1 1 6 6")
    forced.teleport(table.combat, table["b"], table.combat.grid.read("6,0"), "test")
    table.done(agent)

    table.end("A")

    assert table.n("A", "no-action") == 1


@rule("thrum/cover.obstructed")
def test_prepared_shot_cannot_hit_one_who_is_obstructed() -> None:
    table = Table(
        """
        . . . . . . . . .
        A . . . . . . . b
        . . . . . . . . .
        """,
        heights="""
        0 0 0 0 0 2 0 0 0
        0 0 0 0 0 2 0 0 0
        0 0 0 0 0 2 0 0 0
        """,
        A=archer("prepared-shot"),
        b=npc("biffer"),
    )
    table.enter_stance("A", "prepared-shot")

    table.move("b", "move 6,1")

    assert table.stance_of("A") == "prepared-shot"


def marking(upgrades: str = "", **points: int) -> Table:
    table = Table(
        "A . . . . b . . c",
        A=archer("prepared-shot", upgrades=upgrades, **points),
        b=npc("biffer"),
        c=npc("biffer"),
    )
    table.enter_stance("A", "prepared-shot", "aura 4 and mark")
    return table


@rule("thrum/condition.mark")
def test_with_a_mark_the_aura_is_four_and_a_marked_enemy_gives_a_boon_and_takes_more() -> None:
    """3 dice, 6 + 5 + 2 = 13 against 5 + 4 + 1 = 10: 2 + Mark 1."""
    table = marking()

    table.move("b", "move 4,0", "A: prepared-shot b", "b: resilience", "stop", dice="1 6 5 5 4")

    assert table["b"].fatigue == 3


def test_an_unmarked_enemy_in_the_small_aura_gives_no_boon() -> None:
    table = marking()

    table.combat.leave(table["b"])
    table.put("b", "7,0")
    table.move("c", "move 5,0")
    table.begin_turn("c")
    table.move("c", "move 4,0", "A: prepared-shot c", "c: resilience", "stop", dice="3 3 2 2")

    assert table["c"].fatigue == 2


def test_the_aura_is_offered_with_a_mark_only_if_an_enemy_is_within_six() -> None:
    table = prepared("A . . . . . . b")

    assert table.n("b", "mark") == 0


def test_one_of_several_enemies_is_marked() -> None:
    table = Table("A . b c", A=archer("prepared-shot"), b=npc("biffer"), c=npc("biffer"))

    table.enter_stance("A", "prepared-shot", "aura 4 and mark", "mark c")

    assert (table.n("b", "mark"), table.n("c", "mark")) == (0, 1)


@rule("thrum/condition.hidden-ends")
def test_marking_by_prepared_shot_ends_hidden() -> None:
    table = Table("A . b", A=archer("prepared-shot"), b=npc("biffer"))
    table.give("A", "hidden")

    table.enter_stance("A", "prepared-shot", "aura 4 and mark")

    assert table.n("A", "hidden") == 0


@rule("thrum/condition.hidden", "thrum/grid.range-inclusive")
def test_one_who_is_hidden_is_out_of_range_of_prepared_shot_beyond_half_its_aura() -> None:
    table = prepared("A . . . . . . . b")
    table.give("b", "hidden")

    table.move("b", "move 6,0")

    assert table.stance_of("A") == "prepared-shot"


@rule("thrum/stance.renew")
def test_renewing_prepared_shot_chooses_anew() -> None:
    table = marking()

    table.stance("A", "prepared-shot", "aura 4 and mark")

    assert table.n("b", "mark") == 2


def test_the_upgrades_of_prepared_shot_add_fatigue_mark_and_boons() -> None:
    """POW 2, FIN 2: Mark 2, 2 Boons; 6 + 6 + 3 = 15 against 3: 2 + 2 + 1 + 1."""
    table = marking("abc", POW=2, FIN=2)
    table["b"].fatigue_tolerance = 9

    table.move("b", "move 4,0", "prepared-shot b", "b: resilience", "stop", dice="6 6 1 1 1 1")

    assert table.n("b", "mark") == 2
    assert table["b"].fatigue == 6


# ---- Sniper --------------------------------------------------------------------------------------


def sniper(rows: str, upgrades: str = "", **points: int) -> Table:
    table = Table(
        rows,
        A=archer("sniper", "flaming-arrow", upgrades=upgrades, **points),
        b=npc("biffer"),
        c=npc("biffer"),
    )
    table.start("A")
    return table


def test_a_sniper_who_has_not_moved_has_a_boon_on_ranged_attacks() -> None:
    """3 dice: 5 + 4 of 1, 5, 4."""
    table = sniper("A . . . b c")

    table.act("A", "flaming-arrow b", "b: resilience", dice="1 5 4 3 3")

    assert table.totals() == (11, 7)


def test_a_sniper_who_has_moved_has_none() -> None:
    table = sniper("A . . . b c")

    table.move("A", "move 1,0")
    table.act("A", "flaming-arrow b", "b: resilience", dice="5 4 3 3")

    assert table.totals() == (11, 7)


def test_being_pushed_is_not_moving_for_a_sniper() -> None:
    table = sniper("A . . . b c")

    forced.push(table.combat, table["b"], table["A"], 2, 1, None)
    table.act("A", "flaming-arrow b", "b: resilience", dice="1 5 4 3 3")

    assert table.at("A") == "1,0"


def test_teleporting_in_its_turn_is_moving_for_a_sniper() -> None:
    table = sniper("A . . . b c")

    forced.teleport(table.combat, table["A"], 1, "test")
    table.act("A", "flaming-arrow b", "b: resilience", dice="5 4 3 3")

    assert table.totals() == (11, 7)


def test_each_enemy_within_two_takes_one_boon_off_but_never_makes_a_bane() -> None:
    """Two enemies at distance 2: 1 - 2 is no Boon, and no Bane: 2 dice."""
    table = sniper("c . A . b")

    table.act("A", "flaming-arrow b", "b: resilience", dice="5 4 3 3")

    assert table.totals() == (11, 7)


def test_upgrade_a_of_sniper_adds_half_fin_boons() -> None:
    """FIN 4: 3 Boons, less 1 for b: 2 Boons, 4 dice."""
    table = sniper("A . b . . . . c", "a", FIN=4)

    table.act("A", "flaming-arrow b", "b: resilience", dice="1 1 5 4 3 3")

    assert table.totals() == (11, 7)


def test_upgrade_b_of_sniper_lets_half_foc_enemies_not_count() -> None:
    """FOC 2: the first of two enemies does not count: 1 - 1; with one there is no loss."""
    table = sniper("A . b . . . . c", "b", FOC=2)

    table.act("A", "flaming-arrow b", "b: resilience", dice="1 5 4 3 3")

    assert table.totals() == (11, 7)


def test_the_boon_of_a_sniper_lasts_to_the_start_of_its_next_turn() -> None:
    """Prepared Shot in b's turn has the Boon of A's still turn before."""
    table = Table("A . . . . . . . b", A=archer("sniper", "prepared-shot"), b=npc("biffer"))
    table.turn("A", "act", "stop", "no action", "prepared-shot")

    table.move("b", "move 6,0", "prepared-shot b", "b: resilience", "stop", dice="1 5 4 3 3")

    assert table.totals() == (11, 7)


def test_a_sniper_who_moved_in_its_turn_has_no_boon_afterwards() -> None:
    table = Table("A . . . . . . . . b", A=archer("sniper", "prepared-shot"), b=npc("biffer"))
    table.turn("A", "act", "move 1,0", "no action", "prepared-shot")

    table.move("b", "move 7,0", "prepared-shot b", "b: resilience", "stop", dice="5 4 3 3")

    assert table.totals() == (11, 7)


def test_a_sniper_that_has_had_no_turn_yet_has_no_boon() -> None:
    table = Table("A . . . . . . . b", A=archer("sniper", "prepared-shot"), b=npc("biffer"))
    table.enter_stance("A", "prepared-shot")

    table.move("b", "move 6,0", "prepared-shot b", "b: resilience", "stop", dice="5 4 3 3")

    assert table.totals() == (11, 7)


# ---- Strafe --------------------------------------------------------------------------------------


def strafing(rows: str, *more: str) -> Table:
    return Table(rows, A=archer("strafe", "flaming-arrow", *more), b=npc("biffer"))


OPEN = """
    . . . . . . .
    . A . . . . .
    . . . . . . .
    . . . . b . .
"""


@rule("thrum/turn.action-closes-movement")
def test_strafe_acts_in_mid_move_and_goes_straight_on() -> None:
    """A moves 2 east, shoots from distance 2 (2 rows, 1 column) and goes on as far as that."""
    table = strafing(OPEN)

    table.move(
        "A", "move 3,1", "act", "flaming-arrow b", "b: resilience", "move 5,1", dice="3 3 2 2"
    )

    assert table.at("A") == "5,1"
    assert table["b"].fatigue == 2


def test_there_is_no_second_action_after_a_strafe() -> None:
    table = strafing(OPEN)

    table.turn(
        "A",
        "act",
        "move 3,1",
        "act",
        "flaming-arrow b",
        "b: resilience",
        "stop",
        "no stance",
        dice="3 3 2 2",
    )

    assert table["b"].fatigue == 2


def test_the_rest_of_a_strafe_stays_in_its_line_and_no_farther_from_the_target() -> None:
    """From (3,1) at distance 2: (4,1) and (5,1) are as near; nothing off the row is offered."""
    table = strafing(OPEN)
    table.begin_turn("A")
    agent = table.script(("move 3,1", "act", "flaming-arrow b", "b: no defence", "move 4,2"), "")

    with refused("ability.text-wins"):
        turn.step(table.combat)

    assert agent.used == 5


def test_the_rest_of_a_strafe_may_not_leave_its_user_farther_from_the_target() -> None:
    """b at (1,3) is 2 from (2,1); (3,1) is as far, (4,1) is farther."""
    table = strafing(
        """
        . . . . . . .
        A . . . . . .
        . . . . . . .
        . b . . . . .
        """
    )
    table.begin_turn("A")
    table.script(("move 2,1", "act", "flaming-arrow b", "b: no defence", "move 4,1"), "")

    with refused("ability.text-wins"):
        turn.step(table.combat)


def test_strafe_is_not_offered_before_moving_or_after_a_bend() -> None:
    table = strafing(OPEN)

    assert "act" not in table.offers("A", MOVE_PHASE)
    table.move("A", "move 2,1 3,2")
    assert table.at("A") == "3,2"


def test_strafe_is_not_offered_once_the_movement_is_spent() -> None:
    table = strafing(OPEN)

    table.move("A", "move 5,1")

    assert table["A"].spent == 4


def test_without_an_attack_the_rest_of_a_strafe_need_only_be_straight() -> None:
    table = strafing(OPEN)
    table["A"].fatigue = 1

    table.move("A", "move 2,1", "act", "recover", "move 5,1")

    assert table.at("A") == "5,1"


def test_declining_the_action_in_mid_move_keeps_it_for_the_action_step() -> None:
    table = strafing(OPEN)

    table.move("A", "move 2,1", "act", "no action", "move 3,1")
    table.act("A", "flaming-arrow b", "b: resilience", dice="3 3 2 2")

    assert table["b"].fatigue == 2


def test_an_action_that_moves_another_way_ends_the_strafe() -> None:
    table = strafing(OPEN)

    table.move("A", "move 2,1", "act", "dash", "move 2,2")

    assert table.at("A") == "2,2"


@rule("thrum/condition.stunned")
def test_the_stunned_cannot_strafe() -> None:
    table = strafing(OPEN)
    table.give("A", "stunned")

    table.move("A", "move 2,1")

    assert table.at("A") == "2,1"


@rule("thrum/exhausted.roll-after-action")
def test_one_who_falls_by_its_action_in_mid_move_moves_no_more() -> None:
    table = strafing(OPEN)
    table["A"].fatigue = 5

    table.move("A", "move 2,1", "act", "recover", dice="1 1")

    assert table["A"].incapacitated
    assert table.at("A") == "2,1"
