"""Damage in its order, reductions, wounds, healing."""

from __future__ import annotations

import pytest

from affray.core.dice import DAMAGE, distribution
from affray.rulesets.quest import damage
from affray.rulesets.quest.condition import modifiers, wounds
from affray.rulesets.quest.condition.modifiers import agility
from affray.rulesets.quest.movement import rates
from affray.rulesets.quest.resource import free_hits, spending
from tests.quest.table import Table, unit
from tests.rules import rule

SWORD = ["longsword"]


def hit(table: Table, aim: str = "unaimed", dice: str = "d20 15 d8 4") -> None:
    table.act("A", "attack b with longsword", aim, dice=dice)


@rule("quest/damage.by-weapon-or-spell")
def test_a_hit_deals_what_the_weapon_states() -> None:
    table = Table("A b .", A=unit(weapons=["greatsword"]), b=unit())

    table.act("A", "attack b with greatsword", "unaimed", dice="d20 15 d6 2 6")

    assert table["b"].hp == 42


@rule("quest/damage.strength")
@pytest.mark.parametrize(("strength", "lost"), [(3, 7), (-3, 1), (-5, 0)])
def test_strength_of_either_sign_is_added_to_melee_once(strength: int, lost: int) -> None:
    table = Table("A b .", A=unit(str_=strength, weapons=SWORD), b=unit())

    hit(table)

    assert table["b"].hp == 50 - lost


@rule("quest/damage.strength")
def test_bows_and_spells_add_no_strength() -> None:
    bow = Table("A . b", A=unit(str_=3, weapons=["longbow"]), b=unit())
    bow.act("A", "attack b with longbow", "unaimed", dice="d20 15 d8 4")
    assert bow["b"].hp == 46
    spell = Table("A . b", A=unit(str_=3, mp=5, spells=["ember-dart"]), b=unit())
    spell.act("A", "cast ember-dart with aa", "no option", dice="d20 15 d8 4")
    assert spell["b"].hp == 46


@rule("quest/damage.order", "quest/sneak.damage-multiplied", "quest/wound.net-damage")
def test_multiplication_comes_before_reductions() -> None:
    """Critical, 1d8=3, sneak d4=2, armour 3: (3+2)*2 = 10, 7 net, a wound."""
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(hide=3), hidden="A")

    table.act("A", "attack b with longsword", "slowing", dice="d20 20 d4 1 d8 3 d4 2")

    assert table["b"].hp == 43
    assert table.wounds("b") == [0, 1, 0, 0]


@rule("quest/damage.order")
def test_the_sum_is_floored_before_it_is_multiplied() -> None:
    table = Table("A b .", A=unit(str_=-5, weapons=SWORD), b=unit())

    hit(table, dice="d20 20 d4 1 d8 3")

    assert table["b"].hp == 50


@rule("quest/damage.reductions", "quest/feat.guarding", "quest/sheet.armour")
def test_all_flat_reductions_subtract() -> None:
    """Plate 4, guarding 2, hide 1, resistance to slash 1: 8 off; stone skin 3 more."""
    table = Table(
        "A b .",
        A=unit(str_=9, weapons=SWORD),
        b=unit(hide=1, armour=["plate-harness"], feats=["guarding"], resist={"slash": 1}),
    )

    hit(table)
    assert table["b"].hp == 50 - (13 - 8)
    table["A"].aa = 1
    table.give("b", "stone-skinned")
    hit(table)
    assert table["b"].hp == 45 - (13 - 11)


@rule("quest/damage.reductions")
def test_armour_and_hide_do_nothing_against_fire_and_immunity_everything() -> None:
    table = Table(
        "A b . c",
        A=unit(str_=0, weapons=["cinder-touch"]),
        b=unit(hide=3, armour=["plate-harness"], feats=["guarding"]),
        c=unit(immune=["fire"]),
    )
    table.act("A", "attack b with cinder-touch", "unaimed", dice="d20 15 d6 6")
    assert table["b"].hp == 44
    assert damage.mitigated(table.combat, table["c"], 40, 3, False) == 0


@rule("quest/damage.reductions")
def test_a_crushing_weapon_ignores_one_point_of_worn_armour_only() -> None:
    table = Table(
        "A b c .",
        A=unit(str_=4, weapons=["mace"]),
        b=unit(armour=["mail-shirt"]),
        c=unit(hide=2),
    )

    table.act("A", "attack b with mace", "unaimed", dice="d20 15 d6 4")

    assert table["b"].hp == 50 - 7
    assert damage.mitigated(table.combat, table["c"], 8, 0, True) == 6


