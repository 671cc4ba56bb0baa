"""The lineup, rounds and turns."""

from __future__ import annotations

import pytest

from affray.core.effect import NEVER, NEXT_TURN_END, ROUND_END, TURN_END, TURN_START
from affray.core.order import ACTING, DONE, LATER
from affray.rulesets.quest.condition import states
from affray.rulesets.quest.death import drop_out
from affray.rulesets.quest.resource import free_hits, spending
from affray.rulesets.quest.state import Kept
from affray.rulesets.quest.terms import BA, COME_UP_PHASE, SLOTS
from affray.rulesets.quest.turn import rounds
from affray.rulesets.quest.turn.lineup import in_order
from tests.quest.table import Table, refused, unit
from tests.rules import rule


def delayed_to_the_end(table: Table) -> None:
    """A delays, b acts, and A's turn begins when everybody else has acted."""
    table.step("A: delay")
    table.step("b: act")
    table.steps(2, "b: end turn", "b: keep facing")
    while table.combat.active < 0:
        table.step()
    assert table.combat.active == table["A"].index


SWORD = ["longsword"]


def opened(
    rows: str = "A B b c", dice: str = "", keys: tuple[str, ...] = (), **sheets: object
) -> Table:
    """A battle begun from before its first step, up to the first place of the lineup."""
    table = Table(rows, opening=True, **sheets)  # type: ignore[arg-type]
    agent = table.script(keys, dice)
    while table.combat.phase != COME_UP_PHASE:
        table.combat.changes = 0
        rounds.step(table.combat)
    table.done(agent)
    return table


# ---- the lineup --------------------------------------------------------------------------------


@rule("quest/initiative.highest-agility-first", "quest/initiative.teams-mixed")
def test_the_highest_agility_goes_first_whatever_the_team() -> None:
    """+3, +1, -2: turns in that order; no die without a tie."""
    table = opened("A b B c", A=unit(agi=1), b=unit(agi=3), B=unit(agi=-2), c=unit(agi=2))

    assert table.order() == "b c A B"


@rule("quest/initiative.highest-agility-first", "quest/sheet.armour")
def test_armour_and_wounds_count_for_the_lineup() -> None:
    table = opened("A . b .", A=unit(agi=2, armour=["plate-harness"]), b=unit(agi=1))

    assert table.order() == "b A"


@rule("quest/initiative.ties-roll-off")
def test_ties_roll_a_d20_in_roster_order_and_again_while_tied() -> None:
    table = opened("A b B .", dice="d20 7 20 7 3 4", A=unit(agi=1), b=unit(agi=1), B=unit(agi=1))

    assert table.order() == "b B A"


@rule("quest/initiative.lineup-fixed")
def test_a_wound_does_not_move_anybody_in_the_lineup() -> None:
    table = opened("A . b .", A=unit(agi=2), b=unit(agi=1))
    table["A"].set_wounds(1, 3)

    table.next_round()

    assert table.order() == "A b"


@rule(
    "quest/initiative.opening-attack", "quest/gm.who-initiates", "quest/initiative.initiator-last"
)
def test_an_opening_attack_comes_before_the_lineup_and_its_maker_last() -> None:
    """Agility +5 initiator against +2, +1 and -1: +2, +1, -1, initiator."""
    table = opened(
        "A b c d",
        keys=("A: attack b with longsword", "slowing"),
        dice="d20 15 d8 7",
        instigators="A",
        A=unit(agi=5, weapons=SWORD),
        b=unit(agi=2, hp=40),
        c=unit(agi=0),
        d=unit(agi=-1),
    )

    assert table["b"].hp == 33
    assert table.order() == "b c d A"  # b's wound was counted: +1
    table.start("A", "act")
    assert (table["A"].aa, table["A"].ma, table["A"].ba) == (1, 1, 2)


@rule("quest/initiative.opening-attack")
def test_an_opening_may_be_one_attack_or_short_spell_and_nothing_else() -> None:
    table = Table(
        "A . b",
        opening=True,
        instigators="A",
        A=unit(mp=20, weapons=["longsword"], spells=["ember-dart", "storm-column"]),
        b=unit(),
    )
    table.step()

    assert table.offers() == ["no opening attack", "cast ember-dart with aa"]
    spear = Table("A . b", opening=True, instigators="A", A=unit(weapons=["spear"]), b=unit())
    spear.step()
    assert "attack b with spear" in spear.offers()
    table.step("cast ember-dart with aa", dice="d20 2")  # no option is offered
    assert table["A"].mp == 19


