"""What events, options, scenes and views of every ruleset promise, as checks like those of suite.

They play noisy fights: greedy players with random slips, so that statuses, reactions and terrain
occur.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from affray.bots import GreedyBot, NoisyBot
from affray.core.choice import Agent, Choice, Option
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.event import KINDS, Change, Damaged, Event, Healed, Moved, Placed, Told
from affray.core.ruleset import Ruleset
from affray.core.scene import Scene, recorded_step, scene_of
from affray.core.setup import Setup
from affray.core.words import Part, parts_of
from affray.session.journal import event_data

STEPS = 500


def noisy(ruleset: Ruleset, setup: Setup, seed: int) -> list[Agent]:
    tactics = ruleset.tactics()
    return [NoisyBot(tactics, seed, 25, 0, seat) for seat in range(len(setup.seats))]


def played(
    ruleset: Ruleset, setup: Setup, seed: int, agents: list[Agent], most: int = STEPS
) -> Iterator[tuple[Combat[Any], Combat[Any]]]:
    """Play watched steps; yield each before and after, the events of the step in the latter."""
    combat = ruleset.begin(setup, SeededDice(seed), agents)
    combat.watched = True
    for _ in range(most):
        if combat.outcome:
            return
        before = combat.clone()
        combat.events = []
        combat.changes = 0
        combat.dice.log = []
        combat.step()
        yield before, combat


# -- the ledger ----------------------------------------------------------------------------------


def events_add_up_to_what_changed(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """Every number of the ledger and every place goes from value to value as the events say."""
    for before, after in played(ruleset, setup, seed, noisy(ruleset, setup, seed)):
        told_add_up(ruleset, before, after)


def told_add_up(ruleset: Ruleset, before: Combat[Any], after: Combat[Any]) -> None:
    """The events of a combat lead from what it was before to what it is."""
    told = [event for event in after.events if event.name not in ("asked", "rolled")]
    lines = [f"{event.name}: {event_data(event)}" for event in told]
    where = f"round {after.round}, step of {before.active}:\n" + "\n".join(lines)
    known = len(before.units)
    numbers = [ruleset.ledger(before, who) for who in range(known)]
    cells = [_place(unit) for unit in before.units]
    for _ in after.units[known:]:  # who joined begins with nothing, nowhere
        numbers.append({})
        cells.append(-1)
    for event in told:
        if isinstance(event, Change):
            have = numbers[event.who].get(event.what, 0)
            line = f"{_name(after, event.who)}: {event.what} was {have}, not {event.before}"
            assert have == event.before, f"{line}\n{where}"
            assert event.before != event.after, f"{event.what} did not change\n{where}"
            numbers[event.who][event.what] = event.after
        elif isinstance(event, Moved | Placed):
            line = f"{_name(after, event.who)} was at {cells[event.who]}, not {event.before}"
            assert cells[event.who] == event.before, f"{line}\n{where}"
            cells[event.who] = event.after
    for who, unit in enumerate(after.units):
        found = _said(numbers[who])
        real = _said(ruleset.ledger(after, who))
        if who >= known:  # numbers that it brought with it are its sheet's
            found = {name: value for name, value in real.items() if name not in found} | found
        assert found == real, f"{_name(after, who)}: {_differing(found, real)}\n{where}"
        assert cells[who] == _place(unit), f"{_name(after, who)} stands elsewhere\n{where}"


def _place(unit: Any) -> int:
    return int(unit.cell)


def _said(numbers: dict[str, int]) -> dict[str, int]:
    return {name: value for name, value in numbers.items() if value}


def _name(combat: Combat[Any], who: int) -> str:
    return str(combat.units[who].name)


def _differing(found: dict[str, int], real: dict[str, int]) -> str:
    names = sorted({*found, *real})
    return ", ".join(
        [
            f"{name}: told {found.get(name, 0)}, is {real.get(name, 0)}"
            for name in names
            if found.get(name, 0) != real.get(name, 0)
        ]
    )


def events_are_of_the_closed_set(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """Kinds are known, free facts take no kind's name, parts of changes add up, seats exist."""
    seats = (1 << len(setup.seats)) - 1
    for _, after in played(ruleset, setup, seed, noisy(ruleset, setup, seed)):
        for event in after.events:
            data = json.dumps(event_data(event))
            assert event.kind in KINDS, data
            if isinstance(event, Told):
                assert event.name not in KINDS, data
            else:
                assert event.name == event.kind, data
            if isinstance(event, Damaged | Healed) and event.parts:
                assert sum(amount for amount, _ in event.parts) == event.amount, data
            assert event.seen & seats, data


# -- sentences -----------------------------------------------------------------------------------


