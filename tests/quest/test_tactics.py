"""What plain players do: strike, sneak, disarm, wait, veil, flee; always something legal."""

from __future__ import annotations

import pytest

from affray.core.choice import Choice
from affray.rulesets.quest import geometry
from affray.rulesets.quest.choice.act import Act
from affray.rulesets.quest.play.tactics import QuestTactics
from tests.quest.table import Table, unit

PLAYER = QuestTactics()
SWORD = ["longsword"]


def plain(table: Table, name: str = "A", *keys: str) -> str:
    """The key of the plain answer to what is asked next in somebody's turn."""
    choice = table.question(name, keys)
    assert choice is not None
    answer = PLAYER.answer(choice)
    assert answer in choice.answers()
    return choice.key(answer)


def at_its_place(table: Table, name: str, *keys: str) -> str:
    """The key of the plain answer when somebody's place in the lineup comes up."""
    table.combat.lineup.at = table.combat.lineup.order.index(table[name].index)
    choice = table.question("", keys)
    assert isinstance(choice, Choice)
    return choice.key(PLAYER.answer(choice))


def test_a_foe_in_reach_is_struck_and_the_weaker_first() -> None:
    table = Table("b A c", A=unit(acc=3, weapons=SWORD), b=unit(), c=unit(hp=3))

    assert plain(table) == "attack c with longsword"


def test_what_is_left_buys_damage_for_hands_and_aim_for_bows() -> None:
    near = Table("A b", A=unit(weapons=SWORD), b=unit())
    near.begin_turn("A")
    near["A"].ma = 0
    far = Table("A . . . . b", A=unit(weapons=["longbow"]), b=unit())
    far.begin_turn("A")
    far["A"].ma = 0

    assert plain(near) == "boost damage"
    assert plain(far) == "boost hit"


def test_who_strikes_hard_from_hiding_sneaks_up_unseen_and_others_walk() -> None:
    rows = """
        A . # . . b
        . . # . . .
        . . . . . .
    """
    rogue = unit(agi=4, weapons=["dagger"], feats=["sneak-attack"])

    assert plain(Table(rows, A=rogue, b=unit())) == "sneak"
    assert plain(Table(rows, A=unit(agi=4, weapons=["dagger"]), b=unit())) == "move"
    seen = Table("A . . . . b", A=rogue, b=unit())
    assert plain(seen) == "move"


def test_one_whom_nobody_sees_does_not_walk_into_the_open() -> None:
    table = Table("A . . . . b", hidden="A", A=unit(agi=3, weapons=["dagger"]), b=unit())

    assert plain(table) == "sneak"


def test_a_weak_striker_takes_a_strong_ones_only_weapon() -> None:
    weak = unit(acc=4, weapons=["whip"])
    strong = unit(str_=4, weapons=["greatsword"], armour=["plate-harness"])

    assert plain(Table("A b", A=weak, b=strong)) == "disarm b with whip"
    armed = unit(str_=4, weapons=["greatsword", "bite"], armour=["plate-harness"])
    assert plain(Table("A b", A=weak, b=armed)) == "attack b with whip"
    gripping = unit(str_=4, weapons=["greatsword"], armour=["plate-harness"], feats=["iron-grip"])
    assert plain(Table("A b", A=weak, b=gripping)) == "attack b with whip"


@pytest.mark.parametrize(("spaces", "word"), [(6, "act"), (7, "delay"), (13, "act")])
def test_who_cannot_reach_a_foe_that_will_come_waits_for_it(spaces: int, word: str) -> None:
    """Movement 6 and a reach of 1: at 7 one strikes at once, at 8 to 13 the foe comes near."""
    rows = "A " + ". " * spaces + "b"

    assert at_its_place(Table(rows, A=unit(weapons=SWORD), b=unit()), "A") == word


def test_archers_and_casters_wait_for_nobody() -> None:
    rows = "A " + ". " * 8 + "b"

    assert at_its_place(Table(rows, A=unit(weapons=["longbow"]), b=unit()), "A") == "act"
    caster = unit(mp=9, weapons=SWORD, spells=["mend"])
    assert at_its_place(Table(rows, A=caster, b=unit()), "A") == "act"


def test_a_veil_is_for_those_who_strike_hard_from_hiding() -> None:
    rows = "A B . . . . b"
    rogue = unit(agi=4, weapons=["dagger"], feats=["sneak-attack"])
    veiler = unit(mp=9, spells=["veil"])

    assert plain(Table(rows, A=veiler, B=rogue, b=unit())) == "cast veil with aa"
    assert plain(Table(rows, A=veiler, B=unit(weapons=SWORD), b=unit())) == "move"


def test_who_is_told_to_flee_goes_for_the_edge_and_off_the_map() -> None:
    table = Table(
        "\n".join([". . . . . ."] * 2 + [". . A . b ."] + [". . . . . ."] * 2),
        A=unit(weapons=SWORD),
        b=unit(),
    )
    table["A"].fleeing = True

    assert plain(table) == "move"
    assert plain(table, "A", "move").startswith("flee ")


def test_nobody_walks_up_to_whom_it_does_not_know_of() -> None:
    table = Table("A . . . . b", hidden="b", A=unit(weapons=SWORD), b=unit())

    assert plain(table, "A", "move") == "stop"


def test_the_few_likely_answers_are_legal_and_begin_with_the_plain_one() -> None:
    table = Table("A b . c", A=unit(mp=9, weapons=SWORD, spells=["frost-bind"]), b=unit(), c=unit())
    choice = table.question("A")
    assert isinstance(choice, Act)

    likely = PLAYER.likely(choice, 5)

    assert len(likely) == 5
    assert likely[0] == PLAYER.answer(choice)
    assert len(set(likely)) == 5
    assert set(likely) <= set(choice.answers())


def test_a_position_is_the_difference_of_the_two_sides() -> None:
    table = Table("A . b", A=unit(hp=30, weapons=SWORD), b=unit(hp=20, weapons=SWORD))
    ours = PLAYER.features(table.combat, 0)

    assert len(ours) == len(PLAYER.feature_names())
    assert ours[1] == 1.0  # 10 hit points more
    assert PLAYER.features(table.combat, 1) == [-one for one in ours]


def test_an_archer_looks_for_a_place_from_which_it_sees_a_foe() -> None:
    rows = """
        A . . . . . .
        # # # # # . .
        b . . . . . .
    """
    table = Table(rows, A=unit(weapons=["longbow"]), b=unit())

    assert plain(table) == "move"
    word, _, square = plain(table, "A", "move").partition(" ")
    assert word == "move"
    after = table.combat.grid.read(square)
    assert geometry.look(table.combat, after, table["b"].cell)
