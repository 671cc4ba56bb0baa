"""The log: every fact in a sentence, and no fact twice."""

from __future__ import annotations

import pytest

from affray.core.choice import PASS
from affray.core.event import ConditionGained, Told
from affray.core.window import CODES, Reply
from affray.rulesets.sovereign import actions, turn
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.choice.acting import Act
from affray.rulesets.sovereign.choice.moving import MoveTo
from affray.rulesets.sovereign.movement import ways
from affray.rulesets.sovereign.movement.walking import Move
from affray.rulesets.sovereign.reaction import windows
from affray.rulesets.sovereign.reaction.windows import Casting, Moment, Step
from affray.rulesets.sovereign.terms import HARM, ORDINARY
from affray.rulesets.sovereign.text.questions import deed_of
from affray.rulesets.sovereign.text.words import INSTANTS, SovereignWords
from tests.rules import rule

from .table import Table, body, library, strike


def log(table: Table) -> list[str]:
    """Return what has been told, each line indented."""
    words = SovereignWords()
    lines: list[str] = []
    for event in table.combat.events:
        depth = words.weight(event)
        if depth >= 0:
            text = "".join([part for _, part in words.parts(table.combat, event)])
            lines.append("  " * depth + text)
    return lines


def test_an_attack_is_told_with_its_sum_and_once() -> None:
    sword = strike(bonus=3, damage="1d8+1")
    table = Table("A . b", A=body(strike(bonus=3, damage="1d8+1", reach=2)), b=body(sword))
    table["b"].prone = True
    table["b"].main = False
    table.combat.watched = True

    table.act("A", "attack b with sword", dice="d20 9 d8 6")

    assert log(table) == [
        "    A attacks B with sword.",
        "      A rolls to hit: d20 [9] +3 attack bonus, +2 the target lies.",
        "      A hits B: 14 against AC 10.",
        "      A rolls damage: d8 [6].",
        "      B loses 7 hit points: 6 rolled, +1 sword; 13 left.",
    ]


def test_a_snap_attack_is_told_as_the_instant_that_it_is() -> None:
    table = Table("A b", A=body(), b=body(strike(bonus=3)))
    table.combat.watched = True

    table.act("A", "go prone", "b snap at A with sword", dice="d20 5")

    assert log(table) == [
        "    A drops to the ground.",
        "      B makes a Snap Attack on A with sword.",
        "      B rolls to hit: d20 [5] +3 attack bonus, \u22124 Snap Attack.",
        "      B misses A: 4 against AC 10.",
        "      A is prone.",
    ]


def test_an_action_of_one_s_own_is_told_as_what_is_done_whatever_pays_for_it() -> None:
    words = SovereignWords()
    keys = ("charge", "run", "run with main", "draw sword")
    told = [words.sentence(Told("acts", 0, -1, key)) for key in keys]
    assert told == ["charges.", "runs.", "runs.", "draws its {tool}."]


def test_every_action_of_a_turn_has_a_sentence_of_its_own() -> None:
    words = SovereignWords()
    wordless: list[str] = []
    for verb, word in actions.WORDS.items():
        friend = verb in actions.TOWARDS and verb not in (actions.STUN, actions.PIERCE)
        key = word if verb in actions.PLAIN else f"{word} bob with sword"
        event = Told("acts", 0, 1 if friend and verb != actions.SEARCH else -1, key)
        if words.weight(event) >= 0 and words.sentence(event).startswith("decides"):
            wordless.append(word)
    assert wordless == []


def test_a_thing_is_named_in_what_one_does_with_it() -> None:
    table = Table("A b", A=body(), b=body())
    words = SovereignWords()
    told = Told("acts", 0, -1, "draw in the other hand throwing-blade")
    line = "".join([part for _, part in words.parts(table.combat, told)])
    assert line == "A draws its throwing blade in the other hand."


@rule("sovereign/init.highest-first", "sovereign/init.party-wins-ties", "sovereign/init.party-dex")
@pytest.mark.parametrize(
    ("faces", "told"),
    [
        ("6 3", "The party act first: 7 to 3."),
        ("2 3", "The party act first: 3 to 3, and the players win ties."),
        ("2 5", "The foes act first: 5 to 3."),
    ],
)
def test_initiative_is_told_of_sides_and_with_what_to_what(faces: str, told: str) -> None:
    table = Table("A . b", A=body(mods=(0, 1, 0, 0, 0)), b=body())
    table.combat.watched = True
    first, second = faces.split()

    table.script([], f"d8 {first} d8 {second}")
    turn.roll_initiative(table.combat)

    assert [line.strip() for line in log(table)] == [
        f"The party roll initiative: d8 [{first}] +1 best DEX.",
        f"The foes roll initiative: d8 [{second}].",
        told,
    ]


@rule("sovereign/screen.action")
def test_whom_one_screens_is_told() -> None:
    table = Table("A B . c", A=body(), B=body(), c=body())
    table["c"].main = False
    table.combat.watched = True

    table.act("A", "screen", "stay")

    assert log(table) == [
        "    A moves to screen a friend.",
        "      A screens B until its next turn.",
    ]


@rule("sovereign/morale.group", "sovereign/morale.individual")
def test_who_loses_heart_is_told_why() -> None:
    table = Table("A b", A=body(), b=body())
    words = SovereignWords()

    def line(by: str) -> str:
        event = ConditionGained(1, "broken", 0, 1, by)
        return "".join([part for _, part in words.parts(table.combat, event)])

    assert line("morale.group") == "B loses heart, as a third of its group is lost."
    assert line("morale.individual") == "B loses heart, as half its hit points are lost."
    assert line("spell.creatures") == "B loses heart."