def sentences_are_made_of_events(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """An event reads the same at once and when the fight is over: only names come from the state.

    Those who joined are in the later state as well; nobody ever leaves the list.
    """
    words = ruleset.words()
    at_once: list[tuple[Event, list[Part]]] = []
    last: Combat[Any] | None = None
    for _, after in played(ruleset, setup, seed, noisy(ruleset, setup, seed)):
        at_once += [(event, parts_of(words, after, event)) for event in after.events]
        last = after
    assert last is not None
    for event, parts in at_once:
        assert parts_of(words, last, event) == parts, event_data(event)


# -- options -------------------------------------------------------------------------------------


class Looker(Agent):
    """A player that looks at every choice before it passes it on."""

    def __init__(self, inner: Agent) -> None:
        self.inner = inner

    def look(self, choice: Choice) -> None:
        raise NotImplementedError

    def decide(self, choice: Choice) -> int:
        self.look(choice)
        return self.inner.decide(choice)


class PartsLooker(Looker):
    def __init__(self, inner: Agent, ruleset: Ruleset) -> None:
        super().__init__(inner)
        self.ruleset = ruleset

    def look(self, choice: Choice) -> None:
        combat: Combat[Any] = choice.combat
        space = self.ruleset.actions(combat)
        met: dict[object, str] = {}
        codes: list[int] = []
        for answer in [*choice.answers(), *choice.unlisted()]:
            option = choice.option(answer)
            where = f"{choice.rule}: {option.key!r}"
            assert option.answer == answer, where
            assert option.verb in space.verbs, f"{where}: the verb {option.verb!r} is none"
            action = option.action(space)
            assert space.holds(action), f"{where}: {action}"
            assert space.action(space.code(action)) == action, where
            assert action not in met, f"{where} and {met[action]!r} are both {action}"
            met[action] = option.key
            codes.append(space.code(action))
            self.words_of_a_key_stand_in_its_parts(combat, option, where)

        listed = len(choice.answers())
        assert choice.codes(space) == codes[:listed], f"{choice.rule}: the mask is another"
        alone = [choice.code(answer, space) for answer in [*choice.answers(), *choice.unlisted()]]
        assert alone == codes, f"{choice.rule}: a code is another"

    def words_of_a_key_stand_in_its_parts(
        self, combat: Combat[Any], option: Option, where: str
    ) -> None:
        """Whoever and whatever place a key names is among the parts: nobody reads keys."""
        names = {unit.name: unit.index for unit in combat.units}
        for word in option.key.split():
            if word in names:
                who = names[word]
                assert who == option.who or who in option.targets, f"{where}: {word}"
            column, comma, row = word.partition(",")
            if comma and column.isdecimal() and row.isdecimal():
                cell = combat.grid.at(int(column), int(row))
                # (The far corner of a map is the corner of no cell.)
                assert cell < 0 or cell in option.cells, f"{where}: {word}"


def options_carry_their_parts(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """Verb, subject, targets and cells stand in every option, within the bounds, each its own."""
    looker = PartsLooker(noisy(ruleset, setup, seed)[0], ruleset)
    for _ in played(ruleset, setup, seed, [looker] * len(setup.seats)):
        pass


# -- scenes --------------------------------------------------------------------------------------


class SceneLooker(Looker):
    """Imagines at some choices what its own player answers, with equal dice and with others."""

    def __init__(self, inner: Agent, policy: Agent) -> None:
        super().__init__(inner)
        self.policy = policy
        self.asked = 0
        self.imagined: list[Combat[Any]] = []

    def decide(self, choice: Choice) -> int:
        self.asked += 1
        answer = self.inner.decide(choice)
        scene = scene_of(choice)
        past = (scene.before.key(), scene.answers[:], scene.faces[:])
        dice = choice.combat.dice.clone()
        dice.log = None
        self.imagined.append(scene.imagine(answer, dice, self.policy))
        if self.asked % 7 == 0:
            other = scene.imagine(answer, SeededDice(999, self.asked), self.policy)
            again = Scene(scene.before, scene.answers[:], scene.faces[:])
            same = again.imagine(answer, SeededDice(999, self.asked), self.policy)
            assert other.key() == same.key(), choice.rule
        assert (scene.before.key(), scene.answers, scene.faces) == past, choice.rule
        return answer


def imagining_with_the_same_dice_gives_what_happens(
    ruleset: Ruleset, setup: Setup, seed: int
) -> None:
    """For every choice: what is imagined with equal dice and players comes; the past stays."""
    greedy = GreedyBot(ruleset.tactics())
    looker = SceneLooker(greedy, greedy)
    combat = ruleset.begin(setup, SeededDice(seed), [looker] * len(setup.seats))
    for _ in range(STEPS // 4):
        if combat.outcome:
            return
        looker.imagined = []
        combat.agents = [looker] * len(setup.seats)
        combat.changes = 0
        recorded_step(combat)
        for number, imagined in enumerate(looker.imagined):
            assert imagined.key() == combat.key(), f"question {number + 1} of the step"
