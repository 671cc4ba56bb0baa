"""What a step gets from outside: dice, some of them known already, and answers, some given already.

A step that lacks an answer or a die is thrown away and run again later with what was known by then.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from affray.core.choice import Absent, Agent, Choice, Pending
from affray.core.combat import Combat
from affray.core.dice import Dice, SeededDice, Unrolled
from affray.core.errors import AffrayError, IllegalError, ScriptError

# Where an answer comes from.
PERSON: Final = "person"
BOT: Final = "bot"
DEFAULT: Final = "default"  # nobody sits there: the documented default
STANDING: Final = "standing"  # an order that a person gave beforehand


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer as the journal holds it; ``dice`` of the step had fallen when it was asked.

    ``seat`` are all that were asked, ``source`` the one that answered, "" if nobody said which.
    """

    answer: int
    key: str
    seat: str
    who: str
    by: str
    dice: int = 0
    source: str = ""

    def as_data(self) -> dict[str, object]:
        """Return it as plain data."""
        names = ("answer", "key", "seat", "who", "by", "dice")
        data: dict[str, object] = {name: getattr(self, name) for name in names}
        if self.source:
            data["from"] = self.source
        return data

    @property
    def givers(self) -> list[str]:
        """The seat that answered; where nobody said which, all that were asked."""
        return [self.source] if self.source else self.seat.split("/")


@dataclass(slots=True)
class Open:
    """What is known of the step under way: its answers, and its dice as ``sides * 1000 + face``.

    ``retold`` says that more or other answers of it may have been written down than there are now.
    """

    answers: list[Answer] = field(default_factory=list)
    told: list[int] = field(default_factory=list)
    retold: bool = False

    def copy(self) -> Open:
        """Return a copy that does not change with this one."""
        return Open(self.answers[:], self.told[:], self.retold)


class HandRolled:
    """Whose dice are typed in: those of some seats (a set of bits), of some combatants, or all."""

    def __init__(
        self, seats: int = 0, names: tuple[str, ...] = (), *, all_dice: bool = False
    ) -> None:
        self.seats = seats
        self.names = names
        self.all_dice = all_dice

    def any(self) -> bool:
        """Return whether any dice are typed in."""
        return self.all_dice or self.seats != 0 or len(self.names) > 0

    def hold(self, combat: Combat[Any], who: int) -> bool:
        """Return whether a die for this combatant (-1: nobody) is rolled by hand."""
        if 0 <= who < len(combat.units) and not self.all_dice:
            unit = combat.units[who]
            return bool(unit.seats & self.seats) or unit.name in self.names
        return self.all_dice


