"""Whatever is refused in a turn is refused with its rule and in words."""

from __future__ import annotations

import pytest

from affray.bots import seated
from affray.content import list_encounters, load_encounter
from affray.core.choice import Absent, Agent, Choice
from affray.core.dice import SeededDice
from affray.encounters.prepare import prepare
from affray.rulesets.sovereign import actions, turn
from affray.rulesets.sovereign.action import legality
from affray.rulesets.sovereign.choice.acting import Act
from affray.rulesets.sovereign.text import refusals
from tests.rules import rule
from tests.sovereign.table import Table, body, strike


@rule("sovereign/melee.range", "sovereign/ranged.max-range")
def test_who_is_too_far_away_is_told_in_feet() -> None:
    spear = strike("hand-spear", far=(2, 3), thrown=True)
    table = Table("A . . . b", A=body(strike(), spear), b=body())
    table.turn_of("A")
    act = Act(table.combat, table["A"], held=False)

    assert act.why_not("attack b with sword") == (
        "melee.range",
        "B is 20 ft away, and sword reaches 5 ft",
    )
    assert act.why_not("attack b with hand-spear") == (
        "ranged.max-range",
        "B is 20 ft away, and hand spear reaches 15 ft",
    )


@rule("sovereign/charge.minimum")
def test_a_charge_without_room_is_refused_with_the_distance_of_its_rule() -> None:
    table = Table("# # #\n# A #\n# # #\nb . .", A=body(strike()), b=body())
    table.turn_of("A")
    act = Act(table.combat, table["A"], held=False)

    fact = "there is no straight way of at least 5 ft to charge"
    assert act.why_not("charge") == ("charge.minimum", fact)


def test_where_nobody_beside_one_sleeps_that_is_why_nobody_is_roused() -> None:
    table = Table("A B c", A=body(), B=body(), c=body())
    table.turn_of("A")
    act = Act(table.combat, table["A"], held=False)

    assert act.why_not("rouse B") == ("skill.action", "nobody beside it sleeps")


@rule("sovereign/charge.attack")
def test_at_the_end_of_a_charge_a_bow_is_refused_with_the_reason() -> None:
    bow = strike("bow", far=(9, 9))
    table = Table("A . . . . b", A=body(strike(), bow), b=body())
    table["b"].main = False
    seen: list[tuple[str, str]] = []

    class Asking(Agent):
        def decide(self, choice: Choice) -> int:
            if choice.kind == "action":
                return choice.read("charge")
            if choice.kind == "move":
                return choice.read("move 4,0" if "move 4,0" in keys(choice) else "stay")
            if choice.rule == "charge.attack":
                seen.append(choice.why_not("b with bow"))
                seen.append(choice.why_not("shove b with bow"))
                seen.append(choice.why_not("b with sword"))
                return choice.read("no attack")
            return choice.fallback()

    table.turn_of("A")
    table.combat.agents = [Asking()] * 4
    turn.go_on(table.combat, table["A"])

    no = ("charge.attack", "one ends a charge with a melee attack or a throw")
    assert seen == [no, no, ("", "")]


def keys(choice: Choice) -> list[str]:
    return [choice.key(one) for one in choice.answers()]


class Doubting(Agent):
    """Plays as another, and asks of everything that one may think of why it is refused."""

    def __init__(self, inner: Agent) -> None:
        self.inner = inner
        self.wordless: set[tuple[str, int]] = set()
        self.questions = 0

    def decide(self, choice: Choice) -> int:
        if isinstance(choice, Act) and self.questions < 40:
            self.questions += 1
            for code in choice.thinkable():
                no = legality.forbids(choice.state, choice.unit, code, held=choice.held)
                if no and refusals.why(choice.state, choice.unit, code, no) == refusals.UNKNOWN:
                    self.wordless.add((no, actions.verb_of(code)))
        return self.inner.decide(choice)


@pytest.mark.parametrize("name", [f"sovereign/{one.id}" for one in list_encounters("sovereign")])
def test_every_refusal_has_its_words(name: str) -> None:
    ruleset, setup = prepare(load_encounter(name))
    combat = ruleset.begin(setup, SeededDice(5), [Absent() for _ in setup.seats])
    agents = [
        Doubting(seated("noisy", ruleset.tactics(), 5, 0, seat)) for seat in range(len(setup.seats))
    ]
    combat.agents = list(agents)

    for _ in range(150):
        if combat.outcome:
            break
        combat.step()

    assert sum(one.questions for one in agents) >= 10
    assert set().union(*[one.wordless for one in agents]) == set()
