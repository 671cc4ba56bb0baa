"""The attack roll, target numbers, aims, facings: what decides whether an attack hits."""

from __future__ import annotations

from fractions import Fraction

import pytest

from affray.core.dice import distribution
from affray.rulesets.quest.attack import declared, numbers
from affray.rulesets.quest.terms import ADDED, CENTER, SLOTS, UNAIMED
from tests.quest.table import Table, refused, unit
from tests.rules import rule

SWORD = ["longsword"]


def duel(**changes: object) -> Table:
    """A beside b, facing each other; both with a longsword."""
    return Table("A b . . .", A=unit(acc=2, weapons=SWORD), b=unit(agi=3, weapons=SWORD))


@rule("quest/attack.roll", "quest/attack.target-number")
@pytest.mark.parametrize(("face", "dice", "hp"), [(11, "d20 11 d8 4", 46), (10, "d20 10", 50)])
def test_an_attack_hits_on_the_target_number_and_misses_below(
    face: int, dice: str, hp: int
) -> None:
    """Accuracy +2 against Agility +3 (TN 13): 11 hits, 10 misses."""
    table = duel()

    table.act("A", "attack b with longsword", "unaimed", dice=dice)

    assert table["b"].hp == hp


@rule("quest/attack.target-number", "quest/sheet.armour")
def test_the_target_number_is_ten_plus_agility_plus_dodge_plus_cover() -> None:
    table = Table(
        "A . . o b", A=unit(weapons=["longbow"]), b=unit(agi=2, weapons=SWORD, armour=["buckler"])
    )
    table["b"].boost_dodge = 2

    assert table.tn("b", "A", "longbow") == 10 + 2 + 1 + 2 + 2
    assert table.tn("b", "A", "longsword") == 10 + 2 + 1 + 2  # cover is not against melee


@rule("quest/attack.costs-one-aa")
def test_an_attack_costs_the_attack_action_and_there_is_no_second() -> None:
    table = duel()

    table.act("A", "attack b with longsword", "unaimed", dice="d20 2")

    assert (table["A"].aa, table["A"].ma, table["A"].ba) == (0, 1, 2)
    with refused("turn.allowance"):
        table.act("A", "attack b with longsword")


@rule("quest/attack.accuracy-bonuses-add", "quest/action.ba-hit")
def test_all_bonuses_add_up_on_one_roll() -> None:
    """Accuracy +2, center mass, behind, one to-hit BA, weapon +1, a fresh disrupting wound."""
    table = Table("A b . .", A=unit(acc=2, weapons=["shortsword"]), b=unit(), facing={"b": "e"})
    table["A"].boost_hit = 1
    table["A"].set_wounds(3, 1)
    table["A"].fresh = 1

    assert table.bonus("A", "b", "shortsword", CENTER) == 2 + 1 + 1 + 1 + 1 - 4


@rule("quest/attack.declaration", "quest/attack.aim-choice", "quest/attack.aim-no-penalty")
def test_the_aim_is_declared_before_the_die_and_costs_nothing() -> None:
    table = duel()

    assert table.offers("A", "attack b with longsword") == [
        "fatal",
        "slowing",
        "weakening",
        "disrupting",
        "center-mass",
        "unaimed",
    ]
    for aim in range(4):
        assert table.bonus("A", "b", "longsword", aim) == 2


@rule("quest/attack.dice-order", "quest/feat.sneak-attack")
def test_the_dice_fall_in_their_order() -> None:
    """d20, d4, weapon die, focus die, sneak dice (base first), then the fatal d4."""
    table = Table(
        "A b .",
        A=unit(weapons=SWORD, feats=["weapon-focus", "sneak-attack"], focus=SWORD),
        b=unit(hp=100),
        hidden="A",
    )

    table.act("A", "attack b with longsword", "fatal", dice="d20 20 d4 1 d8 5 3 d4 2 4 d4 4")

    assert table["b"].hp == 100 - (2 * (5 + 3 + 2 + 4) + 16)


