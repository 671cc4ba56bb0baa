"""Area patterns: where they may lie, whom they attack, whom they affect."""

from __future__ import annotations

import pytest

from affray.core.errors import IllegalError, ScriptError
from affray.rulesets.icon.geometry import patterns, sight
from affray.rulesets.icon.terms import DEFEATED
from tests.icon.table import (
    BLAST,
    Ability,
    Op,
    Sheet,
    Table,
    ability,
    foe,
    hero,
    made,
    sheet,
)
from tests.rules import rule

FIELD = "\n".join([". . . . . . ."] * 7)


def bolt(
    shape: str, size: int, *, reach: int = -1, melee: bool = False, attack: bool = True
) -> Ability:
    """Return an area: heavy damage to the attacked, fray to the area, 1 as an effect to all."""
    one = Ability("bolt", "Bolt")
    one.cost = 1
    one.shape = shape
    one.size = size
    one.reach = reach
    mode = "melee" if melee else "ranged"
    if attack:
        one.attack = mode
        one.tags = ["attack", mode]
        heavy = Op("damage")
        heavy.level = "heavy"
        one.hit = [heavy]
    fray = Op("damage")
    fray.level = "fray"
    fray.who = "area"
    one.area = [fray]
    return one


def extra(one: Ability) -> Ability:
    """Add a line beyond attack and area: 1 damage to everybody in the area."""
    op = Op("damage")
    op.amount = 1
    op.who = "area"
    one.effect = [op]
    return one


def field(one: Ability, **at: str) -> Table:
    """Characters on an open field of 7 by 7; A uses the ability, with fray damage 3."""
    names = list(at)
    rows = " ".join(names) + " ." * (7 - len(names)) + "\n" + "\n".join([". . . . . . ."] * 6)
    sheets: dict[str, Sheet] = {}
    for name in names:
        own = [one] if name == "A" else []
        sheets[name] = sheet(pc=name.isupper(), fray=3, abilities=own)
    table = Table(rows, **sheets)
    for unit in table.combat.units:
        table.combat.leave(unit)
    for name, place in at.items():
        table.combat.stand(table[name], table.cell(place))
    return table


def hp(table: Table) -> dict[str, int]:
    """Return the hit points that everybody has lost."""
    return {unit.name: 28 - unit.hp for unit in table.combat.units if unit.hp != 28}


# ---- attack space and area spaces --------------------------------------------------------------


@rule("icon/aoe.attack-and-area-spaces", "icon/aoe.single-roll", "icon/aoe.additional-effects")
def test_one_is_attacked_the_others_take_the_area_and_all_the_rest() -> None:
    table = field(extra(bolt("line", 4)), A="0,3", b="2,3", c="3,3", d="4,3")

    table.act("A", "bolt", "area 1,3 2,3 3,3 4,3", dice="d20 9 d6 4 5")

    assert hp(table) == {"b": 10, "c": 4, "d": 4}


@rule("icon/aoe.single-roll")
def test_the_area_effect_does_not_depend_on_the_roll() -> None:
    table = field(bolt("line", 4), A="0,3", b="2,3", c="3,3")

    table.act("A", "bolt", "area 1,3 2,3 3,3 4,3", dice="d20 1")

    assert hp(table) == {"c": 3}


@rule("icon/aoe.non-attack-area")
def test_an_area_without_an_attack_affects_the_whole_pattern() -> None:
    table = field(bolt("blast", 1, reach=4, attack=False), A="0,3", b="3,3", c="4,4", d="5,3")

    table.act("A", "bolt", "space 3,3")

    assert hp(table) == {"b": 3, "c": 3}


@rule("icon/aoe.friendly-fire")
def test_areas_hit_allies_too() -> None:
    table = field(bolt("line", 4), A="0,3", b="2,3", C="3,3")

    table.act("A", "bolt", "area 1,3 2,3 3,3 4,3", dice="d20 1")

    assert hp(table) == {"C": 3}


@rule("icon/aoe.friendly-fire")
def test_an_area_of_foes_spares_allies() -> None:
    one = bolt("line", 4)
    one.area[0].who = "area-foes"
    table = field(one, A="0,3", b="2,3", C="3,3", d="4,3")

    table.act("A", "bolt", "area 1,3 2,3 3,3 4,3", dice="d20 1")

    assert hp(table) == {"d": 3}


