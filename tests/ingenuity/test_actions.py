"""Options as action codes: verb, object, target and place, within the bounds of the fight."""

from __future__ import annotations

from affray.content.values import MOST, WIDEST
from affray.core.choice import PASS, Absent, Agent, Choice, Option
from affray.core.dice import SeededDice
from affray.core.grid import OPEN, Grid
from affray.core.setup import Member, Setup, SideSetup
from affray.rulesets.ingenuity import actions
from affray.rulesets.ingenuity.action import perform
from affray.rulesets.ingenuity.choice import act
from affray.rulesets.ingenuity.choice.menu import Beside, Listed, Places, Units
from affray.rulesets.ingenuity.ruleset import Ingenuity
from affray.rulesets.ingenuity.state import IngenuityCombat
from affray.rulesets.ingenuity.terms import ACT_PHASE
from tests.ingenuity.table import Table, content_library, sheet
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


def test_a_code_is_small_and_says_all_its_parts_on_the_widest_map() -> None:
    last = WIDEST * WIDEST - 1
    assert max(actions.VERB_WORDS) < actions.MOST_VERBS
    assert MOST < actions.MOST_TARGETS
    assert last < actions.MOST_CELLS
    for verb in actions.VERB_WORDS:
        code = actions.code_of(verb, 300, MOST)
        parts = (actions.verb_of(code), actions.a_of(code), actions.b_of(code))
        assert parts == (verb, 300, MOST)
        assert code < 1 << 24
        there = actions.code_at(verb, last, 7)
        parts = (actions.verb_of(there), actions.way_of(there), actions.cell_of(there))
        assert parts == (verb, 7, last)
        assert there < 1 << 25
    assert actions.code_of(actions.GUARD) == actions.GUARD


@rule("ingenuity/action.ready.what", "ingenuity/action.free.step")
def test_far_out_and_against_the_last_of_many_an_answer_is_what_its_key_says() -> None:
    grid = Grid(WIDEST, WIDEST, [OPEN] * WIDEST**2, [0] * WIDEST**2, None, None, {})
    setup = Setup(grid, ["players", "foes", "gm"])
    setup.sides = [SideSetup("ours", "Ours", 0, []), SideSetup("foes", "Foes", 1, [])]
    setup.instigator = 0
    for n in range(120):
        cell = grid.size - 1 - n if n else grid.size - WIDEST * 2 - 1
        member = Member("anybody", f"n{n}", min(n, 1), sheet(["spear"]))
        member.cell = cell
        setup.members.append(member)
    combat = Ingenuity(content_library().library).begin(setup, SeededDice(1), [Absent()] * 3)
    assert isinstance(combat, IngenuityCombat)
    while combat.phase != ACT_PHASE:
        combat.step()
    asked = act.Act(combat, combat.units[0], True)
    for key in (
        f"step {grid.name(grid.size - WIDEST * 2 - 2)}",
        "ready move for an attack by n119",
    ):
        assert asked.key(asked.read(key)) == key
    step = asked.option(asked.read(f"step {grid.name(grid.size - WIDEST * 2 - 2)}"))
    assert step.cells == [grid.size - WIDEST * 2 - 2]
    assert asked.option(asked.read("ready move for an attack by n119")).targets == [119]


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
