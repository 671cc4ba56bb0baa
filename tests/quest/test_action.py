"""What a turn's actions pay for."""

from __future__ import annotations

import pytest

from affray.rulesets.quest.condition import modifiers
from affray.rulesets.quest.condition.modifiers import agility
from affray.rulesets.quest.movement import rates
from affray.rulesets.quest.resource import free_hits
from affray.rulesets.quest.terms import SLOTS
from affray.rulesets.quest.text.explain import breakdown
from tests.quest.table import Table, unit
from tests.rules import rule

SWORD = ["longsword"]


@rule(
    "quest/turn.no-conversion",
    "quest/action.aa-uses",
    "quest/action.ma-uses",
    "quest/action.ba-uses",
)
def test_no_kind_of_action_pays_for_anothers_uses() -> None:
    table = Table("A b . .", A=unit(mp=9, weapons=SWORD, spells=["mend", "slip-away"]), b=unit())
    table.begin_turn("A")
    table["A"].aa = 0
    assert table.why_not("A", "attack b with longsword") == "turn.allowance"
    assert table.why_not("A", "cast mend with ma") == "spell.cast-time"
    assert table.why_not("A", "cast mend with aa") == "turn.allowance"
    table["A"].aa = 1
    table["A"].ma = 0
    assert table.why_not("A", "move") == "turn.allowance"
    assert table.why_not("A", "cast slip-away with aa") == "spell.cast-time"
    table["A"].ba = 0
    assert table.why_not("A", "boost dodge") == "turn.allowance"


@rule("quest/action.aa-uses", "quest/action.ma-uses", "quest/action.ba-uses", "quest/action.talk")
@pytest.mark.parametrize("kind", ["aa", "ma", "ba"])
@pytest.mark.parametrize("word", ["pick up dagger", "sheathe mace", "talk", "stand up"])
def test_any_kind_of_action_picks_up_sheathes_talks_and_stands(kind: str, word: str) -> None:
    table = Table("A . b", A=unit(weapons=["mace"]), b=unit())
    table["A"].prone = word == "stand up"
    table.litter("1,0", "dagger")
    table.begin_turn("A")
    before = {"aa": 1, "ma": 1, "ba": 2}

    table.act("A", f"{word} for {kind}")

    before[kind] -= 1
    assert {"aa": table["A"].aa, "ma": table["A"].ma, "ba": table["A"].ba} == before


@rule("quest/action.draw-sheathe", "quest/sheet.armour")
def test_swapping_weapons_costs_two_actions_and_a_shield_is_handled_alike() -> None:
    table = Table("A . b", A=unit(weapons=["longsword", "mace"], armour=["buckler"]), b=unit())

    table.act("A", "sheathe longsword for ba")
    table.act("A", "draw mace for ba")
    assert table.holding("A") == ["buckler", "mace"]
    table.act("A", "sheathe buckler for ma")
    assert modifiers.dodge(table.combat, table["A"]) == 0
    table.act("A", "draw buckler for aa")
    assert modifiers.dodge(table.combat, table["A"]) == 1


@rule("quest/action.draw-sheathe", "quest/action.pick-up")
def test_quick_hands_do_one_of_it_free_each_turn() -> None:
    table = Table("A . b", A=unit(weapons=["longsword", "mace"], feats=["quick-hands"]), b=unit())

    table.act("A", "sheathe longsword for free")

    assert (table["A"].aa, table["A"].ma, table["A"].ba) == (1, 1, 2)
    assert table.why_not("A", "draw mace for free") == "action.draw-sheathe"


@rule("quest/action.pick-up", "quest/disarmed.retrieve")
def test_what_is_picked_up_is_held_if_a_hand_is_free_else_stowed() -> None:
    table = Table("A . b", A=unit(weapons=["longsword"], armour=["buckler"]), b=unit())
    table.litter("0,0", "mace")
    table.act("A", "pick up mace for ba")
    assert "mace" in table.carrying("A")
    empty = Table("A . b", A=unit(), b=unit())
    empty.litter("1,0", "mace")
    empty.act("A", "pick up mace for ba")
    assert empty.holding("A") == ["mace"]