@rule("quest/initiative.opening-attack")
def test_slots_spent_in_the_opening_count_for_round_1() -> None:
    table = opened(
        "A b . .",
        keys=("attack b with longsword", "unaimed", "b: strike A with longsword unaimed"),
        dice="d20 1 d4 1 d20 2",
        instigators="A",
        A=unit(weapons=SWORD),
        b=unit(weapons=SWORD),
    )

    assert table["b"].used[SLOTS] == 1
    assert table.combat.round == 1
    assert not free_hits.has_slot(table["b"])


@rule("quest/initiative.several-initiators")
def test_several_initiators_go_by_agility_and_all_last() -> None:
    table = opened(
        "A B b c",
        keys=(
            *("B: attack b with longsword", "unaimed"),
            *("A: attack b with longbow", "unaimed"),
        ),
        dice="d20 4 9 2 2",
        instigators="AB",
        A=unit(agi=1, weapons=["longbow"]),
        B=unit(agi=1, weapons=SWORD),
        b=unit(agi=0),
        c=unit(agi=-1),
    )

    assert table.order() == "b c B A"


@rule("quest/initiative.initiator-agility-unchanged")
def test_the_initiator_keeps_its_agility_otherwise() -> None:
    table = opened(
        "A . b",
        keys=("no opening attack",),
        instigators="A",
        A=unit(agi=3, weapons=SWORD),
        b=unit(weapons=SWORD),
    )

    assert table.tn("A", "b") == 13
    assert free_hits.slots(table["A"]) == 4


@rule("quest/initiative.delay", "quest/initiative.delay-lasts-one-round")
def test_a_delayed_turn_is_taken_between_two_turns_of_the_round() -> None:
    """A, B, C: A delays, B acts, A steps in, C acts. Next round: A, B, C."""
    table = Table("A . b . c", A=unit(), b=unit(), c=unit())

    table.step("A: delay")
    table.step("b: act")
    table.steps(2, "b: end turn", "b: keep facing")
    table.step("A: act now")
    assert table.combat.active == table["A"].index
    assert table["A"].aa == 1
    table.steps(2, "A: end turn", "A: keep facing")
    table.step()  # the gap: nobody waits any more
    table.step()
    assert table.combat.active == table["c"].index
    table.steps(2, "c: end turn", "c: keep facing")
    table.steps(2)
    assert table.combat.round == 2
    assert table.combat.lineup.now() == table["A"].index


@rule("quest/initiative.delay-unclaimed", "quest/turn.once-per-round")
def test_an_unclaimed_turn_comes_before_the_round_ends() -> None:
    table = Table("A B . b", A=unit(), B=unit(), b=unit())
    table.step("A: delay")
    table.step("B: delay")
    table.step("b: act")
    table.steps(2, "b: end turn", "b: keep facing")
    table.steps(2)

    assert table.combat.active == table["A"].index
    table.steps(2, "A: end turn", "A: keep facing")
    table.steps(2)
    assert table.combat.active == table["B"].index
    assert table.combat.round == 1


@rule("quest/initiative.delay-starts-later", "quest/action.ba-dodge")
def test_the_start_of_a_delayed_turn_waits_with_it() -> None:
    table = Table("A . b", A=unit(mp=5, spells=["quicken"]), b=unit())
    table["A"].boost_dodge = 1
    table.give("A", "burning")

    table.step("A: delay")

    assert table["A"].boost_dodge == 1
    assert table["A"].hp == 50
    table.step("b: act")
    table.steps(2, "b: end turn", "b: keep facing")
    table.step()
    table.step(dice="d4 2")
    assert table["A"].boost_dodge == 0
    assert table["A"].hp == 48


@rule("quest/initiative.delay")
def test_the_last_one_is_not_asked_to_delay() -> None:
    table = Table("A . b", A=unit(), b=unit())
    table["A"].acted = True

    table.start("b")

    assert table.combat.active == table["b"].index


@rule("quest/initiative.newcomers")
def test_a_newcomer_goes_behind_its_equals_and_before_initiators() -> None:
    """+4, +2, 0, initiator; a newcomer with +2 goes between +2 and 0, and acts next round."""
    table = Table(
        "A b c . . . D",
        A=unit(agi=4),
        b=unit(agi=3),
        c=unit(agi=0),
        D=unit(agi=5, mp=9, spells=["call-grey-wolf"]),
    )
    table.combat.initiators = (table["D"].index,)
    for name in "Abc":
        table[name].acted = True

    table.act("D", "cast call-grey-wolf with aa")
    table.act("D", "cast call-grey-wolf with ma", "no option", "at 5,0", "facing w", "pass")

    assert table.order() == "A b grey-wolf-1 c D"
    assert table["grey-wolf-1"].acted