@rule("quest/damage.minimum-zero")
def test_a_hit_can_do_nothing_and_never_heals() -> None:
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(hide=9))

    hit(table)

    assert table["b"].hp == 50


@rule("quest/damage.each-attack-separately", "quest/wound.single-attack")
def test_two_attacks_are_reduced_anew_and_leave_no_wound_together() -> None:
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(hide=1))

    hit(table, "slowing", "d20 15 d8 5")
    table["A"].aa = 1
    hit(table, "slowing", "d20 15 d8 5")

    assert table["b"].hp == 42
    assert table.wounds("b") == [0, 0, 0, 0]


@rule("quest/wound.six-or-more")
@pytest.mark.parametrize(("face", "wounds"), [(6, 1), (5, 0)])
def test_six_damage_of_an_aimed_attack_leaves_a_wound_and_five_none(face: int, wounds: int) -> None:
    table = Table("A b .", A=unit(weapons=SWORD), b=unit())

    hit(table, "slowing", f"d20 15 d8 {face}")

    assert table.wounds("b") == [0, wounds, 0, 0]


@rule("quest/wound.net-damage")
def test_eight_rolled_against_armour_three_is_no_wound() -> None:
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(hide=3))

    hit(table, "slowing", "d20 15 d8 8")

    assert table["b"].hp == 45
    assert table.wounds("b") == [0, 0, 0, 0]


@rule("quest/wound.fatal")
@pytest.mark.parametrize(
    ("hide", "dice", "lost"),
    [(0, "d20 15 d8 7 d4 4", 23), (0, "d20 15 d8 7 d4 3", 7), (2, "d20 15 d8 7", 5)],
)
def test_a_fatal_wound_has_one_chance_in_four_of_sixteen_more(
    hide: int, dice: str, lost: int
) -> None:
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(hide=hide))

    hit(table, "fatal", dice)

    assert table["b"].hp == 50 - lost


@rule("quest/wound.fatal-flat")
def test_the_sixteen_is_neither_doubled_nor_reduced() -> None:
    """Critical for 7 net, d4=4: 23 lost, not 39."""
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(hide=3))

    hit(table, "fatal", "d20 20 d4 1 d8 5 d4 4")

    assert table["b"].hp == 50 - 23


@rule("quest/wound.fatal-leaves-mark")
def test_a_fatal_wound_stays_without_effect_and_can_be_healed() -> None:
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(acc=1, agi=1, str_=1))
    hit(table, "fatal", "d20 15 d8 7 d4 1")
    b = table["b"]

    assert table.wounds("b") == [1, 0, 0, 0]
    assert (modifiers.accuracy(table.combat, b), agility(b), modifiers.strength(b)) == (1, 1, 1)
    agent = table.script([], "")
    damage.heal(table.combat, b, 7, 0, -1, None, "mend", [(7, "mend")])
    table.done(agent)
    assert table.wounds("b") == [0, 0, 0, 0]


@rule("quest/wound.slowing-movement", "quest/move.never-negative")
@pytest.mark.parametrize(("wounds", "left"), [(1, 4), (2, 2), (3, 0), (4, 0)])
def test_each_slowing_wound_takes_two_spaces(wounds: int, left: int) -> None:
    table = Table("A . b", A=unit(), b=unit())
    table["A"].set_wounds(1, wounds)

    assert rates.movement(table.combat, table["A"]) == left


@rule("quest/wound.slowing-agility", "quest/wound.penalties-can-go-negative")
def test_a_slowing_wound_lowers_target_number_and_slots_at_once() -> None:
    """Agility 0 with an unused slot: -1, TN 9, no slots; an enemy may walk away freely."""
    table = Table("A b . . .", A=unit(weapons=SWORD), b=unit(weapons=SWORD), order="Ab")

    assert free_hits.has_slot(table["b"])
    hit(table, "slowing", "d20 15 d8 6")

    assert agility(table["b"]) == -1
    assert table.tn("b", "A") == 9
    assert not free_hits.has_slot(table["b"])
    table["b"].prone = True
    assert table.tn("b", "A") == 4


@rule("quest/wound.weakening-strength")
def test_each_weakening_wound_lowers_strength() -> None:
    table = Table("A b .", A=unit(str_=1, weapons=SWORD), b=unit())
    table["A"].set_wounds(2, 2)

    hit(table)

    assert table["b"].hp == 50 - 3


