"""What a seat supposes: steps that may be under way for all it knows.

Whoever it has not seen is put somewhere by chance, and the step is played again with what the seat
has heard of it. Of the answers of those whom it does not see, and of their dice, it hears only what
became of them: what they passed up, when and how often, settles nothing that it supposes.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final, NamedTuple

from affray.core.choice import PASS, Agent, Choice
from affray.core.combat import Combat
from affray.core.dice import Dice, Suspended
from affray.core.event import Asked, Rolled
from affray.core.ruleset import PLACE, Ruleset, Tactics
from affray.core.scene import Scene, scene_of
from affray.core.window import CODES, Reply

ATTEMPTS: Final = 3  # at supposing what is hidden so that the step comes to the same question


class Scenes:
    """The step under way as a seat knows it: one for every set of dice, if something is hidden."""

    def __init__(self, tactics: Tactics, choice: Choice, dice: Dice) -> None:
        self.tactics = tactics
        self.choice = choice
        self.dice = dice
        self.seat = choice.seat()
        self.real = scene_of(choice)
        now: Combat[Any] = choice.combat
        self.open = knows_all(self.real.before, self.seat) and knows_all(now, self.seat)
        self.account = Account([], [])
        if not self.open:
            self.account = heard(self.real, self.seat)
        self.supposed: list[Scene | None] = []

    def at(self, number: int) -> Scene | None:
        """Return the step for a set of dice; None if nothing supposed leads to the question."""
        if self.open:
            return self.real
        while len(self.supposed) <= number:
            self.supposed.append(self.suppose())
        return self.supposed[number]

    def suppose(self) -> Scene | None:
        """Return the step in a fight that may be under way for all the seat knows."""
        before = self.real.before
        rules = before.ruleset
        assert isinstance(rules, Ruleset)
        for _ in range(ATTEMPTS):
            copy = rules.blind(before, self.seat)
            self.tactics.suppose(copy, self.seat, self.dice)
            scene = led(copy, self.account, self.choice, self.dice)
            if scene is not None:
                return scene
        return None


def knows_all(combat: Combat[Any], seat: int) -> bool:
    """Return whether nothing is hidden from a seat."""
    for unit in combat.units:
        if not known(combat, seat, unit.index):
            return False
    return True


def known(combat: Combat[Any], seat: int, who: int) -> bool:
    """Return whether a seat knows where somebody is, as things are."""
    rules = combat.ruleset
    return not isinstance(rules, Ruleset) or rules.knows(combat, seat, who) == PLACE


def unseen(choice: Choice, seat: int) -> bool:
    """Return whether only such are asked as a seat does not see: it does not hear that they are."""
    if choice.seats >> seat & 1:
        return False
    combat: Combat[Any] = choice.combat
    if isinstance(choice, Reply):
        for answer in choice.listed:
            if answer != PASS and known(combat, seat, answer // CODES):
                return False
        return True
    return choice.who >= 0 and not known(combat, seat, choice.who)


# -- what was heard of the step --------------------------------------------------------------------


class Given(NamedTuple):
    """An answer that a seat has heard of, and to what question.

    ``unseen``: only such were asked as it did not see.
    """

    kind: str
    rule: str
    unseen: bool
    answer: int


class Fallen(NamedTuple):
    """A die that a seat has heard of: ``face`` is ``sides * 1000 + face``."""

    purpose: int
    who: int
    rule: str
    face: int


class Account(NamedTuple):
    """What a seat has heard of a step, in order."""

    given: list[Given]
    fallen: list[Fallen]


class Reached(Suspended):
    """A step came to the question that was looked for, or went another way."""


def heard(scene: Scene, seat: int) -> Account:
    """Return what a seat has heard of a step so far.

    Not that somebody whom it does not see was asked, unless something came of it; nor a roll of
    which it was told nothing.
    """
    dice = Noting(scene.faces)
    agent = Repeating(scene.answers, seat)
    work = scene.begun(dice, agent)
    work.watched = True
    work.events = []
    dice.combat = work
    with suppress(Reached):
        work.step()
    events = work.events
    given = [
        one
        for place, one in enumerate(agent.given)
        if not one.unseen
        or told_between(
            events, seat, agent.whose[place], agent.times[place], agent.times[place + 1]
        )
    ]
    fallen = [
        one
        for place, one in enumerate(dice.fallen)
        if told_of(events, seat, dice.times[place], one)
    ]
    return Account(given, fallen)


def told_between(events: list[Any], seat: int, who: int, first: int, end: int) -> bool:
    """Return whether a seat was told of a deed of somebody by the events from ``first`` on."""
    for event in events[first:end]:
        if event.who == who >= 0 and event.seen >> seat & 1 and not isinstance(event, Asked):
            return True
    return False


def told_of(events: list[Any], seat: int, first: int, die: Fallen) -> bool:
    """Return whether a seat was told of a die; so it was if the throw is under way still."""
    for event in events[first:]:
        if isinstance(event, Rolled) and event.rule == die.rule:
            return bool(event.seen >> seat & 1)
    return True


class Noting(Dice):
    """The dice of a step as they fell, each noted with what it was for."""

    def __init__(self, faces: list[int]) -> None:
        super().__init__()
        self.faces = faces
        self.at = 0
        self.combat: Combat[Any] | None = None
        self.purpose = 0
        self.who = -1
        self.rule = ""
        self.fallen: list[Fallen] = []
        self.times: list[int] = []  # how many events had been told when each fell
        self.log = []

    def about(self, purpose: int, who: int, round: int, rule: str) -> None:
        """Note what the coming dice are for, and whose."""
        self.purpose = purpose
        self.who = who
        self.rule = rule

    def roll(self, sides: int) -> int:
        """Return the next face."""
        if self.at == len(self.faces):
            raise Reached  # the step waits for this die
        face = self.faces[self.at]
        self.at += 1
        assert self.log is not None
        self.log.append(face)
        self.fallen.append(Fallen(self.purpose, self.who, self.rule, face))
        assert self.combat is not None
        self.times.append(len(self.combat.events))
        return face % 1000

    def clone(self) -> Dice:
        """Return itself: the dice have fallen."""
        return self


class Repeating(Agent):
    """Gives the answers of a step once more, and notes to what and when."""

    def __init__(self, answers: list[int], seat: int) -> None:
        self.answers = answers
        self.seat = seat
        self.used = 0
        self.given: list[Given] = []
        self.whose: list[int] = []  # the deed of whom each answer is; -1: it only lets pass
        self.times: list[int] = []  # how many events had been told at each question, and at the end

    def decide(self, choice: Choice) -> int:
        """Return the next answer.

        Raises:
            Reached: there is none.
        """
        combat: Combat[Any] = choice.combat
        self.times.append(len(combat.events))
        if self.used == len(self.answers):
            raise Reached
        answer = self.answers[self.used]
        self.used += 1
        self.given.append(Given(choice.kind, choice.rule, unseen(choice, self.seat), answer))
        who = answer // CODES if isinstance(choice, Reply) else choice.who
        self.whose.append(-1 if answer == choice.fallback() else who)
        return answer


# -- the same in a fight that is supposed ----------------------------------------------------------


def led(before: Combat[Any], account: Account, choice: Choice, dice: Dice) -> Scene | None:
    """Return the step of a fight that comes to a question by what was heard, None if it does not.

    Args:
        before: the fight in which it begins.
        account: what the seat has heard of it.
        choice: the question.
        dice: what it has not heard of falls by them.
    """
    agent = Follower(account.given, choice)
    falling = Falling(account.fallen, dice)
    work = Scene(before).begun(falling, agent)
    try:
        work.step()
    except Reached:
        if agent.same:
            return Scene(before, agent.answers, falling.faces)
    return None


class Follower(Agent):
    """Gives the answers that were heard of as long as they fit, then compares the question.

    Whoever is not seen lets everything pass of which nothing was heard.
    """

    def __init__(self, given: list[Given], choice: Choice) -> None:
        self.given = given
        self.choice = choice
        self.seat = choice.seat()
        self.used = 0
        self.answers: list[int] = []
        self.same = False

    def decide(self, choice: Choice) -> int:
        """Return the answer that was heard of.

        Raises:
            Reached: there is none, or it does not fit here.
        """
        hidden = unseen(choice, self.seat)
        fits = False
        if self.used < len(self.given):
            one = self.given[self.used]
            fits = (one.kind, one.rule, one.unseen) == (choice.kind, choice.rule, hidden)
            fits = fits and choice.allows(one.answer)
        if not fits and not hidden:
            self.same = self.used == len(self.given) and self.asks_the_same(choice)
            raise Reached
        answer = choice.fallback()
        if fits:
            answer = self.given[self.used].answer
            self.used += 1
        self.answers.append(answer)
        return answer

    def asks_the_same(self, choice: Choice) -> bool:
        """Return whether a question is the one that was asked."""
        asked = self.choice
        return (
            choice.kind == asked.kind
            and choice.rule == asked.rule
            and choice.who == asked.who
            and choice.seats == asked.seats
            and choice.answers() == asked.answers()
        )


class Falling(Dice):
    """The dice that were heard of, each for what it was rolled; any other falls by chance."""

    def __init__(self, fallen: list[Fallen], others: Dice) -> None:
        super().__init__()
        self.fallen = fallen
        self.others = others
        self.at = 0
        self.purpose = 0
        self.who = -1
        self.rule = ""
        self.faces: list[int] = []  # as they fell, of both kinds

    def about(self, purpose: int, who: int, round: int, rule: str) -> None:
        """Say what the coming dice are for, and whose."""
        self.purpose = purpose
        self.who = who
        self.rule = rule
        self.others.about(purpose, who, round, rule)

    def part(self, number: int, who: int = -1) -> None:
        """Begin an independent part of a throw."""
        self.others.part(number, who)

    def roll(self, sides: int) -> int:
        """Return the face that was heard of, else any."""
        if self.at < len(self.fallen):
            one = self.fallen[self.at]
            if (one.purpose, one.who, one.rule) == (self.purpose, self.who, self.rule):
                if one.face // 1000 == sides:
                    self.at += 1
                    self.faces.append(one.face)
                    return one.face % 1000
        face = self.others.roll(sides)
        self.faces.append(sides * 1000 + face)
        return face

    def clone(self) -> Dice:
        """Return itself: one line of what may have happened is shared by all clones."""
        return self