@rule("quest/initiative.newcomers")
def test_a_newcomer_whose_place_is_still_to_come_acts_in_this_round() -> None:
    table = Table("A . . b", A=unit(agi=5, mp=9, spells=["spark-ember-mote"]), b=unit(agi=0))

    table.act("A", "cast spark-ember-mote with ma", "no option", "at 1,0", "facing w", "pass")

    assert table.order() == "A ember-mote-1 b"
    assert not table["ember-mote-1"].acted


@rule("quest/initiative.inactive-skipped")
def test_the_gone_get_no_turn_but_their_place_ends_effects() -> None:
    table = Table("A B . b", A=unit(hp=1), B=unit(), b=unit(), order="bAB")
    table["B"].sick = 1
    table["B"].summoner = table["A"].index
    drop_out(table.combat, table["A"], 1, "death.zero-hit-points")
    table.combat.round = 2
    table["b"].acted = True
    table.combat.lineup.at = 1

    table.step()

    assert table.combat.active == -1
    assert table["B"].sick == 0


# ---- the turn ----------------------------------------------------------------------------------


@rule("quest/turn.allowance")
def test_a_turn_has_one_aa_one_ma_two_bas_and_what_a_spell_grants() -> None:
    table = Table("A . b", A=unit(), b=unit())
    table["A"].set_wounds(2, 3)
    table.give("A", "quickened")
    table["A"].owed = (0, 1, 0)

    table.begin_turn("A")

    assert (table["A"].aa, table["A"].ma, table["A"].ba) == (1, 0, 0)  # 2 + 1 - 3


@rule("quest/turn.any-order", "quest/action.ba-uses")
def test_actions_come_in_any_order_and_one_may_stop_at_any_time() -> None:
    table = Table("A b . . .", A=unit(weapons=SWORD), b=unit(agi=-1))

    table.act("A", "boost hit")
    table.act("A", "attack b with longsword", "unaimed", dice="d20 2")
    table.act("A", "move", "stop")
    table.act("A", "end turn")

    assert table["A"].ba == 1


@rule("quest/turn.unused-actions-lost", "quest/turn.end-sequence")
def test_unused_actions_are_lost() -> None:
    table = Table("A . b", A=unit(), b=unit())

    table.end("A", "keep facing")

    assert (table["A"].aa, table["A"].ma, table["A"].ba) == (0, 0, 0)


@rule("quest/turn.once-per-round", "quest/turn.round-ends")
def test_everybody_has_one_turn_and_then_the_round_ends() -> None:
    table = Table("A . b", A=unit(), b=unit())
    for name in ("A", "b"):
        table.step("act") if name == "A" else table.step()
        table.steps(2, "end turn", "keep facing")
        table.step()
    table.step()

    assert table.combat.round == 2
    assert table.combat.lineup.at == 0
    assert not table["A"].acted


@rule("quest/turn.round-expiry", "quest/action.ba-melee-damage", "quest/action.ba-hit")
def test_what_is_for_the_round_stops_with_it() -> None:
    table = Table("A . b", A=unit(), b=unit())
    a = table["A"]
    a.boost_damage = a.boost_hit = a.boost_dodge = 1
    a.disengaged = True
    a.set_wounds(3, 1)
    a.fresh = 1
    a.set_count(SLOTS, 1)

    table.next_round()

    assert (a.boost_damage, a.boost_hit, a.boost_dodge) == (0, 0, 1)
    assert not a.disengaged
    assert (a.wounds[3], a.fresh, a.used[SLOTS]) == (1, 0, 0)


@rule("quest/turn.start-sequence")
def test_upkeep_comes_before_continuing_damage_and_both_before_the_allowance() -> None:
    table = Table("A B . b", A=unit(mp=9, spells=["stone-skin"]), B=unit(), b=unit())
    table.act("A", "cast stone-skin with aa", "no option", "target A")
    table.give("A", "burning")
    table["A"].boost_dodge = 1
    table["A"].acted = False

    table.start("A", "act", "keep stone-skin on A", dice="d4 3")

    assert table["A"].mp == 9 - 3 - 1
    names = [one.name for one in table.combat.events]
    assert names.index("turn") < names.index("damaged")
    assert table["A"].boost_dodge == 0
    assert table["A"].hp == 47


