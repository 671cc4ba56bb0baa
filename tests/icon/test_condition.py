"""Statuses, blights, marks, stances, auras and the other effects on a character."""

from __future__ import annotations

import pytest

from affray.core.effect import NEVER, Held
from affray.core.errors import IllegalError
from affray.rulesets.icon import resource
from affray.rulesets.icon.condition import cleansing, saves, states
from affray.rulesets.icon.condition.saves import Save
from affray.rulesets.icon.definitions import MARK, State
from affray.rulesets.icon.terms import FORCED, ONCE, ONGOING
from tests.icon.table import (
    BLIGHTS,
    STATES,
    Op,
    Table,
    Trait,
    ability,
    content_library,
    made,
    sheet,
    strike,
)
from tests.rules import rule


def duel(rows: str = "A b . . . .", *, mine: str = "", theirs: str = "") -> Table:
    """Two who stand side by side, with abilities of the content."""
    a = sheet(abilities=[ability(id) for id in mine.split()] or [strike()])
    b = sheet(pc=False, abilities=[ability(id) for id in theirs.split()])
    return Table(rows, A=a, b=b)


# ---- saves -------------------------------------------------------------------------------------


@rule("icon/roll.save-no-bonus")
def test_attack_bonus_and_defense_do_not_help_a_save() -> None:
    table = Table("A b", A=sheet(bonus=6, defense=20), b=sheet(pc=False))
    table.give("A", "dazed")

    table.end("A", "d20 9")

    assert table.holds("A", "dazed")


@rule("icon/roll.save-ten", "icon/roll.boon-highest", "icon/roll.curse-highest")
@pytest.mark.parametrize(
    ("boons", "dice", "made"),
    [
        (0, "d20 10", True),
        (0, "d20 9", False),
        (2, "d20 5 d6 5 2", True),
        (2, "d20 5 d6 4 4", False),
        (-1, "d20 13 d6 3", True),
        (-1, "d20 13 d6 4", False),
        (-2, "d20 15 d6 2 6", False),
    ],
)
def test_a_save_is_ten_or_more_with_the_best_of_its_dice(
    boons: int, dice: str, *, made: bool
) -> None:
    """d20 13 with one curse d6 4: 9, failed."""
    table = duel()
    scripted = table.script(dice)

    assert (Save(boons).made(scripted) == 1) == made
    table.check(scripted)


@rule("icon/status.end-turn-saves")
def test_statuses_gained_in_the_turn_are_saved_against_but_nothing_else_is() -> None:
    """No save for a blight, a stance, a positive effect or a state."""
    table = duel()
    for id in ("burning", "stance-hearth-ring", "evasion", "immobile"):
        table.give("A", id)
    table.begin("A")
    table.give("A", "dazed")

    table.end("A", "d20 12")

    kept = table.effects("A")
    assert kept == ["burning", "stance-hearth-ring", "evasion", "immobile"]


@rule("icon/status.end-turn-saves")
def test_nobody_saves_at_the_end_of_anothers_turn() -> None:
    table = duel()
    table.give("A", "dazed")

    table.end("b")

    assert table.holds("A", "dazed")


@rule("icon/status.ongoing")
def test_an_ongoing_status_gets_no_save_and_is_not_cleansed() -> None:
    table = duel()
    table.ongoing("A", "dazed", 1)
    table.give("A", "slow")

    table.end("A", "d20 20")
    cleansing.cleanse_all(table.combat, table["A"])

    assert table.holds("A", "dazed")
    assert not table.holds("A", "slow")


@rule("icon/status.ongoing", "icon/sheet.traits-always-on", "icon/action.rescue-limits")
def test_a_trait_imposes_its_ongoing_status_anew_on_rescue() -> None:
    one = sheet()
    trait = Trait("ponderous")
    trait.imposes = STATES["slow"]
    one.traits = [trait]
    table = Table("A B c", A=sheet(), B=one, c=sheet(pc=False))
    assert table["B"].goes_slow()

    table.fell(1)
    assert table["B"].effects == []
    table.act("A", "rescue B")

    assert table.is_ongoing("B", "slow")


@rule("icon/status.no-stacking")
def test_a_status_gained_again_changes_nothing() -> None:
    table = duel()
    table.inflict("A", "dazed", 1)
    table.inflict("A", "dazed", 1)

    assert len(table["A"].effects) == 1


@rule("icon/status.no-stacking", "icon/status.ongoing")
def test_one_source_that_makes_it_ongoing_makes_it_ongoing() -> None:
    table = duel()
    table.inflict("A", "vulnerable", 1)
    table.ongoing("A", "vulnerable", 1)
    table.inflict("A", "vulnerable", 1)

    assert [held.n for held in table["A"].effects] == [ONGOING]


# ---- the statuses ------------------------------------------------------------------------------


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
    table = duel("A . . . . b", mine="snare-loop")
    table.give("A", "blinded")

    with pytest.raises(Exception, match="that space cannot be chosen"):
        table.act("A", "snare-loop", "space 3,0")
    table["A"].used = [0] * len(table["A"].used)
    table["A"].actions = 2
    table.act("A", "snare-loop", "space 2,0")

    assert table.combat.difficult(table.cell("3,0"))


