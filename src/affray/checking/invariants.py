"""What every ruleset promises, checked on a fight under way.

Options are unique, in a fixed order, and read back from their keys; the fallback is one of them;
what is not offered is refused with a rule; derived state equals a recount; a clone is equal; a step
comes out the same when it is interrupted at every choice, saved and loaded, watched or not.
"""

from __future__ import annotations

import json
from typing import Any, Final, TypeVar

from affray.bots import BotRandom
from affray.core.choice import Agent, Choice, Pending, Script
from affray.core.combat import Combat
from affray.core.errors import AffrayError, IllegalError
from affray.core.ruleset import Ruleset
from affray.core.scene import resume
from affray.state import snapshot

SAMPLE: Final = 8  # of so many steps or choices one is looked at closely
FEW: Final = 5  # keys of a choice that are read

Thing = TypeVar("Thing")


class BrokenPromiseError(Exception):
    """A promise of the engine that a fight has broken: a bug of Affray."""

    def __init__(self, promise: str, detail: str) -> None:
        super().__init__(f"{promise}: {detail}")
        self.promise = promise
        self.detail = detail


class Witness(Agent):
    """Passes choices on to a player, checks them, and keeps the answers of the step."""

    def __init__(
        self, inner: Agent, whim: BotRandom, sample: int, answers: list[int], met: set[str]
    ) -> None:
        self.inner = inner
        self.whim = whim
        self.sample = sample
        self.answers = answers  # shared by all seats
        self.met = met  # words of what was done: verbs, abilities, things

    def decide(self, choice: Choice) -> int:
        """Return the player's answer; of some choices look at everything that is offered."""
        closely = self.whim.below(self.sample) == 0
        offered = choice.answers() if closely else []
        if closely:
            check_offer(choice, offered)
            check_keys(choice, offered, self.whim)
        answer = self.inner.decide(choice)
        if closely and answer not in offered:
            raise BrokenPromiseError("answers are legal", f"{choice.rule}: {answer} not offered")
        self.answers.append(answer)
        option = choice.option(answer)
        self.met.update([option.ability, option.verb.replace(" ", "-"), *option.key.split()])
        return answer


def check_offer(choice: Choice, offered: list[int]) -> None:
    """Check that a choice offers something, each thing once, in a fixed order, its default too."""
    if not offered or len(set(offered)) != len(offered):
        raise BrokenPromiseError("options are unique", f"{choice.rule}: {offered}")
    if choice.answers() != offered:
        raise BrokenPromiseError("options come in a fixed order", choice.rule)
    if choice.fallback() not in offered:
        raise BrokenPromiseError("the fallback is legal", f"{choice.rule}: {choice.fallback()}")


def check_keys(choice: Choice, offered: list[int], whim: BotRandom) -> None:
    """Check that keys are unique, that some read back, and that what is not offered is refused."""
    keys = [choice.key(answer) for answer in offered]
    if len(set(keys)) != len(keys):
        twice = next(key for key in keys if keys.count(key) > 1)
        raise BrokenPromiseError("keys are unique", f"{choice.rule}: {twice!r}")
    for answer, key in some(list(zip(offered, keys, strict=True)), whim):
        if choice.option(answer).answer != answer or not choice.allows(answer):
            raise BrokenPromiseError("options are their answers", f"{choice.rule}: {key!r}")
        if choice.read(key) != answer:
            raise BrokenPromiseError("keys are readable", f"{choice.rule}: {key!r}")
    for key in some([key for key in choice.candidates() if key not in keys], whim):
        _check_refusal(choice, key)


def some(things: list[Thing], whim: BotRandom) -> list[Thing]:
    """Return a few of many: reading a key means going through all of them."""
    if len(things) <= FEW:
        return things
    return [things[whim.below(len(things))] for _ in range(FEW)]


def _check_refusal(choice: Choice, key: str) -> None:
    try:
        answer = choice.read(key)
    except IllegalError as fault:
        if not fault.rule:
            raise BrokenPromiseError("refusals cite a rule", f"{choice.rule}: {key!r}") from fault
    except AffrayError as fault:
        raise BrokenPromiseError("refusals cite a rule", f"{key!r}: {fault}") from fault
    else:
        if not choice.allows(answer):
            raise BrokenPromiseError("candidates are refused or legal", f"{choice.rule}: {key!r}")


def look_closely(
    ruleset: Ruleset,
    begun: Combat[Any],
    before: Combat[Any],
    answers: list[int],
    after: Combat[Any],
) -> None:
    """Check that a step comes out the same interrupted, saved and loaded, and (un)watched."""
    twin = after.clone()
    if twin.key() != after.key():
        raise BrokenPromiseError("a clone is equal", _differ(twin, after))
    check_resumption(before, answers, after)
    data = json.loads(json.dumps(snapshot.save(before, ruleset)))
    loaded = snapshot.load(begun, data, ruleset)
    if loaded.key() != before.key():
        raise BrokenPromiseError("what is loaded is what was saved", _differ(loaded, before))
    loaded.watched = before.watched
    _same(loaded, answers, after, "a loaded fight goes on as it would have")
    other = before.clone()
    other.watched = not before.watched
    _same(other, answers, after, "a watched fight is the unwatched one")


def with_log(combat: Combat[Any]) -> None:
    """Let the dice note their faces for the events of the coming step."""
    combat.dice.log = [] if combat.watched else None


def check_state(combat: Combat[Any]) -> None:
    """Check what holds between any two steps."""
    fault = combat.recount()
    if fault:
        raise BrokenPromiseError("derived state equals a recount", fault)
    if combat.depth:
        raise BrokenPromiseError("no window is left open", f"depth {combat.depth}")


def check_resumption(before: Combat[Any], answers: list[int], after: Combat[Any]) -> None:
    """Check that the step breaks off at every choice and comes out the same when resumed."""
    for known in range(len(answers)):
        seats: list[Agent] = [Script(answers[:known])] * len(after.agents)
        try:
            resume(before, seats)
        except Pending:
            continue
        raise BrokenPromiseError("a step asks the same again", f"{known} of {len(answers)} answers")
    _same(before, answers, after, "a resumed step is the straight one")


def _same(before: Combat[Any], answers: list[int], after: Combat[Any], promise: str) -> None:
    """Run a step on recorded answers and compare."""
    script = Script(answers[:])
    work = before.clone()
    with_log(work)
    try:
        work = resume(work, [script] * len(after.agents))
    except Pending as fault:
        raise BrokenPromiseError(promise, f"another question: {fault.choice.rule}") from fault
    if work.key() != after.key():
        raise BrokenPromiseError(promise, _differ(work, after))
    if script.used != len(answers):
        raise BrokenPromiseError(promise, f"{script.used} of {len(answers)} answers used")
    if work.dice.state() != after.dice.state():
        raise BrokenPromiseError(promise, "the dice stand elsewhere")


def _differ(found: Combat[Any], expected: Combat[Any]) -> str:
    """Say where two states differ first."""
    pair: tuple[object, object] = found.key(), expected.key()
    path = ""
    while isinstance(pair[0], tuple) and isinstance(pair[1], tuple):
        one, other = pair
        assert isinstance(one, tuple)
        assert isinstance(other, tuple)
        if len(one) != len(other):
            break
        place = next(n for n in range(len(one)) if one[n] != other[n])
        path += f"[{place}]"
        pair = one[place], other[place]
    return f"key{path}: {str(pair[0])[:200]} instead of {str(pair[1])[:200]}"