@rule("quest/turn.cannot-act")
@pytest.mark.parametrize("state", ["frozen", "paralysed", "sick"])
def test_the_helpless_have_a_turn_in_which_they_do_nothing(state: str) -> None:
    table = Table("A . b", A=unit(), b=unit())
    if state == "sick":
        table["A"].sick = 1
    else:
        table.give("A", state)
    table["A"].boost_dodge = 1

    table.start("A")
    assert table.offers() == ["end turn"]  # and giving up, which is no action: end.surrender
    assert table.why_not("A", "move") == "turn.cannot-act"
    table.step("end turn")
    table.step(dice="d20 5" if state == "paralysed" else "")

    assert table["A"].boost_dodge == 0  # what the start of a turn brings, it brings
    assert table["A"].acted


@rule("quest/action.pick-up-distance")
def test_an_item_is_near_in_the_own_or_an_adjacent_space_without_an_enemy() -> None:
    table = Table("A b . .", A=unit(), b=unit())
    table.litter("1,0", "dagger")
    table.litter("2,0", "mace")

    assert not [one for one in table.offers("A") if "pick up" in one]
    assert "pick up dagger for ba" in table.offers("b")


@rule("quest/action.extra-attack-no-strength", "quest/action.extra-attack-no-feats")
def test_the_additional_attack_has_neither_strength_nor_feats() -> None:
    """Weapon focus, 1d6, Strength +3: AA 2d6=4,2 deals 9; additional 1d6=5 deals 5, no wound."""
    table = Table(
        "A b .",
        A=unit(
            str_=3,
            weapons=["mace"],
            feats=["weapon-focus", "flurry", "sneak-attack"],
            focus=["mace"],
            agi=2,
        ),
        b=unit(hp=99),
    )
    table.act(
        "A",
        "attack b with mace",
        "slowing",
        "A: pass",
        dice="d20 15 d6 4 2",
    )
    assert table["b"].hp == 90
    table.act("A", "extra attack b with mace", "slowing", dice="d20 15 d6 5")
    assert table["b"].hp == 85
    assert table.wounds("b")[1] == 1
    weak = Table("A b .", A=unit(str_=-3, weapons=["mace"]), b=unit())
    weak.act("A", "extra attack b with mace", "unaimed", dice="d20 15 d6 5")
    assert weak["b"].hp == 45


@rule("quest/action.extra-attack-no-feats")
def test_the_additional_attack_has_no_reach_but_the_base_sneak_die() -> None:
    table = Table("A . b", A=unit(weapons=SWORD, feats=["reach"]), b=unit())
    assert table.why_not("A", "attack b with longsword") == ""
    assert table.why_not("A", "extra attack b with longsword") == "attack.melee-range"
    hidden = Table("A b .", A=unit(weapons=SWORD, feats=["sneak-attack"]), b=unit(), hidden="A")
    hidden.act("A", "extra attack b with longsword", "unaimed", dice="d20 15 d8 1 d4 1")
    assert hidden["b"].hp == 48


@rule("quest/action.ba-move")
def test_two_bas_may_be_joined_into_one_move_of_four() -> None:
    table = Table("A . . . . . b", A=unit(), b=unit(agi=-1))

    table.act("A", "move for 2 ba", "move 4,0")

    assert (table["A"].ma, table["A"].ba) == (1, 0)
    with refused("turn.allowance"):
        table.act("A", "move for 1 ba")


# ---- places, ties and calls --------------------------------------------------------------------


@rule("quest/initiative.ties-roll-off")
def test_in_a_roll_off_a_natural_1_is_last_and_equal_ones_roll_again() -> None:
    table = opened("A b B .", dice="d20 1 20 1 2 1", A=unit(agi=1), b=unit(agi=1), B=unit(agi=1))

    assert table.order() == "b A B"


@rule("quest/initiative.inactive-skipped")
def test_after_the_place_of_one_who_is_gone_the_very_next_has_its_turn() -> None:
    table = Table("A b B c", A=unit(), b=unit(), B=unit(), c=unit())
    drop_out(table.combat, table["b"], 1, "death.zero-hit-points")
    table.pass_turn("A")

    table.step()  # b's place goes by
    table.step("B: act")

    assert table.combat.active == table["B"].index


@rule("quest/initiative.opening-attack")
def test_before_there_is_a_lineup_the_order_is_by_agility_and_roster() -> None:
    table = Table(
        "A b B c", opening=True, A=unit(agi=1), b=unit(agi=3), B=unit(agi=3), c=unit(agi=-1)
    )

    names = [table.combat.units[who].name for who in in_order(table.combat)]

    assert names == ["b", "B", "A", "c"]


