"""Fights told in sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from affray.bots import seated
from affray.content import list_encounters, load_encounter
from affray.content.like import builtin_tables, rows_of
from affray.core.choice import Option
from affray.core.dice import SeededDice
from affray.core.errors import ScriptError
from affray.core.event import Event, Rolled
from affray.encounters.prepare import prepare
from affray.rulebook import catalogue
from affray.rulesets.quest.actions import VERBS
from affray.rulesets.quest.choice.act import Act
from affray.rulesets.quest.choice.target import Notes
from affray.rulesets.quest.definitions import Note, Spell
from affray.rulesets.quest.state import QuestCombat
from affray.rulesets.quest.text.words import QuestWords
from tests.quest.table import Table, unit
from tests.rules import rule


@cache
def fought(key: str) -> QuestCombat:
    ruleset, setup = prepare(load_encounter(key))
    tactics = ruleset.tactics()
    agents = [seated("noisy", tactics, 4, 0, seat) for seat in range(len(setup.seats))]
    combat = ruleset.begin(setup, SeededDice(4), agents)
    assert isinstance(combat, QuestCombat)
    combat.watched = True
    while not combat.outcome:
        combat.changes = 0
        combat.step()
    return combat


def log(table: Table) -> list[str]:
    words = QuestWords()
    return [
        "".join([text for kind, text in words.parts(table.combat, event) if kind != "rule"])
        for event in table.combat.events
        if words.weight(event) >= 0
    ]


@pytest.mark.parametrize("key", [one.key for one in list_encounters("quest")])
def test_every_event_of_a_fight_has_words(key: str) -> None:
    combat = fought(key)
    words = QuestWords()

    for event in combat.events:
        if words.weight(event) < 0:
            continue
        assert words.knows(combat, event), event.name
        line = "".join([text for kind, text in words.parts(combat, event) if kind != "rule"])
        assert "{" not in line
        assert line.endswith(".") or event.name == "round"


def test_the_log_reads_like_a_report() -> None:
    table = Table("A b .", A=unit(weapons=["longsword"]), b=unit())
    table.act("A", "attack b with longsword", "slowing", dice="d20 15 d8 7")

    assert log(table) == [
        "A attacks B with longsword, aimed for a slowing wound.",
        "A rolls to hit: d20 [15] against target number 10.",
        "A hits.",
        "A rolls damage: d8 [7].",
        "B suffers a slowing wound.",
        "B loses 7 hit points (50 to 43).",
    ]


def test_an_unknown_event_is_told_plainly() -> None:
    table = Table("A . b", A=unit(), b=unit())

    parts = QuestWords().parts(table.combat, Event("dances", 0))

    assert "".join([text for _, text in parts]) == "A dances."


def test_further_dice_of_a_roll_are_told_apart_from_its_total() -> None:
    table = Table("A b", A=unit(acc=4), b=unit(str_=1))

    table.act(
        "A",
        "attack b with unarmed",
        "unaimed",
        "b: strike A with unarmed unaimed",
        dice="d20 1 d4 4 d6 2 d2 1",
    )

    assert log(table) == [
        "A attacks B with bare hands.",
        "A rolls to hit: d20+4 [1] = 5 against target number 10; the 1 calls for a d4 [4], "
        "and that for a d6 [2].",
        "A suffers a tragedy.",
        "B strikes at A: a free hit.",
        "B attacks A with bare hands.",
        "B rolls damage: d2 [1].",
        "A loses 4 hit points: 1 rolled, +1 strength, +2 doubled (50 to 46).",
    ]


def test_toggles_draughts_and_single_points_read_well() -> None:
    table = Table(
        "A b", A=unit(mp=9, items=["blue-draught"], spells=["stone-skin"]), b=unit(weapons=["whip"])
    )
    table.act("A", "cast stone-skin with aa", "no option")
    table.combat.events.clear()
    table.act("A", "toggle stone-skin on A")
    table.act("A", "toggle stone-skin on A")
    table["A"].aa = 1
    table.act("A", "use blue-draught on A")
    table.act("b", "attack A with whip", "unaimed", dice="d20 15 d4 4")

    lines = log(table)
    assert lines[0] == "A switches stone skin off."
    assert "A switches stone skin on." in lines
    assert "A regains 3 MP (6 to 9)." in lines
    assert lines[-1] == "A loses 1 hit point: 4 rolled, \u22123 stone skinned (50 to 49)."


@rule("quest/spell.cast-time", "quest/spell.notes-options")
def test_a_spell_of_several_actions_tells_what_it_takes_and_what_was_paid_for_more() -> None:
    table = Table("A . b", A=unit(mp=20, spells=["deep-healing", "ember-dart"]), b=unit())

    table.act("A", "cast deep-healing with ma")
    assert log(table)[-1] == (
        "A pays a move action to cast deep healing, "
        "which takes 1 attack action and 1 move action in all."
    )
    table.act("A", "cast ember-dart with aa", "option for 2 ba", dice="d20 15 d8 1 d4 2 3")
    assert "A pays an attack action to cast ember dart." in log(table)
    [whole] = [line for line in log(table) if line.startswith("A completes")]
    assert whole.startswith("A completes ember dart, for 2 bonus actions more: ")


@rule("quest/wound.fatal")
@pytest.mark.parametrize(("face", "what"), [(3, "nothing more"), (4, "16 more damage")])
def test_what_the_die_of_a_fatal_wound_brings_is_told(face: int, what: str) -> None:
    table = Table("A b .", A=unit(weapons=["longsword"]), b=unit())

    table.act("A", "attack b with longsword", "fatal", dice=f"d20 15 d8 7 d4 {face}")

    assert log(table)[0] == "A attacks B with longsword, aimed for a fatal wound."
    assert f"A rolls for the fatal wound: d4 [{face}] of 4: {what}." in log(table)


@rule("quest/thrall.when-paid", "quest/thrall.cost", "quest/summon.sickness-no-actions")
def test_a_thrall_is_offered_by_its_price_and_the_summoned_are_told_to_be_sick() -> None:
    table = Table("A . . b", A=unit(mp=20, spells=["raise-bone-servant"]), b=unit())

    with pytest.raises(ScriptError, match="6 maximum hit points"):
        table.act("A", "cast raise-bone-servant with aa", "no option", "at 1,0", "facing e")
    assert any("can neither act nor dodge yet" in line for line in log(table))


@rule("quest/initiative.ties-roll-off")
def test_a_roll_off_says_what_it_is_for() -> None:
    table = Table("A b", A=unit(), b=unit())
    event = Rolled(0, "", "initiative.ties-roll-off", 9, [20], [9], [("roll", [9], 9)])

    line = "".join([text for _, text in QuestWords().parts(table.combat, event)])
    assert line == "A rolls off its tie in Agility, for a place in the order: d20 [9]."


@rule("quest/spell.notes-options")
def test_what_is_offered_for_more_is_told_with_its_price() -> None:
    table = Table("A . b", A=unit(mp=20, spells=["ember-dart", "storm-column"]), b=unit())
    dart, storm = [table.combat.library.spells[id] for id in ("ember-dart", "storm-column")]

    asked = Notes(table["A"], dart, [0, 1])
    assert asked.prompt() == "Ember dart, for 1 bonus action, up to 2 times: 1d4 more damage."
    asked = Notes(table["A"], storm, [0, 1])
    assert asked.prompt() == "Storm column, for 2 bonus actions: Radius 2 instead of 1."


@rule("quest/spell.mp-cost")
def test_who_can_cast_is_told_its_mp_with_its_actions() -> None:
    table = Table("A b", A=unit(mp=9, spells=["mend"]), b=unit(mp=9))
    for name in ("A", "b"):
        table[name].aa, table[name].ma, table[name].ba = 1, 0, 2

    assert Act(table.combat, table["A"], False).prompt() == "1 aa, 0 ma, 2 ba, 9 MP"
    assert Act(table.combat, table["b"], False).prompt() == "1 aa, 0 ma, 2 ba"
    table["A"].aa = 0
    assert Act(table.combat, table["A"], False).prompt() == "0 aa, 0 ma, 2 ba"


SPELLS = rows_of(builtin_tables("quest"), "spell")


@pytest.mark.parametrize("entry", [pytest.param(one, id=str(one["id"])) for one in SPELLS])
def test_the_text_of_a_spell_tells_its_cost_its_range_and_what_it_does(
    entry: Mapping[str, Any],
) -> None:
    text = str(entry["text"])
    wanted = [f"{entry['mp']} MP"]
    wanted += [f"within {entry['range']}"] if entry["range"] else []
    wanted += [str(entry[name]) for name in ("damage", "heal", "status") if name in entry]
    wanted += [f"{entry['upkeep_mp']} MP at the start"] if "upkeep_mp" in entry else []
    wanted += [f"{entry['thrall_cost_mhp']} maximum"] if "summon" in entry else []
    wanted += ["attack"] if entry.get("attack") else []

    assert [word for word in wanted if word.lower() not in text.lower()] == []


def test_no_text_for_players_speaks_of_where_it_is_taken_from() -> None:
    tables = builtin_tables("quest")
    texts = [str(one.get("text", "")) for name in tables for one in rows_of(tables, name)]
    inner = re.compile(r"\b(seed|ours|AA|MA|BA|TN|FHS|Mhp)\b")

    assert [text for text in texts if inner.search(text)] == []


def test_no_rule_speaks_in_abbreviations_that_nobody_was_told() -> None:
    short = re.compile(r"\b([AMB]As?|FHS|TNs?|Mhp)\b")
    told = [
        (one.id, text)
        for one in catalogue.load("quest").rules.values()
        for text in (one.title, one.text, one.ruling, one.example)
    ]

    assert [(id, text) for id, text in told if short.search(text or "")] == []


@rule("quest/turn.cannot-act", "quest/condition.frozen", "quest/summon.sickness-no-actions")
def test_who_can_do_nothing_is_told_why() -> None:
    table = Table("A b", A=unit(), b=unit())
    table.give("A", "frozen")
    table["b"].sick = 1

    assert Act(table.combat, table["A"], False).prompt() == "nothing can be done: frozen"
    assert (
        Act(table.combat, table["b"], False).prompt() == "nothing can be done: summoning sickness"
    )


# ---- what is offered, and for what


@rule("quest/spell.notes-options")
def test_options_of_a_spell_are_called_by_what_they_bring() -> None:
    spell = Spell("veil", "Veil")
    spell.notes = [Note(1, 1, "Range 4."), Note(2, 2, "It has 3 more hit points.")]
    table = Table("A", A=unit())
    asked = Notes(table["A"], spell, [0, 1, 2, 5])
    words = QuestWords()

    assert [words.label(asked, asked.option(one))[0] for one in asked.answers()] == [
        "",
        "Range 4",
        "It has 3 more hit points",
        "Range 4; It has 3 more hit points, twice",
    ]


@rule("quest/action.extra-attack-price", "quest/action.ba-boosts-stack")
def test_prices_that_keys_do_not_tell_are_told() -> None:
    table = Table("A b", A=unit(), b=unit())
    asked = Act(table.combat, table["A"], opening=False)
    words = QuestWords()
    for key, verb, price in (
        ("extra attack b with bastard-sword", "extra-attack", "move action and 2 bonus actions"),
        ("extra throw dagger at b", "extra-throw", "move action and 2 bonus actions"),
        ("attack b with bastard-sword", "attack", "1 attack action"),
        ("throw dagger at b", "throw", "1 attack action"),
        ("disarm b with bastard-sword", "disarm", "1 attack action"),
        ("use staunching-salve on A", "use", "1 attack action"),
        ("break free", "break-free", "1 attack action"),
        ("toggle mend on A", "toggle", "1 bonus action"),
        ("boost hit", "boost", "1 bonus action"),
        ("move", "move", "1 move action"),
        ("move with 1 ba", "move", ""),  # it tells it
    ):
        assert verb in VERBS
        assert words.label(asked, Option(1, key, verb, 0)) == ("", price)


@rule("quest/spell.mp-cost", "quest/spell.cast-time", "quest/initiative.opening-attack")
def test_the_last_action_of_a_cast_is_told_with_the_mp_that_it_takes() -> None:
    table = Table("A b", A=unit(mp=20, spells=["ember-dart", "storm-column"]), b=unit())
    table["A"].aa = 1
    words = QuestWords()

    def price(key: str, *, opening: bool = False) -> str:
        asked = Act(table.combat, table["A"], opening)
        return words.label(asked, asked.option(asked.read(key)))[1]

    dart, storm = [table.combat.library.spells[id] for id in ("ember-dart", "storm-column")]
    assert (dart.aa, dart.ma) == (1, 0)
    assert price("cast ember-dart with aa") == f"1 attack action and {dart.mp} MP"
    assert storm.aa + storm.ma > 1
    assert price("cast storm-column with aa") == "1 attack action"
    assert price("cast ember-dart with aa", opening=True) == f"{dart.mp} MP"