class RecordedDice(Dice):
    """Dice of which the first are known: retold, typed in, or replaced; the seed deals the others.

    The seeded dice are rolled along with every known one, so that they stay in step. ``foreign``
    holds the places of the dice that the seed did not deal so.
    """

    def __init__(self, seeded: SeededDice) -> None:
        super().__init__()
        self.seeded = seeded
        self.told: list[int] = []
        self.foreign: list[int] = []
        self.faces: list[int] = []
        self.hand_rolled = HandRolled()
        self.combat: Combat[Any] | None = None
        self.purpose = 0
        self.who = -1
        self.rule = ""

    def begin(self, combat: Combat[Any], told: list[int], hands: HandRolled) -> None:
        """Get ready for a step."""
        self.faces = []
        self.log = self.faces
        self.told = told
        self.foreign = []
        self.hand_rolled = hands
        self.combat = combat

    def about(self, purpose: int, who: int, round: int, rule: str) -> None:
        """Say what the coming dice are for, and whose."""
        self.purpose = purpose
        self.who = who
        self.rule = rule
        self.seeded.about(purpose, who, round, rule)

    def part(self, number: int, who: int = -1) -> None:
        """Begin an independent part of a throw, rolled perhaps by somebody else."""
        self.seeded.part(number, who)
        if who >= 0:
            self.who = who

    def roll(self, sides: int) -> int:
        """Return the next known face, or one that the seed deals.

        Raises:
            ScriptError: the known die is another one.
            Unrolled: the die is rolled by hand and not known yet.
        """
        place = len(self.faces)
        dealt = self.seeded.roll(sides)
        face = dealt
        if place < len(self.told):
            want, face = divmod(self.told[place], 1000)
            if want != sides or not 1 <= face <= sides:
                known = f"die {place + 1} of the step is d{want} {face}"
                raise ScriptError(f"{known}, but {self.rule} rolls a d{sides}")
        elif self.combat is not None and self.hand_rolled.hold(self.combat, self.who):
            raise Unrolled(sides, self.purpose, self.who, self.rule)
        if face != dealt:
            self.foreign.append(place)
        self.faces.append(sides * 1000 + face)
        return face

    def clone(self) -> Dice:
        """Return dice for the next step: nothing is known of it."""
        seeded = self.seeded.clone()
        assert isinstance(seeded, SeededDice)
        return RecordedDice(seeded)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how dice for the next step are made: for copies and pickles."""
        return (RecordedDice, (self.seeded,))

    def state(self) -> list[int]:
        """Return plain numbers that ``restore`` takes back."""
        return self.seeded.state()

    def restore(self, state: list[int]) -> None:
        """Take back what ``state`` gave."""
        self.seeded.restore(state)


class Seats(Agent):
    """Answers for every seat: what is recorded, then whoever sits there; a person has to be asked.

    ``answers`` grows with what bots, empty seats and standing orders say. ``checking``: recorded
    answers come from a file; they are looked up anew, key and all. ``by_keys``: by the key alone,
    for the numbers are those of an earlier version. ``again``: what people had answered before the
    step began anew; it is given again as far as it fits, before any standing order.
    """

    def __init__(
        self,
        names: list[str],
        agents: list[Agent | None],
        orders: dict[tuple[str, str], str],
        step: Open,
        dice: RecordedDice,
        *,
        checking: bool,
        by_keys: bool = False,
        again: list[Answer] | None = None,
    ) -> None:
        self.names = names
        self.agents = agents
        self.orders = orders
        self.again = again if again is not None else []
        self.step = step
        self.dice = dice
        self.checking = checking
        self.by_keys = by_keys
        self.used = 0

    def __reduce__(self) -> tuple[Any, ...]:
        """Return an empty seat: of a step that was broken off only what it came to is copied."""
        return (Absent, ())

    def decide(self, choice: Choice) -> int:
        """Return the next answer.

        Raises:
            Pending: a person has to give it.
            IllegalError: a bot or a record gives one that is none.
        """
        answers = self.step.answers
        if self.used < len(answers):
            given = answers[self.used]
            if self.checking:
                number = choice.read(given.key) if self.by_keys else given.answer
                given = self._answer(choice, number, given.by, given.source)
                answers[self.used] = given
        else:
            given = self._ask(choice)
            answers.append(given)
        self.used += 1
        return given.answer

    def _ask(self, choice: Choice) -> Answer:
        seated = [agent for seat, agent in enumerate(self.agents) if choice.seats >> seat & 1]
        if None in seated or not seated:
            given = self._given_again(choice)
            if given is not None:
                return given
            order = self._order(choice)
            if order is None:
                raise Pending(choice)
            return self._answer(choice, order, STANDING)
        agent = seated[0]
        assert agent is not None
        by = DEFAULT if isinstance(agent, Absent) else BOT
        return self._answer(choice, agent.decide(choice), by)

    def _given_again(self, choice: Choice) -> Answer | None:
        """Return the next answer of before if it fits the question; None if it does not.

        What standing orders had answered may be left out: they answer anew.
        """
        for place, one in enumerate(self.again):
            if asked(choice) == one.who and "/".join(seat_names(choice, self.names)) == one.seat:
                try:
                    number = choice.read(one.key)
                except AffrayError:
                    number = -1
                if choice.allows(number):
                    del self.again[: place + 1]
                    return self._answer(choice, number, one.by, one.source)
            if one.by == PERSON:
                break
        return None

    def _order(self, choice: Choice) -> int | None:
        for seat, name in enumerate(self.names):
            if choice.seats >> seat & 1:
                for rule in (choice.rule, ""):
                    key = self.orders.get((name, rule))
                    if key is not None:
                        for answer in choice.answers():
                            if choice.key(answer) == key:
                                return answer
        return None

    def _answer(self, choice: Choice, answer: int, by: str, source: str = "") -> Answer:
        if not choice.allows(answer):
            raise IllegalError(
                f"answer {answer}", f"{choice.prompt()} has no such answer", choice.rule
            )
        return answer_to(choice, answer, by, self.names, len(self.dice.faces), source)


def answer_to(
    choice: Choice, answer: int, by: str, names: list[str], dice: int, source: str = ""
) -> Answer:
    """Return an answer as the journal holds it; ``source`` is the seat that gave it.

    Raises:
        IllegalError: that seat is not asked.
    """
    seats = seat_names(choice, names)
    key = choice.key(answer)
    if source and source not in seats:
        raise IllegalError(
            key, f"{source} is not asked here, but {' or '.join(seats)}", choice.rule
        )
    return Answer(answer, key, "/".join(seats), asked(choice), by, dice, source)


def seat_names(choice: Choice, names: list[str]) -> list[str]:
    """Return the seats to which a choice belongs."""
    return [name for seat, name in enumerate(names) if choice.seats >> seat & 1]


def asked(choice: Choice) -> str:
    """Return the name of the combatant that decides, "" if a whole side does."""
    return str(choice.combat.units[choice.who].name) if choice.who >= 0 else ""
