"""Watching: the same fights as a simulation's, everything told by events, sums that add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from typing import TypeVar

import pytest

from affray.core.event import (
    ConditionGained,
    Damaged,
    Died,
    Event,
    Fell,
    Healed,
    Moved,
    Placed,
    Rose,
    RoundBegan,
    Told,
    TurnBegan,
)
from affray.intervals import Moments
from affray.lab import watch
from affray.lab.seen import Deed, Effect, Fact, Fall, FightSeen, Seen
from affray.lab.watch import Eye, Watcher
from affray.sim.batches import Arena, Plan, from_content
from affray.sim.counts import Row
from affray.sim.executors import Here, Portion, Stop, Work, never
from tests.ford import FORD

T = TypeVar("T")
ENCOUNTERS = {
    "icon": "icon/tollgate-ambush",
    "ingenuity": "ingenuity/ash-chapel",
    "quest": "quest/cairn-gate",
    "sovereign": "sovereign/pay-the-toll",
    "thrum": "thrum/broken-causeway",
}


@pytest.fixture(scope="module")
def watcher(tmp_path_factory: pytest.TempPathFactory) -> Watcher:
    """Two against two: 0 and 1 against 2 and 3."""
    path = tmp_path_factory.mktemp("ford") / "at-the-ford.toml"
    path.write_text(FORD, encoding="utf-8")
    return Watcher(Plan(from_content(path), 7, {}, keep_rows=True))


@pytest.mark.parametrize("encounter", ENCOUNTERS.values(), ids=list(ENCOUNTERS))
def test_a_watched_fight_is_the_simulated_one_and_its_events_tell_every_number(
    encounter: str,
) -> None:
    """Whatever is kept of hit points, loads and resources comes from events alone."""
    plan = Plan(from_content(encounter), 3, {})
    watched = Watcher(plan)
    seen = watched.fight(1)

    assert seen.row == Arena(plan).fight(1)
    assert len(seen.numbers) == seen.row.rounds + 1
    for numbers, measures in zip(seen.numbers[-1], seen.row.measures, strict=False):
        assert numbers.items() - {("left", numbers.get("left"))} <= measures.items()
        assert numbers or not measures
    fallen = {fall.who for fall in seen.falls}
    assert {who for who, down in enumerate(seen.row.down) if down} <= fallen
    assert sum(effect.uses for effect in seen.deeds.values()) > 0
    assert sum(effect.damage for effect in seen.deeds.values()) > 0


# -- what is told of a fight -----------------------------------------------------------------------


@pytest.fixture
def eye(watcher: Watcher) -> Eye:
    return Eye(watcher, watcher.arena.begun)


def told(eye: Eye, watcher: Watcher, *steps: list[Event]) -> FightSeen:
    """What was seen of a fight with these steps."""
    for events in steps:
        eye.step(watcher.arena.begun, events)
    return eye.seen(row())


def row(fight: int = 0, winner: int = 0, rounds: int = 1, members: int = 0) -> Row:
    return Row(fight, winner, "end", rounds, 2, 1, (False,) * members, ({},) * members)


def begun(round: int) -> Event:
    return RoundBegan(round)


def test_who_does_what_to_whom_is_told_with_what_came_of_it(eye: Eye, watcher: Watcher) -> None:
    seen = told(
        eye,
        watcher,
        [begun(1), Told("uses", 0, 2, "basic-attack"), Damaged(2, "fatigue", 0, 2, "", 0)],
        [Told("uses", 0, 2, "basic-attack"), Damaged(2, "fatigue", 2, 3, "", 0, "basic-attack")],
        [Healed(2, "fatigue", 3, 1, "", 2, "breather")],
        [ConditionGained(1, "dazed", 0, 1, "", 2, "shout")],
    )

    assert seen.deeds == {
        Deed(0, "basic-attack", 2): Effect(uses=2, damage=3),
        Deed(2, "breather", 2): Effect(uses=1, healed=2),  # it was not announced, but did something
        Deed(2, "shout", 1): Effect(uses=1, conditions=1),
    }
    assert seen.rising == {"fatigue"}


def test_harm_that_is_nobody_s_deed_is_booked_to_nobody(eye: Eye, watcher: Watcher) -> None:
    seen = told(eye, watcher, [begun(1), Damaged(2, "fatigue", 0, 2, "terrain.fire")])

    assert seen.deeds == {}
    assert seen.numbers[-1][2]["fatigue"] == 2


def test_lasting_marks_are_not_counted_as_harm_a_second_time(eye: Eye, watcher: Watcher) -> None:
    seen = told(eye, watcher, [begun(1), Damaged(2, "wounds", 0, 1, "", 0, "basic-attack")])

    assert seen.deeds == {}
    assert seen.numbers[-1][2]["wounds"] == 1


def test_a_fall_has_a_round_a_place_and_whoever_did_it(eye: Eye, watcher: Watcher) -> None:
    """Dying is no second fall; whoever rises may fall again."""
    seen = told(
        eye,
        watcher,
        [begun(1), Placed(2, -1, 40), Moved(2, 40, 41)],
        [begun(2), Damaged(2, "fatigue", 0, 4, "", 0, "stab"), Fell(2, "r"), Died(2, "r")],
        [Placed(2, 41, -1), Rose(2, "r"), Placed(2, -1, 42)],
        [begun(3), Damaged(2, "fatigue", 0, 4), Fell(2, "r", 1)],
    )

    assert seen.falls == [Fall(2, 2, 41, 0, "stab"), Fall(3, 2, 42, 1, "")]
    assert seen.deeds[Deed(0, "stab", 2)].felled == 1


def test_where_people_stand_is_counted_at_the_end_of_each_round(eye: Eye, watcher: Watcher) -> None:
    seen = told(
        eye,
        watcher,
        [Placed(0, -1, 10), Placed(2, -1, 40)],
        [begun(1), Moved(0, 10, 12)],
        [begun(2), Fell(2, "r")],
        [begun(3)],
    )
    stood = {who: Counter({cell: n for (one, cell), n in seen.stood.items() if one == who})
             for who in (0, 2)}  # fmt: skip

    assert stood[0] == {12: 3}
    assert stood[2] == {40: 1}  # the fallen do not stand
    assert len(seen.numbers) == 4  # the beginning, and three rounds


def test_facts_are_of_the_first_rounds(eye: Eye, watcher: Watcher) -> None:
    most = watcher.limits[2]["fatigue"]
    seen = told(
        eye,
        watcher,
        [begun(1), TurnBegan(2), Told("uses", 0, 2, "stab")],
        [Damaged(2, "fatigue", 0, (most + 1) // 2, "", 0)],
        [begun(2), ConditionGained(0, "dazed", 0, 1, "", 2), Fell(0, "r")],
        [begun(3), TurnBegan(1), Told("uses", 1, 2, "late"), Fell(2, "r")],
    )

    assert {fact for fact in seen.facts if fact.within in (0, 2)} == {
        Fact("acts-first", other=watcher.side_of[2]),
        Fact("uses", 0, -1, "stab", 2),
        Fact("hit-hard", 2, 0, "fatigue", 2),
        Fact("suffers", 0, -1, "dazed", 2),
        Fact("falls-first", 0),
        Fact("falls", 0, -1, "", 2),
    }
    assert Fact("falls", 2, -1, "", 4) in seen.facts
    assert Fact("falls", 0, -1, "", 8) in seen.facts


# -- many fights -----------------------------------------------------------------------------------


def test_fights_seen_in_parts_add_up(watcher: Watcher) -> None:
    whole, parts = watcher.batch(0, 3), watcher.batch(0, 1) + watcher.batch(1, 2)

    whole.batch.rows.clear()  # sums keep none
    whole.ends.clear()
    assert parts == whole
    assert whole.count == 3
    assert [one.row.fight for one in watch.watch(watcher, range(1, 3))] == [1, 2]


def test_a_run_says_how_far_it_is_and_is_the_same_for_any_number_of_workers(
    watcher: Watcher,
) -> None:
    far: list[int] = []
    fights: list[int] = []
    alone = watch.run(
        watcher.plan.source,
        seed=7,
        count=4,
        progress=lambda seen: far.append(seen.count),
        rows=lambda part: fights.extend([row.fight for row in part.batch.rows]),
    )
    together = watch.run(watcher.plan.source, seed=7, count=4, jobs=2)

    assert far[-1] == 4
    assert fights == [0, 1, 2, 3]
    assert alone == together
    assert alone.batch.rows == []


class BrokenOff(Here):
    """Plays two fights, then Ctrl-C comes."""

    def results(
        self, work: Work[T], portions: Iterable[Portion], stop: Stop = never
    ) -> Generator[T, None, None]:
        yield work.open()(0, 2)
        raise KeyboardInterrupt


def test_ctrl_c_leaves_what_is_complete(watcher: Watcher) -> None:
    seen = watch.run(watcher.plan.source, seed=7, count=9, executor=BrokenOff())

    assert (seen.count, seen.batch.stopped) == (2, "interrupted")


def seen_of(watcher: Watcher, fights: list[FightSeen]) -> Seen:
    found = watcher.empty(0)
    members = len(watcher.arena.setup.members)
    for one in fights:
        one.row = row(one.row.fight, one.row.winner, one.row.rounds, members)
        found.add(one)
    return found


def fight_of(fight: int, winner: int, *facts: Fact, ends: tuple[int, ...] = (5, 3)) -> FightSeen:
    """A fight in which the first member's hp were so many at the end of each round from 0."""
    numbers = [({"hp": value},) for value in ends]
    return FightSeen(row(fight, winner, len(ends) - 1), list(numbers), facts=set(facts))