@rule("icon/status.dazed")
def test_the_dazed_have_a_curse_on_attack_rolls_but_not_on_saves() -> None:
    table = duel()
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
    table = duel()
    table.inflict("b", "hatred", 0)

    table.end("A")
    assert table.holds("b", "hatred")
    table.begin("b")
    table.end("b")  # no die

    assert not table.holds("b", "hatred")


@rule("icon/status.hatred")
def test_hatred_gained_in_the_own_turn_lasts_to_the_end_of_the_next() -> None:
    table = duel()
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
    table = duel("A . b", mine="cold-snap tangle jar-throw")
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
    table = duel()
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


# ---- blights -----------------------------------------------------------------------------------


@rule("icon/blight.four-kinds", "icon/blight.damage")
def test_there_are_four_blights_and_one_has_each_at_most_once() -> None:
    assert BLIGHTS == ["burning", "electrified", "frostbite", "poisoned"]
    table = duel()
    for id in (*BLIGHTS, *BLIGHTS):
        table.inflict("A", id, 1)

    table.begin("A")

    assert table["A"].hp == 24


@rule("icon/blight.ignores-armor")
def test_vigor_absorbs_blights_and_resistance_does_not_matter() -> None:
    table = Table("A b", A=sheet(armor=2, gives=["resistance"]), b=sheet(pc=False))
    table["A"].vigor = 2
    for id in BLIGHTS[:3]:
        table.give("A", id)

    table.begin("A")

    assert (table["A"].vigor, table["A"].hp) == (0, 27)


@rule("icon/blight.floor")
@pytest.mark.parametrize(("hp", "left"), [(4, 2), (3, 1), (2, 1), (1, 1)])
def test_blights_leave_at_least_one_hit_point(hp: int, left: int) -> None:
    table = duel()
    table["A"].hp = hp
    table.give("A", "burning")
    table.give("A", "poisoned")

    table.begin("A")

    assert table["A"].hp == left


@rule("icon/blight.persist")
def test_blights_get_no_save_and_end_with_defeat() -> None:
    table = duel()
    table.give("A", "burning")

    table.end("A")
    assert table.holds("A", "burning")
    table.fell(0)

    assert not table.holds("A", "burning")


@rule("icon/blight.persist")
def test_an_ability_that_removes_a_blight_removes_only_its_own() -> None:
    table = Table("A b . . .", A=sheet(abilities=[ability("drawn-flame")]), b=sheet(pc=False))
    table.give("b", "burning")
    table.give("b", "frostbite")

    table.act("A", "drawn-flame", "area 1,0 2,0 3,0 4,0", dice="d6 4")

    assert table["b"].hp == 24
    assert not table.holds("b", "burning")
    assert table.holds("b", "frostbite")


@rule("icon/blight.enhances-abilities", "icon/action.triggers")
def test_a_blight_that_the_same_ability_inflicts_does_not_feed_it() -> None:
    """Cold Snap's blightboost asks for a save only if there was a blight when it was aimed."""
    table = duel("A . b", mine="cold-snap")

    table.act("A", "cold-snap b", dice="d20 9 d6 4")
    assert table.holds("b", "frostbite")
    table["A"].used = [0] * len(table["A"].used)
    table["A"].actions = 2
    table.act("A", "cold-snap b", dice="d20 9 d6 4 d20 5")

    assert table.holds("b", "slow")


# ---- cleansing ---------------------------------------------------------------------------------


@rule("icon/effect.cleanse")
@pytest.mark.parametrize(
    ("key", "dice", "left"),
    [
        ("remove blights", "", ["dazed", "slow", "tangled"]),
        ("end a mark", "", ["burning", "poisoned", "dazed", "slow"]),
        ("save against statuses", "d20 10 9", ["burning", "poisoned", "slow", "tangled"]),
    ],
)
def test_the_cleansed_choose_one_of_three(key: str, dice: str, left: list[str]) -> None:
    table = duel()
    for id in ("burning", "poisoned", "dazed", "slow", "tangled"):
        table.give("A", id, source=1)
    scripted = table.script(dice, key)

    table.cleanse("A")

    table.check(scripted)
    assert table.effects("A") == left


@rule("icon/effect.cleanse")
def test_who_has_nothing_to_be_cleansed_of_is_asked_nothing() -> None:
    table = duel()
    table.give("A", "evasion")

    table.cleanse("A")

    assert table.holds("A", "evasion")


# ---- marks, stances, auras ---------------------------------------------------------------------


@rule("icon/effect.mark")
def test_a_new_mark_of_an_ability_ends_its_old_one() -> None:
    table = Table("A . b c", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))

    table.mark("A", "b", "tangled")
    table.mark("A", "c", "tangled")

    assert not table.holds("b", "tangled")
    assert table.holds("c", "tangled")