@rule("quest/attack.melee-range")
def test_a_melee_attack_needs_the_target_in_the_zone_and_long_reaches_two() -> None:
    table = Table("A . b .", A=unit(weapons=["longsword", "spear"], drawn=["longsword"]), b=unit())
    spear = Table("A . b .", A=unit(weapons=["spear"]), b=unit())
    far = Table("A . . b", A=unit(weapons=["spear"]), b=unit())

    assert table.why_not("A", "attack b with longsword") == "attack.melee-range"
    assert spear.why_not("A", "attack b with spear") == ""
    assert far.why_not("A", "attack b with spear") == "attack.melee-range"


@rule("quest/attack.melee-range")
def test_a_long_weapon_does_not_enlarge_the_zone_of_free_hits() -> None:
    table = Table("A . b . . .", A=unit(weapons=["spear"]), b=unit(movement=2))

    table.act("b", "move", "move 4,0")  # nobody is asked: A's zone is one space

    assert table.at("b") == "4,0"


@rule("quest/attack.ranged-range", "quest/geometry.distance")
def test_a_shot_needs_range_and_sight_and_nothing_else() -> None:
    bow = unit(weapons=["sling"])
    near = Table("A b . . . . . . . . . .", A=bow, b=unit())
    edge = Table("A . . . . . . . . . b .", A=bow, b=unit())
    far = Table("A . . . . . . . . . . b", A=bow, b=unit())
    walled = Table("A . # . b . . . . . . .", A=bow, b=unit())

    assert near.bonus("A", "b", "sling") == 0
    assert edge.why_not("A", "attack b with sling") == ""
    assert far.why_not("A", "attack b with sling") == "attack.ranged-range"
    assert walled.why_not("A", "attack b with sling") == "attack.ranged-range"


@rule("quest/attack.physical-or-spell", "quest/spell.attack-roll")
def test_a_spell_attack_is_rolled_like_any_other_but_never_aimed() -> None:
    table = Table(
        "A . . b", A=unit(acc=1, mp=9, spells=["ember-dart"]), b=unit(agi=1, resist={"fire": 1})
    )

    table.act("A", "cast ember-dart with aa", "no option", dice="d20 10 d8 8")

    assert table["b"].hp == 50 - 7
    assert table.wounds("b") == [0, 0, 0, 0]


@rule("quest/attack.unarmed")
def test_bare_hands_strike_for_d2_and_strength_even_around_a_bow() -> None:
    table = Table("A b .", A=unit(str_=3, weapons=["longbow"]), b=unit())

    table.act("A", "attack b with unarmed", "unaimed", dice="d20 15 d2 2")

    assert table["b"].hp == 50 - 5
    armed = Table("A b .", A=unit(weapons=SWORD), b=unit())
    assert "attack b with unarmed" not in armed.offers("A")


@rule("quest/attack.hands")
def test_two_hands_hold_what_they_can() -> None:
    table = Table(
        "A . . b",
        A=unit(weapons=["longsword", "greatsword"], armour=["buckler"]),
        b=unit(weapons=["greatsword"], armour=["buckler"]),
    )

    assert table.holding("A") == ["longsword", "buckler"]
    assert table.why_not("A", "draw greatsword for ba") == "attack.hands"
    assert table.holding("b") == ["greatsword"]
    assert table.carrying("b") == ["buckler"]
    assert table.tn("b", "A") == 10  # a shield put away gives nothing
    assert table.tn("A", "b") == 11
    assert "attack b with greatsword" not in table.offers("A")


@rule("quest/attack.thrown-weapon-lands", "quest/damage.strength")
@pytest.mark.parametrize(("dice", "hp"), [("d20 15 d6 4", 50 - 6), ("d20 2", 50)])
def test_a_thrown_weapon_adds_strength_and_lands_with_the_target(dice: str, hp: int) -> None:
    table = Table("A . . b", A=unit(str_=2, weapons=["handaxe"]), b=unit())

    table.act("A", "throw handaxe at b", "unaimed", dice=dice)

    assert table["b"].hp == hp
    assert table.lying() == ["handaxe at 3,0"]
    assert table.holding("A") == []


@rule("quest/attack.reload")
def test_a_crossbow_starts_loaded_and_is_reloaded_for_an_aa_or_ma() -> None:
    table = Table("A . . b", A=unit(weapons=["crossbow"]), b=unit())

    table.act("A", "attack b with crossbow", "unaimed", dice="d20 2")
    table["A"].aa = 1
    assert table.why_not("A", "attack b with crossbow") == "attack.reload"
    assert "reload crossbow for ba" not in table.offers("A")
    table.act("A", "reload crossbow for ma")

    assert table["A"].ma == 0
    assert table.why_not("A", "attack b with crossbow") == ""


