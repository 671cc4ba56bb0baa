"""A fight as people and programs play it: choose, undo, save, ask for odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any, Final, TypeAlias

from affray import odds
from affray.content.problems import InvalidError, show
from affray.core import VERSION
from affray.core.choice import Absent, Agent, Option
from affray.core.combat import Combat
from affray.core.dice import SeededDice, Unrolled
from affray.core.errors import IllegalError
from affray.core.event import Event
from affray.core.outcome import Outcome
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup, Value
from affray.core.suspension import PERSON, STANDING, RecordedDice
from affray.core.words import parts_of
from affray.encounters.prepare import EncounterOrigin, ready_again
from affray.render import board, notebook
from affray.session import journal
from affray.session.aftermath import Carried, carried, rested
from affray.session.files import Entry
from affray.session.journal import Journal, dice_words
from affray.session.question import Question
from affray.session.seats import EMPTY, HUMAN, Who, called, hand_rolled, place_of, player
from affray.session.timeline import Stop, TakenBack, Timeline
from affray.session.view import EXACT, Observer
from affray.state import begin as first
from affray.state import newcomers, paths, snapshot

Answered: TypeAlias = Option | str | int
OnEntry: TypeAlias = Callable[[Entry], None]

EVENTS: Final = 60  # of which a notebook shows the last sentences
SHOWN: Final = 24  # keys of answers in a notebook

# What the header of a journal holds of how the fight came to be.
KEPT: Final = ("encounter", "packs", "seats")

# What copies of a fight share, for it never changes, and what they have anew.
SHARED: Final = (
    *("ruleset", "setup", "_begun", "_header"),
    *("timeline", "on_entry", "_heard", "_heard_open", "_question"),
)


class Fight:
    """One fight under way, from its first question to its outcome.

    It stops whenever a person has to be asked (``choice``) or a die rolled by hand is wanted
    (``dice_wanted``); everything else goes on by itself.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        setup: Setup,
        seed: int = 0,
        *,
        fight: int = 0,
        dice: str | Sequence[str] = "seeded",
        seats: Mapping[str, Who] | None = None,
        source: Mapping[str, Any] | None = None,
        hold: bool = False,
        on_entry: OnEntry | None = None,
    ) -> None:
        """Begin a fight.

        Args:
            ruleset: its rules.
            setup: the encounter made ready.
            seed: of the dice.
            fight: its number among fights of the same seed.
            dice: ``seeded``, ``real`` (typed in), or the seats and combatants that roll by hand.
            seats: who plays: ``human`` (the default), the name of a bot, or an agent.
            source: what the header of the journal shall hold to set it up again.
            hold: make no step yet.
            on_entry: hears every line of the journal; see ``report``.
        """
        self.ruleset = ruleset
        self.setup = setup
        self.seed = seed
        self.number = fight
        nobody: list[Agent] = [Absent() for _ in setup.seats]
        begun = first.begun(ruleset, setup, RecordedDice(SeededDice(seed, fight)), nobody)
        self._begun = begun
        self.timeline = Timeline(ruleset, begun, setup.seats, [], hand_rolled(setup, dice))
        self.on_entry = on_entry
        self._heard = -1  # lines that were told to on_entry, the header not counted
        self._heard_open: Entry | None = None  # the step under way as it was told last
        self._trying = False
        self._shown = 0
        self._question: Question | None = None
        self._seat({**dict.fromkeys(setup.seats, HUMAN), setup.seats[-1]: EMPTY})
        self._seat(seats or {})
        self.timeline.lines.clear()  # the header says it
        self._header = self._new_header(begun, dice, source or {})
        self.timeline.players = dict(self._header["seats"])
        self.timeline.heard = self.report
        if not hold:
            self.timeline.advance()

    def _new_header(
        self, begun: Combat[Any], dice: str | Sequence[str], source: Mapping[str, Any]
    ) -> Entry:
        return {
            "affray": "journal",
            "format": journal.FORMAT,
            "version": VERSION,
            **journal.versions(self.ruleset),
            "seed": self.seed,
            "fight": self.number,
            "dice": dice if isinstance(dice, str) else list(dice),
            "seats": dict(self.timeline.players),
            "start": snapshot.digest(begun, self.ruleset),
            **source,
        }

    # -- what is asked -----------------------------------------------------------------------

    @property
    def choice(self) -> Question:
        """The question that waits for an answer.

        Raises:
            IllegalError: none does: the fight is over, or a die is wanted first.
        """
        pending = self.timeline.pending
        if pending is None:
            wanted = self.timeline.wanted
            fact = "the fight is over" if wanted is None else f"first the {wanted}"
            raise IllegalError("choose", fact, self.combat.outcome)
        if self._question is None or self._question.choice is not pending:
            self._question = Question(pending, self.ruleset, self.setup.seats, self.setup.sides)
        return self._question

    @property
    def asking(self) -> bool:
        """Whether a question waits for an answer."""
        return self.timeline.pending is not None

    @property
    def over(self) -> bool:
        """Whether the fight has ended."""
        return bool(self.timeline.combat.outcome)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, None while it goes on."""
        combat = self.timeline.combat
        if not combat.outcome:
            return None
        winner = self.setup.sides[combat.winner].id if combat.winner >= 0 else None
        return Outcome(winner, combat.outcome, combat.round)

    def choose(
        self, answer: Answered | Sequence[Answered], *, seat: str = "", standing: bool = False
    ) -> None:
        """Answer the question: by an option, its key, its number, or several for staged choices.

        A key such as ``sweep bob / cid / done`` answers stage after stage. An answer that the rules
        refuse changes nothing.

        Args:
            answer: what is chosen.
            seat: the seat that answers, which the journal then tells; left out, whichever is asked.
            standing: it is the answer of a standing order: undo does not stop at it.

        Raises:
            IllegalError: the rules forbid it, nothing is asked, or that seat is not.
            AmbiguousError: a key that fits several options.
            UnknownKeyError: a key that names nothing.
            InvalidError: there is no such seat.
        """
        parts = self._stages(answer)
        step = self.timeline.number
        seats = self.choice.seats
        if seat:
            self._check_asked(seat)
        with self.whole():
            for number, part in enumerate(parts):
                if number and (not self.asking or self.timeline.number > step):
                    raise IllegalError(str(part), "nothing more is asked here", "")
                if number and self.choice.seats != seats:
                    raise IllegalError(str(part), "somebody else is asked first", self.choice.rule)
                by = STANDING if standing else PERSON
                self.timeline.answer(self.choice.read(part), seat, by)

    def _check_asked(self, seat: str) -> None:
        """Refuse an answer from a seat that is not asked."""
        place_of(seat, self.setup.seats)
        seats = self.choice.seats
        if seat not in seats:
            fact = f"{seat} is not asked here, but {' or '.join(seats)}"
            raise IllegalError("answer", fact, self.choice.rule)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Do several things as one: ``on_entry`` hears of all of them, or nothing has changed.

        Returns:
            What goes around them: ``with fight.whole(): ...``. What is raised within goes on.
        """
        if self._trying:  # part of something larger
            yield
            return
        mark = self.timeline.mark()
        self._trying = True
        try:
            yield
        except BaseException:
            self.timeline.reset(mark)
            self.timeline.advance()
            raise
        finally:
            self._trying = False
        self.report()

    def _stages(self, answer: Answered | Sequence[Answered]) -> list[Answered]:
        if isinstance(answer, Option | int):
            return [answer]
        if isinstance(answer, str):
            if " / " in answer and answer not in self.choice.keys:
                return [part.strip() for part in answer.split(" / ")]
            return [answer]
        if not answer:
            raise IllegalError("choose", "no answer is given", self.choice.rule)
        return list(answer)

    def why_not(self, key: str, *, seat: str = "") -> tuple[str, str]:
        """Return the rule that forbids a key here, and a sentence; two empty texts if none does.

        Args:
            key: an answer that is, or is not, among the options.
            seat: the seat that wants to know; left out, whichever is asked.

        Raises:
            IllegalError: nothing is asked, or not that seat.
            InvalidError: there is no such seat.
        """
        if seat:
            self._check_asked(seat)
        return self.choice.why_not(key)

    def odds(
        self,
        answer: Answered | Sequence[Answered],
        budget: int = odds.BUDGET,
        *,
        seat: str = "",
    ) -> odds.Odds:
        """Return the chances of every result of an answer; see ``odds.odds``.

        Args:
            answer: as for ``choose``.
            budget: how many runs of the rules an exact line may take; beyond it is sampled.
            seat: whose knowledge they are worked out from; left out, from everything.

        Raises:
            IllegalError: as for ``choose``.
        """
        first, *later = self._stages(answer)
        timeline = self.timeline
        start = timeline.combat
        if seat:
            self._check_asked(seat)
            start = Observer(self.ruleset, self.setup, seat).seen(start)
        return odds.odds(
            start,
            [*[answer.answer for answer in timeline.open.answers], self.choice.read(first)],
            self.ruleset,
            told=timeline.open.told,
            keys=[str(one) for one in later],
            budget=budget,
            seed=self.seed,
        )

    # -- dice rolled by hand -----------------------------------------------------------------

    @property
    def dice_wanted(self) -> Unrolled | None:
        """The die to be rolled by hand next."""
        return self.timeline.wanted

    def give_die(self, face: int) -> None:
        """Type in the die that is wanted.

        Raises:
            IllegalError: none is wanted.
            InvalidError: it has no such face.
        """
        wanted = self.dice_wanted
        if wanted is None:
            raise IllegalError(f"give {show(face)}", "no die is wanted", "")
        if isinstance(face, bool) or not 1 <= face <= wanted.sides:
            expected = f"a face of a d{wanted.sides}: 1 to {wanted.sides}"
            raise InvalidError([f"found {show(face)}, expected {expected}"])
        with self.whole():
            self.timeline.give(face)

    @property
    def dice(self) -> list[str]:
        """The dice of the step under way, else of the last step that rolled any, as ``d20 14``."""
        return dice_words(self._rolled()[1])

    def _rolled(self) -> tuple[int, list[int]]:
        timeline = self.timeline
        if timeline.open.told:
            return timeline.number, timeline.open.told
        for place in range(len(timeline.done) - 1, -1, -1):
            if timeline.done[place].dice:
                return timeline.first + place, timeline.done[place].dice
        return timeline.number, []

    # -- back and forth ----------------------------------------------------------------------

    def undo(self, steps: int = 1, *, same_dice: bool = False) -> TakenBack:
        """Take back the last answer that was chosen, edit or reroll, and all that followed.

        Dice that were seen are not dealt again unless ``same_dice``. The journal keeps the branch.

        Args:
            steps: how many answers, edits and rerolls.
            same_dice: deal the dice that were seen again.

        Returns:
            What was taken back.

        Raises:
            InvalidError: there is not so much to undo; nothing has changed.
        """
        if steps < 1:
            raise InvalidError([f"undo: found {steps}, expected 1 or more"])
        with self.whole():
            return self.timeline.undo(steps, same_dice=same_dice)

    def redo(self) -> None:
        """Return to where the last undo began, the same dice included.

        Raises:
            InvalidError: there is nothing to redo.
        """
        with self.whole():
            self.timeline.redo()

    def back(self, *, seat: str = "") -> str:
        """Take back the last answer while nothing has come of it: no dice, nobody else's answer.

        Args:
            seat: the seat that takes it back: only its own answer; left out, whoever's it is.

        Returns:
            The key of that answer.

        Raises:
            IllegalError: something has come of it, or another seat has given it.
            InvalidError: there is no such seat.
        """
        if seat:
            place_of(seat, self.setup.seats)
        with self.whole():
            return self.timeline.back(seat).key

    def point(self) -> Stop:
        """Return where the fight stands: the step under way, its answers, its dice."""
        opened = self.timeline.open
        return Stop(self.timeline.number, len(opened.answers), len(opened.told))

    def reconsider(self, point: Stop, key: str) -> None:
        """Answer otherwise at a point behind us; what followed runs again, with the same dice.

        Args:
            point: where the question was asked, as ``point`` told then.
            key: the answer.

        Raises:
            IllegalError: the rules forbid it there.
            AmbiguousError: a key that fits several options.
            UnknownKeyError: a key that names nothing.
            InvalidError: there is no such point.
        """
        with self.whole():
            self.timeline.take_back(point)
            self.timeline.advance()
            self.timeline.answer(self.choice.read(key))

    # -- who answers -------------------------------------------------------------------------

    @property
    def seats(self) -> dict[str, str]:
        """Who sits where."""
        return dict(self.timeline.players)

    def seat(self, seats: Mapping[str, Who]) -> None:
        """Let others take some seats from now on: ``human``, the name of a bot, or an agent.

        Raises:
            InvalidError: no such seat or bot.
        """
        self._seat(seats)
        self.report()
        self.timeline.advance()
        self.report()

    def _seat(self, seats: Mapping[str, Who]) -> None:
        agents = self._agents(seats)
        self.timeline.agents = agents
        self.timeline.seat({seat: called(who) for seat, who in seats.items()})

    def _agents(self, seats: Mapping[str, Who]) -> list[Agent | None]:
        names = self.setup.seats
        found = list(self.timeline.agents) or [None] * len(names)
        for name, who in seats.items():
            place = place_of(name, names)
            found[place] = player(who, self.ruleset, names, self.seed, self.number, place)
        return found

    def auto(self, agents: Who | Mapping[str, Who] = "greedy", *, steps: int = 0) -> None:
        """Let programs play on in place of people: to the end, or for some steps.

        Args:
            agents: who plays: for all seats where people sit, or by seat.
            steps: how many steps; 0 until the end or until a person is asked.
        """
        if not isinstance(agents, Mapping):
            taken = self.timeline.agents
            free = [name for name, who in zip(self.setup.seats, taken, strict=True) if who is None]
            agents = dict.fromkeys(free, agents)
        timeline = self.timeline
        before = timeline.agents
        timeline.agents = self._agents(agents)
        timeline.auto = True
        try:
            timeline.undone.clear()
            timeline.advance(steps)
        finally:
            timeline.auto = False
            timeline.agents = before
        timeline.advance()
        self.report()

    def order(self, seat: str, key: str, rule: str = "") -> None:
        """Give a standing order: whenever the seat is offered this key it is the answer.

        Args:
            seat: whose order it is.
            key: the answer, such as ``pass``.
            rule: only for choices of this rule; "" for all.
        """
        place_of(seat, self.setup.seats)
        with self.whole():
            self.timeline.order(seat, rule, key)
            self.timeline.go_on()

    def cancel_orders(self, seat: str) -> None:
        """Take back all standing orders of a seat.

        Raises:
            InvalidError: there is no such seat.
        """
        place_of(seat, self.setup.seats)
        self.timeline.order(seat, "", None)
        self.report()

    # -- overrides ---------------------------------------------------------------------------

    def edit(self, path: str, value: object, reason: str = "") -> None:
        """Set a value, such as ``ana.hp``; the journal tells of it.

        A step under way runs again with it: answers and dice stand as far as they still fit.

        Args:
            path: of the value; or ``add``, ``remove``, ``damage``, see the methods of that name.
            value: as files have it; of ``add`` a table as of a member of an encounter, with its
                ``side`` and ``at``; of ``remove`` a name; of ``damage`` a table with ``who``,
                ``n`` and ``what``.
            reason: what the journal says of it.

        Raises:
            InvalidError: no such path, or a value that cannot stand there.
        """
        with self.whole():
            self.timeline.begin_again(self.timeline.edit(path, value, reason))

    def check_edit(self, path: str, value: object) -> None:
        """Say why ``edit`` would be refused both before the step under way and as it is now.

        Args:
            path: as ``edit`` has it.
            value: as ``edit`` has it.

        Raises:
            InvalidError: no such path, or a value that cannot stand there.
        """
        try:
            self.timeline.edited(path, value)
        except InvalidError:
            if self.timeline.half is None:
                raise
            self.timeline.edited(path, value, self.timeline.half)

    def add(
        self,
        id: str,
        at: str | Sequence[int],
        side: str = "",
        *,
        reason: str = "",
        **member: object,
    ) -> str:
        """Let somebody join the fight at once, in the middle of a step too; undo takes it back.

        It acts from when its game lets a late arrival act, and nobody else's dice change.

        Args:
            id: of a creature or character of the game or its packs, or the name of somebody of
                the encounter, who comes once more.
            at: where it is to stand: ``4,3`` or its column and row.
            side: the id of its side; may be left out where only one side has its kind.
            reason: what the journal says of it.
            **member: what else an encounter says of a member: ``name``, ``tier``, ``facing``...;
                what is left out is as of another of its kind on its side.

        Returns:
            Its name in the fight.

        Raises:
            InvalidError: nobody is called so, or it cannot stand there; nothing has changed.
        """
        place = at if isinstance(at, str) else list(at)
        data = {"id": id, "at": place, **({"side": side} if side else {}), **member}
        self.edit(newcomers.ADD, data, reason)
        return str(self.combat.units[self.combat.newcomers[-1].index].name)

    def remove(self, name: str, reason: str = "") -> None:
        """Take somebody out of the fight at once; undo brings it back.

        Args:
            name: of whom.
            reason: what the journal says of it.

        Raises:
            InvalidError: nobody is called so, or it is out already; nothing has changed.
        """
        self.edit(newcomers.REMOVE, name, reason)

    def damage(self, name: str, n: int, what: str = "", reason: str = "") -> None:
        """Let harm strike somebody at once, in the middle of a step too; undo takes it back.

        The number is what gets through: nothing lessens it beforehand. Whatever the rules have
        follow from harm does follow, questions and dice included: it is a step of its own, and
        what was under way goes on after it, or begins anew if the harm asked anybody anything.

        Args:
            name: of whom.
            n: how much, from 1.
            what: one of the ``harms`` of the ruleset; the usual one if left out.
            reason: what the journal says of it.

        Raises:
            InvalidError: nobody is called so or is on the map; nothing has changed.
        """
        value = {"who": name, "n": n, **({"what": what} if what else {})}
        self.edit(newcomers.DAMAGE, value, reason)

    def recruits(self) -> list[str]:
        """Return the ids that ``add`` takes; none of a fight that was set up by hand."""
        origin = self.combat.origin
        return origin.kinds() if isinstance(origin, EncounterOrigin) else []

    def reroll(self, die: int, face: int, reason: str = "") -> TakenBack:
        """Run the step whose ``dice`` are shown again, with another face for one of them (from 1).

        ``undo`` restores what it takes back.

        Returns:
            What was answered and rolled from that die on, and is dealt and asked anew.

        Args:
            die: which of ``dice``, from 1.
            face: what it shows instead.
            reason: what the journal says of it.

        Raises:
            InvalidError: no such die or face; nothing has changed.
        """
        with self.whole():
            taken = self.timeline.reroll(self._rolled()[0], die, face, reason)
            self.timeline.go_on()
        return taken

    def reroll_takes(self, die: int, face: int = 1) -> TakenBack:
        """Return what a reroll of a die (from 1) would take back.

        Its ``later`` says whether anything was answered after the step in which the die fell.

        Args:
            die: which of ``dice``, from 1.
            face: what it would show instead.

        Raises:
            InvalidError: there is no such die, or face of it.
        """
        timeline = self.timeline
        step = self._rolled()[0]
        taken = timeline.since(timeline.before_die(step, die, face))
        later = [one.answers for one in timeline.done[step - timeline.first + 1 :]]
        taken.later = bool(any(later) or (step < timeline.number and timeline.open.answers))
        return taken

    def value(self, path: str) -> object:
        """Return a value by path, such as ``ana.hp``.

        Raises:
            InvalidError: no such path; the nearest is named.
        """
        return paths.get(self.combat, self.ruleset, path)

    def explain(self, who: str, name: str) -> list[tuple[int, str]]:
        """Return what a number of somebody is made of: (amount, rule or ability), adding up to it.

        Args:
            who: the name of a combatant.
            name: one of the ``numbers`` of the ruleset.

        Raises:
            InvalidError: nobody of that name, or no such number; what there is is named.
        """
        found = [unit.index for unit in self.combat.units if unit.name == who]
        if not found:
            names = ", ".join([unit.name for unit in self.combat.units])
            raise InvalidError([f"{who}: nobody of that name; there are {names}"])
        numbers = self.ruleset.numbers()
        if name not in numbers:
            raise InvalidError([f"{name}: no such number; there are {', '.join(numbers)}"])
        return self.ruleset.explain(self.combat, found[0], name)

    # -- what there is to see ----------------------------------------------------------------

    @property
    def combat(self) -> Combat[Any]:
        """The state as it is now, in the middle of a step if one is under way. Only for reading."""
        half = self.timeline.half
        return self.timeline.combat if half is None else half

    @property
    def digest(self) -> str:
        """16 hex digits of the state after the last whole step."""
        return snapshot.digest(self.timeline.combat, self.ruleset)

    @property
    def events(self) -> list[Event]:
        """Everything that has happened, the step under way included; each event once."""
        half = self.timeline.half
        return self.timeline.events + (half.events if half is not None else [])

    @property
    def happened(self) -> int:
        """How many events there are."""
        half = self.timeline.half
        return len(self.timeline.events) + (len(half.events) if half is not None else 0)

    def events_from(self, first: int) -> list[Event]:
        """Return what has happened from an event on, by its number; 0 is the first of all."""
        timeline = self.timeline
        whole = len(timeline.events)
        under_way = timeline.half.events if timeline.half is not None else []
        return timeline.events[first:] + under_way[max(first - whole, 0) :]

    def fresh(self) -> list[Event]:
        """Return the events that were not returned before."""
        events = self.events
        fresh = events[min(self._shown, len(events)) :]
        self._shown = len(events)
        return fresh

    def log(self, events: Sequence[Event] | None = None, *, rules: bool = False) -> list[str]:
        """Return events (all, if none are given) as sentences, with rule ids if wanted.

        All of them begin with what packs stand in for, if they do for anything.

        Args:
            events: which; all if left out.
            rules: name the rule behind each line.
        """
        chosen = self.events if events is None else events
        lines = [sentence(self.ruleset, self.combat, event, rules=rules) for event in chosen]
        packs = self._header.get("packs", []) if events is None else []
        told = [
            f"{pack['name']} replaces {', '.join(pack['replaces'])}."
            for pack in packs
            if "replaces" in pack
        ]
        return [*told, *[line for line in lines if line]]

    def seen_by(self, seat: str) -> list[Event]:
        """Return the events that a seat may know of."""
        place = self.setup.seats.index(seat)
        return [event for event in self.events if event.seen >> place & 1]

    def view(self, seat: str, *, numbers: str = EXACT, since: int = 0) -> dict[str, Any]:
        """Return what a seat may know, as plain data: whole numbers, texts, lists and tables.

        It holds the state (round, sides, combatants, turn order, changed ground, outcome), the
        ``question`` and the ``die`` that wait, whole for the seat that is asked and ``waiting`` for
        others, and the ``events`` that the seat knows of, ``heard`` in all.

        Args:
            seat: one of the fight's; the last, the game master's, is shown everything;
                ``spectator`` what every seat is shown.
            numbers: how the numbers of others are shown: ``exact``, ``bands`` (in quarters) or
                ``hidden``.
            since: leave out so many of the seat's events: those that are known already.

        Raises:
            InvalidError: there is no such seat or policy.
        """
        observer = Observer(self.ruleset, self.setup, seat, numbers)
        observer.remember(self._begun)
        combat = self.combat
        events = observer.events(combat, self.events)
        return {
            **observer.state(combat),
            "question": observer.question(combat, self.choice if self.asking else None),
            "die": observer.die(combat, self.dice_wanted),
            "heard": len(events),
            "events": events[since:],
        }

    @property
    def entries(self) -> list[tuple[str, str]]:
        """The turn order as (name, word): done, acting, may act, later, unknown."""
        return [(self.combat.units[who].name, word) for who, word in self.combat.entries()]

    def aftermath(self, *times: Mapping[str, Value]) -> Carried:
        """Return everybody as they leave the fight, as values for a member of the next.

        Each of ``times`` is time that passes between the fights, in the words of the ruleset:
        ``fight.aftermath({"kind": "break", "minutes": 30})``.

        Raises:
            InvalidError: the ruleset knows no such time.
        """
        combat = self.timeline.combat
        found = carried(self.ruleset, combat, self.setup)
        joined = [combat.units[one.index].sheet for one in combat.newcomers]
        for time in times:
            found = rested(self.ruleset, self.setup, found, time, joined)
        return found

    def board(self) -> str:
        """Return the map with everybody on it, and a legend, as text."""
        return board.text(self.combat, self.ruleset)

    def _repr_svg_(self) -> str:
        """Return the map as a picture, with what the options reach: for notebooks."""
        return board.svg(self.combat, self.ruleset, self.choice.cells if self.asking else ())

    def _repr_html_(self) -> str:
        """Return the map, what happened last and what is asked: for notebooks."""
        asked, keys = str(self.outcome or self.dice_wanted or ""), []
        if self.asking:
            question = self.choice
            asked = f"{question.who or '/'.join(question.seats)}: {question.prompt}"
            keys = question.keys[:SHOWN]
        if self.outcome is not None:
            asked = f"{self.outcome.winner or 'Nobody'} won [{self.outcome.reason}]"
        lines = self.log(self.events[-EVENTS:])
        marked = self.choice.cells if self.asking else []
        return notebook.html(self.combat, self.ruleset, marked, lines, asked, keys)

    def __repr__(self) -> str:
        """Return what is going on."""
        now = repr(self.choice) if self.asking else str(self.outcome or self.dice_wanted)
        return f"<Fight {self.ruleset.id}, round {self.combat.round}: {now}>"

    # -- copies and pickles ------------------------------------------------------------------

    def copy(self) -> Fight:
        """Return a fight that is as this one is, and goes on by itself from here.

        Undo, standing orders and players come with it, players as copies of their own; a step
        under way waits at the same question. What never changes (rules, map, sheets) is shared.
        Nobody hears of its lines, until ``tell_to`` says who.
        """
        return self.__deepcopy__({})

    def __copy__(self) -> Fight:
        """Return what ``copy`` does: two fights never share what changes."""
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Fight:
        """Return what ``copy`` does."""
        twin: Fight = object.__new__(type(self))
        memo[id(self)] = twin  # a player may know the fight in which it sits
        for name, value in self.__dict__.items():
            setattr(twin, name, value if name in SHARED else deepcopy(value, memo))
        twin.timeline = self.timeline.copy(memo)
        twin.timeline.heard = twin.report
        twin.on_entry, twin._heard, twin._heard_open = None, -1, None
        twin._question = None
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Return the fight for a pickle: its journal, and the players that are programs.

        Raises:
            TypeError: it was set up by hand, not from an encounter.
        """
        if "encounter" not in self._header:
            raise TypeError("a fight that was set up by hand cannot be pickled; it can be copied")
        return {
            "journal": self.journal,
            "agents": self.timeline.agents,
            "waiting": self.timeline.waiting,
            "shown": self._shown,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Play the journal again, to where the fight was.

        Raises:
            InvalidError: rules or content are others now.
        """
        header, entries = state["journal"].header, state["journal"].entries
        ruleset, setup = ready_again(header["encounter"], header.get("packs", []))
        seed, number, dice = header["seed"], header["fight"], header["dice"]
        source = {name: header[name] for name in KEPT if name in header}
        begin: Callable[..., None] = self.__init__  # type: ignore[misc]  # as ``start`` does
        begin(ruleset, setup, seed, fight=number, dice=dice, source=source, hold=True)
        if {**header, **self._header} != header:
            raise InvalidError(["the pickled fight is of other rules or content"])
        self.timeline.tell_again(entries, waiting=state["waiting"])
        self.timeline.agents = state["agents"]
        self._shown = state["shown"]

    # -- keeping it --------------------------------------------------------------------------

    def snapshot(self) -> Journal:
        """Return the fight as it is now as a journal that begins here.

        It holds the state, who sits where, and the step under way; it is loaded like any journal,
        without playing again what came before, which therefore cannot be undone.
        """
        under_way = self._under_way()
        lines = [self.timeline.here()]
        return Journal(dict(self._header), lines + ([under_way] if under_way is not None else []))

    def tell_to(self, on_entry: OnEntry | None, known: int, under_way: Entry | None) -> None:
        """Tell another one from now on.

        Args:
            on_entry: who.
            known: how many lines after the header it has already.
            under_way: the line of the step under way that it has, if any.
        """
        self.on_entry = on_entry
        self._heard = known
        self._heard_open = under_way
        self.report()

    def report(self) -> None:
        """Tell ``on_entry`` the lines of the journal that it has not heard.

        Everything that changes a fight ends with this. What ``on_entry`` raises goes on to whoever
        caused the change, which stands; the lines not heard are told first the next time.
        """
        if self.on_entry is None or self._trying:
            return
        if self._heard < 0:
            self.on_entry(dict(self._header))
            self._heard = 0
        lines = self.timeline.lines
        while self._heard < len(lines):
            line = lines[self._heard]
            if line != self._heard_open:
                self.on_entry(line)
            self._heard += 1
            self._heard_open = None
        now = self._under_way()
        if now is None and self._heard_open is not None:
            self.on_entry(self.timeline.open_entry())  # all its answers were taken back
        elif now is not None and now != self._heard_open:
            self.on_entry(now)
        self._heard_open = now

    def _under_way(self) -> Entry | None:
        """Return the line of the step under way, None if nothing was answered or rolled in it."""
        return self.timeline.open_entry() if self.timeline.under_way else None

    @property
    def journal(self) -> Journal:
        """The fight so far as lines that can be played again."""
        lines = list(self.timeline.lines)
        under_way = self._under_way()
        if under_way is not None:
            lines.append(under_way)
        return Journal(dict(self._header), lines)

    def save(self, path: str | Path) -> None:
        """Save the fight: its journal.

        Raises:
            InvalidError: the file cannot be written; what was there before still is.
        """
        self.journal.write(path)


def sentence(ruleset: Ruleset, combat: Combat[Any], event: Event, *, rules: bool = False) -> str:
    """Return an event as a sentence; "" if it is not worth one."""
    text = "".join([part for _, part in parts_of(ruleset.words(), combat, event)]).strip()
    return f"{text} [{event.rule}]" if rules and event.rule and text else text