@rule("icon/effect.mark")
@pytest.mark.parametrize(
    ("key", "left"), [("keep tangled", "tangled"), ("mark called-shot", "called-shot")]
)
def test_a_marker_chooses_which_of_its_marks_stays_on_one_character(key: str, left: str) -> None:
    table = duel()
    table.mark("A", "b", "tangled")
    scripted = table.script("", key)

    table.mark("A", "b", "called-shot")

    table.check(scripted)
    assert left in table.effects("b")
    assert table.holds("b", "tangled") != table.holds("b", "called-shot")
    assert table.holds("b", "vulnerable") == (left == "called-shot")


@rule("icon/effect.mark")
def test_marks_of_two_markers_stay_side_by_side() -> None:
    table = Table("A C b", A=sheet(), C=sheet(), b=sheet(pc=False))

    table.mark("A", "b", "tangled")
    table.mark("C", "b", "tangled")

    assert [held.source for held in table["b"].effects] == [0, 1]


@rule("icon/effect.mark")
@pytest.mark.parametrize("fallen", [0, 1])
def test_a_mark_ends_with_the_marker_or_the_marked(fallen: int) -> None:
    table = Table("A b c", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))
    table.mark("A", "b", "called-shot")

    table.fell(fallen)

    assert table["b"].effects == []


@rule("icon/effect.mark", "icon/status.end-turn-saves")
def test_a_mark_whose_text_says_so_is_saved_against_after_the_statuses() -> None:
    table = duel()
    table.mark("A", "b", "called-shot")
    table.give("b", "dazed")

    table.end("b", "d20 9 d20 10")

    assert table.effects("b") == ["dazed"]


@rule("icon/effect.mark")
def test_attacks_against_the_tangled_have_a_boon_and_they_cannot_hide() -> None:
    table = duel()
    table.give("b", "stealth")
    table.mark("A", "b", "tangled")
    table.grant("b", "stealth", 1, "combat")

    table.act("A", "strike b", dice="d20 6 d6 3 d6 1 1")

    assert not table.holds("b", "stealth")
    assert table["b"].hp == 26


@rule("icon/effect.stance")
def test_taking_a_stance_ends_the_other_and_it_can_be_dropped_at_the_start_of_a_turn() -> None:
    table = duel(". A . . b", mine="shield-lane hearth-ring")
    table.act("A", "shield-lane")
    table.act("A", "hearth-ring")
    assert table["A"].stance() == "stance-hearth-ring"
    assert table.refusal("A", "drop stance") == "effect.stance"

    table.end("A")
    table.begin("A")
    table.act("A", "drop stance")

    assert table["A"].stance() == ""
    assert table["A"].actions == 2
    assert table.refusal("A", "drop stance") == "effect.stance"


@rule("icon/effect.stance")
def test_a_stance_cannot_be_dropped_after_moving() -> None:
    table = duel(". A . . b", mine="hearth-ring")
    table.give("A", "stance-hearth-ring")

    table.act("A", "move", "move 0,0")

    assert table.refusal("A", "drop stance") == "effect.stance"


@rule("icon/effect.stance")
def test_a_stance_ends_on_defeat() -> None:
    table = duel()
    table.give("A", "stance-hearth-ring")

    table.fell(0)

    assert table["A"].stance() == ""


@rule("icon/effect.aura")
@pytest.mark.parametrize(("at", "boon"), [("3,0", True), ("4,0", False)])
def test_an_aura_reaches_allies_within_its_range_wherever_its_source_goes(
    at: str, *, boon: bool
) -> None:
    drum = sheet(pc=False)
    drum.traits = [content_library().maker.trait_of("marching-beat")]
    table = Table("A b . . d .", A=sheet(), b=sheet(pc=False, abilities=[strike()]), d=drum)
    table.combat.move(table["d"], table.cell(at))

    table.act("b", "strike A", dice="d20 8 d6 1 d6 1 1" if boon else "d20 8")

    assert table["A"].hp == (26 if boon else 28)


@rule("icon/effect.aura", "icon/defeat.incapacitated")
def test_an_aura_stops_with_its_source() -> None:
    drum = sheet()
    drum.traits = [content_library().maker.trait_of("marching-beat")]
    table = Table("A D . b", A=sheet(abilities=[strike(range=3)]), D=drum, b=sheet(pc=False))
    table.fell(1)

    table.act("A", "strike b", dice="d20 8")

    assert table["b"].hp == 28


@rule("icon/effect.aura")
def test_an_aura_of_allies_is_not_for_its_source() -> None:
    drum = sheet(abilities=[strike()])
    drum.traits = [content_library().maker.trait_of("marching-beat")]
    table = Table("A b", A=drum, b=sheet(pc=False))

    table.act("A", "strike b", dice="d20 8")

    assert table["b"].hp == 28