def test_the_lineup_says_who_is_done_acts_or_comes_later_and_leaves_out_the_gone() -> None:
    table = Table("A b B c", A=unit(), b=unit(), B=unit(), c=unit())
    drop_out(table.combat, table["c"], 1, "death.zero-hit-points")
    table.pass_turn("A")
    table.start("b", "act")

    found = [(table.combat.units[who].name, word) for who, word in table.combat.entries()]

    assert found == [("A", DONE), ("b", ACTING), ("B", LATER)]
    drop_out(table.combat, table["b"], 1, "death.zero-hit-points")
    table.begin_turn("A")
    table.step("end turn")
    assert table.combat.outcome
    assert [word for _, word in table.combat.entries()] == [DONE, LATER]  # nobody acts any more


@rule("quest/initiative.newcomers", "quest/initiative.lineup-fixed")
def test_a_newcomer_is_placed_by_the_modifiers_by_which_the_others_were() -> None:
    """The wolf has +3: behind c, though c's wound has brought it down to +2 since."""
    table = opened(
        "A . b c",
        A=unit(agi=4, level=3, mp=9, spells=["call-grey-wolf"]),
        b=unit(agi=2),
        c=unit(agi=3),
    )
    assert table.order() == "A c b"
    table["c"].set_wounds(1, 1)

    table.act("A", "cast call-grey-wolf with aa")
    table.act("A", "cast call-grey-wolf with ma", "no option", "facing e", "pass")

    assert table.order() == "A c grey-wolf-1 b"


@rule(
    "quest/initiative.opening-attack", "quest/summon.sickness-length", "quest/initiative.newcomers"
)
def test_what_an_opening_spell_calls_up_joins_the_lineup_and_is_sick_for_round_1() -> None:
    table = Table(
        "A . . b",
        opening=True,
        instigators="A",
        A=unit(agi=2, mp=9, spells=["raise-bone-servant"]),
        b=unit(agi=-1),
    )
    table.step()
    assert "cast raise-bone-servant with aa" in table.offers()

    table.step("cast raise-bone-servant with aa", "at 1,0", "facing e", "pass")

    assert table["A"].aa == 0
    servant = table["bone-servant-1"]
    assert servant.sick
    names = [table.combat.units[who].name for who in in_order(table.combat)]
    assert names == ["A", "bone-servant-1", "b"]  # still before the lineup
    table.step()
    assert table.order() == "bone-servant-1 b A"
    table.start("A", "act")
    assert servant.sick  # the summoner's place in the round of the summoning
    table.next_round()
    table.start("A", "act")
    assert not servant.sick


@rule("quest/freehit.within-count")
def test_the_steps_within_a_zone_are_counted_anew_in_each_turn() -> None:
    rows = """
        . A . .
        . b . .
        . . . .
    """
    table = Table(rows, A=unit(), b=unit(agi=2, weapons=SWORD))
    table.start("A", "act")
    table.step("move", "move 0,0 0,1")
    table.next_round()
    table.start("A", "act")

    table.step("move", "move 0,2 1,2")

    assert table.at("A") == "1,2"
    assert table["b"].used[SLOTS] == 0


@rule("quest/turn.start-sequence", "quest/turn.round-expiry")
def test_a_state_until_the_own_next_turn_ends_as_that_begins() -> None:
    table = Table("A . b", A=unit(), b=unit())
    states.gain(table.combat, table["A"], states.LEADEN, 1, TURN_START)
    states.gain(table.combat, table["b"], states.LEADEN, 0, TURN_START)

    table.start("A", "act")

    assert not table["A"].has(states.LEADEN)
    assert table["b"].has(states.LEADEN)


@rule("quest/condition.same-state-once")
@pytest.mark.parametrize(
    ("acted", "first", "second", "ends"),
    [
        (True, TURN_END, ROUND_END, ROUND_END),
        (True, ROUND_END, TURN_START, TURN_START),
        (False, TURN_START, TURN_END, TURN_END),
        (False, NEXT_TURN_END, ROUND_END, ROUND_END),
        (False, ROUND_END, NEXT_TURN_END, ROUND_END),
        (True, ROUND_END, TURN_END, ROUND_END),
        (False, TURN_END, TURN_START, TURN_END),
        (True, NEVER, TURN_START, NEVER),
    ],
)
def test_a_state_gained_again_takes_the_later_end(
    acted: bool, first: int, second: int, ends: int
) -> None:
    table = Table("A . b c", A=unit(), b=unit(), c=unit())
    table["A"].acted = acted

    states.gain(table.combat, table["A"], states.LEADEN, 1, first)
    states.gain(table.combat, table["A"], states.LEADEN, 2, second)

    (held,) = table["A"].effects
    assert held.ends == ends
    assert held.source == (2 if ends == second != first else 1)


