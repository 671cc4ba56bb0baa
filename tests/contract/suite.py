"""What every ruleset promises, as checks that take a ruleset, a setup and a seed.

Each plays a fight of random players and fails with what is wrong. ``every`` runs them all; the
check under different hash seeds needs the name of a function, as it starts other processes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any, TypeAlias

import pytest

import affray.core.combat
from affray.bots import RandomBot
from affray.core.choice import PASS, Agent, Choice, Pending, Script
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.effect import Held
from affray.core.errors import AffrayError, IllegalError
from affray.core.move_choice import OTHER, MoveChoice
from affray.core.ruleset import Ruleset
from affray.core.scene import resume
from affray.core.setup import Setup
from affray.core.walk import path_answer
from affray.session import journal, replay
from affray.session.aftermath import carried, rested
from affray.session.fight import Fight
from affray.state import snapshot

STEPS = 400
# Compiled, every step is looked at closely; interpreted, which takes several times as long, a part.
CLOSELY = 1 if affray.core.combat.__file__.endswith(".so") else 10
LONG = 20  # places of a row of which three stand for all
ROOT = Path(__file__).parents[2]

Looker: TypeAlias = Callable[[Choice], None]


class Watcher(Agent):
    """A random player that lets somebody look at every choice and keeps its answers."""

    def __init__(self, seed: int, look: Looker | None = None) -> None:
        self.bot = RandomBot(seed)
        self.look = look
        self.answers: list[int] = []

    def decide(self, choice: Choice) -> int:
        if self.look is not None:
            self.look(choice)
        self.answers.append(self.bot.decide(choice))
        return self.answers[-1]


def begun(ruleset: Ruleset, setup: Setup, seed: int) -> Combat[Any]:
    return ruleset.begin(setup, SeededDice(seed), [Script([])] * len(setup.seats))


def steps(
    ruleset: Ruleset,
    setup: Setup,
    seed: int,
    look: Looker | None = None,
    *,
    watched: bool = False,
    most: int = STEPS,
) -> Iterator[tuple[Combat[Any], list[int], Combat[Any]]]:
    """Play the first ``most`` steps of a fight; yield before, answers and after of each."""
    player = Watcher(seed, look)
    combat = begun(ruleset, setup, seed)
    combat.watched = watched
    for _ in range(most):
        if combat.outcome:
            return
        player.answers = []
        before = combat.clone()
        combat.agents = [player] * len(setup.seats)
        combat.changes = 0
        combat.dice.log = [] if watched else None
        combat.step()
        yield before, player.answers, combat


# -- state -------------------------------------------------------------------------------------


def attributes(thing: object) -> set[str]:
    """All attributes of an object, of a compiled class too."""
    found = set(getattr(thing, "__dict__", {}))
    for one in type(thing).__mro__:
        for name, value in vars(one).items():
            if isinstance(value, GetSetDescriptorType | MemberDescriptorType):
                found.add(name)
    return {name for name in found if not name.startswith("__")}


def fields_name_every_attribute(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """FIELDS and SHARED together are the attributes, of every piece of state met in a fight."""
    for _, _, combat in steps(ruleset, setup, seed):
        for thing in [combat, *combat.units, *_pieces(combat)]:
            named = {*thing.FIELDS, *getattr(thing, "SHARED", ())}
            assert named == attributes(thing), type(thing).__name__
            assert not set(thing.FIELDS) & set(getattr(thing, "SHARED", ())), type(thing).__name__


def _pieces(combat: Combat[Any]) -> list[Any]:
    owners = [combat, *combat.units]
    values = [getattr(owner, name) for owner in owners for name in owner.FIELDS]
    flat = [one for value in values for one in (value if isinstance(value, list) else [value])]
    return [one for one in flat if hasattr(one, "FIELDS")]


def clones_carry_and_keys_show_every_field(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """Changing any one field shows in the key; a clone has the change and shares no list with it.

    A field is left out only if nothing of its kind ever stood in it during the fight.
    """
    left = {(type(one).__name__, name) for one in _owners(ruleset, setup) for name in one.FIELDS}
    for number, (_, _, combat) in enumerate(steps(ruleset, setup, seed)):
        assert combat.clone().key() == combat.key()
        if number % CLOSELY:
            continue
        owners = [combat, *combat.units]
        # Each in turn: they are of a kind.
        for place in (0, 1 + number // CLOSELY % len(combat.units)):
            for name in owners[place].FIELDS:
                _change_one(combat, place, name, ruleset, left)
    held = _changed_where_held(ruleset, setup, seed, left)
    assert not left & held, sorted(left & held)


def _changed_where_held(
    ruleset: Ruleset, setup: Setup, seed: int, left: set[tuple[str, str]]
) -> set[tuple[str, str]]:
    """Change what is left where something stands in it; return the fields in which it did."""
    held = set()
    for _, _, combat in steps(ruleset, setup, seed):
        for place, owner in enumerate([combat, *combat.units]):
            for name in owner.FIELDS:
                field = (type(owner).__name__, name)
                if field in left and getattr(owner, name):
                    held.add(field)
                    _change_one(combat, place, name, ruleset, left)
    return held


def _owners(ruleset: Ruleset, setup: Setup) -> list[Any]:
    combat = begun(ruleset, setup, 0)
    return [combat, *combat.units]


def _change_one(
    combat: Combat[Any], place: int, name: str, ruleset: Ruleset, left: set[tuple[str, str]]
) -> None:
    one = combat.clone()
    owner = [one, *one.units][place]
    for changed in _changes(getattr(owner, name), ruleset, name):
        setattr(owner, name, changed)
        twin = one.clone()
        copy = getattr([twin, *twin.units][place], name)
        told = f"{type(owner).__name__}.{name}"
        assert snapshot.dump(copy) == snapshot.dump(changed), f"clone forgets {told}"
        assert one.key() != combat.key(), f"key does not show {told}"
        assert twin.key() == one.key(), f"clone and key disagree on {told}"
        if not isinstance(changed, bool | int | str | tuple | None):
            assert copy is not changed, f"clone shares {told}"
        left.discard((type(owner).__name__, name))


def _changes(value: Any, ruleset: Ruleset, name: str) -> Iterator[Any]:
    """Yield values that differ from this one in one thing each."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        yield f"{value}x"
    elif isinstance(value, dict):
        for key in value:
            for inner in _changes(value[key], ruleset, name):
                yield {**value, key: inner}
    elif isinstance(value, list) and name == "effects":
        effect = next(iter(ruleset.effects().values()))
        yield [*value, Held(effect, 1, 0, 0, 0)]
        for part in ("n", "source", "ends", "anchor"):
            held = Held(effect, 1, 0, 0, 0)
            setattr(held, part, 2)
            yield [*value, held]
    elif isinstance(value, list):
        for place in _places(value):
            for inner in _changes(value[place], ruleset, name):
                yield [*value[:place], inner, *value[place + 1 :]]
    elif isinstance(value, tuple):
        for place in _places(value):
            for inner in _changes(value[place], ruleset, name):
                yield (*value[:place], inner, *value[place + 1 :])
    elif hasattr(value, "FIELDS"):
        for field in value.FIELDS:
            for inner in _changes(getattr(value, field), ruleset, field):
                twin = value.clone()
                setattr(twin, field, inner)
                yield twin


