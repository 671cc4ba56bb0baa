"""What sessions, odds, saves and cases ask of Thrum."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from affray.bots import GreedyBot
from affray.content import load_encounter
from affray.core.choice import Absent, Agent
from affray.core.dice import SeededDice
from affray.core.effect import Held
from affray.core.errors import InvalidError
from affray.encounters.prepare import prepare
from affray.odds import odds
from affray.rulesets.thrum.choice.steps import Act
from affray.rulesets.thrum.ruleset import Thrum, lent
from affray.rulesets.thrum.state import ThrumCombat
from affray.rulesets.thrum.terms import ACTION_PHASE
from affray.session.fight import Fight
from affray.state import paths, snapshot
from tests.rules import rule
from tests.thrum.arena import ready
from tests.thrum.table import Table, npc, pc
from tests.thrum.test_words import BotRandom

THRUM = Thrum()


def value(table: Table, path: str) -> object:
    return paths.get(table.combat, THRUM, path)


@pytest.mark.parametrize("seed", range(3))
def test_a_fight_saved_anywhere_comes_back_as_it_was(seed: int) -> None:
    ruleset, setup = prepare(load_encounter("thrum/choir-in-the-mire"))
    agents: list[Agent] = [BotRandom(seed)] * len(setup.seats)
    combat = ruleset.begin(setup, SeededDice(seed), agents)
    template = ruleset.begin(setup, SeededDice(seed), agents)

    for number in range(260):
        if combat.outcome:
            break
        combat.step()
        if number % 20 == 0:
            data = json.loads(json.dumps(snapshot.save(combat, ruleset)))
            again = snapshot.load(template, data, ruleset)
            assert again.key() == combat.key()
            assert again.recount() == ""
            assert [(one.adjusts, one.listens, one.notices) for one in again.units] == [
                (one.adjusts, one.listens, one.notices) for one in combat.units
            ]


def test_values_are_read_by_the_words_of_the_game() -> None:
    table = Table("A . b", A=pc(novas=["cannonball"]), b=npc("biffer"))
    table.enter_stance("A", "dodge")
    table.give("A", "burning", 2)
    table["A"].fatigue = 4

    assert value(table, "A.burning") == 2
    assert value(table, "A.exhausted") is True
    assert value(table, "b.exhausted") is False
    assert value(table, "A.fatigue-tolerance") == 3
    assert value(table, "A.potential.cannonball") == 0
    assert paths.matches(table.combat, THRUM, "A.stance", "dodge")
    assert not paths.matches(table.combat, THRUM, "A.stance", "brace")
    assert paths.matches(table.combat, THRUM, "phase", "delay")


def test_values_are_set_by_the_words_of_the_game() -> None:
    table = Table("A . b", A=pc(novas=["cannonball"]), b=npc("biffer"))

    paths.arrange(
        table.combat,
        THRUM,
        {
            "phase": "action",
            "active": "A",
            "A.stance": "dodge",
            "A.mark": 3,
            "A.potential.cannonball": 6,
            "b.slowed": 1,
            "b.at": "1,0",
            "options.coup-de-grace": 1,
        },
    )
    table.combat.acting = True
    table.act("A", "basic-attack b", "b: resilience", dice="6 6 6 1 1")

    assert (table.n("A", "mark"), table.n("b", "slowed"), table.stance_of("A")) == (3, 1, "dodge")
    assert table["A"].potential == [6]
    assert table.combat.options[1] == 1


def test_an_edit_that_cannot_be_is_refused() -> None:
    table = Table("A . b", A=pc(novas=["cannonball"]), b=npc("biffer"))

    with pytest.raises(InvalidError, match="Potential out of bounds for cannonball"):
        paths.put(table.combat, THRUM, "A.potential.cannonball", 7)
    with pytest.raises(InvalidError, match="a Load or Tolerance below 0"):
        paths.put(table.combat, THRUM, "b.fatigue", -1)
    with pytest.raises(InvalidError, match=r"did you mean b\.fatigue"):
        paths.put(table.combat, THRUM, "b.fatige", 1)


def test_what_is_in_force_is_worked_out_anew_after_an_edit() -> None:
    table = Table("A b", A=pc(POW=2, training={"brawling": 3}), b=npc("biffer"))

    paths.put(table.combat, THRUM, "A.weakened", 1)
    table.act("A", "basic-attack b", "b: resilience", dice="6 6 1 1 1 1")

    assert table["b"].fatigue == 2, "6 and 6 dropped to 1 and 1 by the Banes of Weakened and Ranged"


def test_the_result_of_a_deed_names_loads_statuses_and_falling() -> None:
    table = Table("A b", A=pc(), b=npc("biffer"))
    table.give("b", "slowed", 2)
    table.give("b", "hidden")
    table["b"].fatigue = 3
    table["b"].incapacitated = True

    found = dict(zip(THRUM.result_names(), THRUM.result(table.combat, 1), strict=True))

    told = {name: n for name, n in found.items() if n}
    assert told == {
        "fatigue": 3,
        "fatigue tolerance": 3,
        "stress tolerance": 1,
        "incapacitated": 1,
        "slowed": 2,
        "hidden": 1,
    }


def test_the_odds_of_an_attack_tell_the_chance_of_each_load_even_of_the_last_blow() -> None:
    """Slowed bars Evasion: 2d6+2 against 2d6, more than it, deals 2; that fells nobody at once."""
    table = Table("A . b", A=pc(level=0, POW=1, training={"brawling": 3}), b=npc("chaff"))
    table.give("b", "slowed")
    table.begin_turn("A")
    table.combat.phase = ACTION_PHASE
    table.combat.agents = [Absent()] * 3
    answer = Act(table.combat, table["A"]).read("basic-attack b")

    found = odds(table.combat, [answer], THRUM)

    wins = sum(
        1
        for a in range(1, 7)
        for b in range(1, 7)
        for c in range(1, 7)
        for d in range(1, 7)
        if a + b + 3 > c + d
    )
    assert found.base.of("b", "fatigue") == {
        0: 1 - Fraction(wins, 6**4),
        2: Fraction(wins, 6**4),
    }


def test_lines_show_loads_against_tolerances_and_the_marks_in_words() -> None:
    table = Table("A . b", A=pc(novas=["cannonball"]), b=npc("biffer"))
    table.enter_stance("A", "dodge")
    table.give("A", "burning", 2)
    table.give("A", "hidden")
    table["A"].stress = 5

    assert THRUM.measures(table.combat, 0) == {
        "fatigue": 0,
        "fatigue tolerance": 3,
        "stress": 5,
        "stress tolerance": 2,
        "wounds": 0,
        "potential cannonball": 0,
    }
    marks = ["frayed", "burning 2", "hidden", "stance dodge"]
    assert THRUM.marks(table.combat, 0) == marks
    called = [THRUM.words().mark(table.combat, 0, mark) for mark in marks]
    assert called == ["frayed", "burning 2", "hidden", "stance Dodge"]


def test_counters_are_called_by_the_ability_that_keeps_them() -> None:
    table = Table(
        "A b",
        A=pc(training={"brawling": 3}, abilities=["guardian", "chokehold"]),
        b=npc("hookwarden"),
    )

    for unit in table.combat.units:
        names = THRUM.value_words(table.combat, unit.index, "used")
        assert len(names) == len(unit.used)
        assert len({name for name in names if name != "-"}) == len(names) - names.count("-")


def test_everything_an_art_can_put_on_somebody_has_an_id_of_its_own() -> None:
    by_id: dict[str, object] = {}
    for one in lent():
        assert by_id.setdefault(one.id, one) is one

    assert {"spirit-armor", "oilskin-ward", "messenger-of-woe"} <= set(THRUM.effects())


def test_a_fight_gives_everybody_as_they_leave_it() -> None:
    ruleset, setup = ready(
        party=[{"id": "ansa-brock", "with": {"wounds": 1}}], foes=[{"id": "chaff"}]
    )
    fight = Fight(ruleset, setup, seed=1)

    fight.auto("random", steps=30)

    assert fight.aftermath()["ansa-brock"]["wounds"] >= 1
    assert fight.aftermath()["chaff"] == {}


def test_an_empty_table_plays_by_its_defaults() -> None:
    ruleset, setup = ready(round_limit=3)
    combat = ruleset.begin(setup, SeededDice(4), [Absent()] * len(setup.seats))
    assert isinstance(combat, ThrumCombat)

    while not combat.outcome:
        combat.step()

    assert combat.outcome.startswith("end.")


def test_one_who_is_present_stands_somewhere_and_has_a_place_in_the_order() -> None:
    table = Table("A b", A=pc(), b=npc("biffer"))
    assert THRUM.recount(table.combat) == ""

    table.combat.leave(table["b"])
    assert THRUM.recount(table.combat) == "b is present, but on no square"

    table.combat.stand(table["b"], 1)
    table.combat.lineup.remove(table["b"].index)
    assert THRUM.recount(table.combat) == "b is on the map, but in no order"


def test_a_buff_with_its_creators_numbers_has_a_creator_who_can_make_it() -> None:
    table = Table("A C b", A=pc(abilities=["spirit-armor"]), C=pc(), b=npc("biffer"))
    spirit = THRUM.effects()["spirit-armor"]

    for source, wrong in ((0, ""), (1, "C has spirit-armor from nobody who has that ability")):
        table["C"].effects = [Held(spirit, 1, source, 0, source)]
        table.combat.refresh(table["C"])
        assert THRUM.recount(table.combat) == wrong


@pytest.mark.parametrize("id", sorted(THRUM.effects()))
def test_whatever_the_gm_puts_on_somebody_is_refused_or_played(id: str) -> None:
    ruleset, setup = prepare(load_encounter("thrum/broken-causeway"))
    agents: list[Agent] = [BotRandom(len(id))] * len(setup.seats)
    combat = ruleset.begin(setup, SeededDice(3), agents)
    assert isinstance(combat, ThrumCombat)
    while combat.round < 1:
        combat.step()

    for unit in combat.units:
        if unit.present and unit.controller < 0 and not unit.buffed():
            unit.effects.append(Held(ruleset.effects()[id], 1, unit.index, 0, unit.index))
            combat.refresh(unit)
            if combat.recount():
                unit.effects.pop()
                combat.refresh(unit)
    assert combat.recount() == ""

    for _ in range(80):
        if not combat.outcome:
            combat.step()
    assert combat.round > 0


@rule("thrum/setup.reinforcements")
def test_what_only_a_newcomer_listens_for_is_heard_from_its_round_on() -> None:
    """Lise Amaranth listens for a moment, and adjusts a number, as nobody on the causeway does."""
    setup = prepare(load_encounter("thrum/broken-causeway"))[1]
    combat = THRUM.begin(setup, SeededDice(1), [GreedyBot(THRUM.tactics())] * len(setup.seats))
    assert isinstance(combat, ThrumCombat)
    others = prepare(load_encounter("thrum/tide-stair"))[1].members
    newcomer = next(one for one in others if "lise-amaranth" in one.name)
    newcomer.side, newcomer.arrives = combat.pcs, 2
    listens, adjusts = combat.listens, combat.adjusts

    THRUM.enlist(combat, newcomer)

    unit = combat.units[-1]
    assert unit.listens & ~listens
    assert unit.adjusts & ~adjusts
    assert combat.listens == listens | unit.listens
    assert combat.adjusts == adjusts | unit.adjusts
