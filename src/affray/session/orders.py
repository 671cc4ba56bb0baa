"""Standing orders: which questions are answered beforehand, by whom, until when.

The timeline keeps orders as (seat, about) and a key. ``about`` is a rule, "" for all questions; it
may go on with conditions: ``reaction.window of goblin until 3`` is an order about what goblins do,
until round 3 is over. Those are read here, and so are orders without a key of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from affray.core.combat import Combat
from affray.core.errors import AffrayError
from affray.core.window import Reply
from affray.session.fight import Fight
from affray.session.question import Question

DEFAULT: Final = "="  # the key of an order that stands for whatever the default is
ASK: Final = "?"  # ... of one that has a question asked whose default stands otherwise


@dataclass(frozen=True, slots=True)
class Order:
    """One standing order.

    Attributes:
        seat: whose it is.
        key: the answer; ``DEFAULT``, or ``ASK`` for none.
        rule: only for choices of this rule; "" for all.
        of: only where this one acts: a name, the name of several without their number, or a side.
        until: the last round in which it holds, 0 for the whole fight.
        beside: only where nothing else is offered than these verbs; none: whatever is offered.
    """

    seat: str
    key: str
    rule: str = ""
    of: str = ""
    until: int = 0
    beside: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """What it is about, as the journal has it."""
        of = f" of {self.of}" if self.of else ""
        until = f" until {self.until}" if self.until else ""
        beside = f" beside {'|'.join(self.beside)}" if self.beside else ""
        return f"{self.rule}{of}{until}{beside}"

    def fits(self, question: Question, combat: Combat[Any]) -> bool:
        """Return whether it is about a question."""
        if self.seat not in question.seats or self.rule not in ("", question.rule):
            return False
        if self.until and combat.round > self.until:
            return False
        if self.beside and not {one.verb for one in question.options} <= {*self.beside}:
            return False
        return not self.of or self.of in doer_words(question, combat)

    @property
    def words(self) -> str:
        """What is answered, to whom and for how long."""
        key = {DEFAULT: "the default", ASK: "ask me"}.get(self.key, self.key)
        of = f" to what {self.of} does" if self.of else ""
        until = f", until round {self.until} is over" if self.until else ", this fight"
        return f"{key}{of}{until}"

    def __str__(self) -> str:
        """Return it in words."""
        return f"{self.seat}: {self.words}" + (f"  [{self.rule}]" if self.rule else "")


def read_order(seat: str, about: str, key: str) -> Order:
    """Return the order of a seat as the journal has it."""
    about, _, beside = about.partition(" beside ")
    about, _, until = about.partition(" until ")
    rule, _, of = f" {about}".partition(" of ")
    number = int(until) if until.isdecimal() and len(until) < 7 else 0
    verbs = tuple(one for one in beside.split("|") if one)
    return Order(seat, key, rule.strip(), of, number, verbs)


def orders_of(fight: Fight, seat: str = "") -> list[Order]:
    """Return the standing orders of a seat, of all if none is named, the newest first."""
    known = [read_order(*whose, key) for whose, key in fight.timeline.orders.items()]
    return [one for one in reversed(known) if seat in ("", one.seat)]


def actor_of(question: Question, combat: Combat[Any]) -> int:
    """Return whose deed a question is about: who acts in a window, else whose turn it is."""
    choice = question.choice
    if isinstance(choice, Reply) and choice.window.deed.actor >= 0:
        return int(choice.window.deed.actor)
    return int(combat.active)


def doer_words(question: Question, combat: Combat[Any]) -> list[str]:
    """Return the words for who acts: its name, that without a number, its side, and what it is."""
    index = actor_of(question, combat)
    if index < 0:
        return []
    unit = combat.units[index]
    name = str(unit.name)
    stem, dash, number = name.rpartition("-")
    found = [name, stem if dash and number.isdecimal() else name]
    if 0 <= unit.side < len(combat.side_ids):
        found.append(combat.side_ids[unit.side])
    role = str(getattr(getattr(unit, "sheet", None), "role", "") or "")
    return [*found, role] if role else found


class Standing:
    """Answers what need not be asked: by orders, and by defaults of questions that come in a row.

    Attributes:
        rows: whether the defaults of such questions stand.
    """

    def __init__(self, fight: Fight, *, rows: bool = True) -> None:
        self.fight = fight
        self.rows = rows

    def answer(self) -> tuple[str, Order] | None:
        """Return the key that answers the open question, and by which order; None: ask.

        An order whose key is not among the options leaves the question open.
        """
        fight = self.fight
        if not fight.asking:
            return None
        question = fight.choice
        combat = fight.combat
        for order in orders_of(fight):
            if order.fits(question, combat):
                if order.key == ASK:
                    return None
                key = question.fallback.key if order.key == DEFAULT else order.key
                if key in question.keys:
                    return key, order
        if self.rows and self.goes_by_itself(question):
            order = Order(question.seats[0], DEFAULT, question.rule)
            return question.fallback.key, order
        return None

    def goes_by_itself(self, question: Question) -> bool:
        """Return whether the default of a question stands if nobody says otherwise.

        So it is with those that come in a row, turn after turn; with those of one answer; and with
        the end of a turn of which nothing is left.
        """
        words = self.fight.ruleset.words()
        if question.rule in words.rows or len(question.options) == 1:
            return True
        ends = question.kind == "action" and not question.reaction and question.choice.who >= 0
        return ends and words.spent(self.fight.combat, question.choice.who)

    def take(self) -> list[tuple[Question, str, Order]]:
        """Answer all that need not be asked; return what was answered, and how."""
        found: list[tuple[Question, str, Order]] = []
        while True:
            due = self.answer()
            if due is None:
                return found
            key, order = due
            question = self.fight.choice
            try:
                self.fight.choose(key, standing=True)
            except AffrayError:
                return found
            found.append((question, key, order))