@rule("quest/disarmed.anyone-may-take-it", "quest/disarmed.definition")
def test_anybody_may_take_what_lies_there() -> None:
    table = Table("A b . .", A=unit(weapons=SWORD), b=unit(weapons=["mace"]))
    table.act("A", "disarm b with longsword", dice="d20 15")
    assert table.lying() == ["mace at 2,0"]
    table.combat.move(table["b"], 3)

    table.act("A", "move", "move 1,0")
    table.act("A", "pick up mace for ba")

    assert "mace" in table.holding("A")


@rule("quest/action.drop-is-free")
def test_dropping_is_free_and_lands_below() -> None:
    table = Table("A . b", A=unit(weapons=SWORD), b=unit())

    table.act("A", "drop longsword")

    assert (table["A"].aa, table["A"].ma, table["A"].ba) == (1, 1, 2)
    assert table.lying() == ["longsword at 0,0"]


@rule("quest/action.talk", "quest/gm.speech")
def test_speaking_is_heard_by_the_gm_who_may_have_a_unit_give_up_or_flee() -> None:
    table = Table("A . b c", A=unit(), b=unit(), c=unit(), npcs="bc")

    table.act("A", "talk for ba", "gm: b gives up")
    assert table["b"].fate == 4
    table.act("A", "talk for ba", "gm: c flees")
    assert table["c"].fleeing
    assert table.why_not("c", "attack A with unarmed") == "gm.will-to-fight"
    nothing = Table("A . b", A=unit(), b=unit(), npcs="b")
    assert nothing.question("A", ["talk for ba"]).fallback() == 0  # type: ignore[union-attr]


@rule("quest/action.use-item")
def test_a_consumable_costs_an_aa_and_needs_no_drawing() -> None:
    table = Table(
        "A B . C b",
        A=unit(mp=9, items=["blue-draught", "staunching-salve"]),
        B=unit(),
        C=unit(),
        b=unit(),
    )
    table["A"].mp = 2
    table["B"].set_wounds(1, 1)

    assert table.why_not("A", "use blue-draught on C") == "action.use-item"
    table.act("A", "use blue-draught on A")
    assert table["A"].mp == 6
    assert table["A"].aa == 0
    table["A"].aa = 1
    table.act("A", "use staunching-salve on B")
    assert table.wounds("B") == [0, 0, 0, 0]
    assert table.carrying("A") == []


@rule("quest/action.ba-own-turn")
def test_bonus_actions_are_spent_in_the_own_turn_only() -> None:
    table = Table("A b .", A=unit(weapons=SWORD), b=unit(agi=2, weapons=SWORD))
    table.begin_turn("A")

    choice = table.question("A")

    assert choice is not None
    assert choice.who == table["A"].index
    assert table["b"].ba == 0


@rule("quest/action.ba-melee-damage", "quest/action.ba-boosts-stack")
def test_two_bas_on_damage_count_for_melee_and_free_hits_of_the_round() -> None:
    """1d8=4 with two BAs: 6; a free hit with 1d8=3: 5; in the next round 3."""
    table = Table("A b . .", A=unit(agi=3, weapons=SWORD), b=unit(movement=9))
    table.act("A", "boost damage")
    table.act("A", "boost damage")
    table.act("A", "attack b with longsword", "unaimed", dice="d20 15 d8 4")
    assert table["b"].hp == 44
    table.act(
        "b",
        "move",
        "move 3,0",
        "A: strike b with longsword unaimed",
        "move 1,0",
        dice="d20 15 d8 3",
    )
    assert table["b"].hp == 39
    table.next_round()
    table.act(
        "b", "move", "move 3,0", "A: strike b with longsword unaimed", "stop", dice="d20 15 d8 3"
    )
    assert table["b"].hp == 36


