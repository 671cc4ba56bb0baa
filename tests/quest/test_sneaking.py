"""Sneaking: beginning it, the check, and what gives a unit away."""

from __future__ import annotations

import pytest

from affray.rulesets.quest import geometry
from affray.rulesets.quest.condition.modifiers import undetected
from tests.quest.table import Table, unit
from tests.rules import rule

CORNER = """
    A # . .
    . # . b
    . . . .
"""


SWORD = ["longsword"]


@rule("quest/sneak.half-rate", "quest/sneak.start-unseen")
def test_sneaking_begins_out_of_sight_only() -> None:
    table = Table(CORNER, A=unit(), b=unit())
    seen = Table("A . b", A=unit(), b=unit())
    low = Table("A o . b", A=unit(), b=unit())

    assert table.why_not("A", "sneak") == ""
    assert seen.why_not("A", "sneak") == "sneak.start-unseen"
    assert low.why_not("A", "sneak") == ""
    seen.give("b", "frozen")
    assert seen.why_not("A", "sneak") == ""
    table["A"].prone = False
    choice = table.question("A", ["sneak"])
    assert choice is not None
    assert choice.key(choice.answers()[1]).startswith("move")


@rule("quest/sneak.check", "quest/gm.detection")
@pytest.mark.parametrize(
    ("face", "by_b", "by_c"), [(9, True, False), (8, False, False), (14, True, True)]
)
def test_one_roll_against_every_enemy_that_sees_it(face: int, by_b: bool, by_c: bool) -> None:
    """Agility +2 against 10 + Accuracy 1 and 6."""
    table = Table("A . . b c", A=unit(agi=2), b=unit(acc=1), c=unit(acc=6), hidden="A")

    table.act("A", "sneak", "move 1,0", dice=f"d20 {face}")

    assert undetected(table["A"], table["b"]) == by_b
    assert undetected(table["A"], table["c"]) == by_c


@rule("quest/sneak.check")
def test_without_an_enemy_that_sees_it_no_die_is_rolled() -> None:
    table = Table(CORNER, A=unit(), b=unit())

    table.act("A", "sneak", "move 0,1")

    assert undetected(table["A"], table["b"])


@rule("quest/sneak.until-seen")
def test_a_step_in_sight_without_sneaking_and_speech_give_it_away() -> None:
    table = Table("A . . b c", A=unit(), b=unit(), c=unit(), hidden="A")
    table.act("A", "boost hit")
    assert table["A"].unseen
    table.act("A", "move", "move 1,0", "stop")
    assert not table["A"].unseen
    other = Table("A . . b", A=unit(), b=unit(), hidden="A")
    other.act("A", "talk for ba")
    assert not other["A"].unseen


@rule("quest/sneak.until-seen")
def test_an_attack_from_hiding_reveals_before_what_it_triggers() -> None:
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(weapons=SWORD), hidden="A")

    table.act(
        "A",
        "attack b with longsword",
        "unaimed",
        "b: strike A with longsword unaimed",
        dice="d20 1 d4 1 d20 15 d8 2",
    )

    assert table["A"].hp == 48
    assert not table["A"].unseen


@rule("quest/sneak.damage", "quest/feat.sneak-attack")
@pytest.mark.parametrize(
    ("feats", "dice", "lost"),
    [((), "d20 15 d8 4 d4 3", 7), (("sneak-attack",), "d20 15 d8 4 d4 3 2", 9)],
)
def test_an_undetected_hit_deals_a_d4_more_and_two_with_the_feat(
    feats: tuple[str, ...], dice: str, lost: int
) -> None:
    table = Table("A b .", A=unit(weapons=SWORD, feats=feats), b=unit(), hidden="A")

    table.act("A", "attack b with longsword", "unaimed", dice=dice)

    assert table["b"].hp == 50 - lost


@rule("quest/sneak.damage")
def test_spells_have_it_too_but_not_without_damage_nor_for_other_causes() -> None:
    spell = Table("A . b", A=unit(mp=9, spells=["ember-dart"]), b=unit(), hidden="A")
    spell.act("A", "cast ember-dart with aa", "no option", dice="d20 15 d8 4 d4 1")
    assert spell["b"].hp == 45
    net = Table("A . b", A=unit(mp=9, spells=["tangle-net"]), b=unit(), hidden="A")
    net.act("A", "cast tangle-net with aa", "no option", dice="d20 15")
    frozen = Table("A b .", A=unit(weapons=SWORD), b=unit())
    frozen.give("b", "frozen")
    frozen.act("A", "attack b with longsword", "unaimed", dice="d20 15 d8 4")
    assert frozen["b"].hp == 46


@rule("quest/sneak.damage-multiplied")
def test_criticals_multiply_sneak_dice() -> None:
    """1d8=4, sneak 1d4=3, Strength 0: 14."""
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(), hidden="A")

    table.act("A", "attack b with longsword", "unaimed", dice="d20 20 d4 1 d8 4 d4 3")

    assert table["b"].hp == 36


@rule("quest/sneak.ambush", "quest/gm.detection")
def test_a_unit_may_begin_undetected_and_open_the_battle() -> None:
    table = Table(
        "A b .", opening=True, hidden="A", instigators="A", A=unit(weapons=SWORD), b=unit(agi=6)
    )
    table.step()

    table.step("attack b with longsword", "unaimed", dice="d20 5 d8 4 d4 4")

    assert table["b"].hp == 42


@rule("quest/sneak.start-unseen")
def test_while_it_sneaks_it_counts_as_undetected() -> None:
    table = Table(
        """
        A # . . .
        . . b . .
        . . . . .
        . . . . .
        """,
        A=unit(agi=3, movement=12),
        b=unit(weapons=SWORD),
    )

    table.act("A", "sneak", "move 3,3", dice="d20 2")

    assert not table["A"].unseen
    assert geometry.distance(table.combat, table["A"], table["b"]) >= 1


@rule("quest/sneak.check", "quest/turn.cannot-act")
def test_one_who_cannot_act_watches_nobody() -> None:
    table = Table("A . b", A=unit(), b=unit())
    table["A"].unseen = 1 << table["b"].index
    table.give("b", "frozen")

    table.act("A", "sneak for 1 ba", "move 1,0")

    assert undetected(table["A"], table["b"])


@rule("quest/sneak.start-unseen", "quest/geometry.cover", "quest/move.large-units")
def test_a_large_unit_hides_behind_cover_that_is_beside_any_of_its_spaces() -> None:
    """Cover adjacent to the block hides each of its spaces behind it, the far ones too."""
    beside = Table("A . o b\n. . o .", A=unit(size=2), b=unit())
    assert beside.why_not("A", "sneak") == "sneak.start-unseen"  # it is beside the enemy too

    away = Table("A . o . b\n. . o . .", A=unit(size=2), b=unit())
    assert away.why_not("A", "sneak") == ""
    far = Table("A . . o . b\n. . . o . .", A=unit(size=2), b=unit())
    assert far.why_not("A", "sneak") == "sneak.start-unseen"  # it is beside none of its spaces
