"""Fate where it can matter: before damage, for a block, to step in; rerolls as one prefers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from affray.core.choice import PASS
from affray.core.errors import ScriptError
from affray.rulesets.ingenuity.action.offered import RESOURCES
from affray.rulesets.ingenuity.choice.fate import OTHERS, DieToRaise, HarmToBear
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.text.words import BY_FATE, IngenuityWords
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule


def one(*maneuvers: str, weapons: tuple[str, ...] = (), **more: int) -> Sheet:
    return sheet(list(weapons), maneuvers=list(maneuvers), numbers=dict(more))


def foe(**more: int) -> Sheet:
    return sheet(numbers={"evasion": 3, "stamina": 0, "endurance": 60, **more})


FIST = "strength bludgeoning"


CUT = ("attack b with longsword", "strength slashing")


def swordsman(**more: int) -> Sheet:
    return sheet(["longsword"], numbers={"evasion": 3, "endurance": 50, **more})


def hero(**more: int) -> Sheet:
    return sheet(["dagger"], shields=["medium-shield"], numbers={"evasion": 3, **more})


def luckless(table: Table, *keys: str, dice: str) -> None:
    table.act("A", *CUT, *keys, dice=dice)


@rule("ingenuity/fate.recover", "ingenuity/fate.spend", "ingenuity/damage.endurance-first")
@pytest.mark.parametrize(
    ("keys", "endurance", "health", "fate"),
    [
        (("take it",), 0, 12 - 9, 2),
        (("fate endurance", "take it"), 0, 12 - 3, 1),
        (("fate halve", "take it"), 0, 12 - 4, 1),
        (("fate endurance", "fate halve"), 2, 12, 0),
        (("fate halve", "fate endurance"), 2, 12, 0),
    ],
)
def test_fate_may_put_endurance_before_damage_and_halve_it(
    keys: tuple[str, ...], endurance: int, health: int, fate: int
) -> None:
    """11 against an endurance of 2: 9 reach health, or 3 with 6 more, or 4 of the half."""
    table = Table("A b", A=swordsman(), b=sheet(evasion=3, stamina=0, fate=2, constitution=30))
    table["b"].endurance = 2
    asked = [f"b: {key}" for key in keys]
    luckless(table, "b: pass", *asked, dice="d6 3 3 d20 9")
    assert (table["b"].endurance, table["b"].health) == (endurance, health)
    assert table["b"].fate_points == fate


@rule("ingenuity/fate.recover", "ingenuity/fate.spend")
def test_no_endurance_is_offered_where_what_is_left_of_it_suffices() -> None:
    table = Table("A b", A=swordsman(), b=sheet(evasion=3, stamina=0, fate=1, endurance=30))
    table["b"].endurance = 11
    luckless(table, "b: pass", "b: take it", dice="d6 3 3 d20 9")
    assert table["b"].endurance == 0


@rule("ingenuity/fate.halve", "ingenuity/fate.spend")
def test_one_source_of_damage_is_halved_once() -> None:
    table = Table("A b", A=swordsman(), b=sheet(evasion=3, stamina=0, fate=3, endurance=30))
    luckless(table, "b: pass", "b: fate halve", dice="d6 3 3 d20 9")
    assert (table["b"].endurance, table["b"].fate_points) == (30 - 6, 2)


@rule("ingenuity/fate.spend", "ingenuity/reaction.block", "ingenuity/action.resources")
def test_fate_finds_the_stamina_for_a_block() -> None:
    table = Table("A b", A=swordsman(), b=hero(fate=1))
    table["b"].stamina = 0
    luckless(
        table, "b: pass", "b: fate stamina", "b: block with medium-shield", dice="d6 3 3 d20 9"
    )
    assert table["b"].endurance == 12
    assert table["b"].fate_points == 0
    assert table.used("b", "reactions") == 1


@rule("ingenuity/fate.spend", "ingenuity/reaction.intercept", "ingenuity/action.resources")
def test_fate_finds_the_stamina_to_step_in_and_only_one_does() -> None:
    table = Table("A b c\n. . d", A=swordsman(), b=sheet(evasion=3), c=hero(), d=hero())
    for name in ("b", "c", "d"):
        table[name].stamina = 0
        table[name].fate_points = int(name != "b")
    keys = ("c: fate stamina", "c: intercept", "b: 0,1", "c: block with medium-shield")
    luckless(table, *keys[:3], "c: pass", keys[3], dice="d6 3 3 d20 9")
    assert table["c"].stamina == 4
    assert table.at("c") == "1,0"
    assert table["d"].fate_points == 1


@rule("ingenuity/test.advantage")
@pytest.mark.parametrize(
    ("keys", "face", "result"),
    [
        (("reroll strength 2",), 1, 7),
        (("reroll strength 2 and choose", "keep 1"), 1, 6),
        (("reroll strength 2 and choose", "keep 2"), 1, 7),
        (("reroll strength 2 and choose", "keep 6"), 6, 11),
        (("reroll strength 2 and choose",), 2, 7),
        (("reroll combat 5 and choose", "keep 1"), 1, 3),
    ],
)
def test_of_a_reroll_one_may_keep_whichever_face_one_prefers(
    keys: tuple[str, ...], face: int, result: int
) -> None:
    table = Table("A b C", A=swordsman(), C=swordsman(), b=sheet(evasion=12, stamina=0))
    luckless(table, *keys, dice=f"d6 2 5 d20 9 d6 {face}")
    assert table.results() == [result]


@rule("ingenuity/fate.recover", "ingenuity/fate.spend")
@pytest.mark.parametrize(("endurance", "keys"), [(1, []), (0, ["b: fate endurance"])])
def test_endurance_that_is_enough_is_not_bought(endurance: int, keys: list[str]) -> None:
    table = Table("A b", A=sheet(["dagger"]), b=sheet(evasion=0, stamina=0, physical=20, fate=1))
    table["b"].endurance = endurance
    table.act(
        "A", "attack b with dagger", "dexterity piercing", "b: pass", *keys, dice="d6 1 1 d20 9"
    )
    assert table["b"].fate_points == (0 if keys else 1)


@rule("ingenuity/damage.ko-choice", "ingenuity/fate.recover")
def test_fate_buys_the_stamina_to_stay_awake() -> None:
    table = Table("A b", A=sheet(["dagger"]), b=sheet(evasion=3, constitution=5, fate=1))
    table["b"].stamina, table["b"].endurance, table["b"].health = 0, 0, 7
    table.give("b", "bleeding", 1)
    table.start("b", "fate and fortify", dice="d6 3 3 d20 9")
    assert table["b"].awake
    assert (table["b"].stamina, table["b"].focus, table["b"].fate_points) == (6 - 1, 12, 0)


@rule("ingenuity/fate.recover", "ingenuity/fate.spend")
@pytest.mark.parametrize(("endurance", "offered"), [(12, False), (11, True)])
def test_full_endurance_is_not_bought(endurance: int, offered: bool) -> None:
    table = Table(
        "A b", A=sheet(["maul"]), b=sheet(evasion=0, constitution=30, stamina=0, fate=2, health=40)
    )
    table["b"].endurance = endurance
    keys = ("attack b with maul", FIST, "b: pass", "b: fate endurance", "b: take it")
    if offered:
        table.act("A", *keys, dice="d6 6 6 d20 9")
        assert table["b"].health == 40 - (17 - 12)
    else:
        with pytest.raises(Exception, match="fate endurance"):
            table.act("A", *keys, dice="d6 6 6 d20 9")


@rule("ingenuity/fate.maximize")
def test_dice_that_show_their_highest_faces_are_not_raised() -> None:
    table = Table("A b", A=sheet(fate=1), b=foe())
    table.act("A", "attack b with bare-hands", FIST, dice="d6 6 6 d20 20")
    assert table["A"].fate_points == 1


@rule("ingenuity/reaction.resist", "ingenuity/fate.recover")
def test_fate_buys_the_focus_to_resist() -> None:
    table = Table("A . b", A=one("demoralize"), b=sheet(willpower=4, fate=1))
    table["b"].focus = 0
    table.act("A", "demoralize b", "b: fate and resist", dice="d6 3 3 d20 9 d6 6 6 d20 9")
    assert (table["b"].focus, table["b"].stamina, table["b"].fate_points) == (6 - 1, 12, 0)
    assert not table["b"].is_held("shaken")


@rule("ingenuity/fate.other", "ingenuity/fate.spend", "ingenuity/gm.seat")
@pytest.mark.parametrize("word", ["yes", "no", "told at the table"])
def test_fate_buys_a_true_answer_from_the_game_master(word: str) -> None:
    table = Table("A b", A=sheet(fate=2), b=foe())
    table.act("A", "fate question", f"side: {word}")
    assert (table["A"].fate_points, table["A"].actions) == (1, 3)
    assert [event.what for event in table.told("is answered")] == [word]


@rule("ingenuity/fate.other", "ingenuity/test.rounding-up", "ingenuity/sheet.advancement")
@pytest.mark.parametrize(
    ("what", "price"),
    [("a step of a resource talent", 1), ("a manoeuvre", 3), ("a power of tier 3", 6)],
)
def test_fate_buys_an_advancement_at_half_its_price(what: str, price: int) -> None:
    own = sheet(fate=1)
    own.pc = True
    table = Table("A b", A=own, b=foe())
    table.act("A", "fate advancement", what)
    assert (table["A"].fate_points, table.used("A", "advanced")) == (0, price)


@rule("ingenuity/fate.other")
def test_who_thinks_better_of_an_advancement_keeps_its_fate() -> None:
    own = sheet(fate=1)
    own.pc = True
    table = Table("A b", A=own, b=foe())
    table.act("A", "fate advancement", "better not")
    assert (table["A"].fate_points, table.used("A", "advanced")) == (1, 0)


@rule("ingenuity/fate.other", "ingenuity/fate.amount")
def test_without_fate_nothing_is_bought_and_creatures_do_not_advance() -> None:
    table = Table("A b", A=sheet(fate=0), b=foe())
    with refused("fate.amount"):
        table.act("A", "fate question")
    table["A"].fate_points = 1
    with refused("fate.other"):
        table.act("A", "fate advancement")


@rule("ingenuity/fate.halve")
def test_who_may_spend_fate_on_harm_is_told_how_much_it_is() -> None:
    table = Table("A b", A=swordsman(), b=sheet(evasion=3, stamina=0, fate=2))
    with pytest.raises(ScriptError, match=r"asked b \(11 damage, fate.halve\)"):
        table.act("A", *CUT, "b: pass", dice="d6 3 3 d20 9")


@rule("ingenuity/fate.maximize")
def test_who_may_raise_a_die_is_told_what_it_shows() -> None:
    """Of the luck die no more is known than what it means; rolled alone, it is told too."""
    table = Table("A b", A=swordsman(fate=1), b=foe())
    with pytest.raises(ScriptError, match=r"\(strength 3 of 6, combat 2 of 6, fate.maximize\)"):
        table.act("A", *CUT, dice="d6 3 2 d20 9")


@rule("ingenuity/fate.maximize", "ingenuity/fate.halve", "ingenuity/fate.recover")
def test_what_fate_brings_is_said_and_that_it_takes_a_point() -> None:
    table = Table("A b", A=swordsman(fate=1), b=foe())
    words = IngenuityWords()
    unit = table["A"]
    dice = [(PASS, "no fate"), (1, "fate strength"), (3, "fate luck")]
    asked = DieToRaise(unit, dice, ("strength", "combat"), [3, 2, 9], [6, 6, 20])
    assert [words.label(asked, asked.option(one)) for one in asked.answers()] == [
        ("leave the dice as they are", ""),
        ("set strength to its highest face", "1 fate"),
        ("set luck to its highest face", "1 fate"),
    ]
    harm = [(PASS, "take it"), (1, "fate halve"), (2, "fate endurance")]
    bearing = HarmToBear(unit, harm, 11)
    assert [words.label(bearing, bearing.option(one)) for one in bearing.answers()] == [
        ("", ""),
        ("halve the damage", "1 fate"),
        ("regain half of all endurance", "1 fate"),
    ]


def test_every_deed_of_fate_has_words() -> None:
    game = Path(__file__).parents[2] / "src" / "affray" / "rulesets" / "ingenuity"
    code = "".join([path.read_text("utf-8") for path in sorted(game.rglob("*.py"))])
    given = re.findall(r'"(fate (?:and )?[a-z]+)"', code)
    given += [f"fate {word}" for word in (*RESOURCES, *OTHERS)]
    assert {*given} - {"fate luck"} == {*BY_FATE}


@rule("ingenuity/setup.free-brandish")
def test_who_chooses_what_to_hold_is_told_what_it_holds() -> None:
    table = Table("A b", A=sheet(["spear", "dagger"]), b=foe())
    table["A"].brandished = False
    with pytest.raises(ScriptError, match=r"\(In hand: spear, setup.free-brandish\)"):
        table.start("A")