@rule("quest/action.ba-melee-damage")
def test_a_thrown_dagger_keeps_it_a_bow_a_flask_and_a_spell_have_none_and_criticals_double_it() -> (
    None
):
    table = Table(
        "A . b",
        A=unit(
            mp=9,
            weapons=["dagger", "sling"],
            drawn=["dagger", "sling"],
            items=["oil-flask"],
            spells=["ember-dart"],
        ),
        b=unit(hp=90),
    )
    table["A"].boost_damage = 2
    table.act("A", "throw dagger at b", "unaimed", dice="d20 20 d4 1 d4 2")
    assert table["b"].hp == 90 - 8
    for key, dice, lost in (
        (("attack b with sling", "unaimed"), "d20 15 d4 1", 1),
        (("throw oil-flask at b", "unaimed"), "d20 15 d4 1", 1),
        (("cast ember-dart with aa", "no option"), "d20 15 d8 1", 1),
    ):
        table["A"].aa = 1
        before = table["b"].hp
        table.act("A", *key, dice=dice)
        assert before - table["b"].hp == lost


@rule("quest/action.ba-hit", "quest/action.ba-boosts-stack", "quest/action.ba-boost-before-roll")
def test_to_hit_boosts_stack_and_count_for_later_rolls() -> None:
    table = Table("A b . .", A=unit(mp=9, weapons=SWORD, spells=["ember-dart"]), b=unit())
    table.act("A", "boost hit")
    table.act("A", "boost hit")

    table.act("A", "attack b with longsword", "unaimed", dice="d20 8 d8 1")

    assert table["b"].hp == 49


@rule("quest/action.ba-dodge", "quest/action.ba-boosts-stack")
def test_two_bas_on_dodge_last_to_the_next_turn_and_give_no_slot() -> None:
    """Agility +1: TN 13 until its next turn; free hit slots stay 2."""
    table = Table("A . b", A=unit(agi=1), b=unit())
    table.act("A", "boost dodge")
    table.act("A", "boost dodge")

    assert table.tn("A", "b") == 13
    assert free_hits.slots(table["A"]) == 2
    assert agility(table["A"]) == 1
    table.next_round()
    assert table.tn("A", "b") == 13
    table.start("A", "act")
    assert table.tn("A", "b") == 11


@rule("quest/action.extra-attack-price")
def test_an_additional_attack_needs_the_ma_and_two_bas_once_a_turn() -> None:
    table = Table("A b .", A=unit(weapons=SWORD), b=unit())
    table.act("A", "boost hit")
    assert table.why_not("A", "extra attack b with longsword") == "action.extra-attack-price"
    other = Table("A b .", A=unit(weapons=SWORD), b=unit())
    other["A"].owed = (0, 0, 1)  # it stood up off-turn for a BA
    assert other.why_not("A", "extra attack b with longsword") == "action.extra-attack-price"
    third = Table("A b .", A=unit(weapons=SWORD), b=unit())
    third.act("A", "extra attack b with longsword", "unaimed", dice="d20 2")
    assert (third["A"].aa, third["A"].ma, third["A"].ba) == (1, 0, 0)
    third["A"].ma, third["A"].ba = 1, 2
    assert third.why_not("A", "extra attack b with longsword") == "action.extra-attack-price"


@rule("quest/action.extra-attack-not-free-hit")
def test_the_additional_attack_uses_no_slot() -> None:
    table = Table("A b .", A=unit(agi=-2, weapons=SWORD), b=unit())

    table.act("A", "extra attack b with longsword", "unaimed", dice="d20 2")

    assert table["A"].used[SLOTS] == 0


@rule("quest/action.talk", "quest/prone.stand-cost")
def test_spring_up_makes_nothing_free_but_standing() -> None:
    table = Table("A . b", A=unit(feats=["spring-up"]), b=unit())

    assert [key for key in table.offers("A") if key.startswith("talk")] == [
        "talk for aa",
        "talk for ma",
        "talk for ba",
    ]