@rule("icon/aoe.once-per-character", "icon/aoe.attack-and-area-spaces")
def test_a_large_character_is_affected_once_and_by_the_attack_if_it_stands_there() -> None:
    table = Table(
        "A . b . .\n. . . . .\n. . . . .",
        A=sheet(fray=3, abilities=[bolt("blast", 1, reach=4)]),
        b=sheet(pc=False, size=2),
    )

    table.act("A", "bolt", "space 3,1", dice="d20 9 d6 4 5")
    assert hp(table) == {"b": 9}
    table.combat.clear(2)
    table["A"].set_count(0, 0)
    table.combat.active = -1
    table["A"].used = (0,) * len(table["A"].used)
    table.act("A", "bolt", "space 4,2")

    assert hp(table) == {"b": 12}, "in two area spaces: once"


@rule("icon/aoe.once-per-character", "icon/aoe.combined")
def test_who_stands_in_both_patterns_is_affected_once() -> None:
    one = bolt("line", 3)
    one.plus_shape = "cross"
    one.plus_size = 1
    table = field(one, A="0,3", b="2,3", c="3,3", d="2,4")

    table.act("A", "bolt", "area 1,3 2,3 3,3", dice="d20 1")

    assert hp(table) == {"c": 3, "d": 3}


@rule("icon/aoe.attack-space-without-foe")
def test_an_ally_in_the_attack_space_takes_the_area_and_the_attack_is_used() -> None:
    table = field(bolt("line", 4), A="0,3", C="2,3", b="3,3")

    table.act("A", "bolt", "area 1,3 2,3 3,3 4,3")

    assert hp(table) == {"C": 3, "b": 3}
    table["A"].actions = 2
    assert table.refusal("A", "basic-ranged b") == "action.one-attack-per-round"


# ---- the user ----------------------------------------------------------------------------------


@rule("icon/aoe.user-exempt", "icon/aoe.no-overlap-origin")
@pytest.mark.parametrize("shape", ["line", "arc", "close-blast", "cross"])
def test_patterns_without_a_range_do_not_hold_the_user(shape: str) -> None:
    table = field(bolt(shape, 2, attack=False), A="3,3", b="5,3")
    origin = table["A"].cell

    if shape == "line":
        assert not [cells for cells in patterns.lines(table.combat, origin, 2) if origin in cells]
    elif shape == "arc":
        laid = [table.cell("4,3")]
        spots = patterns.arc_spaces(table.combat, table["A"], origin, laid, 2, -1)
        assert origin not in spots
    elif shape == "cross":
        assert origin not in patterns.cross(table.combat, origin, 2, whole=False)
    else:
        for cell in patterns.centres(table.combat, table["A"], origin, 2, -1, shot=False):
            assert origin not in patterns.blast(table.combat, cell, 2)


@rule("icon/aoe.user-exempt", "icon/aoe.no-overlap-origin", "icon/aoe.non-attack-area")
def test_an_area_around_oneself_holds_its_space_and_spares_the_user() -> None:
    one = bolt("blast", 1, attack=False)
    one.own = True
    table = field(one, A="3,3", b="4,4", C="2,3")

    table.act("A", "bolt")

    assert hp(table) == {"b": 3, "C": 3}


@rule("icon/aoe.ranged-can-hit-user", "icon/aoe.no-overlap-origin")
def test_an_area_at_range_can_hit_its_user() -> None:
    table = field(bolt("blast", 1, reach=4, attack=False), A="3,3", b="4,4")

    table.act("A", "bolt", "space 3,3")

    assert hp(table) == {"A": 3, "b": 3}


@rule("icon/aoe.origin")
def test_a_large_user_chooses_the_space_that_the_area_starts_from() -> None:
    table = Table(
        "a . . B . .\n. . . . . .",
        a=sheet(pc=False, size=2, abilities=[bolt("line", 2)]),
        B=sheet(),
    )

    table.act("a", "bolt", "space 1,0", "area 2,0 3,0", dice="d20 1")
    assert hp(table) == {}
    own = bolt("blast", 2, attack=False)
    own.own = True
    table = Table("a . . B . .\n. . . . . .", a=sheet(pc=False, size=2, abilities=[own]), B=sheet())
    table.act("a", "bolt", "space 0,0")
    assert hp(table) == {}
    table["a"].used = (0,) * len(table["a"].used)
    table.act("a", "bolt", "space 1,0")

    assert hp(table) == {"B": 2}


