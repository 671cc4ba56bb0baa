"""Areas and sizes: whom they reach, how often, how long, and how big one can get."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity import condition, geometry
from affray.rulesets.ingenuity.attack import areas
from affray.rulesets.ingenuity.movement import moving
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.terms import SKILLS
from tests.ingenuity.table import Table, library, refused, sheet
from tests.rules import rule

FIST = "strength bludgeoning"
SEVEN = "d6 3 3 d20 9"


def mage(*powers: str, **more: int) -> Sheet:
    """Somebody with d6 in everything and +1 in what teaches the powers; results are dice + 1."""
    prof = {one.proficiencies[0]: 1 for one in library().powers if one.id in powers}
    found = sheet(powers=list(powers), prof=prof, numbers=dict(more))
    found.skills = [6] * len(SKILLS)
    return found


def foe(**more: int) -> Sheet:
    base = {"evasion": 3, "constitution": 30, "willpower": 30, "stamina": 0, "focus": 0}
    return sheet(numbers={**base, "endurance": 60, "health": 40, **more})


@rule("ingenuity/power.area", "ingenuity/geometry.footprint")
def test_who_fills_several_spaces_of_an_area_is_struck_once() -> None:
    rows = "A . . . . . b . .\n. . . . . . . . ."
    table = Table(rows, A=mage("fireball"), b=foe(size=6, footprint=2))
    table.act("A", "fireball A", "at 7,0", dice="d6 4 4 d20 9")
    assert table["b"].endurance == 60 - (9 - 2)


@rule("ingenuity/power.area", "ingenuity/condition.burning")
def test_grease_that_fire_touches_in_several_spaces_burns_off_once() -> None:
    table = Table("A . . . . . . . . b", A=mage("fireball", constitution=30), b=foe())
    made = areas.make(table.combat, table["A"], 1, 8, 2)
    made.last = 9
    table.act("A", "fireball A", "at 4,0", "pass", "evade", dice="d6 4 4 d20 9")
    assert table["b"].amount("burning") == 2
    assert table.combat.zones == []


@rule("ingenuity/power.steps", "ingenuity/sheet.size")
@pytest.mark.parametrize(
    ("size", "word", "becomes"),
    [(12, "grow", 12), (11, "grow", 12), (1, "shrink", 1), (2, "shrink", 1)],
)
def test_sizes_go_from_one_to_twelve(size: int, word: str, becomes: int) -> None:
    rows = "B . . . . A c" + "\n. . . . . . ." * 4
    wide = 5 if size > 2 else 1
    table = Table(rows, A=mage("alter-size"), B=foe(size=size, footprint=wide), c=foe())
    table.act("A", "alter-size B", "willing", word, dice="d6 3 3 d20 9")
    assert table["B"].bulk() == becomes


@rule("ingenuity/power.area", "ingenuity/geometry.line-of-sight")
def test_no_area_is_centred_out_of_sight_or_range() -> None:
    table = Table("A . # . . b", A=mage("grease"), b=foe())
    with refused("geometry.line-of-sight"):
        table.act("A", "grease A", "at 3,0")


@rule("ingenuity/attack.sneak.when")
@pytest.mark.parametrize(("apart", "dark"), [(1, False), (2, True)])
def test_in_the_dark_one_sees_a_metre(apart: int, dark: bool) -> None:
    rows = "A " + ". " * (apart - 1) + "b ."
    table = Table(rows, A=sheet(), b=foe(), options={"darkness": True})
    assert geometry.blind_to(table.combat, table["A"], table["b"]) == dark


@rule("ingenuity/power.area", "ingenuity/condition.grappled")
def test_vines_that_hold_somebody_are_not_tested_again_in_that_turn() -> None:
    table = Table("A . . . . . . b", A=mage("entangle"), b=foe(speed=6))
    table.act("A", "entangle A", "at 3,0", dice="d6 3 3 d20 9")
    table.act("b", "move", "move 6,0", dice="d6 1 1 d20 9")
    assert table["b"].is_held("bound")
    moving.catch(table.combat, table.combat.zones[0], table["b"])
    assert table["b"].endurance == 60 - 4


@rule("ingenuity/geometry.footprint", "ingenuity/movement.occupied", "ingenuity/movement.corners")
def test_the_first_space_of_the_map_is_a_space_like_any_other() -> None:
    table = Table("b . .\n. . A\n# # #", A=sheet(speed=9), b=foe())
    with refused("movement.occupied"):
        table.act("A", "move", "move 1,0 0,0 0,1")
    table = Table(". A .\n. . .\n. . b", A=sheet(speed=9), b=foe())
    table.act("A", "move", "move 0,1")
    assert table.used("A", "diagonals") == 1
    table = Table("b A . .\n. . . .", A=mage("alter-size"), b=foe(constitution=0))
    table.combat.move(table["A"], 3)
    table.act("A", "alter-size b", "grow", dice="d6 3 3 d20 9")
    assert (table.at("b"), table["b"].size) == ("0,0", 2)
    areas.make(table.combat, table["A"], 1, 0, 0)
    assert areas.inside(table.combat, table.combat.zones[-1], table["b"])


@rule("ingenuity/reaction.intercept.recompute", "ingenuity/power.area")
def test_nobody_steps_in_the_way_of_a_fireball() -> None:
    table = Table(
        "A . . . . . b c", A=mage("fireball"), b=foe(), c=sheet(evasion=3, constitution=30)
    )
    keys = ("c: pass",)
    table.act("A", "fireball A", "at 5,0", *keys, dice="d6 4 4 d20 9")
    assert table.used("c", "reactions") == 0


@rule("ingenuity/surprise.round", "ingenuity/turn.round-length")
def test_a_surprise_round_is_the_first_of_the_rounds_that_something_lasts() -> None:
    table = Table("A . b", A=mage("water-jet", "grease"), b=foe(), surprised=[1])
    assert table.combat.round == 0
    condition.for_rounds(table.combat, table["b"], "wet", 1, 0, 3)
    held = table["b"].held(condition.EFFECTS["wet"])
    assert held is not None
    assert held.anchor == 2  # rounds 0, 1 and 2
    table.act("A", "grease A", "at 0,0", dice="d6 3 3 d20 9")
    assert table.combat.zones[0].last == 9


@rule("ingenuity/power.area", "ingenuity/test.rounding-up")
@pytest.mark.parametrize(("elemental", "hurt"), [(2, 4), (3, 3)])
def test_who_a_fireball_misses_takes_half_rounded_up(elemental: int, hurt: int) -> None:
    table = Table("A . . . . . b . . .", A=mage("fireball"), b=foe(evasion=10, elemental=elemental))
    table.act("A", "fireball A", "at 8,0", dice="d6 4 4 d20 9")
    assert 60 - table["b"].endurance == hurt


@rule("ingenuity/power.area", "ingenuity/condition.prone")
@pytest.mark.parametrize(
    ("kind", "state", "dice"),
    [(1, "prone", ""), (1, "up", "d6 6 6 d20 9"), (0, "prone", "d6 6 6 d20 9"), (0, "down", "")],
)
def test_who_lies_does_not_slip_and_who_is_unconscious_is_not_tested(
    kind: int, state: str, dice: str
) -> None:
    table = Table("A b . c", A=foe(), b=sheet(), c=foe())
    made = areas.make(table.combat, table["A"], kind, 1, 0)
    made.last, made.result = 9, 9
    if state == "down":
        table.fell("b")
    table["b"].prone = state != "up"
    table.start("b", dice=dice)
    assert table["b"].endurance == 12


@rule("ingenuity/power.area", "ingenuity/geometry.distance")
def test_an_area_has_no_corners_and_does_not_go_round_walls() -> None:
    rows = ". . . . . . .\n. . . . . . .\n. . # # # . .\nA . . . . . b" + "\n. . . . . . ." * 3
    table = Table(rows, A=mage("grease"), b=foe())
    made = areas.make(table.combat, table["A"], 1, table.combat.grid.read("3,3"), 3)
    names = [table.combat.grid.name(cell) for cell in areas.spaces(table.combat, made)]
    assert "6,3" in names
    assert "4,6" in names
    assert "5,6" not in names  # 3 and 2 are 4 metres
    assert "3,1" not in names


@rule("ingenuity/geometry.footprint", "ingenuity/power.steps")
def test_who_grows_still_fills_its_own_space() -> None:
    table = Table(". . #\n. . #\n# B #\nA # c", A=mage("alter-size"), B=foe(), c=foe())
    table.act("A", "alter-size B", "willing", "grow", dice="d6 3 3 d20 9")
    assert table["B"].size == 1
    table = Table("B . . A\n. . . .\n. . . c", A=mage("alter-size"), B=foe(), c=foe())
    table.act("A", "alter-size B", "willing", "grow", dice="d6 3 3 d20 9")
    assert (table.at("B"), table["B"].size) == ("0,0", 2)


@rule("ingenuity/power.steps")
@pytest.mark.parametrize(("weapons", "able"), [(["dagger"], True), ([], False)])
def test_bare_hands_are_no_weapon_to_fill_with_an_element(weapons: list[str], able: bool) -> None:
    table = Table("A B c", A=mage("elemental-weapon"), B=sheet(weapons), c=foe())
    assert ("elemental-weapon B" in table.offered("A")) == able


@rule("ingenuity/power.area")
def test_vines_hold_their_maker_too() -> None:
    table = Table("A . . . b", A=mage("entangle", speed=6), b=foe())
    table.act("A", "entangle A", "at 4,0", dice="d6 3 3 d20 9")
    table["A"].actions = 3
    table.act("A", "move", "move 1,0", dice="d6 1 1 d20 9")
    assert table["A"].is_held("bound")


@rule("ingenuity/reaction.block.damage", "ingenuity/power.steps")
def test_a_shield_of_force_loses_at_least_one() -> None:
    table = Table("A b", A=mage("shield-of-force", evasion=0), b=sheet(evasion=3))
    table.act("A", "shield-of-force A", dice="d6 3 3 d20 9")
    keys = ("attack A with bare-hands", FIST, "A: pass", "A: block with shield-of-force")
    table.act("b", *keys, dice="d6 1 1 d20 9")
    assert table["A"].amount("shielded") == 11


def bare_foe(**more: int) -> Sheet:
    base = {"evasion": 0, "stamina": 0, "focus": 0, "endurance": 60}
    return sheet(numbers={**base, **more})


def novice(power: str, proficiency: str, **more: int) -> Sheet:
    return sheet(powers=[power], prof={proficiency: 1}, numbers=dict(more))


@rule("ingenuity/power.area", "ingenuity/movement.difficult")
def test_greased_ground_costs_double() -> None:
    table = Table("A . . . . . b", A=novice("grease", "Conjuration"), b=bare_foe(speed=2))
    table.act("A", "grease A", "at 4,0", dice="d6 3 3 d20 9")
    table.begin_turn("b")
    with refused("movement.speed"):
        table.step("move", "move 4,0")


def pass_round(table: Table) -> None:
    for unit in table.combat.units:
        unit.acted = True
    table.combat.active = -1
    table.combat.phase = 2
    table.step()


@rule("ingenuity/power.area", "ingenuity/turn.round-length")
def test_grease_dries_up_after_ten_rounds() -> None:
    table = Table("A . . . . . . . . b", A=novice("grease", "Conjuration"), b=bare_foe())
    table.act("A", "grease A", "at 3,0", dice="d6 3 3 d20 9")
    for number in range(1, 11):
        table.combat.quiet = 0
        assert len(table.combat.zones) == 1, number
        pass_round(table)
    assert table.combat.zones == []


@rule("ingenuity/power.area", "ingenuity/movement.difficult")
def test_grease_fells_only_those_who_start_a_turn_or_enter_it() -> None:
    table = Table("A . . . . . . . b", A=novice("grease", "Conjuration"), b=bare_foe())
    table.act("A", "grease A", "at 3,0", dice="d6 3 3 d20 9")
    table.step("end turn")
    table.start("b")
    assert not table["b"].prone
    table.step("move", "move 6,0", "stop", dice="d6 2 2 d20 9")
    assert table["b"].prone