@rule("quest/attack.natural-weapons")
def test_claws_need_no_hands_and_stay_where_they_are() -> None:
    table = Table(
        "A b .", A=unit(str_=2, weapons=["claws"]), b=unit(weapons=["longsword"]), order="Ab"
    )
    table["A"].boost_damage = 1

    table.act("A", "attack b with claws", "slowing", dice="d20 15 d8 3")

    assert table["b"].hp == 50 - 6
    assert table.wounds("b")[1] == 1
    assert table.holding("A") == []
    assert table.why_not("b", "disarm A with longsword") == "attack.disarm"


@rule("quest/attack.disarm", "quest/disarmed.definition", "quest/disarmed.where-it-lands")
def test_a_disarming_hit_takes_a_held_item_of_the_attackers_choice() -> None:
    table = Table(
        """
        . . .
        A b .
        . . #
        """,
        A=unit(weapons=SWORD),
        b=unit(weapons=["mace"], armour=["buckler"]),
    )

    table.act("A", "disarm b with longsword", "mace", "at 2,1", dice="d20 15")

    assert table["b"].hp == 50
    assert table.holding("b") == ["buckler"]
    assert table.lying() == ["mace at 2,1"]


@rule("quest/disarmed.where-it-lands")
def test_without_a_free_space_it_falls_into_the_units_own() -> None:
    table = Table("A b #", A=unit(weapons=SWORD), b=unit(weapons=["mace"]))

    table.act("A", "disarm b with longsword", dice="d20 15")

    assert table.lying() == ["mace at 1,0"]


@rule("quest/attack.disarm")
def test_a_disarming_attack_rolls_on_but_deals_no_damage_and_no_sneak_dice() -> None:
    """A natural 20 hits with its d4, and a decisive victory defeats."""
    table = Table("A b . .", A=unit(weapons=["whip"]), b=unit(weapons=["mace"]), hidden="A")

    table.act("A", "disarm b with whip", dice="d20 20 d4 1")
    assert table["b"].hp == 50

    other = Table("A b .", A=unit(weapons=["whip"]), b=unit(weapons=["mace"]))
    other.act("A", "disarm b with whip", dice="d20 20 d4 4 d6 6")
    assert not other["b"].present


@rule("quest/attack.disarm")
def test_a_whip_helps_and_an_iron_grip_hinders() -> None:
    table = Table("A b .", A=unit(weapons=["whip"]), b=unit(weapons=["mace"], feats=["iron-grip"]))
    attack = table.strike("A", "b", "whip")
    attack.manner = declared.DISARM

    assert numbers.accuracy(table.combat, attack) == 2
    assert numbers.target_number(table.combat, attack) == 14


@rule("quest/attack.only-enemies")
def test_an_ally_may_be_attacked_and_does_not_strike_back() -> None:
    table = Table("A B . b", A=unit(weapons=SWORD), B=unit(agi=5, weapons=SWORD), b=unit())

    table.act("A", "attack B with longsword", "unaimed", dice="d20 1 d4 4 d6 6")

    assert table["A"].present


@rule("quest/attack.from-behind", "quest/attack.center-mass")
@pytest.mark.parametrize(("face", "hits"), [(9, True), (8, False)])
def test_behind_and_center_mass_add_to_the_roll(face: int, hits: bool) -> None:
    """Accuracy +2, from behind, center mass, against TN 13: a 9 hits."""
    table = Table("A b .", A=unit(acc=2, weapons=SWORD), b=unit(agi=3), facing={"b": "e"})

    table.act(
        "A",
        "attack b with longsword",
        "center-mass",
        dice=f"d20 {face} d8 8" if hits else f"d20 {face}",
    )

    assert (table["b"].hp < 50) == hits
    assert table.wounds("b") == [0, 0, 0, 0]


@rule("quest/attack.from-behind")
def test_eyes_behind_leaves_nothing_of_it() -> None:
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(feats=["eyes-behind"]), facing={"b": "e"})

    assert table.bonus("A", "b") == 0