# ---- cover -------------------------------------------------------------------------------------


@rule("icon/aoe.cover-from-origin")
def test_cover_is_judged_from_the_user_though_the_area_lies_elsewhere() -> None:
    """Height 1 at 3,0: whoever is beside it has cover from the user, not from the centre."""
    table = Table(
        "A . . .1 b .\n. . . . . .\n. . . . . c",
        A=sheet(fray=3, abilities=[bolt("blast", 1, reach=5)]),
        b=sheet(pc=False),
        c=sheet(pc=False),
    )

    table.act("A", "bolt", "space 5,1")

    assert hp(table) == {"b": 2, "c": 3}


@rule("icon/aoe.cover-from-origin", "icon/aoe.additional-effects")
def test_cover_halves_all_damage_of_an_area_ability_the_attack_space_included() -> None:
    table = Table(
        "A . . .1 b .\n. . . . . .",
        A=sheet(fray=3, abilities=[extra(bolt("blast", 1, reach=5))]),
        b=sheet(pc=False),
    )

    table.act("A", "bolt", "space 4,0", dice="d20 9 d6 4 5")

    assert hp(table) == {"b": 5 + 1}


@rule("icon/aoe.cover-from-origin")
def test_whoever_the_user_cannot_see_counts_as_covered() -> None:
    table = Table(
        "A . . # b .\n. . . . . .\n. . . . . .",
        A=sheet(fray=3, abilities=[bolt("blast", 1, reach=5)]),
        b=sheet(pc=False),
    )

    table.act("A", "bolt", "space 4,1")

    assert hp(table) == {"b": 2}


@rule("icon/aoe.cover-from-origin")
def test_a_melee_area_knows_no_cover() -> None:
    table = Table(
        "A .1 b .\n. . . .",
        A=sheet(fray=3, abilities=[bolt("arc", 3, melee=True)]),
        b=sheet(pc=False),
    )

    table.act("A", "bolt", "space 1,0", "space 2,0", "space 3,0")

    assert hp(table) == {"b": 3}


# ---- lines -------------------------------------------------------------------------------------


@rule("icon/aoe.line")
def test_a_line_may_run_away_from_the_user_or_across_in_front() -> None:
    table = field(bolt("line", 3), A="3,3", b="0,0")
    grid = table.combat.grid

    found = [
        " ".join(grid.name(c) for c in cells)
        for cells in patterns.lines(table.combat, table["A"].cell, 3)
    ]

    assert "4,3 5,3 6,3" in found, "away"
    assert "2,2 3,2 4,2" in [" ".join(sorted(one.split())) for one in found], "across"
    assert "4,2 5,2 6,2" in found, "from the corner"
    assert not [one for one in found if "5,5" in one], "nothing diagonal"
    assert "5,3" not in {one.split()[0] for one in found}, "one of its spaces is adjacent"


@rule("icon/aoe.line-attack-space")
def test_between_two_equally_near_the_user_chooses_who_is_attacked() -> None:
    table = field(bolt("line", 3), A="3,3", b="2,2", c="4,2")

    table.act("A", "bolt", "area 2,2 3,2 4,2", "space 4,2", dice="d20 10 d6 1 d6 1 1")

    assert hp(table) == {"b": 3, "c": 2}


@rule("icon/aoe.line-attack-space", "icon/defeat.incapacitated")
def test_the_fallen_are_not_counted_as_the_first_in_a_line() -> None:
    table = field(bolt("line", 3), A="0,3", B="1,3", c="2,3")
    table["B"].hp = 0
    table["B"].fate = DEFEATED

    table.act("A", "bolt", "area 1,3 2,3 3,3", dice="d20 9 d6 1 1")

    assert table["c"].hp == 26


@rule("icon/aoe.off-map", "icon/aoe.line")
def test_what_falls_off_the_map_or_on_walls_is_left_out() -> None:
    table = Table(
        "A . b c #",
        A=sheet(fray=3, abilities=[bolt("line", 6)]),
        b=sheet(pc=False),
        c=sheet(pc=False),
    )

    table.act("A", "bolt", "area 1,0 2,0 3,0", dice="d20 1")

    assert hp(table) == {"c": 3}


# ---- arcs --------------------------------------------------------------------------------------


