"""Those around a table, and what each of them is shown: view, log, open question, who is here."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Callable
from typing import Final

import msgspec

from affray.core.event import Event
from affray.core.suspension import PERSON
from affray.session import asking
from affray.session.fight import Fight
from affray.session.orders import Order
from affray.web import wire
from affray.web.driver import Driver
from affray.web.naming import what_for
from affray.web.past import Past
from affray.web.seats import GM, SPECTATOR, Seat
from affray.web.sockets import Socket
from affray.web.store import now
from affray.web.views import EXACT, MASTER, PUBLIC, Audience, Lens, Made, Plain, question, scene

LOGGER: Final = logging.getLogger("affray.web")


MINUTE: Final = 60.0  # seconds
SOON: Final = 10.0  # seconds that each question of a turn has at least
AWAY: Final = 40.0  # seconds for which the clock of a question waits for who is not here
NO_CLOCK: Final = {"left": 0, "whole": 0, "still": 0}


class Clock:
    """The time that is left for the open question, if questions have a time at all.

    It stands still while whoever is asked is away, for some seconds of each question. The questions
    of one turn share its time, but each has a few seconds at least; a reaction has its own.
    """

    def __init__(self) -> None:
        self.deadline = 0.0  # of ``time.monotonic``, as if nobody were away now; 0 no clock runs
        self.whole = 0.0  # seconds that the question has in all
        self.asked_at = -1  # the question for which it was started
        self.away_at = 0.0  # since when it stands still; 0 it does not
        self.patience = 0.0  # seconds for which it may stand still
        self.turn: tuple[int, int] | None = None  # of which its question is, None of none
        self.bank = 0.0  # seconds that are left of the turn of ``banked``
        self.banked: tuple[int, int] | None = None
        self.held = 0.0  # seconds that were left of the question ``held_at`` when it was stopped
        self.held_at = -1
        self.granted_at = -1  # the question that has all the time it needs
        self.passed = 0.0  # seconds that have gone by since what was kept, after a restart

    def start(self, asked_at: int, seconds: float, turn: tuple[int, int] | None = None) -> None:
        """Run for a question, unless it runs for that one already.

        Args:
            asked_at: the number of the question.
            seconds: that a turn has, or a question that is of none.
            turn: of which it is: its round and whose it is; None for a reaction, say.
        """
        if self.asked_at == asked_at:
            return
        if asked_at == self.granted_at:
            self.asked_at = asked_at
            return
        self.note_turn()
        left = seconds
        if turn is not None and turn == self.banked:
            left = max(self.bank, min(SOON, seconds))
        if asked_at == self.held_at:
            left = self.held
        if self.passed:
            left = max(left - self.passed, min(SOON, seconds))
            self.passed = 0.0
        self.asked_at = asked_at
        self.turn = turn
        self.whole = seconds
        self.deadline = time.monotonic() + left
        self.away_at = 0.0
        self.patience = AWAY

    def renumber(self, old: int, new: int) -> None:
        """Go on as it is for a question that is asked again as it was, under another number."""
        self.asked_at, self.held_at, self.granted_at = [
            new if one == old else one for one in (self.asked_at, self.held_at, self.granted_at)
        ]

    def note_turn(self) -> None:
        """Keep what is left of the turn whose question is over."""
        if self.deadline and self.turn is not None:
            self.watch(away=False)
            self.bank = max(self.deadline - time.monotonic(), 0.0)
            self.banked = self.turn

    def stop(self) -> None:
        """Run no more; where the same is asked again, or in the same turn, it goes on from here."""
        if self.deadline:
            self.note_turn()
            self.held, self.held_at = self.left, self.asked_at
        self.passed = 0.0
        self.deadline = 0.0
        self.asked_at = -1

    def grant(self, asked_at: int) -> None:
        """Let the open question have all the time it needs."""
        self.deadline = 0.0
        self.granted_at = asked_at

    def watch(self, *, away: bool) -> bool:
        """Stand still while whoever is asked is away; return whether that has changed."""
        if not self.deadline or away == (self.away_at > 0):
            return False
        if away:
            self.away_at = time.monotonic()
        else:
            still = min(time.monotonic() - self.away_at, self.patience)
            self.deadline += still
            self.patience -= still
            self.away_at = 0.0
        return True

    @property
    def left(self) -> float:
        """The seconds that are left, however long it still stands still."""
        moment = self.away_at or time.monotonic()
        return max(self.deadline - moment, 0.0) if self.deadline else 0.0

    def running(self) -> Plain:
        """Return what is kept of it with each step: it decides no rule."""
        if self.asked_at < 0:
            left, asked = self.held, self.held_at
        else:
            left, asked = self.left if self.deadline else self.whole, self.asked_at
        bank, banked = (self.bank, self.banked) if self.turn is None else (left, self.turn)
        return {
            **{"asked": asked, "left": round(left, 3)},
            **{"bank": round(bank, 3), "banked": list(banked or ())},
        }

    def take_up(self, kept: Plain, passed: float) -> None:
        """Go on from what was kept.

        Args:
            kept: see ``running``.
            passed: seconds that have gone by since; each question has a few at least.
        """
        self.held, self.held_at = float(kept["left"]), int(kept["asked"])
        self.bank = float(kept["bank"])
        self.banked = (kept["banked"][0], kept["banked"][1]) if kept["banked"] else None
        self.passed = passed

    @property
    def ends(self) -> float:
        """When the time is up, as ``time.monotonic`` counts."""
        return self.deadline + (self.patience if self.away_at else 0.0)

    @property
    def out(self) -> bool:
        """Whether the time is up."""
        return self.deadline > 0 and time.monotonic() >= self.ends

    def told(self) -> Plain:
        """Return in ms what is left, how much there was, and for how long it still stands still."""
        if not self.deadline:
            return {}
        moment = time.monotonic()
        still = max(self.away_at + self.patience - moment, 0.0) if self.away_at else 0.0
        left = max(self.ends - moment - still, 0.0)
        found = {"left": left, "whole": self.whole, "still": still}
        return {name: int(seconds * 1000) for name, seconds in found.items()}

    def rest(self, asked_at: int) -> Plain:
        """Return as ``told`` what a question has once the fight goes on; nothing if it has none."""
        if asked_at != self.held_at or asked_at == self.granted_at or not self.whole:
            return {}
        return {"left": int(self.held * 1000), "whole": int(self.whole * 1000), "still": 0}


def sealed(seed: int) -> Plain:
    """Return the seal of a seed: its hash, told from the first, and what opens it at the end.

    The seal is the SHA-256 of seed and salt with a space between them, in hex digits.
    """
    salt = secrets.token_hex(16)
    return {"seal": hashlib.sha256(f"{seed} {salt}".encode()).hexdigest(), "salt": salt}


class Known:
    """Of whom an audience knows: the seats that are for nobody else, and whom it sees."""

    def __init__(self, lens: Lens, seats: dict[str, Seat]) -> None:
        combat = lens.fight.combat
        units = [one for one in combat.units if lens.all_known or lens.sees(combat, one.index)]
        self.units = frozenset([str(one.name) for one in units])
        part = {str(one.name) for one in combat.units if lens.takes_part(combat, one.index)}
        self.seats = frozenset(
            [
                seat.id
                for seat in seats.values()
                if lens.all_known or not seat.units or not part.isdisjoint(seat.units)
            ]
        )


class Room:
    """Everybody around one table."""

    def __init__(self, fight: Fight, config: Plain, seats: dict[str, Seat], driver: Driver) -> None:
        self.fight = fight
        self.config = config
        self.seats = seats
        self.driver = driver
        self.scene = scene(fight)
        self.clock = Clock()
        self.seq = 0  # the number of what was kept and told last
        self.asked_at = 0  # the number at which the open question was first asked
        self.sockets: set[Socket] = set()
        self.audiences: dict[str, Audience] = {}
        self.known: dict[str, Known] = {}  # by audience
        self.passing: set[asyncio.Future[Plain]] = set()  # what only holds until something changes
        self.shown = 0  # events that were told
        self.vote: Plain | None = None
        self.missed_at = 0.0  # since when others wait for who is away; 0 they do not
        self.trouble = ""  # why nothing can be kept just now
        self.past: Past | None = None  # of spectators who are told late

    @property
    def paused(self) -> bool:
        """Whether the game master has stopped the fight."""
        return bool(self.config.get("paused"))

    def order(self) -> tuple[str, str] | None:
        """Return the standing order that answers the open question: seat and key."""
        return self.driver.standing(self.config.get("orders", []))

    # -- spectators who are told late --------------------------------------------------------

    @property
    def delay(self) -> int:
        """How many steps spectators are behind."""
        return int(self.config.get("delay", 0))

    def tell_late(self, states: list[Plain] | None = None) -> None:
        """Begin to tell spectators late, if the table is so; ``states``: see ``Past``."""
        if self.delay:
            self.past = Past(self.delay, states or [self.whole(Socket())])
            self.release()

    def late(self, socket: Socket) -> Past | None:
        """Return what a socket is told of, if it is told late; None if it is told at once."""
        return self.past if self.past is not None and socket.role == SPECTATOR else None

    def release(self) -> None:
        """Tell spectators what is due by now."""
        if self.past is None:
            return
        for raw in self.past.due(self.seq, over=self.fight.over):
            for socket in list(self.sockets):
                if socket.role == SPECTATOR:
                    socket.put(raw)

    # -- what has changed --------------------------------------------------------------------

    def audience(self, name: str) -> Audience:
        """Return what an audience is shown."""
        found = self.audiences.get(name)
        if found is None:
            found = Audience(Lens(self.fight, name, str(self.config.get("numbers", EXACT))))
            self.audiences[name] = found
            self.known[name] = Known(found.lens, self.seats)
        return found

    def known_to(self, name: str) -> Known:
        """Return of whom an audience knows."""
        self.audience(name)
        return self.known[name]

    def called(self, seat: Seat, name: str) -> str:
        """Return what an audience calls a seat or who sits there, as far as it may know."""
        if seat.name or seat.id in self.known_to(name).seats:
            return seat.name or seat.label
        side = [one for one in self.seats.values() if one.side == seat.side and not one.units]
        return side[0].label if side else "Somebody"

    def fresh(self, *, anew: bool) -> list[Event]:
        """Return the events that were not told before, all of them after an undo."""
        found = self.fight.events_from(0 if anew else self.shown)
        self.shown = self.fight.happened
        return found

    def broadcast(self, by: Plain, fresh: list[Event], *, anew: bool) -> None:
        """Tell everybody what has changed, each as far as they may know.

        What is kept is told: whoever it cannot be told for a fault of ours is cut off and comes
        back to the whole view.
        """
        for work in list(self.passing):
            work.cancel()
        told: set[Socket] = set()
        try:
            self._broadcast(by, fresh, told, anew=anew)
        except Exception:
            LOGGER.exception("step %s cannot be told", self.seq)
            self.audiences.clear()
            for socket in [socket for socket in self.sockets if socket not in told]:
                socket.hang_up("resync")

    def _broadcast(self, by: Plain, fresh: list[Event], told: set[Socket], *, anew: bool) -> None:
        shown = {socket: socket.audience for socket in self.sockets}
        wanted = {*shown.values()}
        if self.past is not None:
            wanted.add(PUBLIC)
        for name in [audience for audience in self.audiences if audience not in wanted]:
            del self.audiences[name]
        parts: dict[str, Plain] = {}
        learnt: set[str] = set()  # audiences that know of other seats than before
        made = Made()
        for name in wanted:
            audience = self.audience(name)
            part = audience.step(made)
            lens = audience.lens
            part["log"] = lens.last_lines(fresh) if anew else lens.lines(fresh, made)
            if anew:
                part["anew"] = True
            before = self.known[name]
            self.known[name] = now_known = Known(lens, self.seats)
            if now_known.seats != before.seats:
                learnt.add(name)
            part["by"] = by if by["seat"] in ("", *now_known.seats) else {**by, "seat": ""}
            parts[name] = part
        asked = self.asked()
        if self.past is not None:
            message = {"t": "step", "seq": self.seq, **parts[PUBLIC]}
            message |= self.prompt(Socket(), asked)
            self.past.step(message, self.audience(PUBLIC).view)
            self.release()
        known: dict[tuple[str, bool, str], bytes] = {}
        for socket, name in shown.items():
            if self.late(socket) is not None:
                told.add(socket)
                continue
            asks = socket.holds(asked)
            shared = (name, asks, self.staged(socket) if asks else "")
            if shared not in known:
                message = {"t": "step", "seq": self.seq, **parts[name]}
                message |= self.prompt(socket, asked)
                known[shared] = msgspec.json.encode(message)
            socket.put(known[shared])
            told.add(socket)
        if learnt:
            self.tell_people()

    def whole(self, socket: Socket) -> Plain:
        """Return everything that a socket is shown."""
        past = self.late(socket)
        looking = {"as": socket.looking.id} if socket.looking is not None else {}
        if past is not None:
            return {**past.shown, "t": "full", **looking}
        audience = self.audience(socket.audience)
        lines = audience.lens.last_lines(self.fight.events)
        return {
            "t": "full",
            "seq": self.seq,
            "view": audience.view,
            "digest": audience.digest,
            "log": lines,
            "people": self.people(socket.audience),
            "vote": self.wish(socket.audience),
            "orders": self.orders(socket),
            "trouble": self.trouble,
            **self.prompt(socket),
            **looking,
        }

    # -- the open question -------------------------------------------------------------------

    def asked(self) -> list[Seat]:
        """Return the seats that are waited for."""
        timeline = self.fight.timeline
        if timeline.pending is not None:
            return self.driver.holders(timeline.pending)
        if timeline.wanted is not None:
            return self.driver.rollers(timeline.wanted.who)
        return []

    def program_asked(self, seats: list[Seat]) -> bool:
        """Return whether a program answers: seats that may do so for another do not matter."""
        pending = self.fight.timeline.pending
        if pending is not None:
            return self.driver.program(pending) != ""
        return bool(seats) and all([seat.bot for seat in seats])

    def prompt(self, socket: Socket, asked: list[Seat] | None = None) -> Plain:
        """Return the open question for who is asked, and who is waited for to all others.

        Args:
            socket: who is told.
            asked: the seats that are waited for, if that was worked out already.
        """
        timeline = self.fight.timeline
        pending, wanted = timeline.pending, timeline.wanted
        lens = self.audience(socket.audience).lens
        seats = self.asked() if asked is None else asked
        found: Plain = {"choice": None, "turn": None, "paused": self.paused}
        if pending is None and wanted is None:
            return found
        combat = self.fight.combat
        who = wanted.who if wanted is not None else int(pending.who) if pending is not None else -1
        known = self.known_to(socket.audience).seats | socket.mine
        turn: Plain = {
            "id": str(self.asked_at),
            "seats": [seat.id for seat in seats if seat.id in known],
            "bot": self.program_asked(seats),
            "dice": wanted is not None,
            "reaction": pending is not None and pending.depth > 0,
        }
        if who >= 0 and lens.sees(combat, who):
            turn["who"] = str(combat.units[who].name)
        clock = self.clock.rest(self.asked_at) if self.paused else self.clock.told()
        found["turn"] = turn | clock
        if not socket.holds(seats) or turn["bot"] or self.order() is not None:
            return found
        if wanted is not None:
            found["choice"] = self._die()
        else:
            found["choice"] = question(lens, self.fight.choice)
            found["choice"]["staged"] = self.staged(socket)
        found["choice"]["id"] = turn["id"]
        return found

    def _die(self) -> Plain:
        """Return the die that is wanted, with those that were typed in for the same step."""
        wanted = self.fight.timeline.wanted
        assert wanted is not None
        combat = self.fight.combat
        rules = self.fight.ruleset
        whose = f"{asking.called(rules, combat, wanted.who)}, " if wanted.who >= 0 else ""
        return {
            "kind": "dice",
            "who": str(combat.units[wanted.who].name) if wanted.who >= 0 else "",
            "rule": wanted.rule,
            "sides": int(wanted.sides),
            "ask": asking.capital(f"{whose}roll a d{wanted.sides} {what_for(rules, wanted)}."),
            "known": list(self.fight.dice) if self.fight.timeline.open.told else [],
        }

    def staged(self, socket: Socket) -> str:
        """Return the key of one's own last answer if it can still be taken back, "" if not."""
        opened = self.fight.timeline.open
        if not opened.answers or opened.answers[-1].by != PERSON:
            return ""
        last = opened.answers[-1]
        own = socket.holds(self.driver.gave(last))
        return last.key if own and len(opened.told) == last.dice else ""

    # -- words to everybody ------------------------------------------------------------------

    def tell_all(self, message: Plain) -> None:
        """Send one message to everybody; to some spectators when it is due."""
        raw = msgspec.json.encode(message)
        for socket in list(self.sockets):
            if self.late(socket) is None:
                socket.put(raw)
        if self.past is not None:
            self.past.say(self.seq, message)
            self.release()

    def tell_each(self, made: Callable[[str], Plain]) -> None:
        """Send a message to everybody as it is for each audience; see ``tell_all``."""
        known: dict[str, bytes] = {}
        for socket in list(self.sockets):
            if self.late(socket) is None:
                name = socket.audience
                if name not in known:
                    known[name] = msgspec.json.encode(made(name))
                socket.put(known[name])
        if self.past is not None:
            self.past.say(self.seq, made(PUBLIC))
            self.release()

    def notice(self, text: str | Callable[[str], str], kind: str) -> None:
        """Say a word to everybody; ``text`` may be what to say to an audience."""
        if isinstance(text, str):
            self.tell_all({"t": "note", "text": text, "kind": kind})
        else:
            self.tell_each(lambda name: {"t": "note", "text": text(name), "kind": kind})

    def price(self) -> Plain | None:
        """Return what an undo takes back, None if there is nothing."""
        timeline = self.fight.timeline
        stop = timeline.undo_stop()
        if stop is None:
            return None
        taken = timeline.since(stop)
        first = next((answer for answer in taken.answers if answer.by == PERSON), None)
        return {
            "key": first.key if first is not None else "the last ruling",
            "who": first.who if first is not None else "",
            "side": first.seat if first is not None else "",
            "answers": len(taken.answers),
            "dice": len(taken.dice),
        }

    def wish(self, name: str) -> Plain | None:
        """Return the request to go back as an audience is told of it.

        What was answered is told to those alone whose answer it was.
        """
        vote = self.vote
        if vote is None:
            return None
        known, asker, cost = self.known_to(name), self.seats[vote["seat"]], vote["cost"]
        if cost["side"] and name not in (MASTER, cost["side"]):
            who = cost["who"] if cost["who"] in known.units else ""
            cost = {**cost, "key": "an answer", "who": who}
        return {
            **vote,
            "seat": asker.id if asker.id in known.seats else "",
            "name": vote["name"] or self.called(asker, name),
            "cost": cost,
            **{part: [one for one in vote[part] if one in known.seats] for part in ("need", "yes")},
        }

    def tell_vote(self) -> None:
        """Tell everybody that somebody asks to go back, or that it is settled."""
        self.tell_each(lambda name: {"t": "vote", "vote": self.wish(name)})

    def price_vote(self) -> None:
        """Tell everybody what it takes back by now, if somebody asks to go back."""
        price = self.price()
        if self.vote is not None and price is not None and self.vote["cost"] != price:
            self.vote = {**self.vote, "cost": price}
            self.tell_vote()

    def agreeing(self, seat: Seat) -> list[Seat]:
        """Return the seats of those here who have to agree if one asks to go back."""
        others = self.others(seat)
        if self.config.get("undo") == "gm":
            return [one for one in others if one.role == GM]
        return others

    def recount(self) -> bool:
        """Count a request to go back among those who are here; return whether all agree to it."""
        vote = self.vote
        if vote is None:
            return False
        asker = self.seats[vote["seat"]]
        need = [one.id for one in self.agreeing(asker)]
        if asker not in self.seats_here or (self.others(asker) and not need):
            self.settle_vote()  # nobody wants it any more, or who alone could agree has gone
            return False
        counted = {**vote, "need": need, "yes": [one for one in vote["yes"] if one in need]}
        if counted != vote:
            self.vote = counted
            self.tell_vote()
        return {*need} <= {*counted["yes"]}

    def settle_vote(self) -> None:
        """Drop a request to go back that the fight has overtaken."""
        if self.vote is not None:
            self.vote = None
            self.tell_vote()

    def tell_people(self) -> None:
        """Tell everybody who is here."""
        self.tell_each(lambda name: {"t": "people", "people": self.people(name)})

    def people(self, name: str) -> list[Plain]:
        """Return who sits where, as an audience may know."""
        known = self.known_to(name).seats
        here = {seat.id for seat in self.seats_here}
        return [
            {
                "id": seat.id,
                "role": seat.role,
                "label": seat.label,
                "name": seat.name,
                "side": seat.side,
                "units": seat.units,
                "bot": seat.bot,
                "dice": seat.dice,
                "here": seat.id in here,
            }
            for seat in self.seats.values()
            if seat.id in known
        ]

    @property
    def away(self) -> bool:
        """Whether people are waited for of whom nobody is here."""
        asked = {seat.id for seat in self.asked() if not seat.bot}
        here = {seat.id for seat in self.seats_here}
        return bool(asked) and not asked & here

    def nudge(self) -> None:
        """Say to who is asked that everybody waits for them."""
        asked = self.asked()
        raw = msgspec.json.encode({"t": "note", "text": "Everybody waits for you", "kind": "nudge"})
        for socket in list(self.sockets):
            if socket.holds(asked):
                socket.put(raw)

    def watch_seats(self) -> None:
        """Note since when others have waited for somebody who is away."""
        others = [seat for seat in self.seats_here if seat.role != SPECTATOR]
        if not (others and self.away and self.config.get("cover")) or self.paused:
            self.missed_at = 0.0
        elif not self.missed_at:
            self.missed_at = time.monotonic()

    @property
    def cover_at(self) -> float:
        """When a program plays for who is away, as ``time.monotonic`` counts; 0 never."""
        return self.missed_at + MINUTE * self.config["cover"] if self.missed_at else 0.0

    @property
    def seats_here(self) -> list[Seat]:
        """The seats of those who are connected."""
        return [seat for socket in self.sockets for seat in socket.seats]

    def watch_clock(self) -> None:
        """Let the clock stand still for who is away, and say so."""
        if self.clock.watch(away=self.away):
            self.tell_clock()

    def grant(self) -> None:
        """Let the open question have all the time it needs, and say so."""
        self.clock.grant(self.asked_at)
        self.tell_clock()

    def tell_clock(self) -> None:
        """Tell who is told of now how the clock stands; one with no time in all is none."""
        raw = msgspec.json.encode({"t": "clock", **(self.clock.told() or NO_CLOCK)})
        for socket in list(self.sockets):
            if self.late(socket) is None:
                socket.put(raw)

    def others(self, seat: Seat) -> list[Seat]:
        """Return the people who are here, besides one."""
        here = {seat.id: seat for socket in self.sockets for seat in socket.seats}
        mine = {one.id for socket in self.sockets if seat in socket.seats for one in socket.seats}
        return [one for id, one in here.items() if id not in mine and one.role != SPECTATOR]

    def settings(self) -> Plain:
        """Return the settings that everybody may know."""
        known = ("numbers", "undo", "clock", "chat", "cover", "delay", "seal")
        found = {name: self.config[name] for name in known if name in self.config}
        if "seal" in found and self.fight.over:
            found |= {"seed": str(self.fight.seed), "salt": self.config["salt"]}
        return found

    def tell_settings(self) -> None:
        """Tell everybody how the table is set."""
        self.tell_all({"t": "settings", "settings": self.settings()})

    def orders(self, socket: Socket) -> list[Plain]:
        """Return the standing orders of whoever holds these seats."""
        mine = {seat.id for seat in socket.shown_as}
        found = []
        for one in self.config.get("orders", []):
            if one["seat"] in mine:
                order = {name: str(one.get(name, "")) for name in ("who", "rule", "of", "key")}
                words = Order(one["seat"], order["key"], order["rule"], order["of"]).words
                found.append({**order, "words": words})
        return found

    def spoken(self, row: Plain, name: str) -> Plain:
        """Return a line of chat, for an audience."""
        seat = self.seats.get(str(row["seat"]))
        who = self.called(seat, name) if seat is not None else str(row["seat"])
        return {"who": who, "text": row["text"], "at": row["at"]}

    def point(self, seat: Seat, cells: list[int]) -> None:
        """Tell who is shown the present where somebody points, and how long an arrow is to them.

        Args:
            seat: whose hand it is.
            cells: one cell, or the two ends of an arrow.
        """
        grid = self.fight.combat.grid
        places = [[grid.column(cell), grid.row(cell)] for cell in cells]
        told: Plain = {"t": "ping"}
        told |= {"at": places[0], "to": places[1] if len(places) > 1 else None, "far": ""}
        known: dict[str, bytes] = {}
        for socket in list(self.sockets):
            if self.late(socket) is not None:
                continue  # a hand of now tells of now
            name = socket.audience
            if name not in known:
                shown = seat.id in self.known_to(name).seats
                told |= {"seat": seat.id if shown else seat.side, "name": self.called(seat, name)}
                if len(cells) > 1:
                    told["far"] = self.audience(name).lens.measured(cells[0], cells[1])[0][0]
                known[name] = msgspec.json.encode(told)
            socket.put(known[name])

    # -- who comes and goes ------------------------------------------------------------------

    def enter(self, socket: Socket, seats: list[Seat]) -> None:
        """Let somebody in: they hear who they are, then everything there is to see."""
        socket.sit(seats, self.fight.setup.seats[:-1])
        shown = self.whole(socket)
        socket.tell(
            {
                "t": "welcome",
                "v": wire.PROTOCOL,
                "build": socket.build,
                "you": {"seats": [seat.id for seat in seats], "role": socket.role},
                "scene": self.scene,
                "name": self.config["name"],
                "settings": self.settings(),
                "seq": shown["seq"],
                "time": now(),
            }
        )
        socket.tell(shown)
        self.sockets.add(socket)

    def leave(self, socket: Socket) -> None:
        """Let somebody go."""
        if socket in self.sockets:
            self.sockets.discard(socket)
            self.tell_people()