@rule("icon/effect.aura", "icon/roll.save-ten")
@pytest.mark.parametrize(("row", "dice"), [("A B . c", "d20 9 d6 1"), ("A . B c", "d20 9")])
def test_calm_company_helps_oneself_and_the_allies_beside(row: str, dice: str) -> None:
    one = sheet()
    one.traits = [content_library().maker.trait_of("calm-company")]
    table = Table(row, A=one, B=sheet(), c=sheet(pc=False))
    table.give("A", "dazed")
    table.give("B", "dazed")

    table.end("A", "d20 9 d6 1")
    table.end("B", dice)

    assert not table.holds("A", "dazed")
    assert table.holds("B", "dazed") == (dice == "d20 9")


# ---- summons and the other effects -------------------------------------------------------------


def lamp(at: str = "2,0") -> Table:
    one = sheet(pc=False, abilities=[ability("set-lamp")])
    table = Table("A . . b c", A=sheet(), b=one, c=sheet(pc=False))
    table.act("b", "set-lamp", f"space {at}")
    return table


@rule("icon/effect.summon")
def test_a_summon_does_what_its_text_says_and_no_more() -> None:
    table = lamp("1,0")

    assert table.combat.at(table.cell("1,0")) is None, "intangible: no obstruction"
    table.begin("c")
    table.begin("A", "d20 9")

    assert table.holds("A", "electrified")
    assert len(table.combat.units) == 3, "it takes no turns"


@rule("icon/effect.summon")
def test_a_summon_two_spaces_away_does_nothing() -> None:
    table = lamp("2,0")

    table.begin("A")

    assert table["A"].effects == []


@rule("icon/effect.summon")
def test_a_summon_goes_with_its_summoner() -> None:
    table = lamp("1,0")

    table.fell(1)
    table.begin("A")

    assert table.combat.patches == []


@rule("icon/effect.intangible", "icon/damage.immune", "icon/move.engagement-exempt")
def test_the_intangible_are_targets_that_nothing_touches_and_nobody_minds() -> None:
    table = Table("A b . .", A=sheet(abilities=[strike()]), b=sheet(pc=False, gives=["intangible"]))

    assert table.cost("A", "2,0") == 2, "neither in the way nor engaging"
    assert "1,0" not in table.moves("A")
    table.inflict("b", "dazed", 0)
    table.inflict("b", "burning", 0)
    table.grant("b", "evasion", 0, "combat")
    resource.give_vigor(table.combat, table["b"], 1)
    assert not table.shove("A", "b", 1, 2)
    table.act("A", "strike b", dice="d20 9 d6 5 5")

    assert (table["b"].hp, table["b"].vigor, table["b"].effects) == (28, 0, [])


@rule("icon/effect.evasion", "icon/attack.miss-results")
def test_evaded_attacks_have_their_miss_results() -> None:
    one = strike()
    op = Op("damage")
    op.level = "fray"
    one.miss = [op]
    table = Table("A b", A=sheet(abilities=[one]), b=sheet(pc=False, gives=["evasion"]))

    table.act("A", "strike b", dice="d6 4")

    assert table["b"].hp == 26


@rule("icon/effect.dodge")
def test_dodge_makes_immune_to_all_of_an_attack_that_misses() -> None:
    table = Table(
        "A b",
        A=sheet(abilities=[ability("pile-on")]),
        b=sheet(pc=False, gives=["dodge"]),
    )

    table.act("A", "pile-on b", dice="d20 8")
    assert table["b"].hp == 28
    table.combat.round = 2
    table["A"].used = [0] * len(table["A"].used)
    table["A"].actions = 2
    table.act("A", "pile-on b", dice="d20 9")

    assert table["b"].hp == 25


@rule("icon/effect.dodge")
@pytest.mark.parametrize(("dice", "hp"), [("d20 10", 28), ("d20 9", 26)])
def test_dodge_makes_immune_to_what_follows_a_passed_save(dice: str, hp: int) -> None:
    """Jar Throw with a second line: who saves with dodge is spared that line too."""
    jar = ability("jar-throw")
    op = Op("damage")
    op.amount = 2
    jar.effect = [*jar.effect, op]
    table = Table("A b", A=sheet(abilities=[jar]), b=sheet(pc=False, gives=["dodge"]))

    table.act("A", "jar-throw b", dice=dice)

    assert table["b"].hp == hp


@rule("icon/effect.dodge")
def test_without_dodge_a_passed_save_prevents_only_its_own_line() -> None:
    jar = ability("jar-throw")
    op = Op("damage")
    op.amount = 2
    jar.effect = [*jar.effect, op]
    table = Table("A b", A=sheet(abilities=[jar]), b=sheet(pc=False))

    table.act("A", "jar-throw b", dice="d20 10")

    assert table["b"].hp == 26


@rule("icon/effect.dodge")
def test_dodge_halves_area_damage_outside_the_attack_space() -> None:
    table = Table(
        "A . b c",
        A=sheet(fray=3, abilities=[ability("forked-line")]),
        b=sheet(pc=False, gives=["dodge"]),
        c=sheet(pc=False, gives=["dodge"]),
    )

    table.act("A", "forked-line", "area 1,0 2,0 3,0", dice="d20 9 d6 2 3")

    assert table["b"].hp == 23
    assert table["c"].hp == 26