@rule("icon/aoe.arc")
def test_each_space_of_an_arc_shares_a_side_and_one_of_them_with_the_users() -> None:
    """User 2,2: 3,2, 3,3, 2,3 in any order; 3,3, 4,3 and 4,4 not. It may branch."""
    table = field(bolt("arc", 3), A="2,2", b="6,6")
    grid = table.combat.grid

    def spots(*laid: str) -> list[str]:
        cells = [grid.read(one) for one in laid]
        found = patterns.arc_spaces(table.combat, table["A"], table["A"].cell, cells, 3, -1)
        return [grid.name(cell) for cell in found]

    assert {"2,1", "1,2", "3,2", "2,3", "3,3", "4,2"} <= set(spots())
    assert not {"6,2", "5,3", "2,2"} & set(spots())
    assert spots("3,3", "4,3") == ["3,2", "2,3"], "the last that can touch the user"
    assert spots("3,2") == ["3,1", "4,2", "3,3"]
    assert "2,3" in spots("3,2", "3,3")
    assert "3,1" in spots("3,2", "3,3"), "a branch"
    assert "2,2" not in spots("3,2", "3,3")


@rule("icon/aoe.arc")
def test_an_arcs_last_space_is_the_attack_space() -> None:
    table = field(bolt("arc", 3), A="2,2", b="3,3", c="2,3")

    table.act("A", "bolt", "space 3,2", "space 3,3", "space 2,3", dice="d20 10 d6 1 d6 1 1")

    assert hp(table) == {"b": 3, "c": 2}


@rule("icon/aoe.arc")
def test_it_is_asked_for_an_arc_by_name_and_with_how_much_of_it_lies() -> None:
    table = field(bolt("arc", 3), A="2,2", b="3,3", c="2,3")

    with pytest.raises(ScriptError, match=r"\(Bolt, space 2 of 3, aoe.arc\)"):
        table.act("A", "bolt", "space 3,2", dice="")


@rule("icon/aoe.arc-range")
@pytest.mark.parametrize(("first", "legal"), [("4,2", True), ("5,2", False)])
def test_an_arc_with_a_range_has_one_space_within_it(first: str, *, legal: bool) -> None:
    table = field(bolt("arc", 3, reach=2), A="2,2", b="6,6")
    keys = ["bolt", f"space {first}", "space 5,2", "space 6,2"]

    if legal:
        table.act("A", *keys)
    else:
        with pytest.raises(IllegalError):
            table.act("A", *keys)


@rule("icon/aoe.arc-range", "icon/aoe.no-overlap-origin")
def test_an_arc_with_a_range_may_lie_on_its_user() -> None:
    table = field(bolt("arc", 2, reach=2, attack=False), A="2,2", b="2,3")

    table.act("A", "bolt", "space 2,2", "space 2,3")

    assert hp(table) == {"A": 3, "b": 3}


# ---- blasts and crosses ------------------------------------------------------------------------


@rule("icon/aoe.blast")
@pytest.mark.parametrize(("size", "spaces"), [(1, 9), (2, 25), (3, 49)])
def test_a_blast_is_a_square(size: int, spaces: int) -> None:
    table = field(bolt("blast", size, reach=3), A="0,0", b="6,6")

    assert len(patterns.blast(table.combat, table.cell("3,3"), size)) == spaces


@rule("icon/aoe.blast")
def test_only_the_centre_of_a_blast_must_lie_within_range() -> None:
    table = field(bolt("blast", 1, reach=3), A="0,3", b="4,3", c="5,3")

    with pytest.raises(IllegalError):
        table.act("A", "bolt", "space 4,3")
    table["A"].used = (0,) * len(table["A"].used)
    table["A"].actions = 2
    table.act("A", "bolt", "space 3,3")

    assert hp(table) == {"b": 3}


@rule("icon/aoe.close-blast")
def test_a_close_blast_touches_the_origin_and_attacks_its_centre() -> None:
    table = field(bolt("close-blast", 1), A="0,3", b="2,3", c="3,4", d="4,3")

    table.act("A", "bolt", "space 2,3", dice="d20 9 d6 4 5")

    assert hp(table) == {"b": 9, "c": 3}