@rule("quest/attack.behind-arc")
@pytest.mark.parametrize(
    ("place", "behind"),
    [
        ((4, 6), True),
        ((5, 6), True),
        ((6, 6), True),
        ((4, 5), False),
        ((6, 5), False),
        ((5, 9), True),
        ((8, 8), True),
        ((8, 7), False),
    ],
)
def test_behind_is_within_45_degrees_of_straight_behind(
    place: tuple[int, int], behind: bool
) -> None:
    rows = [["." for _ in range(10)] for _ in range(10)]
    rows[5][5] = "b"
    rows[place[1]][place[0]] = "A"
    table = Table(
        "\n".join([" ".join(row) for row in rows]),
        A=unit(weapons=["longbow"]),
        b=unit(),
        facing={"b": "n"},
    )

    assert table.bonus("A", "b", "longbow") == int(behind)


@rule("quest/gm.behind", "quest/gm.options")
def test_without_facings_an_ally_opposite_makes_it_an_attack_from_behind() -> None:
    flanked = Table(
        "A b B",
        A=unit(weapons=SWORD),
        b=unit(),
        B=unit(),
        options={"no-facings": True},
    )
    beside = Table(
        """
        A b .
        . B .
        """,
        A=unit(weapons=SWORD),
        b=unit(),
        B=unit(),
        options={"no-facings": True},
        facing={"b": "e"},
    )

    assert flanked.bonus("A", "b") == 1
    assert beside.bonus("A", "b") == 0


@rule("quest/attack.aim-one-part")
def test_one_attack_leaves_only_the_wound_of_its_aim() -> None:
    table = Table("A b .", A=unit(str_=5, weapons=SWORD), b=unit())

    table.act("A", "attack b with longsword", "weakening", dice="d20 15 d8 8")

    assert table.wounds("b") == [0, 0, 1, 0]


@rule("quest/attack.aim-free-hits")
def test_free_hits_and_additional_attacks_can_be_aimed() -> None:
    table = Table(
        "A b . .", A=unit(weapons=["greatsword"], str_=4), b=unit(hp=99, movement=2), order="Ab"
    )

    table.act("b", "move", "move 3,0", "A: strike b with greatsword slowing", dice="d20 15 d6 6 6")
    assert table.at("b") == "1,0"  # the wound took what the step would have cost
    assert table.wounds("b")[1] == 1
    other = Table("A b .", A=unit(weapons=["greatsword"]), b=unit(hp=99))
    other.act("A", "extra attack b with greatsword", "disrupting", dice="d20 15 d6 6 6")
    assert other.wounds("b")[3] == 1


@rule("quest/attack.unaimed")
def test_an_unaimed_attack_has_no_bonus_and_leaves_no_wound() -> None:
    table = Table("A b .", A=unit(str_=5, weapons=SWORD), b=unit())

    assert table.bonus("A", "b", "longsword", UNAIMED) == 0
    table.act("A", "attack b with longsword", "unaimed", dice="d20 15 d8 8")

    assert table.wounds("b") == [0, 0, 0, 0]


@rule("quest/attack.area-spells")
def test_an_area_spell_attacks_each_in_lineup_order_allies_included() -> None:
    table = Table(
        """
        A . . . b
        . . . . B
        . . . . .
        """,
        A=unit(mp=9, spells=["storm-column"]),
        b=unit(weapons=SWORD),
        B=unit(agi=1),
        order="ABb",
    )
    for word in ("aa", "ma"):
        table.act("A", f"cast storm-column with {word}")
    table.begin_turn("b")
    table.act(
        "A", "cast storm-column with aa", "no option", "at 4,1", dice="d20 15 d6 1 2 3 4 d20 9"
    )

    assert table["B"].hp == 40  # first in the lineup: hit
    assert table["b"].hp == 50  # missed by a roll of its own


@rule("quest/geometry.cover")
def test_low_cover_counts_beside_the_target_and_not_beside_the_attacker() -> None:
    bow = unit(weapons=["longbow"])
    covered = Table("A . . o b", A=bow, b=unit(agi=-2))
    own = Table("A o . . b", A=bow, b=unit())
    both = Table("A o b", A=bow, b=unit())

    assert covered.tn("b", "A", "longbow") == 10
    assert own.tn("b", "A", "longbow") == 10
    assert both.tn("b", "A", "longbow") == 10
    covered["b"].prone = True
    assert covered.tn("b", "A", "longbow") == 5 - 2 + 2
    covered.give("b", "frozen")
    assert covered.tn("b", "A", "longbow") == 7


