"""Blights, marks, stances and auras: gaining and ending them."""

from __future__ import annotations

import pytest

from affray.core.effect import NEVER, Held
from affray.rulesets.icon.condition import saves, states
from affray.rulesets.icon.definitions import MARK, State
from affray.rulesets.icon.terms import ONCE
from tests.icon.table import (
    BLIGHTS,
    Table,
    ability,
    content_library,
    foe,
    hero,
    neighbours,
    sheet,
    strike,
)
from tests.rules import rule


@rule("icon/effect.aura")
@pytest.mark.parametrize(("talents", "cleansed"), [((2,), False), ((1, 2), True)])
def test_hearth_ring_cleanses_in_its_wider_aura_too(
    talents: tuple[int, ...], *, cleansed: bool
) -> None:
    table = Table("A . . B . b", A=hero(ability("hearth-ring", *talents)), B=hero(), b=foe())
    table.give("B", "burning")

    table.act("A", "hearth-ring", *(["ally B"] if cleansed else []))

    assert (table.effects("B") == []) == cleansed


@rule("icon/effect.mark", "icon/surrender.out")
def test_a_mark_jumps_from_one_that_surrenders_too() -> None:
    table = Table("A . b c", A=hero(ability("tangle", 3), strike(range=3)), b=foe(), c=foe())
    table.act("A", "tangle b")
    table["b"].hp = 1

    table.act("A", "strike b", "surrender", "mark c", dice="d20 9 d6 1 1 d6 1")

    assert table.holds("c", "tangled")


@rule("icon/effect.mark")
@pytest.mark.parametrize(("at", "asked"), [(6, True), (7, False)])
def test_a_mark_goes_on_to_a_foe_within_4_of_the_fallen(at: int, *, asked: bool) -> None:
    table = Table("A . b . c . . . .", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))
    table.combat.move(table["c"], at)
    states.mark(table.combat, table["A"], table["b"], "tangled", ["mark-jumps"])
    agent = table.script(["mark c"] if asked else [], "")

    table.fell("b")

    table.done(agent)
    assert table.holds("c", "tangled") == asked


@rule("icon/effect.mark", "icon/effect.stealth")
@pytest.mark.parametrize(("at", "asked"), [(1, True), (2, False)])
def test_a_mark_goes_on_to_one_in_stealth_only_next_to_the_marker(at: int, *, asked: bool) -> None:
    table = Table("A . . b c", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))
    table.combat.move(table["c"], at)
    table.give("c", "stealth")
    states.mark(table.combat, table["A"], table["b"], "tangled", ["mark-jumps"])
    agent = table.script(["no mark"] if asked else [], "")

    table.fell("b")

    table.done(agent)


@rule("icon/blight.four-kinds", "icon/blight.damage")
def test_there_are_four_blights_and_one_has_each_at_most_once() -> None:
    assert BLIGHTS == ["burning", "electrified", "frostbite", "poisoned"]
    table = neighbours()
    for id in (*BLIGHTS, *BLIGHTS):
        table.inflict("A", id, 1)

    table.begin("A")

    assert table["A"].hp == 24


@rule("icon/blight.persist")
def test_blights_get_no_save_and_end_with_defeat() -> None:
    table = neighbours()
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
    table = neighbours("A . b", mine="cold-snap")

    table.act("A", "cold-snap b", dice="d20 9 d6 4")
    assert table.holds("b", "frostbite")
    table["A"].used = (0,) * len(table["A"].used)
    table["A"].actions = 2
    table.act("A", "cold-snap b", dice="d20 9 d6 4 d20 5")

    assert table.holds("b", "slow")


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
    table = neighbours()
    table.mark("A", "b", "tangled")
    agent = table.script([key], "")

    table.mark("A", "b", "called-shot")

    table.done(agent)
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
    table = neighbours()
    table.mark("A", "b", "called-shot")
    table.give("b", "dazed")

    table.end("b", "d20 9 d20 10")

    assert table.effects("b") == ["dazed"]


@rule("icon/effect.mark")
def test_attacks_against_the_tangled_have_a_boon_and_they_cannot_hide() -> None:
    table = neighbours()
    table.give("b", "stealth")
    table.mark("A", "b", "tangled")
    table.grant("b", "stealth", 1, "combat")

    table.act("A", "strike b", dice="d20 6 d6 3 d6 1 1")

    assert not table.holds("b", "stealth")
    assert table["b"].hp == 26


@rule("icon/effect.stance")
def test_taking_a_stance_ends_the_other_and_it_can_be_dropped_at_the_start_of_a_turn() -> None:
    table = neighbours(". A . . b", mine="shield-lane hearth-ring")
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
    table = neighbours(". A . . b", mine="hearth-ring")
    table.give("A", "stance-hearth-ring")

    table.act("A", "move", "move 0,0")

    assert table.refusal("A", "drop stance") == "effect.stance"


@rule("icon/effect.stance")
def test_a_stance_ends_on_defeat() -> None:
    table = neighbours()
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
    agent = table.script(["mark c"], "")

    table.go_over("b")

    table.done(agent)
    assert (table["b"].effects, table.effects("c")) == ([], ["tangled"])


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


@rule("icon/effect.mark")
@pytest.mark.parametrize(("saved", "dice", "left"), [(True, "d20 10", False), (False, "", True)])
def test_a_mark_is_saved_against_only_if_its_text_allows_it(
    dice: str, *, saved: bool, left: bool
) -> None:
    table = neighbours()
    state = State("own", MARK)
    state.saved = saved
    table["A"].effects.append(Held(state, ONCE, 1, NEVER, -1))

    table.end("A", dice)

    assert table.holds("A", "own") == left
