"""The log: every event has words, and the words say who, what, with which dice."""

from __future__ import annotations

import pytest

from affray.content import load_encounter
from affray.core.choice import Agent, Choice
from affray.core.dice import SeededDice
from affray.core.event import (
    Asked,
    ConditionGained,
    ConditionLost,
    Damaged,
    Ended,
    Event,
    Fell,
    Healed,
    Moved,
    Placed,
    ResourceGained,
    ResourceSpent,
    Rolled,
    Rose,
    RoundBegan,
    Told,
    TurnBegan,
)
from affray.encounters.prepare import prepare
from affray.rulesets.thrum.choice.picking import Effects
from affray.rulesets.thrum.choice.steps import Defend
from affray.rulesets.thrum.feature import Attack, Use
from affray.rulesets.thrum.ruleset import Thrum
from affray.rulesets.thrum.state import ThrumCombat
from affray.rulesets.thrum.terms import EVASION, NO_DEFENCE, RESILIENCE
from affray.rulesets.thrum.text.questions import deed_of
from affray.rulesets.thrum.text.words import SILENT, ThrumWords
from tests.rules import rule
from tests.thrum.arena import ready
from tests.thrum.table import Table, npc, pc


class BotRandom(Agent):
    """Answers by a small generator of its own."""

    def __init__(self, seed: int) -> None:
        self.state = seed * 7919 + 13

    def decide(self, choice: Choice) -> int:
        answers = choice.answers()
        self.state = (self.state * 1103515245 + 12345) % (1 << 31)
        return answers[(self.state >> 8) % len(answers)]


def played(encounter: str, seed: int, rounds: int = 12) -> tuple[ThrumCombat, list[Event]]:
    """Play a watched fight at random."""
    ruleset, setup = prepare(load_encounter(encounter))
    whim: Agent = BotRandom(seed)
    combat = ruleset.begin(setup, SeededDice(seed), [whim] * len(setup.seats))
    assert isinstance(combat, ThrumCombat)
    combat.watched = True
    combat.dice.log = []
    events: list[Event] = []
    while not combat.outcome and combat.round <= rounds:
        combat.events = []
        combat.step()
        events += combat.events
    return combat, events


def words() -> ThrumWords:
    found = Thrum().words()
    assert isinstance(found, ThrumWords)
    return found


def told(table: Table) -> list[str]:
    """Return the lines that are worth one, of everything so far."""
    telling = words()
    return [
        "".join([part for _, part in telling.parts(table.combat, event)])
        for event in table.combat.events
        if telling.weight(event) != SILENT
    ]


@pytest.mark.parametrize(
    "encounter",
    ["thrum/broken-causeway", "thrum/choir-in-the-mire", "thrum/hold-the-gate", "thrum/tide-stair"],
)
@pytest.mark.parametrize("seed", range(4))
def test_every_event_of_a_long_random_fight_has_words(encounter: str, seed: int) -> None:
    combat, events = played(encounter, seed)
    telling = words()

    assert len(events) > 300
    for event in events:
        if isinstance(event, Asked):
            continue
        assert telling.knows(combat, event), event.name
        parts = telling.parts(combat, event)
        line = "".join([part for _, part in parts])
        assert {kind for kind, _ in parts} <= {"text", "who", "die", "number", "what", "cell"}
        assert line.strip()
        assert "_" not in line
        assert "Somebody" not in line


def test_an_unknown_event_still_has_a_line_and_is_not_taken_for_a_known_one() -> None:
    table = Table("A b", A=pc(), b=npc("biffer"))
    strange = Told("does_something_odd", 0)

    assert not words().knows(table.combat, strange)
    assert words().parts(table.combat, strange)[1] == ("text", " does something odd.")


def test_an_attack_is_told_with_dice_totals_defence_and_result() -> None:
    table = Table(
        "A b .", A=pc(POW=1, training={"brawling": 3}, abilities=["sockem"]), b=npc("biffer")
    )
    table["b"].fatigue = 3

    table.act("A", "sockem b", "b: resilience", "slowed", dice="4 5 3 2 1 3")

    assert told(table) == [
        "PC uses Sockem on Biffer.",
        "Sockem on Biffer: 2d6+6 [4 5] = 15 against Resilience 2d6+1 [3 2] = 6: a Critical.",
        "Biffer gains 1 Slowed.",
        "Biffer takes 3 Fatigue (3 to 6).",
        "Biffer is Stunned.",
        "Biffer makes an Incapacity Roll against the Finisher: 2d6+1 [1 3] = 5 against Fatigue 6 "
        "and goes down.",
        "Biffer is Incapacitated!",
        "Biffer loses 1 Fatigue Tolerance for falling (3 to 2).",
        "Biffer's Fatigue Load goes down for falling (6 to 5).",
        "The pcs win: all who opposed them are down.",
    ]