@rule("quest/geometry.cover", "quest/zone.large-units")
@pytest.mark.parametrize(("size", "number"), [(1, 12), (2, 10)])
def test_of_several_lines_the_one_without_cover_is_used(size: int, number: int) -> None:
    table = Table(
        """
        A . . . .
        . . . o .
        . . . . b
        """,
        A=unit(weapons=["longbow"], size=size),
        b=unit(),
    )

    assert table.tn("b", "A", "longbow") == number


@rule("quest/geometry.line-of-sight")
@pytest.mark.parametrize(
    ("rows", "sight"),
    [
        ("A # b", False),
        ("A b b", True),
        ("A .\n# b", True),
        ("A #\n# b", False),
        ("A . .\n. # .\n. . b", False),
    ],
)
def test_walls_block_sight_and_a_corner_only_between_two(rows: str, sight: bool) -> None:
    table = Table(rows, A=unit(weapons=["longbow"]), b=unit())

    assert (table.why_not("A", "attack b with longbow") == "") == sight


@rule("quest/crit.natural-20", "quest/crit.always-hits", "quest/fail.natural-1-misses")
def test_the_ladders_have_their_exact_chances() -> None:
    """Where 22 is needed only a natural 20 hits; where -4 is enough only a natural 1 misses."""
    table = dict(distribution(numbers.AttackRoll(-4, 18), {}))
    whole = sum(table.values())

    assert Fraction(table[declared.CRITICAL], whole) == Fraction(1, 20) * Fraction(3, 4)
    assert Fraction(table[declared.SUPER], whole) == Fraction(1, 20) * Fraction(1, 4) * Fraction(
        5, 6
    )
    assert Fraction(table[declared.DECISIVE], whole) == Fraction(1, 480)
    assert Fraction(table[declared.FUMBLE], whole) == Fraction(3, 80)
    assert Fraction(table[declared.DIRE], whole) == Fraction(1, 480)
    assert declared.HIT not in table
    sure = dict(distribution(numbers.AttackRoll(9, 5), {}))
    assert declared.MISS not in sure
    assert Fraction(sure[declared.FUMBLE], sum(sure.values())) == Fraction(3, 80)


@rule("quest/crit.always-hits")
def test_a_natural_20_hits_below_the_target_number() -> None:
    """Accuracy -4 against Agility +8: 16 against 18, and yet a critical."""
    table = Table("A b .", A=unit(acc=-4, weapons=SWORD), b=unit(agi=8))

    table.act("A", "attack b with longsword", "unaimed", dice="d20 20 d4 1 d8 3")

    assert table["b"].hp == 44


@rule("quest/crit.super-d4", "quest/crit.super-quadruples", "quest/crit.doubles-damage")
@pytest.mark.parametrize(
    ("dice", "strength", "lost"),
    [
        ("d20 20 d4 2 d8 5", 2, 14),
        ("d20 20 d4 3 d8 5", 0, 10),
        ("d20 20 d4 4 d6 3 d8 5", 0, 20),
        ("d20 20 d4 4 d6 5 d8 5", 0, 20),
    ],
)
def test_criticals_double_and_double_again(dice: str, strength: int, lost: int) -> None:
    table = Table("A b .", A=unit(str_=strength, weapons=SWORD), b=unit())

    table.act("A", "attack b with longsword", "unaimed", dice=dice)

    assert table["b"].hp == 50 - lost


@rule("quest/crit.decisive-d6", "quest/crit.decisive-no-more-rolls")
def test_a_decisive_victory_defeats_at_once_and_ends_the_attack() -> None:
    table = Table(
        "A b . c", A=unit(weapons=SWORD), b=unit(hp=200, armour=["plate-harness"]), c=unit()
    )

    table.act("A", "attack b with longsword", "fatal", dice="d20 20 d4 4 d6 6")

    assert not table["b"].present
    assert table["b"].hp == 0