def test_a_fight_that_is_over_counts_on_with_what_it_ended_with(watcher: Watcher) -> None:
    seen = seen_of(watcher, [fight_of(0, 0, ends=(6, 4)), fight_of(1, 0, ends=(6, 2, 0, 0))])

    assert seen.curve(0, "hp") == [6, 3, 2, 2]
    assert seen.curve(0, "mp") == []


def test_what_goes_along_with_winning_is_told_and_chance_is_not(watcher: Watcher) -> None:
    """Every second fight holds a fact that decides it; every third one that has nothing to say."""
    decides, nothing = Fact("falls-first", 0), Fact("uses", 1, -1, "stab")
    fights = [
        fight_of(n, n % 2, *([decides] * (n % 2)), *([nothing] * (n % 3 == 0))) for n in range(120)
    ]
    seen = seen_of(watcher, fights)

    (one,) = seen.telling()
    assert one.fact == decides
    assert (one.fights, one.share, one.others, one.other_share) in [(60, 0, 60, 1), (60, 1, 60, 0)]
    assert seen.sentence(decides) == f"{seen.titles[0]} is the first to fall"
    assert seen_of(watcher, fights[:12]).telling() == []  # too few fights to say


def test_the_same_person_is_told_of_once(watcher: Watcher) -> None:
    facts = [Fact("falls-first", 0), Fact("falls", 0, within=2), Fact("falls", 1, within=2)]
    seen = seen_of(watcher, [fight_of(n, n % 2, *facts[: 3 * (n % 2)]) for n in range(80)])

    assert [one.fact for one in seen.telling(5)] == facts[1:]