@rule("icon/aoe.cross")
def test_a_cross_without_a_range_leaves_the_user_out_and_one_at_range_has_its_centre() -> None:
    table = field(bolt("cross", 2), A="3,3", b="6,6")
    grid = table.combat.grid

    arms = patterns.cross(table.combat, table.cell("3,3"), 2, whole=False)
    whole = patterns.cross(table.combat, table.cell("3,3"), 2, whole=True)

    names = sorted(grid.name(cell) for cell in arms)
    assert names == ["1,3", "2,3", "3,1", "3,2", "3,4", "3,5", "4,3", "5,3"]
    assert set(whole) - set(arms) == {table.cell("3,3")}


@rule("icon/aoe.cross", "icon/aoe.cross-attack-space")
def test_a_cross_at_range_attacks_its_centre() -> None:
    table = field(bolt("cross", 1, reach=4), A="0,3", b="3,3", c="3,2", d="4,4")

    table.act("A", "bolt", "space 3,3", dice="d20 9 d6 4 5")

    assert hp(table) == {"b": 9, "c": 3}


# ---- combined, sight ---------------------------------------------------------------------------


@rule("icon/aoe.combined")
def test_a_line_that_meets_nobody_sends_its_cross_from_its_last_space() -> None:
    one = bolt("line", 3)
    one.plus_shape = "cross"
    one.plus_size = 1
    table = field(one, A="0,3", b="4,3", c="3,4", d="2,4")

    table.act("A", "bolt", "area 1,3 2,3 3,3")

    assert hp(table) == {"b": 3, "c": 3}


@rule("icon/aoe.combined", "icon/aoe.no-overlap-origin")
def test_a_second_pattern_leaves_out_the_user() -> None:
    one = bolt("line", 2)
    one.plus_shape = "blast"
    one.plus_size = 1
    table = field(one, A="0,3", b="1,3", C="0,4")

    table.act("A", "bolt", "area 1,3 2,3", dice="d20 1 d6 1")

    assert hp(table) == {"C": 3}


@rule("icon/aoe.attack-space-sight")
def test_the_centre_of_an_area_must_be_seen_its_other_spaces_need_not() -> None:
    table = Table(
        "A . # b .\n. . . . .",
        A=sheet(fray=3, abilities=[bolt("blast", 1, reach=4)]),
        b=sheet(pc=False),
    )

    with pytest.raises(IllegalError):
        table.act("A", "bolt", "space 3,0")
    table["A"].used = (0,) * len(table["A"].used)
    table["A"].actions = 2
    table.act("A", "bolt", "space 3,1")

    assert hp(table) == {"b": 2}


@rule("icon/aoe.attack-space-sight", "icon/aoe.arc")
def test_an_arc_may_end_in_a_space_past_a_wall_that_is_seen() -> None:
    table = Table(
        "A . # b .\n. . . . .",
        A=sheet(abilities=[bolt("arc", 3)]),
        b=sheet(pc=False),
    )
    laid = [table.cell("1,0"), table.cell("1,1")]

    spots = patterns.arc_spaces(table.combat, table["A"], 0, laid, 3, -1)

    assert table.cell("2,1") in spots


@rule("icon/roll.dice-order", "icon/aoe.area-damage-once")
def test_dice_fall_component_by_component_and_targets_by_row_then_column() -> None:
    """Evasion, d20, the hit's damage and its save; the area's damage; a save for each in order."""
    one = bolt("blast", 1, reach=4)
    one.area[0].level = "light"
    save = Op("status")
    save.id = "slow"
    save.save = True
    one.hit.append(save)
    daze = Op("status")
    daze.id = "dazed"
    daze.save = True
    daze.who = "area"
    one.area.append(daze)
    table = field(one, A="0,3", b="3,3", c="4,3", d="2,4", e="3,2")
    table.give("b", "evasion")

    table.act("A", "bolt", "space 3,3", dice="d6 3 d20 9 d6 4 5 d20 10 d6 2 d20 10 9 10")

    assert hp(table) == {"b": 9, "c": 2, "d": 2, "e": 2}
    assert [name for name in "bcde" if table.holds(name, "dazed")] == ["c"]


@rule("icon/aoe.no-overlap-origin", "icon/aoe.combined")
def test_the_users_own_space_is_no_part_of_a_second_pattern() -> None:
    """Rime Lance on a neighbour: the cross freezes the ground around it, not under the user."""
    table = Table(
        ". . . . .\nA b . . .\n. . . . .",
        A=sheet(abilities=[ability("rime-lance")]),
        b=sheet(pc=False),
    )

    table.act("A", "rime-lance", "area 1,1 2,1 3,1 4,1", dice="d20 1 d6 1 d6 1")

    frozen = [cell for cell in range(15) if table.combat.difficult(cell)]
    assert [table.combat.grid.name(cell) for cell in frozen] == [
        "1,0",
        "2,1",
        "3,1",
        "4,1",
        "1,2",
    ], "nor under the attacked: its space is no area space"