@rule("quest/action.draw-sheathe")
def test_what_is_drawn_is_put_away_no_longer() -> None:
    table = Table("A . b", A=unit(weapons=["mace", "dagger"]), b=unit())

    table.act("A", "draw dagger for ba")

    assert (table.holding("A"), table.carrying("A")) == (["mace", "dagger"], [])
    table.act("A", "sheathe mace for ba")
    assert (table.holding("A"), table.carrying("A")) == (["dagger"], ["mace"])


@rule("quest/action.use-item")
def test_a_draught_in_hand_is_drunk_from_the_hand() -> None:
    sheet_of = unit(hp=30, items=["red-draught"])
    table = Table("A . b", A=sheet_of, b=unit(), holding={"A": ["red-draught"]})
    table["A"].hp = 10
    assert table.holding("A") == ["red-draught"]

    table.act("A", "use red-draught on A", dice="d8 1")

    assert table["A"].hp > 10
    assert (table.holding("A"), table.carrying("A")) == ([], [])


@rule("quest/move.max-capacity", "quest/action.pick-up")
@pytest.mark.parametrize(("strength", "ok"), [(-1, True), (-2, False)])
def test_what_fills_the_capacity_to_the_last_can_be_picked_up(strength: int, ok: bool) -> None:
    """Two mauls are 8 bulk: capacity 8 holds them, 6 does not."""
    table = Table("A . b", A=unit(str_=strength, weapons=["maul"]), b=unit())
    table.litter("0,0", "maul")

    assert table.why_not("A", "pick up maul for ba") == ("" if ok else "move.max-capacity")


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
    assert found["use red-draught on A"] == "red-draught"
    assert found["lie down"] == "drop-prone"
    assert found["end turn"] == ""


@rule("quest/attack.hands", "quest/sheet.armour", "quest/disarmed.anyone-may-take-it")
def test_a_shield_picked_up_serves_whoever_holds_it() -> None:
    table = Table("A . b", A=unit(weapons=SWORD), b=unit())
    table.litter("1,0", "tower-shield")

    table.act("A", "pick up tower-shield for ba")

    assert table.holding("A") == ["longsword", "tower-shield"]
    assert table.tn("A", "b") == 12
    assert rates.movement(table.combat, table["A"]) == 5
    assert (2, "attack.hands") in breakdown(table.combat, table["A"], "target number")
    assert (-1, "sheet.armour") in breakdown(table.combat, table["A"], "movement")
    table.act("A", "sheathe tower-shield for ba")
    assert table.tn("A", "b") == 10
    table.act("A", "draw tower-shield for aa")
    assert table.tn("A", "b") == 12


@rule("quest/sheet.armour", "quest/action.pick-up")
def test_nobody_holds_two_shields() -> None:
    table = Table("A . b", A=unit(armour=["buckler"]), b=unit())
    table.litter("1,0", "tower-shield")

    table.act("A", "pick up tower-shield for ba")

    assert table.holding("A") == ["buckler"]
    assert table.carrying("A") == ["tower-shield"]
    assert table.why_not("A", "draw tower-shield for aa") == "sheet.armour"
    table.act("A", "drop buckler")
    table.act("A", "draw tower-shield for aa")
    assert table.tn("A", "b") == 12


@rule("quest/prone.stand-cost")
def test_with_spring_up_the_first_stand_of_a_round_is_the_free_one() -> None:
    table = Table("A . b", A=unit(feats=["spring-up"]), b=unit())
    table["A"].prone = True

    stands = [one for one in table.offers("A") if one.startswith("stand up")]
    assert stands == ["stand up for free"]
    assert table.why_not("A", "stand up for ba") == "prone.stand-cost"
    table.act("A", "stand up for free")
    table.act("A", "lie down")

    stands = [one for one in table.offers("A") if one.startswith("stand up")]
    assert stands == ["stand up for aa", "stand up for ma", "stand up for ba"]
    assert table.why_not("A", "stand up for free") == "prone.stand-cost"
