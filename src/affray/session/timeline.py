"""The timeline of a fight: the steps made, the one under way, and what was taken back.

A timeline only ever keeps quiescent states. A step that lacks an answer or a die is run again from
the last one as soon as that is known. Everything that happens becomes a line of the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from affray.content.problems import show
from affray.core.choice import Absent, Agent, Choice
from affray.core.combat import RULE_OVERRIDE, Combat, Record
from affray.core.dice import Dice, Unrolled
from affray.core.errors import IllegalError, InvalidError, ScriptError
from affray.core.event import Asked, Event, Ruling
from affray.core.ruleset import Ruleset
from affray.core.scene import Scene
from affray.core.suspension import (
    PERSON,
    STANDING,
    Answer,
    HandRolled,
    Open,
    RecordedDice,
    Seats,
    answer_to,
)
from affray.session.files import Entry
from affray.session.journal import dice_of, dice_words, event_data
from affray.state import newcomers
from affray.state.paths import put
from affray.state.snapshot import digest, load, save

NO_DIE_MORE: Final = HandRolled(all_dice=True)
NOTHING_TO_UNDO: Final = "undo: there is nothing to undo"
IDLE: Final = 10_000  # steps in a row without a question or a die: the rules go round in circles


@dataclass(slots=True)
class Done:
    """A step that was made, or an edit between two steps."""

    before: Combat[Any]
    after: Combat[Any]
    digest: str
    answers: list[Answer] = field(default_factory=list)
    dice: list[int] = field(default_factory=list)
    foreign: list[int] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    stop: bool = False  # undo stops before it though nobody was asked
    edit: bool = False
    under: Open | None = None  # of an edit: the step that was under way when it was made

    def ordered(self) -> bool:
        """Return whether standing orders alone made it: no person, program or die had a say."""
        return (
            bool(self.answers)
            and not self.dice
            and all([one.by == STANDING for one in self.answers])
        )

    def entry(self, number: int) -> Entry:
        """Return the line of the journal that tells of a step."""
        entry: Entry = {"step": number, "round": self.after.round}
        entry |= told_entry(self.answers, self.dice, self.foreign, self.events)
        if self.stop:
            entry["auto"] = True
        entry["digest"] = self.digest
        return entry


def told_entry(
    answers: list[Answer], dice: list[int], foreign: list[int], events: list[Event]
) -> Entry:
    """Return answers, dice and events as they stand in a line; ``given``: dice not of the seed."""
    entry: Entry = {"dice": dice_words(dice)}
    if foreign:
        entry["given"] = foreign
    entry["answers"] = [answer.as_data() for answer in answers]
    entry["events"] = [event_data(event) for event in events if not isinstance(event, Asked)]
    return entry


class Stop(NamedTuple):
    """A point to which one can go back: so many steps, answers and dice are kept."""

    step: int
    answers: int
    dice: int


@dataclass(slots=True)
class Branch:
    """What an undo or a reroll left: enough to be there again."""

    stop: Stop
    tail: list[Done]
    combat: Combat[Any]
    open: Open
    rerolled: list[Rerolled]


class Rerolled(NamedTuple):
    """A reroll: from where it went on, what it took away, and why."""

    at: Stop
    branch: Branch
    reason: str


class Mark(NamedTuple):
    """Where a timeline stood before something was tried.

    Steps, lines and events only ever grow, or are replaced: their number says what there was.
    """

    done: list[Done]
    lines: list[Entry]
    events: list[Event]
    sizes: tuple[int, int, int]
    combat: Combat[Any]
    open: Open
    undone: list[Branch]
    rerolled: list[Rerolled]
    take: int
    players: dict[str, str]
    orders: dict[tuple[str, str], str]


@dataclass(slots=True)
class TakenBack:
    """What lies between before and after an undo."""

    answers: list[Answer] = field(default_factory=list)
    dice: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    later: bool = False  # of a reroll: there is more than the step in which the die fell

    def __str__(self) -> str:
        """Return it in a sentence."""
        rulings = [event.what for event in self.events if event.kind == "ruling"]
        if rulings:
            return f"taken back: {', '.join(rulings)}"
        who = ", ".join([f"{answer.who or answer.seat}: {answer.key}" for answer in self.answers])
        dice = ", ".join(self.dice)
        return f"taken back: {who or 'no answer'}; {dice or 'no dice'}"

    def add(self, answers: list[Answer], dice: list[int], events: list[Event]) -> None:
        """Take back these too."""
        self.answers += answers
        self.dice += dice_words(dice)
        self.events += events


class Timeline:
    """The states, answers and dice of one fight, forward and back."""

    def __init__(
        self,
        ruleset: Ruleset,
        combat: Combat[Any],
        names: list[str],
        agents: list[Agent | None],
        hands: HandRolled,
    ) -> None:
        self.ruleset = ruleset
        self.first = 0  # steps that were made before what is known here
        self.combat = combat  # the last quiescent state
        self.names = names  # of the seats
        self.agents = agents  # None: a person, who has to be asked
        self.hand_rolled = hands
        self.orders: dict[tuple[str, str], str] = {}
        self.open = Open()
        self.done: list[Done] = []
        self.undone: list[Branch] = []
        self.rerolled: list[Rerolled] = []  # each newer than the one before
        self.players: dict[str, str] = {}  # who sits where, by name
        self.heard: Callable[[], None] | None = None  # called after every step that is made
        self.lines: list[Entry] = []
        self.events: list[Event] = []  # of all steps made
        self.half: Combat[Any] | None = None  # the step under way as far as it got
        self.foreign: list[int] = []  # its dice that the seed did not deal
        self.used = 0  # its answers that were asked for
        self.pending: Choice | None = None
        self.wanted: Unrolled | None = None
        self.take = 0  # the highest so far
        self.auto = False
        self.circling = False  # standing orders led back to where they began: the person is asked
        self.recorded_only = False  # the step stops where its recorded dice end
        self.checking = False  # a journal is being told again, and ...
        self.by_keys = False  # ... its answers are known by their keys alone

    @property
    def number(self) -> int:
        """The number of the step under way, from 0."""
        return self.first + len(self.done)

    def made(self, step: int) -> Done | None:
        """Return the step of a number, None if it is under way or not known here."""
        place = step - self.first
        return self.done[place] if 0 <= place < len(self.done) else None

    def copy(self, memo: dict[int, Any]) -> Timeline:
        """Return one that is as this one is and goes on by itself; nobody hears of its steps.

        Args:
            memo: what was copied already, for players that know of each other.
        """
        hands = self.hand_rolled
        twin = Timeline(self.ruleset, self.combat, self.names, deepcopy(self.agents, memo), hands)
        twin.first = self.first
        twin.reset(self.mark())
        if self.waiting:
            twin.step()  # up to the same question or die: what was answered is known
        return twin

    @property
    def waiting(self) -> bool:
        """Whether a question or a die is waited for."""
        return self.pending is not None or self.wanted is not None

    def tell_again(self, lines: Iterable[Entry], *, waiting: bool) -> None:
        """Do what the lines of this fight's own journal tell.

        Args:
            lines: after the header.
            waiting: whether a question or a die was waited for when they were written.

        Raises:
            AffrayError: something comes out otherwise: rules or content are others now.
        """
        self.agents = [None] * len(self.names)  # nobody is asked again
        for entry in lines:
            told = self.retell(entry)
            if told.get("digest") != entry.get("digest"):
                raise InvalidError(["the pickled fight is of other rules or content"])
        if not waiting:
            self.half = None
        elif not self.waiting:
            self.step()

    # -- forward -----------------------------------------------------------------------------

    def advance(self, most: int = 0) -> None:
        """Go on until a person, or a die rolled by hand, is needed or the fight is over.

        Args:
            most: stop after so many steps; 0: do not.

        Raises:
            RuntimeError: the rules make no headway: a fault of the ruleset.
        """
        idle = 0
        ordered: set[str] = set()  # states between steps that standing orders alone have made
        goal = len(self.done) + most
        while not self.combat.outcome and (not most or len(self.done) < goal):
            if not self.step():
                return
            if self.heard is not None:
                self.heard()
            last = self.done[-1]
            self.circling = last.digest in ordered and last.ordered()
            ordered = ordered | {last.digest} if last.ordered() else set()
            idle = 0 if last.answers or last.dice else idle + 1
            if idle > IDLE:
                raise RuntimeError(f"{self.ruleset.id}: {IDLE} steps without a question or a die")
        self.half = self.pending = self.wanted = None

    def step(self, again: list[Answer] | None = None) -> bool:
        """Run the step under way; False if it lacks an answer or a die.

        Args:
            again: what people had answered before the step began anew.
        """
        scene = Scene(self.combat)
        dice = recorded_dice(self.combat.dice.clone())
        nobody: list[Agent | None] = [None] * len(self.names)
        agent = Seats(
            self.names,
            nobody if self.checking else self.agents,
            {} if self.checking or self.circling else self.orders,
            self.open,
            dice,
            checking=self.checking,
            by_keys=self.by_keys,
            again=again,
        )
        work = scene.begun(dice, agent)
        dice.begin(work, self.open.told, NO_DIE_MORE if self.recorded_only else self.hand_rolled)
        work.watched = True
        work.events = []
        work.record = Record(self.combat)  # programs may think in the middle of it
        work.record.faces = dice.faces
        self.half, self.pending, self.wanted = work, None, None
        if scene.go(work):
            work.record = None
            self._commit(work, dice, agent.used)
            return True
        self.pending, self.wanted = scene.choice, scene.wanted
        self.open.told = dice.faces[:]
        self.foreign = dice.foreign
        self.used = agent.used
        return False

    def _commit(self, work: Combat[Any], dice: RecordedDice, used: int) -> None:
        work.agents = [Absent()] * len(self.names)
        work.record = None
        made = Done(
            self.combat,
            work,
            digest(work, self.ruleset),
            self.open.answers[:used],
            dice.faces,
            dice.foreign,
            work.events,
            self.auto,
        )
        self._append(made, made.entry(self.number))
        self.open = Open()

    def _append(self, made: Done, entry: Entry) -> None:
        self.done.append(made)
        self.events += made.events
        self.combat = made.after
        self.lines.append(entry)

    def answer(self, answer: int, seat: str = "", by: str = PERSON) -> None:
        """Answer the pending choice and go on; ``seat`` is the one that answers.

        ``by``: as a person, or for one by a standing order.

        Raises:
            IllegalError: a bot went wrong; nothing has changed.
        """
        choice = self.pending
        assert choice is not None
        told = len(self.open.told)
        self.open.answers.append(answer_to(choice, answer, by, self.names, told, seat))
        self.go_on()

    def give(self, face: int) -> None:
        """Type in the die that is wanted and go on."""
        wanted = self.wanted
        assert wanted is not None
        self.open.told.append(wanted.sides * 1000 + face)
        self.go_on()

    def go_on(self) -> None:
        """Advance on a new branch: there is nothing to redo any more."""
        self.undone.clear()
        self.advance()

    def mark(self) -> Mark:
        """Return what ``reset`` takes to forget all that happens from now on."""
        return Mark(
            self.done,
            self.lines,
            self.events,
            (len(self.done), len(self.lines), len(self.events)),
            self.combat,
            self.open.copy(),
            self.undone[:],
            self.rerolled[:],
            self.take,
            dict(self.players),
            dict(self.orders),
        )

    def reset(self, mark: Mark) -> None:
        """Be again as at the mark, as if nothing had been tried since; then ``advance``."""
        done, lines, events = mark.sizes
        self.done, self.lines = mark.done[:done], mark.lines[:lines]
        self.events = mark.events[:events]
        self.combat, self.open = mark.combat, mark.open
        self.undone, self.rerolled, self.take = mark.undone, mark.rerolled, mark.take
        self.players, self.orders = mark.players, mark.orders
        self.half = self.pending = self.wanted = None

    # -- back --------------------------------------------------------------------------------

    def last_stop(self) -> Stop | None:
        """Return the point before a person's last answer, the last edit or bots' step."""
        found = _before_person(self.open.answers, self.number, self._carried(self.number))
        place = len(self.done)
        while found is None and place > 0:
            place -= 1
            number = self.first + place
            made = self.done[place]
            found = _before_person(made.answers, number, self._carried(number))
            if found is None and made.stop:
                under = made.under or Open()
                found = Stop(number, len(under.answers), len(under.told))
        return found

    def undo_stop(self) -> Stop | None:
        """Return the point to which ``undo`` goes back, that of a reroll included; None if none."""
        stop = self.last_stop()
        return self.rerolled[-1].at if self._rerolled_since(stop) else stop

    def _carried(self, step: int) -> int:
        """Return how many answers of a step were given before an edit and stood after it.

        Between them lies the step of the harm that an edit has ordered.
        """
        edit = self.made(step - 1)
        if edit is not None and not edit.edit and edit.before.due is not None:
            asked = any([one.by == PERSON for one in edit.answers])
            edit = None if asked else self.made(step - 2)
        if edit is None or edit.under is None:
            return 0
        left = [(one.key, one.who) for one in edit.under.answers]
        count = 0
        for one in self._given(step).answers:
            if one.by == PERSON:  # programs and standing orders have answered anew
                if (one.key, one.who) not in left:
                    break
                del left[: left.index((one.key, one.who)) + 1]
            count += 1
        return count

    def go_back(self, stop: Stop) -> TakenBack:
        """Go back to a point; ``redo`` returns."""
        self._keep_open()
        taken = self.since(stop)
        old = self._given(stop.step)
        self.undone.append(self._branch(stop))
        self._cut(stop.step)
        self.open = Open(old.answers[: stop.answers], old.told[: stop.dice])
        self.rerolled = [one for one in self.rerolled if one.at <= stop]
        self.half = None
        return taken

    def since(self, stop: Stop) -> TakenBack:
        """Return what lies between a point and now."""
        taken = TakenBack()
        answers, dice = stop.answers, stop.dice
        for made in self.done[stop.step - self.first :]:
            taken.add(made.answers[answers:], made.dice[dice:], made.events)
            answers = dice = 0
        events = self.half.events if self.half is not None else []
        taken.add(self.open.answers[answers:], self.open.told[dice:], events)
        return taken

    def _given(self, step: int) -> Open:
        """Return the answers and dice of a step."""
        made = self.made(step)
        if made is None:
            return self.open
        return made.under if made.under is not None else Open(made.answers, made.dice)

    def _branch(self, stop: Stop) -> Branch:
        """Return what ``_return_to`` needs to be here again."""
        tail = self.done[stop.step - self.first :]
        return Branch(stop, tail, self.combat, self.open, self.rerolled[:])

    def _return_to(self, branch: Branch) -> None:
        self._cut(branch.stop.step)  # steps that made themselves since
        for one in branch.tail:
            self.done.append(one)
            self.events += one.events
        self.combat = branch.combat
        self.open = branch.open.copy()
        self.rerolled = branch.rerolled[:]
        self.half = None

    def undo(self, steps: int, *, same_dice: bool) -> TakenBack:
        """Go back some stops and ask again; dice that were seen are not dealt again.

        Raises:
            InvalidError: there are not so many.
        """
        taken = TakenBack()
        mark = self.mark()
        for number in range(steps):
            stop = self.last_stop()
            if self._rerolled_since(stop):
                one = self.restore()
                taken = TakenBack(
                    one.answers + taken.answers, one.dice + taken.dice, one.events + taken.events
                )
                continue
            if stop is None:
                self.reset(mark)
                self.advance()
                raise InvalidError(
                    [f"undo {steps}: found {number} to undo" if number else NOTHING_TO_UNDO]
                )
            one = self.go_back(stop)
            taken = TakenBack(
                one.answers + taken.answers, one.dice + taken.dice, one.events + taken.events
            )
            last = number == steps - 1
            self._note_undo(stop, new_dice=last and bool(taken.dice) and not same_dice)
        self.advance()
        return taken

    def take_back(self, stop: Stop) -> None:
        """Go back to a point; the dice that were seen are dealt again. Then ``advance``."""
        self.go_back(self._checked(stop))
        self._note_undo(stop, new_dice=False)

    def _rerolled_since(self, stop: Stop | None) -> bool:
        """Return whether the last reroll is newer than a point, or than everything."""
        if not self.rerolled:
            return False
        return stop is None or stop[:2] < self.rerolled[-1].at[:2]

    def restore(self) -> TakenBack:
        """Take the last reroll back: what it took away stands again; ``redo`` rerolls.

        Raises:
            ScriptError: there was none.
        """
        if not self.rerolled:
            raise ScriptError("nothing was rerolled")
        last = self.rerolled[-1]
        self._keep_open()
        taken = self.since(last.at)
        self.undone.append(self._branch(last.at))
        self._return_to(last.branch)
        self.lines.append({"restore": last.at.step, "digest": digest(self.combat, self.ruleset)})
        return taken

    def _note_undo(self, stop: Stop, *, new_dice: bool) -> None:
        entry: Entry = {"undo": list(stop)}
        if new_dice:
            self.take += 1
            entry["take"] = self.take
            self._deal_anew(self.take)
        entry["digest"] = digest(self.combat, self.ruleset)
        self.lines.append(entry)

    def _deal_anew(self, take: int) -> None:
        self.combat = self.combat.clone()
        seeded = recorded_dice(self.combat.dice).seeded
        seeded.take = take
        seeded.rekey()

    def redo(self) -> None:
        """Be again where the last undo began, to the dice.

        Raises:
            InvalidError: nothing was undone, or something else was done since.
        """
        self._redo()
        self.advance()

    def _redo(self) -> None:
        if not self.undone:
            raise InvalidError(["redo: there is nothing to redo"])
        self._return_to(self.undone.pop())
        self.lines.append({"redo": True, "digest": digest(self.combat, self.ruleset)})

    def back(self, seat: str = "") -> Answer:
        """Take back the last answer of the step under way, if nothing came of it yet.

        Args:
            seat: whose answer it has to be; "" whoever's it is.

        Raises:
            IllegalError: dice fell since, or somebody else answered.
        """
        answers = self.open.answers
        if not answers or answers[-1].by != PERSON:
            fact = "nothing was answered since the last step; undo takes that back"
            raise IllegalError("go back", fact, "")
        last = answers[-1]
        if seat and seat not in last.givers:
            fact = f"it is the answer of {' or '.join(last.givers)}"
            raise IllegalError(f"take back {last.key}", fact, "")
        if len(self.open.told) > last.dice:
            raise IllegalError(f"take back {last.key}", "dice were rolled since", "")
        answers.pop()
        self.open.retold = True
        self.advance()
        return last

    def _cut(self, step: int) -> None:
        place = step - self.first
        if place < len(self.done):
            self.combat = self.done[place].before
            gone = sum([len(one.events) for one in self.done[place:]])
            self.events = self.events[: len(self.events) - gone]  # not in place: see ``Mark``
            self.done = self.done[:place]

    def _keep_open(self) -> None:
        """Write down the step under way before it is left: branches are kept."""
        if self.under_way:
            self.lines.append(self.open_entry())

    @property
    def under_way(self) -> bool:
        """Whether there is anything to write down of the step under way.

        Also that nothing is left of it, where the line before it says that something was answered.
        """
        known = self.open.answers or self.open.told or self.open.retold
        return bool(known) and self.half is not None

    def open_entry(self) -> Entry:
        """Return the line for the step under way."""
        events = self.half.events if self.half is not None else []
        return {"open": self.number} | told_entry(
            self.open.answers, self.open.told, self.foreign, events
        )

    # -- overrides ---------------------------------------------------------------------------

    def edited(
        self, path: str, value: object, before: Combat[Any] | None = None
    ) -> tuple[Combat[Any], object, str]:
        """Return what an edit would make of a state, its value, and what it does.

        Args:
            path: of the value.
            value: that it is to have.
            before: the state; that after the last whole step if left out.

        Raises:
            InvalidError: no such path, or a value that cannot stand there.
        """
        after = (self.combat if before is None else before).clone()
        after.watched = True
        after.events = []
        if path not in newcomers.WORDS:
            put(after, self.ruleset, path, value)
            return after, value, f"{path} = {value}"
        value, told = newcomers.carry_out(after, self.ruleset, path, value)
        return after, value, told

    def edit(self, path: str, value: object, reason: str) -> Open:
        """Set a value, or let somebody join or leave; the step under way has to begin again.

        Returns:
            The answers and dice of that step, for ``begin_again``.

        Raises:
            InvalidError: no such path, or a value that cannot stand there.
        """
        after, value, told = self.edited(path, value)
        self._keep_open()
        events = [Ruling(told, RULE_OVERRIDE), *after.events]
        made = Done(
            self.combat, after, digest(after, self.ruleset), events=events, stop=True, edit=True
        )
        under = self.open
        if under.answers or under.told:
            made.under = under.copy()
        entry: Entry = {"edit": path, "value": value, "reason": reason, "digest": made.digest}
        self.open = Open()
        self.half = None
        self._append(made, entry)
        return under

    def edit_of(self, made: Done) -> Entry | None:
        """Return the line of the journal that tells of an edit; None of a step."""
        if not made.edit:
            return None
        what = next((one.what for one in made.events if isinstance(one, Ruling)), "")
        for line in reversed(self.lines):
            if "edit" in line and line["digest"] == made.digest:
                if line["edit"] in newcomers.WORDS or f"{line['edit']} = {line['value']}" == what:
                    return line
        return None

    def begin_again(self, under: Open) -> None:
        """Run a step again after an edit, as far as its answers still fit; then go on.

        Harm that was ordered strikes first, a step of its own.
        People's answers are given again, programs decide anew. Dice come as the seed deals them;
        those that were typed in, or had come otherwise, stand as far as the same are rolled.
        """
        self.undone.clear()
        struck = self.done[-1].before.due is None and self.combat.due is not None
        if struck and not self.step():
            return  # what was under way begins anew once the harm that was ordered is over
        by_hand = self.hand_rolled.any() or self.foreign
        if not self._repeated(under, under.told[:] if by_hand else []):
            self.open = Open()
            self._repeated(under, [])
        self.advance()

    def _repeated(self, under: Open, faces: list[int]) -> bool:
        """Give the answers of a step again as far as they fit; False if another die is rolled."""
        self.open.told = faces
        try:
            if not self.combat.outcome:
                self.step([one for one in under.answers if one.by in (PERSON, STANDING)])
        except ScriptError:
            return False
        return True

    def reroll(self, step: int, die: int, face: int, reason: str) -> TakenBack:
        """Get ready to run a step again with another face for one die (from 1).

        What was answered before it fell stands; what comes after is dealt and asked anew. ``undo``
        restores it.

        Raises:
            InvalidError: no such step, die or face.
        """
        stop = self.before_die(step, die, face)
        old = self._given(step)
        sides = old.told[die - 1] // 1000
        self._keep_open()
        taken = self.since(stop)
        branch = self._branch(stop)
        self._cut(step)
        self.open = Open(old.answers[: stop.answers], [*old.told[: die - 1], sides * 1000 + face])
        self.half = None
        self.undone.clear()
        self.rerolled.append(Rerolled(stop, branch, reason))
        self.lines.append({"reroll": [step, die, face], "reason": reason})
        return taken

    def rerolls(self) -> list[tuple[Event, str]]:
        """Return the rerolls that stand: the first event of the step run again, and why."""
        found: list[tuple[Event, str]] = []
        newer: Stop | None = None
        for one in reversed(self.rerolled):
            if newer is not None and one.at > newer:
                continue  # what it had changed was taken back by a newer one
            newer = one.at
            made = self.made(one.at.step)
            under_way = self.half.events if self.half is not None else []
            events = made.events if made is not None else under_way
            if events:
                found.append((events[0], one.reason))
        return found[::-1]

    def before_die(self, step: int, die: int, face: int) -> Stop:
        """Return the point at which a die (from 1) of a step fell; it could have shown ``face``.

        Raises:
            InvalidError: no such step, die or face.
        """
        if not self.first <= step <= self.number:
            expected = f"expected {self.first} to {self.number}"
            raise InvalidError([f"reroll: found step {step}, {expected}"])
        old = self._given(step)
        if not 1 <= die <= len(old.told):
            raise InvalidError([f"reroll: found die {die}, expected 1 to {len(old.told)}"])
        sides = old.told[die - 1] // 1000
        if not 1 <= face <= sides:
            raise InvalidError([f"reroll: found face {face}, expected 1 to {sides}"])
        return Stop(step, len([answer for answer in old.answers if answer.dice < die]), die - 1)

    # -- who sits where ----------------------------------------------------------------------

    def seat(self, players: dict[str, str]) -> None:
        """Note who sits on some seats from now on."""
        new = {name: who for name, who in players.items() if self.players.get(name) != who}
        if new:
            self.players |= new
            self.lines.append({"seats": new})

    def order(self, seat: str, rule: str, key: str | None) -> None:
        """Note a standing order of a seat; None takes back all it gave."""
        if key is None:
            for known in [order for order in self.orders if order[0] == seat]:
                del self.orders[known]
        else:
            self.orders[seat, rule] = key
        self.lines.append({"order": [seat, rule, key]})

    # -- in the middle -----------------------------------------------------------------------

    def here(self) -> Entry:
        """Return the line with which a journal begins here: the state after the last whole step."""
        return {
            "resumed": self.number,
            "take": self.take,
            "seats": dict(self.players),
            "orders": [[*whose, key] for whose, key in self.orders.items()],
            "state": save(self.combat, self.ruleset),
            "digest": digest(self.combat, self.ruleset),
        }

    def take_up(self, entry: Entry) -> None:
        """Begin where such a line was written; what came before is not known.

        Raises:
            InvalidError: the state does not fit the encounter.
            ScriptError: something has happened already, or the state is another one.
        """
        if self.done or self.lines:
            raise ScriptError("a fight is resumed before its first step only")
        if min(entry["resumed"], entry["take"]) < 0:
            raise ScriptError("steps and takes are counted from 0")
        self._known_seats([*entry["seats"], *[seat for seat, _, _ in entry["orders"]]])
        combat = load(self.combat, entry["state"], self.ruleset)
        if digest(combat, self.ruleset) != entry["digest"]:
            raise ScriptError(f"the state has the digest {digest(combat, self.ruleset)}")
        self.combat = combat
        self.first = entry["resumed"]
        self.take = entry["take"]
        self.players = dict(entry["seats"])
        self.orders = {(seat, rule): key for seat, rule, key in entry["orders"]}
        self.lines.append(self.here())

    # -- a journal told again ----------------------------------------------------------------

    def retell(self, entry: Entry, *, by_keys: bool = False) -> Entry:
        """Do what a line of a journal tells; return the line that this timeline makes of it.

        Args:
            entry: the line.
            by_keys: its answers are known by their keys alone: it is of an earlier format.

        Raises:
            AffrayError: it cannot be done; the message says why.
        """
        if "step" in entry or "open" in entry:
            return self._retell_step(entry, by_keys=by_keys)
        if "resumed" in entry:
            self.take_up(entry)
        elif "edit" in entry:
            self.edit(entry["edit"], entry["value"], entry["reason"])
        elif "undo" in entry:
            self.go_back(self._checked(Stop(*entry["undo"])))
            self._note_undo(Stop(*entry["undo"]), new_dice="take" in entry)
        elif "redo" in entry:
            self._redo()
        elif "restore" in entry:
            self.restore()
        elif "reroll" in entry:
            step, die, face = entry["reroll"]
            self.reroll(step, die, face, entry["reason"])
        else:
            self._retell_table(entry)
        return self.lines[-1]

    def _retell_table(self, entry: Entry) -> None:
        """Do what a line tells of those at the table."""
        if "seats" in entry:
            self._known_seats(entry["seats"])
            self.seat(entry["seats"])
        else:
            seat, rule, key = entry["order"]
            self._known_seats([seat])
            self.order(seat, rule, key)

    def _known_seats(self, seats: Iterable[str]) -> None:
        for name in seats:
            if name not in self.names:
                raise ScriptError(f"there is no seat {show(name)}")

    def _checked(self, stop: Stop) -> Stop:
        """Refuse a point that does not lie behind us."""
        old = self._given(stop.step)
        within = stop.answers <= len(old.answers) and stop.dice <= len(old.told)
        if not self.first <= stop.step <= self.number or not within or min(stop) < 0:
            raise ScriptError("there is no such point to go back to")
        return stop

    def _retell_step(self, entry: Entry, *, by_keys: bool) -> Entry:
        self.open = Open([answer_of(one) for one in entry["answers"]], dice_of(entry["dice"]))
        self.auto = bool(entry.get("auto", False))
        given = len(self.open.answers)
        self.checking, self.by_keys = True, by_keys
        self.recorded_only = "open" in entry  # whoever rolled by hand then was waited for
        try:
            whole = self.step()
        finally:
            self.checking = self.by_keys = self.auto = self.recorded_only = False
        if "open" in entry:
            self.open.retold = True
            if whole:
                raise ScriptError("the step is not under way, it ends")
            if self.used != given:
                raise ScriptError(f"{given} answers are recorded, {self.used} are asked for")
            return self.open_entry()
        if self.pending is not None:
            asked = f"{self.pending.prompt()} [{self.pending.rule}]"
            raise ScriptError(f"the step goes on with a question that is not answered: {asked}")
        if not whole:
            raise ScriptError(f"the step goes on with a die that is missing: {self.wanted}")
        return self.lines[-1]


def answer_of(data: Entry) -> Answer:
    """Return the answer that a line of the journal tells of."""
    parts = {name: data[name] for name in ("answer", "key", "seat", "who", "by", "dice")}
    return Answer(**parts, source=data.get("from", ""))


def _before_person(answers: list[Answer], step: int, first: int = 0) -> Stop | None:
    for number in range(len(answers) - 1, first - 1, -1):
        if answers[number].by == PERSON:
            return Stop(step, number, answers[number].dice)
    return None


def recorded_dice(dice: Dice) -> RecordedDice:
    """Return the dice of a session's combat as what they are."""
    assert isinstance(dice, RecordedDice)
    return dice