@rule("icon/effect.true-strike")
def test_true_strike_ignores_evasion_dodge_stealth_and_blindness() -> None:
    one = strike(range=4)
    one.tags.append("true-strike")
    op = Op("damage")
    op.amount = 1
    one.miss = [op]
    prey = sheet(pc=False, gives=["evasion", "dodge"])
    table = Table("A . . . b", A=sheet(abilities=[one]), b=prey)
    table.give("b", "stealth")
    table.give("A", "blinded")

    table.act("A", "strike b", dice="d20 8")

    assert table["b"].hp == 27, "no evasion die; the miss line reaches a dodger"


@rule("icon/effect.stealth")
def test_stealth_hides_from_foes_that_are_not_adjacent() -> None:
    table = Table("A . b", A=sheet(abilities=[strike(range=3)]), b=sheet(pc=False))
    table.give("b", "stealth")

    assert table.refusal("A", "strike b") == "effect.stealth"
    assert table.refusal("A", "whack b") == "effect.stealth"
    table.combat.move(table["A"], 1)

    assert table.refusal("A", "strike b") == ""


@rule("icon/effect.stealth")
def test_areas_affect_the_hidden() -> None:
    table = Table(
        "A . b c",
        A=sheet(abilities=[ability("forked-line")]),
        b=sheet(pc=False),
        c=sheet(pc=False),
    )
    table.give("c", "stealth")

    table.act("A", "forked-line", "area 1,0 2,0 3,0", dice="d20 1 d6 1")

    assert table["c"].hp == 26


@rule("icon/effect.stealth")
@pytest.mark.parametrize(
    ("keys", "hidden"),
    [
        (["move", "move 1,0"], True),
        (["run", "move 1,0"], True),
        (["dash", "move 1,0"], True),
        (["whack b"], False),
        (["smoke-step", "stay"], False),
    ],
)
def test_stealth_ends_with_any_action_but_movement(keys: list[str], *, hidden: bool) -> None:
    table = Table("A . . b", A=sheet(abilities=[ability("smoke-step")]), b=sheet(pc=False))
    table.give("A", "stealth")

    table.act("A", *keys)

    assert table.holds("A", "stealth") == hidden


@rule("icon/effect.unstoppable")
def test_the_unstoppable_take_no_status_and_are_not_moved_or_engaged() -> None:
    table = Table(". A b . .", A=sheet(gives=["unstoppable"]), b=sheet(pc=False))

    assert not table.inflict("A", "slow", 1)
    assert table.inflict("A", "burning", 1)
    assert not table.shove("b", "A", 1, 6)

    assert table.at("A") == "1,0"
    assert table.cost("A", "0,0") == 1


@rule("icon/effect.unstoppable")
def test_statuses_of_the_unstoppable_are_suspended() -> None:
    table = duel()
    table.give("A", "slow")
    table.give("A", "dazed")
    table.give("A", "unstoppable")

    table.act("A", "strike b", dice="d20 9 d6 1 1")

    assert not table["A"].goes_slow()
    assert table["b"].hp == 26


@rule("icon/effect.sturdy")
def test_the_sturdy_are_moved_again_in_the_next_turn_and_by_allies() -> None:
    table = Table(
        "A b . . . . . c", A=sheet(), b=sheet(pc=False, gives=["sturdy"]), c=sheet(pc=False)
    )

    table.shove("A", "b", 3, 2)
    table.shove("c", "b", 2, 2)
    assert table.at("b") == "4,0"
    table.begin("c")
    table.shove("A", "b", 3, 2)

    assert table.at("b") == "5,0"


@rule("icon/effect.regeneration")
@pytest.mark.parametrize(("hp", "vigor"), [(13, 7), (14, 0)])
def test_regeneration_gives_vigor_at_the_end_of_the_turn_while_bloodied(
    hp: int, vigor: int
) -> None:
    table = Table("A b", A=sheet(gives=["regeneration"]), b=sheet(pc=False))
    table["A"].hp = hp

    table.end("b")
    assert table["A"].vigor == 0
    table.end("A")

    assert table["A"].vigor == vigor


@rule("icon/effect.defiance")
def test_defiance_makes_immune_to_the_end_of_the_turn_and_is_spent() -> None:
    table = duel()
    table.give("b", "defiance")
    table.begin("A")

    table.hurt("b", 99)
    assert table["b"].hp == 1
    table.hurt("b", 99)
    assert table["b"].hp == 1
    table.end("A")
    table.begin("A")
    table.hurt("b", 99)

    assert table["b"].hp == 0