@rule("quest/crit.on-free-hits")
def test_a_free_hit_an_additional_attack_and_a_spell_can_be_critical() -> None:
    free = Table("A b . .", A=unit(weapons=SWORD), b=unit())
    free.act(
        "b",
        "move",
        "move 3,0",
        "A: strike b with longsword unaimed",
        "stop",
        dice="d20 20 d4 1 d8 4",
    )
    assert free["b"].hp == 42
    extra = Table("A b .", A=unit(weapons=SWORD), b=unit())
    extra.act("A", "extra attack b with longsword", "unaimed", dice="d20 20 d4 1 d8 4")
    assert extra["b"].hp == 42
    spell = Table("A . b", A=unit(mp=3, spells=["ember-dart"]), b=unit())
    spell.act("A", "cast ember-dart with aa", "no option", dice="d20 20 d4 4 d6 1 d8 4")
    assert spell["b"].hp == 34


@rule("quest/sneak.no-target")
def test_the_unseen_are_no_targets_but_areas_take_them() -> None:
    table = Table(
        "A . . b", A=unit(mp=9, weapons=["longbow"], spells=["ember-dart"]), b=unit(), hidden="b"
    )

    assert table.why_not("A", "attack b with longbow") == "sneak.no-target"
    assert table.why_not("A", "cast ember-dart with aa") == "spell.range-and-sight"
    storm = Table("A . . b", A=unit(mp=9, spells=["storm-column"]), b=unit(), hidden="b")
    storm["A"].casting = 0
    storm["A"].paid_aa = storm["A"].paid_ma = 1
    storm.act("A", "cast storm-column with aa", "no option", "at 3,0", dice="d20 15 d6 1 1 1 1")
    assert storm["b"].hp == 46


# ---- what is in hand, and who is struck --------------------------------------------------------


@rule("quest/attack.hands", "quest/attack.natural-weapons")
def test_what_is_put_away_strikes_nobody_and_claws_always_do() -> None:
    armed = unit(weapons=["longsword", "dagger", "claws"], drawn=["longsword"])
    table = Table("A b", A=armed, b=unit())

    offers = [one for one in table.offers("A") if one.startswith("attack")]

    assert offers == ["attack b with longsword", "attack b with claws"]
    assert table.carrying("A") == ["dagger"]


@rule("quest/attack.accuracy-bonuses-add")
@pytest.mark.parametrize(
    ("feats", "column", "bonus"),
    [(["steady-aim"], 6, 0), (["steady-aim"], 7, 1), ([], 7, 0)],
)
def test_steady_aim_begins_beyond_six_spaces(feats: list[str], column: int, bonus: int) -> None:
    row = ["A", *["."] * 8]
    row[column] = "b"
    table = Table(" ".join(row), A=unit(weapons=["longbow"], feats=feats), b=unit())
    other = Table(" ".join(row), A=unit(feats=feats, spells=["ember-dart"]), b=unit())

    assert table.bonus("A", "b", "longbow") == bonus
    assert other.bonus("A", "b", "javelin") == 0  # thrown


@rule("quest/death.out-of-battle", "quest/attack.thrown-weapon-lands")
def test_one_felled_by_burning_oil_does_not_begin_to_burn() -> None:
    table = Table("A . b c", A=unit(items=["oil-flask"]), b=unit(hp=1), c=unit())

    table.act("A", "throw oil-flask at b", "unaimed", dice="d20 15 d4 3")

    assert not table["b"].present
    assert not table.told("condition-gained")
    assert not table["b"].effects
    assert table.lying() == []  # a flask is used up


@rule("quest/disarmed.where-it-lands")
def test_what_is_knocked_away_lands_in_a_free_space_beside_its_holder() -> None:
    rows = """
        . . . . .
        . # . c .
        . A b . .
        . . . . .
        . . . . .
    """
    table = Table(rows, A=unit(weapons=SWORD), b=unit(weapons=SWORD), c=unit())

    table.act("A", "disarm b with longsword", "at 3,2", dice="d20 15")

    assert table.lying() == ["longsword at 3,2"]
    assert table.holding("b") == []


