"""Bounds that nothing else stands at: both sides of each."""

from __future__ import annotations

import pytest

from affray.core.dice import DAMAGE
from affray.core.grid import OPEN, Grid
from affray.rulesets.quest import damage, geometry
from affray.rulesets.quest.choice import target
from affray.rulesets.quest.ruleset import Quest
from tests.quest.table import Table, library, unit
from tests.quest.test_setup import wrong
from tests.rules import rule


@rule("quest/spell.range-and-sight")
def test_the_targets_of_a_spell_are_told_as_combatants_and_as_cells() -> None:
    table = Table(
        "A . b . c", A=unit(mp=9, spells=["frost-bind", "storm-column"]), b=unit(), c=unit()
    )

    one = table.question("A", ["cast frost-bind with aa", "no option"])

    assert isinstance(one, target.Goal)
    options = [one.option(answer) for answer in one.answers()]
    assert [(o.key, o.targets, o.ability) for o in options] == [
        ("target b", [1], "frost-bind"),
        ("target c", [2], "frost-bind"),
    ]
    table["A"].casting, table["A"].paid_aa, table["A"].paid_ma = 1, 1, 1
    table["A"].ba = 0
    area = table.question("A", ["cast storm-column with aa"])
    assert isinstance(area, target.Goal)
    for option in [area.option(answer) for answer in area.answers()]:
        assert option.key == f"at {table.combat.grid.name(option.cells[0])}"


@pytest.mark.parametrize(
    ("square", "steps"), [("0,0", 0), ("4,3", 0), ("2,1", 1), ("2,2", 1), ("4,1", 0), ("3,2", 1)]
)
def test_how_far_the_edge_of_the_map_is(square: str, steps: int) -> None:
    grid = Grid(5, 4, [OPEN] * 20, [0] * 20)

    assert geometry.to_edge(grid, grid.read(square)) == steps


@rule("quest/damage.by-weapon-or-spell")
def test_a_spell_without_damage_dice_deals_none_and_says_nothing_of_it() -> None:
    table = Table("A b", A=unit(mp=9, spells=["tangle-net"]), b=unit())

    table.act("A", "cast tangle-net with aa", "no option", dice="d20 15")

    assert not table.told("hurt")
    assert table["b"].bound()


@rule("quest/sheet.level")
@pytest.mark.parametrize(("level", "ok"), [(0, False), (1, True), (10, True), (11, False)])
def test_levels_run_from_one_to_ten(level: int, ok: bool) -> None:
    numbers = {"accuracy": 0, "agility": 0, "strength": 0}
    found = wrong(level=level, max_hp=20 + 6 * level, feats=[], **numbers)

    assert found == ([] if ok else ["sheet.level"])


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


@rule("quest/move.max-capacity", "quest/action.pick-up")
@pytest.mark.parametrize(("strength", "ok"), [(-1, True), (-2, False)])
def test_what_fills_the_capacity_to_the_last_can_be_picked_up(strength: int, ok: bool) -> None:
    """Two mauls are 8 bulk: capacity 8 holds them, 6 does not."""
    table = Table("A . b", A=unit(str_=strength, weapons=["maul"]), b=unit())
    table.litter("0,0", "maul")

    assert table.why_not("A", "pick up maul for ba") == ("" if ok else "move.max-capacity")


@rule("quest/summon.sickness-length")
def test_only_who_was_sick_is_told_to_recover() -> None:
    table = Table("A s . b", A=unit(level=2), b=unit(), s=unit(), thralls={"s": "A"}, order="Asb")
    table["s"].side = 0
    table.combat.round = 2

    table.start("A", "act")

    assert not table.told("recovers")


@rule("quest/attack.dice-order")
def test_no_dice_at_all_are_no_roll() -> None:
    table = Table("A b", A=unit(), b=unit())
    before = table.combat.changes

    assert damage.roll(table.combat, [(0, 6), (0, 4)], DAMAGE, 0, "attack.dice-order", "x") == 0
    assert table.combat.changes == before


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


@rule("quest/move.forced")
def test_a_push_may_end_in_the_very_corner() -> None:
    table = Table(". . b A", A=unit(mp=9, spells=["gust"]), b=unit())

    table.act("A", "cast gust with aa", "no option", "b: pass", dice="d20 15")

    assert table.at("b") == "0,0"


@rule("quest/condition.flat-footed-causes", "quest/summon.sickness-no-dodge")
def test_the_marks_of_a_unit_are_what_holds_of_it_and_nothing_else() -> None:
    table = Table("A . b", A=unit(mp=9, spells=["stone-skin"]), b=unit())
    rules = Quest(library())
    one = table["A"]
    assert rules.marks(table.combat, 0) == []

    one.set_wounds(1, 2)
    one.prone = one.disengaged = one.fleeing = True
    one.sick = 1
    one.unseen = 2
    table.give("A", "burning")
    one.thrall = 6

    assert rules.marks(table.combat, 0) == [
        "slowing wound 2",
        "prone",
        "disengaged",
        "summoning-sick",
        "thralled",
        "undetected",
        "fleeing",
        "burning",
        "flat-footed",
    ]


@rule("quest/move.fall", "quest/end.flee")
def test_the_very_corner_can_be_jumped_into_and_fled_from() -> None:
    pit = Table("v A . b", A=unit(), b=unit())
    pit.act("A", "move", "jump 0,0", "stop", dice="d6 1 1")
    assert pit.at("A") == "0,0"
    assert pit["A"].hp == 48

    corner = Table("A . b", A=unit(agi=-1), b=unit(agi=-1))
    corner.act("A", "move", "flee 0,0")
    assert corner["A"].fate == 3


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


def test_options_name_the_ability_of_the_content_that_they_use() -> None:
    a = unit(weapons=["mace"], items=["red-draught"])
    table = Table("A b", A=a, b=unit())
    choice = table.question("A")
    assert choice is not None
    found = {option.key: option.ability for option in map(choice.option, choice.answers())}

    assert found["move"] == "move"
    assert found["move with 2 ba"] == "move"
    assert found["move for 2 ba"] == "bonus-move"
    assert found["boost dodge"] == "boost-dodge"
    assert found["attack b with mace"] == "mace"
    assert found["use red-draught on A"] == "use-item"
    assert found["lie down"] == "drop-prone"
    assert found["end turn"] == ""


@rule("quest/setup.placement")
@pytest.mark.parametrize("names", ["bc", "cb"])
def test_of_equally_near_foes_one_faces_the_first_from_north_round(names: str) -> None:
    rows = f"""
        . . {names[0]} . .
        . . . . .
        . . A . {names[1]}
        . . . . .
        . . . . .
    """
    near = rows.replace(f"A . {names[1]}", f"A {names[1]} .")

    assert Table(rows, A=unit(), b=unit(), c=unit())["A"].facing == 0
    assert Table(near, A=unit(), b=unit(), c=unit())["A"].facing == 2  # the nearer counts first