def _places(value: Sequence[Any]) -> list[int]:
    """Return all places, of a long row (one for each cell, say) the ends and the middle."""
    last = len(value) - 1
    return list(range(last + 1)) if last < LONG else [0, last // 2, last]


def nobody_is_on_a_side_that_is_not_there(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    combat = begun(ruleset, setup, seed)
    assert combat.recount() == ""
    if combat.side_ids:  # a game of its own making need not name its sides
        for side in (len(setup.sides), 90, -1):
            wrong = combat.clone()
            wrong.units[0].side = side
            assert wrong.recount() == f"{wrong.units[0].name} is on no side"


def derived_state_equals_a_recount(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    for _, _, combat in steps(ruleset, setup, seed):
        assert combat.recount() == ""
        assert combat.depth == 0


def saved_and_loaded_at_every_step(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """What is loaded equals what was saved, and goes on as that would have."""
    template = begun(ruleset, setup, seed + 1)
    for before, answers, after in steps(ruleset, setup, seed):
        data = json.loads(json.dumps(snapshot.save(before, ruleset)))
        loaded = snapshot.load(template, data, ruleset)
        assert loaded.key() == before.key()
        assert loaded.holders() == before.holders()
        assert snapshot.save(loaded, ruleset) == snapshot.save(before, ruleset)
        work = resume(loaded, [Script(answers)] * len(setup.seats))
        assert work.key() == after.key()
        assert work.dice.state() == after.dice.state()


# -- steps -------------------------------------------------------------------------------------


def interrupted_at_every_choice_is_the_same(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """A step broken off at each of its choices, and taken up again, comes out as it would have."""
    for before, answers, after in steps(ruleset, setup, seed):
        key = before.key()
        for known in range(len(answers)):
            try:
                resume(before, [Script(answers[:known])] * len(setup.seats))
            except Pending:
                continue
            raise AssertionError(f"{known} of {len(answers)} answers were enough")
        script = Script(answers)
        work = resume(before, [script] * len(setup.seats))
        assert script.used == len(answers)
        assert work.key() == after.key()
        assert work.dice.state() == after.dice.state()
        assert before.key() == key, "the snapshot has changed"


def watched_is_unwatched(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    plain = [after.key() for _, _, after in steps(ruleset, setup, seed)]
    watched = [after.key() for _, _, after in steps(ruleset, setup, seed, watched=True)]
    assert plain == watched


def ends_within_the_round_limit(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """A fight of random players is over before the steps run out."""
    outcome = ""
    for _, _, combat in steps(ruleset, setup, seed, most=20_000):
        outcome = combat.outcome
    assert outcome


# -- choices -----------------------------------------------------------------------------------


def choices_keep_their_promises(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """The fallback is legal; keys are unique and readable; what is not offered cites a rule."""
    asked = 0

    def look(choice: Choice) -> None:
        nonlocal asked
        if asked % CLOSELY == 0:
            _look(choice)
        asked += 1

    for _ in steps(ruleset, setup, seed, look):
        pass


def _look(choice: Choice) -> None:
    combat = choice.combat
    assert isinstance(combat, Combat)
    before = combat.key(), combat.dice.state()
    answers = choice.answers()
    what = f"{choice.rule} of {choice.who}"
    assert answers, f"{what}: nothing can be chosen"
    assert len(set(answers)) == len(answers), f"{what}: an answer comes twice"
    assert answers == choice.answers(), f"{what}: the order changes"
    assert choice.fallback() in answers, f"{what}: the fallback is no answer"
    keys = [choice.key(answer) for answer in answers]
    assert len(set(keys)) == len(keys), f"{what}: a key comes twice in {keys}"
    for answer, key in zip(answers, keys, strict=True):
        assert choice.allows(answer), f"{what}: {key}"
        assert choice.read(key) == answer, f"{what}: {key}"
        assert choice.option(answer).answer == answer, f"{what}: {key}"
        assert key == " ".join(key.split()), f"{what}: {key!r}"
    for key in choice.candidates():
        if key not in keys:
            _refused(choice, key, what)
    assert (combat.key(), combat.dice.state()) == before, f"{what}: looking changed something"


def _refused(choice: Choice, key: str, what: str) -> None:
    rule, text = "", ""
    try:
        choice.read(key)
    except IllegalError as fault:
        rule = fault.rule
    except AffrayError as fault:
        text = str(fault)
    else:
        return  # legal, though not listed
    assert rule, f"{what}: {key} is refused without a rule: {text}"


def ways_can_be_spelled_out(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """The way to a place, written step by step, is a legal answer that is read as it is shown."""
    for _ in steps(ruleset, setup, seed, _spell):
        pass


def _spell(choice: Choice) -> None:
    if not isinstance(choice, MoveChoice):
        return
    for offered in choice.answers()[::7]:
        way = choice.way(offered - 1) if PASS < offered < OTHER else []
        if len(way) < 2:
            continue
        key = "move " + " ".join([choice.grid.name(one) for one in way])
        answer = choice.read(key)
        assert answer < 0
        assert choice.allows(answer), key
        assert choice.option(answer).key == key


def what_bars_a_way_is_told(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """No place is refused without a rule and words, and none that may be gone to has any."""
    for _ in steps(ruleset, setup, seed, _barred):
        pass


def _barred(choice: Choice) -> None:
    if not isinstance(choice, MoveChoice):
        return
    here = choice.grid.name(choice.start)
    for cell in range(choice.grid.size)[:: 1 if choice.combat.changes % 5 == 0 else 7]:
        name = choice.grid.name(cell)
        listed = choice.allows(1 + cell)
        rule, text = choice.why_not_cell(cell)
        assert (rule == "") == (text == "") == listed, f"from {here} to {name}: {rule}"
        if cell in choice.grid.near[choice.start]:
            answer = path_answer(choice.grid, choice.start, [cell])
            assert choice.allows(answer) == (choice.why_not_path(answer) == ("", "")), name
            if choice.why_not_step(choice.start, cell)[0]:
                assert not choice.allows(answer), name


def refused_keys_change_nothing(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    fight = Fight(ruleset, setup, seed)
    bot = RandomBot(seed)
    for _ in range(STEPS // 4):
        if fight.over:
            return
        keys = fight.choice.keys
        for key in [one for one in fight.choice.choice.candidates() if one not in keys][:6]:
            before = fight.digest, len(fight.events), fight.choice.keys, fight.journal.text()
            rule, text = fight.why_not(key)
            if not rule:
                continue  # legal, though not listed
            assert rule in text
            with pytest.raises(IllegalError) as refused:
                fight.choose(key)
            assert refused.value.rule == rule
            after = fight.digest, len(fight.events), fight.choice.keys, fight.journal.text()
            assert after == before, f"{key} changed something"
        fight.choose(bot.decide(fight.choice.choice))


# -- fights ------------------------------------------------------------------------------------


def a_session_is_the_straight_fight(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """A fight that stops at every choice, its journal, and an undone one: all the same."""
    straight = [after.key() for _, _, after in steps(ruleset, setup, seed)]
    fight = played(ruleset, setup, seed)
    assert [done.after.key() for done in fight.timeline.done][: len(straight)] == straight
    lines = json.loads(json.dumps([fight.journal.header, fight.journal.entries]))
    result = replay.again(journal.Journal(*lines), "journal", lambda _: (ruleset, setup))
    result.journal.fault = None
    assert result.difference is None, str(result)
    assert result.fight.digest == fight.digest
    digest, shown = fight.digest, fight.log()
    fight.undo(3)
    for _ in range(3):
        fight.redo()
    assert fight.digest == digest
    assert fight.log() == shown


def played(ruleset: Ruleset, setup: Setup, seed: int) -> Fight:
    """Play a fight choice by choice with the answers of ``steps``."""
    bot = RandomBot(seed)
    fight = Fight(ruleset, setup, seed, seats=dict.fromkeys(setup.seats, "human"))
    while not fight.over and len(fight.timeline.done) < STEPS:
        fight.choose(bot.decide(fight.choice.choice))
    return fight


def odds_sum_to_one(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """The odds of what is offered now and then sum to exactly 1, line by line."""
    fight = Fight(ruleset, setup, seed)
    bot = RandomBot(seed)
    for number in range(60):
        if fight.over:
            return
        if number % 10 == 5:
            key = fight.choice.keys[-1]
            found = fight.odds(key, budget=600)
            assert found.lines
            for line in found.lines:
                assert sum(line.chances.values()) == 1
        fight.choose(bot.decide(fight.choice.choice))


def traces_tell_results_apart(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """Somebody's results are the same just where its traces are, and a trace has its result."""
    results: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
    traces: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
    for _, _, after in steps(ruleset, setup, seed):
        for who in [unit.index for unit in after.units if unit.present]:
            result, trace = ruleset.result(after, who), ruleset.trace(after, who)
            assert ruleset.traced(after, who, trace) == result
            assert results.setdefault((who, trace), result) == result
            assert traces.setdefault((who, result), trace) == trace


def entries_name_everybody_once(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    for _, _, combat in steps(ruleset, setup, seed):
        named = [who for who, _ in combat.entries()]
        assert len(set(named)) == len(named)


# -- processes ---------------------------------------------------------------------------------


def what_is_carried_on_begins_the_next_fight(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """Whoever still stands begins again just as it was left; so does whoever rested as carried."""
    last = [combat for _, _, combat in steps(ruleset, setup, seed)][-1]
    left = carried(ruleset, last, setup)
    assert rested(ruleset, setup, left, {}).keys() == left.keys()
    standing = [who for who in range(len(setup.members)) if not ruleset.down(last, who)]
    before = [member.values for member in setup.members]
    try:
        for who in standing:
            member = setup.members[who]
            member.values = {**member.values, **left[member.name]}
        assert ruleset.faults(setup) == []
        found = carried(ruleset, begun(ruleset, setup, seed), setup)
    finally:
        for member, values in zip(setup.members, before, strict=True):
            member.values = values
    names = [setup.members[who].name for who in standing]
    assert [found[name] for name in names] == [left[name] for name in names]


def transcript(maker: str, seed: int) -> str:
    """Return a digest of every option and state of a fight; ``maker`` as ``module:function``."""
    module, _, name = maker.partition(":")
    ruleset, setup = getattr(import_module(module), name)()
    found = blake2b(digest_size=16)

    def look(choice: Choice) -> None:
        found.update(repr([choice.key(answer) for answer in choice.answers()]).encode())

    for _, _, after in steps(ruleset, setup, seed, look):
        found.update(repr(after.key()).encode())
    return found.hexdigest()


def options_come_in_a_fixed_order(maker: str, seed: int) -> None:
    """Every option and state is the same under any hash seed."""
    code = f"from tests.contract.suite import transcript; print(transcript({maker!r}, {seed}))"
    found = set()
    for number in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": number}
        environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), *sys.path])
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout)
    assert len(found) == 1


CHECKS: tuple[Callable[[Ruleset, Setup, int], None], ...] = (
    fields_name_every_attribute,
    clones_carry_and_keys_show_every_field,
    derived_state_equals_a_recount,
    nobody_is_on_a_side_that_is_not_there,
    saved_and_loaded_at_every_step,
    interrupted_at_every_choice_is_the_same,
    watched_is_unwatched,
    ends_within_the_round_limit,
    choices_keep_their_promises,
    ways_can_be_spelled_out,
    what_bars_a_way_is_told,
    refused_keys_change_nothing,
    a_session_is_the_straight_fight,
    odds_sum_to_one,
    traces_tell_results_apart,
    entries_name_everybody_once,
    what_is_carried_on_begins_the_next_fight,
)


def every(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """Run all checks that need no other process."""
    for check in CHECKS:
        check(ruleset, setup, seed)