@rule("quest/disarmed.where-it-lands")
@pytest.mark.parametrize(
    ("size", "squares"),
    [
        (1, ["2,1", "3,3", "1,3", "2,3", "3,2"]),
        (2, ["2,1", "4,1", "4,2", "4,3", "1,4", "2,4", "3,4", "4,4", "1,3"]),
    ],
)
def test_the_spaces_where_it_may_land_are_those_beside_its_holder(
    size: int, squares: list[str]
) -> None:
    rows = """
        . . . . . .
        . # . c . .
        . A b . . .
        . . . . . .
        . . . . . .
        . . . . . .
    """
    table = Table(rows, A=unit(weapons=SWORD), b=unit(weapons=SWORD, size=size), c=unit())
    table.begin_turn("A")
    table.script([], "d20 15")

    choice = table.question("A", ["disarm b with longsword"])

    assert choice is not None
    keys = [choice.key(one) for one in choice.answers()]
    assert sorted(keys) == sorted([f"at {square}" for square in squares])


@rule("quest/attack.disarm")
def test_of_two_of_a_kind_one_falls_without_a_question() -> None:
    knives = unit(weapons=["dagger", "dagger"], drawn=["dagger", "dagger"])
    table = Table(". A b", A=unit(weapons=SWORD), b=knives)

    table.act("A", "disarm b with longsword", dice="d20 15")

    assert table.holding("b") == ["dagger"]
    assert table.lying() == ["dagger at 2,0"]


@rule("quest/attack.hands", "quest/attack.unarmed")
def test_a_shield_strikes_nobody_and_two_of_a_kind_are_one_choice() -> None:
    knives = unit(weapons=["dagger", "dagger"], drawn=["dagger", "dagger"])
    bearer = unit(weapons=["dagger"], armour=["buckler"], items=["red-draught"])
    empty = unit(armour=["buckler"])
    table = Table("A b B .\n. C . .", A=knives, B=bearer, C=empty, b=unit())

    found = {
        name: [key for key in table.offers(name) if key.startswith("attack b")] for name in "ABC"
    }

    assert found["A"] == ["attack b with dagger"]
    assert found["B"] == ["attack b with dagger"]
    assert found["C"] == ["attack b with unarmed"]
    assert "buckler" in table.holding("B")


@rule("quest/attack.disarm")
@pytest.mark.parametrize(
    ("weapon", "face", "taken"),
    [("whip", 8, True), ("whip", 7, False), ("longsword", 10, True), ("longsword", 9, False)],
)
def test_only_a_disarming_weapon_helps_to_disarm(weapon: str, face: int, taken: bool) -> None:
    table = Table("A b .", A=unit(weapons=[weapon]), b=unit(weapons=SWORD))

    table.act("A", f"disarm b with {weapon}", dice=f"d20 {face}")

    assert (table.holding("b") == []) is taken


@rule("quest/attack.disarm", "quest/attack.target-number")
@pytest.mark.parametrize(("face", "taken"), [(14, True), (13, False)])
def test_an_iron_grip_hinders_spells_that_disarm_and_no_others(face: int, taken: bool) -> None:
    caster = unit(mp=9, spells=["snatch-iron", "ember-dart"])
    gripped = unit(weapons=["mace"], feats=["iron-grip"])
    table = Table("A . . b", A=caster, b=gripped)

    table.act("A", "cast snatch-iron with aa", "option for 1 ba", dice=f"d20 {face}")

    assert (table.holding("b") == []) is taken
    other = Table("A . . b", A=caster, b=gripped)
    other.act("A", "cast ember-dart with aa", "no option", dice="d20 10 d8 3")
    assert other["b"].hp == 47


@rule("quest/action.extra-attack-no-feats", "quest/freehit.feat-attacks")
def test_the_additional_attack_is_followed_by_nothing_of_feats() -> None:
    fighter = unit(agi=3, weapons=SWORD, feats=["flurry", "follow-through"])
    table = Table("b A c", A=fighter, b=unit(hp=1), c=unit())

    table.act("A", "extra attack c with longsword", "unaimed", dice="d20 15 d8 4")
    table["A"].ma, table["A"].ba = 1, 2
    table["A"].set_count(ADDED, 0)
    table.act("A", "extra attack b with longsword", "unaimed", dice="d20 15 d8 1")

    assert not table["b"].present
    assert table["c"].hp == 46