@rule("quest/wound.weakening-bonus-action", "quest/turn.allowance")
@pytest.mark.parametrize(("wounds", "bonus"), [(1, 1), (2, 0), (3, 0)])
def test_weakening_wounds_take_bonus_actions_on_each_turn(wounds: int, bonus: int) -> None:
    """Two wounds: no boosts, no additional attack, disengaging only by AA."""
    table = Table("A b .", A=unit(weapons=SWORD), b=unit())
    table["A"].set_wounds(2, wounds)

    table.begin_turn("A")

    assert (table["A"].aa, table["A"].ma, table["A"].ba) == (1, 1, bonus)
    if not bonus:
        assert table.why_not("A", "boost hit") == "turn.allowance"
        assert table.why_not("A", "extra attack b with longsword") == "action.extra-attack-price"
        assert table.why_not("A", "disengage for 2 ba") == "disengage.price"
        assert table.why_not("A", "disengage for aa") == ""


@rule("quest/wound.weakening-bonus-action")
@pytest.mark.parametrize(("left", "after"), [(2, 1), (1, 0), (0, 0)])
def test_a_weakening_wound_in_the_own_turn_takes_an_unspent_one_at_once(
    left: int, after: int
) -> None:
    table = Table("A b . . .", A=unit(weapons=SWORD), b=unit(), order="bA")
    table.begin_turn("b")
    table["b"].ba = left

    table.act(
        "b", "move", "move 4,0", "A: strike b with longsword weakening", "stop", dice="d20 15 d8 6"
    )

    assert table["b"].ba == after


@rule("quest/wound.disrupting-battle", "quest/wound.disrupting-round")
def test_a_disrupting_wound_takes_four_in_its_round_and_one_after() -> None:
    """Accuracy +3, wounded in round 2: -1 for the rest of it, +2 from round 3."""
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(acc=3))

    hit(table, "disrupting", "d20 15 d8 6")
    assert modifiers.accuracy(table.combat, table["b"]) == -1
    table.next_round()

    assert modifiers.accuracy(table.combat, table["b"]) == 2


@rule("quest/gm.options", "quest/wound.disrupting-round")
def test_by_an_option_it_takes_three_in_all_in_its_round() -> None:
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(acc=3), options={"disrupting-three": True})

    hit(table, "disrupting", "d20 15 d8 6")

    assert modifiers.accuracy(table.combat, table["b"]) == 0


@rule("quest/wound.stacking", "quest/wound.penalties-can-go-negative")
def test_wounds_of_the_same_and_of_different_kinds_apply_together() -> None:
    table = Table("A . b", A=unit(), b=unit())
    table["A"].wounds = (1, 2, 2, 2)
    table["A"].fresh = 1
    a = table["A"]

    assert rates.movement(table.combat, a) == 2
    assert agility(a) == -2
    assert modifiers.strength(a) == -2
    assert modifiers.accuracy(table.combat, a) == -5
    assert free_hits.slots(a) == 0


# ---- healing -----------------------------------------------------------------------------------


def heal(table: Table, amount: int, *keys: str, removes: int = 0) -> None:
    agent = table.script(keys, "")
    damage.heal(table.combat, table["A"], amount, removes, -1, None, "mend", [(amount, "mend")])
    table.done(agent)


def wounded(hp: int = 20, wounds: tuple[int, int, int, int] = (0, 1, 1, 0)) -> Table:
    table = Table("A . b", A=unit(hp=50), b=unit())
    table["A"].hp = hp
    table["A"].wounds = tuple(wounds)
    return table


@rule("quest/damage.healing-cap")
def test_healing_stops_at_the_maximum() -> None:
    table = wounded(48, (0, 0, 0, 0))

    heal(table, 9)

    assert table["A"].hp == 50


@rule("quest/wound.healed-by-six")
def test_two_heals_of_five_remove_nothing_one_of_six_removes_one() -> None:
    table = wounded()

    heal(table, 5)
    heal(table, 5)
    assert table.wounds("A") == [0, 1, 1, 0]
    heal(table, 6, "A: heal slowing wound")

    assert table.wounds("A") == [0, 0, 1, 0]


@rule("quest/wound.healed-amount-received")
def test_a_heal_of_eight_on_five_missing_removes_none() -> None:
    table = wounded(45)

    heal(table, 8)

    assert table.wounds("A") == [0, 1, 1, 0]


@rule("quest/wound.healed-one-per-instance")
def test_twelve_points_remove_one_and_the_healed_chooses() -> None:
    table = wounded()

    heal(table, 12, "A: heal weakening wound")

    assert table.wounds("A") == [0, 1, 0, 0]


