"""Ranks of creatures, luck that is given back, poisons, and what is cleared up at the end."""

from __future__ import annotations

import pytest

from affray.core.choice import Agent, Choice
from affray.core.dice import ScriptedDice
from affray.rulesets.ingenuity import condition, damage, end
from affray.rulesets.ingenuity.action import test
from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.reaction import defence
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.state import Piece
from tests.ingenuity.table import Table, sheet
from tests.rules import rule

PLAIN = {"stamina": 0, "focus": 0, "evasion": 5, "constitution": 9}


def plain(**more: int) -> Sheet:
    return sheet(numbers={**PLAIN, **more})


def simple(table: Table, name: str) -> None:
    table[name].simple = True


class Seat(Agent):
    """Somebody who chooses death, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def decide(self, choice: Choice) -> int:
        self.asked.append(choice.rule)
        return choice.read("dead")


@rule("ingenuity/gm.creature-ranks")
def test_the_attacker_chooses_though_it_strikes_in_the_turn_of_the_fallen() -> None:
    table = Table("A b", A=sheet(["spear"]), b=plain())
    simple(table, "b")
    table["b"].endurance = 2
    table.begin_turn("b")
    seats = [Seat() for _ in range(4)]
    table.combat.agents = list(seats)
    deed = Attack(0, 1, table.combat.library.by_id["spear"], None)
    damage.hurt(table.combat, table["b"], 5, 1, "attack.damage", deed=deed)
    assert [one.asked for one in seats] == [["gm.creature-ranks"], [], [], []]
    assert not table["b"].present


@rule("ingenuity/gm.creature-ranks", "ingenuity/condition.bleeding")
def test_of_a_common_creature_bleeding_takes_endurance_alone() -> None:
    table = Table("A . b", A=plain(), b=plain())
    simple(table, "b")
    table.give("b", "bleeding", 3)
    damage.suffer(table.combat, table["b"])
    assert (table["b"].endurance, table["b"].health) == (9, 12)


@rule("ingenuity/gm.creature-ranks", "ingenuity/maneuver.reaction")
@pytest.mark.parametrize(("used", "asked"), [(1, True), (2, False)])
def test_a_common_creature_s_answers_count_among_its_two(used: int, asked: bool) -> None:
    one = sheet(["longsword"], maneuvers=["opportunity-strike", "riposte"])
    table = Table("A . . . d\nb . . . .", A=one, b=sheet(["longsword"], speed=6), d=plain())
    simple(table, "A")
    table.count("A", "used", used)
    keys = ["A: pass", "stop"] if asked else []
    table.act("b", "move", "move 1,1 2,1 3,1", *keys)
    table = Table("A b", A=one, b=sheet(["longsword"]))
    simple(table, "A")
    table.count("A", "used", used)
    window = "riposte with longsword" if asked else "parry with longsword"
    dice = "d6 1 1 d20 9" + (" d6 1 1 d20 9" if asked else "")
    keys = ["A: with longsword held", "A: strength piercing", "b: pass"] if asked else []
    table.act("b", "attack A with longsword", "strength piercing", f"A: {window}", *keys, dice=dice)
    assert table.used("A", "used") == 2


@rule("ingenuity/fate.amount", "ingenuity/fate.maximize")
def test_fortune_favours_a_twenty_that_was_rolled_not_one_that_was_bought() -> None:
    table = Table("A b", A=sheet(["longsword"], talents=["fortunes-favour"], fate=1), b=plain())
    swing = ("attack b with longsword", "strength piercing")
    table.act("A", *swing, "fate luck", dice="d6 1 1 d20 9")
    assert table["A"].fate_points == 0
    table.act("A", *swing, dice="d6 1 1 d20 20")
    assert table["A"].fate_points == 1


@rule("ingenuity/fate.amount", "ingenuity/test.luck-test")
def test_fortune_favours_a_twenty_of_a_luck_test_too() -> None:
    table = Table("A b", A=sheet(talents=["fortunes-favour"]), b=plain())
    table.combat.dice = ScriptedDice([(20, 20)])
    assert test.luck_test(table.combat, table["A"], 10, "death.risk")
    assert table["A"].fate_points == 1


@rule("ingenuity/condition.blinded")
@pytest.mark.parametrize("blind", [True, False])
def test_a_blinded_one_has_disadvantage_whoever_its_action_is_for(blind: bool) -> None:
    more = " d6 1" if blind else ""
    for keys, one in (
        (["resuscitate B"], sheet()),
        (["inspire B"], sheet(maneuvers=["inspire"])),
        (["staunch B"], sheet()),
        (["bless B", "B: willing"], sheet(powers=["bless"], prof={"Charity": 1})),
    ):
        table = Table("A B c", A=one, B=plain(), c=plain())
        table.give("B", "bleeding", 3)
        if keys[0].startswith("res"):
            table.fell("B")
        if blind:
            table.give("A", "blinded")
            table.give("A", "taunted", 1, "c")  # which is no matter when one helps
        table.act("A", *keys, dice="d6 6 5 d20 9" + more)
        assert table.results()[0] == (6 if blind else 11) + (1 if "bless B" in keys else 0)


@rule("ingenuity/condition.poison", "ingenuity/turn.round-length")
def test_a_slow_poison_acts_at_the_end_of_its_interval_not_at_once() -> None:
    viper = sheet(["bite"])
    viper.poison_every = 5
    table = Table("A b", A=viper, b=plain(constitution=2))
    condition.gain(table.combat, table["b"], "poison", 3, 0, 0, 7 + 1000)
    lost = []
    for number in range(1, 8):
        table.combat.round = number
        table["b"].suffered = False
        damage.suffer(table.combat, table["b"])
        lost.append(12 - table["b"].health)
        table["b"].awake = True
    assert lost == [0, 0, 0, 0, 0, 3, 3]


@rule("ingenuity/condition.poison", "ingenuity/fate.spend")
def test_fate_buys_the_stamina_to_fortify_against_a_poison() -> None:
    table = Table("A b", A=plain(), b=sheet(numbers={"constitution": 2}, fate=1))
    table["b"].stamina = 0
    table.give("b", "poison", 3)
    table["b"].effects[0].anchor = 7
    table.start("b", "fate and fortify", dice="d6 3 4 d20 9")
    assert (table["b"].health, table["b"].fate_points) == (12 - 2, 0)
    assert table["b"].stamina == 5


@rule("ingenuity/end.cleanup", "ingenuity/reaction.recovery")
def test_what_runs_down_at_the_end_is_met_with_a_reaction_each_turn() -> None:
    table = Table("A b", A=sheet(numbers={"constitution": 1}), b=plain())
    table["A"].health = 10
    table.give("A", "bleeding", 2)
    table.count("A", "reactions", 1)
    table.act("A", "end turn")
    table.fell("b")
    table.step("A: fortify", "A: fortify", dice="d6 6 6 d20 9 d6 6 6 d20 9")
    assert table.combat.outcome == "end.last-team"
    assert table["A"].awake


@rule("ingenuity/end.cleanup")
def test_what_lay_about_from_the_beginning_stays_where_it_lies() -> None:
    table = Table("A b", A=plain(), b=plain())
    found = Piece(table.combat.library.by_id["rope"].number)
    found.serial = 9900
    found.cell = 1
    table.combat.litter.append(found)
    end.gather(table.combat, 0)
    assert table.combat.litter == [found]


@rule("ingenuity/end.cleanup")
def test_a_comrade_takes_up_what_one_who_lies_there_threw() -> None:
    table = Table("A B c", A=sheet(["knife"]), B=plain(), c=plain())
    table.act("A", "shoot c with knife", dice="d6 1 1 d20 9")
    table.fell("A")
    end.gather(table.combat, 0)
    assert not table.combat.litter
    assert len(table["A"].pieces) == 1


@rule("ingenuity/damage.healing")
def test_no_more_is_told_to_be_restored_than_is() -> None:
    table = Table("A b", A=plain(), b=plain())
    table["A"].endurance = 10
    spending.heal(table.combat, table["A"], 6, 1, "damage.healing")
    assert table.told("healed")[0].amount == 2


@rule("ingenuity/maneuver.steps", "ingenuity/reaction.fortify", "ingenuity/reaction.resist")
@pytest.mark.parametrize("answer", ["fortify", "resist", "dodge"])
def test_a_rally_adds_to_the_next_defence_test_whichever_it_is(answer: str) -> None:
    table = Table("A b", A=plain(), b=sheet(numbers={"constitution": 2, "willpower": 2}))
    table.give("b", "rallied", 2)
    made = {"fortify": defence.fortify, "resist": defence.resist}.get(answer)
    table.combat.dice = ScriptedDice([(6, 3), (6, 3), (20, 9)])
    if made is not None:
        assert made(table.combat, table["b"], 20) == 8
    else:
        table["A"].sheet.weapons = [table.combat.library.by_id["bite"]]
        table.act("A", "attack b with bite", "strength piercing", "dodge", "stay",
                  dice="d6 3 3 d20 9 d6 3 3 d20 9")  # fmt: skip
        assert table.results() == [6, 8]
    assert not table["b"].is_held("rallied")


@rule("ingenuity/turn.round-length", "ingenuity/test.rounding-up")
@pytest.mark.parametrize(("seconds", "rounds"), [(1, 1), (6, 1), (7, 2), (12, 2), (60, 10)])
def test_seconds_are_rounds_rounded_up(seconds: int, rounds: int) -> None:
    assert condition.rounds_of(seconds) == rounds


@rule("ingenuity/gm.creature-ranks", "ingenuity/reaction.free")
@pytest.mark.parametrize(("used", "asked"), [(1, True), (2, False)])
def test_a_shield_made_in_haste_counts_among_a_common_creature_s_two(
    used: int, asked: bool
) -> None:
    mage = sheet(powers=["shield-of-force"], prof={"Abjuration": 2}, stamina=0)
    table = Table("A b", A=mage, b=sheet(["longsword"]))
    simple(table, "A")
    table.count("A", "used", used)
    more = ["conjure shield-of-force"] if asked else []
    dice = "d6 3 3 d20 9" + (" d6 3 3 d20 9" if asked else "")
    table.act("b", "attack A with longsword", "strength piercing", *more, dice=dice)
    assert table["A"].endurance == (12 if asked else 12 - 11)


@rule("ingenuity/gm.creature-ranks")
def test_all_resources_of_the_legendary_are_doubled() -> None:
    table = Table("A b", A=plain(), b=plain())
    unit = table["b"]
    unit.doubled = True
    unit.sheet = sheet(health=5, endurance=6, stamina=7, focus=8)
    most = [unit.most_health(), unit.most_endurance(), unit.most_stamina(), unit.most_focus()]
    assert most == [10, 12, 14, 16]