@rule("icon/aoe.attack-space-sight", "icon/aoe.arc")
@pytest.mark.parametrize(
    ("attack", "seen", "last"),
    [(True, True, ["1,1"]), (False, False, ["3,0", "1,1", "4,1"])],
)
def test_only_the_last_space_of_an_arc_must_be_in_sight(
    attack: bool, seen: bool, last: list[str]
) -> None:
    """The first may be hidden; of an arc without attack and range the last may be hidden too."""
    table = Table(
        "A # # . b\n. . . . .",
        A=sheet(abilities=[bolt("arc", 3, attack=attack)]),
        b=sheet(pc=False),
    )
    grid = table.combat.grid
    laid = [grid.read("2,1"), grid.read("3,1")]

    def spots(laid: list[int], size: int) -> list[str]:
        found = patterns.arc_spaces(table.combat, table["A"], 0, laid, size, 4, seen=seen)
        return [grid.name(cell) for cell in found]

    assert spots(laid, 3) == last
    assert "3,0" in spots(laid, 4)


@rule("icon/aoe.arc", "icon/aoe.attack-space-sight")
@pytest.mark.parametrize(("attack", "asked"), [(True, False), (False, True)])
def test_an_arc_without_attack_and_range_may_end_where_nobody_looks(
    attack: bool, *, asked: bool
) -> None:
    table = Table(
        "A # .\n. . .\n. . b",
        A=sheet(abilities=[bolt("arc", 3, melee=True, attack=attack)]),
        b=sheet(pc=False),
    )
    table.combat.levels = (0, 0, 0, 0, 3, 0, 0, 0, 0)
    table.combat.refresh_all()
    laid = ["space 0,1", "space 1,1"]

    if asked:
        table.act("A", "bolt", *laid, "space 2,1")
    else:
        with pytest.raises(IllegalError):
            table.act("A", "bolt", *laid, "space 2,1")


@rule("icon/aoe.attack-space-without-foe")
def test_an_ally_in_the_attack_space_is_in_the_area_and_not_attacked() -> None:
    table = field(bolt("blast", 1, reach=4), A="0,3", C="3,3", b="4,3")

    table.act("A", "bolt", "space 3,3")

    assert hp(table) == {"C": 3, "b": 3}


@rule("icon/aoe.line")
@pytest.mark.parametrize("size", [1, 3])
def test_every_line_is_offered_once_and_has_spaces(size: int) -> None:
    """A line of 1 lies across and along; in a corner many have no space on the map."""
    table = field(bolt("line", size), A="0,0", b="6,6")

    found = patterns.lines(table.combat, 0, size)

    assert all(found)
    assert len(found) == len({tuple(one) for one in found})


@rule("icon/aoe.combined")
@pytest.mark.parametrize(("at", "hurt"), [("1,3", {"b": 1}), ("1,4", {})])
def test_a_second_pattern_is_as_large_as_it_says(at: str, hurt: dict[str, int]) -> None:
    """From 1,2 a cross of 1."""
    one = made(
        pattern={"shape": "line", "size": 1, "plus": {"shape": "cross", "size": 1}},
        effect=[{"op": "damage", "amount": 1, "who": "area"}],
    )
    table = field(one, A="0,2", b=at)

    table.act("A", "deed", "area 1,2")

    assert hp(table) == hurt


@rule("icon/aoe.close-blast", "icon/status.blinded")
@pytest.mark.parametrize(("size", "fault"), [(1, ""), (2, "aoe.close-blast")])
def test_the_blind_lay_no_close_blast_whose_centre_is_beyond_2(size: int, fault: str) -> None:
    table = field(bolt("close-blast", size, melee=True, attack=False), A="3,3", b="6,6")
    assert table.refusal("A", "bolt") == ""

    table.give("A", "blinded")

    assert table.refusal("A", "bolt") == fault