@rule("quest/wound.healed-explicitly")
def test_what_says_so_removes_one_and_six_points_a_second() -> None:
    table = wounded()

    heal(table, 0, "heal slowing wound", removes=1)
    assert table.wounds("A") == [0, 0, 1, 0]
    both = wounded()
    heal(both, 6, "heal slowing wound", removes=1)
    assert both.wounds("A") == [0, 0, 0, 0]


@rule("quest/wound.removal-ends-all")
def test_removal_ends_all_at_once_but_the_lost_bonus_action_comes_back_later() -> None:
    table = Table("A . b", A=unit(hp=50, acc=3), b=unit())
    a = table["A"]
    a.hp = 20
    a.set_wounds(3, 1)
    a.fresh = 1
    heal(table, 6)
    assert modifiers.accuracy(table.combat, a) == 3
    a.set_wounds(2, 1)
    a.hp = 20
    table.begin_turn("A")
    heal(table, 6)

    assert modifiers.strength(a) == 0
    assert a.ba == 1
    assert spending.bonus_actions(a) == 2


@rule("quest/spell.heal-is-one-instance", "quest/wound.healed-by-six")
def test_a_potion_is_one_instance_and_a_war_healers_two_more_count() -> None:
    table = Table("A B . b", A=unit(items=["red-draught"]), B=unit(), b=unit())
    table["B"].hp = 20
    table["B"].set_wounds(1, 1)
    table.act("A", "use red-draught on B", dice="d8 4")
    assert table["B"].hp == 26
    assert table.wounds("B") == [0, 0, 0, 0]
    healer = Table(
        "A B . b", A=unit(mp=5, spells=["mend"], feats=["war-healer"]), B=unit(), b=unit()
    )
    healer["B"].hp = 20
    healer["B"].set_wounds(1, 1)
    healer.act("A", "cast mend with aa", "no option", "target B", dice="d8 1")
    assert healer["B"].hp == 26
    assert healer.wounds("B") == [0, 0, 0, 0]


@rule("quest/wound.after-battle", "quest/end.battle-effects-cease")
def test_only_disrupting_wounds_go_at_the_end_of_the_battle() -> None:
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(hp=1))
    table["A"].wounds = (1, 1, 1, 2)

    hit(table, dice="d20 15 d8 4")

    assert table.combat.outcome == "end.one-team-left"
    assert table.wounds("A") == [1, 1, 1, 0]


# ---- weapon properties -------------------------------------------------------------------------


@rule("quest/prone.definition")
def test_a_slowing_wound_of_a_toppling_weapon_knocks_down() -> None:
    table = Table("A b .", A=unit(str_=4, weapons=["quarterstaff"]), b=unit())

    table.act(
        "A", "attack b with quarterstaff", "slowing", "b: stand up for aa", dice="d20 15 d6 4"
    )

    assert table.told("condition-gained prone")
    other = Table("A b .", A=unit(str_=4, weapons=["quarterstaff"]), b=unit())
    other.act("A", "attack b with quarterstaff", "weakening", dice="d20 15 d6 4")
    assert not other.told("condition-gained prone")


@rule("quest/feat.weapon-focus")
def test_a_focused_weapon_rolls_one_more_of_its_own_dice() -> None:
    table = Table(
        "A b .",
        A=unit(weapons=["greatsword"], feats=["weapon-focus"], focus=["greatsword"]),
        b=unit(),
    )

    table.act("A", "attack b with greatsword", "unaimed", dice="d20 15 d6 1 2 3")

    assert table["b"].hp == 44


@rule("quest/action.use-item", "quest/turn.start-sequence")
def test_an_oil_flask_is_thrown_without_strength_may_be_aimed_and_burns() -> None:
    table = Table("A . b", A=unit(str_=5, items=["oil-flask"]), b=unit())

    table.act("A", "throw oil-flask at b", "slowing", dice="d20 20 d4 1 d4 3")

    assert table["b"].hp == 44
    assert table.wounds("b")[1] == 1
    assert table.carrying("A") == []
    assert table.lying() == []
    table.start("b", dice="d4 2")
    assert table["b"].hp == 42


@rule("quest/wound.disrupting-battle", "quest/wound.healed-by-six")
def test_an_old_disrupting_wound_can_be_healed_like_any_other() -> None:
    table = Table("A . b", A=unit(acc=2), b=unit())
    table["A"].set_wounds(3, 2)
    assert modifiers.accuracy(table.combat, table["A"]) == 0

    wounds.remove(table.combat, table["A"], table["A"], "wound.healed-by-six")

    assert table["A"].fresh == 0
    assert modifiers.accuracy(table.combat, table["A"]) == 1