def test_the_parts_of_an_attack_say_what_each_is() -> None:
    table = Table("A b", A=pc(POW=1, training={"brawling": 3}), b=npc("biffer"))

    table.act("A", "basic-attack b", "b: resilience", dice="4 5 3 2 3")
    (roll,) = [event for event in table.combat.events if isinstance(event, Rolled)]

    assert words().parts(table.combat, roll) == [
        ("what", "Basic Attack"),
        ("text", " on "),
        ("who", "Biffer"),
        ("text", ": "),
        ("text", "3d6 keep low+6 "),
        ("die", "[4 5 3]"),
        ("text", " = "),
        ("number", "13"),
        ("text", " against Resilience "),
        ("text", "2d6+1 "),
        ("die", "[2 3]"),
        ("text", " = "),
        ("number", "6"),
        ("text", ": a Critical."),
    ]


def test_boons_and_banes_are_told_by_what_is_kept() -> None:
    table = Table("A . . b", A=pc(POW=1, training={"brawling": 3}), b=npc("biffer"))
    table.give("A", "weakened")

    table.act("A", "basic-attack b", "b: evasion", dice="6 2 5 1 4 6")

    assert told(table)[2] == (
        "Basic Attack on Biffer: 3d6 keep low+6 [6 2 5] = 13 against Evasion 3d6 keep high "
        "[1 4 6] = 10: a Success."
    )


def test_one_who_waives_its_defence_is_told_of() -> None:
    table = Table("A . . b", A=pc(), b=npc("biffer"))

    table.act("A", "basic-attack b", "b: no defence")

    assert told(table) == [
        "PC uses Basic Attack on Biffer.",
        "Biffer does not defend: a Success.",
        "Biffer takes 2 Fatigue (0 to 2).",
    ]


@rule("thrum/defence.evasion.success", "thrum/defence.evasion.failure")
def test_what_evasion_costs_is_told_with_its_reason() -> None:
    table = Table("A . . b", A=pc(), b=npc("biffer"))

    table.act("A", "basic-attack b", "b: evasion", dice="4 1 4 2 3")

    assert told(table)[-1] == "Biffer gains 1 Vulnerable for defending with Evasion."


@rule("thrum/attack.defence-before-roll", "thrum/defence.evasion.boon")
def test_who_defends_is_told_what_each_defence_adds_and_what_evasion_brings() -> None:
    table = Table("A . . b", A=pc(), b=npc("biffer"))
    ability = table["A"].sheet.ability("basic-attack")
    assert ability is not None
    use = Use(0, ability, table["A"].cell)
    use.targets = [1]
    use.attacks = [Attack(1)]
    allowed = [RESILIENCE, EVASION, NO_DEFENCE]
    choice = Defend(table["b"], use, 0, "attack.physical-defences", allowed, RESILIENCE)

    what = "Resilience adds 1; Evasion adds 0{}, and brings 1 Vulnerable unless it wins by 5"
    assert choice.prompt() == what.format(" and a Boon (a third die)")
    table.give("b", "vulnerable")
    assert choice.prompt() == what.format("")
    assert deed_of(table.combat, use, ["Ann", "Bif"]) == "Ann uses Basic Attack on Bif"


@rule("thrum/attack.entries-in-order")
def test_who_chooses_an_effect_is_told_what_each_does() -> None:
    combat = Table("A b", A=pc(abilities=["sockem"]), b=npc("biffer")).combat
    choice = Effects(combat.units[0], [(1, "shift"), (2, "slowed")], ["moves it", "gives 1 Slowed"])

    assert choice.prompt() == "shift: moves it; slowed: gives 1 Slowed"


def test_a_move_is_one_line_however_many_steps_it_has() -> None:
    table = Table("A . . . .", A=pc())

    table.move("A", "move 3,0")

    assert told(table) == ["PC moves from 0,0 to 3,0."]


def test_creatures_are_numbered_and_characters_go_by_their_names() -> None:
    _, setup = ready(
        party=[{"id": "ansa-brock"}, {"id": "mirel-osh", "name": "Old Mirel"}],
        foes=[{"id": "biffer", "count": 2}, {"id": "chaff"}],
    )

    sheets = [member.sheet for member in setup.members]
    names = [getattr(sheet, "name", "") for sheet in sheets]

    assert names == ["Ansa Brock", "Old Mirel", "Biffer 1", "Biffer 2", "Chaff"]


def test_statuses_are_counted_and_conditions_are_not() -> None:
    table = Table("A b", A=pc(), b=npc("biffer"))

    table.give("A", "burning", 2)
    table.give("A", "burning")
    table.give("A", "hidden")

    assert told(table) == [
        "PC gains 2 Burning.",
        "PC gains 1 Burning (now 3).",
        "PC is Hidden.",
    ]


