"""What every ruleset answers: the questions of sessions, bots, simulations and files."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from affray.core.action import ActionSpace
from affray.core.attributes import attributes_of, give_attributes
from affray.core.candidates import plain_first
from affray.core.choice import Agent, Choice, Option
from affray.core.combat import Combat, Rules
from affray.core.dice import Dice
from affray.core.effect import Effect
from affray.core.errors import InvalidError
from affray.core.event import Event
from affray.core.setup import Member, Setup, Value
from affray.core.threat import Threat
from affray.core.window import Deed

# What a seat knows of a combatant.
NOTHING: Final = 0  # not even that it is there
EXISTENCE: Final = 1  # that it takes part, not where it stands
PLACE: Final = 2  # where it stands and how it looks


@mypyc_attr(allow_interpreted_subclasses=True)
class Tactics:
    """What programs need to play a ruleset well."""

    def __getstate__(self) -> dict[str, object]:
        """Return all that it holds: for copies and pickles."""
        return attributes_of(self)

    def __setstate__(self, state: dict[str, object]) -> None:
        """Hold what another held."""
        give_attributes(self, state)

    def answer(self, choice: Choice) -> int:
        """Return the plain answer: quick, sensible, one of the legal ones."""
        raise NotImplementedError

    def likely(self, choice: Choice, most: int) -> list[int]:
        """Return the few answers worth thinking about, the plain one first, in a fixed order.

        Args:
            choice: what is asked.
            most: how many to return at the most.
        """
        return plain_first(self.answer(choice), self.ranked(choice, most), most)

    def ranked(self, choice: Choice, most: int) -> list[int]:
        """Return legal answers, the most promising first: as they are listed, but for a ruleset.

        Nobody looks at more than the first ``most`` of them.
        """
        return choice.answers()

    def long_rounds(self) -> bool:
        """Return whether a round has so many questions that imagining two of them is dear.

        Players that think then compare fewer answers, and look at the present round first.
        """
        return False

    def suppose(self, combat: Combat[Any], seat: int, dice: Dice) -> None:
        """Settle by chance what a seat does not know, in a copy that ``Ruleset.blind`` returned.

        The copy becomes one of the fights that may be under way. By default nothing is hidden.

        Args:
            combat: the copy; it is changed.
            seat: the number of the seat.
            dice: where chance comes from.
        """

    def features(self, combat: Combat[Any], side: int) -> list[float]:
        """Return a position in numbers, as differences between ``side`` and the others."""
        raise NotImplementedError

    def first_features(self, combat: Combat[Any], side: int, count: int) -> list[float]:
        """Return at least the first ``count`` of the features: ``value`` asks for no more.

        A ruleset whose last features are dear, and count nothing, leaves them out.
        """
        return self.features(combat, side)

    def feature_names(self) -> list[str]:
        """Return what the numbers of ``features`` are called."""
        raise NotImplementedError

    def weights(self) -> list[float]:
        """Return what each feature counts for, in the order of their names; none: all count 1.

        Who reads them changes nothing in them.
        """
        return []

    def fitted_for(self) -> int:
        """Return the version of the rules that the weights hold for; 0: they hold for any."""
        return 0

    def value(self, combat: Combat[Any], side: int) -> float:
        """Return how a position stands for a side: from -1 (lost) to 1 (won).

        The weighted sum of the features, squeezed by a curve that needs no more than a division, so
        that it is the same on every machine.
        """
        if combat.outcome:
            return 0.0 if combat.winner < 0 else 1.0 if combat.winner == side else -1.0
        weights = self.weights()
        total = 0.0
        if weights:
            count = counting(weights)
            features = self.first_features(combat, side, count)
            for place in range(count):
                total += features[place] * weights[place]
        else:
            for feature in self.features(combat, side):
                total += feature
        return total / (1.0 + (total if total >= 0.0 else -total))


def counting(weights: list[float]) -> int:
    """Return how many weights there are up to the last that is not 0: the rest count nothing."""
    count = len(weights)
    while count and weights[count - 1] == 0.0:
        count -= 1
    return count


@mypyc_attr(allow_interpreted_subclasses=True)
class Words:
    """Events and questions in sentences.

    ``questions`` says what choices ask, by their rules, where their prompt does not: {who} is asked
    about a deed of {actor}, aimed at {target}, or about {whom} alone; a prompt may stand in it as
    {prompt}. A rule that asks several things has words for each: after ``": "`` stands what the
    choice asks in short, or the first word of its first or last answer. ``rows`` are
    the rules of choices that come in a row, turn after turn, and whose default nearly always
    stands: a table need not ask them aloud, as long as anybody may answer otherwise.
    """

    questions: ClassVar[dict[str, str]] = {}
    rows: ClassVar[tuple[str, ...]] = ()

    def deed(self, combat: Combat[Any], deed: Deed, names: list[str]) -> str:
        """Return what is under way and can be answered, in a sentence without its full stop.

        "" if there are no words for it: the log has told of it already.

        Args:
            combat: the fight.
            deed: what is under way.
            names: what everybody is called, by index.
        """
        return ""

    def label(self, choice: Choice, option: Option) -> tuple[str, str]:
        """Return what to call an option whose key says too little, and its price in words.

        An empty text: as the key says.
        """
        return "", ""

    def mark(self, combat: Combat[Any], who: int, mark: str) -> str:
        """Return what one of the marks of somebody is called; most are called as they are."""
        return mark

    def outcome(self, name: str, before: int, after: int) -> str:
        """Return how a value of a result comes out, in words; "" if its name says it."""
        return ""

    def spent(self, combat: Combat[Any], who: int) -> bool:
        """Return whether nothing of a turn is left but what is free: its end is all but sure."""
        return False

    def unused(self, combat: Combat[Any], who: int) -> list[str]:
        """Return what somebody would waste by ending a turn now, in words: ``an attack action``.

        Nothing that is free, and nothing that is hardly ever worth its time.
        """
        return []

    def rolled_for(self, rule: str) -> str:
        """Return what is rolled for by a rule: ``to land well``; "" as its title says."""
        return ""

    def parts(self, combat: Combat[Any], event: Event) -> list[tuple[str, str]]:
        """Return an event as (kind of part, text).

        Kinds are text, who, die, number, what, rule, cell.
        """
        raise NotImplementedError

    def name(self, combat: Combat[Any], who: int) -> str:
        """Return what somebody is called in sentences."""
        name: str = combat.units[who].name
        return name

    def weight(self, event: Event) -> int:
        """Return how far the line is indented; -1: not worth a line of its own."""
        return 1


# What numbers stand for in the fields that all games have: see ``Ruleset.value_kind``.
KINDS_OF_VALUES: Final[dict[str, str]] = {
    "active": "who",
    "side": "side",
    "winner": "side",
    "Held.anchor": "who",
    "Held.source": "who",
    "Lineup.order": "who",
    "Rota.order": "side",
}


@mypyc_attr(allow_interpreted_subclasses=True)
class Ruleset(Rules):
    """One game; ``id`` names it everywhere."""

    id: ClassVar[str] = ""
    name: ClassVar[str] = ""
    version: ClassVar[int] = 1  # raised when older journals would come out otherwise
    counters: ClassVar[tuple[str, ...]] = ()  # names of the slots of ``used``
    aliases: ClassVar[dict[str, str]] = {}  # words that cases and edits may use for a field
    derived: ClassVar[tuple[str, ...]] = ()  # words that read as false when no such mark is held
    kept: ClassVar[tuple[str, ...]] = ()  # values of a member that no fight changes
    harms: ClassVar[tuple[str, ...]] = ()  # what a game master can let strike, the usual one first

    def begin(self, setup: Setup, dice: Dice, agents: list[Agent]) -> Combat[Any]:
        """Return the combat before its first step: nothing rolled, nothing asked."""
        raise NotImplementedError

    def enlist(self, combat: Combat[Any], member: Member) -> None:
        """Add the combatant of a newcomer at the end of the list, and what it brings with it.

        It is not on the map yet, and of the fight nothing else changes: ``enter`` does the rest,
        or what a save holds. ``member.arrives`` is the round after the one in which it came; it may
        be made 0 for one who came before the fight had begun.

        Raises:
            InvalidError: the rules have no place for it.
        """
        raise InvalidError([f"{self.name} knows no newcomers"])

    def enter(self, combat: Combat[Any], who: int, member: Member) -> None:
        """Let a newcomer who was enlisted take part from now on, at the cell of ``member``.

        Nothing is rolled or asked; nobody holds that cell.

        Raises:
            InvalidError: it cannot stand there.
        """
        raise InvalidError([f"{self.name} knows no newcomers"])

    def withdraw(self, combat: Combat[Any], who: int) -> None:
        """Take somebody out of the fight, a turn that is its own included; nothing is asked."""
        raise InvalidError([f"{self.name} lets nobody go"])

    def faults(self, setup: Setup) -> list[str]:
        """Return what the ruleset finds wrong with a setup.

        Options, values, conditions it lacks.
        """
        return []

    def tactics(self) -> Tactics:
        """Return how programs play it."""
        raise NotImplementedError

    def words(self) -> Words:
        """Return how its events are told."""
        raise NotImplementedError

    def actions(self, combat: Combat[Any]) -> ActionSpace:
        """Return the bounds of all action codes of a fight."""
        raise NotImplementedError

    def ledger(self, combat: Combat[Any], who: int) -> dict[str, int]:
        """Return every number of a combatant that events account for, by name; 0 may be left out.

        Hit points or loads, levels of conditions, resources: whenever one differs from what it was,
        a ``Change`` says so, and those of a step add up to the difference.
        """
        return {}

    def knows(self, combat: Combat[Any], seat: int, who: int) -> int:
        """Return what a seat knows of a combatant: ``NOTHING``, ``EXISTENCE`` or ``PLACE``."""
        return PLACE

    def blind(self, combat: Combat[Any], seat: int) -> Combat[Any]:
        """Return the fight as far as a seat knows it: a copy without what it cannot know.

        Two fights that differ only in what the seat cannot know give equal copies. By default
        nothing is hidden, and the copy is a clone.
        """
        return combat.clone()

    def effects(self) -> dict[str, Effect]:
        """Return every effect that can be held, by id: saves and cases name them so."""
        raise NotImplementedError

    def record(self, name: str) -> object:
        """Return an empty piece of state of a class named in a save (placed terrain...)."""
        raise NotImplementedError

    def value_words(self, combat: Combat[Any], who: int, field: str) -> list[str]:
        """Return what the numbers of a field from 0 are called; "none" stands for -1."""
        return []

    def value_kind(self, field: str) -> str:
        """Return what the numbers of a field stand for, "" if it is no more than a number.

        ``who`` a combatant, ``side``, ``cell``, ``word`` one of ``value_words``; ``those``,
        ``sides`` and ``words`` several combatants, sides or words (a set of bits). Two things in
        one number are, say, ``cell 1000 word``: the first times that, and the second; with
        ``cell 1000`` the second is a plain number.

        Args:
            field: of the fight or a combatant; of a piece of state with its class,
                ``Lineup.order``.
        """
        return KINDS_OF_VALUES.get(field, "")

    def put(self, combat: Combat[Any], path: str, value: object) -> bool:
        """Set what one word stands for in several fields at once (whose turn); False.

        Not such a word.
        """
        return False

    def ruled(self, combat: Combat[Any], before: Combat[Any]) -> None:
        """Let come about what follows from a number that a game master has set.

        Whoever has no hit points left is down, and whoever has some again may rise: no dice, and
        nobody is asked. By itself nothing follows.

        Raises:
            InvalidError: the number cannot be, for a reason of the rules.
        """

    def result(self, combat: Combat[Any], who: int) -> tuple[int, ...]:
        """Return what odds and logs tell of one combatant after a deed.

        As ``result_names`` name it.
        """
        raise NotImplementedError

    def trace(self, combat: Combat[Any], who: int) -> tuple[int, ...]:
        """Return numbers that are the same where, and only where, ``result`` is.

        Results are counted by them: a ruleset whose results are long may have fewer.
        """
        return self.result(combat, who)

    def traced(self, combat: Combat[Any], who: int, trace: tuple[int, ...]) -> tuple[int, ...]:
        """Return the ``result`` of somebody whose ``trace`` is known: by itself the same."""
        return trace

    def alike(self, before: Combat[Any], after: Combat[Any], who: int) -> bool:
        """Return whether ``result`` of somebody is the same in two states, seen at a glance.

        False also where only ``result`` itself would tell: odds ask this first, of everybody.
        """
        return False

    def result_names(self) -> tuple[str, ...]:
        """Return what the numbers of ``result`` are called."""
        raise NotImplementedError

    def numbers(self) -> tuple[str, ...]:
        """Return the names of the numbers that ``explain`` can take apart."""
        return ()

    def explain(self, combat: Combat[Any], who: int, name: str) -> list[tuple[int, str]]:
        """Return the parts of a number of somebody, each with its rule: they add up to it."""
        raise NotImplementedError

    def measured(self, combat: Combat[Any], a: int, b: int) -> list[tuple[str, str]]:
        """Return what a ruler from one cell of the map to another tells, each part with its rule.

        The distance first, then sight and cover where the game has rules for them: of who stands at
        the second cell, seen from the first. It asks nothing and rolls nothing.

        Args:
            combat: the fight as far as whoever measures knows it.
            a: the cell from which it is measured.
            b: the cell to which it is measured.
        """
        return []

    def threat(self, combat: Combat[Any], who: int) -> Threat:
        """Return where somebody could come in a turn of its own, and what it could strike there.

        As ``Threat`` has it; by default nothing. It changes nothing, asks nothing, rolls nothing.

        Args:
            combat: the fight as far as whoever looks knows it.
            who: of whom.
        """
        return Threat([], [], [])

    def measures(self, combat: Combat[Any], who: int) -> dict[str, int]:
        """Return what a combatant's line shows (loads, health...), in the order to print."""
        raise NotImplementedError

    def marks(self, combat: Combat[Any], who: int) -> list[str]:
        """Return the words of the states and conditions on a combatant."""
        raise NotImplementedError

    def down(self, combat: Combat[Any], who: int) -> bool:
        """Return whether a combatant has fallen or gone (counted as lost)."""
        raise NotImplementedError

    def aftermath(self, combat: Combat[Any], who: int) -> dict[str, int]:
        """Return what a combatant carries on to the next fight, as values that a member takes."""
        raise NotImplementedError

    def downtime(
        self, sheet: object, values: dict[str, int], options: dict[str, Value]
    ) -> dict[str, int]:
        """Return what somebody carries on after time between fights; the given values stay.

        A ruleset without rules for such time changes nothing.
        """
        return dict(values)

    def downtime_faults(self, options: dict[str, Value]) -> list[str]:
        """Return what is wrong with the words that describe a time between fights."""
        return [f"{name}: {self.name} has no rule for time between fights" for name in options]