@rule("icon/aoe.close-blast", "icon/aoe.blast")
@pytest.mark.parametrize(("centre", "legal"), [("2,0", True), ("3,0", False)])
def test_a_close_blast_that_may_be_a_blast_within_2_reaches_2(centre: str, *, legal: bool) -> None:
    own = made(
        pattern={"shape": "close-blast", "size": 1},
        effect=[{"op": "damage", "amount": 1, "who": "area-foes"}],
        talent={"flag": "becomes-blast-range-2"},
    )
    table = field(own, A="0,0", b="3,1")

    if legal:
        table.act("A", "deed", "blast within 2", f"space {centre}")
        assert hp(table) == {"b": 1}
    else:
        with pytest.raises(IllegalError):
            table.act("A", "deed", "blast within 2", f"space {centre}")


@rule("icon/aoe.line")
def test_a_line_may_lie_on_the_very_first_space_alone() -> None:
    table = field(bolt("line", 1), A="1,1", b="6,6")

    assert [0] in patterns.lines(table.combat, table.cell("1,1"), 1)


@rule("icon/aoe.attack-and-area-spaces", "icon/aoe.additional-effects")
@pytest.mark.parametrize(("line", "frozen"), [("area", [2, 4]), ("effect", [2, 3, 4])])
def test_the_area_line_leaves_the_ground_of_the_attack_space_alone(
    line: str, frozen: list[int]
) -> None:
    ice = {"op": "terrain", "kind": "difficult", "where": "area", "until": "combat"}
    shot = made(**BLAST, attack={"mode": "ranged"}, **{line: [ice]})
    table = Table("A . . b .", A=hero(shot), b=foe())

    table.act("A", "deed", "space 3,0", dice="d20 1")

    assert [cell for cell in range(5) if table.combat.difficult(cell)] == frozen


@rule("icon/aoe.cover-from-origin", "icon/interrupt.timing")
def test_cover_from_an_area_is_that_of_where_one_stands_after_a_swap() -> None:
    shot = made(
        pattern={"shape": "blast", "size": 1, "range": 5},
        attack={"mode": "ranged"},
        area=[{"op": "damage", "amount": 4, "who": "area"}],
    )
    swap = made(
        tags=["interrupt"],
        interrupt={"uses": 1, "trigger": "ally-targeted", "within": 2},
        effect=[{"op": "swap", "who": "ally"}, {"op": "retarget"}],
    )
    rows = "A . . .1 b .\n. . . . c ."
    table = Table(rows, A=hero(shot), b=foe(), c=foe(swap))

    table.act("A", "deed", "space 4,0", "c deed", dice="d20 1")

    assert (table.at("b"), table["b"].hp) == ("4,1", 24)


@rule("icon/aoe.line", "icon/terrain.dangerous")
def test_landslip_along_a_line_across_goes_step_by_step() -> None:
    """Only the dangerous spaces on the way count, and the user chooses between two ends."""
    rows = ". . A . .\n^ . b . .\n. . . . ."
    table = Table(rows, A=hero(ability("landslip")), b=foe())
    table["A"].resolve = 4
    table.begin("A")

    table.act(
        "A",
        "landslip",
        "area 1,1 2,1 3,1 0,1 4,1",
        "move 4,1",
        dice="d20 1 d6 1 1 d20 9",
    )

    assert (table.at("A"), table["A"].hp) == ("4,1", 28)


@rule("icon/aoe.line")
def test_a_line_may_be_spelled_in_any_order_and_no_other_is_legal() -> None:
    table = Table("A . b . . .", A=hero(ability("forked-line")), b=foe())

    table.act("A", "forked-line", "area 5,0 4,0 3,0 2,0 1,0", dice="d20 1 d6 1")
    assert table["b"].hp == 27

    table = Table("A . b . . .", A=hero(ability("forked-line")), b=foe())
    with pytest.raises(IllegalError) as caught:
        table.act("A", "forked-line", "area 5,0 4,0 3,0 2,0")
    assert caught.value.rule == "aoe.line"


@rule("icon/aoe.close-blast", "icon/aoe.attack-space-sight")
@pytest.mark.parametrize(
    ("rows", "talents", "cited"),
    [
        ("A . # b\n. . # .\n# # # .", (), "aoe.close-blast"),
        ("A . . b\n. . # .\n# # # .", (), ""),
        ("A . # b\n. . # .\n# # # .", (1,), ""),
    ],
)
def test_a_close_blast_without_room_is_not_paid_for(
    rows: str, talents: tuple[int, ...], cited: str
) -> None:
    table = Table(rows, A=hero(ability("furnace-mouth", *talents)), b=foe())

    assert ("furnace-mouth" in table.offered("A")) == (cited == "")
    assert table.refusal("A", "furnace-mouth") == cited