def test_what_happens_late_in_short_fights_is_no_reason(watcher: Watcher) -> None:
    """Who falls within eight rounds decides fights of twenty, and merely ends those of ten."""
    late = Fact("falls", 0, within=8)
    for rounds, told_ in ((20, [late]), (10, [])):
        fights = [
            fight_of(n, n % 2, *([late] * (n % 2)), ends=(5,) * (rounds + 1)) for n in range(80)
        ]
        assert [one.fact for one in seen_of(watcher, fights).telling()] == told_


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (Fact("acts-first", other=0), " act first"),
        (Fact("falls", 0, within=2), " falls in the first 2 rounds"),
        (Fact("hit-hard", 0, 2, "hp", 4), "'s hp in the first 4 rounds"),
        (Fact("suffers", 0, -1, "off-guard", 2), " suffers off guard in the first 2 rounds"),
        (Fact("uses", 0, -1, "big-stab", 8), " uses big stab in the first 8 rounds"),
    ],
)
def test_facts_are_told_in_words(watcher: Watcher, fact: Fact, words: str) -> None:
    assert words in watcher.empty(0).sentence(fact)


def test_who_is_called_in_a_fight_is_booked_to_its_side() -> None:
    """Quest summons: they are no members of the encounter, their deeds are seen all the same."""
    watcher = Watcher(Plan(from_content(ENCOUNTERS["quest"]), 3, {}))
    eye = Eye(watcher, watcher.arena.begun)
    combat = watcher.arena.begun.clone()
    combat.units.append(combat.units[0])
    called = len(combat.units) - 1
    eye.called[called] = watcher.members + 0
    eye.step(combat, [begun(1), Placed(called, -1, 7), Damaged(1, "hp", 9, 4, "", called, "bite")])

    seen = eye.seen(row())
    assert seen.deeds == {Deed(watcher.members, "bite", 1): Effect(uses=1, damage=5)}
    assert seen.stood[watcher.members, 7] == 1
    assert watcher.titles[watcher.members].startswith("called by ")


def test_moments_of_a_round_are_of_the_fights_that_reached_it(watcher: Watcher) -> None:
    seen = seen_of(watcher, [fight_of(0, 0, ends=(6, 4)), fight_of(1, 1, ends=(6, 2, 0))])

    assert seen.at[1, 0, "hp"] == Moments(2, 6, 20)
    assert seen.at[2, 0, "hp"] == Moments(1, 0, 0)
    assert seen.last[1, 0, "hp"] == Moments(1, 4, 16)
