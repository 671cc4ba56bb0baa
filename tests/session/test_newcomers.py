"""Who joins, who leaves and whom harm strikes in mid-fight by a word of the game master."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import pytest

import affray
from affray.core.errors import InvalidError
from affray.session import replay
from affray.session.fight import Fight
from tests.session.test_fight import duel


def causeway(seed: int = 3) -> Fight:
    return affray.start("thrum", "broken-causeway", seed)


def names(fight: Fight) -> list[str]:
    return [str(unit.name) for unit in fight.combat.units]


def test_a_newcomer_is_called_after_its_kind_and_numbered_on() -> None:
    fight = causeway()
    known = [one for one in names(fight) if one.startswith("biffer-")]
    assert fight.add("biffer", "0,0") == f"biffer-{len(known) + 1}"
    assert fight.add("biffer", [0, 1]) == f"biffer-{len(known) + 2}"
    assert fight.add("biffer", "0,2", name="Old Tom") == "old-tom"
    assert fight.add("biffer", "0,3", name="Old Tom") == "old-tom-2"


def test_the_side_may_be_left_out_where_one_alone_has_the_kind() -> None:
    fight = causeway()
    fight.add("biffer", "0,0")
    sides = {unit.name: unit.side for unit in fight.combat.units}
    assert sides[names(fight)[-1]] == sides["biffer-1"]
    stranger = "gatebreaker"
    assert stranger in fight.recruits()
    with pytest.raises(InvalidError, match="add: say to which side: ferrymen or foes"):
        fight.add(stranger, "0,1")
    fight.add(stranger, "0,1", "foes")


def test_another_of_a_kind_is_as_those_of_the_encounter(tmp_path: Path) -> None:
    text = Path(affray.__file__).parent / "rulesets/thrum/encounters/broken-causeway.toml"
    file = tmp_path / "strong.toml"
    file.write_text(text.read_text("utf-8").replace("tier = 0", "tier = 2"), "utf-8")
    fight = affray.start(file, seed=3)
    name = fight.add("biffer", "0,0")
    unit = fight.combat.units[names(fight).index(name)]
    other = fight.combat.units[names(fight).index("biffer-1")]
    weak = causeway().combat.units[names(fight).index("biffer-1")]
    assert unit.sheet.fatigue_tolerance == other.sheet.fatigue_tolerance
    assert unit.sheet.fatigue_tolerance > weak.sheet.fatigue_tolerance


def test_somebody_of_the_encounter_comes_once_more_by_name() -> None:
    fight = causeway()
    assert fight.add("biffer-1", "0,0").startswith("biffer-")
    assert fight.journal.entries[-1]["value"]["id"] == "biffer"


REFUSED = [
    ({"id": "bifer", "at": "0,0"}, "did you mean biffer"),
    ({"id": "biffer", "at": "99,0"}, "add: at: found"),
    ({"id": "biffer"}, "at: missing"),
    ({"at": "0,0"}, "id: missing"),
    ({"id": "biffer", "at": "0,0", "side": "fose"}, "did you mean foes"),
    ({"id": "biffer", "at": "0,0", "count": 2}, "one by one"),
    ({"id": "biffer", "at": "0,0", "tir": 2}, "tir"),
    ({"id": "biffer", "at": "0,0", "seat": "nobody"}, "expected one of this fight"),
    ({"id": "biffer", "at": "0,0", "with": {"fatigue": 2}}, "Loads begin at zero"),
    ("biffer at 0,0", "expected a table"),
]


@pytest.mark.parametrize(("value", "why"), REFUSED)
def test_what_cannot_join_is_refused_and_nothing_has_changed(value: object, why: str) -> None:
    fight = causeway()
    before = fight.journal.text()
    with pytest.raises(InvalidError, match=why):
        fight.edit("add", value)
    assert fight.journal.text() == before
    assert fight.choice.keys


def test_nobody_joins_where_somebody_stands() -> None:
    fight = causeway()
    stands = next(unit for unit in fight.combat.units if unit.cell >= 0)
    with pytest.raises(InvalidError, match=f"is held by {stands.name}"):
        fight.add("biffer", fight.combat.grid.name(stands.cell))


def test_a_newcomer_begins_in_the_state_that_is_stated() -> None:
    fight = causeway()
    name = fight.add("biffer", "0,0", state={"fatigue": 2, "slowed": 1})
    assert (fight.value(f"{name}.fatigue"), fight.value(f"{name}.slowed")) == (2, 1)


def test_undo_takes_a_newcomer_back_and_redo_brings_it_again() -> None:
    fight = causeway()
    fight.choose(fight.choice.keys[0])
    before, known = fight.digest, names(fight)
    name = fight.add("biffer", "0,0")
    after = fight.digest
    assert "add biffer" in str(fight.undo())
    assert (fight.digest, names(fight)) == (before, known)
    fight.redo()
    assert (fight.digest, names(fight)) == (after, [*known, name])


def test_saves_copies_and_pickles_hold_a_newcomer(tmp_path: Path) -> None:
    fight = causeway()
    fight.choose(fight.choice.keys[0])
    fight.add("biffer", "0,0", reason="they heard it")
    fight.auto("greedy", steps=12)
    fight.save(tmp_path / "fight.jsonl")
    line = next(one for one in fight.journal.entries if "edit" in one)
    assert json.loads(json.dumps(line))["value"]["side"] == "foes"
    twins = [
        replay.load(tmp_path / "fight.jsonl"),
        pickle.loads(pickle.dumps(fight)),
        copy.deepcopy(fight),
    ]
    combat = fight.timeline.combat
    assert pickle.loads(pickle.dumps(combat)).key() == combat.key()
    fight.auto("greedy", steps=12)
    for twin in twins:
        twin.auto("greedy", steps=12)
        assert twin.digest == fight.digest


def test_whoever_is_removed_is_out_until_undo() -> None:
    fight = causeway()
    fight.remove("biffer-1")
    assert fight.log()[-1] == "Biffer 1 is out of the fight!"
    with pytest.raises(InvalidError, match="out of the fight already"):
        fight.remove("biffer-1")
    with pytest.raises(InvalidError, match="did you mean biffer-2"):
        fight.remove("biffer-02")
    fight.undo()
    assert next(unit for unit in fight.combat.units if unit.name == "biffer-1").present


def test_a_fight_set_up_by_hand_takes_nobody() -> None:
    fight = duel()
    assert fight.recruits() == []
    with pytest.raises(InvalidError, match="set up by hand"):
        fight.edit("add", {"id": "ana", "at": "0,0"})


def test_what_a_newcomer_leaves_with_is_told() -> None:
    fight = causeway()
    name = fight.add("biffer", "0,0")
    assert name in fight.aftermath({})


# -- harm -----------------------------------------------------------------------------------------

# A fight, whom of it a thousand points strike, and what the log then says of it.
FALLEN = {
    "icon/tollgate-ambush": "defeated",
    "ingenuity/ash-chapel": "unconscious",
    "quest/cairn-gate": "defeated",
    "sovereign/pay-the-toll": "dies",
}


@pytest.mark.parametrize("key", FALLEN)
def test_whoever_loses_all_by_harm_falls_by_the_rules(key: str) -> None:
    fight = affray.start(key, seed=2)
    while fight.combat.active < 0:
        fight.auto("greedy", steps=1)
    foe = [one for one in fight.combat.units if one.side == 1 and one.cell >= 0][-1]
    before = fight.digest
    fight.damage(foe.name, 1000, reason="the bridge breaks")
    fallen = fight.timeline.combat.units[foe.index]
    assert fight.ruleset.down(fight.timeline.combat, foe.index), fight.log()[-6:]
    assert not fallen.able()
    assert f"The game master damages {foe.name}: 1000 damage" in fight.log()
    fight.undo(same_dice=True)
    assert fight.digest == before


def test_loads_grow_by_harm_and_who_responds_to_harm_does() -> None:
    fight = causeway()
    fight.damage("biffer-1", 2)
    fight.damage("biffer-1", 1, "stress")
    assert (fight.value("biffer-1.fatigue"), fight.value("biffer-1.stress")) == (2, 1)
    assert "The game master damages biffer-1: 1 stress" in fight.log()


def test_an_answer_given_before_harm_stands_after_it() -> None:
    fight = affray.start("thrum/broken-causeway", seed=1, seats={"foes": "greedy"})
    while not any(one.answers for one in [fight.timeline.open]) and not fight.over:
        fight.choose(fight.choice.fallback)
    given = [one.key for one in fight.timeline.open.answers]
    asked = fight.choice.rule
    fight.damage("biffer-1", 1)
    assert [one.key for one in fight.timeline.open.answers] == given
    assert fight.choice.rule == asked
    fight.undo(same_dice=True)
    assert [one.key for one in fight.timeline.open.answers] == given
    assert fight.value("biffer-1.fatigue") == 0


def test_who_joins_while_harm_waits_for_a_die_is_taken_back_alone() -> None:
    fight = affray.start("ingenuity/hollow-way", seed=2, dice=["goblin-cutter-1"])
    while not fight.combat.round:
        fight.choose(fight.choice.fallback)
    fight.damage("goblin-cutter-1", 5, "health")
    fight.choose("fortify")
    before = fight.digest, str(fight.dice_wanted), [one.key for one in fight.timeline.open.answers]
    assert before[1:] == ("d4 for reaction.fortify", ["fortify"])

    fight.add("oswin-tarr", "2,5", "wayfarers")
    assert fight.digest != before[0]
    fight.undo(same_dice=True)
    after = fight.digest, str(fight.dice_wanted), [one.key for one in fight.timeline.open.answers]
    assert after == before


HARMLESS = [
    ({"who": "biffer-1", "n": 0}, "expected 1 to 1000"),
    ({"who": "biffer-1", "n": True}, "expected 1 to 1000"),
    ({"who": "biffer-1"}, "expected a table"),
    ({"who": "bifer-1", "n": 2}, "did you mean biffer-1"),
    ({"who": "biffer-1", "n": 2, "what": "hp"}, "expected fatigue or stress"),
    ({"who": "ansa-brock", "n": 2}, "not on the map"),
]


@pytest.mark.parametrize(("value", "why"), HARMLESS)
def test_harm_that_makes_no_sense_is_refused(value: object, why: str) -> None:
    fight = causeway()
    before = fight.journal.text()
    with pytest.raises(InvalidError, match=why):
        fight.edit("damage", value)
    assert fight.journal.text() == before


def test_harm_that_asks_is_saved_before_it_is_answered(tmp_path: Path) -> None:
    """Rage may answer harm: until then what is due is part of the state."""
    fight = affray.start("ingenuity/cinder-ledge", seed=2)
    while fight.combat.active < 0:
        fight.auto("greedy", steps=1)
    asked = False
    for unit in fight.combat.units:
        for n in (6, 12):
            fight.damage(unit.name, n)
            if fight.asking and fight.timeline.combat.due is not None:
                asked = True
                with pytest.raises(InvalidError, match="first comes what strikes"):
                    fight.damage(unit.name, 1)
                fight.save(tmp_path / "fight.jsonl")
                twin = replay.load(tmp_path / "fight.jsonl")
                resumed = replay.resume(fight.snapshot())
                assert twin.choice.keys == resumed.choice.keys == fight.choice.keys
                combat = fight.timeline.combat
                assert pickle.loads(pickle.dumps(combat)).key() == combat.key()
                key = fight.choice.keys[-1]
                for one in (fight, twin, resumed):
                    one.choose(key)
                assert fight.digest == twin.digest == resumed.digest
                break
            if fight.over:
                return
    assert asked