def test_rounds_turns_deeds_and_outcomes_are_indented_in_this_order() -> None:
    telling = words()

    events = [
        RoundBegan(1),
        TurnBegan(0),
        Told("uses", 0),
        Damaged(0, "fatigue", 0, 1),
        Moved(0, 0, 1, way="steps"),
        Asked(0, "move", "move.budget", 1),
    ]

    assert [telling.weight(event) for event in events] == [0, 1, 2, 3, SILENT, SILENT]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Ended("end.all-npcs-down", 0), "The pcs win: all who opposed them are down."),
        (
            Ended("end.both-sides-down", -1),
            "The fight ends without a winner: both sides go down together.",
        ),
        (Fell(1, "incapacity.roll", 0, "incapacitated"), "Biffer is Incapacitated!"),
        (Rose(1, "incapacitated.ends-by-ability"), "Biffer is back on its feet."),
        (
            Damaged(1, "wounds", 1, 2),
            "Biffer takes a Wound for lying at Fatigue Tolerance 0 (now 2, of 3 that remove it).",
        ),
        (Fell(1, "end.surrender", -1, "removed"), "Biffer leaves the field."),
        (
            Fell(1, "incapacitated.three-wounds", -1, "removed"),
            "Biffer is out of the fight!",
        ),
        (Told("fate", 0, amount=2), "What becomes of PC: coma."),
        (Told("delays", 0, 1), "PC waits for Biffer."),
        (Told("is still", 1, 0, "dazed"), "Biffer is still Dazed."),
        (Told("responds", 1, 0, "burning"), "Biffer's Burning takes effect."),
        (
            Damaged(
                1,
                "fatigue",
                1,
                4,
                "status.vulnerable",
                0,
                "basic-attack",
                [(2, "basic-attack"), (-1, "spirit-armor"), (2, "status.vulnerable")],
            ),
            "Biffer takes 3 Fatigue: 2 Basic Attack, \u22121 Spirit armor, +2 Vulnerable (1 to 4).",
        ),
        (
            Healed(1, "fatigue", 4, 3, "incapacitated.drain-each-turn"),
            "Biffer's Fatigue Load goes down for lying at the end of its turn (4 to 3).",
        ),
        (
            Healed(1, "stress", 3, 0, "panic.fail-transfer"),
            "Biffer turns all its Stress into Fatigue (3 to 0).",
        ),
        (
            ResourceSpent(1, "stress-tolerance", 2, 1, "panic.fail-tolerance"),
            "Biffer loses 1 Stress Tolerance for losing its nerve (2 to 1).",
        ),
        (
            ResourceGained(0, "potential cannonball", 0, 1, "nova.potential-gain"),
            "PC gains 1 Potential for cannonball (0 to 1).",
        ),
        (ConditionGained(0, "stance dodge", 0, 1, "stance.one"), "PC takes the Stance Dodge."),
        (ConditionLost(0, "burning", 3, 2, "status.burning"), "PC's Burning goes down (3 to 2)."),
        (ConditionLost(0, "burning", 1, 0, "status.burning"), "PC is rid of Burning."),
        (ConditionLost(0, "dazed", 1, 0, "condition.dazed"), "PC is no longer Dazed."),
        (Placed(1, 1, -1, "minion.disappears", "vanishes"), "Biffer disappears."),
        (Placed(0, 0, 1, "move.swap", "swaps", 1), "PC changes places to 1,0."),
        (
            Damaged(1, "stress", 0, 1, "load.deal-n", 1, "", [(1, "overexert.cost")]),
            "Biffer takes 1 Stress for Overexert (0 to 1).",
        ),
        (
            Damaged(1, "fatigue", 0, 2, "panic.fail-transfer"),
            "Biffer takes 2 Fatigue for its Stress (0 to 2).",
        ),
        (
            Moved(1, 1, 0, "move.forced.path", "is moved", 0),
            "Biffer is moved by PC from 1,0 to 0,0.",
        ),
    ],
)
def test_events_read_as_sentences(event: Event, line: str) -> None:
    table = Table("A b", A=pc(), b=npc("biffer"))

    assert "".join([part for _, part in words().parts(table.combat, event)]) == line


@pytest.mark.parametrize("seed", range(3))
def test_everything_that_can_be_held_in_a_random_fight_is_known_by_id(seed: int) -> None:
    ruleset, setup = prepare(load_encounter("thrum/choir-in-the-mire"))
    whim: Agent = BotRandom(seed + 50)
    combat = ruleset.begin(setup, SeededDice(seed), [whim] * len(setup.seats))
    known = ruleset.effects()

    while not combat.outcome and combat.round <= 10:
        combat.step()
        for unit in combat.units:
            for held in unit.effects:
                assert known[held.effect.id] is held.effect