@rule("icon/effect.counter")
def test_counter_answers_the_first_damage_of_a_foe_in_a_turn() -> None:
    table = Table("A B c", A=sheet(), B=sheet(), c=sheet(pc=False, gives=["counter"]))
    table.begin("A")

    table.hurt("c", 2, by="A")
    table.hurt("c", 2, by="B")
    assert (table["A"].hp, table["B"].hp) == (27, 28)
    table.begin("B")
    table.hurt("c", 2, by="B")
    table.hurt("c", 2)

    assert table["B"].hp == 27


@rule("icon/effect.counter")
def test_the_felled_do_not_counter() -> None:
    table = Table("A B c d", A=sheet(), B=sheet(), c=sheet(gives=["counter"]), d=sheet(pc=False))

    table.hurt("c", 99)

    assert table["d"].hp == 28


# ---- the incapacitated -------------------------------------------------------------------------


def fallen(rows: str = "A B c . .") -> Table:
    """B lies at 0 hit points."""
    table = Table(rows, A=sheet(abilities=[strike(range=3)]), B=sheet(), c=sheet(pc=False))
    table.fell(1)
    return table


@rule("icon/defeat.incapacitated", "icon/interrupt.unable", "icon/move.engagement-exempt")
def test_the_incapacitated_engage_nobody_and_are_immune_to_damage() -> None:
    table = fallen(". . B c .\n. . . . A")

    assert table.cost("c", "3,1") == 2, "only the one who stands engages"
    table.combat.move(table["A"], 0)
    assert table.cost("c", "3,1") == 1
    table.hurt("B", 5, by="c")

    assert (table["B"].hp, table["B"].wounds) == (0, 1)


@rule("icon/defeat.incapacity-ends", "icon/action.rescue-limits")
def test_only_a_rescue_ends_incapacity() -> None:
    table = fallen()

    resource.give_vigor(table.combat, table["B"], 1)
    table.cleanse("B")
    table.end("A")
    table.begin("A")
    assert (table["B"].hp, table["B"].able()) == (0, False)
    table.act("A", "rescue B")

    assert (table["B"].hp, table["B"].able()) == (21, True)


@rule("icon/defeat.incapacitated-pc-space")
def test_anybody_passes_the_fallen_but_nobody_stops_there() -> None:
    table = fallen("A B . c .")

    assert "1,0" not in table.moves("A")
    assert table.cost("A", "2,0") == 2
    assert "1,0" not in table.moves("c")


@rule("icon/defeat.incapacitated-pc-space")
def test_the_fallen_are_immune_to_every_effect() -> None:
    table = fallen()

    for id in ("dazed", "burning"):
        table.inflict("B", id, 2)
    table.grant("B", "evasion", 0, "combat")
    table.mark("c", "B", "called-shot")

    assert table["B"].effects == []
    assert not table.shove("A", "B", 1, 2)


@rule("icon/roll.boon-curse-cancel", "icon/roll.save-ten")
def test_boons_and_curses_on_a_save_cancel_one_for_one() -> None:
    one = sheet(gives=["calm"])
    luck = Trait("luck")
    luck.save_boons = -1
    one.traits = [luck]
    table = Table("A b", A=one, b=sheet(pc=False))
    table.give("A", "dazed")

    table.end("A", "d20 10")
    assert not table.holds("A", "dazed")
    luck.save_boons = -2
    table.give("A", "dazed")
    table.end("A", "d20 10 d6 1")

    assert table.holds("A", "dazed")


@rule("icon/roll.special-rolls", "icon/effect.evasion")
def test_boons_and_curses_do_not_touch_the_evasion_die() -> None:
    """The attacker has a boon, the target a boon on saves: one d6, read as it is."""
    table = Table(
        "A1 b",
        A=sheet(bonus=5, abilities=[strike()]),
        b=sheet(pc=False, gives=["evasion", "calm"]),
    )

    table.act("A", "strike b", dice="d6 3 d20 1 d6 3 d6 1 1")

    assert table["b"].hp == 26


@rule("icon/roll.special-rolls", "icon/action.recharge")
def test_boons_and_curses_do_not_touch_a_recharge() -> None:
    table = Table(
        "A . b", A=sheet(), b=sheet(pc=False, gives=["calm"], abilities=[ability("set-lamp")])
    )
    table.give("b", "dazed")
    table.act("b", "set-lamp", "no summon")

    table.begin("b", "d6 4")
    assert table.refusal("b", "set-lamp") == "action.recharge"
    table.begin("b", "d6 5")

    assert table.refusal("b", "set-lamp") == ""


@rule("icon/effect.stance", "icon/action.recharge")
@pytest.mark.parametrize(("key", "rule_"), [("smoke-step", "effect.stance"), ("", "")])
def test_a_stance_is_dropped_before_any_action_free_ones_too(key: str, rule_: str) -> None:
    """What was used in earlier turns does not matter."""
    table = Table(
        "A . . b",
        A=sheet(abilities=[ability("smoke-step"), ability("set-lamp"), ability("afterimage")]),
        b=sheet(pc=False),
    )
    table.act("A", "set-lamp", "no summon")
    table.end("A")
    table.give("A", "stance-hearth-ring")
    table.begin("A", "d6 1")

    if key:
        table.act("A", key, "stay")

    assert table.refusal("A", "drop stance") == rule_