@rule("quest/initiative.opening-attack")
def test_what_an_opening_does_not_allow_is_refused_by_its_rule() -> None:
    table = Table(
        "A . b",
        opening=True,
        instigators="A",
        A=unit(mp=20, weapons=["longsword"], spells=["storm-column"]),
        b=unit(),
    )
    table.step()
    choice = table.question()

    assert choice is not None
    assert choice.why_not("boost hit")[0] == "turn.allowance"
    assert choice.why_not("drop longsword")[0] == "initiative.opening-attack"
    assert choice.why_not("lie down")[0] == "initiative.opening-attack"
    assert choice.why_not("attack b with longsword")[0] == "attack.melee-range"


@rule("quest/initiative.opening-attack")
@pytest.mark.parametrize(
    ("aa", "ma", "ok"), [(1, 1, True), (1, 0, True), (0, 1, True), (0, 2, False), (2, 0, False)]
)
def test_an_opening_spell_costs_at_most_one_aa_and_one_ma(
    monkeypatch: pytest.MonkeyPatch, aa: int, ma: int, ok: bool
) -> None:
    caster = unit(mp=20, spells=["ember-dart"])
    monkeypatch.setattr(caster.spells[0], "aa", aa)
    monkeypatch.setattr(caster.spells[0], "ma", ma)
    table = Table("A . b", opening=True, instigators="A", A=caster, b=unit())
    table.step()

    word = "aa" if aa else "ma"
    assert table.offers() == [
        "no opening attack",
        *([f"cast ember-dart with {word}"] if ok else []),
    ]


@rule("quest/action.pick-up-distance", "quest/action.pick-up")
def test_each_thing_that_lies_near_can_be_picked_up_and_is_taken_from_there() -> None:
    names = ["dagger", "handaxe", "shortsword", "longsword", "mace", "whip"]
    table = Table("A . b", A=unit(str_=3), b=unit())
    for name in names:
        table.litter("1,0", name)
    table.litter("0,0", "mace")

    found = [key for key in table.offers("A") if key.startswith("pick up") and key.endswith("aa")]

    assert sorted(found) == sorted([f"pick up {name} for aa" for name in names])
    table.act("A", "pick up mace for aa")
    assert sorted(table.lying()) == sorted([f"{name} at 1,0" for name in names])
    assert table.holding("A") == ["mace"]


@rule("quest/summon.control", "quest/summon.slots-full", "quest/thrall.retain")
def test_one_dismisses_and_retains_ones_own_summons_and_nobody_else() -> None:
    table = Table(
        "A B C D b",
        A=unit(level=3),
        B=unit(),
        C=unit(),
        D=unit(),
        b=unit(),
        summoned={"B": "A", "D": "A"},
    )
    drop_out(table.combat, table["D"], 1, "death.zero-hit-points")

    offers = table.offers("A")

    assert [key for key in offers if key.startswith(("dismiss", "thrall", "release"))] == [
        "dismiss B",
        "thrall B",
    ]


def test_acts_name_whom_they_are_meant_for() -> None:
    table = Table(
        "A B b",
        A=unit(weapons=["longsword"], items=["red-draught"], level=3),
        B=unit(),
        b=unit(),
        summoned={"B": "A"},
    )
    choice = table.question("A")
    assert choice is not None
    found = {option.key: option.targets for option in map(choice.option, choice.answers())}

    assert found["attack B with longsword"] == [1]
    assert found["use red-draught on B"] == [1]
    assert found["dismiss B"] == [1]
    assert found["thrall B"] == [1]
    assert found["move"] == []
    assert found["boost hit"] == []
    assert found["drop longsword"] == []


@rule("quest/initiative.delay", "quest/initiative.inactive-skipped")
def test_one_who_delays_and_falls_is_not_asked_again() -> None:
    table = Table("A B . c d", A=unit(), B=unit(), c=unit(), d=unit())
    table.step("A: delay")
    table.step("B: act")
    drop_out(table.combat, table["A"], 1, "death.zero-hit-points")
    table.step("end turn")
    table.step("keep facing")

    table.step()
    table.step("c: act")

    assert table.combat.active == table["c"].index


@rule("quest/attack.hands", "quest/action.pick-up")
def test_the_other_hand_of_one_who_holds_a_shield_is_free() -> None:
    table = Table("A . b", A=unit(armour=["buckler"]), b=unit())
    table.litter("1,0", "dagger")

    table.act("A", "pick up dagger for ba")

    assert table.holding("A") == ["buckler", "dagger"]


