"""Who answers for the seats of a fight: people are waited for, programs answer when it is time.

Programs answer within the step that a person began; then one step of theirs at a time, so that
every one is kept and shown before the next.
"""

from __future__ import annotations

from typing import Any

from affray.bots import seated
from affray.core.choice import Agent, Choice, Pending
from affray.core.suspension import Answer, asked, seat_names
from affray.session.fight import Fight
from affray.session.orders import actor_of, doer_words
from affray.session.question import Question
from affray.session.seats import hand_rolled
from affray.web.seats import OWN, SPECTATOR, Seat, deciders, rollers, whole
from affray.web.views import Lens


class SeatAgent(Agent):
    """Answers one seat of the fight for the programs that sit there."""

    def __init__(self, driver: Driver, place: int) -> None:
        self.driver = driver
        self.place = place

    def decide(self, choice: Choice) -> int:
        """Return a program's answer.

        Raises:
            Pending: a person is asked, or it is not yet time.
        """
        return self.driver.answer(choice, self.place)


class Driver:
    """Lets the programs of a table play."""

    def __init__(self, fight: Fight, seats: dict[str, Seat]) -> None:
        self.fight = fight
        self.seats = seats
        self.allowed = -1  # the step in which programs may answer
        self.bots: dict[tuple[str, int], Agent] = {}
        self.held: tuple[Choice, list[Seat]] | None = None  # the last question, and by whom
        self.take_over()

    def take_over(self) -> None:
        """Sit down on all seats of the fight, and let those roll their own dice who like to."""
        names = self.fight.setup.seats
        timeline = self.fight.timeline
        timeline.agents = [SeatAgent(self, place) for place in range(len(names))]
        timeline.hand_rolled = hand_rolled(self.fight.setup, self.by_hand())

    def by_hand(self) -> list[str]:
        """Return whose dice are rolled by hand: seats of the fight, or combatants of such a seat.

        Each seat of the table rolls as it likes, those of a side too.
        """
        found: list[str] = []
        for side in self.fight.setup.seats:
            mine = [one for one in self.seats.values() if one.side == side]
            own = [one for one in mine if one.dice == OWN and not one.bot]
            if len(own) == len(mine) or not any([one.units for one in mine]):
                found += [side] if own else []
                continue
            held = {who for one in mine for who in one.units}
            theirs = {who for one in own for who in one.units}
            rest = any([not one.units for one in own])
            bit = 1 << self.fight.setup.seats.index(side)
            found += [
                member.name
                for member in self.fight.setup.members
                if member.seats & bit
                and (member.name in theirs or (rest and member.name not in held))
            ]
        return found

    def holders(self, choice: Choice) -> list[Seat]:
        """Return the seats of the table that may answer a question."""
        if self.held is not None and self.held[0] is choice:
            return self.held[1]  # whom a seat is for never changes
        found = self.asked_first(choice)
        for side in seat_names(choice, self.fight.setup.seats):
            found += [one for one in whole(self.seats, side) if one not in found]
        self.held = choice, found
        return found

    def asked_first(self, choice: Choice) -> list[Seat]:
        """Return the seats of those who are asked, without whoever may answer for them."""
        found: list[Seat] = []
        who = asked(choice)
        for side in seat_names(choice, self.fight.setup.seats):
            found += [one for one in deciders(self.seats, side, who) if one not in found]
        return found

    def gave(self, answer: Answer) -> list[Seat]:
        """Return the seats of the table whose answer it was."""
        found: list[Seat] = []
        for side in answer.givers:
            found += [one for one in deciders(self.seats, side, answer.who) if one not in found]
        return found

    def rollers(self, who: int) -> list[Seat]:
        """Return the seats of the table that roll the dice of a combatant."""
        combat = self.fight.combat
        names = self.fight.setup.seats
        found: list[Seat] = []
        if 0 <= who < len(combat.units):
            unit = combat.units[who]
            for place, side in enumerate(names):
                if unit.seats >> place & 1:
                    found += rollers(self.seats, side, str(unit.name))
        if not found:
            found = [seat for seat in self.seats.values() if seat.dice == OWN]
        return [one for one in found if one.role != SPECTATOR]

    def program(self, choice: Choice) -> str:
        """Return the program that answers a question: "" a person does."""
        seats = self.asked_first(choice)
        if not seats:
            return "default"
        return "" if any([not seat.bot for seat in seats]) else seats[0].bot

    def answer(self, choice: Choice, place: int) -> int:
        """Return the answer of a program.

        Raises:
            Pending: a person is asked, or programs have to wait.
        """
        name = self.program(choice)
        if not name or len(self.fight.timeline.done) > self.allowed:
            raise Pending(choice)
        bot = self.bots.get((name, place))
        if bot is None:
            tactics = self.fight.ruleset.tactics()
            bot = seated(name, tactics, self.fight.seed, self.fight.number, place)
            self.bots[name, place] = bot
        return bot.decide(choice)

    def standing(self, orders: list[dict[str, Any]]) -> tuple[str, str] | None:
        """Return the standing order that answers the open question (seat and key), if any does.

        Those about what somebody does come before those about everybody, newer ones before older.
        """
        if not orders or not self.fight.asking:
            return None
        asked = self.fight.choice
        mine = {one.id for one in self.holders(asked.choice)}
        for order in sorted(orders, key=lambda one: not one.get("of")):
            if order["seat"] in mine and order["rule"] == asked.rule and order["who"] == asked.who:
                of = order.get("of", "")
                if order["key"] in asked.keys and (not of or of in self.doer(asked, order["seat"])):
                    return str(order["seat"]), str(order["key"])
        return None

    def doer(self, asked: Question, seat: str) -> list[str]:
        """Return the words for whose deed a question is about, as far as a seat knows who acts."""
        lens = Lens(self.fight, self.seats[seat].side)
        actor = actor_of(asked, self.fight.combat)
        known = actor >= 0 and lens.sees(self.fight.combat, actor)
        return doer_words(asked, self.fight.combat) if known else []

    @property
    def due(self) -> bool:
        """Whether a program has to go on."""
        pending = self.fight.timeline.pending
        return pending is not None and self.program(pending) != ""

    def allow(self) -> None:
        """Let programs answer in the step under way."""
        self.allowed = len(self.fight.timeline.done)

    def hold(self) -> None:
        """Let programs wait."""
        self.allowed = -1

    def go_on(self) -> None:
        """Let the programs finish the step under way, and go on to the next question."""
        self.allow()
        try:
            self.fight.timeline.advance()
        finally:
            self.hold()
