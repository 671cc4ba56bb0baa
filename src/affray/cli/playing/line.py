"""A line of keys: one answer, or a whole turn that stops where something happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from affray.cli.playing.keys import chosen, meant
from affray.cli.playing.table import Stood, Table
from affray.core.choice import Option
from affray.core.errors import AffrayError, AmbiguousError, IllegalError
from affray.core.event import Event
from affray.core.words import DEED, weight_of
from affray.session.question import Question

END: Final = ("end", "end turn")  # what ends a turn in every game
NOTHING: Final = ("pass", "stop", "end", "end-turn", "stay", "done")  # verbs that do no more
STEPS: Final = 40  # questions of one turn, at the most


def settle(table: Table, rest: Sequence[str] = ()) -> None:
    """Let orders and defaults answer what need not be asked.

    A question for which ``rest``, what is still to come of a line, has an answer waits for that.
    """
    fight = table.fight
    while True:
        due = table.standing.answer()
        if due is None:
            return
        key, order = due
        question = fight.choice
        if rest and meant(question.options, rest[0]):
            return
        point = fight.point()
        fight.choose(key, standing=True)
        table.stood.append(Stood(point, question, key, order))


def answer(table: Table, line: str, *, seat: str = "") -> None:
    """Answer by a number, a key or its beginning.

    What is no answer here may be one to what comes after doing nothing here, or to a question whose
    default stood: then that is done.

    Raises:
        AffrayError: it is none.
    """
    fight = table.fight
    question = fight.choice
    if line in END and line not in question.keys and nothing(question) is not None:
        end_turn(table)
        return
    key = chosen(question.options, line)
    try:
        fight.choose(key, seat=seat)
    except AffrayError as fault:
        if isinstance(fault, AmbiguousError) or seat:
            raise
        if ahead(table, line) or otherwise(table, line):
            return
        raise
    table.stood.clear()


def nothing(question: Question) -> Option | None:
    """Return the option that does nothing more, None if there is none."""
    fallback = question.fallback
    if fallback.verb in NOTHING:
        return fallback
    return next((one for one in question.options if one.verb in NOTHING), None)


def ahead(table: Table, line: str) -> bool:
    """Do what is an answer only after the present step of a turn, if it is; else change nothing."""
    fight = table.fight
    question = fight.choice
    skipped = nothing(question)
    if skipped is None or question.reaction or question.choice.who < 0:
        return False
    before = (question.who, fight.combat.round)
    stood = table.stood[:]
    done = False
    try:
        with fight.whole():
            fight.choose(skipped.key)
            settle(table, [line])
            if fight.asking and (fight.choice.who, fight.combat.round) == before:
                key = meant(fight.choice.options, line)
                if key:
                    fight.choose(key)
                    done = True
            if not done:
                raise IllegalError(line, "it does not come next", question.rule)
    except AffrayError:
        table.stood = stood
        return False
    table.stood.clear()
    return True


def otherwise(table: Table, line: str) -> bool:
    """Answer otherwise a question whose default stood since the person answered last, if any fits.

    The newest comes first; ``slow turn for ana`` is that of ana. What followed runs again with the
    same dice.
    """
    words, _, name = line.partition(" for ")
    for one in reversed(table.stood):
        key = meant(one.question.options, line)
        if not key and name and one.question.who == name:
            key = meant(one.question.options, words)
        if key and key != one.key:
            table.fight.reconsider(one.point, key)
            table.say(f"{one.question.who or '/'.join(one.question.seats)}: {key}", "dim")
            table.stood.clear()
            table.again()
            return True
    return False


def end_turn(table: Table) -> None:
    """Do nothing more in this turn: what is left of it goes by."""
    fight = table.fight
    who, round_ = fight.choice.who, fight.combat.round
    for _ in range(STEPS):
        if not fight.asking:
            return
        question = fight.choice
        stay = nothing(question)
        same = (question.who, fight.combat.round) == (who, round_)
        if not same or question.reaction or stay is None:
            return
        if question.rule in fight.ruleset.words().rows:
            settle(table)
            if fight.asking and fight.choice is question:
                return
            continue
        fight.choose(stay.key)
        table.stood.clear()
        settle(table)


# -- where a line stops ----------------------------------------------------------------------------


def interrupted(table: Table, actor: int, asked: Question, events: Sequence[Event]) -> str:
    """Return why the rest of a line is not done now, "" if it may go on.

    Args:
        table: the table.
        actor: whose turn the line is, -1 if it only says who acts.
        asked: the question that was answered last.
        events: what has happened since.
    """
    fight = table.fight
    if fight.over:
        return "the fight is over"
    if fight.dice_wanted is not None:
        return "a die is to be rolled"
    question = fight.choice
    if question.reaction and not asked.reaction:
        return "something can be answered"
    happened = incident(table, actor, events)
    if happened:
        return happened
    if fight.combat.round == 0 and question.seats == asked.seats:
        return ""  # one's own people are placed one after the other
    if actor >= 0 and question.choice.who != actor:
        return "somebody else is asked"
    return ""


def incident(table: Table, actor: int, events: Sequence[Event]) -> str:
    """Return what has happened that one would want to think about, "" if nothing has."""
    combat = table.fight.combat
    words = table.fight.ruleset.words()
    side = combat.units[actor].side if actor >= 0 else -1
    for event in events:
        who = event.who
        if event.kind == "turn" and actor >= 0 and who != actor:
            return "the turn is over"
        if who < 0 or actor < 0:
            continue
        if event.kind == "damaged" and who == actor:
            return f"{table.name(who)} was hurt"
        if event.kind in ("fell", "died"):
            return f"{table.name(who)} fell"
        foe = combat.units[who].side != side
        if event.kind == "told" and foe and 0 <= weight_of(words, event) <= DEED:
            return f"{table.name(who)} answered"
    return ""