@rule("icon/aoe.cover-from-origin")
def test_the_very_first_combatant_has_cover_from_an_area_that_attacks_it() -> None:
    own = made(**BLAST, attack={"mode": "ranged"}, hit=[{"op": "damage", "amount": 6}])
    table = Table("A .1 . . b", A=hero(), b=foe(own))

    table.act("b", "deed", "space 0,0", dice="d20 9")

    assert table["A"].hp == 25


@rule("icon/aoe.attack-space-sight", "icon/los.taller-blocks")
@pytest.mark.parametrize(("height", "seen"), [(1, True), (2, False)])
def test_a_space_is_seen_as_if_somebody_of_size_1_stood_there(height: int, *, seen: bool) -> None:
    table = Table(f"A . .{height} . . b", A=hero(), b=foe())

    assert sight.sees_cell(table.combat, table["A"], 3) == seen


@rule("icon/aoe.attack-and-area-spaces", "icon/terrain.space-type")
def test_the_area_line_leaves_the_ground_of_the_very_first_combatant_attacked_alone() -> None:
    ice = {"op": "terrain", "kind": "difficult", "where": "area", "until": "combat"}
    own = made(**BLAST, attack={"mode": "ranged"}, area=[ice])
    table = Table(". A . . b", A=hero(), b=foe(own))

    table.act("b", "deed", "space 1,0", dice="d20 9")

    assert table.combat.floor == (1, 0, 1, 0, 0)


@rule("icon/aoe.cover-from-origin", "icon/aoe.origin")
@pytest.mark.parametrize(("origin", "hp"), [("0,0", 24), ("1,1", 26)])
def test_a_large_users_area_is_seen_from_the_space_that_it_chose(origin: str, hp: int) -> None:
    """Terrain beside B lies between it and the lower of the user's spaces."""
    own = made(**BLAST, effect=[{"op": "damage", "amount": 4, "who": "area-foes"}])
    table = Table("a . . B . .\n. . .1 . . .", a=foe(own, size=2), B=hero())

    table.act("a", "deed", f"space {origin}", "space 3,0")

    assert table["B"].hp == hp


@rule("icon/aoe.line", "icon/aoe.no-overlap-origin")
def test_lines_are_straight_touch_the_origin_and_never_hold_it() -> None:
    table = Table(
        "\n".join([". . . . ."] * 2 + [". . A . d"] + [". . . . ."] * 2),
        A=sheet(),
        d=sheet(pc=False),
    )
    grid = table.combat.grid
    origin = table["A"].cell

    lines = patterns.lines(table.combat, origin, 2)

    assert lines
    for cells in lines:
        assert origin not in cells
        assert any(grid.distance(cell, origin, 1) == 1 for cell in cells)
        columns = {grid.xs[cell] for cell in cells}
        rows = {grid.ys[cell] for cell in cells}
        assert min(len(columns), len(rows)) == 1


@rule("icon/aoe.blast", "icon/aoe.close-blast")
def test_a_close_blast_touches_the_origin() -> None:
    table = Table("\n".join(["A . . . ."] + [". . . . d"] * 4), A=sheet(), d=sheet(pc=False))
    cells = patterns.centres(table.combat, table["A"], 0, 1, -1, shot=False)

    assert table.combat.grid.at(2, 2) in cells
    assert table.combat.grid.at(1, 1) not in cells
    assert len(patterns.blast(table.combat, table.combat.grid.at(2, 2), 1)) == 9


@rule("icon/aoe.attack-and-area-spaces")
def test_one_moves_next_to_an_attack_space_be_it_the_very_first() -> None:
    near = {"op": "move", "who": "user", "kind": "fly", "spaces": 4}
    own = made(
        pattern={"shape": "blast", "size": 1, "range": 4},
        effect=[{**near, "to": "adjacent-to-attack-space"}],
    )
    table = Table(". . . A b", A=sheet(abilities=[own]), b=sheet(pc=False))

    table.act("A", "deed", "space 0,0", "move 1,0")

    assert table.at("A") == "1,0"