@rule("quest/geometry.cover", "quest/attack.target-number")
def test_low_cover_shields_from_a_thrown_dagger_and_not_from_a_long_weapon() -> None:
    table = Table("A . o b", A=unit(weapons=["dagger", "spear"]), b=unit())
    thrown = table.strike("A", "b", "dagger")
    thrown.manner = declared.HURLED

    assert numbers.target_number(table.combat, thrown) == 12
    assert table.tn("b", "A", "spear") == 10


@rule("quest/freehit.feat-attacks")
def test_follow_through_does_not_follow_a_throw() -> None:
    thrower = unit(agi=3, weapons=["dagger", "dagger"], feats=["follow-through"])
    table = Table("b A c", A=thrower, b=unit(hp=1), c=unit())

    table.act("A", "throw dagger at b", "unaimed", dice="d20 15 d4 1")

    assert not table["b"].present
    assert table["A"].used[SLOTS] == 0


@rule("quest/freehit.melee-only", "quest/attack.unarmed")
def test_a_bow_in_hand_strikes_no_free_hit_but_the_hand_does() -> None:
    table = Table("A b . . .", A=unit(weapons=["longbow"]), b=unit(), order="bA")
    table.begin_turn("b")

    choice = table.question("b", ["move", "move 4,0"])

    assert choice is not None
    keys = [choice.key(one) for one in choice.answers()]
    assert {key.split(" with ")[1].split()[0] for key in keys if " with " in key} == {"unarmed"}


@rule("quest/geometry.cover")
def test_low_cover_in_the_middle_of_a_line_shields_nobody() -> None:
    table = Table("A . . o . b", A=unit(weapons=["longbow"]), b=unit())

    assert table.tn("b", "A", "longbow") == 10


@rule("quest/attack.natural-weapons")
def test_two_pairs_of_claws_are_one_choice() -> None:
    table = Table("A b", A=unit(weapons=["claws", "claws"]), b=unit())

    offers = [one for one in table.offers("A") if one.startswith("attack b")]

    assert offers == ["attack b with claws"]


@rule("quest/attack.accuracy-bonuses-add")
def test_steady_aim_is_for_ranged_weapons_and_not_for_a_thrown_javelin() -> None:
    """As with the damage boost the weapon's kind counts, not the distance."""
    feats = ["steady-aim"]
    line = "A . . . . . . b"
    bow = Table(line, A=unit(weapons=["longbow"], feats=feats), b=unit())
    javelin = Table(line, A=unit(weapons=["javelin"], feats=feats), b=unit())
    hurled = javelin.strike("A", "b", "javelin")
    hurled.manner = declared.HURLED

    assert bow.bonus("A", "b", "longbow") == 1
    assert numbers.accuracy(javelin.combat, hurled) == 0


@rule("quest/attack.area-spells", "quest/sneak.until-seen", "quest/sneak.no-target")
def test_an_area_from_hiding_is_unseen_for_its_first_attack_alone() -> None:
    table = Table(
        "A . . . . b c", hidden="A", A=unit(mp=9, spells=["storm-column"]), b=unit(), c=unit()
    )
    table["A"].casting = 0
    table["A"].paid_aa = table["A"].paid_ma = 1

    table.act(
        "A", "cast storm-column with aa", "no option", "at 5,0",
        dice="d20 5 d6 1 1 1 1 d4 3 d20 5",
    )  # fmt: skip

    assert (table["b"].hp, table["c"].hp) == (43, 50)


@rule("quest/attack.area-spells", "quest/end.checked-at-once", "quest/fail.dire-d6")
def test_a_caster_cut_down_in_the_middle_of_an_area_makes_no_more_attacks() -> None:
    table = Table(
        "B . . . .\n. A b c .",
        A=unit(mp=9, spells=["storm-column"]),
        B=unit(),
        b=unit(weapons=SWORD),
        c=unit(),
        order="bcAB",
    )
    table["A"].casting = 0
    table["A"].paid_aa = table["A"].paid_ma = 1

    table.act("A", "cast storm-column with aa", "no option", "at 3,1", dice="d20 1 d4 4 d6 6")

    assert table["A"].fate == 2
    assert table["c"].hp == 50
    assert table["A"].mp == 3
    assert table.combat.outcome == ""