def test_a_blow_that_is_answered_is_told_with_what_it_came_to() -> None:
    table = Table("A b", A=body(), b=body())
    attack = Attack(0, 1, strike(), HARM, ORDINARY)
    names = ["Ann", "Bob"]
    assert deed_of(table.combat, attack, names) == "Ann attacks Bob with sword"

    attack.rolled = True
    attack.total = 10
    assert deed_of(table.combat, attack, names) == "Ann hits Bob with sword: 10 against AC 10"
    attack.total = 9
    assert deed_of(table.combat, attack, names) == "Ann misses Bob with sword: 9 against AC 10"
    attack.forced = 1
    assert deed_of(table.combat, attack, names) == "Ann hits Bob with sword: by luck"


@rule("sovereign/economy.response-windows")
def test_between_turns_is_told_who_may_still_act() -> None:
    table = Table("A b c d", A=body(), b=body(), c=body(), d=body())
    combat = table.combat
    combat.order, combat.turn_of = [1, 0], 0
    table["b"].acted = True
    names = ["Ann", "Bob", "Cyd", "somebody"]
    whose = f"A turn of the {combat.side_ids[1]} has ended"

    assert deed_of(combat, Moment(False), names) == f"{whose}; still to act: Cyd"
    table["c"].acted = True
    assert deed_of(combat, Moment(False), names) == whose
    assert deed_of(combat, Moment(True), names) == "The round is about to end"


def test_a_spell_under_way_is_named() -> None:
    table = Table("A b", A=body(), b=body())
    spell = library().spells["sleep"]
    assert deed_of(table.combat, Casting(0, 0, spell), ["Ann", "Bob"]) == "Ann casts Sleep"
    assert deed_of(table.combat, Casting(0, 1, spell), ["Ann", "Bob"]) == "Ann casts Sleep at Bob"


def test_where_to_go_is_asked_as_the_movement_that_it_is() -> None:
    table = Table("A B . . c", A=body(), B=body(), c=body())
    table["c"].main = False
    table.combat.watched = True
    questions = SovereignWords().questions

    table.act("A", "charge", "move 3,0", "no attack")

    rules = [rule for _, rule, _ in table.asked]
    assert "charge.straight" in rules
    assert "run.rate" not in rules
    assert "charge" in questions["charge.straight"]


def test_a_step_is_told_with_where_who_makes_it_has_come() -> None:
    table = Table("A . b", A=body(), b=body())
    names = ["A", "B"]
    assert deed_of(table.combat, Step(0, []), names) == f"A is on its way, now at {table.at('A')}"


def test_a_grapple_tells_what_its_check_came_to() -> None:
    table = Table("A b", A=body(skills={"brawl": 1}), b=body())
    table["b"].main = False
    table.combat.watched = True

    table.act("A", "grapple b with unarmed", dice="d20 18 d6 4 3")

    assert log(table)[-2:] == ["      A succeeds: 8 against 8.", "      A holds B fast."]


def test_instants_are_told_as_what_they_are() -> None:
    table = Table("A b", A=body(), b=body())
    words = SovereignWords()

    def line(what: str) -> str:
        event = Told("instant", 0, 1, what)
        return "".join([part for _, part in words.parts(table.combat, event)])

    assert line("snap and grapple b with unarmed") == (
        "A makes a Snap Attack to grapple B with unarmed."
    )
    assert line("veteran's luck") == "A trusts to Veteran's Luck."
    assert line("ready hand-axe") == "A takes its hand axe out of the pack at once."
    assert sorted(INSTANTS) == sorted(windows.PLAIN.values())


def test_how_far_one_may_still_go_is_told_in_squares_and_feet() -> None:
    table = Table("A . . b", A=body(), b=body())
    unit = table["A"]
    way = Move(table.combat, unit, ways.RUN)
    assert MoveTo(way).prompt() == "move, 6 squares (30 ft) left"
    way.spent = 5
    assert MoveTo(way).prompt() == "move, 1 square (5 ft) left"


# ---- what is offered, and for what


@rule("sovereign/economy.main", "sovereign/economy.move", "sovereign/economy.main-as-move")
def test_what_is_offered_in_a_turn_is_told_with_its_price() -> None:
    table = Table("A . . . b", A=body(strike(far=(6, 12))), b=body())
    words = SovereignWords()

    def told(key: str) -> tuple[str, str]:
        asked = Act(table.combat, table["A"], held=False)
        return words.label(asked, asked.option(asked.read(key)))

    assert told("attack b with sword") == ("", "Main Action")
    assert told("run") == ("", "Move Action")
    assert told("charge") == ("", "Main Action and Move Action")
    assert told("go prone") == ("", "")
    assert told("end turn") == ("", "")
    table["A"].step = False
    assert told("run with main") == ("run", "Main Action")


@rule("sovereign/snap.cost", "sovereign/total.cost")
def test_instants_that_cost_the_main_say_so() -> None:
    table = Table("A b", A=body(strike()), b=body(strike()))
    attack = Attack(0, 1, table["A"].sheet.strikes[0], HARM, ORDINARY)
    window = windows.Instants(table.combat, attack, rolled=False)
    codes = [PASS, *[CODES + one for one in window.replies(1)]]
    asked = Reply(1, 1, "economy.response-windows", codes, window, [1])
    options = [asked.option(one) for one in codes]
    prices = {one.verb: SovereignWords().label(asked, one)[1] for one in options}

    assert prices.pop("pass") == ""
    assert {"total defense", "snap"} < {*prices}
    assert {*prices.values()} == {"Main Action"}
