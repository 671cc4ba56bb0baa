"""The state of a fight and its three doors: dice come in, answers come in, facts go out."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from affray.core.arrays import i64, vec
from affray.core.choice import Agent, Choice
from affray.core.dice import Dice, Throw
from affray.core.effect import NEXT_TURN_END, TURN_END, Effect, Held, Sum
from affray.core.event import EVERYBODY, Asked, Event, Rolled
from affray.core.grid import Grid
from affray.core.order import Entry

# When a counter starts afresh: the `scopes` of a combatant say it of each.
TURN: Final = 0  # when anybody's turn starts
OWN: Final = 1  # when the own turn starts
ROUND: Final = 2
COMBAT: Final = 3  # never

RULE_OVERRIDE: Final = "gm.override"


@mypyc_attr(allow_interpreted_subclasses=True)
class Combatant:
    """Somebody on the field: the state that every ruleset shares.

    What cannot change is in a sheet.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("side", "seats", "cell", "present", "used", "effects")
    SHARED: ClassVar[tuple[str, ...]] = ("index", "name", "size", "scopes", "clean", "cleared")

    def __init__(
        self, index: int, side: int, name: str, cell: int, size: int = 1, fresh: bool = True
    ) -> None:
        """Begin with nothing on it; not ``fresh``: a clone, which ``copy_to`` fills in."""
        self.index = index
        self.side = side
        self.seats = 1 << side  # who decides for it: a set of bits, may change in a fight
        self.name = name  # also its word in keys
        self.cell = cell  # the lowest cell of its footprint; -1 off the map
        self.size = size
        if not fresh:
            return
        self.present = True  # on the field and taking part; nobody is ever taken off the list
        self.effects: list[Held] = []
        self.used: tuple[int, ...] = ()  # counters: clones share them, see `set_count`
        self.scopes: tuple[int, ...] = ()  # when each counter starts afresh
        self.clean: tuple[int, ...] = ()  # the counters as the last scope to be cleared left them
        self.cleared = -1  # which scope that was

    def count_by(self, scopes: tuple[int, ...]) -> None:
        """Give it counters, all at 0.

        (Compiled, what a second constructor sets anew would leak.).
        """
        self.scopes = scopes
        self.used = (0,) * len(scopes)

    def count(self, counter: int, more: int = 1) -> None:
        """Count once more, or ``more`` times."""
        self.set_count(counter, self.used[counter] + more)

    def add_bits(self, counter: int, bits: int) -> None:
        """Add to a counter that is a set of bits: of combatants, say."""
        self.set_count(counter, self.used[counter] | bits)

    def set_count(self, counter: int, number: int) -> None:
        """Set a counter. The others stay as they are, and so does whatever a clone counted."""
        if self.used[counter] != number:
            used = list(self.used)
            used[counter] = number
            self.used = tuple(used)

    def clear(self, scope: int) -> None:
        """Start the counters of a scope afresh."""
        used = self.used
        if used is self.clean and scope == self.cleared:
            return  # nothing was counted since
        scopes = self.scopes
        left: list[int] | None = None
        for number in range(len(used)):
            if used[number] and scopes[number] == scope:
                if left is None:
                    left = list(used)
                left[number] = 0
        if left is not None:
            self.used = tuple(left)
        self.clean = self.used
        self.cleared = scope

    def able(self) -> bool:
        """Return whether it can act at all."""
        return self.present

    def held(self, effect: Effect) -> Held | None:
        """Return what is held of an effect, None if it is not."""
        for one in self.effects:
            if one.effect is effect:
                return one
        return None

    def has(self, effect: Effect) -> bool:
        """Return whether an effect is held."""
        for one in self.effects:
            if one.effect is effect:
                return True
        return False

    def holds_as(self, other: Combatant) -> bool:
        """Return whether it holds the same effects as another, in the same order and number."""
        if not self.effects and not other.effects:
            return True
        if len(self.effects) != len(other.effects):
            return False
        for place in range(len(self.effects)):
            mine = self.effects[place]
            its = other.effects[place]
            if mine.effect is not its.effect or mine.n != its.n:
                return False
        return True

    def __repr__(self) -> str:
        """Return its name, side and cell."""
        return f"<{type(self).__name__} {self.name}, side {self.side}, cell {self.cell}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Refuse to be copied or pickled alone.

        Raises:
            TypeError: always.
        """
        raise TypeError("a combatant belongs to its combat: copy or pickle that")

    def copy_to(self, twin: Combatant, sharing: bool = False) -> None:
        """Give a twin what the core keeps of it: for ``clone``.

        ``sharing``: an empty list of effects is shared with it, for games in which
        whoever adds an effect makes a new list.
        """
        twin.seats = self.seats
        twin.present = self.present
        if self.effects or not sharing:
            twin.effects = [effect.clone() for effect in self.effects]
        else:
            twin.effects = self.effects
        twin.used = self.used
        twin.scopes = self.scopes
        twin.clean = self.clean
        twin.cleared = self.cleared

    def common_key(self) -> tuple[object, ...]:
        """Return what the core keeps of it, canonical and hashable: for ``key``."""
        return (
            self.cell,
            self.side,
            self.seats,
            self.present,
            self.used,
            tuple([effect.key() for effect in self.effects]),
        )


U = TypeVar("U", bound=Combatant)


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules:
    """What the core asks of a ruleset; ``Ruleset`` is one."""

    def step(self, combat: Combat[Any]) -> None:
        """Go from one quiescent state to the next, as ``Combat.step`` says."""
        raise NotImplementedError

    def strike(self, combat: Combat[Any], harm: Harm) -> None:
        """Let harm strike somebody as it is, and do all that the rules have follow from it."""
        raise NotImplementedError

    def recount(self, combat: Combat[Any]) -> str:
        """Return what derived state or bound is wrong, "" if all is well."""
        return ""


NO_RULES: Final = Rules()


class Record:
    """What a step was given so far: where it began, its answers, and its dice.

    ``faces`` are ``sides * 1000 + face``, in the order they fell; the state before is not changed.
    """

    def __init__(self, before: Combat[Any]) -> None:
        self.before = before
        self.answers: list[int] = []
        self.faces: list[int] = []


class Newcomer:
    """Somebody who joined in mid-fight, by a word of the game master.

    ``member`` is what an encounter would say of it, as plain data, and its ``name`` and ``side``;
    ``round`` the one in which it came.
    """

    def __init__(self, index: int, member: dict[str, object], round: int) -> None:
        self.index = index  # of its combatant; what it brings with it (a Minion) comes after
        self.member = member
        self.round = round


class Harm:
    """Harm that the game master has ordered: the next step is to strike with it. It never changes.

    ``what`` is one of the ``harms`` of the ruleset.
    """

    def __init__(self, who: int, amount: int, what: str) -> None:
        self.who = who
        self.amount = amount
        self.what = what


@mypyc_attr(allow_interpreted_subclasses=True)
class Origin:
    """What a combat began as: it can be pickled as plain data, and others may join it."""

    def reduced(self, combat: Combat[Any]) -> tuple[Any, ...]:
        """Return a function that makes an equal combat, and its arguments, as pickle wants them."""
        raise NotImplementedError

    def member(self, combat: Combat[Any], data: dict[str, object]) -> object:
        """Return the ``Member`` that data describe, as ``Newcomer`` has them; they are completed.

        Raises:
            InvalidError: there is no such creature or character, or it cannot be so.
        """
        raise NotImplementedError

    def sides(self) -> list[str]:
        """Return what its sides are called, by side; nothing if they have no names but ids."""
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class Combat(Generic[U]):
    """One fight under way.

    ``units`` holds everybody, and an index in it is an identity for the whole fight. ``board`` is
    derived: who holds which cell; only ``stand`` and ``leave`` touch it.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("round", "active", "outcome", "winner")
    SHARED: ClassVar[tuple[str, ...]] = (
        "grid",
        "units",
        "dice",
        "agents",
        "board",
        "depth",
        "changes",
        "watched",
        "events",
        "ruleset",
        "record",
        "gm",
        "round_limit",
        "side_ids",
        "origin",
        "newcomers",
        "due",
    )

    def __init__(
        self, grid: Grid, units: list[U], dice: Dice, agents: list[Agent], fresh: bool = True
    ) -> None:
        """Begin on an empty board; not ``fresh``: a clone, which ``copy_to`` fills in."""
        self.grid = grid
        self.units = units
        self.dice = dice
        self.agents = agents  # by seat
        self.depth = 0  # windows open just now; 0 at every quiescent point
        self.changes = 0  # asks, rolls and changes of this step: has anything happened since?
        self.events: list[Event] = []
        self.record: Record | None = None  # of the step under way, for who wants to think in it
        if not fresh:
            return
        self.board: vec[i64] = empty_board(grid)
        self.round = 0
        self.active = -1  # whose turn it is
        self.outcome = ""  # rule id of the end, "" while it goes on
        self.winner = -1  # side; -1 nobody
        self.watched = False
        self.ruleset: Rules = NO_RULES
        self.gm = len(agents) - 1  # the seat of the game master, the last
        self.round_limit = 0  # the last round, 0 without a limit
        self.side_ids: list[str] = []  # as the encounter names them, by side
        self.origin: Origin | None = None  # what it began as, None if it was set up by hand
        self.newcomers: list[Newcomer] = []  # never changed: whoever joins makes it a new list
        self.due: Harm | None = None  # what the next step does, before all else

    def __repr__(self) -> str:
        """Return which round it is, whose turn, and who is there."""
        turn = f", {self.units[self.active].name}'s turn" if self.active >= 0 else ""
        names = ", ".join([unit.name for unit in self.units if unit.present])
        return f"<{type(self).__name__}, round {self.round}{turn}: {names}>"

    def __copy__(self) -> Combat[U]:
        """Return a copy: what never changes is shared, nothing else."""
        return self.twin({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Combat[U]:
        """Return a copy: what never changes is shared, nothing else."""
        return self.twin(memo)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how an equal combat is made anew: for pickles.

        Raises:
            TypeError: it was set up by hand, not from an encounter.
        """
        if self.origin is None:
            raise TypeError("a combat that was set up by hand cannot be pickled; it can be copied")
        return self.origin.reduced(self)

    # -- the three doors -------------------------------------------------------------------

    def ask(self, choice: Choice) -> int:
        """Ask a choice; return the answer. The only source of decisions."""
        self.changes += 1
        choice.combat = self
        choice.depth = self.depth
        if self.watched:
            self.events.append(Asked(choice.who, choice.kind, choice.rule, choice.seats))
        answer = self.agents[choice.seat()].decide(choice)
        if self.record is not None:
            self.record.answers.append(answer)
        return answer

    def roll(self, sides: int, purpose: int, who: int, rule: str) -> int:
        """Roll one die for ``who``."""
        self.changes += 1
        self.dice.about(purpose, who, self.round, rule)
        face = self.dice.roll(sides)
        if self.watched:
            self.tell(Rolled(who, "", rule, face, [sides], [face], [("roll", [face], face)]))
        return face

    def throw(self, throw: Throw, purpose: int, who: int, rule: str, what: str = "") -> int:
        """Make a throw for ``who``; the result is what the throw's class says it is."""
        self.changes += 1
        self.dice.about(purpose, who, self.round, rule)
        log = self.dice.log
        before = len(log) if log is not None else 0
        value = self.dice.throw(throw)
        if self.watched and log is not None:
            faces = [one % 1000 for one in log[before:]]
            sides = [one // 1000 for one in log[before:]]
            self.tell(Rolled(who, what, rule, value, sides, faces, throw.parts(faces)))
        return value

    def tell(self, event: Event) -> None:
        """Note a fact. Rules write ``if combat.watched: combat.tell(...)``.

        Nothing depends on being watched.
        """
        event.seen &= self.witnesses(event)
        self.events.append(event)

    def witnesses(self, event: Event) -> int:
        """Return the seats that know of a fact just now, as bits: everybody but for a rule."""
        return EVERYBODY

    # -- what a ruleset gives ---------------------------------------------------------------

    def step(self) -> None:
        """Go from one quiescent state to the next.

        At most one top-level choice and all it causes; or the harm that is due, and all that.
        """
        due = self.due
        if due is None:
            self.ruleset.step(self)
        else:
            self.due = None
            self.ruleset.strike(self, due)

    def clone(self) -> Combat[U]:
        """Return a copy that shares what never changes."""
        raise NotImplementedError

    def key(self) -> tuple[object, ...]:
        """Return the whole state, canonical and hashable, without the dice."""
        raise NotImplementedError

    def entries(self) -> list[Entry]:
        """Return the turn order as a strip."""
        raise NotImplementedError

    def refresh_all(self) -> None:
        """Work out derived state anew, after a load or an edit."""

    def recount(self) -> str:
        """Return what derived state or bound is wrong, "" if all is well. For checks and edits."""
        for unit in self.units:
            if self.side_ids and not 0 <= unit.side < len(self.side_ids):
                return f"{unit.name} is on no side"
        return self.ruleset.recount(self)

    # -- the board --------------------------------------------------------------------------

    def at(self, cell: int) -> U | None:
        """Return who holds a cell of the map."""
        index: i64 = self.board[cell]
        return self.units[index] if index >= 0 else None

    def body(self, cell: int) -> tuple[int, int]:
        """Return the first cell and the size of who holds a cell; itself and 1 if nobody does."""
        one = self.at(cell)
        return (one.cell, one.size) if one is not None else (cell, 1)

    def holder(self, cell: int) -> int:
        """Return the index of who holds a cell of the map, -1 if nobody does."""
        return self.board[cell]

    def ground(self, cell: int) -> int:
        """Return the kind of ground of a cell as it is now: what the map says, unless changed."""
        return self.grid.ground[cell]

    def level(self, cell: int) -> int:
        """Return the height of a cell as it is now."""
        return self.grid.levels[cell]

    def holders(self) -> dict[int, int]:
        """Return who holds each occupied cell."""
        return {
            cell: int(self.board[cell]) for cell in range(self.grid.size) if self.board[cell] >= 0
        }

    def clear_board(self) -> None:
        """Take everybody off the board, for a recount."""
        self.board = empty_board(self.grid)

    def holds(self, unit: U) -> bool:
        """Return whether somebody on the map takes up its cells.

        Who does not lies there, and others may stand upon it. A ruleset that changes the answer
        for somebody moves it onto its own cell anew.
        """
        return True

    def stand(self, unit: U, cell: int) -> None:
        """Put somebody on the map; while passing through another the other keeps the cell."""
        self.changes += 1
        unit.cell = cell
        if not self.holds(unit):
            return
        if unit.size == 1:
            if self.board[cell] < 0:
                self.board[cell] = unit.index
        else:
            for one in self.grid.footprint(cell, unit.size):
                if self.board[one] < 0:
                    self.board[one] = unit.index

    def leave(self, unit: U) -> None:
        """Take somebody off its cells; one who was passing through there now holds them."""
        if unit.cell < 0:
            return
        cells = [unit.cell] if unit.size == 1 else self.grid.footprint(unit.cell, unit.size)
        for cell in cells:
            if self.board[cell] == unit.index:
                self.board[cell] = -1
                self.inherit(cell, unit.index)
        unit.cell = -1

    def inherit(self, cell: int, gone: int) -> None:
        """Let somebody who stands on a cell hold it, now that another has gone."""
        for other in self.units:
            here = other.cell
            if here != cell and (
                other.size == 1 or here < 0 or cell not in self.grid.footprint(here, other.size)
            ):
                continue
            if other.present and other.index != gone and self.holds(other):
                self.board[cell] = other.index
                return

    def move(self, unit: U, cell: int) -> None:
        """Take somebody off its cells and put it down elsewhere."""
        self.leave(unit)
        self.stand(unit, cell)

    def shares(self, unit: U) -> bool:
        """Return whether somebody else holds part of where this one stands."""
        if unit.size == 1:
            return unit.cell >= 0 and not self.is_free(unit.cell, unit.index)
        return any(
            not self.is_free(cell, unit.index) for cell in self.grid.footprint(unit.cell, unit.size)
        )

    def is_free(self, cell: int, me: int) -> bool:
        """Return whether nobody but ``me`` holds a cell."""
        return self.board[cell] < 0 or self.board[cell] == me

    def free(self, cell: int, size: int = 1, me: int = -1) -> bool:
        """Return whether nobody but ``me`` holds any cell of a footprint that lies on the map."""
        if size == 1:
            return cell >= 0 and self.is_free(cell, me)
        cells = self.grid.footprint(cell, size) if cell >= 0 else []
        return bool(cells) and all(self.is_free(cell, me) for cell in cells)

    # -- effects and numbers ------------------------------------------------------------------

    def mark_changed(self) -> None:
        """Note that something changed: called by every service that changes a combatant."""
        self.changes += 1

    def sum(self, kind: int, who: int, other: int = -1) -> Sum:
        """Return what the effects of the two have to say on a number.

        The rule adds its own lines.
        """
        total = Sum(kind, who, other, self.watched)
        for held in self.units[who].effects:
            held.effect.adjust(total, held)
        if other >= 0 and other != who:
            for held in self.units[other].effects:
                held.effect.adjust(total, held)
        return total

    def give(self, who: int, effect: Effect, n: int, source: int, ends: int, anchor: int) -> Held:
        """Add ``n`` to an effect, or begin it."""
        self.changes += 1
        unit = self.units[who]
        have = unit.held(effect)
        if have is None:
            have = Held(effect, 0, source, ends, anchor)
            unit.effects = [*unit.effects, have]
        have.n += n
        return have

    def expire(self, moment: int, anchor: int) -> list[Held]:
        """End what lasts until this moment of the anchor's turn; return what ended."""
        ended: list[Held] = []
        for unit in self.units:
            if not unit.effects:
                continue
            for held in unit.effects:
                if held.ends == moment and held.anchor == anchor:
                    ended.append(held)
            if ended:
                unit.effects = [h for h in unit.effects if h.ends != moment or h.anchor != anchor]
        if ended:
            self.changes += 1
        return ended

    def promote_ends(self, anchor: int) -> None:
        """At the start of the anchor's turn.

        What lasts to the end of its next turn means this one.
        """
        for unit in self.units:
            for held in unit.effects:
                if held.ends == NEXT_TURN_END and held.anchor == anchor:
                    held.ends = TURN_END

    def clear(self, scope: int, who: int = -1) -> None:
        """Start the counters of a scope afresh, of one combatant or (-1) of everybody."""
        for unit in self.units if who < 0 else [self.units[who]]:
            unit.clear(scope)

    # -- cloning ------------------------------------------------------------------------------

    def twin(self, memo: dict[int, Any]) -> Combat[U]:
        """Return a copy whose players and events are copies too; ``memo`` holds what was copied."""
        twin = self.clone()
        memo[id(self)] = twin
        twin.agents = deepcopy(self.agents, memo)
        twin.events = self.events[:]
        twin.depth = self.depth
        return twin

    def copy_to(self, twin: Combat[U]) -> None:
        """Give a twin what the core keeps of it: for ``clone``."""
        twin.board = self.board[:]
        twin.round = self.round
        twin.active = self.active
        twin.outcome = self.outcome
        twin.winner = self.winner
        twin.watched = self.watched
        twin.ruleset = self.ruleset
        twin.gm = self.gm
        twin.round_limit = self.round_limit
        twin.side_ids = self.side_ids
        twin.origin = self.origin
        twin.newcomers = self.newcomers
        twin.due = self.due

    def common_key(self) -> tuple[object, ...]:
        """Return what the core keeps of it, canonical and hashable: for ``key``."""
        due = self.due
        if due is None:
            return (self.round, self.active, self.outcome, self.winner)
        known = (self.round, self.active, self.outcome, self.winner)
        return (*known, due.who, due.amount, due.what)


def empty_board(grid: Grid) -> vec[i64]:
    return grid.nobody[:]