@rule("quest/initiative.newcomers", "quest/initiative.delay")
def test_a_newcomer_before_one_who_has_only_delayed_comes_too_late_for_the_round() -> None:
    """S and B delay; in its unclaimed turn S calls up a mote of +4, before B of +2."""
    caster = unit(agi=5, mp=9, spells=["spark-ember-mote"])
    table = Table("A . B d", A=caster, B=unit(agi=2), d=unit(agi=6), order="dAB")
    table.pass_turn("d")
    table.step("A: delay")
    table.step("B: delay")
    table.step()
    assert table.combat.active == table["A"].index

    table.step("cast spark-ember-mote with ma", "no option", "facing e", "pass")

    assert table.order() == "d A ember-mote-1 B"
    assert table["ember-mote-1"].acted
    table.step("end turn")
    table.step("keep facing")
    table.steps(2)
    assert table.combat.active == table["B"].index


@rule("quest/initiative.ties-roll-off", "quest/initiative.several-initiators")
def test_initiators_roll_off_in_roster_order_however_they_are_named() -> None:
    """A and B tie: A's die falls first, the higher opens first."""
    table = Table(
        "A B . b",
        opening=True,
        instigators="BA",
        A=unit(agi=1),
        B=unit(agi=1),
        b=unit(),
    )

    table.step(dice="d20 7 12")

    assert table.combat.opening == (table["B"].index, table["A"].index)


@rule("quest/initiative.delay-unclaimed", "quest/initiative.inactive-skipped")
def test_the_places_of_the_gone_give_a_delayed_turn_no_more_room() -> None:
    """Lineup A B c d, d gone: after c everybody else has acted, so A goes before B, unasked."""
    table = Table("A B . c d", A=unit(), B=unit(), c=unit(), d=unit())
    table.combat.leave(table["d"])
    table["d"].present = False
    table.step("A: delay")
    table.step("B: delay")
    table.step("c: act")
    table.step("end turn")
    table.step("keep facing")

    table.step()
    table.steps(2)

    assert table.combat.active == table["A"].index


@rule("quest/action.extra-attack-price", "quest/turn.start-sequence")
def test_what_is_once_in_a_turn_comes_back_with_the_next_turn_and_not_before() -> None:
    table = Table("A b", A=unit(agi=1, feats=["quick-hands", "flurry"]), b=unit(hp=99))
    table.step("A: act")
    for counter in (3, 4, 5):
        table["A"].set_count(counter, 1)
    table["A"].ma, table["A"].ba = 1, 4
    assert table.why_not("", "extra attack b with unarmed") == "action.extra-attack-price"
    table.steps(2, "end turn", "keep facing")
    table.steps(6, "b: end turn", "b: keep facing")
    assert (table.combat.round, table["A"].used[3:6]) == (2, (1, 1, 1))

    table.step("A: act")

    assert table["A"].used[3:6] == (0, 0, 0)


@rule("quest/initiative.newcomers", "quest/initiative.delay-unclaimed")
def test_the_second_of_two_newcomers_has_its_turn_though_it_goes_before_the_first() -> None:
    spells = ["raise-bone-servant", "spark-ember-mote"]
    table = Table("A . . b", A=unit(agi=6, mp=9, level=2, spells=spells), b=unit(agi=5))
    delayed_to_the_end(table)

    table.act("A", "cast raise-bone-servant with aa", "no option", "at 1,0", "facing n", "pass")
    table.act("A", "cast spark-ember-mote with ma", "no option", "facing n", "pass")
    assert table.order() == "A b ember-mote-1 bone-servant-1"
    table.steps(3, "end turn", "keep facing")
    table.step("ember-mote-1: act")

    assert table.combat.round == 1
    assert table.combat.active == table["ember-mote-1"].index


@rule("quest/initiative.newcomers", "quest/initiative.inactive-skipped")
def test_a_newcomer_before_the_place_of_the_gone_alone_has_its_turn() -> None:
    caller = unit(agi=6, mp=9, spells=["spark-ember-mote"])
    table = Table("A . . b c", A=caller, b=unit(agi=5), c=unit())
    table.combat.leave(table["c"])
    table["c"].present = False
    delayed_to_the_end(table)

    table.step("cast spark-ember-mote with ma", "no option", "at 2,0", "facing n", "pass")
    assert table.order() == "A b ember-mote-1 c"
    table.steps(3, "end turn", "keep facing")
    table.step()

    assert table.combat.round == 1
    assert table.combat.active == table["ember-mote-1"].index