@rule("quest/wound.disrupting-round", "quest/wound.removal-ends-all")
def test_healing_another_wound_leaves_the_fresh_one_as_it_is() -> None:
    table = Table("A . b", A=unit(acc=2), b=unit())
    table["A"].set_wounds(1, 1)
    table["A"].set_wounds(3, 1)
    table["A"].fresh = 1
    agent = table.script(["heal slowing wound"], "")

    wounds.remove(table.combat, table["A"], table["A"], "wound.healed-by-six")

    table.done(agent)
    assert table["A"].fresh == 1
    assert modifiers.accuracy(table.combat, table["A"]) == 2 - 4


@rule("quest/wound.healed-explicitly", "quest/action.use-item")
def test_a_salve_closes_a_wound_and_gives_no_hit_points() -> None:
    table = Table("A B . b", A=unit(items=["staunching-salve"]), B=unit(), b=unit())
    table["B"].hp = 20
    table["B"].set_wounds(2, 1)

    table.act("A", "use staunching-salve on B")

    assert table["B"].hp == 20
    assert table.wounds("B") == [0, 0, 0, 0]


@rule("quest/action.use-item")
def test_a_draught_is_given_to_a_neighbour_and_no_farther() -> None:
    rows = "A B C b"
    table = Table(rows, A=unit(items=["red-draught"]), B=unit(), C=unit(), b=unit())

    uses = [key for key in table.offers("A") if key.startswith("use")]

    assert uses == ["use red-draught on A", "use red-draught on B"]
    assert table.why_not("A", "use red-draught on C") == "action.use-item"


@rule("quest/turn.start-sequence", "quest/gm.will-to-fight")
def test_the_gm_is_not_asked_about_one_that_burns_to_death_at_the_start_of_its_turn() -> None:
    table = Table("A . b c", A=unit(), b=unit(hp=1), c=unit(), npcs="bc")
    table.give("b", "burning")

    table.start("b", "act", dice="d4 1")

    assert table["b"].fate == 1


@rule("quest/damage.reductions", "quest/sheet.armour")
@pytest.mark.parametrize(("worn", "lost"), [([], 5), (["padded-coat"], 5), (["mail-shirt"], 4)])
def test_a_crushing_weapon_takes_no_more_off_armour_than_there_is(
    worn: list[str], lost: int
) -> None:
    table = Table("A b .", A=unit(weapons=["mace"]), b=unit(armour=worn))
    assert worn != ["padded-coat"] or table["b"].sheet.armour.reduction == 1  # type: ignore[union-attr]

    table.act("A", "attack b with mace", "unaimed", dice="d20 19 d6 5")

    assert table["b"].hp == 50 - lost


@rule("quest/attack.dice-order")
def test_a_sum_of_dice_has_the_chances_that_trying_them_all_gives() -> None:
    throw = damage.DiceSum([(2, 4), (1, 6)])

    table = throw.table({})

    assert table == distribution(throw, {})
    assert sum([weight for _, weight in table]) == 96
    assert (table[0], table[-1]) == ((3, 1), (14, 1))


@rule("quest/wound.weakening-bonus-action")
@pytest.mark.parametrize(
    ("aim", "after"), [("slowing", 2), ("disrupting", 2), ("unaimed", 2), ("weakening", 1)]
)
def test_no_wound_but_a_weakening_one_takes_a_bonus_action(aim: str, after: int) -> None:
    table = Table("A b . . .", A=unit(weapons=SWORD), b=unit(), order="bA")

    table.act(
        "b", "move", "move 4,0", f"A: strike b with longsword {aim}", "stop", dice="d20 15 d8 6"
    )

    assert table["b"].ba == after


@rule("quest/attack.dice-order")
def test_no_dice_at_all_are_no_roll() -> None:
    table = Table("A b", A=unit(), b=unit())
    before = table.combat.changes

    assert damage.roll(table.combat, [(0, 6), (0, 4)], DAMAGE, 0, "attack.dice-order", "x") == 0
    assert table.combat.changes == before


@rule("quest/wound.healed-explicitly", "quest/action.use-item")
def test_the_user_of_a_salve_chooses_the_wound_and_the_target_of_a_spell_its_own() -> None:
    table = Table(
        "A B b",
        A=unit(mp=9, items=["staunching-salve"], spells=["close-wound"]),
        B=unit(),
        b=unit(),
    )
    table["B"].wounds = (1, 1, 1, 0)

    table.act("A", "use staunching-salve on B", "A: heal slowing wound")
    table.act(
        "A", "cast close-wound with ma", "no option", "target B", "B: heal weakening wound",
        dice="d4 2",
    )  # fmt: skip

    assert table.wounds("B") == [1, 0, 0, 0]