@rule("icon/effect.summon")
@pytest.mark.parametrize(("at", "legal"), [("4,0", True), ("5,0", False), ("2,0", False)])
def test_a_summon_is_placed_in_a_free_space_within_its_range(at: str, *, legal: bool) -> None:
    table = Table(
        "A b C . . .", A=sheet(), b=sheet(pc=False, abilities=[ability("set-lamp")]), C=sheet()
    )

    if legal:
        table.act("b", "set-lamp", f"space {at}")
        assert [one.cell for one in table.combat.patches] == [table.cell(at)]
    else:
        with pytest.raises(IllegalError):
            table.act("b", "set-lamp", f"space {at}")


@rule("icon/effect.dodge")
def test_dodge_halves_nothing_that_is_no_area() -> None:
    """Shoulder Through is no attack: its fray damage of 3 is whole."""
    table = Table(
        "A . b . . .",
        A=sheet(fray=3, abilities=[ability("shoulder-through")]),
        b=sheet(pc=False, gives=["dodge"]),
    )

    table.act("A", "shoulder-through", "dash e")

    assert table["b"].hp == 25


@rule("icon/effect.dodge", "icon/aoe.additional-effects")
def test_dodge_halves_nothing_in_the_attack_space() -> None:
    """A line beyond attack and area deals 3 to all: whole in the attack space, halved beside it."""
    one = ability("forked-line")
    more = Op("damage")
    more.amount = 3
    more.who = "area"
    one.effect = [more]
    one.area = []
    table = Table(
        "A . b c",
        A=sheet(abilities=[one]),
        b=sheet(pc=False, gives=["dodge"]),
        c=sheet(pc=False, gives=["dodge"]),
    )

    table.act("A", "forked-line", "area 1,0 2,0 3,0", dice="d20 9 d6 1 1")

    assert (table["b"].hp, table["c"].hp) == (23, 26)


@rule("icon/action.order-of-components")
@pytest.mark.parametrize(
    ("save", "dice", "lost"), [(True, "d20 9", 3), (True, "d20 10", 0), (False, "", 0)]
)
def test_only_who_failed_a_save_is_one_who_failed_it(save: bool, dice: str, lost: int) -> None:
    one = ability("bellow")
    first, more = Op("status"), Op("damage")
    first.id = "dazed"
    first.save = save
    first.who = "area-foes"
    more.amount = 3
    more.who = "area-failed"
    one.effect = [first, more]
    table = Table("A . b", A=sheet(abilities=[one]), b=sheet(pc=False))

    table.act("A", "bellow", dice=dice)

    assert table["b"].hp == 28 - lost


@rule("icon/effect.cleanse", "icon/effect.mark")
def test_of_two_marks_the_cleansed_chooses_which_one_ends() -> None:
    table = Table("A b c", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))
    table.give("A", "tangled", source=1)
    table.give("A", "tangled", source=2)
    scripted = table.script("", "tangled of c")

    table.cleanse("A")

    table.check(scripted)
    assert [held.source for held in table["A"].effects] == [1]


@rule("icon/effect.defiance")
@pytest.mark.parametrize(("amount", "kept"), [(27, True), (28, False)])
def test_defiance_answers_damage_that_would_leave_no_hit_point(amount: int, *, kept: bool) -> None:
    table = duel()
    table.give("b", "defiance")

    table.hurt("b", amount)

    assert (table["b"].hp, table.holds("b", "defiance")) == (1, kept)


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
    table = duel()
    table.begin("A")
    table.grant("A", "evasion", 0, first)
    table.grant("A", "evasion", 0, then)

    table.end("A")

    assert table.holds("A", "evasion") == left


@rule("icon/effect.sturdy", "icon/move.teleport")
@pytest.mark.parametrize(("moved", "swaps"), [(0, True), (1, False)])
def test_a_sturdy_one_that_foes_have_moved_trades_places_with_none(
    moved: int, *, swaps: bool
) -> None:
    table = Table("A b . .", A=sheet(), b=sheet(pc=False, gives=["sturdy"]))
    table["b"].used[FORCED] = moved

    table.swap("A", "b")

    assert (table.at("A") == "1,0") == swaps


@rule("icon/effect.mark", "icon/terrain.edge-foe-return")
def test_the_marks_of_who_stays_away_over_an_edge_end() -> None:
    table = Table("A . b ~ c", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))
    table.mark("b", "A", "tangled")
    table.combat.move(table["b"], 3)
    table.go_over("b")
    assert table.holds("A", "tangled")

    table.begin("b", "", "stay away")

    assert not table.holds("A", "tangled")


