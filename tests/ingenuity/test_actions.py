"""Options as action codes: verb, object, target and place, within the bounds of the fight."""

from __future__ import annotations

from affray.core.choice import PASS, Agent, Choice, Option
from affray.core.dice import SeededDice
from affray.rulesets.ingenuity import actions
from affray.rulesets.ingenuity.action import perform
from affray.rulesets.ingenuity.choice import act
from affray.rulesets.ingenuity.choice.menu import Beside, Listed, Places, Units
from tests.ingenuity.table import Table, sheet
from tests.rules import rule


def by_key(asked: Choice) -> dict[str, Option]:
    found = [asked.option(one) for one in [*asked.answers(), *asked.unlisted()]]
    return {one.key: one for one in found}


@rule("ingenuity/action.attack", "ingenuity/action.ready.what", "ingenuity/action.brandish")
def test_every_option_of_a_turn_is_a_code_of_its_own() -> None:
    own = sheet(["spear", "knife"], items=["torch"], maneuvers=["heavy-attack"], powers=["bless"])
    table = Table("A b . o\n. . C .", A=own, b=sheet(), C=sheet())
    space = actions.space_of(table.combat)
    table.begin_turn("A")
    options = by_key(act.Act(table.combat, table["A"], True))
    codes = [one.action(space) for one in options.values()]
    assert len(set(codes)) == len(codes)
    assert all([space.holds(one) and space.action(space.code(one)) == one for one in codes])
    blow = options["attack b with spear"]
    assert (blow.verb, blow.targets, blow.ability, blow.cost) == ("attack", [1], "spear", 1)
    assert options["step 0,1"].cells == [4]
    assert options["ready heavy-attack for a move"].verb == "ready"
    assert options["end turn"].action(space) == (0, 0, 0, 0)


@rule("ingenuity/reaction.parry", "ingenuity/reaction.dodge")
def test_an_answer_to_an_attack_says_with_what() -> None:
    table = Table("A b", A=sheet(["spear"]), b=sheet(["longsword"]))
    met: list[Option] = []
    space = actions.space_of(table.combat)

    class Looker(Agent):
        def decide(self, choice: Choice) -> int:
            if choice.kind == "reply":
                met.extend(by_key(choice).values())
            return choice.fallback()

    table.begin_turn("A")
    table.combat.agents = [Looker()] * 4
    table.combat.dice = SeededDice(1)
    code = act.Act(table.combat, table["A"], True).read("attack b with spear")
    perform.perform(table.combat, table["A"], code, own=True)
    verbs = [one.verb for one in met]
    assert verbs[:3] == ["pass", "dodge", "parry"]
    assert len({one.action(space) for one in met}) == len(met)


def test_menus_say_what_their_answers_point_at() -> None:
    words = Listed(1, 0, "r", [(PASS, "no"), (7, "yes")], PASS, [-1, 2], [-1, 5])
    assert words.option(PASS).verb == "pass"
    assert (words.option(7).object, words.option(7).targets, words.option(7).cells) == (2, [2], [5])
    beside = Beside(1, 0, "r", [(PASS, "no"), (7, "yes")], [(9, "why")])
    assert [beside.option(one).object for one in (PASS, 7, 9)] == [0, 2, 3]
    assert Units(1, 0, "r", [(PASS, "no"), (3, "c")]).option(3).targets == [2]
    assert Places(1, 0, "r", [(PASS, "no"), (3, "2,0")]).option(3).cells == [2]
