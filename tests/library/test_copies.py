"""Copies and pickles of fights: as they were, and from there on the same; compiled or not."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import affray
from affray.bots import BotRandom, at_random
from affray.content import load_encounter
from affray.content.game import game_ids
from affray.core.combat import Combat
from affray.core.dice import ScriptedDice, SeededDice
from affray.core.errors import AffrayError, AmbiguousError, UnknownKeyError
from affray.core.suspension import RecordedDice
from affray.encounters.prepare import prepare
from affray.session.fight import Fight
from affray.session.files import Entry
from affray.session.journal import event_data
from tests.core.duel import Duel, face_to_face

ENCOUNTERS = {
    "icon": "icon/tollgate-ambush",
    "ingenuity": "ingenuity/toll-bridge",
    "quest": "quest/ford-of-reeds",
    "sovereign": "sovereign/pay-the-toll",
    "thrum": "thrum/broken-causeway",
}

Copied = Callable[[Any], Any]


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


HOW: list[Copied] = [Fight.copy, pickled]


def looks(fight: Fight) -> list[object]:
    """All that can be seen of a fight."""
    return [
        fight.digest,
        fight.combat.key(),
        fight.journal.text(),
        fight.choice.keys if fight.asking else [],
        str(fight.dice_wanted),
        [event_data(event) for event in fight.events],
        fight.seats,
        fight.outcome,
    ]


def play(fight: Fight, answers: int, whim: BotRandom) -> None:
    for _ in range(answers):
        if fight.asking:
            fight.choose(at_random(fight.choice, whim))


def midst(ruleset: str, answers: int = 15) -> Fight:
    """A fight in its midst, random answers on one side and a player that slips on the other."""
    fight = affray.start(ENCOUNTERS[ruleset], seed=5)
    fight.seat({fight.setup.seats[1]: "noisy"})
    play(fight, answers, BotRandom(3))
    return fight


@pytest.mark.parametrize("ruleset", game_ids())
def test_a_copy_is_equal_and_goes_on_equally_and_by_itself(ruleset: str) -> None:
    fight = midst(ruleset)
    before = looks(fight)

    twins = [fight.copy(), pickled(fight)]
    for twin in twins:
        assert looks(twin) == before
        play(twin, 5, BotRandom(9))
        assert looks(fight) == before
    play(fight, 5, BotRandom(9))

    assert looks(fight) == looks(twins[0]) == looks(twins[1])


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy])
def test_the_copy_module_copies_whole(how: Copied) -> None:
    fight = midst("quest", 4)

    twin = how(fight)
    play(twin, 2, BotRandom(9))
    assert looks(twin) != looks(fight)
    play(fight, 2, BotRandom(9))

    assert looks(twin) == looks(fight)


@pytest.mark.parametrize("how", HOW)
def test_a_step_under_way_waits_at_the_same_question(how: Copied) -> None:
    fight = midst("thrum")
    whim = BotRandom(1)
    while not fight.timeline.open.answers:
        assert fight.asking
        play(fight, 1, whim)

    twin = how(fight)
    assert (twin.choice.rule, twin.choice.keys) == (fight.choice.rule, fight.choice.keys)
    assert twin.choice.choice is not fight.choice.choice
    for one in (twin, fight):
        one.choose(one.choice.options[0])

    assert looks(twin) == looks(fight)


@pytest.mark.parametrize("how", HOW)
def test_undo_and_redo_come_with_it(how: Copied) -> None:
    fight = midst("quest", 12)
    fight.undo()
    play(fight, 2, BotRandom(1))
    fight.undo(2)

    twin = how(fight)
    for one in (fight, twin):
        one.redo()
    assert looks(twin) == looks(fight)
    for one in (fight, twin):
        one.undo(3)

    assert looks(twin) == looks(fight)


@pytest.mark.parametrize("how", HOW)
def test_a_die_to_be_rolled_by_hand_is_still_wanted(how: Copied) -> None:
    fight = affray.start("icon/tollgate-ambush", seed=2, dice="real")
    while fight.dice_wanted is None:
        assert fight.asking
        fight.choose(affray.bots.greedy(fight.choice))

    twin = how(fight)
    for one in (fight, twin):
        one.give_die(1)

    assert looks(twin) == looks(fight)


@pytest.mark.parametrize("how", HOW)
def test_a_fight_that_is_over_stays_over(how: Copied) -> None:
    fight = affray.start("quest/ford-of-reeds", seed=2)
    fight.auto()

    twin = how(fight)
    assert (twin.over, twin.outcome, twin.log()) == (True, fight.outcome, fight.log())
    twin.undo()

    assert fight.over


class Counting(affray.Agent):
    """Counts what it is asked, and knows the fight in which it sits."""

    def __init__(self) -> None:
        self.asked = 0
        self.fight: Fight | None = None

    def decide(self, choice: affray.Choice) -> int:
        self.asked += 1
        return choice.fallback()


@pytest.mark.parametrize("how", HOW)
def test_players_are_copied_with_what_they_remember(how: Copied) -> None:
    mine = Counting()
    fight = affray.start("quest/ford-of-reeds", seed=2, seats={"foes": mine})
    while not mine.asked:
        assert fight.asking
        fight.choose(affray.bots.greedy(fight.choice))
    asked = mine.asked

    twin = how(fight)
    copied = twin.timeline.agents[1]
    assert isinstance(copied, Counting)
    assert copied is not mine
    assert copied.asked == asked
    while copied.asked == asked:
        assert twin.asking
        twin.choose(affray.bots.greedy(twin.choice))

    assert mine.asked == asked


def test_a_player_that_knows_its_fight_knows_the_copy_afterwards() -> None:
    mine = Counting()
    fight = affray.start("quest/ford-of-reeds", seed=2, seats={"foes": mine})
    mine.fight = fight

    twin = fight.copy()
    copied = twin.timeline.agents[1]

    assert isinstance(copied, Counting)
    assert copied.fight is twin


def test_nobody_hears_of_a_copy_until_it_is_said_who_does() -> None:
    heard: list[Entry] = []
    fight = affray.start("quest/ford-of-reeds", seed=2, on_entry=heard.append)
    twin = fight.copy()
    known = len(heard)

    play(twin, 3, BotRandom(1))
    assert len(heard) == known
    play(fight, 3, BotRandom(1))

    assert len(heard) > known


def test_a_fight_with_a_pack_is_pickled_with_it(tmp_path: Path) -> None:
    pack = tmp_path / "more.toml"
    pack.write_text('ruleset = "quest"\nid = "more"\nname = "More"\n', encoding="utf-8")
    fight = affray.start("quest/ford-of-reeds", seed=2, packs=pack)
    pack.unlink()

    assert looks(pickled(fight)) == looks(fight)
    assert pickled(fight.combat).key() == fight.combat.key()


def test_a_fight_set_up_by_hand_is_copied_but_not_pickled() -> None:
    fight = Fight(Duel(), face_to_face(), 3)

    assert looks(fight.copy()) == looks(fight)
    with pytest.raises(TypeError, match="set up by hand"):
        pickle.dumps(fight)
    with pytest.raises(TypeError, match="set up by hand"):
        pickle.dumps(fight.combat)


def test_a_pickle_of_other_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = midst("quest", 2)
    state = fight.__getstate__()
    state["journal"].header["start"] = "0" * 16

    with pytest.raises(affray.InvalidError, match="other rules or content"):
        object.__new__(Fight).__setstate__(state)


# -- combats and what they are made of -------------------------------------------------------------


def seen(combat: Combat[Any]) -> list[object]:
    """All that there is of a combat."""
    events = [event_data(event) for event in combat.events]
    return [combat.key(), combat.dice.state(), events, repr(combat)]


def go_on(combat: Combat[Any]) -> None:
    for _ in range(15):
        if not combat.outcome:
            combat.step()


@pytest.mark.parametrize("ruleset", game_ids())
def test_a_combat_goes_on_equally(ruleset: str) -> None:
    made, setup = prepare(load_encounter(ENCOUNTERS[ruleset]))
    bots = [
        affray.bots.seated(name, made.tactics(), 4, 0, seat)
        for seat, name in enumerate(["noisy", "random", "default"])
    ]
    combat = made.begin(setup, SeededDice(8), bots[: len(setup.seats) - 1] + bots[-1:])
    combat.watched = True
    for _ in range(40):
        combat.step()

    twins = [copy.copy(combat), copy.deepcopy(combat), pickled(combat)]
    before = seen(combat)
    for twin in twins:
        assert type(twin) is type(combat)
        assert seen(twin) == before
        go_on(twin)
        assert seen(combat) == before
    go_on(combat)

    assert [seen(twin) for twin in twins] == [seen(combat)] * 3


def test_dice_fall_the_same_afterwards() -> None:
    scripted = ScriptedDice([(6, 3), (20, 14)])
    scripted.roll(6)
    for dice in (SeededDice(4, 2), scripted, RecordedDice(SeededDice(4))):
        dice.about(1, 0, 1, "x")
        twin = pickled(dice)
        for one in (dice, twin):
            one.about(1, 0, 1, "x")

        assert [twin.roll(20)] == [dice.roll(20)]


def test_a_choice_or_a_combatant_alone_is_refused() -> None:
    fight = midst("quest", 2)

    for refused in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="copy or pickle the fight"):
            refused(fight.choice.choice)
        with pytest.raises(TypeError, match="copy or pickle that"):
            refused(fight.combat.units[0])


@pytest.mark.parametrize(
    "fault",
    [
        affray.InvalidError(["a: wrong", "b: too"]),
        affray.IllegalError("strike", "it is dead", "quest/x.y"),
        UnknownKeyError("strik", "strike"),
        AmbiguousError("s", ["strike", "shove"]),
    ],
)
def test_faults_cross_to_other_processes(fault: AffrayError) -> None:
    twin = pickled(fault)

    assert (type(twin), str(twin), vars(twin)) == (type(fault), str(fault), vars(fault))


def test_options_and_events_are_values() -> None:
    fight = midst("sovereign")
    options = fight.choice.options

    assert repr(pickled(options)) == repr(copy.deepcopy(options)) == repr(options)
    assert list(map(event_data, pickled(fight.events))) == list(map(event_data, fight.events))