@rule("quest/initiative.newcomers")
def test_a_newcomer_before_one_who_has_delayed_has_no_turn_in_this_round() -> None:
    """Lineup A b, A delayed: a newcomer of b with +6 goes before A, and A has come up."""
    caller = unit(agi=2, mp=9, spells=["spark-ember-mote"])
    table = Table("A . . b", A=unit(agi=3), b=caller)
    table.step("A: delay")
    table.step("b: act")

    table.step("cast spark-ember-mote with ma", "no option", "at 2,0", "facing n", "pass")

    assert table.order() == "ember-mote-1 A b"
    assert table["ember-mote-1"].acted
    assert table.combat.lineup.now() == table["b"].index


@rule("quest/initiative.initiator-last", "quest/initiative.opening-attack")
def test_who_makes_no_opening_attack_after_all_is_not_placed_last() -> None:
    table = Table("A b", opening=True, instigators="A", A=unit(agi=3, weapons=SWORD), b=unit(agi=1))

    table.steps(3, "A: no opening attack")

    assert table.order() == "A b"


@rule("quest/initiative.newcomers", "quest/initiative.delay-unclaimed")
def test_a_newcomer_behind_everybody_still_acts_when_called_in_the_last_delayed_turn() -> None:
    table = Table(
        "A . b",
        A=unit(agi=6, mp=4, spells=["spark-ember-mote"]),
        b=unit(agi=5),
        order="Ab",
    )
    table.start("A", "delay")
    table.step("act")
    table.step("end turn")
    table.step("keep facing")
    table.step()
    table.step()

    table.step("cast spark-ember-mote with ma", "no option", "facing n", "pass")
    table.step("end turn")
    table.step("keep facing")
    table.step()
    table.step()

    assert table.combat.round == 1
    assert table.combat.units[table.combat.active].name == "ember-mote-1"


@rule(
    "quest/prone.stand-off-turn-debt", "quest/wound.weakening-bonus-action", "quest/turn.allowance"
)
def test_borrowed_and_lost_bonus_actions_are_added_up_before_the_floor() -> None:
    table = Table("A b", A=unit(), b=unit(), order="bA")
    table["A"].owed = (0, 0, 2)
    table["A"].set_wounds(2, 1)
    table.give("A", "quickened")

    table.start("A", "act")

    assert (table["A"].aa, table["A"].ma, table["A"].ba) == (1, 1, 0)


@rule("quest/initiative.opening-attack", "quest/fail.dire-d6", "quest/initiative.initiator-last")
def test_an_initiator_killed_in_its_own_opening_only_marks_time_at_the_end() -> None:
    table = Table(
        "A b B", opening=True, instigators="A",
        A=unit(agi=3, weapons=SWORD), B=unit(agi=0), b=unit(agi=1, weapons=SWORD),
    )  # fmt: skip

    table.steps(3, "attack b with longsword", "unaimed", dice="d20 1 d4 4 d6 6")

    assert table.order() == "b B A"
    assert not table["A"].present


@rule("quest/prone.stand-nothing-left", "quest/prone.stand-off-turn-debt")
@pytest.mark.parametrize(
    ("ends", "acted", "free"),
    [
        (ROUND_END, True, False),  # over before the next turn
        (ROUND_END, False, True),  # its turn of this round is to come
        (TURN_START, False, False),
        (NEXT_TURN_END, True, True),
    ],
)
def test_a_bonus_action_that_ends_before_the_next_turn_cannot_be_borrowed(
    ends: int, acted: bool, free: bool
) -> None:
    table = Table("A b", A=unit(), b=unit())
    fallen = table["b"]
    fallen.acted = acted
    fallen.owed = (1, 1, 2)
    agent = table.script([], "")
    states.gain(table.combat, fallen, states.QUICKENED, -1, ends)
    table.done(agent)

    assert spending.stand_up_costs(fallen) == ([BA] if free else [])


@rule("quest/prone.stand-nothing-left", "quest/channel.upkeep", "quest/turn.start-sequence")
@pytest.mark.parametrize(
    ("mp", "source", "free"),
    [(2, "b", True), (1, "b", False), (1, "A", True)],  # upkeep 2; what others keep up is theirs
)
def test_a_bonus_action_of_a_spell_that_will_run_dry_cannot_be_borrowed(
    mp: int, source: str, free: bool
) -> None:
    table = Table("A b", A=unit(), b=unit(mp=9, spells=["quicken"]))
    fallen = table["b"]
    fallen.owed = (1, 1, 2)
    fallen.mp = mp
    agent = table.script([], "")
    states.gain(table.combat, fallen, states.QUICKENED, table[source].index)
    fallen.kept.append(Kept(0, fallen.index, True))
    table.done(agent)

    assert spending.stand_up_costs(fallen) == ([BA] if free else [])