@rule("icon/effect.mark", "icon/terrain.edge-mob")
def test_a_mark_goes_on_from_a_mob_that_goes_over_an_edge() -> None:
    table = Table("A . b ~ c", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))
    table["b"].sheet.mob = True
    states.mark(table.combat, table["A"], table["b"], "tangled", ["mark-jumps"])
    table.combat.move(table["b"], 3)
    scripted = table.script("", "mark c")

    table.go_over("b")

    table.check(scripted)
    assert (table["b"].effects, table.effects("c")) == ([], ["tangled"])


@rule("icon/sheet.traits-always-on", "icon/status.no-stacking", "icon/defeat.pc")
def test_what_a_trait_imposes_acts_on_nobody_that_lies_fallen() -> None:
    one = sheet()
    trait = Trait("own")
    trait.imposes = STATES["dazed"]
    one.traits = [trait]
    table = Table("A B . c", A=one, B=sheet(), c=sheet(pc=False))
    table["A"].hp = 1
    assert table["A"].status("dazed")

    table.fell("A")

    assert table["A"].statuses() == []


@rule("icon/effect.stance", "icon/effect.aura")
@pytest.mark.parametrize(
    ("flags", "at", "boons"),
    [
        ([], 2, 0),
        (["aura-save-boon"], 2, 1),
        (["aura-save-boon"], 3, 0),
        (["aura-save-boon", "aura-plus-1"], 3, 1),
        (["aura-save-boon", "aura-plus-1"], 4, 0),
    ],
)
def test_a_stances_aura_that_helps_saves_reaches_as_far_as_it_is_wide(
    flags: list[str], at: int, boons: int
) -> None:
    table = Table("A . . . . B c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table.combat.move(table["B"], at)

    states.take_stance(table.combat, table["A"], "hearth-ring", flags)

    assert saves.save_boons(table.combat, table["B"]) == boons
    wide = 3 if "aura-plus-1" in flags else 2
    assert table.combat.has(table["B"], "regeneration") == (at <= wide)


@rule("icon/sheet.traits-always-on")
@pytest.mark.parametrize(
    ("who", "hp", "answered"), [("ally", 13, 1), ("ally", 14, 0), ("self", 13, 0)]
)
def test_a_trait_answers_vigor_granted_to_a_bloodied_ally_and_to_nobody_else(
    who: str, hp: int, answered: int
) -> None:
    trait = Trait("verse")
    trait.on = "you grant vigor to a bloodied ally"
    op = Op("resolve")
    op.who = "user"
    op.n = 1
    trait.effect = [op]
    own = made(target={"who": "self-or-ally", "range": 1}, effect=[{"op": "vigor", "multiple": 1}])
    one = sheet(abilities=[own])
    one.traits = [trait]
    table = Table("A B . c", A=one, B=sheet(), c=sheet(pc=False))
    table["A" if who == "self" else "B"].hp = hp

    table.act("A", "deed A" if who == "self" else "deed B")

    assert table["A"].resolve == answered


@rule("icon/effect.defiance", "icon/setup.start-state", "icon/effect.stealth")
@pytest.mark.parametrize("id", ["defiance", "stealth"])
def test_what_is_spent_is_there_at_the_start_of_combat_and_gone_when_it_was_used(id: str) -> None:
    table = Table("A . b", A=sheet(gives=[id]), b=sheet(pc=False))
    assert table.has("A", id)

    states.lose(table.combat, table["A"], id)

    assert not table.has("A", id)


@rule("icon/effect.stealth", "icon/effect.mark")
@pytest.mark.parametrize(
    ("first", "then", "grants", "left"),
    [
        ("end-of-turn", "end-of-turn", 1, False),
        ("end-of-turn", "end-of-user-next-turn", 2, True),
        ("end-of-user-next-turn", "end-of-turn", 2, True),
        ("combat", "end-of-turn", 1, True),
    ],
)
def test_two_grants_of_an_effect_end_each_in_its_time(
    first: str, then: str, grants: int, *, left: bool
) -> None:
    table = duel()
    table.begin("A")

    table.grant("A", "evasion", 0, first)
    table.grant("A", "evasion", 0, then)
    assert table.effects("A") == ["evasion"] * grants
    table.end("A")

    assert table.holds("A", "evasion") == left


@rule("icon/status.ongoing", "icon/status.hatred")
@pytest.mark.parametrize("ongoing", [True, False])
def test_hatred_that_is_ongoing_does_not_end_with_ones_turn(*, ongoing: bool) -> None:
    table = duel()
    table.inflict("A", "hatred", 1)
    if ongoing:
        table.ongoing("A", "hatred", 1)

    table.begin("A")
    table.end("A")

    assert table.holds("A", "hatred") == ongoing


@rule("icon/effect.mark")
@pytest.mark.parametrize(("saved", "dice", "left"), [(True, "d20 10", False), (False, "", True)])
def test_a_mark_is_saved_against_only_if_its_text_allows_it(
    dice: str, *, saved: bool, left: bool
) -> None:
    table = duel()
    state = State("own", MARK)
    state.saved = saved
    table["A"].effects.append(Held(state, ONCE, 1, NEVER, -1))

    table.end("A", dice)

    assert table.holds("A", "own") == left
