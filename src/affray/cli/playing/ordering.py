"""Orders at the prompt: what is answered beforehand, what is asked, who plays on."""

from __future__ import annotations

from typing import Final

from affray.cli.playing.keys import chosen
from affray.cli.playing.line import settle
from affray.cli.playing.table import Table
from affray.content.problems import nearest
from affray.core.errors import InvalidError
from affray.rulebook import catalogue
from affray.session.orders import ASK, DEFAULT, Order, doer_words, orders_of
from affray.session.seats import HUMAN

SPANS: Final = {"this round": True, "this fight": False}
MOST: Final = 1000  # steps of programs in a row


def always(table: Table, words: str) -> None:
    """Answer a question, and all like it from now on.

    ``always pass``; ``always pass to goblin this round``: only to what goblins do, until the round
    is over. Where something else is offered than now, it is asked.
    """
    fight = table.fight
    question = fight.choice
    until = 0
    for span, this_round in SPANS.items():
        if words.endswith(span):
            words = words.removesuffix(span).strip().rstrip(",")
            until = max(fight.combat.round, 1) if this_round else 0
    words, _, of = words.partition(" to ")
    if of and of not in doer_words(question, fight.combat):
        known = doer_words(question, fight.combat)
        there = known or ["nobody"]
        raise InvalidError([f"to {of}: it is about {', '.join(dict.fromkeys(there))}"])
    key = chosen(question.options, words) if words else question.fallback.key
    question.read(key)
    beside = tuple(dict.fromkeys([one.verb for one in question.options])) if not of else ()
    order = Order(question.seats[0], key, question.rule, of, until, beside)
    fight.order(order.seat, order.key, order.about)
    table.say(f"From now on: {order}", "dim")
    settle(table)


def ask(table: Table, words: str) -> None:
    """Have a question asked whose default stands otherwise; ``ask all`` for every one."""
    fight = table.fight
    if words in ("all", "everything"):
        table.standing.rows = False
        table.say("Everything is asked now; ask less goes back to that.", "dim")
        return
    if words in ("less", "little"):
        table.standing.rows = True
        table.say("Defaults stand again where a row of questions comes.", "dim")
        return
    rows = fight.ruleset.words().rows
    found = [
        one for one in rows if words and words.lower() in f"{one} {_title(table, one)}".lower()
    ]
    if len(found) != 1:
        for one in found or rows:
            table.say(f"  {one}  {_title(table, one)}")
        if not found and words:
            close = nearest(words, rows)
            raise InvalidError([f"{words}: no such question" + (f"; {close}?" if close else "")])
        return
    fight.order(_seat(table), ASK, found[0])
    table.say(f"It will be asked: {_title(table, found[0])}  [{found[0]}]", "dim")


def _title(table: Table, rule: str) -> str:
    try:
        return catalogue.lookup(rule, table.fight.ruleset.id).title
    except InvalidError:
        return rule


def _seat(table: Table) -> str:
    """Return the seat of the person: of those that are asked, else the first where one sits."""
    if table.fight.asking:
        return table.fight.choice.seats[0]
    people = [seat for seat, who in table.fight.seats.items() if who == HUMAN]
    return people[0] if people else table.fight.setup.seats[0]


def orders(table: Table, words: str) -> None:
    """Print the standing orders; ``orders off`` takes all of them back."""
    known = orders_of(table.fight)
    if words in ("off", "none", "cancel"):
        for seat in dict.fromkeys([one.seat for one in known]):
            table.fight.cancel_orders(seat)
        table.say("There are no standing orders any more.", "dim")
        return
    for order in known:
        table.say(f"  {order}")
    if not known:
        table.say("No orders. always KEY gives one: always pass, always pass to goblin this round")
    rows = table.fight.ruleset.words().rows
    if table.standing.rows and rows:
        table.say(
            f"  {DEFAULT} the default stands: {', '.join(rows)} (ask WORD changes that)", "dim"
        )


def auto(table: Table, words: str) -> None:
    """Let the plain player play on: ``auto``, ``auto players 2``, ``auto 3``, ``auto end``."""
    fight = table.fight
    people = [seat for seat, who in fight.seats.items() if who == HUMAN]
    seats = people
    rounds = 1
    for word in words.split():
        if word in fight.setup.seats:
            seats = [word]
        elif word in [side.id for side in fight.setup.sides]:
            side = next(one for one in fight.setup.sides if one.id == word)
            seats = [fight.setup.seats[side.seat]]
        elif word.isdecimal() and len(word) < 4:
            rounds = int(word)
        elif word in ("end", "all"):
            rounds = MOST
        elif word not in ("round", "rounds"):
            raise InvalidError([f"{word}: auto takes a seat or side, and how many rounds"])
    goal = fight.combat.round + rounds
    if rounds >= MOST:
        fight.auto(dict.fromkeys(seats, "greedy"))
    for _ in range(MOST * 10):
        if fight.over or (fight.combat.round >= goal and not fight.combat.depth):
            break
        before = (len(fight.timeline.done), fight.point())
        fight.auto(dict.fromkeys(seats, "greedy"), steps=1)
        if (len(fight.timeline.done), fight.point()) == before:
            break
    table.stood.clear()
    table.asked = (-1, -1, -1)
